/* Windows on a machine and its site: their options and settings, opening, drawing. */
#include "window.h"

#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/drive.h"
#include "drv/log.h"
#include "io/settings.h"
#include "program.h"
#include "rt/loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 1024, WORDS = 4 };

_Static_assert((int)AUTH_QUALITY_WORDS == (int)WORDS && (int)AUTH_CAMERA_WORDS == (int)WORDS &&
                   (int)RND_CAMERAS == (int)WORDS,
               "words");

/* ---- words ---- */

static bool choose_quality(const char *word, auth_settings *settings)
{
    const char *words[WORDS];
    for (int i = 0; i < WORDS; i++) words[i] = auth_quality_word((auth_quality)i);
    const int chosen = drv_choose_word(&program_log, "quality", word, words, WORDS);
    if (chosen >= 0) settings->quality = (auth_quality)chosen;
    return chosen >= 0;
}

static bool choose_camera(const char *word, auth_settings *settings)
{
    const char *words[WORDS];
    for (int i = 0; i < WORDS; i++) words[i] = auth_camera_word((auth_camera)i);
    const int chosen = drv_choose_word(&program_log, "camera", word, words, WORDS);
    if (chosen >= 0) settings->camera = (auth_camera)chosen;
    return chosen >= 0;
}

/* ---- displays ---- */

/* "45,0,-45" */
static bool read_angles(const char *text, window_choice *choice)
{
    static const double degree = 0.017453292519943295; /* [rad] */
    static const double around = 180.0;                /* [deg] */
    choice->displays = 0;
    for (const char *at = text;; at++) {
        char *end;
        const double angle = strtod(at, &end);
        if (end == at || !(fabs(angle) <= around) || choice->displays == RND_DISPLAYS) return false;
        choice->angles[choice->displays++] = degree * angle;
        if (*end == '\0') return true;
        if (*end != ',') return false;
        at = end;
    }
}

/* ---- the whole ---- */

static auth_settings read_settings(void)
{
    static hl_report report;
    char path[PATH_LENGTH];
    if (!io_settings_path(path, sizeof path)) return auth_settings_default();
    const auth_settings settings = io_settings_read(path, &report);
    if (hl_report_clean(&report)) return settings;
    drv_complain(&program_log, &report);
    drv_say(&program_log, "the settings are ignored");
    return settings;
}

static bool show_is_known(const window_request *request)
{
    if (request->show == NULL || strcmp(request->show, "utilities") == 0) return true;
    return drv_say(&program_log, "--show '%s' is not known; expected utilities", request->show);
}

bool window_choose(const window_request *request, window_choice *choice)
{
    *choice =
        (window_choice){.displays = 1, .kept = read_settings(), .hud = request->hud, .show = request->show};
    choice->settings = choice->kept;
    if (request->displays != NULL && !read_angles(request->displays, choice)) {
        return drv_say(&program_log,
                       "--displays '%s' is not understood; expected up to %d angles in degrees, -180 to 180, "
                       "e.g. 45,0,-45",
                       request->displays, RND_DISPLAYS);
    }
    if (!show_is_known(request)) return false;
    if (request->quality != NULL && !choose_quality(request->quality, &choice->settings)) return false;
    return request->camera == NULL || choose_camera(request->camera, &choice->settings);
}

bool window_without(const window_request *request, bool pictures)
{
    const char *why = NULL;
    if (request->displays != NULL) why = "--displays needs a window: remove it, or leave out --headless";
    if (request->quality != NULL)
        why = "--quality needs a window; for pictures give --frames every=S,quality=low";
    if (request->camera != NULL)
        why = "--camera needs a window; for pictures give --frames every=S,camera=chase";
    if (request->hud != NULL && !pictures) why = "--hud needs a window or --frames";
    if (request->show != NULL && !pictures) why = "--show needs a window or --frames";
    if (!show_is_known(request)) return false;
    return why == NULL || drv_say(&program_log, "%s", why);
}

void window_keep(const window_choice *choice, const rnd_window *window)
{
    char path[PATH_LENGTH], error[PATH_LENGTH + 100];
    auth_settings settings;
    if (!rnd_window_settings(window, &settings) || !io_settings_path(path, sizeof path)) return;
    if (settings.quality == choice->settings.quality) settings.quality = choice->kept.quality;
    if (settings.camera == choice->settings.camera) settings.camera = choice->kept.camera;
    if (strcmp(settings.pattern, choice->settings.pattern) == 0)
        memcpy(settings.pattern, choice->kept.pattern, sizeof settings.pattern);
    if (!io_settings_write(path, &settings, error, sizeof error))
        drv_say(&program_log, "the settings cannot be saved: %s", error);
}

/* ==== windows on a site ==== */

/* ---- opening ---- */

/* The first ones, the machine's own among them: the window has room for few. Standard error has all. */
static void tell_messages(const site_window *site)
{
    enum { MOST = 4 };
    const int count = rnd_scene_message_count(site->scene.scene);
    char more[60];
    for (int i = 0; i < count && i < MOST; i++)
        rnd_window_message(site->window, rnd_scene_message(site->scene.scene, i));
    if (count <= MOST) return;
    snprintf(more, sizeof more, "and %d more messages on standard error", count - MOST);
    rnd_window_message(site->window, more);
}

static bool open_windows(site_window *site, const site_window_setup *setup)
{
    char error[600];
    rnd_window_setup wanted = {.title = world_machine_name(site->machine),
                               .displays = setup->choice->displays,
                               .settings = setup->choice->settings,
                               .stock = rnd_scene_stock(site->scene.scene),
                               .weather = rnd_scene_weather(site->scene.scene),
                               .help = setup->help,
                               .patterns = setup->patterns,
                               .reset = setup->reset,
                               .pictures = setup->pictures,
                               .all_processors = rt_priority_is_permitted(DRV_PRIORITY)};
    for (int i = 0; i < wanted.displays; i++) wanted.angles[i] = setup->choice->angles[i];
    site->window = rnd_window_open(&wanted, error, sizeof error);
    return site->window != NULL || drv_say(&program_log, "%s, or take %s", error, setup->instead);
}

bool site_window_open(world_machine *machine, const site_window_setup *setup, hl_arena *arena,
                      site_window *site, int *status)
{
    enum { WIDTH = 1280 }; /* [pixels], until the window's own is known */
    char assets[DRV_SCENE_PATH];
    drv_scene_request request = setup->site;
    *status = PROGRAM_ENVIRONMENT;
    if (!drv_assets_need(&program_log, assets, sizeof assets)) return false;
    request.assets = assets;
    request.hud = setup->choice->hud;
    request.show = setup->choice->show;
    request.hud_width = WIDTH;
    *site = (site_window){.choice = setup->choice,
                          .machine = machine,
                          .arena = arena,
                          .hud_width = WIDTH,
                          .speed = world_signal_find(machine, "vehicle.speed"),
                          .engine = world_signal_find(machine, "engine.speed")};
    if (!drv_scene_make(machine, &request, arena, &site->scene, status)) return false;
    *status = PROGRAM_ENVIRONMENT;
    if (!open_windows(site, setup)) {
        drv_scene_free(&site->scene);
        return false;
    }
    tell_messages(site);
    return true;
}

void site_window_close(site_window *site)
{
    window_keep(site->choice, site->window);
    rnd_window_close(site->window);
    drv_scene_free(&site->scene);
}

/* ---- drawing ---- */

/* The display as sharp as the picture; not while somebody still pulls at the window. */
static void fit_display(site_window *site)
{
    static const double share = 0.1; /* of the width: less than that nobody sees */
    static const double calm = 0.5;  /* [s] */
    const int width = rnd_window_width(site->window);
    const double time = 1e-9 * (double)rt_now();
    if (width == 0 || abs(width - site->hud_width) < share * site->hud_width)
        site->since_resize = time;
    else if (time - site->since_resize > calm) {
        site->hud_width = width;
        drv_scene_resize(&site->scene, site->machine, width, site->arena);
    }
}

/* What rounds to nothing is shown without a sign. */
static double shown(double value, double resolution)
{
    return fabs(value) < 0.5 * resolution ? 0.0 : value;
}

static double signal_of(const xch_snapshot *s, int signal)
{
    return signal >= 0 && signal < s->signal_count ? s->signals[signal] : 0.0;
}

static void write_title(site_window *site, const xch_snapshot *s)
{
    static const int64_t pause = 250000000; /* [ns] */
    static const double kmh = 3.6;
    char text[200];
    const int64_t time = rt_now();
    if (time - site->titled < pause) return;
    site->titled = time;
    snprintf(text, sizeof text, "%s   %.1f s   %.0f rpm   %.1f km/h", world_machine_name(site->machine),
             s->time, shown(signal_of(s, site->engine), 1.0), shown(kmh * signal_of(s, site->speed), 0.1));
    rnd_window_title(site->window, text);
}

void site_window_draw(site_window *site, const drv_shown *shown)
{
    (void)drv_scene_take(&site->scene);
    if (shown->newest != NULL) {
        rnd_scene_snapshot(site->scene.scene, shown->newest);
        write_title(site, shown->newest);
    }
    fit_display(site);
    const rnd_shown picture = {.scene = site->scene.scene,
                               .hud = site->scene.hud,
                               .tasks = site->scene.tasks,
                               .paused = shown->paused,
                               .waits = shown->waits,
                               .newest = shown->newest,
                               .command = shown->command,
                               .meanwhile = shown->meanwhile};
    rnd_window_draw(site->window, &picture);
}

/* ---- as a screen ---- */

static rnd_window *window_of(void *context)
{
    const site_window *site = context;
    return site->window;
}

static rnd_input input(void *context)
{
    return rnd_window_input(window_of(context));
}

static void draw(void *context, const drv_shown *shown)
{
    site_window_draw(context, shown);
}

static int64_t shown_at(void *context, double *time)
{
    return rnd_window_shown(window_of(context), time);
}

static bool eye(void *context, rnd_eye *from)
{
    return rnd_window_eye(window_of(context), from);
}

static bool settings(void *context, auth_settings *now)
{
    return rnd_window_settings(window_of(context), now);
}

static void message(void *context, const char *text)
{
    rnd_window_message(window_of(context), text);
}

static void ask(void *context, const char *question, const char *note)
{
    rnd_window_ask(window_of(context), question, note);
}

static void next_camera(void *context)
{
    rnd_window_next_camera(window_of(context));
}

static void switch_hud(void *context)
{
    rnd_window_switch_hud(window_of(context));
}

static void set_pattern(void *context, const char *name)
{
    rnd_window_set_pattern(window_of(context), name);
}

drv_screen site_window_screen(site_window *site)
{
    return (drv_screen){.context = site,
                        .input = input,
                        .draw = draw,
                        .shown = shown_at,
                        .eye = eye,
                        .settings = settings,
                        .message = message,
                        .ask = ask,
                        .next_camera = next_camera,
                        .switch_hud = switch_hud,
                        .set_pattern = set_pattern,
                        .scene = &site->scene,
                        .weather = rnd_scene_weather(site->scene.scene)};
}
