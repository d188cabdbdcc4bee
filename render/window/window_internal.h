/* Inside of the windows: what their files share. */
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
    int middle;         /* of the windows: it has display and overlays */
    bool fill_displays; /* each has one of its own: full screen, whatever the settings say */
    SDL_GLContext context;
    rnd_backend *backend;
    bool software; /* drawn by the processor */

    auth_settings settings;
    bool changed; /* settings, in the menu */
    rnd_quality level;
    quality chooser;
    figures figures;
    int64_t shown;      /* when the last picture had been handed over [ns]; 0: there was none */
    double shows;       /* of the world, what it shows [s] */
    double figures_age; /* since they were written down [s] */

    rnd_camera camera;
    bool turning[4]; /* arrow keys that are held: left, right, up, down */
    bool dragging;
    bool menu_open, help_open, figures_open;
    int menu_at;
    char question[SHEET_TEXT], answers[SHEET_TEXT]; /* empty: nothing is asked */
    overlay overlay;
    bool screenshot; /* the next picture is to be written */

    char title[200];
    int64_t last;      /* when the last picture was begun [ns]; 0: none yet */
    int width, height; /* of the middle picture [pixels]; 0: none has been drawn */
    rnd_eye eye;       /* of the middle picture */
};

/* ---- events.c ---- */

/** Take an event in: what concerns the picture is done, the rest is put into `input`. */
void window_event(rnd_window *w, const SDL_Event *event, rnd_input *input);

/** Turn the camera by the arrow keys that are held. */
void window_turn(rnd_window *w, double seconds);

/* ---- overlay.c ---- */

/** Write down what the open sheets say.
 *  @param shown  NULL: the figures stay as they are */
void window_tables(rnd_window *w, const rnd_shown *shown);

/* ---- displays.c ---- */

/** Show that it is being set up: the first picture takes its time. */
void window_show_waiting(rnd_window *w);

/* ---- displays.c ---- */

/** Open the windows, on displays of their own where there are that many. @return false: see SDL_GetError */
bool window_open_all(rnd_window *w, Uint32 flags);

/** A window alone as small as software can draw it smoothly; its user may pull it larger. */
void window_make_small(rnd_window *w);

/** Full screen or not, as the settings are. */
void window_apply_full_screen(rnd_window *w);

#endif
