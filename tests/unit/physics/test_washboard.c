/* Washboards: heights, normals, level ground around them; planes under discs against a search over many
 * points of the profile; both walls of a ditch; no jumps of the force where a wheel rolls over corners. */
#include "support/check.h"

#include "collision/washboard.h"

#include <math.h>

static const coll_washboard SINE = {.shape = COLL_WASHBOARD_SINE, .wavelength = 4.0, .height = 0.3};
static const coll_washboard RIPPLES = {
    .shape = COLL_WASHBOARD_SINE, .wavelength = 0.8, .height = 0.2, .from = 0.3};
/* crest 1 m, slopes 0.45 m, bottom 0.3 m */
static const coll_washboard DITCHES = {
    .shape = COLL_WASHBOARD_TRAPEZOID, .wavelength = 2.2, .height = 0.3, .crest = 1.0, .bottom = 0.3};

static double height(const coll_washboard *w, double x, double y)
{
    hl_vec3 normal;
    return coll_washboard_at(w, x, y, &normal);
}

static void heights_are_those_of_the_profile(void **state)
{
    (void)state;
    CHECK_NEAR(height(&SINE, 0.0, 1.0), 0.0, 1e-15);
    CHECK_NEAR(height(&SINE, 2.0, 1.0), -0.3, 1e-15);
    CHECK_NEAR(height(&SINE, -3.0, 1.0), -0.15, 1e-15);
    CHECK_NEAR(height(&DITCHES, 1.0, 1.0), 0.0, 1e-15);
    CHECK_NEAR(height(&DITCHES, 1.225, 1.0), -0.15, 1e-15);
    CHECK_NEAR(height(&DITCHES, 1.6, 1.0), -0.3, 1e-15);
    CHECK_NEAR(height(&DITCHES, 2.2 - 0.225, 1.0), -0.15, 1e-15);
    CHECK_NEAR(height(&DITCHES, 2.5 - 22.0, 1.0), 0.0, 1e-15);
    coll_washboard shifted = SINE;
    shifted.shift = 2.0;
    CHECK_NEAR(height(&shifted, 2.0, 0.1), -0.3, 1e-15);
    CHECK_NEAR(height(&shifted, 2.0, -0.1), 0.0, 1e-15);
    CHECK_NEAR(height(&shifted, 4.0, -0.1), -0.3, 1e-15);
}

static void periods_end_in_level_ground(void **state)
{
    (void)state;
    coll_washboard three = DITCHES;
    three.from = 10.0;
    three.periods = 3;
    hl_vec3 normal;
    for (double x = 0.0; x < 10.0; x += 0.1) CHECK_NEAR(coll_washboard_at(&three, x, 0.0, &normal), 0.0, 0.0);
    for (double x = 16.65; x < 30.0; x += 0.1) {
        CHECK_NEAR(coll_washboard_at(&three, x, 0.0, &normal), 0.0, 0.0);
        CHECK_NEAR(normal.z, 1.0, 0.0);
    }
    CHECK_NEAR(height(&three, 11.6, 0.0), -0.3, 1e-14);
    CHECK_NEAR(height(&three, 16.0, 0.0), -0.3, 1e-14);
}

static void normals_belong_to_heights(void **state)
{
    (void)state;
    static const coll_washboard *const all[] = {&SINE, &RIPPLES, &DITCHES};
    uint64_t seed = 3;
    for (int i = 0; i < 3; i++)
        for (int trial = 0; trial < 300; trial++) {
            const double x = 20.0 * check_random(&seed), e = 1e-6;
            hl_vec3 normal, beside;
            coll_washboard_at(all[i], x - e, 0.0, &beside);
            const double rise = (height(all[i], x + e, 0.0) - height(all[i], x - e, 0.0)) / (2.0 * e);
            coll_washboard_at(all[i], x, 0.0, &normal);
            if (all[i] == &DITCHES && fabs(beside.x - normal.x) > 1e-9) continue; /* a corner */
            CHECK_NEAR(-normal.x / normal.z, rise, 1e-6);
            CHECK_NEAR(hl_norm(normal), 1.0, 1e-14);
        }
}

static void normals_are_within_their_bound(void **state)
{
    (void)state;
    static const coll_washboard *const all[] = {&SINE, &RIPPLES, &DITCHES};
    for (int k = 0; k < 3; k++) {
        hl_vec3 normal;
        double least = 1.0;
        for (double x = 0.0; x < all[k]->wavelength; x += 1e-3) {
            assert_true(coll_washboard_at(all[k], x, 1.0, &normal) <= 0.0);
            least = fmin(least, normal.z);
        }
        CHECK_NEAR(coll_washboard_upright(all[k]), least,
                   1e-5); /* the steepest place is between two of them */
        assert_true(least >= coll_washboard_upright(all[k]) - 1e-15);
    }
}

/* ---- discs ---- */

static coll_disc disc_at(double x, double z, double heading, double lean)
{
    const double a[3] = {-sin(heading) * cos(lean), cos(heading) * cos(lean), sin(lean)};
    return (coll_disc){.centre = {x, 0.5, z}, .axle = {a[0], a[1], a[2]}, .radius = 0.9};
}

/* Least distance from the disc's centre to points of the profile in its plane. */
static double nearest(const coll_washboard *w, const coll_disc *disc)
{
    enum { POINTS = 40000 };
    const hl_vec3 a = disc->axle, up = hl_normalized(hl_v3(-a.z * a.x, -a.z * a.y, 1.0 - a.z * a.z)),
                  f = hl_cross(a, up);
    double least = 1e9;
    for (int i = 0; i <= POINTS; i++) {
        const double x = disc->centre.x + 2.0 * disc->radius * (2.0 * i / POINTS - 1.0);
        const double t = (height(w, x, disc->centre.y) - disc->centre.z) / up.z,
                     s = (x - disc->centre.x - t * up.x) / f.x;
        least = fmin(least, hypot(s, t));
    }
    return least;
}

static void the_nearest_point_is_found(void **state)
{
    (void)state;
    static const coll_washboard *const all[] = {&SINE, &RIPPLES, &DITCHES};
    uint64_t seed = 5;
    for (int i = 0; i < 3; i++)
        for (int trial = 0; trial < 40; trial++) {
            const coll_disc disc = disc_at(6.0 * check_random(&seed), 0.7 + 0.1 * check_random(&seed),
                                           1.2 * check_random(&seed), 0.2 * check_random(&seed));
            coll_plane planes[COLL_DISC_PLANES];
            const int count = coll_washboard_planes(all[i], &disc, 0.5, 1, 4, planes);
            assert_int_equal(count, 1);
            CHECK_NEAR(disc.radius - planes[0].depth, nearest(all[i], &disc),
                       5e-5); /* its points are 9e-5 m apart */
            assert_int_equal(planes[0].material, 4);
        }
}

/* Above the middle of a ditch, whose bottom is out of reach: two walls, each as deep as alone. */
static void a_ditch_has_two_walls(void **state)
{
    (void)state;
    const coll_disc disc = disc_at(1.6, 0.65, 0.0, 0.0);
    const double sine = 0.3 / hypot(0.3, 0.45), cosine = 0.45 / hypot(0.3, 0.45);
    coll_plane planes[COLL_DISC_PLANES];
    assert_int_equal(coll_washboard_planes(&DITCHES, &disc, 0.0, COLL_DISC_PLANES, 0, planes), 2);
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(planes[i].depth, 0.9 - (0.6 * sine + 0.65 * cosine), 1e-12);
        CHECK_NEAR(fabs(planes[i].normal.x), sine, 1e-12);
    }
    CHECK_NEAR(planes[0].normal.x + planes[1].normal.x, 0.0, 1e-12);
}

/* Sum of the forces of springs of 1 N/m, upwards and along x. */
static hl_vec3 force(const coll_washboard *w, const coll_disc *disc)
{
    coll_plane planes[COLL_DISC_PLANES];
    const int count = coll_washboard_planes(w, disc, 0.0, COLL_DISC_PLANES, 0, planes);
    hl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < count; i++) sum = hl_add_scaled(sum, fmax(planes[i].depth, 0.0), planes[i].normal);
    return sum;
}

static void forces_do_not_jump(void **state)
{
    (void)state;
    static const coll_washboard *const all[] = {&SINE, &RIPPLES, &DITCHES};
    static const double STEP = 1e-4, STIFFEST = 12.0; /* [m]; change of force over travel */
    for (int i = 0; i < 3; i++) {
        coll_disc disc = disc_at(-3.0, 0.72, 0.3, 0.05);
        for (hl_vec3 last = force(all[i], &disc); disc.centre.x < 3.0;) {
            disc.centre.x += STEP;
            const hl_vec3 now = force(all[i], &disc);
            CHECK_NEAR(hl_norm(hl_sub(now, last)), 0.0, STIFFEST * STEP);
            last = now;
        }
    }
}

/* Discs along the crests, below the ground, on level ground around a bounded washboard. */
static void special_places(void **state)
{
    (void)state;
    coll_plane planes[COLL_DISC_PLANES];
    coll_disc disc = disc_at(0.3, 0.8, 1.57, 0.0);
    assert_int_equal(coll_washboard_planes(&SINE, &disc, 0.1, 3, 0, planes), 0);
    disc = disc_at(2.0, -0.4, 0.0, 0.0);
    assert_int_equal(coll_washboard_planes(&SINE, &disc, 0.1, 3, 0, planes), 0);
    disc = disc_at(1.0, 3.0, 0.0, 0.0);
    assert_int_equal(coll_washboard_planes(&SINE, &disc, 0.1, 3, 0, planes), 0);
    coll_washboard two = DITCHES;
    two.periods = 2;
    disc = disc_at(-5.0, 0.85, 0.0, 0.0);
    assert_int_equal(coll_washboard_planes(&two, &disc, 0.1, 3, 0, planes), 1);
    CHECK_NEAR(planes[0].depth, 0.05, 1e-12);
    /* a period of 0.7 m, far away: positions of breaks are rounded */
    coll_washboard odd = {.shape = COLL_WASHBOARD_SINE, .wavelength = 0.7, .height = 0.05};
    for (int i = 0; i < 2000; i++) {
        disc = disc_at(0.35 * i, 0.85, 0.0, 0.0);
        assert_true(coll_washboard_planes(&odd, &disc, 0.1, 3, 0, planes) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(heights_are_those_of_the_profile),
                                       cmocka_unit_test(periods_end_in_level_ground),
                                       cmocka_unit_test(normals_belong_to_heights),
                                       cmocka_unit_test(normals_are_within_their_bound),
                                       cmocka_unit_test(the_nearest_point_is_found),
                                       cmocka_unit_test(a_ditch_has_two_walls),
                                       cmocka_unit_test(forces_do_not_jump),
                                       cmocka_unit_test(special_places)};
    return cmocka_run_group_tests_name("washboard", tests, NULL, NULL);
}
