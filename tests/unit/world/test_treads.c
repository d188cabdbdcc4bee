/* Tires and tracks against objects: walls, kerbs, posts, boxes to stand on. */
#include "rolling.h"

#include "parts/parts.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                 \
    "headland: scenario\nversion: 1\nname: site\nmachine: cart.yaml\n"                                       \
    "ground: {kind: plane, surface: hard}\n"

static const double G = 9.80665;

/* The cart with its bumper out of reach: only its tires meet what is in the way. */
static void build_bare(cart *c, const char *scenario)
{
    static const char bumper[] = "at: [2.6, 0, 0.2]", away[] = "at: [0.5, 0, 0.8]";
    static char text[CART_ROOM];
    cart_read(text, sizeof text);
    char *at = strstr(text, bumper);
    assert_non_null(at);
    memcpy(at, away, strlen(away));
    assert_int_equal(cart_try(c, text, scenario), HL_OK);
}

static void roll(cart *c, double speed)
{
    cart_set(c, "parking_brake", 0.0);
    rolling_set(c, speed);
}

/* Of all contacts of the tires with objects [N]. */
static hl_vec3 force_on_tires(const cart *c)
{
    hl_vec3 sum = {0, 0, 0};
    world_machine_evaluate_signals(c->machine, (double[CART_SIGNALS]){0});
    for (int i = 0; i < c->machine->treads->count; i++) {
        const world_tread *tread = &c->machine->treads->list[i];
        const contact_motion motion = world_body_motion(c->machine, tread->body);
        sum = hl_add(sum, contact_pair_look(&tread->contact, &motion, NULL).force);
    }
    return sum;
}

/* ---- a wall ---- */

/* It stops the cart, which comes back with a fifth of its speed at most, and is hit by the front tires. */
static void a_wall_stops_the_tires(void **state)
{
    (void)state;
    static const double SPEED[] = {1.0, 2.0, 4.0};
    for (size_t i = 0; i < sizeof SPEED / sizeof *SPEED; i++) {
        cart c;
        build_bare(&c, HEAD "objects: [{name: wall, at: [2.7, 0, 0], size: [0.5, 6, 2]}]\n");
        roll(&c, SPEED[i]);
        double before = 0.0, back = 0.0;
        for (int k = 0; k < 20000 && world_hit_count(c.machine) == 0; k++) {
            before = cart_signal(&c, "vehicle.speed");
            cart_run(&c, 0.001);
        }
        for (int k = 0; k < 1500; k++) {
            cart_run(&c, 0.001);
            back = fmax(back, -cart_signal(&c, "vehicle.speed"));
        }
        print_message("%.2f m/s: %.3f of it come back, chassis at %.3f m\n", before, back / before,
                      cart_signal(&c, "chassis.x"));
        assert_true(before > 0.5 * SPEED[i]);
        assert_true(back <= 0.2 * before);
        assert_true(cart_signal(&c, "chassis.x") < 2.45 - 2.0 - 0.3);
        assert_int_equal(world_hit_count(c.machine), 2);
        cart_free(&c);
    }
}

/* ---- a kerb ---- */

static double mechanical_energy(cart *c)
{
    return cart_signal(c, "energy.kinetic") + cart_signal(c, "energy.gravity") +
           cart_signal(c, "energy.stored");
}

#define KERB "objects: [{name: kerb, at: [8.2, 0, 0], size: [10, 6, 0.12], drivable: true}]\n"

/* The cart rolls up a kerb, stands on it, and the force on its tires never jumps. A point that is v deep
 * faster in a step h gains at most K (1 + D v/v0) v h, three points a tire, two tires at once. */
static void a_kerb_is_driven_over_without_a_jump(void **state)
{
    (void)state;
    cart c;
    build_bare(&c, HEAD KERB);
    roll(&c, 3.0);
    const double K = 200e3, h = 1e-3;
    hl_vec3 last = {0, 0, 0};
    cart_run(&c, 0.01);
    double worst = 0.0, fastest = 0.0, highest = mechanical_energy(&c);
    const double low = cart_signal(&c, "chassis.z");
    while (cart_signal(&c, "chassis.x") < 6.0) {
        fastest = fmax(fastest, cart_signal(&c, "vehicle.speed"));
        cart_run(&c, h);
        assert_true(world_machine_time(c.machine) < 60.0);
        const hl_vec3 force = force_on_tires(&c);
        worst = fmax(worst, hl_norm(hl_sub(force, last)));
        last = force;
        assert_true(mechanical_energy(&c) <= highest + 5.0); /* the crankshaft idles */
        highest = fmin(highest, mechanical_energy(&c));
    }
    print_message("at most %.0f N a step, at most %.2f m/s, now %.2f m/s, %.3f m up\n", worst, fastest,
                  cart_signal(&c, "vehicle.speed"), cart_signal(&c, "chassis.z") - low);
    const double D = contact_dissipation(0.1);
    assert_true(worst <= 2.0 * K * (1.0 + D) * fastest * h);
    CHECK_NEAR(cart_signal(&c, "chassis.z") - low, 0.12, 0.01);
    assert_int_equal(world_hit_count(c.machine), 0);
    CHECK_NEAR(force_on_tires(&c).z, 2000.0 * G, 0.1 * 2000.0 * G);
    cart_free(&c);
}

/* ---- a box to stand on ---- */

/* From a saved state the same steps follow, bit by bit. */
static void check_repeats(cart *c, double seconds)
{
    const size_t size = world_state_size(c->machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c->machine, saved);
    cart_run(c, seconds);
    const uint64_t at_end = world_state_hash(c->machine);
    assert_true(world_state_fits(c->machine, saved, size));
    world_state_restore(c->machine, saved);
    cart_run(c, seconds);
    assert_true(world_state_hash(c->machine) == at_end);
    free(saved);
}

/* The left wheels stand on boxes of 0.3 m, the right ones on the ground: what one surface carries, the other
 * one does not, the weight is carried once, and nothing moves. */
static void boxes_carry_the_wheels(void **state)
{
    (void)state;
    cart c;
    build_bare(&c, HEAD "objects:\n"
                        "  - {name: front, at: [2, 1.1, 0], size: [0.8, 1, 0.3], drivable: true}\n"
                        "  - {name: rear, at: [0, 1.1, 0], size: [0.8, 1, 0.3], drivable: true}\n"
                        "start: {drop: 0.35 m, engine: false}\n");
    cart_run(&c, 3.0);
    static const char *const loads[] = {"wheel.fl.load", "wheel.fr.load", "wheel.rl.load", "wheel.rr.load"};
    double sum = 0.0;
    (void)cart_signal(&c, "time");
    for (int w = 0; w < 4; w++) {
        const double box = world_tire_load(c.machine, w), ground = c.machine->wheels->looks[w].normal_force;
        print_message("wheel %d: %.0f N on objects, %.0f N on the ground\n", w, box, ground);
        assert_true(w % 2 == 0 ? box > 1000.0 && ground == 0.0 : box == 0.0 && ground > 1000.0);
        sum += box + ground;
        CHECK_RELATIVE(cart_signal(&c, loads[w]), box + ground, 1e-3);
    }
    CHECK_RELATIVE(sum, 2000.0 * G, 0.02);
    const double x = cart_signal(&c, "chassis.x"), y = cart_signal(&c, "chassis.y");
    check_repeats(&c, 1.0);
    CHECK_NEAR(cart_signal(&c, "chassis.x"), x, 1e-3);
    CHECK_NEAR(cart_signal(&c, "chassis.y"), y, 1e-3);
    cart_free(&c);
}

/* ---- a post beside the lane ---- */

/* A post in the way of the outer fifth of the left tires pushes the cart to the right, one before the middle
 * of a tire stops it. */
static void a_post_deflects_or_stops(void **state)
{
    (void)state;
    for (int middle = 0; middle < 2; middle++) {
        char scenario[400];
        cart c;
        snprintf(scenario, sizeof scenario,
                 HEAD "objects: [{name: post, at: [3.2, %g, 0], size: [0.1, 0.1, 1.5]}]\n",
                 middle ? 0.8 : 0.91);
        build_bare(&c, scenario);
        roll(&c, 1.5);
        cart_run(&c, 1.2);
        print_message("x %.3f, y %.3f, speed %.3f, %d hits\n", cart_signal(&c, "chassis.x"),
                      cart_signal(&c, "chassis.y"), cart_signal(&c, "vehicle.speed"),
                      world_hit_count(c.machine));
        assert_true(world_hit_count(c.machine) > 0);
        if (middle)
            assert_true(cart_signal(&c, "chassis.x") < 1.0);
        else
            assert_true(cart_signal(&c, "chassis.y") < -0.02);
        cart_free(&c);
    }
}

/* ---- the tractor ---- */

/* With its loader lifted it drives over a kerb of 0.12 m and on to a box of 0.3 m, and stands on it with all
 * wheels; no step fails to converge. */
static void the_tractor_drives_up(void **state)
{
    (void)state;
    cart c;
    rolling_build(&c, "tractor", "asphalt",
                  "objects: [{name: kerb, at: [7, 0, 0], size: [0.4, 6, 0.12], drivable: true},\n"
                  "          {name: box, at: [18, 0, 0], size: [12, 6, 0.3], drivable: true}]\n");
    rolling_lift_loader(&c, 4.0);
    cart_set(&c, "four_wheel_drive", 1.0);
    cart_set(&c, "direction", 1.0);
    const double low = cart_signal(&c, "chassis.z");
    double cuts = 0.0;
    for (int i = 0; i < 20000 && cart_signal(&c, "chassis.x") < 14.0; i++) {
        cart_run(&c, 0.001);
        cuts += cart_signal(&c, "solver.cut");
    }
    print_message("x %.2f after %.1f s, %.0f cuts\n", cart_signal(&c, "chassis.x"),
                  world_machine_time(c.machine), cuts);
    assert_true(cuts == 0.0);
    CHECK_NEAR(cart_signal(&c, "chassis.z") - low, 0.3, 0.02);
    assert_int_equal(world_hit_count(c.machine), 0);
    cart_free(&c);
}

/* ---- energy ---- */

static void append(char *text, size_t room, const char *more)
{
    const size_t length = strlen(text);
    assert_true(length + strlen(more) < room);
    memcpy(text + length, more, strlen(more) + 1);
}

/* Dropped on boxes that lie askew, engine off: energy falls. The energy of the bristles of friction is not in
 * the balance, but returns to it: at most (mu N)^2/(2 k) a tire, with the weight on all four. */
static void a_fall_on_boxes_gains_no_energy(void **state)
{
    (void)state;
    uint64_t seed = 5;
    double worst = 0.0;
    for (int i = 0; i < 6; i++) {
        char scenario[1500] = HEAD "objects:\n";
        for (int k = 0; k < 4; k++) {
            const size_t length = strlen(scenario);
            const double turn[3] = {check_random(&seed), check_random(&seed), check_random(&seed)};
            snprintf(scenario + length, sizeof scenario - length,
                     "  - {name: box %d, at: [%.3f, %.3f, 0.1], size: [0.5, 0.6, 0.2], turn: [%.3f, %.3f, "
                     "%.3f]}\n",
                     k, (k < 2 ? 2.0 : 0.0) + 0.3 * check_random(&seed), (k % 2 ? -0.8 : 0.8), 0.4 * turn[0],
                     0.4 * turn[1], turn[2]);
        }
        append(scenario, sizeof scenario, "start: {drop: 1 m, engine: false}\n");
        cart c;
        build_bare(&c, scenario);
        cart_set(&c, "parking_brake", 1.0);
        double least = mechanical_energy(&c), gained = 0.0;
        for (int k = 0; k < 3000; k++) {
            cart_run(&c, 0.001);
            const double energy = mechanical_energy(&c);
            gained = fmax(gained, energy - least);
            least = fmin(least, energy);
        }
        print_message("fall %d: %.2f J gained\n", i, gained);
        worst = fmax(worst, gained);
        cart_free(&c);
    }
    const double load = 0.25 * 2000.0 * G;
    assert_true(worst < 4.0 * 0.9 * load * 0.9 * load / (2.0 * 200e3));
}

/* ---- joints ---- */

/* Kerbstones side by side are like one kerb: the force on the tires that roll along them does not change
 * where one begins. */
static void joints_between_boxes_are_not_felt(void **state)
{
    (void)state;
    double height[2][3000];
    for (int many = 0; many < 2; many++) {
        char scenario[3000] = HEAD "objects:\n";
        for (int i = 0; i < (many ? 12 : 1); i++) {
            const size_t length = strlen(scenario);
            const double size = many ? 0.5 : 6.0;
            snprintf(scenario + length, sizeof scenario - length,
                     "  - {name: stone %d, at: [%g, 0, 0], size: [%g, 4, 0.3], drivable: true}\n", i,
                     many ? -0.75 + 0.5 * i : 2.0, size);
        }
        append(scenario, sizeof scenario, "start: {drop: 0.31 m}\n");
        cart c;
        build_bare(&c, scenario);
        cart_run(&c, 2.0);
        roll(&c, 1.0);
        for (int i = 0; i < 1000; i++) {
            cart_run(&c, 0.001);
            height[many][i] = cart_signal(&c, "chassis.z");
        }
        cart_free(&c);
    }
    double worst = 0.0;
    for (int i = 0; i < 1000; i++) worst = fmax(worst, fabs(height[1][i] - height[0][i]));
    print_message("at most %.2e m\n", worst);
    assert_true(worst < 1e-4);
}

/* ---- tracks ---- */

static void fill_in(char *text, const char *word, const char *value)
{
    for (char *at = strstr(text, word); at != NULL; at = strstr(text, word)) {
        memmove(at + strlen(value), at + strlen(word), strlen(at + strlen(word)) + 1);
        memcpy(at, value, strlen(value));
    }
}

/* The text of the crawler with this torque on each sprocket [N m]. */
static const char *read_crawler(const char *torque)
{
    static char text[CART_ROOM];
    FILE *file = fopen(CRAWLER_FILE, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    fill_in(text, "LEFT", torque);
    fill_in(text, "RIGHT", torque);
    fill_in(text, "HOLD", "0");
    fill_in(text, "DAMP", "3e3");
    return text;
}

static void build_crawler(cart *c, const char *torque, const char *scenario)
{
    assert_int_equal(cart_try(c, read_crawler(torque), scenario), HL_OK);
}

#define FIRM                                                                                                 \
    "headland: scenario\nversion: 1\nname: site\nmachine: crawler.yaml\n"                                    \
    "ground: {kind: plane, surface: firm}\nstart: {settled: false}\n"

/* Driven with 14 kN m a sprocket, the crawler climbs a kerb of 0.12 m by the friction of its belts and goes
 * on, on top of it. */
static void tracks_climb_a_kerb(void **state)
{
    (void)state;
    cart c;
    build_crawler(&c, "1.4e4",
                  FIRM "objects: [{name: kerb, at: [8, 0, 0], size: [10, 6, 0.12], drivable: true}]\n");
    const double low = cart_signal(&c, "chassis.z");
    double last = 0.0, worst = 0.0;
    while (cart_signal(&c, "chassis.x") < 6.5) {
        cart_run(&c, 0.01);
        if (world_machine_time(c.machine) > 30.0) break;
        const double force = hl_norm(force_on_tires(&c));
        worst = fmax(worst, fabs(force - last));
        last = force;
    }
    print_message("%.2f s: %.3f m up, %.0f N at most in 10 ms, x %g\n", world_machine_time(c.machine),
                  cart_signal(&c, "chassis.z") - low, worst, cart_signal(&c, "chassis.x"));
    CHECK_NEAR(cart_signal(&c, "chassis.z") - low, 0.12, 0.01);
    check_repeats(&c, 0.2);
    cart_free(&c);
}

/* A wall stops it, and its belts slip or stall. */
static void a_wall_stops_the_tracks(void **state)
{
    (void)state;
    cart c;
    build_crawler(&c, "1.4e4", FIRM "objects: [{name: wall, at: [5, 0, 0], size: [1, 6, 3]}]\n");
    double back = 0.0, before = 0.0;
    while (world_hit_count(c.machine) == 0) {
        before = cart_signal(&c, "vehicle.speed");
        cart_run(&c, 0.001);
        assert_true(world_machine_time(c.machine) < 30.0);
    }
    for (int i = 0; i < 1000; i++) {
        cart_run(&c, 0.001);
        back = fmax(back, -cart_signal(&c, "vehicle.speed"));
    }
    print_message("%.2f m/s: %.3f come back; x %.3f, pitch %g\n", before, back / before,
                  cart_signal(&c, "chassis.x"), cart_signal(&c, "chassis.pitch"));
    assert_true(back <= 0.2 * before);
    assert_true(cart_signal(&c, "chassis.x") < 2.6);
    cart_free(&c);
}

/* ---- tracks and other machines ---- */

static auth_machine *parse(cart *c, const char *text)
{
    auth_machine *author;
    assert_int_equal(
        auth_machine_parse(text, strlen(text), "machine.yaml", &c->arena, &author, &c->machine_report),
        HL_OK);
    return author;
}

/* Two machines of these texts, the second at `start`. */
static void build_two(cart *c, const char *own, const char *other, const char *start)
{
    static hl_report other_report;
    char scenario[500];
    auth_scenario *site;
    *c = (cart){.machine = NULL};
    other_report = (hl_report){0};
    snprintf(scenario, sizeof scenario,
             "headland: scenario\nversion: 1\nname: site\nmachines:\n"
             "  - {name: own, machine: own.yaml, role: driven, start: {settled: false}}\n"
             "  - {name: other, machine: other.yaml, role: parked, start: {at: %s, settled: false}}\n"
             "ground: {kind: plane, surface: firm}\n",
             start);
    auth_machine *author = parse(c, own);
    const world_file files[] = {{author, &c->machine_report}, {parse(c, other), &other_report}};
    assert_int_equal(
        auth_scenario_parse(scenario, strlen(scenario), "site.yaml", &c->arena, &site, &c->scenario_report),
        HL_OK);
    const mb_step_options options = world_machine_options(author, site);
    assert_int_equal(world_build(files, site, &options, &c->arena, &c->scenario_report, &c->machine), HL_OK);
}

/* The cart on firm ground, with the middle of its bumper at this height over the axles. */
static const char *read_cart(const char *bumper)
{
    static char text[CART_ROOM];
    cart_read(text, sizeof text);
    fill_in(text, "at: [2.6, 0, 0.2]", bumper);
    fill_in(text, "surface: hard", "surface: firm");
    return text;
}

/* The left track of the crawler meets the bumper of a cart that faces it, and pushes the cart along. */
static void tracks_push_a_machine(void **state)
{
    (void)state;
    static const double NOSE = 2.0, BUMPER = 2.7; /* [m] from the origins */
    cart c;
    build_two(&c, read_crawler("1.4e4"), read_cart("at: [2.6, 0, 0.05]"), "[6, 1.2], heading: 180 deg");
    cart_run(&c, 0.1);
    const double stood = cart_signal(&c, "other.chassis.x");
    double deepest = 0.0;
    for (int i = 0; i < 12000 && cart_signal(&c, "other.chassis.x") < stood + 0.5; i++) {
        cart_run(&c, 1e-3);
        deepest = fmax(deepest,
                       cart_signal(&c, "chassis.x") + NOSE - (cart_signal(&c, "other.chassis.x") - BUMPER));
    }
    print_message("pushed %.3f m, %.3f m deep\n", cart_signal(&c, "other.chassis.x") - stood, deepest);
    assert_true(cart_signal(&c, "other.chassis.x") >= stood + 0.5);
    assert_true(deepest < 0.1);
    check_repeats(&c, 0.2);
    cart_free(&c);
}

/* Two crawlers nose to nose: the one that is driven pushes the other one, by its tracks alone. */
static void tracks_push_tracks(void **state)
{
    (void)state;
    static char rolls[CART_ROOM];
    cart c;
    snprintf(rolls, sizeof rolls, "%s", read_crawler("0"));
    build_two(&c, read_crawler("1.4e4"), rolls, "[5, 0], heading: 180 deg");
    cart_run(&c, 0.1);
    const double stood = cart_signal(&c, "other.chassis.x");
    double deepest = 0.0;
    for (int i = 0; i < 12000 && cart_signal(&c, "other.chassis.x") < stood + 0.5; i++) {
        cart_run(&c, 1e-3);
        deepest = fmax(deepest, 4.0 - (cart_signal(&c, "other.chassis.x") - cart_signal(&c, "chassis.x")));
    }
    print_message("pushed %.3f m, %.3f m deep\n", cart_signal(&c, "other.chassis.x") - stood, deepest);
    assert_true(cart_signal(&c, "other.chassis.x") >= stood + 0.5);
    assert_true(deepest < 0.1);
    check_repeats(&c, 0.2);
    cart_free(&c);
}

/* The cart rolls with its front tires against the side of a crawler: they stop it. */
static void tires_meet_tracks(void **state)
{
    (void)state;
    static const double SIDE = 1.5, TIRES = 2.0 + 0.4; /* [m] */
    cart c;
    build_two(&c, read_cart("at: [0.5, 0, 0.8]"), read_crawler("0"), "[5, 0], heading: 90 deg");
    roll(&c, 2.0);
    double farthest = 0.0;
    for (int i = 0; i < 2500; i++) {
        cart_run(&c, 1e-3);
        farthest = fmax(farthest, cart_signal(&c, "chassis.x"));
    }
    print_message("to %.3f m\n", farthest);
    assert_true(farthest > 5.0 - SIDE - TIRES - 0.05 && farthest < 5.0 - SIDE - TIRES + 0.3);
    cart_free(&c);
}

/* ---- at no cost ---- */

/* Objects that nothing touches change no bit of the drive. */
static void distant_objects_change_nothing(void **state)
{
    (void)state;
    static const char *const signals[] = {"chassis.x", "chassis.z", "vehicle.speed", "wheel.fl.load"};
    double values[2][4];
    for (int far = 0; far < 2; far++) {
        cart c;
        build_bare(&c, far ? HEAD "objects: [{name: far, at: [90, 0, 0], size: [1, 1, 1]}]\n" : HEAD);
        roll(&c, 2.0);
        cart_run(&c, 1.0);
        for (int i = 0; i < 4; i++) values[far][i] = cart_signal(&c, signals[i]);
        cart_free(&c);
    }
    for (int i = 0; i < 4; i++) CHECK_SAME(values[1][i], values[0][i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_stops_the_tires),
        cmocka_unit_test(a_kerb_is_driven_over_without_a_jump),
        cmocka_unit_test(boxes_carry_the_wheels),
        cmocka_unit_test(a_post_deflects_or_stops),
        cmocka_unit_test(the_tractor_drives_up),
        cmocka_unit_test(a_fall_on_boxes_gains_no_energy),
        cmocka_unit_test(joints_between_boxes_are_not_felt),
        cmocka_unit_test(tracks_climb_a_kerb),
        cmocka_unit_test(a_wall_stops_the_tracks),
        cmocka_unit_test(tracks_push_a_machine),
        cmocka_unit_test(tracks_push_tracks),
        cmocka_unit_test(tires_meet_tracks),
        cmocka_unit_test(distant_objects_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
