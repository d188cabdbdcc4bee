/* Windows on displays. */
#include "window_internal.h"

enum { WIDTH = 1280, HEIGHT = 720, SMALL_WIDTH = 800, SMALL_HEIGHT = 450 };

/* Displays from left to right. @return how many */
static int list_displays(SDL_Rect bounds[RND_DISPLAYS])
{
    int count = SDL_GetNumVideoDisplays();
    if (count > RND_DISPLAYS) count = RND_DISPLAYS;
    for (int i = 0; i < count; i++) {
        SDL_Rect r = {0};
        (void)SDL_GetDisplayBounds(i, &r);
        int at = i;
        for (; at > 0 && bounds[at - 1].x > r.x; at--) bounds[at] = bounds[at - 1];
        bounds[at] = r;
    }
    return count;
}

/* Beside each other on the first display, as far as there is room. */
static SDL_Rect beside(int window, int windows, const SDL_Rect *display)
{
    SDL_Rect r = {.w = WIDTH, .h = HEIGHT};
    if (r.w * windows > display->w) {
        r.w = display->w / windows;
        r.h = r.w * HEIGHT / WIDTH;
    }
    r.x = display->x + (display->w - r.w * windows) / 2 + window * r.w;
    r.y = display->y + (display->h - r.h) / 2;
    return r;
}

bool window_open_all(rnd_window *w, Uint32 flags)
{
    SDL_Rect bounds[RND_DISPLAYS] = {{0}};
    const int windows = w->setup.displays, displays = list_displays(bounds);
    const bool own = windows > 1 && displays >= windows;
    w->fill_displays = own;
    for (int i = 0; i < windows; i++) {
        const SDL_Rect r = windows == 1
                               ? (SDL_Rect){SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT}
                           : own ? bounds[i]
                                 : beside(i, windows, &bounds[0]);
        w->windows[i] = SDL_CreateWindow(w->setup.title, r.x, r.y, r.w, r.h, flags);
        if (w->windows[i] == NULL) return false;
    }
    w->middle = windows / 2;
    if (w->settings.full_screen || own) window_apply_full_screen(w);
    return true;
}

void window_make_small(rnd_window *w)
{
    if (w->setup.displays > 1 || w->settings.full_screen) return;
    SDL_SetWindowSize(w->windows[0], SMALL_WIDTH, SMALL_HEIGHT);
    SDL_SetWindowPosition(w->windows[0], SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
}

void window_apply_full_screen(rnd_window *w)
{
    const bool fill = w->settings.full_screen || w->fill_displays;
    const Uint32 mode = fill ? (Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP : 0U;
    for (int i = 0; i < w->setup.displays; i++)
        if (w->windows[i] != NULL) (void)SDL_SetWindowFullscreen(w->windows[i], mode);
}
