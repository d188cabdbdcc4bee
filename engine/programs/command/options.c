#include "options.h"

#include "drv/assets.h"
#include "program.h"
#include "terminal.h"

#include "auth/quantity.h"
#include "drv/log.h"
#include "hl/report.h"
#include "hl/status.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- help ---- */

/* Its help; HELP_NONE: its usage alone, below a complaint. */
static void tell_about(const command_line *line, help_style style)
{
    char usage[100];
    snprintf(usage, sizeof usage, "[OPTIONS]%s%s", *line->arguments ? " " : "", line->arguments);
    const help_subject subject = {
        .command = line->command, .usage = usage, .text = line->help, .options = line->options};
    if (style == HELP_NONE)
        help_usage(&subject);
    else
        help_print(&subject, style);
}

/* ---- values ---- */

/* Numbers and durations as in authored files. */
static bool read_from_zero(const char *text, auth_kind kind, double *value)
{
    char complaint[HL_MESSAGE_LENGTH]; /* the caller's own sentence names the option */
    double number;
    if (!auth_quantity_read(text, kind, &number, complaint, sizeof complaint) || number < 0.0) return false;
    *value = number;
    return true;
}

static bool read_positive(const char *text, auth_kind kind, double *value)
{
    double number;
    if (!read_from_zero(text, kind, &number) || number <= 0.0) return false;
    *value = number;
    return true;
}

static bool read_whole(const char *text, long least, int *value)
{
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (end == text || *end || errno || number < least || number > INT_MAX) return false;
    *value = (int)number;
    return true;
}

static const char *expected(option_kind kind)
{
    switch (kind) {
    case OPTION_COUNT:
        return "a whole number from 1";
    case OPTION_INDEX:
        return "a whole number from 0";
    case OPTION_NUMBER:
        return "a number above 0";
    case OPTION_SECONDS:
        return "a duration above 0, e.g. \"10\", \"1 ms\", \"2 min\"";
    case OPTION_TIME:
        return "a time from 0, e.g. \"10\", \"1 ms\", \"2 min\"";
    case OPTION_FLAG:
        return "no value";
    case OPTION_LIST:
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_OUTPUT:
        break;
    }
    return "a text";
}

static bool add_to_list(option_list *list, const char *text)
{
    if (list->count == OPTION_LIST_MOST || *text == '\0') return false;
    list->texts[list->count++] = text;
    return true;
}

static bool store(const option *o, const char *text)
{
    switch (o->kind) {
    case OPTION_COUNT:
        return read_whole(text, 1, o->value);
    case OPTION_INDEX:
        return read_whole(text, 0, o->value);
    case OPTION_NUMBER:
        return read_positive(text, AUTH_KIND_NUMBER, o->value);
    case OPTION_SECONDS:
        return read_positive(text, AUTH_KIND_TIME, o->value);
    case OPTION_TIME:
        return read_from_zero(text, AUTH_KIND_TIME, o->value);
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_OUTPUT:
        *(const char **)o->value = text;
        return *text != '\0';
    case OPTION_LIST:
        return add_to_list(o->value, text);
    case OPTION_FLAG:
        break;
    }
    return false;
}

/* ---- parsing ---- */

static const option *find(const option *options, const char *name, size_t length)
{
    for (const option *o = options; o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0) return o;
    return NULL;
}

static bool unknown_option(const command_line *line, const char *word)
{
    enum { MOST = 32 };
    const char *names[MOST] = {"help"};
    int count = 1;
    for (const option *o = line->options; o->name && count < MOST; o++) names[count++] = o->name;
    const char *name = word + strspn(word, "-");
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "="), name);
    fprintf(stderr,
            "headland %s: unknown option '%s'; the nearest is '--%s' (headland %s --help lists all)\n",
            line->command, word, drv_nearest(bare, names, count), line->command);
    return false;
}

/* One option, with its value, at argv[*at]. */
static bool take_option(const command_line *line, int argc, char **argv, int *at)
{
    const char *word = argv[*at], *name = word + 2;
    const size_t length = strcspn(name, "=");
    const option *o = strncmp(word, "--", 2) == 0 ? find(line->options, name, length) : NULL;
    if (!o) return unknown_option(line, word);

    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (o->kind == OPTION_FLAG && !value) {
        *(bool *)o->value = true;
        return true;
    }
    if (o->kind != OPTION_FLAG && !value && *at + 1 < argc && strncmp(argv[*at + 1], "--", 2) != 0)
        value = argv[++*at];
    if (!value) {
        fprintf(stderr, "headland %s: --%s needs %s; expected %s\n", line->command, o->name, o->argument,
                expected(o->kind));
        return false;
    }
    if (store(o, value)) return true;
    fprintf(stderr, "headland %s: --%s '%s' is not understood; expected %s\n", line->command, o->name, value,
            expected(o->kind));
    return false;
}

/* How many arguments a usage allows: those in brackets are optional, "..." means any number. */
static void count_arguments(const char *usage, int *fewest, int *most)
{
    bool optional = false;
    *fewest = *most = 0;
    for (const char *at = usage; *at; at += strspn(at, " ")) {
        optional = optional || *at == '[';
        *fewest += !optional;
        ++*most;
        at += strcspn(at, " ");
    }
    if (strstr(usage, "...")) *most = INT_MAX;
}

static bool right_number_of_words(const command_line *line)
{
    int fewest, most;
    count_arguments(line->arguments, &fewest, &most);
    if (line->word_count >= fewest && line->word_count <= most) return true;
    if (line->word_count < fewest)
        fprintf(stderr, "headland %s: expected %s\n", line->command, line->arguments);
    else
        fprintf(stderr, "headland %s: unexpected argument '%s'\n", line->command, line->words[most]);
    tell_about(line, HELP_NONE);
    return false;
}

/* Where the shipped files lie that an option's bare name may mean, and words that are no files. */
static const struct shipped {
    const char *option, *folders, *words[3]; /* words: ended by NULL */
} shipped[] = {{"bindings", "devices", {NULL}},
               {"hud", "hud", {"none"}},
               {"machine", "machines scenarios", {NULL}},
               {"motion", "rigs", {NULL}},
               {"operator", "operators", {"devices", "keyboard"}},
               {"rig", "rigs", {NULL}}};

static const struct shipped *shipped_of(const char *name)
{
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        if (strcmp(shipped[i].option, name) == 0) return &shipped[i];
    HL_ASSERT(false); /* a new option of files: say above where those lie */
    return NULL;
}

static bool is_word(const struct shipped *of, const char *text)
{
    for (int i = 0; of->words[i]; i++)
        if (strcmp(of->words[i], text) == 0) return true;
    return false;
}

static bool find_file_of(const option *o)
{
    const char **file = o->value;
    const struct shipped *of = shipped_of(o->name);
    if (!is_word(of, *file)) *file = drv_assets_file(&program_log, *file, of->folders, of->words);
    return *file != NULL;
}

/* Own files and shipped ones. Each that is nowhere is complained about. */
static bool find_files(const command_line *line)
{
    bool found = true;
    for (const option *o = line->options; o->name; o++)
        if (o->kind == OPTION_FILE && *(const char **)o->value && !find_file_of(o)) found = false;
    for (int i = 0; line->files && i < line->word_count; i++)
        if (!(line->words[i] = (char *)drv_assets_file(&program_log, line->words[i], line->files, NULL)))
            found = false;
    return found;
}

/* ---- outputs ---- */

/* @return NULL: it has none */
static const char *text_of(const option *o)
{
    const bool has = o->kind == OPTION_TEXT || o->kind == OPTION_FILE || o->kind == OPTION_OUTPUT;
    return has ? *(const char *const *)o->value : NULL;
}

static bool is_taken(const command_line *line, const option *output, const char *by)
{
    fprintf(stderr, "headland %s: --%s %s: %s names the same file; give another one\n", line->command,
            output->name, text_of(output), by);
    return false;
}

/* Whether an output is none of the files that other options and arguments name, nor will be. */
static bool is_free(const command_line *line, const option *output)
{
    const char *path = text_of(output);
    for (const option *o = line->options; path && o->name; o++) {
        const char *other = o != output ? text_of(o) : NULL;
        const bool both_written = other && o->kind == OPTION_OUTPUT && strcmp(path, other) == 0;
        char by[64];
        snprintf(by, sizeof by, "--%s", o->name);
        if (both_written || (other && drv_is_same_file(path, other))) return is_taken(line, output, by);
    }
    for (int i = 0; path && i < line->word_count; i++)
        if (drv_is_same_file(path, line->words[i])) return is_taken(line, output, line->arguments);
    return true;
}

static bool outputs_are_free(const command_line *line)
{
    for (const option *o = line->options; o->name; o++)
        if (o->kind == OPTION_OUTPUT && !is_free(line, o)) return false;
    return true;
}

/* ---- the line ---- */

static help_style asked(int argc, char **argv)
{
    help_style style = HELP_NONE;
    for (int i = 1; i < argc && style == HELP_NONE && strcmp(argv[i], "--") != 0; i++)
        style = help_asked(argv[i]);
    return style;
}

bool options_parse(command_line *line, int argc, char **argv, int *status)
{
    *status = PROGRAM_DONE;
    program_set_command(line->command);
    if (!line->arguments) line->arguments = "";
    line->words = argv + 1; /* arguments are moved together over what was read already */
    line->word_count = 0;
    const help_style style = asked(argc, argv);
    if (style != HELP_NONE) {
        tell_about(line, style);
        return false;
    }
    *status = PROGRAM_USAGE;
    bool options_ended = false;
    for (int i = 1; i < argc; i++) {
        if (!options_ended && strcmp(argv[i], "--") == 0)
            options_ended = true;
        else if (options_ended || argv[i][0] != '-' || argv[i][1] == '\0')
            line->words[line->word_count++] = argv[i];
        else if (!take_option(line, argc, argv, &i))
            return false;
    }
    return right_number_of_words(line) && find_files(line) && outputs_are_free(line);
}

/* ==== commands by name ==== */

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

static const action *find_action(const action_group *group, const char *word)
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
    const action *chosen = find_action(group, word);
    return chosen ? chosen->run(argc - 1, argv + 1) : refuse_name(group, word);
}
