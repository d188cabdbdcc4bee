/* Faults: what each kind does to the cart, that nothing changes while none acts, and that all of it repeats.
 */
#include "cart.h"

#include "parts/parts.h"
#include "support/check.h"
#include "world/training.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char faults[] =
    "  - {name: boom.rate, quantity: rate, circuit: boom, cylinder: boom}\n" /* of the outputs */
    "  - {name: bypass, quantity: command, circuit: boom, command: bypass}\n"
    "  - {name: lever, quantity: command, circuit: boom, command: lever}\n"
    "faults:\n"
    "  - {name: weak, kind: engine}\n"
    "  - {name: dry, kind: fuel}\n"
    "  - {name: hose, kind: leak, circuit: boom, volume: A, flow: 60 l/min, pressure: 100 bar}\n"
    "  - {name: valve, kind: stuck-valve, circuit: boom, command: lever}\n"
    "  - {name: angle, kind: sensor, signal: boom.angle}\n"
    "  - {name: gauge, kind: sensor, signal: fuel.level, mode: dead}\n"
    "  - {name: fl, kind: tire, wheel: fl}\n"
    "  - {name: fr, kind: tire, wheel: fr}\n"
    "  - {name: rl, kind: tire, wheel: rl}\n"
    "  - {name: rr, kind: tire, wheel: rr}\n";

/* The cart's file with more behind it, which begins among its outputs. */
static hl_status try(cart *c, const char *more, const char *scenario)
{
    static char text[CART_ROOM], whole[CART_ROOM + sizeof faults];
    cart_read(text, sizeof text);
    snprintf(whole, sizeof whole, "%s%s", text, more);
    return cart_try(c, whole, scenario);
}

static void build(cart *c, const char *scenario)
{
    assert_int_equal(try(c, faults, scenario), HL_OK);
    assert_true(world_signal_count(c->machine) <= CART_SIGNALS);
}

static double true_signal(cart *c, const char *name)
{
    world_signals_evaluate(c->machine);
    return world_signal_now(c->machine, world_signal_find(c->machine, name));
}

/* ---- engine and fuel ---- */

/* Largest share of the sound engine's full load while it runs up to 2200 rpm. */
static double most_load(double lost)
{
    cart c;
    build(&c, NULL);
    cart_set(&c, "fault.weak", lost);
    cart_set(&c, "throttle", 1.0);
    double most = 0.0;
    while (cart_signal(&c, "engine.speed") < 2200.0) {
        cart_run(&c, 1e-3);
        assert_true(world_machine_time(c.machine) < 5.0);
        most = fmax(most, cart_signal(&c, "engine.load"));
    }
    cart_free(&c);
    return most;
}

/* Running up, the engine gives all that it has. Its torque comes 0.03 s behind full load, which falls by
 * 30 N m in 700 rpm = 73 rad/s; half of 180 N m turns the crankshaft's 0.5 kg m^2 up by 180 rad/s^2 at most.
 * So it is ahead of half of full load by 0.03 s 180 rad/s^2 15 N m/73 rad/s = 1.1 N m of 150 N m. */
static void half_an_engine_has_half_the_torque(void **state)
{
    (void)state;
    CHECK_NEAR(most_load(0.5), 0.5, 0.0075);
    assert_true(most_load(0.0) > 0.6); /* what is there without the turbocharger */
}

/* Nothing is left but what turns the engine itself, up to 1/(2 84^2) of its 20 N m of friction (the sign of
 * the speed is rounded, drive/engine.h), over 120 N m; the pump slows it. */
static void an_engine_without_torque_gives_none(void **state)
{
    (void)state;
    cart c;
    build(&c, NULL);
    const double speed = cart_signal(&c, "engine.speed");
    cart_set(&c, "fault.weak", 1.0);
    cart_run(&c, 1.0);
    CHECK_NEAR(cart_signal(&c, "engine.load"), 0.0, 1.5e-5);
    const double later = cart_signal(&c, "engine.speed");
    assert_true(later < speed);
    cart_run(&c, 1.0);
    assert_true(cart_signal(&c, "engine.speed") < later);
    cart_free(&c);
}

/* 40 l; three quarters of them are not there. What was burnt stays what it was. */
static void fuel_is_missing(void **state)
{
    (void)state;
    static const double rounding = 1e-12; /* [l] some operations on 40 l */
    cart c;
    build(&c, NULL);
    cart_run(&c, 0.5);
    const double used = cart_signal(&c, "fuel.used");
    assert_true(used > 0.0);
    CHECK_NEAR(cart_signal(&c, "fuel.level"), 40.0 - used, rounding);
    cart_set(&c, "fault.dry", 0.75);
    CHECK_NEAR(cart_signal(&c, "fuel.level"), 10.0 - used, rounding);
    CHECK_NEAR(cart_signal(&c, "fuel.share"), (10.0 - used) / 40.0, rounding);
    CHECK_SAME(cart_signal(&c, "fuel.used"), used);
    cart_run(&c, 0.1);
    assert_true(cart_signal(&c, "engine.running") == 1.0);
    cart_set(&c, "fault.dry", 1.0);
    cart_run(&c, 1e-3);
    assert_true(cart_signal(&c, "engine.running") == 0.0);
    CHECK_SAME(cart_signal(&c, "fuel.level"), 0.0);
    cart_free(&c);
}

/* ---- leak ---- */

/* The valve is closed: what leaks the piston displaces, pi/4 (60 mm)^2 v = s 1 l/s sqrt((p - 1 bar)/100 bar).
 * Of the flow, oil that expands gives C dp/dt, below a litre's 7e-13 m^3/Pa times 1e5 Pa/s: 0.2 % of it. */
static void the_boom_sinks_by_what_leaks(void **state)
{
    (void)state;
    static const double s = 0.1, piston = 3.14159265358979 / 4.0 * 0.06 * 0.06;
    cart c;
    build(&c, NULL);
    cart_run(&c, 1.0);
    CHECK_NEAR(cart_signal(&c, "boom.rate"), 0.0, 1e-4);
    cart_set(&c, "fault.hose", s);
    cart_run(&c, 0.5);
    const double p = cart_signal(&c, "boom.pressure") - 1e5;
    assert_true(p > 2e5); /* turbulent */
    CHECK_RELATIVE(-cart_signal(&c, "boom.rate") * piston, s * 1e-3 * sqrt(p / 1e7), 0.01);
    cart_set(&c, "fault.hose", 0.0);
    cart_run(&c, 2.0); /* until it has swung out on its oil */
    CHECK_NEAR(cart_signal(&c, "boom.rate"), 0.0, 1e-4);
    cart_free(&c);
}

/* ---- valve ---- */

static void a_stuck_valve_stays(void **state)
{
    (void)state;
    cart c;
    build(&c, NULL);
    cart_set(&c, "boom", 0.8);
    cart_run(&c, 0.1);
    const double command = cart_signal(&c, "lever"), bypass = cart_signal(&c, "bypass");
    assert_true(command > 0.1 && command < 1.0);
    CHECK_NEAR(bypass, 1.0 - command, 1e-15);
    cart_set(&c, "fault.valve", 0.5); /* not yet */
    cart_set(&c, "boom", 0.7);
    cart_run(&c, 1e-3);
    const double lower = cart_signal(&c, "lever");
    assert_true(lower < command);
    cart_set(&c, "fault.valve", 1.0);
    cart_set(&c, "boom", 0.0);
    cart_run(&c, 0.1);
    CHECK_SAME(cart_signal(&c, "lever"), lower);
    CHECK_NEAR(cart_signal(&c, "bypass"), 1.0 - lower, 1e-15); /* its spool is out of the middle */
    cart_set(&c, "fault.valve", 0.0);
    cart_run(&c, 1e-3);
    CHECK_SAME(cart_signal(&c, "lever"), 0.0);
    CHECK_SAME(cart_signal(&c, "bypass"), 1.0);
    cart_free(&c);
}

/* ---- sensors ---- */

/* The task waits for what the boom really does. */
static const char watched[] = "headland: scenario\nversion: 1\nname: watched\nmachine: cart.yaml\n"
                              "ground: {kind: plane, surface: hard}\n"
                              "tasks:\n  - {name: raise, when: [{signal: boom.angle, above: 0.1 rad}]}\n";

static void a_frozen_sensor_shows_the_past(void **state)
{
    (void)state;
    cart c;
    build(&c, watched);
    cart_run(&c, 0.1);
    const double shown = cart_signal(&c, "boom.angle");
    assert_true(shown < 0.1);
    cart_set(&c, "fault.angle", 1.0);
    cart_set(&c, "throttle", 0.5);
    cart_set(&c, "boom", 1.0);
    cart_run(&c, 3.0);
    CHECK_SAME(cart_signal(&c, "boom.angle"), shown);
    assert_true(true_signal(&c, "boom.angle") > 0.1);
    assert_true(world_exercise_result(c.machine) == WORLD_FINISHED);
    cart_set(&c, "fault.angle", 0.0);
    cart_run(&c, 1e-3);
    CHECK_SAME(cart_signal(&c, "boom.angle"), true_signal(&c, "boom.angle"));
    cart_free(&c);
}

static void a_dead_sensor_shows_nothing(void **state)
{
    (void)state;
    cart c;
    build(&c, NULL);
    cart_set(&c, "fault.gauge", 1.0);
    cart_run(&c, 1e-3);
    CHECK_SAME(cart_signal(&c, "fuel.level"), 0.0);
    assert_true(true_signal(&c, "fuel.level") > 39.0);
    assert_true(cart_signal(&c, "engine.running") == 1.0);
    cart_free(&c);
}

static void a_sensor_of_nothing_is_refused(void **state)
{
    (void)state;
    cart c;
    assert_int_equal(try(&c, "faults:\n  - {name: s, kind: sensor, signal: boom.angel}\n", NULL),
                     HL_BAD_INPUT);
    assert_int_equal(c.machine_report.count, 1);
    assert_non_null(strstr(c.machine_report.list[0].text, "did you mean 'boom.angle'?"));
    assert_int_equal(c.machine_report.list[0].place.column, 37);
    cart_free(&c);
}

/* ---- tires ---- */

/* All four, so that the cart stays level: at the same load five times as deep, in full, 1/(1 - 0.8 s). */
static void check_deflection(double s, double by)
{
    static const char *const wheels[] = {"fl", "fr", "rl", "rr"};
    cart c;
    build(&c, NULL);
    cart_set(&c, "parking_brake", 1.0);
    cart_run(&c, 1.0);
    double before[4];
    char name[40];
    for (int w = 0; w < 4; w++) {
        snprintf(name, sizeof name, "wheel.%s.deflection", wheels[w]);
        before[w] = cart_signal(&c, name);
        snprintf(name, sizeof name, "fault.%s", wheels[w]);
        cart_set(&c, name, s);
    }
    cart_run(&c, 5.0); /* 20 time constants of its swinging, 2 m/d = 0.33 s over 4 wheels */
    for (int w = 0; w < 4; w++) {
        snprintf(name, sizeof name, "wheel.%s.deflection", wheels[w]);
        CHECK_RELATIVE(cart_signal(&c, name), by * before[w], 0.02); /* it pitches by what the axles differ */
        CHECK_RELATIVE(c.machine->wheels->list[w].friction.rolling_resistance, 0.02 * sqrt(by), 1e-12);
    }
    cart_free(&c);
}

static void flat_tires_give_way(void **state)
{
    (void)state;
    check_deflection(0.5, 1.0 / 0.6);
    check_deflection(1.0, 5.0);
}

/* ---- all of them ---- */

static void play(cart *c, long from, long until)
{
    for (long i = from; i < until; i++) {
        cart_set(c, "parking_brake", 0.0);
        cart_set(c, "direction", 1.0);
        cart_set(c, "throttle", 0.4 + 0.3 * (double)(i % 700) / 700.0);
        cart_set(c, "boom", i % 900 < 450 ? 0.8 : -0.6);
        assert_int_equal(world_machine_step(c->machine), HL_OK);
    }
}

/* Faults that do not act leave every bit of the motion as it is without them. */
static void sound_machines_do_not_notice(void **state)
{
    (void)state;
    cart plain, breakable;
    cart_build(&plain, NULL);
    build(&breakable, NULL);
    play(&plain, 0, 2000);
    play(&breakable, 0, 2000);
    const mb_state *a = plain.machine->mechanism->state, *b = breakable.machine->mechanism->state;
    const mb_counts counts = mb_model_counts(plain.machine->mechanism->model);
    assert_int_equal(counts.effort_states,
                     mb_model_counts(breakable.machine->mechanism->model).effort_states);
    assert_memory_equal(a->q, b->q, (size_t)counts.coordinates * sizeof *a->q);
    assert_memory_equal(a->v, b->v, (size_t)counts.columns * sizeof *a->v);
    for (int i = 0; i < counts.effort_states; i++) CHECK_SAME(a->x[i], b->x[i]);
    cart_free(&plain);
    cart_free(&breakable);
}

static void break_at(cart *c, long from, long until)
{
    static const char *const names[] = {"weak", "dry", "hose", "valve", "angle", "gauge", "fl"};
    for (long i = from; i < until; i++) {
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            char name[40];
            snprintf(name, sizeof name, "fault.%s", names[k]);
            cart_set(c, name, i >= 400 + 60 * (long)k && i < 1700 ? 0.6 : 0.0);
        }
        play(c, i, i + 1);
    }
}

/* The same bits from another build of the machine, and from a state saved while all faults act. */
static void repeats_bit_for_bit(void **state)
{
    (void)state;
    cart first, second;
    build(&first, NULL);
    build(&second, NULL);
    break_at(&first, 0, 2000);
    break_at(&second, 0, 1000);
    void *saved = malloc(world_state_size(second.machine));
    assert_non_null(saved);
    world_state_save(second.machine, saved);
    const double shown = cart_signal(&second, "boom.angle"), lever = cart_signal(&second, "lever");
    break_at(&second, 1700, 2100); /* all is well again, and moves */
    assert_true(world_state_fits(second.machine, saved, world_state_size(second.machine)));
    world_state_restore(second.machine, saved);
    CHECK_SAME(cart_signal(&second, "boom.angle"), shown);
    CHECK_SAME(cart_signal(&second, "lever"), lever);
    break_at(&second, 1000, 2000);
    assert_true(world_state_hash(first.machine) == world_state_hash(second.machine));
    free(saved);
    cart_free(&first);
    cart_free(&second);
}

/* Whoever breaks a machine has not moved its levers. */
static void breaking_is_no_travel(void **state)
{
    (void)state;
    cart c;
    build(&c, NULL);
    cart_set(&c, "fault.valve", 1.0);
    cart_set(&c, "fault.fl", 0.3);
    cart_run(&c, 0.01);
    CHECK_SAME(cart_signal(&c, "controls.travel"), 0.0);
    cart_free(&c);
}

/* A fault has one name for people and one as a signal: both are its control's. Spelt rightly is meant. */
static void blanks_may_be_underscores(void **state)
{
    (void)state;
    cart c;
    assert_int_equal(
        try(&c, "faults:\n  - {name: weak engine, kind: engine}\n  - {name: dry, kind: fuel}\n", NULL),
        HL_OK);
    const int weak = world_control_find(c.machine, "fault.weak engine");
    assert_true(weak >= 0);
    assert_int_equal(world_control_find(c.machine, "fault.weak_engine"), weak);
    assert_true(world_signal_find(c.machine, "control.fault.weak_engine") >= 0);
    static const char *const others[] = {"fault.weak", "fault.weak_engines", "fault.weak-engine", ""};
    for (int i = 0; i < 4; i++) assert_int_equal(world_control_find(c.machine, others[i]), -1);
    cart_free(&c);
}

/* Poses, ground and contacts that signals have been evaluated with serve the next step too: whether signals
 * are read between steps, and that a fault is set after they were read, changes no bit. */
static uint64_t hash_after_a_drive(bool reads_signals)
{
    cart c;
    build(&c, NULL);
    cart_set(&c, "throttle", 0.6);
    for (int i = 0; i < 300; i++) {
        if (i == 100) cart_set(&c, "fault.fl", 0.7);
        if (i == 200) cart_set(&c, "fault.fl", 0.2);
        assert_int_equal(world_machine_step(c.machine), HL_OK);
        if (reads_signals) (void)cart_signal(&c, "chassis.x");
    }
    const uint64_t hash = world_state_hash(c.machine);
    cart_free(&c);
    return hash;
}

static void reading_signals_changes_nothing(void **state)
{
    (void)state;
    assert_true(hash_after_a_drive(true) == hash_after_a_drive(false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_an_engine_has_half_the_torque),
        cmocka_unit_test(reading_signals_changes_nothing),
        cmocka_unit_test(an_engine_without_torque_gives_none),
        cmocka_unit_test(fuel_is_missing),
        cmocka_unit_test(the_boom_sinks_by_what_leaks),
        cmocka_unit_test(a_stuck_valve_stays),
        cmocka_unit_test(a_frozen_sensor_shows_the_past),
        cmocka_unit_test(a_dead_sensor_shows_nothing),
        cmocka_unit_test(a_sensor_of_nothing_is_refused),
        cmocka_unit_test(flat_tires_give_way),
        cmocka_unit_test(sound_machines_do_not_notice),
        cmocka_unit_test(repeats_bit_for_bit),
        cmocka_unit_test(breaking_is_no_travel),
        cmocka_unit_test(blanks_may_be_underscores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
