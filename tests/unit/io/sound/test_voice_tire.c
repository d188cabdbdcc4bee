/* Tires on sand: speed, load, slip. */
#include "support/check.h"

#include "voice_rig.h"

static void drive(double time, const void *context, double *values)
{
    const double *p = context;
    (void)time;
    for (int k = 0; k < 4; k++) values[k] = p[k];
}

static double level(double speed, double load, double slip, double side_slip)
{
    const auth_voice voice = rig_voice(AUTH_VOICE_TIRE);
    const double point[] = {speed, load, slip, side_slip};
    int count;
    const float *x = rig_play(&voice, drive, point, 0.5, 3.5, &count);
    return rig_rms(x, count);
}

/* Noise of 3 s in bands of some 100 Hz scatters by 1/sqrt(300), 6 %; each step is more than that. */
static void louder_with_speed_load_and_slip(void **state)
{
    (void)state;
    const double rolling = level(5.0, 20e3, 0.0, 0.0);
    assert_true(rolling > 0.01);
    assert_true(level(10.0, 20e3, 0.0, 0.0) > 1.3 * rolling);
    assert_true(level(-5.0, 20e3, 0.0, 0.0) > 0.9 * rolling);
    assert_true(level(5.0, 40e3, 0.0, 0.0) > 1.2 * rolling);
    assert_true(level(5.0, 20e3, 0.5, 0.0) > 1.2 * rolling);
    assert_true(level(5.0, 20e3, 0.0, 1.0) > 1.2 * rolling);
    assert_true(level(0.0, 20e3, 0.0, 0.5) > 0.01); /* pushed sideways */
    CHECK_SAME(level(0.0, 20e3, 0.0, 0.0), 0.0);
    CHECK_SAME(level(10.0, 0.0, 0.3, 0.0), 0.0); /* in the air */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(louder_with_speed_load_and_slip)};
    return cmocka_run_group_tests_name("voice_tire", tests, NULL, NULL);
}
