#include "exercises.h"

#include "command/assets.h"
#include "command/complaints.h"
#include "machine.h"

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

/* The text of a complaint without the path that it begins with. */
static const char *reason_of(const char *path, const char *complaint)
{
    const size_t length = strlen(path);
    if (strncmp(complaint, path, length) != 0) return complaint;
    complaint += length;
    return complaint + strspn(complaint, ": ");
}

/* @param complaints  the first line counts; may be changed */
static void add_unreadable(const char *command, const char *path, char *complaints, hl_arena *arena,
                           exercises *found)
{
    const char *slash = strrchr(path, '/');
    complaints[strcspn(complaints, "\n")] = '\0';
    const char *why = *complaints ? reason_of(path, complaints) : hl_status_text(HL_OUT_OF_MEMORY);
    const char *name = slash ? slash + 1 : path, *kept = hl_arena_string(arena, why, strlen(why));
    char text[300];
    snprintf(text, sizeof text, "%.255s (cannot be read)", name);
    const char *title = hl_arena_string(arena, text, strlen(text));
    if (kept == NULL || title == NULL) return;
    fprintf(stderr, "headland %s: %s cannot be read: %s\n", command, path, kept);
    found->unreadable[found->unreadable_count++] = (unreadable){path, name, title, kept};
}

/* The scenario alone is kept: the other texts, which may be long, are read again when it is driven. */
static const auth_scenario *keep_scenario(const rt_text *text, hl_arena *arena)
{
    static hl_report report; /* too large for the stack */
    auth_scenario *scenario;
    const char *path = hl_arena_string(arena, text->path, strlen(text->path));
    hl_report_begin(&report, text->path);
    if (path == NULL ||
        auth_scenario_parse(text->text, text->length, path, arena, &scenario, &report) != HL_OK)
        return NULL;
    return scenario;
}

/* Whether a file says of itself that it is something else, as an operator's script. */
static bool is_other_kind(const char *path)
{
    static hl_report report;
    auth_file_kind kind;
    hl_report_begin(&report, path);
    return auth_file_kind_of(path, &kind, &report) == HL_OK && kind != AUTH_FILE_SCENARIO;
}

/* @return false: it cannot be read, which complaints_out has been told */
static bool read_exercise(const char *command, const char *path, hl_arena *arena, exercises *found)
{
    static machine_files files;
    int status;
    hl_arena whole = {0};
    if (arena->total > most_kept) {
        fprintf(complaints_out(), "the exercises before it take too much memory");
        return false;
    }
    const bool good = machine_read(command, path, &whole, &files, &status);
    if (good && files.scenario && auth_scenario_is_exercise(files.scenario)) {
        const auth_scenario *scenario = keep_scenario(&files.scenario_text, arena);
        if (scenario) found->list[found->count++] = (exercise){path, scenario};
    }
    hl_arena_free(&whole);
    return good;
}

static void add(const char *command, const char *path, hl_arena *arena, exercises *found)
{
    char *complaints = NULL;
    size_t size;
    const char *kept = hl_arena_string(arena, path, strlen(path));
    if (kept == NULL || is_other_kind(kept)) return;
    FILE *out = open_memstream(&complaints, &size);
    complaints_to(out);
    const bool good = read_exercise(command, kept, arena, found);
    complaints_to(NULL);
    if (out != NULL) (void)fclose(out);
    if (!good && complaints != NULL) add_unreadable(command, kept, complaints, arena, found);
    free(complaints);
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
        if (i < MOST_FILES) add(command, path, arena, found);
        free(entries[i]);
    }
    free(entries);
    if (count > MOST_FILES)
        fprintf(stderr, "headland %s: %s: only the first %d of %d files are used\n", command, folder,
                (int)MOST_FILES, count);
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
    *found =
        (exercises){.list = HL_NEW(arena, exercise, MOST), .unreadable = HL_NEW(arena, unreadable, MOST)};
    if (found->list == NULL || found->unreadable == NULL) return false;
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
