/* Levenshtein distance, row by row. */
#include "drv/log.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 64 }; /* longer names are compared by their beginnings */

static int min3(int a, int b, int c)
{
    const int least = a < b ? a : b;
    return least < c ? least : c;
}

static int bounded_length(const char *text)
{
    return (int)strnlen(text, LONGEST);
}

static int distance(const char *a, const char *b)
{
    const int rows = bounded_length(a), columns = bounded_length(b);
    int cost[LONGEST + 1];
    for (int j = 0; j <= columns; j++) cost[j] = j;
    for (int i = 1; i <= rows; i++) {
        int diagonal = cost[0];
        cost[0] = i;
        for (int j = 1; j <= columns; j++) {
            const int above = cost[j];
            cost[j] = min3(above + 1, cost[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return cost[columns];
}

const char *drv_nearest(const char *name, const char *const *names, int count)
{
    const char *nearest = NULL;
    int least = INT_MAX;
    for (int i = 0; i < count; i++) {
        const int d = distance(name, names[i]);
        if (d < least) {
            least = d;
            nearest = names[i];
        }
    }
    return nearest;
}

int drv_choose_word(const drv_log *log, const char *what, const char *word, const char *const *words,
                    int count)
{
    enum { LIST = 2000 };
    char list[LIST] = "";
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(word, words[i]) == 0) return i;
        if (length < sizeof list)
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                       i == 0          ? " "
                                       : i + 1 < count ? ", "
                                                       : " or ",
                                       words[i]);
    }
    const char *nearest = drv_nearest(word, words, count);
    (void)drv_say(log, "unknown %s '%s'; the nearest is '%s'; expected%s", what, word,
                  nearest ? nearest : "none", list);
    return -1;
}
