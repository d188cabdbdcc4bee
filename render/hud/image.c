/* Images: files of SVG and PNG, and the gauge that shows one. */
#include "gauge.h"
#include "pen.h"

#include "file/read.h"
#include "rnd/hud.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- files of images ---- */

static bool is_svg(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".svg") == 0;
}

/* From its bytes alone: a drawing that names other files does not open them. */
static bool read_svg(hud_image_file *image, const file_bytes *bytes, char *why, size_t size)
{
    GError *error = NULL;
    image->drawing = rsvg_handle_new_from_data((const guint8 *)bytes->data, bytes->length, &error);
    if (image->drawing) return true;
    snprintf(why, size, "%s", error ? error->message : "unknown error");
    g_clear_error(&error);
    return false;
}

/* ---- PNG ---- */

static uint32_t big_endian(const char *at)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) value = value << 8 | (unsigned char)at[i];
    return value;
}

/* A small file may claim a picture that takes gigabytes. The first chunk, IHDR, has its size (PNG
 * specification, 11.2.2). */
static bool is_png(const file_bytes *bytes, char *why, size_t size)
{
    enum { WIDTH = 16, HEIGHT = 20, END = 24, LARGEST = 8192 };
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    if (bytes->length < END || memcmp(bytes->data, signature, sizeof signature - 1) != 0) {
        snprintf(why, size, "it is no PNG file");
        return false;
    }
    const uint32_t width = big_endian(bytes->data + WIDTH), height = big_endian(bytes->data + HEIGHT);
    if (width <= LARGEST && height <= LARGEST) return true;
    snprintf(why, size, "it has %u x %u pixels; at most %d x %d are expected", width, height, (int)LARGEST,
             (int)LARGEST);
    return false;
}

static cairo_status_t next_bytes(void *rest, unsigned char *to, unsigned count)
{
    file_bytes *bytes = rest;
    if (count > bytes->length) return CAIRO_STATUS_READ_ERROR;
    memcpy(to, bytes->data, count);
    bytes->data += count;
    bytes->length -= count;
    return CAIRO_STATUS_SUCCESS;
}

static bool read_png(hud_image_file *image, const file_bytes *bytes, char *why, size_t size)
{
    file_bytes rest = *bytes;
    if (!is_png(bytes, why, size)) return false;
    image->pixels = cairo_image_surface_create_from_png_stream(next_bytes, &rest);
    if (cairo_surface_status(image->pixels) == CAIRO_STATUS_SUCCESS) return true;
    /* cairo takes whatever else libpng dislikes for a want of memory */
    snprintf(why, size, "it is no PNG file");
    hud_image_file_free(image);
    return false;
}

bool hud_image_file_read(hud_image_file *image, const char *path, char *why, size_t size)
{
    char reason[FILE_WHY];
    hl_arena arena = {0};
    file_bytes bytes;
    *image = (hud_image_file){NULL, NULL};
    const bool read = file_read(path, FILE_IMAGE, &arena, &bytes, reason) == HL_OK;
    if (!read) snprintf(why, size, "%s", reason);
    const bool good = read && (is_svg(path) ? read_svg : read_png)(image, &bytes, why, size);
    hl_arena_free(&arena);
    return good;
}

bool hud_image_file_exists(const hud_image_file *image)
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

static void paint_svg(const hud_image_file *image, cairo_t *c, paint_box box, double opacity)
{
    const RsvgRectangle viewport = {box.x, box.y, box.w, box.h};
    const bool fades = opacity < 1.0; /* groups cost, and cairo loses some bytes of each in SVG files */
    if (fades) cairo_push_group(c);
    (void)rsvg_handle_render_document(image->drawing, c, &viewport, NULL);
    if (!fades) return;
    cairo_pop_group_to_source(c);
    cairo_paint_with_alpha(c, opacity);
}

static void paint_pixels(const hud_image_file *image, cairo_t *c, paint_box box, double opacity)
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

void hud_image_file_paint(const hud_image_file *image, cairo_t *c, paint_box box, double opacity)
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

bool rnd_image_check(const char *path, char *why, size_t size)
{
    hud_image_file image;
    const bool good = hud_image_file_read(&image, path, why, size);
    hud_image_file_free(&image);
    return good;
}

/* ---- the gauge ---- */

/* IMAGE: a picture from a PNG or SVG file, as large as it fits. */

bool hud_image_load(hud_gauge *gauge, const hud_maker *maker)
{
    char why[200];
    if (hud_image_file_read(&gauge->image, gauge->def->image, why, sizeof why)) return true;
    hl_report_add(maker->report, gauge->def->image_place,
                  "the image '%s' cannot be read: %s; a PNG or an SVG file is expected", gauge->def->image,
                  why);
    return false;
}

void hud_image_draw(const hud_gauge *gauge, const hud_pen *pen, paint_box box, double opacity)
{
    if (pen->halo) return; /* pictures bring their own background */
    hud_image_file_paint(&gauge->image, pen->c, box, opacity);
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
