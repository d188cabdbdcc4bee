/* Internals of the digging tool (tool_dig.c, tool_pose.c, tool_resist.c, tool_cells.c, tool_birth.c). */
#ifndef TERR_TOOL_DIGGER_H
#define TERR_TOOL_DIGGER_H

#include "tool_dig.h"
#include "tool_shape.h"

#include "hl/mat3.h"
#include "hl/random.h"

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
    int column, row, soil;
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

/* ---- tool_pose.c ---- */

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

/* ---- tool_resist.c ---- */

void dig_add_soil(const terr_soil *soil, dig_soil *made);

/* What resists, and how deep the edge is at the stations. RT. */
void dig_resist(terr_digger *digger, const terr_payload *carried, const terr_field *field,
                terr_tool_load *load);

/* ---- tool_cells.c ---- */

/* Look at the cells under the tool: which give soil, and how much; those that plates run into are pressed
 * or shoved at once. RT. */
void dig_collect_cells(terr_digger *digger, terr_field *field, terr_cut_front *front);

/* Take soil from a cell and put it down at another place. @return what was moved. RT. */
terr_mass dig_move(terr_field *field, int column, int row, terr_mass mass, int soil, double x, double y);

/* ---- tool_birth.c ---- */

/* Make particles of the soil that the cells give. RT. */
terr_dig dig_create_particles(terr_digger *digger, terr_field *field, terr_particles *particles,
                              terr_cut_front *front);

#endif
