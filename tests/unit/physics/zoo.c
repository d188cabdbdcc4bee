#include "zoo.h"

#include "hl/status.h"

#include <stdio.h>
#include <string.h>

double zoo_random(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL; /* Knuth's MMIX generator */
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

static hl_vec3 random_vector(unsigned long long *seed)
{
    const double x = zoo_random(seed), y = zoo_random(seed), z = zoo_random(seed);
    return hl_v3(x, y, z);
}

static mb_body_def random_body(mb_joint_type type, int parent, unsigned long long *seed)
{
    mb_body_def body = {.name = "animal", .mass = 2.0 + zoo_random(seed), .com = random_vector(seed)};
    body.inertia =
        (hl_sym3){1.3, 1.1, 0.9, 0.1 * zoo_random(seed), 0.1 * zoo_random(seed), 0.1 * zoo_random(seed)};
    body.joint = (mb_joint_def){.type = type, .parent = parent};
    body.joint.parent_point = random_vector(seed);
    body.joint.child_point = random_vector(seed);
    body.joint.axis = hl_normalized(random_vector(seed));
    body.joint.axis2 = hl_any_orthogonal(body.joint.axis);
    body.joint.orientation = hl_quat_exp(random_vector(seed));
    for (int k = 0; k < mb_joint_q_count(type); k++) body.joint.q0[k] = zoo_random(seed);
    for (int k = 0; k < mb_joint_dof(type); k++) body.joint.v0[k] = zoo_random(seed);
    return body;
}

static mb_measure_def random_measure(mb_measure_kind kind, int a, int b, unsigned long long *seed)
{
    mb_measure_def measure = {.kind = kind, .body_a = a, .body_b = b};
    measure.point_a = random_vector(seed);
    measure.point_b = random_vector(seed);
    measure.axis_a = hl_normalized(random_vector(seed));
    measure.axis_b = hl_normalized(random_vector(seed));
    measure.axis2_a = hl_any_orthogonal(measure.axis_a);
    measure.axis2_b = hl_any_orthogonal(measure.axis_b);
    return measure;
}

/* A smooth effort that couples all its ports and two states in every way. */
static void everything_effort(const void *parameters, mb_effort_io *io)
{
    const int n = *(const int *)parameters;
    const double *x = io->x;
    for (int i = 0; i < n; i++) {
        const int j = (i + 1) % n;
        io->force[i] =
            3.0 * sin(io->s[i]) - 0.7 * io->s_dot[i] + io->s[j] * io->s_dot[i] + x[0] * x[1] + x[i % 2];
        if (!io->jacobian) continue;
        io->force_s[i * n + i] += 3.0 * cos(io->s[i]);
        io->force_s[i * n + j] += io->s_dot[i];
        io->force_s_dot[i * n + i] += -0.7 + io->s[j];
        io->force_x[i * 2 + 0] += x[1] + (i % 2 == 0 ? 1.0 : 0.0);
        io->force_x[i * 2 + 1] += x[0] + (i % 2 == 1 ? 1.0 : 0.0);
    }
    io->x_dot[0] = -4.0 * x[0] + x[1] * io->s_dot[0] + io->s[0];
    io->x_dot[1] = -2.0 * x[1] * x[0] + io->s_dot[n - 1];
    if (!io->jacobian) return;
    io->x_dot_x[0] = -4.0;
    io->x_dot_x[1] = io->s_dot[0];
    io->x_dot_x[2] = -2.0 * x[1];
    io->x_dot_x[3] = -2.0 * x[0];
    io->x_dot_s[0] = 1.0;
    io->x_dot_s_dot[0] += x[1];
    io->x_dot_s_dot[n + n - 1] += 1.0;
}

enum { BODIES = 10, LOOPS = 6, EFFORTS = 3 };

static int add_efforts(mb_effort_def *efforts, unsigned long long *seed)
{
    static const int one = 1, three = 3, four = 4;
    static const double x0[] = {0.3, -0.4};
    efforts[0] = (mb_effort_def){.name = "four",
                                 .ports = four,
                                 .states = 2,
                                 .x0 = x0,
                                 .evaluate = everything_effort,
                                 .parameters = &four};
    const mb_measure_kind kinds[] = {MB_MEASURE_DISTANCE, MB_MEASURE_PROJECTION, MB_MEASURE_DOT,
                                     MB_MEASURE_TWIST};
    for (int k = 0; k < 4; k++) efforts[0].measure[k] = random_measure(kinds[k], 4, 7, seed);
    efforts[1] = (mb_effort_def){.name = "one",
                                 .ports = one,
                                 .states = 2,
                                 .x0 = x0,
                                 .evaluate = everything_effort,
                                 .parameters = &one};
    efforts[1].measure[0] = (mb_measure_def){.kind = MB_MEASURE_JOINT, .body_a = 3, .column = 1};
    efforts[2] = (mb_effort_def){.name = "three",
                                 .ports = three,
                                 .states = 2,
                                 .x0 = x0,
                                 .evaluate = everything_effort,
                                 .parameters = &three};
    efforts[2].measure[0] = random_measure(MB_MEASURE_DISTANCE, MB_GROUND, 9, seed);
    efforts[2].measure[1] = random_measure(MB_MEASURE_DISTANCE, 5, 9, seed); /* across the trees */
    efforts[2].measure[2] = random_measure(MB_MEASURE_PROJECTION, 9, 5, seed);
    return EFFORTS;
}

static int add_loops(mb_loop_def *loops, unsigned long long *seed)
{
    const int a[] = {5, 7, MB_GROUND, 3, 9, 4}, b[] = {7, 9, 7, 6, 5, MB_GROUND};
    for (int i = 0; i < LOOPS; i++) {
        const mb_measure_def m = random_measure(MB_MEASURE_DOT, a[i], b[i], seed);
        loops[i] = (mb_loop_def){.name = "loop",
                                 .type = (mb_loop_type)i,
                                 .body_a = a[i],
                                 .body_b = b[i],
                                 .point_a = m.point_a,
                                 .point_b = m.point_b,
                                 .axis_a = m.axis_a,
                                 .axis_b = m.axis_b,
                                 .normal_a = m.axis2_a,
                                 .normal_b = m.axis2_b,
                                 .distance = 1.0};
    }
    return LOOPS;
}

void zoo_open(zoo *z, const mb_step_options *options, bool with_loops, bool with_efforts)
{
    static const mb_joint_type types[BODIES] = {MB_FREE,      MB_REVOLUTE,  MB_PRISMATIC, MB_CYLINDRICAL,
                                                MB_UNIVERSAL, MB_SPHERICAL, MB_FREE,      MB_FIXED,
                                                MB_REVOLUTE,  MB_SPHERICAL};
    static const int parents[BODIES] = {MB_GROUND, 0, 1, 2, 3, 1, 5, 6, MB_GROUND, 8};
    unsigned long long seed = 7;
    mb_body_def bodies[BODIES];
    mb_loop_def loops[LOOPS];
    mb_effort_def efforts[EFFORTS];
    for (int i = 0; i < BODIES; i++) bodies[i] = random_body(types[i], parents[i], &seed);
    const mb_wrench_def wrenches[2] = {{.name = "world",
                                        .body = 4,
                                        .point = {0.1, 0.2, 0.3},
                                        .force = {3, -4, 5},
                                        .moment = {0.5, 0.6, -0.7}},
                                       {.name = "body",
                                        .body = 7,
                                        .point = {0.3, 0.1, -0.3},
                                        .force = {2, 1, 4},
                                        .moment = {0.2, -0.6, 0.7},
                                        .follows_body = true}};
    mb_def def = {.gravity = {1.0, 2.0, -9.81},
                  .body_count = BODIES,
                  .bodies = bodies,
                  .loops = loops,
                  .efforts = efforts,
                  .wrenches = wrenches,
                  .wrench_count = 2};
    if (with_loops) def.loop_count = add_loops(loops, &seed);
    if (with_efforts) def.effort_count = add_efforts(efforts, &seed);
    mb_def_error error;
    memset(z, 0, sizeof *z);
    if (mb_model_build(&def, &z->arena, &z->model, &error) != HL_OK) fprintf(stderr, "zoo: %s\n", error.text);
    z->state = mb_state_new(z->model, &z->arena);
    z->work = mb_work_new(z->model, options, &z->arena);
    HL_ASSERT(z->state != NULL && z->work != NULL);
    const mb_counts counts = mb_model_counts(z->model);
    for (int c = 0; c < counts.columns; c++) z->state->a[c] = zoo_random(&seed);
}

void zoo_close(zoo *z)
{
    hl_arena_free(&z->arena);
}
