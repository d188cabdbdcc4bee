#include "attempt_files.h"

#include "train/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(const char *command, const char *path, int trouble)
{
    fprintf(stderr, "headland %s: %s: %s\n", command, path, strerror(trouble ? trouble : EIO));
    return false;
}

/* ---- copying ---- */

static bool copy_bytes(FILE *from, FILE *to)
{
    enum { PIECE = 1 << 16 };
    static char piece[PIECE];
    size_t size;
    do {
        size = fread(piece, 1, PIECE, from);
        if (fwrite(piece, 1, size, to) != size) return false;
    } while (size == PIECE);
    return !ferror(from) && fflush(to) == 0 && fsync(fileno(to)) == 0;
}

bool attempt_copy_file(const char *command, const char *from, const char *to)
{
    FILE *source = fopen(from, "r");
    if (!source) return errno == ENOENT || cannot(command, from, errno);
    errno = 0;
    FILE *copy = fopen(to, "w");
    const bool good = copy && copy_bytes(source, copy);
    const int trouble = errno; /* the first reason counts */
    (void)fclose(source);
    const bool closed = !copy || fclose(copy) == 0;
    if (good && closed) return true;
    return cannot(command, to, good ? errno : trouble);
}

/* ---- removing ---- */

static bool is_folder(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Recursive: as deep as the folder. */
static bool empty(const char *command, const char *folder, DIR *list)
{
    bool good = true;
    for (const struct dirent *entry = readdir(list); good && entry; entry = readdir(list)) {
        char path[TRAIN_PATH];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= TRAIN_PATH)
            good = cannot(command, folder, ENAMETOOLONG);
        else if (is_folder(path))
            good = attempt_remove_folder(command, path);
        else
            good = unlink(path) == 0 || cannot(command, path, errno);
    }
    return good;
}

bool attempt_remove_folder(const char *command, const char *folder)
{
    DIR *list = opendir(folder);
    if (!list) return errno == ENOENT || cannot(command, folder, errno);
    const bool good = empty(command, folder, list);
    (void)closedir(list);
    return good && (rmdir(folder) == 0 || cannot(command, folder, errno));
}
