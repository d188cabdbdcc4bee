/* Contents of the store as JSON: for reports, and outcomes as text that is read again. */
#include "store_internal.h"

#include "file/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- writing ---- */

/* How values are written: for reports, or exactly, to be read again. */
typedef struct style {
    void (*number)(cJSON *object, const char *key, double value);
    void (*text)(cJSON *object, const char *key, const char *text);
} style;

/* All bits: cJSON itself rounds to 15 digits. Null where it is not finite. */
static void add_exact(cJSON *object, const char *key, double value)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.17g", value);
    (void)cJSON_AddRawToObject(object, key, isfinite(value) ? digits : "null");
}

static void add_text(cJSON *object, const char *key, const char *text)
{
    (void)cJSON_AddStringToObject(object, key, text ? text : "");
}

static const style report = {json_add_number, json_add_text}, exact = {add_exact, add_text};

static void add_outcome(cJSON *root, const train_outcome *o, const style *s)
{
    s->text(root, "result", train_result_text(o->result));
    s->text(root, "reason", o->reason);
    s->number(root, "time", o->time);
    s->number(root, "fuel", o->fuel);
    s->number(root, "hits", o->hits);
    s->number(root, "score", o->score);
    cJSON_AddBoolToObject(root, "passed", o->passed);
    s->text(root, "state_hash", o->state_hash);
    s->text(root, "recording_hash", o->recording_hash);
}

static cJSON *points_of(const train_points *p, const style *s)
{
    cJSON *object = cJSON_CreateObject();
    s->text(object, "name", p->name);
    s->text(object, "text", p->text);
    s->text(object, "unit", p->unit);
    s->number(object, "value", p->value);
    s->number(object, "best", p->best);
    s->number(object, "worst", p->worst);
    s->number(object, "points", p->points);
    s->number(object, "most", p->most);
    return object;
}

static cJSON *event_of(const train_event *e, const style *s)
{
    cJSON *object = cJSON_CreateObject();
    s->number(object, "time", e->time);
    s->text(object, "kind", e->kind);
    s->text(object, "text", e->text);
    return object;
}

static void add_lists(cJSON *root, const train_outcome *o, const style *s)
{
    cJSON *points = cJSON_AddArrayToObject(root, "points"), *events = cJSON_AddArrayToObject(root, "events");
    for (int i = 0; i < o->point_count; i++) cJSON_AddItemToArray(points, points_of(&o->points[i], s));
    for (int i = 0; i < o->event_count; i++) cJSON_AddItemToArray(events, event_of(&o->events[i], s));
}

cJSON *train_json_attempt(const train_attempt *a)
{
    cJSON *root = cJSON_CreateObject();
    const train_exercise *e = &a->exercise;
    json_add_number(root, "attempt", (double)a->id);
    json_add_text(root, "trainee", a->trainee_name);
    json_add_number(root, "began", (double)a->began);
    json_add_text(root, "exercise", e->name);
    json_add_text(root, "title", e->title);
    json_add_text(root, "hash", e->hash);
    json_add_text(root, "machine", e->machine);
    json_add_text(root, "variants", e->variants);
    json_add_number(root, "attempts_counted", e->attempts_counted);
    cJSON_AddBoolToObject(root, "reference", e->reference);
    cJSON_AddBoolToObject(root, "practice", e->practice);
    add_outcome(root, &a->outcome, &report);
    json_add_text(root, "proof", train_proof_text(a->proof));
    json_add_text(root, "proof_why", a->proof_why);
    cJSON_AddBoolToObject(root, "void", a->voiding.voided);
    json_add_text(root, "void_by", a->voiding.voided ? a->voiding.instructor : "");
    json_add_text(root, "void_why", a->voiding.voided ? a->voiding.why : "");
    return root;
}

cJSON *train_json_whole(const train_attempt *attempt)
{
    cJSON *root = train_json_attempt(attempt);
    add_lists(root, &attempt->outcome, &report);
    return root;
}

cJSON *train_json_voiding(const train_voiding *decision)
{
    cJSON *object = cJSON_CreateObject();
    json_add_number(object, "at", (double)decision->at);
    cJSON_AddBoolToObject(object, "void", decision->voided);
    json_add_text(object, "by", decision->instructor);
    json_add_text(object, "why", decision->why);
    return object;
}

cJSON *train_json_trainee(const train_trainee *trainee)
{
    cJSON *root = cJSON_CreateObject();
    json_add_text(root, "name", trainee->name);
    json_add_number(root, "since", (double)trainee->since);
    json_add_number(root, "attempts", trainee->attempts);
    return root;
}

cJSON *train_json_rank(const train_rank *rank)
{
    cJSON *root = cJSON_CreateObject();
    json_add_number(root, "rank", rank->rank);
    json_add_text(root, "trainee", rank->trainee);
    json_add_number(root, "score", rank->score);
    json_add_number(root, "attempts", rank->attempts);
    json_add_number(root, "best", rank->best);
    json_add_number(root, "best_attempt", (double)rank->best_attempt);
    json_add_number(root, "time", rank->time);
    json_add_number(root, "fuel", rank->fuel);
    json_add_number(root, "hits", rank->hits);
    return root;
}

char *train_spool_text(const train_outcome *o)
{
    cJSON *root = cJSON_CreateObject();
    add_text(root, "headland", "outcome");
    add_exact(root, "version", 1.0);
    add_outcome(root, o, &exact);
    cJSON_AddBoolToObject(root, "practice", o->practice);
    add_lists(root, o, &exact);
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    return text;
}

/* ---- reading an outcome ---- */

/* A key that is missing or of another type makes the whole text bad input. */
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
