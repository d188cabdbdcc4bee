#include "train/store.h"

#include "file/read.h"
#include "store_place.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* The folder of all attempts, which is a folder and no link to one. */
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

/* Entries under other names are made anew, and never by following what has the name already. */
bool train_folder_make(const char *folder)
{
    char inside[TRAIN_PATH + 1];
    (void)snprintf(inside, sizeof inside, "%s", folder);
    inside[name_of(folder) - folder] = '\0';
    if (!train_make_place(inside)) return false;
    const int above = open_above(folder);
    if (above < 0) return false;
    bool good = mkdirat(above, name_of(folder), S_IRWXU) == 0;
    if (good)
        good = fsync(above) == 0 || errno == EINVAL; /* some file systems cannot sync folders */
    else
        good = errno == EEXIST;
    const int trouble = errno;
    (void)close(above);
    errno = trouble;
    if (!good) return false;
    const int made = train_folder_open(folder);
    if (made >= 0) (void)close(made);
    return made >= 0;
}

bool train_folder_sync(const char *folder)
{
    const int opened = train_folder_open(folder);
    if (opened < 0) return false;
    const bool good = fsync(opened) == 0 || errno == EINVAL;
    const int trouble = errno;
    (void)close(opened);
    errno = trouble;
    return good;
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

/* @return 0, or the error number */
static int copy_bytes(int from, int to)
{
    char piece[1 << 14];
    ssize_t got;
    while ((got = read(from, piece, sizeof piece)) != 0) {
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        for (ssize_t done = 0; done < got;) {
            const ssize_t written = write(to, piece + done, (size_t)(got - done));
            if (written < 0 && errno != EINTR) return errno;
            if (written > 0) done += written;
        }
    }
    return fsync(to) == 0 || errno == EINVAL ? 0 : errno;
}

static int copy_into(int from, int folder, const char *name)
{
    const int to = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (to < 0) return errno;
    int trouble = copy_bytes(from, to);
    if (close(to) != 0 && !trouble) trouble = errno;
    return trouble;
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
    const int trouble = to < 0 ? errno : copy_into(file, to, name);
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
