/* Sheets over the picture: tables drawn with cairo, messages that fade, and their places. */
#include "overlay.h"

#include "hl/hash.h"
#include "paint/paint.h"
#include "rnd/hud.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Lengths in dots. */
static const double text_size = 15.0, title_size = 17.0, large_size = 30.0;
static const double margin = 18.0, step = 23.0, gap = 26.0, corner = 10.0;
static const double arrow = 1.5 * 15.0; /* width of an arrow, from the text's size */

static const paint_colour plate = {0.06, 0.07, 0.09, 0.88}, lit = {1.0, 1.0, 1.0, 0.13},
                          ink = {0.93, 0.94, 0.95, 1.0}, dim = {0.68, 0.72, 0.77, 1.0},
                          accent = {0.95, 0.78, 0.35, 1.0};

void sheet_clear(sheet_table *table)
{
    table->title[0] = table->note[0] = '\0';
    table->count = 0;
    table->chosen = -1;
    table->choices = table->large = table->opaque = false;
}

void sheet_add(sheet_table *table, const char *left, const char *right)
{
    if (table->count == SHEET_ROWS) return;
    sheet_row *row = &table->rows[table->count++];
    snprintf(row->left, sizeof row->left, "%s", left);
    snprintf(row->right, sizeof row->right, "%s", right == NULL ? "" : right);
}

/* ---- words ---- */

static double measure(cairo_t *c, const char *text, double size, bool bold)
{
    return paint_width(c, &(paint_text){.size = size, .bold = bold}, text);
}

/* In the middle of a line that begins at `top`. */
static void write_words(cairo_t *c, const char *text, double size, bool bold, paint_colour colour, double x,
                        double top, double line)
{
    const paint_text how = {.size = size, .bold = bold, .ink = colour};
    paint_write(c, x, top + 0.5 * (line - paint_height(c, &how, text)), &how, text);
}

/* ---- measures ---- */

typedef struct extent {
    double width, height, left, title, rows; /* left: width of the left cells; title, rows: tops [dots] */
} extent;

static double title_height(const sheet_table *table)
{
    if (table->title[0] == '\0') return 0.0;
    return table->large ? 1.4 * large_size : 1.4 * step;
}

static extent measure_table(cairo_t *c, const sheet_table *table)
{
    extent e = {.title = margin};
    double alone = 0.0, right = 0.0;
    for (int i = 0; i < table->count; i++) {
        const sheet_row *row = &table->rows[i];
        const bool two = row->right[0] != '\0';
        const double width = measure(c, row->left, text_size, two);
        if (two)
            e.left = fmax(e.left, width);
        else
            alone = fmax(alone, width);
        right = fmax(right, measure(c, row->right, text_size, false));
    }
    if (table->choices) right += 3.0 * text_size; /* arrows on both sides */
    const double cells = right > 0.0 ? e.left + gap + right : e.left;
    const double heads = fmax(measure(c, table->title, table->large ? large_size : title_size, true),
                              measure(c, table->note, text_size, false));
    e.width = fmax(fmax(cells, alone), heads) + 2.0 * margin;
    e.rows = margin + title_height(table);
    e.height = e.rows + table->count * step + (table->note[0] != '\0' ? 1.3 * step : 0.0) + margin;
    return e;
}

/* ---- drawing ---- */

static void draw_row(cairo_t *c, const sheet_table *table, const extent *e, int i)
{
    const sheet_row *row = &table->rows[i];
    const double top = e->rows + i * step, right = margin + e->left + gap;
    const bool two = row->right[0] != '\0', chosen = i == table->chosen;
    if (chosen) {
        paint_round_box(c, (paint_box){0.5 * margin, top, e->width - margin, step}, 0.5 * corner);
        paint_set_colour(c, lit);
        cairo_fill(c);
    }
    write_words(c, row->left, text_size, two, two && !table->choices ? accent : ink, margin, top, step);
    if (!two) return;
    const double shift = table->choices ? arrow : 0.0;
    write_words(c, row->right, text_size, false, chosen ? accent : ink, right + shift, top, step);
    if (!chosen || !table->choices) return;
    write_words(c, "\xE2\x97\x80", text_size, false, accent, right, top, step); /* arrow to the left */
    write_words(c, "\xE2\x96\xB6", text_size, false, accent, e->width - margin - text_size, top, step);
}

static void draw_table(cairo_t *c, const sheet_table *table, const extent *e)
{
    paint_round_box(c, (paint_box){0.0, 0.0, e->width, e->height}, corner);
    paint_set_colour(c, (paint_colour){plate.r, plate.g, plate.b, table->opaque ? 1.0 : plate.a});
    cairo_fill(c);
    if (table->title[0] != '\0')
        write_words(c, table->title, table->large ? large_size : title_size, true, ink, margin, 0.7 * margin,
                    title_height(table));
    for (int i = 0; i < table->count; i++) draw_row(c, table, e, i);
    if (table->note[0] != '\0')
        write_words(c, table->note, text_size, false, dim, margin, e->rows + (table->count + 0.4) * step,
                    step);
}

static uint64_t hash_of(const sheet_table *table, double scale, int width, int height)
{
    const double numbers[] = {scale,          width,        height,       table->chosen,
                              table->choices, table->large, table->count, table->opaque};
    uint64_t hash = hl_hash(HL_HASH_START, numbers, sizeof numbers);
    hash = hl_hash(hash, table->title, strlen(table->title) + 1);
    hash = hl_hash(hash, table->note, strlen(table->note) + 1);
    for (int i = 0; i < table->count; i++) {
        hash = hl_hash(hash, table->rows[i].left, strlen(table->rows[i].left) + 1);
        hash = hl_hash(hash, table->rows[i].right, strlen(table->rows[i].right) + 1);
    }
    return hash;
}

/* Measured on a surface of one pixel at the final scale, because the width of hinted letters depends on it.
 */
static extent measure_alone(const sheet_table *table, double scale)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1);
    cairo_t *c = cairo_create(surface);
    cairo_scale(c, scale, scale);
    const extent e = measure_table(c, table);
    cairo_destroy(c);
    cairo_surface_destroy(surface);
    return e;
}

static cairo_surface_t *fitting_surface(sheet *s, int width, int height)
{
    if (s->surface != NULL && s->width == width && s->height == height) return s->surface;
    if (s->surface != NULL) cairo_surface_destroy(s->surface);
    s->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    s->width = width;
    s->height = height;
    if (cairo_surface_status(s->surface) == CAIRO_STATUS_SUCCESS) return s->surface;
    cairo_surface_destroy(s->surface);
    return s->surface = NULL;
}

void sheet_draw(sheet *s, const sheet_table *table, double wanted, int width, int height)
{
    const uint64_t hash = hash_of(table, wanted, width, height);
    if (s->surface != NULL && hash == s->hash) return;
    const extent e = measure_alone(table, wanted);
    const double scale = fmin(wanted, fmin(width / e.width, height / e.height));
    cairo_surface_t *surface = fitting_surface(s, (int)floor(scale * e.width), (int)floor(scale * e.height));
    if (surface == NULL) return;
    cairo_t *c = cairo_create(surface);
    cairo_set_operator(c, CAIRO_OPERATOR_CLEAR);
    cairo_paint(c);
    cairo_set_operator(c, CAIRO_OPERATOR_OVER);
    cairo_scale(c, scale, scale);
    draw_table(c, table, &e);
    cairo_destroy(c);
    cairo_surface_flush(surface);
    s->row_top = scale * e.rows;
    s->row_step = scale * step;
    s->back = scale * (margin + e.left + gap);
    s->value = s->back + scale * arrow;
    s->hash = hash;
    s->version++;
}

void sheet_free(sheet *s)
{
    if (s->surface != NULL) cairo_surface_destroy(s->surface);
    *s = (sheet){0};
}

/* ---- places ---- */

/* The row at a height of the sheet [pixels]; -1: none. */
static int sheet_row_at(const sheet *s, int rows, double y)
{
    if (s->surface == NULL || y < s->row_top) return -1;
    const int row = (int)((y - s->row_top) / s->row_step);
    return row < rows ? row : -1;
}

bool sheet_back_at(const sheet *s, double x)
{
    return x >= s->back && x < s->value;
}

/* For a draw list, with its upper left corner at (x, y) of a picture [pixels]. */
static rnd_panel sheet_panel(const sheet *s, int slot, double x, double y, int width, int height,
                             double alpha)
{
    const float left = (float)(2.0 * x / width - 1.0), top = (float)(1.0 - 2.0 * y / height);
    const float right = (float)(2.0 * (x + s->width) / width - 1.0),
                bottom = (float)(1.0 - 2.0 * (y + s->height) / height);
    rnd_panel panel = {.slot = slot,
                       .picture = {.visible = true,
                                   .surface = AUTH_SCREEN,
                                   .at = {x, y},
                                   .size = {s->width, s->height},
                                   .width = s->width,
                                   .height = s->height,
                                   .stride = cairo_image_surface_get_stride(s->surface),
                                   .pixels = cairo_image_surface_get_data(s->surface),
                                   .version = s->version},
                       .corners = {{left, top, 0}, {right, top, 0}, {right, bottom, 0}, {left, bottom, 0}},
                       .alpha = (float)alpha};
    return panel;
}

enum { LINE = 100 /* bytes that fit into a window */ };

static const double lifetime = 7.0, fading = 1.5; /* of a message [s] */

void overlay_free(overlay *o)
{
    for (int i = 0; i < OVERLAY_SHEETS; i++) sheet_free(&o->sheets[i]);
}

/* ---- messages ---- */

static void drop_oldest(overlay *o)
{
    o->message_count--;
    memmove(&o->messages[0], &o->messages[1], (size_t)o->message_count * sizeof o->messages[0]);
}

/* Bytes of a text up to the end of a character, `most` at most. */
static size_t cut(const char *text, size_t most)
{
    if (strlen(text) <= most) return strlen(text);
    size_t end = most;
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80)
        end--; /* UTF-8: not the first byte of a character */
    return end > 0 ? end : most;
}

/* The same for a line: up to a blank, if there is one. */
static size_t break_line(const char *text)
{
    const size_t most = cut(text, LINE);
    size_t end = most;
    while (text[most] != '\0' && end > 0 && text[end] != ' ') end--;
    return end > 0 ? end : most;
}

static void add_note(sheet_table *notes, const char *text)
{
    do {
        char line[LINE + 1];
        const size_t length = break_line(text);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        sheet_add(notes, line, NULL);
        text += length;
        text += strspn(text, " ");
    } while (*text != '\0');
}

void overlay_show_message(overlay *o, const char *text)
{
    if (o->message_count == OVERLAY_MESSAGES) drop_oldest(o);
    overlay_message *message = &o->messages[o->message_count++];
    snprintf(message->text, sizeof message->text, "%.*s", (int)cut(text, sizeof message->text - 1), text);
    message->age = 0.0;
}

void overlay_age(overlay *o, double seconds)
{
    for (int i = 0; i < o->message_count; i++) o->messages[i].age += seconds;
    while (o->message_count > 0 && o->messages[0].age > lifetime) drop_oldest(o);
    sheet_table *notes = &o->tables[OVERLAY_NOTES];
    sheet_clear(notes);
    for (int i = 0; i < o->message_count; i++) add_note(notes, o->messages[i].text);
    o->shown[OVERLAY_NOTES] = o->message_count > 0;
}

/* They fade with the newest. */
static double alpha_of(const overlay *o, int which)
{
    if (which != OVERLAY_NOTES || o->message_count == 0) return 1.0;
    return fmin(1.0, (lifetime - o->messages[o->message_count - 1].age) / fading);
}

/* ---- places ---- */

/* Shares of the free room to the left of and above a sheet. */
static const double places[OVERLAY_SHEETS][2] = {[OVERLAY_BANNER] = {0.5, 0.30},
                                                 [OVERLAY_FIGURES] = {1.0, 0.0},
                                                 [OVERLAY_NOTES] = {0.0, 1.0},
                                                 [OVERLAY_HELP] = {0.5, 0.5},
                                                 [OVERLAY_MENU] = {0.5, 0.4}};

static overlay_box place(int which, const sheet *s, int width, int height, double scale)
{
    const double rim = floor(12.0 * scale); /* [dots] */
    const double room[2] = {width - s->width - 2.0 * rim, height - s->height - 2.0 * rim};
    return (overlay_box){rim + floor(places[which][0] * fmax(room[0], 0.0)),
                         rim + floor(places[which][1] * fmax(room[1], 0.0)), s->width, s->height};
}

void overlay_list(overlay *o, rnd_draw_list *list, int width, int height)
{
    const double scale = rnd_screen_scale(width, height);
    for (int i = 0; i < OVERLAY_SHEETS; i++) {
        if (!o->shown[i] || list->panel_count == RND_PANELS) continue;
        sheet_draw(&o->sheets[i], &o->tables[i], scale, width, height);
        if (o->sheets[i].surface == NULL) continue;
        o->boxes[i] = place(i, &o->sheets[i], width, height, scale);
        list->panels[list->panel_count++] = sheet_panel(&o->sheets[i], RND_PANELS - 1 - i, o->boxes[i].x,
                                                        o->boxes[i].y, width, height, alpha_of(o, i));
    }
}

int overlay_row_at(const overlay *o, overlay_sheet which, double x, double y)
{
    const overlay_box *box = &o->boxes[which];
    if (!o->shown[which] || x < box->x || x >= box->x + box->w || y < box->y || y >= box->y + box->h)
        return -1;
    return sheet_row_at(&o->sheets[which], o->tables[which].count, y - box->y);
}
