/* Contact of a machine's parts with scenery and ground: oriented boxes by the separating-axis test (000
 * publication V Eq. 20-22, all 15 axes in three dimensions), penalty response (23)-(25), friction with
 * stiction.
 *
 * Which points touch what is found once a step, before it: contact_set holds points of a body and, for each,
 * the plane that it is pressed into. Within the step a point's force follows from its penetration d of its
 * plane, F_n = K d + C d_dot,  in compression only,  never adhesive; friction is one lumped LuGre bristle for
 * the body (tire/tire.h has the law), at the centre of the normal forces, so that a bucket that leans on a
 * wall stays where it is. Being one, it does not resist a turn about the normal through that centre.
 *
 * A point that is found only when it has penetrated already brings elastic energy out of nothing. Points are
 * therefore to be entered a little before they touch, with negative depths: see `margin`. */
#ifndef CONTACT_CONTACT_H
#define CONTACT_CONTACT_H

#include "mb/model.h"

enum { CONTACT_MAX_POINTS = 16, CONTACT_STATES = 3, CONTACT_BOX_POINTS = 8 };

/* ---- boxes ---- */

/** A box: anything in the scenery, or a part of a machine. */
typedef struct contact_box {
    hl_vec3 centre; /**< in the world, or in the body's frame [m] */
    hl_mat3 axes;   /**< box axes to world (or body); columns are E1 E2 E3 */
    hl_vec3 half;   /**< e1 e2 e3, half edges [m] > 0 */
} contact_box;

/** Corner 0 to 7 of a box: bit k of `corner` says whether it lies on the side of +E_(k+1). RT. */
hl_vec3 contact_box_corner(const contact_box *box, int corner);

/** Separating-axis test of two boxes in one frame, Eq. (20)-(22). Boxes that just touch overlap by 0.
 *  @param depth   out: overlap along `normal` [m]: the smallest over all axes, but that an edge axis must be
 *                 shallower than all faces by a twentieth to be chosen. Written only when they overlap
 *  @param normal  out: its direction, from b towards a. Written only when they overlap
 *  @return true when they overlap. RT. */
bool contact_boxes_overlap(const contact_box *a, const contact_box *b, double *depth, hl_vec3 *normal);

/** A place where two boxes touch, or nearly do. */
typedef struct contact_point {
    hl_vec3 point;  /**< in the world [m], on a, `depth` inside b; point + depth normal lies on b */
    double depth;   /**< [m]; negative: still apart by so much */
    hl_vec3 normal; /**< unit vector from b towards a */
} contact_point;

/** Points of contact of two boxes, with one common normal. Two faces have at most 8, the corners of a
 * quadrilateral clipped by four lines; corners within a thousandth of the face's diagonal of the way between
 * their neighbours are left out.
 *  @param margin  [m] >= 0: boxes and points apart by no more than this count too. About two steps of the
 *                 fastest approach, so that no contact is missed
 *  @return how many, 0 when they are apart. RT. */
int contact_boxes_points(const contact_box *a, const contact_box *b, double margin,
                         contact_point points[CONTACT_BOX_POINTS]);

/* ---- response ---- */

/** How a body's surface answers. */
typedef struct contact_material {
    double stiffness;         /**< K of one point [N/m] > 0 */
    double damping;           /**< C of one point [N s/m] >= 0; comes in over the first millimetre, so that a
                                 force starts continuously */
    double bristle_stiffness; /**< sigma_0 [1/m] > 0 */
    /** sigma_1 [s/m] >= 0. What it resists, sigma_1 F_n, is to stop the mass behind a blow in no less than
     * about half a step, or the iterations of steps that reverse the slip under the blow become many: some
     * s/m are a good choice at 1 ms. */
    double bristle_damping;
    double kinetic, stiction; /**< mu_c > 0, mu_s >= mu_c [1] */
    double stribeck_velocity; /**< v_s [m/s] > 0 */
} contact_material;

/** Points of one body that touch during one step. Written between steps: count = overflow = 0, then
 * contact_set_add. */
typedef struct contact_set {
    int count;
    hl_vec3 point[CONTACT_MAX_POINTS];  /**< in the body's frame [m] */
    hl_vec3 plane[CONTACT_MAX_POINTS];  /**< a point of its plane, in the world [m] */
    hl_vec3 normal[CONTACT_MAX_POINTS]; /**< out of what is touched, in the world */
    double depth[CONTACT_MAX_POINTS];   /**< when it was added [m] */
    int overflow; /**< points that found the list full, since it was zeroed: the deepest were kept */
} contact_set;

/** Add a point to a set; when it is full the least deep one goes, and of equally deep ones the last.
 *  @param point   in the body's frame [m]
 *  @param plane   a point of the plane, in the world [m]
 *  @param normal  unit vector out of what is touched, in the world
 *  @param depth   of the point below the plane [m]; only the choice depends on it
 *  @return its index in the set, that of the point which went for it when the set was full; -1: it found no
 * room. RT. */
int contact_set_add(contact_set *set, hl_vec3 point, hl_vec3 plane, hl_vec3 normal, double depth);

/** Parameters of a body's contact effort. */
typedef struct contact_effort_data {
    contact_material material;
    contact_set *set;
} contact_effort_data;

/** What a body's contacts do, for signals and scores. Forces act on the body, world axes. */
typedef struct contact_result {
    int touching;        /**< points that press */
    hl_vec3 force;       /**< [N] */
    hl_vec3 moment;      /**< about the body's origin [N m] */
    double normal_force; /**< sum of the normal forces [N] */
    double slip_speed;   /**< at their centre [m/s] */
} contact_result;

/** @param velocity,angular_velocity  of the body's origin and of the body, world axes
 *  @param z  bristle, world axes [m]. RT. */
contact_result contact_look(const contact_effort_data *data, const mb_pose *pose, hl_vec3 velocity,
                            hl_vec3 angular_velocity, const double z[CONTACT_STATES]);

/** Normal force of point k of the set [N]; 0 where it does not press.
 *  @param velocity,angular_velocity  as of contact_look. RT. */
double contact_point_force(const contact_effort_data *data, int k, const mb_pose *pose, hl_vec3 velocity,
                           hl_vec3 angular_velocity);

/** The contacts of a body as an effort: the six ports of mb_body_ports at the body's origin, three stiff
 * states (the bristle in world axes), idle while the set is empty: the bristle then stays as it is, so
 * whoever writes the sets must zero the states (mb_model_effort_state) of a set that has become empty, or its
 * next touch would begin with the bend of the last one. `data` outlives the model. */
mb_effort_def contact_effort(const char *name, int body, const contact_effort_data *data);

/* ---- broad phase ---- */

/** A tree of the scenery's boxes: who is near is found at a cost that does not grow with scenery far away. */
typedef struct contact_tree contact_tree;

/** Build the tree over `count` >= 0 boxes, whose bounds it keeps. NULL: out of memory. Not RT. */
contact_tree *contact_tree_new(const contact_box *boxes, int count, hl_arena *arena);

/** Boxes whose bounds (sides along the world's axes) come within `margin` [m] of the bounds of `box`, in
 * index order.
 *  @param most   how many indices `found` has room for; of more, the lowest are written
 *  @return how many there are, perhaps more than `most`. RT. */
int contact_tree_near(const contact_tree *tree, const contact_box *box, double margin, int most, int *found);

#endif
