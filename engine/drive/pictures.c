/* Pictures of a drive in PNG files, and recordings played at full speed. */
#include "drv/playback.h"

#include "drv/display.h"
#include "drv/log.h"

#include "auth/quantity.h"
#include "rnd/backend.h"
#include "rt/telemetry.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { PATH_LENGTH = 1100 };

struct drv_pictures {
    drv_pictures_request request;
    const drv_log *log;
    const char *folder;
    drv_scene site;
    rnd_offscreen *offscreen;
    rnd_backend *backend;
    uint8_t *rgb;
    int64_t ticks; /* between pictures */
    int count;

    /* of the session that was joined */
    rt_session *session;
    bool waits;             /* the world, for its pictures */
    int64_t due;            /* tick of the newest picture that is to be drawn: of the world's thread */
    _Atomic int64_t served; /* tick whose sand has been sent */
    _Atomic int64_t drawn;  /* tick whose picture has been drawn */
};

/* ---- drawing ---- */

static bool open_backend(drv_pictures *f)
{
    char error[400];
    f->offscreen = rnd_offscreen_open(f->request.width, f->request.height, error, sizeof error);
    if (f->offscreen != NULL)
        f->backend =
            rnd_gl_new(rnd_scene_stock(f->site.scene), f->request.quality, false, error, sizeof error);
    return f->backend != NULL || drv_say(f->log, "no pictures: %s", error);
}

drv_pictures *drv_pictures_open(const drv_pictures_request *request, const char *folder,
                                world_machine *machine, const drv_scene_request *site, hl_arena *arena,
                                int *status)
{
    drv_pictures *f = HL_NEW(arena, drv_pictures, 1);
    uint8_t *rgb = hl_arena_take(arena, (size_t)request->width * (size_t)request->height, 3);
    *status = DRV_ENVIRONMENT;
    const char *kept = hl_arena_string(arena, folder, strlen(folder));
    if (f == NULL || rgb == NULL || kept == NULL) {
        drv_say(site->log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
        return NULL;
    }
    drv_scene_request shown = *site;
    shown.hud_width = request->width;
    *f =
        (drv_pictures){.request = *request,
                       .log = site->log,
                       .folder = kept,
                       .rgb = rgb,
                       .ticks = (int64_t)fmax(1.0, round(request->every / world_machine_step_size(machine)))};
    if (!drv_scene_make(machine, &shown, arena, &f->site, status)) return NULL;
    *status = DRV_ENVIRONMENT;
    if (open_backend(f)) return f;
    drv_pictures_close(f);
    return NULL;
}

xch_terrain *drv_pictures_terrain(drv_pictures *pictures)
{
    return pictures->site.sand ? &pictures->site.terrain : NULL;
}

int drv_pictures_sand(drv_pictures *pictures)
{
    return drv_scene_take(&pictures->site);
}

int64_t drv_pictures_ticks(const drv_pictures *pictures)
{
    return pictures->ticks;
}

bool drv_pictures_take(drv_pictures *pictures, const xch_snapshot *snapshot)
{
    const drv_pictures_request *r = &pictures->request;
    const rnd_picture picture = {.camera = {.kind = r->camera},
                                 .width = r->width,
                                 .height = r->height,
                                 .time = snapshot->time,
                                 .quality = r->quality,
                                 .mirrors = true,
                                 .hud = pictures->site.hud,
                                 .tasks = pictures->site.tasks};
    char path[PATH_LENGTH], error[PATH_LENGTH + 200];
    (void)drv_pictures_sand(pictures);
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
    return drv_say(pictures->log, "%s", error);
}

int drv_pictures_count(const drv_pictures *pictures)
{
    return pictures->count;
}

void drv_pictures_close(drv_pictures *pictures)
{
    if (pictures->backend != NULL) pictures->backend->free(pictures->backend);
    if (pictures->offscreen != NULL) rnd_offscreen_close(pictures->offscreen);
    drv_scene_free(&pictures->site);
}

/* ---- with a session ---- */

static bool after_tick(void *context, world_machine *machine, const double *signals)
{
    drv_pictures *f = context;
    (void)signals;
    const int64_t tick = world_machine_tick(machine);
    if (tick % f->ticks != 0) return true;
    f->due = tick;
    if (!f->waits) atomic_store_explicit(&f->served, tick, memory_order_release);
    return true;
}

/* Send the sand of the due picture, in several calls if needed, then wait for the picture. */
static bool ready(void *context)
{
    drv_pictures *f = context;
    if (atomic_load_explicit(&f->drawn, memory_order_acquire) >= f->due) return true;
    if (atomic_load_explicit(&f->served, memory_order_relaxed) < f->due &&
        rt_session_send_terrain(f->session))
        atomic_store_explicit(&f->served, f->due, memory_order_release);
    return false;
}

bool drv_pictures_join(drv_pictures *f, rt_session *session, bool waits, int64_t tick)
{
    const rt_hook hook = {.context = f, .after_tick = after_tick, .ready = ready};
    double at[2];
    f->session = session;
    f->waits = waits;
    f->due = tick;
    atomic_init(&f->served, waits ? tick - 1 : tick);
    atomic_init(&f->drawn, tick - 1);
    drv_site_middle(f->site.scenario, at);
    if (f->site.sand) {
        if (!rt_session_add_terrain_reader(session, at[0], at[1], &f->site.terrain)) return false;
        rt_session_send_whole_terrain(session, drv_scene_tile, &f->site);
    }
    return rt_session_add_hook(session, &hook);
}

/* The last tick may need a picture too: there are no further ticks, so its sand is sent here. */
static void serve_the_last(drv_pictures *f)
{
    while (f->waits && !rt_session_send_terrain(f->session)) (void)drv_pictures_sand(f);
    atomic_store_explicit(&f->served, f->due, memory_order_relaxed);
}

bool drv_pictures_serve(drv_pictures *pictures, const xch_snapshot *snapshot, bool ended)
{
    (void)drv_pictures_sand(pictures); /* always: pending tiles fill the ring */
    if (ended) serve_the_last(pictures);
    const int64_t due = atomic_load_explicit(&pictures->served, memory_order_acquire);
    if (snapshot->tick < due || atomic_load_explicit(&pictures->drawn, memory_order_relaxed) >= due)
        return true;
    const bool written = drv_pictures_take(pictures, snapshot);
    atomic_store_explicit(&pictures->drawn, due, memory_order_release);
    return written;
}

static const int default_every = 10; /* ticks between rows, as in telemetry.csv */

/* ---- recordings: ticks ---- */

bool drv_choose_ticks(const drv_log *log, const rt_recording *recording, double from, double until,
                      drv_ticks *ticks)
{
    const double step = rt_recording_about(recording)->options.step;
    const double first = (double)rt_recording_first(recording), last = (double)rt_recording_last(recording);
    const double begin = from >= 0.0 ? round(from / step) : first;
    const double end = until >= 0.0 ? round(until / step) : last;
    if (begin < first || begin > fmin(end, last))
        return drv_say(log, "the recording covers %.9g s to %.9g s, not %.9g s to %.9g s", first * step,
                       last * step, begin * step, end * step);
    *ticks = (drv_ticks){(int64_t)begin, (int64_t)fmin(end, last)};
    return true;
}

int drv_choose_every(const drv_log *log, double every, double step)
{
    static const double tolerance = 1e-6, most = 1e9;
    const double ticks = round(every / step);
    if (!(every > 0.0)) return default_every;
    if (ticks >= 1.0 && fabs(every - ticks * step) <= tolerance * every) return (int)fmin(ticks, most);
    (void)drv_say(log, "--every %g s must be a multiple of the step, %g s", every, step);
    return 0;
}

bool drv_is_cut_by_damage(const rt_recording *recording, int64_t until)
{
    return rt_recording_is_damaged(recording) && until >= rt_recording_last(recording);
}

/* ---- playing ---- */

static void write_row(const drv_rows *rows, world_machine *machine, int64_t from)
{
    if (!rows || (world_machine_tick(machine) - from) % rows->every != 0) return;
    world_machine_evaluate_signals(machine, rows->values);
    rt_csv_row(rows->file, world_machine_time(machine), rows->values, rows->signals, rows->count);
}

rt_replay_result drv_play(rt_replay *replay, drv_ticks ticks, const drv_rows *rows,
                          const drv_progress *progress, int64_t *played)
{
    world_machine *machine = rt_replay_machine(replay);
    const int64_t total = ticks.until - ticks.from;
    const bool to_the_end = ticks.until >= rt_recording_last(rt_replay_recording(replay));
    rt_replay_result result = rt_replay_seek(replay, ticks.from);
    *played = 0;
    if (result != RT_REPLAY_OK) return result;
    write_row(rows, machine, ticks.from);
    for (; *played < total && drv_advance(progress, *played, total); ++*played) {
        result = rt_replay_step(replay);
        if (result != RT_REPLAY_OK) break;
        write_row(rows, machine, ticks.from);
    }
    return result == RT_REPLAY_OK && to_the_end && *played == total ? rt_replay_step(replay) : result;
}

/* Send all pending sand to the scene, then draw the present state. */
static bool take_picture(rt_replay *replay, drv_pictures *pictures)
{
    xch_snapshot snapshot;
    do {
        rt_replay_publish(replay, &snapshot);
    } while (drv_pictures_sand(pictures) > 0);
    return drv_pictures_take(pictures, &snapshot);
}

rt_replay_result drv_play_pictures(rt_replay *replay, drv_ticks ticks, drv_pictures *pictures,
                                   const drv_progress *progress, int64_t *played, bool *written)
{
    const int64_t total = ticks.until - ticks.from;
    rt_replay_result result = rt_replay_seek(replay, ticks.from);
    *written = true;
    *played = 0;
    while (result == RT_REPLAY_OK && *written && *played <= total && drv_advance(progress, *played, total)) {
        if (*played % drv_pictures_ticks(pictures) == 0) *written = take_picture(replay, pictures);
        if (*written && *played < total) result = rt_replay_step(replay);
        ++*played;
    }
    return result;
}

/* ---- the request of pictures ---- */

static bool refuse(const drv_log *log, const char *text, const char *why)
{
    return drv_say(log, "--frames '%s': %s", text, why);
}

enum { LARGEST = 8192 /* [pixels] a side */ };

static bool read_size(const drv_log *log, const char *text, drv_pictures_request *request)
{
    if (drv_read_size(text, LARGEST, &request->width, &request->height)) return true;
    return refuse(log, text, "expected size=WIDTHxHEIGHT, 1 to 8192 pixels each");
}

static bool read_part(const drv_log *log, const char *key, const char *value, drv_pictures_request *request)
{
    static const char *const keys[] = {"every", "size", "camera", "quality"};
    const char *cameras[RND_CAMERAS], *qualities[RND_QUALITIES];
    char complaint[HL_MESSAGE_LENGTH];
    int chosen;
    for (int i = 0; i < RND_CAMERAS; i++) cameras[i] = rnd_camera_word((rnd_camera_kind)i);
    for (int i = 0; i < RND_QUALITIES; i++) qualities[i] = rnd_quality_word((rnd_quality)i);
    switch (drv_choose_word(log, "key of --frames", key, keys, 4)) {
    case 0:
        if (!auth_quantity_read(value, AUTH_KIND_TIME, &request->every, complaint, sizeof complaint))
            return refuse(log, value, complaint);
        return request->every > 0.0 || refuse(log, value, "expected a time above 0 s");
    case 1:
        return read_size(log, value, request);
    case 2:
        chosen = drv_choose_word(log, "camera", value, cameras, RND_CAMERAS);
        if (chosen >= 0) request->camera = (rnd_camera_kind)chosen;
        return chosen >= 0;
    case 3:
        chosen = drv_choose_word(log, "quality", value, qualities, RND_QUALITIES);
        if (chosen >= 0) request->quality = (rnd_quality)chosen;
        return chosen >= 0;
    default:
        return false;
    }
}

bool drv_pictures_parse(const drv_log *log, const char *text, drv_pictures_request *request)
{
    char copy[256];
    *request = (drv_pictures_request){.width = 1280, .height = 720, .camera = RND_CAB, .quality = RND_HIGH};
    if (strlen(text) >= sizeof copy) return refuse(log, text, "it is too long");
    snprintf(copy, sizeof copy, "%s", text);
    char *left = NULL;
    for (char *part = strtok_r(copy, ",", &left); part != NULL; part = strtok_r(NULL, ",", &left)) {
        char *value = strchr(part, '=');
        if (value == NULL)
            return refuse(log, part, "expected every=SECONDS[,size=WxH][,camera=NAME][,quality=NAME]");
        *value++ = '\0';
        if (!read_part(log, part, value, request)) return false;
    }
    return request->every > 0.0 || refuse(log, text, "expected every=SECONDS");
}
