/* What cases do with mechanism files: read, build, step, look at outputs. Every failure becomes a row. */
#include "run_internal.h"

#include <math.h>
#include <string.h>

hl_arena *valid_arena(valid_run *run)
{
    return &run->arena;
}

static void fail_with_report(valid_run *run, const char *name, hl_status status, const hl_report *report)
{
    char line[HL_MESSAGE_LENGTH + HL_FILE_LENGTH];
    if (report->count == 0) {
        valid_failed(run, "%s: %s", name, hl_status_text(status));
        return;
    }
    hl_report_line(report, 0, line, sizeof line);
    valid_failed(run, "%s", line);
}

auth_mechanism *valid_read(valid_run *run, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/mechanisms/%s.yaml", run->results->assets, name);
    hl_report *report = HL_NEW(&run->arena, hl_report, 1);
    if (!report) return valid_failed(run, "%s: %s", name, hl_status_text(HL_OUT_OF_MEMORY)), NULL;
    hl_report_begin(report, path);
    auth_mechanism *author = NULL;
    const hl_status status = auth_mechanism_read(path, &run->arena, &author, report);
    if (status == HL_OK) return author;
    fail_with_report(run, name, status, report);
    return NULL;
}

/* The file's options with what the case wants otherwise; false for an unknown name. */
static bool options_with(const auth_mechanism *author, const valid_override *override,
                         mb_step_options *options)
{
    *options = world_mechanism_options(author);
    if (!override) return true;
    const mb_formulation files_own = options->formulation;
    if (override->formulation && !mb_formulation_parse(override->formulation, &options->formulation))
        return false;
    if (override->solver && !mb_solver_parse(override->solver, &options->solver)) return false;
    /* The penalty of one formulation means nothing to another: they differ in unit. */
    if (options->formulation != files_own) options->penalty = mb_step_options_default().penalty;
    if (override->step > 0.0) options->step = override->step;
    if (override->penalty > 0.0) options->penalty = override->penalty;
    if (override->tolerance > 0.0) options->tolerance = override->tolerance;
    if (override->max_iterations > 0) options->max_iterations = override->max_iterations;
    options->numeric_tangent = override->numeric_tangent;
    return true;
}

world_mechanism *valid_build(valid_run *run, const auth_mechanism *author, const valid_override *override)
{
    const char *name = author->name ? author->name : "mechanism";
    mb_step_options options;
    if (!options_with(author, override, &options))
        return valid_failed(run, "%s: unknown formulation or solver", name), NULL;
    hl_report *report = HL_NEW(&run->arena, hl_report, 1);
    if (!report) return valid_failed(run, "%s: %s", name, hl_status_text(HL_OUT_OF_MEMORY)), NULL;
    hl_report_begin(report, name);
    world_mechanism *mechanism = NULL;
    const hl_status status = world_mechanism_build(author, &options, &run->arena, report, &mechanism);
    if (status == HL_OK) return mechanism;
    fail_with_report(run, name, status, report);
    return NULL;
}

world_mechanism *valid_load(valid_run *run, const char *name, const valid_override *override)
{
    const auth_mechanism *author = valid_read(run, name);
    return author ? valid_build(run, author, override) : NULL;
}

bool valid_step(valid_run *run, world_mechanism *mechanism)
{
    const hl_status status = world_mechanism_step(mechanism);
    if (status == HL_OK) return true;
    char unknown[128];
    world_mechanism_unknown_name(mechanism, mechanism->report.worst_unknown, unknown, sizeof unknown);
    valid_failed(run, "step %lld at %.9g s: %s (%s)", (long long)mechanism->state->tick + 1,
                 mechanism->state->time, hl_status_text(status), unknown);
    return false;
}

bool valid_run_to(valid_run *run, world_mechanism *mechanism, double seconds)
{
    while (mechanism->state->time < seconds - 0.5 * mechanism->options.step)
        if (!valid_step(run, mechanism)) return false;
    return true;
}

double valid_output(valid_run *run, const world_mechanism *mechanism, const char *name)
{
    for (int i = 0; i < mechanism->output_count; i++) {
        if (strcmp(mechanism->output_names[i], name) != 0) continue;
        if (run->value_count < mechanism->output_count) {
            run->value_count = mechanism->output_count;
            run->values = valid_grow(run->values, (size_t)run->value_count, sizeof *run->values);
        }
        world_mechanism_outputs(mechanism, run->values);
        return run->values[i];
    }
    valid_failed(run, "there is no output column '%s'", name);
    return (double)NAN;
}

double valid_richardson(double coarse, double fine, int order, double safety)
{
    return safety * fabs(coarse - fine) / (ldexp(1.0, order) - 1.0);
}
