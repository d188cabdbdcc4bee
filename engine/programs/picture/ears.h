/* The sound of a machine, driven or replayed: its voices, where one hears from, how loud. */
#ifndef EARS_H
#define EARS_H

#include "auth/machine.h"
#include "auth/settings.h"
#include "rnd/window.h"
#include "rt/player.h"
#include "rt/session.h"

typedef struct ears_setup {
    const char *command; /**< sub-command, for messages */
    const auth_machine *author;
    const world_machine *machine;
    const auth_settings *settings;
    const char *wav; /**< file that is written instead of playing; NULL: the sound card plays */
} ears_setup;

typedef struct ears ears;

/** Whether there is anything to hear: a machine's sounds, or an exercise's cues. */
bool ears_needed(const auth_machine *author, const world_machine *machine);

/** Hear from the seat. NULL after a message on stderr; a sound card that is missing is no reason. */
ears *ears_open(const ears_setup *setup, hl_arena *arena);

/** Hear a session, or a replay, which has not started. @return false: it has no room */
bool ears_join(ears *e, rt_session *session);
bool ears_join_player(ears *e, rt_player *player);

/** Leave it: it may go. */
void ears_leave(ears *e);

/** Hear from where a picture is seen; from a picture of the cab one hears from the seat. */
void ears_listen(ears *e, const rnd_eye *eye);

void ears_volumes(ears *e, const auth_settings *settings);

/** The next piece of news. @return false: there is none */
bool ears_news(ears *e, char *text, size_t size);

/** @return false after a message: what was heard could not be written */
bool ears_close(ears *e);

#endif
