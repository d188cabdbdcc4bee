/* Sand as lines: the tiles of its field that have come, thinned to a grid that grows coarser with the
 * distance from who looks, and a limit to it all. No window, no drawing. */
#ifndef RND_SAND_H
#define RND_SAND_H

#include "hl/arena.h"
#include "xch/terrain.h"

enum {
    RND_THIN = 4,                        /**< every fourth knot of a tile is kept */
    RND_KNOTS = XCH_TILE / RND_THIN + 1, /**< along a tile's edge; the last is the next tile's first */
    RND_STRIPS = 3200                    /**< most lines of a picture */
};

/** A row or column of the grid across a tile: points to be joined by lines [m]. */
typedef struct rnd_strip {
    int count;                   /**< 2 to RND_KNOTS */
    float points[3 * RND_KNOTS]; /**< x y z of each */
} rnd_strip;

typedef struct rnd_sand {
    int columns, rows;                      /**< tiles of the field */
    double origin[2], size;                 /**< of tile (0, 0), and of each [m]; size 0: none has come yet */
    bool *known;                            /**< [tiles] has come */
    float (*heights)[RND_KNOTS][RND_KNOTS]; /**< [tiles] [row][column] [m] */
    const xch_grains *grains;               /**< newest, as xch_latest_read gave them; NULL: none yet */
    /* of the last rnd_sand_look */
    double at[2], reach; /**< all tiles within this distance of there are drawn [m] */
    int strip_count;
    rnd_strip strips[RND_STRIPS];
} rnd_sand;

/** For a field of so many tiles. NULL: out of memory. */
rnd_sand *rnd_sand_new(int columns, int rows, hl_arena *arena);

/** Take a tile over. */
void rnd_sand_take(rnd_sand *sand, const xch_tile *tile);

/** Make the strips for who stands at (x, y) [m]: tiles by rings around that place, until RND_STRIPS. */
void rnd_sand_look(rnd_sand *sand, double x, double y);

/** Whether the strips show the ground at (x, y) [m]. */
bool rnd_sand_shows(const rnd_sand *sand, double x, double y);

#endif
