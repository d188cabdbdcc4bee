/* What the gauges show: measured in their pixels. */
#include "fixture.h"

#include "round.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static fixture f;

static int close_display(void **unused)
{
    (void)unused;
    fixture_close(&f);
    return 0;
}

static rnd_hud_gauge_view look(int gauge)
{
    fixture_update(&f);
    return rnd_hud_gauge(f.hud, gauge);
}

static double angle_between(double a, double b)
{
    return remainder(a - b, 2.0 * PI);
}

/* ---- needles ---- */

/* Where the needle of a round gauge points, clockwise from upwards [rad]: evenly from one end of the scale to
 * the other. */
static double needle_of(const auth_gauge *gauge, double value)
{
    const double within = fmin(fmax(value, gauge->from), gauge->to);
    return gauge->start + gauge->sweep * (within - gauge->from) / (gauge->to - gauge->from);
}

/* The needle stands at a multiple of a quarter of a pixel of its tip's way: half of that is 1/8 px at 0.86
 * radii. Between 0.3 and 0.5 radii the needle's middle is that of many pixels, each covered to 1/255, and
 * known to better than 1/20 px. */
static double needle_tolerance(double radius, double scale)
{
    return 0.125 / (0.86 * radius * scale) + 0.05 / (0.4 * radius * scale);
}

static void measure_needle(double value)
{
    fixture_set(&f, "fuel.share", 0.01 * value);
    const rnd_hud_gauge_view view = look(0);
    const auth_gauge *gauge = &f.layout->gauges[0];
    const hud_round round = hud_round_of(gauge);
    const double centre[2] = {round.x, round.y}, scale = view.width / view.size[0];
    const fixture_patch needle =
        fixture_find(&view, FIXTURE_RED, centre, 0.3 * round.radius, 0.5 * round.radius);
    assert_true(needle.weight > 0.0);
    CHECK_NEAR(angle_between(fixture_direction(centre, needle.x, needle.y), needle_of(gauge, value)), 0.0,
               needle_tolerance(round.radius, scale));
}

static void needles_point_at_the_value(void **unused)
{
    (void)unused;
    static const char *const turns[] = {"", ", start: -90 deg, sweep: 180 deg",
                                        ", start: 120 deg, sweep: -240 deg", ", start: 0, sweep: 90 deg"};
    static const double scales[] = {1.0, 1.37, 2.0};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            char gauge[300];
            snprintf(
                gauge, sizeof gauge,
                "  - {id: a, kind: dial, at: [10, 10], size: [200, 200], signal: fuel.share, unit: \"%%\", "
                "from: 0, to: 100, decimals: 0%s}\n",
                turns[i]);
            fixture_open(&f, gauge, scales[k]);
            for (double value = 0.0; value <= 100.0; value += 6.25) measure_needle(value);
            fixture_close(&f);
        }
}

static void needles_stop_at_the_ends(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: dial, at: [10, 10], size: [200, 200], signal: fuel.share, unit: \"%\", from: 0, "
        "to: 100, decimals: 0}\n",
        1.0);
    const auth_gauge *gauge = &f.layout->gauges[0];
    CHECK_NEAR(needle_of(gauge, 0.0), -0.75 * PI, 1e-12); /* what a layout that says nothing gets */
    CHECK_NEAR(needle_of(gauge, 50.0), 0.0, 1e-12);
    measure_needle(-20.0);
    measure_needle(170.0);
    fixture_set(&f, "fuel.share", 1.8); /* the number goes on */
    assert_int_equal(fixture_update(&f), 1);
}

/* The bar across the ring: its middle is at 0.86 radii. Its edge towards the fill mixes with that and does
 * not count, half a pixel of its 5: that moves its middle by a quarter of a pixel. */
static void arcs_fill_to_the_value(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: arc, at: [10, 10], size: [200, 200], signal: fuel.share, unit: \"%\", from: 0, "
        "to: 100}\n",
        1.5);
    const auth_gauge *gauge = &f.layout->gauges[0];
    const hud_round round = hud_round_of(gauge);
    const double centre[2] = {round.x, round.y};
    double before = -1.0;
    for (double value = 0.0; value <= 100.0; value += 12.5) {
        fixture_set(&f, "fuel.share", 0.01 * value);
        const rnd_hud_gauge_view view = look(0);
        const fixture_patch tip = fixture_find_all(&view, FIXTURE_RED);
        const fixture_patch ring =
            fixture_find(&view, FIXTURE_GREEN, centre, 0.82 * round.radius, 0.9 * round.radius);
        CHECK_NEAR(angle_between(fixture_direction(centre, tip.x, tip.y), needle_of(gauge, value)), 0.0,
                   (0.125 + 0.3) / (0.86 * round.radius * 1.5));
        assert_true(ring.weight > before); /* opaque or not, more of it with every step */
        before = ring.weight;
    }
}

/* Row of pixels with the most of an ink [dots]. */
static double fullest_row(const rnd_hud_gauge_view *view, fixture_ink ink)
{
    double most = 0.0, found = 0.0;
    for (int row = 0; row < view->height; row++) {
        rnd_hud_gauge_view one = *view;
        one.pixels += (ptrdiff_t)row * view->stride;
        one.height = 1;
        one.size[1] = view->size[1] / view->height;
        one.at[1] += row * one.size[1];
        const fixture_patch patch = fixture_find_all(&one, ink);
        if (patch.weight <= most) continue;
        most = patch.weight;
        found = patch.y;
    }
    return found;
}

/* The machine leans about the middle of the ground line; the pointer is all that is red beyond nine tenths of
 * the way to its tip when upright. The tip is known to a pixel, the pointer's middle to 1/20 px, the middle
 * of the ground line to half a pixel, which is seen under at most 0.5 px / 0.75 radii. */
static void machines_lean_by_the_angle(void **unused)
{
    (void)unused;
    for (int pitch = 0; pitch < 2; pitch++) {
        char gauge[300];
        snprintf(gauge, sizeof gauge,
                 "  - {id: a, kind: inclinometer, at: [10, 10], size: [240, 240], signal: chassis.roll, "
                 "unit: deg, "
                 "from: -40, to: 40, view: %s}\n",
                 pitch ? "side" : "behind");
        fixture_open(&f, gauge, 2.0);
        fixture_set(&f, "chassis.roll", 0.0);
        rnd_hud_gauge_view view = look(0);
        const double centre[2] = {130.0, fullest_row(&view, FIXTURE_GREEN)};
        const fixture_patch upright = fixture_find(&view, FIXTURE_RED, centre, 0.45 * 240.0, HUGE_VAL);
        const double distance = centre[1] - upright.y;
        for (double value = -50.0; value <= 50.0; value += 10.0) {
            fixture_set(&f, "chassis.roll", value * PI / 180.0);
            view = look(0);
            const fixture_patch pointer = fixture_find(&view, FIXTURE_RED, centre, 0.92 * distance, HUGE_VAL);
            const double expected = (pitch ? -1.0 : 1.0) * fmin(40.0, fmax(-40.0, value)) * PI / 180.0;
            CHECK_NEAR(fixture_direction(centre, pointer.x, pointer.y), expected, 0.6 / (2.0 * distance));
        }
        fixture_close(&f);
    }
}

/* The tip of a bar and the end of a line are where the value is between the ends, to half a step of a quarter
 * pixel and the 1/20 px to which a middle is known. */
static void tips_lie_between_the_ends(const char *gauge, int axis)
{
    static const double scale = 1.5;
    double at[2] = {0.0, 0.0};
    fixture_open(&f, gauge, scale);
    for (int step = -1; step <= 8; step++) {
        const double share = step < 0 ? 1.0 : step / 8.0;
        fixture_set(&f, "bucket.height", -1.0 + 4.0 * share);
        f.time += 1.0;
        const rnd_hud_gauge_view view = look(0);
        const fixture_patch tip = fixture_find_all(&view, FIXTURE_RED);
        const double here = axis == 0 ? tip.x : tip.y;
        assert_true(tip.weight > 0.0);
        if (step < 0) at[1] = here;
        if (step == 0) at[0] = here;
        if (step > 0) CHECK_NEAR(here, at[0] + share * (at[1] - at[0]), (0.25 + 0.3) / scale);
    }
    assert_true(fabs(at[1] - at[0]) > 50.0); /* [dots] */
    fixture_close(&f);
}

static void bars_fill_to_the_value(void **unused)
{
    (void)unused;
    tips_lie_between_the_ends(
        "  - {id: a, kind: bar, at: [10, 10], size: [200, 80], signal: bucket.height, from: -1, "
        "to: 3, decimals: 1}\n",
        0);
    tips_lie_between_the_ends(
        "  - {id: a, kind: bar, standing: true, at: [10, 10], size: [100, 200], signal: "
        "bucket.height, from: -1, to: 3, decimals: 1}\n",
        1);
}

static void trends_end_at_the_value(void **unused)
{
    (void)unused;
    tips_lie_between_the_ends(
        "  - {id: a, kind: trend, at: [10, 10], size: [300, 200], signal: bucket.height, from: "
        "-1, to: 3, decimals: 1}\n",
        1);
}

/* ---- colours ---- */

static double weight_of(int gauge, fixture_ink ink)
{
    const rnd_hud_gauge_view view = rnd_hud_gauge(f.hud, gauge);
    return fixture_find_all(&view, ink).weight;
}

static void critical_values_are_shown_in_their_colour(void **unused)
{
    (void)unused;
    static const char *const kinds[] = {"dial", "arc", "bar", "trend", "number"};
    for (int i = 0; i < 5; i++) {
        char gauge[400];
        snprintf(
            gauge, sizeof gauge,
            "  - {id: a, kind: %s, at: [10, 10], size: [200, 120], signal: fuel.share, unit: \"%%\", %s, "
            "decimals: 0, ranges: [{to: 10, colour: critical}]}\n",
            kinds[i], i < 4 ? "from: 0, to: 100" : "label: fuel");
        fixture_open(&f, gauge, 1.0);
        fixture_set(&f, "fuel.share", 0.5);
        fixture_update(&f);
        const double scale = weight_of(0, FIXTURE_MAGENTA), number = weight_of(0, FIXTURE_GREEN);
        assert_true(i == 4 || weight_of(0, FIXTURE_RED) > 0.0);
        fixture_set(&f, "fuel.share", 0.05);
        fixture_update(&f);
        assert_true(weight_of(0, FIXTURE_MAGENTA) > scale + 10.0); /* [pixels] of a digit at least */
        assert_true(weight_of(0, FIXTURE_GREEN) < number);
        assert_true(weight_of(0, FIXTURE_RED) == 0.0);
        fixture_set(&f, "fuel.share", -0.2); /* beyond the scale the range goes on */
        fixture_update(&f);
        assert_true(weight_of(0, FIXTURE_MAGENTA) > scale + 10.0);
        fixture_close(&f);
    }
}

static void machines_beyond_the_limit_are_critical(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: inclinometer, at: [10, 10], size: [200, 200], signal: chassis.roll, unit: deg, "
        "from: -40, to: 40, limit: 20}\n",
        1.0);
    static const double angles[] = {0.0, 19.0, 21.0, -21.0};
    for (int i = 0; i < 4; i++) {
        fixture_set(&f, "chassis.roll", angles[i] * PI / 180.0);
        fixture_update(&f);
        assert_int_equal(weight_of(0, FIXTURE_RED) == 0.0, i >= 2);
        assert_true(weight_of(0, FIXTURE_MAGENTA) > 0.0); /* the zones, at least */
    }
}

/* ---- recommended values ---- */

static void markers_point_at_their_value(void **unused)
{
    (void)unused;
    static const char *const kinds[] = {"dial", "arc"};
    for (int i = 0; i < 2; i++) {
        char gauges[500];
        snprintf(gauges, sizeof gauges,
                 "  - {id: a, kind: %s, at: [10, 10], size: [200, 200], signal: fuel.share, unit: \"%%\", "
                 "from: 0, "
                 "to: 100}\n"
                 "  - {id: m, kind: marker, of: a, value: 72, tolerance: 2}\n"
                 "  - {id: s, kind: marker, of: a, signal: control.brake}\n",
                 kinds[i]);
        fixture_open(&f, gauges, 1.0);
        fixture_set(&f, "control.brake", 0.31); /* 31 % */
        fixture_update(&f);
        const auth_gauge *gauge = &f.layout->gauges[0];
        const hud_round round = hud_round_of(gauge);
        const double centre[2] = {round.x, round.y}, marked[2] = {72.0, 31.0};
        for (int m = 0; m < 2; m++) {
            const rnd_hud_gauge_view view = rnd_hud_gauge(f.hud, 1 + m);
            const fixture_patch wedge = fixture_find_all(&view, FIXTURE_BLUE);
            assert_true(wedge.weight > 20.0); /* [pixels] */
            CHECK_NEAR(
                angle_between(fixture_direction(centre, wedge.x, wedge.y), needle_of(gauge, marked[m])), 0.0,
                needle_tolerance(round.radius, 1.0));
        }
        fixture_close(&f);
    }
}

static void markers_turn_good_when_the_value_is_there(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: bar, at: [10, 10], size: [200, 80], signal: bucket.height, from: 0, to: 4,\n"
        "     decimals: 1}\n"
        "  - {id: m, kind: marker, of: a, value: 2, tolerance: 0.5, label: dig}\n"
        "  - {id: n, kind: marker, of: a, value: 3}\n",
        1.0);
    static const struct {
        double height;
        bool m, n;
    } cases[] = {{1.4, false, false},
                 {1.6, true, false},
                 {2.6, false, false},
                 {2.94, false, false},
                 {3.04, false, true}};
    for (int i = 0; i < 5; i++) {
        fixture_set(&f, "bucket.height", cases[i].height);
        fixture_update(&f);
        assert_int_equal(weight_of(1, FIXTURE_CYAN) > 0.0, cases[i].m);
        assert_int_equal(weight_of(1, FIXTURE_BLUE) > 0.0, !cases[i].m);
        assert_int_equal(weight_of(2, FIXTURE_CYAN) > 0.0, cases[i].n);
    }
    fixture_set(&f, "bucket.height", (double)NAN);
    fixture_update(&f);
    assert_true(weight_of(1, FIXTURE_CYAN) == 0.0);
}

/* ---- gear, map, words ---- */

static void gears_change_letter_and_number(void **unused)
{
    (void)unused;
    fixture_open(&f,
                 "  - {id: a, kind: gear, at: [10, 10], size: [120, 100], signal: gear.number, direction: "
                 "gear.direction}\n",
                 1.0);
    static const double directions[] = {1.0, 0.0, -1.0};
    double y = 0.0;
    fixture_set(&f, "gear.number", 3.0);
    for (int i = 0; i < 3; i++) {
        fixture_set(&f, "gear.direction", directions[i]);
        rnd_hud_gauge_view view = look(0);
        view.size[0] *= 40.0 / view.width; /* the column of letters */
        view.width = 40;
        const fixture_patch lit = fixture_find_all(&view, FIXTURE_GREEN);
        assert_true(lit.y > y + 15.0); /* [dots]: forward is uppermost, reverse lowermost */
        y = lit.y;
    }
    fixture_set(&f, "gear.number", 4.0);
    assert_int_equal(fixture_update(&f), 1);
    fixture_set(&f, "gear.number", 4.3); /* still 4 */
    assert_int_equal(fixture_update(&f), 0);
}

/* Each of four gears has a picture of its own; those of the named ones differ from their numbers'. */
static void gears_have_names(void **unused)
{
    (void)unused;
    fixture_open(
        &f,
        "  - {id: a, kind: gear, at: [10, 10], size: [100, 100], signal: gear.number, names: C 1 XX}\n"
        "  - {id: b, kind: gear, at: [10, 120], size: [100, 100], signal: gear.number}\n",
        1.0);
    for (int gear = 1; gear <= 4; gear++) {
        fixture_set(&f, "gear.number", gear);
        const rnd_hud_gauge_view named = look(0), plain = look(1);
        const size_t size = 4 * (size_t)named.width * (size_t)named.height;
        assert_int_equal(memcmp(named.pixels, plain.pixels, size) != 0,
                         gear <= 3); /* the fourth has no name */
    }
}

/* An object 10 m ahead is above the machine, wherever it heads; 25 m are 100 dots. */
static void maps_turn_with_the_machine(void **unused)
{
    (void)unused;
    fixture_open(&f, "  - {id: a, kind: map, at: [10, 10], size: [200, 200]}\n", 1.0);
    static const double headings[] = {0.0, 0.5 * PI, PI, -0.25 * PI};
    for (int i = 0; i < 4; i++) {
        fixture_set(&f, "chassis.heading", headings[i]);
        const rnd_hud_gauge_view view = look(0);
        const double centre[2] = {110.0, 110.0};
        uint32_t pixel;
        const int column = (int)lround(centre[0] + 40.0 * sin(headings[i]) - view.at[0]);
        const int row = (int)lround(centre[1] - 40.0 * cos(headings[i]) - view.at[1]);
        memcpy(&pixel, view.pixels + (ptrdiff_t)row * view.stride + 4 * (ptrdiff_t)column, sizeof pixel);
        assert_true((pixel & 255) > 100); /* grey of the role dim; the plate is left out */
    }
}

/* The track is behind: below the machine. */
static void maps_show_the_track(void **unused)
{
    (void)unused;
    fixture_open(&f, "  - {id: a, kind: map, at: [10, 10], size: [200, 200], seconds: 5 s}\n", 1.0);
    for (int i = 0; i <= 40; i++) {
        f.time = 0.1 * i;
        fixture_set(&f, "chassis.x", -100.0 + 0.5 * i);
        fixture_update(&f);
    }
    rnd_hud_gauge_view view = rnd_hud_gauge(f.hud, 0);
    const fixture_patch track = fixture_find_all(&view, FIXTURE_BLUE);
    CHECK_NEAR(track.x, 110.0, 0.6); /* [dots], half a pixel */
    assert_true(track.y > 130.0);
    assert_true(track.weight > 100.0);
    f.time += 6.0; /* older than its length */
    fixture_update(&f);
    assert_true(weight_of(0, FIXTURE_BLUE) < 0.1 * track.weight);
}

static double ink_of(const char *gauge)
{
    fixture_open(&f, gauge, 2.0);
    fixture_set(&f, "fuel.share", 0.5);
    fixture_update(&f);
    const double weight = weight_of(0, FIXTURE_GREEN);
    fixture_close(&f);
    return weight;
}

/* Dots on the letters are more ink than none. */
static void words_are_utf_8(void **unused)
{
    (void)unused;
    const double plain =
        ink_of("  - {id: a, kind: message, at: [10, 10], size: [200, 60], font_size: 20, text: Kuhlol}\n");
    const double dotted = ink_of("  - {id: a, kind: message, at: [10, 10], size: [200, 60], font_size: 20, "
                                 "text: K\xC3\xBChl\xC3\xB6l}\n");
    assert_true(dotted > plain + 10.0);
}

static void messages_have_lines_and_numbers(void **unused)
{
    (void)unused;
    const double one =
        ink_of("  - {id: a, kind: message, at: [10, 10], size: [200, 60], font_size: 12, text: \"low\"}\n");
    const double two = ink_of(
        "  - {id: a, kind: message, at: [10, 10], size: [200, 60], font_size: 12, text: \"low\\nlow\"}\n");
    const double border =
        ink_of("  - {id: a, kind: message, at: [10, 10], size: [200, 60], font_size: 12, text: \" \"}\n");
    CHECK_RELATIVE(two - border, 2.0 * (one - border),
                   0.02); /* the same letters at other fractions of a pixel */
    fixture_open(
        &f,
        "  - {id: a, kind: message, at: [10, 10], size: [200, 60], text: \"% left\", signal: fuel.share,\n"
        "     unit: \"%\", decimals: 0}\n",
        1.0);
    assert_int_equal(fixture_update(&f), 1);
    fixture_set(&f, "fuel.share", 0.50);
    assert_int_equal(fixture_update(&f), 1);
    fixture_set(&f, "fuel.share", 0.502);
    assert_int_equal(fixture_update(&f), 0);
}

/* ---- all kinds ---- */

static const char every_kind[] =
    "  - {id: a, kind: dial, at: [10, 10], size: [90, 90], label: engine speed, signal: engine.speed, from: "
    "0, to: 2500}\n"
    "  - {id: b, kind: arc, at: [110, 10], size: [90, 90], label: fuel, signal: fuel.share, unit: \"%\", "
    "from: 0, to: 100}\n"
    "  - {id: c, kind: bar, at: [210, 10], size: [90, 40], label: fuel, signal: fuel.share, unit: \"%\", "
    "from: 0, to: 100}\n"
    "  - {id: d, kind: bar, standing: true, at: [310, 10], size: [60, 90], label: height, signal: "
    "bucket.height, from: -1, to: 3}\n"
    "  - {id: e, kind: number, at: [210, 60], size: [90, 40], label: speed, text: v, signal: vehicle.speed, "
    "unit: km/h}\n"
    "  - {id: f, kind: inclinometer, at: [10, 110], size: [90, 90], label: roll, signal: chassis.roll, unit: "
    "deg, from: -40, to: 40, limit: 20}\n"
    "  - {id: g, kind: gear, at: [110, 110], size: [90, 90], label: gear, signal: gear.number, direction: "
    "gear.direction}\n"
    "  - {id: h, kind: lamp, at: [210, 110], size: [90, 90], symbol: rollover, text: tip over, label: a "
    "lamp, when: [{signal: control.brake, above: 0.5}]}\n"
    "  - {id: i, kind: image, at: [310, 110], size: [80, 90], image: " HEADLAND_ASSETS "/hud/loader.svg}\n"
    "  - {id: j, kind: message, at: [10, 210], size: [90, 80], text: \"a message that is longer than its box "
    "is wide\"}\n"
    "  - {id: k, kind: map, at: [110, 210], size: [90, 80], label: site}\n"
    "  - {id: l, kind: trend, at: [210, 210], size: [90, 80], label: height, signal: bucket.height, from: "
    "-1, to: 3}\n"
    "  - {id: m, kind: marker, of: a, value: 2500, tolerance: 100, label: fast}\n"
    "  - {id: n, kind: marker, of: d, value: -1, tolerance: 0.5, label: low}\n"
    "  - {id: o, kind: marker, of: c, value: 100, label: full}\n"
    "  - {id: p, kind: marker, of: f, value: 40, label: lean}\n"
    "  - {id: q, kind: marker, of: l, value: 3, label: high}\n"
    "  - {id: r, kind: marker, of: b, value: 0, label: empty}\n";

/* Brightest channel of a pixel: halos have none. */
static int brightness(const rnd_hud_gauge_view *view, int column, int row)
{
    uint32_t pixel;
    memcpy(&pixel, view->pixels + (ptrdiff_t)row * view->stride + 4 * (ptrdiff_t)column, sizeof pixel);
    const int r = (int)(pixel >> 16 & 255), g = (int)(pixel >> 8 & 255), b = (int)(pixel & 255);
    return r > g ? (r > b ? r : b) : (g > b ? g : b);
}

/* Ink in the box, none in the margin but for half of a pixel's worth at the edge. */
static void check_box(int gauge, const char *when)
{
    const rnd_hud_gauge_view view = rnd_hud_gauge(f.hud, gauge);
    const auth_gauge *def = &f.layout->gauges[gauge];
    const double dot = view.size[0] / view.width; /* of a pixel */
    int inside = 0;
    for (int row = 0; row < view.height; row++)
        for (int column = 0; column < view.width; column++) {
            const double x = view.at[0] + (column + 0.5) * dot, y = view.at[1] + (row + 0.5) * dot;
            const double beyond = fmax(fmax(def->at[0] - x, x - def->at[0] - def->size[0]),
                                       fmax(def->at[1] - y, y - def->at[1] - def->size[1]));
            if (beyond <= 0.0) inside += brightness(&view, column, row) > 60;
            if (beyond > 0.5 * dot && brightness(&view, column, row) > 24)
                fail_msg("gauge '%s' draws %g dots beyond its box, %s", def->id, beyond, when);
        }
    if (inside < 20) fail_msg("gauge '%s' draws nothing, %s", def->id, when);
}

static void all_kinds_draw_in_their_boxes(void **unused)
{
    (void)unused;
    static const struct {
        const char *when;
        double share; /* of all scales */
    } cases[] = {{"far below", -9.0},
                 {"at the lower end", 0.0},
                 {"in the middle", 0.5},
                 {"at the upper end", 1.0},
                 {"far above", 9e5}};
    for (double scale = 0.7; scale < 3.0; scale += 1.1) {
        fixture_open(&f, every_kind, scale);
        for (int i = 0; i < 5; i++) {
            const double s = cases[i].share;
            fixture_set(&f, "engine.speed", 2500.0 * s);
            fixture_set(&f, "fuel.share", s);
            fixture_set(&f, "bucket.height", -1.0 + 4.0 * s);
            fixture_set(&f, "vehicle.speed", 20.0 * s);
            fixture_set(&f, "chassis.roll", 1.4 * (s - 0.5));
            fixture_set(&f, "gear.number", 20.0 * s);
            fixture_set(&f, "gear.direction", s);
            fixture_set(&f, "control.brake", s);
            fixture_set(&f, "chassis.x", 10.0 * s);
            f.time += 1.0;
            fixture_update(&f);
            assert_int_equal(rnd_hud_gauge_count(f.hud), f.layout->gauge_count);
            for (int g = 0; g < rnd_hud_gauge_count(f.hud); g++) check_box(g, cases[i].when);
        }
        fixture_close(&f);
    }
}

static void every_symbol_is_drawn(void **unused)
{
    (void)unused;
    static const char *const symbols[] = {"brake",   "fuel", "rollover", "engine",
                                          "parking", "lock", "warning",  "recommended"};
    double weights[8];
    for (int i = 0; i < 8; i++) {
        char gauge[200];
        snprintf(gauge, sizeof gauge,
                 "  - {id: a, kind: lamp, at: [10, 10], size: [80, 80], symbol: %s, when: [{signal: "
                 "control.brake, "
                 "above: -1}]}\n",
                 symbols[i]);
        weights[i] = ink_of(gauge);
        assert_true(weights[i] > 500.0); /* [pixels] of 25 600 */
        for (int k = 0; k < i; k++)
            assert_true(fabs(weights[i] - weights[k]) > 1.0); /* no two are the same */
    }
}

/* ---- words that can be read ---- */

/* A gauge of a shipped layout, made by hand. */
typedef struct bench {
    hl_arena arena;
    hl_report report;
    hud_fonts fonts;
    auth_hud *layout;
} bench;

static void open_bench(bench *b, const char *path)
{
    memset(b, 0, sizeof *b);
    assert_int_equal(auth_hud_read(path, &b->arena, &b->layout, &b->report), HL_OK);
    assert_true(hud_fonts_begin(&b->fonts));
}

static void close_bench(bench *b)
{
    hud_fonts_end(&b->fonts);
    hl_arena_free(&b->arena);
}

static hud_gauge make_dial(bench *b, const auth_gauge *def, double scale)
{
    const rnd_hud_setup setup = {.layout = b->layout, .scale = scale, .least_text = RND_LEAST_TEXT};
    const hud_maker maker = {&setup, NULL, &b->fonts, &b->arena, &b->report};
    hud_gauge g = {.def = def,
                   .roles = b->layout->roles,
                   .box = {def->at[0], def->at[1], def->size[0], def->size[1]},
                   .scale = scale,
                   .least = RND_LEAST_TEXT / scale,
                   .decimals = hud_decimals(def)};
    snprintf(g.unit, sizeof g.unit, "%s",
             def->unit == NULL               ? ""
             : strcmp(def->unit, "deg") == 0 ? "\u00b0"
                                             : def->unit);
    assert_true(hud_dial.make(&g, &maker));
    return g;
}

static void free_dial(hud_gauge *g)
{
    for (int i = 0; i < HUD_TEXTS; i++) hud_text_end(&g->texts[i]);
}

typedef struct sheet {
    cairo_surface_t *surface;
    cairo_t *c;
} sheet;

static sheet open_sheet(const hud_gauge *g)
{
    sheet s;
    s.surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)(g->scale * g->box.w),
                                           (int)(g->scale * g->box.h));
    s.c = cairo_create(s.surface);
    cairo_scale(s.c, g->scale, g->scale);
    cairo_translate(s.c, -g->box.x, -g->box.y);
    return s;
}

static void close_sheet(sheet *s)
{
    cairo_destroy(s->c);
    cairo_surface_destroy(s->surface);
}

/* Brighter than a plate. */
static bool is_bright(const sheet *s, int x, int y)
{
    const uint8_t *pixels = cairo_image_surface_get_data(s->surface);
    return pixels[y * cairo_image_surface_get_stride(s->surface) + 4 * x + 1] > 110; /* green, of 255 */
}

/* Pixels of a sheet that are bright within the box around the bright ones of another. */
static int bright_within(const sheet *s, const sheet *other)
{
    int low[2] = {10000, 10000}, high[2] = {-1, -1}, count = 0;
    cairo_surface_flush(s->surface);
    cairo_surface_flush(other->surface);
    for (int y = 0; y < cairo_image_surface_get_height(s->surface); y++)
        for (int x = 0; x < cairo_image_surface_get_width(s->surface); x++) {
            if (!is_bright(other, x, y)) continue;
            low[0] = x < low[0] ? x : low[0];
            high[0] = x > high[0] ? x : high[0];
            low[1] = y < low[1] ? y : low[1];
            high[1] = y > high[1] ? y : high[1];
        }
    assert_true(high[0] > low[0]);
    for (int y = low[1]; y <= high[1]; y++)
        for (int x = low[0]; x <= high[0]; x++) count += is_bright(s, x, y);
    return count;
}

/* Numbers of the scale, unit and label are drawn apart from the number that is shown, whatever it is. */
static void check_dial(bench *b, const auth_gauge *def, double scale)
{
    hud_gauge g = make_dial(b, def, scale);
    const hud_round round = hud_round_of(def);
    for (int word = 0; word < HUD_TEXTS; word++)
        if (g.texts[word].layout != NULL && word != HUD_VALUE)
            assert_true(g.texts[word].size * scale > RND_LEAST_TEXT - 0.01);
    assert_true(g.texts[HUD_VALUE].size * scale > RND_LEAST_TEXT - 0.01);
    for (int i = 0; i <= 8; i++) {
        const double value = def->from + (def->to - def->from) * i / 8.0;
        const hud_shown shown = {.number = hud_number(value, g.decimals), .range = HUD_NO_RANGE};
        sheet still = open_sheet(&g), number = open_sheet(&g);
        hud_dial.still(&g, &(hud_pen){.c = still.c, .soft = true, .pixel = 1.0 / scale});
        hud_round_number(&g, &round, &shown, &(hud_pen){.c = number.c, .soft = true, .pixel = 1.0 / scale});
        assert_int_equal(bright_within(&still, &number), 0);
        close_sheet(&still);
        close_sheet(&number);
    }
    free_dial(&g);
}

static void words_of_dials_are_large_enough_and_apart(void **unused)
{
    (void)unused;
    static const char *const layouts[] = {
        HEADLAND_ASSETS "/hud/tractor.yaml", HEADLAND_ASSETS "/hud/excavator.yaml",
        HEADLAND_ASSETS "/hud/wheeled_excavator.yaml", HEADLAND_ASSETS "/hud/gallery.yaml"};
    static const double widths[] = {800.0, 1280.0, 1920.0}; /* pixels across the canvas */
    int dials = 0;
    for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++) {
        bench b;
        open_bench(&b, layouts[l]);
        for (int i = 0; i < b.layout->gauge_count; i++)
            for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
                if (b.layout->gauges[i].kind != AUTH_GAUGE_DIAL) continue;
                check_dial(&b, &b.layout->gauges[i], widths[w] / b.layout->size[0]);
                dials++;
            }
        close_bench(&b);
    }
    assert_true(dials > 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_dials_are_large_enough_and_apart),
        cmocka_unit_test_teardown(needles_point_at_the_value, close_display),
        cmocka_unit_test_teardown(needles_stop_at_the_ends, close_display),
        cmocka_unit_test_teardown(arcs_fill_to_the_value, close_display),
        cmocka_unit_test_teardown(machines_lean_by_the_angle, close_display),
        cmocka_unit_test_teardown(bars_fill_to_the_value, close_display),
        cmocka_unit_test_teardown(trends_end_at_the_value, close_display),
        cmocka_unit_test_teardown(critical_values_are_shown_in_their_colour, close_display),
        cmocka_unit_test_teardown(machines_beyond_the_limit_are_critical, close_display),
        cmocka_unit_test_teardown(markers_point_at_their_value, close_display),
        cmocka_unit_test_teardown(markers_turn_good_when_the_value_is_there, close_display),
        cmocka_unit_test_teardown(gears_change_letter_and_number, close_display),
        cmocka_unit_test_teardown(gears_have_names, close_display),
        cmocka_unit_test_teardown(maps_turn_with_the_machine, close_display),
        cmocka_unit_test_teardown(maps_show_the_track, close_display),
        cmocka_unit_test_teardown(words_are_utf_8, close_display),
        cmocka_unit_test_teardown(messages_have_lines_and_numbers, close_display),
        cmocka_unit_test_teardown(all_kinds_draw_in_their_boxes, close_display),
        cmocka_unit_test_teardown(every_symbol_is_drawn, close_display),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
