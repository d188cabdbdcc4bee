#include "help.h"

#include "action.h"
#include "help_write.h"
#include "options.h"

#include <stdio.h>
#include <string.h>

/* Columns of a terminal where meanings begin: of options and files, of short names, of numbers. */
enum { WIDE = 26, NARROW = 16, DIGIT = 5 };

help_style help_asked(const char *word)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return HELP_TERMINAL;
    return strcmp(word, "--help=man") == 0 ? HELP_MAN : HELP_NONE;
}

static bool is_program(const help_subject *subject)
{
    return *subject->command == '\0';
}

/* ---- sections ---- */

static void write_entries(const help_writer *to, const char *title, const help_entry *entries)
{
    if (!entries->name) return;
    help_heading(to, title);
    for (; entries->name; entries++) help_item(to, WIDE, entries->name, NULL, entries->text);
}

static void write_actions(const help_writer *to, const help_subject *subject)
{
    if (!subject->actions) return;
    help_heading(to, is_program(subject) ? "commands" : "actions");
    for (int i = 0; i < subject->action_count; i++)
        help_item(to, NARROW, subject->actions[i].name, NULL, subject->actions[i].summary);
}

static void write_options(const help_writer *to, const help_subject *subject)
{
    char name[64];
    help_heading(to, "options");
    for (const option *o = subject->options; o && o->name; o++) {
        snprintf(name, sizeof name, "--%s", o->name);
        help_item(to, WIDE, name, o->argument, o->help);
    }
    help_item(to, WIDE, "--help, -h", NULL,
              subject->actions ? "print this help; after one of the names above, print the help of that name"
                               : "this text");
    if (is_program(subject)) help_item(to, WIDE, "--version", NULL, "the version");
}

static void write_examples(const help_writer *to, const help_text *text)
{
    if (!text->examples[0]) return;
    help_heading(to, "examples");
    help_examples(to, text->examples);
}

/* A part of the manual page tells only what is special to it. */
static void write_status(const help_writer *to, const help_subject *subject)
{
    const char *failed = subject->text->failed;
    const bool all = !to->man || to->whole;
    if (!all && !failed) return;
    help_heading(to, "exit status");
    if (all) help_item(to, DIGIT, "0", NULL, "done");
    if (failed) help_item(to, DIGIT, "1", NULL, failed);
    if (!all) return;
    help_item(to, DIGIT, "2", NULL, "wrong usage, or an error in a file");
    help_item(to, DIGIT, "3", NULL,
              "the environment lacks something, e.g. a folder to write into; the message names it");
}

static void write_page(const help_writer *to, const help_text *text)
{
    if (!text->page) return;
    help_heading(to, "see also");
    help_paragraph(to, text->page);
}

static void write_rest(const help_writer *to, const help_subject *subject)
{
    write_options(to, subject);
    write_examples(to, subject->text);
    write_status(to, subject);
    write_entries(to, "environment", subject->text->environment);
    write_entries(to, "files", subject->text->files);
    write_page(to, subject->text);
}

/* ---- the whole ---- */

/* Every action tells about itself. */
static void write_parts(const help_subject *subject)
{
    static char ask[] = "--help=man";
    for (int i = 0; i < subject->action_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s", subject->actions[i].name);
        (void)subject->actions[i].run(2, (char *[]){name, ask, NULL});
    }
}

void help_print(const help_subject *subject, help_style style)
{
    const help_writer to = {.man = style == HELP_MAN, .whole = is_program(subject)};
    help_begin(&to, subject->command, subject->usage, subject->text->summary);
    write_entries(&to, "arguments", subject->text->arguments);
    write_actions(&to, subject);
    if (to.man && to.whole) write_parts(subject);
    write_rest(&to, subject);
    if (to.man && !to.whole) write_parts(subject);
}

void help_usage(const help_subject *subject)
{
    fprintf(stderr, "usage: headland %s%s%s\n", subject->command, is_program(subject) ? "" : " ",
            subject->usage);
}
