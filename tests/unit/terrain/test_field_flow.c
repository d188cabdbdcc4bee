/* Flow: heaps take their angle of repose whatever the grid's direction, in times that do not depend on the
 * step; quiet slopes sleep; walls and borders hold; nothing is lost; budgets only postpone. */
#include "support/check.h"

#include "field_check.h"

enum { CELLS = 96, LONG = 20000 };
static const double CELL = 0.05, MIDDLE = 2.4; /* [m] */

/* Distance from the middle at which the surface has fallen to a height [m]. */
static double reach_of(const terr_field *field, double direction, double height)
{
    const double fine = 0.1 * CELL;
    for (double r = MIDDLE; r > 0.0; r -= fine)
        if (terr_field_sample(field, MIDDLE + r * cos(direction), MIDDLE + r * sin(direction)).height >
            height)
            return r;
    return 0.0;
}

/* Angle of a heap's flank in a direction, between a quarter and three quarters of its height [rad]. */
static double flank(const terr_field *field, double direction)
{
    const double top = terr_field_sample(field, MIDDLE, MIDDLE).height;
    return atan(0.5 * top /
                (reach_of(field, direction, 0.25 * top) - reach_of(field, direction, 0.75 * top)));
}

/* The flow leaves slopes between 0.975 and 1.05 times tan(repose), that is 0.7 degrees below to 1.4 above at
 * 40; flanks of many cells are a mean of that, within one degree. Reaches are found to 0.1 cells of more than
 * 10, 0.3 degrees. */
static void poured_heaps_take_the_angle_of_repose(void **state)
{
    (void)state;
    const double angles[] = {25.0, 34.0, 40.0};
    for (int i = 0; i < 3; i++) {
        hl_arena arena = {0};
        terr_soil soil = field_sand();
        soil.repose = angles[i] * DEGREE;
        const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
        terr_field *field = field_made(&def, &arena);
        field_pour(field, MIDDLE, MIDDLE, 1000.0, 0.5);
        field_settle(field, LONG);
        for (int k = 0; k < 16; k++) {
            const double angle = flank(field, k * 22.5 * DEGREE);
            CHECK_NEAR(angle / DEGREE, angles[i], 1.0);
        }
        field_consistent(field);
        hl_arena_free(&arena);
    }
}

/* Along axes, diagonals and between: the same reach at a quarter, half and three quarters of the height. It
 * is found to 0.1 cells; slopes differ by what avalanches leave, a cell's worth at most: together 2 % of the
 * reach at the foot, of more than 20 cells, are 0.4 cells. */
static void heaps_do_not_know_the_grid(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    field_pour(field, MIDDLE, MIDDLE, 1500.0, 0.5);
    field_settle(field, LONG);
    const double top = terr_field_sample(field, MIDDLE, MIDDLE).height,
                 foot = reach_of(field, 0.0, 0.05 * top);
    for (int share = 1; share <= 3; share++) {
        const double along = reach_of(field, 0.0, 0.25 * share * top);
        for (int k = 1; k < 32; k++) {
            const double there = reach_of(field, k * 11.25 * DEGREE, 0.25 * share * top);
            CHECK_NEAR(there, along, 0.02 * foot);
        }
    }
    hl_arena_free(&arena);
}

/* A cone one per cent flatter than where slopes start to move lies still, touched everywhere. */
static void nothing_flows_below_the_critical_slope(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_pile pile = {.at = {MIDDLE, MIDDLE}, .height = 1.0};
    terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    def.piles = &pile;
    def.pile_count = 1;
    terr_field *field = field_made(&def, &arena);
    field_activate_block(field, 0, 0, CELLS - 1, CELLS - 1);
    const uint64_t before = field->tile[0].changes;
    assert_int_equal(terr_field_count(field).active, CELLS * CELLS);
    terr_field_relax(field, 0);
    assert_int_equal(terr_field_count(field).looked, CELLS * CELLS);
    assert_int_equal(terr_field_count(field).active, 0);
    assert_true(field->tile[0].changes == before);
    field_consistent(field);
    hl_arena_free(&arena);
}

/* The same heap poured with half the step is as far after the same time. The rate's own error is of first
 * order in the step, and a heap that has fallen from 0.9 m to about 0.6 m moved 0.3 m: 2 % of it. */
static double collapsed_height(double step, double time)
{
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    terr_field_def def = field_square(&soil, 0.1, 48, &arena);
    def.step = step;
    terr_field *field = field_made(&def, &arena);
    for (int row = 20; row < 28; row++)
        for (int column = 20; column < 28; column++) {
            double x, y;
            terr_field_centre(field, column, row, &x, &y);
            assert_true(terr_field_put(field, x, y, 0.0, terr_quanta(0.9 * 0.01 * soil.loose_density), 0));
        }
    for (int i = 0; i < (int)(time / step + 0.5); i++) terr_field_relax(field, 0);
    const double height = terr_field_height(field, 24, 24);
    hl_arena_free(&arena);
    return height;
}

static void speed_does_not_depend_on_the_step(void **state)
{
    (void)state;
    const double coarse = collapsed_height(2e-3, 0.5), fine = collapsed_height(1e-3, 0.5);
    assert_true(fine < 0.8); /* it fell */
    CHECK_NEAR(coarse, fine, 0.02 * (0.9 - fine));
}

/* Heaps against a wall, in a corner of the field and on the wall's other side nothing. */
static void walls_and_borders_hold(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_wall wall = {.centre = {2.4, 2.4}, .half = {4.0, 0.01}, .heading = 0.6, .top = 2.0};
    terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    def.walls = &wall;
    def.wall_count = 1;
    terr_field *field = field_made(&def, &arena);
    const double sine = sin(0.6), cosine = cos(0.6);
    field_pour(field, MIDDLE - 0.3 * sine, MIDDLE + 0.3 * cosine, 600.0, 0.5);
    field_pour(field, 0.1, 4.7, 300.0, 0.5);
    field_settle(field, LONG);
    field_consistent(field);
    int behind = 0;
    for (int row = 0; row < CELLS; row++)
        for (int column = 0; column < CELLS; column++) {
            double x, y;
            terr_field_centre(field, column, row, &x, &y);
            const terr_cell cell = terr_field_look(field, column, row);
            if (cell.wall) assert_true(cell.mass == 0);
            if (cell.wall || cosine * (y - MIDDLE) - sine * (x - MIDDLE) > 0.0) continue;
            const field_column first =
                field_column_initial(field, field_tile_of(field, column, row), field_cell_of(column, row));
            assert_true(cell.mass == (terr_mass)first.bank + first.loose);
            behind++;
        }
    assert_true(behind > CELLS * CELLS / 3);
    assert_true(terr_field_height(field, 0, CELLS - 1) > 0.3);
    hl_arena_free(&arena);
}

static terr_field *heap_of_blocks(const terr_field_def *def, hl_arena *arena)
{
    terr_field *field = field_made(def, arena);
    for (int row = 28; row < 68; row++)
        for (int column = 28; column < 68; column++) {
            double x, y;
            terr_field_centre(field, column, row, &x, &y);
            assert_true(terr_field_put(field, x, y, 0.0, terr_quanta(2.0), 0));
        }
    return field;
}

/* A small budget postpones: each step looks at whole tiles within it, what is left over comes next, and in
 * the end as much lies there, at the angle of repose as well. */
static void budgets_postpone(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = heap_of_blocks(&def, &arena);
    int steps = 0;
    for (; terr_field_count(field).active > 0; steps++) {
        assert_true(steps < LONG);
        terr_field_relax(field, FIELD_CELLS);
        assert_true(terr_field_count(field).looked <= FIELD_CELLS);
    }
    assert_true(terr_field_count(field).postponed > 0);
    field_consistent(field);
    const double angle = atan(0.5 * terr_field_sample(field, MIDDLE, MIDDLE).height /
                              (reach_of(field, 0.0, 0.25 * terr_field_sample(field, MIDDLE, MIDDLE).height) -
                               reach_of(field, 0.0, 0.75 * terr_field_sample(field, MIDDLE, MIDDLE).height)));
    assert_true(angle < 36.0 * DEGREE);
    hl_arena_free(&arena);
}

/* A symmetric heap collapses symmetrically, to the bit, under the square's reflections and the exchange of
 * its axes: no direction and no order of tiles is preferred. */
static void collapses_keep_symmetry(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = heap_of_blocks(&def, &arena);
    for (int i = 0; i < 500; i++) terr_field_relax(field, 0);
    assert_true(terr_field_height(field, 28, 48) < 0.5); /* it collapses: 2 kg are 0.563 m */
    for (int row = 0; row < CELLS; row++)
        for (int column = 0; column < CELLS; column++) {
            const terr_mass mass = terr_field_look(field, column, row).mass;
            assert_true(mass == terr_field_look(field, CELLS - 1 - column, row).mass);
            assert_true(mass == terr_field_look(field, row, column).mass);
        }
    hl_arena_free(&arena);
}

/* Two kinds of soil flow together: nothing is lost, and both remain. */
static void kinds_mix(void **state)
{
    (void)state;
    hl_arena arena = {0};
    terr_soil soils[2] = {field_sand(), field_sand()};
    soils[1].loose_density = 1690.0;
    soils[1].repose = 40.0 * DEGREE;
    terr_field_def def = field_square(soils, CELL, CELLS, &arena);
    def.soil_count = 2;
    terr_field *field = field_made(&def, &arena);
    for (int i = 0; i < 400; i++) {
        assert_true(terr_field_put(field, MIDDLE, MIDDLE, 0.1, terr_quanta(1.0), i % 2));
        terr_field_relax(field, 0);
    }
    field_settle(field, LONG);
    field_consistent(field);
    int heap = 0, second = 0;
    for (int row = 0; row < CELLS; row++)
        for (int column = 0; column < CELLS; column++) {
            const terr_cell cell = terr_field_look(field, column, row);
            if (cell.height < 0.1) continue;
            heap++;
            second += cell.soil;
        }
    /* poured half and half: the share of cells is about that of the mass, with the noise of draws whose
       number of independent ones is unknown but not below ten: three times 0.5/sqrt(10) */
    CHECK_NEAR((double)second / heap, 0.5, 0.47);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(poured_heaps_take_the_angle_of_repose),
                                       cmocka_unit_test(heaps_do_not_know_the_grid),
                                       cmocka_unit_test(nothing_flows_below_the_critical_slope),
                                       cmocka_unit_test(speed_does_not_depend_on_the_step),
                                       cmocka_unit_test(walls_and_borders_hold),
                                       cmocka_unit_test(budgets_postpone),
                                       cmocka_unit_test(collapses_keep_symmetry),
                                       cmocka_unit_test(kinds_mix)};
    return cmocka_run_group_tests_name("field_flow", tests, NULL, NULL);
}
