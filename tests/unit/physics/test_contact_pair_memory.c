/* Points of a pair from step to step: what continues what, approach speeds, bristles, forgetting. */
#include "support/check.h"

#include "contact/pair.h"

#include <math.h>
#include <string.h>

static const double STEP = 1e-3, SLOWEST = 0.01;
static const contact_surface SURFACE = {.kinetic = 0.3, .stiction = 0.3};

/* Balls of radius 0.2 m on the ground z = 0, all of one body at rest at the origin. */
static contact_spot ball(int64_t feature, double x, double depth)
{
    return (contact_spot){.centre = {x, 0, 0.2 - depth},
                          .radius = 0.2,
                          .normal = {0, 0, 1},
                          .depth = depth,
                          .feature = feature,
                          .patch = feature,
                          .reach = 0.05,
                          .surface = &SURFACE};
}

static contact_motion still(void)
{
    return (contact_motion){.pose = {hl_v3(0, 0, 0), hl_mat3_identity()}};
}

typedef struct rig {
    contact_pair pair;
    contact_pair_memory memory;
    contact_pair_data data;
} rig;

static rig *rig_of(rig *r)
{
    memset(r, 0, sizeof *r);
    r->data = (contact_pair_data){.material = {.stiffness = 1e6},
                                  .stick = {.stiffness = 1e6, .damping = 0.0, .velocity = 0.1}};
    r->data.pair = &r->pair;
    return r;
}

static void step(rig *r, const contact_motion *a)
{
    contact_pair_recall(&r->data, &r->memory, SLOWEST, STEP, a, NULL);
    contact_pair_remember(&r->data, &r->memory, STEP, a, NULL);
}

static void put(rig *r, int count, const contact_spot *spots)
{
    r->pair.count = 0;
    for (int k = 0; k < count; k++) contact_pair_add(&r->pair, &spots[k]);
}

/* The same feature goes on wherever it is; ages count, the approach speed stays that of the begin. */
static void the_same_feature_continues(void **state)
{
    (void)state;
    rig r;
    contact_motion falls = still(), rests = still();
    falls.velocity.z = -0.5;
    put(rig_of(&r), 1, &(contact_spot){0});
    r.pair.spot[0] = ball(7, 0.0, 1e-3);
    step(&r, &falls);
    assert_int_equal(r.memory.count, 1);
    const contact_spot far = ball(7, 3.0, 1e-3);
    put(&r, 1, &far);
    step(&r, &rests);
    assert_int_equal(r.memory.trace[0].age, 2);
    CHECK_SAME(r.memory.trace[0].approach, 0.5);
}

/* A point that has moved on to another feature continues within its reach, nearest first, unless the normal
 * has turned by 30 degrees or more. */
static void a_neighbour_continues(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        rig r;
        contact_motion falls = still(), rests = still();
        falls.velocity.z = -0.5;
        const contact_spot before[2] = {ball(1, 0.0, 1e-3), ball(2, 0.03, 2e-3)};
        put(rig_of(&r), 2, before);
        step(&r, &falls);
        contact_spot after = ball(3, k == 1 ? 0.09 : 0.02, 1e-3); /* 0.06 m and more from both */
        const double turn = k == 2 ? 0.53 : 0.51;                 /* 30 deg: 0.5236 */
        after.normal = hl_v3(sin(turn), 0, cos(turn));
        after.plane = hl_v3(after.centre.x, 0, 0);
        put(&r, 1, &after);
        contact_pair_recall(&r.data, &r.memory, SLOWEST, STEP, &rests, NULL);
        assert_int_equal(r.pair.spot[0].age, k == 0 ? 1 : 0);
        CHECK_SAME(r.pair.spot[0].approach, k == 0 ? 0.5 : SLOWEST);
    }
}

/* A bristle turns with the normal and keeps its length; a trace serves once, and goes to its own feature. */
static void bristles_turn_with_the_normal(void **state)
{
    (void)state;
    rig r;
    const contact_motion rests = still();
    rig_of(&r)->memory = (contact_pair_memory){.count = 1,
                                               .trace = {{.feature = 4,
                                                          .age = 9,
                                                          .approach = 0.2,
                                                          .centre = {0, 0, 0.2},
                                                          .normal = {0, 0, 1},
                                                          .bristle = {3e-3, 4e-3, 0}}}};
    contact_spot two[2] = {ball(5, 0.001, 1e-3), ball(4, 0.002, 1e-3)};
    two[1].normal = hl_v3(sin(0.4), 0, cos(0.4));
    put(&r, 2, two);
    contact_pair_recall(&r.data, &r.memory, SLOWEST, STEP, &rests, NULL);
    assert_int_equal(r.pair.spot[0].age, 0);
    assert_int_equal(r.pair.spot[1].age, 9);
    CHECK_SAME(hl_norm(r.pair.spot[0].bristle), 0.0);
    const hl_vec3 z = r.pair.spot[1].bristle; /* turned about y by 0.4 */
    CHECK_NEAR(z.x, 3e-3 * cos(0.4), 1e-17);
    CHECK_NEAR(z.y, 4e-3, 1e-17);
    CHECK_NEAR(z.z, -3e-3 * sin(0.4), 1e-17);
}

/* Points of one patch share the largest v0; slow ones have `slowest`. */
static void a_patch_shares_its_approach_speed(void **state)
{
    (void)state;
    rig r;
    contact_motion tips = still();
    tips.turn.y = 1.0; /* a point at x goes down at x */
    contact_spot spots[3] = {ball(1, 0.0, 1e-3), ball(2, 0.4, 1e-3), ball(3, 0.001, 1e-3)};
    spots[0].patch = spots[1].patch = 9;
    put(rig_of(&r), 3, spots);
    contact_pair_recall(&r.data, &r.memory, SLOWEST, STEP, &tips, NULL);
    CHECK_NEAR(r.pair.spot[0].approach, 0.4, 1e-15);
    CHECK_NEAR(r.pair.spot[1].approach, 0.4, 1e-15);
    CHECK_SAME(r.pair.spot[2].approach, SLOWEST);
}

/* After a step k z = f - c v, here k (z + h v), but no more than mu N/k; a point that has left is forgotten.
 */
static void bristles_bend_and_are_forgotten(void **state)
{
    (void)state;
    rig r;
    contact_motion slides = still();
    slides.velocity.x = 0.01;
    const contact_spot spot = ball(1, 0.0, 1e-3);
    put(rig_of(&r), 1, &spot);
    for (int k = 1; k <= 40; k++) {
        step(&r, &slides);
        const double expected = fmin(1e-5 * k, 0.3 * 1e6 * 1e-3 / 1e6);
        CHECK_NEAR(r.memory.trace[0].bristle.x, expected, 1e-15);
    }
    contact_motion lifted = slides;
    lifted.pose.position.z = 0.01;
    step(&r, &lifted);
    assert_int_equal(r.memory.count, 0);
    CHECK_SAME(r.pair.spot[0].bristle.x, 0.0);
}

/* Bodies lighter than what the stick parameters are made for: (k h + c) h/2 is half of 1/(1/m + arm^2/I),
 * here at most, over two points. */
static void light_bodies_stick_softly(void **state)
{
    (void)state;
    rig r;
    const contact_motion rests = still();
    const contact_spot spots[2] = {ball(1, 0.0, 1e-3), ball(2, 0.5, 1e-3)};
    put(rig_of(&r), 2, spots);
    r.data.stick.damping = 2e3;
    for (int k = 0; k < 2; k++) {
        const double mass = k ? 2.0 : 2000.0, inertia = k ? 0.1 : 1e4;
        r.data.body[0] = (contact_body){mass, inertia};
        contact_pair_recall(&r.data, &r.memory, SLOWEST, STEP, &rests, NULL);
        for (int i = 0; i < 2; i++) {
            const double resists = 1.0 / (1.0 / mass + (i ? 0.25 : 0.0) / inertia);
            CHECK_NEAR(r.pair.spot[i].share, fmin(1.0, 0.25 * resists / (0.5e-3 * 3e3)), 1e-12);
        }
    }
}

/* Of more points than there is room for the deepest stay. */
static void the_deepest_points_are_kept(void **state)
{
    (void)state;
    rig r;
    rig_of(&r);
    for (int k = 0; k < CONTACT_MAX_POINTS + 4; k++) {
        const contact_spot spot = ball(k, 0.1 * k, 1e-3 * k);
        contact_pair_add(&r.pair, &spot);
    }
    assert_int_equal(r.pair.count, CONTACT_MAX_POINTS);
    assert_int_equal(r.pair.overflow, 4);
    for (int k = 0; k < CONTACT_MAX_POINTS; k++) assert_true(r.pair.spot[k].depth >= 4e-3);
}

/* A point that appears 5 mm deep presses as if it came up at 20 mm/s; one that was there keeps its depth. */
static void late_points_begin_to_press_slowly(void **state)
{
    (void)state;
    rig r;
    const contact_motion rests = still();
    contact_spot deep = ball(7, 0.0, 5e-3);
    rig_of(&r)->data.catch_up = 0.02;
    for (int k = 1; k <= 3; k++) {
        put(&r, 1, &deep);
        step(&r, &rests);
        CHECK_NEAR(r.memory.trace[0].pressed, k * 2e-5, 1e-15);
        CHECK_NEAR(r.pair.spot[0].late, 5e-3 - k * 2e-5, 1e-15);
    }
    deep = ball(7, 0.0, 1e-5);
    put(&r, 1, &deep);
    step(&r, &rests);
    CHECK_SAME(r.pair.spot[0].late, 0.0);
    CHECK_NEAR(r.memory.trace[0].pressed, 1e-5, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(late_points_begin_to_press_slowly),
                                       cmocka_unit_test(the_same_feature_continues),
                                       cmocka_unit_test(a_neighbour_continues),
                                       cmocka_unit_test(bristles_turn_with_the_normal),
                                       cmocka_unit_test(a_patch_shares_its_approach_speed),
                                       cmocka_unit_test(bristles_bend_and_are_forgotten),
                                       cmocka_unit_test(light_bodies_stick_softly),
                                       cmocka_unit_test(the_deepest_points_are_kept)};
    return cmocka_run_group_tests_name("contact_pair_memory", tests, NULL, NULL);
}
