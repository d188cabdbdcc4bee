/* Replies to HTTP requests. */
#include "reply.h"

#include "file/read.h"
#include "file/template.h"
#include "io/link_parse.h"
#include "train/store.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char html[] = "text/html; charset=utf-8";

srv_reply reply_text(unsigned status, const char *text)
{
    return (srv_reply){
        .status = status, .type = "text/plain; charset=utf-8", .body = text, .length = strlen(text)};
}

/* A reply with text that is freed with it; NULL: out of memory. */
static srv_reply reply_owned(const char *type, char *text)
{
    if (!text) return reply_text(500, "out of memory");
    return (srv_reply){.status = 200, .type = type, .body = text, .length = strlen(text), .owned = text};
}

/* A reply with a document of JSON, which is deleted. */
static srv_reply reply_json(cJSON *document)
{
    char *text = cJSON_PrintUnformatted(document);
    cJSON_Delete(document);
    return reply_owned("application/json", text);
}

void reply_free(srv_reply *reply)
{
    free(reply->owned);
    reply->owned = NULL;
}

/* ---- pages ---- */

static const struct {
    const char *path, *file, *type;
} files[PAGES] = {{"/", "index.html", html},
                  {"/style.css", "style.css", "text/css; charset=utf-8"},
                  {"/instructor.js", "instructor.js", "text/javascript; charset=utf-8"},
                  {"/icon.svg", "icon.svg", "image/svg+xml"}};

static char *print_door(const srv_pages *pages, bool wait, char *why)
{
    size_t length;
    cJSON *data = cJSON_CreateObject();
    (void)cJSON_AddBoolToObject(data, "wait", wait);
    char *text = file_template_print(pages->door, data, &length, why);
    cJSON_Delete(data);
    return text;
}

/* The template is tried once, so that a mistake in it is reported when the server begins. */
static bool read_door(srv_pages *pages, const char *folder, hl_arena *arena, char *why, size_t why_size)
{
    char trouble[FILE_TEMPLATE_WHY];
    pages->door = file_template_read(folder, "door.html", arena, trouble);
    char *text = pages->door ? print_door(pages, true, trouble) : NULL;
    if (!text) snprintf(why, why_size, "%s%s", pages->door ? "door.html: " : "", trouble);
    free(text);
    return text != NULL;
}

bool pages_read(srv_pages *pages, const char *assets, hl_arena *arena, char *why, size_t why_size)
{
    char folder[1000], path[1100], trouble[FILE_WHY];
    file_bytes bytes;
    snprintf(folder, sizeof folder, "%s/instructor", assets);
    for (int i = 0; i < PAGES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i].file);
        if (file_read(path, FILE_PAGE, arena, &bytes, trouble) != HL_OK) {
            snprintf(why, why_size, "%s: %s", path, trouble);
            return false;
        }
        pages->list[i].path = files[i].path;
        pages->list[i].type = files[i].type;
        pages->list[i].body = bytes.data;
        pages->list[i].length = bytes.length;
    }
    return read_door(pages, folder, arena, why, why_size);
}

srv_reply pages_find(const srv_pages *pages, const char *path)
{
    for (int i = 0; i < PAGES; i++)
        if (strcmp(pages->list[i].path, path) == 0)
            return (srv_reply){.status = 200,
                               .type = pages->list[i].type,
                               .body = pages->list[i].body,
                               .length = pages->list[i].length};
    return reply_text(404, "there is no such page");
}

bool pages_is_public(const char *path)
{
    return strcmp(path, "/style.css") == 0 || strcmp(path, "/icon.svg") == 0;
}

srv_reply pages_door(const srv_pages *pages, unsigned status, int wait)
{
    char why[FILE_TEMPLATE_WHY];
    srv_reply reply = reply_owned(html, print_door(pages, wait > 0, why));
    if (reply.status != 200) return reply;
    reply.status = status;
    reply.retry_after = wait;
    return reply;
}

/* ---- results ---- */

enum { NEWEST = 200 /* attempts that are listed */ };

/* A debriefing has its own styles and pictures, no scripts, and loads nothing. */
static const char DEBRIEF_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/* @param why  out: TRAIN_WHY, if false is returned */
static bool open_store(const char *path, train_store **store, char *why)
{
    if (access(path, F_OK) == 0 || errno != ENOENT) return train_store_open_read(path, store, why) == HL_OK;
    snprintf(why, TRAIN_WHY, "no results yet in %s", path);
    return false;
}

/* ---- attempts ---- */

static cJSON *print_attempt(const train_attempt *attempt, const char *store)
{
    char path[TRAIN_PATH];
    cJSON *item = train_json_attempt(attempt);
    train_attempt_file(store, attempt->id, "debrief.html", path);
    (void)cJSON_AddBoolToObject(item, "debrief", access(path, R_OK) == 0);
    return item;
}

srv_reply results_attempts(const char *path)
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
    return reply_json(document);
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
    for (int i = 0; i < count; i++) (void)cJSON_AddItemToArray(rows, train_json_rank(&ranks[i]));
    (void)cJSON_AddItemToArray(list, item);
    return true;
}

srv_reply results_leaderboard(const char *path)
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
    return reply_json(document);
}

/* ---- voiding ---- */

/* A request to void an attempt. `by` is the name with the address. */
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

static void renew_debriefing(const srv_setup *setup, int64_t attempt)
{
    char path[TRAIN_PATH];
    train_attempt_file(setup->store, attempt, "debrief.html", path);
    if (access(path, F_OK) == 0) setup->renew_debriefing(setup->store, attempt, path);
}

/* @param why  out: TRAIN_WHY, if false is returned */
static bool decide(const srv_setup *setup, const void_request *request, char *why)
{
    train_store *store = NULL;
    if (access(setup->store, F_OK) != 0) {
        snprintf(why, TRAIN_WHY, "no results yet in %s", setup->store);
        return false;
    }
    if (train_store_open(setup->store, &store, why) != HL_OK) return false;
    const bool done = train_attempt_void(store, request->attempt, &request->decision) == HL_OK;
    if (!done) snprintf(why, TRAIN_WHY, "%s", train_store_why(store));
    train_store_close(store);
    if (done) renew_debriefing(setup, request->attempt);
    return done;
}

srv_reply results_void(const srv_setup *setup, const char *body, size_t length, const char *peer)
{
    char why[TRAIN_WHY] = "give the number of an attempt, void, by and why";
    void_request request;
    cJSON *object = io_link_read(body, length);
    const bool done = object && read_request(object, peer, &request) && decide(setup, &request, why);
    cJSON_Delete(object);
    cJSON *answer = cJSON_CreateObject();
    (void)cJSON_AddBoolToObject(answer, "ok", done);
    if (!done) (void)cJSON_AddStringToObject(answer, "why", why);
    return reply_json(answer);
}

/* ---- debriefings ---- */

srv_reply results_debrief(const char *store, int64_t attempt)
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
    srv_reply reply = read ? reply_owned("text/html; charset=utf-8", strdup(page.data))
                           : reply_text(404, "the debriefing of this attempt cannot be read");
    hl_arena_free(&arena);
    reply.policy = DEBRIEF_POLICY;
    return reply;
}
