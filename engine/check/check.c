/* Files by their kinds. */
#include "check_internal.h"

#include "auth/course.h"
#include "auth/file.h"
#include "auth/flexible.h"
#include "auth/object.h"
#include "auth/operator.h"
#include "auth/rig.h"
#include "auth/settings.h"
#include "auth/soil.h"
#include "drv/assets.h"
#include "flex/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- files that stand alone ---- */

static int freedom(const world_mechanism *m)
{
    return mb_model_counts(m->model).columns - m->assembly.rank;
}

static int check_mechanism(chk_checker *c, const char *path)
{
    int status = DRV_DONE;
    const auth_mechanism *author = drv_load_mechanism(c->log, path, &c->arena, &status);
    if (!author) return status;
    const mb_step_options options = world_mechanism_options(author);
    const world_mechanism *m = drv_build_mechanism(c->log, path, author, &options, &c->arena, &status);
    if (!m) return status;
    hl_report_begin_warnings(&c->report, path);
    world_mechanism_warn(m, &c->report);
    check_warn(c);
    return check_ok(c, path, "%d bodies, %d joints, %d loops, %d degrees of freedom", author->body_count,
                    author->joint_count, author->loop_count, freedom(m));
}

static int check_operator(chk_checker *c, const char *path)
{
    auth_operator *script;
    hl_report_begin(&c->report, path);
    const hl_status result = auth_operator_read(path, &c->arena, &script, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    return check_ok(c, path,
                    "%d actions, %g s; its controls and signals are checked with a scenario that names it",
                    script->action_count, script->seconds);
}

static int check_object(chk_checker *c, const char *path)
{
    auth_object_type *type;
    const hl_status result = auth_object_type_read(path, &c->arena, &type, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    const int solids = type->form.shape_count > 0 ? type->form.shape_count : 1;
    return check_ok(c, path, "%s: %d solid%s, %s", type->name, solids, solids == 1 ? "" : "s",
                    type->form.mass > 0.0 || type->form.density > 0.0 ? "free to move" : "fixed");
}

static int check_soil(chk_checker *c, const char *path)
{
    auth_soil *soil;
    const hl_status result = auth_soil_read(path, &c->arena, &soil, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    const double swell = soil->bank_density / soil->loose_density - 1.0;
    return check_ok(c, path, "%s: loose %g, bank %g kg/m3, swell %.0f %%", soil->name, soil->loose_density,
                    soil->bank_density, 100.0 * swell);
}

static int check_flexible(chk_checker *c, const char *path)
{
    auth_flexible *flexible;
    flex_reduced reduced = {0};
    hl_status result = auth_flexible_read(path, &c->arena, &flexible, &c->report);
    if (result == HL_OK) result = flex_reduced_new(&flexible->def, &c->arena, &c->report, &reduced);
    flex_model_free(reduced.model);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    return check_ok(c, path, "%s: %d degrees of freedom, reduced to %d modes, %g kg", flexible->name,
                    reduced.model->free_count, reduced.modes.count, reduced.body->mass);
}

static int check_flexible_body(chk_checker *c, const char *path)
{
    auth_flexible_body *made;
    const hl_status result = auth_flexible_body_read(path, &c->arena, &made, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    return check_ok(c, path, "%s: %d modes, %d markers, %g kg", made->name, made->body.modes,
                    made->body.marker_count, made->body.mass);
}

static int check_settings(chk_checker *c, const char *path)
{
    auth_settings *settings;
    const hl_status result = auth_settings_read(path, &c->arena, &settings, &c->report);
    return result == HL_OK ? check_ok(c, path, "settings") : drv_refuse(c->log, path, result, &c->report);
}

static int check_rig(chk_checker *c, const char *path)
{
    auth_rig *rig;
    const hl_status result = auth_rig_read(path, &c->arena, &rig, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    int axes = 0;
    for (int i = 0; i < AUTH_RIG_AXES; i++) axes += rig->channels[i].present;
    return check_ok(c, path, "%s: %d axes, %s to %s:%d", rig->name, axes,
                    rig->output.format == AUTH_RIG_TEXT ? "text" : "packets", rig->output.host,
                    rig->output.port);
}

static int check_costs(chk_checker *c, const char *path)
{
    static rt_costs costs;
    const char *computer;
    const int status = drv_costs_read(c->log, path, &c->arena, &costs, &computer);
    return status == DRV_DONE ? check_ok(c, path, "costs of %s", *computer ? computer : "an unnamed computer")
                              : status;
}

/* The exercises of a course are checked as exercises are, without warnings. */
static int check_lesson(chk_checker *c, const char *path, const auth_lesson *lesson)
{
    drv_files files;
    int status;
    hl_arena arena = {0};
    const bool good = drv_load(c->log, lesson->file, NULL, &arena, &files, &status);
    const bool is_exercise = good && files.scenario && auth_scenario_is_exercise(files.scenario);
    hl_arena_free(&arena);
    if (!good || is_exercise) return good ? DRV_DONE : status;
    hl_report_add(&c->report, lesson->file_place, "'file': %s is not an exercise: give a scenario with tasks",
                  lesson->file);
    return drv_refuse(c->log, path, HL_BAD_INPUT, &c->report);
}

static int check_course(chk_checker *c, const char *path)
{
    auth_course *course;
    int lessons = 0;
    hl_report_begin(&c->report, path);
    const hl_status result = auth_course_read(path, &c->arena, &course, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    for (int m = 0; m < course->module_count; m++)
        for (int l = 0; l < course->modules[m].lesson_count; l++, lessons++) {
            const int status = check_lesson(c, path, &course->modules[m].lessons[l]);
            if (status != DRV_DONE) return status;
        }
    return check_ok(c, path, "%s: %d modules, %d exercises", course->title, course->module_count, lessons);
}

/* ---- bindings ---- */

/* The machine that the file names; complaints about the name have their place in the file. */
static const auth_machine *read_machine(chk_checker *c, const auth_bindings *author, int *status)
{
    static drv_files files; /* too large for the stack */
    auth_file_kind kind;
    hl_report_begin(&c->other, author->machine);
    if (auth_file_kind_of(author->machine, &kind, &c->other) != HL_OK || kind != AUTH_FILE_MACHINE) {
        hl_report_add(&c->report, author->machine_place,
                      "'machine': %s is not a machine; a machine file is expected", author->machine);
        *status = drv_refuse(c->log, c->report.file, HL_BAD_INPUT, &c->report);
        return NULL;
    }
    return drv_load(c->log, author->machine, NULL, &c->arena, &files, status) ? files.machine : NULL;
}

/* Enough for every machine: a snapshot carries fewer. */
enum { MOST_CONTROLS = 1024 };

static const drv_bindings *read_shipped(chk_checker *c, const auth_machine *machine, const char *path)
{
    static drv_bindings files; /* too large for the stack */
    drv_bindings_reader reader = {
        .log = c->log, .machine = machine, .machine_path = path, .arena = &c->arena};
    char assets[DRV_BINDINGS_PATH];
    if (!drv_assets_find(NULL, assets, sizeof assets)) return NULL; /* no profiles are shipped */
    const bool good = machine->control_count <= MOST_CONTROLS && drv_bindings_read_shipped(&reader, &files);
    return good ? &files : NULL;
}

static void warn_of(chk_checker *c, const auth_machine *machine, const bool *reached, const hl_place *place,
                    const char *what)
{
    for (int i = 0; i < machine->control_count; i++) {
        const auth_control *control = &machine->controls[i];
        if (reached[i] || control->fault >= 0) continue;
        hl_report_add(&c->report, place ? *place : control->place,
                      "%s moves the control '%s'; bind it, see docs/bindings.md", what, control->name);
    }
}

static void warn_unreached(chk_checker *c, const auth_machine *machine, const char *path)
{
    bool reached[MOST_CONTROLS] = {false};
    const drv_bindings *files = read_shipped(c, machine, path);
    if (!files) return;
    drv_bindings_reach(files, machine, reached);
    warn_of(c, machine, reached, NULL, "no shipped key or device");
}

/* A file that names its machine is to reach all of it, together with the keyboard. */
static void check_own_reach(chk_checker *c, const char *path, const io_bindings *bindings,
                            const auth_machine *machine)
{
    bool reached[MOST_CONTROLS] = {false};
    const io_device_bindings *own = NULL;
    const drv_bindings *files = read_shipped(c, machine, bindings->author->machine);
    if (!files) return;
    for (int i = 0; i < bindings->device_count; i++) {
        const io_device_bindings *device = &bindings->devices[i];
        if (device->author->match.keyboard)
            own = device;
        else
            io_bindings_reach(device, machine, -1, reached);
    }
    const io_device_bindings *keys = io_bindings_join_keys(own, files->keyboard, &c->arena);
    if (keys) io_bindings_reach(keys, machine, -1, reached);
    hl_report_begin_warnings(&c->report, path);
    warn_of(c, machine, reached, &bindings->author->machine_place, "no device of this file and no key");
    check_warn(c);
}

static int check_bindings(chk_checker *c, const char *path)
{
    auth_bindings *author;
    io_bindings *bindings;
    const auth_machine *machine = NULL;
    int status, axes = 0, buttons = 0;
    hl_report_begin(&c->report, path);
    hl_status result = auth_bindings_read(path, &c->arena, &author, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    if (author->machine && !(machine = read_machine(c, author, &status))) return status;
    result = io_bindings_resolve(author, machine, machine != NULL, &c->arena, &bindings, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    if (machine) check_own_reach(c, path, bindings, machine);
    for (int i = 0; i < author->device_count; i++) {
        axes += author->devices[i].axis_count;
        buttons += author->devices[i].button_count;
    }
    return check_ok(c, path, "%d devices, %d axes, %d buttons%s", author->device_count, axes, buttons,
                    machine ? "" : "; standard commands, because it names no 'machine'");
}

/* ---- machines and scenarios ---- */

/* Whether the scripts of a scenario can be read and fit its machines.
 * @param script  out: that of the driven machine; unchanged if there is no such script */
static bool check_scripts(chk_checker *c, const drv_files *files, const world_machine *machine,
                          const auth_operator **script, int *status)
{
    world_operator *others[AUTH_MAX_MACHINES];
    if (!files->scenario) return true;
    if (files->scenario->operator_script &&
        !drv_load_script(c->log, files->scenario->operator_script, files, machine, &c->arena, script, status))
        return false;
    return drv_load_others(c->log, files, machine, &c->arena, others, status) >= 0;
}

static void warn_scenario(chk_checker *c, const drv_files *files, const world_machine *machine)
{
    hl_report_begin_warnings(&c->report, files->scenario_text.path);
    auth_scenario_warn(files->scenario, &c->report);
    world_scenario_warn(machine, &c->report);
    check_warn(c);
}

static void warn_script(chk_checker *c, const auth_operator *script, const char *path,
                        const world_machine *machine)
{
    hl_report_begin_warnings(&c->report, path);
    world_operator_warn(script, machine, &c->report);
    check_warn(c);
}

static const char *path_of(const drv_files *files, int machine)
{
    return machine == 0 ? files->machine_text.path
                        : files->named_texts[drv_first_other_text(files) + machine - 1].path;
}

/* A machine beside the driven one, unless its file has been warned about. */
static void warn_other(chk_checker *c, const drv_files *files, const world_machine *machine, int other)
{
    for (int i = 0; i < other; i++)
        if (strcmp(path_of(files, i), path_of(files, other)) == 0) return;
    hl_report_begin_warnings(&c->report, path_of(files, other));
    world_machine_warn(world_machine_at(machine, other), &c->report);
    check_warn(c);
}

static void warn_machine(chk_checker *c, const drv_files *files, world_machine *machine,
                         const auth_operator *script)
{
    hl_report_begin_warnings(&c->report, files->machine_text.path);
    world_machine_warn(machine, &c->report);
    warn_unreached(c, files->machine, files->machine_text.path);
    check_warn(c);
    for (int i = 1; i < world_machine_count(machine); i++) warn_other(c, files, machine, i);
    if (files->scenario) warn_scenario(c, files, machine);
    if (script && files->scenario) warn_script(c, script, files->scenario->operator_script, machine);
}

/* Figures of a mesh ground; empty for other grounds. */
static const char *describe_ground(const world_machine *machine, char text[HL_MESSAGE_LENGTH])
{
    const coll_mesh *mesh = world_ground_mesh(machine);
    *text = '\0';
    if (mesh == NULL) return text;
    const coll_mesh_info info = coll_mesh_describe(mesh);
    snprintf(text, HL_MESSAGE_LENGTH,
             "; ground of %d triangles, %.0f x %.0f m, %d open border%s with %d edges, tree of depth %d",
             info.triangles, info.high.x - info.low.x, info.high.y - info.low.y, info.borders,
             info.borders == 1 ? "" : "s", info.border_edges, info.tree_depth);
    return text;
}

/* A scenario is checked with the files that it names. */
static int check_machine(chk_checker *c, const char *path)
{
    drv_files files;
    const auth_operator *script = NULL;
    int status = DRV_DONE;
    if (!drv_load(c->log, path, NULL, &c->arena, &files, &status)) return check_variants(c, &files, status);
    world_machine *machine = drv_build(c->log, &files, &c->arena, &status);
    if (!machine) return check_variants(c, &files, status);
    if (!check_scripts(c, &files, machine, &script, &status)) return status;
    const int training = check_training(c, &files, machine), picture = check_picture(c, &files, machine);
    status = check_variants(c, &files, training > picture ? training : picture);
    if (status != DRV_DONE) return status;
    warn_machine(c, &files, machine, script);
    check_bound(c, path, machine);
    const auth_mechanism *author = files.machine->mechanism;
    char ground[HL_MESSAGE_LENGTH];
    return check_ok(c, path,
                    "%s: %d bodies, %d joints, %d loops, %d degrees of freedom, %d controls, %d signals%s",
                    author->name, author->body_count, author->joint_count, author->loop_count,
                    freedom(world_machine_mechanism(machine)), world_control_count(machine),
                    world_signal_count(machine), describe_ground(machine, ground));
}

/* ---- the checker ---- */

static int check_file(chk_checker *c, const char *path)
{
    auth_file_kind kind;
    const hl_status result = auth_file_kind_of(path, &kind, &c->report);
    if (result != HL_OK) return drv_refuse(c->log, path, result, &c->report);
    switch (kind) {
    case AUTH_FILE_MACHINE:
    case AUTH_FILE_SCENARIO:
        return check_machine(c, path);
    case AUTH_FILE_OPERATOR:
        return check_operator(c, path);
    case AUTH_FILE_SOIL:
        return check_soil(c, path);
    case AUTH_FILE_OBJECT:
        return check_object(c, path);
    case AUTH_FILE_HUD:
        return check_hud(c, path);
    case AUTH_FILE_SETTINGS:
        return check_settings(c, path);
    case AUTH_FILE_BINDINGS:
        return check_bindings(c, path);
    case AUTH_FILE_RIG:
        return check_rig(c, path);
    case AUTH_FILE_COSTS:
        return check_costs(c, path);
    case AUTH_FILE_FLEXIBLE:
        return check_flexible(c, path);
    case AUTH_FILE_FLEXIBLE_BODY:
        return check_flexible_body(c, path);
    case AUTH_FILE_COURSE:
        return check_course(c, path);
    case AUTH_FILE_MECHANISM:
    case AUTH_FILE_KINDS:
    default:
        return check_mechanism(c, path);
    }
}

chk_checker *chk_new(const drv_log *log, bool strict)
{
    chk_checker *c = calloc(1, sizeof *c);
    if (c) {
        c->log = log;
        c->strict = strict;
    }
    return c;
}

void chk_free(chk_checker *c)
{
    if (c) hl_arena_free(&c->costs_arena);
    free(c);
}

int chk_file(chk_checker *c, const char *path, char verdict[CHK_VERDICT])
{
    c->warnings = 0;
    c->verdict = verdict;
    *verdict = '\0';
    c->bound[0] = '\0';
    const int status = check_file(c, path);
    hl_arena_free(&c->arena);
    c->arena = (hl_arena){0};
    return status;
}
