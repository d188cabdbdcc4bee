/* The keyboard as an operator: keys that are held move pedals and levers, keys that are pressed switch.
 * Controls are found by their names in the machine's file; keys for controls that it does not have do
 * nothing.
 *
 *   W S      throttle, brake (pedals: they come back)      A D    steering left, right
 *   T G      hand throttle up, down                        C      clutch
 *   R N B    forward, neutral, back                        E Q    gear up, down
 *   I K      loader up, down                               J L    bucket in, out
 *   P        parking brake on, off                         X      start the engine
 *   4        four-wheel drive: off, on, open centre        5 6    rear, front differential lock on, off
 */
#ifndef IO_KEYBOARD_H
#define IO_KEYBOARD_H

#include "auth/machine.h"
#include "xch/command.h"
#include "xch/ring.h"

typedef struct io_keyboard io_keyboard;

/** Bind the keys to a machine. NULL: out of memory.
 *  @param source  put into the commands */
io_keyboard *io_keyboard_new(const auth_machine *machine, int source, hl_arena *arena);

/** A key goes down or comes up.
 *  @param scancode  SDL_Scancode: the place on the keyboard, whatever is printed on it */
void io_keyboard_key(io_keyboard *keyboard, int scancode, bool down);

/** Let go of all keys: the window has lost them. */
void io_keyboard_release(io_keyboard *keyboard);

/** Move what moves and say what has changed.
 *  @param seconds   since the last call
 *  @param now       CLOCK_MONOTONIC [ns], for the commands
 *  @param commands  ring of xch_command; when it is full the rest follows with the next call
 *  @return commands pushed */
int io_keyboard_update(io_keyboard *keyboard, double seconds, int64_t now, xch_ring *commands);

/** Lines of help, one a key: "W, S: throttle, brake". NULL ends the list. */
const char *const *io_keyboard_help(void);

#endif
