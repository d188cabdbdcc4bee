/* Tables of signals read from files, plain or compressed. */
#include "rt/telemetry.h"

#include "file/read.h"
#include "hl/status.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

/* ---- reading files ---- */

static const unsigned char magic[] = {0x28, 0xb5, 0x2f, 0xfd}; /* RFC 8878, 3.1.1 */

/* What has been unpacked. */
typedef struct plain {
    char *text;
    size_t length, room;
} plain;

static bool grow(plain *to)
{
    const size_t room = to->room > 0 ? 2 * to->room : (size_t)1 << 20;
    char *larger = realloc(to->text, room + 1);
    if (!larger) return false;
    to->text = larger;
    to->room = room;
    return true;
}

static hl_status damaged(char *why, const char *text)
{
    (void)snprintf(why, FILE_WHY, "%s", text);
    return HL_BAD_INPUT;
}

static hl_status unpack_with(ZSTD_DCtx *unpacker, const file_bytes *bytes, plain *to, char *why)
{
    ZSTD_inBuffer in = {bytes->data, bytes->length, 0};
    for (;;) {
        if (to->length == to->room && to->room >= (size_t)file_limit(FILE_TELEMETRY))
            return damaged(why, "unpacked, it is longer than the limit of telemetry");
        if (to->length == to->room && !grow(to)) return HL_OUT_OF_MEMORY;
        ZSTD_outBuffer out = {to->text, to->room, to->length};
        const size_t wanted = ZSTD_decompressStream(unpacker, &out, &in);
        to->length = out.pos;
        if (ZSTD_isError(wanted)) return damaged(why, "its compressed rows are damaged");
        if (in.pos == in.size && out.pos < out.size) return HL_OK;
    }
}

static hl_status unpack(const file_bytes *bytes, hl_arena *arena, char **text, char *why)
{
    plain to = {0};
    ZSTD_DCtx *unpacker = ZSTD_createDCtx();
    hl_status status = unpacker ? unpack_with(unpacker, bytes, &to, why) : HL_OUT_OF_MEMORY;
    ZSTD_freeDCtx(unpacker);
    while (to.length > 0 && to.text[to.length - 1] != '\n') to.length--;
    if (status == HL_OK) *text = hl_arena_string(arena, to.text ? to.text : "", to.length);
    if (status == HL_OK && !*text) status = HL_OUT_OF_MEMORY;
    free(to.text);
    return status;
}

/* Read a file of either kind.
 * @param text  out: ends with NUL; up to the last whole row of an incomplete packed file
 * @param why   out: FILE_WHY, the reason
 * @return HL_OK; HL_IO_ERROR, errno says which; HL_BAD_INPUT: damaged, or too long for a table;
 * HL_OUT_OF_MEMORY */
static hl_status read_telemetry(const char *path, hl_arena *arena, char **text, char *why)
{
    int64_t size;
    unsigned char head[sizeof magic];
    hl_arena packed = {0};
    file_bytes bytes;
    const int descriptor = file_open(path, FILE_TELEMETRY, &size, why);
    if (descriptor < 0) return HL_IO_ERROR;
    const bool is_packed = pread(descriptor, head, sizeof head, 0) == (ssize_t)sizeof head &&
                           memcmp(head, magic, sizeof magic) == 0;
    hl_status status = file_read_open(descriptor, size, is_packed ? &packed : arena, &bytes, why);
    *text = bytes.data;
    if (status == HL_OK && is_packed) status = unpack(&bytes, arena, text, why);
    hl_arena_free(&packed);
    return status;
}

/* ---- tables ---- */

/* The text, and the position of the reader in it. */
typedef struct table {
    char *at, *end; /* `end`: its NUL */
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

/* The next line that is not empty, ended with NUL. NULL: the end of the text. Lines are found by memchr:
 * under the address sanitizer, strcspn and strchr walk to the end of the whole text at every call. */
static char *next_line(table *t)
{
    while (t->at < t->end) {
        char *line = t->at, *newline = memchr(line, '\n', (size_t)(t->end - line));
        char *after = newline ? newline : t->end;
        t->at = newline ? newline + 1 : t->end;
        *after = '\0';
        if (after > line && after[-1] == '\r') after[-1] = '\0';
        t->line++;
        if (line[0] != '\0') return line;
    }
    return NULL;
}

/* Cut off the first field of a line, without its quotes. *line: out: the rest of the line; NULL at the end.
 */
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
    while (*at != '\0' && *at != ',') at++;
    return at;
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
    if (line == NULL) return complain(t, 1, "the file is empty: it must begin with a row 'time,NAME,...'");
    rows->columns = count_fields(line) - 1;
    if (rows->columns < 1)
        return complain(t, 1, "the first row must be 'time,NAME,...' with at least one name");
    if (strcmp(next_field(&line), "time") != 0)
        return complain(t, 1, "the first column must be 'time', in a row 'time,NAME,...'");
    rows->names = HL_NEW(t->arena, const char *, rows->columns);
    rows->units = HL_NEW(t->arena, const char *, rows->columns);
    if (hl_arena_failed(t->arena)) return false;
    for (int c = 0; c < rows->columns; c++) {
        rows->names[c] = next_field(&line);
        rows->units[c] = "1";
    }
    return true;
}

/* The optional row "# s,UNIT,...". */
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

static int count_rows(const table *t)
{
    int count = 1;
    for (const char *at = t->at; (at = memchr(at, '\n', (size_t)(t->end - at))) != NULL; at++) count++;
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
            return complain(t, column, "the row is too short: it must have a number for each name");
        if (!read_number(&rest, c < 0 ? &times[rows->count] : &values[rows->count * rows->columns + c]))
            return complain(t, column, "must be a number");
    }
    if (rest != NULL) return complain(t, (int)(rest - line) + 1, "the row has more columns than names");
    if (!isfinite(times[rows->count])) return complain(t, 1, "the time must be finite, in seconds");
    if (rows->count > 0 && times[rows->count] < times[rows->count - 1])
        return complain(t, 1, "the time decreases: sort the rows by time");
    rows->count++;
    return true;
}

static bool read_rows(table *t, rt_rows *rows)
{
    const int most = count_rows(t);
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
        hl_report_add(report, (hl_place){0, 0}, "it is a folder: give a file, e.g. %s/telemetry.csv", path);
    else
        hl_report_add(report, (hl_place){0, 0}, "cannot be read: %s", why);
}

hl_status rt_rows_read(const char *path, hl_arena *arena, rt_rows *rows, hl_report *report)
{
    char *text = NULL, why[FILE_WHY];
    *rows = (rt_rows){0};
    hl_report_begin(report, path);
    const hl_status status = read_telemetry(path, arena, &text, why);
    if (status == HL_IO_ERROR || status == HL_BAD_INPUT)
        complain_of_file(path, why, status == HL_IO_ERROR && errno == EISDIR, report);
    if (status != HL_OK) return status;
    table t = {.at = text, .end = text + strlen(text), .arena = arena, .report = report};
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
