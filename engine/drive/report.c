/* The report of a round: report.json, and figures for a summary. */
#include "drv/drive.h"

#include "drv/latencies.h"
#include "drv/load.h"
#include "file/json.h"
#include "world/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* ---- numbers ---- */

double drv_simulated(const drv_drive *d)
{
    return (double)(world_machine_tick(d->world->machine) - d->world->first_tick) *
           world_machine_step_size(d->world->machine);
}

double drv_wall(const drv_drive *d)
{
    const rt_loop *loop = rt_session_loop(d->round.session);
    return 1e-9 * (double)(loop->ended - loop->began - loop->paused);
}

double drv_real_time_factor(const drv_drive *d)
{
    const double wall = drv_wall(d);
    return wall > 0.0 ? drv_simulated(d) / wall : 0.0;
}

const char *drv_failure_text(const drv_drive *d, char *text, size_t size)
{
    const rt_session_result result = rt_session_outcome(d->round.session);
    if (result.end != RT_END_FAILED) return NULL;
    if (result.signal >= 0)
        snprintf(text, size, "the step from tick %" PRId64 ": signal '%s' is not finite",
                 world_machine_tick(d->world->machine),
                 world_signal_info(d->world->machine, result.signal).name);
    else
        snprintf(text, size, "the step from tick %" PRId64 ": %s", world_machine_tick(d->world->machine),
                 hl_status_text(result.status));
    return text;
}

const rt_histogram *drv_photons(const drv_drive *d)
{
    const rt_histogram *photons = d->display ? drv_display_photons(d->display) : NULL;
    return photons && photons->count > 0 ? photons : NULL;
}

const rt_histogram *drv_picture_intervals(const drv_drive *d, double *rate)
{
    const drv_frames *pictures = d->display ? drv_display_frames(d->display) : NULL;
    if (!pictures || pictures->interval.count == 0) return NULL;
    *rate = 1e9 * (double)pictures->interval.count / (double)(pictures->last - pictures->first);
    return &pictures->interval;
}

double drv_loop_bound(const drv_drive *d)
{
    const drv_files *files = &d->world->files;
    const mb_step_options options = world_machine_options(files->machine, files->scenario);
    return mb_loop_bounds_of(&options).noted;
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

/* The final value of a task's signal. */
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
    json_add_number(json, "ended", over ? world_exercise_ended(d->world->machine) : (double)NAN);
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

/* ---- goal, zones, hits, peaks ---- */

static const char *body_name(const drv_drive *d, int body)
{
    return d->world->files.machine->mechanism->bodies[body].name;
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
    json_add_number(goal, "time",
                    reached ? (double)tick * world_machine_step_size(d->world->machine) : (double)NAN);
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
    json_add_number(object, "ended", hit->ended > 0.0 ? hit->ended : (double)NAN);
    cJSON_AddStringToObject(object, "body", body_name(d, hit->body));
    cJSON_AddStringToObject(object, "object", d->world->files.scenario->objects[hit->object].name);
    cJSON_AddNumberToObject(object, "impulse", hit->impulse);
    cJSON_AddNumberToObject(object, "peak", hit->peak);
    cJSON_AddItemToArray(list, object);
}

static void add_hits(cJSON *root, const drv_drive *d, const double *signals)
{
    cJSON *hits = cJSON_AddObjectToObject(root, "hits");
    const int count = world_hit_count(d->world->machine);
    cJSON_AddNumberToObject(hits, "count", count);
    cJSON_AddNumberToObject(hits, "impulse", signals[world_signal_find(d->world->machine, "hits.impulse")]);
    cJSON *list = cJSON_AddArrayToObject(hits, "list");
    for (int i = 0; i < count && i < WORLD_HITS_KEPT; i++) {
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

static void add_results(cJSON *root, const drv_drive *d)
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

/* ---- the report ---- */

/* Of a part of a tick. */
static void add_part_histogram(cJSON *object, const char *key, const rt_histogram *histogram)
{
    cJSON_AddItemToObject(object, key, drv_histogram_json(histogram, false));
}

/* With its bins, so that reports can be merged. */
static void add_histogram(cJSON *object, const char *key, const rt_histogram *histogram)
{
    cJSON_AddItemToObject(object, key, drv_histogram_json(histogram, true));
}

static void add_explanation(cJSON *object, const drv_drive *d, const rt_loop *loop)
{
    const rt_explanation e =
        rt_deadlines_explain(loop, d->round.timing.probed ? &d->round.timing.probe : NULL);
    cJSON *list = cJSON_AddObjectToObject(object, "explained");
    json_add_number(list, "slack_us", 1e-3 * (double)e.slack);
    json_add_number(list, "by_wake_up", (double)e.by_wake);
    json_add_number(list, "by_probe", (double)e.by_probe);
    json_add_number(list, "unexplained", (double)e.unexplained);
    json_add_number(list, "unlisted", (double)e.unlisted);
}

/* One row: durations of a part. */
static void add_part(cJSON *list, const rt_budget *budget, rt_part part)
{
    const char *key = rt_part_key(part);
    add_part_histogram(list, key, &budget->parts[part]);
    cJSON *row = cJSON_GetObjectItemCaseSensitive(list, key);
    json_add_number(row, "mean", 1e-3 * rt_budget_mean(budget, part));
    json_add_number(row, "in_longest", 1e-3 * (double)budget->longest[part]);
}

/* Counts that have occurred, and what they cannot exceed. */
static void add_counts(cJSON *budget, const drv_drive *d)
{
    const rt_budget *b = &d->round.timing.budget;
    int64_t limits[WORLD_COUNTS];
    world_count_limits(d->world->machine, limits);
    cJSON *list = cJSON_AddObjectToObject(budget, "counts");
    for (int i = 0; i < WORLD_COUNTS && b->tick.count > 0; i++) {
        if (b->most[i] == 0) continue;
        cJSON *row = cJSON_AddObjectToObject(list, world_count_key((world_count)i));
        json_add_number(row, "mean", b->sums[i] / (double)b->tick.count);
        json_add_number(row, "max", (double)b->most[i]);
        json_add_number(row, "limit", (double)limits[i]);
    }
}

static void add_budget(cJSON *object, const drv_drive *d, const rt_loop *loop)
{
    cJSON *budget = cJSON_AddObjectToObject(object, "budget");
    json_add_number(budget, "period_us", 1e-3 * (double)loop->period);
    cJSON *list = cJSON_AddObjectToObject(budget, "parts_us");
    for (int i = 0; i < RT_PARTS; i++) add_part(list, &d->round.timing.budget, (rt_part)i);
    add_histogram(budget, "all_us", &d->round.timing.budget.tick);
    add_counts(budget, d);
}

static void add_team(cJSON *object, const rt_team *team)
{
    const rt_team_counts counts = rt_team_counted(team);
    cJSON *list = cJSON_AddObjectToObject(object, "team");
    json_add_number(list, "threads", counts.threads);
    json_add_number(list, "sections", (double)counts.sections);
    json_add_number(list, "blocks", (double)counts.blocks);
    json_add_number(list, "helped", (double)counts.helped);
    json_add_number(list, "yields", (double)counts.yields);
    json_add_number(list, "longest_wait_us", 1e-3 * (double)counts.longest_wait);
}

static void add_deadlines(cJSON *root, const drv_drive *d, const rt_loop *loop)
{
    const rt_thread *thread = rt_session_thread(d->round.session);
    cJSON *deadlines = cJSON_AddObjectToObject(root, "deadlines");
    json_add_number(deadlines, "missed", (double)loop->missed);
    json_add_number(deadlines, "slipped", (double)loop->slipped);
    add_histogram(deadlines, "wake_us", &loop->wake);
    add_histogram(deadlines, "step_us", &loop->step);
    if (d->round.timing.probed) add_histogram(deadlines, "probe_us", &d->round.timing.probe.wake);
    if (d->options->realtime) add_explanation(deadlines, d, loop);
    if (d->options->measure) add_budget(deadlines, d, loop);
    if (d->round.timing.team) add_team(deadlines, d->round.timing.team);
    cJSON_AddBoolToObject(deadlines, "fifo", thread->fifo);
    cJSON_AddBoolToObject(deadlines, "memory_locked", d->round.timing.locked);
    cJSON_AddBoolToObject(deadlines, "pinned", thread->pinned);
}

/* Latency from device events to the ticks that act on them and to the pictures that show them, if there were
 * any. */
static void add_input(cJSON *root, const drv_drive *d)
{
    const rt_histogram *latency = rt_session_latency(d->round.session), *photons = drv_photons(d);
    if (latency->count == 0) return;
    cJSON *input = cJSON_AddObjectToObject(root, "input");
    add_histogram(input, "latency_us", latency);
    if (photons) add_histogram(input, "photon_us", photons);
}

static void add_pictures(cJSON *root, const drv_drive *d)
{
    double rate;
    const rt_histogram *interval = drv_picture_intervals(d, &rate);
    if (!interval) return;
    cJSON *pictures = cJSON_AddObjectToObject(root, "pictures");
    json_add_number(pictures, "a_second", rate);
    add_histogram(pictures, "interval_us", interval);
}

static void add_motion(cJSON *root, const drv_drive *d)
{
    io_motion_counts counts;
    if (!drv_cockpit_motion(d->cockpit, &counts)) return;
    cJSON *motion = cJSON_AddObjectToObject(root, "motion");
    json_add_number(motion, "sent", (double)counts.sent);
    json_add_number(motion, "failed", (double)counts.failed);
    json_add_number(motion, "missing_ticks", (double)counts.missing);
    json_add_number(motion, "late_ticks", (double)counts.late);
    json_add_number(motion, "stops", (double)counts.stops);
}

static void add_energies(cJSON *root, const drv_drive *d)
{
    const world_mechanism *m = world_machine_mechanism(d->world->machine);
    mb_evaluate_state(m->model, m->state, m->work);
    const mb_energy e = mb_energies(m->model, m->work);
    cJSON *list = cJSON_AddObjectToObject(root, "energies");
    json_add_number(list, "kinetic", e.kinetic);
    json_add_number(list, "gravity", e.gravity);
    json_add_number(list, "stored", e.stored);
}

/* Masses of the soil; empty without sand. Closed: no quantum was lost or gained. */
static void add_ledger(cJSON *root, const drv_drive *d)
{
    const terr_sand *sand = world_machine_sand(d->world->machine);
    cJSON *list = cJSON_AddObjectToObject(root, "mass_ledger");
    if (!sand) return;
    const terr_ledger l = terr_sand_ledger(sand);
    json_add_number(list, "initial_kg", terr_kilograms(l.initial));
    json_add_number(list, "field_kg", terr_kilograms(l.field));
    json_add_number(list, "particles_kg", terr_kilograms(l.particles));
    json_add_number(list, "containers_kg", terr_kilograms(l.containers));
    json_add_number(list, "outside_kg", terr_kilograms(l.outside));
    json_add_number(list, "dug_kg", terr_kilograms(l.dug));
    json_add_number(list, "merged_kg", terr_kilograms(l.merged));
    json_add_number(list, "particles_born", (double)l.born);
    json_add_number(list, "particles_merged", (double)l.merged_particles);
    json_add_number(list, "particles_squeezed", (double)l.squeezed);
    json_add_number(list, "particles_lost", (double)l.lost);
    cJSON_AddBoolToObject(list, "closed", l.initial == l.field + l.particles + l.containers + l.outside);
}

static void add_files(cJSON *root, const drv_drive *d)
{
    cJSON *recording = cJSON_AddObjectToObject(root, "recording");
    json_add_number(recording, "ticks", (double)d->round.record.recorded.ticks);
    json_add_number(recording, "bytes", (double)d->round.record.recorded.bytes);
    json_add_number(recording, "postponed_states", (double)d->round.record.recorded.postponed);
    json_add_text(recording, "trouble", d->round.record.recorded.why);
    cJSON *telemetry = cJSON_AddObjectToObject(root, "telemetry");
    json_add_number(telemetry, "rows", (double)d->round.record.rows.rows);
    json_add_number(telemetry, "dropped", (double)d->round.record.rows.dropped);
    json_add_text(telemetry, "trouble", d->round.record.rows.why);
}

static void add_loops(cJSON *root, const drv_drive *d)
{
    const rt_session_result result = rt_session_outcome(d->round.session);
    cJSON *loops = cJSON_AddObjectToObject(root, "loops");
    json_add_number(loops, "bound", drv_loop_bound(d));
    json_add_number(loops, "open_ticks", (double)result.open_ticks);
    json_add_number(loops, "largest", result.violation);
}

static void add_events(cJSON *root, const drv_drive *d)
{
    const drv_journal *journal = &d->round.journal;
    json_add_number(root, "event_count", (double)journal->event_count);
    json_add_number(root, "events_lost", (double)rt_session_outcome(d->round.session).events_lost);
    cJSON *list = cJSON_AddArrayToObject(root, "events");
    for (int i = 0; i < journal->kept; i++) {
        char text[DRV_EVENT_TEXT];
        drv_event_text(&d->world->files, d->round.session, &journal->events[i], text, sizeof text);
        cJSON *event = cJSON_CreateObject();
        json_add_number(event, "tick", (double)journal->events[i].tick);
        json_add_text(event, "text", text);
        cJSON_AddItemToArray(list, event);
    }
}

static void add_signals(cJSON *root, const drv_drive *d)
{
    cJSON *list = cJSON_AddObjectToObject(root, "signals");
    for (int i = 0; i < world_signal_count(d->world->machine); i++)
        json_add_number(list, world_signal_info(d->world->machine, i).name, d->round.signals[i]);
}

static void add_machine(cJSON *root, const drv_drive *d)
{
    cJSON *machine = cJSON_AddObjectToObject(root, "machine");
    json_add_text(machine, "name", world_machine_name(d->world->machine));
    cJSON *variants = cJSON_AddObjectToObject(machine, "variants");
    for (int i = 0; i < d->world->files.machine->variant_count; i++) {
        const auth_variant *variant = &d->world->files.machine->variants[i];
        json_add_text(variants, variant->name, variant->choices[variant->chosen].name);
    }
}

/* `headland sweep` recognises results by these. */
static void add_identity(cJSON *root, const drv_drive *d)
{
    drv_inputs files;
    char program[DRV_PROGRAM], why[RT_WHY_LENGTH];
    drv_program_name(program);
    json_add_text(root, "program", program);
    cJSON *list = cJSON_AddArrayToObject(root, "inputs");
    const int count = drv_inputs_of(&d->world->files, d->options->script, &files, why) ? files.count : 0;
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(list, cJSON_CreateString(files.files[i].hash));
    list = cJSON_AddArrayToObject(root, "set");
    for (int i = 0; i < d->options->set.count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(d->options->set.texts[i]));
}

char *drv_report_json(const drv_drive *d, uint64_t hash)
{
    char text[200], digits[20];
    const rt_loop *loop = rt_session_loop(d->round.session);
    cJSON *root = cJSON_CreateObject();
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    add_machine(root, d);
    json_add_text(root, "scenario", d->world->files.scenario_text.path);
    json_add_text(root, "operator", d->options->script);
    add_identity(root, d);
    json_add_text(root, "speed", d->options->realtime ? "realtime" : "max");
    json_add_text(root, "result", rt_end_text(rt_session_outcome(d->round.session).end));
    json_add_text(root, "failure", drv_failure_text(d, text, sizeof text));
    json_add_number(root, "ticks", (double)(world_machine_tick(d->world->machine) - d->world->first_tick));
    json_add_number(root, "step_seconds", world_machine_step_size(d->world->machine));
    json_add_number(root, "seconds", drv_simulated(d));
    json_add_number(root, "wall_seconds", drv_wall(d));
    json_add_number(root, "real_time_factor", drv_real_time_factor(d));
    add_results(root, d);
    add_deadlines(root, d, loop);
    add_input(root, d);
    add_pictures(root, d);
    add_motion(root, d);
    add_ledger(root, d);
    json_add_text(root, "state_hash", digits);
    add_files(root, d);
    add_loops(root, d);
    add_events(root, d);
    add_signals(root, d);
    add_energies(root, d);
    char *json = cJSON_Print(root);
    cJSON_Delete(root);
    return json;
}
