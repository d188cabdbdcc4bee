/* Shapes with `law: stiction`: a sledge that holds on a slope while it is shaken, its state, and the cart's
 * bumper at a wall. */
#include "rolling.h"

#include "parts/parts.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A mass of 20 kg on a spring shakes 400 kg along the slope at 5 Hz, with 0.3 m/s^2. Friction holds 1.9 times
 * the weight's share, so that neither law slides. */
static const char SLEDGE[] =
    "headland: machine\nversion: 1\nname: sledge\nchassis: hull\n"
    "bodies: [{name: hull, mass: 400 kg, inertia: [20, 30, 40]}, {name: shaker, mass: 20 kg, inertia: [1, 1, "
    "1]}]\n"
    "joints:\n"
    "  - {name: chassis, type: free, child: hull, position: [0, 0, 1.5, 0, 0, 0]}\n"
    "  - {name: slide, type: prismatic, parent: hull, child: shaker, axis: [1, 0, 0], position: 6 mm}\n"
    "joint_springs: [{name: shaker, joint: slide, stiffness: 19739 N/m}]\n"
    "contact: {stiffness: 1 MN/m, damping: 20 kN s/m, bristle_stiffness: 500, bristle_damping: 5, "
    "kinetic: 0.5, stiction: 0.5, stribeck_velocity: 0.1}\n"
    "shapes: [{name: hull, body: hull, size: [1, 0.8, 0.6], law: %s}]\n";

static const char SLOPE[] = "headland: scenario\nversion: 1\nname: site\nmachine: sledge.yaml\n"
                            "ground: {kind: plane, surface: any, slope: 15 deg}\n"
                            "start: {settled: false}\n";

static void build_sledge(cart *c, const char *law)
{
    char text[1200];
    snprintf(text, sizeof text, SLEDGE, law);
    assert_int_equal(cart_try(c, text, SLOPE), HL_OK);
}

static hl_vec3 place_of(const cart *c)
{
    hl_vec3 at;
    hl_quat turn;
    world_body_pose(c->machine, 0, &at, &turn);
    return at;
}

/* Mean over five periods, in which it sways on its bristles. */
static hl_vec3 mean_place(cart *c)
{
    enum { STEPS = 1000 };
    hl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < STEPS; i++) {
        cart_run(c, 1e-3);
        sum = hl_add_scaled(sum, 1.0 / STEPS, place_of(c));
    }
    return sum;
}

/* @return how far it comes in ten seconds, after the first two [m] */
static double creep(const char *law)
{
    cart c;
    build_sledge(&c, law);
    cart_run(&c, 2.0);
    const hl_vec3 from = mean_place(&c);
    cart_run(&c, 9.0);
    const double way = hl_norm(hl_sub(mean_place(&c), from));
    cart_free(&c);
    return way;
}

static void a_shaken_sledge_holds_on_a_slope(void **state)
{
    (void)state;
    const double lugre = creep("lugre"), stiction = creep("stiction");
    print_message("in 10 s: LuGre %.3g m, stiction %.3g m\n", lugre, stiction);
    assert_true(lugre > 1e-4);
    assert_true(stiction < 1e-6);
}

/* Traces of points are state: restored while points press, the same drive ends with the same bits. A count
 * beyond the table does not fit. */
static void traces_are_state(void **state)
{
    (void)state;
    cart c;
    build_sledge(&c, "stiction");
    cart_run(&c, 0.3);
    contact_pair_memory *memory = c.machine->contacts->list[0].memory;
    assert_int_equal(memory->count, 4);
    assert_true(hl_norm(memory->trace[0].bristle) > 0.0);
    unsigned char *saved = malloc(world_state_size(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    const uint64_t before = world_state_hash(c.machine);
    cart_run(&c, 0.2);
    const uint64_t hash = world_state_hash(c.machine);
    memory->trace[0].bristle.x += 1e-6;
    world_state_restore(c.machine, saved);
    assert_true(world_state_hash(c.machine) == before);
    cart_run(&c, 0.2);
    assert_true(world_state_hash(c.machine) == hash);
    memory->count = CONTACT_MAX_POINTS + 1;
    world_state_save(c.machine, saved);
    assert_false(world_state_fits(c.machine, saved, world_state_size(c.machine)));
    free(saved);
    cart_free(&c);
}

/* Hits, forces and work lost of the bumper at a wall are those of its points. */
static void a_bumper_hits_a_wall(void **state)
{
    (void)state;
    static char text[CART_ROOM + 20];
    cart c;
    cart_read(text, CART_ROOM);
    char *end = strstr(strstr(text, "name: bumper"), "}");
    memmove(end + strlen(", law: stiction"), end, strlen(end) + 1);
    memcpy(end, ", law: stiction", strlen(", law: stiction"));
    assert_int_equal(cart_try(&c, text,
                              "headland: scenario\nversion: 1\nname: wall\nmachine: cart.yaml\n"
                              "ground: {kind: plane, surface: hard}\n"
                              "objects: [{name: wall, at: [4, 0, 0], size: [0.5, 4, 1]}]\n"),
                     HL_OK);
    cart_set(&c, "parking_brake", 0.0);
    rolling_set(&c, 2.0);
    double force = 0.0, back = 0.0;
    for (int i = 0; i < 2500; i++) {
        cart_run(&c, 1e-3);
        force = fmax(force, cart_signal(&c, "contact.frame.force"));
        back = fmax(back, -cart_signal(&c, "vehicle.speed"));
    }
    assert_int_equal(world_hit_count(c.machine), 1);
    const world_hit hit = world_hit_at(c.machine, 0);
    CHECK_NEAR(hit.peak, force, 0.05 * force);
    assert_true(hit.impulse > 2000.0 * 1.7);
    assert_true(back < 0.2);
    const double lost = cart_signal(&c, "contact.frame.lost_work"), kinetic = 0.5 * 2000.0 * 4.0;
    assert_true(lost > 0.5 * kinetic && lost < 1.1 * kinetic);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shaken_sledge_holds_on_a_slope),
        cmocka_unit_test(traces_are_state),
        cmocka_unit_test(a_bumper_hits_a_wall),
    };
    return cmocka_run_group_tests_name("stiction", tests, NULL, NULL);
}
