/* headland sweep: the same exercise with machines and settings varied, side by side. */
#include "sweep.h"

#include "command/interrupt.h"
#include "command/program_log.h"
#include "drv/log.h"
#include "program.h"
#include "swp/plan.h"
#include "swp/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool sweep_refuse(const char *text)
{
    fprintf(stderr, "headland sweep: %s\n", text);
    return false;
}

/* ---- what came of it ---- */

static void print_table_csv(const void *context, FILE *out)
{
    const sweep *s = context;
    swp_print_csv(&s->plan.grid, s->results, out);
}

static void print_manifest(const void *context, FILE *out)
{
    fprintf(out, "%s\n", (const char *)context);
}

static bool write_manifest(const sweep *s)
{
    char path[SWEEP_PATH];
    char *text = swp_manifest_write(&s->plan);
    if (!text) return sweep_refuse(hl_status_text(HL_OUT_OF_MEMORY));
    const bool written =
        sweep_path(s->request.out, "sweep.json", path) && sweep_folder_write(path, print_manifest, text);
    free(text);
    return written;
}

/* Exit status: whether the grid is whole. */
static int judge(const sweep *s)
{
    int missing = 0, failed = 0;
    for (int i = 0; i < s->plan.grid.run_count; i++) {
        const swp_state state = s->results[i].state;
        failed += state == SWP_FAILED;
        missing += state != SWP_FAILED && state != SWP_FINISHED;
    }
    if (failed > 0) fprintf(stderr, "headland sweep: %d of %d runs failed\n", failed, s->plan.grid.run_count);
    if (missing > 0)
        fprintf(stderr, "headland sweep: %d of %d runs have no result\n", missing, s->plan.grid.run_count);
    return failed + missing > 0 ? PROGRAM_FAILED : PROGRAM_DONE;
}

static int tell(const sweep *s)
{
    char table[SWEEP_PATH], plots[SWEEP_PATH];
    const swp_grid *grid = &s->plan.grid;
    if (!sweep_path(s->request.out, "table.csv", table) || !sweep_path(s->request.out, "plots", plots) ||
        !sweep_folder_write(table, print_table_csv, s) || !drv_make_folder(&program_log, plots))
        return PROGRAM_ENVIRONMENT;
    if (!s->request.json)
        swp_print_table(grid, s->results, stdout);
    else if (!swp_print_json(grid, s->results, stdout))
        return PROGRAM_ENVIRONMENT;
    const int drawn = sweep_draw(s, plots);
    if (!s->request.json) printf("%s, %s\n", table, plots);
    const int status = judge(s);
    return status == PROGRAM_DONE ? drawn : status;
}

/* ---- the actions ---- */

/* Whether the folder can take this sweep: empty, or with results that belong to it; or made so by --fresh. */
static bool settle(sweep *s, int *status)
{
    swp_plan old;
    char why[SWP_WHY];
    const sweep_found found = sweep_folder_look(s->request.out, &s->arena, &old, status);
    if (found == SWEEP_FOUND_TROUBLE) return false;
    *status = PROGRAM_USAGE;
    if (found == SWEEP_FOUND_SWEEP && !s->request.fresh && !swp_manifest_agrees(&old, &s->plan, why)) {
        fprintf(stderr, "headland sweep: %s: %s; --fresh removes them and starts again\n", s->request.out,
                why);
        return false;
    }
    *status = sweep_check(s);
    if (*status != PROGRAM_DONE) return false;
    *status = PROGRAM_ENVIRONMENT;
    return sweep_folder_take(s->request.out) && (!s->request.fresh || sweep_folder_clear(s->request.out)) &&
           write_manifest(s);
}

static int print_jobs(sweep *s)
{
    const char *words[SWP_WORDS];
    for (int i = 0; i < s->plan.grid.run_count; i++) {
        if (!sweep_words(s, i, words)) return PROGRAM_ENVIRONMENT;
        swp_print_command(words, stdout);
    }
    return PROGRAM_DONE;
}

static int make(sweep *s, const char *scenario)
{
    int status;
    if (!scenario) {
        (void)sweep_refuse("expected a scenario (headland sweep --help)");
        return PROGRAM_USAGE;
    }
    if (!sweep_make_plan(s, scenario, &status)) return status;
    s->job = (swp_job){.program = s->program,
                       .scenario = scenario,
                       .script = s->plan.script,
                       .seconds = s->plan.seconds,
                       .set_count = s->plan.set_count,
                       .sets = s->plan.sets};
    if (!settle(s, &status)) return status;
    if (s->request.jobs) return print_jobs(s);
    if (!sweep_read_all(s)) return PROGRAM_ENVIRONMENT;
    status = sweep_drive(s);
    return status == PROGRAM_DONE ? tell(s) : status;
}

/* What the folder says it is decides; a scenario and keys, where they are given, must be those. */
static int collect(sweep *s, const char *scenario)
{
    int status;
    char why[SWP_WHY];
    swp_plan old;
    if (scenario && !sweep_make_plan(s, scenario, &status)) return status;
    const sweep_found found = sweep_folder_look(s->request.out, &s->arena, &old, &status);
    if (found == SWEEP_FOUND_NOTHING)
        fprintf(stderr, "headland sweep: %s: no sweep in this folder\n", s->request.out);
    if (found != SWEEP_FOUND_SWEEP) return found == SWEEP_FOUND_NOTHING ? PROGRAM_USAGE : status;
    s->plan.program = old.program; /* whose results they are does not matter for collecting them */
    if (scenario && !swp_manifest_agrees(&old, &s->plan, why)) {
        fprintf(stderr, "headland sweep: %s: %s; without a scenario, --collect uses the finished runs\n",
                s->request.out, why);
        return PROGRAM_USAGE;
    }
    if (!scenario) s->plan = old;
    return sweep_read_all(s) ? tell(s) : PROGRAM_ENVIRONMENT;
}

/* ---- the command ---- */

static bool check_request(const sweep_request *q, const char *scenario)
{
    if (!q->out) return sweep_refuse("--out DIR is required: the folder for the results");
    if (q->jobs && q->collect)
        return sweep_refuse("give either --jobs (before the runs) or --collect (after them), not both");
    if (q->collect && q->fresh) return sweep_refuse("give either --collect or --fresh, not both");
    return !(q->collect && !scenario && q->vary.count > 0) || sweep_refuse("--vary needs a scenario");
}

static bool find_program(sweep *s)
{
    const ssize_t length = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
    if (length > 0) s->program[length] = '\0';
    return length > 0 || sweep_refuse("the path of this program is not known (/proc/self/exe)");
}

static const help_text help = {
    .summary = "Run a scenario with each combination of the varied settings, in parallel, and compare the "
               "results. To continue a stopped sweep, give the same command again.",
    .arguments = {{"SCENARIO|MACHINE",
                   "file of a scenario, an exercise or a machine; optional with --collect"}},
    .examples = {"sweep assets/scenarios/excavator-field.yaml --operator assets/operators/excavator-arm.yaml "
                 "--vary machine.bucket=small,large --seconds 2 --out sweep",
                 "sweep --collect --out sweep"},
    .failed = "a run failed, or was interrupted",
    .files = {{"DIR/table.csv", "a row a run"},
              {"DIR/runs/NAME", "what headland run --out writes"},
              {"DIR/plots", "the plots, PNG and SVG"}},
    .page = "docs/sweep.md"};

int program_sweep(int argc, char **argv)
{
    static sweep s;
    sweep_request *q = &s.request;
    const option options[] = {
        {"operator", OPTION_FILE, &q->script, "SCRIPT",
         "file of the operator script (default: the scenario's)"},
        {"vary", OPTION_LIST, &q->vary, "NAME=V1,V2,...",
         "values to vary, e.g. machine.bucket=small,large or throttle=0.5,1; all combinations are run; may "
         "be repeated"},
        {"set", OPTION_LIST, &q->set, "NAME=VALUE",
         "set the same value in all runs, as headland run --set; may be repeated"},
        {"seconds", OPTION_SECONDS, &q->seconds, "S",
         "duration of a run [s] (default: the scenario's, else the script's)"},
        {"out", OPTION_TEXT, &q->out, "DIR", "write runs, table.csv and plots into DIR"},
        {"parallel", OPTION_COUNT, &q->parallel, "N",
         "number of parallel runs (default: number of processors)"},
        {"jobs", OPTION_FLAG, &q->jobs, NULL,
         "print the commands of the runs, one per line, instead of running them"},
        {"collect", OPTION_FLAG, &q->collect, NULL,
         "run nothing; make the table and plots of the finished runs"},
        {"fresh", OPTION_FLAG, &q->fresh, NULL, "remove the existing runs and start again"},
        {"yes", OPTION_FLAG, &q->yes, NULL, "allow more than 100 runs, or more than 30 min"},
        OPTION_JSON(&q->json),
        OPTION_END};
    command_line line = {.command = "sweep",
                         .arguments = "[SCENARIO|MACHINE]",
                         .help = &help,
                         .options = options,
                         .files = "scenarios exercises machines",
                         .fewest = 0,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    const char *scenario = line.word_count > 0 ? line.words[0] : NULL;
    if (!check_request(q, scenario)) return PROGRAM_USAGE;
    if (!find_program(&s)) return PROGRAM_ENVIRONMENT;
    drv_program_name(s.build);
    interrupt_begin();
    status = q->collect ? collect(&s, scenario) : make(&s, scenario);
    hl_arena_free(&s.arena);
    return status;
}
