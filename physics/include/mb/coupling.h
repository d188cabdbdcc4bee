/* A coupling that joins two bodies while it acts: a hitch ball with its eye, lower links with their pins, a
 * quick coupler. The effort is part of the model from the beginning and idle while the coupling is open, so
 * attaching and letting go changes the model without rebuilding it.
 *
 * Frame A is fixed in body a, frame B in body b. Ports 0 to 2 are the displacements of B's origin along A's
 * axes, ports 3 to 5 the sines of B's rotations about them (those of mb_bushing_effort), port 6 is the cosine
 * of the angle between both x axes. A held port is pulled towards a rest value r that fades from the value at
 * the moment of attaching to zero within T seconds:
 *
 *   F = -k (s - r) - c (s' - r'),   r(u) = s0 (1 - 3u^2 + 2u^3) + s0' T (u - 2u^2 + u^3),   u = t/T
 *
 * r begins with the value and the rate of s, so the force begins at zero: no impulse. Rotations that are not
 * held run against compliant stops, whose damping grows with the penetration d (c d/ramp, as in mb_stop).
 *
 * Stiffness: k = m w^2, c = 2 zeta m w with the mass m of the lighter of both sides and
 * w = min(500 rad/s, 0.5/h), so that a step h always resolves the coupling; of rotations k, c times the
 * square of an arm. */
#ifndef MB_COUPLING_H
#define MB_COUPLING_H

#include "hl/mat3.h"
#include "mb/model.h"

enum {
    MB_COUPLING_HELD = 6, /**< ports that may be held: 0 to 5 */
    MB_COUPLING_CONE = 6, /**< port of the cosine */
    MB_COUPLING_PORTS = 7,
    MB_COUPLING_LOSS = 0, /**< state: energy dissipated since the start [J] */
    MB_COUPLING_WORK = 1, /**< state: work of the moving rest values since the start [J] */
    MB_COUPLING_STATES = 2
};

/** Stiffness and damping of displacements [N/m, N s/m] and of rotations [N m/rad, N m s/rad]. */
typedef struct mb_coupling_bushing {
    double stiffness, damping, turn_stiffness, turn_damping;
} mb_coupling_bushing;

/** See the head of this file.
 *  @param mass  of the lighter side [kg] > 0
 *  @param arm   distance at which rotations are held [m] > 0
 *  @param step  [s] > 0 */
mb_coupling_bushing mb_coupling_bushing_of(double mass, double arm, double step);

/** What a port that is held does. */
typedef struct mb_coupling_hold {
    bool held;
    double value, rate; /**< s0, s0' when it was attached */
    double since;       /**< from then to the begin of the step [s] */
} mb_coupling_hold;

/** Parameters of the effort. They outlive the model and are written between steps only. */
typedef struct mb_coupling {
    mb_coupling_bushing bushing;
    double fade; /**< T [s] > 0 */
    bool acts;   /**< false: idle */
    mb_coupling_hold hold[MB_COUPLING_HELD];
    double low[3], high[3]; /**< stops of rotations that are not held [sine]; beyond -1, 1: none */
    double cone;            /**< smallest cosine of the x axes; -1: no stop */
} mb_coupling;

/** @param axes_a,axes_b  axes of the frames in the frames of a and b (columns) */
mb_effort_def mb_coupling_effort(const char *name, int body_a, hl_vec3 point_a, hl_mat3 axes_a, int body_b,
                                 hl_vec3 point_b, hl_mat3 axes_b, const mb_coupling *coupling);

/** Values of the ports and their rates. */
typedef struct mb_coupling_pose {
    double s[MB_COUPLING_PORTS], s_dot[MB_COUPLING_PORTS];
} mb_coupling_pose;

/** A frame in the world and its motion. */
typedef struct mb_frame_motion {
    hl_vec3 point, velocity, turn; /**< velocity of the point, angular velocity */
    hl_mat3 axes;                  /**< columns, in the world */
} mb_frame_motion;

/** Pose of frame B relative to frame A. RT. */
mb_coupling_pose mb_coupling_pose_of(const mb_frame_motion *a, const mb_frame_motion *b);

/** Generalised forces of the ports at the begin of a step, and the energy stored [J]. RT.
 *  @param force  out: [MB_COUPLING_PORTS] on b, positive increases s; zero while it is open */
double mb_coupling_forces(const mb_coupling *coupling, const mb_coupling_pose *pose,
                          double force[MB_COUPLING_PORTS]);

#endif
