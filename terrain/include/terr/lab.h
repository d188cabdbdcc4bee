/* Laboratory experiments on a small field of one soil: pour a heap, press a plate, roll a wheel, drag a
 * blade, drop grains, cut a bank. Results can be compared with published laws.
 *
 * They use the same field, particles, tools and tires as a machine in a scenario. Level ground of bank soil,
 * its surface at height 0; grains of one size; the same input gives the same bits. Memory comes from the
 * caller's arena. Not RT.
 *
 * All functions return HL_OK, HL_OUT_OF_MEMORY, or HL_BAD_INPUT for an impossible soil or field; `why`
 * (HL_MESSAGE_LENGTH) then has the reason. */
#ifndef TERR_LAB_H
#define TERR_LAB_H

#include "terr/field.h"

/** Parameters of all experiments. */
typedef struct terr_lab {
    const terr_soil *soil;
    double cell;   /**< of the field [m] */
    double radius; /**< of particles [m] */
    double step;   /**< [s] */
} terr_lab;

/** Cells of 5 cm, particles of the same size, steps of 1 ms: the defaults of scenarios. */
terr_lab terr_lab_default_setup(const terr_soil *soil);

/* ---- heaps ---- */

enum { TERR_LAB_DIRECTIONS = 16, TERR_LAB_PROFILE = 81 };

typedef struct terr_lab_heap {
    double slope[TERR_LAB_DIRECTIONS]; /**< of the flank, from x on turning towards y [rad] */
    double angle, least, most;         /**< of them: mean, smallest, largest [rad] */
    double height;                     /**< of the top over the ground [m] */
    double seconds;                    /**< from the end of pouring until nothing moved */
    bool rested;                       /**< came to rest within the given time */
    terr_mass poured;
    terr_mass missing;               /**< poured mass minus the gain of the field; 0 */
    double spacing;                  /**< of the profile [m] */
    double across[TERR_LAB_PROFILE]; /**< heights along x through the middle [m] */
} terr_lab_heap;

/** Angle of the flank of a heap on level ground: the line that fits the surface best (least squares) between
 * a quarter and three quarters of the top's height, going out from the top in one direction.
 *  @param top        of the heap [m] > 0
 *  @param reach      radius of the search [m]
 *  @return [rad], downwards positive; 0 without a flank within `reach` */
double terr_lab_flank(const terr_ground *ground, double x, double y, double direction, double top,
                      double reach);

typedef enum terr_lab_pouring {
    TERR_LAB_STEADILY, /**< loose soil put down in the middle, 200 kg/s */
    TERR_LAB_GRAINS    /**< particles that fall from 0.1 m above the heap, 100 per second */
} terr_lab_pouring;

/** Pour a heap and wait until it rests.
 *  @param mass  [kg]: the heap must be less than 3 m wide */
hl_status terr_lab_pour(const terr_lab *lab, terr_lab_pouring how, double mass, hl_arena *arena,
                        terr_lab_heap *heap, char *why);

/** Relief of a ridge in its own frame, independent of its heading: lattice over 3 x 3 m. */
enum { TERR_LAB_LATTICE = 61 };
typedef struct terr_lab_relief {
    double height[TERR_LAB_LATTICE][TERR_LAB_LATTICE]; /**< [across][along] [m] */
    terr_mass missing;
    bool rested;
} terr_lab_relief;

/** Pour 800 kg steadily along a line of 1 m.
 *  @param heading  of the line on the grid [rad] */
hl_status terr_lab_ridge(const terr_lab *lab, double heading, hl_arena *arena, terr_lab_relief *relief,
                         char *why);

/** Difference of two reliefs [m]: maximum and root mean square over the area with soil in either. */
void terr_lab_compare(const terr_lab_relief *a, const terr_lab_relief *b, double *largest, double *mean);

/** Let a block of grains fall on level ground and wait until it rests. The heap's `seconds` count from the
 * release; its angles are those at rest.
 *  @param grains  how many, 1 to 5000
 *  @param height  of the lowest one over the ground [m] >= 0 */
hl_status terr_lab_drop(const terr_lab *lab, int grains, double height, hl_arena *arena, terr_lab_heap *heap,
                        char *why);

/** Radius within which 95 % of a heap's volume lies, from its profile [m]. */
double terr_lab_spread(const terr_lab_heap *heap);

/* ---- loads ---- */

/** Put a square plate on the ground and wait until it has come to rest.
 *  @param side   [m]
 *  @param force  vertical [N]
 *  @param sinkage  out: of the ground under its middle [m] */
hl_status terr_lab_plate(const terr_lab *lab, double side, double force, hl_arena *arena, double *sinkage,
                         char *why);

typedef struct terr_lab_wheel {
    double radius, width; /**< [m] */
    double load;          /**< [N] */
    double slip;          /**< i = 1 - v/(r omega), 0 to below 1 [1] */
} terr_lab_wheel;

/** A rolling wheel, means over the last metre. */
typedef struct terr_lab_roll {
    double sinkage;    /**< sinkage under it, Bekker's z [m] */
    double rut;        /**< depth of the rut after soil has flowed back into it [m] */
    double length;     /**< of contact [m] */
    double traction;   /**< traction by shear of the tread [N] */
    double resistance; /**< of compacting the rut [N] */
    double drawbar;    /**< traction - resistance [N] */
} terr_lab_roll;

/** Roll an almost rigid wheel over fresh ground at 0.5 m/s for 2.5 m. */
hl_status terr_lab_roll_wheel(const terr_lab *lab, const terr_lab_wheel *wheel, hl_arena *arena,
                              terr_lab_roll *roll, char *why);

/* ---- cutting ---- */

enum { TERR_LAB_CUT_POINTS = 60 };

typedef struct terr_lab_cut {
    double rake;         /**< of the blade against the horizontal [rad] */
    double width, depth; /**< [m] */
    double thickness;    /**< of its edge [m] */
    double speed;        /**< [m/s] */
    double way;          /**< travel [m] */
} terr_lab_cut;

/** Forces on a blade against its motion, each a mean over one of TERR_LAB_CUT_POINTS equal parts of the
 * travel. */
typedef struct terr_lab_cutting {
    double way[TERR_LAB_CUT_POINTS];   /**< middle of each part [m] */
    double edge[TERR_LAB_CUT_POINTS];  /**< resistance of the edge and the wedge in front of it [N] */
    double total[TERR_LAB_CUT_POINTS]; /**< including the pushed particles [N] */
    double fresh;                      /**< edge, before soil has been cut or carried [N] */
    double late;                       /**< total, mean over the last quarter of the travel [N] */
    double carried;                    /**< mass of particles in front of the blade at the end [kg] */
    terr_mass missing;
} terr_lab_cutting;

/** Drag an open blade at its cutting depth. */
hl_status terr_lab_drag(const terr_lab *lab, const terr_lab_cut *cut, hl_arena *arena,
                        terr_lab_cutting *cutting, char *why);

/** Force against the motion by the fundamental equation of earthmoving: horizontal part of F and of the
 * adhesion along the blade, in bank soil without surcharge, without the edge's tip resistance [N].
 */
double terr_lab_cut_expected(const terr_soil *soil, const terr_lab_cut *cut);

/** Rocking of the edge of a dragged blade: equal amplitudes ahead and down, a quarter of a period apart.
 */
typedef struct terr_lab_rocking {
    double amplitude; /**< [m]; 0: no rocking */
    double frequency; /**< [Hz] */
} terr_lab_rocking;

/** Masses dug by a blade. */
typedef struct terr_lab_dug {
    double swept;  /**< bank soil in its path: width x depth x net distance [kg] */
    double dug;    /**< taken from the field [kg] */
    double merged; /**< given back to the field [kg] */
    terr_mass missing;
} terr_lab_dug;

/** Drag a blade into the ground over a distance of two depths at 0.5 m/s, then drag it at its speed, and
 * weigh the soil dug at this speed.
 *  @param cut      its path without the start; speed may be 0
 *  @param rocking  while it is dragged at its speed
 *  @param seconds  duration; 0: until the end of the path */
hl_status terr_lab_dig(const terr_lab *lab, const terr_lab_cut *cut, terr_lab_rocking rocking, double seconds,
                       hl_arena *arena, terr_lab_dug *dug, char *why);

/* ---- banks ---- */

typedef struct terr_lab_bank {
    bool stands;    /**< its crest did not move */
    double angle;   /**< slope of the line from toe to crest at rest [rad] */
    double seconds; /**< until it rested */
    bool rested;
    terr_mass missing;
} terr_lab_bank;

/** Collapse of a vertical bank of bank soil.
 *  @param height  [m], 0.1 to 6 */
hl_status terr_lab_bank_is_stable(const terr_lab *lab, double height, hl_arena *arena, terr_lab_bank *bank,
                                  char *why);

/** Highest stable bank, to 1 cm [m]; at most 6 m. */
hl_status terr_lab_highest_bank(const terr_lab *lab, double *height, char *why);

#endif
