#include "train/store.h"

#include "file/json.h"

cJSON *train_json_attempt(const train_attempt *a)
{
    cJSON *root = cJSON_CreateObject();
    const train_exercise *e = &a->exercise;
    const train_outcome *o = &a->outcome;
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
    json_add_text(root, "result", train_result_text(o->result));
    json_add_text(root, "reason", o->reason);
    json_add_number(root, "time", o->time);
    json_add_number(root, "fuel", o->fuel);
    json_add_number(root, "hits", o->hits);
    json_add_number(root, "score", o->score);
    cJSON_AddBoolToObject(root, "passed", o->passed);
    json_add_text(root, "state_hash", o->state_hash);
    json_add_text(root, "recording_hash", o->recording_hash);
    json_add_text(root, "proof", train_proof_text(a->proof));
    json_add_text(root, "proof_why", a->proof_why);
    cJSON_AddBoolToObject(root, "void", a->voiding.voided);
    json_add_text(root, "void_by", a->voiding.voided ? a->voiding.instructor : "");
    json_add_text(root, "void_why", a->voiding.voided ? a->voiding.why : "");
    return root;
}

static cJSON *points_of(const train_points *p)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "name", p->name);
    json_add_text(object, "text", p->text);
    json_add_text(object, "unit", p->unit);
    json_add_number(object, "value", p->value);
    json_add_number(object, "best", p->best);
    json_add_number(object, "worst", p->worst);
    json_add_number(object, "points", p->points);
    json_add_number(object, "most", p->most);
    return object;
}

static cJSON *event_of(const train_event *e)
{
    cJSON *object = cJSON_CreateObject();
    json_add_number(object, "time", e->time);
    json_add_text(object, "kind", e->kind);
    json_add_text(object, "text", e->text);
    return object;
}

cJSON *train_json_whole(const train_attempt *attempt)
{
    const train_outcome *o = &attempt->outcome;
    cJSON *root = train_json_attempt(attempt);
    cJSON *points = cJSON_AddArrayToObject(root, "points");
    for (int i = 0; i < o->point_count; i++) cJSON_AddItemToArray(points, points_of(&o->points[i]));
    cJSON *events = cJSON_AddArrayToObject(root, "events");
    for (int i = 0; i < o->event_count; i++) cJSON_AddItemToArray(events, event_of(&o->events[i]));
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
