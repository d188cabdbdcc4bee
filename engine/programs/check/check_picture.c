
#include "check.h"

#include "command/assets.h"
#include "command/program_log.h"
#include "drv/display.h"
#include "program.h"

#include "auth/file.h"
#include "rnd/mesh.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static hl_report report, of_layout; /* too large for the stack */

enum { SHORT = 1200, LONGEST = 2400 };

/* "tree" or "tree.glb". */
static void name_file(const char *name, char file[SHORT])
{
    const char *dot = strrchr(name, '.');
    const bool ends = dot && (strcmp(dot, ".glb") == 0 || strcmp(dot, ".gltf") == 0);
    snprintf(file, SHORT, "%s%s", name, ends ? "" : ".glb");
}

/* Models are named from the folder of the file that names them, or by their names among those that ship: as
 * the scene finds them. */
static bool find_model(const char *file, const char *name, char path[LONGEST])
{
    char whole[SHORT], assets[1024], models[sizeof assets + sizeof "/models"];
    const char *slash = *name == '/' ? NULL : strrchr(file, '/');
    name_file(name, whole);
    snprintf(path, LONGEST, "%.*s%s", slash ? (int)(slash - file) + 1 : 0, file, whole);
    if (access(path, R_OK) == 0) return true;
    if (*name == '/' || !assets_find(NULL, assets, sizeof assets)) return false;
    snprintf(models, sizeof models, "%s/models", assets);
    return auth_find_shipped(models, whole, path, LONGEST) || auth_find_shipped(assets, whole, path, LONGEST);
}

/* Models of this run that were read without a complaint: scenery names few models many times. */
enum { MODELS = 64 };
static struct {
    int count;
    char paths[MODELS][LONGEST];
} good;

static bool was_read(const char *path)
{
    for (int i = 0; i < good.count; i++)
        if (strcmp(good.paths[i], path) == 0) return true;
    return false;
}

static bool read_model(const char *path, char *why, size_t size)
{
    hl_arena arena = {0};
    rnd_model model;
    if (was_read(path)) return true;
    const bool read = rnd_model_read(path, &arena, &model, why, size);
    hl_arena_free(&arena);
    if (read && good.count < MODELS) snprintf(good.paths[good.count++], LONGEST, "%s", path);
    return read;
}

static void check_model(const char *file, const char *key, const char *name, hl_place place)
{
    char path[LONGEST], why[200];
    if (!name) return;
    if (!find_model(file, name, path))
        hl_report_add(&report, place, "'%s': there is no '%s'; a glTF file (.glb or .gltf) is expected", key,
                      name);
    else if (!read_model(path, why, sizeof why))
        hl_report_add(&report, place, "'%s': %s cannot be read: %s; a glTF file (.glb or .gltf) is expected",
                      key, name, why);
}

/* ---- the machine ---- */

static bool find_layout(const char *machine, const char *name, char path[DRV_SCENE_PATH])
{
    char folder[DRV_SCENE_PATH], assets[1024] = ".";
    const char *slash = strrchr(machine, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - machine) : 1, slash ? machine : ".");
    (void)assets_find(NULL, assets, sizeof assets);
    return drv_find_layout(name, folder, assets, path);
}

static void check_layout(const auth_picture *picture, const char *file, const world_machine *machine,
                         hl_arena *arena)
{
    char path[DRV_SCENE_PATH];
    if (!picture->hud || strcmp(picture->hud, "none") == 0) return;
    if (!find_layout(file, picture->hud, path))
        hl_report_add(&report, picture->hud_place, "'hud': there is no '%s'; a layout's file is expected",
                      picture->hud);
    else if (!check_hud_for(path, machine, arena, &of_layout))
        hl_report_add(&report, picture->hud_place,
                      "'hud': %s cannot be used here; a layout for this machine is expected", path);
}

static void check_machine(const drv_files *files, const world_machine *machine, hl_arena *arena)
{
    const auth_picture *picture = &files->machine->picture;
    const char *path = files->machine_text.path;
    hl_report_begin(&report, path);
    check_model(path, "model", picture->model, picture->model_place);
    check_model(path, "attachment", picture->attachment, picture->attachment_place);
    check_layout(picture, path, machine, arena);
}

/* ---- the site ---- */

static void check_object(const char *path, const auth_object *object)
{
    const bool plain = !object->model || strcmp(object->model, "none") == 0;
    if (!plain) check_model(path, "model", object->model, object->model_place);
}

static void check_site(const auth_scenario *scenario, const char *path)
{
    hl_report_begin(&report, path);
    for (int i = 0; i < scenario->object_count; i++) check_object(path, &scenario->objects[i]);
    for (int i = 0; i < scenario->scenery_count; i++)
        check_model(path, "model", scenario->scenery[i].model, scenario->scenery[i].place);
}

/* ---- the whole ---- */

static int conclude(void)
{
    drv_complain(&program_log, &report);
    return hl_report_clean(&report) ? PROGRAM_DONE : PROGRAM_USAGE;
}

int check_picture(const drv_files *files, const world_machine *machine, hl_arena *arena)
{
    hl_report_begin(&of_layout, "");
    check_machine(files, machine, arena);
    drv_complain(&program_log, &of_layout);
    const int status = conclude();
    if (!files->scenario) return status;
    check_site(files->scenario, files->scenario_text.path);
    const int site = conclude();
    return site > status ? site : status;
}
