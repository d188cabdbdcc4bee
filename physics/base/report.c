/* Complaints about authored files, and the texts of statuses. */
#include "hl/report.h"
#include "hl/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

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

/* Complaints quote files. Each stays one line, and what a file says moves no cursor of a terminal. */
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
