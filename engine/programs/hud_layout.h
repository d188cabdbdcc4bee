/* A layout of a head-up display with the signals that it can show: what `headland hud` works on. */
#ifndef HUD_LAYOUT_H
#define HUD_LAYOUT_H

#include "hl/arena.h"
#include "rnd/hud.h"

typedef struct hud_layout {
    auth_hud *author;
    int count;           /**< signals: the machine's, else those that the layout names */
    rnd_signal *signals; /**< [count] */
    double *values;      /**< [count] of the machine as it stands, else 0 */
    bool *used;          /**< [count] by the layout */
} hud_layout;

/** Read a layout and list its signals; without a machine of its own and none given, those that it names.
 *  @param command  sub-command, for messages
 *  @param machine  machine or scenario file instead of the layout's own; NULL: the layout's own
 *  @param report   out: complaints about the layout; those about a machine go to stderr
 *  @param status   out: the exit status when false */
bool hud_layout_read(const char *command, const char *path, const char *machine, hl_arena *arena,
                     hud_layout *layout, hl_report *report, int *status);

/** Index of a signal; -1: there is none. */
int hud_layout_find(const hud_layout *layout, const char *name);

/** The span in which a signal is worth trying: scales, marks and conditions that ask for it, in its own unit.
 */
void hud_layout_span(const hud_layout *layout, int signal, double *low, double *high);

#endif
