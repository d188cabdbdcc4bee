#include "results_table.h"

#include "command/text_width.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

bool results_table_begin(results_table *table, hl_arena *arena, const char *const *heads, int columns,
                         int rows)
{
    *table = (results_table){.arena = arena, .columns = columns, .room = columns * rows, .heads = heads};
    table->cells = HL_NEW(arena, const char *, table->room);
    return table->cells != NULL;
}

/* Those of ASCII, and those of Latin-1 as UTF-8 writes them (U+0080 to U+009F: c2 80 to c2 9f). */
static bool is_control(const unsigned char *at)
{
    return *at < ' ' || *at == 0x7f || (*at == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f);
}

const char *results_plain(hl_arena *arena, const char *text)
{
    char *plain = hl_arena_string(arena, text, strlen(text));
    for (char *at = plain; at && *at; at++)
        if (is_control((unsigned char *)at)) *at = '?';
    return plain ? plain : "";
}

void results_table_cell(results_table *table, const char *format, ...)
{
    enum { CELL = 1024 };
    char text[CELL];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (table->count < table->room) table->cells[table->count++] = results_plain(table->arena, text);
}

void results_table_number(results_table *table, double value, int decimals)
{
    if (isfinite(value))
        results_table_cell(table, "%.*f", decimals, value);
    else
        results_table_cell(table, "-");
}

static bool is_number(const char *head)
{
    return *head == '>';
}

static int column_width(const results_table *table, int column)
{
    int width = text_width(table->heads[column] + is_number(table->heads[column]));
    for (int i = column; i < table->count; i += table->columns)
        width = text_width(table->cells[i]) > width ? text_width(table->cells[i]) : width;
    return width;
}

static void print_cell(const results_table *table, int column, const char *text)
{
    const int space = column_width(table, column) - text_width(text);
    const bool number = is_number(table->heads[column]), last = column + 1 == table->columns;
    printf("%*s%s%*s", number ? space : 0, "", text, number || last ? 0 : space, "");
    fputs(last ? "\n" : "  ", stdout);
}

void results_table_print(const results_table *table)
{
    for (int i = 0; i < table->columns; i++)
        print_cell(table, i, table->heads[i] + is_number(table->heads[i]));
    for (int i = 0; i < table->count; i++) print_cell(table, i % table->columns, table->cells[i]);
}

const char *results_date(int64_t seconds, char text[RESULTS_DATE])
{
    struct tm date;
    const time_t time = (time_t)seconds;
    if (!gmtime_r(&time, &date) || strftime(text, RESULTS_DATE, "%Y-%m-%d %H:%M UTC", &date) == 0)
        snprintf(text, RESULTS_DATE, "-");
    return text;
}
