#include "instructor_results.h"

#include "results/results_json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NEWEST = 200,              /* attempts that are told */
    LARGEST = 64 * 1024 * 1024 /* [bytes] of a debriefing */
};

/* It stands alone: its own styles and pictures, no script, nothing from elsewhere. */
static const char DEBRIEF_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/* The document as a reply; it is given up. */
static instructor_reply print(cJSON *document)
{
    char *text = cJSON_PrintUnformatted(document);
    cJSON_Delete(document);
    if (!text) return reply_text(500, "out of memory");
    return (instructor_reply){
        .status = 200, .type = "application/json", .body = text, .length = strlen(text), .owned = text};
}

/* @param why  out: TRAIN_WHY, when the result is false */
static bool open_store(const char *path, train_store **store, char *why)
{
    if (access(path, F_OK) == 0 || errno != ENOENT) return train_store_open_read(path, store, why) == HL_OK;
    snprintf(why, TRAIN_WHY, "there are no results yet in %s", path);
    return false;
}

/* ---- attempts ---- */

static void debrief_path(const char *store, int64_t attempt, char path[TRAIN_PATH])
{
    static const char name[] = "/debrief.html";
    train_attempt_folder(store, attempt, path);
    const size_t length = strlen(path);
    snprintf(path + length, TRAIN_PATH - length, "%s", name);
}

static cJSON *print_attempt(const train_attempt *attempt, const char *store)
{
    char path[TRAIN_PATH];
    cJSON *item = results_json_attempt(attempt);
    debrief_path(store, attempt->id, path);
    (void)cJSON_AddBoolToObject(item, "debrief", access(path, R_OK) == 0);
    return item;
}

instructor_reply results_attempts(const char *path)
{
    char why[TRAIN_WHY] = "";
    hl_arena arena = {0};
    train_store *store = NULL;
    train_attempt *attempts = NULL;
    const train_filter newest = {.most = NEWEST};
    int count = 0;
    cJSON *document = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(document, "attempts");
    if (open_store(path, &store, why)) {
        if (train_attempts(store, &newest, &arena, &attempts, &count) != HL_OK)
            snprintf(why, sizeof why, "%s", train_store_why(store));
        for (int i = 0; i < count; i++) (void)cJSON_AddItemToArray(list, print_attempt(&attempts[i], path));
        train_store_close(store);
    }
    if (*why) (void)cJSON_AddStringToObject(document, "why", why);
    hl_arena_free(&arena);
    return print(document);
}

/* ---- leaderboard ---- */

static bool add_exercise(train_store *store, const char *name, hl_arena *arena, cJSON *list)
{
    train_rank *ranks = NULL;
    int count = 0;
    if (train_leaderboard(store, name, false, arena, &ranks, &count) != HL_OK) return false;
    cJSON *item = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(item, "name", name);
    cJSON *rows = cJSON_AddArrayToObject(item, "ranks");
    for (int i = 0; i < count; i++) (void)cJSON_AddItemToArray(rows, results_json_rank(&ranks[i]));
    (void)cJSON_AddItemToArray(list, item);
    return true;
}

instructor_reply results_leaderboard(const char *path)
{
    char why[TRAIN_WHY] = "";
    hl_arena arena = {0};
    train_store *store = NULL;
    const char **names = NULL;
    int count = 0;
    cJSON *document = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(document, "exercises");
    if (open_store(path, &store, why)) {
        bool good = train_exercises(store, &arena, &names, &count) == HL_OK;
        for (int i = 0; i < count && good; i++) good = add_exercise(store, names[i], &arena, list);
        if (!good) snprintf(why, sizeof why, "%s", train_store_why(store));
        train_store_close(store);
    }
    if (*why) (void)cJSON_AddStringToObject(document, "why", why);
    hl_arena_free(&arena);
    return print(document);
}

/* ---- debriefings ---- */

static char *read_all(int file, size_t size)
{
    char *bytes = malloc(size + 1);
    size_t have = 0;
    while (bytes && have < size) {
        const ssize_t got = read(file, bytes + have, size - have);
        if (got <= 0) {
            free(bytes);
            return NULL;
        }
        have += (size_t)got;
    }
    return bytes;
}

instructor_reply results_debrief(const char *store, int64_t attempt)
{
    char path[TRAIN_PATH], *bytes = NULL;
    struct stat info = {0};
    debrief_path(store, attempt, path);
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return reply_text(404, "this attempt has no debriefing");
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= LARGEST)
        bytes = read_all(file, (size_t)info.st_size);
    close(file);
    if (!bytes) return reply_text(404, "the debriefing of this attempt cannot be read");
    return (instructor_reply){.status = 200,
                              .type = "text/html; charset=utf-8",
                              .policy = DEBRIEF_POLICY,
                              .body = bytes,
                              .length = (size_t)info.st_size,
                              .owned = bytes};
}
