#include "image_file.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_svg(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".svg") == 0;
}

static bool read_svg(hud_image_file *image, const char *path, char *why, size_t size)
{
    GError *error = NULL;
    image->drawing = rsvg_handle_new_from_file(path, &error);
    if (image->drawing) return true;
    snprintf(why, size, "%s", error ? error->message : "unknown error");
    g_clear_error(&error);
    return false;
}

bool hud_image_file_read(hud_image_file *image, const char *path, char *why, size_t size)
{
    *image = (hud_image_file){NULL, NULL};
    if (is_svg(path)) return read_svg(image, path, why, size);
    image->pixels = cairo_image_surface_create_from_png(path);
    const cairo_status_t status = cairo_surface_status(image->pixels);
    if (status == CAIRO_STATUS_SUCCESS) return true;
    /* whatever else libpng dislikes, cairo takes for a want of memory */
    snprintf(why, size, "%s",
             status == CAIRO_STATUS_FILE_NOT_FOUND ? cairo_status_to_string(status) : "it is no PNG file");
    hud_image_file_free(image);
    return false;
}

bool hud_image_file_there(const hud_image_file *image)
{
    return image->pixels != NULL || image->drawing != NULL;
}

double hud_image_file_aspect(const hud_image_file *image)
{
    gdouble width = 1.0, height = 1.0;
    if (image->pixels) {
        width = cairo_image_surface_get_width(image->pixels);
        height = cairo_image_surface_get_height(image->pixels);
    } else if (!image->drawing ||
               !rsvg_handle_get_intrinsic_size_in_pixels(image->drawing, &width, &height)) {
        return 1.0;
    }
    return width > 0.0 && height > 0.0 ? width / height : 1.0;
}

static void paint_svg(const hud_image_file *image, cairo_t *c, hud_box box, double opacity)
{
    const RsvgRectangle viewport = {box.x, box.y, box.w, box.h};
    const bool fades = opacity < 1.0; /* groups cost, and cairo loses some bytes of each in SVG files */
    if (fades) cairo_push_group(c);
    (void)rsvg_handle_render_document(image->drawing, c, &viewport, NULL);
    if (!fades) return;
    cairo_pop_group_to_source(c);
    cairo_paint_with_alpha(c, opacity);
}

static void paint_pixels(const hud_image_file *image, cairo_t *c, hud_box box, double opacity)
{
    const double w = cairo_image_surface_get_width(image->pixels),
                 h = cairo_image_surface_get_height(image->pixels);
    const double zoom = fmin(box.w / w, box.h / h);
    cairo_save(c);
    cairo_translate(c, box.x + 0.5 * (box.w - zoom * w), box.y + 0.5 * (box.h - zoom * h));
    cairo_scale(c, zoom, zoom);
    cairo_set_source_surface(c, image->pixels, 0.0, 0.0);
    cairo_paint_with_alpha(c, opacity);
    cairo_restore(c);
}

void hud_image_file_paint(const hud_image_file *image, cairo_t *c, hud_box box, double opacity)
{
    if (image->drawing)
        paint_svg(image, c, box, opacity);
    else if (image->pixels)
        paint_pixels(image, c, box, opacity);
}

void hud_image_file_free(hud_image_file *image)
{
    if (image->pixels) cairo_surface_destroy(image->pixels);
    if (image->drawing) g_object_unref(image->drawing);
    *image = (hud_image_file){NULL, NULL};
}
