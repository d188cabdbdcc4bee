#include "check_picture.h"

#include "command/assets.h"
#include "command/complaints.h"
#include "program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static hl_report report; /* too large for the stack */

enum { LONGEST = 2400 };

static bool is_readable(const char *folder, int length, const char *name, char path[LONGEST])
{
    const char *dot = strrchr(name, '.');
    const bool ends = dot && (strcmp(dot, ".glb") == 0 || strcmp(dot, ".gltf") == 0);
    snprintf(path, LONGEST, "%.*s%s%s", length, folder, name, ends ? "" : ".glb");
    return access(path, R_OK) == 0;
}

/* Models are named from the folder of the file that names them, or by their names among those that ship: as
 * the scene finds them. */
static bool is_model(const char *machine, const char *name)
{
    char path[LONGEST], assets[1024], models[sizeof assets + sizeof "/models/"];
    const char *slash = *name == '/' ? NULL : strrchr(machine, '/');
    if (is_readable(machine, slash ? (int)(slash - machine) + 1 : 0, name, path)) return true;
    if (*name == '/' || !assets_find(NULL, assets, sizeof assets)) return false;
    const int length = snprintf(models, sizeof models, "%s/models/", assets), above = (int)strlen(assets) + 1;
    return is_readable(models, length, name, path) || is_readable(models, above, name, path);
}

static void check_model(const char *machine, const char *key, const char *name, hl_place place)
{
    if (name && !is_model(machine, name))
        hl_report_add(&report, place, "'%s': there is no '%s'; a glTF file (.glb or .gltf) is expected", key,
                      name);
}

int check_picture(const machine_files *files)
{
    const auth_picture *picture = &files->machine->picture;
    const char *path = files->machine_text.path;
    hl_report_begin(&report, path);
    check_model(path, "model", picture->model, picture->model_place);
    check_model(path, "attachment", picture->attachment, picture->attachment_place);
    if (hl_report_clean(&report)) return PROGRAM_DONE;
    complaints_print(&report);
    return PROGRAM_USAGE;
}
