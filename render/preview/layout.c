#include "rnd/preview.h"

#include "auth/quantity.h"
#include "hl/clamp.h"
#include "hl/hash.h"

#include <math.h>
#include <string.h>

static const char *const map_signals[] = {"chassis.x", "chassis.y", "chassis.heading"};

int rnd_layout_find(const rnd_layout *layout, const char *name)
{
    for (int i = 0; i < layout->count; i++)
        if (strcmp(layout->signals[i].name, name) == 0) return i;
    return -1;
}

bool rnd_layout_room(rnd_layout *layout, int count, hl_arena *arena)
{
    layout->signals = HL_NEW(arena, rnd_signal, count);
    layout->values = HL_NEW(arena, double, count);
    layout->used = HL_NEW(arena, bool, count);
    return layout->signals != NULL && layout->values != NULL && layout->used != NULL;
}

/* ---- signals named by a layout ---- */

/* The first use of a signal gives its unit. */
static void name_signal(rnd_layout *layout, const char *name, const char *unit)
{
    auth_dimension dimension;
    rnd_signal *signal = &layout->signals[layout->count];
    if (name == NULL || rnd_layout_find(layout, name) >= 0) return;
    *signal = (rnd_signal){.name = name, .unit = unit == NULL ? "1" : unit, .meaning = "", .si = 1.0};
    (void)auth_unit_read(signal->unit, &signal->si, &dimension);
    layout->count++;
}

/* A unit for the value of a condition; NULL: without unit, or unusual. */
static const char *unit_of_condition(const auth_condition *when)
{
    static const char *const usual[] = {"1", "rad", "rad/s", "m",   "m/s", "m/s2", "kg",
                                        "s", "N",   "Pa",    "N m", "W",   "m3/s"};
    for (size_t i = 0; when->with_unit && i < sizeof usual / sizeof *usual; i++)
        if (auth_unit_fits(usual[i], when->dimension)) return usual[i];
    return NULL;
}

static void name_gauge(rnd_layout *layout, const auth_gauge *gauge)
{
    const bool marks = gauge->of_index >= 0;
    name_signal(layout, gauge->signal.name,
                marks ? layout->author->gauges[gauge->of_index].unit : gauge->unit);
    name_signal(layout, gauge->signal2.name, NULL);
    for (int i = 0; i < gauge->when_count; i++)
        name_signal(layout, gauge->when[i].signal, unit_of_condition(&gauge->when[i]));
    if (gauge->kind != AUTH_GAUGE_MAP) return;
    name_signal(layout, map_signals[0], "m");
    name_signal(layout, map_signals[1], "m");
    name_signal(layout, map_signals[2], "rad");
}

bool rnd_layout_name_signals(rnd_layout *layout, hl_arena *arena)
{
    const auth_hud *hud = layout->author;
    int most = 0;
    for (int i = 0; i < hud->gauge_count; i++) most += 5 + hud->gauges[i].when_count;
    if (!rnd_layout_room(layout, most, arena)) return false;
    for (int i = 0; i < hud->gauge_count; i++) name_gauge(layout, &hud->gauges[i]);
    return true;
}

/* ---- what is used ---- */

static void mark(const rnd_layout *layout, const char *name)
{
    const int signal = name == NULL ? -1 : rnd_layout_find(layout, name);
    if (signal >= 0) layout->used[signal] = true;
}

void rnd_layout_mark_used(rnd_layout *layout)
{
    for (int i = 0; i < layout->author->gauge_count; i++) {
        const auth_gauge *gauge = &layout->author->gauges[i];
        mark(layout, gauge->signal.name);
        mark(layout, gauge->signal2.name);
        for (int k = 0; k < gauge->when_count; k++) mark(layout, gauge->when[k].signal);
        for (int k = 0; gauge->kind == AUTH_GAUGE_MAP && k < 3; k++) mark(layout, map_signals[k]);
    }
}

/* ---- what is worth trying ---- */

static bool asks_for(const auth_gauge_signal *used, const rnd_signal *signal)
{
    return used->name != NULL && strcmp(used->name, signal->name) == 0;
}

const char *rnd_layout_unit(const rnd_layout *layout, int signal, double *factor)
{
    const rnd_signal *of = &layout->signals[signal];
    const char *unit = strcmp(of->unit, "rad") == 0 ? "deg" : of->unit;
    double si = of->si;
    auth_dimension dimension;
    for (int i = 0; i < layout->author->gauge_count; i++) {
        const auth_gauge *gauge = &layout->author->gauges[i];
        if (!asks_for(&gauge->signal, of) || gauge->unit == NULL) continue;
        unit = gauge->unit;
        break;
    }
    (void)auth_unit_read(unit, &si, &dimension);
    *factor = si / of->si;
    return unit;
}

bool rnd_layout_counts(const rnd_layout *layout, int signal)
{
    const rnd_signal *of = &layout->signals[signal];
    for (int i = 0; i < layout->author->gauge_count; i++) {
        const auth_gauge *gauge = &layout->author->gauges[i];
        if (gauge->kind == AUTH_GAUGE_GEAR && (asks_for(&gauge->signal, of) || asks_for(&gauge->signal2, of)))
            return true;
    }
    return false;
}

typedef struct span {
    double low, high;
} span;

/* Extend the span to a value in `unit`; NULL: the unit of the signal. */
static void join(span *s, double value, const char *unit, const rnd_signal *signal)
{
    double si = signal->si;
    auth_dimension dimension;
    if (!isfinite(value) || (unit != NULL && !auth_unit_read(unit, &si, &dimension))) return;
    s->low = fmin(s->low, value * si / signal->si);
    s->high = fmax(s->high, value * si / signal->si);
}

static const double BEYOND = 2.0; /* of a threshold without scale: at half of the slider */

static void join_scale(span *s, const auth_hud *hud, const auth_gauge *gauge, const rnd_signal *signal)
{
    static const double GEARS = 12.0; /* a usual maximum: layouts do not give one */
    const auth_gauge *scale = gauge->of_index >= 0 ? &hud->gauges[gauge->of_index] : gauge;
    if (asks_for(&gauge->signal, signal)) {
        join(s, scale->from, scale->unit, signal);
        join(s, scale->to, scale->unit, signal);
        join(s, -scale->limit, scale->unit, signal);
        join(s, scale->limit, scale->unit, signal);
        for (int i = 0; i < gauge->range_count; i++) {
            join(s, gauge->ranges[i].from, gauge->unit, signal);
            join(s, gauge->ranges[i].to, gauge->unit, signal);
        }
    }
    if (gauge->kind != AUTH_GAUGE_GEAR) return;
    if (asks_for(&gauge->signal, signal)) join(s, GEARS, NULL, signal);
    if (asks_for(&gauge->signal2, signal)) join(s, -1.0, NULL, signal);
    if (asks_for(&gauge->signal2, signal)) join(s, 1.0, NULL, signal);
}

static void join_conditions(span *s, const auth_gauge *gauge, const rnd_signal *signal)
{
    for (int i = 0; i < gauge->when_count; i++) {
        const auth_condition *when = &gauge->when[i];
        if (strcmp(when->signal, signal->name) != 0) continue;
        const double own = when->with_unit ? when->value / signal->si : when->value;
        if (own <= s->low || own >= s->high) join(s, BEYOND * own, NULL, signal);
    }
}

void rnd_layout_span(const rnd_layout *layout, int signal, double *low, double *high)
{
    static const double MAP_SPAN = 50.0; /* [m] */
    const rnd_signal *of = &layout->signals[signal];
    const auth_hud *hud = layout->author;
    const double value = layout->values[signal];
    span s = {0.0, 0.0};
    for (int i = 0; i < hud->gauge_count; i++) join_scale(&s, hud, &hud->gauges[i], of);
    for (int i = 0; i < hud->gauge_count; i++) join_conditions(&s, &hud->gauges[i], of);
    for (int i = 0; i < 2; i++)
        if (strcmp(of->name, map_signals[i]) == 0) s = (span){value - MAP_SPAN, value + MAP_SPAN};
    if (strcmp(of->name, map_signals[2]) == 0) s = (span){-acos(-1.0), acos(-1.0)};
    if (s.low == s.high) s.high = fmax(1.0, BEYOND * value);
    *low = fmin(s.low, value);
    *high = fmax(s.high, value);
}

double rnd_layout_longest_trace(const rnd_layout *layout)
{
    const auth_hud *hud = layout->author;
    double longest = 0.0;
    for (int i = 0; i < hud->gauge_count; i++)
        if (hud->gauges[i].kind == AUTH_GAUGE_TREND || hud->gauges[i].kind == AUTH_GAUGE_MAP)
            longest = fmax(longest, hud->gauges[i].seconds);
    return longest;
}

rnd_hud *rnd_layout_display(const rnd_layout *layout, double scale, hl_report *report)
{
    const rnd_hud_setup setup = {.layout = layout->author,
                                 .signals = layout->signals,
                                 .signal_count = layout->count,
                                 .scale = scale,
                                 .least_text = RND_LEAST_TEXT,
                                 .objects = layout->objects,
                                 .object_count = layout->object_count};
    return rnd_hud_new(&setup, report);
}

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
