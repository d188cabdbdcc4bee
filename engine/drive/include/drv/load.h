/* Loading a machine, alone or in a scenario; finding exercises; hashes of texts.
 */
#ifndef DRV_LOAD_H
#define DRV_LOAD_H

#include "drv/log.h"
#include "rt/recording.h"
#include "world/mechanism.h"
#include "world/operator.h"

/* ---- load ---- */

/* Loading a machine, alone or in a scenario. The texts are kept: recordings contain them, and results are
 * compared by their hashes. */

enum {
    DRV_MOST_NAMED = AUTH_MAX_SOILS + 1 + AUTH_MAX_OBJECT_TYPES + AUTH_MAX_MACHINES + AUTH_MAX_IMPLEMENTS
};

/** The files of a drive. */
typedef struct drv_files {
    rt_text machine_text, scenario_text; /**< its path is NULL without a scenario */
    int named_count;
    rt_text named_texts[DRV_MOST_NAMED]; /**< of the scenario's soils, in its order, the mesh of its ground,
                                            the types of its objects, its other machines, its implements */
    auth_machine *machine;               /**< joined with its implements, as the others are */
    auth_machine *others[AUTH_MAX_MACHINES]; /**< [auth_scenario_others] */
    auth_scenario *scenario;                 /**< NULL: none */
    int choice_count;
    auth_choice choices[AUTH_MAX_VARIANTS +
                        AUTH_MAX_PARAMETERS]; /**< of each variant of the machine, then the set parameters */
} drv_files;

/** Arguments of `--set`. */
typedef struct drv_settings {
    int count;
    const char *const *texts;
} drv_settings;

enum { DRV_SETTINGS = 64 /* at most */ };

/** Whether a setting changes the machine's file: it begins with "machine.". */
bool drv_is_choice(const char *text);

/** Whether it sets a parameter of that file, "machine.KEY.KEY=VALUE", and not a variant. */
bool drv_is_parameter(const char *text);

/** Refuse settings that do not change the machine's file, where no others are possible.
 *  @return false after a message */
bool drv_only_choices(const drv_log *log, const drv_settings *set);

/** Set initial controls by settings `CONTROL=NUMBER`; settings of the machine's file are skipped.
 *  @return false after a message: unknown control, not a number, or out of range */
bool drv_set_controls(const drv_log *log, const drv_files *files, world_machine *machine,
                      const drv_settings *set);

/** Read a machine file, or a scenario with its machines and soils: the file has its kind.
 *  @param set     variants and parameters; other settings are skipped; NULL: none
 *  @param status  out: drv_status if false is returned, after messages */
bool drv_load(const drv_log *log, const char *path, const drv_settings *set, hl_arena *arena,
              drv_files *files, int *status);

/** Index of the first text of another machine among the named texts. */
int drv_first_other_text(const drv_files *files);

/** Build the machine with the step options of its files. NULL after messages: *status is a drv_status. */
world_machine *drv_build(const drv_log *log, const drv_files *files, hl_arena *arena, int *status);

/** drv_load, then drv_build. */
world_machine *drv_load_and_build(const drv_log *log, const char *path, const drv_settings *set,
                                  hl_arena *arena, drv_files *files, int *status);

/** Read an operator script and resolve its names in the machine. NULL after messages; if the scenario names a
 * script that cannot be read, the message refers to the scenario.
 *  @param script  out: the script as read
 *  @param status  out: drv_status if NULL is returned */
world_operator *drv_load_script(const drv_log *log, const char *path, const drv_files *files,
                                const world_machine *machine, hl_arena *arena, const auth_operator **script,
                                int *status);

/** Read the scripts of the other machines.
 *  @param drivers  out: [AUTH_MAX_MACHINES]
 *  @param status   out: drv_status if -1 is returned
 *  @return their number; -1 after messages */
int drv_load_others(const drv_log *log, const drv_files *files, const world_machine *machine, hl_arena *arena,
                    world_operator **drivers, int *status);

/** Index of the signal FIRST NAME LAST, with underscores for spaces in the name; -1: there is no such signal.
 */
int drv_signal_of(const world_machine *machine, const char *first, const char *name, const char *last);

/** Indices of signals from names separated by commas; for NULL all columns of a telemetry table except the
 * time. The message about an unknown name has the nearest.
 *  @param signals  out, in the arena
 *  @param status   out: drv_status if false is returned */
bool drv_choose_signals(const drv_log *log, const world_machine *machine, const char *names, hl_arena *arena,
                        int **signals, int *count, int *status);

/** Read a mechanism file. NULL after messages; *status then is a drv_status. */
auth_mechanism *drv_load_mechanism(const drv_log *log, const char *path, hl_arena *arena, int *status);

/** Build and assemble what was read from `path`. NULL after messages; *status then is a drv_status. */
world_mechanism *drv_build_mechanism(const drv_log *log, const char *path, const auth_mechanism *author,
                                     const mb_step_options *options, hl_arena *arena, int *status);

/* ---- texts ---- */

/* Hashes by which results are compared: of authored texts, recordings and the program. */

enum {
    DRV_HASH = 17,                  /* sixteen digits */
    DRV_INPUTS = DRV_MOST_NAMED + 3 /* scenario, machine, what the scenario names, script */
};

/** An authored file of a drive. */
typedef struct drv_input {
    const char *path;
    char hash[DRV_HASH]; /**< of its text */
} drv_input;

typedef struct drv_inputs {
    int count;
    drv_input files[DRV_INPUTS]; /**< scenario (optional), machine, files that the scenario names, script
                                    (optional) */
} drv_inputs;

/** List the authored files of a drive: its report has them, and `headland sweep` compares results by them.
 *  @param script  path of the operator's script; NULL: none
 *  @param why     out: RT_WHY_LENGTH, when false: the script cannot be read */
bool drv_inputs_of(const drv_files *files, const char *script, drv_inputs *inputs, char *why);

enum { DRV_PROGRAM = 64 };

/** Name this build: version, and a hash of the program, because a version is built more than once. */
void drv_program_name(char text[DRV_PROGRAM]);

/** Hash the texts of an exercise: scenario, machine, soils, mesh, types of objects and other machines in the
 * scenario's order. */
void drv_texts_hash(const rt_text *scenario, const rt_text *machine, const rt_text *named, int count,
                    char hash[DRV_HASH]);

/** The same for files that are read by this call; empty: a file cannot be read. */
void drv_exercise_hash(const char *path, const auth_scenario *scenario, char hash[DRV_HASH]);

/** Hash a recording.
 *  @param why  out: TRAIN_WHY, when false: it cannot be read */
bool drv_file_hash(const char *path, char hash[DRV_HASH], char *why);

/* ---- exercises ---- */

/* The exercises that can be driven: shipped scenarios with tasks, and the instructor's own.
 */

/** An exercise. */
typedef struct drv_exercise {
    const char *path;
    const auth_scenario *scenario;
    const struct auth_course *course; /**< NULL: no course lists it */
    int module, lesson;               /**< of the course */
    int place;                        /**< among the exercises of all courses, from 1; 0: no course */
} drv_exercise;

/** A possible exercise file that cannot be read. */
typedef struct drv_unreadable {
    const char *path, *name; /**< name: of the file */
    const char *title;       /**< "NAME (cannot be read)" */
    const char *why;
} drv_unreadable;

typedef struct drv_exercises {
    int count, unreadable_count;
    drv_exercise *list;         /**< in the order of courses; then those without course, by level and path */
    drv_unreadable *unreadable; /**< in the order of folders and names */
    int course_count;
    const struct auth_course **courses; /**< likewise */
} drv_exercises;

/** Find exercises and courses in the folders `exercises` and `courses` of the assets and of the user
 * ($XDG_DATA_HOME/headland), and in a given folder. Exercises that cannot be read, or name such files, are
 * listed and logged with the reason; courses that cannot be read are logged; other kinds of files and
 * scenarios without tasks are skipped. Bounded: at most 256 files of each folder, and 256 MiB for all
 * exercises.
 *  @param assets  folder of the shipped files; NULL: none
 *  @param folder  NULL: none
 *  @return false after a message: the given folder is missing, or memory is exhausted */
bool drv_exercises_find(const drv_log *log, const char *assets, const char *folder, hl_arena *arena,
                        drv_exercises *found);

#endif
