/* Where wheels and belts touch boxes: places by hand, nearest points against a search, continuity. */
#include "support/check.h"

#include "contact/wheel.h"
#include "hl/quat.h"

#include <math.h>

static const double MARGIN = 0.02;

static contact_box box_at(hl_vec3 centre, hl_vec3 turn, hl_vec3 half)
{
    return (contact_box){centre, hl_quat_matrix(hl_quat_exp(turn)), half};
}

static contact_wheel wheel_at(hl_vec3 centre, double yaw)
{
    return (contact_wheel){centre, hl_v3(-sin(yaw), cos(yaw), 0), 0.5, 0.15};
}

/* The point where the force acts: the foot of the sphere on the plane. */
static hl_vec3 foot_of(const contact_rim *rim)
{
    return hl_add_scaled(rim->centre, -rim->radius, rim->normal);
}

static double off_axle(const contact_wheel *wheel, hl_vec3 point)
{
    return hl_norm(hl_cross(wheel->axle, hl_sub(point, wheel->centre)));
}

/* ---- places ---- */

/* On top, before a wall, askew before a wall: depth along the face's normal, the foot on the rim, the centre
 * of the sphere on the axle. */
static void a_face_is_touched_like_ground(void **state)
{
    (void)state;
    static const double YAW[] = {0.0, 0.3, -0.8};
    const contact_box box = box_at(hl_v3(0, 0, 0), hl_v3(0, 0, 0), hl_v3(2, 3, 1));
    for (int i = 0; i < 3; i++) {
        const contact_wheel top = wheel_at(hl_v3(0.3, 0.2, 1.46), YAW[i]),
                            wall = wheel_at(hl_v3(-2.45, 0.2, 0.1), YAW[i]);
        contact_rim rims[CONTACT_WHEEL_POINTS];
        assert_int_equal(contact_wheel_box(&top, &box, MARGIN, rims), 3);
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(rims[k].depth, 0.04, 1e-12);
            CHECK_NEAR(rims[k].normal.z, 1.0, 1e-12);
            CHECK_NEAR(off_axle(&top, rims[k].centre), 0.0, 1e-12);
            CHECK_NEAR(foot_of(&rims[k]).z, 0.96, 1e-12);
        }
        assert_int_equal(contact_wheel_box(&wall, &box, 0.5, rims), 3);
        for (int k = 0; k < 3; k++) {
            const double y = 0.15 * (k - 1), c = -wall.axle.x;
            CHECK_NEAR(rims[k].normal.x, -1.0, 1e-12);
            CHECK_NEAR(rims[k].depth, 0.5 * sqrt(1.0 - c * c) - 0.45 - c * y, 1e-9);
            CHECK_NEAR(off_axle(&wall, rims[k].centre), 0.0, 1e-9);
            CHECK_NEAR(off_axle(&wall, foot_of(&rims[k])), 0.5, 1e-9);
        }
    }
}

/* A post beside the tire pushes it along the axle by what they share of its width, one in the middle against
 * the direction of travel. */
static void a_post_pushes_along_the_axle_or_back(void **state)
{
    (void)state;
    const contact_wheel wheel = wheel_at(hl_v3(0, 0, 0.5), 0.0);
    contact_rim rims[CONTACT_WHEEL_POINTS];
    const contact_box beside = box_at(hl_v3(0.2, 0.18, 0.5), hl_v3(0, 0, 0), hl_v3(0.05, 0.05, 1)),
                      before = box_at(hl_v3(0.52, 0.0, 0.5), hl_v3(0, 0, 0), hl_v3(0.05, 0.05, 1));
    assert_int_equal(contact_wheel_box(&wheel, &beside, MARGIN, rims), 3);
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(rims[k].normal.y, -1.0, 1e-12);
        CHECK_NEAR(rims[k].depth, 0.02, 1e-12);
        CHECK_NEAR(foot_of(&rims[k]).y, 0.15, 1e-12);
        assert_true(rims[k].sideways);
    }
    assert_int_equal(contact_wheel_box(&wheel, &before, MARGIN, rims), 3);
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(rims[k].normal.x, -1.0, 1e-12);
        CHECK_NEAR(rims[k].depth, 0.03, 1e-12);
        assert_true(fabs(rims[k].plane.y) <= 0.05);
    }
}

/* ---- nearest points ---- */

/* By projecting in turns on the box and on the disc's plane (Dykstra). */
static bool search_nearest(const contact_box *box, hl_vec3 centre, hl_vec3 axle, hl_vec3 *nearest)
{
    hl_vec3 x = centre, p = {0, 0, 0};
    for (int i = 0; i < 20000; i++) {
        const hl_vec3 y = hl_add(x, p), at = hl_mul_transposed(&box->axes, hl_sub(y, box->centre));
        const hl_vec3 in =
            hl_v3(fmax(-box->half.x, fmin(at.x, box->half.x)), fmax(-box->half.y, fmin(at.y, box->half.y)),
                  fmax(-box->half.z, fmin(at.z, box->half.z)));
        const hl_vec3 b = hl_add(box->centre, hl_mul(&box->axes, in));
        p = hl_sub(y, b);
        x = hl_add_scaled(b, -hl_dot(axle, hl_sub(b, centre)), axle);
        *nearest = b;
    }
    return hl_norm(hl_sub(x, *nearest)) < 1e-6;
}

static hl_vec3 random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(size * x, size * y, size * z);
}

/* A thin wheel and boxes at random: the touched place is the nearest one of the box in the wheel's plane. */
static void the_nearest_point_of_the_section_counts(void **state)
{
    (void)state;
    uint64_t seed = 7;
    int compared = 0;
    for (int i = 0; i < 300; i++) {
        const contact_box box =
            box_at(random_vector(&seed, 0.6), random_vector(&seed, 2.0), hl_v3(0.4, 0.2, 0.3));
        const contact_wheel wheel = {.centre = {0, 0, 0},
                                     .axle = hl_normalized(random_vector(&seed, 1.0)),
                                     .radius = 0.6,
                                     .half_width = 1e-9};
        contact_rim rims[CONTACT_WHEEL_POINTS];
        hl_vec3 nearest;
        if (contact_wheel_box(&wheel, &box, 0.0, rims) == 0 || rims[0].sideways) continue;
        if (!search_nearest(&box, wheel.centre, wheel.axle, &nearest)) continue;
        if (hl_norm(nearest) < 0.05) continue; /* the centre is within the box */
        CHECK_NEAR(hl_norm(hl_sub(nearest, rims[0].plane)), 0.0, 1e-4);
        compared++;
    }
    assert_true(compared > 50);
}

/* ---- continuity ---- */

/* Rolling over a kerb askew: force of a spring at the points, in steps of a tenth of a millimetre. The normal
 * of an edge turns by the way over the distance from the axle, so the force changes by K (1 + d/0.4) of the
 * way at most. */
static void forces_of_springs_are_continuous(void **state)
{
    (void)state;
    const contact_box kerb = box_at(hl_v3(2, 0, -0.9), hl_v3(0, 0, 0.4), hl_v3(1.2, 6, 1.0));
    hl_vec3 last = {0, 0, 0};
    const double step = 1e-4;
    double worst = 0.0;
    for (int i = 0; i < 20000; i++) {
        const double x = -1.0 + step * i, up = fmin(0.1, fmax(0.0, 0.2 * x));
        const contact_wheel wheel = wheel_at(hl_v3(x, 0.1, 0.45 + up), 0.1);
        contact_rim rims[CONTACT_WHEEL_POINTS];
        const int count = contact_wheel_box(&wheel, &kerb, MARGIN, rims);
        hl_vec3 force = {0, 0, 0};
        for (int k = 0; k < count; k++)
            force = hl_add_scaled(force, fmax(rims[k].depth, 0.0) / 3.0, rims[k].normal);
        if (i > 0) worst = fmax(worst, hl_norm(hl_sub(force, last)));
        last = force;
    }
    assert_true(hl_norm(last) > 0.03);
    assert_true(worst < 2.0 * step);
}

/* ---- belts ---- */

/* The edge of a box presses between two rollers, and its depth does not change where a roller takes over. */
static void an_edge_presses_the_belt(void **state)
{
    (void)state;
    contact_belt belt = {.axle = {0, 1, 0}, .up = {0, 0, 1}, .rollers = 3, .half_width = 0.3};
    for (int i = 0; i < 3; i++) {
        belt.centre[i] = hl_v3(1.0 - i, 0, 0.2);
        belt.radius[i] = 0.2;
    }
    double deepest = 0.0;
    for (int i = 0; i <= 100; i++) {
        const double edge = -0.9 + 0.018 * i;
        const contact_box box = box_at(hl_v3(edge - 1e-3, 0, -0.49), hl_v3(0, 0, 0), hl_v3(1e-3, 1, 0.5));
        contact_rim rims[CONTACT_BELT_POINTS];
        const int count = contact_belt_box(&belt, &box, MARGIN, rims);
        deepest = 0.0;
        for (int k = 0; k < count; k++) {
            deepest = fmax(deepest, rims[k].depth);
            if (rims[k].part >= CONTACT_BELT_ROLLERS) CHECK_NEAR(rims[k].normal.z, 1.0, 1e-12);
        }
        CHECK_NEAR(deepest, 0.01, 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_face_is_touched_like_ground),
        cmocka_unit_test(a_post_pushes_along_the_axle_or_back),
        cmocka_unit_test(the_nearest_point_of_the_section_counts),
        cmocka_unit_test(forces_of_springs_are_continuous),
        cmocka_unit_test(an_edge_presses_the_belt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
