/* What the files of the room share: the file that is being checked, and what each of them checks. */
#ifndef CHECK_INTERNAL_H
#define CHECK_INTERNAL_H

#include "chk/check.h"

#include "auth/hud.h"
#include "drv/costs.h"
#include "drv/load.h"

enum { CHECK_PATH = 2400, CHECK_MODELS = 64, CHECK_BOUND = 8000 };

struct chk_checker {
    const drv_log *log;
    bool strict;
    int warnings;                       /**< of the file */
    hl_arena arena;                     /**< of the file */
    char *verdict;                      /**< [CHK_VERDICT] */
    hl_report report, of_layout, other; /**< too large for the stack */
    rt_costs costs;                     /**< of this computer, if `has_costs` */
    const char *computer;
    hl_arena costs_arena;
    bool has_costs, lists_terms;
    bool bounded; /**< a file with a bound has been checked */
    char bound[CHECK_BOUND];
    int model_count; /**< models that were read without a complaint: scenery names few models many times */
    char models[CHECK_MODELS][CHECK_PATH];
};

/* ---- layouts.c: layouts, and what exercises and pictures name of them ---- */

/** Read a layout. If it names a machine, its signals and their units are looked up there. Its images are
 * read.
 *  @return drv_status, after complaints unless it is done; the verdict is written */
int check_hud(chk_checker *c, const char *path);

/** Read the layout of a scenario and compare it with the machine; check that gauges of instructions are in it
 * and that images can be read. @return drv_status, after complaints unless it is done */
int check_training(chk_checker *c, const drv_files *files, const world_machine *machine);

/** Check the models that the machine's `picture:`, the objects and the scenery name, and compare the
 * machine's layout with it. @return drv_status, after complaints unless it is done */
int check_picture(chk_checker *c, const drv_files *files, const world_machine *machine);

/* ---- bound.c ---- */

/** Write the bound of a tick (chk_bound); warn if it is longer than the period. Without costs nothing is
 * done.
 */
void check_bound(chk_checker *c, const char *path, const world_machine *machine);

/* ---- verdict.c ---- */

/** Log the warnings of the report (hl_report_begin_warnings) in the order of their places, count them, and
 * empty the report. */
void check_warn(chk_checker *c);

/** Try all choices of all variants of a machine file, the others at their first, and log what is wrong beyond
 * what is wrong with the first choices, each once. The machine of a scenario is not tried.
 *  @param files   what was read of the file, though its machine may have been refused
 *  @param status  drv_status so far, of the first choices, whose complaints have been logged
 *  @return drv_status */
int check_variants(chk_checker *c, const drv_files *files, int status);

/** Write the verdict: `path: ok (DETAILS)`, with the number of warnings; nothing if warnings are errors and
 * there are some.
 *  @param format  printf-like, of the details
 *  @return drv_status */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
int check_ok(chk_checker *c, const char *path, const char *format, ...);

#endif
