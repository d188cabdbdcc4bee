#include "run_exercise.h"

#include "training/attempt.h"

#include "file/json.h"
#include "world/training.h"

#include <math.h>
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
    return attempt_result(r->files.scenario, r->machine, rt_session_outcome(r->session).end) ==
               TRAIN_FINISHED &&
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

static const char *state_of(const run *r, const auth_task *task)
{
    static const char *const states[] = {"waits", "goes on", "done", "late"};
    return states[(int)of_task(r, task->name, ".state") & 3];
}

static cJSON *task_json(const run *r, const auth_task *task)
{
    cJSON *item = cJSON_CreateObject();
    json_add_text(item, "name", task->name);
    json_add_text(item, "state", state_of(r, task));
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
    if (auth_scenario_is_exercise(r->files.scenario)) {
        add_exercise(root, r);
        add_score(root, r);
        return;
    }
    cJSON_AddNullToObject(root, "exercise");
    cJSON_AddNullToObject(root, "score");
}

/* ---- for people ---- */

static void print_component(const char *text, const world_points *p)
{
    const char *unit = strcmp(p->unit, "1") == 0 ? "" : p->unit, *gap = *unit ? " " : "";
    char value[64] = "not measured";
    if (isfinite(p->value)) snprintf(value, sizeof value, "%.4g%s%s", p->value, gap, unit);
    printf("%-18s %5.1f of %5.1f  %s: %s (best %.4g%s%s, nothing at %.4g%s%s)\n", "", p->points, p->most,
           text, value, p->best, gap, unit, p->worst, gap, unit);
}

/* What `score` instructions gave and took, as long as it is kept. */
static void print_extra(const run *r)
{
    const int64_t all = world_note_count(r->machine);
    if (world_score_extra(r->machine) != 0.0)
        printf("%-18s %+5.1f           bonuses and penalties\n", "", world_score_extra(r->machine));
    for (int64_t i = all > WORLD_NOTES_KEPT ? all - WORLD_NOTES_KEPT : 0; i < all; i++) {
        const world_note note = world_note_at(r->machine, i);
        if (note.kind != WORLD_NOTE_INSTRUCTION) continue;
        const auth_instruction *instruction = training_of(r)->instructions[note.of];
        if (instruction->kind == AUTH_DO_SCORE)
            printf("%-18s   %8.3f s: %+g %s\n", "", (double)note.tick * world_machine_step_size(r->machine),
                   instruction->amount, instruction->text ? instruction->text : "");
    }
}

/* Where an exercise stands that has not been finished: its tasks that are needed. */
static void print_tasks(const run *r)
{
    const char *head = "tasks";
    if (world_exercise_result(r->machine) == WORLD_FINISHED) return;
    for (int i = 0; i < training_of(r)->task_count; i++) {
        const auth_task *task = &training_of(r)->tasks[i];
        if (task->optional) continue;
        printf("%-18s %s: %s\n", head, task->name, state_of(r, task));
        head = "";
    }
}

/* Points for what has not gone wrong yet are there from the beginning. */
static const char *standing(const run *r)
{
    if (is_passed(r)) return ", passed";
    return world_exercise_result(r->machine) == WORLD_GOES_ON ? " so far; an unfinished attempt scores 0"
                                                              : "";
}

void run_exercise_print(const run *r)
{
    hl_arena arena = {0};
    if (!auth_scenario_is_exercise(r->files.scenario)) return;
    printf("%-18s %s: %s\n", "exercise", result_text(r), reason_of(r, &arena));
    hl_arena_free(&arena);
    print_tasks(r);
    printf("%-18s %.1f of 100%s\n", "score", world_score_total(r->machine), standing(r));
    for (int i = 0; i < training_of(r)->component_count; i++) {
        const world_points points = world_score_component(r->machine, i);
        print_component(training_of(r)->components[i].text, &points);
    }
    print_extra(r);
}
