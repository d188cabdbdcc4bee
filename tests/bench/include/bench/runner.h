/* Running benchmarks and showing what came out. */
#ifndef BENCH_RUNNER_H
#define BENCH_RUNNER_H

#include "bench/bench.h"

/** Where benchmarks find authored files.
 *  @param path  folder that holds machines/, scenarios/, ...; must stay */
void bench_use_assets(const char *path);

/** All benchmarks of all groups; NULL when memory is exhausted. */
bench_list *bench_list_new(void);
void bench_list_free(bench_list *list);
int bench_list_count(const bench_list *list);
const bench_case *bench_list_at(const bench_list *list, int index);

/** Whether a part of the name of a benchmark, between slashes, begins with one of the words; no words select
 * all. */
bool bench_selected(const char *name, char *const *words, int word_count);

bench_results *bench_results_new(void);
void bench_results_free(bench_results *results);

/** Run one benchmark for about `seconds` and keep its result.
 *  @return the result; NULL when it is a derived one whose inputs were not selected */
const bench_result *bench_run(bench_results *results, const bench_case *bench, double seconds);

/** Number of benchmarks that failed. */
int bench_results_failed(const bench_results *results);

/** Earlier results, read from the JSON of an earlier run, to compare with. */
typedef struct bench_baseline bench_baseline;

/** NULL when the file cannot be read or is no such JSON; `trouble` then says why. */
bench_baseline *bench_baseline_read(const char *path, char *trouble, size_t trouble_size);
void bench_baseline_free(bench_baseline *baseline);

/** Print as a table (with ratios to the baseline, if any) or as JSON. False when writing fails. */
bool bench_print_table(const bench_results *results, const bench_baseline *baseline, FILE *out);
bool bench_print_json(const bench_results *results, const bench_baseline *baseline, FILE *out);

#endif
