/* What a sweep is to make: its grid, and the authored files that its runs read. */
#include "sweep.h"

#include "command/program_log.h"
#include "program.h"

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
