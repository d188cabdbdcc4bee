/* Words of short lists: the nearest spelling, and the choice of one. */
#ifndef DRV_WORDS_H
#define DRV_WORDS_H

#include "drv/log.h"

/** The one of `count` names with the fewest insertions, deletions and exchanges from `name`, however far it
 * is; NULL for an empty list. Complaints about files use hl/spelling.h, which names only near words. */
const char *drv_nearest(const char *name, const char *const *names, int count);

/** Look up a word of a list that is short enough to be printed.
 *  @param what  what the words are: "speed"
 *  @return its index; -1 after a message that names the nearest, and all of them */
int drv_choose_word(const drv_log *log, const char *what, const char *word, const char *const *words,
                    int count);

#endif
