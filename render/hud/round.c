#include "round.h"

#include <math.h>

/* The block of number, unit and label stands in the gap of the scale; in radii. */
static const double block_half_width = 0.46, block_half_height = 0.34, line_gap = 0.085;
static const double wide_sweep = 3.8; /* [rad]: more is taken for a whole circle */

static void include(double bounds[4], double x, double y)
{
    bounds[0] = fmin(bounds[0], x);
    bounds[1] = fmax(bounds[1], x);
    bounds[2] = fmin(bounds[2], y);
    bounds[3] = fmax(bounds[3], y);
}

/* Bounds of the used part of a circle of radius one. */
static void bounds_of(const hud_round *unit, double bounds[4])
{
    static const double hub = 0.16;
    include(bounds, -hub, -hub);
    include(bounds, hub, hub);
    include(bounds, unit->text_x - block_half_width, unit->text_y - block_half_height);
    include(bounds, unit->text_x + block_half_width, unit->text_y + block_half_height);
    if (fabs(unit->sweep) > wide_sweep) {
        include(bounds, -1.0, -1.0);
        include(bounds, 1.0, 1.0);
    }
    const double low = fmin(unit->start, unit->start + unit->sweep);
    const double high = fmax(unit->start, unit->start + unit->sweep);
    include(bounds, sin(low), -cos(low));
    include(bounds, sin(high), -cos(high));
    for (double quarter = ceil(low / (0.5 * HUD_PI)); quarter * 0.5 * HUD_PI < high; quarter += 1.0)
        include(bounds, sin(quarter * 0.5 * HUD_PI), -cos(quarter * 0.5 * HUD_PI));
}

hud_round hud_round_of(const auth_gauge *gauge)
{
    static const double far = 0.62, near = 0.48; /* from the centre to the block, in radii */
    hud_round round = {.start = gauge->start, .sweep = gauge->sweep};
    const double gap = gauge->start + 0.5 * gauge->sweep + HUD_PI; /* middle of what the scale leaves free */
    const double distance = gauge->kind == AUTH_GAUGE_ARC     ? 0.0
                            : fabs(gauge->sweep) > wide_sweep ? far
                                                              : near;
    round.text_x = distance * sin(gap);
    round.text_y = -distance * cos(gap);
    double bounds[4] = {0.0, 0.0, 0.0, 0.0};
    bounds_of(&round, bounds);
    round.radius = fmin(gauge->size[0] / (bounds[1] - bounds[0]), gauge->size[1] / (bounds[3] - bounds[2]));
    round.x = gauge->at[0] + 0.5 * gauge->size[0] - 0.5 * round.radius * (bounds[0] + bounds[1]);
    round.y = gauge->at[1] + 0.5 * gauge->size[1] - 0.5 * round.radius * (bounds[2] + bounds[3]);
    round.text_x = round.x + round.radius * round.text_x;
    round.text_y = round.y + round.radius * round.text_y;
    return round;
}

double hud_round_x(const hud_round *round, double direction, double distance)
{
    return round->x + distance * round->radius * sin(direction);
}

double hud_round_y(const hud_round *round, double direction, double distance)
{
    return round->y - distance * round->radius * cos(direction);
}

double hud_round_direction(const hud_round *round, double share)
{
    return round->start + share * round->sweep;
}

/* Middle of a text beside a circle. */
static void middle_beside(const hud_round *round, double direction, double distance, double side,
                          const hud_text *text, double at[2])
{
    const double width = hud_text_width(text), across = fabs(sin(direction)), along = fabs(cos(direction));
    const double out = distance + side * 0.5 * (across * width + along * text->rise) / round->radius;
    at[0] = hud_round_x(round, direction, out);
    at[1] = hud_round_y(round, direction, out);
}

paint_box hud_round_box_beside(const hud_round *round, double direction, double distance, double side,
                               const hud_text *text)
{
    const double width = hud_text_width(text);
    double at[2];
    middle_beside(round, direction, distance, side, text, at);
    return (paint_box){at[0] - 0.5 * width, at[1] - 0.5 * text->rise, width, text->rise};
}

void hud_round_beside(const hud_round *round, double direction, double distance, double side,
                      const hud_text *text, const hud_pen *pen, auth_colour colour)
{
    double at[2];
    middle_beside(round, direction, distance, side, text, at);
    hud_write(pen, text, at[0], at[1] + 0.5 * text->rise, HUD_CENTRE, hud_text_width(text) + 1.0, colour);
}

static void band(const hud_gauge *gauge, const hud_round *round, double from, double to, double distance,
                 double width, const hud_pen *pen, auth_colour colour)
{
    const double start = hud_share(gauge->def, from), end = hud_share(gauge->def, to);
    hud_arc(pen, round->x, round->y, distance * round->radius, hud_round_direction(round, start),
            (end - start) * round->sweep);
    hud_stroke(pen, width * round->radius, colour);
}

void hud_round_ranges(const hud_gauge *gauge, const hud_round *round, double distance, double width,
                      const hud_pen *pen)
{
    for (int i = 0; i < gauge->def->range_count; i++) {
        const auth_gauge_range *range = &gauge->def->ranges[i];
        band(gauge, round, range->from, range->to, distance, width, pen, range->colour);
    }
}

void hud_round_plate(const hud_gauge *gauge, const hud_round *round, const hud_pen *pen)
{
    if (fabs(round->sweep) > wide_sweep) {
        hud_disc(pen, round->x, round->y, round->radius, gauge->def->background);
        return;
    }
    hud_panel(pen, gauge->box, 0.12 * round->radius, gauge->def->background, gauge->def->colour);
}

void hud_round_mark(const hud_gauge *gauge, const hud_round *round, double band_at, double label_at,
                    const hud_mark *mark, const hud_pen *pen)
{
    static const double tip = 0.895, back = 0.995, half = 0.07; /* of the wedge, in radii */
    static const double band_width = 0.05;                      /* in radii */
    const double direction = hud_round_direction(round, hud_share(gauge->def, mark->value));
    const double across = half * round->radius;
    if (mark->tolerance > 0.0)
        band(gauge, round, mark->value - mark->tolerance, mark->value + mark->tolerance, band_at, band_width,
             pen, mark->colour);
    cairo_move_to(pen->c, hud_round_x(round, direction, tip), hud_round_y(round, direction, tip));
    for (int side = -1; side <= 1; side += 2)
        cairo_line_to(pen->c, hud_round_x(round, direction, back) + side * across * cos(direction),
                      hud_round_y(round, direction, back) + side * across * sin(direction));
    cairo_close_path(pen->c);
    hud_fill(pen, mark->colour);
    hud_write(pen, mark->label, hud_round_x(round, direction, label_at),
              hud_round_y(round, direction, label_at) + 0.5 * mark->label->rise, HUD_CENTRE,
              0.5 * round->radius, mark->colour);
}

/* ---- words ---- */

enum { LINES = 3 };
static const hud_word lines[LINES] = {HUD_VALUE, HUD_UNIT, HUD_LABEL};

/* Whether a line is written: the unit is left out where all three have no room. */
static bool is_written(const hud_gauge *gauge, const hud_round *round, int line)
{
    static const double highest = 0.84; /* of the block [radii] */
    double height = 0.0;
    if (line == 0) return true;
    if (!(hud_text_width(&gauge->texts[lines[line]]) > 0.0)) return false;
    if (lines[line] != HUD_UNIT || !(hud_text_width(&gauge->texts[HUD_LABEL]) > 0.0)) return true;
    for (int i = 0; i < LINES; i++)
        height += gauge->texts[lines[i]].rise + (i > 0 ? line_gap * round->radius : 0.0);
    return height <= highest * round->radius;
}

/* Baselines of number, unit and label, of those that there are. */
static void stack(const hud_gauge *gauge, const hud_round *round, double baselines[LINES])
{
    const double gap = line_gap * round->radius;
    double height = 0.0;
    for (int pass = 0; pass < 2; pass++) { /* how high it is, then where it stands */
        double y = round->text_y - 0.5 * height;
        for (int i = 0; i < LINES; i++) {
            if (is_written(gauge, round, i)) y += gauge->texts[lines[i]].rise + (i > 0 ? gap : 0.0);
            baselines[i] = y;
        }
        height = y - (round->text_y - 0.5 * height);
    }
}

/* Within the circle at the height of a baseline, at least as wide as the block. */
static double room_at(const hud_gauge *gauge, const hud_round *round, double baseline)
{
    static const double dial = 0.98, ring = 0.74; /* [radii] up to the plate's rim, up to the ring */
    const double rim = gauge->def->kind == AUTH_GAUGE_ARC ? ring : dial;
    const double off = (baseline - round->y) / round->radius;
    return 2.0 * round->radius * fmax(sqrt(fmax(rim * rim - off * off, 0.0)), block_half_width);
}

/* A line as it is written; w 0: it is not. */
static paint_box line_box(const hud_gauge *gauge, const hud_round *round, int line)
{
    const hud_text *text = &gauge->texts[lines[line]];
    double baselines[LINES];
    stack(gauge, round, baselines);
    const double room =
        line == 0 ? 2.0 * block_half_width * round->radius : room_at(gauge, round, baselines[line]);
    double width = fmin(line == 0 ? gauge->widest : hud_text_width(text), room);
    if (!is_written(gauge, round, line)) width = 0.0;
    return (paint_box){round->text_x - 0.5 * width, baselines[line] - text->rise, width, text->rise};
}

void hud_round_measure(hud_gauge *gauge)
{
    const double ends[2] = {gauge->def->from, gauge->def->to};
    gauge->widest = 0.0;
    for (int i = 0; i < 2; i++) {
        const hud_shown shown = {.number = hud_number(ends[i], gauge->decimals)};
        gauge->widest = fmax(gauge->widest, hud_text_width(hud_shown_number(gauge, &shown)));
    }
}

/* Lines of text nearer than this, of their height, read as one. */
static const double APART_ACROSS = 0.25, APART_DOWN = 0.15;

static bool are_in_line(paint_box a, paint_box b)
{
    const double gap = APART_DOWN * a.h;
    return a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;
}

double hud_round_number_room(const hud_gauge *gauge, const hud_round *round, paint_box beside)
{
    const paint_box number = line_box(gauge, round, 0);
    if (!are_in_line(number, beside)) return HUGE_VAL;
    const double inner = fmin(fabs(beside.x - round->text_x), fabs(beside.x + beside.w - round->text_x));
    return 2.0 * fmax(inner - APART_ACROSS * beside.h, 0.0);
}

bool hud_dial_is_clear(const hud_gauge *gauge, const hud_round *round, paint_box beside)
{
    for (int i = 0; i < LINES; i++) {
        const paint_box line = line_box(gauge, round, i);
        const double gap =
            APART_ACROSS * beside.h - 0.01; /* the number was made to fit with the gap itself */
        if (line.w > 0.0 && are_in_line(line, beside) && line.x < beside.x + beside.w + gap &&
            beside.x < line.x + line.w + gap)
            return false;
    }
    return true;
}

void hud_round_words(const hud_gauge *gauge, const hud_round *round, const hud_pen *pen)
{
    double baselines[LINES];
    stack(gauge, round, baselines);
    for (int i = 1; i < LINES; i++)
        if (is_written(gauge, round, i))
            hud_write(pen, &gauge->texts[lines[i]], round->text_x, baselines[i], HUD_CENTRE,
                      room_at(gauge, round, baselines[i]), hud_faded(gauge->def->colour, 0.8));
}

void hud_round_number(const hud_gauge *gauge, const hud_round *round, const hud_shown *shown,
                      const hud_pen *pen)
{
    double baselines[LINES];
    stack(gauge, round, baselines);
    hud_write(pen, hud_shown_number(gauge, shown), round->text_x, baselines[0], HUD_CENTRE,
              2.0 * block_half_width * round->radius, hud_shown_colour(gauge, shown, gauge->def->colour));
}
