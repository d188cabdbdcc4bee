/* Files of costs. */
#include "drv/costs.h"

#include "auth/costs.h"
#include "file/read.h"
#include "io/settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool drv_costs_own_path(char *path, size_t size)
{
    static const char name[] = "costs.yaml";
    if (!io_settings_path(path, size)) return false;
    char *last = strrchr(path, '/') + 1;
    if ((size_t)(last - path) + sizeof name > size) return false;
    memcpy(last, name, sizeof name);
    return true;
}

/* ---- reading ---- */

/* @return index of a part; -1 after a complaint */
static int find_part(const char *key, hl_place place, hl_report *report)
{
    char hint[HL_HINT_LENGTH];
    const int part = rt_part_find(key);
    if (part >= 0) return part;
    hl_nearest nearest = hl_spelling_begin(key);
    for (int i = 0; i < RT_PARTS; i++) hl_spelling_offer(&nearest, rt_part_key((rt_part)i));
    hl_report_add(report, place,
                  "no part of a tick is called '%.40s'%s; a part as in report.json is expected, see "
                  "docs/real-time.md",
                  key, hl_did_you_mean(nearest.best, hint));
    return -1;
}

/* @return index of a count; -1 after a complaint */
static int find_count(const char *key, hl_place place, hl_report *report)
{
    char hint[HL_HINT_LENGTH];
    const int count = rt_count_find(key);
    if (count >= 0) return count;
    hl_nearest nearest = hl_spelling_begin(key);
    for (int i = 0; i < WORLD_COUNTS; i++) hl_spelling_offer(&nearest, world_count_key((world_count)i));
    hl_report_add(report, place,
                  "nothing that is called '%.40s' is counted%s; a count as in report.json is expected, see "
                  "docs/real-time.md",
                  key, hl_did_you_mean(nearest.best, hint));
    return -1;
}

/* The counts of a part's terms: "sand, cells". */
static void list_counts(int part, char *text, size_t size)
{
    *text = '\0';
    for (int i = 0; i < RT_TERMS; i++) {
        if ((int)rt_term_at(i).part != part) continue;
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", used ? ", " : "", world_count_key(rt_term_at(i).count));
    }
}

static void take_cost(const auth_cost *from, bool *given, rt_costs *costs, hl_report *report)
{
    char known[400];
    const int part = find_part(from->part, from->place, report);
    const int count = part >= 0 ? find_count(from->count, from->place, report) : -1;
    if (count < 0) return;
    const int term = rt_term_find((rt_part)part, (world_count)count);
    if (term < 0) {
        list_counts(part, known, sizeof known);
        hl_report_add(report, from->place,
                      "the time of '%s' does not follow '%s'; one of these is expected: %s", from->part,
                      from->count, known);
        return;
    }
    if (given[term])
        hl_report_add(report, from->place, "'%s' of '%s' has a cost already; remove one of both", from->count,
                      from->part);
    given[term] = true;
    costs->us[term] = 1e6 * from->time;
}

static const char whole_tick[] = "tick"; /* as a part with a spread */

/* @param given  [RT_PARTS + 1], the last one for the whole tick */
static void take_spread(const auth_spread *from, bool *given, rt_costs *costs, hl_report *report)
{
    const bool whole = strcmp(from->part, whole_tick) == 0;
    const int part = whole ? RT_PARTS : find_part(from->part, from->place, report);
    if (part < 0) return;
    if (given[part])
        hl_report_add(report, from->place, "'%s' has a spread already; remove one of both", from->part);
    given[part] = true;
    *(whole ? &costs->tick_spread : &costs->spread[part]) = from->factor;
}

int drv_costs_read(const drv_log *log, const char *path, hl_arena *arena, rt_costs *costs,
                   const char **computer)
{
    static hl_report report; /* too large for the stack */
    auth_costs *read = NULL;
    bool costs_given[RT_TERMS] = {false}, spreads_given[RT_PARTS + 1] = {false};
    const hl_status status = auth_costs_read(path, arena, &read, &report);
    if (status != HL_OK) return drv_refuse(log, path, status, &report);
    *costs = (rt_costs){.us = {0.0}};
    *computer = read->computer;
    for (int i = 0; i < RT_PARTS; i++) costs->spread[i] = 1.0;
    for (int i = 0; i < read->cost_count; i++) take_cost(&read->costs[i], costs_given, costs, &report);
    for (int i = 0; i < read->spread_count; i++)
        take_spread(&read->spreads[i], spreads_given, costs, &report);
    return hl_report_clean(&report) ? DRV_DONE : drv_refuse(log, path, HL_BAD_INPUT, &report);
}

/* ---- writing ---- */

static void write_costs(FILE *file, const rt_costs *costs, const char *computer)
{
    fputs("# Costs of a tick on this computer, measured by `headland bench --calibrate`: docs/real-time.md\n"
          "headland: costs\nversion: 1\nname: this computer\n",
          file);
    fprintf(file, "computer: \"%s\"\n\n# Of one of a count in a part of a tick.\ncosts:\n", computer);
    for (int i = 0; i < RT_TERMS; i++)
        if (costs->us[i] > 0.0)
            fprintf(file, "  - {part: %s, count: %s, time: %.4g us}\n", rt_part_key(rt_term_at(i).part),
                    world_count_key(rt_term_at(i).count), costs->us[i]);
    fputs("\n# Longest time over the sum of the costs, without interruptions by the system.\nspreads:\n",
          file);
    for (int i = 0; i < RT_PARTS; i++)
        fprintf(file, "  - {part: %s, factor: %.3g}\n", rt_part_key((rt_part)i), costs->spread[i]);
    fprintf(file, "  - {part: %s, factor: %.3g}\n", whole_tick, costs->tick_spread);
}

/* What a quoted text of YAML may hold. */
static void clean(const char *text, char *to, size_t size)
{
    size_t used = 0;
    for (; *text && used + 1 < size; text++)
        if (*text >= ' ' && *text < 127 && *text != '"' && *text != '\\') to[used++] = *text;
    to[used] = '\0';
}

bool drv_costs_prepare(const drv_log *log, const char *path)
{
    char folder[1024];
    const char *end = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", end ? (int)(end - path) + 1 : 2, end ? path : "./");
    if (!drv_make_folder(log, folder)) return false;
    if (access(access(path, F_OK) == 0 ? path : folder, W_OK) == 0) return true;
    return drv_say(log, "%s: %s", path, strerror(errno));
}

bool drv_costs_write(const drv_log *log, const char *path, const rt_costs *costs, const char *computer)
{
    char name[200];
    if (!drv_costs_prepare(log, path)) return false;
    clean(computer, name, sizeof name);
    FILE *file = fopen(path, "w");
    if (file == NULL) return drv_say(log, "%s: %s", path, strerror(errno));
    write_costs(file, costs, name);
    const bool good = ferror(file) == 0;
    if (fclose(file) == 0 && good) return true;
    return drv_say(log, "%s: %s", path, strerror(errno));
}

void drv_processor_name(char *name, size_t size)
{
    static const char key[] = "model name";
    char text[4096];
    snprintf(name, size, "unknown");
    if (file_read_kernel("/proc/cpuinfo", text, sizeof text) <= 0) return;
    const char *line = strstr(text, key), *colon = line ? strchr(line, ':') : NULL;
    if (colon == NULL) return;
    colon += 1 + strspn(colon + 1, " \t");
    snprintf(name, size, "%.*s", (int)strcspn(colon, "\n"), colon);
}
