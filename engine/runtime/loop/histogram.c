/* A log-linear histogram. A duration below 2 * 32 has a bin of its own; one in [2^e, 2^(e+1)) is truncated to
 * its six leading bits: 32 bins an octave. */
#include "rt/histogram.h"

#include <math.h>

enum { FINE = 1 << RT_HISTOGRAM_FINE };

static int bin_of(int64_t duration)
{
    if (duration < FINE) return (int)duration;
    if (duration >> RT_HISTOGRAM_OCTAVES) return RT_HISTOGRAM_BINS - 1;
    const int exponent = 63 - __builtin_clzll((unsigned long long)duration);
    const int cut = exponent - RT_HISTOGRAM_FINE; /* bits that are dropped */
    return (cut << RT_HISTOGRAM_FINE) + (int)(duration >> cut);
}

/* Largest duration of a bin. */
static int64_t end_of(int bin)
{
    if (bin < 2 * FINE) return bin;
    const int cut = (bin >> RT_HISTOGRAM_FINE) - 1;
    return ((int64_t)(bin - (cut << RT_HISTOGRAM_FINE) + 1) << cut) - 1;
}

void rt_histogram_add(rt_histogram *histogram, int64_t nanoseconds)
{
    const int64_t duration = nanoseconds > 0 ? nanoseconds : 0;
    histogram->bins[bin_of(duration)]++;
    histogram->count++;
    if (duration > histogram->max) histogram->max = duration;
}

int64_t rt_histogram_quantile(const rt_histogram *histogram, double share)
{
    const double wanted = ceil(share * (double)histogram->count);
    int64_t below = 0;
    for (int i = 0; i < RT_HISTOGRAM_BINS - 1; i++) {
        below += histogram->bins[i];
        if (below > 0 && (double)below >= wanted)
            return end_of(i) < histogram->max ? end_of(i) : histogram->max;
    }
    return histogram->max;
}
