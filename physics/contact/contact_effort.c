/* Contact response of a body: normal forces (contact_points.c) and one lumped bristle. Source: 000
 * publication V Eq. (23)-(28).
 *
 *   rho_k, n_k   point k from the body's origin, normal of its plane                 [m], [1]
 *   d_k          its penetration, n_k . (plane_k - r - rho_k), Eq. (23)              [m]
 *   F_k, E_k     its normal force, and the elastic part of it                        [N]
 *   F, c         sum of the F_k, and their centre sum F_k rho_k / F                  [N], [m]
 *   N            sum F_k n_k n_k^T / F;  P = 1 - N                                   [1]
 *   v            P (velocity of the body at c), the slip                             [m/s]
 *   z            bristle, world axes                                                 [m]
 *   A            rate at which it straightens, sigma_0 |v|/g                         [1/s]
 *   lambda       share of its damping that is left, sigma_0/(sigma_0 + sigma_1 A)    [1]
 *
 *   z_dot = v - A z - kappa N z,   g = mu_c + (mu_s - mu_c) exp(-sqrt(|v|/v_s))      (26), (28)
 *   b = lambda (sigma_0 z + sigma_1 v),   friction = -F P b at c                     (27)
 *   loss_dot = -(power of all forces on the body) - sum E_k d_dot_k                  [W]
 *
 * Departures:
 * - v and z are vectors: the papers' scalar law gives no direction.
 * - For points on one plane P projects onto it. For several planes it is the mean of the projections, weighed
 *   by what they carry: a bucket between two walls slides along both, and no direction is ever undefined.
 * - mu_c and mu_s are means over the points, weighed by the F_k.
 * - Where a point leaves faster than its spring, F_k is zero and what E_k holds is lost.
 * - b is the papers' sigma_0 z + lambda sigma_1 z_dot (kappa left out): with a constant sigma_1 a contact
 *   that begins at speed would see sigma_1 |v| far above any friction. |b| stays within g when |z| does, and
 *   the bristle never gives more work than it took (lambda sigma_1 A <= sigma_0).
 * - kappa N z lets a bristle that a turn of the normal has left pointing into the surface die out; it does
 *   not act on the force.
 *
 * Corner: at v = 0 the derivative of |v| is taken as zero, the mean of all directions. */
#include "contact_internal.h"
#include "hl/real.h"
#include "hl/status.h"

enum { PORTS = 6 };

/* ---- points ---- */

/* All of them, and what they have in common. */
typedef struct touches {
    int count, pressing; /* points in the list; those of them with a force */
    contact_touch list[CONTACT_MAX_POINTS];
    double sum;               /* F */
    double kinetic, stiction; /* mu_c, mu_s */
    hl_vec3 force, moment;    /* sum F_k n_k, sum rho_k x F_k n_k */
    hl_vec3 centre;           /* c */
    hl_sym3 normals;          /* N */
    hl_vec3 moving;           /* mean velocity of the planes, weighed by the F_k */
    hl_vec3 velocity;         /* of the body at c, relative to the planes */
    hl_vec3 slip;             /* v */
    double potential;         /* of the E_k [J] */
} touches;

static hl_sym3 sym_scaled(double s, hl_sym3 a)
{
    return (hl_sym3){s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.xz, s * a.yz};
}

/* P y */
static hl_vec3 along_surface(const touches *all, hl_vec3 y)
{
    return hl_sub(y, hl_sym_mul(&all->normals, y));
}

static void take(touches *all, const contact_touch *t)
{
    const hl_vec3 n = t->normal;
    const double F = t->press.force;
    all->list[all->count++] = *t;
    all->potential += t->press.potential;
    if (!(F > 0.0)) return;
    all->pressing++;
    all->sum += F;
    all->kinetic = fma(F, t->surface->kinetic, all->kinetic);
    all->stiction = fma(F, t->surface->stiction, all->stiction);
    all->force = hl_add_scaled(all->force, F, n);
    all->moment = hl_add_scaled(all->moment, F, hl_cross(t->arm, n));
    all->centre = hl_add_scaled(all->centre, F, t->arm);
    all->moving = hl_add_scaled(all->moving, F, t->moving);
    all->normals = hl_sym_add(all->normals, (hl_sym3){F * n.x * n.x, F * n.y * n.y, F * n.z * n.z,
                                                      F * n.x * n.y, F * n.x * n.z, F * n.y * n.z});
}

double contact_touch_at(const contact_effort_data *data, int k, const mb_pose *pose, hl_vec3 velocity,
                        hl_vec3 turn, contact_touch *t)
{
    const contact_set *set = data->set;
    *t = (contact_touch){.arm = hl_mul(&pose->rotation, set->point[k]),
                         .normal = set->normal[k],
                         .moving = set->moving[k],
                         .surface = set->surface[k]};
    const double d = hl_dot(t->normal, hl_sub(hl_sub(set->plane[k], pose->position), t->arm));
    if (d <= 0.0) return d;
    t->d_dot = -hl_dot(t->normal, hl_sub(hl_add(velocity, hl_cross(turn, t->arm)), t->moving)); /* (24) */
    t->press = contact_press_at(&data->material, t->surface, set->approach[k], d, t->d_dot);
    return d;
}

double contact_point_force(const contact_effort_data *data, int k, const mb_pose *pose, hl_vec3 velocity,
                           hl_vec3 angular_velocity)
{
    contact_touch t;
    if (contact_touch_at(data, k, pose, velocity, angular_velocity, &t) <= 0.0) return 0.0;
    return t.press.force;
}

static touches look_at_points(const contact_effort_data *data, const mb_pose *pose, hl_vec3 velocity,
                              hl_vec3 turn)
{
    const contact_set *set = data->set;
    touches all = {.count = 0};
    for (int k = 0; k < set->count; k++) {
        contact_touch t;
        if (contact_touch_at(data, k, pose, velocity, turn, &t) > 0.0) take(&all, &t);
    }
    if (all.sum <= CONTACT_FAINT) {
        all.kinetic = all.stiction = 1.0; /* not used: the bristle exerts no force */
        return all;
    }
    all.kinetic /= all.sum;
    all.stiction /= all.sum;
    all.centre = hl_scale(1.0 / all.sum, all.centre);
    all.normals = sym_scaled(1.0 / all.sum, all.normals);
    all.moving = hl_scale(1.0 / all.sum, all.moving);
    all.velocity = hl_sub(hl_add(velocity, hl_cross(turn, all.centre)), all.moving);
    all.slip = along_surface(&all, all.velocity);
    return all;
}

/* ---- bristle ---- */

/* h = |v|/g, A = sigma_0 h, lambda = 1/(1 + sigma_1 h); dh/dg = -h/g. With y = sqrt(|v|/v_s) and e = (mu_s -
 * mu_c) exp(-y): |v| dg/d|v| = -y e/2, so dh/d|v| = (1 + y e/(2 g))/g. */
contact_bristle contact_bristle_at(const contact_material *m, double kinetic, double stiction, hl_vec3 v,
                                   hl_vec3 z)
{
    const double sigma_0 = m->bristle_stiffness, sigma_1 = m->bristle_damping;
    const double speed = hl_norm(v), y = sqrt(speed / m->stribeck_velocity);
    const double held = hl_exp(-y);
    const double excess = (stiction - kinetic) * held, g = kinetic + excess;
    const double h = speed / g, h_speed = (1.0 + 0.5 * y * excess / g) / g;
    const double A = sigma_0 * h, lambda = 1.0 / (1.0 + sigma_1 * h);
    const hl_vec3 direction = hl_normalized(v), bend = hl_add_scaled(hl_scale(sigma_0, z), sigma_1, v);
    return (contact_bristle){
        .z_dot = hl_add_scaled(v, -A, z),
        .b = hl_scale(lambda, bend),
        .z_dot_v = contact_outer_plus(1.0, -sigma_0 * h_speed, z, direction),
        .b_v = contact_outer_plus(lambda * sigma_1, -lambda * lambda * sigma_1 * h_speed, bend, direction),
        .z_dot_z = -A,
        .b_z = lambda * sigma_0,
        .z_dot_g = hl_scale(A / g, z),
        .b_g = hl_scale(lambda * lambda * sigma_1 * h / g, bend),
        .held = held};
}

/* ---- partial derivatives ---- */

/* P as a matrix. */
static hl_mat3 projection(const hl_sym3 *N)
{
    return (hl_mat3){
        {{1.0 - N->xx, -N->xy, -N->xz}, {-N->xy, 1.0 - N->yy, -N->yz}, {-N->xz, -N->yz, 1.0 - N->zz}}};
}

/* rows: force (0-2) and moment (3-5) of the ports; `wrench` and `rate` are what one newton of F_k changes. */
static void add_point(mb_effort_io *io, const double wrench[PORTS], hl_vec3 rate, const double s[PORTS],
                      const double s_dot[PORTS])
{
    const double z[CONTACT_BRISTLES] = {rate.x, rate.y, rate.z};
    for (int i = 0; i < PORTS; i++)
        for (int j = 0; j < PORTS; j++) {
            io->force_s[i * PORTS + j] += wrench[i] * s[j];
            io->force_s_dot[i * PORTS + j] += wrench[i] * s_dot[j];
        }
    for (int i = 0; i < CONTACT_BRISTLES; i++)
        for (int j = 0; j < PORTS; j++) {
            io->x_dot_s[i * PORTS + j] += z[i] * s[j];
            io->x_dot_s_dot[i * PORTS + j] += z[i] * s_dot[j];
        }
}

/* d_k falls by [n; rho x n] per unit of the ports, d_dot_k likewise with their rates, and by rho x (n x
 * omega) with a turn that takes rho along. A number that depends on both by `of_d` and `of_d_dot` has these
 * rows. */
static void depth_rows(const contact_touch *t, hl_vec3 turn, double of_d, double of_d_dot, double s[PORTS],
                       double s_dot[PORTS])
{
    const hl_vec3 n = t->normal, lever = hl_cross(t->arm, n), swept = hl_cross(t->arm, hl_cross(n, turn));
    const double six[PORTS] = {n.x, n.y, n.z, lever.x, lever.y, lever.z};
    const double taken[PORTS] = {0.0, 0.0, 0.0, swept.x, swept.y, swept.z};
    for (int j = 0; j < PORTS; j++) {
        s[j] = -of_d * six[j] - of_d_dot * taken[j];
        s_dot[j] = -of_d_dot * six[j];
    }
}

/* What one newton more of F_k changes: the normal wrench, and through c, N, F, mu_c and mu_s friction and
 * bristle.
 *     F dP/dF_k y = -(n (n . y) - N y),   F dc/dF_k = rho_k - c */
static void add_point_derivatives(const touches *all, const contact_touch *t, hl_vec3 turn, const hl_vec3 z,
                                  const contact_bristle *law, const hl_mat3 *friction_v, hl_vec3 friction,
                                  mb_effort_io *io)
{
    const hl_vec3 n = t->normal, lever = hl_cross(t->arm, n);
    hl_vec3 force = n, moment = lever, rate = hl_v3(0, 0, 0);
    double s[PORTS], s_dot[PORTS];
    depth_rows(t, turn, t->press.force_d, t->press.force_d_dot, s, s_dot);
    if (all->sum > CONTACT_FAINT) {
        const double share = 1.0 / all->sum;
        const hl_vec3 off = hl_scale(share, hl_sub(t->arm, all->centre));
        hl_vec3 slip = along_surface(all, hl_cross(turn, off));
        const hl_vec3 turned =
            hl_add_scaled(hl_sym_mul(&all->normals, all->velocity), -hl_dot(n, all->velocity), n);
        slip = hl_add_scaled(slip, share, turned);
        hl_vec3 more = hl_add_scaled(hl_neg(law->b), hl_dot(n, law->b), n);
        const double g = share * ((1.0 - law->held) * (t->surface->kinetic - all->kinetic) +
                                  law->held * (t->surface->stiction - all->stiction));
        more = hl_add(more, hl_mul(friction_v, slip));
        more = hl_add_scaled(more, -all->sum * g, along_surface(all, law->b_g));
        const hl_vec3 into = hl_add_scaled(hl_sym_mul(&all->normals, z), -hl_dot(n, z), n);
        rate = hl_add_scaled(hl_mul(&law->z_dot_v, slip), CONTACT_RELAXATION * share, into);
        rate = hl_add_scaled(rate, g, law->z_dot_g);
        force = hl_add(force, more);
        moment = hl_add(moment, hl_add(hl_cross(off, friction), hl_cross(all->centre, more)));
    }
    const double wrench[PORTS] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    add_point(io, wrench, rate, s, s_dot);
    /* a turn t takes the arm along: (t x rho) x n = rho (n . t) - t (rho . n) */
    const hl_mat3 taken = contact_outer_plus(-t->press.force * hl_dot(t->arm, n), t->press.force, t->arm, n);
    contact_add_block(io->force_s, PORTS, 3, 3, &taken);
}

/* Friction and bristle at fixed F_k: through the slip v = P (v_0 + omega x c), where c turns with the body,
 * through the lever c, and through z. */
static void add_friction_derivatives(const touches *all, hl_vec3 turn, const contact_bristle *law,
                                     const hl_mat3 *friction_v, hl_vec3 friction, mb_effort_io *io)
{
    const hl_vec3 c = all->centre;
    const hl_mat3 P = projection(&all->normals), lever = hl_skew(c), spin = hl_skew(turn);
    const hl_mat3 swept = contact_scaled(-1.0, lever), swept_rate = hl_mat3_mul(&spin, &swept);
    const hl_mat3 slip[3] = {hl_mat3_mul(&P, &swept_rate), P, hl_mat3_mul(&P, &swept)};
    double *const forces[3] = {io->force_s, io->force_s_dot, io->force_s_dot}, *const rates[3] = {
                                                                                   io->x_dot_s,
                                                                                   io->x_dot_s_dot,
                                                                                   io->x_dot_s_dot};
    static const int column[3] = {3, 0, 3}; /* turns, velocities, angular velocities */
    for (int k = 0; k < 3; k++) {
        const hl_mat3 force = hl_mat3_mul(friction_v, &slip[k]), moment = hl_mat3_mul(&lever, &force),
                      rate = hl_mat3_mul(&law->z_dot_v, &slip[k]);
        contact_add_block(forces[k], PORTS, 0, column[k], &force);
        contact_add_block(forces[k], PORTS, 3, column[k], &moment);
        contact_add_block(rates[k], PORTS, 0, column[k], &rate);
    }
    const hl_mat3 taken = contact_outer_plus(-hl_dot(c, friction), 1.0, c, friction);
    contact_add_block(io->force_s, PORTS, 3, 3, &taken);
    const hl_mat3 force_z = contact_scaled(-all->sum * law->b_z, P), moment_z = hl_mat3_mul(&lever, &force_z);
    contact_add_block(io->force_x, CONTACT_STATES, 0, 0, &force_z);
    contact_add_block(io->force_x, CONTACT_STATES, 3, 0, &moment_z);
    const hl_mat3 rate_z = contact_scaled(CONTACT_RELAXATION, P); /* -A - kappa N = kappa P - (A + kappa) */
    contact_add_block(io->x_dot_x, CONTACT_STATES, 0, 0, &rate_z);
    for (int i = 0; i < CONTACT_BRISTLES; i++)
        io->x_dot_x[i * (CONTACT_STATES + 1)] += law->z_dot_z - CONTACT_RELAXATION;
}

/* ---- effort ---- */

static void add_derivatives(const touches *all, hl_vec3 turn, hl_vec3 z, const contact_bristle *law,
                            hl_vec3 friction, mb_effort_io *io)
{
    const hl_mat3 P = projection(&all->normals);
    const hl_mat3 friction_v = contact_scaled(-all->sum, hl_mat3_mul(&P, &law->b_v));
    for (int k = 0; k < all->count; k++)
        if (all->list[k].press.force > 0.0)
            add_point_derivatives(all, &all->list[k], turn, z, law, &friction_v, friction, io);
    if (all->sum > CONTACT_FAINT) {
        add_friction_derivatives(all, turn, law, &friction_v, friction, io);
        return;
    }
    for (int i = 0; i < CONTACT_BRISTLES; i++) io->x_dot_x[i * (CONTACT_STATES + 1)] = -CONTACT_RELAXATION;
}

/* Power that leaves the body and is not stored; force and its derivatives must stand in io. */
static void add_loss(const touches *all, hl_vec3 turn, mb_effort_io *io)
{
    double loss = 0.0;
    for (int i = 0; i < PORTS; i++) loss -= io->force[i] * io->s_dot[i];
    for (int k = 0; k < all->count; k++) loss -= all->list[k].press.elastic * all->list[k].d_dot;
    io->x_dot[CONTACT_LOSS] = loss;
    if (!io->jacobian) return;
    double *of_s = io->x_dot_s + CONTACT_LOSS * PORTS, *of_s_dot = io->x_dot_s_dot + CONTACT_LOSS * PORTS,
           *of_x = io->x_dot_x + CONTACT_LOSS * CONTACT_STATES;
    for (int i = 0; i < PORTS; i++) {
        of_s_dot[i] -= io->force[i];
        for (int j = 0; j < PORTS; j++) {
            of_s[j] -= io->s_dot[i] * io->force_s[i * PORTS + j];
            of_s_dot[j] -= io->s_dot[i] * io->force_s_dot[i * PORTS + j];
        }
        for (int j = 0; j < CONTACT_BRISTLES; j++)
            of_x[j] -= io->s_dot[i] * io->force_x[i * CONTACT_STATES + j];
    }
    for (int k = 0; k < all->count; k++) {
        const contact_touch *t = &all->list[k];
        double s[PORTS], s_dot[PORTS];
        depth_rows(t, turn, t->press.elastic_d * t->d_dot, t->press.elastic, s, s_dot);
        for (int j = 0; j < PORTS; j++) of_s[j] -= s[j], of_s_dot[j] -= s_dot[j];
    }
}

/* Where nothing presses the whole bristle dies out. */
static hl_vec3 bristle_rate(const touches *all, const contact_bristle *law, hl_vec3 z)
{
    if (all->sum <= CONTACT_FAINT) return hl_scale(-CONTACT_RELAXATION, z);
    return hl_add_scaled(law->z_dot, -CONTACT_RELAXATION, hl_sym_mul(&all->normals, z));
}

static void evaluate_contact(const void *parameters, mb_effort_io *io)
{
    const contact_effort_data *data = parameters;
    io->idle = data->set->count == 0;
    if (io->idle) {
        for (int i = 0; i < PORTS; i++) io->force[i] = 0.0;
        for (int i = 0; i < CONTACT_STATES; i++) io->x_dot[i] = 0.0;
        return;
    }
    const hl_vec3 z = hl_v3(io->x[0], io->x[1], io->x[2]);
    const hl_vec3 velocity = hl_v3(io->s_dot[0], io->s_dot[1], io->s_dot[2]),
                  turn = hl_v3(io->s_dot[3], io->s_dot[4], io->s_dot[5]);
    const touches all = look_at_points(data, &io->pose[0], velocity, turn);
    const contact_bristle law = contact_bristle_at(&data->material, all.kinetic, all.stiction, all.slip, z);
    const hl_vec3 friction =
        all.sum > CONTACT_FAINT ? hl_scale(-all.sum, along_surface(&all, law.b)) : hl_v3(0, 0, 0);
    contact_put(hl_add(all.force, friction), io->force);
    contact_put(hl_add(all.moment, hl_cross(all.centre, friction)), io->force + 3);
    contact_put(bristle_rate(&all, &law, z), io->x_dot);
    io->potential = all.potential;
    if (io->jacobian) add_derivatives(&all, turn, z, &law, friction, io);
    add_loss(&all, turn, io);
}

contact_result contact_look(const contact_effort_data *data, const mb_pose *pose, hl_vec3 velocity,
                            hl_vec3 angular_velocity, const double x[CONTACT_STATES])
{
    const double s_dot[PORTS] = {velocity.x,         velocity.y,         velocity.z,
                                 angular_velocity.x, angular_velocity.y, angular_velocity.z};
    double force[PORTS], x_dot[CONTACT_STATES];
    mb_effort_io io = {.s_dot = s_dot, .x = x, .pose = pose, .force = force, .x_dot = x_dot};
    evaluate_contact(data, &io);
    const touches all = look_at_points(data, pose, velocity, angular_velocity);
    return (contact_result){.touching = all.pressing,
                            .force = hl_v3(force[0], force[1], force[2]),
                            .moment = hl_v3(force[3], force[4], force[5]),
                            .normal_force = all.sum,
                            .slip_speed = hl_norm(all.slip)};
}

mb_effort_def contact_effort(const char *name, int body, const contact_effort_data *data)
{
    /* bristles bend by mu_s/sigma_0, about a tenth of a millimetre */
    static const double scale[CONTACT_STATES] = {1e-4, 1e-4, 1e-4, [CONTACT_LOSS] = 1.0};
    HL_ASSERT(data->material.stiffness > 0.0 && data->material.hertz_depth >= 0.0);
    HL_ASSERT(data->material.bristle_stiffness > 0.0 && data->material.stribeck_velocity > 0.0);
    mb_effort_def def = {.name = name,
                         .ports = PORTS,
                         .states = CONTACT_STATES,
                         .quadratures = CONTACT_STATES - CONTACT_LOSS,
                         .stiff_states = true,
                         .x_scale = scale,
                         .pose_count = 1,
                         .pose_body = {body},
                         .evaluate = evaluate_contact,
                         .parameters = data};
    mb_body_ports(def.measure, body, hl_v3(0, 0, 0));
    return def;
}
