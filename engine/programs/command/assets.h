/* The files that ship with headland: machines, scenarios, exercises, layouts, models. */
#ifndef ASSETS_H
#define ASSETS_H

#include <stdbool.h>
#include <stddef.h>

/** The folder of the shipped files: `option` if given, else $HEADLAND_ASSETS, else assets/ beside the program
 * (a build folder), else ../share/headland of the program's folder (installed). Tests for the folder
 * mechanisms/ in it.
 *  @param option  NULL: nobody names a folder
 *  @return false when none is there; `path` then holds the last one tried */
bool assets_find(const char *option, char *path, size_t size);

/** The same for a sub-command that cannot go on without: false after a complaint on stderr. */
bool assets_need(const char *command, char *path, size_t size);

/** The authored file that somebody names on the command line: the name as it stands, if there is such a file
 * from here. Else a shipped one: a path is looked for in the folder of the shipped files, with or without
 * `assets/` in front; a bare name (neither '/' nor '.' in it) is that of a file NAME.yaml in one of the
 * folders.
 *  @param folders  e.g. "scenarios machines"; NULL: a bare name is no file's and is left to the caller
 *  @param words    what else may have been meant, ended by NULL; NULL: nothing
 *  @return the name itself or memory that stays to the end of the program; NULL after a complaint on stderr
 */
const char *assets_file(const char *command, const char *name, const char *folders, const char *const *words);

#endif
