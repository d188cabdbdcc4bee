#include "frames.h"

#include "auth/quantity.h"
#include "command/nearest.h"
#include "command/options.h"
#include "program.h"
#include "rnd/gl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PATH_LENGTH = 1100, LARGEST = 8192 /* [pixels] a side */ };

struct frames {
    frames_request request;
    const char *command, *folder;
    site_scene site;
    rnd_offscreen *offscreen;
    rnd_backend *backend;
    uint8_t *rgb;
    int64_t ticks;
    int count;
};

/* ---- what is asked for ---- */

static bool refuse(const char *command, const char *text, const char *why)
{
    fprintf(stderr, "headland %s: --frames '%s': %s\n", command, text, why);
    return false;
}

static bool read_size(const char *command, const char *text, frames_request *request)
{
    if (options_size(text, LARGEST, &request->width, &request->height)) return true;
    return refuse(command, text, "expected size=WIDTHxHEIGHT, 1 to 8192 pixels each");
}

static bool read_part(const char *command, const char *key, const char *value, frames_request *request)
{
    static const char *const keys[] = {"every", "size", "camera", "quality"};
    const char *cameras[RND_CAMERAS], *qualities[RND_QUALITIES];
    char complaint[HL_MESSAGE_LENGTH];
    int chosen;
    for (int i = 0; i < RND_CAMERAS; i++) cameras[i] = rnd_camera_word((rnd_camera_kind)i);
    for (int i = 0; i < RND_QUALITIES; i++) qualities[i] = rnd_quality_word((rnd_quality)i);
    switch (nearest_choose(command, "key of --frames", key, keys, 4)) {
    case 0:
        if (!auth_quantity_read(value, AUTH_KIND_TIME, &request->every, complaint, sizeof complaint))
            return refuse(command, value, complaint);
        return request->every > 0.0 || refuse(command, value, "expected a time above 0 s");
    case 1:
        return read_size(command, value, request);
    case 2:
        chosen = nearest_choose(command, "camera", value, cameras, RND_CAMERAS);
        if (chosen >= 0) request->camera = (rnd_camera_kind)chosen;
        return chosen >= 0;
    case 3:
        chosen = nearest_choose(command, "quality", value, qualities, RND_QUALITIES);
        if (chosen >= 0) request->quality = (rnd_quality)chosen;
        return chosen >= 0;
    default:
        return false;
    }
}

bool frames_parse(const char *command, const char *text, frames_request *request)
{
    char copy[256];
    *request = (frames_request){.width = 1280, .height = 720, .camera = RND_CAB, .quality = RND_HIGH};
    if (strlen(text) >= sizeof copy) return refuse(command, text, "it is too long");
    snprintf(copy, sizeof copy, "%s", text);
    char *left = NULL;
    for (char *part = strtok_r(copy, ",", &left); part != NULL; part = strtok_r(NULL, ",", &left)) {
        char *value = strchr(part, '=');
        if (value == NULL)
            return refuse(command, part, "expected every=SECONDS[,size=WxH][,camera=NAME][,quality=NAME]");
        *value++ = '\0';
        if (!read_part(command, part, value, request)) return false;
    }
    return request->every > 0.0 || refuse(command, text, "expected every=SECONDS");
}

/* ---- drawing ---- */

static bool open_backend(frames *f)
{
    char error[400];
    f->offscreen = rnd_offscreen_open(f->request.width, f->request.height, error, sizeof error);
    if (f->offscreen != NULL)
        f->backend =
            rnd_gl_new(rnd_scene_stock(f->site.scene), f->request.quality, false, error, sizeof error);
    if (f->backend == NULL) fprintf(stderr, "headland %s: no pictures: %s\n", f->command, error);
    return f->backend != NULL;
}

frames *frames_open(const frames_request *request, const char *folder, world_machine *machine,
                    const site_request *site, hl_arena *arena, int *status)
{
    frames *f = HL_NEW(arena, frames, 1);
    uint8_t *rgb = hl_arena_take(arena, (size_t)request->width * (size_t)request->height, 3);
    *status = PROGRAM_ENVIRONMENT;
    const char *kept = hl_arena_string(arena, folder, strlen(folder));
    if (f == NULL || rgb == NULL || kept == NULL) {
        fprintf(stderr, "headland %s: %s\n", site->command, hl_status_text(HL_OUT_OF_MEMORY));
        return NULL;
    }
    site_request shown = *site;
    shown.hud_width = request->width;
    *f = (frames){.request = *request,
                  .command = site->command,
                  .folder = kept,
                  .rgb = rgb,
                  .ticks = (int64_t)fmax(1.0, round(request->every / world_machine_step_size(machine)))};
    if (!site_scene_make(machine, &shown, arena, &f->site, status)) return NULL;
    *status = PROGRAM_ENVIRONMENT;
    if (open_backend(f)) return f;
    frames_close(f);
    return NULL;
}

xch_terrain *frames_terrain(frames *pictures)
{
    return pictures->site.sand ? &pictures->site.terrain : NULL;
}

void frames_tile(void *pictures, const xch_tile *tile)
{
    frames *f = pictures;
    site_scene_tile(&f->site, tile);
}

int frames_sand(frames *pictures)
{
    return site_scene_take(&pictures->site);
}

int64_t frames_ticks(const frames *pictures)
{
    return pictures->ticks;
}

bool frames_take(frames *pictures, const xch_snapshot *snapshot)
{
    const frames_request *r = &pictures->request;
    const rnd_picture picture = {.camera = {.kind = r->camera},
                                 .width = r->width,
                                 .height = r->height,
                                 .time = snapshot->time,
                                 .quality = r->quality,
                                 .mirrors = true,
                                 .hud = pictures->site.hud,
                                 .tasks = pictures->site.tasks};
    char path[PATH_LENGTH], error[PATH_LENGTH + 200];
    (void)frames_sand(pictures);
    rnd_scene_snapshot(pictures->site.scene, snapshot);
    pictures->backend->draw(pictures->backend, rnd_scene_picture(pictures->site.scene, &picture), r->width,
                            r->height);
    snprintf(path, sizeof path, "%s/frame-%06d.png", pictures->folder, pictures->count);
    snprintf(error, sizeof error, "%s: it cannot be drawn", path);
    if (pictures->backend->read(pictures->backend, r->width, r->height, pictures->rgb) &&
        rnd_png_write(path, r->width, r->height, pictures->rgb, error, sizeof error)) {
        pictures->count++;
        return true;
    }
    fprintf(stderr, "headland %s: %s\n", pictures->command, error);
    return false;
}

int frames_count(const frames *pictures)
{
    return pictures->count;
}

void frames_close(frames *pictures)
{
    if (pictures->backend != NULL) pictures->backend->free(pictures->backend);
    if (pictures->offscreen != NULL) rnd_offscreen_close(pictures->offscreen);
    site_scene_free(&pictures->site);
}
