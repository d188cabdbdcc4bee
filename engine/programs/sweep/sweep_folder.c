/* The folder of a sweep. */
#include "sweep_folder.h"

#include "command/program_log.h"
#include "drv/log.h"
#include "file/read.h"
#include "program.h"
#include "swp/plan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(const char *path, int why)
{
    fprintf(stderr, "headland sweep: %s: %s\n", path, strerror(why));
    return false;
}

/* ---- paths ---- */

bool sweep_path(const char *folder, const char *name, char path[SWEEP_PATH])
{
    const int length = snprintf(path, SWEEP_PATH, "%s/%s", folder, name);
    return length < SWEEP_PATH || cannot(folder, ENAMETOOLONG);
}

bool sweep_run_path(const char *folder, const char *run, const char *name, char path[SWEEP_PATH])
{
    const int length = snprintf(path, SWEEP_PATH, "%s/runs/%s%s%s", folder, run, *name ? "/" : "", name);
    return length < SWEEP_PATH || cannot(folder, ENAMETOOLONG);
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

static sweep_found read_manifest(const char *path, hl_arena *arena, swp_plan *plan, int *status)
{
    file_bytes text;
    char why[FILE_WHY], what[SWP_WHY];
    if (file_read(path, FILE_REPORT, arena, &text, why) != HL_OK) {
        fprintf(stderr, "headland sweep: %s: %s\n", path, why);
        *status = PROGRAM_ENVIRONMENT;
        return SWEEP_FOUND_TROUBLE;
    }
    if (swp_manifest_read(text.data, arena, plan, what)) return SWEEP_FOUND_SWEEP;
    fprintf(stderr, "headland sweep: %s: %s\n", path, what);
    *status = PROGRAM_USAGE;
    return SWEEP_FOUND_TROUBLE;
}

sweep_found sweep_folder_look(const char *folder, hl_arena *arena, swp_plan *plan, int *status)
{
    int trouble;
    char path[SWEEP_PATH];
    *status = PROGRAM_USAGE;
    if (!sweep_path(folder, "sweep.json", path)) return SWEEP_FOUND_TROUBLE;
    if (access(path, F_OK) == 0) return read_manifest(path, arena, plan, status);
    if (is_empty(folder, &trouble)) return SWEEP_FOUND_NOTHING;
    if (trouble) {
        cannot(folder, trouble);
        *status = PROGRAM_ENVIRONMENT;
        return SWEEP_FOUND_TROUBLE;
    }
    fprintf(stderr,
            "headland sweep: %s has no sweep.json but is not empty; give a new or empty folder, or the "
            "folder of a sweep\n",
            folder);
    return SWEEP_FOUND_TROUBLE;
}

/* ---- ours alone ---- */

bool sweep_folder_take(const char *folder)
{
    char path[SWEEP_PATH];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (!drv_make_folder(&program_log, folder) || !sweep_path(folder, lock_name, path)) return false;
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666); /* stays open until the process ends */
    if (file < 0) return cannot(path, errno);
    if (fcntl(file, F_SETLK, &whole) == 0) return true;
    if (errno != EACCES && errno != EAGAIN) return cannot(path, errno);
    fprintf(stderr, "headland sweep: %s: another sweep is using this folder\n", folder);
    return false;
}

/* ---- beginning anew ---- */

/* Remove what is in a folder by a function, then the folder. */
static bool empty_and_remove(const char *folder, bool (*remove_one)(const char *path))
{
    DIR *list = opendir(folder);
    bool good = true;
    if (!list) return errno == ENOENT || cannot(folder, errno);
    for (const struct dirent *entry = readdir(list); entry && good; entry = readdir(list)) {
        char path[SWEEP_PATH];
        if (is_dots(entry->d_name)) continue;
        good = sweep_path(folder, entry->d_name, path) && remove_one(path);
    }
    closedir(list);
    return good && (rmdir(folder) == 0 || cannot(folder, errno));
}

static bool remove_file(const char *path)
{
    return unlink(path) == 0 || cannot(path, errno);
}

/* A run writes files and no folders; a folder in there is somebody else's, and stays with a complaint. */
static bool remove_run(const char *path)
{
    return empty_and_remove(path, remove_file);
}

bool sweep_folder_clear(const char *folder)
{
    char path[SWEEP_PATH];
    return sweep_path(folder, "runs", path) && empty_and_remove(path, remove_run);
}

/* ---- files ---- */

bool sweep_folder_write(const char *path, void (*print)(const void *context, FILE *out), const void *context)
{
    char draft[SWEEP_PATH];
    if (snprintf(draft, sizeof draft, "%s.new", path) >= SWEEP_PATH) return cannot(path, ENAMETOOLONG);
    FILE *file = fopen(draft, "w");
    if (!file) return cannot(draft, errno);
    errno = 0;
    print(context, file);
    const bool flushed = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    const int trouble = errno ? errno : EIO;
    const bool closed = fclose(file) == 0;
    if (flushed && closed && rename(draft, path) == 0) return true;
    cannot(path, flushed ? errno : trouble);
    (void)unlink(draft);
    return false;
}
