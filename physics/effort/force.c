/* Ready-made efforts. Each is an evaluate function F(s, s_dot, x, t) with its partial derivatives, and a
 * maker. */
#include "mb/force.h"

/* ---- spring and damper ---- */

/* F = preload - k (s - s0) - c s_dot;  potential k (s - s0)^2/2 - preload (s - s0), so that -dV/ds is F at
 * rest */
static void evaluate_spring(const void *parameters, mb_effort_io *io)
{
    const mb_spring *p = parameters;
    const double d = io->s[0] - p->free;
    io->force[0] = p->preload - p->stiffness * d - p->damping * io->s_dot[0];
    io->potential = (0.5 * p->stiffness * d - p->preload) * d;
    if (!io->jacobian) return;
    io->force_s[0] = -p->stiffness;
    io->force_s_dot[0] = -p->damping;
}

mb_effort_def mb_spring_effort(const char *name, mb_measure_def measure, const mb_spring *spring)
{
    return (mb_effort_def){
        .name = name, .ports = 1, .measure = {measure}, .evaluate = evaluate_spring, .parameters = spring};
}

/* ---- constant force ---- */

static void evaluate_constant(const void *parameters, mb_effort_io *io)
{
    const mb_constant_force *p = parameters;
    const bool acts = mb_time_reached(io->step_start, p->window[0]) &&
                      (p->window[1] == 0.0 || !mb_time_reached(io->step_start, p->window[1]));
    io->force[0] = acts ? p->force : 0.0;
}

mb_effort_def mb_constant_effort(const char *name, mb_measure_def measure, const mb_constant_force *force)
{
    return (mb_effort_def){.name = name,
                           .ports = 1,
                           .measure = {measure},
                           .switch_count = 2,
                           .switches = force->window,
                           .evaluate = evaluate_constant,
                           .parameters = force};
}

/* ---- stops ---- */

/* Push of a stop penetrated by d > 0 at the rate d_dot, with its partial derivatives. */
typedef struct push {
    double force, force_d, force_d_dot;
} push;

/* k d + c S(d/ramp) d_dot with the smooth step S(u) = u^2 (3 - 2 u), S'(0) = S'(1) = 0. On the way out the
 * damping could outweigh the spring: a stop does not pull, so the push ends at zero, and its derivatives with
 * it. */
static push stop_push(const mb_stop *p, double d, double d_dot)
{
    const double u = d < p->ramp ? d / p->ramp : 1.0;
    const double step = u * u * (3.0 - 2.0 * u), step_d = 6.0 * u * (1.0 - u) / p->ramp;
    const double force = p->stiffness * d + p->damping * step * d_dot;
    if (force <= 0.0) return (push){.force = 0.0};
    return (push){force, p->stiffness + p->damping * step_d * d_dot, p->damping * step};
}

static void evaluate_stop(const void *parameters, mb_effort_io *io)
{
    const mb_stop *p = parameters;
    const double s = io->s[0];
    /* out = +1 beyond the upper limit, -1 beyond the lower one: d = out (s - limit), and d d/ds = out */
    const double out = s > p->upper ? 1.0 : s < p->lower ? -1.0 : 0.0;
    if (out == 0.0) {
        io->force[0] = 0.0;
        return;
    }
    const double d = out * (s - (out > 0.0 ? p->upper : p->lower));
    const push stop = stop_push(p, d, out * io->s_dot[0]);
    io->force[0] = -out * stop.force;
    io->potential = 0.5 * p->stiffness * d * d;
    if (!io->jacobian) return;
    io->force_s[0] = -stop.force_d; /* -out * out */
    io->force_s_dot[0] = -stop.force_d_dot;
}

mb_effort_def mb_stop_effort(const char *name, mb_measure_def measure, const mb_stop *stop)
{
    return (mb_effort_def){
        .name = name, .ports = 1, .measure = {measure}, .evaluate = evaluate_stop, .parameters = stop};
}

/* ---- friction ---- */

/* v = s_dot, x = (q, h). What bent bristles hold, sigma_0 q^2/2, is not counted as potential: all that
 * friction takes is booked as lost, as in the papers' balances. */
static void evaluate_friction(const void *parameters, mb_effort_io *io)
{
    const mb_friction *p = parameters;
    const int states = mb_friction_states(p->law);
    const double q = states > 0 ? io->x[0] : 0.0, h = states > 1 ? io->x[1] : 0.0;
    const mb_friction_value f = mb_friction_evaluate(p, io->s_dot[0], q, h);
    io->force[0] = -f.force;
    if (states > 0) io->x_dot[0] = f.q_dot;
    if (states > 1) io->x_dot[1] = f.h_dot;
    if (!io->jacobian) return;
    io->force_s_dot[0] = -f.force_v;
    if (states > 0) {
        io->force_x[0] = -f.force_q;
        io->x_dot_s_dot[0] = f.q_dot_v;
        io->x_dot_x[0] = f.q_dot_q;
    }
    if (states > 1) { /* x_dot_x is 2 x 2, row by row; q does not act on h */
        io->force_x[1] = -f.force_h;
        io->x_dot_s_dot[1] = f.h_dot_v;
        io->x_dot_x[1] = f.q_dot_h;
        io->x_dot_x[3] = f.h_dot_h;
    }
}

mb_effort_def mb_friction_effort(const char *name, mb_measure_def measure, const mb_friction *friction)
{
    /* bristles bend by F_s/sigma_0, about a tenth of a millimetre; a film has a thickness below one */
    static const double scale[] = {1e-4, 1.0};
    return (mb_effort_def){.name = name,
                           .ports = 1,
                           .measure = {measure},
                           .states = mb_friction_states(friction->law),
                           .x_scale = scale,
                           .evaluate = evaluate_friction,
                           .parameters = friction};
}

/* ---- bushing ---- */

enum { BUSHING_PORTS = 6 };

static void bushing_port(mb_effort_io *io, int i, double k, double c)
{
    io->force[i] = -k * io->s[i] - c * io->s_dot[i];
    io->potential += 0.5 * k * io->s[i] * io->s[i];
    if (!io->jacobian) return;
    io->force_s[i * BUSHING_PORTS + i] = -k;
    io->force_s_dot[i * BUSHING_PORTS + i] = -c;
}

/* Ports 0 to 2: displacements along the axes; 3 to 5: sines of the rotations about them. Diagonal. */
static void evaluate_bushing(const void *parameters, mb_effort_io *io)
{
    const mb_bushing *p = parameters;
    io->potential = 0.0;
    for (int i = 0; i < 3; i++) {
        bushing_port(io, i, p->stiffness[i], p->damping[i]);
        bushing_port(io, 3 + i, p->rotation_stiffness[i], p->rotation_damping[i]);
    }
}

/* Displacement of b's point from a's along axis `k` of a. */
static mb_measure_def bushing_shift(int body_a, hl_vec3 point_a, const hl_mat3 *axes_a, int body_b,
                                    hl_vec3 point_b, int k)
{
    return (mb_measure_def){.kind = MB_MEASURE_PROJECTION,
                            .body_a = body_a,
                            .body_b = body_b,
                            .point_a = point_a,
                            .point_b = point_b,
                            .axis_a = hl_mat3_column(axes_a, k)};
}

/* Sine of b's turn about axis `k` of a. With (i, j, k) right-handed and b turned by t about k, b_i = a_i cos
 * t + a_j sin t and b_j = a_j cos t - a_i sin t; the measure with first axes j and second axes i is then (a_j
 * . b_i - a_i . b_j)/2 = sin t. */
static mb_measure_def bushing_turn(int body_a, const hl_mat3 *axes_a, int body_b, const hl_mat3 *axes_b,
                                   int k)
{
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    return (mb_measure_def){.kind = MB_MEASURE_TWIST,
                            .body_a = body_a,
                            .body_b = body_b,
                            .axis_a = hl_mat3_column(axes_a, j),
                            .axis_b = hl_mat3_column(axes_b, j),
                            .axis2_a = hl_mat3_column(axes_a, i),
                            .axis2_b = hl_mat3_column(axes_b, i)};
}

mb_effort_def mb_bushing_effort(const char *name, int body_a, hl_vec3 point_a, hl_mat3 axes_a, int body_b,
                                hl_vec3 point_b, hl_mat3 axes_b, const mb_bushing *bushing)
{
    mb_effort_def def = {
        .name = name, .ports = BUSHING_PORTS, .evaluate = evaluate_bushing, .parameters = bushing};
    for (int k = 0; k < 3; k++) {
        def.measure[k] = bushing_shift(body_a, point_a, &axes_a, body_b, point_b, k);
        def.measure[3 + k] = bushing_turn(body_a, &axes_a, body_b, &axes_b, k);
    }
    return def;
}

/* ---- air drag ---- */

enum { DRAG_PORTS = 3 };

hl_vec3 mb_drag_force(const mb_drag *drag, hl_vec3 velocity)
{
    return hl_scale(-0.5 * drag->density * drag->area * hl_norm(velocity), velocity);
}

/* dF/dv = -rho A/2 (|v| 1 + v v^T/|v|); the loss is -F . v = rho A/2 |v|^3. At rest all of it is zero. */
static void evaluate_drag(const void *parameters, mb_effort_io *io)
{
    const mb_drag *drag = parameters;
    const double *v = io->s_dot;
    const double half = 0.5 * drag->density * drag->area;
    const hl_vec3 velocity = hl_v3(v[0], v[1], v[2]), force = mb_drag_force(drag, velocity);
    const double speed = hl_norm(velocity);
    io->force[0] = force.x, io->force[1] = force.y, io->force[2] = force.z;
    io->x_dot[MB_DRAG_LOSS] = half * speed * speed * speed;
    if (!io->jacobian || !(speed > 0.0)) return;
    for (int i = 0; i < DRAG_PORTS; i++) {
        for (int j = 0; j < DRAG_PORTS; j++)
            io->force_s_dot[i * DRAG_PORTS + j] = -half * ((i == j ? speed : 0.0) + v[i] * v[j] / speed);
        io->x_dot_s_dot[i] = 3.0 * half * speed * v[i];
    }
}

mb_effort_def mb_drag_effort(const char *name, int body, hl_vec3 point, const mb_drag *drag)
{
    mb_effort_def def = {.name = name,
                         .ports = DRAG_PORTS,
                         .states = MB_DRAG_STATES,
                         .quadratures = MB_DRAG_STATES,
                         .evaluate = evaluate_drag,
                         .parameters = drag};
    mb_measure_def ports[6];
    mb_body_ports(ports, body, point);
    for (int i = 0; i < DRAG_PORTS; i++) def.measure[i] = ports[i];
    return def;
}
