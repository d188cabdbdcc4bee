/* Where the store is, and the folders of its attempts: opened without following links, created, synced,
 * removed; files copied and written into them. */
#include "store_internal.h"

#include "file/read.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* ---- places ---- */

bool train_store_default(char path[TRAIN_PATH])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;
    if (data && *data == '/') /* XDG Base Directory Specification: ignore relative paths */
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

void train_attempt_file(const char *store_path, int64_t attempt, const char *name, char path[TRAIN_PATH])
{
    (void)snprintf(path, TRAIN_PATH, "%s-attempts/%" PRId64 "/%s", store_path, attempt, name);
}

bool train_sync_close(int opened, bool good)
{
    if (good) good = fsync(opened) == 0 || errno == EINVAL; /* some file systems cannot sync folders */
    const int trouble = errno;
    if (close(opened) == 0 || !good)
        errno = trouble;
    else
        good = false;
    return good;
}

bool train_sync_folder(const char *path)
{
    char folder[TRAIN_PATH];
    folder_above(path, folder);
    const int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return opened >= 0 && train_sync_close(opened, true);
}

static bool make_folder(const char *path)
{
    if (mkdir(path, S_IRWXU) == 0) return train_sync_folder(path);
    return errno == EEXIST; /* opening the store reports a file in its place */
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

/* @return false */
static bool fail(char *why, const char *folder, const char *name, const char *text)
{
    (void)snprintf(why, TRAIN_WHY, "%.300s%s%.80s: %.100s", folder, *name ? "/" : "", name, text);
    return false;
}

/* ---- opening ---- */

static const char *name_of(const char *folder)
{
    const char *slash = strrchr(folder, '/');
    return slash ? slash + 1 : folder;
}

/* The folder of all attempts; a link is refused. */
static int open_above(const char *folder)
{
    char above[TRAIN_PATH];
    const int length = (int)(name_of(folder) - folder);
    (void)snprintf(above, sizeof above, "%.*s", length > 0 ? length - 1 : 1, length > 0 ? folder : ".");
    return open(above, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int train_folder_open(const char *folder)
{
    const int above = open_above(folder);
    if (above < 0) return -1;
    const int opened = openat(above, name_of(folder), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int trouble = errno;
    (void)close(above);
    errno = trouble;
    return opened;
}

bool train_folder_make(const char *folder)
{
    char inside[TRAIN_PATH + 1];
    (void)snprintf(inside, sizeof inside, "%s", folder);
    inside[name_of(folder) - folder] = '\0';
    if (!train_make_place(inside)) return false;
    const int above = open_above(folder);
    if (above < 0) return false;
    const bool good = mkdirat(above, name_of(folder), S_IRWXU) == 0 || errno == EEXIST;
    if (!train_sync_close(above, good)) return false;
    const int made = train_folder_open(folder);
    if (made >= 0) (void)close(made);
    return made >= 0;
}

bool train_folder_sync(const char *folder)
{
    const int opened = train_folder_open(folder);
    return opened >= 0 && train_sync_close(opened, true);
}

/* ---- removing ---- */

bool train_folder_remove(const char *folder, char *why)
{
    const int above = open_above(folder);
    if (above < 0) return errno == ENOENT || fail(why, folder, "", strerror(errno));
    const bool good = file_remove(above, name_of(folder)) || fail(why, folder, "", strerror(errno));
    (void)close(above);
    return good;
}

/* ---- copying ---- */

static bool copy_bytes(int from, int to)
{
    char piece[1 << 14];
    ssize_t got;
    while ((got = read(from, piece, sizeof piece)) != 0) {
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 || !file_write_all(to, piece, (size_t)got)) return false;
    }
    return true;
}

static bool copy_into(int from, int folder, const char *name)
{
    const int to = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    return to >= 0 && train_sync_close(to, copy_bytes(from, to));
}

bool train_folder_copy(const char *from, const char *name, const char *folder, char *why)
{
    char reason[FILE_WHY];
    const int source = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (source < 0) return fail(why, from, "", strerror(errno));
    const int file = file_open_at(source, name, FILE_RECORDING, NULL, reason);
    const bool missing = file < 0 && errno == ENOENT;
    (void)close(source);
    if (file < 0) return missing || fail(why, from, name, reason);
    const int to = train_folder_open(folder);
    const int trouble = to >= 0 && copy_into(file, to, name) ? 0 : errno;
    if (to >= 0) (void)close(to);
    (void)close(file);
    return !trouble || fail(why, folder, name, strerror(trouble));
}

/* ---- writing ---- */

enum { PART = 80 };

static void part_of(const char *name, char part[PART])
{
    (void)snprintf(part, PART, "%.60s.part", name);
}

FILE *train_folder_begin(const char *folder, const char *name, char *why)
{
    char part[PART];
    part_of(name, part);
    const int opened = train_folder_open(folder);
    if (opened >= 0) (void)unlinkat(opened, part, 0); /* of a program that was killed */
    const int made =
        opened < 0 ? -1 : openat(opened, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    FILE *file = made < 0 ? NULL : fdopen(made, "w");
    if (!file) (void)fail(why, folder, name, strerror(errno));
    if (!file && made >= 0) (void)close(made);
    if (opened >= 0) (void)close(opened);
    return file;
}

bool train_folder_put(FILE *file, const char *folder, const char *name, char *why)
{
    char part[PART];
    part_of(name, part);
    errno = 0;
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    const int opened = train_folder_open(folder);
    if (opened < 0) return fail(why, folder, name, strerror(errno));
    good = good && renameat(opened, part, opened, name) == 0;
    if (!good) (void)fail(why, folder, name, strerror(errno ? errno : EIO));
    if (!good) (void)unlinkat(opened, part, 0);
    (void)close(opened);
    return good;
}
