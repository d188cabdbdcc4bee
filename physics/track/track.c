/* Crawler tracks: forces of the stations, and the effort on the carrying body.
 *
 *   a        the body's y axis, to the left
 *   C, c_i   the body's origin; centre of the wheel of station i from there, R its radius
 *   n, P     normal and a point of its plane;  c = n.a,  q = 1 - c^2,  G = 1/sqrt q,  m = a x n
 *   d        = -(n - c a) G, the direction from the axle down to the plane, in the wheel's plane
 *
 * As a disc of a tire (tire.c) the foot, C + c_i + R d, lies under the plane by
 *   delta = R sqrt q - n.(C + c_i - P).
 * A motion of the body changes it by -n.dC - (b x n).dtheta with b = c_i + R G c a, the point of the axle
 * that lies on the plane's normal through the foot: a normal force F_n does the work of the wrench F_n [n; b
 * x n] about C, whose spring part is exactly the gradient of k delta^2/2.
 *
 * Friction acts at the foot of the undeflected wheel, rho = c_i + R d, and the same point gives the slip
 * velocity. The belt takes part in it with the share g(c): 1 up to a lean of 45 deg, 0 where the track lies
 * on its flat side. There the ends of the shoes of both runs lie on the ground, and as the runs move in
 * opposite directions the belt drives nothing: a machine on its side does not travel. Estimate: a smooth step
 * over c. */
#include "track/track.h"
#include "tire/tire_internal.h"

/** A station on its plane n. Its normal force puts the wrench F_n [n; b x n] on the body's origin, friction
 * its forces along forward and left at the foot rho. */
typedef struct track_press {
    hl_vec3 normal;          /**< n */
    hl_vec3 turn;            /**< m = a x n */
    hl_vec3 centre;          /**< of the wheel, from the body's origin, world axes [m] */
    hl_vec3 bearing;         /**< b = centre + R G (a.n) a */
    hl_vec3 foot;            /**< rho, from the body's origin [m] */
    hl_vec3 forward, left;   /**< of the contact frame */
    hl_vec3 velocity;        /**< of the body's point at the foot [m/s] */
    tire_function steep;     /**< G */
    tire_function drive;     /**< g(c) */
    double radius, cosine;   /**< R; c = a.n */
    double deflection, rate; /**< delta [m], delta_dot [m/s] */
    tire_force force;        /**< F_n */
    double slip[2];          /**< v [m/s] */
    tire_law law;
} track_press;

/** What all stations have in common. */
typedef struct track_motion {
    hl_vec3 position, velocity, angular; /**< of the body */
    hl_mat3 rotation;
    hl_vec3 axle;             /**< a */
    double belt_speed;        /**< v_b [m/s] */
    tire_function belt_run;   /**< |v_b| rounded off at rest */
    tire_function resistance; /**< h(v_b) */
} track_motion;

/* Below, |v_b| is rounded off and a standing belt carries nothing along [m/s]. */
static const double RUN_FLOOR = 5e-4;
/* The resistance of rollers and belt has grown to 0.7 of its size at this belt speed [m/s]. A fiftieth of a
 * usual travel speed. */
static const double RESISTANCE_SPEED = 0.02;

/* ---- geometry ---- */

static double distance(const track_model *track, int station, int other)
{
    const hl_vec3 way = hl_sub(track->station[other].centre, track->station[station].centre);
    return sqrt(way.x * way.x + way.z * way.z);
}

double track_share(const track_model *track, int station)
{
    const int last = track->stations - 1;
    if (station == 0) return distance(track, 0, 1);
    if (station == last) return distance(track, last - 1, last);
    return 0.5 * (distance(track, station - 1, station) + distance(track, station, station + 1));
}

hl_vec3 track_foot(const track_model *track, const mb_pose *pose, int station, hl_vec3 normal)
{
    const track_station *wheel = &track->station[station];
    const hl_vec3 a = hl_mat3_column(&pose->rotation, 1);
    const double c = hl_dot(normal, a);
    const hl_vec3 up = hl_add_scaled(normal, -c, a);
    const hl_vec3 centre = hl_add(pose->position, hl_mul(&pose->rotation, wheel->centre));
    return hl_add_scaled(centre, -wheel->radius * tire_steepness(c).value, up);
}

void track_inflow(const track_model *track, double spin, const double *z,
                  double inflow[TRACK_MAX_STATIONS][2])
{
    const int upstream = spin < 0.0 ? 1 : -1;
    for (int i = 0; i < track->stations; i++) {
        const int from = i + upstream;
        const bool fresh = from < 0 || from >= track->stations;
        for (int k = 0; k < 2; k++) inflow[i][k] = fresh ? 0.0 : z[2 * from + k];
    }
}

/* ---- kinetics ---- */

/* v/sqrt(v^2 + width^2) */
static tire_function smooth_sign(double v, double width)
{
    const double root = sqrt(v * v + width * width);
    return (tire_function){v / root, width * width / (root * root * root)};
}

/* @param spin  of the sprocket [rad/s] */
static track_motion track_motion_of(const track_model *track, const mb_pose *pose, hl_vec3 velocity,
                                    hl_vec3 angular, double spin)
{
    const double belt_speed = track->pitch_radius * spin;
    return (track_motion){.position = pose->position,
                          .velocity = velocity,
                          .angular = angular,
                          .rotation = pose->rotation,
                          .axle = hl_mat3_column(&pose->rotation, 1),
                          .belt_speed = belt_speed,
                          .belt_run = tire_speed(belt_speed, RUN_FLOOR),
                          .resistance = smooth_sign(belt_speed, RESISTANCE_SPEED)};
}

/* The share g(c) of the belt in the slip. Up to sin 45 deg it is exactly 1. */
static tire_function drive_share(double cosine)
{
    static const double UPRIGHT = 0.70710678118654752;
    const double s = (fabs(cosine) - UPRIGHT) / (1.0 - UPRIGHT);
    if (!(s > 0.0)) return (tire_function){1.0, 0.0};
    if (s >= 1.0) return (tire_function){0.0, 0.0};
    return (tire_function){1.0 - s * s * (3.0 - 2.0 * s),
                           copysign(1.0, cosine) * 6.0 * s * (s - 1.0) / (1.0 - UPRIGHT)};
}

/* Place and normal force of a station. @return whether it touches: only then is the rest to be asked for */
static bool track_press_normal(const track_effort_data *track, const track_motion *motion, int station,
                               track_press *press)
{
    const track_station *wheel = &track->model.station[station];
    const hl_vec3 n = track->ground->normal[station], a = motion->axle;
    press->normal = n;
    press->radius = wheel->radius;
    press->centre = hl_mul(&motion->rotation, wheel->centre);
    press->cosine = hl_dot(n, a);
    press->steep = tire_steepness(press->cosine);
    const hl_vec3 from_plane = hl_sub(hl_add(motion->position, press->centre), track->ground->point[station]);
    press->deflection =
        wheel->radius * tire_projected_radius(press->cosine, press->steep.value) - hl_dot(n, from_plane);
    if (!(press->deflection > 0.0)) return false;
    press->turn = hl_cross(a, n);
    press->bearing = hl_add_scaled(press->centre, wheel->radius * press->steep.value * press->cosine, a);
    press->rate = -hl_dot(n, hl_add(motion->velocity, hl_cross(motion->angular, press->bearing)));
    press->force = tire_normal_force(track->model.stiffness, track->model.damping, track->model.dissipation,
                                     wheel->radius, press->deflection, press->rate);
    return true;
}

/* Frame, slip and friction of a station that touches. @param z  its bristles */
static void track_press_friction(const track_effort_data *track, const track_motion *motion, int station,
                                 const double z[2], track_press *press)
{
    const double share = track_share(&track->model, station);
    tire_friction friction = track->ground->friction[station];
    for (int k = 0; k < 2; k++) friction.slip_stiffness[k] = friction.stiffness[k] * share; /* kappa = 1/l */
    press->forward = hl_scale(press->steep.value, press->turn);
    press->left = hl_cross(press->normal, press->forward);
    press->foot = hl_add_scaled(press->centre, press->radius, hl_cross(motion->axle, press->forward));
    press->velocity = hl_add(motion->velocity, hl_cross(motion->angular, press->foot));
    press->drive = drive_share(press->cosine);
    press->slip[0] = hl_dot(press->forward, press->velocity) - press->drive.value * motion->belt_speed;
    press->slip[1] = hl_dot(press->left, press->velocity);
    tire_law_evaluate(&friction, press->slip, motion->belt_run.value, z, track->ground->inflow[station],
                      &press->law);
}

/* c_rr of a station: rollers and belt, and the ground under it [1]. */
static double track_resistance(const track_effort_data *track, int station)
{
    return track->model.resistance + track->ground->friction[station].rolling_resistance;
}

/* ---- what a track does ---- */

/* Along the belt on the mean of the planes. */
static hl_vec3 mean_forward(const track_effort_data *track, hl_vec3 axle)
{
    hl_vec3 up = {0, 0, 0};
    for (int i = 0; i < track->model.stations; i++) up = hl_add(up, track->ground->normal[i]);
    return hl_normalized(hl_cross(axle, up));
}

static double speed_of_middle(const track_model *track, const track_motion *motion, hl_vec3 forward)
{
    hl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < track->stations; i++)
        sum = hl_add(sum, hl_sub(track->station[i].centre, hl_v3(0, 0, track->station[i].radius)));
    const hl_vec3 middle = hl_mul(&motion->rotation, hl_scale(1.0 / track->stations, sum));
    return hl_dot(forward, hl_add(motion->velocity, hl_cross(motion->angular, middle)));
}

track_contact track_evaluate(const track_effort_data *track, const mb_pose *pose, hl_vec3 velocity,
                             hl_vec3 angular_velocity, double spin, const double *z)
{
    const track_motion motion = track_motion_of(&track->model, pose, velocity, angular_velocity, spin);
    track_contact look = {.touching = 0, .belt_speed = motion.belt_speed};
    look.forward = mean_forward(track, motion.axle);
    look.ground_speed = speed_of_middle(&track->model, &motion, look.forward);
    for (int i = 0; i < track->model.stations; i++) {
        track_press press;
        look.foot[i] = track_foot(&track->model, pose, i, track->ground->normal[i]);
        if (!track_press_normal(track, &motion, i, &press)) continue;
        track_press_friction(track, &motion, i, z + 2 * i, &press);
        look.touching++;
        look.force[i] = press.force.value;
        for (int k = 0; k < 2; k++) {
            look.slip[i][k] = press.slip[k];
            look.friction[i][k] = press.force.value * press.law.force[k];
        }
        look.load += look.force[i];
        look.traction += look.friction[i][0];
        look.side_force += look.friction[i][1];
    }
    return look;
}

/* The track as an effort: the wrench of its stations on the carrying body, the torque on the sprocket, rates
 * of the bristles, and all derivatives.
 *
 * Ports 0 to 2 are the position of the body's origin, 3 to 5 its turns in world axes, 6 the sprocket's angle.
 * With the unit wrenches
 *     w = [n; b x n; 0]    X = [forward; rho x forward; -g r]  Y = [left; rho x left; 0]    B = [0; 0; r],
 * r the pitch radius, a station puts F_n w + F_x X + F_y Y - c_rr F_n h B on the ports, and a motion s_dot of
 * them has delta_dot = -w.s_dot, slip velocities X.s_dot and Y.s_dot, belt speed B.s_dot: power of friction
 * is that of the slip. Planes stand still, so that displacements change forces by way of F_n alone; turns by
 * dtheta change the frame too, where da = dtheta x a and dc_i = dtheta x c_i. Letters as in track.c. */

enum { P = TRACK_PORTS, TURNS = 3, SPROCKET = 6, MOST_STATES = 2 * TRACK_MAX_STATIONS };

/* ---- one station ---- */

typedef struct unit_wrenches {
    double w[P], X[P], Y[P];
} unit_wrenches;

static void store(double wrench[P], hl_vec3 force, hl_vec3 arm, double sprocket)
{
    const hl_vec3 moment = hl_cross(arm, force);
    wrench[0] = force.x, wrench[1] = force.y, wrench[2] = force.z;
    wrench[3] = moment.x, wrench[4] = moment.y, wrench[5] = moment.z;
    wrench[SPROCKET] = sprocket;
}

static unit_wrenches unit_wrenches_of(const track_model *track, const track_press *press)
{
    unit_wrenches units;
    store(units.w, press->normal, press->bearing, 0.0);
    store(units.X, press->forward, press->foot, -(press->drive.value * track->pitch_radius));
    store(units.Y, press->left, press->foot, 0.0);
    return units;
}

/* Gradients over the ports of F_n, of the slip velocities and of |v_b|. */
typedef struct gradients {
    double force[P], slip[2][P], run[P];
} gradients;

/* What the changes of F_n, F_x, F_y put on the ports, and the bristles' rates. `pull` is c_rr r h(v_b). */
static void add_magnitudes(const track_press *press, const unit_wrenches *units, const gradients *d,
                           double pull, double *restrict force, double *restrict x_dot)
{
    const tire_law *law = &press->law;
    const double F_n = press->force.value;
    for (int j = 0; j < P; j++) {
        double friction[2];
        for (int i = 0; i < 2; i++) {
            friction[i] = d->force[j] * law->force[i] +
                          F_n * (law->force_v[i][0] * d->slip[0][j] + law->force_v[i][1] * d->slip[1][j] +
                                 law->force_w[i] * d->run[j]);
            x_dot[i * P + j] = law->z_dot_v[i][0] * d->slip[0][j] + law->z_dot_v[i][1] * d->slip[1][j] +
                               law->z_dot_w[i] * d->run[j];
        }
        for (int p = 0; p < P; p++)
            force[p * P + j] +=
                units->w[p] * d->force[j] + units->X[p] * friction[0] + units->Y[p] * friction[1];
        force[SPROCKET * P + j] -= pull * d->force[j];
    }
}

/* Three rows of a column. */
static void add_column(double *rows, int column, hl_vec3 v)
{
    rows[column] += v.x, rows[P + column] += v.y, rows[2 * P + column] += v.z;
}

/* Gradients over the pose. Where the forces act and point turns with the body, which adds the turned wrench
 * to the columns of `force`. */
static gradients turn_with_pose(const track_model *track, const track_press *press,
                                const track_motion *motion, const unit_wrenches *units,
                                double *restrict force)
{
    static const hl_vec3 axes[TURNS] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const hl_vec3 a = motion->axle, n = press->normal, t = press->forward, l = press->left;
    const double F_n = press->force.value, R = press->radius, G = press->steep.value, c = press->cosine;
    const double F_x = F_n * press->law.force[0], F_y = F_n * press->law.force[1];
    gradients d = {.run = {0.0}};
    for (int j = 0; j < P; j++) d.force[j] = -press->force.deflection * units->w[j];
    for (int k = 0; k < TURNS; k++) {
        const hl_vec3 da = hl_cross(axes[k], a), dc = hl_cross(axes[k], press->centre);
        const double cosine = hl_dot(da, n), steep = press->steep.slope * cosine;
        const hl_vec3 bearing =
            hl_add_scaled(hl_add_scaled(dc, R * G * c, da), R * (G * cosine + steep * c), a); /* db */
        const hl_vec3 forward = hl_add_scaled(hl_scale(G, hl_cross(da, n)), steep, press->turn);
        const hl_vec3 left = hl_cross(n, forward);
        const hl_vec3 foot = hl_add_scaled(dc, R, hl_add(hl_cross(da, t), hl_cross(a, forward)));
        const hl_vec3 velocity = hl_cross(motion->angular, foot);
        const hl_vec3 F = hl_add_scaled(hl_scale(F_x, t), F_y, l);
        const hl_vec3 dF = hl_add_scaled(hl_scale(F_x, forward), F_y, left);
        const hl_vec3 moment =
            hl_add_scaled(hl_add(hl_cross(foot, F), hl_cross(press->foot, dF)), F_n, hl_cross(bearing, n));
        const int j = 3 + k;
        d.force[j] -= press->force.rate * hl_dot(n, hl_cross(motion->angular, bearing));
        const double drive = press->drive.slope * cosine; /* dg */
        d.slip[0][j] = hl_dot(forward, press->velocity) + hl_dot(t, velocity);
        if (drive != 0.0) {
            d.slip[0][j] -= drive * motion->belt_speed;
            force[SPROCKET * P + j] -= drive * track->pitch_radius * F_x;
        }
        d.slip[1][j] = hl_dot(left, press->velocity) + hl_dot(l, velocity);
        add_column(force, j, dF);
        add_column(force + 3 * P, j, moment);
    }
    return d;
}

static gradients motion_gradients(const track_model *track, const track_press *press,
                                  const track_motion *motion, const unit_wrenches *units)
{
    gradients d = {.run = {[SPROCKET] = motion->belt_run.slope * track->pitch_radius}};
    for (int j = 0; j < P; j++) {
        d.force[j] = -press->force.rate * units->w[j];
        d.slip[0][j] = units->X[j];
        d.slip[1][j] = units->Y[j];
    }
    return d;
}

static void derivatives(const track_effort_data *track, int station, const track_press *press,
                        const track_motion *motion, const unit_wrenches *units, mb_effort_io *io)
{
    const track_model *model = &track->model;
    const int states = 2 * model->stations, first = 2 * station;
    const double r = model->pitch_radius, c_rr = track_resistance(track, station);
    const double pull = c_rr * r * motion->resistance.value, F_n = press->force.value;
    const gradients pose = turn_with_pose(model, press, motion, units, io->force_s),
                    rate = motion_gradients(model, press, motion, units);
    add_magnitudes(press, units, &pose, pull, io->force_s, io->x_dot_s + first * P);
    add_magnitudes(press, units, &rate, pull, io->force_s_dot, io->x_dot_s_dot + first * P);
    io->force_s_dot[SPROCKET * P + SPROCKET] -= c_rr * F_n * r * motion->resistance.slope * r;
    for (int p = 0; p < P; p++) {
        io->force_x[p * states + first] = F_n * press->law.force_z[0] * units->X[p];
        io->force_x[p * states + first + 1] = F_n * press->law.force_z[1] * units->Y[p];
    }
    for (int k = 0; k < 2; k++) io->x_dot_x[(first + k) * states + first + k] = press->law.z_dot_z[k];
}

static void press_on(const track_effort_data *track, int station, const track_motion *motion,
                     track_press *press, mb_effort_io *io)
{
    track_press_friction(track, motion, station, io->x + 2 * station, press);
    const unit_wrenches units = unit_wrenches_of(&track->model, press);
    const double F_n = press->force.value;
    const double F_x = F_n * press->law.force[0], F_y = F_n * press->law.force[1];
    for (int p = 0; p < P; p++) io->force[p] += F_n * units.w[p] + F_x * units.X[p] + F_y * units.Y[p];
    io->force[SPROCKET] -=
        track_resistance(track, station) * F_n * track->model.pitch_radius * motion->resistance.value;
    io->potential += 0.5 * track->model.stiffness * press->deflection * press->deflection;
    for (int k = 0; k < 2; k++) io->x_dot[2 * station + k] = press->law.z_dot[k];
    if (io->jacobian) derivatives(track, station, press, motion, &units, io);
}

/* A station off the ground forgets. @return whether there is nothing left to forget */
static bool release(const track_model *track, int station, mb_effort_io *io)
{
    bool straight = true;
    for (int k = 2 * station; k < 2 * station + 2; k++) {
        const bool bent = fabs(io->x[k]) > TIRE_STRAIGHT;
        io->x_dot[k] = bent ? -TIRE_RELEASE_RATE * io->x[k] : 0.0;
        if (io->jacobian && bent) io->x_dot_x[k * 2 * track->stations + k] = -TIRE_RELEASE_RATE;
        straight = straight && !bent;
    }
    return straight;
}

/* ---- the effort ---- */

static void evaluate_track(const void *parameters, mb_effort_io *io)
{
    const track_effort_data *track = parameters;
    const double *v = io->s_dot;
    const track_motion motion = track_motion_of(&track->model, io->pose, hl_v3(v[0], v[1], v[2]),
                                                hl_v3(v[3], v[4], v[5]), v[SPROCKET]);
    io->potential = 0.0;
    io->idle = true;
    for (int p = 0; p < P; p++) io->force[p] = 0.0;
    for (int i = 0; i < track->model.stations; i++) {
        track_press press;
        if (track_press_normal(track, &motion, i, &press)) {
            press_on(track, i, &motion, &press, io);
            io->idle = false;
        } else if (!release(&track->model, i, io)) {
            io->idle = false;
        }
    }
}

mb_effort_def track_effort(const char *name, int body, mb_measure_def sprocket, const track_effort_data *data)
{
    enum { M = MOST_STATES };
    /* bristles bend by K = mu/sigma_0, some millimetres to some centimetres */
    static const double scale[M] = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3,
                                    1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3};
    mb_effort_def def = {.name = name,
                         .ports = TRACK_PORTS,
                         .states = 2 * data->model.stations,
                         .stiff_states = true,
                         .x_scale = scale,
                         .pose_count = 1,
                         .pose_body = {body},
                         .evaluate = evaluate_track,
                         .parameters = data};
    mb_body_ports(def.measure, body, hl_v3(0.0, 0.0, 0.0));
    def.measure[SPROCKET] = sprocket;
    return def;
}
