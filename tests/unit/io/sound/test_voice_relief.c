/* The relief valve: heard when it blows off, the more the more power it burns. */
#include "support/check.h"

#include "voice_rig.h"

static void drive(double time, const void *context, double *values)
{
    (void)time;
    values[0] = *(const double *)context;
    values[1] = 20e6;
}

static double level(double flow, double *bright)
{
    const auth_voice voice = rig_voice(AUTH_VOICE_RELIEF);
    int count;
    const float *x = rig_play(&voice, drive, &flow, 0.5, 2.5, &count);
    *bright = rig_centroid(x, count);
    return rig_rms(x, count);
}

static void loud_with_flow_and_silent_without(void **state)
{
    (void)state;
    double bright, full_bright;
    CHECK_SAME(level(0.0, &bright), 0.0);
    CHECK_SAME(level(-1e-3, &bright), 0.0);
    const double little = level(0.1e-3, &bright), half = level(0.5e-3, &bright),
                 full = level(1e-3, &full_bright);
    assert_true(little > 1e-3);
    assert_true(half > 1.5 * little && full > 1.2 * half);
    /* A hiss and a screech: where the ear is keenest */
    assert_true(full_bright > 1500.0 && full_bright < 6000.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loud_with_flow_and_silent_without)};
    return cmocka_run_group_tests_name("voice_relief", tests, NULL, NULL);
}
