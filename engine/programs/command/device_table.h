/* Tables of texts, in columns as wide as they must be. */
#ifndef DEVICE_TABLE_H
#define DEVICE_TABLE_H

enum { DEVICE_COLUMNS = 6, DEVICE_CELL = 320 };

typedef struct device_row {
    char cells[DEVICE_COLUMNS][DEVICE_CELL];
} device_row;

/** Print rows on stdout; empty columns at the end take no room. */
void device_table_print(const device_row *rows, int count, int columns);

#endif
