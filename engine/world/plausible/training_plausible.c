/* Conditions on signals that never or always hold: of tasks, goal, score and scripts. */
#include "plausible.h"

#include "parts/parts.h"

#include "world/operator.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A condition with its signal found and its value in the signal's unit. */
typedef struct bound {
    const auth_condition *author; /* NULL: not given */
    int signal;
    double value;
    world_signal_span range;
} bound;

/* Names and units have been checked before: nothing is complained about here. */
static bool resolve(const world_machine *machine, const auth_condition *author, hl_report *report, bound *b)
{
    *b = (bound){.author = NULL};
    if (author->signal == NULL) return false;
    const int signal = world_signal_find(machine, author->signal);
    if (signal < 0) return false;
    *b = (bound){.author = author, .signal = signal};
    b->value = world_value_in_unit(machine, signal, author->value, author->with_unit, author->dimension,
                                   author->value_place, report);
    return world_signal_between(machine, signal, &b->range);
}

/* What a bare number is taken for, and what may be meant: "10 deg" where 10 rad are beyond the range. */
static void hint(const world_machine *machine, const bound *b, char *text, size_t size)
{
    const char *unit = world_signal_info(machine, b->signal).unit;
    const double angle = b->value * 0.017453292519943295; /* if it was in degrees */
    text[0] = '\0';
    if (b->author->with_unit || strcmp(unit, "1") == 0) return;
    if (strcmp(unit, "rad") == 0 && angle > b->range.low && angle < b->range.high)
        snprintf(text, size, "; a number without a unit is in rad: \"%g deg\"?", b->value);
    else
        snprintf(text, size, "; a number without a unit is in %s", unit);
}

static void doubt(const world_machine *machine, const bound *b, const char *when, hl_report *report)
{
    char range[80], unit_hint[80];
    const world_signal signal = world_signal_info(machine, b->signal);
    const char *unit = strcmp(signal.unit, "1") == 0 ? "" : signal.unit, *blank = *unit ? " " : "";
    if (isinf(b->range.high))
        snprintf(range, sizeof range, "is never below %.4g%s%s", b->range.low, blank, unit);
    else
        snprintf(range, sizeof range, "lies between %.4g and %.4g%s%s", b->range.low, b->range.high, blank,
                 unit);
    hint(machine, b, unit_hint, sizeof unit_hint);
    hl_report_add(report, b->author->value_place,
                  "signal '%s' is %s %s %.4g%s%s: it %s: give a value within that range%s", signal.name, when,
                  b->author->above ? "above" : "below", b->value, blank, unit, range, unit_hint);
}

static bool never(const bound *b)
{
    return b->author->above ? b->value >= b->range.high : b->value <= b->range.low;
}

static bool always(const bound *b)
{
    return b->author->above ? b->value < b->range.low : b->value > b->range.high;
}

static void doubt_condition(const world_machine *machine, const auth_condition *author, hl_report *report)
{
    bound b;
    if (!resolve(machine, author, report, &b)) return;
    if (never(&b)) doubt(machine, &b, "never", report);
    if (always(&b)) doubt(machine, &b, "always", report);
}

/* Two bounds hold together always only if both do; each may be what never holds. */
static void doubt_bounds(const world_machine *machine, const auth_condition *above,
                         const auth_condition *below, hl_report *report)
{
    if (above->signal != NULL && below->signal != NULL) {
        bound b;
        if (resolve(machine, above, report, &b) && never(&b)) doubt(machine, &b, "never", report);
        if (resolve(machine, below, report, &b) && never(&b)) doubt(machine, &b, "never", report);
        return;
    }
    doubt_condition(machine, above, report);
    doubt_condition(machine, below, report);
}

/* ---- an exercise ---- */

static void doubt_tests(const world_machine *machine, const auth_task *task, hl_report *report)
{
    for (int i = 0; i < task->test_count; i++)
        if (task->tests[i].kind == AUTH_TEST_SIGNAL)
            doubt_bounds(machine, &task->tests[i].above, &task->tests[i].below, report);
}

/* The best value that earns all points must be within reach. */
static void doubt_component(const world_machine *machine, const auth_component *component, hl_report *report)
{
    bound b;
    auth_condition best = component->best;
    if (component->measure == AUTH_MEASURE_SHARE) {
        doubt_bounds(machine, &component->low, &component->high, report);
        return;
    }
    best.signal = component->signal;
    if (component->measure == AUTH_MEASURE_TRAVEL || !resolve(machine, &best, report, &b)) return;
    if (b.value >= b.range.low && b.value <= b.range.high) return;
    best.above = b.value > b.range.high;
    b.author = &best;
    doubt(machine, &b, "never", report);
}

void world_scenario_warn(const world_machine *machine, hl_report *warnings)
{
    if (machine->site->scenario == NULL) return;
    const auth_training *training = &machine->site->scenario->training;
    doubt_condition(machine, &machine->site->scenario->goal, warnings);
    for (int t = 0; t < training->task_count; t++) doubt_tests(machine, &training->tasks[t], warnings);
    for (int i = 0; i < training->component_count; i++)
        doubt_component(machine, &training->components[i], warnings);
    world_objects_warn(machine, warnings);
}

/* ---- a script ---- */

void world_operator_warn(const auth_operator *script, const world_machine *machine, hl_report *warnings)
{
    for (int i = 0; i < script->action_count; i++) {
        const auth_action *action = &script->actions[i];
        doubt_condition(machine, &action->when, warnings);
        doubt_condition(machine, &action->until_when, warnings);
        doubt_condition(machine, &action->repeat_until, warnings);
    }
}
