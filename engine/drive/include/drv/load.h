/* Loading a machine, alone or in a scenario. The texts are kept as they were read: a recording carries them,
 * and results are known by their hashes. */
#ifndef DRV_LOAD_H
#define DRV_LOAD_H

#include "drv/log.h"
#include "rt/recording.h"
#include "world/operator.h"

enum { DRV_MOST_NAMED = AUTH_MAX_SOILS + AUTH_MAX_MACHINES };

/** What was read. */
typedef struct drv_files {
    rt_text machine_text, scenario_text; /**< without a scenario its path is NULL */
    int named_count;
    rt_text named_texts[DRV_MOST_NAMED]; /**< of the soils that the scenario names, in its order, then of its
                                            machines beside the driven one */
    auth_machine *machine;
    auth_machine *others[AUTH_MAX_MACHINES]; /**< [auth_scenario_others] */
    auth_scenario *scenario;                 /**< NULL: none */
    int choice_count;
    auth_choice choices[AUTH_MAX_VARIANTS + AUTH_MAX_PARAMETERS]; /**< of each variant of the machine; then
                                                                     the parameters that were set */
} drv_files;

/** Arguments of `--set`. */
typedef struct drv_settings {
    int count;
    const char *const *texts;
} drv_settings;

enum { DRV_SETTINGS = 64 /* at most */ };

/** Whether a setting is about the machine's file: it begins with "machine.". */
bool drv_is_choice(const char *text);

/** Whether it is a parameter of that file, "machine.KEY.KEY=VALUE", not a variant's choice. */
bool drv_is_parameter(const char *text);

/** Refuse settings that are not about the machine's file, where nothing else can be set.
 *  @return false after a message */
bool drv_only_choices(const drv_log *log, const drv_settings *set);

/** Put controls at their start as `CONTROL=NUMBER` settings say; those about the machine's file are skipped.
 *  @return false after a message: no such control, not a number, or out of its range */
bool drv_set_controls(const drv_log *log, const drv_files *files, world_machine *machine,
                      const drv_settings *set);

/** Read a machine file, or a scenario with the machine and the soils that it names: the file itself says
 * which it is.
 *  @param set     chosen variants and parameters, other settings are left to the caller; NULL: none
 *  @param status  out: drv_status when false, which comes after messages */
bool drv_load(const drv_log *log, const char *path, const drv_settings *set, hl_arena *arena,
              drv_files *files, int *status);

/** Build what was read, with the options that its files ask for. NULL after messages; *status then is a
 * drv_status. */
world_machine *drv_build(const drv_log *log, const drv_files *files, hl_arena *arena, int *status);

/** drv_load, then drv_build. */
world_machine *drv_load_and_build(const drv_log *log, const char *path, const drv_settings *set,
                                  hl_arena *arena, drv_files *files, int *status);

/** Read an operator script and find what it names in the machine. NULL after messages, which are about the
 * scenario if that names a script which cannot be read.
 *  @param script  out: what was read
 *  @param status  out: drv_status when NULL */
world_operator *drv_load_script(const drv_log *log, const char *path, const drv_files *files,
                                const world_machine *machine, hl_arena *arena, const auth_operator **script,
                                int *status);

/** Read the scripts of the machines beside the driven one that have any.
 *  @param drivers  out: [AUTH_MAX_MACHINES]
 *  @param status   out: drv_status when -1 is returned
 *  @return their number; -1 after messages */
int drv_load_others(const drv_log *log, const drv_files *files, const world_machine *machine, hl_arena *arena,
                    world_operator **drivers, int *status);

/** Indices of signals by their names, separated by commas; for NULL all columns of a telemetry table but the
 * time. An unknown name is refused with the nearest.
 *  @param signals  out, in the arena
 *  @param status   out: drv_status when false */
bool drv_choose_signals(const drv_log *log, const world_machine *machine, const char *names, hl_arena *arena,
                        int **signals, int *count, int *status);

#endif
