/* The table of findings; what the measurement adds to them. */
#include "system.h"

#include <stdio.h>
#include <string.h>

/* ---- the table ---- */

#define JOIN_REALTIME                                                                                        \
    "sudo adduser USER realtime, and log in again (docs/install.md); in a container: --cap-add SYS_NICE "    \
    "--ulimit rtprio=90 --ulimit memlock=-1"

typedef struct row {
    const char *key, *title;
    finding_judge *judge;
    const char *expected, *change;
} row;

static const row rows[] = {
    {"preemption", "kernel", judge_preemption, "PREEMPT_RT",
     "sudo apt install linux-image-rt-amd64; restart"},
    {"isolation", "isolated processor", judge_isolation,
     "with 4 processors or more, one is isolated for the physics thread and selected by --cpu", ""},
    {"governor", "frequency governor", judge_governor, "performance",
     "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"},
    {"sleep", "sleep states", judge_sleep,
     "at most 10 us to wake up, or write access to /dev/cpu_dma_latency",
     "echo 'KERNEL==\"cpu_dma_latency\", GROUP=\"realtime\", MODE=\"0660\"' | sudo tee "
     "/etc/udev/rules.d/71-dma-latency.rules; restart"},
    {"throttling", "real-time throttling", judge_throttling, "90 % or more, or no limit",
     "sudo sysctl kernel.sched_rt_runtime_us=950000"},
    {"clock", "clock source", judge_clock, "tsc, or another clock that is read without a system call",
     "add clocksource=tsc tsc=reliable to " SYSTEM_BOOT},
    {"processors", "processors", judge_processors,
     "4 or more: physics; picture; sound, motion and devices; the system", "use a computer with 4 cores"},
    {"siblings", "threads of a core", judge_siblings, "no other thread on the core of the physics thread",
     "echo off | sudo tee /sys/devices/system/cpu/smt/control, or add nosmt to " SYSTEM_BOOT},
    {"virtual", "virtual machine", judge_virtual,
     "a real computer: a host may take a processor away for milliseconds",
     "use a real computer, or give the virtual machine processors of its own"},
    {"steal", "stolen by the host", judge_steal, "at most 0.1 %",
     "give the virtual machine processors of its own"},
    {"load", "other load", judge_load, "at most 10 %", "end the other programs"},
    {"interrupts", "interrupts", judge_interrupts,
     "at most 100 a second of a device on the processor of the physics thread", ""},
    {"priority", "real-time priority", judge_priority, "80 or more", JOIN_REALTIME},
    {"locking", "locked memory", judge_locking, "unlimited", JOIN_REALTIME},
    {"swap", "swap", judge_swap, "no swap, or memory that can be locked", JOIN_REALTIME},
    {"huge-pages", "huge pages", judge_huge_pages, "madvise or never",
     "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"},
    {"numa", "NUMA balancing", judge_numa, "off, or one memory node", "sudo sysctl kernel.numa_balancing=0"},
    {"graphics", "graphics", judge_graphics, "a graphics card",
     "install the driver of the graphics card, e.g. sudo apt install libgl1-mesa-dri or nvidia-driver"},
    {"sound", "sound", judge_sound, "a sound server, or a sound card", "sudo apt install pipewire-audio"},
    {"inputs", "input devices", judge_inputs, "all can be read",
     "headland devices rule | sudo tee /etc/udev/rules.d/70-headland.rules"},
};

enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert((int)ROWS < (int)DOC_FINDINGS, "the measurement adds one");

int doc_examine(const doc_subject *subject, doc_finding findings[DOC_FINDINGS])
{
    for (int i = 0; i < ROWS; i++) {
        doc_finding *f = &findings[i];
        *f = (doc_finding){.key = rows[i].key, .title = rows[i].title};
        (void)snprintf(f->expected, DOC_TEXT, "%s", rows[i].expected);
        (void)snprintf(f->change, DOC_TEXT, "%s", rows[i].change);
        finding_set(f, DOC_HIDDEN, "not visible");
        rows[i].judge(subject, f);
        if (f->state != DOC_WARNING) f->change[0] = '\0';
    }
    return ROWS;
}

/* ---- the measurement ---- */

static doc_finding *find(doc_finding *findings, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(findings[i].key, key) == 0) return &findings[i];
    return NULL;
}

/* Effect of the setting of a finding: the same measurement with and without it. */
static void compare(const doc_wakes *wakes, doc_way without, doc_finding *finding)
{
    const rt_histogram *with = &wakes->wake[DOC_AS_HEADLAND], *other = &wakes->wake[without];
    if (!finding || !wakes->measured[without]) return;
    (void)snprintf(finding->measured, DOC_TEXT, "wake-up p99.9 %.4g us, longest %.4g us; %s %.4g us, %.4g us",
                   rt_histogram_us(with, 0.999), 1e-3 * (double)with->max, doc_way_name(without),
                   rt_histogram_us(other, 0.999), 1e-3 * (double)other->max);
}

/* The wake-up latencies of the processors, for choosing one. */
static void compare_processors(const doc_wakes *wakes, doc_finding *finding)
{
    enum { NAMED = 16 }; /* as many as the text has room for */
    if (!finding || wakes->each_count == 0) return;
    size_t length = (size_t)snprintf(finding->measured, DOC_TEXT, "wake-up p99.9 on processor");
    for (int i = 0; i < wakes->each_count && i < NAMED && length < DOC_TEXT; i++)
        length +=
            (size_t)snprintf(finding->measured + length, DOC_TEXT - length, "%s %d: %.0f us", i ? "," : "",
                             wakes->each[i].cpu, rt_histogram_us(&wakes->each[i].wake, 0.999));
}

int doc_conclude(const doc_wakes *wakes, doc_finding findings[DOC_FINDINGS], int count)
{
    const double most_often = 100.0, most = 250.0; /* [us], of a period of 1 ms */
    const rt_histogram *wake = &wakes->wake[DOC_AS_HEADLAND];
    compare(wakes, DOC_ORDINARY, find(findings, count, "priority"));
    compare(wakes, DOC_WITH_SLEEP, find(findings, count, "sleep"));
    compare_processors(wakes, find(findings, count, "isolation"));
    const bool good = rt_histogram_us(wake, 0.999) <= most_often && 1e-3 * (double)wake->max <= most;
    doc_finding *f = &findings[count];
    *f = (doc_finding){.key = "wake-up", .title = "wake-up latency"};
    finding_set(f, good ? DOC_OK : DOC_WARNING, "median %.4g us, p99.9 %.4g us, longest %.4g us of %lld",
                rt_histogram_us(wake, 0.5), rt_histogram_us(wake, 0.999), 1e-3 * (double)wake->max,
                (long long)wake->count);
    (void)snprintf(f->expected, DOC_TEXT, "p99.9 at most %g us, longest at most %g us", most_often, most);
    if (!good) (void)snprintf(f->change, DOC_TEXT, "make the changes above, then run the doctor again");
    return count + 1;
}
