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

/** A key of the keyboard as pages know it. */
page_key pages_key(SDL_Keycode code, bool shift);

/** Take an event of SDL in: what concerns the window is done, the rest is put to the page. */
void pages_event(rnd_pages *pages, const SDL_Event *event);

/** Pixels a dot in a window of that size: it grows with the window, and no canvas is smaller than pages can
 * be painted on. */
double pages_scale(int width, int height);

/** Show a page until it answers. */
rnd_answer pages_run(rnd_pages *pages, const page *shown);

#endif
