/* Scenario files: what they become, and every way in which they can be wrong. */
#include "refusal.h"

#include "auth/scenario.h"

#define PI 3.14159265358979323846

/* As in test_machine.c. */
static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

#define HEAD  "headland: scenario\nversion: 1\nname: s\nmachine: /m.yaml\n"
#define PLANE "ground: {kind: plane, surface: grass}\n"

static void a_scenario_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, read_base("field.yaml"), &arena);
    assert_string_equal(s->name, "field");
    assert_string_equal(s->machine, "folder/cart.yaml"); /* beside "folder/file" */
    assert_string_equal(s->operator_script, "folder/round.yaml");
    assert_int_equal(s->machine_place.line, 6);
    assert_int_equal(s->operator_place.line, 7);
    NEARLY(s->seconds, 120.0);
    NEARLY(s->step, 0.002);
    assert_int_equal(s->ground.kind, AUTH_GROUND_PLANE);
    assert_string_equal(s->ground.surface, "firm gravel");
    NEARLY(s->ground.slope, 6 * PI / 180);
    NEARLY(s->ground.direction, PI / 2);
    NEARLY(s->start.at[1], -2.0);
    NEARLY(s->start.heading, PI / 6);
    NEARLY(s->start.drop, 0.2);
    assert_false(s->start.settled); /* it drops */
    assert_false(s->start.engine);
    assert_int_equal(s->object_count, 3);
    assert_false(s->objects[0].absolute);
    assert_true(s->objects[1].absolute);
    NEARLY(s->objects[1].turn[2], PI / 4);
    NEARLY(s->objects[0].size[2], 1.5);
    hl_arena_free(&arena);
}

static void defaults(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, HEAD PLANE, &arena);
    assert_string_equal(s->machine, "/m.yaml"); /* absolute: as it stands */
    assert_null(s->operator_script);
    CHECK_SAME(s->seconds, 0.0);
    CHECK_SAME(s->step, 0.0);
    CHECK_SAME(s->ground.slope, 0.0);
    assert_true(s->start.settled);
    assert_true(s->start.engine);
    assert_false(s->sand.present);
    assert_int_equal(s->object_count, 0);
    assert_int_equal(s->zone_count, 0);
    assert_null(s->goal.signal);
    hl_arena_free(&arena);
}

#define GOAL                                                                                                 \
    "zones:\n  - {name: hopper, at: [1 m, 2 m, 50 cm], size: [2 m, 3 m, 150 cm]}\n"                          \
    "goal: {signal: zone.hopper.mass, above: 2 t}\n"

#define SAND "sand: {soils: [{file: s.yaml}], from: [-4 m, -4 m], to: [4 m, 4 m]}\n"

static void zones_and_a_goal(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, HEAD PLANE GOAL, &arena);
    assert_int_equal(s->zone_count, 1);
    assert_string_equal(s->zones[0].name, "hopper");
    assert_int_equal(s->zones[0].place.line, 7);
    NEARLY(s->zones[0].at[2], 0.5);
    NEARLY(s->zones[0].size[1], 3.0);
    NEARLY(s->zones[0].size[2], 1.5);
    assert_string_equal(s->goal.signal, "zone.hopper.mass");
    assert_int_equal(s->goal.place.line, 8);
    assert_true(s->goal.above && s->goal.with_unit);
    NEARLY(s->goal.value, 2000.0);
    hl_arena_free(&arena);
    static const variation list[] = {
        {"150 cm]", "@0]", "'size' is 0; a length above zero"},
        {"150 cm]", "150 cm], @sice: 1", "did you mean 'size'?"},
        {"{name: hopper, at: [1 m, 2 m, 50 cm], size: [2 m, 3 m, 150 cm]}",
         "{name: a, at: [0, 0, 0], size: [1, 1, 1]}\n  - {name: @a, at: [0, 0, 0], size: [1, 1, 1]}",
         "the name 'a' is taken in this list"},
        {"{name: hopper, at: [1 m, 2 m, 50 cm], size: [2 m, 3 m, 150 cm]}",
         "{name: a b, at: [0, 0, 0], size: [1, 1, 1]}\n  - {name: @a_b, at: [0, 0, 0], size: [1, 1, 1]}",
         "zone 'a_b' would have the signal of zone 'a b'"},
        {"{signal: zone.hopper.mass, above: 2 t}", "@{signal: zone.hopper.mass}",
         "'goal' with none of 'above' and 'below'"},
        {"above: 2 t", "above: @2 tt", "'2 tt' has an unknown unit"},
    };
    CHECK_VARIATIONS(parse_scenario, HEAD PLANE GOAL, list);
    static const variation field[] = {
        {"at: [1 m", "at: @[9 m", "the zone lies outside the field of sand"},
        {"at: [1 m, 2 m", "at: @[1 m, -6 m", "the zone lies outside the field of sand"},
    };
    CHECK_VARIATIONS(parse_scenario, HEAD PLANE SAND GOAL, field);
}

static void other_grounds(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s =
        read_good(parse_scenario,
                  HEAD "ground: {kind: waves, surface: grass, amplitude: 10 cm, wavelength: 8 m}\n", &arena);
    assert_int_equal(s->ground.kind, AUTH_GROUND_WAVES);
    NEARLY(s->ground.amplitude, 0.1);
    assert_int_equal(s->ground.octaves, 3);
    assert_int_equal(s->ground.seed, 1);
    s = read_good(parse_scenario,
                  HEAD
                  "ground: {kind: grid, surface: grass, origin: [-1, 2], spacing: 50 cm, heights: [[0, 1 cm, "
                  "2 cm], [3 cm, 4 cm, 5 cm]]}\n",
                  &arena);
    assert_int_equal(s->ground.rows, 2);
    assert_int_equal(s->ground.columns, 3);
    for (int i = 0; i < 6; i++) NEARLY(s->ground.heights[i], i / 100.0);
    NEARLY(s->ground.origin[1], 2.0);
    s = read_good(parse_scenario,
                  HEAD
                  "ground: {kind: washboard, surface: grass, wavelength: 4 m, height: 30 cm, shift: 2 m}\n",
                  &arena);
    assert_int_equal(s->ground.kind, AUTH_GROUND_WASHBOARD);
    assert_int_equal(s->ground.shape, AUTH_WASHBOARD_SINE);
    NEARLY(s->ground.height, 0.3);
    NEARLY(s->ground.shift, 2.0);
    assert_int_equal(s->ground.periods, 0);
    s = read_good(parse_scenario,
                  HEAD "ground: {kind: washboard, surface: grass, wavelength: 2 m, height: 30 cm, shape: "
                       "trapezoid, crest: 1 m, from: 8 m, periods: 3}\n",
                  &arena);
    assert_int_equal(s->ground.shape, AUTH_WASHBOARD_TRAPEZOID);
    NEARLY(s->ground.crest, 1.0);
    NEARLY(s->ground.bottom, 0.5);
    hl_arena_free(&arena);
}

#define GRID "ground: {kind: grid, surface: grass, spacing: 1, "

static void grounds_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {PLANE, "ground: {kind: @plan, surface: grass}\n",
         "did you mean 'plane'? expected: plane, waves, grid, mesh, washboard"},
        {PLANE, "ground: @{kind: plane}\n",
         "a ground without 'surface' and without sand on it; the kind of surface, as the machine's tires "
         "name it, is expected"},
        {PLANE, "ground: {kind: plane, surface: grass, spacing: @1}\n",
         "'spacing' has no effect in a ground of kind 'plane'"},
        {PLANE, "ground: @{kind: waves, surface: grass, amplitude: 1}\n",
         "missing in a ground of kind 'waves': wavelength"},
        {PLANE, "ground: {kind: waves, surface: grass, amplitude: 1, wavelength: @0}\n",
         "'wavelength' is 0; a length above zero"},
        {PLANE, "ground: {kind: waves, surface: grass, amplitude: 1, wavelength: 1, octaves: @7}\n",
         "'octaves' is 7; 1 to 6 is expected"},
        {PLANE, "ground: {kind: plane, surface: grass, slope: @61 deg}\n",
         "'slope' is 61 deg; 0 to 60 deg is expected"},
        {PLANE, GRID "heights: @[[1, 2]]}\n", "'heights' has 2 entries; at least 4"},
        {PLANE, GRID "heights: @[[1, 2, 3, 4]]}\n", "'heights' has 1 rows of 4; at least 2 of 2"},
        {PLANE, GRID "heights: [[1, 2], @[3, 4, 5]]}\n",
         "'heights': a row of 3; as many as in the first row, 2"},
        {PLANE, GRID "heights: [[1, 2], [3, @4 kg]]}\n", "'heights': '4 kg' is a mass; a length"},
        {PLANE, "ground: {kind: plane, surface: x, ledges: @true}\n", "'ledges' has no effect"},
        {PLANE, GRID "heights: [@1, 2]}\n", "'heights' is given a single value; a row (a list)"},
        {PLANE, "ground: @{kind: washboard, surface: grass, height: 1}\n",
         "missing in a ground of kind 'washboard': wavelength"},
        {PLANE, "ground: {kind: washboard, surface: grass, height: 1, wavelength: @0.1}\n",
         "'wavelength' is 0.1 m: give at least 0.2 m"},
        {PLANE, "ground: {kind: washboard, surface: grass, height: @0, wavelength: 1}\n",
         "'height' is 0; a length above zero"},
        {PLANE, "ground: {kind: washboard, surface: grass, height: 1, wavelength: 1, shape: @saw}\n",
         "expected: sine, trapezoid"},
        {PLANE, "ground: {kind: washboard, surface: grass, height: 1, wavelength: 1, crest: @0.1}\n",
         "'crest' has no effect on a sine: remove it, or give 'shape: trapezoid'"},
        {PLANE,
         "ground: @{kind: washboard, surface: grass, height: 1, wavelength: 2, shape: trapezoid, crest: 1, "
         "bottom: 1}\n",
         "'crest' and 'bottom' are 2 m together: give less than 98 % of the 'wavelength', 2 m"},
        {PLANE, "ground: {kind: washboard, surface: grass, height: 1, wavelength: 1, periods: @10001}\n",
         "'periods' is 10001; 0 to 10000 is expected"},
        {PLANE, "ground: {kind: waves, surface: grass, amplitude: 1, wavelength: 1, shift: @1}\n",
         "'shift' has no effect in a ground of kind 'waves'"},
        {PLANE, "ground: @{kind: mesh, surface: grass}\n", "missing in a ground of kind 'mesh': file"},
        {PLANE, "ground: {kind: plane, surface: grass, file: @a.obj}\n",
         "'file' has no effect in a ground of kind 'plane'"},
        {PLANE, GRID "heights: @4}\n", "'heights' is given a single value; a list of rows"},
    };
    CHECK_VARIATIONS(parse_scenario, HEAD PLANE, list);
}

static void scenarios_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"version: 1", "version: @3", "'version' is 3; 1 is expected"},
        {"step: 2 ms", "step: @1 ns", "'step' is 1 ns; 10 us to 20 ms is expected"},
        {"step: 2 ms", "step: @21 ms", "'step' is 21 ms; 10 us to 20 ms is expected"},
        {"step: 2 ms", "step: @0", "'step' is 0; 10 us to 20 ms"},
        {"seconds: 2 min", "seconds: @2 m", "'2 m' is a length; a time"},
        {"drop: 20 cm", "drop: 20 cm, settled: @true", "'settled' beside a 'drop'"},
        {"drop: 20 cm", "drop: @-20 cm", "'drop' is -20 cm; a length of zero or more"},
        {"drop: 20 cm", "drop: 20 cm, fuel: @140 %", "'fuel' is 140 %; 0 to 1 is expected"},
        {"drop: 20 cm", "drop: 20 cm, fuel: @0", "'fuel' is 0; a plain number above zero is expected"},
        {"heading: 30 deg", "heading: @30 m", "'30 m' is a length; an angle"},
        {"heading: 30 deg", "heading: @90", "'heading' is 90; an angle within -360 to 360 deg is expected"},
        {"{name: beam", "{name: @post", "the name 'post' is taken in this list"},
        {"size: [0.2, 0.2, 1.5]", "size: [0.2, @-0.2, 1.5]", "'size' is -0.2; a length above zero"},
        {"machine: cart.yaml", "machine: @''", "'machine' is empty; a text is expected"},
        {"objects:", "@obstacles:", "unknown key 'obstacles' in the file"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("field.yaml"), list);
    static const far_variation missing[] = {
        {"machine: cart.yaml\n", "", "headland: s", "missing in the file: machine; expected"}};
    CHECK_FAR_VARIATIONS(parse_scenario, read_base("field.yaml"), missing);
}

#define NAMELESS "headland: scenario\nversion: 1\nname: s\n"
#define MACHINES                                                                                             \
    "machines:\n  - {name: other, machine: /o.yaml, role: scripted, operator: /go.yaml, start: {at: [0, 8 "  \
    "m]}}\n"                                                                                                 \
    "  - {name: own, machine: /m.yaml, role: driven, operator: /m-go.yaml, start: {heading: 90 deg}}\n"      \
    "  - {name: third, machine: /o.yaml, role: parked}\n"

static void several_machines(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, NAMELESS MACHINES PLANE, &arena);
    assert_string_equal(s->machine, "/m.yaml");
    assert_string_equal(s->operator_script, "/m-go.yaml");
    NEARLY(s->start.heading, PI / 2);
    assert_int_equal(auth_scenario_others(s), 2);
    const auth_site_machine *other = auth_scenario_other(s, 0), *third = auth_scenario_other(s, 1);
    assert_string_equal(other->name, "other");
    assert_string_equal(other->operator_script, "/go.yaml");
    NEARLY(other->start.at[1], 8.0);
    assert_true(other->start.engine);
    assert_string_equal(third->name, "third");
    assert_int_equal(third->role, AUTH_MACHINE_PARKED);
    assert_false(third->start.engine);
    hl_arena_free(&arena);
}

static void machines_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"name: s\n", "name: s\nmachine: @/m.yaml\n", "give either 'machine' or 'machines', not both"},
        {"name: s\n", "name: s\nstart: @{drop: 1 m}\n", "give either 'start' or 'machines', not both"},
        {"name: s\n", "name: s\noperator: @/o.yaml\n", "give either 'operator' or 'machines', not both"},
        {"machines:\n", "machines:\n  - @{name: a, machine: /m.yaml, role: scripted}\n",
         "machine 'a' is scripted, but has no 'operator'"},
        {"role: parked", "role: parked, operator: @/go.yaml",
         "machine 'third' is parked and has an 'operator'"},
        {"role: parked", "role: @park", "unknown value 'park' in 'role'; expected: driven, scripted, parked"},
        {"name: third", "name: @own", "the name 'own' is taken in this list"},
        {"name: third", "name: @control", "a machine cannot be named 'control'"},
        {"name: third", "name: @machine", "a machine cannot be named 'machine'"},
    };
    CHECK_VARIATIONS(parse_scenario, NAMELESS MACHINES PLANE, list);
    static const variation driven[] = {{"machines:\n  - {name: other, machine: /o.yaml, role: scripted,",
                                        "machines:\n  @- {name: other, machine: /o.yaml, role: driven,",
                                        "2 of the 'machines' have the role 'driven'"}};
    CHECK_VARIATIONS(parse_scenario, NAMELESS MACHINES PLANE, driven);
}

/* ---- what goes wrong ---- */

#define UTILITIES                                                                                            \
    "utilities:\n  - {name: gas main, kind: gas, points: [[0, 1 m], [2 m, 1 m], [2 m, 3 m]], depth: 80 cm, " \
    "radius: 55 mm, warning: 50 cm}\n"
#define PERSONS                                                                                              \
    "persons:\n  - {name: Kim, path: [[0, 0], [3 m, 0]], speed: 1 m/s, pause: 2 s, seed: 3, danger: 3 m}\n"  \
    "  - {name: Jo, at: [1 m, 2 m], heading: 90 deg}\n"
#define ENDINGS                                                                                              \
    "endings:\n  - {kind: near, of: gas main, penalty: 5}\n"                                                 \
    "  - {kind: person, end: none, message: mind the people, speed: 2 km/h}\n"
#define WRONG HEAD PLANE SAND UTILITIES PERSONS ENDINGS

static void utilities_persons_and_endings(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, WRONG, &arena);
    assert_int_equal(s->utility_count, 1);
    assert_int_equal(s->utilities[0].kind, AUTH_UTILITY_GAS);
    assert_int_equal(s->utilities[0].point_count, 3);
    NEARLY(s->utilities[0].points[2][1], 3.0);
    NEARLY(s->utilities[0].depth, 0.8);
    NEARLY(s->utilities[0].warning, 0.5);
    assert_int_equal(s->person_count, 2);
    assert_int_equal(s->persons[0].point_count, 2);
    NEARLY(s->persons[0].pause, 2.0);
    assert_int_equal(s->persons[0].seed, 3);
    assert_int_equal(s->persons[1].point_count, 0);
    NEARLY(s->persons[1].danger, 2.0);
    assert_int_equal(s->ending_given, 2);
    assert_int_equal(s->endings[0].of, 0);
    assert_string_equal(s->endings[0].message, "too near to gas main");
    assert_int_equal(s->endings[1].of, -1);
    NEARLY(s->endings[1].speed, 1.0 / 1.8);
    hl_arena_free(&arena);
}

/* Rows about persons may name a machine. */
static void endings_name_the_machine(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s =
        read_good(parse_scenario,
                  NAMELESS MACHINES PLANE PERSONS
                  "endings: [{kind: person, of: Jo, by: other}, {kind: danger, by: own}, {kind: danger}]\n",
                  &arena);
    assert_int_equal(s->endings[0].by, 0);
    assert_string_equal(s->endings[0].message, "Jo has been hit by other");
    assert_int_equal(s->endings[1].by, 1);
    assert_string_equal(s->endings[1].message, "a person is in the danger zone of own");
    assert_int_equal(s->endings[2].by, -1);
    hl_arena_free(&arena);
}

/* Behind the rows of the file stand those that hold without it; all have instructions. */
static void endings_hold_without_rows(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, HEAD PLANE "tasks: [{name: go}]\n", &arena);
    assert_int_equal(s->ending_given, 0);
    assert_int_equal(s->ending_count, 1);
    assert_int_equal(s->endings[0].kind, AUTH_ENDING_OVERTURNED);
    assert_int_equal(s->endings[0].end, AUTH_END_FAIL);
    assert_int_equal(s->training.instruction_count, 1);
    assert_int_equal(s->training.instructions[0]->kind, AUTH_DO_FAIL);
    assert_string_equal(s->training.instructions[0]->text, "the machine has overturned");
    s = read_good(parse_scenario, WRONG "tasks: [{name: go}]\n", &arena);
    assert_int_equal(s->ending_count, 2 + 1 + 2 + 4);
    assert_int_equal(s->endings[3].kind, AUTH_ENDING_UTILITY);
    assert_int_equal(s->endings[3].end, AUTH_END_FAIL);
    assert_string_equal(s->endings[5].message, "Kim has been hit");
    assert_int_equal(s->endings[0].then.count, 2); /* points, and the message */
    for (int i = 0; i < s->training.instruction_count; i++)
        assert_int_equal(s->training.instructions[i]->number, i);
    hl_arena_free(&arena);
}

static void bad_utilities_persons_and_endings(void **state)
{
    (void)state;
    static const variation list[] = {
        {"kind: gas", "kind: @oil", "unknown value 'oil' in 'kind'; expected: cable, gas, water"},
        {"depth: 80 cm", "depth: @0", "'depth' is 0"},
        {"depth: 80 cm", "depth: @2 cm",
         "the utility reaches out of the ground: its axis is 0.02 m deep and its radius is 0.055 m: give a "
         "'depth' of at least the radius"},
        {"depth: 80 cm", "depth: @30 m", "0 to 20 m is expected"},
        {"radius: 55 mm", "radius: @0", "'radius' is 0"},
        {"warning: 50 cm", "warning: @20 m", "0 to 10 m is expected"},
        {"points: [[0, 1 m], [2 m, 1 m], [2 m, 3 m]]", "points: @[[0, 1 m]]",
         "'points' has 1 entries; 2 to 16 are expected"},
        {"[2 m, 1 m], [2 m, 3 m]", "[2 m, 1 m], @[2 m]", "2"},
        {"points: [[0, 1 m], [2 m, 1 m]", "points: @[[0, 1 m], [0, 1 m]",
         "point 2 is at the same place as the point before: give points at least 1 cm apart, or remove it"},
        {"path: [[0, 0], [3 m, 0]]", "path: @[[0, 0], [0, 0]]",
         "point 2 is at the same place as the point before"},
        {"name: Kim, path", "name: Kim, at: @[0, 0], path", "has no effect beside 'path'"},
        {"heading: 90 deg", "heading: 90 deg, speed: @1", "has no effect without 'path'"},
        {"  - {name: Jo, at: [1 m, 2 m], heading: 90 deg}", "  - @{name: Jo}",
         "the person has no position: give 'at', or a 'path' to walk"},
        {"speed: 1 m/s", "speed: @0", "'speed' is 0"},
        {"speed: 1 m/s", "speed: @20 m/s", "0 to 10 m/s is expected"},
        {"name: Jo", "name: @Kim", "the name 'Kim' is taken in this list"},
        {"danger: 3 m", "danger: @-1 m", "'danger' is -1 m"},
        {"kind: near", "kind: @nearly", "did you mean 'near'?"},
        {"of: gas main", "of: @gas pipe", "unknown utility 'gas pipe'"},
        {"penalty: 5", "penalty: @-5", "'penalty' is -5"},
        {"penalty: 5", "penalty: @500", "0 to 100 is expected"},
        {"penalty: 5", "height: @5 m", "'height'"},
        {"{kind: person,", "{kind: person, by: @own,", "unknown machine 'own' under 'by'"},
        {"{kind: near,", "{kind: near, by: @own,", "'by'"},
        {"end: none", "end: @stop", "unknown value 'stop' in 'end'; expected: none, fail, finish"},
        {"{kind: person,", "{kind: @hit,", "the scenario has no 'objects', so this ending never applies"},
        {"{kind: person,", "{kind: @machine,",
         "the scenario has no 'machines', so this ending never applies"},
        {SAND "utilities:\n  - {", "utilities:\n  - @{",
         "a utility under rigid ground cannot be struck: add 'sand', or remove the utility"},
    };
    CHECK_VARIATIONS(parse_scenario, WRONG, list);
}

/* The worked example of the manual. */
static void the_manual_is_right(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *scenario = read_good(parse_scenario, read_example("scenario.md"), &arena);
    assert_int_equal(scenario->object_count, 3);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scenario_is_read),
        cmocka_unit_test(defaults),
        cmocka_unit_test(zones_and_a_goal),
        cmocka_unit_test(other_grounds),
        cmocka_unit_test(grounds_are_refused),
        cmocka_unit_test(scenarios_are_refused),
        cmocka_unit_test(several_machines),
        cmocka_unit_test(machines_are_refused),
        cmocka_unit_test(utilities_persons_and_endings),
        cmocka_unit_test(endings_name_the_machine),
        cmocka_unit_test(endings_hold_without_rows),
        cmocka_unit_test(bad_utilities_persons_and_endings),
        cmocka_unit_test(the_manual_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
