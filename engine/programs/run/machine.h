/* Loading a machine, alone or in a scenario, with complaints on stderr: what run, signals and check share.
 * The files are kept as they were read: a recording carries them. */
#ifndef MACHINE_H
#define MACHINE_H

#include "command/options.h"
#include "rt/recording.h"
#include "world/operator.h"

typedef struct machine_files {
    rt_text machine_text, scenario_text; /**< no scenario: its path is NULL */
    int soil_count;
    rt_text soil_texts[AUTH_MAX_SOILS]; /**< of the soils that the scenario names, in its order */
    auth_machine *machine;
    auth_scenario *scenario; /**< NULL: none */
    int choice_count;
    auth_choice choices[AUTH_MAX_VARIANTS + AUTH_MAX_PARAMETERS]; /**< that the machine has, of each of its
                                                                     variants; then the parameters set */
} machine_files;

/** The option that chooses variants. */
#define MACHINE_SET_OPTION(list)                                                                             \
    {                                                                                                        \
        "set", OPTION_LIST, list, "machine.NAME=VALUE",                                                      \
            "select a variant of the machine, e.g. machine.bucket=large, or set a parameter of its file, "   \
            "e.g. machine.bodies.bucket.mass=\"500 kg\"; may be repeated"                                    \
    }

/** Whether an argument of `--set` is about the machine's file: it begins with "machine.". */
bool machine_is_choice(const char *text);

/** Whether it is a parameter of that file, "machine.KEY.KEY=VALUE", not a variant's choice. */
bool machine_is_parameter(const char *text);

/** Read a machine file, or a scenario with the machine and the soils that it names: the file itself says
 * which it is.
 *  @param command  sub-command, for messages
 *  @param status   out: the exit status when false */
bool machine_read(const char *command, const char *path, hl_arena *arena, machine_files *files, int *status);

/** The same with chosen variants and parameters.
 *  @param set  arguments of `--set`; those that are not choices are left to the caller */
bool machine_read_set(const char *command, const char *path, const option_list *set, hl_arena *arena,
                      machine_files *files, int *status);

/** Complain about an argument of `--set` that is not about the machine's file, where nothing else can be set.
 *  @return false after a complaint */
bool machine_only_choices(const char *command, const option_list *set);

/** Build what was read. NULL after complaints on stderr; *status then is the exit status. */
world_machine *machine_build(const machine_files *files, const mb_step_options *options, hl_arena *arena,
                             int *status);

/** Read an operator script and find what it names in the machine. NULL after complaints on stderr, in the
 * scenario where it is that which names a script that cannot be read.
 *  @param script  out: what was read
 *  @param status  out: the exit status when NULL */
world_operator *machine_read_script(const char *path, const machine_files *files,
                                    const world_machine *machine, hl_arena *arena,
                                    const auth_operator **script, int *status);

/** Indices of signals by their names, separated by commas; for NULL all that a table has
 * beside its first column, the time. An unknown name is
 * complained about with the nearest.
 *  @param signals  out, in the arena
 *  @param status   out: the exit status when false */
bool machine_choose_signals(const char *command, const world_machine *machine, const char *names,
                            hl_arena *arena, int **signals, int *count, int *status);

#endif
