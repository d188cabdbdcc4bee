/* Settings of the window (`headland: settings`), kept between runs. docs/window.md explains the file. */
#ifndef AUTH_SETTINGS_H
#define AUTH_SETTINGS_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

/** `quality:` */
typedef enum auth_quality {
    AUTH_QUALITY_AUTO,
    AUTH_QUALITY_LOW,
    AUTH_QUALITY_MEDIUM,
    AUTH_QUALITY_HIGH
} auth_quality;

/** `camera:` */
typedef enum auth_camera {
    AUTH_CAMERA_CAB,
    AUTH_CAMERA_CHASE,
    AUTH_CAMERA_ORBIT,
    AUTH_CAMERA_BUCKET
} auth_camera;

enum { AUTH_QUALITY_WORDS = 4, AUTH_CAMERA_WORDS = 4 };

/** Words as files write them: "auto", "cab". */
const char *auth_quality_word(auth_quality quality);
const char *auth_camera_word(auth_camera camera);

/* Limits of the numbers: AUTH_ANGLE_* [rad], 30 to 120 deg. */
#define AUTH_HUD_SCALE_LEAST 0.5
#define AUTH_HUD_SCALE_MOST  1.5
#define AUTH_ANGLE_LEAST     0.52359877559829887
#define AUTH_ANGLE_MOST      2.0943951023931953

/* Maximum length of a pattern name, including NUL. */
enum { AUTH_PATTERN_ROOM = 65 };

typedef struct auth_settings {
    auth_quality quality;            /**< default auto */
    auth_camera camera;              /**< initial camera, default cab */
    bool hud;                        /**< the head-up display is shown, default true */
    double hud_scale;                /**< of its gauges, 0.5 to 1.5, default 1 */
    bool mirrors;                    /**< default true */
    double view_angle;               /**< horizontal [rad], 30 to 120 deg; 0 (default): that of the camera */
    bool full_screen;                /**< default false */
    char pattern[AUTH_PATTERN_ROOM]; /**< name of the lever pattern; "" (default): the machine's first */
    bool sound;                      /**< default true */
    double volume;                   /**< master volume, 0 to 1, default 0.8 */
    double volume_machine;           /**< of the machine and its contacts, 0 to 1, default 1 */
    double volume_signals;           /**< of horn, beeper and warnings, 0 to 1, default 1 */
} auth_settings;

/** Settings without a file. */
auth_settings auth_settings_default(void);

/** A copy with all numbers limited to their ranges. */
auth_settings auth_settings_limited(auth_settings settings);

/** Read a settings file; see auth_mechanism_read. */
hl_status auth_settings_read(const char *path, hl_arena *arena, auth_settings **settings, hl_report *report);
hl_status auth_settings_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_settings **settings, hl_report *report);

/** Write settings as the text of a settings file.
 *  @return its length; if this is `size` or more, the text did not fit */
size_t auth_settings_write(const auth_settings *settings, char *text, size_t size);

#endif
