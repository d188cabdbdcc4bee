#include "check_verdict.h"

#include "command/complaints.h"
#include "program.h"

#include <stdarg.h>
#include <stdio.h>

static struct {
    bool strict;
    int warnings;
} of_file;

void check_begin(bool strict)
{
    of_file.strict = strict;
    of_file.warnings = 0;
}

void check_warn(hl_report *warnings)
{
    hl_report_sort(warnings);
    complaints_print(warnings);
    of_file.warnings += warnings->count + warnings->dropped;
    warnings->count = warnings->dropped = 0;
}

void check_count_warnings(int count)
{
    of_file.warnings += count;
}

int check_ok(const char *path, const char *format, ...)
{
    va_list arguments;
    if (of_file.strict && of_file.warnings > 0) return PROGRAM_USAGE;
    printf("%s: ok (", path);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    if (of_file.warnings > 0)
        printf("), %d warning%s\n", of_file.warnings, of_file.warnings == 1 ? "" : "s");
    else
        puts(")");
    return PROGRAM_DONE;
}
