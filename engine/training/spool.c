/* Outcomes of attempts on their way into the store: as text, and the folder of open attempts. */
#include "query.h"
#include "seat.h"
#include "spool_text.h"
#include "store_place.h"

#include "file/read.h"
#include "train/store.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- outcomes as text ---- */

/* ---- writing ---- */

/* All bits of it: cJSON itself prints what is nearly equal. What is no number is null. */
static void add_real(cJSON *object, const char *key, double value)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.17g", value);
    (void)cJSON_AddRawToObject(object, key, isfinite(value) ? digits : "null");
}

static void add_text(cJSON *object, const char *key, const char *text)
{
    (void)cJSON_AddStringToObject(object, key, text ? text : "");
}

static void add_points(cJSON *list, const train_points *p)
{
    cJSON *object = cJSON_CreateObject();
    add_text(object, "name", p->name);
    add_text(object, "text", p->text);
    add_text(object, "unit", p->unit);
    add_real(object, "value", p->value);
    add_real(object, "best", p->best);
    add_real(object, "worst", p->worst);
    add_real(object, "points", p->points);
    add_real(object, "most", p->most);
    (void)cJSON_AddItemToArray(list, object);
}

static void add_event(cJSON *list, const train_event *e)
{
    cJSON *object = cJSON_CreateObject();
    add_real(object, "time", e->time);
    add_text(object, "kind", e->kind);
    add_text(object, "text", e->text);
    (void)cJSON_AddItemToArray(list, object);
}

char *train_spool_text(const train_outcome *o)
{
    cJSON *root = cJSON_CreateObject();
    add_text(root, "headland", "outcome");
    add_real(root, "version", 1.0);
    add_text(root, "result", train_result_text(o->result));
    add_text(root, "reason", o->reason);
    add_real(root, "time", o->time);
    add_real(root, "fuel", o->fuel);
    add_real(root, "hits", o->hits);
    add_real(root, "score", o->score);
    (void)cJSON_AddBoolToObject(root, "passed", o->passed);
    (void)cJSON_AddBoolToObject(root, "practice", o->practice);
    add_text(root, "state_hash", o->state_hash);
    add_text(root, "recording_hash", o->recording_hash);
    cJSON *points = cJSON_AddArrayToObject(root, "points"), *events = cJSON_AddArrayToObject(root, "events");
    for (int i = 0; i < o->point_count; i++) add_points(points, &o->points[i]);
    for (int i = 0; i < o->event_count; i++) add_event(events, &o->events[i]);
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    return text;
}

/* ---- reading ---- */

/* What is missing or of another kind makes all of it bad. */
typedef struct reader {
    hl_arena *arena;
    hl_status status;
} reader;

static void refuse(reader *r)
{
    if (r->status == HL_OK) r->status = HL_BAD_INPUT;
}

static double read_real(reader *r, const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (cJSON_IsNumber(item)) return item->valuedouble;
    if (!cJSON_IsNull(item)) refuse(r);
    return (double)NAN;
}

static int read_count(reader *r, const cJSON *object, const char *key)
{
    const double value = read_real(r, object, key);
    if (value >= 0.0 && value <= 1e9) return (int)value;
    refuse(r);
    return 0;
}

static bool read_flag(reader *r, const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsBool(item)) refuse(r);
    return cJSON_IsTrue(item);
}

static const char *read_text(reader *r, const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    if (!text) {
        refuse(r);
        return "";
    }
    const char *kept = hl_arena_text(r->arena, text);
    return kept ? kept : "";
}

static train_result read_result(reader *r, const cJSON *object)
{
    const char *text = read_text(r, object, "result");
    for (int result = TRAIN_FINISHED; result <= TRAIN_BROKEN; result++)
        if (strcmp(text, train_result_text((train_result)result)) == 0) return (train_result)result;
    refuse(r);
    return TRAIN_BROKEN;
}

static void read_points(reader *r, const cJSON *root, train_outcome *o)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "points"), *item;
    train_points *points = HL_NEW(r->arena, train_points, cJSON_GetArraySize(list));
    o->points = points;
    if (!points || !cJSON_IsArray(list)) {
        refuse(r);
        return;
    }
    cJSON_ArrayForEach(item, list) points[o->point_count++] =
        (train_points){.name = read_text(r, item, "name"),
                       .text = read_text(r, item, "text"),
                       .unit = read_text(r, item, "unit"),
                       .value = read_real(r, item, "value"),
                       .best = read_real(r, item, "best"),
                       .worst = read_real(r, item, "worst"),
                       .points = read_real(r, item, "points"),
                       .most = read_real(r, item, "most")};
}

static void read_events(reader *r, const cJSON *root, train_outcome *o)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "events"), *item;
    train_event *events = HL_NEW(r->arena, train_event, cJSON_GetArraySize(list));
    o->events = events;
    if (!events || !cJSON_IsArray(list)) {
        refuse(r);
        return;
    }
    cJSON_ArrayForEach(item, list) events[o->event_count++] =
        (train_event){.time = read_real(r, item, "time"),
                      .kind = read_text(r, item, "kind"),
                      .text = read_text(r, item, "text")};
}

static void read_outcome(reader *r, const cJSON *root, train_outcome *o)
{
    const char *kind = read_text(r, root, "headland");
    if (strcmp(kind, "outcome") != 0 || read_count(r, root, "version") != 1) refuse(r);
    o->result = read_result(r, root);
    o->reason = read_text(r, root, "reason");
    o->time = read_real(r, root, "time");
    o->fuel = read_real(r, root, "fuel");
    o->hits = read_count(r, root, "hits");
    o->score = read_real(r, root, "score");
    o->passed = read_flag(r, root, "passed");
    o->practice = read_flag(r, root, "practice");
    o->state_hash = read_text(r, root, "state_hash");
    o->recording_hash = read_text(r, root, "recording_hash");
    read_points(r, root, o);
    read_events(r, root, o);
}

hl_status train_spool_parse(const char *text, hl_arena *arena, train_outcome *outcome)
{
    reader r = {.arena = arena};
    *outcome = (train_outcome){0};
    cJSON *root = cJSON_ParseWithOpts(text, NULL, true);
    if (!cJSON_IsObject(root)) refuse(&r);
    if (r.status == HL_OK) read_outcome(&r, root, outcome);
    cJSON_Delete(root);
    return hl_arena_failed(arena) ? HL_OUT_OF_MEMORY : r.status;
}

/* ---- the folder of open attempts ---- */

/* Written under another name first: a file with this name is whole. While an attempt is driven the other one
 * keeps room on the disk, so that the outcome finds it when the disk has filled up meanwhile. */
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

static bool write_bytes(int file, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* Into the room that is kept: it is cut only after the text stands in it. @return false: errno says why */
static bool write_synced(int folder, const char *text)
{
    const size_t length = strlen(text);
    const int file = open_part(folder, 0);
    if (file < 0) return false;
    const bool good = write_bytes(file, text, length) && ftruncate(file, (off_t)length) == 0 &&
                      (fsync(file) == 0 || errno == EINVAL);
    const int trouble = errno; /* the first reason counts */
    if (close(file) == 0 && good) return true;
    if (!good) errno = trouble;
    return false;
}

static bool write_whole(const char *folder, const char *text)
{
    if (!train_folder_make(folder)) return false;
    const int opened = train_folder_open(folder);
    if (opened < 0) return false;
    const bool good = write_synced(opened, text) && renameat(opened, unfinished, opened, waiting) == 0 &&
                      (fsync(opened) == 0 || errno == EINVAL);
    const int trouble = errno;
    (void)close(opened);
    errno = trouble;
    return good;
}

bool train_spool_reserve(const char *folder, char *why)
{
    int trouble = 0;
    const int opened = train_folder_open(folder);
    const int file = opened < 0 ? -1 : open_part(opened, 0);
    if (file < 0) trouble = errno;
    if (file >= 0) trouble = posix_fallocate(file, 0, ROOM);
    if (trouble == EOPNOTSUPP || trouble == EINVAL) trouble = 0; /* the file system cannot: nothing is kept */
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

/* @return NULL: there is none, or it cannot be read */
static char *read_waiting(int folder, hl_arena *arena)
{
    int64_t size;
    file_bytes bytes;
    const int file = file_open_at(folder, waiting, FILE_OUTCOME, &size, NULL);
    return file >= 0 && file_read_open(file, size, arena, &bytes, NULL) == HL_OK ? bytes.data : NULL;
}

static hl_status end_by(train_store *store, int64_t attempt, const char *text, hl_arena *arena)
{
    char folder[TRAIN_PATH];
    train_outcome outcome;
    const hl_status status = train_spool_parse(text, arena, &outcome);
    if (status == HL_OK) return train_attempt_end(store, attempt, &outcome);
    train_attempt_folder(store->path, attempt, folder);
    return train_set_error(store, status, "%.300s/%s: %s", folder, waiting, hl_status_text(status));
}

/* Of a row: id, process, its start, the start of the system. */
static train_seat seat_of(const query *q)
{
    train_seat seat = {.pid = query_int(q, 1), .start = query_int(q, 2)};
    (void)snprintf(seat.boot, sizeof seat.boot, "%s", query_text(q, 3));
    return seat;
}

typedef struct open_attempt {
    int64_t id;
    bool ended; /* its outcome is in the store */
    bool lives; /* its seat */
} open_attempt;

/* What a seat that was killed has not finished writing, and the room that it kept for its recording
 * (recording_writer.h). */
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
static hl_status take(train_store *store, const open_attempt *attempt, bool *taken)
{
    char folder[TRAIN_PATH];
    hl_arena arena = {0};
    hl_status status = HL_OK;
    train_attempt_folder(store->path, attempt->id, folder);
    const int opened = train_folder_open(folder);
    const char *text = opened < 0 || attempt->ended ? NULL : read_waiting(opened, &arena);
    *taken = text != NULL;
    if (text) status = end_by(store, attempt->id, text, &arena);
    /* should it stay: an attempt that has ended is not looked at again */
    if (text && status == HL_OK) (void)unlinkat(opened, waiting, 0);
    if (opened >= 0 && !attempt->lives) clean_up(opened);
    if (opened >= 0) (void)close(opened);
    hl_arena_free(&arena);
    return status;
}

/* Attempts that have not told their end, and the newest of the others: a seat may have been killed after its
 * outcome was stored and before it gave the room back. */
static hl_status list_open(train_store *store, hl_arena *arena, open_attempt **list, int *count)
{
    *count = 0;
    static const char count_them[] = "SELECT count(*) FROM attempts WHERE seat_pid IS NOT NULL OR id > "
                                     "(SELECT max(id) FROM attempts) - 64";
    query sizes = query_begin(store, count_them);
    const int most = query_row(&sizes) ? (int)query_int(&sizes, 0) : 0;
    const hl_status status = query_end(&sizes);
    if (status != HL_OK) return status;
    *list = HL_NEW(arena, open_attempt, most);
    if (!*list) return train_set_error(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = query_begin(store, "SELECT id, seat_pid, seat_start, seat_boot, seat_pid IS NULL FROM attempts "
                                 "WHERE seat_pid IS NOT NULL OR id > (SELECT max(id) FROM attempts) - 64 "
                                 "ORDER BY id");
    while (*count < most && query_row(&q)) {
        const train_seat seat = seat_of(&q);
        const bool ended = query_int(&q, 4);
        (*list)[(*count)++] = (open_attempt){query_int(&q, 0), ended, !ended && train_seat_is_alive(&seat)};
    }
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
        const hl_status one = take(store, &list[i], &found);
        if (one != HL_OK) status = one;
        taken += found && one == HL_OK;
    }
    if (count) *count = taken;
    hl_arena_free(&arena);
    return status;
}
