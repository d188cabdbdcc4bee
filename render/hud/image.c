/* IMAGE: a picture from a PNG or SVG file, as large as it fits. */
#include "gauge.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <string.h>
#include <strings.h>

static bool is_svg(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".svg") == 0;
}

static bool complain(const hud_gauge *gauge, const hud_maker *maker, const char *why)
{
    hl_report_add(maker->report, gauge->def->image_place,
                  "the image '%s' cannot be read: %s; a PNG or an SVG file is expected", gauge->def->image,
                  why);
    return false;
}

static bool load_svg(hud_gauge *gauge, const hud_maker *maker)
{
    GError *error = NULL;
    gauge->drawing = rsvg_handle_new_from_file(gauge->def->image, &error);
    if (gauge->drawing) return true;
    complain(gauge, maker, error ? error->message : "unknown error");
    g_clear_error(&error);
    return false;
}

bool hud_image_load(hud_gauge *gauge, const hud_maker *maker)
{
    if (is_svg(gauge->def->image)) return load_svg(gauge, maker);
    gauge->image = cairo_image_surface_create_from_png(gauge->def->image);
    const cairo_status_t status = cairo_surface_status(gauge->image);
    if (status == CAIRO_STATUS_SUCCESS) return true;
    /* whatever else libpng dislikes, cairo takes for a want of memory */
    return complain(gauge, maker,
                    status == CAIRO_STATUS_FILE_NOT_FOUND ? cairo_status_to_string(status)
                                                          : "it is no PNG file");
}

static void draw_svg(const hud_gauge *gauge, const hud_pen *pen, hud_box box, double opacity)
{
    const RsvgRectangle viewport = {box.x, box.y, box.w, box.h};
    const bool fades = opacity < 1.0; /* groups cost, and cairo loses some bytes of each in SVG files */
    if (fades) cairo_push_group(pen->c);
    (void)rsvg_handle_render_document(gauge->drawing, pen->c, &viewport, NULL);
    if (!fades) return;
    cairo_pop_group_to_source(pen->c);
    cairo_paint_with_alpha(pen->c, opacity);
}

static void draw_pixels(const hud_gauge *gauge, const hud_pen *pen, hud_box box, double opacity)
{
    const double w = cairo_image_surface_get_width(gauge->image),
                 h = cairo_image_surface_get_height(gauge->image);
    const double zoom = fmin(box.w / w, box.h / h);
    cairo_save(pen->c);
    cairo_translate(pen->c, box.x + 0.5 * (box.w - zoom * w), box.y + 0.5 * (box.h - zoom * h));
    cairo_scale(pen->c, zoom, zoom);
    cairo_set_source_surface(pen->c, gauge->image, 0.0, 0.0);
    cairo_paint_with_alpha(pen->c, opacity);
    cairo_restore(pen->c);
}

void hud_image_draw(const hud_gauge *gauge, const hud_pen *pen, hud_box box, double opacity)
{
    if (pen->halo) return; /* pictures bring their own background */
    if (gauge->drawing)
        draw_svg(gauge, pen, box, opacity);
    else
        draw_pixels(gauge, pen, box, opacity);
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)gauge, (void)values, (void)time, (void)shown;
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    hud_image_draw(gauge, pen, gauge->box, 1.0);
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    (void)gauge, (void)shown, (void)pen;
}

const hud_kind hud_image = {hud_image_load, look, still, draw, NULL};
