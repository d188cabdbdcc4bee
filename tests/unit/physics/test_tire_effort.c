/* The tire as an effort: every partial derivative against central differences over random poses, planes,
 * velocities and bristles; the spring as the gradient of its potential; the tire in the air. */
#include "support/check.h"
#include "tire_rig.h"

#include <float.h>
#include <math.h>

enum { PORTS = TIRE_PORTS };

/* Rounding: that of a deflection is a few ulp of
 * the radius, which the radial spring makes a force; a bristle rate sums terms of A z, up to 1e4/s * 0.02 m.
 */
static void check_motion(const tire_rig *rig, const body_motion *m, double h)
{
    const tire_model *tire = &rig->tire.model;
    const double noise[2] = {10.0 * DBL_EPSILON * tire->stiffness * tire->radius, 10.0 * DBL_EPSILON * 200.0};
    const mb_effort_def effort = rig_effort(rig);
    effort_check_derivatives(&effort, m, h, noise);
}

/* ---- random motions ---- */

static hl_vec3 random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(size * x, size * y, size * z);
}

/* Planes that differ by some degrees from disc to disc, `extra` steep ones, and a wheel tilted up to half a
 * radian whose middle is pressed in by `deflection` on an average plane. */
static body_motion random_motion(tire_rig *rig, uint64_t *seed, double deflection, double speed, int extra)
{
    const tire_model *tire = &rig->tire.model;
    body_motion m = {.pose.rotation = hl_quat_matrix(hl_quat_exp(random_vector(seed, 0.5)))};
    const hl_vec3 a = hl_mul(&m.pose.rotation, tire->axle), up = hl_v3(0.0, 0.0, 1.0);
    const double tilt = hl_dot(a, up);
    m.pose.position = hl_v3(0.0, 0.0, tire->radius * sqrt(1.0 - tilt * tilt) - deflection);
    for (int i = 0; i < tire->discs; i++) {
        rig->ground.normal[i] = hl_normalized(hl_add(up, random_vector(seed, 0.1)));
        rig->ground.point[i] = random_vector(seed, 0.02);
    }
    rig->ground.extra = 0;
    for (int i = 0; i < extra; i++) /* more than there is room for are left out */
        tire_ground_add(&rig->ground, tire, i % tire->discs, random_vector(seed, 0.02),
                        hl_normalized(hl_add(up, random_vector(seed, 1.0))));
    const hl_vec3 v = random_vector(seed, speed), omega = random_vector(seed, speed);
    const double rate[PORTS] = {v.x, v.y, v.z, omega.x, omega.y, omega.z};
    for (int i = 0; i < PORTS; i++) m.rate[i] = rate[i];
    for (int i = 0; i < TIRE_STATES; i++) m.x[i] = 5e-3 * check_random(seed);
    return m;
}

static int count_touching(const tire_rig *rig, const body_motion *m)
{
    const tire_contact look = tire_evaluate(&rig->tire, &m->pose, hl_v3(m->rate[0], m->rate[1], m->rate[2]),
                                            hl_v3(m->rate[3], m->rate[4], m->rate[5]), m->x);
    int touching = 0;
    for (int i = 0; i < rig->tire.model.discs; i++) touching += look.disc_force[i] > 0.0;
    return touching;
}

/* The shortest length on which anything bends is the 0.1 mm over which a disc takes its share of the patch,
 * the smallest velocity the Stribeck curve's and the rolling's, some cm/s: 1e-6 is a hundredth of it. */
static const double STEP = 1e-6;

static void derivatives_at_random_motions(void **state)
{
    (void)state;
    tire_rig rig;
    uint64_t seed = 3;
    int seen[TIRE_MAX_DISCS + 1] = {0};
    rig_open(&rig);
    rig.friction.slip_stiffness[0] = 20.0;
    rig.friction.slip_stiffness[1] = 12.0;
    rig.friction.rolling_resistance = 0.015;
    rig.friction.rolling_growth = 1.0 / 400.0;
    for (int trial = 0; trial < 600; trial++) {
        const double speed = trial % 3 == 0 ? 0.05 : trial % 3 == 1 ? 2.0 : 30.0;
        rig.tire.model.discs = trial % 7 == 0 ? 1 : trial % 5 == 0 ? 9 : 5;
        const body_motion m = random_motion(&rig, &seed, 0.05 * check_random(&seed), speed, trial % 4);
        seen[count_touching(&rig, &m)]++;
        check_motion(&rig, &m, STEP);
    }
    for (int discs = 0; discs <= 5; discs++) assert_true(seen[discs] > 10);
}

/* At the edge of contact, a hundredth of a millimetre to either side of it. */
static void derivatives_at_the_edge(void **state)
{
    (void)state;
    tire_rig rig;
    uint64_t seed = 4;
    rig_open(&rig);
    rig.tire.model.damping = 2e3;
    for (int trial = 0; trial < 100; trial++) {
        body_motion m = random_motion(&rig, &seed, 0.0, 1.0, 0);
        /* all on one plane: the outermost disc alone is near it */
        rig_set_plane(&rig, hl_v3(0.0, 0.0, 0.0),
                      hl_normalized(hl_add(hl_v3(0, 0, 1), random_vector(&seed, 0.2))));
        m.pose.position = hl_v3(0.0, 0.0, 1.0);
        double lowest = HUGE_VAL;
        for (int i = 0; i < rig.tire.model.discs; i++)
            lowest = fmin(lowest, hl_dot(rig.ground.normal[0],
                                         tire_disc_foot(&rig.tire.model, &m.pose, i, rig.ground.normal[0])));
        const double deflection = trial % 2 == 0 ? 1e-5 : -1e-5;
        m.pose.position = hl_add_scaled(m.pose.position, -(lowest + deflection), rig.ground.normal[0]);
        if (deflection < 0.0) assert_int_equal(count_touching(&rig, &m), 0);
        check_motion(&rig, &m, STEP);
    }
}

/* A wheel that lies flat within nine degrees, to both sides of where its directions fade (6 degrees): finite,
 * and the derivatives are still those of the forces. Exactly flat, where nothing slips any more, |v_r| has
 * its corner: finite is all that is asked. */
static void lying_flat(void **state)
{
    (void)state;
    const double right_angle = 1.5707963267948966;
    tire_rig rig;
    uint64_t seed = 5;
    rig_open(&rig);
    for (int trial = 0; trial < 60; trial++) {
        body_motion m = random_motion(&rig, &seed, 0.0, 1.0, 0);
        const double tilt = trial == 0 ? 0.0 : 0.15 * check_random(&seed);
        m.pose.rotation = hl_quat_matrix(hl_quat_about(hl_v3(1.0, 0.0, 0.0), right_angle + tilt));
        m.pose.position = hl_v3(0.0, 0.0, 0.1);
        rig_set_plane(&rig, hl_v3(0.0, 0.0, 0.0), hl_v3(0.0, 0.0, 1.0));
        const effort_answer answer = rig_ask(&rig, &m.pose, m.rate, m.x, true);
        assert_true(count_touching(&rig, &m) > 0);
        for (int i = 0; i < PORTS; i++) assert_true(isfinite(answer.force[i]));
        for (int i = 0; i < PORTS * PORTS; i++)
            assert_true(isfinite(answer.force_s[i]) && isfinite(answer.force_s_dot[i]));
        if (trial > 0) check_motion(&rig, &m, STEP);
    }
}

/* Nothing is undefined where the speed is exactly zero. */
static void finite_at_rest(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    rig.friction.slip_stiffness[0] = 20.0;
    const mb_pose pose = rig_pressed(&rig, 0.02);
    const double rest[PORTS] = {0.0}, z[TIRE_STATES] = {1e-3, -2e-3};
    const effort_answer a = rig_ask(&rig, &pose, rest, z, true);
    for (int i = 0; i < TIRE_STATES; i++) CHECK_SAME(a.x_dot[i], 0.0);
    for (int i = 0; i < PORTS * PORTS; i++) assert_true(isfinite(a.force_s[i]) && isfinite(a.force_s_dot[i]));
    for (int i = 0; i < PORTS * TIRE_STATES; i++)
        assert_true(isfinite(a.force_x[i]) && isfinite(a.x_dot_s[i]) && isfinite(a.x_dot_s_dot[i]));
}

/* ---- the spring ---- */

/* At rest and without friction the wrench is minus the gradient of the potential, tilted, on planes of all
 * directions: differences as above, rounding that of an energy of k R^2/2. */
static void spring_is_conservative(void **state)
{
    (void)state;
    tire_rig rig;
    uint64_t seed = 6;
    rig_open(&rig);
    rig.friction.kinetic = rig.friction.stiction = 1.0;
    for (int trial = 0; trial < 200; trial++) {
        body_motion m = random_motion(&rig, &seed, 0.05 * check_random(&seed), 0.0, trial % 2);
        m.x[0] = m.x[1] = 0.0;
        const effort_answer answer = rig_ask(&rig, &m.pose, m.rate, m.x, false);
        for (int i = 0; i < PORTS; i++) {
            double V[4];
            const double h = 1e-5, offsets[4] = {h, -h, 0.5 * h, -0.5 * h};
            for (int k = 0; k < 4; k++) {
                const body_motion moved = body_motion_moved(&m, PORTS, i, offsets[k]);
                V[k] = rig_ask(&rig, &moved.pose, moved.rate, moved.x, false).potential;
            }
            const double coarse = (V[1] - V[0]) / (2.0 * h), fine = (V[3] - V[2]) / h;
            const double rounding = 10.0 * DBL_EPSILON * 326e3 * 0.47 * 0.1 / h;
            CHECK_NEAR(answer.force[i], fine, fabs(coarse - fine) + rounding);
        }
    }
}

/* ---- in the air ---- */

static void airborne_forgets_and_is_idle(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    const mb_pose pose = rig_pressed(&rig, -0.01);
    const double rate[PORTS] = {3.0, 1.0, 0.0, 0.0, 9.0, 0.0}, bent[TIRE_STATES] = {2e-3, -1e-3};
    const double straight[TIRE_STATES] = {1e-13, 0.0};
    const effort_answer first = rig_ask(&rig, &pose, rate, bent, true);
    assert_false(first.idle);
    for (int i = 0; i < PORTS; i++) CHECK_SAME(first.force[i], 0.0);
    CHECK_SAME(first.potential, 0.0);
    for (int i = 0; i < TIRE_STATES; i++) {
        assert_true(first.x_dot[i] * bent[i] < 0.0);
        CHECK_RELATIVE(first.x_dot[i], first.x_dot_x[3 * i] * bent[i], DBL_EPSILON);
    }
    const effort_answer later = rig_ask(&rig, &pose, rate, straight, true);
    assert_true(later.idle);
    for (int i = 0; i < TIRE_STATES; i++) CHECK_SAME(later.x_dot[i], 0.0);
    const mb_pose down = rig_pressed(&rig, 0.01);
    assert_false(rig_ask(&rig, &down, rate, straight, false).idle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(derivatives_at_random_motions),
                                       cmocka_unit_test(derivatives_at_the_edge),
                                       cmocka_unit_test(lying_flat),
                                       cmocka_unit_test(finite_at_rest),
                                       cmocka_unit_test(spring_is_conservative),
                                       cmocka_unit_test(airborne_forgets_and_is_idle)};
    return cmocka_run_group_tests_name("tire effort", tests, NULL, NULL);
}
