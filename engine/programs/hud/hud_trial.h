/* A layout on trial: with its display, and a slider for every signal that it uses. */
#ifndef HUD_TRIAL_H
#define HUD_TRIAL_H

#include "hud_layout.h"
#include "hud_telemetry.h"
#include "rnd/preview.h"

/** Zero-initialise. */
typedef struct hud_trial {
    hl_arena arena; /**< of everything in it */
    hud_layout layout;
    rnd_hud *hud;
    int slider_count;
    rnd_slider *sliders;
    int *signals;        /**< [slider_count] of the layout */
    double *factors;     /**< [slider_count] the slider's unit, in the signal's */
    hud_column *columns; /**< [slider_count] of the telemetry */
} hud_trial;

/** Read a layout and its machine, and make a slider for each signal; the display is made by
 * hud_trial_display.
 *  @param machine  instead of the layout's own; NULL
 *  @param kept     see hud_layout_read
 *  @param report   out: everything that is wrong, with a machine too
 *  @return false: with a clean report, out of memory */
bool hud_trial_read(hud_trial *trial, const char *path, const char *machine, hud_machine *kept,
                    const rt_rows *rows, hl_report *report);

/** Make the display, or make it anew; the old one stays where that fails. @param scale  pixels a dot */
bool hud_trial_display(hud_trial *trial, double scale, hl_report *report);

void hud_trial_free(hud_trial *trial);

/** Sliders that another trial has too take its values, as far as they reach. */
void hud_trial_keep(hud_trial *trial, const hud_trial *from);

/** Sliders that are recorded move to what was recorded. @param time  of the rows [s] */
void hud_trial_play(hud_trial *trial, const rt_rows *rows, double time);

/** Bring the display up to date with the sliders.
 *  @param time  [s]
 *  @return a number that changes with what is seen */
uint64_t hud_trial_update(hud_trial *trial, double time);

#endif
