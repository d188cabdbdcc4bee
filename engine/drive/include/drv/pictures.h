/* Pictures of a drive as PNG files, without a window. */
#ifndef DRV_PICTURES_H
#define DRV_PICTURES_H

#include "drv/scene.h"
#include "rt/session.h"

/** What pictures are asked for. */
typedef struct drv_pictures_request {
    double every;      /**< between pictures [s]; 0: none */
    int width, height; /**< [pixels] */
    rnd_camera_kind camera;
    rnd_quality quality;
} drv_pictures_request;

typedef struct drv_pictures drv_pictures;

/** Make the scene and a context to draw with.
 *  @param folder  where they go, as frame-000000.png and so on; it is there
 *  @param site    what is shown; its `hud_width` is chosen here
 *  @param status  out: the exit status when NULL, which comes after a message */
drv_pictures *drv_pictures_open(const drv_pictures_request *request, const char *folder,
                                world_machine *machine, const drv_scene_request *site, hl_arena *arena,
                                int *status);

/** Where sand comes from: to be put in before the world runs. NULL: the ground is rigid. */
xch_terrain *drv_pictures_terrain(drv_pictures *pictures);

/** Take what of the sand has come. @return tiles */
int drv_pictures_sand(drv_pictures *pictures);

/** Ticks between pictures. */
int64_t drv_pictures_ticks(const drv_pictures *pictures);

/** Draw and write the world at a snapshot. @return false after a message: it cannot be written */
bool drv_pictures_take(drv_pictures *pictures, const xch_snapshot *snapshot);

/** Pictures written so far. */
int drv_pictures_count(const drv_pictures *pictures);

/** Let the pictures ride along with a session, which has not started. At maximum speed the world waits for
 * each of them, so that a picture shows the tick that it is of; in real time a picture shows what is there
 * when it is drawn.
 *  @param waits  the world waits
 *  @param tick   that the world stands at
 *  @return false: out of memory */
bool drv_pictures_join(drv_pictures *pictures, rt_session *session, bool waits, int64_t tick);

/** Draw the picture that is due, if its snapshot and its sand have come.
 *  @param ended  whether the session had ended before the snapshot was read
 *  @return false: it cannot be written */
bool drv_pictures_serve(drv_pictures *pictures, const xch_snapshot *snapshot, bool ended);

/** End it; the pictures stay. */
void drv_pictures_close(drv_pictures *pictures);

#endif
