/* The exercises that can be driven, and hashes by which results are compared: of texts, recordings, the
 * program. */
#include "drv/course.h"
#include "drv/load.h"

#include "auth/file.h"
#include "file/read.h"
#include "hl/hash.h"
#include "train/store.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_FILES = 256, /* of a folder */
    FOLDERS = 5,
    MOST = FOLDERS * MOST_FILES,
    PATH = TRAIN_PATH
};

static const size_t most_kept = (size_t)256 << 20; /* [bytes] of all exercises */

/* ---- one file ---- */

/* Collects the first message about a file. */
typedef struct first_complaint {
    char text[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
} first_complaint;

static void keep_first(void *context, drv_message kind, const char *text)
{
    first_complaint *first = context;
    (void)kind;
    if (!*first->text) snprintf(first->text, sizeof first->text, "%s", text);
}

/* The text of a message without its path. */
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

/* Only the scenario is kept; the other texts may be long and are read again for the drive. */
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

/* A file whose kind cannot be read is taken as an exercise: it is listed as unreadable. */
static auth_file_kind kind_of(const char *path)
{
    hl_report report;
    auth_file_kind kind;
    hl_report_begin(&report, path);
    return auth_file_kind_of(path, &kind, &report) == HL_OK ? kind : AUTH_FILE_SCENARIO;
}

/* @return false: it cannot be read, and the log has the reason */
static bool read_exercise(const drv_log *log, const char *path, hl_arena *arena, drv_exercises *found)
{
    drv_files files;
    int status;
    hl_arena whole = {0};
    if (arena->total > most_kept) return drv_say(log, "the exercises read before it need too much memory");
    const bool good = drv_load(log, path, NULL, &whole, &files, &status);
    if (good && files.scenario && auth_scenario_is_exercise(files.scenario)) {
        const auth_scenario *scenario = keep_scenario(&files.scenario_text, arena);
        if (scenario) found->list[found->count++] = (drv_exercise){.path = path, .scenario = scenario};
    }
    hl_arena_free(&whole);
    return good;
}

static void add_file(const drv_log *log, const char *path, hl_arena *arena, drv_exercises *found)
{
    first_complaint first = {""};
    const drv_log collect = {keep_first, &first};
    const char *kept = hl_arena_string(arena, path, strlen(path));
    if (!kept) return;
    const auth_file_kind kind = kind_of(kept);
    if (kind == AUTH_FILE_COURSE) drv_course_add(log, kept, arena, found);
    if (kind != AUTH_FILE_SCENARIO) return;
    if (!read_exercise(&collect, kept, arena, found)) add_unreadable(log, kept, first.text, arena, found);
}

/* ---- folders ---- */

static int is_file(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && ending != NULL && strcmp(ending, ".yaml") == 0;
}

/* The same order in all locales. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* @return false: no such folder */
static bool add_folder(const drv_log *log, const char *folder, hl_arena *arena, drv_exercises *found)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_file, by_name);
    for (int i = 0; i < count; i++) {
        char path[PATH + 300];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (i < MOST_FILES) add_file(log, path, arena, found);
        free(entries[i]);
    }
    free(entries);
    if (count > MOST_FILES)
        drv_say(log, "%s: only the first %d of %d files are used", folder, (int)MOST_FILES, count);
    return count >= 0;
}

/* Exercises of courses are first. */
static int by_place(const void *a, const void *b)
{
    const drv_exercise *one = a, *other = b;
    const int levels = one->scenario->training.level - other->scenario->training.level;
    if (one->place != other->place)
        return one->place == 0 ? 1 : other->place == 0 ? -1 : one->place - other->place;
    return levels != 0 ? levels : strcmp(one->path, other->path);
}

/* The folders `exercises` and `courses` in a folder; both may be missing. */
static void add_folders(const drv_log *log, const char *folder, hl_arena *arena, drv_exercises *found)
{
    static const char *const names[] = {"exercises", "courses"};
    char path[PATH + 16];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)add_folder(log, path, arena, found);
    }
}

bool drv_exercises_find(const drv_log *log, const char *assets, const char *folder, hl_arena *arena,
                        drv_exercises *found)
{
    char own[PATH];
    *found = (drv_exercises){.list = HL_NEW(arena, drv_exercise, MOST),
                             .unreadable = HL_NEW(arena, drv_unreadable, MOST),
                             .courses = HL_NEW(arena, const auth_course *, MOST)};
    if (!found->list || !found->unreadable || !found->courses)
        return drv_say(log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (assets) add_folders(log, assets, arena, found);
    if (train_store_default(own)) {
        *strrchr(own, '/') = '\0';
        add_folders(log, own, arena, found);
    }
    if (folder && !add_folder(log, folder, arena, found))
        return drv_say(log, "%s: %s: give a folder of exercises", folder, strerror(errno));
    drv_courses_join(log, found);
    qsort(found->list, (size_t)found->count, sizeof *found->list, by_place);
    return true;
}

/* ---- hashes ---- */

/* Include the length: the hash of the bytes alone ignores trailing zeros and ends of texts. */
static uint64_t begin_hash(uint64_t hash, uint64_t length)
{
    return hl_hash(hash, &length, sizeof length);
}

static uint64_t add_bytes(uint64_t hash, const char *bytes, size_t count)
{
    return hl_hash(begin_hash(hash, count), bytes, count);
}

static void write_digits(uint64_t hash, char digits[DRV_HASH])
{
    snprintf(digits, DRV_HASH, "%016" PRIx64, hash);
}

/* ---- inputs and program of a result ---- */

static void add_input(drv_inputs *inputs, const char *path, const rt_text *text)
{
    drv_input *file = &inputs->files[inputs->count++];
    file->path = path;
    write_digits(add_bytes(HL_HASH_START, text->text, text->length), file->hash);
}

bool drv_inputs_of(const drv_files *files, const char *script, drv_inputs *inputs, char *why)
{
    *inputs = (drv_inputs){0};
    if (files->scenario) add_input(inputs, files->scenario_text.path, &files->scenario_text);
    add_input(inputs, files->machine_text.path, &files->machine_text);
    for (int i = 0; i < files->named_count; i++)
        add_input(inputs, files->named_texts[i].path, &files->named_texts[i]);
    if (!script) return true;
    hl_arena arena = {0};
    rt_text text;
    const bool read = rt_text_read(script, &arena, &text, why) == HL_OK;
    if (read) add_input(inputs, script, &text);
    hl_arena_free(&arena);
    return read;
}

void drv_program_name(char text[DRV_PROGRAM])
{
    char hash[DRV_HASH] = "unknown";
    hl_arena arena = {0};
    file_bytes program;
    if (file_read("/proc/self/exe", FILE_PROGRAM, &arena, &program, NULL) == HL_OK)
        write_digits(add_bytes(HL_HASH_START, program.data, program.length), hash);
    snprintf(text, DRV_PROGRAM, HEADLAND_VERSION " %s", hash);
    hl_arena_free(&arena);
}

/* ---- texts of an exercise ---- */

void drv_texts_hash(const rt_text *scenario, const rt_text *machine, const rt_text *named, int count,
                    char hash[DRV_HASH])
{
    uint64_t all = add_bytes(HL_HASH_START, scenario->text, scenario->length);
    all = add_bytes(all, machine->text, machine->length);
    for (int i = 0; i < count; i++) all = add_bytes(all, named[i].text, named[i].length);
    write_digits(all, hash);
}

void drv_exercise_hash(const char *path, const auth_scenario *scenario, char hash[DRV_HASH])
{
    hl_arena arena = {0};
    rt_text own, machine, named[DRV_MOST_NAMED];
    char why[RT_WHY_LENGTH];
    int count = 0;
    bool good = rt_text_read(path, &arena, &own, why) == HL_OK &&
                rt_text_read(scenario->machine, &arena, &machine, why) == HL_OK;
    for (int i = 0; good && i < scenario->sand.soil_count; i++)
        good = rt_text_read(scenario->sand.soils[i].path, &arena, &named[count++], why) == HL_OK;
    if (good && scenario->ground.kind == AUTH_GROUND_MESH)
        good = rt_mesh_read(scenario->ground.file, &arena, &named[count++], why) == HL_OK;
    for (int i = 0; good && i < scenario->object_type_count; i++)
        good = rt_text_read(scenario->object_types[i].path, &arena, &named[count++], why) == HL_OK;
    for (int i = 0; good && i < auth_scenario_others(scenario); i++)
        good = rt_text_read(auth_scenario_other(scenario, i)->machine, &arena, &named[count++], why) == HL_OK;
    for (int i = 0; good && i < scenario->implement_count; i++)
        good = rt_text_read(scenario->implements[i].file, &arena, &named[count++], why) == HL_OK;
    *hash = '\0';
    if (good) drv_texts_hash(&own, &machine, named, count, hash);
    hl_arena_free(&arena);
}

/* ---- recordings ---- */

/* Pieces of whole words, so that their hash equals that of the whole file. */
static bool hash_stream(FILE *file, uint64_t *hash)
{
    enum { PIECE = 1 << 16 };
    unsigned char piece[PIECE];
    size_t size;
    do {
        size = fread(piece, 1, PIECE, file);
        *hash = hl_hash(*hash, piece, size);
    } while (size == PIECE);
    return !ferror(file);
}

bool drv_file_hash(const char *path, char hash[DRV_HASH], char *why)
{
    int64_t size;
    char reason[FILE_WHY];
    errno = 0;
    FILE *file = file_stream(path, FILE_RECORDING, &size, reason);
    uint64_t all = file ? begin_hash(HL_HASH_START, (uint64_t)size) : 0;
    const bool good = file && hash_stream(file, &all);
    if (!good)
        snprintf(why, TRAIN_WHY, "its file cannot be read: %s",
                 file ? strerror(errno ? errno : EIO) : reason);
    if (file) (void)fclose(file);
    if (good) write_digits(all, hash);
    return good;
}
