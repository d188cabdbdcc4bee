/* How the panels of an exercise look: plates in the middle of the upper edge, beside the columns of gauges
 * that layouts have at both sides. Lengths are dots. */
#include "tasks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char family[] = "DejaVu Sans";
static const double corner = 9.0, padding = 14.0;
static const double band_least = 220.0, band_most = 460.0, band_share = 0.40; /* width, of the picture's */
static const double task_size = 16.5, figure_size = 17.0, name_size = 10.5, figure_gap = 22.0;
static const double row_size = 12.5, row_step = 1.52 /* of its size */, sign = 17.0;
static const double message_size = 19.0, large_size = 22.0, head_size = 40.0;
static const double message_share = 0.46, large_share = 0.56, message_top = 0.20, large_middle = 0.42;
static const double image_share = 0.36, image_top = 0.29, image_right = 0.83; /* of height, height, width */

static auth_colour colour_of(auth_role role)
{
    static const char *const names[AUTH_ROLES] = {[AUTH_ROLE_FOREGROUND] = "foreground",
                                                  [AUTH_ROLE_BACKGROUND] = "background",
                                                  [AUTH_ROLE_DIM] = "dim",
                                                  [AUTH_ROLE_NEEDLE] = "needle",
                                                  [AUTH_ROLE_GOOD] = "good",
                                                  [AUTH_ROLE_RECOMMENDED] = "recommended",
                                                  [AUTH_ROLE_WARNING] = "warning",
                                                  [AUTH_ROLE_CRITICAL] = "critical"};
    auth_colour colour = {255, 255, 255, 255};
    (void)auth_colour_named(names[role], &colour);
    return colour;
}

static auth_colour plate(void)
{
    static const double denser = 1.15; /* than behind gauges: here are words to read */
    return hud_faded(colour_of(AUTH_ROLE_BACKGROUND), denser);
}

/* ---- texts ---- */

/* @param width  at which it is broken; 0: one line */
static hud_text set(const hud_fonts *fonts, double size, bool bold, const char *words, double width)
{
    hud_text text;
    hud_text_begin(&text, fonts, family, fmax(size, fonts->least), bold);
    if (width > 0.0) hud_text_wrap(&text, width);
    hud_text_set(&text, words);
    return text;
}

typedef struct extent {
    double w, h;
} extent;

static extent measure(const hud_fonts *fonts, double size, bool bold, const char *words, double width)
{
    hud_text text = set(fonts, size, bold, words, width);
    const extent e = {words[0] == '\0' ? 0.0 : hud_text_width(&text),
                      words[0] == '\0' ? 0.0 : hud_text_height(&text)};
    hud_text_end(&text);
    return e;
}

/* In the middle of a box, on a plate that needs no halo. */
static void write_block(const hud_fonts *fonts, const hud_pen *pen, double size, bool bold, const char *words,
                        paint_box box, auth_colour colour)
{
    if (pen->halo || words[0] == '\0') return;
    hud_text text = set(fonts, size, bold, words, box.w);
    hud_write_block(pen, &text, box, colour);
    hud_text_end(&text);
}

/* A line, cut off with three dots where it is too long. */
static void write_line(const hud_fonts *fonts, const hud_pen *pen, double size, bool bold, const char *words,
                       paint_box box, auth_colour colour)
{
    if (pen->halo || words[0] == '\0') return;
    hud_text text = set(fonts, size, bold, words, 0.0);
    pango_layout_set_width(text.layout, (int)(fmax(box.w, 1.0) * PANGO_SCALE));
    pango_layout_set_ellipsize(text.layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_single_paragraph_mode(text.layout, TRUE);
    const double baseline = (double)pango_layout_get_baseline(text.layout) / PANGO_SCALE;
    const double top = box.y + 0.5 * (box.h - hud_text_height(&text));
    hud_write(pen, &text, box.x, top + baseline, HUD_LEFT, box.w + 1.0, colour);
    hud_text_end(&text);
}

/* ---- the band ---- */

static double figure_width(const hud_fonts *fonts, const tasks_band *band, int i)
{
    const double value = measure(fonts, figure_size, true, band->figures[i].value, 0.0).w;
    return fmax(value, measure(fonts, name_size, false, band->figures[i].name, 0.0).w);
}

static double figures_width(const hud_fonts *fonts, const tasks_band *band)
{
    double width = 0.0;
    for (int i = 0; i < band->count; i++) width += figure_width(fonts, band, i) + (i > 0 ? figure_gap : 0.0);
    return width;
}

/* Below the task: what else goes on, and the next one. */
static double rows_width(const hud_fonts *fonts, const tasks_band *band)
{
    double width = 0.0;
    for (int i = 0; i < band->row_count; i++)
        width = fmax(width, sign + measure(fonts, row_size, false, band->rows[i].text, 0.0).w);
    return width;
}

static double row_height(const hud_fonts *fonts)
{
    return row_step * fmax(row_size, fonts->least);
}

/* Baselines of numbers and their names below the upper edge of both [dots]. */
static double value_baseline(const hud_fonts *fonts)
{
    return fmax(figure_size, fonts->least);
}
static double name_baseline(const hud_fonts *fonts)
{
    return value_baseline(fonts) + 2.0 + 1.15 * fmax(name_size, fonts->least);
}

static double figures_height(const hud_fonts *fonts, const tasks_band *band)
{
    return band->count > 0 ? name_baseline(fonts) + 5.0 : 0.0;
}

static void measure_band(const hud_fonts *fonts, const tasks_band *band, bool low, const double room[2],
                         paint_box *box)
{
    static const double between = 7.0;
    const double most = fmin(band_most, band_share * room[0]) - 2.0 * padding;
    const extent text = measure(fonts, task_size, true, band->text, most);
    const double words = text.h + band->row_count * row_height(fonts);
    const double widest = fmax(fmax(text.w, rows_width(fonts, band)), figures_width(fonts, band));
    if (!band->shown || (words <= 0.0 && band->count == 0)) return;
    box->w = fmax(fmin(widest, most) + 2.0 * padding, fmin(band_least, most));
    box->h = 1.2 * padding + words + figures_height(fonts, band) +
             (words > 0.0 && band->count > 0 ? between : 0.0);
    box->x = 0.5 * (room[0] - box->w);
    box->y = tasks_band_top(low, box->h, room[1]);
}

/* Numbers over their names; too many are drawn smaller. */
static void draw_figures(const hud_fonts *fonts, const tasks_band *band, const hud_pen *pen, paint_box box)
{
    const double width = figures_width(fonts, band), shrink = fmin(1.0, box.w / fmax(width, 1.0));
    double x = box.x + 0.5 * (box.w - shrink * width);
    if (pen->halo) return;
    for (int i = 0; i < band->count; i++) {
        const double w = figure_width(fonts, band, i), middle = x + 0.5 * shrink * w;
        hud_text value = set(fonts, figure_size, true, band->figures[i].value, 0.0);
        hud_text name = set(fonts, name_size, false, band->figures[i].name, 0.0);
        hud_write(pen, &value, middle, box.y + value_baseline(fonts), HUD_CENTRE, shrink * w + 1.0,
                  colour_of(band->figures[i].role));
        hud_write(pen, &name, middle, box.y + name_baseline(fonts), HUD_CENTRE, shrink * w + 1.0,
                  colour_of(AUTH_ROLE_DIM));
        hud_text_end(&value);
        hud_text_end(&name);
        x += shrink * (w + figure_gap);
    }
}

/* An arrow for what goes on, a ring for what comes: told apart by their shapes too. */
static void draw_sign(const hud_pen *pen, double x, double y, tasks_state state)
{
    static const double half = 4.2, width = 1.4;
    cairo_t *c = pen->c;
    cairo_new_path(c);
    if (state == TASKS_GOES_ON) {
        cairo_move_to(c, x - 0.7 * half, y - half);
        cairo_line_to(c, x + 0.9 * half, y);
        cairo_line_to(c, x - 0.7 * half, y + half);
        cairo_close_path(c);
        hud_fill(pen, colour_of(AUTH_ROLE_RECOMMENDED));
        return;
    }
    cairo_arc(c, x, y, 0.7 * half, 0.0, 2.0 * HUD_PI);
    hud_stroke(pen, width, colour_of(AUTH_ROLE_DIM));
}

/* In the middle, each from the same edge. */
static void draw_rows(const hud_fonts *fonts, const tasks_band *band, const hud_pen *pen, paint_box box)
{
    const double width = fmin(rows_width(fonts, band) + 1.0, box.w), x = box.x + 0.5 * (box.w - width);
    if (pen->halo) return;
    for (int i = 0; i < band->row_count; i++) {
        const double height = row_height(fonts), y = box.y + i * height;
        const bool now = band->rows[i].state == TASKS_GOES_ON;
        draw_sign(pen, x + 0.3 * sign, y + 0.5 * height, band->rows[i].state);
        write_line(fonts, pen, row_size, false, band->rows[i].text,
                   (paint_box){x + sign, y, width - sign, height},
                   colour_of(now ? AUTH_ROLE_FOREGROUND : AUTH_ROLE_DIM));
    }
}

static void draw_band(const hud_fonts *fonts, const tasks_band *band, const hud_pen *pen, paint_box box)
{
    const double width = box.w - 2.0 * padding, figures = figures_height(fonts, band);
    const paint_box words = {padding, 0.6 * padding, width,
                             measure(fonts, task_size, true, band->text, width).h};
    hud_panel(pen, (paint_box){0.0, 0.0, box.w, box.h}, corner, plate(), colour_of(AUTH_ROLE_FOREGROUND));
    write_block(fonts, pen, task_size, true, band->text, words, colour_of(AUTH_ROLE_FOREGROUND));
    draw_rows(fonts, band, pen, (paint_box){padding, words.y + words.h, width, 0.0});
    draw_figures(fonts, band, pen, (paint_box){padding, box.h - 0.6 * padding - figures, width, figures});
}

/* ---- messages ---- */

/* @param band  of the exercise, below which it lies at the upper edge, and above it at the lower one */
static void measure_message(const hud_fonts *fonts, const tasks_message *message, const paint_box *band,
                            const double room[2], paint_box *box)
{
    const double share = message->large ? large_share : message_share;
    const double most = share * room[0] - 4.0 * padding, tallest = 0.5 * room[1];
    if (!message->shown) return;
    const extent head = measure(fonts, head_size, true, message->head, 0.0);
    const extent text =
        measure(fonts, message->large ? large_size : message_size, !message->large, message->text, most);
    box->w = fmin(fmax(head.w, text.w), most) + 4.0 * padding;
    box->h = fmin(head.h + text.h + (message->large ? 3.0 : 2.0) * padding, tallest);
    box->x = 0.5 * (room[0] - box->w);
    box->y = message_top * room[1];
    if (message->large)
        box->y = large_middle * room[1] - 0.5 * box->h;
    else if (band->y > box->y)
        box->y = band->y - 0.7 * padding - box->h;
}

static void draw_message(const hud_fonts *fonts, const tasks_message *message, const hud_pen *pen,
                         paint_box box)
{
    static const double edge = 2.5, head_share = 0.45; /* of the height, at most */
    const auth_colour colour = colour_of(message->role);
    const double head = fmin(measure(fonts, head_size, true, message->head, 0.0).h, head_share * box.h);
    const paint_box inside = {2.0 * padding, padding, box.w - 4.0 * padding, box.h - 2.0 * padding};
    hud_panel(pen, (paint_box){0.0, 0.0, box.w, box.h}, corner, plate(), colour);
    paint_round_box(pen->c, (paint_box){0.5 * edge, 0.5 * edge, box.w - edge, box.h - edge},
                    corner - 0.5 * edge);
    if (pen->halo)
        cairo_new_path(pen->c);
    else
        hud_stroke(pen, edge, colour);
    write_block(fonts, pen, head_size, true, message->head, (paint_box){inside.x, inside.y, inside.w, head},
                colour);
    write_block(fonts, pen, message->large ? large_size : message_size, !message->large, message->text,
                (paint_box){inside.x, inside.y + head, inside.w, inside.h - head},
                colour_of(AUTH_ROLE_FOREGROUND));
}

/* ---- images ---- */

static void measure_image(const hud_image_file *image, const double room[2], paint_box *box)
{
    static const double widest = 0.24; /* of the picture's width */
    if (image == NULL || !hud_image_file_exists(image)) return;
    const double aspect = hud_image_file_aspect(image);
    const double w = fmin(widest * room[0], aspect * image_share * room[1]), h = w / aspect;
    *box = (paint_box){image_right * room[0] - w - padding, image_top * room[1], w + padding, h + padding};
}

static void draw_image(const hud_image_file *image, const hud_pen *pen, paint_box box)
{
    hud_panel(pen, (paint_box){0.0, 0.0, box.w, box.h}, corner, plate(), colour_of(AUTH_ROLE_FOREGROUND));
    if (!pen->halo && image != NULL)
        hud_image_file_paint(
            image, pen->c, (paint_box){0.5 * padding, 0.5 * padding, box.w - padding, box.h - padding}, 1.0);
}

/* ---- all ---- */

void tasks_measure(const hud_fonts *fonts, tasks_panel panel, const tasks_said *said,
                   const hud_image_file *image, bool low, const double room[2], paint_box *box)
{
    paint_box band = {0.0, 0.0, 0.0, 0.0};
    *box = band;
    switch (panel) {
    case TASKS_BAND:
        measure_band(fonts, &said->band, low, room, box);
        break;
    case TASKS_IMAGE:
        measure_image(image, room, box);
        break;
    case TASKS_MESSAGE:
        if (low) measure_band(fonts, &said->band, low, room, &band);
        measure_message(fonts, &said->message, &band, room, box);
        break;
    }
}

void tasks_draw(const hud_fonts *fonts, tasks_panel panel, const tasks_said *said,
                const hud_image_file *image, const hud_pen *pen, paint_box box)
{
    switch (panel) {
    case TASKS_BAND:
        draw_band(fonts, &said->band, pen, box);
        break;
    case TASKS_IMAGE:
        draw_image(image, pen, box);
        break;
    case TASKS_MESSAGE:
        draw_message(fonts, &said->message, pen, box);
        break;
    }
}
