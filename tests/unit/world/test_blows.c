/* The tractor and the excavator of the assets against a wall, and a cart whose materials are authored. */
#include "rolling.h"

#include "parts/parts.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Steel on concrete, with a machine that bends: at most a fifth of the approach speed comes back. */
static const double MOST_RESTITUTION = 0.2;

/* ---- whole machines ---- */

/* A machine of the assets at the origin, before a wall of concrete whose middle is at x = `place` [m]. */
static void build(cart *c, const char *name, const char *surface, double place, double height)
{
    char objects[200];
    snprintf(objects, sizeof objects, "objects: [{name: wall, at: [%g, 0, 0], size: [1, 12, %g]}]\n", place,
             height);
    rolling_build(c, name, surface, objects);
}

/* Run until the first hit and a second longer. @return the most that comes back of the speed of the hit */
static double rebound(cart *c)
{
    double before = 0.0, back = 0.0, hit = HUGE_VAL;
    while (world_machine_time(c->machine) < hit + 1.0) {
        assert_true(world_machine_time(c->machine) < 30.0);
        cart_run(c, world_machine_step_size(c->machine));
        const double speed = cart_signal(c, "vehicle.speed");
        if (hit < HUGE_VAL)
            back = fmax(back, -speed);
        else if (world_hit_count(c->machine) > 0)
            hit = world_machine_time(c->machine);
        else
            before = speed;
    }
    assert_true(before > 1.0);
    print_message("%.2f m/s: %.3f of it come back\n", before, back / before);
    return back / before;
}

/* At walking pace, 2 m/s, 5 m/s, 22.4 km/h and 40 km/h, rolling in neutral. */
static void the_tractor_stays_at_the_wall(void **state)
{
    (void)state;
    static const double SPEED[] = {1.5, 2.0, 5.0, 22.4 / 3.6, 40.0 / 3.6};
    for (size_t i = 0; i < sizeof SPEED / sizeof *SPEED; i++) {
        cart c;
        build(&c, "tractor", "asphalt", 6.0, 3.0);
        cart_set(&c, "parking_brake", 0.0);
        rolling_set(&c, SPEED[i]);
        assert_true(rebound(&c) <= MOST_RESTITUTION);
        cart_free(&c);
    }
}

/* The blade against a kerb, the dipper against a wall, at full speed in high. */
static void the_excavator_stays_at_the_wall(void **state)
{
    (void)state;
    for (int high = 0; high < 2; high++) {
        cart c;
        build(&c, "excavator", "firm earth", high ? 16.0 : 10.0, high ? 4.0 : 0.5);
        cart_set(&c, "auto_idle", 0.0);
        cart_set(&c, "throttle", 1.0);
        cart_set(&c, "travel_speed", 1.0);
        cart_set(&c, "left_travel", 1.0);
        cart_set(&c, "right_travel", 1.0);
        assert_true(rebound(&c) <= MOST_RESTITUTION);
        cart_free(&c);
    }
}

/* With its loader lifted, the tractor meets two blocks with its front tires. */
static void the_tires_of_the_tractor_stay_at_the_wall(void **state)
{
    (void)state;
    static const double SPEED[] = {2.5, 5.2};
    for (size_t i = 0; i < sizeof SPEED / sizeof *SPEED; i++) {
        cart c;
        rolling_build(&c, "tractor", "asphalt",
                      "objects: [{name: left, at: [6.3, 0.95, 0], size: [1, 1, 0.9]},\n"
                      "          {name: right, at: [6.3, -0.95, 0], size: [1, 1, 0.9]}]\n");
        rolling_lift_loader(&c, 7.0);
        cart_set(&c, "throttle", 0.0);
        cart_run(&c, 1.0);
        rolling_set(&c, SPEED[i]);
        assert_true(rebound(&c) <= MOST_RESTITUTION);
        const int body = world_hit_at(c.machine, 0).body;
        assert_true(body == c.machine->wheels->list[0].body || body == c.machine->wheels->list[1].body);
        cart_free(&c);
    }
}

/* Vertical speed of a body's origin [m/s]. */
static double sinking_speed(cart *c, const char *body)
{
    const world_mechanism *m = world_machine_mechanism(c->machine);
    (void)cart_signal(c, "time");
    for (int b = 0; b < m->author->body_count; b++)
        if (strcmp(m->author->bodies[b].name, body) == 0)
            return -mb_point(m->model, m->work, b, hl_v3(0, 0, 0)).velocity.z;
    fail();
    return 0.0;
}

/* Dropped on its tracks, the excavator rebounds with a fifth of its speed at most. */
static void the_excavator_stays_where_it_falls(void **state)
{
    (void)state;
    cart c;
    rolling_build(&c, "excavator", "firm earth", "start: {drop: 0.3 m, engine: false}\n");
    double down = 0.0, up = 0.0;
    for (int i = 0; i < 1500; i++) {
        cart_run(&c, 1e-3);
        const double speed = sinking_speed(&c, "undercarriage");
        down = fmax(down, speed);
        if (speed < 0.0) up = fmax(up, -speed);
    }
    print_message("dropped: %.2f m/s: %.3f of it come back\n", down, up / down);
    assert_true(down > 2.2);
    assert_true(up <= MOST_RESTITUTION * down);
    cart_free(&c);
}

/* The bucket comes down on the ground at the boom's full speed. */
static void the_bucket_stays_on_the_ground(void **state)
{
    (void)state;
    cart c;
    rolling_build(&c, "excavator", "firm earth", "");
    cart_set(&c, "auto_idle", 0.0);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "boom", 1.0);
    cart_run(&c, 4.0);
    cart_set(&c, "boom", -1.0);
    double down = 0.0, up = 0.0;
    bool struck = false;
    for (int i = 0; i < 4000; i++) {
        cart_run(&c, 1e-3);
        const double speed = sinking_speed(&c, "bucket");
        struck = struck || cart_signal(&c, "contact.bucket.force") > 0.0;
        if (!struck) down = speed;
        if (struck) up = fmax(up, -speed);
    }
    print_message("slammed: %.2f m/s: %.3f of it come back\n", down, up / down);
    assert_true(struck && down > 0.5);
    assert_true(up <= MOST_RESTITUTION * down);
    cart_free(&c);
}

/* ---- materials ---- */

#define HEAD                                                                                                 \
    "headland: scenario\nversion: 1\nname: wall\nmachine: cart.yaml\n"                                       \
    "ground: {kind: plane, surface: hard}\n"

/* What the bumper's contact with the wall does, object 0. */
static contact_surface wall_surface(const cart *c)
{
    return *world_surface(c->machine, &c->machine->contacts->list[0], 0, 0);
}

/* The scenario's pair goes over the machine's contact, which goes over what is shipped; each member by
 * itself. The cart's contact gives friction, 0.5 and 0.6, and no restitution. */
static void pairs_go_over_what_is_shipped(void **state)
{
    (void)state;
    static const struct {
        const char *rest;
        double restitution, kinetic, stiction;
    } cases[] = {
        {"objects: [{name: w, at: [9, 0, 0], size: [1, 1, 1]}]\n", 0.05, 0.5, 0.6},
        {"objects: [{name: w, at: [9, 0, 0], size: [1, 1, 1], material: rubber}]\n", 0.4, 0.5, 0.6},
        {"objects: [{name: w, at: [9, 0, 0], size: [1, 1, 1]}]\n"
         "materials: [{a: concrete, b: steel, restitution: 0.7, stiction: 0.9}]\n",
         0.7, 0.5, 0.9},
        {"objects: [{name: w, at: [9, 0, 0], size: [1, 1, 1], material: cork}]\n"
         "materials: [{a: steel, b: cork, restitution: 0.3, kinetic: 0.2, stiction: 0.3}]\n",
         0.3, 0.2, 0.3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        cart c;
        snprintf(text, sizeof text, HEAD "%s", cases[i].rest);
        cart_build(&c, text);
        const contact_surface surface = wall_surface(&c);
        CHECK_SAME(surface.dissipation, contact_dissipation(cases[i].restitution));
        CHECK_SAME(surface.kinetic, cases[i].kinetic);
        CHECK_SAME(surface.stiction, cases[i].stiction);
        cart_free(&c);
    }
}

static void refuses_unknown_materials(void **state)
{
    (void)state;
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    static const struct {
        const char *rest, *complaint;
        int line;
    } cases[] = {
        {"objects:\n  - {name: w, at: [9, 0, 0], size: [1, 1, 1], material: cork}\n",
         "unknown material 'cork' of object 'w'", 7},
        {"materials:\n  - {a: steel, b: concrete}\n  - {a: concrete, b: steel}\n",
         "the pair of 'concrete' and 'steel' is in line 7 already", 8},
        {"materials:\n  - {a: steel, b: concrete, restitution: 1.2}\n", "'restitution' is 1.2", 7},
        {"materials:\n  - {a: steel, b: concrete, kinetic: 0.5, stiction: 0.4}\n", "'stiction' is 0.4", 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        cart c;
        snprintf(text, sizeof text, HEAD "%s", cases[i].rest);
        assert_int_equal(cart_try(&c, machine, text), HL_BAD_INPUT);
        assert_int_equal(c.scenario_report.count, 1);
        assert_non_null(strstr(c.scenario_report.list[0].text, cases[i].complaint));
        assert_int_equal(c.scenario_report.list[0].place.line, cases[i].line);
        cart_free(&c);
    }
}

/* The cart rolls into walls of materials of its own: what comes back grows with the authored restitution, and
 * with a restitution of 0.02 next to nothing does. */
static void restitution_shows_in_the_rebound(void **state)
{
    (void)state;
    static const double RESTITUTION[] = {0.02, 0.3, 0.6, 0.9};
    double before = 0.0;
    for (size_t i = 0; i < sizeof RESTITUTION / sizeof *RESTITUTION; i++) {
        char text[600];
        cart c;
        snprintf(text, sizeof text,
                 HEAD "objects: [{name: wall, at: [4, 0, 0], size: [0.5, 4, 1]}]\n"
                      "materials: [{a: steel, b: concrete, restitution: %g}]\n",
                 RESTITUTION[i]);
        cart_build(&c, text);
        cart_set(&c, "parking_brake", 0.0);
        rolling_set(&c, 2.0);
        const double back = rebound(&c);
        assert_true(back > before);
        assert_true(back < RESTITUTION[i] + 0.1);
        before = back;
        cart_free(&c);
    }
}

/* ---- state ---- */

/* Approach speeds are state: restored in the midst of a blow, the same blow ends with the same bits. A count
 * beyond its table does not fit. */
static void approach_speeds_are_state(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, HEAD "objects: [{name: wall, at: [4, 0, 0], size: [0.5, 4, 1]}]\n");
    cart_set(&c, "parking_brake", 0.0);
    rolling_set(&c, 2.0);
    while (world_hit_count(c.machine) == 0) cart_run(&c, 1e-3);
    cart_run(&c, 3e-3);
    assert_int_equal(c.machine->contacts->memories[0].count, 1);
    assert_true(c.machine->contacts->memories[0].approach[0] > 1.5);
    unsigned char *saved = malloc(world_state_size(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    cart_run(&c, 0.5);
    const uint64_t hash = world_state_hash(c.machine);
    c.machine->contacts->memories[0].approach[0] = 7.0;
    world_state_restore(c.machine, saved);
    cart_run(&c, 0.5);
    assert_true(world_state_hash(c.machine) == hash);
    c.machine->contacts->memories[0].count = CONTACT_MAX_POINTS + 1;
    world_state_save(c.machine, saved);
    assert_false(world_state_fits(c.machine, saved, world_state_size(c.machine)));
    free(saved);
    cart_free(&c);
}

/* ---- spin ---- */

/* With `spin` the bumper, which meets a wall that it leaves at an angle, also has a spin bristle: bent in the
 * contact, gone after it, its work in the work lost. Without it the effort is not there. */
static void spin_is_an_option(void **state)
{
    (void)state;
    static char machine[CART_ROOM], with[CART_ROOM + 20];
    static const char KEY[] = "contact: {";
    cart_read(machine, sizeof machine);
    const char *at = strstr(machine, KEY);
    assert_non_null(at);
    snprintf(with, sizeof with, "%.*sspin: true, %s", (int)(at - machine) + (int)strlen(KEY), machine,
             at + strlen(KEY));
    for (int spin = 0; spin < 2; spin++) {
        cart c;
        assert_int_equal(
            cart_try(&c, spin ? with : machine,
                     HEAD "objects: [{name: wall, at: [4, 0, 0], size: [0.5, 4, 1], turn: [0, 0, 0.2]}]\n"),
            HL_OK);
        const int effort = c.machine->contacts->list[0].spin;
        assert_int_equal(effort >= 0, spin);
        cart_set(&c, "parking_brake", 0.0);
        rolling_set(&c, 2.0);
        while (world_hit_count(c.machine) == 0) cart_run(&c, 1e-3);
        double bent = 0.0;
        for (int i = 0; spin && i < 50; i++) {
            cart_run(&c, 1e-3);
            bent = fmax(bent, fabs(world_effort_states(c.machine, effort)[CONTACT_SPIN]));
        }
        cart_run(&c, 1.0);
        if (spin) {
            const double *x = world_effort_states(c.machine, effort);
            assert_true(bent > 0.0);
            CHECK_SAME(x[CONTACT_SPIN], 0.0);
            CHECK_SAME(cart_signal(&c, "contact.frame.lost_work"),
                       world_effort_states(c.machine, c.machine->contacts->list[0].effort)[CONTACT_LOSS] +
                           x[CONTACT_SPIN_LOSS]);
        }
        cart_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tractor_stays_at_the_wall),
        cmocka_unit_test(the_excavator_stays_at_the_wall),
        cmocka_unit_test(the_tires_of_the_tractor_stay_at_the_wall),
        cmocka_unit_test(the_excavator_stays_where_it_falls),
        cmocka_unit_test(the_bucket_stays_on_the_ground),
        cmocka_unit_test(pairs_go_over_what_is_shipped),
        cmocka_unit_test(refuses_unknown_materials),
        cmocka_unit_test(restitution_shows_in_the_rebound),
        cmocka_unit_test(approach_speeds_are_state),
        cmocka_unit_test(spin_is_an_option),
    };
    return cmocka_run_group_tests_name("blows", tests, NULL, NULL);
}
