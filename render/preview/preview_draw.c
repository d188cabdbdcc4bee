/* Layout and painting of the preview: gauges, sliders, bar of time, errors, the line at the foot. */
#include "preview_internal.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- places: in any window at least a pixel large ---- */

static double side_width(const rnd_preview *p)
{
    static const double MOST = 0.4; /* of the window */
    return fmin(PREVIEW_SIDE, MOST * p->width);
}

static double bar_height(double length)
{
    return length > 0.0 ? PREVIEW_BAR : 0.0;
}

/* The place of the layout. @param length  of telemetry [s]; above 0 there is a bar of time */
static paint_box preview_stage(const rnd_preview *p, double length)
{
    return (paint_box){
        PREVIEW_MARGIN, PREVIEW_MARGIN, fmax(1.0, p->width - side_width(p) - PREVIEW_MARGIN),
        fmax(1.0, p->height - PREVIEW_MARGIN - (double)PREVIEW_FOOT - 8.0 - bar_height(length))};
}

paint_box preview_canvas(const rnd_preview *p, const double canvas[2], double length)
{
    const paint_box stage = preview_stage(p, length);
    const double scale = fmin(stage.w / canvas[0], stage.h / canvas[1]);
    const double w = scale * canvas[0], h = scale * canvas[1];
    return (paint_box){stage.x + 0.5 * (stage.w - w), stage.y + 0.5 * (stage.h - h), w, h};
}

paint_box preview_column(const rnd_preview *p)
{
    return (paint_box){p->width - side_width(p), 0.0, side_width(p),
                       fmax(1.0, p->height - (double)PREVIEW_FOOT)};
}

paint_box preview_track(const rnd_preview *p, int slider)
{
    const paint_box column = preview_column(p);
    return (paint_box){column.x + PREVIEW_MARGIN,
                       PREVIEW_MARGIN + slider * (double)PREVIEW_ROW + 26.0 - p->scroll,
                       fmax(1.0, column.w - 2.0 * PREVIEW_MARGIN), PREVIEW_TRACK};
}

double preview_most_scroll(const rnd_preview *p, int sliders)
{
    return fmax(0.0, sliders * (double)PREVIEW_ROW + PREVIEW_MARGIN - preview_column(p).h);
}

static double bar_middle(const rnd_preview *p)
{
    return p->height - PREVIEW_FOOT - 0.5 * PREVIEW_BAR;
}

paint_box preview_play_button(const rnd_preview *p)
{
    return (paint_box){PREVIEW_MARGIN, bar_middle(p) - 9.0, 18.0, 18.0};
}

paint_box preview_time_track(const rnd_preview *p)
{
    static const double BUTTON = 40.0, NUMBERS = 130.0; /* [pixels] to the left and to the right */
    const paint_box stage = preview_stage(p, 1.0);
    return (paint_box){stage.x + BUTTON, bar_middle(p) - 0.5 * PREVIEW_TRACK,
                       fmax(1.0, stage.w - BUTTON - NUMBERS), PREVIEW_TRACK};
}

bool preview_inside(paint_box box, double margin, int x, int y)
{
    return x >= box.x - margin && x <= box.x + box.w + margin && y >= box.y - margin &&
           y <= box.y + box.h + margin;
}

/* ---- pictures ---- */

static const double TEXT = 13.0, SMALL = 11.5, LARGE = 16.0; /* heights of type [pixels] */

static const paint_colour PAPER = {0.11, 0.12, 0.14, 1.0}, FOOT = {0.085, 0.09, 0.105, 1.0},
                          TEXT_INK = {0.88, 0.90, 0.92, 1.0}, DIM = {0.60, 0.63, 0.67, 1.0},
                          ACCENT = {0.34, 0.71, 0.91, 1.0}, TRACK = {0.26, 0.28, 0.32, 1.0},
                          ALARM = {1.0, 0.58, 0.42, 1.0}, PLATE = {0.10, 0.06, 0.05, 1.0};

/* Draw a text at whole pixels, or only measure it, with cr NULL. `side`: x is its left edge, its right edge
 * or its middle. */
static paint_box write_text(cairo_t *cr, double x, double y, const paint_text *how, const char *text)
{
    static const double before[] = {[PAINT_LEFT] = 0.0, [PAINT_RIGHT] = 1.0, [PAINT_CENTRE] = 0.5};
    int w, h;
    PangoLayout *layout = paint_lay_out(NULL, how, text);
    pango_layout_get_pixel_size(layout, &w, &h);
    const paint_box box = {x - before[how->side] * w, y, w, h};
    if (cr != NULL) {
        paint_set_colour(cr, how->ink);
        cairo_move_to(cr, box.x, box.y);
        pango_cairo_show_layout(cr, layout);
    }
    g_object_unref(layout);
    return box;
}

static void fill_box(cairo_t *cr, paint_box box, paint_colour ink, double opacity)
{
    paint_set_colour(cr, (paint_colour){ink.r, ink.g, ink.b, opacity});
    cairo_rectangle(cr, box.x, box.y, box.w, box.h);
    cairo_fill(cr);
}

/* ---- layout ---- */

/* Backgrounds behind a display: sky over sand, night, snow, or grey. */
static void paint_backdrop(cairo_t *cr, paint_box box, int backdrop)
{
    typedef struct outdoors {
        paint_colour sky, horizon, ground, foreground;
    } outdoors;
    static const outdoors all[PREVIEW_BACKDROPS] = {
        {{0.42, 0.62, 0.86, 1.0}, {0.78, 0.86, 0.93, 1.0}, {0.74, 0.65, 0.49, 1.0}, {0.62, 0.52, 0.37, 1.0}},
        {{0.02, 0.03, 0.07, 1.0}, {0.06, 0.08, 0.13, 1.0}, {0.07, 0.065, 0.06, 1.0}, {0.03, 0.03, 0.03, 1.0}},
        {{0.84, 0.89, 0.95, 1.0}, {0.95, 0.96, 0.98, 1.0}, {0.97, 0.97, 0.98, 1.0}, {0.90, 0.91, 0.94, 1.0}},
        {{0.42, 0.42, 0.42, 1.0}, {0.42, 0.42, 0.42, 1.0}, {0.42, 0.42, 0.42, 1.0}, {0.42, 0.42, 0.42, 1.0}}};
    static const double HORIZON = 0.45; /* of the height, from above */
    const outdoors *o = &all[backdrop];
    const paint_colour stops[] = {o->sky, o->horizon, o->ground, o->foreground};
    const double at[] = {0.0, HORIZON, HORIZON + 0.004, 1.0};
    cairo_pattern_t *fill = cairo_pattern_create_linear(0.0, box.y, 0.0, box.y + box.h);
    for (int i = 0; i < 4; i++)
        cairo_pattern_add_color_stop_rgb(fill, at[i], stops[i].r, stops[i].g, stops[i].b);
    cairo_set_source(cr, fill);
    cairo_rectangle(cr, box.x, box.y, box.w, box.h);
    cairo_fill(cr);
    cairo_pattern_destroy(fill);
}

/* A picture of this scale is copied, another one is stretched until the display is rebuilt. */
static void paint_gauge(cairo_t *cr, paint_box canvas, double scale, const rnd_hud_gauge_view *view)
{
    if (!view->visible) return;
    const union {
        const uint8_t *shown;
        unsigned char *any;
    } pixels = {.shown = view->pixels}; /* cairo does not write to a source */
    cairo_surface_t *picture = cairo_image_surface_create_for_data(pixels.any, CAIRO_FORMAT_ARGB32,
                                                                   view->width, view->height, view->stride);
    const double stretch = scale * view->size[0] / view->width;
    cairo_save(cr);
    cairo_translate(cr, round(canvas.x + scale * view->at[0]), round(canvas.y + scale * view->at[1]));
    if (fabs(stretch - 1.0) * view->width > 0.5) cairo_scale(cr, stretch, stretch);
    cairo_set_source_surface(cr, picture, 0.0, 0.0);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(picture);
}

static void paint_layout(cairo_t *cr, const rnd_preview *p, const rnd_preview_content *content)
{
    static const double DIMMED = 0.6;
    if (content->hud == NULL) return;
    const paint_box canvas = preview_canvas(p, content->canvas, content->length);
    cairo_save(cr);
    cairo_rectangle(cr, canvas.x, canvas.y, canvas.w, canvas.h);
    cairo_clip(cr);
    paint_backdrop(cr, canvas, p->backdrop);
    for (int i = 0; i < rnd_hud_gauge_count(content->hud); i++) {
        const rnd_hud_gauge_view view = rnd_hud_gauge(content->hud, i);
        paint_gauge(cr, canvas, canvas.w / content->canvas[0], &view);
    }
    if (!hl_report_clean(content->report)) fill_box(cr, canvas, (paint_colour){0.0, 0.0, 0.0, 1.0}, DIMMED);
    cairo_restore(cr);
}

/* ---- sliders ---- */

static void paint_track(cairo_t *cr, paint_box track, double from, double to, paint_colour ink)
{
    static const double KNOB = 7.0; /* [pixels] */
    fill_box(cr, track, TRACK, 1.0);
    fill_box(cr, (paint_box){track.x + fmin(from, to) * track.w, track.y, fabs(to - from) * track.w, track.h},
             ink, 1.0);
    cairo_arc(cr, track.x + to * track.w, track.y + 0.5 * track.h, KNOB, 0.0, 2.0 * acos(-1.0));
    cairo_fill(cr);
}

/* As many digits as the slider resolves, and no negative zero. */
static void print_value(const rnd_slider *slider, char *text, size_t size)
{
    static const double STEPS = 100.0; /* resolution of a hand */
    enum { MOST = 6 };
    const bool plain = strcmp(slider->unit, "1") == 0;
    const double step = slider->step > 0.0 ? slider->step : (slider->high - slider->low) / STEPS;
    const int decimals = (int)hl_clamp(ceil(-log10(step) - 1e-9), 0.0, MOST);
    const double ten = pow(10.0, decimals), rounded = round(slider->value * ten) / ten;
    if (!isfinite(slider->value))
        snprintf(text, size, "--");
    else
        snprintf(text, size, "%.*f%s%s", decimals, rounded + 0.0, plain ? "" : " ",
                 plain ? "" : slider->unit);
}

static double share_of(const rnd_slider *slider, double value)
{
    const double share = (value - slider->low) / (slider->high - slider->low);
    return isfinite(share) ? hl_clamp(share, 0.0, 1.0) : 0.0;
}

static void paint_slider(cairo_t *cr, const rnd_preview *p, const rnd_preview_content *content, int index)
{
    static const double ABOVE = 24.0, GAP = 12.0; /* [pixels]: of the words over the track; between them */
    const rnd_slider *slider = &content->sliders[index];
    const bool by_hand = content->length > 0.0 && !slider->recorded;
    const paint_box track = preview_track(p, index);
    char number[64], value[96];
    print_value(slider, number, sizeof number);
    snprintf(value, sizeof value, "%s%s", by_hand ? "not recorded   " : "", number);
    const paint_box written = write_text(cr, track.x + track.w, track.y - ABOVE,
                                         &(paint_text){.size = TEXT,
                                                       .side = PAINT_RIGHT,
                                                       .ink = ACCENT,
                                                       .first = by_hand ? strlen("not recorded") : 0,
                                                       .first_ink = DIM},
                                         value);
    write_text(cr, track.x, track.y - ABOVE,
               &(paint_text){
                   .size = TEXT, .width = fmax(1.0, track.w - written.w - GAP), .lines = 1, .ink = TEXT_INK},
               slider->name);
    paint_track(cr, track, share_of(slider, 0.0), share_of(slider, slider->value), ACCENT);
}

/* A thin bar at the right shows that there is more. */
static void paint_scroll(cairo_t *cr, const rnd_preview *p, int sliders)
{
    static const double WIDTH = 4.0; /* [pixels] */
    const paint_box column = preview_column(p);
    const double most = preview_most_scroll(p, sliders), whole = column.h + most;
    if (most <= 0.0) return;
    fill_box(cr,
             (paint_box){column.x + column.w - WIDTH - 2.0, column.h * p->scroll / whole, WIDTH,
                         column.h * column.h / whole},
             TRACK, 1.0);
}

static void paint_sliders(cairo_t *cr, const rnd_preview *p, const rnd_preview_content *content)
{
    const paint_box column = preview_column(p);
    cairo_save(cr);
    cairo_rectangle(cr, column.x, column.y, column.w, column.h);
    cairo_clip(cr);
    for (int i = 0; i < content->slider_count; i++) {
        const double y = preview_track(p, i).y;
        if (y > -PREVIEW_ROW && y < column.h + PREVIEW_ROW) paint_slider(cr, p, content, i);
    }
    paint_scroll(cr, p, content->slider_count);
    cairo_restore(cr);
}

/* ---- time ---- */

static void paint_button(cairo_t *cr, paint_box box, bool playing)
{
    paint_set_colour(cr, TEXT_INK);
    if (playing) {
        cairo_rectangle(cr, box.x + 2.0, box.y, 5.0, box.h);
        cairo_rectangle(cr, box.x + 11.0, box.y, 5.0, box.h);
    } else {
        cairo_move_to(cr, box.x + 2.0, box.y);
        cairo_line_to(cr, box.x + box.w, box.y + 0.5 * box.h);
        cairo_line_to(cr, box.x + 2.0, box.y + box.h);
        cairo_close_path(cr);
    }
    cairo_fill(cr);
}

static void paint_time(cairo_t *cr, const rnd_preview *p, const rnd_preview_content *content)
{
    if (content->length <= 0.0) return;
    const paint_box track = preview_time_track(p), stage = preview_stage(p, content->length);
    char text[64];
    paint_button(cr, preview_play_button(p), content->playing);
    paint_track(cr, track, 0.0, hl_clamp(content->time / content->length, 0.0, 1.0), ACCENT);
    snprintf(text, sizeof text, "%.1f of %.1f s", content->time, content->length);
    write_text(cr, stage.x + stage.w, track.y - 5.0,
               &(paint_text){.size = TEXT, .side = PAINT_RIGHT, .ink = TEXT_INK}, text);
}

/* ---- complaints ---- */

typedef struct sheet {
    paint_box box;    /* of the text */
    double y;         /* where the next line goes */
    cairo_t *cr;      /* NULL: only measured */
    double line_left; /* height of the last line [pixels] */
} sheet;

static void put(sheet *s, double size, paint_colour ink, size_t bold, const char *text)
{
    static const double GAP = 7.0; /* [pixels] between paragraphs */
    s->y += write_text(
                s->cr, s->box.x, s->y,
                &(paint_text){.size = size, .width = s->box.w, .ink = ink, .first = bold, .first_ink = ALARM},
                text)
                .h +
            GAP;
}

static void put_headline(sheet *s, const rnd_preview_content *content)
{
    const hl_report *report = content->report;
    char text[160];
    const size_t bold =
        (size_t)snprintf(text, sizeof text, "%s%d error%s", report->dropped > 0 ? "more than " : "",
                         report->count, report->count == 1 ? "" : "s");
    if (content->hud != NULL)
        snprintf(text + bold, sizeof text - bold, "   \u00b7   behind it the last picture without");
    put(s, LARGE, DIM, bold, text);
}

/* As hl_report_line, but without unknown places. */
static size_t print_complaint(const hl_report *report, int index, char *line, size_t size)
{
    const hl_complaint *complaint = &report->list[index];
    if (complaint->place.line > 0)
        hl_report_line(report, index, line, size);
    else
        snprintf(line, size, "%s: %s", report->file, complaint->text);
    return strlen(line) - strlen(complaint->text);
}

/* The place in bold, then the error; errors that do not fit are counted. */
static void put_complaints(sheet *s, const hl_report *report)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    int i = 0;
    for (; i < report->count && (i == 0 || s->y + s->line_left < s->box.y + s->box.h); i++) {
        const size_t place = print_complaint(report, i, line, sizeof line);
        put(s, TEXT + 1.0, TEXT_INK, place, line);
    }
    const int left = report->count + report->dropped - i;
    if (left == 0) return;
    snprintf(line, sizeof line, "... and %d more", left);
    put(s, TEXT, DIM, 0, line);
}

static void paint_report(cairo_t *cr, const rnd_preview *p, const rnd_preview_content *content)
{
    static const double EDGE = 5.0, INSIDE = 18.0; /* [pixels]: of the plate, from it to the text */
    if (hl_report_clean(content->report)) return;
    const paint_box stage = preview_stage(p, content->length);
    const double w = fmin(stage.w, 900.0);
    const paint_box plate = {stage.x + 0.5 * (stage.w - w), stage.y, w, stage.h};
    sheet s = {.box = {plate.x + INSIDE + EDGE, plate.y + INSIDE, fmax(1.0, plate.w - 2.0 * INSIDE - EDGE),
                       plate.h - 2.0 * INSIDE},
               .line_left = 3.0 * LARGE};
    for (int drawn = 0; drawn < 2; drawn++) {
        s.y = s.box.y;
        put_headline(&s, content);
        put_complaints(&s, content->report);
        const double h = fmin(s.y - plate.y + INSIDE - 7.0, stage.h);
        if (drawn) break;
        cairo_save(cr);
        cairo_rectangle(cr, plate.x, plate.y, plate.w, h);
        cairo_clip(cr);
        fill_box(cr, (paint_box){plate.x, plate.y, plate.w, h}, PLATE, 0.94);
        fill_box(cr, (paint_box){plate.x, plate.y, EDGE, h}, ALARM, 1.0);
        s.cr = cr;
    }
    cairo_restore(cr);
}

/* ---- foot ---- */

/* The dot of the canvas under the mouse, as for `at`. */
static void print_dot(const rnd_preview *p, const rnd_preview_content *content, char *text, size_t size)
{
    const paint_box canvas = preview_canvas(p, content->canvas, content->length);
    text[0] = '\0';
    if (content->hud == NULL || !preview_inside(canvas, 0.0, p->mouse[0], p->mouse[1])) return;
    const double dots = content->canvas[0] / canvas.w;
    snprintf(text, size, "   \u00b7   at [%.0f, %.0f]", dots * (p->mouse[0] - canvas.x),
             dots * (p->mouse[1] - canvas.y));
}

static void paint_foot(cairo_t *cr, const rnd_preview *p, const rnd_preview_content *content)
{
    const paint_box foot = {0.0, p->height - (double)PREVIEW_FOOT, p->width, PREVIEW_FOOT};
    const double y = foot.y + 0.5 * (PREVIEW_FOOT - 1.3 * SMALL);
    char dot[64], text[600];
    fill_box(cr, foot, FOOT, 1.0);
    const paint_box hints =
        write_text(cr, p->width - (double)PREVIEW_MARGIN, y,
                   &(paint_text){.size = SMALL, .side = PAINT_RIGHT, .ink = DIM},
                   content->length > 0.0 ? "Space plays   Left, Right seek   B background   Esc ends"
                                         : "B background   Esc ends");
    print_dot(p, content, dot, sizeof dot);
    snprintf(text, sizeof text, "%s%s", content->note, dot);
    write_text(
        cr, PREVIEW_MARGIN, y,
        &(paint_text){
            .size = SMALL, .width = fmax(1.0, hints.x - 2.0 * PREVIEW_MARGIN), .lines = 1, .ink = TEXT_INK},
        text);
}

/* ---- the whole ---- */

void preview_paint(const rnd_preview *p, cairo_surface_t *surface, const rnd_preview_content *content)
{
    cairo_t *cr = cairo_create(surface);
    fill_box(cr, (paint_box){0.0, 0.0, p->width, p->height}, PAPER, 1.0);
    paint_layout(cr, p, content);
    paint_time(cr, p, content);
    paint_report(cr, p, content);
    paint_sliders(cr, p, content);
    paint_foot(cr, p, content);
    cairo_destroy(cr);
}
