/* The comparison of 001: joint coordinates (`penalty`) against absolute ones (`global`), each with the
 * solvers that it can use, on chains and on machines of the sizes that 001 names. 1 ms steps, RK4 in both:
 * the same order, so the times compare fairly.
 *
 * The chain is one of uniform rods of 0.1 m, hinged about y and z in turn, released 60 deg from the vertical.
 * The machines are made up: as many bodies, branches and closed loops as a harvester with its crane (30) and
 * a field sprayer with its boom (11) have, with round figures for masses and lengths. They fall freely,
 * wheels turning.
 *
 * Sizes at which a step takes tens of milliseconds are left out: dense ones grow with the cube. */
#include "bench/bench.h"
#include "hl/real.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

typedef struct machine {
    mb_model *model;
    mb_state *state;
    mb_work *work;
    mb_step_report report;
    long steps, iterations;
    int unknowns;
} machine;

/* ---- chain ---- */

static mb_body_def chain_link(int index)
{
    const double length = 0.1, radius = 0.005, mass = 0.0617; /* [m], [m], [kg]: steel */
    const double across = mass * (3 * radius * radius + length * length) / 12;
    mb_body_def body = {.name = "link",
                        .mass = mass,
                        .com = {0, 0, -0.5 * length},
                        .inertia = {.xx = across, .yy = across, .zz = 0.5 * mass * radius * radius},
                        .joint = {.type = MB_REVOLUTE,
                                  .parent = index - 1,
                                  .parent_point = {0, 0, index > 0 ? -length : 0},
                                  .orientation = {1, 0, 0, 0},
                                  .axis = {index % 2 ? 1 : 0, index % 2 ? 0 : 1, 0},
                                  .hold = true}};
    if (index == 0) body.joint.q0[0] = 60.0 * HL_PI / 180;
    return body;
}

/* ---- machines ---- */

/* One body: a box of `size` whose middle is `middle` from its joint, the joint at `point` of its parent. */
typedef struct part {
    mb_joint_type type;
    int parent;
    hl_vec3 point, axis, middle, size; /* [m] */
    double mass;                       /* [kg] */
    double speed;                      /* at the start [rad/s] or [m/s] */
} part;

/* x ahead, y to the left, z up. Chassis, four bogies with two wheels each, rear frame, cab; slewing crane
 * with lift, fold and extension; three cylinders (barrel, rod) that close loops; rotator and head with four
 * arms. */
static const part HARVESTER[30] = {
    {MB_FREE, -1, {0, 0, 1}, {0, 0, 1}, {0, 0, 0}, {3, 1.5, 0.6}, 6000, 0},
    {MB_REVOLUTE, 0, {-1.6, 0, 0}, {0, 0, 1}, {-1.6, 0, 0}, {3, 1.5, 0.6}, 5000, 0.1},
    {MB_REVOLUTE, 0, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}, {1.4, 0.3, 0.4}, 500, 0.05},
    {MB_REVOLUTE, 0, {1, -1, 0}, {0, 1, 0}, {0, 0, 0}, {1.4, 0.3, 0.4}, 500, -0.05},
    {MB_REVOLUTE, 1, {-2, 1, 0}, {0, 1, 0}, {0, 0, 0}, {1.4, 0.3, 0.4}, 500, 0.05},
    {MB_REVOLUTE, 1, {-2, -1, 0}, {0, 1, 0}, {0, 0, 0}, {1.4, 0.3, 0.4}, 500, -0.05},
    {MB_REVOLUTE, 2, {0.7, 0.3, 0}, {0, 1, 0}, {0, 0, 0}, {1.3, 0.7, 1.3}, 400, 2},
    {MB_REVOLUTE, 2, {-0.7, 0.3, 0}, {0, 1, 0}, {0, 0, 0}, {1.3, 0.7, 1.3}, 400, 2},
    {MB_REVOLUTE, 3, {0.7, -0.3, 0}, {0, 1, 0}, {0, 0, 0}, {1.3, 0.7, 1.3}, 400, 2},
    {MB_REVOLUTE, 3, {-0.7, -0.3, 0}, {0, 1, 0}, {0, 0, 0}, {1.3, 0.7, 1.3}, 400, 2},
    {MB_REVOLUTE, 4, {0.7, 0.3, 0}, {0, 1, 0}, {0, 0, 0}, {1.3, 0.7, 1.3}, 400, 2},
    {MB_REVOLUTE, 4, {-0.7, 0.3, 0}, {0, 1, 0}, {0, 0, 0}, {1.3, 0.7, 1.3}, 400, 2},
    {MB_REVOLUTE, 5, {0.7, -0.3, 0}, {0, 1, 0}, {0, 0, 0}, {1.3, 0.7, 1.3}, 400, 2},
    {MB_REVOLUTE, 5, {-0.7, -0.3, 0}, {0, 1, 0}, {0, 0, 0}, {1.3, 0.7, 1.3}, 400, 2},
    {MB_REVOLUTE, 0, {0, 0, 0.5}, {1, 0, 0}, {0, 0, 1}, {1.5, 1.4, 1.8}, 900, 0.02},
    {MB_REVOLUTE, 0, {1.5, 0, 0.4}, {0, 0, 1}, {0, 0, 0.5}, {0.5, 0.5, 1}, 500, 0.1},
    {MB_REVOLUTE, 15, {0, 0, 1}, {0, 1, 0}, {2, 0, 0}, {4, 0.3, 0.3}, 700, 0},
    {MB_REVOLUTE, 16, {4, 0, 0}, {0, 1, 0}, {1.5, 0, 0}, {3, 0.25, 0.25}, 400, 0},
    {MB_PRISMATIC, 17, {1, 0, 0}, {1, 0, 0}, {1.5, 0, 0}, {3, 0.2, 0.2}, 250, 0.1},
    {MB_REVOLUTE, 15, {0.4, 0, 0.2}, {0, 1, 0}, {0.4, 0, 0}, {0.8, 0.2, 0.2}, 60, 0},
    {MB_PRISMATIC, 19, {0.4, 0, 0}, {1, 0, 0}, {0.4, 0, 0}, {0.8, 0.1, 0.1}, 30, 0},
    {MB_REVOLUTE, 16, {2, 0, 0.4}, {0, 1, 0}, {0.5, 0, 0}, {1, 0.2, 0.2}, 50, 0},
    {MB_PRISMATIC, 21, {0.5, 0, 0}, {1, 0, 0}, {0.5, 0, 0}, {1, 0.1, 0.1}, 25, 0},
    {MB_REVOLUTE, 17, {0, 0, 0.3}, {0, 1, 0}, {0.7, 0, 0}, {1.4, 0.1, 0.1}, 40, 0},
    {MB_PRISMATIC, 23, {0.7, 0, 0}, {1, 0, 0}, {0.7, 0, 0}, {1.4, 0.05, 0.05}, 20, 0},
    {MB_UNIVERSAL, 18, {3, 0, 0}, {0, 1, 0}, {0, 0, -0.5}, {0.4, 0.4, 0.6}, 300, 0.1},
    {MB_REVOLUTE, 25, {0, 0, -0.8}, {0, 0, 1}, {0, 0, -0.5}, {0.6, 0.6, 1}, 700, 0.1},
    {MB_REVOLUTE, 26, {0.3, 0, -0.6}, {0, 0, 1}, {0.2, 0, 0}, {0.4, 0.1, 0.3}, 40, 0.2},
    {MB_REVOLUTE, 26, {-0.3, 0, -0.6}, {0, 0, 1}, {-0.2, 0, 0}, {0.4, 0.1, 0.3}, 40, -0.2},
    {MB_PRISMATIC, 26, {0, 0.3, -0.6}, {0, 1, 0}, {0, 0.2, 0}, {0.3, 0.4, 0.3}, 60, 0.1},
};

/* Chassis, four wheels, parallelogram of two links and the boom's middle frame, and two boom arms a side. */
static const part SPRAYER[11] = {
    {MB_FREE, -1, {0, 0, 1}, {0, 0, 1}, {0, 0, 0}, {4, 1.2, 0.8}, 5000, 0},
    {MB_REVOLUTE, 0, {1.5, 1, -0.3}, {0, 1, 0}, {0, 0, 0}, {1.6, 0.5, 1.6}, 250, 2},
    {MB_REVOLUTE, 0, {1.5, -1, -0.3}, {0, 1, 0}, {0, 0, 0}, {1.6, 0.5, 1.6}, 250, 2},
    {MB_REVOLUTE, 0, {-1.5, 1, -0.3}, {0, 1, 0}, {0, 0, 0}, {1.6, 0.5, 1.6}, 250, 2},
    {MB_REVOLUTE, 0, {-1.5, -1, -0.3}, {0, 1, 0}, {0, 0, 0}, {1.6, 0.5, 1.6}, 250, 2},
    {MB_REVOLUTE, 0, {-2, 0, 0}, {0, 1, 0}, {-0.6, 0, 0}, {1.2, 0.4, 0.1}, 60, 0.1},
    {MB_REVOLUTE, 0, {-2, 0, 0.6}, {0, 1, 0}, {-0.6, 0, 0}, {1.2, 0.4, 0.1}, 60, 0.1},
    {MB_REVOLUTE, 5, {-1.2, 0, 0}, {0, 1, 0}, {0, 0, 0.3}, {0.3, 2, 1}, 250, -0.1},
    {MB_REVOLUTE, 7, {0, 1, 0.3}, {1, 0, 0}, {0, 3, 0}, {0.3, 6, 0.5}, 150, 0.02},
    {MB_REVOLUTE, 7, {0, -1, 0.3}, {1, 0, 0}, {0, -3, 0}, {0.3, 6, 0.5}, 150, -0.02},
    {MB_REVOLUTE, 8, {0, 6, 0}, {0, 0, 1}, {0, 2.5, 0}, {0.2, 5, 0.3}, 80, 0.02},
};

static hl_sym3 box(double mass, hl_vec3 s)
{
    return (hl_sym3){.xx = mass * (s.y * s.y + s.z * s.z) / 12,
                     .yy = mass * (s.x * s.x + s.z * s.z) / 12,
                     .zz = mass * (s.x * s.x + s.y * s.y) / 12};
}

static mb_body_def body_of(const part *p)
{
    mb_body_def body = {.name = "part",
                        .mass = p->mass,
                        .com = p->middle,
                        .inertia = box(p->mass, p->size),
                        .joint = {.type = p->type,
                                  .parent = p->parent,
                                  .parent_point = p->point,
                                  .orientation = {1, 0, 0, 0},
                                  .axis = p->axis}};
    if (p->type == MB_UNIVERSAL) body.joint.axis2 = hl_any_orthogonal(p->axis);
    if (p->type != MB_FREE) body.joint.v0[0] = p->speed;
    return body;
}

/* Rod `b` ends on `a` in a joint that leaves the plane of the linkage alone: no equation is redundant in it.
 */
static mb_loop_def loop_between(int a, hl_vec3 point_a, int b, hl_vec3 point_b)
{
    return (mb_loop_def){.name = "loop",
                         .type = MB_LOOP_REVOLUTE,
                         .body_a = a,
                         .body_b = b,
                         .point_a = point_a,
                         .point_b = point_b,
                         .axis_a = {0, 1, 0},
                         .axis_b = {0, 1, 0}};
}

enum { CHAIN, HARVESTER_SIZE, SPRAYER_SIZE };

/* Three cylinders: crane base to lift boom, lift boom to fold boom, fold boom to its extension. */
static int harvester_loops(mb_loop_def *loops)
{
    loops[0] = loop_between(16, hl_v3(1.8, 0, 0.1), 20, hl_v3(0.8, 0, 0));
    loops[1] = loop_between(17, hl_v3(0.2, 0, 0.4), 22, hl_v3(1, 0, 0));
    loops[2] = loop_between(18, hl_v3(1.6, 0, 0.2), 24, hl_v3(1.4, 0, 0));
    return 3;
}

static int sprayer_loops(mb_loop_def *loops)
{
    loops[0] = loop_between(6, hl_v3(-1.2, 0, 0), 7, hl_v3(0, 0, 0.6));
    return 1;
}

/* ---- set up and run ---- */

typedef struct kind {
    int what, bodies;
    mb_formulation formulation;
    mb_solver solver;
} kind;

static kind kind_of(const bench_case *bench)
{
    return (kind){bench->variant / 100, bench->size, (mb_formulation)(bench->variant / 10 % 10),
                  (mb_solver)(bench->variant % 10)};
}

static int variant_of(kind k)
{
    return 100 * k.what + 10 * (int)k.formulation + (int)k.solver;
}

static mb_step_options options_of(kind k)
{
    mb_step_options options = mb_step_options_default();
    options.formulation = k.formulation;
    options.solver = k.solver;
    return options;
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    const kind k = kind_of(bench);
    const mb_step_options options = options_of(k);
    machine *m = HL_NEW(arena, machine, 1);
    mb_body_def *bodies = HL_NEW(arena, mb_body_def, k.bodies);
    mb_loop_def loops[3];
    if (m == NULL || bodies == NULL) return NULL;
    mb_def def = {.gravity = {0, 0, -9.81}, .body_count = k.bodies, .bodies = bodies, .loops = loops};
    for (int i = 0; i < k.bodies; i++) {
        if (k.what == CHAIN) bodies[i] = chain_link(i);
        if (k.what == HARVESTER_SIZE) bodies[i] = body_of(&HARVESTER[i]);
        if (k.what == SPRAYER_SIZE) bodies[i] = body_of(&SPRAYER[i]);
    }
    if (k.what == HARVESTER_SIZE) def.loop_count = harvester_loops(loops);
    if (k.what == SPRAYER_SIZE) def.loop_count = sprayer_loops(loops);
    mb_def_error error;
    mb_assembly_report assembly;
    if (mb_model_build(&def, arena, &m->model, &error) != HL_OK) return NULL;
    m->state = mb_state_new(m->model, arena);
    m->work = mb_work_new(m->model, &options, arena);
    if (m->state == NULL || m->work == NULL) return NULL;
    if (mb_assemble(m->model, m->state, m->work, &assembly) != HL_OK) return NULL;
    m->unknowns = k.formulation == MB_GLOBAL ? 7 * k.bodies : mb_model_counts(m->model).columns;
    return m;
}

static bool step(void *subject)
{
    machine *m = subject;
    const hl_status status = mb_step(m->model, m->state, m->work, &m->report);
    m->steps++;
    m->iterations += m->report.iterations;
    return status == HL_OK;
}

static void finish(void *subject, char *note, size_t size)
{
    const machine *m = subject;
    if (m->report.status != HL_OK) {
        snprintf(note, size, "step %ld at %.3f s: %s", m->steps, m->state->time,
                 hl_status_text(m->report.status));
        return;
    }
    snprintf(note, size, "%d unknowns, %.1f solutions a step, violation %.0e", m->unknowns,
             (double)m->iterations / (double)m->steps, m->report.position_violation);
}

/* ---- cross-over ---- */

static const int sizes[] = {10, 20, 50, 100, 200, 500, 1000};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void name_of(char *name, kind k)
{
    static const char *const machines[] = {"chain", "harvester", "sprayer"};
    snprintf(name, BENCH_NAME_LENGTH, "sparse/%s-%d/%s/%s", machines[k.what], k.bodies,
             mb_formulation_name(k.formulation), mb_solver_name(k.solver));
}

/* log(time of the second / time of the first) on a chain, NaN when one is missing */
static double advantage(const bench_results *results, kind first, kind second, int bodies)
{
    char a[BENCH_NAME_LENGTH], b[BENCH_NAME_LENGTH];
    first.bodies = second.bodies = bodies;
    name_of(a, first);
    name_of(b, second);
    const bench_result *x = bench_result_find(results, a), *y = bench_result_find(results, b);
    return x == NULL || y == NULL || x->failed || y->failed ? (double)NAN : log(y->median / x->median);
}

/* The two that a cross-over compares: the first wins on short chains. */
typedef struct rivals {
    const char *name;
    kind first, second;
} rivals;

static const rivals RIVALS[] = {
    {"sparse/crossover/global/dense-to-sparse",
     {CHAIN, 0, MB_GLOBAL, MB_SOLVER_DENSE},
     {CHAIN, 0, MB_GLOBAL, MB_SOLVER_SPARSE}},
    {"sparse/crossover/global/tree-to-sparse",
     {CHAIN, 0, MB_GLOBAL, MB_SOLVER_TREE},
     {CHAIN, 0, MB_GLOBAL, MB_SOLVER_SPARSE}},
    {"sparse/crossover/penalty/tree-to-sparse",
     {CHAIN, 0, MB_PENALTY, MB_SOLVER_TREE},
     {CHAIN, 0, MB_PENALTY, MB_SOLVER_SPARSE}},
    {"sparse/crossover/penalty-tree-to-global-sparse",
     {CHAIN, 0, MB_PENALTY, MB_SOLVER_TREE},
     {CHAIN, 0, MB_GLOBAL, MB_SOLVER_SPARSE}},
};

/* `last`: links of the longest chain that both were tried on */
static void tell_crossover(bench_result *result, double overtaken, int last)
{
    if (!isfinite(overtaken))
        snprintf(result->note, sizeof result->note, "the second is not faster at %d links", last);
    else
        snprintf(result->note, sizeof result->note, "links from which the second is faster");
}

/* Number of links from which the second stays ahead, between sizes by a straight line in logarithms: the last
 * change of sign counts, since short chains are often within the noise of each other. */
static bool crossover(const bench_case *bench, const bench_results *results, bench_result *result)
{
    const rivals *r = &RIVALS[bench->variant];
    double before = (double)NAN, overtaken = (double)NAN;
    int previous = 0;
    for (int i = 0; i < SIZES; i++) {
        const double now = advantage(results, r->first, r->second, sizes[i]);
        if (!isfinite(now)) continue;
        result->count++;
        if (now >= 0.0) overtaken = (double)NAN;
        if (now < 0.0 && !(before < 0.0))
            overtaken = before >= 0.0 ? previous * pow((double)sizes[i] / previous, before / (before - now))
                                      : sizes[i];
        before = now;
        previous = sizes[i];
    }
    if (result->count == 0) return false;
    if (isfinite(overtaken)) result->median = overtaken;
    tell_crossover(result, overtaken, previous);
    return true;
}

/* ---- registration ---- */

/* Longest chain, such that a step stays within about ten milliseconds. */
static int longest(mb_formulation formulation, mb_solver solver)
{
    if (formulation == MB_PENALTY) return solver == MB_SOLVER_TREE ? 500 : 200;
    return solver == MB_SOLVER_DENSE ? 50 : solver == MB_SOLVER_TREE ? 200 : 1000;
}

static void add(bench_list *list, kind k)
{
    bench_case bench = {
        .size = k.bodies, .variant = variant_of(k), .setup = setup, .step = step, .finish = finish};
    name_of(bench.name, k);
    bench_register(list, &bench);
}

void bench_group_sparse(bench_list *list)
{
    static const mb_formulation formulations[] = {MB_PENALTY, MB_GLOBAL};
    static const mb_solver solvers[] = {MB_SOLVER_DENSE, MB_SOLVER_TREE, MB_SOLVER_SPARSE};
    for (int f = 0; f < 2; f++)
        for (int s = 0; s < 3; s++) {
            for (int i = 0; i < SIZES && sizes[i] <= longest(formulations[f], solvers[s]); i++)
                add(list, (kind){CHAIN, sizes[i], formulations[f], solvers[s]});
            add(list, (kind){SPRAYER_SIZE, 11, formulations[f], solvers[s]});
            add(list, (kind){HARVESTER_SIZE, 30, formulations[f], solvers[s]});
        }
    for (size_t r = 0; r < sizeof RIVALS / sizeof *RIVALS; r++) {
        bench_case bench = {.variant = (int)r, .derive = crossover};
        snprintf(bench.name, sizeof bench.name, "%s", RIVALS[r].name);
        bench_register(list, &bench);
    }
}
