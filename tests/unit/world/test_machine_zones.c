/* Soil in the zones of a scenario, and its goal. */
#include "sand_cart.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ZONES                                                                                                \
    "zones:\n"                                                                                               \
    "  - {name: the bin, at: [10 m, 0, 0], size: [1 m, 1 m, 1 m]}\n"                                         \
    "  - {name: all, at: [4 m, 0, -5 m], size: [20 m, 8 m, 10 m]}\n"

/* Particles of a box fall from just above the ground.  @return their mass [kg] */
static double drop(cart *c, double x, int count)
{
    terr_particles *particles = terr_sand_particles(world_machine_sand(c->machine));
    const terr_mass mass = terr_particle_mass(particles, 0);
    for (int i = 0; i < count; i++) {
        const int column = i % 5, row = i / 5 % 5, layer = i / 25;
        const hl_vec3 at = {x - 0.2 + 0.1 * column, -0.2 + 0.1 * row, 0.06 + 0.1 * layer};
        assert_true(terr_particles_add(particles, at, hl_v3(0, 0, 0), mass, 0) >= 0);
    }
    return terr_kilograms(count * mass);
}

/* Through falling, sinking in, and as field: what was put in stays in the balance. The level field stands
 * on the zone's floor to half a quantum a cell: 400 cells, 0.2 g. */
static void every_kilogram_counts_once(void **state)
{
    (void)state;
    static const double LEVEL = 1e-3;
    cart c;
    sand_cart_build(&c, "", ZONES);
    CHECK_NEAR(cart_signal(&c, "zone.the_bin.mass"), 0.0, LEVEL);
    const terr_ledger start = sand_cart_ledger(&c);
    CHECK_SAME(cart_signal(&c, "zone.all.mass"), terr_kilograms(start.field));
    sand_cart_run(&c, 0.001);
    const double mass = drop(&c, 10.0, 50);
    for (int i = 0; i < 100; i++) {
        sand_cart_run(&c, 0.02);
        const terr_ledger now = sand_cart_ledger(&c);
        /* a tick before: weighed at 20, 40, ... while this looks at 21, 41, ...; the sum does not change */
        CHECK_SAME(cart_signal(&c, "zone.all.mass"), terr_kilograms(now.initial));
        CHECK_NEAR(cart_signal(&c, "zone.the_bin.mass"), mass, LEVEL);
    }
    assert_int_equal(terr_particles_count(terr_sand_particles(world_machine_sand(c.machine))), 0);
    cart_free(&c);
}

static void zones_are_weighed_every_twentieth_tick(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", ZONES);
    sand_cart_run(&c, 0.001);
    const double before = cart_signal(&c, "zone.the_bin.mass"), mass = drop(&c, 10.0, 25);
    sand_cart_run(&c, 0.018); /* to tick 19 */
    CHECK_SAME(cart_signal(&c, "zone.the_bin.mass"), before);
    void *saved = malloc(world_state_size(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    sand_cart_run(&c, 0.001);
    CHECK_NEAR(cart_signal(&c, "zone.the_bin.mass"), before + mass, 1e-3);
    sand_cart_run(&c, 0.03);
    const uint64_t hash = world_state_hash(c.machine);
    world_state_restore(c.machine, saved);
    CHECK_SAME(cart_signal(&c, "zone.the_bin.mass"), before);
    sand_cart_run(&c, 0.031);
    assert_true(world_state_hash(c.machine) == hash);
    free(saved);
    cart_free(&c);
}

static void a_goal_is_reached(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", ZONES "goal: {signal: zone.the_bin.mass, above: 0.001 t}\n");
    cart_signal(&c, "time");
    assert_false(world_goal_reached(c.machine));
    sand_cart_run(&c, 0.001);
    assert_true(drop(&c, 10.0, 25) > 1.0);
    sand_cart_run(&c, 0.025);
    assert_false(world_goal_reached(c.machine)); /* nobody has looked */
    cart_signal(&c, "time");
    assert_true(world_goal_reached(c.machine));
    cart_free(&c);
}

#define SITE                                                                                                 \
    "headland: scenario\nversion: 1\nname: s\nmachine: cart.yaml\nground: {kind: plane, surface: hard}\n"

/* What grows and what shrinks; there is a share of nothing neither without a goal nor with one that asks for
 * nothing. */
static void a_goal_has_a_share(void **state)
{
    (void)state;
    static const struct {
        const char *scenario;
        double at_first, at_last; /* at 0.002 s and 0.008 s */
    } rows[] = {
        {SITE, 0.0, 0.0},
        {SITE "goal: {signal: time, above: 0.008 s}\n", 0.25, 1.0},
        {SITE "goal: {signal: time, above: 0.004 s}\n", 0.5, 1.0},
        {SITE "goal: {signal: time, above: 0 s}\n", 1.0, 1.0},
        {SITE "goal: {signal: time, below: 0.001 s}\n", 0.5, 0.125},
        {SITE "goal: {signal: time, below: 0.004 s}\n", 1.0, 0.5},
        {SITE "goal: {signal: time, below: 0 s}\n", 0.0, 0.0},
    };
    static const double ROUNDING = 1e-12; /* of time, a sum of eight steps, and of a quotient */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cart c;
        cart_build(&c, rows[i].scenario);
        cart_run(&c, 0.002);
        CHECK_NEAR(cart_signal(&c, "goal.share"), rows[i].at_first, ROUNDING);
        cart_run(&c, 0.006);
        CHECK_NEAR(cart_signal(&c, "goal.share"), rows[i].at_last, ROUNDING);
        cart_free(&c);
    }
}

static void unknown_goals_are_refused(void **state)
{
    (void)state;
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    cart c;
    assert_int_equal(cart_try(&c, machine, SITE ZONES "goal: {signal: zone.the_bin.mas, above: 1}\n"),
                     HL_BAD_INPUT);
    assert_int_equal(c.scenario_report.count, 1);
    assert_non_null(strstr(c.scenario_report.list[0].text, "did you mean 'zone.the_bin.mass'"));
    assert_int_equal(c.scenario_report.list[0].place.line, 9);
    cart_free(&c);
    assert_int_equal(cart_try(&c, machine, SITE ZONES "goal: {signal: zone.all.mass, above: 1 m}\n"),
                     HL_BAD_INPUT);
    assert_non_null(strstr(c.scenario_report.list[0].text, "give a value in kg"));
    assert_int_equal(c.scenario_report.list[0].place.column, sizeof "goal: {signal: zone.all.mass, above: ");
    cart_free(&c);
    /* it hides nothing of what else is wrong */
    assert_int_equal(cart_try(&c, machine,
                              SITE ZONES "goal: {signal: zone.all.mass, above: 1 m}\n"
                                         "tasks:\n"
                                         "  - {name: a, when: [{signal: zone.mass, above: 1}]}\n"),
                     HL_BAD_INPUT);
    assert_int_equal(c.scenario_report.count, 2);
    assert_int_equal(c.scenario_report.list[1].place.line, 11);
    cart_free(&c);
    assert_int_equal(cart_try(&c, machine, SITE "goal: {signal: goal.share, above: 0.5}\n"), HL_BAD_INPUT);
    assert_non_null(strstr(c.scenario_report.list[0].text, "the goal's own share cannot be its goal"));
    cart_free(&c);
    assert_int_equal(cart_try(&c, machine, SITE), HL_OK);
    cart_signal(&c, "time");
    assert_false(world_goal_reached(c.machine));
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kilogram_counts_once),
        cmocka_unit_test(zones_are_weighed_every_twentieth_tick),
        cmocka_unit_test(a_goal_is_reached),
        cmocka_unit_test(a_goal_has_a_share),
        cmocka_unit_test(unknown_goals_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
