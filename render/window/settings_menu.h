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
 *  @param weather  NULL: there is none to be changed */
void menu_value(menu_item item, const auth_settings *settings, const auth_weather *weather,
                char text[MENU_TEXT]);

/** A step on or back. Words go round, numbers end at their limits.
 *  @param direction  1 or -1
 *  @return whether settings, not the weather, were changed */
bool menu_step(menu_item item, int direction, auth_settings *settings, auth_weather *weather);

#endif
