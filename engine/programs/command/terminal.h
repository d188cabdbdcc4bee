/* What commands print and read on a terminal: messages, JSON, tables, a progress bar, answers, the request to
 * end. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "drv/results.h"

#include <cjson/cJSON.h>

/* ---- messages ---- */

/** Log of the libraries: standard error. Messages of a command begin with its name. */
extern const drv_log program_log;

/** Set the name of the command whose messages follow: "results show". */
void program_set_command(const char *name);

/** The name of the command, "run". */
const char *program_command(void);

/** Print a message of the command, printf-like. @return status: an exit status */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int program_end(int status, const char *format, ...);

/** A results store as libraries take it: plots are drawn by gnuplot, pages are made of templates in the
 * assets.
 * @param path  of the store */
drv_results program_store(train_store *store, const char *path);

/** Draw a gnuplot script in a folder: a drv_plotter. */
bool program_plot(const char *folder, const char *script, char *why, size_t why_size);

/** Print a document on standard output and delete it. @return exit status; a message if memory is exhausted
 */
int print_json(cJSON *document);

/* ---- tables ---- */

typedef struct text_table {
    hl_arena *arena;
    int columns, count, room;
    const char *const *heads; /**< a head that begins with '>' makes a column of numbers, aligned right */
    const char **cells;
} text_table;

/** @param heads  NULL: without a line of heads
 *  @return false: out of memory */
bool table_begin(text_table *table, hl_arena *arena, const char *const *heads, int columns, int rows);

/** Add the next cell, row by row. Control characters become question marks, so that no text of a file
 * controls the terminal. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void table_cell(text_table *table, const char *format, ...);

/** Add a number with so many decimals; "-" if it is not finite. */
void table_number(text_table *table, double value, int decimals);

/** Print the table on standard output. */
void table_print(const text_table *table);

/** Rows as JSON: an object for each, with the heads as keys. @return an array */
cJSON *table_json(const text_table *table);

/** A text without control characters, in the arena; empty when memory is exhausted. */
const char *plain_text(hl_arena *arena, const char *text);

/* ---- ending early ---- */

/** From now on the first SIGINT, SIGTERM or SIGHUP is a request to end; a second one ends the program. */
void interrupt_begin(void);

/** Whether the request has come. */
bool interrupt_asked(void);

/* ---- progress: a bar on standard error, if that is a terminal ---- */

typedef struct progress {
    bool shown;
    long total;
    int permille; /**< last drawn */
} progress;

progress progress_begin(long total);

/** Draw when the share has changed; `label` may be NULL. */
void progress_show(progress *bar, long done, const char *label);

/** Progress of a library's computation, shown by a bar. It ends when the user asks for the end. The bar must
 * outlive it. */
drv_progress progress_of(progress *bar);

/** Remove the bar. */
void progress_end(progress *bar);

/* ---- answers ---- */

enum { CONSOLE_LINE = 256 };

typedef struct console {
    char text[CONSOLE_LINE]; /**< read, not yet taken */
    int length;
    bool ended; /**< nothing more comes */
} console;

typedef enum console_got {
    CONSOLE_LINE_READ,
    CONSOLE_EVENT, /**< the descriptor can be read */
    CONSOLE_TIME,  /**< the time is over */
    CONSOLE_END    /**< the input has ended, or the user has asked to end */
} console_got;

/** Wait for a line on standard input, for a descriptor, or for a time.
 *  @param descriptor    -1: none
 *  @param milliseconds  -1: no limit; with a limit no line is read
 *  @param line          out: without its end and the spaces around; NULL with a limit */
console_got console_wait(console *from, int descriptor, int milliseconds, char line[CONSOLE_LINE]);

#endif
