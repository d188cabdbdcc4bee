#include "device_table.h"

#include <stdio.h>

/* Characters as a terminal counts them: a byte 10xxxxxx goes on with a character. */
static int width(const char *text)
{
    int count = 0;
    for (; *text; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

void device_table_print(const device_row *rows, int count, int columns)
{
    int widths[DEVICE_COLUMNS] = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < columns; k++)
            if (width(rows[i].cells[k]) > widths[k]) widths[k] = width(rows[i].cells[k]);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < columns - 1; k++)
            printf("%s%*s  ", rows[i].cells[k], widths[k] - width(rows[i].cells[k]), "");
        printf("%s\n", rows[i].cells[columns - 1]);
    }
}
