#include "store_place.h"

#include "train/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

bool train_store_default(char path[TRAIN_PATH])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;
    if (data && *data == '/') /* XDG Base Directory Specification: others are to be ignored */
        length = snprintf(path, TRAIN_PATH, "%s/headland/results.db", data);
    else if (home && *home)
        length = snprintf(path, TRAIN_PATH, "%s/.local/share/headland/results.db", home);
    return length > 0 && length < TRAIN_PATH;
}

static void folder_above(const char *path, char folder[TRAIN_PATH])
{
    const char *slash = strrchr(path, '/');
    const int length = slash > path ? (int)(slash - path) : 1; /* of "/results.db": the root */
    (void)snprintf(folder, TRAIN_PATH, "%.*s", slash ? length : 1, slash ? path : ".");
}

bool train_disk_space(const char *store_path, int64_t *bytes)
{
    char folder[TRAIN_PATH];
    struct statvfs info;
    folder_above(store_path, folder);
    if (statvfs(folder, &info) != 0 || info.f_blocks == 0) return false; /* some file systems do not count */
    *bytes = (int64_t)info.f_bavail * (int64_t)info.f_frsize;
    return true;
}

void train_attempt_folder(const char *store_path, int64_t attempt, char folder[TRAIN_PATH])
{
    (void)snprintf(folder, TRAIN_PATH, "%s-attempts/%" PRId64, store_path, attempt);
}

bool train_sync_folder(const char *path)
{
    char folder[TRAIN_PATH];
    folder_above(path, folder);
    const int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return false;
    const bool good = fsync(opened) == 0 || errno == EINVAL; /* some file systems have no such thing */
    const int trouble = errno;
    (void)close(opened);
    errno = trouble;
    return good;
}

static bool make_folder(const char *path)
{
    if (mkdir(path, S_IRWXU) == 0) return train_sync_folder(path);
    return errno == EEXIST; /* a file in the way will be told of when the store is opened */
}

bool train_make_place(const char *path)
{
    char part[TRAIN_PATH];
    for (size_t i = 1; path[i]; i++) {
        if (path[i] != '/') continue;
        (void)snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (!make_folder(part)) return false;
    }
    return true;
}

bool train_attempt_make_folder(const char *store_path, int64_t attempt)
{
    char folder[TRAIN_PATH];
    train_attempt_folder(store_path, attempt, folder);
    return train_folder_make(folder);
}
