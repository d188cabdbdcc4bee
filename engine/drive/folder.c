#define _DEFAULT_SOURCE /* flock */
#include "drv/log.h"

#include "file/read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 1024 };

static bool cannot(const drv_log *log, const char *path, int why)
{
    return drv_say(log, "%s: %s", path, strerror(why));
}

static bool make_one(const drv_log *log, const char *path)
{
    struct stat info;
    if (mkdir(path, 0777) == 0) return true;
    if (errno != EEXIST) return cannot(log, path, errno);
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return true;
    return cannot(log, path, ENOTDIR);
}

bool drv_make_folder(const drv_log *log, const char *path)
{
    char part[LONGEST];
    if (strlen(path) >= sizeof part) return cannot(log, path, ENAMETOOLONG);
    for (size_t i = 1; path[i] != '\0'; i++) {
        if (path[i] != '/') continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (!make_one(log, part)) return false;
    }
    return make_one(log, path);
}

bool drv_can_write(const drv_log *log, const char *path)
{
    char folder[LONGEST] = ".";
    const char *slash = strrchr(path, '/');
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    if (access(path, F_OK) == 0) return access(path, W_OK) == 0 || cannot(log, path, errno);
    return access(folder, W_OK) == 0 || cannot(log, path, errno);
}

/* ---- for a moment ---- */

static const char *temporary_place(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

static int open_folder(int above, const char *name)
{
    return openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Another process may remove it before it is locked. */
static bool is_still_there(int held, const char *path)
{
    struct stat own, named;
    return fstat(held, &own) == 0 && lstat(path, &named) == 0 && own.st_ino == named.st_ino &&
           own.st_dev == named.st_dev;
}

int drv_make_temporary(const char *what, char *path, size_t size)
{
    enum { TRIES = 10 };
    for (int i = 0; i < TRIES; i++) {
        const int length = snprintf(path, size, "%s/headland-%s-XXXXXX", temporary_place(), what);
        if (length >= (int)size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        if (!mkdtemp(path)) return -1;
        const int held = open_folder(AT_FDCWD, path);
        /* file systems without locks do without */
        if (held >= 0 && (flock(held, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
            is_still_there(held, path))
            return held;
        if (held >= 0) (void)close(held);
    }
    errno = EBUSY;
    return -1;
}

void drv_remove_temporary(int held, const char *path)
{
    (void)file_remove(AT_FDCWD, path);
    (void)close(held);
}

/* @param place  open folder */
static void sweep_one(int place, const char *name)
{
    struct stat info;
    const int folder = open_folder(place, name);
    if (folder < 0) return;
    if (fstat(folder, &info) == 0 && info.st_uid == geteuid() && flock(folder, LOCK_EX | LOCK_NB) == 0)
        (void)file_remove(place, name);
    (void)close(folder);
}

void drv_sweep_temporaries(const char *what)
{
    char prefix[64];
    const int length = snprintf(prefix, sizeof prefix, "headland-%s-", what);
    DIR *list = opendir(temporary_place());
    if (!list) return;
    for (const struct dirent *entry = readdir(list); entry; entry = readdir(list))
        if (strncmp(entry->d_name, prefix, (size_t)length) == 0) sweep_one(dirfd(list), entry->d_name);
    (void)closedir(list);
}

bool drv_is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}
