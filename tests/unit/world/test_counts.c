/* Counts of a step and their limits, of a machine whose parts are known. */
#include "sand_cart.h"

#include "parts/parts.h"
#include "support/check.h"
#include "world/budget.h"

static int64_t counts[WORLD_COUNTS], limits[WORLD_COUNTS];

static void expect_within_limits(const cart *c)
{
    world_count_step(c->machine, counts);
    world_count_limits(c->machine, limits);
    for (int i = 0; i < WORLD_COUNTS; i++)
        if (counts[i] < 0 || counts[i] > limits[i])
            fail_msg("%s: %lld of %lld", world_count_key((world_count)i), (long long)counts[i],
                     (long long)limits[i]);
}

static void a_machine_on_firm_ground_is_counted(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    cart_set(&c, "parking_brake", 0.0);
    cart_run(&c, 0.01);
    expect_within_limits(&c);
    const world_mechanism *m = world_machine_mechanism(c.machine);
    const mb_counts size = mb_model_counts(m->model);
    const int64_t unknowns = size.columns + size.effort_states;
    assert_int_equal(counts[WORLD_COUNT_TICKS], 1);
    assert_int_equal(counts[WORLD_COUNT_UNKNOWNS], unknowns);
    assert_int_equal(counts[WORLD_COUNT_UNKNOWN_ITERATIONS],
                     unknowns * world_machine_report(c.machine)->iterations);
    assert_int_equal(limits[WORLD_COUNT_UNKNOWN_ITERATIONS], unknowns * mb_step_most_iterations(&m->options));
    assert_int_equal(counts[WORLD_COUNT_TREADS], 4); /* wheels */
    assert_int_equal(counts[WORLD_COUNT_SIGNALS], world_signal_count(c.machine));
    assert_int_equal(limits[WORLD_COUNT_PARTICLES], 0); /* no sand */
    assert_int_equal(limits[WORLD_COUNT_OBJECTS], 0);
    cart_free(&c);
}

/* The tires press the sand, so cells flow; the limit of the particles is the budget in the file. */
static void sand_is_counted(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", ""); /* particles: 4000 */
    terr_particles *particles = terr_sand_particles(world_machine_sand(c.machine));
    const terr_mass mass = terr_particle_mass(particles, 0);
    for (int i = 0; i < 3; i++)
        (void)terr_particles_add(particles, hl_v3(9.0 + 0.5 * i, 2.0, 1.0), hl_v3(0, 0, 0), mass, 0);
    cart_run(&c, 0.002);
    expect_within_limits(&c);
    assert_int_equal(counts[WORLD_COUNT_PARTICLES], 3);
    assert_int_equal(counts[WORLD_COUNT_AWAKE], 3);
    assert_int_equal(limits[WORLD_COUNT_PARTICLES], 4000);
    assert_int_equal(limits[WORLD_COUNT_CONTACTS], 6 * 4000);
    assert_int_equal(limits[WORLD_COUNT_CELLS], 20000);
    assert_true(limits[WORLD_COUNT_BORN] > 0);
    assert_int_equal(limits[WORLD_COUNT_COVERED], limits[WORLD_COUNT_YIELDED]);
    cart_free(&c);
}

/* The wheels roll onto fresh sand. */
static void cells_under_wheels_are_counted(void **state)
{
    (void)state;
    cart c;
    int64_t covered = 0, yielded = 0;
    sand_cart_build(&c, "", "");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 0.3);
    for (int i = 0; i < 500; i++) {
        cart_run(&c, 0.001);
        expect_within_limits(&c);
        assert_true(counts[WORLD_COUNT_COVERED] >= counts[WORLD_COUNT_YIELDED]);
        covered += counts[WORLD_COUNT_COVERED];
        yielded += counts[WORLD_COUNT_YIELDED];
    }
    assert_true(covered > 0 && yielded > 0);
    cart_free(&c);
}

/* Bodies that take all the room that they are offered: none is left without, and the sum is the limit. */
static void bodies_share_the_room_for_points(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    world_contacts contacts = *c.machine->contacts;
    world_treads treads = *c.machine->treads;
    world_machine machine = *c.machine;
    machine.contacts = &contacts;
    machine.treads = &treads;
    for (int bodies = 0; bodies < 20; bodies++) {
        contacts.count = bodies / 2;
        treads.count = bodies - bodies / 2;
        int used = 0;
        for (int i = 0; i < bodies; i++) {
            const int room = world_room_for_points(&machine, used, bodies - 1 - i);
            assert_int_equal(room, i < 2 ? CONTACT_MAX_POINTS : 2);
            used += room;
        }
        assert_int_equal(used, world_most_points(&machine));
    }
    contacts.count = 12;
    treads.count = 0;
    assert_int_equal(world_room_for_points(&machine, 5, 10), CONTACT_MAX_POINTS); /* 5 by the first of 12 */
    assert_int_equal(world_room_for_points(&machine, 20, 9), 52 - 20 - 2 * 9);    /* of 52 */
    cart_free(&c);
}

/* Counts are no state: a restored state continues with the same bits. */
static void counting_changes_nothing(void **state)
{
    (void)state;
    cart a, b;
    cart_build(&a, NULL);
    cart_build(&b, NULL);
    for (int i = 0; i < 20; i++) {
        cart_run(&a, 0.001);
        cart_run(&b, 0.001);
        world_count_step(b.machine, counts);
    }
    assert_true(world_state_hash(a.machine) == world_state_hash(b.machine));
    cart_free(&a);
    cart_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_on_firm_ground_is_counted),
        cmocka_unit_test(sand_is_counted),
        cmocka_unit_test(cells_under_wheels_are_counted),
        cmocka_unit_test(bodies_share_the_room_for_points),
        cmocka_unit_test(counting_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
