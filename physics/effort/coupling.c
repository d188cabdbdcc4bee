/* Couplings between two bodies: mb/coupling.h has the laws. */
#include "mb/coupling.h"

#include "hl/status.h"
#include "mb/force.h"

#include <math.h>

static const double FASTEST = 500.0;     /* [rad/s] about 80 Hz: stiff, and far above what machines do */
static const double RESOLVED = 0.5;      /* w h: about 12 steps in a period */
static const double DAMPING_RATIO = 0.7; /* 5 % overshoot (a choice) */
static const double STOP_RAMP = 0.01;    /* [sine] over which the damping of a stop grows */

mb_coupling_bushing mb_coupling_bushing_of(double mass, double arm, double step)
{
    HL_ASSERT(mass > 0.0 && arm > 0.0 && step > 0.0);
    const double w = fmin(FASTEST, RESOLVED / step);
    const double k = mass * w * w, c = 2.0 * DAMPING_RATIO * mass * w;
    return (mb_coupling_bushing){k, c, k * arm * arm, c * arm * arm};
}

/* ---- rest values ---- */

typedef struct rest {
    double value, rate;
} rest;

static rest rest_of(const mb_coupling_hold *hold, double fade, double elapsed)
{
    const double u = (hold->since + elapsed) / fade;
    if (u >= 1.0) return (rest){0.0, 0.0};
    const double left = 1.0 - u;
    return (rest){hold->value * left * left * (1.0 + 2.0 * u) + hold->rate * fade * u * left * left,
                  -6.0 * hold->value * u * left / fade + hold->rate * left * (1.0 - 3.0 * u)};
}

/* ---- one port ---- */

/* Force of a port and its derivatives, stored energy, rates of loss and work and their derivatives. */
typedef struct answer {
    double force, force_s, force_s_dot;
    double potential, loss, loss_s, loss_s_dot, work, work_s, work_s_dot;
} answer;

static answer hold_port(double k, double c, rest r, double s, double s_dot)
{
    const double d = s - r.value, v = s_dot - r.rate, force = -k * d - c * v;
    return (answer){.force = force,
                    .force_s = -k,
                    .force_s_dot = -c,
                    .potential = 0.5 * k * d * d,
                    .loss = c * v * v,
                    .loss_s_dot = 2.0 * c * v,
                    .work = force * r.rate,
                    .work_s = -k * r.rate,
                    .work_s_dot = -c * r.rate};
}

/* Beyond a limit: `out` is 1 above it, -1 below. A stop never pulls. */
static answer stop_port(double k, double c, double out, double limit, double s, double s_dot)
{
    const double d = out * (s - limit), v = out * s_dot;
    const double share = fmin(d / STOP_RAMP, 1.0), damping = c * share;
    const double push = k * d + damping * v;
    if (!(push > 0.0)) /* it moves away faster than the stop follows: what is stored is lost */
        return (answer){.potential = 0.5 * k * d * d,
                        .loss = -k * d * v,
                        .loss_s = -k * v * out,
                        .loss_s_dot = -k * d * out};
    const double damping_d = d < STOP_RAMP ? c / STOP_RAMP : 0.0;
    return (answer){.force = -out * push,
                    .force_s = -(k + damping_d * v),
                    .force_s_dot = -damping,
                    .potential = 0.5 * k * d * d,
                    .loss = damping * v * v,
                    .loss_s = damping_d * v * v * out,
                    .loss_s_dot = 2.0 * damping * v * out};
}

static answer turn_port(const mb_coupling *coupling, int axis, double s, double s_dot)
{
    const double k = coupling->bushing.turn_stiffness, c = coupling->bushing.turn_damping;
    if (s > coupling->high[axis]) return stop_port(k, c, 1.0, coupling->high[axis], s, s_dot);
    if (s < coupling->low[axis]) return stop_port(k, c, -1.0, coupling->low[axis], s, s_dot);
    return (answer){.force = 0.0};
}

static answer port_of(const mb_coupling *coupling, int port, double elapsed, double s, double s_dot)
{
    const mb_coupling_bushing *b = &coupling->bushing;
    if (port == MB_COUPLING_CONE)
        return s < coupling->cone
                   ? stop_port(b->turn_stiffness, b->turn_damping, -1.0, coupling->cone, s, s_dot)
                   : (answer){.force = 0.0};
    const mb_coupling_hold *hold = &coupling->hold[port];
    if (!hold->held) return port < 3 ? (answer){.force = 0.0} : turn_port(coupling, port - 3, s, s_dot);
    const rest r = rest_of(hold, coupling->fade, elapsed);
    return port < 3 ? hold_port(b->stiffness, b->damping, r, s, s_dot)
                    : hold_port(b->turn_stiffness, b->turn_damping, r, s, s_dot);
}

double mb_coupling_forces(const mb_coupling *coupling, const mb_coupling_pose *pose,
                          double force[MB_COUPLING_PORTS])
{
    double stored = 0.0;
    for (int i = 0; i < MB_COUPLING_PORTS; i++) {
        force[i] = 0.0;
        if (!coupling->acts) continue;
        const answer a = port_of(coupling, i, 0.0, pose->s[i], pose->s_dot[i]);
        force[i] = a.force;
        stored += a.potential;
    }
    return stored;
}

/* ---- effort ---- */

static void evaluate(const void *parameters, mb_effort_io *io)
{
    const mb_coupling *coupling = parameters;
    io->idle = !coupling->acts;
    io->potential = 0.0;
    if (io->idle) return;
    io->x_dot[MB_COUPLING_LOSS] = io->x_dot[MB_COUPLING_WORK] = 0.0;
    for (int i = 0; i < MB_COUPLING_PORTS; i++) {
        const answer a = port_of(coupling, i, io->time - io->step_start, io->s[i], io->s_dot[i]);
        io->force[i] = a.force;
        io->potential += a.potential;
        io->x_dot[MB_COUPLING_LOSS] += a.loss;
        io->x_dot[MB_COUPLING_WORK] += a.work;
        if (!io->jacobian) continue;
        io->force_s[i * MB_COUPLING_PORTS + i] = a.force_s;
        io->force_s_dot[i * MB_COUPLING_PORTS + i] = a.force_s_dot;
        io->x_dot_s[MB_COUPLING_LOSS * MB_COUPLING_PORTS + i] = a.loss_s;
        io->x_dot_s_dot[MB_COUPLING_LOSS * MB_COUPLING_PORTS + i] = a.loss_s_dot;
        io->x_dot_s[MB_COUPLING_WORK * MB_COUPLING_PORTS + i] = a.work_s;
        io->x_dot_s_dot[MB_COUPLING_WORK * MB_COUPLING_PORTS + i] = a.work_s_dot;
    }
}

mb_effort_def mb_coupling_effort(const char *name, int body_a, hl_vec3 point_a, hl_mat3 axes_a, int body_b,
                                 hl_vec3 point_b, hl_mat3 axes_b, const mb_coupling *coupling)
{
    mb_effort_def def = mb_bushing_effort(name, body_a, point_a, axes_a, body_b, point_b, axes_b, NULL);
    def.ports = MB_COUPLING_PORTS;
    def.measure[MB_COUPLING_CONE] = (mb_measure_def){.kind = MB_MEASURE_DOT,
                                                     .body_a = body_a,
                                                     .body_b = body_b,
                                                     .axis_a = hl_mat3_column(&axes_a, 0),
                                                     .axis_b = hl_mat3_column(&axes_b, 0)};
    def.states = def.quadratures = MB_COUPLING_STATES;
    def.evaluate = evaluate;
    def.parameters = coupling;
    return def;
}

/* ---- pose ---- */

/* Rate of u . v with u fixed in a and v fixed in b: (w_a - w_b) . (u x v). */
static double dot_rate(const mb_frame_motion *a, const mb_frame_motion *b, hl_vec3 u, hl_vec3 v)
{
    return hl_dot(hl_sub(a->turn, b->turn), hl_cross(u, v));
}

mb_coupling_pose mb_coupling_pose_of(const mb_frame_motion *a, const mb_frame_motion *b)
{
    mb_coupling_pose pose;
    hl_vec3 of_a[3], of_b[3];
    for (int k = 0; k < 3; k++) {
        of_a[k] = hl_mat3_column(&a->axes, k);
        of_b[k] = hl_mat3_column(&b->axes, k);
    }
    const hl_vec3 shift = hl_sub(b->point, a->point), velocity = hl_sub(b->velocity, a->velocity);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        pose.s[k] = hl_dot(of_a[k], shift);
        pose.s_dot[k] = hl_dot(of_a[k], velocity) + hl_dot(hl_cross(a->turn, of_a[k]), shift);
        pose.s[3 + k] = 0.5 * (hl_dot(of_a[j], of_b[i]) - hl_dot(of_a[i], of_b[j]));
        pose.s_dot[3 + k] = 0.5 * (dot_rate(a, b, of_a[j], of_b[i]) - dot_rate(a, b, of_a[i], of_b[j]));
    }
    pose.s[MB_COUPLING_CONE] = hl_dot(of_a[0], of_b[0]);
    pose.s_dot[MB_COUPLING_CONE] = dot_rate(a, b, of_a[0], of_b[0]);
    return pose;
}
