#include "window_options.h"

#include "command/complaints.h"
#include "command/nearest.h"
#include "io/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 1024, WORDS = 4 };

_Static_assert((int)AUTH_QUALITY_WORDS == (int)WORDS && (int)AUTH_CAMERA_WORDS == (int)WORDS &&
                   (int)RND_CAMERAS == (int)WORDS,
               "words");

/* ---- words ---- */

static bool choose_quality(const char *command, const char *word, auth_settings *settings)
{
    const char *words[WORDS];
    for (int i = 0; i < WORDS; i++) words[i] = auth_quality_word((auth_quality)i);
    const int chosen = nearest_choose(command, "quality", word, words, WORDS);
    if (chosen >= 0) settings->quality = (auth_quality)chosen;
    return chosen >= 0;
}

static bool choose_camera(const char *command, const char *word, auth_settings *settings)
{
    const char *words[WORDS];
    for (int i = 0; i < WORDS; i++) words[i] = auth_camera_word((auth_camera)i);
    const int chosen = nearest_choose(command, "camera", word, words, WORDS);
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

static auth_settings read_settings(const char *command)
{
    static hl_report report;
    char path[PATH_LENGTH];
    if (!io_settings_path(path, sizeof path)) return auth_settings_default();
    const auth_settings settings = io_settings_read(path, &report);
    if (hl_report_clean(&report)) return settings;
    complaints_print(&report);
    fprintf(stderr, "headland %s: the settings are ignored\n", command);
    return settings;
}

bool window_choose(const char *command, const window_request *request, window_choice *choice)
{
    *choice = (window_choice){.displays = 1, .kept = read_settings(command), .hud = request->hud};
    choice->settings = choice->kept;
    if (request->displays != NULL && !read_angles(request->displays, choice)) {
        fprintf(
            stderr,
            "headland %s: --displays '%s' is not understood; expected up to %d angles in degrees, -180 to "
            "180, e.g. 45,0,-45\n",
            command, request->displays, RND_DISPLAYS);
        return false;
    }
    if (request->quality != NULL && !choose_quality(command, request->quality, &choice->settings))
        return false;
    return request->camera == NULL || choose_camera(command, request->camera, &choice->settings);
}

bool window_without(const char *command, const window_request *request, bool pictures)
{
    const char *why = NULL;
    if (request->displays != NULL) why = "--displays needs a window: remove it, or leave out --headless";
    if (request->quality != NULL)
        why = "--quality needs a window; for pictures give --frames every=S,quality=low";
    if (request->camera != NULL)
        why = "--camera needs a window; for pictures give --frames every=S,camera=chase";
    if (request->hud != NULL && !pictures) why = "--hud needs a window or --frames";
    if (why != NULL) fprintf(stderr, "headland %s: %s\n", command, why);
    return why == NULL;
}

void window_keep(const char *command, const window_choice *choice, const rnd_window *window)
{
    char path[PATH_LENGTH], error[PATH_LENGTH + 100];
    auth_settings settings;
    if (!rnd_window_settings(window, &settings) || !io_settings_path(path, sizeof path)) return;
    if (settings.quality == choice->settings.quality) settings.quality = choice->kept.quality;
    if (settings.camera == choice->settings.camera) settings.camera = choice->kept.camera;
    if (strcmp(settings.pattern, choice->settings.pattern) == 0)
        memcpy(settings.pattern, choice->kept.pattern, sizeof settings.pattern);
    if (!io_settings_write(path, &settings, error, sizeof error))
        fprintf(stderr, "headland %s: the settings cannot be saved: %s\n", command, error);
}
