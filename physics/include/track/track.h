/* Crawler tracks: the shear of the ground distributed along the belt.
 *
 * Stations, i.e. idler, track rollers and sprocket, press the lower run of a belt on the ground. Before each
 * step each station gets its ground plane (track_ground), constant during the step. Within the step the foot
 * of a station, its lowest point over the plane, lies delta deep: the station pushes with F_n = k delta (1 +
 * chi delta_dot) + c delta_dot >= 0 along the plane's normal; c fades in over the first hundredth of the
 * station's radius; chi is the dissipation of Hunt and Crossley's law, which damps falls more than rocking.
 * The shoes under a station shear the ground, in the longitudinal and lateral directions (i = 0, 1) of the
 * contact frame: forward = axle x normal, left = normal x forward, `axle` the y axis of the carrying body:
 *
 *   dz_i/dt = v_i - sigma_0 |v| z_i/g - (|v_b|/l) (z_i - z_i')
 *   F_i     = -(sigma_0 z_i + lambda sigma_1 dz_i/dt + sigma_2 v_i) F_n
 *   g       = mu_c + (mu_s - mu_c) exp(-(|v|/v_s)^alpha)
 *
 *   v       slip velocity of the shoe against the ground: that of the body's point at the foot, less v_b
 *           along forward
 *   v_b     belt speed: pitch radius times the sprocket's spin against the body; positive drives forward
 *   l       length of belt of a station
 *   z_i'    bristle of the upstream station at the start of the step (0 at the start of the run: new shoes),
 *           so that the states of each station are a separate block
 *   lambda  as in tire/tire.h, with sigma_0 |v|/g + |v_b|/l for its A
 *
 * In uniform slip with mu_c = mu_s = mu this is Janosi and Hanamoto's law: F/F_n = mu (1 - exp(-j/K)) with K
 * = mu/sigma_0 and j the displacement that a shoe has had since it was laid down, found by carrying z along
 * with the belt (the upwind rule, of first order in l) instead of by an integral over straight travel.
 * This includes turning, counter-rotation, reversing and holding on a slope. Under uniform pressure friction
 * dissipates at least the growth of the bristles' energy F_n sigma_0 z^2/2 and the energy leaving with the
 * belt. The sprocket carries the longitudinal forces at the pitch radius, and the resistance of rollers and
 * belt, c_rr F_n h(v_b), with h the sign smoothed at rest. */
#ifndef TRACK_TRACK_H
#define TRACK_TRACK_H

#include "mb/model.h"
#include "tire/tire.h"

enum { TRACK_PORTS = 7 };

/** The ground of a track during one step. Written between steps. */
typedef struct track_ground {
    hl_vec3 point[TRACK_MAX_STATIONS];  /**< on the ground, in the world [m] */
    hl_vec3 normal[TRACK_MAX_STATIONS]; /**< unit vectors, upwards */
    /** mu, sigma_0, sigma_1, v_s, alpha of the ground under each; rolling resistance in addition to the
     * model's `resistance` */
    tire_friction friction[TRACK_MAX_STATIONS];
    double inflow[TRACK_MAX_STATIONS][2]; /**< z' [m] */
} track_ground;

typedef struct track_effort_data {
    track_model model;
    track_ground *ground;
} track_effort_data;

/** Length of belt of station `station`: half the distance to its neighbours, doubled at the ends [m]. */
double track_share(const track_model *track, int station);

/** Lowest point of a station above a plane of unit normal `normal`, in the world [m]: where to look for the
 * ground. RT.
 *  @param pose  of the carrying body */
hl_vec3 track_foot(const track_model *track, const mb_pose *pose, int station, hl_vec3 normal);

/** Results of a track. Forces act on the carrying body, world axes. */
typedef struct track_contact {
    int touching;                           /**< stations that press */
    double force[TRACK_MAX_STATIONS];       /**< F_n [N] */
    double slip[TRACK_MAX_STATIONS][2];     /**< v [m/s] */
    double friction[TRACK_MAX_STATIONS][2]; /**< F along forward and left [N] */
    hl_vec3 foot[TRACK_MAX_STATIONS];       /**< [m] */
    hl_vec3 forward;                        /**< of the track, its body's x in the mean plane; unit */
    double load, traction, side_force;      /**< sums: of F_n, of F along forward and left [N] */
    double belt_speed;                      /**< v_b [m/s] */
    double ground_speed;                    /**< of the track's middle along forward [m/s] */
} track_contact;

/** Evaluate one track at a motion.
 *  @param velocity,angular_velocity  of the body's origin and of the body, world axes
 *  @param spin  of the sprocket against the body [rad/s]
 *  @param z     bristles: longitudinal and lateral of each station [m]. RT. */
track_contact track_evaluate(const track_effort_data *track, const mb_pose *pose, hl_vec3 velocity,
                             hl_vec3 angular_velocity, double spin, const double *z);

/** Deflections z' that the moving belt brings to each station: those of the next station upstream at the
 * beginning of the step, 0 where shoes are laid down. RT.
 *  @param inflow  out */
void track_inflow(const track_model *track, double spin, const double *z,
                  double inflow[TRACK_MAX_STATIONS][2]);

/** The track as an effort: the six ports of mb_body_ports at the body's origin, then the sprocket's joint
 * angle; two stiff states a station; potential that of the stations' springs. Idle while no station touches
 * and all bristles are straight.
 *  @param body      that carries the track
 *  @param sprocket  measure of the sprocket's joint angle, positive: the belt's lower run moves back, the
 *                   machine forward
 *  @param data      outlives the model; the ground it points to is written between steps only */
mb_effort_def track_effort(const char *name, int body, mb_measure_def sprocket,
                           const track_effort_data *data);

#endif
