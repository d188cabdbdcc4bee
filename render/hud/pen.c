#include "pen.h"

#include <math.h>

/* The halo: a dark stroke; of two, the wider the fainter, it looks soft. Text gets its copies on a circle:
 * glyphs are kept by cairo, their outlines are not. */
static const struct {
    double reach, opacity; /* beyond the ink [dots], 1 */
} hard = {1.8, 0.45}, soft[] = {{2.6, 0.22}, {1.3, 0.34}};
enum { COPIES = 8 };
static const double copy_reach = 1.3, copy_opacity = 0.17; /* [dots], 1 */

static void set_colour(const hud_pen *pen, auth_colour colour)
{
    paint_set_colour(pen->c,
                     (paint_colour){colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, colour.a / 255.0});
}

/* As dark as the ink is there. */
static void set_dark(const hud_pen *pen, auth_colour ink, double opacity)
{
    cairo_set_source_rgba(pen->c, 0.0, 0.0, 0.0, opacity * ink.a / 255.0);
}

auth_colour hud_faded(auth_colour colour, double share)
{
    colour.a = (uint8_t)lround(share * colour.a);
    return colour;
}

double hud_edge(const hud_pen *pen, double at)
{
    return pen->pixel * floor(at / pen->pixel + 0.5);
}

/* A width that is a whole number of pixels, at least one [dots]. */
static double whole_dots(const hud_pen *pen, double width)
{
    return pen->pixel * fmax(1.0, floor(width / pen->pixel + 0.5));
}

/* ---- paths ---- */

static void stroke_halo(const hud_pen *pen, double width, auth_colour ink)
{
    const int count = pen->soft ? (int)(sizeof soft / sizeof *soft) : 1;
    for (int i = 0; i < count; i++) {
        set_dark(pen, ink, pen->soft ? soft[i].opacity : hard.opacity);
        cairo_set_line_width(pen->c, width + 2.0 * (pen->soft ? soft[i].reach : hard.reach));
        cairo_stroke_preserve(pen->c);
    }
}

void hud_stroke(const hud_pen *pen, double width, auth_colour colour)
{
    if (pen->halo) {
        stroke_halo(pen, width, colour);
    } else {
        set_colour(pen, colour);
        cairo_set_line_width(pen->c, width);
        cairo_stroke_preserve(pen->c);
    }
    cairo_new_path(pen->c);
}

void hud_fill(const hud_pen *pen, auth_colour colour)
{
    if (pen->halo) {
        stroke_halo(pen, 0.0, colour);
    } else {
        set_colour(pen, colour);
        cairo_fill_preserve(pen->c);
    }
    cairo_new_path(pen->c);
}

void hud_plate(const hud_pen *pen, auth_colour colour)
{
    if (pen->halo && colour.a > 0) {
        set_colour(pen, colour);
        cairo_fill_preserve(pen->c);
    }
    cairo_new_path(pen->c);
}

void hud_panel(const hud_pen *pen, paint_box box, double radius, auth_colour colour, auth_colour ink)
{
    static const double hairline = 0.22; /* opacity */
    const double w = whole_dots(pen, 1.0), left = hud_edge(pen, box.x), top = hud_edge(pen, box.y);
    const double right = hud_edge(pen, box.x + box.w), bottom = hud_edge(pen, box.y + box.h);
    if (colour.a == 0) return;
    paint_round_box(pen->c, (paint_box){left, top, right - left, bottom - top}, radius);
    hud_plate(pen, colour);
    if (pen->halo) return; /* the plate's edge needs none */
    paint_round_box(pen->c, (paint_box){left + 0.5 * w, top + 0.5 * w, right - left - w, bottom - top - w},
                    radius - 0.5 * w);
    hud_stroke(pen, w, hud_faded(ink, hairline));
}

void hud_disc(const hud_pen *pen, double x, double y, double radius, auth_colour colour)
{
    static const double full = 0.88; /* of the radius: from there it fades */
    if (!pen->halo || colour.a == 0) return;
    const double r = colour.r / 255.0, g = colour.g / 255.0, b = colour.b / 255.0, a = colour.a / 255.0;
    cairo_pattern_t *fade = cairo_pattern_create_radial(x, y, full * radius, x, y, radius);
    cairo_pattern_add_color_stop_rgba(fade, 0.0, r, g, b, a);
    cairo_pattern_add_color_stop_rgba(fade, 0.6, r, g, b, 0.6 * a);
    cairo_pattern_add_color_stop_rgba(fade, 1.0, r, g, b, 0.0);
    cairo_set_source(pen->c, fade);
    cairo_arc(pen->c, x, y, radius, 0.0, 2.0 * HUD_PI);
    cairo_fill(pen->c);
    cairo_pattern_destroy(fade);
}

void hud_arc(const hud_pen *pen, double x, double y, double radius, double start, double sweep)
{
    const double from = start - 0.5 * HUD_PI, to = from + sweep; /* cairo counts from the right */
    if (sweep >= 0.0)
        cairo_arc(pen->c, x, y, radius, from, to);
    else
        cairo_arc_negative(pen->c, x, y, radius, from, to);
}

void hud_line_across(const hud_pen *pen, double x0, double x1, double y, double width, auth_colour colour)
{
    const double w = whole_dots(pen, width), left = hud_edge(pen, x0);
    cairo_rectangle(pen->c, left, hud_edge(pen, y - 0.5 * w), hud_edge(pen, x1) - left, w);
    hud_fill(pen, colour);
}

void hud_line_down(const hud_pen *pen, double x, double y0, double y1, double width, auth_colour colour)
{
    const double w = whole_dots(pen, width), top = hud_edge(pen, y0);
    cairo_rectangle(pen->c, hud_edge(pen, x - 0.5 * w), top, w, hud_edge(pen, y1) - top);
    hud_fill(pen, colour);
}

/* ---- text ---- */

static void show(const hud_pen *pen, const hud_text *text, bool block)
{
    if (block)
        pango_cairo_show_layout(pen->c, text->layout);
    else
        pango_cairo_show_layout_line(pen->c, pango_layout_get_line_readonly(text->layout, 0));
}

/* Copies around the origin, from glyphs that cairo keeps. */
static void write_halo(const hud_pen *pen, const hud_text *text, bool block, auth_colour ink)
{
    set_dark(pen, ink, copy_opacity);
    for (int i = 0; i < COPIES; i++) {
        const double angle = 2.0 * HUD_PI * i / COPIES;
        cairo_move_to(pen->c, copy_reach * cos(angle), copy_reach * sin(angle));
        show(pen, text, block);
    }
    cairo_new_path(pen->c);
}

/* Words as paths: kept glyphs stand at whole pixels only, which tears small words apart. Numbers that change
 * bear it, and are drawn in a tenth of the time. */
static void write_ink(const hud_pen *pen, const hud_text *text, bool block, auth_colour ink)
{
    set_colour(pen, ink);
    cairo_move_to(pen->c, 0.0, 0.0);
    if (!pen->soft)
        show(pen, text, block);
    else if (block)
        pango_cairo_layout_path(pen->c, text->layout);
    else
        pango_cairo_layout_line_path(pen->c, pango_layout_get_line_readonly(text->layout, 0));
    cairo_fill(pen->c);
}

/* At the origin: one line at its baseline, or a block at its upper left corner. */
static void write_at(const hud_pen *pen, const hud_text *text, bool block, auth_colour colour)
{
    if (pen->halo)
        write_halo(pen, text, block, colour);
    else
        write_ink(pen, text, block, colour);
}

/* With three dots at its end, to a width; below 0: as wide as it is. */
static void cut_off(const hud_text *text, double width)
{
    pango_layout_set_width(text->layout, width < 0.0 ? -1 : (int)(width * PANGO_SCALE));
    pango_layout_set_ellipsize(text->layout, width < 0.0 ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
}

void hud_write(const hud_pen *pen, const hud_text *text, double x, double baseline, hud_align align,
               double room, auth_colour colour)
{
    const double full = hud_text_width(text);
    const double shrink = fmax(full > room ? room / full : 1.0, fmin(text->least / text->size, 1.0));
    const double before = align == HUD_LEFT ? 0.0 : align == HUD_CENTRE ? 0.5 : 1.0;
    const bool cut = shrink * full > room + 0.01;
    if (!(full > 0.0) || !(room > 0.0)) return; /* no room is left beside a unit, in a very small picture */
    if (cut) cut_off(text, room / shrink);
    const double width = hud_text_width(text);
    cairo_save(pen->c);
    cairo_translate(pen->c, x - before * shrink * width, baseline);
    cairo_scale(pen->c, shrink, shrink);
    write_at(pen, text, false, colour);
    cairo_restore(pen->c);
    if (cut) cut_off(text, -1.0);
}

void hud_write_block(const hud_pen *pen, const hud_text *text, paint_box box, auth_colour colour)
{
    const double width = hud_text_width(text), height = hud_text_height(text);
    if (!(width > 0.0) || !(height > 0.0)) return;
    const double shrink = fmin(1.0, fmin(box.w / width, box.h / height));
    cairo_save(pen->c);
    cairo_translate(pen->c, box.x + 0.5 * (box.w - shrink * width), box.y + 0.5 * (box.h - shrink * height));
    cairo_scale(pen->c, shrink, shrink);
    cairo_translate(pen->c, -hud_text_left(text), 0.0);
    write_at(pen, text, true, colour);
    cairo_restore(pen->c);
}
