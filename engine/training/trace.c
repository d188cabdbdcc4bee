#include "train/debrief.h"

#include "hl/status.h"

#include <string.h>

static const char **copy_texts(hl_arena *arena, const char **texts, int count)
{
    const char **copy = HL_NEW(arena, const char *, count);
    for (int i = 0; copy && i < count; i++) copy[i] = hl_arena_text(arena, texts[i]);
    return copy;
}

hl_status train_trace_thin(const train_trace *whole, int most, hl_arena *arena, train_trace *thin)
{
    HL_ASSERT(most >= 2);
    const int rows = whole->rows < most ? whole->rows : most;
    const size_t columns = (size_t)whole->columns;
    double *time = HL_NEW(arena, double, rows);
    double *values = HL_NEW(arena, double, (size_t)rows *columns);
    *thin = (train_trace){.rows = rows,
                          .columns = whole->columns,
                          .names = copy_texts(arena, whole->names, whole->columns),
                          .units = copy_texts(arena, whole->units, whole->columns),
                          .time = time,
                          .values = values};
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < rows; i++) {
        const size_t from =
            rows == whole->rows ? (size_t)i : (size_t)i * (size_t)(whole->rows - 1) / (size_t)(rows - 1);
        time[i] = whole->time[from];
        memcpy(values + (size_t)i * columns, whole->values + from * columns, columns * sizeof(double));
    }
    return HL_OK;
}

int train_trace_find(const train_trace *trace, const char *signal)
{
    for (int c = 0; c < trace->columns; c++)
        if (strcmp(trace->names[c], signal) == 0) return c;
    return -1;
}
