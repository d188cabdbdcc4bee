#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

figures figures_begin(void)
{
    return (figures){.answer = -1.0};
}

/* Mean over about ten pictures: steady enough to be read, fast enough to follow. */
static void slide(double *mean, double value, bool first)
{
    static const double weight = 0.1;
    *mean += (first ? 1.0 : weight) * (value - *mean);
}

void figures_add(figures *f, const figures_frame *frame)
{
    const bool first = f->count == 0;
    f->intervals[f->next] = (float)frame->interval;
    f->next = (f->next + 1) % FIGURES_FRAMES;
    if (f->count < FIGURES_FRAMES) f->count++;
    slide(&f->mean.interval, frame->interval, first);
    slide(&f->mean.scene, frame->scene, first);
    slide(&f->mean.draw, frame->draw, first);
    slide(&f->mean.show, frame->show, first);
}

void figures_latency(figures *f, int64_t now, int64_t world, int64_t moved)
{
    slide(&f->age, 1e-9 * (double)(now - world), f->age == 0.0);
    if (f->waited == 0 && moved != f->answered) f->waited = moved;
    if (f->waited == 0 || world < f->waited) return;
    f->answer = 1e-9 * (double)(now - f->waited);
    f->answered = f->waited;
    f->waited = 0;
}

double figures_rate(const figures *f)
{
    double seconds = 0.0;
    int frames = 0;
    while (frames < f->count && seconds < 1.0) {
        frames++;
        seconds += (double)f->intervals[(f->next - frames + FIGURES_FRAMES) % FIGURES_FRAMES];
    }
    return seconds > 0.0 ? frames / seconds : 0.0;
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double figures_p99(const figures *f)
{
    float sorted[FIGURES_FRAMES];
    if (f->count == 0) return 0.0;
    memcpy(sorted, f->intervals, (size_t)f->count * sizeof *sorted); /* a ring that is not full begins at 0 */
    qsort(sorted, (size_t)f->count, sizeof *sorted, compare);
    return (double)sorted[(f->count - 1) * 99 / 100];
}

/* ---- the quality that follows ---- */

static const double span = 2.0; /* period of the decision [s] */
static const double settle =
    0.5; /* ignored time after a change, for compiling programs and loading textures [s] */
static const double too_long = 1.3, ample = 0.5; /* shares of the budget */
static const double share = 0.9;                 /* share of the times that must be within the budget */

quality quality_begin(bool software, double budget)
{
    return (quality){.level = software ? RND_LOW : RND_HIGH,
                     .ceiling = RND_HIGH,
                     .resolution = 1.0,
                     .least = 0.5,
                     .budget = budget,
                     .seconds = -settle};
}

static int quality_compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double percentile(quality *q)
{
    qsort(q->times, (size_t)q->count, sizeof *q->times, quality_compare);
    const int at = (int)(share * q->count);
    return (double)q->times[at < q->count ? at : q->count - 1];
}

/* @return whether the level has changed */
static bool take(quality *q, rnd_quality level)
{
    const bool changed = level != q->level;
    q->level = level;
    q->count = 0;
    q->seconds = changed ? -settle : 0.0;
    return changed;
}

double quality_least_resolution(int height)
{
    static const double rows = 240.0, least = 0.34, most = 0.5;
    return fmin(fmax(rows / height, least), most);
}

/* Lower the resolution as far as the budget requires if the time of a picture is proportional to its pixels,
 * but at most by a quarter, or raise it by a step: a new size needs new targets. Raised from `fast`, the time
 * stays below `slow`: a step is at most 27 % of the pixels. All of them need more: with them, shapes and
 * shadows become finer (rnd_backend). @return whether it has changed */
static bool correct_resolution(quality *q, double time)
{
    static const double steps = 16.0, most = 0.75;
    static const double fast = 0.75, fast_to_all = 0.6, aim = 0.9, slow = 1.1; /* shares of the budget */
    const double before = q->resolution, higher = before + 1.0 / steps;
    double next = before;
    if (time > slow * q->budget)
        next = floor(steps * before * fmax(sqrt(aim * q->budget / time), most)) / steps;
    else if (time < (higher < 1.0 ? fast : fast_to_all) * q->budget)
        next = higher;
    q->resolution = fmin(fmax(next, q->least), 1.0);
    return q->resolution != before;
}

bool quality_frame(quality *q, double busy, double interval)
{
    static const double resolution_span = 1.0; /* [s] */
    q->seconds += interval;
    if (q->seconds < 0.0) return false;
    if (q->count < QUALITY_TIMES) q->times[q->count++] = (float)busy;
    const bool lowest = q->level == RND_LOW;
    if (q->seconds < (lowest ? resolution_span : span)) return false;
    const double time = percentile(q);
    rnd_quality level = q->level;
    if (lowest && correct_resolution(q, time)) {
        q->count = 0;
        q->seconds = 0.0;
        return true;
    }
    if (time > too_long * q->budget && level > RND_LOW)
        q->ceiling = --level;
    else if (time < ample * q->budget && level < q->ceiling && q->resolution >= 1.0)
        level++;
    return take(q, level);
}

void quality_resized(quality *q)
{
    q->ceiling = RND_HIGH;
    q->count = 0;
    q->seconds = -settle;
}
