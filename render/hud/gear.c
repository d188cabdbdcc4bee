/* GEAR: the gear's number large, beside it forward, neutral, reverse, of which one is lit. */
#include "gauge.h"

#include <math.h>

static const char *const letters[] = {"R", "N", "F"};                       /* for -1, 0, 1 */
static const double round_corner = 6.0, padding = 0.09, label_share = 0.18; /* [dots], of the height */
static const double half = 0.5; /* directions are -1, 0, 1: what is nearer */

static bool has_direction(const hud_gauge *gauge)
{
    return gauge->signal2 >= 0;
}

/* What the label leaves. */
static hud_box inner(const auth_gauge *def)
{
    const double p = padding * def->size[1];
    const double above = hud_has_label(def) ? label_share * def->size[1] : 0.0;
    return (hud_box){def->at[0] + p, def->at[1] + p + above, def->size[0] - 2.0 * p,
                     def->size[1] - 2.0 * p - above};
}

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const hud_box box = inner(gauge->def);
    const double size =
        gauge->def->font_size > 0.0 ? gauge->def->font_size : fmin(1.15 * box.h, 0.95 * box.w);
    gauge->decimals = 0;
    hud_gauge_text(gauge, maker, HUD_VALUE, size, false, "");
    hud_gauge_text(gauge, maker, HUD_TICK, 0.27 * box.h, true, "");
    hud_gauge_text(gauge, maker, HUD_LABEL, 0.7 * label_share * gauge->def->size[1], false,
                   gauge->def->label);
    return true;
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time;
    const double gear = hud_gauge_value(gauge, values);
    const double direction = has_direction(gauge) ? values[gauge->signal2] : 0.0;
    shown->number = hud_number(gear, 0);
    shown->direction = direction > half ? 1 : direction < -half ? -1 : 0;
}

/* Middle of a direction's row. */
static double row(const hud_box *box, int direction)
{
    return box->y + (0.5 - direction / 3.0) * box->h;
}

static void letter(const hud_gauge *gauge, const hud_pen *pen, int direction, auth_colour colour)
{
    const hud_box box = inner(gauge->def);
    const hud_text *text = &gauge->texts[HUD_TICK];
    hud_text_set(text, letters[direction + 1]);
    hud_write(pen, text, box.x + 0.16 * box.w, row(&box, direction) + 0.5 * text->rise, HUD_CENTRE,
              0.3 * box.w, colour);
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_text *label = &gauge->texts[HUD_LABEL];
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
    hud_write(pen, label, def->at[0] + 0.5 * def->size[0], def->at[1] + padding * def->size[1] + label->rise,
              HUD_CENTRE, 0.9 * def->size[0], hud_faded(def->colour, 0.8));
    if (!has_direction(gauge)) return;
    for (int direction = -1; direction <= 1; direction++)
        letter(gauge, pen, direction, hud_faded(gauge->roles[AUTH_ROLE_DIM], 0.6));
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_box box = inner(def);
    const hud_text *number = hud_shown_number(gauge, shown);
    const double x = box.x + (has_direction(gauge) ? 0.66 : 0.5) * box.w;
    const bool neutral = has_direction(gauge) && shown->direction == 0;
    hud_write(pen, number, x, box.y + 0.5 * (box.h + number->rise), HUD_CENTRE, 0.6 * box.w,
              hud_faded(def->colour, neutral ? 0.45 : 1.0));
    if (!has_direction(gauge)) return;
    const double side = 0.33 * box.h;
    hud_round_box(pen,
                  (hud_box){box.x + 0.16 * box.w - 0.5 * side, row(&box, (int)shown->direction) - 0.5 * side,
                            side, side},
                  0.2 * side);
    hud_stroke(pen, 1.6, def->colour);
    letter(gauge, pen, (int)shown->direction, def->colour);
}

const hud_kind hud_gear = {make, look, still, draw, NULL};
