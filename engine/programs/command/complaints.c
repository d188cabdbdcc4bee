#include "complaints.h"

#include "program.h"

#include <stdio.h>

void complaints_print(const hl_report *report)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    for (int i = 0; i < report->count; i++) {
        hl_report_line(report, i, line, sizeof line);
        fprintf(stderr, "%s\n", line);
    }
    if (report->dropped) fprintf(stderr, "%s: %d more errors\n", report->file, report->dropped);
}

int complaints_refuse(const char *path, hl_status status, const hl_report *report)
{
    complaints_print(report);
    if (hl_report_clean(report)) fprintf(stderr, "%s: %s\n", path, hl_status_text(status));
    return status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_USAGE;
}
