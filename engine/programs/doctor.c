/* headland doctor: finds settings of a computer that delay the simulation, and names the commands that change
 * them. */
#include "doc/doctor.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/drive.h"
#include "drv/latencies.h"
#include "file/json.h"
#include "io/device.h"
#include "program.h"
#include "rnd/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct request {
    bool json;
    int cpu;
    double seconds;
    const char *root; /* NULL: this computer */
} request;

/* Data of an examination; too large for the stack. */
typedef struct examination {
    doc_subject subject;
    doc_sample before, after;
    doc_wakes wakes;
    int count;
    doc_finding findings[DOC_FINDINGS];
    io_device_info devices[IO_LISTED];
    char renderer[200], trouble[300], advice[DOC_TEXT];
    hl_arena arena;
} examination;

static examination e;

/* ---- data that the kernel's files do not contain ---- */

static void find_renderer(void)
{
    rnd_offscreen *offscreen = rnd_offscreen_open(16, 16, e.trouble, sizeof e.trouble);
    e.subject.no_renderer = e.trouble;
    if (!offscreen) return;
    e.subject.software = rnd_gl_find_name(e.renderer, sizeof e.renderer);
    e.subject.renderer = e.renderer;
    rnd_offscreen_close(offscreen);
}

static void find_devices(void)
{
    char error[200];
    e.subject.devices = io_device_list(e.devices, error, sizeof error);
    for (int i = 0; i < e.subject.devices; i++) {
        if (!e.devices[i].error) continue;
        if (e.subject.refused++ == 0) io_device_advice(e.devices[i].error, e.advice, sizeof e.advice);
    }
    e.subject.refused_advice = e.advice;
}

/* ---- the examination ---- */

/* The load is sampled during the measurement, whose threads use hardly any time. */
static int examine(const request *q)
{
    e.subject = (doc_subject){.root = q->root ? q->root : "",
                              .cpu = q->cpu,
                              .priority = DRV_PRIORITY,
                              .runtime = getenv("XDG_RUNTIME_DIR"),
                              .devices = -1,
                              .before = &e.before,
                              .after = q->root ? &e.before : &e.after};
    if (!doc_sample_read(e.subject.root, &e.arena, &e.before))
        return program_end(PROGRAM_ENVIRONMENT, "out of memory");
    if (!q->root) {
        if (!doc_measure(&e.subject, q->seconds, &e.wakes))
            return program_end(PROGRAM_ENVIRONMENT,
                               "no thread can be started to measure the wake-up latency");
        if (!doc_sample_read("", &e.arena, &e.after))
            return program_end(PROGRAM_ENVIRONMENT, "out of memory");
        find_renderer();
        find_devices();
    }
    e.count = doc_examine(&e.subject, e.findings);
    if (!q->root) e.count = doc_conclude(&e.wakes, e.findings, e.count);
    return PROGRAM_DONE;
}

static int count_warnings(void)
{
    int warnings = 0;
    for (int i = 0; i < e.count; i++) warnings += e.findings[i].state == DOC_WARNING;
    return warnings;
}

/* ---- output ---- */

static const char *const states[] = {
    [DOC_OK] = "ok", [DOC_WARNING] = "warning", [DOC_HIDDEN] = "not visible"};

static void print_finding(const doc_finding *f)
{
    printf("%-11s %-20s %s\n", states[f->state], f->title, f->found);
    if (f->state == DOC_WARNING) printf("%-32s expected: %s\n", "", f->expected);
    if (f->state == DOC_WARNING) printf("%-32s change: %s\n", "", f->change);
    if (*f->measured) printf("%-32s measured: %s\n", "", f->measured);
}

static void print_findings(bool measured)
{
    const int warnings = count_warnings();
    for (int i = 0; i < e.count; i++) print_finding(&e.findings[i]);
    if (measured)
        printf("measured with %s, memory %s, %s\n", e.wakes.fifo ? "SCHED_FIFO" : "ordinary scheduling",
               e.wakes.locked ? "locked" : "not locked",
               e.wakes.pinned ? "on one processor" : "on any processor");
    printf("%d warning%s\n", warnings, warnings == 1 ? "" : "s");
}

static cJSON *finding_json(const doc_finding *f)
{
    cJSON *json = cJSON_CreateObject();
    json_add_text(json, "key", f->key);
    json_add_text(json, "state", states[f->state]);
    json_add_text(json, "found", f->found);
    json_add_text(json, "expected", f->expected);
    json_add_text(json, "change", f->change);
    json_add_text(json, "measured", f->measured);
    return json;
}

static cJSON *make_json(bool measured)
{
    static const char *const keys[DOC_WAYS] = {"as_headland_us", "ordinary_us", "with_sleep_states_us"};
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "warnings", count_warnings());
    cJSON *list = cJSON_AddArrayToObject(root, "findings");
    for (int i = 0; i < e.count; i++) cJSON_AddItemToArray(list, finding_json(&e.findings[i]));
    if (!measured) return root;
    cJSON *wake = cJSON_AddObjectToObject(root, "wake_up");
    cJSON_AddBoolToObject(wake, "fifo", e.wakes.fifo);
    cJSON_AddBoolToObject(wake, "memory_locked", e.wakes.locked);
    cJSON_AddBoolToObject(wake, "pinned", e.wakes.pinned);
    for (int i = 0; i < DOC_WAYS; i++)
        if (e.wakes.measured[i])
            cJSON_AddItemToObject(wake, keys[i], drv_histogram_json(&e.wakes.wake[i], true));
    list = cJSON_AddArrayToObject(wake, "each_processor_us");
    for (int i = 0; i < e.wakes.each_count; i++) {
        cJSON *item = drv_histogram_json(&e.wakes.each[i].wake, true);
        cJSON_AddNumberToObject(item, "processor", e.wakes.each[i].cpu);
        cJSON_AddItemToArray(list, item);
    }
    return root;
}

/* ---- the command ---- */

static const help_text help = {
    .summary =
        "Look for settings of this computer that delay the simulation: kernel, processors, sleep states, "
        "rights, other load, interrupts, graphics, sound and input devices. Each finding is ok, a warning "
        "or not visible; a warning has the expected value and the command that changes it. Then the "
        "wake-up latency of a thread like that of the physics is measured; if headland has the rights, "
        "also without SCHED_FIFO and with all sleep states of the processors.",
    .examples = {"doctor", "doctor --cpu 3", "doctor --json"},
    .failed = "at least one warning",
    .environment = {{"XDG_RUNTIME_DIR", "folder with the socket of the sound server"}},
    .page = "docs/real-time.md"};

static bool has_system(const char *root)
{
    char path[4096];
    return snprintf(path, sizeof path, "%s/proc", root) < (int)sizeof path && access(path, F_OK) == 0;
}

int program_doctor(int argc, char **argv)
{
    request q = {.cpu = -1, .seconds = 2.0};
    const option options[] = {
        {"cpu", OPTION_INDEX, &q.cpu, "N",
         "processor of the physics thread, as with headland run --cpu N (default: any)"},
        {"seconds", OPTION_SECONDS, &q.seconds, "S", "duration of each measurement [s] (default: 2)"},
        {"root", OPTION_TEXT, &q.root, "DIR",
         "read proc, sys and dev in DIR, such as a copy from another computer; nothing is measured"},
        OPTION_JSON(&q.json),
        OPTION_END};
    command_line line = {.command = "doctor", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (q.root && !has_system(q.root))
        return program_end(PROGRAM_USAGE, "%s: expected a folder with proc, sys and dev", q.root);
    status = examine(&q);
    if (status == PROGRAM_DONE && q.json)
        status = print_json(make_json(!q.root));
    else if (status == PROGRAM_DONE)
        print_findings(!q.root);
    hl_arena_free(&e.arena);
    return status == PROGRAM_DONE && count_warnings() > 0 ? PROGRAM_FAILED : status;
}
