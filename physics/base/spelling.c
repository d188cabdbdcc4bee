#include "hl/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 63 }; /* longer words are not compared */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

hl_nearest hl_spelling_begin(const char *word)
{
    const size_t length = strlen(word);
    const int third = length > LONGEST ? 0 : (int)length / 3;
    return (hl_nearest){.word = word, .best = NULL, .distance = (third > 1 ? third : 1) + 1};
}

/* Edit distance in the sense of Damerau with adjacent exchanges counted as one (optimal string alignment),
 * row by row: rows i-2, i-1, i of the table, columns 0..length of b. */
static int edit_distance(const char *a, int m, const char *b, int n)
{
    int rows[3][LONGEST + 1];
    for (int j = 0; j <= n; j++) rows[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            const int change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(change, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

void hl_spelling_offer(hl_nearest *nearest, const char *candidate)
{
    const size_t m = strlen(nearest->word), n = strlen(candidate);
    if (m > LONGEST || n > LONGEST || abs((int)m - (int)n) >= nearest->distance) return;
    const int distance = edit_distance(nearest->word, (int)m, candidate, (int)n);
    if (distance >= nearest->distance) return;
    nearest->distance = distance;
    nearest->best = candidate;
}

const char *hl_did_you_mean(const char *best, char hint[HL_HINT_LENGTH])
{
    hint[0] = '\0';
    if (best != NULL) snprintf(hint, HL_HINT_LENGTH, "; did you mean '%.120s'?", best);
    return hint;
}
