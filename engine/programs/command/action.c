#include "action.h"

#include "program_log.h"

#include "drv/log.h"
#include "program.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 32, NAME = 64 }; /* actions of a group */

static bool is_program(const action_group *group)
{
    return *group->command == '\0';
}

static help_subject subject_of(const action_group *group)
{
    return (help_subject){.command = group->command,
                          .usage = group->usage,
                          .text = group->help,
                          .actions = group->actions,
                          .action_count = group->count};
}

static const char *kind_of(const action_group *group)
{
    return is_program(group) ? "command" : "action";
}

/* "headland", "headland hud" */
static const char *called(const action_group *group, char name[NAME])
{
    snprintf(name, NAME, "headland%s%s", is_program(group) ? "" : " ", group->command);
    return name;
}

/* ---- refusals ---- */

static int refuse_nothing(const action_group *group)
{
    char name[NAME];
    const help_subject subject = subject_of(group);
    called(group, name);
    fprintf(stderr, "%s: expected %s %s (%s --help lists all)\n", name, is_program(group) ? "a" : "an",
            kind_of(group), name);
    help_usage(&subject);
    return PROGRAM_USAGE;
}

static int refuse(const action_group *group, const char *kind, const char *word, const char *const *known,
                  int count)
{
    char name[NAME];
    called(group, name);
    fprintf(stderr, "%s: unknown %s '%s'; the nearest is '%s' (%s --help lists all)\n", name, kind, word,
            drv_nearest(word, known, count), name);
    return PROGRAM_USAGE;
}

static int refuse_option(const action_group *group, const char *word)
{
    static const char *const names[] = {"--help", "--version"};
    return refuse(group, "option", word, names, is_program(group) ? 2 : 1);
}

static int refuse_name(const action_group *group, const char *word)
{
    const char *names[MOST];
    int count = 0;
    for (; count < group->count && count < MOST; count++) names[count] = group->actions[count].name;
    return refuse(group, kind_of(group), word, names, count);
}

/* ---- choosing ---- */

static const action *find(const action_group *group, const char *word)
{
    for (int i = 0; i < group->count; i++)
        if (strcmp(word, group->actions[i].name) == 0) return &group->actions[i];
    return NULL;
}

int action_run(const action_group *group, int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    const help_style help = word ? help_asked(word) : HELP_NONE;
    if (help != HELP_NONE) {
        const help_subject subject = subject_of(group);
        help_print(&subject, help);
        return PROGRAM_DONE;
    }
    if (group->otherwise && (!word || *word == '-')) return group->otherwise->run(argc, argv);
    if (!word) return refuse_nothing(group);
    if (*word == '-') return refuse_option(group, word);
    const action *chosen = find(group, word);
    return chosen ? chosen->run(argc - 1, argv + 1) : refuse_name(group, word);
}
