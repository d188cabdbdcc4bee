/* The keyboard of the window: a device whose events come from SDL; names of keys, and the list of keys for
 * help. */
#include "io/devices.h"

#include "io/bindings.h"
#include "io/mapper.h"
#include "keyboard_codes.h"

#include <SDL2/SDL_scancode.h>
#include <linux/input-event-codes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The table of keys: main block, function keys, cursor, keypad. SDL uses the numbers of USB (HID usage page
 * 7), the kernel those of the first PC keyboards. */

typedef struct key {
    short scancode, code;
    const char *name;
} key;

static const key keys[] = {
    {SDL_SCANCODE_A, KEY_A, "A"},
    {SDL_SCANCODE_B, KEY_B, "B"},
    {SDL_SCANCODE_C, KEY_C, "C"},
    {SDL_SCANCODE_D, KEY_D, "D"},
    {SDL_SCANCODE_E, KEY_E, "E"},
    {SDL_SCANCODE_F, KEY_F, "F"},
    {SDL_SCANCODE_G, KEY_G, "G"},
    {SDL_SCANCODE_H, KEY_H, "H"},
    {SDL_SCANCODE_I, KEY_I, "I"},
    {SDL_SCANCODE_J, KEY_J, "J"},
    {SDL_SCANCODE_K, KEY_K, "K"},
    {SDL_SCANCODE_L, KEY_L, "L"},
    {SDL_SCANCODE_M, KEY_M, "M"},
    {SDL_SCANCODE_N, KEY_N, "N"},
    {SDL_SCANCODE_O, KEY_O, "O"},
    {SDL_SCANCODE_P, KEY_P, "P"},
    {SDL_SCANCODE_Q, KEY_Q, "Q"},
    {SDL_SCANCODE_R, KEY_R, "R"},
    {SDL_SCANCODE_S, KEY_S, "S"},
    {SDL_SCANCODE_T, KEY_T, "T"},
    {SDL_SCANCODE_U, KEY_U, "U"},
    {SDL_SCANCODE_V, KEY_V, "V"},
    {SDL_SCANCODE_W, KEY_W, "W"},
    {SDL_SCANCODE_X, KEY_X, "X"},
    {SDL_SCANCODE_Y, KEY_Y, "Y"},
    {SDL_SCANCODE_Z, KEY_Z, "Z"},
    {SDL_SCANCODE_1, KEY_1, "1"},
    {SDL_SCANCODE_2, KEY_2, "2"},
    {SDL_SCANCODE_3, KEY_3, "3"},
    {SDL_SCANCODE_4, KEY_4, "4"},
    {SDL_SCANCODE_5, KEY_5, "5"},
    {SDL_SCANCODE_6, KEY_6, "6"},
    {SDL_SCANCODE_7, KEY_7, "7"},
    {SDL_SCANCODE_8, KEY_8, "8"},
    {SDL_SCANCODE_9, KEY_9, "9"},
    {SDL_SCANCODE_0, KEY_0, "0"},
    {SDL_SCANCODE_F1, KEY_F1, "F1"},
    {SDL_SCANCODE_F2, KEY_F2, "F2"},
    {SDL_SCANCODE_F3, KEY_F3, "F3"},
    {SDL_SCANCODE_F4, KEY_F4, "F4"},
    {SDL_SCANCODE_F5, KEY_F5, "F5"},
    {SDL_SCANCODE_F6, KEY_F6, "F6"},
    {SDL_SCANCODE_F7, KEY_F7, "F7"},
    {SDL_SCANCODE_F8, KEY_F8, "F8"},
    {SDL_SCANCODE_F9, KEY_F9, "F9"},
    {SDL_SCANCODE_F10, KEY_F10, "F10"},
    {SDL_SCANCODE_F11, KEY_F11, "F11"},
    {SDL_SCANCODE_F12, KEY_F12, "F12"},
    {SDL_SCANCODE_F13, KEY_F13, "F13"},
    {SDL_SCANCODE_F14, KEY_F14, "F14"},
    {SDL_SCANCODE_F15, KEY_F15, "F15"},
    {SDL_SCANCODE_F16, KEY_F16, "F16"},
    {SDL_SCANCODE_F17, KEY_F17, "F17"},
    {SDL_SCANCODE_F18, KEY_F18, "F18"},
    {SDL_SCANCODE_F19, KEY_F19, "F19"},
    {SDL_SCANCODE_F20, KEY_F20, "F20"},
    {SDL_SCANCODE_F21, KEY_F21, "F21"},
    {SDL_SCANCODE_F22, KEY_F22, "F22"},
    {SDL_SCANCODE_F23, KEY_F23, "F23"},
    {SDL_SCANCODE_F24, KEY_F24, "F24"},
    {SDL_SCANCODE_RETURN, KEY_ENTER, "Enter"},
    {SDL_SCANCODE_ESCAPE, KEY_ESC, "Escape"},
    {SDL_SCANCODE_BACKSPACE, KEY_BACKSPACE, "Backspace"},
    {SDL_SCANCODE_TAB, KEY_TAB, "Tab"},
    {SDL_SCANCODE_SPACE, KEY_SPACE, "Space"},
    {SDL_SCANCODE_MINUS, KEY_MINUS, "-"},
    {SDL_SCANCODE_EQUALS, KEY_EQUAL, "="},
    {SDL_SCANCODE_LEFTBRACKET, KEY_LEFTBRACE, "["},
    {SDL_SCANCODE_RIGHTBRACKET, KEY_RIGHTBRACE, "]"},
    {SDL_SCANCODE_BACKSLASH, KEY_BACKSLASH, "\\"},
    {SDL_SCANCODE_NONUSBACKSLASH, KEY_102ND, "<"},
    {SDL_SCANCODE_SEMICOLON, KEY_SEMICOLON, ";"},
    {SDL_SCANCODE_APOSTROPHE, KEY_APOSTROPHE, "'"},
    {SDL_SCANCODE_GRAVE, KEY_GRAVE, "`"},
    {SDL_SCANCODE_COMMA, KEY_COMMA, ","},
    {SDL_SCANCODE_PERIOD, KEY_DOT, "."},
    {SDL_SCANCODE_SLASH, KEY_SLASH, "/"},
    {SDL_SCANCODE_CAPSLOCK, KEY_CAPSLOCK, "Caps lock"},
    {SDL_SCANCODE_LSHIFT, KEY_LEFTSHIFT, "Left shift"},
    {SDL_SCANCODE_RSHIFT, KEY_RIGHTSHIFT, "Right shift"},
    {SDL_SCANCODE_LCTRL, KEY_LEFTCTRL, "Left control"},
    {SDL_SCANCODE_RCTRL, KEY_RIGHTCTRL, "Right control"},
    {SDL_SCANCODE_LALT, KEY_LEFTALT, "Left alt"},
    {SDL_SCANCODE_RALT, KEY_RIGHTALT, "Right alt"},
    {SDL_SCANCODE_LGUI, KEY_LEFTMETA, "Left system"},
    {SDL_SCANCODE_RGUI, KEY_RIGHTMETA, "Right system"},
    {SDL_SCANCODE_APPLICATION, KEY_COMPOSE, "Menu"},
    {SDL_SCANCODE_PRINTSCREEN, KEY_SYSRQ, "Print"},
    {SDL_SCANCODE_SCROLLLOCK, KEY_SCROLLLOCK, "Scroll lock"},
    {SDL_SCANCODE_PAUSE, KEY_PAUSE, "Pause"},
    {SDL_SCANCODE_INSERT, KEY_INSERT, "Insert"},
    {SDL_SCANCODE_DELETE, KEY_DELETE, "Delete"},
    {SDL_SCANCODE_HOME, KEY_HOME, "Home"},
    {SDL_SCANCODE_END, KEY_END, "End"},
    {SDL_SCANCODE_PAGEUP, KEY_PAGEUP, "Page up"},
    {SDL_SCANCODE_PAGEDOWN, KEY_PAGEDOWN, "Page down"},
    {SDL_SCANCODE_UP, KEY_UP, "Up"},
    {SDL_SCANCODE_DOWN, KEY_DOWN, "Down"},
    {SDL_SCANCODE_LEFT, KEY_LEFT, "Left"},
    {SDL_SCANCODE_RIGHT, KEY_RIGHT, "Right"},
    {SDL_SCANCODE_NUMLOCKCLEAR, KEY_NUMLOCK, "Num lock"},
    {SDL_SCANCODE_KP_DIVIDE, KEY_KPSLASH, "Num /"},
    {SDL_SCANCODE_KP_MULTIPLY, KEY_KPASTERISK, "Num *"},
    {SDL_SCANCODE_KP_MINUS, KEY_KPMINUS, "Num -"},
    {SDL_SCANCODE_KP_PLUS, KEY_KPPLUS, "Num +"},
    {SDL_SCANCODE_KP_ENTER, KEY_KPENTER, "Num enter"},
    {SDL_SCANCODE_KP_PERIOD, KEY_KPDOT, "Num ."},
    {SDL_SCANCODE_KP_EQUALS, KEY_KPEQUAL, "Num ="},
    {SDL_SCANCODE_KP_COMMA, KEY_KPCOMMA, "Num ,"},
    {SDL_SCANCODE_KP_1, KEY_KP1, "Num 1"},
    {SDL_SCANCODE_KP_2, KEY_KP2, "Num 2"},
    {SDL_SCANCODE_KP_3, KEY_KP3, "Num 3"},
    {SDL_SCANCODE_KP_4, KEY_KP4, "Num 4"},
    {SDL_SCANCODE_KP_5, KEY_KP5, "Num 5"},
    {SDL_SCANCODE_KP_6, KEY_KP6, "Num 6"},
    {SDL_SCANCODE_KP_7, KEY_KP7, "Num 7"},
    {SDL_SCANCODE_KP_8, KEY_KP8, "Num 8"},
    {SDL_SCANCODE_KP_9, KEY_KP9, "Num 9"},
    {SDL_SCANCODE_KP_0, KEY_KP0, "Num 0"},
};

enum { KEYS = sizeof keys / sizeof *keys };

int keyboard_code(int scancode)
{
    for (int i = 0; i < KEYS; i++)
        if (keys[i].scancode == scancode) return keys[i].code;
    return -1;
}

const char *keyboard_name(int code)
{
    for (int i = 0; i < KEYS; i++)
        if (keys[i].code == code) return keys[i].name;
    return "?";
}

enum { HELP_LINE = 160 };

typedef struct keyboard_help {
    char (*text)[HELP_LINE];   /**< at most a line for each button, and the last line */
    const char **lines;        /**< ended by NULL */
    char unreached[HELP_LINE]; /**< names of controls for the last line; "": none */
} keyboard_help;

/* Allocate the help of a device. @return false: out of memory */
static bool keyboard_help_new(keyboard_help *help, const io_device_bindings *device, hl_arena *arena)
{
    help->text = hl_arena_take(arena, (size_t)device->button_count + 1, sizeof *help->text);
    help->lines = HL_NEW(arena, const char *, device->button_count + 2);
    return help->text != NULL && help->lines != NULL;
}

/* ---- functions of keys ---- */

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

/* NULL: not on this machine. */
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
        meaning = io_action_meaning((io_action)button->target.index);
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

/* "Left shift+W"; a key is named once in a line. */
static void append_key(char line[HELP_LINE], const io_button *button)
{
    char text[64];
    snprintf(text, sizeof text, "%s%s%s", button->with < 0 ? "" : keyboard_name(button->with),
             button->with < 0 ? "" : "+", keyboard_name(button->code));
    if (line[0] != '\0') append(line, " ");
    append(line, text);
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

/* Whether an earlier button has the same text. */
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

/* Write the lines. Keys with the same text share a line; functions that this machine does not have are left
 * out.
 *  @param pattern  of the machine's levers */
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
    SLOT = 0,   /* in the keyboard's own mapper */
    SPARE = 256 /* waiting moves beyond one of each control: taps between two updates */
};

/* Moves waiting for an update, oldest first. */
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
    uint64_t *said;  /* by control: its last update */
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

/* Keep only the newest move of each control: there is room for one of each. */
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
    keyboard->queue.count = 0; /* of the previous session */
    keyboard->source = source;
    take(keyboard, io_mapper_repeat(keyboard->mapper, SLOT, keyboard->now));
}

void io_keyboard_pattern(io_keyboard *keyboard, int pattern)
{
    keyboard->pattern = pattern;
    take(keyboard, io_mapper_pattern(keyboard->mapper, pattern, keyboard->now));
    keyboard_help_write(&keyboard->help, keyboard->device, keyboard->machine, pattern);
}

/* Send one move of a control in each update, so that a tap between two updates has an effect. @return false:
 * it must wait */
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
