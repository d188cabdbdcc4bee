/* What is in the way when a driver moves something and nothing moves: engine, safety lever, parking
 * brake, neutral. Known by what the controls are for, so that any machine has its own. */
#ifndef DRV_HINTS_H
#define DRV_HINTS_H

#include "auth/machine.h"
#include "io/keyboard.h"
#include "xch/snapshot.h"

#include <stdbool.h>

enum { DRV_HINT_LEVERS = 32, DRV_HINT_TEXT = 160 };

typedef enum drv_hint {
    DRV_HINT_NONE,
    DRV_HINT_ENGINE,
    DRV_HINT_LOCK,
    DRV_HINT_PARKING,
    DRV_HINT_NEUTRAL,
    DRV_HINT_KINDS
} drv_hint;

typedef struct drv_hints {
    int running, speed;             /**< signals; -1: none */
    int controls[AUTH_DRIVE_ROLES]; /**< -1: none */
    int signals[AUTH_DRIVE_ROLES];  /**< of these controls */
    int lever_count, levers[DRV_HINT_LEVERS];
    drv_hint seen; /**< what is in the way now */
    double since;  /**< of the world [s] */
    bool told;
    int times[DRV_HINT_KINDS]; /**< told so far */
} drv_hints;

/** Index of a signal, by its name; -1: there is none. */
typedef int (*drv_hints_find)(const void *machine, const char *name);

/** Begin with a machine. @param find  asked with `machine` */
void drv_hints_begin(drv_hints *h, const auth_machine *author, drv_hints_find find, const void *machine);

/** Look at the newest snapshot.
 *  @return what is to be told now: once each time that it has been in the way for a second, and three times
 * at most; DRV_HINT_NONE: nothing */
drv_hint drv_hints_look(drv_hints *h, const xch_snapshot *snapshot);

/** "The parking brake is on: P releases it". @param keyboard  NULL: no key is named */
void drv_hints_text(const drv_hints *h, drv_hint of, const io_keyboard *keyboard, char text[DRV_HINT_TEXT]);

#endif
