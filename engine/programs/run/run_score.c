/* What a drive is judged by. Pressures have their peaks between the rows of any table, so every tick is
 * looked at, in the thread of the physics: a comparison for each signal that is a pressure. */
#include "run_score.h"

#include "run_exercise.h"

#include <math.h>
#include <stdio.h>

/* ---- while it drives ---- */

/* RT. */
static bool watch(void *context, world_machine *machine, const double *signals)
{
    run_score *score = context;
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

bool run_score_begin(run *r)
{
    run_score *score = &r->score;
    const int count = world_signal_count(r->machine);
    double *values = HL_NEW(&r->session_arena, double, count);
    *score = (run_score){.fuel_used = world_signal_find(r->machine, "fuel.used"),
                         .pressures = HL_NEW(&r->session_arena, int, count),
                         .peaks = HL_NEW(&r->session_arena, double, count)};
    if (!values || !score->pressures || !score->peaks) return false;
    world_machine_signals(r->machine, values);
    if (score->fuel_used >= 0) score->fuel_used_before = values[score->fuel_used];
    for (int i = 0; i < count; i++) {
        if (!is_pressure(world_signal_info(r->machine, i).unit)) continue;
        score->pressures[score->pressure_count] = i;
        score->peaks[score->pressure_count++] = values[i];
    }
    return rt_session_add_hook(r->session, &(rt_hook){.context = score, .after_tick = watch});
}

/* ---- what came of it ---- */

static bool has_goal(const run *r)
{
    return r->files.scenario && r->files.scenario->goal.signal;
}

static double goal_time(const run *r)
{
    return (double)rt_session_outcome(r->session).goal * r->options.step;
}

/* Since the start [l]; the signals are those of the state at the end. */
static double fuel_used(const run *r, const double *signals)
{
    return signals[r->score.fuel_used] - r->score.fuel_used_before;
}

static int zone_count(const run *r)
{
    return r->files.scenario ? r->files.scenario->zone_count : 0;
}

static int kept_hits(const run *r)
{
    const int count = world_hit_count(r->machine);
    return count < WORLD_HITS_KEPT ? count : WORLD_HITS_KEPT;
}

static const char *body_name(const run *r, int body)
{
    return r->files.machine->mechanism->bodies[body].name;
}

static const char *object_name(const run *r, int object)
{
    return r->files.scenario->objects[object].name;
}

static double total_impulse(const run *r, const double *signals)
{
    return signals[world_signal_find(r->machine, "hits.impulse")];
}

/* ---- JSON ---- */

static void add_goal(cJSON *root, const run *r)
{
    if (!has_goal(r)) {
        cJSON_AddNullToObject(root, "goal");
        return;
    }
    const bool reached = rt_session_outcome(r->session).goal >= 0;
    cJSON *goal = cJSON_AddObjectToObject(root, "goal");
    cJSON_AddBoolToObject(goal, "reached", reached);
    if (reached)
        cJSON_AddNumberToObject(goal, "time", goal_time(r));
    else
        cJSON_AddNullToObject(goal, "time");
}

static void add_zones(cJSON *root, const run *r)
{
    cJSON *zones = cJSON_AddObjectToObject(root, "zones");
    for (int i = 0; i < zone_count(r); i++)
        cJSON_AddNumberToObject(zones, r->files.scenario->zones[i].name, world_zone_mass(r->machine, i));
}

static void add_hit(cJSON *list, const run *r, const world_hit *hit)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "began", hit->began);
    if (hit->ended > 0.0)
        cJSON_AddNumberToObject(object, "ended", hit->ended);
    else
        cJSON_AddNullToObject(object, "ended");
    cJSON_AddStringToObject(object, "body", body_name(r, hit->body));
    cJSON_AddStringToObject(object, "object", object_name(r, hit->object));
    cJSON_AddNumberToObject(object, "impulse", hit->impulse);
    cJSON_AddNumberToObject(object, "peak", hit->peak);
    cJSON_AddItemToArray(list, object);
}

static void add_hits(cJSON *root, const run *r, const double *signals)
{
    cJSON *hits = cJSON_AddObjectToObject(root, "hits");
    cJSON_AddNumberToObject(hits, "count", world_hit_count(r->machine));
    cJSON_AddNumberToObject(hits, "impulse", total_impulse(r, signals));
    cJSON *list = cJSON_AddArrayToObject(hits, "list");
    for (int i = 0; i < kept_hits(r); i++) {
        const world_hit hit = world_hit_at(r->machine, i);
        add_hit(list, r, &hit);
    }
}

static void add_peaks(cJSON *root, const run *r)
{
    cJSON *peaks = cJSON_AddObjectToObject(root, "peaks");
    for (int i = 0; i < r->score.pressure_count; i++) {
        const world_signal signal = world_signal_info(r->machine, r->score.pressures[i]);
        cJSON_AddNumberToObject(peaks, signal.name, r->score.peaks[i] * signal.si);
    }
}

void run_score_add(cJSON *root, const run *r, const double *signals)
{
    cJSON_AddNumberToObject(root, "time", world_machine_time(r->machine));
    add_goal(root, r);
    run_exercise_add(root, r);
    if (r->score.fuel_used >= 0) cJSON_AddNumberToObject(root, "fuel_used", fuel_used(r, signals));
    add_zones(root, r);
    add_hits(root, r, signals);
    add_peaks(root, r);
}

/* ---- for people ---- */

static void print_hits(const run *r, const double *signals)
{
    enum { SHOWN = 5 };
    const int count = world_hit_count(r->machine);
    if (count == 0) return;
    printf("%-18s %d, %.4g N s\n", "hits", count, total_impulse(r, signals));
    for (int i = 0; i < kept_hits(r) && i < SHOWN; i++) {
        const world_hit hit = world_hit_at(r->machine, i);
        printf("%-18s %.3f s: %s, %s: %.4g N s, at most %.4g N\n", "", hit.began, body_name(r, hit.body),
               object_name(r, hit.object), hit.impulse, hit.peak);
    }
    if (count > SHOWN) printf("%-18s and %d more\n", "", count - SHOWN);
}

void run_score_print(const run *r, const double *signals)
{
    run_exercise_print(r);
    if (has_goal(r)) {
        if (rt_session_outcome(r->session).goal >= 0)
            printf("%-18s reached at %.6g s\n", "goal", goal_time(r));
        else
            printf("%-18s not reached\n", "goal");
    }
    if (r->score.fuel_used >= 0) printf("%-18s %.4g l\n", "fuel used", fuel_used(r, signals));
    for (int i = 0; i < zone_count(r); i++)
        printf("%-18s %s: %.6g kg\n", i == 0 ? "soil in zones" : "", r->files.scenario->zones[i].name,
               world_zone_mass(r->machine, i));
    print_hits(r, signals);
}
