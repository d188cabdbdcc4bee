/* The control unit as a pure function: gears, reverser, clutch, engine, locks, brakes. */
#include "support/check.h"

#include "drive_rig.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double STEP = 1e-3; /* [s] */

/* shares are sums of up to a thousand steps */
static const double ROUNDING = 2000.0 * DBL_EPSILON;

typedef struct unit {
    drive_gearbox gearbox;
    drive_brakes brakes;
    drive_engine engine;
    drive_controls controls;
    drive_logic logic;
    drive_inputs inputs;
    double engine_speed, output_speed, fuel;
} unit;

static void tick(unit *u)
{
    drive_logic_tick(&u->gearbox, &u->brakes, &u->engine, &u->controls, u->engine_speed, u->output_speed,
                     u->fuel, STEP, &u->logic, &u->inputs);
}

static void run(unit *u, double seconds)
{
    for (long i = lround(seconds / STEP); i > 0; i--) tick(u);
}

static unit running(void)
{
    unit u = {.gearbox = rig_gearbox(),
              .brakes = rig_brakes(),
              .engine = rig_drive_model().engine,
              .controls = {.key = 1.0},
              .engine_speed = 150.0,
              .fuel = 100.0};
    u.logic = drive_logic_start(&u.gearbox, true);
    return u;
}

static unit driving(void)
{
    unit u = running();
    u.controls.direction = 1.0;
    run(&u, 1.0);
    return u;
}

static void press(unit *u, double *button)
{
    *button = 1.0;
    tick(u);
    *button = 0.0;
    tick(u);
}

static int active(const unit *u)
{
    return (int)u->logic.active;
}

/* ---- gears ---- */

static void starts_in_neutral(void **state)
{
    (void)state;
    unit u = running();
    run(&u, 1.0);
    for (int k = 0; k < 2; k++) {
        CHECK_SAME(u.inputs.ratio[k], 0.0);
        CHECK_SAME(u.inputs.capacity[k], 0.0);
    }
    CHECK_SAME(u.logic.gear, 11.0);
}

/* From neutral the start gear takes hold in half of the reverser's time, linearly. */
static void takes_hold_from_neutral(void **state)
{
    (void)state;
    unit u = running();
    u.controls.direction = 1.0;
    run(&u, 0.225);
    CHECK_SAME(u.inputs.ratio[0], u.gearbox.ratio[11]);
    CHECK_RELATIVE(u.inputs.capacity[0], 0.5 * 1200.0, ROUNDING);
    run(&u, 0.225);
    CHECK_RELATIVE(u.inputs.capacity[0], 1200.0, ROUNDING);
    CHECK_SAME(u.inputs.capacity[1], 0.0);
    CHECK_SAME(u.logic.reversing, 0.0);
}

/* Both paths together hold as much at every tick of a change, the new one linearly more. */
static void hands_over_linearly(void **state)
{
    (void)state;
    unit u = driving();
    u.controls.gear_up = 1.0;
    for (int i = 1; i <= 350; i++) {
        tick(&u);
        CHECK_RELATIVE(u.inputs.capacity[0] + u.inputs.capacity[1], 1200.0, ROUNDING);
        CHECK_RELATIVE(u.inputs.capacity[1], 1200.0 * i / 350.0, ROUNDING);
        if (i < 350) CHECK_SAME(u.inputs.ratio[0], u.gearbox.ratio[11]);
        CHECK_SAME(u.inputs.ratio[1], u.gearbox.ratio[12]);
    }
    tick(&u);
    CHECK_SAME(u.inputs.capacity[0], 0.0);
    CHECK_SAME(u.inputs.capacity[1], 1200.0);
    CHECK_SAME(u.inputs.ratio[0], 0.0);
    CHECK_SAME(u.logic.engaged[0], -1.0);
}

/* A button held down is one press. Three presses are three changes to neighbouring gears. */
static void presses_queue(void **state)
{
    (void)state;
    unit u = driving();
    u.controls.gear_up = 1.0;
    run(&u, 2.0);
    CHECK_SAME(u.logic.gear, 12.0);
    u.controls.gear_up = 0.0;
    tick(&u);
    for (int i = 0; i < 3; i++) press(&u, &u.controls.gear_up);
    CHECK_SAME(u.logic.gear, 15.0);
    double before = u.logic.engaged[active(&u)];
    for (int i = 0; i < 1050; i++) {
        tick(&u);
        const double now = u.logic.engaged[active(&u)];
        assert_true(now == before || now == before + 1.0);
        before = now;
    }
    CHECK_SAME(u.logic.engaged[active(&u)], 15.0);
    CHECK_SAME(u.logic.progress, 1.0);
}

static void gears_end_at_the_ends(void **state)
{
    (void)state;
    unit u = running();
    for (int i = 0; i < 40; i++) press(&u, &u.controls.gear_up);
    CHECK_SAME(u.logic.gear, 23.0);
    for (int i = 0; i < 40; i++) press(&u, &u.controls.gear_down);
    CHECK_SAME(u.logic.gear, 0.0);
    u.controls.direction = -1.0;
    run(&u, 1.0);
    CHECK_SAME(u.inputs.ratio[0], -u.gearbox.ratio[0] * u.gearbox.reverse_factor);
}

/* A gear down waits until it would not drive the engine beyond 1.15 of its governed top speed. */
static void gear_down_waits_for_the_speed(void **state)
{
    (void)state;
    unit u = driving();
    const double limit = 1.15 * u.engine.top_speed / u.gearbox.ratio[10];
    u.output_speed = 1.001 * limit;
    press(&u, &u.controls.gear_down);
    run(&u, 1.0);
    CHECK_SAME(u.logic.engaged[active(&u)], 11.0);
    u.output_speed = -0.999 * limit;
    run(&u, 0.5);
    CHECK_SAME(u.logic.engaged[active(&u)], 10.0);
}

/* ---- reverser and clutch ---- */

/* 0.45 s down, then the other way 0.45 s up, in the gear that is asked for at the change. */
static void reverser_ramps(void **state)
{
    (void)state;
    unit u = driving();
    u.controls.direction = -1.0;
    run(&u, 0.225);
    CHECK_RELATIVE(u.inputs.capacity[0], 600.0, ROUNDING);
    CHECK_SAME(u.inputs.ratio[0], u.gearbox.ratio[11]);
    press(&u, &u.controls.gear_up);
    run(&u, 0.225 - 2.0 * STEP);
    CHECK_NEAR(u.inputs.capacity[0], 0.0, 1200.0 * ROUNDING);
    run(&u, 0.225);
    CHECK_SAME(u.inputs.ratio[0], -u.gearbox.ratio[12]);
    CHECK_RELATIVE(u.inputs.capacity[0], 600.0, 0.01 /* a tick may pass at the change */);
    run(&u, 0.226);
    CHECK_SAME(u.inputs.capacity[0], 1200.0);
    CHECK_SAME(u.logic.reversing, 0.0);
}

static void neutral_lets_go(void **state)
{
    (void)state;
    unit u = driving();
    u.controls.direction = 0.0;
    run(&u, 0.46);
    CHECK_SAME(u.inputs.capacity[0], 0.0);
    CHECK_SAME(u.inputs.ratio[0], 0.0);
    CHECK_SAME(u.logic.progress, 1.0);
}

/* Back before the path is open, or while it takes hold: it opens to the end, never jumping by more than a
 * tick's worth, and holds in the first direction within the reverser's time and the 0.2 s that a lever must
 * rest which moved twice within them (three ticks may pass at the changes). */
static void lever_may_change_its_mind(void **state)
{
    (void)state;
    for (double after = 0.05; after < 0.9; after += 0.05) {
        const int back = (int)lround(after / STEP);
        unit u = driving();
        double before = u.inputs.capacity[0];
        u.controls.direction = -1.0;
        for (int i = 0; i < back + 1103; i++) {
            if (i == back) u.controls.direction = 1.0;
            tick(&u);
            assert_true(fabs(u.inputs.capacity[0] - before) < 1200.0 * 2.0 * STEP / 0.9 * 1.001);
            before = u.inputs.capacity[0];
        }
        CHECK_SAME(u.inputs.capacity[0], 1200.0);
        CHECK_SAME(u.inputs.ratio[0], u.gearbox.ratio[11]);
    }
}

/* Waved every 50 to 150 ms, by way of neutral or not, the path opens and stays open; at rest again it takes
 * hold. */
static void a_waved_lever_leaves_neutral(void **state)
{
    (void)state;
    for (int every = 50; every <= 150; every += 50)
        for (int neutral = 0; neutral < 2; neutral++) {
            unit u = driving();
            for (int i = 0; i < 5000; i++) {
                const bool passes = neutral && i % every < 10;
                u.controls.direction = passes ? 0.0 : i / every % 2 == 0 ? -1.0 : 1.0;
                tick(&u);
                if (i > 450) CHECK_SAME(u.inputs.capacity[0] + u.inputs.capacity[1], 0.0);
            }
            u.controls.direction = 1.0;
            run(&u, 0.2 + 0.45 + 3.0 * STEP);
            CHECK_SAME(u.inputs.capacity[active(&u)], 1200.0);
            CHECK_SAME(u.inputs.ratio[active(&u)], u.gearbox.ratio[11]);
        }
}

/* Rolling forward faster than reverse_speed the path stays open in reverse; it takes hold when slow enough,
 * and forward at any speed. */
static void waits_until_it_is_slow_enough(void **state)
{
    (void)state;
    unit u = driving();
    u.gearbox.reverse_speed = 100.0;
    u.output_speed = 101.0;
    u.controls.direction = -1.0;
    run(&u, 5.0);
    CHECK_SAME(u.inputs.capacity[0], 0.0);
    u.output_speed = 100.0;
    run(&u, 0.451);
    CHECK_SAME(u.inputs.capacity[0], 1200.0);
    CHECK_SAME(u.inputs.ratio[0], -u.gearbox.ratio[11] * u.gearbox.reverse_factor);
    u = driving();
    u.gearbox.reverse_speed = 100.0;
    u.controls.direction = 0.0;
    run(&u, 1.0);
    u.output_speed = 300.0;
    u.controls.direction = 1.0;
    run(&u, 0.451);
    CHECK_SAME(u.inputs.capacity[0], 1200.0);
}

/* Both pedals close the centre lock in 0.2 s, whatever the switch says; one pedal does not. */
static void both_pedals_brake_all_wheels(void **state)
{
    (void)state;
    unit u = running();
    u.controls.brake_left = 1.0;
    run(&u, 0.5);
    CHECK_SAME(u.inputs.lock[0], 0.0);
    u.controls.brake_right = 0.5;
    run(&u, 0.2 + STEP);
    CHECK_SAME(u.inputs.lock[0], u.brakes.centre_capacity);
    u.controls.brake_left = 0.0;
    run(&u, 0.2 + STEP);
    CHECK_SAME(u.inputs.lock[0], 0.0);
}

/* ---- taking hold gently ---- */

static const double TAKE_HOLD = 700.0; /* [N m] at the output shaft */

static unit gentle(double direction)
{
    unit u = running();
    u.gearbox.take_hold = TAKE_HOLD;
    u.controls.direction = direction;
    return u;
}

/* take_hold over the ratio after half of the reverser's time, then a third power: an eighth of the rest in
 * the middle of 3 s, all of it at their end. */
static void takes_hold_gently(void **state)
{
    (void)state;
    unit u = gentle(-1.0);
    const double ratio = u.gearbox.ratio[11], held = TAKE_HOLD / ratio;
    run(&u, 0.225);
    CHECK_RELATIVE(u.inputs.capacity[0], 0.5 * held, ROUNDING);
    run(&u, 0.225);
    CHECK_RELATIVE(u.inputs.capacity[0], held, ROUNDING);
    run(&u, 1.5);
    CHECK_RELATIVE(u.inputs.capacity[0], held + (1200.0 - held) / 8.0, 3.0 * ROUNDING);
    CHECK_SAME(u.logic.reversing, 1.0);
    run(&u, 1.501);
    CHECK_SAME(u.inputs.capacity[0], 1200.0);
    CHECK_SAME(u.inputs.ratio[0], -ratio);
    CHECK_SAME(u.logic.reversing, 0.0);
}

/* Once nothing slips, 0.2 s: in ticks of at most 3 (1200 N m) 1 ms/0.2 s. */
static void closes_when_nothing_slips(void **state)
{
    (void)state;
    unit u = gentle(1.0);
    u.output_speed = u.engine_speed / u.gearbox.ratio[11];
    run(&u, 0.45);
    double before = u.inputs.capacity[0];
    CHECK_RELATIVE(before, TAKE_HOLD / u.gearbox.ratio[11], ROUNDING);
    for (int i = 0; i < 201; i++) {
        tick(&u);
        assert_true(u.inputs.capacity[0] >= before && u.inputs.capacity[0] - before < 18.0);
        before = u.inputs.capacity[0];
    }
    CHECK_SAME(before, 1200.0);
    CHECK_SAME(u.logic.reversing, 0.0);
}

/* As long as the machine moves and the path slips, whichever way, it does not hold more than 0.6^3 of the
 * rest; standing, 0.4 of 3 s later it holds everything. */
static void goes_on_only_where_it_stands(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        unit u = gentle(1.0);
        const double ratio = u.gearbox.ratio[11], held = TAKE_HOLD / ratio;
        u.output_speed = way * 6.0 / ratio;
        run(&u, 20.0);
        CHECK_RELATIVE(u.inputs.capacity[0], held + (1200.0 - held) * 0.216, 20.0 * ROUNDING);
        CHECK_SAME(u.logic.reversing, 1.0);
        u.output_speed = way * 4.0 / ratio;
        run(&u, 1.201);
        CHECK_SAME(u.inputs.capacity[0], 1200.0);
        CHECK_SAME(u.logic.reversing, 0.0);
    }
}

/* From the idle speed down to 0.8 of it the path lets go; what holds already does not. */
static void gives_way_before_it_stalls(void **state)
{
    (void)state;
    unit u = gentle(1.0);
    run(&u, 0.45);
    const double held = u.inputs.capacity[0];
    static const double share[3] = {1.0, 0.5, 0.0};
    for (int i = 0; i < 3; i++) {
        u.engine_speed = (1.0 - 0.1 * i) * u.engine.idle_speed;
        tick(&u);
        /* the third power of a few thousandths of 3 s is nothing; 0.1 is rounded against 0.2 */
        CHECK_NEAR(u.inputs.capacity[0], share[i] * held, 1e-3);
    }
    u.engine_speed = 150.0;
    run(&u, 4.0);
    u.engine_speed = 0.8 * u.engine.idle_speed;
    tick(&u);
    CHECK_SAME(u.inputs.capacity[0], 1200.0);
}

/* The smaller of what the pedal and the reverser leave. */
static void pedal_and_reverser_hold_in_series(void **state)
{
    (void)state;
    unit u = gentle(1.0);
    run(&u, 0.45);
    const double held = u.inputs.capacity[0];
    u.controls.clutch = 0.5; /* 300 N m */
    tick(&u);
    CHECK_NEAR(u.inputs.capacity[0], held, 1e-3);
    u.controls.clutch = 0.75; /* 75 N m */
    tick(&u);
    CHECK_SAME(u.inputs.capacity[0], 75.0);
}

/* No step in the capacity whenever the lever goes back, and the first direction in the end. */
static void gentle_lever_may_change_its_mind(void **state)
{
    (void)state;
    for (double after = 0.05; after < 4.0; after += 0.17) {
        unit u = gentle(1.0);
        run(&u, 4.0);
        double before = u.inputs.capacity[0];
        u.controls.direction = -1.0;
        for (int i = 0; i < 8000; i++) {
            if (i == lround(after / STEP)) u.controls.direction = 1.0;
            tick(&u);
            assert_true(fabs(u.inputs.capacity[0] - before) < 1200.0 * STEP / 0.45 * 1.001);
            before = u.inputs.capacity[0];
        }
        CHECK_SAME(u.inputs.capacity[0], 1200.0);
        CHECK_SAME(u.inputs.ratio[0], u.gearbox.ratio[11]);
    }
}

/* Gears that are asked for on the way follow once it holds. */
static void gears_wait_for_the_reverser(void **state)
{
    (void)state;
    unit u = gentle(1.0);
    run(&u, 1.0);
    press(&u, &u.controls.gear_up);
    press(&u, &u.controls.gear_up);
    run(&u, 2.0);
    CHECK_SAME(u.logic.engaged[active(&u)], 11.0);
    run(&u, 0.5 + 0.7);
    CHECK_SAME(u.logic.engaged[active(&u)], 13.0);
    CHECK_SAME(u.logic.progress, 1.0);
}

/* A low gear at speed: the next gear above it that does not drive the engine too fast; the other way, where
 * it brakes the engine, it is the gear that was asked for. */
static void engages_no_gear_that_is_too_low(void **state)
{
    (void)state;
    const unit any = running();
    const double limit = 1.15 * any.engine.top_speed;
    for (int direction = -1; direction <= 1; direction += 2) {
        unit u = running();
        u.controls.direction = direction;
        u.logic.gear = 0.0;
        u.output_speed = direction * 0.999 * limit / u.gearbox.ratio[5];
        run(&u, 1.0);
        CHECK_SAME(u.logic.engaged[active(&u)], 5.0);
        u.output_speed = 0.0;
        run(&u, 5.0 * 0.36);
        CHECK_SAME(u.logic.engaged[active(&u)], 0.0);
        unit against = running();
        against.controls.direction = direction;
        against.logic.gear = 0.0;
        against.output_speed = -direction * 2.0 * limit;
        run(&against, 1.0);
        CHECK_SAME(against.logic.engaged[active(&against)], 0.0);
    }
}

/* Half of the stall speed and below, and backwards: nothing holds, the path stands at its beginning, the
 * lever and the gear buttons count. When the engine turns again it takes hold anew. */
static void no_oil_no_clutch(void **state)
{
    (void)state;
    unit u = gentle(1.0);
    run(&u, 4.0);
    u.engine_speed = 0.75 * u.engine.stall_speed;
    tick(&u);
    CHECK_RELATIVE(u.inputs.capacity[0], 600.0, ROUNDING);
    press(&u, &u.controls.gear_up); /* two paths hold */
    static const double turned[3] = {0.5, 0.0, -1.0};
    for (int i = 0; i < 3; i++) {
        u.engine_speed = turned[i] * u.engine.stall_speed;
        u.controls.direction = i == 2 ? -1.0 : 1.0;
        tick(&u);
        CHECK_SAME(u.inputs.capacity[0], 0.0);
        CHECK_SAME(u.inputs.capacity[1], 0.0);
        CHECK_SAME(u.logic.engaged[active(&u)], 12.0);
        CHECK_SAME(u.logic.direction[active(&u)], u.controls.direction);
        CHECK_SAME(u.logic.engaged[1 - active(&u)], -1.0);
    }
    u.engine_speed = 150.0;
    run(&u, 0.45);
    CHECK_RELATIVE(u.inputs.capacity[active(&u)], TAKE_HOLD / u.gearbox.ratio[12], ROUNDING);
    CHECK_SAME(u.inputs.ratio[active(&u)], -u.gearbox.ratio[12]);
    u.engine_speed = 0.0;
    u.controls.direction = 0.0;
    tick(&u);
    CHECK_SAME(u.inputs.ratio[active(&u)], 0.0);
    CHECK_SAME(u.logic.progress, 1.0);
}

static void clutch_pedal_opens_progressively(void **state)
{
    (void)state;
    unit u = driving();
    double before = 1200.0;
    for (double pedal = 0.0; pedal <= 1.0; pedal += 0.125) {
        u.controls.clutch = pedal;
        tick(&u);
        CHECK_RELATIVE(u.inputs.capacity[0], 1200.0 * (1.0 - pedal) * (1.0 - pedal), ROUNDING);
        assert_true(u.inputs.capacity[0] <= before);
        before = u.inputs.capacity[0];
    }
    CHECK_SAME(u.inputs.capacity[0], 0.0);
    u.controls.clutch = 7.0; /* beyond its travel: as if at its end */
    tick(&u);
    CHECK_SAME(u.inputs.capacity[0], 0.0);
}

/* ---- engine ---- */

static void engine_burns_while_it_may(void **state)
{
    (void)state;
    unit u = running();
    tick(&u);
    CHECK_SAME(u.inputs.engine.burning, 1.0);
    u.engine_speed = 299.0 * RPM; /* stalled */
    tick(&u);
    CHECK_SAME(u.inputs.engine.burning, 0.0);
    CHECK_SAME(u.inputs.engine.starter, 0.0);
    u.controls.key = 2.0;
    tick(&u);
    CHECK_SAME(u.inputs.engine.burning, 0.0);
    CHECK_SAME(u.inputs.engine.starter, 400.0);
    u.engine_speed = 301.0 * RPM;
    tick(&u);
    CHECK_SAME(u.inputs.engine.burning, 1.0);
    u.fuel = 0.0;
    tick(&u);
    CHECK_SAME(u.inputs.engine.burning, 0.0);
    CHECK_SAME(u.inputs.engine.starter, 400.0); /* the starter turns all the same */
    u.fuel = 1.0;
    u.controls.key = 0.0;
    tick(&u);
    CHECK_SAME(u.inputs.engine.burning, 0.0);
    CHECK_SAME(u.inputs.engine.starter, 0.0);
}

/* ---- locks and brakes ---- */

static void locks_close_in_their_time(void **state)
{
    (void)state;
    unit u = running();
    u.controls.rear_lock = u.controls.front_lock = 1.0;
    run(&u, 0.1);
    CHECK_RELATIVE(u.inputs.lock[1], 0.5 * 5e3, ROUNDING);
    CHECK_RELATIVE(u.inputs.lock[2], 0.5 * 10e3, ROUNDING);
    run(&u, 0.11);
    CHECK_SAME(u.inputs.lock[1], 5e3);
    CHECK_SAME(u.inputs.lock[2], 10e3);
    u.controls.rear_lock = 0.0;
    run(&u, 0.21);
    CHECK_SAME(u.inputs.lock[2], 0.0);
    CHECK_SAME(u.inputs.lock[1], 5e3);
}

static void four_wheel_drive_modes(void **state)
{
    (void)state;
    const double locked[3] = {0.0, 800.0, 0.0}, split[3] = {0.0, 0.0, 0.4};
    unit u = running();
    for (int mode = 0; mode < 3; mode++) {
        u.controls.four_wheel_drive = mode;
        run(&u, 0.21);
        CHECK_SAME(u.inputs.lock[0], locked[mode]);
        CHECK_SAME(u.inputs.split, split[mode]);
    }
}

static void pedals_brake_their_sides(void **state)
{
    (void)state;
    unit u = running();
    u.controls.brake_left = 0.5;
    u.controls.brake_right = 0.25;
    tick(&u);
    CHECK_SAME(u.inputs.brake[0], 0.0);
    CHECK_SAME(u.inputs.brake[1], 0.0);
    CHECK_SAME(u.inputs.brake[2], 7e3);
    CHECK_SAME(u.inputs.brake[3], 3.5e3);
    u.controls.parking_brake = 1.0;
    u.controls.brake_left = u.controls.brake_right = 0.0;
    tick(&u);
    CHECK_SAME(u.inputs.brake[2], 12e3);
    CHECK_SAME(u.inputs.brake[3], 12e3);
}

/* ---- anything ---- */

/* Whatever is done to the controls: capacities within their bounds, none without a ratio, gears in the box;
 * the same again gives the same. */
static void wild_controls_do_no_harm(void **state)
{
    (void)state;
    uint64_t seed = 77;
    unit u = running(), twin = running();
    for (int i = 0; i < 40000; i++) {
        u.gearbox.take_hold = twin.gearbox.take_hold = i < 20000 ? 0.0 : TAKE_HOLD;
        if (i % 7 == 0) {
            double *control = &u.controls.throttle;
            for (size_t k = 0; k < sizeof u.controls / sizeof(double); k++)
                control[k] = 2.5 * check_random(&seed);
            u.engine_speed = 250.0 * check_random(&seed);
            u.output_speed = 200.0 * check_random(&seed);
        }
        twin.controls = u.controls;
        twin.engine_speed = u.engine_speed;
        twin.output_speed = u.output_speed;
        tick(&u);
        tick(&twin);
        assert_memory_equal(&u.logic, &twin.logic, sizeof u.logic);
        assert_memory_equal(&u.inputs, &twin.inputs, sizeof u.inputs);
        assert_true(u.inputs.engine.throttle >= 0.0 && u.inputs.engine.throttle <= 1.0);
        assert_true(u.logic.gear >= 0.0 && u.logic.gear <= 23.0);
        assert_true(u.logic.progress >= 0.0 && u.logic.progress <= 1.0);
        for (int k = 0; k < 2; k++) {
            assert_true(u.inputs.capacity[k] >= 0.0 && u.inputs.capacity[k] <= 1200.0);
            assert_true(u.inputs.capacity[k] == 0.0 || u.inputs.ratio[k] != 0.0);
        }
        for (int w = 0; w < 4; w++) assert_true(u.inputs.brake[w] >= 0.0 && u.inputs.brake[w] <= 26e3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(starts_in_neutral),
                                       cmocka_unit_test(takes_hold_from_neutral),
                                       cmocka_unit_test(hands_over_linearly),
                                       cmocka_unit_test(presses_queue),
                                       cmocka_unit_test(gears_end_at_the_ends),
                                       cmocka_unit_test(gear_down_waits_for_the_speed),
                                       cmocka_unit_test(reverser_ramps),
                                       cmocka_unit_test(neutral_lets_go),
                                       cmocka_unit_test(lever_may_change_its_mind),
                                       cmocka_unit_test(a_waved_lever_leaves_neutral),
                                       cmocka_unit_test(both_pedals_brake_all_wheels),
                                       cmocka_unit_test(waits_until_it_is_slow_enough),
                                       cmocka_unit_test(takes_hold_gently),
                                       cmocka_unit_test(closes_when_nothing_slips),
                                       cmocka_unit_test(goes_on_only_where_it_stands),
                                       cmocka_unit_test(gives_way_before_it_stalls),
                                       cmocka_unit_test(pedal_and_reverser_hold_in_series),
                                       cmocka_unit_test(gentle_lever_may_change_its_mind),
                                       cmocka_unit_test(gears_wait_for_the_reverser),
                                       cmocka_unit_test(engages_no_gear_that_is_too_low),
                                       cmocka_unit_test(no_oil_no_clutch),
                                       cmocka_unit_test(clutch_pedal_opens_progressively),
                                       cmocka_unit_test(engine_burns_while_it_may),
                                       cmocka_unit_test(locks_close_in_their_time),
                                       cmocka_unit_test(four_wheel_drive_modes),
                                       cmocka_unit_test(pedals_brake_their_sides),
                                       cmocka_unit_test(wild_controls_do_no_harm)};
    return cmocka_run_group_tests_name("drive logic", tests, NULL, NULL);
}
