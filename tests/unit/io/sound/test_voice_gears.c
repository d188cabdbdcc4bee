/* Gears: the tone of their teeth, louder with power. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static void drive(double time, const void *context, double *values)
{
    const double *p = context;
    (void)time;
    values[0] = p[0];
    values[1] = p[1];
}

static void tone_is_that_of_the_teeth(void **state)
{
    (void)state;
    static const double points[][2] = {{50.0, 300.0}, {200.0, 100.0}, {-120.0, 200.0}};
    for (int k = 0; k < 3; k++) {
        const auth_voice voice = rig_voice(AUTH_VOICE_GEARS);
        int count;
        const float *x = rig_play(&voice, drive, points[k], 0.5, 1.5, &count);
        CHECK_RELATIVE(rig_peak(x, count, 20.0, 20e3), 31.0 * fabs(points[k][0]) / (2.0 * pi), 0.002);
    }
}

static double level(double speed, double torque)
{
    const auth_voice voice = rig_voice(AUTH_VOICE_GEARS);
    const double point[2] = {speed, torque};
    int count;
    const float *x = rig_play(&voice, drive, point, 0.5, 1.5, &count);
    return rig_rms(x, count);
}

static void power_makes_it_loud(void **state)
{
    (void)state;
    assert_true(level(150.0, 20.0) > 1.5 * level(150.0, 0.0));
    assert_true(level(150.0, 300.0) > 1.5 * level(150.0, 20.0));
    assert_true(level(150.0, -300.0) < level(150.0, 300.0)); /* coasting */
    CHECK_SAME(level(0.0, 5000.0), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tone_is_that_of_the_teeth),
        cmocka_unit_test(power_makes_it_loud),
    };
    return cmocka_run_group_tests_name("voice_gears", tests, NULL, NULL);
}
