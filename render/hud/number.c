/* NUMBER: a digital number with its unit. */
#include "gauge.h"

#include <math.h>

static const double round_corner = 6.0, label_share = 0.30, padding = 0.10; /* [dots], of the height */

/* The row of the number. */
static hud_box row_of(const hud_gauge *gauge)
{
    const auth_gauge *def = gauge->def;
    const double p = padding * def->size[1], above = hud_has_label(def) ? label_share * def->size[1] : 0.0;
    return (hud_box){def->at[0] + p, def->at[1] + p + above, def->size[0] - 2.0 * p,
                     def->size[1] - 2.0 * p - above};
}

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const double size = 1.05 * row_of(gauge).h;
    hud_gauge_texts(gauge, maker, size);
    hud_text_end(&gauge->texts[HUD_LABEL]);
    hud_gauge_text(gauge, maker, HUD_LABEL, 0.8 * label_share * gauge->def->size[1], false,
                   gauge->def->label);
    hud_gauge_text(gauge, maker, HUD_WORDS, 0.5 * gauge->texts[HUD_VALUE].size, false, gauge->def->text);
    return true;
}

static double baseline_of(const hud_gauge *gauge)
{
    const hud_box row = row_of(gauge);
    return row.y + 0.5 * (row.h + fmin(row.h, gauge->texts[HUD_VALUE].rise));
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_box row = row_of(gauge);
    const hud_text *label = &gauge->texts[HUD_LABEL];
    const bool before = def->text && *def->text;
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
    hud_write(pen, label, before ? row.x : row.x + 0.5 * row.w,
              def->at[1] + padding * def->size[1] + 1.1 * label->rise, before ? HUD_LEFT : HUD_CENTRE, row.w,
              hud_faded(def->colour, 0.8));
    hud_write(pen, &gauge->texts[HUD_WORDS], row.x, baseline_of(gauge), HUD_LEFT, 0.45 * row.w,
              hud_faded(def->colour, 0.8));
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_box row = row_of(gauge);
    const hud_text *number = hud_shown_number(gauge, shown), *unit = &gauge->texts[HUD_UNIT];
    const double words = hud_text_width(&gauge->texts[HUD_WORDS]);
    const double unit_width = fmin(0.4 * row.w, hud_text_width(unit));
    const double gap = unit_width > 0.0 ? 0.2 * number->size : 0.0;
    const double room = row.w - unit_width - gap - (words > 0.0 ? fmin(words, 0.45 * row.w) + gap : 0.0);
    const double width = fmin(room, hud_text_width(number)) + gap + unit_width;
    const double right = words > 0.0 ? row.x + row.w : row.x + 0.5 * (row.w + width);
    hud_write(pen, number, right - unit_width - gap, baseline_of(gauge), HUD_RIGHT, room,
              hud_shown_colour(gauge, shown, def->colour));
    hud_write(pen, unit, right, baseline_of(gauge), HUD_RIGHT, unit_width, hud_faded(def->colour, 0.8));
}

const hud_kind hud_digits = {make, hud_gauge_look, still, draw, NULL};
