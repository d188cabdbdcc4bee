/* The seat's side of the instructor's link: a thread that listens on a socket of the machine's own file
 * system. Whoever connects (`headland instructor`, which serves it to browsers) hears ten times a second how
 * the seat stands, and may speak. The seat never waits for the link: what cannot be sent is left out, what is
 * malformed or too long ends that connection, and whether anybody is there makes no difference to the drive.
 *
 * The protocol is lines of JSON, at most IO_LINK_LINE bytes each; docs/instructor.md describes them. All
 * functions are for the seat's main thread. */
#ifndef IO_INSTRUCTOR_H
#define IO_INSTRUCTOR_H

#include "xch/messages.h"
#include "xch/ring.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    IO_LINK_LINE = 65536, /**< bytes of a line at most */
    IO_LINK_TEXT = 256    /**< of a text in it, with its NUL */
};

/** A number that the link tells. */
typedef struct io_link_signal {
    const char *name, *unit, *meaning;
    int signal; /**< index in snapshots */
} io_link_signal;

/** Something that the instructor can break: a control `fault.NAME`. */
typedef struct io_link_fault {
    const char *name, *meaning;
    int control, signal; /**< its control; the signal `control.fault.NAME` that says how it stands */
} io_link_fault;

/** One of several to choose from. */
typedef struct io_link_option {
    const char *name, *text;
} io_link_option;

/** What the seat has. Copied by io_instructor_seat. */
typedef struct io_link_seat {
    const char *scenario, *title, *machine, *variants, *trainee;
    int signal_count, fault_count, pattern_count, exercise_count, task_count;
    const io_link_signal *signals;
    const io_link_fault *faults;
    const io_link_option *patterns;
    const io_link_option *exercises; /**< that may be loaded: path, title */
    const io_link_option *tasks;
    double step;  /**< of a tick [s] */
    bool picture; /**< it shows one: weather and time of day can be changed */
} io_link_seat;

/** How it stands besides its signals. Written by the seat's main thread, as often as it likes. */
typedef struct io_link_state {
    int64_t attempt; /**< of the results store; 0: none */
    double score;    /**< of 100; NaN: there is none */
    bool paused, ended;
    int32_t pattern;            /**< index */
    int32_t task;               /**< that is shown; -1: none */
    int32_t result;             /**< 0 goes on, 1 finished, -1 failed */
    double time_of_day;         /**< of the picture's light [h] */
    double cloud, rain;         /**< 0 to 1 */
    double visibility;          /**< [m] */
    double wind[2];             /**< [m/s] */
    char message[IO_LINK_TEXT]; /**< what the head-up display shows */
} io_link_state;

typedef struct io_instructor io_instructor;

/** Listen, and start the thread.
 *  @param path  of the socket; its folder is made, for the user alone; a socket of a seat that has gone is
 *               replaced
 *  @param why   out: why not, in words
 *  @return NULL: a living seat has it, or it cannot be made */
io_instructor *io_instructor_open(const char *path, char *why, size_t why_size);

/** Where the socket of a seat of this name is: $XDG_RUNTIME_DIR/headland/NAME.sock, else
 * /tmp/headland-UID/NAME.sock.
 *  @return false: the name is no plain word of 1 to 32 letters, digits, '-' and '_', or the path is too
 *          long */
bool io_instructor_path(const char *name, char *path, size_t size);

/** What it tells from now on, until the next call. Requests that wait are dropped.
 *  @param seat       NULL: nothing is driven; when the call returns, the thread does not look at the old
 *                    session's buffers any more
 *  @param snapshots  of the session, a reader of its own; NULL: none
 *  @param commands   ring of a source of the session, for the faults; NULL: none
 *  @param source     its index */
void io_instructor_seat(io_instructor *link, const io_link_seat *seat, xch_latest *snapshots,
                        xch_ring *commands, int source);

/** How it stands now; the next state that is told says so. */
void io_instructor_state(io_instructor *link, const io_link_state *state);

/** Something that happened, one line for the instructor's list.
 *  @param time  of the world [s] */
void io_instructor_event(io_instructor *link, double time, const char *kind, const char *text);

/** The next thing that the instructor asks for. @return false: nothing */
bool io_instructor_request(io_instructor *link, xch_director *request);

/** End the thread and all connections; the socket goes. */
void io_instructor_close(io_instructor *link);

#endif
