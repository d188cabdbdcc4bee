/* headland sweep: the same exercise with machines and settings varied, in parallel. */
#include "bat/sweep.h"

#include "command/options.h"
#include "command/terminal.h"
#include "program.h"
#include "swp/result.h"

#include <stdio.h>
#include <unistd.h>

/* What is done beside running. */
typedef struct choice {
    bool jobs, collect, json;
} choice;

/* ---- what came of it ---- */

/* Exit status: whether the grid is whole. */
static int judge(const bat_sweep *s)
{
    int missing = 0, failed = 0;
    const int count = s->plan.grid.run_count;
    for (int i = 0; i < count; i++) {
        const swp_state state = s->results[i].state;
        failed += state == SWP_FAILED;
        missing += state != SWP_FAILED && state != SWP_FINISHED;
    }
    if (failed > 0) drv_say(&program_log, "%d of %d runs failed", failed, count);
    if (missing > 0) drv_say(&program_log, "%d of %d runs have no result", missing, count);
    return failed + missing > 0 ? PROGRAM_FAILED : PROGRAM_DONE;
}

static int print_results(const bat_sweep *s, bool json)
{
    char table[BAT_PATH], plots[BAT_PATH];
    if (!bat_write_table(s, table, plots)) return PROGRAM_ENVIRONMENT;
    if (!json)
        swp_print_table(&s->plan.grid, s->results, stdout);
    else if (!swp_print_json(&s->plan.grid, s->results, stdout))
        return PROGRAM_ENVIRONMENT;
    const int drawn = bat_draw(s, plots);
    if (!json) printf("%s, %s\n", table, plots);
    const int status = judge(s);
    return status == PROGRAM_DONE ? drawn : status;
}

static int print_jobs(bat_sweep *s)
{
    const char *words[SWP_WORDS];
    for (int i = 0; i < s->plan.grid.run_count; i++) {
        if (!bat_words(s, i, words)) return PROGRAM_ENVIRONMENT;
        swp_print_command(words, stdout);
    }
    return PROGRAM_DONE;
}

static void show(const char *line)
{
    if (*line)
        fprintf(stderr, "\r%s   ", line);
    else
        fprintf(stderr, "\r%60s\r", "");
}

/* ---- the command ---- */

static bool check_request(const bat_request *q, const choice *c)
{
    if (!q->out) return drv_say(&program_log, "--out DIR is required: the folder for the results");
    if (c->jobs && c->collect)
        return drv_say(&program_log,
                       "give either --jobs (before the runs) or --collect (after them), not both");
    if (c->collect && q->fresh) return drv_say(&program_log, "give either --collect or --fresh, not both");
    if (c->collect && !q->scenario && q->vary_count > 0)
        return drv_say(&program_log, "--vary needs a scenario");
    return c->collect || q->scenario || drv_say(&program_log, "expected a scenario (headland sweep --help)");
}

static bool find_program(char path[BAT_PATH])
{
    const ssize_t length = readlink("/proc/self/exe", path, BAT_PATH - 1);
    if (length > 0) path[length] = '\0';
    return length > 0 || drv_say(&program_log, "the path of this program is not known (/proc/self/exe)");
}

static int sweep(bat_sweep *s, const choice *c)
{
    int status = c->collect ? bat_collect(s) : bat_prepare(s);
    if (status != PROGRAM_DONE) return status;
    if (c->jobs) return print_jobs(s);
    if (!c->collect) status = bat_run_all(s);
    return status == PROGRAM_DONE ? print_results(s, c->json) : status;
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
    static bat_sweep s; /* too large for the stack */
    static char program[BAT_PATH];
    choice c = {.jobs = false};
    static option_list vary, set; /* as long as the request that names their texts */
    bat_request *q = &s.request;
    const option options[] = {
        {"operator", OPTION_FILE, &q->script, "SCRIPT",
         "file of the operator script (default: the scenario's)"},
        {"vary", OPTION_LIST, &vary, "NAME=V1,V2,...",
         "values to vary, e.g. machine.bucket=small,large or throttle=0.5,1; all combinations are run; may "
         "be repeated"},
        {"set", OPTION_LIST, &set, "NAME=VALUE",
         "set the same value in all runs, as headland run --set; may be repeated"},
        {"seconds", OPTION_SECONDS, &q->seconds, "S",
         "duration of a run [s] (default: the scenario's, else the script's)"},
        {"out", OPTION_TEXT, &q->out, "DIR", "write runs, table.csv and plots into DIR"},
        {"parallel", OPTION_COUNT, &q->parallel, "N",
         "number of parallel runs (default: number of processors)"},
        {"jobs", OPTION_FLAG, &c.jobs, NULL,
         "print the commands of the runs, one per line, instead of running them"},
        {"collect", OPTION_FLAG, &c.collect, NULL,
         "run nothing; make the table and plots of the finished runs"},
        {"fresh", OPTION_FLAG, &q->fresh, NULL, "remove the existing runs and start again"},
        {"yes", OPTION_FLAG, &q->yes, NULL, "allow more than 100 runs, or more than 30 min"},
        OPTION_JSON(&c.json),
        OPTION_END};
    command_line line = {.command = "sweep",
                         .arguments = "[SCENARIO|MACHINE]",
                         .help = &help,
                         .options = options,
                         .files = "scenarios exercises machines"};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    q->log = &program_log;
    q->program = program;
    q->scenario = line.word_count > 0 ? line.words[0] : NULL;
    q->vary_count = vary.count;
    q->vary = vary.texts;
    q->set_count = set.count;
    q->set = set.texts;
    q->plot = program_plot;
    q->interrupted = interrupt_asked;
    q->show = isatty(STDERR_FILENO) == 1 ? show : NULL;
    if (!check_request(q, &c)) return PROGRAM_USAGE;
    if (!find_program(program)) return PROGRAM_ENVIRONMENT;
    interrupt_begin();
    status = sweep(&s, &c);
    hl_arena_free(&s.arena);
    return status;
}
