/* Internals of tools: the shape of the profile, the interface to the sand's step, the digging tool. */
#ifndef TERR_TOOL_INTERNAL_H
#define TERR_TOOL_INTERNAL_H

#include "container/container.h"
#include "hl/mat3.h"
#include "hl/random.h"
#include "terr/particles.h"
#include "terr/tool.h"

/* ---- tool.c: the profile, prepared for queries: inner side, mouth, contents ---- */

/* A vector in the plane of the profile, (x, z) of the tool's frame. */
typedef struct terr_flat {
    double x, z;
} terr_flat;

/* A plate of the profile. Plates are thin: their middle surface counts. */
typedef struct terr_plate {
    terr_flat from;   /* corner nearer to the edge [m] */
    terr_flat along;  /* unit vector to the next corner */
    terr_flat inside; /* unit normal towards the inner side */
    double length;    /* [m] */
} terr_plate;

typedef struct terr_shape {
    int plates;
    terr_plate plate[TERR_PROFILE_MOST - 1]; /* from the edge to the lip */
    terr_flat low, high;                     /* corners of the profile's bounding box [m] */
    terr_flat edge, lip;
    terr_flat ahead;    /* unit vector along the floor, out of the edge */
    terr_flat outwards; /* unit normal of the mouth; of a single straight plate: of its inner side */
    terr_flat sense;    /* ahead + outwards: to the front however the tool is tilted in its work */
    double mouth;       /* length of the line from lip to edge [m] */
    terr_flat heap;     /* centre of the circle whose segment over the mouth can be heaped [m] */
    double heap_radius; /* [m] */
    double half_width;  /* [m] */
} terr_shape;

/* Shape of a valid tool (terr_tool_validate). */
terr_shape terr_shape_of(const terr_tool_def *def);

/* Whether a point of the profile's plane lies in the profile, closed by its mouth. RT. */
bool terr_shape_encloses(const terr_shape *shape, double x, double z);

/* The same, or in the segment of a circle above the mouth. RT. */
bool terr_shape_heaps(const terr_shape *shape, double x, double z);

/* ---- tool_dig.c: interface to the sand's step (sand.c) ---- */

enum { DIG_FREE_SHARE = 16 }; /* one in so many places for particles is kept free for tools that move */

/* A tool as made ready at load. */
typedef struct terr_digger terr_digger;

/* @return NULL: out of memory */
terr_digger *terr_digger_new(const terr_tool_def *tool, const terr_field *field, hl_arena *arena);

/* What a dig did. */
typedef struct terr_dig {
    terr_mass dug; /* taken from the field */
    int born;      /* particles made of it */
    int squeezed;  /* particles that the budget did not let be born: their soil stays in the field, pushed
                      ahead of the tool */
} terr_dig;

/* Most particles that are born in a step from now on, 1 to DIG_MOST_BORN (the default); soil that is left
 * stays where it is until the next step. Not state. RT. */
void terr_digger_limit(terr_digger *digger, int born);

/* Soil above the tool's floor, between edge and back, becomes particles; load->resistance, dug and depth are
 * filled in; the surcharge of what rides on the tool enters through `carried`. Not beyond the particle budget
 * nor the limit of terr_digger_limit a step. RT.
 * @param carried  payload of the step before */
terr_dig terr_digger_step(terr_digger *digger, const terr_tool_motion *motion, const terr_payload *carried,
                          terr_field *field, terr_particles *particles, terr_tool_load *load);

/* A tool that has just been stepped digs in the heap of a container: what stands over its floor flows into
 * it, as far as it has room below the surface of the heap, and as much more as its displacement lifts. The
 * resistance of the heap replaces that of the field where it is deeper. load->dug is not changed: it counts
 * soil of the field, and what is taken here stays in the ledger as soil of tools and containers. RT.
 * @param at  motion of the container
 * @return `dug`: taken from the heap */
terr_dig terr_digger_scoop(terr_digger *digger, const terr_payload *carried, container *heap,
                           const terr_tool_motion *at, terr_field *field, terr_particles *particles,
                           terr_tool_load *load);

/* Whether a point of the tool's frame belongs to what the tool holds: inside the profile and between the
 * sides, or heaped above the mouth within a segment of a circle. RT. */
bool terr_digger_holds(const terr_digger *digger, hl_vec3 point);

/* Whether a particle belongs to the pile that a tool at work pushes ahead: a slow tool's lies as still as one
 * at rest. As of the last step. RT. */
bool terr_digger_pushes(const terr_digger *digger, const terr_cut_front *front, hl_vec3 place);

/* Depth of a point behind the plane of the virtual mass sensor near the teeth, positive inside [m]. RT. */
double terr_digger_sensor(const terr_digger *digger, hl_vec3 point);

/* ---- the digging tool ---- */

enum {
    DIG_STATIONS = 9,      /* across the width, at which immersion is looked at */
    DIG_RAKES = 65,        /* knots of the tables of wedges */
    DIG_MOST_WANTS = 1024, /* cells a step that give soil; what is left over waits for the next */
    DIG_MOST_MOVED = 256,  /* cells a step that plates press or shove */
    DIG_MOST_BORN = 32, /* particles a step; a bucket of 2.2 m frees 9 of 25 mm a millisecond, 0.4 m deep at
                           1 m/s */
    DIG_SEEN = 16384,   /* particles that a new one makes way for, */
    DIG_CROWD = 4096,   /* of them, those about the edge, */
    DIG_LANES = 64,     /* in lanes across the width, */
    DIG_COLUMN = 64     /* and those above and below one place */
};

/* A soil's wedges, from the steepest rake to the flattest; steeper and flatter blades have those. */
typedef struct dig_soil {
    double cosine[DIG_RAKES]; /* of the rakes, rising */
    terr_wedge wedge[DIG_RAKES];
    double steel_sine, steel_cosine; /* of delta */
    double rest; /* K_0 = 1 - sin phi (J. Jaky): pressure to the side of soil at rest [1] */
    double tan_friction, tan_steel; /* of phi, delta */
} dig_soil;

/* A function of the place, linear in the offset from the tool's origin: at + x dx + y dy. */
typedef struct dig_linear {
    double at, x, y;
} dig_linear;

static inline double dig_at(const dig_linear *f, double dx, double dy)
{
    return fma(f->x, dx, fma(f->y, dy, f->at));
}

/* A plate of the profile as upright lines of the world meet it. */
typedef struct dig_plane {
    dig_linear height; /* where they meet its plane, over the tool's origin [m] */
    dig_linear along;  /* how far from its first corner [m] */
    dig_linear across; /* y in the tool's frame [m] */
    dig_linear rise;   /* speed at which the height rises at a place of the world [m/s] */
    double length;     /* [m] */
} dig_plane;

/* The tool in this step. */
typedef struct dig_pose {
    terr_tool_motion motion;
    hl_vec3 ahead, across;  /* horizontal unit vectors, right-handed with up */
    hl_vec3 edge;           /* middle of the edge, world [m] */
    double speed;           /* of the edge, ahead [m/s] */
    double half_width;      /* in plan [m] */
    double slope;           /* rise of the edge per metre across [1] */
    double lowest, highest; /* heights of the lowest and the highest corner [m] */
    double rear;            /* of the corners, ahead of the edge: negative [m] */
    double low[2], high[2]; /* plan, world [m] */
    int floors, roofs;      /* plates whose inner side faces up, down */
    dig_plane floor[TERR_PROFILE_MOST - 1], roof[TERR_PROFILE_MOST - 1];
} dig_pose;

/* Soil that a cell has to give. */
typedef struct dig_want {
    int column, row, soil; /* of a heap: column is the number of the cell, row 0 */
    terr_mass mass;
    double x, y;    /* its middle, world [m] */
    double behind;  /* the edge [m] */
    double surface; /* height [m] */
} dig_want;

/* Particles about the edge: lists by lanes. */
typedef struct dig_crowd {
    double lane; /* width of a lane [m], at least a particle */
    int count, head[DIG_LANES];
    int next[DIG_CROWD];
    float at[DIG_CROWD][3];   /* from the edge: ahead, across, up [m] */
    float seen[4 * DIG_SEEN]; /* as terr_particles_draw gives them */
} dig_crowd;

struct terr_digger {
    /* model */
    const terr_tool_def *def;
    terr_shape shape;
    const terr_field_def *area;
    double sensor; /* how far behind the edge the plane of the sensor stands [m] */
    int most_born; /* terr_digger_limit */
    dig_soil soil[TERR_MAX_SOILS];
    /* work: of one step */
    dig_pose pose;
    double deepest; /* immersion of the edge [m] */
    bool works;     /* it has cut a moment ago */
    bool sinks;     /* further than a machine that rocks on its tires */
    double advance; /* of the front, with that of steps before whose soil has not been taken [m] */
    int moved;
    int finals, cuts,
        flowed; /* cells that want to give soil: the edge cuts `cuts` of them, and leaves the first
                   `finals` of these in this step; into the tool has flowed what `flowed` hold */
    dig_want
        want[DIG_MOST_WANTS]; /* cut ones from the first place on, the others from the last one backwards */
    hl_random random;
    dig_crowd crowd;
};

/* ---- tool.c: pose ---- */

/* Find the pose. @return false: not finite, or the edge stands upright: nothing is dug. RT. */
bool dig_find_pose(const terr_shape *shape, const terr_tool_motion *motion, dig_pose *pose);

/* A place of the world as distances from the middle of the edge: behind it and across [m]. RT. */
double dig_behind(const dig_pose *pose, double x, double y);
double dig_across(const dig_pose *pose, double x, double y);

/* Height of the edge's line at a distance across [m]. RT. */
double dig_edge_height(const dig_pose *pose, double across);

/* The lowest floor over a place of the world. @return NULL: none; else it, and its height [m]. RT. */
const dig_plane *dig_floor_at(const dig_pose *pose, double half_width, double x, double y, double *height);

/* Whether a plate that faces down lies over a place between two heights. RT. */
bool dig_is_covered(const dig_pose *pose, double half_width, double x, double y, double low, double high);

/* Velocity of the tool at a place in the world [m/s]. RT. */
hl_vec3 dig_velocity(const dig_pose *pose, hl_vec3 at);

/* ---- tool_bed.c ---- */

/* What a tool digs in: the field, or the heap of a container. */
typedef struct dig_bed {
    terr_field *field;
    container *heap;            /* NULL: the field */
    const terr_tool_motion *at; /* of the container */
} dig_bed;

/* Height of the surface at a place of the world; of an empty cell of a container its floor [m]. RT. */
double dig_bed_height(const dig_bed *bed, double x, double y);

/* Cell of the heap at a place of the world; -1: beside the container, or no soil there. RT. */
int dig_heap_cell(const dig_bed *bed, double x, double y);

/* A place of the plan in the container's frame, at the height of the rim; the height in the world of a place
 * in that frame [m]. RT. */
hl_vec3 dig_bed_in_container(const dig_bed *bed, double x, double y);
double dig_bed_world_height(const dig_bed *bed, hl_vec3 at);

/* Take soil from a cell. @return what was taken. RT. */
terr_mass dig_bed_take(const dig_bed *bed, const dig_want *want, terr_mass mass);

/* Velocity of the soil at a place of the world [m/s]. RT. */
hl_vec3 dig_bed_velocity(const dig_bed *bed, hl_vec3 place);

/* ---- tool_resist.c ---- */

void dig_add_soil(const terr_soil *soil, dig_soil *made);

/* What resists, and how deep the edge is at the stations. RT. */
void dig_resist(terr_digger *digger, const terr_payload *carried, const dig_bed *bed, terr_tool_load *load);

/* ---- tool_cells.c ---- */

/* Look at the cells under the tool: which give soil, and how much; those that plates run into are pressed
 * or shoved at once. RT. */
void dig_collect_cells(terr_digger *digger, terr_field *field, terr_cut_front *front);

/* A place in the list for what has flowed in; NULL: the list is full. RT. */
dig_want *dig_place_for_flowed(terr_digger *digger);

/* Take soil from a cell and put it down at another place. @return what was moved. RT. */
terr_mass dig_move(terr_field *field, int column, int row, terr_mass mass, int soil, double x, double y);

/* ---- tool_birth.c ---- */

/* Make particles of the soil that the cells give. RT. */
terr_dig dig_create_particles(terr_digger *digger, const dig_bed *bed, terr_particles *particles,
                              terr_cut_front *front);

#endif
