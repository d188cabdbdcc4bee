/* The nearest spelling, for messages about unknown names. */
#ifndef NEAREST_H
#define NEAREST_H

/** The one of `count` names with the fewest insertions, deletions and exchanges from `name`; NULL when there
 * are none. */
const char *nearest_name(const char *name, const char *const *names, int count);

/** Look up a word of a list that is short enough to be told.
 *  @param command  sub-command, for the message
 *  @param what     what the words are: "speed"
 *  @return its index; -1 after a message that names the nearest, and all of them */
int nearest_choose(const char *command, const char *what, const char *word, const char *const *words,
                   int count);

#endif
