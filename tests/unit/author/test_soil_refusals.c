/* Every way in which a soil can be wrong, with its place. See refusal.h. */
#include "refusal.h"

#define CHECK_SOIL(list) CHECK_VARIATIONS(parse_soil, read_base("soil.yaml"), list)

static void heads_and_keys(void **state)
{
    (void)state;
    static const variation list[] = {
        {"version: 1", "version: @2", "'version' is 2; 1 is expected"},
        {"name: clay", "name: @'clay, heavy'", "the name 'clay, heavy' cannot be a column"},
        {"repose: 35 deg", "@angle_of_repose: 35 deg\nrepose: 35 deg",
         "unknown key 'angle_of_repose' in the file; "},
        {"pressing: 3", "pressing: 3\n@pressing: 4", "the key 'pressing' is given twice"},
    };
    CHECK_SOIL(list);
    static const far_variation missing[] = {
        {"repose: 35 deg\n", "", "headland: s", "missing in the file: repose; expected"},
        {"tip_pressure: 4 MPa/m\n", "", "headland: s", "missing in the file: tip_pressure; expected"}};
    CHECK_FAR_VARIATIONS(parse_soil, read_base("soil.yaml"), missing);
}

static void units(void **state)
{
    (void)state;
    static const variation list[] = {
        {"loose_density: 1.3 t/m3", "loose_density: @1.3 t", "'1.3 t' is a mass; a density"},
        {"repose: 35 deg", "repose: @35 m", "'35 m' is a length; an angle"},
        {"cohesion: 25 kPa", "cohesion: @25 kN", "'25 kN' is a force; a pressure"},
        {"bekker_frictional: 692.15e3", "bekker_frictional: @692.15 kPa",
         "'692.15 kPa' is a pressure; a bare number in N/m^(n+1) or N/m^(n+2)"},
        {"tip_pressure: 4 MPa/m", "tip_pressure: @4 MPa",
         "'4 MPa' is a pressure; a pressure per depth (e.g. \"1.5 MPa/m\" or 1.5e6)"},
        {"solid_share: 0.55", "solid_share: @nan", "'nan' is not a number with a unit"},
    };
    CHECK_SOIL(list);
}

static void limits(void **state)
{
    (void)state;
    static const variation list[] = {
        {"loose_density: 1.3 t/m3", "loose_density: @1.3 kg/m3",
         "'loose_density' is 1.3 kg/m3; 500 to 4000 kg/m3 is expected"},
        {"bank_density: 2020 kg/m3", "bank_density: @4001", "'bank_density' is 4001; 500 to 4000 kg/m3"},
        {"repose: 35 deg", "repose: @0", "'repose' is 0; 1 to 60 deg is expected (a bare number is in rad)"},
        {"repose: 35 deg", "repose: @0.9 deg", "'repose' is 0.9 deg; 1 to 60 deg is expected"},
        {"repose: 35 deg", "repose: @35", "'repose' is 35; 1 to 60 deg is expected"},
        {"friction_angle: 15 deg", "friction_angle: @61 deg", "'friction_angle' is 61 deg; 0 to 60 deg"},
        {"friction_angle: 15 deg", "friction_angle: @-1 deg", "'friction_angle' is -1 deg; 0 to 60 deg"},
        {"cohesion: 25 kPa", "cohesion: @1 MPa", "'cohesion' is 1 MPa; 0 to 500 kPa"},
        {"bekker_cohesive: 13.19e3", "bekker_cohesive: @-1", "'bekker_cohesive' is -1; 0 to 1e9"},
        {"bekker_cohesive: 13.19e3", "bekker_cohesive: @2e9", "'bekker_cohesive' is 2e9; 0 to 1e9"},
        {"bekker_frictional: 692.15e3", "bekker_frictional: @692", "'bekker_frictional' is 692; 1e3 to 1e10"},
        {"bekker_exponent: 0.5", "bekker_exponent: @0.1", "'bekker_exponent' is 0.1; 0.2 to 2"},
        {"bekker_exponent: 0.5", "bekker_exponent: @2.5", "'bekker_exponent' is 2.5; 0.2 to 2"},
        {"janosi_displacement: 6 mm", "janosi_displacement: @6 m", "'janosi_displacement' is 6 m; 1 mm to"},
        {"tip_pressure: 4 MPa/m", "tip_pressure: @4 GPa/m", "'tip_pressure' is 4 GPa/m; 0 to 100 MPa/m"},
        {"pressing: 3", "pressing: @-3", "'pressing' is -3; 0 to 100 is expected"},
        {"pressing: 3", "pressing: @300", "'pressing' is 300; 0 to 100"},
        {"solid_share: 0.55", "solid_share: @0.2", "'solid_share' is 0.2; 0.3 to 0.9"},
        {"solid_share: 0.55", "solid_share: @1", "'solid_share' is 1; 0.3 to 0.9"},
        {"restitution: 0.1", "restitution: @1.1", "'restitution' is 1.1; 0 to 1"},
        {"sliding_friction: 0.7", "sliding_friction: @2.1", "'sliding_friction' is 2.1; 0 to 2"},
        {"rolling_friction: 0.3", "rolling_friction: @1.1", "'rolling_friction' is 1.1; 0 to 1"},
    };
    CHECK_SOIL(list);
}

static void pairs(void **state)
{
    (void)state;
    static const variation list[] = {
        {"bank_density: 2020 kg/m3", "bank_density: @1200 kg/m3",
         "'bank_density' is 1200 kg/m3, below 'loose_density' (1300 kg/m3); at least that much is expected"},
        {"steel_friction: 11 deg", "steel_friction: @16 deg",
         "'steel_friction' is 16 deg, above 'friction_angle' (15 deg); at most that much is expected"},
        {"adhesion: 12 kPa", "adhesion: @26 kPa",
         "'adhesion' is 26000 Pa, above 'cohesion' (25000 Pa); at most that much is expected"},
    };
    CHECK_SOIL(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_and_keys),
        cmocka_unit_test(units),
        cmocka_unit_test(limits),
        cmocka_unit_test(pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
