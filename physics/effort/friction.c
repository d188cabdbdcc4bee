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
#include "mb/force.h"

#include "hl/real.h"

#include <math.h>

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

/* ---- all of them ---- */

int mb_friction_states(mb_friction_law law)
{
    if (law == MB_FRICTION_LUGRE) return 1;
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
    case MB_FRICTION_NONE:
    case MB_FRICTION_LAWS:
        break;
    }
    return (mb_friction_value){.force = 0.0};
}
