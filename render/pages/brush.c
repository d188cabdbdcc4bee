#include "brush.h"

#include "file/read.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const paint_colour page_text = {0.93, 0.94, 0.95, 1.0}, page_dim = {0.64, 0.68, 0.73, 1.0},
                   page_accent = {0.95, 0.78, 0.35, 1.0}, page_good = {0.30, 0.80, 0.62, 1.0},
                   page_bad = {1.0, 0.53, 0.36, 1.0}, page_dark = {0.09, 0.08, 0.05, 1.0},
                   page_hair = {1.0, 1.0, 1.0, 0.10}, page_plate = {1.0, 1.0, 1.0, 0.035},
                   page_hover = {1.0, 1.0, 1.0, 0.07}, page_lit = {0.95, 0.78, 0.35, 0.15};

static const double quarter = 1.57079632679489661923; /* [rad] */
static const double corner = 7.0, text_size = 14.0, margin = 32.0;

/* A gradient from a dark blue grey to a darker one. */
void page_begin(page_canvas *canvas)
{
    cairo_pattern_t *fall = cairo_pattern_create_linear(0.0, 0.0, 0.0, canvas->height);
    cairo_pattern_add_color_stop_rgb(fall, 0.0, 0.098, 0.110, 0.133);
    cairo_pattern_add_color_stop_rgb(fall, 1.0, 0.059, 0.067, 0.082);
    cairo_set_source(canvas->c, fall);
    cairo_paint(canvas->c);
    cairo_pattern_destroy(fall);
    canvas->clip = (paint_box){0.0, 0.0, canvas->width, canvas->height};
    canvas->spot_count = 0;
}

/* ---- words ---- */

double page_paragraph(page_canvas *canvas, double x, double y, const paint_text *how, const char *text,
                      double after)
{
    if (text == NULL || text[0] == '\0') return y;
    return y + paint_write(canvas->c, x, y, how, text).h + after;
}

/* ---- shapes ---- */

void page_fill(page_canvas *canvas, paint_box box, double radius, paint_colour ink)
{
    if (!(box.w > 0.0) || !(box.h > 0.0)) return;
    paint_round_box(canvas->c, box, radius);
    paint_set_colour(canvas->c, ink);
    cairo_fill(canvas->c);
}

/* The line lies inside the box. */
void page_line(page_canvas *canvas, paint_box box, double radius, double width, paint_colour ink)
{
    if (box.w <= width || box.h <= width) return;
    paint_round_box(canvas->c,
                    (paint_box){box.x + 0.5 * width, box.y + 0.5 * width, box.w - width, box.h - width},
                    radius - 0.5 * width);
    paint_set_colour(canvas->c, ink);
    cairo_set_line_width(canvas->c, width);
    cairo_stroke(canvas->c);
}

void page_dot(page_canvas *canvas, double x, double y, double radius, paint_colour ink)
{
    cairo_new_path(canvas->c);
    cairo_arc(canvas->c, x, y, radius, 0.0, 4.0 * quarter);
    paint_set_colour(canvas->c, ink);
    cairo_fill(canvas->c);
}

void page_card(page_canvas *canvas, paint_box box)
{
    page_fill(canvas, box, corner, page_plate);
    page_line(canvas, box, corner, 1.0, page_hair);
}

void page_row(page_canvas *canvas, paint_box box, bool chosen, bool focus)
{
    static const double bar = 3.0; /* width of the mark of a chosen row [dots] */
    const paint_colour frame = {page_accent.r, page_accent.g, page_accent.b, 0.75};
    if (chosen)
        page_fill(canvas, box, corner, page_lit);
    else if (page_hovered(canvas, box)) /* a thin outline: only chosen rows are filled */
        page_line(canvas, box, corner, 1.0, page_dim);
    if (chosen)
        page_fill(canvas, (paint_box){box.x, box.y + corner, bar, box.h - 2.0 * corner}, bar, page_accent);
    if (focus) page_line(canvas, box, corner, 1.5, frame);
}

void page_button(page_canvas *canvas, paint_box box, const char *text, bool first, bool focus)
{
    static const paint_colour shine = {1.0, 1.0, 1.0, 0.16}, ring = {1.0, 1.0, 1.0, 0.92};
    const bool hovered = page_hovered(canvas, box);
    const paint_text how = {.size = text_size + 1.0,
                            .bold = first,
                            .ink = first ? page_dark : page_text,
                            .width = fmax(box.w - 16.0, 1.0),
                            .lines = 1,
                            .side = PAINT_CENTRE};
    page_fill(canvas, box, corner, first ? page_accent : page_hover);
    if (hovered) page_fill(canvas, box, corner, shine);
    if (focus)
        page_line(canvas, (paint_box){box.x - 3.0, box.y - 3.0, box.w + 6.0, box.h + 6.0}, corner + 3.0, 2.0,
                  ring);
    else if (!first)
        page_line(canvas, box, corner, 1.0, page_hair);
    paint_write(canvas->c, box.x + 8.0, box.y + 0.5 * (box.h - paint_height(canvas->c, &how, text)), &how,
                text);
}

double page_caption(page_canvas *canvas, double x, double y, double width, const char *text)
{
    const paint_text how = {.size = 12.0, .bold = true, .ink = page_dim, .width = width, .lines = 1};
    paint_write(canvas->c, x, y, &how, text);
    return y + 26.0;
}

/* A field before the evening sun: furrows that run to the horizon, in a square of the size. */
static void paint_mark(page_canvas *canvas, double x, double y, double size)
{
    enum { FURROWS = 5 };
    cairo_t *c = canvas->c;
    const double horizon = y + 0.46 * size, middle = x + 0.5 * size;
    cairo_save(c);
    page_fill(canvas, (paint_box){x, y, size, size}, 0.26 * size, page_accent);
    paint_round_box(canvas->c, (paint_box){x, y, size, size}, 0.26 * size);
    cairo_clip(c);
    cairo_rectangle(c, x, horizon, size, size);
    cairo_arc(c, middle, horizon, 0.21 * size, 2.0 * quarter, 4.0 * quarter);
    paint_set_colour(canvas->c, page_dark);
    cairo_fill(c);
    cairo_set_line_width(c, 0.075 * size);
    for (int i = 0; i < FURROWS; i++) {
        const double across = i - 0.5 * (FURROWS - 1);
        cairo_move_to(c, middle + 0.05 * across * size, horizon + 0.06 * size);
        cairo_line_to(c, middle + 0.36 * across * size, y + 1.1 * size);
    }
    paint_set_colour(canvas->c, page_accent);
    cairo_stroke(c);
    cairo_restore(c);
}

double page_head(page_canvas *canvas, const char *title, const char *right)
{
    static const double top = 22.0, mark = 28.0, size = 24.0, gap = 14.0, right_share = 0.42;
    const double words = margin + mark + gap, side = right[0] == '\0' ? 0.0 : right_share * canvas->width;
    const paint_text large = {.size = size,
                              .bold = true,
                              .ink = page_text,
                              .width = canvas->width - words - margin - side,
                              .lines = 1};
    const paint_text small = {
        .size = text_size, .ink = page_dim, .width = side - gap, .lines = 1, .side = PAINT_RIGHT};
    paint_mark(canvas, margin, top - 1.0, mark);
    paint_write(canvas->c, words, top, &large, title);
    if (side > gap) paint_write(canvas->c, canvas->width - margin - side + gap, top + 8.0, &small, right);
    page_fill(canvas, (paint_box){margin, 64.0, canvas->width - 2.0 * margin, 1.0}, 0.0, page_hair);
    return 82.0;
}

double page_foot(page_canvas *canvas, const char *hints)
{
    static const double height = 40.0;
    const double top = canvas->height - height;
    const paint_text how = {.size = 12.0,
                            .ink = page_dim,
                            .width = canvas->width - 2.0 * margin,
                            .lines = 1,
                            .side = PAINT_CENTRE};
    paint_write(canvas->c, margin, top + 12.0, &how, hints);
    return top;
}

/* ---- places ---- */

bool page_inside(paint_box box, double x, double y)
{
    return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
}

bool page_hovered(const page_canvas *canvas, paint_box box)
{
    return !canvas->keyed && page_inside(box, canvas->mouse[0], canvas->mouse[1]) &&
           page_inside(canvas->clip, canvas->mouse[0], canvas->mouse[1]);
}

static paint_box overlap(paint_box a, paint_box b)
{
    const double x = fmax(a.x, b.x), y = fmax(a.y, b.y);
    return (paint_box){x, y, fmin(a.x + a.w, b.x + b.w) - x, fmin(a.y + a.h, b.y + b.h) - y};
}

void page_spot_add(page_canvas *canvas, paint_box box, int what, int index)
{
    const paint_box seen = overlap(box, canvas->clip);
    if (canvas->spot_count == PAGE_SPOTS || !(seen.w > 0.0) || !(seen.h > 0.0)) return;
    canvas->spots[canvas->spot_count++] = (page_spot){seen, what, index};
}

const page_spot *page_spot_at(const page_canvas *canvas, double x, double y)
{
    for (int i = canvas->spot_count - 1; i >= 0; i--)
        if (page_inside(canvas->spots[i].box, x, y)) return &canvas->spots[i];
    return NULL;
}

void page_clip(page_canvas *canvas, paint_box box)
{
    cairo_save(canvas->c);
    cairo_rectangle(canvas->c, box.x, box.y, fmax(box.w, 0.0), fmax(box.h, 0.0));
    cairo_clip(canvas->c);
    canvas->clip = box;
}

void page_unclip(page_canvas *canvas)
{
    cairo_restore(canvas->c);
    canvas->clip = (paint_box){0.0, 0.0, canvas->width, canvas->height};
}

/* Size within the box, with the proportions of the figure, if it has any. */
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
    cairo_set_source_rgb(c, 1.0, 1.0, 1.0); /* figures are designed for white paper */
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
    struct stat file = {0}; /* of a missing one */
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
