#include "drv/log.h"

#include <stdarg.h>
#include <stdio.h>

enum { LONGEST = 8192 /* two paths and a reason */ };

static void write_line(const drv_log *log, drv_message kind, const char *text)
{
    if (log->write) log->write(log->context, kind, text);
}

bool drv_say(const drv_log *log, const char *format, ...)
{
    char text[LONGEST];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    write_line(log, DRV_MESSAGE, text);
    return false;
}

void drv_complain(const drv_log *log, const hl_report *report)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    for (int i = 0; i < report->count; i++) {
        hl_report_line(report, i, line, sizeof line);
        write_line(log, DRV_COMPLAINT, line);
    }
    if (!report->dropped) return;
    snprintf(line, sizeof line, "%s: %d more errors", report->file, report->dropped);
    write_line(log, DRV_COMPLAINT, line);
}

int drv_refuse(const drv_log *log, const char *path, hl_status status, const hl_report *report)
{
    char line[LONGEST];
    drv_complain(log, report);
    if (hl_report_clean(report)) {
        snprintf(line, sizeof line, "%s: %s", path, hl_status_text(status));
        write_line(log, DRV_COMPLAINT, line);
    }
    return status == HL_OUT_OF_MEMORY ? DRV_ENVIRONMENT : DRV_USAGE;
}
