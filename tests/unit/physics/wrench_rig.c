#include "wrench_rig.h"

#include <math.h>

hl_vec3 rig_point(void)
{
    return hl_v3(0.2, -0.3, 0.4);
}

/* Position of the body's component k (force x y z, moment x y z) among the ports. */
static int port_of(const wrench_law *law, int body, int k)
{
    static const int shuffled[6] = {0, 3, 1, 4, 2, 5};
    return 6 * body + (law->shuffled ? shuffled[k] : k);
}

static hl_vec3 gather(const wrench_law *law, const double *values, int body, int first)
{
    return hl_v3(values[port_of(law, body, first)], values[port_of(law, body, first + 1)],
                 values[port_of(law, body, first + 2)]);
}

static void scatter(const wrench_law *law, hl_vec3 v, int body, int first, double *values)
{
    const double three[3] = {v.x, v.y, v.z};
    for (int k = 0; k < 3; k++) values[port_of(law, body, first + k)] = three[k];
}

/* matrix[rows of `to`][columns of `from`] += factor block */
static void add_block(const wrench_law *law, double *matrix, int to, int to_first, int from, int from_first,
                      double factor, hl_mat3 block)
{
    const int ports = 6 * law->bodies;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            matrix[port_of(law, to, to_first + r) * ports + port_of(law, from, from_first + c)] +=
                factor * block.m[r][c];
}

/* [states][ports] += row^T */
static void add_row(const wrench_law *law, double *matrix, int state, int from, int from_first, hl_vec3 row)
{
    const double three[3] = {row.x, row.y, row.z};
    for (int c = 0; c < 3; c++)
        matrix[state * 6 * law->bodies + port_of(law, from, from_first + c)] += three[c];
}

static void add_column(const wrench_law *law, double *matrix, int to, int to_first, int state, hl_vec3 column)
{
    const double three[3] = {column.x, column.y, column.z};
    for (int r = 0; r < 3; r++) matrix[2 * port_of(law, to, to_first + r) + state] += three[r];
}

/* u v^T */
static hl_mat3 outer(hl_vec3 u, hl_vec3 v)
{
    return (hl_mat3){{{u.x * v.x, u.x * v.y, u.x * v.z},
                      {u.y * v.x, u.y * v.y, u.y * v.z},
                      {u.z * v.x, u.z * v.y, u.z * v.z}}};
}

enum { FORCE = 0, MOMENT = 3 };

static const hl_vec3 WAVE = {0.11, 0.07, -0.13}, LEVER = {0.4, -0.6, 0.8}, NEEDLE = {0.3, 0.5, -0.7};

/* With n a vector that the body carries, p, v, w its point's position and velocity and its angular velocity,
 * and m the same n of the other body (of itself when alone):
 *     F = sin(u.p) m + 0.3 v x n - 0.5 v + x0 n
 *     M = (w.n) l + x1 m x w
 *     x0' = -3 x0 + u.v + n.z                       of the first body
 *     x1' = -2 x1 + x0 sin(u.p)
 * A small turn t changes n by t x n = -[n]x t. */
static void evaluate(const void *parameters, mb_effort_io *io)
{
    const wrench_law *law = parameters;
    const double *x = io->x;
    for (int b = 0; b < law->bodies; b++) {
        const int other = law->bodies - 1 - b;
        const hl_vec3 p = gather(law, io->s, b, FORCE), v = gather(law, io->s_dot, b, FORCE),
                      w = gather(law, io->s_dot, b, MOMENT);
        const hl_vec3 n = hl_mul(&io->pose[b].rotation, NEEDLE),
                      m = hl_mul(&io->pose[other].rotation, NEEDLE);
        const double phase = hl_dot(WAVE, p), along = hl_dot(w, n);
        hl_vec3 force = hl_add_scaled(hl_scale(sin(phase), m), 0.3, hl_cross(v, n));
        force = hl_add_scaled(hl_add_scaled(force, -0.5, v), x[0], n);
        scatter(law, force, b, FORCE, io->force);
        scatter(law, hl_add_scaled(hl_scale(along, LEVER), x[1], hl_cross(m, w)), b, MOMENT, io->force);
        if (b == 0) {
            io->x_dot[0] = -3.0 * x[0] + hl_dot(WAVE, v) + n.z;
            io->x_dot[1] = -2.0 * x[1] + x[0] * sin(phase);
        }
        if (!io->jacobian) continue;
        const hl_mat3 one = hl_mat3_identity(), skew_n = hl_skew(n), skew_m = hl_skew(m), skew_v = hl_skew(v),
                      skew_w = hl_skew(w);
        add_block(law, io->force_s, b, FORCE, b, FORCE, cos(phase), outer(m, WAVE));
        add_block(law, io->force_s, b, FORCE, other, MOMENT, -sin(phase), skew_m);
        add_block(law, io->force_s, b, FORCE, b, MOMENT, -0.3, hl_mat3_mul(&skew_v, &skew_n));
        add_block(law, io->force_s, b, FORCE, b, MOMENT, -x[0], skew_n);
        add_block(law, io->force_s_dot, b, FORCE, b, FORCE, -0.3, skew_n);
        add_block(law, io->force_s_dot, b, FORCE, b, FORCE, -0.5, one);
        add_block(law, io->force_s, b, MOMENT, b, MOMENT, 1.0, outer(LEVER, hl_cross(n, w)));
        add_block(law, io->force_s, b, MOMENT, other, MOMENT, x[1], hl_mat3_mul(&skew_w, &skew_m));
        add_block(law, io->force_s_dot, b, MOMENT, b, MOMENT, 1.0, outer(LEVER, n));
        add_block(law, io->force_s_dot, b, MOMENT, b, MOMENT, x[1], skew_m);
        add_column(law, io->force_x, b, FORCE, 0, n);
        add_column(law, io->force_x, b, MOMENT, 1, hl_cross(m, w));
        if (b > 0) continue;
        add_row(law, io->x_dot_s_dot, 0, b, FORCE, WAVE);
        add_row(law, io->x_dot_s, 0, b, MOMENT, hl_cross(n, hl_v3(0, 0, 1)));
        add_row(law, io->x_dot_s, 1, b, FORCE, hl_scale(x[0] * cos(phase), WAVE));
        io->x_dot_x[0] = -3.0;
        io->x_dot_x[2] = sin(phase);
        io->x_dot_x[3] = -2.0;
    }
}

mb_effort_def rig_effort(const wrench_law *law, int first, int second)
{
    static const double x0[] = {0.3, -0.4};
    mb_effort_def effort = {.name = "wrenches",
                            .ports = 6 * law->bodies,
                            .states = 2,
                            .x0 = x0,
                            .pose_count = law->bodies,
                            .pose_body = {first, second},
                            .evaluate = evaluate,
                            .parameters = law};
    for (int b = 0; b < law->bodies; b++) {
        mb_measure_def ports[6];
        mb_body_ports(ports, effort.pose_body[b], rig_point());
        for (int k = 0; k < 6; k++) effort.measure[port_of(law, b, k)] = ports[k];
    }
    return effort;
}

void rig_bodies(mb_body_def *bodies)
{
    static const mb_joint_type types[RIG_BODIES] = {MB_FREE,      MB_REVOLUTE, MB_SPHERICAL,
                                                    MB_PRISMATIC, MB_REVOLUTE, MB_SPHERICAL};
    static const int parents[RIG_BODIES] = {MB_GROUND, RIG_FREE, RIG_ARM, RIG_BALL, MB_GROUND, RIG_POST};
    for (int i = 0; i < RIG_BODIES; i++) {
        const double k = i;
        mb_joint_def joint = {.type = types[i],
                              .parent = parents[i],
                              .parent_point = {0.3 + 0.1 * k, -0.2, 0.5 - 0.2 * k},
                              .child_point = {-0.1, 0.1 * k, 0.2},
                              .orientation = hl_quat_exp(hl_v3(0.2 * k, -0.1, 0.3)),
                              .axis = hl_normalized(hl_v3(1.0, 0.4 * k, -0.5))};
        if (types[i] == MB_REVOLUTE || types[i] == MB_PRISMATIC) joint.q0[0] = 0.3 - 0.1 * k;
        const hl_quat turn = hl_quat_exp(hl_v3(0.3, -0.2 * k, 0.1));
        double *q = types[i] == MB_FREE ? joint.q0 + 3 : joint.q0;
        if (types[i] == MB_FREE || types[i] == MB_SPHERICAL)
            q[0] = turn.w, q[1] = turn.x, q[2] = turn.y, q[3] = turn.z;
        if (types[i] == MB_FREE) joint.q0[0] = 300.0, joint.q0[1] = -200.0, joint.q0[2] = 50.0;
        for (int c = 0; c < mb_joint_dof(types[i]); c++) joint.v0[c] = 0.4 - 0.3 * c + 0.1 * k;
        bodies[i] = (mb_body_def){.name = "body",
                                  .mass = 2.0 + 0.3 * k,
                                  .com = {0.1, 0.05 * k, -0.1},
                                  .inertia = {1.3, 1.1, 0.9, 0.1, -0.05, 0.02},
                                  .joint = joint};
    }
}
