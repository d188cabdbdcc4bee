/* Calibration of an input device, and the questions that it asks. */
#ifndef IO_CALIBRATION_H
#define IO_CALIBRATION_H

#include "io/device.h"

#include <stdio.h>

/* ---- calibration ---- */

/* Calibration of an input device: what its movements tell about its axes, buttons and dials, and the bindings
 * that follow from it. Pure: events come in, bindings come out; io/calibration.h asks the questions. */

/* ---- ranges ---- */

/** Counts that were seen. */
typedef struct io_span {
    int low, high;
} io_span;

/** Before anything was seen. */
extern const io_span io_span_empty;

/** Widen a span. */
void io_span_add(io_span *span, int value);

/** What was found of an axis. */
typedef struct io_found_range {
    bool moved; /**< far enough to tell anything */
    bool centred;
    int min, rest, max; /**< [counts] */
    int noise;          /**< peak to peak, at rest [counts] */
    double dead_zone;   /**< that covers the noise, share of the way */
} io_found_range;

/** Find the range of an axis.
 *  @param told   the device's own range [counts]
 *  @param way    seen while the axis was moved
 *  @param still  seen while it was released */
io_found_range io_range_find(io_span told, io_span way, io_span still);

/** Whether an axis moved upwards from its rest.
 *  @param clear  out: it went far enough to tell */
bool io_range_is_upwards(const io_found_range *range, io_span way, bool *clear);

/** Put a range into a bound axis. A larger dead zone stays. */
void io_range_apply(const io_found_range *range, auth_axis *axis);

/* ---- a device ---- */

enum { IO_CALIBRATED_AXES = 64, IO_CALIBRATED_BUTTONS = 256, IO_CALIBRATED_DIALS = 8 };

/** An axis of the device and what was found. */
typedef struct io_calibrated_axis {
    io_monitor_axis device; /**< its value follows the events */
    io_span span;           /**< seen since it was last begun */
    io_found_range range;
    const auth_axis *before; /**< its binding without a held button until now; NULL: not bound */
    const char *command;     /**< what it shall drive; NULL: nothing */
    bool invert;
} io_calibrated_axis;

/** A press of a button, or of a hat in one direction; or a turn of a dial. */
typedef struct io_press {
    bool seen;
    bool hat;
    bool dial;                /**< not pressed but turned */
    char name[IO_EVENT_NAME]; /**< "BTN_TRIGGER", "ABS_HAT0X" */
    double beyond;            /**< of a hat, share of its way */
} io_press;

typedef struct io_calibration {
    /* given by the caller */
    hl_arena *arena;
    const auth_machine *machine;
    const char *machine_path; /**< written into the file; NULL: the file names no machine */
    const io_device_info *info;
    const io_device_info *devices; /**< all that are plugged in, `info` too */
    int device_count;
    const io_device_bindings *bound; /**< bindings of the device until now; NULL: none */
    const auth_bindings *existing;   /**< what the file holds now; NULL: there is no file */
    bool ranges_only;                /**< commands stay as they are bound */

    /* found */
    int axis_count, button_count, dial_count;
    bool has_switches, has_dial;
    io_calibrated_axis axes[IO_CALIBRATED_AXES];
    auth_button buttons[IO_CALIBRATED_BUTTONS];
    auth_axis dials[IO_CALIBRATED_DIALS]; /**< bound by now; without a command: they drive nothing any more */
    auth_force_feedback force;            /**< of a device that can push back */
    io_press pressed;                     /**< the last press */
} io_calibration;

/** What the device has. */
typedef struct io_calibrated_device {
    int axis_count, button_count;
    const io_monitor_axis *axes;
    const int *buttons; /**< codes */
    bool has_dial;
} io_calibrated_device;

/** Begin with what the device has and how it is bound. More than IO_CALIBRATED_AXES axes are ignored. */
void io_calibration_begin(io_calibration *c, const io_calibrated_device *device);

/** Take an event of the device: spans widen, presses are noted. */
void io_calibration_event(io_calibration *c, int type, int code, int value);

/** Whether an axis is a hat: its few positions are buttons. */
bool io_calibration_is_hat(const io_monitor_axis *axis);

/** The index of the dial of this name among those that were bound, or of a relative axis in a list; -1: none.
 */
int io_calibration_find_dial(const auth_axis *list, int count, const char *name);

/** Put the device into the bindings of the file, in the place of an entry for it, else at the end.
 *  @param bindings  out; in the arena and in what the caller has given
 *  @return the device in them; NULL: out of memory */
const auth_device *io_calibration_bindings(io_calibration *c, auth_bindings *bindings);

/* ---- wizard ---- */

/* The questions of a calibration, one after the other: for each axis its range, what it drives and which way;
 * then buttons and dials, then the force. Texts go to a stream; answers and events come from the caller, so
 * that tests answer and move axes without a terminal and a device. */

enum { IO_WIZARD_LINE = 256 };

/** What the wizard waited for. */
typedef enum io_wizard_got {
    IO_WIZARD_ANSWER, /**< a line */
    IO_WIZARD_EVENT,  /**< the device has moved: io_calibration_event was called */
    IO_WIZARD_END     /**< no more answers, or the device is gone */
} io_wizard_got;

/** What the next step is. */
typedef enum io_wizard_step { IO_WIZARD_NEXT, IO_WIZARD_BACK, IO_WIZARD_QUIT } io_wizard_step;

typedef struct io_wizard_desk {
    void *context;
    FILE *out;
    /** Wait for an answer or for the device. @param line  out: without its end */
    io_wizard_got (*wait)(void *context, char line[IO_WIZARD_LINE]);
    /** Follow the device for a while. @return false: it is gone */
    bool (*follow)(void *context, int milliseconds);
    /** The last step: show the bindings, ask, write them. */
    io_wizard_step (*save)(void *context);
} io_wizard_desk;

/** Ask all questions, forward and back. @return false: the user or the device has ended it before the last
 * step */
bool io_wizard_run(io_calibration *c, const io_wizard_desk *desk);

/** Ask a question that the caller has printed: an empty line or other answer goes on, "b" back, "q" ends.
 *  @param line  out, with IO_WIZARD_NEXT */
io_wizard_step io_wizard_ask(io_calibration *c, const io_wizard_desk *desk, char line[IO_WIZARD_LINE]);

#endif
