/* Free bodies in motion: fall, collision, stacks, sleep and waking, posts. */
#include "support/check.h"

#include "object/object_internal.h"
#include "object_rig.h"

#include <math.h>
#include <string.h>

/* The trapezoidal rule is exact for a parabola, but for rounding. */
static void a_free_fall_is_exact(void **state)
{
    (void)state;
    object_rig *rig = rig_new(false);
    rig_add_box(rig, hl_v3(0.2, 0.1, 0.3), 80.0, hl_v3(1, 2, 30));
    rig_open(rig);
    rig_run(rig, 1000);
    CHECK_NEAR(obj_pose(rig->state, 0).position.z, 30.0 - 0.5 * 9.81, 1e-9);
    CHECK_NEAR(obj_velocity(rig->state, 0).z, -9.81, 1e-9);
    CHECK_NEAR(rig_energy(rig), 80.0 * 9.81 * 30.0, 1e-6);
    rig_free(rig);
}

static hl_vec3 momentum(const object_rig *rig)
{
    hl_vec3 sum = hl_v3(0, 0, 0);
    for (int i = 0; i < rig->count; i++)
        sum = hl_add_scaled(sum, rig->bodies[i].mass.mass, obj_velocity(rig->state, i));
    return sum;
}

/* Two boxes collide off centre: both turn, their momentum stays to rounding. */
static void a_collision_keeps_momentum(void **state)
{
    (void)state;
    object_rig *rig = rig_new(false);
    rig->def.gravity = hl_v3(0, 0, 0);
    rig_add_box(rig, hl_v3(0.2, 0.15, 0.1), 40.0, hl_v3(0, 0, 0));
    rig_add_box(rig, hl_v3(0.1, 0.2, 0.15), 70.0, hl_v3(0.5, 0.12, 0.05));
    rig_open(rig);
    rig_set_velocity(rig, 0, hl_v3(2, 0.2, 0), hl_v3(0.5, 1, -0.3));
    const hl_vec3 before = momentum(rig);
    double energy = 0.5 * 40.0 * hl_dot(hl_v3(2, 0.2, 0), hl_v3(2, 0.2, 0));
    int touches = 0;
    for (int i = 0; i < 400; i++) {
        const obj_touch *touch;
        rig_step(rig);
        touches += obj_touches(rig->work, &touch);
        CHECK_NEAR(hl_norm(hl_sub(momentum(rig), before)), 0.0, 1e-10);
    }
    assert_true(touches > 5);
    assert_true(obj_velocity(rig->state, 1).x > 0.5);
    assert_true(rig_energy(rig) < 1.1 * energy);
    rig_free(rig);
}

/* Stack of five: settles, sleeps within 1.5 s, drifts by less than a millimetre. */
static void a_stack_stands_and_sleeps(void **state)
{
    (void)state;
    object_rig *rig = rig_new(true);
    for (int i = 0; i < 5; i++) rig_add_box(rig, hl_v3(0.15, 0.15, 0.15), 50.0, hl_v3(0, 0, 0.15 + 0.3 * i));
    rig_open(rig);
    rig_run(rig, 1500);
    for (int i = 0; i < 5; i++) {
        const hl_vec3 place = obj_pose(rig->state, i).position;
        assert_false(obj_is_awake(rig->state, i));
        CHECK_NEAR(place.x, 0.0, 1e-6);
        CHECK_NEAR(place.z, 0.15 + 0.3 * i, 1e-3); /* the sum of all depths below it */
    }
    assert_int_equal(obj_report_of(rig->work).awake, 0);
    rig_free(rig);
}

/* A box thrown onto the ground, with and without bounds of the ground: the same bits in each step. */
static void bounds_of_the_ground_change_nothing(void **state)
{
    (void)state;
    object_rig *rigs[2];
    for (int k = 0; k < 2; k++) {
        rigs[k] = rig_new(true);
        if (k > 0) rigs[k]->def.ground.upright = 1.0;
        rig_add_box(rigs[k], hl_v3(0.2, 0.1, 0.3), 80.0, hl_v3(0, 0, 1.0));
        rig_open(rigs[k]);
        rig_set_velocity(rigs[k], 0, hl_v3(1, 0.3, 0), hl_v3(3, 1, -2));
    }
    int touches = 0;
    for (int i = 0; i < 1500; i++) {
        const obj_touch *touch;
        for (int k = 0; k < 2; k++) rig_step(rigs[k]);
        const hl_vec3 apart =
            hl_sub(obj_pose(rigs[0]->state, 0).position, obj_pose(rigs[1]->state, 0).position);
        CHECK_NEAR(hl_norm(apart), 0.0, 0.0);
        touches += obj_touches(rigs[1]->work, &touch) > 0;
    }
    assert_true(touches > 5);
    for (int k = 0; k < 2; k++) rig_free(rigs[k]);
}

/* Without sleep it stands as well. */
static void a_stack_does_not_creep(void **state)
{
    (void)state;
    object_rig *rig = rig_new(true);
    for (int i = 0; i < 5; i++) rig_add_box(rig, hl_v3(0.15, 0.15, 0.15), 50.0, hl_v3(0, 0, 0.15 + 0.3 * i));
    rig_open(rig);
    hl_vec3 settled = hl_v3(0, 0, 0);
    for (int k = 0; k < 6000; k++) {
        for (int i = 0; i < 5; i++) obj_wake(rig->state, i);
        rig_step(rig);
        if (k == 2000) settled = obj_pose(rig->state, 4).position;
    }
    CHECK_NEAR(hl_norm(hl_sub(obj_pose(rig->state, 4).position, settled)), 0.0, 2e-5);
    for (int i = 0; i < 5; i++)
        CHECK_NEAR(obj_pose(rig->state, i).position.z, 0.15 + 0.3 * i, 1.1e-4 * (i + 1));
    rig_free(rig);
}

/* A ball wakes the box that it hits, not the one far away. */
static void a_hit_wakes(void **state)
{
    (void)state;
    object_rig *rig = rig_new(true);
    rig_add_box(rig, hl_v3(0.15, 0.15, 0.15), 50.0, hl_v3(0, 0, 0.15));
    rig_add_box(rig, hl_v3(0.15, 0.15, 0.15), 50.0, hl_v3(3, 0, 0.15));
    const int ball = rig_add_ball(rig, 0.2, 30.0, hl_v3(-1, 0, 0.2));
    rig->bodies[0].awake = rig->bodies[1].awake = rig->bodies[ball].awake = false;
    rig_open(rig);
    rig_run(rig, 10);
    assert_int_equal(obj_report_of(rig->work).awake, 0);
    rig_set_velocity(rig, ball, hl_v3(2, 0, 0), hl_v3(0, 10, 0));
    rig_run(rig, 600);
    assert_true(obj_is_awake(rig->state, 0) || obj_pose(rig->state, 0).position.x > 0.01);
    assert_true(obj_pose(rig->state, 0).position.x > 0.05);
    CHECK_SAME(obj_pose(rig->state, 1).position.x, 3.0);
    rig_free(rig);
}

/* A box asleep on another that is pulled away falls. */
static void what_loses_its_support_wakes(void **state)
{
    (void)state;
    object_rig *rig = rig_new(true);
    rig->law.surface.kinetic = rig->law.surface.stiction = 0.1;
    for (int i = 0; i < 2; i++) rig_add_box(rig, hl_v3(0.2, 0.2, 0.1), 50.0, hl_v3(0, 0, 0.1 + 0.2 * i));
    rig_open(rig);
    rig_run(rig, 1500);
    assert_false(obj_is_awake(rig->state, 1));
    for (int k = 0; k < 800; k++) {
        obj_push(rig->state, 0, hl_v3(600, 0, 0), hl_v3(0, 0, 0));
        rig_step(rig);
    }
    assert_true(obj_pose(rig->state, 0).position.x > 0.5);
    assert_true(obj_pose(rig->state, 1).position.z < 0.2);
    rig_free(rig);
}

/* It holds on a slope below the friction angle, and slides down above it: g (sin - mu cos). */
static void slopes(void **state)
{
    (void)state;
    for (int steep = 0; steep < 2; steep++) {
        object_rig *rig = rig_new(true);
        rig->slope = steep ? 0.8 : 0.45;
        rig_add_box(rig, hl_v3(0.2, 0.2, 0.05), 50.0, hl_v3(0, 0, 0));
        const double angle = atan(rig->slope);
        rig->bodies[0].pose.rotation = hl_quat_matrix(hl_quat_about(hl_v3(0, 1, 0), -angle));
        rig->bodies[0].pose.position = hl_scale(0.05, hl_v3(-sin(angle), 0, cos(angle)));
        rig_open(rig);
        rig_run(rig, 1000);
        const double way = 0.5 * 9.81 * (sin(angle) - 0.5 * cos(angle));
        const hl_vec3 from = rig->bodies[0].pose.position, to = obj_pose(rig->state, 0).position;
        if (steep)
            CHECK_RELATIVE(hl_norm(hl_sub(to, from)), way, 0.05);
        else
            CHECK_NEAR(hl_norm(hl_sub(to, from)), 0.0, 2e-3);
        rig_free(rig);
    }
}

/* A ball stops by its rolling resistance, 0.02 g/(1 + 0.4) against its centre, then sleeps; one that spins on
 * the spot too. */
static void what_rolls_comes_to_rest(void **state)
{
    (void)state;
    object_rig *rig = rig_new(true);
    rig_add_ball(rig, 0.2, 30.0, hl_v3(0, 0, 0.2));
    rig_add_ball(rig, 0.2, 30.0, hl_v3(0, 2, 0.2));
    rig_open(rig);
    rig_set_velocity(rig, 0, hl_v3(0.5, 0, 0), hl_v3(0, 2.5, 0));
    rig_set_velocity(rig, 1, hl_v3(0, 0, 0), hl_v3(0, 0, 3.0));
    rig_run(rig, 1000);
    CHECK_NEAR(obj_velocity(rig->state, 0).x, 0.5 - 0.02 * 9.81 / 1.4, 5e-3);
    rig_run(rig, 5000);
    assert_false(obj_is_awake(rig->state, 0));
    assert_false(obj_is_awake(rig->state, 1));
    CHECK_NEAR(obj_pose(rig->state, 0).position.x, 0.5 * 0.25 / (0.02 * 9.81 / 1.4), 0.02);
    rig_free(rig);
}

/* The order of bodies in the definition changes rounding alone: two heaps of the same bodies, listed forwards
 * and backwards, until rounding has had time to grow. */
static void the_order_of_bodies_does_not_matter(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    object_rig *rig[2] = {rig_new(true), rig_new(true)};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < COUNT; i++) {
            const int n = k == 0 ? i : COUNT - 1 - i;
            rig_add_box(rig[k], hl_v3(0.15, 0.1 + 0.01 * n, 0.1), 20.0 + n,
                        hl_v3(0.04 * n, 0.03 * n, 0.2 + 0.25 * n));
        }
        rig_open(rig[k]);
        rig_run(rig[k], 400);
    }
    for (int i = 0; i < COUNT; i++) {
        const hl_vec3 a = obj_pose(rig[0]->state, i).position,
                      b = obj_pose(rig[1]->state, COUNT - 1 - i).position;
        CHECK_NEAR(hl_norm(hl_sub(a, b)), 0.0, 1e-7); /* Newton's method ends below 1e-8 m */
    }
    for (int k = 0; k < 2; k++) rig_free(rig[k]);
}

/* A light hit does not move a post; a heavy one bends it and breaks it off. */
static void posts_bend_and_break(void **state)
{
    (void)state;
    for (int fast = 0; fast < 3; fast++) {
        static const double SPEED[3] = {0.2, 4.0, 12.0};
        object_rig *rig = rig_new(true);
        const int post = rig_add_box(rig, hl_v3(0.05, 0.05, 0.6), 20.0, hl_v3(0, 0, 0)),
                  ball = rig_add_ball(rig, 0.25, 60.0, hl_v3(-0.4, 0, 0.9));
        rig->pieces[post].at.position.z = 0.62;
        rig->bodies[post].mass.centre.z = 0.62;
        rig->bodies[post].anchored = true;
        rig->bodies[post].anchor = (obj_anchor){.yield = 1500.0, .break_angle = 0.5};
        rig->bodies[post].awake = false;
        rig_open(rig);
        rig_set_velocity(rig, ball, hl_v3(SPEED[fast], 0, 0), hl_v3(0, 0, 0));
        rig_run(rig, 1500);
        const mb_pose pose = obj_pose(rig->state, post);
        const hl_vec3 top = hl_mat3_column(&pose.rotation, 2);
        if (fast == 0) CHECK_SAME(top.x, 0.0);
        if (fast == 1) assert_true(top.x > 0.02 && top.x < 0.48);
        assert_int_equal(obj_is_broken(rig->state, post), fast == 2);
        if (fast == 1) CHECK_NEAR(hl_norm(obj_pose(rig->state, post).position), 0.0, 5e-3);
        rig_free(rig);
    }
}

/* Saved in the middle and restored: the same bits. */
static void a_restored_state_goes_on_as_before(void **state)
{
    (void)state;
    object_rig *rig = rig_new(true);
    for (int i = 0; i < 8; i++)
        rig_add_box(rig, hl_v3(0.15, 0.1, 0.12), 20.0 + i, hl_v3(0.05 * i, 0.03 * i, 0.3 + 0.35 * i));
    rig_open(rig);
    const size_t size = obj_state_size(rig->model);
    void *kept = hl_arena_take(&rig->arena, 1, size), *end = hl_arena_take(&rig->arena, 1, size);
    rig_run(rig, 700);
    memcpy(kept, obj_state_bytes(rig->state), size);
    assert_true(obj_state_fits(rig->model, kept));
    rig_run(rig, 900);
    memcpy(end, obj_state_bytes(rig->state), size);
    memcpy(obj_state_bytes(rig->state), kept, size);
    rig->work = obj_work_new(rig->model, rig->state, &rig->arena);
    rig_run(rig, 900);
    assert_memory_equal(obj_state_bytes(rig->state), end, size);
    assert_int_equal(obj_state_hash(end), obj_state_hash(obj_state_bytes(rig->state)));
    assert_int_not_equal(obj_state_hash(end), obj_state_hash(kept));
    obj_push(rig->state, 3, hl_v3(1, 0, 0), hl_v3(0, 0, 0));
    assert_int_not_equal(obj_state_hash(end), obj_state_hash(obj_state_bytes(rig->state)));
    object_head *head = obj_state_bytes(rig->state);
    memory_entry *last = &rig->state->entries[head->entry_count - 1];
    assert_true(head->entry_count > 0 && obj_state_fits(rig->model, head));
    last->key += 1000000;
    assert_false(obj_state_fits(rig->model, head));
    memset(kept, 0x7f, size);
    assert_false(obj_state_fits(rig->model, kept));
    rig_free(rig);
}

static object_rig *three_layers(void)
{
    object_rig *rig = rig_new(true);
    for (int layer = 0; layer < 3; layer++)
        for (int i = 0; i < 4; i++)
            rig_add_box(rig, hl_v3(0.15, 0.15, 0.15), 50.0,
                        hl_v3(0.31 * (i & 1) + 0.05 * layer, 0.31 * (i >> 1), 0.15 + 0.3 * layer));
    rig_open(rig);
    return rig;
}

/* One work goes on, the other one is new in each step and finds all contacts again. A box at the top is
 * pushed from time to time, so that some contacts are taken over and others are not. */
static void a_step_does_not_depend_on_contacts_kept_in_the_work(void **state)
{
    (void)state;
    object_rig *on = three_layers(), *again = three_layers();
    obj_work *const first = again->work;
    for (int k = 0; k < 900; k++) {
        hl_arena arena = {.failed = false};
        for (int i = 0; i < 12; i++) {
            obj_wake(on->state, i);
            obj_wake(again->state, i);
        }
        const hl_vec3 push = hl_v3(0, 50, k % 100 < 60 ? 900.0 : 0.0), none = hl_v3(0, 0, 0);
        if (k > 400) {
            obj_push(on->state, 4 + k / 100, push, none);
            obj_push(again->state, 4 + k / 100, push, none);
        }
        again->work = obj_work_new(again->model, again->state, &arena);
        assert_non_null(again->work);
        rig_step(on);
        rig_step(again);
        assert_memory_equal(obj_state_bytes(on->state), obj_state_bytes(again->state),
                            obj_state_size(on->model));
        hl_arena_free(&arena);
    }
    again->work = first;
    rig_free(on);
    rig_free(again);
}

static void overlaps_are_reported(void **state)
{
    (void)state;
    object_rig *rig = rig_new(true);
    rig_add_box(rig, hl_v3(0.2, 0.2, 0.2), 50.0, hl_v3(0, 0, 0.2));
    rig_add_box(rig, hl_v3(0.2, 0.2, 0.2), 50.0, hl_v3(0.3, 0, 0.2));
    rig_open(rig);
    assert_int_equal(rig->report.count, 1);
    assert_non_null(strstr(rig->report.list[0].text, "'north' and 'east' overlap by 100 mm"));
    rig_free(rig);
}

/* ---- heaps ---- */

static bool level_heap(const void *context, hl_vec3 place, double *height, hl_vec3 *normal)
{
    *height = *(const double *)context;
    *normal = hl_v3(0, 0, 1);
    return fabs(place.x) < 2.0 && fabs(place.y) < 2.0 && place.z > -0.1;
}

static void check_on_heap(const object_rig *rig, const double lowest[4], double surface)
{
    for (int i = 0; i < 4; i++) {
        CHECK_SAME(obj_is_awake(rig->state, i), 0.0);
        CHECK_NEAR(obj_pose(rig->state, i).position.z - lowest[i], surface, 2e-3);
    }
}

/* Soil on a tilted body whose container is level. Bodies of all kinds lie on it, sink with it from sleep, and
 * rise with it slowly; beside it they fall. */
static void bodies_lie_on_a_heap(void **state)
{
    (void)state;
    static const double lowest[4] = {0.2, 0.2, 0.3, 0.1}; /* of the centre over the surface [m] */
    double height = 0.2;
    object_rig *rig = rig_new(false);
    const hl_mat3 lying = hl_quat_matrix(hl_quat_exp(hl_v3(0.5 * 3.14159265358979, 0, 0)));
    const hl_quat tilt = hl_quat_exp(hl_v3(0.1, 0.3, 0));
    rig_add_box(rig, hl_v3(0.2, 0.2, 0.2), 50.0, hl_v3(0, 0, 3.5));
    rig_add_ball(rig, 0.2, 80.0, hl_v3(1, 0, 3.5));
    rig_add(rig, (coll_shape){.kind = COLL_CYLINDER, .radius = 0.3, .half_length = 0.3}, 80.0,
            hl_v3(0, 1, 3.6));
    rig_add(rig, (coll_shape){.kind = COLL_CAPSULE, .radius = 0.1, .half_length = 0.3}, 30.0,
            hl_v3(1, 1, 3.5));
    rig_add_ball(rig, 0.2, 80.0, hl_v3(2.5, 0, 3.5));
    rig->bodies[3].pose.rotation = lying;
    const int port = rig_add_port(rig, hl_v3(0.1, 0.1, 0.1), hl_v3(0, 0, 2.0));
    rig->motions[port].pose.rotation = hl_quat_matrix(tilt);
    const hl_mat3 back = hl_mat3_transposed(&rig->motions[port].pose.rotation);
    const obj_heap heap = {.context = &height,
                           .at = {hl_mul(&back, hl_v3(0, 0, 1)), back},
                           .low = {-2, -2, 0},
                           .high = {2, 2, 1},
                           .sample = level_heap};
    rig->ports[port].heap = &heap;
    rig_open(rig);
    rig_run(rig, 4000);
    check_on_heap(rig, lowest, 3.2);
    assert_true(obj_pose(rig->state, 4).position.z < -1.0);
    height = 0.1;
    rig_run(rig, 4000);
    check_on_heap(rig, lowest, 3.1);
    for (int i = 0; i < 50; i++) { /* 1 cm in 50 ms, ten times as fast as it lifts */
        height += 2e-4;
        rig_step(rig);
    }
    for (int i = 0; i < 4; i++) assert_true(obj_pose(rig->state, i).position.z - lowest[i] < 3.103);
    rig_run(rig, 4000);
    check_on_heap(rig, lowest, 3.11);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_free_fall_is_exact),
                                       cmocka_unit_test(a_collision_keeps_momentum),
                                       cmocka_unit_test(a_stack_stands_and_sleeps),
                                       cmocka_unit_test(bounds_of_the_ground_change_nothing),
                                       cmocka_unit_test(a_stack_does_not_creep),
                                       cmocka_unit_test(a_hit_wakes),
                                       cmocka_unit_test(what_loses_its_support_wakes),
                                       cmocka_unit_test(slopes),
                                       cmocka_unit_test(what_rolls_comes_to_rest),
                                       cmocka_unit_test(the_order_of_bodies_does_not_matter),
                                       cmocka_unit_test(posts_bend_and_break),
                                       cmocka_unit_test(a_restored_state_goes_on_as_before),
                                       cmocka_unit_test(a_step_does_not_depend_on_contacts_kept_in_the_work),
                                       cmocka_unit_test(overlaps_are_reported),
                                       cmocka_unit_test(bodies_lie_on_a_heap)};
    return cmocka_run_group_tests_name("object", tests, NULL, NULL);
}
