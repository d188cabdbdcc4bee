/* headland sweep: the same exercise with machines and settings varied, side by side. */
#include "sweep.h"

#include "folder.h"
#include "interrupt.h"
#include "machine.h"
#include "program.h"
#include "sweep_plots.h"
#include "sweep_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool refuse(const char *text)
{
    fprintf(stderr, "headland sweep: %s\n", text);
    return false;
}

/* ---- the plan ---- */

/* One command a line is promised: no part of it may have an end of line of its own. */
static bool is_line(const char *text)
{
    return !text || !strpbrk(text, "\r\n") || refuse("paths and settings must not hold ends of lines");
}

static bool check_script(const char *script)
{
    if (!script || (strcmp(script, "devices") != 0 && strcmp(script, "keyboard") != 0)) return true;
    return refuse("a sweep is driven by a script: --operator SCRIPT");
}

static bool check_sets(const sweep_plan *plan)
{
    for (int i = 0; i < plan->sets.count; i++) {
        char key[256];
        const char *text = plan->sets.texts[i];
        if (!is_line(text)) return false;
        snprintf(key, sizeof key, "%.*s", (int)strcspn(text, "="), text);
        if (!sweep_grid_has(&plan->grid, key)) continue;
        fprintf(stderr, "headland sweep: '%s' is both in --set and in --vary\n", key);
        return false;
    }
    return plan->sets.count + plan->grid.axis_count < OPTION_LIST_MOST || refuse("too many --set");
}

static bool make_grid(sweep *s)
{
    char why[SWEEP_WHY];
    s->plan.grid = (sweep_grid){.run_count = 1};
    for (int i = 0; i < s->request.vary.count; i++) {
        if (sweep_grid_add(&s->plan.grid, s->request.vary.texts[i], &s->arena, why)) continue;
        return refuse(why);
    }
    return s->plan.grid.axis_count > 0 || refuse("nothing is varied; expected --vary KEY=V1,V2,...");
}

/* The authored files, read as a run reads them. */
static bool read_files(sweep *s, int *status)
{
    char why[RT_WHY_LENGTH];
    machine_files files;
    sweep_plan *plan = &s->plan;
    if (!machine_read("sweep", plan->scenario, &s->arena, &files, status)) return false;
    const char *script = plan->script;
    if (!script && files.scenario) script = files.scenario->operator_script;
    *status = PROGRAM_USAGE;
    if (!script && !(plan->seconds > 0.0) && !(files.scenario && files.scenario->seconds > 0.0))
        return refuse("nothing says when a run ends; expected --seconds, or an --operator script");
    if (inputs_of(&files, script, &plan->files, why)) return true;
    fprintf(stderr, "headland sweep: %s: %s; an operator script is expected\n", script, why);
    return false;
}

static bool make_plan(sweep *s, const char *scenario, int *status)
{
    *status = PROGRAM_USAGE;
    s->plan = (sweep_plan){.program = s->build,
                           .scenario = scenario,
                           .script = s->request.script,
                           .seconds = s->request.seconds,
                           .sets = s->request.set};
    return is_line(scenario) && is_line(s->request.script) && is_line(s->request.out) &&
           check_script(s->request.script) && make_grid(s) && check_sets(&s->plan) && read_files(s, status);
}

/* ---- one run ---- */

bool sweep_words(sweep *s, int run, const char **words)
{
    char name[SWEEP_NAME_MOST], path[SWEEP_PATH];
    sweep_grid_name(&s->plan.grid, run, name);
    if (!sweep_run_path(s->request.out, name, "", path)) return false;
    const char *folder = hl_arena_string(&s->arena, path, strlen(path));
    const char **settings = sweep_settings(&s->plan.grid, run, &s->arena);
    return (folder && settings &&
            sweep_command(&s->job, settings, s->plan.grid.axis_count, folder, &s->arena, words)) ||
           refuse(hl_status_text(HL_OUT_OF_MEMORY));
}

sweep_result sweep_read(sweep *s, int run)
{
    char name[SWEEP_NAME_MOST], path[SWEEP_PATH], why[RT_WHY_LENGTH];
    const char *hashes[INPUTS_MOST], *settings[OPTION_LIST_MOST];
    const sweep_plan *plan = &s->plan;
    const char **own = sweep_settings(&plan->grid, run, &s->arena);
    rt_text text = {0};
    sweep_grid_name(&plan->grid, run, name);
    if (!own || !sweep_run_path(s->request.out, name, "report.json", path))
        return sweep_result_none(SWEEP_MISSING, "");
    if (access(path, F_OK) == 0) (void)rt_text_read(path, &s->arena, &text, why);
    for (int i = 0; i < plan->files.count; i++) hashes[i] = plan->files.files[i].hash;
    const int count = plan->sets.count + plan->grid.axis_count;
    for (int i = 0; i < count; i++)
        settings[i] = i < plan->sets.count ? plan->sets.texts[i] : own[i - plan->sets.count];
    const sweep_identity expected = {.program = plan->program,
                                     .hash_count = plan->files.count,
                                     .setting_count = count,
                                     .hashes = hashes,
                                     .settings = settings};
    return sweep_result_read(text.text, &expected, &s->arena);
}

static bool read_all(sweep *s)
{
    s->results = HL_NEW(&s->arena, sweep_result, s->plan.grid.run_count);
    if (!s->results) return refuse(hl_status_text(HL_OUT_OF_MEMORY));
    for (int i = 0; i < s->plan.grid.run_count; i++) s->results[i] = sweep_read(s, i);
    return true;
}

/* ---- what came of it ---- */

static void print_table_csv(const void *context, FILE *out)
{
    const sweep *s = context;
    sweep_print_csv(&s->plan.grid, s->results, out);
}

static void print_manifest(const void *context, FILE *out)
{
    fprintf(out, "%s\n", (const char *)context);
}

static bool write_manifest(const sweep *s)
{
    char path[SWEEP_PATH];
    char *text = sweep_manifest_write(&s->plan);
    if (!text) return refuse(hl_status_text(HL_OUT_OF_MEMORY));
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
        const sweep_state state = s->results[i].state;
        failed += state == SWEEP_FAILED;
        missing += state != SWEEP_FAILED && state != SWEEP_FINISHED;
    }
    if (failed > 0) fprintf(stderr, "headland sweep: %d of %d runs failed\n", failed, s->plan.grid.run_count);
    if (missing > 0)
        fprintf(stderr, "headland sweep: %d of %d runs have no result\n", missing, s->plan.grid.run_count);
    return failed + missing > 0 ? PROGRAM_FAILED : PROGRAM_DONE;
}

static int tell(const sweep *s)
{
    char table[SWEEP_PATH], plots[SWEEP_PATH];
    const sweep_grid *grid = &s->plan.grid;
    if (!sweep_path(s->request.out, "table.csv", table) || !sweep_path(s->request.out, "plots", plots) ||
        !sweep_folder_write(table, print_table_csv, s) || !make_folder("sweep", plots))
        return PROGRAM_ENVIRONMENT;
    if (!s->request.json)
        sweep_print_table(grid, s->results, stdout);
    else if (!sweep_print_json(grid, s->results, stdout))
        return PROGRAM_ENVIRONMENT;
    const int drawn = sweep_plots(grid, s->results, plots);
    if (!s->request.json) printf("%s, %s\n", table, plots);
    const int status = judge(s);
    return status == PROGRAM_DONE ? drawn : status;
}

/* ---- the actions ---- */

/* Whether the folder can take this sweep: empty, or with results that belong to it; or made so by --fresh. */
static bool settle(sweep *s, int *status)
{
    sweep_plan old;
    char why[SWEEP_WHY];
    const sweep_found found = sweep_folder_look(s->request.out, &s->arena, &old, status);
    if (found == SWEEP_FOUND_TROUBLE) return false;
    *status = PROGRAM_USAGE;
    if (found == SWEEP_FOUND_SWEEP && !s->request.fresh && !sweep_manifest_agrees(&old, &s->plan, why)) {
        fprintf(stderr, "headland sweep: %s: %s; --fresh begins anew and removes them\n", s->request.out,
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
    const char *words[SWEEP_WORDS];
    for (int i = 0; i < s->plan.grid.run_count; i++) {
        if (!sweep_words(s, i, words)) return PROGRAM_ENVIRONMENT;
        sweep_print_command(words, stdout);
    }
    return PROGRAM_DONE;
}

static int make(sweep *s, const char *scenario)
{
    int status;
    if (!scenario) {
        (void)refuse("expected a scenario (headland sweep --help)");
        return PROGRAM_USAGE;
    }
    if (!make_plan(s, scenario, &status)) return status;
    s->job = (sweep_job){.program = s->program,
                         .scenario = scenario,
                         .script = s->plan.script,
                         .out = s->request.out,
                         .seconds = s->plan.seconds,
                         .sets = &s->plan.sets};
    if (!settle(s, &status)) return status;
    if (s->request.jobs) return print_jobs(s);
    if (!read_all(s)) return PROGRAM_ENVIRONMENT;
    status = sweep_drive(s);
    return status == PROGRAM_DONE ? tell(s) : status;
}

/* What the folder says it is decides; a scenario and keys, where they are given, must be those. */
static int collect(sweep *s, const char *scenario)
{
    int status;
    char why[SWEEP_WHY];
    sweep_plan old;
    if (scenario && !make_plan(s, scenario, &status)) return status;
    const sweep_found found = sweep_folder_look(s->request.out, &s->arena, &old, &status);
    if (found == SWEEP_FOUND_NOTHING)
        fprintf(stderr, "headland sweep: %s: there is no sweep\n", s->request.out);
    if (found != SWEEP_FOUND_SWEEP) return found == SWEEP_FOUND_NOTHING ? PROGRAM_USAGE : status;
    s->plan.program = old.program; /* whose results they are does not matter for collecting them */
    if (scenario && !sweep_manifest_agrees(&old, &s->plan, why)) {
        fprintf(stderr, "headland sweep: %s: %s; without a scenario --collect takes what is there\n",
                s->request.out, why);
        return PROGRAM_USAGE;
    }
    if (!scenario) s->plan = old;
    return read_all(s) ? tell(s) : PROGRAM_ENVIRONMENT;
}

/* ---- the command ---- */

static bool check_request(const sweep_request *q, const char *scenario)
{
    if (!q->out) return refuse("expected --out DIR: results go there");
    if (q->jobs && q->collect) return refuse("--jobs comes before the runs, --collect after them");
    if (q->collect && q->fresh) return refuse("--collect and --fresh do not go together");
    return !(q->collect && !scenario && q->vary.count > 0) || refuse("--vary goes with a scenario");
}

static bool find_program(sweep *s)
{
    const ssize_t length = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
    if (length > 0) s->program[length] = '\0';
    return length > 0 || refuse("the path of this program is not known (/proc/self/exe)");
}

int program_sweep(int argc, char **argv)
{
    static sweep s;
    sweep_request *q = &s.request;
    const option options[] = {
        {"operator", OPTION_TEXT, &q->script, "SCRIPT", "who drives (default: the scenario's)"},
        {"vary", OPTION_LIST, &q->vary, "KEY=V1,V2,...",
         "what differs, e.g. machine.bucket=small,large or throttle=0.5,1; all combinations are run"},
        {"set", OPTION_LIST, &q->set, "KEY=V", "what is the same for all, as `headland run --set` takes it"},
        {"seconds", OPTION_SECONDS, &q->seconds, "S",
         "how long a run is (default: the scenario's, else the script's)"},
        {"out", OPTION_TEXT, &q->out, "DIR", "write runs, table.csv and plots there"},
        {"parallel", OPTION_COUNT, &q->parallel, "N", "runs at once (default: as many as processors)"},
        {"jobs", OPTION_FLAG, &q->jobs, NULL,
         "print the commands of the runs, one a line, instead of running them"},
        {"collect", OPTION_FLAG, &q->collect, NULL,
         "run nothing: table and plots of the runs that are there"},
        {"fresh", OPTION_FLAG, &q->fresh, NULL, "remove the runs that are there and begin anew"},
        {"yes", OPTION_FLAG, &q->yes, NULL, "run more than 100, or for longer than 30 min"},
        {"json", OPTION_FLAG, &q->json, NULL, "print the table as JSON"},
        OPTION_END};
    command_line line = {
        .command = "sweep",
        .arguments = "[SCENARIO|MACHINE]",
        .summary =
            "Run the same exercise with everything that is varied, and compare. A sweep that was stopped "
            "goes\n"
            "on where it was when the same command is given again. SCENARIO may be left out with --collect.",
        .options = options,
        .fewest = 0,
        .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    const char *scenario = line.word_count > 0 ? line.words[0] : NULL;
    if (!check_request(q, scenario)) return PROGRAM_USAGE;
    if (!find_program(&s)) return PROGRAM_ENVIRONMENT;
    inputs_program(s.build);
    interrupt_begin();
    status = q->collect ? collect(&s, scenario) : make(&s, scenario);
    hl_arena_free(&s.arena);
    return status;
}
