/* The series of tasks: which go on, which are done, and when the exercise is (000 publication IV, section
 * III-B).
 *
 * Once a tick, in the order of the scenario: first all tasks that go on are tested, and what those that are
 * done or late instruct takes effect at once; then tasks begin that may, or that an instruction wants to.
 * They are tested from the next tick on. So each task is done and begins once a tick at most. */
#include "training/training.h"

#include <string.h>

/* ---- turns ---- */

/* @param again  it repeats */
static void begin(world_machine *machine, int of, bool again)
{
    world_task_state *state = &machine->training->task_states[of];
    const auth_task *task = machine->training->tasks[of].author;
    state->phase = WORLD_BEGUN;
    state->began = state->ended = machine->mechanism->state->tick;
    state->asked = 0;
    state->ready = !again;
    if (!again) state->turns = 0;
    world_tests_begin(machine, of, again);
    if (!again) world_note_add(machine, WORLD_NOTE_TASK_BEGAN, of); /* that it was done tells the rest */
    world_instruct(machine, &task->begin);
}

static void be_done(world_machine *machine, int of)
{
    world_task_state *state = &machine->training->task_states[of];
    const auth_task *task = machine->training->tasks[of].author;
    state->phase = WORLD_DONE;
    state->count++;
    state->turns++;
    world_note_add(machine, WORLD_NOTE_TASK_DONE, of);
    world_instruct(machine, &task->then);
    const bool more = task->repeat == 0 || state->turns < task->repeat;
    if (more && state->phase == WORLD_DONE && world_goes_on(machine)) begin(machine, of, true);
}

static void be_late(world_machine *machine, int of)
{
    const auth_task *task = machine->training->tasks[of].author;
    machine->training->task_states[of].phase = WORLD_LATE;
    world_note_add(machine, WORLD_NOTE_TASK_LATE, of);
    if (task->late.count == 0 && !task->optional)
        world_exercise_end(machine, WORLD_FAILED, -1, of);
    else
        world_instruct(machine, &task->late);
}

static void test(world_machine *machine, int of)
{
    const world_task *task = &machine->training->tasks[of];
    world_task_state *state = &machine->training->task_states[of];
    state->ended = machine->mechanism->state->tick;
    const world_verdict verdict = world_tests_evaluate(machine, of);
    if (!verdict.still) state->ready = 1;
    if (state->ready && verdict.hold)
        be_done(machine, of);
    else if (task->within > 0 && state->ended - state->began >= task->within)
        be_late(machine, of);
}

/* ---- the series ---- */

static bool may_begin(const world_training *training, int of)
{
    const world_task_state *states = training->task_states;
    const auth_task *task = training->tasks[of].author;
    if (states[of].asked) return true;
    if (states[of].phase != WORLD_WAITS) return false;
    int done = 0;
    for (int i = 0; i < task->after_count; i++) done += states[task->after[i]].phase == WORLD_DONE;
    return task->after_any && task->after_count > 0 ? done > 0 : done == task->after_count;
}

static void begin_those_that_may(world_machine *machine)
{
    const int count = machine->training->author->task_count;
    for (int t = 0; t < count && world_goes_on(machine); t++)
        if (may_begin(machine->training, t)) begin(machine, t, false);
}

static bool all_done(const world_training *training)
{
    int left = 0, needed = 0;
    for (int t = 0; t < training->author->task_count; t++) {
        if (training->tasks[t].author->optional) continue;
        needed++;
        left += training->task_states[t].phase != WORLD_DONE;
    }
    return needed > 0 && left == 0;
}

void world_tasks_step(world_machine *machine)
{
    world_training *training = machine->training;
    for (int t = 0; t < training->author->task_count && world_goes_on(machine); t++)
        if (training->task_states[t].phase == WORLD_BEGUN) test(machine, t);
    begin_those_that_may(machine);
    if (world_goes_on(machine) && all_done(training)) world_exercise_end(machine, WORLD_FINISHED, -1, -1);
}

void world_tasks_start(world_machine *machine)
{
    world_training *training = machine->training;
    memset(training->task_states, 0, (size_t)training->author->task_count * sizeof *training->task_states);
    memset(training->test_states, 0, (size_t)training->test_count * sizeof *training->test_states);
    memset(training->rings, 0, (size_t)training->ring_values * sizeof *training->rings);
    begin_those_that_may(machine);
}

/* ---- signals ---- */

static double state_of(const world_machine *machine, int of)
{
    return (double)machine->training->task_states[of].phase;
}

/* Of a turn that goes on until now. */
static double time_of(const world_machine *machine, int of)
{
    const world_task_state *state = &machine->training->task_states[of];
    return (double)(state->ended - state->began) * machine->training->step;
}

static double count_of(const world_machine *machine, int of)
{
    return (double)machine->training->task_states[of].count;
}

/* The one that began last; of several in one tick the last in the list. */
static double current(const world_machine *machine, int of)
{
    (void)of;
    const world_training *training = machine->training;
    int found = -1;
    for (int t = 0; t < training->author->task_count; t++) {
        const world_task_state *state = &training->task_states[t];
        const char *text = training->tasks[t].author->text;
        if (state->phase != WORLD_BEGUN || text == NULL || *text == '\0') continue;
        if (found < 0 || state->began >= training->task_states[found].began) found = t;
    }
    return found + 1.0;
}

void world_task_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row shown = {"task.current", "1", 1.0, current,
                                           "number of the task whose text is shown; 0: none"};
    static const world_signal_row rows[] = {
        {".state", "1", 1.0, state_of, "of the task: 0 waits, 1 goes on, 2 done, 3 late"},
        {".time", "s", 1.0, time_of, "for which the task has gone on in its present turn"},
        {".count", "1", 1.0, count_of, "how often the task has been done"},
    };
    world_signal_put(machine, &shown, "", "", 0, arena);
    const auth_training *author = machine->training->author;
    for (int t = 0; t < author->task_count; t++)
        world_signals_put(machine, WORLD_ROWS(rows), "task.", author->tasks[t].name, t, arena);
}
