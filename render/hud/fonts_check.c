/* Whether the letters of a layout can be drawn: families that are not installed, characters that no font has.
 */
#include "text.h"

#include "auth/quantity.h"
#include "rnd/hud.h"

#include <stdio.h>
#include <string.h>

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
    if (hud_fonts_have(fonts, gauge->font, nearest, sizeof nearest)) return;
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
