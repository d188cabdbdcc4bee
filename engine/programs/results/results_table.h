/* Tables for people, and the texts in their cells. */
#ifndef RESULTS_TABLE_H
#define RESULTS_TABLE_H

#include "hl/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { RESULTS_DATE = 32 };

typedef struct results_table {
    hl_arena *arena;
    int columns, count, room;
    const char *const *heads; /**< a head that begins with '>' makes a column of numbers, aligned right */
    const char **cells;
} results_table;

/** @return false: out of memory */
bool results_table_begin(results_table *table, hl_arena *arena, const char *const *heads, int columns,
                         int rows);

/** The next cell, row by row. Control characters become question marks: no text steers the terminal. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void results_table_cell(results_table *table, const char *format, ...);

/** A number with so many decimals; "-" where there is none. */
void results_table_number(results_table *table, double value, int decimals);

void results_table_print(const results_table *table);

/** A text for a terminal, in the arena; empty when memory is exhausted. */
const char *results_plain(hl_arena *arena, const char *text);

/** Seconds since 1970 as "2026-11-22 13:05 UTC". @return text */
const char *results_date(int64_t seconds, char text[RESULTS_DATE]);

#endif
