#include "io/devices.h"

#include "io/mapper.h"
#include "keyboard_codes.h"
#include "keyboard_help.h"

#include <linux/input-event-codes.h>
#include <stdio.h>
#include <string.h>

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
