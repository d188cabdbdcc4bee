/* The whole tractor: multibody model, loader and steering hydraulics, driveline, tires, contacts, in one
 * Newton system.
 *
 *   tractor/step/SCENARIO    one tick of the world; everything that must be done between two snapshots
 *   tractor/step/boxes-...   the standing tractor with 12 awake boxes beside it or in its bucket, 200 asleep
 *   tractor/part/...         where the time goes, each part by itself on the state of a drive
 *
 * A drive goes on for 20 s with all controls moving, then begins anew, so that starts, gear changes, turns,
 * and the loader at work all are in it. */
#include "bench_world.h"
#include "hl/real.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LOADER_MOVES = 1, DRIVES = 2, MOST_SIGNALS = 512, MOST_ITERATIONS = 32 };

static const double ROUND_SECONDS = 20.0;
static const double AWAKE_SECONDS = 0.4; /* before boxes at rest fall asleep */

typedef struct variant {
    const char *name, *scenario;
    int moves;
    mb_formulation formulation;
    const char *objects; /* of a flat site instead of the scenario's; NULL: none */
} variant;

/* Boxes of 0.3 m and 50 kg: beside the tractor, on the floor of its bucket, asleep. */
#define BOX "size: [0.3 m, 0.3 m, 0.3 m], mass: 50 kg, material: steel"
static const char beside[] = "  - {name: box, at: [6 m, 0, 0], " BOX ", awake: true, repeat: {x: 4, y: 3}}\n",
                  carried[] = "  - {name: box, at: [4.66 m, -0.85 m, 0.405 m], " BOX
                              ", awake: true, repeat: {x: 2, y: 6}}\n",
                  asleep[] = "  - {name: box, at: [10 m, -4 m, 0], " BOX ", repeat: {x: 10, y: 20}}\n";

static const variant variants[] = {
    {"step/standing", "flat", 0, MB_ALI3P, NULL},
    {"step/loader", "flat", LOADER_MOVES, MB_ALI3P, NULL},
    {"step/driving", "field", DRIVES, MB_ALI3P, NULL},
    {"step/working", "field", LOADER_MOVES | DRIVES, MB_ALI3P, NULL},
    {"step/working-double-step", "field", LOADER_MOVES | DRIVES, MB_DOUBLE_STEP, NULL},
    {"step/boxes-beside", "flat", 0, MB_ALI3P, beside},
    {"step/boxes-carried", "flat", 0, MB_ALI3P, carried},
    {"step/boxes-asleep", "flat", 0, MB_ALI3P, asleep}};

typedef struct tractor {
    world_machine *machine;
    void *start;
    int moves, steering, throttle, brake, direction, parking, lift, tilt, gear_up;
    long round_steps, steps, iterations;
    long taken[MOST_ITERATIONS]; /* steps by their iterations; the last: that many or more */
    double violation, signals[MOST_SIGNALS];
    uint64_t hash;
    hl_status status;
} tractor;

static bool build_with_objects(const char *objects, hl_arena *arena, bench_world *world)
{
    char text[600];
    snprintf(text, sizeof text,
             "headland: scenario\nversion: 1\nname: boxes\nmachine: ../machines/tractor.yaml\n"
             "ground: {kind: plane, surface: asphalt}\nobjects:\n%s",
             objects);
    return bench_world_build_text(text, arena, world);
}

static void *setup_variant(const variant *v, hl_arena *arena)
{
    bench_world world;
    tractor *t = HL_NEW(arena, tractor, 1);
    if (t == NULL) return NULL;
    if (v->objects != NULL ? !build_with_objects(v->objects, arena, &world)
                           : !bench_world_build(v->scenario, &v->formulation, arena, &world))
        return NULL;
    t->machine = world.machine;
    if (world_signal_count(t->machine) > MOST_SIGNALS) return NULL;
    t->moves = v->moves;
    t->steering = world_control_find(t->machine, "steering");
    t->throttle = world_control_find(t->machine, "throttle");
    t->brake = world_control_find(t->machine, "brake");
    t->direction = world_control_find(t->machine, "direction");
    t->parking = world_control_find(t->machine, "parking_brake");
    t->lift = world_control_find(t->machine, "lift");
    t->tilt = world_control_find(t->machine, "tilt");
    t->gear_up = world_control_find(t->machine, "gear_up");
    t->round_steps =
        lround((v->objects != NULL ? AWAKE_SECONDS : ROUND_SECONDS) / world_machine_step_size(t->machine));
    t->start = hl_arena_take(arena, world_state_size(t->machine), 1);
    if (t->start == NULL) return NULL;
    world_state_save(t->machine, t->start);
    return t;
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    return setup_variant(&variants[bench->variant], arena);
}

static double wave(double time, double period)
{
    double sine, cosine;
    hl_sincos(2.0 * HL_PI * time / period, &sine, &cosine);
    return sine;
}

/* Pull away, gear up, steer in waves, brake, reverse; the loader up and down, the bucket in and out
 * meanwhile. */
static void move_controls(const tractor *t)
{
    const double time = world_machine_time(t->machine);
    world_machine *m = t->machine;
    if (t->moves & LOADER_MOVES) {
        world_control_set(m, t->lift, wave(time, 7.0));
        world_control_set(m, t->tilt, 0.8 * wave(time, 3.0));
    }
    if (!(t->moves & DRIVES)) return;
    const bool back = time > 11.0;
    world_control_set(m, t->parking, 0.0);
    world_control_set(m, t->direction, time < 0.5 ? 0.0 : back ? -1.0 : 1.0);
    world_control_set(m, t->throttle, time < 9.0 || back ? 0.8 : 0.0);
    world_control_set(m, t->brake, time > 9.5 && time < 11.0 ? 0.6 : 0.0);
    world_control_set(m, t->steering, 0.6 * wave(time, 5.0));
    world_control_set(m, t->gear_up, fmod(time, 1.0) > 0.8 && time < 8.0 ? 1.0 : 0.0);
}

static bool step(void *subject)
{
    tractor *t = subject;
    if (t->steps > 0 && t->steps % t->round_steps == 0) world_state_restore(t->machine, t->start);
    move_controls(t);
    t->status = world_machine_step(t->machine);
    const mb_step_report *report = world_machine_report(t->machine);
    t->steps++;
    t->iterations += report->iterations;
    t->taken[report->iterations < MOST_ITERATIONS ? report->iterations : MOST_ITERATIONS - 1]++;
    t->violation = fmax(t->violation, report->position_violation);
    return t->status == HL_OK;
}

/* That 999 of 1000 steps keep to: what a step's p99.9 is to be seen with. */
static int most_iterations(const tractor *t)
{
    long beyond = t->steps;
    int n = -1;
    while (n < MOST_ITERATIONS - 1 && 1000 * beyond > t->steps) beyond -= t->taken[++n];
    return n;
}

static void finish(void *subject, char *note, size_t size)
{
    tractor *t = subject;
    const mb_counts counts = mb_model_counts(world_machine_mechanism(t->machine)->model);
    if (t->status != HL_OK) {
        snprintf(note, size, "step %ld at %.3f s: %s", t->steps, world_machine_time(t->machine),
                 hl_status_text(t->status));
        return;
    }
    world_machine_evaluate_signals(t->machine, t->signals);
    snprintf(note, size,
             "%d columns, %d equations, %d efforts with %d states; %.2f iterations a step, p99.9 %d, |Phi| "
             "<= %.1e",
             counts.columns, counts.equations, counts.efforts, counts.effort_states,
             (double)t->iterations / (double)t->steps, most_iterations(t), t->violation);
}

/* ---- parts ---- */

typedef struct part {
    const char *name;
    bool (*run)(void *subject);
} part;

static void *setup_part(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    enum { WORKING = 3, WARM_UP = 5000 };
    tractor *t = setup_variant(&variants[WORKING], arena);
    for (int i = 0; t != NULL && i < WARM_UP; i++)
        if (!step(t)) return NULL;
    if (t != NULL) world_state_save(t->machine, t->start);
    return t;
}

static bool look(void *subject)
{
    const world_mechanism *m = world_machine_mechanism(((tractor *)subject)->machine);
    mb_evaluate_poses(m->model, m->state, m->work);
    return true;
}

static bool refresh(void *subject)
{
    const world_mechanism *m = world_machine_mechanism(((tractor *)subject)->machine);
    mb_evaluate_state(m->model, m->state, m->work);
    return true;
}

/* Of a state that nobody has looked at yet, as after a step: looks are kept until the state changes. */
static bool signals(void *subject)
{
    tractor *t = subject;
    world_state_restore(t->machine, t->start);
    world_machine_evaluate_signals(t->machine, t->signals);
    return true;
}

static void count_signals(void *subject, char *note, size_t size)
{
    snprintf(note, size, "%d signals", world_signal_count(((const tractor *)subject)->machine));
}

static bool hash(void *subject)
{
    tractor *t = subject;
    t->hash ^= world_state_hash(t->machine);
    return true;
}

static bool save(void *subject)
{
    tractor *t = subject;
    world_state_save(t->machine, t->start);
    return true;
}

/* The multibody step alone, again and again from the same state: no ground, no controls. */
static bool newton(void *subject)
{
    tractor *t = subject;
    world_mechanism *m = world_machine_mechanism(t->machine);
    world_state_restore(t->machine, t->start);
    return mb_step(m->model, m->state, m->work, &m->report) == HL_OK;
}

static const part parts[] = {{"poses", look},          {"evaluation", refresh}, {"newton-step", newton},
                             {"all-signals", signals}, {"state-hash", hash},    {"checkpoint", save}};

void bench_group_tractor(bench_list *list)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        bench_case bench = {.variant = (int)i, .setup = setup, .step = step, .finish = finish};
        snprintf(bench.name, sizeof bench.name, "tractor/%s", variants[i].name);
        bench_register(list, &bench);
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        bench_case bench = {.variant = (int)i,
                            .setup = setup_part,
                            .step = parts[i].run,
                            .finish = parts[i].run == signals ? count_signals : NULL};
        snprintf(bench.name, sizeof bench.name, "tractor/part/%s", parts[i].name);
        bench_register(list, &bench);
    }
}
