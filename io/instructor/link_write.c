#include "link_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(link_line *line, const char *bytes, size_t count)
{
    line->bad = line->bad || count > line->size - line->length;
    if (line->bad) return;
    memcpy(line->bytes + line->length, bytes, count);
    line->length += count;
}

void link_put(link_line *line, const char *text)
{
    put(line, text, strlen(text));
}

void link_put_key(link_line *line, const char *name)
{
    link_put(line, ",\"");
    link_put(line, name);
    link_put(line, "\":");
}

void link_put_number(link_line *line, double number, int digits)
{
    char text[40];
    if (isfinite(number))
        snprintf(text, sizeof text, "%.*g", digits, number);
    else
        snprintf(text, sizeof text, "null");
    link_put(line, text);
}

void link_put_whole(link_line *line, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    link_put(line, text);
}

/* ---- text ---- */

/* Characters of two to four bytes: what the first byte says, and the least that may be written with so many
 * (RFC 3629, section 3). */
static const struct {
    unsigned char mask, lead;
    uint32_t least;
} forms[] = {{0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};

static bool is_allowed(uint32_t code, uint32_t least)
{
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return code >= least && code <= 0x10FFFF && !control && !surrogate;
}

size_t link_character(const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text;
    if (length == 0) return 0;
    if (at[0] < 0x80) return is_allowed(at[0], 0) ? 1 : 0;
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        const size_t count = form + 2;
        if ((at[0] & forms[form].mask) != forms[form].lead) continue;
        if (length < count) return 0;
        uint32_t code = at[0] & (0xFFU >> (count + 1));
        for (size_t i = 1; i < count; i++) {
            if ((at[i] & 0xC0) != 0x80) return 0;
            code = code << 6 | (at[i] & 0x3FU);
        }
        return is_allowed(code, forms[form].least) ? count : 0;
    }
    return 0;
}

void link_put_text(link_line *line, const char *text, size_t most)
{
    const size_t length = strlen(text);
    size_t count;
    link_put(line, "\"");
    for (size_t at = 0; at < length; at += count ? count : 1) {
        count = link_character(text + at, length - at);
        if (at + (count ? count : 1) > most) break;
        if (text[at] == '"' || text[at] == '\\') put(line, "\\", 1);
        put(line, count ? text + at : "?", count ? count : 1);
    }
    link_put(line, "\"");
}
