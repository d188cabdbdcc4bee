/* A sweep from its request to a folder that is ready, and from a folder to its results. */
#include "batch_internal.h"

#include "drv/load.h"
#include "swp/plan.h"

#include <stdlib.h>

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
