/* What the files of the track share. Private to physics; letters as in track.c. */
#ifndef TRACK_INTERNAL_H
#define TRACK_INTERNAL_H

#include "tire/tire_internal.h"
#include "track/track.h"

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

/** @param spin  of the sprocket [rad/s] */
track_motion track_motion_of(const track_model *track, const mb_pose *pose, hl_vec3 velocity, hl_vec3 angular,
                             double spin);

/** Place and normal force of a station. @return whether it touches: only then is the rest to be asked for */
bool track_press_normal(const track_effort_data *track, const track_motion *motion, int station,
                        track_press *press);

/** Frame, slip and friction of a station that touches. @param z  its bristles */
void track_press_friction(const track_effort_data *track, const track_motion *motion, int station,
                          const double z[2], track_press *press);

/** c_rr of a station: rollers and belt, and the ground under it [1]. */
double track_resistance(const track_effort_data *track, int station);

#endif
