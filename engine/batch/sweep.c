/* A sweep from its request to a folder that is ready, its single runs, and from a folder to results, table
 * and plots. */
#include "batch_internal.h"

#include "drv/load.h"
#include "drv/log.h"
#include "file/read.h"
#include "swp/plan.h"
#include "swp/result.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- single runs ---- */

bool bat_words(bat_sweep *s, int run, const char **words)
{
    char name[SWP_NAME_MOST], path[BAT_PATH];
    swp_grid_name(&s->plan.grid, run, name);
    if (!batch_run_path(s->request.log, s->request.out, name, "", path)) return false;
    const char *folder = hl_arena_string(&s->arena, path, strlen(path));
    const char **settings = swp_settings(&s->plan.grid, run, &s->arena);
    return (folder && settings &&
            swp_command(&s->job, settings, s->plan.grid.axis_count, folder, &s->arena, words)) ||
           drv_say(s->request.log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

swp_result batch_read(bat_sweep *s, int run)
{
    char name[SWP_NAME_MOST], path[BAT_PATH];
    file_bytes text = {0};
    swp_grid_name(&s->plan.grid, run, name);
    if (!batch_run_path(s->request.log, s->request.out, name, "report.json", path))
        return swp_result_none(SWP_MISSING, "");
    if (access(path, F_OK) == 0) (void)file_read(path, FILE_REPORT, &s->arena, &text, NULL);
    return swp_result_of(text.data, &s->plan, run, &s->arena);
}

bool batch_read_all(bat_sweep *s)
{
    s->results = HL_NEW(&s->arena, swp_result, s->plan.grid.run_count);
    if (!s->results) return drv_say(s->request.log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    for (int i = 0; i < s->plan.grid.run_count; i++) s->results[i] = batch_read(s, i);
    return true;
}

/* ---- table and plots ---- */

static void print_table_csv(const void *context, FILE *out)
{
    const bat_sweep *s = context;
    swp_print_csv(&s->plan.grid, s->results, out);
}

bool bat_write_table(const bat_sweep *s, char table[BAT_PATH], char plots[BAT_PATH])
{
    const drv_log *log = s->request.log;
    return batch_path(log, s->request.out, "table.csv", table) &&
           batch_path(log, s->request.out, "plots", plots) &&
           batch_write_file(log, table, print_table_csv, s) && drv_make_folder(log, plots);
}

static int cannot(const drv_log *log, const char *path)
{
    drv_say(log, "%s: %s", path, strerror(errno));
    return DRV_ENVIRONMENT;
}

static int draw(const bat_sweep *s, swp_measure measure, const char *folder)
{
    enum { LONGEST = BAT_PATH + 100, TROUBLE = LONGEST + 300 };
    char path[LONGEST], trouble[TROUBLE];
    snprintf(path, sizeof path, "%s/%s.gnuplot", folder, swp_style_of(measure)->plot);
    FILE *script = fopen(path, "w");
    if (!script) return cannot(s->request.log, path);
    swp_plot_script(&s->plan.grid, s->results, measure, script);
    const bool good = !ferror(script);
    if (fclose(script) != 0 || !good) return cannot(s->request.log, path);
    if (s->request.plot(folder, path, trouble, sizeof trouble)) return DRV_DONE;
    drv_say(s->request.log, "%s", trouble);
    return DRV_ENVIRONMENT;
}

int bat_draw(const bat_sweep *s, const char *plots)
{
    for (int m = 0; m < SWP_MEASURES; m++) {
        const swp_measure measure = (swp_measure)m;
        if (!swp_style_of(measure)->plot || !swp_plot_has_bars(&s->plan.grid, s->results, measure)) continue;
        const int status = draw(s, measure, plots);
        if (status != DRV_DONE) return status;
    }
    return DRV_DONE;
}

/* ---- the plan: the grid, and the authored files that the runs read ---- */

_Static_assert((int)SWP_SETS == (int)DRV_SETTINGS, "a run takes so many --set");

/* The authored files, read as a run reads them. */
static bool read_files(bat_sweep *s, int *status)
{
    char why[RT_WHY_LENGTH];
    drv_files files;
    swp_plan *plan = &s->plan;
    if (!drv_load(s->request.log, plan->scenario, NULL, &s->arena, &files, status)) return false;
    const char *script = plan->script;
    if (!script && files.scenario) script = files.scenario->operator_script;
    *status = DRV_USAGE;
    if (!script && !(plan->seconds > 0.0) && !(files.scenario && files.scenario->seconds > 0.0))
        return drv_say(s->request.log, "the runs have no end: give --seconds or an --operator script");
    if (!drv_inputs_of(&files, script, &s->inputs, why)) {
        return drv_say(s->request.log, "%s: %s; an operator script is expected", script, why);
    }
    for (int i = 0; i < s->inputs.count; i++)
        s->files[i] = (swp_file){.path = s->inputs.files[i].path, .hash = s->inputs.files[i].hash};
    plan->files = s->files;
    plan->file_count = s->inputs.count;
    return true;
}

static bool make_plan(bat_sweep *s, int *status)
{
    char why[SWP_WHY];
    const bat_request *q = &s->request;
    drv_program_name(s->build);
    *status = DRV_USAGE;
    s->plan = (swp_plan){.program = s->build,
                         .scenario = q->scenario,
                         .script = q->script,
                         .seconds = q->seconds,
                         .set_count = q->set_count,
                         .sets = q->set};
    if (!swp_is_line(q->out)) return drv_say(q->log, "paths and settings must not contain line breaks");
    if (!swp_plan_vary(&s->plan, q->vary, q->vary_count, &s->arena, why)) return drv_say(q->log, "%s", why);
    return read_files(s, status);
}

/* ---- the folder ---- */

static void print_manifest(const void *context, FILE *out)
{
    fprintf(out, "%s\n", (const char *)context);
}

static bool write_manifest(const bat_sweep *s)
{
    char path[BAT_PATH];
    const drv_log *log = s->request.log;
    char *text = swp_manifest_write(&s->plan);
    if (!text) return drv_say(log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    const bool written = batch_path(log, s->request.out, "sweep.json", path) &&
                         batch_write_file(log, path, print_manifest, text);
    free(text);
    return written;
}

/* Nothing is written before all values have been tried. */
int bat_prepare(bat_sweep *s)
{
    const bat_request *q = &s->request;
    int status;
    swp_plan old;
    char why[SWP_WHY];
    if (!make_plan(s, &status)) return status;
    s->job = (swp_job){.program = q->program,
                       .scenario = q->scenario,
                       .script = s->plan.script,
                       .seconds = s->plan.seconds,
                       .set_count = s->plan.set_count,
                       .sets = s->plan.sets};
    const batch_found found = batch_folder_read(q->log, q->out, &s->arena, &old, &status);
    if (found == BATCH_TROUBLE) return status;
    if (found == BATCH_SWEEP && !q->fresh && !swp_manifest_agrees(&old, &s->plan, why)) {
        drv_say(q->log, "%s: %s; --fresh removes them and starts again", q->out, why);
        return DRV_USAGE;
    }
    status = batch_try(s);
    if (status != DRV_DONE) return status;
    const bool ready = batch_folder_take(q->log, q->out) &&
                       (!q->fresh || batch_folder_clear(q->log, q->out)) && write_manifest(s);
    return ready ? DRV_DONE : DRV_ENVIRONMENT;
}

/* The folder says what it is of; a scenario and keys, if they are given, must agree with it. */
int bat_collect(bat_sweep *s)
{
    const bat_request *q = &s->request;
    int status;
    char why[SWP_WHY];
    swp_plan old;
    if (q->scenario && !make_plan(s, &status)) return status;
    const batch_found found = batch_folder_read(q->log, q->out, &s->arena, &old, &status);
    if (found == BATCH_TROUBLE) return status;
    if (found == BATCH_NOTHING) {
        drv_say(q->log, "%s: no sweep in this folder", q->out);
        return DRV_USAGE;
    }
    s->plan.program = old.program; /* results of another build are collected too */
    if (q->scenario && !swp_manifest_agrees(&old, &s->plan, why)) {
        drv_say(q->log, "%s: %s; without a scenario, --collect uses the finished runs", q->out, why);
        return DRV_USAGE;
    }
    if (!q->scenario) s->plan = old;
    return batch_read_all(s) ? DRV_DONE : DRV_ENVIRONMENT;
}
