/* Internals of contacts: forces at points, axes of boxes, blocks of derivatives. */
#ifndef CONTACT_INTERNAL_H
#define CONTACT_INTERNAL_H

#include "contact/contact.h"
#include "contact/pair.h"
#include "hl/clamp.h"
#include "hl/mat3.h"
#include "hl/real.h"

/** Normal force of a point that is d > 0 deep, and what its spring does, with their partial derivatives. */
typedef struct contact_press {
    double force, force_d, force_d_dot; /**< F >= 0 [N] */
    double elastic, elastic_d;          /**< E [N] */
    double potential;                   /**< of E [J] */
} contact_press;

/** Force of the elastic law, its derivative and its energy. */
typedef struct contact_elastic {
    double force, force_d, potential;
} contact_elastic;

static inline contact_elastic contact_elastic_at(const contact_material *m, double d)
{
    const double K = m->stiffness;
    if (m->hertz_depth == 0.0) return (contact_elastic){K * d, K, 0.5 * K * d * d};
    const double root = sqrt(d / m->hertz_depth);
    return (contact_elastic){K * d * root, 1.5 * K * root, 0.4 * K * d * d * root};
}

/** Depth [m] over which C increases, so that a force starts continuously: less than the depth at which a load
 * rests on K. */
#define CONTACT_DAMPING_RAMP 1e-3

/** F = E (1 + D d_dot/v0) + C S d_dot, S(u) = u^2 (3 - 2 u), u = d/ramp; zero instead of a tension.
 *  @param approach  v0 [m/s] > 0. RT. */
__attribute__((always_inline)) static inline contact_press contact_press_at(const contact_material *m,
                                                                            const contact_surface *surface,
                                                                            double approach, double d,
                                                                            double d_dot)
{
    const contact_elastic E = contact_elastic_at(m, d);
    const double u = d < CONTACT_DAMPING_RAMP ? d / CONTACT_DAMPING_RAMP : 1.0;
    const double S = u * u * (3.0 - 2.0 * u), S_d = 6.0 * u * (1.0 - u) / CONTACT_DAMPING_RAMP;
    const double D = surface->dissipation / approach, C = surface->damping;
    contact_press press = {.force = E.force * (1.0 + D * d_dot) + C * S * d_dot,
                           .force_d = E.force_d * (1.0 + D * d_dot) + C * S_d * d_dot,
                           .force_d_dot = E.force * D + C * S,
                           .elastic = E.force,
                           .elastic_d = E.force_d,
                           .potential = E.potential};
    if (!(press.force > 0.0)) press.force = press.force_d = press.force_d_dot = 0.0;
    return press;
}

/** The same for a point of a pair, with its weight. RT. */
__attribute__((always_inline)) static inline contact_press
contact_press_spot(const contact_material *material, const contact_spot *spot, double d, double d_dot)
{
    contact_material own = *material;
    own.stiffness *= spot->weight;
    return contact_press_at(&own, spot->surface, spot->approach, d, d_dot);
}

/** Where a point of a pair is: members as in contact_pair.c, world axes. */
typedef struct contact_reach {
    hl_vec3 normal, bristle; /**< the bristle in the plane of contact */
    hl_vec3 surface;         /**< velocity of the surface relative to b [m/s] */
    hl_vec3 belt;            /**< as of the point, world axes [m] */
    hl_vec3 centre_a, centre_b, arm_a, arm_b;
    double depth, lever;
    double foot; /**< by how much x follows the plane as the depth changes: 0 for a corner, otherwise 1 */
    hl_vec3 velocity, slip; /**< w, v */
} contact_reach;

/** A point of a set below its plane: members as in contact_effort.c. */
typedef struct contact_touch {
    hl_vec3 arm, normal; /**< rho, n */
    hl_vec3 moving;      /**< of its plane */
    double d_dot;
    contact_press press; /**< F_k, E_k and their partial derivatives */
    const contact_surface *surface;
} contact_touch;

/** Point k of a set.
 *  @return its penetration [m], Eq. (23); d_dot and press are filled in where that is positive. RT. */
double contact_touch_at(const contact_effort_data *data, int k, const mb_pose *pose, hl_vec3 velocity,
                        hl_vec3 turn, contact_touch *t);

/** z_dot without kappa's term, b, and their derivatives with respect to v, z and g (scalars stand for
 * multiples of the unit matrix): contact_effort.c. */
typedef struct contact_bristle {
    hl_vec3 z_dot, b;
    hl_mat3 z_dot_v, b_v;
    double z_dot_z, b_z;
    hl_vec3 z_dot_g, b_g;
    double held; /**< exp(-sqrt(|v|/v_s)): share of mu_s in g */
} contact_bristle;

/** A bristle z that slips with v. RT. */
contact_bristle contact_bristle_at(const contact_material *m, double kinetic, double stiction, hl_vec3 v,
                                   hl_vec3 z);

/** kappa [1/s]: a bristle without load is gone after some hundredths of a second. */
#define CONTACT_RELAXATION 100.0

/** [N]: no friction below, where the centre of forces is not defined. */
#define CONTACT_FAINT 1e-6

/** The motion of b, or that of the ground: none. */
static inline contact_motion contact_motion_or_ground(const contact_motion *b)
{
    return b != NULL ? *b : (contact_motion){.pose = {hl_v3(0, 0, 0), hl_mat3_identity()}};
}

__attribute__((always_inline)) static inline contact_reach
contact_pair_reach(const contact_spot *spot, const contact_motion *a, const contact_motion *b)
{
    contact_reach r = {.normal = hl_mul(&b->pose.rotation, spot->normal),
                       .bristle = hl_mul(&b->pose.rotation, spot->bristle),
                       .surface = hl_mul(&b->pose.rotation, spot->moving),
                       .belt = hl_mul(&b->pose.rotation, spot->belt)};
    r.centre_a = hl_mul(&a->pose.rotation, spot->centre);
    const hl_vec3 centre = hl_add(a->pose.position, r.centre_a);
    const hl_vec3 plane = hl_add(b->pose.position, hl_mul(&b->pose.rotation, spot->plane));
    r.centre_b = hl_sub(centre, b->pose.position);
    r.depth = hl_dot(r.normal, hl_sub(plane, centre)) + spot->radius;
    r.foot = spot->is_corner ? 0.0 : 1.0;
    r.lever = spot->is_corner ? 0.0 : spot->radius - r.depth;
    r.depth -= spot->late;
    r.arm_a = hl_add_scaled(r.centre_a, -r.lever, r.normal);
    r.arm_b = hl_add_scaled(r.centre_b, -r.lever, r.normal);
    r.velocity = hl_sub(hl_add(a->velocity, hl_cross(a->turn, r.arm_a)),
                        hl_add(hl_add(b->velocity, hl_cross(b->turn, r.arm_b)), r.surface));
    r.slip = hl_add_scaled(r.velocity, -hl_dot(r.normal, r.velocity), r.normal);
    r.bristle = hl_add_scaled(r.bristle, -hl_dot(r.normal, r.bristle), r.normal);
    return r;
}

/** 1/m + arm^2/I of a body, 0: it does not yield. */
static inline double contact_yield(const contact_body *body, hl_vec3 arm)
{
    return (body->mass > 0.0 ? 1.0 / body->mass : 0.0) +
           (body->inertia > 0.0 ? hl_dot(arm, arm) / body->inertia : 0.0);
}

/** Share of the stick parameters of a pair of `count` points: contact_pair_recall. RT. */
static inline double contact_pair_share(const contact_pair_data *data, const contact_reach *r, int count,
                                        double step)
{
    const double half = 0.5 * step * (data->stick.stiffness * step + data->stick.damping);
    const double light = contact_yield(&data->body[0], r->arm_a) + contact_yield(&data->body[1], r->arm_b);
    return hl_min(1.0, 0.5 / (half * light * count));
}

/** Traces of a pair. */
typedef struct contact_traces {
    int count;
    const contact_trace *trace[CONTACT_MAX_POINTS];
} contact_traces;

/** contact_pair_recall for points whose `share` is known.
 *  @param centre    of the points, in b's frame [m]
 *  @param speed     of their approach [m/s]
 *  @param catch_up  as in contact_pair_data
 *  @param is_held   neither body moves in this step: points at rest keep their load. RT. */
void contact_points_recall(const contact_traces *traces, const hl_vec3 *centre, const double *speed,
                           double slowest, double catch_up, bool is_held, double step, contact_spot *spots,
                           int count);

/** Friction f of a point of a pair; all zero but `rate` where nothing presses. */
typedef struct contact_hold {
    hl_vec3 force;               /**< f [N] */
    double limit;                /**< mu N [N] */
    double friction, friction_v; /**< mu, and its derivative by |v| [s/m] */
    double rate;                 /**< k h + c, in slip times mu N/|t| [N s/m] */
    bool slips;
    hl_vec3 direction; /**< t/|t| of a point that slips */
} contact_hold;

/** exp(-(|v|/v_s)^2): part of the difference between stiction and sliding friction. RT. */
static inline double contact_pair_stiction(const contact_stick *stick, const contact_surface *surface,
                                           const contact_reach *r)
{
    const double ratio = hl_norm(r->slip) / stick->velocity;
    return surface->stiction > surface->kinetic ? hl_exp(-ratio * ratio) : 0.0;
}

/** @param kappa         contact_pair_stiction
 *  @param normal_force  N >= 0 [N]
 *  @param elapsed       h [s]. RT. */
__attribute__((always_inline)) static inline contact_hold
contact_pair_hold_at(const contact_stick *stick, const contact_spot *spot, const contact_reach *r,
                     double kappa, double normal_force, double elapsed)
{
    const double ratio = hl_norm(r->slip) / stick->velocity,
                 excess = spot->surface->stiction - spot->surface->kinetic;
    const double k = spot->share * stick->stiffness, rate = elapsed * k + spot->share * stick->damping;
    contact_hold h = {.friction = spot->surface->kinetic + excess * kappa,
                      .friction_v = -2.0 * excess * kappa * ratio / stick->velocity,
                      .rate = rate,
                      .force = hl_add_scaled(hl_scale(k, r->bristle), rate, r->slip)};
    h.limit = h.friction * normal_force;
    const double trial = hl_norm(h.force);
    h.slips = trial > h.limit;
    if (!h.slips) return h;
    h.direction = hl_scale(1.0 / trial, h.force);
    h.force = hl_scale(h.limit, h.direction);
    h.rate *= h.limit / trial;
    return h;
}

static inline contact_hold contact_pair_hold(const contact_stick *stick, const contact_spot *spot,
                                             const contact_reach *r, double normal_force, double elapsed)
{
    const double kappa = contact_pair_stiction(stick, spot->surface, r);
    return contact_pair_hold_at(stick, spot, r, kappa, normal_force, elapsed);
}

/** Bristle of a point that presses at the end of a step, world axes: k z = f - c v, |z| <= mu N/k. RT. */
static inline hl_vec3 contact_pair_bristle_after(const contact_stick *stick, double share,
                                                 const contact_hold *h, const contact_reach *r)
{
    const double k = share * stick->stiffness, c = share * stick->damping;
    const hl_vec3 z = hl_scale(1.0 / k, hl_add_scaled(h->force, -c, r->slip));
    const double most = h->limit / k, length = hl_norm(z);
    return length > most ? hl_scale(most / length, z) : z;
}

/** Bristle and age of a point that presses, at the end of a step, and its trace.
 *  @param b  pose of b. RT. */
contact_trace contact_pair_settle(const contact_stick *stick, contact_spot *spot, const contact_reach *r,
                                  const contact_hold *hold, const mb_pose *b);

/** True when the edges' axis is to be taken: it is shallower by more than a named preference. */
bool contact_edge_is_preferred(const contact_box_axes *axes);

/** Column `axis` of a box, and its half edge along it. */
static inline hl_vec3 box_direction(const contact_box *box, int axis)
{
    return hl_mat3_column(&box->axes, axis);
}

static inline double box_half(const contact_box *box, int axis)
{
    return axis == 0 ? box->half.x : axis == 1 ? box->half.y : box->half.z;
}

/** contact_tree_near that also counts the nodes it looked at: the work it did. */
int contact_tree_search(const contact_tree *tree, const contact_box *box, double margin, int most, int *found,
                        int *visited);

/* ---- small matrices in the partial derivatives of an effort on the six ports of a body ---- */

/** i 1 + factor u w^T */
static inline hl_mat3 contact_outer_plus(double i, double factor, hl_vec3 u, hl_vec3 w)
{
    const double f = factor;
    return (hl_mat3){{{i + f * u.x * w.x, f * u.x * w.y, f * u.x * w.z},
                      {f * u.y * w.x, i + f * u.y * w.y, f * u.y * w.z},
                      {f * u.z * w.x, f * u.z * w.y, i + f * u.z * w.z}}};
}

/** s a */
static inline hl_mat3 contact_scaled(double s, hl_mat3 a)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a.m[i][j] *= s;
    return a;
}

/** matrix[.][columns] += block at (row, column) */
static inline void contact_add_block(double *matrix, int columns, int row, int column, const hl_mat3 *block)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) matrix[(row + i) * columns + column + j] += block->m[i][j];
}

/** ports <- v */
static inline void contact_put(hl_vec3 v, double *ports)
{
    ports[0] = v.x;
    ports[1] = v.y;
    ports[2] = v.z;
}

#endif
