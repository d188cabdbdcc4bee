/* Gauges with a trace of the last seconds: trends and maps. */
#include "gauge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- traces ---- */

bool hud_trace_begin(hud_trace *trace, int capacity, hl_arena *arena)
{
    *trace = (hud_trace){.ring = HL_NEW(arena, hud_trace_point, capacity), .capacity = capacity};
    return trace->ring != NULL;
}

void hud_trace_clear(hud_trace *trace)
{
    trace->first += trace->count;
    trace->count = 0;
}

hud_trace_point *hud_trace_at(const hud_trace *trace, int64_t i)
{
    return &trace->ring[(trace->first + i) % trace->capacity];
}

hud_trace_point *hud_trace_newest(const hud_trace *trace)
{
    return trace->count > 0 ? hud_trace_at(trace, trace->count - 1) : NULL;
}

void hud_trace_add(hud_trace *trace, hud_trace_point point)
{
    if (trace->count == trace->capacity) {
        trace->first++;
        trace->count--;
    }
    *hud_trace_at(trace, trace->count++) = point;
}

void hud_trace_forget(hud_trace *trace, double time)
{
    while (trace->count > 0 && hud_trace_at(trace, 0)->time < time) {
        trace->first++;
        trace->count--;
    }
}

/* ---- trends ---- */

/* TREND: the line of the last seconds, now at the right. */

enum { MOST_COLUMNS = 400 };
static const double round_corner = 6.0, column_width = 2.0; /* [dots], [pixels] */
static const double line_width = 1.8, dot = 3.2;            /* [dots] */

typedef struct trend_layout {
    paint_box plot;
    double title; /* baseline of label and number */
} trend_layout;

static double number_size(const auth_gauge *def)
{
    return hud_text_size(fmin(0.16 * def->size[1], 0.12 * def->size[0]));
}

static double tick_size(const auth_gauge *def)
{
    return hud_text_size(fmax(8.0, 0.5 * number_size(def)));
}

/* Width of the widest number of the scale [dots]. */
static double numbers_width(const auth_gauge *def)
{
    static const double digit = 0.64; /* width of a digit, of its size */
    const hud_ticks ticks = hud_ticks_of(def, 2);
    char low[HUD_NUMBER_LENGTH], high[HUD_NUMBER_LENGTH];
    hud_number_text(hud_number(def->from, ticks.decimals), ticks.decimals, low);
    hud_number_text(hud_number(def->to, ticks.decimals), ticks.decimals, high);
    return digit * tick_size(def) * (double)g_utf8_strlen(strlen(low) > strlen(high) ? low : high, -1);
}

static trend_layout layout_of(const auth_gauge *def)
{
    const double p = 0.05 * def->size[1] + 3.0, size = number_size(def), tick = tick_size(def);
    const double left = p + numbers_width(def) + 0.6 * tick, top = p + 1.15 * size;
    return (trend_layout){.plot = {def->at[0] + left, def->at[1] + top, def->size[0] - left - p,
                                   def->size[1] - top - p - 1.4 * tick},
                          .title = def->at[1] + p + 0.75 * size};
}

static int columns_of(const hud_gauge *gauge)
{
    const double columns = layout_of(gauge->def).plot.w * gauge->scale / column_width;
    return (int)fmax(2.0, fmin(MOST_COLUMNS, columns));
}

static double column_time(const hud_gauge *gauge)
{
    return gauge->def->seconds / columns_of(gauge);
}

static bool make_trend(hud_gauge *gauge, const hud_maker *maker)
{
    gauge->travel = layout_of(gauge->def).plot.h * gauge->scale;
    hud_gauge_texts(gauge, maker, number_size(gauge->def));
    hud_gauge_text(gauge, maker, HUD_TICK, tick_size(gauge->def), false, "");
    return hud_trace_begin(&gauge->trace, columns_of(gauge) + 1, maker->arena);
}

static bool same_height(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* One point a column of the picture, x its time in columns, y the share of the scale. The newest one follows
 * the value until its column is over. */
static void look_trend(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    hud_gauge_update_version(gauge, values, time, shown);
    const double at = time / column_time(gauge);
    const bool known = shown->needle != HUD_NO_NEEDLE;
    const hud_trace_point here = {time, at, known ? hud_shown_share(gauge, shown) : (double)NAN};
    hud_trace_point *newest = hud_trace_newest(&gauge->trace);
    if (!newest || floor(newest->x) < floor(at))
        hud_trace_add(&gauge->trace, here);
    else if (!same_height(newest->y, here.y))
        *newest = here;
    hud_trace_forget(&gauge->trace, time - gauge->def->seconds - column_time(gauge));
    shown->first = gauge->trace.first;
    shown->count = gauge->trace.count;
}

/* ---- what never changes ---- */

static void bands(const hud_gauge *gauge, const paint_box *plot, const hud_pen *pen)
{
    static const double opacity = 0.22;
    for (int i = 0; i < gauge->def->range_count && !pen->halo; i++) {
        const auth_gauge_range *range = &gauge->def->ranges[i];
        const double low = hud_share(gauge->def, range->from), high = hud_share(gauge->def, range->to);
        cairo_rectangle(pen->c, plot->x, plot->y + (1.0 - high) * plot->h, plot->w, (high - low) * plot->h);
        hud_fill(pen, hud_faded(range->colour, opacity));
    }
}

static void level(const hud_gauge *gauge, const paint_box *plot, const hud_ticks *ticks, int i,
                  const hud_pen *pen)
{
    const double value = hud_tick(ticks, i);
    const double y = plot->y + (1.0 - hud_share(gauge->def, value)) * plot->h;
    const hud_text *text = &gauge->texts[HUD_TICK];
    char number[HUD_NUMBER_LENGTH];
    hud_number_text(hud_number(value, ticks->decimals), ticks->decimals, number);
    hud_text_set(text, number);
    hud_line_across(pen, plot->x, plot->x + plot->w, y, 1.0, hud_faded(gauge->def->colour, 0.22));
    hud_write(pen, text, plot->x - 0.5 * text->size, y + 0.5 * text->rise, HUD_RIGHT,
              plot->x - gauge->def->at[0], hud_faded(gauge->def->colour, 0.8));
}

static void still_trend(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const trend_layout l = layout_of(def);
    const hud_text *label = &gauge->texts[HUD_LABEL], *text = &gauge->texts[HUD_TICK];
    const hud_ticks ticks = hud_ticks_of(def, (int)fmax(2.0, l.plot.h / (1.6 * text->size)));
    char words[48];
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
    bands(gauge, &l.plot, pen);
    for (int i = ticks.first; i <= ticks.last; i++)
        if (hud_tick_is_major(&ticks, i)) level(gauge, &l.plot, &ticks, i, pen);
    hud_line_down(pen, l.plot.x, l.plot.y, l.plot.y + l.plot.h, 1.0, hud_faded(def->colour, 0.6));
    const double below = l.plot.y + l.plot.h + 0.6 * text->size + text->rise;
    snprintf(words, sizeof words, "\xE2\x88\x92%g s", def->seconds);
    hud_text_set(text, words);
    hud_write(pen, text, l.plot.x, below, HUD_LEFT, 0.5 * l.plot.w, hud_faded(def->colour, 0.6));
    hud_text_set(text, "0");
    hud_write(pen, text, l.plot.x + l.plot.w, below, HUD_RIGHT, 0.5 * l.plot.w, hud_faded(def->colour, 0.6));
    hud_write(pen, label, l.plot.x, l.title, HUD_LEFT, 0.45 * l.plot.w, hud_faded(def->colour, 0.8));
}

/* ---- line ---- */

static void write_number(const hud_gauge *gauge, const trend_layout *l, const hud_shown *shown,
                         const hud_pen *pen)
{
    const hud_text *number = hud_shown_number(gauge, shown), *unit = &gauge->texts[HUD_UNIT];
    const double right = l->plot.x + l->plot.w, unit_width = hud_text_width(unit);
    hud_write(pen, unit, right, l->title, HUD_RIGHT, 0.2 * l->plot.w, hud_faded(gauge->def->colour, 0.8));
    hud_write(pen, number, right - fmin(unit_width, 0.2 * l->plot.w) - 0.2 * number->size, l->title,
              HUD_RIGHT, 0.3 * l->plot.w, hud_shown_colour(gauge, shown, gauge->def->colour));
}

/* In pieces: a long line of noise takes cairo far longer than its pieces. */
static void draw_line(const hud_gauge *gauge, const paint_box *plot, const hud_pen *pen)
{
    enum { PIECE = 16 };
    const double columns = columns_of(gauge), right = plot->x + plot->w;
    const hud_trace_point *newest = hud_trace_newest(&gauge->trace);
    bool pen_down = false;
    cairo_set_line_join(pen->c, CAIRO_LINE_JOIN_BEVEL); /* noise makes spikes of mitres */
    for (int64_t i = 0; i < gauge->trace.count; i++) {
        const hud_trace_point *p = hud_trace_at(&gauge->trace, i);
        const double x = fmax(plot->x, right - (newest->x - p->x) / columns * plot->w);
        const double y = plot->y + (1.0 - p->y) * plot->h;
        const bool known = isfinite(p->y);
        if (known && pen_down) cairo_line_to(pen->c, x, y);
        if (i % PIECE == 0) hud_stroke(pen, line_width, gauge->def->colour);
        if (known && (!pen_down || i % PIECE == 0)) cairo_move_to(pen->c, x, y);
        pen_down = known;
    }
    hud_stroke(pen, line_width, gauge->def->colour);
    cairo_set_line_join(pen->c, CAIRO_LINE_JOIN_MITER);
}

static void draw_trend(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const trend_layout l = layout_of(gauge->def);
    draw_line(gauge, &l.plot, pen);
    if (shown->needle != HUD_NO_NEEDLE) {
        const double y = l.plot.y + (1.0 - hud_shown_share(gauge, shown)) * l.plot.h;
        cairo_arc(pen->c, l.plot.x + l.plot.w, y, dot, 0.0, 2.0 * HUD_PI);
        hud_fill(pen, hud_shown_colour(gauge, shown, gauge->roles[AUTH_ROLE_NEEDLE]));
    }
    write_number(gauge, &l, shown, pen);
}

static void mark(const hud_gauge *gauge, const hud_mark *mark, const hud_pen *pen)
{
    static const double dash[] = {6.0, 4.0}, band_opacity = 0.25; /* [dots], 1 */
    const auth_gauge *def = gauge->def;
    const paint_box plot = layout_of(def).plot;
    const double low = hud_share(def, mark->value - mark->tolerance);
    const double high = hud_share(def, mark->value + mark->tolerance);
    const double y = hud_edge(pen, plot.y + (1.0 - hud_share(def, mark->value)) * plot.h) + 0.5 * pen->pixel;
    if (mark->tolerance > 0.0 && !pen->halo) {
        cairo_rectangle(pen->c, plot.x, plot.y + (1.0 - high) * plot.h, plot.w, (high - low) * plot.h);
        hud_fill(pen, hud_faded(mark->colour, band_opacity));
    }
    cairo_set_dash(pen->c, dash, 2, 0.0);
    cairo_move_to(pen->c, plot.x, y);
    cairo_line_to(pen->c, plot.x + plot.w, y);
    hud_stroke(pen, 1.5, mark->colour);
    cairo_set_dash(pen->c, NULL, 0, 0.0);
    hud_write(pen, mark->label, plot.x + 3.0, y - 3.0, HUD_LEFT, 0.4 * plot.w, mark->colour);
}

const hud_kind hud_trend = {make_trend, look_trend, still_trend, draw_trend, mark};

/* MAP: the site from above, the machine in its middle, its heading up. */

enum { MOST_POINTS = 256 };
static const double map_corner = 8.0;
static const double track_step = 3.0, track_width = 2.0; /* between points of the track [pixels]; [dots] */
static const double jump = 0.25;    /* of the reach: no machine drives that far between two pictures */
static const double far_away = 1.5; /* of the reach: such points are not drawn */

static double dots_per_metre(const auth_gauge *def)
{
    return 0.5 * fmin(def->size[0], def->size[1]) / def->reach;
}

/* [m] that a quarter of a pixel is. */
static double step_of(const hud_gauge *gauge)
{
    return 1.0 / (HUD_QUARTERS * gauge->scale * dots_per_metre(gauge->def));
}

/* [rad] that turn what is furthest away by a quarter of a pixel. */
static double turn_step(const hud_gauge *gauge)
{
    const auth_gauge *def = gauge->def;
    return 1.0 / (HUD_QUARTERS * gauge->scale * 0.5 * hypot(def->size[0], def->size[1]));
}

static bool make_map(hud_gauge *gauge, const hud_maker *maker)
{
    static const double label_size = 0.075; /* of the height */
    const double size =
        gauge->def->font_size > 0.0 ? gauge->def->font_size : label_size * gauge->def->size[1];
    hud_gauge_text(gauge, maker, HUD_LABEL, size, false, gauge->def->label);
    hud_gauge_text(gauge, maker, HUD_TICK, size, false, "");
    return hud_trace_begin(&gauge->trace, MOST_POINTS, maker->arena);
}

static void look_map(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    const double x = values[gauge->chassis[0]], y = values[gauge->chassis[1]],
                 heading = values[gauge->chassis[2]];
    const hud_trace_point *newest = hud_trace_newest(&gauge->trace);
    hud_trace_forget(&gauge->trace, time - gauge->def->seconds);
    shown->lit = isfinite(x) && isfinite(y) && isfinite(heading);
    if (shown->lit) {
        const double moved = newest ? hypot(x - newest->x, y - newest->y) : HUGE_VAL;
        if (moved >= track_step * HUD_QUARTERS * step_of(gauge))
            hud_trace_add(&gauge->trace, (hud_trace_point){time, x, y});
        shown->place[0] = llround(x / step_of(gauge));
        shown->place[1] = llround(y / step_of(gauge));
        shown->turn = llround(heading / turn_step(gauge));
    }
    shown->first = gauge->trace.first;
    shown->count = gauge->trace.count;
}

/* ---- what never changes ---- */

static void ring(const hud_gauge *gauge, double distance, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_text *text = &gauge->texts[HUD_TICK];
    const double x = def->at[0] + 0.5 * def->size[0], y = def->at[1] + 0.5 * def->size[1];
    const double radius = distance * dots_per_metre(def);
    char words[48];
    hud_arc(pen, x, y, radius, 0.0, 2.0 * HUD_PI);
    hud_stroke(pen, 1.0, hud_faded(def->colour, 0.25));
    snprintf(words, sizeof words, "%g m", distance);
    hud_text_set(text, words);
    hud_write(pen, text, x + 0.71 * radius + 2.0, y + 0.71 * radius + text->rise, HUD_LEFT,
              0.3 * def->size[0], hud_faded(def->colour, 0.6));
}

static void still_map(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_text *label = &gauge->texts[HUD_LABEL];
    const double inset = 0.5 * label->size;
    hud_panel(pen, gauge->box, map_corner, def->background, def->colour);
    const double step = hud_step(def->reach, 3);
    for (int i = 1; i * step < def->reach; i++) ring(gauge, i * step, pen);
    hud_write(pen, label, def->at[0] + inset, def->at[1] + inset + label->rise, HUD_LEFT,
              def->size[0] - 2.0 * inset, hud_faded(def->colour, 0.8));
}

/* ---- the site ---- */

/* From metres about the machine to dots: its heading is up, its left is left. */
static void look_down(const hud_gauge *gauge, const hud_shown *shown, cairo_t *c)
{
    const auth_gauge *def = gauge->def;
    const double heading = (double)shown->turn * turn_step(gauge), k = dots_per_metre(def);
    const double s = k * sin(heading), f = k * cos(heading);
    const cairo_matrix_t down = {
        s, -f, -f, -s, def->at[0] + 0.5 * def->size[0], def->at[1] + 0.5 * def->size[1]};
    cairo_transform(c, &down);
    cairo_translate(c, -(double)shown->place[0] * step_of(gauge), -(double)shown->place[1] * step_of(gauge));
}

static void objects(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    for (int i = 0; i < gauge->object_count; i++) {
        const rnd_map_object *object = &gauge->objects[i];
        cairo_save(pen->c);
        look_down(gauge, shown, pen->c);
        cairo_translate(pen->c, object->at[0], object->at[1]);
        cairo_rotate(pen->c, object->turn);
        cairo_rectangle(pen->c, -object->half[0], -object->half[1], 2.0 * object->half[0],
                        2.0 * object->half[1]);
        cairo_restore(pen->c);
        hud_fill(pen, hud_faded(gauge->roles[AUTH_ROLE_DIM], 0.85));
    }
}

/* Line through points first..last of the track; the one after its newest is where the machine is now. Where
 * it was set down elsewhere there is a gap. */
static void track_piece(const hud_gauge *gauge, const hud_shown *shown, int64_t first, int64_t last,
                        const hud_pen *pen)
{
    const hud_trace_point here = {.x = (double)shown->place[0] * step_of(gauge),
                                  .y = (double)shown->place[1] * step_of(gauge)};
    const hud_trace_point *before = NULL; /* NULL: the pen is up */
    cairo_save(pen->c);
    look_down(gauge, shown, pen->c);
    for (int64_t i = first; i <= last; i++) {
        const hud_trace_point *p = i < gauge->trace.count ? hud_trace_at(&gauge->trace, i) : &here;
        const bool near = fmax(fabs(p->x - here.x), fabs(p->y - here.y)) < far_away * gauge->def->reach;
        if (near && before && hypot(p->x - before->x, p->y - before->y) < jump * gauge->def->reach)
            cairo_line_to(pen->c, p->x, p->y);
        else if (near)
            cairo_move_to(pen->c, p->x, p->y);
        before = near ? p : NULL;
    }
    cairo_restore(pen->c);
    hud_stroke(pen, track_width, gauge->roles[AUTH_ROLE_RECOMMENDED]);
}

/* In pieces: a long line that crosses itself again and again, as in a work cycle, takes cairo far longer than
 * its pieces. The last one ends at the machine. */
static void track(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    enum { PIECE = 16 };
    for (int64_t first = 0; first < gauge->trace.count; first += PIECE) {
        const int64_t last = first + PIECE < gauge->trace.count ? first + PIECE : gauge->trace.count;
        track_piece(gauge, shown, first, last, pen);
    }
}

static void machine(const hud_gauge *gauge, const hud_pen *pen)
{
    static const double share = 0.055, least = 7.0; /* of the box; [dots] */
    const auth_gauge *def = gauge->def;
    const double size = fmax(least, share * fmin(def->size[0], def->size[1]));
    const double x = def->at[0] + 0.5 * def->size[0], y = def->at[1] + 0.5 * def->size[1];
    cairo_move_to(pen->c, x, y - size);
    cairo_line_to(pen->c, x + 0.7 * size, y + 0.8 * size);
    cairo_line_to(pen->c, x, y + 0.4 * size);
    cairo_line_to(pen->c, x - 0.7 * size, y + 0.8 * size);
    cairo_close_path(pen->c);
    hud_fill(pen, gauge->roles[AUTH_ROLE_NEEDLE]);
}

static void draw_map(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    if (!shown->lit) return;
    cairo_save(pen->c);
    paint_round_box(pen->c, gauge->box, map_corner);
    cairo_clip(pen->c);
    objects(gauge, shown, pen);
    track(gauge, shown, pen);
    cairo_restore(pen->c);
    machine(gauge, pen);
}

const hud_kind hud_map = {make_map, look_map, still_map, draw_map, NULL};
