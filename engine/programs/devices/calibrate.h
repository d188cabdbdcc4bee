/* What the parts of the dialogue of `headland devices calibrate` share. */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include "calibrate_range.h"
#include "command/console.h"
#include "device_setup.h"

#include "io/monitor.h"

enum {
    CALIBRATE_AXES = 64,
    CALIBRATE_BUTTONS = 256,
    CALIBRATE_DIALS = 8,
    CALIBRATE_PATH = DEVICE_PATH + 8 /* of the file, with an ending */
};

/** An axis of the device and what the dialogue has found. */
typedef struct calibrate_axis {
    io_monitor_axis device;
    calibrate_range range;
    const auth_axis *before; /**< how it is bound now, without a held button; NULL: not */
    const char *command;     /**< what it shall drive; NULL: nothing */
    bool invert;
} calibrate_axis;

/** A press of a button, or of a hat in one direction; or a turn of a dial. */
typedef struct calibrate_press {
    bool seen;
    bool hat;
    bool dial;                /**< not pressed but turned */
    char name[IO_EVENT_NAME]; /**< "BTN_TRIGGER", "ABS_HAT0X" */
    double beyond;            /**< of a hat, share of its way */
} calibrate_press;

typedef struct calibration {
    const device_setup *setup;
    const device_request *request;
    const char *out; /**< file to write */
    bool yes;
    const io_device_info *info;
    const io_device_bindings *bound; /**< how the device is bound now; NULL: not at all */
    const auth_device *before;       /**< as its file has it; likewise */
    const auth_bindings *existing;   /**< what the file holds now; NULL: there is none */
    bool own; /**< the file names its machine: all controls of it can be driven, and no others */
    io_monitor *monitor;
    hl_arena *arena;
    console console;
    bool lost;               /**< the input has ended, or the device has gone */
    calibrate_span *spans;   /**< by code of axis: seen since the last calibrate_begin_span */
    calibrate_press pressed; /**< the last press */
    int axis_count, button_count;
    calibrate_axis axes[CALIBRATE_AXES];
    auth_button buttons[CALIBRATE_BUTTONS];
    int dial_count;
    auth_axis dials[CALIBRATE_DIALS]; /**< relative axes that were bound in this dialogue; without a command:
                                         they drive nothing any more */
    auth_force_feedback force;        /**< how it shall push back; only of a device that can */
} calibration;

typedef enum calibrate_answer {
    CALIBRATE_NEXT,
    CALIBRATE_BACK,
    CALIBRATE_QUIT,
    CALIBRATE_PRESSED
} calibrate_answer;

/* ---- devices_calibrate.c ---- */

/** Wait for an answer to a question that was printed, and follow the device meanwhile.
 *  @param line     out: with CALIBRATE_NEXT
 *  @param presses  a press of a button is an answer too */
calibrate_answer calibrate_ask(calibration *c, bool presses, char line[CONSOLE_LINE]);

/** Follow the device for a while. */
void calibrate_follow(calibration *c, int milliseconds);

/** From now on an axis has been nowhere but where it is. */
void calibrate_begin_span(calibration *c, int axis);

/** Whether the device has an axis that is bound now, by its index; of relative ones it is taken to be so. */
bool calibrate_has_axis(const calibration *c, int axis);

/* ---- calibrate_dials.c ---- */

/** Ask what a dial that was turned drives, and how far. */
calibrate_answer calibrate_ask_dial(calibration *c, const char *name);

/** Put the dials in the place of those of the same name. */
void calibrate_gather_dials(const calibration *c, auth_device *device);

/* ---- calibrate_force.c ---- */

/** How the device pushes back as long as nobody has chosen: as it is bound now, else as shipped wheels do. */
void calibrate_begin_force(calibration *c);

/** Ask how strongly it shall push back. */
calibrate_answer calibrate_ask_force(calibration *c);

/* ---- calibrate_axes.c: the questions about an axis ---- */

calibrate_answer calibrate_ask_range(calibration *c, int axis);
calibrate_answer calibrate_ask_command(calibration *c, int axis);
calibrate_answer calibrate_ask_direction(calibration *c, int axis);

/* ---- calibrate_buttons.c ---- */

/** A hat: its few positions are buttons. */
bool calibrate_is_hat(const io_monitor_axis *axis);

calibrate_answer calibrate_ask_buttons(calibration *c);

/* ---- calibrate_commands.c: what can be driven ---- */

/** Ask what an axis or a button drives.
 *  @param now      what it drives now, in words
 *  @param actions  buttons may drive actions of the program
 *  @param command  out: NULL for nothing; untouched when it shall stay as it is */
calibrate_answer calibrate_choose(calibration *c, const char *now, bool actions, const char **command);

/** The control of the machine that a command is; NULL: none. */
const auth_control *calibrate_control(const calibration *c, const char *command);

/* ---- calibrate_save.c ---- */

/** Whether the file can be written, before anybody has answered all questions. @return false after a message
 */
bool calibrate_can_save(const calibration *c);

/** Put the device into the file's bindings, show them, ask, write. @param status  out: with CALIBRATE_NEXT */
calibrate_answer calibrate_save(calibration *c, int *status);

#endif
