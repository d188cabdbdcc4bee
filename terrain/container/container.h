/* Internals of containers: the heap of one container. It is independent of particles: callers add soil that
 * falls in, and outflow is returned (sand/sand_containers.c connects both). */
#ifndef TERR_CONTAINER_PARTS_H
#define TERR_CONTAINER_PARTS_H

#include "terr/container.h"

enum {
    CONTAINER_MOST_OUT = 16,   /* particles that leave a container in a step */
    CONTAINER_REST_SWEEPS = 3, /* without flow until the heap is at rest */
};

/* State of a container without its cells; members of 8 bytes, so that there is no padding. */
typedef struct container_core {
    hl_vec3 velocity;     /* of the frame's origin in the step before, world [m/s] */
    hl_vec3 acceleration; /* its rate, smoothed, world [m/s^2] */
    hl_vec3 settled;      /* apparent gravity of the last sweep, container axes [m/s^2] */
    hl_vec3 push, twist; /* momentum of soil that has fallen in and still acts on the body, world [N s], about
                            the frame's origin [N m s] */
    int64_t known;       /* velocity is known */
    int64_t sweeps;      /* remaining until the heap is at rest; 0: at rest */
    int64_t row;         /* at which the next band begins */
    int64_t flowed;      /* soil has moved in this sweep */
    int64_t dirty;       /* sums are older than the cells */
    double open;         /* share of the gate that is open */
    terr_mass rim[TERR_SIDES];    /* soil that has left the heap and is not yet a particle */
    int64_t rim_soil[TERR_SIDES]; /* its kind */
    int64_t rim_cell[TERR_SIDES]; /* cell that it left last */
    terr_mass taken, spilled;
    int64_t draws;                            /* number of random draws so far */
    double mass, volume, first[3], second[6]; /* of the payload [kg], [m^3], sum of m x.., of m xx, yy, zz,
                                                 xy, xz, yz */
} container_core;

/* Soil that leaves as a particle. */
typedef struct container_out {
    terr_mass mass;
    int soil;
    hl_vec3 at, away; /* place and outward unit normal, container frame [m] */
} container_out;

typedef struct container {
    /* model */
    terr_container_def def;
    const terr_soil *soils;
    int soil_count, columns, rows;
    double pitch[2], area, step, gravity, radius;
    double smoothing; /* share of a step's acceleration that enters the smoothed one */
    double repose[TERR_MAX_SOILS], friction[TERR_MAX_SOILS]; /* tangents of the angles */
    double *floor;                                           /* [rows][columns] [m] */
    terr_mass grain[TERR_MAX_SOILS];                         /* mass of a particle */
    /* state */
    container_core core;
    terr_mass *mass; /* [rows][columns] */
    uint8_t *soil, *moving;
    /* follows from the state */
    double *height;   /* [m] */
    uint64_t hash;    /* sum over the cells */
    terr_mass total;  /* of cells and rims */
    uint32_t version; /* number of changes, for rendering */
    /* work */
    double *shift; /* [2][rows][columns] height that flows along x and y to the next cell */
} container;

/* @param grain  mass of a particle of each soil
 * @return false: out of memory */
bool container_new(container *c, const terr_container_def *def, const terr_soil *soils, int soil_count,
                   const terr_mass *grain, double radius, double gravity, double step, hl_arena *arena);

/* Cell below a point of the frame; -1: outside. RT. */
static inline int container_cell(const container *c, double x, double y)
{
    const double u = (x + 0.5 * c->def.size[0]) / c->pitch[0], v = (y + 0.5 * c->def.size[1]) / c->pitch[1];
    if (!(u >= 0.0 && v >= 0.0 && u < c->columns && v < c->rows)) return -1;
    return (int)v * c->columns + (int)u;
}

/* Whether a particle with its centre at a point of the frame touches the heap or the floor. RT. */
bool container_touches(const container *c, hl_vec3 at);

/* Surface of the heap under or over a point of the frame: bilinear between the middles of the cells. RT.
 * @return false: no soil in its cell, or the point lies below the floor */
bool container_surface(const container *c, hl_vec3 at, double *height, hl_vec3 *normal);

/* Add soil at a cell. RT. */
void container_put(container *c, int cell, terr_mass mass, int soil);

/* Remove up to `mass` from a cell. RT. @return the removed mass */
terr_mass container_take(container *c, int cell, terr_mass mass);

/* Open the gate by a share of its height, 0 to 1. RT. */
void container_open(container *c, double share);

/* One step of the heap: acceleration, flow, outflow. RT.
 * @param field  below the container: soil that lies against the rim holds soil back; NULL: none
 * @param most   particles that may leave, at most CONTAINER_MOST_OUT
 * @param out    out: those that leave; `place` of each in the container's frame
 * @return their number */
int container_step(container *c, const terr_tool_motion *motion, const terr_field *field, int most,
                   container_out *out);

/* ---- cells, for the flow of the heap ---- */

/* Middle of a cell in the plane of the floor, container frame [m]. RT. */
hl_vec3 container_middle(const container *c, int cell);

/* [0, 1), by chance that is a function of the state. RT. */
double container_draw(container *c);

/* Soil of two kinds becomes one of them, with its share as probability. RT. @return its number */
int container_mix_soil(container *c, int soil, terr_mass mass, int added, terr_mass more);

/* Set mass and soil of a cell, and what follows from them. RT. */
void container_change_cell(container *c, int cell, terr_mass mass, int soil);

/* Mark a cell as flowing or at rest. RT. */
void container_set_moving(container *c, int cell, bool moving);

/* Sum up the cells for the payload. RT. */
void container_weigh(container *c);

/* ---- load ---- */

/* Mass, centre and inertia, container axes. RT. */
terr_payload container_payload(const container *c);

/* The force of soil that has fallen in; it drains the kept momentum. RT. */
void container_press(container *c, terr_tool_load *load);

/* ---- state ---- */

static inline int container_cells(const container *c)
{
    return c->columns * c->rows;
}
size_t container_state_size(const container *c);
void container_save(const container *c, void *to);
void container_restore(container *c, const void *from);
bool container_fits(const container *c, const void *from);
uint64_t container_hash(const container *c, uint64_t hash);

#endif
