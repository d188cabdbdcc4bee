/* The schema of layouts of head-up displays. See docs/hud.md for the meaning of the keys, schema.h for the
 * conventions. Which kind of gauge takes which keys is told in hud_keys.c. */
#include "hud_raw.h"
#include "reader/schema_fields.h"

#include "auth/hud.h"

static const cyaml_strval_t hud_word[] = {{"hud", 1}};

static const cyaml_strval_t gauge_kinds[] = {
#define X(kind, word, what) {word, AUTH_GAUGE_##kind},
    AUTH_GAUGE_LIST(X)
#undef X
};

const char *auth_gauge_word(auth_gauge_kind kind)
{
    return gauge_kinds[kind].str;
}

static const cyaml_strval_t surfaces[] = {{"windshield", 1 + AUTH_WINDSHIELD}, {"screen", 1 + AUTH_SCREEN}};
static const cyaml_strval_t views[] = {{"behind", 1}, {"side", 2}};
static const cyaml_strval_t machines[] = {{"tractor", 1}, {"excavator", 2}};
static const cyaml_strval_t symbols[] = {{"brake", 1},   {"fuel", 2}, {"rollover", 3}, {"engine", 4},
                                         {"parking", 5}, {"lock", 6}, {"warning", 7},  {"recommended", 8}};

const char *auth_symbol_word(int value)
{
    return value > 0 ? symbols[value - 1].str : NULL;
}

/* An empty colour is what is left of one that was not quoted: hud_palette.c says so. */
#define COLOUR(type, key) CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER, type, key, 0, AUTH_COLOUR_LENGTH)

static const cyaml_schema_field_t named_colour_fields[] = {NAME(raw_named_colour),
                                                           COLOUR(raw_named_colour, colour), CYAML_FIELD_END};
ITEM(named_colour);

static const cyaml_schema_field_t gauge_range_fields[] = {QUANTITY_OR_NOT(raw_gauge_range, from),
                                                          QUANTITY_OR_NOT(raw_gauge_range, to),
                                                          COLOUR(raw_gauge_range, colour), CYAML_FIELD_END};
ITEM(gauge_range);

static const cyaml_schema_value_t gauge_when_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, raw_condition, auth_condition_fields)};

static const cyaml_schema_field_t gauge_fields[] = {
    REFERENCE(raw_gauge, id),
    CHOICE(raw_gauge, kind, gauge_kinds),
    CHOICE_OR_NOT(raw_gauge, surface, surfaces),
    TWO_OR_NOT(raw_gauge, at),
    TWO_OR_NOT(raw_gauge, size),
    REFERENCE_OR_NOT(raw_gauge, signal),
    REFERENCE_OR_NOT(raw_gauge, direction),
    TEXT_OR_NOT(raw_gauge, unit, AUTH_UNIT_LENGTH),
    TEXT_OR_NOT(raw_gauge, unit_text, AUTH_UNIT_LENGTH),
    TEXT_OR_NOT(raw_gauge, label, AUTH_LABEL_LENGTH),
    TEXT_OR_NOT(raw_gauge, text, AUTH_WORDS_LENGTH),
    PATH_OR_NOT(raw_gauge, image),
    CHOICE_OR_NOT(raw_gauge, symbol, symbols),
    REFERENCE_OR_NOT(raw_gauge, font),
    QUANTITY_OR_NOT(raw_gauge, font_size),
    QUANTITY_OR_NOT(raw_gauge, from),
    QUANTITY_OR_NOT(raw_gauge, to),
    QUANTITY_OR_NOT(raw_gauge, major),
    QUANTITY_OR_NOT(raw_gauge, minor),
    COUNT_OR_NOT(raw_gauge, decimals),
    QUANTITY_OR_NOT(raw_gauge, start),
    QUANTITY_OR_NOT(raw_gauge, sweep),
    FLAG_OR_NOT(raw_gauge, standing),
    CHOICE_OR_NOT(raw_gauge, view, views),
    CHOICE_OR_NOT(raw_gauge, machine, machines),
    QUANTITY_OR_NOT(raw_gauge, limit),
    QUANTITY_OR_NOT(raw_gauge, seconds),
    QUANTITY_OR_NOT(raw_gauge, reach),
    REFERENCE_OR_NOT(raw_gauge, of),
    QUANTITY_OR_NOT(raw_gauge, value),
    QUANTITY_OR_NOT(raw_gauge, tolerance),
    TEXT_OR_NOT(raw_gauge, colour, AUTH_COLOUR_LENGTH),
    TEXT_OR_NOT(raw_gauge, background, AUTH_COLOUR_LENGTH),
    FLAG_OR_NOT(raw_gauge, blink),
    LIST_OR_NOT(raw_gauge, ranges, gauge_range, AUTH_MOST_RANGES),
    LIST_OR_NOT(raw_gauge, when, gauge_when, AUTH_MOST_CONDITIONS),
    CYAML_FIELD_END};
ITEM(gauge);

static const cyaml_schema_field_t hud_fields[] = {
    FILE_HEAD(hud_word),
    PATH_OR_NOT(raw_hud, machine),
    TWO(raw_hud, canvas),
    REFERENCE_OR_NOT(raw_hud, font),
    CHOICE_OR_NOT(raw_hud, surface, surfaces),
    LIST_OR_NOT(raw_hud, palette, named_colour, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("gauges", CYAML_FLAG_POINTER, raw_hud, gauges, &gauge_value, 1, AUTH_MOST_GAUGES),
    CYAML_FIELD_END};

const cyaml_schema_value_t auth_hud_schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_hud, hud_fields)};
