/* What gauges of several kinds share: texts, values, colours. */
#include "gauge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

hud_box hud_inside(const auth_gauge *def, double share)
{
    const double p = share * fmin(def->size[0], def->size[1]);
    return (hud_box){def->at[0] + p, def->at[1] + p, def->size[0] - 2.0 * p, def->size[1] - 2.0 * p};
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

void hud_gauge_look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
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
