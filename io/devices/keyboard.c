#include "io/devices.h"

#include "io/bindings.h"
#include "io/mapper.h"
#include "keyboard_codes.h"

#include <linux/input-event-codes.h>
#include <stdio.h>
#include <string.h>

/* The list of keys, made from bindings. */

enum { HELP_LINE = 160 };

typedef struct keyboard_help {
    char (*text)[HELP_LINE];   /**< a line a button at most, and the last */
    const char **lines;        /**< NULL ends them */
    char unreached[HELP_LINE]; /**< names of controls for the last line; "": there is none */
} keyboard_help;

/* Room for the help of a device. @return false: out of memory */
static bool keyboard_help_new(keyboard_help *help, const io_device_bindings *device, hl_arena *arena)
{
    help->text = hl_arena_take(arena, (size_t)device->button_count + 1, sizeof *help->text);
    help->lines = HL_NEW(arena, const char *, device->button_count + 2);
    return help->text != NULL && help->lines != NULL;
}

/* ---- what a key is for ---- */

static const char *action_meaning(int action)
{
    static const char *const meanings[IO_ACTIONS] = {
#define X(action, name, meaning) meaning,
        IO_ACTION_LIST(X)
#undef X
    };
    return action >= 0 && action < IO_ACTIONS ? meanings[action] : NULL;
}

static const char *control_meaning(const auth_machine *machine, int control)
{
    const auth_control *c = &machine->controls[control];
    return c->meaning != NULL && c->meaning[0] != '\0' ? c->meaning : c->name;
}

/* NULL: the pattern does not use the lever. */
static const char *lever_meaning(const auth_machine *machine, int pattern, const char *lever)
{
    if (pattern < 0 || pattern >= machine->pattern_count) return NULL;
    const auth_pattern *p = &machine->patterns[pattern];
    for (int i = 0; i < p->lever_count; i++)
        if (strcmp(p->levers[i].lever, lever) == 0) return control_meaning(machine, p->levers[i].control);
    return NULL;
}

/* NULL: nothing of this machine. */
static const char *meaning_of(const io_button *button, const auth_machine *machine, int pattern)
{
    const char *meaning = NULL;
    switch (button->target.kind) {
    case IO_TARGET_NONE:
        return NULL;
    case IO_TARGET_CONTROL:
        meaning = control_meaning(machine, button->target.index);
        break;
    case IO_TARGET_LEVER:
        meaning = lever_meaning(machine, pattern, auth_lever_word(button->target.index));
        break;
    case IO_TARGET_ACTION:
        meaning = action_meaning(button->target.index);
        break;
    }
    return meaning != NULL && button->author->help != NULL ? button->author->help : meaning;
}

/* ---- lines ---- */

static void append(char line[HELP_LINE], const char *text)
{
    const size_t length = strlen(line);
    snprintf(line + length, HELP_LINE - length, "%s", text);
}

/* "Left shift+W"; the same key twice in a line is named once. */
static void append_key(char line[HELP_LINE], const io_button *button)
{
    char key[64];
    snprintf(key, sizeof key, "%s%s%s", button->with < 0 ? "" : keyboard_name(button->with),
             button->with < 0 ? "" : "+", keyboard_name(button->code));
    if (line[0] != '\0') append(line, " ");
    append(line, key);
}

static bool same_key(const io_button *a, const io_button *b)
{
    return a->code == b->code && a->with == b->with;
}

typedef struct text_source {
    const io_device_bindings *device;
    const auth_machine *machine;
    int pattern;
} text_source;

static const char *text_of(const text_source *source, int button)
{
    return meaning_of(&source->device->buttons[button], source->machine, source->pattern);
}

/* Whether a button before it has the text already. */
static bool is_told(const text_source *source, int button, const char *text)
{
    for (int i = 0; i < button; i++) {
        const char *earlier = text_of(source, i);
        if (earlier != NULL && strcmp(earlier, text) == 0) return true;
    }
    return false;
}

static void write_keys(const text_source *source, int first, char line[HELP_LINE])
{
    const io_device_bindings *device = source->device;
    const char *text = text_of(source, first);
    line[0] = '\0';
    for (int i = first; i < device->button_count; i++) {
        const char *other = text_of(source, i);
        bool named = other == NULL || strcmp(other, text) != 0;
        for (int k = first; k < i && !named; k++) {
            const char *earlier = text_of(source, k);
            named = earlier != NULL && strcmp(earlier, text) == 0 &&
                    same_key(&device->buttons[k], &device->buttons[i]);
        }
        if (!named) append_key(line, &device->buttons[i]);
    }
    append(line, "  ");
    append(line, text);
}

/* Write the lines. Keys of the same text share one; what this machine has not is left out.
 *  @param pattern  of the machine: what its levers move */
static void keyboard_help_write(keyboard_help *help, const io_device_bindings *device,
                                const auth_machine *machine, int pattern)
{
    const text_source source = {device, machine, pattern};
    int count = 0;
    for (int i = 0; i < device->button_count; i++) {
        const char *text = text_of(&source, i);
        if (text == NULL || is_told(&source, i, text)) continue;
        write_keys(&source, i, help->text[count]);
        help->lines[count] = help->text[count];
        count++;
    }
    if (help->unreached[0] != '\0') {
        snprintf(help->text[count], HELP_LINE, "no input  %.140s", help->unreached);
        help->lines[count] = help->text[count];
        count++;
    }
    help->lines[count] = NULL;
}

enum {
    SLOT = 0,   /* in the mapper, which is the keyboard's own */
    SPARE = 256 /* moves that wait beyond one of each control: taps between two updates */
};

/* Moves of controls that wait for an update, oldest first. */
typedef struct move_queue {
    int capacity, count;
    io_move *moves;
} move_queue;

struct io_keyboard {
    const auth_machine *machine;
    const io_device_bindings *device;
    int source;
    int pattern;
    io_mapper *mapper;
    int64_t now; /* of the last update: keys have no time of their own */
    move_queue queue;
    uint64_t update; /* counts them */
    uint64_t *said;  /* by control: the update that said it last */
    int asked[IO_ACTIONS];
    keyboard_help help;
};

io_keyboard *io_keyboard_new(const auth_machine *machine, const io_device_bindings *device, int source,
                             hl_arena *arena)
{
    io_keyboard *keyboard = HL_NEW(arena, io_keyboard, 1);
    if (keyboard == NULL) return NULL;
    *keyboard = (io_keyboard){.machine = machine, .device = device, .source = source};
    keyboard->mapper = io_mapper_new(machine, arena);
    keyboard->said = HL_NEW(arena, uint64_t, machine->control_count);
    keyboard->queue.capacity = machine->control_count + SPARE;
    keyboard->queue.moves = HL_NEW(arena, io_move, keyboard->queue.capacity);
    if (!keyboard->mapper || !keyboard->said || !keyboard->queue.moves ||
        !keyboard_help_new(&keyboard->help, device, arena))
        return NULL;
    io_mapper_plug(keyboard->mapper, SLOT, device, NULL);
    keyboard_help_write(&keyboard->help, device, machine, 0);
    return keyboard;
}

/* ---- moves that wait ---- */

static bool is_last(const move_queue *queue, int index)
{
    for (int i = index + 1; i < queue->count; i++)
        if (queue->moves[i].control == queue->moves[index].control) return false;
    return true;
}

/* Only the newest move of each control stays: there is room for one of each. */
static void keep_newest(move_queue *queue)
{
    int kept = 0;
    for (int i = 0; i < queue->count; i++)
        if (is_last(queue, i)) queue->moves[kept++] = queue->moves[i];
    queue->count = kept;
}

static void drop_first(move_queue *queue, int count)
{
    queue->count -= count;
    memmove(queue->moves, queue->moves + count, (size_t)queue->count * sizeof *queue->moves);
}

static void take(io_keyboard *keyboard, io_moves moves)
{
    move_queue *queue = &keyboard->queue;
    for (int i = 0; i < moves.count; i++) {
        if (moves.list[i].control < 0) {
            keyboard->asked[moves.list[i].action]++;
            continue;
        }
        if (queue->count == queue->capacity) keep_newest(queue);
        queue->moves[queue->count++] = moves.list[i];
    }
}

/* ---- keys ---- */

void io_keyboard_key(io_keyboard *keyboard, int scancode, bool down)
{
    take(keyboard,
         io_mapper_event(keyboard->mapper, SLOT, EV_KEY, keyboard_code(scancode), down, keyboard->now));
}

void io_keyboard_release(io_keyboard *keyboard)
{
    take(keyboard, io_mapper_release(keyboard->mapper, SLOT, keyboard->now));
}

void io_keyboard_repeat(io_keyboard *keyboard, int source)
{
    keyboard->queue.count = 0; /* of the session before */
    keyboard->source = source;
    take(keyboard, io_mapper_repeat(keyboard->mapper, SLOT, keyboard->now));
}

void io_keyboard_pattern(io_keyboard *keyboard, int pattern)
{
    keyboard->pattern = pattern;
    take(keyboard, io_mapper_pattern(keyboard->mapper, pattern, keyboard->now));
    keyboard_help_write(&keyboard->help, keyboard->device, keyboard->machine, pattern);
}

/* One move of a control an update, so that a tap between two updates has its effect.
 * @return false: it must wait */
static bool send(io_keyboard *keyboard, const io_move *move, xch_ring *commands)
{
    if (keyboard->said[move->control] == keyboard->update) return false;
    const xch_command command = {.time = keyboard->now,
                                 .value = move->value,
                                 .kind = XCH_COMMAND_SET,
                                 .control = move->control,
                                 .source = keyboard->source};
    if (!xch_ring_push(commands, &command)) return false;
    keyboard->said[move->control] = keyboard->update;
    return true;
}

int io_keyboard_update(io_keyboard *keyboard, double seconds, int64_t now, xch_ring *commands)
{
    int pushed = 0;
    keyboard->now = now;
    keyboard->update++;
    take(keyboard, io_mapper_advance(keyboard->mapper, seconds, now));
    while (pushed < keyboard->queue.count && send(keyboard, &keyboard->queue.moves[pushed], commands))
        pushed++;
    drop_first(&keyboard->queue, pushed);
    return pushed;
}

bool io_keyboard_action(io_keyboard *keyboard, io_action *action)
{
    for (int i = 0; i < IO_ACTIONS; i++) {
        if (keyboard->asked[i] == 0) continue;
        keyboard->asked[i]--;
        *action = (io_action)i;
        return true;
    }
    return false;
}

static bool brings(const auth_button *button, double value)
{
    if (button->mode != AUTH_BUTTON_CYCLE) return button->has_value && button->value == value;
    for (int i = 0; i < button->value_count; i++)
        if (button->values[i] == value) return true;
    return false;
}

const char *io_keyboard_key_for(const io_keyboard *keyboard, int control, double value)
{
    for (int i = 0; i < keyboard->device->button_count; i++) {
        const io_button *button = &keyboard->device->buttons[i];
        if (button->target.kind == IO_TARGET_CONTROL && button->target.index == control && button->with < 0 &&
            brings(button->author, value))
            return keyboard_name(button->code);
    }
    return NULL;
}

const char *const *io_keyboard_help(const io_keyboard *keyboard)
{
    return keyboard->help.lines;
}

void io_keyboard_unreached(io_keyboard *keyboard, const char *names)
{
    snprintf(keyboard->help.unreached, sizeof keyboard->help.unreached, "%s", names);
    keyboard_help_write(&keyboard->help, keyboard->device, keyboard->machine, keyboard->pattern);
}
