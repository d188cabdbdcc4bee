/* The sound of a machine, driven or replayed: its voices, where one hears from, how loud. */
#ifndef DRV_EARS_H
#define DRV_EARS_H

#include "auth/machine.h"
#include "auth/settings.h"
#include "drv/log.h"
#include "rnd/window.h"
#include "rt/player.h"
#include "rt/session.h"

typedef struct drv_ears_setup {
    const drv_log *log;
    const auth_machine *author;
    const world_machine *machine;
    const auth_settings *settings;
    const char *wav; /**< file that is written instead of playing; NULL: the sound card plays */
} drv_ears_setup;

typedef struct drv_ears drv_ears;

/** Whether there is anything to hear: a machine's sounds, or an exercise's cues. */
bool drv_ears_needed(const auth_machine *author, const world_machine *machine);

/** Hear from the seat. NULL after a message; a sound card that is missing is no reason. */
drv_ears *drv_ears_open(const drv_ears_setup *setup, hl_arena *arena);

/** Hear a session, or a replay, which has not started. @return false: it has no room */
bool drv_ears_join(drv_ears *e, rt_session *session);
bool drv_ears_join_player(drv_ears *e, rt_player *player);

/** Leave it: it may go. */
void drv_ears_leave(drv_ears *e);

/** Hear from where a picture is seen; from a picture of the cab one hears from the seat. */
void drv_ears_listen(drv_ears *e, const rnd_eye *eye);

void drv_ears_volumes(drv_ears *e, const auth_settings *settings);

/** The next piece of news. @return false: there is none */
bool drv_ears_news(drv_ears *e, char *text, size_t size);

/** @return false after a message: what was heard could not be written */
bool drv_ears_close(drv_ears *e);

#endif
