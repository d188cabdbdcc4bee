#include "spool_text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
