/* Effort states within a step: fast modes die out, slow ones keep the second order. Two volumes joined by a
 * wide throttle, the second with a slow leak, x_1' = -a (x_1 - x_2),   x_2' = a/2 (x_1 - x_2) - b x_2,   a =
 * 1e6 /s, b = 3 /s, 1 ms steps, on a joint that does not move. Exact solution by the eigenvalues of the 2 x 2
 * system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mb/step.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static const double FAST = 1e6, SLOW = 3.0; /* [1/s] */

static void two_volumes(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    const double flow = FAST * (io->x[0] - io->x[1]);
    io->force[0] = 0.0;
    io->x_dot[0] = -flow;
    io->x_dot[1] = 0.5 * flow - SLOW * io->x[1];
    if (!io->jacobian) return;
    io->x_dot_x[0] = -FAST;
    io->x_dot_x[1] = FAST;
    io->x_dot_x[2] = 0.5 * FAST;
    io->x_dot_x[3] = -0.5 * FAST - SLOW;
}

/* x_1' = w x_2, x_2' = -w x_1 - 2 d x_2, and the integral of x_1 x_2 as a quadrature */
typedef struct oscillator {
    double w, d;
} oscillator;

static void swing(const void *parameters, mb_effort_io *io)
{
    const oscillator *o = parameters;
    io->force[0] = 0.0;
    io->x_dot[0] = o->w * io->x[1];
    io->x_dot[1] = -o->w * io->x[0] - 2.0 * o->d * io->x[1];
    io->x_dot[2] = io->x[0] * io->x[1];
    if (!io->jacobian) return;
    io->x_dot_x[1] = o->w;
    io->x_dot_x[3] = -o->w;
    io->x_dot_x[4] = -2.0 * o->d;
    io->x_dot_x[6] = io->x[1];
    io->x_dot_x[7] = io->x[0];
}

typedef struct volumes {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
} volumes;

/* The effort on a rotor that does not move. */
static void open_effort(volumes *v, mb_formulation formulation, double step, const mb_effort_def *effort)
{
    const mb_body_def body = {
        .name = "rotor",
        .mass = 1.0,
        .inertia = {1, 1, 1, 0, 0, 0},
        .joint = {.type = MB_REVOLUTE, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = {0, 0, 1}}};
    const mb_def def = {.body_count = 1, .bodies = &body, .effort_count = 1, .efforts = effort};
    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    options.step = step;
    options.state_tolerance = 1e-13;
    mb_def_error error;
    mb_assembly_report report;
    memset(v, 0, sizeof *v);
    assert_int_equal(mb_model_build(&def, &v->arena, &v->model, &error), HL_OK);
    v->state = mb_state_new(v->model, &v->arena);
    v->work = mb_work_new(v->model, &options, &v->arena);
    assert_int_equal(mb_assemble(v->model, v->state, v->work, &report), HL_OK);
}

static void open_volumes(volumes *v, mb_formulation formulation, double step, bool stiff, const double *x0)
{
    const mb_effort_def effort = {.name = "volumes",
                                  .ports = 1,
                                  .measure = {{.kind = MB_MEASURE_JOINT}},
                                  .states = 2,
                                  .x0 = x0,
                                  .stiff_states = stiff,
                                  .evaluate = two_volumes};
    open_effort(v, formulation, step, &effort);
}

static void advance(volumes *v, int steps)
{
    mb_step_report report;
    for (int i = 0; i < steps; i++) assert_int_equal(mb_step(v->model, v->state, v->work, &report), HL_OK);
}

/* Slow eigenvalue of [-a, a; a/2, -a/2 - b] and the slow part of the exact x_2 at `time`. */
static double exact_second(const double *x0, double time)
{
    const double p = -1.5 * FAST - SLOW, q = FAST * SLOW; /* s^2 - p s + q = 0 */
    const double fast = 0.5 * (p - sqrt(p * p - 4.0 * q)), slow = q / fast;
    /* eigenvectors (1, 1 + s/a): x0 = c_f e_f + c_s e_s */
    const double f = 1.0 + fast / FAST, s = 1.0 + slow / FAST;
    const double c_s = (x0[1] - f * x0[0]) / (s - f);
    return c_s * s * exp(slow * time); /* the fast part is exp(-1500) after the first millisecond */
}

static const mb_formulation IMPLICIT[] = {MB_ALI3P, MB_DOUBLE_STEP};

/* From unequal pressures the difference dies within a few steps; the plain trapezoidal rule multiplies it by
 * (1 - 750)/(1 + 750) a step, -0.997. */
static void fast_modes_die_out(void **state)
{
    (void)state;
    const double x0[2] = {2.0, 1.0};
    for (int f = 0; f < 2; f++) {
        volumes stiff, plain;
        open_volumes(&stiff, IMPLICIT[f], 1e-3, true, x0);
        open_volumes(&plain, IMPLICIT[f], 1e-3, false, x0);
        advance(&stiff, 3);
        advance(&plain, 3);
        assert_true(fabs(stiff.state->x[0] - stiff.state->x[1]) < 1e-4);
        assert_true(fabs(plain.state->x[0] - plain.state->x[1]) > 0.9);
        hl_arena_free(&stiff.arena);
        hl_arena_free(&plain.arena);
    }
}

/* From equal pressures only the slow mode moves: halving the step must quarter the error; a factor 1.3 is
 * left. The error itself is below the trapezoidal rule's, (s dt)^3/12 a step with s = 1/s over 0.5 s: 500 *
 * 8e-11 / 12. */
static void slow_modes_keep_second_order(void **state)
{
    (void)state;
    const double x0[2] = {1.0, 1.0};
    for (int f = 0; f < 2; f++) {
        double error[2];
        for (int k = 0; k < 2; k++) {
            volumes v;
            open_volumes(&v, IMPLICIT[f], k == 0 ? 1e-2 : 5e-3, true, x0);
            advance(&v, k == 0 ? 50 : 100);
            error[k] = fabs(v.state->x[1] - exact_second(x0, 0.5));
            hl_arena_free(&v.arena);
        }
        assert_true(error[0] < 1e-4);
        assert_true(error[1] < 1.3 * error[0] / 4.0);
    }
}

/* ---- oscillators ---- */

/* (24 - 6 Z)/(24 + 18 Z + 6 Z^2 + Z^3) at Z = -lambda dt of the oscillator's two eigenvalues, its absolute
 * value: they are conjugate. */
static double amplification(const oscillator *o, double step)
{
    const double complex Z = step * (o->d + csqrt(o->d * o->d - o->w * o->w));
    return cabs((24.0 - 6.0 * Z) / (24.0 + Z * (18.0 + Z * (6.0 + Z))));
}

/* A linear system follows the rule's own amplification: of x^T P x, invariant but for the eigenvalues'
 * absolute value when P = [w, d; d, w]. Rounding and the Newton tolerance of 1e-13 are left, in rates
 * multiplied by 1/dt and so by w dt in a step. */
static void oscillators_never_grow(void **state)
{
    (void)state;
    static const double x0[3] = {1.0, 0.5, 0.0};
    const double turns[] = {0.1, 0.5, 1.0, 1.7, 2.4, 5.0, 30.0}; /* w dt */
    for (int k = 0; k < 14; k++) {
        const double w = turns[k % 7] / 1e-3;
        const oscillator o = {w, k < 7 ? 0.0 : 0.3 * w};
        const mb_effort_def effort = {.name = "oscillator",
                                      .ports = 1,
                                      .measure = {{.kind = MB_MEASURE_JOINT}},
                                      .states = 3,
                                      .quadratures = 1,
                                      .x0 = x0,
                                      .stiff_states = true,
                                      .evaluate = swing,
                                      .parameters = &o};
        volumes v;
        open_effort(&v, IMPLICIT[k % 2], 1e-3, &effort);
        const double *x = v.state->x;
        double size = o.w * (x[0] * x[0] + x[1] * x[1]) + 2.0 * o.d * x[0] * x[1], integral = 0.0;
        for (int i = 0; i < 10; i++) {
            const double begin = x[0] * x[1], expected = amplification(&o, 1e-3);
            advance(&v, 1);
            const double now = o.w * (x[0] * x[0] + x[1] * x[1]) + 2.0 * o.d * x[0] * x[1];
            assert_true(expected < 1.0);
            assert_true(fabs(now - expected * expected * size) < 1e-11 * turns[k % 7] * o.w);
            integral += 0.5e-3 * (begin + x[0] * x[1]); /* the trapezoidal rule, whatever the others' is */
            assert_true(fabs(x[2] - integral) < 1e-14);
            size = now;
        }
        hl_arena_free(&v.arena);
    }
}

/* A rotor between a stop spring and an "oil" state that follows the angle: x' = c (z - x), moment -k x. */
static void follower(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    io->force[0] = -40.0 * io->x[0] - 0.5 * io->s_dot[0];
    io->x_dot[0] = 10.0 * (io->s[0] - io->x[0]);
    if (!io->jacobian) return;
    io->force_s_dot[0] = -0.5;
    io->force_x[0] = -40.0;
    io->x_dot_s[0] = 10.0;
    io->x_dot_x[0] = -10.0;
}

static double follower_angle(double step, int weak_substeps)
{
    const mb_body_def body = {.name = "rotor",
                              .mass = 1.0,
                              .inertia = {1, 1, 1, 0, 0, 0},
                              .joint = {.type = MB_REVOLUTE,
                                        .parent = MB_GROUND,
                                        .orientation = {1, 0, 0, 0},
                                        .axis = {0, 0, 1},
                                        .q0 = {0.5},
                                        .hold = true}};
    const mb_effort_def effort = {.name = "oil",
                                  .ports = 1,
                                  .measure = {{.kind = MB_MEASURE_JOINT}},
                                  .states = 1,
                                  .evaluate = follower};
    const mb_def def = {.body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    mb_step_options options = mb_step_options_default();
    options.step = step;
    options.tolerance = 1e-13;
    options.state_tolerance = 1e-13;
    options.weak_substeps = weak_substeps;
    volumes v = {0};
    mb_def_error error;
    mb_assembly_report report;
    assert_int_equal(mb_model_build(&def, &v.arena, &v.model, &error), HL_OK);
    v.state = mb_state_new(v.model, &v.arena);
    v.work = mb_work_new(v.model, &options, &v.arena);
    assert_int_equal(mb_assemble(v.model, v.state, v.work, &report), HL_OK);
    advance(&v, (int)(1.0 / step + 0.5));
    const double angle = v.state->q[0];
    hl_arena_free(&v.arena);
    return angle;
}

/* Weak coupling converges to the monolithic motion, with the first order of its one exchange a step: the
 * difference halves with the step (a factor 1.2 is left), while the monolithic one changes by the second
 * order only. */
static void weak_coupling_is_of_first_order(void **state)
{
    (void)state;
    const double exact = follower_angle(1e-4, 0);
    const double coarse = fabs(follower_angle(2e-3, 5) - exact), fine = fabs(follower_angle(1e-3, 5) - exact);
    assert_true(coarse > 1e-5);
    assert_true(fine < 1.2 * coarse / 2.0 && fine > coarse / 2.0 / 1.2);
    assert_true(fabs(follower_angle(2e-3, 0) - exact) < 0.1 * coarse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_modes_die_out), cmocka_unit_test(slow_modes_keep_second_order),
        cmocka_unit_test(oscillators_never_grow), cmocka_unit_test(weak_coupling_is_of_first_order)};
    return cmocka_run_group_tests_name("effort states", tests, NULL, NULL);
}
