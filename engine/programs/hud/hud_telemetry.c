#include "hud_telemetry.h"

#include "command/program_log.h"

#include "auth/quantity.h"

#include <stddef.h>
#include <stdio.h>

bool hud_telemetry_read(const char *path, hl_arena *arena, rt_rows *rows, int *status)
{
    static hl_report report;
    *rows = (rt_rows){.count = 0};
    if (path == NULL) return true;
    const hl_status result = rt_rows_read(path, arena, rows, &report);
    if (result == HL_OK) return true;
    *status = drv_refuse(&program_log, path, result, &report);
    return false;
}

hud_column hud_telemetry_column(const rt_rows *rows, const rnd_signal *signal)
{
    hud_column column = {.at = rows->count > 0 ? rt_rows_find(rows, signal->name) : -1, .factor = 1.0};
    auth_dimension dimension;
    double si;
    if (column.at < 0 || !auth_unit_read(rows->units[column.at], &si, &dimension)) return column;
    column.factor = si / signal->si;
    if (!auth_unit_fits(signal->unit, dimension)) column.at = -1;
    return column;
}

double hud_telemetry_value(const rt_rows *rows, hud_column column, double time)
{
    const ptrdiff_t row = rt_rows_at(rows, time);
    return column.factor * rows->values[row * rows->columns + column.at];
}
