/* Lines from standard input while something else is looked after: answers to the questions of a dialogue. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>

enum { CONSOLE_LINE = 256 };

typedef struct console {
    char text[CONSOLE_LINE]; /**< read, not yet taken */
    int length;
    bool ended; /**< nothing more comes */
} console;

typedef enum console_got {
    CONSOLE_LINE_READ,
    CONSOLE_EVENT, /**< the descriptor can be read */
    CONSOLE_TIME,  /**< the time is over */
    CONSOLE_END    /**< the input has ended, or the user has asked to end (interrupt.h) */
} console_got;

/** Wait for a line, for a descriptor, or for a time.
 *  @param descriptor    -1: none
 *  @param milliseconds  -1: no limit; with a limit no line is read
 *  @param line          out: without its end and the spaces around; NULL with a limit */
console_got console_wait(console *from, int descriptor, int milliseconds, char line[CONSOLE_LINE]);

#endif
