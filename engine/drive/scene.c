#include "drv/display.h"

#include "auth/file.h"
#include "world/training.h"
#include "xch/snapshot.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void drv_site_middle(const auth_scenario *scenario, double at[2])
{
    at[0] = scenario == NULL ? 0.0 : scenario->start.at[0];
    at[1] = scenario == NULL ? 0.0 : scenario->start.at[1];
}

/* ---- scene ---- */

/* The rigid ground is part of the constant model, so it may be read while the world runs. */
static double rigid_height(void *context, double x, double y)
{
    return world_ground_height(context, x, y);
}

static double rigid_beyond(void *context, double x, double y)
{
    return world_ground_beyond(context, x, y);
}

/* The folder of a file, "." if its path has none; NULL for NULL. */
static const char *folder_of(const char *path, hl_arena *arena)
{
    if (path == NULL) return NULL;
    const char *slash = strrchr(path, '/');
    return slash == NULL ? "." : hl_arena_string(arena, path, (size_t)(slash - path));
}

/* Number of signals in snapshots. */
static int shown_signals(const world_machine *machine)
{
    const int count = world_signal_count(machine);
    return count < XCH_SIGNALS ? count : XCH_SIGNALS;
}

static rnd_signal *list_signals(const world_machine *machine, hl_arena *arena)
{
    const int count = shown_signals(machine);
    rnd_signal *signals = HL_NEW(arena, rnd_signal, count);
    for (int i = 0; signals != NULL && i < count; i++) {
        const world_signal from = world_signal_info(machine, i);
        signals[i] = (rnd_signal){from.name, from.unit, from.meaning, from.si};
    }
    return signals;
}

static void count_tiles(world_machine *machine, rnd_scene_setup *setup)
{
    terr_sand *sand = world_machine_sand(machine);
    if (sand == NULL) return;
    const terr_field_def *field = terr_field_definition(terr_sand_field(sand));
    setup->field_columns = (field->columns + XCH_TILE - 1) / XCH_TILE;
    setup->field_rows = (field->rows + XCH_TILE - 1) / XCH_TILE;
}

/* A machine as its own file describes it. */
static const auth_machine *own(const auth_machine *machine)
{
    return machine->alone == NULL ? machine : machine->alone;
}

static const char *implement_file(const drv_scene_request *request, const char *name)
{
    for (int i = 0; request->machine_path != NULL && i < request->scenario->implement_count; i++)
        if (strcmp(request->scenario->implements[i].name, name) == 0)
            return request->scenario->implements[i].file;
    return NULL;
}

/* Implements of a machine whose bodies begin at `body`. */
static void add_implements(const world_machine *machine, const drv_scene_request *request, int body,
                           rnd_scene_machine *list, int *count)
{
    const auth_machine *author = world_machine_author(machine);
    for (int i = 0; i < author->implement_count; i++) {
        const auth_implement *implement = &author->implements[i];
        list[(*count)++] = (rnd_scene_machine){implement->machine, implement_file(request, implement->name),
                                               implement->name, body + implement->first_body};
    }
}

/* The machines beside the driven one, and all implements; NULL: out of memory. */
static const rnd_scene_machine *list_others(const world_machine *machine, const drv_scene_request *request,
                                            hl_arena *arena, int *count)
{
    const int machines = world_machine_count(machine);
    const int implements = request->scenario == NULL ? 0 : request->scenario->implement_count;
    rnd_scene_machine *others = HL_NEW(arena, rnd_scene_machine, machines + implements);
    int body = 0;
    *count = 0;
    for (int i = 0; others != NULL && i < machines; i++) {
        const world_machine *other = world_machine_at(machine, i);
        const auth_machine *author = world_machine_author(other);
        const char *file = request->machine_path == NULL || request->scenario == NULL || i == 0
                               ? NULL
                               : auth_scenario_other(request->scenario, i - 1)->machine;
        if (i > 0)
            others[(*count)++] = (rnd_scene_machine){own(author), file, world_machine_prefix(other), body};
        add_implements(other, request, body, others, count);
        body += author->mechanism->body_count;
    }
    return others;
}

static bool make_scene(world_machine *machine, const drv_scene_request *request, hl_arena *arena,
                       drv_scene *site)
{
    int other_count;
    const rnd_scene_machine *others = list_others(machine, request, arena, &other_count);
    if (others == NULL) return false;
    rnd_scene_setup setup = {.machine = own(request->author),
                             .other_count = other_count,
                             .others = others,
                             .scenario = request->scenario,
                             .signals = site->signals,
                             .signal_count = shown_signals(machine),
                             .ground = {.height = rigid_height, .context = machine, .beyond = rigid_beyond},
                             .show_utilities = request->show != NULL,
                             .assets = request->assets,
                             .machine_file = request->machine_path,
                             .scenario_file = request->scenario_path};
    count_tiles(machine, &setup);
    site->sand = setup.field_columns > 0;
    site->scene = rnd_scene_new(&setup, arena);
    for (int i = 0; site->scene != NULL && i < rnd_scene_message_count(site->scene); i++)
        drv_say(request->log, "%s", rnd_scene_message(site->scene, i));
    return site->scene != NULL;
}

/* ---- display ---- */

bool drv_find_layout(const char *name, const char *folder, const char *assets, char path[DRV_SCENE_PATH])
{
    if (name[0] == '/' || folder == NULL)
        snprintf(path, DRV_SCENE_PATH, "%s", name);
    else
        snprintf(path, DRV_SCENE_PATH, "%s/%s", folder, name);
    if (access(path, R_OK) == 0) return true;
    while (strncmp(name, "../", 3) == 0) name += 3;
    return auth_find_shipped(assets, name, path, DRV_SCENE_PATH);
}

rnd_map_object *drv_map_objects(const auth_scenario *scenario, hl_arena *arena)
{
    const int count = auth_scenario_fixed(scenario); /* free ones do not stay where they are */
    rnd_map_object *list = HL_NEW(arena, rnd_map_object, count);
    for (int i = 0; list != NULL && i < count; i++) {
        const auth_object *o = &scenario->objects[i];
        list[i] = (rnd_map_object){
            .at = {o->at[0], o->at[1]}, .half = {0.5 * o->size[0], 0.5 * o->size[1]}, .turn = o->turn[2]};
    }
    return list;
}

/* Scale of the canvas on the windshield, seen from the seat, relative to its pixels. */
static const double ON_GLASS = 0.85;

/* NULL with a clean report: out of memory. */
static rnd_hud *make_display(drv_scene *site, const world_machine *machine, double width, hl_arena *arena,
                             hl_report *report)
{
    const int count = site->scenario == NULL ? 0 : auth_scenario_fixed(site->scenario);
    if (count > 0 && site->objects == NULL) site->objects = drv_map_objects(site->scenario, arena);
    const rnd_hud_setup setup = {.layout = site->layout,
                                 .signals = site->signals,
                                 .signal_count = shown_signals(machine),
                                 .least_text = RND_LEAST_TEXT / ON_GLASS,
                                 .scale = width > 0.0 ? width / site->layout->size[0] : 1.0,
                                 .objects = site->objects,
                                 .object_count = site->objects == NULL ? 0 : count};
    return rnd_hud_new(&setup, report);
}

/* The requested layout, and the file that names it. */
typedef struct layout_wish {
    const char *name;   /* NULL: none */
    const char *folder; /* searched first; NULL: the current folder */
    const char *file;   /* that names it; NULL: the command line or a recording */
    hl_place place;
} layout_wish;

/* The command line has precedence over the scenario, the scenario over the machine. The scenario of a
 * recording has no folder: if its layout is not found here or in the assets, the machine's is used. */
static layout_wish wish_of(const drv_scene_request *request, hl_arena *arena)
{
    const auth_picture *picture = &request->author->picture;
    const auth_training *training = request->scenario == NULL ? NULL : &request->scenario->training;
    char path[DRV_SCENE_PATH];
    if (request->hud != NULL) return (layout_wish){.name = request->hud};
    if (training != NULL && training->hud != NULL &&
        (request->scenario_path != NULL || strcmp(training->hud, "none") == 0 ||
         drv_find_layout(training->hud, NULL, request->assets, path)))
        return (layout_wish){
            .name = training->hud, .file = request->scenario_path, .place = training->hud_place};
    return (layout_wish){.name = picture->hud,
                         .folder = folder_of(request->machine_path, arena),
                         .file = request->machine_path,
                         .place = picture->hud_place};
}

static bool refuse_layout(const drv_log *log, const layout_wish *wish, hl_report *report)
{
    hl_report_begin(report, wish->file);
    hl_report_add(report, wish->place, "'hud': there is no '%s': give the file of a layout", wish->name);
    drv_complain(log, report);
    return false;
}

static bool read_display(world_machine *machine, const drv_scene_request *request, hl_arena *arena,
                         drv_scene *site, int *status)
{
    hl_report report;
    char path[DRV_SCENE_PATH];
    const layout_wish wish = wish_of(request, arena);
    if (wish.name == NULL || strcmp(wish.name, "none") == 0) return true;
    *status = DRV_USAGE;
    if (!drv_find_layout(wish.name, wish.folder, request->assets, path)) {
        if (wish.file != NULL) return refuse_layout(request->log, &wish, &report);
        snprintf(path, sizeof path, "%s", wish.name);
    }
    auth_hud *layout;
    const hl_status result = auth_hud_read(path, arena, &layout, &report);
    if (result == HL_OK) {
        site->layout = layout;
        site->hud = make_display(site, machine, request->hud_width, arena, &report);
    }
    if (site->hud != NULL) {
        hl_report_begin_warnings(&report, path);
        rnd_hud_warn_fonts(layout, &report);
        drv_complain(request->log, &report);
        return true;
    }
    *status =
        drv_refuse(request->log, path, hl_report_clean(&report) ? HL_OUT_OF_MEMORY : HL_BAD_INPUT, &report);
    return false;
}

void drv_scene_resize(drv_scene *site, world_machine *machine, double hud_width, hl_arena *arena)
{
    hl_report report;
    if (site->hud == NULL) return;
    hl_report_begin(&report, site->layout->name);
    rnd_hud *other = make_display(site, machine, hud_width, arena, &report);
    if (other == NULL) return;
    rnd_hud_free(site->hud);
    site->hud = other;
}

/* ---- exercise ---- */

/* Images that cannot be read are reported and left out. @return false: out of memory */
static bool make_tasks(const world_machine *machine, const drv_scene_request *request, drv_scene *site)
{
    hl_report report;
    if (request->scenario == NULL) return true;
    const auth_training *training = &request->scenario->training;
    hl_report_begin(&report, request->scenario_path != NULL ? request->scenario_path : "scenario");
    site->tasks = rnd_tasks_new(training, world_exercise_is_practised(machine), site->signals,
                                shown_signals(machine), &report);
    drv_complain(request->log, &report);
    return site->tasks != NULL || (training->task_count == 0 && training->component_count == 0);
}

/* ---- all ---- */

bool drv_scene_make(world_machine *machine, const drv_scene_request *request, hl_arena *arena,
                    drv_scene *site, int *status)
{
    drv_scene_request kept = *request;
    *site = (drv_scene){.scenario = request->scenario, .signals = list_signals(machine, arena)};
    *status = DRV_ENVIRONMENT;
    kept.assets = hl_arena_string(arena, request->assets, strlen(request->assets));
    if (!kept.assets || !site->signals || !make_scene(machine, &kept, arena, site) ||
        !make_tasks(machine, request, site))
        return drv_say(request->log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (read_display(machine, &kept, arena, site, status)) return true;
    drv_scene_free(site);
    return false;
}

int drv_scene_take(drv_scene *site)
{
    xch_tile tile;
    int taken = 0;
    if (!site->sand || site->terrain.tiles == NULL) return taken;
    for (unsigned waiting = xch_ring_count(site->terrain.tiles); waiting > 0; waiting--, taken++) {
        if (!xch_ring_pop(site->terrain.tiles, &tile)) break;
        rnd_scene_tile(site->scene, &tile);
    }
    const xch_grains *grains = xch_latest_read(site->terrain.grains, NULL);
    if (grains != NULL) rnd_scene_grains(site->scene, grains);
    const xch_heaps *heaps = site->terrain.heaps == NULL ? NULL : xch_latest_read(site->terrain.heaps, NULL);
    if (heaps != NULL) rnd_scene_heaps(site->scene, heaps);
    return taken;
}

void drv_scene_tile(void *site, const xch_tile *tile)
{
    const drv_scene *to = site;
    rnd_scene_tile(to->scene, tile);
}

void drv_scene_leave(drv_scene *site)
{
    site->terrain = (xch_terrain){0};
    rnd_scene_grains(site->scene, NULL);
}

void drv_scene_free(drv_scene *site)
{
    if (site->hud != NULL) rnd_hud_free(site->hud);
    rnd_tasks_free(site->tasks);
    site->hud = NULL;
    site->tasks = NULL;
}
