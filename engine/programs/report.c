/* headland report: latencies and deadline misses of one or several drives. */
#include "drv/latencies.h"

#include "command/options.h"
#include "command/terminal.h"
#include "program.h"

#include <inttypes.h>
#include <stdio.h>

static drv_latencies sums; /* too large for the stack */

/* ---- tables ---- */

static void print_causes(void)
{
    printf("%-18s %" PRId64 " of %" PRId64 "; %" PRId64 " periods slipped\n", "deadlines missed", sums.missed,
           sums.ticks, sums.slipped);
    if (sums.explained)
        printf("%-18s %" PRId64 " by the wake-up, %" PRId64 " by the probe, %" PRId64 " unexplained\n",
               "misses explained", sums.by_wake, sums.by_probe, sums.unexplained);
    printf("%-18s %s, memory %s\n", "scheduling", sums.fifo ? "SCHED_FIFO" : "not always SCHED_FIFO",
           sums.locked ? "locked" : "not always locked");
}

static int print_quantiles(hl_arena *arena)
{
    static const char *const heads[] = {"[us]", ">number", ">median", ">p99", ">p99.9", ">p99.99", ">max"};
    static const double shares[] = {0.5, 0.99, 0.999, 0.9999};
    text_table table;
    if (!table_begin(&table, arena, heads, sizeof heads / sizeof *heads, DRV_LATENCIES))
        return PROGRAM_ENVIRONMENT;
    for (int i = 0; i < DRV_LATENCIES; i++) {
        const rt_histogram *h = &sums.histograms[i];
        if (h->count == 0) continue;
        table_cell(&table, "%s", drv_latency_name((drv_latency)i));
        table_cell(&table, "%" PRId64, h->count);
        for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
            table_number(&table, rt_histogram_us(h, shares[k]), 2);
        table_number(&table, 1e-3 * (double)h->max, 2);
    }
    table_print(&table);
    return PROGRAM_DONE;
}

/* Print the number of durations in each octave, with a bar in proportion to it. */
static void print_octaves(drv_latency latency)
{
    enum { WIDTH = 50 };
    const rt_histogram *h = &sums.histograms[latency];
    int64_t octaves[RT_HISTOGRAM_OCTAVES + 1] = {0}, most = 0;
    for (int i = 0; i < RT_HISTOGRAM_BINS; i++) {
        int octave = 0;
        for (int64_t end = rt_histogram_end(i) >> 10; end > 0; end >>= 1) octave++; /* below 1.024 us: 0 */
        octaves[octave] += h->bins[i];
    }
    for (int i = 0; i <= RT_HISTOGRAM_OCTAVES; i++) most = octaves[i] > most ? octaves[i] : most;
    if (most == 0) return;
    printf("\n%s, durations below\n", drv_latency_name(latency));
    for (int i = 0; i <= RT_HISTOGRAM_OCTAVES; i++) {
        if (octaves[i] == 0) continue;
        const int length = (int)(WIDTH * (double)octaves[i] / (double)most);
        printf("  %10.0f us %12" PRId64 "  %.*s\n", 1.024 * (double)((int64_t)1 << i), octaves[i],
               length > 0 ? length : 1, "##################################################");
    }
}

static int print_tables(bool histogram)
{
    hl_arena arena = {0};
    printf("%-18s %" PRId64 ", %" PRId64 " ticks of %g ms\n", "drives", sums.runs, sums.ticks,
           1e3 * sums.step);
    print_causes();
    const int status = print_quantiles(&arena);
    for (int i = 0; histogram && i < DRV_LATENCIES; i++) print_octaves((drv_latency)i);
    hl_arena_free(&arena);
    return status;
}

/* ---- the command ---- */

static const help_text help = {
    .summary =
        "Print missed deadlines, and quantiles of wake-up latency, time of a tick and input latencies. "
        "Several reports are merged: their histograms are added, so the quantiles are those of all "
        "ticks together. With --json the result has the form of a report and can be merged again.",
    .arguments = {{"REPORT", "report.json of a drive, or the folder with it"}},
    .examples = {"report drive", "report drive --histogram", "report drive --json"},
    .page = "docs/real-time.md, docs/report.md"};

int program_report(int argc, char **argv)
{
    bool json = false, histogram = false;
    const option options[] = {
        {"histogram", OPTION_FLAG, &histogram, NULL, "also print the number of durations in each octave"},
        OPTION_JSON(&json),
        OPTION_END};
    command_line line = {.command = "report", .arguments = "REPORT...", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    status = PROGRAM_DONE;
    for (int i = 0; i < line.word_count && status == PROGRAM_DONE; i++)
        status = drv_latencies_add(&program_log, line.words[i], &sums);
    if (status != PROGRAM_DONE) return status;
    return json ? print_json(drv_latencies_json(&sums)) : print_tables(histogram);
}
