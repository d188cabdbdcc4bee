/* Contact of a body with the ground or with a second body, point by point: the normal law of contact.h and
 * friction with stiction by return mapping, which holds a load exactly, also while it is shaken.
 *
 * Before each step the caller lists the points of the pair (contact_pair_add) and restores their memory
 * (contact_pair_recall); after the step it updates the memory (contact_pair_remember). Within the step, at
 * each point, with the slip v, the normal force N and the bristle z as it was when the step began:
 *
 *   t = k (z + h v) + c v                  trial force, h: time since the step began    [N]
 *   f = t                                  where |t| <= mu(v) N: the point sticks
 *   f = mu(v) N t/|t|                      elsewhere: it slips
 *   mu(v) = mu_c + (mu_s - mu_c) exp(-v^2/v_s^2)                                        (17), (21)
 *
 * and after it k z <- f - c v, limited to |z| <= mu N/k. The force on body a is N n - f, that on body b is
 * opposite and acts at the same place: momentum is conserved. Everything that follows from the second body's
 * motion is exact, so two bodies may press, push and lift each other within one implicit step.
 *
 * Source: paper 004 Eq. (11), (14)-(23); J. C. Simo, T. J. R. Hughes, Computational Inelasticity (1998),
 * section 1.4 (return mapping).
 *
 * Differences from the paper, with reasons:
 * - One limited spring instead of the blend (14) of two forces, whose derivative is negative near v_s.
 * - The bristle is bent by the slip of the two bodies' material points. The geometric point of (15) also
 *   moves when a ball rolls without slip; (19) would brake it.
 * - The foot of the bristle is moved after the step, as that of a plastic slider is: inside the iterations
 *   (21)-(23) only limit the force.
 * - k and c follow from a mass and a time (contact_stick_of) instead of the step: results do not change with
 *   the step. */
#ifndef CONTACT_PAIR_H
#define CONTACT_PAIR_H

#include "contact/contact.h"

/* ---- parameters ---- */

/** Friction parameters of a point that sticks. */
typedef struct contact_stick {
    double stiffness; /**< k of the bristle [N/m] > 0 */
    double damping;   /**< c [N s/m] >= 0 */
    double velocity;  /**< v_s of the transition from stiction to sliding [m/s] > 0 */
} contact_stick;

/** k = m/T^2, c = 2 zeta m/T, v_s = mu g T with the mass m = load/gravity that the point holds.
 *  @param load        normal force of the point at rest [N] > 0
 *  @param gravity     g [m/s^2] > 0
 *  @param stick_time  T [s] > 0: a body that slides slowly stops within about this time
 *  @param ratio       zeta >= 0 of critical damping
 *  @param friction    mu [1] > 0 */
contact_stick contact_stick_of(double load, double gravity, double stick_time, double ratio, double friction);

/* ---- points of a step ---- */

/** A point where body a touches body b (or the ground) during one step. */
typedef struct contact_spot {
    hl_vec3 centre; /**< in a's frame [m] */
    double radius; /**< of the sphere about it [m]; 0: a corner. The force acts at its deepest point's foot on
                      the plane, `radius - depth` from the centre */
    bool is_corner;  /**< the force acts at `centre`, whose slip is that of one material point: a corner that
                        presses and turns in turn does not walk. With `radius` 0 only */
    hl_vec3 plane;   /**< a point of the plane, in b's frame (ground: world) [m] */
    hl_vec3 normal;  /**< unit vector towards a, in b's frame (ground: world) */
    hl_vec3 moving;  /**< velocity of the surface relative to b, in b's frame (ground: world) [m/s] */
    double depth;    /**< when it was found [m]; negative: distance */
    double weight;   /**< part of the material's stiffness that it has [1], coll_point; 0 counts as 1 */
    int64_t feature; /**< pair of touching features (corner, face, edge): key of the memory */
    int64_t patch;   /**< points of one patch share their v0 */
    double reach;    /**< a point may continue the memory of another feature within this distance [m] */
    const contact_surface *surface; /**< outlives the step */
    double approach;                /**< v0 [m/s] > 0: set by contact_pair_recall */
    hl_vec3 bristle;                /**< z, in b's frame (ground: world) [m]: as `approach` */
    int64_t age;                    /**< steps for which it has pressed: as `approach` */
    double share;                   /**< of k and c that acts in this step, 0 to 1: as `approach` */
    double late;                    /**< part of the depth that does not press [m]: as `approach` */
    hl_vec3 belt; /**< velocity of a's surface relative to a for a unit rate of the joint that drives it, in
                     b's frame (ground: world) [m]: see contact_belt_effort */
    hl_vec3 carried; /**< of a belt: part of `moving` that is not its own, as `moving` [m/s] */
} contact_spot;

/** Points of one pair of bodies. */
typedef struct contact_pair {
    int count;
    int room;     /**< points at most; 0: CONTACT_MAX_POINTS */
    int overflow; /**< points dropped because the list was full; the deepest are kept */
    contact_spot spot[CONTACT_MAX_POINTS];
} contact_pair;

/** Add a point; a full list drops its shallowest point, the last of equal ones.
 *  @return its index, in a full list that of the dropped point; -1: not added. RT. */
int contact_pair_add(contact_pair *pair, const contact_spot *spot);

/* ---- memory ---- */

/** How a body moves: velocity of its origin and angular velocity, world axes. */
typedef struct contact_motion {
    mb_pose pose;
    hl_vec3 velocity, turn;
} contact_motion;

/** Memory of a loaded point for the next step. */
typedef struct contact_trace {
    int64_t feature, age;
    double approach;                 /**< v0 [m/s] */
    double pressed, weight;          /**< depth that presses [m], of a point of this weight */
    hl_vec3 centre, normal, bristle; /**< in b's frame (ground: world) */
} contact_trace;

/** State of a pair: without padding, saved, hashed and replayed as it is. Zero: empty. */
typedef struct contact_pair_memory {
    int64_t count;
    contact_trace trace[CONTACT_MAX_POINTS];
} contact_pair_memory;

/** Inertia of a body against a force at a point: of a free body its own, of a body of a machine a lower
 * bound. */
typedef struct contact_body {
    double mass;    /**< [kg] */
    double inertia; /**< smallest principal one about the centre of mass, which is the origin [kg m^2] */
} contact_body;

/** Parameters of a pair's effort. */
typedef struct contact_pair_data {
    contact_material material; /**< `stiffness` and `hertz_depth` of one point; no other member is used */
    contact_stick stick;
    contact_body body[2]; /**< a and b; zero: infinitely heavy, like the ground */
    double catch_up;      /**< [m/s] at which a point that was found too deep begins to press; 0: at once. A
                             point that appears within a body, switches to another face or gains weight would
                             otherwise add elastic energy. Energy of lost points goes to such points */
    contact_pair *pair;
} contact_pair_data;

/** Complete the points with v0, bristle and age. A point continues the trace of the same feature, otherwise
 * the nearest free one within `reach` whose normal has turned by less than 30 degrees; its bristle turns with
 * the normal. v0 of a point that begins to press is its approach speed; the points of a patch share the
 * largest, at least `slowest`.
 *
 * If the bodies are lighter than the mass for which the stick parameters were chosen, k and c are reduced: if
 * (k h + c) h/2 exceeds the mass that resists slip at the point, Newton's method alternates between slip in
 * opposite directions. They are limited to half of it, divided by the number of points.
 *  @param slowest  [m/s] > 0
 *  @param step     [s]
 *  @param b        NULL: the ground. RT. */
void contact_pair_recall(const contact_pair_data *data, const contact_pair_memory *memory, double slowest,
                         double step, const contact_motion *a, const contact_motion *b);

/** Rewrite bristles and memory after a step has converged: memory of points that no longer press is deleted.
 *  @param step  its length [s]
 *  @param a,b   motions at its end; b NULL: the ground. RT. */
void contact_pair_remember(const contact_pair_data *data, contact_pair_memory *memory, double step,
                           const contact_motion *a, const contact_motion *b);

/* ---- response ---- */

enum {
    CONTACT_PAIR_LOSS, /**< state 0: energy dissipated since the start [J]; energy stored in a bent bristle
                          counts as lost until it is returned */
    CONTACT_PAIR_STATES
};

/** The contacts of a pair as an effort: the six ports of mb_body_ports at a's origin, then at b's, unless b
 * is MB_GROUND. Idle while the list is empty. `data` outlives the model and is written between steps only. */
mb_effort_def contact_pair_effort(const char *name, int a, int b, const contact_pair_data *data);

/** The contacts of a body with the ground where a joint moves its surface, like the belt of a crawler track:
 * the six ports of mb_body_ports at a's origin, then the joint. The joint is loaded by the force on the belt,
 * so that the drive does the work. `moving` of the points is not used within the step: contact_belt_run sets
 * it, from `carried` and the belt, for the functions that know no joint.
 *  @param drive  measure of the joint's coordinate */
mb_effort_def contact_belt_effort(const char *name, int a, mb_measure_def drive,
                                  const contact_pair_data *data);

/** Set `moving` of all points to `carried` and the motion of their belt: before contact_pair_recall,
 * contact_pair_remember and contact_pair_look.
 *  @param rate  of the joint. RT. */
void contact_belt_run(contact_pair *pair, double rate);

/** Force and moment of point k on a, as in contact_pair_look. RT. */
contact_result contact_pair_point(const contact_pair_data *data, int k, const contact_motion *a,
                                  const contact_motion *b);

/** Forces on a at the end of a step, after contact_pair_remember; those on b are opposite.
 *  @param b  NULL: the ground. RT. */
contact_result contact_pair_look(const contact_pair_data *data, const contact_motion *a,
                                 const contact_motion *b);

#endif
