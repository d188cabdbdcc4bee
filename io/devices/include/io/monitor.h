/* One input device, opened to look at it: its axes and buttons with their names, where they are, and what
 * changes. For the commands that monitor and calibrate; who drives uses io/devices.h. */
#ifndef IO_MONITOR_H
#define IO_MONITOR_H

#include "hl/arena.h"
#include "io/mapper.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct io_monitor io_monitor;

enum { IO_EVENT_NAME = 32 };

typedef struct io_monitor_axis {
    int code;                 /**< ABS_* */
    char name[IO_EVENT_NAME]; /**< "ABS_X" */
    int min, max;             /**< as the device tells its range [counts] */
    int value;                /**< where it is now [counts] */
} io_monitor_axis;

typedef struct io_monitor_button {
    int code;                 /**< KEY_*, BTN_* */
    char name[IO_EVENT_NAME]; /**< "BTN_TRIGGER" */
    bool down;
} io_monitor_button;

typedef struct io_monitor_event {
    int64_t time; /**< of the kernel, on any clock [ns] */
    int type;     /**< EV_KEY, EV_ABS, or EV_REL of a dial */
    int code, value;
} io_monitor_event;

typedef enum io_monitor_got {
    IO_MONITOR_NOTHING, /**< no event waits */
    IO_MONITOR_EVENT,
    IO_MONITOR_GONE /**< the device has been taken away */
} io_monitor_got;

/** Open a device file without taking it from others.
 *  @param node   "/dev/input/event5"
 *  @param error  out: errno when NULL comes back */
io_monitor *io_monitor_open(const char *node, hl_arena *arena, int *error);

/** @param monitor  NULL: nothing happens */
void io_monitor_close(io_monitor *monitor);

/** Axes in the order of their codes, without those of touch screens. */
int io_monitor_axis_count(const io_monitor *monitor);
io_monitor_axis io_monitor_axis_at(const io_monitor *monitor, int index);

/** Buttons in the order of their codes. */
int io_monitor_button_count(const io_monitor *monitor);
io_monitor_button io_monitor_button_at(const io_monitor *monitor, int index);

/** Whether it has a relative axis that is turned: REL_DIAL, REL_WHEEL, REL_HWHEEL. */
bool io_monitor_has_dial(const io_monitor *monitor);

/** Ranges by code of axis, ABS_CNT of them, for io_mapper_plug. */
const io_axis_range *io_monitor_ranges(const io_monitor *monitor);

/** To be waited for with poll(2): readable when events wait. */
int io_monitor_descriptor(const io_monitor *monitor);

/** The next change of an axis or a button; never waits. Changes that the kernel had to drop come as what is
 * different now. Repeats of keys are left out. */
io_monitor_got io_monitor_next(io_monitor *monitor, io_monitor_event *event);

/** Name of a code as bindings write it: "ABS_X", "BTN_TRIGGER", "0x12c" for codes without a name. */
void io_monitor_name(int type, int code, char name[IO_EVENT_NAME]);

#endif
