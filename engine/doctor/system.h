/* Private to the doctor: files of the kernel below the root, differences of two samples, and the functions
 * that judge a finding. */
#ifndef DOCTOR_SYSTEM_H
#define DOCTOR_SYSTEM_H

#include "doc/doctor.h"

#include <stddef.h>

enum { SYSTEM_PATH = 4096, SYSTEM_LINE = 1024, SYSTEM_CPUS = 1024 };

/** Read a small file, without the white space at its end. @return false: not readable; `text` is empty */
bool system_text(const doc_subject *subject, const char *path, char *text, size_t size);

/** Read a file that begins with a whole number. @return false: it does not */
bool system_number(const doc_subject *subject, const char *path, int64_t *number);

/** Whether a file or folder exists; whether it may be written. */
bool system_has(const doc_subject *subject, const char *path);
bool system_may_write(const doc_subject *subject, const char *path);

/** A set of processors. */
typedef struct system_cpus {
    int count, last; /**< last: highest processor; -1: the set is empty */
    bool has[SYSTEM_CPUS];
} system_cpus;

/** Parse a list like "0-3,6". */
void system_parse_cpus(const char *text, system_cpus *cpus);

/** Read a list of processors; without the file the set is empty. */
void system_read_cpus(const doc_subject *subject, const char *path, system_cpus *cpus);

/* ---- findings ---- */

/** How a parameter of the kernel is set, after "add PARAMETER to ". */
#define SYSTEM_BOOT "GRUB_CMDLINE_LINUX_DEFAULT in /etc/default/grub; sudo update-grub; restart"

/** Sets state and `found` of a finding. Expectation and change come from the table in doctor.c; a more exact
 * change may replace that one. */
typedef void finding_judge(const doc_subject *subject, doc_finding *finding);

/* findings_computer.c */
finding_judge judge_preemption, judge_isolation, judge_governor, judge_sleep, judge_throttling, judge_clock,
    judge_processors, judge_siblings, judge_virtual, judge_huge_pages, judge_numa;

/* findings_rights.c */
finding_judge judge_priority, judge_locking, judge_swap, judge_graphics, judge_sound, judge_inputs;

/* findings_load.c */
finding_judge judge_steal, judge_load, judge_interrupts;

/** Set the state and what was found, printf-like. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void finding_set(doc_finding *finding, doc_state state, const char *format, ...);

/* ---- differences of the samples ---- */

/** Processor time of all processors between the samples [ticks of 10 ms]. */
typedef struct system_times {
    int64_t all, idle, steal;
    int cpus;       /**< processors */
    double seconds; /**< between the samples; 0: unknown */
} system_times;

system_times system_time_differences(const doc_subject *subject);

/** One interrupt on one processor between the samples. */
typedef struct system_interrupt {
    int number, cpu;
    int64_t count;
    char name[DOC_NAME];
} system_interrupt;

/** The numbered interrupt with the highest count. @param cpu  processor; below 0: any.
 *  @return false: no interrupts were counted */
bool system_busiest_interrupt(const doc_subject *subject, int cpu, system_interrupt *busiest);

#endif
