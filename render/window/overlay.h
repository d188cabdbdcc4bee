/* What lies over the picture: help, menu, figures, the banner of a pause, messages that fade. */
#ifndef WINDOW_OVERLAY_H
#define WINDOW_OVERLAY_H

#include "sheet.h"

enum { OVERLAY_MESSAGES = 6, OVERLAY_TEXT = 256 /**< the longest message of an instructor fits */ };

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

/** Show a message for some seconds, in several lines if need be; the oldest gives way. */
void overlay_show_message(overlay *o, const char *text);

/** Let messages grow older. */
void overlay_age(overlay *o, double seconds);

/** Draw what has changed and add the panels of all that is shown to a list. */
void overlay_list(overlay *o, rnd_draw_list *list, int width, int height);

/** The row of a sheet under a place of the picture; -1: none. */
int overlay_row_at(const overlay *o, overlay_sheet which, double x, double y);

#endif
