/* Reports about authored files, texts of statuses, and the nearest spelling. */
#include "hl/report.h"

#include "hl/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a control character, or of one that turns the direction of what follows, in UTF-8: C0 and DEL; C1,
 * U+0080 to U+009F; U+202A to U+202E and U+2066 to U+2069. 0: none of them. */
static int control_bytes(const unsigned char *at)
{
    if (at[0] < 0x20 || at[0] == 0x7F) return 1;
    if (at[0] == 0xC2 && at[1] >= 0x80 && at[1] <= 0x9F) return 2;
    if (at[0] != 0xE2) return 0;
    const bool turns = (at[1] == 0x80 && at[2] >= 0xAA && at[2] <= 0xAE) ||
                       (at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9);
    return turns ? 3 : 0;
}

/* Reports quote files. Each stays on one line, and quoted text cannot move the cursor of a terminal. */
static void mask_controls(char *text)
{
    for (char *at = text; *at != '\0'; at++)
        for (int left = control_bytes((const unsigned char *)at); left > 0; left--) {
            *at = '?';
            if (left > 1) at++;
        }
}

void hl_report_begin(hl_report *report, const char *file)
{
    report->count = 0;
    report->dropped = 0;
    report->label = "";
    snprintf(report->file, sizeof report->file, "%s", file);
}

void hl_report_begin_warnings(hl_report *report, const char *file)
{
    hl_report_begin(report, file);
    report->label = "warning: ";
}

void hl_report_add(hl_report *report, hl_place place, const char *format, ...)
{
    if (report->count == HL_REPORT_CAPACITY) {
        report->dropped++;
        return;
    }
    hl_complaint *complaint = &report->list[report->count++];
    complaint->place = place;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint->text, sizeof complaint->text, format, arguments);
    va_end(arguments);
    mask_controls(complaint->text);
}

static bool stands_before(hl_place a, hl_place b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

void hl_report_sort(hl_report *report)
{
    for (int i = 1; i < report->count; i++) {
        const hl_complaint moved = report->list[i];
        int j = i;
        for (; j > 0 && stands_before(moved.place, report->list[j - 1].place); j--)
            report->list[j] = report->list[j - 1];
        report->list[j] = moved;
    }
}

void hl_report_line(const hl_report *report, int index, char *line, size_t size)
{
    HL_ASSERT(index >= 0 && index < report->count);
    const hl_complaint *complaint = &report->list[index];
    const char *label = report->label != NULL ? report->label : "";
    if (complaint->place.line > 0)
        snprintf(line, size, "%s:%d:%d: %s%s", report->file, complaint->place.line, complaint->place.column,
                 label, complaint->text);
    else /* of the whole file, as when there is none */
        snprintf(line, size, "%s: %s%s", report->file, label, complaint->text);
}

/* ---- statuses ---- */

const char *hl_status_text(hl_status status)
{
    switch (status) {
#define X(name, text)                                                                                        \
    case name:                                                                                               \
        return text;
        HL_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

enum { LONGEST = 63 }; /* longer words are not compared */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

hl_nearest hl_spelling_begin(const char *word)
{
    const size_t length = strlen(word);
    const int third = length > LONGEST ? 0 : (int)length / 3;
    return (hl_nearest){.word = word, .best = NULL, .distance = (third > 1 ? third : 1) + 1};
}

/* Edit distance in the sense of Damerau with adjacent exchanges counted as one (optimal string alignment),
 * row by row: rows i-2, i-1, i of the table, columns 0..length of b. */
static int edit_distance(const char *a, int m, const char *b, int n)
{
    int rows[3][LONGEST + 1];
    for (int j = 0; j <= n; j++) rows[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            const int change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(change, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

void hl_spelling_offer(hl_nearest *nearest, const char *candidate)
{
    const size_t m = strlen(nearest->word), n = strlen(candidate);
    if (m > LONGEST || n > LONGEST || abs((int)m - (int)n) >= nearest->distance) return;
    const int distance = edit_distance(nearest->word, (int)m, candidate, (int)n);
    if (distance >= nearest->distance) return;
    nearest->distance = distance;
    nearest->best = candidate;
}

const char *hl_did_you_mean(const char *best, char hint[HL_HINT_LENGTH])
{
    hint[0] = '\0';
    if (best != NULL) snprintf(hint, HL_HINT_LENGTH, "; did you mean '%.120s'?", best);
    return hint;
}
