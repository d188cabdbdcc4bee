/* A crawler track to test: that of an excavator of 22 t, on planes. */
#ifndef TRACK_RIG_H
#define TRACK_RIG_H

#include "track/track.h"

enum { RIG_STATES = 2 * TRACK_MAX_STATIONS };

/** A track on a ground of its own. `track.ground` points into the rig: do not copy it. */
typedef struct track_rig {
    track_ground ground;
    track_effort_data track;
} track_rig;

/** `stations` wheels of 0.2 m radius along 3.65 m, the body's origin over the middle at ground level, the
 * belt at y; K of 25 mm, mu 0.7, without bristle damping. */
void track_rig_open(track_rig *rig, int stations, double y);

/** Stand all stations on the plane through `point` with the unit normal `normal`. */
void track_rig_set_plane(track_rig *rig, hl_vec3 point, hl_vec3 normal);

/** Length of belt that all stations stand for [m]. */
double track_rig_length(const track_rig *rig);

/** Everything that the track's effort says at one motion. */
typedef struct track_answer {
    double force[TRACK_PORTS], x_dot[RIG_STATES], potential;
    bool idle;
    double force_s[TRACK_PORTS * TRACK_PORTS], force_s_dot[TRACK_PORTS * TRACK_PORTS],
        force_x[TRACK_PORTS * RIG_STATES];
    double x_dot_s[RIG_STATES * TRACK_PORTS], x_dot_s_dot[RIG_STATES * TRACK_PORTS],
        x_dot_x[RIG_STATES * RIG_STATES];
} track_answer;

/** Call the effort's evaluate function.
 *  @param motion  velocity of the body's origin, its angular velocity, the sprocket's spin */
track_answer track_rig_ask(const track_rig *rig, const mb_pose *pose, const double motion[TRACK_PORTS],
                           const double *z, bool jacobian);

#endif
