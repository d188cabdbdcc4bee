#include "rnd/preview.h"

#include "hl/hash.h"

#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

/* [ns] Resolution of file times: ticks of the kernel of at most 10 ms. A file unchanged for longer is
 * complete. */
static const int64_t still = 30000000;
static const int64_t still_without = 300000000; /* pause of an editor between removing and replacing a file */

void rnd_watch_begin(rnd_watch *files)
{
    *files = (rnd_watch){.notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC)};
}

void rnd_watch_end(rnd_watch *files)
{
    if (files->notify >= 0) (void)close(files->notify);
    files->notify = -1;
}

/* ---- what the kernel tells ---- */

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* The folder is watched, because editors replace files. */
static void watch_folder(const rnd_watch *files, const char *path)
{
    char folder[RND_WATCHED_PATH];
    const int length = (int)(base_of(path) - path);
    if (files->notify < 0) return;
    snprintf(folder, sizeof folder, "%.*s", length > 0 ? length : 1, length > 0 ? path : ".");
    (void)inotify_add_watch(files->notify, folder, IN_CLOSE_WRITE | IN_MOVED_TO);
}

static bool is_watched(const rnd_watch *files, const char *name)
{
    for (int i = 0; i < files->count; i++)
        if (strcmp(base_of(files->paths[i]), name) == 0) return true;
    return false;
}

static void take_events(rnd_watch *files)
{
    _Alignas(struct inotify_event) char events[4096];
    ssize_t length;
    if (files->notify < 0) return;
    while ((length = read(files->notify, events, sizeof events)) > 0)
        for (ssize_t at = 0; at < length;) {
            const struct inotify_event *event = (const void *)(events + at);
            if (event->len > 0 && is_watched(files, event->name)) files->closed = true;
            at += (ssize_t)(sizeof *event + event->len);
        }
}

void rnd_watch_add(rnd_watch *files, const char *path)
{
    if (path == NULL || files->count == RND_WATCHED || strlen(path) >= RND_WATCHED_PATH) return;
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0) return;
    snprintf(files->paths[files->count++], RND_WATCHED_PATH, "%s", path);
    watch_folder(files, path);
}

/* ---- how they stand ---- */

/* @param size  out: 0: it is empty or missing */
static uint64_t stamp_of(const char *path, int64_t *size)
{
    struct stat info;
    *size = 0;
    if (stat(path, &info) != 0) return 0;
    *size = (int64_t)info.st_size;
    const int64_t here[4] = {(int64_t)info.st_ino, *size, (int64_t)info.st_mtim.tv_sec,
                             (int64_t)info.st_mtim.tv_nsec};
    return hl_hash(HL_HASH_START, here, sizeof here);
}

uint64_t rnd_file_stamp(const char *path)
{
    int64_t size;
    return stamp_of(path, &size);
}

/* A hash that changes whenever a file is written. @param whole  out: no file is empty or missing */
static uint64_t look(const rnd_watch *files, bool *whole)
{
    uint64_t hash = HL_HASH_START;
    *whole = true;
    for (int i = 0; i < files->count; i++) {
        int64_t size;
        const uint64_t stamp = stamp_of(files->paths[i], &size);
        *whole = *whole && size > 0;
        hash = hl_hash(hash, &stamp, sizeof stamp);
    }
    return hash;
}

bool rnd_watch_changed(rnd_watch *files, int64_t now)
{
    bool whole;
    take_events(files);
    const uint64_t here = look(files, &whole);
    if (here != files->seen) {
        files->seen = here;
        files->since = now;
    }
    const bool ready = (files->closed && whole) || now - files->since >= (whole ? still : still_without);
    if (here == files->taken || !ready) return false;
    files->taken = here;
    files->closed = false;
    return true;
}
