/* A layout of a head-up display as libcyaml reads it; see mechanism_raw.h. Private to the author room. */
#ifndef AUTHOR_HUD_RAW_H
#define AUTHOR_HUD_RAW_H

#include "mechanism/mechanism_raw.h"
#include "reader/condition_reader.h"

enum {
    AUTH_COLOUR_LENGTH = 40,
    AUTH_UNIT_LENGTH = 24,
    AUTH_LABEL_LENGTH = 120, /* bytes of UTF-8 */
    AUTH_WORDS_LENGTH = 400,
    AUTH_MOST_RANGES = 16,
    AUTH_MOST_CONDITIONS = 8
};

typedef struct raw_named_colour {
    char *name, *colour;
} raw_named_colour;

typedef struct raw_gauge_range {
    char *from, *to, *colour;
} raw_gauge_range;

typedef struct raw_gauge {
    char *id, *at[2], *size[2], *signal, *direction, *unit, *unit_text, *label, *text, *image, *font,
        *font_size, *from, *to, *major, *minor, *start, *sweep, *limit, *seconds, *reach, *of, *value,
        *tolerance, *colour, *background;
    int kind;
    int surface, symbol, view, machine; /* from 1; 0: not given */
    unsigned decimals;                  /* looked at when its key is there */
    bool standing, blink;
    raw_gauge_range *ranges;
    raw_condition *when;
    unsigned ranges_count, when_count;
} raw_gauge;

typedef struct raw_hud {
    raw_head head;
    char *machine, *canvas[2], *font;
    int surface;
    raw_named_colour *palette;
    raw_gauge *gauges;
    unsigned palette_count, gauges_count;
} raw_hud;

/** Schema of the whole file: a pointer to a raw_hud. */
extern const cyaml_schema_value_t auth_hud_schema;

/** Word of a lamp's symbol as files write it; NULL for 0. */
const char *auth_symbol_word(int value);

#endif
