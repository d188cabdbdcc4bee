/* The files that a layout is made of, watched for being saved. */
#ifndef HUD_FILES_H
#define HUD_FILES_H

#include <stdbool.h>
#include <stdint.h>

enum { HUD_FILES_MOST = 64, HUD_FILE_LENGTH = 1024 };

/** Zero-initialise, then hud_files_begin. */
typedef struct hud_files {
    int notify;  /**< inotify's descriptor; -1: there is none, the files are looked at time and again */
    bool closed; /**< one of them was closed after writing, or put in its place, since the last answer */
    int count;
    char paths[HUD_FILES_MOST][HUD_FILE_LENGTH];
    uint64_t taken; /**< how they stood when they were last said to have changed */
    uint64_t seen;  /**< at the last look */
    int64_t since;  /**< when they began to stand so [ns] */
} hud_files;

/** Watch none yet. */
void hud_files_begin(hud_files *files);
void hud_files_end(hud_files *files);

/** What changes whenever a file is written; 0: it is not there. */
uint64_t hud_file_stamp(const char *path);

/** Watch a file too, if there is room. @param path  NULL: none */
void hud_files_add(hud_files *files, const char *path);

/** Whether they, or the choice of them, have changed since the last such answer. Editors write in parts, or
 * remove a file and put another in its place: a file that has been closed, or put in its place, is whole.
 * Where the kernel does not tell of that, on a network's file system for example, the answer waits until the
 * files have stood still for a moment, and longer where one is empty or missing.
 *  @param now  time [ns], of a clock that never goes back */
bool hud_files_changed(hud_files *files, int64_t now);

#endif
