/* Internals of free bodies: model, state, the work of a step. */
#ifndef OBJECT_INTERNAL_H
#define OBJECT_INTERNAL_H

#include "object/object.h"

#include "contact/contact_internal.h"
#include "hl/clamp.h"

/* ---- model ---- */

/** A body in its own frame: origin at the centre of mass, axes of the definition. */
typedef struct object_body {
    const char *name;
    int first_piece, piece_count;
    double mass; /**< [kg]; 0: fixed */
    hl_sym3 inertia;
    double least_inertia; /**< smallest principal one */
    hl_vec3 centre;       /**< of mass, in the frame of the definition */
    double radius;        /**< of its pieces about the centre of mass [m] */
    bool anchored;
    obj_anchor anchor;
    double hinge[2]; /**< stiffness [N m/rad] and damping [N m s/rad] of a bending anchor */
    double hold[2];  /**< stiffness [N/m] and damping [N s/m] of its foot */
} object_body;

typedef struct object_port {
    int machine, body, first_piece, piece_count;
    contact_body lower;
    double radius;
    const obj_heap *heap; /**< NULL: none */
} object_port;

/** A pair of materials. */
typedef struct object_law {
    obj_law law;
    double limit; /**< stiffness per mass at which a contact lasts ten steps [N/m/kg] */
} object_law;

/** A link; its point in the holder's own frame. */
typedef struct object_link {
    int holder; /**< a body, or a port's code */
    hl_vec3 at;
    double length, stiffness, breaks_at;
} object_link;

struct obj_model {
    hl_vec3 gravity;
    double weight; /**< |gravity|, of the Earth if it is zero: scales friction [m/s^2] */
    double step, slowest;
    int body_count, port_count, material_count, machine_count;
    object_body *bodies;
    object_port *ports;
    obj_piece *pieces; /**< of bodies, in their own frames, then of ports */
    object_law *laws;  /**< [materials][materials] */
    mb_pose *start;    /**< of the own frames */
    bool *awake;
    obj_ground ground;
    int link_count;
    object_link *links;
    int most_awake, most_contacts, most_alone;
    int most_pairs, most_spots, entry_capacity;
};

/* ---- state ---- */

enum { OBJECT_AWAKE = 1, OBJECT_BENDING = 2, OBJECT_BROKEN = 4 };

/** Members in multiples of eight bytes: no padding. */
typedef struct object_state {
    hl_vec3 place; /**< of the centre of mass [m] */
    hl_quat turn;
    hl_vec3 velocity, spin;          /**< of the centre of mass in world axes, spin in body axes */
    hl_vec3 acceleration, spin_rate; /**< as these */
    hl_vec3 push_force, push_moment; /**< in the next step, about the centre of mass, world axes */
    hl_vec3 bend;                    /**< elastic turn of a bending anchor [rad], world axes */
    mb_pose seen;                    /**< at which its contacts with others were found in the last step */
    double seen_margin;              /**< then [m]; 0: never */
    double rest;                     /**< for which it has rested [s] */
} object_state;

enum { CHUNK_TRACES = 4, PAIR_CHUNKS = CONTACT_MAX_POINTS / CHUNK_TRACES };

/** Traces of a pair, in chunks of four. */
typedef struct memory_entry {
    int64_t key;  /**< of the pair times PAIR_CHUNKS, plus the number of the chunk */
    int64_t slot; /**< of the traces */
    int64_t count;
    double normal;  /**< sum of the normal forces at the end of the last step, in the first chunk [N] */
    double energy;  /**< that the springs have taken [J], and the scale of their stiffness [1], in the */
    double scale;   /**< first chunk: object_energy.c */
    double settled; /**< that when a body of the pair fell asleep [N] */
    int64_t seal;   /**< hash of key and traces */
} memory_entry;

typedef struct memory_chunk {
    contact_trace trace[CHUNK_TRACES];
} memory_chunk;

/** Header of the state. */
typedef struct object_head {
    int64_t tick;
    int64_t body_count, port_count, capacity; /**< as in the model: whether a state fits */
    int64_t entry_count, free_count;
    int64_t seals; /**< sum of the seals of all entries, modulo 2^64 */
} object_head;

/** Forces on a port [force, moment about its origin], at the end of the last step. */
typedef struct port_push {
    double carried[6]; /**< by the machine's own step */
    double left[6];    /**< not carried: to be applied in the next step */
} port_push;

/** A link; a block of its own. All zero but `body` and `broken` while it holds nothing. */
typedef struct object_link_state {
    double body;           /**< that it holds; -1: none */
    hl_vec3 point;         /**< of this body, in its own frame */
    hl_vec3 force, moment; /**< on it at the end of the last step, world axes, about its centre of mass */
    hl_vec3 holder_moment; /**< on the holder, about its origin */
    double carried;        /**< 1: by the step of the holder's machine */
    double broken;         /**< 1: it broke and has not been attached since */
    double tears;          /**< 1: its force has just been above the limit */
} object_link_state;

struct obj_state {
    const obj_model *model;
    size_t size;
    object_head *head; /**< one block of memory: this and all that follow */
    object_state *bodies;
    coll_bounds *bounds; /**< of bodies that do not move */
    int64_t *flags;
    int64_t *seals; /**< hash of bodies that do not move */
    port_push *pushes;
    memory_entry *entries; /**< ascending by key */
    memory_chunk *chunks;
    int64_t *free_slots;
    object_link_state *links; /**< [links]; not in the block of the others */
};

/** Pose of a piece of a body or a port. */
static inline mb_pose object_piece_pose(const mb_pose *pose, const obj_piece *piece)
{
    return (mb_pose){hl_add(pose->position, hl_mul(&pose->rotation, piece->at.position)),
                     hl_mat3_mul(&pose->rotation, &piece->at.rotation)};
}

/** Margin of bodies that do not move [m]. */
#define OBJECT_STILL_MARGIN 1e-3

static inline coll_bounds object_bounds_join(const coll_bounds *a, const coll_bounds *b)
{
    return (coll_bounds){
        hl_v3(hl_min(a->low.x, b->low.x), hl_min(a->low.y, b->low.y), hl_min(a->low.z, b->low.z)),
        hl_v3(hl_max(a->high.x, b->high.x), hl_max(a->high.y, b->high.y), hl_max(a->high.z, b->high.z))};
}

/** Bounds of pieces. */
coll_bounds object_bounds(const obj_model *model, int first_piece, int count, const mb_pose *pose,
                          double margin);

/** First entry of a pair, or -1. @param guess  where it probably is */
int object_memory_find(const obj_state *state, int64_t pair_key, int guess);
/** Traces of a pair. @param entry  its first one, or -1. @return how many entries it has */
int object_memory_traces(const obj_state *state, int entry, contact_traces *traces);
/** Rewrite; false if the table is full. */
bool object_memory_write(obj_state *state, int64_t pair_key, int guess, const contact_pair_memory *memory,
                         double normal, double energy, double scale);
/** Delete all entries for which `stale` is true. */
void object_memory_drop(obj_state *state, const bool *stale);

/** A body has come to rest: its bounds and its seal. */
void object_state_rest(obj_state *state, int body);

mb_pose object_state_pose(const object_state *body);

/* ---- pairs of a step ---- */

enum { OBJECT_GROUND = -1 };

static inline int object_port_code(int port)
{
    return -2 - port;
}

static inline int object_port_of(int code)
{
    return -2 - code;
}

/** Stiffness and damping of a link with the body that it holds; `start`: stretch of full damping [m]. */
typedef struct link_law {
    double stiffness, damping, start;
} link_law;

enum { OBJECT_LANES = 4 };

/** Vectors of four points of a pair, component by component. */
typedef struct object_vectors {
    double x[OBJECT_LANES], y[OBJECT_LANES], z[OBJECT_LANES];
} object_vectors;

/** Four points of a pair: members as in contact_spot. */
typedef struct object_group {
    object_vectors centre, plane, normal, moving, bristle;
    double radius[OBJECT_LANES], weight[OBJECT_LANES], share[OBJECT_LANES], approach[OBJECT_LANES],
        late[OBJECT_LANES];
} object_group;

/** A pair in contact, or close to it, of one law; or a link without contacts. */
typedef struct object_pair {
    int64_t key;
    int a, b;   /**< a: a body; b: a body, OBJECT_GROUND, or a port's code */
    int law[2]; /**< materials of a and b */
    int first, count;
    bool kept;            /**< its points were taken over to the same place */
    int group;            /**< first of its groups of points; -1: none */
    int entry;            /**< of its memory at the begin of the step; -1: none */
    int link;             /**< its number and 1; 0: contacts */
    link_law pulls;       /**< of a link */
    double rolling;       /**< lever of the rolling resistance [m] */
    double stored, scale; /**< energy taken before the step [J], scale of the stiffness: object_energy.c */
    bool impact;
    contact_pair_data data; /**< `pair` is filled in where it is used */
    bool moving[2];         /**< has unknowns in this step */
    int system;             /**< number of the machine whose step carries it; machine_count: none; -1: idle */
    int blocks[4];          /**< of the matrix: aa, ab, ba, bb; -1: none */
} object_pair;

/** A set of awake bodies that touch. */
typedef struct object_island {
    int first_body, bodies; /**< in work->order */
    int first_pair, pairs;  /**< in work->pair_order */
    int contacts;
    int machine; /**< whose step carries it; machine_count: none */
    bool waits;
    bool stepped;
} object_island;

/* ---- solver ---- */

enum { DIRECT_NODES = 64 };

/** Newton matrix of blocks of six: bodies, then ports, which are not eliminated. Blocks off the diagonal are
 * transposed where it is sparse. */
typedef struct object_blocks {
    int capacity;      /**< of blocks */
    int most;          /**< nodes */
    int bodies, nodes; /**< of this system */
    bool direct;
    int count; /**< of blocks in use */
    double *values;
    double *inverse;   /**< [nodes][36] of the pivots */
    int *diagonal;     /**< block of each node */
    int *row, *column; /**< sparse: neighbours of node i are column[row[i]] ... */
    int *row_block;    /**< blocks of these */
    int *order;        /**< direct: of elimination */
    uint64_t *later;   /**< direct: neighbours of a pivot that are eliminated after it */
} object_blocks;

object_blocks *object_blocks_new(int most_nodes, int most_pairs, hl_arena *arena);

/** Structure of a system of `bodies` bodies and some ports.
 *  @param pairs  [count][2] nodes of pairs; equal pairs may repeat
 *  @param places out: [count][2] blocks of (i, j) and (j, i); -1: no room */
void object_blocks_shape(object_blocks *m, int bodies, int ports, int count, int (*pairs)[2],
                         int (*places)[2]);
void object_blocks_clear(object_blocks *m);

static inline double *object_block(object_blocks *m, int block)
{
    return m->values + 36 * (long)block;
}

hl_status object_blocks_factor(object_blocks *m);

/** Reduce a right-hand side [nodes][6]: what remains at the ports is the condensed one. */
void object_blocks_forward(const object_blocks *m, double *b);

/** Solve for the bodies, b as object_blocks_forward left it, the ports' part of it being given moves. */
void object_blocks_backward(const object_blocks *m, double *b);

/** Solve a system without ports. @return sweeps or 1 */
int object_blocks_solve(object_blocks *m, const double *b, double *x);

/* ---- work ---- */

typedef struct object_system {
    int machine; /**< machine_count: none */
    int body_count, port_count, pair_count;
    int *bodies, *pairs; /**< numbers of bodies and of pairs */
    int ports[MB_GUEST_PORTS];
    double *residual; /**< [nodes][6] */
    double *moves;
    double last;
    int iterations;
} object_system;

typedef struct object_guest {
    obj_work *work;
    int machine;
} object_guest;

struct obj_work {
    const obj_model *model;
    obj_state *state;
    /* bodies */
    contact_motion *now; /**< [bodies] of those that take part in the step */
    mb_pose *ahead;      /**< predicted at its end, or seen: where contacts are looked for */
    mb_pose *last_ahead; /**< in the step before */
    double *last_margin;
    bool *same;          /**< [bodies] contacts would be found as in the step before */
    contact_motion *end; /**< at its end, in this iteration */
    hl_vec3 *theta;      /**< [bodies][2] increments: along world axes, turn in body axes */
    hl_vec3 *rate;       /**< [bodies][2] acceleration, angular acceleration (body axes) at its end */
    double *margin;      /**< [bodies + ports] */
    int *awake;          /**< numbers of awake bodies, ascending */
    int awake_count;
    int *still, still_count; /**< numbers of others near what moves */
    bool *moves;             /**< [bodies] has unknowns in this step; false of all that are not awake */
    bool *wakes;             /**< [bodies] will be awake in the next step */
    hl_vec3 *foot_load;      /**< [bodies] moment of contacts about the foot of anchored bodies */
    int *node;               /**< [bodies] in the present system */
    int *parent;             /**< [bodies] union-find */
    int *island_of;
    /* ports */
    contact_motion *port_now, *port_end;
    const hl_vec3 *moving;
    mb_pose *port_ahead;
    int *port_node;     /**< in the present system; -1: not part of it */
    bool *port_carried; /**< by its machine's step */
    /* pairs */
    coll_sweep *sweep;
    coll_bounds *sweep_bounds;
    int *sweep_code;
    int (*sweep_pairs)[2];
    coll_bounds *swept_bounds; /**< of the last sweep; `swept` is their number */
    int swept, swept_pairs;
    int64_t *keys, *key_scratch;
    int key_count;
    object_pair *pairs;
    int pair_count;
    contact_spot *spots;
    int spot_count;
    object_group *groups; /**< of pairs that are part of the step */
    int group_count;
    int entry;         /**< after that of the last pair */
    int64_t *old_keys; /**< of the step before, with the pairs and spots found */
    object_pair *old_pairs;
    contact_spot *old_spots;
    int old_key_count, old_pair_count, old_key, old_pair; /**< the last two: where the search has got to */
    bool *stale;
    /* islands */
    object_island *islands;
    int island_count;
    int *order;      /**< bodies by island */
    int *pair_order; /**< pairs by island; those of no island come last */
    object_system system;
    object_blocks *blocks;
    int (*node_pairs)[2], (*places)[2];
    double *tangents; /**< [pairs][36] */
    object_guest *guests;
    int **guest_bodies;
    bool *carried; /**< [machines] its guest has carried its islands */
    /* results */
    obj_touch *touches;
    int touch_count;
    obj_report report;
};

/* Candidates, contacts. */
void object_prepare(obj_work *work, int body);
double object_margin(const contact_motion *m, double radius, double h);
void object_find_pairs(obj_work *work);
void object_narrow(obj_work *work, int64_t key);
void object_recall(obj_work *work, object_pair *pair);
extern const contact_motion object_still_ground;
static inline const contact_motion *object_motion(const obj_work *work, int code, bool at_end)
{
    if (code == OBJECT_GROUND) return &object_still_ground;
    if (code <= -2)
        return at_end ? &work->port_end[object_port_of(code)] : &work->port_now[object_port_of(code)];
    return at_end ? &work->end[code] : &work->now[code];
}

/* Sets of bodies. */
void object_islands(obj_work *work);
void object_wake_touched(obj_work *work);

/* Newton's method. */
void object_system_open(obj_work *work, int machine, int island);
void object_system_predict(obj_work *work);
hl_status object_system_evaluate(obj_work *work, bool renew);
double object_system_apply(obj_work *work, const double *moves);
void object_system_solve(obj_work *work);

/** Force on a and moments about both origins, world axes; tangent [36] of a's wrench about its origin. */
typedef struct pair_wrench {
    hl_vec3 force, moment_a, moment_b;
} pair_wrench;

/** Copy the points of a pair to its groups. */
void object_points_copy(obj_work *work, const object_pair *pair);
/** Their `share`, depths of the points; centres in b's frame and speeds of approach of all places of the
 * groups. */
void object_points_approach(obj_work *work, const object_pair *pair, hl_vec3 *centre, double *speed);
/** Copy to its groups what contact_points_recall sets. */
void object_points_continue(obj_work *work, const object_pair *pair);
/** Forces of contact of a pair; tangent [36] is added to, if not NULL. @return sum of the normal forces */
double object_points_force(const obj_work *work, const object_pair *pair, pair_wrench *all, double *tangent);
pair_wrench object_pair_force(const obj_work *work, const object_pair *pair, double *tangent);

/** A pair after a step. */
typedef struct pair_settled {
    int touching;
    hl_vec3 force, moment_a;  /**< on a, about its origin */
    hl_vec3 arm;              /**< centre of the normal forces from a's origin */
    double normal, slip;      /**< sum of the normal forces; mean slip, weighted by them */
    double energy, scale;     /**< as in memory_entry */
    double approach, elastic; /**< largest v0; stored energy [J] */
    bool begun;
    contact_pair_memory memory; /**< only its first `count` traces are written */
} pair_settled;

/** Add the points of a pair to `all`, arms and slip as sums weighted by the normal forces. */
void object_points_settle(const obj_work *work, const object_pair *pair, pair_settled *all);
void object_pair_settle(obj_work *work, const object_pair *pair, pair_settled *all);

/* Energy of impacts. */

/** Scale the stiffness of a pair for this step. @param speed  of approach of its points [m/s] */
void object_energy_begin(obj_work *work, object_pair *pair, const contact_traces *traces,
                         const hl_vec3 *centre, const double *speed);
/** Energy and scale of a pair after the step; the memory of the step before is still there. */
void object_energy_settle(const obj_work *work, const object_pair *pair, pair_settled *all);

/* Links. */
void object_wake_linked(obj_work *work);
void object_add_links(obj_work *work);
/** K: change of the force on a with the displacement of its point, which is `arm` from its origin. */
pair_wrench object_link_force(const obj_work *work, const object_pair *pair, hl_mat3 *K, hl_vec3 *arm);
void object_link_settle(obj_work *work, const object_pair *pair, pair_settled *all);
void object_tear_links(obj_state *state);

/** Force of a bending anchor on its body and its tangent (added to `tangent`, if not NULL). */
void object_anchor_force(const obj_work *work, int body, hl_vec3 *force, hl_vec3 *moment, double *tangent);
void object_anchor_remember(obj_work *work, int body);

#endif
