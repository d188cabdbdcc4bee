/* Commands: what operators, devices and instructors say to the world. */
#ifndef XCH_COMMAND_H
#define XCH_COMMAND_H

#include <stdint.h>

typedef enum xch_command_kind {
    XCH_COMMAND_SET,   /**< move a control */
    XCH_COMMAND_ALIVE, /**< nothing moved; the source is there */
    XCH_COMMAND_LOST   /**< the source's device has gone; any later command of the source means its return */
} xch_command_kind;

typedef struct xch_command {
    int64_t time;    /**< of the device's event, CLOCK_MONOTONIC [ns]; 0: not known */
    double value;    /**< of the control, in the control's own range */
    int32_t kind;    /**< xch_command_kind */
    int32_t control; /**< index of the control; not read by the other kinds */
    int32_t source;  /**< who says it: the index that the session gave to the source */
    int32_t unused;  /**< 0 */
} xch_command;

_Static_assert(sizeof(xch_command) == 32, "flat, without padding");

#endif
