/* Equations of one flexible body: power and momentum balances with random numbers, and a body whose every
 * term is known. Motion: headland validate flexible-motion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mb/flexible.h"

#include <math.h>
#include <string.h>

enum { N = 3 };

/* Balances compare central differences: their error is of the order 1e-6^2, their round-off 1e-16/1e-6. */
static const double DT = 1e-5, BALANCE = 1e-7;

/* A body whose invariants are those of three point masses at the ends of springs, so that they fit together.
 */
typedef struct sample {
    flex_body body;
    flex_marker marker;
    double S[3 * N], R[3 * N], M[N * N], K[N * N], modal_N[9 * N], P[9 * N * N], C0[N * N], Cx[N * N];
    double psi[3 * N];
} sample;

enum { POINTS = 3 };
static const double mass[POINTS] = {2, 3, 1.5};
static const double place[POINTS][3] = {{1, 0.2, -0.1}, {2, -0.3, 0.4}, {3, 0.1, 0.2}};
static const double phi[POINTS][N][3] = {{{0.1, 0.5, -0.2}, {0.3, -0.4, 0.1}, {0.2, 0.1, 0.6}},
                                         {{-0.2, 0.8, 0.3}, {0.1, 0.5, -0.7}, {0.4, -0.2, 0.1}},
                                         {{0.05, 1.2, 0.4}, {-0.3, 0.2, 0.9}, {0.6, 0.3, -0.5}}};
static const double G[N * N] = {0.4, 0.1, -0.05, 0.1, 0.6, 0.2, -0.05, 0.2, 0.3};

static hl_vec3 at(const double *x)
{
    return hl_v3(x[0], x[1], x[2]);
}

static void add(double *to, double s, hl_vec3 v)
{
    to[0] += s * v.x;
    to[1] += s * v.y;
    to[2] += s * v.z;
}

static void add_point(sample *s, int i)
{
    const double *x = place[i];
    s->body.mass += mass[i];
    add(s->body.first_moment, mass[i], at(x));
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            s->body.inertia[3 * r + c] += mass[i] * ((r == c ? hl_dot(at(x), at(x)) : 0) - x[r] * x[c]);
    for (int k = 0; k < N; k++) {
        add(&s->S[3 * k], mass[i], at(phi[i][k]));
        add(&s->R[3 * k], mass[i], hl_cross(at(x), at(phi[i][k])));
        for (int r = 0; r < 9; r++) s->modal_N[9 * k + r] += mass[i] * x[r / 3] * phi[i][k][r % 3];
        for (int l = 0; l < N; l++) {
            s->M[k * N + l] += mass[i] * hl_dot(at(phi[i][k]), at(phi[i][l]));
            for (int r = 0; r < 9; r++)
                s->P[9 * (k * N + l) + r] += mass[i] * phi[i][k][r / 3] * phi[i][l][r % 3];
        }
    }
}

/* `shortened`: all points by the same G. */
static mb_flexible *make(sample *s, bool shortened, hl_arena *arena)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < POINTS; i++) add_point(s, i);
    for (int k = 0; k < N * N; k++) {
        s->C0[k] = shortened ? s->body.mass * G[k] : 0;
        s->Cx[k] = shortened ? s->body.first_moment[0] * G[k] : 0;
        s->K[k] = (k % (N + 1) == 0) * (50 + 20 * k);
    }
    static double zero[N * N], of_tip[3 * N], shortening[N * N];
    memcpy(of_tip, phi[2], sizeof of_tip);
    memcpy(shortening, shortened ? G : zero, sizeof shortening);
    s->marker = (flex_marker){.name = "tip", .phi = of_tip, .psi = s->psi, .G = shortening};
    memcpy(s->marker.position, place[2], sizeof s->marker.position);
    s->body.modes = N;
    s->body.S = s->S;
    s->body.R = s->R;
    s->body.M = s->M;
    s->body.K = s->K;
    s->body.N = s->modal_N;
    s->body.P = s->P;
    s->body.C0 = s->C0;
    s->body.Cx = s->Cx;
    s->body.marker_count = 1;
    s->body.markers = &s->marker;
    mb_flexible *f = mb_flexible_new(&s->body, arena);
    assert_non_null(f);
    return f;
}

/* A motion of the frame and the modes. */
typedef struct instant {
    double eta[N], rate[N], modal[N];
    hl_vec3 velocity, w, acceleration, turn; /* derivatives of velocity and w in the frame */
} instant;

static const instant now = {{0.11, -0.07, 0.05}, {1.3, -0.8, 2.1}, {-3, 5, 1.5},    {0.7, -1.1, 0.4},
                            {0.6, -0.9, 1.2},    {2, 1, -3},       {-1.5, 0.8, 2.2}};

static instant after(double dt)
{
    instant m = now;
    for (int k = 0; k < N; k++) {
        m.eta[k] += dt * now.rate[k] + dt * dt / 2 * now.modal[k];
        m.rate[k] += dt * now.modal[k];
    }
    m.velocity = hl_add_scaled(now.velocity, dt, now.acceleration);
    m.w = hl_add_scaled(now.w, dt, now.turn);
    return m;
}

static mb_flexible_motion motion_of(const instant *m)
{
    return (mb_flexible_motion){m->eta, m->rate, m->w};
}

static mb_flexible_wrench momentum_at(const mb_flexible *f, double dt, double *energy)
{
    const instant m = after(dt);
    const mb_flexible_motion motion = motion_of(&m);
    mb_flexible_inertia inertia;
    mb_flexible_wrench p;
    mb_flexible_evaluate(f, m.eta, &inertia);
    mb_flexible_momentum(f, &inertia, m.velocity, &motion, &p);
    *energy = mb_flexible_kinetic(f, &inertia, m.velocity, &motion) + mb_flexible_strain(f, m.eta);
    return p;
}

static mb_flexible_wrench left_sides(const mb_flexible *f)
{
    const mb_flexible_motion motion = motion_of(&now);
    mb_flexible_inertia inertia;
    mb_flexible_wrench w;
    mb_flexible_evaluate(f, now.eta, &inertia);
    mb_flexible_velocity_terms(f, &inertia, &motion, &w);
    const hl_vec3 a = hl_add(now.acceleration, hl_cross(now.w, now.velocity));
    mb_flexible_add_accelerations(f, &inertia, a, now.turn, now.modal, &w);
    return w;
}

static void assert_near(double here, double expected, double scale)
{
    if (!(fabs(here - expected) <= BALANCE * scale)) fail_msg("%.12g, expected %.12g", here, expected);
}

static void assert_vectors_near(hl_vec3 here, hl_vec3 expected)
{
    const double scale = 1 + hl_norm(expected);
    assert_near(here.x, expected.x, scale);
    assert_near(here.y, expected.y, scale);
    assert_near(here.z, expected.z, scale);
}

/* The forces do the work that the energy grows by, and change momentum and angular momentum. */
static void balances_hold(void **state)
{
    (void)state;
    for (int shortened = 0; shortened < 2; shortened++) {
        hl_arena arena = {0};
        sample s;
        const mb_flexible *f = make(&s, shortened == 1, &arena);
        double before, behind, here;
        const mb_flexible_wrench past = momentum_at(f, -DT, &before), next = momentum_at(f, DT, &behind);
        const mb_flexible_wrench p = momentum_at(f, 0, &here), F = left_sides(f);
        double power = hl_dot(F.force, now.velocity) + hl_dot(F.moment, now.w);
        for (int k = 0; k < N; k++) power += F.modal[k] * now.rate[k];
        assert_near(power, (behind - before) / (2 * DT), fabs(power) + here);
        const hl_vec3 rate = hl_scale(1 / (2 * DT), hl_sub(next.force, past.force));
        const hl_vec3 turn = hl_scale(1 / (2 * DT), hl_sub(next.moment, past.moment));
        assert_vectors_near(F.force, hl_add(rate, hl_cross(now.w, p.force)));
        assert_vectors_near(F.moment,
                            hl_add(turn, hl_add(hl_cross(now.w, p.moment), hl_cross(now.velocity, p.force))));
        hl_arena_free(&arena);
    }
}

/* Newton's law of each point: without foreshortening the equations are sums over the points. */
static void equations_are_sums_over_points(void **state)
{
    (void)state;
    hl_arena arena = {0};
    sample s;
    const mb_flexible *f = make(&s, false, &arena);
    const mb_flexible_wrench F = left_sides(f);
    const hl_vec3 a = hl_add(now.acceleration, hl_cross(now.w, now.velocity));
    hl_vec3 force = hl_v3(0, 0, 0), moment = force;
    double modal[N];
    for (int k = 0; k < N; k++) modal[k] = s.K[k * N + k] * now.eta[k];
    for (int i = 0; i < POINTS; i++) {
        hl_vec3 x = at(place[i]), v = hl_v3(0, 0, 0), b = v;
        for (int k = 0; k < N; k++) {
            x = hl_add_scaled(x, now.eta[k], at(phi[i][k]));
            v = hl_add_scaled(v, now.rate[k], at(phi[i][k]));
            b = hl_add_scaled(b, now.modal[k], at(phi[i][k]));
        }
        b = hl_add(b, hl_add(a, hl_cross(now.turn, x)));
        b = hl_add(b, hl_cross(now.w, hl_add(hl_cross(now.w, x), hl_scale(2, v))));
        force = hl_add_scaled(force, mass[i], b);
        moment = hl_add_scaled(moment, mass[i], hl_cross(x, b));
        for (int k = 0; k < N; k++) modal[k] += mass[i] * hl_dot(at(phi[i][k]), b);
    }
    assert_vectors_near(F.force, force);
    assert_vectors_near(F.moment, moment);
    for (int k = 0; k < N; k++) assert_near(F.modal[k], modal[k], 1 + fabs(modal[k]));
    hl_arena_free(&arena);
}

static void the_mass_matrix_is_symmetric(void **state)
{
    (void)state;
    hl_arena arena = {0};
    sample s;
    const mb_flexible *f = make(&s, true, &arena);
    mb_flexible_inertia inertia;
    double M[(6 + N) * (6 + N)];
    mb_flexible_evaluate(f, now.eta, &inertia);
    mb_flexible_mass_matrix(f, &inertia, M);
    for (int i = 0; i < 6 + N; i++)
        for (int j = 0; j < 6 + N; j++) assert_true(fabs(M[i * (6 + N) + j] - M[j * (6 + N) + i]) < 1e-13);
    hl_arena_free(&arena);
}

static void damping_and_stiffness_act_on_the_modes(void **state)
{
    (void)state;
    hl_arena arena = {0};
    sample s;
    const mb_flexible *f = make(&s, true, &arena);
    const double eta[N] = {1, 0, 0}, rate[N] = {0, 2, 0};
    const mb_flexible_motion rest = {eta, rate, hl_v3(0, 0, 0)};
    mb_flexible_inertia inertia;
    mb_flexible_wrench w;
    s.body.damping[0] = 0.5;
    s.body.damping[1] = 0.1;
    mb_flexible_evaluate(f, eta, &inertia);
    mb_flexible_velocity_terms(f, &inertia, &rest, &w);
    assert_near(w.modal[0], s.K[0] + 0.5 * 2 * s.M[1], 1);
    assert_near(w.modal[1], 0.5 * 2 * s.M[N + 1] + 0.1 * 2 * s.K[N + 1], 1);
    hl_arena_free(&arena);
}

/* ---- markers ---- */

static mb_flexible_pose pose_at(const flex_marker *marker, double dt)
{
    const instant m = after(dt);
    mb_flexible_pose pose;
    mb_flexible_evaluate_marker(marker, N, m.eta, m.rate, &pose);
    return pose;
}

static hl_vec3 sum_of(const hl_vec3 *columns, const double *rate)
{
    hl_vec3 sum = hl_v3(0, 0, 0);
    for (int k = 0; k < N; k++) sum = hl_add_scaled(sum, rate[k], columns[k]);
    return sum;
}

/* Angular velocity of a rotation that changes: the axial vector of R' R^T. */
static hl_vec3 spin(const mb_flexible_pose *past, const mb_flexible_pose *next, const hl_mat3 *R)
{
    hl_mat3 rate, back = hl_mat3_transposed(R);
    for (int i = 0; i < 9; i++)
        rate.m[i / 3][i % 3] = (next->rotation.m[i / 3][i % 3] - past->rotation.m[i / 3][i % 3]) / (2 * DT);
    const hl_mat3 w = hl_mat3_mul(&rate, &back);
    return hl_v3((w.m[2][1] - w.m[1][2]) / 2, (w.m[0][2] - w.m[2][0]) / 2, (w.m[1][0] - w.m[0][1]) / 2);
}

static void check_marker(const flex_marker *marker)
{
    const mb_flexible_pose past = pose_at(marker, -DT), here = pose_at(marker, 0), next = pose_at(marker, DT);
    const hl_vec3 v = sum_of(here.linear, now.rate), w = sum_of(here.angular, now.rate);
    assert_vectors_near(v, hl_scale(1 / (2 * DT), hl_sub(next.place, past.place)));
    assert_vectors_near(w, spin(&past, &next, &here.rotation));
    const hl_mat3 back = hl_mat3_transposed(&here.rotation), one = hl_mat3_mul(&here.rotation, &back);
    for (int i = 0; i < 9; i++) assert_near(one.m[i / 3][i % 3], i % 4 == 0, 1e-5);
    /* accelerations: the change of both velocities */
    const instant before = after(-DT), behind = after(DT);
    const hl_vec3 dv = hl_sub(sum_of(next.linear, behind.rate), sum_of(past.linear, before.rate));
    const hl_vec3 dw = hl_sub(sum_of(next.angular, behind.rate), sum_of(past.angular, before.rate));
    assert_vectors_near(hl_add(sum_of(here.linear, now.modal), here.linear_bias), hl_scale(1 / (2 * DT), dv));
    assert_vectors_near(hl_add(sum_of(here.angular, now.modal), here.angular_bias),
                        hl_scale(1 / (2 * DT), dw));
}

/* Rotations of a degree, of some 15 deg, and of more than a radian: series and closed forms. */
static void markers_move_and_turn_with_the_modes(void **state)
{
    (void)state;
    hl_arena arena = {0};
    sample s;
    (void)make(&s, true, &arena);
    for (double size = 0.1; size < 100; size *= 8) {
        for (int i = 0; i < 3 * N; i++) s.psi[i] = size * (0.4 - 0.13 * ((5 * i) % 7));
        check_marker(&s.marker);
    }
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balances_hold),
        cmocka_unit_test(equations_are_sums_over_points),
        cmocka_unit_test(the_mass_matrix_is_symmetric),
        cmocka_unit_test(damping_and_stiffness_act_on_the_modes),
        cmocka_unit_test(markers_move_and_turn_with_the_modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
