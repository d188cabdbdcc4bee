/* Input devices as the system has them: which there are, and why one cannot be opened. */
#ifndef IO_DEVICE_H
#define IO_DEVICE_H

#include "auth/bindings.h"
#include "io/mapper.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
