/* The free chassis of a tractor with front loader: 13 bodies as in 000 publication V figure 8 (cabin, frame,
 * front axle, tie rod, two pivots, six loader links, bucket) and four wheels, whose spins complete the 28
 * joint coordinates; 5 revolute, 3 spherical, 2 universal, 2 fixed tree joints and three revolute cuts: 15
 * closure equations, exact. It stands on four spring-damper wheels, dropped from 50 mm, loader swinging on
 * its struts. 1 ms steps. `chassis/tires` has four tires with two states each on body ports instead, on a
 * slope (bench_tire.c).
 *
 * Geometry and masses of an agricultural tractor of about 110 kW, rounded; the picture is a side view:
 *
 *              pivot P0 ---- arm ---------------- P1 bucket         link 1 arm, 2 lever on the arm at the
 * knee, cabin   frame tower      \ lever (knee)      /                  3 rod tower-lever (loop), 4 rod
 * lever-bucket rear wheels     front axle, pivots, tie rod (loop)              (loop), 5 and 6 struts on
 * universal joints */
#include "bench/bench.h"
#include "bench_tire.h"
#include "mb/force.h"
#include "mb/step.h"

#include <string.h>

enum {
    FRAME,
    CABIN,
    AXLE,
    PIVOT_L,
    PIVOT_R,
    TIE_ROD,
    ARM,
    LEVER,
    ROD_TOWER,
    ROD_BUCKET,
    BUCKET,
    STRUT_LIFT,
    STRUT_TILT,
    WHEEL_FL,
    WHEEL_FR,
    WHEEL_RL,
    WHEEL_RR,
    BODIES
};
enum { LOOPS = 3, WHEELS = 4, EFFORTS = WHEELS + 6 };
enum { TIRES = 100 }; /* variant; the others are formulations */

typedef struct wheel_ground {
    double radius, stiffness, damping, drag; /* [m], [N/m], [N s/m], [N s/m] horizontal */
} wheel_ground;

static const wheel_ground front_wheel = {0.650, 380e3, 4.5e3, 2e3}, rear_wheel = {0.875, 410e3, 6e3, 2e3};

typedef struct chassis {
    mb_model *model;
    mb_state *state, *start;
    mb_work *work;
    mb_step_report report;
    mb_assembly_report assembly;
    long steps, iterations;
    double violation;
} chassis;

/* Ports: height, forward and sideways position of the wheel centre. */
static void wheel_on_ground(const void *parameters, mb_effort_io *io)
{
    const wheel_ground *wheel = parameters;
    const double squeeze = wheel->radius - io->s[0];
    const double force = wheel->stiffness * squeeze - wheel->damping * io->s_dot[0];
    const bool touches = squeeze > 0.0 && force > 0.0;
    io->force[0] = touches ? force : 0.0;
    for (int k = 1; k < 3; k++) io->force[k] = touches ? -wheel->drag * io->s_dot[k] : 0.0;
    if (!io->jacobian || !touches) return;
    io->force_s[0] = -wheel->stiffness;
    io->force_s_dot[0] = -wheel->damping;
    io->force_s_dot[4] = io->force_s_dot[8] = -wheel->drag;
}

static mb_body_def body(const char *name, double mass, hl_vec3 com, hl_vec3 inertia, mb_joint_type type,
                        int parent, hl_vec3 at, hl_vec3 axis)
{
    return (mb_body_def){.name = name,
                         .mass = mass,
                         .com = com,
                         .inertia = {.xx = inertia.x, .yy = inertia.y, .zz = inertia.z},
                         .joint = {.type = type,
                                   .parent = parent,
                                   .parent_point = at,
                                   .orientation = {1, 0, 0, 0},
                                   .axis = axis,
                                   .axis2 = {0, 0, 1}}};
}

/* The frame's origin lies on the rear axle; all frames are parallel at the start. x forward, y left, z up. */
static void make_bodies(mb_body_def *b)
{
    const hl_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    b[FRAME] = body("frame", 3600, hl_v3(1.1, 0, 0.1), hl_v3(900, 4500, 4600), MB_FREE, MB_GROUND,
                    hl_v3(0, 0, 0.9), x);
    b[CABIN] =
        body("cabin", 900, hl_v3(0, 0, 0.6), hl_v3(500, 500, 450), MB_FIXED, FRAME, hl_v3(0.4, 0, 0.4), x);
    b[AXLE] = body("front axle", 400, hl_v3(0, 0, 0), hl_v3(120, 12, 120), MB_FIXED, FRAME,
                   hl_v3(2.6, 0, -0.24), x);
    b[PIVOT_L] =
        body("left pivot", 60, hl_v3(0, 0.1, 0), hl_v3(2, 2, 2), MB_REVOLUTE, AXLE, hl_v3(0, 0.725, 0), z);
    b[PIVOT_R] =
        body("right pivot", 60, hl_v3(0, -0.1, 0), hl_v3(2, 2, 2), MB_REVOLUTE, AXLE, hl_v3(0, -0.725, 0), z);
    b[TIE_ROD] = body("tie rod", 15, hl_v3(0, -0.675, 0), hl_v3(2.3, 0.02, 2.3), MB_SPHERICAL, PIVOT_L,
                      hl_v3(-0.2, -0.05, 0), x);
    b[ARM] = body("arm", 480, hl_v3(1.3, 0, -0.1), hl_v3(90, 300, 300), MB_REVOLUTE, FRAME,
                  hl_v3(1.98, 0, 0.85), y);
    b[LEVER] =
        body("lever", 25, hl_v3(0, 0, 0.15), hl_v3(0.4, 0.4, 0.1), MB_REVOLUTE, ARM, hl_v3(1.35, 0, 0), y);
    b[ROD_TOWER] = body("rod tower-lever", 20, hl_v3(0.675, 0, 0), hl_v3(0.02, 3, 3), MB_SPHERICAL, FRAME,
                        hl_v3(1.98, 0, 1.15), x);
    b[ROD_BUCKET] = body("rod lever-bucket", 20, hl_v3(0.625, 0, 0), hl_v3(0.02, 2.6, 2.6), MB_SPHERICAL,
                         LEVER, hl_v3(0, 0, 0.3), x);
    b[BUCKET] =
        body("bucket", 330, hl_v3(0.4, 0, 0), hl_v3(130, 40, 150), MB_REVOLUTE, ARM, hl_v3(2.6, 0, 0), y);
    b[STRUT_LIFT] = body("lift strut", 40, hl_v3(0.5, 0, 0), hl_v3(0.1, 3, 3), MB_UNIVERSAL, FRAME,
                         hl_v3(2.02, 0, 0.35), y);
    b[STRUT_TILT] = body("tilt strut", 25, hl_v3(0.4, 0, 0), hl_v3(0.05, 1.5, 1.5), MB_UNIVERSAL, ARM,
                         hl_v3(1.35, 0, 0.15), y);
    b[WHEEL_FL] =
        body("wheel", 140, hl_v3(0, 0, 0), hl_v3(13, 22, 13), MB_REVOLUTE, PIVOT_L, hl_v3(0, 0.2, 0), y);
    b[WHEEL_FR] =
        body("wheel", 140, hl_v3(0, 0, 0), hl_v3(13, 22, 13), MB_REVOLUTE, PIVOT_R, hl_v3(0, -0.2, 0), y);
    b[WHEEL_RL] =
        body("wheel", 330, hl_v3(0, 0, 0), hl_v3(60, 105, 60), MB_REVOLUTE, FRAME, hl_v3(0, 0.925, 0), y);
    b[WHEEL_RR] =
        body("wheel", 330, hl_v3(0, 0, 0), hl_v3(60, 105, 60), MB_REVOLUTE, FRAME, hl_v3(0, -0.925, 0), y);
    b[FRAME].joint.q0[2] = 0.05;
    b[FRAME].joint.q0[3] = 1.0;
    b[FRAME].joint.v0[0] = 2.0;
    b[FRAME].joint.v0[4] = 0.1;
    b[PIVOT_L].joint.v0[0] = 0.3;
    b[ARM].joint.v0[0] = -0.2;
    for (int w = WHEEL_FL; w <= WHEEL_RR; w++) b[w].joint.v0[0] = 2.5;
}

static void make_loops(mb_loop_def *loops)
{
    const hl_vec3 y = {0, 1, 0}, z = {0, 0, 1};
    loops[0] = (mb_loop_def){.name = "tie rod",
                             .type = MB_LOOP_REVOLUTE,
                             .body_a = TIE_ROD,
                             .body_b = PIVOT_R,
                             .point_a = {0, -1.35, 0},
                             .point_b = {-0.2, 0.05, 0},
                             .axis_a = z,
                             .axis_b = z};
    loops[1] = (mb_loop_def){.name = "tower rod",
                             .type = MB_LOOP_REVOLUTE,
                             .body_a = ROD_TOWER,
                             .body_b = LEVER,
                             .point_a = {1.35, 0, 0},
                             .point_b = {0, 0, 0.3},
                             .axis_a = y,
                             .axis_b = y};
    loops[2] = (mb_loop_def){.name = "bucket rod",
                             .type = MB_LOOP_REVOLUTE,
                             .body_a = ROD_BUCKET,
                             .body_b = BUCKET,
                             .point_a = {1.25, 0, 0},
                             .point_b = {0, 0, 0.3},
                             .axis_a = y,
                             .axis_b = y};
}

static mb_measure_def height_axis(int wheel, hl_vec3 axis)
{
    return (mb_measure_def){
        .kind = MB_MEASURE_PROJECTION, .body_a = MB_GROUND, .body_b = wheel, .axis_a = axis};
}

static mb_measure_def strut(int a, hl_vec3 at_a, int b, hl_vec3 at_b)
{
    return (mb_measure_def){
        .kind = MB_MEASURE_DISTANCE, .body_a = a, .body_b = b, .point_a = at_a, .point_b = at_b};
}

static mb_measure_def angle(int b, int column)
{
    return (mb_measure_def){.kind = MB_MEASURE_JOINT, .body_a = b, .column = column};
}

static void make_wheels(mb_effort_def *efforts)
{
    for (int w = 0; w < WHEELS; w++) {
        efforts[w] = (mb_effort_def){.name = "wheel",
                                     .ports = 3,
                                     .evaluate = wheel_on_ground,
                                     .parameters = w < 2 ? &front_wheel : &rear_wheel};
        efforts[w].measure[0] = height_axis(WHEEL_FL + w, hl_v3(0, 0, 1));
        efforts[w].measure[1] = height_axis(WHEEL_FL + w, hl_v3(1, 0, 0));
        efforts[w].measure[2] = height_axis(WHEEL_FL + w, hl_v3(0, 1, 0));
    }
}

static void make_tires(mb_effort_def *efforts)
{
    static const bench_tire front = {0.650, 380e3, 4.5e3, 300e3, 2e3, 0.4},
                            rear = {0.875, 410e3, 6e3, 350e3, 2e3, 0.5};
    for (int w = 0; w < WHEELS; w++) efforts[w] = bench_tire_effort(WHEEL_FL + w, w < 2 ? &front : &rear);
}

static void make_efforts(mb_effort_def *efforts, bool tires)
{
    static const mb_spring lift = {.stiffness = 2e5, .damping = 1e4, .free = 1.5},
                           steering = {.stiffness = 3e3, .damping = 200, .free = 0.05},
                           hinge = {.stiffness = 2e3, .damping = 50};
    if (tires) {
        make_tires(efforts);
    } else {
        make_wheels(efforts);
    }
    efforts[4] =
        mb_spring_effort("lift", strut(FRAME, hl_v3(2.02, 0, 0.35), ARM, hl_v3(1.39, 0, -0.19)), &lift);
    efforts[5] = mb_spring_effort("steering", angle(PIVOT_L, 0), &steering);
    for (int k = 0; k < 2; k++) {
        efforts[6 + k] = mb_spring_effort("lift strut", angle(STRUT_LIFT, k), &hinge);
        efforts[8 + k] = mb_spring_effort("tilt strut", angle(STRUT_TILT, k), &hinge);
    }
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    chassis *c = HL_NEW(arena, chassis, 1);
    if (c == NULL) return NULL;
    mb_body_def bodies[BODIES];
    mb_loop_def loops[LOOPS];
    mb_effort_def efforts[EFFORTS];
    make_bodies(bodies);
    make_loops(loops);
    make_efforts(efforts, bench->variant == TIRES);
    const mb_def def = {.gravity = {0, 0, -9.81},
                        .body_count = BODIES,
                        .bodies = bodies,
                        .loop_count = LOOPS,
                        .loops = loops,
                        .effort_count = EFFORTS,
                        .efforts = efforts};
    mb_step_options options = mb_step_options_default();
    options.formulation = bench->variant == TIRES ? MB_ALI3P : (mb_formulation)bench->variant;
    options.tolerance = 1e-7; /* [rad or m] as in 002 section 5 */
    mb_def_error error;
    if (mb_model_build(&def, arena, &c->model, &error) != HL_OK) return NULL;
    c->state = mb_state_new(c->model, arena);
    c->start = mb_state_new(c->model, arena);
    c->work = mb_work_new(c->model, &options, arena);
    if (c->state == NULL || c->start == NULL || c->work == NULL) return NULL;
    if (mb_assemble(c->model, c->state, c->work, &c->assembly) != HL_OK) return NULL;
    mb_state_copy(c->start, c->state);
    return c;
}

enum { DRIVE_STEPS = 3000 }; /* 3 s, then from the start again */

static bool step(void *subject)
{
    chassis *c = subject;
    if (c->steps > 0 && c->steps % DRIVE_STEPS == 0) mb_state_copy(c->state, c->start);
    const hl_status status = mb_step(c->model, c->state, c->work, &c->report);
    c->steps++;
    c->iterations += c->report.iterations;
    if (c->report.position_violation > c->violation) c->violation = c->report.position_violation;
    return status == HL_OK;
}

static void finish(void *subject, char *note, size_t size)
{
    const chassis *c = subject;
    const mb_counts counts = mb_model_counts(c->model);
    if (c->report.status != HL_OK) {
        snprintf(note, size, "step %ld: %s", c->steps, hl_status_text(c->report.status));
        return;
    }
    snprintf(note, size,
             "%d bodies, %d coordinates, %d equations of rank %d; %.2f iterations a step, |Phi| <= %.1e",
             counts.bodies, counts.columns, counts.equations, c->assembly.rank,
             (double)c->iterations / (double)c->steps, c->violation);
}

void bench_group_chassis(bench_list *list);

void bench_group_chassis(bench_list *list)
{
    static const mb_formulation formulations[] = {MB_ALI3P, MB_DOUBLE_STEP, MB_PENALTY};
    for (size_t f = 0; f < sizeof formulations / sizeof formulations[0]; f++) {
        bench_case bench = {.variant = (int)formulations[f], .setup = setup, .step = step, .finish = finish};
        snprintf(bench.name, sizeof bench.name, "chassis/%s", mb_formulation_name(formulations[f]));
        bench_register(list, &bench);
    }
    bench_case tires = {
        .name = "chassis/tires", .variant = TIRES, .setup = setup, .step = step, .finish = finish};
    bench_register(list, &tires);
}
