/* headland simulate: any mechanism file, at maximum speed. */
#include "simulate.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/load.h"
#include "drv/log.h"
#include "program.h"

#include "hl/csv.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct request {
    double seconds, step, every; /* [s]; 0: as in the file */
    const char *formulation, *solver, *out;
    double penalty, tolerance;
    int iterations;
    bool numeric_tangent, bounded, json;
} request;

static const double default_seconds = 10.0; /* [s] when neither the file nor the command line tells */
static const double most_steps = 1e12;      /* beyond this the request is a mistake */
static const double rounding = 1e-6;        /* of a time [steps] */

/* ---- the output file: FILE.tmp until the run has ended; devices and pipes are written to at once.
 * Comma-separated values: `time,NAME,...`, a row of units after `#`, then full precision ---- */

typedef struct csv_file {
    FILE *file;
    const char *path, *written; /* its name in the end, and during the run */
    double *values;
    long rows;
    int trouble; /* errno of the first failure to write, 0 when there was none */
} csv_file;

static void write_header(csv_file *csv, const world_mechanism *m)
{
    fputs("time", csv->file);
    for (int i = 0; i < m->output_count; i++) {
        fputc(',', csv->file);
        hl_csv_text(csv->file, m->output_names[i]);
    }
    fputs("\n# s", csv->file);
    for (int i = 0; i < m->output_count; i++) fprintf(csv->file, ",%s", m->output_units[i]);
    fputc('\n', csv->file);
}

static bool cannot_write(const char *path, const char *why)
{
    return drv_say(&program_log, "%s: %s; give a file that can be written", path, why);
}

/* Where the rows go while the run lasts. A device, a pipe or a link (/dev/stdout) is never renamed over: it
 * is written to as it is. */
static bool choose_written(csv_file *csv, hl_arena *arena)
{
    struct stat there;
    csv->written = csv->path;
    if (stat(csv->path, &there) == 0 && S_ISDIR(there.st_mode))
        return cannot_write(csv->path, strerror(EISDIR));
    if (lstat(csv->path, &there) == 0 && !S_ISREG(there.st_mode)) return true;
    const size_t size = strlen(csv->path) + sizeof ".tmp";
    char *temporary = hl_arena_take(arena, size, 1);
    if (!temporary) return cannot_write(csv->path, "out of memory");
    snprintf(temporary, size, "%s.tmp", csv->path);
    csv->written = temporary;
    return true;
}

static bool csv_begin(csv_file *csv, const char *path, const world_mechanism *mechanism, hl_arena *arena)
{
    *csv = (csv_file){.path = path, .values = HL_NEW(arena, double, mechanism->output_count)};
    if (!csv->values) return cannot_write(path, "out of memory");
    if (!choose_written(csv, arena)) return false;
    csv->file = fopen(csv->written, "w");
    if (!csv->file) return cannot_write(csv->path, strerror(errno));
    write_header(csv, mechanism);
    return true;
}

/* The first reason counts: later ones are its consequences. */
static void note_trouble(csv_file *csv)
{
    if (!csv->trouble) csv->trouble = errno ? errno : EIO;
}

static void csv_row(csv_file *csv, const world_mechanism *mechanism)
{
    world_mechanism_outputs(mechanism, csv->values);
    fprintf(csv->file, "%.17g", mechanism->state->time);
    for (int i = 0; i < mechanism->output_count; i++) fprintf(csv->file, ",%.17g", csv->values[i]);
    fputc('\n', csv->file);
    if (ferror(csv->file)) note_trouble(csv);
    csv->rows++;
}

static bool csv_end(csv_file *csv)
{
    const bool rename_it = csv->written != csv->path;
    if (fclose(csv->file) != 0) note_trouble(csv);
    if (!csv->trouble && rename_it && rename(csv->written, csv->path) != 0) note_trouble(csv);
    if (!csv->trouble) return true;
    return drv_say(&program_log, "%s: %s%s%s", csv->path, strerror(csv->trouble),
                   rename_it ? "; the rows written so far are in " : "", rename_it ? csv->written : "");
}

/* ---- the run ---- */

/* What to try when a step fails. */
static const char *advice_for(mb_formulation formulation, hl_status status)
{
    if (status == HL_RANK_LOST) return NULL; /* its text says what to do */
    switch (formulation) {
    case MB_DOUBLE_STEP:
        return "try a smaller --step, or the formulation ali3p where loops lose rank (dead centres)";
    case MB_PENALTY:
    case MB_GLOBAL:
        return "this formulation is explicit: try a much smaller --step, or ali3p for stiff parts and dead "
               "centres";
    case MB_ALI3P:
        break;
    }
    return "try a smaller --step";
}

/* `every`: steps between rows. Stops at the first step that fails, when a row cannot be written, or on
 * request. */
static void run_steps(simulation *s, csv_file *csv, long every)
{
    progress bar = progress_begin(s->steps_wanted);
    interrupt_begin();
    while (s->run.steps < s->steps_wanted && !(csv && csv->trouble)) {
        if (interrupt_asked()) {
            snprintf(s->failure, sizeof s->failure, "interrupted at %.9g s", s->run.mechanism->state->time);
            break;
        }
        const double before = bench_now();
        const hl_status status = world_run_step(&s->run);
        const double after = bench_now();
        if (status != HL_OK) {
            world_run_describe(&s->run, status, s->failure, sizeof s->failure);
            s->advice = advice_for(s->run.mechanism->options.formulation, status);
            break;
        }
        bench_samples_add(&s->times, 1e6 * (after - before));
        if (csv && s->run.steps % every == 0) csv_row(csv, s->run.mechanism);
        progress_show(&bar, s->run.steps, NULL);
    }
    progress_end(&bar);
    world_run_end(&s->run);
}

static int report(simulation *s, const request *r, csv_file *csv)
{
    int status = PROGRAM_DONE;
    if (csv && !csv_end(csv)) status = PROGRAM_FAILED;
    if (r->json) {
        const int printed = simulate_print_json(s);
        if (status == PROGRAM_DONE) status = printed;
    } else if (!csv)
        simulate_print_summary(s);
    else if (status == PROGRAM_DONE) /* not among the rows of --out /dev/stdout */
        fprintf(csv->written == csv->path ? stderr : stdout, "%s: %ld rows, %d columns\n", csv->path,
                csv->rows, s->run.mechanism->output_count + 1);
    if (csv && !r->json && s->run.open > 0) simulate_print_open_loops(s, stderr); /* no summary has it */
    if (!s->failure[0]) return status;
    drv_say(&program_log, "%s: %s%s%s", s->path, s->failure,
            csv && status == PROGRAM_DONE ? "; the rows computed so far are in " : "",
            csv && status == PROGRAM_DONE ? csv->path : "");
    if (s->advice) drv_say(&program_log, "%s", s->advice);
    return PROGRAM_FAILED;
}

static int run_and_report(simulation *s, const request *r, hl_arena *arena)
{
    enum { SAMPLES = 1 << 18 };
    const world_mechanism *m = s->run.mechanism;
    csv_file csv, *out = NULL;
    const long every = r->every > 0.0 ? lround(fmin(r->every / m->options.step, most_steps)) : 1;
    if (!bench_samples_begin(&s->times, SAMPLES)) return PROGRAM_ENVIRONMENT;
    if (r->out) {
        if (!csv_begin(&csv, r->out, m, arena)) return PROGRAM_ENVIRONMENT;
        if (m->output_count == 0)
            drv_say(&program_log, "%s has no 'outputs', so %s has only the time", s->path, r->out);
        out = &csv;
        csv_row(out, m);
    }
    run_steps(s, out, every < 1 ? 1 : every);
    return report(s, r, out);
}

/* ---- the request ---- */

static bool choose_formulation(const char *name, mb_step_options *options)
{
    enum { COUNT = MB_GLOBAL + 1 };
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) names[i] = mb_formulation_name((mb_formulation)i);
    const int chosen = drv_choose_word(&program_log, "formulation", name, names, COUNT);
    if (chosen < 0) return false;
    if (chosen != (int)options->formulation) options->penalty = mb_step_options_default().penalty;
    options->formulation = (mb_formulation)chosen;
    return true;
}

static bool choose_solver(const char *name, mb_step_options *options)
{
    enum { COUNT = MB_SOLVER_SPARSE + 1 };
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) names[i] = mb_solver_name((mb_solver)i);
    const int chosen = drv_choose_word(&program_log, "solver", name, names, COUNT);
    if (chosen >= 0) options->solver = (mb_solver)chosen;
    return chosen >= 0;
}

/* A formulation that is not the file's own gets its default penalty, whose unit differs. NULL: keep. */
static bool choose_method(const char *formulation, const char *solver, mb_step_options *options)
{
    return (!formulation || choose_formulation(formulation, options)) &&
           (!solver || choose_solver(solver, options));
}

static bool choose_iterations(const request *r, mb_step_options *options)
{
    if (r->iterations > 0) options->max_iterations = r->iterations;
    if (r->iterations <= AUTH_MAX_ITERATIONS) return true;
    return drv_say(&program_log, "--iterations is %d; a number from 1 to %d is expected", r->iterations,
                   (int)AUTH_MAX_ITERATIONS);
}

/* At least one whole step, and not too many. */
static bool check_length(double seconds, double step)
{
    const double steps = seconds / step;
    if (steps < 1.0 - rounding)
        drv_say(&program_log,
                "the step of %g s is longer than the run of %g s; a shorter step or a longer "
                "run is expected",
                step, seconds);
    else if (steps > most_steps)
        drv_say(&program_log, "%g s in steps of %g s are too many steps; at most %g are expected", seconds,
                step, most_steps);
    else
        return true;
    return false;
}

/* What the command line does not tell is the file's, and what the file does not tell is the default. */
static bool merge(const auth_mechanism *author, request *r, mb_step_options *options)
{
    *options = world_mechanism_options(author);
    if (!choose_method(r->formulation, r->solver, options)) return false;
    if (r->step > 0.0) options->step = r->step;
    if (r->penalty > 0.0) options->penalty = r->penalty;
    if (r->tolerance > 0.0) options->tolerance = r->tolerance;
    if (!choose_iterations(r, options)) return false;
    options->numeric_tangent = r->numeric_tangent;
    options->bounded = r->bounded;
    if (!(r->every > 0.0)) r->every = author->simulation.output_step;
    if (!(r->seconds > 0.0)) r->seconds = author->simulation.seconds;
    if (!(r->seconds > 0.0)) r->seconds = default_seconds;
    return check_length(r->seconds, options->step);
}

static int simulate(const char *path, request *r, hl_arena *arena)
{
    int status = PROGRAM_USAGE;
    mb_step_options options;
    const auth_mechanism *author = drv_load_mechanism(&program_log, path, arena, &status);
    if (!author || !merge(author, r, &options)) return status;
    world_mechanism *m = drv_build_mechanism(&program_log, path, author, &options, arena, &status);
    if (!m) return status;
    simulation s = {.path = path, .steps_wanted = (long)world_run_steps(r->seconds, options.step)};
    world_run_begin(&s.run, m);
    status = run_and_report(&s, r, arena);
    bench_samples_free(&s.times);
    return status;
}

static const help_text help = {
    .summary = "Simulate a mechanism file at maximum speed. Without --out, print a summary.",
    .arguments = {{"MODEL", "file of a mechanism"}},
    .examples =
        {"simulate assets/mechanisms/pendulum.yaml",
         "simulate assets/mechanisms/four-bar-fit.yaml --seconds 2 --step \"1 ms\" --out four-bar.csv",
         "simulate assets/mechanisms/andrews.yaml --formulation double-step --seconds 0.05 --json"},
    .failed = "a step failed, or a file could not be written to its end",
    .page = "docs/mechanism.md"};

int program_simulate(int argc, char **argv)
{
    request r = {0};
    const option options[] = {
        {"seconds", OPTION_SECONDS, &r.seconds, "S",
         "duration [s], rounded up to whole steps (default: the file's, else 10)"},
        {"step", OPTION_SECONDS, &r.step, "S",
         "step size [s], e.g. \"1 ms\" (default: the file's, else 1 ms)"},
        {"formulation", OPTION_TEXT, &r.formulation, "NAME",
         "ali3p, double-step, penalty or global (default: the file's, else ali3p)"},
        {"solver", OPTION_TEXT, &r.solver, "NAME",
         "auto, dense, tree or sparse (default: the file's, else auto)"},
        {"penalty", OPTION_NUMBER, &r.penalty, "ALPHA",
         "penalty factor of the constraints (default: the file's, else the formulation's)"},
        {"tolerance", OPTION_NUMBER, &r.tolerance, "TOL",
         "Newton's method: largest error of a coordinate [rad or m]"},
        {"iterations", OPTION_COUNT, &r.iterations, "N",
         "Newton's method: at most N iterations an attempt, 1 to 1000; ali3p may make two attempts a step"},
        {"bounded", OPTION_FLAG, &r.bounded, NULL,
         "accept the step when all iterations are used, as in hard real time"},
        {"numeric-tangent", OPTION_FLAG, &r.numeric_tangent, NULL, "tangent by forward differences"},
        {"out", OPTION_OUTPUT, &r.out, "FILE.csv",
         "write the model's outputs: a row of names, a row of units, then one row a step"},
        {"every", OPTION_SECONDS, &r.every, "S",
         "time between rows [s] (default: the file's, else every step)"},
        OPTION_JSON(&r.json),
        OPTION_END};
    command_line line = {.command = "simulate",
                         .arguments = "MODEL",
                         .help = &help,
                         .options = options,
                         .files = "mechanisms"};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    hl_arena arena = {0};
    status = simulate(line.words[0], &r, &arena);
    hl_arena_free(&arena);
    return status;
}
