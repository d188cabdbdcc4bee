/* The questions of a calibration, one after the other: for each axis its range, what it drives and which way;
 * then buttons and dials, then the force. Texts go to a stream; answers and events come from the caller, so
 * that tests answer and move axes without a terminal and a device. */
#ifndef IO_WIZARD_H
#define IO_WIZARD_H

#include "io/calibration.h"

#include <stdio.h>

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
