/* Cameras: from the driver's seat, behind the machine, around it, before the bucket; and mirrors. */
#ifndef RND_CAMERA_H
#define RND_CAMERA_H

#include "auth/picture.h"
#include "rnd/draw_list.h"
#include "xch/snapshot.h"

typedef enum rnd_camera_kind { RND_CAB, RND_CHASE, RND_ORBIT, RND_BUCKET, RND_CAMERAS } rnd_camera_kind;

/** "cab", never NULL. */
const char *rnd_camera_word(rnd_camera_kind kind);

/** A camera as its user has turned it. Zero-initialised: straight ahead. */
typedef struct rnd_camera {
    rnd_camera_kind kind;
    double yaw, pitch; /**< [rad] turned left, up, from where the kind looks by itself */
    double distance;   /**< factor on the kind's own distance, 0: 1 */
    double angle;      /**< of view, across [rad]; 0: the kind's own */
    double display;    /**< [rad] turned left: of a monitor beside the middle one */
} rnd_camera;

/** What cameras need of a machine. */
typedef struct rnd_rig {
    int chassis; /**< body */
    const auth_picture *picture;
    double middle[3]; /**< of the machine in the chassis' frame [m]; with radius 0 a tractor's */
    double radius;    /**< half the machine's length [m]; 0: a tractor's */
    double mirror_aspect[AUTH_MAX_MIRRORS]; /**< width over height of the glasses; 0: 1 */
} rnd_rig;

/** A view for a picture of that size. The chase camera keeps its horizon and looks over the ground.
 *  @param ground  its height [m], so that no camera dives into it; NULL: none
 *  @param context  of `ground` */
rnd_view rnd_camera_view(const rnd_camera *camera, const rnd_rig *rig, const xch_snapshot *snapshot,
                         int width, int height, double (*ground)(void *context, double x, double y),
                         void *context);

/** The view of a mirror: what its glass shows to the driver, already turned left for right: its projection
 * mirrors, so that triangles seen from outside go round clockwise.
 *  @param mirror  of the picture's list
 *  @return false: there is no such mirror */
bool rnd_mirror_view(int mirror, const rnd_rig *rig, const xch_snapshot *snapshot, rnd_view *view);

#endif
