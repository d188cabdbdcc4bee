/* Sand for rendering: changed tiles of the height field, the present grains, and heaps in containers. Tiles
 * are sent through a ring because each must arrive, grains and heaps through latest-value buffers because
 * only the newest matter. Flat, of fixed capacity. */
#ifndef XCH_TERRAIN_H
#define XCH_TERRAIN_H

#include "xch/ring.h"

#include <stdint.h>

enum {
    XCH_TILE = 32, /**< cells along a side */
    XCH_KNOTS = XCH_TILE + 1,
    XCH_GRAINS = 16384,
    XCH_HEAPS = 8,         /**< containers */
    XCH_HEAP_CELLS = 8192, /**< of a container */
    XCH_NO_SOIL = 255      /**< kind of soil of an empty cell */
};

/** A square of 32 x 32 cells. Knots are the middles of cells; the last row and column are the first of the
 * next tiles, so that neighbours meet. */
typedef struct xch_tile {
    int32_t column, row;                 /**< of the tile in its field */
    uint32_t version;                    /**< number of changes of its cells; 0: initial field */
    uint32_t unused;                     /**< 0 */
    double origin[2];                    /**< of knot (0, 0) in the world [m] */
    double cell;                         /**< between knots [m] */
    float heights[XCH_KNOTS][XCH_KNOTS]; /**< [row][column] [m] */
    uint8_t shades[XCH_TILE][XCH_TILE];  /**< of cells: see xch_shade */
    uint8_t padding[4];                  /**< 0 */
} xch_tile;

_Static_assert(sizeof(xch_tile) == 40 + 4 * XCH_KNOTS * XCH_KNOTS + XCH_TILE * XCH_TILE + 4,
               "flat, without padding");

/** Appearance of a cell: its kind of soil, 0 to 7, and the depth of pressing, in up to 31 steps of 5 mm. RT.
 */
static inline uint8_t xch_shade(int soil, double pressed)
{
    const double steps = pressed / 0.005;
    const unsigned whole = steps >= 31.0 ? 31U : steps > 0.0 ? (unsigned)steps : 0U;
    return (uint8_t)(((unsigned)soil & 7U) | whole << 3);
}

/** Its kind of soil, 0 to 7. RT. */
static inline int xch_shade_soil(uint8_t shade)
{
    return shade & 7;
}

/** Its depth of pressing [m], in steps of 5 mm. RT. */
static inline double xch_shade_pressed(uint8_t shade)
{
    return 0.005 * (shade >> 3);
}

/** Loose grains: spheres. Single precision: 0.1 mm at 1 km. */
typedef struct xch_grains {
    int64_t tick;
    int32_t count;
    int32_t left;               /**< beyond the capacity */
    float xyzr[4 * XCH_GRAINS]; /**< middle in the world and radius of each [m] */
    uint8_t soil[XCH_GRAINS];   /**< kind of soil of each, 0 to 7 */
} xch_grains;

_Static_assert(sizeof(xch_grains) == 16 + 17 * XCH_GRAINS, "flat, without padding");

/** The heap in a container. Heights are in the container's frame, from its floor. */
typedef struct xch_heap {
    int32_t columns, rows;         /**< cells along x and y */
    uint32_t version;              /**< number of changes of its cells */
    uint32_t unused;               /**< 0 */
    float heights[XCH_HEAP_CELLS]; /**< [rows][columns] of the surface [m] */
    uint8_t soils[XCH_HEAP_CELLS]; /**< [rows][columns] kind, 0 to 7; XCH_NO_SOIL: the floor is bare */
} xch_heap;

/** The heaps in all containers, in the order of the sand. */
typedef struct xch_heaps {
    int64_t tick;
    int32_t count;
    int32_t unused; /**< 0 */
    xch_heap heaps[XCH_HEAPS];
} xch_heaps;

_Static_assert(sizeof(xch_heaps) == 16 + XCH_HEAPS * (16 + 5 * XCH_HEAP_CELLS), "flat, without padding");

/** The channels of a reader of the terrain. */
typedef struct xch_terrain {
    xch_ring *tiles;    /**< of xch_tile; the reader is its consumer */
    xch_latest *grains; /**< of xch_grains */
    xch_latest *heaps;  /**< of xch_heaps; NULL: there are no containers */
} xch_terrain;

#endif
