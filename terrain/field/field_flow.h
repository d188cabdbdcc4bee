/* Internals of the relaxation: its workspace, and its stages: fluxes (field_flux.c), banks (field_bank.c),
 * moving the soil (field_flow_move.c), the step that calls them (field_flow.c). */
#ifndef TERR_FIELD_FLOW_H
#define TERR_FIELD_FLOW_H

#include "field_internal.h"

enum {
    MOST_TILES = 512,            /* that a step looks at */
    MOST_SLOTS = 3 * MOST_TILES, /* with the neighbours that receive */
    MOST_FALLS = 4096            /* cells whose banks give way in a step; the others wait */
};

enum { PATCH = TERR_TILE + 2, PITCH = 40, NO_SLOT = -1 };

/* A tile with one cell of its neighbours around it: cell (column, row) is at [row + 1][column + 1]. */
typedef struct flow_patch {
    float height[PATCH][PITCH];
    float rise_x[PATCH][PITCH], rise_y[PATCH][PITCH]; /* to the next column or row; 0 where nothing passes */
    int32_t give[PATCH][PITCH];
    float steep[PATCH][PITCH];
    uint64_t moving[PATCH]; /* bit column + 1 */
} flow_patch;

/* What flows through the borders of a tile's cells [quanta], positive towards larger columns and rows. */
typedef struct flow_slot {
    int32_t touched;
    uint32_t rows;                       /* with something to do */
    int32_t x[TERR_TILE][TERR_TILE + 1]; /* [row][column]: enters cell from the left; last: to the right */
    int32_t y[TERR_TILE + 1][TERR_TILE];
    uint32_t looked[TERR_TILE], changed[TERR_TILE];
    uint8_t soil[TERR_TILE][TERR_TILE]; /* kinds afterwards, when the field has several */
} flow_slot;

/* A cell whose bank gives way: some of it falls to a neighbour. */
typedef struct flow_fall {
    int32_t column, row, to_column, to_row, mass;
} flow_fall;

struct field_flow {
    flow_patch patch;
    int slots;
    flow_slot *slot;
    int32_t *slot_of; /* touched tile */
    int falls;
    flow_fall fall[MOST_FALLS];
};

/* ---- tiles and slots (field_flow.c) ---- */

/* The touched tile beside a tile, or FIELD_UNTOUCHED: nothing passes there. */
int32_t field_flow_beside(const terr_field *field, int tile, int right, int up);

/* A new slot for a touched tile that has none. */
flow_slot *field_flow_slot(field_flow *flow, int32_t touched);

/* ---- fluxes (field_flux.c) ---- */

/* Look at the waiting tiles from the cursor on, round once, whole tiles within the budget, at least one. */
void field_flow_compute_fluxes(terr_field *field, int budget);

/* Cells of a tile that wait to be looked at. */
int field_flow_active(const field_tile *tile);

/* ---- moving the soil (field_flow_move.c) ---- */

/* Kinds of a slot's cells after the step; of all slots before any is moved. */
void field_flow_kinds(const terr_field *field, flow_slot *slot);

/* Move what flows into and out of a slot's cells. */
void field_flow_move(terr_field *field, flow_slot *slot);

/* ---- banks (field_bank.c) ---- */

/* Find the cells of a tile whose banks give way; those that find no room in the list stay awake.
 * @param share  of the excess that falls in a step [1] */
void field_bank_find_unstable(const terr_field *field, const flow_patch *patch, double share,
                              flow_slot *slot);

/* Let them fall. */
void field_bank_fall(terr_field *field);

#endif
