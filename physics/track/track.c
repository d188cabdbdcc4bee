/* What the stations of a track do at a motion of the body that carries it.
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
 * velocity. */
#include "track_internal.h"

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

track_motion track_motion_of(const track_model *track, const mb_pose *pose, hl_vec3 velocity, hl_vec3 angular,
                             double spin)
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

bool track_press_normal(const track_effort_data *track, const track_motion *motion, int station,
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
    press->force = tire_normal_force(track->model.stiffness, track->model.damping, wheel->radius,
                                     press->deflection, press->rate);
    return true;
}

void track_press_friction(const track_effort_data *track, const track_motion *motion, int station,
                          const double z[2], track_press *press)
{
    const double share = track_share(&track->model, station);
    tire_friction friction = track->ground->friction[station];
    for (int k = 0; k < 2; k++) friction.slip_stiffness[k] = friction.stiffness[k] * share; /* kappa = 1/l */
    press->forward = hl_scale(press->steep.value, press->turn);
    press->left = hl_cross(press->normal, press->forward);
    press->foot = hl_add_scaled(press->centre, press->radius, hl_cross(motion->axle, press->forward));
    press->velocity = hl_add(motion->velocity, hl_cross(motion->angular, press->foot));
    press->slip[0] = hl_dot(press->forward, press->velocity) - motion->belt_speed;
    press->slip[1] = hl_dot(press->left, press->velocity);
    tire_law_evaluate(&friction, press->slip, motion->belt_run.value, z, track->ground->inflow[station],
                      &press->law);
}

double track_resistance(const track_effort_data *track, int station)
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
