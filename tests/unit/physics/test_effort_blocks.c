/* Blocks of coupled states against the whole matrices: theta, the condensed gains and forces, and both
 * solutions fulfil the equations that define them, written out with dense matrices of all states. States 0
 * and 3 swing together, 1 is alone, 2 feeds 4 and 4 feeds 5; 6 is a quadrature. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "multibody/model_internal.h"
#include "support/check.h"

#include <string.h>

enum { COUPLED = 6, STATES = 7, PORTS = 2 };

static const double DT = 0.1;         /* [s] with rates up to 30 1/s: Z of order one */
static const double ROUNDING = 1e-12; /* some hundred operations on numbers up to 100, condition below 10 */

static const double RATES[COUPLED][STATES] = {
    {-5.0, 0.0, 0.0, 30.0, 0.0, 0.0, 0.0}, {0.0, -20.0, 0.0, 0.0, 0.0, 0.0, 0.0},
    {0.0, 0.0, -10.0, 0.0, 0.0, 0.0, 0.0}, {-30.0, 0.0, 0.0, -2.0, 0.0, 0.0, 0.0},
    {0.0, 0.0, 8.0, 0.0, -4.0, 0.0, 0.0},  {0.0, 0.0, 0.0, 0.0, 25.0, -1.0, 0.0}};

typedef struct rig {
    effort_model effort;
    effort_tangent t;
    double x_dot_x[STATES * STATES], theta[STATES * STATES], block[STATES * STATES], last_step[STATES],
        scratch[STATES * (STATES + 4 * PORTS)];
    double gain_s[STATES * PORTS], gain_s_dot[STATES * PORTS], force_x[PORTS * STATES],
        force_s[PORTS * PORTS], force_s_dot[PORTS * PORTS];
    int pivot[STATES], order[STATES], rows[STATES];
    state_block blocks[STATES];
} rig;

/* Any numbers, none of them special. */
static double number(int i)
{
    return 1.0 + 0.37 * i - 0.011 * i * i;
}

static void open_rig(rig *r)
{
    memset(r, 0, sizeof *r);
    r->effort.def.ports = PORTS;
    r->effort.def.states = STATES;
    r->effort.coupled = COUPLED;
    r->t = (effort_tangent){.force_s = r->force_s,
                            .force_s_dot = r->force_s_dot,
                            .force_x = r->force_x,
                            .x_dot_x = r->x_dot_x,
                            .block = r->block,
                            .pivot = r->pivot,
                            .blocks = r->blocks,
                            .order = r->order,
                            .rows = r->rows,
                            .gain_s = r->gain_s,
                            .gain_s_dot = r->gain_s_dot,
                            .theta = r->theta,
                            .last_step = r->last_step,
                            .scratch = r->scratch};
    memcpy(r->x_dot_x, RATES, sizeof RATES);
    for (int i = 0; i < STATES * PORTS; i++) {
        r->gain_s[i] = number(i);
        r->gain_s_dot[i] = number(i + 20);
        r->force_x[i] = number(i + 40);
    }
    for (int p = 0; p < PORTS; p++) r->gain_s[2 * PORTS + p] = r->gain_s_dot[PORTS + p] = 0.0;
    for (int i = 0; i < PORTS * PORTS; i++) r->force_s[i] = r->force_s_dot[i] = number(i + 60);
}

/* sum over k of left[i][k] right[k][j] of the coupled states */
static double product(const double *left, int left_stride, const double *right, int right_stride, int i,
                      int j)
{
    double sum = 0.0;
    for (int k = 0; k < COUPLED; k++) sum += left[i * left_stride + k] * right[k * right_stride + j];
    return sum;
}

static void sorts_states_into_blocks(void **state)
{
    (void)state;
    static const int order[COUPLED] = {0, 3, 1, 2, 4, 5}, sizes[3] = {2, 1, 3}, at[3] = {0, 4, 5};
    rig r;
    open_rig(&r);
    mb_effort_find_blocks(&r.effort, false, &r.t);
    assert_int_equal(r.t.block_count, 3);
    for (int b = 0; b < 3; b++) {
        assert_int_equal(r.blocks[b].size, sizes[b]);
        assert_int_equal(r.blocks[b].at, at[b]);
    }
    for (int i = 0; i < COUPLED; i++) assert_int_equal(r.order[i], order[i]);
}

/* (24 + 6 Z + Z^2)(2 theta - 1) = 4 Z + Z^2 */
static void fits_theta(void **state)
{
    (void)state;
    rig r;
    open_rig(&r);
    mb_effort_find_blocks(&r.effort, false, &r.t);
    mb_effort_fit_theta(&r.effort, 0.5 * DT, &r.t);
    double Z[COUPLED * COUPLED], left[COUPLED * COUPLED], S[COUPLED * COUPLED];
    for (int i = 0; i < COUPLED; i++)
        for (int j = 0; j < COUPLED; j++) Z[i * COUPLED + j] = -DT * RATES[i][j];
    for (int i = 0; i < COUPLED; i++)
        for (int j = 0; j < COUPLED; j++) {
            const int at = i * COUPLED + j;
            left[at] = (i == j ? 24.0 : 0.0) + 6.0 * Z[at] + product(Z, COUPLED, Z, COUPLED, i, j);
            S[at] = 2.0 * r.theta[at] - (i == j ? 1.0 : 0.0);
        }
    for (int i = 0; i < COUPLED; i++)
        for (int j = 0; j < COUPLED; j++)
            CHECK_NEAR(product(left, COUPLED, S, COUPLED, i, j),
                       4.0 * Z[i * COUPLED + j] + product(Z, COUPLED, Z, COUPLED, i, j), ROUNDING);
}

/* A = 1 - dt theta x_dot_x; A gain = dt theta x_dot_s; forces += force_x gain */
static void check_condensed(rig *r)
{
    rig before = *r;
    double A[COUPLED * COUPLED], b[COUPLED], x[COUPLED];
    assert_int_equal(mb_effort_condense(&r->effort, 0.5 * DT, &r->t), HL_OK);
    for (int i = 0; i < COUPLED; i++)
        for (int j = 0; j < COUPLED; j++)
            A[i * COUPLED + j] =
                (i == j ? 1.0 : 0.0) - DT * product(r->theta, COUPLED, r->x_dot_x, STATES, i, j);
    for (int p = 0; p < PORTS; p++) {
        for (int i = 0; i < COUPLED; i++) {
            CHECK_NEAR(product(A, COUPLED, r->gain_s, PORTS, i, p),
                       DT * product(r->theta, COUPLED, before.gain_s, PORTS, i, p), ROUNDING);
            CHECK_NEAR(product(A, COUPLED, r->gain_s_dot, PORTS, i, p),
                       DT * product(r->theta, COUPLED, before.gain_s_dot, PORTS, i, p), ROUNDING);
        }
        for (int q = 0; q < PORTS; q++) {
            const int at = p * PORTS + q;
            CHECK_NEAR(r->force_s[at],
                       before.force_s[at] + product(r->force_x, STATES, r->gain_s, PORTS, p, q), ROUNDING);
            CHECK_NEAR(r->force_s_dot[at],
                       before.force_s_dot[at] + product(r->force_x, STATES, r->gain_s_dot, PORTS, p, q),
                       ROUNDING);
        }
        CHECK_SAME(r->gain_s[COUPLED * PORTS + p], before.gain_s[COUPLED * PORTS + p]); /* quadrature */
    }
    for (int i = 0; i < COUPLED; i++) x[i] = b[i] = number(i + 80);
    mb_effort_solve_states(&r->t, x);
    for (int i = 0; i < COUPLED; i++) CHECK_NEAR(product(A, COUPLED, x, 1, i, 0), b[i], ROUNDING);
    memcpy(x, b, sizeof x);
    mb_effort_undo_theta(&r->t, COUPLED, x);
    for (int i = 0; i < COUPLED; i++) CHECK_NEAR(product(r->theta, COUPLED, x, 1, i, 0), b[i], ROUNDING);
}

static void condenses(void **state)
{
    (void)state;
    rig r;
    open_rig(&r);
    mb_effort_find_blocks(&r.effort, false, &r.t);
    mb_effort_fit_theta(&r.effort, 0.5 * DT, &r.t);
    check_condensed(&r);
}

/* What theta joined stays together when the rates later fall apart; and the trapezoidal rule needs no block.
 */
static void keeps_what_theta_joins(void **state)
{
    (void)state;
    rig r;
    open_rig(&r);
    mb_effort_find_blocks(&r.effort, false, &r.t);
    mb_effort_fit_theta(&r.effort, 0.5 * DT, &r.t);
    for (int i = 0; i < COUPLED; i++)
        for (int j = 0; j < COUPLED; j++)
            if (i != j) r.x_dot_x[i * STATES + j] = 0.0;
    mb_effort_find_blocks(&r.effort, true, &r.t);
    assert_int_equal(r.t.block_count, 3);
    check_condensed(&r);
    mb_effort_forget_theta(&r.t, COUPLED);
    assert_int_equal(r.t.block_count, COUPLED);
    check_condensed(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts_states_into_blocks),
                                       cmocka_unit_test(fits_theta), cmocka_unit_test(condenses),
                                       cmocka_unit_test(keeps_what_theta_joins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
