/* The washout as a whole: what is felt, in which direction, with which gain and phase; and limits, ramps and
 * stops. */
#include "support/check.h"

#include "fit.h"
#include "io/washout.h"
#include "rigs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RANDOM_STEPS = 1000000 };

static const double STEP = 1e-3, G = 9.81; /* [s], [m/s^2] */

typedef struct fixture {
    hl_arena arena;
    auth_rig rig;
    io_washout *washout;
    io_platform_pose pose;
} fixture;

static void begin(fixture *f, auth_rig rig)
{
    *f = (fixture){.rig = rig};
    f->washout = io_washout_new(&f->rig, STEP, &f->arena);
    assert_non_null(f->washout);
}

static void end(fixture *f)
{
    hl_arena_free(&f->arena);
}

static io_seat level(void)
{
    return (io_seat){.force = {0.0, 0.0, G}};
}

static void step(fixture *f, const io_seat *seat)
{
    io_washout_step(f->washout, seat, &f->pose);
}

static void run(fixture *f, const io_seat *seat, double seconds)
{
    for (int n = 0; n * STEP < seconds - 0.5 * STEP; n++) step(f, seat);
}

/* Running, from rest. */
static void engage(fixture *f)
{
    const io_seat seat = level();
    io_washout_engage(f->washout);
    run(f, &seat, f->rig.engage + 2.0 * STEP);
    assert_int_equal(f->pose.state, IO_MOTION_RUNNING);
}

static double farthest(const fixture *f)
{
    double most = 0.0;
    for (int i = 0; i < AUTH_RIG_AXES; i++) most = fmax(most, fabs(f->pose.position[i]));
    return most;
}

/* ---- rest, slopes, steps ---- */

static void rest_moves_nothing(void **state)
{
    (void)state;
    fixture f;
    auth_rig rig = rig_hexapod();
    rig.vibration = 1.0;
    begin(&f, rig);
    engage(&f);
    run(&f, NULL, 1.0); /* nothing is rest too */
    CHECK_SAME(farthest(&f), 0.0);
    end(&f);
}

/* Force forward presses back, as nose up does: pitch (nose down) is negative. Left is left side up. */
static void feels_the_right_way(void **state)
{
    (void)state;
    fixture f;
    begin(&f, rig_hexapod());
    engage(&f);
    io_seat seat = {.force = {1.0, 0.7, G + 0.5}, .rate = {0.02, 0.03, 0.04}};
    run(&f, &seat, 0.2);
    for (int i = 0; i < AUTH_RIG_AXES; i++)
        if (i != AUTH_RIG_PITCH) assert_true(f.pose.position[i] > 0.0);
    seat = (io_seat){.force = {1.0, 0.7, G}}; /* without rates, tilt alone is left */
    run(&f, &seat, 30.0);
    assert_true(f.pose.position[AUTH_RIG_PITCH] < 0.0);
    assert_true(f.pose.position[AUTH_RIG_ROLL] > 0.0);
    end(&f);
}

/* A lasting force: tilt asin(k a/g) with the compression's cubic, and never faster than 3 deg/s. */
static void tilts_for_a_lasting_acceleration(void **state)
{
    (void)state;
    const double a = 1.0, most = sin(8.0 * DEG), u = 0.5 * a / G;
    const double expected = -asin(u - 4.0 / 27.0 * u * u * u / (most * most));
    fixture f;
    begin(&f, rig_hexapod());
    engage(&f);
    const io_seat seat = {.force = {a, 0.0, G}};
    double onset = 0.0;
    for (int n = 0; n * STEP < 60.0; n++) {
        step(&f, &seat);
        onset = fmax(onset, f.pose.position[AUTH_RIG_SURGE]);
        assert_true(fabs(f.pose.speed[AUTH_RIG_PITCH]) <= 3.0 * DEG);
        assert_true(fabs(f.pose.acceleration[AUTH_RIG_PITCH]) <= 3.0 * DEG);
    }
    /* s/((s + 2.5)^2 (s + 0.2)) 0.5/s peaks between 0.5/2.5^2 e^(-0.2 t) at t = 2 s, 10 % early, and
     * 0.5/2.5^2 */
    assert_true(onset > 0.08 * exp(-0.4) * 0.9 && onset < 0.08);
    CHECK_NEAR(f.pose.position[AUTH_RIG_SURGE], 0.0, 0.1 * exp(-0.2 * 60.0)); /* 0.5/(2.5 - 0.2)^2 = 0.095 */
    CHECK_NEAR(f.pose.position[AUTH_RIG_PITCH], expected, 1e-9);
    end(&f);
}

/* Step of surge against the partial fractions of s/((s + w)^2 (s + b)) a/s:
 *   x(t) = a [ (e^(-b t) - e^(-w t))/(w - b)^2 - t e^(-w t)/(w - b) ]
 * The trapezoidal rule sees the step half a step later and is off by (w T)^2 of a/w^2, as in test_filter.c.
 * The first steps, where the target jumps to more than the limits allow, have a = 0.25 below A and are
 * followed. */
static void surge_answers_a_step(void **state)
{
    (void)state;
    const double w = 2.5, b = 0.2, input = 0.05, m = 0.25 * w * w, u = 0.5 * input;
    const double a = u - 4.0 / 27.0 * u * u * u / (m * m);
    fixture f;
    begin(&f, rig_hexapod());
    engage(&f);
    const io_seat seat = {.force = {input, 0.0, G}};
    for (int n = 1; n < 30000; n++) {
        step(&f, &seat);
        const double t = (n - 0.5) * STEP;
        const double x = a * ((exp(-b * t) - exp(-w * t)) / ((w - b) * (w - b)) - t * exp(-w * t) / (w - b));
        CHECK_NEAR(f.pose.position[AUTH_RIG_SURGE], x, a / (w * w) * w * STEP * w * STEP);
    }
    end(&f);
}

/* On a slope of 8 degrees, nose up and left side up: beyond three times the slowest time constant (1/0.2 s)
 * the platform stands tilted, and its translations are within what is left of their exponentials: a e^(-b
 * t)/(w - b)^2 */
static void stands_on_a_slope(void **state)
{
    (void)state;
    const double part = sin(8.0 * DEG), b = 0.2;
    const io_seat seat = {.force = {G * part, G * part, G * sqrt(1.0 - 2.0 * part * part)}};
    fixture f;
    begin(&f, rig_hexapod());
    engage(&f);
    run(&f, &seat, 3.0 / b);
    const double pitch = f.pose.position[AUTH_RIG_PITCH], roll = f.pose.position[AUTH_RIG_ROLL];
    assert_true(pitch < -3.0 * DEG && roll > 3.0 * DEG);
    for (int n = 0; n < 60000; n++) {
        step(&f, &seat);
        const double t = 3.0 / b + n * STEP, left = 0.5 * G * part * exp(-b * t) / ((2.5 - b) * (2.5 - b));
        CHECK_NEAR(f.pose.position[AUTH_RIG_PITCH], pitch, 1e-9);
        CHECK_NEAR(f.pose.position[AUTH_RIG_ROLL], roll, 1e-9);
        for (int i = AUTH_RIG_SURGE; i <= AUTH_RIG_HEAVE; i++) CHECK_NEAR(f.pose.position[i], 0.0, left);
        CHECK_SAME(f.pose.position[AUTH_RIG_YAW], 0.0);
    }
    end(&f);
}

/* ---- sines ---- */

/* Of force x y z and rate x y z, one is a sine; fit an axis to it. */
static double complex answer(const auth_rig *rig, int input, double size, auth_rig_axis axis, double w)
{
    static const double settle = 27.0; /* [s] e^(-0.7 t) is 6e-9 */
    fixture f;
    auth_rig ready = *rig;
    ready.engage = 1.0;
    begin(&f, ready);
    engage(&f);
    fit fitted = {.w = w};
    for (int n = 0; n * STEP < settle + 6.3 / w; n++) {
        io_seat seat = level();
        if (input < 3)
            seat.force[input] += size * cos(w * n * STEP);
        else
            seat.rate[input - 3] = size * cos(w * n * STEP);
        step(&f, &seat);
        if (n * STEP >= settle) fit_add(&fitted, n * STEP, f.pose.position[axis] / size);
    }
    end(&f);
    return fit_result(&fitted);
}

/* Warped s differs by (w T)^2/12 < 1e-5 up to 10 rad/s between filters of a chain: of the gain, as tolerance;
 * sizes are 1/500 of where compression begins, so that its cubic, 4/27 u^2/m^2, is less; and what is left of
 * the transients. */
static const double LINEAR = 1e-5;

static void check_answer(double complex actual, double complex expected)
{
    CHECK_NEAR(cabs(actual - expected), 0.0, LINEAR * cabs(expected) + 1e-8);
}

static const double felt[] = {0.1, 0.3, 1.0, 3.0, 10.0}; /* [rad/s] */
enum { FELT = sizeof felt / sizeof *felt };

static void translations_answer_sines(void **state)
{
    (void)state;
    const double back = 0.8; /* [rad/s] as quick to settle as the rotations */
    auth_rig rig = rig_hexapod();
    for (int axis = AUTH_RIG_SURGE; axis <= AUTH_RIG_HEAVE; axis++) rig.channels[axis].back = back;
    for (int i = 0; i < FELT; i++)
        for (int axis = AUTH_RIG_SURGE; axis <= AUTH_RIG_HEAVE; axis++) {
            const double omega = rig.channels[axis].high_pass, w = felt[i];
            const double complex s = fit_warped(w, omega, STEP), high = (s + omega) * (s + omega);
            check_answer(answer(&rig, axis, 0.004, (auth_rig_axis)axis, w), 0.5 * s / (high * (s + back)));
        }
}

static void rotations_answer_sines(void **state)
{
    (void)state;
    const auth_rig rig = rig_hexapod();
    for (int i = 0; i < FELT; i++)
        for (int axis = AUTH_RIG_ROLL; axis <= AUTH_RIG_YAW; axis++)
            check_answer(answer(&rig, axis, 0.0004, (auth_rig_axis)axis, felt[i]),
                         0.5 / (fit_warped(felt[i], 0.7, STEP) + 0.7));
}

/* Small enough for its limits of rate and acceleration: 0.5 0.004/9.81 100 = 0.02 rad/s^2 of 0.05 */
static void tilt_answers_sines(void **state)
{
    (void)state;
    const auth_rig rig = rig_seat();
    for (int i = 0; i < FELT; i++) {
        const double complex s = fit_warped(felt[i], 3.0, STEP), low = 9.0 / ((s + 3.0) * (s + 3.0));
        check_answer(answer(&rig, 0, 0.004, AUTH_RIG_PITCH, felt[i]), -0.5 / G * low);
        check_answer(answer(&rig, 1, 0.004, AUTH_RIG_ROLL, felt[i]), 0.5 / G * low);
    }
}

/* 10 Hz is in the band of 4 to 20 Hz: the acceleration is felt with the gain of the band's filters. */
static void vibrates(void **state)
{
    (void)state;
    auth_rig rig = rig_hexapod();
    rig.vibration = 0.8;
    rig.channels[AUTH_RIG_HEAVE].scale = 0.0;
    const double turn = 6.283185307179586, w = 10.0 * turn, low = 20.0 * turn, high = 4.0 * turn;
    const double complex s = fit_warped(w, low, STEP), p = fit_warped(w, high, STEP);
    const double complex band = low * low / (s * s + sqrt(2.0) * low * s + low * low) * p /
                                ((p * p + sqrt(2.0) * high * p + high * high) * (p + high));
    const double complex actual = answer(&rig, 2, 0.001, AUTH_RIG_HEAVE, w);
    CHECK_NEAR(cabs(actual - 0.8 * band), 0.0, 2e-3 * cabs(band)); /* prewarp of 20 Hz: (w T)^2/12 = 1.3e-3 */
    CHECK_RELATIVE(cabs(actual) * w * w, 0.8, 0.25);               /* near 1 in the middle of the band */
}

/* ---- a cycle of digging, against the differential equations ---- */

static double pulse(double t, double at, double width, double size)
{
    const double x = (t - at) / width;
    return size * exp(-x * x);
}

/* Driving in, penetrating, filling with the engine shaking the cab, backing out: no part faster than 15
 * rad/s. */
static io_seat dig(double t)
{
    io_seat seat = level();
    const double jolt = t > 5.0 && t < 9.0 ? sin(0.785398163 * (t - 5.0)) : 0.0;
    seat.force[0] += pulse(t, 2.0, 0.6, 0.8) + pulse(t, 5.0, 0.15, -2.5) + pulse(t, 12.0, 0.5, -0.9);
    seat.force[2] += jolt * jolt * 1.2 * sin(15.0 * t) + pulse(t, 9.5, 0.2, 1.0);
    seat.rate[0] = jolt * jolt * 0.1 * sin(4.0 * t);
    seat.rate[1] = pulse(t, 6.0, 0.4, -0.15) + pulse(t, 10.0, 0.5, 0.12);
    return seat;
}

static double compressed(double u, double most)
{
    return u - 4.0 / 27.0 * u * u * u / (most * most);
}

/* x'' + 2 w x' + w^2 x = a, y' = b (x - y): position x - y; angle' = k rate - 0.7 angle. */
typedef struct equations {
    double heave[3], pitch;
} equations;

static equations slopes(const equations *e, double t)
{
    const double w = 3.5, most = 0.18 * w * w;
    const io_seat seat = dig(t);
    const double a = compressed(0.5 * (seat.force[2] - G), fmin(most, 0.6 * 9.81));
    const double rate = compressed(0.5 * seat.rate[1], 20.0 * DEG * 0.7);
    return (equations){
        {e->heave[1], a - 2.0 * w * e->heave[1] - w * w * e->heave[0], 0.2 * (e->heave[0] - e->heave[2])},
        rate - 0.7 * e->pitch};
}

static equations moved(const equations *e, const equations *k, double h)
{
    equations m = {.pitch = e->pitch + h * k->pitch};
    for (int i = 0; i < 3; i++) m.heave[i] = e->heave[i] + h * k->heave[i];
    return m;
}

/* RK4: its error, (15 rad/s 1 ms)^4, is nothing here. */
static void integrate(equations *e, double t)
{
    const equations k1 = slopes(e, t), e2 = moved(e, &k1, 0.5 * STEP), k2 = slopes(&e2, t + 0.5 * STEP),
                    e3 = moved(e, &k2, 0.5 * STEP), k3 = slopes(&e3, t + 0.5 * STEP),
                    e4 = moved(e, &k3, STEP), k4 = slopes(&e4, t + STEP);
    *e = moved(e, &k1, STEP / 6.0);
    *e = moved(e, &k2, STEP / 3.0);
    *e = moved(e, &k3, STEP / 3.0);
    *e = moved(e, &k4, STEP / 6.0);
}

/* The rule's error is (w T)^2/12 = 2e-5 of a phase, for w up to 15 rad/s; of positions up to 0.1 m and rad.
 */
static void digs(void **state)
{
    (void)state;
    auth_rig rig = rig_hexapod();
    rig.tilt.scale = 0.0; /* its limits are not linear */
    fixture f;
    begin(&f, rig);
    engage(&f);
    equations e = {0};
    double heave = 0.0, pitch = 0.0;
    for (int n = 1; n < 16000; n++) {
        const io_seat seat = dig(n * STEP);
        step(&f, &seat);
        integrate(&e, (n - 1) * STEP);
        CHECK_NEAR(f.pose.position[AUTH_RIG_HEAVE], e.heave[0] - e.heave[2], 2e-6);
        CHECK_NEAR(f.pose.position[AUTH_RIG_PITCH], e.pitch, 2e-6);
        heave = fmax(heave, fabs(f.pose.position[AUTH_RIG_HEAVE]));
        pitch = fmax(pitch, fabs(f.pose.position[AUTH_RIG_PITCH]));
    }
    assert_true(heave > 0.005 && pitch > 1.0 * DEG); /* it was felt */
    end(&f);
}

/* ---- limits ---- */

static void check_limits(const auth_rig *rig, const io_platform_pose *before, const io_platform_pose *now)
{
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const auth_rig_channel *c = &rig->channels[i];
        assert_true(fabs(now->position[i]) <= c->position);
        assert_true(fabs(now->speed[i]) <= c->speed);
        assert_true(fabs(now->acceleration[i]) <= c->acceleration);
        CHECK_NEAR(now->position[i] - before->position[i], 0.5 * (now->speed[i] + before->speed[i]) * STEP,
                   1e-15);
        CHECK_NEAR((now->speed[i] - before->speed[i]) / STEP, now->acceleration[i], 1e-9);
    }
}

static double harsh(uint64_t *seed)
{
    static const double worst[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e308, 1e30, 0.0,
                                   -0.0};
    const double dice = check_random(seed), size = pow(10.0, 3.0 * check_random(seed)); /* 1e-3 to 1e3 */
    if (dice > 0.9) return worst[(int)(4.0 * (1.0 + check_random(seed)))];
    return size * check_random(seed);
}

static void command(fixture *f, double dice)
{
    if (dice > 0.999)
        io_washout_park(f->washout);
    else if (dice > 0.998)
        io_washout_stop(f->washout);
    else if (dice > 0.99)
        io_washout_engage(f->washout);
}

static void keeps_its_limits(void **state)
{
    (void)state;
    uint64_t seed = 11;
    fixture f;
    auth_rig rig = rig_hexapod();
    rig.vibration = 1.0;
    rig.channels[AUTH_RIG_HEAVE].damping = 0.1; /* rings */
    rig.channels[AUTH_RIG_SURGE].scale = 2.0;
    rig.engage = 1.0;
    begin(&f, rig);
    io_seat seat = level();
    int running = 0;
    for (int n = 0; n < RANDOM_STEPS; n++) {
        const io_platform_pose before = f.pose;
        command(&f, check_random(&seed));
        const bool lasts = check_random(&seed) < 0.98; /* inputs stay for some 100 steps */
        for (int i = 0; i < 3 && !lasts; i++) seat.force[i] = harsh(&seed), seat.rate[i] = harsh(&seed);
        step(&f, check_random(&seed) > 0.99 ? NULL : &seat);
        check_limits(&f.rig, &before, &f.pose);
        running += f.pose.state == IO_MOTION_RUNNING;
    }
    assert_true(running > 1000);
    end(&f);
}

/* One seat has numbers that are none where the other is at rest: the same poses, then and afterwards. */
static void not_finite_is_rest(void **state)
{
    (void)state;
    const io_seat none = {.force = {(double)NAN, 1.0, (double)INFINITY},
                          .rate = {-(double)INFINITY, 0.2, (double)NAN}};
    const io_seat rest = {.force = {0.0, 1.0, G}, .rate = {0.0, 0.2, 0.0}}, after = {.force = {1.0, 0.0, G}};
    fixture f, g;
    begin(&f, rig_hexapod());
    begin(&g, rig_hexapod());
    engage(&f);
    engage(&g);
    for (int n = 0; n < 2000; n++) {
        step(&f, n < 1000 ? &none : &after);
        step(&g, n < 1000 ? &rest : &after);
        assert_memory_equal(f.pose.position, g.pose.position, sizeof f.pose.position);
    }
    assert_true(f.pose.position[AUTH_RIG_SURGE] > 0.0);
    end(&f);
    end(&g);
}

/* ---- states ---- */

static const io_seat slope = {.force = {1.0, 0.5, 9.7}};

static void engages_smoothly(void **state)
{
    (void)state;
    fixture f;
    begin(&f, rig_seat());
    run(&f, &slope, 60.0); /* what is felt has settled, and is not shown */
    assert_int_equal(f.pose.state, IO_MOTION_PARKED);
    CHECK_SAME(farthest(&f), 0.0);
    io_washout_engage(f.washout);
    run(&f, &slope, 2.0);
    const double half = f.pose.position[AUTH_RIG_PITCH];
    assert_int_equal(f.pose.state, IO_MOTION_ENGAGING);
    run(&f, &slope, 2.0 + 2.0 * STEP);
    assert_int_equal(f.pose.state, IO_MOTION_RUNNING);
    /* half way at half the time; one step of 15/8 of the mean speed for counting */
    CHECK_RELATIVE(half, 0.5 * f.pose.position[AUTH_RIG_PITCH], 4.0 * STEP);
    CHECK_NEAR(f.pose.speed[AUTH_RIG_PITCH], 0.0, 1e-8);
    end(&f);
}

static void parks_and_turns_round(void **state)
{
    (void)state;
    fixture f;
    begin(&f, rig_seat());
    engage(&f);
    run(&f, &slope, 20.0);
    const double there = f.pose.position[AUTH_RIG_PITCH];
    io_washout_park(f.washout);
    run(&f, &slope, 2.0);
    assert_int_equal(f.pose.state, IO_MOTION_PARKING);
    CHECK_RELATIVE(f.pose.position[AUTH_RIG_PITCH], 0.5 * there, 4.0 * STEP);
    io_washout_engage(f.washout); /* back along the same curve, in the same time */
    run(&f, &slope, 2.0 + 2.0 * STEP);
    assert_int_equal(f.pose.state, IO_MOTION_RUNNING);
    CHECK_RELATIVE(f.pose.position[AUTH_RIG_PITCH], there, 1e-6);
    io_washout_park(f.washout);
    run(&f, &slope, 4.0 + 3.0 * STEP);
    assert_int_equal(f.pose.state, IO_MOTION_PARKED);
    CHECK_NEAR(farthest(&f), 0.0, 1e-12);
    end(&f);
}

/* @return seconds until every axis stands */
static double stop(fixture *f, const io_seat *seat)
{
    int steps = 0;
    double fastest = 1.0;
    io_washout_stop(f->washout);
    for (; fastest > 0.0 && steps < 1000; steps++) {
        step(f, seat);
        assert_int_equal(f->pose.state, IO_MOTION_STOPPED);
        fastest = 0.0;
        for (int i = 0; i < AUTH_RIG_AXES; i++) fastest = fmax(fastest, fabs(f->pose.speed[i]));
    }
    return steps * STEP;
}

/* Harsh, then stop: at rest within 0.5 s, and it stays there. Then back to following. */
static void check_stops(const auth_rig *rig)
{
    uint64_t seed = 3;
    fixture f;
    begin(&f, *rig);
    engage(&f);
    for (int round = 0; round < 10; round++) {
        const io_seat seat = {.force = {20.0 * check_random(&seed), 20.0 * check_random(&seed), 40.0},
                              .rate = {2.0 * check_random(&seed), 2.0 * check_random(&seed), 2.0}};
        run(&f, &seat, 0.3);
        assert_true(stop(&f, &seat) <= 0.5);
        const io_platform_pose rest = f.pose;
        run(&f, &seat, 0.5);
        assert_memory_equal(rest.position, f.pose.position, sizeof rest.position);
        io_washout_engage(f.washout);
        run(&f, NULL, 2.0 * f.rig.engage + 0.1);
        assert_int_equal(f.pose.state, IO_MOTION_RUNNING);
    }
    end(&f);
}

static void shipped_rigs_stop_soon(void **state)
{
    (void)state;
    static const char *const names[] = {"hexapod-small", "moog-6dof", "seat-2dof"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        static hl_report report;
        hl_arena arena = {0};
        auth_rig *rig = NULL;
        char path[512];
        snprintf(path, sizeof path, "%s/rigs/%s.yaml", HEADLAND_ASSETS_DIR, names[i]);
        assert_int_equal(auth_rig_read(path, &arena, &rig, &report), HL_OK);
        check_stops(rig);
        hl_arena_free(&arena);
    }
}

/* Out of a stop: slowly to neutral first, then the ramp of engaging; or parked, when nobody wants more. */
static void leaves_a_stop_by_neutral(void **state)
{
    (void)state;
    fixture f;
    begin(&f, rig_seat());
    engage(&f);
    run(&f, &slope, 20.0);
    io_washout_stop(f.washout);
    run(&f, &slope, 1.0);
    const double there = f.pose.position[AUTH_RIG_PITCH];
    io_washout_engage(f.washout);
    run(&f, &slope, 2.0);
    assert_int_equal(f.pose.state, IO_MOTION_PARKING);
    CHECK_RELATIVE(f.pose.position[AUTH_RIG_PITCH], 0.5 * there, 4.0 * STEP);
    run(&f, &slope, 2.0);
    CHECK_NEAR(f.pose.position[AUTH_RIG_PITCH], 0.0, 1e-3 * fabs(there));
    run(&f, &slope, 0.5);
    assert_int_equal(f.pose.state, IO_MOTION_ENGAGING);
    run(&f, &slope, 4.0);
    assert_int_equal(f.pose.state, IO_MOTION_RUNNING);
    io_washout_stop(f.washout);
    run(&f, &slope, 0.1);
    io_washout_park(f.washout);
    run(&f, &slope, 4.1);
    assert_int_equal(f.pose.state, IO_MOTION_PARKED);
    end(&f);
}

/* A rig of two axes has no others, whatever comes in. */
static void two_axes_are_two(void **state)
{
    (void)state;
    fixture f;
    begin(&f, rig_seat());
    engage(&f);
    const io_seat seat = {.force = {3.0, -2.0, 14.0}, .rate = {0.5, 0.5, 0.5}};
    for (int n = 0; n < 3000; n++) {
        step(&f, &seat);
        for (int i = AUTH_RIG_SURGE; i <= AUTH_RIG_HEAVE; i++) CHECK_SAME(f.pose.position[i], 0.0);
        CHECK_SAME(f.pose.position[AUTH_RIG_YAW], 0.0);
    }
    assert_true(fabs(f.pose.position[AUTH_RIG_ROLL]) > 0.0 && fabs(f.pose.position[AUTH_RIG_PITCH]) > 0.0);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest_moves_nothing),
        cmocka_unit_test(feels_the_right_way),
        cmocka_unit_test(tilts_for_a_lasting_acceleration),
        cmocka_unit_test(surge_answers_a_step),
        cmocka_unit_test(stands_on_a_slope),
        cmocka_unit_test(translations_answer_sines),
        cmocka_unit_test(rotations_answer_sines),
        cmocka_unit_test(tilt_answers_sines),
        cmocka_unit_test(vibrates),
        cmocka_unit_test(digs),
        cmocka_unit_test(keeps_its_limits),
        cmocka_unit_test(not_finite_is_rest),
        cmocka_unit_test(engages_smoothly),
        cmocka_unit_test(parks_and_turns_round),
        cmocka_unit_test(shipped_rigs_stop_soon),
        cmocka_unit_test(leaves_a_stop_by_neutral),
        cmocka_unit_test(two_axes_are_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
