/* A guest of a model against the same system as one model: a ball on springs between two arms of a free
 * chassis, the ball's three coordinates being the guest's. Both are one Newton system, so they must move
 * alike.
 */
#include "support/check.h"

#include "hl/dense.h"
#include "mb/force.h"
#include "mb/guest.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

enum { ARMS = 2, CHASSIS = 0, BALL = 3 };

static const double STEP = 1e-3, MASS = 6.0, TOLERANCE = 1e-16;          /* [s], [kg] of the ball, [m, rad] */
static const hl_vec3 GRAVITY = {0.0, 0.0, -9.81}, EYE = {0.0, 0.1, 0.7}; /* on each arm [m] */
static const mb_spring SPRING = {.stiffness = 3e4, .damping = 40.0, .free = 0.5};

/* ---- the guest ---- */

typedef struct ball {
    hl_vec3 x, v, a;    /* state */
    hl_vec3 push[ARMS]; /* on the arms at the end of the last step */
    hl_vec3 arm[ARMS];  /* of the eyes then */
    hl_vec3 theta;
    hl_mat3 stiffness[ARMS]; /* of the springs, rates included */
    double D[9], right[3];   /* of the ball, factored */
    int pivot[3];
    hl_vec3 at[ARMS];
    int calls;
} ball;

static hl_vec3 spring_force(hl_vec3 apart, hl_vec3 rate)
{
    const double s = hl_norm(apart), s_dot = hl_dot(apart, rate) / s;
    return hl_scale(-(SPRING.stiffness * (s - SPRING.free) + SPRING.damping * s_dot) / s, apart);
}

/* d (-force) / d apart, whose rate changes by 2/h times as much */
static hl_mat3 spring_stiffness(hl_vec3 apart, hl_vec3 rate)
{
    const double eps = 1e-6;
    hl_mat3 K;
    for (int j = 0; j < 3; j++) {
        const hl_vec3 e = hl_v3((j == 0) * eps, (j == 1) * eps, (j == 2) * eps);
        const hl_vec3 up = spring_force(hl_add(apart, e), hl_add_scaled(rate, 2.0 / STEP, e));
        const hl_vec3 down = spring_force(hl_sub(apart, e), hl_add_scaled(rate, -2.0 / STEP, e));
        const hl_vec3 column = hl_scale(-0.5 / eps, hl_sub(up, down));
        K.m[0][j] = column.x;
        K.m[1][j] = column.y;
        K.m[2][j] = column.z;
    }
    return K;
}

static int begin(void *context, double step, int *active)
{
    ball *b = context;
    b->theta = hl_add_scaled(hl_scale(step, b->v), 0.5 * step * step, b->a);
    for (int k = 0; k < ARMS; k++) active[k] = k;
    return ARMS;
}

static hl_vec3 end_velocity(const ball *b)
{
    return hl_sub(hl_scale(2.0 / STEP, b->theta), b->v);
}

static hl_vec3 end_acceleration(const ball *b)
{
    return hl_sub(hl_add_scaled(hl_scale(4.0 / (STEP * STEP), b->theta), -4.0 / STEP, b->v), b->a);
}

/* [1; skew(arm)] f */
static void add_wrench(hl_vec3 arm, hl_vec3 f, double *six)
{
    const hl_vec3 m = hl_cross(arm, f);
    const double rows[6] = {f.x, f.y, f.z, m.x, m.y, m.z};
    for (int i = 0; i < 6; i++) six[i] += rows[i];
}

static hl_vec3 eye_move(const ball *b, int arm, const double *six)
{
    return hl_add(hl_v3(six[0], six[1], six[2]), hl_cross(hl_v3(six[3], six[4], six[5]), b->arm[arm]));
}

/* dy = -D^-1 (r + C dz) */
static hl_vec3 ball_step(const ball *b, const double *moves)
{
    double right[3] = {b->right[0], b->right[1], b->right[2]};
    for (int k = 0; moves != NULL && k < ARMS; k++) {
        const hl_vec3 f = hl_mul(&b->stiffness[k], eye_move(b, k, moves + 6 * k));
        right[0] += f.x;
        right[1] += f.y;
        right[2] += f.z;
    }
    hl_lu_solve(b->D, 3, b->pivot, right, 1);
    return hl_v3(right[0], right[1], right[2]);
}

static void factor(ball *b)
{
    memset(b->D, 0, sizeof b->D);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            b->D[3 * i + j] = b->stiffness[0].m[i][j] + b->stiffness[1].m[i][j] +
                              (i == j ? 4.0 * MASS / (STEP * STEP) : 0.0);
    assert_int_equal(hl_lu_factor(b->D, 3, b->pivot), HL_OK);
}

static hl_status evaluate(void *context, const mb_guest_motion *motions, bool renew, double *force,
                          double *tangent)
{
    ball *b = context;
    const hl_vec3 x = hl_add(b->x, b->theta), v = end_velocity(b);
    hl_vec3 on_ball = hl_scale(MASS, hl_sub(GRAVITY, end_acceleration(b))), on_arm[ARMS];
    b->calls++;
    for (int k = 0; k < ARMS; k++) {
        b->arm[k] = hl_mul(&motions[k].pose.rotation, EYE);
        const hl_vec3 apart = hl_sub(x, hl_add(motions[k].pose.position, b->arm[k]));
        const hl_vec3 rate = hl_sub(v, hl_add(motions[k].velocity, hl_cross(motions[k].turn, b->arm[k])));
        if (renew) b->stiffness[k] = spring_stiffness(apart, rate);
        const hl_vec3 f = spring_force(apart, rate);
        on_ball = hl_add(on_ball, f);
        on_arm[k] = b->push[k] = hl_neg(f);
    }
    if (renew) factor(b);
    b->right[0] = on_ball.x;
    b->right[1] = on_ball.y;
    b->right[2] = on_ball.z;
    const hl_vec3 own = ball_step(b, NULL);
    memset(force, 0, 6 * ARMS * sizeof(double));
    for (int k = 0; k < ARMS; k++)
        add_wrench(b->arm[k], hl_add(on_arm[k], hl_mul(&b->stiffness[k], own)), force + 6 * k);
    for (int j = 0; renew && j < 6 * ARMS; j++) {
        double unit[6 * ARMS] = {0.0};
        unit[j] = 1.0;
        const hl_vec3 follows = hl_sub(ball_step(b, unit), own);
        for (int k = 0; k < ARMS; k++) {
            double column[6] = {0.0};
            const hl_vec3 apart = hl_sub(follows, eye_move(b, k, unit + 6 * k));
            add_wrench(b->arm[k], hl_mul(&b->stiffness[k], apart), column);
            for (int i = 0; i < 6; i++) tangent[(6 * k + i) * 6 * ARMS + j] = column[i];
        }
    }
    return HL_OK;
}

static double follow(void *context, const double *moves)
{
    ball *b = context;
    const hl_vec3 step = ball_step(b, moves);
    b->theta = hl_add(b->theta, step);
    return hl_norm(step) / TOLERANCE;
}

static void present(void *context, int body, double *force)
{
    const ball *b = context;
    memset(force, 0, 6 * sizeof(double));
    add_wrench(b->arm[body], b->push[body], force);
}

static void accept(ball *b)
{
    const hl_vec3 v = end_velocity(b), a = end_acceleration(b);
    b->x = hl_add(b->x, b->theta);
    b->v = v;
    b->a = a;
}

/* ---- both systems ---- */

static mb_body_def body_of(double mass, int parent, hl_vec3 at)
{
    mb_body_def body = {.name = "body",
                        .mass = mass,
                        .com = hl_v3(0.0, 0.0, 0.2),
                        .inertia = {mass * 0.1, mass * 0.08, mass * 0.06, 0, 0, 0},
                        .joint = {.type = MB_REVOLUTE, .parent = parent, .parent_point = at}};
    body.joint.axis = hl_v3(1, 0, 0);
    body.joint.orientation.w = 1.0;
    return body;
}

typedef struct rig {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    mb_step_report report;
} rig;

/* Chassis, two arms; the ball as a fourth body, or as the guest. */
static void rig_open(rig *r, ball *guest)
{
    static const int touched[ARMS] = {1, 2};
    mb_body_def bodies[4] = {body_of(40.0, MB_GROUND, hl_v3(0, 0, 0)), body_of(9.0, 0, hl_v3(0, -0.4, 0)),
                             body_of(7.0, 0, hl_v3(0, 0.4, 0)), body_of(MASS, MB_GROUND, hl_v3(0, 0, 0))};
    bodies[CHASSIS].joint.type = bodies[BALL].joint.type = MB_FREE;
    bodies[BALL].com = hl_v3(0, 0, 0);
    bodies[1].joint.q0[0] = 0.3;
    bodies[2].joint.q0[0] = -0.2;
    bodies[BALL].joint.q0[2] = 1.1;
    bodies[CHASSIS].joint.v0[4] = 0.8;
    bodies[BALL].joint.v0[0] = 0.5;
    mb_effort_def springs[ARMS];
    for (int k = 0; k < ARMS; k++) {
        const mb_measure_def distance = {
            .kind = MB_MEASURE_DISTANCE, .body_a = 1 + k, .body_b = BALL, .point_a = EYE};
        springs[k] = mb_spring_effort("spring", distance, &SPRING);
    }
    const mb_guest link = {.context = guest,
                           .count = ARMS,
                           .bodies = touched,
                           .begin = begin,
                           .evaluate = evaluate,
                           .follow = follow,
                           .present = present};
    const mb_def def = {.gravity = GRAVITY,
                        .body_count = guest == NULL ? 4 : 3,
                        .bodies = bodies,
                        .effort_count = guest == NULL ? ARMS : 0,
                        .efforts = springs,
                        .guest = guest == NULL ? NULL : &link};
    mb_def_error error;
    mb_step_options options = mb_step_options_default();
    mb_assembly_report assembly;
    options.step = STEP;
    options.tolerance = TOLERANCE;
    *r = (rig){0};
    assert_int_equal(mb_model_build(&def, &r->arena, &r->model, &error), HL_OK);
    r->state = mb_state_new(r->model, &r->arena);
    r->work = mb_work_new(r->model, &options, &r->arena);
    assert_int_equal(mb_assemble(r->model, r->state, r->work, &assembly), HL_OK);
}

static hl_vec3 ball_of(const rig *r)
{
    const double *q = r->state->q + mb_model_q_index(r->model, BALL);
    return hl_v3(q[0], q[1], q[2]);
}

/* The guest begins where the fourth body of the other system does, with its forces. */
static ball ball_like(const rig *whole)
{
    const double *q = whole->state->q + mb_model_q_index(whole->model, BALL);
    const int column = mb_model_column(whole->model, BALL);
    const double *v = whole->state->v + column, *a = whole->state->a + column;
    ball b = {.x = hl_v3(q[0], q[1], q[2]), .v = hl_v3(v[0], v[1], v[2]), .a = hl_v3(a[0], a[1], a[2])};
    mb_evaluate_state(whole->model, whole->state, whole->work);
    for (int k = 0; k < ARMS; k++) {
        const mb_point_motion eye = mb_point(whole->model, whole->work, 1 + k, EYE);
        const mb_pose pose = mb_pose_of(whole->model, whole->work, 1 + k);
        b.arm[k] = hl_mul(&pose.rotation, EYE);
        b.push[k] = hl_neg(spring_force(hl_sub(b.x, eye.position), hl_sub(b.v, eye.velocity)));
    }
    return b;
}

static void guest_moves_as_part_of_the_model_does(void **state)
{
    (void)state;
    rig whole, split;
    rig_open(&whole, NULL);
    ball guest = ball_like(&whole);
    rig_open(&split, &guest);
    int most = 0;
    for (int i = 0; i < 2000; i++) {
        assert_int_equal(mb_step(whole.model, whole.state, whole.work, &whole.report), HL_OK);
        assert_int_equal(mb_step(split.model, split.state, split.work, &split.report), HL_OK);
        accept(&guest);
        if (split.report.iterations > most) most = split.report.iterations;
    }
    /* increments below the tolerance end the iteration; springs and free arms magnify that */
    CHECK_NEAR(hl_norm(hl_sub(ball_of(&whole), guest.x)), 0.0, 2e-7);
    for (int c = 0; c < mb_model_counts(split.model).columns; c++)
        CHECK_NEAR(split.state->v[c], whole.state->v[c], 2e-6);
    assert_true(most <= 4); /* quadratic: the tangent is that of both */
    hl_arena_free(&whole.arena);
    hl_arena_free(&split.arena);
}

static void forces_of_the_state_are_the_guest_s(void **state)
{
    (void)state;
    rig whole, split;
    rig_open(&whole, NULL);
    ball guest = ball_like(&whole);
    rig_open(&split, &guest);
    for (int c = 0; c < mb_model_counts(split.model).columns;
         c++) /* assembled with the forces of `present` */
        CHECK_NEAR(split.state->a[c], whole.state->a[c], 1e-9 * (1.0 + fabs(whole.state->a[c])));
    for (int i = 0; i < 50; i++) {
        assert_int_equal(mb_step(split.model, split.state, split.work, &split.report), HL_OK);
        accept(&guest);
    }
    double before[16];
    const int columns = mb_model_counts(split.model).columns;
    memcpy(before, split.state->a, (size_t)columns * sizeof(double));
    assert_int_equal(mb_restart_after_jump(split.model, split.state, split.work), HL_OK);
    for (int c = 0; c < columns; c++)
        CHECK_NEAR(split.state->a[c], before[c], 1e-4 * (1.0 + fabs(before[c])));
    hl_arena_free(&whole.arena);
    hl_arena_free(&split.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(guest_moves_as_part_of_the_model_does),
                                       cmocka_unit_test(forces_of_the_state_are_the_guest_s)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
