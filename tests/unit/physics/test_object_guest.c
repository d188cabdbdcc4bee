/* Free bodies in the step of a machine: the condensed force and its tangent against solved steps. */
#include "support/check.h"

#include "object_rig.h"

#include <math.h>
#include <string.h>

static const double STEP = 1e-3;

/* A plate, the machine's body, under two boxes of which one carries the other. */
static object_rig *loaded_plate(double drop)
{
    object_rig *rig = rig_new(false);
    rig_add_port(rig, hl_v3(0.6, 0.4, 0.05), hl_v3(0, 0, -0.05));
    rig_add_box(rig, hl_v3(0.2, 0.15, 0.1), 60.0, hl_v3(0.1, 0.02, 0.1 + drop));
    rig_add_box(rig, hl_v3(0.15, 0.1, 0.1), 30.0, hl_v3(0.15, 0.0, 0.3 + drop));
    rig_open(rig);
    return rig;
}

static void the_tangent_is_that_of_the_solved_force(void **state)
{
    (void)state;
    object_rig *rig = loaded_plate(0.0);
    for (int k = 0; k < 300; k++) {
        for (int i = 0; i < 2; i++) obj_wake(rig->state, i);
        rig_step(rig);
    }
    const mb_guest guest = obj_guest(rig->work, 0);
    assert_int_equal(guest.count, 1);
    for (int slips = 0; slips < 2; slips++) {
        obj_find(rig->work, rig->motions, NULL);
        const mb_guest_motion motion = {rig->motions[0].pose, hl_v3(slips ? 0.4 : 0.0, 0.0, 0.001),
                                        hl_v3(0, 0, 0)};
        double force[6];
        rig_check_guest_tangent(&guest, &motion, 1e-8, force);
    }
    rig_free(rig);
}

/* One evaluation returns the force after the guest's own correction; all that it lacks is of second order. */
static void one_correction_is_nearly_all(void **state)
{
    (void)state;
    object_rig *rig = loaded_plate(0.0);
    rig_run(rig, 50);
    const mb_guest guest = obj_guest(rig->work, 0);
    const mb_guest_motion motion = {rig->motions[0].pose, hl_v3(0, 0, 0), hl_v3(0, 0, 0)};
    obj_find(rig->work, rig->motions, NULL);
    double first[6], solved[6], tangent[36];
    int active[MB_GUEST_PORTS];
    guest.begin(guest.context, STEP, active);
    assert_int_equal(guest.evaluate(guest.context, &motion, true, first, tangent), HL_OK);
    rig_solve_guest(&guest, &motion, solved, tangent);
    assert_true(solved[2] < -500.0);
    for (int i = 0; i < 6; i++) CHECK_NEAR(first[i], solved[i], 1e-3 * fabs(solved[2]));
    rig_free(rig);
}

/* A plate that rests is pushed by the weight, whether its machine carries the bodies or not; when they sleep
 * the force stays. */
static void weight_is_felt(void **state)
{
    (void)state;
    object_rig *rig = loaded_plate(0.0);
    rig_run(rig, 1000);
    assert_false(obj_is_awake(rig->state, 0));
    rig_step(rig);
    hl_vec3 force, moment;
    obj_push_back(rig->work, 0, &force, &moment);
    CHECK_RELATIVE(force.z, -90.0 * 9.81, 0.02);
    const mb_guest guest = obj_guest(rig->work, 0);
    int active[MB_GUEST_PORTS];
    double condensed[6], tangent[36];
    obj_find(rig->work, rig->motions, NULL);
    assert_int_equal(guest.begin(guest.context, STEP, active), 1);
    const mb_guest_motion motion = {rig->motions[0].pose, hl_v3(0, 0, 0), hl_v3(0, 0, 0)};
    assert_int_equal(guest.evaluate(guest.context, &motion, true, condensed, tangent), HL_OK);
    const double still[6] = {0.0};
    guest.follow(guest.context, still);
    obj_step_rest(rig->work);
    obj_accept(rig->work);
    CHECK_RELATIVE(condensed[2], force.z, 1e-3);
    double present[6];
    guest.present(guest.context, 0, present);
    CHECK_RELATIVE(present[2], force.z, 1e-3);
    rig_free(rig);
}

/* A plate that comes up wakes what lies on it. */
static void a_moving_port_wakes(void **state)
{
    (void)state;
    object_rig *rig = loaded_plate(0.0);
    rig_run(rig, 1000);
    assert_false(obj_is_awake(rig->state, 0));
    rig->motions[0].velocity.z = 0.1;
    for (int k = 0; k < 100; k++) {
        rig->motions[0].pose.position.z += 1e-4;
        rig_step(rig);
    }
    assert_true(obj_is_awake(rig->state, 0));
    assert_true(obj_pose(rig->state, 0).position.z > 0.105);
    rig_free(rig);
}

/* One step as a world does it: the guest's begin and three iterations with a plate that does not move. */
static int step_with_guest(object_rig *rig)
{
    const mb_guest guest = obj_guest(rig->work, 0);
    int active[MB_GUEST_PORTS];
    double force[6 * MB_GUEST_PORTS], tangent[36 * MB_GUEST_PORTS * MB_GUEST_PORTS];
    const double still[6 * MB_GUEST_PORTS] = {0.0};
    mb_guest_motion motions[MB_GUEST_PORTS];
    obj_find(rig->work, rig->motions, NULL);
    const int count = guest.begin(guest.context, STEP, active);
    for (int k = 0; k < count; k++) {
        const contact_motion *m = &rig->motions[active[k]];
        motions[k] = (mb_guest_motion){m->pose, m->velocity, m->turn};
    }
    for (int k = 0; k < 4 && count > 0; k++) {
        assert_int_equal(guest.evaluate(guest.context, motions, true, force, tangent), HL_OK);
        guest.follow(guest.context, still);
    }
    obj_step_rest(rig->work);
    obj_accept(rig->work);
    return count;
}

/* Two boxes that do not fit into the machine's step are stepped after it and push it in the next step. */
static void what_does_not_fit_is_stepped_alone(void **state)
{
    (void)state;
    for (int fits = 0; fits < 2; fits++) {
        object_rig *rig = rig_new(false);
        rig->def.most_awake = fits ? 2 : 1;
        rig_add_port(rig, hl_v3(0.6, 0.4, 0.05), hl_v3(0, 0, -0.05));
        rig_add_box(rig, hl_v3(0.2, 0.15, 0.1), 60.0, hl_v3(0.1, 0.02, 0.1));
        rig_add_box(rig, hl_v3(0.15, 0.1, 0.1), 30.0, hl_v3(0.15, 0.0, 0.3));
        rig_open(rig);
        for (int k = 0; k < 300; k++) assert_int_equal(step_with_guest(rig), fits);
        hl_vec3 force, moment;
        double carried[6];
        const mb_guest guest = obj_guest(rig->work, 0);
        obj_push_back(rig->work, 0, &force, &moment);
        guest.present(guest.context, 0, carried);
        CHECK_RELATIVE(fits ? carried[2] : force.z, -90.0 * 9.81, 0.02);
        CHECK_SAME(fits ? force.z : carried[2], 0.0);
        assert_int_equal(obj_report_of(rig->work).waiting, 0);
        rig_free(rig);
    }
}

/* More bodies awake than the definition allows: islands after the first ones keep still. */
static void what_finds_no_room_waits(void **state)
{
    (void)state;
    object_rig *rig = rig_new(true);
    rig->def.most_alone = 2;
    for (int i = 0; i < 4; i++) rig_add_ball(rig, 0.1, 10.0, hl_v3(i, 0, 1.0));
    rig_open(rig);
    rig_run(rig, 100);
    assert_int_equal(obj_report_of(rig->work).waiting, 2);
    for (int i = 0; i < 2; i++) CHECK_NEAR(obj_pose(rig->state, i).position.z, 1.0 - 0.5 * 9.81 * 0.01, 1e-9);
    for (int i = 2; i < 4; i++) CHECK_SAME(obj_pose(rig->state, i).position.z, 1.0);
    rig_run(rig, 5000); /* the first two sleep, the others follow */
    for (int i = 2; i < 4; i++) CHECK_NEAR(obj_pose(rig->state, i).position.z, 0.1, 1e-3);
    rig_free(rig);
}

/* A body on two ports of two machines: the first carries it, the second gets its forces afterwards. */
static void two_machines_share_a_load(void **state)
{
    (void)state;
    object_rig *rig = rig_new(false);
    for (int p = 0; p < 2; p++) rig_add_port(rig, hl_v3(0.3, 0.4, 0.05), hl_v3(0.8 * p, 0, -0.05));
    rig->ports[1].machine = 1;
    rig->ports[1].body = 0;
    rig_add_box(rig, hl_v3(0.5, 0.1, 0.1), 80.0, hl_v3(0.4, 0, 0.1));
    rig_open(rig);
    for (int k = 0; k < 300; k++) assert_int_equal(step_with_guest(rig), 1);
    hl_vec3 force, moment;
    double carried[6];
    const mb_guest guest = obj_guest(rig->work, 0);
    guest.present(guest.context, 0, carried);
    obj_push_back(rig->work, 1, &force, &moment);
    CHECK_RELATIVE(carried[2], -40.0 * 9.81, 0.02);
    CHECK_RELATIVE(force.z, -40.0 * 9.81, 0.02);
    rig_free(rig);
}

/* A track that runs under a box takes it along. */
static void a_moving_surface_drags(void **state)
{
    (void)state;
    object_rig *rig = rig_new(false);
    rig_add_port(rig, hl_v3(1.0, 0.4, 0.05), hl_v3(0, 0, -0.05));
    rig_add_box(rig, hl_v3(0.2, 0.15, 0.1), 60.0, hl_v3(0, 0, 0.1));
    rig->bodies[0].awake = false;
    rig_open(rig);
    const hl_vec3 moving = hl_v3(0.5, 0, 0);
    for (int k = 0; k < 400; k++) {
        obj_find(rig->work, rig->motions, &moving);
        obj_step_rest(rig->work);
        obj_accept(rig->work);
    }
    CHECK_NEAR(obj_velocity(rig->state, 0).x, 0.5, 0.02);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_tangent_is_that_of_the_solved_force),
                                       cmocka_unit_test(one_correction_is_nearly_all),
                                       cmocka_unit_test(weight_is_felt),
                                       cmocka_unit_test(a_moving_port_wakes),
                                       cmocka_unit_test(what_does_not_fit_is_stepped_alone),
                                       cmocka_unit_test(what_finds_no_room_waits),
                                       cmocka_unit_test(two_machines_share_a_load),
                                       cmocka_unit_test(a_moving_surface_drags)};
    return cmocka_run_group_tests_name("object_guest", tests, NULL, NULL);
}
