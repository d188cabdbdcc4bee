/* What axes and buttons can drive: standard commands, levers of patterns, other controls of the machine,
 * actions of the program. */
#include "calibrate.h"
#include "command/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COMMANDS = 256 };

typedef struct command_list {
    int count;
    const char *names[MOST_COMMANDS];
} command_list;

static void add(command_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0) return;
    if (list->count < MOST_COMMANDS) list->names[list->count++] = name;
}

/* A file that names its machine may bind all of that machine's controls but those of faults, and no others.
 */
static void list_commands(const calibration *c, bool actions, command_list *list)
{
    static const char *const names[] = {
#define X(id, name, meaning) name,
        IO_ACTION_LIST(X)
#undef X
    };
    const auth_machine *machine = c->setup->machine.machine;
    list->count = 0;
    for (int i = 0; c->own && i < machine->control_count; i++)
        if (machine->controls[i].fault < 0) add(list, machine->controls[i].name);
    for (const char *const *name = io_standard_commands(); !c->own && *name; name++) add(list, *name);
    for (int i = 0; i < AUTH_LEVERS; i++) add(list, auth_lever_word(i));
    for (int i = 0; actions && i < IO_ACTIONS; i++) add(list, names[i]);
}

const auth_control *calibrate_control(const calibration *c, const char *command)
{
    const auth_machine *machine = c->setup->machine.machine;
    for (int i = 0; i < machine->control_count; i++)
        if (strcmp(machine->controls[i].name, command) == 0) return &machine->controls[i];
    return NULL;
}

static void print_list(const calibration *c, const command_list *list)
{
    for (int i = 0; i < list->count; i++) {
        const auth_control *control = calibrate_control(c, list->names[i]);
        printf("  %3d  %-18s%s%s\n", i + 1, list->names[i], control ? "  " : "",
               control ? control->meaning : "");
    }
}

/* By number or by name. NULL: neither. */
static const char *find(const command_list *list, const char *text)
{
    char *end;
    const long number = strtol(text, &end, 10);
    if (end != text && *end == '\0')
        return number >= 1 && number <= list->count ? list->names[number - 1] : NULL;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->names[i], text) == 0) return list->names[i];
    return NULL;
}

calibrate_answer calibrate_choose(calibration *c, const char *now, bool actions, const char **command)
{
    command_list list;
    char line[CONSOLE_LINE];
    list_commands(c, actions, &list);
    for (;;) {
        printf("  Enter: %s, as now; or type a name, a number, ? for the list, - for nothing.\n",
               *now ? now : "nothing");
        const calibrate_answer answer = calibrate_ask(c, false, line);
        if (answer != CALIBRATE_NEXT) return answer;
        if (*line == '\0') return CALIBRATE_NEXT;
        *command = NULL;
        if (strcmp(line, "-") == 0) return CALIBRATE_NEXT;
        if (strcmp(line, "?") == 0) {
            print_list(c, &list);
            continue;
        }
        *command = find(&list, line);
        if (*command) return CALIBRATE_NEXT;
        printf("  There is no command '%s'; the nearest is '%s'.\n", line,
               nearest_name(line, list.names, list.count));
    }
}
