/* The nearest known word to a misspelt one, for complaints. Private to the author room. */
#ifndef AUTHOR_SPELLING_H
#define AUTHOR_SPELLING_H

typedef struct auth_nearest {
    const char *word; /* as it was written */
    const char *best; /* nearest candidate offered so far; NULL while none is near enough */
    int distance;     /* its edit distance; candidates must be nearer */
} auth_nearest;

/** Begin with a word. A candidate is near when at most a third of the word (at least one character) differs.
 */
auth_nearest auth_nearest_begin(const char *word);

/** Offer a candidate; the first of several equally near ones wins. */
void auth_nearest_offer(auth_nearest *nearest, const char *candidate);

#endif
