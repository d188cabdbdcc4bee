#include "drv/assets.h"

#include "auth/file.h"
#include "drv/log.h"
#include "hl/report.h"
#include "io/settings.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder ---- */

static bool holds_mechanisms(const char *assets)
{
    char folder[PATH_MAX + 16];
    struct stat info;
    snprintf(folder, sizeof folder, "%s/mechanisms", assets);
    return stat(folder, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The folder of the program, or the one that holds it, wherever both were moved with their files. */
static bool near_the_program(int above, const char *where, char *path, size_t size)
{
    char folder[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = '\0';
    for (int i = 0; i <= above; i++) {
        char *slash = strrchr(folder, '/');
        if (slash) *slash = '\0';
    }
    snprintf(path, size, "%s/%s", folder, where);
    return holds_mechanisms(path);
}

bool drv_assets_find(const char *option, char *path, size_t size)
{
    const char *asked = option ? option : getenv("HEADLAND_ASSETS");
    if (asked) {
        snprintf(path, size, "%s", asked);
        return holds_mechanisms(path);
    }
    return near_the_program(0, "assets", path, size) || near_the_program(1, "share/headland", path, size);
}

bool drv_assets_need(const drv_log *log, char *path, size_t size)
{
    return drv_assets_find(NULL, path, size) ||
           drv_say(log, "the assets are not found in %s; set HEADLAND_ASSETS to their folder", path);
}

/* ---- one file ---- */

/* Names that were found, for as long as the program runs. */
typedef struct kept_name {
    struct kept_name *next;
    char text[];
} kept_name;

static char *keep(const char *text)
{
    static kept_name *names;
    const size_t size = strlen(text) + 1;
    kept_name *name = malloc(sizeof *name + size);
    if (!name) return NULL;
    memcpy(name->text, text, size);
    name->next = names;
    names = name;
    return name->text;
}

static bool is_path(const char *name)
{
    return strpbrk(name, "/.") != NULL;
}

/* Why this is no file, 0: it is one. */
static int trouble_with(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return errno;
    return S_ISDIR(info.st_mode) ? EISDIR : 0;
}

/* NAME, or NAME.yaml where it has no ending, in one of the folders. */
static const char *find_by_name(const char *assets, const char *name, const char *folders)
{
    char path[2 * PATH_MAX];
    const char *ending = strchr(name, '.') ? "" : ".yaml";
    for (const char *at = folders; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        snprintf(path, sizeof path, "%s/%.*s/%s%s", assets, (int)length, at, name, ending);
        if (trouble_with(path) == 0) return keep(path);
        at += length;
    }
    return NULL;
}

static void offer(hl_nearest *nearest, const char *file)
{
    static const char ending[] = ".yaml";
    char *name = keep(file);
    char *dot = name ? strrchr(name, '.') : NULL;
    if (!dot || strcmp(dot, ending) != 0) return;
    *dot = '\0';
    hl_spelling_offer(nearest, name);
}

/* Open the folder in which a missing file is expected, relative to here or to the assets.
 * @param length  length of the name of the folder
 * @return NULL: there is no such folder */
static DIR *open_folder_of(const char *assets, const char *name, int length)
{
    static const char prefix[] = "assets/";
    const int skipped = strncmp(name, prefix, strlen(prefix)) == 0 ? (int)strlen(prefix) : 0;
    const int rest = length > skipped ? length - skipped : 0; /* 0: the assets themselves */
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%.*s", length, name);
    DIR *list = opendir(path);
    if (list || !*assets) return list;
    snprintf(path, sizeof path, "%s/%.*s", assets, rest, name + skipped);
    return opendir(path);
}

/* Name of the nearest file beside a missing one, with its folder; NULL: no file is spelt like it.
 * @param length  out: of the name of its folder if this is missing too, else zero */
static const char *nearest_by_path(const char *assets, const char *name, int *length)
{
    char path[2 * PATH_MAX];
    const char *file = strrchr(name, '/');
    if (!file) return NULL;
    *length = (int)(file - name);
    DIR *list = open_folder_of(assets, name, *length);
    if (!list) return NULL;
    hl_nearest nearest = hl_spelling_begin(file + 1);
    for (const struct dirent *entry = readdir(list); entry; entry = readdir(list)) {
        const char *kept = keep(entry->d_name);
        if (kept) hl_spelling_offer(&nearest, kept);
    }
    (void)closedir(list);
    if (nearest.best) snprintf(path, sizeof path, "%.*s/%s", *length, name, nearest.best);
    *length = 0;
    return nearest.best ? keep(path) : NULL;
}

/* What may have been meant: NULL: nothing that is spelt like it. */
static const char *nearest_by_name(const char *assets, const char *name, const char *folders,
                                   const char *const *words)
{
    char path[2 * PATH_MAX];
    hl_nearest nearest = hl_spelling_begin(name);
    for (; words && *words; words++) hl_spelling_offer(&nearest, *words);
    for (const char *at = folders; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        snprintf(path, sizeof path, "%s/%.*s", assets, (int)length, at);
        DIR *list = opendir(path);
        for (const struct dirent *entry = list ? readdir(list) : NULL; entry; entry = readdir(list))
            offer(&nearest, entry->d_name);
        if (list) (void)closedir(list);
        at += length;
    }
    return nearest.best;
}

static const char *find_by_path(const char *assets, const char *name)
{
    char path[2 * PATH_MAX];
    return auth_find_shipped(assets, name, path, sizeof path) ? keep(path) : NULL;
}

static void refuse(const drv_log *log, const char *name, int trouble, const char *assets, const char *folders,
                   const char *const *words)
{
    const bool missing = trouble == ENOENT && *name != '/';
    const char *meant = missing ? nearest_by_name(assets, name, folders, words) : NULL;
    int folder = 0;
    const bool name_only = missing && !meant && *folders;
    if (missing && !meant) meant = nearest_by_path(assets, name, &folder);
    drv_say(log, "%s: %s%s%s%s%s%s%s%.*s%s%s%s%s", name, strerror(trouble),
            missing ? ", neither here nor in the folder of the assets, " : "", missing ? assets : "",
            meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "",
            folder ? "; the folder '" : "", folder, name,
            folder ? "' does not exist; an existing one is expected" : "",
            trouble == EISDIR ? "; a file is expected" : "",
            name_only ? "; expected a file, or the name of one in a folder of the assets: " : "",
            name_only ? folders : "");
}

const char *drv_assets_file(const drv_log *log, const char *name, const char *folders,
                            const char *const *words)
{
    char assets[PATH_MAX] = "";
    const char *found = NULL;
    const bool path = is_path(name);
    const int trouble = trouble_with(name);
    if (trouble == 0 || (!path && !folders)) return name;
    if (*name != '/' && drv_assets_find(NULL, assets, sizeof assets))
        found = path ? find_by_path(assets, name) : NULL;
    if (!found && folders && !strchr(name, '/') && *assets) found = find_by_name(assets, name, folders);
    if (!found) refuse(log, name, trouble, assets, path ? "" : folders, words);
    return found;
}

/* ==== bindings ==== */

static hl_report report; /* too large for the stack */

const char *drv_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool drv_bindings_own_path(char *path, size_t size)
{
    static const char name[] = "bindings.yaml";
    if (!io_settings_path(path, size)) return false;
    char *last = strrchr(path, '/') + 1;
    if ((size_t)(last - path) + sizeof name > size) return false;
    memcpy(last, name, sizeof name);
    return true;
}

/* ---- one file ---- */

static const io_bindings *refuse_bindings(drv_bindings_reader *reader, const char *path, hl_status result)
{
    reader->status = drv_refuse(reader->log, path, result, &report);
    return NULL;
}

const io_bindings *drv_bindings_read_one(drv_bindings_reader *reader, const char *path)
{
    auth_bindings *author = NULL;
    io_bindings *bindings = NULL;
    hl_report_begin(&report, path);
    hl_status result = auth_bindings_read(path, reader->arena, &author, &report);
    if (result != HL_OK) return refuse_bindings(reader, path, result);
    const bool own = reader->machine && author->machine && reader->machine_path &&
                     drv_is_same_file(author->machine, reader->machine_path);
    result = io_bindings_resolve(author, reader->machine, own, reader->arena, &bindings, &report);
    return result == HL_OK ? bindings : refuse_bindings(reader, path, result);
}

/* ---- all of them ---- */

static bool add(drv_bindings_reader *reader, const char *path, drv_bindings *files)
{
    if (files->count == DRV_BINDINGS) {
        reader->status = DRV_ENVIRONMENT;
        return drv_say(reader->log, "%s: more than %d files of bindings", path, DRV_BINDINGS);
    }
    const char *kept = hl_arena_string(reader->arena, path, strlen(path));
    reader->status = DRV_ENVIRONMENT;
    if (!kept) return false;
    const io_bindings *bindings = drv_bindings_read_one(reader, kept);
    if (!bindings) return false;
    files->bindings[files->count] = bindings;
    files->paths[files->count++] = kept;
    return true;
}

static bool add_user(drv_bindings_reader *reader, const char *user, drv_bindings *files)
{
    char path[DRV_BINDINGS_PATH];
    if (user) return add(reader, user, files);
    if (!drv_bindings_own_path(path, sizeof path) || access(path, F_OK) != 0) return true;
    return add(reader, path, files);
}

static int is_profile(const struct dirent *entry)
{
    static const char ending[] = ".yaml";
    const size_t length = strlen(entry->d_name), end = sizeof ending - 1;
    return entry->d_name[0] != '.' && length > end && strcmp(entry->d_name + length - end, ending) == 0;
}

/* The same order in all locales. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool add_profiles(drv_bindings_reader *reader, const char *folder, drv_bindings *files)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_profile, by_name);
    if (count < 0) (void)drv_say(reader->log, "%s: %s", folder, strerror(errno));
    bool good = count >= 0;
    for (int i = 0; i < count; i++) {
        char path[2 * DRV_BINDINGS_PATH];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        good = good && add(reader, path, files);
        free(entries[i]);
    }
    free(entries);
    return good;
}

/* The first keyboard of the files from `first` on. */
static const io_device_bindings *find_keyboard(const drv_bindings *files, int first, int end)
{
    for (int i = first; i < end; i++)
        for (int k = 0; k < files->bindings[i]->device_count; k++)
            if (files->bindings[i]->devices[k].author->match.keyboard) return &files->bindings[i]->devices[k];
    return NULL;
}

static bool join_keyboards(drv_bindings_reader *reader, drv_bindings *files)
{
    const io_device_bindings *own = find_keyboard(files, 0, files->own),
                             *shipped = find_keyboard(files, files->own, files->count);
    files->keyboard = io_bindings_join_keys(own, shipped, reader->arena);
    return files->keyboard != NULL || (own == NULL && shipped == NULL);
}

static bool add_shipped(drv_bindings_reader *reader, drv_bindings *files)
{
    char assets[DRV_BINDINGS_PATH - sizeof "/devices"], folder[DRV_BINDINGS_PATH];
    reader->status = DRV_ENVIRONMENT;
    if (!drv_assets_need(reader->log, assets, sizeof assets)) return false;
    snprintf(folder, sizeof folder, "%s/devices", assets);
    return add_profiles(reader, folder, files);
}

bool drv_bindings_read(drv_bindings_reader *reader, const char *user, drv_bindings *files)
{
    *files = (drv_bindings){0};
    if (!add_user(reader, user, files)) return false;
    files->own = files->count;
    return add_shipped(reader, files) && join_keyboards(reader, files);
}

bool drv_bindings_read_shipped(drv_bindings_reader *reader, drv_bindings *files)
{
    *files = (drv_bindings){0};
    return add_shipped(reader, files) && join_keyboards(reader, files);
}

/* ---- looking ---- */

void drv_bindings_reach(const drv_bindings *files, const auth_machine *machine, bool *reached)
{
    for (int i = 0; i < files->count; i++)
        for (int k = 0; k < files->bindings[i]->device_count; k++)
            io_bindings_reach(&files->bindings[i]->devices[k], machine, -1, reached);
}

io_binding_files drv_bindings_list(const drv_bindings *files)
{
    return (io_binding_files){files->bindings, files->count, files->own};
}
