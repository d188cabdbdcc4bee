/* The taut belt of a crawler. */
#include "geometry.h"
#include "support/check.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/* Two equal wheels: two straight runs and two half turns. */
static void two_wheels(void **state)
{
    (void)state;
    const double wheels[][3] = {{2.0, 0.5, 0.5}, {-2.0, 0.5, 0.5}};
    const belt b = belt_round(2, wheels);
    CHECK_NEAR(b.length, 8.0 + PI, 1e-12);
    /* the first wheel is met above: a half turn behind that its lower run begins, and goes back */
    const belt_place low = belt_at(&b, 0.5 * PI + 1.0);
    CHECK_NEAR(low.at[0], 1.0, 1e-12);
    CHECK_NEAR(low.at[1], 0.0, 1e-12);
    CHECK_NEAR(low.outwards[1], -1.0, 1e-12);
    const belt_place rear = belt_at(&b, 0.5 * PI + 4.0 + 0.25 * PI);
    CHECK_NEAR(rear.at[0], -2.5, 1e-12);
    CHECK_NEAR(rear.outwards[0], -1.0, 1e-12);
    const belt_place above = belt_at(&b, PI + 4.0 + 3.0);
    CHECK_NEAR(above.at[0], 1.0, 1e-12);
    CHECK_NEAR(above.at[1], 1.0, 1e-12);
}

/* Tangents of unequal wheels: n . (c2 - c1) = r1 - r2. */
static void unequal_wheels(void **state)
{
    (void)state;
    const double wheels[][3] = {{2.0, 0.6, 0.4}, {-2.0, 0.5, 0.5}};
    const belt b = belt_round(2, wheels);
    const double distance = hypot(4.0, 0.1), run = sqrt(distance * distance - 0.01);
    CHECK_NEAR(b.wheels[0].run, run, 1e-12);
    CHECK_NEAR(b.wheels[0].arc + b.wheels[1].arc, 2.0 * PI, 1e-12);
    const double slope = 2.0 * asin(0.1 / distance); /* between the runs */
    CHECK_NEAR(b.wheels[1].arc, PI + slope, 1e-12);
}

/* Along a belt over rollers and a carrier everything is continuous, every step as long as asked for, and it
 * closes. */
static void goes_round_without_a_gap(void **state)
{
    (void)state;
    const double wheels[][3] = {{1.8, 0.46, 0.43}, {1.2, 0.2, 0.2},    {0.0, 0.2, 0.2},
                                {-1.2, 0.2, 0.2},  {-1.8, 0.46, 0.43}, {0.0, 0.78, 0.16}};
    const belt b = belt_round(6, wheels);
    enum { STEPS = 5000 };
    const double step = b.length / STEPS;
    belt_place before = belt_at(&b, -step);
    for (int i = 0; i <= STEPS; i++) {
        const belt_place here = belt_at(&b, i * step);
        const double moved = hypot(here.at[0] - before.at[0], here.at[1] - before.at[1]);
        /* a chord of an arc of radius 0.16 m is short by step^3/(24 r^2) */
        assert_true(moved <= step * (1.0 + 1e-9) && moved > step * (1.0 - step * step / (24.0 * 0.02)));
        CHECK_NEAR(hypot(here.outwards[0], here.outwards[1]), 1.0, 1e-12);
        before = here;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_wheels), cmocka_unit_test(unequal_wheels),
                                       cmocka_unit_test(goes_round_without_a_gap)};
    return cmocka_run_group_tests_name("belt", tests, NULL, NULL);
}
