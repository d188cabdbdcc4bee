/* A scenario as libcyaml reads it; see mechanism_raw.h. Private to the author room. */
#ifndef AUTHOR_SCENARIO_RAW_H
#define AUTHOR_SCENARIO_RAW_H

#include "reader/condition_reader.h"
#include "reader/materials_reader.h"
#include "training/training_raw.h"

typedef struct raw_ground {
    char *surface, *material, *slope, *direction, *amplitude, *wavelength, *flat_radius, *origin[2], *spacing,
        **heights;
    int kind;
    unsigned octaves, seed, heights_count;
} raw_ground;

typedef struct raw_soil_file {
    char *name, *file;
} raw_soil_file;

typedef struct raw_pile {
    char *at[2], *height, *soil;
} raw_pile;

typedef struct raw_soil_patch {
    char *from[2], *to[2], *soil;
} raw_soil_patch;

typedef struct raw_sand {
    char *from[2], *to[2], *cell, *depth, *loose_depth, *particle_radius;
    raw_soil_file *soils;
    raw_pile *piles;
    raw_soil_patch *patches;
    unsigned particles, tiles, soils_count, piles_count, patches_count;
} raw_sand;

typedef struct raw_start {
    char *at[2], *heading, *drop, *fuel;
    bool settled, engine; /* looked at when their keys are there */
} raw_start;

typedef struct raw_weather {
    char *time, *latitude, *north, *visibility, *rain, *cloud, *wind[2];
    unsigned day;
} raw_weather;

typedef struct raw_scatter {
    char *from[2], *to[2];
    unsigned count, seed;
} raw_scatter;

typedef struct raw_scenery {
    char *model, *at[2], *heading, *scale;
    raw_scatter *scatter;
} raw_scenery;

typedef struct raw_object {
    char *name, *at[3], *turn[3], *size[3], *model, *material;
    bool absolute;
} raw_object;

typedef struct raw_zone {
    char *name, *at[3], *size[3];
} raw_zone;

typedef struct raw_scenario {
    raw_head head;
    char *machine, *operator_script, *seconds, *step;
    raw_ground *ground;
    raw_sand *sand;
    raw_start *start;
    raw_object *objects;
    raw_zone *zones;
    raw_material_pair *materials;
    raw_condition *goal;
    raw_weather *weather;
    raw_scenery *scenery;
    raw_training training;
    unsigned objects_count, zones_count, scenery_count, materials_count;
} raw_scenario;

/** Schema of the whole file: a pointer to a raw_scenario. */
extern const cyaml_schema_value_t auth_scenario_schema;

/** Word of a kind of ground as files write it. */
const char *auth_ground_kind_word(int value);

#endif
