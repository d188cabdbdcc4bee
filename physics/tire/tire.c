/* Tires: the friction law, geometry, discs, patches. */
#include "tire_internal.h"

#include "hl/real.h"

/* ---- laws ---- */

/* Friction law of a tire: lumped LuGre in two directions, normalised by the normal force. Source: 000
 * publication V Eq. (26)-(28) and publication IV Eq. (20)-(22); tire/tire.h tells the departures.
 *
 *   s     |v|, slip speed of both directions together            [m/s]
 *   g     Stribeck curve, Eq. (28)                                [1]
 *   A_i   rate at which bristles straighten, sigma_0i s/g + kappa_i w   [1/s]
 *   lambda_i  share of the bristles' damping that is left, sigma_0i/(sigma_0i + sigma_1i A_i)   [1]
 *
 *   z_dot_i = v_i + kappa_i w z'_i - A_i z_i
 *   f_i     = -(lambda_i (sigma_0i z_i + sigma_1i (v_i + kappa_i w z'_i)) + sigma_2i v_i)
 *
 * z' of the bristles that come into the patch is 0 under a tire; a track's carry theirs along (track.h). f_i
 * is the papers' -(sigma_0 z + lambda sigma_1 z_dot + sigma_2 v): put z_dot in and collect z and v.
 *
 * Corner: at s = 0 the derivative of s is taken as zero, the mean of all directions. g with an exponent
 * below one has an infinite slope there; only s dg/ds is needed, which is finite. */

/* s/g and its derivative. y = (s/v_s)^alpha,  g = mu_c + (mu_s - mu_c) e^-y,  s dg/ds = -alpha y (g - mu_c)
 */
static tire_function speed_over_curve(const tire_friction *f, double s)
{
    if (f->stiction <= f->kinetic) return (tire_function){s / f->kinetic, 1.0 / f->kinetic};
    const double y = hl_pow(s / f->stribeck_velocity, f->exponent);
    const double excess = (f->stiction - f->kinetic) * hl_exp(-y), g = f->kinetic + excess;
    return (tire_function){s / g, (1.0 + f->exponent * y * excess / g) / g};
}

void tire_law_evaluate(const tire_friction *friction, const double v[2], double w, const double z[2],
                       const double fresh[2], tire_law *law)
{
    const tire_friction *f = friction;
    const double s = sqrt(fma(v[0], v[0], v[1] * v[1]));
    const tire_function h = speed_over_curve(f, s); /* s/g */
    const double s_v[2] = {s > 0.0 ? v[0] / s : 0.0, s > 0.0 ? v[1] / s : 0.0};
    for (int i = 0; i < 2; i++) {
        const double sigma_0 = f->stiffness[i], sigma_1 = f->damping[i], sigma_2 = f->viscous[i];
        const double kappa = f->slip_stiffness[i] > 0.0 ? sigma_0 / f->slip_stiffness[i] : 0.0;
        const double A = sigma_0 * h.value + kappa * w, lambda = sigma_0 / (sigma_0 + sigma_1 * A);
        const double bristle = sigma_0 * z[i] + sigma_1 * (v[i] + kappa * w * fresh[i]);
        const double force_A = bristle * lambda * lambda * sigma_1 / sigma_0; /* d f / d A */
        law->z_dot[i] = v[i] + kappa * w * fresh[i] - A * z[i];
        law->force[i] = -(lambda * bristle + sigma_2 * v[i]);
        for (int j = 0; j < 2; j++) {
            const double A_v = sigma_0 * h.slope * s_v[j];
            law->z_dot_v[i][j] = -z[i] * A_v;
            law->force_v[i][j] = force_A * A_v;
        }
        law->z_dot_v[i][i] += 1.0;
        law->force_v[i][i] -= lambda * sigma_1 + sigma_2;
        law->z_dot_w[i] = (fresh[i] - z[i]) * kappa;
        law->force_w[i] = (force_A - lambda * sigma_1 * fresh[i]) * kappa;
        law->z_dot_z[i] = -A;
        law->force_z[i] = -lambda * sigma_0;
    }
}

/* ---- tires ---- */

/* What a tire does at a motion of its wheel: normal forces of the discs, contact frame, slip, friction.
 *
 *   C, a     the wheel's centre; its axle, a unit vector to the left
 *   R, y_i   free radius; place of disc i along the axle
 *   n, P     normal and a point of the disc's plane;  c = n.a,  q = 1 - c^2,  G = 1/sqrt q
 *   d        = -(n - c a) G, the direction from the axle down to the plane, in the wheel's plane
 *   m        = a x n
 *
 * The foot of a disc, C + y a + R d, lies under its plane by
 *   delta = R sqrt q - n.(C + y a - P).
 * With dc = m.dtheta a motion of the wheel changes it by
 *   d delta = -n.dC - e m.dtheta,    e = y + R G c,
 * so that delta_dot = -n.v - e m.omega, in which the spin about the axle has no part (m is normal to a), and
 * a normal force F does the work of the wrench F [n; e m] about C: that of a force at the foot, for (y a + R
 * d) x n = e m. The spring's part of it is therefore exactly the gradient of k delta^2/2.
 *
 * Friction acts at the slip point C + rho, rho = Y a + r d, with the rolling radius r in place of R, Y the
 * mean of the discs' places and d, c, G taken at the mean of their normals, all weighted with deflections
 * (not with forces: so the contact frame depends on the pose alone, and still is the centre of the spring
 * forces). As the same point gives the slip velocity v + omega x rho, power of friction = force . slip
 * velocity. */

/* The damper fades in over this part of the radius, so that the force starts continuously: some
 * millimetres, a tenth to a quarter of a static deflection [1]. */
static const double DAMPING_RAMP = 0.01;
/* Added to each deflection as a weight: the contact frame is defined before the first disc touches and turns
 * to it within a tenth of a millimetre, not at once [m]. */
static const double SHARE_FLOOR = 1e-4;
/* A wheel flatter than this, sine of the angle between axle and normal, about 6 degrees, has no direction
 * down in its plane to speak of: from there on G stays, so that d and the contact frame shrink to zero [1].
 */
static const double FLAT = 0.1;
/* Rolling resistance has grown to 0.7 of its size at this spin, 4 to 9 cm/s on the usual wheels [rad/s]. */
static const double RESISTANCE_SPIN = 0.1;

/* ---- geometry ---- */

double tire_disc_offset(const tire_model *tire, int disc)
{
    return tire->discs > 1 ? tire->width * ((double)disc / (double)(tire->discs - 1) - 0.5) : 0.0;
}

tire_function tire_steepness(double c)
{
    const double q = 1.0 - c * c;
    if (q < FLAT * FLAT) return (tire_function){1.0 / FLAT, 0.0};
    const double G = 1.0 / sqrt(q);
    return (tire_function){G, c * G * G * G};
}

double tire_projected_radius(double c, double G)
{
    const double q = 1.0 - c * c;
    return q < FLAT * FLAT ? 0.5 * (FLAT + q * G) : q * G;
}

static hl_vec3 world_axle(const tire_model *tire, const mb_pose *pose)
{
    return hl_mul(&pose->rotation, tire->axle);
}

hl_vec3 tire_disc_centre(const tire_model *tire, const mb_pose *pose, int disc)
{
    return hl_add_scaled(pose->position, tire_disc_offset(tire, disc), world_axle(tire, pose));
}

hl_vec3 tire_disc_foot(const tire_model *tire, const mb_pose *pose, int disc, hl_vec3 normal)
{
    const hl_vec3 a = world_axle(tire, pose);
    const double c = hl_dot(normal, a);
    const hl_vec3 up = hl_add_scaled(normal, -c, a);
    return hl_add_scaled(tire_disc_centre(tire, pose, disc), -tire->radius * tire_steepness(c).value, up);
}

/* ---- discs ---- */

/* S = u^2 (3 - 2 u), u = delta/ramp: see mb_stop in force.c. */
tire_force tire_normal_force(double stiffness, double damping, double dissipation, double radius,
                             double deflection, double rate)
{
    const double ramp = DAMPING_RAMP * radius;
    const double u = deflection < ramp ? deflection / ramp : 1.0;
    const double S = u * u * (3.0 - 2.0 * u), S_u = 6.0 * u * (1.0 - u);
    const double growth = stiffness * dissipation; /* of the damping with depth [N s/m^2] */
    const double resistance = damping * S + growth * deflection;
    const double force = stiffness * deflection + resistance * rate;
    if (!(force > 0.0)) return (tire_force){0.0, 0.0, 0.0};
    return (tire_force){force, stiffness + (damping * S_u / ramp + growth) * rate, resistance};
}

void tire_ground_add(tire_ground *ground, const tire_model *tire, int disc, hl_vec3 point, hl_vec3 normal)
{
    const int place = tire->discs + ground->extra;
    if (place >= TIRE_MAX_PLANES) return;
    ground->point[place] = point;
    ground->normal[place] = normal;
    ground->extra_disc[ground->extra++] = disc;
}

static int disc_of(const tire_effort_data *tire, int plane)
{
    const int discs = tire->model.discs;
    return plane < discs ? plane : tire->ground->extra_disc[plane - discs];
}

/* @param i  number of the plane */
static void place_disc(const tire_effort_data *tire, int i, const tire_kinetics *k, tire_disc *disc)
{
    const hl_vec3 n = tire->ground->normal[i], a = k->axle;
    const double R = tire->model.radius, y = tire_disc_offset(&tire->model, disc_of(tire, i)),
                 c = hl_dot(n, a);
    const tire_function G = tire_steepness(c);
    const double height = fma(y, c, hl_dot(n, hl_sub(k->position, tire->ground->point[i])));
    disc->normal = n;
    disc->turn = hl_cross(a, n);
    disc->offset = y;
    disc->lever = y + R * G.value * c;
    disc->lever_cosine = R * (G.value + G.slope * c);
    disc->deflection = R * tire_projected_radius(c, G.value) - height;
    disc->rate = -hl_dot(n, k->velocity) - disc->lever * hl_dot(disc->turn, k->angular);
}

void tire_discs(const tire_effort_data *tire, const mb_pose *pose, hl_vec3 velocity, hl_vec3 angular,
                tire_kinetics *k)
{
    const double discs = (double)tire->model.discs;
    const double stiffness = tire->model.stiffness / discs, damping = tire->model.damping / discs;
    tire_contact *look = &k->look;
    k->position = pose->position;
    k->axle = world_axle(&tire->model, pose);
    k->velocity = velocity;
    k->angular = angular;
    k->spring_energy = look->normal_force = look->deflection = 0.0;
    look->touches = false;
    k->planes = tire->model.discs + tire->ground->extra;
    for (int i = 0; i < tire->model.discs; i++) look->disc_force[i] = 0.0;
    for (int i = 0; i < k->planes; i++) {
        tire_disc *disc = &k->disc[i];
        place_disc(tire, i, k, disc);
        if (!(disc->deflection > 0.0)) continue;
        disc->force =
            tire_normal_force(stiffness, damping, 0.0, tire->model.radius, disc->deflection, disc->rate);
        k->spring_energy += 0.5 * stiffness * disc->deflection * disc->deflection;
        look->touches = true;
        look->disc_force[disc_of(tire, i)] += disc->force.value;
        look->normal_force += disc->force.value;
        if (disc->deflection > look->deflection) look->deflection = disc->deflection;
    }
}

/* ---- patch ---- */

/* Means over the discs on their planes, weighted with max(delta, 0) + SHARE_FLOOR. */
static void average_discs(tire_kinetics *k)
{
    double shares = 0.0, offset = 0.0, deflection = 0.0;
    hl_vec3 normal = hl_v3(0.0, 0.0, 0.0);
    for (int i = 0; i < k->planes; i++) {
        const double delta = k->disc[i].deflection, pressed = delta > 0.0 ? delta : 0.0;
        const double share = pressed + SHARE_FLOOR;
        k->disc[i].share = share;
        shares += share;
        offset = fma(share, k->disc[i].offset, offset);
        deflection = fma(share, pressed, deflection);
        normal = hl_add_scaled(normal, share, k->disc[i].normal);
    }
    k->shares = shares;
    k->offset = offset / shares;
    k->deflection = deflection / shares;
    k->mean_normal = hl_scale(1.0 / shares, normal);
}

static void contact_frame(const tire_model *tire, tire_kinetics *k)
{
    tire_contact *look = &k->look;
    k->mean_scale = 1.0 / hl_norm(k->mean_normal);
    look->normal = hl_scale(k->mean_scale, k->mean_normal);
    k->steep = tire_steepness(hl_dot(look->normal, k->axle));
    k->across = hl_cross(k->axle, look->normal);
    look->forward = hl_scale(k->steep.value, k->across);
    look->left = hl_cross(look->normal, look->forward);
    k->below = hl_cross(k->axle, look->forward);
    look->rolling_radius = tire->radius - TIRE_ROLLING_DEFLECTION * k->deflection;
    const hl_vec3 middle = hl_scale(k->offset, k->axle);
    k->arm = hl_add_scaled(middle, look->rolling_radius, k->below);
    look->point = hl_add(k->position, hl_add_scaled(middle, tire->radius - k->deflection, k->below));
}

/* h (1 + growth (r omega)^2), h = omega/omega_0 / sqrt(1 + (omega/omega_0)^2): like tanh, of the exactly
 * rounded sqrt alone. */
static void resist_rolling(double growth, tire_kinetics *k)
{
    const double r = k->look.rolling_radius, omega = k->spin;
    const double x = omega / RESISTANCE_SPIN, root = sqrt(1.0 + x * x);
    const double h = x / root, h_slope = 1.0 / (RESISTANCE_SPIN * root * root * root);
    const double more = 1.0 + growth * r * r * omega * omega;
    k->resistance = (tire_function){h * more, h_slope * more + 2.0 * h * growth * r * r * omega};
    k->resistance_radius = 2.0 * h * growth * r * omega * omega;
}

tire_function tire_speed(double w, double floor)
{
    const double root = sqrt(w * w + floor * floor);
    return (tire_function){w * w / (root + floor), w / root};
}

static void slip_and_spin(tire_kinetics *k)
{
    tire_contact *look = &k->look;
    k->slip_velocity = hl_add(k->velocity, hl_cross(k->angular, k->arm));
    look->slip_velocity[0] = hl_dot(look->forward, k->slip_velocity);
    look->slip_velocity[1] = hl_dot(look->left, k->slip_velocity);
    k->spin = hl_dot(k->axle, k->angular);
    const tire_function speed = tire_speed(k->spin, TIRE_SPIN_FLOOR);
    k->spin_speed = speed.value;
    k->spin_speed_slope = speed.slope;
}

void tire_patch(const tire_effort_data *tire, const double z[TIRE_STATES], tire_kinetics *k)
{
    static const double straight[TIRE_STATES] = {0.0, 0.0};
    const tire_friction *friction = tire->ground->friction;
    tire_contact *look = &k->look;
    average_discs(k);
    contact_frame(&tire->model, k);
    slip_and_spin(k);
    resist_rolling(friction->rolling_growth, k);
    tire_law_evaluate(friction, look->slip_velocity, look->rolling_radius * k->spin_speed, z, straight,
                      &k->law);
    look->friction[0] = look->normal_force * k->law.force[0];
    look->friction[1] = look->normal_force * k->law.force[1];
    look->rolling_moment =
        -friction->rolling_resistance * look->normal_force * look->rolling_radius * k->resistance.value;
}

void tire_add_load(tire_kinetics *k)
{
    k->look.load = 0.0;
    for (int i = 0; i < k->planes; i++)
        if (k->disc[i].deflection > 0.0)
            k->look.load += k->disc[i].force.value * hl_dot(k->disc[i].normal, k->look.normal);
}

tire_contact tire_evaluate(const tire_effort_data *tire, const mb_pose *pose, hl_vec3 velocity,
                           hl_vec3 angular_velocity, const double z[TIRE_STATES])
{
    tire_kinetics k = {.shares = 0.0};
    tire_discs(tire, pose, velocity, angular_velocity, &k);
    tire_patch(tire, z, &k);
    tire_add_load(&k);
    return k.look;
}
