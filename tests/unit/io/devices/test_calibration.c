/* Calibration: ranges of axes from simulated samples, and the bindings that follow. */
#include "mapping.h"

#include "io/calibration.h"

static const io_span bits_10 = {0, 1023}, bits_16 = {0, 65535};

static void sees_what_comes(void **state)
{
    (void)state;
    io_span span = io_span_empty;
    io_span_add(&span, 5);
    assert_int_equal(span.low, 5);
    assert_int_equal(span.high, 5);
    io_span_add(&span, -3);
    io_span_add(&span, 9);
    assert_int_equal(span.low, -3);
    assert_int_equal(span.high, 9);
}

static void finds_a_stick(void **state)
{
    (void)state;
    const io_found_range r = io_range_find(bits_10, (io_span){3, 1019}, (io_span){508, 510});
    assert_true(r.moved && r.centred);
    assert_int_equal(r.min, 3);
    assert_int_equal(r.rest, 509); /* the middle of its noise */
    assert_int_equal(r.max, 1019);
    assert_int_equal(r.noise, 2);
    /* 3 counts of the shorter half, 506: 0.0059, up to the next half percent. The literal is what the sum of
     * steps rounds to, to some units in the last place. */
    CHECK_NEAR(r.dead_zone, 0.01, 1e-15);
}

static void finds_a_pedal(void **state)
{
    (void)state;
    const io_found_range r = io_range_find(bits_10, (io_span){10, 1000}, (io_span){996, 996});
    assert_true(r.moved && !r.centred);
    CHECK_NEAR(r.dead_zone, 0.005, 1e-15); /* one count of 990 is 0.001 */
    bool clear;
    assert_false(io_range_is_upwards(&r, (io_span){12, 996}, &clear)); /* pressed it falls */
    assert_true(clear);
}

static void an_axis_that_was_left_alone(void **state)
{
    (void)state;
    assert_false(io_range_find(bits_10, io_span_empty, (io_span){7, 7}).moved);
    assert_false(io_range_find(bits_16, (io_span){0, 16000}, (io_span){0, 0}).moved);
    assert_true(io_range_find(bits_16, (io_span){0, 16400}, (io_span){0, 0}).moved);
    const io_found_range r = io_range_find(bits_10, (io_span){0, 1023}, (io_span){512, 512});
    bool clear;
    (void)io_range_is_upwards(&r, (io_span){500, 530}, &clear);
    assert_false(clear);
}

/* Devices may tell any range: nothing overflows. */
static void takes_the_widest_ranges(void **state)
{
    (void)state;
    const io_span all = {INT32_MIN, INT32_MAX};
    const io_found_range r = io_range_find(all, all, (io_span){0, 0});
    assert_true(r.moved && r.centred);
    CHECK_NEAR(r.dead_zone, 0.005, 1e-15);
}

static void applies_to_an_axis(void **state)
{
    (void)state;
    auth_axis axis = {.dead_zone = 0.05, .saturation = 1.0};
    io_found_range r = io_range_find(bits_10, (io_span){3, 1019}, (io_span){508, 510});
    io_range_apply(&r, &axis);
    assert_true(axis.has_min && axis.has_centre && axis.has_max);
    CHECK_SAME(axis.min, 3.0);
    CHECK_SAME(axis.centre, 509.0);
    CHECK_SAME(axis.max, 1019.0);
    CHECK_SAME(axis.dead_zone, 0.05); /* the larger one stays */
    r = io_range_find(bits_10, (io_span){0, 1023}, (io_span){0, 500});
    axis.saturation = 0.4;
    io_range_apply(&r, &axis);
    assert_true(axis.dead_zone < axis.saturation); /* as a file must have it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_what_comes),         cmocka_unit_test(finds_a_stick),
        cmocka_unit_test(finds_a_pedal),           cmocka_unit_test(an_axis_that_was_left_alone),
        cmocka_unit_test(takes_the_widest_ranges), cmocka_unit_test(applies_to_an_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
