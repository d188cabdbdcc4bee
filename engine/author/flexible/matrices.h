/* Matrices and node tables of other programs. Private to the author room. */
#ifndef AUTHOR_MATRICES_H
#define AUTHOR_MATRICES_H

#include "flex/flex_def.h"
#include "hl/arena.h"
#include "hl/report.h"

#include <stdbool.h>

/** Read a file in Matrix Market format: `matrix coordinate real`, symmetric or general, square.
 *  @param name   of the file in complaints, as it was written
 *  @param place  of the complaints: where the file is named
 *  @return false after a complaint, or out of memory */
bool matrices_read(const char *path, const char *name, hl_place place, hl_arena *arena, hl_report *report,
                   flex_entries *entries);

/** Read a node table: lines of node number, x, y, z [m], and the row in the matrices, from 1, of each of the
 * six degrees of freedom; 0 or nothing: it has none. A line of words at the top is skipped.
 *  @return false after a complaint, or out of memory */
bool matrices_read_nodes(const char *path, const char *name, hl_place place, hl_arena *arena,
                         hl_report *report, flex_import *import);

#endif
