#include "run_exercise.h"

#include "attempt.h"
#include "exercises.h"

#include "swp/json.h"
#include "world/training.h"

#include <stdio.h>
#include <string.h>

static const auth_training *training_of(const run *r)
{
    return &r->files.scenario->training;
}

static const char *result_text(const run *r)
{
    static const char *const texts[] = {
        [WORLD_GOES_ON] = "goes on", [WORLD_FINISHED] = "finished", [WORLD_FAILED] = "failed"};
    return texts[world_exercise_result(r->machine)];
}

static bool is_passed(const run *r)
{
    return world_exercise_result(r->machine) == WORLD_FINISHED &&
           world_score_total(r->machine) >= training_of(r)->pass;
}

static const char *reason_of(const run *r, hl_arena *arena)
{
    const char *reason =
        attempt_reason(r->files.scenario, r->machine, rt_session_outcome(r->session).end, arena);
    return reason ? reason : "";
}

/* ---- JSON ---- */

/* A signal of a task at the end. */
static double of_task(const run *r, const char *task, const char *what)
{
    const int signal = run_signal_of(r, "task.", task, what);
    return signal >= 0 && r->score.last ? r->score.last[signal] : 0.0;
}

static cJSON *task_json(const run *r, const auth_task *task)
{
    static const char *const states[] = {"waits", "goes on", "done", "late"};
    cJSON *item = cJSON_CreateObject();
    json_add_text(item, "name", task->name);
    json_add_text(item, "state", states[(int)of_task(r, task->name, ".state") & 3]);
    json_add_number(item, "count", of_task(r, task->name, ".count"));
    json_add_number(item, "time", of_task(r, task->name, ".time"));
    return item;
}

static void add_exercise(cJSON *root, const run *r)
{
    hl_arena arena = {0};
    const bool over = world_exercise_result(r->machine) != WORLD_GOES_ON;
    cJSON *json = cJSON_AddObjectToObject(root, "exercise");
    json_add_text(json, "result", result_text(r));
    if (over)
        json_add_number(json, "ended", world_exercise_ended(r->machine));
    else
        cJSON_AddNullToObject(json, "ended");
    json_add_text(json, "reason", over ? reason_of(r, &arena) : NULL);
    hl_arena_free(&arena);
    cJSON *tasks = cJSON_AddArrayToObject(json, "tasks");
    for (int i = 0; i < training_of(r)->task_count; i++)
        cJSON_AddItemToArray(tasks, task_json(r, &training_of(r)->tasks[i]));
}

static cJSON *component_json(const run *r, int index)
{
    const auth_component *author = &training_of(r)->components[index];
    const world_points points = world_score_component(r->machine, index);
    cJSON *item = cJSON_CreateObject();
    json_add_text(item, "name", author->name);
    json_add_text(item, "text", author->text);
    json_add_text(item, "signal", author->signal);
    json_add_text(item, "unit", points.unit);
    json_add_number(item, "value", points.value);
    json_add_number(item, "best", points.best);
    json_add_number(item, "worst", points.worst);
    json_add_number(item, "points", points.points);
    json_add_number(item, "most", points.most);
    return item;
}

static void add_score(cJSON *root, const run *r)
{
    cJSON *score = cJSON_AddObjectToObject(root, "score");
    json_add_number(score, "total", world_score_total(r->machine));
    json_add_number(score, "pass", training_of(r)->pass);
    cJSON_AddBoolToObject(score, "passed", is_passed(r));
    json_add_number(score, "extra", world_score_extra(r->machine));
    cJSON *components = cJSON_AddArrayToObject(score, "components");
    for (int i = 0; i < training_of(r)->component_count; i++)
        cJSON_AddItemToArray(components, component_json(r, i));
}

void run_exercise_add(cJSON *root, const run *r)
{
    if (exercise_is(r->files.scenario)) {
        add_exercise(root, r);
        add_score(root, r);
        return;
    }
    cJSON_AddNullToObject(root, "exercise");
    cJSON_AddNullToObject(root, "score");
}

/* ---- for people ---- */

void run_exercise_print(const run *r)
{
    hl_arena arena = {0};
    if (!exercise_is(r->files.scenario)) return;
    printf("%-18s %s: %s\n", "exercise", result_text(r), reason_of(r, &arena));
    hl_arena_free(&arena);
    printf("%-18s %.1f of 100%s\n", "score", world_score_total(r->machine), is_passed(r) ? ", passed" : "");
    for (int i = 0; i < training_of(r)->component_count; i++) {
        const world_points p = world_score_component(r->machine, i);
        const char *unit = strcmp(p.unit, "1") == 0 ? "" : p.unit;
        printf("%-18s %5.1f of %5.1f  %s: %.4g%s%s (best %.4g, nothing at %.4g)\n", "", p.points, p.most,
               training_of(r)->components[i].text, p.value, *unit ? " " : "", unit, p.best, p.worst);
    }
    if (world_score_extra(r->machine) != 0.0)
        printf("%-18s %+5.1f           for what happened\n", "", world_score_extra(r->machine));
}
