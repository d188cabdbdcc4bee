/* Check of the order of tasks: tasks that can never begin or be done, cycles, and whether the exercise can
 * end. Tests of tasks are assumed to be fulfilled at some time; only the order is checked. Sets of tasks are
 * bit masks. */
#include "scenario/scenario_reader.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

_Static_assert(AUTH_MAX_TASKS <= 64, "a set of tasks is a mask");

typedef struct task_order {
    auth_item *file;
    const auth_scenario *scenario;
    const auth_task *tasks;
    int count;
    uint64_t begins, done; /* tasks that can begin, be done */
} task_order;

static uint64_t bit(int task)
{
    return (uint64_t)1 << task;
}

static auth_item item_of(const task_order *o, int task)
{
    return auth_list_item(o->file, auth_find_field(o->file->table, "tasks"), task);
}

/* ---- what instructions lead to ---- */

static bool ends_exercise(const auth_instructions *list)
{
    for (int i = 0; i < list->count; i++)
        if (list->list[i].kind == AUTH_DO_FAIL || list->list[i].kind == AUTH_DO_FINISH) return true;
    return false;
}

/* Tasks that a list begins; after the end nothing begins. */
static uint64_t begun_by(const auth_instructions *list)
{
    uint64_t tasks = 0;
    for (int i = 0; i < list->count; i++)
        if (list->list[i].kind == AUTH_DO_NEXT) tasks |= bit(list->list[i].of);
    return ends_exercise(list) ? 0 : tasks;
}

static uint64_t begun_by_task(const auth_task *task)
{
    if (ends_exercise(&task->begin)) return 0;
    return begun_by(&task->begin) | begun_by(&task->then) | (task->within > 0.0 ? begun_by(&task->late) : 0);
}

static bool can_be_done(const auth_task *task)
{
    return task->repeat > 0 && !ends_exercise(&task->begin) && !ends_exercise(&task->then);
}

/* ---- what can begin ---- */

static bool follows(const auth_task *task, uint64_t done)
{
    int found = 0;
    for (int i = 0; i < task->after_count; i++) found += (done & bit(task->after[i])) != 0;
    return task->after_any ? found > 0 : found == task->after_count;
}

/* Every round finds one more task, or is the last. */
static void find_reachable(task_order *o, bool with_next)
{
    uint64_t next = 0, before;
    o->begins = o->done = 0;
    do {
        before = o->begins;
        for (int i = 0; i < o->count; i++) {
            const auth_task *task = &o->tasks[i];
            if (!follows(task, o->done) && !(next & bit(i))) continue;
            o->begins |= bit(i);
            if (can_be_done(task)) o->done |= bit(i);
            if (with_next) next |= begun_by_task(task);
        }
    } while (o->begins != before);
}

/* ---- circles ---- */

/* For each task that cannot begin, those that it waits for, directly or through others. */
static void find_awaited(const task_order *o, uint64_t awaited[AUTH_MAX_TASKS])
{
    for (int i = 0; i < o->count; i++) {
        awaited[i] = 0;
        if (o->begins & bit(i)) continue;
        for (int k = 0; k < o->tasks[i].after_count; k++)
            awaited[i] |= bit(o->tasks[i].after[k]) & ~o->begins;
    }
    for (int through = 0; through < o->count; through++)
        for (int i = 0; i < o->count; i++)
            if (awaited[i] & bit(through)) awaited[i] |= awaited[through];
}

static void complain_circle(const task_order *o, uint64_t circle, int first)
{
    char names[200] = "";
    for (int i = 0; i < o->count; i++) {
        const size_t used = strlen(names);
        if (!(circle & bit(i))) continue;
        if (used + strlen(o->tasks[i].name) + 12 > sizeof names) {
            snprintf(names + used, sizeof names - used, ", ...");
            break;
        }
        snprintf(names + used, sizeof names - used, "%s'%s'", used > 0 ? ", " : "", o->tasks[i].name);
    }
    const auth_item item = item_of(o, first);
    COMPLAIN(&item, auth_item_has(&item, "after_any") ? "after_any" : "after",
             "the tasks %s come after each other in a circle, none of them can begin; one that comes "
             "after none of the others is expected",
             names);
}

/* A task after itself alone waits for a `next`, which is no circle. @return the tasks of all circles */
static uint64_t check_circles(task_order *o)
{
    uint64_t awaited[AUTH_MAX_TASKS], all = 0;
    find_reachable(o, false);
    find_awaited(o, awaited);
    for (int i = 0; i < o->count; i++) {
        uint64_t circle = 0;
        for (int k = 0; k < o->count; k++)
            if (k != i && (awaited[i] & bit(k)) && (awaited[k] & bit(i))) circle |= bit(i) | bit(k);
        if (circle & ~all) complain_circle(o, circle, i);
        all |= circle;
    }
    return all;
}

/* ---- tasks that nothing begins ---- */

static void complain_unreachable(const task_order *o, int task, int after)
{
    const auth_task *is = &o->tasks[task], *of = &o->tasks[after];
    const auth_item item = item_of(o, task);
    const char *key = is->after_any ? "after_any" : "after";
    if (task == after)
        COMPLAIN(&item, key,
                 "task '%s' can never begin: it comes after itself and no 'next' begins it; a 'next', "
                 "or the name of another task, is expected",
                 is->name);
    else
        COMPLAIN(&item, key,
                 "task '%s' can never begin: it comes after '%s', which %s; a task that can be done, "
                 "or 'after: []', is expected",
                 is->name, of->name,
                 of->repeat == 0 ? "repeats for ever" : "ends the exercise when it is done");
}

/* What waits for a task that cannot begin itself is not spoken of: its reason is. */
static void check_reachable(task_order *o, uint64_t in_circles)
{
    find_reachable(o, true);
    for (int i = 0; i < o->count; i++) {
        if ((o->begins | in_circles) & bit(i)) continue;
        for (int k = 0; k < o->tasks[i].after_count; k++) {
            const int after = o->tasks[i].after[k];
            if (after != i && !(o->begins & ~o->done & bit(after))) continue;
            complain_unreachable(o, i, after);
            break;
        }
    }
}

/* ---- the end ---- */

static bool can_end(const task_order *o)
{
    if (o->scenario->goal.signal) return true;
    for (int i = 0; i < o->count; i++) {
        const auth_task *task = &o->tasks[i];
        if (!task->optional) return true;
        if (ends_exercise(&task->begin) || ends_exercise(&task->then)) return true;
        if (task->within > 0.0 && ends_exercise(&task->late)) return true;
    }
    return false;
}

static bool can_finish(const task_order *o, int task)
{
    const auth_instructions *const lists[] = {&o->tasks[task].begin, &o->tasks[task].then,
                                              &o->tasks[task].late};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < lists[k]->count; i++)
            if (lists[k]->list[i].kind == AUTH_DO_FINISH) return true;
    return false;
}

/* A task that is needed, is late, and never begins again leaves an exercise that only its time ends. */
static void check_late(const task_order *o)
{
    uint64_t next = 0;
    bool finish = o->scenario->goal.signal != NULL;
    for (int i = 0; i < o->count; i++) {
        if (!(o->begins & bit(i))) continue;
        next |= begun_by_task(&o->tasks[i]);
        finish |= can_finish(o, i);
    }
    for (int i = 0; i < o->count && !finish; i++) {
        const auth_task *task = &o->tasks[i];
        if (task->optional || task->within == 0.0 || task->late.count == 0 || ends_exercise(&task->late) ||
            next & bit(i))
            continue;
        const auth_item item = item_of(o, i);
        COMPLAIN(
            &item, "late",
            "once task '%s' is late the exercise can never be finished; a 'fail', a 'finish', a 'next' that "
            "begins it anew, or 'optional: true', is expected",
            task->name);
    }
}

void auth_check_order(auth_item *file)
{
    const auth_scenario *scenario = file->out;
    task_order o = {.file = file,
                    .scenario = scenario,
                    .tasks = scenario->training.tasks,
                    .count = scenario->training.task_count};
    if (o.count == 0) return;
    check_reachable(&o, check_circles(&o));
    check_late(&o);
    if (!can_end(&o))
        COMPLAIN(file, "tasks",
                 "all tasks are optional and none of them ends the exercise; a task without 'optional: "
                 "true', a 'finish' or a 'fail' is expected");
}

/* ---- doubts: what a file may say but hardly means ---- */

/* Tasks that some instruction begins, whatever they come after. */
static uint64_t begun_by_instructions(const auth_training *training)
{
    uint64_t tasks = 0;
    for (int i = 0; i < training->instruction_count; i++)
        if (training->instructions[i]->kind == AUTH_DO_NEXT) tasks |= bit(training->instructions[i]->of);
    return tasks;
}

/* Tasks that are done for certain once a task has begun, as far as the sets of those before it are known. */
static uint64_t done_before(const auth_task *task, const uint64_t *before)
{
    uint64_t done = task->after_any ? ~(uint64_t)0 : 0;
    for (int i = 0; i < task->after_count; i++) {
        const uint64_t through = bit(task->after[i]) | before[task->after[i]];
        done = task->after_any ? done & through : done | through;
    }
    return task->after_count > 0 ? done : 0;
}

/* From the empty sets on they grow until nothing changes: at most once for each task. */
static void find_done_before(const auth_training *training, uint64_t before[AUTH_MAX_TASKS])
{
    const uint64_t jumped = begun_by_instructions(training);
    for (int t = 0; t < training->task_count; t++) before[t] = 0;
    for (int round = 0; round < training->task_count; round++)
        for (int t = 0; t < training->task_count; t++)
            before[t] = jumped & bit(t) ? 0 : done_before(&training->tasks[t], before);
}

/* An exercise is finished in the moment in which all tasks are done that are not optional: a task that waits
 * for the last of them begins in that moment and is never tested. */
static void doubt_watches(const auth_training *training, hl_report *warnings)
{
    uint64_t needed = 0, before[AUTH_MAX_TASKS];
    find_done_before(training, before);
    for (int t = 0; t < training->task_count; t++)
        if (!training->tasks[t].optional) needed |= bit(t);
    for (int t = 0; t < training->task_count && needed != 0; t++) {
        const auth_task *task = &training->tasks[t];
        if (!task->optional || (needed & ~before[t]) != 0 || task->test_count + task->then.count == 0)
            continue;
        hl_report_add(warnings, task->place,
                      "task '%s' begins when '%s' is done, and with it the exercise is finished: it never "
                      "acts; 'after: "
                      "[]' for a watch from the start, or the name of an earlier task, is expected",
                      task->name, training->tasks[task->after[task->after_count - 1]].name);
    }
}

void auth_scenario_warn(const auth_scenario *scenario, hl_report *warnings)
{
    doubt_watches(&scenario->training, warnings);
}
