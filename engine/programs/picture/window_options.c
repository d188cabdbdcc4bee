#include "window_options.h"

#include "auth/quantity.h"

#include "command/program_log.h"
#include "drv/log.h"
#include "io/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 1024, WORDS = 4, LARGEST = 8192 /* [pixels] a side */ };

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

bool window_choose(const window_request *request, window_choice *choice)
{
    *choice = (window_choice){.displays = 1, .kept = read_settings(), .hud = request->hud};
    choice->settings = choice->kept;
    if (request->displays != NULL && !read_angles(request->displays, choice)) {
        return drv_say(&program_log,
                       "--displays '%s' is not understood; expected up to %d angles in degrees, -180 to 180, "
                       "e.g. 45,0,-45",
                       request->displays, RND_DISPLAYS);
    }
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

/* ---- pictures in files ---- */

static bool refuse(const char *text, const char *why)
{
    return drv_say(&program_log, "--frames '%s': %s", text, why);
}

static bool read_size(const char *text, drv_pictures_request *request)
{
    if (options_size(text, LARGEST, &request->width, &request->height)) return true;
    return refuse(text, "expected size=WIDTHxHEIGHT, 1 to 8192 pixels each");
}

static bool read_part(const char *key, const char *value, drv_pictures_request *request)
{
    static const char *const keys[] = {"every", "size", "camera", "quality"};
    const char *cameras[RND_CAMERAS], *qualities[RND_QUALITIES];
    char complaint[HL_MESSAGE_LENGTH];
    int chosen;
    for (int i = 0; i < RND_CAMERAS; i++) cameras[i] = rnd_camera_word((rnd_camera_kind)i);
    for (int i = 0; i < RND_QUALITIES; i++) qualities[i] = rnd_quality_word((rnd_quality)i);
    switch (drv_choose_word(&program_log, "key of --frames", key, keys, 4)) {
    case 0:
        if (!auth_quantity_read(value, AUTH_KIND_TIME, &request->every, complaint, sizeof complaint))
            return refuse(value, complaint);
        return request->every > 0.0 || refuse(value, "expected a time above 0 s");
    case 1:
        return read_size(value, request);
    case 2:
        chosen = drv_choose_word(&program_log, "camera", value, cameras, RND_CAMERAS);
        if (chosen >= 0) request->camera = (rnd_camera_kind)chosen;
        return chosen >= 0;
    case 3:
        chosen = drv_choose_word(&program_log, "quality", value, qualities, RND_QUALITIES);
        if (chosen >= 0) request->quality = (rnd_quality)chosen;
        return chosen >= 0;
    default:
        return false;
    }
}

bool frames_parse(const char *text, drv_pictures_request *request)
{
    char copy[256];
    *request = (drv_pictures_request){.width = 1280, .height = 720, .camera = RND_CAB, .quality = RND_HIGH};
    if (strlen(text) >= sizeof copy) return refuse(text, "it is too long");
    snprintf(copy, sizeof copy, "%s", text);
    char *left = NULL;
    for (char *part = strtok_r(copy, ",", &left); part != NULL; part = strtok_r(NULL, ",", &left)) {
        char *value = strchr(part, '=');
        if (value == NULL)
            return refuse(part, "expected every=SECONDS[,size=WxH][,camera=NAME][,quality=NAME]");
        *value++ = '\0';
        if (!read_part(part, value, request)) return false;
    }
    return request->every > 0.0 || refuse(text, "expected every=SECONDS");
}
