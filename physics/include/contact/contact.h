/* Contact of a machine's parts with scenery and ground: oriented boxes by the separating-axis test (000
 * publication V Eq. 20-22, all 15 axes in three dimensions), normal force after Hunt and Crossley (paper 004
 * Eq. 11) with a restitution for each pair of materials, friction with stiction.
 *
 * Contact points are found once before each step: contact_set holds points of a body and the plane of each.
 * Within the step the force of a point follows from its penetration d of the plane and from d_dot:
 *
 *   F = E(d) (1 + D d_dot/v0) + C S(d) d_dot,   in compression only, never adhesive
 *
 *   E(d)   K d, or K d sqrt(d/d_h) where the material has a Hertzian depth d_h      [N]
 *   D      dissipation of the pair of materials                                     [1]
 *   v0     approach speed in the step in which the patch of the point first pressed [m/s]
 *   C S    linear damping, for what rests on soil                                   [N s/m]
 *
 * v0 is kept with the patch (contact_memory) as long as a point of the patch presses. Friction is one lumped
 * LuGre bristle for the body (law: tire/tire.h) at the centre of the normal forces, so a bucket that leans on
 * a wall does not creep. A single bristle does not resist rotation about the normal through this centre:
 * contact_spin_effort adds this resistance. contact/pair.h has a law that holds exactly, point by point.
 *
 * A point that is found only after penetration would add elastic energy. So points are added slightly before
 * contact, with negative depths: see `margin`. */
#ifndef CONTACT_CONTACT_H
#define CONTACT_CONTACT_H

#include "mb/model.h"

#include <stdint.h>

enum {
    CONTACT_MAX_POINTS = 16,
    CONTACT_BRISTLES = 3,            /**< states 0 to 2: the bristle, world axes [m] */
    CONTACT_LOSS = CONTACT_BRISTLES, /**< energy dissipated since the start [J]; energy stored in a bent
                                        bristle counts as lost until it is returned */
    CONTACT_STATES,
    CONTACT_BOX_POINTS = 8
};

/* ---- boxes ---- */

/** A box: anything in the scenery, or a part of a machine. */
typedef struct contact_box {
    hl_vec3 centre; /**< in the world, or in the body's frame [m] */
    hl_mat3 axes;   /**< box axes to world (or body); columns are E1 E2 E3 */
    hl_vec3 half;   /**< e1 e2 e3, half edges [m] > 0 */
} contact_box;

/** Corner 0 to 7 of a box: bit k of `corner` is 1 for the side of +E_(k+1). RT. */
hl_vec3 contact_box_corner(const contact_box *box, int corner);

/** Separating-axis test of two boxes in one frame, Eq. (20)-(22). Boxes that just touch overlap by 0.
 *  @param depth   out: overlap along `normal` [m]: the smallest over all axes; an edge axis is chosen only
 *                 if it is shallower than all faces by a twentieth. Written only when they overlap
 *  @param normal  out: its direction, from b towards a. Written only when they overlap
 *  @return true when they overlap. RT. */
bool contact_boxes_overlap(const contact_box *a, const contact_box *b, double *depth, hl_vec3 *normal);

/** Where two boxes overlap least. Axes 0-2: E of a; 3-5: F of b; 6 + 3 i + j: E_i x F_j. */
typedef struct contact_box_axis {
    int axis;       /**< -1: none */
    double overlap; /**< [m]; negative: apart */
    double sign;    /**< +1 or -1: turns the axis to point from b towards a */
    hl_vec3 normal; /**< unit vector from b towards a */
} contact_box_axis;

/** The faces' axis and the edges' axis of smallest overlap. */
typedef struct contact_box_axes {
    contact_box_axis face, edge;
    bool apart; /**< an axis separates them by more than the margin; the rest is not filled in */
} contact_box_axes;

/** Try all 15 axes. `margin` [m]: boxes no further apart than this are not `apart`. RT. */
contact_box_axes contact_boxes_axes(const contact_box *a, const contact_box *b, double margin);

/** A point where two boxes touch, or nearly touch. */
typedef struct contact_point {
    hl_vec3 point;  /**< in the world [m], on a, `depth` inside b; point + depth normal lies on b */
    double depth;   /**< [m]; negative: distance */
    hl_vec3 normal; /**< unit vector from b towards a */
} contact_point;

/** Points of contact of two boxes, with one common normal. Two faces have at most 8, the corners of a
 * quadrilateral clipped by four lines; corners within a thousandth of the face's diagonal of the way between
 * their neighbours are left out.
 *  @param margin  [m] >= 0: boxes and points within this distance count too; use about two steps of the
 *                 fastest approach, so that no contact is missed
 *  @return how many, 0 when they are apart. RT. */
int contact_boxes_points(const contact_box *a, const contact_box *b, double margin,
                         contact_point points[CONTACT_BOX_POINTS]);

/* ---- normal law ---- */

/** Dissipation D with which the law returns exactly the restitution e, for both elastic laws:
 *    D - ln(1 + D) = -D e - ln(1 - D e)
 *  (integral of u du/(1 + D u) over the contact, u = d_dot/v0 from 1 to -e).
 *  @param restitution  0 < e <= 1; smaller ones count as CONTACT_LEAST_RESTITUTION */
double contact_dissipation(double restitution);

/** D = 3 (1 - e)/2 as paper 004 prints it (Eq. 11), for comparison: the restitution that follows is never
 * below 0.487. */
double contact_dissipation_printed(double restitution);

#define CONTACT_LEAST_RESTITUTION 0.01

/** Stiffness and bristle parameters of a body's surface. */
typedef struct contact_material {
    double stiffness;         /**< K of one point [N/m] > 0 */
    double hertz_depth;       /**< d_h [m]: E grows as d^1.5 and is K d_h at that depth; 0: E = K d */
    double bristle_stiffness; /**< sigma_0 [1/m] > 0 */
    /** sigma_1 [s/m] >= 0. The damping sigma_1 F_n must not stop the impacting mass within less than about
     * half a step, or steps that reverse the slip need many iterations: some s/m are suitable at 1 ms. */
    double bristle_damping;
    double stribeck_velocity; /**< v_s [m/s] > 0 */
} contact_material;

/** Contact parameters of a pair of materials. */
typedef struct contact_surface {
    double dissipation;       /**< D [1] >= 0 */
    double damping;           /**< C of one point [N s/m] >= 0; increases over the first millimetre */
    double kinetic, stiction; /**< mu_c > 0, mu_s >= mu_c [1] */
} contact_surface;

/** Elastic part E of a point's force [N] at depth d [m]. RT. */
double contact_elastic_force(const contact_material *material, double depth);

/** Largest K of one point [N/m] at which a free body of this mass on `points` such points stays in contact
 * for ten steps: in shorter contacts the trapezoidal rule gains energy. Linear elastic part: a contact lasts
 * pi sqrt(m/(points K)).
 *  @param step  [s] */
double contact_stiffness_limit(double mass, int points, double step);

/** The same for an elastic part with a Hertzian depth, whose contacts are shorter at speed: one at `fastest`
 * lasts ten steps. A contact lasts 2.94 d_max/v with m v^2/2 = 0.4 points K d_max^2 sqrt(d_max/d_h).
 *  @param hertz_depth  d_h [m] > 0
 *  @param fastest      approach speed [m/s] > 0 */
double contact_hertz_stiffness_limit(double mass, int points, double step, double hertz_depth,
                                     double fastest);

/* ---- response ---- */

/** Points of one body that touch during one step. Written between steps: count = overflow = 0, then
 * contact_set_add. */
typedef struct contact_set {
    int count;
    int room;                           /**< points at most; 0: CONTACT_MAX_POINTS */
    hl_vec3 point[CONTACT_MAX_POINTS];  /**< in the body's frame [m] */
    hl_vec3 plane[CONTACT_MAX_POINTS];  /**< a point of its plane, in the world [m] */
    hl_vec3 normal[CONTACT_MAX_POINTS]; /**< outward normal of the touched object, in the world */
    hl_vec3 moving[CONTACT_MAX_POINTS]; /**< velocity of its plane [m/s]: d_dot and slip are relative to it.
                                           The plane is fixed within the step, so `plane` is its position at
                                           the end of the step. Zero when a point is added */
    double depth[CONTACT_MAX_POINTS];   /**< when it was added [m] */
    int patch[CONTACT_MAX_POINTS];      /**< points of one patch share their v0 */
    const contact_surface *surface[CONTACT_MAX_POINTS];
    double approach[CONTACT_MAX_POINTS]; /**< v0 [m/s]; infinite: no dissipation by D */
    int overflow; /**< points dropped since the reset because the list was full; the deepest were kept */
} contact_set;

/** Add a point to a set; a full set drops its shallowest point, the last of equal ones. Its v0 is infinite
 * until contact_set_approach.
 *  @param point    in the body's frame [m]
 *  @param plane    a point of the plane, in the world [m]
 *  @param normal   unit vector outward normal of the touched object, in the world
 *  @param depth    of the point below the plane [m]; used only for selection and v0
 *  @param patch    number of its patch
 *  @param surface  of the pair of materials; outlives the step
 *  @return its index in the set, in a full set that of the dropped point; -1: not added. RT. */
int contact_set_add(contact_set *set, hl_vec3 point, hl_vec3 plane, hl_vec3 normal, double depth, int patch,
                    const contact_surface *surface);

/** v0 of the loaded patches, kept between steps: state of the body. */
typedef struct contact_memory {
    int64_t count;
    int64_t patch[CONTACT_MAX_POINTS];
    double approach[CONTACT_MAX_POINTS]; /**< [m/s] */
} contact_memory;

/** Determine v0 of all points of a complete set. A loaded patch keeps its v0; a faster point that starts to
 * press within the step increases it. Other patches use the speed of their fastest point. v0 is at least
 * `slowest`.
 *  @param memory  in: of the step before; out: of this one
 *  @param slowest [m/s] > 0
 *  @param step    [s]
 *  @param velocity,turn  of the body's origin and of the body, world axes. RT. */
void contact_set_approach(contact_set *set, contact_memory *memory, double slowest, double step,
                          const mb_pose *pose, hl_vec3 velocity, hl_vec3 turn);

/** Parameters of a body's contact effort. */
typedef struct contact_effort_data {
    contact_material material;
    contact_set *set;
} contact_effort_data;

/** Results of a body's contacts, for signals and scores. Forces act on the body, world axes. */
typedef struct contact_result {
    int touching;        /**< points that press */
    hl_vec3 force;       /**< [N] */
    hl_vec3 moment;      /**< about the body's origin [N m] */
    double normal_force; /**< sum of the normal forces [N] */
    double slip_speed;   /**< at their centre [m/s] */
} contact_result;

/** @param velocity,angular_velocity  of the body's origin and of the body, world axes
 *  @param x  states of the effort. RT. */
contact_result contact_look(const contact_effort_data *data, const mb_pose *pose, hl_vec3 velocity,
                            hl_vec3 angular_velocity, const double x[CONTACT_STATES]);

/** Normal force of point k of the set [N]; 0 without load.
 *  @param velocity,angular_velocity  as of contact_look. RT. */
double contact_point_force(const contact_effort_data *data, int k, const mb_pose *pose, hl_vec3 velocity,
                           hl_vec3 angular_velocity);

/** The contacts of a body as an effort: the six ports of mb_body_ports at the body's origin, three stiff
 * states (the bristle in world axes) and the energy lost, idle while the set is empty. The bristle is then
 * unchanged, so reset the CONTACT_BRISTLES states (mb_model_effort_state) of a set that has become empty;
 * otherwise its next contact starts with the old deflection. `data` outlives the model. */
mb_effort_def contact_effort(const char *name, int body, const contact_effort_data *data);

/* ---- spin ---- */

enum {
    CONTACT_SPIN,      /**< state 0: the spin bristle [m] */
    CONTACT_SPIN_LOSS, /**< state 1: energy dissipated by it since the start [J] */
    CONTACT_SPIN_STATES
};

/** Friction against rotation about the mean normal m of a body's contacts, in addition to contact_effort,
 * whose single bristle leaves this rotation free: a box or pipe that lies flat would turn on the spot without
 * resistance. A scalar bristle of the same law at the arm L, the mean distance of the points from the centre
 * of the normal forces (weighted by these forces):
 *
 *   v = L m . omega,   moment = -F L b(z, v) m
 *
 * F and the friction coefficients are those of contact_effort; the limits of both are independent. Rotations
 * of the touched objects are not subtracted. Ports, idling and reset as of contact_effort. */
mb_effort_def contact_spin_effort(const char *name, int body, const contact_effort_data *data);

/* ---- broad phase ---- */

/** A tree of the scenery's boxes: the cost of finding near boxes does not grow with distant scenery. */
typedef struct contact_tree contact_tree;

/** Build the tree over `count` >= 0 boxes, whose bounds it keeps. NULL: out of memory. Not RT. */
contact_tree *contact_tree_new(const contact_box *boxes, int count, hl_arena *arena);

/** Boxes whose bounds (sides along the world's axes) come within `margin` [m] of the bounds of `box`, in
 * index order.
 *  @param most   capacity of `found`; of more indices, the lowest are written
 *  @return their number, possibly more than `most`. RT. */
int contact_tree_near(const contact_tree *tree, const contact_box *box, double margin, int most, int *found);

#endif
