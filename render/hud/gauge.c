/* Gauges: the signals that they show, when they are shown, how they are painted. */
#include "gauge.h"

#include "auth/quantity.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MINUS "\xE2\x88\x92" /* U+2212, as wide as a digit */

static const double ALMOST = 1e-6; /* of a step: two ticks are one */
enum { most_decimals = 6 };

double hud_share(const auth_gauge *gauge, double value)
{
    const double share = (value - gauge->from) / (gauge->to - gauge->from);
    return fmin(1.0, fmax(0.0, share));
}

/* ---- ticks ---- */

double hud_step(double span, int most)
{
    static const double mantissas[] = {1.0, 2.0, 5.0, 10.0};
    const double least = span / most, decade = pow(10.0, floor(log10(least)));
    for (int i = 0; i < 3; i++)
        if (mantissas[i] * decade >= least * (1.0 - ALMOST)) return mantissas[i] * decade;
    return mantissas[3] * decade;
}

static int decimals_for(double step)
{
    const double needed = ceil(-log10(step) - ALMOST);
    return (int)fmin(most_decimals, fmax(0.0, needed));
}

/* A step of 2 is divided by four, one of 1 or 5 by five. */
static double chosen_minor(double major)
{
    const double mantissa = major / pow(10.0, floor(log10(major) + ALMOST));
    return fabs(mantissa - 2.0) < 0.1 ? major / 4.0 : major / 5.0;
}

/* Decimals with which a step is written in full: 0.25 needs two. */
static int step_decimals(double step)
{
    int decimals = decimals_for(step);
    const double scaled = step * pow(10.0, decimals);
    if (fabs(scaled - floor(scaled + 0.5)) > ALMOST * scaled && decimals < most_decimals) decimals++;
    return decimals;
}

hud_ticks hud_ticks_of(const auth_gauge *gauge, int most)
{
    hud_ticks ticks = {.major = gauge->major, .minor = gauge->minor};
    if (!(ticks.major > 0.0)) ticks.major = hud_step(gauge->to - gauge->from, most);
    if (!(ticks.minor > 0.0)) ticks.minor = chosen_minor(ticks.major);
    ticks.decimals = step_decimals(ticks.major);
    ticks.first = (int)ceil(gauge->from / ticks.minor - ALMOST);
    ticks.last = (int)floor(gauge->to / ticks.minor + ALMOST);
    return ticks;
}

double hud_tick(const hud_ticks *ticks, int i)
{
    return i * ticks->minor;
}

bool hud_tick_is_major(const hud_ticks *ticks, int i)
{
    return fabs(remainder(hud_tick(ticks, i), ticks->major)) < 1e-3 * ticks->minor;
}

/* ---- numbers ---- */

int hud_decimals(const auth_gauge *gauge)
{
    static const double steps = 100.0; /* that a scale should have */
    if (gauge->decimals >= 0) return gauge->decimals < most_decimals ? gauge->decimals : most_decimals;
    return gauge->to > gauge->from ? decimals_for((gauge->to - gauge->from) / steps) : 1;
}

int64_t hud_number(double value, int decimals)
{
    static const double most = 1e12; /* wider than any gauge */
    if (!isfinite(value)) return HUD_NO_NUMBER;
    return llround(fmin(most, fmax(-most, value * pow(10.0, decimals))));
}

void hud_number_text(int64_t number, int decimals, char text[HUD_NUMBER_LENGTH])
{
    if (number == HUD_NO_NUMBER) {
        snprintf(text, HUD_NUMBER_LENGTH, MINUS MINUS);
        return;
    }
    int64_t unit = 1;
    for (int i = 0; i < decimals; i++) unit *= 10;
    const char *sign = number < 0 ? MINUS : "";
    const int64_t size = number < 0 ? -number : number;
    if (decimals == 0)
        snprintf(text, HUD_NUMBER_LENGTH, "%s%" PRId64, sign, size);
    else
        snprintf(text, HUD_NUMBER_LENGTH, "%s%" PRId64 ".%0*" PRId64, sign, size / unit, decimals,
                 size % unit);
}

/* ---- what a gauge shows ---- */

/* ---- is everything there? ---- */

bool hud_check(const hud_maker *maker)
{
    const rnd_hud_setup *setup = maker->setup;
    return auth_hud_check_signals(setup->layout, maker->signals, setup->signal_count, maker->report) &&
           hl_report_clean(maker->report);
}

/* ---- ties ---- */

static int find_name(const rnd_signal *signals, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(signals[i].name, name) == 0) return i;
    return -1;
}

/* @param name  NULL: none is asked for */
static int find(const rnd_hud_setup *setup, const char *name)
{
    return name ? find_name(setup->signals, setup->signal_count, name) : -1;
}

int rnd_signal_of(const rnd_signal *signals, int count, const char *before, const char *name,
                  const char *after)
{
    char wanted[256];
    snprintf(wanted, sizeof wanted, "%s%s%s", before, name, after);
    for (char *c = wanted; *c; c++)
        if (isspace((unsigned char)*c)) *c = '_';
    return find_name(signals, count, wanted);
}

/* The unit in which a gauge shows: its own, or its signal's. */
static const char *unit_of(const hud_gauge *gauge, const hud_maker *maker)
{
    if (gauge->of) return gauge->of->def->unit ? gauge->of->def->unit : unit_of(gauge->of, maker);
    if (gauge->def->unit) return gauge->def->unit;
    return gauge->signal >= 0 ? maker->setup->signals[gauge->signal].unit : "1";
}

static void find_factor(hud_gauge *gauge, const hud_maker *maker)
{
    auth_dimension unused;
    double si;
    gauge->factor = 1.0;
    if (gauge->signal < 0) return;
    const rnd_signal *signal = &maker->setup->signals[gauge->signal];
    if (strcmp(unit_of(gauge, maker), signal->unit) != 0 &&
        auth_unit_read(unit_of(gauge, maker), &si, &unused))
        gauge->factor = signal->si / si;
}

/* Units as they are printed: "m^3/s" with a raised digit, "deg" as its sign. */
static void print_unit(const char *unit, char text[HUD_UNIT_LENGTH])
{
    static const struct {
        const char *written, *printed;
    } signs[] = {{"^2", "\xC2\xB2"}, {"^3", "\xC2\xB3"}, {"deg", "\xC2\xB0"}, {"N m", "N\xC2\xB7m"}};
    size_t used = 0;
    while (*unit && used + 4 < HUD_UNIT_LENGTH) {
        size_t taken = 0;
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !taken; i++) {
            if (strncmp(unit, signs[i].written, strlen(signs[i].written)) != 0) continue;
            taken = strlen(signs[i].written);
            used += (size_t)snprintf(text + used, HUD_UNIT_LENGTH - used, "%s", signs[i].printed);
        }
        if (!taken) text[used++] = *unit;
        unit += taken ? taken : 1;
    }
    text[used] = '\0';
}

static bool find_conditions(hud_gauge *gauge, const hud_maker *maker)
{
    const auth_gauge *def = gauge->def;
    gauge->when = HL_NEW(maker->arena, hud_condition, def->when_count);
    for (int i = 0; i < def->when_count && gauge->when; i++) {
        const auth_condition *when = &def->when[i];
        const int signal = find(maker->setup, when->signal);
        const double unit = when->with_unit ? maker->setup->signals[signal].si : 1.0;
        gauge->when[i] = (hud_condition){signal, when->above, when->value / unit};
    }
    return gauge->when != NULL;
}

/* An inclinometer leans by the angle itself. */
static void find_angle(hud_gauge *gauge, const hud_maker *maker)
{
    auth_dimension unused;
    gauge->angle = 1.0;
    (void)auth_unit_read(unit_of(gauge, maker), &gauge->angle, &unused);
}

bool hud_resolve(hud_gauge *gauge, const hud_maker *maker)
{
    static const char *const chassis[] = {"chassis.x", "chassis.y", "chassis.heading"};
    const rnd_hud_setup *setup = maker->setup;
    gauge->signal = find(setup, gauge->def->signal.name);
    gauge->signal2 = find(setup, gauge->def->signal2.name);
    gauge->shown_by = rnd_signal_of(setup->signals, setup->signal_count, "gauge.", gauge->def->id, "");
    for (int i = 0; i < 3; i++) gauge->chassis[i] = find(setup, chassis[i]);
    gauge->decimals = hud_decimals(gauge->def);
    find_factor(gauge, maker);
    if (gauge->def->unit_text)
        snprintf(gauge->unit, sizeof gauge->unit, "%s", gauge->def->unit_text);
    else
        print_unit(strcmp(unit_of(gauge, maker), "1") == 0 ? "" : unit_of(gauge, maker), gauge->unit);
    find_angle(gauge, maker);
    gauge->left_out = auth_gauge_is_left_out(gauge->def, maker->signals, setup->signal_count) ||
                      (gauge->of && gauge->of->left_out);
    return gauge->left_out || find_conditions(gauge, maker);
}

/* ---- painting ---- */

/* What gauges of several kinds share: texts, values, colours. */

/* ---- texts ---- */

void hud_gauge_text(hud_gauge *gauge, const hud_maker *maker, hud_word word, double size, bool bold,
                    const char *words)
{
    const char *family = gauge->def->font ? gauge->def->font : maker->setup->layout->font;
    hud_text_end(&gauge->texts[word]);
    hud_text_begin(&gauge->texts[word], maker->fonts, family, fmax(hud_text_size(size), gauge->least), bold);
    hud_text_set(&gauge->texts[word], words ? words : "");
    /* a number that is cut off would be another one */
    if (word != HUD_VALUE && word != HUD_TICK) gauge->texts[word].least = gauge->least;
}

/* Degrees and percent stand close to the number. */
static bool is_sign(const char *unit)
{
    return strcmp(unit, "%") == 0 || strcmp(unit, "\xC2\xB0") == 0;
}

void hud_gauge_texts(hud_gauge *gauge, const hud_maker *maker, double size)
{
    static const double unit_share = 0.5, label_share = 0.5; /* of the number's size */
    const double main = gauge->def->font_size > 0.0 ? gauge->def->font_size : size;
    hud_gauge_text(gauge, maker, HUD_VALUE, main, false, "");
    hud_gauge_text(gauge, maker, HUD_UNIT, unit_share * main, false, is_sign(gauge->unit) ? "" : gauge->unit);
    hud_gauge_text(gauge, maker, HUD_LABEL, label_share * main, false, gauge->def->label);
}

bool hud_has_label(const auth_gauge *def)
{
    return def->label && *def->label;
}

paint_box hud_inside(const auth_gauge *def, double share)
{
    const double p = share * fmin(def->size[0], def->size[1]);
    return (paint_box){def->at[0] + p, def->at[1] + p, def->size[0] - 2.0 * p, def->size[1] - 2.0 * p};
}

bool hud_on_plate(const hud_gauge *gauge)
{
    static const int opaque = 128, dark = 96; /* of 255 */
    const auth_colour plate = gauge->def->background;
    return plate.a >= opaque && plate.r <= dark && plate.g <= dark && plate.b <= dark;
}

/* ---- values ---- */

double hud_gauge_value(const hud_gauge *gauge, const double *values)
{
    return gauge->signal >= 0 ? gauge->factor * values[gauge->signal] : (double)NAN;
}

bool hud_condition_holds(const hud_condition *when, const double *values)
{
    const double value = values[when->signal];
    return when->above ? value > when->value : value < when->value;
}

/* The last range that holds the value: later ones are drawn over earlier ones. Beyond the scale the ranges at
 * its ends go on. */
static int range_of(const auth_gauge *def, double value)
{
    const double at = def->to > def->from ? fmin(def->to, fmax(def->from, value)) : value;
    if (!isfinite(value)) return HUD_NO_RANGE;
    if (def->kind == AUTH_GAUGE_INCLINOMETER && def->limit > 0.0 && fabs(value) >= def->limit)
        return HUD_LIMIT;
    for (int i = def->range_count - 1; i >= 0; i--)
        if (at >= def->ranges[i].from && at <= def->ranges[i].to) return i;
    return HUD_NO_RANGE;
}

void hud_gauge_update_version(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time;
    const double value = hud_gauge_value(gauge, values);
    shown->number = hud_number(value, gauge->decimals);
    shown->range = range_of(gauge->def, value);
    shown->needle = HUD_NO_NEEDLE;
    if (isfinite(value) && gauge->travel > 0.0)
        shown->needle = llround(hud_share(gauge->def, value) * gauge->travel * HUD_QUARTERS);
}

double hud_shown_share(const hud_gauge *gauge, const hud_shown *shown)
{
    return (double)shown->needle / (gauge->travel * HUD_QUARTERS);
}

auth_colour hud_shown_colour(const hud_gauge *gauge, const hud_shown *shown, auth_colour usual)
{
    if (shown->range == HUD_LIMIT) return gauge->roles[AUTH_ROLE_CRITICAL];
    if (shown->range < 0 || !gauge->def->ranges[shown->range].critical) return usual;
    return gauge->def->ranges[shown->range].colour;
}

auth_colour hud_fill_colour(const hud_gauge *gauge, const hud_shown *shown)
{
    if (shown->range < 0) return hud_shown_colour(gauge, shown, gauge->def->colour);
    return gauge->def->ranges[shown->range].colour;
}

const hud_text *hud_shown_number(const hud_gauge *gauge, const hud_shown *shown)
{
    char number[HUD_NUMBER_LENGTH], words[HUD_NUMBER_LENGTH + HUD_UNIT_LENGTH];
    hud_number_text(shown->number, gauge->decimals, number);
    snprintf(words, sizeof words, "%s%s", number, is_sign(gauge->unit) ? gauge->unit : "");
    hud_text_set(&gauge->texts[HUD_VALUE], words);
    return &gauge->texts[HUD_VALUE];
}
