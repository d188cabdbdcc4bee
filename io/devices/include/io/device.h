/* Input devices of the system: which there are, and one opened to look at it. */
#ifndef IO_DEVICE_H
#define IO_DEVICE_H

#include "auth/bindings.h"
#include "hl/arena.h"
#include "io/mapper.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- device ---- */

/* Input devices as the system has them: which there are, and why one cannot be opened. */

enum {
    IO_NAME = 128, /**< bytes of a name, with its NUL */
    IO_LISTED = 64 /**< devices of a list at most */
};

/** An event device. What it is follows from what it can send, not from what udev calls it: pedals without a
 * button are an accelerometer there. Of "keyboard" and "other" (mice, touchpads, buttons of the case) are
 * those that no operator holds: they are listed as far as there is room, and bound only where a match names
 * their id or name. */
typedef struct io_device_info {
    char node[64]; /**< "/dev/input/event5" */
    char name[IO_NAME], phys[IO_NAME], unique[IO_NAME];
    int bus, vendor, product, version;
    const char *type; /**< "wheel", "gamepad", "joystick", "pedals", "panel", "keyboard", "other" */
    int axis_count, button_count;
    uint64_t axes; /**< the absolute ones that it has: a bit a code, ABS_X is the lowest */
    bool force;    /**< it can push */
    int error;     /**< errno of opening it; 0: it can be opened */
    int instance;  /**< among those of the same id and name, in the order of their ports, from 1 */
} io_device_info;

/** All devices that there are, in the order of their ports.
 *  @param error  out: why nothing can be listed: udev is not there
 *  @return their number, at most IO_LISTED; -1: see error */
int io_device_list(io_device_info list[IO_LISTED], char *error, size_t error_size);

/** How closely a match speaks of one device: a port before an id before a name before a type; 0: it is not
 * what the match wants. */
int io_device_rank(const io_device_info *info, const auth_match *match);

/** Files of bindings: `own` of the `count` are the user's, and stand first. */
typedef struct io_binding_files {
    const io_bindings *const *files;
    int count, own;
} io_binding_files;

/** What binds a device. */
typedef struct io_choice {
    const io_device_bindings *device; /**< NULL: no file speaks of it */
    int file;                         /**< index of its file */
    bool generic; /**< a shipped profile that knows the type alone: io_mapper_hold_back applies */
} io_choice;

/** The bindings of a device: what the user's own files say of it goes before all others; among those of equal
 * right the highest rank decides, then the order. Of generic bindings, in the order of `instance`, the first
 * is taken whose levers no other device moves: two different sticks are two hands. One that binds no axis
 * which the device has is left out.
 *  @param others  what other devices that are there have taken */
io_choice io_device_choose(const io_device_info *info, const io_binding_files *files,
                           const io_device_bindings *const *others, int other_count);

/** Likewise for all devices of a list together: first those that profiles know, then the others in the order
 * of their ports. */
void io_device_choose_all(const io_device_info *list, int count, const io_binding_files *files,
                          io_choice *choices);

/** Why a device cannot be opened and what helps: "permission denied: add the user to the group input, or
 * install 70-headland.rules". */
void io_device_advice(int error, char *text, size_t size);

/* ---- monitor ---- */

/* One input device, opened to look at it: its axes and buttons with their names, where they are, and what
 * changes. For the commands that monitor and calibrate; who drives uses io/devices.h. */

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
