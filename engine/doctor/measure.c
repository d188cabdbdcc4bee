/* Wake-up latencies with the settings of the physics thread, and without some of them. */
#include "system.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t PERIOD = 1000000; /* [ns] of a tick */

const char *doc_way_name(doc_way way)
{
    static const char *const names[DOC_WAYS] = {[DOC_AS_HEADLAND] = "as headland runs",
                                                [DOC_ORDINARY] = "without SCHED_FIFO",
                                                [DOC_WITH_SLEEP] = "without /dev/cpu_dma_latency"};
    return names[way];
}

static void close_dma_latency(rt_process *process)
{
    if (process->awake >= 0) (void)close(process->awake);
    process->awake = -1;
}

static bool measure_way(const doc_subject *subject, doc_way way, double seconds, rt_probe *probe,
                        doc_wakes *wakes)
{
    const rt_clock clock = rt_clock_monotonic();
    const rt_thread_options options = {
        .name = "doctor", .priority = way == DOC_ORDINARY ? 0 : subject->priority, .cpu = subject->cpu};
    rt_process process;
    rt_process_begin(&process);
    if (way == DOC_WITH_SLEEP) close_dma_latency(&process);
    const bool started = rt_probe_start(probe, PERIOD, INT64_MAX, &options);
    if (started) {
        clock.sleep_until(clock.context, rt_now() + rt_nanoseconds(seconds));
        rt_probe_stop(probe);
        wakes->wake[way] = probe->wake;
        wakes->measured[way] = true;
    }
    if (started && way == DOC_AS_HEADLAND) {
        wakes->fifo = probe->thread.fifo;
        wakes->pinned = probe->thread.pinned;
        wakes->locked = process.locked;
        wakes->awake = process.awake >= 0;
    }
    rt_process_end(&process);
    return started;
}

/* Run a probe on each processor that this process may use, all at the same time. */
static bool measure_each(const doc_subject *subject, double seconds, doc_wakes *wakes)
{
    const rt_clock clock = rt_clock_monotonic();
    system_cpus online;
    rt_process process;
    int count = 0;
    rt_probe *probes = calloc(DOC_EACH, sizeof *probes);
    if (!probes) return false;
    system_read_cpus(subject, "/sys/devices/system/cpu/online", &online);
    rt_process_begin(&process);
    for (int cpu = 0; cpu <= online.last && count < DOC_EACH; cpu++) {
        const rt_thread_options options = {.name = "doctor", .priority = subject->priority, .cpu = cpu};
        if (!online.has[cpu] || !rt_probe_start(&probes[count], PERIOD, INT64_MAX, &options)) continue;
        if (probes[count].thread.pinned)
            wakes->each[count++].cpu = cpu;
        else
            rt_probe_stop(&probes[count]);
    }
    if (count > 0) clock.sleep_until(clock.context, rt_now() + rt_nanoseconds(seconds));
    for (int i = 0; i < count; i++) {
        rt_probe_stop(&probes[i]);
        wakes->each[i].wake = probes[i].wake;
    }
    wakes->each_count = count > 1 ? count : 0;
    rt_process_end(&process);
    free(probes);
    return true;
}

bool doc_measure(const doc_subject *subject, double seconds, doc_wakes *wakes)
{
    memset(wakes, 0, sizeof *wakes);
    rt_probe *probe = malloc(sizeof *probe);
    bool good = probe && measure_way(subject, DOC_AS_HEADLAND, seconds, probe, wakes);
    if (good && wakes->fifo) good = measure_way(subject, DOC_ORDINARY, seconds, probe, wakes);
    if (good && wakes->awake) good = measure_way(subject, DOC_WITH_SLEEP, seconds, probe, wakes);
    if (good) good = measure_each(subject, seconds, wakes);
    free(probe);
    return good;
}
