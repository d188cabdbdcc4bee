/* Windows on a scene: one a display, keys, mouse, help, settings, figures. SDL's windows, the context for
 * OpenGL that they share, what lies over the picture. It is driven from one thread, at the rate of the
 * display, and waits for nobody else.
 *
 *   window = rnd_window_open(&setup, ...)
 *   for each picture: input = rnd_window_input(window); ...; rnd_window_draw(window, &shown)
 *   rnd_window_close(window)
 *
 * Its own keys are listed by rnd_window_help; all other keys are handed on. */
#ifndef RND_WINDOW_H
#define RND_WINDOW_H

#include "auth/settings.h"
#include "rnd/scene.h"

enum { RND_DISPLAYS = 8, RND_INPUT_KEYS = 32 };

/** What happened since the last look. */
typedef struct rnd_input {
    bool quit, pause, reset;
    bool lost_keys; /**< keys that are held are to be taken for let go: focus, or a menu, has taken them */
    bool lost;      /**< the display is gone: nothing can be shown any more */
    bool declined;  /**< what was asked (rnd_window_ask) has been answered by another key than Esc and F5 */
    int key_count;
    struct {
        int scancode; /**< SDL_Scancode */
        bool down;
    } keys[RND_INPUT_KEYS];
} rnd_input;

typedef struct rnd_window_setup {
    const char *title;
    int displays;                /**< windows, 1 to RND_DISPLAYS */
    double angles[RND_DISPLAYS]; /**< of each, turned left [rad]; from left to right */
    auth_settings settings;      /**< as they begin */
    const rnd_stock *stock;      /**< of the scene */
    auth_weather *weather;       /**< of the scene, for the menu; NULL: none */
    const char *const
        *help; /**< lines "KEYS  what" of whoever gets the other keys, NULL ends them; NULL: none */
    const char *const *patterns; /**< of the machine's levers, for the menu, NULL ends them; NULL: none */
    bool reset;                  /**< F5 is offered */
    const char *pictures;        /**< folder of F12's pictures; NULL: the current one */
    bool debug;                  /**< ask the driver for its complaints */
    bool all_processors;  /**< software OpenGL may take all of them: what must not wait goes before it */
    rnd_backend *backend; /**< draws instead of OpenGL, is not freed; NULL: OpenGL */
} rnd_window_setup;

/** What a picture shows. */
typedef struct rnd_shown {
    rnd_scene *scene;
    rnd_hud *hud;     /**< NULL: none */
    rnd_tasks *tasks; /**< of an exercise; NULL: none */
    bool paused;
    const xch_snapshot *newest; /**< that has come; NULL: none */
    int64_t command;            /**< when something was last moved, CLOCK_MONOTONIC [ns]; 0: never */
} rnd_shown;

/** Where the picture of the middle display is taken from. */
typedef struct rnd_eye {
    float position[3];     /**< in the world [m] */
    float ahead[3], up[3]; /**< unit vectors */
    bool inside;           /**< in the cab */
} rnd_eye;

typedef struct rnd_window rnd_window;

/** Open the windows, on displays of their own where there are that many. The setup's texts, stock, weather
 * and back end must outlive them.
 *  @param error  out: why not, and what to do
 *  @return NULL: there is no display, no OpenGL 3.3, or no memory */
rnd_window *rnd_window_open(const rnd_window_setup *setup, char *error, size_t error_size);

void rnd_window_close(rnd_window *window);

/** Collect what happened; the window does by itself what concerns its picture. */
rnd_input rnd_window_input(rnd_window *window);

/** Draw and show a picture in every window; waits for the display where it can. Without a snapshot nothing is
 * drawn. */
void rnd_window_draw(rnd_window *window, const rnd_shown *shown);

/** When the last picture was handed to the display (swapping returned), CLOCK_MONOTONIC [ns].
 *  @param time  out: of the world that it shows [s]
 *  @return 0: there was none */
int64_t rnd_window_shown(const rnd_window *window, double *time);

/** From where the last picture was drawn. @return false: none has been */
bool rnd_window_eye(const rnd_window *window, rnd_eye *eye);

/** Show a line for some seconds. */
void rnd_window_message(rnd_window *window, const char *text);

/** Ask before something is given up. The question stands in the middle until a key is pressed, which drives
 * nothing: Esc and F5 are wishes as ever, any other is rnd_input.declined.
 *  @param question  NULL: nothing is asked any more
 *  @param note      below it: which key does what */
void rnd_window_ask(rnd_window *window, const char *question, const char *note);

/** A line in the title bar. */
void rnd_window_title(rnd_window *window, const char *text);

/** The settings as they are now. @return false: nobody has changed them in the menu */
bool rnd_window_settings(const rnd_window *window, auth_settings *settings);

/** The next camera; the head-up display on or off: as their keys do. */
void rnd_window_next_camera(rnd_window *window);
void rnd_window_switch_hud(rnd_window *window);

/** Which pattern of levers the menu shows as chosen, by its name. */
void rnd_window_set_pattern(rnd_window *window, const char *name);

/** Which camera, from now on. */
void rnd_window_set_camera(rnd_window *window, rnd_camera_kind camera);

/** Pixels across the picture of the middle display. */
int rnd_window_width(const rnd_window *window);

/** Lines "KEYS  what" of the window's own keys. NULL ends the list. */
const char *const *rnd_window_help(void);

#endif
