/* What came of `headland run`: report.json, and the same for people. */
#include "run.h"

#include "inputs.h"
#include "program.h"
#include "run_score.h"
#include "file/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */

static double seconds_of(int64_t nanoseconds)
{
    return 1e-9 * (double)nanoseconds;
}

/* A quantile in microseconds. */
static double quantile(const rt_histogram *histogram, double share)
{
    return 1e-3 * (double)rt_histogram_quantile(histogram, share);
}

static double simulated(const run *r)
{
    return (double)(world_machine_tick(r->machine) - r->first_tick) * r->options.step;
}

/* Time that the ticks took, pauses left out [s]. */
static double wall(const rt_loop *loop)
{
    return seconds_of(loop->ended - loop->began - loop->paused);
}

static double real_time_factor(const run *r, const rt_loop *loop)
{
    return wall(loop) > 0.0 ? simulated(r) / wall(loop) : 0.0;
}

static const char *failure_text(const run *r, char *text, size_t size)
{
    const rt_session_result result = rt_session_outcome(r->session);
    if (result.end != RT_END_FAILED) return NULL;
    if (result.signal >= 0)
        snprintf(text, size, "the step from tick %" PRId64 ": signal '%s' is not finite",
                 world_machine_tick(r->machine), world_signal_info(r->machine, result.signal).name);
    else
        snprintf(text, size, "the step from tick %" PRId64 ": %s", world_machine_tick(r->machine),
                 hl_status_text(result.status));
    return text;
}

/* NULL: nothing was shown. */
static const rt_histogram *photons_of(const run *r)
{
    const rt_histogram *photons = r->window ? run_window_photons(r->window) : NULL;
    return photons && photons->count > 0 ? photons : NULL;
}

/* ---- JSON ---- */

static void add_histogram(cJSON *object, const char *key, const rt_histogram *histogram)
{
    cJSON *list = cJSON_AddObjectToObject(object, key);
    json_add_number(list, "p50", quantile(histogram, 0.5));
    json_add_number(list, "p99", quantile(histogram, 0.99));
    json_add_number(list, "p999", quantile(histogram, 0.999));
    json_add_number(list, "max", 1e-3 * (double)histogram->max);
    json_add_number(list, "count", (double)histogram->count);
}

static void add_explanation(cJSON *object, const run *r, const rt_loop *loop)
{
    const rt_explanation e = rt_explain(loop, r->probed ? &r->probe : NULL);
    cJSON *list = cJSON_AddObjectToObject(object, "explained");
    json_add_number(list, "slack_us", 1e-3 * (double)e.slack);
    json_add_number(list, "by_wake_up", (double)e.by_wake);
    json_add_number(list, "by_probe", (double)e.by_probe);
    json_add_number(list, "unexplained", (double)e.unexplained);
    json_add_number(list, "unlisted", (double)e.unlisted);
}

/* One row: what a part takes. */
static void add_part(cJSON *list, const rt_budget *budget, rt_part part)
{
    const char *key = rt_part_key(part);
    add_histogram(list, key, &budget->parts[part]);
    cJSON *row = cJSON_GetObjectItemCaseSensitive(list, key);
    json_add_number(row, "mean", 1e-3 * rt_budget_mean(budget, part));
    json_add_number(row, "in_longest", 1e-3 * (double)budget->longest[part]);
}

static void add_budget(cJSON *object, const run *r, const rt_loop *loop)
{
    cJSON *budget = cJSON_AddObjectToObject(object, "budget");
    json_add_number(budget, "period_us", 1e-3 * (double)loop->period);
    cJSON *list = cJSON_AddObjectToObject(budget, "parts_us");
    for (int i = 0; i < RT_PARTS; i++) add_part(list, &r->budget, (rt_part)i);
    add_histogram(budget, "all_us", &r->budget.tick);
}

static void add_deadlines(cJSON *root, const run *r, const rt_loop *loop)
{
    const rt_thread *thread = rt_session_thread(r->session);
    cJSON *deadlines = cJSON_AddObjectToObject(root, "deadlines");
    json_add_number(deadlines, "missed", (double)loop->missed);
    json_add_number(deadlines, "slipped", (double)loop->slipped);
    add_histogram(deadlines, "wake_us", &loop->wake);
    add_histogram(deadlines, "step_us", &loop->step);
    if (r->probed) add_histogram(deadlines, "probe_us", &r->probe.wake);
    if (r->realtime) add_explanation(deadlines, r, loop);
    if (r->request.rt_report) add_budget(deadlines, r, loop);
    cJSON_AddBoolToObject(deadlines, "fifo", thread->fifo);
    cJSON_AddBoolToObject(deadlines, "memory_locked", r->locked);
    cJSON_AddBoolToObject(deadlines, "pinned", thread->pinned);
}

/* From the events of devices to the ticks that acted on them and the pictures that show it; only where there
 * were some. */
static void add_input(cJSON *root, const run *r)
{
    const rt_histogram *latency = rt_session_latency(r->session), *photons = photons_of(r);
    if (latency->count == 0) return;
    cJSON *input = cJSON_AddObjectToObject(root, "input");
    add_histogram(input, "latency_us", latency);
    if (photons) add_histogram(input, "photon_us", photons);
}

static void add_motion(cJSON *root, const run *r)
{
    io_motion_counts counts;
    if (!cockpit_motion(r->cockpit, &counts)) return;
    cJSON *motion = cJSON_AddObjectToObject(root, "motion");
    json_add_number(motion, "sent", (double)counts.sent);
    json_add_number(motion, "failed", (double)counts.failed);
    json_add_number(motion, "missing_ticks", (double)counts.missing);
    json_add_number(motion, "late_ticks", (double)counts.late);
    json_add_number(motion, "stops", (double)counts.stops);
}

static void add_energies(cJSON *root, const run *r)
{
    const world_mechanism *m = world_machine_mechanism(r->machine);
    mb_refresh(m->model, m->state, m->work);
    const mb_energy e = mb_energies(m->model, m->work);
    cJSON *list = cJSON_AddObjectToObject(root, "energies");
    json_add_number(list, "kinetic", e.kinetic);
    json_add_number(list, "gravity", e.gravity);
    json_add_number(list, "stored", e.stored);
}

/* Where all soil is; empty without sand. Closed: not a quantum has been lost or won. */
static void add_ledger(cJSON *root, const run *r)
{
    const terr_sand *sand = world_machine_sand(r->machine);
    cJSON *list = cJSON_AddObjectToObject(root, "mass_ledger");
    if (!sand) return;
    const terr_ledger l = terr_sand_ledger(sand);
    json_add_number(list, "initial_kg", terr_kilograms(l.initial));
    json_add_number(list, "field_kg", terr_kilograms(l.field));
    json_add_number(list, "particles_kg", terr_kilograms(l.particles));
    json_add_number(list, "outside_kg", terr_kilograms(l.outside));
    json_add_number(list, "dug_kg", terr_kilograms(l.dug));
    json_add_number(list, "merged_kg", terr_kilograms(l.merged));
    json_add_number(list, "particles_born", (double)l.born);
    json_add_number(list, "particles_merged", (double)l.merged_particles);
    json_add_number(list, "particles_squeezed", (double)l.squeezed);
    json_add_number(list, "particles_lost", (double)l.lost);
    cJSON_AddBoolToObject(list, "closed", l.initial == l.field + l.particles + l.outside);
}

static void add_files(cJSON *root, const run *r)
{
    cJSON *recording = cJSON_AddObjectToObject(root, "recording");
    json_add_number(recording, "ticks", (double)r->recorded.ticks);
    json_add_number(recording, "bytes", (double)r->recorded.bytes);
    json_add_number(recording, "postponed_states", (double)r->recorded.postponed);
    json_add_text(recording, "trouble", r->recorded.why);
    cJSON *telemetry = cJSON_AddObjectToObject(root, "telemetry");
    json_add_number(telemetry, "rows", (double)r->rows.rows);
    json_add_number(telemetry, "dropped", (double)r->rows.dropped);
    json_add_text(telemetry, "trouble", r->rows.why);
}

static void add_loops(cJSON *root, const run *r)
{
    const rt_session_result result = rt_session_outcome(r->session);
    cJSON *loops = cJSON_AddObjectToObject(root, "loops");
    json_add_number(loops, "bound", mb_loop_bounds_of(&r->options).noted);
    json_add_number(loops, "open_ticks", (double)result.open_ticks);
    json_add_number(loops, "largest", result.violation);
}

static void add_events(cJSON *root, const run *r)
{
    json_add_number(root, "event_count", (double)r->event_count);
    json_add_number(root, "events_lost", (double)rt_session_outcome(r->session).events_lost);
    cJSON *list = cJSON_AddArrayToObject(root, "events");
    for (int i = 0; i < r->events_kept; i++) {
        char text[200];
        run_event_text(r, &r->events[i], text, sizeof text);
        cJSON *event = cJSON_CreateObject();
        json_add_number(event, "tick", (double)r->events[i].tick);
        json_add_text(event, "text", text);
        cJSON_AddItemToArray(list, event);
    }
}

static void add_signals(cJSON *root, const run *r, const double *values)
{
    cJSON *list = cJSON_AddObjectToObject(root, "signals");
    for (int i = 0; i < world_signal_count(r->machine); i++)
        json_add_number(list, world_signal_info(r->machine, i).name, values[i]);
}

static void add_machine(cJSON *root, const run *r)
{
    cJSON *machine = cJSON_AddObjectToObject(root, "machine");
    json_add_text(machine, "name", world_machine_name(r->machine));
    cJSON *variants = cJSON_AddObjectToObject(machine, "variants");
    for (int i = 0; i < r->files.machine->variant_count; i++) {
        const auth_variant *variant = &r->files.machine->variants[i];
        json_add_text(variants, variant->name, variant->choices[variant->chosen].name);
    }
}

/* By what `headland sweep` knows whose result it is. */
static void add_identity(cJSON *root, const run *r)
{
    inputs files;
    char program[INPUTS_PROGRAM], why[RT_WHY_LENGTH];
    inputs_program(program);
    json_add_text(root, "program", program);
    cJSON *list = cJSON_AddArrayToObject(root, "inputs");
    const int count = inputs_of(&r->files, r->script, &files, why) ? files.count : 0;
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(list, cJSON_CreateString(files.files[i].hash));
    list = cJSON_AddArrayToObject(root, "set");
    for (int i = 0; i < r->request.set.count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(r->request.set.texts[i]));
}

/* Text of the report, to be freed with cJSON_free; NULL when memory is exhausted. `hash` and `signals` are
 * those of the state at the end. */
static char *make_json(const run *r, uint64_t hash, const double *signals)
{
    char text[200], digits[20];
    const rt_loop *loop = rt_session_loop(r->session);
    const rt_session_result result = rt_session_outcome(r->session);
    cJSON *root = cJSON_CreateObject();
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    add_machine(root, r);
    json_add_text(root, "scenario", r->files.scenario_text.path);
    json_add_text(root, "operator", r->script);
    add_identity(root, r);
    json_add_text(root, "speed", r->realtime ? "realtime" : "max");
    json_add_text(root, "result", rt_end_text(result.end));
    json_add_text(root, "failure", failure_text(r, text, sizeof text));
    json_add_number(root, "ticks", (double)(world_machine_tick(r->machine) - r->first_tick));
    json_add_number(root, "step_seconds", r->options.step);
    json_add_number(root, "seconds", simulated(r));
    json_add_number(root, "wall_seconds", wall(loop));
    json_add_number(root, "real_time_factor", real_time_factor(r, loop));
    run_score_add(root, r, signals);
    add_deadlines(root, r, loop);
    add_input(root, r);
    add_motion(root, r);
    add_ledger(root, r);
    json_add_text(root, "state_hash", digits);
    add_files(root, r);
    add_loops(root, r);
    add_events(root, r);
    add_signals(root, r, signals);
    add_energies(root, r);
    char *json = cJSON_Print(root);
    cJSON_Delete(root);
    return json;
}

/* ---- for people ---- */

static void print_histogram(const char *name, const rt_histogram *histogram)
{
    printf("%-18s median %.4g us, p99 %.4g us, p99.9 %.4g us, max %.4g us; %" PRId64 " of them\n", name,
           quantile(histogram, 0.5), quantile(histogram, 0.99), quantile(histogram, 0.999),
           1e-3 * (double)histogram->max, histogram->count);
}

static void print_part(const char *name, const double values[6])
{
    printf("  %-22s", name);
    for (int i = 0; i < 6; i++) printf(" %8.2f", values[i]);
    putchar('\n');
}

/* Sums of quantiles are no quantiles of sums: if no part went beyond its p99.9, no tick would beyond their
 * sum. */
static void print_budget(const run *r, const rt_loop *loop)
{
    const rt_budget *b = &r->budget;
    double sums[6] = {0};
    printf("%-24s %8s %8s %8s %8s %8s %8s\n", "parts of a tick [us]", "mean", "median", "p99", "p99.9", "max",
           "longest");
    for (int i = 0; i < RT_PARTS; i++) {
        const rt_histogram *h = &b->parts[i];
        const double row[6] = {1e-3 * rt_budget_mean(b, (rt_part)i),
                               quantile(h, 0.5),
                               quantile(h, 0.99),
                               quantile(h, 0.999),
                               1e-3 * (double)h->max,
                               1e-3 * (double)b->longest[i]};
        print_part(rt_part_text((rt_part)i), row);
        for (int k = 0; k < 6; k++) sums[k] += row[k];
    }
    print_part("sum", sums);
    printf("  %-22s %8.2f\n", "period", 1e-3 * (double)loop->period);
}

static void print_deadlines(const run *r, const rt_loop *loop)
{
    const rt_thread *thread = rt_session_thread(r->session);
    const rt_explanation e = rt_explain(loop, r->probed ? &r->probe : NULL);
    printf("%-18s %s, memory %s%s\n", "scheduling", thread->fifo ? "SCHED_FIFO" : "ordinary",
           r->locked ? "locked" : "not locked", thread->pinned ? ", on one processor" : "");
    print_histogram("wake-up latency", &loop->wake);
    if (r->probed) print_histogram("probe", &r->probe.wake);
    printf("%-18s %" PRId64 " by the wake-up, %" PRId64 " by the probe, %" PRId64
           " unexplained; slack %.4g us\n",
           "misses explained", e.by_wake, e.by_probe, e.unexplained + e.unlisted, 1e-3 * (double)e.slack);
}

/* The report, which may be missing, comes last. */
static void print_files(const run *r, bool reported)
{
    const char *const names[] = {"recording.hlr", run_telemetry_name(r), "report.json"};
    enum { NAMES = sizeof names / sizeof *names };
    char path[RUN_PATH];
    const int count = !r->request.out ? 0 : reported ? NAMES : NAMES - 1;
    for (int i = 0; i < count; i++) printf("%-18s %s\n", i == 0 ? "files" : "", run_path(r, names[i], path));
}

static void print_summary(const run *r, const double *signals, bool reported)
{
    char text[200];
    const rt_loop *loop = rt_session_loop(r->session);
    const char *failure = failure_text(r, text, sizeof text);
    printf("%-18s %s\n", "machine", world_machine_name(r->machine));
    printf("%-18s %s%s%s\n", auth_scenario_is_exercise(r->files.scenario) ? "drive" : "result",
           rt_end_text(rt_session_outcome(r->session).end), failure ? ": " : "", failure ? failure : "");
    printf("%-18s %" PRId64 " of %g ms: %.6g s in %.4g s, %.4g times real time\n", "ticks",
           world_machine_tick(r->machine) - r->first_tick, 1e3 * r->options.step, simulated(r), wall(loop),
           real_time_factor(r, loop));
    run_score_print(r, signals);
    print_histogram("time of a tick", &loop->step);
    if (r->realtime)
        printf("%-18s %" PRId64 "; %" PRId64 " periods slipped\n", "deadlines missed", loop->missed,
               loop->slipped);
    const rt_session_result result = rt_session_outcome(r->session);
    if (result.open_ticks > 0)
        printf("%-18s by more than %g in %" PRId64 " ticks, at most %.3g (m, rad or 1)\n", "loops open",
               mb_loop_bounds_of(&r->options).noted, result.open_ticks, result.violation);
    const rt_histogram *latency = rt_session_latency(r->session);
    if (latency->count > 0) print_histogram("input to tick", latency);
    const rt_histogram *photons = photons_of(r);
    if (photons) print_histogram("input to picture", photons);
    if (r->request.rt_report) print_deadlines(r, loop);
    if (r->request.rt_report) print_budget(r, loop);
    print_files(r, reported);
}

/* ---- the file ---- */

static bool write_file(const run *r, const char *json)
{
    char path[RUN_PATH];
    errno = 0;
    FILE *file = fopen(run_path(r, "report.json", path), "w");
    bool good = file && fprintf(file, "%s\n", json) >= 0;
    int trouble = errno; /* the first reason counts */
    if (file && fclose(file) != 0) {
        trouble = good ? errno : trouble;
        good = false;
    }
    if (!good)
        fprintf(stderr, "headland %s: %s: %s\n", options_command(), path, strerror(trouble ? trouble : EIO));
    return good;
}

bool run_report(run *r)
{
    const uint64_t hash = world_state_hash(r->machine); /* before anything looks */
    double *signals = HL_NEW(&r->session_arena, double, world_signal_count(r->machine));
    if (signals) world_machine_signals(r->machine, signals);
    r->score.last = signals;
    char *json = signals ? make_json(r, hash, signals) : NULL;
    if (!json) {
        fprintf(stderr, "headland %s: report: %s\n", options_command(), hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    const bool good = !r->request.out || write_file(r, json);
    if (r->request.json)
        puts(json);
    else
        print_summary(r, signals, good);
    cJSON_free(json);
    return good;
}
