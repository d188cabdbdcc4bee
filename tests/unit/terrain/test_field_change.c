/* Taking, putting and pressing: whole quanta, nothing lost, heights as densities say. */
#include "support/check.h"

#include "field_check.h"

#include <float.h>

enum { CELLS = 80 };
static const double CELL = 0.05, AREA = 0.0025; /* [m], [m^2] */

/* Heights are floats below 1 m. */
static const double FLOATS = 2.0 * (double)FLT_EPSILON;

static void taking_lowers_by_the_density(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    const terr_mass loose = terr_field_look(field, 40, 40).loose;
    assert_true(terr_field_take(field, 40, 40, loose) == loose);
    CHECK_NEAR(terr_field_height(field, 40, 40), -0.1, FLOATS);
    const terr_mass some = terr_quanta(0.1 * AREA * soil.bank_density);
    assert_true(terr_field_take(field, 40, 40, some) == some);
    CHECK_NEAR(terr_field_height(field, 40, 40), -0.2, FLOATS);
    const terr_mass rest = terr_field_look(field, 40, 40).mass;
    assert_true(terr_field_take(field, 40, 40, 1000 * rest) == rest); /* to the bottom */
    CHECK_NEAR(terr_field_height(field, 40, 40), -0.5, FLOATS);
    assert_true(terr_field_take(field, 40, 40, 1) == 0);
    assert_true(terr_field_take(field, -1, 40, 1) == 0);
    assert_true(terr_field_take(field, 40, 40, -5) == 0);
    const terr_field_counts counts = terr_field_count(field);
    assert_true(counts.mass == counts.initial - loose - some - rest);
    assert_int_equal(counts.active, 9);
    field_consistent(field);
    hl_arena_free(&arena);
}

/* Volume and centre of what is put: rounding is made up for in one cell, so that the mass is exact; the
 * kernel is symmetric about its middle but sampled at the middles of cells, so that the centre of what is put
 * is within a quarter of a cell. */
static void putting_preserves_mass_and_place(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    uint64_t seed = 5;
    const double radii[] = {0.0, 0.03, 0.12, 0.3};
    for (int i = 0; i < 40; i++) {
        terr_field *field = field_made(&def, &arena);
        const double x = 2.0 + check_random(&seed), y = 2.0 + check_random(&seed), r = radii[i % 4];
        assert_true(terr_field_put(field, x, y, r, 1234567, 0));
        double centre[2] = {0.0, 0.0};
        const terr_mass first = terr_field_look(field, 0, 0).mass;
        terr_mass sum = 0;
        for (int row = 0; row < CELLS; row++)
            for (int column = 0; column < CELLS; column++) {
                double cx, cy;
                const terr_mass added = terr_field_look(field, column, row).mass - first;
                terr_field_centre(field, column, row, &cx, &cy);
                assert_true(added >= 0);
                sum += added;
                centre[0] += cx * (double)added / 1234567.0;
                centre[1] += cy * (double)added / 1234567.0;
                if (hypot(cx - x, cy - y) > r + CELL) assert_true(added == 0);
            }
        assert_true(sum == 1234567);
        if (r > 0.0) CHECK_NEAR(hypot(centre[0] - x, centre[1] - y), 0.0, 0.25 * CELL);
        field_consistent(field);
    }
    hl_arena_free(&arena);
}

static void putting_has_limits(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_wall wall = {.centre = {2.0, 2.0}, .half = {0.5, 0.5}, .top = 1.0};
    terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    def.walls = &wall;
    def.wall_count = 1;
    terr_field *field = field_made(&def, &arena);
    assert_false(terr_field_put(field, -0.01, 1.0, 0.1, 1000, 0));
    assert_false(terr_field_put(field, (double)NAN, 1.0, 0.1, 1000, 0));
    assert_false(terr_field_put(field, 1.0, 1.0, 0.1, (terr_mass)1 << 40, 0));
    assert_true(terr_field_count(field).mass == terr_field_count(field).initial);
    assert_true(terr_field_put(field, 1.52, 2.0, 0.1, 1000000, 0)); /* beside the wall's edge: */
    assert_true(terr_field_look(field, 30, 40).mass == 0);          /* the wall gets nothing */
    assert_true(terr_field_put(field, 2.0, 2.0, 0.1, 1000000, 0));  /* amidst the wall: on its top */
    assert_true(terr_field_look(field, 40, 40).mass > 0);
    assert_true(terr_field_put(field, 0.0, 0.0, 10.0, 1000000, 0)); /* as wide as kernels are */
    for (int i = 0; i < 4; i++) (void)terr_field_put(field, 3.0, 3.0, 0.0, FIELD_MOST_PUT, 0);
    int column, row;
    assert_true(terr_field_cell(field, 3.0, 3.0, &column, &row));
    assert_true(terr_field_look(field, column, row).loose <= (terr_mass)FIELD_FULL + FIELD_MOST_PUT);
    field_consistent(field);
    hl_arena_free(&arena);
}

/* Within the loose layer pressing compacts: depth = m (1/rho_loose - 1/rho_bank)/A, mass stays in the cell. A
 * quantum is 2.7e-7 m times 1 - 1420/1600. */
static void pressing_compacts_first(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    const terr_cell before = terr_field_look(field, 40, 40);
    CHECK_NEAR(terr_field_press(field, 40, 40, 0.005, 500.0, NULL, NULL), 0.005, 1e-7);
    const terr_cell after = terr_field_look(field, 40, 40);
    assert_true(after.mass == before.mass);
    CHECK_NEAR(terr_kilograms(before.loose - after.loose), 0.005 * AREA / (1.0 / 1420.0 - 1.0 / 1600.0),
               1e-4);
    CHECK_NEAR(before.height - after.height, 0.005, 1e-7);
    CHECK_NEAR(after.firmness, 0.005, 1e-7);
    assert_true(terr_field_look(field, 41, 40).mass == before.mass);
    field_consistent(field);
    hl_arena_free(&arena);
}

/* A tire's cells: those at column 40. */
static bool at_column_40(const void *context, int column, int row)
{
    (void)context;
    (void)row;
    return column == 40;
}

/* What compaction does not give goes to the neighbours, alike where they lie alike, and not under the load.
 */
static void pressing_pushes_aside(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    const terr_mass first = terr_field_look(field, 40, 40).mass;
    const double down = terr_field_press(field, 40, 40, 0.05, 500.0, at_column_40, NULL);
    const double rounding = 9.0 * 2.4e-7; /* eight shares and their sum, rounded down to quanta of 2.4e-7 m */
    CHECK_NEAR(down, 0.05, rounding);
    CHECK_NEAR(terr_field_height(field, 40, 40), -0.05, rounding + FLOATS);
    const terr_mass left = terr_field_look(field, 39, 40).mass - first;
    assert_true(left > 0 && left == terr_field_look(field, 41, 40).mass - first);
    assert_true(terr_field_look(field, 40, 41).mass ==
                first); /* as loaded, and not lower than this one was */
    CHECK_NEAR((double)(terr_field_look(field, 39, 41).mass - first), (double)left * 0.70710678, 2.0);
    assert_true(terr_field_count(field).mass == terr_field_count(field).initial);
    CHECK_NEAR(terr_field_look(field, 40, 40).firmness, down, 1e-8);
    field_consistent(field);
    /* soil put on top buries the firm ground, taking it lays bare softer one */
    assert_true(terr_field_take(field, 40, 40, terr_quanta(0.02 * AREA * 1600.0)) > 0);
    CHECK_NEAR(terr_field_look(field, 40, 40).firmness, down - 0.02, 1e-6);
    hl_arena_free(&arena);
}

/* Pressing by a ten-thousandth of a millimetre a thousand times presses a tenth, and is remembered. */
static void small_presses_add_up(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    double down = 0.0;
    for (int i = 0; i < 1000; i++) down += terr_field_press(field, 40, 40, 1e-7, 500.0, NULL, NULL);
    /* each is rounded down to whole quanta of 3.0e-8 m */
    assert_true(down > 1000.0 * (1e-7 - 3.1e-8) && down <= 1e-4);
    CHECK_NEAR(terr_field_look(field, 40, 40).firmness, down, 1000.0 * FIELD_FIRMNESS_QUANTUM);
    hl_arena_free(&arena);
}

static void change_at_random(terr_field *field, uint64_t *seed, terr_mass *outside)
{
    const int column = (int)((check_random(seed) + 1.0) * 0.52 * CELLS) - 2,
              row = (int)((check_random(seed) + 1.0) * 0.52 * CELLS) - 2;
    const double amount = 3.0 * (check_random(seed) + 1.0);
    double x, y;
    terr_field_centre(field, column, row, &x, &y);
    const double kind = check_random(seed);
    if (kind < -0.4)
        *outside += terr_field_take(field, column, row, terr_quanta(amount));
    else if (kind < 0.2)
        *outside -= terr_field_put(field, x, y, 0.1 * amount, terr_quanta(amount), amount < 3.0)
                        ? terr_quanta(amount)
                        : 0;
    else if (kind < 0.6)
        (void)terr_field_press(field, column, row, 0.01 * amount, 1000.0 * amount, NULL, NULL);
    else
        terr_field_relax(field, amount < 1.0 ? 500 : 0);
}

/* Ten thousand changes of every kind, with two soils, a wall, cohesion: the ledger is exact, to the quantum.
 */
static void nothing_is_ever_lost(void **state)
{
    (void)state;
    hl_arena arena = {0};
    terr_soil soils[2] = {field_sand(), field_sand()};
    soils[1].loose_density = 1250.0;
    soils[1].cohesion = 2000.0;
    const terr_wall wall = {.centre = {2.0, 2.0}, .half = {0.8, 0.1}, .heading = 1.0, .top = 0.4};
    const terr_patch patch = {.low = {0.0, 0.0}, .high = {2.0, 4.0}, .soil = 1};
    terr_field_def def = field_square(soils, CELL, CELLS, &arena);
    def.soil_count = 2;
    def.walls = &wall;
    def.patches = &patch;
    def.wall_count = def.patch_count = 1;
    terr_field *field = field_made(&def, &arena);
    uint64_t seed = 11;
    terr_mass outside = 0;
    for (int i = 0; i < 10000; i++) {
        change_at_random(field, &seed, &outside);
        assert_true(terr_field_count(field).mass + outside == terr_field_count(field).initial);
        if (i % 500 == 0) field_consistent(field);
    }
    field_consistent(field);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_lowers_by_the_density), cmocka_unit_test(putting_preserves_mass_and_place),
        cmocka_unit_test(putting_has_limits),           cmocka_unit_test(pressing_compacts_first),
        cmocka_unit_test(pressing_pushes_aside),        cmocka_unit_test(small_presses_add_up),
        cmocka_unit_test(nothing_is_ever_lost)};
    return cmocka_run_group_tests_name("field_change", tests, NULL, NULL);
}
