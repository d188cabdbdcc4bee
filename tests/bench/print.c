/* Results as a table for people and as JSON for machines, with ratios to an earlier run. */
#include "bench_internal.h"

#include "file/read.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- baseline ---- */

struct bench_baseline {
    cJSON *root;
    const cJSON *benchmarks;
};

static char *read_whole(const char *path)
{
    hl_arena arena = {0};
    file_bytes bytes;
    char *text = file_read(path, FILE_REPORT, &arena, &bytes, NULL) == HL_OK ? strdup(bytes.data) : NULL;
    hl_arena_free(&arena);
    return text;
}

bench_baseline *bench_baseline_read(const char *path, char *trouble, size_t trouble_size)
{
    char *text = read_whole(path);
    if (!text) {
        snprintf(trouble, trouble_size, "%s: cannot be read", path);
        return NULL;
    }
    cJSON *root = cJSON_Parse(text);
    free(text);
    const cJSON *benchmarks = cJSON_GetObjectItemCaseSensitive(root, "benchmarks");
    bench_baseline *baseline = cJSON_IsArray(benchmarks) ? malloc(sizeof *baseline) : NULL;
    if (!baseline) {
        snprintf(trouble, trouble_size,
                 "%s: no results of an earlier run; expected the output of bench --json", path);
        cJSON_Delete(root);
        return NULL;
    }
    *baseline = (bench_baseline){root, benchmarks};
    return baseline;
}

void bench_baseline_free(bench_baseline *baseline)
{
    if (!baseline) return;
    cJSON_Delete(baseline->root);
    free(baseline);
}

double bench_baseline_median(const bench_baseline *baseline, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, baseline->benchmarks)
    {
        const char *other = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "name"));
        if (other && strcmp(other, name) == 0)
            return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(item, "median"));
    }
    return (double)NAN;
}

/* This run's median in units of the earlier one: below 1 is faster. */
static double ratio(const bench_result *result, const bench_baseline *baseline)
{
    return baseline ? result->median / bench_baseline_median(baseline, result->name) : (double)NAN;
}

/* ---- table ---- */

static void print_number(FILE *out, double value, int decimals)
{
    if (isfinite(value))
        fprintf(out, " %10.*f", decimals, value);
    else
        fprintf(out, " %10s", "-");
}

static void print_row(const bench_result *r, const bench_baseline *baseline, FILE *out)
{
    fprintf(out, "%-28s %-4s", r->name, r->unit);
    print_number(out, r->median, 3);
    print_number(out, r->p99, 3);
    print_number(out, r->p999, 3);
    print_number(out, r->max, 3);
    fprintf(out, " %8ld", r->count);
    if (baseline) print_number(out, ratio(r, baseline), 3);
    fprintf(out, "  %s%s\n", r->failed ? "FAILED: " : "", r->note);
}

bool bench_print_table(const bench_results *results, const bench_baseline *baseline, FILE *out)
{
    fprintf(out, "%-28s %-4s %10s %10s %10s %10s %8s", "benchmark", "unit", "median", "p99", "p99.9", "max",
            "count");
    if (baseline) fprintf(out, " %10s", "ratio");
    fputs("  note\n", out);
    for (int i = 0; i < results->count; i++) print_row(&results->list[i], baseline, out);
    return fflush(out) == 0;
}

/* ---- JSON ---- */

static void add_number(cJSON *object, const char *key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
    else
        cJSON_AddNullToObject(object, key);
}

static void processor_name(char *name, size_t size)
{
    snprintf(name, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file) return;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
        break;
    }
    fclose(file);
}

static cJSON *machine_json(void)
{
    char processor[256];
    struct utsname system;
    processor_name(processor, sizeof processor);
    cJSON *machine = cJSON_CreateObject();
    cJSON_AddStringToObject(machine, "processor", processor);
    cJSON_AddNumberToObject(machine, "cores", (double)sysconf(_SC_NPROCESSORS_ONLN));
    if (uname(&system) == 0) {
        cJSON_AddStringToObject(machine, "system", system.sysname);
        cJSON_AddStringToObject(machine, "release", system.release);
        cJSON_AddStringToObject(machine, "architecture", system.machine);
    }
    return machine;
}

static cJSON *build_json(void)
{
    cJSON *build = cJSON_CreateObject();
#if defined(__clang__)
    cJSON_AddStringToObject(build, "compiler", "clang " __clang_version__);
#else
    cJSON_AddStringToObject(build, "compiler", "gcc " __VERSION__);
#endif
    cJSON_AddStringToObject(build, "type", BENCH_BUILD_TYPE);
    cJSON_AddStringToObject(build, "flags", BENCH_BUILD_FLAGS);
#ifdef HEADLAND_ARCH
    cJSON_AddStringToObject(build, "arch", HEADLAND_ARCH);
#else
    cJSON_AddStringToObject(build, "arch", "compiler's default");
#endif
#ifdef NDEBUG
    cJSON_AddBoolToObject(build, "asserts", false);
#else
    cJSON_AddBoolToObject(build, "asserts", true);
#endif
    return build;
}

static cJSON *result_json(const bench_result *r, const bench_baseline *baseline)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", r->name);
    cJSON_AddStringToObject(object, "unit", r->unit);
    add_number(object, "median", r->median);
    add_number(object, "p99", r->p99);
    add_number(object, "p999", r->p999);
    add_number(object, "max", r->max);
    add_number(object, "mean", r->mean);
    cJSON_AddNumberToObject(object, "count", (double)r->count);
    if (baseline) add_number(object, "ratio", ratio(r, baseline));
    if (r->failed) cJSON_AddBoolToObject(object, "failed", true);
    cJSON_AddStringToObject(object, "note", r->note);
    return object;
}

bool bench_print_json(const bench_results *results, const bench_baseline *baseline, FILE *out)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddItemToObject(root, "machine", machine_json());
    cJSON_AddItemToObject(root, "build", build_json());
    cJSON *list = cJSON_AddArrayToObject(root, "benchmarks");
    for (int i = 0; i < results->count; i++)
        cJSON_AddItemToArray(list, result_json(&results->list[i], baseline));
    char *text = cJSON_Print(root);
    const bool written = text && fprintf(out, "%s\n", text) > 0 && fflush(out) == 0;
    cJSON_free(text);
    cJSON_Delete(root);
    return written;
}
