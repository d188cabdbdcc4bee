#include "complaints.h"

#include "program.h"

static FILE *taken; /* NULL: standard error */

void complaints_to(FILE *out)
{
    taken = out;
}

FILE *complaints_out(void)
{
    return taken ? taken : stderr;
}

void complaints_print(const hl_report *report)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    for (int i = 0; i < report->count; i++) {
        hl_report_line(report, i, line, sizeof line);
        fprintf(complaints_out(), "%s\n", line);
    }
    if (report->dropped) fprintf(complaints_out(), "%s: %d more errors\n", report->file, report->dropped);
}

int complaints_refuse(const char *path, hl_status status, const hl_report *report)
{
    complaints_print(report);
    if (hl_report_clean(report)) fprintf(complaints_out(), "%s: %s\n", path, hl_status_text(status));
    return status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_USAGE;
}
