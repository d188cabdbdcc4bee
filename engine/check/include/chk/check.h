/* Checking authored files: they are read as the simulator reads them, and what they describe is built. */
#ifndef CHK_CHECK_H
#define CHK_CHECK_H

#include "drv/log.h"

enum { CHK_VERDICT = 1600 };

/** Checks files, one after the other; models of pictures are read once for all of them. */
typedef struct chk_checker chk_checker;

/** @param log     errors and warnings of the files
 *  @param strict  warnings are errors
 *  @return NULL: out of memory */
chk_checker *chk_new(const drv_log *log, bool strict);

void chk_free(chk_checker *checker);

/** Use the costs of this computer (drv/costs.h) for bounds of ticks.
 *  @param list  chk_bound has a line for each term
 *  @return drv_status, after messages unless it is DRV_DONE */
int chk_use_costs(chk_checker *checker, const char *path, bool list);

/** Check a file of any kind. A scenario is checked with the files that it names, a machine with all choices
 * of its variants.
 *  @param verdict  out: "path: ok (details)", with the number of warnings; empty if the file was refused
 *  @return drv_status, after messages unless it is done */
int chk_file(chk_checker *checker, const char *path, char verdict[CHK_VERDICT]);

/** The bound of a tick of the file checked last, as lines; empty: no machine or scenario, it was refused, or
 * there are no costs. */
const char *chk_bound(const chk_checker *checker);

/** Whether bounds were left out because there are no costs. */
bool chk_lacks_costs(const chk_checker *checker);

#endif
