#include "help.h"

#include "options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* How a text is written: as plain lines, or with the macros of a manual page (groff_man). */
typedef struct help_writer {
    bool man;   /* macros; false: plain lines */
    bool whole; /* it is about the program: a manual page of its own, with sections */
} help_writer;

enum { COLUMNS = 80, ITEM = 2 }; /* of a terminal; where items begin */

/* ---- words ---- */

/* As roff wants it: a hyphen that can be pasted, a backslash that is one, no macro by chance. */
static void put_roff(const char *word, int length, bool first)
{
    if (first && (*word == '.' || *word == '\'')) fputs("\\&", stdout);
    for (int i = 0; i < length; i++) {
        if (word[i] == '-') putchar('\\');
        fputs(word[i] == '\\' ? "\\e" : (char[]){word[i], '\0'}, stdout);
    }
}

/* Words with spaces between, in lines of COLUMNS; ends the line.
 * @param at      column where the first word goes
 * @param indent  of the lines after it, on a terminal */
static void put_words(const help_writer *to, const char *text, int at, int indent)
{
    bool first = true;
    for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
        const int length = (int)strcspn(text, " \n");
        if (!first && at + 1 + length > COLUMNS) {
            at = to->man ? 0 : indent;
            printf("\n%*s", at, "");
            first = true;
        }
        if (!first) putchar(' ');
        at += length + !first;
        if (to->man)
            put_roff(text, length, first);
        else
            printf("%.*s", length, text);
        first = false;
        text += length;
    }
    putchar('\n');
}

/* ---- forms ---- */

static void begin_page(const char *usage, const char *summary)
{
    const help_writer man = {.man = true};
    puts(".\\\" Made by `headland --help=man`; change the help texts in engine/programs instead.\n"
         ".TH HEADLAND 1 \"\" \"headland " HEADLAND_VERSION "\" \"User Commands\"\n"
         ".SH NAME\n"
         "headland \\- simulator of tractors and excavators, for the training of operators\n"
         ".SH SYNOPSIS");
    printf(".B headland\n");
    put_words(&man, usage, 0, 0);
    puts(".SH DESCRIPTION");
    put_words(&man, summary, 0, 0);
}

static void write_begin(const help_writer *to, const char *command, const char *usage, const char *summary)
{
    if (to->man && to->whole) {
        begin_page(usage, summary);
        return;
    }
    printf(to->man ? ".SS headland %s\n.B headland %s\n" : "usage: headland %s%s", command,
           to->man    ? command
           : *command ? " "
                      : "");
    put_words(to, usage, 0, 0);
    puts(to->man ? ".P" : "");
    put_words(to, summary, 0, 0);
}

static void write_heading(const help_writer *to, const char *title)
{
    if (!to->man) {
        printf("\n%s:\n", title);
        return;
    }
    fputs(to->whole ? ".SH " : ".P\n.I ", stdout);
    for (const char *c = title; *c; c++) putchar(to->whole ? toupper((unsigned char)*c) : *c);
    puts(to->whole ? "" : ":");
}

static void man_item(const char *name, const char *argument)
{
    fputs(".TP\n\\fB", stdout);
    put_roff(name, (int)strlen(name), false);
    fputs("\\fR", stdout);
    if (argument) {
        fputs(" \\fI", stdout);
        put_roff(argument, (int)strlen(argument), false);
        fputs("\\fR", stdout);
    }
    putchar('\n');
}

static void plain_item(int column, const char *name, const char *argument)
{
    const int length = printf("%*s%s%s%s", ITEM, "", name, argument ? " " : "", argument ? argument : "");
    if (length + 2 > column)
        printf("\n%*s", column, "");
    else
        printf("%*s", column - length, "");
}

static void write_item(const help_writer *to, int column, const char *name, const char *argument,
                       const char *text)
{
    if (to->man)
        man_item(name, argument);
    else
        plain_item(column, name, argument);
    put_words(to, text, to->man ? 0 : column, column);
}

static void write_examples(const help_writer *to, const char *const *lines)
{
    if (to->man) puts(".EX");
    for (; *lines; lines++) {
        printf(to->man ? "headland " : "  headland ");
        if (to->man)
            put_roff(*lines, (int)strlen(*lines), false);
        else
            fputs(*lines, stdout);
        putchar('\n');
    }
    if (to->man) puts(".EE");
}

static void write_paragraph(const help_writer *to, const char *text)
{
    if (!to->man) printf("%*s", ITEM, "");
    put_words(to, text, ITEM, ITEM);
}

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
    write_heading(to, title);
    for (; entries->name; entries++) write_item(to, WIDE, entries->name, NULL, entries->text);
}

static void write_actions(const help_writer *to, const help_subject *subject)
{
    if (!subject->actions) return;
    write_heading(to, is_program(subject) ? "commands" : "actions");
    for (int i = 0; i < subject->action_count; i++)
        write_item(to, NARROW, subject->actions[i].name, NULL, subject->actions[i].summary);
}

static void write_options(const help_writer *to, const help_subject *subject)
{
    char name[64];
    write_heading(to, "options");
    for (const option *o = subject->options; o && o->name; o++) {
        snprintf(name, sizeof name, "--%s", o->name);
        write_item(to, WIDE, name, o->argument, o->help);
    }
    write_item(to, WIDE, "--help, -h", NULL,
               subject->actions ? "print this help; after one of the names above, print the help of that name"
                                : "this text");
    if (is_program(subject)) write_item(to, WIDE, "--version", NULL, "the version");
}

static void tell_examples(const help_writer *to, const help_text *text)
{
    if (!text->examples[0]) return;
    write_heading(to, "examples");
    write_examples(to, text->examples);
}

/* A part of the manual page tells only what is special to it. */
static void write_status(const help_writer *to, const help_subject *subject)
{
    const char *failed = subject->text->failed;
    const bool all = !to->man || to->whole;
    if (!all && !failed) return;
    write_heading(to, "exit status");
    if (all) write_item(to, DIGIT, "0", NULL, "done");
    if (failed) write_item(to, DIGIT, "1", NULL, failed);
    if (!all) return;
    write_item(to, DIGIT, "2", NULL, "wrong usage, or an error in a file");
    write_item(to, DIGIT, "3", NULL,
               "the environment lacks something, e.g. a folder to write into; the message names it");
}

static void write_page(const help_writer *to, const help_text *text)
{
    if (!text->page) return;
    write_heading(to, "see also");
    write_paragraph(to, text->page);
}

static void write_rest(const help_writer *to, const help_subject *subject)
{
    write_options(to, subject);
    tell_examples(to, subject->text);
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
    write_begin(&to, subject->command, subject->usage, subject->text->summary);
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
