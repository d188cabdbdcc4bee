/* Links of free bodies: slings that pull, swing, break and are let go. */
#include "support/check.h"

#include "object/object_internal.h"
#include "object_rig.h"

#include <math.h>

static const double PI = 3.14159265358979323846, STEP = 1e-3, GRAVITY = 9.81;

/* A box of 320 kg below a hook at the origin, which it is attached to by the middle of its top. */
static object_rig *hung_box(obj_link_def *link, double drop, bool ground)
{
    object_rig *rig = rig_new(ground);
    rig_add_port(rig, hl_v3(0.1, 0.1, 0.1), hl_v3(0, 0, ground ? 1.9 : 0.0));
    rig_add_box(rig, hl_v3(1.0, 0.3, 0.3), 320.0, hl_v3(0, 0, ground ? 0.3 : -1.8 - drop));
    rig->def.links = link;
    rig->def.link_count = 1;
    rig_open(rig);
    obj_attach(rig->state, 0, 0, hl_v3(0, 0, 0.3));
    return rig;
}

static obj_link_def sling(void)
{
    return (obj_link_def){.name = "sling", .body = -1, .length = 1.5, .stiffness = 2e6};
}

/* It takes the weight without a jump and shows it. */
static void a_hung_body_shows_its_weight(void **state)
{
    (void)state;
    obj_link_def link = sling();
    object_rig *rig = hung_box(&link, -0.01, false);
    double most = 0.0;
    for (int i = 0; i < 4000; i++) {
        rig_step(rig);
        most = fmax(most, obj_link_of(rig->state, 0).force.z);
    }
    const obj_link_now now = obj_link_of(rig->state, 0);
    CHECK_RELATIVE(now.force.z, 320.0 * GRAVITY, 1e-4);
    CHECK_NEAR(obj_pose(rig->state, 0).position.z, -1.8 - 320.0 * GRAVITY / 2e6, 1e-5);
    assert_true(most < 6.0 * 320.0 * GRAVITY);
    assert_true(obj_is_awake(rig->state, 0));
    hl_vec3 force, moment;
    obj_push_back(rig->work, 0, &force, &moment);
    CHECK_RELATIVE(force.z, -320.0 * GRAVITY, 1e-4);
    rig_free(rig);
}

/* Slow mode of a double pendulum of a massless sling and a body: its rate, and turn of the body over that of
 * the sling. */
static double slow_rate(const object_rig *rig, double *ratio)
{
    const double l = 1.5 + 320.0 * GRAVITY / 2e6, a = 0.3, m = 320.0, I = rig->bodies[0].mass.inertia.yy;
    const double mass[3] = {m * l * l, m * l * a, I + m * a * a},
                 weight[2] = {m * GRAVITY * l, m * GRAVITY * a};
    const double qa = mass[0] * mass[2] - mass[1] * mass[1],
                 qb = -(mass[0] * weight[1] + mass[2] * weight[0]), qc = weight[0] * weight[1];
    const double square = (-qb - sqrt(qb * qb - 4.0 * qa * qc)) / (2.0 * qa);
    *ratio = (weight[0] - square * mass[0]) / (square * mass[1]);
    return sqrt(square);
}

static void a_hung_body_swings_as_a_double_pendulum(void **state)
{
    (void)state;
    obj_link_def link = sling();
    object_rig *rig = hung_box(&link, 320.0 * GRAVITY / 2e6, false);
    double ratio, before = 0.0, first = 0.0, last = 0.0;
    const double rate = slow_rate(rig, &ratio), speed = 0.05;
    rig_run(rig, 2000);
    const double l = 1.5 + 320.0 * GRAVITY / 2e6, sway = speed / (l + ratio * 0.3);
    rig_set_velocity(rig, 0, hl_v3(speed, 0, 0), hl_v3(0, -sway * ratio, 0));
    int crossings = 0;
    for (int i = 0; i < 9000 && crossings < 5; i++) {
        rig_step(rig);
        const double x = obj_pose(rig->state, 0).position.x, time = i * STEP;
        if ((before < 0.0) != (x < 0.0) && i > 10) {
            if (crossings++ == 0) first = time;
            last = time;
        }
        before = x;
    }
    assert_int_equal(crossings, 5);
    CHECK_RELATIVE((last - first) / 2.0, 2.0 * PI / rate, 0.003);
    rig_free(rig);
}

static void a_sling_breaks_at_its_limit(void **state)
{
    (void)state;
    for (int strong = 0; strong < 2; strong++) {
        obj_link_def link = sling();
        link.breaks_at = (strong ? 1.1 : 0.9) * 320.0 * GRAVITY;
        object_rig *rig = hung_box(&link, 0.0, false);
        rig->steps = 0;
        for (int i = 0; i < 500; i++) {
            obj_push(rig->state, 0, hl_v3(0, 0, (1.0 - i / 500.0) * 320.0 * GRAVITY), hl_v3(0, 0, 0));
            rig_step(rig);
        }
        rig_run(rig, 500);
        assert_int_equal(obj_link_of(rig->state, 0).body, strong ? 0 : -1);
        assert_int_equal(obj_link_of(rig->state, 0).broken, !strong);
        assert_true(strong == (obj_pose(rig->state, 0).position.z > -2.0));
        rig_free(rig);
    }
}

/* Acceleration jumps with the force: the fall is exact from the first step. */
static void what_is_let_go_falls_at_once(void **state)
{
    (void)state;
    obj_link_def link = sling();
    object_rig *rig = hung_box(&link, 320.0 * GRAVITY / 2e6, false);
    rig_run(rig, 3000);
    obj_let_go(rig->state, 0);
    const double from = obj_velocity(rig->state, 0).z;
    hl_vec3 force, moment;
    obj_push_back(rig->work, 0, &force, &moment);
    CHECK_NEAR(hl_norm(force), 0.0, 1e-6);
    rig_run(rig, 100);
    CHECK_NEAR(obj_velocity(rig->state, 0).z, from - 0.1 * GRAVITY, 1e-6);
    rig_free(rig);
}

/* A body sleeps in a slack sling, wakes when this is pulled, and is lifted. */
static void a_slack_sling_lets_sleep(void **state)
{
    (void)state;
    obj_link_def link = sling();
    object_rig *rig = hung_box(&link, 0.0, true);
    rig_run(rig, 1500);
    assert_false(obj_is_awake(rig->state, 0));
    CHECK_NEAR(hl_norm(obj_link_of(rig->state, 0).force), 0.0, 0.0);
    rig->motions[0].velocity = hl_v3(0, 0, 0.5);
    for (int i = 0; i < 2000; i++) {
        rig->motions[0].pose.position.z += 0.5 * STEP;
        rig_step(rig);
    }
    assert_true(obj_is_awake(rig->state, 0));
    CHECK_NEAR(obj_pose(rig->state, 0).position.z, 1.1, 0.01);
    rig_free(rig);
}

/* Two bodies in space on one sling: it pulls both, one-sidedly, and keeps their momentum. */
static void a_sling_between_bodies_keeps_momentum(void **state)
{
    (void)state;
    obj_link_def link = {.name = "rope", .body = 1, .at = {0, 0.1, -0.1}, .length = 1.0};
    object_rig *rig = rig_new(false);
    rig->def.gravity = hl_v3(0, 0, 0);
    rig_add_box(rig, hl_v3(0.2, 0.15, 0.1), 40.0, hl_v3(0, 0, 0));
    rig_add_box(rig, hl_v3(0.1, 0.2, 0.15), 70.0, hl_v3(0, 0, 0.9));
    rig->def.links = &link;
    rig->def.link_count = 1;
    rig_open(rig);
    obj_attach(rig->state, 0, 0, hl_v3(0.05, 0, 0.1));
    rig_set_velocity(rig, 0, hl_v3(0.3, 0, -2), hl_v3(0, 0, 0));
    rig->state->bodies[0].acceleration = hl_v3(0, 0, 0);
    for (int i = 0; i < 600; i++) {
        rig_step(rig);
        const hl_vec3 sum =
            hl_add(hl_scale(40.0, obj_velocity(rig->state, 0)), hl_scale(70.0, obj_velocity(rig->state, 1)));
        CHECK_NEAR(hl_norm(hl_sub(sum, hl_v3(12, 0, -80))), 0.0, 1e-9);
        assert_true(rig_energy(rig) < 82.0);
    }
    assert_true(obj_velocity(rig->state, 1).z < -0.5);
    rig_free(rig);
}

/* ---- the guest of a machine ---- */

static void the_machine_feels_it_with_its_tangent(void **state)
{
    (void)state;
    obj_link_def link = sling();
    link.at = hl_v3(0.2, 0.1, 0.0);
    object_rig *rig = hung_box(&link, 0.02, false);
    rig_run(rig, 3000);
    const mb_guest guest = obj_guest(rig->work, 0);
    obj_find(rig->work, rig->motions, NULL);
    const mb_guest_motion motion = {rig->motions[0].pose, hl_v3(0.1, 0.0, 0.05), hl_v3(0, 0, 0)};
    double force[6];
    rig_check_guest_tangent(&guest, &motion, 1e-7, force);
    assert_true(force[2] < -1000.0);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hung_body_shows_its_weight),
        cmocka_unit_test(a_hung_body_swings_as_a_double_pendulum),
        cmocka_unit_test(a_sling_breaks_at_its_limit),
        cmocka_unit_test(what_is_let_go_falls_at_once),
        cmocka_unit_test(a_slack_sling_lets_sleep),
        cmocka_unit_test(a_sling_between_bodies_keeps_momentum),
        cmocka_unit_test(the_machine_feels_it_with_its_tangent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
