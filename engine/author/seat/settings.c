/* Settings files: their schema, reading and writing. See schema.h for the conventions. */
#include "auth/settings.h"

#include "reader/angles.h"
#include "reader/format.h"
#include "reader/schema_fields.h"
#include "settings_raw.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- words and schema ---- */

static const cyaml_strval_t settings_word[] = {{"settings", 1}};
static const cyaml_strval_t qualities[AUTH_QUALITY_WORDS] = {{"auto", AUTH_QUALITY_AUTO},
                                                             {"low", AUTH_QUALITY_LOW},
                                                             {"medium", AUTH_QUALITY_MEDIUM},
                                                             {"high", AUTH_QUALITY_HIGH}};
static const cyaml_strval_t cameras[AUTH_CAMERA_WORDS] = {{"cab", AUTH_CAMERA_CAB},
                                                          {"chase", AUTH_CAMERA_CHASE},
                                                          {"orbit", AUTH_CAMERA_ORBIT},
                                                          {"bucket", AUTH_CAMERA_BUCKET}};

const char *auth_quality_word(auth_quality quality)
{
    return qualities[quality].str;
}

const char *auth_camera_word(auth_camera camera)
{
    return cameras[camera].str;
}

static const cyaml_schema_field_t fields[] = {CHOICE(raw_settings, headland, settings_word),
                                              COUNT(raw_settings, version),
                                              CHOICE_OR_NOT(raw_settings, quality, qualities),
                                              CHOICE_OR_NOT(raw_settings, camera, cameras),
                                              FLAG_OR_NOT(raw_settings, hud),
                                              QUANTITY_OR_NOT(raw_settings, hud_scale),
                                              FLAG_OR_NOT(raw_settings, mirrors),
                                              QUANTITY_OR_NOT(raw_settings, view_angle),
                                              FLAG_OR_NOT(raw_settings, full_screen),
                                              TEXT_OR_NOT(raw_settings, pattern, AUTH_NAME_LENGTH),
                                              FLAG_OR_NOT(raw_settings, sound),
                                              QUANTITY_OR_NOT(raw_settings, volume),
                                              QUANTITY_OR_NOT(raw_settings, volume_machine),
                                              QUANTITY_OR_NOT(raw_settings, volume_signals),
                                              CYAML_FIELD_END};

const cyaml_schema_value_t auth_settings_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_settings, fields)};

/* ---- settings ---- */

auth_settings auth_settings_default(void)
{
    return (auth_settings){.hud = true,
                           .hud_scale = 1.0,
                           .mirrors = true,
                           .sound = true,
                           .volume = 0.8,
                           .volume_machine = 1.0,
                           .volume_signals = 1.0};
}

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

static const double rounding = 1e-9; /* of limits that stand in files as degrees [rad] */

static void read_volume(const auth_reader *reader, const yaml_node_t *root, const char *key, const char *text,
                        double *volume)
{
    if (text && auth_read_quantity(reader, root, key, -1, text, AUTH_KIND_NUMBER, AUTH_ANY, volume))
        auth_check_span(reader, root, key, text, *volume, 0.0, 1.0, "0 to 1");
}

static void read_numbers(const auth_reader *reader, const yaml_node_t *root, const raw_settings *raw,
                         auth_settings *settings)
{
    if (raw->hud_scale && auth_read_quantity(reader, root, "hud_scale", -1, raw->hud_scale, AUTH_KIND_NUMBER,
                                             AUTH_ANY, &settings->hud_scale))
        auth_check_span(reader, root, "hud_scale", raw->hud_scale, settings->hud_scale, AUTH_HUD_SCALE_LEAST,
                        AUTH_HUD_SCALE_MOST, "0.5 to 1.5");
    if (raw->view_angle && auth_read_quantity(reader, root, "view_angle", -1, raw->view_angle,
                                              AUTH_KIND_ANGLE, AUTH_ANY, &settings->view_angle))
        auth_check_span(reader, root, "view_angle", raw->view_angle, settings->view_angle,
                        AUTH_ANGLE_LEAST - rounding, AUTH_ANGLE_MOST + rounding, "30 to 120 deg");
    read_volume(reader, root, "volume", raw->volume, &settings->volume);
    read_volume(reader, root, "volume_machine", raw->volume_machine, &settings->volume_machine);
    read_volume(reader, root, "volume_signals", raw->volume_signals, &settings->volume_signals);
}

/* Names of patterns have no quotes and control characters (auth_check_name), so this can be written as it is.
 */
static void read_pattern(const auth_reader *reader, const yaml_node_t *root, const char *text,
                         char pattern[AUTH_PATTERN_ROOM])
{
    _Static_assert((int)AUTH_PATTERN_ROOM > (int)AUTH_NAME_LENGTH, "the schema's longest text fits");
    for (const char *c = text; *c; c++) {
        if (*c != '\'' && !iscntrl((unsigned char)*c)) continue;
        hl_report_add(reader->report, auth_key_place(reader, root, "pattern"),
                      "'pattern' has a quote or a control character; the name of a pattern of the machine is "
                      "expected");
        return;
    }
    memcpy(pattern, text, strlen(text) + 1);
}

static hl_status read_settings(auth_reader *reader, const void *raw, void **out)
{
    const raw_settings *from = raw;
    const yaml_node_t *root = auth_document_root(reader->document);
    auth_settings *settings = HL_NEW(reader->arena, auth_settings, 1);
    if (!settings) return HL_OUT_OF_MEMORY;
    *settings = auth_settings_default();
    settings->quality = (auth_quality)from->quality;
    settings->camera = (auth_camera)from->camera;
    if (auth_given(reader, root, "hud")) settings->hud = from->hud;
    if (auth_given(reader, root, "mirrors")) settings->mirrors = from->mirrors;
    settings->full_screen = from->full_screen;
    if (auth_given(reader, root, "sound")) settings->sound = from->sound;
    if (from->pattern) read_pattern(reader, root, from->pattern, settings->pattern);
    read_numbers(reader, root, from, settings);
    *settings = auth_settings_limited(*settings);
    *out = settings;
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- entry ---- */

static const auth_format format = {
    .kind = AUTH_FILE_SETTINGS, .schema = &auth_settings_schema, .read = read_settings};

AUTH_FORMAT_ENTRY(settings, settings)

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
