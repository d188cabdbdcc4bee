/* headland check: read authored files as the simulator would and report errors. */
#include "check.h"

#include "command/options.h"
#include "command/program_log.h"
#include "drv/load.h"
#include "mechanism/mechanism.h"
#include "program.h"

#include "auth/file.h"
#include "auth/operator.h"
#include "auth/rig.h"
#include "auth/settings.h"
#include "auth/soil.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static hl_report report; /* too large for the stack */

/* ---- warnings and the verdict ---- */

static struct {
    bool strict;
    int warnings;
} of_file;

void check_begin(bool strict)
{
    of_file.strict = strict;
    of_file.warnings = 0;
}

void check_warn(hl_report *warnings)
{
    hl_report_sort(warnings);
    drv_complain(&program_log, warnings);
    of_file.warnings += warnings->count + warnings->dropped;
    warnings->count = warnings->dropped = 0;
}

void check_count_warnings(int count)
{
    of_file.warnings += count;
}

int check_ok(const char *path, const char *format, ...)
{
    va_list arguments;
    if (of_file.strict && of_file.warnings > 0) return PROGRAM_USAGE;
    printf("%s: ok (", path);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    if (of_file.warnings > 0)
        printf("), %d warning%s\n", of_file.warnings, of_file.warnings == 1 ? "" : "s");
    else
        puts(")");
    return PROGRAM_DONE;
}

/* ---- files by their kinds ---- */

static int freedom(const world_mechanism *m)
{
    return mb_model_counts(m->model).columns - m->assembly.rank;
}

static int check_mechanism(const char *path, hl_arena *arena)
{
    int status = PROGRAM_DONE;
    const auth_mechanism *author = mechanism_read(path, arena, &status);
    if (!author) return status;
    const mb_step_options options = world_mechanism_options(author);
    const world_mechanism *m = mechanism_build(path, author, &options, arena, &status);
    if (!m) return status;
    hl_report_begin_warnings(&report, path);
    world_mechanism_warn(m, &report);
    check_warn(&report);
    return check_ok(path, "%d bodies, %d joints, %d loops, %d degrees of freedom", author->body_count,
                    author->joint_count, author->loop_count, freedom(m));
}

static int check_operator(const char *path, hl_arena *arena)
{
    auth_operator *script;
    hl_report_begin(&report, path);
    const hl_status result = auth_operator_read(path, arena, &script, &report);
    if (result != HL_OK) return drv_refuse(&program_log, path, result, &report);
    return check_ok(path,
                    "%d actions, %g s; its controls and signals are checked with a scenario that names it",
                    script->action_count, script->seconds);
}

static int check_soil(const char *path, hl_arena *arena)
{
    auth_soil *soil;
    const hl_status result = auth_soil_read(path, arena, &soil, &report);
    if (result != HL_OK) return drv_refuse(&program_log, path, result, &report);
    const double swell = soil->bank_density / soil->loose_density - 1.0;
    return check_ok(path, "%s: loose %g, bank %g kg/m3, swell %.0f %%", soil->name, soil->loose_density,
                    soil->bank_density, 100.0 * swell);
}

static int check_settings(const char *path, hl_arena *arena)
{
    auth_settings *settings;
    const hl_status result = auth_settings_read(path, arena, &settings, &report);
    return result == HL_OK ? check_ok(path, "settings") : drv_refuse(&program_log, path, result, &report);
}

static int check_rig(const char *path, hl_arena *arena)
{
    auth_rig *rig;
    const hl_status result = auth_rig_read(path, arena, &rig, &report);
    if (result != HL_OK) return drv_refuse(&program_log, path, result, &report);
    int axes = 0;
    for (int i = 0; i < AUTH_RIG_AXES; i++) axes += rig->channels[i].present;
    return check_ok(path, "%s: %d axes, %s to %s:%d", rig->name, axes,
                    rig->output.format == AUTH_RIG_TEXT ? "text" : "packets", rig->output.host,
                    rig->output.port);
}

/* Whether the scripts of a scenario can be read and fit its machines.
 * @param script  out: that of the driven machine; unchanged if there is no such script */
static bool check_scripts(const drv_files *files, const world_machine *machine, hl_arena *arena,
                          const auth_operator **script, int *status)
{
    world_operator *others[AUTH_MAX_MACHINES];
    if (!files->scenario) return true;
    if (files->scenario->operator_script && !drv_load_script(&program_log, files->scenario->operator_script,
                                                             files, machine, arena, script, status))
        return false;
    return drv_load_others(&program_log, files, machine, arena, others, status) >= 0;
}

static void warn_scenario(const drv_files *files, const world_machine *machine)
{
    hl_report_begin_warnings(&report, files->scenario_text.path);
    auth_scenario_warn(files->scenario, &report);
    world_scenario_warn(machine, &report);
    check_warn(&report);
}

static void warn_script(const auth_operator *script, const char *path, const world_machine *machine)
{
    hl_report_begin_warnings(&report, path);
    world_operator_warn(script, machine, &report);
    check_warn(&report);
}

static const char *path_of(const drv_files *files, int machine)
{
    const int others = auth_scenario_others(files->scenario);
    return machine == 0 ? files->machine_text.path
                        : files->named_texts[files->named_count - others + machine - 1].path;
}

/* A machine beside the driven one, unless its file has been warned about. */
static void warn_other(const drv_files *files, const world_machine *machine, int other)
{
    for (int i = 0; i < other; i++)
        if (strcmp(path_of(files, i), path_of(files, other)) == 0) return;
    hl_report_begin_warnings(&report, path_of(files, other));
    world_machine_warn(world_machine_at(machine, other), &report);
    check_warn(&report);
}

static void warn_machine(const drv_files *files, world_machine *machine, const auth_operator *script,
                         hl_arena *arena)
{
    hl_report_begin_warnings(&report, files->machine_text.path);
    world_machine_warn(machine, &report);
    check_reach(files->machine, files->machine_text.path, arena, &report);
    check_warn(&report);
    for (int i = 1; i < world_machine_count(machine); i++) warn_other(files, machine, i);
    if (files->scenario) warn_scenario(files, machine);
    if (script && files->scenario) warn_script(script, files->scenario->operator_script, machine);
}

/* A scenario is checked with the files that it names. */
static int check_machine(const char *path, hl_arena *arena)
{
    drv_files files;
    const auth_operator *script = NULL;
    int status = PROGRAM_DONE;
    if (!drv_load(&program_log, path, NULL, arena, &files, &status)) return check_variants(&files, status);
    world_machine *machine = drv_build(&program_log, &files, arena, &status);
    if (!machine) return check_variants(&files, status);
    if (!check_scripts(&files, machine, arena, &script, &status)) return status;
    const int training = check_training(&files, machine, arena),
              picture = check_picture(&files, machine, arena);
    status = check_variants(&files, training > picture ? training : picture);
    if (status != PROGRAM_DONE) return status;
    warn_machine(&files, machine, script, arena);
    const auth_mechanism *author = files.machine->mechanism;
    return check_ok(
        path, "%s: %d bodies, %d joints, %d loops, %d degrees of freedom, %d controls, %d signals",
        author->name, author->body_count, author->joint_count, author->loop_count,
        freedom(world_machine_mechanism(machine)), world_control_count(machine), world_signal_count(machine));
}

static int check_file(const char *path, hl_arena *arena)
{
    auth_file_kind kind;
    const hl_status result = auth_file_kind_of(path, &kind, &report);
    if (result != HL_OK) return drv_refuse(&program_log, path, result, &report);
    switch (kind) {
    case AUTH_FILE_MACHINE:
    case AUTH_FILE_SCENARIO:
        return check_machine(path, arena);
    case AUTH_FILE_OPERATOR:
        return check_operator(path, arena);
    case AUTH_FILE_SOIL:
        return check_soil(path, arena);
    case AUTH_FILE_HUD:
        return check_hud(path, arena);
    case AUTH_FILE_SETTINGS:
        return check_settings(path, arena);
    case AUTH_FILE_BINDINGS:
        return check_bindings(path, arena);
    case AUTH_FILE_RIG:
        return check_rig(path, arena);
    case AUTH_FILE_MECHANISM:
    case AUTH_FILE_KINDS:
    default:
        return check_mechanism(path, arena);
    }
}

static const help_text help = {
    .summary =
        "Read authored files as the simulator does, build what they describe, and report errors as "
        "file:line:column: what is wrong, what is expected. Keys and values are checked first, then whether "
        "the parts fit together, then whether the machine is complete. Warnings point at values that are "
        "allowed but improbable, such as a bucket of 15 t or a valve with its supply port on the tank.",
    .arguments = {{"FILE", "mechanism, machine, scenario, exercise, operator script, soil, layout of a "
                           "head-up display, settings, bindings or motion rig"}},
    .examples = {"check assets/machines/tractor.yaml",
                 "check assets/soils/loam.yaml assets/hud/tractor.yaml"},
    .page = "docs/mechanism.md, docs/machine.md, docs/scenario.md, docs/hud.md"};

int program_check(int argc, char **argv)
{
    bool strict = false;
    const option options[] = {
        {"strict", OPTION_FLAG, &strict, NULL, "treat warnings as errors: exit status 2"}, OPTION_END};
    command_line line = {.command = "check",
                         .arguments = "FILE...",
                         .help = &help,
                         .options = options,
                         .files = "",
                         .fewest = 1,
                         .most = OPTIONS_ANY};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    status = PROGRAM_DONE;
    for (int i = 0; i < line.word_count; i++) {
        hl_arena arena = {0};
        check_begin(strict);
        const int one = check_file(line.words[i], &arena);
        hl_arena_free(&arena);
        if (one > status) status = one;
    }
    return status;
}
