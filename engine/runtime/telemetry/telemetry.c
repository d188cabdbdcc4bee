/* telemetry.csv, written by a separate thread. A row is assembled in memory and written at once, so that the
 * file on a full disk ends with a complete row. */
#include "rt/telemetry.h"

#include "file/read.h"
#include "hl/csv.h"
#include "loop/worker.h"
#include "recording/recording_format.h"
#include "xch/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

/* ---- rows as text ---- */

int rt_csv_columns(const world_machine *machine, int *signals)
{
    int count = 0;
    for (int i = 0; i < world_signal_count(machine); i++)
        if (strcmp(world_signal_info(machine, i).name, "time") != 0) signals[count++] = i;
    return count;
}

void rt_csv_header(FILE *file, const world_machine *machine, const int *signals, int count)
{
    fputs("time", file);
    for (int i = 0; i < count; i++) {
        fputc(',', file);
        hl_csv_text(file, world_signal_info(machine, signals[i]).name);
    }
    fputs("\n# s", file);
    for (int i = 0; i < count; i++) {
        fputc(',', file);
        hl_csv_text(file, world_signal_info(machine, signals[i]).unit);
    }
    fputc('\n', file);
}

static void write_row(FILE *file, int digits, double time, const double *values, const int *signals,
                      int count)
{
    fprintf(file, "%.*g", digits, time);
    for (int i = 0; i < count; i++) fprintf(file, ",%.*g", digits, values[signals[i]]);
    fputc('\n', file);
}

void rt_csv_row(FILE *file, double time, const double *values, const int *signals, int count)
{
    enum { EXACT = 17 };
    write_row(file, EXACT, time, values, signals, count);
}

void rt_csv_short_row(FILE *file, double time, const double *values, const int *signals, int count)
{
    enum { SHORT = 9 };
    write_row(file, SHORT, time, values, signals, count);
}

/* ---- files ---- */

/* A telemetry file: plain or compressed rows. */
typedef struct rt_telemetry_file {
    FILE *rows;     /* destination of printed rows: the file itself, or memory */
    off_t whole;    /* bytes of whole rows or frames in the file; -1: a pipe, which cannot be cut */
    int descriptor; /* descriptor of a packed file; -1: not packed */
    char *text;     /* printed, not yet packed */
    size_t size, used;
    void *packer; /* of zstd */
    unsigned char *packed;
    size_t room;
} rt_telemetry_file;

/* Compressed telemetry is a sequence of zstd frames (RFC 8878), each of complete lines: any zstd tool unpacks
 * the file, and a truncated file is valid up to its last complete frame. */

enum {
    FRAME = 128 << 10, /* [bytes] of rows in a frame: about a second, which a kill loses at most */
    LEVEL = 1          /* higher ones save 2 % */
};

static int open_packed(rt_telemetry_file *file, const char *path)
{
    file->room = ZSTD_compressBound(2 * (size_t)FRAME);
    file->packer = ZSTD_createCCtx();
    file->packed = malloc(file->room);
    file->rows = open_memstream(&file->text, &file->size);
    if (!file->packer || !file->packed || !file->rows) return ENOMEM;
    file->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return file->descriptor < 0 ? errno : 0;
}

static void release(rt_telemetry_file *file)
{
    ZSTD_freeCCtx(file->packer);
    free(file->packed);
    free(file->text);
    *file = (rt_telemetry_file){.descriptor = -1};
}

/* @return 0, or the error number */
static int open_file(rt_telemetry_file *file, const char *path, bool packed)
{
    int trouble = 0;
    *file = (rt_telemetry_file){.descriptor = -1};
    if (packed)
        trouble = open_packed(file, path);
    else if (!(file->rows = fopen(path, "w")))
        trouble = errno;
    if (!trouble) return 0;
    if (file->rows) (void)fclose(file->rows);
    release(file);
    return trouble;
}

/* Write the printed lines as one frame; a long batch enlarges the buffer. */
static int put_frame(rt_telemetry_file *file)
{
    const size_t bound = ZSTD_compressBound(file->used);
    if (bound > file->room) {
        unsigned char *larger = realloc(file->packed, bound);
        if (!larger) return ENOMEM;
        file->packed = larger;
        file->room = bound;
    }
    const size_t size =
        ZSTD_compressCCtx(file->packer, file->packed, file->room, file->text, file->used, LEVEL);
    if (ZSTD_isError(size)) return ENOMEM;
    if (!file_write_all(file->descriptor, file->packed, size)) return errno;
    file->whole += (off_t)size;
    return 0;
}

static int put_packed(rt_telemetry_file *file, bool last, bool *done)
{
    errno = 0;
    if (fflush(file->rows) != 0) return errno ? errno : ENOMEM;
    file->used = (size_t)ftello(file->rows);
    *done = file->used == 0;
    if (*done || (file->used < FRAME && !last)) return 0;
    const int trouble = put_frame(file);
    rewind(file->rows);
    *done = !trouble;
    return trouble;
}

/* Write the printed rows to the file. Packed rows wait until there are enough for a frame, or for the last
 * call.
 * @param done  out: no rows are pending
 * @return 0, or the error number: close_file then cuts the file to its previous end */
static int put_rows(rt_telemetry_file *file, bool last, bool *done)
{
    if (file->descriptor >= 0) return put_packed(file, last, done);
    errno = 0;
    *done = fflush(file->rows) == 0 && !ferror(file->rows);
    if (!*done) return errno ? errno : EIO;
    file->whole = ftello(file->rows);
    return 0;
}

/* @param cut  true: cut the file after the last whole row. @return 0, or the error number */
static int close_file(rt_telemetry_file *file, bool cut)
{
    int trouble = 0;
    const int descriptor = file->descriptor >= 0 ? file->descriptor : dup(fileno(file->rows));
    errno = 0;
    if (fclose(file->rows) != 0) trouble = errno ? errno : EIO;
    cut = (cut || trouble) && file->whole >= 0;
    if (descriptor >= 0 && cut && ftruncate(descriptor, file->whole) != 0 && errno != EINVAL) trouble = errno;
    if (descriptor >= 0 && close(descriptor) != 0 && !trouble) trouble = errno;
    release(file);
    return trouble;
}

/* ---- telemetry ---- */

enum { DEFAULT_EVERY = 10 };
static const double default_ring = 60.0; /* [s] longest stall of a disk */

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
    int64_t written, waiting; /* rows in the file, and printed rows not yet in it */
    int trouble;              /* errno of the first failure */
};

/* ---- the thread ---- */

/* Write the printed rows; on an error the file keeps its previous end. */
static void flush(rt_telemetry *t, int64_t rows, bool last)
{
    bool done = false;
    t->waiting += rows;
    t->trouble = put_rows(&t->file, last, &done);
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
    enum { BATCH = 16 }; /* rows: most rows lost on a full disk */
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
    const int opened = open_file(&t->file, t->path, t->packed);
    if (opened) return rt_set_error(HL_IO_ERROR, why, "%s", strerror(opened));
    rt_csv_header(t->file.rows, machine, t->signals, t->column_count);
    flush(t, 0, true);
    if (!t->trouble && rt_worker_start(&t->worker, work, t)) return HL_OK;
    (void)close_file(&t->file, false);
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
    const int closed = close_file(&t->file, t->trouble != 0);
    if (!t->trouble) t->trouble = closed;
    *outcome = (rt_telemetry_outcome){.rows = t->written, .dropped = t->dropped};
    if (t->trouble)
        snprintf(outcome->why, sizeof outcome->why, "%.200s: %.200s; it ends after %" PRId64 " rows", t->path,
                 strerror(t->trouble), t->written);
}
