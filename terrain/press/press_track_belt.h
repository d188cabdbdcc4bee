/* The belt of a crawler track on the field: its stations, and results from the cells under each
 * (press_track.c). */
#ifndef TERR_PRESS_TRACK_BELT_H
#define TERR_PRESS_TRACK_BELT_H

#include "press_tread.h"

/* A station on its soil. */
typedef struct track_station {
    double s;                    /* [m] */
    double bottom;               /* height of the undeflected belt [m] */
    double pressure;             /* p [Pa] */
    double carried, dug, groove; /* z_t, z_s, depth of a grouser's imprint below the shoes [m] */
    double dig;                  /* share of what is left to z_s that slip moves in this step [1] */
    double load;                 /* on a cell under it [N] */
    double per_way;              /* 1/distance to the next station; of the last: unused [1/m] */
    double per_end;              /* 1/half its share of the belt [1/m] */
    const terr_soil *soil;       /* NULL: rigid ground */
} track_station;

/* Sums over the cells of a station, for its plane and its offer. An array, padded to whole vector registers,
 * so that the compiler adds four at once. */
enum {
    FIT_WEIGHT,
    FIT_S,
    FIT_U,
    FIT_H,
    FIT_SS,
    FIT_UU,
    FIT_SU,
    FIT_SH,
    FIT_UH,
    FIT_FIRMNESS,
    FIT_BANK,
    FIT_SUMS
};

typedef struct track_fit {
    double of[(FIT_SUMS + 3) / 4 * 4];
} track_fit;

typedef struct track_belt {
    const terr_track *track;
    terr_area area;
    double half_length, half_width; /* of what bears [m] */
    double per_cell, per_shoe, yield;
    double rim;                   /* u of the cells that take what is pushed out [m] */
    double first_s;               /* s of a body-fixed mark, from which grousers are counted [m] */
    bool fine;                    /* cells are small against the belt's width */
    bool grooves;                 /* the cells show them */
    double loose[TERR_MAX_SOILS]; /* depth of a quantum of loose soil over that of the grousers [1] */
    track_station station[TERR_MAX_STATIONS];
    track_fit fit[TERR_MAX_STATIONS];
} track_belt;

/* Let the cells under the belt yield, and add up what each station needs for its plane and its offer
 * (press_track_cells.c). RT. */
void press_track_cells(track_belt *b, terr_field *field);

/* Friction and stiffness that the soil offers a station under which some cell lies (press_track.c). RT.
 */
void press_track_shear(const track_belt *b, int station, terr_track_soil *soil);

/* Sinkage, pressure and rolling resistance of the whole track, once its cells have yielded. RT. */
void press_track_resistance(const track_belt *b, const terr_field *field, terr_track_soil *soil);

#endif
