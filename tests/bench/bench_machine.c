/* What the processor can do at most: the roof over all loops (docs/performance.md, roofline).
 *
 *   machine/read/KB   sum of an array that fits into a cache, or into none: bytes a second
 *   machine/fma       products and sums in registers, as wide as the build allows: operations a second */
#include "bench/bench.h"

#include <math.h>
#include <stdio.h>

enum {
    LANES = 32,  /* sums that do not depend on each other */
    FMAS = 4096, /* of each chain in a step */
    KILOBYTES = 1024 / sizeof(double),
    READ = 256 * KILOBYTES /* [numbers] in a step: long for the clock, short for an interruption */
};

typedef struct subject {
    int count, at;   /* numbers in the array, next one to be read */
    double *numbers; /* NULL: products and sums */
    double total;    /* so that nothing is left out */
} subject;

static void *setup(const bench_case *bench, hl_arena *arena)
{
    subject *s = HL_NEW(arena, subject, 1);
    if (!s || bench->size == 0) return s;
    s->count = bench->size * KILOBYTES;
    s->numbers = HL_NEW(arena, double, s->count);
    for (int i = 0; s->numbers && i < s->count; i++) s->numbers[i] = 1.0 + i % 7;
    return s->numbers ? s : NULL;
}

static double total_of(const double sum[LANES])
{
    double total = 0.0;
    for (int k = 0; k < LANES; k++) total += sum[k];
    return total;
}

/* The next numbers, from the beginning again after the end. */
static bool read_next(void *of)
{
    subject *s = of;
    double sum[LANES] = {0.0};
    for (int left = READ; left > 0;) {
        const int count = s->count - s->at < left ? s->count - s->at : left;
        const double *x = s->numbers + s->at;
        for (int i = 0; i < count; i += LANES)
            for (int k = 0; k < LANES; k++) sum[k] += x[i + k];
        left -= count;
        s->at = (s->at + count) % s->count;
    }
    s->total += total_of(sum);
    return isfinite(s->total);
}

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>

enum { WIDTH = 4, CHAINS = 12 }; /* more chains than latency x units of a core, fewer than registers */

static double multiply(double factor)
{
    const __m256d by = _mm256_set1_pd(factor), one = _mm256_set1_pd(1.0);
    __m256d x[CHAINS];
    double out[WIDTH], total = 0.0;
    for (int k = 0; k < CHAINS; k++) x[k] = _mm256_set1_pd(k);
    for (int i = 0; i < FMAS; i++) {
#pragma GCC unroll 12
        for (int k = 0; k < CHAINS; k++) x[k] = _mm256_fmadd_pd(x[k], by, one);
    }
    for (int k = 0; k < CHAINS; k++) {
        _mm256_storeu_pd(out, x[k]);
        total += out[0];
    }
    return total;
}

#else

enum { WIDTH = 1, CHAINS = 12 };

static double multiply(double factor)
{
    double x[CHAINS], total = 0.0;
    for (int k = 0; k < CHAINS; k++) x[k] = k;
    for (int i = 0; i < FMAS; i++)
        for (int k = 0; k < CHAINS; k++) x[k] = fma(x[k], factor, 1.0);
    for (int k = 0; k < CHAINS; k++) total += x[k];
    return total;
}

#endif

static bool multiply_all(void *of)
{
    subject *s = of;
    s->total = multiply(0.999 + 1e-9 * s->total);
    return isfinite(s->total);
}

/* ---- rates, from the medians ---- */

static bool find_rate(const bench_case *bench, const bench_results *results, bench_result *result)
{
    char name[BENCH_NAME_LENGTH];
    if (bench->size > 0)
        snprintf(name, sizeof name, "machine/read/%d", bench->size);
    else
        snprintf(name, sizeof name, "machine/fma");
    const bench_result *timed = bench_result_find(results, name);
    if (!timed) return false;
    const double work = bench->size > 0 ? 8.0 * READ : 2.0 * WIDTH * CHAINS * FMAS;
    result->median = 1e-3 * work / timed->median;
    result->count = 1;
    snprintf(result->note, sizeof result->note, "%s, from the median", bench->size > 0 ? "GB/s" : "GFLOP/s");
    return true;
}

static void add(bench_list *list, const char *name, int size)
{
    bench_case timed = {.size = size, .setup = setup, .step = size > 0 ? read_next : multiply_all};
    bench_case rate = {.size = size, .derive = find_rate};
    snprintf(timed.name, sizeof timed.name, "machine/%s", name);
    snprintf(rate.name, sizeof rate.name, "machine/%s/rate", name);
    bench_register(list, &timed);
    bench_register(list, &rate);
}

/* Arrays for a cache of a core of each level, for that of all cores, and beyond. */
void bench_group_machine(bench_list *list)
{
    static const int sizes[] = {16, 256, 8192, 262144};
    char name[32];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        snprintf(name, sizeof name, "read/%d", sizes[i]);
        add(list, name, sizes[i]);
    }
    add(list, "fma", 0);
}
