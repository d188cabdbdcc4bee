/* A crawler track to test: that of an excavator of 22 t, on planes. */
#ifndef TRACK_RIG_H
#define TRACK_RIG_H

#include "body_effort.h"

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

/** Its effort, of body 0. */
mb_effort_def track_rig_effort(const track_rig *rig);

/** Call the effort's evaluate function.
 *  @param motion  velocity of the body's origin, its angular velocity, the sprocket's spin */
effort_answer track_rig_ask(const track_rig *rig, const mb_pose *pose, const double motion[TRACK_PORTS],
                            const double *z, bool jacobian);

#endif
