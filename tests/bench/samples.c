/* Durations and their order statistics. */
#include "bench/samples.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

bool bench_samples_begin(bench_samples *samples, size_t capacity)
{
    *samples = (bench_samples){.capacity = capacity, .stride = 1};
    samples->value = calloc(capacity, sizeof *samples->value);
    return samples->value != NULL;
}

void bench_samples_free(bench_samples *samples)
{
    free(samples->value);
    samples->value = NULL;
}

static void thin_out(bench_samples *samples)
{
    for (size_t i = 0; 2 * i < samples->kept; i++) samples->value[i] = samples->value[2 * i];
    samples->kept = (samples->kept + 1) / 2;
    samples->stride *= 2;
}

void bench_samples_add(bench_samples *samples, double value)
{
    if (samples->count == 0 || value > samples->max) samples->max = value;
    samples->sum += value;
    if (samples->count++ % samples->stride != 0) return;
    if (samples->kept == samples->capacity) thin_out(samples);
    samples->value[samples->kept++] = value;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_samples_quantile(bench_samples *samples, double p)
{
    if (samples->kept == 0) return (double)NAN;
    qsort(samples->value, samples->kept, sizeof *samples->value, compare);
    const double rank = ceil(p * (double)samples->kept);
    const size_t index = rank < 1.0 ? 0 : (size_t)rank - 1;
    return samples->value[index < samples->kept ? index : samples->kept - 1];
}

double bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
