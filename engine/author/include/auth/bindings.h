/* Bindings (`headland: bindings`): which input device moves which control of a machine. The supplied profiles
 * in assets/devices and the user's bindings.yaml have this format. docs/bindings.md explains them.
 *
 * Event names (the kernel's: ABS_X, BTN_TRIGGER, KEY_W) and command names are stored as text with their
 * places; io/bindings.h resolves them. A command is one of these:
 *   - a control of the machine: "throttle";
 *   - a lever of a pattern: "right_lever.y"; the machine's pattern assigns it to a control;
 *   - an action of the program: "view.camera", "view.pause";
 *   - "none", for buttons only: no effect; in a user's file it unbinds a key of a supplied profile. */
#ifndef AUTH_BINDINGS_H
#define AUTH_BINDINGS_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

/** Conditions that identify a device. All given conditions must hold; at least one is required. */
typedef struct auth_match {
    hl_place place;
    bool keyboard;       /**< `keyboard: true`: the keyboard of the window, no device file */
    int vendor, product; /**< `id: "046d:c24f"`, hexadecimal, or one of `ids`; -1: any */
    int version;         /**< `id: "046d:c24f:0111"`; -1: any */
    const char *name;    /**< pattern of fnmatch(3), "*G29*"; NULL: any */
    const char *phys;    /**< the same for the port: "usb-0000:00:14.0-2/input0"; NULL: any */
    const char *type;    /**< device type of udev: "gamepad", "joystick", "wheel"; NULL: any */
    int instance;        /**< number among identical devices, in the order of their ports, from 1; 0: any */
} auth_match;

/** How two axes on one command are combined. */
typedef enum auth_join {
    AUTH_JOIN_NONE,    /**< not given: an error if two axes move the command */
    AUTH_JOIN_LARGEST, /**< the axis farther from rest */
    AUTH_JOIN_LATEST,  /**< the axis that moved last */
    AUTH_JOIN_SUM      /**< the sum, limited to the range */
} auth_join;

/** A pedal on a command with two sides: its full travel covers one side. */
typedef enum auth_axis_side {
    AUTH_AXIS_BOTH_SIDES, /**< default: from low to high, 0 in the middle of the axis */
    AUTH_AXIS_POSITIVE,   /**< from rest to high */
    AUTH_AXIS_NEGATIVE    /**< from rest to low */
} auth_axis_side;

enum { AUTH_BINDING_POINTS = 16, AUTH_BINDING_UNLESS = 8 };

/** `unless:` the entry is ignored for a machine with one of these controls. */
typedef struct auth_unless {
    int count;
    const char *commands[AUTH_BINDING_UNLESS];
    hl_place places[AUTH_BINDING_UNLESS];
} auth_unless;

/** `axes:` list. Device counts are converted to a share of the travel, and this to the command's range: a
 * command with two sides (lever, wheel) goes from its `low` through 0 to its `high`, a command with one side
 * (pedal) from its `low` to its `high`. */
typedef struct auth_axis {
    hl_place place;
    const char *axis; /**< "ABS_X"; "REL_DIAL": relative, it reports detents, not a position */
    bool relative;    /**< true: only command, with, invert, detent and unless are used */
    hl_place axis_place;
    const char *command;
    hl_place command_place;
    const char *with; /**< button that must be held; NULL: none */
    hl_place with_place;
    bool has_min, has_centre, has_max;
    double min, centre, max; /**< [counts]; default: the device's range and its middle */
    bool invert;
    bool half; /**< `half: true`: only the upper half of the axis, from centre to max, is used */
    /** Share of the travel about the centre, or from rest, without effect, 0 to 0.9, default 0. */
    double dead_zone;
    /** Share of the travel at which the full value is reached, above dead_zone to 1, default 1. */
    double saturation;
    double progression; /**< `curve: 0.4`: cubic share of the response, 0 (linear, default) to 1 */
    int point_count; /**< `curve: [[0, 0], [0.5, 0.2], [1, 1]]`: piecewise linear; 0: `progression` applies */
    double points[AUTH_BINDING_POINTS][2]; /**< from [0, 0] to [1, 1], both rising */
    int value_count; /**< `values:` the command snaps to the nearest value, for a lever with notches; 0:
                        continuous */
    double values[AUTH_BINDING_POINTS];
    auth_join join;
    auth_axis_side side;
    double detent; /**< relative axes: share of the range per detent, above 0 to 1, default 0.05 */
    auth_unless unless;
} auth_axis;

typedef enum auth_button_mode {
    AUTH_BUTTON_HOLD,   /**< `value` while held, `rest` after release */
    AUTH_BUTTON_PRESS,  /**< `value` from the press on; release has no effect */
    AUTH_BUTTON_TOGGLE, /**< alternates between `value` and `rest` with each press */
    AUTH_BUTTON_CYCLE,  /**< each press selects the next of `values`, cyclically */
    AUTH_BUTTON_SWITCH, /**< a position of a switch: sets `value` when switched on; switching off has no
                           effect */
    AUTH_BUTTON_RAMP,   /**< moves towards `value` at `rate` while held, and back to `rest` after release */
    AUTH_BUTTON_CREEP, /**< moves towards `value` at `rate` while held, then stays; ramps on this command then
                          return to this value */
    AUTH_BUTTON_STEP   /**< each press moves by `step`, within the range; ramps on this command then return to
                          this value */
} auth_button_mode;

/** `buttons:` list. */
typedef struct auth_button {
    hl_place place;
    const char *button; /**< "BTN_TRIGGER", "KEY_W"; or NULL and `axis` beyond a place */
    hl_place button_place;
    const char *axis; /**< "ABS_HAT0Y"; NULL: a button */
    double beyond;    /**< share of the axis' travel, -1 to 1 but not 0: pressed from there on, away from 0 */
    const char *command;
    hl_place command_place;
    const char *with; /**< button that must be held; NULL: none */
    hl_place with_place;
    auth_button_mode mode; /**< default hold */
    bool has_value, has_rest;
    double value;    /**< [of the command's range]; default its `high` */
    double rest;     /**< default: 0 if the range contains it, otherwise its `low` */
    double rate;     /**< ramp, creep: share of the range per second [1/s]; default 2 */
    double step;     /**< step: may be negative [of the command's range] */
    int value_count; /**< cycle; at least 2 */
    double values[AUTH_BINDING_POINTS];
    auth_unless unless;
    const char *help; /**< text for the list of keys; NULL: the meaning of the control */
} auth_button;

/** `force:` strengths of a force-feedback wheel. */
typedef struct auth_force_feedback {
    bool present;
    hl_place place;
    double gain;      /**< of all forces, 0 to 1, default 0.7 */
    double vibration; /**< of engine and ground vibration, 0 to 1, default 0.3 */
    bool invert;
} auth_force_feedback;

/** `devices:` list. A device with several ids (`ids: [...]`) has one entry per id: consecutive entries with
 * the same name, axes and buttons. Otherwise names are unique within a file. */
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

/** Read a bindings file; see auth_mechanism_read. Errors that show without a device are reported here: a
 * curve that is not monotonic, a dead zone that leaves no travel, min = max. */
hl_status auth_bindings_read(const char *path, hl_arena *arena, auth_bindings **bindings, hl_report *report);
hl_status auth_bindings_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_bindings **bindings, hl_report *report);

#endif
