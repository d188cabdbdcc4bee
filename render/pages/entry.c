/* Names as they are typed: UTF-8. */
#include "menu_page.h"

#include <glib.h>
#include <string.h>

void entry_add(char *name, size_t size, const char *text)
{
    const size_t length = strlen(name), more = strlen(text);
    if (length + more >= size || !g_utf8_validate(text, -1, NULL)) return;
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at))
        if (g_unichar_iscntrl(g_utf8_get_char(at))) return;
    memcpy(name + length, text, more + 1);
}

/* With what stands on it: an accent is a letter's part. */
void entry_erase(char *name)
{
    for (char *at = name + strlen(name); at > name;) {
        at = g_utf8_find_prev_char(name, at);
        if (at == NULL) break;
        const bool mark = g_unichar_ismark(g_utf8_get_char(at));
        *at = '\0';
        if (!mark) return;
    }
}

bool entry_blank(const char *name)
{
    for (const char *at = name; *at != '\0'; at = g_utf8_next_char(at)) {
        const gunichar sign = g_utf8_get_char(at);
        if (!g_unichar_isspace(sign) && !g_unichar_iszerowidth(sign)) return false;
    }
    return true;
}

bool entry_begins(const char *name, const char *text)
{
    char *a = g_utf8_casefold(name, -1), *b = g_utf8_casefold(text, -1);
    const bool begins = g_str_has_prefix(a, b);
    g_free(a);
    g_free(b);
    return begins;
}

/* Stored names have no blanks at their ends. */
bool entry_same(const char *name, const char *text)
{
    char *a = g_utf8_casefold(name, -1), *b = g_utf8_casefold(text, -1);
    const bool same = strcmp(g_strstrip(a), g_strstrip(b)) == 0;
    g_free(a);
    g_free(b);
    return same;
}
