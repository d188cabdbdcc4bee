/* The exercises that can be driven: scenarios with tasks that come with headland, and the instructor's own.
 */
#ifndef DRV_EXERCISES_H
#define DRV_EXERCISES_H

#include "drv/load.h"

/** An exercise. */
typedef struct drv_exercise {
    const char *path;
    const auth_scenario *scenario;
} drv_exercise;

/** A file that is, or may be, an exercise and cannot be read. */
typedef struct drv_unreadable {
    const char *path, *name; /**< name: of the file */
    const char *title;       /**< "NAME (cannot be read)" */
    const char *why;
} drv_unreadable;

typedef struct drv_exercises {
    int count, unreadable_count;
    drv_exercise *list;         /**< by level, then by name of their files */
    drv_unreadable *unreadable; /**< in the order of the folders and names */
} drv_exercises;

/** Find those of the assets, of the user ($XDG_DATA_HOME/headland/exercises) and of a folder. Files that
 * cannot be read, or name others that cannot, are listed with the reason, which is logged as well;
 * files of another kind and scenarios without tasks are left out. Time and memory are bounded: at most 256
 * files of each folder are looked at, and exercises keep at most 256 MiB.
 *  @param assets  folder of the files that ship; NULL: there is none
 *  @param folder  NULL: no further folder
 *  @return false after a message: a folder that was asked for is not there, or memory is exhausted */
bool drv_exercises_find(const drv_log *log, const char *assets, const char *folder, hl_arena *arena,
                        drv_exercises *found);

#endif
