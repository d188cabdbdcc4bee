/* The effort of a medium on a body: a bristle with limits along three axes, and a known wrench with its
 * stiffness and damping. contact/resistance.h has the laws.
 *
 *   a     arm from the body's origin to the point of a force, turns with the body   [m]
 *   v     velocity of that point, v_0 + omega x a                                  [m/s]
 *   G     metric of the limits, sum (k/g_i)^2 e_i e_i^T: |v|_g^2 = v . G v         [1/m^2]
 *   A     |v|_g                                                                    [1/s]
 *
 * The bristle's law is friction's with an ellipsoid instead of a circle (000 publication V Eq. (26)-(27) with
 * the departures of contact_effort.c); the limit g is a force here, what holds is in newtons, not per newton
 * of a normal force.
 *
 * Corner: at v = 0 the derivative of |v|_g is taken as zero, the mean of all directions. */
#include "contact/resistance.h"

#include "contact_blocks.h"
#include "hl/assert.h"

enum { PORTS = 6 };

/* ---- bristle ---- */

static hl_sym3 limit_metric(const contact_medium *medium)
{
    hl_sym3 G = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        const hl_vec3 e = hl_scale(medium->stiffness / medium->limit[i], medium->axis[i]);
        G = hl_sym_add(G, (hl_sym3){e.x * e.x, e.y * e.y, e.z * e.z, e.x * e.y, e.x * e.z, e.y * e.z});
    }
    return G;
}

/* z_dot and the force with their derivatives by v and z (scalars stand for multiples of the unit matrix). */
typedef struct bristle {
    hl_vec3 z_dot, force;
    hl_mat3 z_dot_v, force_v;
    double z_dot_z, force_z;
} bristle;

/* With b = k z + sigma v: force = -lambda b, d lambda/dA = -lambda^2 sigma/k, dA/dv = G v/A. */
static bristle bristle_law(const contact_medium *medium, hl_vec3 v, hl_vec3 z)
{
    const double k = medium->stiffness, sigma = medium->damping;
    const hl_sym3 G = limit_metric(medium);
    const hl_vec3 Gv = hl_sym_mul(&G, v);
    const double A = sqrt(hl_dot(v, Gv)), lambda = 1.0 / (1.0 + sigma * A / k);
    const hl_vec3 A_v = A > 0.0 ? hl_scale(1.0 / A, Gv) : hl_v3(0, 0, 0);
    const hl_vec3 b = hl_add_scaled(hl_scale(k, z), sigma, v);
    return (bristle){.z_dot = hl_add_scaled(v, -A, z),
                     .force = hl_scale(-lambda, b),
                     .z_dot_v = contact_outer_plus(1.0, -1.0, z, A_v),
                     .force_v = contact_outer_plus(-lambda * sigma, lambda * lambda * sigma / k, b, A_v),
                     .z_dot_z = -A,
                     .force_z = -lambda * k};
}

hl_vec3 contact_medium_force(const contact_medium *medium, const double z[RESISTANCE_STATES])
{
    if (!medium->resists) return hl_v3(0, 0, 0);
    return hl_scale(-medium->stiffness, hl_v3(z[0], z[1], z[2]));
}

/* The rates belong to the motion, which is not known here. Limits that shrink in proportion leave them as
 * they are: A z does not change then. Of what is left no part may lead out of the ellipsoid. */
void contact_medium_limit(const contact_medium *medium, double z[RESISTANCE_STATES],
                          double z_dot[RESISTANCE_STATES])
{
    if (!medium->resists) {
        for (int i = 0; i < RESISTANCE_STATES; i++) z[i] = z_dot[i] = 0.0;
        return;
    }
    for (int i = 0; i < 3; i++) HL_ASSERT(medium->limit[i] > 0.0);
    HL_ASSERT(medium->stiffness > 0.0 && medium->damping >= 0.0);
    const hl_sym3 G = limit_metric(medium);
    const hl_vec3 bent = hl_v3(z[0], z[1], z[2]), Gz = hl_sym_mul(&G, bent);
    const double bend = sqrt(hl_dot(bent, Gz)); /* 1 on the ellipsoid */
    if (!(bend > 1.0)) return;
    const double growth = hl_dot(Gz, hl_v3(z_dot[0], z_dot[1], z_dot[2])) / (bend * bend);
    for (int i = 0; i < RESISTANCE_STATES; i++) {
        if (growth > 0.0) z_dot[i] -= growth * z[i];
        z[i] /= bend;
    }
}

/* ---- forces at points of the body ---- */

/* How the body moves, and a force that depends on place and velocity of a point of it. */
typedef struct point_force {
    hl_vec3 arm, turn; /* a, omega */
    hl_vec3 force;
    hl_mat3 by_place, by_velocity; /* d force */
} point_force;

static void add_wrench(const point_force *p, double *ports)
{
    const hl_vec3 moment = hl_cross(p->arm, p->force);
    const double six[PORTS] = {p->force.x, p->force.y, p->force.z, moment.x, moment.y, moment.z};
    for (int i = 0; i < PORTS; i++) ports[i] += six[i];
}

/* What changes with the point's velocity by `by_velocity`, three rows of `by_pose` and of `by_rate` from
 * `row` on. A turn t and a rate omega of the ports make the velocity omega x (t x a), omega x a. */
static void add_velocity_rows(const point_force *p, const hl_mat3 *by_velocity, int row, double *by_pose,
                              double *by_rate)
{
    const hl_mat3 swept = contact_scaled(-1.0, hl_skew(p->arm)), spin = hl_skew(p->turn),
                  swept_rate = hl_mat3_mul(&spin, &swept);
    const hl_mat3 by_turn = hl_mat3_mul(by_velocity, &swept_rate), by_spin = hl_mat3_mul(by_velocity, &swept);
    contact_add_block(by_pose, PORTS, row, 3, &by_turn);
    contact_add_block(by_rate, PORTS, row, 0, by_velocity);
    contact_add_block(by_rate, PORTS, row, 3, &by_spin);
}

/* The force and its moment a x force, whose arm a turn t takes along: (t x a) x F = a (t . F) - t (a . F). */
static void add_wrench_derivatives(const point_force *p, mb_effort_io *io)
{
    const hl_mat3 lever = hl_skew(p->arm), swept = contact_scaled(-1.0, lever);
    const hl_mat3 place[2] = {p->by_place, hl_mat3_mul(&lever, &p->by_place)},
                  velocity[2] = {p->by_velocity, hl_mat3_mul(&lever, &p->by_velocity)};
    for (int half = 0; half < 2; half++) {
        const hl_mat3 by_turn = hl_mat3_mul(&place[half], &swept);
        contact_add_block(io->force_s, PORTS, 3 * half, 0, &place[half]);
        contact_add_block(io->force_s, PORTS, 3 * half, 3, &by_turn);
        add_velocity_rows(p, &velocity[half], 3 * half, io->force_s, io->force_s_dot);
    }
    const hl_mat3 taken = contact_outer_plus(-hl_dot(p->arm, p->force), 1.0, p->arm, p->force);
    contact_add_block(io->force_s, PORTS, 3, 3, &taken);
}

static point_force at_point(const mb_effort_io *io, hl_vec3 point)
{
    return (point_force){.arm = hl_mul(&io->pose[0].rotation, point),
                         .turn = hl_v3(io->s_dot[3], io->s_dot[4], io->s_dot[5])};
}

static hl_vec3 point_velocity(const mb_effort_io *io, const point_force *p)
{
    return hl_add(hl_v3(io->s_dot[0], io->s_dot[1], io->s_dot[2]), hl_cross(p->turn, p->arm));
}

/* ---- effort ---- */

static void add_resistance(const contact_medium *medium, mb_effort_io *io)
{
    const hl_vec3 z = hl_v3(io->x[0], io->x[1], io->x[2]);
    point_force p = at_point(io, medium->point);
    const bristle law = bristle_law(medium, point_velocity(io, &p), z);
    p.force = law.force;
    p.by_velocity = law.force_v;
    add_wrench(&p, io->force);
    contact_put(law.z_dot, io->x_dot);
    io->potential = 0.5 * medium->stiffness * hl_dot(z, z);
    if (!io->jacobian) return;
    add_wrench_derivatives(&p, io);
    add_velocity_rows(&p, &law.z_dot_v, 0, io->x_dot_s, io->x_dot_s_dot);
    const hl_mat3 one = hl_mat3_identity(), lever = hl_skew(p.arm);
    const hl_mat3 force_z = contact_scaled(law.force_z, one), moment_z = contact_scaled(law.force_z, lever),
                  z_dot_z = contact_scaled(law.z_dot_z, one);
    contact_add_block(io->force_x, RESISTANCE_STATES, 0, 0, &force_z);
    contact_add_block(io->force_x, RESISTANCE_STATES, 3, 0, &moment_z);
    contact_add_block(io->x_dot_x, RESISTANCE_STATES, 0, 0, &z_dot_z);
}

/* -s */
static hl_mat3 negative(const hl_sym3 *s)
{
    return (hl_mat3){{{-s->xx, -s->xy, -s->xz}, {-s->xy, -s->yy, -s->yz}, {-s->xz, -s->yz, -s->zz}}};
}

static void add_load(const contact_medium *medium, mb_effort_io *io)
{
    point_force p = at_point(io, medium->load_point);
    const double elapsed = io->time - medium->time;
    const hl_vec3 expected = hl_add_scaled(medium->start, elapsed, medium->velocity),
                  place = hl_add(io->pose[0].position, p.arm);
    p.by_place = negative(&medium->K);
    p.by_velocity = negative(&medium->C);
    p.force = hl_add(hl_mul(&p.by_place, hl_sub(place, expected)),
                     hl_mul(&p.by_velocity, hl_sub(point_velocity(io, &p), medium->velocity)));
    add_wrench(&p, io->force);
    const double known[PORTS] = {medium->force.x,  medium->force.y,  medium->force.z,
                                 medium->moment.x, medium->moment.y, medium->moment.z};
    for (int i = 0; i < PORTS; i++) io->force[i] += known[i];
    if (io->jacobian) add_wrench_derivatives(&p, io);
}

static void evaluate_medium(const void *parameters, mb_effort_io *io)
{
    const contact_medium *medium = parameters;
    io->idle = !medium->resists && !medium->loaded;
    for (int i = 0; i < PORTS; i++) io->force[i] = 0.0;
    for (int i = 0; i < RESISTANCE_STATES; i++) io->x_dot[i] = 0.0;
    if (medium->resists) add_resistance(medium, io);
    if (medium->loaded) add_load(medium, io);
}

mb_effort_def contact_resistance(const char *name, int body, const contact_medium *medium)
{
    /* [m] ground gives way after a bend of some millimetres */
    static const double scale[RESISTANCE_STATES] = {1e-3, 1e-3, 1e-3};
    mb_effort_def def = {.name = name,
                         .ports = PORTS,
                         .states = RESISTANCE_STATES,
                         .stiff_states = true,
                         .x_scale = scale,
                         .pose_count = 1,
                         .pose_body = {body},
                         .evaluate = evaluate_medium,
                         .parameters = medium};
    mb_body_ports(def.measure, body, hl_v3(0, 0, 0));
    return def;
}
