/* headland check: warnings of the file that is checked, and its verdict. A warning names what a file may say,
 * but hardly means: the file stays good, unless `--strict` makes warnings errors. */
#ifndef CHECK_VERDICT_H
#define CHECK_VERDICT_H

#include "hl/report.h"

#include <stdbool.h>

/** Begin a file: it has no warnings so far.
 *  @param strict  warnings are errors */
void check_begin(bool strict);

/** Print the warnings of a report (hl_report_begin_warnings) on stderr, in the order of their places, count
 * them, and empty the report. */
void check_warn(hl_report *warnings);

/** Count warnings that were printed otherwise. */
void check_count_warnings(int count);

/** Print the verdict on stdout: `path: ok (DETAILS)`, with the number of warnings; nothing when warnings are
 * errors and there are some.
 *  @param format  printf-like, of the details
 *  @return exit status */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int check_ok(const char *path, const char *format, ...);

#endif
