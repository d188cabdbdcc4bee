/* Axes: calibration, dead zone, saturation, curve and notches against their closed forms. */
#include "mapper_internal.h"
#include "mapping.h"

#include <math.h>

/* Shares and curves are a handful of operations on numbers up to 1. */
static const double ROUNDING = 1e-15;

#define ONE_AXIS(rest) "  - name: stick\n    match: {id: \"0001:0002\"}\n    axes:\n      - {" rest "}\n"

/* ---- calibration ---- */

static void a_stick_goes_to_its_ends_over_the_middle(void **state)
{
    (void)state;
    mapping m = map(ONE_AXIS("axis: ABS_X, command: steering"));
    axis(&m, 0, ABS_X, 65535);
    CHECK_SAME(said(&m, STEERING), 1.0);
    axis(&m, 0, ABS_X, 0);
    CHECK_SAME(said(&m, STEERING), -1.0);
    axis(&m, 0, ABS_X, 49151); /* middle 32767.5 */
    CHECK_NEAR(said(&m, STEERING), (49151.0 - 32767.5) / 32767.5, ROUNDING);
    unmap(&m);
}

static void a_pedal_goes_from_low_to_high(void **state)
{
    (void)state;
    mapping m = map(ONE_AXIS("axis: ABS_Z, command: drive")); /* 2 to 6 */
    axis(&m, 0, ABS_Z, 51);
    CHECK_NEAR(said(&m, LOWERED), 2.0 + 4.0 * 51.0 / 255.0, 4 * ROUNDING);
    axis(&m, 0, ABS_Z, 255);
    CHECK_SAME(said(&m, LOWERED), 6.0);
    unmap(&m);
}

/* Each side of an uneven range is a way of its own: 0 stays in the middle. */
static void an_uneven_range_has_its_rest_in_the_middle(void **state)
{
    (void)state;
    mapping m =
        map(ONE_AXIS("axis: ABS_RX, command: bucket, min: -100, centre: 0, max: 100")); /* -0.5 to 2 */
    axis(&m, 0, ABS_RX, 50);
    CHECK_SAME(said(&m, BUCKET), 1.0);
    axis(&m, 0, ABS_RX, -50);
    CHECK_SAME(said(&m, BUCKET), -0.25);
    axis(&m, 0, ABS_RX, 0);
    CHECK_SAME(said(&m, BUCKET), 0.0);
    unmap(&m);
}

static void calibration_is_of_the_file(void **state)
{
    (void)state;
    mapping m = map(ONE_AXIS("axis: ABS_X, command: steering, min: 1000, centre: 20000, max: 60000"));
    axis(&m, 0, ABS_X, 40000);
    CHECK_SAME(said(&m, STEERING), 0.5);
    axis(&m, 0, ABS_X, 10500);
    CHECK_SAME(said(&m, STEERING), -0.5);
    axis(&m, 0, ABS_X, 65535); /* beyond its ends: limited */
    CHECK_SAME(said(&m, STEERING), 1.0);
    axis(&m, 0, ABS_X, 0);
    CHECK_SAME(said(&m, STEERING), -1.0);
    unmap(&m);
}

/* Pedals of wheels rest at 255. */
static void inverted_the_other_way_round(void **state)
{
    (void)state;
    mapping m = map(ONE_AXIS("axis: ABS_Z, command: throttle, invert: true"));
    axis(&m, 0, ABS_Z, 255); /* where it stands: nothing is said */
    assert_int_equal(moves(&m), 0);
    axis(&m, 0, ABS_Z, 0);
    CHECK_SAME(said(&m, THROTTLE), 1.0);
    unmap(&m);
    m = map(ONE_AXIS("axis: ABS_X, command: steering, invert: true"));
    axis(&m, 0, ABS_X, 0);
    CHECK_SAME(said(&m, STEERING), 1.0);
    unmap(&m);
}

static void half_an_axis_has_one_side(void **state)
{
    (void)state;
    mapping m = map(ONE_AXIS("axis: ABS_RX, command: throttle, half: true, min: -100, max: 100"));
    axis(&m, 0, ABS_RX, 25);
    CHECK_SAME(said(&m, THROTTLE), 0.25);
    axis(&m, 0, ABS_RX, -80);
    CHECK_SAME(said(&m, THROTTLE), 0.0);
    unmap(&m);
    m = map(ONE_AXIS("axis: ABS_RX, command: throttle, half: true, invert: true, min: -100, max: 100"));
    axis(&m, 0, ABS_RX, -25); /* the lower half then */
    CHECK_SAME(said(&m, THROTTLE), 0.25);
    axis(&m, 0, ABS_RX, 25);
    CHECK_SAME(said(&m, THROTTLE), 0.0);
    unmap(&m);
}

static void a_device_without_a_range_moves_nothing(void **state)
{
    (void)state;
    mapping m = map(ONE_AXIS("axis: ABS_MISC, command: steering"));
    axis(&m, 0, ABS_MISC, 2147483647);
    axis(&m, 0, ABS_MISC, -2147483647);
    assert_int_equal(moves(&m), 0);
    unmap(&m);
}

static void a_falling_range_is_a_range(void **state)
{
    (void)state;
    const axis_way way = {.from = 100, .centre = 20, .to = -20, .two_sided = true};
    CHECK_SAME(axis_share(&way, 100), -1.0);
    CHECK_SAME(axis_share(&way, 60), -0.5);
    CHECK_SAME(axis_share(&way, 20), 0.0);
    CHECK_SAME(axis_share(&way, 0), 0.5);
    CHECK_SAME(axis_share(&way, -500), 1.0);
}

/* ---- response ---- */

static auth_axis plain(void)
{
    return (auth_axis){.saturation = 1.0};
}

/* (|u| - d)/(s - d) between dead zone d and saturation s, 0 before, 1 behind. */
static void dead_zone_and_saturation_scale_what_is_between(void **state)
{
    (void)state;
    auth_axis a = plain();
    a.dead_zone = 0.1;
    a.saturation = 0.9;
    for (int i = -100; i <= 100; i++) {
        const double u = i / 100.0;
        const double between = (fabs(u) - 0.1) / 0.8;
        const double expected = copysign(fmin(fmax(between, 0.0), 1.0), u);
        CHECK_NEAR(axis_shape(&a, u), expected, ROUNDING);
    }
    CHECK_SAME(axis_shape(&a, 0.1), 0.0);
    CHECK_NEAR(axis_shape(&a, 0.1 + 1e-9), 1e-9 / 0.8, 1e-15); /* no jump behind it */
}

static void a_cubic_curve(void **state)
{
    (void)state;
    auth_axis a = plain();
    a.progression = 0.4;
    for (int i = -50; i <= 50; i++) {
        const double u = i / 50.0;
        CHECK_NEAR(axis_shape(&a, u), 0.6 * u + 0.4 * u * u * u, ROUNDING); /* odd, both ends full */
    }
}

static void a_curve_through_points(void **state)
{
    (void)state;
    auth_axis a = plain();
    const double points[][2] = {{0, 0}, {0.5, 0.2}, {0.75, 0.2}, {1, 1}};
    a.point_count = 4;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) a.points[i][k] = points[i][k];
    CHECK_NEAR(axis_shape(&a, 0.25), 0.1, ROUNDING);
    CHECK_NEAR(axis_shape(&a, -0.25), -0.1, ROUNDING);
    CHECK_NEAR(axis_shape(&a, 0.6), 0.2, ROUNDING);
    CHECK_NEAR(axis_shape(&a, 0.875), 0.6, ROUNDING);
    CHECK_NEAR(axis_shape(&a, 1.0), 1.0, ROUNDING);
}

/* Every shape rises from end to end and is odd, whatever its numbers. */
static void shapes_rise_and_are_odd(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int n = 0; n < 200; n++) {
        auth_axis a = plain();
        a.dead_zone = 0.45 * (1.0 + check_random(&seed));
        a.saturation = a.dead_zone + (1.0 - a.dead_zone) * (0.51 + 0.49 * check_random(&seed));
        a.progression = 0.5 * (1.0 + check_random(&seed));
        double last = -1.0;
        for (int i = -64; i <= 64; i++) {
            const double y = axis_shape(&a, i / 64.0);
            assert_true(y >= last - ROUNDING && fabs(y) <= 1.0);
            CHECK_SAME(axis_shape(&a, -i / 64.0), -y);
            last = y;
        }
        CHECK_SAME(axis_shape(&a, 1.0), 1.0);
    }
}

static void notches_take_the_nearest(void **state)
{
    (void)state;
    mapping m = map(ONE_AXIS("axis: ABS_Z, command: gear_up, values: [0, 1, 4]")); /* 0 to 4 */
    axis(&m, 0, ABS_Z, 40);                                                        /* 0.63 */
    CHECK_SAME(said(&m, GEAR), 1.0);
    axis(&m, 0, ABS_Z, 150); /* 2.35 */
    assert_int_equal(moves(&m), 0);
    axis(&m, 0, ABS_Z, 170); /* 2.67 */
    CHECK_SAME(said(&m, GEAR), 4.0);
    unmap(&m);
}

/* ---- what people see ---- */

static void an_axis_is_shown_before_and_after_its_shape(void **state)
{
    (void)state;
    double raw = 9.0, shaped = 9.0;
    mapping m = map(ONE_AXIS("axis: ABS_RX, command: steering, min: -100, max: 100, dead_zone: 0.5"));
    assert_true(io_mapper_axis(m.mapper, 0, ABS_RX, &raw, &shaped));
    CHECK_SAME(raw, 0.0);
    axis(&m, 0, ABS_RX, -75);
    assert_true(io_mapper_axis(m.mapper, 0, ABS_RX, &raw, &shaped));
    CHECK_SAME(raw, -0.75);
    CHECK_SAME(shaped, -0.5);
    assert_false(io_mapper_axis(m.mapper, 0, ABS_RY, &raw, &shaped));
    assert_false(io_mapper_axis(m.mapper, 1, ABS_RX, &raw, &shaped));
    unmap(&m);
}

static void a_move_tells_who_and_when(void **state)
{
    (void)state;
    io_move move;
    mapping m = map(ONE_AXIS("axis: ABS_X, command: boom"));
    collect(&m, io_mapper_event(m.mapper, 0, EV_ABS, ABS_X, 65535, 123456789));
    assert_true(next_move(&m, &move));
    assert_int_equal(move.time, 123456789);
    assert_int_equal(move.slot, 0);
    assert_int_equal(move.control, BOOM);
    CHECK_SAME(move.value, 1.0);
    collect(&m, io_mapper_event(m.mapper, 0, EV_ABS, ABS_X, 65535,
                                2)); /* the same again, other codes, other types */
    collect(&m, io_mapper_event(m.mapper, 0, EV_ABS, ABS_Y, 5, 3));
    collect(&m, io_mapper_event(m.mapper, 0, EV_REL, ABS_X, 5, 4));
    collect(&m, io_mapper_event(m.mapper, 1, EV_ABS, ABS_X, 5, 5));
    assert_false(next_move(&m, &move));
    unmap(&m);
}

#define AXES    "  - name: pad\n    match: {id: \"0001:0002\"}\n    axes:\n"
#define A(rest) "      - {axis: " rest "}\n"

/* A pedal on a command with two sides moves it to one of them; at rest it holds nothing. */
static void a_pedal_has_one_side(void **state)
{
    (void)state;
    mapping m = map(AXES A("ABS_Z, command: steering, side: positive, join: largest")
                        A("ABS_RZ, command: steering, side: negative, invert: true, join: largest"));
    axis(&m, 0, ABS_Z, 0);
    axis(&m, 0, ABS_RZ, 255);
    assert_int_equal(moves(&m), 0);
    axis(&m, 0, ABS_Z, 255);
    CHECK_SAME(said(&m, STEERING), 1.0);
    axis(&m, 0, ABS_Z, 0);
    axis(&m, 0, ABS_RZ, 0);
    CHECK_SAME(said(&m, STEERING), -1.0);
    unmap(&m);
}

static void turn(mapping *m, int code, int detents)
{
    collect(m, io_mapper_event(m->mapper, 0, EV_REL, code, detents, ++m->time));
}

/* A share of the range a detent, within the range; ABS_RUDDER has the number of REL_DIAL and is another axis.
 */
static void a_dial_moves_by_detents(void **state)
{
    (void)state;
    assert_int_equal(ABS_RUDDER, REL_DIAL);
    mapping m = map(AXES A("REL_DIAL, command: bucket, detent: 0.1")
                        A("REL_WHEEL, command: throttle, with: BTN_A, invert: true")
                            A("ABS_RUDDER, command: boom, min: 0, max: 100"));
    turn(&m, REL_DIAL, 2); /* of -0.5 to 2 */
    CHECK_NEAR(said(&m, BUCKET), 0.5, 1e-15);
    turn(&m, REL_DIAL, -100);
    CHECK_SAME(said(&m, BUCKET), -0.5);
    axis(&m, 0, ABS_RUDDER, 100);
    CHECK_SAME(said(&m, BOOM), 1.0);
    turn(&m, REL_WHEEL, -4);
    assert_int_equal(moves(&m), 0);
    key(&m, 0, BTN_A, 1);
    turn(&m, REL_WHEEL, -4);
    CHECK_NEAR(said(&m, THROTTLE), 0.2, 1e-15);
    unmap(&m);
}

/* ---- bindings that are a guess ---- */

static void held_back_until_an_axis_is_moved(void **state)
{
    (void)state;
    mapping m = map(AXES A("ABS_X, command: steering") A(
        "ABS_Z, command: throttle") "    buttons: [{button: BTN_A, command: gear_up}, "
                                    "{axis: ABS_HAT0X, beyond: 0.5, command: parking_brake, value: 0}]\n");
    io_mapper_hold_back(m.mapper, 0);
    axis(&m, 0, ABS_Z, 122);
    axis(&m, 0, ABS_X, 32768);
    axis(&m, 0, ABS_X, 45000);
    key(&m, 0, BTN_A, 1);
    axis(&m, 0, ABS_HAT0X, 1);
    assert_int_equal(moves(&m), 0);
    assert_true(io_mapper_held_back(m.mapper, 0));
    axis(&m, 0, ABS_X, 65535);
    assert_false(io_mapper_held_back(m.mapper, 0));
    CHECK_SAME(said(&m, STEERING), 1.0);
    axis(&m, 0, ABS_Z, 140); /* the other axis has proven nothing */
    key(&m, 0, BTN_A, 0);
    assert_int_equal(moves(&m), 0);
    key(&m, 0, BTN_A, 1);
    CHECK_SAME(said(&m, GEAR), 4.0);
    axis(&m, 0, ABS_Z, 255);
    CHECK_SAME(said(&m, THROTTLE), 1.0);
    io_mapper_plug(m.mapper, 0, &m.bindings->devices[0], test_ranges);
    assert_false(io_mapper_held_back(m.mapper, 0)); /* of the device before */
    unmap(&m);
}

/* A gas pedal that rests at its highest count; a slider goes as it is bound, wherever it lay. */
static void a_gas_pedal_goes_away_from_its_rest(void **state)
{
    (void)state;
    static const int way[] = {255, 128, 0};
    io_axis_range ranges[ABS_CNT] = {[ABS_GAS] = {0, 255}, [ABS_THROTTLE] = {0, 255}};
    mapping m = map(AXES A("ABS_GAS, command: throttle") A("ABS_THROTTLE, command: gear_up"));
    io_mapper_plug(m.mapper, 0, &m.bindings->devices[0], ranges);
    io_mapper_hold_back(m.mapper, 0);
    for (int i = 0; i < 3; i++) axis(&m, 0, ABS_GAS, way[i]);
    CHECK_SAME(said(&m, THROTTLE), 1.0);
    for (int i = 0; i < 3; i++) axis(&m, 0, ABS_THROTTLE, way[i]);
    CHECK_SAME(said(&m, GEAR), 0.0);
    unmap(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_stick_goes_to_its_ends_over_the_middle),
                                       cmocka_unit_test(a_pedal_goes_from_low_to_high),
                                       cmocka_unit_test(an_uneven_range_has_its_rest_in_the_middle),
                                       cmocka_unit_test(calibration_is_of_the_file),
                                       cmocka_unit_test(inverted_the_other_way_round),
                                       cmocka_unit_test(half_an_axis_has_one_side),
                                       cmocka_unit_test(a_device_without_a_range_moves_nothing),
                                       cmocka_unit_test(a_falling_range_is_a_range),
                                       cmocka_unit_test(dead_zone_and_saturation_scale_what_is_between),
                                       cmocka_unit_test(a_cubic_curve),
                                       cmocka_unit_test(a_curve_through_points),
                                       cmocka_unit_test(shapes_rise_and_are_odd),
                                       cmocka_unit_test(notches_take_the_nearest),
                                       cmocka_unit_test(an_axis_is_shown_before_and_after_its_shape),
                                       cmocka_unit_test(a_pedal_has_one_side),
                                       cmocka_unit_test(a_dial_moves_by_detents),
                                       cmocka_unit_test(held_back_until_an_axis_is_moved),
                                       cmocka_unit_test(a_gas_pedal_goes_away_from_its_rest),
                                       cmocka_unit_test(a_move_tells_who_and_when)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
