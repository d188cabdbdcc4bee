/* Objects of scenarios and object files: what they become, and every way in which they can be wrong. */
#include "refusal.h"

#include "auth/file.h"
#include "auth/scenario.h"

#include <math.h>
#include <stdio.h>

#define HEAD                                                                                                 \
    "headland: scenario\nversion: 1\nname: s\nmachine: /m.yaml\n"                                            \
    "ground: {kind: plane, surface: grass}\nobjects:\n"

#define NEAR(actual, expected) CHECK_RELATIVE(actual, expected, 1e-12)

static const auth_object *find(const auth_scenario *s, const char *name)
{
    for (int i = 0; i < s->object_count; i++)
        if (strcmp(s->objects[i].name, name) == 0) return &s->objects[i];
    fail_msg("no object '%s'", name);
    return NULL;
}

static void a_mass_makes_an_object_free(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario,
                                       HEAD "  - {name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}\n"
                                            "  - {name: wall, at: [5, 0, 0], size: [1, 1, 1]}\n",
                                       &arena);
    assert_string_equal(s->objects[0].name, "wall"); /* fixed ones come first */
    assert_int_equal(s->objects[0].entry, 1);
    assert_int_equal(auth_scenario_fixed(s), 1);
    const auth_object *box = &s->objects[1];
    assert_true(box->free && box->settled && !box->awake);
    assert_int_equal(box->solid_count, 1);
    NEAR(box->solids[0].at[2], 1.5); /* its base is at the origin */
    NEAR(box->high[2], 3.0);
    assert_string_equal(box->material, AUTH_OBJECT_MATERIAL);
    hl_arena_free(&arena);
}

static void a_lying_cylinder_stands_on_its_side(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(
        parse_scenario,
        HEAD "  - {name: pipe, at: [1, 2, 1 m], kind: cylinder, axis: x, radius: 0.2, length: 2, mass: 9}\n",
        &arena);
    const auth_object *pipe = find(s, "pipe");
    NEAR(pipe->size[0], 2.0);
    NEAR(pipe->size[1], 0.4);
    NEAR(pipe->size[2], 0.4);
    NEAR(pipe->solids[0].at[2], 0.2);
    assert_true(pipe->awake && !pipe->settled); /* it falls */
    hl_arena_free(&arena);
}

static void copies_stand_in_rows_and_layers(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(
        parse_scenario,
        HEAD "  - {name: b, at: [1, 2, 0], size: [1, 1, 0.5], mass: 4, repeat: {x: 3, z: 2}}\n", &arena);
    assert_int_equal(s->object_count, 6);
    const auth_object *last = find(s, "b 6");
    NEAR(last->at[0], 1.0 + 2 * 1.01);
    NEAR(last->at[2], 0.5);
    assert_true(last->is_copy);
    assert_int_equal(last->entry, 0);
    hl_arena_free(&arena);
}

static void scattered_copies_are_apart(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const char *text =
        HEAD "  - {name: b, size: [1, 1, 1], mass: 4, scatter: {count: 40, from: [10, 10], to: [30, 30]}}\n";
    const auth_scenario *s = read_good(parse_scenario, text, &arena),
                        *again = read_good(parse_scenario, text, &arena);
    assert_int_equal(s->object_count, 40);
    for (int i = 0; i < 40; i++) {
        CHECK_SAME(s->objects[i].at[0], again->objects[i].at[0]);
        CHECK_SAME(s->objects[i].turn[2], again->objects[i].turn[2]);
        for (int k = 0; k < i; k++)
            assert_true(hypot(s->objects[i].at[0] - s->objects[k].at[0],
                              s->objects[i].at[1] - s->objects[k].at[1]) > 1.4);
    }
    hl_arena_free(&arena);
}

/* Where hooks hold an object: the points of the file, else the middle of its top. */
static void objects_have_eyes(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(
        parse_scenario,
        HEAD
        "  - {name: plain, at: [1, 2, 0], size: [1, 1, 0.5], mass: 4}\n"
        "  - {name: own, at: [5, 2, 0], size: [1, 1, 0.5], mass: 4, eyes: [[-0.4, 0, 0.5], [0.4, 0, 0.5]]}\n",
        &arena);
    const auth_object *plain = find(s, "plain"), *own = find(s, "own");
    assert_int_equal(plain->eye_count, 1);
    NEAR(plain->eyes[0][0], 0.0);
    NEAR(plain->eyes[0][2], 0.5);
    assert_int_equal(own->eye_count, 2);
    NEAR(own->eyes[1][0], 0.4);
    hl_arena_free(&arena);
}

/* ---- types ---- */

static void supplied_types_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool free;
        int solids;
    } types[] = {{"bale", true, 1},  {"barrel", true, 1},      {"cone", true, 2},    {"crate", true, 1},
                 {"kerb", false, 0}, {"log", true, 1},         {"pallet", true, 13}, {"pipe", true, 1},
                 {"post", true, 1},  {"square-bale", true, 1}, {"stone", true, 1}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        hl_arena arena = {0};
        char text[400];
        snprintf(text, sizeof text, "%s  - {name: a, type: %s, at: [1, 2, 0], turn: [0, 0, 1]}\n", HEAD,
                 types[i].name);
        auth_ship_from(HEADLAND_SOURCE "/assets");
        auth_scenario *s = read_own(parse_scenario, text, &arena);
        assert_false(s->objects_complete);
        hl_report report;
        hl_report_begin(&report, "file");
        if (auth_scenario_read_objects(s, &arena, &report) != HL_OK)
            fail_msg("%s: %s", types[i].name, report.list[0].text);
        assert_true(s->objects[0].free == types[i].free);
        assert_true(s->objects[0].drivable == (strcmp(types[i].name, "kerb") == 0));
        assert_int_equal(s->objects[0].solid_count, types[i].solids);
        assert_true(s->objects[0].size[2] > 0.1);
        if (types[i].free) NEAR(s->objects[0].low[2] + 1.0, 1.0); /* it stands on its origin */
        hl_arena_free(&arena);
    }
    auth_ship_from(NULL);
}

static void keys_of_an_object_override_its_type(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_ship_from(HEADLAND_SOURCE "/assets");
    auth_scenario *s = read_own(
        parse_scenario,
        HEAD "  - {name: a, type: pipe, at: [1, 2, 0], length: 4, density: 100, model: none}\n", &arena);
    hl_report report;
    hl_report_begin(&report, "file");
    assert_int_equal(auth_scenario_read_objects(s, &arena, &report), HL_OK);
    NEAR(s->objects[0].size[0], 4.0);
    NEAR(s->objects[0].size[1], 0.4);
    CHECK_SAME(s->objects[0].mass, 0.0);
    NEAR(s->objects[0].density, 100.0);
    assert_string_equal(s->objects[0].model, "none");
    assert_string_equal(s->objects[0].material, "concrete");
    auth_ship_from(NULL);
    hl_arena_free(&arena);
}

static void an_unknown_type_names_the_nearest(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_scenario *s = read_own(parse_scenario, HEAD "  - {name: a, type: palet, at: [1, 2, 0]}\n", &arena);
    hl_report report;
    hl_report_begin(&report, "file");
    assert_int_equal(auth_scenario_read_objects(s, &arena, &report), HL_BAD_INPUT);
    assert_non_null(strstr(report.list[0].text, "did you mean 'pallet'?"));
    assert_int_equal(report.list[0].place.line, 7);
    hl_arena_free(&arena);
}

/* ---- refusals ---- */

static void impossible_objects_are_refused(void **state)
{
    (void)state;
#define BOX "  - {name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}\n"
    static const variation list[] = {
        {"size: [1, 2, 3], ", "size: [1, @0, 3], ", "'size' is 0; a length above zero"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}", "@{name: box, at: [1, 2, 0], mass: 4}",
         "object 'box' has no 'size', which the kind 'box' needs"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}", "@{name: box, size: [1, 2, 3], mass: 4}",
         "object 'box' has no position: give 'at' or 'scatter'"},
        {"mass: 4", "mass: 4, density: @5", "give either 'mass' or 'density', not both"},
        {"mass: 4", "mass: @0", "'mass' is 0; a mass above zero"},
        {"mass: 4", "mass: @2000 t", "'mass' is 2000 t; 0 to 1000 t is expected"},
        {"mass: 4", "mass: 4, @mas: 4", "did you mean 'mass'?"},
        {"mass: 4", "mass: 4, kind: @ball", "expected: box, sphere"},
        {"mass: 4", "mass: 4, points: @[[0, 0, 0]]", "'points'"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}",
         "@{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4, radius: 1}",
         "object 'box': 'radius' has no effect on the kind 'box'"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}",
         "@{name: box, at: [1, 2, 0], size: [1, 2, 3], breaks: 4}",
         "'breaks' has no effect on a fixed object"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}",
         "@{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4, bends: 20 deg}",
         "'bends' has no effect without 'breaks'"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}",
         "@{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4, drivable: true}",
         "'drivable' has no effect on a free object"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}",
         "@{name: ball, at: [1, 2, 0], kind: sphere, radius: 1}", "has neither 'mass' nor 'density'"},
        {"mass: 4", "mass: 4, repeat: {x: 2}, scatter: @{count: 3, from: [8, 8], to: [9, 9]}",
         "give either 'repeat' or 'scatter', not both"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}",
         "@{name: box, size: [1, 2, 3], mass: 4, scatter: {count: 30, from: [8, 8], to: [12, 12]}}",
         "copies found a place in the rectangle"},
        {"mass: 4}", "mass: 4, repeat: {x: 2}}\n  - @{name: box 2, at: [9, 9, 0], size: [1, 1, 1]}",
         "object 'box 2' has the name of a copy"},
        {"{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4}",
         "@{name: box, at: [1, 2, 0], size: [1, 2, 3], mass: 4, repeat: {x: 100, y: 6}}",
         "more than 512 free objects"},
        {"mass: 4", "mass: 4, repeat: {x: @0}", "'x' is 0; 1 to 100 is expected"},
    };
    CHECK_VARIATIONS(parse_scenario, HEAD BOX, list);
}

static void only_free_objects_can_be_dropped(void **state)
{
    (void)state;
#define DROP "  - {name: wall, at: [9, 9, 0], size: [1, 1, 1]}\nendings:\n  - {kind: dropped, of: box}\n"
    hl_arena arena = {0};
    (void)read_good(parse_scenario, HEAD BOX DROP, &arena);
    hl_arena_free(&arena);
    static const variation list[] = {
        {"of: box", "of: @wall", "the object does not move and cannot be dropped"}};
    CHECK_VARIATIONS(parse_scenario, HEAD BOX DROP, list);
}

static void only_free_objects_are_tested_for_regions(void **state)
{
    (void)state;
#define TASK                                                                                                 \
    "regions:\n  - {name: bay, at: [0, 0, 0], size: [1, 1, 1]}\n"                                            \
    "tasks:\n  - {name: t, when: [{inside: bay, object: box}]}\n"
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, HEAD BOX TASK, &arena);
    assert_int_equal(s->training.tasks[0].tests[0].object, 0);
    hl_arena_free(&arena);
    static const variation list[] = {
        {"object: box", "object: @bok", "did you mean 'box'?"},
        {"inside: bay, object: box", "hit: box, object: @box", "'object' has no effect with 'hit'"},
    };
    CHECK_VARIATIONS(parse_scenario, HEAD BOX TASK, list);
    static const far_variation far[] = {
        {", mass: 4}\nregions", "}\nregions", "box}]", "object 'box' does not move"}};
    CHECK_FAR_VARIATIONS(parse_scenario, HEAD BOX TASK, far);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mass_makes_an_object_free),
        cmocka_unit_test(a_lying_cylinder_stands_on_its_side),
        cmocka_unit_test(objects_have_eyes),
        cmocka_unit_test(copies_stand_in_rows_and_layers),
        cmocka_unit_test(scattered_copies_are_apart),
        cmocka_unit_test(supplied_types_are_read),
        cmocka_unit_test(keys_of_an_object_override_its_type),
        cmocka_unit_test(an_unknown_type_names_the_nearest),
        cmocka_unit_test(impossible_objects_are_refused),
        cmocka_unit_test(only_free_objects_can_be_dropped),
        cmocka_unit_test(only_free_objects_are_tested_for_regions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
