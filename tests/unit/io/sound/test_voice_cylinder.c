/* Cylinders: hiss by rate and force, a thump at each end. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

typedef struct stroke {
    double rate, force, from, stands_at; /* [m/s], [N]; length at the start and where it ends [m] */
} stroke;

static void drive(double time, const void *context, double *values)
{
    const stroke *s = context;
    const double length = s->from + s->rate * time;
    const bool there = s->rate > 0.0 ? length >= s->stands_at : length <= s->stands_at;
    values[0] = there ? 0.0 : s->rate;
    values[1] = s->force;
    values[2] = there ? s->stands_at : length;
}

static void hiss_grows_with_rate_and_force(void **state)
{
    (void)state;
    static const stroke strokes[] = {
        {0.0, 50e3, 1.1, 2.0}, {0.05, 10e3, 1.1, 2.0}, {0.15, 10e3, 1.1, 2.0}, {0.15, 50e3, 1.1, 2.0}};
    const auth_voice voice = rig_voice(AUTH_VOICE_CYLINDER);
    double before = -1.0;
    for (int k = 0; k < 4; k++) {
        int count;
        const float *x = rig_play(&voice, drive, &strokes[k], 0.5, 1.5, &count);
        assert_true(rig_rms(x, count) > 1.3 * before);
        before = rig_rms(x, count);
        if (k == 0) CHECK_SAME(before, 0.0);
    }
}

/* Largest sample in the half second after the piston meets the end, which it does 1 s after the start. */
static double thump(double rate, double end)
{
    const auth_voice voice = rig_voice(AUTH_VOICE_CYLINDER);
    const stroke s = {rate, 1e3, end - rate, end};
    int count;
    const float *x = rig_play(&voice, drive, &s, 0.9, 1.5, &count);
    return rig_largest(x, count);
}

static void ends_thump_by_speed(void **state)
{
    (void)state;
    for (int end = 0; end < 2; end++) {
        const double side = end ? 1.0 : -1.0, at = end ? 1.5 : 1.0;
        const double slow = thump(side * 0.05, at), medium = thump(side * 0.1, at),
                     fast = thump(side * 0.2, at);
        assert_true(slow > 0.02);
        CHECK_RELATIVE(medium / slow, 2.0, 0.15); /* in proportion, and the hiss just before it */
        CHECK_RELATIVE(fast / medium, 2.0, 0.15);
    }
    assert_true(thump(0.1, 1.4) < 0.3 * thump(0.1, 1.5)); /* stopping by the lever is no thump */
}

static void waits_at_end(double time, const void *context, double *values)
{
    values[0] = 0.02 * sin(600.0 * time);
    values[1] = 1e3;
    values[2] = *(const double *)context + 1e-4 * sin(600.0 * time);
}

/* Trembling at an end does not thump again and again. */
static void one_thump_an_arrival(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_CYLINDER);
    const double border = 1.498; /* where an end begins */
    int count;
    const float *x = rig_play(&voice, waits_at_end, &border, 1.0, 2.0, &count);
    assert_true(rig_band(x, count, 30.0, 120.0) < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hiss_grows_with_rate_and_force),
        cmocka_unit_test(ends_thump_by_speed),
        cmocka_unit_test(one_thump_an_arrival),
    };
    return cmocka_run_group_tests_name("voice_cylinder", tests, NULL, NULL);
}
