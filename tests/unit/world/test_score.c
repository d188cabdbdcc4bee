/* Points of an exercise against those found by hand; the way of the controls; fuel used. */
#include "cart.h"

#include "support/check.h"
#include "world/training.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SITE                                                                                                 \
    "headland: scenario\nversion: 1\nname: s\nmachine: cart.yaml\nground: {kind: plane, surface: hard}\n"

static const double ROUNDING = 1e-12; /* of sums of some ten numbers below 10 */

static void run(cart *c, int ticks)
{
    for (int i = 0; i < ticks; i++) assert_int_equal(world_machine_step(c->machine), HL_OK);
}

/* The brake's places in ten ticks. */
static const double places[10] = {0.2, 0.4, 0.4, 0.9, 0.5, 0.1, 0.1, 0.3, 0.6, 0.7};

static void move_brake(cart *c, int from, int end)
{
    for (int i = from; i < end; i++) {
        cart_set(c, "brake", places[i]);
        run(c, 1);
    }
}

#define SCORED(of) SITE "score:\n  components: [{name: one, signal: control.brake, " of ", weight: 3}]\n"

/* Largest 0.9, least 0.1, sum 4.2, way 0.2 + 0.2 + 0.5 + 0.4 + 0.4 + 0.2 + 0.3 + 0.1, seven of ten between
 * 0.3 and 0.7, with the ends. */
static void components_measure_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *site;
        double value, share;
        const char *unit;
    } rows[] = {
        {SCORED("best: 1, worst: 0"), 0.7, 0.7, "1"},
        {SCORED("of: end, best: 0.5, worst: 1"), 0.7, 0.6, "1"},
        {SCORED("of: most, best: 0, worst: 1"), 0.9, 0.1, "1"},
        {SCORED("of: most, best: 0, worst: 0.5"), 0.9, 0.0, "1"},
        {SCORED("of: least, best: 0.5, worst: 0"), 0.1, 0.2, "1"},
        {SCORED("of: least, best: 0.1, worst: 0"), 0.1, 1.0, "1"},
        {SCORED("of: mean, best: 0, worst: 1"), 0.42, 0.58, "1"},
        {SCORED("of: share, low: 0.3, high: 0.7"), 60.0, 0.6, "%"},
        {SCORED("of: share, low: 0.3, high: 0.7, best: 0.8, worst: 0.4"), 60.0, 0.5, "%"},
        {SCORED("of: travel, best: 0, worst: 4.6"), 2.3, 0.5, "1"},
        /* distances from 0.5: at the end 0.2, at most 0.4, in all 2.2; four of ten up to 0.15 */
        {SCORED("around: 0.5, best: 0, worst: 0.4"), 0.2, 0.5, "1"},
        {SCORED("around: 0.5, of: most, best: 0, worst: 0.5"), 0.4, 0.2, "1"},
        {SCORED("around: 0.5, of: mean, best: 0, worst: 0.44"), 0.22, 0.5, "1"},
        {SCORED("around: 0.5, of: share, high: 0.15"), 40.0, 0.4, "%"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cart c;
        cart_build(&c, rows[i].site);
        assert_true(isnan(world_score_component(c.machine, 0).value));
        CHECK_SAME(world_score_component(c.machine, 0).points, 0.0);
        move_brake(&c, 0, 10);
        const world_points points = world_score_component(c.machine, 0);
        CHECK_NEAR(points.value, rows[i].value, ROUNDING);
        CHECK_NEAR(points.share, rows[i].share, ROUNDING);
        CHECK_NEAR(points.points, 100.0 * rows[i].share, 100.0 * ROUNDING);
        CHECK_SAME(points.most, 100.0);
        assert_string_equal(points.unit, rows[i].unit);
        CHECK_SAME(cart_signal(&c, "score.one"), points.points);
        CHECK_SAME(cart_signal(&c, "score.total"), points.points);
        cart_free(&c);
    }
}

/* Of the ten places those of the ticks in which `b` goes on: it begins behind the fourth and is done by the
 * seventh: 0.5, 0.1, 0.1, which begin with a way from 0.9. */
static void components_are_measured_during_a_task(void **state)
{
    (void)state;
    cart c;
    cart_build(
        &c,
        SITE "tasks:\n"
             "  - {name: a, when: [{signal: control.brake, above: 0.8}]}\n"
             "  - {name: b, when: [{signal: control.brake, below: 0.2, hold: 1 ms}]}\n"
             "  - {name: c, when: [{signal: control.brake, above: 0.95}]}\n"
             "score:\n  components:\n"
             "    - {name: mean, signal: control.brake, of: mean, during: b, best: 0, worst: 1, weight: 1}\n"
             "    - {name: way, signal: control.brake, of: travel, during: b, best: 0, worst: 2, weight: 1}\n"
             "    - {name: end, signal: control.brake, of: end, during: b, best: 0, worst: 1, weight: 2}\n"
             "    - {name: never, signal: control.brake, during: c, best: 0, worst: 1, weight: 1}\n");
    move_brake(&c, 0, 4);
    assert_true(isnan(world_score_component(c.machine, 0).value));
    move_brake(&c, 4, 7);
    CHECK_SAME(cart_signal(&c, "task.b.state"), 2.0);
    assert_true(isnan(world_score_component(c.machine, 3).value));
    move_brake(&c, 7, 10);
    CHECK_NEAR(world_score_component(c.machine, 0).value, 0.7 / 3.0, ROUNDING);
    CHECK_NEAR(world_score_component(c.machine, 1).value, 0.8, ROUNDING);
    CHECK_NEAR(world_score_component(c.machine, 2).value, 0.1, ROUNDING);
    CHECK_NEAR(world_score_component(c.machine, 3).value, 0.7, ROUNDING);
    CHECK_SAME(world_score_component(c.machine, 0).most, 20.0);
    CHECK_SAME(world_score_component(c.machine, 2).most, 40.0);
    /* 20 (1 - 0.7/3) + 20 (1 - 0.8/2) + 40 (1 - 0.1) + 20 (1 - 0.7) */
    CHECK_NEAR(world_score_total(c.machine), 20.0 - 14.0 / 3.0 + 12.0 + 36.0 + 6.0, 100.0 * ROUNDING);
    cart_free(&c);
}

/* Tasks give and take; the sum stays within its limits, nothing moves after the end, and failing loses it. */
static void points_of_tasks_are_added(void **state)
{
    (void)state;
    static const struct {
        const char *score, *end;
        double total;
    } rows[] = {
        {"score: -10, text: t", "finish: t", 40.0}, {"score: 20, text: t", "finish: t", 70.0},
        {"score: 99, text: t", "finish: t", 100.0}, {"score: -99, text: t", "finish: t", 0.0},
        {"score: 20, text: t", "fail: t", 0.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char site[600];
        snprintf(site, sizeof site,
                 SITE
                 "tasks:\n  - {name: a, when: [{signal: control.boom, above: 0.5}], do: [{%s}, {%s}]}\n"
                 "score: {components: [{name: b, signal: control.brake, best: 1, worst: 0, weight: 1}]}\n",
                 rows[i].score, rows[i].end);
        cart c;
        cart_build(&c, site);
        cart_set(&c, "brake", 0.5);
        run(&c, 1);
        CHECK_NEAR(cart_signal(&c, "score.total"), 50.0, ROUNDING);
        cart_set(&c, "boom", 1.0);
        run(&c, 1);
        CHECK_NEAR(cart_signal(&c, "score.total"), rows[i].total, ROUNDING);
        cart_set(&c, "brake", 1.0);
        run(&c, 3);
        CHECK_NEAR(cart_signal(&c, "score.total"), rows[i].total, ROUNDING);
        CHECK_NEAR(world_score_component(c.machine, 0).points, 50.0, ROUNDING);
        cart_free(&c);
    }
}

/* Bounds come in their own units, and people are told in that of `best`: the engine runs at 800 rpm, 83.8
 * rad/s. */
static void bounds_have_units(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "score:\n  components:\n"
                        "    - {name: a, signal: engine.speed, best: 50 rad/s, worst: 150 rad/s, weight: 1}\n"
                        "    - {name: b, signal: engine.speed, of: share, low: 70 rad/s, high: 90 rad/s, "
                        "weight: 1}\n");
    run(&c, 5);
    const world_points a = world_score_component(c.machine, 0), b = world_score_component(c.machine, 1);
    CHECK_NEAR(a.best, 50.0, 1e-9);
    CHECK_NEAR(a.worst, 150.0, 1e-9);
    CHECK_NEAR(a.value, cart_signal(&c, "engine.speed") * acos(-1.0) / 30.0, 1e-9);
    CHECK_NEAR(a.points, 50.0 * (150.0 - a.value) / 100.0, 1e-9);
    assert_string_equal(a.unit, "rad/s");
    CHECK_SAME(b.value, 100.0);
    CHECK_SAME(b.best, 100.0);
    CHECK_SAME(b.worst, 0.0);
    assert_string_equal(b.unit, "%");
    cart_free(&c);
    cart_build(&c,
               SITE "score:\n  components:\n"
                    "    - {name: a, signal: engine.speed, best: 500, worst: 900 rpm, weight: 1}\n"
                    "    - {name: b, signal: engine.speed, of: share, low: 70 rad/s, best: 80 %, weight: 1}\n"
                    "    - {name: c, signal: time, best: 1 min, worst: 0, weight: 1}\n");
    run(&c, 5);
    assert_string_equal(world_score_component(c.machine, 0).unit, "rpm"); /* bare: the signal's own */
    CHECK_NEAR(world_score_component(c.machine, 1).best, 80.0, 1e-9);
    CHECK_NEAR(world_score_component(c.machine, 1).value, 100.0, 1e-9);
    assert_string_equal(world_score_component(c.machine, 1).unit, "%");
    CHECK_NEAR(world_score_component(c.machine, 2).best, 60.0, 1e-9); /* times stay in seconds */
    assert_string_equal(world_score_component(c.machine, 2).unit, "s");
    cart_free(&c);
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    assert_int_equal(cart_try(&c, machine,
                              SITE "score:\n  components:\n    - {name: a, signal: engine.speed, best: 1 kg, "
                                   "worst: 2 rpm, weight: 1}\n"),
                     HL_BAD_INPUT);
    assert_non_null(strstr(c.scenario_report.list[0].text, "give a value in rpm"));
    cart_free(&c);
    assert_int_equal(cart_try(&c, machine,
                              SITE "score:\n  components:\n    - {name: a, signal: engine.sped, best: 1, "
                                   "worst: 2, weight: 1}\n"),
                     HL_BAD_INPUT);
    assert_non_null(strstr(c.scenario_report.list[0].text, "did you mean 'engine.speed'"));
    cart_free(&c);
}

/* Bounds of another dimension are not compared: 3 kg are not more than 9 km/h. */
static void each_bound_is_told_its_unit(void **state)
{
    (void)state;
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    cart c;
    assert_int_equal(cart_try(&c, machine,
                              SITE "score:\n  components:\n    - {name: a, signal: vehicle.speed, of: share, "
                                   "low: 3 kg, high: 9 km/h, weight: 1}\n"),
                     HL_BAD_INPUT);
    assert_int_equal(c.scenario_report.count, 1);
    assert_non_null(strstr(c.scenario_report.list[0].text, "give a value in m/s"));
    assert_int_equal(c.scenario_report.list[0].place.column,
                     sizeof "    - {name: a, signal: vehicle.speed, of: share, low: ");
    cart_free(&c);
    assert_int_equal(cart_try(&c, machine,
                              SITE
                              "score:\n  components:\n    - {name: a, signal: vehicle.speed, best: 2 m/s, "
                              "worst: 2 kg, weight: 1}\n"),
                     HL_BAD_INPUT);
    assert_non_null(strstr(c.scenario_report.list[0].text, "give a value in m/s"));
    cart_free(&c);
}

/* ---- of every machine ---- */

/* A brake of 0 to 1 and a boom of -1 to 1. What is moved to and fro between two ticks nobody sees. */
static void controls_have_a_way(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE);
    run(&c, 3);
    CHECK_SAME(cart_signal(&c, "controls.travel"), 0.0);
    cart_set(&c, "brake", 0.5);
    cart_set(&c, "boom", -1.0);
    run(&c, 3);
    CHECK_NEAR(cart_signal(&c, "controls.travel"), 0.5 + 0.5, ROUNDING);
    cart_set(&c, "boom", 1.0);
    run(&c, 1);
    CHECK_NEAR(cart_signal(&c, "controls.travel"), 2.0, ROUNDING);
    cart_set(&c, "boom", 0.0);
    cart_set(&c, "boom", 1.0);
    run(&c, 1);
    CHECK_NEAR(cart_signal(&c, "controls.travel"), 2.0, ROUNDING);
    cart_free(&c);
}

/* What is set before the drive begins nobody has moved, and no part of the score has seen. */
static void controls_start_where_they_are_set(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "score:\n  components:\n    - {name: a, signal: control.brake, of: travel, best: 0, "
                        "worst: 1, weight: 1}\n");
    cart_set(&c, "brake", 0.5);
    cart_set(&c, "boom", -1.0);
    world_controls_start(c.machine);
    run(&c, 3);
    CHECK_SAME(cart_signal(&c, "controls.travel"), 0.0);
    CHECK_SAME(world_score_component(c.machine, 0).value, 0.0);
    cart_set(&c, "brake", 0.75);
    run(&c, 1);
    CHECK_SAME(cart_signal(&c, "controls.travel"), 0.25);
    CHECK_SAME(world_score_component(c.machine, 0).value, 0.25);
    cart_free(&c);
}

/* What is not in the tank any more. */
static void fuel_is_used(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE);
    CHECK_SAME(cart_signal(&c, "fuel.used"), 0.0);
    const double before = cart_signal(&c, "fuel.level");
    cart_run(&c, 1.0);
    const double used = cart_signal(&c, "fuel.used");
    assert_true(used > 0.0);
    CHECK_NEAR(before - cart_signal(&c, "fuel.level"), used, 1e-12); /* rounding of 40 l */
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_measure_what_they_say),
        cmocka_unit_test(components_are_measured_during_a_task),
        cmocka_unit_test(points_of_tasks_are_added),
        cmocka_unit_test(bounds_have_units),
        cmocka_unit_test(each_bound_is_told_its_unit),
        cmocka_unit_test(controls_have_a_way),
        cmocka_unit_test(controls_start_where_they_are_set),
        cmocka_unit_test(fuel_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
