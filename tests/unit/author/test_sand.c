/* The sand of scenarios: what it becomes, every way in which it can be wrong, and its soils' files. */
#include "refusal.h"

#include "auth/scenario.h"

#include <stdio.h>

/* As in test_machine.c. */
static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

static hl_report report; /* too large for the stack */

#define HEAD "headland: scenario\nversion: 1\nname: s\nmachine: /m.yaml\nground: {kind: plane}\n"

static void sand_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, read_base("sand.yaml"), &arena);
    const auth_sand *sand = &s->sand;
    assert_null(s->ground.surface); /* sand is its own surface */
    assert_true(sand->present);
    assert_int_equal(sand->place.line, 8);
    NEARLY(sand->from[1], -5.0);
    NEARLY(sand->to[0], 30.0);
    NEARLY(sand->cell, 0.1);
    NEARLY(sand->depth, 0.8);
    NEARLY(sand->loose_depth, 0.15);
    NEARLY(sand->particle_radius, 0.06);
    assert_int_equal(sand->particles, 5000);
    assert_int_equal(sand->tiles, 100);
    assert_int_equal(sand->soil_count, 2);
    assert_string_equal(sand->soils[0].name, "dry.v2");
    assert_string_equal(sand->soils[0].path, "folder/soils/dry.v2.yaml"); /* beside "folder/file" */
    assert_int_equal(sand->soils[0].place.line, 9);
    assert_null(sand->soils[0].soil);
    assert_string_equal(sand->soils[1].name, "track");
    assert_string_equal(sand->soils[1].path, "/soils/gravel.yaml");
    assert_int_equal(sand->pile_count, 2);
    NEARLY(sand->piles[0].at[0], 8.0);
    NEARLY(sand->piles[0].height, 1.5);
    assert_int_equal(sand->piles[0].soil, 0);
    assert_int_equal(sand->piles[1].soil, 1);
    assert_int_equal(sand->patch_count, 1);
    NEARLY(sand->patches[0].low[0], -20.0);
    NEARLY(sand->patches[0].high[1], 3.0);
    assert_int_equal(sand->patches[0].soil, 1);
    hl_arena_free(&arena);
}

static void defaults(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s =
        read_good(parse_scenario, HEAD "sand: {soils: [{file: s.yaml}], from: [0, 0], to: [8, 8]}\n", &arena);
    NEARLY(s->sand.cell, 0.05);
    NEARLY(s->sand.depth, 1.0);
    NEARLY(s->sand.loose_depth, 0.2);
    NEARLY(s->sand.particle_radius, 0.025);
    assert_int_equal(s->sand.particles, 10000);
    assert_int_equal(s->sand.tiles, 0);
    assert_int_equal(s->sand.pile_count + s->sand.patch_count, 0);
    /* what hangs on other keys; 512 m at 0.1 m are no more than a field may have */
    s = read_good(parse_scenario,
                  HEAD "sand: {soils: [{file: s.yaml}], from: [-256, -256], to: [256, 256], cell: 0.1, "
                       "depth: 0.1}\n",
                  &arena);
    NEARLY(s->sand.loose_depth, 0.1);
    NEARLY(s->sand.particle_radius, 0.05);
    hl_arena_free(&arena);
}

static void fields_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"to: [30 m, 15 m]", "to: [@-10 m, 15 m]",
         "'to' is -10 m along x, not beyond 'from' (-10 m); the corner with the larger coordinates"},
        {"to: [30 m, 15 m]", "to: [30 m, @-6 m]", "'to' is -6 m along y, not beyond 'from' (-5 m)"},
        {"to: [30 m, 15 m]", "to: [30 m, @15 s]", "'15 s' is a time; a length"},
        {"cell: 10 cm", "cell: @1 cm", "'cell' is 1 cm; 20 mm to 0.25 m is expected"},
        {"cell: 10 cm", "cell: @30 cm", "'cell' is 30 cm; 20 mm to 0.25 m is expected"},
        {"to: [30 m, 15 m]\n  cell: 10 cm", "to: [1000 m, 1000 m]\n  cell: @10 cm",
         "the field has 10100 x 10050 cells, 102 million; at most 67 million (2^26) are expected: a larger"},
        {"to: [30 m, 15 m]\n  cell: 10 cm", "to: [-9.5 m, 15 m]\n  cell: @10 cm",
         "the field has 5 x 200 cells; at least 8 x 8 are expected: a smaller 'cell' or a larger field"},
        {"depth: 80 cm", "depth: @0", "'depth' is 0; 20 mm to 10 m"},
        {"depth: 80 cm", "depth: @11 m", "'depth' is 11 m; 20 mm to 10 m is expected"},
        {"loose_depth: 15 cm", "loose_depth: @90 cm", "'loose_depth' is 0.9 m, more than 'depth' (0.8 m)"},
        {"particle_radius: 60 mm", "particle_radius: @40 mm",
         "'particle_radius' is 0.04 m with cells of 0.1 m; 0.05 to 0.5 m, half a cell to five cells"},
        {"particle_radius: 60 mm", "particle_radius: @0.6", "'particle_radius' is 0.6 m with cells of 0.1 m"},
        {"particles: 5000", "particles: @0", "'particles' is 0; 1 to 100000 is expected"},
        {"particles: 5000", "particles: @100001", "'particles' is 100001; 1 to 100000 is expected"},
        {"tiles: 100", "tiles: @65537", "'tiles' is 65537; 0 to 65536 is expected"},
        {"tiles: 100", "@tile: 100", "unknown key 'tile' in 'sand'; did you mean 'tiles'?"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("sand.yaml"), list);
    static const far_variation missing[] = {
        {"  from: [-10 m, -5 m]\n", "", "soils:", "missing in 'sand': from; expected"}};
    CHECK_FAR_VARIATIONS(parse_scenario, read_base("sand.yaml"), missing);
}

static void contents_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
#define THIRD(soil)                                                                                          \
    "{name: track, file: /soils/gravel.yaml}", "{name: track, file: /soils/gravel.yaml}\n    - " soil
        {THIRD("{name: @dry.v2, file: x.yaml}"), "the name 'dry.v2' is taken in this list; another name"},
        {THIRD("{file: @other/track.yaml}"), "the name 'track' is taken in this list; another name"},
        {THIRD("{name: @'tr#ck', file: x.yaml}"), "the name 'tr#ck' cannot be a column"},
#undef THIRD
        {"{file: soils/dry.v2.yaml}", "{file: @soils/}", "'file' names a folder; a soil file is expected"},
        {"{file: soils/dry.v2.yaml}", "@{name: dry}", "missing in 'soils': file; expected"},
        {"height: 50 cm, soil: track", "height: 50 cm, soil: @trck",
         "unknown soil 'trck' under 'soil'; the name of one in this file is expected; did you mean 'track'?"},
        {"height: 1.5 m", "height: @0", "'height' is 0; a length above zero"},
        {"height: 1.5 m", "height: @21 m", "'height' is 21 m; 0 to 20 m is expected"},
        {"at: [8 m, 1 m]", "at: @[31 m, 1 m]", "the pile stands outside the field; a place within"},
        {"to: [40 m, 3 m]", "to: [40 m, @1 m]", "'to' is 1 m along y, not beyond 'from' (2 m)"},
        {"from: [-20 m, 2 m]", "from: @[30 m, 2 m]", "the patch lies outside the field; one that the field"},
        {"to: [40 m, 3 m], soil: track", "to: [40 m, 3 m], soil: @tracks", "unknown soil 'tracks'"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("sand.yaml"), list);
    static const far_variation missing[] = {{"    - {from: [-20 m, 2 m], to: [40 m, 3 m], soil: track}",
                                             "    - {from: [-20 m, 2 m], to: [40 m, 3 m]}", "{from: [-20",
                                             "missing in 'patches': soil; expected"}};
    CHECK_FAR_VARIATIONS(parse_scenario, read_base("sand.yaml"), missing);
}

/* ---- the soils' files ---- */

static hl_status read_soils(const char *file, hl_arena *arena, auth_scenario **scenario)
{
    char text[2000];
    snprintf(text, sizeof text, HEAD "sand: {from: [0, 0], to: [8, 8], soils: [{file: '%s'}]}\n", file);
    assert_int_equal(auth_scenario_parse(text, strlen(text), "site.yaml", arena, scenario, &report), HL_OK);
    return auth_scenario_read_soils(*scenario, arena, &report);
}

static void soils_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_scenario *s = NULL;
    assert_int_equal(read_soils(HEADLAND_SOURCE "/assets/soils/gravel.yaml", &arena, &s), HL_OK);
    const auth_soil *gravel = s->sand.soils[0].soil;
    assert_non_null(gravel);
    assert_string_equal(gravel->name, "gravel");
    assert_string_equal(report.file, "site.yaml");
    assert_true(hl_report_clean(&report));
    /* what is there stays */
    assert_int_equal(auth_scenario_read_soils(s, &arena, &report), HL_OK);
    assert_ptr_equal(s->sand.soils[0].soil, gravel);
    hl_arena_free(&arena);
}

static void a_missing_soil_is_the_scenarios_mistake(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_scenario *s = NULL;
    assert_int_equal(read_soils("/no/such/soil.yaml", &arena, &s), HL_BAD_INPUT);
    assert_string_equal(report.file, "site.yaml");
    assert_int_equal(report.count, 1);
    assert_int_equal(report.list[0].place.line, 6);
    assert_non_null(strstr(report.list[0].text, "'file': /no/such/soil.yaml: cannot be read: "));
    assert_non_null(strstr(report.list[0].text, "a soil file is expected"));
    hl_arena_free(&arena);
}

static void a_bad_soil_is_complained_about_in_its_own_file(void **state)
{
    (void)state;
    static const char path[] = "test_sand_soil.yaml";
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs("headland: soil\nversion: 1\nname: s\ncolour: red\n", file) >= 0);
    fclose(file);
    hl_arena arena = {0};
    auth_scenario *s = NULL;
    assert_int_equal(read_soils(path, &arena, &s), HL_BAD_INPUT);
    remove(path);
    assert_string_equal(report.file, path);
    assert_int_equal(report.count, 2);
    assert_non_null(strstr(report.list[1].text, "unknown key 'colour' in the file"));
    assert_int_equal(report.list[1].place.line, 4);
    assert_null(s->sand.soils[0].soil);
    hl_arena_free(&arena);
}

/* Those that come along, with the soils that they name. */
static void scenarios_of_the_library(void **state)
{
    (void)state;
    static const char *const names[] = {"sand-field",  "sand-transfer",    "sand-track",     "sand-wall",
                                        "sand-hopper", "excavator-hopper", "excavator-field"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1024];
        hl_arena arena = {0};
        auth_scenario *s = NULL;
        snprintf(path, sizeof path, HEADLAND_SOURCE "/assets/scenarios/%s.yaml", names[i]);
        assert_int_equal(auth_scenario_read(path, &arena, &s, &report), HL_OK);
        assert_int_equal(auth_scenario_read_soils(s, &arena, &report), HL_OK);
        assert_string_equal(s->name, names[i]);
        for (int k = 0; k < s->sand.soil_count; k++) assert_non_null(s->sand.soils[k].soil);
        assert_true(s->sand.soil_count >= 1 && s->sand.pile_count + s->sand.patch_count >= 1);
        hl_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sand_is_read),
        cmocka_unit_test(defaults),
        cmocka_unit_test(fields_are_refused),
        cmocka_unit_test(contents_are_refused),
        cmocka_unit_test(soils_are_read),
        cmocka_unit_test(a_missing_soil_is_the_scenarios_mistake),
        cmocka_unit_test(a_bad_soil_is_complained_about_in_its_own_file),
        cmocka_unit_test(scenarios_of_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
