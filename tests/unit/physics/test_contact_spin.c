/* The spin bristle: values by hand, derivatives, and a box that turns on the spot. */
#include "support/check.h"

#include "body_effort.h"
#include "contact/contact.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

static const contact_material STEEL = {
    .stiffness = 1e6, .bristle_stiffness = 5e3, .bristle_damping = 5.0, .stribeck_velocity = 0.05};
static const contact_surface SURFACE = {.dissipation = 0.5, .damping = 1e3, .kinetic = 0.4, .stiction = 0.5},
                             OTHER = {.dissipation = 0.8, .kinetic = 0.2, .stiction = 0.25};

static void touch(contact_set *set, const body_motion *m, const contact_surface *surface, hl_vec3 point,
                  hl_vec3 normal, double depth)
{
    const hl_vec3 place = hl_add(m->pose.position, hl_mul(&m->pose.rotation, point));
    const int at =
        contact_set_add(set, point, hl_add_scaled(place, depth, normal), normal, depth, 0, surface);
    set->approach[at] = 0.5;
}

/* Four feet 0.3 m and 0.4 m beside the middle, 5 mm deep: 5 kN each at 0.5 m. With a bristle in balance the
 * moment is mu L F against the rotation; a bent bristle at rest holds sigma_0 z L F. */
static void feet_resist_rotation(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        contact_set set = {.count = 0};
        const contact_effort_data data = {.material = STEEL, .set = &set};
        const mb_effort_def effort = contact_spin_effort("box", 0, &data);
        body_motion m = {.pose = {hl_v3(0, 0, 0), hl_mat3_identity()}};
        for (int k = 0; k < 4; k++)
            touch(&set, &m, &SURFACE, hl_v3(k & 1 ? 0.3 : -0.3, k & 2 ? 0.4 : -0.4, 0), hl_v3(0, 0, 1),
                  0.005);
        const double slip = turns ? 0.2 : 0.0, g = 0.4 + 0.1 * exp(-sqrt(slip / 0.05));
        m.rate[5] = slip / 0.5;
        m.x[CONTACT_SPIN] = turns ? g / 5e3 : 2e-5;
        const effort_answer a = effort_ask(&effort, &m.pose, m.rate, m.x, false);
        CHECK_RELATIVE(a.force[5], -0.5 * 2e4 * (turns ? g : 0.1), 1e-11);
        for (int i = 0; i < 5; i++) CHECK_NEAR(a.force[i], 0.0, 1e-8);
        CHECK_NEAR(a.x_dot[CONTACT_SPIN], 0.0, 1e-12);
        CHECK_NEAR(a.x_dot[CONTACT_SPIN_LOSS], 2e4 * g * slip, 1e-7);
    }
}

/* Neither one point nor opposite walls have an arm or a normal; without points the effort is idle. */
static void no_arm_no_moment(void **state)
{
    (void)state;
    contact_set set = {.count = 0};
    const contact_effort_data data = {.material = STEEL, .set = &set};
    const mb_effort_def effort = contact_spin_effort("box", 0, &data);
    body_motion m = {.pose = {hl_v3(0, 0, 0), hl_mat3_identity()}, .rate = {0, 0, 0, 1, 2, 3}, .x = {1e-4}};
    assert_true(effort_ask(&effort, &m.pose, m.rate, m.x, true).idle);
    touch(&set, &m, &SURFACE, hl_v3(1, 0, 0), hl_v3(-1, 0, 0), 0.005);
    for (int k = 0; k < 2; k++) {
        const effort_answer a = effort_ask(&effort, &m.pose, m.rate, m.x, true);
        for (int i = 0; i < 6; i++) CHECK_NEAR(a.force[i], 0.0, 1e-9);
        assert_true(a.x_dot[CONTACT_SPIN] <= 0.0);
        touch(&set, &m, &SURFACE, hl_v3(-1, 0, 0), hl_v3(1, 0, 0), 0.005);
    }
}

static hl_vec3 random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(size * x, size * y, size * z);
}

/* Points on planes of various directions and materials. Rounding as of test_contact_effort.c. */
static void derivatives(void **state)
{
    (void)state;
    uint64_t seed = 77;
    for (int repeat = 0; repeat < 30; repeat++) {
        contact_set set = {.count = 0};
        const contact_effort_data data = {.material = STEEL, .set = &set};
        const mb_effort_def effort = contact_spin_effort("box", 0, &data);
        body_motion m = {
            .pose = {random_vector(&seed, 2.0), hl_quat_matrix(hl_quat_exp(random_vector(&seed, 2.0)))}};
        for (int i = 0; i < 6; i++) m.rate[i] = 0.3 * check_random(&seed);
        m.x[CONTACT_SPIN] = 1e-4 * check_random(&seed);
        for (int k = 0; k < 4; k++) {
            const hl_vec3 normal = hl_normalized(hl_add(hl_v3(0, 0, 1), random_vector(&seed, 0.4)));
            touch(&set, &m, k == 1 ? &OTHER : &SURFACE, random_vector(&seed, 0.5), normal,
                  0.004 + 0.002 * check_random(&seed));
        }
        effort_check_derivatives(&effort, &m, 1e-6, (const double[2]){1e-7, 1e-7});
    }
}

/* ---- motion ---- */

/* A box of 400 kg that lies flat turns at 1 rad/s. With the spin bristle it stops as a rigid plate on four
 * feet does, after I omega/(mu m g L), within the bristle's lag of some milliseconds; without, it turns on.
 */
static double turned_after_stop(bool spin, double *rate)
{
    static const hl_vec3 HALF = {0.4, 0.3, 0.25};
    static const contact_surface RUBBED = {.damping = 2e4, .kinetic = 0.4, .stiction = 0.4};
    const double mass = 400.0, g = 9.81, inertia = mass / 3.0 * (0.16 + 0.09), step = 1e-3;
    contact_set set = {.count = 0};
    contact_memory memory = {.count = 0};
    const contact_effort_data data = {.material = STEEL, .set = &set};
    const mb_body_def body = {.name = "box",
                              .mass = mass,
                              .inertia = {20, 30, inertia, 0, 0, 0},
                              .joint = {.type = MB_FREE,
                                        .parent = MB_GROUND,
                                        .orientation = {1, 0, 0, 0},
                                        .q0 = {0, 0, HALF.z - mass * g / 4e6, 1, 0, 0, 0},
                                        .v0 = {0, 0, 0, 0, 0, 1.0}}};
    const mb_effort_def efforts[2] = {contact_effort("box", 0, &data), contact_spin_effort("box", 0, &data)};
    const mb_def def = {.gravity = {0, 0, -g},
                        .body_count = 1,
                        .bodies = &body,
                        .effort_count = spin ? 2 : 1,
                        .efforts = efforts};
    mb_step_options options = mb_step_options_default();
    hl_arena arena = {0};
    mb_model *model;
    mb_def_error error;
    mb_assembly_report assembly;
    double angle = 0.0;
    assert_int_equal(mb_model_build(&def, &arena, &model, &error), HL_OK);
    mb_state *now = mb_state_new(model, &arena);
    mb_work *work = mb_work_new(model, &options, &arena);
    for (int i = 0; i < 1000; i++) {
        mb_step_report report;
        mb_evaluate_poses(model, now, work);
        const mb_pose pose = mb_pose_of(model, work, 0);
        set.count = 0;
        for (int k = 0; k < 4; k++) {
            const hl_vec3 foot = hl_v3(k & 1 ? HALF.x : -HALF.x, k & 2 ? HALF.y : -HALF.y, -HALF.z),
                          place = hl_add(pose.position, hl_mul(&pose.rotation, foot));
            contact_set_add(&set, foot, hl_v3(place.x, place.y, 0), hl_v3(0, 0, 1), -place.z, 0, &RUBBED);
        }
        contact_set_approach(&set, &memory, 0.01, step, &pose,
                             mb_point(model, work, 0, hl_v3(0, 0, 0)).velocity,
                             mb_angular_velocity(model, work, 0));
        if (i == 0) assert_int_equal(mb_assemble(model, now, work, &assembly), HL_OK);
        assert_int_equal(mb_step(model, now, work, &report), HL_OK);
        angle += step * now->v[5];
    }
    *rate = now->v[5];
    hl_arena_free(&arena);
    return angle;
}

static void a_turning_box_stops(void **state)
{
    (void)state;
    double rate;
    const double mass = 400.0, inertia = mass / 3.0 * 0.25, braking = 0.4 * mass * 9.81 * 0.5 / inertia;
    CHECK_NEAR(turned_after_stop(true, &rate), 0.5 / braking, 0.005);
    CHECK_NEAR(rate, 0.0, 1e-4);
    assert_true(turned_after_stop(false, &rate) > 0.8);
    assert_true(rate > 0.7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(feet_resist_rotation),
                                       cmocka_unit_test(no_arm_no_moment), cmocka_unit_test(derivatives),
                                       cmocka_unit_test(a_turning_box_stops)};
    return cmocka_run_group_tests_name("contact_spin", tests, NULL, NULL);
}
