/* Banks: soil with cohesion stands upright to the height of the analytic limit and fails beyond it. */
#include "support/check.h"

#include "field_check.h"

enum { CELLS = 64, LONG = 20000 };

/* Moist sand, c = 1.5 kPa, phi = 33 degrees: h_c = 4 c/(rho g) tan(45 + phi/2) = 0.593 m. */
static terr_soil moist(void)
{
    terr_soil soil = field_sand();
    soil.loose_density = 1690.0;
    soil.bank_density = 1900.0;
    soil.repose = soil.friction_angle = 33.0 * DEGREE;
    soil.cohesion = 1500.0;
    return soil;
}

static double limit(const terr_soil *soil)
{
    return 4.0 * soil->cohesion / (soil->bank_density * 9.80665) * tan((45.0 + 16.5) * DEGREE);
}

/* Dig a trench of a depth over the field's right half. */
static void dig(terr_field *field, double depth)
{
    const terr_soil *soil = terr_field_definition(field)->soils;
    const double cell = terr_field_definition(field)->cell;
    for (int row = 0; row < CELLS; row++)
        for (int column = CELLS / 2; column < CELLS; column++)
            terr_field_take(field, column, row, terr_quanta(depth * cell * cell * soil->bank_density));
}

static terr_field *bank_of(const terr_soil *soil, double cell, hl_arena *arena)
{
    terr_field_def def = field_square(soil, cell, CELLS, arena);
    def.depth = 2.0;
    def.loose_depth = 0.0;
    return field_made(&def, arena);
}

/* 2 % below h_c + d tan(phi), what the rule allows between two neighbours, nothing moves; 2 % above it the
 * bank fails and leaves nothing that is steeper than it bears. */
static void a_bank_stands_and_fails(void **state)
{
    (void)state;
    const terr_soil soil = moist();
    const double cells[] = {0.05, 0.1};
    for (int i = 0; i < 2; i++) {
        hl_arena arena = {0};
        const double most = limit(&soil) + cells[i] * tan(33.0 * DEGREE);
        terr_field *field = bank_of(&soil, cells[i], &arena);
        const double top = terr_field_height(field, 0, 0);
        dig(field, 0.98 * most);
        field_settle(field, LONG);
        /* the touched cell's mass is rounded to a quantum, 2e-7 m at most, its height is a float */
        CHECK_NEAR(terr_field_height(field, CELLS / 2 - 1, CELLS / 2), top, 3e-7);
        field_consistent(field);
        dig(field, 0.04 * most);
        field_settle(field, LONG);
        assert_true(terr_field_height(field, CELLS / 2 - 1, CELLS / 2) < top - 0.0005);
        assert_true(terr_field_look(field, CELLS / 2, CELLS / 2).loose > 0);
        const double drop = terr_field_height(field, CELLS / 2 - 1, CELLS / 2) -
                            terr_field_height(field, CELLS / 2, CELLS / 2);
        assert_true(drop <= most * (1.0 + 1e-6));
        field_consistent(field);
        hl_arena_free(&arena);
    }
}

/* Twice the height fails far back: at the end no cell stands above its neighbours by more than is borne, over
 * any distance up to eight cells (checked along x, as the trench runs along y). */
static void a_high_bank_slumps_to_what_it_bears(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = moist();
    terr_field *field = bank_of(&soil, 0.05, &arena);
    dig(field, 2.0 * limit(&soil));
    field_settle(field, LONG);
    const double slope = tan(33.0 * DEGREE);
    for (int column = 0; column + 8 < CELLS; column++)
        for (int n = 1; n <= 8; n++) {
            const double drop =
                terr_field_height(field, column, CELLS / 2) - terr_field_height(field, column + n, CELLS / 2);
            assert_true(drop <= n * 0.05 * slope * 1.05 + limit(&soil) + 1e-6);
        }
    field_consistent(field);
    hl_arena_free(&arena);
}

/* The same trench in sand without cohesion flattens to the angle of repose. */
static void without_cohesion_nothing_stands(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    terr_field *field = bank_of(&soil, 0.05, &arena);
    dig(field, 0.5);
    field_settle(field, LONG);
    const double steepest = 1.06 * tan(34.0 * DEGREE) * 0.05; /* 1.05 and the film that rounding leaves */
    for (int column = 0; column + 1 < CELLS; column++)
        assert_true(terr_field_height(field, column, 32) - terr_field_height(field, column + 1, 32) <
                    steepest);
    field_consistent(field);
    hl_arena_free(&arena);
}

/* A bank that would fail stands as long as what lies at its foot, or it itself, is under a load; without the
 * load it fails. */
static void a_load_keeps_it(void **state)
{
    (void)state;
    const terr_soil soil = moist();
    for (int side = 0; side < 2; side++) {
        hl_arena arena = {0};
        terr_field *field = bank_of(&soil, 0.05, &arena);
        dig(field, 1.05 * (limit(&soil) + 0.05 * tan(33.0 * DEGREE)));
        const int loaded = CELLS / 2 - side, row = CELLS / 2;
        const double top = terr_field_height(field, CELLS / 2 - 1, row);
        for (int n = 0; n < 100; n++) {
            for (int r = 0; r < CELLS; r++) {
                const field_place place = field_touch_cell(field, loaded, r);
                field_load_row(field, place.tile, r % TERR_TILE, UINT32_C(1) << loaded % TERR_TILE);
                terr_field_wake(field, loaded, r);
            }
            terr_field_relax(field, INT32_MAX);
        }
        CHECK_NEAR(terr_field_height(field, CELLS / 2 - 1, row), top, 3e-7);
        for (int r = 0; r < CELLS; r++) terr_field_wake(field, loaded, r);
        field_settle(field, LONG);
        assert_true(terr_field_height(field, CELLS / 2 - 1, row) < top - 0.0005);
        field_consistent(field);
        hl_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_stands_and_fails), cmocka_unit_test(a_high_bank_slumps_to_what_it_bears),
        cmocka_unit_test(a_load_keeps_it), cmocka_unit_test(without_cohesion_nothing_stands)};
    return cmocka_run_group_tests_name("field_bank", tests, NULL, NULL);
}
