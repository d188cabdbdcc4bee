/* Histograms as JSON; the latencies of several reports added up. */
#include "drv/latencies.h"

#include "file/json.h"
#include "file/read.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- a histogram ---- */

static void add_bins(cJSON *json, const rt_histogram *histogram)
{
    cJSON *bins = cJSON_AddArrayToObject(json, "bins_ns");
    for (int i = 0; i < RT_HISTOGRAM_BINS; i++) {
        if (histogram->bins[i] == 0) continue;
        const double bin[] = {(double)rt_histogram_end(i), (double)histogram->bins[i]};
        cJSON_AddItemToArray(bins, cJSON_CreateDoubleArray(bin, 2));
    }
}

cJSON *drv_histogram_json(const rt_histogram *histogram, bool bins)
{
    cJSON *json = cJSON_CreateObject();
    json_add_number(json, "p50", rt_histogram_us(histogram, 0.5));
    json_add_number(json, "p99", rt_histogram_us(histogram, 0.99));
    json_add_number(json, "p999", rt_histogram_us(histogram, 0.999));
    json_add_number(json, "max", 1e-3 * (double)histogram->max);
    json_add_number(json, "count", (double)histogram->count);
    if (bins) add_bins(json, histogram);
    return json;
}

/* Read a whole number from 0 that a double holds exactly. @return false: another value */
static bool read_whole(const cJSON *item, int64_t *value)
{
    const double most = 9007199254740992.0; /* 2^53 */
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0.0 && item->valuedouble <= most)) return false;
    *value = (int64_t)item->valuedouble;
    return (double)*value == item->valuedouble;
}

/* Read microseconds, whose decimals are nanoseconds. */
static bool read_microseconds(const cJSON *item, int64_t *nanoseconds)
{
    const double most = 9.0e12; /* rounding to nanoseconds is exact below 2^53 ns */
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0.0 && item->valuedouble <= most)) return false;
    *nanoseconds = llround(1e3 * item->valuedouble);
    return true;
}

static bool read_bin(const cJSON *bin, rt_histogram *histogram)
{
    int64_t end, count;
    if (cJSON_GetArraySize(bin) != 2 || !read_whole(cJSON_GetArrayItem(bin, 0), &end) ||
        !read_whole(cJSON_GetArrayItem(bin, 1), &count) || count > INT64_MAX / 2 - histogram->count)
        return false;
    histogram->bins[rt_histogram_bin(end)] += count;
    histogram->count += count;
    return true;
}

bool drv_histogram_parse(const cJSON *json, rt_histogram *histogram)
{
    rt_histogram read = {0};
    int64_t count;
    const cJSON *bin, *bins = cJSON_GetObjectItemCaseSensitive(json, "bins_ns");
    if (!cJSON_IsArray(bins) || !read_whole(cJSON_GetObjectItemCaseSensitive(json, "count"), &count) ||
        !read_microseconds(cJSON_GetObjectItemCaseSensitive(json, "max"), &read.max))
        return false;
    cJSON_ArrayForEach(bin, bins) if (!read_bin(bin, &read)) return false;
    if (read.count != count || count > INT64_MAX / 2 - histogram->count) return false;
    rt_histogram_merge(histogram, &read);
    return true;
}

/* ---- reports ---- */

typedef struct place {
    const char *object, *key, *name;
} place;

static const place places[DRV_LATENCIES] = {
    [DRV_LATENCY_WAKE] = {"deadlines", "wake_us", "wake-up latency"},
    [DRV_LATENCY_STEP] = {"deadlines", "step_us", "time of a tick"},
    [DRV_LATENCY_PROBE] = {"deadlines", "probe_us", "probe"},
    [DRV_LATENCY_INPUT] = {"input", "latency_us", "input to tick"},
    [DRV_LATENCY_PICTURE] = {"input", "photon_us", "input to picture"}};

const char *drv_latency_name(drv_latency latency)
{
    return places[latency].name;
}

static const cJSON *item_of(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* Add the whole number under a key. @return false: missing, or not a whole number */
static bool add_whole(const cJSON *object, const char *key, int64_t *sum)
{
    int64_t value;
    if (!read_whole(item_of(object, key), &value) || value > INT64_MAX / 2 - *sum) return false;
    *sum += value;
    return true;
}

static bool add_explained(const cJSON *deadlines, drv_latencies *sums)
{
    const cJSON *explained = item_of(deadlines, "explained");
    if (!cJSON_IsObject(explained)) {
        sums->explained = false;
        return true;
    }
    return add_whole(explained, "by_wake_up", &sums->by_wake) &&
           add_whole(explained, "by_probe", &sums->by_probe) &&
           add_whole(explained, "unexplained", &sums->unexplained) &&
           add_whole(explained, "unlisted", &sums->unexplained);
}

static bool add_histograms(const cJSON *root, drv_latencies *sums)
{
    for (int i = 0; i < DRV_LATENCIES; i++) {
        const cJSON *json = item_of(item_of(root, places[i].object), places[i].key);
        const bool optional = i > DRV_LATENCY_STEP;
        if (!(json || optional) || (json && !drv_histogram_parse(json, &sums->histograms[i]))) return false;
    }
    return true;
}

/* Add a report; if a key is missing or malformed, `sums` is unchanged. */
static bool add_report(const cJSON *root, drv_latencies *sums)
{
    drv_latencies all = *sums;
    const cJSON *deadlines = item_of(root, "deadlines"), *runs = item_of(root, "runs");
    if (all.runs == 0) all.explained = all.fifo = all.locked = true;
    if (runs ? !add_whole(root, "runs", &all.runs) : all.runs++ < 0) return false;
    if (!add_whole(root, "ticks", &all.ticks) || !add_whole(deadlines, "missed", &all.missed) ||
        !add_whole(deadlines, "slipped", &all.slipped) || !add_explained(deadlines, &all) ||
        !add_histograms(root, &all))
        return false;
    all.fifo = all.fifo && cJSON_IsTrue(item_of(deadlines, "fifo"));
    all.locked = all.locked && cJSON_IsTrue(item_of(deadlines, "memory_locked"));
    *sums = all;
    return true;
}

/* Deadlines of different periods have no common meaning. */
static int add_checked(const drv_log *log, const char *path, const cJSON *root, drv_latencies *sums)
{
    const cJSON *step = item_of(root, "step_seconds");
    if (cJSON_IsNumber(step) && sums->runs > 0 && step->valuedouble != sums->step) {
        drv_say(log, "%s: its period is %g ms; expected %g ms as in the previous reports", path,
                1e3 * step->valuedouble, 1e3 * sums->step);
        return DRV_USAGE;
    }
    if (!cJSON_IsNumber(step) || !add_report(root, sums)) {
        drv_say(log, "%s: expected a report.json of headland run, or the folder of its --out", path);
        return DRV_USAGE;
    }
    sums->step = step->valuedouble;
    return DRV_DONE;
}

int drv_latencies_add(const drv_log *log, const char *path, drv_latencies *sums)
{
    struct stat info;
    char in_folder[4096], why[FILE_WHY];
    hl_arena arena = {0};
    file_bytes text;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
        snprintf(in_folder, sizeof in_folder, "%s/report.json", path) < (int)sizeof in_folder)
        path = in_folder;
    int status = DRV_USAGE;
    const hl_status got = file_read(path, FILE_REPORT, &arena, &text, why);
    cJSON *root = got == HL_OK ? cJSON_ParseWithLength(text.data, text.length) : NULL;
    if (got != HL_OK)
        drv_say(log, "%s: %s; expected a report.json of headland run, or the folder of its --out", path,
                got == HL_OUT_OF_MEMORY ? hl_status_text(got) : why);
    else
        status = add_checked(log, path, root, sums);
    cJSON_Delete(root);
    hl_arena_free(&arena);
    return got == HL_OUT_OF_MEMORY ? DRV_ENVIRONMENT : status;
}

cJSON *drv_latencies_json(const drv_latencies *sums)
{
    cJSON *root = cJSON_CreateObject();
    json_add_number(root, "runs", (double)sums->runs);
    json_add_number(root, "ticks", (double)sums->ticks);
    json_add_number(root, "step_seconds", sums->step);
    cJSON *deadlines = cJSON_AddObjectToObject(root, "deadlines");
    json_add_number(deadlines, "missed", (double)sums->missed);
    json_add_number(deadlines, "slipped", (double)sums->slipped);
    if (sums->explained) {
        cJSON *explained = cJSON_AddObjectToObject(deadlines, "explained");
        json_add_number(explained, "by_wake_up", (double)sums->by_wake);
        json_add_number(explained, "by_probe", (double)sums->by_probe);
        json_add_number(explained, "unexplained", (double)sums->unexplained);
        json_add_number(explained, "unlisted", 0.0);
    }
    cJSON_AddBoolToObject(deadlines, "fifo", sums->fifo);
    cJSON_AddBoolToObject(deadlines, "memory_locked", sums->locked);
    for (int i = 0; i < DRV_LATENCIES; i++) {
        cJSON *object = cJSON_GetObjectItemCaseSensitive(root, places[i].object);
        if (sums->histograms[i].count == 0 && i > DRV_LATENCY_STEP) continue;
        if (!object) object = cJSON_AddObjectToObject(root, places[i].object);
        cJSON_AddItemToObject(object, places[i].key, drv_histogram_json(&sums->histograms[i], true));
    }
    return root;
}
