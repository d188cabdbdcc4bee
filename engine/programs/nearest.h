/* The nearest spelling, for messages about unknown names. */
#ifndef NEAREST_H
#define NEAREST_H

/** The one of `count` names with the fewest insertions, deletions and exchanges from `name`; NULL when there
 * are none. */
const char *nearest_name(const char *name, const char *const *names, int count);

#endif
