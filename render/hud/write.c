/* The whole display as a file: PNG from the pictures, SVG drawn anew with the same calls. */
#include "display.h"

#include <cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static cairo_status_t write_bytes(void *file, const unsigned char *data, unsigned length)
{
    return fwrite(data, 1, length, file) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void fill(cairo_t *c, auth_colour colour)
{
    if (colour.a == 0) return;
    cairo_set_source_rgba(c, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, colour.a / 255.0);
    cairo_paint(c);
}

static cairo_status_t write_png(const rnd_hud *hud, int width, int height, auth_colour background, FILE *file)
{
    cairo_surface_t *whole = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *c = cairo_create(whole);
    fill(c, background);
    for (int i = 0; i < hud->count; i++) {
        if (!hud->gauges[i].visible) continue;
        cairo_set_source_surface(c, hud->gauges[i].picture, 0.0, 0.0); /* which knows its place */
        cairo_paint(c);
    }
    const cairo_status_t drawn = cairo_status(c);
    cairo_destroy(c);
    const cairo_status_t written =
        drawn == CAIRO_STATUS_SUCCESS ? cairo_surface_write_to_png_stream(whole, write_bytes, file) : drawn;
    cairo_surface_destroy(whole);
    return written;
}

static cairo_status_t write_svg(const rnd_hud *hud, int width, int height, auth_colour background, FILE *file)
{
    cairo_surface_t *whole = cairo_svg_surface_create_for_stream(write_bytes, file, width, height);
    cairo_svg_surface_set_document_unit(whole, CAIRO_SVG_UNIT_PX);
    cairo_t *c = cairo_create(whole);
    fill(c, background);
    for (int i = 0; i < hud->count; i++)
        if (hud->gauges[i].visible) hud_gauge_paint(&hud->gauges[i], c);
    const cairo_status_t drawn = cairo_status(c);
    cairo_destroy(c);
    cairo_surface_finish(whole);
    const cairo_status_t written = cairo_surface_status(whole);
    cairo_surface_destroy(whole);
    return drawn == CAIRO_STATUS_SUCCESS ? written : drawn;
}

bool rnd_hud_write(rnd_hud *hud, rnd_file_kind kind, const char *path, auth_colour background, char *error,
                   size_t error_size)
{
    const int width = (int)ceil(hud->layout->size[0] * hud->scale);
    const int height = (int)ceil(hud->layout->size[1] * hud->scale);
    FILE *file = fopen(path, "wb");
    if (!file) {
        snprintf(error, error_size, "%s", strerror(errno));
        return false;
    }
    const cairo_status_t status =
        (kind == RND_PNG ? write_png : write_svg)(hud, width, height, background, file);
    const bool closed = fclose(file) == 0;
    if (status == CAIRO_STATUS_SUCCESS && closed) return true;
    const bool disk = status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR;
    snprintf(error, error_size, "%s", disk ? strerror(errno) : cairo_status_to_string(status));
    return false;
}
