/* headland soil: experiments with soils, without a machine. */
#include "command/options.h"
#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/log.h"
#include "experiments.h"
#include "program.h"

#include "world/soil.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* ---- tests ---- */

typedef struct soil_test {
    const char *name;
    void (*run)(soil_study *study);
} soil_test;

static const soil_test tests[] = {{"repose", study_repose},     {"cutting", study_cutting},
                                  {"digging", study_digging},   {"sinkage", study_sinkage},
                                  {"traction", study_traction}, {"drop", study_drop},
                                  {"bank", study_bank}};
enum { TESTS = sizeof tests / sizeof *tests };

static bool known(const option_list *wanted)
{
    const char *names[TESTS];
    for (int i = 0; i < TESTS; i++) names[i] = tests[i].name;
    for (int k = 0; k < wanted->count; k++)
        if (drv_choose_word(&program_log, "test", wanted->texts[k], names, TESTS) < 0) return false;
    return true;
}

static bool is_wanted(const option_list *wanted, const char *name)
{
    if (wanted->count == 0) return true;
    for (int k = 0; k < wanted->count; k++)
        if (strcmp(wanted->texts[k], name) == 0) return true;
    return false;
}

/* ---- soils ---- */

/* dry-sand of .../dry-sand.yaml, as it may stand in a file's name. */
static const char *stem_of(const char *path, hl_arena *arena)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    char *stem = hl_arena_string(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
    for (char *c = stem; c && *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '-';
    return stem;
}

static int read_soil(const char *path, hl_arena *arena, soil_study *study)
{
    hl_report *report = HL_NEW(arena, hl_report, 1);
    auth_soil *soil;
    if (!report) return PROGRAM_ENVIRONMENT;
    hl_report_begin(report, path);
    const hl_status status = auth_soil_read(path, arena, &soil, report);
    *study = (soil_study){.path = path, .stem = stem_of(path, arena)};
    if (status == HL_OK && study->stem) {
        study->soil = world_soil_of(soil);
        return PROGRAM_DONE;
    }
    return drv_refuse(&program_log, path, status == HL_OK ? HL_OUT_OF_MEMORY : status, report);
}

static int is_soil(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

/* All soils of the assets, by name. @return their number, negative after a complaint */
static int find_soils(const char *asked, hl_arena *arena, const char ***paths)
{
    char assets[1024];
    struct dirent **entries;
    const bool found = drv_assets_find(asked, assets, sizeof assets);
    strncat(assets, "/soils", sizeof assets - strlen(assets) - 1);
    const int count = found ? scandir(assets, &entries, is_soil, alphasort) : -1;
    if (count < 0) {
        drv_say(&program_log,
                "no folder %s; give a soil file, or the assets with --assets DIR or "
                "HEADLAND_ASSETS",
                assets);
        return -1;
    }
    *paths = HL_NEW(arena, const char *, count);
    for (int i = 0; i < count; i++) {
        char path[1400];
        const int length = snprintf(path, sizeof path, "%s/%s", assets, entries[i]->d_name);
        if (*paths) (*paths)[i] = hl_arena_string(arena, path, (size_t)length);
        free(entries[i]);
    }
    free(entries);
    return *paths ? count : -1;
}

/* ---- the command ---- */

typedef struct soil_run {
    const char *const *paths;
    int count;
    option_list wanted;
    bool json;
    const char *plots;
} soil_run;

static int experiment(const soil_run *r, soil_study *studies, cJSON *soils, valid_results *plots)
{
    int status = PROGRAM_DONE;
    progress bar = progress_begin((long)r->count * TESTS);
    for (int i = 0; i < r->count; i++) {
        soil_study *study = &studies[i];
        cJSON *soil = cJSON_CreateObject();
        cJSON_AddStringToObject(soil, "soil", study->soil.name);
        cJSON_AddStringToObject(soil, "file", study->path);
        study->rows = cJSON_AddArrayToObject(soil, "results");
        study->plots = plots;
        cJSON_AddItemToArray(soils, soil);
        for (int t = 0; t < TESTS; t++) {
            progress_show(&bar, (long)i * TESTS + t, tests[t].name);
            if (is_wanted(&r->wanted, tests[t].name)) tests[t].run(study);
        }
        if (study->status != PROGRAM_DONE) status = study->status;
    }
    progress_end(&bar);
    return status;
}

static int draw(const valid_results *plots, const char *directory)
{
    char trouble[1400];
    if (!directory || valid_write_plots(plots, directory, trouble, sizeof trouble) == VALID_PLOT_OK)
        return PROGRAM_DONE;
    return program_end(PROGRAM_ENVIRONMENT, "%s", trouble);
}

/* The document is given up. */
static int print_results(const soil_run *r, cJSON *root, const cJSON *soils)
{
    if (r->json) return print_json(root);
    study_print(soils);
    cJSON_Delete(root);
    return PROGRAM_DONE;
}

static int run(const soil_run *r, hl_arena *arena)
{
    soil_study *studies = HL_NEW(arena, soil_study, r->count);
    int status = studies ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
    for (int i = 0; i < r->count && studies; i++) {
        const int read = read_soil(r->paths[i], arena, &studies[i]);
        if (read != PROGRAM_DONE) status = read;
    }
    if (status != PROGRAM_DONE) return status;
    valid_results *plots = valid_results_new("", r->plots != NULL);
    cJSON *root = cJSON_CreateObject(), *soils = cJSON_AddArrayToObject(root, "soils");
    status = experiment(r, studies, soils, plots);
    const int printed = print_results(r, root, soils), drawn = draw(plots, r->plots);
    valid_results_free(plots);
    if (status == PROGRAM_DONE) status = printed;
    return status == PROGRAM_DONE ? drawn : status;
}

static const help_text help = {
    .summary = "Run experiments with soils (heaps, cutting, digging, plates, wheels, drops, banks) and print "
               "each result beside the value from soil mechanics.",
    .arguments = {{"SOIL", "file of a soil (default: all soils of the assets)"}},
    .examples = {"soil assets/soils/dry-sand.yaml --test repose",
                 "soil assets/soils/loam.yaml --test cutting --test sinkage --json"},
    .failed = "an experiment failed",
    .page = "docs/soil.md"};

int program_soil(int argc, char **argv)
{
    soil_run r = {.count = 0};
    const char *assets = NULL;
    const option options[] = {
        {"test", OPTION_LIST, &r.wanted, "NAME",
         "run only this experiment: repose, cutting, digging, sinkage, traction, drop or bank; may be "
         "repeated (default: all)"},
        OPTION_JSON(&r.json),
        {"plot", OPTION_TEXT, &r.plots, "DIR", "write plots (PNG, SVG, and the gnuplot script) into DIR"},
        {"assets", OPTION_TEXT, &assets, "DIR",
         "folder that holds soils/ (default: $HEADLAND_ASSETS, or where headland is installed)"},
        OPTION_END};
    command_line line = {
        .command = "soil", .arguments = "[SOIL...]", .help = &help, .options = options, .files = "soils"};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!known(&r.wanted)) return PROGRAM_USAGE;
    hl_arena arena = {0};
    r.paths = (const char *const *)line.words;
    r.count = line.word_count;
    if (r.count == 0) {
        const char **found = NULL;
        r.count = find_soils(assets, &arena, &found);
        r.paths = found;
    }
    status = r.count < 0 ? PROGRAM_ENVIRONMENT : run(&r, &arena);
    hl_arena_free(&arena);
    return status;
}
