/* The effort of a medium on a body: a bristle with limits along three axes, and a known wrench with its
 * stiffness and damping. contact/resistance.h has the laws.
 *
 *   a     arm from the body's origin to the point of a force, turns with the body   [m]
 *   v     velocity of that point, v_0 + omega x a                                  [m/s]
 *   G     limits, sum g_i e_i e_i^T                                                [N]
 *   A     |v|/z*                                                                  [1/s]
 *
 * Corner: at v = 0 the derivative of |v| is taken as zero, the mean of all directions. */
#include "contact/resistance.h"

#include "contact_internal.h"
#include "hl/status.h"

enum { PORTS = 6 };

/* ---- bristle ---- */

static hl_sym3 limits_of(const contact_medium *medium)
{
    hl_sym3 G = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        const hl_vec3 e = medium->axis[i], ge = hl_scale(medium->limit[i], e);
        G = hl_sym_add(G, (hl_sym3){ge.x * e.x, ge.y * e.y, ge.z * e.z, ge.x * e.y, ge.x * e.z, ge.y * e.z});
    }
    return G;
}

/* factor S */
static hl_mat3 multiple(double factor, const hl_sym3 *s)
{
    return contact_scaled(factor,
                          (hl_mat3){{{s->xx, s->xy, s->xz}, {s->xy, s->yy, s->yz}, {s->xz, s->yz, s->zz}}});
}

/* z_dot and the force with their derivatives by v and z (a scalar stands for a multiple of the unit matrix).
 */
typedef struct bristle {
    hl_vec3 z_dot, force;
    hl_mat3 z_dot_v, force_v, force_z;
    double z_dot_z;
} bristle;

/* With f = G (z + T v)/z*: force = -lambda f, d lambda/dA = -lambda^2 T, dA/dv = v/(|v| z*). */
static bristle bristle_law(const contact_medium *medium, const hl_sym3 *G, hl_vec3 v, hl_vec3 z)
{
    const double T = medium->lead, speed = hl_norm(v);
    const double A = speed / medium->bend, lambda = 1.0 / (1.0 + T * A), softness = lambda / medium->bend;
    const hl_vec3 A_v = speed > 0.0 ? hl_scale(1.0 / (speed * medium->bend), v) : hl_v3(0, 0, 0);
    const hl_vec3 force = hl_scale(-softness, hl_sym_mul(G, hl_add_scaled(z, T, v)));
    return (bristle){
        .z_dot = hl_add_scaled(v, -A, z),
        .force = force,
        .z_dot_v = contact_outer_plus(1.0, -1.0, z, A_v),
        .force_v = hl_mat3_add(multiple(-softness * T, G), contact_outer_plus(0.0, -lambda * T, force, A_v)),
        .force_z = multiple(-softness, G),
        .z_dot_z = -A};
}

hl_vec3 contact_medium_force(const contact_medium *medium, const double z[RESISTANCE_STATES])
{
    if (!medium->resists) return hl_v3(0, 0, 0);
    const hl_sym3 G = limits_of(medium);
    return hl_scale(-1.0 / medium->bend, hl_sym_mul(&G, hl_v3(z[0], z[1], z[2])));
}

void contact_medium_release(const contact_medium *medium, double z[RESISTANCE_STATES],
                            double z_dot[RESISTANCE_STATES])
{
    HL_ASSERT(!medium->resists || (medium->bend > 0.0 && medium->lead >= 0.0));
    for (int i = 0; i < RESISTANCE_STATES && !medium->resists; i++) z[i] = z_dot[i] = 0.0;
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
    const hl_sym3 G = limits_of(medium);
    const bristle law = bristle_law(medium, &G, point_velocity(io, &p), z);
    p.force = law.force;
    p.by_velocity = law.force_v;
    add_wrench(&p, io->force);
    contact_put(law.z_dot, io->x_dot);
    io->potential = 0.5 * hl_dot(z, hl_sym_mul(&G, z)) / medium->bend;
    if (!io->jacobian) return;
    add_wrench_derivatives(&p, io);
    add_velocity_rows(&p, &law.z_dot_v, 0, io->x_dot_s, io->x_dot_s_dot);
    const hl_mat3 one = hl_mat3_identity(), lever = hl_skew(p.arm);
    const hl_mat3 moment_z = hl_mat3_mul(&lever, &law.force_z), z_dot_z = contact_scaled(law.z_dot_z, one);
    contact_add_block(io->force_x, RESISTANCE_STATES, 0, 0, &law.force_z);
    contact_add_block(io->force_x, RESISTANCE_STATES, 3, 0, &moment_z);
    contact_add_block(io->x_dot_x, RESISTANCE_STATES, 0, 0, &z_dot_z);
}

static void add_load(const contact_medium *medium, mb_effort_io *io)
{
    point_force p = at_point(io, medium->load_point);
    const double elapsed = io->time - medium->time;
    const hl_vec3 expected = hl_add_scaled(medium->start, elapsed, medium->velocity),
                  place = hl_add(io->pose[0].position, p.arm);
    p.by_place = multiple(-1.0, &medium->K);
    p.by_velocity = multiple(-1.0, &medium->C);
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

/* ---- a wrench ---- */

static void evaluate_wrench(const void *parameters, mb_effort_io *io)
{
    const contact_wrench *wrench = parameters;
    const double six[PORTS] = {wrench->force.x,  wrench->force.y,  wrench->force.z,
                               wrench->moment.x, wrench->moment.y, wrench->moment.z};
    io->idle = true;
    for (int i = 0; i < PORTS; i++) {
        io->force[i] = six[i];
        io->idle = io->idle && six[i] == 0.0;
    }
}

mb_effort_def contact_wrench_effort(const char *name, int body, const contact_wrench *wrench)
{
    mb_effort_def def = {.name = name,
                         .ports = PORTS,
                         .pose_count = 1,
                         .pose_body = {body},
                         .evaluate = evaluate_wrench,
                         .parameters = wrench};
    mb_body_ports(def.measure, body, hl_v3(0, 0, 0));
    return def;
}
