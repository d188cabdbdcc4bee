/* What a track does on its ground: shares of the belt, Janosi's law along a belt in uniform slip, drawbar,
 * turning resistance. Steady states are found by integrating the bristles alone, at a held motion. */
#include "support/check.h"
#include "track_rig.h"

#include <math.h>

static const double MU = 0.7, K = 0.025;

/* The bristles' own motion under a held one of the track, explicitly, with steps short against the time that
 * a shoe takes from station to station, until a shoe has run twice through and slipped 40 K or more. */
static track_contact run_in(track_rig *rig, const mb_pose *pose, const double rate[TRACK_PORTS], double time)
{
    const int stations = rig->track.model.stations;
    const hl_vec3 v = hl_v3(rate[0], rate[1], rate[2]), omega = hl_v3(rate[3], rate[4], rate[5]);
    double z[RIG_STATES] = {0.0};
    enum { STEPS = 20000 };
    for (int n = 0; n < STEPS; n++) {
        track_inflow(&rig->track.model, rate[6], z, rig->ground.inflow);
        const effort_answer answer = track_rig_ask(rig, pose, rate, z, false);
        for (int i = 0; i < 2 * stations; i++) z[i] += time / STEPS * answer.x_dot[i];
    }
    return track_evaluate(&rig->track, pose, v, omega, rate[6], z);
}

/* Steady F/(mu N) at a slip s of the belt, driving at 1 m/s of belt speed. */
static double traction_at(int stations, double slip)
{
    track_rig rig;
    track_rig_open(&rig, stations, 0.0);
    const mb_pose pose = {hl_v3(0, 0, -5e-3), hl_mat3_identity()};
    const double rate[TRACK_PORTS] = {[0] = 1.0 - slip, [6] = 1.0 / 0.36};
    const track_contact look = run_in(&rig, &pose, rate, 20.0);
    return look.traction / (MU * look.load);
}

static void shares_cover_the_run(void **state)
{
    (void)state;
    track_rig rig;
    track_rig_open(&rig, 10, 0.0);
    const double spacing = 3.65 / 9.0;
    for (int i = 0; i < 10; i++) CHECK_NEAR(track_share(&rig.track.model, i), spacing, 1e-14);
    rig.track.model.station[1].centre.x += 0.1;
    CHECK_NEAR(track_share(&rig.track.model, 0), spacing - 0.1, 1e-14);
    CHECK_NEAR(track_share(&rig.track.model, 1), spacing, 1e-14);
    CHECK_NEAR(track_share(&rig.track.model, 2), spacing + 0.05, 1e-14);
}

/* Stations in a row are the upwind rule for Janosi's integral: at uniform slip s the bristle of station i is
 * exactly K (1 - (1 + s l/K)^-i), which the first order rule has in place of 1 - exp(-i s l/K). */
static void bristles_grow_along_the_belt(void **state)
{
    (void)state;
    enum { STATIONS = 10 };
    track_rig rig;
    track_rig_open(&rig, STATIONS, 0.0);
    const mb_pose pose = {hl_v3(0, 0, -5e-3), hl_mat3_identity()};
    const double slip = 0.05, l = 3.65 / 9.0;
    const double rate[TRACK_PORTS] = {[0] = 1.0 - slip, [6] = 1.0 / 0.36};
    const track_contact look = run_in(&rig, &pose, rate, 20.0);
    for (int i = 0; i < STATIONS; i++) {
        const double expected = MU * (1.0 - pow(1.0 + slip * l / K, -(i + 1)));
        /* |v_b| is rounded off by 0.5 mm/s of 1 m/s */
        CHECK_RELATIVE(look.friction[i][0] / look.force[i], expected, 5e-4);
    }
}

static double bekker(double u)
{
    return 1.0 - (1.0 - exp(-u)) / u;
}

/* Bekker's drawbar from Janosi's law, F = mu N [1 - K/(s L) (1 - exp(-s L/K))], M. G. Bekker, Introduction to
 * Terrain-Vehicle Systems, 1969. With u = s L/K the upwind rule has (1 + u/N)^-N in place of exp(-u): off by
 * u e^-u/(2 N) to first order, 1/(2 e N) at most, at u = 1, where half the spacing leaves half the error. The
 * next order is u^2/(4 N) of it. */
static void drawbar_converges(void **state)
{
    (void)state;
    const double us[] = {0.3, 1.0, 3.0, 10.0};
    for (int i = 0; i < 4; i++) {
        double error[2];
        for (int k = 0; k < 2; k++) {
            const int stations = k == 0 ? 6 : 12;
            track_rig rig;
            track_rig_open(&rig, stations, 0.0);
            error[k] = traction_at(stations, us[i] * K / track_rig_length(&rig)) - bekker(us[i]);
            const double upwind = 1.0 - (1.0 - pow(1.0 + us[i] / stations, -stations)) / us[i];
            CHECK_NEAR(error[k], upwind - bekker(us[i]), 5e-4); /* v_b rounded off, as above */
            assert_true(fabs(error[k]) < 1.2 * 0.5 * exp(-1.0) / stations);
        }
        if (i == 1) CHECK_NEAR(error[1] / error[0], 0.5, 0.05);
    }
}

/* Reversing, the belt runs in from the other end. */
static void reversing_mirrors(void **state)
{
    (void)state;
    track_rig rig;
    track_rig_open(&rig, 10, 0.0);
    const mb_pose pose = {hl_v3(0, 0, -5e-3), hl_mat3_identity()};
    const double ahead[TRACK_PORTS] = {[0] = 0.95, [6] = 1.0 / 0.36},
                 back[TRACK_PORTS] = {[0] = -0.95, [6] = -1.0 / 0.36};
    const track_contact forth = run_in(&rig, &pose, ahead, 10.0), reverse = run_in(&rig, &pose, back, 10.0);
    for (int i = 0; i < 10; i++) CHECK_RELATIVE(reverse.friction[9 - i][0], -forth.friction[i][0], 1e-9);
}

/* A track that is turned about its middle while its belt stands skids sideways everywhere: M = mu W L/4, W.
 * Steeds, Tracked vehicles, Automobile Engineer, 1950; here as a sum over stations, mu W sum |x_i|/N. */
static void turning_takes_a_quarter_of_the_length(void **state)
{
    (void)state;
    enum { STATIONS = 10 };
    track_rig rig;
    track_rig_open(&rig, STATIONS, 0.0);
    const mb_pose pose = {hl_v3(0, 0, -5e-3), hl_mat3_identity()};
    const double rate[TRACK_PORTS] = {[5] = 0.5};
    const track_contact look = run_in(&rig, &pose, rate, 12.0);
    double moment = 0.0, mean_arm = 0.0;
    for (int i = 0; i < STATIONS; i++) {
        moment += look.friction[i][1] * rig.track.model.station[i].centre.x;
        mean_arm += fabs(rig.track.model.station[i].centre.x) / STATIONS;
    }
    /* 12 s at 0.5 rad/s: the innermost station has slid 1.2 m, 48 K */
    CHECK_RELATIVE(moment, -MU * look.load * mean_arm, 1e-6);
    /* L of the belt's run is a share longer than the way between the end stations: sum |x_i|/N = L/4 exactly
     * for even N */
    CHECK_RELATIVE(mean_arm, track_rig_length(&rig) / 4.0, 1e-12);
}

/* Side forces of a track that drives while it turns are smaller: its shoes are laid down anew. Friction stays
 * within the circle everywhere, and the more it drives the less it resists. */
static void driving_turns_easier(void **state)
{
    (void)state;
    track_rig rig;
    track_rig_open(&rig, 10, 0.0);
    const mb_pose pose = {hl_v3(0, 0, -5e-3), hl_mat3_identity()};
    double last = HUGE_VAL;
    for (int k = 0; k < 4; k++) {
        const double speed = 0.5 * k;
        const double rate[TRACK_PORTS] = {[0] = speed, [5] = 0.1, [6] = speed / 0.36};
        const track_contact look = run_in(&rig, &pose, rate, 60.0);
        double moment = 0.0;
        for (int i = 0; i < 10; i++) {
            moment -= look.friction[i][1] * rig.track.model.station[i].centre.x;
            assert_true(hypot(look.friction[i][0], look.friction[i][1]) <= MU * look.force[i] * (1.0 + 1e-9));
        }
        assert_true(moment > 0.0 && moment < last);
        last = moment;
    }
}

static void looks_tell_speeds_and_sums(void **state)
{
    (void)state;
    track_rig rig;
    track_rig_open(&rig, 10, 1.2);
    const mb_pose pose = {hl_v3(0, 0, -5e-3), hl_mat3_identity()};
    const double z[RIG_STATES] = {0.0};
    const track_contact look = track_evaluate(&rig.track, &pose, hl_v3(1.0, 0, 0), hl_v3(0, 0, 0.5), 2.0, z);
    assert_int_equal(look.touching, 10);
    CHECK_RELATIVE(look.load, 5e-3 * 30e6, 1e-12);
    CHECK_RELATIVE(look.belt_speed, 0.72, 1e-15);
    CHECK_RELATIVE(look.ground_speed, 1.0 - 0.5 * 1.2, 1e-12);
    CHECK_NEAR(look.forward.x, 1.0, 1e-15);
    CHECK_NEAR(look.foot[0].z, -5e-3, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_cover_the_run),
        cmocka_unit_test(bristles_grow_along_the_belt),
        cmocka_unit_test(drawbar_converges),
        cmocka_unit_test(reversing_mirrors),
        cmocka_unit_test(turning_takes_a_quarter_of_the_length),
        cmocka_unit_test(driving_turns_easier),
        cmocka_unit_test(looks_tell_speeds_and_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
