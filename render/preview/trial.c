#include "rnd/preview.h"

#include "hl/clamp.h"
#include "hl/hash.h"

#include <string.h>

/* ---- making ---- */

static rnd_slider slider_of(const rnd_layout *layout, int signal, double factor, const char *unit)
{
    rnd_slider slider = {.name = layout->signals[signal].name,
                         .unit = unit,
                         .value = layout->values[signal] / factor,
                         .step = rnd_layout_counts(layout, signal) ? 1.0 : 0.0};
    rnd_layout_span(layout, signal, &slider.low, &slider.high);
    slider.low /= factor;
    slider.high /= factor;
    return slider;
}

bool rnd_trial_sliders(rnd_trial *t, const bool *recorded)
{
    const rnd_layout *layout = &t->layout;
    t->sliders = HL_NEW(&t->arena, rnd_slider, layout->count);
    t->signals = HL_NEW(&t->arena, int, layout->count);
    t->factors = HL_NEW(&t->arena, double, layout->count);
    if (t->sliders == NULL || t->signals == NULL || t->factors == NULL) return false;
    for (int i = 0; i < layout->count; i++) {
        if (!layout->used[i]) continue;
        const int at = t->slider_count++;
        const char *unit = rnd_layout_unit(layout, i, &t->factors[at]);
        t->signals[at] = i;
        t->sliders[at] = slider_of(layout, i, t->factors[at], unit);
        t->sliders[at].recorded = recorded && recorded[i];
    }
    return true;
}

bool rnd_trial_display(rnd_trial *trial, double scale, hl_report *report)
{
    rnd_hud *hud = rnd_layout_display(&trial->layout, scale, report);
    if (hud == NULL) return false;
    rnd_hud_free(trial->hud);
    trial->hud = hud;
    return true;
}

void rnd_trial_free(rnd_trial *trial)
{
    rnd_hud_free(trial->hud);
    hl_arena_free(&trial->arena);
    *trial = (rnd_trial){.hud = NULL};
}

/* ---- values ---- */

static double within(const rnd_slider *slider, double value)
{
    return hl_clamp(value, slider->low, slider->high);
}

void rnd_trial_keep(rnd_trial *trial, const rnd_trial *from)
{
    for (int i = 0; i < trial->slider_count; i++)
        for (int k = 0; k < from->slider_count; k++)
            if (strcmp(trial->sliders[i].name, from->sliders[k].name) == 0)
                trial->sliders[i].value =
                    within(&trial->sliders[i], from->sliders[k].value * from->factors[k] / trial->factors[i]);
}

void rnd_trial_play(rnd_trial *trial, const double *values)
{
    for (int i = 0; i < trial->slider_count; i++)
        if (trial->sliders[i].recorded)
            trial->sliders[i].value = values[trial->signals[i]] / trial->factors[i];
}

uint64_t rnd_trial_update(rnd_trial *trial, double time)
{
    uint64_t seen = HL_HASH_START;
    if (trial->hud == NULL) return seen;
    for (int i = 0; i < trial->slider_count; i++)
        trial->layout.values[trial->signals[i]] = trial->sliders[i].value * trial->factors[i];
    rnd_hud_update(trial->hud, trial->layout.values, time);
    for (int i = 0; i < rnd_hud_gauge_count(trial->hud); i++) {
        const rnd_hud_gauge_view view = rnd_hud_gauge(trial->hud, i);
        const uint32_t now[2] = {view.visible, view.visible ? view.version : 0};
        seen = hl_hash(seen, now, sizeof now);
    }
    return seen;
}
