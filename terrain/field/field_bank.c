/* Banks of soil with cohesion: they stand where loose soil would flow, a vertical one to the height
 *
 *   h_c = 4 c/(rho g) tan(45 deg + phi/2)
 *
 * (a wedge at the angle 45 deg + phi/2 in equilibrium, Mohr-Coulomb), a slope of length L with a drop of up
 * to L tan(phi) + h_c. A cell of bare bank is checked against the eight directions, up to REACH cells far, as
 * long as the ground between lies below the line of slope tan(phi) from it. Where the drop is larger, some of
 * the cell's soil falls to its neighbour and is loose. */
#include "field_flow.h"

enum { REACH = 8 };
static const double FILM = 0.002;  /* loose soil on a bank that counts as none [m] */
static const double LEAST = 0.001; /* that falls from a cell: failing ends after finite time [m] */
static const float DIAGONAL = 1.41421356F;

/* Without fminf's care for NaN, which no height is: vectors know this. */
static inline float lesser(float a, float b)
{
    return a < b ? a : b;
}

/* Cells of a row from which the surface falls more steeply than `drop` a cell [m]. */
static uint32_t steep_cells(const flow_patch *patch, int row, float drop)
{
    const float *below = &patch->height[row][1], *here = &patch->height[row + 1][1],
                *above = &patch->height[row + 2][1];
    int32_t steep[TERR_TILE];
    for (int i = 0; i < TERR_TILE; i++) {
        const float x = lesser(here[i - 1], here[i + 1]), y = lesser(below[i], above[i]);
        const float d = lesser(lesser(below[i - 1], below[i + 1]), lesser(above[i - 1], above[i + 1]));
        steep[i] = (here[i] - lesser(x, y) > drop) | (here[i] - d > DIAGONAL * drop);
    }
    uint32_t cells = 0;
    for (int i = 0; i < TERR_TILE; i++) cells |= (uint32_t)steep[i] << i;
    return cells;
}

/* Largest drop beyond what the bank bears towards one direction [m]; 0: it bears. */
static double excess(const terr_field *field, const field_law *law, int column, int row, int k)
{
    const double length = field->def.cell * (k < FIELD_FIRST_DIAGONAL ? 1.0 : (double)DIAGONAL);
    const double top = terr_field_height(field, column, row);
    double most = 0.0;
    for (int n = 1; n <= REACH; n++) {
        const int c = column + n * FIELD_AROUND[k][0], r = row + n * FIELD_AROUND[k][1];
        if (!field_inside(field, c, r)) break;
        const double below_line = top - terr_field_height(field, c, r) - n * length * law->slope;
        if (!(below_line > 0.0)) break;
        most = fmax(most, below_line - law->standing);
    }
    return most;
}

static bool wall_at(const terr_field *field, int column, int row)
{
    return field_inside(field, column, row) && field_is_wall(field, column, row);
}

/* Under a load: nothing falls out of it or into it. */
static bool bears_at(const terr_field *field, int column, int row)
{
    if (!field_inside(field, column, row)) return false;
    const int32_t touched = field->index[field_tile_of(field, column, row)];
    return touched != FIELD_UNTOUCHED &&
           (field->view[touched].bears[row % TERR_TILE] >> column % TERR_TILE & 1u) != 0;
}

/* What falls from a cell, and where to. */
static flow_fall fall_of(const terr_field *field, int column, int row, double share)
{
    flow_fall fall = {.column = column, .row = row, .mass = 0};
    const field_column held = field_column_at(field, column, row);
    const field_law *law =
        &field->laws[field->model[field_tile_of(field, column, row)].base[field_cell_of(column, row)]];
    if (held.bank == 0 || law->bank_flows != 0 || held.loose * field->laws[held.soil].loose_height > FILM)
        return fall;
    if (bears_at(field, column, row)) return fall;
    double worst = 0.0;
    for (int k = 0; k < FIELD_NEIGHBOURS; k++) {
        const int c = column + FIELD_AROUND[k][0], r = row + FIELD_AROUND[k][1];
        if (k >= FIELD_FIRST_DIAGONAL && (wall_at(field, c, row) || wall_at(field, column, r)))
            continue; /* no gap */
        if (bears_at(field, c, r)) continue;
        const double more = excess(field, law, column, row, k);
        if (more <= worst) continue;
        worst = more;
        fall.to_column = c;
        fall.to_row = r;
    }
    if (worst > 0.0)
        fall.mass =
            (int32_t)fmin(fmin(fmax(share * worst, LEAST) * law->bank_quanta, held.bank), FIELD_MOST_FLUX);
    return fall;
}

void field_bank_find_unstable(const terr_field *field, const flow_patch *patch, double share, flow_slot *slot)
{
    const int tile = field->tile[slot->touched].id;
    const int left = tile % field->tile_columns * TERR_TILE, below = tile / field->tile_columns * TERR_TILE;
    double slope = field->laws[0].slope;
    for (int i = 1; i < field->def.soil_count; i++) slope = fmin(slope, field->laws[i].slope);
    field_flow *flow = field->flow;
    for (int row = 0; row < TERR_TILE; row++) {
        if (slot->looked[row] == 0) continue;
        const uint32_t cells = slot->looked[row] & steep_cells(patch, row, (float)(slope * field->def.cell));
        for (int i = 0; i < TERR_TILE && cells >> i != 0; i++) {
            if ((cells >> i & 1u) == 0) continue;
            if (flow->falls == MOST_FALLS) {
                slot->looked[row] &= ~(UINT32_C(1) << i);
                continue;
            }
            const flow_fall fall = fall_of(field, left + i, below + row, share);
            if (fall.mass > 0) flow->fall[flow->falls++] = fall;
        }
    }
}

void field_bank_fall(terr_field *field)
{
    for (int f = 0; f < field->flow->falls; f++) {
        const flow_fall *fall = &field->flow->fall[f];
        const field_place from = field_touch_cell(field, fall->column, fall->row),
                          to = field_touch_cell(field, fall->to_column, fall->to_row);
        if (to.tile == FIELD_UNTOUCHED || field->view[to.tile].give[to.cell] < 0) continue;
        const field_column held = field_column_of(&field->tile[from.tile], from.cell);
        const terr_mass all = (terr_mass)held.bank + held.loose;
        const int32_t mass = fall->mass < all ? fall->mass : (int32_t)all;
        const uint8_t kind = field->model[field->tile[from.tile].id].base[from.cell];
        field_exchange(field, from, mass, 0, 0);
        field_exchange(field, to, 0, mass, kind);
        terr_field_wake(field, fall->column, fall->row);
        terr_field_wake(field, fall->to_column, fall->to_row);
    }
}
