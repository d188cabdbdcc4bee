/* Digging: loudness by power. */
#include "support/check.h"

#include "voice_rig.h"

static void drive(double time, const void *context, double *values)
{
    (void)time;
    values[0] = *(const double *)context;
}

static void louder_with_power(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_SCRAPE);
    double before = 0.0;
    for (int k = 0; k < 4; k++) {
        static const double powers[] = {0.3e3, 1.2e3, 4.8e3, 19.2e3};
        int count;
        const float *x = rig_play(&voice, drive, &powers[k], 0.5, 4.5, &count);
        assert_true(rig_rms(x, count) > 1.6 * before); /* twice, less the scatter of its bursts */
        before = rig_rms(x, count);
    }
    const double none = 0.0;
    int count;
    const float *x = rig_play(&voice, drive, &none, 0.0, 1.0, &count);
    CHECK_SAME(rig_largest(x, count), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(louder_with_power)};
    return cmocka_run_group_tests_name("voice_scrape", tests, NULL, NULL);
}
