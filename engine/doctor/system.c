/* Files of the kernel below the root; samples and their differences. */
#include "system.h"

#include "file/read.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files ---- */

static bool make_path(const char *root, const char *path, char full[SYSTEM_PATH])
{
    return snprintf(full, SYSTEM_PATH, "%s%s", root, path) < SYSTEM_PATH;
}

static bool read_text(const char *root, const char *path, char *text, size_t size)
{
    char full[SYSTEM_PATH];
    *text = '\0';
    if (!make_path(root, path, full)) return false;
    int64_t length = file_read_kernel(full, text, size);
    if (length < 0) return false;
    while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
    return true;
}

bool system_text(const doc_subject *subject, const char *path, char *text, size_t size)
{
    return read_text(subject->root, path, text, size);
}

bool system_number(const doc_subject *subject, const char *path, int64_t *number)
{
    char text[SYSTEM_LINE], *end;
    if (!system_text(subject, path, text, sizeof text)) return false;
    *number = strtoll(text, &end, 10);
    return end != text;
}

bool system_has(const doc_subject *subject, const char *path)
{
    char full[SYSTEM_PATH];
    return make_path(subject->root, path, full) && access(full, F_OK) == 0;
}

bool system_may_write(const doc_subject *subject, const char *path)
{
    char full[SYSTEM_PATH];
    return make_path(subject->root, path, full) && access(full, W_OK) == 0;
}

/* ---- findings ---- */

void finding_set(doc_finding *finding, doc_state state, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(finding->found, DOC_TEXT, format, arguments);
    va_end(arguments);
    finding->state = state;
}

/* ---- sets of processors ---- */

void system_parse_cpus(const char *text, system_cpus *cpus)
{
    memset(cpus, 0, sizeof *cpus);
    cpus->last = -1;
    while (isdigit((unsigned char)*text)) {
        char *end;
        const long first = strtol(text, &end, 10), last = *end == '-' ? strtol(end + 1, &end, 10) : first;
        for (long i = first; i <= last && i < SYSTEM_CPUS; i++) {
            cpus->count += !cpus->has[i];
            cpus->has[i] = true;
            if (i > cpus->last) cpus->last = (int)i;
        }
        text = *end == ',' ? end + 1 : end;
    }
}

void system_read_cpus(const doc_subject *subject, const char *path, system_cpus *cpus)
{
    char text[SYSTEM_LINE];
    (void)system_text(subject, path, text, sizeof text);
    system_parse_cpus(text, cpus);
}

/* ---- samples ---- */

enum { SAMPLE_BYTES = 512 * 1024, PROCESSES = 4096 };

static const char *read_large(const char *root, const char *path, hl_arena *arena)
{
    char *text = HL_NEW(arena, char, SAMPLE_BYTES);
    if (text) (void)read_text(root, path, text, SAMPLE_BYTES);
    return text;
}

/* The line of /proc/PID/stat: "pid (name) state ..."; utime and stime are fields 14 and 15 (proc(5)). The
 * name may have blanks and brackets. */
static bool parse_process(const char *line, doc_process *process)
{
    enum { FIELDS_BEFORE = 11 }; /* from the state to the one before utime */
    const char *open = strchr(line, '('), *close = strrchr(line, ')');
    if (!open || !close || close < open) return false;
    process->id = atoi(line);
    (void)snprintf(process->name, sizeof process->name, "%.*s", (int)(close - open - 1), open + 1);
    const char *at = close + 1;
    for (int i = 0; i < FIELDS_BEFORE && at; i++) at = strchr(at + 1, ' ');
    int64_t user, kernel;
    if (!at || sscanf(at, "%" SCNd64 " %" SCNd64, &user, &kernel) != 2) return false;
    process->ticks = user + kernel;
    return true;
}

static void read_processes(const char *root, doc_sample *sample)
{
    char path[SYSTEM_PATH], line[SYSTEM_LINE];
    if (read_text(root, "/proc/self/stat", line, sizeof line)) (void)parse_process(line, &sample->own);
    DIR *folder = make_path(root, "/proc", path) ? opendir(path) : NULL;
    if (!folder) return;
    for (const struct dirent *entry; sample->process_count < PROCESSES && (entry = readdir(folder));) {
        if (!isdigit((unsigned char)entry->d_name[0])) continue;
        (void)snprintf(path, sizeof path, "/proc/%.20s/stat", entry->d_name);
        if (read_text(root, path, line, sizeof line) &&
            parse_process(line, &sample->processes[sample->process_count]))
            sample->process_count++;
    }
    (void)closedir(folder);
}

bool doc_sample_read(const char *root, hl_arena *arena, doc_sample *sample)
{
    *sample = (doc_sample){.stat = read_large(root, "/proc/stat", arena),
                           .interrupts = read_large(root, "/proc/interrupts", arena),
                           .processes = HL_NEW(arena, doc_process, PROCESSES)};
    if (!sample->stat || !sample->interrupts || !sample->processes) return false;
    read_processes(root, sample);
    return true;
}

/* ---- processor times ---- */

/* The sums of the first line of /proc/stat, "cpu  user nice system idle iowait irq softirq steal ..."; guests
 * are in user. */
static system_times times_of(const char *stat)
{
    int64_t t[8] = {0};
    system_times times = {0};
    if (sscanf(stat,
               "cpu %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64
               " %" SCNd64,
               &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]) < 4)
        return times;
    for (int i = 0; i < 8; i++) times.all += t[i];
    times.idle = t[3] + t[4];
    times.steal = t[7];
    for (const char *at = stat; (at = strstr(at, "\ncpu")); at++) times.cpus++;
    return times;
}

system_times system_time_differences(const doc_subject *subject)
{
    const double tick = 0.01; /* [s], USER_HZ */
    const system_times before = times_of(subject->before->stat), after = times_of(subject->after->stat);
    system_times d = {.all = after.all - before.all,
                      .idle = after.idle - before.idle,
                      .steal = after.steal - before.steal,
                      .cpus = after.cpus};
    if (d.cpus > 0 && d.all > 0) d.seconds = tick * (double)d.all / d.cpus;
    return d;
}

/* ---- interrupts ---- */

static const char *next_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end ? end + 1 : NULL;
}

/* The line of an interrupt, after its number; NULL: not in the table. */
static const char *find_interrupt(const char *table, int number)
{
    for (const char *line = next_line(table); line; line = next_line(line)) {
        char *end;
        const long found = strtol(line, &end, 10);
        if (end != line && *end == ':' && found == number) return end + 1;
    }
    return NULL;
}

/* Processors of the columns, from the first line: "CPU0 CPU1 ...". @return their number */
static int read_columns(const char *table, int columns[SYSTEM_CPUS])
{
    int count = 0, used, cpu;
    while (count < SYSTEM_CPUS && sscanf(table, " CPU%d%n", &cpu, &used) == 1) {
        columns[count++] = cpu;
        table += used;
    }
    return count;
}

/* The words after the counts: "PCI-MSIX-0000:00:01.0 3-edge eth0": the last one names the device. */
static void copy_name(const char *rest, char name[DOC_NAME])
{
    const int length = (int)strcspn(rest, "\n");
    int begin = length;
    while (begin > 0 && rest[begin - 1] != ' ') begin--;
    (void)snprintf(name, DOC_NAME, "%.*s", length - begin, rest + begin);
}

/* Compare the lines of an interrupt in both samples. If its count on processor `cpu` (below 0: any) is above
 * that of `busiest`, update `busiest`. */
static void compare_counts(const char *now, const char *before, const int *columns, int column_count, int cpu,
                           system_interrupt *busiest)
{
    char *after_now, *after_before;
    system_interrupt here = *busiest;
    for (int i = 0; i < column_count; i++) {
        const int64_t count = strtoll(now, &after_now, 10) - strtoll(before, &after_before, 10);
        now = after_now;
        before = after_before;
        if ((cpu < 0 || columns[i] == cpu) && count > here.count) {
            here.count = count;
            here.cpu = columns[i];
        }
    }
    if (here.count == busiest->count) return;
    *busiest = here;
    copy_name(now, busiest->name);
}

bool system_busiest_interrupt(const doc_subject *subject, int cpu, system_interrupt *busiest)
{
    int columns[SYSTEM_CPUS];
    const int count = read_columns(subject->after->interrupts, columns);
    *busiest = (system_interrupt){.number = -1, .cpu = -1};
    for (const char *line = next_line(subject->after->interrupts); line; line = next_line(line)) {
        char *at;
        const int64_t most = busiest->count;
        const int number = (int)strtol(line, &at, 10);
        if (at == line || *at != ':') continue;
        const char *before = find_interrupt(subject->before->interrupts, number); /* NULL: new since then */
        compare_counts(at + 1, before ? before : "", columns, count, cpu, busiest);
        if (busiest->count > most) busiest->number = number;
    }
    return busiest->count > 0;
}
