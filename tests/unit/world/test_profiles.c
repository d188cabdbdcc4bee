/* How far sand is from the surface that it is to get. The field is 16 x 6 m with cells of 5 cm; heights of
 * its surface are stored to some nanometres, as whole quanta of mass. */
#include "sand_cart.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double QUANTUM = 1e-6; /* [m] well above a quantum of mass on a cell */

static double profile(cart *c, const char *name)
{
    char signal[64];
    snprintf(signal, sizeof signal, "profile.p.%s", name);
    return cart_signal(c, signal);
}

static void check_fit(cart *c, double within, double rms, double left, double missing)
{
    CHECK_NEAR(profile(c, "within"), within, 1e-12);
    CHECK_NEAR(profile(c, "rms"), rms, QUANTUM);
    CHECK_NEAR(profile(c, "left"), left, 10.0 * QUANTUM); /* of up to 10 m^2 */
    CHECK_NEAR(profile(c, "missing"), missing, 10.0 * QUANTUM);
}

#define PROFILE(keys) "profiles: [{name: p, at: [7 m, 0], " keys "}]\n"

/* A level field against planes: 4 x 1 m are 80 x 20 cells. Graded by 0.1, its cells' middles lie 0.1 * 0.05
 * (i
 * + 1/2) above and below the middle, i = 0 to 39: the mean of the amounts is 0.1 m, of their squares 0.1^2
 * (2^2/3 - 0.05^2/12), and 20 of 40 lie within 0.1. */
static void a_level_field_has_known_deviations(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", PROFILE("length: 4 m, width: 1 m, height: 0, tolerance: 0.03 m"));
    check_fit(&c, 1.0, 0.0, 0.0, 0.0);
    cart_free(&c);
    sand_cart_build(&c, "", PROFILE("length: 4 m, width: 1 m, height: -0.25 m, tolerance: 0.03 m"));
    check_fit(&c, 0.0, 0.25, 4.0 * 0.25, 0.0);
    cart_free(&c);
    sand_cart_build(&c, "", PROFILE("length: 4 m, width: 1 m, height: 0.02 m, tolerance: 0.03 m"));
    check_fit(&c, 1.0, 0.02, 0.0, 4.0 * 0.02);
    cart_free(&c);
    sand_cart_build(&c, "", PROFILE("length: 4 m, width: 1 m, height: 0, grade: 0.1, tolerance: 0.101 m"));
    check_fit(&c, 0.5, 0.1 * sqrt(4.0 / 3.0 - 0.05 * 0.05 / 12.0), 2.0 * 0.1, 2.0 * 0.1);
    cart_free(&c);
}

/* A heap of the angle of repose, a cone of 0.8 m in height: what lies above the level is its volume as the
 * field has it, which is that of its mass. Turned, the same square holds it all. */
static void a_heap_is_left(void **state)
{
    (void)state;
    static const char *const turns[] = {"0 deg", "45 deg", "90 deg"};
    double left[3];
    for (int i = 0; i < 3; i++) {
        cart c;
        char profiles[160];
        snprintf(profiles, sizeof profiles,
                 PROFILE("heading: %s, length: 4 m, width: 4 m, height: 0, tolerance: 0.01 m"), turns[i]);
        sand_cart_build(&c, "piles: [{at: [7 m, 0], height: 0.8 m}]", profiles);
        left[i] = profile(&c, "left");
        assert_true(profile(&c, "missing") < 1e-6);
        assert_true(profile(&c, "within") > 0.3 && profile(&c, "within") < 1.0);
        cart_free(&c);
    }
    CHECK_NEAR(left[1], left[0], 1e-9);
    CHECK_NEAR(left[2], left[0], 1e-9);
    /* pi/3 h^3/tan^2(phi), dry sand's phi of 30 to 36 degrees: 1.0 to 1.6 m^3 */
    assert_true(left[0] > 1.0 && left[0] < 1.61);
}

/* A turned rectangle has the cells that lie in it: of a narrow one along the diagonal of a heap's flank,
 * those on the diagonal. */
static void profiles_turn(void **state)
{
    (void)state;
    cart along, across;
    static const char pile[] = "piles: [{at: [8.5 m, 1.5 m], height: 0.8 m}]";
    sand_cart_build(&along, pile,
                    PROFILE("heading: 45 deg, length: 6 m, width: 0.5 m, height: 0, tolerance: 0.01 m"));
    sand_cart_build(&across, pile,
                    PROFILE("heading: -45 deg, length: 6 m, width: 0.5 m, height: 0, tolerance: 0.01 m"));
    assert_true(profile(&along, "left") > 0.1);
    CHECK_NEAR(profile(&across, "left"), 0.0, 1e-6);
    cart_free(&along);
    cart_free(&across);
}

/* In strips, each row in a tick of its own here; what they come to shows after twenty ticks. All of it is
 * state. */
static void profiles_are_measured_in_strips(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", PROFILE("length: 1 m, width: 1 m, height: 0, tolerance: 0.01 m"));
    terr_field *field = terr_sand_field(world_machine_sand(c.machine));
    int column, row;
    assert_true(terr_field_cell(field, 7.0, 0.0, &column, &row));
    sand_cart_run(&c, 0.001);
    /* what is taken out and not put down elsewhere would be missing in the balance */
    const terr_mass mass = terr_field_take(field, column, row, terr_quanta(1.0));
    assert_true(mass > 0);
    CHECK_SAME(profile(&c, "missing"), 0.0);
    cart_run(&c, 0.018); /* to tick 19 */
    CHECK_SAME(profile(&c, "missing"), 0.0);
    void *saved = malloc(world_state_size(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    cart_run(&c, 0.001);
    const double missing = profile(&c, "missing");
    assert_true(missing > 0.0);
    const uint64_t hash = world_state_hash(c.machine);
    world_state_restore(c.machine, saved);
    CHECK_SAME(profile(&c, "missing"), 0.0);
    cart_run(&c, 0.001);
    CHECK_SAME(profile(&c, "missing"), missing);
    assert_true(world_state_hash(c.machine) == hash);
    free(saved);
    cart_free(&c);
}

/* 16 by 6 m of 5 cm are 38400 cells; of 2.5 cm four times as many. */
static void too_large_profiles_are_refused(void **state)
{
    (void)state;
    static const char site[] =
        "headland: scenario\nversion: 1\nname: s\nmachine: cart.yaml\nground: {kind: plane}\n"
        "sand: {soils: [{file: dry-sand.yaml}], from: [-4 m, -3 m], to: [12 m, 3 m], cell: 25 mm}\n"
        "profiles:\n  - {name: p, at: [4 m, 0], length: 16 m, width: 6 m, height: 0, tolerance: 0.1 m}\n";
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    cart c;
    assert_int_equal(cart_try(&c, machine, site), HL_BAD_INPUT);
    assert_int_equal(c.scenario_report.count, 1);
    assert_non_null(strstr(c.scenario_report.list[0].text, "has 153600 cells"));
    assert_int_equal(c.scenario_report.list[0].place.line, 8);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_field_has_known_deviations),
        cmocka_unit_test(a_heap_is_left),
        cmocka_unit_test(profiles_turn),
        cmocka_unit_test(profiles_are_measured_in_strips),
        cmocka_unit_test(too_large_profiles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
