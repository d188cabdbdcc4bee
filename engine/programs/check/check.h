/* What the files of `headland check` share: warnings and the verdict, and what each of them checks. A warning
 * names what a file may say, but hardly means: the file stays good, unless `--strict` makes warnings errors.
 */
#ifndef CHECK_H
#define CHECK_H

#include "auth/hud.h"
#include "drv/load.h"

/* ---- check.c: warnings, and the verdict of a file ---- */

/** Begin a file: it has no warnings so far.
 *  @param strict  warnings are errors */
void check_begin(bool strict);

/** Print the warnings of a report (hl_report_begin_warnings) on stderr, in the order of their places, count
 * them, and empty the report. */
void check_warn(hl_report *warnings);

/** Count warnings that were printed otherwise. */
void check_count_warnings(int count);

/** Print the verdict on stdout: `path: ok (DETAILS)`, with the number of warnings; nothing when warnings are
 * errors and there are some.
 *  @param format  printf-like, of the details
 *  @return exit status */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int check_ok(const char *path, const char *format, ...);

/* ---- check_bindings.c ---- */

/** Read bindings, and resolve them against the machine that they name, else against the standard commands.
 *  @return exit status; other than PROGRAM_DONE after complaints on stderr */
int check_bindings(const char *path, hl_arena *arena);

/** Warn of controls of a machine that no shipped profile moves.
 *  @param path  of its file */
void check_reach(const auth_machine *machine, const char *path, hl_arena *arena, hl_report *warnings);

/* ---- check_hud.c: layouts, and what exercises name of them ---- */

/** Read a layout; where it names a machine, look its signals and their units up in it; see that its images
 * can be read. Complaints on stderr, what is good on stdout.
 *  @return the exit status */
int check_hud(const char *path, hl_arena *arena);

/** Complain about an image that cannot be read as a picture shows it. */
void check_image(const char *path, hl_place place, hl_report *complaints);

/** Complain about what of a layout does not fit a machine.
 *  @param complaints  begun with the layout's file
 *  @return false after a complaint, or, with a clean report, out of memory */
bool check_hud_fits(const auth_hud *hud, const world_machine *machine, hl_arena *arena,
                    hl_report *complaints);

/** Read the layout that another file names for a machine.
 *  @param complaints  begun with the layout's file by this
 *  @return NULL: after a complaint, or, with a clean report, out of memory */
const auth_hud *check_hud_for(const char *path, const world_machine *machine, hl_arena *arena,
                              hl_report *complaints);

/** Read the layout of a scenario and put it before the machine; see that gauges of instructions are on it and
 * that images can be read. Complaints on stderr.
 *  @return the exit status */
int check_training(const drv_files *files, const world_machine *machine, hl_arena *arena);

/* ---- check_picture.c ---- */

/** See that the models are there which the machine's `picture:`, the objects and the scenery name, and put
 * the machine's layout before it. Complaints on stderr.
 *  @return the exit status */
int check_picture(const drv_files *files, const world_machine *machine, hl_arena *arena);

/* ---- check_variants.c ---- */

/** Try every choice of every variant of a machine file, the others at their first, and print what is wrong
 * with it beyond what is wrong with the first choices, each once. Nothing is tried of a scenario's machine.
 *  @param files   what was read of the file, though its machine may have been refused
 *  @param status  exit status so far, of the first choices, whose complaints have been printed
 *  @return exit status */
int check_variants(const drv_files *files, int status);

#endif
