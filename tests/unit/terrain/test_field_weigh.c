/* Soil above a floor, of fields whose columns are known. */
#include "field_check.h"

#include "support/check.h"

#include <math.h>

enum { CELLS = 40 };
static const double CELL = 0.05;

typedef struct known {
    hl_arena arena;
    terr_soil soil;
    terr_field *field;
} known;

/* 2 x 2 m of 0.5 m: 0.4 m bank under 0.1 m loose soil, its surface at 0. */
static void open_known(known *k)
{
    *k = (known){.soil = field_sand()};
    const terr_field_def def = field_square(&k->soil, CELL, CELLS, &k->arena);
    k->field = field_made(&def, &k->arena);
}

static terr_mass above(const known *k, double x, double y, double side, double floor_height)
{
    return terr_field_mass_above(k->field, (double[2]){x, y}, (double[2]){x + side, y + side}, floor_height);
}

/* A floor at or below the bottom: whole columns, to the quantum. */
static void whole_columns_are_exact(void **state)
{
    (void)state;
    known k;
    open_known(&k);
    assert_true(above(&k, 0.0, 0.0, 2.0, -0.5) == terr_field_weigh(k.field));
    assert_true(above(&k, -5.0, -5.0, 10.0, -2.0) == terr_field_weigh(k.field));
    assert_true(above(&k, 3.0, 0.0, 1.0, -2.0) == 0);
    /* 4 x 4 cells, 0.2 m, of the 1600: any cell is like any other */
    assert_true(above(&k, 0.5, 1.0, 0.2, -1.0) * 100 == terr_field_weigh(k.field));
    field_pour(k.field, 1.0, 1.0, 20.0, 1.0);
    assert_true(above(&k, 0.0, 0.0, 2.0, -0.5) == terr_field_weigh(k.field));
    hl_arena_free(&k.arena);
}

/* Which cells: those whose middle lies in the rectangle. Two halves are the whole. */
static void rectangles_share_no_cell(void **state)
{
    (void)state;
    known k;
    open_known(&k);
    field_pour(k.field, 0.9, 1.1, 50.0, 1.0);
    static const double cuts[] = {0.3, 0.525, 1.0, 1.0249999, 1.2251};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        const double low[2] = {0.0, 0.0}, cut[2] = {cuts[i], 2.0}, from[2] = {cuts[i], 0.0},
                     high[2] = {2.0, 2.0};
        assert_true(terr_field_mass_above(k.field, low, cut, -0.2) +
                        terr_field_mass_above(k.field, from, high, -0.2) ==
                    terr_field_mass_above(k.field, low, high, -0.2));
    }
    hl_arena_free(&k.arena);
}

/* In the loose soil and in the bank: density times depth, to half a quantum a column, and the surface's own
 * rounding, half a quantum of bank and of loose soil. */
static void cut_columns_weigh_what_they_must(void **state)
{
    (void)state;
    known k;
    open_known(&k);
    const double area = 16.0 * CELL * CELL, rounding = 16.0 * 1.5 * TERR_QUANTUM;
    CHECK_NEAR(terr_kilograms(above(&k, 0.5, 0.5, 0.2, -0.05)), area * 0.05 * 1420.0, rounding);
    CHECK_NEAR(terr_kilograms(above(&k, 0.5, 0.5, 0.2, -0.1)), area * 0.1 * 1420.0, rounding);
    CHECK_NEAR(terr_kilograms(above(&k, 0.5, 0.5, 0.2, -0.3)), area * (0.1 * 1420.0 + 0.2 * 1600.0),
               rounding);
    CHECK_NEAR(terr_kilograms(above(&k, 0.5, 0.5, 0.2, 0.0)), 0.0, rounding);
    assert_true(above(&k, 0.5, 0.5, 0.2, 0.01) == 0);
    hl_arena_free(&k.arena);
}

/* What is poured on a floor that the field has is all above it. */
static void poured_soil_lies_above_the_old_surface(void **state)
{
    (void)state;
    known k;
    open_known(&k);
    field_pour(k.field, 1.0, 1.0, 30.0, 0.5);
    const double rounding = CELLS * CELLS * 1.5 * TERR_QUANTUM;
    CHECK_NEAR(terr_kilograms(above(&k, 0.0, 0.0, 2.0, 0.0)), 30.0, rounding);
    hl_arena_free(&k.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_columns_are_exact),
        cmocka_unit_test(rectangles_share_no_cell),
        cmocka_unit_test(cut_columns_weigh_what_they_must),
        cmocka_unit_test(poured_soil_lies_above_the_old_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
