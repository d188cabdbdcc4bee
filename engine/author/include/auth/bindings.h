/* Bindings (`headland: bindings`): which input device moves which control of a machine. Shipped profiles in
 * assets/devices are such files, and so is the user's own bindings.yaml. docs/bindings.md explains them.
 *
 * Names of events (ABS_X, BTN_TRIGGER, KEY_W: those of the kernel) and of commands are kept with their
 * places; io/bindings.h resolves them. A command is one of these:
 *   - a control of the machine: "throttle";
 *   - a lever of a pattern: "right_lever.y"; the pattern of the machine says which control that is;
 *   - an action of the program: "view.camera", "view.pause";
 *   - "none", of buttons: nothing; in a user's file it unbinds a shipped key. */
#ifndef AUTH_BINDINGS_H
#define AUTH_BINDINGS_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

/** What a device must be like. All that is given must hold; at least one is required. */
typedef struct auth_match {
    hl_place place;
    bool keyboard;       /**< `keyboard: true`: the keyboard of the window, no device file */
    int vendor, product; /**< `id: "046d:c24f"`, hexadecimal, or one of `ids`; -1: any */
    int version;         /**< `id: "046d:c24f:0111"`; -1: any */
    const char *name;    /**< pattern of fnmatch(3), "*G29*"; NULL: any */
    const char *phys;    /**< likewise, of the port: "usb-0000:00:14.0-2/input0"; NULL: any */
    const char *type;    /**< "gamepad", "joystick", "wheel": what udev calls it; NULL: any */
    int instance;        /**< of several that are the same, in the order of their ports, from 1; 0: any */
} auth_match;

/** When two axes move one command. */
typedef enum auth_join {
    AUTH_JOIN_NONE,    /**< not said: an error when there are two */
    AUTH_JOIN_LARGEST, /**< the one farther from rest */
    AUTH_JOIN_LATEST,  /**< the one that moved last */
    AUTH_JOIN_SUM      /**< limited to the range */
} auth_join;

/** A pedal on a command with two sides: the whole way moves it to one of them. */
typedef enum auth_axis_side {
    AUTH_AXIS_BOTH_SIDES, /**< not said: from low to high, about the middle of the axis */
    AUTH_AXIS_POSITIVE,   /**< from rest to high */
    AUTH_AXIS_NEGATIVE    /**< from rest to low */
} auth_axis_side;

enum { AUTH_BINDING_POINTS = 16, AUTH_BINDING_UNLESS = 8 };

/** `unless:` the entry is left out for a machine that has one of these controls. */
typedef struct auth_unless {
    int count;
    const char *commands[AUTH_BINDING_UNLESS];
    hl_place places[AUTH_BINDING_UNLESS];
} auth_unless;

/** `axes:` list. Counts of the device -> share of the way -> the command's range, from its `low` over 0 to
 * its `high` when it has two sides (lever, wheel), from its `low` to its `high` when it has one (pedal). */
typedef struct auth_axis {
    hl_place place;
    const char *axis; /**< "ABS_X"; "REL_DIAL": relative, it tells detents and has no place */
    bool relative;    /**< of a relative axis only command, with, invert, detent and unless are read */
    hl_place axis_place;
    const char *command;
    hl_place command_place;
    const char *with; /**< button that must be held; NULL: none */
    hl_place with_place;
    bool has_min, has_centre, has_max;
    double min, centre, max; /**< [counts]; left out: the device's own range and its middle */
    bool invert;
    bool half; /**< `half: true`: only the upper half of the axis, from centre to max, is used */
    /** Share of the way about the centre, or at rest, that does nothing, 0 to 0.9, default 0. */
    double dead_zone;
    /** Share of the way where the full value is reached, above dead_zone to 1, default 1. */
    double saturation;
    double progression; /**< `curve: 0.4`: cubic share of the response, 0 (linear, default) to 1 */
    int point_count;    /**< `curve: [[0, 0], [0.5, 0.2], [1, 1]]`: straight lines; 0: `progression` */
    double points[AUTH_BINDING_POINTS][2]; /**< from [0, 0] to [1, 1], both rising */
    int value_count; /**< `values:` the command takes the nearest: a lever with notches; 0: all */
    double values[AUTH_BINDING_POINTS];
    auth_join join;
    auth_axis_side side;
    double detent; /**< relative: share of the range a detent, above 0 to 1, default 0.05 */
    auth_unless unless;
} auth_axis;

typedef enum auth_button_mode {
    AUTH_BUTTON_HOLD,   /**< `value` while held, `rest` when let go */
    AUTH_BUTTON_PRESS,  /**< `value` from the press on */
    AUTH_BUTTON_TOGGLE, /**< `value` and `rest` by turns */
    AUTH_BUTTON_CYCLE,  /**< with each press the next of `values`, after the last the first */
    AUTH_BUTTON_SWITCH, /**< a position of a switch: `value` while on; off says nothing */
    AUTH_BUTTON_RAMP,   /**< towards `value` at `rate` while held, back to `rest` when let go */
    AUTH_BUTTON_CREEP,  /**< towards `value` at `rate` while held, and stays; ramps rest there */
    AUTH_BUTTON_STEP    /**< with each press further by `step`, within the range; ramps rest there */
} auth_button_mode;

/** `buttons:` list. */
typedef struct auth_button {
    hl_place place;
    const char *button; /**< "BTN_TRIGGER", "KEY_W"; or NULL and `axis` beyond a place */
    hl_place button_place;
    const char *axis; /**< "ABS_HAT0Y"; NULL: a button */
    double beyond;    /**< share of the axis' way, -1 to 1 and not 0: pressed from there outwards */
    const char *command;
    hl_place command_place;
    const char *with; /**< button that must be held; NULL: none */
    hl_place with_place;
    auth_button_mode mode; /**< default hold */
    bool has_value, has_rest;
    double value;    /**< [of the command's range]; default its `high` */
    double rest;     /**< default: 0 where the range has it, else its `low` */
    double rate;     /**< ramp, creep: share of the range a second [1/s]; default 2 */
    double step;     /**< step: may be negative [of the command's range] */
    int value_count; /**< cycle; at least 2 */
    double values[AUTH_BINDING_POINTS];
    auth_unless unless;
    const char *help; /**< for the list of keys; NULL: the meaning of the control */
} auth_button;

/** `force:` of a wheel that can push: how strongly. */
typedef struct auth_force_feedback {
    bool present;
    hl_place place;
    double gain;      /**< of all, 0 to 1, default 0.7 */
    double vibration; /**< of the engine and the ground, 0 to 1, default 0.3 */
    bool invert;
} auth_force_feedback;

/** `devices:` list. One that is known by several ids (`ids: [...]`) is here once for each, one behind the
 * other, with the same name, axes and buttons; other devices of a file have names of their own. */
typedef struct auth_device {
    const char *name; /**< for people: "wheel" */
    hl_place place;
    auth_match match;
    int axis_count, button_count;
    auth_axis *axes;
    auth_button *buttons;
    auth_force_feedback force;
} auth_device;

typedef struct auth_bindings {
    const char *name; /**< of the profile; may be empty */
    const char *description;
    /** `machine:` path, relative to the file; NULL: only the standard commands are known. */
    const char *machine;
    hl_place machine_place;
    int device_count;
    auth_device *devices;
} auth_bindings;

/** Read a file of bindings, as auth_mechanism_read does a mechanism. What is wrong with the numbers alone is
 * complained of here: curves that fold back, dead zones without room, min = max. */
hl_status auth_bindings_read(const char *path, hl_arena *arena, auth_bindings **bindings, hl_report *report);
hl_status auth_bindings_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_bindings **bindings, hl_report *report);

#endif
