/* The halo: a dark stroke; of two, the wider the fainter, it looks soft. Text gets its copies on a circle:
 * glyphs are kept by cairo, their outlines are not. */
#include "pen.h"

#include "auth/quantity.h"
#include "hl/report.h"
#include "rnd/hud.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- fonts ---- */

bool hud_fonts_begin(hud_fonts *fonts)
{
    fonts->least = 0.0;
    fonts->map = pango_cairo_font_map_new();
    fonts->context = fonts->map ? pango_font_map_create_context(fonts->map) : NULL;
    if (!fonts->context) return false;
    /* Glyphs of any scale stand where they stand at any other: no hints, no rounding. */
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(fonts->context, options);
    pango_cairo_context_set_resolution(fonts->context, 72.0); /* a point is a dot */
    pango_context_set_round_glyph_positions(fonts->context, FALSE);
    cairo_font_options_destroy(options);
    return true;
}

void hud_fonts_end(hud_fonts *fonts)
{
    if (fonts->context) g_object_unref(fonts->context);
    if (fonts->map) g_object_unref(fonts->map);
    *fonts = (hud_fonts){NULL, NULL, 0.0};
}

/* The installed family that fontconfig draws a family with: itself where it is installed. */
static void hud_fonts_stand_in(const hud_fonts *fonts, const char *family, char *name, size_t size)
{
    PangoFontDescription *wanted = pango_font_description_new();
    pango_font_description_set_family(wanted, family);
    PangoFont *font = pango_font_map_load_font(fonts->map, fonts->context, wanted);
    PangoFontDescription *got = font ? pango_font_describe(font) : NULL;
    snprintf(name, size, "%s", got ? pango_font_description_get_family(got) : "none");
    if (got) pango_font_description_free(got);
    if (font) g_object_unref(font);
    pango_font_description_free(wanted);
}

/* Whether a family is installed. Names do not heed case.
 *  @param nearest  out: the installed family with the nearest spelling; empty: no near one */
static bool hud_fonts_have_glyph(const hud_fonts *fonts, const char *family, char *nearest, size_t size)
{
    PangoFontFamily **families = NULL;
    int count = 0;
    bool found = false;
    hl_nearest spelling = hl_spelling_begin(family);
    pango_font_map_list_families(fonts->map, &families, &count);
    for (int i = 0; i < count; i++) {
        const char *name = pango_font_family_get_name(families[i]);
        if (strcasecmp(name, family) == 0) found = true;
        hl_spelling_offer(&spelling, name);
    }
    snprintf(nearest, size, "%s", spelling.best ? spelling.best : "");
    g_free(families);
    return found;
}

/* ---- texts ---- */

double hud_text_size(double wanted)
{
    static const double ladder[] = {6,  7,  8,  9,  10, 11, 12, 14, 16, 18, 20,  22,  25,  28,
                                    32, 36, 40, 45, 50, 56, 64, 72, 80, 90, 100, 112, 128, 144};
    double size = ladder[0];
    for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++)
        if (ladder[i] <= wanted) size = ladder[i];
    return size;
}

void hud_text_begin(hud_text *text, const hud_fonts *fonts, const char *family, double size, bool bold)
{
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, family);
    pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    text->layout = pango_layout_new(fonts->context);
    text->size = size;
    text->least = 0.0;
    pango_layout_set_font_description(text->layout, font);
    pango_font_description_free(font);

    PangoAttrList *features = pango_attr_list_new(); /* digits of one width */
    pango_attr_list_insert(features, pango_attr_font_features_new("tnum=1"));
    pango_layout_set_attributes(text->layout, features);
    pango_attr_list_unref(features);

    PangoRectangle ink;
    hud_text_set(text, "0");
    pango_layout_line_get_extents(pango_layout_get_line_readonly(text->layout, 0), &ink, NULL);
    text->rise = (double)PANGO_ASCENT(ink) / PANGO_SCALE;
    hud_text_set(text, "");
}

void hud_text_end(hud_text *text)
{
    if (text->layout) g_object_unref(text->layout);
    text->layout = NULL;
}

void hud_text_set(const hud_text *text, const char *words)
{
    pango_layout_set_text(text->layout, words, -1);
}

void hud_text_wrap(const hud_text *text, double width)
{
    pango_layout_set_width(text->layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(text->layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(text->layout, PANGO_ALIGN_CENTER);
}

static PangoRectangle extents(const hud_text *text)
{
    PangoRectangle logical = {0, 0, 0, 0};
    if (text->layout) pango_layout_get_extents(text->layout, NULL, &logical);
    return logical;
}

double hud_text_width(const hud_text *text)
{
    return (double)extents(text).width / PANGO_SCALE;
}

double hud_text_height(const hud_text *text)
{
    return (double)extents(text).height / PANGO_SCALE;
}

double hud_text_left(const hud_text *text)
{
    return (double)extents(text).x / PANGO_SCALE;
}

/* ---- characters that no font has ---- */

/* Whether the letters of a layout can be drawn: families that are not installed, characters that no font has.
 */

enum { NAMED = 4 /* characters that a warning names */, FAMILY = 120, QUOTED = 60, LIST = 160 };

static bool has_words(const auth_gauge *gauge)
{
    return gauge->kind != AUTH_GAUGE_IMAGE;
}

/* Each family once: many gauges have the layout's. */
static bool was_asked_before(const auth_hud *layout, int gauge)
{
    for (int i = 0; i < gauge; i++)
        if (has_words(&layout->gauges[i]) && strcmp(layout->gauges[i].font, layout->gauges[gauge].font) == 0)
            return true;
    return false;
}

static void check_family(const hud_fonts *fonts, const auth_gauge *gauge, hl_report *warnings)
{
    char nearest[FAMILY], instead[FAMILY], quoted[QUOTED];
    if (hud_fonts_have_glyph(fonts, gauge->font, nearest, sizeof nearest)) return;
    hud_fonts_stand_in(fonts, gauge->font, instead, sizeof instead);
    hl_report_add(
        warnings, gauge->font_place,
        "the font '%s' is not installed; its words are drawn in '%s'%s%s%s (`fc-list : family` lists "
        "all that are installed)",
        auth_quote(gauge->font, quoted, sizeof quoted), instead, nearest[0] ? "; did you mean '" : "",
        nearest, nearest[0] ? "'?" : "");
}

static int count_unknown(const hud_text *text, const char *words)
{
    hud_text_set(text, words);
    return pango_layout_get_unknown_glyphs_count(text->layout);
}

/* "'x' (U+0078), ..." of those characters that are drawn as boxes, each once. */
static void list_unknown(const hud_text *text, const char *words, char list[LIST])
{
    gunichar seen[NAMED];
    int count = 0;
    size_t used = 0;
    list[0] = '\0';
    for (const char *at = words; *at != '\0'; at = g_utf8_next_char(at)) {
        const gunichar c = g_utf8_get_char(at);
        char one[8];
        bool named = false;
        one[g_unichar_to_utf8(c, one)] = '\0';
        for (int i = 0; i < count && i < NAMED; i++) named |= seen[i] == c;
        if (named || count_unknown(text, one) == 0) continue;
        if (count == NAMED) {
            snprintf(list + used, LIST - used, " and others");
            return;
        }
        used += (size_t)snprintf(list + used, LIST - used, "%s'%s' (U+%04X)", count > 0 ? ", " : "", one, c);
        seen[count++] = c;
    }
}

/* Warn of the characters of a text that neither its family nor any font that stands in for it has.
 *  @param words  UTF-8; NULL: nothing */
static void hud_warn_words(const hud_fonts *fonts, const char *family, const char *words, hl_place place,
                           hl_report *warnings)
{
    char quoted[QUOTED], list[LIST];
    hud_text text;
    if (words == NULL || words[0] == '\0' || !g_utf8_validate(words, -1, NULL)) return;
    hud_text_begin(&text, fonts, family, 16.0, false);
    if (count_unknown(&text, words) > 0) {
        list_unknown(&text, words, list);
        hl_report_add(
            warnings, place,
            "no installed font has %s of the text '%s', which is drawn with boxes; install a font that "
            "has them, or write it otherwise",
            list, auth_quote(words, quoted, sizeof quoted));
    }
    hud_text_end(&text);
}

void rnd_hud_warn_fonts(const auth_hud *layout, hl_report *warnings)
{
    hud_fonts fonts;
    const bool begun = hud_fonts_begin(&fonts);
    for (int i = 0; begun && i < layout->gauge_count; i++) {
        const auth_gauge *gauge = &layout->gauges[i];
        if (!has_words(gauge)) continue;
        if (!was_asked_before(layout, i)) check_family(&fonts, gauge, warnings);
        hud_warn_words(&fonts, gauge->font, gauge->label, gauge->place, warnings);
        hud_warn_words(&fonts, gauge->font, gauge->text, gauge->place, warnings);
        hud_warn_words(&fonts, gauge->font, gauge->unit_text, gauge->place, warnings);
    }
    hud_fonts_end(&fonts);
}

static const struct {
    double reach, opacity; /* beyond the ink [dots], 1 */
} hard = {1.8, 0.45}, soft[] = {{2.6, 0.22}, {1.3, 0.34}};
enum { COPIES = 8 };
static const double copy_reach = 1.3, copy_opacity = 0.17; /* [dots], 1 */

static void set_colour(const hud_pen *pen, auth_colour colour)
{
    paint_set_colour(pen->c,
                     (paint_colour){colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, colour.a / 255.0});
}

/* As dark as the ink is there. */
static void set_dark(const hud_pen *pen, auth_colour ink, double opacity)
{
    cairo_set_source_rgba(pen->c, 0.0, 0.0, 0.0, opacity * ink.a / 255.0);
}

auth_colour hud_faded(auth_colour colour, double share)
{
    colour.a = (uint8_t)lround(share * colour.a);
    return colour;
}

double hud_edge(const hud_pen *pen, double at)
{
    return pen->pixel * floor(at / pen->pixel + 0.5);
}

/* A width that is a whole number of pixels, at least one [dots]. */
static double whole_dots(const hud_pen *pen, double width)
{
    return pen->pixel * fmax(1.0, floor(width / pen->pixel + 0.5));
}

/* ---- paths ---- */

static void stroke_halo(const hud_pen *pen, double width, auth_colour ink)
{
    const int count = pen->soft ? (int)(sizeof soft / sizeof *soft) : 1;
    for (int i = 0; i < count; i++) {
        set_dark(pen, ink, pen->soft ? soft[i].opacity : hard.opacity);
        cairo_set_line_width(pen->c, width + 2.0 * (pen->soft ? soft[i].reach : hard.reach));
        cairo_stroke_preserve(pen->c);
    }
}

void hud_stroke(const hud_pen *pen, double width, auth_colour colour)
{
    if (pen->halo) {
        stroke_halo(pen, width, colour);
    } else {
        set_colour(pen, colour);
        cairo_set_line_width(pen->c, width);
        cairo_stroke_preserve(pen->c);
    }
    cairo_new_path(pen->c);
}

void hud_fill(const hud_pen *pen, auth_colour colour)
{
    if (pen->halo) {
        stroke_halo(pen, 0.0, colour);
    } else {
        set_colour(pen, colour);
        cairo_fill_preserve(pen->c);
    }
    cairo_new_path(pen->c);
}

void hud_plate(const hud_pen *pen, auth_colour colour)
{
    if (pen->halo && colour.a > 0) {
        set_colour(pen, colour);
        cairo_fill_preserve(pen->c);
    }
    cairo_new_path(pen->c);
}

void hud_panel(const hud_pen *pen, paint_box box, double radius, auth_colour colour, auth_colour ink)
{
    static const double hairline = 0.22; /* opacity */
    const double w = whole_dots(pen, 1.0), left = hud_edge(pen, box.x), top = hud_edge(pen, box.y);
    const double right = hud_edge(pen, box.x + box.w), bottom = hud_edge(pen, box.y + box.h);
    if (colour.a == 0) return;
    paint_round_box(pen->c, (paint_box){left, top, right - left, bottom - top}, radius);
    hud_plate(pen, colour);
    if (pen->halo) return; /* the plate's edge needs none */
    paint_round_box(pen->c, (paint_box){left + 0.5 * w, top + 0.5 * w, right - left - w, bottom - top - w},
                    radius - 0.5 * w);
    hud_stroke(pen, w, hud_faded(ink, hairline));
}

void hud_disc(const hud_pen *pen, double x, double y, double radius, auth_colour colour)
{
    static const double full = 0.88; /* of the radius: from there it fades */
    if (!pen->halo || colour.a == 0) return;
    const double r = colour.r / 255.0, g = colour.g / 255.0, b = colour.b / 255.0, a = colour.a / 255.0;
    cairo_pattern_t *fade = cairo_pattern_create_radial(x, y, full * radius, x, y, radius);
    cairo_pattern_add_color_stop_rgba(fade, 0.0, r, g, b, a);
    cairo_pattern_add_color_stop_rgba(fade, 0.6, r, g, b, 0.6 * a);
    cairo_pattern_add_color_stop_rgba(fade, 1.0, r, g, b, 0.0);
    cairo_set_source(pen->c, fade);
    cairo_arc(pen->c, x, y, radius, 0.0, 2.0 * HUD_PI);
    cairo_fill(pen->c);
    cairo_pattern_destroy(fade);
}

void hud_arc(const hud_pen *pen, double x, double y, double radius, double start, double sweep)
{
    const double from = start - 0.5 * HUD_PI, to = from + sweep; /* cairo counts from the right */
    if (sweep >= 0.0)
        cairo_arc(pen->c, x, y, radius, from, to);
    else
        cairo_arc_negative(pen->c, x, y, radius, from, to);
}

void hud_line_across(const hud_pen *pen, double x0, double x1, double y, double width, auth_colour colour)
{
    const double w = whole_dots(pen, width), left = hud_edge(pen, x0);
    cairo_rectangle(pen->c, left, hud_edge(pen, y - 0.5 * w), hud_edge(pen, x1) - left, w);
    hud_fill(pen, colour);
}

void hud_line_down(const hud_pen *pen, double x, double y0, double y1, double width, auth_colour colour)
{
    const double w = whole_dots(pen, width), top = hud_edge(pen, y0);
    cairo_rectangle(pen->c, hud_edge(pen, x - 0.5 * w), top, w, hud_edge(pen, y1) - top);
    hud_fill(pen, colour);
}

/* ---- text ---- */

static void show(const hud_pen *pen, const hud_text *text, bool block)
{
    if (block)
        pango_cairo_show_layout(pen->c, text->layout);
    else
        pango_cairo_show_layout_line(pen->c, pango_layout_get_line_readonly(text->layout, 0));
}

/* Copies around the origin, from glyphs that cairo keeps. */
static void write_halo(const hud_pen *pen, const hud_text *text, bool block, auth_colour ink)
{
    set_dark(pen, ink, copy_opacity);
    for (int i = 0; i < COPIES; i++) {
        const double angle = 2.0 * HUD_PI * i / COPIES;
        cairo_move_to(pen->c, copy_reach * cos(angle), copy_reach * sin(angle));
        show(pen, text, block);
    }
    cairo_new_path(pen->c);
}

/* Words as paths: kept glyphs stand at whole pixels only, which tears small words apart. Numbers that change
 * bear it, and are drawn in a tenth of the time. */
static void write_ink(const hud_pen *pen, const hud_text *text, bool block, auth_colour ink)
{
    set_colour(pen, ink);
    cairo_move_to(pen->c, 0.0, 0.0);
    if (!pen->soft)
        show(pen, text, block);
    else if (block)
        pango_cairo_layout_path(pen->c, text->layout);
    else
        pango_cairo_layout_line_path(pen->c, pango_layout_get_line_readonly(text->layout, 0));
    cairo_fill(pen->c);
}

/* At the origin: one line at its baseline, or a block at its upper left corner. */
static void write_at(const hud_pen *pen, const hud_text *text, bool block, auth_colour colour)
{
    if (pen->halo)
        write_halo(pen, text, block, colour);
    else
        write_ink(pen, text, block, colour);
}

/* With three dots at its end, to a width; below 0: as wide as it is. */
static void cut_off(const hud_text *text, double width)
{
    pango_layout_set_width(text->layout, width < 0.0 ? -1 : (int)(width * PANGO_SCALE));
    pango_layout_set_ellipsize(text->layout, width < 0.0 ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
}

void hud_write(const hud_pen *pen, const hud_text *text, double x, double baseline, hud_align align,
               double room, auth_colour colour)
{
    const double full = hud_text_width(text);
    const double shrink = fmax(full > room ? room / full : 1.0, fmin(text->least / text->size, 1.0));
    const double before = align == HUD_LEFT ? 0.0 : align == HUD_CENTRE ? 0.5 : 1.0;
    const bool cut = shrink * full > room + 0.01;
    if (!(full > 0.0) || !(room > 0.0)) return; /* no room is left beside a unit, in a very small picture */
    if (cut) cut_off(text, room / shrink);
    const double width = hud_text_width(text);
    cairo_save(pen->c);
    cairo_translate(pen->c, x - before * shrink * width, baseline);
    cairo_scale(pen->c, shrink, shrink);
    write_at(pen, text, false, colour);
    cairo_restore(pen->c);
    if (cut) cut_off(text, -1.0);
}

void hud_write_block(const hud_pen *pen, const hud_text *text, paint_box box, auth_colour colour)
{
    const double width = hud_text_width(text), height = hud_text_height(text);
    if (!(width > 0.0) || !(height > 0.0)) return;
    const double shrink = fmin(1.0, fmin(box.w / width, box.h / height));
    cairo_save(pen->c);
    cairo_translate(pen->c, box.x + 0.5 * (box.w - shrink * width), box.y + 0.5 * (box.h - shrink * height));
    cairo_scale(pen->c, shrink, shrink);
    cairo_translate(pen->c, -hud_text_left(text), 0.0);
    write_at(pen, text, true, colour);
    cairo_restore(pen->c);
}
