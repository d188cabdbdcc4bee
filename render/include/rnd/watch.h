/* Files that are watched for being saved: those of a layout. */
#ifndef RND_WATCH_H
#define RND_WATCH_H

#include <stdbool.h>
#include <stdint.h>

enum { RND_WATCHED = 64, RND_WATCHED_PATH = 1024 };

/** Zero-initialise, then rnd_watch_begin. */
typedef struct rnd_watch {
    int notify;  /**< descriptor of inotify; -1: not available, the files are polled */
    bool closed; /**< one of them was closed after writing, or put in its place, since the last answer */
    int count;
    char paths[RND_WATCHED][RND_WATCHED_PATH];
    uint64_t taken; /**< how they stood when they were last said to have changed */
    uint64_t seen;  /**< at the last look */
    int64_t since;  /**< when they began to stand so [ns] */
} rnd_watch;

/** Begin, without files; end. */
void rnd_watch_begin(rnd_watch *files);
void rnd_watch_end(rnd_watch *files);

/** What changes whenever a file is written; 0: it is not there. */
uint64_t rnd_file_stamp(const char *path);

/** Watch a file too, if there is room. @param path  NULL: none */
void rnd_watch_add(rnd_watch *files, const char *path);

/** Whether the files, or the choice of them, have changed since it last returned true. Editors write in
 * parts, or remove a file and put another in its place: a file that has been closed, or put in its place, is
 * complete. Where the kernel does not report that, on a network file system for example, the files must not
 * change for a moment, and longer if one is empty or missing.
 *  @param now  time [ns], of a clock that never goes back */
bool rnd_watch_changed(rnd_watch *files, int64_t now);

#endif
