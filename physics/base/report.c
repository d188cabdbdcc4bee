#include "hl/report.h"

#include "hl/assert.h"

#include <stdarg.h>
#include <stdio.h>

void hl_report_begin(hl_report *report, const char *file)
{
    report->count = 0;
    report->dropped = 0;
    snprintf(report->file, sizeof report->file, "%s", file);
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
}

void hl_report_line(const hl_report *report, int index, char *line, size_t size)
{
    HL_ASSERT(index >= 0 && index < report->count);
    const hl_complaint *complaint = &report->list[index];
    snprintf(line, size, "%s:%d:%d: %s", report->file, complaint->place.line, complaint->place.column,
             complaint->text);
}
