/* Rigs of the motion tests: a small hexapod and a seat of two axes, as users have them. */
#ifndef TEST_RIGS_H
#define TEST_RIGS_H

#include "auth/rig.h"

#define DEG 0.017453292519943295 /* [rad] */

static inline auth_rig_channel rig_translation(double high_pass, double position)
{
    return (auth_rig_channel){.present = true,
                              .scale = 0.5,
                              .high_pass = high_pass,
                              .damping = 1.0,
                              .back = 0.2,
                              .position = position,
                              .speed = 0.5,
                              .acceleration = 0.6 * 9.81};
}

static inline auth_rig_channel rig_rotation(double position)
{
    return (auth_rig_channel){.present = true,
                              .scale = 0.5,
                              .high_pass = 0.7,
                              .position = position,
                              .speed = 30.0 * DEG,
                              .acceleration = 500.0 * DEG};
}

static inline auth_rig rig_seat(void)
{
    return (auth_rig){
        .name = "seat",
        .channels = {[AUTH_RIG_ROLL] = rig_rotation(15.0 * DEG), [AUTH_RIG_PITCH] = rig_rotation(15.0 * DEG)},
        .tilt = {.scale = 0.5,
                 .low_pass = 3.0,
                 .damping = 1.0,
                 .angle = 8.0 * DEG,
                 .rate = 3.0 * DEG,
                 .acceleration = 3.0 * DEG},
        .engage = 4.0,
        .silence = 0.15,
        .output = {.host = "127.0.0.1", .port = 1, .rate = 250.0, .bits = 16, .text = ""}};
}

static inline auth_rig rig_hexapod(void)
{
    auth_rig rig = rig_seat();
    rig.name = "hexapod";
    rig.channels[AUTH_RIG_SURGE] = rig_translation(2.5, 0.25);
    rig.channels[AUTH_RIG_SWAY] = rig_translation(2.5, 0.25);
    rig.channels[AUTH_RIG_HEAVE] = rig_translation(3.5, 0.18);
    rig.channels[AUTH_RIG_ROLL] = rig_rotation(20.0 * DEG);
    rig.channels[AUTH_RIG_PITCH] = rig_rotation(20.0 * DEG);
    rig.channels[AUTH_RIG_YAW] = rig_rotation(22.0 * DEG);
    return rig;
}

#endif
