/* What device tests sit at: a machine with some controls, bindings, the devices of a mock test bed, and the
 * ends of the rings that a session would read. */
#ifndef DESK_H
#define DESK_H

#include "support/check.h"

#include "auth/bindings.h"
#include "io/devices.h"
#include "mock.h"
#include "xch/messages.h"

enum {
    DESK_CONTROLS = 64, /* of a machine, at most */
    DESK_WAIT = 5000    /* [ms] until a test gives up: far beyond any delay of a busy machine */
};

typedef struct desk {
    hl_arena arena;
    const auth_machine *machine;
    io_devices *devices;
    int own; /* of the files, the first so many are the user's */
    xch_ring *rings[IO_SLOTS], *samples;
    /* what has come out of the rings */
    double values[DESK_CONTROLS];
    int64_t times[DESK_CONTROLS];
    int slots[DESK_CONTROLS]; /* that moved it last; -1: none */
    int sets[IO_SLOTS], alive[IO_SLOTS], lost[IO_SLOTS];
    xch_command_kind last[IO_SLOTS];
} desk;

/** Bindings of a text, for a machine. Fails the test when they are refused. */
const io_bindings *desk_bindings(const char *text, const auth_machine *machine, hl_arena *arena);

/** Open the devices and join, with one file of bindings, which is the user's.
 *  @param capacity  of each ring */
void desk_open(desk *d, const auth_machine *machine, const io_bindings *bindings, unsigned capacity);

/** Likewise with several files of bindings, of which d->own are the user's; the list lives until desk_close.
 */
void desk_open_all(desk *d, const auth_machine *machine, const io_bindings *const *bindings, int count,
                   unsigned capacity);

/** Join anew with new rings, as a drive that begins again does. */
void desk_join(desk *d, unsigned capacity);

void desk_close(desk *d);

/** Take out all that is in the rings. */
void desk_read(desk *d);

int desk_control(const desk *d, const char *name);

/** Wait until a control is said to be there. Fails the test when it does not come.  */
void desk_await(desk *d, const char *control, double value, double tolerance);

/** Wait until it is true, reading meanwhile. */
#define DESK_AWAIT(d, condition)                                                                             \
    do {                                                                                                     \
        for (int wait_ms_ = 0; desk_read(d), !(condition); wait_ms_++) {                                     \
            if (wait_ms_ > DESK_WAIT) fail_msg("never came: %s", #condition);                                \
            desk_sleep(1);                                                                                   \
        }                                                                                                    \
    } while (0)

void desk_sleep(int milliseconds);

/** Wait for news that contain a text. */
void desk_await_news(desk *d, const char *text);

#endif
