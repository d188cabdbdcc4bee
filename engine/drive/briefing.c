/* What a driver is told: before an attempt, and while nothing moves. */
#include "drv/attempt.h"

#include "drv/cockpit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void drv_lines_add(drv_lines *lines, const char *format, ...)
{
    char text[400];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    const char *kept = lines->count < DRV_LINES ? hl_arena_string(lines->arena, text, strlen(text)) : NULL;
    if (kept) lines->list[lines->count++] = kept;
}

/* ---- tasks, rules, scores ---- */

static const char *failure_of(const auth_task *task)
{
    for (int i = 0; i < task->then.count; i++)
        if (task->then.list[i].kind == AUTH_DO_FAIL) return task->then.list[i].text;
    return NULL;
}

/* "45 s", "4 min", "1.5 min". */
static const char *duration(double seconds, char text[32])
{
    static const double minute = 60.0; /* [s] */
    if (seconds < minute)
        snprintf(text, 32, "%g s", seconds);
    else
        snprintf(text, 32, "%.3g min", seconds / minute);
    return text;
}

static void list_tasks(const auth_training *training, drv_lines *tasks, drv_lines *rules)
{
    for (int i = 0; i < training->task_count; i++) {
        const auth_task *task = &training->tasks[i];
        const char *failure = failure_of(task);
        char time[32];
        if (*task->text && task->repeat > 1)
            drv_lines_add(tasks, "%s (%d times)", task->text, task->repeat);
        else if (*task->text)
            drv_lines_add(tasks, "%s", task->text);
        if (failure) drv_lines_add(rules, "%s", failure);
        if (task->within > 0.0)
            drv_lines_add(rules, "%s: more than %s", *task->text ? task->text : task->name,
                          duration(task->within, time));
    }
}

/* A row before it fits all that this one fits. */
static bool is_covered(const auth_scenario *scenario, int row)
{
    const auth_ending *ending = &scenario->endings[row];
    for (int i = 0; i < row; i++) {
        const auth_ending *before = &scenario->endings[i];
        if (before->kind == ending->kind && (before->of < 0 || before->of == ending->of) &&
            (before->by < 0 || before->by == ending->by) && before->speed <= ending->speed &&
            (before->kind != AUTH_ENDING_DROPPED || before->height <= ending->height))
            return true;
    }
    return false;
}

/* That an overturned machine fails goes without saying, unless the file says it. */
static void list_endings(const auth_scenario *scenario, drv_lines *rules, drv_lines *scores)
{
    for (int i = 0; i < scenario->ending_count; i++) {
        const auth_ending *ending = &scenario->endings[i];
        if (is_covered(scenario, i) ||
            (ending->kind == AUTH_ENDING_OVERTURNED && i >= scenario->ending_given))
            continue;
        if (ending->end == AUTH_END_FAIL) drv_lines_add(rules, "%s", ending->message);
        if (ending->penalty > 0.0) drv_lines_add(scores, "%s: -%g points", ending->message, ending->penalty);
    }
}

/* Points of each component, and the points to pass. */
static void list_scores(const auth_training *training, drv_lines *scores)
{
    double whole = 0.0;
    for (int i = 0; i < training->component_count; i++) whole += training->components[i].weight;
    for (int i = 0; i < training->component_count; i++) {
        const auth_component *c = &training->components[i];
        drv_lines_add(scores, "%s: %.0f points", c->text, 100.0 * c->weight / whole);
    }
    if (training->pass > 0.0) drv_lines_add(scores, "%g of 100 points pass", training->pass);
}

/* ---- all ---- */

/* Paragraphs end with an empty line; single line ends become spaces. */
static const char *reflow(const char *text, hl_arena *arena)
{
    const size_t length = strlen(text);
    char *page = HL_NEW(arena, char, length + 1);
    for (size_t i = 0; page && i < length; i++) {
        const bool inside =
            text[i] == '\n' && i > 0 && text[i - 1] != '\n' && text[i + 1] != '\n' && text[i + 1];
        page[i] = inside ? ' ' : text[i];
    }
    return page ? page : text;
}

drv_briefing drv_briefing_of(const auth_scenario *scenario, hl_arena *arena)
{
    char time[32];
    const auth_training *training = &scenario->training;
    const drv_lines none = {.arena = arena};
    drv_briefing b = {
        .text = reflow(training->briefing, arena), .tasks = none, .rules = none, .scores = none};
    list_tasks(training, &b.tasks, &b.rules);
    if (scenario->seconds > 0.0) drv_lines_add(&b.rules, "%s have passed", duration(scenario->seconds, time));
    list_scores(training, &b.scores);
    list_endings(scenario, &b.rules, &b.scores);
    return b;
}

/* ---- hints while driving ---- */

static const double wanted = 0.3;   /* share of its way from which a lever or pedal counts as used */
static const double standing = 0.1; /* [m/s] */
static const double patience = 1.0; /* simulated time without motion until a hint is given [s] */

enum { OFTEN = 3 /* most hints of a kind */ };

/* ---- signals ---- */

static int control_signal(const auth_machine *author, int control, drv_hints_find find, const void *machine)
{
    char name[200];
    snprintf(name, sizeof name, "control.%s", author->controls[control].name);
    return find(machine, name);
}

void drv_hints_begin(drv_hints *h, const auth_machine *author, drv_hints_find find, const void *machine)
{
    *h = (drv_hints){.running = find(machine, "engine.running"), .speed = find(machine, "vehicle.speed")};
    for (int i = 0; i < AUTH_DRIVE_ROLES; i++) h->controls[i] = -1;
    for (int i = 0; i < author->control_count; i++) {
        const auth_control *control = &author->controls[i];
        const int signal = control_signal(author, i, find, machine);
        if (control->drive != AUTH_DRIVE_NONE) {
            h->controls[control->drive] = i;
            h->signals[control->drive] = signal;
        } else if (control->lever && h->lever_count < DRV_HINT_LEVERS) {
            h->levers[h->lever_count++] = signal;
        }
    }
}

/* 0 if it is not in the snapshot. */
static double value_of(const xch_snapshot *s, int signal)
{
    return signal >= 0 && signal < s->signal_count ? s->signals[signal] : 0.0;
}

static double drive_of(const drv_hints *h, const xch_snapshot *s, auth_drive_role role)
{
    return h->controls[role] < 0 ? 0.0 : value_of(s, h->signals[role]);
}

/* ---- causes ---- */

static bool moves_a_lever(const drv_hints *h, const xch_snapshot *s)
{
    for (int i = 0; i < h->lever_count; i++)
        if (fabs(value_of(s, h->levers[i])) > wanted) return true;
    return false;
}

/* A machine with a reverser drives with its accelerator; in others the throttle is a dial. */
static bool accelerates(const drv_hints *h, const xch_snapshot *s)
{
    return h->controls[AUTH_DRIVE_DIRECTION] >= 0 && drive_of(h, s, AUTH_DRIVE_THROTTLE) > wanted;
}

static drv_hint in_the_way(const drv_hints *h, const xch_snapshot *s)
{
    const bool pedal = accelerates(h, s), lever = moves_a_lever(h, s);
    if (!pedal && !lever) return DRV_HINT_NONE;
    if (h->running >= 0 && value_of(s, h->running) < 0.5) return DRV_HINT_ENGINE;
    if (lever && drive_of(h, s, AUTH_DRIVE_LOCK) > 0.5) return DRV_HINT_LOCK;
    if (!pedal || fabs(value_of(s, h->speed)) > standing) return DRV_HINT_NONE;
    if (drive_of(h, s, AUTH_DRIVE_PARKING_BRAKE) > 0.5) return DRV_HINT_PARKING;
    return fabs(drive_of(h, s, AUTH_DRIVE_DIRECTION)) < 0.5 ? DRV_HINT_NEUTRAL : DRV_HINT_NONE;
}

drv_hint drv_hints_look(drv_hints *h, const xch_snapshot *s)
{
    const drv_hint now = in_the_way(h, s);
    if (now != h->seen) {
        h->seen = now;
        h->since = s->time;
        h->told = false;
    }
    if (now == DRV_HINT_NONE || h->told || s->time - h->since < patience) return DRV_HINT_NONE;
    h->told = true;
    return h->times[now]++ < OFTEN ? now : DRV_HINT_NONE;
}

/* ---- texts of hints ---- */

static const char *key_of(const drv_hints *h, const io_keyboard *keyboard, auth_drive_role role, double value)
{
    return keyboard == NULL ? NULL : io_keyboard_key_for(keyboard, h->controls[role], value);
}

void drv_hints_text(const drv_hints *h, drv_hint of, const io_keyboard *keyboard, char text[DRV_HINT_TEXT])
{
    static const struct {
        const char *what, *before, *after; /* the key */
        auth_drive_role role;
        double value;
    } all[DRV_HINT_KINDS] = {
        [DRV_HINT_ENGINE] = {"The engine stands", ": hold ", " until it runs", AUTH_DRIVE_KEY, 2.0},
        [DRV_HINT_LOCK] = {"The safety lever is up, the levers are dead", ": ", " brings it down",
                           AUTH_DRIVE_LOCK, 0.0},
        [DRV_HINT_PARKING] = {"The parking brake is on", ": ", " releases it", AUTH_DRIVE_PARKING_BRAKE, 0.0},
        [DRV_HINT_NEUTRAL] = {"It stands in neutral", ": ", " goes forward", AUTH_DRIVE_DIRECTION, 1.0}};
    const char *key = key_of(h, keyboard, all[of].role, all[of].value);
    if (key == NULL)
        snprintf(text, DRV_HINT_TEXT, "%s", all[of].what);
    else
        snprintf(text, DRV_HINT_TEXT, "%s%s%s%s", all[of].what, all[of].before, key, all[of].after);
}
