/* Text of the preview, set by pango. */
#include "preview_internal.h"

#include <pango/pangocairo.h>

static void set_bold(PangoLayout *layout, const preview_text *how)
{
    const double whole = 65535.0; /* pango's colours */
    PangoAttrList *list = pango_attr_list_new();
    PangoAttribute *attributes[] = {pango_attr_weight_new(PANGO_WEIGHT_BOLD),
                                    pango_attr_foreground_new((guint16)(whole * how->bold_ink.r),
                                                              (guint16)(whole * how->bold_ink.g),
                                                              (guint16)(whole * how->bold_ink.b))};
    for (int i = 0; i < 2; i++) {
        attributes[i]->end_index = (guint)how->bold;
        pango_attr_list_insert(list, attributes[i]);
    }
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
}

static PangoLayout *set(PangoContext *context, const preview_text *how, const char *text)
{
    PangoLayout *layout = pango_layout_new(context);
    PangoFontDescription *font = pango_font_description_from_string("DejaVu Sans");
    pango_font_description_set_absolute_size(font, how->size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    if (how->width > 0.0) pango_layout_set_width(layout, (int)(how->width * PANGO_SCALE));
    if (how->width > 0.0 && !how->wraps) pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_text(layout, text, -1);
    if (how->bold > 0) set_bold(layout, how);
    return layout;
}

preview_box preview_write(cairo_t *cr, const preview_text *how, const char *text)
{
    static const double share_before[] = {
        [PREVIEW_LEFT] = 0.0, [PREVIEW_RIGHT] = 1.0, [PREVIEW_CENTRE] = 0.5};
    int w, h;
    PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
    PangoLayout *layout = set(context, how, text);
    pango_layout_get_pixel_size(layout, &w, &h);
    const preview_box box = {how->x - share_before[how->side] * w, how->y, w, h};
    if (cr != NULL) {
        cairo_set_source_rgb(cr, how->ink.r, how->ink.g, how->ink.b);
        cairo_move_to(cr, box.x, box.y);
        pango_cairo_show_layout(cr, layout);
    }
    g_object_unref(layout);
    g_object_unref(context);
    return box;
}
