/* The schema of scenario files. See docs/scenario.md for the meaning of the keys, schema.h for the
 * conventions. */
#include "reader/schema_fields.h"
#include "scenario_raw.h"

#include "auth/scenario.h"

static const cyaml_strval_t scenario_word[] = {{"scenario", 1}};

static const cyaml_strval_t ground_kinds[] = {
    {"plane", AUTH_GROUND_PLANE}, {"waves", AUTH_GROUND_WAVES}, {"grid", AUTH_GROUND_GRID}};

const char *auth_ground_kind_word(int value)
{
    return ground_kinds[value].str;
}

static const cyaml_schema_field_t ground_fields[] = {CHOICE(raw_ground, kind, ground_kinds),
                                                     REFERENCE_OR_NOT(raw_ground, surface),
                                                     REFERENCE_OR_NOT(raw_ground, material),
                                                     QUANTITY_OR_NOT(raw_ground, slope),
                                                     QUANTITY_OR_NOT(raw_ground, direction),
                                                     QUANTITY_OR_NOT(raw_ground, amplitude),
                                                     QUANTITY_OR_NOT(raw_ground, wavelength),
                                                     COUNT_OR_NOT(raw_ground, octaves),
                                                     QUANTITY_OR_NOT(raw_ground, flat_radius),
                                                     COUNT_OR_NOT(raw_ground, seed),
                                                     TWO_OR_NOT(raw_ground, origin),
                                                     QUANTITY_OR_NOT(raw_ground, spacing),
                                                     TABLE_OR_NOT(raw_ground, heights, 4, CYAML_UNLIMITED),
                                                     CYAML_FIELD_END};

/* ---- sand ---- */

static const cyaml_schema_field_t soil_file_fields[] = {REFERENCE_OR_NOT(raw_soil_file, name),
                                                        PATH(raw_soil_file, file), CYAML_FIELD_END};
ITEM(soil_file);

static const cyaml_schema_field_t pile_fields[] = {TWO(raw_pile, at), QUANTITY(raw_pile, height),
                                                   REFERENCE_OR_NOT(raw_pile, soil), CYAML_FIELD_END};
ITEM(pile);

static const cyaml_schema_field_t soil_patch_fields[] = {TWO(raw_soil_patch, from), TWO(raw_soil_patch, to),
                                                         REFERENCE(raw_soil_patch, soil), CYAML_FIELD_END};
ITEM(soil_patch);

static const cyaml_schema_field_t sand_fields[] = {
    CYAML_FIELD_SEQUENCE("soils", CYAML_FLAG_POINTER, raw_sand, soils, &soil_file_value, 1, AUTH_MAX_SOILS),
    TWO(raw_sand, from),
    TWO(raw_sand, to),
    QUANTITY_OR_NOT(raw_sand, cell),
    QUANTITY_OR_NOT(raw_sand, depth),
    QUANTITY_OR_NOT(raw_sand, loose_depth),
    QUANTITY_OR_NOT(raw_sand, particle_radius),
    COUNT_OR_NOT(raw_sand, particles),
    COUNT_OR_NOT(raw_sand, tiles),
    LIST_OR_NOT(raw_sand, piles, pile, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_sand, patches, soil_patch, CYAML_UNLIMITED),
    CYAML_FIELD_END};

/* ---- start and objects ---- */

static const cyaml_schema_field_t start_fields[] = {TWO_OR_NOT(raw_start, at),
                                                    QUANTITY_OR_NOT(raw_start, heading),
                                                    QUANTITY_OR_NOT(raw_start, drop),
                                                    FLAG_OR_NOT(raw_start, settled),
                                                    FLAG_OR_NOT(raw_start, engine),
                                                    QUANTITY_OR_NOT(raw_start, fuel),
                                                    CYAML_FIELD_END};

static const cyaml_schema_field_t object_fields[] = {NAME(raw_object),
                                                     THREE(raw_object, at),
                                                     VECTOR_OR_NOT(raw_object, turn),
                                                     THREE(raw_object, size),
                                                     FLAG_OR_NOT(raw_object, absolute),
                                                     PATH_OR_NOT(raw_object, model),
                                                     REFERENCE_OR_NOT(raw_object, material),
                                                     CYAML_FIELD_END};
ITEM(object);

static const cyaml_schema_field_t zone_fields[] = {NAME(raw_zone), THREE(raw_zone, at), THREE(raw_zone, size),
                                                   CYAML_FIELD_END};
ITEM(zone);

/* ---- picture ---- */

static const cyaml_schema_field_t weather_fields[] = {REFERENCE_OR_NOT(raw_weather, time),
                                                      QUANTITY_OR_NOT(raw_weather, latitude),
                                                      COUNT_OR_NOT(raw_weather, day),
                                                      QUANTITY_OR_NOT(raw_weather, north),
                                                      QUANTITY_OR_NOT(raw_weather, visibility),
                                                      QUANTITY_OR_NOT(raw_weather, rain),
                                                      QUANTITY_OR_NOT(raw_weather, cloud),
                                                      TWO_OR_NOT(raw_weather, wind),
                                                      CYAML_FIELD_END};

static const cyaml_schema_field_t scatter_fields[] = {COUNT(raw_scatter, count), TWO(raw_scatter, from),
                                                      TWO(raw_scatter, to), COUNT_OR_NOT(raw_scatter, seed),
                                                      CYAML_FIELD_END};

static const cyaml_schema_field_t scenery_fields[] = {PATH(raw_scenery, model),
                                                      TWO_OR_NOT(raw_scenery, at),
                                                      QUANTITY_OR_NOT(raw_scenery, heading),
                                                      QUANTITY_OR_NOT(raw_scenery, scale),
                                                      PART_OR_NOT(raw_scenery, scatter, scatter_fields),
                                                      CYAML_FIELD_END};
ITEM(scenery);

/* ---- the file ---- */

#define TRAINING_LIST_OR_NOT(key, item, longest)                                                             \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_scenario, training.key,         \
                         &auth_##item##_value, 0, longest)

static const cyaml_schema_field_t scenario_fields[] = {
    FILE_HEAD(scenario_word),
    PATH(raw_scenario, machine),
    CYAML_FIELD_STRING_PTR("operator", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_scenario,
                           operator_script, 1, AUTH_PATH_LENGTH),
    QUANTITY_OR_NOT(raw_scenario, seconds),
    QUANTITY_OR_NOT(raw_scenario, step),
    PART(raw_scenario, ground, ground_fields),
    PART_OR_NOT(raw_scenario, sand, sand_fields),
    PART_OR_NOT(raw_scenario, start, start_fields),
    LIST_OR_NOT(raw_scenario, objects, object, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("materials", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_scenario, materials,
                         &auth_material_pair_schema, 0, AUTH_MAX_PAIRS),
    LIST_OR_NOT(raw_scenario, zones, zone, AUTH_MAX_ZONES),
    PART_OR_NOT(raw_scenario, goal, auth_condition_fields),
    PART_OR_NOT(raw_scenario, weather, weather_fields),
    LIST_OR_NOT(raw_scenario, scenery, scenery, CYAML_UNLIMITED),
    CYAML_FIELD_MAPPING_PTR("texts", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_scenario, training.texts,
                            auth_texts_fields),
    CYAML_FIELD_STRING_PTR("hud", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_scenario, training.hud, 1,
                           AUTH_PATH_LENGTH),
    CYAML_FIELD_UINT("level", CYAML_FLAG_OPTIONAL, raw_scenario, training.level),
    CYAML_FIELD_UINT("attempts", CYAML_FLAG_OPTIONAL, raw_scenario, training.attempts),
    TRAINING_LIST_OR_NOT(regions, region, AUTH_MAX_REGIONS),
    TRAINING_LIST_OR_NOT(counters, counter, AUTH_MAX_COUNTERS),
    TRAINING_LIST_OR_NOT(profiles, profile, AUTH_MAX_PROFILES),
    TRAINING_LIST_OR_NOT(tasks, task, AUTH_MAX_TASKS),
    CYAML_FIELD_MAPPING_PTR("score", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_scenario, training.score,
                            auth_score_fields),
    TRAINING_LIST_OR_NOT(plots, plot, AUTH_MAX_PLOTS),
    CYAML_FIELD_END};

const cyaml_schema_value_t auth_scenario_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_scenario, scenario_fields)};
