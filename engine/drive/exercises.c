#include "drv/load.h"

#include "auth/file.h"
#include "train/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_FILES = 256, /* of a folder */
    FOLDERS = 3,
    MOST = FOLDERS * MOST_FILES,
    PATH = TRAIN_PATH
};

static const size_t most_kept = (size_t)256 << 20; /* [bytes] of all exercises */

/* ---- one file ---- */

/* The first complaint about a file. */
typedef struct first_complaint {
    char text[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
} first_complaint;

static void keep_first(void *context, drv_message kind, const char *text)
{
    first_complaint *first = context;
    (void)kind;
    if (!*first->text) snprintf(first->text, sizeof first->text, "%s", text);
}

/* The text of a complaint without the path that it begins with. */
static const char *reason_of(const char *path, const char *complaint)
{
    const size_t length = strlen(path);
    if (strncmp(complaint, path, length) != 0) return complaint;
    complaint += length;
    return complaint + strspn(complaint, ": ");
}

static void add_unreadable(const drv_log *log, const char *path, const char *complaint, hl_arena *arena,
                           drv_exercises *found)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *why = *complaint ? reason_of(path, complaint) : hl_status_text(HL_OUT_OF_MEMORY);
    const char *kept = hl_arena_string(arena, why, strlen(why));
    char text[300];
    snprintf(text, sizeof text, "%.255s (cannot be read)", name);
    const char *title = hl_arena_string(arena, text, strlen(text));
    if (!kept || !title) return;
    drv_say(log, "%s cannot be read: %s", path, kept);
    found->unreadable[found->unreadable_count++] = (drv_unreadable){path, name, title, kept};
}

/* The scenario alone is kept: the other texts, which may be long, are read again when it is driven. */
static const auth_scenario *keep_scenario(const rt_text *text, hl_arena *arena)
{
    hl_report report;
    auth_scenario *scenario;
    const char *path = hl_arena_string(arena, text->path, strlen(text->path));
    hl_report_begin(&report, text->path);
    if (!path || auth_scenario_parse(text->text, text->length, path, arena, &scenario, &report) != HL_OK)
        return NULL;
    return scenario;
}

/* Whether a file says of itself that it is something else, as an operator's script. */
static bool is_other_kind(const char *path)
{
    hl_report report;
    auth_file_kind kind;
    hl_report_begin(&report, path);
    return auth_file_kind_of(path, &kind, &report) == HL_OK && kind != AUTH_FILE_SCENARIO;
}

/* @return false: it cannot be read; the log has the reason */
static bool read_exercise(const drv_log *log, const char *path, hl_arena *arena, drv_exercises *found)
{
    drv_files files;
    int status;
    hl_arena whole = {0};
    if (arena->total > most_kept) return drv_say(log, "the exercises before it take too much memory");
    const bool good = drv_load(log, path, NULL, &whole, &files, &status);
    if (good && files.scenario && auth_scenario_is_exercise(files.scenario)) {
        const auth_scenario *scenario = keep_scenario(&files.scenario_text, arena);
        if (scenario) found->list[found->count++] = (drv_exercise){path, scenario};
    }
    hl_arena_free(&whole);
    return good;
}

static void add(const drv_log *log, const char *path, hl_arena *arena, drv_exercises *found)
{
    first_complaint first = {""};
    const drv_log collect = {keep_first, &first};
    const char *kept = hl_arena_string(arena, path, strlen(path));
    if (!kept || is_other_kind(kept)) return;
    if (!read_exercise(&collect, kept, arena, found)) add_unreadable(log, kept, first.text, arena, found);
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
static bool add_folder(const drv_log *log, const char *folder, hl_arena *arena, drv_exercises *found)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_file, by_name);
    for (int i = 0; i < count; i++) {
        char path[PATH + 300];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (i < MOST_FILES) add(log, path, arena, found);
        free(entries[i]);
    }
    free(entries);
    if (count > MOST_FILES)
        drv_say(log, "%s: only the first %d of %d files are used", folder, (int)MOST_FILES, count);
    return count >= 0;
}

static int by_level(const void *a, const void *b)
{
    const drv_exercise *one = a, *other = b;
    const int levels = one->scenario->training.level - other->scenario->training.level;
    return levels != 0 ? levels : strcmp(one->path, other->path);
}

bool drv_exercises_find(const drv_log *log, const char *assets, const char *folder, hl_arena *arena,
                        drv_exercises *found)
{
    static const char name[] = "exercises";
    char own[PATH], path[PATH + sizeof name + 1];
    *found = (drv_exercises){.list = HL_NEW(arena, drv_exercise, MOST),
                             .unreadable = HL_NEW(arena, drv_unreadable, MOST)};
    if (!found->list || !found->unreadable) return drv_say(log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (assets) {
        snprintf(path, sizeof path, "%s/%s", assets, name);
        (void)add_folder(log, path, arena, found);
    }
    if (train_store_default(own)) {
        snprintf(path, sizeof path, "%.*s/%s", (int)(strrchr(own, '/') - own), own, name);
        (void)add_folder(log, path, arena, found);
    }
    if (folder && !add_folder(log, folder, arena, found))
        return drv_say(log, "%s: %s; a folder of exercises is expected", folder, strerror(errno));
    qsort(found->list, (size_t)found->count, sizeof *found->list, by_level);
    return true;
}
