/* Vectors, matrices and spatial six-vectors: identities that pin signs and the order of the parts. */
#include "support/check.h"

#include "hl/quat.h"
#include "hl/spatial.h"

#include <float.h>

enum { SAMPLES = 200 };

/* Sums of some ten products of numbers up to 4. */
static const double ROUNDING = 200.0 * DBL_EPSILON;

static void check_vec(hl_vec3 a, hl_vec3 b)
{
    CHECK_NEAR(a.x, b.x, ROUNDING);
    CHECK_NEAR(a.y, b.y, ROUNDING);
    CHECK_NEAR(a.z, b.z, ROUNDING);
}

static hl_vec3 random_vec(uint64_t *seed)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(x, y, z);
}

static hl_motion random_motion(uint64_t *seed)
{
    const hl_vec3 lin = random_vec(seed), ang = random_vec(seed);
    return (hl_motion){lin, ang};
}

static hl_wrench random_wrench(uint64_t *seed)
{
    const hl_vec3 force = random_vec(seed), moment = random_vec(seed);
    return (hl_wrench){force, moment};
}

static hl_sym3 random_sym(uint64_t *seed)
{
    return (hl_sym3){.xx = 2.0 + check_random(seed),
                     .yy = 2.0 + check_random(seed),
                     .zz = 2.0 + check_random(seed),
                     .xy = check_random(seed),
                     .xz = check_random(seed),
                     .yz = check_random(seed)};
}

static hl_mat3 full(const hl_sym3 *s)
{
    return (hl_mat3){{{s->xx, s->xy, s->xz}, {s->xy, s->yy, s->yz}, {s->xz, s->yz, s->zz}}};
}

static void vectors_are_right_handed(void **state)
{
    (void)state;
    check_vec(hl_cross(hl_v3(1, 0, 0), hl_v3(0, 1, 0)), hl_v3(0, 0, 1));
    uint64_t seed = 1;
    for (int k = 0; k < SAMPLES; k++) {
        const hl_vec3 a = random_vec(&seed), b = random_vec(&seed), unit = hl_normalized(a);
        const hl_mat3 skew = hl_skew(a);
        check_vec(hl_mul(&skew, b), hl_cross(a, b));
        check_vec(hl_mul_transposed(&skew, b), hl_cross(b, a));
        CHECK_NEAR(hl_dot(hl_cross(a, b), a), 0.0, ROUNDING);
        CHECK_NEAR(hl_dot(hl_any_orthogonal(unit), unit), 0.0, ROUNDING);
        CHECK_NEAR(hl_norm(hl_any_orthogonal(unit)), 1.0, ROUNDING);
    }
    check_vec(hl_normalized(hl_v3(0, 0, 0)), hl_v3(0, 0, 0));
}

static void symmetric_matrices_match_full_ones(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int k = 0; k < SAMPLES; k++) {
        const hl_sym3 s = random_sym(&seed), t = random_sym(&seed), sum = hl_sym_add(s, t);
        const hl_mat3 s_full = full(&s), r = hl_quat_matrix(hl_quat_exp(random_vec(&seed)));
        const hl_vec3 v = random_vec(&seed);
        check_vec(hl_sym_mul(&s, v), hl_mul(&s_full, v));
        check_vec(hl_sym_mul(&sum, v), hl_add(hl_sym_mul(&s, v), hl_sym_mul(&t, v)));
        /* R S R^T v, step by step */
        const hl_sym3 rotated = hl_sym_rotated(&r, &s);
        check_vec(hl_sym_mul(&rotated, v), hl_mul(&r, hl_sym_mul(&s, hl_mul_transposed(&r, v))));
        const hl_mat3 r_transposed = hl_mat3_transposed(&r), unity = hl_mat3_mul(&r, &r_transposed);
        check_vec(hl_mul(&unity, v), v);
    }
}

/* x and x* are each other's negative adjoint: (v x* f) . m + f . (v x m) = 0, and v x v = 0. */
static void cross_products_are_dual(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < SAMPLES; k++) {
        const hl_motion v = random_motion(&seed), m = random_motion(&seed), own = hl_motion_cross(v, v);
        const hl_wrench f = random_wrench(&seed);
        CHECK_NEAR(hl_power(hl_wrench_cross(v, f), m), -hl_power(f, hl_motion_cross(v, m)), ROUNDING);
        check_vec(own.lin, hl_v3(0, 0, 0));
        check_vec(own.ang, hl_v3(0, 0, 0));
    }
}

/* Jacobi: u x (v x m) - v x (u x m) = (u x v) x m */
static void cross_product_is_a_lie_bracket(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int k = 0; k < SAMPLES; k++) {
        const hl_motion u = random_motion(&seed), v = random_motion(&seed), m = random_motion(&seed);
        const hl_motion left = hl_motion_sub(hl_motion_cross(u, hl_motion_cross(v, m)),
                                             hl_motion_cross(v, hl_motion_cross(u, m)));
        const hl_motion right = hl_motion_cross(hl_motion_cross(u, v), m);
        check_vec(left.lin, right.lin);
        check_vec(left.ang, right.ang);
    }
}

/* A force at a point does the power of that point's velocity; its wrench's moment is about the origin. */
static void force_at_a_point_does_the_points_power(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int k = 0; k < SAMPLES; k++) {
        const hl_vec3 force = random_vec(&seed), r = random_vec(&seed);
        const hl_motion v = random_motion(&seed);
        CHECK_NEAR(hl_power(hl_force_at(force, r), v), hl_dot(force, hl_point_velocity(v, r)), ROUNDING);
    }
}

static hl_inertia inertia_about_origin(double mass, hl_vec3 c, const hl_sym3 *central)
{
    const double cc = hl_dot(c, c);
    const hl_sym3 offset = {mass * (cc - c.x * c.x), mass * (cc - c.y * c.y), mass * (cc - c.z * c.z),
                            -mass * c.x * c.y,       -mass * c.x * c.z,       -mass * c.y * c.z};
    return (hl_inertia){mass, hl_scale(mass, c), hl_sym_add(*central, offset)};
}

/* Momentum about the origin against Newton and Euler about the centre of mass (002 Eq. 9): p = m v_c,
 * l = c x p + J w; twice the kinetic energy is their power. Two bodies add up. */
static void inertia_about_the_origin(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int k = 0; k < SAMPLES; k++) {
        const double mass = 2.0 + check_random(&seed);
        const hl_vec3 c = random_vec(&seed);
        const hl_sym3 J = random_sym(&seed);
        const hl_inertia body = inertia_about_origin(mass, c, &J);
        const hl_motion v = random_motion(&seed);
        const hl_vec3 v_c = hl_point_velocity(v, c), p = hl_scale(mass, v_c), spin = hl_sym_mul(&J, v.ang);
        const hl_wrench momentum = hl_inertia_mul(&body, v);
        check_vec(momentum.force, p);
        check_vec(momentum.moment, hl_add(hl_cross(c, p), spin));
        CHECK_NEAR(hl_power(momentum, v), mass * hl_dot(v_c, v_c) + hl_dot(v.ang, spin), ROUNDING);
        const hl_inertia both = hl_inertia_add(body, body);
        check_vec(hl_inertia_mul(&both, v).moment, hl_scale(2.0, momentum.moment));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors_are_right_handed),
                                       cmocka_unit_test(symmetric_matrices_match_full_ones),
                                       cmocka_unit_test(cross_products_are_dual),
                                       cmocka_unit_test(cross_product_is_a_lie_bracket),
                                       cmocka_unit_test(force_at_a_point_does_the_points_power),
                                       cmocka_unit_test(inertia_about_the_origin)};
    return cmocka_run_group_tests_name("spatial", tests, NULL, NULL);
}
