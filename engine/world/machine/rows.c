/* The table of the parts of a machine. */
#include "machine/machine.h"

#define ROW(part) &world_##part##_row,

static const world_part_row *const all[] = {WORLD_PART_ROWS(ROW)};

enum { ALL = sizeof all / sizeof *all };

bool world_rows_define(world_machine *machine, bool with_exercise, hl_arena *arena)
{
    machine->rows = HL_NEW(arena, const world_part_row *, ALL);
    if (machine->rows == NULL) return false;
    for (int i = 0; i < ALL; i++)
        if (with_exercise || !all[i]->of_exercise) machine->rows[machine->row_count++] = all[i];
    return true;
}
