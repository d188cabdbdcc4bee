/* The pump: its tone, and what pressure does to it. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct point {
    double speed, pressure, jump_at; /* [rad/s], [Pa], [s] before which there is no pressure */
} point;

static void drive(double time, const void *context, double *values)
{
    const point *p = context;
    values[0] = p->speed;
    values[1] = time < p->jump_at ? 0.0 : p->pressure;
}

static void tone_is_that_of_the_pistons(void **state)
{
    (void)state;
    static const double speeds[] = {90.0, 150.0, 230.0}, ratios[] = {1.0, 1.4, 0.7};
    for (int k = 0; k < 3; k++) {
        auth_voice voice = rig_voice(AUTH_VOICE_PUMP);
        voice.ratio = ratios[k];
        const point p = {speeds[k], 15e6, 0.0};
        int count;
        const float *x = rig_play(&voice, drive, &p, 0.5, 1.5, &count);
        CHECK_RELATIVE(rig_peak(x, count, 20.0, 20e3), 9.0 * ratios[k] * speeds[k] / (2.0 * pi), 0.01);
    }
}

/* A motor that turns something slow behind a gear: as loud and as high as its own speed, both ways round. */
static void a_motor_behind_a_gear(void **state)
{
    (void)state;
    static const double RATIO = 141.3, SWING = 1.1; /* [rad/s] */
    auth_voice voice = rig_voice(AUTH_VOICE_PUMP);
    int count;
    const point fast = {RATIO * SWING, 15e6, 0.0};
    const float *direct = rig_play(&voice, drive, &fast, 0.5, 1.5, &count);
    const double level = rig_rms(direct, count);
    voice.ratio = RATIO;
    for (int side = -1; side <= 1; side += 2) {
        const point p = {side * SWING, 15e6, 0.0};
        const float *x = rig_play(&voice, drive, &p, 0.5, 1.5, &count);
        CHECK_RELATIVE(rig_peak(x, count, 20.0, 20e3), 9.0 * RATIO * SWING / (2.0 * pi), 0.01);
        CHECK_RELATIVE(rig_rms(x, count), level, 0.01);
    }
}

/* Louder, and the harmonics more so. */
static void pressure_makes_it_loud_and_bright(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_PUMP);
    double level = 0.0, share = 0.0;
    for (int k = 0; k < 4; k++) {
        const point p = {200.0, 2e6 + 6e6 * k, 0.0};
        int count;
        const float *x = rig_play(&voice, drive, &p, 0.5, 1.5, &count);
        const double first = rig_band(x, count, 200.0, 380.0), harmonics = rig_band(x, count, 480.0, 3000.0);
        assert_true(first > 1.2 * level);
        assert_true(harmonics / first > share);
        level = first;
        share = harmonics / first;
    }
}

/* Pressure that jumps is smoothed over milliseconds: nothing is steeper than the tone itself at its loudest.
 */
static void a_jump_of_pressure_is_no_click(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_PUMP);
    const point jump = {200.0, 20e6, 0.505};
    rig r;
    int count;
    rig_open(&r, &voice);
    const float *x = rig_render(&r, drive, &jump, 2.0, &count);
    rig_close(&r);
    const double tone = rig_steepest(x + IO_RATE, IO_RATE);
    assert_true(rig_steepest(x + IO_RATE / 2, IO_RATE / 10) <=
                1.05 * tone); /* noise differs from place to place */
}

static void silent_at_rest(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_PUMP);
    const point p = {0.0, 20e6, 0.0};
    int count;
    const float *x = rig_play(&voice, drive, &p, 0.0, 0.5, &count);
    CHECK_SAME(rig_largest(x, count), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tone_is_that_of_the_pistons),
        cmocka_unit_test(a_motor_behind_a_gear),
        cmocka_unit_test(pressure_makes_it_loud_and_bright),
        cmocka_unit_test(a_jump_of_pressure_is_no_click),
        cmocka_unit_test(silent_at_rest),
    };
    return cmocka_run_group_tests_name("voice_pump", tests, NULL, NULL);
}
