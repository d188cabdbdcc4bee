/* What a key means, in words: meaning, limits, unit, default. */
#include "field_text.h"

#include <stdio.h>
#include <string.h>

static void append(char *text, size_t size, const char *before, const char *words, const char *after)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s%s", before, words, after);
}

/* "rad/s2" is written as "rad/s^2" is. */
static bool same_unit(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += *a == '^';
        b += *b == '^';
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

/* "0 to 2 rad/s", not "2 mm to 3 m". */
static bool says_unit(const auth_field *field, const char *unit)
{
    const char *to = field->span ? strstr(field->span, " to ") : NULL;
    return to && strncmp(auth_quantity_unit(field->span), "to ", 3) == 0 &&
           same_unit(auth_quantity_unit(to + strlen(" to ")), unit);
}

static void append_unit(const auth_field *field, char *text, size_t size)
{
    const char *unit = auth_kind_unit(field->kind), *angular = auth_kind_unit(field->angular);
    const bool same = strcmp(unit, angular) == 0;
    if (field->type == AUTH_FIELD_FREQUENCY || !*unit || says_unit(field, unit)) return;
    append(text, size, " [", unit, same ? "]" : "");
    if (!same && !*angular)
        append(text, size, "]", "", "");
    else if (!same)
        append(text, size, field->type == AUTH_FIELD_PAIRS ? ", " : " or ", angular, "]");
}

static void append_words(const auth_field *field, char *text, size_t size)
{
    if (field->word_count < 2 || strstr(field->meaning, field->words[0].word)) return;
    for (int i = 0; i < field->word_count; i++)
        append(text, size, i > 0 ? ", " : ": ", field->words[i].word, "");
}

/* Limits and unit belong to the first clause. */
void auth_field_explain(const auth_field *field, char *text, size_t size)
{
    const char *rest = strchr(field->meaning, ';');
    if (!rest) rest = field->meaning + strlen(field->meaning);
    snprintf(text, size, "%.*s", (int)(rest - field->meaning), field->meaning);
    append_words(field, text, size);
    if (field->span) {
        const bool above = field->range == AUTH_POSITIVE && strncmp(field->span, "0 to", 4) == 0;
        append(text, size, ", ", above ? "above " : "", field->span);
    }
    if (auth_field_is_quantity(field)) append_unit(field, text, size);
    append(text, size, rest, "", "");
}

void auth_field_describe(const auth_field *field, char *text, size_t size)
{
    auth_field_explain(field, text, size);
    const char *otherwise = field->otherwise ? field->otherwise : field->fallback;
    if (otherwise)
        append(text, size, text[strlen(text) - 1] == '.' ? " Default: " : ". Default: ", otherwise, "");
}
