#include "help_write.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

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

void help_begin(const help_writer *to, const char *command, const char *usage, const char *summary)
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

void help_heading(const help_writer *to, const char *title)
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

void help_item(const help_writer *to, int column, const char *name, const char *argument, const char *text)
{
    if (to->man)
        man_item(name, argument);
    else
        plain_item(column, name, argument);
    put_words(to, text, to->man ? 0 : column, column);
}

void help_examples(const help_writer *to, const char *const *lines)
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

void help_paragraph(const help_writer *to, const char *text)
{
    if (!to->man) printf("%*s", ITEM, "");
    put_words(to, text, ITEM, ITEM);
}
