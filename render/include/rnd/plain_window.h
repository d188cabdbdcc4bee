/* A plain window: the machine and its site as lines, sand as a grid and grains, seen by a camera that
 * follows; dials for engine speed, ground speed, roll and fuel; the numbers in the title. It reads snapshots
 * alone. */
#ifndef RND_PLAIN_WINDOW_H
#define RND_PLAIN_WINDOW_H

#include "rnd/lines.h"
#include "rnd/sand.h"
#include "xch/snapshot.h"

typedef struct rnd_plain_window rnd_plain_window;

/** Which signals of a snapshot the window shows; -1: none. */
typedef struct rnd_dials {
    int engine_speed; /**< [rpm] */
    int speed;        /**< [m/s] */
    int roll;         /**< [rad] */
    int fuel;         /**< [1] */
    int gear, direction;
} rnd_dials;

/** What happened in the window since the last look. */
typedef struct rnd_input {
    bool quit, pause, lost_keys, next_camera;
    int key_count;
    struct {
        int scancode;
        bool down;
    } keys[32];
} rnd_input;

/** Open a window. Lines and sand must outlive it.
 *  @param sand   its strips are made anew for every picture; NULL: the ground is rigid
 *  @param error  out: why not, with the way to get it
 *  @return NULL: there is no display, or no memory */
rnd_plain_window *rnd_plain_window_open(const char *title, const rnd_lines *lines, rnd_sand *sand,
                                        int chassis, const rnd_dials *dials, char *error, size_t error_size);

void rnd_plain_window_close(rnd_plain_window *window);

/** Collect keys and what else happened. */
rnd_input rnd_plain_window_input(rnd_plain_window *window);

/** Draw a snapshot and show it; waits for the display where it can. */
void rnd_plain_window_draw(rnd_plain_window *window, const xch_snapshot *snapshot);

#endif
