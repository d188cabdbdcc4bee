/* telemetry.csv, written by a thread of its own. A row is put together in memory and written whole, so that
 * what a full disk leaves ends with a whole row. */
#include "rt/telemetry.h"

#include "loop/worker.h"
#include "recording/refuse.h"
#include "xch/ring.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_EVERY = 10 };
static const double default_ring = 60.0; /* [s] a disk may stall so long */

struct rt_telemetry {
    const char *path;
    int signal_count, column_count, every;
    int *signals; /* the columns beside the time */
    /* the loop's */
    int64_t first, dropped;
    double *row; /* time, then the signals; being filled */
    /* between them */
    xch_ring *rows;
    atomic_bool failed; /* from the thread to the loop: no row is written any more. Publishes nothing else */
    /* the thread's */
    rt_worker worker;
    FILE *file;
    double *popped;
    int64_t written;
    off_t whole; /* bytes of whole rows in the file */
    int trouble; /* errno of the first failure */
};

/* ---- the thread ---- */

/* Everything up to here has been handed to the system, or the file ends where it ended before. */
static void flush(rt_telemetry *t, int64_t rows)
{
    errno = 0;
    if (fflush(t->file) == 0 && !ferror(t->file)) {
        t->written += rows;
        t->whole = ftello(t->file); /* -1 of a pipe: it is never cut */
        return;
    }
    t->trouble = errno ? errno : EIO;
    atomic_store_explicit(&t->failed, true, memory_order_relaxed);
}

static void work(void *of)
{
    enum { BATCH = 16 }; /* rows: rows that a full disk swallows at most */
    rt_telemetry *t = of;
    int64_t rows = 0;
    while (!t->trouble && xch_ring_pop(t->rows, t->popped)) {
        rt_csv_row(t->file, t->popped[0], t->popped + 1, t->signals, t->column_count);
        if (++rows < BATCH) continue;
        flush(t, rows);
        rows = 0;
    }
    if (!t->trouble && rows > 0) flush(t, rows);
}

/* ---- opening ---- */

static bool take_memory(rt_telemetry *t, const rt_telemetry_setup *setup, double step, hl_arena *arena)
{
    const double seconds = setup->ring_seconds > 0.0 ? setup->ring_seconds : default_ring;
    const double rows = ceil(seconds / (step * t->every));
    const size_t row = sizeof(double) * (size_t)(t->signal_count + 1);
    const double most = 1 << 20; /* rows */
    t->path = hl_arena_string(arena, setup->path, strlen(setup->path));
    t->signals = HL_NEW(arena, int, t->signal_count);
    t->row = hl_arena_take(arena, 1, row);
    t->popped = hl_arena_take(arena, 1, row);
    t->rows = xch_ring_new(arena, row, (unsigned)fmax(1.0, fmin(rows, most)));
    if (!t->path || !t->signals || !t->row || !t->popped || !t->rows) return false;
    return true;
}

static hl_status begin_file(rt_telemetry *t, const world_machine *machine, char *why)
{
    t->file = fopen(t->path, "w");
    if (!t->file) return rt_refuse(HL_IO_ERROR, why, "%s", strerror(errno));
    rt_csv_header(t->file, machine, t->signals, t->column_count);
    flush(t, 0);
    if (!t->trouble && rt_worker_start(&t->worker, work, t)) return HL_OK;
    (void)fclose(t->file);
    return rt_refuse(HL_IO_ERROR, why, "%s",
                     t->trouble ? strerror(t->trouble) : "its thread cannot be started");
}

hl_status rt_telemetry_open(const rt_telemetry_setup *setup, const world_machine *machine, hl_arena *arena,
                            rt_telemetry **telemetry, char *why)
{
    rt_telemetry *t = HL_NEW(arena, rt_telemetry, 1);
    *telemetry = NULL;
    why[0] = '\0';
    if (!t) return rt_out_of_memory(why);
    t->every = setup->every > 0 ? setup->every : DEFAULT_EVERY;
    t->signal_count = world_signal_count(machine);
    t->first = world_machine_tick(machine);
    atomic_init(&t->failed, false);
    if (!take_memory(t, setup, world_machine_step_size(machine), arena)) return rt_out_of_memory(why);
    t->column_count = rt_csv_columns(machine, t->signals);
    const hl_status status = begin_file(t, machine, why);
    if (status == HL_OK) *telemetry = t;
    return status;
}

/* ---- the loop ---- */

bool rt_telemetry_due(const rt_telemetry *telemetry, int64_t tick)
{
    return (tick - telemetry->first) % telemetry->every == 0;
}

void rt_telemetry_row(rt_telemetry *t, double time, const double *values)
{
    if (atomic_load_explicit(&t->failed, memory_order_relaxed)) return;
    t->row[0] = time;
    memcpy(t->row + 1, values, (size_t)t->signal_count * sizeof *values);
    t->dropped += !xch_ring_push(t->rows, t->row);
}

int64_t rt_telemetry_room(const rt_telemetry *t)
{
    if (atomic_load_explicit(&t->failed, memory_order_relaxed)) return INT64_MAX;
    return xch_ring_room(t->rows);
}

/* ---- closing ---- */

/* Cut off what a failed write left; the stream's own rest must not follow it. */
static void close_file(rt_telemetry *t)
{
    const int file = dup(fileno(t->file));
    errno = 0;
    if (fclose(t->file) != 0 && !t->trouble) t->trouble = errno ? errno : EIO;
    if (file < 0) return;
    if (t->trouble && t->whole >= 0 && ftruncate(file, t->whole) != 0 && errno != EINVAL) t->trouble = errno;
    (void)close(file);
}

void rt_telemetry_close(rt_telemetry *t, rt_telemetry_outcome *outcome)
{
    rt_worker_stop(&t->worker);
    close_file(t);
    *outcome = (rt_telemetry_outcome){.rows = t->written, .dropped = t->dropped};
    if (t->trouble)
        snprintf(outcome->why, sizeof outcome->why, "%.200s: %.200s; it ends after %" PRId64 " rows", t->path,
                 strerror(t->trouble), t->written);
}
