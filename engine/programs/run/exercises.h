/* The exercises that can be driven: scenarios with tasks that come with headland, and the instructor's own.
 */
#ifndef EXERCISES_H
#define EXERCISES_H

#include "auth/scenario.h"

/** An exercise. */
typedef struct exercise {
    const char *path;
    const auth_scenario *scenario;
} exercise;

/** A file that is, or may be, an exercise and cannot be read. */
typedef struct unreadable {
    const char *path, *name; /**< name: of the file */
    const char *title;       /**< "NAME (cannot be read)" */
    const char *why;
} unreadable;

typedef struct exercises {
    int count, unreadable_count;
    exercise *list;         /**< by level, then by name of their files */
    unreadable *unreadable; /**< in the order of the folders and names */
} exercises;

/** Find those of the assets, of the user ($XDG_DATA_HOME/headland/exercises) and of a folder. Files that
 * cannot be read, or name others that cannot, are listed with the reason, which goes to stderr as well;
 * files of another kind and scenarios without tasks are left out. Time and memory are bounded: at most 256
 * files of each folder are looked at, and exercises keep at most 256 MiB.
 *  @param folder  NULL: no further folder
 *  @return false after a message: a folder that was asked for is not there, or memory is exhausted */
bool exercises_find(const char *command, const char *folder, hl_arena *arena, exercises *found);

#endif
