/* ARC: a ring that fills, with the number in its middle. */
#include "round.h"

#include <math.h>

static const double ring_at = 0.86, ring_width = 0.11, ranges_at = 0.955, ranges_width = 0.035;
static const double mark_band_at = 0.78, mark_label_at = 0.66; /* all in radii */
static const double tip_half_length = 0.075, tip_width = 0.035;

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const hud_round round = hud_round_of(gauge->def);
    gauge->travel = ring_at * round.radius * fabs(round.sweep) * gauge->scale;
    hud_gauge_texts(gauge, maker, 0.38 * round.radius);
    hud_round_measure(gauge);
    return true;
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const hud_round round = hud_round_of(gauge->def);
    hud_round_plate(gauge, &round, pen);
    hud_arc(pen, round.x, round.y, ring_at * round.radius, round.start, round.sweep);
    hud_stroke(pen, ring_width * round.radius, hud_faded(gauge->def->colour, 0.18));
    hud_round_ranges(gauge, &round, ranges_at, ranges_width, pen);
    hud_round_words(gauge, &round, pen);
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
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

static void mark(const hud_gauge *gauge, const hud_mark *mark, const hud_pen *pen)
{
    const hud_round round = hud_round_of(gauge->def);
    hud_round_mark(gauge, &round, mark_band_at, mark_label_at, mark, pen);
}

const hud_kind hud_ring = {make, hud_gauge_look, still, draw, mark};
