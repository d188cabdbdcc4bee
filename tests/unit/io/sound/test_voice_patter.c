/* Grains: as many as the flow of mass says. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

static void flow(double time, const void *context, double *values)
{
    values[0] = 500.0 + *(const double *)context * time;
}

static double level(double rate)
{
    const auth_voice voice = rig_voice(AUTH_VOICE_PATTER);
    int count;
    const float *x = rig_play(&voice, flow, &rate, 1.0, 8.0, &count);
    return rig_rms(x, count);
}

/* Campbell's theorem: the mean square of independent grains goes with their rate, 3 dB for twice as many. At
 * 90 grains/s there are 630 in 7 s; grains differ in size, so that the mean square scatters by about
 * sqrt((1 + 1.5)/630) = 6 %: three times that of each of two. */
static void mean_square_goes_with_the_rate(void **state)
{
    (void)state;
    const double slow = level(10.0), fast = level(40.0);
    CHECK_RELATIVE(fast * fast / (slow * slow), 4.0, 0.25);
    const double draining = level(-40.0); /* what falls off patters too */
    CHECK_RELATIVE(draining, fast, 0.12);
}

/* Single grains of a slow trickle: 2 kg/s are 18 a second. A new one is counted where the envelope of 1 ms
 * rises above five times what it was 4 ms before. */
static void grains_can_be_counted(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_PATTER);
    const double rate = 2.0;
    int count, grains = 0, last = -1000;
    const float *x = rig_play(&voice, flow, &rate, 1.0, 8.0, &count);
    double envelope[8000];
    const int step = IO_RATE / 1000, steps = count / step;
    for (int k = 0; k < steps; k++) envelope[k] = rig_largest(x + k * step, step);
    for (int k = 4; k < steps; k++)
        if (envelope[k] > 0.01 && envelope[k] > 5.0 * envelope[k - 4] && k - last > 4) {
            grains++;
            last = k;
        }
    /* 126 expected, sigma 11; up to a fifth hides in another's ring of 10 ms: 100 to 126, and three sigma */
    assert_in_range(grains, 67, 160);
}

static void silence_without_flow(void **state)
{
    (void)state;
    CHECK_SAME(level(0.0), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mean_square_goes_with_the_rate),
        cmocka_unit_test(grains_can_be_counted),
        cmocka_unit_test(silence_without_flow),
    };
    return cmocka_run_group_tests_name("voice_patter", tests, NULL, NULL);
}
