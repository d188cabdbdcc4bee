#include "text.h"

#include "hl/spelling.h"

#include <stdio.h>
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

bool hud_fonts_have(const hud_fonts *fonts, const char *family, char *nearest, size_t size)
{
    PangoFontFamily **families = NULL;
    int count = 0;
    bool found = false;
    hl_nearest spelling = hl_nearest_begin(family);
    pango_font_map_list_families(fonts->map, &families, &count);
    for (int i = 0; i < count; i++) {
        const char *name = pango_font_family_get_name(families[i]);
        if (strcasecmp(name, family) == 0) found = true;
        hl_nearest_offer(&spelling, name);
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
