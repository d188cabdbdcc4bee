/* The end of the display, noticed: for whatever opens windows. */
#ifndef WINDOW_LOST_H
#define WINDOW_LOST_H

#include <SDL2/SDL.h>
#include <stdbool.h>

/** Notice the end of the display that a window is on, instead of ending with it. */
void window_watch_display(SDL_Window *window);

/** Call what talks to the display; it may be left at any place when the display ends.
 *  @return false: the display has ended; then or earlier */
bool window_guard(void (*call)(void *context), void *context);

/** Whether it has ended: nothing of SDL may be called any more. */
bool window_lost_display(void);

#endif
