/* The keyboard of the window as an operator: a device like others, whose bindings
 * (assets/devices/keyboard.yaml) say what its keys move. Its events come from the window instead of from a
 * device file. For one thread. */
#ifndef IO_KEYBOARD_H
#define IO_KEYBOARD_H

#include "io/bindings.h"
#include "xch/command.h"
#include "xch/ring.h"

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

#endif
