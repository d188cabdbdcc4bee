/* Layouts of head-up displays: alone, with the machine that they name, with exercises and pictures that name
 * them. Models of pictures. */
#include "check_internal.h"

#include "auth/file.h"
#include "drv/assets.h"
#include "drv/display.h"
#include "drv/layout.h"
#include "hl/report.h"
#include "rnd/hud.h"
#include "rnd/mesh.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool list_signals(const world_machine *machine, hl_arena *arena, auth_signal **signals)
{
    const int count = world_signal_count(machine);
    *signals = HL_NEW(arena, auth_signal, count);
    for (int i = 0; i < count && *signals; i++) {
        const world_signal info = world_signal_info(machine, i);
        (*signals)[i] = (auth_signal){.name = info.name, .unit = info.unit};
    }
    return *signals != NULL;
}

/* Complain about what of a layout does not fit a machine.
 * @return false after a complaint, or, with a clean report, out of memory */
static bool hud_fits(const auth_hud *hud, const world_machine *machine, hl_arena *arena,
                     hl_report *complaints)
{
    auth_signal *signals;
    return list_signals(machine, arena, &signals) &&
           auth_hud_check_signals(hud, signals, world_signal_count(machine), complaints);
}

static int check_signals(chk_checker *c, const char *path, const auth_hud *hud)
{
    drv_files files;
    int status = DRV_DONE;
    if (!drv_names_machine(hud->machine, hud->machine_place, &c->report))
        return drv_refuse(c->log, path, HL_BAD_INPUT, &c->report);
    const world_machine *machine = drv_load_and_build(c->log, hud->machine, NULL, &c->arena, &files, &status);
    if (!machine) return status;
    if (hud_fits(hud, machine, &c->arena, &c->report)) return DRV_DONE;
    return drv_refuse(c->log, path, hl_report_clean(&c->report) ? HL_OUT_OF_MEMORY : HL_BAD_INPUT,
                      &c->report);
}

static void check_image(const char *path, hl_place place, hl_report *complaints)
{
    char why[200];
    if (!rnd_image_check(path, why, sizeof why))
        hl_report_add(complaints, place, "'image': %s: %s; a PNG or SVG file is expected", path, why);
}

static void check_images(const auth_hud *hud, hl_report *complaints)
{
    for (int i = 0; i < hud->gauge_count; i++)
        if (hud->gauges[i].image) check_image(hud->gauges[i].image, hud->gauges[i].image_place, complaints);
}

/* Read the layout that another file names for a machine; the complaints are begun with its file.
 * @return NULL: after a complaint, or, with a clean report, out of memory */
static const auth_hud *hud_for(const char *path, const world_machine *machine, hl_arena *arena,
                               hl_report *complaints)
{
    auth_hud *hud = NULL;
    hl_report_begin(complaints, path);
    const bool fits =
        auth_hud_read(path, arena, &hud, complaints) == HL_OK && hud_fits(hud, machine, arena, complaints);
    if (fits) check_images(hud, complaints);
    return fits && hl_report_clean(complaints) ? hud : NULL;
}

int check_hud(chk_checker *c, const char *path)
{
    auth_hud *hud;
    const hl_status status = auth_hud_read(path, &c->arena, &hud, &c->report);
    if (status != HL_OK) return drv_refuse(c->log, path, status, &c->report);
    check_images(hud, &c->report);
    if (!hl_report_clean(&c->report)) return drv_refuse(c->log, path, HL_BAD_INPUT, &c->report);
    const int fit = hud->machine ? check_signals(c, path, hud) : DRV_DONE;
    if (fit != DRV_DONE) return fit;
    hl_report_begin_warnings(&c->report, path);
    rnd_hud_warn_fonts(hud, &c->report);
    check_warn(c);
    return check_ok(c, path, "%s: %d gauges on %g x %g dots%s", hud->name, hud->gauge_count, hud->size[0],
                    hud->size[1], hud->machine ? "" : "; its signals are checked when it names a 'machine'");
}

/* ---- exercises ---- */

static void unknown_gauge(chk_checker *c, const auth_instruction *instruction, const auth_hud *hud,
                          const char *path)
{
    char hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_spelling_begin(instruction->text);
    for (int i = 0; i < hud->gauge_count; i++) hl_spelling_offer(&nearest, hud->gauges[i].id);
    hl_report_add(&c->report, instruction->place,
                  "no gauge '%s' in %s; the id of one of its gauges is expected%s", instruction->text, path,
                  hl_did_you_mean(nearest.best, hint));
}

static bool has_gauge(const auth_hud *hud, const char *id)
{
    for (int i = 0; i < hud->gauge_count; i++)
        if (strcmp(hud->gauges[i].id, id) == 0) return true;
    return false;
}

static void check_instructions(chk_checker *c, const auth_training *training, const auth_hud *hud)
{
    for (int i = 0; i < training->instruction_count; i++) {
        const auth_instruction *instruction = training->instructions[i];
        if (instruction->kind == AUTH_DO_IMAGE)
            check_image(instruction->text, instruction->place, &c->report);
        if (instruction->kind == AUTH_DO_GAUGE && hud && !has_gauge(hud, instruction->text))
            unknown_gauge(c, instruction, hud, training->hud);
    }
}

/* @return NULL: it has none, or it is bad, as the reports say */
static const auth_hud *read_layout(chk_checker *c, const auth_training *training,
                                   const world_machine *machine)
{
    if (!training->hud) return NULL;
    const auth_hud *hud = hud_for(training->hud, machine, &c->arena, &c->of_layout);
    if (hud) return hud;
    hl_report_add(&c->report, training->hud_place,
                  "'hud': %s cannot be used here; a layout for this machine is expected", training->hud);
    return NULL;
}

int check_training(chk_checker *c, const drv_files *files, const world_machine *machine)
{
    if (!files->scenario) return DRV_DONE;
    const auth_training *training = &files->scenario->training;
    hl_report_begin(&c->report, files->scenario_text.path);
    hl_report_begin(&c->of_layout, "");
    check_instructions(c, training, read_layout(c, training, machine));
    if (hl_report_clean(&c->report)) return DRV_DONE;
    drv_complain(c->log, &c->of_layout);
    drv_complain(c->log, &c->report);
    return DRV_USAGE;
}

/* ==== pictures ==== */

enum { SHORT = 1200 };

/* "tree" or "tree.glb". */
static void name_file(const char *name, char file[SHORT])
{
    const char *dot = strrchr(name, '.');
    const bool ends = dot && (strcmp(dot, ".glb") == 0 || strcmp(dot, ".gltf") == 0);
    snprintf(file, SHORT, "%s%s", name, ends ? "" : ".glb");
}

/* Models are named from the folder of the file that names them, or by their names among those that ship: as
 * the scene finds them. */
static bool find_model(const char *file, const char *name, char path[CHECK_PATH])
{
    char whole[SHORT], assets[1024], models[sizeof assets + sizeof "/models"];
    const char *slash = *name == '/' ? NULL : strrchr(file, '/');
    name_file(name, whole);
    snprintf(path, CHECK_PATH, "%.*s%s", slash ? (int)(slash - file) + 1 : 0, file, whole);
    if (access(path, R_OK) == 0) return true;
    if (*name == '/' || !drv_assets_find(NULL, assets, sizeof assets)) return false;
    snprintf(models, sizeof models, "%s/models", assets);
    return auth_find_shipped(models, whole, path, CHECK_PATH) ||
           auth_find_shipped(assets, whole, path, CHECK_PATH);
}

static bool was_read(const chk_checker *c, const char *path)
{
    for (int i = 0; i < c->model_count; i++)
        if (strcmp(c->models[i], path) == 0) return true;
    return false;
}

static bool read_model(chk_checker *c, const char *path, char *why, size_t size)
{
    hl_arena arena = {0};
    rnd_model model;
    if (was_read(c, path)) return true;
    const bool read = rnd_model_read(path, &arena, &model, why, size);
    hl_arena_free(&arena);
    if (read && c->model_count < CHECK_MODELS) snprintf(c->models[c->model_count++], CHECK_PATH, "%s", path);
    return read;
}

static void check_model(chk_checker *c, const char *file, const char *key, const char *name, hl_place place)
{
    char path[CHECK_PATH], why[200];
    if (!name) return;
    if (!find_model(file, name, path))
        hl_report_add(&c->report, place, "'%s': there is no '%s'; a glTF file (.glb or .gltf) is expected",
                      key, name);
    else if (!read_model(c, path, why, sizeof why))
        hl_report_add(&c->report, place,
                      "'%s': %s cannot be read: %s; a glTF file (.glb or .gltf) is expected", key, name, why);
}

/* ---- the machine ---- */

static bool find_layout(const char *machine, const char *name, char path[DRV_SCENE_PATH])
{
    char folder[DRV_SCENE_PATH], assets[1024] = ".";
    const char *slash = strrchr(machine, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - machine) : 1, slash ? machine : ".");
    (void)drv_assets_find(NULL, assets, sizeof assets);
    return drv_find_layout(name, folder, assets, path);
}

static void check_layout(chk_checker *c, const auth_picture *picture, const char *file,
                         const world_machine *machine)
{
    char path[DRV_SCENE_PATH];
    if (!picture->hud || strcmp(picture->hud, "none") == 0) return;
    if (!find_layout(file, picture->hud, path))
        hl_report_add(&c->report, picture->hud_place, "'hud': there is no '%s': give the file of a layout",
                      picture->hud);
    else if (!hud_for(path, machine, &c->arena, &c->of_layout))
        hl_report_add(&c->report, picture->hud_place,
                      "'hud': %s cannot be used here; a layout for this machine is expected", path);
}

static void check_machine_picture(chk_checker *c, const drv_files *files, const world_machine *machine)
{
    const auth_picture *picture = &files->machine->picture;
    const char *path = files->machine_text.path;
    hl_report_begin(&c->report, path);
    check_model(c, path, "model", picture->model, picture->model_place);
    check_model(c, path, "attachment", picture->attachment, picture->attachment_place);
    check_layout(c, picture, path, machine);
}

/* ---- the site ---- */

static void check_object(chk_checker *c, const char *path, const auth_object *object)
{
    const bool plain = !object->model || strcmp(object->model, "none") == 0;
    if (!plain) check_model(c, path, "model", object->model, object->model_place);
}

static void check_site(chk_checker *c, const auth_scenario *scenario, const char *path)
{
    hl_report_begin(&c->report, path);
    for (int i = 0; i < scenario->object_count; i++)
        if (i == 0 || scenario->objects[i].entry != scenario->objects[i - 1].entry) /* not of each copy */
            check_object(c, path, &scenario->objects[i]);
    for (int i = 0; i < scenario->scenery_count; i++)
        check_model(c, path, "model", scenario->scenery[i].model, scenario->scenery[i].place);
}

/* ---- the whole ---- */

static int conclude(chk_checker *c)
{
    drv_complain(c->log, &c->report);
    return hl_report_clean(&c->report) ? DRV_DONE : DRV_USAGE;
}

int check_picture(chk_checker *c, const drv_files *files, const world_machine *machine)
{
    hl_report_begin(&c->of_layout, "");
    check_machine_picture(c, files, machine);
    drv_complain(c->log, &c->of_layout);
    const int status = conclude(c);
    if (!files->scenario) return status;
    check_site(c, files->scenario, files->scenario_text.path);
    const int site = conclude(c);
    return site > status ? site : status;
}
