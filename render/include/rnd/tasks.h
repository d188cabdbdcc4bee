/* What an exercise shows while it is driven: the task at hand and the next, time, score and counters,
 * messages, images, and how it ended. Flat pictures on the screen, drawn with the display's pen; each is
 * drawn anew only when what it says has changed. docs/window.md shows them. */
#ifndef RND_TASKS_H
#define RND_TASKS_H

#include "auth/training.h"
#include "rnd/hud.h"

typedef struct rnd_tasks rnd_tasks;

enum { RND_TASK_PANELS = 3 };

/** Pixels a dot, for what lies over a picture of that size: letters that are read everywhere. */
double rnd_screen_scale(int width, int height);

/** @param training  of the scenario; must live as long
 *  @param signals   of the machine, in the order of values; need not
 *  @param report    begun: images that cannot be read are complained about, and done without
 *  @return NULL: there are no tasks and no score (the report is clean), or no memory */
rnd_tasks *rnd_tasks_new(const auth_training *training, const rnd_signal *signals, int signal_count,
                         hl_report *report);

/** @param tasks  NULL: nothing happens */
void rnd_tasks_free(rnd_tasks *tasks);

/** Where the machine's tool is in the next picture: the band with the task at hand keeps away from it, at the
 * lower edge while the tool works where the band lies else.
 *  @param box  left, top, width, height [pixels]; width 0: it is not seen */
void rnd_tasks_tool(rnd_tasks *tasks, const double box[4]);

/** Draw what has changed.
 *  @param values        of the signals
 *  @param time          of the world [s]
 *  @param width,height  of the picture [pixels]
 *  @return panels drawn anew */
int rnd_tasks_update(rnd_tasks *tasks, const double *values, double time, int width, int height);

/** Panel 0 to RND_TASK_PANELS - 1: `at` and `size` in pixels of the picture. Its pixels stay until the next
 * update. */
rnd_hud_gauge_view rnd_tasks_panel(const rnd_tasks *tasks, int which);

#endif
