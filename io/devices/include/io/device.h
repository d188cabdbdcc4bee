/* Input devices as the system has them: which there are, and why one cannot be opened. */
#ifndef IO_DEVICE_H
#define IO_DEVICE_H

#include "auth/bindings.h"
#include "io/mapper.h"

#include <stdbool.h>
#include <stddef.h>

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
    bool force;   /**< it can push */
    int error;    /**< errno of opening it; 0: it can be opened */
    int instance; /**< among those of the same id and name, in the order of their ports, from 1 */
} io_device_info;

/** All devices that there are, in the order of their ports.
 *  @param error  out: why nothing can be listed: udev is not there
 *  @return their number, at most IO_LISTED; -1: see error */
int io_device_list(io_device_info list[IO_LISTED], char *error, size_t error_size);

/** How closely a match speaks of one device: a port before an id before a name before a type; 0: it is not
 * what the match wants. */
int io_device_rank(const io_device_info *info, const auth_match *match);

/** The bindings of a device: what the user's own files say of it goes before all others; among those of equal
 * right the highest rank decides, then the order.
 *  @param files  `own` of the `count` are the user's, and stand first
 *  @param file   out: index of the file; NULL: not wanted
 *  @return NULL: no file speaks of it */
const io_device_bindings *io_device_choose(const io_device_info *info, const io_bindings *const *files,
                                           int count, int own, int *file);

/** Why a device cannot be opened and what helps: "permission denied: add the user to the group input, or
 * install 70-headland.rules". */
void io_device_advice(int error, char *text, size_t size);

#endif
