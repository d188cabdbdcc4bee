/* Containers: open boxes that hold soil, fixed in a moving frame: the body of a truck, a trailer, a hopper, a
 * skip. The soil in a container is a height field in the container's frame: a column of loose soil of one
 * kind in each cell, in whole quanta of mass.
 *
 *   frame    origin in the middle of the floor, z through the mouth, x forward, y to the left
 *   intake   particles that touch the heap or the floor become soil of the container
 *   heap     flows where it is steeper than the angle of repose against the apparent gravity g - a
 *   floor    if it is tilted by more than its angle of friction, this angle replaces the angle of repose
 *   rim      soil above a wall, or at an open gate, leaves as particles with the velocity of the container
 *            their number per step is bounded; remaining soil waits
 *   payload  mass, centre and inertia of the soil are added to the body of the container
 *
 * Work: a test of the tilt while the heap is at rest; otherwise a quarter of the rows in each step. */
#ifndef TERR_CONTAINER_H
#define TERR_CONTAINER_H

#include "terr/field.h"
#include "terr/tool.h"

enum { TERR_MAX_CONTAINERS = 8, TERR_CONTAINER_CELLS = 8192 };

/** Sides of a container. */
typedef enum terr_side {
    TERR_SIDE_NONE = -1,
    TERR_SIDE_FRONT, /**< +x */
    TERR_SIDE_REAR,  /**< -x */
    TERR_SIDE_LEFT,  /**< +y */
    TERR_SIDE_RIGHT, /**< -y */
    TERR_SIDES
} terr_side;

typedef struct terr_container_def {
    double size[3];   /**< inside, at the rim: along x, along y, height of the walls [m] */
    double taper[2];  /**< by how much each wall leans outwards from floor to rim, along x and y [m] */
    double cell;      /**< edge of a cell [m]; adjusted so that whole cells fit */
    double thickness; /**< of the walls [m] */
    double friction;  /**< angle of friction of the soil on the floor [rad]; below 0: the soil's on steel */
    terr_side gate;   /**< side that can open; it must not lean */
    bool shell; /**< particles collide with its walls; false: with boxes of the scenery in their place */
} terr_container_def;

/** Validate dimensions. NULL: valid; otherwise the error and what is expected. */
const char *terr_container_validate(const terr_container_def *def);

/** Struck volume: up to the rim [m^3]. */
double terr_container_volume(const terr_container_def *def);

/** Content of a container. */
typedef struct terr_content {
    terr_mass mass;    /**< present */
    terr_mass taken;   /**< total that has fallen in */
    terr_mass spilled; /**< total that has left over the rim or through the gate */
    double volume;     /**< of the heap [m^3] */
    hl_vec3 centre;    /**< of mass, in the container's frame [m]; 0 without soil */
    bool moving;       /**< the heap may flow */
} terr_content;

/** The heap for rendering. */
typedef struct terr_heap {
    int columns, rows;            /**< cells along x and y */
    double pitch[2];              /**< edges of a cell along x and y [m] */
    const double *floor, *height; /**< [rows][columns] of floor and surface, in the container's frame [m] */
    const uint8_t *soils;         /**< [rows][columns] kinds of soil */
    uint32_t version;             /**< number of changes */
} terr_heap;

#endif
