/* Matrix Market files (R. F. Boisvert, R. Pozo, K. A. Remington, NISTIR 5935, 1996), node tables in CSV. */
#include "flexible/matrices.h"

#include "file/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_ROWS = 1000000, MOST_NODES = 20000 };

typedef struct scanner {
    const char *name, *at;
    int line;
    hl_place place;
    hl_report *report;
} scanner;

static bool complain(const scanner *s, const char *what)
{
    hl_report_add(s->report, s->place, "%s, line %d: %s", s->name, s->line, what);
    return false;
}

static bool open_text(const char *path, hl_arena *arena, scanner *s)
{
    char why[FILE_WHY] = "";
    file_bytes bytes = {0};
    if (file_read(path, FILE_MATRIX, arena, &bytes, why) == HL_OK) {
        s->at = bytes.data;
        s->line = 1;
        return true;
    }
    hl_report_add(s->report, s->place, "%s cannot be read (%s); a readable file is expected", s->name,
                  *why ? why : "out of memory");
    return false;
}

static void skip_blanks(scanner *s)
{
    while (*s->at == ' ' || *s->at == '\t' || *s->at == '\r') s->at++;
}

static void next_line(scanner *s)
{
    s->at += strcspn(s->at, "\n");
    if (*s->at == '\n') s->at++;
    s->line++;
}

/* To the next line with a number or a word; comments begin with `comment`. @return false: end of the file */
static bool find_line(scanner *s, char comment)
{
    for (skip_blanks(s); *s->at == '\n' || *s->at == comment; skip_blanks(s)) next_line(s);
    return *s->at != '\0';
}

static bool read_whole(scanner *s, long least, long most, int *to)
{
    char *end;
    skip_blanks(s);
    const long value = strtol(s->at, &end, 10);
    if (end == s->at || value < least || value > most || !strchr(" \t\r\n,", *end)) return false;
    s->at = end;
    *to = (int)value;
    return true;
}

static bool read_real(scanner *s, double *to)
{
    char *end;
    skip_blanks(s);
    *to = strtod(s->at, &end);
    if (end == s->at || !isfinite(*to) || !strchr(" \t\r\n,", *end)) return false;
    s->at = end;
    return true;
}

/* ---- Matrix Market ---- */

static bool read_banner(scanner *s, bool *is_symmetric)
{
    static const char general[] = "%%MatrixMarket matrix coordinate real general";
    static const char symmetric[] = "%%MatrixMarket matrix coordinate real symmetric";
    size_t length = strcspn(s->at, "\r\n");
    while (length > 0 && s->at[length - 1] == ' ') length--;
    *is_symmetric = length == strlen(symmetric) && strncasecmp(s->at, symmetric, length) == 0;
    if (!*is_symmetric && (length != strlen(general) || strncasecmp(s->at, general, length) != 0))
        return complain(s, "'%%MatrixMarket matrix coordinate real symmetric' or '... general' is expected");
    next_line(s);
    return true;
}

static bool read_size(scanner *s, flex_entries *e)
{
    int columns;
    if (!find_line(s, '%') || !read_whole(s, 1, MOST_ROWS, &e->size) ||
        !read_whole(s, 1, MOST_ROWS, &columns) || !read_whole(s, 0, 100L * MOST_ROWS, &e->count))
        return complain(s, "numbers of rows, columns and entries are expected");
    if (columns != e->size)
        return complain(s, "the matrix is not square; as many columns as rows are expected");
    next_line(s);
    return true;
}

static bool read_entry(scanner *s, flex_entries *e, int k)
{
    if (!find_line(s, '%'))
        return complain(s,
                        "the file ends before its last entry; as many entries as the file says are expected");
    if (!read_whole(s, 1, e->size, &e->row[k]) || !read_whole(s, 1, e->size, &e->column[k]) ||
        !read_real(s, &e->value[k]))
        return complain(s, "row, column and value are expected, rows and columns within the matrix");
    if (e->is_symmetric && e->row[k] < e->column[k])
        return complain(
            s, "an entry above the diagonal of a symmetric matrix; only the lower triangle is expected");
    e->row[k]--;
    e->column[k]--;
    next_line(s);
    return true;
}

bool matrices_read(const char *path, const char *name, hl_place place, hl_arena *arena, hl_report *report,
                   flex_entries *e)
{
    scanner s = {.name = name, .place = place, .report = report};
    if (!open_text(path, arena, &s) || !read_banner(&s, &e->is_symmetric) || !read_size(&s, e)) return false;
    if ((size_t)e->count > strlen(s.at) / 4) /* "1 1 1" and a line end, at least */
        return complain(&s,
                        "the file is too short for its number of entries; a line for each entry is expected");
    e->row = HL_NEW(arena, int, e->count);
    e->column = HL_NEW(arena, int, e->count);
    e->value = HL_NEW(arena, double, e->count);
    if (hl_arena_failed(arena)) return false;
    for (int k = 0; k < e->count; k++)
        if (!read_entry(&s, e, k)) return false;
    return !find_line(&s, '%') ||
           complain(&s, "there are more entries than the file says; the end of the file is expected");
}

/* ---- node tables ---- */

static bool skip_comma(scanner *s)
{
    skip_blanks(s);
    if (*s->at != ',') return false;
    s->at++;
    return true;
}

/* A line: number, x, y, z, and up to six rows. */
static bool read_node(scanner *s, flex_import_node *node)
{
    static const char expected[] =
        "number of the node, x, y, z and up to six rows of the matrices are expected";
    if (!read_whole(s, 0, MOST_ROWS, &node->id)) return complain(s, expected);
    for (int d = 0; d < 3; d++)
        if (!skip_comma(s) || !read_real(s, &node->position[d])) return complain(s, expected);
    for (int d = 0; d < 6; d++) {
        int row = 0;
        if (skip_comma(s)) {
            skip_blanks(s);
            if (*s->at != ',' && *s->at != '\n' && *s->at != '\0' && !read_whole(s, 0, MOST_ROWS, &row))
                return complain(s, expected);
        }
        node->row[d] = row - 1;
    }
    skip_blanks(s);
    return *s->at == '\n' || *s->at == '\0' || complain(s, expected);
}

static int count_lines(const char *text)
{
    int lines = 1;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static bool check_ids(const scanner *s, const flex_import *import)
{
    for (int i = 0; i < import->node_count; i++)
        for (int k = 0; k < i; k++)
            if (import->nodes[i].id == import->nodes[k].id) {
                hl_report_add(s->report, s->place, "%s: there are two nodes %d; unique numbers are expected",
                              s->name, import->nodes[i].id);
                return false;
            }
    return true;
}

bool matrices_read_nodes(const char *path, const char *name, hl_place place, hl_arena *arena,
                         hl_report *report, flex_import *import)
{
    scanner s = {.name = name, .place = place, .report = report};
    if (!open_text(path, arena, &s)) return false;
    import->nodes = HL_NEW(arena, flex_import_node, count_lines(s.at));
    if (!import->nodes) return false;
    if (find_line(&s, '#') && !strchr("0123456789", *s.at)) next_line(&s); /* words: names of the columns */
    while (find_line(&s, '#')) {
        if (import->node_count == MOST_NODES) return complain(&s, "at most 20000 nodes are expected");
        if (!read_node(&s, &import->nodes[import->node_count])) return false;
        import->node_count++;
        next_line(&s);
    }
    return import->node_count > 0 ? check_ids(&s, import)
                                  : complain(&s, "the table has no node; a line for each node is expected");
}
