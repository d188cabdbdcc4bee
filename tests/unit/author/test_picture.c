/* How machines and sites look: `picture`, `weather`, `scenery`, and the models of objects; what they become
 * and every way in which they can be wrong. */
#include "refusal.h"

#include "auth/machine.h"
#include "auth/scenario.h"

#include <stdio.h>

#define PI 3.14159265358979323846

/* As in test_machine.c. */
static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

#define HEAD                                                                                                 \
    "headland: scenario\nversion: 1\nname: s\nmachine: /m.yaml\nground: {kind: plane, surface: grass}\n"

/* The first machine file of the tests, cut before its picture, which comes last. */
static const char *cart_with(const char *picture)
{
    static char text[20000];
    const char *base = read_base("cart.yaml"), *cut = strstr(base, "picture:");
    assert_non_null(cut);
    snprintf(text, sizeof text, "%.*s%s", (int)(cut - base), base, picture);
    return text;
}

/* ---- picture ---- */

static void a_picture_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, read_base("cart.yaml"), &arena);
    const auth_picture *p = &m->picture;
    assert_true(p->present);
    assert_string_equal(p->model, "../models/cart.glb"); /* as it stands: who loads it knows where to look */
    assert_string_equal(p->hud, "../hud/cart.yaml");
    assert_int_equal(p->hud_place.line, p->model_place.line + 1);
    assert_true(p->cab);
    assert_string_equal(m->mechanism->bodies[p->cab_body].name, "frame");
    NEARLY(p->eye[2], 1.6);
    NEARLY(p->towards[0], 5.0);
    NEARLY(p->windshield[2], 1.5);
    NEARLY(p->windshield_size[1], 0.8);
    NEARLY(p->windshield_tilt, PI / 18);
    assert_int_equal(p->mirror_count, 2);
    assert_string_equal(p->mirrors[0].name, "left");
    NEARLY(p->mirrors[0].at[1], 0.9);
    NEARLY(p->mirrors[0].towards[1], 1.5);
    NEARLY(p->mirrors[0].angle, 40 * PI / 180);
    assert_string_equal(p->mirrors[1].name, "rear");
    NEARLY(p->mirrors[1].angle, 30 * PI / 180);
    assert_true(p->tool && p->exhaust);
    NEARLY(p->tool_at[0], 1.5);
    NEARLY(p->exhaust_at[2], 1.8);
    assert_int_equal(p->move_count, 2);
    assert_string_equal(p->moves[0].node, "frame:wheel");
    assert_string_equal(p->moves[0].signal, "control.steering");
    NEARLY(p->moves[0].axis[2], 0.8); /* of length one */
    NEARLY(p->moves[0].turn, 400 * PI / 180);
    CHECK_SAME(p->moves[0].shift, 0.0);
    NEARLY(p->moves[1].axis[2], 1.0);
    NEARLY(p->moves[1].shift, 0.05);
    assert_int_equal(p->moves[1].signal_place.line, p->moves[0].place.line + 1);
    hl_arena_free(&arena);
}

static void an_attachment_is_named_beside_the_model(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(
        parse_machine, cart_with("picture:\n  model: cart.glb\n  attachment: tines/long.glb\n"), &arena);
    assert_string_equal(m->picture.model, "cart.glb");
    assert_string_equal(m->picture.attachment, "tines/long.glb");
    assert_int_equal(m->picture.attachment_place.line, m->picture.model_place.line + 1);
    hl_arena_free(&arena);
}

static void a_picture_may_be_left_out(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, cart_with(""), &arena);
    assert_false(m->picture.present);
    m = read_good(parse_machine, cart_with("picture: {}\n"), &arena);
    assert_true(m->picture.present);
    assert_null(m->picture.model);
    assert_null(m->picture.attachment);
    assert_null(m->picture.hud);
    assert_false(m->picture.cab || m->picture.tool || m->picture.exhaust);
    assert_int_equal(m->picture.move_count, 0);
    hl_arena_free(&arena);
}

/* Straight ahead along x, the display an arm's length before the eye. */
static void defaults_of_the_cab(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m =
        read_good(parse_machine, cart_with("picture: {cab: {body: frame, eye: [0.5, 0, 2]}}\n"), &arena);
    const auth_picture *p = &m->picture;
    NEARLY(p->towards[0], 1.5);
    NEARLY(p->towards[2], 2.0);
    NEARLY(p->windshield[0], 1.5);
    NEARLY(p->windshield[2], 2.0);
    NEARLY(p->windshield_size[0], 1.5);
    NEARLY(p->windshield_size[1], 0.9);
    CHECK_SAME(p->windshield_tilt, 0.0);
    assert_int_equal(p->mirror_count, 0);
    hl_arena_free(&arena);
}

static void pictures_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"body: frame\n    eye", "body: @fram\n    eye",
         "unknown body 'fram' under 'body'; the name of one in this file is expected; did you mean 'frame'?"},
        {"tool: {body: frame", "tool: {body: @crnk", "unknown body 'crnk' under 'body'"},
        {"exhaust: {body: frame", "exhaust: {body: @fram", "unknown body 'fram' under 'body'"},
        {"towards: [5 m, 0, 1 m]", "towards: @[0.2 m, 0, 1.6 m]",
         "'towards' is 0 m from 'eye'; a point 1 mm to 10 km"},
        {"towards: [-9 m, 0, 1 m]", "towards: @[1 m, 0, 2 m]", "'towards' is 0 m from 'at'"},
        {"towards: [-9 m, 0, 1 m]", "towards: @[-1e300, 0, 1 m]", "'towards' is 1e+300 m from 'at'"},
        {"eye: [0.2 m, 0, 1.6 m]", "eye: [0.2 m, 0, @1.6 s]", "'1.6 s' is a time; a length"},
        {"size: [1.2 m, 80 cm]", "size: [1.2 m, @8 cm]", "'size' is 8 cm; 0.1 to 5 m is expected"},
        {"size: [1.2 m, 80 cm]", "size: [@6 m, 1]", "'size' is 6 m; 0.1 to 5 m is expected"},
        {"tilt: 10 deg", "tilt: @70 deg", "'tilt' is 70 deg; -60 to 60 deg is expected"},
        {"name: rear,", "name: @left,", "there is a mirror 'left' already; another name is expected"},
        {"name: rear,", "name: @roar,",
         "unknown value 'roar' in 'name'; did you mean 'rear'? expected: left, right, rear"},
        {"angle: 40 deg", "angle: @3 deg", "'angle' is 3 deg; 5 to 120 deg is expected"},
        {"angle: 40 deg", "angle: @2 m", "'2 m' is a length; an angle"},
        {"axis: [0, 3, 4]", "axis: @[0, 0, 0]", "'axis' has no direction"},
        {"turn: 400 deg", "turn: @400 mm", "'400 mm' is a length; an angle"},
        {"    - {node: \"frame:lever\", signal: control.lift, shift: 5 cm}",
         "    - @{node: \"frame:lever\", signal: control.lift}",
         "'frame:lever' does not move; 'turn' or 'shift' for each unit of the signal is expected"},
        {"  tool: {", "  @tol: {", "unknown key 'tol' in 'picture'; did you mean 'tool'?"},
        {"model: ../models/cart.glb", "model: @\"\"", "'model'"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
}

/* ---- belts ---- */

#define CHAIN                                                                                                \
    "picture:\n  model: c.glb\n  chains:\n    - {node: \"frame:shoe\", track: left, shoes: 50, "             \
    "over: [[-60 cm, 0.7, 18 cm], [0.6, 0.7, 0.18]]}\n"

static const char *crawler_with(const char *picture)
{
    static char text[20000];
    snprintf(text, sizeof text, "%s%s", read_base("crawler.yaml"), picture);
    return text;
}

static void chains_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m =
        read_good(parse_machine, crawler_with(CHAIN "    - {node: s, track: right, shoes: 8}\n"), &arena);
    assert_int_equal(m->picture.chain_count, 2);
    const auth_chain *left = &m->picture.chains[0], *right = &m->picture.chains[1];
    assert_string_equal(left->node, "frame:shoe");
    assert_string_equal(m->tracks[left->track].name, "left");
    assert_int_equal(left->shoes, 50);
    assert_int_equal(left->over_count, 2);
    NEARLY(left->over[0][0], -0.6);
    NEARLY(left->over[1][1], 0.7);
    NEARLY(left->over[0][2], 0.18);
    assert_int_equal(right->track, 1);
    assert_int_equal(right->over_count, 0);
    assert_int_equal(right->place.line, left->place.line + 1);
    hl_arena_free(&arena);
}

static void chains_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"track: left, shoes", "track: @lift, shoes", "unknown track 'lift' under 'track'"},
        {"shoes: 50", "shoes: @7", "'shoes' is 7; 8 to 200 is expected"},
        {"shoes: 50", "shoes: @201", "'shoes' is 201; 8 to 200 is expected"},
        {"[-60 cm, 0.7, 18 cm]", "[-60 cm, 0.7, @0]", "expected"},
        {"[-60 cm, 0.7, 18 cm]", "[@3 s, 0.7, 18 cm]", "'3 s' is a time; a length"},
        {"[0.6, 0.7, 0.18]", "@[-0.6, 0.7, 0.18]",
         "x of wheel 2 is -0.6, that of the one before -0.6; x rising"},
        {"{node: \"frame:shoe\", ", "@{", "missing in 'chains': node"},
    };
    CHECK_VARIATIONS(parse_machine, crawler_with(CHAIN), list);
}

/* ---- weather and scenery ---- */

static void weather_and_scenery_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, read_base("field.yaml"), &arena);
    const auth_weather *w = &s->weather;
    NEARLY(w->time, 6.75);
    NEARLY(w->latitude, PI / 3);
    assert_int_equal(w->day, 80);
    CHECK_SAME(w->north, 0.0);
    NEARLY(w->visibility, 800.0);
    NEARLY(w->rain, 0.4);
    NEARLY(w->cloud, 1.0);
    NEARLY(w->wind[0], -3.0);
    NEARLY(w->wind[1], 10.0);
    assert_int_equal(s->scenery_count, 2);
    assert_string_equal(s->scenery[0].model, "shed");
    NEARLY(s->scenery[0].at[1], 30.0);
    NEARLY(s->scenery[0].heading, PI / 2);
    NEARLY(s->scenery[0].scale, 1.5);
    assert_int_equal(s->scenery[0].count, 0);
    assert_int_equal(s->scenery[1].place.line, s->scenery[0].place.line + 1);
    assert_int_equal(s->scenery[1].count, 12);
    NEARLY(s->scenery[1].from[0], -40.0);
    NEARLY(s->scenery[1].to[1], 60.0);
    assert_int_equal(s->scenery[1].seed, 7);
    NEARLY(s->scenery[1].scale, 1.0);
    assert_null(s->objects[0].model);
    assert_string_equal(s->objects[2].model, "post");
    assert_int_equal(s->objects[2].model_place.line, s->objects[2].place.line);
    hl_arena_free(&arena);
}

static void check_default_weather(const auth_weather *w)
{
    NEARLY(w->time, 10.5);
    NEARLY(w->latitude, 50 * PI / 180);
    assert_int_equal(w->day, 172);
    NEARLY(w->north, PI / 2);
    NEARLY(w->visibility, 40e3);
    CHECK_SAME(w->rain, 0.0);
    NEARLY(w->cloud, 0.25);
    NEARLY(w->wind[0], 1.5);
    NEARLY(w->wind[1], 0.5);
}

static void defaults_of_the_site(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, HEAD, &arena);
    check_default_weather(&s->weather);
    assert_int_equal(s->scenery_count, 0);
    s = read_good(parse_scenario, HEAD "weather: {}\n", &arena);
    check_default_weather(&s->weather);
    s = read_good(parse_scenario,
                  HEAD "scenery: [{model: bush, scatter: {count: 1, from: [0, 0], to: [1, 1]}}]\n", &arena);
    assert_int_equal(s->scenery[0].seed, 1);
    hl_arena_free(&arena);
}

static void times_of_day(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double hours;
    } good[] = {{"\"0:00\"", 0.0}, {"\"23:30\"", 23.5}, {"08:15", 8.25}, {"9:15", 9.25}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        hl_arena arena = {0};
        char text[300];
        snprintf(text, sizeof text, HEAD "weather: {time: %s}\n", good[i].text);
        const auth_scenario *s = read_good(parse_scenario, text, &arena);
        assert_true(s->weather.time == good[i].hours); /* quarters of hours are exact */
        hl_arena_free(&arena);
    }
}

static void weather_is_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"\"6:45\"", "@\"24:00\"", "'time' is '24:00'; hours and minutes of the day, \"0:00\" to \"23:59\""},
        {"\"6:45\"", "@\"6:60\"", "'time' is '6:60'"},
        {"\"6:45\"", "@\"6:5\"", "'time' is '6:5'"},
        {"\"6:45\"", "@\"6.75\"", "'time' is '6.75'"},
        {"\"6:45\"", "@\"6:45 h\"", "'time' is '6:45 h'"},
        {"\"6:45\"", "@\"123:45\"", "'time' is '123:45'"},
        {"latitude: 60 deg", "latitude: @91 deg", "'latitude' is 91 deg; -90 to 90 deg is expected"},
        {"day: 80", "day: @0", "'day' is 0; 1 to 365 is expected"},
        {"day: 80", "day: @366", "'day' is 366; 1 to 365 is expected"},
        {"visibility: 800 m", "visibility: @1 m", "'visibility' is 1 m; 10 m to 200 km is expected"},
        {"visibility: 800 m", "visibility: @0", "'visibility' is 0; 10 m to 200 km"},
        {"rain: 0.4", "rain: @2", "'rain' is 2; 0 to 1 is expected"},
        {"cloud: 1", "cloud: @1.1", "'cloud' is 1.1; 0 to 1 is expected"},
        {"cloud: 1", "cloud: @-1", "'cloud' is -1; 0 to 1 is expected"},
        {"wind: [-3 m/s, 36 km/h]", "wind: [-3 m/s, @360 km/h]", "'wind' is 360 km/h; -60 to 60 m/s"},
        {"wind: [-3 m/s", "wind: [@-3 m", "'-3 m' is a length; a velocity"},
        {"rain: 0.4", "@rian: 0.4", "unknown key 'rian' in 'weather'; did you mean 'rain'?"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("field.yaml"), list);
}

static void scenery_is_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{model: shed, at: [20 m, 30 m], heading: 90 deg, scale: 1.5}", "@{model: shed}",
         "scenery without a place; 'at' or 'scatter' is expected"},
        {"{model: shed,", "@{", "missing in 'scenery': model"},
        {"scale: 1.5", "scale: @0.001", "'scale' is 0.001; 0.01 to 100 is expected"},
        {"scale: 1.5", "scale: @0", "'scale' is 0; 0.01 to 100"},
        {"model: tree_oak,", "model: tree_oak, at: @[0, 0],",
         "'at' has no effect beside 'scatter'; the key is expected to be left out"},
        {"model: tree_oak,", "model: tree_oak, heading: @1,", "'heading' has no effect beside 'scatter'"},
        {"count: 12", "count: @0", "'count' is 0; 1 to 2000 is expected"},
        {"count: 12", "count: @2001", "'count' is 2001; 1 to 2000 is expected"},
        {"to: [40 m, 60 m]", "to: [@-40 m, 60 m]", "'to' is -40 m along x, not beyond 'from' (-40 m)"},
        {"to: [40 m, 60 m]", "to: [40 m, @10 m]", "'to' is 10 m along y, not beyond 'from' (20 m)"},
        {"model: post", "@modle: post", "unknown key 'modle' in 'objects'; did you mean 'model'?"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("field.yaml"), list);
    static const far_variation missing[] = {
        {"from: [-40 m, 20 m], ", "", "{count", "missing in 'scatter': from; expected"},
        {", to: [40 m, 60 m]", "", "{count", "missing in 'scatter': to; expected"},
        {"count: 12, ", "", "{from", "missing in 'scatter': count; expected"},
    };
    CHECK_FAR_VARIATIONS(parse_scenario, read_base("field.yaml"), missing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_read),
        cmocka_unit_test(an_attachment_is_named_beside_the_model),
        cmocka_unit_test(a_picture_may_be_left_out),
        cmocka_unit_test(defaults_of_the_cab),
        cmocka_unit_test(pictures_are_refused),
        cmocka_unit_test(chains_are_read),
        cmocka_unit_test(chains_are_refused),
        cmocka_unit_test(weather_and_scenery_are_read),
        cmocka_unit_test(defaults_of_the_site),
        cmocka_unit_test(times_of_day),
        cmocka_unit_test(weather_is_refused),
        cmocka_unit_test(scenery_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
