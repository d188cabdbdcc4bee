/* Timing one benchmark. */
#include "bench/samples.h"
#include "bench_internal.h"

#include <math.h>
#include <string.h>

static const double shortest = 1e-6;       /* [s] steps below this are timed in batches */
static const double batch = 20e-6;         /* [s] length of such a batch: well above the clock's own ~50 ns */
static const double warm_up_share = 0.1;   /* of the time spent measuring */
static const double longest_warm_up = 6.0; /* [s] for steps of seconds: large pictures drawn by a processor */
static const double patience = 4.0;        /* times the seconds asked for, to reach FEWEST_SAMPLES */
enum {
    FEWEST_WARM_UP_STEPS = 100,
    FEWEST_SAMPLES = 2000, /* two of them lie beyond the 99.9th percentile */
    MOST_SAMPLES = 1 << 16
};

typedef struct timing {
    void *subject;
    void (*prepare)(void *subject);
    bool (*step)(void *subject);
    double seconds; /* to spend on measuring */
    long whole;     /* samples that there must be */
    long per_sample;
    bench_samples samples;
} timing;

static bool steps(timing *t, long count)
{
    for (long i = 0; i < count; i++) {
        if (t->prepare) t->prepare(t->subject);
        if (!t->step(t->subject)) return false;
    }
    return true;
}

/* Fill caches, let the clock frequency settle, and find out how many steps make a sample. */
static bool warm_up(timing *t)
{
    const double start = bench_now();
    long count = 0;
    double spent = 0.0;
    do {
        if (!steps(t, 10)) return false;
        count += 10;
        spent = bench_now() - start;
    } while ((spent < warm_up_share * t->seconds || count < FEWEST_WARM_UP_STEPS) && spent < longest_warm_up);
    const double mean = spent / (double)count;
    const bool alone = t->prepare != NULL || t->whole > 0;
    t->per_sample = mean < shortest && !alone ? (long)ceil(batch / fmax(mean, 1e-9)) : 1;
    return true;
}

static bool enough(const timing *t, double spent)
{
    if (t->samples.count == 0 || t->samples.count < t->whole) return false;
    return spent >= t->seconds && (t->samples.count >= FEWEST_SAMPLES || spent >= patience * t->seconds);
}

/* One sample [us]; below 0: a step failed. */
static double sample(timing *t)
{
    if (t->prepare) t->prepare(t->subject);
    const double start = bench_now();
    for (long i = 0; i < t->per_sample; i++)
        if (!t->step(t->subject)) return -1.0;
    return 1e6 * (bench_now() - start) / (double)t->per_sample;
}

static bool measure(timing *t)
{
    const double start = bench_now();
    while (!enough(t, bench_now() - start)) {
        const double taken = sample(t);
        if (taken < 0.0) return false;
        bench_samples_add(&t->samples, taken);
    }
    return true;
}

static void fill(bench_result *result, timing *t)
{
    result->median = bench_samples_quantile(&t->samples, 0.5);
    result->p99 = bench_samples_quantile(&t->samples, 0.99);
    result->p999 = bench_samples_quantile(&t->samples, 0.999);
    result->max = t->samples.max;
    result->mean = t->samples.sum / (double)t->samples.count;
    result->count = t->samples.count * t->per_sample;
}

static void note_batches(bench_result *result, const timing *t)
{
    if (t->per_sample == 1) return;
    const size_t used = strlen(result->note);
    snprintf(result->note + used, sizeof result->note - used, "%stimed in batches of %ld steps",
             used ? "; " : "", t->per_sample);
}

static void note_bar(bench_result *result, const char *bar)
{
    if (bar == NULL) return;
    const size_t used = strlen(result->note);
    snprintf(result->note + used, sizeof result->note - used, "%smean %.1f; bar: %s", used ? "; " : "",
             result->mean, bar);
}

static void time_steps(const bench_case *bench, void *subject, double seconds, bench_result *result)
{
    timing t = {.subject = subject,
                .prepare = bench->prepare,
                .step = bench->step,
                .seconds = seconds,
                .whole = bench->whole};
    if (!bench_samples_begin(&t.samples, MOST_SAMPLES)) {
        snprintf(result->note, sizeof result->note, "out of memory");
        result->failed = true;
        return;
    }
    result->failed = !warm_up(&t) || !measure(&t);
    fill(result, &t);
    if (bench->finish) bench->finish(subject, result->note, sizeof result->note);
    note_bar(result, bench->bar);
    note_batches(result, &t);
    bench_samples_free(&t.samples);
}

static bench_result blank(const bench_case *bench)
{
    const double none = (double)NAN;
    bench_result result = {
        .unit = "us", .median = none, .p99 = none, .p999 = none, .max = none, .mean = none};
    memcpy(result.name, bench->name, sizeof result.name);
    return result;
}

const bench_result *bench_run(bench_results *results, const bench_case *bench, double seconds)
{
    bench_result result = blank(bench);
    if (bench->derive) {
        result.unit = "1";
        return bench->derive(bench, results, &result) ? bench_results_add(results, &result) : NULL;
    }
    hl_arena arena = {0};
    void *subject = bench->setup(bench, &arena);
    if (subject) {
        time_steps(bench, subject, seconds, &result);
        if (bench->teardown) bench->teardown(subject);
    } else {
        snprintf(result.note, sizeof result.note, "could not be set up");
        result.failed = true;
    }
    hl_arena_free(&arena);
    return bench_results_add(results, &result);
}
