/* The page after a drive: score, points and why, figures, one of them large when it is chosen. */
#ifndef PAGES_DEBRIEF_H
#define PAGES_DEBRIEF_H

#include "drawings.h"
#include "page.h"

enum { DEBRIEF_SPOT_FIGURE, DEBRIEF_SPOT_CLOSE };

typedef struct debrief_page {
    rnd_debrief *debrief;
    bool (*look)(void *context);
    void *context;
    int figure;  /**< the one that keys have reached; -1: the buttons have them */
    bool large;  /**< it is shown large */
    int columns; /**< of figures beside each other, as painted last */
    page_scroll points, figures;
    page_buttons buttons;
    drawings drawings;
} debrief_page;

void debrief_begin(debrief_page *d, rnd_debrief *debrief, bool (*look)(void *context), void *context);
void debrief_end(debrief_page *d);
int debrief_take(void *debrief, const page_event *event, const page_canvas *canvas);
void debrief_paint(void *debrief, page_canvas *canvas);
bool debrief_update(void *debrief);

#endif
