/* Start and loss of the display, for all windows. */
#ifndef WINDOW_LOST_H
#define WINDOW_LOST_H

#include <SDL2/SDL.h>
#include <stdbool.h>

/** Start SDL's video. Without a display SDL would use a driver that shows nothing, which is accepted only if
 * it is requested by SDL_VIDEODRIVER.
 *  @return false: see SDL_GetError */
bool window_begin_video(void);

/** Detect the loss of a window's display, which would otherwise end the process. */
void window_watch_display(SDL_Window *window);

/** Call a function that uses the display. If the display is lost, the function is left at any point;
 * of nested calls, all are left.
 *  @return false: the display was lost, in this call or earlier */
bool window_guard(void (*call)(void *context), void *context);

/** Whether the display was lost: SDL must not be called any more. */
bool window_lost_display(void);

#endif
