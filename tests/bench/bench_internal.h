/* What the files of the runner share. */
#ifndef BENCH_INTERNAL_H
#define BENCH_INTERNAL_H

#include "bench/runner.h"

struct bench_list {
    bench_case *cases;
    int count, capacity;
    bool exhausted; /* a registration found no memory */
};

struct bench_results {
    bench_result *list;
    int count, capacity;
};

/** Keep a copy of a result. */
bench_result *bench_results_add(bench_results *results, const bench_result *result);

/** Median of the earlier run; NaN when it has no such benchmark. */
double bench_baseline_median(const bench_baseline *baseline, const char *name);

#endif
