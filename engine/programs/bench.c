/* headland bench: the time of a step. */
#include "bench/calibrate.h"
#include "bench/runner.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/costs.h"
#include "drv/log.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct request {
    bool json, list, calibrate;
    const char *compare, *costs;
    double seconds; /* for one benchmark; for one drive of the calibration; 0: default */
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
    if (r->compare && !(baseline = bench_baseline_read(r->compare, trouble, sizeof trouble))) {
        return program_end(PROGRAM_USAGE, "%s", trouble);
    }
    bench_results *results = bench_results_new();
    int status = PROGRAM_ENVIRONMENT;
    if (results) {
        run_selected(list, line, r->seconds > 0.0 ? r->seconds : 1.0, results);
        const bool printed = r->json ? bench_print_json(results, baseline, stdout)
                                     : bench_print_table(results, baseline, stdout);
        status = printed && bench_results_failed(results) == 0 ? PROGRAM_DONE : PROGRAM_FAILED;
    }
    bench_results_free(results);
    bench_baseline_free(baseline);
    return status;
}

/* ---- costs of a tick ---- */

static void print_costs(const rt_costs *costs)
{
    printf("%-22s %-28s %12s %8s\n", "part", "count", "us", "spread");
    for (int i = 0; i < RT_TERMS; i++) {
        const rt_term term = rt_term_at(i);
        if (costs->us[i] > 0.0)
            printf("%-22s %-28s %12.4g %8.2f\n", rt_part_text(term.part), world_count_words(term.count),
                   costs->us[i], costs->spread[term.part]);
    }
}

static int calibrate(const request *r)
{
    static const double usual = 20.0; /* [s] of most drives: the first bucket is dug and dumped */
    char path[1024], assets[1024], computer[200];
    rt_costs costs;
    if (!drv_assets_need(&program_log, assets, sizeof assets)) return PROGRAM_ENVIRONMENT;
    if (r->costs)
        snprintf(path, sizeof path, "%s", r->costs);
    else if (!drv_costs_own_path(path, sizeof path))
        return program_end(PROGRAM_ENVIRONMENT, "neither XDG_CONFIG_HOME nor HOME is set: give --costs FILE");
    if (!drv_costs_prepare(&program_log, path)) return PROGRAM_ENVIRONMENT;
    progress bar = progress_begin(1);
    const drv_progress shown = progress_of(&bar);
    const int status =
        bench_calibrate(&program_log, assets, r->seconds > 0.0 ? r->seconds : usual, &shown, &costs);
    progress_end(&bar);
    if (status != DRV_DONE) return status;
    drv_processor_name(computer, sizeof computer);
    if (!drv_costs_write(&program_log, path, &costs, computer)) return PROGRAM_ENVIRONMENT;
    print_costs(&costs);
    printf("%s: written\n", path);
    return PROGRAM_DONE;
}

static const help_text help = {
    .summary = "Measure the time of a step: median, 99th and 99.9th percentile, maximum, in microseconds.",
    .arguments = {{"NAME", "run the benchmarks with a name or part of a name that begins with NAME, e.g. io "
                           "or tractor/step (default: all)"}},
    .examples = {"bench --list", "bench chain/5 --seconds 0.1", "bench tractor/step --json",
                 "bench --calibrate --seconds 2 --costs costs.yaml"},
    .failed = "a benchmark failed",
    .page = "docs/benchmarks.md"};

int program_bench(int argc, char **argv)
{
    request r = {.seconds = 0.0};
    const option options[] = {
        {"list", OPTION_FLAG, &r.list, NULL, "list the benchmarks"},
        OPTION_JSON(&r.json),
        {"compare", OPTION_TEXT, &r.compare, "FILE",
         "compare with the output of an earlier bench --json: print the ratio of the medians"},
        {"calibrate", OPTION_FLAG, &r.calibrate, NULL,
         "measure the costs of a tick on this computer, for the bounds that check prints, and write them "
         "(minutes)"},
        {"costs", OPTION_OUTPUT, &r.costs, "FILE",
         "file for these costs (default: costs.yaml beside the user's settings)"},
        {"seconds", OPTION_SECONDS, &r.seconds, "S",
         "time for each benchmark (default: 1), or length of each drive of --calibrate (default: 20) [s]"},
        OPTION_END};
    command_line line = {.command = "bench", .arguments = "[NAME...]", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (r.costs && !r.calibrate)
        return program_end(PROGRAM_USAGE,
                           "--costs has no effect without --calibrate: add it, or remove --costs");
    if (r.calibrate && line.word_count > 0)
        return program_end(PROGRAM_USAGE, "'%s' has no effect with --calibrate: remove it", line.words[0]);
    if (r.calibrate && (r.list || r.json || r.compare))
        return program_end(PROGRAM_USAGE, "--%s has no effect with --calibrate: remove it",
                           r.list   ? "list"
                           : r.json ? "json"
                                    : "compare");
    if (r.calibrate) return calibrate(&r);
    bench_list *list = bench_list_new();
    if (!list) return program_end(PROGRAM_ENVIRONMENT, "out of memory");
    if (!all_known(list, &line))
        status = PROGRAM_USAGE;
    else
        status = r.list ? list_benchmarks(list, &line) : measure(list, &line, &r);
    bench_list_free(list);
    return status;
}
