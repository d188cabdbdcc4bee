/* The whole excavator: multibody model, hydraulics of nine sections, engine, brakes, tracks, contacts, in one
 * Newton system; one tick of the world is timed.
 *
 *   excavator/standing          engine at idle, levers at rest, rigid ground
 *   excavator/step              all levers moving, on rigid ground: everything but sand
 *   excavator/digging           loading the hopper by the script, with operator, sand and all signals
 *   wheeled-excavator/standing  on its tires, engine at full speed, levers at rest
 *   wheeled-excavator/step      the same, all levers moving
 *   wheeled-excavator/lifting   on blade and outriggers, 300 kg in its sling, swing and dipper moving
 *
 * A round goes on for 20 s, that of digging for 60 s, then begins anew. */
#include "bench_world.h"
#include "hl/real.h"
#include "world/operator.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROUND_STEPS = 20000, DIG_STEPS = 60000 };

static const char *const levers[] = {"boom",  "dipper",      "bucket",      "swing",
                                     "blade", "left_travel", "right_travel"};
enum { LEVERS = sizeof levers / sizeof *levers };

/* Of the levers' waves: periods that share no multiple within a round, ways that keep the arm off the ground.
 */
static const double periods[LEVERS] = {7.0, 5.0, 3.0, 9.0, 4.0, 11.0, 13.0}; /* [s] */
static const double ways[LEVERS] = {0.7, 0.5, 0.8, 1.0, 0.5, 0.8, 0.8};

typedef struct digger {
    hl_arena *arena;
    world_machine *machine;
    auth_operator *script;
    world_operator *driver; /* NULL: levers by waves */
    void *start;
    double *signals;
    int lever[LEVERS], throttle;
    bool works;
    long step, round, steps, iterations, cut;
    double bucket; /* most soil in it [kg] */
    int grains;    /* most */
    hl_status status;
    hl_report operator_report;
} digger;

static digger *begin(const bench_world *world, long round, hl_arena *arena)
{
    digger *d = HL_NEW(arena, digger, 1);
    if (d == NULL) return NULL;
    d->arena = arena;
    d->round = round;
    d->machine = world->machine;
    for (int i = 0; i < LEVERS; i++) d->lever[i] = world_control_find(d->machine, levers[i]);
    d->throttle = world_control_find(d->machine, "throttle");
    d->signals = HL_NEW(arena, double, world_signal_count(d->machine));
    d->start = hl_arena_take(arena, world_state_capacity(d->machine), 1);
    if (d->signals == NULL || d->start == NULL) return NULL;
    world_state_save(d->machine, d->start);
    return d;
}

static digger *setup(const char *scenario, long round, hl_arena *arena)
{
    bench_world world;
    return bench_world_build(scenario, NULL, arena, &world) ? begin(&world, round, arena) : NULL;
}

static bool count(digger *d)
{
    const mb_step_report *report = world_machine_report(d->machine);
    d->step++, d->steps++;
    d->iterations += report->iterations;
    d->cut += report->cut;
    return d->status == HL_OK;
}

static void finish(void *subject, char *note, size_t size)
{
    const digger *d = subject;
    if (d->status != HL_OK) {
        snprintf(note, size, "step %ld at %.3f s: %s", d->steps, world_machine_time(d->machine),
                 hl_status_text(d->status));
        return;
    }
    const mb_counts counts = mb_model_counts(world_machine_mechanism(d->machine)->model);
    const int length = snprintf(
        note, size, "%d columns, %d equations, %d efforts with %d states; %.2f iterations a step, %ld cut",
        counts.columns, counts.equations, counts.efforts, counts.effort_states,
        (double)d->iterations / (double)d->steps, d->cut);
    if (d->driver != NULL && length > 0 && (size_t)length < size)
        snprintf(note + length, size - (size_t)length, "; at most %.0f kg in the bucket, %d grains",
                 d->bucket, d->grains);
}

/* ---- on rigid ground ---- */

static void *setup_standing(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    return setup("excavator-flat", ROUND_STEPS, arena);
}

static void *setup_working(const bench_case *bench, hl_arena *arena)
{
    digger *d = setup_standing(bench, arena);
    if (d != NULL) d->works = true;
    return d;
}

static void move_levers(const digger *d)
{
    const double time = world_machine_time(d->machine);
    world_control_set(d->machine, d->throttle, 1.0);
    for (int i = 0; i < LEVERS; i++) {
        if (d->lever[i] < 0) continue;
        double sine, cosine;
        hl_sincos(2.0 * HL_PI * time / periods[i], &sine, &cosine);
        world_control_set(d->machine, d->lever[i], ways[i] * sine);
    }
}

static bool step(void *subject)
{
    digger *d = subject;
    if (d->step == d->round) {
        world_state_restore(d->machine, d->start);
        d->step = 0;
    }
    if (d->works) move_levers(d);
    d->status = world_machine_step(d->machine);
    return count(d);
}

/* ---- digging ---- */

/* An operator who has not begun, for the present state of the machine. */
static bool call_operator(digger *d)
{
    world_machine_evaluate_signals(d->machine, d->signals);
    return world_operator_build(d->script, d->machine, d->arena, &d->operator_report, &d->driver) == HL_OK;
}

static void *setup_digging(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    const char *path = bench_asset("operators", "excavator-hopper", arena);
    digger *d = setup("excavator-hopper", DIG_STEPS, arena);
    if (d == NULL) return NULL;
    hl_report_begin(&d->operator_report, path);
    if (auth_operator_read(path, arena, &d->script, &d->operator_report) != HL_OK) return NULL;
    return call_operator(d) ? d : NULL;
}

static void prepare_digging(void *subject)
{
    digger *d = subject;
    if (d->step == d->round) {
        world_state_restore(d->machine, d->start);
        if (!call_operator(d)) d->status = HL_OUT_OF_MEMORY;
        d->step = 0;
    }
    terr_sand *sand = world_machine_sand(d->machine);
    const int grains = terr_particles_count(terr_sand_particles(sand));
    if (grains > d->grains) d->grains = grains;
    d->bucket = fmax(d->bucket, terr_sand_load(sand, 0)->payload.mass);
}

/* What a tick of a session is without its threads: operator, machine and sand, all signals. */
static bool step_digging(void *subject)
{
    digger *d = subject;
    if (d->status != HL_OK) return false;
    (void)world_operator_act(d->driver, d->machine, d->signals);
    d->status = world_machine_step(d->machine);
    if (d->status == HL_OK) world_machine_evaluate_signals(d->machine, d->signals);
    return count(d);
}

/* ---- on wheels ---- */

static void set(const digger *d, const char *control, double value)
{
    world_control_set(d->machine, world_control_find(d->machine, control), value);
}

static bool run(digger *d, double seconds)
{
    const long steps = lround(seconds / world_machine_step_size(d->machine));
    for (long i = 0; i < steps && d->status == HL_OK; i++) d->status = world_machine_step(d->machine);
    return d->status == HL_OK;
}

/* The engine at full speed; the state of a round's beginning is that of this moment. */
static digger *setup_on_wheels(const char *more, hl_arena *arena)
{
    bench_world world;
    char text[600];
    snprintf(text, sizeof text,
             "headland: scenario\nversion: 1\nname: wheels\nmachine: ../machines/wheeled_excavator.yaml\n"
             "ground: {kind: plane, surface: asphalt}\n%s",
             more);
    digger *d = bench_world_build_text(text, arena, &world) ? begin(&world, ROUND_STEPS, arena) : NULL;
    if (d == NULL) return NULL;
    set(d, "throttle", 1.0);
    set(d, "auto_idle", 0.0);
    if (!run(d, 2.0)) return NULL;
    world_state_save(d->machine, d->start);
    return d;
}

static void *setup_wheels(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    return setup_on_wheels("", arena);
}

static void *setup_wheels_working(const bench_case *bench, hl_arena *arena)
{
    digger *d = setup_wheels(bench, arena);
    if (d != NULL) d->works = true;
    return d;
}

static void *setup_lifting(const bench_case *bench, hl_arena *arena)
{
    static const char pipe[] =
        "choices: [{variant: hook, choice: sling}]\n"
        "objects: [{name: pipe, kind: cylinder, axis: x, radius: 0.2 m, length: 2 m, material: concrete, "
        "at: [3.96 m, 0, 0.7 m], mass: 300 kg, awake: false}]\n";
    (void)bench;
    digger *d = setup_on_wheels(pipe, arena);
    if (d == NULL) return NULL;
    set(d, "hook", 1.0);
    set(d, "work_brake", 1.0);
    set(d, "outrigger_left", -0.6);
    set(d, "outrigger_right", -0.6);
    set(d, "blade", -0.8);
    if (!run(d, 4.0)) return NULL;
    set(d, "outrigger_left", 0.0);
    set(d, "outrigger_right", 0.0);
    set(d, "blade", 0.0);
    set(d, "boom", 0.25);
    if (!run(d, 1.5)) return NULL;
    set(d, "boom", 0.0);
    if (!run(d, 1.0)) return NULL;
    world_state_save(d->machine, d->start);
    return d;
}

/* Small moves of swing and dipper, so that the pipe stays in the air. */
static bool step_lifting(void *subject)
{
    digger *d = subject;
    if (d->step == d->round) {
        world_state_restore(d->machine, d->start);
        d->step = 0;
    }
    const double time = 1e-3 * (double)d->step;
    double sine, cosine;
    hl_sincos(2.0 * HL_PI * time / 7.0, &sine, &cosine);
    set(d, "swing", 0.4 * sine);
    set(d, "dipper", 0.3 * sine);
    d->status = world_machine_step(d->machine);
    return count(d);
}

static void finish_lifting(void *subject, char *note, size_t size)
{
    digger *d = subject;
    finish(d, note, size);
    const int load = world_signal_find(d->machine, "lift.hook");
    const size_t length = strlen(note);
    if (d->status != HL_OK || load < 0) return;
    world_machine_evaluate_signals(d->machine, d->signals);
    double tires = 0.0;
    for (int i = 0; i < world_signal_count(d->machine); i++) {
        const char *name = world_signal_info(d->machine, i).name;
        if (strncmp(name, "wheel.", 6) == 0 && strstr(name, ".load") != NULL) tires += d->signals[i];
    }
    snprintf(note + length, size - length, "; %.0f kg on the hook, %.1f kN on tires", d->signals[load],
             1e-3 * tires);
}

void bench_group_excavator(bench_list *list)
{
    static const bench_case cases[] = {
        {.name = "excavator/standing", .setup = setup_standing, .step = step, .finish = finish},
        {.name = "excavator/step",
         .setup = setup_working,
         .step = step,
         .finish = finish,
         .whole = ROUND_STEPS,
         .bar = "60 at the median, stretch 30"},
        {.name = "excavator/digging",
         .setup = setup_digging,
         .prepare = prepare_digging,
         .step = step_digging,
         .finish = finish,
         .whole = DIG_STEPS,
         .bar = "800 at p99.9"},
        {.name = "wheeled-excavator/standing", .setup = setup_wheels, .step = step, .finish = finish},
        {.name = "wheeled-excavator/step",
         .setup = setup_wheels_working,
         .step = step,
         .finish = finish,
         .whole = ROUND_STEPS,
         .bar = "55 at the median"},
        {.name = "wheeled-excavator/lifting",
         .setup = setup_lifting,
         .step = step_lifting,
         .finish = finish_lifting,
         .whole = ROUND_STEPS,
         .bar = "80 at the median"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) bench_register(list, &cases[i]);
}
