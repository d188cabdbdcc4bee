/* Conditions of tasks: whether they hold, and for how long they have. */
#include "training/training.h"

#include "parts/hits.h"

#include <math.h>
#include <string.h>

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

static bool holds(const world_machine *machine, const world_test *test, world_test_state *state)
{
    switch (test->author->kind) {
    case AUTH_TEST_INSIDE:
        return world_region_inside(machine, test->author->of) > 0.0;
    case AUTH_TEST_OUTSIDE:
        return world_region_inside(machine, test->author->of) <= 0.0;
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
