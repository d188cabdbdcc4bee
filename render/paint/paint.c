#include "paint/paint.h"

#include <math.h>

void paint_set_colour(cairo_t *c, paint_colour colour)
{
    cairo_set_source_rgba(c, colour.r, colour.g, colour.b, colour.a);
}

void paint_round_box(cairo_t *c, paint_box box, double radius)
{
    static const double quarter = 1.57079632679489661923; /* [rad] */
    const double r = fmax(0.0, fmin(radius, 0.5 * fmin(box.w, box.h)));
    const double right = box.x + box.w - r, bottom = box.y + box.h - r;
    cairo_new_sub_path(c);
    cairo_arc(c, right, box.y + r, r, -quarter, 0.0);
    cairo_arc(c, right, bottom, r, 0.0, quarter);
    cairo_arc(c, box.x + r, bottom, r, quarter, 2.0 * quarter);
    cairo_arc(c, box.x + r, box.y + r, r, 2.0 * quarter, 3.0 * quarter);
    cairo_close_path(c);
}

/* ---- text ---- */

static PangoLayout *new_layout(cairo_t *c)
{
    if (c != NULL) return pango_cairo_create_layout(c);
    PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
    PangoLayout *layout = pango_layout_new(context);
    g_object_unref(context);
    return layout;
}

static void set_font(PangoLayout *layout, const paint_text *how)
{
    PangoFontDescription *font = pango_font_description_from_string("DejaVu Sans");
    pango_font_description_set_absolute_size(font, how->size * PANGO_SCALE);
    if (how->bold) pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
}

static void set_room(PangoLayout *layout, const paint_text *how)
{
    static const PangoAlignment alignments[] = {[PAINT_LEFT] = PANGO_ALIGN_LEFT,
                                                [PAINT_RIGHT] = PANGO_ALIGN_RIGHT,
                                                [PAINT_CENTRE] = PANGO_ALIGN_CENTER};
    pango_layout_set_single_paragraph_mode(layout, how->lines == 1);
    if (!(how->width > 0.0)) return;
    pango_layout_set_width(layout, (int)(how->width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout, alignments[how->side]);
    if (how->lines == 0) return;
    pango_layout_set_height(layout, -how->lines);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
}

static void set_words(PangoLayout *layout, const char *text)
{
    char *valid = g_utf8_validate(text, -1, NULL) ? NULL : g_utf8_make_valid(text, -1);
    pango_layout_set_text(layout, valid != NULL ? valid : text, -1);
    g_free(valid);
}

static void set_first(PangoLayout *layout, const paint_text *how)
{
    const double whole = 65535.0; /* pango's colours */
    PangoAttrList *list = pango_attr_list_new();
    PangoAttribute *attributes[] = {pango_attr_weight_new(PANGO_WEIGHT_BOLD),
                                    pango_attr_foreground_new((guint16)(whole * how->first_ink.r),
                                                              (guint16)(whole * how->first_ink.g),
                                                              (guint16)(whole * how->first_ink.b))};
    for (int i = 0; i < 2; i++) {
        attributes[i]->end_index = (guint)how->first;
        pango_attr_list_insert(list, attributes[i]);
    }
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
}

PangoLayout *paint_lay_out(cairo_t *c, const paint_text *how, const char *text)
{
    PangoLayout *layout = new_layout(c);
    set_font(layout, how);
    set_room(layout, how);
    set_words(layout, text);
    if (how->first > 0) set_first(layout, how);
    return layout;
}

paint_box paint_write(cairo_t *c, double x, double y, const paint_text *how, const char *text)
{
    static const double before[] = {[PAINT_LEFT] = 0.0, [PAINT_RIGHT] = 1.0, [PAINT_CENTRE] = 0.5};
    if (text[0] == '\0') return (paint_box){x, y, 0.0, 0.0};
    PangoLayout *layout = paint_lay_out(c, how, text);
    PangoRectangle logical;
    pango_layout_get_extents(layout, NULL, &logical);
    const double width = (double)logical.width / PANGO_SCALE, height = (double)logical.height / PANGO_SCALE;
    const double left = how->width > 0.0 ? x : x - before[how->side] * width;
    paint_set_colour(c, how->ink);
    cairo_move_to(c, left, y);
    pango_cairo_show_layout(c, layout);
    g_object_unref(layout);
    return (paint_box){left + (double)logical.x / PANGO_SCALE, y, width, height};
}

static void measure(cairo_t *c, const paint_text *how, const char *text, double size[2])
{
    int width = 0, height = 0;
    size[0] = size[1] = 0.0;
    if (text[0] == '\0') return;
    PangoLayout *layout = paint_lay_out(c, how, text);
    pango_layout_get_size(layout, &width, &height);
    g_object_unref(layout);
    size[0] = (double)width / PANGO_SCALE;
    size[1] = (double)height / PANGO_SCALE;
}

double paint_width(cairo_t *c, const paint_text *how, const char *text)
{
    double size[2];
    measure(c, how, text, size);
    return size[0];
}

double paint_height(cairo_t *c, const paint_text *how, const char *text)
{
    double size[2];
    measure(c, how, text, size);
    return size[1];
}
