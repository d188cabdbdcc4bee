#include "instructor_results.h"

#include "results/results_json.h"

#include "file/read.h"
#include "io/link_parse.h"
#include "train/folder.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

enum { NEWEST = 200 /* attempts that are told */ };

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
    snprintf(why, TRAIN_WHY, "no results yet in %s", path);
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

/* ---- voiding ---- */

/* What is asked for. `by` gets the address with the name. */
typedef struct void_request {
    int64_t attempt;
    train_voiding decision;
    char by[512];
} void_request;

static const char *text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

/* @return false: a member is missing, unknown or of another type */
static bool read_request(const cJSON *object, const char *peer, void_request *request)
{
    enum { MEMBERS = 4 };
    const double attempt = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, "attempt"));
    const cJSON *voided = cJSON_GetObjectItemCaseSensitive(object, "void");
    if (cJSON_GetArraySize(object) != MEMBERS || !cJSON_IsBool(voided) ||
        !(attempt >= 1.0 && attempt < 1e15) || attempt != floor(attempt))
        return false;
    request->attempt = (int64_t)attempt;
    request->decision = (train_voiding){.voided = cJSON_IsTrue(voided), .why = text_of(object, "why")};
    request->decision.instructor = request->by;
    const char *name = text_of(object, "by");
    const int length = snprintf(request->by, sizeof request->by, *name ? "%s (page, %s)" : "%s", name, peer);
    return length < (int)sizeof request->by;
}

/* The server does not wait for its children (instructor.c); a child waits for its own, as for gnuplot. */
static void start(char *const words[])
{
    pid_t child;
    sigset_t children;
    posix_spawnattr_t settings;
    if (posix_spawnattr_init(&settings) != 0) return;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    (void)posix_spawnattr_setsigdefault(&settings, &children);
    (void)posix_spawnattr_setflags(&settings, POSIX_SPAWN_SETSIGDEF);
    (void)posix_spawn(&child, "/proc/self/exe", NULL, &settings, words, environ);
    (void)posix_spawnattr_destroy(&settings);
}

/* A debriefing is written anew by a process of its own: its plots take seconds. */
static void renew_debrief(const char *store, int64_t attempt)
{
    char path[TRAIN_PATH], number[24], name[] = "headland", results[] = "results", debrief[] = "debrief";
    char out[] = "--out", db[] = "--db", of[TRAIN_PATH];
    debrief_path(store, attempt, path);
    if (access(path, F_OK) != 0) return;
    snprintf(number, sizeof number, "%lld", (long long)attempt);
    snprintf(of, sizeof of, "%s", store);
    char *words[] = {name, results, debrief, number, out, path, db, of, NULL};
    start(words);
}

/* @param why  out: TRAIN_WHY, when the result is false */
static bool decide(const char *path, const void_request *request, char *why)
{
    train_store *store = NULL;
    if (access(path, F_OK) != 0) {
        snprintf(why, TRAIN_WHY, "no results yet in %s", path);
        return false;
    }
    if (train_store_open(path, &store, why) != HL_OK) return false;
    const bool done = train_attempt_void(store, request->attempt, &request->decision) == HL_OK;
    if (!done) snprintf(why, TRAIN_WHY, "%s", train_store_why(store));
    train_store_close(store);
    if (done) renew_debrief(path, request->attempt);
    return done;
}

instructor_reply results_void(const char *store, const char *body, size_t length, const char *peer)
{
    char why[TRAIN_WHY] = "expected the number of an attempt, void, by and why";
    void_request request;
    cJSON *object = io_link_read(body, length);
    const bool done = object && read_request(object, peer, &request) && decide(store, &request, why);
    cJSON_Delete(object);
    cJSON *answer = cJSON_CreateObject();
    (void)cJSON_AddBoolToObject(answer, "ok", done);
    if (!done) (void)cJSON_AddStringToObject(answer, "why", why);
    return print(answer);
}

/* ---- debriefings ---- */

instructor_reply results_debrief(const char *store, int64_t attempt)
{
    char folder[TRAIN_PATH];
    hl_arena arena = {0};
    file_bytes page;
    int64_t size;
    train_attempt_folder(store, attempt, folder);
    const int opened = train_folder_open(folder);
    const int file = opened < 0 ? -1 : file_open_at(opened, "debrief.html", FILE_PAGE, &size, NULL);
    if (opened >= 0) close(opened);
    if (file < 0) return reply_text(404, "this attempt has no debriefing");
    const bool read = file_read_open(file, size, &arena, &page, NULL) == HL_OK;
    char *bytes = read ? malloc(page.length + 1) : NULL;
    if (bytes) memcpy(bytes, page.data, page.length + 1);
    const size_t length = page.length;
    hl_arena_free(&arena);
    if (!bytes) return reply_text(404, "the debriefing of this attempt cannot be read");
    return (instructor_reply){.status = 200,
                              .type = "text/html; charset=utf-8",
                              .policy = DEBRIEF_POLICY,
                              .body = bytes,
                              .length = length,
                              .owned = bytes};
}
