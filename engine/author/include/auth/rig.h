/* A motion rig (`headland: rig`): the platform or seat under the trainee, its motion cueing, limits and
 * protocol. docs/rig.md explains the file and the ranges of its values, docs/motion.md the packets. */
#ifndef AUTH_RIG_H
#define AUTH_RIG_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

/** Axes of a platform: translation along x (forward), y (left), z (up); rotation about x (left side up), y
 * (nose down), z (to the left). */
typedef enum auth_rig_axis {
    AUTH_RIG_SURGE,
    AUTH_RIG_SWAY,
    AUTH_RIG_HEAVE,
    AUTH_RIG_ROLL,
    AUTH_RIG_PITCH,
    AUTH_RIG_YAW,
    AUTH_RIG_AXES
} auth_rig_axis;

/** One axis: `surge: {scale, high_pass, damping, return, position, speed, acceleration}`. A platform lacks
 * the axes that are not given. Translations in m, rotations in rad. */
typedef struct auth_rig_channel {
    bool present;
    double scale; /**< factor on the specific force or angular rate before the filter, 0 to 2, default 0.5 */
    double high_pass; /**< break frequency of the second-order high pass (rotations: first order) [rad/s],
                         above 0; defaults 2.5, rotations 0.7 */
    /* translations only: */
    double damping; /**< of the second-order filter, default 1 */
    double back; /**< `return:` break frequency of the subsequent first-order high pass, default 0.2 rad/s */
    double position;     /**< limit in both directions [m or rad]; required */
    double speed;        /**< [m/s or rad/s]; required */
    double acceleration; /**< [m/s^2 or rad/s^2]; required */
} auth_rig_channel;

/** `tilt:` tilt coordination: sustained specific force is represented by roll and pitch. */
typedef struct auth_rig_tilt {
    double scale;        /**< default 0.5; 0: no tilt; without roll and pitch all members are 0 */
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
    double rate;            /**< datagrams per second, 10 to 500, default 250 */
    auth_rig_format format; /**< default binary */
    /** text: template, e.g. "<R{roll}><P{pitch}>", with names of existing axes in braces; default: all axes.
     * binary: NULL */
    const char *text;
    int bits; /**< text: codes from 0 to 2^bits - 1, the neutral position in the middle; 8 to 16, default 16
               */
    double heartbeat; /**< `heartbeat:` time within which the platform must reply [s]; 0 (default): it does
                         not reply */
} auth_rig_output;

typedef struct auth_rig {
    const char *name, *description;
    auth_rig_channel channels[AUTH_RIG_AXES];
    auth_rig_tilt tilt;
    double vibration; /**< gain of the 4 to 20 Hz band, which is added to heave after the washout, 0 to 1,
                         default 0 */
    double engage;  /**< `engage:` duration of the ramp between parked and running [s], 1 to 20, default 4 */
    double silence; /**< time without a tick of the world after which the platform returns to neutral [s],
                       default 0.15 */
    auth_rig_output output;
} auth_rig;

/** "surge" */
const char *auth_rig_axis_word(auth_rig_axis axis);

/** Read a rig file; see auth_mechanism_read. */
hl_status auth_rig_read(const char *path, hl_arena *arena, auth_rig **rig, hl_report *report);
hl_status auth_rig_parse(const char *text, size_t length, const char *name, hl_arena *arena, auth_rig **rig,
                         hl_report *report);

#endif
