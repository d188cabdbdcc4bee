/* The engine's equation functions: governor, friction, starter, turbocharger, consumption, and their
 * derivatives. */
#include "support/check.h"

#include "drive_rig.h"

#include <float.h>
#include <math.h>

/* some twenty rounded operations */
static const double ROUNDING = 30.0 * DBL_EPSILON;

static drive_engine engine(void)
{
    return rig_drive_model().engine;
}

/* ---- curves ---- */

static void curve_runs_straight_and_ends_flat(void **state)
{
    (void)state;
    const drive_curve curve = {.count = 3, .x = {1, 2, 4}, .y = {10, 20, 0}};
    double slope;
    CHECK_SAME(drive_curve_at(&curve, 0.0, &slope), 10.0);
    CHECK_SAME(slope, 0.0);
    CHECK_RELATIVE(drive_curve_at(&curve, 1.5, &slope), 15.0, ROUNDING);
    CHECK_RELATIVE(slope, 10.0, ROUNDING);
    CHECK_RELATIVE(drive_curve_at(&curve, 3.0, &slope), 10.0, ROUNDING);
    CHECK_RELATIVE(slope, -10.0, ROUNDING);
    CHECK_SAME(drive_curve_at(&curve, 9.0, NULL), 0.0);
}

/* ---- governor ---- */

/* Without load the governed speed is n_0; a droop of 5 % below it, full load; above, down to the fuel cut. */
static void governor_keeps_its_speeds(void **state)
{
    (void)state;
    const drive_engine e = engine();
    for (double throttle = 0.0; throttle <= 1.0; throttle += 0.25) {
        const double n_0 = (850.0 + throttle * 1350.0) * RPM, full = n_0 * 0.95;
        CHECK_NEAR(drive_governor_torque(&e, throttle, n_0).T, 0.0, ROUNDING * 640.0);
        CHECK_RELATIVE(drive_governor_torque(&e, throttle, full * (1.0 - 1e-9)).T,
                       drive_curve_at(&e.full_load, full, NULL), 1e-6);
        CHECK_RELATIVE(drive_governor_torque(&e, throttle, n_0 * 1.1).T,
                       -drive_curve_at(&e.motoring, n_0 * 1.1, NULL), ROUNDING);
        /* half way down the range lies half the load: the corners are narrower */
        CHECK_RELATIVE(drive_governor_torque(&e, throttle, n_0 * 0.975).T,
                       0.5 * drive_curve_at(&e.full_load, n_0 * 0.975, NULL), 20.0 * ROUNDING);
    }
}

static double governor_torque(double n, const void *throttle)
{
    const drive_engine e = engine();
    return drive_governor_torque(&e, *(const double *)throttle, n).T;
}

/* The slope has no jump at the governor's corners. A corner of width w bends by at most 4/w: the upper one by
 * F/range 4/0.1 per range, the lower one, of a tenth of M, by F/M as much. Over a millionth of the range the
 * slope changes by no more than a millionth of that; a tenth is left for the slopes of F and M. */
static void governor_has_no_corners(void **state)
{
    (void)state;
    const drive_engine e = engine();
    const double n_0 = 2200.0 * RPM, range = 0.05 * n_0, slope = 590.0 / range;
    for (double y = -0.5; y < 1.3; y += 1e-4) {
        const double n = n_0 - y * range;
        if (fabs(n - 2100.0 * RPM) < 1e-3 * range) continue; /* a corner of the authored curve */
        const double change =
            drive_governor_torque(&e, 1.0, n + 1e-6 * range).T_n - drive_governor_torque(&e, 1.0, n).T_n;
        assert_true(fabs(change) < 1.1 * slope * 40e-6 * 590.0 / 160.0);
    }
}

static void governor_derivative(void **state)
{
    (void)state;
    const drive_engine e = engine();
    for (double throttle = 0.0; throttle <= 1.0; throttle += 0.1)
        for (double n = 23.1; n < 260.0; n += 3.7)
            CHECK_DERIVATIVE(governor_torque, &throttle, n, drive_governor_torque(&e, throttle, n).T_n, 1e-4,
                             ROUNDING);
}

/* ---- friction and starter ---- */

static double friction(double n, const void *e)
{
    return drive_friction_torque(e, n).T;
}

static double starter(double n, const void *e)
{
    return drive_starter_torque(e, 400.0, n).T;
}

static void friction_and_starter(void **state)
{
    (void)state;
    const drive_engine e = engine();
    CHECK_SAME(drive_friction_torque(&e, 0.0).T, 0.0);
    for (double n = -230.0; n < 230.0; n += 7.3) {
        assert_true(n * drive_friction_torque(&e, n).T > 0.0);
        CHECK_SAME(drive_friction_torque(&e, -n).T, -drive_friction_torque(&e, n).T);
        CHECK_DERIVATIVE(friction, &e, n, drive_friction_torque(&e, n).T_n, 1e-4, ROUNDING);
        CHECK_DERIVATIVE(starter, &e, n, drive_starter_torque(&e, 400.0, n).T_n, 1e-4, ROUNDING);
    }
    /* at a hundred turnings, 1/(2 100^2) is missing */
    CHECK_RELATIVE(drive_friction_torque(&e, 100.0).T, drive_curve_at(&e.motoring, 100.0, NULL), 0.51e-4);
    CHECK_RELATIVE(drive_starter_torque(&e, 400.0, 0.0).T, 400.0, ROUNDING);
    CHECK_RELATIVE(drive_starter_torque(&e, 400.0, 225.0 * RPM).T, 200.0, ROUNDING);
    CHECK_SAME(drive_starter_torque(&e, 400.0, 451.0 * RPM).T, 0.0);
    CHECK_SAME(drive_starter_torque(&e, 0.0, 10.0).T, 0.0);
}

/* ---- turbocharger ---- */

/* Time from one brake torque to another at a held speed and full throttle, by RK4 in steps of 0.1 ms. */
static double rise_time(double from, double to, double throttle, double n)
{
    const drive_engine e = engine();
    const double M = drive_curve_at(&e.motoring, n, NULL), h = 1e-4;
    double T = from + M, time = 0.0;
    while ((to > from) == (T < to + M) && time < 5.0) {
        const double a =
            drive_torque_rate(&e, &(drive_engine_inputs){.throttle = throttle, .burning = 1.0}, n, T).rate;
        const double b = drive_torque_rate(&e, &(drive_engine_inputs){.throttle = throttle, .burning = 1.0},
                                           n, T + 0.5 * h * a)
                             .rate;
        const double c = drive_torque_rate(&e, &(drive_engine_inputs){.throttle = throttle, .burning = 1.0},
                                           n, T + 0.5 * h * b)
                             .rate;
        const double d =
            drive_torque_rate(&e, &(drive_engine_inputs){.throttle = throttle, .burning = 1.0}, n, T + h * c)
                .rate;
        T += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
        time += h;
    }
    return time;
}

/* In shares y of full load: above the prompt half y' = (1 - y)/0.3, from 0.5 to 0.8 in 0.3 ln(0.5/0.2); below
 * it injection adds (0.5 - y)/0.03 (until the corner, a tenth wide, begins at 0.4), y' = 20 - 36.67 y, from 0
 * to 0.4 in ln(20/5.333)/36.67. The whole way to 80 % takes a little more than 0.3 s. */
static void turbocharger_lags(void **state)
{
    (void)state;
    const double n = 1500.0 * RPM, F = 640.0;
    CHECK_NEAR(rise_time(0.5 * F, 0.8 * F, 1.0, n), 0.3 * log(0.5 / 0.2), 1.1e-4 /* a step */);
    CHECK_NEAR(rise_time(0.0, 0.4 * F, 1.0, n), log(3.75) * 0.3 / 11.0, 1.1e-4);
    const double all = rise_time(0.0, 0.8 * F, 1.0, n);
    assert_true(all > 0.3 && all < 0.4);
}

/* A share p of the torque falls by injection alone: 0.03 ln 2 to half of the indicated torque. */
static void torque_falls_fast(void **state)
{
    (void)state;
    const drive_engine e = engine();
    const double n = 1500.0 * RPM, M = drive_curve_at(&e.motoring, n, NULL), T = 640.0 + M;
    CHECK_NEAR(rise_time(640.0, 0.5 * T - M, 0.0, n), 0.03 * log(2.0), 1.1e-4);
    /* and without burning it goes to nothing at any throttle */
    CHECK_RELATIVE(drive_torque_rate(&e, &(drive_engine_inputs){.throttle = 1.0, .burning = 0.0}, n, T).rate,
                   -T / 0.03, ROUNDING);
    CHECK_SAME(drive_torque_rate(&e, &(drive_engine_inputs){.throttle = 1.0, .burning = 0.0}, n, 0.0).rate,
               0.0);
}

/* At the torque that is asked for nothing moves, at full load exactly at full load. */
static void torque_rests_where_it_is_asked(void **state)
{
    (void)state;
    const drive_engine e = engine();
    for (double n = 60.0; n < 235.0; n += 5.0) {
        const double T = drive_governor_torque(&e, 0.9, n).T + drive_curve_at(&e.motoring, n, NULL);
        CHECK_NEAR(drive_torque_rate(&e, &(drive_engine_inputs){.throttle = 0.9, .burning = 1.0}, n, T).rate,
                   0.0, ROUNDING * 800.0 / 0.03);
    }
}

/* A share lost caps the torque; below it the governor asks for what it did. */
static void lost_torque_is_missing_at_full_load_alone(void **state)
{
    (void)state;
    const drive_engine e = engine();
    static const double lost = 0.4;
    const drive_engine_inputs weak = {.throttle = 1.0, .burning = 1.0, .lost = lost},
                              sound = {.throttle = 1.0, .burning = 1.0};
    for (double n = 60.0; n < 0.94 * e.top_speed; n += 5.0) { /* below the droop of 5 %: full load */
        const double T =
            (1.0 - lost) * drive_curve_at(&e.full_load, n, NULL) + drive_curve_at(&e.motoring, n, NULL);
        CHECK_NEAR(drive_torque_rate(&e, &weak, n, T).rate, 0.0, ROUNDING * 800.0 / 0.03);
    }
    const double n = e.top_speed * (1.0 - 0.4 * e.droop); /* 40 % of full load is asked for, 60 % are there */
    const double T = drive_governor_torque(&e, 1.0, n).T;
    CHECK_NEAR(drive_torque_rate(&e, &weak, n, T).rate, drive_torque_rate(&e, &sound, n, T).rate,
               ROUNDING * 800.0 / 0.03);
}

typedef struct point {
    drive_engine engine;
    double throttle, other;
} point;

static double rate_of_speed(double n, const void *context)
{
    const point *p = context;
    return drive_torque_rate(&p->engine, &(drive_engine_inputs){.throttle = p->throttle, .burning = 1.0}, n,
                             p->other)
        .rate;
}

static double rate_of_torque(double T, const void *context)
{
    const point *p = context;
    return drive_torque_rate(&p->engine, &(drive_engine_inputs){.throttle = p->throttle, .burning = 1.0},
                             p->other, T)
        .rate;
}

static double fuel_of_speed(double n, const void *context)
{
    return drive_fuel_rate(&((const point *)context)->engine, n, ((const point *)context)->other).rate;
}

static double fuel_of_torque(double T, const void *context)
{
    return drive_fuel_rate(&((const point *)context)->engine, ((const point *)context)->other, T).rate;
}

static void rates_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 5;
    point p = {.engine = engine()};
    for (int i = 0; i < 500; i++) {
        const double n = 130.0 + 120.0 * check_random(&seed), T = 400.0 * (1.0 + check_random(&seed));
        p.throttle = 0.5 + 0.5 * check_random(&seed);
        const drive_rate rate = drive_torque_rate(
            &p.engine, &(drive_engine_inputs){.throttle = p.throttle, .burning = 1.0}, n, T);
        const drive_rate fuel = drive_fuel_rate(&p.engine, n, T);
        p.other = T;
        CHECK_DERIVATIVE(rate_of_speed, &p, n, rate.rate_n, 1e-4, ROUNDING);
        CHECK_DERIVATIVE(fuel_of_speed, &p, n, fuel.rate_n, 1e-4, ROUNDING);
        p.other = n;
        CHECK_DERIVATIVE(rate_of_torque, &p, T, rate.rate_T, 1e-3, ROUNDING);
        CHECK_DERIVATIVE(fuel_of_torque, &p, T, fuel.rate_T, 1e-3, ROUNDING);
    }
}

/* ---- consumption ---- */

/* On the map's points the rate is the specific consumption times the brake power; half way between four of
 * them their mean; beyond the edges those of the edge. */
static void consumption_is_the_map(void **state)
{
    (void)state;
    const drive_engine e = engine();
    for (int l = 1; l < e.map_loads; l++) /* at a tenth of the load the consumption without load is close */
        for (int s = 0; s < e.map_speeds; s++) {
            const double n = e.map_speed[s], T = e.map_load[l] * drive_curve_at(&e.full_load, n, NULL);
            CHECK_RELATIVE(drive_fuel_rate(&e, n, T + drive_curve_at(&e.motoring, n, NULL)).rate,
                           e.consumption[l][s] * T * n, ROUNDING);
        }
    const double n = 1650.0 * RPM, T = 0.625 * drive_curve_at(&e.full_load, n, NULL);
    CHECK_RELATIVE(drive_fuel_rate(&e, n, T + drive_curve_at(&e.motoring, n, NULL)).rate,
                   0.25 * (209.0 + 219.0 + 226.0 + 240.0) * 1e-3 / 3.6e6 * T * n, ROUNDING);
    const double low = 900.0 * RPM, full = drive_curve_at(&e.full_load, low, NULL);
    CHECK_RELATIVE(drive_fuel_rate(&e, low, full + drive_curve_at(&e.motoring, low, NULL)).rate,
                   222e-3 / 3.6e6 * full * low, ROUNDING);
}

/* Full power 115 kW at 2100 rpm takes 31 l/h, idle 1.8 l/h, high idle 6.5 l/h, the overrun nothing. */
static void consumption_of_everyday(void **state)
{
    (void)state;
    const drive_engine e = engine();
    const double litre_hour = 0.835 / 3600.0;
    CHECK_NEAR(drive_fuel_rate(&e, 2100.0 * RPM, 524.0 + 160.0).rate / litre_hour, 31.4, 0.1);
    CHECK_RELATIVE(drive_fuel_rate(&e, 850.0 * RPM, 80.0).rate, 1.8 * litre_hour, ROUNDING);
    CHECK_RELATIVE(drive_fuel_rate(&e, 2200.0 * RPM, 160.0).rate, 6.5 * litre_hour, ROUNDING);
    CHECK_RELATIVE(drive_fuel_rate(&e, 2200.0 * RPM, 80.0).rate, 3.25 * litre_hour, ROUNDING);
    CHECK_SAME(drive_fuel_rate(&e, 2300.0 * RPM, 0.0).rate, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(curve_runs_straight_and_ends_flat),
                                       cmocka_unit_test(governor_keeps_its_speeds),
                                       cmocka_unit_test(governor_has_no_corners),
                                       cmocka_unit_test(governor_derivative),
                                       cmocka_unit_test(friction_and_starter),
                                       cmocka_unit_test(turbocharger_lags),
                                       cmocka_unit_test(torque_falls_fast),
                                       cmocka_unit_test(torque_rests_where_it_is_asked),
                                       cmocka_unit_test(lost_torque_is_missing_at_full_load_alone),
                                       cmocka_unit_test(rates_derivatives),
                                       cmocka_unit_test(consumption_is_the_map),
                                       cmocka_unit_test(consumption_of_everyday)};
    return cmocka_run_group_tests_name("drive engine", tests, NULL, NULL);
}
