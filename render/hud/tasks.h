/* Internals of the panels of an exercise: their contents, their places, their painting. */
#ifndef RND_HUD_TASKS_H
#define RND_HUD_TASKS_H

#include "pen.h"

#include "hl/arena.h"
#include "rnd/hud.h"

enum {
    TASKS_TEXT = 400,
    TASKS_WORD = 64,
    TASKS_FIGURES = 8, /**< besides time and score: remaining time of a task, counters */
    TASKS_ROWS = 4     /**< below the current task */
};

/** States of `task.NAME.state`. */
typedef enum tasks_state { TASKS_WAITS, TASKS_GOES_ON, TASKS_DONE, TASKS_LATE } tasks_state;

/** Panels, in the order of drawing. */
typedef enum tasks_panel { TASKS_BAND, TASKS_IMAGE, TASKS_MESSAGE } tasks_panel;

/** Unused bytes are zero, so that equal contents are equal bytes. */
typedef struct tasks_band {
    bool shown;
    char text[TASKS_TEXT]; /**< of the current task */
    int row_count;
    struct {
        char text[TASKS_TEXT];
        tasks_state state; /**< a parallel task, or the next one waiting */
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

/** Indices of the signals; -1: none. */
typedef struct tasks_signals {
    int current, result, message, image, score;
    struct {
        int state, time, count;
    } task[AUTH_MAX_TASKS];
    int counter[AUTH_MAX_COUNTERS];
    bool practice; /**< the exercise is practised: the panel shows this in place of the score */
} tasks_signals;

/** The time of an exercise, which stops at its end. */
typedef struct tasks_clock {
    double last;  /**< last time of the running exercise [s] */
    double ended; /**< [s]; 0: not ended, or the end was not observed */
} tasks_clock;

/** Find the signals by their names. */
void tasks_find(tasks_signals *signals, const auth_training *training, const rnd_signal *list, int count);

/** Find the contents of the panels. Pure except for the clock. @param said  out */
void tasks_look(const auth_training *training, const tasks_signals *signals, const double *values,
                double time, tasks_clock *clock, tasks_said *said);

/** Write "1:23", "1:02:03", rounded down to seconds. */
void tasks_time_text(double seconds, char *text, size_t size);

/* ---- places ---- */

/** The place of the band. Zero-initialised: at the upper edge. */
typedef struct tasks_place {
    bool low;          /**< at the lower edge */
    bool begun;        /**< `last` and `well` are set */
    double last, well; /**< time of the last update, and of the last one with a good place [s] */
} tasks_place;

/** Choose the place of the band, so that it does not cover the tool. It leaves the upper edge after the tool
 * has been there for a quarter of a second, and returns after the tool has been well away for a second, so
 * that it does not flutter. After a pause without pictures it is placed at once.
 *  @param tool  box of the tool in the picture [dots]; w 0: not visible
 *  @param band  its size; y is unused
 *  @param room  height of the picture [dots]
 *  @param time  of the world [s] */
void tasks_place_update(tasks_place *place, paint_box tool, paint_box band, double room, double time);

/** Upper edge of a band of this height [dots]. */
double tasks_band_top(bool low, double height, double room);

/* ---- drawing ---- */

/** Place and size of a panel.
 *  @param low    the band is at the lower edge, and messages above it
 *  @param image  shown image; NULL: none
 *  @param room   size of the picture [dots]
 *  @param box    out: in the picture [dots]; 0 x 0: not visible */
void tasks_measure(const hud_fonts *fonts, tasks_panel panel, const tasks_said *said,
                   const hud_image_file *image, bool low, const double room[2], paint_box *box);

/** Draw it with its upper left corner at the origin. */
void tasks_draw(const hud_fonts *fonts, tasks_panel panel, const tasks_said *said,
                const hud_image_file *image, const hud_pen *pen, paint_box box);

#endif
