/* The turbocharger: its whistle follows engine speed and load, a second behind. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static void full_load_from(double time, const void *context, double *values)
{
    values[0] = 230.0; /* rated */
    values[1] = time < *(const double *)context ? 0.0 : 1.0;
}

/* 60 turns of it for one of the engine, at rated speed and full load; idling along without load a third of
 * it. */
static void whistle_follows_load_with_a_lag(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_TURBO);
    const double full = 60.0 * 230.0 / (2.0 * pi), from = 0.0, never = 100.0, step = 1.0;
    int count;
    const float *x = rig_play(&voice, full_load_from, &from, 7.0, 7.5, &count);
    CHECK_RELATIVE(rig_peak(x, count, 500.0, 5000.0), full, 0.01);
    const double loud = rig_rms(x, count);
    x = rig_play(&voice, full_load_from, &never, 6.0, 7.0, &count);
    assert_true(rig_rms(x, count) < 0.2 * loud);
    /* After 1 s of load: 0.35 + 0.65 (1 - 1/e) of its speed, at the start e^-1 of 0.35 are still missing; the
     * window of 0.1 s around it sees 4 % of change */
    x = rig_play(&voice, full_load_from, &step, 1.95, 2.05, &count);
    const double missing = exp(-2.0) * 0.35, spin = 0.35 - missing + (0.65 + missing) * (1.0 - exp(-1.0));
    CHECK_RELATIVE(rig_peak(x, count, 700.0, 4000.0), full * spin, 0.08);
}

static void silent_at_rest(void **state)
{
    (void)state;
    auth_voice voice = rig_voice(AUTH_VOICE_TURBO);
    const double never = 100.0;
    voice.rated = 1e9; /* as if the engine stood still */
    int count;
    const float *x = rig_play(&voice, full_load_from, &never, 0.0, 0.5, &count);
    CHECK_SAME(rig_largest(x, count), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whistle_follows_load_with_a_lag),
        cmocka_unit_test(silent_at_rest),
    };
    return cmocka_run_group_tests_name("voice_turbo", tests, NULL, NULL);
}
