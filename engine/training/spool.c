#include "train/spool.h"

#include "query.h"
#include "spool_text.h"
#include "store_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Written under another name first: a file with this name is whole. */
static const char waiting[] = "outcome.json", unfinished[] = "outcome.json.part";

enum { PATH = TRAIN_PATH + sizeof unfinished + 1 };

/* ---- writing ---- */

/* @return false: errno says why */
static bool write_synced(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    const bool written = fputs(text, file) >= 0 && fflush(file) == 0 && fsync(fileno(file)) == 0;
    const int trouble = errno; /* the first reason counts */
    if (fclose(file) == 0 && written) return true;
    if (!written) errno = trouble;
    return false;
}

static bool write_whole(const char *folder, const char *text)
{
    char path[PATH], part[PATH];
    (void)snprintf(path, sizeof path, "%s/%s", folder, waiting);
    (void)snprintf(part, sizeof part, "%s/%s", folder, unfinished);
    return train_make_place(part) && write_synced(part, text) && rename(part, path) == 0 &&
           train_sync_folder(path);
}

hl_status train_spool_write(const char *folder, const train_outcome *outcome, char *why)
{
    hl_arena arena = {0};
    train_outcome back;
    char *text = train_spool_text(outcome);
    /* a text that lacks something because memory was exhausted would not be understood later */
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

/* ---- taking in ---- */

/* Of a regular file. @return NULL: there is none, or memory is exhausted */
static char *read_file(const char *path, hl_arena *arena)
{
    enum { MOST = 16 << 20 }; /* far above thousands of events */
    struct stat info;
    FILE *file =
        stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= MOST ? fopen(path, "r") : NULL;
    if (!file) return NULL;
    char *text = HL_NEW(arena, char, info.st_size + 1);
    const bool good = text && fread(text, 1, (size_t)info.st_size, file) == (size_t)info.st_size;
    (void)fclose(file);
    return good ? text : NULL;
}

/* @param taken  out: whether there was one */
static hl_status take(train_store *store, int64_t attempt, bool *taken)
{
    char folder[TRAIN_PATH], path[PATH];
    hl_arena arena = {0};
    train_outcome outcome;
    train_attempt_folder(store->path, attempt, folder);
    (void)snprintf(path, sizeof path, "%s/%s", folder, waiting);
    const char *text = read_file(path, &arena);
    *taken = text != NULL;
    hl_status status = HL_OK;
    if (text) {
        status = train_spool_parse(text, &arena, &outcome);
        if (status != HL_OK) (void)train_fail(store, status, "%s: %s", path, hl_status_text(status));
        if (status == HL_OK) status = train_attempt_end(store, attempt, &outcome);
    }
    /* should it stay: an attempt that has ended is not looked at again */
    if (text && status == HL_OK) (void)unlink(path);
    hl_arena_free(&arena);
    return status;
}

/* Attempts that have not told their end. */
static hl_status list_open(train_store *store, hl_arena *arena, int64_t **list, int *count)
{
    *count = 0;
    query sizes = query_begin(store, "SELECT count(*) FROM attempts WHERE seat_pid IS NOT NULL");
    const int most = query_row(&sizes) ? (int)query_int(&sizes, 0) : 0;
    const hl_status status = query_end(&sizes);
    if (status != HL_OK) return status;
    *list = HL_NEW(arena, int64_t, most);
    if (!*list) return train_fail(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = query_begin(store, "SELECT id FROM attempts WHERE seat_pid IS NOT NULL ORDER BY id");
    while (*count < most && query_row(&q)) (*list)[(*count)++] = query_int(&q, 0);
    return query_end(&q);
}

hl_status train_spool_take(train_store *store, int *count)
{
    hl_arena arena = {0};
    int64_t *list = NULL;
    int open = 0, taken = 0;
    hl_status status = list_open(store, &arena, &list, &open);
    for (int i = 0; i < open; i++) {
        bool found;
        const hl_status one = take(store, list[i], &found);
        if (one != HL_OK) status = one;
        taken += found && one == HL_OK;
    }
    if (count) *count = taken;
    hl_arena_free(&arena);
    return status;
}
