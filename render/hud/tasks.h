/* Inside of the panels of an exercise: what they say, as words and numbers, and how they are drawn. */
#ifndef RND_HUD_TASKS_H
#define RND_HUD_TASKS_H

#include "pen.h"

#include "hl/arena.h"
#include "rnd/hud.h"

enum {
    TASKS_TEXT = 400,
    TASKS_WORD = 64,
    TASKS_FIGURES = 8, /**< beside time and score: what is left of a task, counters */
    TASKS_ROWS = 4     /**< below the task at hand */
};

/** States of `task.NAME.state`. */
typedef enum tasks_state { TASKS_WAITS, TASKS_GOES_ON, TASKS_DONE, TASKS_LATE } tasks_state;

/** Panels, in the order of drawing. */
typedef enum tasks_panel { TASKS_BAND, TASKS_IMAGE, TASKS_MESSAGE } tasks_panel;

/** Everything is zero where nothing is said, so that equal words are equal bytes. */
typedef struct tasks_band {
    bool shown;
    char text[TASKS_TEXT]; /**< of the task at hand */
    int row_count;
    struct {
        char text[TASKS_TEXT];
        tasks_state state; /**< goes on beside it, or waits: the next one */
    } rows[TASKS_ROWS];
    int count;
    struct {
        char name[TASKS_WORD], value[TASKS_WORD];
        auth_role role;
    } figures[TASKS_FIGURES];
} tasks_band;

typedef struct tasks_message {
    bool shown, large;                 /**< large: in the middle, with a head */
    char head[TASKS_WORD], text[1200]; /**< lines */
    auth_role role;
} tasks_message;

typedef struct tasks_said {
    tasks_band band;
    tasks_message message;
    int image; /**< 1 + number of the instruction; 0: none */
} tasks_said;

/** Where the signals stand; -1: there is none. */
typedef struct tasks_signals {
    int current, result, message, image, score;
    struct {
        int state, time, count;
    } task[AUTH_MAX_TASKS];
    int counter[AUTH_MAX_COUNTERS];
} tasks_signals;

/** An eye of the exercise's end: its time stands still from there on. */
typedef struct tasks_clock {
    double last;  /**< time of the last look at a running exercise [s] */
    double ended; /**< [s]; 0: it goes on, or its end has not been seen */
} tasks_clock;

/** Find the signals by their names. */
void tasks_find(tasks_signals *signals, const auth_training *training, const rnd_signal *list, int count);

/** What is to be said. Pure but for the clock. @param said  out */
void tasks_look(const auth_training *training, const tasks_signals *signals, const double *values,
                double time, tasks_clock *clock, tasks_said *said);

/** "1:23", "1:02:03"; a second has gone when it is over. */
void tasks_time_text(double seconds, char *text, size_t size);

/* ---- places ---- */

/** Where the band lies. Zero-initialise: at the upper edge. */
typedef struct tasks_place {
    bool low;          /**< at the lower edge */
    bool begun;        /**< `last` and `well` are known */
    double last, well; /**< time of the last look, and of the last one at which its place was good [s] */
} tasks_place;

/** Choose the place of the band, so that it does not cover the tool. It leaves the upper edge when the tool
 * has been there for a quarter of a second, and goes back when the tool has been well away for a second, so
 * that a tool at the limit does not make it flutter. After a pause without pictures it is placed at once.
 *  @param tool  around the tool in the picture [dots]; w 0: it is not seen
 *  @param band  of this size; its y does not count
 *  @param room  height of the picture [dots]
 *  @param time  of the world [s] */
void tasks_place_update(tasks_place *place, paint_box tool, paint_box band, double room, double time);

/** Upper edge of a band of this height [dots]. */
double tasks_band_top(bool low, double height, double room);

/* ---- drawing ---- */

/** Where a panel lies and how large it is.
 *  @param low    the band is at the lower edge, and messages above it
 *  @param image  the one that is shown; NULL: none
 *  @param room   size of the picture [dots]
 *  @param box    out: in the picture [dots]; 0 x 0: nothing is to be seen */
void tasks_measure(const hud_fonts *fonts, tasks_panel panel, const tasks_said *said,
                   const hud_image_file *image, bool low, const double room[2], paint_box *box);

/** Draw it with its upper left corner at the origin. */
void tasks_draw(const hud_fonts *fonts, tasks_panel panel, const tasks_said *said,
                const hud_image_file *image, const hud_pen *pen, paint_box box);

#endif
