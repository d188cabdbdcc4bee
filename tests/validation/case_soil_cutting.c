/* A blade at 45 degrees against the fundamental equation of earthmoving. The equation is for level ground
 * without surcharge: that is the force at the moment when a blade begins to move. Once it has gone some
 * depths, soil rides on it and lies before it; depth and width must still show as in the equation. */
#include "soil.h"

#include "hl/real.h"

#include <math.h>
#include <stdio.h>

static const double DEGREE = 0.017453292519943295, RAKE = 0.7853981633974483; /* [rad] */
static const double SPEED = 0.5;                                              /* [m/s] */
static const double DEPTHS = 5.0;      /* of way, of the depth: as far for all, so that heaps are alike */
static const double THICKNESS = 0.01;  /* of the edge [m] */
static const double LEAST_LIMIT = 1.0; /* that a tool adds to every resistance [N] */
static const char *const EQUATION = "equation of Reece 1964; McKyes 1985, Soil Cutting and Tillage, ch. 2";

enum { CUTS = 4 };
static const double cut_width[CUTS] = {1.2, 1.2, 1.2, 2.0}, cut_depth[CUTS] = {0.1, 0.2, 0.3, 0.2}; /* [m] */

/* Forces worked out by hand from the equation, in kN to two decimals. */
typedef struct material {
    const char *name;
    double friction, steel;             /* phi, delta [deg] */
    double density, cohesion, adhesion; /* [kg/m^3], [Pa] */
    double force[CUTS];                 /* F [kN] */
} material;

static const material materials[] = {
    {"dry sand", 32.0, 21.0, 1550.0, 0.0, 0.0, {0.28, 1.11, 2.50, 1.86}},
    {"loose gravel", 38.0, 25.0, 1700.0, 0.0, 0.0, {0.38, 1.51, 3.41, 2.52}},
    {"sandy loam", 30.0, 20.0, 1600.0, 8e3, 4e3, {2.47, 5.48, 9.03, 9.13}},
    {"clay", 15.0, 11.0, 1800.0, 25e3, 12e3, {5.38, 11.18, 17.38, 18.63}},
};
enum { MATERIALS = sizeof materials / sizeof *materials };

/* Any sand, with what counts for cutting from the table, and no resistance of the tip. */
static terr_soil soil_of(const material *m, const terr_soil *sand)
{
    terr_soil soil = *sand;
    soil.friction_angle = m->friction * DEGREE;
    soil.steel_friction = m->steel * DEGREE;
    soil.loose_density = soil.bank_density = m->density;
    soil.cohesion = m->cohesion;
    soil.adhesion = m->adhesion;
    soil.tip_pressure = 0.0;
    return soil;
}

static bool drag(valid_run *v, const terr_soil *soil, int cut, double way, terr_lab_cutting *cutting)
{
    hl_arena arena = {0};
    const terr_lab lab = terr_lab_default_setup(soil);
    const terr_lab_cut blade = {.rake = RAKE,
                                .width = cut_width[cut],
                                .depth = cut_depth[cut],
                                .thickness = THICKNESS,
                                .speed = SPEED,
                                .way = way};
    char why[HL_MESSAGE_LENGTH];
    const hl_status status = terr_lab_drag(&lab, &blade, &arena, cutting, why);
    hl_arena_free(&arena);
    return soil_done(v, "cutting", status, why);
}

/* The table: F from what a tool resists with ahead, F sin(beta + delta) + c_a w d cot(beta). */
static void cut_fresh(valid_run *v, const material *m, const terr_soil *sand)
{
    const terr_soil soil = soil_of(m, sand);
    double sine, cosine;
    hl_sincos(RAKE + soil.steel_friction, &sine, &cosine);
    for (int i = 0; i < CUTS; i++) {
        terr_lab_cutting cutting;
        char text[120];
        if (!drag(v, &soil, i, 0.05, &cutting)) return;
        const double adhering = soil.adhesion * cut_width[i] * cut_depth[i]; /* cot(45 deg) is 1 */
        snprintf(text, sizeof text, "%s, blade at 45 deg, %.1f m wide, %.1f m deep, fresh: force", m->name,
                 cut_width[i], cut_depth[i]);
        valid_published(v, text, "kN", EQUATION, m->force[i],
                        1e-3 * (cutting.fresh - LEAST_LIMIT - adhering) / sine, 5e-3 + 1e-3 * m->force[i],
                        "half of the last digit; wedges are read from a table of rakes, to 0.1 %");
    }
}

static void plot_way(valid_plot *plot, int cut, const terr_lab_cutting *cutting)
{
    char name[60];
    snprintf(name, sizeof name, "%.1f m wide, %.1f m deep", cut_width[cut], cut_depth[cut]);
    valid_curve *curve = valid_plot_curve(plot, name, false);
    for (int k = 0; k < TERR_LAB_CUT_POINTS; k++)
        valid_curve_add(curve, cutting->way[k] / cut_depth[cut], 1e-3 * cutting->total[k]);
}

static void trend(valid_run *v, const char *what, double law, double here)
{
    valid_published(v, what, "1", EQUATION, law, here, 0.15 * law, "required");
}

static void cut_loaded(valid_run *v, const terr_soil *sand)
{
    valid_plot *plot = valid_plot_new(v, "cutting", "dry sand, blade at 45 deg: force against its motion",
                                      "way over depth", "force (kN)");
    terr_soil soil = *sand;
    soil.tip_pressure = 0.0;
    double late[CUTS];
    terr_mass missing = 0;
    for (int i = 0; i < CUTS; i++) {
        terr_lab_cutting cutting;
        if (!drag(v, &soil, i, DEPTHS * cut_depth[i], &cutting)) return;
        late[i] = cutting.late;
        missing += cutting.missing;
        plot_way(plot, i, &cutting);
    }
    trend(v, "dry sand, loaded blade: force at 0.2 m over that at 0.1 m", 4.0, late[1] / late[0]);
    trend(v, "dry sand, loaded blade: force at 0.3 m over that at 0.1 m", 9.0, late[2] / late[0]);
    trend(v, "dry sand, loaded blade: force 2.0 m wide over that 1.2 m wide", 2.0 / 1.2, late[3] / late[1]);
    valid_bound(v, "dry sand, loaded blade: quanta that are missing", "1", "exact: conservation of mass",
                (double)missing, 0.0, "masses are whole numbers");
}

/* With the edge's tip: what a tool in a scenario feels. */
static void level(valid_run *v, const terr_soil *sand)
{
    const terr_lab_cut blade = {.rake = RAKE, .width = cut_width[1], .depth = cut_depth[1]};
    terr_lab_cutting cutting;
    if (!drag(v, sand, 1, DEPTHS * cut_depth[1], &cutting)) return;
    /* The tip of this edge, 10 mm thick, is 4.6 fold by itself: it is an estimate of the soil's, and taken
     * off */
    const double tip = sand->tip_pressure * THICKNESS * cut_width[1] * cut_depth[1];
    valid_published(v, "dry sand, loaded blade, 0.2 m deep: force less the edge's tip over the equation's",
                    "1", "class-typical: what a tool carries and pushes raises it 3 to 8 fold", 5.5,
                    (cutting.late - tip) / terr_lab_cut_expected(sand, &blade), 2.5,
                    "the class-typical range");
}

void soil_cutting(valid_run *v, const terr_soil soils[SOILS])
{
    for (int m = 0; m < MATERIALS; m++) cut_fresh(v, &materials[m], &soils[SOIL_DRY_SAND]);
    cut_loaded(v, &soils[SOIL_DRY_SAND]);
    level(v, &soils[SOIL_DRY_SAND]);
}
