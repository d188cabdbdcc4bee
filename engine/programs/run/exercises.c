#include "exercises.h"

#include "command/assets.h"
#include "machine.h"

#include "train/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256, PATH = TRAIN_PATH };

/* ---- one file ---- */

static void add(const char *command, const char *path, hl_arena *arena, exercises *found)
{
    static machine_files files;
    int status;
    const char *kept = hl_arena_string(arena, path, strlen(path));
    if (kept == NULL || found->count == MOST) return;
    if (machine_read(command, kept, arena, &files, &status) && files.scenario &&
        auth_scenario_is_exercise(files.scenario))
        found->list[found->count++] = (exercise){kept, files.scenario};
}

/* ---- folders ---- */

static int is_file(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && ending != NULL && strcmp(ending, ".yaml") == 0;
}

/* The same order everywhere, whatever the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* @return false: there is no such folder */
static bool add_folder(const char *command, const char *folder, hl_arena *arena, exercises *found)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_file, by_name);
    for (int i = 0; i < count; i++) {
        char path[PATH + 300];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        add(command, path, arena, found);
        free(entries[i]);
    }
    free(entries);
    return count >= 0;
}

static int by_level(const void *a, const void *b)
{
    const exercise *one = a, *other = b;
    const int levels = one->scenario->training.level - other->scenario->training.level;
    return levels != 0 ? levels : strcmp(one->path, other->path);
}

bool exercises_find(const char *command, const char *folder, hl_arena *arena, exercises *found)
{
    static const char name[] = "exercises";
    char assets[PATH], own[PATH], path[PATH + sizeof name + 1];
    *found = (exercises){.list = HL_NEW(arena, exercise, MOST)};
    if (found->list == NULL) return false;
    if (assets_find(NULL, assets, sizeof assets)) {
        snprintf(path, sizeof path, "%s/%s", assets, name);
        (void)add_folder(command, path, arena, found);
    }
    if (train_store_default(own)) {
        snprintf(path, sizeof path, "%.*s/%s", (int)(strrchr(own, '/') - own), own, name);
        (void)add_folder(command, path, arena, found);
    }
    if (folder != NULL && !add_folder(command, folder, arena, found)) {
        fprintf(stderr, "headland %s: %s: %s; a folder of exercises is expected\n", command, folder,
                strerror(errno));
        return false;
    }
    qsort(found->list, (size_t)found->count, sizeof *found->list, by_level);
    return true;
}
