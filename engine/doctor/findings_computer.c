/* Findings about the computer and its kernel. */
#include "system.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- kernel ---- */

/* The value of a boot parameter such as "isolcpus="; empty without this parameter. */
static void boot_parameter(const doc_subject *subject, const char *word, char *value, size_t size)
{
    char line[SYSTEM_LINE * 4];
    (void)system_text(subject, "/proc/cmdline", line, sizeof line);
    const char *at = strstr(line, word);
    if (at && at != line && at[-1] != ' ') at = NULL;
    at = at ? at + strlen(word) : "";
    (void)snprintf(value, size, "%.*s", (int)strcspn(at, " "), at);
}

/* The release is the third word of /proc/version: "Linux version 6.1.0-13-rt-amd64 (...) ... PREEMPT_RT ...".
 */
void judge_preemption(const doc_subject *subject, doc_finding *finding)
{
    char version[SYSTEM_LINE], release[100] = "", chosen[40];
    int64_t realtime = 0;
    if (!system_text(subject, "/proc/version", version, sizeof version)) return;
    (void)sscanf(version, "Linux version %99s", release);
    (void)system_number(subject, "/sys/kernel/realtime", &realtime);
    boot_parameter(subject, "preempt=", chosen, sizeof chosen);
    const bool rt = realtime == 1 || strstr(version, "PREEMPT_RT");
    const char *model = rt                                   ? "PREEMPT_RT"
                        : strstr(version, "PREEMPT_DYNAMIC") ? "PREEMPT_DYNAMIC"
                        : strstr(version, "PREEMPT")         ? "PREEMPT"
                                                             : "no preemption";
    finding_set(finding, rt ? DOC_OK : DOC_WARNING, "%s, %s%s%s", model, release, *chosen ? ", preempt=" : "",
                chosen);
}

void judge_throttling(const doc_subject *subject, doc_finding *finding)
{
    const double least = 0.9;
    int64_t runtime, period;
    if (!system_number(subject, "/proc/sys/kernel/sched_rt_runtime_us", &runtime) ||
        !system_number(subject, "/proc/sys/kernel/sched_rt_period_us", &period) || period <= 0)
        return;
    if (runtime < 0)
        finding_set(finding, DOC_OK, "no limit");
    else
        finding_set(finding, (double)runtime >= least * (double)period ? DOC_OK : DOC_WARNING,
                    "%.3g %% of the time", 100.0 * (double)runtime / (double)period);
}

/* Clocks that the C library reads without a system call (arch/x86/entry/vdso, arm64). */
void judge_clock(const doc_subject *subject, doc_finding *finding)
{
    static const char *const fast[] = {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter"};
    char clock[100];
    if (!system_text(subject, "/sys/devices/system/clocksource/clocksource0/current_clocksource", clock,
                     sizeof clock))
        return;
    bool is_fast = false;
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++) is_fast = is_fast || strcmp(clock, fast[i]) == 0;
    finding_set(finding, is_fast ? DOC_OK : DOC_WARNING, "%s", clock);
}

void judge_huge_pages(const doc_subject *subject, doc_finding *finding)
{
    char mode[100];
    if (!system_text(subject, "/sys/kernel/mm/transparent_hugepage/enabled", mode, sizeof mode))
        finding_set(finding, DOC_OK, "not supported by the kernel");
    else
        finding_set(finding, strstr(mode, "[always]") ? DOC_WARNING : DOC_OK, "%s", mode);
}

void judge_numa(const doc_subject *subject, doc_finding *finding)
{
    int64_t balancing = 0;
    system_cpus nodes;
    (void)system_number(subject, "/proc/sys/kernel/numa_balancing", &balancing);
    system_read_cpus(subject, "/sys/devices/system/node/online", &nodes);
    finding_set(finding, balancing > 0 && nodes.count > 1 ? DOC_WARNING : DOC_OK, "%s, %d memory node%s",
                balancing > 0 ? "on" : "off", nodes.count > 0 ? nodes.count : 1, nodes.count > 1 ? "s" : "");
}

/* ---- processors ---- */

enum { PROCESSORS_NEEDED = 4 /* physics; picture; sound, motion and devices; the system */ };

static void read_online(const doc_subject *subject, system_cpus *cpus)
{
    system_read_cpus(subject, "/sys/devices/system/cpu/online", cpus);
}

void judge_processors(const doc_subject *subject, doc_finding *finding)
{
    system_cpus online;
    read_online(subject, &online);
    if (online.count == 0) return;
    finding_set(finding, online.count >= PROCESSORS_NEEDED ? DOC_OK : DOC_WARNING, "%d", online.count);
    if (subject->cpu >= 0 && (subject->cpu >= SYSTEM_CPUS || !online.has[subject->cpu])) {
        finding_set(finding, DOC_WARNING, "%d, without processor %d", online.count, subject->cpu);
        (void)snprintf(finding->change, DOC_TEXT, "give --cpu a number from 0 to %d", online.last);
    }
}

void judge_isolation(const doc_subject *subject, doc_finding *finding)
{
    char isolated_text[200], tickless[200];
    system_cpus online, isolated;
    read_online(subject, &online);
    if (online.count == 0) return;
    (void)system_text(subject, "/sys/devices/system/cpu/isolated", isolated_text, sizeof isolated_text);
    (void)system_text(subject, "/sys/devices/system/cpu/nohz_full", tickless, sizeof tickless);
    system_parse_cpus(isolated_text, &isolated);
    const char *without_tick = *tickless && *tickless != '(' ? tickless : "none"; /* "(null)" */
    if (isolated.count == 0) {
        finding_set(finding, online.count >= PROCESSORS_NEEDED ? DOC_WARNING : DOC_OK,
                    "none of %d processors", online.count);
        const int cpu = subject->cpu >= 0 ? subject->cpu : online.last;
        (void)snprintf(finding->change, DOC_TEXT,
                       "add isolcpus=domain,managed_irq,%d nohz_full=%d rcu_nocbs=%d to " SYSTEM_BOOT
                       "; headland run --cpu %d",
                       cpu, cpu, cpu, cpu);
        return;
    }
    const bool used = subject->cpu >= 0 && subject->cpu < SYSTEM_CPUS && isolated.has[subject->cpu];
    finding_set(finding, used ? DOC_OK : DOC_WARNING, "processors %s, without timer tick: %s", isolated_text,
                without_tick);
    (void)snprintf(finding->change, DOC_TEXT, "headland run --cpu %d, and headland doctor --cpu %d",
                   isolated.last, isolated.last);
}

void judge_governor(const doc_subject *subject, doc_finding *finding)
{
    char path[SYSTEM_PATH], governor[60], other[60] = "";
    system_cpus online;
    int found = 0, slow = 0;
    read_online(subject, &online);
    for (int i = 0; i <= online.last; i++) {
        if (!online.has[i] || (subject->cpu >= 0 && i != subject->cpu)) continue;
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", i);
        if (!system_text(subject, path, governor, sizeof governor)) continue;
        found++;
        if (strcmp(governor, "performance") == 0) continue;
        slow++;
        (void)snprintf(other, sizeof other, "%s", governor);
    }
    if (found == 0)
        finding_set(finding, DOC_HIDDEN, "no cpufreq: the frequency is fixed, or the host sets it");
    else if (slow > 0)
        finding_set(finding, DOC_WARNING, "%s on %d of %d processors", other, slow, found);
    else
        finding_set(finding, DOC_OK, "performance");
}

/* The longest wake-up of the enabled sleep states [us]. @return false: no states are visible */
static bool longest_exit(const doc_subject *subject, int64_t *longest, char name[60])
{
    char path[SYSTEM_PATH];
    const int cpu = subject->cpu >= 0 ? subject->cpu : 0;
    int64_t latency, disabled;
    *longest = -1;
    for (int i = 0; i < 20; i++) {
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/latency", cpu, i);
        if (!system_number(subject, path, &latency)) break;
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/disable", cpu, i);
        if (system_number(subject, path, &disabled) && disabled) continue;
        if (latency <= *longest) continue;
        *longest = latency;
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/name", cpu, i);
        (void)system_text(subject, path, name, 60);
    }
    return *longest >= 0;
}

void judge_sleep(const doc_subject *subject, doc_finding *finding)
{
    const int64_t short_enough = 10; /* [us] */
    char name[60] = "";
    int64_t longest;
    const bool visible = longest_exit(subject, &longest, name);
    const bool awake = system_may_write(subject, "/dev/cpu_dma_latency");
    if (!visible)
        finding_set(finding, DOC_HIDDEN, "no cpuidle: processors do not sleep, or the host controls it");
    else
        finding_set(finding, awake || longest <= short_enough ? DOC_OK : DOC_WARNING,
                    "%s wakes up in %" PRId64 " us; /dev/cpu_dma_latency is %s", name, longest,
                    awake ? "writable: headland keeps processors awake" : "not writable");
}

void judge_siblings(const doc_subject *subject, doc_finding *finding)
{
    int64_t active = 0;
    char path[SYSTEM_PATH];
    system_cpus siblings;
    (void)system_number(subject, "/sys/devices/system/cpu/smt/active", &active);
    if (subject->cpu < 0) {
        finding_set(finding, active ? DOC_WARNING : DOC_OK,
                    active ? "two threads a core" : "one thread a core");
        return;
    }
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
                   subject->cpu);
    system_read_cpus(subject, path, &siblings);
    if (siblings.count == 0) return;
    if (siblings.count == 1) {
        finding_set(finding, DOC_OK, "no other thread on the core of processor %d", subject->cpu);
        return;
    }
    int other = siblings.last;
    for (int i = 0; i <= siblings.last; i++)
        if (siblings.has[i] && i != subject->cpu) other = i;
    finding_set(finding, DOC_WARNING, "processor %d shares its core with %d", subject->cpu, other);
    (void)snprintf(finding->change, DOC_TEXT, "echo 0 | sudo tee /sys/devices/system/cpu/cpu%d/online",
                   other);
}

/* On x86 a flag of the processors shows a virtual machine, elsewhere a folder. */
void judge_virtual(const doc_subject *subject, doc_finding *finding)
{
    enum { MOST = 16384 };
    char text[MOST], vendor[100];
    if (!system_text(subject, "/proc/cpuinfo", text, sizeof text)) return;
    const bool is_virtual = strstr(text, " hypervisor") || system_has(subject, "/sys/hypervisor/type") ||
                            system_has(subject, "/proc/device-tree/hypervisor");
    if (!system_text(subject, "/sys/class/dmi/id/sys_vendor", vendor, sizeof vendor)) *vendor = '\0';
    finding_set(finding, is_virtual ? DOC_WARNING : DOC_OK, "%s%s%s", is_virtual ? "yes" : "no",
                *vendor ? ", " : "", vendor);
}
