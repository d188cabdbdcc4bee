/* Rows of signals as comma-separated values. */
#include "rt/telemetry.h"

#include <string.h>

/* Quoted when a comma, a quote or a line end is in the name (RFC 4180). */
void rt_csv_name(FILE *file, const char *name)
{
    if (!strpbrk(name, ",\"\r\n")) {
        fputs(name, file);
        return;
    }
    fputc('"', file);
    for (; *name; name++) {
        if (*name == '"') fputc('"', file);
        fputc(*name, file);
    }
    fputc('"', file);
}

int rt_csv_columns(const world_machine *machine, int *signals)
{
    int count = 0;
    for (int i = 0; i < world_signal_count(machine); i++)
        if (strcmp(world_signal_info(machine, i).name, "time") != 0) signals[count++] = i;
    return count;
}

void rt_csv_header(FILE *file, const world_machine *machine, const int *signals, int count)
{
    fputs("time", file);
    for (int i = 0; i < count; i++) {
        fputc(',', file);
        rt_csv_name(file, world_signal_info(machine, signals[i]).name);
    }
    fputs("\n# s", file);
    for (int i = 0; i < count; i++) {
        fputc(',', file);
        rt_csv_name(file, world_signal_info(machine, signals[i]).unit);
    }
    fputc('\n', file);
}

static void print_row(FILE *file, int digits, double time, const double *values, const int *signals,
                      int count)
{
    fprintf(file, "%.*g", digits, time);
    for (int i = 0; i < count; i++) fprintf(file, ",%.*g", digits, values[signals[i]]);
    fputc('\n', file);
}

void rt_csv_row(FILE *file, double time, const double *values, const int *signals, int count)
{
    enum { EXACT = 17 };
    print_row(file, EXACT, time, values, signals, count);
}

void rt_csv_short_row(FILE *file, double time, const double *values, const int *signals, int count)
{
    enum { SHORT = 9 };
    print_row(file, SHORT, time, values, signals, count);
}
