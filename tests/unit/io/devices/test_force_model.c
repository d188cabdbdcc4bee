/* What a wheel feels: the tires' torque, stops, damping, vibration; limited in value and in its changes. */
#include "force.h"
#include "support/check.h"

#include <math.h>

static const double STEP = 0.004;     /* [s] 250 times a second, as wheels are spoken to */
static const double FASTEST = 40.0;   /* [1/s] force_model.c */
static const double ROUNDING = 1e-12; /* of sums of some hundred steps of order 1 */
static const auth_force_feedback full = {.present = true, .gain = 1.0, .vibration = 0.0};

/* The torque after some time in a state. */
static double after(force_model *model, const auth_force_feedback *force, const io_force_state *state,
                    double seconds)
{
    double torque = 0.0;
    for (double t = 0.0; t < seconds; t += STEP) torque = force_torque(model, force, state, STEP);
    return torque;
}

static void a_resting_vehicle_is_not_felt(void **state)
{
    (void)state;
    force_model model = {0};
    const auth_force_feedback force = {.present = true, .gain = 1.0, .vibration = 1.0};
    CHECK_SAME(after(&model, &force, &(io_force_state){.turn = 0.4, .stop = 1.0}, 1.0), 0.0);
}

static void the_tires_are_felt_with_their_gain(void **state)
{
    (void)state;
    force_model model = {0}, other = {0};
    auth_force_feedback force = full;
    force.gain = 0.5;
    const io_force_state tires = {.torque = -0.6, .stop = 1.0};
    CHECK_NEAR(after(&model, &force, &tires, 0.5), -0.3, ROUNDING);
    force.invert = true;
    CHECK_NEAR(after(&other, &force, &tires, 0.5), 0.3, ROUNDING);
    CHECK_NEAR(force_torque(&other, &force, &tires, 0.0), 0.3, ROUNDING); /* no time has passed */
}

static void more_than_all_is_all(void **state)
{
    (void)state;
    force_model model = {0};
    CHECK_SAME(after(&model, &full, &(io_force_state){.torque = 7.0, .stop = 1.0}, 1.0), 1.0);
}

/* From one side to the other in a twentieth of a second, in even steps. */
static void torque_changes_no_faster_than_its_limit(void **state)
{
    (void)state;
    force_model model = {0};
    double last = after(&model, &full, &(io_force_state){.torque = -1.0, .stop = 1.0}, 1.0);
    CHECK_SAME(last, -1.0);
    for (int i = 0; i < 20; i++) {
        const double now = force_torque(&model, &full, &(io_force_state){.torque = 1.0, .stop = 1.0}, STEP);
        assert_true(now - last <= FASTEST * STEP + ROUNDING);
        last = now;
    }
    CHECK_SAME(last, 1.0); /* 2 / (40 / s) = 0.05 s are 12.5 steps */
}

/* 0.01 of the way behind a stop at 0.6 is half of the 0.02 to full force; at rest there is no damping. */
static void a_stop_pushes_back(void **state)
{
    (void)state;
    force_model left = {0}, right = {0}, inside = {0};
    CHECK_NEAR(after(&left, &full, &(io_force_state){.turn = 0.61, .stop = 0.6}, 0.5), -0.5, ROUNDING);
    CHECK_NEAR(after(&right, &full, &(io_force_state){.turn = -0.61, .stop = 0.6}, 0.5), 0.5, ROUNDING);
    CHECK_SAME(after(&inside, &full, &(io_force_state){.turn = 0.59, .stop = 0.6}, 0.5), 0.0);
    CHECK_SAME(after(&inside, &full, &(io_force_state){.turn = 0.9, .stop = 0.6}, 0.5), -1.0);
}

/* A wheel that turns to the left is held back, more at a stop. */
static void turning_is_damped(void **state)
{
    (void)state;
    force_model free = {0}, stop = {0};
    double loose = 0.0, stopped = 0.0;
    for (int i = 0; i < 100; i++) { /* 0.5 of the way a second */
        const double turn = 0.5 * STEP * i;
        loose = force_torque(&free, &full, &(io_force_state){.turn = turn, .stop = 1.0}, STEP);
        stopped = force_torque(&stop, &full, &(io_force_state){.turn = turn, .stop = 0.198 - 1e-9}, STEP);
    }
    CHECK_NEAR(loose, -0.02 * 0.5, 1e-6); /* light damping of 0.02 s; the rate has come in to exp(-40) */
    assert_true(stopped < loose - 0.1 * 0.5 + 1e-6);
}

/* A state that jumps, as when samples cease, is no blow. */
static void a_jump_of_the_wheel_is_no_blow(void **state)
{
    (void)state;
    force_model model = {0};
    after(&model, &full, &(io_force_state){.turn = 0.9, .stop = 1.0}, 0.1);
    assert_true(fabs(force_torque(&model, &full, &(io_force_state){.stop = 1.0}, STEP)) <= 0.02 * 4.0);
}

typedef struct shaking {
    double size;      /* root of the mean square */
    double crossings; /* through 0 upwards, a second */
} shaking;

static shaking shake(const io_force_state *state)
{
    static const auth_force_feedback force = {.present = true, .gain = 1.0, .vibration = 1.0};
    enum { STEPS = 20000 };
    force_model model = {0};
    double sum = 0.0, last = 0.0;
    int crossings = 0;
    const double step = 0.001;
    for (int i = 0; i < STEPS; i++) {
        const double torque = force_torque(&model, &force, state, step);
        crossings += last < 0.0 && torque >= 0.0;
        sum += torque * torque;
        last = torque;
    }
    return (shaking){sqrt(sum / STEPS), crossings / (STEPS * step)};
}

/* Four cylinders fire twice a turn: 84 rad/s are 26.7 Hz. */
static void the_engine_shakes_at_its_firing_frequency(void **state)
{
    (void)state;
    const shaking idle = shake(&(io_force_state){.engine = 84.0, .stop = 1.0});
    const shaking fast = shake(&(io_force_state){.engine = 230.0, .stop = 1.0});
    CHECK_NEAR(idle.crossings, 84.0 / 3.14159265358979, 0.1); /* one in 20 s more or less */
    CHECK_RELATIVE(idle.size, 0.15 / sqrt(2.0), 0.01);        /* of a sine of 0.15, over 530 periods */
    assert_true(fast.size < 0.8 * idle.size);                 /* 2x / (1 + x^2) = 0.65 at x = 2.7 */
}

static void the_ground_is_rough_at_speed(void **state)
{
    (void)state;
    const shaking slow = shake(&(io_force_state){.speed = 0.5, .stop = 1.0});
    const shaking fast = shake(&(io_force_state){.speed = -8.0, .stop = 1.0});
    assert_true(slow.size > 0.0);
    CHECK_RELATIVE(fast.size / slow.size, (8.0 / 10.0) / (0.5 / 2.5), 1e-6); /* v / (v + 2), the same noise */
    assert_true(fast.size < 0.3);
}

static void a_pad_rumbles(void **state)
{
    (void)state;
    double slow, fast;
    const auth_force_feedback force = {.present = true, .gain = 0.5, .vibration = 1.0};
    force_rumble(&force, &(io_force_state){.stop = 1.0}, &slow, &fast);
    CHECK_SAME(slow, 0.0);
    CHECK_SAME(fast, 0.0);
    force_rumble(&force, &(io_force_state){.engine = 84.0, .speed = 2.0, .stop = 1.0}, &slow, &fast);
    CHECK_NEAR(slow, 0.25, ROUNDING); /* half of its way at 2 m/s */
    CHECK_NEAR(fast, 0.5, ROUNDING);  /* all of it at idle */
}

/* Whatever comes, it stays within what the wheel can, and within its rate. */
static void always_within_its_limits(void **state)
{
    (void)state;
    const auth_force_feedback force = {.present = true, .gain = 1.0, .vibration = 1.0};
    uint64_t seed = 11;
    force_model model = {0};
    double last = 0.0;
    for (int i = 0; i < 20000; i++) {
        const io_force_state any = {.torque = 3.0 * check_random(&seed),
                                    .turn = check_random(&seed),
                                    .stop = 0.5 * (1.0 + check_random(&seed)),
                                    .engine = 500.0 * check_random(&seed),
                                    .speed = 30.0 * check_random(&seed)};
        const double now = force_torque(&model, &force, &any, STEP);
        assert_true(fabs(now) <= 1.0 && fabs(now - last) <= FASTEST * STEP + ROUNDING);
        last = now;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_resting_vehicle_is_not_felt),
                                       cmocka_unit_test(the_tires_are_felt_with_their_gain),
                                       cmocka_unit_test(more_than_all_is_all),
                                       cmocka_unit_test(torque_changes_no_faster_than_its_limit),
                                       cmocka_unit_test(a_stop_pushes_back),
                                       cmocka_unit_test(turning_is_damped),
                                       cmocka_unit_test(a_jump_of_the_wheel_is_no_blow),
                                       cmocka_unit_test(the_engine_shakes_at_its_firing_frequency),
                                       cmocka_unit_test(the_ground_is_rough_at_speed),
                                       cmocka_unit_test(a_pad_rumbles),
                                       cmocka_unit_test(always_within_its_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
