/* Response of a pair of bodies in contact: contact/pair.h has the laws, this file forces and derivatives.
 *
 *   x_c, l     centre of the point's sphere, and its distance from the plane       [m]
 *   x          where the force acts, x_c - l n: the foot on b's plane; of a corner x_c, l = 0 [m]
 *   a, b       x from the origins of both bodies                                   [m]
 *   d          depth, n . (plane - x_c) + radius, less what is late                [m]
 *   w          velocity of a at x relative to the surface of b; d_dot = -n . w     [m/s]
 *   v          slip, w - n (n . w)                                                 [m/s]
 *   F          N n - f, force on a                                                 [N]
 *
 * The law sees d, w and, fixed in b, normal and bristle. A small motion (displacement r and turn t of each
 * body) changes them by
 *
 *   u = r_a + t_a x (x_c - r_a) - r_b - t_b x (x_c - r_b),   dd = -n . u,   dx = dx_c + dd n - l t_b x n
 *   dw = omega_a x da - omega_b x db - t_b x (R_b moving),   dF = t_b x F + F_d dd + F_w (dw - t_b x w)
 *
 * since a motion of both bodies together turns all vectors with b. The belt of a runs with its joint's rate
 * s: it adds s belt to w, and loads the joint with F . belt. */
#include "contact_internal.h"

#include "contact/pair.h"
#include "hl/status.h"

enum { BODY_PORTS = 6, BELT_PORTS = BODY_PORTS + 1, BELT = BODY_PORTS, MOST_PORTS = 2 * BODY_PORTS };

contact_stick contact_stick_of(double load, double gravity, double stick_time, double ratio, double friction)
{
    const double mass = load / gravity;
    HL_ASSERT(mass > 0.0 && stick_time > 0.0 && ratio >= 0.0 && friction > 0.0);
    return (contact_stick){.stiffness = mass / (stick_time * stick_time),
                           .damping = 2.0 * ratio * mass / stick_time,
                           .velocity = friction * gravity * stick_time};
}

/* What the force on a changes by: with the depth, and with the relative velocity. */
typedef struct response {
    contact_press press;
    hl_vec3 force, by_depth;
    hl_mat3 by_velocity;
    bool slips;
} response;

/* With m = mu t/|t| = df/dN (zero while the point sticks) and g = rate:
 *   dF = (n - m) dN - g (P - t t^T/|t|^2) dw - N dmu/d|v| t/|t| v^T/|v| dw,   dN = N_d dd - N_d_dot n . dw
 * where a point that sticks has neither of the terms with t. */
static response response_of(const contact_pair_data *data, const contact_spot *spot, const contact_reach *r,
                            double elapsed)
{
    response all = {.force = hl_v3(0, 0, 0)};
    const hl_vec3 n = r->normal;
    all.press = contact_press_spot(&data->material, spot, r->depth, -hl_dot(n, r->velocity));
    const double N = all.press.force;
    if (!(N > 0.0)) return all;
    const contact_hold h = contact_pair_hold(&data->stick, spot, r, N, elapsed);
    const hl_vec3 by_N = h.slips ? hl_add_scaled(n, -h.friction, h.direction) : n;
    all.slips = h.slips;
    all.force = hl_sub(hl_scale(N, n), h.force);
    all.by_depth = hl_scale(all.press.force_d, by_N);
    const hl_vec3 forward = hl_normalized(r->slip);
    for (int i = 0; i < 3; i++) {
        const hl_vec3 e = hl_v3(i == 0, i == 1, i == 2);
        hl_vec3 column = hl_scale(-all.press.force_d_dot * hl_dot(n, e), by_N);
        column = hl_add_scaled(column, -h.rate, hl_add_scaled(e, -hl_dot(n, e), n));
        if (h.slips) {
            const double along = h.rate * hl_dot(h.direction, e) - N * h.friction_v * hl_dot(forward, e);
            column = hl_add_scaled(column, along, h.direction);
        }
        all.by_velocity.m[0][i] = column.x;
        all.by_velocity.m[1][i] = column.y;
        all.by_velocity.m[2][i] = column.z;
    }
    return all;
}

/* ---- assembly ---- */

/* Force on a, moments about both origins, rate of the loss, or what they change by. */
typedef struct wrenches {
    hl_vec3 force, moment_a, moment_b;
    double loss;
} wrenches;

static wrenches wrenches_of(const response *p, const contact_reach *r)
{
    return (wrenches){.force = p->force,
                      .moment_a = hl_cross(r->arm_a, p->force),
                      .moment_b = hl_cross(p->force, r->arm_b),
                      .loss = (p->press.elastic * hl_dot(r->normal, r->velocity)) -
                              hl_dot(p->force, r->velocity)};
}

static void add_values(const wrenches *w, int ports, double *out, double *loss)
{
    const double rows[MOST_PORTS] = {w->force.x,    w->force.y,    w->force.z,    w->moment_a.x,
                                     w->moment_a.y, w->moment_a.z, -w->force.x,   -w->force.y,
                                     -w->force.z,   w->moment_b.x, w->moment_b.y, w->moment_b.z};
    for (int i = 0; i < ports; i++) out[i] += rows[i];
    *loss += w->loss;
}

/* Unit motions of all ports: displacement and turn of a, of b. */
typedef struct port_vectors {
    double x[MOST_PORTS], y[MOST_PORTS], z[MOST_PORTS];
} port_vectors;

static const port_vectors MOVE_A = {{[0] = 1}, {[1] = 1}, {[2] = 1}},
                          TURN_A = {{[3] = 1}, {[4] = 1}, {[5] = 1}},
                          MOVE_B = {{[6] = 1}, {[7] = 1}, {[8] = 1}},
                          TURN_B = {{[9] = 1}, {[10] = 1}, {[11] = 1}};

static inline hl_vec3 at_port(const port_vectors *v, int port)
{
    return hl_v3(v->x[port], v->y[port], v->z[port]);
}

/* Derivatives of the rows of `wrenches` by all ports. */
typedef struct port_rows {
    double force[3][MOST_PORTS], moment_a[3][MOST_PORTS], moment_b[3][MOST_PORTS], loss[MOST_PORTS];
    double belt[MOST_PORTS];
} port_rows;

static inline void put(hl_vec3 v, int port, double rows[3][MOST_PORTS])
{
    rows[0][port] += v.x;
    rows[1][port] += v.y;
    rows[2][port] += v.z;
}

/* Add the column of a port: the force changes by dF, the arms by da and db, the relative velocity by dw,
 * `seen` from b by dw - t_b x w, the depth by dd. */
static inline void put_column(const response *p, const contact_reach *r, int port, hl_vec3 dF, hl_vec3 da,
                              hl_vec3 db, hl_vec3 dw, hl_vec3 seen, double dd, port_rows *rows)
{
    put(dF, port, rows->force);
    put(hl_add(hl_cross(da, p->force), hl_cross(r->arm_a, dF)), port, rows->moment_a);
    put(hl_add(hl_cross(p->force, db), hl_cross(dF, r->arm_b)), port, rows->moment_b);
    rows->loss[port] += p->press.elastic_d * dd * hl_dot(r->normal, r->velocity) +
                        p->press.elastic * hl_dot(r->normal, seen) - hl_dot(dF, r->velocity) -
                        hl_dot(p->force, dw);
    rows->belt[port] += hl_dot(r->belt, dF);
}

static void derive_by_place(const response *p, const contact_reach *r, hl_vec3 turn_a, hl_vec3 turn_b,
                            int ports, port_rows *rows)
{
    for (int j = 0; j < ports; j++) {
        const hl_vec3 move_a = at_port(&MOVE_A, j), move_b = at_port(&MOVE_B, j), t_b = at_port(&TURN_B, j);
        const hl_vec3 centre = hl_add(move_a, hl_cross(at_port(&TURN_A, j), r->centre_a));
        const hl_vec3 apart = hl_sub(hl_sub(centre, move_b), hl_cross(t_b, r->centre_b));
        const double dd = -hl_dot(r->normal, apart);
        const hl_vec3 foot = hl_add_scaled(hl_add_scaled(centre, r->foot * dd, r->normal), -r->lever,
                                           hl_cross(t_b, r->normal));
        const hl_vec3 da = hl_sub(foot, move_a), db = hl_sub(foot, move_b);
        const hl_vec3 dw =
            hl_sub(hl_sub(hl_cross(turn_a, da), hl_cross(turn_b, db)), hl_cross(t_b, r->surface));
        const hl_vec3 seen = hl_sub(dw, hl_cross(t_b, r->velocity));
        const hl_vec3 dF =
            hl_add(hl_add_scaled(hl_cross(t_b, p->force), dd, p->by_depth), hl_mul(&p->by_velocity, seen));
        put_column(p, r, j, dF, da, db, dw, seen, dd, rows);
    }
}

static void derive_by_rate(const response *p, const contact_reach *r, int ports, port_rows *rows)
{
    const hl_vec3 none = hl_v3(0, 0, 0);
    for (int j = 0; j < ports; j++) {
        const hl_vec3 of_a = hl_add(at_port(&MOVE_A, j), hl_cross(at_port(&TURN_A, j), r->arm_a)),
                      of_b = hl_add(at_port(&MOVE_B, j), hl_cross(at_port(&TURN_B, j), r->arm_b));
        const hl_vec3 dw = hl_sub(of_a, of_b);
        put_column(p, r, j, hl_mul(&p->by_velocity, dw), none, none, dw, dw, 0.0, rows);
    }
}

static void add_rows(const port_rows *rows, int ports, double *out, double *loss)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < ports; j++) {
            out[i * ports + j] += rows->force[i][j];
            out[(3 + i) * ports + j] += rows->moment_a[i][j];
            if (ports == BODY_PORTS) continue;
            out[(6 + i) * ports + j] -= rows->force[i][j];
            out[(9 + i) * ports + j] += rows->moment_b[i][j];
        }
    for (int j = 0; j < ports; j++) loss[j] += rows->loss[j];
}

/* ---- effort ---- */

static contact_motion motion_of_ports(const mb_pose *pose, const double *rate)
{
    return (contact_motion){*pose, hl_v3(rate[0], rate[1], rate[2]), hl_v3(rate[3], rate[4], rate[5])};
}

static void evaluate_pair(const contact_pair_data *data, bool two, mb_effort_io *io)
{
    const int ports = two ? MOST_PORTS : BODY_PORTS;
    const double elapsed = io->time - io->step_start;
    io->idle = data->pair->count == 0;
    io->potential = 0.0;
    for (int i = 0; i < ports; i++) io->force[i] = 0.0;
    io->x_dot[CONTACT_PAIR_LOSS] = 0.0;
    if (io->idle) return;
    port_rows by_place = {.loss = {0.0}}, by_rate = {.loss = {0.0}};
    const contact_motion a = motion_of_ports(&io->pose[0], io->s_dot),
                         b = two ? motion_of_ports(&io->pose[1], io->s_dot + BODY_PORTS)
                                 : contact_motion_or_ground(NULL);
    for (int k = 0; k < data->pair->count; k++) {
        const contact_spot *spot = &data->pair->spot[k];
        const contact_reach r = contact_pair_reach(spot, &a, &b);
        if (!(r.depth > 0.0)) continue;
        const response p = response_of(data, spot, &r, elapsed);
        const wrenches w = wrenches_of(&p, &r);
        io->potential += p.press.potential;
        add_values(&w, ports, io->force, &io->x_dot[CONTACT_PAIR_LOSS]);
        if (!io->jacobian) continue;
        derive_by_place(&p, &r, a.turn, b.turn, ports, &by_place);
        derive_by_rate(&p, &r, ports, &by_rate);
    }
    if (!io->jacobian) return;
    add_rows(&by_place, ports, io->force_s, io->x_dot_s + CONTACT_PAIR_LOSS * ports);
    add_rows(&by_rate, ports, io->force_s_dot, io->x_dot_s_dot + CONTACT_PAIR_LOSS * ports);
}

/* The derivatives by place and by rate are those of a body on the ground, and one more column and row. */
static void add_belt_rows(const port_rows *rows, int columns, double *out, double *loss)
{
    for (int j = 0; j < columns; j++) {
        for (int i = 0; i < 3; i++) {
            out[i * BELT_PORTS + j] += rows->force[i][j];
            out[(3 + i) * BELT_PORTS + j] += rows->moment_a[i][j];
        }
        out[BELT * BELT_PORTS + j] += rows->belt[j];
        loss[j] += rows->loss[j];
    }
}

static void evaluate_belt(const void *parameters, mb_effort_io *io)
{
    const contact_pair_data *data = parameters;
    const double elapsed = io->time - io->step_start, rate = io->s_dot[BELT];
    const hl_vec3 none = hl_v3(0, 0, 0);
    io->idle = data->pair->count == 0;
    io->potential = 0.0;
    for (int i = 0; i < BELT_PORTS; i++) io->force[i] = 0.0;
    io->x_dot[CONTACT_PAIR_LOSS] = 0.0;
    if (io->idle) return;
    port_rows by_place = {.loss = {0.0}}, by_rate = {.loss = {0.0}};
    const contact_motion a = motion_of_ports(&io->pose[0], io->s_dot),
                         ground = contact_motion_or_ground(NULL);
    for (int k = 0; k < data->pair->count; k++) {
        contact_spot spot = data->pair->spot[k];
        spot.moving = hl_add_scaled(spot.carried, -rate, spot.belt);
        const contact_reach r = contact_pair_reach(&spot, &a, &ground);
        if (!(r.depth > 0.0)) continue;
        const response p = response_of(data, &spot, &r, elapsed);
        const wrenches w = wrenches_of(&p, &r);
        io->potential += p.press.potential;
        add_values(&w, BODY_PORTS, io->force, &io->x_dot[CONTACT_PAIR_LOSS]);
        io->force[BELT] += hl_dot(r.belt, p.force);
        if (!io->jacobian) continue;
        derive_by_place(&p, &r, a.turn, none, BODY_PORTS, &by_place);
        derive_by_rate(&p, &r, BODY_PORTS, &by_rate);
        put_column(&p, &r, BELT, hl_mul(&p.by_velocity, r.belt), none, none, r.belt, r.belt, 0.0, &by_rate);
    }
    if (!io->jacobian) return;
    add_belt_rows(&by_place, BODY_PORTS, io->force_s, io->x_dot_s + CONTACT_PAIR_LOSS * BELT_PORTS);
    add_belt_rows(&by_rate, BELT_PORTS, io->force_s_dot, io->x_dot_s_dot + CONTACT_PAIR_LOSS * BELT_PORTS);
}

static void evaluate_on_ground(const void *parameters, mb_effort_io *io)
{
    evaluate_pair(parameters, false, io);
}

static void evaluate_two(const void *parameters, mb_effort_io *io)
{
    evaluate_pair(parameters, true, io);
}

mb_effort_def contact_pair_effort(const char *name, int a, int b, const contact_pair_data *data)
{
    const bool two = b != MB_GROUND;
    HL_ASSERT(data->material.stiffness > 0.0 && data->stick.stiffness > 0.0 && data->stick.velocity > 0.0);
    mb_effort_def def = {.name = name,
                         .ports = two ? MOST_PORTS : BODY_PORTS,
                         .states = CONTACT_PAIR_STATES,
                         .quadratures = CONTACT_PAIR_STATES - CONTACT_PAIR_LOSS,
                         .pose_count = two ? 2 : 1,
                         .pose_body = {a, two ? b : 0},
                         .evaluate = two ? evaluate_two : evaluate_on_ground,
                         .parameters = data};
    mb_body_ports(def.measure, a, hl_v3(0, 0, 0));
    if (two) mb_body_ports(def.measure + BODY_PORTS, b, hl_v3(0, 0, 0));
    return def;
}

mb_effort_def contact_belt_effort(const char *name, int a, mb_measure_def drive,
                                  const contact_pair_data *data)
{
    mb_effort_def def = contact_pair_effort(name, a, MB_GROUND, data);
    def.ports = BELT_PORTS;
    def.evaluate = evaluate_belt;
    def.measure[BELT] = drive;
    return def;
}

void contact_belt_run(contact_pair *pair, double rate)
{
    for (int k = 0; k < pair->count; k++)
        pair->spot[k].moving = hl_add_scaled(pair->spot[k].carried, -rate, pair->spot[k].belt);
}

/* ---- looking ---- */

contact_result contact_pair_point(const contact_pair_data *data, int k, const contact_motion *a,
                                  const contact_motion *b)
{
    const contact_motion other = contact_motion_or_ground(b);
    const contact_spot *spot = &data->pair->spot[k];
    const contact_reach r = contact_pair_reach(spot, a, &other);
    if (!(r.depth > 0.0)) return (contact_result){.touching = 0};
    const response p = response_of(data, spot, &r, 0.0);
    if (!(p.press.force > 0.0)) return (contact_result){.touching = 0};
    return (contact_result){.touching = 1,
                            .force = p.force,
                            .moment = hl_cross(r.arm_a, p.force),
                            .normal_force = p.press.force,
                            .slip_speed = hl_norm(r.slip)};
}

contact_result contact_pair_look(const contact_pair_data *data, const contact_motion *a,
                                 const contact_motion *b)
{
    contact_result all = {.touching = 0};
    for (int k = 0; k < data->pair->count; k++) {
        const contact_result one = contact_pair_point(data, k, a, b);
        if (one.touching == 0) continue;
        all.touching++;
        all.force = hl_add(all.force, one.force);
        all.moment = hl_add(all.moment, one.moment);
        all.slip_speed = (all.normal_force * all.slip_speed + one.normal_force * one.slip_speed) /
                         (all.normal_force + one.normal_force);
        all.normal_force += one.normal_force;
    }
    return all;
}
