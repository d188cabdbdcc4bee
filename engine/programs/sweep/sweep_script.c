/* Keys that the script overrules: a control that is varied and that the script moves. */
#include "sweep.h"

#include "command/program_log.h"
#include "drv/load.h"

#include "auth/file.h"
#include "auth/operator.h"

#include <string.h>

static hl_report report; /* too large for the stack; what is wrong with the files a trial drive has said */

/* The script that drives: of the command line, else the scenario's. NULL: none */
static const char *find_script(const sweep *s, hl_arena *arena)
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

static void print(const char *path, const auth_action *action, const swp_axis *axis, bool never)
{
    hl_report_begin_warnings(&report, path);
    if (never) report.label = "";
    hl_report_add(
        &report, action->control_place,
        never ? "this action sets '%s' at the start, so --vary %s=%s,... has no effect and all runs would be "
                "the same; remove the action or vary another key"
              : "this action moves '%s' during the run: --vary %s=%s,... has an effect only until then",
        action->control, axis->key, axis->values[0]);
    drv_complain(&program_log, &report);
}

/* @return false: the key has no effect */
static bool check_axis(const auth_operator *script, const char *path, const swp_axis *axis)
{
    const auth_action *first = NULL;
    if (drv_is_choice(axis->key)) return true;
    for (int i = 0; i < script->action_count; i++) {
        const auth_action *action = &script->actions[i];
        if (!is_control(action->control, axis->key)) continue;
        if (acts_at_once(action)) {
            print(path, action, axis, true);
            return false;
        }
        if (!first) first = action;
    }
    if (first) print(path, first, axis, false);
    return true;
}

bool sweep_check_script(const sweep *s)
{
    bool good = true;
    hl_arena arena = {0};
    auth_operator *script;
    hl_report_begin(&report, "");
    const char *path = find_script(s, &arena);
    if (path && auth_operator_read(path, &arena, &script, &report) == HL_OK)
        for (int i = 0; i < s->plan.grid.axis_count; i++)
            good &= check_axis(script, path, &s->plan.grid.axes[i]);
    hl_arena_free(&arena);
    return good;
}
