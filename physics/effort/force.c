/* Ready-made efforts. Each is an evaluate function F(s, s_dot, x, t) with its partial derivatives, and a
 * maker. */
#include "mb/force.h"

#include "hl/real.h"

#include <math.h>

/* Friction laws of seals and joints. Source: 000 section 2.3, Eq. (2.41)-(2.54); letters as there.
 *
 * The papers write vectors; on one measure they are scalars: v = v_t and q carry a sign, F opposes the motion
 * but is returned with the sign of v, and h = |h_bar| >= 0 is written without the bars (it starts at 0 and
 * (2.50) never drives it below), so that its derivative has no corner at the start.
 *
 * Corners, where the laws have two one-sided derivatives:
 *   v = 0          LuGre: the mean of both sides, i.e. d|v|/dv = 0
 *   |v| = v_s      Bengisu-Akay: that of |v| >= v_s. (2.42) as printed also jumps there by sigma_2 v_s
 *   |v| = v_b      film: that of |v| <= v_b
 *   h = h_ss       film: that of h <= h_ss (the rate itself is continuous: zero)
 *   |v| = v_dwell  film: that of the dwell; the time constant jumps there as it does in (2.51). A motion that
 *                  crosses the dwell within a step meets it by chance: the film keeps order 1, all else order
 * 2 (docs/mechanism.md has the figures)
 *
 * Departure: dwell, |v| = 0 in (2.51), is |v| <= v_dwell. There h_ss falls linearly to zero instead of with
 * |v|^(2/3), whose slope at v = 0 is infinite: with time constants of tens of seconds the difference never
 * shows. */

static double sign_of(double v)
{
    return (v > 0.0) - (v < 0.0);
}

/* ---- static laws ---- */

/* sigma_2 v, Eq. (2.43) */
static mb_friction_value viscous(const mb_friction *f, double v)
{
    return (mb_friction_value){.force = f->sigma_2 * v, .force_v = f->sigma_2};
}

/* Eq. (2.42) with (2.43). Below v_s the printed -F_s/v_s^2 (|v| - v_s)^2 + F_s is F_s u (2 - u), u = |v|/v_s,
 * written so that it is zero at v = 0 to the last bit. */
static mb_friction_value bengisu_akay(const mb_friction *f, double v)
{
    const double speed = fabs(v), u = speed / f->v_s;
    if (speed < f->v_s)
        return (mb_friction_value){.force = f->F_s * u * (2.0 - u) * sign_of(v),
                                   .force_v = 2.0 * f->F_s / f->v_s * (1.0 - u)};
    const double sliding = (f->F_s - f->F_c) * hl_exp(-f->xi * (speed - f->v_s));
    return (mb_friction_value){.force = (f->F_c + sliding) * sign_of(v) + f->sigma_2 * v,
                               .force_v = -f->xi * sliding + f->sigma_2};
}

/* Eq. (2.44), odd and smooth in v: with u = v/v_s signed, sgn(v) is not needed.
 * w = u^2/4 + 3/4;  d(u/w^2)/du = (w - u^2)/w^3 */
static mb_friction_value brown_mcphee(const mb_friction *f, double v)
{
    const double u = v / f->v_s, w = 0.25 * u * u + 0.75;
    const double t = hl_tanh(4.0 * u), sigma = f->sigma_2 * hl_tanh(4.0);
    return (mb_friction_value){
        .force = f->F_c * t + (f->F_s - f->F_c) * u / (w * w) + sigma * v,
        .force_v =
            (4.0 * f->F_c * (1.0 - t * t) + (f->F_s - f->F_c) * (w - u * u) / (w * w * w)) / f->v_s + sigma};
}

/* ---- bristles ---- */

/* Stribeck curve. Its slope is kept as |v| dg/d|v|, which stays finite at v = 0 for every exponent n > 0. */
typedef struct stribeck {
    double g, speed_g_speed /* |v| dg/d|v| */, g_h; /* [N] */
} stribeck;

/* Eq. (2.49); with h = 0 it is (2.46):  g = F_c + ((1 - h) F_s - F_c) e^(-y),  y = (|v|/v_s)^n,  |v| dy/d|v|
 * = n y */
static stribeck stribeck_curve(const mb_friction *f, double v, double h)
{
    const double y = hl_pow(fabs(v) / f->v_s, f->n), decay = hl_exp(-y);
    const double excess = ((1.0 - h) * f->F_s - f->F_c) * decay;
    return (stribeck){.g = f->F_c + excess, .speed_g_speed = -f->n * y * excess, .g_h = -f->F_s * decay};
}

/* Bristle rate q_dot = v - sigma_0 |v| q / g, Eq. (2.45) and (2.48), and the force
 * sigma_0 q + sigma_1 q_dot + sigma_2 v, Eq. (2.47) and (2.54). */
static mb_friction_value bristles(const mb_friction *f, double v, double q, const stribeck *s)
{
    const double k = f->sigma_0 / s->g, speed = fabs(v); /* k: [1/m] */
    mb_friction_value value = {.q_dot = v - k * speed * q,
                               .q_dot_v = 1.0 - k * q * sign_of(v) * (1.0 - s->speed_g_speed / s->g),
                               .q_dot_q = -k * speed,
                               .q_dot_h = k * speed * q * s->g_h / s->g};
    value.force = f->sigma_0 * q + f->sigma_1 * value.q_dot + f->sigma_2 * v;
    value.force_v = f->sigma_1 * value.q_dot_v + f->sigma_2;
    value.force_q = f->sigma_0 + f->sigma_1 * value.q_dot_q;
    value.force_h = f->sigma_1 * value.q_dot_h;
    return value;
}

static mb_friction_value lugre(const mb_friction *f, double v, double q)
{
    const stribeck s = stribeck_curve(f, v, 0.0);
    mb_friction_value value = bristles(f, v, q, &s);
    value.q_dot_h = value.force_h = 0.0; /* no film in this law */
    return value;
}

/* ---- lubricant film ---- */

typedef struct film {
    double h_ss, h_ss_v; /* steady film thickness [1] and its derivative [s/m] */
} film;

/* Eq. (2.52)-(2.53): K_f |v|^(2/3) with K_f = (1 - F_c/F_s) v_b^(-2/3), constant beyond v_b; linear in the
 * dwell. */
static film steady_film(const mb_friction *f, double v)
{
    const double speed = fabs(v), thickest = 1.0 - f->F_c / f->F_s;
    if (speed > f->v_b) return (film){thickest, 0.0};
    if (speed > f->v_dwell) {
        const double h_ss = thickest * hl_pow(speed / f->v_b, 2.0 / 3.0);
        return (film){h_ss, 2.0 / 3.0 * h_ss / v};
    }
    if (!(f->v_dwell > 0.0)) return (film){0.0, 0.0};
    const double slope = thickest * hl_pow(f->v_dwell / f->v_b, 2.0 / 3.0) / f->v_dwell;
    return (film){slope * speed, slope * sign_of(v)};
}

/* Time constant, Eq. (2.51) */
static double film_time(const mb_friction *f, double v, double h, double h_ss)
{
    if (fabs(v) <= f->v_dwell) return f->tau_h0;
    return h <= h_ss ? f->tau_hp : f->tau_hn;
}

/* LuGre with a film: Eq. (2.48)-(2.54); film rate h_dot = (h_ss - h)/tau_h, Eq. (2.50) */
static mb_friction_value modified_lugre(const mb_friction *f, double v, double q, double h)
{
    const stribeck s = stribeck_curve(f, v, h);
    mb_friction_value value = bristles(f, v, q, &s);
    const film steady = steady_film(f, v);
    const double tau_h = film_time(f, v, h, steady.h_ss);
    value.h_dot = (steady.h_ss - h) / tau_h;
    value.h_dot_v = steady.h_ss_v / tau_h;
    value.h_dot_h = -1.0 / tau_h;
    return value;
}

/* ---- stiction ---- */

/* Rates of a slider in units of sigma_0/sigma_1: how fast a bristle that slips straightens until it carries
 * the limit, and how fast one that is bent beyond the limit comes back. Faster ones, as return mapping has
 * them, change the mass on a spring of paper 004 by a tenth of a millimetre. */
static const double RELEASE = 8.0, RETURN = 20.0;

/* A spring with a damper in it, bent by the motion, that carries no more than a limit:
 *   t = sigma_0 q + sigma_1 v,   hold = t, at most `limit`
 *   q_dot = v - release (t - hold)/sigma_1 - back (sigma_0 q - that, at most `limit`)/sigma_1
 * Where it holds, the spring is elastic: below the limit nothing creeps, unlike with (2.45).
 *  @param limit_v  derivative of the limit [N s/m] */
static mb_friction_value slider(const mb_friction *f, double v, double q, double limit, double limit_v,
                                double release, double back)
{
    const double bent = f->sigma_0 * q, trial = bent + f->sigma_1 * v, rate = 1.0 / f->sigma_1;
    mb_friction_value value = {
        .force = trial, .force_v = f->sigma_1, .force_q = f->sigma_0, .q_dot = v, .q_dot_v = 1.0};
    if (fabs(trial) > limit) {
        const double side = sign_of(trial);
        value.force = side * limit;
        value.force_v = side * limit_v;
        value.force_q = 0.0;
        value.q_dot -= release * rate * (trial - value.force);
        value.q_dot_v -= release * rate * (f->sigma_1 - value.force_v);
        value.q_dot_q -= release * rate * f->sigma_0;
    }
    if (fabs(bent) > limit) {
        const double side = sign_of(bent);
        value.q_dot -= back * rate * (bent - side * limit);
        value.q_dot_v += back * rate * side * limit_v;
        value.q_dot_q -= back * rate * f->sigma_0;
    }
    return value;
}

/* Limit F_c + (F_s - F_c) e^(-v^2/v_s^2): the law of contact/pair.h, whose return mapping is this slider with
 * infinite rates. */
static mb_friction_value stiction(const mb_friction *f, double v, double q)
{
    const double u = v / f->v_s, excess = (f->F_s - f->F_c) * hl_exp(-u * u);
    mb_friction_value value = slider(f, v, q, f->F_c + excess, -2.0 * u / f->v_s * excess, RELEASE, RETURN);
    value.force += f->sigma_2 * v;
    value.force_v += f->sigma_2;
    return value;
}

/* Paper 004 Eq. (14)-(23): F = kappa F_stick + (1 - kappa) F_slide, kappa = e^(-v^2/v_s^2), F_slide = F_c
 * sgn v, F_stick = sigma_0 q + sigma_1 v, at most F_s = xi F_c. As in this file F is the resistance, positive
 * with v; the forces of the paper are opposite. q is the way from the foot of the bristle, which (23) moves
 * after each step and the slider above continuously. */
static mb_friction_value stick_slide(const mb_friction *f, double v, double q)
{
    const double u = v / f->v_s, kappa = hl_exp(-u * u), kappa_v = -2.0 * u / f->v_s * kappa,
                 slide = f->F_c * sign_of(v);
    mb_friction_value value = slider(f, v, q, f->F_s, 0.0, 1.0, 0.0);
    value.force_v = kappa * value.force_v + kappa_v * (value.force - slide) + f->sigma_2;
    value.force_q *= kappa;
    value.force = kappa * value.force + (1.0 - kappa) * slide + f->sigma_2 * v;
    return value;
}

/* ---- all of them ---- */

int mb_friction_states(mb_friction_law law)
{
    if (law == MB_FRICTION_LUGRE || law == MB_FRICTION_STICTION || law == MB_FRICTION_STICK_SLIDE) return 1;
    return law == MB_FRICTION_MODIFIED_LUGRE ? 2 : 0;
}

mb_friction_value mb_friction_evaluate(const mb_friction *friction, double v, double q, double h)
{
    switch (friction->law) {
    case MB_FRICTION_VISCOUS:
        return viscous(friction, v);
    case MB_FRICTION_BENGISU_AKAY:
        return bengisu_akay(friction, v);
    case MB_FRICTION_BROWN_MCPHEE:
        return brown_mcphee(friction, v);
    case MB_FRICTION_LUGRE:
        return lugre(friction, v, q);
    case MB_FRICTION_MODIFIED_LUGRE:
        return modified_lugre(friction, v, q, h);
    case MB_FRICTION_STICTION:
        return stiction(friction, v, q);
    case MB_FRICTION_STICK_SLIDE:
        return stick_slide(friction, v, q);
    case MB_FRICTION_NONE:
    case MB_FRICTION_LAWS:
        break;
    }
    return (mb_friction_value){.force = 0.0};
}

/* ---- spring and damper ---- */

static bool acts_within(const double window[2], double step_start)
{
    return mb_time_reached(step_start, window[0]) &&
           (window[1] == 0.0 || !mb_time_reached(step_start, window[1]));
}

/* F = preload - k (s - s0) - c s_dot;  potential k (s - s0)^2/2 - preload (s - s0), so that -dV/ds is F at
 * rest */
static void evaluate_spring(const void *parameters, mb_effort_io *io)
{
    const mb_spring *p = parameters;
    const double d = io->s[0] - p->free;
    io->force[0] = io->potential = 0.0;
    if (!acts_within(p->window, io->step_start)) return;
    io->force[0] = p->preload - p->stiffness * d - p->damping * io->s_dot[0];
    io->potential = (0.5 * p->stiffness * d - p->preload) * d;
    if (!io->jacobian) return;
    io->force_s[0] = -p->stiffness;
    io->force_s_dot[0] = -p->damping;
}

mb_effort_def mb_spring_effort(const char *name, mb_measure_def measure, const mb_spring *spring)
{
    const bool always = spring->window[0] == 0.0 && spring->window[1] == 0.0;
    return (mb_effort_def){.name = name,
                           .ports = 1,
                           .measure = {measure},
                           .switch_count = always ? 0 : 2,
                           .switches = spring->window,
                           .evaluate = evaluate_spring,
                           .parameters = spring};
}

/* ---- constant force ---- */

static void evaluate_constant(const void *parameters, mb_effort_io *io)
{
    const mb_constant_force *p = parameters;
    io->force[0] = acts_within(p->window, io->step_start) ? p->force : 0.0;
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
                           .stiff_states = friction->law == MB_FRICTION_STICTION,
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
