/* What a drive is judged by: watched in the thread of the physics, and told in its report. */
#include "report_internal.h"

#include "file/json.h"
#include "world/training.h"

#include <math.h>

/* ---- while it drives ---- */

/* RT. */
static bool watch(void *context, world_machine *machine, const double *signals)
{
    drv_score *score = context;
    (void)machine;
    for (int i = 0; i < score->pressure_count; i++)
        score->peaks[i] = fmax(score->peaks[i], signals[score->pressures[i]]);
    return true;
}

static bool is_pressure(const char *unit)
{
    double si;
    auth_dimension of;
    return auth_unit_read(unit, &si, &of) && of.kg == 1 && of.m == -1 && of.s == -2 && of.rad == 0;
}

bool drv_score_begin(drv_score *score, world_machine *machine, rt_session *session, hl_arena *arena)
{
    const int count = world_signal_count(machine);
    double *values = HL_NEW(arena, double, count);
    *score = (drv_score){.fuel_used = world_signal_find(machine, "fuel.used"),
                         .pressures = HL_NEW(arena, int, count),
                         .peaks = HL_NEW(arena, double, count)};
    if (!values || !score->pressures || !score->peaks) return false;
    world_machine_evaluate_signals(machine, values);
    if (score->fuel_used >= 0) score->fuel_used_before = values[score->fuel_used];
    for (int i = 0; i < count; i++) {
        if (!is_pressure(world_signal_info(machine, i).unit)) continue;
        score->pressures[score->pressure_count] = i;
        score->peaks[score->pressure_count++] = values[i];
    }
    return rt_session_add_hook(session, &(rt_hook){.context = score, .after_tick = watch});
}

double drv_fuel_used(const drv_score *score, const double *signals)
{
    return signals[score->fuel_used] - score->fuel_used_before;
}

/* ---- the exercise ---- */

static const auth_training *training_of(const drv_drive *d)
{
    return &d->world->files.scenario->training;
}

const char *drv_exercise_result(const drv_drive *d)
{
    static const char *const texts[] = {
        [WORLD_GOES_ON] = "goes on", [WORLD_FINISHED] = "finished", [WORLD_FAILED] = "failed"};
    return texts[world_exercise_result(d->world->machine)];
}

bool drv_exercise_passed(const drv_drive *d)
{
    return drv_result_of(d->world->files.scenario, d->world->machine,
                         rt_session_outcome(d->round.session).end) == TRAIN_FINISHED &&
           world_score_total(d->world->machine) >= training_of(d)->pass;
}

const char *drv_exercise_reason(const drv_drive *d, hl_arena *arena)
{
    const char *reason = drv_reason_of(d->world->files.scenario, d->world->machine,
                                       rt_session_outcome(d->round.session).end, arena);
    return reason ? reason : "";
}

/* A signal of a task at the end. */
static double of_task(const drv_drive *d, const char *task, const char *what)
{
    const int signal = drv_signal_of(d->world->machine, "task.", task, what);
    return signal >= 0 && d->round.signals ? d->round.signals[signal] : 0.0;
}

const char *drv_task_state(const drv_drive *d, const auth_task *task)
{
    static const char *const states[] = {"waits", "goes on", "done", "late"};
    return states[(int)of_task(d, task->name, ".state") & 3];
}

static cJSON *task_json(const drv_drive *d, const auth_task *task)
{
    cJSON *item = cJSON_CreateObject();
    json_add_text(item, "name", task->name);
    json_add_text(item, "state", drv_task_state(d, task));
    json_add_number(item, "count", of_task(d, task->name, ".count"));
    json_add_number(item, "time", of_task(d, task->name, ".time"));
    return item;
}

static void add_exercise(cJSON *root, const drv_drive *d)
{
    hl_arena arena = {0};
    const bool over = world_exercise_result(d->world->machine) != WORLD_GOES_ON;
    cJSON *json = cJSON_AddObjectToObject(root, "exercise");
    json_add_text(json, "result", drv_exercise_result(d));
    if (over)
        json_add_number(json, "ended", world_exercise_ended(d->world->machine));
    else
        cJSON_AddNullToObject(json, "ended");
    json_add_text(json, "reason", over ? drv_exercise_reason(d, &arena) : NULL);
    hl_arena_free(&arena);
    cJSON *tasks = cJSON_AddArrayToObject(json, "tasks");
    for (int i = 0; i < training_of(d)->task_count; i++)
        cJSON_AddItemToArray(tasks, task_json(d, &training_of(d)->tasks[i]));
}

static cJSON *component_json(const drv_drive *d, int index)
{
    const auth_component *author = &training_of(d)->components[index];
    const world_points points = world_score_component(d->world->machine, index);
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

static void add_score(cJSON *root, const drv_drive *d)
{
    cJSON *score = cJSON_AddObjectToObject(root, "score");
    json_add_number(score, "total", world_score_total(d->world->machine));
    json_add_number(score, "pass", training_of(d)->pass);
    cJSON_AddBoolToObject(score, "passed", drv_exercise_passed(d));
    json_add_number(score, "extra", world_score_extra(d->world->machine));
    cJSON *components = cJSON_AddArrayToObject(score, "components");
    for (int i = 0; i < training_of(d)->component_count; i++)
        cJSON_AddItemToArray(components, component_json(d, i));
}

static void add_whole_exercise(cJSON *root, const drv_drive *d)
{
    if (auth_scenario_is_exercise(d->world->files.scenario)) {
        add_exercise(root, d);
        add_score(root, d);
        return;
    }
    cJSON_AddNullToObject(root, "exercise");
    cJSON_AddNullToObject(root, "score");
}

/* ---- all that it is judged by ---- */

static const char *body_name(const drv_drive *d, int body)
{
    return d->world->files.machine->mechanism->bodies[body].name;
}

static int kept_hits(const drv_drive *d)
{
    const int count = world_hit_count(d->world->machine);
    return count < WORLD_HITS_KEPT ? count : WORLD_HITS_KEPT;
}

static void add_goal(cJSON *root, const drv_drive *d)
{
    const auth_scenario *scenario = d->world->files.scenario;
    const int64_t tick = rt_session_outcome(d->round.session).goal;
    if (!scenario || !scenario->goal.signal) {
        cJSON_AddNullToObject(root, "goal");
        return;
    }
    const bool reached = tick >= 0;
    cJSON *goal = cJSON_AddObjectToObject(root, "goal");
    cJSON_AddBoolToObject(goal, "reached", reached);
    if (reached)
        cJSON_AddNumberToObject(goal, "time", (double)tick * world_machine_step_size(d->world->machine));
    else
        cJSON_AddNullToObject(goal, "time");
}

static void add_zones(cJSON *root, const drv_drive *d)
{
    cJSON *zones = cJSON_AddObjectToObject(root, "zones");
    const auth_scenario *scenario = d->world->files.scenario;
    for (int i = 0; scenario && i < scenario->zone_count; i++)
        cJSON_AddNumberToObject(zones, scenario->zones[i].name, world_zone_mass(d->world->machine, i));
}

static void add_hit(cJSON *list, const drv_drive *d, const world_hit *hit)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "began", hit->began);
    if (hit->ended > 0.0)
        cJSON_AddNumberToObject(object, "ended", hit->ended);
    else
        cJSON_AddNullToObject(object, "ended");
    cJSON_AddStringToObject(object, "body", body_name(d, hit->body));
    cJSON_AddStringToObject(object, "object", d->world->files.scenario->objects[hit->object].name);
    cJSON_AddNumberToObject(object, "impulse", hit->impulse);
    cJSON_AddNumberToObject(object, "peak", hit->peak);
    cJSON_AddItemToArray(list, object);
}

static void add_hits(cJSON *root, const drv_drive *d, const double *signals)
{
    cJSON *hits = cJSON_AddObjectToObject(root, "hits");
    cJSON_AddNumberToObject(hits, "count", world_hit_count(d->world->machine));
    cJSON_AddNumberToObject(hits, "impulse", signals[world_signal_find(d->world->machine, "hits.impulse")]);
    cJSON *list = cJSON_AddArrayToObject(hits, "list");
    for (int i = 0; i < kept_hits(d); i++) {
        const world_hit hit = world_hit_at(d->world->machine, i);
        add_hit(list, d, &hit);
    }
}

static void add_peaks(cJSON *root, const drv_drive *d)
{
    cJSON *peaks = cJSON_AddObjectToObject(root, "peaks");
    for (int i = 0; i < d->round.score.pressure_count; i++) {
        const world_signal signal = world_signal_info(d->world->machine, d->round.score.pressures[i]);
        cJSON_AddNumberToObject(peaks, signal.name, d->round.score.peaks[i] * signal.si);
    }
}

void report_add_score(cJSON *root, const drv_drive *d)
{
    const double *signals = d->round.signals;
    cJSON_AddNumberToObject(root, "time", world_machine_time(d->world->machine));
    add_goal(root, d);
    add_whole_exercise(root, d);
    if (d->round.score.fuel_used >= 0)
        cJSON_AddNumberToObject(root, "fuel_used", drv_fuel_used(&d->round.score, signals));
    add_zones(root, d);
    add_hits(root, d, signals);
    add_peaks(root, d);
}
