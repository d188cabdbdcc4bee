/* The forms of a help text: plain lines for a terminal, or the macros of a manual page (groff_man). */
#ifndef HELP_WRITE_H
#define HELP_WRITE_H

#include <stdbool.h>

typedef struct help_writer {
    bool man;   /**< macros; false: plain lines */
    bool whole; /**< it is about the program: a manual page of its own, with sections */
} help_writer;

/** Usage and summary. */
void help_begin(const help_writer *to, const char *command, const char *usage, const char *summary);

void help_heading(const help_writer *to, const char *title);

/** A name, with what may follow it (NULL: nothing), and its meaning.
 *  @param column  of a terminal, where the meaning begins */
void help_item(const help_writer *to, int column, const char *name, const char *argument, const char *text);

/** Commands to paste. @param lines  what follows `headland`, ended by NULL */
void help_examples(const help_writer *to, const char *const *lines);

void help_paragraph(const help_writer *to, const char *text);

#endif
