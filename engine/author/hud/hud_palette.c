/* Colours of head-up displays.
 *
 * The built-in colours are those of M. Okabe and K. Ito, Color Universal Design (2008). They can be
 * distinguished with all common kinds of colour-blindness, and by their lightness. The roles use these
 * colours. The background plate of a gauge is dark and has an opacity of three quarters. Each element on it
 * has a dark halo with an opacity of one half. So all roles have a contrast of 3:1 to the background
 * (WCAG 2.1, 1.4.11), even in front of a white sky. */
#include "hud_reader.h"

#include "hl/report.h"

#include <stdio.h>
#include <string.h>

enum { QUOTE_LENGTH = 48 };

/* ---- the built-in palette ---- */

#define OPAQUE(rgb)                                                                                          \
    {                                                                                                        \
        (uint8_t)((rgb) >> 16), (uint8_t)((rgb) >> 8), (uint8_t)(rgb), 255                                   \
    }

/* The roles first, in the order of auth_role. */
static const auth_palette_entry built_in[] = {
    {"foreground", OPAQUE(0xF2F5F7)}, {"background", {0x0E, 0x14, 0x1A, 0xC0}},
    {"dim", OPAQUE(0x8C9BA5)},        {"needle", OPAQUE(0xFFFFFF)},
    {"good", OPAQUE(0x009E73)},       {"recommended", OPAQUE(0x56B4E9)},
    {"warning", OPAQUE(0xF0E442)},    {"critical", OPAQUE(0xD55E00)},
    {"black", OPAQUE(0x000000)},      {"orange", OPAQUE(0xE69F00)},
    {"sky-blue", OPAQUE(0x56B4E9)},   {"bluish-green", OPAQUE(0x009E73)},
    {"yellow", OPAQUE(0xF0E442)},     {"blue", OPAQUE(0x0072B2)},
    {"vermillion", OPAQUE(0xD55E00)}, {"reddish-purple", OPAQUE(0xCC79A7)},
    {"white", OPAQUE(0xFFFFFF)},
};

enum { BUILT_IN = (int)(sizeof built_in / sizeof *built_in) };

static bool find_colour(const auth_palette_entry *entries, int count, const char *name, auth_colour *colour)
{
    for (int i = count - 1; i >= 0; i--) {
        if (strcmp(entries[i].name, name) != 0) continue;
        *colour = entries[i].colour;
        return true;
    }
    return false;
}

bool auth_colour_named(const char *name, auth_colour *colour)
{
    return find_colour(built_in, BUILT_IN, name, colour);
}

/* Entries of the palette may use those above them. */
static int known_count(const auth_item *item)
{
    return item->table == &auth_palette_table ? item->index : auth_layout_of(item)->palette_count;
}

static bool named(const auth_item *item, const char *name, auth_colour *colour)
{
    return find_colour(auth_layout_of(item)->palette, known_count(item), name, colour) ||
           auth_colour_named(name, colour);
}

/* ---- colours in files ---- */

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) % 16 : -1;
}

/* "#rrggbb" or "#rrggbbaa". */
static bool hex_colour(const char *text, auth_colour *colour)
{
    uint8_t parts[4] = {0, 0, 0, 255};
    const size_t digits = strlen(text) - 1;
    if (digits != 6 && digits != 8) return false;
    for (size_t i = 0; i < digits / 2; i++) {
        const int high = hex_digit(text[1 + 2 * i]), low = hex_digit(text[2 + 2 * i]);
        if (high < 0 || low < 0) return false;
        parts[i] = (uint8_t)(16 * high + low);
    }
    *colour = (auth_colour){parts[0], parts[1], parts[2], parts[3]};
    return true;
}

bool auth_colour_read(const char *text, auth_colour *colour)
{
    return *text == '#' ? hex_colour(text, colour) : auth_colour_named(text, colour);
}

static void complain_name(const auth_item *item, const char *key, const char *text)
{
    const auth_layout *layout = auth_layout_of(item);
    char quoted[QUOTE_LENGTH], hint[AUTH_NAME_LENGTH + 24] = "";
    hl_nearest nearest = hl_spelling_begin(text);
    for (int i = 0; i < known_count(item); i++) hl_spelling_offer(&nearest, layout->palette[i].name);
    for (int i = 0; i < BUILT_IN; i++) hl_spelling_offer(&nearest, built_in[i].name);
    if (nearest.best) snprintf(hint, sizeof hint, " did you mean '%s'?", nearest.best);
    COMPLAIN(item, key,
             "unknown colour '%s' in '%s';%s expected: a name of the palette, \"#rrggbb\" or \"#rrggbbaa\"",
             auth_quote(text, quoted, sizeof quoted), key, hint);
}

bool auth_read_colour(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    char quoted[QUOTE_LENGTH];
    auth_colour *colour = (auth_colour *)(void *)((char *)item->out + field->out);
    if (!value) return true;
    const char *text = auth_node_text(value);
    if (*text == '\0') {
        COMPLAIN(
            item, field->key,
            "'%s' is empty; a colour is expected, in quotes when it begins with # (e.g. \"#e69f00\"), which "
            "without them begins a comment",
            field->key);
        return false;
    }
    if (*text != '#') {
        if (named(item, text, colour)) return true;
        complain_name(item, field->key, text);
        return false;
    }
    if (hex_colour(text, colour)) return true;
    COMPLAIN(item, field->key, "'%s' is '%s'; \"#rrggbb\" or \"#rrggbbaa\" in hexadecimal digits is expected",
             field->key, auth_quote(text, quoted, sizeof quoted));
    return false;
}

/* ---- the palette of a layout ---- */

static bool check_name(auth_item *item, const auth_field *field)
{
    const char *name = auth_item_text(item, field->key);
    if (*name != '#') return true;
    COMPLAIN(item, field->key, "the name '%s' of a colour begins with #; another name is expected", name);
    return false;
}

bool auth_find_roles(auth_item *item, const auth_field *field)
{
    (void)field;
    for (int role = 0; role < AUTH_ROLES; role++)
        named(item, built_in[role].name, &auth_layout_of(item)->hud.roles[role]);
    return true;
}

static const auth_field fields[] = {
    WORD(auth_palette_entry, name, "Name of the colour", .names = true, .check = check_name),
    COLOUR(auth_palette_entry, colour,
           "`\"#rrggbb\"`, `\"#rrggbbaa\"` or the name of a colour: a built-in one, or one above it"),
};
const auth_table auth_palette_table = AUTH_TABLE(auth_palette_entry, fields, );
