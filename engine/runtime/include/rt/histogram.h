/* A histogram of durations in nanoseconds, of fixed size: exact below 64 ns, above that 32 bins an octave, so
 * that a quantile is at most 1/32 (3.2 %) above the true one and never below. */
#ifndef RT_HISTOGRAM_H
#define RT_HISTOGRAM_H

#include <stdint.h>

enum {
    RT_HISTOGRAM_FINE = 5,     /**< log2 of the bins an octave */
    RT_HISTOGRAM_OCTAVES = 40, /**< the last bin holds durations above 2^40 ns (18 min) */
    RT_HISTOGRAM_BINS = (RT_HISTOGRAM_OCTAVES - RT_HISTOGRAM_FINE + 1) << RT_HISTOGRAM_FINE
};

/** Zero-initialise. */
typedef struct rt_histogram {
    int64_t count, max; /**< max: exact [ns] */
    int64_t bins[RT_HISTOGRAM_BINS];
} rt_histogram;

/** Count a duration [ns]; one below 0 counts as 0. RT. */
void rt_histogram_add(rt_histogram *histogram, int64_t nanoseconds);

/** Quantile of the durations [ns].
 *  @param share  0 < share <= 1: 0.5 the median, 0.999 "p99.9"
 *  @return the upper end of its bin, at most max; 0 when nothing was counted */
int64_t rt_histogram_quantile(const rt_histogram *histogram, double share);

#endif
