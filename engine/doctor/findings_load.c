/* Findings about what happened between the two samples: other load, interrupts, stolen time. */
#include "system.h"

#include <stdio.h>
#include <string.h>

static const char no_time[] = "no time has passed between the samples";

void judge_steal(const doc_subject *subject, doc_finding *finding)
{
    const double most = 0.001; /* 1 ms a second */
    const system_times d = system_time_differences(subject);
    if (d.seconds == 0.0)
        finding_set(finding, DOC_HIDDEN, no_time);
    else
        finding_set(finding, (double)d.steal <= most * (double)d.all ? DOC_OK : DOC_WARNING,
                    "%.2f %% of the time, during %.2g s", 100.0 * (double)d.steal / (double)d.all, d.seconds);
}

/* ---- load ---- */

/* Processor time of a process between the samples [ticks]. */
static int64_t time_used(const doc_subject *subject, const doc_process *process)
{
    for (int i = 0; i < subject->before->process_count; i++)
        if (subject->before->processes[i].id == process->id)
            return process->ticks - subject->before->processes[i].ticks;
    return process->ticks; /* started between the samples */
}

/* The busiest processes other than this one, in shares of one processor: ": gcc 40 %, cc1 20 %". */
static void name_busiest(const doc_subject *subject, double seconds, char *text, size_t size)
{
    enum { NAMED = 3 };
    const double least = 0.01; /* of one processor */
    int64_t above = INT64_MAX;
    *text = '\0';
    for (int n = 0, last = -1; n < NAMED; n++) {
        int best = -1;
        int64_t most = 0;
        for (int i = 0; i < subject->after->process_count; i++) {
            const int64_t used = time_used(subject, &subject->after->processes[i]);
            const bool follows = used < above || (used == above && i > last);
            if (!follows || used <= most || subject->after->processes[i].id == subject->after->own.id)
                continue;
            best = i;
            most = used;
        }
        const double share = 0.01 * (double)most / seconds;
        if (best < 0 || share < least) return;
        const size_t length = strlen(text);
        (void)snprintf(text + length, size - length, "%s%s %.0f %%", n ? ", " : ": ",
                       subject->after->processes[best].name, 100.0 * share);
        above = most;
        last = best;
    }
}

/* All processors together are 100 %. iowait counts as idle. */
void judge_load(const doc_subject *subject, doc_finding *finding)
{
    const double most = 0.1;
    char average[60], busiest[DOC_TEXT / 2];
    double minute = 0.0;
    if (!system_text(subject, "/proc/loadavg", average, sizeof average) ||
        sscanf(average, "%lf", &minute) != 1)
        return;
    const system_times d = system_time_differences(subject);
    if (d.seconds == 0.0) {
        finding_set(finding, DOC_HIDDEN, "load average %.2f; %s", minute, no_time);
        return;
    }
    const int64_t own = subject->after->own.ticks - subject->before->own.ticks;
    int64_t busy = d.all - d.idle - d.steal - own;
    if (busy < 0) busy = 0;
    const double share = (double)busy / (double)d.all;
    name_busiest(subject, d.seconds, busiest, sizeof busiest);
    finding_set(finding, share <= most ? DOC_OK : DOC_WARNING,
                "other programs use %.0f %% of %d processors, load average %.2f%s", 100.0 * share, d.cpus,
                minute, busiest);
}

/* ---- interrupts ---- */

static bool runs(const doc_sample *sample, const char *name)
{
    for (int i = 0; i < sample->process_count; i++)
        if (strcmp(sample->processes[i].name, name) == 0) return true;
    return false;
}

void judge_interrupts(const doc_subject *subject, doc_finding *finding)
{
    const double most = 100.0; /* a second */
    const system_times d = system_time_differences(subject);
    system_interrupt busiest;
    if (d.seconds == 0.0) {
        finding_set(finding, DOC_HIDDEN, no_time);
        return;
    }
    if (*subject->after->interrupts == '\0') return;
    if (!system_busiest_interrupt(subject, subject->cpu, &busiest)) {
        finding_set(finding, DOC_OK, "no interrupts of devices");
        return;
    }
    const double rate = (double)busiest.count / d.seconds;
    finding_set(finding, subject->cpu >= 0 && rate > most ? DOC_WARNING : DOC_OK,
                "busiest: %d (%s), %.0f a second on processor %d", busiest.number, busiest.name, rate,
                busiest.cpu);
    if (subject->cpu >= 0)
        (void)snprintf(finding->change, DOC_TEXT, "%secho %d | sudo tee /proc/irq/%d/smp_affinity_list",
                       runs(subject->after, "irqbalance") ? "sudo systemctl disable --now irqbalance; " : "",
                       subject->cpu == 0 ? 1 : 0, busiest.number);
}
