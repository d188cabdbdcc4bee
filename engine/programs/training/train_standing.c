#include "train_standing.h"

#include <stdio.h>
#include <string.h>

/* A refused score is not known to have been driven. */
static bool is_score(const train_attempt *a)
{
    return a->outcome.result == TRAIN_FINISHED && a->proof != TRAIN_REFUSED;
}

void train_standing(const train_attempt *list, int count, const char *hash, int most, char *text, size_t size)
{
    double best = -1.0;
    int counted = 0;
    for (int i = 0; i < count; i++) {
        const train_attempt *a = &list[i];
        if (strcmp(a->exercise.hash, hash) != 0 || a->exercise.reference || a->voiding.voided) continue;
        counted += !a->exercise.practice;
        if (is_score(a) && a->outcome.score > best) best = a->outcome.score;
    }
    size_t length = 0;
    *text = '\0';
    if (best >= 0.0) length = (size_t)snprintf(text, size, "best %.1f", best);
    if (length > 0 && most + counted > 0) length += (size_t)snprintf(text + length, size - length, "; ");
    if (most > counted)
        snprintf(text + length, size - length, "%d of %d attempts left", most - counted, most);
    else if (most > 0)
        snprintf(text + length, size - length, "no attempts left: practice");
    else if (counted > 0)
        snprintf(text + length, size - length, "%d attempt%s", counted, counted > 1 ? "s" : "");
}
