/* Quaternions: the order of their numbers, and that exponential, logarithm, matrix and product say the same
 * thing. */
#include "support/check.h"

#include "hl/quat.h"

#include <float.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* A handful of rounded operations on numbers up to 1. */
static const double ROUNDING = 16.0 * DBL_EPSILON;

static void check_vec(hl_vec3 a, hl_vec3 b, double tolerance)
{
    CHECK_NEAR(a.x, b.x, tolerance);
    CHECK_NEAR(a.y, b.y, tolerance);
    CHECK_NEAR(a.z, b.z, tolerance);
}

static void check_quat(hl_quat a, hl_quat b, double tolerance)
{
    CHECK_NEAR(a.w, b.w, tolerance);
    check_vec(hl_v3(a.x, a.y, a.z), hl_v3(b.x, b.y, b.z), tolerance);
}

static hl_vec3 random_vec(uint64_t *seed)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(x, y, z);
}

/* A rotation vector of `angle` rad in a random direction */
static hl_vec3 random_rotation(uint64_t *seed, double angle)
{
    return hl_scale(angle, hl_normalized(random_vec(seed)));
}

/* The order (w, x, y, z) in memory, and the direction body to world: both are in files and states, so pinned
 * here. */
static void w_comes_first_and_maps_body_to_world(void **state)
{
    (void)state;
    const hl_quat quarter_about_z = hl_quat_about(hl_v3(0, 0, 1), 0.5 * PI);
    double flat[4];
    assert_int_equal(sizeof quarter_about_z, sizeof flat);
    memcpy(flat, &quarter_about_z, sizeof flat);
    CHECK_NEAR(flat[0], sqrt(0.5), ROUNDING);
    CHECK_SAME(flat[1], 0.0);
    CHECK_SAME(flat[2], 0.0);
    CHECK_NEAR(flat[3], sqrt(0.5), ROUNDING);
    const hl_mat3 r = hl_quat_matrix(quarter_about_z);
    check_vec(hl_mul(&r, hl_v3(1, 0, 0)), hl_v3(0, 1, 0), ROUNDING);
    check_vec(hl_mul(&r, hl_v3(0, 1, 0)), hl_v3(-1, 0, 0), ROUNDING);
}

/* log(exp(r)) = r below half a turn. Near half a turn r changes direction with w's sign: kept 1e-3 away. */
static void exp_and_log_are_inverse(void **state)
{
    (void)state;
    uint64_t seed = 1;
    const double angles[] = {1e-300, 1e-20, 1e-9, 9.999e-5, 1e-4, 1.0001e-4, 1.9e-4,   2e-4,
                             2.1e-4, 1e-3,  0.1,  1.0,      2.0,  3.0,       PI - 1e-3};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++)
        for (int k = 0; k < 50; k++) {
            const hl_vec3 rotation = random_rotation(&seed, angles[i]);
            check_vec(hl_quat_log(hl_quat_exp(rotation)), rotation, ROUNDING * angles[i]);
        }
    check_vec(hl_quat_log(hl_quat_exp(hl_v3(0, 0, 0))), hl_v3(0, 0, 0), 0.0);
}

/* q and -q are the same rotation: the logarithm takes the shorter way round, at most half a turn. */
static void log_takes_the_shorter_way(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int k = 0; k < 200; k++) {
        const hl_vec3 rotation = random_rotation(&seed, 3.0 * fabs(check_random(&seed)));
        const hl_quat q = hl_quat_exp(rotation);
        check_vec(hl_quat_log((hl_quat){-q.w, -q.x, -q.y, -q.z}), hl_quat_log(q), 0.0);
        const hl_vec3 direction = hl_normalized(random_vec(&seed));
        check_vec(hl_quat_log(hl_quat_about(direction, PI + 1.0)), hl_scale(1.0 - PI, direction),
                  4.0 * ROUNDING);
    }
}

/* exp stays a unit quaternion on both sides of the series' limit, and about() is exp along an axis. */
static void exp_is_a_unit_quaternion(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < 1000; k++) {
        const double angle = pow(10.0, 1.0 - 6.0 * fabs(check_random(&seed)));
        const hl_vec3 axis = hl_normalized(random_vec(&seed));
        const hl_quat q = hl_quat_exp(hl_scale(angle, axis));
        CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1.0, ROUNDING);
        check_quat(q, hl_quat_about(axis, angle), ROUNDING * fmax(1.0, angle));
    }
}

/* Rodrigues' formula: R = I + sin a [u] + (1 - cos a) [u]^2 */
static void matrix_is_rodrigues(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int k = 0; k < 200; k++) {
        const double angle = PI * check_random(&seed);
        const hl_vec3 axis = hl_normalized(random_vec(&seed)), v = random_vec(&seed);
        const hl_mat3 r = hl_quat_matrix(hl_quat_about(axis, angle));
        const hl_vec3 turn = hl_cross(axis, v);
        const hl_vec3 expected =
            hl_add_scaled(hl_add_scaled(v, sin(angle), turn), 1.0 - cos(angle), hl_cross(axis, turn));
        check_vec(hl_mul(&r, v), expected, 2.0 * ROUNDING);
    }
}

/* Every branch of the extraction: the largest of w, x, y, z in turn, exact half turns included. */
static void matrix_round_trip(void **state)
{
    (void)state;
    uint64_t seed = 5;
    const hl_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        const hl_quat half = {0, axes[i].x, axes[i].y, axes[i].z};
        const hl_mat3 r = hl_quat_matrix(half);
        check_quat(hl_quat_from_matrix(&r), half, 0.0);
    }
    for (int k = 0; k < 2000; k++) {
        const hl_vec3 lean = hl_add_scaled(axes[k % 3], 0.3, random_vec(&seed));
        const hl_quat q = hl_quat_exp(hl_scale((PI - 1e-6) * fabs(check_random(&seed)), hl_normalized(lean)));
        const hl_mat3 r = hl_quat_matrix(q);
        const hl_quat back = hl_quat_from_matrix(&r);
        assert_true(back.w >= 0.0);
        check_quat(back, q, ROUNDING);
    }
}

static void product_is_composition(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int k = 0; k < 200; k++) {
        const hl_quat p = hl_quat_exp(random_vec(&seed)), q = hl_quat_exp(random_vec(&seed));
        const hl_mat3 r_p = hl_quat_matrix(p), r_q = hl_quat_matrix(q),
                      r_pq = hl_quat_matrix(hl_quat_mul(p, q));
        const hl_mat3 product = hl_mat3_mul(&r_p, &r_q);
        for (int j = 0; j < 3; j++)
            check_vec(hl_mat3_column(&r_pq, j), hl_mat3_column(&product, j), 2.0 * ROUNDING);
        check_quat(hl_quat_mul(p, hl_quat_conjugate(p)), hl_quat_identity(), ROUNDING);
    }
}

static void normalised(void **state)
{
    (void)state;
    check_quat(hl_quat_normalized((hl_quat){0, 0, 0, 0}), hl_quat_identity(), 0.0);
    check_quat(hl_quat_normalized((hl_quat){2, 4, 4, 8}), (hl_quat){0.2, 0.4, 0.4, 0.8}, ROUNDING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(w_comes_first_and_maps_body_to_world),
                                       cmocka_unit_test(exp_and_log_are_inverse),
                                       cmocka_unit_test(log_takes_the_shorter_way),
                                       cmocka_unit_test(exp_is_a_unit_quaternion),
                                       cmocka_unit_test(matrix_is_rodrigues),
                                       cmocka_unit_test(matrix_round_trip),
                                       cmocka_unit_test(product_is_composition),
                                       cmocka_unit_test(normalised)};
    return cmocka_run_group_tests_name("quat", tests, NULL, NULL);
}
