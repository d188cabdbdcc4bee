/* The page before a drive: what there is to do, what ends it, what scores, which keys. */
#ifndef PAGES_BRIEFING_H
#define PAGES_BRIEFING_H

#include "page.h"

typedef struct briefing_page {
    const rnd_briefing *briefing;
    page_scroll scroll;
    page_buttons buttons;
} briefing_page;

void briefing_begin(briefing_page *b, const rnd_briefing *briefing);
int briefing_take(void *briefing, const page_event *event, const page_canvas *canvas);
void briefing_paint(void *briefing, page_canvas *canvas);

/** A title, a text to read, a button: why something cannot be. Without a button: what is waited for. */
typedef struct tell_page {
    const char *title, *text, *foot;
    page_scroll scroll;
    page_buttons buttons;
} tell_page;

void tell_begin(tell_page *t, const char *title, const char *text);
void tell_begin_waiting(tell_page *t, const char *title, const char *text);
int tell_take(void *tell, const page_event *event, const page_canvas *canvas);
void tell_paint(void *tell, page_canvas *canvas);

#endif
