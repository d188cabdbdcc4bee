/* The track as an effort: every partial derivative against central differences over random poses, planes,
 * velocities and bristles; the springs as the gradient of their potential; power and passivity of friction;
 * the track in the air. */
#include "support/check.h"
#include "track_rig.h"

#include <float.h>
#include <math.h>

enum { PORTS = TRACK_PORTS, STATIONS = 4, STATES = 2 * STATIONS };

/* Rounding: that of a deflection is a few ulp of
 * the arms, 2 m, which the springs make forces and moments; a bristle's rate sums terms of A z, 1e4/s * 0.02
 * m. */
static void check_motion(const track_rig *rig, const body_motion *m, double h)
{
    const track_model *track = &rig->track.model;
    const double noise[2] = {10.0 * DBL_EPSILON * track->stiffness * STATIONS * 4.0,
                             10.0 * DBL_EPSILON * 200.0};
    const mb_effort_def effort = track_rig_effort(rig);
    effort_check_derivatives(&effort, m, h, noise);
}

/* ---- random motions ---- */

static hl_vec3 random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(size * x, size * y, size * z);
}

/* A body tilted up to half a radian, each station on a plane of its own within some centimetres of its foot;
 * with bristle damping, a Stribeck curve, resistance and fresh bristles. */
static body_motion random_motion(track_rig *rig, uint64_t *seed, double speed)
{
    body_motion m = {.pose.rotation = hl_quat_matrix(hl_quat_exp(random_vector(seed, 0.5)))};
    m.pose.position = random_vector(seed, 1.0);
    rig->track.model.dissipation = 2.0;
    rig->track.model.resistance = 0.03;
    for (int i = 0; i < STATIONS; i++) {
        tire_friction *friction = &rig->ground.friction[i];
        const hl_vec3 normal = hl_normalized(hl_add(hl_v3(0, 0, 1), random_vector(seed, 0.3)));
        const hl_vec3 foot = track_foot(&rig->track.model, &m.pose, i, normal);
        rig->ground.normal[i] = normal;
        rig->ground.point[i] = hl_add_scaled(hl_add(foot, hl_cross(random_vector(seed, 0.3), normal)),
                                             0.02 * check_random(seed), normal);
        friction->stiction = 0.9;
        friction->damping[0] = 0.6, friction->damping[1] = 0.4;
        friction->viscous[1] = 0.01;
        friction->stiffness[1] = 40.0;
        friction->rolling_resistance = 0.05;
        for (int k = 0; k < 2; k++) rig->ground.inflow[i][k] = 0.02 * check_random(seed);
    }
    const hl_vec3 v = random_vector(seed, speed), omega = random_vector(seed, speed);
    const double rate[PORTS] = {v.x, v.y, v.z, omega.x, omega.y, omega.z, 3.0 * speed * check_random(seed)};
    for (int i = 0; i < PORTS; i++) m.rate[i] = rate[i];
    for (int i = 0; i < STATES; i++) m.x[i] = 0.02 * check_random(seed);
    return m;
}

static track_contact look_at(const track_rig *rig, const body_motion *m)
{
    return track_evaluate(&rig->track, &m->pose, hl_v3(m->rate[0], m->rate[1], m->rate[2]),
                          hl_v3(m->rate[3], m->rate[4], m->rate[5]), m->rate[6], m->x);
}

/* The smallest length on which anything bends is the 2 mm over which damping fades in, the smallest velocity
 * that of a belt at rest, half a millimetre per second: 1e-6 is a five hundredth of it. */
static const double STEP = 1e-6;

/* Whether a difference of STEP might cross an edge: of contact, or of the force's zero. */
static bool near_an_edge(const track_rig *rig, const body_motion *m)
{
    const track_contact look = look_at(rig, m);
    bool near = false;
    for (int i = 0; i < STATIONS; i++) {
        const hl_vec3 way = hl_sub(rig->ground.point[i], look.foot[i]);
        const double depth = hl_dot(rig->ground.normal[i], way);
        near = near || fabs(depth) < 20.0 * STEP || (look.force[i] > 0.0 && look.force[i] < 1e3);
    }
    return near;
}

static void derivatives_at_random_motions(void **state)
{
    (void)state;
    track_rig rig;
    uint64_t seed = 3;
    int seen[STATIONS + 1] = {0};
    track_rig_open(&rig, STATIONS, 1.2);
    for (int trial = 0; trial < 400; trial++) {
        const double speed = trial % 3 == 0 ? 0.05 : trial % 3 == 1 ? 1.0 : 10.0;
        const body_motion m = random_motion(&rig, &seed, speed);
        if (near_an_edge(&rig, &m)) continue;
        seen[look_at(&rig, &m).touching]++;
        check_motion(&rig, &m, STEP);
    }
    for (int stations = 0; stations <= STATIONS; stations++) assert_true(seen[stations] > 5);
}

/* Leaning by 50 to 80 deg to either side, where the belt's share in the slip falls. */
static void derivatives_on_the_side(void **state)
{
    (void)state;
    track_rig rig;
    uint64_t seed = 11;
    int touching = 0;
    track_rig_open(&rig, STATIONS, 1.2);
    for (int trial = 0; trial < 100; trial++) {
        body_motion m = random_motion(&rig, &seed, 1.0);
        const double lean = (trial % 2 == 0 ? 1.0 : -1.0) * (0.9 + 0.25 * (1.0 + check_random(&seed)));
        m.pose.rotation = hl_quat_matrix(hl_quat_exp(hl_v3(lean, 0.1, 0.1)));
        for (int i = 0; i < STATIONS; i++) {
            rig.ground.normal[i] = hl_v3(0, 0, 1);
            rig.ground.point[i] = hl_add(track_foot(&rig.track.model, &m.pose, i, hl_v3(0, 0, 1)),
                                         hl_v3(0, 0, 0.02 * check_random(&seed)));
        }
        if (near_an_edge(&rig, &m)) continue;
        touching += look_at(&rig, &m).touching;
        check_motion(&rig, &m, STEP);
    }
    assert_true(touching > 50);
}

/* A belt that runs drives nothing where the track lies flat, and everything up to a lean of 45 deg. */
static void a_track_on_its_side_drives_nothing(void **state)
{
    (void)state;
    track_rig rig;
    track_rig_open(&rig, STATIONS, 1.2);
    const double leans[] = {0.0, 0.78, 1.5};
    double slip[3], torque[3];
    for (int k = 0; k < 3; k++) {
        body_motion m = {.pose.rotation = hl_quat_matrix(hl_quat_exp(hl_v3(leans[k], 0, 0))),
                         .rate = {[6] = 3.0}};
        for (int i = 0; i < STATIONS; i++) {
            rig.ground.normal[i] = hl_v3(0, 0, 1);
            rig.ground.point[i] =
                hl_add(track_foot(&rig.track.model, &m.pose, i, hl_v3(0, 0, 1)), hl_v3(0, 0, 0.01));
        }
        for (int i = 0; i < STATES; i += 2) m.x[i] = 0.01;
        slip[k] = look_at(&rig, &m).slip[0][0];
        torque[k] = track_rig_ask(&rig, &m.pose, m.rate, m.x, false).force[6];
    }
    assert_true(slip[0] < -0.1 && fabs(torque[0]) > 100.0);
    CHECK_RELATIVE(slip[1], slip[0], 1e-12);
    assert_true(fabs(slip[2]) < 0.001 * fabs(slip[0]));
    assert_true(fabs(torque[2]) < 0.02 * fabs(torque[0]));
}

static void finite_at_rest(void **state)
{
    (void)state;
    track_rig rig;
    uint64_t seed = 5;
    track_rig_open(&rig, STATIONS, 1.2);
    const body_motion m = random_motion(&rig, &seed, 0.0);
    const effort_answer a = track_rig_ask(&rig, &m.pose, m.rate, m.x, true);
    for (int i = 0; i < PORTS * PORTS; i++) assert_true(isfinite(a.force_s[i]) && isfinite(a.force_s_dot[i]));
    for (int i = 0; i < PORTS * STATES; i++)
        assert_true(isfinite(a.force_x[i]) && isfinite(a.x_dot_s[i]) && isfinite(a.x_dot_s_dot[i]));
}

/* At rest with straight bristles the wrench is minus the gradient of the potential. */
static void springs_are_conservative(void **state)
{
    (void)state;
    track_rig rig;
    uint64_t seed = 6;
    track_rig_open(&rig, STATIONS, 1.2);
    for (int trial = 0; trial < 100; trial++) {
        body_motion m = random_motion(&rig, &seed, 0.0);
        for (int i = 0; i < STATES; i++) m.x[i] = 0.0;
        const effort_answer answer = track_rig_ask(&rig, &m.pose, m.rate, m.x, false);
        const double h = 1e-5, offsets[4] = {h, -h, 0.5 * h, -0.5 * h};
        for (int i = 0; i < PORTS; i++) {
            double V[4];
            for (int k = 0; k < 4; k++) {
                const body_motion moved = body_motion_moved(&m, PORTS, i, offsets[k]);
                V[k] = track_rig_ask(&rig, &moved.pose, moved.rate, moved.x, false).potential;
            }
            const double coarse = (V[1] - V[0]) / (2.0 * h), fine = (V[3] - V[2]) / h;
            const double rounding = 10.0 * DBL_EPSILON * rig.track.model.stiffness * STATIONS * 0.1 / h;
            CHECK_NEAR(answer.force[i], fine, fabs(coarse - fine) + rounding);
        }
    }
}

/* ---- energy ---- */

/* Power that the ports take is that of the normal forces at delta_dot and of friction at the slip velocities:
 * equal to the rounding of sums of some ten terms. The springs' damping is left out: F_n delta_dot = -dV/dt.
 */
static void power_of_friction_is_that_of_its_slip(void **state)
{
    (void)state;
    track_rig rig;
    uint64_t seed = 7;
    track_rig_open(&rig, STATIONS, 1.2);
    rig.track.model.damping = 0.0;
    for (int trial = 0; trial < 200; trial++) {
        body_motion m = random_motion(&rig, &seed, 2.0);
        rig.track.model.resistance = rig.track.model.dissipation = 0.0;
        for (int i = 0; i < STATIONS; i++) rig.ground.friction[i].rolling_resistance = 0.0;
        const effort_answer answer = track_rig_ask(&rig, &m.pose, m.rate, m.x, false);
        const track_contact look = look_at(&rig, &m);
        double ports = 0.0, contacts = 0.0, size = 0.0;
        for (int p = 0; p < PORTS; p++) {
            ports += answer.force[p] * m.rate[p];
            size += fabs(answer.force[p] * m.rate[p]);
        }
        for (int i = 0; i < STATIONS; i++) {
            for (int k = 0; k < 2; k++) contacts += look.friction[i][k] * look.slip[i][k];
            /* F_n n at the foot: any point of the line through it and the axle does */
            const hl_vec3 arm =
                hl_sub(track_foot(&rig.track.model, &m.pose, i, rig.ground.normal[i]), m.pose.position);
            const hl_vec3 v = hl_add(hl_v3(m.rate[0], m.rate[1], m.rate[2]),
                                     hl_cross(hl_v3(m.rate[3], m.rate[4], m.rate[5]), arm));
            contacts += look.force[i] * hl_dot(rig.ground.normal[i], v);
        }
        CHECK_NEAR(ports, contacts, 64.0 * DBL_EPSILON * (size + 1e6));
    }
}

/* Under even pressure, what friction takes is at least what the bristles' energy F_n sigma_0 z^2/2 grows by
 * and what leaves with the belt at its end: at any slip, belt speed, bristles and damping. */
static void friction_never_gives_more_than_bristles_hold(void **state)
{
    (void)state;
    track_rig rig;
    uint64_t seed = 8;
    track_rig_open(&rig, STATIONS, 1.2);
    for (int trial = 0; trial < 2000; trial++) {
        body_motion m = {.pose = {hl_v3(0, 0, -5e-3), hl_mat3_identity()}};
        const double size = pow(10.0, 2.0 * check_random(&seed) - 1.0);
        m.rate[0] = size * check_random(&seed), m.rate[1] = size * check_random(&seed);
        m.rate[6] = size * check_random(&seed);
        for (int i = 0; i < STATES; i++) m.x[i] = 0.025 * check_random(&seed);
        for (int i = 0; i < STATIONS; i++)
            for (int k = 0; k < 2; k++) rig.ground.friction[i].damping[k] = size;
        track_inflow(&rig.track.model, m.rate[6], m.x, rig.ground.inflow);
        const effort_answer answer = track_rig_ask(&rig, &m.pose, m.rate, m.x, false);
        const track_contact look = look_at(&rig, &m);
        const int end = m.rate[6] > 0.0 ? STATIONS - 1 : 0;
        double taken = 0.0, grows = 0.0;
        for (int i = 0; i < STATIONS; i++)
            for (int k = 0; k < 2; k++) {
                const double z = m.x[2 * i + k], force = 28.0 * look.force[i];
                taken -= look.friction[i][k] * look.slip[i][k];
                grows += force * z * answer.x_dot[2 * i + k];
                if (i == end)
                    grows += force * z * z / 2.0 * fabs(look.belt_speed) / track_share(&rig.track.model, i);
            }
        /* |v_b| is rounded off by 0.5 mm/s at most: that much of the belt carries less than is counted here
         */
        const double slack = STATES * 28.0 * look.force[0] * 0.025 * 0.025 * 5e-4 / 1.2;
        assert_true(taken >= grows - slack);
    }
}

static void airborne_forgets_and_is_idle(void **state)
{
    (void)state;
    track_rig rig;
    track_rig_open(&rig, STATIONS, 1.2);
    body_motion m = {.pose = {hl_v3(0, 0, 0.01), hl_mat3_identity()}, .rate = {[0] = 1.0, [6] = 3.0}};
    m.x[3] = 2e-3;
    const effort_answer first = track_rig_ask(&rig, &m.pose, m.rate, m.x, true);
    assert_false(first.idle);
    for (int p = 0; p < PORTS; p++) CHECK_SAME(first.force[p], 0.0);
    assert_true(first.x_dot[3] < 0.0);
    CHECK_RELATIVE(first.x_dot[3], first.x_dot_x[3 * STATES + 3] * 2e-3, DBL_EPSILON);
    m.x[3] = 1e-13;
    assert_true(track_rig_ask(&rig, &m.pose, m.rate, m.x, true).idle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_at_random_motions),
        cmocka_unit_test(derivatives_on_the_side),
        cmocka_unit_test(a_track_on_its_side_drives_nothing),
        cmocka_unit_test(finite_at_rest),
        cmocka_unit_test(springs_are_conservative),
        cmocka_unit_test(power_of_friction_is_that_of_its_slip),
        cmocka_unit_test(friction_never_gives_more_than_bristles_hold),
        cmocka_unit_test(airborne_forgets_and_is_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
