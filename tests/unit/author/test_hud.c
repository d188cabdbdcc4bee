/* Layouts of head-up displays into their descriptors, and the layouts that come with headland. */
#include "refusal.h"

#include "auth/hud.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

/* As in test_machine.c; two roundings more where a value goes through SI into the gauge's unit. */
static const double rounding = 8e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

static hl_report report; /* too large for the stack */

static void check_colour(auth_colour colour, int r, int g, int b, int a)
{
    assert_int_equal(colour.r, r);
    assert_int_equal(colour.g, g);
    assert_int_equal(colour.b, b);
    assert_int_equal(colour.a, a);
}

static const auth_gauge *gauge(const auth_hud *hud, const char *id)
{
    for (int i = 0; i < hud->gauge_count; i++)
        if (strcmp(hud->gauges[i].id, id) == 0) return &hud->gauges[i];
    fail_msg("there is no gauge '%s'", id);
    return NULL;
}

/* ---- what is read ---- */

static void the_head_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, read_base("hud.yaml"), &arena);
    assert_string_equal(hud->name, "bench");
    assert_string_equal(hud->description, "every key of every kind");
    assert_string_equal(hud->machine, "folder/machines/cart.yaml"); /* beside the layout */
    assert_int_equal(hud->machine_place.line, 5);
    CHECK_SAME(hud->size[0], 1200.0);
    CHECK_SAME(hud->size[1], 600.0);
    assert_string_equal(hud->font, "DejaVu Serif");
    assert_int_equal(hud->gauge_count, 14);
    /* a name of the layout's palette overrides a role, one may refer to another */
    check_colour(hud->roles[AUTH_ROLE_NEEDLE], 0xE1, 0xC4, 0x8F, 255);
    check_colour(hud->roles[AUTH_ROLE_CRITICAL], 255, 0, 0, 128);
    check_colour(hud->roles[AUTH_ROLE_WARNING], 0xF0, 0xE4, 0x42, 255);
    hl_arena_free(&arena);
}

static void a_dial_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, read_base("hud.yaml"), &arena);
    const auth_gauge *g = gauge(hud, "revs");
    assert_int_equal(g->kind, AUTH_GAUGE_DIAL);
    assert_int_equal(g->place.line, 14);
    assert_int_equal(g->surface, AUTH_WINDSHIELD);
    CHECK_SAME(g->at[0], -10.0);
    CHECK_SAME(g->at[1], 20.5);
    CHECK_SAME(g->size[0], 200.0);
    CHECK_SAME(g->size[1], 180.0);
    assert_string_equal(g->label, "Drehzahl \xE2\x88\x85");
    assert_string_equal(g->font, "DejaVu Sans");
    CHECK_SAME(g->font_size, 18.0);
    assert_string_equal(g->signal.name, "engine.speed");
    assert_string_equal(g->unit, "rpm");
    assert_string_equal(g->unit_text, "1/min");
    CHECK_SAME(g->from, 0.0);
    NEARLY(g->to, 3000.0); /* 50 turns a second */
    CHECK_SAME(g->major, 500.0);
    CHECK_SAME(g->minor, 100.0);
    assert_int_equal(g->decimals, 0);
    NEARLY(g->start, -PI / 2);
    NEARLY(g->sweep, -PI);
    check_colour(g->colour, 0x56, 0xB4, 0xE9, 255);
    check_colour(g->background, 0x10, 0x20, 0x30, 255);
    hl_arena_free(&arena);
}

static void ranges_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, read_base("hud.yaml"), &arena);
    const auth_gauge *g = gauge(hud, "revs");
    assert_int_equal(g->range_count, 2);
    NEARLY(g->ranges[0].from, 2400.0);
    CHECK_SAME(g->ranges[0].to, g->to); /* left out: the end of the scale */
    assert_true(g->ranges[0].critical);
    check_colour(g->ranges[0].colour, 255, 0, 0, 128);
    CHECK_SAME(g->ranges[1].from, 0.0);
    CHECK_SAME(g->ranges[1].to, 600.0);
    assert_false(g->ranges[1].critical);
    g = gauge(hud, "pace"); /* no scale, no end */
    CHECK_SAME(g->ranges[0].from, 30.0);
    assert_true(isinf(g->ranges[0].to));
    hl_arena_free(&arena);
}

static void markers_are_tied(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, read_base("hud.yaml"), &arena);
    const auth_gauge *g = gauge(hud, "dig"), *lift = gauge(hud, "lift");
    assert_ptr_equal(&hud->gauges[g->of_index], lift); /* which stands behind it in the file */
    NEARLY(g->value, 0.14);
    NEARLY(g->tolerance, 0.05);
    assert_string_equal(g->unit, "m");
    CHECK_SAME(g->size[1], lift->size[1]);
    assert_int_equal(g->surface, lift->surface);
    check_colour(g->colour, 0x56, 0xB4, 0xE9, 255);
    g = gauge(hud, "target");
    assert_ptr_equal(&hud->gauges[g->of_index], gauge(hud, "trace"));
    assert_string_equal(g->signal.name, "pump.pressure");
    assert_int_equal(gauge(hud, "lift")->of_index, -1);
    hl_arena_free(&arena);
}

static void the_other_kinds_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, read_base("hud.yaml"), &arena);
    assert_true(gauge(hud, "lift")->standing);
    assert_string_equal(gauge(hud, "pace")->text, "v =");
    assert_int_equal(gauge(hud, "pace")->decimals, 1);
    assert_true(gauge(hud, "lean")->pitch);
    CHECK_SAME(gauge(hud, "lean")->limit, 20.0);
    assert_string_equal(gauge(hud, "gears")->signal2.name, "gear.direction");
    const auth_gauge *lock = gauge(hud, "lock");
    assert_string_equal(lock->symbol, "parking");
    assert_string_equal(lock->text, "P");
    assert_string_equal(gauge(hud, "own")->image, "folder/pictures/lock.svg");
    assert_true(lock->blink);
    assert_string_equal(gauge(hud, "sign")->image, "/there/sign.png");
    assert_string_equal(gauge(hud, "dry")->text, "% left\ngo home");
    CHECK_SAME(gauge(hud, "site")->reach, 40.0);
    CHECK_SAME(gauge(hud, "site")->seconds, 60.0);
    CHECK_SAME(gauge(hud, "trace")->to, 2e7);
    assert_null(gauge(hud, "trace")->unit);
    hl_arena_free(&arena);
}

static void conditions_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, read_base("hud.yaml"), &arena);
    const auth_gauge *g = gauge(hud, "lock");
    assert_int_equal(g->when_count, 2);
    assert_string_equal(g->when[0].signal, "control.parking_brake");
    assert_true(g->when[0].above);
    assert_false(g->when[0].with_unit);
    CHECK_SAME(g->when[0].value, 0.5);
    assert_false(g->when[1].above);
    assert_true(g->when[1].with_unit); /* in SI until someone knows the signal */
    NEARLY(g->when[1].value, 1.0 / 3.6);
    assert_int_equal(g->when[1].dimension.m, 1);
    assert_int_equal(g->when[1].dimension.s, -1);
    hl_arena_free(&arena);
}

static void defaults(void **state)
{
    (void)state;
    static const char text[] = "headland: hud\nversion: 1\nname: n\ncanvas: [100, 8000]\n"
                               "gauges:\n  - {id: a, kind: arc, at: [0, 0], size: [10, 10], signal: s, "
                               "from: 0, to: 1}\n"
                               "  - {id: m, kind: map, at: [0, 0], size: [10, 10]}\n";
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, text, &arena);
    assert_null(hud->machine);
    assert_string_equal(hud->font, "DejaVu Sans");
    const auth_gauge *g = gauge(hud, "a");
    assert_int_equal(g->surface, AUTH_WINDSHIELD);
    assert_null(g->unit);
    assert_null(g->unit_text);
    assert_string_equal(g->label, "");
    assert_null(g->text);
    assert_null(g->image);
    assert_null(g->symbol);
    assert_null(g->signal2.name);
    assert_string_equal(g->font, "DejaVu Sans");
    CHECK_SAME(g->font_size, 0.0);
    CHECK_SAME(g->major, 0.0);
    CHECK_SAME(g->minor, 0.0);
    assert_int_equal(g->decimals, -1);
    NEARLY(g->start, -0.75 * PI);
    NEARLY(g->sweep, 1.5 * PI);
    assert_int_equal(g->range_count, 0);
    assert_int_equal(g->when_count, 0);
    check_colour(g->colour, hud->roles[AUTH_ROLE_FOREGROUND].r, hud->roles[AUTH_ROLE_FOREGROUND].g,
                 hud->roles[AUTH_ROLE_FOREGROUND].b, 255);
    check_colour(g->background, 0x0E, 0x14, 0x1A, 0xC0);
    CHECK_SAME(gauge(hud, "m")->seconds, 30.0);
    CHECK_SAME(gauge(hud, "m")->reach, 25.0);
    hl_arena_free(&arena);
}

/* ---- colours ---- */

static void the_palette_is_that_of_okabe_and_ito(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int r, g, b; /* as published */
    } rows[] = {{"black", 0, 0, 0},         {"orange", 230, 159, 0},
                {"sky-blue", 86, 180, 233}, {"bluish-green", 0, 158, 115},
                {"yellow", 240, 228, 66},   {"blue", 0, 114, 178},
                {"vermillion", 213, 94, 0}, {"reddish-purple", 204, 121, 167}};
    auth_colour colour;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(auth_colour_named(rows[i].name, &colour));
        check_colour(colour, rows[i].r, rows[i].g, rows[i].b, 255);
    }
    assert_false(auth_colour_named("mauve", &colour));
}

/* Relative luminance of sRGB (IEC 61966-2-1), as WCAG 2.1 counts contrast. */
static double luminance(auth_colour colour)
{
    const double weights[] = {0.2126, 0.7152, 0.0722},
                 parts[] = {colour.r / 255.0, colour.g / 255.0, colour.b / 255.0};
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += weights[i] * (parts[i] <= 0.04045 ? parts[i] / 12.92 : pow((parts[i] + 0.055) / 1.055, 2.4));
    return sum;
}

/* A plate before a white sky, of which the dark halo around what is drawn lets half through. */
static uint8_t before_white(uint8_t part, uint8_t alpha)
{
    return (uint8_t)((part * alpha + 255 / 2 * (255 - alpha)) / 255);
}

/* Every role can be told from the plate by its lightness alone: 3:1 is what WCAG 2.1 asks of graphics. */
static void roles_stand_out_from_the_plate(void **state)
{
    (void)state;
    static const char *const roles[] = {"foreground",  "dim",     "needle",  "good",
                                        "recommended", "warning", "critical"};
    auth_colour plate, colour;
    assert_true(auth_colour_named("background", &plate));
    plate = (auth_colour){before_white(plate.r, plate.a), before_white(plate.g, plate.a),
                          before_white(plate.b, plate.a), 255};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        assert_true(auth_colour_named(roles[i], &colour));
        const double contrast = (luminance(colour) + 0.05) / (luminance(plate) + 0.05);
        if (contrast < 3.0) fail_msg("%s has a contrast of %.2f", roles[i], contrast);
    }
}

/* ---- signals ---- */

static const auth_signal cart[] = {{"engine.speed", "rpm"},
                                   {"fuel.share", "1"},
                                   {"fuel.level", "l"},
                                   {"bucket.height", "m"},
                                   {"vehicle.speed", "m/s"},
                                   {"chassis.pitch", "rad"},
                                   {"gear.number", "1"},
                                   {"gear.direction", "1"},
                                   {"control.parking_brake", "1"},
                                   {"cylinder.lift.pressure_a", "Pa"},
                                   {"pump.pressure", "Pa"},
                                   {"chassis.x", "m"},
                                   {"chassis.y", "m"},
                                   {"chassis.heading", "rad"}};

enum { CART = (int)(sizeof cart / sizeof *cart) };

static void a_layout_that_fits(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, read_base("hud.yaml"), &arena);
    hl_report_begin(&report, "bench.yaml");
    assert_true(auth_hud_check_signals(hud, cart, CART, &report));
    hl_arena_free(&arena);
}

/* The one complaint about the layout and the first `count` signals of the cart, with one of them changed. */
static void check_misfit(int changed, auth_signal to, int count, const char *expected)
{
    auth_signal signals[CART];
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32] = "";
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, read_base("hud.yaml"), &arena);
    memcpy(signals, cart, sizeof signals);
    signals[changed] = to;
    hl_report_begin(&report, "bench.yaml");
    assert_false(auth_hud_check_signals(hud, signals, count, &report));
    hl_report_line(&report, 0, line, sizeof line);
    if (report.count != 1 || !strstr(line, expected))
        fail_msg("%d complaints, first \"%s\", expected one \"%s\"", report.count, line, expected);
    hl_arena_free(&arena);
}

static void a_layout_that_does_not_fit(void **state)
{
    (void)state;
    check_misfit(0, (auth_signal){"engine.sped", "rpm"}, CART,
                 "bench.yaml:22:13: unknown signal 'engine.speed'; one of the machine is expected "
                 "(`headland signals` lists them); did you mean 'engine.sped'?");
    check_misfit(
        0, (auth_signal){"engine.speed", "N m"}, CART,
        "bench.yaml:23:11: the unit 'rpm' does not fit the signal 'engine.speed', which is in 'N m'");
    check_misfit(7, (auth_signal){"x", "1"}, CART, "unknown signal 'gear.direction'; one of");
    check_misfit(8, (auth_signal){"control.brake", "1"}, CART, "unknown signal 'control.parking_brake'");
    check_misfit(10, (auth_signal){"pump.pressure", "l/h"}, CART,
                 "the unit 'Pa' does not fit the signal 'pump.pressure', which is in 'l/h'");
    check_misfit(0, cart[0], CART - 1, "a map needs the signal 'chassis.heading'");
}

/* Without its signal a gauge is an error, unless it is optional; so is its marker. */
static void an_optional_gauge(void **state)
{
    (void)state;
    static const char text[] =
        "headland: hud\nversion: 1\nname: n\ncanvas: [100, 100]\ngauges:\n"
        "  - {id: a, kind: bar, at: [0, 0], size: [9, 9], signal: sling.hook.load, "
        "from: 0, to: 1, optional: true}\n"
        "  - {id: b, kind: marker, of: a, value: 1, when: [{signal: time, above: 0}]}\n"
        "  - {id: c, kind: number, at: [0, 0], size: [9, 9], signal: vehicle.speed, "
        "when: [{signal: sling.hook.load, above: 0}], optional: true}\n"
        "  - {id: d, kind: number, at: [0, 0], size: [9, 9], signal: vehicle.speed, "
        "optional: true}\n";
    static const bool left_out[] = {true, false, true, false};
    hl_arena arena = {0};
    auth_hud *hud = (auth_hud *)read_good(parse_hud, text, &arena);
    hl_report_begin(&report, "n.yaml");
    assert_true(auth_hud_check_signals(hud, cart, CART, &report));
    for (int i = 0; i < 4; i++)
        assert_int_equal(auth_gauge_is_left_out(&hud->gauges[i], cart, CART), left_out[i]);
    hud->gauges[0].optional = false;
    hl_report_begin(&report, "n.yaml");
    assert_false(auth_hud_check_signals(hud, cart, CART, &report));
    hl_arena_free(&arena);
}

static void check_inclinometer(const char *rest, const char *complaint)
{
    char text[300];
    hl_arena arena = {0};
    snprintf(text, sizeof text,
             "headland: hud\nversion: 1\nname: n\ncanvas: [100, 100]\n"
             "gauges:\n  - {id: a, kind: inclinometer, at: [0, 0], size: [9, 9], %s}\n",
             rest);
    const auth_hud *hud = read_good(parse_hud, text, &arena);
    hl_report_begin(&report, "n.yaml");
    assert_false(auth_hud_check_signals(hud, cart, CART, &report));
    assert_int_equal(report.count, 1);
    assert_non_null(strstr(report.list[0].text, complaint));
    hl_arena_free(&arena);
}

static void an_inclinometer_of_no_angle(void **state)
{
    (void)state;
    check_inclinometer("from: 0, to: 1, signal: fuel.share",
                       "'fuel.share', which is in '1'; an angle is expected");
    check_inclinometer("from: -40, to: 40, signal: chassis.pitch",
                       "this one goes from -40 to 40; 'unit: deg'");
}

static void a_condition_that_does_not_fit(void **state)
{
    (void)state;
    static const char text[] = "headland: hud\nversion: 1\nname: n\ncanvas: [100, 100]\n"
                               "gauges:\n  - {id: a, kind: message, at: [0, 0], size: [9, 9], text: t, "
                               "when: [{signal: vehicle.speed, above: 3 kg}]}\n";
    hl_arena arena = {0};
    const auth_hud *hud = read_good(parse_hud, text, &arena);
    hl_report_begin(&report, "n.yaml");
    assert_false(auth_hud_check_signals(hud, cart, CART, &report));
    assert_int_equal(report.count, 1);
    assert_non_null(strstr(report.list[0].text, "does not fit the signal 'vehicle.speed'; a value in 'm/s'"));
    assert_int_equal(report.list[0].place.line, 6);
    hl_arena_free(&arena);
}

/* ---- what comes along ---- */

static auth_hud *read_layout(const char *path, hl_arena *arena)
{
    auth_hud *hud = NULL;
    const hl_status status = auth_hud_read(path, arena, &hud, &report);
    if (status != HL_OK)
        fail_msg("%s: %s", path, report.count ? report.list[0].text : hl_status_text(status));
    return hud;
}

#define LAYOUT(name) HEADLAND_SOURCE "/assets/hud/" name ".yaml"

/* The elements of 000 publication IV, table 1 and section III-B. */
static void the_tractor_has_the_published_elements(void **state)
{
    (void)state;
    static const struct {
        const char *signal;
        auth_gauge_kind kind;
    } rows[] = {{"engine.speed", AUTH_GAUGE_DIAL},
                {"vehicle.speed", AUTH_GAUGE_DIAL},
                {"chassis.roll", AUTH_GAUGE_INCLINOMETER},
                {"gear.number", AUTH_GAUGE_GEAR},
                {"fuel.share", AUTH_GAUGE_BAR},
                {"bucket.height", AUTH_GAUGE_BAR},
                {"bucket.tilt", AUTH_GAUGE_DIAL},
                {"bucket.load", AUTH_GAUGE_ARC}};
    hl_arena arena = {0};
    const auth_hud *hud = read_layout(LAYOUT("tractor"), &arena);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool found = false;
        for (int k = 0; k < hud->gauge_count; k++) {
            const auth_gauge *g = &hud->gauges[k];
            found |= g->kind == rows[i].kind && g->signal.name && strcmp(g->signal.name, rows[i].signal) == 0;
        }
        if (!found) fail_msg("no %s of '%s'", auth_gauge_word(rows[i].kind), rows[i].signal);
    }
    CHECK_SAME(gauge(hud, "roll")->limit, 20.0); /* section IV-D */
    const auth_gauge *fuel = gauge(hud, "fuel");
    bool critical = false;
    for (int i = 0; i < fuel->range_count; i++)
        critical |= fuel->ranges[i].critical && fuel->ranges[i].to == 1.0;
    assert_true(critical);
    assert_true(gauge(hud, "dig-height")->of_index >= 0 && gauge(hud, "dig-tilt")->of_index >= 0);
    hl_arena_free(&arena);
}

/* Nothing but what has to be read at once stands before the bucket: breakdowns, which come up above the
 * middle, below what an exercise says (docs/window.md). No two gauges lie on each other unless they exclude
 * each other (a message for each side). */
static void the_tractor_leaves_the_view_free(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_layout(LAYOUT("tractor"), &arena);
    for (int i = 0; i < hud->gauge_count; i++) {
        const auth_gauge *a = &hud->gauges[i];
        const double left = 0.25 * hud->size[0], right = 0.75 * hud->size[0];
        const double top = (a->kind == AUTH_GAUGE_MESSAGE ? 0.5 : 0.25) * hud->size[1];
        const bool aside = a->at[0] + a->size[0] <= left || a->at[0] >= right;
        if (!aside && a->at[1] + a->size[1] > top) fail_msg("'%s' stands in the way", a->id);
        for (int k = 0; k < i; k++) {
            const auth_gauge *b = &hud->gauges[k];
            if (a->kind == AUTH_GAUGE_MARKER || b->kind == AUTH_GAUGE_MARKER || a->kind == AUTH_GAUGE_MESSAGE)
                continue;
            const bool apart = a->at[0] >= b->at[0] + b->size[0] || b->at[0] >= a->at[0] + a->size[0] ||
                               a->at[1] >= b->at[1] + b->size[1] || b->at[1] >= a->at[1] + a->size[1];
            if (!apart) fail_msg("'%s' lies on '%s'", a->id, b->id);
        }
    }
    hl_arena_free(&arena);
}

static void the_gallery_has_every_kind(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_layout(LAYOUT("gallery"), &arena);
    for (auth_gauge_kind kind = AUTH_GAUGE_DIAL; kind < AUTH_GAUGE_KINDS; kind++) {
        bool found = false;
        for (int i = 0; i < hud->gauge_count; i++) found |= hud->gauges[i].kind == kind;
        if (!found) fail_msg("no gauge of kind '%s'", auth_gauge_word(kind));
    }
    hl_arena_free(&arena);
}

static void the_minimal_one_is_small(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_hud *hud = read_layout(LAYOUT("minimal"), &arena);
    double covered = 0.0; /* of what is always there */
    for (int i = 0; i < hud->gauge_count; i++)
        if (hud->gauges[i].when_count == 0) covered += hud->gauges[i].size[0] * hud->gauges[i].size[1];
    assert_true(covered < 0.03 * hud->size[0] * hud->size[1]);
    hl_arena_free(&arena);
}

enum { ROOM = 40000 };

static void read_file(const char *path, char text[ROOM])
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is missing", path);
    const size_t length = fread(text, 1, ROOM - 1, file);
    fclose(file);
    assert_true(length < ROOM - 1);
    text[length] = '\0';
}

/* Every example of the manual is a layout that is read, or stands word for word in one that comes along, so
 * that the manual's pictures show what it says. */
static void the_manual_is_right(void **state)
{
    (void)state;
    static const char begin[] = "```yaml\n", end[] = "```\n", whole[] = "headland: hud\n";
    static char manual[ROOM], gallery[ROOM], tractor[ROOM];
    int layouts = 0, parts = 0;
    read_file(HEADLAND_SOURCE "/docs/hud.md", manual);
    read_file(LAYOUT("gallery"), gallery);
    read_file(LAYOUT("tractor"), tractor);
    for (char *at = strstr(manual, begin); at; at = strstr(at, begin)) {
        char *example = at + strlen(begin), *after = strstr(example, end);
        assert_non_null(after);
        *after = '\0';
        at = after + 1;
        if (strncmp(example, whole, strlen(whole)) == 0) {
            hl_arena arena = {0};
            read_good(parse_hud, example, &arena);
            hl_arena_free(&arena);
            layouts++;
        } else {
            if (!strstr(gallery, example) && !strstr(tractor, example))
                fail_msg("no layout has this example:\n%s", example);
            parts++;
        }
    }
    assert_true(layouts >= 2 && parts > AUTH_GAUGE_KINDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_is_read),
        cmocka_unit_test(a_dial_is_read),
        cmocka_unit_test(ranges_are_read),
        cmocka_unit_test(markers_are_tied),
        cmocka_unit_test(the_other_kinds_are_read),
        cmocka_unit_test(conditions_are_read),
        cmocka_unit_test(defaults),
        cmocka_unit_test(the_palette_is_that_of_okabe_and_ito),
        cmocka_unit_test(roles_stand_out_from_the_plate),
        cmocka_unit_test(a_layout_that_fits),
        cmocka_unit_test(a_layout_that_does_not_fit),
        cmocka_unit_test(a_condition_that_does_not_fit),
        cmocka_unit_test(an_optional_gauge),
        cmocka_unit_test(an_inclinometer_of_no_angle),
        cmocka_unit_test(the_tractor_has_the_published_elements),
        cmocka_unit_test(the_tractor_leaves_the_view_free),
        cmocka_unit_test(the_gallery_has_every_kind),
        cmocka_unit_test(the_minimal_one_is_small),
        cmocka_unit_test(the_manual_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
