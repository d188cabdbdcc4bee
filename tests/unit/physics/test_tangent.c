/* The analytic tangent against central differences of the residual, entry by entry, for every joint type,
 * measure, effort and wrench; likewise second derivatives of the measures and the constraint Jacobian. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "multibody/model_internal.h"
#include "zoo.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 64 };

/* Central differences with step e: truncation e^2/6 f''' (derivatives up to ~1e2 here) plus rounding 1e-16 f
 * / e with f ~ 1e2: both near 1e-8 for e = 1e-5; 1e-6 leaves room for the largest entries. */
static const double STEP = 1e-5, TOLERANCE = 1e-6;

typedef enum varied { POSITION, VELOCITY, ACCELERATION } varied;

/* tau, with state x, at the zoo's state displaced by `amount` along column c */
static void tau_displaced(zoo *z, varied what, int c, double amount, double *tau)
{
    const mb_state *s = z->state;
    mb_work *w = z->work;
    double q[MOST], v[MOST], a[MOST], dz[MOST] = {0};
    const mb_counts counts = mb_model_counts(z->model);
    memcpy(q, s->q, sizeof(double) * (size_t)counts.coordinates);
    memcpy(v, s->v, sizeof(double) * (size_t)counts.columns);
    memcpy(a, s->a, sizeof(double) * (size_t)counts.columns);
    dz[c] = amount;
    if (what == POSITION) mb_coordinates_move(z->model, q, dz);
    if (what == VELOCITY) v[c] += amount;
    if (what == ACCELERATION) a[c] += amount;
    mb_evaluate(z->model, 0.0, q, v, a, s->x, w);
    memcpy(tau, w->tau, sizeof(double) * (size_t)counts.columns);
    mb_add_constraint_forces(z->model, w, s->lambda, tau);
}

static double entry(const hl_ldu *W, int i, int j)
{
    if (i == j) return W->diagonal[i];
    return i > j ? W->lower[(size_t)i * (size_t)W->stride + (size_t)j]
                 : W->upper[(size_t)j * (size_t)W->stride + (size_t)i];
}

static void compare(zoo *z, varied what, const char *name)
{
    const mb_counts counts = mb_model_counts(z->model);
    double plus[MOST], minus[MOST];
    mb_evaluate_state(z->model, z->state, z->work);
    assert_int_equal(mb_effort_tangents(z->model, 0.0, z->state->x, 0.0, z->work), HL_OK);
    mb_tangent(z->model, what == ACCELERATION, what == VELOCITY, what == POSITION, z->work);
    if (what == POSITION) mb_tangent_add_loop_geometry(z->model, 1.0, z->state->lambda, z->work);
    double analytic[MOST][MOST];
    for (int i = 0; i < counts.columns; i++)
        for (int j = 0; j < counts.columns; j++) analytic[i][j] = entry(z->work->tangent, i, j);
    for (int j = 0; j < counts.columns; j++) {
        tau_displaced(z, what, j, STEP, plus);
        tau_displaced(z, what, j, -STEP, minus);
        for (int i = 0; i < counts.columns; i++) {
            const double numeric = (plus[i] - minus[i]) / (2.0 * STEP);
            if (!(fabs(analytic[i][j] - numeric) <= TOLERANCE * (1.0 + fabs(numeric))))
                fail_msg("%s (%d,%d): analytic %.12g, numeric %.12g", name, i, j, analytic[i][j], numeric);
        }
    }
}

static void compare_all(bool loops, bool efforts)
{
    zoo z;
    unsigned long long seed = 99;
    const mb_step_options options = mb_step_options_default();
    zoo_open(&z, &options, loops, efforts);
    for (int e = 0; e < mb_model_counts(z.model).equations; e++) z.state->lambda[e] = 5.0 * zoo_random(&seed);
    compare(&z, ACCELERATION, "mass");
    compare(&z, VELOCITY, "damping");
    compare(&z, POSITION, "stiffness");
    zoo_close(&z);
}

static void tree_alone(void **state)
{
    (void)state, compare_all(false, false);
}
static void tree_with_efforts(void **state)
{
    (void)state, compare_all(false, true);
}
static void tree_with_loops(void **state)
{
    (void)state, compare_all(true, false);
}

/* Phi_z against differences of Phi, and Phi_dot, Phi_ddot against differences along a motion. */
static void constraint_derivatives(void **state)
{
    (void)state;
    zoo z;
    const mb_step_options options = mb_step_options_default();
    zoo_open(&z, &options, true, false);
    const mb_counts counts = mb_model_counts(z.model);
    double q[MOST], dz[MOST], unit[MOST], rate[MOST], phi[MOST], phi_dot[MOST], phi_ddot[MOST], back[MOST];
    mb_evaluate_state(z.model, z.state, z.work);
    memcpy(phi_dot, z.work->phi_dot, sizeof phi_dot[0] * (size_t)counts.equations);
    memcpy(phi_ddot, z.work->phi_dot_dot, sizeof phi_ddot[0] * (size_t)counts.equations);
    mb_constraint_product(z.model, z.work, z.state->v, rate);
    for (int e = 0; e < counts.equations; e++) assert_true(fabs(rate[e] - phi_dot[e]) < 1e-12);
    for (int c = 0; c < counts.columns; c++) {
        memset(unit, 0, sizeof unit);
        unit[c] = 1.0;
        mb_evaluate_state(z.model, z.state, z.work);
        mb_constraint_product(z.model, z.work, unit, rate);
        for (int side = 0; side < 2; side++) {
            memset(dz, 0, sizeof dz);
            dz[c] = side == 0 ? STEP : -STEP;
            memcpy(q, z.state->q, sizeof(double) * (size_t)counts.coordinates);
            mb_coordinates_move(z.model, q, dz);
            mb_evaluate(z.model, 0.0, q, z.state->v, z.state->a, z.state->x, z.work);
            memcpy(side == 0 ? phi : back, z.work->phi, sizeof(double) * (size_t)counts.equations);
        }
        for (int e = 0; e < counts.equations; e++)
            assert_true(fabs((phi[e] - back[e]) / (2.0 * STEP) - rate[e]) < TOLERANCE);
    }
    /* along z(t) = z + v t + a t^2/2 in the tangent space, v(t) = v + a t: d/dt Phi_dot at 0 is Phi_ddot */
    for (int side = 0; side < 2; side++) {
        const double t = side == 0 ? STEP : -STEP;
        double v[MOST];
        for (int c = 0; c < counts.columns; c++) {
            dz[c] = t * z.state->v[c] + 0.5 * t * t * z.state->a[c];
            v[c] = z.state->v[c] + t * z.state->a[c];
        }
        memcpy(q, z.state->q, sizeof(double) * (size_t)counts.coordinates);
        mb_coordinates_move(z.model, q, dz);
        mb_evaluate(z.model, 0.0, q, v, z.state->a, z.state->x, z.work);
        memcpy(side == 0 ? phi : back, z.work->phi_dot, sizeof(double) * (size_t)counts.equations);
    }
    for (int e = 0; e < counts.equations; e++)
        assert_true(fabs((phi[e] - back[e]) / (2.0 * STEP) - phi_ddot[e]) < 10.0 * TOLERANCE);
    zoo_close(&z);
}

/* An effort on a joint coordinate reaches that column, and no other. */
static void joint_measure_moves_its_column(void **state)
{
    (void)state;
    const mb_step_options options = mb_step_options_default();
    zoo with, without;
    zoo_open(&with, &options, false, true);
    zoo_open(&without, &options, false, false);
    mb_evaluate_state(with.model, with.state, with.work);
    mb_evaluate_state(without.model, without.state, without.work);
    const int column =
        mb_model_column(with.model, 3) + 1; /* effort 1 sits on the angle of the cylindrical joint */
    const mb_port_value port = mb_effort_port(with.model, with.work, 1, 0);
    assert_true(fabs(port.force) > 0.1);
    const measure_model *measure = &with.model->measures[with.model->efforts[1].first_measure];
    assert_int_equal(measure->entry_count, 1);
    assert_int_equal(with.model->entry_columns[measure->first_entry], column);
    assert_true(with.work->jacobian[measure->first_entry] == 1.0);
    assert_true(fabs(with.work->tau[column] - without.work->tau[column]) > 0.1);
    zoo_close(&with);
    zoo_close(&without);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_alone), cmocka_unit_test(tree_with_efforts), cmocka_unit_test(tree_with_loops),
        cmocka_unit_test(constraint_derivatives), cmocka_unit_test(joint_measure_moves_its_column)};
    return cmocka_run_group_tests_name("tangent", tests, NULL, NULL);
}
