/* Bindings with their names resolved, and bindings as the text of a file. */
#ifndef IO_BINDINGS_H
#define IO_BINDINGS_H

#include "auth/bindings.h"
#include "auth/machine.h"

#include <stdio.h>

/* ---- bindings ---- */

/* Bindings with their names resolved: events to their codes, commands to the controls of a machine. Whoever
 * maps events (io/mapper.h) reads these. */

/** Actions of the program that a button may be bound to: "view.camera" and so on. */
#define IO_ACTION_LIST(X)                                                                                    \
    X(IO_ACTION_CAMERA, "view.camera", "the next camera")                                                    \
    X(IO_ACTION_HUD, "view.hud", "head-up display on, off")                                                  \
    X(IO_ACTION_PAUSE, "view.pause", "pause, go on")                                                         \
    X(IO_ACTION_RESET, "view.reset", "begin anew")

typedef enum io_action {
#define X(action, name, meaning) action,
    IO_ACTION_LIST(X)
#undef X
        IO_ACTIONS
} io_action;

/** Standard commands: controls that machines of any kind may have. A file of bindings may name them whether
 * the machine has them or not; other commands must be controls of the machine.
 *  @return a list that a NULL ends */
const char *const *io_standard_commands(void);

typedef enum io_target_kind {
    IO_TARGET_NONE,    /**< the machine has no such control, `unless` leaves it out, or "none" */
    IO_TARGET_CONTROL, /**< `index` of the control */
    IO_TARGET_LEVER,   /**< `index` of the lever: auth_lever_word */
    IO_TARGET_ACTION   /**< io_action */
} io_target_kind;

typedef struct io_target {
    io_target_kind kind;
    int index;
} io_target;

typedef struct io_axis {
    const auth_axis *author;
    int code; /**< ABS_*, or REL_* of a relative axis */
    int with; /**< code of a button; -1: none */
    io_target target;
} io_axis;

typedef struct io_button {
    const auth_button *author;
    int code; /**< KEY_*, BTN_*; -1: it is an axis */
    int axis; /**< ABS_*; -1: it is a button */
    int with; /**< code of a button; -1: none */
    io_target target;
} io_button;

/** Axes and buttons that one device may bind: files of bindings have no more. */
enum { IO_DEVICE_AXES = 64, IO_DEVICE_BUTTONS = 256 };

typedef struct io_device_bindings {
    const auth_device *author;
    int axis_count, button_count;
    io_axis *axes;
    io_button *buttons;
} io_device_bindings;

typedef struct io_bindings {
    const auth_bindings *author;
    int device_count;
    io_device_bindings *devices;
} io_bindings;

/** Resolve all names; unknown events and commands, and two axes on one command without `join`, are complained
 * of with their places and the nearest spelling.
 *  @param machine  NULL: only the standard commands are known, and nothing is bound to controls
 *  @param own      the machine is the one that the file names: commands that it has not are errors, be they
 *                  standard or not; otherwise those are left out
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status io_bindings_resolve(const auth_bindings *author, const auth_machine *machine, bool own,
                              hl_arena *arena, io_bindings **bindings, hl_report *report);

/** Mark the controls that a device's bindings move, itself or through levers.
 *  @param pattern  of the machine; -1: any of its patterns counts
 *  @param reached  in and out: of each control of the machine */
void io_bindings_reach(const io_device_bindings *device, const auth_machine *machine, int pattern,
                       bool *reached);

/** Name the controls that are not marked, "drive, blade"; those of faults are the instructor's and count as
 * reached.
 *  @param text  out: as many names as there is room for, then "..."
 *  @return how many they are */
int io_bindings_unreached(const auth_machine *machine, const bool *reached, char *text, size_t size);

/** The keyboard with the user's own keys before the shipped ones: a key that the user's bindings name, with
 * the same `with`, loses all that it does as shipped.
 *  @param own  NULL: there are none
 *  @return NULL when memory is exhausted; `own` or `shipped` itself where there is nothing to join */
const io_device_bindings *io_bindings_join_keys(const io_device_bindings *own,
                                                const io_device_bindings *shipped, hl_arena *arena);

/* ---- texts for people ---- */

/** "view.camera" and its meaning. */
const char *io_action_name(io_action action);
const char *io_action_meaning(io_action action);

/** An input: "ABS_X", "BTN_A + ABS_Y", "ABS_HAT0X > 0.5". */
void io_axis_text(const io_axis *axis, char *text, size_t size);
void io_button_text(const io_button *button, char *text, size_t size);

/** What a target moves in a machine: "name: meaning" of a control, of a lever that in the first pattern. */
void io_target_text(io_target target, const auth_machine *machine, char *text, size_t size);

/* ---- bindings write ---- */

/* Writing bindings as the text of a file: docs/bindings.md. */

/** Write bindings so that auth_bindings_parse reads the same; keys with their default are left out. Devices
 * of one name are one device under several ids. */
void io_bindings_write(const auth_bindings *bindings, FILE *out);

#endif
