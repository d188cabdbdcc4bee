/* The list of keys, made from bindings. */
#ifndef IO_KEYBOARD_HELP_H
#define IO_KEYBOARD_HELP_H

#include "io/bindings.h"

enum { HELP_LINE = 160 };

typedef struct keyboard_help {
    char (*text)[HELP_LINE];   /**< a line a button at most, and the last */
    const char **lines;        /**< NULL ends them */
    char unreached[HELP_LINE]; /**< names of controls for the last line; "": there is none */
} keyboard_help;

/** Room for the help of a device. @return false: out of memory */
bool keyboard_help_new(keyboard_help *help, const io_device_bindings *device, hl_arena *arena);

/** Write the lines. Keys of the same text share one; what this machine has not is left out.
 *  @param pattern  of the machine: what its levers move */
void keyboard_help_write(keyboard_help *help, const io_device_bindings *device, const auth_machine *machine,
                         int pattern);

#endif
