/* The tread of a tire on the field: pressure of its discs, and yielding of the field (press_tread.c). */
#ifndef TERR_PRESS_TREAD_H
#define TERR_PRESS_TREAD_H

#include "press_area.h"

#include "hl/clamp.h"
#include "terr/press.h"

/* Slower than this, slip is taken as if the wheel rolled with it: ratios of two speeds near zero mean nothing
 * [m/s]. A hundredth of a tractor's working speed. */
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

#endif
