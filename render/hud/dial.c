/* Round gauges and markers: dials, rings, markers. */
#include "gauge.h"
#include "round.h"

#include <math.h>

/* ---- dials ---- */

/* Distances and sizes in radii of the box: marks of recommended values lie outside the ticks. */
static const double ticks_end = 0.90, major_length = 0.11, minor_length = 0.06, number_gap = 0.04;
static const double ranges_at = 0.935, ranges_width = 0.05, mark_band_at = 0.865, mark_label_at = 0.47;
static const double needle_tip = 0.86, needle_tail = 0.17, needle_half_width = 0.032, hub = 0.06;
enum { MOST_NUMBERS = 9 };

/* ---- numbers of the scale ---- */

/* Where the number of a tick is written; the text HUD_TICK then is that number. */
static paint_box place_number(const hud_gauge *gauge, const hud_round *round, const hud_ticks *ticks, int i)
{
    const hud_text *text = &gauge->texts[HUD_TICK];
    const double value = hud_tick(ticks, i);
    char number[HUD_NUMBER_LENGTH];
    hud_number_text(hud_number(value, ticks->decimals), ticks->decimals, number);
    hud_text_set(text, number);
    return hud_round_box_beside(round, hud_round_direction(round, hud_share(gauge->def, value)),
                                ticks_end - major_length - number_gap, -1.0, text);
}

/* The number that is shown is made smaller where those of the scale leave it less room, to two thirds: where
 * even that is too large, numbers of the scale are left out. */
static void fit_value(hud_gauge *gauge, const hud_maker *maker, const hud_round *round)
{
    static const double smallest = 0.65;
    const hud_ticks ticks = hud_ticks_of(gauge->def, MOST_NUMBERS);
    double room = HUGE_VAL;
    hud_round_measure(gauge);
    for (int i = ticks.first; i <= ticks.last; i++) {
        if (!hud_tick_is_major(&ticks, i)) continue;
        const double beside = hud_round_number_room(gauge, round, place_number(gauge, round, &ticks, i));
        if (beside >= smallest * gauge->widest) room = fmin(room, beside);
    }
    if (!(gauge->widest > room) || gauge->def->font_size > 0.0) return;
    hud_gauge_text(gauge, maker, HUD_VALUE, gauge->texts[HUD_VALUE].size * room / gauge->widest, false, "");
    hud_round_measure(gauge);
}

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const hud_round round = hud_round_of(gauge->def);
    gauge->travel = needle_tip * round.radius * fabs(round.sweep) * gauge->scale;
    hud_gauge_texts(gauge, maker, 0.25 * round.radius);
    hud_gauge_text(gauge, maker, HUD_TICK, 0.135 * round.radius, false, "");
    fit_value(gauge, maker, &round);
    return true;
}

/* ---- scale ---- */

static void tick(const hud_gauge *gauge, const hud_round *round, double value, bool major, const hud_pen *pen)
{
    const double direction = hud_round_direction(round, hud_share(gauge->def, value));
    const double inner = ticks_end - (major ? major_length : minor_length);
    cairo_move_to(pen->c, hud_round_x(round, direction, inner), hud_round_y(round, direction, inner));
    cairo_line_to(pen->c, hud_round_x(round, direction, ticks_end), hud_round_y(round, direction, ticks_end));
    hud_stroke(pen, major ? fmax(1.8, 0.02 * round->radius) : fmax(1.0, 0.009 * round->radius),
               hud_faded(gauge->def->colour, major ? 1.0 : 0.65));
}

static bool overlap(paint_box a, paint_box b)
{
    const double gap = 0.25 * a.h;
    return a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h && b.y < a.y + a.h;
}

/* The numbers of the scale that have room: clear of the number that is shown, its unit and label, and of
 * those before. */
static void write_numbers(const hud_gauge *gauge, const hud_round *round, const hud_ticks *ticks,
                          const hud_pen *pen)
{
    paint_box first = {0.0, 0.0, 0.0, 0.0}, last = first;
    for (int i = ticks->first; i <= ticks->last; i++) {
        if (!hud_tick_is_major(ticks, i)) continue;
        const paint_box box = place_number(gauge, round, ticks, i);
        if (!hud_dial_is_clear(gauge, round, box) || (last.w > 0.0 && overlap(box, last)) ||
            (first.w > 0.0 && overlap(box, first)))
            continue;
        if (!(first.w > 0.0)) first = box;
        last = box;
        hud_round_beside(round, hud_round_direction(round, hud_share(gauge->def, hud_tick(ticks, i))),
                         ticks_end - major_length - number_gap, -1.0, &gauge->texts[HUD_TICK], pen,
                         hud_faded(gauge->def->colour, 0.9));
    }
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const hud_round round = hud_round_of(gauge->def);
    const hud_ticks ticks = hud_ticks_of(gauge->def, MOST_NUMBERS);
    hud_round_plate(gauge, &round, pen);
    hud_arc(pen, round.x, round.y, ticks_end * round.radius, round.start, round.sweep);
    hud_stroke(pen, fmax(1.0, 0.009 * round.radius), hud_faded(gauge->def->colour, 0.55));
    hud_round_ranges(gauge, &round, ranges_at, ranges_width, pen);
    for (int i = ticks.first; i <= ticks.last; i++) {
        const bool major = hud_tick_is_major(&ticks, i);
        tick(gauge, &round, hud_tick(&ticks, i), major, pen);
    }
    write_numbers(gauge, &round, &ticks, pen);
    hud_round_words(gauge, &round, pen);
}

/* ---- needle ---- */

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const hud_round round = hud_round_of(gauge->def);
    const auth_colour colour = hud_shown_colour(gauge, shown, gauge->roles[AUTH_ROLE_NEEDLE]);
    hud_round_number(gauge, &round, shown, pen);
    if (shown->needle == HUD_NO_NEEDLE) return;
    const double direction = hud_round_direction(&round, hud_shown_share(gauge, shown));
    cairo_save(pen->c);
    cairo_translate(pen->c, round.x, round.y);
    cairo_rotate(pen->c, direction);
    cairo_scale(pen->c, round.radius, round.radius);
    cairo_move_to(pen->c, -needle_half_width, needle_tail);
    cairo_line_to(pen->c, -0.25 * needle_half_width, -needle_tip);
    cairo_line_to(pen->c, 0.25 * needle_half_width, -needle_tip);
    cairo_line_to(pen->c, needle_half_width, needle_tail);
    cairo_close_path(pen->c);
    cairo_new_sub_path(pen->c);
    cairo_arc(pen->c, 0.0, 0.0, hub, 0.0, 2.0 * HUD_PI);
    cairo_restore(pen->c);
    hud_fill(pen, colour);
}

static void mark(const hud_gauge *gauge, const hud_mark *mark, const hud_pen *pen)
{
    const hud_round round = hud_round_of(gauge->def);
    hud_round_mark(gauge, &round, mark_band_at, mark_label_at, mark, pen);
}

const hud_kind hud_dial = {make, hud_gauge_update_version, still, draw, mark};

/* ---- rings ---- */

/* ARC: a ring that fills, with the number in its middle. */

static const double ring_at = 0.86, ring_width = 0.11, ring_ranges_at = 0.955, ring_ranges_width = 0.035;
static const double ring_mark_band_at = 0.78, ring_mark_label_at = 0.66; /* all in radii */
static const double tip_half_length = 0.075, tip_width = 0.035;

static bool ring_make(hud_gauge *gauge, const hud_maker *maker)
{
    const hud_round round = hud_round_of(gauge->def);
    gauge->travel = ring_at * round.radius * fabs(round.sweep) * gauge->scale;
    hud_gauge_texts(gauge, maker, 0.38 * round.radius);
    hud_round_measure(gauge);
    return true;
}

static void ring_still(const hud_gauge *gauge, const hud_pen *pen)
{
    const hud_round round = hud_round_of(gauge->def);
    hud_round_plate(gauge, &round, pen);
    hud_arc(pen, round.x, round.y, ring_at * round.radius, round.start, round.sweep);
    hud_stroke(pen, ring_width * round.radius, hud_faded(gauge->def->colour, 0.18));
    hud_round_ranges(gauge, &round, ring_ranges_at, ring_ranges_width, pen);
    hud_round_words(gauge, &round, pen);
}

static void ring_draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const hud_round round = hud_round_of(gauge->def);
    hud_round_number(gauge, &round, shown, pen);
    if (shown->needle == HUD_NO_NEEDLE) return;
    const double share = hud_shown_share(gauge, shown), direction = hud_round_direction(&round, share);
    if (!pen->halo || !hud_on_plate(gauge))
        hud_arc(pen, round.x, round.y, ring_at * round.radius, round.start, share * round.sweep);
    hud_stroke(pen, ring_width * round.radius, hud_fill_colour(gauge, shown));
    cairo_move_to(pen->c, hud_round_x(&round, direction, ring_at - tip_half_length),
                  hud_round_y(&round, direction, ring_at - tip_half_length));
    cairo_line_to(pen->c, hud_round_x(&round, direction, ring_at + tip_half_length),
                  hud_round_y(&round, direction, ring_at + tip_half_length));
    hud_stroke(pen, tip_width * round.radius, hud_shown_colour(gauge, shown, gauge->roles[AUTH_ROLE_NEEDLE]));
}

static void ring_mark(const hud_gauge *gauge, const hud_mark *ring_mark, const hud_pen *pen)
{
    const hud_round round = hud_round_of(gauge->def);
    hud_round_mark(gauge, &round, ring_mark_band_at, ring_mark_label_at, ring_mark, pen);
}

const hud_kind hud_ring = {ring_make, hud_gauge_update_version, ring_still, ring_draw, ring_mark};

/* ---- markers ---- */

/* MARKER: a recommended value, drawn over the gauge that it marks; in the colour `good` while the
 * gauge shows that value. */

static const double least_size = 10.0; /* of the label [dots] */

static bool marker_make(hud_gauge *gauge, const hud_maker *maker)
{
    const double size = gauge->def->font_size > 0.0 ? gauge->def->font_size : gauge->of->texts[HUD_TICK].size;
    hud_gauge_text(gauge, maker, HUD_LABEL, fmax(size, least_size), false, gauge->def->label);
    gauge->travel = gauge->of->travel;
    return true;
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time;
    const auth_gauge *of = gauge->of->def;
    const double value = gauge->signal >= 0 ? hud_gauge_value(gauge, values) : gauge->def->value;
    const double there = hud_gauge_value(gauge->of, values);
    /* Without a tolerance: the same number, as far as its decimals go. */
    const double half =
        gauge->def->tolerance > 0.0 ? gauge->def->tolerance : 0.5 * pow(10.0, -gauge->of->decimals);
    shown->lit = fabs(there - value) <= half;
    shown->needle = HUD_NO_NEEDLE;
    if (isfinite(value)) shown->needle = llround(hud_share(of, value) * gauge->travel * HUD_QUARTERS);
}

static void marker_still(const hud_gauge *gauge, const hud_pen *pen)
{
    (void)gauge, (void)pen;
}

static void marker_draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const auth_gauge *of = gauge->of->def;
    if (shown->needle == HUD_NO_NEEDLE) return;
    const hud_mark mark = {.value = of->from + hud_shown_share(gauge, shown) * (of->to - of->from),
                           .tolerance = gauge->def->tolerance,
                           .colour = shown->lit ? gauge->roles[AUTH_ROLE_GOOD] : gauge->def->colour,
                           .label = &gauge->texts[HUD_LABEL]};
    gauge->of->kind->mark(gauge->of, &mark, pen);
}

const hud_kind hud_marker = {marker_make, look, marker_still, marker_draw, NULL};
