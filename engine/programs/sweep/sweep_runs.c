/* The runs of a sweep: what they are to be, their commands, what is there of their results, and the plots. */
#include "sweep.h"

#include "command/program_log.h"
#include "file/read.h"
#include "program.h"
#include "swp/result.h"
#include "valid/runner.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- the plan: the grid, and the authored files that the runs read ---- */

_Static_assert((int)SWP_SETS == (int)OPTION_LIST_MOST, "a run takes so many --set");

/* The authored files, read as a run reads them. */
static bool read_files(sweep *s, int *status)
{
    char why[RT_WHY_LENGTH];
    drv_files files;
    swp_plan *plan = &s->plan;
    if (!drv_load(&program_log, plan->scenario, NULL, &s->arena, &files, status)) return false;
    const char *script = plan->script;
    if (!script && files.scenario) script = files.scenario->operator_script;
    *status = PROGRAM_USAGE;
    if (!script && !(plan->seconds > 0.0) && !(files.scenario && files.scenario->seconds > 0.0))
        return sweep_refuse("the runs have no end: give --seconds or an --operator script");
    if (!drv_inputs_of(&files, script, &s->inputs, why)) {
        fprintf(stderr, "headland sweep: %s: %s; an operator script is expected\n", script, why);
        return false;
    }
    for (int i = 0; i < s->inputs.count; i++)
        s->files[i] = (swp_file){.path = s->inputs.files[i].path, .hash = s->inputs.files[i].hash};
    plan->files = s->files;
    plan->file_count = s->inputs.count;
    return true;
}

bool sweep_make_plan(sweep *s, const char *scenario, int *status)
{
    char why[SWP_WHY];
    const sweep_request *q = &s->request;
    *status = PROGRAM_USAGE;
    s->plan = (swp_plan){.program = s->build,
                         .scenario = scenario,
                         .script = q->script,
                         .seconds = q->seconds,
                         .set_count = q->set.count,
                         .sets = q->set.texts};
    if (!swp_is_line(q->out)) return sweep_refuse("paths and settings must not contain line breaks");
    if (!swp_plan_vary(&s->plan, q->vary.texts, q->vary.count, &s->arena, why)) return sweep_refuse(why);
    return read_files(s, status);
}

/* ---- single runs ---- */

bool sweep_words(sweep *s, int run, const char **words)
{
    char name[SWP_NAME_MOST], path[SWEEP_PATH];
    swp_grid_name(&s->plan.grid, run, name);
    if (!sweep_run_path(s->request.out, name, "", path)) return false;
    const char *folder = hl_arena_string(&s->arena, path, strlen(path));
    const char **settings = swp_settings(&s->plan.grid, run, &s->arena);
    return (folder && settings &&
            swp_command(&s->job, settings, s->plan.grid.axis_count, folder, &s->arena, words)) ||
           sweep_refuse(hl_status_text(HL_OUT_OF_MEMORY));
}

swp_result sweep_read(sweep *s, int run)
{
    char name[SWP_NAME_MOST], path[SWEEP_PATH];
    file_bytes text = {0};
    swp_grid_name(&s->plan.grid, run, name);
    if (!sweep_run_path(s->request.out, name, "report.json", path)) return swp_result_none(SWP_MISSING, "");
    if (access(path, F_OK) == 0) (void)file_read(path, FILE_REPORT, &s->arena, &text, NULL);
    return swp_result_of(text.data, &s->plan, run, &s->arena);
}

bool sweep_read_all(sweep *s)
{
    s->results = HL_NEW(&s->arena, swp_result, s->plan.grid.run_count);
    if (!s->results) return sweep_refuse(hl_status_text(HL_OUT_OF_MEMORY));
    for (int i = 0; i < s->plan.grid.run_count; i++) s->results[i] = sweep_read(s, i);
    return true;
}

/* ---- plots, drawn by gnuplot as those of `headland validate` ---- */

static int cannot(const char *path)
{
    fprintf(stderr, "headland sweep: %s: %s\n", path, strerror(errno));
    return PROGRAM_ENVIRONMENT;
}

static int draw(const sweep *s, swp_measure measure, const char *folder)
{
    enum { LONGEST = SWEEP_PATH + 100, TROUBLE = LONGEST + 300 };
    char path[LONGEST], trouble[TROUBLE];
    snprintf(path, sizeof path, "%s/%s.gnuplot", folder, swp_style_of(measure)->plot);
    FILE *script = fopen(path, "w");
    if (!script) return cannot(path);
    swp_plot_script(&s->plan.grid, s->results, measure, script);
    const bool good = !ferror(script);
    if (fclose(script) != 0 || !good) return cannot(path);
    if (valid_gnuplot(folder, path, trouble, sizeof trouble) == VALID_PLOT_OK) return PROGRAM_DONE;
    fprintf(stderr, "headland sweep: %s\n", trouble);
    return PROGRAM_ENVIRONMENT;
}

int sweep_draw(const sweep *s, const char *folder)
{
    for (int m = 0; m < SWP_MEASURES; m++) {
        const swp_measure measure = (swp_measure)m;
        if (!swp_style_of(measure)->plot || !swp_plot_has_bars(&s->plan.grid, s->results, measure)) continue;
        const int status = draw(s, measure, folder);
        if (status != PROGRAM_DONE) return status;
    }
    return PROGRAM_DONE;
}
