/* The folder of a sweep. */
#include "batch_internal.h"

#include "drv/log.h"
#include "swp/plan.h"

#include "file/read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool cannot(const drv_log *log, const char *path, int why)
{
    return drv_say(log, "%s: %s", path, strerror(why));
}

/* ---- paths ---- */

bool batch_path(const drv_log *log, const char *folder, const char *name, char path[BAT_PATH])
{
    const int length = snprintf(path, BAT_PATH, "%s/%s", folder, name);
    return length < BAT_PATH || cannot(log, folder, ENAMETOOLONG);
}

bool batch_run_path(const drv_log *log, const char *folder, const char *run, const char *name,
                    char path[BAT_PATH])
{
    const int length = snprintf(path, BAT_PATH, "%s/runs/%s%s%s", folder, run, *name ? "/" : "", name);
    return length < BAT_PATH || cannot(log, folder, ENAMETOOLONG);
}

/* ---- what is there ---- */

static const char lock_name[] = ".lock";

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Whether there is nothing in it, or no folder. */
static bool is_empty(const char *folder, int *trouble)
{
    DIR *list = opendir(folder);
    bool empty = true;
    *trouble = 0;
    if (!list) {
        *trouble = errno == ENOENT ? 0 : errno;
        return *trouble == 0;
    }
    for (const struct dirent *entry = readdir(list); entry && empty; entry = readdir(list))
        empty = is_dots(entry->d_name) || strcmp(entry->d_name, lock_name) == 0;
    closedir(list);
    return empty;
}

static batch_found read_manifest(const drv_log *log, const char *path, hl_arena *arena, swp_plan *plan,
                                 int *status)
{
    file_bytes text;
    char why[FILE_WHY], what[SWP_WHY];
    if (file_read(path, FILE_REPORT, arena, &text, why) != HL_OK) {
        drv_say(log, "%s: %s", path, why);
        *status = DRV_ENVIRONMENT;
        return BATCH_TROUBLE;
    }
    if (swp_manifest_read(text.data, arena, plan, what)) return BATCH_SWEEP;
    drv_say(log, "%s: %s", path, what);
    *status = DRV_USAGE;
    return BATCH_TROUBLE;
}

batch_found batch_folder_read(const drv_log *log, const char *folder, hl_arena *arena, swp_plan *plan,
                              int *status)
{
    int trouble;
    char path[BAT_PATH];
    *status = DRV_USAGE;
    if (!batch_path(log, folder, "sweep.json", path)) return BATCH_TROUBLE;
    if (access(path, F_OK) == 0) return read_manifest(log, path, arena, plan, status);
    if (is_empty(folder, &trouble)) return BATCH_NOTHING;
    if (trouble) {
        cannot(log, folder, trouble);
        *status = DRV_ENVIRONMENT;
        return BATCH_TROUBLE;
    }
    drv_say(log,
            "%s has no sweep.json but is not empty; give a new or empty folder, or the "
            "folder of a sweep",
            folder);
    return BATCH_TROUBLE;
}

/* ---- reserving ---- */

bool batch_folder_take(const drv_log *log, const char *folder)
{
    char path[BAT_PATH];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (!drv_make_folder(log, folder) || !batch_path(log, folder, lock_name, path)) return false;
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666); /* stays open until the process ends */
    if (file < 0) return cannot(log, path, errno);
    if (fcntl(file, F_SETLK, &whole) == 0) return true;
    if (errno != EACCES && errno != EAGAIN) return cannot(log, path, errno);
    return drv_say(log, "%s: another sweep is using this folder", folder);
}

/* ---- clearing ---- */

/* Remove what is in a folder by a function, then the folder. */
static bool empty_and_remove(const drv_log *log, const char *folder,
                             bool (*remove_one)(const drv_log *log, const char *path))
{
    DIR *list = opendir(folder);
    bool good = true;
    if (!list) return errno == ENOENT || cannot(log, folder, errno);
    for (const struct dirent *entry = readdir(list); entry && good; entry = readdir(list)) {
        char path[BAT_PATH];
        if (is_dots(entry->d_name)) continue;
        good = batch_path(log, folder, entry->d_name, path) && remove_one(log, path);
    }
    closedir(list);
    return good && (rmdir(folder) == 0 || cannot(log, folder, errno));
}

static bool remove_file(const drv_log *log, const char *path)
{
    return unlink(path) == 0 || cannot(log, path, errno);
}

/* A run writes files and no folders; a folder in there is not of a run, and is refused. */
static bool remove_run(const drv_log *log, const char *path)
{
    return empty_and_remove(log, path, remove_file);
}

bool batch_folder_clear(const drv_log *log, const char *folder)
{
    char path[BAT_PATH];
    return batch_path(log, folder, "runs", path) && empty_and_remove(log, path, remove_run);
}

/* ---- files ---- */

bool batch_write_file(const drv_log *log, const char *path, void (*print)(const void *context, FILE *out),
                      const void *context)
{
    char draft[BAT_PATH];
    if (snprintf(draft, sizeof draft, "%s.new", path) >= BAT_PATH) return cannot(log, path, ENAMETOOLONG);
    FILE *file = fopen(draft, "w");
    if (!file) return cannot(log, draft, errno);
    errno = 0;
    print(context, file);
    const bool flushed = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    const int trouble = errno ? errno : EIO;
    const bool closed = fclose(file) == 0;
    if (flushed && closed && rename(draft, path) == 0) return true;
    cannot(log, path, flushed ? errno : trouble);
    (void)unlink(draft);
    return false;
}
