/* Work cycles in sand: built, driven and sampled, see sand_cycle.h. */
#include "sand_cycle.h"

#include "run_internal.h"

#include <math.h>
#include <time.h>

static const int SAMPLE_TICKS = 10;   /* steps of 1 ms */
static const int STATICS_SAMPLES = 2; /* every so many */

static const char *const signal_names[SAND_SIGNALS] = {[SAND_X] = "chassis.x",
                                                       [SAND_Y] = "chassis.y",
                                                       [SAND_SPEED] = "vehicle.speed",
                                                       [SAND_MASS] = "bucket.mass",
                                                       [SAND_SENSOR] = "bucket.inflow",
                                                       [SAND_DEPTH] = "bucket.depth",
                                                       [SAND_DUG] = "sand.dug",
                                                       [SAND_GRAINS] = "sand.particles",
                                                       [SAND_LIFT] = "cylinder.lift.force",
                                                       [SAND_LIFT_A] = "cylinder.lift.pressure_a",
                                                       [SAND_LIFT_B] = "cylinder.lift.pressure_b",
                                                       [SAND_TILT] = "cylinder.tilt.force",
                                                       [SAND_TILT_A] = "cylinder.tilt.pressure_a",
                                                       [SAND_TILT_B] = "cylinder.tilt.pressure_b",
                                                       [SAND_VALVE_LIFT] = "valve.lift",
                                                       [SAND_VALVE_TILT] = "valve.tilt"};

/* ---- building ---- */

static bool read_scenario(valid_run *run, auth_scenario **scenario)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/scenarios/sand-transfer.yaml", run->results->assets);
    hl_report *report = driven_report(run, path);
    if (!report) return false;
    hl_status status = auth_scenario_read(path, valid_arena(run), scenario, report);
    if (status == HL_OK) status = auth_scenario_read_soils(*scenario, valid_arena(run), report);
    return status == HL_OK || driven_refused(run, path, status, report);
}

static bool read_machine(valid_run *run, const auth_scenario *scenario, auth_machine **author)
{
    hl_report *report = driven_report(run, scenario->machine);
    if (!report) return false;
    const hl_status status = auth_machine_read(scenario->machine, valid_arena(run), author, report);
    return status == HL_OK || driven_refused(run, scenario->machine, status, report);
}

static bool build_driver(sand_cycle *cycle, const char *script, double *seconds)
{
    valid_run *run = cycle->tractor.run;
    char path[1024];
    snprintf(path, sizeof path, "%s/operators/%s.yaml", run->results->assets, script);
    hl_report *report = driven_report(run, path);
    if (!report) return false;
    auth_operator *author = NULL;
    hl_status status = auth_operator_read(path, valid_arena(run), &author, report);
    if (status == HL_OK)
        status =
            world_operator_build(author, cycle->tractor.machine, valid_arena(run), report, &cycle->driver);
    if (status != HL_OK) return driven_refused(run, path, status, report);
    *seconds = author->seconds;
    return true;
}

static bool find_signals(sand_cycle *cycle)
{
    for (int i = 0; i < SAND_SIGNALS; i++) {
        cycle->signal[i] = world_signal_find(cycle->tractor.machine, signal_names[i]);
        if (cycle->signal[i] >= 0) continue;
        valid_failed(cycle->tractor.run, "the tractor in sand has no signal '%s'", signal_names[i]);
        return false;
    }
    return true;
}

bool sand_cycle_begin(valid_run *run, const char *script, sand_cycle *cycle)
{
    auth_scenario *scenario = NULL;
    auth_machine *author = NULL;
    double seconds = 0.0;
    *cycle = (sand_cycle){.tractor = {.run = run, .name = "tractor"}};
    if (!read_scenario(run, &scenario) || !read_machine(run, scenario, &author)) return false;
    driven *t = &cycle->tractor;
    t->author = author;
    t->scenario = scenario;
    const mb_step_options options = world_machine_options(author, scenario);
    if (!driven_make(t, "sand-transfer.yaml", &options) || !build_driver(cycle, script, &seconds) ||
        !find_signals(cycle) || !loader_begin(t, false, &cycle->loader))
        return false;
    cycle->capacity = 1 + (int)(seconds / (SAMPLE_TICKS * world_machine_step_size(t->machine)));
    cycle->samples = HL_NEW(valid_arena(run), sand_sample, cycle->capacity);
    if (!cycle->samples) valid_failed(run, "samples: %s", hl_status_text(HL_OUT_OF_MEMORY));
    driven_look(t);
    return cycle->samples != NULL;
}

/* ---- driving ---- */

/* Computing time: what other programs take of the processor is not counted. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* When the machine's part of a step ends and the sand's begins. */
static void tell_time(void *at, world_part part)
{
    if (part == WORLD_PART_NEWTON) *(double *)at = now();
}

/* The script moves the controls, and the tape keeps them. */
static void drive(sand_cycle *cycle)
{
    world_machine *machine = cycle->tractor.machine;
    (void)world_operator_act(cycle->driver, machine, cycle->tractor.signals);
    if (cycle->taped == cycle->tape_steps) return;
    const int controls = world_control_count(machine);
    double *values = &cycle->tape[(size_t)cycle->taped++ * (size_t)controls];
    for (int k = 0; k < controls; k++) values[k] = world_control_get(machine, k);
}

bool sand_cycle_tape(sand_cycle *cycle, int steps)
{
    const int controls = world_control_count(cycle->tractor.machine);
    cycle->taped = 0;
    cycle->tape_steps = steps;
    cycle->tape = HL_NEW(valid_arena(cycle->tractor.run), double, steps *controls);
    if (!cycle->tape) valid_failed(cycle->tractor.run, "tape: %s", hl_status_text(HL_OUT_OF_MEMORY));
    return cycle->tape != NULL;
}

bool sand_cycle_play(sand_cycle *cycle)
{
    world_machine *machine = cycle->tractor.machine;
    const int controls = world_control_count(machine);
    for (int i = 0; i < cycle->taped; i++) {
        for (int k = 0; k < controls; k++)
            world_control_set(machine, k, cycle->tape[(size_t)i * (size_t)controls + (size_t)k]);
        if (!driven_step(&cycle->tractor)) return false;
    }
    return true;
}

/* The tool's frame is the bucket's in this machine: neither `at` nor `turn`. */
static bool hold(sand_cycle *cycle, sand_sample *s)
{
    const terr_payload *payload = &terr_sand_load(world_machine_sand(cycle->tractor.machine), 0)->payload;
    loader_pair own, per_newton;
    cycle->loader.load = payload->centre;
    if (!loader_stand(&cycle->loader) || !loader_statics(&cycle->loader, &own, &per_newton)) return false;
    const double weight = DRIVEN_GRAVITY * payload->mass;
    s->statics = (loader_pair){own.lift + weight * per_newton.lift, own.tilt + weight * per_newton.tilt};
    s->held = true;
    driven_look(&cycle->tractor);
    return true;
}

static bool keep(sand_cycle *cycle, sand_sample s)
{
    driven *t = &cycle->tractor;
    if (cycle->count == cycle->capacity) return true;
    s.time = world_machine_time(t->machine);
    for (int i = 0; i < SAND_SIGNALS; i++)
        s.signal[i] = t->signals[cycle->signal[i]] * world_signal_info(t->machine, cycle->signal[i]).si;
    const auth_tool *tool = &t->author->tools[0];
    const hl_vec3 edge =
        driven_point(t, tool->body, (const double[3]){tool->profile[0][0], 0.0, tool->profile[0][1]});
    s.edge[0] = edge.x;
    s.edge[1] = edge.y;
    const terr_ledger ledger = terr_sand_ledger(world_machine_sand(t->machine));
    s.missing = ledger.initial - ledger.field - ledger.particles - ledger.outside;
    if (cycle->count % STATICS_SAMPLES == 0 && s.time >= cycle->statics_from && s.time <= cycle->statics_to &&
        !hold(cycle, &s))
        return false;
    cycle->samples[cycle->count++] = s;
    return true;
}

/* One step, timed, into the sample. */
static bool step(sand_cycle *cycle, sand_sample *s)
{
    driven *t = &cycle->tractor;
    double middle = 0.0;
    drive(cycle);
    world_machine_set_timer(t->machine, tell_time, &middle);
    const double start = now();
    const bool good = driven_step(t);
    const double end = now();
    world_machine_set_timer(t->machine, NULL, NULL);
    if (!good) return false;
    driven_look(t);
    s->machine += (middle - start) / SAMPLE_TICKS;
    s->soil += (end - middle) / SAMPLE_TICKS;
    s->longest = fmax(s->longest, end - start);
    s->lift_peak = fmax(s->lift_peak, fabs(t->signals[cycle->signal[SAND_LIFT]]));
    return true;
}

bool sand_cycle_run(sand_cycle *cycle, double until)
{
    const world_machine *machine = cycle->tractor.machine;
    const double half = 0.5 * world_machine_step_size(machine);
    while (world_machine_time(machine) < until - half) {
        sand_sample s = {0};
        for (int i = 0; i < SAMPLE_TICKS; i++)
            if (!step(cycle, &s)) return false;
        if (!keep(cycle, s)) return false;
    }
    return true;
}
