/* Plates: Bekker's sinkage and the way to it, no deeper than the plate, firm ground, mass. */
#include "press_check.h"
#include "support/check.h"

#include <float.h>

static const double STEP = 1e-3, CELL = 0.05, SIDE = 0.4, FORCE = 8e3;
static const double TAU = 0.015;     /* press_internal.h: time constant of yielding [s] */
static const double AT_REST = 1e-5;  /* press_internal.h: what is left then [m] */
static const double NO_FLOOR = -9.0; /* [m] */

typedef struct fixture {
    hl_arena arena;
    terr_soil soil;
    terr_field *field;
} fixture;

static void open_field(fixture *f)
{
    *f = (fixture){.soil = press_sand()};
    f->field = press_field(&f->soil, CELL, 60, 60, &f->arena);
}

static void close_field(fixture *f)
{
    assert_true(terr_field_weigh(f->field) == terr_field_count(f->field).initial);
    hl_arena_free(&f->arena);
}

static double press(fixture *f, double force, double lowest, int steps)
{
    double down = 0.0;
    for (int n = 0; n < steps; n++) down += terr_plate_press(f->field, 1.5, 1.5, SIDE, force, lowest, STEP);
    return down;
}

/* Heights of cells are whole quanta (0.3 um) and single-precision numbers below 1 m (0.06 um): 1 um. */
static const double ROUNDING = 1e-6;

static void sinks_as_bekker_says(void **state)
{
    (void)state;
    for (double force = 1e3; force < 1e5; force *= 3.0) {
        fixture f;
        open_field(&f);
        const double z = terr_bekker_sinkage(&f.soil, SIDE, force / (SIDE * SIDE));
        const double down = press(&f, force, NO_FLOOR, 400); /* 27 tau */
        CHECK_NEAR(down, z, AT_REST + ROUNDING);
        CHECK_SAME(press(&f, force, NO_FLOOR, 10), 0.0); /* it has come to rest */
        close_field(&f);
    }
}

/* z (1 - exp(-t/tau)), exact at the steps; each step rounds to the quantum. */
static void takes_its_time(void **state)
{
    (void)state;
    fixture f;
    open_field(&f);
    const double z = terr_bekker_sinkage(&f.soil, SIDE, FORCE / (SIDE * SIDE));
    double down = 0.0;
    for (int n = 1; n <= 60; n++) {
        down += press(&f, FORCE, NO_FLOOR, 1);
        CHECK_NEAR(down, z * -expm1(-n * STEP / TAU), n * ROUNDING);
    }
    close_field(&f);
}

static void not_below_the_plate(void **state)
{
    (void)state;
    fixture f;
    open_field(&f);
    CHECK_NEAR(press(&f, FORCE, -0.01, 400), 0.01, AT_REST + ROUNDING);
    CHECK_SAME(press(&f, FORCE, 0.3, 10), 0.0);
    close_field(&f);
}

static void firm_ground_bears_it_again(void **state)
{
    (void)state;
    fixture f;
    open_field(&f);
    press(&f, FORCE, NO_FLOOR, 400);
    CHECK_SAME(press(&f, 0.9 * FORCE, NO_FLOOR, 50), 0.0);
    const double z = terr_bekker_sinkage(&f.soil, SIDE, 2.0 * FORCE / (SIDE * SIDE)),
                 borne = terr_bekker_sinkage(&f.soil, SIDE, FORCE / (SIDE * SIDE));
    CHECK_NEAR(press(&f, 2.0 * FORCE, NO_FLOOR, 400), z - borne, 2.0 * AT_REST + ROUNDING);
    close_field(&f);
}

/* What leaves goes to all four sides alike. */
static void soil_leaves_evenly(void **state)
{
    (void)state;
    fixture f;
    open_field(&f);
    press(&f, FORCE, NO_FLOOR, 400);
    double raised = 0.0;
    for (int j = 0; j < 60; j++)
        for (int i = 0; i < 60; i++) {
            /* single quanta stay behind, one a press */
            const double h = terr_field_height(f.field, i, j);
            CHECK_NEAR(h, terr_field_height(f.field, 59 - i, j), 400.0 * ROUNDING);
            CHECK_NEAR(h, terr_field_height(f.field, i, 59 - j), 400.0 * ROUNDING);
            raised = fmax(raised, h);
        }
    assert_true(raised > 0.0);
    close_field(&f);
}

static void nonsense_does_nothing(void **state)
{
    (void)state;
    fixture f;
    open_field(&f);
    const double bad[] = {(double)NAN, (double)INFINITY, -1.0, 0.0};
    for (int i = 0; i < 4; i++) {
        CHECK_SAME(terr_plate_press(f.field, 1.5, 1.5, SIDE, bad[i], NO_FLOOR, STEP), 0.0);
        CHECK_SAME(terr_plate_press(f.field, 1.5, bad[i] - 1.0, SIDE, FORCE, NO_FLOOR, STEP), 0.0);
    }
    CHECK_SAME(terr_plate_press(f.field, -5.0, 1.5, SIDE, FORCE, NO_FLOOR, STEP), 0.0);
    assert_int_equal(terr_field_count(f.field).tiles, 0);
    close_field(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sinks_as_bekker_says), cmocka_unit_test(takes_its_time),
        cmocka_unit_test(not_below_the_plate),  cmocka_unit_test(firm_ground_bears_it_again),
        cmocka_unit_test(soil_leaves_evenly),   cmocka_unit_test(nonsense_does_nothing)};
    return cmocka_run_group_tests_name("press plate", tests, NULL, NULL);
}
