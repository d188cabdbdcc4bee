/* The window of the pages. */
#ifndef PAGES_INTERNAL_H
#define PAGES_INTERNAL_H

#include "page.h"

#include <SDL2/SDL.h>

enum { PAGES_STICKS = 8 };

struct rnd_pages {
    SDL_Window *window;
    bool (*ended)(void); /* whether the program is to end; NULL: never */
    SDL_Joystick *sticks[PAGES_STICKS];
    page_canvas canvas; /* as it was painted last; `c` only while it is painted */
    const page *page;
    int answer; /* of the page; PAGE_STAYS: none yet */
    bool stale; /* the window shows something else */
};

/** Take an event of SDL in: what concerns the window is done, the rest is put to the page. */
void pages_event(rnd_pages *pages, const SDL_Event *event);

#endif
