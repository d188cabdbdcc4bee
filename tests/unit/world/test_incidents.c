/* What goes wrong: the machine overturns, persons and utilities are near or hit; what follows from it. */
#include "sand_cart.h"

#include "support/check.h"
#include "world/incident.h"
#include "world/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "headland: scenario\nversion: 1\nname: s\nmachine: cart.yaml\n"
#define SITE HEAD "ground: {kind: plane, surface: hard}\n"
#define TASK "tasks: [{name: wait, when: [{signal: time, above: 1 min}]}]\n"

static world_incident only_incident(const cart *c, int kind)
{
    assert_int_equal(world_incident_count(c->machine), 1);
    const world_incident what = world_incident_at(c->machine, 0);
    assert_int_equal(what.kind, kind);
    return what;
}

/* Neither signals nor blocks of the state. */
static void other_scenarios_keep_nothing(void **state)
{
    (void)state;
    cart plain, asked;
    const world_block *blocks;
    cart_build(&plain, SITE TASK);
    cart_build(&asked, SITE TASK "endings: [{kind: overturned, penalty: 10}]\n");
    assert_int_equal(world_signal_find(plain.machine, "incidents.count"), -1);
    assert_int_equal(world_signal_count(asked.machine), world_signal_count(plain.machine) + 1);
    assert_int_equal(world_state_blocks(asked.machine, &blocks),
                     world_state_blocks(plain.machine, &blocks) + 2);
    assert_int_equal(world_incident_count(plain.machine), 0);
    cart_free(&plain);
    cart_free(&asked);
}

/* ---- persons ---- */

/* Back and forth at 2 m/s on 4 m, one second of rest at both ends: a round of six seconds. */
static void persons_walk_by_the_clock(void **state)
{
    (void)state;
    static const double at[][2] = {{0.0, 10.0}, {1.0, 12.0}, {2.5, 14.0},
                                   {4.0, 12.0}, {5.5, 10.0}, {6.5, 11.0}};
    cart c;
    cart_build(&c, SITE
               "persons: [{name: a man, path: [[10, 5], [13, 5], [14, 5]], speed: 2 m/s, pause: 1 s}]\n");
    double time = 0.0;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        cart_run(&c, at[i][0] - time);
        time = at[i][0];
        CHECK_NEAR(cart_signal(&c, "person.a_man.x"), at[i][1], 1e-6);
        CHECK_NEAR(cart_signal(&c, "person.a_man.y"), 5.0, 1e-12);
    }
    CHECK_NEAR(fabs(cart_signal(&c, "person.a_man.heading")), 0.0, 1e-12);
    cart_free(&c);
}

/* With a seed they begin elsewhere, the same one at the same place. */
static void a_seed_chooses_where_they_begin(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "persons:\n  - {name: a, path: [[10, 5], [14, 5]], seed: 1}\n"
                        "  - {name: b, path: [[10, 5], [14, 5]], seed: 1}\n"
                        "  - {name: c, path: [[10, 5], [14, 5]], seed: 2}\n");
    const double a = cart_signal(&c, "person.a.x");
    assert_true(a > 10.0 && a < 14.0);
    CHECK_SAME(cart_signal(&c, "person.b.x"), a);
    assert_true(fabs(cart_signal(&c, "person.c.x") - a) > 0.1);
    cart_free(&c);
}

/* The bumper ends 2.7 m in front of the origin, which is at x = 0; the person's radius is 0.25 m. */
static void the_distance_is_that_of_the_surfaces(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "persons: [{name: a, at: [6 m, 0]}, {name: b, at: [4 m, 1.7 m]}]\n");
    const double bumper = cart_signal(&c, "chassis.x") + 2.7;
    CHECK_NEAR(cart_signal(&c, "person.a.distance"), 6.0 - bumper - 0.25, 0.01);
    CHECK_NEAR(cart_signal(&c, "person.b.distance"), hypot(4.0 - bumper, 1.0) - 0.25, 0.01);
    CHECK_SAME(cart_signal(&c, "person.a.endangered"), 0.0); /* the cart stands */
    cart_free(&c);
}

static void drive_off(cart *c)
{
    cart_set(c, "parking_brake", 0.0);
    cart_set(c, "throttle", 0.6);
    cart_set(c, "direction", 1.0);
}

/* First in the danger zone, a warning; then hit, the end. */
static void a_person_who_is_hit_ends_the_exercise(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE TASK "persons: [{name: Kim, at: [4.5 m, 0], danger: 1 m}]\n");
    drive_off(&c);
    for (int i = 0; i < 6000 && world_exercise_result(c.machine) == WORLD_GOES_ON; i++) cart_run(&c, 0.001);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FAILED);
    assert_string_equal(world_exercise_reason(c.machine)->text, "Kim has been hit");
    assert_int_equal(world_incident_count(c.machine), 2);
    const world_incident near = world_incident_at(c.machine, 0), hit = world_incident_at(c.machine, 1);
    assert_int_equal(near.kind, AUTH_ENDING_DANGER);
    CHECK_NEAR(near.value, 1.0, 0.01);
    assert_int_equal(hit.kind, AUTH_ENDING_PERSON);
    CHECK_NEAR(hit.place[0], 4.5, 1e-9);
    CHECK_NEAR(hit.speed, cart_signal(&c, "vehicle.speed"), 0.05);
    CHECK_SAME(cart_signal(&c, "person.Kim.hits"), 1.0);
    CHECK_SAME(cart_signal(&c, "person.Kim.endangered"), 1.0);
    cart_free(&c);
}

/* What walks into a machine at rest is hit, but not endangered. Contact that goes on is one hit. */
static void a_replay_gives_the_same_incidents(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE TASK "persons: [{name: Kim, path: [[6, 0], [-6, 0]]}]\n"
                             "endings: [{kind: person, end: none, penalty: 7}]\n");
    cart_run(&c, 0.5);
    const size_t size = world_state_size(c.machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    cart_run(&c, 3.5);
    const uint64_t hash = world_state_hash(c.machine);
    const world_incident what = only_incident(&c, AUTH_ENDING_PERSON);
    CHECK_NEAR(cart_signal(&c, "score.extra"), -7.0, 1e-12);
    assert_true(world_state_fits(c.machine, saved, size));
    world_state_restore(c.machine, saved);
    assert_int_equal(world_incident_count(c.machine), 0);
    cart_run(&c, 3.5);
    assert_true(world_state_hash(c.machine) == hash);
    const world_incident again = only_incident(&c, AUTH_ENDING_PERSON);
    assert_memory_equal(&again, &what, sizeof what);
    free(saved);
    cart_free(&c);
}

/* ---- utilities ---- */

/* 0.5 m below the ground, 0.1 m thick; the bucket's edge hangs at 1 m height or higher. */
static void the_nearest_part_counts_for_utilities(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "",
                    TASK "utilities: [{name: gas main, kind: gas, points: [[8, -2], [8, 2]], depth: 0.5, "
                         "radius: 0.1}]\n");
    const double distance = cart_signal(&c, "utility.gas_main.distance");
    assert_true(distance > 1.0 && distance < 8.0);
    assert_int_equal(world_incident_count(c.machine), 0);
    cart_free(&c);
}

/* Wheels stand above it: it is near, but not struck. The first row that fits decides. */
static void near_utilities_cost_points(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(
        &c, "",
        TASK "utilities: [{name: main, kind: gas, points: [[-3, 0], [5, 0]], depth: 0.7, radius: 0.1, "
             "warning: 2 m}]\n"
             "endings: [{kind: near, penalty: 5, message: dig by hand here}, {kind: near, penalty: 50}]\n");
    cart_run(&c, 0.01);
    const world_incident what = only_incident(&c, AUTH_ENDING_NEAR);
    assert_int_equal(what.row, 0);
    CHECK_NEAR(what.value, cart_signal(&c, "utility.main.distance"), 0.05);
    CHECK_NEAR(cart_signal(&c, "score.extra"), -5.0, 1e-12);
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    cart_free(&c);
}

/* A pipe as thick as it lies deep touches the tires. */
static void a_utility_that_is_struck_ends_the_exercise(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "",
                    TASK "utilities: [{name: main, kind: gas, points: [[-3, 0.7], [5, 0.7]], depth: 0.5, "
                         "radius: 0.5}]\n");
    cart_run(&c, 0.01);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FAILED);
    assert_string_equal(world_exercise_reason(c.machine)->text, "main has been struck");
    CHECK_SAME(cart_signal(&c, "utility.main.strikes"), 1.0);
    cart_free(&c);
}

/* ---- overturned ---- */

#define BANK                                                                                                 \
    HEAD "ground: {kind: grid, surface: hard, spacing: 10, origin: [-10, -10], heights: [[-40, -40, -40], "  \
         "[0, 0, 0], [40, 40, 40]]}\nstart: {settled: false}\n"

/* On a slope of 76 deg, which no machine stands on. */
static void a_machine_that_overturns_ends_the_exercise(void **state)
{
    (void)state;
    cart c;
    world_incident what;
    cart_build(&c, BANK TASK);
    assert_true(world_has_overturned(c.machine, 0, &what));
    CHECK_NEAR(what.value, atan(4.0), 0.05);
    cart_run(&c, 0.001);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FAILED);
    assert_string_equal(world_exercise_reason(c.machine)->text, "the machine has overturned");
    assert_int_equal(world_incident_count(c.machine), 0); /* not kept */
    cart_free(&c);
}

static void rows_of_the_file_come_first(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, BANK TASK "endings: [{kind: overturned, penalty: 30}]\n");
    cart_run(&c, 0.02);
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    assert_int_equal(only_incident(&c, AUTH_ENDING_OVERTURNED).row, 0);
    CHECK_NEAR(cart_signal(&c, "score.extra"), -30.0, 1e-12);
    cart_free(&c);
}

static void a_machine_that_stands_has_not_overturned(void **state)
{
    (void)state;
    cart c;
    world_incident what;
    cart_build(&c, HEAD "ground: {kind: plane, surface: hard, slope: 20 deg, direction: 90 deg}\n");
    assert_false(world_has_overturned(c.machine, 0, &what));
    cart_free(&c);
}

/* ---- hits ---- */

static void hits_of_objects_end_as_the_scenario_says(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE TASK "objects: [{name: wall, at: [4.5, 0, 0], size: [0.5, 4, 2]}]\n"
                             "endings: [{kind: hit, of: wall, speed: 10 m/s, end: finish},\n"
                             "          {kind: hit, of: wall, end: fail, message: mind the wall}]\n");
    drive_off(&c);
    for (int i = 0; i < 6000 && world_exercise_result(c.machine) == WORLD_GOES_ON; i++) cart_run(&c, 0.001);
    assert_string_equal(world_exercise_reason(c.machine)->text, "mind the wall");
    const world_incident what = only_incident(&c, AUTH_ENDING_HIT);
    assert_int_equal(what.row, 1);
    CHECK_NEAR(what.place[0], 4.25, 0.02);
    assert_true(what.speed > 0.1 && what.speed < 10.0);
    cart_free(&c);
}

/* The third copy of a free object, listed before a fixed one, which comes first in the world. */
static void hits_of_copies_follow_the_row_of_their_object(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE TASK
               "objects: [{name: box, at: [4, 8, 0], size: [0.5, 0.5, 1], mass: 60 kg,\n"
               "           repeat: {y: 3, step: [0, -4, 0]}},\n"
               "          {name: wall, at: [30, 0, 0], size: [0.5, 4, 2], repeat: {y: 2, step: [0, 9, 0]}}]\n"
               "endings: [{kind: hit, of: wall, end: fail, message: the wall},\n"
               "          {kind: hit, of: box, end: fail}]\n");
    drive_off(&c);
    for (int i = 0; i < 6000 && world_exercise_result(c.machine) == WORLD_GOES_ON; i++) cart_run(&c, 0.001);
    assert_string_equal(world_exercise_reason(c.machine)->text, "box has been hit");
    const world_incident hit = only_incident(&c, AUTH_ENDING_HIT);
    assert_int_equal(hit.row, 1);
    assert_int_equal(hit.of, 4); /* after two walls and two boxes */
    assert_true(hit.body >= 0 && hit.speed > 0.3);
    cart_free(&c);
}

/* A post before the right front tire, beside the bumper: the hit names the wheel and its speed. */
static void hits_of_tires_are_blows_too(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE TASK "objects: [{name: post, at: [3.4, -0.83, 0], size: [0.1, 0.16, 1]}]\n"
                             "endings: [{kind: hit, of: post, end: fail}]\n");
    drive_off(&c);
    for (int i = 0; i < 6000 && world_exercise_result(c.machine) == WORLD_GOES_ON; i++) cart_run(&c, 0.001);
    const world_incident hit = only_incident(&c, AUTH_ENDING_HIT);
    assert_string_equal(world_machine_mechanism(c.machine)->author->bodies[hit.body].name, "wheel fr");
    assert_true(hit.speed > 0.3);
    CHECK_NEAR(hit.place[0], 3.35, 1e-3);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_scenarios_keep_nothing),
        cmocka_unit_test(persons_walk_by_the_clock),
        cmocka_unit_test(a_seed_chooses_where_they_begin),
        cmocka_unit_test(the_distance_is_that_of_the_surfaces),
        cmocka_unit_test(a_person_who_is_hit_ends_the_exercise),
        cmocka_unit_test(a_replay_gives_the_same_incidents),
        cmocka_unit_test(the_nearest_part_counts_for_utilities),
        cmocka_unit_test(near_utilities_cost_points),
        cmocka_unit_test(a_utility_that_is_struck_ends_the_exercise),
        cmocka_unit_test(a_machine_that_overturns_ends_the_exercise),
        cmocka_unit_test(rows_of_the_file_come_first),
        cmocka_unit_test(a_machine_that_stands_has_not_overturned),
        cmocka_unit_test(hits_of_objects_end_as_the_scenario_says),
        cmocka_unit_test(hits_of_copies_follow_the_row_of_their_object),
        cmocka_unit_test(hits_of_tires_are_blows_too),
    };
    return cmocka_run_group_tests_name("incidents", tests, NULL, NULL);
}
