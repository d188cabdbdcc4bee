/* From a layout to its descriptor: what the readers of its parts share. Private to the author room. */
#ifndef AUTHOR_HUD_READER_H
#define AUTHOR_HUD_READER_H

#include "reader/fields.h"

#include "auth/hud.h"

enum { AUTH_COLOUR_LENGTH = 40 };

/** A colour that the layout names itself; of several of one name the last counts. */
typedef struct auth_palette_entry {
    const char *name;
    auth_colour colour;
} auth_palette_entry;

/** The descriptor and what only its readers need. */
typedef struct auth_layout {
    auth_hud hud;
    auth_surface surface;
    auth_palette_entry *palette;
    int palette_count;
} auth_layout;

/** The layout that an item is in. */
static inline auth_layout *auth_layout_of(const auth_item *item)
{
    while (item->parent) item = item->parent;
    return item->out;
}

/** Rows of the palette, of the ranges of a gauge. */
extern const auth_table auth_palette_table, auth_range_table;

/** A colour, "#rrggbb", "#rrggbbaa" or a name: a row's `read`. What is left out is left as it is. */
bool auth_read_colour(auth_item *item, const auth_field *field, const yaml_node_t *value);

/** A row of a colour. An empty one is what is left of one that was not quoted: hud_palette.c says so. */
#define COLOUR(type, key, ...)                                                                               \
    {                                                                                                        \
        AUTH_ROW(TEXT, #key, type, key), .read = auth_read_colour, .most = AUTH_COLOUR_LENGTH,               \
                                         .meaning = __VA_ARGS__                                              \
    }

/** After the palette: the colours of the roles. A row's `check`. */
bool auth_find_roles(auth_item *item, const auth_field *field);

/* ---- values of gauges ---- */

/* Sets of kinds. */
#define K(kind) (1u << AUTH_GAUGE_##kind)
enum {
    SCALED = K(DIAL) | K(ARC) | K(BAR) | K(INCLINOMETER) | K(TREND),
    PLACED = (1u << AUTH_GAUGE_KINDS) - 1u - K(MARKER),
    VALUED = SCALED | K(NUMBER), /* show the value of a signal in a unit */
    ALL = PLACED | K(MARKER)
};

extern const auth_word auth_gauge_words[AUTH_GAUGE_KINDS];

/** True for kinds that have a scale. */
static inline bool auth_has_scale(const auth_gauge *gauge)
{
    return (SCALED & 1u << gauge->kind) != 0;
}

/** `unit`, after its row: complain about an unknown one. */
bool auth_check_unit(auth_item *item, const auth_field *field);

/** A value in the unit of the gauge, and one that is a distance on its scale: rows' `read`. */
bool auth_read_value(auth_item *item, const auth_field *field, const yaml_node_t *value);
bool auth_read_distance(auth_item *item, const auth_field *field, const yaml_node_t *value);

/** After the rows of the scale. */
bool auth_check_scale(auth_item *item, const auth_field *field);

/** After the list of gauges: tie markers to their gauges, and check their values against those scales. */
bool auth_tie_markers(auth_item *item, const auth_field *field);

#endif
