/* Findings about fake computers: each setting good and bad; garbage; the measurement. */
#include "support/check.h"

#include "doc/doctor.h"
#include "file/read.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the computer ---- */

typedef struct file {
    const char *path, *text; /* text NULL: there is no such file */
} file;

#define CPU "/sys/devices/system/cpu/"

/* A computer without warnings. */
static const file good[] = {
    {"/proc/version", "Linux version 6.1.0-13-rt-amd64 (debian) #1 SMP PREEMPT_RT Debian 6.1.55-1\n"},
    {"/proc/cmdline", "BOOT_IMAGE=/vmlinuz quiet isolcpus=3 nohz_full=3\n"},
    {"/proc/cpuinfo", "processor : 0\nflags : fpu tsc avx2\n"},
    {"/proc/sys/kernel/sched_rt_runtime_us", "950000\n"},
    {"/proc/sys/kernel/sched_rt_period_us", "1000000\n"},
    {"/proc/sys/kernel/numa_balancing", "0\n"},
    {"/proc/self/limits", "Max locked memory         unlimited            unlimited            bytes\n"
                          "Max realtime priority     90                   90\n"},
    {"/proc/self/status", "Name: headland\nCapEff:\t0000000000000000\n"},
    {"/proc/self/stat", "77 (headland) R 1 1 1 0 -1 0 0 0 0 0 10 10 0 0 20\n"},
    {"/proc/77/stat", "77 (headland) R 1 1 1 0 -1 0 0 0 0 0 10 10 0 0 20\n"},
    {"/proc/5/stat", "5 (a (b) c) S 1 1 1 0 -1 0 0 0 0 0 100 50 0 0 20\n"},
    {"/proc/swaps", "Filename Type Size Used Priority\n"},
    {"/proc/loadavg", "0.05 0.03 0.01 1/200 1000\n"},
    {"/proc/stat",
     "cpu  100 0 100 9800 0 0 0 0 0 0\ncpu0 25 0 25 2450 0 0 0 0 0 0\ncpu1 25 0 25 2450 0 0 0 0 0 0\n"
     "cpu2 25 0 25 2450 0 0 0 0 0 0\ncpu3 25 0 25 2450 0 0 0 0 0 0\nintr 5\n"},
    {"/proc/interrupts",
     "           CPU0       CPU1       CPU2       CPU3\n"
     " 24:         10          0          0         10  PCI-MSIX-0000:00:01.0   0-edge      eth0\n"
     "LOC:        100        100        100        100  Local timer interrupts\n"},
    {CPU "online", "0-3\n"},
    {CPU "isolated", "3\n"},
    {CPU "nohz_full", "3\n"},
    {CPU "smt/active", "0\n"},
    {CPU "cpu0/cpufreq/scaling_governor", "powersave\n"},
    {CPU "cpu3/cpufreq/scaling_governor", "performance\n"},
    {CPU "cpu3/cpuidle/state0/latency", "0\n"},
    {CPU "cpu3/cpuidle/state0/name", "POLL\n"},
    {CPU "cpu3/cpuidle/state1/latency", "133\n"},
    {CPU "cpu3/cpuidle/state1/name", "C6\n"},
    {CPU "cpu3/cpuidle/state1/disable", "0\n"},
    {CPU "cpu3/topology/thread_siblings_list", "3\n"},
    {"/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n"},
    {"/sys/devices/system/node/online", "0\n"},
    {"/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"},
    {"/dev/cpu_dma_latency", ""},
    {"/run/user/1000/pipewire-0", ""},
};

/* Its counters two seconds later: hardly any load. */
static const file later[] = {
    {"/proc/self/stat", "77 (headland) R 1 1 1 0 -1 0 0 0 0 0 40 30 0 0 20\n"},
    {"/proc/77/stat", "77 (headland) R 1 1 1 0 -1 0 0 0 0 0 40 30 0 0 20\n"},
    {"/proc/stat",
     "cpu  180 0 120 10500 0 0 0 0 0 0\ncpu0 25 0 25 2450 0 0 0 0 0 0\ncpu1 25 0 25 2450 0 0 0 0 0 0\n"
     "cpu2 25 0 25 2450 0 0 0 0 0 0\ncpu3 25 0 25 2450 0 0 0 0 0 0\nintr 5\n"},
    {"/proc/interrupts",
     "           CPU0       CPU1       CPU2       CPU3\n"
     " 24:       9010          0          0         20  PCI-MSIX-0000:00:01.0   0-edge      eth0\n"
     "LOC:        900        900        900        900  Local timer interrupts\n"},
};

enum { GOOD = sizeof good / sizeof *good, LATER = sizeof later / sizeof *later };

static char root[64];
static hl_arena arena;
static doc_sample before, after;
static doc_subject subject;
static doc_finding findings[DOC_FINDINGS];

static void make_folders(char *path)
{
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        (void)mkdir(path, 0700);
        *at = '/';
    }
}

static void put(const file *one)
{
    char path[400];
    (void)snprintf(path, sizeof path, "%s%s", root, one->path);
    if (!one->text) {
        (void)unlink(path);
        return;
    }
    make_folders(path);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(one->text, stream) >= 0);
    assert_int_equal(fclose(stream), 0);
}

static int begin(void **state)
{
    (void)state;
    (void)snprintf(root, sizeof root, "/tmp/headland-doctor-XXXXXX");
    assert_non_null(mkdtemp(root));
    for (int i = 0; i < GOOD; i++) put(&good[i]);
    assert_true(doc_sample_read(root, &arena, &before));
    for (int i = 0; i < LATER; i++) put(&later[i]);
    subject = (doc_subject){.root = root,
                            .cpu = 3,
                            .priority = 80,
                            .runtime = "/run/user/1000",
                            .renderer = "a card",
                            .devices = 2,
                            .before = &before,
                            .after = &after};
    return 0;
}

static int end(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return file_remove(AT_FDCWD, root) ? 0 : -1;
}

static int examine(void)
{
    assert_true(doc_sample_read(root, &arena, &after));
    return doc_examine(&subject, findings);
}

static const doc_finding *find(const char *key, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(findings[i].key, key) == 0) return &findings[i];
    fail_msg("no finding %s", key);
    return NULL;
}

/* ---- a good computer ---- */

static void good_computer(void **state)
{
    (void)state;
    const int count = examine();
    assert_true(count >= 20);
    for (int i = 0; i < count; i++) {
        if (findings[i].state != DOC_OK) fail_msg("%s: %s", findings[i].key, findings[i].found);
        assert_true(strlen(findings[i].found) > 0 && strlen(findings[i].expected) > 0);
        assert_string_equal(findings[i].change, "");
    }
    assert_string_equal(find("preemption", count)->found, "PREEMPT_RT, 6.1.0-13-rt-amd64");
    assert_string_equal(find("isolation", count)->found, "processors 3, without timer tick: 3");
    assert_string_equal(find("interrupts", count)->found, "busiest: 24 (eth0), 5 a second on processor 3");
    /* 800 ticks: 50 of this program, 700 idle */
    assert_string_equal(find("load", count)->found,
                        "other programs use 6 % of 4 processors, load average 0.05");
}

/* ---- one setting changed ---- */

typedef struct change {
    const char *key;
    doc_state state;
    const char *found, *advice; /* parts of the texts; advice NULL: not compared */
    file files[2];
} change;

/* The physics thread is on processor 3. */
static const change of_one_cpu[] = {
    {"preemption",
     DOC_WARNING,
     "PREEMPT_DYNAMIC, 6.18.4, preempt=full",
     "linux-image-rt",
     {{"/proc/version", "Linux version 6.18.4 (x) #1 SMP PREEMPT_DYNAMIC @0"},
      {"/proc/cmdline", "quiet preempt=full"}}},
    {"preemption",
     DOC_WARNING,
     "no preemption, 5.10.0",
     NULL,
     {{"/proc/version", "Linux version 5.10.0 (x) #1 SMP"}}},
    {"preemption",
     DOC_OK,
     "PREEMPT_RT, 5.10.0",
     NULL,
     {{"/proc/version", "Linux version 5.10.0 (x) #1 SMP"}, {"/sys/kernel/realtime", "1\n"}}},
    {"preemption", DOC_HIDDEN, "not visible", NULL, {{"/proc/version", NULL}}},
    {"isolation",
     DOC_WARNING,
     "none of 4",
     "isolcpus=domain,managed_irq,3 nohz_full=3",
     {{CPU "isolated", "\n"}}},
    {"isolation", DOC_WARNING, "processors 2", "headland run --cpu 2", {{CPU "isolated", "2\n"}}},
    {"isolation", DOC_OK, "without timer tick: none", NULL, {{CPU "nohz_full", "(null)\n"}}},
    {"isolation", DOC_HIDDEN, "not visible", NULL, {{CPU "online", NULL}}},
    {"governor",
     DOC_WARNING,
     "powersave on 1 of 1",
     "echo performance",
     {{CPU "cpu3/cpufreq/scaling_governor", "powersave\n"}}},
    {"governor", DOC_HIDDEN, "no cpufreq", NULL, {{CPU "cpu3/cpufreq/scaling_governor", NULL}}},
    {"sleep",
     DOC_OK,
     "C6 wakes up in 133 us; /dev/cpu_dma_latency is writable",
     NULL,
     {{"/dev/cpu_dma_latency", ""}}},
    {"sleep",
     DOC_WARNING,
     "C6 wakes up in 133 us; /dev/cpu_dma_latency is not writable",
     "71-dma-latency.rules",
     {{"/dev/cpu_dma_latency", NULL}}},
    {"sleep",
     DOC_OK,
     "POLL wakes up in 0 us",
     NULL,
     {{"/dev/cpu_dma_latency", NULL}, {CPU "cpu3/cpuidle/state1/disable", "1\n"}}},
    {"sleep", DOC_HIDDEN, "no cpuidle", NULL, {{CPU "cpu3/cpuidle/state0/latency", NULL}}},
    {"throttling", DOC_OK, "no limit", NULL, {{"/proc/sys/kernel/sched_rt_runtime_us", "-1\n"}}},
    {"throttling",
     DOC_WARNING,
     "50 % of the time",
     "sched_rt_runtime_us=950000",
     {{"/proc/sys/kernel/sched_rt_runtime_us", "500000\n"}}},
    {"throttling", DOC_HIDDEN, "not visible", NULL, {{"/proc/sys/kernel/sched_rt_period_us", "0\n"}}},
    {"clock",
     DOC_OK,
     "kvm-clock",
     NULL,
     {{"/sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock\n"}}},
    {"clock",
     DOC_WARNING,
     "hpet",
     "clocksource=tsc",
     {{"/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n"}}},
    {"processors", DOC_WARNING, "3, without processor 3", "from 0 to 2", {{CPU "online", "0-2"}}},
    {"siblings",
     DOC_WARNING,
     "processor 3 shares its core with 1",
     "cpu1/online",
     {{CPU "cpu3/topology/thread_siblings_list", "1,3"}}},
    {"virtual",
     DOC_WARNING,
     "yes, QEMU",
     NULL,
     {{"/proc/cpuinfo", "flags : fpu hypervisor avx\n"}, {"/sys/class/dmi/id/sys_vendor", "QEMU\n"}}},
    {"virtual", DOC_WARNING, "yes", NULL, {{"/sys/hypervisor/type", "xen\n"}}},
    {"steal",
     DOC_WARNING,
     "12.50 % of the time",
     NULL,
     {{"/proc/stat", "cpu  180 0 120 10400 0 0 0 100 0 0\ncpu0 1\ncpu1 1\ncpu2 1\ncpu3 1\n"}}},
    {"steal", DOC_HIDDEN, "no time has passed", NULL, {{"/proc/stat", ""}}},
    {"load",
     DOC_WARNING,
     "other programs use 56 % of 4 processors, load average 0.05: a (b) c 150 %",
     "end the other",
     {{"/proc/stat", "cpu  580 0 120 10100 0 0 0 0 0 0\ncpu0 1\ncpu1 1\ncpu2 1\ncpu3 1\n"},
      {"/proc/5/stat", "5 (a (b) c) S 1 1 1 0 -1 0 0 0 0 0 350 100 0 0 20\n"}}},
    {"load", DOC_HIDDEN, "load average 0.05; no time", NULL, {{"/proc/stat", "garbage"}}},
    {"load", DOC_HIDDEN, "not visible", NULL, {{"/proc/loadavg", NULL}}},
    {"interrupts",
     DOC_WARNING,
     "busiest: 25 (disk), 250 a second on processor 3",
     "echo 0 | sudo tee /proc/irq/25/",
     {{"/proc/interrupts", "  CPU0 CPU3\n 24: 10 20 PCI 0-edge eth0\n 25: 0 500 PCI 1-edge disk\n"}}},
    {"interrupts",
     DOC_WARNING,
     "busiest: 25 (disk)",
     "sudo systemctl disable --now irqbalance; echo 0",
     {{"/proc/interrupts", "  CPU0 CPU3\n 24: 10 20 PCI 0-edge eth0\n 25: 0 500 PCI 1-edge disk\n"},
      {"/proc/6/stat", "6 (irqbalance) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20\n"}}},
    {"interrupts", DOC_HIDDEN, "not visible", NULL, {{"/proc/interrupts", NULL}}},
    {"priority",
     DOC_WARNING,
     "50",
     "adduser USER realtime",
     {{"/proc/self/limits", "Max realtime priority     50      90\n"}}},
    {"priority",
     DOC_OK,
     "CAP_SYS_NICE",
     NULL,
     {{"/proc/self/limits", "Max realtime priority 0 0\n"},
      {"/proc/self/status", "CapEff:\t0000000000800000\n"}}},
    {"priority", DOC_HIDDEN, "not visible", NULL, {{"/proc/self/limits", NULL}}},
    {"locking",
     DOC_WARNING,
     "8388608 bytes",
     "adduser USER realtime",
     {{"/proc/self/limits", "Max locked memory 8388608 8388608 bytes\n"}}},
    {"locking",
     DOC_OK,
     "unlimited",
     NULL,
     {{"/proc/self/limits", "Max locked memory 0 0 bytes\n"},
      {"/proc/self/status", "CapEff:\t0000000000004000\n"}}},
    {"swap",
     DOC_OK,
     "2048 MiB, 1 in use; memory can be locked",
     NULL,
     {{"/proc/swaps", "Filename Type Size Used Priority\n/dev/sda2 partition 2097152 1024 -2\n"}}},
    {"swap",
     DOC_WARNING,
     "2048 MiB, 0 in use; memory cannot be locked",
     "realtime",
     {{"/proc/swaps", "Filename Type Size Used Priority\n/a file 1048576 0 -2\n/b file 1048576 0 -3\n"},
      {"/proc/self/limits", "Max locked memory 8388608 8388608 bytes\n"}}},
    {"huge-pages",
     DOC_WARNING,
     "[always] madvise never",
     "echo madvise",
     {{"/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n"}}},
    {"huge-pages",
     DOC_OK,
     "not supported by the kernel",
     NULL,
     {{"/sys/kernel/mm/transparent_hugepage/enabled", NULL}}},
    {"numa",
     DOC_WARNING,
     "on, 2 memory nodes",
     "numa_balancing=0",
     {{"/proc/sys/kernel/numa_balancing", "1\n"}, {"/sys/devices/system/node/online", "0-1\n"}}},
    {"numa", DOC_OK, "on, 1 memory node", NULL, {{"/proc/sys/kernel/numa_balancing", "1\n"}}},
    {"sound",
     DOC_WARNING,
     "no sound server, no sound card",
     "pipewire",
     {{"/run/user/1000/pipewire-0", NULL}}},
    {"sound", DOC_OK, "ALSA", NULL, {{"/run/user/1000/pipewire-0", NULL}, {"/dev/snd/timer", ""}}},
    {"sound",
     DOC_OK,
     "PulseAudio",
     NULL,
     {{"/run/user/1000/pipewire-0", NULL}, {"/run/user/1000/pulse/native", ""}}}};

/* Without --cpu. */
static const change of_any_cpu[] = {
    {"isolation", DOC_WARNING, "processors 3", "headland run --cpu 3", {{CPU "online", "0-3"}}},
    {"isolation", DOC_OK, "none of 2", NULL, {{CPU "isolated", ""}, {CPU "online", "0,1"}}},
    {"governor", DOC_WARNING, "powersave on 1 of 2", NULL, {{CPU "online", "0-3"}}},
    {"processors", DOC_WARNING, "2", NULL, {{CPU "online", "0-1"}}},
    {"siblings", DOC_WARNING, "two threads a core", "smt/control", {{CPU "smt/active", "1"}}},
    {"siblings", DOC_OK, "one thread a core", NULL, {{CPU "smt/active", NULL}}},
    {"interrupts",
     DOC_OK,
     "busiest: 24 (eth0), 4500 a second on processor 0",
     NULL,
     {{CPU "online", "0-3"}}}};

static void try_change(const change *c, int cpu)
{
    (void)begin(NULL);
    for (int i = 0; i < 2 && c->files[i].path; i++) put(&c->files[i]);
    subject.cpu = cpu;
    const doc_finding *f = find(c->key, examine());
    if (f->state != c->state || !strstr(f->found, c->found))
        fail_msg("%s: state %d, '%s'; expected %d, '%s'", c->key, (int)f->state, f->found, (int)c->state,
                 c->found);
    if (c->advice && !strstr(f->change, c->advice)) fail_msg("%s: %s", c->key, f->change);
    assert_int_equal(*f->change != '\0', f->state == DOC_WARNING);
    (void)end(NULL);
}

static void each_setting(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof of_one_cpu / sizeof *of_one_cpu; i++) try_change(&of_one_cpu[i], 3);
    for (size_t i = 0; i < sizeof of_any_cpu / sizeof *of_any_cpu; i++) try_change(&of_any_cpu[i], -1);
}

/* Data that the kernel's files do not contain. */
static void devices_and_graphics(void **state)
{
    (void)state;
    subject.renderer = "llvmpipe";
    subject.software = true;
    subject.refused = 1;
    subject.refused_advice = "join the group input";
    int count = examine();
    assert_int_equal(find("graphics", count)->state, DOC_WARNING);
    assert_int_equal(find("inputs", count)->state, DOC_WARNING);
    assert_string_equal(find("inputs", count)->found, "1 of 2 devices cannot be read");
    assert_string_equal(find("inputs", count)->change, "join the group input");
    subject.renderer = NULL;
    subject.no_renderer = "no OpenGL";
    subject.devices = 0;
    count = examine();
    assert_int_equal(find("graphics", count)->state, DOC_HIDDEN);
    assert_string_equal(find("graphics", count)->found, "no OpenGL");
    assert_string_equal(find("inputs", count)->found, "no devices");
    subject.devices = -1;
    assert_int_equal(find("inputs", examine())->state, DOC_HIDDEN);
}

/* Missing or unexpected files cause no failure. */
static void garbage(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "\n",
                                        "-",
                                        "(",
                                        ")(",
                                        "cpu",
                                        "99999999999999999999",
                                        "0-99999999,7-3",
                                        "Max realtime priority",
                                        "CapEff:",
                                        "CPU0 CPU1\n24:\n25: 1",
                                        "\xff\xfe \x01"};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        for (int i = 0; i < GOOD; i++) put(&(file){good[i].path, texts[t]});
        assert_true(examine() >= 20);
        subject.cpu = -1;
        assert_true(examine() >= 20);
        subject.cpu = 5000;
        assert_true(examine() >= 20);
    }
    assert_true(file_remove(AT_FDCWD, root));
    const int count = examine();
    for (int i = 0; i < count; i++) assert_true(strlen(findings[i].found) > 0);
}

/* ---- the measurement ---- */

static void measured_ways(void **state)
{
    (void)state;
    static doc_wakes wakes;
    subject.cpu = -1;
    assert_true(doc_measure(&subject, 0.05, &wakes));
    assert_true(wakes.measured[DOC_AS_HEADLAND]);
    assert_int_equal(wakes.measured[DOC_ORDINARY], wakes.fifo);
    assert_int_equal(wakes.measured[DOC_WITH_SLEEP], wakes.awake);
    for (int i = 0; i < DOC_WAYS; i++)
        if (wakes.measured[i]) assert_true(wakes.wake[i].count > 0);
    assert_true(wakes.each_count !=
                1); /* one alone is no comparison; of the four of the copy, some are not here */
    for (int i = 0; i < wakes.each_count; i++) assert_true(wakes.each[i].wake.count > 0);
}

static void conclusion(void **state)
{
    (void)state;
    static doc_wakes wakes;
    memset(&wakes, 0, sizeof wakes);
    wakes.measured[DOC_AS_HEADLAND] = wakes.measured[DOC_ORDINARY] = true;
    for (int i = 0; i < 2000; i++) rt_histogram_add(&wakes.wake[DOC_AS_HEADLAND], 20000);
    rt_histogram_add(&wakes.wake[DOC_ORDINARY], 4000000);
    wakes.each_count = 2;
    wakes.each[1].cpu = 3;
    rt_histogram_add(&wakes.each[0].wake, 63000);
    rt_histogram_add(&wakes.each[1].wake, 21000);
    const int count = examine(), all = doc_conclude(&wakes, findings, count);
    assert_int_equal(all, count + 1);
    assert_int_equal(find("wake-up", all)->state, DOC_OK);
    assert_string_equal(find("wake-up", all)->found, "median 20 us, p99.9 20 us, longest 20 us of 2000");
    assert_string_equal(find("priority", all)->measured,
                        "wake-up p99.9 20 us, longest 20 us; without SCHED_FIFO 4000 us, 4000 us");
    assert_string_equal(find("sleep", all)->measured, "");
    assert_string_equal(find("isolation", all)->measured, "wake-up p99.9 on processor 0: 63 us, 3: 21 us");
    rt_histogram_add(&wakes.wake[DOC_AS_HEADLAND], 300000); /* one too long */
    assert_int_equal(doc_conclude(&wakes, findings, count), count + 1);
    assert_int_equal(find("wake-up", all)->state, DOC_WARNING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(good_computer, begin, end),
                                       cmocka_unit_test(each_setting),
                                       cmocka_unit_test_setup_teardown(devices_and_graphics, begin, end),
                                       cmocka_unit_test_setup_teardown(garbage, begin, end),
                                       cmocka_unit_test_setup_teardown(measured_ways, begin, end),
                                       cmocka_unit_test_setup_teardown(conclusion, begin, end)};
    return cmocka_run_group_tests_name("doctor", tests, NULL, NULL);
}
