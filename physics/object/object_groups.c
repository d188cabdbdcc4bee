/* Forces of the points of a pair, four at a time: the laws of contact/pair.h in loops over the places of a
 * group, without branches, which the compiler turns into vector code. Sums are taken point by point, so the
 * bits do not depend on the groups. Unused places of a group have a point that never presses.
 *
 * Tangent of a point: the force on a changes by K u with the relative displacement u at the point, where the
 * velocities change by 2/h u:
 *
 *   K = -F_d n^T + 2/h F_w,   u = r_a + t_a x a - r_b - t_b x b
 *
 * Left out, since they only change the rate of convergence: rotation of the forces with the plane, the
 * changes of their arms (depth over size of the body) and the centripetal part of the velocities (rotation
 * within a step). With J = [1, -skew(a)] the wrench on a changes by J^T K J. Only the sum of these matrices
 * over the pair is kept, since the arms to both origins differ by the same vector at all points. */
#include "object_internal.h"

enum { L = OBJECT_LANES };

const contact_motion object_still_ground = {.pose = {{0, 0, 0}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}};

/* Arguments of the law of friction at a motion of the bodies; the bristle in the plane of contact, `press`
 * the normal force. */
typedef struct group_reach {
    object_vectors normal, bristle, slip, arm_a, arm_b, centre;
    double depth[L], press[L], press_d[L], press_d_dot[L], potential[L], kappa[L];
} group_reach;

/* Forces on a, moments about both origins, normal force. */
typedef struct group_force {
    object_vectors force, moment_a, moment_b;
    double normal[L];
} group_force;

static inline hl_vec3 read_lane(const object_vectors *from, int l)
{
    return hl_v3(from->x[l], from->y[l], from->z[l]);
}

static inline void write_lane(object_vectors *to, int l, hl_vec3 v)
{
    to->x[l] = v.x, to->y[l] = v.y, to->z[l] = v.z;
}

/* ---- before a step ---- */

static void copy_point(const contact_spot *spot, int l, object_group *g)
{
    write_lane(&g->centre, l, spot->centre);
    write_lane(&g->plane, l, spot->plane);
    write_lane(&g->normal, l, spot->normal);
    write_lane(&g->moving, l, spot->moving);
    g->radius[l] = spot->radius;
    g->weight[l] = spot->weight;
}

static void continue_point(const contact_spot *spot, int l, object_group *g)
{
    write_lane(&g->bristle, l, spot->bristle);
    g->approach[l] = spot->approach;
    g->late[l] = spot->late;
}

static void approach_points(const contact_pair_data *at_data, int count, double step,
                            object_group *restrict g, const contact_motion *a, const contact_motion *b,
                            object_vectors *restrict centre, double speed[restrict L],
                            double depth[restrict L])
{
    const contact_motion of_a = *a, of_b = *b;
    const contact_pair_data data = *at_data;
    for (int l = 0; l < L; l++) {
        const contact_spot spot = {.centre = read_lane(&g->centre, l),
                                   .radius = g->radius[l],
                                   .plane = read_lane(&g->plane, l),
                                   .normal = read_lane(&g->normal, l),
                                   .moving = read_lane(&g->moving, l)};
        const contact_reach r = contact_pair_reach(&spot, &of_a, &of_b);
        write_lane(centre, l, hl_mul_transposed(&of_b.pose.rotation, r.centre_b));
        speed[l] = -hl_dot(r.normal, r.velocity);
        depth[l] = r.depth;
        g->share[l] = contact_pair_share(&data, &r, count, step);
    }
}

void object_points_copy(obj_work *work, const object_pair *pair)
{
    static const contact_spot UNUSED = {.weight = 1.0};
    for (int k = 0; k < pair->count; k += L)
        for (int l = 0; l < L; l++)
            copy_point(k + l < pair->count ? &work->spots[pair->first + k + l] : &UNUSED, l,
                       &work->groups[pair->group + k / L]);
}

void object_points_approach(obj_work *work, const object_pair *pair, hl_vec3 *centre, double *speed)
{
    const contact_motion *a = object_motion(work, pair->a, false), *b = object_motion(work, pair->b, false);
    for (int k = 0; k < pair->count; k += L) {
        object_group *g = &work->groups[pair->group + k / L];
        object_vectors at;
        double depth[L];
        approach_points(&pair->data, pair->count, work->model->step, g, a, b, &at, speed + k, depth);
        for (int l = 0; l < L; l++) centre[k + l] = read_lane(&at, l);
        for (int l = 0; l < L && k + l < pair->count; l++) work->spots[pair->first + k + l].depth = depth[l];
    }
}

void object_points_continue(obj_work *work, const object_pair *pair)
{
    static const contact_spot UNUSED = {.approach = 1.0, .late = 1.0}; /* [m/s], [m]: it never presses */
    for (int k = 0; k < pair->count; k += L)
        for (int l = 0; l < L; l++)
            continue_point(k + l < pair->count ? &work->spots[pair->first + k + l] : &UNUSED, l,
                           &work->groups[pair->group + k / L]);
}

/* ---- laws ---- */

__attribute__((always_inline)) static inline contact_spot spot_at(const object_group *g,
                                                                  const contact_surface *surface, int l)
{
    return (contact_spot){.centre = read_lane(&g->centre, l),
                          .radius = g->radius[l],
                          .plane = read_lane(&g->plane, l),
                          .normal = read_lane(&g->normal, l),
                          .moving = read_lane(&g->moving, l),
                          .bristle = read_lane(&g->bristle, l),
                          .weight = g->weight[l],
                          .share = g->share[l],
                          .approach = g->approach[l],
                          .late = g->late[l],
                          .surface = surface};
}

static void reach_points(const contact_pair_data *data, const contact_surface *at_surface,
                         const object_group *restrict g, const contact_motion *a, const contact_motion *b,
                         group_reach *restrict out)
{
    const contact_motion of_a = *a, of_b = *b;
    const contact_material material = data->material;
    const contact_surface surface = *at_surface;
    const contact_stick stick = data->stick;
    double exponent[L];
    for (int l = 0; l < L; l++) {
        const contact_spot spot = spot_at(g, &surface, l);
        const contact_reach r = contact_pair_reach(&spot, &of_a, &of_b);
        const contact_press p = contact_press_spot(&material, &spot, r.depth, -hl_dot(r.normal, r.velocity));
        const bool presses = r.depth > 0.0;
        const double ratio = hl_norm(r.slip) / stick.velocity;
        write_lane(&out->normal, l, r.normal);
        write_lane(&out->bristle, l, r.bristle);
        write_lane(&out->slip, l, r.slip);
        write_lane(&out->arm_a, l, r.arm_a);
        write_lane(&out->arm_b, l, r.arm_b);
        write_lane(&out->centre, l, r.centre_b);
        out->depth[l] = r.depth;
        out->press[l] = presses ? p.force : 0.0;
        out->press_d[l] = presses ? p.force_d : 0.0;
        out->press_d_dot[l] = presses ? p.force_d_dot : 0.0;
        out->potential[l] = presses ? p.potential : 0.0;
        exponent[l] = -ratio * ratio;
        out->kappa[l] = 0.0;
    }
    if (surface.stiction > surface.kinetic) hl_exp_four(exponent, out->kappa);
}

__attribute__((always_inline)) static inline contact_hold hold_at(const group_reach *r, const object_group *g,
                                                                  const contact_stick *stick,
                                                                  const contact_surface *surface, double h,
                                                                  int l)
{
    const contact_reach reach = {.bristle = read_lane(&r->bristle, l), .slip = read_lane(&r->slip, l)};
    const contact_spot spot = {.share = g->share[l], .surface = surface};
    return contact_pair_hold_at(stick, &spot, &reach, r->kappa[l], r->press[l], h);
}

__attribute__((always_inline)) static inline hl_vec3 force_at(const group_reach *r, const contact_hold *hold,
                                                              int l)
{
    const hl_vec3 f = hl_sub(hl_scale(r->press[l], read_lane(&r->normal, l)), hold->force);
    const bool presses = r->press[l] > 0.0;
    return hl_v3(presses ? f.x : 0.0, presses ? f.y : 0.0, presses ? f.z : 0.0);
}

__attribute__((always_inline)) static inline void write_force(const group_reach *r, hl_vec3 force, int l,
                                                              group_force *out)
{
    write_lane(&out->force, l, force);
    write_lane(&out->moment_a, l, hl_cross(read_lane(&r->arm_a, l), force));
    write_lane(&out->moment_b, l, hl_cross(read_lane(&r->arm_b, l), force));
    out->normal[l] = hl_dot(force, read_lane(&r->normal, l));
}

static void find_forces(const contact_pair_data *data, const contact_surface *at_surface, double h,
                        const object_group *restrict g, const group_reach *restrict r,
                        group_force *restrict out)
{
    const contact_stick stick = data->stick;
    const contact_surface surface = *at_surface;
    for (int l = 0; l < L; l++) {
        const contact_hold hold = hold_at(r, g, &stick, &surface, h, l);
        write_force(r, force_at(r, &hold, l), l, out);
    }
}

/* K of a point. With m = mu t/|t| where it slips, zero where it sticks:
 *   dF = (n - m) dN - rate (P - t t^T/|t|^2) dw - N mu_v t/|t| v^T/|v| dw,   dN = -(F_d + 2/h F_d_dot) n . u
 */
__attribute__((always_inline)) static inline hl_mat3
stiffness_at(const group_reach *r, const contact_hold *hold, double per_u, int l)
{
    const hl_vec3 n = read_lane(&r->normal, l);
    const double push = r->press_d[l] + per_u * r->press_d_dot[l],
                 rate = r->press[l] > 0.0 ? per_u * hold->rate : 0.0;
    const hl_vec3 by_N = hold->slips ? hl_add_scaled(n, -hold->friction, hold->direction) : n;
    hl_mat3 K = contact_outer_plus(-rate, -push, by_N, n);
    K = hl_mat3_add(K, contact_outer_plus(0.0, rate, n, n));
    const hl_vec3 along =
        hl_add_scaled(hl_scale(rate, hold->direction), -per_u * r->press[l] * hold->friction_v,
                      hl_normalized(read_lane(&r->slip, l)));
    const hl_mat3 slipping = hl_mat3_add(K, contact_outer_plus(0.0, 1.0, hold->direction, along));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) K.m[i][j] = hold->slips ? slipping.m[i][j] : K.m[i][j];
    return K;
}

/* J^T K J with J = [1, -skew(arm)] */
__attribute__((always_inline)) static inline void write_tangent(const hl_mat3 *K, hl_vec3 arm, int l,
                                                                double out[36][L])
{
    double c[3][6];
    for (int j = 0; j < 3; j++) {
        const hl_vec3 turned = hl_cross(arm, hl_mat3_column(K, j));
        for (int i = 0; i < 3; i++) c[j][i] = K->m[i][j];
        c[j][3] = turned.x, c[j][4] = turned.y, c[j][5] = turned.z;
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 3; j++) out[6 * i + j][l] = c[j][i];
        out[6 * i + 3][l] = fma(arm.y, c[2][i], -(arm.z * c[1][i]));
        out[6 * i + 4][l] = fma(arm.z, c[0][i], -(arm.x * c[2][i]));
        out[6 * i + 5][l] = fma(arm.x, c[1][i], -(arm.y * c[0][i]));
    }
}

static void find_tangents(const contact_pair_data *data, const contact_surface *at_surface, double h,
                          const object_group *restrict g, const group_reach *restrict r,
                          group_force *restrict out, double tangent[restrict 36][L])
{
    const contact_stick stick = data->stick;
    const contact_surface surface = *at_surface;
    for (int l = 0; l < L; l++) {
        const contact_hold hold = hold_at(r, g, &stick, &surface, h, l);
        write_force(r, force_at(r, &hold, l), l, out);
        const hl_mat3 K = stiffness_at(r, &hold, 2.0 / h, l);
        write_tangent(&K, read_lane(&r->arm_a, l), l, tangent);
    }
}

/* ---- sums ---- */

static inline double add_lanes(double sum, const double of[L])
{
    for (int l = 0; l < L; l++) sum += of[l];
    return sum;
}

static inline hl_vec3 add_vectors(hl_vec3 sum, const object_vectors *of)
{
    return hl_v3(add_lanes(sum.x, of->x), add_lanes(sum.y, of->y), add_lanes(sum.z, of->z));
}

static void add_tangents(double of[36][L], double *tangent)
{
    for (int i = 0; i < 36; i++) {
        double sum = tangent[i];
        for (int l = 0; l < L; l++) sum += of[i][l];
        tangent[i] = sum;
    }
}

static const contact_surface *surface_of(const obj_work *work, const object_pair *pair)
{
    return &work->model->laws[pair->law[0] * work->model->material_count + pair->law[1]].law.surface;
}

double object_points_force(const obj_work *work, const object_pair *pair, pair_wrench *all, double *tangent)
{
    const contact_motion *a = object_motion(work, pair->a, true), *b = object_motion(work, pair->b, true);
    const contact_surface *surface = surface_of(work, pair);
    const double h = work->model->step;
    double normal = 0.0;
    hl_vec3 opposite = hl_v3(0, 0, 0);
    *all = (pair_wrench){.force = hl_v3(0, 0, 0)};
    for (int k = 0; k < pair->count; k += L) {
        const object_group *g = &work->groups[pair->group + k / L];
        group_reach r;
        group_force f;
        reach_points(&pair->data, surface, g, a, b, &r);
        if (tangent != NULL) {
            double of[36][L];
            find_tangents(&pair->data, surface, h, g, &r, &f, of);
            add_tangents(of, tangent);
        } else {
            find_forces(&pair->data, surface, h, g, &r, &f);
        }
        all->force = add_vectors(all->force, &f.force);
        all->moment_a = add_vectors(all->moment_a, &f.moment_a);
        opposite = add_vectors(opposite, &f.moment_b);
        normal = add_lanes(normal, f.normal);
    }
    all->moment_b = hl_sub(hl_v3(0, 0, 0), opposite);
    return normal;
}

/* ---- after a step ---- */

/* Bristle and centre of a point in b's frame, and the speed of its slip. */
typedef struct group_settled {
    object_vectors bristle, centre;
    double slip[L];
} group_settled;

static void find_settled(const contact_pair_data *data, const contact_surface *at_surface, double h,
                         const hl_mat3 *at_rotation, const object_group *restrict g,
                         const group_reach *restrict r, group_force *restrict out,
                         group_settled *restrict settled)
{
    const contact_stick stick = data->stick;
    const contact_surface surface = *at_surface;
    const hl_mat3 rotation = *at_rotation;
    for (int l = 0; l < L; l++) {
        const contact_hold hold = hold_at(r, g, &stick, &surface, h, l);
        const contact_reach reach = {.slip = read_lane(&r->slip, l)};
        write_force(r, force_at(r, &hold, l), l, out);
        write_lane(
            &settled->bristle, l,
            hl_mul_transposed(&rotation, contact_pair_bristle_after(&stick, g->share[l], &hold, &reach)));
        write_lane(&settled->centre, l, hl_mul_transposed(&rotation, read_lane(&r->centre, l)));
        settled->slip[l] = hl_norm(reach.slip);
    }
}

static void settle_point(const contact_spot *spot, const object_group *g, const group_reach *r,
                         const group_force *f, const group_settled *settled, int l, pair_settled *all)
{
    const double press = r->press[l];
    all->memory.trace[all->memory.count++] = (contact_trace){.feature = spot->feature,
                                                             .age = spot->age + 1,
                                                             .approach = g->approach[l],
                                                             .pressed = r->depth[l],
                                                             .weight = g->weight[l],
                                                             .centre = read_lane(&settled->centre, l),
                                                             .normal = read_lane(&g->normal, l),
                                                             .bristle = read_lane(&settled->bristle, l)};
    all->elastic += r->potential[l];
    if (!(press > 0.0)) return;
    all->touching++;
    all->force = hl_add(all->force, read_lane(&f->force, l));
    all->moment_a = hl_add(all->moment_a, read_lane(&f->moment_a, l));
    all->arm = hl_add_scaled(all->arm, press, read_lane(&r->arm_a, l));
    all->normal += press;
    all->slip += press * settled->slip[l];
    all->approach = hl_max(all->approach, g->approach[l]);
    all->begun = all->begun && spot->age == 0;
}

void object_points_settle(const obj_work *work, const object_pair *pair, pair_settled *all)
{
    const contact_motion *a = object_motion(work, pair->a, true), *b = object_motion(work, pair->b, true);
    const contact_surface *surface = surface_of(work, pair);
    for (int k = 0; k < pair->count; k += L) {
        const object_group *g = &work->groups[pair->group + k / L];
        group_reach r;
        group_force f;
        group_settled settled;
        reach_points(&pair->data, surface, g, a, b, &r);
        find_settled(&pair->data, surface, work->model->step, &b->pose.rotation, g, &r, &f, &settled);
        for (int l = 0; l < L; l++)
            if (r.depth[l] > 0.0)
                settle_point(&work->spots[pair->first + k + l], g, &r, &f, &settled, l, all);
    }
}
