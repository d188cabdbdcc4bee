/* Double-acting cylinder. Sources: 002 Eq. (28)-(29) and (43); 001, tree harvester, Eq. (25) for the end
 * stops; 001 Eq. (2.54) for friction by efficiency.
 *
 * Departures:
 *   end stops    (25) writes F_min = k (x - x_min) + c x_dot STEP(x_dot, ...), which acts on motion into the
 *                stop only. Here the damping comes in over `stop_ramp` of penetration too, so that there is
 *                no jump on contact.
 *   efficiency   (2.54) reads F_mu = (p1 A1 - p2 A2)(1 - eta) f(v). Friction opposes motion also when the
 *                load drives the piston: |p1 A1 - p2 A2| and an f that is odd in v.
 *   chambers     shorter than `least_chamber`, d: d e^((l - d)/d), with value and slope of l at l = d. */
#include "hyd/cylinder.h"

#include "hl/real.h"

#include <math.h>

static const double STOP_SPEED = 1e-3; /* 001 Eq. (25) [m/s] */

/* Piston-side chamber as it is, whatever sign the volumes take [m]. */
static double piston_place(const hyd_cylinder *c, double s)
{
    return c->chamber_0 + (s - c->length_0);
}

static hyd_curve chamber(const hyd_cylinder *c, double length, double slope)
{
    const double least = c->least_chamber;
    if (length >= least) return (hyd_curve){length, slope};
    const double rest = hl_exp((length - least) / least);
    return (hyd_curve){least * rest, slope * rest};
}

hyd_chambers hyd_cylinder_chambers(const hyd_cylinder *cylinder, double s)
{
    const double sign = cylinder->sign == HYD_SIGN_PRINTED ? -1.0 : 1.0;
    const double length = cylinder->chamber_0 + sign * (s - cylinder->length_0);
    const double other = cylinder->stroke - cylinder->chamber_0 - sign * (s - cylinder->length_0);
    if (cylinder->least_chamber == 0.0) return (hyd_chambers){{length, sign}, {other, -sign}};
    return (hyd_chambers){chamber(cylinder, length, sign), chamber(cylinder, other, -sign)};
}

/* ---- end stops ---- */

double hyd_cylinder_overrun(const hyd_cylinder *cylinder, double s)
{
    const double place = piston_place(cylinder, s);
    return place < 0.0 ? place : place > cylinder->stroke ? place - cylinder->stroke : 0.0;
}

/* Push of a stop and its derivatives by penetration and by speed into it. */
typedef struct push {
    double F, F_d, F_u;
} push;

/* F = k d (1 + a u) + c R(d) S(u) u >= 0 with the steps R over the ramp and S over the stop speed */
static push stop_push(const hyd_cylinder *c, double d, double u)
{
    const double speed = c->stop_speed > 0.0 ? c->stop_speed : STOP_SPEED;
    const hyd_curve R = c->stop_ramp > 0.0 ? hyd_step(d, 0.0, c->stop_ramp) : (hyd_curve){1.0, 0.0};
    const hyd_curve S = hyd_step(u, 0.0, speed);
    const double k = c->stop_stiffness * (1.0 + c->stop_dissipation * u);
    const push stop = {k * d + c->stop_damping * R.y * S.y * u, k + c->stop_damping * R.y_x * S.y * u,
                       c->stop_stiffness * c->stop_dissipation * d +
                           c->stop_damping * R.y * (S.y + S.y_x * u)};
    return stop.F > 0.0 ? stop : (push){0.0, 0.0, 0.0};
}

static void add_stop(const hyd_cylinder *c, double s, double v, hyd_cylinder_force *f)
{
    const double overrun = hyd_cylinder_overrun(c, s);
    if (overrun == 0.0) return;
    const double out =
        overrun > 0.0 ? 1.0 : -1.0; /* the stop pushes by -out, d and u are out times overrun and v */
    const push stop = stop_push(c, out * overrun, out * v);
    f->F -= out * stop.F;
    f->F_s -= stop.F_d;
    f->F_v -= stop.F_u;
}

/* ---- friction by efficiency ---- */

/* Slope of the curve at a point: nothing at the ends, beyond which it is level, else that of its neighbours'
 * chord. */
static double point_slope(const hyd_speed_curve *curve, int i)
{
    if (i == 0 || i == curve->count - 1) return 0.0;
    return (curve->factor[i + 1] - curve->factor[i - 1]) / (curve->speed[i + 1] - curve->speed[i - 1]);
}

/* Cubic Hermite pieces; |v| >= 0 */
static hyd_curve curve_at(const hyd_speed_curve *curve, double speed)
{
    if (curve->count == 0) return (hyd_curve){1.0, 0.0};
    int i = 0;
    while (i < curve->count && speed >= curve->speed[i]) i++; /* the piece from point i - 1 to point i */
    if (i == 0) return (hyd_curve){curve->factor[0], 0.0};
    if (i == curve->count) return (hyd_curve){curve->factor[i - 1], 0.0};
    const double h = curve->speed[i] - curve->speed[i - 1], u = (speed - curve->speed[i - 1]) / h;
    const double y0 = curve->factor[i - 1], m0 = h * point_slope(curve, i - 1),
                 m1 = h * point_slope(curve, i);
    const double rise = curve->factor[i] - y0;
    const double square = 3.0 * rise - 2.0 * m0 - m1, cube = m0 + m1 - 2.0 * rise;
    return (hyd_curve){y0 + u * (m0 + u * (square + u * cube)),
                       (m0 + u * (2.0 * square + 3.0 * u * cube)) / h};
}

hyd_curve hyd_cylinder_speed_factor(const hyd_cylinder *cylinder, double v)
{
    const hyd_curve f = curve_at(&cylinder->curve, fabs(v));
    const double t = hl_tanh(v / cylinder->friction_speed);
    return (hyd_curve){t * f.y, (1.0 - t * t) / cylinder->friction_speed * f.y + fabs(t) * f.y_x};
}

/* F_mu = |F_p| (1 - eta) f(v) */
static void add_friction(const hyd_cylinder *c, double v, hyd_cylinder_force *f)
{
    const hyd_curve factor = hyd_cylinder_speed_factor(c, v);
    const double share = 1.0 - c->efficiency, side = copysign(share, f->pressure_force);
    f->F -= fabs(f->pressure_force) * share * factor.y;
    f->F_v -= fabs(f->pressure_force) * share * factor.y_x;
    f->F_a -= side * c->area_a * factor.y;
    f->F_b += side * c->area_b * factor.y;
}

/* ---- the whole ---- */

hyd_cylinder_force hyd_cylinder_push(const hyd_cylinder *cylinder, double s, double v, double p_a, double p_b)
{
    const double pressure_force = p_a * cylinder->area_a - p_b * cylinder->area_b;
    hyd_cylinder_force f = {.F = pressure_force,
                            .F_a = cylinder->area_a,
                            .F_b = -cylinder->area_b,
                            .pressure_force = pressure_force};
    if (cylinder->efficiency > 0.0 && cylinder->efficiency < 1.0) add_friction(cylinder, v, &f);
    if (cylinder->stop_stiffness > 0.0) add_stop(cylinder, s, v, &f);
    return f;
}
