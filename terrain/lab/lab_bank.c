/* Vertical banks: stability and collapse. */
#include "lab_parts.h"

#include "hl/real.h"

#include <math.h>

static const double LENGTH = 16.0, BREADTH = 0.8; /* of the field [m]: room for what a bank of 6 m becomes */
static const double DEEPER = 0.5;                 /* soil under the foot [m] */
static const double LONGEST = 30.0;               /* [s] */
static const double SHORTEST_BANK = 0.02, TALLEST_BANK = 6.0, PRECISION = 0.01; /* [m] */
static const double MOVED = 5e-4; /* lower crests have moved [m]: a fall takes at least twice as much */
static const double TOE = 0.05, CREST = 0.95; /* of the height: ends of the line that tells the angle */

/* Heights of a bank: 0 at negative x, `height` at positive x, vertical between two cells. */
static const terr_ground *bank_shape(const terr_field_def *def, double height, hl_arena *arena)
{
    double *heights = HL_NEW(arena, double, def->columns * def->rows);
    if (heights == NULL) return NULL;
    for (int j = 0; j < def->rows; j++)
        for (int i = 0; i < def->columns; i++)
            heights[j * def->columns + i] = i >= def->columns / 2 ? height : 0.0;
    const terr_grid grid = {.origin = {def->origin[0] + 0.5 * def->cell, def->origin[1] + 0.5 * def->cell},
                            .spacing = def->cell,
                            .columns = def->columns,
                            .rows = def->rows,
                            .heights = heights};
    return terr_ground_grid(&grid, arena);
}

/* Slope of the line between the places where the middle row rises to two shares of the height. */
static double angle_of(const terr_field *field, double height)
{
    const terr_field_def *def = terr_field_definition(field);
    const int row = def->rows / 2;
    double x[2] = {0.0, 0.0};
    const double level[2] = {TOE * height, CREST * height};
    for (int end = 0; end < 2; end++)
        for (int i = 0; i + 1 < def->columns; i++) {
            const double a = terr_field_height(field, i, row), b = terr_field_height(field, i + 1, row);
            if (a > level[end] || b < level[end]) continue;
            x[end] = def->cell * (i + (b > a ? (level[end] - a) / (b - a) : 0.0));
            break;
        }
    return hl_atan2(level[1] - level[0], x[1] - x[0]);
}

hl_status terr_lab_stand(const terr_lab *lab, double height, hl_arena *arena, terr_lab_bank *bank, char *why)
{
    terr_field_def def = lab_field_def(lab, LENGTH, BREADTH, NULL, arena);
    def.shape = bank_shape(&def, height, arena);
    def.depth = height + DEEPER;
    terr_field *field;
    if (def.shape == NULL) return HL_OUT_OF_MEMORY;
    const hl_status status = terr_field_new(&def, arena, &field, why);
    if (status != HL_OK) return status;
    const int crest = def.columns / 2, most = (int)(LONGEST / lab->step);
    for (int j = 0; j < def.rows; j++) terr_field_wake(field, crest, j);
    int k = 0;
    while (k < most && terr_field_count(field).active > 0) {
        terr_field_relax(field, 0);
        k++;
    }
    const terr_field_counts counts = terr_field_count(field);
    *bank = (terr_lab_bank){.stands = terr_field_height(field, crest, def.rows / 2) > height - MOVED,
                            .angle = angle_of(field, height),
                            .seconds = k * lab->step,
                            .rested = counts.active == 0,
                            .missing = counts.initial - counts.mass};
    return HL_OK;
}

hl_status terr_lab_tallest(const terr_lab *lab, double *height, char *why)
{
    double low = SHORTEST_BANK, high = TALLEST_BANK;
    hl_status status = HL_OK;
    while (status == HL_OK && high - low > PRECISION) {
        hl_arena arena = {0};
        terr_lab_bank bank;
        const double middle = 0.5 * (low + high);
        status = terr_lab_stand(lab, middle, &arena, &bank, why);
        if (status == HL_OK) *(bank.stands ? &low : &high) = middle;
        hl_arena_free(&arena);
    }
    *height = 0.5 * (low + high);
    return status;
}
