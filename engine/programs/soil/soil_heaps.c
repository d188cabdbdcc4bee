/* headland soil: heaps, drops, banks. */
#include "soil_study.h"

#include "hl/real.h"

#include <math.h>

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
