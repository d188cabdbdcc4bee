/* Sheets over the picture: help, menu, figures, the banner of a pause, messages that fade. */
#ifndef WINDOW_OVERLAY_H
#define WINDOW_OVERLAY_H

#include "auth/picture.h"
#include "auth/settings.h"
#include "rnd/draw_list.h"

#include <cairo.h>

/* ---- overlay.c: a sheet, a table of one or two columns with a title and a note; redrawn only when its text
 * changes ---- */
enum { SHEET_ROWS = 48, SHEET_TEXT = 160 };

typedef struct sheet_row {
    char left[SHEET_TEXT], right[SHEET_TEXT]; /**< right empty: one cell */
} sheet_row;

/** Contents of a sheet. */
typedef struct sheet_table {
    char title[SHEET_TEXT], note[SHEET_TEXT]; /**< empty: none */
    int count;
    sheet_row rows[SHEET_ROWS];
    int chosen;   /**< the highlighted row; -1: none */
    bool choices; /**< the right cell of the highlighted row has arrows */
    bool large;   /**< large title: banners */
    bool opaque;  /**< the picture does not shine through the plate: easier to read */
} sheet_table;

/** Clear a table. */
void sheet_clear(sheet_table *table);

/** Add a row. @param right  NULL: one cell */
void sheet_add(sheet_table *table, const char *left, const char *right);

typedef struct sheet {
    cairo_surface_t *surface; /**< NULL: not drawn yet, or no memory */
    int width, height;        /**< [pixels] */
    double row_top, row_step; /**< of row 0 from the upper edge, and from row to row [pixels] */
    double back, value;       /**< left edges of the left arrow and of the text after it [pixels] */
    uint32_t version;
    uint64_t hash;
} sheet;

/** Draw the table if it has changed.
 *  @param wanted        pixels a dot, less where it would not fit; the text is 15 dots high
 *  @param width,height  room for it [pixels] */
void sheet_draw(sheet *s, const sheet_table *table, double wanted, int width, int height);

void sheet_free(sheet *s);

/** Whether the left arrow is at a distance from the left edge [pixels]. */
bool sheet_back_at(const sheet *s, double x);

/* ---- overlay.c: all sheets ---- */

enum { OVERLAY_MESSAGES = 6, OVERLAY_TEXT = 256 /**< at least the longest message of an instructor */ };

/** Sheets, in the order of drawing; each has a slot of its own among the last of RND_PANELS. */
typedef enum overlay_sheet {
    OVERLAY_BANNER,
    OVERLAY_FIGURES,
    OVERLAY_NOTES, /**< messages */
    OVERLAY_HELP,
    OVERLAY_MENU,
    OVERLAY_SHEETS
} overlay_sheet;

typedef struct overlay_message {
    char text[OVERLAY_TEXT];
    double age; /**< [s] */
} overlay_message;

typedef struct overlay_box {
    double x, y, w, h; /**< [pixels], upper left corner */
} overlay_box;

typedef struct overlay {
    bool shown[OVERLAY_SHEETS];
    sheet_table tables[OVERLAY_SHEETS]; /**< what the sheets say, while they are shown */
    sheet sheets[OVERLAY_SHEETS];
    overlay_box boxes[OVERLAY_SHEETS]; /**< where they were drawn last */
    int message_count;
    overlay_message messages[OVERLAY_MESSAGES]; /**< oldest first */
} overlay;

void overlay_free(overlay *o);

/** Show a message for some seconds, in several lines if necessary; the oldest message is dropped. */
void overlay_show_message(overlay *o, const char *text);

/** Advance the age of the messages. */
void overlay_age(overlay *o, double seconds);

/** Draw changed sheets and add the panels of all visible sheets to a list. */
void overlay_list(overlay *o, rnd_draw_list *list, int width, int height);

/** The row of a sheet at a point of the picture; -1: none. */
int overlay_row_at(const overlay *o, overlay_sheet which, double x, double y);

/* ---- displays.c: size of gauges; pure ---- */

/** Scale the gauges of a list, each about the nearest corner, edge or middle of the canvas, so that gauges at
 * the rim stay there.
 *  @param canvas  of the layout [dots] */
void screen_hud_scale(rnd_draw_list *list, const double canvas[2], double scale);

/* ---- contents.c: the menu of settings; pure ---- */

/* item, label */
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

/** Write the value of an item: "auto", "70 deg".
 *  @param item     any but MENU_PATTERN
 *  @param weather  NULL: it cannot be changed */
void menu_value(menu_item item, const auth_settings *settings, const auth_weather *weather,
                char text[MENU_TEXT]);

/** The pattern of the machine that the settings choose: the first if they name none of them, "-" if there are
 * none.
 *  @param patterns  ended by NULL; NULL: none */
const char *menu_pattern(const auth_settings *settings, const char *const *patterns);

/** Choose the next or previous pattern. @return whether there is another one */
bool menu_step_pattern(int direction, auth_settings *settings, const char *const *patterns);

/** Change an item by a step. Words are cyclic, numbers stop at their limits.
 *  @param item       any but MENU_PATTERN
 *  @param direction  1 or -1
 *  @return whether settings, not the weather, were changed */
bool menu_step(menu_item item, int direction, auth_settings *settings, auth_weather *weather);

#endif
