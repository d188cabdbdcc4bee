/* Settings files: reading and writing. */
#include "auth/settings.h"

#include "reader/format.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- words ---- */

static const auth_word qualities[AUTH_QUALITY_WORDS] = {{"auto", AUTH_QUALITY_AUTO},
                                                        {"low", AUTH_QUALITY_LOW},
                                                        {"medium", AUTH_QUALITY_MEDIUM},
                                                        {"high", AUTH_QUALITY_HIGH}};
static const auth_word cameras[AUTH_CAMERA_WORDS] = {{"cab", AUTH_CAMERA_CAB},
                                                     {"chase", AUTH_CAMERA_CHASE},
                                                     {"orbit", AUTH_CAMERA_ORBIT},
                                                     {"bucket", AUTH_CAMERA_BUCKET}};

const char *auth_quality_word(auth_quality quality)
{
    return qualities[quality].word;
}

const char *auth_camera_word(auth_camera camera)
{
    return cameras[camera].word;
}

/* ---- settings ---- */

static double share(double value)
{
    return fmin(fmax(value, 0.0), 1.0);
}

auth_settings auth_settings_limited(auth_settings settings)
{
    settings.hud_scale = fmin(fmax(settings.hud_scale, AUTH_HUD_SCALE_LEAST), AUTH_HUD_SCALE_MOST);
    if (settings.view_angle != 0.0)
        settings.view_angle = fmin(fmax(settings.view_angle, AUTH_ANGLE_LEAST), AUTH_ANGLE_MOST);
    settings.volume = share(settings.volume);
    settings.volume_machine = share(settings.volume_machine);
    settings.volume_signals = share(settings.volume_signals);
    return settings;
}

/* ---- reading ---- */

/* Names of patterns have no quotes and control characters (auth_check_name), so this can be written as it is.
 */
static bool read_pattern(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    _Static_assert((int)AUTH_PATTERN_ROOM > (int)AUTH_NAME_LENGTH, "the row's longest text fits");
    auth_settings *settings = item->out;
    const char *text = value ? auth_node_text(value) : "";
    for (const char *c = text; *c; c++) {
        if (*c != '\'' && !iscntrl((unsigned char)*c)) continue;
        COMPLAIN(
            item, field->key,
            "'pattern' has a quote or a control character; the name of a pattern of the machine is expected");
        return false;
    }
    memcpy(settings->pattern, text, strlen(text) + 1);
    return true;
}

static void limit(auth_item *item)
{
    auth_settings *settings = item->out;
    *settings = auth_settings_limited(*settings); /* spans leave room for rounding */
}

#define VOLUME(key, ...) QUANTITY(auth_settings, key, NUMBER, ANY, __VA_ARGS__, SPAN("0 to 1"))

static const auth_field fields[] = {
    HEAD_WITHOUT_NAME("settings"),
    CHOICE(auth_settings, quality, qualities, "Quality of the picture", DEFAULT("auto")),
    CHOICE(auth_settings, camera, cameras, "At the start", DEFAULT("cab")),
    FLAG(auth_settings, hud, "Whether the head-up display is shown", DEFAULT("true")),
    QUANTITY(auth_settings, hud_scale, NUMBER, ANY,
             "Size of its gauges; they keep their distance from the edge", SPAN("0.5 to 1.5"), DEFAULT("1")),
    FLAG(auth_settings, mirrors, "Whether the mirrors are drawn", DEFAULT("true")),
    QUANTITY(auth_settings, view_angle, ANGLE, ANY, "Horizontal angle of view", SPAN("30 to 120 deg"),
             OTHERWISE("the camera's own")),
    FLAG(auth_settings, full_screen, "The window fills the screen", DEFAULT("false")),
    READ(TEXT, "pattern", read_pattern,
         "Control pattern of the levers, by name: [machine.md](machine.md#patterns)",
         .most = AUTH_NAME_LENGTH, OTHERWISE("the machine's first")),
    FLAG(auth_settings, sound, "Whether sound is played", DEFAULT("true")),
    VOLUME(volume, "Total volume", DEFAULT("0.8")),
    VOLUME(volume_machine, "Volume of the machine and its contacts", DEFAULT("1")),
    VOLUME(volume_signals, "Volume of horn, beeper, warnings and cues", DEFAULT("1")),
};

const auth_table auth_settings_table = AUTH_TABLE(auth_settings, fields, .check = limit);

AUTH_FORMAT(settings, settings, SETTINGS, NULL)

auth_settings auth_settings_default(void)
{
    auth_settings settings = {0};
    auth_fields_default(&auth_settings_table, &settings);
    return settings;
}

/* ---- writing ---- */

static const char *flag(bool value)
{
    return value ? "true" : "false";
}

size_t auth_settings_write(const auth_settings *settings, char *text, size_t size)
{
    char angle[40] = "", pattern[AUTH_PATTERN_ROOM + 16] = "";
    if (settings->view_angle != 0.0)
        snprintf(angle, sizeof angle, "view_angle: %.0f deg\n", settings->view_angle / AUTH_DEGREE);
    if (*settings->pattern) snprintf(pattern, sizeof pattern, "pattern: '%s'\n", settings->pattern);
    return (size_t)snprintf(
        text, size,
        "# Settings of the window: docs/window.md\nheadland: settings\nversion: 1\n"
        "quality: %s\ncamera: %s\nhud: %s\nhud_scale: %.2f\nmirrors: %s\n%sfull_screen: %s\n"
        "%ssound: %s\nvolume: %.2f\nvolume_machine: %.2f\nvolume_signals: %.2f\n",
        auth_quality_word(settings->quality), auth_camera_word(settings->camera), flag(settings->hud),
        settings->hud_scale, flag(settings->mirrors), angle, flag(settings->full_screen), pattern,
        flag(settings->sound), settings->volume, settings->volume_machine, settings->volume_signals);
}
