/* Four-bar mechanism with a hydraulic cylinder, 002 section 5 and 000 publication II, from the mechanism
 * files: both formulations, the friction laws side by side, analytic against forward-difference tangent,
 * monolithic against weakly coupled. 1 ms steps through the published 10 s, over and over. The papers' Matlab
 * takes 2150 us a step.
 *
 * The note gives Newton's iterations and the largest error of the piston position over the 10 s against a
 * monolithic run at 0.1 ms: time and error belong together. */
#include "auth/mechanism.h"
#include "bench/bench.h"
#include "world/mechanism.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct variant {
    const char *name, *file;
    mb_formulation formulation;
    bool numeric;
    int weak_substeps;
    int steps_per_ms; /* 0: one */
} variant;

static const variant VARIANTS[] = {
    {"four-bar/ali3p", "four-bar-viscous", MB_ALI3P, false, 0, 0},
    {"four-bar/double-step", "four-bar-viscous", MB_DOUBLE_STEP, false, 0, 0},
    {"four-bar/ali3p-numeric", "four-bar-viscous", MB_ALI3P, true, 0, 0},
    {"four-bar/double-step-numeric", "four-bar-viscous", MB_DOUBLE_STEP, true, 0, 0},
    {"four-bar/weak-1", "four-bar-viscous", MB_ALI3P, false, 1, 0},
    {"four-bar/weak-10", "four-bar-viscous", MB_ALI3P, false, 10, 0},
    {"four-bar/weak-1-at-equal-error", "four-bar-viscous", MB_ALI3P, false, 1, 80},
    {"quick-return/ali3p", "quick-return-viscous", MB_ALI3P, false, 0, 0},
    {"friction/none", "friction-none", MB_ALI3P, false, 0, 0},
    {"friction/bengisu-akay", "friction-bengisu-akay", MB_ALI3P, false, 0, 0},
    {"friction/brown-mcphee", "friction-brown-mcphee", MB_ALI3P, false, 0, 0},
    {"friction/lugre", "friction-lugre", MB_ALI3P, false, 0, 0},
    {"friction/modified-lugre", "friction-modified-lugre", MB_ALI3P, false, 0, 0}};

enum { RUN_STEPS = 10000, FINE = 10, MAX_OUTPUTS = 64 };

typedef struct hydraulic_run {
    world_mechanism *mechanism;
    mb_state *start;
    hl_report complaints;
    double *exact; /* [RUN_STEPS] piston position of the fine run */
    int piston;    /* its output column */
    int steps_per_ms;
    long steps, iterations; /* milliseconds run; Newton iterations */
    double error;
} hydraulic_run;

static world_mechanism *load(const variant *v, double step, hl_arena *arena, hl_report *complaints)
{
    const char *path = bench_asset("mechanisms", v->file, arena);
    auth_mechanism *author;
    world_mechanism *mechanism;
    hl_report_begin(complaints, path);
    if (auth_mechanism_read(path, arena, &author, complaints) != HL_OK) return NULL;
    mb_step_options options = world_mechanism_options(author);
    options.formulation = v->formulation;
    options.numeric_tangent = v->numeric;
    options.weak_substeps = v->weak_substeps;
    options.step = step;
    options.penalty = 0.0;
    if (world_mechanism_build(author, &options, arena, complaints, &mechanism) != HL_OK) return NULL;
    return mechanism;
}

static int find_output(const world_mechanism *m, const char *name)
{
    for (int i = 0; i < m->output_count; i++)
        if (strcmp(m->output_names[i], name) == 0) return i;
    return -1;
}

/* Piston positions at every millisecond from a run of 0.1 ms. */
static bool run_fine(hydraulic_run *run, const variant *v, hl_arena *arena)
{
    variant exact = *v;
    exact.formulation = MB_ALI3P;
    exact.numeric = false;
    exact.weak_substeps = 0;
    world_mechanism *m = load(&exact, 1e-3 / FINE, arena, &run->complaints);
    run->exact = HL_NEW(arena, double, RUN_STEPS);
    if (m == NULL || run->exact == NULL || m->output_count > MAX_OUTPUTS) return false;
    for (int i = 0; i < RUN_STEPS * FINE; i++) {
        double values[MAX_OUTPUTS];
        if (world_mechanism_step(m) != HL_OK) return false;
        if ((i + 1) % FINE != 0) continue;
        world_mechanism_outputs(m, values);
        run->exact[i / FINE] = values[run->piston];
    }
    return true;
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    const variant *v = &VARIANTS[bench->variant];
    hydraulic_run *run = HL_NEW(arena, hydraulic_run, 1);
    if (run == NULL) return NULL;
    run->steps_per_ms = v->steps_per_ms > 0 ? v->steps_per_ms : 1;
    run->mechanism = load(v, 1e-3 / run->steps_per_ms, arena, &run->complaints);
    if (run->mechanism == NULL || run->mechanism->output_count > MAX_OUTPUTS) return NULL;
    run->piston = find_output(run->mechanism, "s");
    run->start = mb_state_new(run->mechanism->model, arena);
    if (run->start == NULL || run->piston < 0) return NULL;
    mb_state_copy(run->start, run->mechanism->state);
    return run_fine(run, v, arena) ? run : NULL;
}

static hl_status one_millisecond(hydraulic_run *run)
{
    world_mechanism *m = run->mechanism;
    hl_status status = HL_OK;
    for (int i = 0; i < run->steps_per_ms && status == HL_OK; i++) {
        status = mb_step(m->model, m->state, m->work, &m->report);
        run->iterations += m->report.iterations;
    }
    return status;
}

static bool step(void *subject)
{
    hydraulic_run *run = subject;
    world_mechanism *m = run->mechanism;
    if (run->steps % RUN_STEPS == 0) mb_state_copy(m->state, run->start);
    run->steps++;
    return one_millisecond(run) == HL_OK;
}

/* One more run, not timed, for the error. */
static void measure_error(hydraulic_run *run)
{
    world_mechanism *m = run->mechanism;
    mb_state_copy(m->state, run->start);
    for (int i = 0; i < RUN_STEPS; i++) {
        double values[MAX_OUTPUTS];
        if (one_millisecond(run) != HL_OK) {
            run->error = HUGE_VAL;
            return;
        }
        world_mechanism_outputs(m, values);
        run->error = fmax(run->error, fabs(values[run->piston] - run->exact[i]));
    }
}

static void finish(void *subject, char *note, size_t size)
{
    hydraulic_run *run = subject;
    const double iterations = (double)run->iterations / (double)(run->steps * run->steps_per_ms);
    if (run->mechanism->report.status != HL_OK) {
        snprintf(note, size, "step %ld: %s", run->steps % RUN_STEPS,
                 hl_status_text(run->mechanism->report.status));
        return;
    }
    measure_error(run);
    snprintf(note, size, "%.2f iterations a step; piston within %.1e m of a 0.1 ms run", iterations,
             run->error);
}

void bench_group_hydraulics(bench_list *list)
{
    for (size_t i = 0; i < sizeof VARIANTS / sizeof VARIANTS[0]; i++) {
        bench_case bench = {.variant = (int)i, .setup = setup, .step = step, .finish = finish};
        snprintf(bench.name, sizeof bench.name, "hydraulics/%s", VARIANTS[i].name);
        bench_register(list, &bench);
    }
}
