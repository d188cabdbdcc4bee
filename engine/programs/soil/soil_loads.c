/* headland soil: what resists a blade, a plate, a wheel. */
#include "soil_study.h"

#include <math.h>

static const double RAKE = 0.7853981633974483, THICKNESS = 0.01, SPEED = 0.5; /* [rad], [m], [m/s] */
static const double DEPTHS = 5.0;                                             /* of way, of the depth */
static const double SIDE = 0.4;                                               /* of a plate [m] */
static const terr_lab_wheel WHEEL = {.radius = 0.6, .width = 0.4, .load = 10e3};

/* ---- cutting ---- */

static void plot_cutting(valid_plot *plot, const char *name, const terr_lab_cutting *cutting)
{
    valid_curve *curve = valid_plot_curve(plot, name, false);
    for (int k = 0; k < TERR_LAB_CUT_POINTS; k++)
        valid_curve_add(curve, cutting->way[k], 1e-3 * cutting->total[k]);
}

static void cut(soil_study *study, double width, double depth, valid_plot *plot)
{
    hl_arena arena = {0};
    const terr_lab lab = terr_lab_default_setup(&study->soil);
    const terr_lab_cut blade = {.rake = RAKE,
                                .width = width,
                                .depth = depth,
                                .thickness = THICKNESS,
                                .speed = SPEED,
                                .way = DEPTHS * depth};
    terr_lab_cutting cutting;
    char why[HL_MESSAGE_LENGTH], manner[60], text[100];
    const hl_status status = terr_lab_drag(&lab, &blade, &arena, &cutting, why);
    hl_arena_free(&arena);
    if (!study_made(study, "cutting", status, why)) return;
    snprintf(manner, sizeof manner, "blade %.1f m wide, %.1f m deep", width, depth);
    const double tip = study->soil.tip_pressure * THICKNESS * width * depth;
    snprintf(text, sizeof text, "%s: fresh, with its tip", manner);
    study_result(study, "cutting", text, "kN", 1e-3 * cutting.fresh,
                 1e-3 * (terr_lab_cut_expected(&study->soil, &blade) + tip));
    snprintf(text, sizeof text, "%s: after 5 depths, loaded", manner);
    study_result(study, "cutting", text, "kN", 1e-3 * cutting.late, (double)NAN);
    plot_cutting(plot, manner, &cutting);
}

void study_cutting(soil_study *study)
{
    valid_plot *plot = study_plot(study, "cutting", "blade at 45 deg", "way (m)", "force (kN)");
    cut(study, 1.2, 0.1, plot);
    cut(study, 1.2, 0.2, plot);
    cut(study, 1.2, 0.3, plot);
    cut(study, 2.0, 0.2, plot);
}

/* ---- digging ---- */

static void dig(soil_study *study, double cell, double rake, double speed, double way)
{
    hl_arena arena = {0};
    const terr_lab lab = {.soil = &study->soil, .cell = cell, .radius = 0.5 * cell, .step = 1e-3};
    const terr_lab_cut blade = {
        .rake = rake, .width = 1.0, .depth = 0.15, .thickness = THICKNESS, .speed = speed, .way = way};
    terr_lab_dug dug;
    char why[HL_MESSAGE_LENGTH], text[100];
    const hl_status status = terr_lab_dig(&lab, &blade, (terr_lab_rocking){0.0, 0.0}, 0.0, &arena, &dug, why);
    hl_arena_free(&arena);
    if (!study_made(study, "digging", status, why)) return;
    snprintf(text, sizeof text, "blade at %.0f deg, cells of %.0f mm, %g m at %g m/s: dug",
             rake / RAKE * 45.0, 1e3 * cell, way, speed);
    study_result(study, "digging", text, "kg", dug.dug, dug.swept);
}

void study_digging(soil_study *study)
{
    static const struct {
        double speed, way; /* [m/s], [m] */
    } runs[] = {{0.001, 0.03}, {0.02, 0.15}, {0.1, 0.3}, {0.5, 0.4}, {2.0, 0.6}};
    static const double cells[] = {0.05, 0.1}; /* [m] */
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        for (int k = 1; k <= 2; k++)
            for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
                dig(study, cells[c], k * RAKE, runs[i].speed, runs[i].way);
}

/* ---- sinkage ---- */

void study_sinkage(soil_study *study)
{
    static const double force[] = {2e3, 4e3, 8e3, 16e3, 24e3}; /* [N] */
    valid_plot *plot = study_plot(study, "sinkage", "plate of 0.4 x 0.4 m", "force (kN)", "sinkage (mm)");
    valid_curve *law = valid_plot_curve(plot, "Bekker", false), *here = valid_plot_curve(plot, "here", true);
    const terr_lab lab = terr_lab_default_setup(&study->soil);
    for (size_t i = 0; i < sizeof force / sizeof *force; i++) {
        hl_arena arena = {0};
        double z;
        char why[HL_MESSAGE_LENGTH], text[100];
        const hl_status status = terr_lab_plate(&lab, SIDE, force[i], &arena, &z, why);
        hl_arena_free(&arena);
        if (!study_made(study, "sinkage", status, why)) return;
        const double bekker = terr_bekker_sinkage(&study->soil, SIDE, force[i] / (SIDE * SIDE));
        snprintf(text, sizeof text, "plate of 0.4 x 0.4 m under %g kN", 1e-3 * force[i]);
        study_result(study, "sinkage", text, "mm", 1e3 * z, 1e3 * bekker);
        valid_curve_add(law, 1e-3 * force[i], 1e3 * bekker);
        valid_curve_add(here, 1e-3 * force[i], 1e3 * z);
    }
}

/* ---- traction ---- */

/* Janosi's and Hanamoto's traction on the arc of a rigid wheel that has sunk by z. */
static double janosi(const terr_soil *soil, double slip, double z)
{
    const double length = sqrt(2.0 * WHEEL.radius * z), area = WHEEL.width * length;
    if (!(length > 0.0)) return 0.0;
    const double strength = terr_janosi_shear(soil, WHEEL.load / area, HUGE_VAL) * area;
    return strength * terr_janosi_mobilised(soil, slip, length);
}

void study_traction(soil_study *study)
{
    static const double slip[] = {0.0, 0.05, 0.1, 0.2, 0.3, 0.4};
    valid_plot *plot =
        study_plot(study, "traction", "rigid wheel of 1.2 x 0.4 m, 10 kN", "slip", "drawbar (kN)");
    valid_curve *law = valid_plot_curve(plot, "Janosi - Bekker", false),
                *here = valid_plot_curve(plot, "here", true);
    const terr_lab lab = terr_lab_default_setup(&study->soil);
    for (size_t i = 0; i < sizeof slip / sizeof *slip; i++) {
        hl_arena arena = {0};
        terr_lab_wheel wheel = WHEEL;
        wheel.slip = slip[i];
        terr_lab_roll roll;
        char why[HL_MESSAGE_LENGTH], text[100];
        const hl_status status = terr_lab_roll_wheel(&lab, &wheel, &arena, &roll, why);
        hl_arena_free(&arena);
        if (!study_made(study, "traction", status, why)) return;
        const double expected = janosi(&study->soil, slip[i], roll.sinkage) -
                                terr_compaction_resistance(&study->soil, WHEEL.width, roll.sinkage);
        snprintf(text, sizeof text, "wheel of 1.2 x 0.4 m under 10 kN, slip %g: drawbar", slip[i]);
        study_result(study, "traction", text, "kN", 1e-3 * roll.drawbar, 1e-3 * expected);
        snprintf(text, sizeof text, "wheel of 1.2 x 0.4 m under 10 kN, slip %g: sinkage", slip[i]);
        study_result(study, "traction", text, "mm", 1e3 * roll.sinkage, (double)NAN);
        valid_curve_add(law, slip[i], 1e-3 * expected);
        valid_curve_add(here, slip[i], 1e-3 * roll.drawbar);
    }
}
