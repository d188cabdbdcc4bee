/* headland exercises: the exercises by course, and what a trainee has reached. */
#include "command/options.h"
#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/course.h"
#include "program.h"
#include "results/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct listing {
    const char *trainee, *folder; /**< NULL: not given */
    results kept;
    drv_exercises found;
    drv_reached *reached;
} listing;

static const auth_module *module_of(const drv_exercise *exercise)
{
    return exercise->course ? &exercise->course->modules[exercise->module] : NULL;
}

/* In words for a table. */
static const char *state_of(const drv_reached *r)
{
    if (r->passed) return "passed";
    if (r->locked) return "locked";
    return r->next ? "next" : "open";
}

/* ---- table ---- */

static void print_heading(const drv_exercise *exercise)
{
    const auth_module *module = module_of(exercise);
    if (module)
        printf("%s: %s\n", exercise->course->title, module->title);
    else
        printf("Other exercises\n");
}

/* Exercises of one module; a table of its own, so that its columns are as narrow as possible. */
static bool print_module(const listing *l, int first, int end, hl_arena *arena)
{
    static const char *const heads[] = {"exercise", "title", ">level", ">duration [min]",
                                        "state",    ">best", "medal"};
    text_table table;
    if (!table_begin(&table, arena, heads, l->trainee ? 7 : 4, end - first)) return false;
    for (int i = first; i < end; i++) {
        const drv_exercise *e = &l->found.list[i];
        const auth_module *module = module_of(e);
        const double duration = module ? module->lessons[e->lesson].duration : 0.0;
        table_cell(&table, "%s", e->scenario->name);
        table_cell(&table, "%s", e->scenario->training.title);
        table_cell(&table, "%d", e->scenario->training.level);
        table_number(&table, duration > 0.0 ? duration / 60.0 : (double)NAN, 0);
        if (!l->trainee) continue;
        table_cell(&table, "%s", state_of(&l->reached[i]));
        table_number(&table, l->reached[i].best, 1);
        table_cell(&table, "%s", drv_medal_word(l->reached[i].medal));
    }
    table_print(&table);
    return true;
}

static int print_table(listing *l)
{
    const drv_exercises *found = &l->found;
    for (int i = 0, end; i < found->count; i = end) {
        for (end = i + 1; end < found->count && drv_is_same_module(&found->list[i], &found->list[end]);)
            end++;
        if (found->course_count > 0) print_heading(&found->list[i]);
        if (!print_module(l, i, end, &l->kept.arena))
            return program_end(PROGRAM_ENVIRONMENT, "%s", hl_status_text(HL_OUT_OF_MEMORY));
        if (end < found->count) printf("\n");
    }
    return PROGRAM_DONE;
}

/* ---- JSON ---- */

static void add_course(cJSON *item, const drv_exercise *exercise)
{
    const auth_module *module = module_of(exercise);
    if (!module) return;
    cJSON_AddStringToObject(item, "course", exercise->course->name);
    cJSON_AddStringToObject(item, "module", module->name);
    if (module->lessons[exercise->lesson].duration > 0.0)
        cJSON_AddNumberToObject(item, "duration", module->lessons[exercise->lesson].duration);
}

static void add_reached(cJSON *item, const drv_reached *r)
{
    cJSON_AddBoolToObject(item, "passed", r->passed);
    cJSON_AddBoolToObject(item, "locked", r->locked != NULL);
    cJSON_AddBoolToObject(item, "next", r->next);
    if (!isnan(r->best)) cJSON_AddNumberToObject(item, "best", r->best);
    if (r->medal != DRV_NO_MEDAL) cJSON_AddStringToObject(item, "medal", drv_medal_word(r->medal));
}

static int print_as_json(const listing *l)
{
    cJSON *root = cJSON_CreateObject(), *array = cJSON_AddArrayToObject(root, "exercises");
    for (int i = 0; i < l->found.count; i++) {
        const drv_exercise *e = &l->found.list[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", e->scenario->name);
        cJSON_AddStringToObject(item, "title", e->scenario->training.title);
        cJSON_AddStringToObject(item, "file", e->path);
        cJSON_AddNumberToObject(item, "level", e->scenario->training.level);
        add_course(item, e);
        if (l->trainee) add_reached(item, &l->reached[i]);
        cJSON_AddItemToArray(array, item);
    }
    return print_json(root);
}

/* ---- command ---- */

static int read_reached(listing *l)
{
    const drv_texts *texts = drv_texts_list(&l->found, &l->kept.arena);
    l->reached = HL_NEW(&l->kept.arena, drv_reached, l->found.count + 1);
    if (!texts || !l->reached)
        return program_end(PROGRAM_ENVIRONMENT, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    const hl_status status = drv_reached_read(l->kept.kept.store, l->trainee, &l->found, texts, l->reached);
    return status == HL_OK ? PROGRAM_DONE : drv_results_fail(&l->kept.kept, status);
}

static int list_exercises(listing *l)
{
    char assets[TRAIN_PATH];
    int status = PROGRAM_DONE;
    const bool has_assets = drv_assets_find(NULL, assets, sizeof assets);
    if (!drv_exercises_find(&program_log, has_assets ? assets : NULL, l->folder, &l->kept.arena, &l->found))
        return PROGRAM_USAGE;
    if (l->trainee && l->kept.kept.store)
        status = drv_find_trainee(&l->kept.kept, &l->trainee, &l->kept.arena);
    if (status == PROGRAM_DONE && l->trainee) status = read_reached(l);
    if (status != PROGRAM_DONE) return status;
    return l->kept.json ? print_as_json(l) : print_table(l);
}

static const help_text help = {
    .summary =
        "List the exercises by course and module. With --trainee also what the trainee has reached: passed, "
        "locked or next, best score and medal.",
    .examples = {"exercises", "exercises --trainee Anna --json"},
    .page = "docs/course.md"};

int program_exercises(int argc, char **argv)
{
    listing l = {.trainee = NULL};
    const option options[] = {
        {"trainee", OPTION_TEXT, &l.trainee, "NAME", "name of a trainee with results"},
        {"exercises", OPTION_TEXT, &l.folder, "DIR", "folder of additional exercises and courses"},
        RESULTS_OPTIONS(&l.kept),
        OPTION_END};
    command_line line = {.command = "exercises", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (l.trainee && !results_open(&l.kept, false, &status)) return results_close(&l.kept, status);
    return results_close(&l.kept, list_exercises(&l));
}
