/* The series of tasks: which go on, which are done, and when the exercise is (000 publication IV, section
 * III-B).
 *
 * Once a tick, in the order of the scenario: first all tasks that go on are tested, and what those that are
 * done or late instruct takes effect at once; then tasks begin that may, or that an instruction wants to.
 * They are tested from the next tick on. So each task is done and begins once a tick at most. */
#include "training/training.h"

#include "parts/parts.h"

#include <math.h>
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

/* ---- their conditions ---- */

/* [s] Over so long a time a rate is found: what hands do in a tenth of a second is one movement, and noise of
 * single ticks is averaged away. */
static const double RATE_TIME = 0.1;

/* ---- building ---- */

static void define_tests(world_training *training)
{
    int at = 0, ring = 0;
    for (int t = 0; t < training->author->task_count; t++) {
        const auth_task *task = &training->author->tasks[t];
        training->tasks[t] =
            (world_task){.author = task, .first_test = at, .within = world_ticks(training, task->within)};
        for (int i = 0; i < task->test_count; i++) {
            const auth_test *author = &task->tests[i];
            world_test *test = &training->tests[at++];
            *test = (world_test){.author = author, .signal = -1, .hold = world_ticks(training, author->hold)};
            if (author->kind == AUTH_TEST_RATE) test->ring = training->rings + training->ring_length * ring++;
        }
    }
}

bool world_tasks_define(world_machine *machine, hl_arena *arena)
{
    world_training *training = machine->training;
    const auth_training *author = training->author;
    int rates = 0;
    for (int t = 0; t < author->task_count; t++) {
        training->test_count += author->tasks[t].test_count;
        for (int i = 0; i < author->tasks[t].test_count; i++)
            rates += author->tasks[t].tests[i].kind == AUTH_TEST_RATE;
    }
    training->ring_length = (int)fmax(round(RATE_TIME / training->step), 1.0);
    training->ring_values = training->ring_length * rates;
    training->tasks = HL_NEW(arena, world_task, author->task_count);
    training->task_states = HL_NEW(arena, world_task_state, author->task_count);
    training->tests = HL_NEW(arena, world_test, training->test_count);
    training->test_states = HL_NEW(arena, world_test_state, training->test_count);
    training->rings = HL_NEW(arena, double, training->ring_values);
    if (training->tasks == NULL || training->task_states == NULL || training->tests == NULL ||
        training->test_states == NULL || training->rings == NULL)
        return false;
    define_tests(training);
    return true;
}

void world_tests_resolve(world_machine *machine, hl_report *report)
{
    for (int i = 0; i < machine->training->test_count; i++) {
        world_test *test = &machine->training->tests[i];
        const auth_test *author = test->author;
        test->above = test->below = (world_condition){.signal = -1};
        if (author->kind != AUTH_TEST_SIGNAL && author->kind != AUTH_TEST_RATE) continue;
        world_condition (*resolve)(const world_machine *, const auth_condition *, hl_report *) =
            author->kind == AUTH_TEST_RATE ? world_rate_resolve : world_condition_resolve;
        test->above = resolve(machine, &author->above, report);
        /* of two bounds one complaint about the signal is enough */
        if (author->above.signal == NULL || test->above.signal >= 0)
            test->below = resolve(machine, &author->below, report);
        test->signal = author->above.signal != NULL ? test->above.signal : test->below.signal;
    }
}

/* ---- a test ---- */

static bool between(const world_test *test, double value)
{
    return (test->above.signal < 0 || world_condition_holds_at(&test->above, value)) &&
           (test->below.signal < 0 || world_condition_holds_at(&test->below, value));
}

/* The change over the ring, per second; false until it is full. */
static bool rate_holds(const world_training *training, const world_test *test, world_test_state *state,
                       double value)
{
    const int length = training->ring_length;
    double *oldest = &test->ring[state->samples % length];
    const double change = value - *oldest;
    *oldest = value;
    return state->samples++ >= length && between(test, change / (length * training->step));
}

/* The point of the machine, or all copies of an object. */
static bool is_in_place(const world_machine *machine, const auth_test *test)
{
    const bool inside = test->kind == AUTH_TEST_INSIDE;
    const auth_scenario *scenario = world_scenario_of(machine);
    const int fixed = machine->site->object_count;
    if (test->object < 0) return (world_region_inside(machine, test->of) > 0.0) == inside;
    for (int i = 0; i < world_object_count(machine); i++)
        if (scenario->objects[fixed + i].entry == test->object &&
            world_region_has(machine, test->of, world_object_middle(machine, i)) != inside)
            return false;
    return true;
}

static bool holds(const world_machine *machine, const world_test *test, world_test_state *state)
{
    switch (test->author->kind) {
    case AUTH_TEST_INSIDE:
    case AUTH_TEST_OUTSIDE:
        return is_in_place(machine, test->author);
    case AUTH_TEST_HIT:
        return world_object_hits(machine, test->author->of) > state->hits;
    case AUTH_TEST_RATE:
        return rate_holds(machine->training, test, state, world_signal_now(machine, test->signal));
    case AUTH_TEST_SIGNAL:
    default:
        return between(test, world_signal_now(machine, test->signal));
    }
}

/* ---- all of a task ---- */

/* Of each test that stands alone, and one of each group of alternatives. */
static bool all_of(const auth_task *task, const bool *holds_now)
{
    for (int i = 0; i < task->test_count; i++) {
        const int group = task->tests[i].alternative;
        bool any = holds_now[i];
        for (int k = 0; group > 0 && k < task->test_count; k++)
            any |= task->tests[k].alternative == group && holds_now[k];
        if (!any) return false;
    }
    return true;
}

world_verdict world_tests_evaluate(world_machine *machine, int of)
{
    world_training *training = machine->training;
    const world_task *task = &training->tasks[of];
    const int64_t now = machine->mechanism->state->tick;
    bool long_enough[AUTH_MAX_TESTS], still[AUTH_MAX_TESTS];
    for (int i = 0; i < task->author->test_count; i++) {
        const world_test *test = &training->tests[task->first_test + i];
        world_test_state *state = &training->test_states[task->first_test + i];
        const bool at_present = holds(machine, test, state);
        if (!at_present) state->since = -1;
        if (at_present && state->since < 0) state->since = now;
        long_enough[i] = at_present && now - state->since >= test->hold;
        still[i] = at_present && test->author->kind != AUTH_TEST_HIT;
    }
    return (world_verdict){all_of(task->author, long_enough),
                           task->author->test_count > 0 && all_of(task->author, still)};
}

void world_tests_begin(world_machine *machine, int of, bool again)
{
    world_training *training = machine->training;
    const world_task *task = &training->tasks[of];
    for (int i = 0; i < task->author->test_count; i++) {
        const world_test *test = &training->tests[task->first_test + i];
        world_test_state *state = &training->test_states[task->first_test + i];
        state->since = -1;
        if (test->author->kind == AUTH_TEST_HIT) state->hits = world_object_hits(machine, test->author->of);
        if (test->ring == NULL || again) continue;
        state->samples = 0;
        memset(test->ring, 0, (size_t)training->ring_length * sizeof *test->ring);
    }
}
