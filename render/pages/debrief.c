/* The page after a drive. */
#include "page.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdio.h>

/* ---- painting ---- */

static const double margin = 32.0, gap = 22.0, inset = 18.0, text = 14.0, small = 12.0; /* [dots] */
static const double bar = 60.0; /* of the buttons, over the foot */

/* ---- score ---- */

static paint_colour verdict_ink(const rnd_debrief *d)
{
    return d->good ? page_good : page_bad;
}

/* A ring that is closed at 100, with the number in it. */
static void paint_ring(const rnd_debrief *d, page_canvas *canvas, double x, double y, double radius)
{
    static const double quarter = 1.57079632679489661923, width = 9.0, full = 100.0;
    static const paint_colour off = {1.0, 1.0, 1.0, 0.10};
    const double share = hl_clamp(d->score / full, 0.0, 1.0);
    const paint_colour ink = verdict_ink(d);
    char number[32];
    cairo_t *c = canvas->c;
    cairo_set_line_width(c, width);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo_new_path(c);
    cairo_arc(c, x, y, radius, 0.0, 4.0 * quarter);
    paint_set_colour(c, off);
    cairo_stroke(c);
    if (share > 0.0) {
        cairo_arc(c, x, y, radius, -quarter, (4.0 * share - 1.0) * quarter);
        paint_set_colour(c, ink);
        cairo_stroke(c);
    }
    const paint_text how = {.size = 30.0,
                            .bold = true,
                            .ink = page_text,
                            .width = 2.0 * radius,
                            .lines = 1,
                            .side = PAINT_CENTRE};
    const paint_text of = {
        .size = small, .ink = page_dim, .width = 2.0 * radius, .lines = 1, .side = PAINT_CENTRE};
    snprintf(number, sizeof number, "%.0f", floor(d->score + 1e-9));
    paint_write(canvas->c, x - radius, y - 24.0, &how, number);
    paint_write(canvas->c, x - radius, y + 12.0, &of, "of 100");
}

static double paint_verdict(const rnd_debrief *d, page_canvas *canvas, double x, double y, double width)
{
    static const double radius = 46.0, room = 2.0 * 46.0 + 32.0;
    const paint_text verdict = {
        .size = 19.0, .bold = true, .ink = verdict_ink(d), .width = fmax(width - room, 1.0), .lines = 3};
    const paint_text line = {.size = text, .ink = page_text, .width = fmax(width - room, 1.0), .lines = 3};
    paint_text dim = line;
    dim.ink = page_dim;
    paint_ring(d, canvas, x + radius + 6.0, y + radius + 6.0, radius);
    double below = page_paragraph(canvas, x + room, y + 6.0, &verdict, d->verdict, 8.0);
    below = page_paragraph(canvas, x + room, below, &line, d->standing, 5.0);
    below = page_paragraph(canvas, x + room, below, &dim, d->proof, 0.0);
    return fmax(below, y + 2.0 * radius + 12.0) + 22.0;
}

/* ---- points ---- */

static paint_colour points_ink(double share, bool counts)
{
    static const paint_colour pale = {1.0, 1.0, 1.0, 0.25};
    if (!counts) return pale;
    return share > 0.66 ? page_good : share > 0.33 ? page_accent : page_bad;
}

/* Text, points of the maximum, a bar of their share, the measured value. Pale: they do not count. */
static double paint_points(const rnd_points *p, bool counts, page_canvas *canvas, double x, double y,
                           double width)
{
    static const double side = 92.0, thick = 5.0;
    static const paint_colour off = {1.0, 1.0, 1.0, 0.10};
    char points[64];
    const double share = p->most > 0.0 ? hl_clamp(p->points / p->most, 0.0, 1.0) : 0.0;
    const paint_colour ink = points_ink(share, counts);
    const paint_text name = {
        .size = text, .bold = true, .ink = page_text, .width = fmax(width - side, 1.0), .lines = 2};
    const paint_text number = {.size = text,
                               .bold = counts,
                               .ink = counts ? page_text : page_dim,
                               .width = side,
                               .lines = 1,
                               .side = PAINT_RIGHT};
    const paint_text value = {.size = small + 0.5, .ink = page_dim, .width = width, .lines = 2};
    if (p->most > 0.0)
        snprintf(points, sizeof points, "%.1f / %.0f", p->points, p->most);
    else
        snprintf(points, sizeof points, "%s%.1f", p->points < 0.0 ? "\xE2\x88\x92" : "+", fabs(p->points));
    paint_write(canvas->c, x + width - side, y, &number, points);
    y = page_paragraph(canvas, x, y, &name, p->text, 6.0);
    if (p->most > 0.0) {
        page_fill(canvas, (paint_box){x, y, width, thick}, 0.5 * thick, off);
        page_fill(canvas, (paint_box){x, y, fmax(share * width, thick), thick}, 0.5 * thick, ink);
        y += thick + 6.0;
    }
    return page_paragraph(canvas, x, y, &value, p->value, 0.0) + 16.0;
}

static double paint_left(const rnd_debrief *d, page_canvas *canvas, double x, double y, double width)
{
    const paint_text body = {.size = text, .ink = page_text, .width = width};
    y = paint_verdict(d, canvas, x, y, width);
    if (d->point_count > 0)
        y = page_caption(canvas, x, y, width,
                         d->counts ? "POINTS" : "POINTS, HAD IT BEEN FINISHED: NONE COUNT");
    for (int i = 0; i < d->point_count; i++) y = paint_points(&d->points[i], d->counts, canvas, x, y, width);
    if (d->explain != NULL && d->explain[0] != '\0') {
        y = page_caption(canvas, x, y + 4.0, width, "WHY");
        y = page_paragraph(canvas, x, y, &body, d->explain, 8.0);
    }
    return y;
}

/* ---- figures ---- */

static void paint_figure(debrief_page *d, page_canvas *canvas, paint_box box, const rnd_figure *figure)
{
    const paint_text how = {
        .size = text, .ink = page_dim, .width = fmax(box.w - 16.0, 1.0), .lines = 2, .side = PAINT_CENTRE};
    const char *instead = figure->svg == NULL                                      ? "It is being drawn ..."
                          : drawings_paint(&d->drawings, canvas, box, figure->svg) ? ""
                                                                                   : "It cannot be read.";
    if (instead[0] == '\0') return;
    page_fill(canvas, box, 5.0, page_plate);
    paint_write(canvas->c, box.x + 8.0, box.y + 0.5 * box.h - 10.0, &how, instead);
}

/* A thumbnail over its title. */
static void paint_thumbnail(debrief_page *d, page_canvas *canvas, paint_box cell, int index)
{
    static const double title = 24.0;
    const rnd_figure *figure = &d->debrief->figures[index];
    const paint_box box = {cell.x + 8.0, cell.y + 8.0, cell.w - 16.0, cell.h - 20.0 - title};
    const paint_text how = {.size = small + 0.5,
                            .ink = page_hovered(canvas, cell) ? page_text : page_dim,
                            .width = fmax(cell.w - 16.0, 1.0),
                            .lines = 1,
                            .side = PAINT_CENTRE};
    page_card(canvas, cell);
    page_row(canvas, cell, false, index == d->figure);
    paint_figure(d, canvas, box, figure);
    paint_write(canvas->c, cell.x + 8.0, cell.y + cell.h - title - 2.0, &how, figure->title);
    page_spot_add(canvas, cell, DEBRIEF_SPOT_FIGURE, index);
}

static void paint_figures(debrief_page *d, page_canvas *canvas, paint_box room)
{
    static const double widest = 380.0, between = 12.0, high = 0.72; /* height of a cell over its width */
    const int count = d->debrief->figure_count;
    d->columns = room.w > widest ? 2 : 1;
    const double width = (room.w - 8.0 - between * (d->columns - 1)) / d->columns, height = high * width;
    const int rows = (count + d->columns - 1) / d->columns;
    if (d->figure >= 0) {
        const int row = d->figure / d->columns;
        const double at = row * (height + between);
        page_scroll_show(&d->figures, at, at + height, room.h);
    }
    const double top = page_scroll_begin(&d->figures, canvas, room);
    for (int i = 0; i < count; i++) {
        const int row = i / d->columns, column = i % d->columns;
        const paint_box cell = {room.x + column * (width + between), top + row * (height + between), width,
                                height};
        if (cell.y + cell.h > room.y && cell.y < room.y + room.h) paint_thumbnail(d, canvas, cell, i);
    }
    page_scroll_end(&d->figures, canvas, rows * (height + between));
    const paint_text none = {.size = text, .ink = page_dim, .width = room.w};
    if (count == 0)
        paint_write(canvas->c, room.x, room.y, &none,
                    d->debrief->drawing ? "The figures are being drawn ..." : "There are no figures.");
}

static void paint_large(debrief_page *d, page_canvas *canvas)
{
    const rnd_figure *figure = &d->debrief->figures[d->figure];
    const double top = page_head(canvas, figure->title, d->debrief->title);
    const double bottom = page_foot(canvas, "\xE2\x86\x90 \xE2\x86\x92 other figures    Esc back");
    const paint_box box = {margin, top, canvas->width - 2.0 * margin, fmax(bottom - top - 4.0, 1.0)};
    paint_figure(d, canvas, box, figure);
    page_spot_add(canvas, box, DEBRIEF_SPOT_CLOSE, 0);
}

/* ---- the whole ---- */

static void paint_all(debrief_page *d, page_canvas *canvas)
{
    static const double share = 0.42; /* of the left column */
    const double top = page_head(canvas, d->debrief->title, d->debrief->trainee);
    const double bottom =
        page_foot(canvas,
                  "Enter choose    Tab buttons and figures    \xE2\x86\x91 \xE2\x86\x93 scroll    Esc menu") -
        bar;
    const double width = canvas->width - 2.0 * margin - gap, left = share * width;
    const paint_box card = {margin, top, left, bottom - top};
    const paint_box room = {card.x + inset, card.y + 8.0, card.w - inset - 8.0, fmax(card.h - 16.0, 1.0)};
    page_card(canvas, card);
    const double y = page_scroll_begin(&d->points, canvas, room);
    page_scroll_end(&d->points, canvas,
                    paint_left(d->debrief, canvas, room.x, y + 10.0, fmax(room.w - inset, 1.0)) - y);
    paint_figures(d, canvas, (paint_box){card.x + left + gap, top, width - left, fmax(card.h, 1.0)});
    page_buttons buttons = d->buttons;
    if (d->figure >= 0) buttons.focus = -1; /* without focus */
    page_buttons_paint(&buttons, canvas, canvas->width - margin, bottom + 15.0);
}

void debrief_paint(void *debrief, page_canvas *canvas)
{
    debrief_page *d = debrief;
    if (d->figure >= d->debrief->figure_count) {
        d->figure = -1;
        d->large = false;
    }
    if (d->large)
        paint_large(d, canvas);
    else
        paint_all(d, canvas);
}

/* ---- the page ---- */

void debrief_begin(debrief_page *d, rnd_debrief *debrief, bool (*look)(void *context), void *context)
{
    *d = (debrief_page){.debrief = debrief, .look = look, .context = context, .figure = -1, .columns = 1};
    page_buttons *b = &d->buttons;
    if (debrief->again) {
        b->list[b->count].text = "Once more";
        b->list[b->count++].answer = RND_ANSWER_AGAIN;
    }
    b->list[b->count].text = "Menu";
    b->list[b->count++].answer = RND_ANSWER_BACK;
}

void debrief_end(debrief_page *d)
{
    drawings_free(&d->drawings);
}

bool debrief_update(void *debrief)
{
    const debrief_page *d = debrief;
    return d->look != NULL && d->look(d->context);
}

/* ---- a figure, large ---- */

static int take_large(debrief_page *d, const page_event *event)
{
    const int count = d->debrief->figure_count;
    const page_key key = event->kind == PAGE_KEY ? event->key : PAGE_NO_KEY;
    if (key == PAGE_ON || key == PAGE_DOWN || key == PAGE_NEXT)
        d->figure = (d->figure + 1) % count;
    else if (key == PAGE_BACK || key == PAGE_UP || key == PAGE_BEFORE)
        d->figure = (d->figure + count - 1) % count;
    else if (key == PAGE_ESCAPE || key == PAGE_ENTER || event->kind == PAGE_PRESS)
        d->large = false;
    return PAGE_STAYS;
}

/* ---- all of it ---- */

/* Tab cycles through the buttons and the figures. */
static bool step_figure(debrief_page *d, page_key key)
{
    const int last = d->debrief->figure_count - 1;
    int to;
    switch (key) {
    case PAGE_NEXT:
        to = d->figure + 1;
        break;
    case PAGE_BEFORE:
        to = d->figure < 0 ? last : d->figure - 1;
        break;
    case PAGE_ON:
        to = d->figure < last ? d->figure + 1 : last;
        break;
    case PAGE_BACK:
        to = d->figure > 0 ? d->figure - 1 : 0;
        break;
    case PAGE_DOWN:
        to = d->figure + d->columns <= last ? d->figure + d->columns : d->figure;
        break;
    case PAGE_UP:
        to = d->figure >= d->columns ? d->figure - d->columns : d->figure;
        break;
    default:
        return false;
    }
    d->figure = to > last ? -1 : to;
    return true;
}

static int take_figure_key(debrief_page *d, page_key key)
{
    if (key == PAGE_ESCAPE) d->figure = -1;
    if (key == PAGE_ENTER) d->large = true;
    (void)step_figure(d, key);
    return PAGE_STAYS;
}

/* Keys of the buttons: after the last one, Tab goes to the figures. */
static int take_button_key(debrief_page *d, const page_event *event, const page_canvas *canvas)
{
    bool taken;
    const bool leaves = event->kind == PAGE_KEY && d->debrief->figure_count > 0 &&
                        ((event->key == PAGE_NEXT && d->buttons.focus == d->buttons.count - 1) ||
                         (event->key == PAGE_BEFORE && d->buttons.focus == 0));
    if (leaves) {
        d->buttons.focus = 0;
        (void)step_figure(d, event->key);
        return PAGE_STAYS;
    }
    const int answer = page_buttons_take(&d->buttons, event, canvas, &taken);
    if (taken) return answer;
    if (event->kind == PAGE_KEY && event->key == PAGE_ESCAPE) return RND_ANSWER_BACK;
    if (!page_scroll_take(&d->points, event)) (void)page_scroll_take(&d->figures, event);
    return PAGE_STAYS;
}

int debrief_take(void *debrief, const page_event *event, const page_canvas *canvas)
{
    debrief_page *d = debrief;
    if (d->large) return take_large(d, event);
    if (d->figure >= 0 && event->kind == PAGE_KEY) return take_figure_key(d, event->key);
    if (event->kind == PAGE_PRESS) {
        const page_spot *spot = page_spot_at(canvas, event->x, event->y);
        if (spot != NULL && spot->what == DEBRIEF_SPOT_FIGURE) {
            d->figure = spot->index;
            d->large = true;
            return PAGE_STAYS;
        }
    }
    return take_button_key(d, event, canvas);
}
