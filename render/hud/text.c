#include "text.h"

#include "auth/quantity.h"
#include "hl/report.h"
#include "rnd/hud.h"

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

void hud_fonts_stand_in(const hud_fonts *fonts, const char *family, char *name, size_t size)
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

bool hud_fonts_have_glyph(const hud_fonts *fonts, const char *family, char *nearest, size_t size)
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

void hud_warn_words(const hud_fonts *fonts, const char *family, const char *words, hl_place place,
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
