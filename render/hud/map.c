/* MAP: the site from above, the machine in its middle, its heading up. */
#include "gauge.h"

#include <math.h>
#include <stdio.h>

enum { MOST_POINTS = 256 };
static const double round_corner = 8.0;
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

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    static const double label_size = 0.075; /* of the height */
    const double size =
        gauge->def->font_size > 0.0 ? gauge->def->font_size : label_size * gauge->def->size[1];
    hud_gauge_text(gauge, maker, HUD_LABEL, size, false, gauge->def->label);
    hud_gauge_text(gauge, maker, HUD_TICK, size, false, "");
    return hud_trace_begin(&gauge->trace, MOST_POINTS, maker->arena);
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
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

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_text *label = &gauge->texts[HUD_LABEL];
    const double inset = 0.5 * label->size;
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
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

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    if (!shown->lit) return;
    cairo_save(pen->c);
    paint_round_box(pen->c, gauge->box, round_corner);
    cairo_clip(pen->c);
    objects(gauge, shown, pen);
    track(gauge, shown, pen);
    cairo_restore(pen->c);
    machine(gauge, pen);
}

const hud_kind hud_map = {make, look, still, draw, NULL};
