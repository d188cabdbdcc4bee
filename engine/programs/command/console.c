#include "console.h"

#include "interrupt.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static void trim(const char *from, int length, char line[CONSOLE_LINE])
{
    while (length > 0 && isspace((unsigned char)*from)) {
        from++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)from[length - 1])) length--;
    memcpy(line, from, (size_t)length);
    line[length] = '\0';
}

/* A line that is too long ends where the room does. */
static bool take_line(console *from, char line[CONSOLE_LINE])
{
    const char *newline = memchr(from->text, '\n', (size_t)from->length);
    const bool whole = newline || from->length == CONSOLE_LINE - 1 || (from->ended && from->length > 0);
    if (!whole) return false;
    const int length = newline ? (int)(newline - from->text) : from->length;
    const int taken = newline ? length + 1 : length;
    trim(from->text, length, line);
    from->length -= taken;
    memmove(from->text, from->text + taken, (size_t)from->length);
    return true;
}

static void read_more(console *from)
{
    const ssize_t got =
        read(STDIN_FILENO, from->text + from->length, (size_t)(CONSOLE_LINE - 1 - from->length));
    if (got > 0) from->length += (int)got;
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) from->ended = true;
}

console_got console_wait(console *from, int descriptor, int milliseconds, char line[CONSOLE_LINE])
{
    for (;;) {
        const bool wants_line = milliseconds < 0;
        if (interrupt_asked()) return CONSOLE_END;
        if (wants_line && take_line(from, line)) return CONSOLE_LINE_READ;
        if (wants_line && from->ended) return CONSOLE_END;
        struct pollfd waited[2] = {{.fd = descriptor, .events = POLLIN},
                                   {.fd = wants_line ? STDIN_FILENO : -1, .events = POLLIN}};
        const int ready = poll(waited, 2, milliseconds);
        if (ready == 0) return CONSOLE_TIME;
        if (ready < 0) continue;
        if (waited[0].revents) return CONSOLE_EVENT;
        read_more(from);
    }
}
