/* The nearest known word to a misspelt one, for complaints. */
#ifndef HL_SPELLING_H
#define HL_SPELLING_H

typedef struct hl_nearest {
    const char *word; /* as it was written */
    const char *best; /* nearest candidate offered so far; NULL while none is near enough */
    int distance;     /* its edit distance; candidates must be nearer */
} hl_nearest;

/** Start with a word. A candidate is near if at most a third of the word (at least one character) differs.
 */
hl_nearest hl_spelling_begin(const char *word);

/** Offer a candidate; the first of several equally near ones wins. */
void hl_spelling_offer(hl_nearest *nearest, const char *candidate);

enum { HL_HINT_LENGTH = 160 };

/** The end of a complaint about an unknown word: "; did you mean 'BEST'?", "" for NULL; long words are cut.
 *  @param best  the nearest word
 *  @param hint  out
 *  @return hint */
const char *hl_did_you_mean(const char *best, char hint[HL_HINT_LENGTH]);

#endif
