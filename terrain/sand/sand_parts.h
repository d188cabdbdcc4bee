/* Internals of the sand: its parts, additional data of each particle, and the load of each tool. */
#ifndef TERR_SAND_PARTS_H
#define TERR_SAND_PARTS_H

#include "container/container.h"
#include "terr/sand.h"
#include "tool/tool_internal.h"

enum {
    MOST_SINKING = 256, /* a thousand particles a second: a bucket dumped is gone within some seconds */
    SAND_LAYER = 2,     /* radii: thickness of a layer of particles */
    SLICE_STEPS = 5     /* steps between slices of a sinking particle: particles look at the field as often */
};

/* State of the whole; members of 8 bytes, so that there is no padding. */
typedef struct sand_core {
    terr_mass foreign; /* of particles that others put in */
    terr_mass outside, dug, merged;
    terr_mass sunk;  /* given to the field by particles that still sink */
    int64_t sinking; /* particles that sink */
    int64_t born, merged_particles, squeezed, lost;
    int64_t known;  /* particles with grain data: all, but for those put in since the last step */
    int64_t next;   /* particle at which merging goes on looking */
    int64_t serial; /* number of the next particle */
    int64_t tick;   /* steps */
} sand_core;

/* State of what a tool carries; no padding either. */
typedef struct sand_lot {
    hl_vec3 velocity;     /* of the region's middle in the step before, world [m/s] */
    hl_vec3 acceleration; /* its rate, smoothed, world [m/s^2] */
    hl_vec3 settled;      /* mean apparent gravity when it came to rest, tool axes [m/s^2] */
    double shaking;       /* mean square of what smoothing takes away [m^2/s^4] */
    int64_t layers;       /* that lie above the region when frozen */
    int64_t moved;        /* velocity is known */
    int64_t frozen;
    int64_t calm, jolted, empty; /* steps for which it has been so */
    terr_mass sensed;            /* inflow */
} sand_lot;

/* A cell of a region's grid: all of it, nothing of it, or both. */
typedef enum sand_kind { SAND_OUTSIDE, SAND_INSIDE, SAND_BORDER } sand_kind;

/* Where a tool's lot can be (model): a sphere around it, and a grid over the plane of the profile that knows
 * of most places whether the tool holds them. */
typedef struct sand_region {
    hl_vec3 middle;        /* of the sphere, tool frame [m] */
    double radius;         /* with a margin of two layers of particles [m] */
    hl_vec3 outwards;      /* unit normal of the mouth, tool frame */
    hl_vec3 sensor;        /* gradient of terr_digger_sensor, which is linear [1] */
    double sensor_0;       /* its value at the tool's origin [m] */
    hl_vec3 edge, inwards; /* of the floor: its edge [m], unit normal on the inner side, tool frame */
    double half_width, low[2], per_cell; /* [m], x and z of the grid's corner [m], [1/m] */
    int columns, rows;
    uint8_t *kind; /* [rows][columns] sand_kind */
} sand_region;

/* What is known of each particle, by its index. */
typedef struct sand_grains {
    uint8_t *close;    /* state: in which tools' spheres it was when last seen */
    uint8_t *behind;   /* state: of which tools' sensor planes it was behind when last seen */
    uint16_t *sinking; /* state: slices of its mass that are left, 0: it does not sink */
    uint16_t *slow;    /* state: steps for which it has been slow in the world */
    uint32_t *serial;  /* state: order of birth */
    int8_t *carrier;   /* as in the particles: whose frozen lot it is part of, or TERR_AWAKE */
    uint8_t *held;     /* work: which tools hold it in this step */
} sand_grains;

/* Sums over what a tool holds, tool frame (work). */
typedef struct sand_sum {
    terr_mass mass;
    int count;
    double first[3];  /* sum of m x, m y, m z [kg m] */
    double second[6]; /* of m xx, yy, zz, xy, xz, yz [kg m^2] */
    int quick;        /* particles too fast to settle; the next sum is without them */
    double square;    /* of squared speeds in the tool [m^2/s^2] */
    bool entered;     /* an awake particle has come into a frozen lot */
} sand_sum;

struct terr_sand {
    terr_field *field;
    terr_particles *particles;
    int capacity, tool_count, relax_budget;
    int slices; /* in which a particle sinks */
    double radius, gravity, step;
    double smoothing; /* share of a step's acceleration that enters the smoothed one */
    terr_digger *digger[TERR_MAX_TOOLS];
    sand_region region[TERR_MAX_TOOLS];
    sand_core core;
    sand_lot lot[TERR_MAX_TOOLS];
    terr_tool_load load[TERR_MAX_TOOLS + TERR_MAX_CONTAINERS]; /* state: what the last step said; those of
                                                                  containers follow from the containers */
    int container_count;
    container *containers;
    sand_grains grain;
    sand_sum sum[TERR_MAX_TOOLS];
    int64_t born, deferred; /* particles dug, cells left for the next step, in the last one; not state */
    struct {
        void (*ended)(void *context, terr_part part);
        void *context;
    } watch; /* terr_sand_set_timer */
};

/* ---- sand.c ---- */

/* What a particle has not yet given to the field: all, but for one that sinks. RT. */
static inline terr_mass terr_sand_left_of(const terr_sand *sand, int index, terr_mass mass)
{
    const int slices = sand->grain.sinking[index];
    return slices > 0 ? mass * slices / sand->slices : mass;
}

/* Remove a particle with its data; the last one moves to its index. RT. */
void terr_sand_remove_particle(terr_sand *sand, int index);

/* Initialise the data of new particles: from `core.known` on. RT.
 * @param dug  they were dug at the edge of a tool and are taken to be in front of all sensors */
void terr_sand_register_new(terr_sand *sand, bool dug);

/* Whether a particle is in no tool. RT. */
static inline bool terr_sand_is_free(const terr_sand *sand, int index)
{
    return sand->grain.carrier[index] == TERR_AWAKE && !sand->grain.held[index];
}

/* ---- sand_govern.c ---- */

/* Limits of the work of a step that can wait. */
typedef struct sand_limits {
    int born;  /* particles that a tool digs next, from the field or from a container */
    int cells; /* that are looked at for flow */
} sand_limits;

/* @param awake, sinking  particles that move, that merge
 * @param born            particles that have been dug in this step. RT. */
sand_limits terr_sand_govern(const terr_sand *sand, int64_t awake, int64_t sinking, int64_t born);

/* ---- sand_containers.c ---- */

/* @return HL_OK, HL_BAD_INPUT (`why` has the reason), HL_OUT_OF_MEMORY; after the particles have been made */
hl_status terr_sand_new_containers(terr_sand *sand, const terr_sand_def *def, hl_arena *arena, char *why);

/* A container as a tool that particles touch: its walls. */
terr_tool_def terr_sand_shell(const terr_container_def *def);

/* Which features of their shells particles touch in this step. RT. */
void terr_sand_set_shells(terr_sand *sand);

/* What falls in, flows, and leaves. RT.
 * @param motion  of each container */
void terr_sand_step_containers(terr_sand *sand, const terr_tool_motion *motion);

/* Mass of all containers. RT. */
terr_mass terr_sand_contained(const terr_sand *sand);

/* ---- sand_state.c: regions ---- */

/* @return false: out of memory */
bool terr_sand_region(const terr_tool_def *tool, const terr_digger *digger, double particle_radius,
                      hl_arena *arena, sand_region *region);

/* Whether a tool holds a point of its frame: terr_digger_holds, quicker. RT. */
static inline bool terr_sand_holds(const sand_region *region, const terr_digger *digger, hl_vec3 point)
{
    if (!(fabs(point.y) <= region->half_width)) return false;
    const double u = (point.x - region->low[0]) * region->per_cell,
                 v = (point.z - region->low[1]) * region->per_cell;
    if (!(u >= 0.0 && v >= 0.0 && u < region->columns && v < region->rows)) return false;
    const uint8_t kind = region->kind[(int)v * region->columns + (int)u];
    return kind == SAND_BORDER ? terr_digger_holds(digger, point) : kind == SAND_INSIDE;
}

/* ---- sand_rest.c: loads ---- */

/* World to tool frame [m], written out: a call of fma for each product would cost more than all the rest. RT.
 */
static inline hl_vec3 terr_sand_in_tool(const terr_tool_motion *motion, hl_vec3 world)
{
    const hl_mat3 *r = &motion->rotation;
    const double x = world.x - motion->position.x, y = world.y - motion->position.y,
                 z = world.z - motion->position.z;
    return hl_v3(r->m[0][0] * x + r->m[1][0] * y + r->m[2][0] * z,
                 r->m[0][1] * x + r->m[1][1] * y + r->m[2][1] * z,
                 r->m[0][2] * x + r->m[1][2] * y + r->m[2][2] * z);
}

/* Squared speed of a particle in the tool's frame [m^2/s^2]. RT. */
static inline double terr_sand_squared_speed(const terr_tool_motion *motion, const terr_particle *particle)
{
    const hl_vec3 w = motion->spin, r = hl_sub(particle->position, motion->position);
    const double x = particle->velocity.x - motion->velocity.x - (w.y * r.z - w.z * r.y);
    const double y = particle->velocity.y - motion->velocity.y - (w.z * r.x - w.x * r.z);
    const double z = particle->velocity.z - motion->velocity.z - (w.x * r.y - w.y * r.x);
    return x * x + y * y + z * z;
}

/* Add a particle at a place of the tool's frame. RT. */
static inline void terr_sand_add(sand_sum *sum, terr_mass quanta, hl_vec3 at)
{
    const double mass = terr_kilograms(quanta), x = mass * at.x, y = mass * at.y, z = mass * at.z;
    sum->mass += quanta;
    sum->count++;
    sum->first[0] += x;
    sum->first[1] += y;
    sum->first[2] += z;
    sum->second[0] += x * at.x;
    sum->second[1] += y * at.y;
    sum->second[2] += z * at.z;
    sum->second[3] += x * at.y;
    sum->second[4] += x * at.z;
    sum->second[5] += y * at.z;
}

/* Weigh what the tools hold; let lots rest or wake them.
 * @param digging  tools that dig in this step, a bit each. RT. */
void terr_sand_update_loads(terr_sand *sand, const terr_tool_motion *motion, unsigned digging);

/* Wake the lot of a tool. RT. */
void terr_sand_wake(terr_sand *sand, int tool);

#endif
