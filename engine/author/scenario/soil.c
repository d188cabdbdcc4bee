/* Soil files: numbers, each within what soils can be. */
#include "reader/format.h"

#include "auth/soil.h"

/* Beyond the spans a number is a slip of the pen or of the unit, or the laws that use it no longer mean
 * anything: densities from pumice to loose ore; a cohesion beyond 500 kPa is soft rock; moduli from deep snow
 * to concrete. Defaults: eta of 000 publication V; void ratio 2/3 and restitution of grains, class-typical
 * estimates. */
static const auth_field fields[] = {
    HEAD(auth_soil, "soil"),
    QUANTITY(auth_soil, loose_density, DENSITY, ANY, "Dug or poured", SPAN("500 to 4000 kg/m3")),
    QUANTITY(auth_soil, bank_density, DENSITY, ANY, "Undisturbed or compacted, not below the loose one",
             SPAN("500 to 4000 kg/m3")),
    QUANTITY(auth_soil, repose, ANGLE, ANY, "Angle of repose of loose soil", SPAN("1 to 60 deg")),
    QUANTITY(auth_soil, friction_angle, ANGLE, ANY, "φ, inside bank soil", SPAN("0 to 60 deg")),
    QUANTITY(auth_soil, cohesion, PRESSURE, ANY, "c, of bank soil; loose soil has none", SPAN("0 to 500 kPa"),
             DEFAULT("0")),
    QUANTITY(auth_soil, steel_friction, ANGLE, ANY, "δ, angle of friction of soil on steel, at most φ",
             SPAN("0 to 60 deg")),
    QUANTITY(auth_soil, adhesion, PRESSURE, ANY, "Adhesion of soil to steel, at most c", SPAN("0 to 500 kPa"),
             DEFAULT("0")),
    QUANTITY(auth_soil, bekker_cohesive, BEKKER_MODULUS, ANY, "Bekker's k_c, a bare number in N/m^(n+1)",
             SPAN("0 to 1e9"), DEFAULT("0")),
    QUANTITY(auth_soil, bekker_frictional, BEKKER_MODULUS, ANY, "Bekker's k_φ, a bare number in N/m^(n+2)",
             SPAN("1e3 to 1e10")),
    QUANTITY(auth_soil, bekker_exponent, NUMBER, ANY, "Bekker's n", SPAN("0.2 to 2")),
    QUANTITY(auth_soil, janosi_displacement, LENGTH, ANY,
             "Janosi's K: displacement at which 63 % of the shear strength act", SPAN("1 mm to 0.2 m")),
    QUANTITY(auth_soil, tip_pressure, PRESSURE_GRADIENT, ANY,
             "Resistance of an edge or a tooth, over its depth", SPAN("0 to 100 MPa/m")),
    QUANTITY(auth_soil, pressing, NUMBER, ANY, "η: how easily soil moves sideways under load",
             SPAN("0 to 100"), DEFAULT("4")),
    QUANTITY(auth_soil, solid_share, NUMBER, ANY,
             "Share of grains in the volume of loose soil: 1 / (1 + void ratio)", SPAN("0.3 to 0.9"),
             DEFAULT("0.6")),
    QUANTITY(auth_soil, restitution, NUMBER, ANY, "Restitution of two colliding particles", SPAN("0 to 1"),
             DEFAULT("0.2")),
    QUANTITY(auth_soil, sliding_friction, NUMBER, ANY, "Friction of particles that slide on each other",
             SPAN("0 to 2")),
    QUANTITY(auth_soil, rolling_friction, NUMBER, ANY, "Friction of particles that roll on each other",
             SPAN("0 to 1")),
};

/* Numbers that are possible alone but not together. */
static void check_pairs(auth_item *item)
{
    const auth_soil *soil = item->out;
    if (soil->bank_density < soil->loose_density)
        COMPLAIN(item, "bank_density",
                 "'bank_density' is %g kg/m3, below 'loose_density' (%g kg/m3); at least that much is "
                 "expected, soil does not shrink when it is dug",
                 soil->bank_density, soil->loose_density);
    if (soil->steel_friction > soil->friction_angle)
        COMPLAIN(item, "steel_friction",
                 "'steel_friction' is %g deg, above 'friction_angle' (%g deg); at most that much is "
                 "expected, soil slides within itself before",
                 soil->steel_friction / AUTH_DEGREE, soil->friction_angle / AUTH_DEGREE);
    if (soil->adhesion > soil->cohesion)
        COMPLAIN(item, "adhesion",
                 "'adhesion' is %g Pa, above 'cohesion' (%g Pa); at most that much is expected, soil "
                 "parts within itself before",
                 soil->adhesion, soil->cohesion);
}

const auth_table auth_soil_table = AUTH_TABLE(auth_soil, fields, .check = check_pairs);

AUTH_FORMAT(soil, soil, SOIL, NULL)
