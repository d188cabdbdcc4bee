/* Internals of the particles.
 *
 * Each particle has a public index and a slot with its data. Slots 0 to awake - 1 are the awake ones, sorted
 * by the cells of the grid when lists are built; the frozen ones follow.
 *
 * Lists of pairs hold for some steps: all pairs that were nearer than the diameter and a skin where their
 * particles were listed, in a frame that moves with the mean of all. Single particles that are added, removed
 * or move away from the mean are updated in the lists one by one (particles_list.c). Lists are rebuilt if
 * these are many, if particles freeze or wake, or if too many pairs are dead. Contacts with other objects
 * (field, boxes, plates of tools) are touches: found again in each step, with the spring of the touch with
 * the same key in the previous step. */
#ifndef TERR_PARTICLES_INTERNAL_H
#define TERR_PARTICLES_INTERNAL_H

#include "particles_contact.h"
#include "particles_lanes.h"
#include "terr/particles.h"

#include <stddef.h>
#include <stdint.h>

enum {
    KISSING_NUMBER = 12,     /* spheres that touch one of the same size (Schuette and van der Waerden 1953) */
    PAIRS_PER_PARTICLE = 10, /* a settled packing has 3 contacts a particle, and lists 4.6 */
    TOUCHES_PER_PARTICLE = 3, /* a floor and two walls */
    CELLS_PER_PARTICLE = 4,
    CELLS_LEAST = 512,
    FEATURE_BITS = 6, /* of a key: features of a tool, see particles_touch.c */
    PLATE_CELLS_MOST = 128,
    NO_TOUCH = -1
};

/* Block by whole multiples of which the base moves [m]: exact in floats, near enough for a resolution of a
 * millionth of a metre. */
#define BASE_BLOCK 4.0f

/* What is not needed in every contact. */
typedef struct grain {
    terr_mass mass;
    float plane[4];   /* the field under it: unit normal, and offset n.x of its points, about the base */
    float sampled[2]; /* where the plane was taken, about the base [m] */
    int index;        /* by which the outside knows it */
    int listed;       /* slot that it had when the lists were built, -1: none */
    int handle;       /* its name as long as it lives */
    int still;
    int16_t age;     /* steps for which the plane is still good */
    int16_t carrier; /* tool in which it rests, or TERR_AWAKE */
    int16_t holder;  /* tool in whose bounds it is, -1: none */
    int8_t soil;
    bool lost;
    bool sunk; /* its plane stays: the field rises around it */
} grain;

/* Where the cells of the grid lie, about the base: see particles_grid.c. */
typedef struct grid {
    float low[AXES], scale; /* [m], cells a metre */
    int bits[AXES];         /* log2 of the cells along an axis */
} grid;

static inline int grid_along(const grid *g, int c, float x)
{
    return (int)((x - g->low[c]) * g->scale) & ((1 << g->bits[c]) - 1);
}

static inline int grid_cells(const grid *g)
{
    return 1 << (g->bits[0] + g->bits[1] + g->bits[2]);
}

static inline int grid_cell(const grid *g, int x, int y, int z)
{
    return (((z << g->bits[1]) + y) << g->bits[0]) + x;
}

/* All pairs of neighbours, those of a slot in one row. A dead pair has no_one as its second. */
typedef struct pair_list {
    int count, rows, dead;
    int *row, *end;      /* [capacity] first pair of a slot, and behind its last */
    int *first, *second; /* slots; behind the last pair there is room for LANES more */
    float *spring[AXES]; /* tangential displacement of the first against the second [m], 0 when apart */
    uint8_t *touched;    /* 0: they were apart in the last step, and the spring is 0 (not saved) */
} pair_list;

/* Particles in and around a cell of the grid, by coordinates. */
typedef struct crowd {
    float *at[AXES]; /* [capacity + 2 LANES], about the base [m] */
    int *slot;
} crowd;

/* A contact with something that is not a particle. */
typedef struct touch {
    int slot, key;
    int next;           /* touch of the same particle, or NO_TOUCH */
    float side;         /* of a plate, on which the particle was at first: 1 or -1 */
    bool pressed;       /* by a force */
    float spring[AXES]; /* tangential displacement [m] */
} touch;

/* Its geometry in this step. */
typedef struct touch_place {
    float normal[4];   /* outwards, and the overlap [m] */
    float velocity[4]; /* of the surface [m/s], and the friction coefficient */
    float spin[AXES];  /* of the surface [rad/s] */
    float rolling;     /* what resists rolling beyond the grain's own mu_r [1] */
} touch_place;

typedef struct touch_list {
    int count;
    touch *touches;
    int *head; /* [capacity] newest touch of a slot */
} touch_list;

/* Springs laid aside while particles rest in a tool, in its axes; particles by their handles. */
typedef struct rest_pair {
    int first, second, tool;
    float spring[AXES];
} rest_pair;

typedef struct rest_touch {
    int handle, key, tool;
    float side, spring[AXES];
} rest_touch;

typedef struct rest_list {
    int pairs, touches;
    rest_pair *pair;
    rest_touch *touch;
} rest_list;

/* A tool made ready: which features may touch a particle whose centre lies in a cell of the x-z plane. */
typedef struct plates {
    int corners;
    bool sides;
    float corner[TERR_PROFILE_MOST][2]; /* [m] */
    float along[TERR_PROFILE_MOST][2];  /* unit vector of a plate, from its first corner */
    float length[TERR_PROFILE_MOST];    /* [m] */
    float reach;                        /* radius and half the thickness [m] */
    float half_width;                   /* [m] */
    float low[2], high[2];              /* x, z within which something may touch [m] */
    float scale;                        /* cells a metre */
    int columns, rows;
    uint32_t *near;    /* [rows][columns] bit s: plate s, bit 16 + c: corner c */
    uint64_t left_out; /* features that do not touch: terr_particles_leave_out */
} plates;

/* A box in this step, in floats about the base. */
typedef struct box_place {
    float centre[AXES], half[AXES], axes[AXES][AXES];
    int box;
} box_place;

/* A tool in this step, in floats about the base. */
typedef struct tool_place {
    float position[AXES], rotation[AXES][AXES], velocity[AXES], spin[AXES];
} tool_place;

/* Blocks of work for a team. SUMS: most blocks of sums, since each goes through all pairs near it. */
enum { BLOCK_PAIRS = 1024, BLOCK_SLOTS = 256, SUMS = 8 };

/* Effect of a touching pair on its first particle; the second one gets the opposite force. */
typedef struct pair_effect {
    quad force, moment, roll;
} pair_effect;

typedef struct pair_ends {
    int first, second; /* slots */
} pair_ends;

/* Touching pairs of a block, numbered from its first pair. */
typedef struct pair_block {
    int touching, pressed;
    int low, high; /* slots of their particles, first and last */
} pair_block;

/* What a range of slots says about all of them. */
typedef struct move_range {
    quad low, high, moved_low, moved_high, moved; /* moved: sum */
    int lost;                                     /* newly */
} move_range;

/* Work of steps with a team. */
typedef struct team_work {
    const hl_team *team;  /* NULL: none */
    pair_effect *effects; /* [pair_capacity] of touching pairs */
    pair_ends *ends;      /* likewise */
    pair_block *pairs;
    move_range *moves; /* of blocks of slots */
} team_work;

struct terr_particles {
    /* model */
    terr_particles_def def;
    contact_law law;
    plates *plates;
    float radius, reach; /* reach: of the lists, diameter and skin [m] */
    float steel_friction[TERR_MAX_SOILS], damping[TERR_MAX_SOILS]; /* mu; zeta */
    float rolling[TERR_MAX_SOILS];                                 /* mu_r */
    float slope[TERR_MAX_SOILS];                                   /* tan of the angle of repose */
    int pair_capacity, touch_capacity, cell_capacity;

    /* state */
    int count, awake;
    terr_mass mass; /* of all of them [quanta]; follows from the grains */
    int lost;       /* marked particles */
    bool dirty;     /* lists must be built anew */
    double base[AXES];
    int64_t overflowed;
    quad *position; /* about the base, in the tool when frozen [m]; last: 1/m [1/kg]; no_one is far away */
    quad *velocity; /* [m/s]; last: half the sliding friction */
    quad *spin;     /* [rad/s]; last: half the damping ratio */
    quad *built;    /* position when it was listed, less the mean of moved */
    int *recheck;   /* steps until it may touch field or boxes */
    grain *grains;
    int *slot_of; /* of an index */
    pair_list pairs;
    touch_list touched; /* of the last step */
    rest_list rest;
    bool froze, woke;           /* since lists were built */
    int changes;                /* particles that came or went since the last step */
    grid grid;                  /* of built */
    quad moved_low, moved_high; /* bounds of position - built */
    quad moved;                 /* their mean */
    quad low, high;             /* bounds of positions, about the base */
    terr_tool_motion *motion;   /* of tools, at the end of the last step */
    uint64_t frozen_hash;       /* sum over the frozen ones */
    int contacts;

    /* work: nothing in it survives a step */
    quad *force;  /* [N]; last: sum of the normal forces */
    quad *moment; /* of the tangential forces [N m] */
    quad *roll;   /* sum of F_n (w_i + w_j) [N rad/s] */
    quad *spare;
    int *spare_recheck, *spare_head;
    grain *spare_grains;
    pair_list old_pairs;
    touch_list old_touched;
    touch_place *places;
    int *order, *cell_of, *cell_start;
    bool linked;              /* cells are linked; they are when they are needed */
    int *cell_head, *in_cell; /* first slot in a cell of the grid; next slot in the same cell */
    int *now;                 /* slot of what had another name, -1: gone */
    int *inside;
    quad *inside_at;
    box_place *near_boxes;
    tool_place *tools;
    crowd crowd;
    float *lined[AXES]; /* [capacity + LANES] coordinates of the awake ones while lists are built */
    int *touching,
        *parted; /* [pair_capacity + LANES] pairs of this step, pairs that touched in the last one */
    contact_batch batch;
    team_work work;
};

/* ---- particles_grid.c ---- */

/* Sort the awake ones by cells and list the pairs, with the springs of the old list. */
void terr_particles_list(terr_particles *p);

/* Place of the pair (i, j) in a list, -1: it is not there. */
int terr_particles_find_pair(const pair_list *list, int i, int j);

/* ---- particles_list.c ---- */

/* Whether lists hold, if need be after those that strayed have been listed where they are now. */
bool terr_particles_lists_are_valid(terr_particles *p);

/* List a new awake particle, its slot the last one; take one out, the last one moves to its slot. Before the
 * numbers of the particles are moved. */
void terr_particles_list_add(terr_particles *p, int slot);
void terr_particles_list_remove(terr_particles *p, int slot);

/* ---- particles_state.c ---- */

/* Hash of a frozen particle: a sum of them does not ask in which order they froze. */
uint64_t terr_particles_hash_frozen(const terr_particles *p, int slot);

/* ---- particles_touch.c: contacts with field, boxes and tools ---- */

void terr_particles_touch_ground(terr_particles *p, const terr_field *field);

hl_status terr_plates_new(const terr_tool_def *tool, double radius, hl_arena *arena, plates *q);
void terr_particles_touch_tool(terr_particles *p, int tool, const tool_place *place);

/* ---- particles_force.c ---- */

void terr_particles_pair_forces(terr_particles *p);
void terr_particles_touch_forces(terr_particles *p, const terr_tool_motion *motion, terr_tool_load *loads);

/* ---- particles_move.c ---- */

/* ---- particles_grid.c: springs of frozen particles ---- */

/* ---- particles.c ---- */

/* What particles touch: tools, then shells. */
static inline int touched_count(const terr_particles *p)
{
    return p->def.tool_count + p->def.shell_count;
}

/* Whether a part of the step is computed by a team: not for less than two blocks of particles. */
static inline bool has_team(const terr_particles *p)
{
    return p->awake > BLOCK_SLOTS && hl_team_is_ready(p->work.team);
}

/* Range of a block. */
static inline int block_end(int index, int size, int items)
{
    return (index + 1) * size < items ? (index + 1) * size : items;
}

/* The slot of dead pairs. */
static inline int no_one(const terr_particles *p)
{
    return p->def.capacity;
}

static inline void quad_set(float *to, hl_vec3 v)
{
    to[0] = (float)v.x;
    to[1] = (float)v.y;
    to[2] = (float)v.z;
}

/* Keys of touches. */
static inline int key_of_field(void)
{
    return 0;
}
static inline int key_of_box(int box)
{
    return 1 + box;
}
static inline int key_of_tool(const terr_particles *p, int tool, int feature)
{
    return 1 + p->def.box_count + (tool << FEATURE_BITS) + feature;
}

/* Tool of a key, -1: none. */
static inline int tool_of_key(const terr_particles *p, int key)
{
    const int past = key - 1 - p->def.box_count;
    return past < 0 ? -1 : past >> FEATURE_BITS;
}

#endif
