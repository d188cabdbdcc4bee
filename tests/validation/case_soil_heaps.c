/* Heaps stand at their angle of repose, whichever way they were poured and however the grid lies; banks stand
 * as high as their cohesion lets them; nothing is lost. */
#include "soil.h"

#include "hl/real.h"

#include <math.h>
#include <stdio.h>

static const double POURED = 1500.0, POURED_GRAINS = 500.0; /* [kg]: heaps 2.2 m and 1.5 m wide */
static const double GRAVITY = 9.80665;                      /* [m/s^2] */
static const double QUARTER = 0.7853981633974483;           /* 45 degrees [rad] */
static const double BISECTED = 0.01;                        /* to which the tallest bank is found [m] */

static double tangent(double angle)
{
    double sine, cosine;
    hl_sincos(angle, &sine, &cosine);
    return sine / cosine;
}

/* ---- pouring ---- */

static void plot_heap(valid_plot *plot, const char *name, const terr_lab_heap *heap)
{
    const int middle = TERR_LAB_PROFILE / 2;
    valid_curve *curve = valid_plot_curve(plot, name, false);
    for (int k = 0; k < TERR_LAB_PROFILE; k++)
        valid_curve_add(curve, heap->spacing * (k - middle), heap->across[k]);
}

static void pour(valid_run *v, const char *name, const terr_soil *soil, terr_lab_pouring how,
                 valid_plot *plot)
{
    hl_arena arena = {0};
    const terr_lab lab = terr_lab_default_setup(soil);
    const bool grains = how == TERR_LAB_GRAINS;
    const char *manner = grains ? "of grains" : "put down";
    terr_lab_heap heap;
    char why[HL_MESSAGE_LENGTH], text[160];
    const hl_status status = terr_lab_pour(&lab, how, grains ? POURED_GRAINS : POURED, &arena, &heap, why);
    if (soil_done(v, name, status, why)) {
        snprintf(text, sizeof text, "%s, a heap %s: angle, mean of 16 directions", name, manner);
        valid_published(v, text, "deg", "its angle of repose (assets/soils)", soil_degrees(soil->repose),
                        heap.rested ? soil_degrees(heap.angle) : (double)NAN, 2.0, "required");
        if (!grains) {
            snprintf(text, sizeof text, "%s, a heap %s: steepest less flattest direction", name, manner);
            const double slope = tangent(soil->repose);
            valid_bound(v, text, "deg", "flow, 000 publication V Eq. (15)",
                        soil_degrees(heap.most - heap.least),
                        soil_degrees(atan(1.05 * slope) - atan(0.975 * slope)),
                        "slopes that rest lie between 0.975 and 1.05 tan(repose)");
        }
        snprintf(text, sizeof text, "%s, a heap %s: quanta (1e-6 kg) that are missing", name, manner);
        valid_bound(v, text, "1", "exact: conservation of mass", (double)heap.missing, 0.0,
                    "masses are whole numbers");
        plot_heap(plot, name, &heap);
    }
    hl_arena_free(&arena);
}

void soil_heaps(valid_run *v, const terr_soil soils[SOILS])
{
    valid_plot *put = valid_plot_new(v, "heaps", "heaps of 1500 kg, put down", "x (m)", "height (m)");
    valid_plot *grains = valid_plot_new(v, "grains", "heaps of 500 kg, of grains", "x (m)", "height (m)");
    for (int i = 0; i < SOILS; i++) {
        pour(v, soil_names[i], &soils[i], TERR_LAB_STEADILY, put);
        pour(v, soil_names[i], &soils[i], TERR_LAB_GRAINS, grains);
    }
}

/* ---- the grid's direction ---- */

static void plot_relief(valid_plot *plot, double degrees, const terr_lab_relief *relief)
{
    char name[40];
    snprintf(name, sizeof name, "across, %g deg", degrees);
    valid_curve *curve = valid_plot_curve(plot, name, false);
    for (int i = 0; i < TERR_LAB_LATTICE; i++)
        valid_curve_add(curve, 3.0 * i / (TERR_LAB_LATTICE - 1) - 1.5,
                        relief->height[i][TERR_LAB_LATTICE / 2]);
}

void soil_turned(valid_run *v, const terr_soil soils[SOILS])
{
    enum { HEADINGS = 4 };
    static const double degrees[HEADINGS] = {0.0, 15.0, 30.0, 45.0};
    static terr_lab_relief relief[HEADINGS]; /* too large for the stack */
    const terr_soil *sand = &soils[SOIL_DRY_SAND];
    const terr_lab lab = terr_lab_default_setup(sand);
    valid_plot *plot = valid_plot_new(v, "turned", "a ridge of 800 kg of dry sand, headed across the grid",
                                      "across the ridge (m)", "height (m)");
    for (int i = 0; i < HEADINGS; i++) {
        hl_arena arena = {0};
        char why[HL_MESSAGE_LENGTH], text[120];
        const hl_status status = terr_lab_ridge(&lab, degrees[i] * QUARTER / 45.0, &arena, &relief[i], why);
        hl_arena_free(&arena);
        if (!soil_done(v, "ridge", status, why)) return;
        plot_relief(plot, degrees[i], &relief[i]);
        if (i == 0) continue;
        double largest, mean;
        terr_lab_compare(&relief[0], &relief[i], &largest, &mean);
        snprintf(text, sizeof text,
                 "ridge of dry sand at %g deg to the grid against 0 deg: largest difference", degrees[i]);
        valid_bound(v, text, "m", "independence of the grid's direction", largest,
                    0.25 * lab.cell * tangent(sand->repose),
                    "a quarter of what a flank rises over a cell: how well cells show where a crest lies");
    }
}

/* ---- banks ---- */

static void bank(valid_run *v, const char *name, const terr_soil *soil)
{
    const terr_lab lab = terr_lab_default_setup(soil);
    const double law =
        4.0 * soil->cohesion / (soil->bank_density * GRAVITY) * tangent(QUARTER + 0.5 * soil->friction_angle);
    const double over_a_cell = lab.cell * tangent(fmax(soil->friction_angle, soil->repose));
    char why[HL_MESSAGE_LENGTH], text[120];
    double height;
    if (!soil_done(v, name, terr_lab_highest_bank(&lab, &height, why), why)) return;
    snprintf(text, sizeof text, "%s: tallest vertical bank that stands", name);
    valid_published(v, text, "m", "exact: wedge in equilibrium, 4 c/(rho g) tan(45 deg + phi/2)", law, height,
                    over_a_cell + BISECTED, "a bank on cells falls over one cell; found to 1 cm");
}

/* What a bank of sand without cohesion becomes: it runs out to its angle of repose. */
static void collapse(valid_run *v, const terr_soil *sand)
{
    hl_arena arena = {0};
    const terr_lab lab = terr_lab_default_setup(sand);
    terr_lab_bank left;
    char why[HL_MESSAGE_LENGTH];
    const hl_status status = terr_lab_bank_is_stable(&lab, 1.0, &arena, &left, why);
    hl_arena_free(&arena);
    if (!soil_done(v, "bank", status, why)) return;
    valid_published(v, "dry-sand: slope that a bank of 1 m becomes", "deg", "its angle of repose",
                    soil_degrees(sand->repose), left.rested ? soil_degrees(left.angle) : (double)NAN, 2.0,
                    "required");
    valid_bound(v, "dry-sand: quanta that are missing after it", "1", "exact: conservation of mass",
                (double)left.missing, 0.0, "masses are whole numbers");
}

void soil_banks(valid_run *v, const terr_soil soils[SOILS])
{
    for (int i = 0; i < SOILS; i++) bank(v, soil_names[i], &soils[i]);
    collapse(v, &soils[SOIL_DRY_SAND]);
}
