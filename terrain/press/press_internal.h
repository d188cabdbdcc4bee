/* Internals of pressing: cells under a load, the tread of a tire, the belt of a crawler. */
#ifndef TERR_PRESS_INTERNAL_H
#define TERR_PRESS_INTERNAL_H

#include "hl/clamp.h"
#include "terr/field.h"
#include "terr/press.h"

#include <math.h>

/* ---- press_tread.c: cells under a load, a rectangle in any direction ---- */

typedef struct terr_area {
    double x, y;                    /* middle [m] */
    double forward[2];              /* horizontal unit vector: s runs along it, u to its left */
    double half_length, half_width; /* along s and u [m] */
    const terr_field_def *def;
} terr_area;

typedef struct terr_span {
    int first, last; /* empty: last < first */
} terr_span;

/* Rows with cells whose middles lie in the area, and the columns of such cells in one of these rows. RT. */
terr_span terr_area_rows(const terr_area *area);
terr_span terr_area_columns(const terr_area *area, int row);

/* Count the cells of a row as covered. RT. */
void terr_area_count(terr_field *field, terr_span columns);

/* Middle of a cell in the area's frame: s along, u to the left [m]. RT. */
static inline void terr_area_place(const terr_area *area, int column, int row, double *s, double *u)
{
    const terr_field_def *def = area->def;
    const double dx = def->origin[0] + (column + 0.5) * def->cell - area->x,
                 dy = def->origin[1] + (row + 0.5) * def->cell - area->y;
    *s = area->forward[0] * dx + area->forward[1] * dy;
    *u = area->forward[0] * dy - area->forward[1] * dx;
}

/* The cell at a place of the area's frame, `distance` away. RT. @return outside the field: one that takes
 * nothing */
static inline terr_aside terr_area_aside(const terr_area *area, double s, double u, double distance)
{
    const terr_field_def *def = area->def;
    const double x = area->x + area->forward[0] * s - area->forward[1] * u - def->origin[0],
                 y = area->y + area->forward[1] * s + area->forward[0] * u - def->origin[1];
    const double column = floor(x / def->cell), row = floor(y / def->cell);
    const bool inside = column >= 0.0 && row >= 0.0 && column < def->columns && row < def->rows;
    return inside ? (terr_aside){(int)column, (int)row, distance} : (terr_aside){-1, -1, distance};
}

/* Share of a cell's breadth that a strip of this half-width covers, its middle `distance` away, both along a
 * line: 1 inside, 0 outside, linear over one cell between; `per_cell` is 1/d [1/m]. */
static inline double terr_area_cover(double half_width, double distance, double per_cell)
{
    const double share = (half_width - distance) * per_cell + 0.5;
    const double some = share > 0.0 ? share : 0.0; /* so written, neither is a jump */
    return some < 1.0 ? some : 1.0;
}

/* Remaining way at which a yielding surface is taken to rest, since exponentials never do [m]. A tenth of the
 * 0.1 mm to which sinkages are compared with Bekker's. */
#define TERR_LEAST_PRESS 1e-5

/* Time constant of yielding, tau [s]: loads settle within the 50 to 100 ms in which dry sand is seen to come
 * to rest under a dropped weight (estimate), and slowly enough for steps of some ms that the load, known only
 * at the step's beginning, follows the ground. */
#define TERR_YIELD_TIME 0.015

/* ---- press_tread.c: pressure of the discs of a tread, and yielding of the field ---- */

/* Least rolling speed in the slip ratio [m/s]: the ratio of two speeds near zero is meaningless. A hundredth
 * of a tractor's working speed. */
#define TERR_SLOW 0.02
/* Contact of a tire that just touches: a lug [m]. */
#define TERR_SHORTEST_CONTACT 0.05

/* A load reaches about as far as lugs and grousers are deep into hollows under it [m]. Estimate. */
#define TERR_REACH 0.04
/* Loose soil as deep as the lugs holds the whole shear: less is mixed with bank soil [m]. Estimate. */
#define TERR_LUG_DEPTH 0.03
/* Pressure below which the tread lies on its lugs' tops and cohesion fades [Pa]. A tenth of the lowest tire
 * pressures: c/p is off by a hundredth of itself there. */
#define TERR_LIGHT_PRESSURE 5e3

/* What a disc does to the soil. */
typedef struct tread {
    double height, slope; /* h, beta: its plane, before yielding [m], [1] */
    double bottom;        /* lowest point of the undeflected tread [m] */
    double deflection;    /* delta [m] */
    double flat;          /* a [m] */
    double carried, dug;  /* z_t, z_s [m] */
    double load;          /* on a cell under it [N] */
} tread;

typedef struct tire {
    const terr_wheel *wheel;
    const terr_soil *soil[TERR_MAX_DISCS]; /* under each foot; NULL: rigid ground there */
    tread disc[TERR_MAX_DISCS];
    terr_area area;
    double first, per_spacing; /* u of disc 0 [m], discs per metre of u; 0: all at one place [1/m] */
    double per_cell;           /* 1/d [1/m] */
    double speed;              /* |v|, of slip [m/s] */
    double yield;              /* share of what is left to z_t that yields in this step [1] */
    double dig;                /* slip in this step [m] */
} tire;

/* Frame, feet and slip of a tire. RT. @return false: nothing of it is over the field */
bool press_tread_set_up(tire *tire, const terr_field *field, const terr_wheel *wheel, double step);

/* The discs as they are now, and let the field yield under them. RT. @return the force on it [N] */
double press_tread_yield(tire *tire, terr_field *field);

/* What stood against a load on an area flows when it has gone. RT. */
void press_activate_sides(const terr_area *area, terr_field *field);

/* Whether a load moves on: slower is creep, a cell in some minutes. @param speed  [m/s] */
bool press_is_moving(double speed);

/* Speed of slip over that of rolling or sliding, the faster one, 0 to 1. */
double press_slip(double slip_speed, double rolling, double moving);

/* What soil has borne at a place, bilinear between the middles of four cells [m] (press_wheel.c). RT. */
double press_firmness(const terr_field *field, double x, double y);

/* Soil at a place; NULL: rigid ground. RT. */
const terr_soil *press_soil(const terr_field *field, hl_vec3 place);

static inline double between(double a, double b, double share)
{
    return a + share * (b - a);
}

/* What is left from a sinkage to another, if it matters [m]. */
static inline double left(double to, double from)
{
    return to - from > TERR_LEAST_PRESS ? to - from : 0.0;
}

/* ---- press_track.c: the stations of a crawler track, with results from the cells under each ---- */

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

#endif
