/* The thread against the virtual platform, over the loopback of this computer. Times are those of packets,
 * which do not depend on how busy the computer is; what the clock decides has generous bounds. */
#include "support/check.h"

#include "io/motion.h"
#include "motion_internal.h"
#include "rigs.h"
#include "xch/snapshot.h"

#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FIRST = 3, CAPACITY = 256, ROWS = 4000 };

static const double STEP = 1e-3;                              /* [s] */
static const double SEAT[6] = {1.0, 0.5, 9.7, 0.0, 0.0, 0.0}; /* a slope, felt as tilt */

typedef struct fixture {
    hl_arena arena;
    auth_rig rig;
    io_platform *platform;
    io_motion *motion;
    xch_ring *samples;
    int64_t tick;
    io_platform_row rows[ROWS]; /* since the last drive */
    int count;
} fixture;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Quick ramps, so that a test lasts a second. */
static auth_rig quick(auth_rig rig)
{
    rig.engage = 0.08;
    return rig;
}

static void begin(fixture *f, auth_rig rig)
{
    char error[200] = "";
    memset(f, 0, sizeof *f);
    f->rig = rig;
    f->platform = io_platform_open(&f->rig, 0, &f->arena, error, sizeof error);
    assert_string_equal(error, "");
    f->rig.output.port = io_platform_port(f->platform);
    assert_true(f->rig.output.port > 0);
    f->samples = xch_ring_new(&f->arena, sizeof(xch_sample), CAPACITY);
    const io_motion_setup setup = {.rig = &f->rig, .first = FIRST, .step = STEP};
    f->motion = io_motion_open(&setup, &f->arena, error, sizeof error);
    assert_string_equal(error, "");
}

static void end(fixture *f)
{
    io_motion_close(f->motion);
    io_platform_close(f->platform);
    hl_arena_free(&f->arena);
}

static void push_tick(fixture *f)
{
    xch_sample sample = {.tick = f->tick, .time = (double)f->tick * STEP, .count = FIRST + 6};
    memcpy(sample.values + FIRST, SEAT, sizeof SEAT);
    f->tick++;
    (void)xch_ring_push(f->samples, &sample);
}

/* Let time go by, with or without ticks, and note what arrives. */
static void drive(fixture *f, double seconds, bool ticks)
{
    const double start = now();
    double next = start;
    f->count = 0;
    for (double t = start; t < start + seconds; t = now()) {
        for (; ticks && next <= t; next += STEP) push_tick(f);
        if (io_platform_wait(f->platform, 0.5 * STEP, &f->rows[f->count]) && f->count < ROWS - 1) f->count++;
    }
    assert_true(f->count > 0);
}

static const io_platform_row *last(const fixture *f)
{
    return &f->rows[f->count - 1];
}

/* Until the platform is told of a state; [s] is far more than it takes. */
static void drive_until(fixture *f, io_motion_state state, bool ticks)
{
    const double patience = 10.0, start = now();
    do drive(f, 0.02, ticks);
    while (last(f)->state != state && now() < start + patience);
    assert_int_equal(last(f)->state, state);
}

static void expect_news(fixture *f, const char *expected)
{
    char text[200] = "";
    assert_true(io_motion_news(f->motion, text, sizeof text));
    assert_string_equal(text, expected);
}

static void expect_no_trouble(const fixture *f)
{
    const io_platform_counts c = io_platform_count(f->platform);
    assert_int_equal(c.foreign, 0);
    assert_int_equal(c.reordered, 0);
    assert_int_equal(c.position, 0);
    assert_int_equal(c.speed, 0);
    assert_int_equal(c.acceleration, 0);
}

/* ---- a session ---- */

/* Evenly spaced in the platform's time: whole periods of 4 ms, and hardly ever more than one. */
static void keeps_rate_and_order(void **state)
{
    (void)state;
    fixture f;
    begin(&f, quick(rig_seat()));
    drive(&f, 0.3, false);
    int single = 0;
    for (int i = 1; i < f.count; i++) {
        const double periods = (f.rows[i].time - f.rows[i - 1].time) / 0.004;
        CHECK_NEAR(periods, round(periods), 1e-6);
        assert_true(periods > 0.5);
        single += periods < 1.5;
    }
    assert_true(single > f.count / 2);
    /* packets say how long it took: as long as it did, within what a busy computer leaves out (0.1 s) */
    CHECK_NEAR(last(&f)->time - f.rows[0].time, 0.3, 0.15);
    expect_no_trouble(&f);
    assert_int_equal(io_platform_count(f.platform).lost, 0);
    end(&f);
}

static void follows_a_session(void **state)
{
    (void)state;
    fixture f;
    begin(&f, quick(rig_hexapod()));
    drive(&f, 0.1, false);
    assert_int_equal(last(&f)->state, IO_MOTION_PARKED);
    io_motion_join(f.motion, f.samples);
    drive_until(&f, IO_MOTION_RUNNING, true);
    drive(&f, 0.15, true);
    assert_true(last(&f)->position[AUTH_RIG_PITCH] < 0.0);
    assert_true(last(&f)->position[AUTH_RIG_ROLL] > 0.0);
    assert_true(last(&f)->position[AUTH_RIG_SURGE] > 0.0);
    io_motion_leave(f.motion); /* the world has ended */
    drive_until(&f, IO_MOTION_PARKED, false);
    for (int i = 0; i < AUTH_RIG_AXES; i++) CHECK_NEAR(last(&f)->position[i], 0.0, 1e-6);
    expect_no_trouble(&f);
    const io_motion_counts counts = io_motion_count(f.motion);
    assert_true(counts.sent > 100);
    assert_int_equal(counts.failed, 0);
    assert_int_equal(counts.missing, 0);
    assert_int_equal(counts.stops, 0);
    end(&f);
}

/* Without ticks for `silence` it goes to neutral, and comes back with the next ones. */
static void pauses(void **state)
{
    (void)state;
    fixture f;
    begin(&f, quick(rig_seat()));
    io_motion_join(f.motion, f.samples);
    drive_until(&f, IO_MOTION_RUNNING, true);
    drive_until(&f, IO_MOTION_PARKED, false);
    CHECK_NEAR(last(&f)->position[AUTH_RIG_PITCH], 0.0, 1e-6);
    drive_until(&f, IO_MOTION_RUNNING, true);
    expect_no_trouble(&f);
    assert_int_equal(io_motion_count(f.motion).missing, 0); /* a pause skips no tick */
    end(&f);
}

static void counts_missing_and_late_ticks(void **state)
{
    (void)state;
    fixture f;
    begin(&f, quick(rig_seat()));
    io_motion_join(f.motion, f.samples);
    drive(&f, 0.1, true);
    f.tick += 17; /* never pushed */
    drive(&f, 0.1, true);
    assert_int_equal(io_motion_count(f.motion).missing, 17);
    const int64_t late = io_motion_count(f.motion).late;
    for (int i = 0; i < 100; i++) push_tick(&f); /* a tenth of a second at once */
    drive(&f, 0.1, false);
    /* but for one that waits and those that a late wake-up takes */
    assert_true(io_motion_count(f.motion).late > late);
    expect_no_trouble(&f);
    end(&f);
}

/* The network loses every third datagram: what arrives is whole, in order, and within the limits. */
static void survives_packet_loss(void **state)
{
    (void)state;
    const platform_trouble trouble = {.drop = 3};
    fixture f;
    auth_rig rig = quick(rig_hexapod());
    rig.output.heartbeat = 5.0; /* lost answers are made good by the next */
    begin(&f, rig);
    platform_make_trouble(f.platform, &trouble);
    io_motion_join(f.motion, f.samples);
    drive_until(&f, IO_MOTION_RUNNING, true);
    drive(&f, 0.15, true);
    const io_platform_counts c = io_platform_count(f.platform);
    assert_true(c.packets > 20);
    CHECK_NEAR((double)c.lost, 0.5 * (double)c.packets, 1.0); /* one of three: half of what came */
    expect_no_trouble(&f);
    assert_int_equal(io_motion_count(f.motion).stops, 0);
    end(&f);
}

/* ---- heartbeats ---- */

static void stops_without_heartbeats(void **state)
{
    (void)state;
    const platform_trouble mute = {.mute = true}, none = {0};
    fixture f;
    auth_rig rig = quick(rig_seat());
    rig.output.heartbeat = 0.5;
    begin(&f, rig);
    io_motion_join(f.motion, f.samples);
    drive_until(&f, IO_MOTION_RUNNING, true);
    assert_int_equal(io_motion_count(f.motion).stops, 0);
    platform_make_trouble(f.platform, &mute);
    drive_until(&f, IO_MOTION_STOPPED, true);
    assert_int_equal(io_motion_count(f.motion).stops, 1);
    expect_news(&f, "the motion platform does not answer: stopped");
    drive(&f, 0.1, true);
    CHECK_SAME(last(&f)->speed[AUTH_RIG_PITCH], 0.0);
    assert_true(fabs(last(&f)->position[AUTH_RIG_PITCH]) > 0.0); /* where it was */
    platform_make_trouble(f.platform, &none);
    drive_until(&f, IO_MOTION_RUNNING, true);
    expect_news(&f, "the motion platform works again");
    expect_no_trouble(&f);
    end(&f);
}

static void stops_at_a_fault(void **state)
{
    (void)state;
    const platform_trouble fault = {.fault = 42}, none = {0};
    fixture f;
    begin(&f, quick(rig_seat()));
    io_motion_join(f.motion, f.samples);
    drive_until(&f, IO_MOTION_RUNNING, true);
    platform_make_trouble(f.platform, &fault);
    drive_until(&f, IO_MOTION_STOPPED, true);
    expect_news(&f, "the motion platform reports fault 42: stopped");
    platform_make_trouble(f.platform, &none);
    drive_until(&f, IO_MOTION_RUNNING, true);
    end(&f);
}

/* Nobody at the port: sending fails, the thread goes on, and says what it misses. */
static void goes_on_without_a_platform(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char text[200] = "";
    auth_rig rig = quick(rig_seat());
    io_platform *listener = io_platform_open(&rig, 0, &arena, text, sizeof text);
    assert_non_null(listener);
    rig.output.port = io_platform_port(listener);
    io_platform_close(listener); /* a port where nobody listens */
    rig.output.heartbeat = 0.05;
    const io_motion_setup setup = {.rig = &rig, .first = FIRST, .step = STEP};
    io_motion *motion = io_motion_open(&setup, &arena, text, sizeof text);
    assert_non_null(motion);
    const struct timespec wait = {.tv_nsec = 300 * 1000 * 1000};
    nanosleep(&wait, NULL);
    const io_motion_counts counts = io_motion_count(motion);
    assert_true(counts.failed > 0);
    assert_int_equal(counts.stops, 1);
    assert_true(io_motion_news(motion, text, sizeof text));
    assert_string_equal(text, "the motion platform does not answer: stopped");
    assert_false(io_motion_news(motion, text, sizeof text));
    io_motion_close(motion);
    hl_arena_free(&arena);
}

/* ---- the virtual platform ---- */

/* The sender goes away in the middle: after 0.2 s the platform returns to neutral by itself. */
static void platform_returns_alone(void **state)
{
    (void)state;
    fixture f;
    begin(&f, quick(rig_seat()));
    io_motion_join(f.motion, f.samples);
    drive_until(&f, IO_MOTION_RUNNING, true);
    const platform_trouble silence = {.drop = 1};
    platform_make_trouble(f.platform, &silence);
    const double there = fabs(last(&f)->position[AUTH_RIG_PITCH]);
    drive(&f, 0.4, true); /* 0.2 s of watchdog, 0.08 s of ramp */
    assert_true(last(&f)->alone);
    assert_int_equal(last(&f)->state, IO_MOTION_PARKED);
    CHECK_SAME(fabs(last(&f)->position[AUTH_RIG_PITCH]), 0.0);
    for (int i = 0; i < f.count; i++)
        if (f.rows[i].alone) assert_true(fabs(f.rows[i].position[AUTH_RIG_PITCH]) <= there);
    assert_int_equal(io_platform_count(f.platform).watchdogs, 1);
    end(&f);
}

static void speaks_text(void **state)
{
    (void)state;
    fixture f;
    auth_rig rig = quick(rig_seat());
    rig.output.format = AUTH_RIG_TEXT;
    rig.output.text = "<R{roll}><P{pitch}>";
    begin(&f, rig);
    drive(&f, 0.1, false);
    assert_int_equal(last(&f)->state, IO_MOTION_PARKED);
    io_motion_join(f.motion, f.samples);
    drive(&f, 0.4, true);
    assert_int_equal(last(&f)->state, IO_MOTION_RUNNING);
    assert_true(last(&f)->position[AUTH_RIG_PITCH] < 0.0);
    assert_int_equal(io_platform_count(f.platform).foreign, 0);
    assert_int_equal(io_platform_count(f.platform).position, 0);
    end(&f);
}

static void send_to(const fixture *f, const void *bytes, size_t size)
{
    char error[200] = "";
    const int out = udp_connect("localhost", io_platform_port(f->platform), error, sizeof error);
    assert_string_equal(error, "");
    assert_int_equal(send(out, bytes, size, 0), (ssize_t)size);
    close(out);
}

static void send_pose(const fixture *f, uint32_t sequence)
{
    uint8_t bytes[IO_PACKET_SIZE];
    const io_packet packet = {.sequence = sequence, .axes = io_packet_axes(&f->rig), .time = sequence};
    send_to(f, bytes, io_packet_write(&packet, bytes));
}

/* Sequence numbers over their end: ...fe, ...ff, 1 (0 is lost), 0 comes late, 1 again; and what is no packet.
 */
static void platform_counts_what_goes_wrong(void **state)
{
    (void)state;
    static const uint32_t sequences[] = {UINT32_MAX - 1, UINT32_MAX, 1, 0, 1};
    fixture f = {.rig = rig_seat()};
    char error[200] = "";
    f.platform = io_platform_open(&f.rig, 0, &f.arena, error, sizeof error);
    assert_non_null(f.platform);
    for (int i = 0; i < 5; i++) send_pose(&f, sequences[i]);
    send_to(&f, "HLMP", 4);
    send_to(&f, "", 0);
    int rows = 0;
    while (io_platform_wait(f.platform, 0.1, &f.rows[0])) rows++;
    const io_platform_counts c = io_platform_count(f.platform);
    assert_int_equal(rows, 3);
    assert_int_equal(c.packets, 3);
    assert_int_equal(c.lost, 1);
    assert_int_equal(c.reordered, 2);
    assert_int_equal(c.foreign, 2);
    assert_int_equal(c.watchdogs, 0); /* it was parked */
    io_platform_close(f.platform);
    hl_arena_free(&f.arena);
}

/* A sender that was started again counts from 1. What follows at once must be newer. */
static void platform_hears_who_begins_anew(void **state)
{
    (void)state;
    fixture f = {.rig = rig_seat()};
    char error[200] = "";
    f.platform = io_platform_open(&f.rig, 0, &f.arena, error, sizeof error);
    assert_non_null(f.platform);
    send_pose(&f, 1000);
    assert_true(io_platform_wait(f.platform, 0.1, &f.rows[0]));
    assert_false(io_platform_wait(f.platform, 0.25, &f.rows[0])); /* parked: no watchdog */
    send_pose(&f, 1);
    send_pose(&f, 1);
    assert_true(io_platform_wait(f.platform, 0.1, &f.rows[0]));
    assert_false(io_platform_wait(f.platform, 0.1, &f.rows[0]));
    const io_platform_counts c = io_platform_count(f.platform);
    assert_int_equal(c.packets, 2);
    assert_int_equal(c.lost, 0);
    assert_int_equal(c.reordered, 1);
    io_platform_close(f.platform);
    hl_arena_free(&f.arena);
}

/* A limit that the sender does not know: the platform sees it broken. */
static void platform_sees_broken_limits(void **state)
{
    (void)state;
    fixture f;
    begin(&f, quick(rig_seat()));
    auth_rig narrow = f.rig;
    io_platform_close(f.platform);
    char error[200] = "";
    for (int i = AUTH_RIG_ROLL; i <= AUTH_RIG_PITCH; i++) {
        narrow.channels[i].position = 0.1 * DEG;
        narrow.channels[i].speed = 0.1 * DEG;
        narrow.channels[i].acceleration = 0.1 * DEG;
    }
    f.platform = io_platform_open(&narrow, f.rig.output.port, &f.arena, error, sizeof error);
    assert_string_equal(error, "");
    io_motion_join(f.motion, f.samples);
    drive_until(&f, IO_MOTION_RUNNING, true);
    drive(&f, 0.25, true);
    const io_platform_counts c = io_platform_count(f.platform);
    assert_true(c.position > 0 && c.speed > 0 && c.acceleration > 0);
    end(&f);
}

/* ---- opening ---- */

static void says_why_it_cannot_open(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char error[200] = "";
    auth_rig rig = rig_seat();
    rig.output.host = "no-such-host.invalid"; /* RFC 2606: never resolves */
    const io_motion_setup setup = {.rig = &rig, .first = FIRST, .step = STEP};
    assert_null(io_motion_open(&setup, &arena, error, sizeof error));
    assert_non_null(
        strstr(error, "the host of the motion platform, 'no-such-host.invalid', cannot be resolved"));
    io_platform *taken = io_platform_open(&rig, 0, &arena, error, sizeof error);
    assert_non_null(taken);
    assert_null(io_platform_open(&rig, io_platform_port(taken), &arena, error, sizeof error));
    assert_non_null(strstr(error, "cannot listen on UDP port"));
    io_platform_close(taken);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_rate_and_order),
        cmocka_unit_test(follows_a_session),
        cmocka_unit_test(pauses),
        cmocka_unit_test(counts_missing_and_late_ticks),
        cmocka_unit_test(survives_packet_loss),
        cmocka_unit_test(stops_without_heartbeats),
        cmocka_unit_test(stops_at_a_fault),
        cmocka_unit_test(goes_on_without_a_platform),
        cmocka_unit_test(platform_returns_alone),
        cmocka_unit_test(speaks_text),
        cmocka_unit_test(platform_counts_what_goes_wrong),
        cmocka_unit_test(platform_hears_who_begins_anew),
        cmocka_unit_test(platform_sees_broken_limits),
        cmocka_unit_test(says_why_it_cannot_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
