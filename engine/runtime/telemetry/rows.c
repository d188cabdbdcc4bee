#include "rt/telemetry.h"

#include "file/read.h"
#include "hl/status.h"
#include "telemetry/telemetry_file.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text, and where the reader stands in it. */
typedef struct table {
    char *at;
    int line;
    hl_arena *arena;
    hl_report *report;
} table;

static bool complain(table *t, int column, const char *what)
{
    hl_report_add(t->report, (hl_place){t->line, column}, "%s", what);
    return false;
}

/* ---- lines and fields ---- */

/* The next line that is not empty, ended with NUL. NULL: there is none. */
static char *next_line(table *t)
{
    while (*t->at != '\0') {
        char *line = t->at;
        const size_t length = strcspn(line, "\n");
        t->at = line + length + (line[length] == '\n');
        line[length] = '\0';
        if (length > 0 && line[length - 1] == '\r') line[length - 1] = '\0';
        t->line++;
        if (line[0] != '\0') return line;
    }
    return NULL;
}

/* Cut the field off that a line begins with; quotes are taken off. *line then is what follows, NULL at the
 * end. */
static char *next_field(char **line)
{
    char *field = *line, *to = field, *from = field;
    HL_ASSERT(field != NULL); /* fields are counted before */
    const bool quoted = *from == '"';
    if (quoted) from++;
    while (*from != '\0' && (quoted || *from != ',')) {
        if (quoted && *from == '"' && *++from != '"') break;
        *to++ = *from++;
    }
    while (*from != '\0' && *from != ',') from++; /* what follows a closing quote */
    *line = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return field;
}

/* Where a field ends, as next_field finds it: at a comma or at the line's end. */
static const char *field_end(const char *at)
{
    const bool quoted = *at == '"';
    if (quoted) at++;
    for (; quoted && *at != '\0'; at++)
        if (*at == '"' && *++at != '"') break;
    return at + strcspn(at, ",");
}

static int count_fields(const char *line)
{
    int count = 1;
    for (line = field_end(line); *line != '\0'; line = field_end(line + 1)) count++;
    return count;
}

/* ---- head ---- */

static bool read_names(table *t, rt_rows *rows)
{
    char *line = next_line(t);
    if (line == NULL) return complain(t, 1, "the file is empty; a row 'time,NAME,...' is expected");
    rows->columns = count_fields(line) - 1;
    if (rows->columns < 1) return complain(t, 1, "a row 'time,NAME,...' with at least one name is expected");
    if (strcmp(next_field(&line), "time") != 0)
        return complain(t, 1, "the first column is not 'time'; a row 'time,NAME,...' is expected");
    rows->names = HL_NEW(t->arena, const char *, rows->columns);
    rows->units = HL_NEW(t->arena, const char *, rows->columns);
    if (hl_arena_failed(t->arena)) return false;
    for (int c = 0; c < rows->columns; c++) {
        rows->names[c] = next_field(&line);
        rows->units[c] = "1";
    }
    return true;
}

/* "# s,UNIT,...", where it is there. */
static bool read_units(table *t, rt_rows *rows)
{
    if (t->at[0] != '#') return true;
    char *line = next_line(t);
    if (count_fields(line) != rows->columns + 1)
        return complain(t, 1, "the row of units and the row of names differ in their number of columns");
    next_field(&line);
    for (int c = 0; c < rows->columns; c++) rows->units[c] = next_field(&line);
    return true;
}

/* ---- numbers ---- */

static int count_rows(const char *text)
{
    int count = 1;
    for (; (text = strchr(text, '\n')) != NULL; text++) count++;
    return count;
}

static bool read_number(char **line, double *value)
{
    char *end;
    const char *field = next_field(line);
    *value = strtod(field, &end);
    while (isspace((unsigned char)*end)) end++;
    return end != field && *end == '\0';
}

static bool read_row(table *t, char *line, rt_rows *rows, double *times, double *values)
{
    char *rest = line;
    for (int c = -1; c < rows->columns; c++) {
        const int column = rest == NULL ? 1 : (int)(rest - line) + 1;
        if (rest == NULL)
            return complain(t, column, "the row is too short; a number for each name is expected");
        if (!read_number(&rest, c < 0 ? &times[rows->count] : &values[rows->count * rows->columns + c]))
            return complain(t, column, "expected a number");
    }
    if (rest != NULL) return complain(t, (int)(rest - line) + 1, "the row has more columns than names");
    if (!isfinite(times[rows->count])) return complain(t, 1, "the time is not finite; expected seconds");
    if (rows->count > 0 && times[rows->count] < times[rows->count - 1])
        return complain(t, 1, "the time decreases; rows in the order of time are expected");
    rows->count++;
    return true;
}

static bool read_rows(table *t, rt_rows *rows)
{
    const int most = count_rows(t->at);
    double *times = HL_NEW(t->arena, double, most);
    double *values = hl_arena_take(t->arena, (size_t)most, (size_t)rows->columns * sizeof(double));
    if (hl_arena_failed(t->arena)) return false;
    rows->times = times;
    rows->values = values;
    for (char *line = next_line(t); line != NULL; line = next_line(t))
        if (!read_row(t, line, rows, times, values)) return false;
    return rows->count > 0 || complain(t, 1, "the file has no row of numbers");
}

/* ---- the file ---- */

static void complain_of_file(const char *path, const char *why, bool folder, hl_report *report)
{
    if (folder)
        hl_report_add(report, (hl_place){0, 0}, "it is a folder; a file is expected, e.g. %s/telemetry.csv",
                      path);
    else
        hl_report_add(report, (hl_place){0, 0}, "cannot be read: %s", why);
}

hl_status rt_rows_read(const char *path, hl_arena *arena, rt_rows *rows, hl_report *report)
{
    char *text = NULL, why[FILE_WHY];
    *rows = (rt_rows){0};
    hl_report_begin(report, path);
    const hl_status status = rt_telemetry_file_read(path, arena, &text, why);
    if (status == HL_IO_ERROR || status == HL_BAD_INPUT)
        complain_of_file(path, why, status == HL_IO_ERROR && errno == EISDIR, report);
    if (status != HL_OK) return status;
    table t = {.at = text, .arena = arena, .report = report};
    if (read_names(&t, rows) && read_units(&t, rows) && read_rows(&t, rows)) return HL_OK;
    return hl_report_clean(report) ? HL_OUT_OF_MEMORY : HL_BAD_INPUT;
}

int rt_rows_find(const rt_rows *rows, const char *name)
{
    for (int c = 0; c < rows->columns; c++)
        if (strcmp(rows->names[c], name) == 0) return c;
    return -1;
}

int rt_rows_at(const rt_rows *rows, double time)
{
    int first = 0, after = rows->count;
    while (after - first > 1) {
        const int middle = first + (after - first) / 2;
        if (rows->times[middle] <= time)
            first = middle;
        else
            after = middle;
    }
    return first;
}
