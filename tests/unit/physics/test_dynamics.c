/* The recursions against Newton-Euler about the centres of mass, momentum and energy laws, and distance from
 * the world's origin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "multibody/model_internal.h"
#include "zoo.h"

#include <string.h>

enum { MOST = 64 };

/* Power of the Newton-Euler inertia forces and gravity of all bodies along column c, from poses, velocities
 * and accelerations alone: sum m (g_ddot - g) . v_c + (J w_dot + w x J w) . w_c. */
static double newton_euler_projection(const zoo *z, int c)
{
    double sum = 0.0;
    for (int i = 0; i < z->model->body_count; i++) {
        int b = i;
        while (b != MB_GROUND && b != z->model->column_body[c]) b = z->model->bodies[b].parent;
        if (b == MB_GROUND) continue; /* the column does not move body i */
        const body_model *body = &z->model->bodies[i];
        const body_motion *motion = &z->work->motions[i];
        const mb_point_motion com = mb_point(z->model, z->work, i, body->own.com);
        const hl_sym3 J = hl_sym_rotated(&motion->R, &body->own.inertia);
        const hl_vec3 w = motion->Z.ang, w_dot = motion->A.ang;
        const hl_vec3 moment = hl_add(hl_sym_mul(&J, w_dot), hl_cross(w, hl_sym_mul(&J, w)));
        const hl_vec3 force = hl_scale(body->own.mass, hl_sub(com.acceleration, z->model->gravity));
        const hl_vec3 r = hl_add(motion->r, hl_mul(&motion->R, body->own.com));
        const hl_motion S = z->work->columns[c].S;
        sum += hl_dot(force, hl_point_velocity(S, r)) + hl_dot(moment, S.ang);
    }
    return sum;
}

/* 002 Eq. (9)-(12) about the origin are Newton-Euler about the centre of mass. Round-off of sums of order
 * 1e3. */
static void recursion_is_newton_euler(void **state)
{
    (void)state;
    zoo z;
    const mb_step_options options = mb_step_options_default();
    zoo_open(&z, &options, false, false);
    z.model->wrench_count = 0;
    mb_evaluate_state(z.model, z.state, z.work);
    for (int c = 0; c < z.model->column_count; c++) {
        const double expected = newton_euler_projection(&z, c);
        assert_true(fabs(z.work->tau[c] - expected) <= 1e-11 * (1.0 + fabs(expected)));
    }
    zoo_close(&z);
}

/* Velocities and accelerations of points are the time derivatives of their positions. */
static void point_motion_is_derivative(void **state)
{
    (void)state;
    zoo z;
    const mb_step_options options = mb_step_options_default();
    zoo_open(&z, &options, false, false);
    const mb_counts counts = mb_model_counts(z.model);
    const hl_vec3 p = {0.3, -0.2, 0.5};
    const double t = 1e-4; /* central differences: t^2 f'''' / 12 ~ 1e-7, rounding 1e-15 / t^2 ~ 1e-7 */
    for (int body = 0; body < counts.bodies; body++) {
        hl_vec3 at[3];
        for (int k = -1; k <= 1; k++) {
            double q[MOST], dz[MOST];
            for (int c = 0; c < counts.columns; c++)
                dz[c] = k * t * z.state->v[c] + 0.5 * t * t * k * k * z.state->a[c];
            memcpy(q, z.state->q, sizeof(double) * (size_t)counts.coordinates);
            mb_coordinates_move(z.model, q, dz);
            mb_forward(z.model, q, z.state->v, z.state->a, z.work);
            at[k + 1] = mb_point(z.model, z.work, body, p).position;
        }
        mb_evaluate_state(z.model, z.state, z.work);
        const mb_point_motion m = mb_point(z.model, z.work, body, p);
        const hl_vec3 v = hl_scale(0.5 / t, hl_sub(at[2], at[0]));
        const hl_vec3 a = hl_scale(1.0 / (t * t), hl_add(hl_sub(at[2], at[1]), hl_sub(at[0], at[1])));
        assert_true(hl_norm(hl_sub(v, m.velocity)) < 1e-6 * (1.0 + hl_norm(m.velocity)));
        assert_true(hl_norm(hl_sub(a, m.acceleration)) < 1e-5 * (1.0 + hl_norm(m.acceleration)));
    }
    zoo_close(&z);
}

/* A two-body floater with a spherical joint, thrown and spinning. */
static void floater(zoo *z, hl_vec3 where, const mb_step_options *options)
{
    mb_body_def bodies[2] = {
        {.name = "one", .mass = 3.0, .com = {0.1, 0.2, -0.1}, .inertia = {0.5, 0.7, 0.9, 0, 0, 0}},
        {.name = "two", .mass = 2.0, .com = {0.3, 0.0, 0.1}, .inertia = {0.2, 0.3, 0.4, 0, 0, 0}}};
    bodies[0].joint = (mb_joint_def){.type = MB_FREE,
                                     .parent = MB_GROUND,
                                     .orientation = {1, 0, 0, 0},
                                     .q0 = {where.x, where.y, where.z, 1, 0, 0, 0},
                                     .v0 = {1.0, -0.5, 0.25, 0.7, 2.0, -1.0}};
    bodies[1].joint = (mb_joint_def){.type = MB_SPHERICAL,
                                     .parent = 0,
                                     .orientation = {1, 0, 0, 0},
                                     .parent_point = {0.5, 0, 0},
                                     .child_point = {-0.2, 0.1, 0},
                                     .q0 = {1, 0, 0, 0},
                                     .v0 = {1.5, -0.5, 3.0}};
    const mb_def def = {.body_count = 2, .bodies = bodies};
    mb_def_error error;
    mb_assembly_report report;
    memset(z, 0, sizeof *z);
    assert_int_equal(mb_model_build(&def, &z->arena, &z->model, &error), HL_OK);
    z->state = mb_state_new(z->model, &z->arena);
    z->work = mb_work_new(z->model, options, &z->arena);
    assert_int_equal(mb_assemble(z->model, z->state, z->work, &report), HL_OK);
}

static void run(zoo *z, int steps)
{
    mb_step_report report;
    for (int i = 0; i < steps; i++) assert_int_equal(mb_step(z->model, z->state, z->work, &report), HL_OK);
    mb_evaluate_state(z->model, z->state, z->work);
}

/* Without forces momentum, angular momentum and energy stay. The bound is the rule's error: halving the step
 * must shrink the drift fourfold (ali3p) or sixteenfold (penalty, RK4); a factor 2 is left for higher-order
 * terms. */
static void conservation_at_the_order_of_the_rule(void **state)
{
    (void)state;
    const mb_formulation formulations[] = {MB_ALI3P, MB_PENALTY};
    const double shrink[] = {4.0, 16.0};
    for (int f = 0; f < 2; f++) {
        double drift[2], turn[2], slide[2];
        for (int k = 0; k < 2; k++) {
            mb_step_options options = mb_step_options_default();
            options.formulation = formulations[f];
            options.step = k == 0 ? 4e-3 : 2e-3;
            options.tolerance = 1e-13;
            zoo z;
            floater(&z, hl_v3(0, 0, 0), &options);
            const mb_energy e0 = mb_energies(z.model, z.work);
            run(&z, k == 0 ? 250 : 500);
            const mb_energy e1 = mb_energies(z.model, z.work);
            drift[k] = fabs(e1.kinetic - e0.kinetic);
            turn[k] = hl_norm(hl_sub(e1.angular_momentum, e0.angular_momentum));
            slide[k] = hl_norm(hl_sub(e1.momentum, e0.momentum));
            zoo_close(&z);
        }
        assert_true(drift[1] < 2.0 * drift[0] / shrink[f] + 1e-12);
        assert_true(turn[1] < 2.0 * turn[0] / shrink[f] + 1e-12);
        assert_true(slide[1] < 2.0 * slide[0] / shrink[f] + 1e-12);
    }
}

/* The same throw at the origin and 10 km away. Coordinates of 1e4 m carry 2e-12 m; with six-vectors referred
 * to the body itself nothing is amplified: 1 s of motion may differ by some thousand roundings. Referred to
 * the world's origin, inertias of m r^2 = 5e8 kg m^2 would leave 1e-7. */
static void far_from_the_origin(void **state)
{
    (void)state;
    const mb_step_options options = mb_step_options_default();
    zoo near, far;
    floater(&near, hl_v3(0, 0, 0), &options);
    floater(&far, hl_v3(8000, -6000, 50), &options);
    run(&near, 1000);
    run(&far, 1000);
    for (int c = 0; c < near.model->column_count; c++)
        assert_true(fabs(near.state->v[c] - far.state->v[c]) < 5e-9);
    const hl_vec3 a = mb_point(near.model, near.work, 1, hl_v3(0, 0, 0)).position;
    const hl_vec3 b = mb_point(far.model, far.work, 1, hl_v3(0, 0, 0)).position;
    assert_true(hl_norm(hl_sub(hl_sub(b, hl_v3(8000, -6000, 50)), a)) < 5e-9);
    zoo_close(&near);
    zoo_close(&far);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion_is_newton_euler), cmocka_unit_test(point_motion_is_derivative),
        cmocka_unit_test(conservation_at_the_order_of_the_rule), cmocka_unit_test(far_from_the_origin)};
    return cmocka_run_group_tests_name("dynamics", tests, NULL, NULL);
}
