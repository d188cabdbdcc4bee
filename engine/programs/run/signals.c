/* headland signals: what a machine can tell about itself. */
#include "command/options.h"
#include "command/terminal.h"
#include "drv/load.h"
#include "program.h"

#include <stdio.h>
#include <string.h>

static bool print_table(const world_machine *machine, hl_arena *arena)
{
    text_table table;
    if (!table_begin(&table, arena, NULL, 3, world_signal_count(machine))) return false;
    for (int i = 0; i < world_signal_count(machine); i++) {
        const world_signal signal = world_signal_info(machine, i);
        table_cell(&table, "%s", signal.name);
        table_cell(&table, "%s", signal.unit);
        table_cell(&table, "%s", signal.meaning);
    }
    table_print(&table);
    return true;
}

/* The chosen ones in brackets. */
static void print_variants(const auth_machine *author)
{
    if (author->variant_count > 0) puts("\nvariants, chosen with --set machine.VARIANT=CHOICE");
    for (int i = 0; i < author->variant_count; i++) {
        const auth_variant *variant = &author->variants[i];
        printf("%s:", variant->name);
        for (int k = 0; k < variant->choice_count; k++)
            printf(k == variant->chosen ? " [%s]" : " %s", variant->choices[k].name);
        printf("%s%s\n", *variant->meaning ? "  " : "", variant->meaning);
    }
}

static void add_item(cJSON *list, cJSON *item, const char *name, const char *meaning)
{
    cJSON_AddStringToObject(item, "name", name);
    cJSON_AddStringToObject(item, "meaning", meaning);
    cJSON_AddItemToArray(list, item);
}

static void add_variants(cJSON *root, const auth_machine *author)
{
    cJSON *list = cJSON_AddArrayToObject(root, "variants");
    for (int i = 0; i < author->variant_count; i++) {
        const auth_variant *variant = &author->variants[i];
        cJSON *item = cJSON_CreateObject();
        add_item(list, item, variant->name, variant->meaning);
        cJSON_AddStringToObject(item, "chosen", variant->choices[variant->chosen].name);
        cJSON *choices = cJSON_AddArrayToObject(item, "choices");
        for (int k = 0; k < variant->choice_count; k++)
            add_item(choices, cJSON_CreateObject(), variant->choices[k].name, variant->choices[k].meaning);
    }
}

static cJSON *make_json(const world_machine *machine, const auth_machine *author)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "machine", world_machine_name(machine));
    cJSON *list = cJSON_AddArrayToObject(root, "signals");
    for (int i = 0; i < world_signal_count(machine); i++) {
        const world_signal signal = world_signal_info(machine, i);
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", signal.name);
        cJSON_AddStringToObject(row, "unit", signal.unit);
        cJSON_AddStringToObject(row, "meaning", signal.meaning);
        cJSON_AddItemToArray(list, row);
    }
    add_variants(root, author);
    return root;
}

static int list(const char *path, const option_list *set, bool json, hl_arena *arena)
{
    int status = PROGRAM_USAGE;
    drv_files files;
    if (!drv_only_choices(&program_log, SETTINGS_OF(set))) return status;
    const world_machine *machine =
        drv_load_and_build(&program_log, path, SETTINGS_OF(set), arena, &files, &status);
    if (!machine) return status;
    if (json) return print_json(make_json(machine, files.machine));
    if (!print_table(machine, arena)) return PROGRAM_ENVIRONMENT;
    print_variants(files.machine);
    return PROGRAM_DONE;
}

static const help_text help = {
    .summary = "List the signals of a machine with unit and meaning, and its variants.",
    .arguments = {{"SCENARIO|MACHINE", "file of a scenario, an exercise or a machine"}},
    .examples = {"signals assets/machines/tractor.yaml",
                 "signals assets/machines/excavator.yaml --set machine.bucket=large --json"},
    .page = "docs/machine.md"};

int program_signals(int argc, char **argv)
{
    bool json = false;
    option_list set = {.count = 0};
    const option options[] = {OPTION_JSON(&json), OPTION_SET(&set), OPTION_END};
    command_line line = {.command = "signals",
                         .arguments = "SCENARIO|MACHINE",
                         .help = &help,
                         .options = options,
                         .files = "machines scenarios exercises"};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    hl_arena arena = {0};
    status = list(line.words[0], &set, json, &arena);
    hl_arena_free(&arena);
    return status;
}
