/* Outcomes of attempts on their way into the store: reserved room, written beside the recording, imported. */
#include "store_internal.h"

#include "file/read.h"
#include "train/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Written under the second name, then renamed: a file with the first name is complete. During an attempt the
 * second one reserves room on the disk for the outcome. */
static const char waiting[] = "outcome.json", unfinished[] = "outcome.json.part";

enum {
    ROOM = 256 << 10 /* [bytes]: 420 events and 32 points with texts of 200 letters take 125 kB */
};

/* ---- writing ---- */

/* @return -1: errno says why not */
static int open_part(int folder, int flags)
{
    return openat(folder, unfinished, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flags, 0666);
}

/* Into the reserved room, which is cut only after the text is written. @return false: errno says why */
static bool write_synced(int folder, const char *text)
{
    const size_t length = strlen(text);
    const int file = open_part(folder, 0);
    return file >= 0 &&
           train_sync_close(file, file_write_all(file, text, length) && ftruncate(file, (off_t)length) == 0);
}

static bool write_whole(const char *folder, const char *text)
{
    if (!train_folder_make(folder)) return false;
    const int opened = train_folder_open(folder);
    return opened >= 0 && train_sync_close(opened, write_synced(opened, text) &&
                                                       renameat(opened, unfinished, opened, waiting) == 0);
}

bool train_spool_reserve(const char *folder, char *why)
{
    int trouble = 0;
    const int opened = train_folder_open(folder);
    const int file = opened < 0 ? -1 : open_part(opened, 0);
    if (file < 0) trouble = errno;
    if (file >= 0) trouble = posix_fallocate(file, 0, ROOM);
    if (trouble == EOPNOTSUPP || trouble == EINVAL) trouble = 0; /* the file system cannot reserve room */
    if (trouble && file >= 0) (void)unlinkat(opened, unfinished, 0);
    if (file >= 0) (void)close(file);
    if (opened >= 0) (void)close(opened);
    if (trouble) (void)snprintf(why, TRAIN_WHY, "%.300s/%s: %s", folder, unfinished, strerror(trouble));
    return trouble == 0;
}

void train_spool_release(const char *folder)
{
    const int opened = train_folder_open(folder);
    if (opened < 0) return;
    (void)unlinkat(opened, unfinished, 0);
    (void)close(opened);
}

hl_status train_spool_write(const char *folder, const train_outcome *outcome, char *why)
{
    hl_arena arena = {0};
    train_outcome back;
    char *text = train_spool_text(outcome);
    /* where memory was exhausted, the text lacks something and could not be parsed later */
    hl_status status = text ? train_spool_parse(text, &arena, &back) : HL_OUT_OF_MEMORY;
    hl_arena_free(&arena);
    if (status != HL_OK) {
        (void)snprintf(why, TRAIN_WHY, "%s", hl_status_text(status));
    } else if (!write_whole(folder, text)) {
        (void)snprintf(why, TRAIN_WHY, "%s/%s: %s", folder, waiting, strerror(errno));
        status = HL_IO_ERROR;
    }
    free(text);
    return status;
}

/* ---- import ---- */

/* @return NULL: it is missing or cannot be read */
static char *read_waiting(int folder, hl_arena *arena)
{
    int64_t size;
    file_bytes bytes;
    const int file = file_open_at(folder, waiting, FILE_OUTCOME, &size, NULL);
    return file >= 0 && file_read_open(file, size, arena, &bytes, NULL) == HL_OK ? bytes.data : NULL;
}

static hl_status end_attempt(train_store *store, int64_t attempt, const char *text, hl_arena *arena)
{
    char folder[TRAIN_PATH];
    train_outcome outcome;
    const hl_status status = train_spool_parse(text, arena, &outcome);
    if (status == HL_OK) return train_attempt_end(store, attempt, &outcome);
    train_attempt_folder(store->path, attempt, folder);
    return train_set_error(store, status, "%.300s/%s: %s", folder, waiting, hl_status_text(status));
}

typedef struct open_attempt {
    int64_t id;
    bool ended; /* its outcome is in the store */
    bool alive; /* its seat */
} open_attempt;

/* Remove an unfinished outcome of a killed seat, and the room that it reserved for its recording
 * (runtime/recording). */
static void clean_up(int folder)
{
    enum { BLOCK = 512 }; /* [bytes] that stat counts in */
    static const char recording[] = "recording.hlr";
    struct stat info;
    (void)unlinkat(folder, unfinished, 0);
    const int file = openat(folder, recording, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_blocks * BLOCK > info.st_size + ROOM)
        (void)ftruncate(file, info.st_size);
    (void)close(file);
}

/* @param taken  out: whether there was an outcome */
static hl_status import_outcome(train_store *store, const open_attempt *attempt, bool *taken)
{
    char folder[TRAIN_PATH];
    hl_arena arena = {0};
    hl_status status = HL_OK;
    train_attempt_folder(store->path, attempt->id, folder);
    const int opened = train_folder_open(folder);
    const char *text = opened < 0 || attempt->ended ? NULL : read_waiting(opened, &arena);
    *taken = text != NULL;
    if (text) status = end_attempt(store, attempt->id, text, &arena);
    /* if it stays: an attempt that has ended is not read again */
    if (text && status == HL_OK) (void)unlinkat(opened, waiting, 0);
    if (opened >= 0 && !attempt->alive) clean_up(opened);
    if (opened >= 0) (void)close(opened);
    hl_arena_free(&arena);
    return status;
}

static void read_open(query *q, hl_arena *arena, void *item)
{
    const train_seat seat = train_seat_read(q, 1);
    const bool ended = query_flag(q, 4);
    (void)arena;
    *(open_attempt *)item = (open_attempt){query_int(q, 0), ended, !ended && train_seat_is_alive(&seat)};
}

/* Attempts without a stored end, and the newest of the others: a seat may have been killed after its outcome
 * was stored and before it released the reserved room. */
static hl_status list_open(train_store *store, hl_arena *arena, open_attempt **list, int *count)
{
    query q = query_begin(store, "SELECT id, seat_pid, seat_start, seat_boot, seat_pid IS NULL FROM attempts "
                                 "WHERE seat_pid IS NOT NULL OR id > (SELECT max(id) FROM attempts) - 64 "
                                 "ORDER BY id");
    *list = query_list(&q, arena, sizeof **list, read_open, count);
    return query_end(&q);
}

hl_status train_spool_take(train_store *store, int *count)
{
    hl_arena arena = {0};
    open_attempt *list = NULL;
    int open = 0, taken = 0;
    hl_status status = list_open(store, &arena, &list, &open);
    for (int i = 0; i < open; i++) {
        bool found;
        const hl_status one = import_outcome(store, &list[i], &found);
        if (one != HL_OK) status = one;
        taken += found && one == HL_OK;
    }
    if (count) *count = taken;
    hl_arena_free(&arena);
    return status;
}
