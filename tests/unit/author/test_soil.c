/* Soil files into their descriptors, and the soils that come with headland. */
#include "refusal.h"

#include "auth/soil.h"

#define PI 3.14159265358979323846

/* As in test_machine.c. */
static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

static void a_soil_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_soil *s = read_good(parse_soil, read_base("soil.yaml"), &arena);
    assert_string_equal(s->name, "clay");
    assert_string_equal(s->description, "heavy and wet");
    NEARLY(s->loose_density, 1300.0);
    NEARLY(s->bank_density, 2020.0);
    NEARLY(s->repose, 35 * PI / 180);
    NEARLY(s->friction_angle, 15 * PI / 180);
    NEARLY(s->cohesion, 25e3);
    NEARLY(s->steel_friction, 11 * PI / 180);
    NEARLY(s->adhesion, 12e3);
    NEARLY(s->bekker_cohesive, 13190.0);
    NEARLY(s->bekker_frictional, 692150.0);
    NEARLY(s->bekker_exponent, 0.5);
    NEARLY(s->janosi_displacement, 0.006);
    NEARLY(s->tip_pressure, 4e6);
    NEARLY(s->pressing, 3.0);
    NEARLY(s->solid_share, 0.55);
    NEARLY(s->restitution, 0.1);
    NEARLY(s->sliding_friction, 0.7);
    NEARLY(s->rolling_friction, 0.3);
    hl_arena_free(&arena);
}

static void defaults(void **state)
{
    (void)state;
    static const char text[] =
        "headland: soil\nversion: 1\nname: s\nloose_density: 1500\nbank_density: 1500\n"
        "repose: 0.6\nfriction_angle: 0.6\nsteel_friction: 0.6\n"
        "bekker_frictional: 1e6\nbekker_exponent: 1\njanosi_displacement: 0.01\n"
        "tip_pressure: 1e6\nsliding_friction: 0.5\nrolling_friction: 0\n";
    hl_arena arena = {0};
    const auth_soil *s = read_good(parse_soil, text, &arena);
    assert_string_equal(s->description, "");
    CHECK_SAME(s->cohesion, 0.0);
    CHECK_SAME(s->adhesion, 0.0);
    CHECK_SAME(s->bekker_cohesive, 0.0);
    CHECK_SAME(s->pressing, 4.0);
    CHECK_SAME(s->solid_share, 0.6);
    CHECK_SAME(s->restitution, 0.2);
    hl_arena_free(&arena);
}

/* The published numbers of the soils that come along: Bekker's and Janosi's of their sets, densities and
 * angles of repose of the tables. */
static void soils_of_the_library(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double loose, bank, repose, friction, k_c, k_phi, n, K;
    } rows[] = {
#define SOIL(name) HEADLAND_SOURCE "/assets/soils/" name ".yaml"
        {SOIL("dry-sand"), 1420, 1600, 34, 32, 0.99e3, 1528.43e3, 1.10, 25e-3},
        {SOIL("moist-sand"), 1690, 1900, 40, 33, 102e3, 5301e3, 0.793, 12e-3},
        {SOIL("gravel"), 1510, 1700, 38, 38, 0, 60000e3, 1.0, 5e-3},
        {SOIL("loam"), 1250, 1550, 38, 30, 5.27e3, 1515.04e3, 0.70, 25e-3},
#undef SOIL
    };
    static hl_report report; /* too large for the stack */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hl_arena arena = {0};
        auth_soil *s = NULL;
        assert_int_equal(auth_soil_read(rows[i].path, &arena, &s, &report), HL_OK);
        NEARLY(s->loose_density, rows[i].loose);
        NEARLY(s->bank_density, rows[i].bank);
        NEARLY(s->repose, rows[i].repose * PI / 180);
        NEARLY(s->friction_angle, rows[i].friction * PI / 180);
        NEARLY(s->bekker_cohesive, rows[i].k_c);
        NEARLY(s->bekker_frictional, rows[i].k_phi);
        NEARLY(s->bekker_exponent, rows[i].n);
        NEARLY(s->janosi_displacement, rows[i].K);
        hl_arena_free(&arena);
    }
}

/* The worked example of the manual. */
static void the_manual_is_right(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_soil *soil = read_good(parse_soil, read_example("soil.md"), &arena);
    assert_string_equal(soil->name, "crushed rock");
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_soil_is_read),
        cmocka_unit_test(defaults),
        cmocka_unit_test(soils_of_the_library),
        cmocka_unit_test(the_manual_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
