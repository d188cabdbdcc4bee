/* Internals of the windows. */
#ifndef WINDOW_INTERNAL_H
#define WINDOW_INTERNAL_H

#include "rnd/window.h"

#include "figures.h"
#include "overlay.h"
#include "rnd/lost.h"

#include <SDL2/SDL.h>

struct rnd_window {
    rnd_window_setup setup;
    SDL_Window *windows[RND_DISPLAYS];
    int middle;         /* index of the window with display and overlays */
    bool fill_displays; /* each window fills a display, regardless of the settings */
    SDL_GLContext context;
    rnd_backend *backend;
    bool software; /* drawn by the processor */

    auth_settings settings;
    bool changed; /* settings were changed in the menu */
    rnd_quality level;
    quality chooser;
    figures figures;
    int64_t shown;      /* end of the last presentation [ns]; 0: none yet */
    double shows;       /* its simulation time [s] */
    double figures_age; /* since the sheet of figures was written [s] */

    rnd_camera camera;
    bool turning[4]; /* held arrow keys: left, right, up, down */
    bool dragging;
    bool menu_open, help_open, figures_open;
    int menu_at;
    char question[SHEET_TEXT], answers[SHEET_TEXT]; /* empty: no question */
    overlay overlay;
    bool screenshot; /* write the next picture to a file */

    char title[200];
    int64_t last;      /* begin of the last picture [ns]; 0: none yet */
    int width, height; /* of the middle picture [pixels]; 0: none yet */
    rnd_eye eye;       /* of the middle picture */
};

/* ---- events.c ---- */

/** Handle an event: those of the picture at once, the others are written to `input`. */
void window_event(rnd_window *w, const SDL_Event *event, rnd_input *input);

/** Turn the camera by the held arrow keys. */
void window_turn(rnd_window *w, double seconds);

/* ---- contents.c ---- */

/** Resolution of the world in the next picture, as a share of the picture's: less than 1 only with the
 * automatic quality. */
double window_resolution(const rnd_window *w);

/** Write the contents of the open sheets. @param shown  NULL: the figures are not updated */
void window_tables(rnd_window *w, const rnd_shown *shown);

/* ---- displays.c ---- */

/** Show a message until the first picture, which takes long. */
void window_show_waiting(rnd_window *w);

/** Open the windows, each on its own display if there are enough. @return false: see SDL_GetError */
bool window_open_all(rnd_window *w, Uint32 flags);

/** Make a single window as small as software can draw smoothly; the user may enlarge it. */
void window_make_small(rnd_window *w);

/** Apply the setting of full screen. */
void window_apply_full_screen(rnd_window *w);

#endif
