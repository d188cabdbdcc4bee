/* The tire as an effort: its wrench on the wheel's centre, rates of the bristles, and all derivatives.
 *
 * Ports 0 to 2 are the position of the wheel's centre, 3 to 5 its turns in world axes: a change of the pose
 * is (dC, dtheta) with da = dtheta x a, one of the motion (dv, domega). Derivatives of the normal forces are
 * summed disc by disc; those of what the discs have in common, friction and rolling resistance, come from the
 * gradients of F_n, rolling radius, spin and slip velocities, and from the turning of the contact frame.
 * Letters as in tire.c. */
#include "tire_internal.h"

enum { P = TIRE_PORTS, W = 8 /* ports, and room up to whole vector registers: zeros */ };

/* row += a b. The loops stay loops until they become vector code; unrolled before, they would be scalar. */
static inline void add_scaled_row(double a, const double *restrict b, double *restrict row)
{
#pragma GCC unroll 1
    for (int j = 0; j < 4; j++) row[j] = fma(a, b[j], row[j]);
#pragma GCC unroll 1
    for (int j = 4; j < P; j++) row[j] = fma(a, b[j], row[j]);
}

/* ---- off the ground ---- */

static void evaluate_airborne(mb_effort_io *io)
{
    io->idle = fabs(io->x[0]) <= TIRE_STRAIGHT && fabs(io->x[1]) <= TIRE_STRAIGHT;
    for (int i = 0; i < P; i++) io->force[i] = 0.0;
    for (int i = 0; i < TIRE_STATES; i++) {
        io->x_dot[i] = io->idle ? 0.0 : -TIRE_RELEASE_RATE * io->x[i];
        if (io->jacobian && !io->idle) io->x_dot_x[i * TIRE_STATES + i] = -TIRE_RELEASE_RATE;
    }
}

/* ---- wrench ---- */

static double component(hl_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

static void add_vector(double *ports, hl_vec3 v)
{
    ports[0] += v.x, ports[1] += v.y, ports[2] += v.z;
}

static hl_vec3 friction_force(const tire_contact *look)
{
    return hl_add_scaled(hl_scale(look->friction[0], look->forward), look->friction[1], look->left);
}

static void wrench(const tire_kinetics *k, double force[P])
{
    const hl_vec3 F = friction_force(&k->look);
    for (int i = 0; i < P; i++) force[i] = 0.0;
    add_vector(force, F);
    add_vector(force + 3, hl_add_scaled(hl_cross(k->arm, F), k->look.rolling_moment, k->axle));
    for (int i = 0; i < k->planes; i++) {
        const tire_disc *disc = &k->disc[i];
        if (!(disc->deflection > 0.0)) continue;
        add_vector(force, hl_scale(disc->force.value, disc->normal));
        add_vector(force + 3, hl_scale(disc->force.value * disc->lever, disc->turn));
    }
}

/* ---- derivatives of the normal forces ---- */

/* Gradients over the ports, of the pose, of what the discs have in common; of F_n over the motion too. */
typedef struct tire_sums {
    double force[W], force_rate[W]; /* F_n */
    double offset[W], deflection[W], normal[3][W];
} tire_sums;

/* d(e m)/dtheta = m (de/dc) m^T + e (a n^T - c I), for dm = (dtheta x a) x n = a (n.dtheta) - c dtheta */
static void add_turned_lever(const tire_disc *disc, hl_vec3 axle, double *force_s)
{
    const double c = hl_dot(axle, disc->normal);
    for (int i = 0; i < 3; i++) {
        const double m = disc->force.value * disc->lever_cosine * component(disc->turn, i),
                     a = disc->force.value * disc->lever * component(axle, i);
        double *row = force_s + (3 + i) * P + 3;
        add_vector(row, hl_add_scaled(hl_scale(m, disc->turn), a, disc->normal));
        row[i] -= disc->force.value * disc->lever * c;
    }
}

/* One disc: its wrench is F w, w = [n; e m], its deflection changes by -w and its rate by -w over the motion,
 * over the turns by  -(de/dc) (m.omega) m - e a x (n x omega),  as d(m.omega) = (dtheta x a) x n . omega.
 * Weighted means change by d(sum s_i x_i/T) = sum (x_i - mean) ds_i/T + sum s_i dx_i/T. */
static void add_disc(const tire_kinetics *k, const tire_disc *disc, double *restrict force_s,
                     double *restrict force_s_dot, tire_sums *restrict sums)
{
    const hl_vec3 m = hl_scale(disc->lever, disc->turn);
    const double w[W] = {disc->normal.x, disc->normal.y, disc->normal.z, m.x, m.y, m.z};
    const hl_vec3 rate =
        hl_add_scaled(hl_scale(-disc->lever_cosine * hl_dot(disc->turn, k->angular), disc->turn),
                      -disc->lever, hl_cross(k->axle, hl_cross(disc->normal, k->angular)));
    const double rate_s[W] = {0.0, 0.0, 0.0, rate.x, rate.y, rate.z};
    const double T_1 = 1.0 / k->shares, offset = T_1 * (disc->offset - k->offset),
                 deflection = T_1 * (disc->deflection + disc->share - k->deflection);
    const hl_vec3 normal = hl_scale(T_1, hl_sub(disc->normal, k->mean_normal));
    double F_s[W], F_s_dot[W];
#pragma GCC unroll 1
    for (int j = 0; j < W; j++) {
        F_s[j] = disc->force.rate * rate_s[j] - disc->force.deflection * w[j];
        F_s_dot[j] = -disc->force.rate * w[j];
        sums->force[j] += F_s[j];
        sums->force_rate[j] += F_s_dot[j];
        sums->offset[j] -= offset * w[j];
        sums->deflection[j] -= deflection * w[j];
        sums->normal[0][j] -= normal.x * w[j];
        sums->normal[1][j] -= normal.y * w[j];
        sums->normal[2][j] -= normal.z * w[j];
    }
    for (int p = 0; p < P; p++) {
        add_scaled_row(w[p], F_s, force_s + (long)p * P);
        add_scaled_row(w[p], F_s_dot, force_s_dot + (long)p * P);
    }
    add_turned_lever(disc, k->axle, force_s);
}

/* ---- derivatives of friction and rolling resistance ---- */

/* Their wrench is F_x X + F_y Y + M_r A with the unit wrenches X = [forward; rho x forward], Y = [left; rho x
 * left], A = [0; a]; the same six numbers are the derivatives of slip velocities and spin over the motion. */
typedef struct tire_units {
    double X[P], Y[P], A[P];
} tire_units;

static tire_units unit_wrenches(const tire_kinetics *k)
{
    const hl_vec3 t = k->look.forward, l = k->look.left, a = k->axle;
    const hl_vec3 x = hl_cross(k->arm, t), y = hl_cross(k->arm, l);
    return (tire_units){.X = {t.x, t.y, t.z, x.x, x.y, x.z},
                        .Y = {l.x, l.y, l.z, y.x, y.y, y.z},
                        .A = {0.0, 0.0, 0.0, a.x, a.y, a.z}};
}

/* Gradients of F_n, r, omega and the slip velocities over the pose's or the motion's ports. */
typedef struct tire_gradients {
    double force[W], radius[W], spin[W], slip[2][W];
} tire_gradients;

/* What changes of F_x, F_y and M_r put on the wheel, and the bristles' rates; `k_roll` is c_rr. */
static void add_magnitudes(const tire_kinetics *k, double k_roll, const tire_units *units,
                           const tire_gradients *d, double *restrict force, double *restrict x_dot)
{
    const tire_law *law = &k->law;
    const double F_n = k->look.normal_force, r = k->look.rolling_radius;
    double roll[W], moment[W], friction[2][W], rates[2][W];
#pragma GCC unroll 1
    for (int j = 0; j < W; j++) {
        roll[j] = d->radius[j] * k->spin_speed + r * k->spin_speed_slope * d->spin[j]; /* r|omega| */
        moment[j] = -k_roll * ((d->force[j] * r + F_n * d->radius[j]) * k->resistance.value +
                               F_n * r * k->resistance.slope * d->spin[j] +
                               F_n * r * k->resistance_radius * d->radius[j]);
    }
    for (int i = 0; i < 2; i++) {
#pragma GCC unroll 1
        for (int j = 0; j < W; j++) {
            const double f = law->force_v[i][0] * d->slip[0][j] + law->force_v[i][1] * d->slip[1][j] +
                             law->force_w[i] * roll[j];
            friction[i][j] = d->force[j] * law->force[i] + F_n * f;
            rates[i][j] = law->z_dot_v[i][0] * d->slip[0][j] + law->z_dot_v[i][1] * d->slip[1][j] +
                          law->z_dot_w[i] * roll[j];
        }
        for (int j = 0; j < P; j++) x_dot[i * P + j] = rates[i][j];
    }
    for (int p = 0; p < P; p++) {
        double change[W];
#pragma GCC unroll 1
        for (int j = 0; j < W; j++)
            change[j] = units->X[p] * friction[0][j] + units->Y[p] * friction[1][j] + units->A[p] * moment[j];
        for (int j = 0; j < P; j++) force[p * P + j] += change[j];
    }
}

/* How the contact frame changes along one port of the pose. */
typedef struct tire_turn {
    hl_vec3 axle, forward, left, below;
} tire_turn;

static tire_turn frame_turn(const tire_kinetics *k, int port, hl_vec3 dM)
{
    const hl_vec3 a = k->axle, N = k->look.normal, t = k->look.forward;
    const hl_vec3 da = port == 3   ? hl_v3(0.0, -a.z, a.y) /* unit vector of the port x a */
                       : port == 4 ? hl_v3(a.z, 0.0, -a.x)
                       : port == 5 ? hl_v3(-a.y, a.x, 0.0)
                                   : hl_v3(0.0, 0.0, 0.0);
    const hl_vec3 dN = hl_scale(k->mean_scale, hl_add_scaled(dM, -hl_dot(N, dM), N));
    const double dG = k->steep.slope * (hl_dot(da, N) + hl_dot(a, dN));
    const hl_vec3 d_across = hl_add(hl_cross(da, N), hl_cross(a, dN));
    tire_turn turn = {.axle = da};
    turn.forward = hl_add_scaled(hl_scale(k->steep.value, d_across), dG, k->across); /* G a x N */
    turn.left = hl_add(hl_cross(dN, t), hl_cross(N, turn.forward));                  /* N x forward */
    turn.below = hl_add(hl_cross(da, t), hl_cross(a, turn.forward));                 /* a x forward */
    return turn;
}

/* Gradients over the pose; where friction acts and points turns with the wheel and the ground, which adds
 * F_x d forward + F_y d left, and its moment, to the columns of `force`. */
static tire_gradients turn_with_pose(const tire_kinetics *k, const tire_sums *sums, double *restrict force)
{
    const tire_contact *look = &k->look;
    const hl_vec3 F = friction_force(look);
    tire_gradients d = {.force = {0.0}};
    for (int j = 0; j < P; j++) {
        const tire_turn turn =
            frame_turn(k, j, hl_v3(sums->normal[0][j], sums->normal[1][j], sums->normal[2][j]));
        d.force[j] = sums->force[j];
        d.radius[j] = -TIRE_ROLLING_DEFLECTION * sums->deflection[j];
        d.spin[j] = hl_dot(turn.axle, k->angular);
        hl_vec3 arm = hl_add_scaled(hl_scale(sums->offset[j], k->axle), k->offset, turn.axle); /* Y a + r d */
        arm = hl_add_scaled(hl_add_scaled(arm, d.radius[j], k->below), look->rolling_radius, turn.below);
        const hl_vec3 velocity = hl_cross(k->angular, arm);
        d.slip[0][j] = hl_dot(turn.forward, k->slip_velocity) + hl_dot(look->forward, velocity);
        d.slip[1][j] = hl_dot(turn.left, k->slip_velocity) + hl_dot(look->left, velocity);
        const hl_vec3 dF =
            hl_add_scaled(hl_scale(look->friction[0], turn.forward), look->friction[1], turn.left);
        const hl_vec3 moment =
            hl_add_scaled(hl_add(hl_cross(arm, F), hl_cross(k->arm, dF)), look->rolling_moment, turn.axle);
        force[j] += dF.x, force[P + j] += dF.y, force[2 * P + j] += dF.z;
        force[3 * P + j] += moment.x, force[4 * P + j] += moment.y, force[5 * P + j] += moment.z;
    }
    return d;
}

static tire_gradients motion_gradients(const tire_units *units, const tire_sums *sums)
{
    tire_gradients d = {.force = {0.0}};
    for (int j = 0; j < P; j++) {
        d.force[j] = sums->force_rate[j];
        d.radius[j] = 0.0;
        d.spin[j] = units->A[j];
        d.slip[0][j] = units->X[j];
        d.slip[1][j] = units->Y[j];
    }
    return d;
}

static void state_columns(const tire_kinetics *k, const tire_units *units, mb_effort_io *io)
{
    for (int p = 0; p < P; p++) {
        io->force_x[p * TIRE_STATES] = k->look.normal_force * k->law.force_z[0] * units->X[p];
        io->force_x[p * TIRE_STATES + 1] = k->look.normal_force * k->law.force_z[1] * units->Y[p];
    }
    for (int i = 0; i < TIRE_STATES; i++) io->x_dot_x[i * TIRE_STATES + i] = k->law.z_dot_z[i];
}

static void derivatives(const tire_effort_data *tire, const tire_kinetics *k, mb_effort_io *io)
{
    const double rolling_resistance = tire->ground->friction->rolling_resistance;
    const tire_units units = unit_wrenches(k);
    tire_sums sums = {.force = {0.0}};
    for (int i = 0; i < k->planes; i++)
        if (k->disc[i].deflection > 0.0) add_disc(k, &k->disc[i], io->force_s, io->force_s_dot, &sums);
    const tire_gradients pose = turn_with_pose(k, &sums, io->force_s),
                         motion = motion_gradients(&units, &sums);
    add_magnitudes(k, rolling_resistance, &units, &pose, io->force_s, io->x_dot_s);
    add_magnitudes(k, rolling_resistance, &units, &motion, io->force_s_dot, io->x_dot_s_dot);
    state_columns(k, &units, io);
}

/* ---- the effort ---- */

static void evaluate_tire(const void *parameters, mb_effort_io *io)
{
    const tire_effort_data *tire = parameters;
    const double *v = io->s_dot;
    tire_kinetics k;
    tire_discs(tire, io->pose, hl_v3(v[0], v[1], v[2]), hl_v3(v[3], v[4], v[5]), &k);
    const bool noted = tire->look != NULL && !io->jacobian;
    io->potential = k.spring_energy;
    io->idle = false;
    if (k.look.touches || noted) tire_patch(tire, io->x, &k);
    if (noted) {
        tire_add_load(&k);
        *tire->look = k.look;
    }
    if (!k.look.touches) {
        evaluate_airborne(io);
        return;
    }
    wrench(&k, io->force);
    for (int i = 0; i < TIRE_STATES; i++) io->x_dot[i] = k.law.z_dot[i];
    if (io->jacobian) derivatives(tire, &k, io);
}

mb_effort_def tire_effort(const char *name, int wheel_body, const tire_effort_data *data)
{
    /* bristles bend by mu/sigma_0, 2 to 20 mm */
    static const double scale[TIRE_STATES] = {1e-3, 1e-3};
    mb_effort_def def = {.name = name,
                         .ports = TIRE_PORTS,
                         .states = TIRE_STATES,
                         .stiff_states = true,
                         .x_scale = scale,
                         .pose_count = 1,
                         .pose_body = {wheel_body},
                         .evaluate = evaluate_tire,
                         .parameters = data};
    mb_body_ports(def.measure, wheel_body, hl_v3(0.0, 0.0, 0.0));
    return def;
}
