/* Histograms in reports: written, read, merged. */
#include "drive_rig.h"

#include "drv/latencies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 3, DURATIONS = 4000 };

static drv_latencies runs[RUNS], merged;
static int64_t all[RUNS * DURATIONS];

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Drives whose wake-ups are spread over four decades; no probe in the first, no misses listed in the last. */
static int make_runs(void **state)
{
    (void)state;
    uint64_t seed = 3;
    memset(runs, 0, sizeof runs);
    memset(&merged, 0, sizeof merged);
    for (int r = 0; r < RUNS; r++) {
        drv_latencies *run = &runs[r];
        run->runs = 1;
        run->step = 1e-3;
        run->ticks = DURATIONS;
        run->missed = 10 * (r + 1);
        run->explained = r < RUNS - 1;
        run->by_wake = run->explained ? 4 : 0;
        run->unexplained = run->explained ? 6 : 0;
        run->fifo = true;
        run->locked = r > 0;
        for (int i = 0; i < DURATIONS; i++) {
            const int64_t late = (int64_t)pow(10.0, 5.0 + 2.0 * check_random(&seed));
            all[r * DURATIONS + i] = late;
            rt_histogram_add(&run->histograms[DRV_LATENCY_WAKE], late);
            rt_histogram_add(&run->histograms[DRV_LATENCY_STEP], 30000 + i);
            if (r > 0) rt_histogram_add(&run->histograms[DRV_LATENCY_PROBE], 2 * late);
        }
    }
    qsort(all, RUNS * DURATIONS, sizeof *all, compare);
    rig_log_clear();
    return 0;
}

/* @return path of its report */
static const char *write_report(const char *name, const drv_latencies *run)
{
    cJSON *json = drv_latencies_json(run);
    char *text = cJSON_Print(json);
    const char *path = rig_write(name, text);
    free(text);
    cJSON_Delete(json);
    return path;
}

static void merge_all(void)
{
    char name[20];
    for (int r = 0; r < RUNS; r++) {
        snprintf(name, sizeof name, "run%d.json", r);
        assert_int_equal(drv_latencies_add(&rig_log, write_report(name, &runs[r]), &merged), DRV_DONE);
    }
}

static void sums_of_three(void **state)
{
    (void)state;
    merge_all();
    assert_int_equal(merged.runs, RUNS);
    assert_int_equal(merged.ticks, RUNS * DURATIONS);
    assert_int_equal(merged.missed, 60);
    assert_int_equal(merged.by_wake, 8);
    assert_int_equal(merged.unexplained, 12);
    assert_false(merged.explained);
    assert_true(merged.fifo);
    assert_false(merged.locked);
    assert_int_equal(merged.histograms[DRV_LATENCY_PROBE].count, 2 * DURATIONS);
    assert_int_equal(merged.histograms[DRV_LATENCY_INPUT].count, 0);
}

/* Quantiles of the merged histogram against the sorted durations of all drives. */
static void quantiles_of_merged(void **state)
{
    (void)state;
    merge_all();
    const rt_histogram *wake = &merged.histograms[DRV_LATENCY_WAKE];
    const double shares[] = {0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        const int64_t exact = all[(int)ceil(shares[i] * RUNS * DURATIONS) - 1];
        const int64_t quantile = rt_histogram_quantile(wake, shares[i]);
        assert_true(quantile >= exact);
        assert_true(quantile <= exact + exact / 32);
    }
    assert_int_equal(wake->max, all[RUNS * DURATIONS - 1]);
}

/* A merged report merged with a third is the same as all three at once. */
static void merged_again(void **state)
{
    (void)state;
    drv_latencies two = {0}, again = {0};
    merge_all();
    assert_int_equal(drv_latencies_add(&rig_log, write_report("a", &runs[0]), &two), DRV_DONE);
    assert_int_equal(drv_latencies_add(&rig_log, write_report("b", &runs[1]), &two), DRV_DONE);
    assert_int_equal(drv_latencies_add(&rig_log, write_report("two", &two), &again), DRV_DONE);
    assert_int_equal(drv_latencies_add(&rig_log, write_report("c", &runs[2]), &again), DRV_DONE);
    assert_memory_equal(again.histograms, merged.histograms, sizeof merged.histograms);
    assert_int_equal(again.runs, RUNS);
    assert_int_equal(again.missed, merged.missed);
}

static void other_period_is_refused(void **state)
{
    (void)state;
    runs[1].step = 2e-3;
    assert_int_equal(drv_latencies_add(&rig_log, write_report("a", &runs[0]), &merged), DRV_DONE);
    assert_int_equal(drv_latencies_add(&rig_log, write_report("b", &runs[1]), &merged), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "its period is 2 ms; expected 1 ms"));
    assert_int_equal(merged.runs, 1);
}

/* A report with one text replaced by another. */
static int add_changed(const char *from, const char *to)
{
    cJSON *json = drv_latencies_json(&runs[0]);
    char *text = cJSON_Print(json), *at = strstr(text, from);
    assert_non_null(at);
    char *changed = malloc(strlen(text) + strlen(to) + 1);
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    const int status = drv_latencies_add(&rig_log, rig_write("changed", changed), &merged);
    free(changed);
    free(text);
    cJSON_Delete(json);
    return status;
}

static void malformed_is_refused(void **state)
{
    (void)state;
    static const char *const changes[][2] = {{"bins_ns", "bins"},
                                             {"\"count\":\t4000", "\"count\":\t4001"},
                                             {"[[", "[[-1, 3], ["},
                                             {"[[", "[[0.5, 3], ["},
                                             {"[[", "[[1e300, 3], ["},
                                             {"[[", "[[1, 2, 3], ["},
                                             {"[[", "[\"no\", ["},
                                             {"\"missed\":\t10", "\"missed\":\t-10"},
                                             {"step_seconds", "step"},
                                             {"\"ticks\":\t4000", "\"ticks\":\t\"many\""},
                                             {"\"runs\":\t1", "\"runs\":\t1e308"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        rig_log_clear();
        assert_int_equal(add_changed(changes[i][0], changes[i][1]), DRV_USAGE);
        assert_non_null(strstr(rig_logged(), "expected a report.json"));
        assert_int_equal(merged.runs, 0);
        assert_int_equal(merged.histograms[DRV_LATENCY_WAKE].count, 0);
    }
    assert_int_equal(drv_latencies_add(&rig_log, rig_write("no", "no JSON"), &merged), DRV_USAGE);
    assert_int_equal(drv_latencies_add(&rig_log, rig_path("missing"), &merged), DRV_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup(sums_of_three, make_runs),
                                       cmocka_unit_test_setup(quantiles_of_merged, make_runs),
                                       cmocka_unit_test_setup(merged_again, make_runs),
                                       cmocka_unit_test_setup(other_period_is_refused, make_runs),
                                       cmocka_unit_test_setup(malformed_is_refused, make_runs)};
    return cmocka_run_group_tests_name("latencies", tests, rig_folder_make, rig_folder_remove);
}
