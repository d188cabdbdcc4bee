/* Interface of the ground: height, slope and kind of surface at each point. Rigid shapes are defined here;
 * sand (terr/field.h) implements the same interface.
 *
 * Samples taken before a step are valid for the whole step. */
#ifndef TERR_GROUND_H
#define TERR_GROUND_H

#include "hl/arena.h"
#include "hl/vec3.h"

enum { TERR_MAX_OCTAVES = 6 };

/** The ground at one point. */
typedef struct terr_sample {
    double height;  /**< [m] */
    hl_vec3 normal; /**< unit vector, upwards */
    int surface;    /**< index of the kind of surface, as given when the ground was made */
} terr_sample;

/** A ground: any implementation of one function. */
typedef struct terr_ground {
    const void *self;
    /** The ground at (x, y) [m]; defined everywhere. RT. */
    terr_sample (*sample)(const void *self, double x, double y);
    double steepest; /**< it rises nowhere by more per metre [1]; 0: not known */
} terr_ground;

/** The ground at (x, y) [m]. RT. */
static inline terr_sample terr_ground_at(const terr_ground *ground, double x, double y)
{
    return ground->sample(ground->self, x, y);
}

/** The unit normal of a ground that rises by `dx` and `dy` per metre along x and y [1]. */
static inline hl_vec3 terr_normal(double dx, double dy)
{
    return hl_normalized(hl_v3(-dx, -dy, 1.0));
}

/** An inclined plane through the origin. */
typedef struct terr_plane {
    double slope;     /**< [rad], less than pi/2; 0: flat */
    double direction; /**< heading of steepest ascent, from x towards y [rad] */
    int surface;
} terr_plane;

/** Smooth waves: a sum of sines of decreasing wavelengths and random directions and phases, drawn from
 * `seed`; flat (height 0) within `flat_radius` of the origin, where machines start, and rising smoothly over
 * one wavelength outside. Height and normal are continuous. */
typedef struct terr_waves {
    double amplitude;  /**< of the longest wave [m] */
    double wavelength; /**< of the longest wave [m] > 0 */
    int octaves; /**< 1 to TERR_MAX_OCTAVES: each has half the wavelength and 0.4 times the amplitude of the
                    one before */
    double flat_radius; /**< [m] >= 0 */
    unsigned seed;
    int surface;
} terr_waves;

/** A grid of heights, bilinear; outside it the edge values continue. Knot (i, j) is at origin + (i, j)
 * spacing; heights row by row, x fastest. The height is continuous; the normal jumps at the lines of the
 * grid. */
typedef struct terr_grid {
    double origin[2], spacing; /**< [m], [m] > 0 */
    int columns, rows;         /**< >= 2 */
    const double *heights;     /**< [rows][columns] [m], kept by the caller */
    int surface;
} terr_grid;

/** Make a ground of one of these kinds. NULL: out of memory. */
const terr_ground *terr_ground_plane(const terr_plane *plane, hl_arena *arena);
const terr_ground *terr_ground_waves(const terr_waves *waves, hl_arena *arena);
const terr_ground *terr_ground_grid(const terr_grid *grid, hl_arena *arena);

#endif
