/* BAR: a straight bar that fills, lying or standing. A scale with zero inside fills from zero. */
#include "gauge.h"

#include <math.h>

/* Where everything lies. */
typedef struct bar_layout {
    paint_box track;
    paint_box words; /* lying: label to the left, number to the right; standing: label above, number below */
} bar_layout;

static const double round_corner = 6.0, padding_share = 0.09; /* [dots], of the shorter side */
static const double least_tick_size = 8.0;                    /* smaller numbers cannot be read [dots] */
static const double number_baseline = 0.80;                   /* of a lying bar's words */
static const double numbers_apart = 1.5; /* least distance of numbers above one another, of their size */

static double padding(const auth_gauge *def)
{
    return padding_share * fmin(def->size[0], def->size[1]) + 2.0;
}

static double number_size(const auth_gauge *def)
{
    return def->standing ? fmin(0.26 * def->size[0], 0.14 * def->size[1])
                         : fmin(0.36 * def->size[1], 0.16 * def->size[0]);
}

static double tick_size(const auth_gauge *def)
{
    return def->standing ? fmin(0.11 * def->size[0], 0.06 * def->size[1])
                         : fmin(0.17 * def->size[1], 0.08 * def->size[0]);
}

/* Whether numbers of ticks have room: beside a standing track they have, below a lying one only where they
 * need not be drawn larger than they are by themselves. */
static bool has_numbers(const hud_gauge *gauge)
{
    const double by_itself = hud_text_size(tick_size(gauge->def));
    return gauge->def->standing ? fmax(by_itself, gauge->least) >= least_tick_size
                                : by_itself >= fmax(least_tick_size, gauge->least);
}

static bar_layout layout_of(const hud_gauge *gauge)
{
    const auth_gauge *def = gauge->def;
    const double p = padding(def), x = def->at[0] + p, y = def->at[1] + p;
    const double w = def->size[0] - 2.0 * p, h = def->size[1] - 2.0 * p, size = number_size(def);
    if (!def->standing) {
        const double height = has_numbers(gauge) ? 0.22 : 0.34;
        return (bar_layout){.track = {x, y + 0.48 * h, w, height * h}, .words = {x, y, w, 0.42 * h}};
    }
    const double above = hud_has_label(def) ? 0.8 * size : 0.3 * size, below = 1.25 * size;
    return (bar_layout){.track = {x + 0.30 * w, y + above, 0.20 * w, h - above - below},
                        .words = {x, y, w, h}};
}

/* From the beginning of the track to a share of the scale, as a box. */
static paint_box part(const auth_gauge *def, const bar_layout *l, double from, double to)
{
    const double low = fmin(from, to), high = fmax(from, to);
    const paint_box t = l->track;
    if (def->standing) return (paint_box){t.x, t.y + (1.0 - high) * t.h, t.w, (high - low) * t.h};
    return (paint_box){t.x + low * t.w, t.y, (high - low) * t.w, t.h};
}

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const bar_layout l = layout_of(gauge);
    gauge->travel = gauge->scale * (gauge->def->standing ? l.track.h : l.track.w);
    hud_gauge_texts(gauge, maker, number_size(gauge->def));
    hud_gauge_text(gauge, maker, HUD_TICK, tick_size(gauge->def), false, "");
    return true;
}

/* ---- scale ---- */

/* A tick beside the track and its number, which is left out when the one before is too near. */
static void tick(const hud_gauge *gauge, const paint_box *t, double value, bool major, bool numbered,
                 const hud_ticks *ticks, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_text *text = &gauge->texts[HUD_TICK];
    const double share = hud_share(def, value), size = text->size, gap = 0.3 * size;
    const double length = (major ? 0.6 : 0.35) * size;
    const double x = t->x + share * t->w, y = t->y + (1.0 - share) * t->h;
    const double right = t->x + t->w + gap, below = t->y + t->h + gap;
    const auth_colour colour = hud_faded(def->colour, major ? 0.95 : 0.6);
    if (def->standing)
        hud_line_across(pen, right, right + length, y, 1.3, colour);
    else
        hud_line_down(pen, x, below, below + length, 1.3, colour);
    if (!numbered) return;
    char number[HUD_NUMBER_LENGTH];
    hud_number_text(hud_number(value, ticks->decimals), ticks->decimals, number);
    hud_text_set(text, number);
    const double half = 0.5 * hud_text_width(text), room = def->at[0] + def->size[0] - right - length - gap;
    if (def->standing)
        hud_write(pen, text, right + length + gap, y + 0.5 * text->rise, HUD_LEFT, room, colour);
    else /* the first and the last stay below the track */
        hud_write(pen, text, fmin(t->x + t->w - half, fmax(t->x + half, x)),
                  below + length + gap + text->rise, HUD_CENTRE, t->w, colour);
}

/* Room that a number needs along the track [dots]. */
static double number_room(const hud_gauge *gauge, const hud_ticks *ticks)
{
    const hud_text *text = &gauge->texts[HUD_TICK];
    char number[HUD_NUMBER_LENGTH];
    double widest = 0.0;
    if (gauge->def->standing) return numbers_apart * text->size;
    for (int end = 0; end < 2; end++) {
        hud_number_text(hud_number(end ? gauge->def->to : gauge->def->from, ticks->decimals), ticks->decimals,
                        number);
        hud_text_set(text, number);
        widest = fmax(widest, hud_text_width(text));
    }
    return widest + 0.8 * text->size;
}

static void draw_ticks(const hud_gauge *gauge, const paint_box *t, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const double length = def->standing ? t->h : t->w, dots = length / (def->to - def->from);
    const double apart = gauge->texts[HUD_TICK].size * (def->standing ? 2.4 : 4.5);
    const hud_ticks ticks = hud_ticks_of(def, (int)fmin(10.0, fmax(2.0, length / apart)));
    const bool readable = has_numbers(gauge);
    const double room = number_room(gauge, &ticks);
    double free_from = -HUGE_VAL; /* value from which on the next number has room */
    for (int i = ticks.first; i <= ticks.last; i++) {
        const double value = hud_tick(&ticks, i);
        const bool major = hud_tick_is_major(&ticks, i), numbered = major && readable && value >= free_from;
        if (numbered) free_from = value + room / dots;
        tick(gauge, t, value, major, numbered, &ticks, pen);
    }
}

static void ranges(const hud_gauge *gauge, const bar_layout *l, const hud_pen *pen)
{
    static const double thickness = 3.0; /* [dots] */
    for (int i = 0; i < gauge->def->range_count; i++) {
        const auth_gauge_range *range = &gauge->def->ranges[i];
        const paint_box b =
            part(gauge->def, l, hud_share(gauge->def, range->from), hud_share(gauge->def, range->to));
        if (gauge->def->standing)
            hud_line_down(pen, b.x - 1.2 * thickness, b.y, b.y + b.h, thickness, range->colour);
        else
            hud_line_across(pen, b.x, b.x + b.w, b.y - 1.2 * thickness, thickness, range->colour);
    }
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const bar_layout l = layout_of(gauge);
    const hud_text *label = &gauge->texts[HUD_LABEL];
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
    paint_round_box(pen->c, l.track, 2.0);
    hud_fill(pen, hud_faded(def->colour, 0.18));
    ranges(gauge, &l, pen);
    draw_ticks(gauge, &l.track, pen);
    if (def->standing)
        hud_write(pen, label, l.words.x + 0.5 * l.words.w, l.words.y + label->rise, HUD_CENTRE, l.words.w,
                  hud_faded(def->colour, 0.8));
    else
        hud_write(pen, label, l.words.x, l.words.y + number_baseline * l.words.h, HUD_LEFT, 0.5 * l.words.w,
                  hud_faded(def->colour, 0.8));
}

/* ---- value ---- */

static void write_number(const hud_gauge *gauge, const bar_layout *l, const hud_shown *shown,
                         const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_text *number = hud_shown_number(gauge, shown), *unit = &gauge->texts[HUD_UNIT];
    const double unit_width = hud_text_width(unit), gap = unit_width > 0.0 ? 0.2 * number->size : 0.0;
    const double room = (def->standing ? 1.0 : 0.5) * l->words.w - unit_width - gap;
    const double width = fmin(room, hud_text_width(number));
    const double right =
        def->standing ? l->words.x + 0.5 * (l->words.w + width + gap + unit_width) : l->words.x + l->words.w;
    const double baseline = l->words.y + (def->standing ? 1.0 : number_baseline) * l->words.h;
    hud_write(pen, number, right - unit_width - gap, baseline, HUD_RIGHT, room,
              hud_shown_colour(gauge, shown, def->colour));
    hud_write(pen, unit, right, baseline, HUD_RIGHT, 0.5 * l->words.w, hud_faded(def->colour, 0.8));
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    static const double tip = 3.0, overhang = 2.0; /* [dots] */
    const auth_gauge *def = gauge->def;
    const bar_layout l = layout_of(gauge);
    write_number(gauge, &l, shown, pen);
    if (shown->needle == HUD_NO_NEEDLE) return;
    const double share = hud_shown_share(gauge, shown);
    const paint_box b = part(def, &l, hud_share(def, 0.0), share);
    cairo_rectangle(pen->c, b.x, b.y, b.w, b.h);
    hud_fill(pen, hud_fill_colour(gauge, shown));
    const auth_colour colour = hud_shown_colour(gauge, shown, gauge->roles[AUTH_ROLE_NEEDLE]);
    const double at = def->standing ? l.track.y + (1.0 - share) * l.track.h : l.track.x + share * l.track.w;
    if (def->standing)
        cairo_rectangle(pen->c, b.x - overhang, at - 0.5 * tip, b.w + 2.0 * overhang, tip);
    else
        cairo_rectangle(pen->c, at - 0.5 * tip, b.y - overhang, tip, b.h + 2.0 * overhang);
    hud_fill(pen, colour);
}

/* ---- recommended value ---- */

/* A wedge from the side without numbers, its tip on the track, and the band of the tolerance. */
static void mark(const hud_gauge *gauge, const hud_mark *mark, const hud_pen *pen)
{
    static const double band_width = 4.0; /* [dots] */
    const auth_gauge *def = gauge->def;
    const paint_box t = layout_of(gauge).track;
    const double share = hud_share(def, mark->value), size = fmin(10.0, 0.8 * (def->standing ? t.w : t.h));
    const double low = hud_share(def, mark->value - mark->tolerance);
    const double high = hud_share(def, mark->value + mark->tolerance);
    const double x = def->standing ? t.x : t.x + share * t.w,
                 y = def->standing ? t.y + (1.0 - share) * t.h : t.y;
    if (mark->tolerance > 0.0 && def->standing)
        hud_line_down(pen, t.x + 0.5 * band_width, t.y + (1.0 - high) * t.h, t.y + (1.0 - low) * t.h,
                      band_width, mark->colour);
    else if (mark->tolerance > 0.0)
        hud_line_across(pen, t.x + low * t.w, t.x + high * t.w, t.y + 0.5 * band_width, band_width,
                        mark->colour);
    cairo_move_to(pen->c, x, y);
    cairo_rel_line_to(pen->c, def->standing ? -1.3 * size : -0.6 * size, def->standing ? -0.6 * size : -size);
    cairo_rel_line_to(pen->c, def->standing ? 0.0 : 1.2 * size, def->standing ? 1.2 * size : 0.0);
    cairo_close_path(pen->c);
    hud_fill(pen, mark->colour);
    if (def->standing)
        hud_write(pen, mark->label, x - 1.3 * size - 3.0, y + 0.5 * mark->label->rise, HUD_RIGHT,
                  fmax(1.0, x - 1.3 * size - 6.0 - def->at[0]), mark->colour);
    else
        hud_write(pen, mark->label, share < 0.5 ? x + size : x - size, y - 3.0,
                  share < 0.5 ? HUD_LEFT : HUD_RIGHT, 0.3 * t.w, mark->colour);
}

const hud_kind hud_bar = {make, hud_gauge_update_version, still, draw, mark};
