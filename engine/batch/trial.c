/* Keys and values tried on the machine before the runs; keys that the script overrules. */
#include "batch_internal.h"

#include "bat/children.h"
#include "drv/load.h"
#include "drv/log.h"

#include "auth/file.h"
#include "auth/operator.h"
#include "file/read.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const double trial_seconds = 1e-3; /* one step of most machines */
enum { TOGETHER = 40 };                   /* settings in a drive beyond a run's own */

typedef struct trial {
    bat_sweep *s;
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

static bool out_of_memory(const trial *t, int *status)
{
    *status = DRV_ENVIRONMENT;
    return drv_say(t->s->request.log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

/* Take `start` off the front of a text. @return whether it stood there */
static bool take(const char **text, const char *start)
{
    const size_t length = strlen(start);
    if (strncmp(*text, start, length) != 0) return false;
    *text += length;
    return true;
}

/* A message of a run as one of this command: `headland run --set` is not what the user typed. */
static void write_line(const bat_sweep *s, const char *line)
{
    const drv_log *log = s->request.log;
    if (!take(&line, "headland run: "))
        log->write(log->context, DRV_COMPLAINT, line);
    else if (take(&line, "--set"))
        drv_say(log, "%s%s", s->plan.set_count > 0 ? "--set or --vary" : "--vary", line);
    else
        drv_say(log, "%s", line);
}

static void write_log(const bat_sweep *s, const char *path)
{
    char line[1024];
    FILE *log = file_stream(path, FILE_REPORT, NULL, NULL);
    if (!log) return;
    while (fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        write_line(s, line);
    }
    fclose(log);
}

static int drive(const bat_sweep *s, const char *const *words, const char *log)
{
    bat_children pool = {0};
    bat_end end;
    if (!bat_start(&pool, 0, words, log)) {
        drv_say(s->request.log, "%s: %s", words[0], strerror(errno));
        return DRV_ENVIRONMENT;
    }
    while (!bat_wait(&pool, &end)) {
        if (!s->request.interrupted()) continue;
        bat_stop(&pool);
        return DRV_ENVIRONMENT;
    }
    return end.status;
}

/* A drive with the settings of the trial. One that fails only later is for the sweep to tell. */
static bool try_settings(trial *t, int *status)
{
    char log[BAT_PATH];
    const char *words[SWP_WORDS];
    swp_job job = t->s->job;
    job.seconds = trial_seconds;
    if (!batch_path(t->s->request.log, t->folder, "log", log)) return false;
    if (!swp_command(&job, t->settings, t->count, t->folder, &t->s->arena, words))
        return out_of_memory(t, status);
    *status = drive(t->s, words, log);
    if (*status != DRV_USAGE && *status != DRV_ENVIRONMENT) return true;
    write_log(t->s, log);
    return false;
}

/* The first value of each key. */
static bool begin(trial *t, int *status)
{
    t->count = 0;
    for (int i = 0; i < t->s->plan.grid.axis_count; i++) {
        t->settings[t->count++] = swp_setting(&t->s->plan.grid.axes[i], 0, &t->s->arena);
        if (!t->settings[i]) return out_of_memory(t, status);
    }
    return true;
}

static bool try_machine(trial *t, int axis, int *status)
{
    for (int value = 1; value < t->s->plan.grid.axes[axis].count; value++) {
        if (!begin(t, status)) return false;
        t->settings[axis] = swp_setting(&t->s->plan.grid.axes[axis], value, &t->s->arena);
        if (!t->settings[axis]) return out_of_memory(t, status);
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
        if (!t->settings[t->count++]) return out_of_memory(t, status);
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

/* ---- a control that is varied and that the script moves ---- */

static hl_report report; /* too large for the stack; trial drives have reported errors of the files */

/* The script that drives: of the command line, else the scenario's. NULL: none */
static const char *find_script(const bat_sweep *s, hl_arena *arena)
{
    auth_file_kind kind;
    auth_scenario *scenario;
    if (s->job.script) return s->job.script;
    if (auth_file_kind_of(s->job.scenario, &kind, &report) != HL_OK || kind != AUTH_FILE_SCENARIO)
        return NULL;
    const bool read = auth_scenario_read(s->job.scenario, arena, &scenario, &report) == HL_OK;
    return read ? scenario->operator_script : NULL;
}

/* Spaces of a control's name may be written as underscores, and its signal's name stands for it. */
static bool is_control(const char *name, const char *key)
{
    static const char signal[] = "control.";
    if (strncmp(key, signal, sizeof signal - 1) == 0) key += sizeof signal - 1;
    for (; *name && *key; name++, key++)
        if ((*name == ' ' ? '_' : *name) != (*key == ' ' ? '_' : *key)) return false;
    return *name == *key;
}

/* The value that is varied is never in force: the script sets another before the first step. */
static bool acts_at_once(const auth_action *action)
{
    const bool waits = action->from > 0.0 || action->after >= 0 || action->when.signal;
    return !waits && !(action->kind == AUTH_ACTION_SET && action->over > 0.0);
}

static void complain(const drv_log *log, const char *path, const auth_action *action, const swp_axis *axis,
                     bool never)
{
    hl_report_begin_warnings(&report, path);
    if (never) report.label = "";
    hl_report_add(
        &report, action->control_place,
        never ? "this action sets '%s' at the start, so --vary %s=%s,... has no effect and all runs would be "
                "the same; remove the action or vary another key"
              : "this action moves '%s' during the run: --vary %s=%s,... has an effect only until then",
        action->control, axis->key, axis->values[0]);
    drv_complain(log, &report);
}

/* @return false: the key has no effect */
static bool check_axis(const drv_log *log, const auth_operator *script, const char *path,
                       const swp_axis *axis)
{
    const auth_action *first = NULL;
    if (drv_is_choice(axis->key)) return true;
    for (int i = 0; i < script->action_count; i++) {
        const auth_action *action = &script->actions[i];
        if (!is_control(action->control, axis->key)) continue;
        if (acts_at_once(action)) {
            complain(log, path, action, axis, true);
            return false;
        }
        if (!first) first = action;
    }
    if (first) complain(log, path, first, axis, false);
    return true;
}

static bool check_script(const bat_sweep *s)
{
    bool good = true;
    hl_arena arena = {0};
    auth_operator *script;
    hl_report_begin(&report, "");
    const char *path = find_script(s, &arena);
    if (path && auth_operator_read(path, &arena, &script, &report) == HL_OK)
        for (int i = 0; i < s->plan.grid.axis_count; i++)
            good &= check_axis(s->request.log, script, path, &s->plan.grid.axes[i]);
    hl_arena_free(&arena);
    return good;
}

/* ---- the whole ---- */

int batch_try(bat_sweep *s)
{
    int status = DRV_DONE;
    char folder[BAT_PATH];
    drv_sweep_temporaries("sweep");
    const int held = drv_make_temporary("sweep", folder, sizeof folder);
    if (held < 0) {
        drv_say(s->request.log, "%s: %s", folder, strerror(errno));
        return DRV_ENVIRONMENT;
    }
    trial t = {.s = s, .folder = folder};
    const bool good = try_all(&t, &status);
    drv_remove_temporary(held, folder);
    if (!good) return status;
    return check_script(s) ? DRV_DONE : DRV_USAGE;
}
