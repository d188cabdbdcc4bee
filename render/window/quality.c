#include "quality.h"

#include <stdlib.h>
#include <string.h>

static const double span = 2.0;   /* of times that are looked at together [s] */
static const double settle = 0.5; /* after a change programs are made and textures loaded [s] */
static const double too_long = 1.3, ample = 0.5; /* shares of the budget */
static const double share = 0.9;                 /* of the times that must keep within them */

quality quality_begin(bool software, double budget)
{
    return (quality){
        .level = software ? RND_LOW : RND_HIGH, .ceiling = RND_HIGH, .budget = budget, .seconds = -settle};
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double percentile(quality *q)
{
    qsort(q->times, (size_t)q->count, sizeof *q->times, compare);
    const int at = (int)(share * q->count);
    return (double)q->times[at < q->count ? at : q->count - 1];
}

/* @return whether it is another level */
static bool take(quality *q, rnd_quality level)
{
    const bool changed = level != q->level;
    q->level = level;
    q->count = 0;
    q->seconds = changed ? -settle : 0.0;
    return changed;
}

bool quality_frame(quality *q, double busy, double interval)
{
    q->seconds += interval;
    if (q->seconds < 0.0) return false;
    if (q->count < QUALITY_TIMES) q->times[q->count++] = (float)busy;
    if (q->seconds < span) return false;
    const double time = percentile(q);
    rnd_quality level = q->level;
    if (time > too_long * q->budget && level > RND_LOW)
        q->ceiling = --level;
    else if (time < ample * q->budget && level < q->ceiling)
        level++;
    return take(q, level);
}

void quality_resized(quality *q)
{
    q->ceiling = RND_HIGH;
    q->count = 0;
    q->seconds = -settle;
}
