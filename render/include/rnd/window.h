/* Windows that show a scene, one per display, with keys, mouse, help, settings and performance figures: SDL
 * windows with a shared OpenGL context, and the overlays on the picture. All calls come from one thread, at
 * the rate of the display; no call waits for another thread.
 *
 *   window = rnd_window_open(&setup, ...)
 *   for each frame: input = rnd_window_input(window); ...; rnd_window_draw(window, &shown)
 *   rnd_window_close(window)
 *
 * rnd_window_help lists the window's own keys; all other keys are passed to the caller. */
#ifndef RND_WINDOW_H
#define RND_WINDOW_H

#include "auth/settings.h"
#include "rnd/backend.h"
#include "rnd/scene.h"

enum { RND_DISPLAYS = 8, RND_INPUT_KEYS = 32 };

/** Input since the last call. */
typedef struct rnd_input {
    bool quit, pause, reset;
    bool lost_keys; /**< held keys must be treated as released, because the window lost the focus or a menu
                       opened */
    bool lost;      /**< the display was lost: nothing can be shown any more */
    bool declined;  /**< the question (rnd_window_ask) was answered by a key other than Esc and F5 */
    bool help;      /**< the sheet of keys is open */
    int key_count;
    struct {
        int scancode; /**< SDL_Scancode */
        bool down;
    } keys[RND_INPUT_KEYS];
} rnd_input;

typedef struct rnd_window_setup {
    const char *title;
    int displays;                /**< number of windows, 1 to RND_DISPLAYS */
    double angles[RND_DISPLAYS]; /**< direction of each display, from left to right; positive to the left
                                    [rad] */
    auth_settings settings;      /**< initial settings */
    const rnd_stock *stock;      /**< of the scene */
    auth_weather *weather;       /**< of the scene, for the menu; NULL: none */
    const char *const
        *help; /**< lines "KEYS  what" about the keys that the caller handles, ended by NULL; NULL: none */
    const char *const *patterns; /**< lever patterns for the menu, ended by NULL; NULL: none */
    bool reset;                  /**< F5 is offered */
    const char *pictures;        /**< folder for screenshots (F12); NULL: the current folder */
    bool debug;                  /**< enable the driver's debug messages */
    bool all_processors;  /**< software OpenGL may use all processors, because real-time threads have priority
                           */
    rnd_backend *backend; /**< used instead of OpenGL, not freed; NULL: OpenGL */
} rnd_window_setup;

/** Content of a frame. */
typedef struct rnd_shown {
    rnd_scene *scene;
    rnd_hud *hud;     /**< NULL: none */
    rnd_tasks *tasks; /**< of an exercise; NULL: none */
    bool paused;
    bool waits;                 /**< paused until the first control is moved */
    const xch_snapshot *newest; /**< newest snapshot that has arrived; NULL: none */
    int64_t command;            /**< time of the last operator input, CLOCK_MONOTONIC [ns]; 0: never */
    rnd_meanwhile meanwhile;    /**< called every few milliseconds until the frame is shown; it may call
                                   functions of the window other than rnd_window_draw and rnd_window_close */
} rnd_shown;

/** Eye point and directions of the middle display. */
typedef struct rnd_eye {
    float position[3];     /**< in the world [m] */
    float ahead[3], up[3]; /**< unit vectors */
    bool inside;           /**< in the cab */
} rnd_eye;

typedef struct rnd_window rnd_window;

/** Open the windows, each on a separate display if there are enough. Texts, stock, weather and back end of
 * the setup must outlive them.
 *  @param error  out: the reason of a failure and its remedy
 *  @return NULL: no display, no OpenGL 3.3, or out of memory */
rnd_window *rnd_window_open(const rnd_window_setup *setup, char *error, size_t error_size);

void rnd_window_close(rnd_window *window);

/** Collect input. The window itself handles the keys of its display. */
rnd_input rnd_window_input(rnd_window *window);

/** Draw and show a frame in each window; waits for the vertical blank of the display if possible. Without a
 * snapshot nothing is drawn. */
void rnd_window_draw(rnd_window *window, const rnd_shown *shown);

/** Time at which the last frame was passed to the display (swapping buffers returned), CLOCK_MONOTONIC [ns].
 *  @param time  out: world time of the frame [s]
 *  @return 0: no frame yet */
int64_t rnd_window_shown(const rnd_window *window, double *time);

/** Eye of the last frame. @return false: no frame yet */
bool rnd_window_eye(const rnd_window *window, rnd_eye *eye);

/** Show a message of one line for some seconds. */
void rnd_window_message(rnd_window *window, const char *text);

/** Ask for confirmation before a drive is ended. The question is shown in the middle until a key is pressed.
 * This key has no other effect, except that Esc and F5 are reported as usual; any other key sets
 * rnd_input.declined.
 *  @param question  NULL: remove the question
 *  @param note      text below it about the keys */
void rnd_window_ask(rnd_window *window, const char *question, const char *note);

/** Set the text of the title bar. */
void rnd_window_title(rnd_window *window, const char *text);

/** The present settings. @return false: not changed in the menu */
bool rnd_window_settings(const rnd_window *window, auth_settings *settings);

/** Select the next camera; switch the head-up display on or off. Same effect as their keys. */
void rnd_window_next_camera(rnd_window *window);
void rnd_window_switch_hud(rnd_window *window);

/** Set the lever pattern that the menu shows as selected, by its name. */
void rnd_window_set_pattern(rnd_window *window, const char *name);

/** Select a camera. */
void rnd_window_set_camera(rnd_window *window, rnd_camera_kind camera);

/** Width of the middle display's frame [pixels]. */
int rnd_window_width(const rnd_window *window);

/** Lines "KEYS  what" about the window's own keys, ended by NULL. */
const char *const *rnd_window_help(void);

#endif
