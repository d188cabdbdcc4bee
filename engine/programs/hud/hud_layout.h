/* A layout of a head-up display with the signals that it can show: what `headland hud` works on. */
#ifndef HUD_LAYOUT_H
#define HUD_LAYOUT_H

#include "command/options.h"
#include "hl/arena.h"
#include "rnd/hud.h"

typedef struct hud_layout {
    auth_hud *author;
    bool of_machine;     /**< there is one: signals and values are its own */
    int count;           /**< signals: the machine's, else those that the layout names */
    rnd_signal *signals; /**< [count] */
    double *values;      /**< [count] of the machine as it stands, else 0 */
    bool *used;          /**< [count] by the layout */
    int object_count;
    rnd_map_object *objects; /**< [object_count] of the scenario, for maps */
} hud_layout;

/** The signals of a machine, kept from one reading of a layout to the next: building a machine takes longer
 * than all else. Zero-initialise. */
typedef struct hud_machine {
    hl_arena arena;
    uint64_t stamp; /**< of the file that they are of; 0: none is kept */
    const char *path;
    int count, object_count;
    rnd_signal *signals;
    double *values;
    rnd_map_object *objects;
} hud_machine;

/** Forget it. */
void hud_machine_free(hud_machine *kept);

/** Read a layout and list its signals; without a machine of its own and none given, those that it names.
 *  @param command  sub-command, for messages
 *  @param machine  machine or scenario file instead of the layout's own; NULL: the layout's own
 *  @param set      arguments of `--set`, of which those that choose a variant of the machine are looked at;
 * NULL: none
 *  @param kept     machine of the last reading, which is built anew when its file has changed; NULL: none
 *  @param layout   out: `author` NULL: the file itself is wrong
 *  @param report   out: complaints about the layout, and what is wrong with its machine
 *  @param status   out: the exit status when false; with a clean report: what is wrong went to stderr */
bool hud_layout_read(const char *path, const char *machine, const option_list *set, hud_machine *kept,
                     hl_arena *arena, hud_layout *layout, hl_report *report, int *status);

/** Complain in the report about a file that is not there, or is of another kind. @return whether there was
 * nothing to complain about */
bool hud_layout_names_machine(const char *machine, hl_place place, hl_report *report);

/** Index of a signal; -1: there is none. */
int hud_layout_find(const hud_layout *layout, const char *name);

/** The unit in which a gauge shows a signal, else its own; degrees for radians.
 *  @param factor  out: this unit, in the signal's own */
const char *hud_layout_unit(const hud_layout *layout, int signal, double *factor);

/** Whether a signal counts, gears for example: only whole numbers are worth trying. */
bool hud_layout_counts(const hud_layout *layout, int signal);

/** The span in which a signal is worth trying: scales, marks and conditions that ask for it, in its own unit.
 */
void hud_layout_span(const hud_layout *layout, int signal, double *low, double *high);

#endif
