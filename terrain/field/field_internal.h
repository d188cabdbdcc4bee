/* Internals of the sand field: memory layout of tiles, and the single function that writes cells. */
#ifndef TERR_FIELD_INTERNAL_H
#define TERR_FIELD_INTERNAL_H

#include "terr/field.h"

#include <limits.h>
#include <math.h>

enum {
    FIELD_CELLS = TERR_TILE * TERR_TILE, /* of a tile */
    FIELD_MOST_CELLS = 1 << 26,
    FIELD_DEFAULT_TILES = 16384,
    FIELD_UNTOUCHED = -1, /* in the index: the tile lies as the model says */
    /* Quanta of loose soil at which a cell takes no more, 1024 kg, and the most that may be added at once: 32
     * bits never overflow. */
    FIELD_FULL = 1 << 30,
    FIELD_MOST_PUT = 1 << 29,
    /* Most that passes between two neighbours in a step, 64 kg: twelve of them fit above FIELD_FULL. */
    FIELD_MOST_FLUX = 1 << 26,
    FIELD_MOST_BEARING = 1024 /* rows of tiles with cells under loads in a step */
};

/* Kinds of cells that differ from plain ground. */
enum { FIELD_WALL = 1, FIELD_OUTSIDE = 2 };

/* Firmness is counted in quanta of 2^-30 m: what a tire presses in a millisecond is not lost to rounding. */
#define FIELD_FIRMNESS_QUANTUM (1.0 / 1073741824.0)

/* ---- model ---- */

/* A tile as it lay at the start. */
typedef struct field_ground {
    float surface[FIELD_CELLS]; /* [m] with piles; under a wall the ground that was there */
    float bottom[FIELD_CELLS];  /* [m] rigid, or the top of the wall */
    uint8_t base[FIELD_CELLS];  /* kind of the bank soil */
    uint8_t top[FIELD_CELLS];   /* kind of the loose soil */
    uint8_t flags[FIELD_CELLS];
} field_ground;

/* What the field needs of a soil, in quanta. */
typedef struct field_law {
    double bank_height, loose_height; /* of a quantum on a cell [m] */
    double bank_quanta, loose_quanta; /* of a metre on a cell [1/m] */
    float steep;                      /* 1/(d tan repose) [1/m] */
    int32_t bank_flows; /* mask: all ones where bank soil has no cohesion and flows as loose soil does */
    double slope;       /* tan phi of the bank, at least that of repose [1] */
    double standing;    /* height to which a vertical bank stands, 4 c/(rho g) tan(45 + phi/2) [m] */
} field_law;

/* ---- state ---- */

typedef struct field_tile {
    int32_t id;
    uint32_t changes;
    uint32_t active[TERR_TILE];                    /* bit: cell waits to be looked at; a word per row */
    uint32_t moving[TERR_TILE];                    /* bit: soil flowed there when it was last looked at */
    int32_t bank[FIELD_CELLS], loose[FIELD_CELLS]; /* [quanta] */
    int32_t firmness[FIELD_CELLS];                 /* [2^-30 m] */
    uint8_t soil[FIELD_CELLS];                     /* kind of the loose soil */
} field_tile;

typedef struct field_head {
    int32_t tiles;  /* touched */
    int32_t cursor; /* touched tile at which the next relaxation begins */
    int64_t mass, active, looked, postponed, refused;
    uint64_t hash;
} field_head;

/* ---- derived from the state ---- */

typedef struct field_view {
    float height[FIELD_CELLS]; /* of the surface [m] */
    uint32_t bears[TERR_TILE]; /* bit: cell is under a load, until the end of the next relaxation */
    int32_t give[FIELD_CELLS]; /* quanta that may leave to one neighbour in a step, a quarter of what can
                                  flow; -1: nothing passes, neither way */
    uint64_t key;              /* of the tile in the hash */
} field_view;

/* A cell of a touched tile. */
typedef struct field_place {
    int32_t tile; /* among the touched ones; FIELD_UNTOUCHED: there is none */
    int cell;
} field_place;

typedef struct field_flow field_flow; /* workspace of the relaxation, field_flow.c */

struct terr_field {
    terr_field_def def;
    terr_ground ground;
    double per_cell; /* 1/d [1/m] */
    int tile_columns, tile_rows, capacity;
    terr_mass initial;
    field_law laws[TERR_MAX_SOILS];
    bool cohesive; /* some soil's bank stands by cohesion */
    /* Initial heights of the cells at the border, walls and piles apart, in the order of field_rim_cell; the
     * slope of the ground that joins them [1], and its reach [m]. */
    const float *rim;
    double rim_slope, rim_reach;
    const field_ground *model;
    const bool *special; /* tiles that hold cells which are not plain ground */
    uint64_t cell_key[FIELD_CELLS], active_key[TERR_TILE], moving_key[TERR_TILE];

    field_head head;
    field_tile *tile;

    int32_t *index;    /* of a tile's id: where it is among the touched ones, or FIELD_UNTOUCHED */
    field_view *view;  /* of each touched tile */
    uint64_t *waiting; /* bit of each touched tile: it has active cells */
    int bearing;       /* rows with a cell under a load, in the order in which they got it */
    field_place bearing_row[FIELD_MOST_BEARING];
    field_flow *flow;
    const hl_team *team;      /* NULL: none */
    int64_t covered, yielded; /* cells under loads, and those that yielded; not state */
};

/* What a cell holds. */
typedef struct field_column {
    int32_t bank, loose, firmness;
    uint8_t soil;
} field_column;

/* ---- where cells are ---- */

static inline bool field_inside(const terr_field *field, int column, int row)
{
    return column >= 0 && row >= 0 && column < field->def.columns && row < field->def.rows;
}

/* Of a cell inside the field; division of unsigned numbers is a shift. */
static inline int field_tile_of(const terr_field *field, int column, int row)
{
    return (int)((unsigned)row / TERR_TILE) * field->tile_columns + (int)((unsigned)column / TERR_TILE);
}

static inline int field_cell_of(int column, int row)
{
    return (int)((unsigned)row % TERR_TILE * TERR_TILE + (unsigned)column % TERR_TILE);
}

static inline bool field_is_wall(const terr_field *field, int column, int row)
{
    return field->model[field_tile_of(field, column, row)].flags[field_cell_of(column, row)] == FIELD_WALL;
}

/* Steps to the neighbours of a cell: four across its edges, then four across its corners. */
enum { FIELD_NEIGHBOURS = 8, FIELD_FIRST_DIAGONAL = 4 };
static const int FIELD_AROUND[FIELD_NEIGHBOURS][2] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                                      {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

/* Cells in a word of a row. */
static inline int field_count_cells(uint32_t word)
{
    word -= (word >> 1) & UINT32_C(0x55555555);
    word = (word & UINT32_C(0x33333333)) + ((word >> 2) & UINT32_C(0x33333333));
    return (int)((((word + (word >> 4)) & UINT32_C(0x0f0f0f0f)) * UINT32_C(0x01010101)) >> 24);
}

/* Height of the initial ground in the middle of a cell, inside or outside [m]. RT. */
double field_shape_height(const terr_field *field, int column, int row);

/* Cells along the border: the first row, the last row, the first column, the last column. RT. */
static inline int field_rim_cells(const terr_field *field)
{
    return 2 * (field->def.columns + field->def.rows);
}

/* Where the first cell of a side is in this order: rows 0, 1, then columns 0, 1. RT. */
static inline int field_rim_first(const terr_field *field, bool along_row, bool last)
{
    return along_row ? last * field->def.columns : 2 * field->def.columns + last * field->def.rows;
}

/* ---- tiles and cells (field_tiles.c) ---- */

/* Touch a tile that lies untouched. RT. @return where it is; FIELD_UNTOUCHED: no tile is free, counted */
int32_t field_touch_first(terr_field *field, int tile);

/* Touch a tile. RT. @return as field_touch_first */
static inline int32_t field_touch(terr_field *field, int tile)
{
    const int32_t touched = field->index[tile];
    return touched != FIELD_UNTOUCHED ? touched : field_touch_first(field, tile);
}

/* Touch the tile of a cell inside the field. RT. */
static inline field_place field_touch_cell(terr_field *field, int column, int row)
{
    return (field_place){field_touch(field, field_tile_of(field, column, row)), field_cell_of(column, row)};
}

/* A cell of a tile as the model says. RT. */
field_column field_column_initial(const terr_field *field, int tile, int cell);

/* A cell as it is, in a touched tile or not. RT. */
field_column field_column_at(const terr_field *field, int column, int row);

static inline field_column field_column_of(const field_tile *tile, int cell)
{
    return (field_column){tile->bank[cell], tile->loose[cell], tile->firmness[cell], tile->soil[cell]};
}

/* Whether the surface of a cell of a row lies above a height, or may do so; quicker than asking each cell.
 * @param first, last  columns, inside the field. RT. */
bool field_row_rises(const terr_field *field, int row, int first, int last, double height);

/* Height of what a cell of a tile would hold [m]. RT. */
double field_column_height(const terr_field *field, int tile, int cell, field_column column);

/* Write a cell; keeps hash and view, not the ledger. RT. */
void field_write(terr_field *field, field_place place, field_column column);

/* Quanta that a cell may give to one neighbour in a step, see field_view. */
static inline int32_t field_give(int32_t bank, int32_t loose, int32_t bank_flows)
{
    return loose >= FIELD_FULL ? -1 : (loose >> 2) + ((bank & bank_flows) >> 2);
}

/* What an exchange of soil leaves of a firmness after the surface moved by `change` [m]: what bore the load
 * was taken away or lies buried as deep. */
static inline int32_t field_firmness_after(int32_t firmness, double change)
{
    const double left = firmness - fabs(change) * (1.0 / FIELD_FIRMNESS_QUANTUM);
    return left > 0.0 ? (int32_t)left : 0;
}

/* Take from a cell, loose soil first, and add loose soil to it: `out` at most what is there. RT. */
void field_exchange(terr_field *field, field_place place, terr_mass out, int32_t in, uint8_t kind);

/* Kind of loose soil when `in` quanta of `kind` come to `loose` quanta of `soil`: either, drawn with its
 * share as probability, so that on average no kind grows at the expense of another. RT. */
uint8_t field_mixed(uint8_t soil, int32_t loose, uint8_t kind, int32_t in, uint64_t draw);

/* ---- pressing (field_change.c) ---- */

/* terr_field_squeeze without waking the cell and its neighbours. RT. */
double field_squeeze(terr_field *field, int column, int row, double depth, double load, const terr_aside *to,
                     int count);

/* ---- waking ---- */

/* Cells of a row of a touched tile wait to be looked at. RT. */
void field_activate(terr_field *field, int32_t touched, int row, uint32_t cells);
/* Cells from one to another, both included; those outside are left out. RT: bounded by the tiles they lie in.
 */
void field_activate_block(terr_field *field, int left, int below, int right, int above);
/* Whether all tiles with cells from one to another are touched; those outside do not count. RT. */
bool field_is_touched_block(const terr_field *field, int left, int below, int right, int above);
/* Cells of a tile's row that are inside the field. */
uint32_t field_row_mask(const terr_field *field, int tile, int row);

/* ---- hash (field_tiles.c) ---- */

uint64_t field_mix(uint64_t word);
static inline uint64_t field_tile_key(int tile)
{
    return field_mix((uint64_t)tile + 1) | 1u;
}
/* Word of a cell; linear in all that it holds, so that a change of the cell changes the hash by the key of
 * the cell times the change of the word, which is the word of the changes. */
static inline uint64_t field_word_of(int64_t bank, int64_t loose, int64_t firmness, int64_t soil)
{
    return (uint64_t)bank + (uint64_t)loose * UINT64_C(0xbf58476d1ce4e5b9) +
           (uint64_t)firmness * UINT64_C(0x94d049bb133111eb) + (uint64_t)soil * UINT64_C(0xd6e8feb86659fd93);
}
static inline uint64_t field_word(field_column column)
{
    return field_word_of(column.bank, column.loose, column.firmness, column.soil);
}
/* Hash from the cells alone, for tests. */
uint64_t field_hash_anew(const terr_field *field);

/* Whether the cells of a row are of one kind: most are, and one look-up then serves all. */
static inline bool field_row_is_uniform(const uint8_t *kinds)
{
    uint8_t other = 0;
    for (int i = 0; i < TERR_TILE; i++) other |= (uint8_t)(kinds[i] ^ kinds[0]);
    return other == 0;
}

/* Laws of the cells of a row. */
typedef struct field_row {
    double bank[TERR_TILE], loose[TERR_TILE]; /* heights of a quantum [m] */
    int32_t bank_flows[TERR_TILE];
} field_row;

/* @param soil  kinds of the loose soil of the row's cells */
void field_row_laws(const terr_field *field, int tile, int row, const uint8_t *soil, field_row *laws);

/* ---- loads (field_tiles.c) ---- */

/* Cells of a row of a touched tile are under a load: until the next relaxation is over nothing flows into
 * them or out of them. Whoever takes the load away wakes them. RT. */
void field_load_row(terr_field *field, int32_t touched, int row, uint32_t cells);

/* The same of the columns first to last of a row, in touched tiles; they and their neighbours stay awake, so
 * that they flow as soon as they are held no more. RT. */
void field_block_row(terr_field *field, int row, int first, int last);

/* No cell is under a load any more. RT. */
void field_clear_loads(terr_field *field);

/* ---- flow (field_flow.c) ---- */

double field_flow_bytes(int capacity);
field_flow *field_flow_new(const terr_field *field, hl_arena *arena);

enum {
    MOST_TILES = 512,            /* that a step looks at */
    MOST_SLOTS = 3 * MOST_TILES, /* with the neighbours that receive */
    MOST_FALLS = 4096            /* cells whose banks give way in a step; the others wait */
};

/* Rises are computed in whole vectors, with a neighbour behind the last one. */
enum { PATCH = TERR_TILE + 2, RISES = 40, PITCH = 48, NO_SLOT = -1 };

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
    uint32_t rows;                       /* with something to do; the fluxes of others are 0 */
    uint32_t right;                      /* rows with a flux into the tile on the right */
    bool up;                             /* there are fluxes into the tile above */
    uint64_t hash;                       /* change of the field's when it has been moved */
    int ended;                           /* cells that no longer wait, then */
    int32_t x[TERR_TILE][TERR_TILE + 1]; /* [row][column]: enters cell from the left; last: to the right */
    int32_t y[TERR_TILE + 1][TERR_TILE];
    uint32_t looked[TERR_TILE], changed[TERR_TILE];
    uint32_t open[TERR_TILE];  /* looked at, and under no load: something may leave them */
    uint32_t steep[TERR_TILE]; /* of the open ones, where a bank might give way; cohesive soil only */
    uint8_t soil[TERR_TILE][TERR_TILE]; /* kinds afterwards, when the field has several */
} flow_slot;

/* A cell whose bank gives way: some of it falls to a neighbour. */
typedef struct flow_fall {
    int32_t column, row, to_column, to_row, mass;
} flow_fall;

struct field_flow {
    int slots;
    flow_slot *slot;
    int32_t *slot_of; /* touched tile */
    int falls;
    flow_fall fall[MOST_FALLS];
};

/* ---- tiles and slots (field_flux.c) ---- */

/* The touched tile beside a tile, or FIELD_UNTOUCHED: nothing passes there. */
int32_t field_flow_beside(const terr_field *field, int tile, int right, int up);

/* A new slot without fluxes, for a touched tile that has none. */
flow_slot *field_flow_slot(field_flow *flow, int32_t touched);

/* ---- fluxes (field_flux.c) ---- */

/* Look at the waiting tiles from the cursor on, round once, whole tiles within the budget, at least one. */
void field_flow_compute_fluxes(terr_field *field, int budget);

/* Cells of a tile that wait to be looked at. */
int field_flow_active(const field_tile *tile);

/* ---- moving the soil (field_flow.c) ---- */

/* ---- banks (field_flux.c) ---- */

/* Let them fall. */
void field_bank_fall(terr_field *field);

#endif
