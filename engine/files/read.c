/* Reading the files that users give, writing all bytes, removing folders without following links. */
#include "file/read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* open(2): O_NONBLOCK returns at once from a pipe without a writer, O_NOCTTY keeps a terminal from becoming
 * the controlling one. fstat(2) then looks at the very file that was opened, whatever its name leads to
 * meanwhile. */

static const int64_t kib = 1 << 10, mib = 1 << 20, gib = 1 << 30;

int64_t file_limit(file_kind kind)
{
    switch (kind) {
    case FILE_AUTHORED: /* a chain of 10 000 links takes about 3 MB */
        return 4 * mib;
    case FILE_TELEMETRY: /* an hour and a half of 150 signals at 100 Hz, not packed */
        return gib;
    case FILE_RECORDING: /* a soak of three days takes 23 GB */
        return 64 * gib;
    case FILE_REPORT: /* its lists are bounded: some hundred kilobytes */
    case FILE_OUTCOME:
        return 16 * mib;
    case FILE_PAGE: /* a debriefing holds its figures */
        return 64 * mib;
    case FILE_IMAGE:
        return 32 * mib;
    case FILE_MESH: /* recordings keep it */
        return 64 * mib;
    case FILE_MODEL:
    case FILE_MATRIX: /* some million entries */
        return 256 * mib;
    case FILE_PROGRAM:
        return gib;
    case FILE_KINDS:
        break;
    }
    return 64 * kib;
}

static int refuse(int descriptor, int trouble, char *why, const char *text)
{
    if (why) (void)snprintf(why, FILE_WHY, "%s", text);
    if (descriptor >= 0) (void)close(descriptor);
    errno = trouble;
    return -1;
}

static const char *what_it_is(mode_t mode)
{
    if (S_ISFIFO(mode)) return "it is a pipe: give a regular file";
    if (S_ISSOCK(mode)) return "it is a socket: give a regular file";
    return "it is a device: give a regular file";
}

static int refuse_long(int descriptor, int64_t limit, char *why)
{
    char text[FILE_WHY];
    if (limit % mib == 0)
        (void)snprintf(text, sizeof text, "it is longer than the limit, %" PRId64 " MiB", limit / mib);
    else
        (void)snprintf(text, sizeof text, "it is longer than the limit, %" PRId64 " bytes", limit);
    return refuse(descriptor, EFBIG, why, text);
}

static int open_checked(int folder, const char *path, int flags, file_kind kind, int64_t *size, char *why)
{
    struct stat info;
    const int descriptor = openat(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags);
    if (descriptor < 0 || fstat(descriptor, &info) != 0) {
        const int trouble = errno; /* ENXIO: a socket, or a device without a driver */
        return refuse(descriptor, trouble, why,
                      trouble == ENXIO ? "it is not a regular file: give a regular file" : strerror(trouble));
    }
    if (S_ISDIR(info.st_mode)) return refuse(descriptor, EISDIR, why, strerror(EISDIR));
    if (!S_ISREG(info.st_mode)) return refuse(descriptor, ENOTSUP, why, what_it_is(info.st_mode));
    if (info.st_size > file_limit(kind)) return refuse_long(descriptor, file_limit(kind), why);
    if (size) *size = info.st_size;
    return descriptor;
}

int file_open(const char *path, file_kind kind, int64_t *size, char *why)
{
    return open_checked(AT_FDCWD, path, 0, kind, size, why);
}

int file_open_at(int folder, const char *name, file_kind kind, int64_t *size, char *why)
{
    return open_checked(folder, name, O_NOFOLLOW, kind, size, why);
}

FILE *file_stream(const char *path, file_kind kind, int64_t *size, char *why)
{
    const int descriptor = file_open(path, kind, size, why);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
    if (descriptor >= 0 && !file) (void)refuse(descriptor, errno, why, strerror(errno));
    return file;
}

/* @return bytes read; below 0: errno says why not */
static int64_t read_bytes(int descriptor, char *to, int64_t size)
{
    int64_t have = 0;
    while (have < size) {
        const ssize_t got = read(descriptor, to + have, (size_t)(size - have));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break; /* it has become shorter */
        have += got;
    }
    return have;
}

int64_t file_read_kernel(const char *path, char *text, size_t size)
{
    *text = '\0';
    const int descriptor = file_open(path, FILE_REPORT, NULL, NULL);
    if (descriptor < 0) return -1;
    const int64_t length = read_bytes(descriptor, text, (int64_t)size - 1);
    const int trouble = errno;
    (void)close(descriptor);
    text[length > 0 ? length : 0] = '\0';
    errno = trouble;
    return length;
}

hl_status file_read_open(int descriptor, int64_t size, hl_arena *arena, file_bytes *bytes, char *why)
{
    *bytes = (file_bytes){.data = hl_arena_take(arena, (size_t)size + 1, 1)};
    if (!bytes->data) {
        (void)refuse(descriptor, ENOMEM, why, hl_status_text(HL_OUT_OF_MEMORY));
        return HL_OUT_OF_MEMORY;
    }
    const int64_t got = read_bytes(descriptor, bytes->data, size);
    if (got < 0) {
        (void)refuse(descriptor, errno, why, strerror(errno));
        return HL_IO_ERROR;
    }
    (void)close(descriptor);
    bytes->data[got] = '\0';
    bytes->length = (size_t)got;
    return HL_OK;
}

hl_status file_read(const char *path, file_kind kind, hl_arena *arena, file_bytes *bytes, char *why)
{
    int64_t size;
    *bytes = (file_bytes){0};
    const int descriptor = file_open(path, kind, &size, why);
    return descriptor < 0 ? HL_IO_ERROR : file_read_open(descriptor, size, arena, bytes, why);
}

bool file_is_readable(const char *path, file_kind kind, char *why)
{
    const int descriptor = file_open(path, kind, NULL, why);
    if (descriptor >= 0) (void)close(descriptor);
    return descriptor >= 0;
}

/* ---- writing ---- */

bool file_write_all(int descriptor, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        const ssize_t written = write(descriptor, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC;
        if (written <= 0) return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

/* ---- removing ---- */

/* Every step names an entry of an open folder and follows no symbolic link, so that a link put in the way at
 * any moment is removed itself. Folders inside folders are first moved up to the top: neither the depth of
 * the tree nor the length of its paths costs descriptors or stack. */

/* @return -1: it is no folder, or cannot be opened; errno says which */
static int open_folder(int above, const char *name)
{
    return openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* The next entry besides "." and "..". */
static const char *next_name(DIR *list)
{
    const struct dirent *entry;
    do entry = readdir(list);
    while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    return entry ? entry->d_name : NULL;
}

static DIR *list_folder(int folder)
{
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = again < 0 ? NULL : fdopendir(again);
    if (again >= 0 && !list) (void)close(again);
    return list;
}

/* Move a folder from `from` to the top, under a free name. */
static bool move_up(int from, const char *name, int top, unsigned *number)
{
    char moved[40];
    struct stat info;
    do (void)snprintf(moved, sizeof moved, ".removed-%u", (*number)++);
    while (fstatat(top, moved, &info, AT_SYMLINK_NOFOLLOW) == 0);
    return renameat(from, name, top, moved) == 0;
}

/* Empty a folder of the top: files go, folders move to the top. */
static bool flatten(int top, const char *name, unsigned *number)
{
    const int folder = open_folder(top, name);
    DIR *list = folder < 0 ? NULL : list_folder(folder);
    bool good = list != NULL;
    const char *entry;
    while (good && (entry = next_name(list)) != NULL) {
        struct stat info;
        good = fstatat(folder, entry, &info, AT_SYMLINK_NOFOLLOW) == 0;
        if (good && S_ISDIR(info.st_mode))
            good = move_up(folder, entry, top, number);
        else if (good)
            good = unlinkat(folder, entry, 0) == 0;
    }
    const int trouble = errno;
    if (list) (void)closedir(list);
    if (folder >= 0) (void)close(folder);
    errno = trouble;
    return good;
}

/* One pass over the top. @param folders  out: how many folders it removed, whose own have moved to the top */
static bool empty_once(int top, int *folders, unsigned *number)
{
    DIR *list = list_folder(top);
    bool good = list != NULL;
    const char *entry;
    *folders = 0;
    while (good && (entry = next_name(list)) != NULL) {
        struct stat info;
        good = fstatat(top, entry, &info, AT_SYMLINK_NOFOLLOW) == 0;
        const bool is_folder = good && S_ISDIR(info.st_mode);
        if (is_folder) good = flatten(top, entry, number);
        if (good) good = unlinkat(top, entry, is_folder ? AT_REMOVEDIR : 0) == 0;
        *folders += is_folder;
    }
    const int trouble = errno;
    if (list) (void)closedir(list);
    errno = trouble;
    return good;
}

bool file_remove(int folder, const char *name)
{
    int folders;
    unsigned number = 0;
    const int top = open_folder(folder, name);
    if (top < 0 && (errno == ENOTDIR || errno == ELOOP))
        return unlinkat(folder, name, 0) == 0 || errno == ENOENT;
    if (top < 0) return errno == ENOENT;
    bool good;
    do good = empty_once(top, &folders, &number);
    while (good && folders > 0);
    const int trouble = errno;
    (void)close(top);
    errno = trouble;
    return good && unlinkat(folder, name, AT_REMOVEDIR) == 0;
}
