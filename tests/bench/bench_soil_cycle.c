/* Digging: a bucket by itself on 8 x 8 m of sand, and the tractor in the published work cycle. */
#include "bench_soil.h"
#include "bench_world.h"
#include "hl/real.h"
#include "world/operator.h"

#include <math.h>

enum { CYCLE_STEPS = 44000, MIDDLE = 20000 };

/* ---- a scoop ---- */

static const double SCOOP_SIDE[2] = {8.0, 8.0};          /* [m] */
static const double DRIVE = 2.0, CURL = 1.5, LIFT = 1.5; /* [s] */
static const double WAY = 1.2, DEPTH = 0.15, UP = 1.5;   /* [m] */
static const double CURLED = -0.8;                       /* [rad] about y: the lip goes back */
static const double EDGE[2] = {0.95, -0.15};             /* [m] x, z of the cutting edge */

/* The bucket of assets/machines/tractor.yaml. */
static const terr_tool_def BUCKET = {
    .corners = 6,
    .profile = {{0.95, -0.15}, {0.35, -0.15}, {0.25, -0.1232}, {0.1768, -0.05}, {0.15, 0.05}, {0.15, 0.67}},
    .width = 2.20,
    .thickness = 0.02,
    .sides = true};

typedef struct scoop {
    terr_sand *sand;
    void *start;
    terr_tool_motion motion;
    terr_tool_load load;
    long step;
    int most; /* particles */
    double carried;
} scoop;

/* Share of a way that is made when a share of its time is over, and its rate: smooth at both ends. */
static double smooth(double time, double length, double *rate)
{
    const double s = fmin(fmax(time / length, 0.0), 1.0);
    double sine, cosine;
    hl_sincos(HL_PI * s, &sine, &cosine);
    *rate = s > 0.0 && s < 1.0 ? 0.5 * HL_PI * sine / length : 0.0;
    return 0.5 * (1.0 - cosine);
}

/* Ahead with the edge DEPTH deep, then curl, then up. */
static void move_bucket(scoop *s)
{
    const double time = SOIL_STEP * (double)s->step;
    double ahead, curl, up, sine, cosine;
    const double x = WAY * smooth(time, DRIVE, &ahead), a = CURLED * smooth(time - DRIVE, CURL, &curl),
                 z = UP * smooth(time - DRIVE - CURL, LIFT, &up);
    hl_sincos(a, &sine, &cosine);
    s->motion.rotation = (hl_mat3){{{cosine, 0, sine}, {0, 1, 0}, {-sine, 0, cosine}}};
    s->motion.position = hl_v3(x - 2.0 - EDGE[0], 0.0, z - DEPTH - EDGE[1]);
    s->motion.velocity = hl_v3(WAY * ahead, 0.0, UP * up);
    s->motion.spin = hl_v3(0.0, CURLED * curl, 0.0);
}

static long scoop_steps(void)
{
    return lround((DRIVE + CURL + LIFT) / SOIL_STEP);
}

static void *setup_scoop(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    char why[HL_MESSAGE_LENGTH];
    scoop *s = HL_NEW(arena, scoop, 1);
    const terr_sand_def def = {.field = soil_field_def(SCOOP_SIDE, SOIL_CELL, arena),
                               .particle_capacity = 10000,
                               .particle_radius = 0.03, /* as assets/scenarios/sand-transfer.yaml */
                               .gravity = SOIL_GRAVITY,
                               .tools = &BUCKET,
                               .tool_count = 1};
    if (s == NULL || terr_sand_new(&def, arena, &s->sand, why) != HL_OK) return NULL;
    s->start = hl_arena_take(arena, terr_sand_state_size(s->sand), 1);
    if (s->start == NULL) return NULL;
    terr_sand_save(s->sand, s->start);
    return s;
}

static void prepare_scoop(void *subject)
{
    scoop *s = subject;
    if (s->step == scoop_steps()) {
        s->carried = s->load.payload.mass;
        terr_sand_restore(s->sand, s->start);
        s->step = 0;
    }
    move_bucket(s);
    const int count = terr_particles_count(terr_sand_particles(s->sand));
    if (count > s->most) s->most = count;
}

static bool step_scoop(void *subject)
{
    scoop *s = subject;
    terr_sand_step(s->sand, &s->motion, &s->load);
    s->step++;
    return true;
}

static void finish_scoop(void *subject, char *note, size_t size)
{
    const scoop *s = subject;
    snprintf(note, size, "%.0f kg in the bucket at the end, at most %d particles", s->carried, s->most);
}

/* ---- the work cycle ---- */

typedef struct cycle {
    world_machine *machine;
    auth_operator *script;
    world_operator *driver;
    hl_arena *arena;
    void *start;
    double *signals;
    long step;
    double payload;          /* largest [kg] */
    int most, awake, active; /* particles, those awake, active cells at most */
    hl_status status;
    uint64_t hash;
    hl_report operator_report;
} cycle;

static bool build(cycle *c, hl_arena *arena)
{
    bench_world world;
    if (!bench_world_build("sand-transfer", NULL, arena, &world)) return false;
    c->machine = world.machine;
    const char *script = world.scenario->operator_script;
    hl_report_begin(&c->operator_report, script);
    return auth_operator_read(script, arena, &c->script, &c->operator_report) == HL_OK;
}

/* An operator who has not begun, for the present state of the machine. */
static bool call_operator(cycle *c)
{
    world_machine_evaluate_signals(c->machine, c->signals);
    return world_operator_build(c->script, c->machine, c->arena, &c->operator_report, &c->driver) == HL_OK;
}

static void *setup_cycle(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    cycle *c = HL_NEW(arena, cycle, 1);
    if (c == NULL || !build(c, arena)) return NULL;
    c->arena = arena;
    c->signals = HL_NEW(arena, double, world_signal_count(c->machine));
    c->start = hl_arena_take(arena, world_state_capacity(c->machine), 1);
    if (c->signals == NULL || c->start == NULL || !call_operator(c)) return NULL;
    world_state_save(c->machine, c->start);
    return c;
}

static void prepare_cycle(void *subject)
{
    cycle *c = subject;
    if (c->step == CYCLE_STEPS) {
        world_state_restore(c->machine, c->start);
        if (!call_operator(c)) c->status = HL_OUT_OF_MEMORY;
        c->step = 0;
    }
    terr_sand *sand = world_machine_sand(c->machine);
    const terr_particles_counts grains = terr_particles_counted(terr_sand_particles(sand));
    const int active = (int)terr_field_count(terr_sand_field(sand)).active;
    if (grains.count > c->most) c->most = grains.count;
    if (grains.awake > c->awake) c->awake = grains.awake;
    if (active > c->active) c->active = active;
    c->payload = fmax(c->payload, terr_sand_load(sand, 0)->payload.mass);
}

/* What a tick of a session is without its threads: operator, machine and sand, all signals. */
static bool step_cycle(void *subject)
{
    cycle *c = subject;
    if (c->status != HL_OK) return false;
    (void)world_operator_act(c->driver, c->machine, c->signals);
    c->status = world_machine_step(c->machine);
    if (c->status == HL_OK) world_machine_evaluate_signals(c->machine, c->signals);
    c->step++;
    return c->status == HL_OK;
}

static void finish_cycle(void *subject, char *note, size_t size)
{
    const cycle *c = subject;
    if (c->status != HL_OK) {
        snprintf(note, size, "step %ld: %s", c->step, hl_status_text(c->status));
        return;
    }
    snprintf(note, size, "at most %d particles, %d awake, %d active cells, %.0f kg in the bucket", c->most,
             c->awake, c->active, c->payload);
}

/* How many times faster than real time the mean of the cycle is. */
static bool derive_factor(const bench_case *bench, const bench_results *results, bench_result *result)
{
    (void)bench;
    const bench_result *whole = bench_result_find(results, "soil/work-cycle");
    if (whole == NULL || whole->failed) return false;
    result->median = 1e6 * SOIL_STEP / whole->mean;
    result->count = 1;
    snprintf(result->note, sizeof result->note,
             "times real time, work cycle on one core; bar: 10, stretch 30");
    return true;
}

/* ---- its state ---- */

static void *setup_middle(const bench_case *bench, hl_arena *arena)
{
    cycle *c = setup_cycle(bench, arena);
    for (int i = 0; c != NULL && i < MIDDLE; i++)
        if (!step_cycle(c)) return NULL;
    if (c != NULL) world_state_save(c->machine, c->start);
    return c;
}

static bool save(void *subject)
{
    cycle *c = subject;
    world_state_save(c->machine, c->start);
    return true;
}

static bool restore(void *subject)
{
    cycle *c = subject;
    world_state_restore(c->machine, c->start);
    return true;
}

static bool hash(void *subject)
{
    cycle *c = subject;
    c->hash ^= world_state_hash(c->machine);
    return true;
}

static void finish_state(void *subject, char *note, size_t size)
{
    const cycle *c = subject;
    snprintf(note, size, "%.2f MB at 20 s, %d particles", 1e-6 * (double)world_state_size(c->machine),
             terr_particles_count(terr_sand_particles(world_machine_sand(c->machine))));
}

void soil_cycle(bench_list *list)
{
    soil_register(list, "scoop",
                  (bench_case){.setup = setup_scoop,
                               .prepare = prepare_scoop,
                               .step = step_scoop,
                               .finish = finish_scoop,
                               .whole = scoop_steps(),
                               .bar = "300 mean, 800 worst"});
    soil_register(list, "work-cycle",
                  (bench_case){.setup = setup_cycle,
                               .prepare = prepare_cycle,
                               .step = step_cycle,
                               .finish = finish_cycle,
                               .whole = CYCLE_STEPS,
                               .bar = "800 at p99.9"});
    soil_register(list, "real-time-factor", (bench_case){.derive = derive_factor});
    static const struct {
        const char *name;
        bool (*step)(void *subject);
    } parts[] = {{"state/save", save}, {"state/restore", restore}, {"state/hash", hash}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        soil_register(list, parts[i].name,
                      (bench_case){.setup = setup_middle, .step = parts[i].step, .finish = finish_state});
}
