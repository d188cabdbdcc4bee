/* What a driver has not thought of who moves something, and nothing moves: engine, safety lever, parking
 * brake, neutral. Known by what the controls are for, so that any machine has its own. */
#ifndef HINTS_H
#define HINTS_H

#include "auth/machine.h"
#include "io/keyboard.h"
#include "xch/snapshot.h"

#include <stdbool.h>

enum { HINTS_LEVERS = 32, HINTS_TEXT = 160 };

typedef enum hint { HINT_NONE, HINT_ENGINE, HINT_LOCK, HINT_PARKING, HINT_NEUTRAL, HINTS } hint;

typedef struct hints {
    int running, speed;             /**< signals; -1: none */
    int controls[AUTH_DRIVE_ROLES]; /**< -1: none */
    int signals[AUTH_DRIVE_ROLES];  /**< of these controls */
    int lever_count, levers[HINTS_LEVERS];
    hint seen;    /**< what is in the way now */
    double since; /**< of the world [s] */
    bool told;
    int times[HINTS]; /**< told so far */
} hints;

/** Index of a signal, by its name; -1: there is none. */
typedef int (*hints_find)(const void *machine, const char *name);

/** Begin with a machine. @param find  asked with `machine` */
void hints_begin(hints *h, const auth_machine *author, hints_find find, const void *machine);

/** Look at the newest snapshot.
 *  @return what is to be told now: once each time that it has been in the way for a second, and three times
 * at most; HINT_NONE: nothing */
hint hints_look(hints *h, const xch_snapshot *snapshot);

/** "The parking brake is on: P releases it". @param keyboard  NULL: no key is named */
void hints_text(const hints *h, hint of, const io_keyboard *keyboard, char text[HINTS_TEXT]);

#endif
