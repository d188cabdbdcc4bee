/* A free-swinging chain: N uniform rods of 0.1 m in a row, hinged about y, the first to the ground, released
 * at rest 60 deg from the vertical in a straight line. 1 ms steps.
 *
 * The note tells the energy error at the end of the run, relative to the energy that the chain can turn into
 * motion: so that formulations of different order compare fairly.
 *
 * chain/accuracy/N/FORMULATION-STEP times 4 ms of simulation in steps of that length; the note tells the
 * largest error of an angle after half a second. */
#include "bench/bench.h"
#include "hl/real.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

static const double rod_length = 0.1;   /* [m] */
static const double rod_radius = 0.005; /* [m] */
static const double density = 7850.0;   /* [kg/m^3] steel */
static const double gravity = 9.81;     /* [m/s^2] */
static const double start_angle = 60.0; /* [deg] from the vertical */
enum { SWING_STEPS = 2000 };            /* 2 s at 1 ms */

typedef struct chain {
    mb_model *model;
    mb_state *state, *start;
    mb_work *work;
    mb_step_report report;
    double energy_at_start, energy_range; /* [J] */
    double energy_error;                  /* at the end of the last full swing, relative to the range */
    bool swung;                           /* a full swing was completed */
    long steps, iterations;
} chain;

/* A solid cylinder along z, hinged at its upper end (0, 0, 0), its centre at (0, 0, -L/2). */
static mb_body_def link(int index)
{
    const double mass = density * HL_PI * rod_radius * rod_radius * rod_length;
    const double across = mass * (3 * rod_radius * rod_radius + rod_length * rod_length) / 12;
    const double along = 0.5 * mass * rod_radius * rod_radius;
    mb_body_def body = {.name = "link",
                        .mass = mass,
                        .com = {0, 0, -0.5 * rod_length},
                        .inertia = {.xx = across, .yy = across, .zz = along},
                        .joint = {.type = MB_REVOLUTE,
                                  .parent = index - 1,
                                  .parent_point = {0, 0, index ? -rod_length : 0},
                                  .orientation = {1, 0, 0, 0},
                                  .axis = {0, 1, 0},
                                  .hold = true}};
    if (index == 0) body.joint.q0[0] = start_angle * HL_PI / 180;
    return body;
}

static double energy(const chain *c)
{
    mb_evaluate_state(c->model, c->state, c->work);
    const mb_energy e = mb_energies(c->model, c->work);
    return e.kinetic + e.gravity + e.stored;
}

/* Potential energy of n links at the start above that of hanging straight down [J]. */
static double range_of(int n, double mass)
{
    const double length = n * rod_length;
    return n * mass * gravity * 0.5 * length * (1 - cos(start_angle * HL_PI / 180));
}

static chain *open_chain(int n, mb_formulation formulation, double step, hl_arena *arena)
{
    chain *c = HL_NEW(arena, chain, 1);
    mb_body_def *bodies = HL_NEW(arena, mb_body_def, n);
    if (!c || !bodies) return NULL;
    for (int i = 0; i < n; i++) bodies[i] = link(i);
    const mb_def def = {.gravity = {0, 0, -gravity}, .body_count = n, .bodies = bodies};

    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    options.step = step;
    mb_def_error error;
    if (mb_model_build(&def, arena, &c->model, &error) != HL_OK) return NULL;
    c->state = mb_state_new(c->model, arena);
    c->work = mb_work_new(c->model, &options, arena);
    c->start = mb_state_new(c->model, arena);
    mb_assembly_report assembly;
    if (!c->state || !c->start || !c->work) return NULL;
    if (mb_assemble(c->model, c->state, c->work, &assembly) != HL_OK) return NULL;
    mb_state_copy(c->start, c->state);
    c->energy_at_start = energy(c);
    c->energy_range = range_of(n, bodies[0].mass);
    return c;
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    return open_chain(bench->size, (mb_formulation)bench->variant, 1e-3, arena);
}

static double energy_error(const chain *c)
{
    return (energy(c) - c->energy_at_start) / c->energy_range;
}

static void back_to_start(chain *c)
{
    c->energy_error = energy_error(c);
    c->swung = true;
    mb_state_copy(c->state, c->start);
}

static bool step(void *subject)
{
    chain *c = subject;
    if (c->steps > 0 && c->steps % SWING_STEPS == 0) back_to_start(c);
    const hl_status status = mb_step(c->model, c->state, c->work, &c->report);
    c->steps++;
    c->iterations += c->report.iterations;
    return status == HL_OK;
}

static void finish(void *subject, char *note, size_t size)
{
    const chain *c = subject;
    if (c->report.status != HL_OK) {
        snprintf(note, size, "step %ld at %.3f s: %s", c->steps, c->state->time,
                 hl_status_text(c->report.status));
        return;
    }
    const mb_step_options *options = mb_work_options(c->work);
    snprintf(note, size, "%.2f %s a step; energy error %.1e after %.2f s",
             (double)c->iterations / (double)c->steps,
             options->formulation == MB_PENALTY ? "evaluations" : "iterations",
             c->swung ? c->energy_error : energy_error(c),
             c->swung ? SWING_STEPS * options->step : c->state->time);
}

/* ---- cost and accuracy ---- */

typedef struct accuracy_variant {
    const char *name;
    mb_formulation formulation;
    double step; /* [s] */
} accuracy_variant;

static const accuracy_variant accuracies[] = {
    {"penalty-4ms", MB_PENALTY, 4e-3}, {"penalty-2ms", MB_PENALTY, 2e-3},
    {"penalty-1ms", MB_PENALTY, 1e-3}, {"ali3p-1ms", MB_ALI3P, 1e-3},
    {"ali3p-0.5ms", MB_ALI3P, 0.5e-3}, {"ali3p-0.25ms", MB_ALI3P, 0.25e-3}};
static const int accuracy_sizes[] = {10, 50, 100};
static const double TIMED = 4e-3, COMPARED = 0.5, REFERENCE_STEP = 1e-3 / 16; /* [s] */

typedef struct accuracy {
    chain *chain;
    double step, error; /* [s], [rad] */
} accuracy;

static bool run_for(chain *c, double seconds, double step)
{
    const long steps = lround(seconds / step);
    hl_status status = HL_OK;
    for (long i = 0; i < steps && status == HL_OK; i++)
        status = mb_step(c->model, c->state, c->work, &c->report);
    return status == HL_OK;
}

/* Penalty's Runge-Kutta rule of fourth order with a sixteenth of a millisecond is the reference: its error is
 * a 65 000th of that of 1 ms. */
static void *setup_accuracy(const bench_case *bench, hl_arena *arena)
{
    const accuracy_variant *variant = &accuracies[bench->variant];
    accuracy *a = HL_NEW(arena, accuracy, 1);
    chain *exact = open_chain(bench->size, MB_PENALTY, REFERENCE_STEP, arena);
    chain *c = open_chain(bench->size, variant->formulation, variant->step, arena);
    if (!a || !exact || !c || !run_for(exact, COMPARED, REFERENCE_STEP)) return NULL;
    if (!run_for(c, COMPARED, variant->step)) return NULL;
    *a = (accuracy){.chain = c, .step = variant->step};
    for (int i = 0; i < bench->size; i++)
        a->error = fmax(a->error, fabs(c->state->q[i] - exact->state->q[i]));
    return a;
}

static bool step_accuracy(void *subject)
{
    const accuracy *a = subject;
    if (a->chain->state->time > COMPARED) mb_state_copy(a->chain->state, a->chain->start);
    return run_for(a->chain, TIMED, a->step);
}

static void finish_accuracy(void *subject, char *note, size_t size)
{
    const accuracy *a = subject;
    snprintf(note, size, "4 ms; largest error of an angle after %.1f s: %.1e rad", COMPARED, a->error);
}

static void register_accuracies(bench_list *list)
{
    for (size_t s = 0; s < sizeof accuracy_sizes / sizeof *accuracy_sizes; s++)
        for (size_t v = 0; v < sizeof accuracies / sizeof *accuracies; v++) {
            bench_case bench = {.size = accuracy_sizes[s],
                                .variant = (int)v,
                                .setup = setup_accuracy,
                                .step = step_accuracy,
                                .finish = finish_accuracy};
            snprintf(bench.name, sizeof bench.name, "chain/accuracy/%d/%s", bench.size, accuracies[v].name);
            bench_register(list, &bench);
        }
}

/* ---- growth ---- */

static const int sizes[] = {5, 10, 20, 50, 100, 200};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void name_of(char *name, const char *middle, mb_formulation formulation)
{
    snprintf(name, BENCH_NAME_LENGTH, "chain/%s/%s", middle, mb_formulation_name(formulation));
}

/* Least squares of log(median) = a + p log(N). */
static bool growth(const bench_case *bench, const bench_results *results, bench_result *result)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < SIZES; i++) {
        char middle[16], name[BENCH_NAME_LENGTH];
        snprintf(middle, sizeof middle, "%d", sizes[i]);
        name_of(name, middle, (mb_formulation)bench->variant);
        const bench_result *r = bench_result_find(results, name);
        if (!r || r->failed) continue;
        const double u = log((double)sizes[i]), w = log(r->median);
        n += 1;
        x += u;
        y += w;
        xx += u * u;
        xy += u * w;
    }
    if (n < 2) return false;
    result->median = (n * xy - x * y) / (n * xx - x * x);
    result->count = (long)n;
    snprintf(result->note, sizeof result->note, "exponent p of time ~ N^p over the chains above");
    return true;
}

/* ---- registration ---- */

void bench_group_chain(bench_list *list)
{
    static const mb_formulation formulations[] = {MB_PENALTY, MB_ALI3P};
    for (size_t f = 0; f < sizeof formulations / sizeof *formulations; f++) {
        for (int i = 0; i < SIZES; i++) {
            bench_case bench = {.size = sizes[i],
                                .variant = (int)formulations[f],
                                .setup = setup,
                                .step = step,
                                .finish = finish};
            char middle[16];
            snprintf(middle, sizeof middle, "%d", sizes[i]);
            name_of(bench.name, middle, formulations[f]);
            bench_register(list, &bench);
        }
        bench_case exponent = {.variant = (int)formulations[f], .derive = growth};
        name_of(exponent.name, "growth", formulations[f]);
        bench_register(list, &exponent);
    }
    register_accuracies(list);
}
