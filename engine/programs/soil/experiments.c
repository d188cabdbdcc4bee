/* Experiments of `headland soil`: heaps, drops and banks; what resists a blade, a plate, a wheel. Their
 * results are collected as JSON, printed as such or as a table. */
#include "experiments.h"
#include "command/terminal.h"
#include "hl/real.h"
#include "program.h"

#include <math.h>

void study_result(soil_study *study, const char *test, const char *what, const char *unit, double here,
                  double expected)
{
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "test", test);
    cJSON_AddStringToObject(row, "what", what);
    cJSON_AddStringToObject(row, "unit", unit);
    cJSON_AddNumberToObject(row, "here", here);
    if (isfinite(expected))
        cJSON_AddNumberToObject(row, "expected", expected);
    else
        cJSON_AddNullToObject(row, "expected");
    cJSON_AddItemToArray(study->rows, row);
}

bool study_made(soil_study *study, const char *test, hl_status status, const char *why)
{
    if (status == HL_OK) return true;
    drv_say(&program_log, "%s: %s: %s", study->path, test,
            status == HL_BAD_INPUT ? why : hl_status_text(status));
    study->status = status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_FAILED;
    return false;
}

valid_plot *study_plot(soil_study *study, const char *name, const char *title, const char *x_label,
                       const char *y_label)
{
    char heading[200];
    snprintf(heading, sizeof heading, "%s: %s", study->soil.name, title);
    return valid_results_plot(study->plots, study->stem, name, heading, x_label, y_label);
}

/* ---- table ---- */

static const char *text_of(const cJSON *row, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(row, key));
}

static void print_row(const cJSON *row)
{
    const cJSON *expected = cJSON_GetObjectItem(row, "expected");
    char text[40] = "-";
    if (cJSON_IsNumber(expected)) snprintf(text, sizeof text, "%.4g", expected->valuedouble);
    printf("  %-9s %-58s %-4s %10.4g %10s\n", text_of(row, "test"), text_of(row, "what"),
           text_of(row, "unit"), cJSON_GetObjectItem(row, "here")->valuedouble, text);
}

void study_print(const cJSON *soils)
{
    const cJSON *soil, *row;
    cJSON_ArrayForEach(soil, soils)
    {
        printf("%s (%s)\n  %-9s %-58s %-4s %10s %10s\n", text_of(soil, "soil"), text_of(soil, "file"), "test",
               "what", "unit", "here", "expected");
        cJSON_ArrayForEach(row, cJSON_GetObjectItem(soil, "results")) print_row(row);
    }
}

/* ==== heaps, drops, banks ==== */

static const double DEGREE = 0.017453292519943295;          /* [rad] */
static const double POURED = 1500.0, POURED_GRAINS = 500.0; /* [kg]: heaps 2.2 m and 1.5 m wide */
static const double GRAVITY = 9.80665;                      /* [m/s^2] */
enum { DROPPED = 1000 };

static void plot_heap(valid_plot *plot, const char *name, const terr_lab_heap *heap)
{
    const int middle = TERR_LAB_PROFILE / 2;
    valid_curve *curve = valid_plot_curve(plot, name, false);
    for (int k = 0; k < TERR_LAB_PROFILE; k++)
        valid_curve_add(curve, heap->spacing * (k - middle), heap->across[k]);
}

/* ---- repose ---- */

static void pour(soil_study *study, terr_lab_pouring how, const char *manner, double mass, valid_plot *plot)
{
    hl_arena arena = {0};
    const terr_lab lab = terr_lab_default_setup(&study->soil);
    terr_lab_heap heap;
    char why[HL_MESSAGE_LENGTH], text[100];
    const hl_status status = terr_lab_pour(&lab, how, mass, &arena, &heap, why);
    hl_arena_free(&arena);
    if (!study_made(study, "repose", status, why)) return;
    snprintf(text, sizeof text, "%s: angle, mean of 16 directions", manner);
    study_result(study, "repose", text, "deg", heap.angle / DEGREE, study->soil.repose / DEGREE);
    snprintf(text, sizeof text, "%s: angle, flattest direction", manner);
    study_result(study, "repose", text, "deg", heap.least / DEGREE, (double)NAN);
    snprintf(text, sizeof text, "%s: angle, steepest direction", manner);
    study_result(study, "repose", text, "deg", heap.most / DEGREE, (double)NAN);
    snprintf(text, sizeof text, "%s: height", manner);
    study_result(study, "repose", text, "m", heap.height, (double)NAN);
    snprintf(text, sizeof text, "%s: time to rest", manner);
    study_result(study, "repose", text, "s", heap.seconds, (double)NAN);
    snprintf(text, sizeof text, "%s: mass that is missing", manner);
    study_result(study, "repose", text, "kg", terr_kilograms(heap.missing), 0.0);
    plot_heap(plot, manner, &heap);
}

void study_repose(soil_study *study)
{
    valid_plot *plot = study_plot(study, "repose", "heaps", "x (m)", "height (m)");
    pour(study, TERR_LAB_STEADILY, "1500 kg put down", POURED, plot);
    pour(study, TERR_LAB_GRAINS, "500 kg of grains", POURED_GRAINS, plot);
}

/* ---- drop ---- */

void study_drop(soil_study *study)
{
    valid_plot *plot = study_plot(study, "drop", "1000 grains, dropped", "x (m)", "height (m)");
    const terr_lab lab = terr_lab_default_setup(&study->soil);
    for (int i = 0; i < 4; i++) {
        const double height = 0.5 * i; /* [m] */
        hl_arena arena = {0};
        terr_lab_heap heap;
        char why[HL_MESSAGE_LENGTH], manner[60], text[100];
        const hl_status status = terr_lab_drop(&lab, DROPPED, height, &arena, &heap, why);
        hl_arena_free(&arena);
        if (!study_made(study, "drop", status, why)) return;
        snprintf(manner, sizeof manner, "1000 grains from %.1f m", height);
        snprintf(text, sizeof text, "%s: time to rest", manner);
        study_result(study, "drop", text, "s", heap.seconds, (double)NAN);
        snprintf(text, sizeof text, "%s: radius of 95 %% of the volume", manner);
        study_result(study, "drop", text, "m", terr_lab_spread(&heap), (double)NAN);
        snprintf(text, sizeof text, "%s: height", manner);
        study_result(study, "drop", text, "m", heap.height, (double)NAN);
        snprintf(text, sizeof text, "%s: mass that is missing", manner);
        study_result(study, "drop", text, "kg", terr_kilograms(heap.missing), 0.0);
        plot_heap(plot, manner, &heap);
    }
}

/* ---- bank ---- */

/* 4 c/(rho g) tan(45 deg + phi/2) */
static double tallest_bank(const terr_soil *soil)
{
    double sine, cosine;
    hl_sincos(45.0 * DEGREE + 0.5 * soil->friction_angle, &sine, &cosine);
    return 4.0 * soil->cohesion / (soil->bank_density * GRAVITY) * sine / cosine;
}

void study_bank(soil_study *study)
{
    static const double heights[] = {0.5, 1.0, 2.0, 4.0}; /* [m] */
    const terr_lab lab = terr_lab_default_setup(&study->soil);
    char why[HL_MESSAGE_LENGTH], text[100];
    double height;
    if (!study_made(study, "bank", terr_lab_highest_bank(&lab, &height, why), why)) return;
    study_result(study, "bank", "tallest vertical bank that stands", "m", height, tallest_bank(&study->soil));
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        hl_arena arena = {0};
        terr_lab_bank bank;
        const hl_status status = terr_lab_bank_is_stable(&lab, heights[i], &arena, &bank, why);
        hl_arena_free(&arena);
        if (!study_made(study, "bank", status, why)) return;
        if (bank.stands) continue;
        snprintf(text, sizeof text, "slope of a collapsed bank of %.1f m", heights[i]);
        study_result(study, "bank", text, "deg", bank.angle / DEGREE, (double)NAN);
        snprintf(text, sizeof text, "time of its collapse, bank of %.1f m", heights[i]);
        study_result(study, "bank", text, "s", bank.seconds, (double)NAN);
    }
}

/* ==== blades, plates, wheels ==== */

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
