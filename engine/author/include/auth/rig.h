/* A motion rig (`headland: rig`): the platform or seat under the trainee, how it cues, what it may do, and
 * how it is spoken to. docs/rig.md explains the file with the spans of its values, docs/motion.md the
 * packets. */
#ifndef AUTH_RIG_H
#define AUTH_RIG_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

/** Axes of a platform: along x forward, y left, z up, about x (left side up), y (nose down), z (left). */
typedef enum auth_rig_axis {
    AUTH_RIG_SURGE,
    AUTH_RIG_SWAY,
    AUTH_RIG_HEAVE,
    AUTH_RIG_ROLL,
    AUTH_RIG_PITCH,
    AUTH_RIG_YAW,
    AUTH_RIG_AXES
} auth_rig_axis;

/** One axis: `surge: {scale, high_pass, damping, return, position, speed, acceleration}`. An axis that is
 * left out does not exist. Translations in m, rotations in rad. */
typedef struct auth_rig_channel {
    bool present;
    double scale;     /**< of the specific force or the rate before the filter, 0 to 2, default 0.5 */
    double high_pass; /**< break frequency of the second-order high pass (rotations: first order) [rad/s],
                         above 0; defaults 2.5, rotations 0.7 */
    /* translations only: */
    double damping; /**< of the second-order filter, default 1 */
    double back; /**< `return:` break frequency of the first-order high pass behind it, default 0.2 rad/s */
    double position;     /**< limit either way [m or rad]; required */
    double speed;        /**< [m/s or rad/s]; required */
    double acceleration; /**< [m/s^2 or rad/s^2]; required */
} auth_rig_channel;

/** `tilt:` sustained specific force felt as tilt (tilt co-ordination), on roll and pitch. */
typedef struct auth_rig_tilt {
    double scale;        /**< default 0.5; 0: none; without roll and pitch all of these are 0 */
    double low_pass;     /**< break frequency of the second-order low pass [rad/s], default 3 */
    double damping;      /**< default 1 */
    double angle;        /**< limit [rad], default 8 deg */
    double rate;         /**< limit [rad/s], default 3 deg/s */
    double acceleration; /**< limit [rad/s^2], default 3 deg/s2 */
} auth_rig_tilt;

typedef enum auth_rig_format { AUTH_RIG_BINARY, AUTH_RIG_TEXT } auth_rig_format;

/** `output:` */
typedef struct auth_rig_output {
    const char *host;       /**< default "127.0.0.1" */
    int port;               /**< required, 1 to 65535 */
    double rate;            /**< datagrams a second, 10 to 500, default 250 */
    auth_rig_format format; /**< default binary */
    /** text: template, "<R{roll}><P{pitch}>", names of axes that there are in braces; default one of all
     * axes. binary: NULL */
    const char *text;
    int bits;         /**< text: codes 0 to 2^bits - 1, the middle is the centre; 8 to 16, default 16 */
    double heartbeat; /**< `heartbeat:` the platform must answer within [s]; 0, default: it does not answer */
} auth_rig_output;

typedef struct auth_rig {
    const char *name, *description;
    auth_rig_channel channels[AUTH_RIG_AXES];
    auth_rig_tilt tilt;
    double vibration; /**< gain of what lies between 4 and 20 Hz, added behind the washout on heave, 0 to 1,
                         default 0 */
    double engage;    /**< `engage:` ramp from parked to running and back [s], 1 to 20, default 4 */
    double silence;   /**< without a tick of the world for so long: back to neutral [s], default 0.15 */
    auth_rig_output output;
} auth_rig;

/** "surge" */
const char *auth_rig_axis_word(auth_rig_axis axis);

/** Read a rig, as auth_mechanism_read does a mechanism. */
hl_status auth_rig_read(const char *path, hl_arena *arena, auth_rig **rig, hl_report *report);
hl_status auth_rig_parse(const char *text, size_t length, const char *name, hl_arena *arena, auth_rig **rig,
                         hl_report *report);

#endif
