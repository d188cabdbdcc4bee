/* The devices of an operator: a thread that waits for events of all bound devices, maps them, and sends what
 * moves to the physics, one ring a device. Devices come and go while it runs.
 *
 *   devices = io_devices_open(&setup, arena, error, sizeof error);
 *   for each session: io_devices_join(devices, links); ... io_devices_leave(devices);
 *   io_devices_close(devices);
 *
 * Where nothing else is said functions are for the thread that opened them. */
#ifndef IO_DEVICES_H
#define IO_DEVICES_H

#include "io/device.h"
#include "io/mapper.h"
#include "xch/ring.h"
#include "xch/sample.h"

typedef struct io_devices io_devices;

/** A signal of the machine's samples that drives forces; -1: there is none. */
typedef struct io_force_inputs {
    int torque; /**< on the steering, to the left, in the unit of the setup's full_torque */
    int engine; /**< its speed [rad/s] */
    int speed;  /**< of the vehicle [m/s] */
} io_force_inputs;

typedef struct io_devices_setup {
    const auth_machine *machine;
    const io_bindings *const *bindings; /**< files, see io_device_choose */
    int bindings_count, own_count;
    int pattern;        /**< of the machine */
    double full_torque; /**< at which a wheel pushes with all that it can, in the signal's unit; 0: it never
                           does */
    io_force_inputs force;
} io_devices_setup;

/** Where a slot's commands go: the session's ring and source. */
typedef struct io_device_link {
    xch_ring *commands; /**< of xch_command */
    int source;
} io_device_link;

/** What people should know: "wheel: Logitech G29 is there", "pedals are gone". */
typedef struct io_news {
    char text[200];
} io_news;

/** Start the thread; devices that are there are opened before it returns.
 *  @param error  out: why not
 *  @return NULL: there is no udev, no memory, or no thread */
io_devices *io_devices_open(const io_devices_setup *setup, hl_arena *arena, char *error, size_t error_size);

/** Send to a session from now on; what every device holds is said first.
 *  @param links    IO_SLOTS of them, one a slot
 *  @param samples  ring of xch_sample for forces; NULL: none */
void io_devices_join(io_devices *devices, const io_device_link links[IO_SLOTS], xch_ring *samples);

/** Send nothing any more: the rings go. */
void io_devices_leave(io_devices *devices);

/** Choose the pattern. From any thread. */
void io_devices_pattern(io_devices *devices, int pattern);

/** Devices that are bound and there now. From any thread. */
int io_devices_count(const io_devices *devices);

/** Name of the binding in a slot, from 0: "wheel"; "" when it was never taken. From any thread. */
const char *io_devices_name(const io_devices *devices, int index);

/** The bindings in a slot while its device is there, from 0; NULL: none. From any thread. */
const io_device_bindings *io_devices_bindings(const io_devices *devices, int index);

/** The next piece of news; one reader. @return false: there is none */
bool io_devices_news(io_devices *devices, io_news *news);

/** The next action of the program that a button asked for; one reader. @return false: there is none */
bool io_devices_action(io_devices *devices, io_action *action);

/** End the thread, let go of all devices, forces off. */
void io_devices_close(io_devices *devices);

#endif
