/* Doubts about the order of tasks: what a file may say but hardly means. */
#include "auth/scenario.h"

#include <stdint.h>

_Static_assert(AUTH_MAX_TASKS <= 64, "a set of tasks is a mask");

static uint64_t bit(int task)
{
    return (uint64_t)1 << task;
}

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
