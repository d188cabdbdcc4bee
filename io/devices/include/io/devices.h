/* The devices of an operator, and the keyboard of the window as one of them. */
#ifndef IO_DEVICES_H
#define IO_DEVICES_H

#include "io/bindings.h"
#include "io/device.h"
#include "io/mapper.h"
#include "xch/messages.h"
#include "xch/ring.h"
#include "xch/snapshot.h"

/* ---- keyboard ---- */

/* The keyboard of the window as an operator: a device like others, whose bindings
 * (assets/devices/keyboard.yaml) say what its keys move. Its events come from the window instead of from a
 * device file. For one thread. */

typedef struct io_keyboard io_keyboard;

/** Bind the keys to a machine.
 *  @param machine  lives as long as the keyboard
 *  @param device   bindings of KEY_* events; likewise
 *  @param source   put into the commands
 *  @return NULL when memory is exhausted */
io_keyboard *io_keyboard_new(const auth_machine *machine, const io_device_bindings *device, int source,
                             hl_arena *arena);

/** A key goes down or comes up.
 *  @param scancode  SDL_Scancode: the place on the keyboard, whatever is printed on it */
void io_keyboard_key(io_keyboard *keyboard, int scancode, bool down);

/** Let go of all keys: the window has lost them. */
void io_keyboard_release(io_keyboard *keyboard);

/** A new session begins, or one had lost the keyboard: say what is held once more, as io_mapper_repeat does.
 *  @param source  put into the commands from now on */
void io_keyboard_repeat(io_keyboard *keyboard, int source);

/** Choose the pattern of the machine by its index. Lines of help follow. */
void io_keyboard_pattern(io_keyboard *keyboard, int pattern);

/** Move what moves and say what has changed. A control is said once a call: a press and its release are then
 * in two calls, so that the world sees both.
 *  @param seconds   since the last call
 *  @param now       CLOCK_MONOTONIC [ns], for the commands
 *  @param commands  ring of xch_command; when it is full the rest follows with the next call
 *  @return commands pushed */
int io_keyboard_update(io_keyboard *keyboard, double seconds, int64_t now, xch_ring *commands);

/** An action of the program that a key has asked for, as of the last update. @return false: there is none */
bool io_keyboard_action(io_keyboard *keyboard, io_action *action);

/** Lines of help in the order of the bindings: "W S  throttle, brake". Keys and text are at least two blanks
 * apart; NULL ends the list. It lives as long as the keyboard; the texts change with the pattern. */
const char *const *io_keyboard_help(const io_keyboard *keyboard);

/** Set the last line of the help: controls that no input reaches, "drive, blade"; "": there is no such line.
 */
void io_keyboard_unreached(io_keyboard *keyboard, const char *names);

/** Name of a key that brings a control to a value, "P"; NULL: there is none, or only with another key. */
const char *io_keyboard_key_for(const io_keyboard *keyboard, int control, double value);

/* ---- devices ---- */

/* The devices of an operator: a thread that waits for events of all bound devices, maps them, and sends what
 * moves to the physics, one ring a device. Devices come and go while it runs.
 *
 *   devices = io_devices_open(&setup, arena, error, sizeof error);
 *   for each session: io_devices_join(devices, links); ... io_devices_leave(devices);
 *   io_devices_close(devices);
 *
 * Where nothing else is said functions are for the thread that opened them. */

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
