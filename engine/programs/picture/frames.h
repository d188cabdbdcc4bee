/* Pictures of a drive as PNG files, without a window. */
#ifndef FRAMES_H
#define FRAMES_H

#include "site_scene.h"

/** What pictures are asked for. */
typedef struct frames_request {
    double every;      /**< between pictures [s]; 0: none */
    int width, height; /**< [pixels] */
    rnd_camera_kind camera;
    rnd_quality quality;
} frames_request;

typedef struct frames frames;

/** Read `every=S[,size=WxH][,camera=NAME][,quality=NAME]`; what is left out is 1280x720, cab, high.
 *  @return false after a message on stderr */
bool frames_parse(const char *command, const char *text, frames_request *request);

/** Make the scene and a context to draw with.
 *  @param folder  where they go, as frame-000000.png and so on; it is there
 *  @param site    what is shown; its `hud_width` is chosen here
 *  @param status  out: the exit status when NULL, which comes after a message on stderr */
frames *frames_open(const frames_request *request, const char *folder, world_machine *machine,
                    const site_request *site, hl_arena *arena, int *status);

/** Where sand comes from: to be put in before the world runs. NULL: the ground is rigid. */
xch_terrain *frames_terrain(frames *pictures);

/** Take a tile of the sand over: for rt_session_whole_terrain. @param pictures  of frames */
void frames_tile(void *pictures, const xch_tile *tile);

/** Take what of the sand has come. @return tiles */
int frames_sand(frames *pictures);

/** Ticks between pictures. */
int64_t frames_ticks(const frames *pictures);

/** Draw and write the world at a snapshot. @return false after a message on stderr: it cannot be written */
bool frames_take(frames *pictures, const xch_snapshot *snapshot);

/** Pictures written so far. */
int frames_count(const frames *pictures);

/** End it; the pictures stay. */
void frames_close(frames *pictures);

#endif
