#include "folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 1024 };

static bool cannot(const char *command, const char *path, int why)
{
    fprintf(stderr, "headland %s: %s: %s\n", command, path, strerror(why));
    return false;
}

static bool make_one(const char *command, const char *path)
{
    struct stat info;
    if (mkdir(path, 0777) == 0) return true;
    if (errno != EEXIST) return cannot(command, path, errno);
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return true;
    return cannot(command, path, ENOTDIR);
}

bool make_folder(const char *command, const char *path)
{
    char part[LONGEST];
    if (strlen(path) >= sizeof part) return cannot(command, path, ENAMETOOLONG);
    for (size_t i = 1; path[i] != '\0'; i++) {
        if (path[i] != '/') continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (!make_one(command, part)) return false;
    }
    return make_one(command, path);
}

bool can_be_written(const char *command, const char *path)
{
    char folder[LONGEST] = ".";
    const char *slash = strrchr(path, '/');
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    if (access(path, F_OK) == 0) return access(path, W_OK) == 0 || cannot(command, path, errno);
    return access(folder, W_OK) == 0 || cannot(command, path, errno);
}

bool make_temporary(const char *what, char *path, size_t size)
{
    const char *folder = getenv("TMPDIR");
    const int length =
        snprintf(path, size, "%s/headland-%s-XXXXXX", folder && *folder ? folder : "/tmp", what);
    if (length < (int)size) return mkdtemp(path) != NULL;
    errno = ENAMETOOLONG;
    return false;
}

bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}
