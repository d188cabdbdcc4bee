#include "hud_trial.h"

#include "auth/file.h"
#include "auth/machine.h"
#include "auth/scenario.h"
#include "hl/hash.h"

#include <math.h>
#include <string.h>

/* ---- reading ---- */

static rnd_slider slider_of(const hud_layout *layout, int signal, double factor, const char *unit)
{
    rnd_slider slider = {.name = layout->signals[signal].name,
                         .unit = unit,
                         .value = layout->values[signal] / factor,
                         .step = hud_layout_counts(layout, signal) ? 1.0 : 0.0};
    hud_layout_span(layout, signal, &slider.low, &slider.high);
    slider.low /= factor;
    slider.high /= factor;
    return slider;
}

static bool make_sliders(hud_trial *t, const rt_rows *rows)
{
    const hud_layout *layout = &t->layout;
    t->sliders = HL_NEW(&t->arena, rnd_slider, layout->count);
    t->signals = HL_NEW(&t->arena, int, layout->count);
    t->factors = HL_NEW(&t->arena, double, layout->count);
    t->columns = HL_NEW(&t->arena, hud_column, layout->count);
    if (t->sliders == NULL || t->signals == NULL || t->factors == NULL || t->columns == NULL) return false;
    for (int i = 0; i < layout->count; i++) {
        if (!layout->used[i]) continue;
        const int at = t->slider_count++;
        const char *unit = hud_layout_unit(layout, i, &t->factors[at]);
        t->signals[at] = i;
        t->columns[at] = hud_telemetry_column(rows, &layout->signals[i]);
        t->sliders[at] = slider_of(layout, i, t->factors[at], unit);
        t->sliders[at].recorded = t->columns[at].at >= 0;
    }
    return true;
}

/* A machine with errors of its own: the first of them, at the place where the layout names it. */
static void tell_machine(hud_trial *t, const char *path, hl_place place, hl_report *report)
{
    static hl_report other;
    auth_file_kind kind = AUTH_FILE_KINDS;
    auth_machine *machine;
    auth_scenario *scenario;
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    hl_report_begin(&other, path);
    if (auth_file_kind_of(path, &kind, &other) == HL_OK) {
        if (kind == AUTH_FILE_MACHINE)
            (void)auth_machine_read(path, &t->arena, &machine, &other);
        else
            (void)auth_scenario_read(path, &t->arena, &scenario, &other);
    }
    if (hl_report_clean(&other)) {
        hl_report_add(report, place, "'machine': %s cannot be built; the reason is in the terminal", path);
        return;
    }
    hl_report_line(&other, 0, line, sizeof line);
    hl_report_add(report, place, "'machine': %s", line);
}

bool hud_trial_read(hud_trial *trial, const char *path, const char *machine, hud_machine *kept,
                    const rt_rows *rows, hl_report *report)
{
    int status;
    const bool read =
        hud_layout_read(path, machine, NULL, kept, &trial->arena, &trial->layout, report, &status);
    const auth_hud *author = trial->layout.author;
    if (!read && hl_report_clean(report) && author != NULL && (machine != NULL || author->machine != NULL))
        tell_machine(trial, machine != NULL ? machine : author->machine,
                     machine != NULL ? (hl_place){0, 0} : author->machine_place, report);
    return read && make_sliders(trial, rows);
}

bool hud_trial_display(hud_trial *trial, double scale, hl_report *report)
{
    const hud_layout *layout = &trial->layout;
    const rnd_hud_setup setup = {.layout = layout->author,
                                 .signals = layout->signals,
                                 .signal_count = layout->count,
                                 .scale = scale,
                                 .least_text = RND_LEAST_TEXT,
                                 .objects = layout->objects,
                                 .object_count = layout->object_count};
    rnd_hud *hud = rnd_hud_new(&setup, report);
    if (hud == NULL) return false;
    rnd_hud_free(trial->hud);
    trial->hud = hud;
    return true;
}

void hud_trial_free(hud_trial *trial)
{
    rnd_hud_free(trial->hud);
    hl_arena_free(&trial->arena);
    *trial = (hud_trial){.hud = NULL};
}

/* ---- values ---- */

static double within(const rnd_slider *slider, double value)
{
    return fmin(fmax(value, slider->low), slider->high);
}

void hud_trial_keep(hud_trial *trial, const hud_trial *from)
{
    for (int i = 0; i < trial->slider_count; i++)
        for (int k = 0; k < from->slider_count; k++)
            if (strcmp(trial->sliders[i].name, from->sliders[k].name) == 0)
                trial->sliders[i].value =
                    within(&trial->sliders[i], from->sliders[k].value * from->factors[k] / trial->factors[i]);
}

void hud_trial_play(hud_trial *trial, const rt_rows *rows, double time)
{
    for (int i = 0; i < trial->slider_count; i++)
        if (trial->columns[i].at >= 0)
            trial->sliders[i].value = hud_telemetry_value(rows, trial->columns[i], time) / trial->factors[i];
}

uint64_t hud_trial_update(hud_trial *trial, double time)
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
