/* The sand field: a height-field automaton (000 publication V section II.B.1) on square cells.
 *
 * A cell is a column over a rigid bottom: bank soil (undisturbed or compacted), above it loose soil. Masses
 * are whole numbers of quanta, so rounding loses nothing:
 *
 *   height = bottom + (mass - loose)/(A rho_bank) + loose/(A rho_loose)
 *
 * Digging removes loose soil first, then bank soil; deposited soil is loose; pressing converts loose soil to
 * bank soil and pushes the rest aside. Where the slope is too steep, soil flows down (Eq. 15), computed from
 * the state before the step, at most until the slope is relaxed; only the steepness matters, not the
 * direction on the grid. Bank soil with cohesion stands upright up to its limit.
 *
 * Bank and loose soil of a cell each have a kind. The kind of the bank is fixed. Loose soil of two kinds in a
 * cell becomes one of them, drawn by a function of the state with its share as probability, so that the mean
 * mass of each kind is conserved.
 *
 * Cells lie in tiles of 32 x 32. A tile gets memory in the state when it is first touched; before, its soil
 * is given by the model. Only active cells need time. Outside the field the ground is rigid: soil
 * neither leaves nor enters. It joins the border: where the border has become higher or lower, a slope at the
 * angle of repose runs out into the initial ground. Cells under a wall (a box of the scenery) have the wall's
 * top as their bottom, so sand does not flow through or under it.
 *
 * model (const): initial heights, bottoms, soils.  state: tiles, active cells, ledger.  Functions marked RT
 * allocate nothing and do a bounded amount of work. */
#ifndef TERR_FIELD_H
#define TERR_FIELD_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"
#include "hl/team.h"
#include "terr/ground.h"
#include "terr/soil.h"

#include <stdbool.h>
#include <stdint.h>

enum { TERR_TILE = 32, TERR_MAX_SOILS = 8 };

/** Mass in quanta of 2^-20 kg, about a milligram. */
typedef int64_t terr_mass;
#define TERR_QUANTUM (1.0 / 1048576.0) /* [kg] */

/** Quanta of a mass, rounded to the nearest, and back [kg]. */
terr_mass terr_quanta(double kilograms);
static inline double terr_kilograms(terr_mass mass)
{
    return (double)mass * TERR_QUANTUM;
}

/** A heap of loose soil poured on the ground: a cone at its soil's angle of repose. */
typedef struct terr_pile {
    double at[2];  /**< [m] */
    double height; /**< [m] */
    int soil;
} terr_pile;

/** A rectangle of another soil. */
typedef struct terr_patch {
    double low[2], high[2]; /**< corners [m] */
    int soil;
} terr_patch;

/** A box of the scenery: an upright prism that sand cannot pass. */
typedef struct terr_wall {
    double centre[2], half[2]; /**< [m] */
    double heading;            /**< heading of its first edge, from x [rad] */
    double top;                /**< height in the world [m] */
} terr_wall;

typedef struct terr_field_def {
    double origin[2]; /**< lower corner of cell (0, 0) [m] */
    double cell;      /**< d [m], 0.02 to 0.25 */
    int columns, rows;
    /** Initial surface without piles; also the ground outside; outlives the field. */
    const terr_ground *shape;
    double depth;           /**< of soil over the rigid bottom [m] > 0 */
    double loose_depth;     /**< of the uppermost, loose part [m], 0 to depth */
    const terr_soil *soils; /**< outlive the field; soil 0 is everywhere but in patches and piles */
    int soil_count, pile_count, patch_count, wall_count;
    const terr_pile *piles;
    const terr_patch *patches;
    const terr_wall *walls;
    int surface;       /**< index of the kind of surface in samples; beyond the field: the initial ground's */
    int tile_capacity; /**< tiles that may be touched; 0: all of them, or 16384 when there are more */
    double step;       /**< [s] */
} terr_field_def;

typedef struct terr_field terr_field;

/** Bytes of a field of this size (model and state), to refuse fields that are too large. */
double terr_field_bytes(const terr_field_def *def);

/** @param why  out: HL_MESSAGE_LENGTH, what is wrong and what is expected when HL_BAD_INPUT
 *  @return HL_OK, HL_BAD_INPUT (too large, a cell heavier than 2048 kg, ...), HL_OUT_OF_MEMORY */
hl_status terr_field_new(const terr_field_def *def, hl_arena *arena, terr_field **field, char *why);

const terr_field_def *terr_field_definition(const terr_field *field);

/** Whether the field changes the ground at (x, y) [m]: within it, and close around it. RT. */
bool terr_field_reaches(const terr_field *field, double x, double y);

/** The field as a ground: smooth (a quadratic B-spline over the 3 x 3 nearest cells), continuous in height
 * and normal; for cells under walls the original ground is used. */
terr_ground terr_field_ground(const terr_field *field);
terr_sample terr_field_sample(const terr_field *field, double x, double y);

/* ---- cells ---- */

/** Cell that holds a point. False when it is outside. RT. */
bool terr_field_cell(const terr_field *field, double x, double y, int *column, int *row);

/** Middle of a cell [m]. RT. */
void terr_field_centre(const terr_field *field, int column, int row, double *x, double *y);

typedef struct terr_cell {
    double height;   /**< of the surface [m] */
    double bottom;   /**< rigid, or the top of the wall [m] */
    terr_mass mass;  /**< of all soil */
    terr_mass loose; /**< of the loose part */
    double firmness; /**< largest previous sinkage under load, Bekker's z, minus soil added or removed since
                        [m] */
    int soil;        /**< kind of the soil at the top */
    bool wall;
} terr_cell;

/** A cell; outside the field the initial ground with no mass. RT. */
terr_cell terr_field_look(const terr_field *field, int column, int row);

/** Height of a cell's surface [m], faster than evaluating the cell. RT. */
double terr_field_height(const terr_field *field, int column, int row);

/** Remove up to `mass` from the top of a cell. RT. @return removed mass: less at the bottom, 0 outside or
 * without a free tile */
terr_mass terr_field_take(terr_field *field, int column, int row, terr_mass mass);

/** Deposit loose soil around a point by a volume-preserving kernel: a paraboloid over the cells of a disc of
 * this radius, at most eight cells, with the rounding error in the nearest cell. Walls get soil only without
 * other cells. RT.
 *  @param mass  at most 512 kg
 *  @return false: outside, too much, no free tile, or no cell accepts soil: nothing was deposited */
bool terr_field_put(terr_field *field, double x, double y, double radius, terr_mass mass, int soil);

/** Lower a cell by up to `depth` [m] under a load: loose soil is compacted to bank soil, and the rest is
 * pushed into the neighbours in proportion to the difference of h' = h + F(f) (Eq. 15, 16); loaded neighbours
 * have the same F. The cell's firmness increases by the lowering. RT.
 *  @param load    f, vertical force on a cell under the tool or tire [N]
 *  @param loaded  whether a cell is loaded too; NULL: no other cell is
 *  @return lowering of the surface [m] */
double terr_field_press(terr_field *field, int column, int row, double depth, double load,
                        bool (*loaded)(const void *context, int column, int row), const void *context);

enum { TERR_MAX_ASIDES = 4 };

/** A cell beside a load, and its distance [m]. */
typedef struct terr_aside {
    int column, row;
    double distance;
} terr_aside;

/** terr_field_press for cells inside a loaded area, where soil cannot move to a neighbour: it is pushed to
 * the sides of the load, in proportion to the slope of h' towards them. RT.
 *  @param to     target cells, without the cell itself; cells that cannot accept soil get none
 *  @param count  0 to TERR_MAX_ASIDES
 *  @return lowering of the surface [m] */
double terr_field_squeeze(terr_field *field, int column, int row, double depth, double load,
                          const terr_aside *to, int count);

/** Activate a cell and its neighbours for the next relaxation. RT. */
void terr_field_wake(terr_field *field, int column, int row);

/* ---- flow ---- */

/** Let soil flow with a team in the following steps: the same bits. Not part of the state. Not RT.
 *  @param team  NULL: none, the default. It must outlive the steps */
void terr_field_set_team(terr_field *field, const hl_team *team);

/** Let soil flow for one step: each active cell is processed once, at most `budget` cells (0: all), in whole
 * tiles: at least one, at most 512. Remaining cells are processed first in the next step. RT. */
void terr_field_relax(terr_field *field, int budget);

/** The largest number of cells that a relaxation with this budget can look at; 0: that can be active. RT. */
int64_t terr_field_most_looked(const terr_field *field, int budget);

/* ---- ledger ---- */

typedef struct terr_field_counts {
    terr_mass mass;      /**< mass of all soil, updated with each change */
    terr_mass initial;   /**< at the start */
    int64_t active;      /**< cells waiting for relaxation */
    int64_t looked;      /**< cells processed by the last relaxation */
    int64_t postponed;   /**< total number of postponed cells */
    int64_t refused;     /**< total number of touches without a free tile */
    int tiles, capacity; /**< touched, at most */
} terr_field_counts;
terr_field_counts terr_field_count(const terr_field *field);

/** Mass of all cells, including untouched ones, computed again. Not RT. */
terr_mass terr_field_weigh(const terr_field *field);

/** Number of cells with their middle in a rectangle. RT.
 *  @param low,high  corners [m] */
int64_t terr_field_cells_in(const terr_field *field, const double low[2], const double high[2]);

/** Mass of soil above a height, in the columns with their middle in a rectangle. It is exact for columns with
 * their bottom at or above that height, otherwise the error is at most half a quantum per column. RT: bounded
 * by the rectangle.
 *  @param low,high      corners [m]
 *  @param floor_height  [m] */
terr_mass terr_field_mass_above(const terr_field *field, const double low[2], const double high[2],
                                double floor_height);

/* ---- state ---- */

/** Present size of the state [bytes]; saving; restoring a saved state of the same model. RT. */
size_t terr_field_state_size(const terr_field *field);
size_t terr_field_state_capacity(const terr_field *field);
void terr_field_save(const terr_field *field, void *to);
void terr_field_restore(terr_field *field, const void *from);

/** For untrusted bytes: whether restoring them is safe, with all counts and indices within bounds. Not RT.
 *  @return size of the state at their start; 0: not a state of this model */
size_t terr_field_state_is_valid(const terr_field *field, const void *from, size_t size);

/** Hash of the state: updated with each change, so reading it costs nothing. RT. */
uint64_t terr_field_hash(const terr_field *field);

/* ---- rendering ---- */

/** Number of changes of a tile, 0: untouched or outside. The first cell of tile (i, j) has column i TERR_TILE
 * and row j TERR_TILE. RT. */
uint32_t terr_field_version(const terr_field *field, int tile_column, int tile_row);

#endif
