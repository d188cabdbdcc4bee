/* Between snapshots: exact at both ends, linear in between, the shorter way round, anew after a restart. */
#include "support/check.h"

#include "rnd/scene.h"

#include <math.h>

static const int64_t second = 1000000000;

/* Single precision at numbers of 10 m: 2^-24 of them, twice. */
static const double rounding = 1.2e-6;

static xch_snapshot snapshot_of(int64_t tick, float x, double angle, double signal)
{
    xch_snapshot s = {.tick = tick, .time = 1e-3 * (double)tick, .woke = 1000000 * tick + 7 * second};
    s.signal_count = 2;
    s.body_count = 1;
    s.signals[0] = signal;
    s.signals[1] = -signal;
    s.bodies[0] =
        (xch_pose){{x, 2 * x, -x}, {(float)cos(0.5 * angle), 0, 0, (float)sin(0.5 * angle)}}; /* about z */
    return s;
}

static double angle_of(const xch_pose *pose)
{
    return 2.0 * atan2((double)pose->rotation[3], (double)pose->rotation[0]);
}

static void take(rnd_motion *motion, const xch_snapshot *a, const xch_snapshot *b)
{
    rnd_motion_take(motion, a);
    rnd_motion_take(motion, b);
}

static void ends_are_exact(void **unused)
{
    (void)unused;
    const xch_snapshot a = snapshot_of(100, 1.1F, 0.3, 5.7), b = snapshot_of(116, 1.3F, 0.4, HUGE_VAL);
    rnd_motion motion = {0};
    xch_snapshot out;
    take(&motion, &a, &b);
    rnd_motion_at(&motion, a.time, &out);
    assert_memory_equal(out.signals, a.signals, sizeof a.signals);
    assert_memory_equal(out.bodies, a.bodies, sizeof a.bodies);
    CHECK_SAME(out.time, a.time);
    rnd_motion_at(&motion, b.time, &out);
    assert_memory_equal(&out, &b, sizeof b);
}

static void steady_motion_is_a_straight_line(void **unused)
{
    (void)unused;
    const xch_snapshot a = snapshot_of(100, 1.0F, 0.0, 10.0), b = snapshot_of(116, 1.8F, 0.0, 18.0);
    rnd_motion motion = {0};
    xch_snapshot out;
    take(&motion, &a, &b);
    for (int i = 0; i <= 16; i++) { /* 50 m/s and 500 per second */
        const double passed = 1e-3 * i;
        rnd_motion_at(&motion, a.time + passed, &out);
        CHECK_NEAR(out.time, a.time + passed, 1e-12);
        CHECK_NEAR((double)out.bodies[0].position[0], 1.0 + 50.0 * passed, rounding);
        CHECK_NEAR((double)out.bodies[0].position[1], 2.0 + 100.0 * passed, rounding);
        CHECK_NEAR(out.signals[0], 10.0 + 500.0 * passed, 1e-11);
        CHECK_NEAR(out.signals[1], -10.0 - 500.0 * passed, 1e-11);
        assert_int_equal(out.tick, b.tick);
    }
}

static void beyond_the_ends_nothing_moves(void **unused)
{
    (void)unused;
    const xch_snapshot a = snapshot_of(100, 1.0F, 0.0, 10.0), b = snapshot_of(116, 1.8F, 0.0, 18.0);
    rnd_motion motion = {0};
    xch_snapshot out;
    take(&motion, &a, &b);
    rnd_motion_at(&motion, 0.0, &out);
    CHECK_SAME(out.signals[0], 10.0);
    CHECK_SAME(out.time, a.time);
    rnd_motion_at(&motion, 9.0, &out);
    CHECK_SAME(out.signals[0], 18.0);
    CHECK_SAME(out.time, b.time);
}

/* Half of a normalised linear interpolation is half of the angle exactly, by symmetry; a rotation and its
 * negative are the same. */
static void half_a_turn_is_half_way(void **unused)
{
    (void)unused;
    const xch_snapshot a = snapshot_of(100, 0.0F, 0.2, 0.0);
    xch_snapshot b = snapshot_of(110, 0.0F, 0.6, 0.0), out;
    for (int sign = 0; sign < 2; sign++) {
        rnd_motion motion = {0};
        take(&motion, &a, &b);
        rnd_motion_at(&motion, 0.105, &out);
        CHECK_NEAR(angle_of(&out.bodies[0]), 0.4, rounding);
        double square = 0.0;
        for (int k = 0; k < 4; k++) square += (double)(out.bodies[0].rotation[k] * out.bodies[0].rotation[k]);
        CHECK_NEAR(square, 1.0, rounding);
        for (int k = 0; k < 4; k++) b.bodies[0].rotation[k] *= -1.0F;
    }
}

static void only_what_is_newer_counts(void **unused)
{
    (void)unused;
    const xch_snapshot a = snapshot_of(100, 1.0F, 0.0, 10.0), b = snapshot_of(116, 1.8F, 0.0, 18.0);
    rnd_motion motion = {0};
    take(&motion, &a, &b);
    rnd_motion_take(&motion, &b); /* the same once more */
    CHECK_SAME(motion.last[0].signals[0], 10.0);
    CHECK_SAME(motion.last[1].signals[0], 18.0);
}

static void a_restart_is_no_motion(void **unused)
{
    (void)unused;
    const xch_snapshot a = snapshot_of(100, 1.0F, 0.0, 10.0), b = snapshot_of(116, 1.8F, 0.0, 18.0);
    const xch_snapshot anew = snapshot_of(3, 0.5F, 0.0, 2.0);
    rnd_motion motion = {0};
    xch_snapshot out;
    take(&motion, &a, &b);
    rnd_motion_take(&motion, &anew);
    for (int i = 0; i < 3; i++) {
        rnd_motion_at(&motion, 0.06 * i, &out);
        assert_memory_equal(&out, &anew, sizeof anew);
    }
}

/* The picture's time runs as the clock does, a little behind the newest snapshot, and waits for the next one
 * where that is late. */
static void time_runs_with_the_clock(void **unused)
{
    (void)unused;
    const xch_snapshot a = snapshot_of(100, 1.0F, 0.0, 10.0), b = snapshot_of(116, 1.8F, 0.0, 18.0);
    rnd_motion motion = {0};
    take(&motion, &a, &b);
    const double now = rnd_motion_time(&motion, b.woke);
    assert_true(now < b.time && now > a.time);
    CHECK_NEAR(rnd_motion_time(&motion, b.woke + 2000000) - now, 2e-3, 1e-12);
    CHECK_SAME(rnd_motion_time(&motion, b.woke + second), b.time);
    CHECK_SAME(rnd_motion_time(&motion, b.woke - second), a.time);
    xch_snapshot unclocked = snapshot_of(140, 0.0F, 0.0, 0.0);
    unclocked.woke = 0;
    rnd_motion_take(&motion, &unclocked);
    CHECK_SAME(rnd_motion_time(&motion, b.woke), unclocked.time);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends_are_exact),
                                       cmocka_unit_test(steady_motion_is_a_straight_line),
                                       cmocka_unit_test(beyond_the_ends_nothing_moves),
                                       cmocka_unit_test(half_a_turn_is_half_way),
                                       cmocka_unit_test(only_what_is_newer_counts),
                                       cmocka_unit_test(a_restart_is_no_motion),
                                       cmocka_unit_test(time_runs_with_the_clock)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
