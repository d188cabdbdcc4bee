/* Files of bindings: the user's own and the shipped profiles. */
#include "device_files.h"

#include "command/assets.h"
#include "command/program_log.h"
#include "drv/log.h"
#include "program.h"

#include "io/settings.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hl_report report; /* too large for the stack */

const char *device_files_short(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool device_files_own_path(char *path, size_t size)
{
    static const char name[] = "bindings.yaml";
    if (!io_settings_path(path, size)) return false;
    char *last = strrchr(path, '/') + 1;
    if ((size_t)(last - path) + sizeof name > size) return false;
    memcpy(last, name, sizeof name);
    return true;
}

/* ---- one file ---- */

static const io_bindings *refuse(device_reader *reader, const char *path, hl_status result)
{
    reader->status = drv_refuse(&program_log, path, result, &report);
    return NULL;
}

const io_bindings *device_files_read_one(device_reader *reader, const char *path)
{
    auth_bindings *author = NULL;
    io_bindings *bindings = NULL;
    hl_report_begin(&report, path);
    hl_status result = auth_bindings_read(path, reader->arena, &author, &report);
    if (result != HL_OK) return refuse(reader, path, result);
    const bool own = reader->machine && author->machine && reader->machine_path &&
                     drv_is_same_file(author->machine, reader->machine_path);
    result = io_bindings_resolve(author, reader->machine, own, reader->arena, &bindings, &report);
    return result == HL_OK ? bindings : refuse(reader, path, result);
}

/* ---- all of them ---- */

static bool add(device_reader *reader, const char *path, device_files *files)
{
    if (files->count == DEVICE_FILES) {
        fprintf(stderr, "headland %s: %s: more than %d files of bindings\n", reader->command, path,
                DEVICE_FILES);
        reader->status = PROGRAM_ENVIRONMENT;
        return false;
    }
    const char *kept = hl_arena_string(reader->arena, path, strlen(path));
    reader->status = PROGRAM_ENVIRONMENT;
    if (!kept) return false;
    const io_bindings *bindings = device_files_read_one(reader, kept);
    if (!bindings) return false;
    files->bindings[files->count] = bindings;
    files->paths[files->count++] = kept;
    return true;
}

static bool add_user(device_reader *reader, const char *user, device_files *files)
{
    char path[DEVICE_PATH];
    if (user) return add(reader, user, files);
    if (!device_files_own_path(path, sizeof path) || access(path, F_OK) != 0) return true;
    return add(reader, path, files);
}

static int is_profile(const struct dirent *entry)
{
    static const char ending[] = ".yaml";
    const size_t length = strlen(entry->d_name), end = sizeof ending - 1;
    return entry->d_name[0] != '.' && length > end && strcmp(entry->d_name + length - end, ending) == 0;
}

/* The same order everywhere, whatever the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool add_profiles(device_reader *reader, const char *folder, device_files *files)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_profile, by_name);
    if (count < 0) fprintf(stderr, "headland %s: %s: %s\n", reader->command, folder, strerror(errno));
    bool good = count >= 0;
    for (int i = 0; i < count; i++) {
        char path[2 * DEVICE_PATH];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        good = good && add(reader, path, files);
        free(entries[i]);
    }
    free(entries);
    return good;
}

/* The first keyboard of the files from `first` on. */
static const io_device_bindings *find_keyboard(const device_files *files, int first, int end)
{
    for (int i = first; i < end; i++)
        for (int k = 0; k < files->bindings[i]->device_count; k++)
            if (files->bindings[i]->devices[k].author->match.keyboard) return &files->bindings[i]->devices[k];
    return NULL;
}

static bool join_keyboards(device_reader *reader, device_files *files)
{
    const io_device_bindings *own = find_keyboard(files, 0, files->own),
                             *shipped = find_keyboard(files, files->own, files->count);
    files->keyboard = io_bindings_join_keys(own, shipped, reader->arena);
    return files->keyboard != NULL || (own == NULL && shipped == NULL);
}

static bool add_shipped(device_reader *reader, device_files *files)
{
    char assets[DEVICE_PATH - sizeof "/devices"], folder[DEVICE_PATH];
    reader->status = PROGRAM_ENVIRONMENT;
    if (!assets_need(reader->command, assets, sizeof assets)) return false;
    snprintf(folder, sizeof folder, "%s/devices", assets);
    return add_profiles(reader, folder, files);
}

bool device_files_read(device_reader *reader, const char *user, device_files *files)
{
    *files = (device_files){0};
    if (!add_user(reader, user, files)) return false;
    files->own = files->count;
    return add_shipped(reader, files) && join_keyboards(reader, files);
}

bool device_files_read_shipped(device_reader *reader, device_files *files)
{
    *files = (device_files){0};
    return add_shipped(reader, files) && join_keyboards(reader, files);
}

/* ---- looking ---- */

void device_files_reach(const device_files *files, const auth_machine *machine, bool *reached)
{
    for (int i = 0; i < files->count; i++)
        for (int k = 0; k < files->bindings[i]->device_count; k++)
            io_bindings_reach(&files->bindings[i]->devices[k], machine, -1, reached);
}

io_binding_files device_files_list(const device_files *files)
{
    return (io_binding_files){files->bindings, files->count, files->own};
}
