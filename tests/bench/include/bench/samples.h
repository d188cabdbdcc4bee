/* A bounded collection of durations: exact order statistics up to its capacity; beyond that every second
 * sample is dropped and from then on every second one kept, while count and maximum stay exact. */
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bench_samples {
    double *value;
    size_t kept, capacity;
    long count, stride;
    double max, sum;
} bench_samples;

/** Room for `capacity` samples; false when memory is exhausted. */
bool bench_samples_begin(bench_samples *samples, size_t capacity);
void bench_samples_free(bench_samples *samples);

void bench_samples_add(bench_samples *samples, double value);

/** Quantile of the kept samples, 0 <= p <= 1, nearest rank; NaN when empty. Sorts what was kept: ask after
 * the last sample was added. */
double bench_samples_quantile(bench_samples *samples, double p);

/** Time now [s], from an arbitrary start: CLOCK_MONOTONIC. */
double bench_now(void);

#endif
