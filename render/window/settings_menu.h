/* The menu of settings. Pure. */
#ifndef WINDOW_MENU_H
#define WINDOW_MENU_H

#include "auth/picture.h"
#include "auth/settings.h"

/* what, label */
#define MENU_LIST(X)                                                                                         \
    X(QUALITY, "Quality")                                                                                    \
    X(CAMERA, "Camera")                                                                                      \
    X(ANGLE, "Angle of view")                                                                                \
    X(MIRRORS, "Mirrors")                                                                                    \
    X(HUD, "Head-up display")                                                                                \
    X(SCALE, "Size of its gauges")                                                                           \
    X(FULL_SCREEN, "Full screen")                                                                            \
    X(PATTERN, "What the levers do")                                                                         \
    X(SOUND, "Sound")                                                                                        \
    X(VOLUME, "Volume")                                                                                      \
    X(VOLUME_MACHINE, "of the machine")                                                                      \
    X(VOLUME_SIGNALS, "of horn and beeper")                                                                  \
    X(TIME, "Time of day")                                                                                   \
    X(VISIBILITY, "Visibility")                                                                              \
    X(CLOUD, "Clouds")                                                                                       \
    X(RAIN, "Rain")

typedef enum menu_item {
#define X(item, label) MENU_##item,
    MENU_LIST(X)
#undef X
        MENU_ITEMS
} menu_item;

enum { MENU_TEXT = 48 };

const char *menu_label(menu_item item);

/** How it stands: "auto", "70 deg".
 *  @param item     any but MENU_PATTERN
 *  @param weather  NULL: there is none to be changed */
void menu_value(menu_item item, const auth_settings *settings, const auth_weather *weather,
                char text[MENU_TEXT]);

/** The pattern that the settings choose out of those of the machine: the first where they name none of them;
 * "-" when there are none.
 *  @param patterns  NULL ends them; NULL: none */
const char *menu_pattern(const auth_settings *settings, const char *const *patterns);

/** The next pattern, or the one before. @return whether there is another one */
bool menu_step_pattern(int direction, auth_settings *settings, const char *const *patterns);

/** A step on or back. Words go round, numbers end at their limits.
 *  @param item       any but MENU_PATTERN
 *  @param direction  1 or -1
 *  @return whether settings, not the weather, were changed */
bool menu_step(menu_item item, int direction, auth_settings *settings, auth_weather *weather);

#endif
