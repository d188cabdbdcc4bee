/* The schema of soil files. See docs/soil.md for the meaning of the keys, schema.h for the conventions. */
#include "reader/schema_fields.h"
#include "soil_raw.h"

static const cyaml_strval_t soil_word[] = {{"soil", 1}};

static const cyaml_schema_field_t soil_fields[] = {FILE_HEAD(soil_word),
                                                   QUANTITY(raw_soil, loose_density),
                                                   QUANTITY(raw_soil, bank_density),
                                                   QUANTITY(raw_soil, repose),
                                                   QUANTITY(raw_soil, friction_angle),
                                                   QUANTITY_OR_NOT(raw_soil, cohesion),
                                                   QUANTITY(raw_soil, steel_friction),
                                                   QUANTITY_OR_NOT(raw_soil, adhesion),
                                                   QUANTITY_OR_NOT(raw_soil, bekker_cohesive),
                                                   QUANTITY(raw_soil, bekker_frictional),
                                                   QUANTITY(raw_soil, bekker_exponent),
                                                   QUANTITY(raw_soil, janosi_displacement),
                                                   QUANTITY(raw_soil, tip_pressure),
                                                   QUANTITY_OR_NOT(raw_soil, pressing),
                                                   QUANTITY_OR_NOT(raw_soil, solid_share),
                                                   QUANTITY_OR_NOT(raw_soil, restitution),
                                                   QUANTITY(raw_soil, sliding_friction),
                                                   QUANTITY(raw_soil, rolling_friction),
                                                   CYAML_FIELD_END};

const cyaml_schema_value_t auth_soil_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_soil, soil_fields)};
