/* The driveline in motion on a bench: crankshaft, four wheels, control unit, mb steps. */
#include "support/check.h"

#include "drive_rig.h"

#include <math.h>
#include <string.h>

static void open_default(drive_rig *rig)
{
    const drive_rig_options options = rig_options();
    rig_open(rig, &options);
}

static const double TAKE_HOLD = 714.0; /* [N m]: 20 kN at the wheels */

static double engine_rpm(const drive_rig *rig)
{
    return rig->state->v[DRIVE_CRANK] / RPM;
}

static void press(drive_rig *rig, double *button)
{
    *button = 1.0;
    rig_tick(rig);
    *button = 0.0;
    rig_tick(rig);
}

/* ---- engine ---- */

/* Without load the governed speed is met: the loop decays with 2 x 0.03 s, of which 3 s leave nothing.
 * Friction and with it the fuel are 1/(2 89^2) = 6.3e-5 short, 1 rad/s of width at 89 rad/s. */
static void idles_and_runs_up(void **state)
{
    (void)state;
    drive_rig rig;
    open_default(&rig);
    rig_run(&rig, 3.0);
    CHECK_NEAR(engine_rpm(&rig), 850.0, 0.01);
    const double fuel = rig.state->x[DRIVE_FUEL];
    rig_run(&rig, 10.0);
    CHECK_RELATIVE(rig.state->x[DRIVE_FUEL] - fuel, 10.0 * 1.8 * 0.835 / 3600.0, 7e-5);
    rig.controls.throttle = 1.0;
    double top = 0.0;
    for (int i = 0; i < 3000; i++) {
        rig_tick(&rig);
        top = fmax(top, engine_rpm(&rig));
    }
    CHECK_NEAR(engine_rpm(&rig), 2200.0, 0.01);
    assert_true(top < 2200.0 * 1.05); /* the droop's range */
    rig_close(&rig);
}

/* From rest: the starter alone reaches its own balance below the idle speed; the key back at run, the engine
 * idles; off, it stops and stays where it is. */
static void starts_and_stops(void **state)
{
    (void)state;
    drive_rig_options options = rig_options();
    options.engine_speed = 0.0;
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.key = 1.0;
    rig_run(&rig, 0.5);
    CHECK_SAME(engine_rpm(&rig), 0.0);
    rig.controls.key = 2.0;
    rig_run(&rig, 1.0);
    CHECK_SAME(rig.logic.burning, 1.0);
    rig.controls.key = 1.0;
    rig_run(&rig, 3.0);
    CHECK_NEAR(engine_rpm(&rig), 850.0, 0.01);
    rig.controls.key = 0.0;
    rig_run(&rig, 3.0); /* 80 N m on 1.1 kg m^2 take 1.2 s; then 80 N m s/rad of slope, 14 ms */
    const double angle = rig.state->q[DRIVE_CRANK];
    CHECK_NEAR(engine_rpm(&rig), 0.0, 1e-9);
    rig_run(&rig, 3.0);
    CHECK_NEAR(rig.state->q[DRIVE_CRANK], angle, 1e-9);
    rig_close(&rig);
}

/* A gram of fuel lasts a gram's time, within what is burnt in a tick. */
static void stops_without_fuel(void **state)
{
    (void)state;
    drive_rig rig;
    open_default(&rig);
    rig.fuel = 1e-3;
    const double lasts = 1e-3 / (1.8 * 0.835 / 3600.0);
    rig_run(&rig, 0.95 * lasts);
    CHECK_SAME(rig.logic.burning, 1.0);
    rig_run(&rig, 0.1 * lasts + 3.0);
    CHECK_SAME(rig.logic.burning, 0.0);
    CHECK_NEAR(engine_rpm(&rig), 0.0, 1e-9);
    CHECK_NEAR(rig.state->x[DRIVE_FUEL], 1e-3, 1e-3 * rig.step / lasts * 1.01);
    rig_close(&rig);
}

/* Clutch closed in the highest gear at idle with the brakes on: gently or not, the engine stalls within
 * 0.45 s + 3 s and some tenths, and stands. The starter turns it free of the driveline, though in gear. */
static void stalls(void **state)
{
    (void)state;
    for (int gentle = 0; gentle <= 1; gentle++) {
        drive_rig_options options = rig_options();
        options.gear = 23;
        drive_rig rig;
        rig_open(&rig, &options);
        rig.gearbox.take_hold = gentle * TAKE_HOLD;
        rig.controls.brake_left = rig.controls.brake_right = 1.0;
        rig.controls.direction = 1.0;
        rig_run(&rig, 6.0);
        CHECK_SAME(rig.logic.burning, 0.0);
        CHECK_NEAR(engine_rpm(&rig), 0.0, 1e-3);
        CHECK_NEAR(rig.state->v[DRIVE_REAR_LEFT], 0.0, 1e-6);
        rig.controls.key = 2.0;
        rig.controls.clutch = 1.0;
        rig_run(&rig, 1.0);
        rig.controls.key = 1.0;
        rig_run(&rig, 3.0);
        CHECK_NEAR(engine_rpm(&rig), 850.0, 0.01);
        rig_close(&rig);
    }
}

/* ---- gears ---- */

/* The engine turns 24 i times as fast as the rear wheels; nothing slips when it has settled (wheels of
 * 5 kg m^2 carry no vehicle, so that even the highest gear settles within a few seconds). */
static void every_gear_has_its_speed(void **state)
{
    (void)state;
    for (int g = 0; g < 24; g++) {
        drive_rig_options options = rig_options();
        options.gear = g;
        for (int w = 0; w < 4; w++) options.wheel_inertia[w] = 5.0;
        drive_rig rig;
        rig_open(&rig, &options);
        rig.controls.throttle = 0.5;
        rig.controls.direction = g % 2 == 0 ? 1.0 : -1.0;
        rig_run(&rig, 4.0);
        const double wheel = rig.controls.direction * rig.state->v[DRIVE_REAR_LEFT];
        CHECK_RELATIVE(rig.state->v[DRIVE_CRANK] / wheel, 24.0 * rig.gearbox.ratio[g], 1e-6);
        rig_close(&rig);
    }
}

/* Against 9 kN m on each rear wheel in gear 12 the torques follow from the wheels to the engine by the
 * efficiencies, and the engine's speed from the droop. Signs of losses at 34 rad/s and 1 rad/s of width are
 * 4e-4 short, |T| by 1 N m of 833. */
static void carries_a_load(void **state)
{
    (void)state;
    drive_rig_options options = rig_options();
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.throttle = 1.0;
    rig.controls.direction = 1.0;
    rig_run(&rig, 1.5);
    rig.road[2].force = rig.road[3].force = -9e3;
    rig_run(&rig, 10.0);
    const drive_values v = rig_look(&rig);
    const double shaft = 18e3 / 24.0 / 0.90, path = (shaft / 0.87 + 15.0 / 0.87) / rig.gearbox.ratio[11];
    CHECK_RELATIVE(v.shaft_torque, shaft, 4e-4);
    CHECK_RELATIVE(v.path_torque[0], path, 8e-4);
    CHECK_RELATIVE(v.engine_torque, v.path_torque[0], 1e-6);
    const double full = drive_curve_at(&rig.data.model.engine.full_load, v.engine_speed, NULL);
    CHECK_NEAR(engine_rpm(&rig), 2200.0 * (1.0 - 0.05 * path / full), 0.2);
    CHECK_RELATIVE(v.load, v.engine_torque / full, 1e-12);
    rig_close(&rig);
}

/* A gear up against 18 kN m on each rear wheel: the output shaft pulls all the time and never drops below a
 * third of what it carries; the engine does not stall and ends 1.2 times slower at the wheel's speed. */
static void shifts_without_interruption(void **state)
{
    (void)state;
    drive_rig_options options = rig_options();
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.throttle = 1.0;
    rig.controls.direction = 1.0;
    rig_run(&rig, 1.5);
    rig.road[2].force = rig.road[3].force = -18e3;
    rig_run(&rig, 5.0);
    const double before = rig_look(&rig).shaft_torque;
    press(&rig, &rig.controls.gear_up);
    double least = before;
    for (int i = 0; i < 1000; i++) {
        rig_tick(&rig);
        least = fmin(least, rig_look(&rig).shaft_torque);
    }
    assert_true(least > before / 3.0);
    CHECK_SAME(rig.logic.progress, 1.0);
    rig_run(&rig, 3.0);
    CHECK_RELATIVE(rig.state->v[DRIVE_CRANK] / rig.state->v[DRIVE_REAR_LEFT], 24.0 * rig.gearbox.ratio[12],
                   1e-6);
    rig_close(&rig);
}

/* The lever goes over at speed: the tractor comes to a stop and drives the other way, the engine burning. */
static void reverses_at_speed(void **state)
{
    (void)state;
    drive_rig rig;
    open_default(&rig);
    rig.controls.throttle = 0.8;
    rig.controls.direction = 1.0;
    rig_run(&rig, 4.0);
    const double speed = rig.state->v[DRIVE_REAR_LEFT];
    assert_true(speed > 1.0);
    rig.controls.direction = -1.0;
    rig_run(&rig, 6.0);
    CHECK_SAME(rig.logic.burning, 1.0);
    CHECK_RELATIVE(rig.state->v[DRIVE_REAR_LEFT], -speed, 1e-3);
    rig_close(&rig);
}

/* Until nothing slips the output shaft carries what the path may hold there, the loss in the gears, drag, and
 * 2 % because the shaft swings at 4 ms rad^-1 while that ramps in 450 ms. From 33 rad/s to the other
 * 33 rad/s take_hold needs, on 7.9 kg m^2, 0.74 s; by then (0.74/3)^3 of the rest, nine times as much, is
 * added: 14 %, and some more for the ramp. */
static void reverses_gently(void **state)
{
    (void)state;
    drive_rig rig;
    open_default(&rig);
    rig.gearbox.take_hold = TAKE_HOLD;
    rig.controls.throttle = 0.8;
    rig.controls.direction = 1.0;
    rig_run(&rig, 4.0);
    const double speed = rig.state->v[DRIVE_REAR_LEFT];
    CHECK_SAME(rig.logic.reversing, 0.0);
    rig.controls.direction = -1.0;
    rig_run(&rig, 0.46);
    double slip = 1e3;
    int ticks = 0;
    for (; fabs(slip) > 1.0 && ticks < 3000; ticks++) {
        rig_tick(&rig);
        const drive_values v = rig_look(&rig);
        const double held = rig.gearbox.ratio[11] * rig.inputs.capacity[0];
        assert_true(held < 1.2 * TAKE_HOLD);
        assert_true(fabs(v.shaft_torque) < 1.02 * ((2.0 - 0.87) * held + 15.0) + 1.0);
        slip = v.path_slip[0];
    }
    assert_true(ticks > 740 && ticks < 3000);
    rig_run(&rig, 3.0);
    CHECK_SAME(rig.logic.reversing, 0.0);
    CHECK_RELATIVE(rig.state->v[DRIVE_REAR_LEFT], -speed, 1e-3);
    rig_close(&rig);
}

/* The lever goes over at full speed in the highest gear. Gently the engine runs on and the tractor drives the
 * other way in the end; at once, the engine stalls and stands, and the tractor rolls on. Nothing turns it
 * backwards: no further than Newton, which ends below 1e-9 rad a step. */
static void engine_never_turns_backwards(void **state)
{
    (void)state;
    for (int gentle = 0; gentle <= 1; gentle++) {
        drive_rig_options options = rig_options();
        options.gear = 23;
        drive_rig rig;
        rig_open(&rig, &options);
        rig.gearbox.take_hold = gentle * TAKE_HOLD;
        rig.controls.throttle = 1.0;
        rig_run(&rig, 1.0);
        double *v = rig.state->v;
        v[DRIVE_REAR_LEFT] = v[DRIVE_REAR_RIGHT] = 13.6; /* 11.3 m/s */
        rig.state->x[DRIVE_OUTPUT_SPEED] = 24.0 * 13.6;
        rig.controls.direction = -1.0;
        double least = engine_rpm(&rig);
        for (int i = 0; i < 40000; i++) {
            rig_tick(&rig);
            least = fmin(least, v[DRIVE_CRANK]);
        }
        assert_true(least > -2e-6);
        CHECK_SAME(rig.logic.burning, (double)gentle);
        assert_true(gentle ? v[DRIVE_REAR_LEFT] < -1.0 && least > 0.75 * 850.0 * RPM
                           : v[DRIVE_REAR_LEFT] > 1.0 && least < 1e-3);
        rig_close(&rig);
    }
}

/* Rolling back down 15 deg in a high gear at idle: the engine stalls, stands, and the tractor rolls free of
 * it, faster by what the slope gives less the drag; the parking brake stops it. */
static void rolls_back_without_the_engine(void **state)
{
    (void)state;
    const double slope = 0.5 * 6100.0 * 9.81 * 0.25882 * 0.83; /* at each rear wheel [N m] */
    drive_rig_options options = rig_options();
    options.gear = 23;
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.direction = 1.0;
    rig_run(&rig, 2.0);
    rig.road[2].force = rig.road[3].force = -slope;
    const double *v = rig.state->v;
    double least = v[DRIVE_CRANK];
    for (int i = 0; i < 3000; i++) {
        rig_tick(&rig);
        least = fmin(least, v[DRIVE_CRANK]);
    }
    assert_true(least > -2e-6);
    CHECK_NEAR(engine_rpm(&rig), 0.0, 1e-3);
    CHECK_SAME(rig_look(&rig).path_torque[0], 0.0);
    const double before = v[DRIVE_REAR_LEFT];
    assert_true(before < -1.0);
    rig_run(&rig, 1.0);
    /* The drag of 15 N m and 0.3 kg m^2 at the output shaft, 24 times and with a tenth of loss at the wheels.
     * That loss takes |T| 1 N m short: 2.4 N m of 12.4 kN m; signs at 24 rad/s and more with 1 rad/s of width
     * are 1e-3 of 0.4 kN m short. Together 2.3e-4. */
    const double drag = 1.1 * 24.0 * 15.0, inertia = 4400.0 + 1.1 * 576.0 * 0.3;
    CHECK_RELATIVE(v[DRIVE_REAR_LEFT] - before, -(2.0 * slope - drag) / inertia, 2.5e-4);
    rig.controls.parking_brake = 1.0;
    rig.road[2].force = rig.road[3].force = -0.5 * slope;
    rig_run(&rig, 10.0);
    CHECK_NEAR(v[DRIVE_REAR_LEFT], 0.0, 1e-6);
    rig_close(&rig);
}

/* ---- axles ---- */

/* An open differential gives both sides the same torque, so that angular momenta grow alike; locked, both
 * turn alike. Newton ends below 1e-9 rad a step: 2e-6 rad/s. */
static void rear_differential(void **state)
{
    (void)state;
    drive_rig_options options = rig_options();
    options.wheel_inertia[2] = 800.0;
    options.wheel_inertia[3] = 2400.0;
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.throttle = 0.5;
    rig.controls.direction = 1.0;
    rig_run(&rig, 2.0);
    const double *v = rig.state->v;
    assert_true(v[DRIVE_REAR_RIGHT] > 0.3);
    CHECK_NEAR(v[DRIVE_REAR_LEFT], 3.0 * v[DRIVE_REAR_RIGHT], 1e-5);
    rig.controls.rear_lock = 1.0;
    rig_run(&rig, 4.0);
    CHECK_RELATIVE(v[DRIVE_REAR_LEFT], v[DRIVE_REAR_RIGHT], 1e-5);
    rig_close(&rig);
}

/* Centre locked: the axles turn in the ratio of their gears, and braking the rear wheels brakes the front
 * ones through the shaft. Centre differential: torques in the proportion of the split. */
static void four_wheel_drive(void **state)
{
    (void)state;
    drive_rig_options options = rig_options();
    for (int w = 0; w < 2; w++) {
        options.wheel_inertia[w] = 500.0; /* half a front axle's load */
        options.wheel_inertia[2 + w] = 1500.0;
    }
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.throttle = 0.5;
    rig.controls.direction = 1.0;
    rig.controls.four_wheel_drive = 1.0;
    rig_run(&rig, 5.0);
    const double *v = rig.state->v;
    CHECK_RELATIVE(v[DRIVE_FRONT_LEFT], 1.32 * v[DRIVE_REAR_LEFT], 1e-5);
    rig.controls.clutch = 1.0;
    rig.controls.brake_left = rig.controls.brake_right = 0.3;
    rig_run(&rig, 0.1);
    const drive_values braking = rig_look(&rig);
    assert_true(braking.wheel_torque[0] < -100.0 && braking.brake_torque[0] == 0.0);
    rig.controls.clutch = rig.controls.brake_left = rig.controls.brake_right = 0.0;
    rig.controls.four_wheel_drive = 2.0;
    rig_run(&rig, 1.0); /* the lock opens in 0.2 s */
    const drive_values open = rig_look(&rig);
    CHECK_RELATIVE(open.wheel_torque[0] * 1.32 / 0.4, open.wheel_torque[2] / 0.6, 1e-9);
    rig_close(&rig);
}

/* 15 degrees, 6.1 t, 0.83 m: 12.9 kN m. Under the parking brake the bristles carry it, u stays, and in a
 * minute nothing moves: less than a hundredth of a micrometre at the tyre. */
static void holds_on_a_slope(void **state)
{
    (void)state;
    drive_rig_options options = rig_options();
    options.road[2] = options.road[3] = -0.5 * 6100.0 * 9.81 * 0.25882 * 0.83;
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.parking_brake = 1.0;
    rig_run(&rig, 5.0); /* a tenth of critical damping at 52 rad/s: e^-26 is left of the start */
    const double angle = rig.state->q[DRIVE_REAR_LEFT], u = rig.state->x[DRIVE_BRAKE_REAR_LEFT];
    CHECK_RELATIVE(u, options.road[2] / 12e3, 1e-6);
    rig_run(&rig, 60.0);
    CHECK_NEAR(rig.state->q[DRIVE_REAR_LEFT], angle, 1e-8);
    CHECK_NEAR(rig.state->x[DRIVE_BRAKE_REAR_LEFT], u, 1e-8 / 0.002 /* s_0 */);
    rig_close(&rig);
}

/* Wheels of almost no inertia, driven, locked and braked: nothing but the couplings' own stiffness holds
 * them, and every number stays finite (rig_tick checks). */
static void bears_wheels_without_inertia(void **state)
{
    (void)state;
    drive_rig_options options = rig_options();
    for (int w = 0; w < 3; w++) options.wheel_inertia[w] = 1e-6;
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.throttle = 0.6;
    rig.controls.four_wheel_drive = 1.0;
    rig.controls.rear_lock = rig.controls.front_lock = 1.0;
    rig_run(&rig, 0.5);
    rig.controls.direction = 1.0;
    rig_run(&rig, 3.0);
    const double *v = rig.state->v;
    CHECK_RELATIVE(v[DRIVE_REAR_LEFT], v[DRIVE_REAR_RIGHT], 1e-3);
    CHECK_RELATIVE(v[DRIVE_FRONT_LEFT], 1.32 * v[DRIVE_REAR_RIGHT], 1e-3);
    rig.controls.rear_lock = rig.controls.front_lock = rig.controls.four_wheel_drive = 0.0;
    rig.controls.brake_left = 1.0;
    rig.controls.clutch = 1.0;
    rig_run(&rig, 1.0);
    CHECK_NEAR(v[DRIVE_REAR_LEFT], 0.0, 1e-3);
    rig_close(&rig);
}

/* Every 0.3 s the operator does something else: half a minute in which every step converges and stays finite
 * (rig_tick checks), whatever gear, lock, pedal or lever it is. */
static void bears_a_wild_operator(void **state)
{
    (void)state;
    drive_rig rig;
    open_default(&rig);
    rig.gearbox.take_hold = TAKE_HOLD;
    drive_controls *c = &rig.controls;
    double *const control[] = {&c->throttle,         &c->clutch,    &c->brake_left,
                               &c->brake_right,      &c->direction, &c->parking_brake,
                               &c->four_wheel_drive, &c->rear_lock, &c->front_lock};
    uint64_t seed = 3;
    for (int i = 0; i < 100; i++) {
        const int which = (int)(4.5 * (1.0 + check_random(&seed)));
        *control[which] = check_random(&seed) * (control[which] == &c->four_wheel_drive ? 2.0 : 1.0);
        rig.logic.gear = floor(12.0 + 12.0 * check_random(&seed));
        c->key = rig.state->v[DRIVE_CRANK] < 60.0 ? 2.0 : 1.0;
        for (int w = 0; w < 4; w++)
            rig.road[w].force = 1e3 * check_random(&seed) - 50.0 * rig.state->v[1 + w];
        rig_run(&rig, 0.3);
    }
    rig_close(&rig);
}

/* ---- balance, convergence, repetition ---- */

/* Start with the starter, set off, two gears up under load, brake, reverse. */
static void drive_a_story(drive_rig *rig, double step)
{
    drive_rig_options options = rig_options();
    options.engine_speed = 0.0;
    options.step = step;
    rig_open(rig, &options);
    rig->controls.key = 2.0;
    rig_run(rig, 1.0);
    rig->controls.key = 1.0;
    rig->controls.throttle = 0.8;
    rig_run(rig, 1.5);
    rig->controls.direction = 1.0;
    rig_run(rig, 2.0);
    press(rig, &rig->controls.gear_up);
    press(rig, &rig->controls.gear_up);
    rig_run(rig, 2.0);
    rig->controls.throttle = 0.1;
    rig->controls.brake_left = 0.2;
    rig->controls.brake_right = 0.2;
    rig_run(rig, 0.5);
    rig->controls.brake_left = 0.0;
    rig->controls.brake_right = 0.0;
    rig->controls.throttle = 0.7;
    rig->controls.direction = -1.0;
    rig_run(rig, 3.0);
}

static double unbalanced(double step)
{
    drive_rig rig;
    drive_a_story(&rig, step);
    const double *x = rig.state->x, work = x[DRIVE_ENGINE_WORK];
    const double rest = work - x[DRIVE_LOSS] - rig_energy(&rig);
    rig_close(&rig);
    assert_true(work > 1e5);
    return fabs(rest) / work;
}

/* engine work = stored + losses, nothing else acts on the bench. The balance of power is exact at every
 * moment (test_drive_driveline); what a step adds is the quadrature's error, of second order at least: over
 * the fastest thing that lasts, the clutch's catch within some 10 ms, (1 ms/10 ms)^2/12 of the work in that
 * time, a few times in 1e5 ms of work: below 1e-5. Two halvings take it to a sixteenth. */
static void energy_is_balanced(void **state)
{
    (void)state;
    const double coarse = unbalanced(1e-3), fine = unbalanced(2.5e-4);
    assert_true(coarse < 1e-5);
    assert_true(fine < coarse / 16.0);
}

/* In gear, throttle opened, 0.4 s: speeds converge with the second order of the rule. */
static double speed_after(double step, mb_formulation formulation)
{
    drive_rig_options options = rig_options();
    options.step = step;
    options.formulation = formulation;
    drive_rig rig;
    rig_open(&rig, &options);
    rig.controls.direction = 1.0;
    rig_run(&rig, 4.0);
    /* from the same state whatever the step: the settled speeds, exactly */
    mb_state_reset(rig.model, rig.state);
    double *v = rig.state->v, *x = rig.state->x;
    v[DRIVE_CRANK] = 850.0 * RPM;
    x[DRIVE_OUTPUT_SPEED] = v[DRIVE_CRANK] / rig.gearbox.ratio[11];
    v[DRIVE_REAR_LEFT] = v[DRIVE_REAR_RIGHT] = x[DRIVE_OUTPUT_SPEED] / 24.0;
    x[DRIVE_TORQUE] = 80.0;
    rig.controls.throttle = 0.3;
    rig.inputs.engine.throttle = -1.0; /* differs, so that the next tick passes the jump */
    rig_run(&rig, 0.4);
    const double speed = v[DRIVE_REAR_LEFT];
    rig_close(&rig);
    return speed;
}

static void converges_with_second_order(void **state)
{
    (void)state;
    const double exact = speed_after(1.25e-4, MB_ALI3P);
    const double coarse = fabs(speed_after(2e-3, MB_ALI3P) - exact),
                 fine = fabs(speed_after(1e-3, MB_ALI3P) - exact);
    /* a quarter, a factor 1.3 left for the kinks of the authored curves and the exact one's own error */
    assert_true(coarse < 1e-3 * exact);
    assert_true(fine < 1.3 * coarse / 4.0);
}

/* Without closures both formulations are the trapezoidal rule on the same coordinates: they differ by what
 * Newton leaves, 1e-9 rad and 1e-9 units of a state in each of 400 steps, over half a step as speeds. */
static void formulations_agree(void **state)
{
    (void)state;
    CHECK_NEAR(speed_after(1e-3, MB_DOUBLE_STEP), speed_after(1e-3, MB_ALI3P), 400.0 * 1e-9 / 0.5e-3);
}

static void repeats_to_the_bit(void **state)
{
    (void)state;
    drive_rig once, again;
    drive_a_story(&once, 1e-3);
    drive_a_story(&again, 1e-3);
    assert_true(mb_state_hash(once.state) == mb_state_hash(again.state));
    assert_memory_equal(&once.logic, &again.logic, sizeof once.logic);
    rig_close(&once);
    rig_close(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(idles_and_runs_up),
                                       cmocka_unit_test(starts_and_stops),
                                       cmocka_unit_test(stops_without_fuel),
                                       cmocka_unit_test(stalls),
                                       cmocka_unit_test(every_gear_has_its_speed),
                                       cmocka_unit_test(carries_a_load),
                                       cmocka_unit_test(shifts_without_interruption),
                                       cmocka_unit_test(reverses_at_speed),
                                       cmocka_unit_test(reverses_gently),
                                       cmocka_unit_test(engine_never_turns_backwards),
                                       cmocka_unit_test(rolls_back_without_the_engine),
                                       cmocka_unit_test(rear_differential),
                                       cmocka_unit_test(four_wheel_drive),
                                       cmocka_unit_test(holds_on_a_slope),
                                       cmocka_unit_test(bears_wheels_without_inertia),
                                       cmocka_unit_test(bears_a_wild_operator),
                                       cmocka_unit_test(energy_is_balanced),
                                       cmocka_unit_test(converges_with_second_order),
                                       cmocka_unit_test(formulations_agree),
                                       cmocka_unit_test(repeats_to_the_bit)};
    return cmocka_run_group_tests_name("drive motion", tests, NULL, NULL);
}
