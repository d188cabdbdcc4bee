/* Loading a machine, alone or in a scenario. */
#include "machine.h"

#include "auth/file.h"
#include "command/complaints.h"
#include "program.h"
#include "rt/telemetry.h"
#include "xch/snapshot.h"

#include <stdio.h>
#include <string.h>

static bool read_text(const char *command, const char *path, hl_arena *arena, rt_text *text, int *status)
{
    char why[RT_WHY_LENGTH];
    const hl_status result = rt_text_read(path, arena, text, why);
    if (result == HL_OK) return true;
    fprintf(complaints_out(), "headland %s: %s: %s\n", command, path, why);
    *status = result == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_USAGE;
    return false;
}

static bool kind_of(const char *path, auth_file_kind *kind, int *status)
{
    static hl_report report;
    hl_report_begin(&report, path);
    const hl_status result = auth_file_kind_of(path, kind, &report);
    if (result != HL_OK) *status = complaints_refuse(path, result, &report);
    return result == HL_OK;
}

static bool parse_scenario(machine_files *files, hl_arena *arena, int *status)
{
    static hl_report report;
    const rt_text *text = &files->scenario_text;
    hl_report_begin(&report, text->path);
    const hl_status result =
        auth_scenario_parse(text->text, text->length, text->path, arena, &files->scenario, &report);
    if (result != HL_OK) *status = complaints_refuse(text->path, result, &report);
    return result == HL_OK;
}

_Static_assert((int)AUTH_MAX_PARAMETERS >= (int)OPTION_LIST_MOST, "every --set may be a parameter");

/* What somebody asks for. */
typedef struct asked {
    int count;
    auth_choice choices[OPTION_LIST_MOST];
} asked;

/* Where a machine is expected a scenario does as well: more than the machine's schema can say. */
static void expect_both(hl_report *report, auth_file_kind kind)
{
    if (kind == AUTH_FILE_MACHINE) return;
    snprintf(report->list[0].text, HL_MESSAGE_LENGTH,
             "this is a file of kind '%s'; a scenario, an exercise or a machine is expected",
             auth_file_kind_word(kind));
}

/* By which another machine is like this one. */
static void keep_choices(machine_files *files, const asked *wanted)
{
    const auth_machine *machine = files->machine;
    for (int i = 0; i < machine->variant_count; i++) {
        const auth_variant *variant = &machine->variants[i];
        files->choices[i] = (auth_choice){variant->name, variant->choices[variant->chosen].name};
    }
    files->choice_count = machine->variant_count;
    for (int i = 0; i < wanted->count; i++)
        if (auth_is_parameter(&wanted->choices[i]))
            files->choices[files->choice_count++] = wanted->choices[i];
}

/* @param kind  of the file, as it says itself */
static bool parse_machine(machine_files *files, auth_file_kind kind, const asked *wanted, hl_arena *arena,
                          int *status)
{
    static hl_report report;
    const rt_text *text = &files->machine_text;
    hl_report_begin(&report, text->path);
    const hl_status result = auth_machine_parse_chosen(text->text, text->length, text->path, wanted->choices,
                                                       wanted->count, arena, &files->machine, &report);
    if (result != HL_OK) {
        if (!hl_report_clean(&report)) expect_both(&report, kind);
        *status = complaints_refuse(text->path, result, &report);
        return false;
    }
    keep_choices(files, wanted);
    return true;
}

/* A file that the scenario names. */
static bool read_named(const machine_files *files, const char *path, hl_place place, const char *key,
                       const char *expected, hl_arena *arena, rt_text *text, int *status)
{
    static hl_report report;
    char why[RT_WHY_LENGTH];
    const hl_status result = rt_text_read(path, arena, text, why);
    if (result == HL_OK) return true;
    hl_report_begin(&report, files->scenario_text.path);
    hl_report_add(&report, place,
                  "'%s': %s: %s; %s file is expected; paths are relative to this file's folder", key, path,
                  why, expected);
    *status = complaints_refuse(path, result, &report);
    return false;
}

static bool read_soil(machine_files *files, auth_soil_file *soil, hl_arena *arena, int *status)
{
    static hl_report report;
    rt_text *text = &files->soil_texts[files->soil_count++];
    if (!read_named(files, soil->path, soil->place, "file", "a soil", arena, text, status)) return false;
    hl_report_begin(&report, text->path);
    const hl_status result =
        auth_soil_parse(text->text, text->length, text->path, arena, &soil->soil, &report);
    if (result != HL_OK) *status = complaints_refuse(text->path, result, &report);
    return result == HL_OK;
}

/* The files that the scenario names, but for the script. */
static bool read_named_files(machine_files *files, hl_arena *arena, int *status)
{
    auth_scenario *scenario = files->scenario;
    for (int i = 0; i < scenario->sand.soil_count; i++)
        if (!read_soil(files, &scenario->sand.soils[i], arena, status)) return false;
    return read_named(files, scenario->machine, scenario->machine_place, "machine", "a machine", arena,
                      &files->machine_text, status);
}

/* ---- variants and parameters ---- */

static const char choice_prefix[] = "machine.";

bool machine_is_choice(const char *text)
{
    return strncmp(text, choice_prefix, strlen(choice_prefix)) == 0;
}

bool machine_is_parameter(const char *text)
{
    const char *name = machine_is_choice(text) ? text + strlen(choice_prefix) : "";
    return name[strcspn(name, ".=")] == '.';
}

static void refuse_choice(const char *command, const char *text)
{
    fprintf(stderr,
            "headland %s: --set '%s' is not understood; expected machine.VARIANT=CHOICE or "
            "machine.SECTION.NAME.KEY=VALUE\n",
            command, text);
}

bool machine_only_choices(const char *command, const option_list *set)
{
    for (int i = 0; i < set->count; i++) {
        if (machine_is_choice(set->texts[i])) continue;
        refuse_choice(command, set->texts[i]);
        return false;
    }
    return true;
}

/* machine.NAME=VALUE; whether there are such, the machine file knows. */
static bool read_choice(const char *command, const char *text, hl_arena *arena, asked *wanted, int *status)
{
    const char *variant = text + strlen(choice_prefix);
    const size_t length = strcspn(variant, "=");
    *status = PROGRAM_USAGE;
    if (length == 0 || variant[length] != '=' || !variant[length + 1]) {
        refuse_choice(command, text);
        return false;
    }
    const char *name = hl_arena_string(arena, variant, length);
    *status = PROGRAM_ENVIRONMENT;
    wanted->choices[wanted->count++] = (auth_choice){name, variant + length + 1};
    return name != NULL;
}

static bool read_choices(const char *command, const option_list *set, hl_arena *arena, asked *wanted,
                         int *status)
{
    *wanted = (asked){.count = 0};
    for (int i = 0; set && i < set->count; i++)
        if (machine_is_choice(set->texts[i]) && !read_choice(command, set->texts[i], arena, wanted, status))
            return false;
    return true;
}

/* ---- the whole ---- */

bool machine_read_set(const char *command, const char *path, const option_list *set, hl_arena *arena,
                      machine_files *files, int *status)
{
    asked wanted;
    rt_text first;
    auth_file_kind kind;
    *files = (machine_files){0};
    if (!read_choices(command, set, arena, &wanted, status)) return false;
    if (!kind_of(path, &kind, status) || !read_text(command, path, arena, &first, status)) return false;
    if (kind == AUTH_FILE_SCENARIO) {
        files->scenario_text = first;
        if (!parse_scenario(files, arena, status) || !read_named_files(files, arena, status)) return false;
        kind = AUTH_FILE_MACHINE;
    } else {
        files->machine_text = first;
    }
    return parse_machine(files, kind, &wanted, arena, status);
}

bool machine_read(const char *command, const char *path, hl_arena *arena, machine_files *files, int *status)
{
    return machine_read_set(command, path, NULL, arena, files, status);
}

/* Displays, sounds and the instructor know of a machine what snapshots carry: what is behind that would be
 * missing without a word. @return false after a complaint */
static bool check_exchange(const world_machine *machine, hl_report *report)
{
    const int count = world_signal_count(machine), bodies = world_body_count(machine);
    if (bodies > XCH_BODIES)
        hl_report_add(report, (hl_place){1, 1}, "%d bodies; at most %d are expected", bodies, XCH_BODIES);
    if (count <= XCH_SIGNALS) return bodies <= XCH_BODIES;
    hl_report_add(report, (hl_place){1, 1},
                  "%d signals, including those of the machine; at most %d are expected: use fewer tasks, "
                  "regions, or gauges named in instructions",
                  count, XCH_SIGNALS);
    return false;
}

world_machine *machine_build(const machine_files *files, const mb_step_options *options, hl_arena *arena,
                             int *status)
{
    static hl_report machine_report, scenario_report;
    const char *path = files->machine_text.path;
    world_machine *built = NULL;
    hl_report_begin(&machine_report, path);
    hl_report_begin(&scenario_report, files->scenario_text.path ? files->scenario_text.path : path);
    hl_status result = world_machine_build(files->machine, files->scenario, options, arena, &machine_report,
                                           &scenario_report, &built);
    if (result == HL_OK && check_exchange(built, files->scenario ? &scenario_report : &machine_report))
        return built;
    if (result == HL_OK) result = HL_BAD_INPUT;
    hl_report_sort(&machine_report);
    hl_report_sort(&scenario_report);
    if (!hl_report_clean(&scenario_report)) {
        complaints_print(&machine_report);
        *status = complaints_refuse(files->scenario_text.path, result, &scenario_report);
    } else {
        *status = complaints_refuse(path, result, &machine_report);
    }
    return NULL;
}

/* ---- scripts ---- */

static bool read_script_text(const char *path, const machine_files *files, hl_arena *arena, rt_text *text,
                             int *status)
{
    static hl_report report;
    char why[RT_WHY_LENGTH];
    const auth_scenario *scenario = files->scenario;
    const bool of_scenario = scenario && path == scenario->operator_script;
    const hl_status result = rt_text_read(path, arena, text, why);
    if (result == HL_OK) return true;
    hl_report_begin(&report, of_scenario ? files->scenario_text.path : path);
    hl_report_add(&report, of_scenario ? scenario->operator_place : (hl_place){0, 0},
                  "'operator': %s: %s; an operator script is expected%s", path, why,
                  of_scenario ? "; paths are relative to this file's folder" : "");
    *status = complaints_refuse(path, result, &report);
    return false;
}

world_operator *machine_read_script(const char *path, const machine_files *files,
                                    const world_machine *machine, hl_arena *arena,
                                    const auth_operator **script, int *status)
{
    static hl_report report;
    rt_text text;
    auth_operator *author = NULL;
    world_operator *built = NULL;
    if (!read_script_text(path, files, arena, &text, status)) return NULL;
    hl_report_begin(&report, path);
    hl_status result = auth_operator_parse(text.text, text.length, path, arena, &author, &report);
    if (result == HL_OK) result = world_operator_build(author, machine, arena, &report, &built);
    hl_report_sort(&report);
    if (result != HL_OK) *status = complaints_refuse(path, result, &report);
    *script = author;
    return built;
}

/* ---- signals ---- */

static bool unknown_signal(const char *command, const world_machine *machine, const char *name)
{
    const char *nearest = world_signal_nearest(machine, name);
    if (nearest)
        fprintf(stderr, "headland %s: unknown signal '%s'; the nearest is '%s'\n", command, name, nearest);
    else
        fprintf(stderr, "headland %s: unknown signal '%s' (headland signals FILE lists all)\n", command,
                name);
    return false;
}

static int commas_in(const char *text)
{
    int count = 0;
    for (; *text; text++) count += *text == ',';
    return count;
}

bool machine_choose_signals(const char *command, const world_machine *machine, const char *names,
                            hl_arena *arena, int **signals, int *count, int *status)
{
    const int most = names ? commas_in(names) + 1 : world_signal_count(machine);
    *count = 0;
    *status = PROGRAM_ENVIRONMENT;
    *signals = HL_NEW(arena, int, most);
    if (!*signals) return false;
    *status = PROGRAM_USAGE;
    if (!names) *count = rt_csv_columns(machine, *signals);
    for (const char *at = names; at; at = *at ? at + 1 : NULL) {
        const size_t length = strcspn(at, ",");
        const char *name = hl_arena_string(arena, at, length);
        const int found = name ? world_signal_find(machine, name) : -1;
        if (found < 0) return unknown_signal(command, machine, name ? name : "");
        (*signals)[(*count)++] = found;
        at += length;
    }
    return true;
}
