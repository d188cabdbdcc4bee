/* Messages of a drive, words of short lists, folders for what is written. */
#define _DEFAULT_SOURCE /* flock */
#include "drv/log.h"

#include "file/read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- messages ---- */

enum { LONGEST_MESSAGE = 8192 /* two paths and a reason */ };

static void write_line(const drv_log *log, drv_message kind, const char *text)
{
    if (log->write) log->write(log->context, kind, text);
}

bool drv_say(const drv_log *log, const char *format, ...)
{
    char text[LONGEST_MESSAGE];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    write_line(log, DRV_MESSAGE, text);
    return false;
}

void drv_complain(const drv_log *log, const hl_report *report)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    for (int i = 0; i < report->count; i++) {
        hl_report_line(report, i, line, sizeof line);
        write_line(log, DRV_COMPLAINT, line);
    }
    if (!report->dropped) return;
    snprintf(line, sizeof line, "%s: %d more errors", report->file, report->dropped);
    write_line(log, DRV_COMPLAINT, line);
}

int drv_refuse(const drv_log *log, const char *path, hl_status status, const hl_report *report)
{
    char line[LONGEST_MESSAGE];
    drv_complain(log, report);
    if (hl_report_clean(report)) {
        snprintf(line, sizeof line, "%s: %s", path, hl_status_text(status));
        write_line(log, DRV_COMPLAINT, line);
    }
    return status == HL_OUT_OF_MEMORY ? DRV_ENVIRONMENT : DRV_USAGE;
}

/* ---- words ---- */

const char *drv_nearest(const char *name, const char *const *names, int count)
{
    hl_nearest nearest = {.word = name, .best = count > 0 ? names[0] : NULL, .distance = INT_MAX};
    for (int i = 0; i < count; i++) hl_spelling_offer(&nearest, names[i]);
    return nearest.best;
}

int drv_choose_word(const drv_log *log, const char *what, const char *word, const char *const *words,
                    int count)
{
    enum { LIST = 2000 };
    char list[LIST] = "";
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(word, words[i]) == 0) return i;
        if (length < sizeof list)
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                       i == 0          ? " "
                                       : i + 1 < count ? ", "
                                                       : " or ",
                                       words[i]);
    }
    const char *nearest = drv_nearest(word, words, count);
    (void)drv_say(log, "unknown %s '%s'; the nearest is '%s': give%s", what, word, nearest ? nearest : "none",
                  list);
    return -1;
}

/* @return the text after the number; NULL: not a number from 1 to `most` */
static const char *read_side(const char *text, int most, int *side)
{
    char *end;
    const long pixels = strtol(text, &end, 10);
    if (end == text || pixels < 1 || pixels > most) return NULL;
    *side = (int)pixels;
    return end;
}

bool drv_read_size(const char *text, int most, int *width, int *height)
{
    const char *rest = read_side(text, most, width);
    if (rest == NULL || *rest != 'x') return false;
    rest = read_side(rest + 1, most, height);
    return rest != NULL && *rest == '\0';
}

/* ---- folders and files ---- */

enum { LONGEST_PATH = 1024 };

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
    char part[LONGEST_PATH];
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
    char folder[LONGEST_PATH] = ".";
    const char *slash = strrchr(path, '/');
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    if (access(path, F_OK) == 0) return access(path, W_OK) == 0 || cannot(log, path, errno);
    return access(folder, W_OK) == 0 || cannot(log, path, errno);
}

/* ---- temporary folders ---- */

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
        /* without a lock where the file system has none */
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
