/* The display as a whole: what is refused, what is drawn anew and what is not, conditions, blinking. */
#include "fixture.h"

#include "support/allocations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static fixture f;

static int close_display(void **unused)
{
    (void)unused;
    fixture_close(&f);
    return 0;
}

static const char dial[] =
    "  - {id: engine, kind: dial, at: [10, 10], size: [200, 200], signal: engine.speed,\n"
    "     unit: rpm, from: 0, to: 2500, decimals: 0, ranges: [{from: 2200, colour: critical}]}\n";

static rnd_hud_gauge_view first(void)
{
    return rnd_hud_gauge(f.hud, 0);
}

/* ---- refusals ---- */

static void unknown_signal(void **unused)
{
    (void)unused;
    fixture_open(&f, "  - {id: a, kind: number, at: [0, 0], size: [90, 30],\n     signal: engine.sped}\n",
                 1.0);
    assert_string_equal(fixture_complaint(&f),
                        "test.yaml:14:14: unknown signal 'engine.sped'; one of the machine is expected "
                        "(`headland signals` lists them); did you mean 'engine.speed'?");
}

static void unit_that_does_not_fit(void **unused)
{
    (void)unused;
    fixture_open(
        &f, "  - {id: a, kind: number, at: [0, 0], size: [90, 30], signal: engine.speed, unit: km/h}\n", 1.0);
    assert_non_null(strstr(fixture_complaint(&f), "test.yaml:13:"));
    assert_non_null(strstr(fixture_complaint(&f), "the unit 'km/h' does not fit the signal 'engine.speed'"));
}

static void inclinometer_of_no_angle(void **unused)
{
    (void)unused;
    fixture_open(&f,
                 "  - {id: a, kind: inclinometer, at: [0, 0], size: [90, 90], signal: bucket.height, from: "
                 "-1, to: 1}\n",
                 1.0);
    assert_non_null(strstr(fixture_complaint(&f), "; an angle is expected"));
}

static hl_report warnings;

static const char *warning_of(int index)
{
    static char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    hl_report_line(&warnings, index, line, sizeof line);
    return line;
}

/* The display is drawn in another; a warning once for all gauges that ask for it, with the nearest that there
 * is. */
static void font_that_is_not_installed(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: number, at: [0, 0], size: [90, 30], signal: fuel.share,\n"
        "     font: DejaVu Sanz}\n"
        "  - {id: b, kind: number, at: [0, 40], size: [90, 30], signal: fuel.share, font: DejaVu Sanz}\n",
        1.0);
    assert_non_null(f.hud);
    hl_report_begin(&warnings, "test.yaml");
    rnd_hud_warn_fonts(rnd_hud_layout(f.hud), &warnings);
    assert_int_equal(warnings.count, 1);
    assert_non_null(strstr(warning_of(0),
                           "test.yaml:14:12: the font 'DejaVu Sanz' is not installed; its words are "
                           "drawn in '"));
    assert_non_null(strstr(warning_of(0), "did you mean 'DejaVu Sans'?"));
}

/* Characters of private use are in no font: the text and each of them are named, others of the text are not.
 */
static void characters_that_no_font_has(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: number, at: [0, 0], size: [90, 30], signal: fuel.share, label: F\u00fclle}\n"
        "  - {id: b, kind: message, at: [0, 40], size: [90, 30],\n"
        "     text: \"Tank \\U000F0123 \\U000F0124 \\U000F0123\"}\n",
        1.0);
    assert_non_null(f.hud);
    hl_report_begin(&warnings, "test.yaml");
    rnd_hud_warn_fonts(rnd_hud_layout(f.hud), &warnings);
    assert_int_equal(warnings.count, 1);
    assert_non_null(strstr(warning_of(0), "(U+F0123), '"));
    assert_non_null(strstr(warning_of(0), "(U+F0124) of the text 'Tank "));
    assert_int_equal(warnings.list[0].place.line, 14);
}

static void image_that_cannot_be_read(void **unused)
{
    (void)unused;
    static const char *const files[][2] = {{"nowhere.png", "No such file"},
                                           {"nowhere.svg", "No such file"},
                                           {HUD_TESTS "/test_display.c", "no PNG file"}};
    for (int i = 0; i < 3; i++) {
        char gauge[600];
        snprintf(gauge, sizeof gauge,
                 "  - {id: a, kind: image, at: [0, 0], size: [90, 30],\n     image: %s}\n", files[i][0]);
        fixture_open(&f, gauge, 1.0);
        assert_non_null(strstr(fixture_complaint(&f), "test.yaml:14:13: the image '"));
        assert_non_null(strstr(fixture_complaint(&f), files[i][1]));
        assert_non_null(strstr(fixture_complaint(&f), "; a PNG or an SVG file is expected"));
        fixture_close(&f);
    }
}

static void absurd_scale(void **unused)
{
    (void)unused;
    static const double scales[] = {0.0, -1.0, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; i++) {
        fixture_open(&f, dial, scales[i]);
        assert_non_null(strstr(fixture_complaint(&f), "pixels a dot; a number above zero is expected"));
        fixture_close(&f);
    }
    fixture_open(&f, dial, 1e4);
    assert_non_null(
        strstr(fixture_complaint(&f), "test.yaml:13:5: at 10000 pixels a dot the picture of gauge 'engine'"));
}

/* ---- what is drawn anew ---- */

static void unchanged_is_not_drawn(void **unused)
{
    (void)unused;
    fixture_open(&f, dial, 1.0);
    assert_false(first().visible);
    fixture_set(&f, "engine.speed", 1000.0);
    assert_int_equal(fixture_update(&f), 1);
    const uint32_t version = first().version;
    assert_true(first().visible);
    for (int i = 0; i < 10; i++) {
        f.time += 0.1;
        assert_int_equal(fixture_update(&f), 0);
    }
    assert_int_equal(first().version, version);
}

/* The tip's way is 0.86 x 100 px x 270 deg = 405 px for 2500 rpm: a quarter of a pixel is 1.5 rpm; the number
 * has no decimals. */
static void only_what_an_eye_sees_is_drawn(void **unused)
{
    (void)unused;
    fixture_open(&f, dial, 1.0);
    fixture_set(&f, "engine.speed", 1001.0); /* 649.1 quarters */
    fixture_update(&f);
    fixture_set(&f, "engine.speed", 1001.3); /* 649.2: a twentieth of a pixel further, the same number */
    assert_int_equal(fixture_update(&f), 0);
    fixture_set(&f, "engine.speed", 1001.6); /* 1002 */
    assert_int_equal(fixture_update(&f), 1);
    fixture_set(&f, "engine.speed", 1004.0);
    assert_int_equal(fixture_update(&f), 1);
}

static void every_gauge_by_itself(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: number, at: [0, 0], size: [90, 30], signal: fuel.share, unit: \"%\", decimals: "
        "0}\n"
        "  - {id: b, kind: number, at: [0, 40], size: [90, 30], signal: engine.speed, decimals: 0}\n",
        1.0);
    assert_int_equal(fixture_update(&f), 2);
    const uint32_t a = rnd_hud_gauge(f.hud, 0).version, b = rnd_hud_gauge(f.hud, 1).version;
    fixture_set(&f, "engine.speed", 800.0);
    assert_int_equal(fixture_update(&f), 1);
    assert_int_equal(rnd_hud_gauge(f.hud, 0).version, a);
    assert_int_equal(rnd_hud_gauge(f.hud, 1).version, b + 1);
}

/* The same is shown, the same is drawn: a picture depends on nothing that was before it. */
static void pictures_come_back(void **unused)
{
    (void)unused;
    static uint8_t before[256 * 256 * 4];
    fixture_open(&f, dial, 1.0);
    fixture_set(&f, "engine.speed", 700.0);
    fixture_update(&f);
    const size_t size = (size_t)first().stride * (size_t)first().height;
    assert_true(size <= sizeof before);
    memcpy(before, first().pixels, size);
    fixture_set(&f, "engine.speed", 2400.0);
    fixture_update(&f);
    assert_memory_not_equal(before, first().pixels, size);
    fixture_set(&f, "engine.speed", 700.0);
    fixture_update(&f);
    assert_memory_equal(before, first().pixels, size);
}

static void minus_zero_is_zero(void **unused)
{
    (void)unused;
    fixture_open(
        &f, "  - {id: a, kind: number, at: [0, 0], size: [90, 30], signal: vehicle.speed, decimals: 1}\n",
        1.0);
    fixture_update(&f);
    fixture_set(&f, "vehicle.speed", -0.0);
    assert_int_equal(fixture_update(&f), 0);
    fixture_set(&f, "vehicle.speed", -0.04);
    assert_int_equal(fixture_update(&f), 0);
    fixture_set(&f, "vehicle.speed", -0.06);
    assert_int_equal(fixture_update(&f), 1);
}

/* Nothing to draw, nothing to allocate. */
static void a_quiet_update_allocates_nothing(void **unused)
{
    (void)unused;
#if COUNTS_ALLOCATIONS
    fixture_open(&f, dial, 1.0);
    fixture_update(&f);
    const long before = calls;
    for (int i = 0; i < 100; i++) fixture_update(&f);
    assert_int_equal(calls, before);
#endif
}

/* ---- values that are none ---- */

static void values_that_are_not_finite(void **unused)
{
    (void)unused;
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    fixture_open(&f, dial, 1.0);
    fixture_set(&f, "engine.speed", 1250.0);
    fixture_update(&f);
    rnd_hud_gauge_view view = first();
    assert_true(fixture_find_all(&view, FIXTURE_RED).weight > 0.0);
    for (int i = 0; i < 3; i++) {
        fixture_set(&f, "engine.speed", bad[i]);
        assert_int_equal(fixture_update(&f), i == 0); /* all three look the same: "--", no needle */
        view = first();
        assert_true(fixture_find_all(&view, FIXTURE_RED).weight == 0.0);
    }
}

/* ---- conditions ---- */

static void shown_while_conditions_hold(void **unused)
{
    (void)unused;
    fixture_open(&f,
                 "  - {id: a, kind: message, at: [0, 0], size: [90, 30], text: low,\n"
                 "     when: [{signal: fuel.share, below: 10 %}, {signal: engine.speed, above: 500}]}\n",
                 1.0);
    fixture_set(&f, "fuel.share", 0.05);
    assert_int_equal(fixture_update(&f), 0);
    assert_false(first().visible);
    fixture_set(&f, "engine.speed", 501.0);
    assert_int_equal(fixture_update(&f), 1);
    assert_true(first().visible);
    fixture_set(&f, "fuel.share", 0.10);
    fixture_update(&f);
    assert_false(first().visible);
    fixture_set(&f, "fuel.share", 0.05);
    assert_int_equal(fixture_update(&f), 0); /* its picture is still there */
    assert_true(first().visible);
    fixture_set(&f, "fuel.share", (double)NAN);
    fixture_update(&f);
    assert_false(first().visible);
}

static void a_marker_goes_with_its_gauge(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: m, kind: marker, of: a, value: 2}\n"
        "  - {id: a, kind: bar, at: [0, 0], size: [200, 60], signal: bucket.height, from: 0, to: 4,\n"
        "     when: [{signal: control.brake, above: 0.5}]}\n",
        1.0);
    fixture_update(&f);
    assert_false(first().visible);
    fixture_set(&f, "control.brake", 1.0);
    fixture_update(&f);
    assert_true(first().visible);
}

static void lamps_are_always_there(void **unused)
{
    (void)unused;
    fixture_open(&f,
                 "  - {id: a, kind: lamp, at: [10, 10], size: [50, 50], symbol: brake, colour: good,\n"
                 "     when: [{signal: control.brake, above: 0.5}]}\n",
                 1.0);
    fixture_update(&f);
    rnd_hud_gauge_view view = first();
    assert_true(view.visible);
    assert_true(fixture_find_all(&view, FIXTURE_CYAN).weight == 0.0);
    fixture_set(&f, "control.brake", 1.0);
    assert_int_equal(fixture_update(&f), 1);
    view = first();
    assert_true(fixture_find_all(&view, FIXTURE_CYAN).weight > 100.0); /* [pixels] of a symbol of 40 x 40 */
}

/* ---- time ---- */

static void blinks_once_a_second(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: message, at: [0, 0], size: [90, 30], text: low, blink: true}\n"
        "  - {id: b, kind: lamp, at: [0, 40], size: [50, 50], symbol: fuel, colour: good, blink: true,\n"
        "     when: [{signal: fuel.share, below: 0.1}]}\n",
        1.0);
    int changes = 0;
    bool before = false, lit = false;
    for (int i = 0; i < 100; i++) { /* 10 s in steps that meet no edge */
        f.time = 0.1 * i + 0.05;
        fixture_update(&f);
        const rnd_hud_gauge_view lamp = rnd_hud_gauge(f.hud, 1);
        lit = fixture_find_all(&lamp, FIXTURE_CYAN).weight > 0.0;
        assert_int_equal(first().visible, lit);
        assert_int_equal(lit, i % 10 < 5);
        changes += lit != before;
        before = lit;
    }
    assert_int_equal(changes, 20);
}

/* Two lamps with the same two conditions: one needs both, the other one of them. */
static void lamps_need_all_conditions_or_one(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: all, kind: lamp, at: [0, 0], size: [50, 50], symbol: fuel, colour: good,\n"
        "     when: [{signal: fuel.share, below: 0.1}, {signal: gear.number, above: 1.5}]}\n"
        "  - {id: any, kind: lamp, at: [0, 60], size: [50, 50], symbol: fuel, colour: good, any: true,\n"
        "     when: [{signal: fuel.share, below: 0.1}, {signal: gear.number, above: 1.5}]}\n",
        1.0);
    for (int k = 0; k < 4; k++) {
        fixture_set(&f, "fuel.share", k & 1 ? 0.05 : 0.5);
        fixture_set(&f, "gear.number", k & 2 ? 2.0 : 1.0);
        fixture_update(&f);
        for (int lamp = 0; lamp < 2; lamp++) {
            const rnd_hud_gauge_view view = rnd_hud_gauge(f.hud, lamp);
            assert_int_equal(fixture_find_all(&view, FIXTURE_CYAN).weight > 0.0, lamp == 0 ? k == 3 : k > 0);
        }
    }
}

/* A line of 10 s: 19 s and a jump back to 3 s; only what came after the jump is there. */
static void a_jump_back_starts_trends_anew(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: trend, at: [0, 0], size: [300, 150], signal: bucket.height, from: 0, to: 4,\n"
        "     seconds: 10 s, colour: good}\n",
        1.0);
    fixture_set(&f, "bucket.height", 3.0);
    for (f.time = 0.0; f.time < 19.0; f.time += 0.05) fixture_update(&f);
    rnd_hud_gauge_view view = first();
    const double with_line = fixture_find_all(&view, FIXTURE_CYAN).weight;
    f.time = 3.0;
    assert_int_equal(fixture_update(&f), 1);
    view = first();
    const double without = fixture_find_all(&view, FIXTURE_CYAN).weight;
    assert_true(with_line - without >
                200.0); /* [pixels]: the plot is more than 200 wide, the line more than one high */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(unknown_signal, close_display),
        cmocka_unit_test_teardown(unit_that_does_not_fit, close_display),
        cmocka_unit_test_teardown(inclinometer_of_no_angle, close_display),
        cmocka_unit_test_teardown(font_that_is_not_installed, close_display),
        cmocka_unit_test_teardown(characters_that_no_font_has, close_display),
        cmocka_unit_test_teardown(image_that_cannot_be_read, close_display),
        cmocka_unit_test_teardown(absurd_scale, close_display),
        cmocka_unit_test_teardown(unchanged_is_not_drawn, close_display),
        cmocka_unit_test_teardown(only_what_an_eye_sees_is_drawn, close_display),
        cmocka_unit_test_teardown(every_gauge_by_itself, close_display),
        cmocka_unit_test_teardown(pictures_come_back, close_display),
        cmocka_unit_test_teardown(minus_zero_is_zero, close_display),
        cmocka_unit_test_teardown(a_quiet_update_allocates_nothing, close_display),
        cmocka_unit_test_teardown(values_that_are_not_finite, close_display),
        cmocka_unit_test_teardown(shown_while_conditions_hold, close_display),
        cmocka_unit_test_teardown(a_marker_goes_with_its_gauge, close_display),
        cmocka_unit_test_teardown(lamps_are_always_there, close_display),
        cmocka_unit_test_teardown(blinks_once_a_second, close_display),
        cmocka_unit_test_teardown(lamps_need_all_conditions_or_one, close_display),
        cmocka_unit_test_teardown(a_jump_back_starts_trends_anew, close_display),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
