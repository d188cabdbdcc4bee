/* Loading what is driven: a machine, alone or in a scenario; the exercises there are; hashes of their texts.
 */
#ifndef DRV_LOAD_H
#define DRV_LOAD_H

#include "drv/log.h"
#include "rt/recording.h"
#include "world/mechanism.h"
#include "world/operator.h"

/* ---- load ---- */

/* Loading a machine, alone or in a scenario. The texts are kept as they were read: a recording carries them,
 * and results are known by their hashes. */

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

/** Index of the signal FIRST NAME LAST, with underscores for spaces in the name; -1: there is no such signal.
 */
int drv_signal_of(const world_machine *machine, const char *first, const char *name, const char *last);

/** Indices of signals by their names, separated by commas; for NULL all columns of a telemetry table but the
 * time. An unknown name is refused with the nearest.
 *  @param signals  out, in the arena
 *  @param status   out: drv_status when false */
bool drv_choose_signals(const drv_log *log, const world_machine *machine, const char *names, hl_arena *arena,
                        int **signals, int *count, int *status);

/** Read a mechanism file. NULL after messages; *status then is a drv_status. */
auth_mechanism *drv_load_mechanism(const drv_log *log, const char *path, hl_arena *arena, int *status);

/** Build and assemble what was read from `path`. NULL after messages; *status then is a drv_status. */
world_mechanism *drv_build_mechanism(const drv_log *log, const char *path, const auth_mechanism *author,
                                     const mb_step_options *options, hl_arena *arena, int *status);

/* ---- texts ---- */

/* What results are known by: hashes of the authored texts, of recordings and of the program. */

enum {
    DRV_HASH = 17,                  /* sixteen digits */
    DRV_INPUTS = AUTH_MAX_SOILS + 3 /* scenario, machine, soils, script */
};

/** An authored file that a drive reads. */
typedef struct drv_input {
    const char *path;
    char hash[DRV_HASH]; /**< of its text */
} drv_input;

typedef struct drv_inputs {
    int count;
    drv_input files[DRV_INPUTS]; /**< scenario (if there is one), machine, soils, script (likewise) */
} drv_inputs;

/** List the authored files of a drive: its report names them, and `headland sweep` compares by them.
 *  @param script  path of the operator's script; NULL: none
 *  @param why     out: RT_WHY_LENGTH, when false: the script cannot be read */
bool drv_inputs_of(const drv_files *files, const char *script, drv_inputs *inputs, char *why);

enum { DRV_PROGRAM = 64 };

/** Name this build: version, and a hash of the program itself, since a version is built more than once. */
void drv_program_name(char text[DRV_PROGRAM]);

/** Hash the texts of an exercise: scenario, machine, and the files that the scenario names, soils and then
 * other machines, in its order. */
void drv_texts_hash(const rt_text *scenario, const rt_text *machine, const rt_text *named, int count,
                    char hash[DRV_HASH]);

/** The same of an exercise whose files are read now; empty when one of them cannot be read. */
void drv_exercise_hash(const char *path, const auth_scenario *scenario, char hash[DRV_HASH]);

/** Hash a recording.
 *  @param why  out: TRAIN_WHY, when false: it cannot be read */
bool drv_file_hash(const char *path, char hash[DRV_HASH], char *why);

/* ---- exercises ---- */

/* The exercises that can be driven: scenarios with tasks that come with headland, and the instructor's own.
 */

/** An exercise. */
typedef struct drv_exercise {
    const char *path;
    const auth_scenario *scenario;
} drv_exercise;

/** A file that is, or may be, an exercise and cannot be read. */
typedef struct drv_unreadable {
    const char *path, *name; /**< name: of the file */
    const char *title;       /**< "NAME (cannot be read)" */
    const char *why;
} drv_unreadable;

typedef struct drv_exercises {
    int count, unreadable_count;
    drv_exercise *list;         /**< by level, then by name of their files */
    drv_unreadable *unreadable; /**< in the order of the folders and names */
} drv_exercises;

/** Find those of the assets, of the user ($XDG_DATA_HOME/headland/exercises) and of a folder. Files that
 * cannot be read, or name others that cannot, are listed with the reason, which is logged as well;
 * files of another kind and scenarios without tasks are left out. Time and memory are bounded: at most 256
 * files of each folder are looked at, and exercises keep at most 256 MiB.
 *  @param assets  folder of the files that ship; NULL: there is none
 *  @param folder  NULL: no further folder
 *  @return false after a message: a folder that was asked for is not there, or memory is exhausted */
bool drv_exercises_find(const drv_log *log, const char *assets, const char *folder, hl_arena *arena,
                        drv_exercises *found);

#endif
