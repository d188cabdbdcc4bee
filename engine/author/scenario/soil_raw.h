/* A soil as libcyaml reads it; see mechanism_raw.h. Private to the author room. */
#ifndef AUTHOR_SOIL_RAW_H
#define AUTHOR_SOIL_RAW_H

#include "mechanism/mechanism_raw.h"

typedef struct raw_soil {
    raw_head head;
    char *loose_density, *bank_density;
    char *repose, *friction_angle, *cohesion, *steel_friction, *adhesion;
    char *bekker_cohesive, *bekker_frictional, *bekker_exponent;
    char *janosi_displacement, *tip_pressure, *pressing, *solid_share;
    char *restitution, *sliding_friction, *rolling_friction;
} raw_soil;

/** Schema of the whole file: a pointer to a raw_soil. */
extern const cyaml_schema_value_t auth_soil_schema;

#endif
