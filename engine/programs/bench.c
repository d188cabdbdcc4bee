/* headland bench: the time of a step. */
#include "bench/runner.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/log.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct request {
    bool json, list;
    const char *baseline;
    double seconds; /* for one benchmark */
} request;

static int list_benchmarks(const bench_list *list, const command_line *line)
{
    for (int i = 0; i < bench_list_count(list); i++) {
        const char *name = bench_list_at(list, i)->name;
        if (bench_selected(name, line->words, line->word_count)) puts(name);
    }
    return PROGRAM_DONE;
}

static bool selects_something(const bench_list *list, const char *word)
{
    char *words[] = {(char *)word};
    for (int i = 0; i < bench_list_count(list); i++)
        if (bench_selected(bench_list_at(list, i)->name, words, 1)) return true;
    return false;
}

static bool all_known(const bench_list *list, const command_line *line)
{
    const int count = bench_list_count(list);
    const char **names = malloc((size_t)count * sizeof *names);
    if (!names) return false;
    bool known = true;
    for (int i = 0; i < count; i++) names[i] = bench_list_at(list, i)->name;
    for (int i = 0; i < line->word_count; i++) {
        if (selects_something(list, line->words[i])) continue;
        drv_say(&program_log, "no benchmark matches '%s'; the nearest is '%s' (--list shows all)",
                line->words[i], drv_nearest(line->words[i], names, count));
        known = false;
    }
    free(names);
    return known;
}

static void run_selected(const bench_list *list, const command_line *line, double seconds,
                         bench_results *results)
{
    const int count = bench_list_count(list);
    progress bar = progress_begin(count);
    for (int i = 0; i < count; i++) {
        const bench_case *one = bench_list_at(list, i);
        if (!bench_selected(one->name, line->words, line->word_count)) continue;
        progress_show(&bar, i, one->name);
        bench_run(results, one, seconds);
    }
    progress_end(&bar);
}

static int measure(const bench_list *list, const command_line *line, const request *r)
{
    char trouble[1200], assets[1024];
    bench_baseline *baseline = NULL;
    if (!drv_assets_need(&program_log, assets, sizeof assets)) return PROGRAM_ENVIRONMENT;
    bench_use_assets(assets);
    if (r->baseline && !(baseline = bench_baseline_read(r->baseline, trouble, sizeof trouble))) {
        return program_end(PROGRAM_USAGE, "%s", trouble);
    }
    bench_results *results = bench_results_new();
    int status = PROGRAM_ENVIRONMENT;
    if (results) {
        run_selected(list, line, r->seconds, results);
        const bool printed = r->json ? bench_print_json(results, baseline, stdout)
                                     : bench_print_table(results, baseline, stdout);
        status = printed && bench_results_failed(results) == 0 ? PROGRAM_DONE : PROGRAM_FAILED;
    }
    bench_results_free(results);
    bench_baseline_free(baseline);
    return status;
}

static const help_text help = {
    .summary = "Measure the time of a step: median, 99th and 99.9th percentile, maximum, in microseconds.",
    .arguments = {{"NAME", "run the benchmarks with a name or part of a name that begins with NAME, e.g. io "
                           "or tractor/step (default: all)"}},
    .examples = {"bench --list", "bench chain/5 --seconds 0.1", "bench tractor/step --json"},
    .failed = "a benchmark failed",
    .page = "docs/benchmarks.md"};

int program_bench(int argc, char **argv)
{
    request r = {.seconds = 1.0};
    const option options[] = {
        {"list", OPTION_FLAG, &r.list, NULL, "list the benchmarks"},
        OPTION_JSON(&r.json),
        {"baseline", OPTION_TEXT, &r.baseline, "FILE",
         "compare with the output of an earlier bench --json: print the ratio of the medians"},
        {"seconds", OPTION_SECONDS, &r.seconds, "S", "time for each benchmark [s] (default: 1)"},
        OPTION_END};
    command_line line = {.command = "bench", .arguments = "[NAME...]", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    bench_list *list = bench_list_new();
    if (!list) return program_end(PROGRAM_ENVIRONMENT, "out of memory");
    if (!all_known(list, &line))
        status = PROGRAM_USAGE;
    else
        status = r.list ? list_benchmarks(list, &line) : measure(list, &line, &r);
    bench_list_free(list);
    return status;
}
