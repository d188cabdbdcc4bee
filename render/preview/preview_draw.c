/* How the preview looks: layout, sliders, bar of time, complaints. */
#include "preview_internal.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>

static const double TEXT = 13.0, SMALL = 11.0; /* heights of type [pixels] */

typedef struct ink {
    double r, g, b;
} ink;

static const ink PAPER = {0.11, 0.12, 0.14}, TEXT_INK = {0.88, 0.90, 0.92}, DIM = {0.55, 0.58, 0.62},
                 ACCENT = {0.34, 0.71, 0.91}, TRACK = {0.26, 0.28, 0.32}, ALARM = {1.0, 0.55, 0.40};

static void use(cairo_t *cr, ink colour)
{
    cairo_set_source_rgb(cr, colour.r, colour.g, colour.b);
}

/* Text with its upper left corner at (x, y), or its upper right one; lines are broken at `width` when it is
 * above 0.
 * @return its height [pixels] */
static double write(cairo_t *cr, double x, double y, double size, double width, bool right, const char *text)
{
    PangoLayout *layout = pango_cairo_create_layout(cr);
    PangoFontDescription *font = pango_font_description_from_string("DejaVu Sans");
    int w, h;
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    if (width > 0.0) pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_text(layout, text, -1);
    pango_layout_get_pixel_size(layout, &w, &h);
    cairo_move_to(cr, right ? x - w : x, y);
    pango_cairo_show_layout(cr, layout);
    pango_font_description_free(font);
    g_object_unref(layout);
    return h;
}

/* ---- layout ---- */

/* What a windshield shows behind a display: sky over sand, night, snow; or nothing, as squares. */
static void paint_backdrop(cairo_t *cr, preview_box box, int backdrop)
{
    static const double outdoors[PREVIEW_BACKDROPS][2][3] = {{{0.58, 0.74, 0.90}, {0.78, 0.66, 0.47}},
                                                             {{0.03, 0.04, 0.08}, {0.05, 0.05, 0.05}},
                                                             {{0.92, 0.94, 0.97}, {0.97, 0.97, 0.98}},
                                                             {{0.42, 0.42, 0.42}, {0.42, 0.42, 0.42}}};
    const double(*c)[3] = outdoors[backdrop];
    cairo_pattern_t *fill = cairo_pattern_create_linear(0.0, box.y, 0.0, box.y + box.h);
    cairo_pattern_add_color_stop_rgb(fill, 0.0, c[0][0], c[0][1], c[0][2]);
    cairo_pattern_add_color_stop_rgb(fill, 0.45, 0.5 * (c[0][0] + 1.0 * c[0][0]), c[0][1], c[0][2]);
    cairo_pattern_add_color_stop_rgb(fill, 0.47, c[1][0], c[1][1], c[1][2]);
    cairo_pattern_add_color_stop_rgb(fill, 1.0, 0.8 * c[1][0], 0.8 * c[1][1], 0.8 * c[1][2]);
    cairo_set_source(cr, fill);
    cairo_rectangle(cr, box.x, box.y, box.w, box.h);
    cairo_fill(cr);
    cairo_pattern_destroy(fill);
}

static void paint_gauge(cairo_t *cr, preview_box canvas, double scale, const rnd_hud_gauge_view *view)
{
    if (!view->visible) return;
    cairo_surface_t *picture =
        cairo_image_surface_create_for_data((unsigned char *)(uintptr_t)view->pixels, CAIRO_FORMAT_ARGB32,
                                            view->width, view->height, view->stride);
    cairo_set_source_surface(cr, picture, round(canvas.x + scale * view->at[0]),
                             round(canvas.y + scale * view->at[1]));
    cairo_paint(cr);
    cairo_surface_destroy(picture);
}

static void paint_layout(cairo_t *cr, const rnd_preview *p, const rnd_preview_content *content)
{
    if (content->hud == NULL) return;
    const preview_box canvas = preview_canvas(p, content->canvas, 1.0);
    cairo_save(cr);
    cairo_rectangle(cr, canvas.x, canvas.y, canvas.w, canvas.h);
    cairo_clip(cr);
    paint_backdrop(cr, canvas, p->backdrop);
    for (int i = 0; i < rnd_hud_gauge_count(content->hud); i++) {
        const rnd_hud_gauge_view view = rnd_hud_gauge(content->hud, i);
        paint_gauge(cr, canvas, canvas.w / content->canvas[0], &view);
    }
    if (!hl_report_clean(content->report)) {
        cairo_set_source_rgba(cr, 0.0, 0.0, 0.0, 0.55);
        cairo_paint(cr);
    }
    cairo_restore(cr);
}

/* ---- sliders ---- */

static void paint_track(cairo_t *cr, preview_box track, double share)
{
    static const double KNOB = 7.0; /* [pixels] */
    use(cr, TRACK);
    cairo_rectangle(cr, track.x, track.y, track.w, track.h);
    cairo_fill(cr);
    use(cr, ACCENT);
    cairo_rectangle(cr, track.x, track.y, share * track.w, track.h);
    cairo_fill(cr);
    cairo_arc(cr, track.x + share * track.w, track.y + 0.5 * track.h, KNOB, 0.0, 2.0 * G_PI);
    cairo_fill(cr);
}

static void paint_slider(cairo_t *cr, const rnd_preview *p, const rnd_slider *slider, int index)
{
    const preview_box track = preview_track(p, index);
    const double share = (slider->value - slider->low) / (slider->high - slider->low);
    char value[64];
    const bool plain = slider->unit[0] == '1' && slider->unit[1] == '\0';
    snprintf(value, sizeof value, "%.4g %s", slider->value, plain ? "" : slider->unit);
    use(cr, TEXT_INK);
    write(cr, track.x, track.y - 24.0, TEXT, 0.0, false, slider->name);
    use(cr, ACCENT);
    write(cr, track.x + track.w, track.y - 24.0, TEXT, 0.0, true, value);
    paint_track(cr, track, fmin(fmax(share, 0.0), 1.0));
}

static void paint_time(cairo_t *cr, const rnd_preview *p, const rnd_preview_content *content)
{
    const preview_box track = preview_time_track(p);
    char text[64];
    if (content->length <= 0.0) return;
    use(cr, TEXT_INK);
    write(cr, PREVIEW_MARGIN, track.y - 8.0, TEXT + 4.0, 0.0, false,
          content->playing ? "\u275a\u275a" : "\u25b6");
    snprintf(text, sizeof text, "%.2f s", content->time);
    write(cr, track.x + track.w + 64.0, track.y - 6.0, TEXT, 0.0, true, text);
    paint_track(cr, track, content->time / content->length);
}

/* ---- complaints ---- */

static void paint_report(cairo_t *cr, const rnd_preview *p, const hl_report *report)
{
    const double width = p->width - PREVIEW_SIDE - 4.0 * PREVIEW_MARGIN;
    double y = 2.0 * PREVIEW_MARGIN;
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    for (int i = 0; i < report->count && y < p->height - 3.0 * PREVIEW_MARGIN; i++) {
        hl_report_line(report, i, line, sizeof line);
        use(cr, ALARM);
        y += write(cr, 2.0 * PREVIEW_MARGIN, y, TEXT + 1.0, width, false, line) + 6.0;
    }
}

/* ---- the whole ---- */

void preview_paint(const rnd_preview *p, const rnd_preview_content *content)
{
    cairo_t *cr = cairo_create(p->surface);
    use(cr, PAPER);
    cairo_paint(cr);
    paint_layout(cr, p, content);
    for (int i = 0; i < content->slider_count; i++) paint_slider(cr, p, &content->sliders[i], i);
    paint_time(cr, p, content);
    paint_report(cr, p, content->report);
    use(cr, DIM);
    write(cr, p->width - PREVIEW_SIDE + (double)PREVIEW_MARGIN, p->height - 20.0, SMALL, 0.0, false,
          "B backdrop   Space play   Esc end");
    cairo_destroy(cr);
}
