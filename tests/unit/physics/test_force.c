/* Ready-made efforts: values by hand, no adhesion at stops, potentials whose slope is the force, and every
 * partial derivative against central differences. */
#include "support/check.h"

#include "mb/force.h"

#include <float.h>
#include <math.h>

enum { PORTS = MB_MAX_EFFORT_PORTS, STATES = 2 };

static const double ROUNDING =
    50.0 * DBL_EPSILON; /* a formula of some ten rounded operations, pow and exp included */

static const mb_measure_def SLIDE = {.kind = MB_MEASURE_JOINT, .body_a = 0};

/* Room for everything that an effort is given and gives back. */
typedef struct bench {
    double time, s[PORTS], s_dot[PORTS], x[STATES];
    double force[PORTS], x_dot[STATES], potential;
    double force_s[PORTS * PORTS], force_s_dot[PORTS * PORTS], force_x[PORTS * STATES];
    double x_dot_s[STATES * PORTS], x_dot_s_dot[STATES * PORTS], x_dot_x[STATES * STATES];
} bench;

static void evaluate(const mb_effort_def *effort, bench *b, bool jacobian)
{
    mb_effort_io io = {.time = b->time,
                       .step_start = b->time,
                       .s = b->s,
                       .s_dot = b->s_dot,
                       .x = b->x,
                       .jacobian = jacobian};
    io.force = b->force;
    io.x_dot = b->x_dot;
    if (jacobian) { /* left NULL otherwise: whoever writes them unasked is caught */
        io.force_s = b->force_s;
        io.force_s_dot = b->force_s_dot;
        io.force_x = b->force_x;
        io.x_dot_s = b->x_dot_s;
        io.x_dot_s_dot = b->x_dot_s_dot;
        io.x_dot_x = b->x_dot_x;
    }
    effort->evaluate(effort->parameters, &io);
    b->potential = io.potential;
}

/* Force on the one port of an effort, which must not depend on what was in its place before. */
static double force_of(const mb_effort_def *effort, double s, double s_dot)
{
    bench b = {.s = {s}, .s_dot = {s_dot}, .force = {(double)NAN}};
    evaluate(effort, &b, false);
    return b.force[0];
}

static double potential_of(const mb_effort_def *effort, double s)
{
    bench b = {.s = {s}};
    evaluate(effort, &b, false);
    return b.potential;
}

/* ---- partial derivatives ---- */

enum { VARY_S, VARY_S_DOT, VARY_X }; /* what is varied */
enum { READ_FORCE, READ_X_DOT };     /* what is read */

/* Vary number `index` of s, s_dot or x of a bench; read force or x_dot number `row`. */
typedef struct probe {
    const mb_effort_def *effort;
    const bench *at;
    int vary;
    int index;
    int read;
    int row;
} probe;

static double probed(double value, const void *context)
{
    const probe *p = context;
    bench b = *p->at;
    double *varied[] = {b.s, b.s_dot, b.x};
    varied[p->vary][p->index] = value;
    evaluate(p->effort, &b, false);
    return p->read == READ_FORCE ? b.force[p->row] : b.x_dot[p->row];
}

/* One block of partial derivatives, [rows][columns]; `h` is the step of the varied numbers. */
static void check_block(const probe *block, int rows, int columns, const double *values,
                        const double *analytic, const double *h)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            probe p = *block;
            p.row = i;
            p.index = j;
            CHECK_DERIVATIVE(probed, &p, values[j], analytic[i * columns + j], h[j], ROUNDING);
        }
}

static void check_partials(const mb_effort_def *effort, const bench *at, double h_s, double h_s_dot)
{
    bench b = *at;
    evaluate(effort, &b, true);
    const double step_s[PORTS] = {h_s, h_s, h_s, h_s, h_s, h_s};
    const double step_rate[PORTS] = {h_s_dot, h_s_dot, h_s_dot, h_s_dot, h_s_dot, h_s_dot};
    const double step_x[STATES] = {1e-7, 1e-3}; /* a thousandth of a bristle's bend, and of a film */
    const double *values[] = {at->s, at->s_dot, at->x}, *steps[] = {step_s, step_rate, step_x};
    const double *force[] = {b.force_s, b.force_s_dot, b.force_x},
                 *rate[] = {b.x_dot_s, b.x_dot_s_dot, b.x_dot_x};
    const int columns[] = {effort->ports, effort->ports, effort->states};
    for (int vary = 0; vary < 3; vary++) {
        probe p = {.effort = effort, .at = at, .vary = vary, .read = READ_FORCE};
        check_block(&p, effort->ports, columns[vary], values[vary], force[vary], steps[vary]);
        p.read = READ_X_DOT;
        check_block(&p, effort->states, columns[vary], values[vary], rate[vary], steps[vary]);
    }
}

/* F = -dV/ds where nothing is lost (s_dot = 0). */
static double potential_along(double s, const void *context)
{
    return potential_of(context, s);
}

/* ---- spring, constant force ---- */

static void spring(void **state)
{
    (void)state;
    const mb_spring p = {.stiffness = 2000.0, .damping = 30.0, .free = 0.5, .preload = 7.0};
    const mb_effort_def effort = mb_spring_effort("spring", SLIDE, &p);
    assert_int_equal(effort.ports, 1);
    assert_int_equal(effort.states, 0);
    assert_string_equal(effort.name, "spring");
    CHECK_RELATIVE(force_of(&effort, 0.6, -0.2), 7.0 - 200.0 + 6.0, ROUNDING);
    CHECK_SAME(force_of(&effort, 0.5, 0.0), 7.0);
    CHECK_RELATIVE(potential_of(&effort, 0.6), 10.0 - 0.7, ROUNDING);
    CHECK_DERIVATIVE(potential_along, &effort, 0.6, -force_of(&effort, 0.6, 0.0), 1e-3, ROUNDING);
    const bench at = {.s = {0.7}, .s_dot = {1.5}};
    check_partials(&effort, &at, 1e-3, 1e-3);
}

/* Acts in steps that begin while from <= t < until, but for round-off; until 0 stands for ever. */
static void constant_force(void **state)
{
    (void)state;
    mb_constant_force p = {.force = -12.5, .window = {1.0, 2.0}};
    const mb_effort_def effort = mb_constant_effort("push", SLIDE, &p);
    const double times[] = {0.0, 1.0 - 1e-6, 1.0 - 1e-12, 1.5, 2.0 - 1e-6, 2.0, 1e6};
    const bool acts[] = {false, false, true, true, true, false, false};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        bench b = {.time = times[i], .force = {(double)NAN}};
        evaluate(&effort, &b, true);
        CHECK_SAME(b.force[0], acts[i] ? -12.5 : 0.0);
        CHECK_SAME(b.force_s[0], 0.0);
        CHECK_SAME(b.force_s_dot[0], 0.0);
    }
    p.window[1] = 0.0;
    bench b = {.time = 1e9};
    evaluate(&effort, &b, false);
    CHECK_SAME(b.force[0], -12.5);
}

/* ---- stop ---- */

static const mb_stop STOP = {.lower = -0.3, .upper = 0.8, .stiffness = 1e5, .damping = 2e3, .ramp = 0.01};

static void stop_pushes_back_beyond_its_limits(void **state)
{
    (void)state;
    const mb_effort_def effort = mb_stop_effort("stop", SLIDE, &STOP);
    for (double s = -0.3; s <= 0.8; s += 0.05) CHECK_SAME(force_of(&effort, s, 5.0), 0.0);
    CHECK_SAME(force_of(&effort, 0.8, 5.0), 0.0);
    /* the penetration is a difference of numbers near 1: its rounding counts relative to them, times k */
    const double rounding = 1e5 * DBL_EPSILON + ROUNDING * 4e3;
    CHECK_NEAR(force_of(&effort, 0.82, 0.5), -(2000.0 + 1000.0), rounding);
    CHECK_NEAR(force_of(&effort, -0.32, -0.5), 2000.0 + 1000.0, rounding);
    /* half way along the ramp the smooth step is a half */
    CHECK_NEAR(force_of(&effort, 0.805, 0.5), -(500.0 + 500.0), rounding);
    CHECK_NEAR(potential_of(&effort, 0.82), 20.0, rounding * 0.02);
    CHECK_SAME(potential_of(&effort, 0.0), 0.0);
    CHECK_DERIVATIVE(potential_along, &effort, -0.31, -force_of(&effort, -0.31, 0.0), 1e-4, ROUNDING);
}

/* However fast the joint leaves, the stop does not hold it back; there it has no slope either. */
static void stop_never_pulls(void **state)
{
    (void)state;
    const mb_effort_def effort = mb_stop_effort("stop", SLIDE, &STOP);
    for (double d = 1e-6; d < 0.1; d *= 1.7)
        for (double rate = -100.0; rate <= 100.0; rate += 12.5) {
            assert_true(force_of(&effort, 0.8 + d, rate) <= 0.0);
            assert_true(force_of(&effort, -0.3 - d, rate) >= 0.0);
        }
    bench b = {.s = {0.82}, .s_dot = {-5.0}}; /* 2000 N - 10000 N */
    evaluate(&effort, &b, true);
    CHECK_SAME(b.force[0], 0.0);
    CHECK_SAME(b.force_s[0], 0.0);
    CHECK_SAME(b.force_s_dot[0], 0.0);
}

/* The force starts continuously: beyond the limit by d it is at most k d + c d_dot 3 (d/ramp)^2. */
static void stop_starts_continuously(void **state)
{
    (void)state;
    const mb_effort_def effort = mb_stop_effort("stop", SLIDE, &STOP);
    for (double d = 1e-12; d < 1e-3; d *= 10.0) {
        const double bound = 1e5 * d + 2e3 * 5.0 * 3.0 * (d / 0.01) * (d / 0.01);
        assert_true(fabs(force_of(&effort, 0.8 + d, 5.0)) <= bound + 1e5 * DBL_EPSILON);
    }
}

static void stop_partial_derivatives(void **state)
{
    (void)state;
    const mb_effort_def effort = mb_stop_effort("stop", SLIDE, &STOP);
    const double places[] = {-0.35, -0.306, -0.303, 0.0, 0.803, 0.806, 0.85}, rates[] = {-0.05, 0.0, 0.05};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (size_t j = 0; j < sizeof rates / sizeof rates[0]; j++) {
            const bench at = {.s = {places[i]}, .s_dot = {rates[j]}};
            check_partials(&effort, &at, 1e-4, 1e-3);
        }
}

/* ---- friction ---- */

static void friction(void **state)
{
    (void)state;
    for (int law = 0; law < MB_FRICTION_LAWS; law++) {
        const mb_friction p = {.law = (mb_friction_law)law,
                               .F_c = 210.0,
                               .F_s = 830.0,
                               .v_s = 0.0125,
                               .xi = 50.0,
                               .sigma_0 = 7.348e6,
                               .sigma_1 = 3.162e4,
                               .sigma_2 = 330.0,
                               .n = 0.5,
                               .v_b = 0.7,
                               .tau_hp = 0.25,
                               .tau_hn = 1.5,
                               .tau_h0 = 40.0,
                               .v_dwell = 1e-6};
        const mb_effort_def effort = mb_friction_effort("seal", SLIDE, &p);
        assert_int_equal(effort.states, mb_friction_states(p.law));
        bench b = {.s_dot = {0.05}, .x = {3e-5, 0.2}};
        evaluate(&effort, &b, false);
        const mb_friction_value value = mb_friction_evaluate(&p, 0.05, 3e-5, 0.2);
        CHECK_SAME(b.force[0], -value.force); /* against the motion */
        if (effort.states > 0) CHECK_SAME(b.x_dot[0], value.q_dot);
        if (effort.states > 1) CHECK_SAME(b.x_dot[1], value.h_dot);
        for (double rate = -0.4; rate < 0.5; rate += 0.11) {
            const bench at = {.s = {0.3}, .s_dot = {rate}, .x = {3e-5, 0.35}};
            check_partials(&effort, &at, 1e-3, 1e-3 * fabs(rate));
        }
    }
}

/* ---- bushing ---- */

static const mb_bushing BUSHING = {.stiffness = {1e5, 2e5, 3e5},
                                   .damping = {10.0, 20.0, 30.0},
                                   .rotation_stiffness = {400.0, 500.0, 600.0},
                                   .rotation_damping = {4.0, 5.0, 6.0}};

static hl_mat3 axes_of(hl_vec3 rotation)
{
    return hl_quat_matrix(hl_quat_exp(rotation));
}

/* Value of a measure between a frame a at the origin and a frame b moved by `shift` and turned by `turn`. */
static double measured(const mb_measure_def *m, hl_vec3 shift, const hl_mat3 *turn)
{
    if (m->kind == MB_MEASURE_PROJECTION) {
        const hl_vec3 b = hl_add(shift, hl_mul(turn, m->point_b));
        return hl_dot(m->axis_a, hl_sub(b, m->point_a));
    }
    assert_int_equal(m->kind, MB_MEASURE_TWIST);
    return 0.5 * (hl_dot(m->axis_a, hl_mul(turn, m->axis2_b)) - hl_dot(m->axis2_a, hl_mul(turn, m->axis_b)));
}

/* Unloaded, with axes that lie differently in the two bodies, all measures are zero; a shift of b along axis
 * k, or a turn about it, shows in its own measure alone, as its length and its sine. */
static void bushing_measures(void **state)
{
    (void)state;
    const hl_vec3 point = hl_v3(0.2, -0.4, 0.1);
    const hl_mat3 axes = axes_of(hl_v3(0.4, -0.9, 0.3));
    const mb_effort_def effort = mb_bushing_effort("mount", 0, point, axes, 1, point, axes, &BUSHING);
    assert_int_equal(effort.ports, 6);
    for (int k = 0; k < 6; k++) {
        assert_int_equal(effort.measure[k].body_a, 0);
        assert_int_equal(effort.measure[k].body_b, 1);
    }
    const double amount = 0.01;
    for (int moved = -1; moved < 6; moved++) {
        hl_vec3 shift = hl_v3(0, 0, 0);
        hl_mat3 turn = hl_mat3_identity();
        if (moved >= 0 && moved < 3) shift = hl_scale(amount, hl_mat3_column(&axes, moved));
        if (moved >= 3) { /* about the bushing's point, which stays where it is */
            turn = axes_of(hl_scale(amount, hl_mat3_column(&axes, moved - 3)));
            shift = hl_sub(point, hl_mul(&turn, point));
        }
        for (int k = 0; k < 6; k++) {
            const double expected = k != moved ? 0.0 : k < 3 ? amount : sin(amount);
            CHECK_NEAR(measured(&effort.measure[k], shift, &turn), expected, ROUNDING);
        }
    }
    /* other axes in b: aligned when b's frame is turned back by them */
    const hl_mat3 other = axes_of(hl_v3(-1.0, 0.2, 0.5)), other_back = hl_mat3_transposed(&other);
    const mb_effort_def turned =
        mb_bushing_effort("mount", 0, point, axes, 1, hl_v3(0, 0, 0), other, &BUSHING);
    const hl_mat3 aligned = hl_mat3_mul(&axes, &other_back);
    for (int k = 0; k < 6; k++) CHECK_NEAR(measured(&turned.measure[k], point, &aligned), 0.0, ROUNDING);
}

static void bushing_forces(void **state)
{
    (void)state;
    const hl_mat3 axes = hl_mat3_identity();
    const mb_effort_def effort =
        mb_bushing_effort("mount", 0, hl_v3(0, 0, 0), axes, 1, hl_v3(0, 0, 0), axes, &BUSHING);
    bench b = {.s = {1e-3, 2e-3, -1e-3, 0.1, -0.2, 0.3}, .s_dot = {1, 2, 3, 4, 5, 6}};
    evaluate(&effort, &b, false);
    const double expected[] = {-110.0, -440.0, 210.0, -56.0, 75.0, -216.0};
    for (int k = 0; k < 6; k++) CHECK_RELATIVE(b.force[k], expected[k], ROUNDING);
    CHECK_RELATIVE(b.potential, 0.05 + 0.4 + 0.15 + 2.0 + 10.0 + 27.0, ROUNDING);
    check_partials(&effort, &b, 1e-3, 1e-3);
}

/* ---- air drag ---- */

/* rho A/2 |v| against the motion; at rest nothing, and no NaN. */
static void drag(void **state)
{
    (void)state;
    const mb_drag p = {.density = 1.2, .area = 5.0};
    const mb_effort_def effort = mb_drag_effort("air", 0, hl_v3(0, 0, 0), &p);
    bench b = {.s_dot = {3.0, 0.0, -4.0}};
    evaluate(&effort, &b, false);
    CHECK_RELATIVE(b.force[0], -3.0 * 5.0 * 3.0, ROUNDING);
    CHECK_SAME(b.force[1], 0.0);
    CHECK_RELATIVE(b.force[2], 3.0 * 5.0 * 4.0, ROUNDING);
    CHECK_RELATIVE(b.x_dot[MB_DRAG_LOSS], 3.0 * 125.0, ROUNDING);
    const bench moving = {.s_dot = {3.0, 1.0, -4.0}};
    check_partials(&effort, &moving, 1e-3, 1e-3);
    bench rest = {.time = 0.0};
    evaluate(&effort, &rest, true);
    for (int i = 0; i < 9; i++) CHECK_SAME(rest.force_s_dot[i], 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spring),
                                       cmocka_unit_test(constant_force),
                                       cmocka_unit_test(stop_pushes_back_beyond_its_limits),
                                       cmocka_unit_test(stop_never_pulls),
                                       cmocka_unit_test(stop_starts_continuously),
                                       cmocka_unit_test(stop_partial_derivatives),
                                       cmocka_unit_test(friction),
                                       cmocka_unit_test(bushing_measures),
                                       cmocka_unit_test(bushing_forces),
                                       cmocka_unit_test(drag)};
    return cmocka_run_group_tests_name("force", tests, NULL, NULL);
}
