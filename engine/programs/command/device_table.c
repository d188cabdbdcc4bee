#include "device_table.h"

#include "text_width.h"

#include <stdio.h>

void device_table_print(const device_row *rows, int count, int columns)
{
    int widths[DEVICE_COLUMNS] = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < columns; k++)
            if (text_width(rows[i].cells[k]) > widths[k]) widths[k] = text_width(rows[i].cells[k]);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < columns - 1; k++)
            printf("%s%*s  ", rows[i].cells[k], widths[k] - text_width(rows[i].cells[k]), "");
        printf("%s\n", rows[i].cells[columns - 1]);
    }
}
