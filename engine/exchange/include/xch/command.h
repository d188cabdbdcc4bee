/* Commands of operators, devices and instructors to the world. */
#ifndef XCH_COMMAND_H
#define XCH_COMMAND_H

#include <stdint.h>

typedef enum xch_command_kind {
    XCH_COMMAND_SET,   /**< move a control */
    XCH_COMMAND_ALIVE, /**< keep-alive of the source */
    XCH_COMMAND_LOST   /**< the source's device is lost; any later command of the source means its return */
} xch_command_kind;

typedef struct xch_command {
    int64_t time;    /**< time of the device's event, CLOCK_MONOTONIC [ns]; 0: unknown */
    double value;    /**< value in the range of the control */
    int32_t kind;    /**< xch_command_kind */
    int32_t control; /**< index of the control; unused by other kinds */
    int32_t source;  /**< the source's index in the session */
    int32_t unused;  /**< 0 */
} xch_command;

_Static_assert(sizeof(xch_command) == 32, "flat, without padding");

#endif
