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

typedef struct exercises {
    int count;
    exercise *list; /**< by level, then by name of their files */
} exercises;

/** Find those of the assets, of the user ($XDG_DATA_HOME/headland/exercises) and of a folder. Files that
 * cannot be read, or name others that cannot, are told of on stderr and left out; so are scenarios without
 * tasks, silently.
 *  @param folder  NULL: no further folder
 *  @return false after a message: a folder that was asked for is not there, or memory is exhausted */
bool exercises_find(const char *command, const char *folder, hl_arena *arena, exercises *found);

#endif
