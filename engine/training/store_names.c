/* Names and reasons: UTF-8, tidied. */
#include "train/store.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const uint32_t no_character = UINT32_MAX;

/* Next character of UTF-8 (RFC 3629): neither overlong forms nor surrogates nor beyond U+10FFFF.
 *  @return no_character: it is none */
static uint32_t next_character(const unsigned char **at)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000}; /* of forms with 0 to 3 further bytes */
    const unsigned char *p = *at;
    const int more = *p < 0x80 ? 0 : (*p & 0xe0) == 0xc0 ? 1 : (*p & 0xf0) == 0xe0 ? 2 : 3;
    if (more == 3 && (*p & 0xf8) != 0xf0) return no_character;
    uint32_t c = more == 0 ? *p : *p & (0x3fU >> more);
    for (int i = 0; i < more; i++) {
        p++;
        if ((*p & 0xc0) != 0x80) return no_character; /* the end, too */
        c = c << 6 | (*p & 0x3fU);
    }
    if (c < least[more] || (c >= 0xd800 && c <= 0xdfff) || c > 0x10ffff) return no_character;
    *at = p + 1;
    return c;
}

/* White_Space of Unicode, but for the ends of lines and paragraphs beyond ASCII. */
static bool is_space(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x202f || c == 0x205f || c == 0x3000;
}

/* Controls, ends of lines and paragraphs, and what turns the direction of the text around it. */
static bool is_control(uint32_t c)
{
    return c < ' ' || (c >= 0x7f && c <= 0x9f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* What is wrong with a text, e.g. "a name has no control characters". */
static bool refuse(char *why, const char *what, const char *text)
{
    (void)snprintf(why, TRAIN_WHY, "%s %s", what, text);
    return false;
}

/* @param tidy  out: room for 4 * most + 1 bytes */
static bool tidy_text(const char *text, const char *what, int most, char *tidy, char *why)
{
    size_t length = 0;
    int characters = 0;
    bool space = false; /* one waits to be written before the next character */
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const unsigned char *from = at;
        const uint32_t c = next_character(&at);
        if (c == no_character) return refuse(why, what, "is UTF-8 text");
        if (is_space(c)) {
            space = characters > 0;
            continue;
        }
        if (is_control(c)) return refuse(why, what, "has no control characters");
        characters += 1 + space;
        if (characters > most) {
            (void)snprintf(why, TRAIN_WHY, "%s has at most %d characters", what, most);
            return false;
        }
        if (space) tidy[length++] = ' ';
        space = false;
        while (from < at) tidy[length++] = (char)*from++;
    }
    tidy[length] = '\0';
    return characters > 0 || refuse(why, what, "is not empty");
}

bool train_name_tidy(const char *name, char tidy[4 * TRAIN_NAME + 1], char *why)
{
    return tidy_text(name, "a name", TRAIN_NAME, tidy, why);
}

bool train_reason_tidy(const char *reason, char tidy[4 * TRAIN_REASON + 1], char *why)
{
    return tidy_text(reason, "a reason", TRAIN_REASON, tidy, why);
}

/* Whether two texts are equal when the case of ASCII letters and all spaces are ignored. */
static bool equals_loosely(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a == ' ') a++;
        while (*b == ' ') b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
        if (*a == '\0') return true;
    }
}

bool train_name_reserved(const char *name, char *why)
{
    char tidy[4 * TRAIN_NAME + 1], unused[TRAIN_WHY];
    if (!train_name_tidy(name, tidy, unused) || !equals_loosely(tidy, TRAIN_REFERENCE)) return false;
    (void)snprintf(why, TRAIN_WHY, "the name '%s' is reserved for reference drives: choose another name",
                   TRAIN_REFERENCE);
    return true;
}
