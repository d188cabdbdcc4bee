/* telemetry.csv, written by a separate thread. A row is assembled in memory and written at once, so that the
 * file on a full disk ends with a complete row. */
#include "rt/telemetry.h"

#include "loop/worker.h"
#include "recording/refuse.h"
#include "telemetry/telemetry_file.h"
#include "xch/ring.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

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
    rt_telemetry_file file;
    bool packed;
    double *popped;
    int64_t written, waiting; /* rows in the file, and printed rows that are not there yet */
    int trouble;              /* errno of the first failure */
};

/* ---- the thread ---- */

/* Everything up to here has been handed to the system, or waits for a frame, or the file ends where it ended
 * before. */
static void flush(rt_telemetry *t, int64_t rows, bool last)
{
    bool done;
    t->waiting += rows;
    t->trouble = rt_telemetry_file_put(&t->file, last, &done);
    if (t->trouble) {
        atomic_store_explicit(&t->failed, true, memory_order_relaxed);
    } else if (done) {
        t->written += t->waiting;
        t->waiting = 0;
    }
}

static void print_row(rt_telemetry *t)
{
    (t->packed ? rt_csv_short_row : rt_csv_row)(t->file.rows, t->popped[0], t->popped + 1, t->signals,
                                                t->column_count);
}

static void work(void *of)
{
    enum { BATCH = 16 }; /* rows: rows that a full disk swallows at most */
    rt_telemetry *t = of;
    int64_t rows = 0;
    while (!t->trouble && xch_ring_pop(t->rows, t->popped)) {
        print_row(t);
        if (++rows < BATCH) continue;
        flush(t, rows, false);
        rows = 0;
    }
    if (!t->trouble && rows > 0) flush(t, rows, false);
}

/* ---- opening ---- */

static bool take_memory(rt_telemetry *t, const rt_telemetry_setup *setup, double step, hl_arena *arena)
{
    const double seconds = setup->ring_seconds > 0.0 ? setup->ring_seconds : default_ring;
    const double rows = ceil(seconds / (step * t->every));
    const size_t row = sizeof(double) * (size_t)(t->signal_count + 1);
    const double most = 1 << 20; /* rows */
    t->path = hl_arena_text(arena, setup->path);
    t->signals = HL_NEW(arena, int, t->signal_count);
    t->row = hl_arena_take(arena, 1, row);
    t->popped = hl_arena_take(arena, 1, row);
    t->rows = xch_ring_new(arena, row, (unsigned)fmax(1.0, fmin(rows, most)));
    return !hl_arena_failed(arena);
}

static hl_status begin_file(rt_telemetry *t, const world_machine *machine, char *why)
{
    const int opened = rt_telemetry_file_open(&t->file, t->path, t->packed);
    if (opened) return rt_set_error(HL_IO_ERROR, why, "%s", strerror(opened));
    rt_csv_header(t->file.rows, machine, t->signals, t->column_count);
    flush(t, 0, true);
    if (!t->trouble && rt_worker_start(&t->worker, work, t)) return HL_OK;
    (void)rt_telemetry_file_close(&t->file, false);
    return rt_set_error(HL_IO_ERROR, why, "%s",
                        t->trouble ? strerror(t->trouble) : "the writing thread cannot be started");
}

hl_status rt_telemetry_open(const rt_telemetry_setup *setup, const world_machine *machine, hl_arena *arena,
                            rt_telemetry **telemetry, char *why)
{
    rt_telemetry *t = HL_NEW(arena, rt_telemetry, 1);
    *telemetry = NULL;
    why[0] = '\0';
    if (!t) return rt_out_of_memory(why);
    t->packed = setup->packed;
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

bool rt_telemetry_is_due(const rt_telemetry *telemetry, int64_t tick)
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

int64_t rt_telemetry_free_places(const rt_telemetry *t)
{
    if (atomic_load_explicit(&t->failed, memory_order_relaxed)) return INT64_MAX;
    return xch_ring_free_places(t->rows);
}

/* ---- closing ---- */

void rt_telemetry_close(rt_telemetry *t, rt_telemetry_outcome *outcome)
{
    rt_worker_stop(&t->worker);
    if (!t->trouble) flush(t, 0, true);
    const int closed = rt_telemetry_file_close(&t->file, t->trouble != 0);
    if (!t->trouble) t->trouble = closed;
    *outcome = (rt_telemetry_outcome){.rows = t->written, .dropped = t->dropped};
    if (t->trouble)
        snprintf(outcome->why, sizeof outcome->why, "%.200s: %.200s; it ends after %" PRId64 " rows", t->path,
                 strerror(t->trouble), t->written);
}
