#include "io/keyboard.h"

#include <SDL2/SDL_scancode.h>
#include <math.h>
#include <string.h>

/* What a key does to its control. */
typedef enum effect {
    PEDAL,  /* towards `value` while held, back to rest when let go */
    LEVER,  /* likewise, its partner to the other side */
    CREEP,  /* moves the rest of the control while held, and stays */
    BUTTON, /* `value` while held, else 0 */
    START,  /* `value` while held, 1 from then on */
    SET,    /* `value` from the press on */
    CYCLE   /* with each press one more, up to `value`, then 0 */
} effect;

typedef struct binding {
    SDL_Scancode key;
    const char *control;
    effect effect;
    double value; /* in the control's range */
    double rate;  /* of moving towards it [1/s] */
} binding;

/* Rates: a foot is on the floor in a good half second, hands turn a steering wheel lock to lock in about 3 s,
 * a lever is thrown in a quarter. */
static const binding bindings[] = {
    {SDL_SCANCODE_W, "throttle", PEDAL, 1.0, 1.6},
    {SDL_SCANCODE_S, "brake", PEDAL, 1.0, 2.5},
    {SDL_SCANCODE_C, "clutch", PEDAL, 1.0, 4.0},
    {SDL_SCANCODE_A, "steering", LEVER, 1.0, 0.7},
    {SDL_SCANCODE_D, "steering", LEVER, -1.0, 0.7},
    {SDL_SCANCODE_I, "lift", LEVER, 1.0, 4.0},
    {SDL_SCANCODE_K, "lift", LEVER, -1.0, 4.0},
    {SDL_SCANCODE_J, "tilt", LEVER, 1.0, 4.0},
    {SDL_SCANCODE_L, "tilt", LEVER, -1.0, 4.0},
    {SDL_SCANCODE_T, "throttle", CREEP, 1.0, 0.4},
    {SDL_SCANCODE_G, "throttle", CREEP, 0.0, 0.4},
    {SDL_SCANCODE_E, "gear_up", BUTTON, 1.0, 0.0},
    {SDL_SCANCODE_Q, "gear_down", BUTTON, 1.0, 0.0},
    {SDL_SCANCODE_X, "key", START, 2.0, 0.0},
    {SDL_SCANCODE_R, "direction", SET, 1.0, 0.0},
    {SDL_SCANCODE_N, "direction", SET, 0.0, 0.0},
    {SDL_SCANCODE_B, "direction", SET, -1.0, 0.0},
    {SDL_SCANCODE_P, "parking_brake", CYCLE, 1.0, 0.0},
    {SDL_SCANCODE_4, "four_wheel_drive", CYCLE, 2.0, 0.0},
    {SDL_SCANCODE_5, "rear_lock", CYCLE, 1.0, 0.0},
    {SDL_SCANCODE_6, "front_lock", CYCLE, 1.0, 0.0},
};

enum { BINDINGS = sizeof bindings / sizeof *bindings };

static const char *const help[] = {"W S    throttle, brake",
                                   "A D    steering",
                                   "R N B  forward, neutral, back",
                                   "E Q    gear up, down",
                                   "I K    loader up, down",
                                   "J L    bucket in, out",
                                   "P      parking brake",
                                   "T G    hand throttle up, down",
                                   "C      clutch",
                                   "X      start the engine",
                                   "4      four-wheel drive: off, on, open centre",
                                   "5 6    rear, front differential lock",
                                   NULL};

/* A control as the keyboard holds it. */
typedef struct held {
    double rest, value; /* where it comes back to, where it is */
    double said;        /* what was said last */
    bool tapped;        /* let go before the press was said: `next` comes after it */
    double next;
} held;

struct io_keyboard {
    int source, control_count;
    int control[BINDINGS]; /* of each binding; -1: the machine has none */
    bool down[BINDINGS];
    held *controls;
};

static int find_control(const auth_machine *machine, const char *name)
{
    for (int i = 0; i < machine->control_count; i++)
        if (strcmp(machine->controls[i].name, name) == 0) return i;
    return -1;
}

io_keyboard *io_keyboard_new(const auth_machine *machine, int source, hl_arena *arena)
{
    io_keyboard *keyboard = HL_NEW(arena, io_keyboard, 1);
    held *controls = HL_NEW(arena, held, machine->control_count);
    if (keyboard == NULL || controls == NULL) return NULL;
    *keyboard =
        (io_keyboard){.source = source, .control_count = machine->control_count, .controls = controls};
    for (int b = 0; b < BINDINGS; b++) keyboard->control[b] = find_control(machine, bindings[b].control);
    for (int i = 0; i < machine->control_count; i++) {
        const double initial = machine->controls[i].initial;
        controls[i] = (held){.rest = initial, .value = initial, .said = initial};
    }
    for (int b = 0; b < BINDINGS;
         b++) /* pedals and levers come back to nothing, wherever the file starts them */
        if (keyboard->control[b] >= 0 && bindings[b].effect <= LEVER)
            controls[keyboard->control[b]].rest = 0.0;
    return keyboard;
}

static void press(held *control, const binding *b)
{
    switch (b->effect) {
    case BUTTON:
    case START:
    case SET:
        control->value = b->value;
        break;
    case CYCLE:
        control->value = control->value >= b->value ? 0.0 : round(control->value) + 1.0;
        break;
    case PEDAL:
    case LEVER:
    case CREEP:
        return; /* these move with time */
    }
    /* It is said even where the control stands so: a session that had lost the keyboard has let go of it. */
    control->said = (double)NAN;
    control->tapped = false;
}

static void let_go(held *control, const binding *b)
{
    if (b->effect != BUTTON && b->effect != START) return;
    const double released = b->effect == START ? 1.0 : 0.0;
    control->tapped = control->value != control->said; /* bits are copied: equal means said */
    if (control->tapped)
        control->next = released;
    else
        control->value = released;
}

void io_keyboard_key(io_keyboard *keyboard, int scancode, bool down)
{
    for (int b = 0; b < BINDINGS; b++) {
        if ((int)bindings[b].key != scancode || keyboard->control[b] < 0 || keyboard->down[b] == down)
            continue;
        keyboard->down[b] = down;
        held *control = &keyboard->controls[keyboard->control[b]];
        if (down)
            press(control, &bindings[b]);
        else
            let_go(control, &bindings[b]);
    }
}

void io_keyboard_release(io_keyboard *keyboard)
{
    for (int b = 0; b < BINDINGS; b++) io_keyboard_key(keyboard, (int)bindings[b].key, false);
}

static double towards(double value, double target, double step)
{
    return value < target ? fmin(value + step, target) : fmax(value - step, target);
}

/* The key that moves a control with time: the one that is held, else one that is not. */
static int mover_of(const io_keyboard *keyboard, int control)
{
    int mover = -1;
    for (int b = 0; b < BINDINGS; b++) {
        if (keyboard->control[b] != control || bindings[b].effect > LEVER) continue;
        if (keyboard->down[b]) return b;
        mover = b;
    }
    return mover;
}

static void move(io_keyboard *keyboard, double seconds)
{
    for (int b = 0; b < BINDINGS; b++) {
        if (keyboard->control[b] < 0 || bindings[b].effect != CREEP || !keyboard->down[b]) continue;
        held *control = &keyboard->controls[keyboard->control[b]];
        control->rest = towards(control->rest, bindings[b].value, bindings[b].rate * seconds);
    }
    for (int i = 0; i < keyboard->control_count; i++) {
        const int b = mover_of(keyboard, i);
        if (b < 0) continue;
        held *control = &keyboard->controls[i];
        const double target = keyboard->down[b] ? bindings[b].value : control->rest;
        control->value = towards(control->value, target, bindings[b].rate * seconds);
    }
}

int io_keyboard_update(io_keyboard *keyboard, double seconds, int64_t now, xch_ring *commands)
{
    int pushed = 0;
    move(keyboard, seconds);
    for (int i = 0; i < keyboard->control_count; i++) {
        held *control = &keyboard->controls[i];
        if (control->value == control->said) continue; /* bits are copied: equal means not moved */
        const xch_command command = {.time = now,
                                     .value = control->value,
                                     .kind = XCH_COMMAND_SET,
                                     .control = i,
                                     .source = keyboard->source};
        if (!xch_ring_push(commands, &command)) break;
        control->said = control->value;
        if (control->tapped) control->value = control->next;
        control->tapped = false;
        pushed++;
    }
    return pushed;
}

const char *const *io_keyboard_help(void)
{
    return help;
}
