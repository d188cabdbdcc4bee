/* Soil files: numbers, each within what soils can be. */
#include "reader/angles.h"
#include "reader/format.h"
#include "soil_raw.h"

#include "auth/soil.h"

/* ---- numbers ---- */

static const auth_rule rules[] = {
    AUTH_SCALAR(soil, loose_density, DENSITY, POSITIVE, 0.0),
    AUTH_SCALAR(soil, bank_density, DENSITY, POSITIVE, 0.0),
    AUTH_SCALAR(soil, repose, ANGLE, POSITIVE, 0.0),
    AUTH_SCALAR(soil, friction_angle, ANGLE, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(soil, cohesion, PRESSURE, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(soil, steel_friction, ANGLE, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(soil, adhesion, PRESSURE, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(soil, bekker_cohesive, BEKKER_MODULUS, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(soil, bekker_frictional, BEKKER_MODULUS, POSITIVE, 0.0),
    AUTH_SCALAR(soil, bekker_exponent, NUMBER, POSITIVE, 0.0),
    AUTH_SCALAR(soil, janosi_displacement, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(soil, tip_pressure, PRESSURE_GRADIENT, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(soil, pressing, NUMBER, NOT_NEGATIVE, 4.0),    /* eta of 000 publication V */
    AUTH_SCALAR(soil, solid_share, NUMBER, POSITIVE, 0.6),     /* void ratio 2/3, class-typical estimate */
    AUTH_SCALAR(soil, restitution, NUMBER, NOT_NEGATIVE, 0.2), /* of grains, class-typical estimate */
    AUTH_SCALAR(soil, sliding_friction, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(soil, rolling_friction, NUMBER, NOT_NEGATIVE, 0.0),
};

/* ---- limits ---- */

/* Beyond these a number is a slip of the pen or of the unit, or the laws that use it no longer mean anything.
 */
static const struct soil_limit {
    const char *key;
    size_t raw, out;
    double low, high;
    const char *span; /* low and high in the words of the file */
} limits[] = {
#define LIMIT(key, low, high, span)                                                                          \
    {                                                                                                        \
#key, offsetof(raw_soil, key), offsetof(auth_soil, key), low, high, span                             \
    }
    LIMIT(loose_density, 500.0, 4000.0, "500 to 4000 kg/m3"), /* pumice to loose ore */
    LIMIT(bank_density, 500.0, 4000.0, "500 to 4000 kg/m3"),
    LIMIT(repose, 1.0 * AUTH_DEGREE, 60.0 * AUTH_DEGREE, "1 to 60 deg"),
    LIMIT(friction_angle, 0.0, 60.0 * AUTH_DEGREE, "0 to 60 deg"),
    LIMIT(cohesion, 0.0, 500e3, "0 to 500 kPa"), /* beyond: soft rock */
    LIMIT(steel_friction, 0.0, 60.0 * AUTH_DEGREE, "0 to 60 deg"),
    LIMIT(adhesion, 0.0, 500e3, "0 to 500 kPa"),
    LIMIT(bekker_cohesive, 0.0, 1e9, "0 to 1e9"),
    LIMIT(bekker_frictional, 1e3, 1e10, "1e3 to 1e10"), /* deep snow; concrete */
    LIMIT(bekker_exponent, 0.2, 2.0, "0.2 to 2"),
    LIMIT(janosi_displacement, 1e-3, 0.2, "1 mm to 0.2 m"),
    LIMIT(tip_pressure, 0.0, 100e6, "0 to 100 MPa/m"),
    LIMIT(pressing, 0.0, 100.0, "0 to 100"),
    LIMIT(solid_share, 0.3, 0.9, "0.3 to 0.9"),
    LIMIT(restitution, 0.0, 1.0, "0 to 1"),
    LIMIT(sliding_friction, 0.0, 2.0, "0 to 2"),
    LIMIT(rolling_friction, 0.0, 1.0, "0 to 1"),
#undef LIMIT
};

static void check_limits(const auth_reader *reader, const yaml_node_t *root, const raw_soil *raw,
                         const auth_soil *soil)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const struct soil_limit *l = &limits[i];
        const char *text = *(char *const *)(const void *)((const char *)raw + l->raw);
        const double value = *(const double *)(const void *)((const char *)soil + l->out);
        if (text) auth_check_span(reader, root, l->key, text, value, l->low, l->high, l->span);
    }
}

/* Numbers that are possible alone but not together. */
static void check_pairs(const auth_reader *reader, const yaml_node_t *root, const auth_soil *soil)
{
    if (soil->bank_density < soil->loose_density)
        hl_report_add(reader->report, auth_key_place(reader, root, "bank_density"),
                      "'bank_density' is %g kg/m3, below 'loose_density' (%g kg/m3); at least that much is "
                      "expected, soil does not shrink when it is dug",
                      soil->bank_density, soil->loose_density);
    if (soil->steel_friction > soil->friction_angle)
        hl_report_add(reader->report, auth_key_place(reader, root, "steel_friction"),
                      "'steel_friction' is %g deg, above 'friction_angle' (%g deg); at most that much is "
                      "expected, soil slides within itself before",
                      soil->steel_friction / AUTH_DEGREE, soil->friction_angle / AUTH_DEGREE);
    if (soil->adhesion > soil->cohesion)
        hl_report_add(reader->report, auth_key_place(reader, root, "adhesion"),
                      "'adhesion' is %g Pa, above 'cohesion' (%g Pa); at most that much is expected, soil "
                      "parts within itself before",
                      soil->adhesion, soil->cohesion);
}

/* ---- the whole ---- */

static hl_status read_soil(auth_reader *reader, const void *raw, void **out)
{
    const raw_soil *from = raw;
    const yaml_node_t *root = auth_document_root(reader->document);
    auth_soil *soil = HL_NEW(reader->arena, auth_soil, 1);
    if (!soil || !auth_read_head(reader, &from->head, &soil->name, &soil->description))
        return HL_OUT_OF_MEMORY;
    if (auth_apply_rules(reader, root, AUTH_RULES(rules), false, raw, soil)) {
        check_limits(reader, root, from, soil);
        check_pairs(reader, root, soil);
    }
    *out = soil;
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- entry ---- */

static const auth_format format = {.kind = AUTH_FILE_SOIL, .schema = &auth_soil_schema, .read = read_soil};

AUTH_FORMAT_ENTRY(soil, soil)
