/* Plates and wheels against M. G. Bekker, Introduction to Terrain-Vehicle Systems, 1969, and Z. Janosi and
 * B. Hanamoto, 1961. The laws are written out here anew, so that those of terr/soil.h are tested too. */
#include "soil.h"

#include "hl/real.h"

#include <math.h>
#include <stdio.h>

static const double AT_REST = 1e-5; /* a surface this near to where it yields to has come to rest [m] */
static const terr_lab_wheel WHEEL = {.radius = 0.6, .width = 0.4, .load = 10e3};

/* k_c/b + k_phi */
static double modulus(const terr_soil *soil, double breadth)
{
    return soil->bekker_cohesive / breadth + soil->bekker_frictional;
}

/* ---- plates ---- */

static void press(valid_run *v, const char *name, const terr_soil *soil, valid_plot *plot)
{
    enum { FORCES = 5 };
    static const double force[FORCES] = {2e3, 4e3, 8e3, 16e3, 24e3}, side = 0.4; /* [N], [m] */
    const terr_lab lab = terr_lab_default_setup(soil);
    char curve[60];
    snprintf(curve, sizeof curve, "%s, Bekker", name);
    valid_curve *law = valid_plot_curve(plot, curve, false), *here = valid_plot_curve(plot, name, true);
    for (int i = 0; i < FORCES; i++) {
        hl_arena arena = {0};
        char why[HL_MESSAGE_LENGTH], text[120];
        double sinkage;
        const hl_status status = terr_lab_plate(&lab, side, force[i], &arena, &sinkage, why);
        hl_arena_free(&arena);
        if (!soil_done(v, name, status, why)) return;
        const double z = pow(force[i] / (side * side) / modulus(soil, side), 1.0 / soil->bekker_exponent);
        valid_curve_add(law, 1e-3 * force[i], 1e3 * z);
        valid_curve_add(here, 1e-3 * force[i], 1e3 * sinkage);
        if (i != 1 && i != 3) continue;
        snprintf(text, sizeof text, "%s, plate of 0.4 x 0.4 m under %g kN: sinkage", name, 1e-3 * force[i]);
        valid_published(v, text, "m", "Bekker 1969: p = (k_c/b + k_phi) z^n", z, sinkage, 2.0 * AT_REST,
                        "to where it counts as at rest, before and after soil comes back to it");
    }
}

void soil_plates(valid_run *v, const terr_soil soils[SOILS])
{
    valid_plot *plot = valid_plot_new(v, "plates", "plate of 0.4 x 0.4 m", "force (kN)", "sinkage (mm)");
    for (int i = 0; i < SOILS; i++) press(v, soil_names[i], &soils[i], plot);
}

/* ---- wheels ---- */

/* W = b k z^n sqrt(2 r z) (3 - n)/3, solved for z. */
static double wheel_sinkage(const terr_soil *soil)
{
    const double n = soil->bekker_exponent;
    const double one = WHEEL.width * modulus(soil, WHEEL.width) * sqrt(2.0 * WHEEL.radius) * (3.0 - n) / 3.0;
    return pow(WHEEL.load / one, 1.0 / (n + 0.5));
}

/* (c A + W tan phi) (1 - (1 - exp(-u))/u), u = i l/K, with l the arc of a rigid wheel. */
static double traction(const terr_soil *soil, double slip, double z)
{
    const double length = sqrt(2.0 * WHEEL.radius * z), u = slip * length / soil->janosi_displacement;
    double sine, cosine;
    hl_sincos(soil->friction_angle, &sine, &cosine);
    const double strength = soil->cohesion * WHEEL.width * length + WHEEL.load * sine / cosine;
    return u > 0.0 ? strength * (1.0 - (1.0 - exp(-u)) / u) : 0.0;
}

/* R_c = b k z^(n+1)/(n+1) */
static double resistance(const terr_soil *soil, double z)
{
    const double n = soil->bekker_exponent;
    return WHEEL.width * modulus(soil, WHEEL.width) * pow(z, n + 1.0) / (n + 1.0);
}

static void compare_sinkage(valid_run *v, const char *name, const terr_soil *soil, double cell, double here)
{
    const double z = wheel_sinkage(soil), length = sqrt(2.0 * WHEEL.radius * z);
    char text[120];
    snprintf(text, sizeof text, "%s, rigid wheel of 1.2 x 0.4 m, 10 kN: sinkage", name);
    valid_published(v, text, "m", "Bekker 1969: W = b k z^n sqrt(2 r z) (3 - n)/3", z, here,
                    z * 0.5 * cell / (length * soil->bekker_exponent),
                    "the contact's length l to half a cell d: dz/z = d/(2 l n)");
}

static void compare_drawbar(valid_run *v, const char *name, const terr_soil *soil, double slip,
                            const terr_lab_roll *roll)
{
    char text[120];
    snprintf(text, sizeof text, "%s, the same at slip %.1f: traction over load", name, slip);
    valid_published(v, text, "1", "Janosi and Hanamoto 1961, at the sinkage found",
                    traction(soil, slip, roll->sinkage) / WHEEL.load, roll->traction / WHEEL.load, 0.05,
                    "the contact's length to half a cell");
    snprintf(text, sizeof text, "%s, the same at slip %.1f: drawbar over load", name, slip);
    valid_published(v, text, "1", "Janosi's traction less Bekker's compaction resistance, at that sinkage",
                    (traction(soil, slip, roll->sinkage) - resistance(soil, roll->sinkage)) / WHEEL.load,
                    roll->drawbar / WHEEL.load, 0.05,
                    "as above; the resistance is the law's work on the sinkage found");
}

static void roll(valid_run *v, const char *name, const terr_soil *soil, valid_plot *plot)
{
    enum { SLIPS = 6 };
    static const double slip[SLIPS] = {0.0, 0.05, 0.1, 0.2, 0.3, 0.4};
    const terr_lab lab = terr_lab_default_setup(soil);
    char curve[80];
    snprintf(curve, sizeof curve, "%s, Janosi - Bekker", name);
    valid_curve *law = valid_plot_curve(plot, curve, false), *here = valid_plot_curve(plot, name, true);
    for (int i = 0; i < SLIPS; i++) {
        hl_arena arena = {0};
        terr_lab_wheel wheel = WHEEL;
        wheel.slip = slip[i];
        terr_lab_roll rolled;
        char why[HL_MESSAGE_LENGTH];
        const hl_status status = terr_lab_roll_wheel(&lab, &wheel, &arena, &rolled, why);
        hl_arena_free(&arena);
        if (!soil_done(v, name, status, why)) return;
        const double expected = traction(soil, slip[i], rolled.sinkage) - resistance(soil, rolled.sinkage);
        valid_curve_add(law, slip[i], 1e-3 * expected);
        valid_curve_add(here, slip[i], 1e-3 * rolled.drawbar);
        if (i == 0) compare_sinkage(v, name, soil, lab.cell, rolled.rut);
        if (i == 2 || i == 3 || i == 5) compare_drawbar(v, name, soil, slip[i], &rolled);
    }
}

void soil_wheels(valid_run *v, const terr_soil soils[SOILS])
{
    valid_plot *plot =
        valid_plot_new(v, "drawbar", "rigid wheel of 1.2 x 0.4 m under 10 kN", "slip", "drawbar (kN)");
    for (int i = 0; i < SOILS; i++) roll(v, soil_names[i], &soils[i], plot);
}
