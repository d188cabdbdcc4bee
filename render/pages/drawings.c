#include "drawings.h"

#include "file/read.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Size in the box, with the figure's own proportions; all of it where it has none. */
static void fit(RsvgHandle *handle, double box[2])
{
    double width = 0.0, height = 0.0;
    RsvgRectangle view = {0};
    gboolean has_width, has_height, has_view;
    RsvgLength w, h;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height)) {
        rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &w, &has_height, &h, &has_view, &view);
        width = has_view ? view.width : 0.0;
        height = has_view ? view.height : 0.0;
    }
    if (!(width > 0.0) || !(height > 0.0)) return;
    const double scale = fmin(box[0] / width, box[1] / height);
    box[0] = fmax(1.0, floor(scale * width));
    box[1] = fmax(1.0, floor(scale * height));
}

static cairo_surface_t *draw(const char *path, int width, int height)
{
    hl_arena arena = {0};
    file_bytes bytes;
    const bool read = file_read(path, FILE_IMAGE, &arena, &bytes, NULL) == HL_OK;
    RsvgHandle *handle =
        read ? rsvg_handle_new_from_data((const guint8 *)bytes.data, bytes.length, NULL) : NULL;
    hl_arena_free(&arena);
    if (handle == NULL) return NULL;
    double size[2] = {width, height};
    fit(handle, size);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)size[0], (int)size[1]);
    cairo_t *c = cairo_create(surface);
    cairo_set_source_rgb(c, 1.0, 1.0, 1.0); /* figures are made for paper */
    cairo_paint(c);
    const RsvgRectangle viewport = {0.0, 0.0, size[0], size[1]};
    const bool drawn = rsvg_handle_render_document(handle, c, &viewport, NULL);
    cairo_destroy(c);
    g_object_unref(handle);
    if (drawn && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) return surface;
    cairo_surface_destroy(surface);
    return NULL;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_mtime == b->st_mtime;
}

static drawing *find(drawings *d, const char *path, int width, int height)
{
    drawing *at = NULL;
    struct stat file = {0}; /* of one that is not there */
    (void)stat(path, &file);
    for (int i = 0; i < DRAWINGS; i++)
        if (d->list[i].width == width && d->list[i].height == height && strcmp(d->list[i].path, path) == 0)
            at = &d->list[i];
    if (at != NULL && same_file(&at->file, &file)) return at;
    if (at == NULL) at = &d->list[d->next++ % DRAWINGS];
    if (at->surface != NULL) cairo_surface_destroy(at->surface);
    snprintf(at->path, sizeof at->path, "%s", path);
    at->width = width;
    at->height = height;
    at->file = file;
    at->surface = draw(path, width, height);
    return at;
}

bool drawings_paint(drawings *d, page_canvas *canvas, paint_box box, const char *path)
{
    const double pixels = canvas->pixels;
    const int width = (int)floor(box.w * pixels), height = (int)floor(box.h * pixels);
    if (width < 1 || height < 1) return true;
    const drawing *figure = find(d, path, width, height);
    if (figure->surface == NULL) return false;
    const double w = cairo_image_surface_get_width(figure->surface) / pixels,
                 h = cairo_image_surface_get_height(figure->surface) / pixels;
    const paint_box at = {box.x + 0.5 * (box.w - w), box.y + 0.5 * (box.h - h), w, h};
    cairo_save(canvas->c);
    paint_round_box(canvas->c, at, 5.0);
    cairo_clip(canvas->c);
    cairo_translate(canvas->c, round(at.x * pixels) / pixels, round(at.y * pixels) / pixels);
    cairo_scale(canvas->c, 1.0 / pixels, 1.0 / pixels);
    cairo_set_source_surface(canvas->c, figure->surface, 0.0, 0.0);
    cairo_paint(canvas->c);
    cairo_restore(canvas->c);
    return true;
}

void drawings_free(drawings *d)
{
    for (int i = 0; i < DRAWINGS; i++)
        if (d->list[i].surface != NULL) cairo_surface_destroy(d->list[i].surface);
    *d = (drawings){0};
}
