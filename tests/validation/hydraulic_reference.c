/* Mechanisms on the academic circuit, integrated independently: see hydraulic_reference.h. */
#include "hydraulic_reference.h"

#include <math.h>

static const double g = 9.81, PI = 3.14159265358979323846;

/* ---- kinematics ---- */

static valid_path difference(valid_path a, valid_path b)
{
    return (valid_path){.x = a.x - b.x,
                        .dx = a.dx - b.dx,
                        .ddx = a.ddx - b.ddx,
                        .y = a.y - b.y,
                        .dy = a.dy - b.dy,
                        .ddy = a.ddy - b.ddy};
}

/* Direction of a moving vector, and how it turns. */
static valid_angle direction(valid_path v)
{
    const double r2 = v.x * v.x + v.y * v.y, turn = (v.x * v.dy - v.y * v.dx) / r2;
    return (valid_angle){.a = atan2(v.y, v.x),
                         .da = turn,
                         .dda =
                             (v.x * v.ddy - v.y * v.ddx) / r2 - 2.0 * (v.x * v.dx + v.y * v.dy) / r2 * turn};
}

static void measure_pins(valid_path F, valid_path G, valid_driven_pose *pose)
{
    const valid_path v = difference(F, G);
    pose->s = hypot(v.x, v.y);
    pose->ds = (v.x * v.dx + v.y * v.dy) / pose->s;
}

/* Uniform rod from a joint on. */
static void add_rod(valid_driven_pose *pose, double mass, double length, valid_path joint, valid_angle angle)
{
    valid_add_body(&pose->m, mass, mass * length * length / 12.0,
                   valid_path_along(joint, 0.5 * length, angle), angle, g);
}

/* Angle of a link of length `length` from `pivot` whose end stays `coupler` away from D: law of cosines,
 * `side` +1 or -1 chooses the branch. */
static valid_angle follower(valid_path pivot, double length, double coupler, valid_path D, double side)
{
    const valid_path d = difference(D, pivot);
    const valid_angle to_D = direction(d);
    const double r = hypot(d.x, d.y), dr = (d.x * d.dx + d.y * d.dy) / r,
                 ddr = (d.dx * d.dx + d.dy * d.dy + d.x * d.ddx + d.y * d.ddy - dr * dr) / r;
    const double k = length * length - coupler * coupler, c = (k + r * r) / (2.0 * length * r),
                 dc = (1.0 - k / (r * r)) / (2.0 * length), ddc = k / (r * r * r * length);
    const double root = sqrt(1.0 - c * c);
    const double dgamma = -dc * dr / root,
                 ddgamma = -(ddc * dr * dr + dc * ddr) / root - c * dc * dc * dr * dr / (root * root * root);
    return (valid_angle){
        .a = to_D.a + side * acos(c), .da = to_D.da + side * dgamma, .dda = to_D.dda + side * ddgamma};
}

/* ---- the mechanisms ---- */

/* 002 Fig. 4 in the angle of body 3 seen from E. */
static valid_driven_pose pose_four_bar(double beta)
{
    const double oc = 3.0, L1 = 9.0, L2 = sqrt(2.0), L3 = 2.0;
    const valid_path O = {0}, E = {.y = -1.0}, G = {.y = -2.0};
    const valid_angle rocker = {beta, 1.0, 0.0};
    const valid_path D = valid_path_along(E, L3, rocker);
    const valid_angle beam = follower(O, oc, L2, D, 1.0);
    const valid_path C = valid_path_along(O, oc, beam);
    const valid_angle coupler = direction(difference(D, C));
    valid_driven_pose pose = {.watched = {beam.a, coupler.a - beam.a}};
    add_rod(&pose, 225.0, L1, O, beam);
    add_rod(&pose, 35.0, L2, C, coupler);
    add_rod(&pose, 50.0, L3, E, rocker);
    measure_pins(valid_path_along(E, 0.5 * L3, rocker), G, &pose);
    return pose;
}

/* 002 Fig. 5 in the angle z4 of the crank. */
static valid_driven_pose pose_quick_return(double z4)
{
    const valid_path O = {0}, K = {.y = 3.0}, I = {.y = 5.0}, Q = {.x = -0.96, .y = 3.0};
    const valid_angle crank = {z4, 1.0, 0.0};
    const valid_path L = valid_path_along(K, 1.0, crank);
    const valid_angle lever = direction(L);
    const valid_path H = valid_path_along(O, 5.0, lever);
    const valid_angle rod = direction(difference(I, H));
    valid_driven_pose pose = {.watched = {lever.a, z4}};
    add_rod(&pose, 25.0, 5.0, O, lever);
    add_rod(&pose, 12.0, 1.2, H, rod);
    valid_add_body(&pose.m, 3.0, 3.0 * 0.3 * 0.3 / 6.0, I, rod, g);
    add_rod(&pose, 100.0, 1.0, K, crank);
    valid_add_body(&pose.m, 30.0, 30.0 * 0.3 * 0.3 / 6.0, L, lever, g);
    measure_pins(valid_path_along(K, 0.5, crank), Q, &pose);
    return pose;
}

/* Publication II, Fig. 6, in the angle z1 of the crank. */
static valid_driven_pose pose_friction(double z1)
{
    const valid_path O = {0}, E = {.x = 10.0}, G = {.x = -1.0};
    const valid_angle crank = {z1, 1.0, 0.0};
    const valid_path C = valid_path_along(O, 2.0, crank);
    const valid_angle rocker = follower(E, 5.0, 8.0, C, -1.0);
    const valid_path D = valid_path_along(E, 5.0, rocker);
    const valid_angle coupler = direction(difference(D, C));
    valid_driven_pose pose = {.watched = {z1, coupler.a - z1}};
    add_rod(&pose, 16.0, 2.0, O, crank);
    add_rod(&pose, 64.0, 8.0, C, coupler);
    add_rod(&pose, 40.0, 5.0, E, rocker);
    measure_pins(valid_path_along(O, 1.0, crank), G, &pose);
    return pose;
}

valid_driven valid_driven_four_bar(void)
{
    return (valid_driven){.pose = pose_four_bar,
                          .start_force = sqrt(2.0) * g * (3.0 * 225.0 + 2.0 * 35.0 + 50.0),
                          .stroke = 1.1,
                          .l2 = sqrt(2.0) - 1.1,
                          .s0 = sqrt(2.0),
                          .sign = 1.0,
                          .tank = 0.1e6,
                          .signal = {{0.0, 0.0}, {1.0, 10.0}, {2.5, 0.0}, {5.0, -10.0}, {8.0, 0.0}},
                          .watched = {"z1", "z2"}};
}

valid_driven valid_driven_quick_return(void)
{
    const double start = 30.59 * PI / 180.0;
    const valid_driven_pose pose = pose_quick_return(start);
    return (valid_driven){.pose = pose_quick_return,
                          .start = start,
                          .start_force = pose.m.dV / pose.ds,
                          .stroke = 1.1,
                          .l2 = pose.s - 1.1,
                          .s0 = pose.s,
                          .sign = 1.0,
                          .tank = 0.1e6,
                          .signal = {{0.0, 0.0}, {1.0, -10.0}, {4.0, 0.0}, {6.5, 10.0}, {8.0, 0.0}},
                          .watched = {"z1", "z4"}};
}

valid_driven valid_driven_friction(void)
{
    const double start = PI / 3.0;
    return (valid_driven){.pose = pose_friction,
                          .start = start,
                          .start_force = 681.23,
                          .stroke = 0.9,
                          .l2 = 0.45,
                          .s0 = pose_friction(start).s,
                          .sign = -1.0,
                          .tank = 0.1e6,
                          .signal = {{0.0, 0.0}, {1.0, 10.0}, {2.5, 0.0}, {5.0, -10.0}, {8.0, 0.0}},
                          .watched = {"z1", "z2"}};
}

/* ---- oil ---- */

static double root(double dp)
{
    return fabs(dp) < 2e5 ? dp / sqrt(2e5) : copysign(sqrt(fabs(dp)), dp);
}

static double capacity(double hose, double chamber)
{
    return (hose + chamber) / 1500e6 + hose / 550e6 + chamber / 31500e6;
}

valid_driven_oil valid_driven_oil_at(const valid_driven *d, const double p[3], double U, double s)
{
    const double l2 = d->l2 + d->sign * (s - d->s0), valve = 2.138e-8 * U;
    return (valid_driven_oil){.Q_d1 = valve * root(U > 0.0 ? VALID_DRIVEN_PUMP - p[0] : p[0] - d->tank),
                              .Q_3d = valve * root(U > 0.0 ? p[2] - d->tank : VALID_DRIVEN_PUMP - p[2]),
                              .Q_t = 0.8 * 2.83e-5 * sqrt(2.0 / 850.0) * root(p[0] - p[1]),
                              .C = {capacity(4.71e-5, 0.0), capacity(3.14e-5, VALID_DRIVEN_A2 * l2),
                                    capacity(7.85e-5, VALID_DRIVEN_A3 * (d->stroke - l2))}};
}

/* ---- integration ---- */

enum { ANGLE, RATE, P, U = P + 3, Q, H, UNKNOWNS };

typedef struct problem {
    const valid_driven *driven;
    double U_ref;
} problem;

static void rates(const void *parameters, double t, const double *y, double *dy)
{
    (void)t;
    const problem *c = parameters;
    const valid_driven_pose pose = c->driven->pose(y[ANGLE]);
    const double s_dot = pose.ds * y[RATE];
    const mb_friction_value seal = mb_friction_evaluate(&c->driven->seal, s_dot, y[Q], y[H]);
    const double force = y[P + 1] * VALID_DRIVEN_A2 - y[P + 2] * VALID_DRIVEN_A3 - seal.force;
    const valid_driven_oil oil = valid_driven_oil_at(c->driven, y + P, y[U], pose.s);
    dy[ANGLE] = y[RATE];
    dy[RATE] = valid_free_acceleration(pose.m, y[RATE]) + force * pose.ds / pose.m.J;
    dy[P] = (oil.Q_d1 - oil.Q_t) / oil.C[0];
    dy[P + 1] = (oil.Q_t - VALID_DRIVEN_A2 * s_dot) / oil.C[1];
    dy[P + 2] = (VALID_DRIVEN_A3 * s_dot - oil.Q_3d) / oil.C[2];
    dy[U] = (c->U_ref - y[U]) * 2.0 * PI * 35.0;
    dy[Q] = seal.q_dot;
    dy[H] = seal.h_dot;
}

static valid_driven_moment moment(const valid_driven *d, const double *y)
{
    const valid_driven_pose pose = d->pose(y[ANGLE]);
    return (valid_driven_moment){.watched = {pose.watched[0], pose.watched[1]},
                                 .p = {y[P], y[P + 1], y[P + 2]}};
}

double valid_driven_integrate(const valid_driven *d, valid_driven_moment *moments)
{
    enum { PER_MILLISECOND = 50 };
    const double p12 = (d->start_force + 3.5e6 * VALID_DRIVEN_A3) / VALID_DRIVEN_A2;
    double y[UNKNOWNS] = {[ANGLE] = d->start, [P] = p12, [P + 1] = p12, [P + 2] = 3.5e6};
    problem c = {.driven = d};
    double error = 0.0;
    moments[0] = moment(d, y);
    for (int k = 0; k < VALID_DRIVEN_MOMENTS - 1; k++) {
        for (int i = 0; i < 5; i++)
            if (1e-3 * k > d->signal[i].time - 1e-6) c.U_ref = d->signal[i].U_ref;
        error += valid_reference(rates, &c, UNKNOWNS, y, 1e-3, PER_MILLISECOND);
        moments[k + 1] = moment(d, y);
    }
    return error;
}
