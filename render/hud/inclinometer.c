/* INCLINOMETER: a machine from behind or from the side that leans, one degree for one, under a scale of
 * angle. Seen from behind a positive roll (left side up) turns it clockwise; seen from its right side a
 * positive pitch (nose up) turns it the other way. */
#include "round.h"

#include <math.h>

/* In radii of the scale, whose centre is the middle of the machine on the ground. */
static const double machine = 0.31, machine_up = 0.31, pointer_tip = 0.80, pointer_length = 0.10,
                    pointer_half = 0.05;
static const double ticks_from = 0.82, major_length = 0.075, minor_length = 0.045, number_gap = 0.025,
                    mark_band_at = 0.84, mark_label_at = 0.68;
static const double zone_at = 0.875, zone_width = 0.045;
static const double ground_half = 0.60, round_corner = 6.0; /* round_corner [dots] */
static const double above = 1.02, below = 0.42, number_size = 0.20, tick_size = 0.10;
enum { MOST_NUMBERS = 7 };

static double sign_of(const auth_gauge *def)
{
    return def->pitch ? -1.0 : 1.0;
}

static hud_round round_of(const hud_gauge *gauge)
{
    static const double least_half = 0.64; /* width of a machine that leans */
    const auth_gauge *def = gauge->def;
    const double widest = fmin(0.5 * HUD_PI, gauge->angle * fmax(fabs(def->from), fabs(def->to)));
    const double half = fmax(sin(widest) + 0.06, least_half);
    hud_round round = {.start = sign_of(def) * gauge->angle * def->from,
                       .sweep = sign_of(def) * gauge->angle * (def->to - def->from)};
    round.radius = fmin(0.5 * def->size[0] / half, def->size[1] / (above + below));
    round.x = def->at[0] + 0.5 * def->size[0];
    round.y = def->at[1] + 0.5 * (def->size[1] + (above - below) * round.radius);
    return round;
}

/* Number and label stand below the ground, at the edges. */
static double words_inset(const hud_round *round)
{
    return 0.08 * round->radius + 2.0;
}

static double baseline_of(const hud_round *round)
{
    return round->y + below * round->radius - words_inset(round);
}

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const hud_round round = round_of(gauge);
    gauge->travel = round.radius * fabs(round.sweep) * gauge->scale;
    hud_gauge_texts(gauge, maker, number_size * round.radius);
    hud_gauge_text(gauge, maker, HUD_TICK, tick_size * round.radius, false, "");
    return true;
}

/* ---- scale ---- */

static void zone(const hud_gauge *gauge, const hud_round *round, double from, double to, const hud_pen *pen,
                 auth_colour colour)
{
    const double start = hud_share(gauge->def, from), end = hud_share(gauge->def, to);
    if (!(end > start)) return;
    hud_arc(pen, round->x, round->y, zone_at * round->radius, hud_round_direction(round, start),
            (end - start) * round->sweep);
    hud_stroke(pen, zone_width * round->radius, colour);
}

static void zones(const hud_gauge *gauge, const hud_round *round, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    hud_round_ranges(gauge, round, zone_at, zone_width, pen);
    if (!(def->limit > 0.0)) return;
    zone(gauge, round, def->from, -def->limit, pen, gauge->roles[AUTH_ROLE_CRITICAL]);
    zone(gauge, round, def->limit, def->to, pen, gauge->roles[AUTH_ROLE_CRITICAL]);
}

/* Numbers that are drawn much larger than they are by themselves run into each other and over the rim. */
static bool has_numbers(const hud_gauge *gauge, const hud_round *round)
{
    static const double most = 1.5;
    return gauge->least <= most * hud_text_size(tick_size * round->radius);
}

static void tick(const hud_gauge *gauge, const hud_round *round, const hud_ticks *ticks, int i,
                 const hud_pen *pen)
{
    const bool major = hud_tick_is_major(ticks, i);
    const double value = hud_tick(ticks, i), outer = ticks_from + (major ? major_length : minor_length);
    const double direction = hud_round_direction(round, hud_share(gauge->def, value));
    cairo_move_to(pen->c, hud_round_x(round, direction, ticks_from),
                  hud_round_y(round, direction, ticks_from));
    cairo_line_to(pen->c, hud_round_x(round, direction, outer), hud_round_y(round, direction, outer));
    hud_stroke(pen, major ? fmax(1.6, 0.016 * round->radius) : 1.0,
               hud_faded(gauge->def->colour, major ? 1.0 : 0.65));
    if (!major || !has_numbers(gauge, round)) return;
    const hud_text *text = &gauge->texts[HUD_TICK];
    char number[HUD_NUMBER_LENGTH];
    hud_number_text(hud_number(fabs(value), ticks->decimals), ticks->decimals, number);
    hud_text_set(text, number);
    hud_round_beside(round, direction, ticks_from + major_length + number_gap, 1.0, text, pen,
                     hud_faded(gauge->def->colour, 0.9));
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_round round = round_of(gauge);
    const hud_ticks ticks = hud_ticks_of(def, MOST_NUMBERS);
    const hud_text *label = &gauge->texts[HUD_LABEL];
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
    hud_arc(pen, round.x, round.y, ticks_from * round.radius, round.start, round.sweep);
    hud_stroke(pen, fmax(1.0, 0.009 * round.radius), hud_faded(def->colour, 0.55));
    zones(gauge, &round, pen);
    for (int i = ticks.first; i <= ticks.last; i++) tick(gauge, &round, &ticks, i, pen);
    hud_line_across(pen, round.x - ground_half * round.radius, round.x + ground_half * round.radius, round.y,
                    1.0, hud_faded(def->colour, 0.45));
    hud_write(pen, label, def->at[0] + words_inset(&round), baseline_of(&round), HUD_LEFT, 0.5 * def->size[0],
              hud_faded(def->colour, 0.8));
}

/* ---- the machine: half its width, or length, is one; y down, its lowest point at 1 ---- */

/* Corners are cut off, circles are polygons: curves take cairo several times as long. */
static void box(cairo_t *c, double x, double y, double w, double h, double cut)
{
    cairo_move_to(c, x + cut, y);
    cairo_line_to(c, x + w - cut, y);
    cairo_line_to(c, x + w, y + cut);
    cairo_line_to(c, x + w, y + h - cut);
    cairo_line_to(c, x + w - cut, y + h);
    cairo_line_to(c, x + cut, y + h);
    cairo_line_to(c, x, y + h - cut);
    cairo_line_to(c, x, y + cut);
    cairo_close_path(c);
}

static void circle(cairo_t *c, double x, double y, double radius)
{
    enum { SIDES = 20 };
    cairo_new_sub_path(c);
    for (int i = 0; i < SIDES; i++) {
        const double angle = 2.0 * HUD_PI * i / SIDES;
        cairo_line_to(c, x + radius * cos(angle), y + radius * sin(angle));
    }
    cairo_close_path(c);
}

static void from_behind(cairo_t *c)
{
    static const double wheel_inner = 0.62, wheel_width = 0.38, wheel_top = -0.14, wheel_height = 1.14;
    box(c, wheel_inner, wheel_top, wheel_width, wheel_height, 0.12);
    box(c, -wheel_inner - wheel_width, wheel_top, wheel_width, wheel_height, 0.12);
    box(c, -0.62, 0.30, 1.24, 0.22, 0.04); /* axle */
    cairo_move_to(c, -0.50, 0.30);         /* cabin */
    cairo_line_to(c, -0.50, -0.25);
    cairo_line_to(c, -0.42, -0.74);
    cairo_line_to(c, 0.42, -0.74);
    cairo_line_to(c, 0.50, -0.25);
    cairo_line_to(c, 0.50, 0.30);
    box(c, -0.54, -0.90, 1.08, 0.16, 0.07); /* roof */
    box(c, -0.36, -0.60, 0.72, 0.48, 0.05); /* rear window */
}

static void from_the_side(cairo_t *c)
{
    circle(c, -0.52, 0.52, 0.48); /* rear wheel */
    circle(c, -0.52, 0.52, 0.19);
    circle(c, 0.66, 0.66, 0.34); /* front wheel */
    circle(c, 0.66, 0.66, 0.13);
    cairo_move_to(c, 0.00, 0.52); /* bonnet */
    cairo_line_to(c, 0.08, -0.02);
    cairo_line_to(c, 0.86, 0.06);
    cairo_line_to(c, 0.96, 0.18);
    cairo_line_to(c, 0.96, 0.40);
    cairo_move_to(c, 0.06, 0.00); /* cabin */
    cairo_line_to(c, -0.06, -0.70);
    cairo_line_to(c, -0.74, -0.70);
    cairo_line_to(c, -0.84, 0.14);
    box(c, -0.86, -0.86, 0.90, 0.16, 0.07); /* roof */
}

/* A crawler under its counterweight, the boom before it. */
static void excavator_from_behind(cairo_t *c)
{
    box(c, -0.96, 0.44, 0.40, 0.56, 0.08); /* tracks */
    box(c, 0.56, 0.44, 0.40, 0.56, 0.08);
    box(c, -0.56, 0.56, 1.12, 0.18, 0.03);  /* frame */
    box(c, -0.88, -0.16, 1.76, 0.54, 0.14); /* counterweight */
    box(c, -0.84, -0.80, 0.66, 0.64, 0.06); /* cab */
    cairo_move_to(c, 0.06, -0.16);          /* boom */
    cairo_line_to(c, 0.06, -0.92);
    cairo_line_to(c, 0.34, -0.92);
    cairo_line_to(c, 0.34, -0.16);
}

/* From its right side, the arm to the right. */
static void excavator_from_the_side(cairo_t *c)
{
    box(c, -0.98, 0.54, 1.46, 0.46, 0.20); /* track */
    circle(c, -0.74, 0.77, 0.11);
    circle(c, 0.24, 0.77, 0.11);
    box(c, -1.00, 0.02, 1.20, 0.40, 0.08);  /* house */
    box(c, -0.30, -0.56, 0.48, 0.58, 0.06); /* cab */
    cairo_move_to(c, 0.20, 0.20);           /* boom, dipper */
    cairo_line_to(c, 0.52, -0.80);
    cairo_line_to(c, 0.94, -0.62);
    cairo_line_to(c, 0.86, 0.30);
    cairo_move_to(c, 0.98, 0.30); /* bucket */
    cairo_line_to(c, 0.98, 0.62);
    cairo_line_to(c, 0.70, 0.66);
    cairo_line_to(c, 0.62, 0.44);
    cairo_line_to(c, 0.78, 0.30);
    cairo_close_path(c);
}

static void (*machine_of(const auth_gauge *def))(cairo_t *c)
{
    if (def->excavator) return def->pitch ? excavator_from_the_side : excavator_from_behind;
    return def->pitch ? from_the_side : from_behind;
}

static void draw_machine(const hud_gauge *gauge, const hud_pen *pen, double radius, auth_colour colour)
{
    if (pen->halo && hud_on_plate(gauge)) return;
    cairo_save(pen->c);
    cairo_translate(pen->c, 0.0, -machine_up * radius);
    cairo_scale(pen->c, machine * radius, machine * radius);
    machine_of(gauge->def)(pen->c);
    cairo_restore(pen->c);
    hud_stroke(pen, fmax(1.4, 0.02 * radius), colour);
}

static void draw_pointer(const hud_pen *pen, double radius, auth_colour colour)
{
    cairo_move_to(pen->c, 0.0, -pointer_tip * radius);
    cairo_line_to(pen->c, pointer_half * radius, -(pointer_tip - pointer_length) * radius);
    cairo_line_to(pen->c, -pointer_half * radius, -(pointer_tip - pointer_length) * radius);
    cairo_close_path(pen->c);
    hud_fill(pen, colour);
}

static void write_number(const hud_gauge *gauge, const hud_round *round, const hud_shown *shown,
                         const hud_pen *pen)
{
    const hud_text *number = hud_shown_number(gauge, shown), *unit = &gauge->texts[HUD_UNIT];
    const double right = gauge->def->at[0] + gauge->def->size[0] - words_inset(round);
    const double unit_width = hud_text_width(unit), gap = unit_width > 0.0 ? 0.2 * number->size : 0.0;
    hud_write(pen, unit, right, baseline_of(round), HUD_RIGHT, 0.2 * gauge->def->size[0],
              hud_faded(gauge->def->colour, 0.8));
    hud_write(pen, number, right - unit_width - gap, baseline_of(round), HUD_RIGHT, 0.4 * gauge->def->size[0],
              hud_shown_colour(gauge, shown, gauge->def->colour));
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const hud_round round = round_of(gauge);
    const auth_colour colour = hud_shown_colour(gauge, shown, gauge->roles[AUTH_ROLE_NEEDLE]);
    write_number(gauge, &round, shown, pen);
    if (shown->needle == HUD_NO_NEEDLE) return;
    cairo_save(pen->c);
    cairo_translate(pen->c, round.x, round.y);
    cairo_rotate(pen->c, hud_round_direction(&round, hud_shown_share(gauge, shown)));
    draw_machine(gauge, pen, round.radius, colour);
    draw_pointer(pen, round.radius, colour);
    cairo_restore(pen->c);
}

static void mark(const hud_gauge *gauge, const hud_mark *mark, const hud_pen *pen)
{
    const hud_round round = round_of(gauge);
    hud_round_mark(gauge, &round, mark_band_at, mark_label_at, mark, pen);
}

const hud_kind hud_inclinometer = {make, hud_gauge_update_version, still, draw, mark};
