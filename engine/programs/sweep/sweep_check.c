/* Keys and values tried on the machine before anything runs. */
#include "sweep.h"

#include "command/children.h"
#include "command/interrupt.h"
#include "command/program_log.h"
#include "drv/load.h"
#include "drv/log.h"
#include "program.h"

#include "file/read.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const double trial_seconds = 1e-3; /* one step of most machines */
enum { TOGETHER = 40 };                   /* settings in a drive beyond a run's own */

typedef struct trial {
    sweep *s;
    const char *folder; /* for the log */
    int count;          /* settings so far */
    const char *settings[SWP_AXES + TOGETHER];
} trial;

/* Controls of one machine can be tried together, since `--set` takes each in turn; each choice of a variant
 * and each value of a parameter is another machine. */
static bool is_of_machine(const swp_axis *axis)
{
    return drv_is_choice(axis->key);
}

static bool out_of_memory(int *status)
{
    fprintf(stderr, "headland sweep: %s\n", hl_status_text(HL_OUT_OF_MEMORY));
    *status = PROGRAM_ENVIRONMENT;
    return false;
}

/* Take `start` off the front of a text. @return whether it stood there */
static bool take(const char **text, const char *start)
{
    const size_t length = strlen(start);
    if (strncmp(*text, start, length) != 0) return false;
    *text += length;
    return true;
}

/* A run's word as one of this command: nobody typed `headland run --set`. */
static void print_line(const sweep *s, const char *line)
{
    if (take(&line, "headland run: ")) {
        fputs("headland sweep: ", stderr);
        if (take(&line, "--set")) fputs(s->plan.set_count > 0 ? "--set or --vary" : "--vary", stderr);
    }
    fputs(line, stderr);
}

static void print_log(const sweep *s, const char *path)
{
    char line[1024];
    FILE *log = file_stream(path, FILE_REPORT, NULL, NULL);
    if (!log) return;
    while (fgets(line, sizeof line, log)) print_line(s, line);
    fclose(log);
}

static int drive(const char *const *words, const char *log)
{
    children pool = {0};
    child_end end;
    if (!children_start(&pool, 0, words, log)) {
        fprintf(stderr, "headland sweep: %s: %s\n", words[0], strerror(errno));
        return PROGRAM_ENVIRONMENT;
    }
    while (!children_wait(&pool, &end)) {
        if (!interrupt_asked()) continue;
        children_stop(&pool);
        return PROGRAM_ENVIRONMENT;
    }
    return end.status;
}

/* A drive with the settings of the trial. One that fails only later is for the sweep to tell. */
static bool try_settings(trial *t, int *status)
{
    char log[SWEEP_PATH];
    const char *words[SWP_WORDS];
    swp_job job = t->s->job;
    job.seconds = trial_seconds;
    if (!sweep_path(t->folder, "log", log)) return false;
    if (!swp_command(&job, t->settings, t->count, t->folder, &t->s->arena, words))
        return out_of_memory(status);
    *status = drive(words, log);
    if (*status != PROGRAM_USAGE && *status != PROGRAM_ENVIRONMENT) return true;
    print_log(t->s, log);
    return false;
}

/* The first value of each key. */
static bool begin(trial *t, int *status)
{
    t->count = 0;
    for (int i = 0; i < t->s->plan.grid.axis_count; i++) {
        t->settings[t->count++] = swp_setting(&t->s->plan.grid.axes[i], 0, &t->s->arena);
        if (!t->settings[i]) return out_of_memory(status);
    }
    return true;
}

static bool try_machine(trial *t, int axis, int *status)
{
    for (int value = 1; value < t->s->plan.grid.axes[axis].count; value++) {
        if (!begin(t, status)) return false;
        t->settings[axis] = swp_setting(&t->s->plan.grid.axes[axis], value, &t->s->arena);
        if (!t->settings[axis]) return out_of_memory(status);
        if (!try_settings(t, status)) return false;
    }
    return true;
}

static bool try_control(trial *t, int axis, int *status)
{
    const swp_axis *a = &t->s->plan.grid.axes[axis];
    const int room = SWP_SETS - t->s->plan.set_count; /* more than there are keys */
    const int most = room < SWP_AXES + TOGETHER ? room : SWP_AXES + TOGETHER;
    for (int value = 1; value < a->count; value++) {
        if (t->count == most && (!try_settings(t, status) || !begin(t, status))) return false;
        t->settings[t->count] = swp_setting(a, value, &t->s->arena);
        if (!t->settings[t->count++]) return out_of_memory(status);
    }
    return true;
}

static bool try_all(trial *t, int *status)
{
    const swp_grid *grid = &t->s->plan.grid;
    if (!begin(t, status)) return false;
    for (int i = 0; i < grid->axis_count; i++)
        if (!is_of_machine(&grid->axes[i]) && !try_control(t, i, status)) return false;
    if (!try_settings(t, status)) return false;
    for (int i = 0; i < grid->axis_count; i++)
        if (is_of_machine(&grid->axes[i]) && !try_machine(t, i, status)) return false;
    return true;
}

int sweep_check(sweep *s)
{
    int status = PROGRAM_DONE;
    char folder[SWEEP_PATH];
    drv_sweep_temporaries("sweep");
    const int held = drv_make_temporary("sweep", folder, sizeof folder);
    if (held < 0) {
        fprintf(stderr, "headland sweep: %s: %s\n", folder, strerror(errno));
        return PROGRAM_ENVIRONMENT;
    }
    trial t = {.s = s, .folder = folder};
    const bool good = try_all(&t, &status);
    drv_remove_temporary(held, folder);
    if (!good) return status;
    return sweep_check_script(s) ? PROGRAM_DONE : PROGRAM_USAGE;
}
