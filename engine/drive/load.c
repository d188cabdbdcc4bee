/* Loading a machine, alone or in a scenario, with its settings, scripts and chosen signals. */
#include "drv/load.h"

#include "auth/file.h"
#include "auth/quantity.h"
#include "drv/log.h"
#include "hl/report.h"
#include "rt/telemetry.h"
#include "xch/snapshot.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

_Static_assert((int)AUTH_MAX_PARAMETERS >= (int)DRV_SETTINGS, "every setting may be a parameter");

/* ---- variants and parameters ---- */

/* Chosen variants and parameters of a machine. */
typedef struct load_choices {
    int count;
    auth_choice list[DRV_SETTINGS];
} load_choices;

static const char choice_prefix[] = "machine.";

bool drv_is_choice(const char *text)
{
    return strncmp(text, choice_prefix, strlen(choice_prefix)) == 0;
}

bool drv_is_parameter(const char *text)
{
    const char *name = drv_is_choice(text) ? text + strlen(choice_prefix) : "";
    return name[strcspn(name, ".=")] == '.';
}

static bool refuse_choice(const drv_log *log, const char *text)
{
    return drv_say(
        log, "--set '%s' is not understood: give machine.VARIANT=CHOICE or machine.SECTION.NAME.KEY=VALUE",
        text);
}

bool drv_only_choices(const drv_log *log, const drv_settings *set)
{
    for (int i = 0; i < set->count; i++)
        if (!drv_is_choice(set->texts[i])) return refuse_choice(log, set->texts[i]);
    return true;
}

/* machine.NAME=VALUE */
static bool read_choice(const drv_log *log, const char *text, hl_arena *arena, load_choices *choices,
                        int *status)
{
    const char *variant = text + strlen(choice_prefix);
    const size_t length = strcspn(variant, "=");
    *status = DRV_USAGE;
    if (length == 0 || variant[length] != '=' || !variant[length + 1]) return refuse_choice(log, text);
    const char *name = hl_arena_string(arena, variant, length);
    *status = DRV_ENVIRONMENT;
    choices->list[choices->count++] = (auth_choice){name, variant + length + 1};
    return name != NULL;
}

/* Settings of other kinds are skipped; the file decides whether it has the chosen ones.
 *  @return false after a message: *status is a drv_status */
static bool read_choices(const drv_log *log, const drv_settings *set, hl_arena *arena, load_choices *choices,
                         int *status)
{
    choices->count = 0;
    for (int i = 0; set && i < set->count && choices->count < DRV_SETTINGS; i++)
        if (drv_is_choice(set->texts[i]) && !read_choice(log, set->texts[i], arena, choices, status))
            return false;
    return true;
}

/* ---- controls at the start ---- */

/* If VALUE is a choice of the machine's variant NAME, suggest machine.NAME=VALUE. */
static const char *meant_choice(const auth_machine *machine, const char *name, const char *value,
                                char hint[HL_HINT_LENGTH])
{
    char meant[HL_HINT_LENGTH] = "";
    for (int i = 0; i < machine->variant_count; i++) {
        const auth_variant *variant = &machine->variants[i];
        if (strcmp(variant->name, name) != 0) continue;
        for (int k = 0; k < variant->choice_count; k++)
            if (strcmp(variant->choices[k].name, value) == 0)
                snprintf(meant, sizeof meant, "machine.%s=%s", name, value);
    }
    return hl_did_you_mean(*meant ? meant : NULL, hint);
}

static bool refuse_control(const drv_log *log, const world_machine *machine, const char *name,
                           const char *choice)
{
    enum { MOST = 256 };
    const char *names[MOST];
    int count = 0;
    for (; count < world_control_count(machine) && count < MOST; count++)
        names[count] = world_control_info(machine, count).name;
    const char *nearest = drv_nearest(name, names, count);
    if (*choice) return drv_say(log, "--set: unknown control '%s'%s", name, choice);
    return drv_say(log, "--set: unknown control '%s'; the nearest is '%s'", name, nearest ? nearest : "none");
}

/* Its signal, control.NAME or MACHINE.control.NAME, names a control as well. */
static int find_control(const world_machine *machine, const char *name)
{
    static const char part[] = "control.";
    char plain[64];
    const int found = world_control_find(machine, name);
    const char *at = strstr(name, part);
    if (found >= 0 || at == NULL || (at > name && at[-1] != '.')) return found;
    snprintf(plain, sizeof plain, "%.*s%s", (int)(at - name), name, at + sizeof part - 1);
    return world_control_find(machine, plain);
}

/* MACHINE.machine.VARIANT: only the driven machine has choices of variants and parameters. */
static bool is_choice_of_other(const world_machine *machine, const char *name)
{
    const char *dot = strchr(name, '.');
    if (dot == NULL || !drv_is_choice(dot + 1)) return false;
    for (int i = 1; i < world_machine_count(machine); i++) {
        const char *other = world_machine_prefix(world_machine_at(machine, i));
        if (strlen(other) == (size_t)(dot - name) && strncmp(other, name, strlen(other)) == 0) return true;
    }
    return false;
}

/* CONTROL=NUMBER */
static bool set_control(const drv_log *log, const auth_machine *author, world_machine *machine,
                        const char *text)
{
    const size_t length = strcspn(text, "=");
    char name[64], complaint[HL_MESSAGE_LENGTH], hint[HL_HINT_LENGTH];
    double value;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (text[length] != '=')
        return drv_say(log,
                       "--set '%s' is not understood: give CONTROL=NUMBER, machine.VARIANT=CHOICE or "
                       "machine.SECTION.NAME.KEY=VALUE",
                       text);
    if (is_choice_of_other(machine, name))
        return drv_say(
            log,
            "--set %s: variants and parameters can be set for the driven machine only, as machine....; "
            "for another machine name a file with these values in 'machines' of the scenario",
            text);
    const char *choice = meant_choice(author, name, text + length + 1, hint);
    const int control = find_control(machine, name);
    if (control < 0) return refuse_control(log, machine, name, choice);
    if (!auth_quantity_read(text + length + 1, AUTH_KIND_NUMBER, &value, complaint, sizeof complaint))
        return drv_say(log, "--set '%s': %s%s", name, complaint, choice);
    const world_control info = world_control_info(machine, control);
    if (value < info.low || value > info.high)
        return drv_say(log, "--set %s: the range of '%s' is %g to %g", text, name, info.low, info.high);
    world_control_set(machine, control, value);
    return true;
}

bool drv_set_controls(const drv_log *log, const drv_files *files, world_machine *machine,
                      const drv_settings *set)
{
    for (int i = 0; i < set->count; i++)
        if (!drv_is_choice(set->texts[i]) && !set_control(log, files->machine, machine, set->texts[i]))
            return false;
    world_controls_start(machine);
    return true;
}

/* State while loading. */
typedef struct loading {
    const drv_log *log;
    hl_arena *arena;
    drv_files *files;
    int status; /* drv_status, once something was refused */
    auth_machine *implements[AUTH_MAX_IMPLEMENTS];
    hl_report report; /* of the file that is being read */
} loading;

static bool refuse(loading *l, const char *path, hl_status result)
{
    l->status = drv_refuse(l->log, path, result, &l->report);
    return false;
}

/* ---- the file that is asked for ---- */

static bool read_text(loading *l, const char *path, rt_text *text)
{
    char why[RT_WHY_LENGTH];
    const hl_status result = rt_text_read(path, l->arena, text, why);
    if (result == HL_OK) return true;
    l->status = result == HL_OUT_OF_MEMORY ? DRV_ENVIRONMENT : DRV_USAGE;
    return drv_say(l->log, "%s: %s", path, why);
}

static bool find_kind(loading *l, const char *path, auth_file_kind *kind)
{
    hl_report_begin(&l->report, path);
    const hl_status result = auth_file_kind_of(path, kind, &l->report);
    return result == HL_OK || refuse(l, path, result);
}

static bool parse_scenario(loading *l)
{
    const rt_text *text = &l->files->scenario_text;
    hl_report_begin(&l->report, text->path);
    const hl_status result =
        auth_scenario_parse(text->text, text->length, text->path, l->arena, &l->files->scenario, &l->report);
    return result == HL_OK || refuse(l, text->path, result);
}

/* A scenario is possible too, which the machine's schema cannot say. */
static void expect_both(hl_report *report, auth_file_kind kind)
{
    if (kind == AUTH_FILE_MACHINE) return;
    snprintf(report->list[0].text, HL_MESSAGE_LENGTH,
             "this is a file of kind '%s': give a scenario, an exercise or a machine",
             auth_file_kind_word(kind));
}

/* The choices that reproduce this machine. */
static void keep_choices(drv_files *files, const load_choices *wanted)
{
    const auth_machine *machine = files->machine;
    for (int i = 0; i < machine->variant_count; i++) {
        const auth_variant *variant = &machine->variants[i];
        files->choices[i] = (auth_choice){variant->name, variant->choices[variant->chosen].name};
    }
    files->choice_count = machine->variant_count;
    for (int i = 0; i < wanted->count; i++)
        if (auth_is_parameter(&wanted->list[i])) files->choices[files->choice_count++] = wanted->list[i];
}

/* @param kind of the file */
static bool parse_machine(loading *l, auth_file_kind kind, const load_choices *wanted)
{
    drv_files *files = l->files;
    const rt_text *text = &files->machine_text;
    hl_report_begin(&l->report, text->path);
    const hl_status result = auth_machine_parse_chosen(text->text, text->length, text->path, wanted->list,
                                                       wanted->count, l->arena, &files->machine, &l->report);
    if (result != HL_OK) {
        if (!hl_report_clean(&l->report)) expect_both(&l->report, kind);
        return refuse(l, text->path, result);
    }
    keep_choices(files, wanted);
    return true;
}

/* ---- the files that a scenario names ---- */

static bool read_named(loading *l, const char *path, hl_place place, const char *key, const char *expected,
                       rt_text *text)
{
    char why[RT_WHY_LENGTH];
    const hl_status result = rt_text_read(path, l->arena, text, why);
    if (result == HL_OK) return true;
    hl_report_begin(&l->report, l->files->scenario_text.path);
    hl_report_add(&l->report, place, "'%s': %s: %s: give %s file (paths are relative to this file's folder)",
                  key, path, why, expected);
    return refuse(l, path, result);
}

static bool read_soil(loading *l, auth_soil_file *soil)
{
    rt_text *text = &l->files->named_texts[l->files->named_count++];
    if (!read_named(l, soil->path, soil->place, "file", "a soil", text)) return false;
    hl_report_begin(&l->report, text->path);
    const hl_status result =
        auth_soil_parse(text->text, text->length, text->path, l->arena, &soil->soil, &l->report);
    return result == HL_OK || refuse(l, text->path, result);
}

static bool read_mesh(loading *l, auth_ground *ground)
{
    char why[RT_WHY_LENGTH];
    rt_text *text = &l->files->named_texts[l->files->named_count++];
    hl_status result = rt_mesh_read(ground->file, l->arena, text, why);
    if (result != HL_OK) {
        hl_report_begin(&l->report, l->files->scenario_text.path);
        hl_report_add(&l->report, ground->file_place,
                      "'file': %s: %s: give a mesh file (paths are relative to this file's folder)",
                      ground->file, why);
        return refuse(l, ground->file, result);
    }
    result = auth_mesh_parse(text->text, text->length, text->path, l->arena, &ground->mesh, &l->report);
    return result == HL_OK || refuse(l, text->path, result);
}

static bool read_type(loading *l, auth_object_file *file)
{
    char expected[100] = "an object";
    const char *nearest = auth_object_type_nearest(file->name);
    rt_text *text = &l->files->named_texts[l->files->named_count++];
    if (nearest) snprintf(expected, sizeof expected, "the object '%s' or another object", nearest);
    if (!read_named(l, file->path, file->place, "type", expected, text)) return false;
    hl_report_begin(&l->report, text->path);
    const hl_status result =
        auth_object_type_parse(text->text, text->length, text->path, l->arena, &file->type, &l->report);
    return result == HL_OK || refuse(l, text->path, result);
}

static bool complete_objects(loading *l)
{
    const rt_text *text = &l->files->scenario_text;
    hl_report_begin(&l->report, text->path);
    const hl_status result = auth_scenario_complete_objects(l->files->scenario, l->arena, &l->report);
    return result == HL_OK || refuse(l, text->path, result);
}

static bool read_other(loading *l, int other)
{
    const auth_site_machine *named = auth_scenario_other(l->files->scenario, other);
    rt_text *text = &l->files->named_texts[l->files->named_count++];
    if (!read_named(l, named->machine, named->machine_place, "machine", "a machine", text)) return false;
    hl_report_begin(&l->report, text->path);
    const hl_status result = auth_machine_parse_chosen(text->text, text->length, text->path, NULL, 0,
                                                       l->arena, &l->files->others[other], &l->report);
    return result == HL_OK || refuse(l, text->path, result);
}

static bool read_implement(loading *l, int implement)
{
    const auth_site_implement *named = &l->files->scenario->implements[implement];
    rt_text *text = &l->files->named_texts[l->files->named_count++];
    if (!read_named(l, named->file, named->file_place, "file", "a machine", text)) return false;
    hl_report_begin(&l->report, text->path);
    const hl_status result = auth_machine_parse_chosen(text->text, text->length, text->path, NULL, 0,
                                                       l->arena, &l->implements[implement], &l->report);
    return result == HL_OK || refuse(l, text->path, result);
}

/* Implements become parts of their machines. */
static bool join_implements(loading *l)
{
    const auth_scenario *scenario = l->files->scenario;
    hl_report_begin(&l->report, l->files->scenario_text.path);
    for (int i = 0; scenario->implement_count > 0 && i <= auth_scenario_others(scenario); i++) {
        auth_machine **machine = i == 0 ? &l->files->machine : &l->files->others[i - 1], *joined;
        const char *name = i == 0 ? NULL : auth_scenario_other(scenario, i - 1)->name;
        const hl_status result =
            auth_scenario_join(scenario, name, *machine, l->implements, l->arena, &l->report, &joined);
        if (result != HL_OK) return refuse(l, l->files->scenario_text.path, result);
        if (joined != NULL) *machine = joined;
    }
    return true;
}

/* Those of the command line have precedence. */
static void add_choices(const auth_scenario *scenario, load_choices *wanted)
{
    for (int i = 0; i < scenario->choice_count && wanted->count < DRV_SETTINGS; i++) {
        bool given = false;
        for (int k = 0; k < wanted->count; k++)
            given |= strcmp(wanted->list[k].variant, scenario->choices[i].variant) == 0;
        if (!given) wanted->list[wanted->count++] = scenario->choices[i];
    }
}

/* All but the scripts. */
static bool read_named_files(loading *l)
{
    auth_scenario *scenario = l->files->scenario;
    for (int i = 0; i < scenario->sand.soil_count; i++)
        if (!read_soil(l, &scenario->sand.soils[i])) return false;
    if (scenario->ground.kind == AUTH_GROUND_MESH && !read_mesh(l, &scenario->ground)) return false;
    for (int i = 0; i < scenario->object_type_count; i++)
        if (!read_type(l, &scenario->object_types[i])) return false;
    if (!complete_objects(l)) return false;
    for (int i = 0; i < auth_scenario_others(scenario); i++)
        if (!read_other(l, i)) return false;
    for (int i = 0; i < scenario->implement_count; i++)
        if (!read_implement(l, i)) return false;
    return read_named(l, scenario->machine, scenario->machine_place, "machine", "a machine",
                      &l->files->machine_text);
}

static bool load(loading *l, const char *path, load_choices *wanted)
{
    rt_text first;
    auth_file_kind kind;
    if (!find_kind(l, path, &kind) || !read_text(l, path, &first)) return false;
    if (kind != AUTH_FILE_SCENARIO) {
        l->files->machine_text = first;
        return parse_machine(l, kind, wanted);
    }
    l->files->scenario_text = first;
    if (!parse_scenario(l) || !read_named_files(l)) return false;
    add_choices(l->files->scenario, wanted);
    return parse_machine(l, AUTH_FILE_MACHINE, wanted) && join_implements(l);
}

bool drv_load(const drv_log *log, const char *path, const drv_settings *set, hl_arena *arena,
              drv_files *files, int *status)
{
    loading l = {.log = log, .arena = arena, .files = files};
    load_choices wanted;
    *files = (drv_files){0};
    if (!read_choices(log, set, arena, &wanted, status)) return false;
    const bool loaded = load(&l, path, &wanted);
    if (!loaded) *status = l.status;
    return loaded;
}

/* ---- building ---- */

int drv_first_other_text(const drv_files *files)
{
    const int implements = files->scenario == NULL ? 0 : files->scenario->implement_count;
    return files->named_count - auth_scenario_others(files->scenario) - implements;
}

/* Displays, sounds and the instructor see only the contents of snapshots, so all signals and bodies must fit.
 * @return false after a message */
static bool fits_snapshots(const world_machine *machine, hl_report *report)
{
    const int count = world_signal_count(machine), bodies = world_body_count(machine);
    if (bodies > XCH_BODIES)
        hl_report_add(report, (hl_place){1, 1}, "%d bodies: at most %d are possible", bodies, XCH_BODIES);
    if (count <= XCH_SIGNALS) return bodies <= XCH_BODIES;
    hl_report_add(
        report, (hl_place){1, 1},
        "%d signals, including those of all machines, but at most %d are possible: use fewer machines, "
        "tasks, regions, or gauges named in instructions",
        count, XCH_SIGNALS);
    return false;
}

/* Report the messages about the files of machines, then about the scenario. */
static world_machine *refuse_world(const drv_log *log, const drv_files *files, hl_report *machines, int count,
                                   hl_report *scenario, hl_status result, int *status)
{
    const hl_report *last = hl_report_clean(scenario) ? &machines[0] : scenario;
    hl_report_sort(scenario);
    for (int i = 0; i < count; i++) {
        hl_report_sort(&machines[i]);
        if (&machines[i] != last) drv_complain(log, &machines[i]);
    }
    *status = drv_refuse(log, last == scenario ? files->scenario_text.path : files->machine_text.path, result,
                         last);
    return NULL;
}

world_machine *drv_build(const drv_log *log, const drv_files *files, hl_arena *arena, int *status)
{
    const char *path = files->machine_text.path;
    const int others = auth_scenario_others(files->scenario), first = drv_first_other_text(files);
    const mb_step_options options = world_machine_options(files->machine, files->scenario);
    hl_report *reports = HL_NEW(arena, hl_report, 2 + others), *of_scenario = &reports[1 + others];
    world_file named[AUTH_MAX_MACHINES] = {{files->machine, reports}};
    world_machine *built = NULL;
    *status = DRV_ENVIRONMENT;
    if (reports == NULL) return NULL;
    hl_report_begin(&reports[0], path);
    for (int i = 0; i < others; i++) {
        hl_report_begin(&reports[i + 1], files->named_texts[first + i].path);
        named[i + 1] = (world_file){files->others[i], &reports[i + 1]};
    }
    hl_report_begin(of_scenario, files->scenario_text.path ? files->scenario_text.path : path);
    hl_status result = world_build(named, files->scenario, &options, arena, of_scenario, &built);
    if (result == HL_OK && fits_snapshots(built, files->scenario ? of_scenario : &reports[0])) return built;
    if (result == HL_OK) result = HL_BAD_INPUT;
    return refuse_world(log, files, reports, 1 + others, of_scenario, result, status);
}

world_machine *drv_load_and_build(const drv_log *log, const char *path, const drv_settings *set,
                                  hl_arena *arena, drv_files *files, int *status)
{
    return drv_load(log, path, set, arena, files, status) ? drv_build(log, files, arena, status) : NULL;
}

/* ---- scripts ---- */

static bool read_script_text(loading *l, const char *path, rt_text *text)
{
    char why[RT_WHY_LENGTH];
    const auth_scenario *scenario = l->files->scenario;
    const bool of_scenario = scenario && path == scenario->operator_script;
    const hl_status result = rt_text_read(path, l->arena, text, why);
    if (result == HL_OK) return true;
    hl_report_begin(&l->report, of_scenario ? l->files->scenario_text.path : path);
    hl_report_add(&l->report, of_scenario ? scenario->operator_place : (hl_place){0, 0},
                  "'operator': %s: %s: give an operator script%s", path, why,
                  of_scenario ? " (paths are relative to this file's folder)" : "");
    return refuse(l, path, result);
}

static world_operator *build_script(loading *l, const char *path, const rt_text *text,
                                    const world_machine *machine, const auth_operator **script)
{
    auth_operator *author = NULL;
    world_operator *built = NULL;
    hl_report_begin(&l->report, path);
    hl_status result = auth_operator_parse(text->text, text->length, path, l->arena, &author, &l->report);
    if (result == HL_OK) result = world_operator_build(author, machine, l->arena, &l->report, &built);
    hl_report_sort(&l->report);
    if (result != HL_OK) (void)refuse(l, path, result);
    *script = author;
    return built;
}

static world_operator *load_script(loading *l, const char *path, const world_machine *machine,
                                   const auth_operator **script)
{
    rt_text text;
    return read_script_text(l, path, &text) ? build_script(l, path, &text, machine, script) : NULL;
}

/* NULL after a message. */
static world_operator *load_other(loading *l, const auth_site_machine *other, const world_machine *machine)
{
    const auth_operator *script;
    rt_text text;
    if (!read_named(l, other->operator_script, other->operator_place, "operator", "an operator script",
                    &text))
        return NULL;
    return build_script(l, other->operator_script, &text, machine, &script);
}

int drv_load_others(const drv_log *log, const drv_files *files, const world_machine *machine, hl_arena *arena,
                    world_operator **drivers, int *status)
{
    drv_files of = *files;
    loading l = {.log = log, .arena = arena, .files = &of};
    int count = 0;
    for (int i = 0; i < auth_scenario_others(files->scenario); i++) {
        const auth_site_machine *other = auth_scenario_other(files->scenario, i);
        if (other->operator_script == NULL) continue;
        drivers[count] = load_other(&l, other, world_machine_at(machine, i + 1));
        if (drivers[count++] != NULL) continue;
        *status = l.status;
        return -1;
    }
    return count;
}

world_operator *drv_load_script(const drv_log *log, const char *path, const drv_files *files,
                                const world_machine *machine, hl_arena *arena, const auth_operator **script,
                                int *status)
{
    drv_files of = *files;
    loading l = {.log = log, .arena = arena, .files = &of};
    world_operator *built = load_script(&l, path, machine, script);
    if (!built) *status = l.status;
    return built;
}

/* ---- signals ---- */

int drv_signal_of(const world_machine *machine, const char *first, const char *name, const char *last)
{
    char text[200];
    snprintf(text, sizeof text, "%s%s%s", first, name, last);
    for (char *c = text; *c; c++) *c = isspace((unsigned char)*c) ? '_' : *c;
    return world_signal_find(machine, text);
}

static bool refuse_signal(const drv_log *log, const world_machine *machine, const char *name)
{
    const char *nearest = world_signal_nearest(machine, name);
    if (nearest) return drv_say(log, "unknown signal '%s'; the nearest is '%s'", name, nearest);
    return drv_say(log, "unknown signal '%s' (headland signals FILE lists all)", name);
}

static int count_commas(const char *text)
{
    int count = 0;
    for (; *text; text++) count += *text == ',';
    return count;
}

bool drv_choose_signals(const drv_log *log, const world_machine *machine, const char *names, hl_arena *arena,
                        int **signals, int *count, int *status)
{
    const int most = names ? count_commas(names) + 1 : world_signal_count(machine);
    *count = 0;
    *status = DRV_ENVIRONMENT;
    *signals = HL_NEW(arena, int, most);
    if (!*signals) return false;
    *status = DRV_USAGE;
    if (!names) *count = rt_csv_columns(machine, *signals);
    for (const char *at = names; at; at = *at ? at + 1 : NULL) {
        const size_t length = strcspn(at, ",");
        const char *name = hl_arena_string(arena, at, length);
        const int found = name ? world_signal_find(machine, name) : -1;
        if (found < 0) return refuse_signal(log, machine, name ? name : "");
        (*signals)[(*count)++] = found;
        at += length;
    }
    return true;
}

/* ---- mechanisms ---- */

auth_mechanism *drv_load_mechanism(const drv_log *log, const char *path, hl_arena *arena, int *status)
{
    static hl_report report; /* too large for the stack */
    auth_mechanism *author = NULL;
    hl_report_begin(&report, path);
    const hl_status result = auth_mechanism_read(path, arena, &author, &report);
    if (result == HL_OK) return author;
    *status = drv_refuse(log, path, result, &report);
    return NULL;
}

world_mechanism *drv_build_mechanism(const drv_log *log, const char *path, const auth_mechanism *author,
                                     const mb_step_options *options, hl_arena *arena, int *status)
{
    static hl_report report;
    world_mechanism *mechanism = NULL;
    hl_report_begin(&report, path);
    const hl_status result = world_mechanism_build(author, options, arena, &report, &mechanism);
    if (result == HL_OK) return mechanism;
    *status = drv_refuse(log, path, result, &report);
    return NULL;
}
