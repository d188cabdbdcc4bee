/* Tires on sand: sinkage between Bekker's plate and his rigid wheel, ruts, second passes, slip, and what the
 * soil offers against Janosi and Bekker. */
#include "press_check.h"
#include "support/check.h"

#include <float.h>

static const double CELL = 0.05, RADIUS = 0.8, WIDTH = 0.4, LOAD = 20e3;
static const double SOFT = 400e3, RIGID = 100e6; /* [N/m]; 50 mm and 0.2 mm of deflection */
static const double AT_REST = 1e-5;              /* press_internal.h [m] */

typedef struct fixture {
    hl_arena arena;
    terr_soil soil;
    terr_field *field;
    press_wheel wheel;
} fixture;

static void open_field(fixture *f, double stiffness)
{
    *f = (fixture){.soil = press_sand()};
    f->field = press_field(&f->soil, CELL, 200, 50, &f->arena);
    f->wheel = press_wheel_at(1.5, 1.25, RADIUS, WIDTH, stiffness, LOAD);
}

static void close_field(fixture *f)
{
    assert_true(terr_field_weigh(f->field) == terr_field_count(f->field).initial);
    hl_arena_free(&f->arena);
}

/* z of W(z) = b k z^n [2 a + (3 - n)/3 (sqrt(a^2 + 2 R z) - a)], by bisection. */
static double carried_at(const terr_soil *soil, double load, double deflection)
{
    const double a = sqrt(2.0 * RADIUS * deflection);
    double low = 0.0, high = 1.0;
    for (int n = 0; n < 60; n++) {
        const double z = 0.5 * (low + high);
        const double length =
            2.0 * a + (3.0 - soil->bekker_exponent) / 3.0 * (sqrt(a * a + 2.0 * RADIUS * z) - a);
        if (WIDTH * terr_bekker_pressure(soil, WIDTH, z) * length < load)
            low = z;
        else
            high = z;
    }
    return low;
}

static void run(fixture *f, double speed, double distance)
{
    f->wheel.speed = speed;
    press_wheel_run(&f->wheel, f->field, (int)(distance / speed * 1e3));
}

static void turn_back(fixture *f)
{
    f->wheel.x = 1.5;
    f->wheel.z = terr_field_sample(f->field, 1.5, f->wheel.y).height - LOAD / f->wheel.stiffness;
}

/* A standing tire sinks until it is carried, and stops. */
static void stands(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, SOFT);
    press_wheel_run(&f.wheel, f.field, 600);
    const double z = carried_at(&f.soil, LOAD, LOAD / SOFT);
    CHECK_NEAR(f.wheel.soil.sinkage, z,
               2.0 * AT_REST); /* on the cells' part, and for the tire's deflection */
    const uint64_t before = terr_field_hash(f.field);
    press_wheel_run(&f.wheel, f.field, 100);
    assert_true(terr_field_hash(f.field) == before);
    close_field(&f);
}

/* Where soil flows, too, what is heaped up beside a standing tire stays there and sleeps; once the tire has
 * been lifted it flows back into the rut. */
static void comes_to_rest_in_sand(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, SOFT);
    f.wheel.flows = true;
    press_wheel_run(&f.wheel, f.field, 2000);
    CHECK_NEAR(f.wheel.soil.sinkage, carried_at(&f.soil, LOAD, LOAD / SOFT), 2.0 * AT_REST);
    assert_int_equal(terr_field_count(f.field).active, 0);
    const uint64_t before = terr_field_hash(f.field);
    press_wheel_run(&f.wheel, f.field, 100);
    assert_true(terr_field_hash(f.field) == before);
    terr_wheel lifted = f.wheel.wheel;
    for (int i = 0; i < lifted.discs; i++) {
        lifted.foot[i].z += LOAD / SOFT + 0.01;
        lifted.force[i] = 0.0;
    }
    terr_wheel_press(f.field, &lifted, 1e-3, &f.wheel.soil);
    for (int n = 0; n < 4000; n++) terr_field_relax(f.field, 0);
    for (int j = 0; j < 49; j++) /* at rest it stands up to 1.05 */
        CHECK_NEAR(terr_field_height(f.field, 30, j + 1), terr_field_height(f.field, 30, j),
                   CELL * tan(1.06 * f.soil.repose));
    close_field(&f);
}

/* Lightly loaded, so that it sinks little against its deflection, a soft tire is Bekker's plate of the flat
 * part's area: sqrt(a^2 + 2 R z) - a < R z/a, so that the arc carries less than (3 - n)/3 z/(4 delta) of what
 * the flat part does. */
static void soft_tires_are_plates(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, 20e3);
    f.wheel.load = 4e3;
    press_wheel_run(&f.wheel, f.field, 600);
    const double deflection = 4e3 / 20e3, length = 2.0 * sqrt(2.0 * RADIUS * deflection);
    const double z = terr_bekker_sinkage(&f.soil, WIDTH, 4e3 / (WIDTH * length));
    const double n = f.soil.bekker_exponent, arc = (3.0 - n) / 3.0 * z / (4.0 * deflection);
    CHECK_NEAR(f.wheel.soil.sinkage, z, z * arc / n + 2.0 * AT_REST);
    close_field(&f);
}

/* A rut at constant load against the law: the wheel rolls over cells of an eighth of its contact, 2 %. */
static void rolls_a_rut(void **state)
{
    (void)state;
    for (double stiffness = SOFT; stiffness < 2.0 * RIGID; stiffness *= RIGID / SOFT) {
        fixture f;
        open_field(&f, stiffness);
        press_wheel_run(&f.wheel, f.field, 300);
        run(&f, 1.0, 6.0);
        const double z = carried_at(&f.soil, LOAD, LOAD / stiffness);
        CHECK_RELATIVE(press_rut(f.field, 4.0, 6.0, f.wheel.y), z, 0.02);
        close_field(&f);
    }
}

/* With 0.2 mm of deflection the flat part still counts: a = 18 mm, (2 - (3 - n)/3) a = 24 mm of the arc's
 * 280: 9 % of load, 6 % of sinkage. */
static void stiff_wheels_are_bekker_s(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, RIGID);
    press_wheel_run(&f.wheel, f.field, 300);
    run(&f, 1.0, 6.0);
    const double rut = press_rut(f.field, 4.0, 6.0, f.wheel.y);
    double z = 0.1;
    for (int n = 0; n < 50; n++) z *= pow(LOAD / terr_bekker_wheel_load(&f.soil, WIDTH, RADIUS, z), 0.6);
    assert_true(rut < z);
    CHECK_RELATIVE(rut, z, 0.06 + 0.02);
    close_field(&f);
}

static void second_pass_finds_firm_ground(void **state)
{
    (void)state;
    for (int flows = 0; flows < 2; flows++) {
        fixture f;
        open_field(&f, SOFT);
        f.wheel.flows = flows != 0;
        press_wheel_run(&f.wheel, f.field, 300);
        run(&f, 1.0, 6.0);
        const double first = press_rut(f.field, 3.0, 6.0, f.wheel.y);
        const double resistance = f.wheel.soil.rolling_resistance;
        assert_true(resistance > 0.03);
        turn_back(&f);
        run(&f, 1.0, 4.0);
        CHECK_RELATIVE(press_rut(f.field, 3.0, 5.0, f.wheel.y), first, 0.1);
        if (!flows) assert_true(f.wheel.soil.rolling_resistance < 0.01 * resistance);
        close_field(&f);
    }
}

/* After some lengths of slip the rut is as deep as Lyasko's factor says. */
static void slip_digs_deeper(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, SOFT);
    f.wheel.slip = 0.3;
    run(&f, 0.5, 6.5);
    const double z = terr_slip_sinkage(0.3) * carried_at(&f.soil, LOAD, LOAD / SOFT);
    CHECK_RELATIVE(press_rut(f.field, 6.0, 7.5, f.wheel.y), z, 0.03);
    close_field(&f);
}

/* The LuGre law with what the soil offers, at steady slip, is Janosi's traction; less R_c it is the drawbar
 * pull of Bekker and Janosi. */
static void pulls_as_janosi_says(void **state)
{
    (void)state;
    const double slips[] = {0.0, 0.02, 0.1, 0.25, 0.6};
    for (int i = 0; i < 5; i++) {
        fixture f;
        open_field(&f, SOFT);
        f.wheel.slip = slips[i];
        run(&f, 1.0, 4.0);
        const terr_wheel_soil *soil = &f.wheel.soil;
        const double s = slips[i], mu = soil->friction, C = soil->slip_stiffness;
        CHECK_RELATIVE(mu, tan(f.soil.friction_angle), 8.0 * DBL_EPSILON); /* no cohesion */
        CHECK_RELATIVE(soil->bristle_stiffness * f.soil.janosi_displacement, mu, 4.0 * DBL_EPSILON);
        const double lugre = mu * s / (s + mu / C),
                     janosi = mu * terr_janosi_mobilised(&f.soil, s, soil->contact_length);
        CHECK_NEAR(lugre, janosi, 1e-12 * mu); /* cancellation in 1/(1 - e^-u) - 1/u, 4e-14, and 1 - M */
        if (s == 0.0)
            CHECK_RELATIVE(C, mu * soil->contact_length / (2.0 * f.soil.janosi_displacement), 1e-12);
        /* all discs within 2 % of the deepest one's sinkage, R_c as z^(n+1) */
        const double R_c = terr_compaction_resistance(&f.soil, WIDTH, soil->sinkage);
        CHECK_RELATIVE(soil->rolling_resistance, R_c / LOAD * (1.0 - s), 0.05);
        close_field(&f);
    }
}

/* The same wheel in another direction over the grid digs the same rut. */
static void directions_are_alike(void **state)
{
    (void)state;
    for (double heading = 0.0; heading < 0.8; heading += 0.26) {
        hl_arena arena = {0};
        const terr_soil soil = press_sand();
        terr_field *field = press_field(&soil, CELL, 120, 120, &arena);
        press_wheel wheel = press_wheel_at(1.0, 1.0, RADIUS, WIDTH, SOFT, LOAD);
        wheel.heading = heading;
        press_wheel_run(&wheel, field, 200);
        wheel.speed = 1.0;
        press_wheel_run(&wheel, field, 3000);
        /* the outer discs stand among cells that are covered in part: some hundredths */
        CHECK_RELATIVE(wheel.soil.sinkage, carried_at(&soil, LOAD, LOAD / SOFT), 0.03);
        assert_true(terr_field_weigh(field) == terr_field_count(field).initial);
        hl_arena_free(&arena);
    }
}

/* Left and right alike, and where soil flows no step between cells stands steeper than it can. */
static void ruts_have_edges_that_stand(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, SOFT);
    f.wheel.flows = true;
    run(&f, 1.0, 5.0);
    for (int n = 0; n < 4000; n++) terr_field_relax(f.field, 0);
    const double steepest = CELL * tan(1.06 * f.soil.repose); /* at rest it stands up to 1.05 */
    for (int j = 0; j < 49; j++) {
        const double h = terr_field_height(f.field, 80, j);
        CHECK_NEAR(terr_field_height(f.field, 80, j + 1), h, steepest);
        /* soil that moves stops at 0.99 of the slope of repose, soil at rest stays up to 1.05 */
        CHECK_NEAR(terr_field_height(f.field, 80, 49 - j), h, 0.06 * CELL * tan(f.soil.repose));
    }
    close_field(&f);
}

static void a_tire_in_the_air(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, SOFT);
    f.wheel.load = 0.0;
    f.wheel.z = 0.3;
    f.wheel.stiffness = 1e-30; /* it stays there */
    press_wheel_run(&f.wheel, f.field, 1);
    CHECK_RELATIVE(f.wheel.soil.friction, tan(f.soil.friction_angle), 8.0 * DBL_EPSILON);
    assert_true(f.wheel.soil.slip_stiffness > 0.0);
    CHECK_SAME(f.wheel.soil.rolling_resistance, 0.0);
    CHECK_SAME(f.wheel.soil.sinkage, 0.0);
    for (int i = 0; i < 5; i++) CHECK_SAME(f.wheel.soil.normal[i].z, 1.0);
    assert_int_equal(terr_field_count(f.field).tiles, 0);
    close_field(&f);
}

/* What is not finite presses nothing; what comes back is finite. */
static void nonsense_does_nothing(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, SOFT);
    press_wheel_run(&f.wheel, f.field, 20);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300};
    for (int i = 0; i < 4; i++)
        for (int which = 0; which < 7; which++) {
            terr_wheel wheel = f.wheel.wheel;
            double *const member[] = {&wheel.foot[1].x,    &wheel.foot[0].y, &wheel.foot[2].z,
                                      &wheel.force[4],     &wheel.forward.x, &wheel.slip_velocity[1],
                                      &wheel.rolling_speed};
            *member[which] = bad[i];
            terr_wheel_soil soil;
            terr_wheel_press(f.field, &wheel, 1e-3, &soil);
            double sum = soil.friction + soil.bristle_stiffness + soil.slip_stiffness +
                         soil.rolling_resistance + soil.sinkage + soil.contact_length;
            /* where there is no place there is no height */
            for (int d = 0; d < 5 && (which > 2 || isfinite(bad[i])); d++)
                sum += soil.height[d] + soil.normal[d].z;
            if (!isfinite(sum)) fail_msg("member %d, value %g", which, bad[i]);
        }
    close_field(&f);
}

/* Beyond the field's edge the ground is rigid. */
static void off_the_field(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, SOFT);
    f.wheel.x = -3.0;
    press_wheel_run(&f.wheel, f.field, 50);
    CHECK_SAME(f.wheel.soil.friction, 0.0);
    CHECK_SAME(f.wheel.soil.height[2], 0.0);
    assert_int_equal(terr_field_count(f.field).tiles, 0);
    f.wheel.x = 0.2;
    press_wheel_run(&f.wheel, f.field, 200);
    assert_true(f.wheel.soil.sinkage > 0.01); /* half of it stands on sand */
    close_field(&f);
}

/* The offer does not jump: where the place or the load moves by little, it moves by little. */
static void offers_are_continuous(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, SOFT);
    press_wheel_run(&f.wheel, f.field, 300);
    run(&f, 1.0, 1.0);
    terr_wheel_soil last = {.friction = 0.0};
    for (int n = 0; n < 2000; n++) {
        terr_wheel wheel = f.wheel.wheel;
        for (int i = 0; i < 5; i++) {
            wheel.foot[i].x += 1e-4 * n; /* up to 0.2 m ahead, four cells */
            wheel.force[i] *= 1e-3 * n;
        }
        terr_wheel_soil soil;
        terr_wheel_press(f.field, &wheel, 0.0, &soil);
        /* a thousandth of the load and 0.1 mm: at their steepest, sqrt(z), a few hundredths of the whole */
        if (n > 0) {
            CHECK_NEAR(soil.contact_length, last.contact_length, 0.02);
            CHECK_NEAR(soil.rolling_resistance, last.rolling_resistance, 0.002);
            CHECK_RELATIVE(soil.slip_stiffness, last.slip_stiffness, 0.05);
        }
        last = soil;
    }
    close_field(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stands),
                                       cmocka_unit_test(comes_to_rest_in_sand),
                                       cmocka_unit_test(soft_tires_are_plates),
                                       cmocka_unit_test(rolls_a_rut),
                                       cmocka_unit_test(stiff_wheels_are_bekker_s),
                                       cmocka_unit_test(second_pass_finds_firm_ground),
                                       cmocka_unit_test(slip_digs_deeper),
                                       cmocka_unit_test(pulls_as_janosi_says),
                                       cmocka_unit_test(directions_are_alike),
                                       cmocka_unit_test(ruts_have_edges_that_stand),
                                       cmocka_unit_test(a_tire_in_the_air),
                                       cmocka_unit_test(nonsense_does_nothing),
                                       cmocka_unit_test(off_the_field),
                                       cmocka_unit_test(offers_are_continuous)};
    return cmocka_run_group_tests_name("press wheel", tests, NULL, NULL);
}
