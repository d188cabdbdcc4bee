/* Containers of machines and of scenarios: load on the wheels, signals, states, refusals. */
#include "sand_cart.h"

#include "support/check.h"
#include "world/incident.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRAY                                                                                                 \
    "containers:\n  - {name: tray, body: frame, at: [1 m, 0, 1.4 m], size: [1.6 m, 1.2 m, 0.4 m], payload: " \
    "800 kg}\n"
#define SKIP                                                                                                 \
    "containers:\n  - {name: skip, at: [8 m, 0, 0], heading: 90 deg, size: [2 m, 1.5 m, 0.8 m], mass: 500 "  \
    "kg}\n"

static void build(cart *c, const char *machine, const char *rest)
{
    if (sand_cart_try(c, machine, "", rest) != HL_OK) fail_msg("the cart cannot be built");
}

/* Soil falls on a place of the world. @return its mass [kg] */
static double pour(cart *c, double x, double y, double z, int count)
{
    terr_particles *particles = terr_sand_particles(world_machine_sand(c->machine));
    const terr_mass grain = terr_particle_mass(particles, 0);
    for (int k = 0; k < count; k++) {
        (void)terr_particles_add(particles, hl_v3(x + 0.1 * (k % 5 - 2), y, z), hl_v3(0, 0, -1), grain, 0);
        sand_cart_run(c, 0.01);
    }
    sand_cart_run(c, 1.5);
    return count * terr_kilograms(grain);
}

static double load_of_wheels(cart *c)
{
    return cart_signal(c, "wheel.fl.load") + cart_signal(c, "wheel.fr.load") +
           cart_signal(c, "wheel.rl.load") + cart_signal(c, "wheel.rr.load");
}

static void soil_in_it_is_a_load_of_the_machine(void **state)
{
    (void)state;
    cart c;
    build(&c, TRAY, "");
    sand_cart_run(&c, 0.5);
    const double before = load_of_wheels(&c), x = cart_signal(&c, "chassis.x");
    const double mass = pour(&c, x + 1.0, 0.0, 3.0, 300);
    CHECK_NEAR(cart_signal(&c, "container.tray.mass"), mass, 1e-3);
    CHECK_NEAR(cart_signal(&c, "container.tray.share"), mass / 800.0, 1e-5);
    CHECK_NEAR(cart_signal(&c, "container.tray.spilled"), 0.0, 0.0);
    CHECK_NEAR(cart_signal(&c, "container.tray.fill"), mass / 1420.0 / (1.6 * 1.2 * 0.4), 1e-3);
    CHECK_RELATIVE(load_of_wheels(&c) - before, 9.80665 * mass, 0.02);
    CHECK_NEAR(cart_signal(&c, "container.tray.x"), 0.0, 0.1);
    CHECK_NEAR(cart_signal(&c, "sand.missing"), 0.0, 0.0);
    cart_free(&c);
}

/* Lay the cart on its left side. @return its centre of mass by the incident */
static hl_vec3 centre_of_overturned(double soil)
{
    cart c;
    world_incident what;
    build(&c, TRAY, "");
    terr_sand_fill_container(world_machine_sand(c.machine), 0, terr_quanta(soil), 0);
    sand_cart_run(&c, 0.02);
    const world_mechanism *m = world_machine_mechanism(c.machine);
    static const double lying[] = {0.0, 0.0, 1.0, 0.6, -0.8, 0.0, 0.0}; /* 106 deg about x */
    memcpy(m->state->q, lying, sizeof lying);
    void *changed = malloc(world_rigid_state_size(c.machine));
    world_rigid_state_save(c.machine, changed);
    world_rigid_state_restore(c.machine, changed); /* poses are found anew */
    free(changed);
    (void)cart_signal(&c, "chassis.x");
    assert_true(world_has_overturned(c.machine, 0, &what));
    cart_free(&c);
    return hl_v3(what.place[0], what.place[1], what.place[2]);
}

/* 1000 kg of soil is 0.367 m deep: its centre is 1.58 m above the cart's origin. */
static void soil_in_it_counts_for_overturning(void **state)
{
    (void)state;
    const hl_vec3 empty = centre_of_overturned(0.0), loaded = centre_of_overturned(1000.0);
    const double cosine = 2.0 * 0.6 * 0.6 - 1.0, sine = -2.0 * 0.6 * 0.8, up = 1.4 + 0.5 * 0.3668;
    CHECK_NEAR(loaded.y, (2000.0 * empty.y - 1000.0 * sine * up) / 3000.0, 5e-3);
    CHECK_NEAR(loaded.z, (2000.0 * empty.z + 1000.0 * (1.0 + cosine * up)) / 3000.0, 5e-3);
}

static void a_skip_stands_on_the_ground(void **state)
{
    (void)state;
    cart c;
    build(&c, "", SKIP);
    sand_cart_run(&c, 0.2);
    CHECK_NEAR(cart_signal(&c, "container.skip.mass"), 500.0, 1e-5);
    CHECK_NEAR(cart_signal(&c, "container.skip.fill"), 500.0 / 1420.0 / 2.4, 1e-6);
    const double mass = pour(&c, 8.0, 0.0, 2.0, 200);
    CHECK_NEAR(cart_signal(&c, "container.skip.mass"), 500.0 + mass, 1e-3);
    CHECK_NEAR(cart_signal(&c, "sand.particles"), 0.0, 0.0);
    cart_free(&c);
}

#define STONE(at)                                                                                            \
    "objects: [{name: stone, size: [0.3, 0.3, 0.3], mass: 80 kg, material: stone, at: " at "}]\n"

/* The tray has no shapes: only its soil can carry the stone. */
static void a_stone_lies_on_the_heap_of_a_machine(void **state)
{
    (void)state;
    cart c;
    build(&c, TRAY, STONE("[1 m, 0, 3.2 m]"));
    terr_sand_fill_container(world_machine_sand(c.machine), 0, terr_quanta(1000.0), 0);
    sand_cart_run(&c, 4.0);
    const double floor = cart_signal(&c, "chassis.z") + 1.4, heap = 1000.0 / 1420.0 / (1.6 * 1.2);
    CHECK_NEAR(cart_signal(&c, "object.stone.z"), floor + heap + 0.15, 0.03);
    CHECK_SAME(cart_signal(&c, "object.stone.awake"), 0.0);
    CHECK_NEAR(cart_signal(&c, "container.tray.mass"), 1000.0, 1e-3);
    CHECK_NEAR(cart_signal(&c, "container.tray.objects"), 80.0, 1e-12);
    CHECK_NEAR(cart_signal(&c, "object.stone.load"), 80.0, 2.0);
    CHECK_RELATIVE(load_of_wheels(&c), 9.80665 * 3080.0, 2e-3);
    const double x = cart_signal(&c, "object.stone.x") - cart_signal(&c, "chassis.x");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "throttle", 0.6);
    cart_set(&c, "direction", 1.0);
    sand_cart_run(&c, 3.0); /* it rides along */
    assert_true(cart_signal(&c, "chassis.x") > 0.5);
    CHECK_NEAR(cart_signal(&c, "object.stone.x") - cart_signal(&c, "chassis.x"), x, 0.2); /* it pitches */
    cart_free(&c);
}

static void a_stone_lies_on_the_heap_of_a_skip(void **state)
{
    (void)state;
    cart c;
    build(&c, "", SKIP STONE("[8 m, 0, 0]"));
    const double z = 0.05 + 500.0 / 1420.0 / 3.0 + 0.15;
    CHECK_NEAR(cart_signal(&c, "object.stone.z"), z, 1e-3);
    const terr_mass field = sand_cart_ledger(&c).field;
    sand_cart_run(&c, 0.2);
    CHECK_SAME(cart_signal(&c, "object.stone.awake"), 0.0);
    terr_sand_fill_container(world_machine_sand(c.machine), 0, 300 * terr_quanta(-0.5), 0); /* of all cells */
    sand_cart_run(&c, 1.0);
    const double low = z - 150.0 / 1420.0 / 3.0;
    CHECK_NEAR(cart_signal(&c, "object.stone.z"), low, 2e-3);
    (void)pour(&c, 8.0, 0.0, 2.0, 60); /* it stays on top of what falls in */
    assert_true(cart_signal(&c, "object.stone.z") > low - 2e-3);
    CHECK_NEAR(cart_signal(&c, "container.skip.objects"), 80.0, 1e-12);
    assert_true(sand_cart_ledger(&c).field == field);
    cart_free(&c);
}

/* From a saved state the world makes the same steps. */
static void check_repeats(cart *c)
{
    enum { STEPS = 200 };
    static uint64_t hashes[STEPS];
    const size_t size = world_state_size(c->machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c->machine, saved);
    for (int k = 0; k < STEPS; k++) {
        sand_cart_run(c, 0.001);
        hashes[k] = world_state_hash(c->machine);
    }
    assert_true(world_state_fits(c->machine, saved, size));
    world_state_restore(c->machine, saved);
    for (int k = 0; k < STEPS; k++) {
        sand_cart_run(c, 0.001);
        assert_true(world_state_hash(c->machine) == hashes[k]);
    }
    free(saved);
}

/* Into a flat skip, forward, up: what the bucket carries is missing in the skip. */
static void a_bucket_digs_in_a_skip(void **state)
{
    (void)state;
    cart c;
    build(&c, "",
          "containers:\n  - {name: skip, at: [4.5 m, 0, 0], size: [3 m, 2.4 m, 0.15 m], mass: 1500 kg}\n");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "throttle", 0.7);
    cart_set(&c, "boom", -0.5);
    sand_cart_run(&c, 2.0);
    cart_set(&c, "boom", 0.0);
    cart_set(&c, "direction", 1.0);
    sand_cart_run(&c, 1.0);
    assert_true(cart_signal(&c, "bucket.depth") > 0.01);
    check_repeats(&c);
    cart_set(&c, "direction", 0.0);
    cart_set(&c, "boom", 1.0);
    sand_cart_run(&c, 1.0);
    const double mass = cart_signal(&c, "bucket.mass");
    assert_true(mass > 40.0);
    CHECK_NEAR(cart_signal(&c, "container.skip.mass"), 1500.0 - mass, 1.0);
    CHECK_NEAR(cart_signal(&c, "sand.missing"), 0.0, 0.0);
    cart_free(&c);
}

static void a_state_goes_on_bit_by_bit(void **state)
{
    (void)state;
    cart c;
    build(&c, TRAY, SKIP);
    (void)pour(&c, cart_signal(&c, "chassis.x") + 1.0, 0.0, 3.0, 20);
    terr_particles *particles = terr_sand_particles(world_machine_sand(c.machine));
    (void)terr_particles_add(particles, hl_v3(1.0, 0.0, 3.0), hl_v3(0, 0, -5),
                             terr_particle_mass(particles, 0), 0);
    sand_cart_run(&c, 0.2);
    check_repeats(&c);
    cart_free(&c);
}

static bool says(const hl_report *report, const char *words)
{
    return report->count > 0 && strstr(report->list[0].text, words) != NULL;
}

static void check_refused(const char *machine, const char *rest, const char *words)
{
    cart c;
    assert_int_equal(sand_cart_try(&c, machine, "", rest), HL_BAD_INPUT);
    if (!says(&c.machine_report, words) && !says(&c.scenario_report, words))
        fail_msg("no complaint has '%s'", words);
    cart_free(&c);
}

static void bad_ones_are_refused(void **state)
{
    (void)state;
    check_refused("containers:\n  - {name: tray, body: boom, size: [1 m, 1 m, 1 m]}\n", "",
                  "body 'boom' already has a tool or a container");
    check_refused("containers:\n  - {name: tray, body: frame, size: [1 m, 1 m, 1 m], taper: [0.6 m, 0]}\n",
                  "", "container 'tray': walls lean too far");
    check_refused("", "containers:\n  - {name: skip, at: [8 m, 0, 0], size: [12 m, 12 m, 1 m], cell: 5 cm}\n",
                  "container 'skip': more than 8192 cells");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soil_in_it_is_a_load_of_the_machine),
        cmocka_unit_test(soil_in_it_counts_for_overturning),
        cmocka_unit_test(a_skip_stands_on_the_ground),
        cmocka_unit_test(a_stone_lies_on_the_heap_of_a_machine),
        cmocka_unit_test(a_stone_lies_on_the_heap_of_a_skip),
        cmocka_unit_test(a_bucket_digs_in_a_skip),
        cmocka_unit_test(a_state_goes_on_bit_by_bit),
        cmocka_unit_test(bad_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
