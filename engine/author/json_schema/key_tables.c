/* The key tables of the pages in docs/, and descriptions of keys. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "json_schema.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 200, CELL_LENGTH = 1200, KINDS_LENGTH = 200 };

/* ---- words ---- */

static void append(char *text, size_t size, const char *before, const char *words, const char *after)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s%s", before, words, after);
}

/* ---- kinds of item ---- */

static const auth_word *kind_words(const auth_table *table, int *count)
{
    const auth_field *field = table->kind_key ? auth_find_field(table, table->kind_key) : NULL;
    *count = field ? field->word_count : 0;
    return field ? field->words : NULL;
}

static bool has_kinds(const auth_table *table)
{
    for (int i = 0; i < table->field_count; i++)
        if (table->kind_key && table->fields[i].of != 0) return true;
    return false;
}

/* "all but `marker`", "`dial` `arc`" */
static void name_kinds(const auth_table *table, unsigned of, char *text, size_t size)
{
    int count, taken = 0;
    const auth_word *words = kind_words(table, &count);
    for (int i = 0; i < count; i++) taken += of == 0 || (of & 1u << words[i].value) != 0;
    const bool most = count - taken < taken && count - taken <= 3;
    snprintf(text, size, "%s", taken == count ? "all" : most ? "all but" : "");
    for (int i = 0; i < count && taken < count; i++)
        if (((of & 1u << words[i].value) != 0) != most)
            append(text, size,
                   *text == '\0'                   ? "`"
                   : text[strlen(text) - 1] == '`' ? ", `"
                                                   : " `",
                   words[i].word, "`");
}

/* "Of a pump: strokes a revolution" */
static bool names_kind(const auth_table *table, const auth_field *field)
{
    int count;
    const auth_word *words = kind_words(table, &count);
    for (int i = 0; i < count; i++)
        if ((field->of & 1u << words[i].value) != 0 && strstr(field->meaning, words[i].word)) return true;
    return false;
}

/* ---- what a key means ---- */

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
static void explain(const auth_field *field, char *text, size_t size)
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

void auth_field_describe(const auth_table *table, const auth_field *field, char *text, size_t size)
{
    char kinds[KINDS_LENGTH];
    explain(field, text, size);
    name_kinds(table, field->of, kinds, sizeof kinds);
    if (has_kinds(table) && field->of != 0 && !names_kind(table, field))
        append(text, size, " (of ", kinds, ")");
    const char *otherwise = field->otherwise ? field->otherwise : field->fallback;
    if (otherwise)
        append(text, size, text[strlen(text) - 1] == '.' ? " Default: " : ". Default: ", otherwise, "");
}

/* ---- which table ---- */

static const auth_table *table_of_kind(const char *word, size_t length)
{
    for (auth_file_kind kind = AUTH_FILE_MECHANISM; kind < AUTH_FILE_KINDS; kind++)
        if (strlen(auth_file_kind_word(kind)) == length &&
            strncmp(auth_file_kind_word(kind), word, length) == 0)
            return auth_table_of(kind);
    return NULL;
}

/* "scenario.tasks.when" */
static const auth_table *find_table(const char *path)
{
    size_t length = strcspn(path, ".");
    const auth_table *table = table_of_kind(path, length);
    while (table && path[length] == '.') {
        char key[PATH_LENGTH];
        path += length + 1;
        length = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        const auth_field *field = auth_find_field(table, key);
        table = field ? field->table : NULL;
    }
    return table;
}

/* ---- cells ---- */

/* '|' would end a cell. */
static void put_cell(FILE *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '|') fputc('\\', out);
        fputc(*c, out);
    }
}

/* What holds without the key; of one that only some kinds cannot do without, both. */
static void put_default(FILE *out, const auth_table *table, const auth_field *field)
{
    const bool always = !field->optional || (field->needed != 0 && field->needed == field->of);
    const char *words = field->otherwise ? field->otherwise : field->fallback;
    if (always || (field->needed != 0 && !words)) fputs("required", out);
    if (always) return;
    if (field->needed != 0 && table->kind_key) {
        char kinds[KINDS_LENGTH];
        name_kinds(table, field->needed, kinds, sizeof kinds);
        fprintf(out, "%s%s%s", words ? "required of " : " of ", kinds, words ? "; else " : "");
    }
    if (!words) return;
    const bool code = !field->otherwise && (field->words || field->type == AUTH_FIELD_FLAG);
    fputs(code ? "`" : "", out);
    put_cell(out, words);
    fputs(code ? "`" : "", out);
}

static void put_row(FILE *out, const auth_table *table, const auth_field *field)
{
    char text[CELL_LENGTH];
    explain(field, text, sizeof text);
    fprintf(out, "| `%s` | ", field->key);
    put_cell(out, text);
    fputs(" | ", out);
    if (has_kinds(table)) {
        char kinds[KINDS_LENGTH];
        name_kinds(table, field->of, kinds, sizeof kinds);
        fprintf(out, "%s | ", kinds);
    }
    put_default(out, table, field);
    fputs(" |\n", out);
}

/* ---- a page ---- */

static const char begin_mark[] = "<!-- keys: ", mark_end[] = " -->", end_mark[] = "<!-- end of keys -->";

typedef struct marker {
    char path[PATH_LENGTH], first[PATH_LENGTH], last[PATH_LENGTH];
} marker;

static const auth_field *row_of(const auth_table *table, const char *key, const auth_field *otherwise)
{
    return *key ? auth_find_field(table, key) : otherwise;
}

static bool put_table(FILE *out, const marker *m, char *wrong, size_t size)
{
    const auth_table *table = find_table(m->path);
    const auth_field *first = table ? row_of(table, m->first, table->fields) : NULL;
    const auth_field *last = table ? row_of(table, m->last, table->fields + table->field_count - 1) : NULL;
    if (!first || !last || first > last) {
        snprintf(wrong, size, "there is no table '%s' with keys from '%s' to '%s'", m->path, m->first,
                 m->last);
        return false;
    }
    fputs(has_kinds(table) ? "| Key | Meaning | Of | Default |\n|---|---|---|---|\n"
                           : "| Key | Meaning | Default |\n|---|---|---|\n",
          out);
    for (const auth_field *field = first; field <= last; field++) put_row(out, table, field);
    return true;
}

/* Copies up to the end of the next marker. @return what follows it; NULL: there is no further one */
static const char *copy_to_marker(FILE *out, const char *text, marker *m)
{
    const char *begin = strstr(text, begin_mark), *end = begin ? strstr(begin, mark_end) : NULL;
    if (!end) {
        fputs(text, out);
        return NULL;
    }
    end += strlen(mark_end);
    fwrite(text, 1, (size_t)(end - text), out);
    fputc('\n', out);
    *m = (marker){0};
    if (sscanf(begin + strlen(begin_mark), "%199[a-z_.] %199[a-z_0-9A-Z] %199[a-z_0-9A-Z]", m->path, m->first,
               m->last) < 1)
        *m->path = '\0';
    return end;
}

static bool put_page(FILE *out, const char *page, char *wrong, size_t size)
{
    marker m;
    for (const char *text = page; text;) {
        text = copy_to_marker(out, text, &m);
        if (!text) break;
        if (!put_table(out, &m, wrong, size)) return false;
        text = strstr(text, end_mark);
        if (text) continue;
        snprintf(wrong, size, "'%s' is missing after the keys of '%s'", end_mark, m.path);
        return false;
    }
    return true;
}

char *auth_page_with_keys(const char *page, char *wrong, size_t size)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    *wrong = '\0';
    if (!out) return NULL;
    const bool good = put_page(out, page, wrong, size);
    if (fclose(out) == 0 && good) return text;
    free(text);
    return NULL;
}
