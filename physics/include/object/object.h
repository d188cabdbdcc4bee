/* Free bodies: boxes, stones, pipes, logs, pallets that lie, roll, stack, are pushed and lifted.
 *
 * A body has up to 16 convex pieces, rests asleep at no cost, and wakes when it is touched. Contacts with
 * each other, with the ground, with fixed bodies and with the bodies of machines (ports) follow the laws of
 * contact/pair.h and are implicit: awake bodies form islands, each one Newton system; an island that touches
 * a machine is a guest of the machine's own step (mb/guest.h).
 *
 * One step of the world:
 *   obj_find                      contacts at the present poses; bodies that wake; islands; those that wait
 *   for each machine in turn: mb_step with obj_guest(work, machine): islands that it touches first
 *   obj_step_rest                 islands that touch no machine that has stepped
 *   obj_accept                    new poses become the state; memory of contacts; bodies that fall asleep
 * A failed mb_step leaves the state as it was; call obj_find again before the next attempt.
 *
 * Rule of integration: the trapezoidal rule of the machines (002 Eq. 32-34), so forces on both sides of a
 * contact with a machine act at the same times and momentum is conserved. Newton's method uses an approximate
 * tangent: the rotation of contact forces and the changes of their arms are left out of it (object_laws.c).
 * The residual is exact.
 *
 * Order: all lists are by number (bodies, ports, pieces, features); nothing depends on memory or time. If
 * there is more work than the limits of the definition allow, islands wait in this order: those that touch a
 * machine are taken first, then the others by the number of their first body; an island that waits is frozen
 * for the step (it keeps its state) and obj_report counts it. */
#ifndef OBJECT_OBJECT_H
#define OBJECT_OBJECT_H

#include "collision/shape.h"
#include "contact/pair.h"
#include "mb/guest.h"

enum { OBJ_MAX_PIECES = 16, OBJ_MAX_PORTS = 96 };

/* ---- definition ---- */

/** A convex part of a body. */
typedef struct obj_piece {
    coll_shape shape;
    mb_pose at;   /**< its frame in the body's frame */
    int material; /**< index of the definition's materials */
} obj_piece;

/** Contact of a pair of materials. */
typedef struct obj_law {
    contact_material normal; /**< `stiffness`, `hertz_depth` of one point */
    contact_surface surface;
    double stick_time; /**< [s] contact_stick_of */
    double rolling;    /**< lever of the rolling resistance over the radius [1]; 0: 0.02, an estimate for
                          stones, logs and pipes on firm ground; negative: no resistance */
} obj_law;

/** A body held by the ground: a post. It bends where its foot's moment exceeds `yield` and comes free at
 * `break_angle`. Below `yield` it does not move. */
typedef struct obj_anchor {
    double yield;       /**< moment at the foot, which is the body's origin, that bends it [N m] > 0 */
    double break_angle; /**< [rad] >= 0 */
} obj_anchor;

typedef struct obj_body_def {
    const char *name;
    int piece_count;
    const obj_piece *pieces;
    coll_mass mass; /**< in the body's frame; mass 0: fixed, it never moves */
    mb_pose pose;   /**< at the start */
    bool awake;     /**< at the start; otherwise it sleeps */
    bool anchored;
    obj_anchor anchor;
} obj_body_def;

/** Loose soil in a container of a port: a height over the plane of the container's own frame. */
typedef struct obj_heap {
    const void *context;
    mb_pose at;        /**< frame of the container in the port's frame */
    hl_vec3 low, high; /**< box in this frame that encloses the soil [m] */
    int material;
    /** Height [m] and unit normal of the surface under or over a place, container's frame; false: no soil
     * there. RT. */
    bool (*sample)(const void *context, hl_vec3 place, double *height, hl_vec3 *normal);
} obj_heap;

/** A body of a machine that objects may touch. */
typedef struct obj_port_def {
    int machine; /**< number of the machine, ascending */
    int body;    /**< in its model, ascending within a machine */
    int piece_count;
    const obj_piece *pieces;
    contact_body lower;   /**< bound of its inertia: see contact/pair.h */
    const obj_heap *heap; /**< on which objects lie; outlives the model; NULL: none */
} obj_port_def;

/** A link: a sling of a hook that can hold a body by one of its points. It pulls where it is longer than
 * `length`, and never pushes. */
typedef struct obj_link_def {
    const char *name;
    int body; /**< that holds it: one of the definition; -1: `port` does */
    int port;
    hl_vec3 at;       /**< in the frame of the holder [m] */
    double length;    /**< without force [m] > 0 */
    double stiffness; /**< [N/m], limited so that the lighter side lasts ten steps; 0: this limit */
    double breaks_at; /**< force that breaks it [N]; 0: it never breaks */
} obj_link_def;

/** The ground as a height over the plane. */
typedef struct obj_ground {
    const void *context;
    /** Height [m], outward unit normal and material at a place. RT. */
    void (*sample)(const void *context, double x, double y, double *height, hl_vec3 *normal, int *material);
    double highest; /**< no place is higher [m]; counts if `upright` is positive */
    double upright; /**< least vertical part of the normals; 0: no bounds are known */
} obj_ground;

typedef struct obj_def {
    hl_vec3 gravity;
    double step;    /**< [s] */
    double slowest; /**< bound of v0 [m/s], contact_pair_recall */
    int body_count;
    const obj_body_def *bodies;
    int port_count;
    const obj_port_def *ports;
    int material_count;
    const obj_law *laws; /**< [materials][materials], symmetric */
    obj_ground ground;
    int link_count;
    const obj_link_def *links;
    int most_awake;    /**< bodies in islands that touch machines, default 24 */
    int most_contacts; /**< points of these islands, default 96 */
    int most_alone;    /**< bodies awake in islands that touch none, default 256 */
} obj_def;

typedef struct obj_model obj_model;
typedef struct obj_state obj_state;
typedef struct obj_work obj_work;

/** Build a model; stiffnesses are limited so that a contact of the lightest body of each pair lasts ten steps
 * (contact_stiffness_limit). Not RT.
 *  @param def     its arrays outlive the model
 *  @param report  complaints: bodies that overlap at the start (names, depth), masses without volume ...
 *  @return NULL: an error, or out of memory */
obj_model *obj_model_new(const obj_def *def, hl_arena *arena, hl_report *report);

/** The state at the start; scratch memory. NULL: out of memory. */
obj_state *obj_state_new(const obj_model *model, hl_arena *arena);
obj_work *obj_work_new(const obj_model *model, obj_state *state, hl_arena *arena);

/** The state as bytes without padding: saved, hashed, copied as they are. `fits`: whether bytes from
 * elsewhere have all counts and indices within their bounds. */
size_t obj_state_size(const obj_model *model);
void *obj_state_bytes(obj_state *state);

/** Hash of such bytes. Bodies at rest enter with a hash from when they fell asleep, so that it costs a few
 * nanoseconds for each. RT. */
uint64_t obj_state_hash(const void *bytes);
bool obj_state_fits(const obj_model *model, const void *bytes);

/* ---- a step ---- */

/** Find all contacts, wake, form islands.
 *  @param motions  [ports] of the machines' bodies at the present state
 *  @param moving   [ports] velocity of the surface relative to the body, in its frame: tracks; NULL: none.
 * RT. */
void obj_find(obj_work *work, const contact_motion *motions, const hl_vec3 *moving);

/** The guest of a machine: islands that touch it and no machine before it. Other machines' bodies are moving
 * obstacles in its step. The guest is valid as long as the work. Not RT. */
mb_guest obj_guest(obj_work *work, int machine);

/** Step the islands that no machine's step has carried. It cannot fail: an island whose iteration does not
 * converge is approximated or stopped, and counted (obj_report, `cut`). RT. */
void obj_step_rest(obj_work *work);

/** Take over the step: state, memories, sleep. RT. */
void obj_accept(obj_work *work);

/** Force and moment about its origin that objects exert on a port whose machine did not carry the island: to
 * be applied to that machine in the next step. RT. */
void obj_push_back(const obj_work *work, int port, hl_vec3 *force, hl_vec3 *moment);

/** A force and a moment about the body's origin in the next step (wind, soil, a coupling). Wakes it. RT. */
void obj_push(obj_state *state, int body, hl_vec3 force, hl_vec3 moment);

/** Wake a body. RT. */
void obj_wake(obj_state *state, int body);

/* ---- links ---- */

/** Attach a link to a point of a body, in the frame of its definition. It should not be farther than the
 * link's length: the force would jump. Wakes it. RT. */
void obj_attach(obj_state *state, int link, int body, hl_vec3 point);

/** Detach a link. Without effect if it holds nothing. RT. */
void obj_let_go(obj_state *state, int link);

/** A link after the last step. */
typedef struct obj_link_now {
    int body;      /**< that it holds; -1: none */
    hl_vec3 point; /**< of this body, in the frame of its definition */
    hl_vec3 force; /**< on it [N] */
    bool broken;   /**< it broke, and has not been attached since */
} obj_link_now;
obj_link_now obj_link_of(const obj_state *state, int link);

/** The links' part of the state, as obj_state_bytes; not in these. */
size_t obj_link_size(const obj_model *model);
void *obj_link_bytes(obj_state *state);
bool obj_links_fit(const obj_model *model, const void *bytes);

/* ---- looking ---- */

mb_pose obj_pose(const obj_state *state, int body);
hl_vec3 obj_velocity(const obj_state *state, int body); /**< of the body's origin [m/s] */
hl_vec3 obj_turn(const obj_state *state, int body);     /**< [rad/s] */
bool obj_is_awake(const obj_state *state, int body);
bool obj_any_awake(const obj_state *state);
bool obj_is_broken(const obj_state *state, int body); /**< its anchor has come free */

/** A pair that pressed in the last step, or a link that pulled (`normal` 0): for hits, sounds, loads. */
typedef struct obj_touch {
    int body;        /**< of the objects */
    int other;       /**< another object, higher number; -1: the ground; -2 - port: a machine's body */
    int material[2]; /**< of the deepest point: of body and other */
    hl_vec3 place;   /**< centre of the forces [m] */
    hl_vec3 force;   /**< on `body` [N] */
    double normal;   /**< sum of normal forces [N] */
    double approach; /**< v0 of the patch when it began [m/s] */
    double slip;     /**< [m/s] */
    bool begun;      /**< it did not press in the step before */
} obj_touch;

/** Pairs that pressed in the last accepted step, in order. RT. */
int obj_touches(const obj_work *work, const obj_touch **touches);

typedef struct obj_report {
    int awake, islands, contacts, iterations;
    int waiting;               /**< islands that had to wait */
    int left_out;              /**< points that found no room */
    int cut;                   /**< islands whose iteration did not converge: see object_newton.c */
    double kinetic, potential; /**< of all bodies that are awake [J]; potential: in gravity */
    double elastic;            /**< of the contacts of bodies that are awake [J] */
} obj_report;
obj_report obj_report_of(const obj_work *work);

/** The largest numbers of bodies awake, of islands that wait and of points of contact, and the most
 * iterations of an island that no machine carries; the other members are 0. RT. */
obj_report obj_limits(const obj_model *model);

#endif
