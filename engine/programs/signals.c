/* headland signals: what a machine can tell about itself. */
#include "machine.h"
#include "options.h"
#include "program.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

/* Characters as a terminal counts them: a byte 10xxxxxx goes on with a character. */
static int width(const char *text)
{
    int count = 0;
    for (; *text; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static int widest(const world_machine *machine, bool unit)
{
    int most = 0;
    for (int i = 0; i < world_signal_count(machine); i++) {
        const world_signal signal = world_signal_info(machine, i);
        const int one = width(unit ? signal.unit : signal.name);
        if (one > most) most = one;
    }
    return most;
}

static void print_table(const world_machine *machine)
{
    const int names = widest(machine, false), units = widest(machine, true);
    for (int i = 0; i < world_signal_count(machine); i++) {
        const world_signal signal = world_signal_info(machine, i);
        printf("%s%*s  %s%*s  %s\n", signal.name, names - width(signal.name), "", signal.unit,
               units - width(signal.unit), "", signal.meaning);
    }
}

static bool print_json(const world_machine *machine)
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
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (!text) return false;
    puts(text);
    cJSON_free(text);
    return true;
}

static int list(const char *path, bool json, hl_arena *arena)
{
    int status = PROGRAM_USAGE;
    machine_files files;
    if (!machine_read("signals", path, arena, &files, &status)) return status;
    const mb_step_options options = world_machine_options(files.machine, files.scenario);
    const world_machine *machine = machine_build(&files, &options, arena, &status);
    if (!machine) return status;
    if (json) return print_json(machine) ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
    print_table(machine);
    return PROGRAM_DONE;
}

int program_signals(int argc, char **argv)
{
    bool json = false;
    const option options[] = {{"json", OPTION_FLAG, &json, NULL, "print JSON"}, OPTION_END};
    command_line line = {.command = "signals",
                         .arguments = "MACHINE|SCENARIO",
                         .summary = "List the signals of a machine: name, unit, meaning.",
                         .options = options,
                         .fewest = 1,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    hl_arena arena = {0};
    status = list(line.words[0], json, &arena);
    hl_arena_free(&arena);
    return status;
}
