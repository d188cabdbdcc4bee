/* What the command line and the settings' file say about windows. */
#ifndef WINDOW_OPTIONS_H
#define WINDOW_OPTIONS_H

#include "command/options.h"
#include "drv/display.h"
#include "rnd/window.h"

/** As it was written; NULL: not given. */
typedef struct window_request {
    const char *displays, *quality, *hud, *camera;
} window_request;

/** Their entries in a table of options. */
#define WINDOW_OPTIONS(request)                                                                              \
    {"displays", OPTION_TEXT, &(request)->displays, "A,B,C",                                                 \
     "one window for each view angle [deg], positive to the left, listed from left to right, e.g. 45,0,-45 " \
     "(default: 0)"},                                                                                        \
        {"quality", OPTION_TEXT, &(request)->quality, "Q",                                                   \
         "quality of the picture: auto, low, medium or high (default: as chosen in the window)"},            \
        {"hud", OPTION_FILE, &(request)->hud, "LAYOUT",                                                      \
         "file of a HUD layout, or none (default: the scenario's, else the machine's)"},                     \
    {                                                                                                        \
        "camera", OPTION_TEXT, &(request)->camera, "C",                                                      \
            "camera at the start: cab, chase, orbit or bucket (default: as chosen in the window)"            \
    }

typedef struct window_choice {
    int displays;
    double angles[RND_DISPLAYS]; /**< [rad] */
    auth_settings settings;      /**< with what the command line says */
    auth_settings kept;          /**< as the file has them */
    const char *hud;             /**< NULL: the scenario's or the machine's own */
} window_choice;

/** Settings from their file, overridden by the request. A bad file is told of, and not heeded.
 *  @return false after a message on stderr: a word that is not known, angles that cannot be read */
bool window_choose(const window_request *request, window_choice *choice);

/** Refuse what only a window heeds, where there is none.
 *  @param pictures  are written by --frames: a layout is heeded then
 *  @return false after a message on stderr */
bool window_without(const window_request *request, bool pictures);

/** Write the settings back, if they were changed in the window; what only the command line said is not kept.
 */
void window_keep(const window_choice *choice, const rnd_window *window);

/** Read `every=S[,size=WxH][,camera=NAME][,quality=NAME]`; what is left out is 1280x720, cab, high.
 *  @return false after a message on stderr */
bool frames_parse(const char *text, drv_pictures_request *request);

#endif
