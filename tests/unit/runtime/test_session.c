/* Sessions on a world that fails on request: commands, lost inputs, ends, hooks, snapshots, events; and one
 * in a thread of its own. */
#include "support/check.h"

#include "fake_world.h"
#include "rt/session.h"

#include <math.h>
#include <sched.h>
#include <string.h>

static hl_arena arena;
static world_machine machine;

static rt_session *open_session(rt_session_options options)
{
    options.cpu = -1;
    rt_session *session = rt_session_new(&machine, &options, &arena);
    assert_non_null(session);
    return session;
}

static int begin(void **state)
{
    (void)state;
    machine = fake_world();
    return 0;
}

static int end(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

static void tick(rt_session *session, int count)
{
    for (int i = 0; i < count; i++) assert_true(rt_session_tick(session, 0));
}

static void send(xch_ring *ring, xch_command_kind kind, int control, double value)
{
    const xch_command command = {.kind = (int32_t)kind, .control = control, .value = value};
    assert_true(xch_ring_push(ring, &command));
}

/* The next event is this one. */
static void expect_event(rt_session *session, xch_event_kind kind, int subject, int64_t at)
{
    xch_event event;
    assert_true(xch_ring_pop(rt_session_events(session), &event));
    assert_int_equal(event.kind, kind);
    assert_int_equal(event.subject, subject);
    assert_int_equal(event.tick, at);
}

static void expect_silence(rt_session *session)
{
    assert_int_equal(xch_ring_count(rt_session_events(session)), 0);
}

/* ---- commands ---- */

/* Commands act in the next step, in their order; the last one to a control stays. */
static void commands_act_in_the_next_step(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){0});
    xch_ring *ring;
    assert_int_equal(rt_session_add_source(session, "levers", 0.0, &ring), 0);
    send(ring, XCH_COMMAND_SET, 0, 0.125);
    tick(session, 1);
    CHECK_SAME(machine.state.sum, 0.125);
    send(ring, XCH_COMMAND_SET, 0, 0.75);
    send(ring, XCH_COMMAND_SET, 1, 0.3);
    send(ring, XCH_COMMAND_SET, 0, 0.5);
    tick(session, 2);
    CHECK_SAME(machine.state.sum, 0.125 + 2 * 0.5);
    CHECK_SAME(machine.state.controls[1], 0.3);
}

/* A button that is pressed and let go between two ticks is seen for one. */
static void taps_are_seen(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){0});
    xch_ring *ring;
    rt_session_add_source(session, "levers", 0.0, &ring);
    for (int taps = 0; taps < 2; taps++) {
        send(ring, XCH_COMMAND_SET, 0, 1.0);
        send(ring, XCH_COMMAND_SET, 0, 0.0);
    }
    send(ring, XCH_COMMAND_SET, 1, 0.3);
    for (int i = 0; i < 4; i++) {
        tick(session, 1);
        CHECK_SAME(machine.state.controls[0], i % 2 == 0 ? 1.0 : 0.0);
    }
    CHECK_SAME(machine.state.controls[1], 0.3);
    CHECK_SAME(machine.state.sum, 2.0);
}

/* An axis that trembles at two reports a tick: what moves behind it is late by some ticks, not ever later. */
static void trembling_does_not_pile_up(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){0});
    xch_ring *ring;
    rt_session_add_source(session, "worn stick", 0.0, &ring);
    for (int i = 0; i < RT_COMMANDS; i++) {
        send(ring, XCH_COMMAND_SET, 0, 0.5);
        send(ring, XCH_COMMAND_SET, 0, 0.25);
        tick(session, 1);
    }
    send(ring, XCH_COMMAND_SET, 1, 0.3);
    tick(session, 5); /* one a tick, of four that may wait and the one that is put off */
    CHECK_SAME(machine.state.controls[1], 0.3);
}

static void commands_to_unknown_controls_do_nothing(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){0});
    xch_ring *ring;
    rt_session_add_source(session, "levers", 0.0, &ring);
    const world_machine before = machine;
    send(ring, XCH_COMMAND_SET, -1, 0.5);
    send(ring, XCH_COMMAND_SET, FAKE_CONTROLS, 0.5);
    send(ring, XCH_COMMAND_ALIVE, 0, 0.5);
    tick(session, 1);
    assert_memory_equal(machine.state.controls, before.state.controls, sizeof before.state.controls);
}

static void sources_and_readers_have_an_end(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){0});
    xch_ring *ring;
    const rt_hook hook = {0};
    for (int i = 0; i < RT_SOURCES; i++)
        assert_int_equal(rt_session_add_source(session, "one of many", 0.0, &ring), i);
    assert_int_equal(rt_session_add_source(session, "one too many", 0.0, &ring), -1);
    assert_string_equal(rt_session_source_name(session, 0), "one of many");
    assert_string_equal(rt_session_source_name(session, RT_SOURCES), "");
    for (int i = 0; i < RT_READERS; i++) assert_non_null(rt_session_add_reader(session));
    assert_null(rt_session_add_reader(session));
    for (int i = 0; i < RT_HOOKS; i++) assert_true(rt_session_add_hook(session, &hook));
    assert_false(rt_session_add_hook(session, &hook));
    tick(session, 1);
}

/* From the time of the device's event to that of the tick; without either nothing is counted. */
static void latency_of_commands(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.realtime = true});
    xch_ring *ring;
    rt_session_add_source(session, "levers", 0.0, &ring);
    xch_command command = {.kind = XCH_COMMAND_SET, .time = 1000};
    assert_true(xch_ring_push(ring, &command));
    assert_true(rt_session_tick(session, 1050));
    command.time = 0;
    assert_true(xch_ring_push(ring, &command));
    assert_true(rt_session_tick(session, 2050));
    command.time = 3000;
    assert_true(xch_ring_push(ring, &command));
    assert_true(rt_session_tick(session, 0));
    assert_int_equal(rt_session_latency(session)->count, 1);
    assert_int_equal(rt_session_latency(session)->max, 50);
}

/* A tick tells once what it has acted on: the oldest event, at the time of its snapshot. */
static void acts_are_told_once_a_tick(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.realtime = true});
    xch_ring *ring;
    xch_act act;
    rt_session_add_source(session, "levers", 0.0, &ring);
    static const int64_t times[] = {1010, 1000, 0, 1020};
    for (int i = 0; i < 4; i++) {
        const xch_command command = {.kind = XCH_COMMAND_SET, .control = i % 3, .time = times[i]};
        assert_true(xch_ring_push(ring, &command));
    }
    assert_true(rt_session_tick(session, 1050));
    assert_true(rt_session_tick(session, 2050));
    assert_true(xch_ring_pop(rt_session_acts(session), &act));
    assert_int_equal(act.event, 1000);
    CHECK_SAME(act.time, fake_step);
    assert_false(xch_ring_pop(rt_session_acts(session), &act));
}

/* ---- listeners ---- */

/* Every tick, in SI, until the ring is full; then ticks are lost, and the world goes on. */
static void listeners_hear_every_tick(void **state)
{
    (void)state;
    enum { BEYOND = 3 };
    rt_session *session = open_session((rt_session_options){0});
    const int chosen[] = {1, 0};
    xch_ring *ring = rt_session_add_listener(session, chosen, 2);
    xch_sample sample;
    assert_non_null(ring);
    world_control_set(&machine, 0, 0.5);
    tick(session, XCH_SAMPLES + BEYOND);
    for (int i = 1; i <= XCH_SAMPLES; i++) {
        assert_true(xch_ring_pop(ring, &sample));
        assert_int_equal(sample.tick, i);
        assert_int_equal(sample.count, 2);
        CHECK_SAME(sample.values[0], 2.0 * 0.5 * i); /* signal 1 is the sum of control 0; its unit is 2 */
    }
    assert_false(xch_ring_pop(ring, &sample));
    tick(session, 1);
    assert_true(xch_ring_pop(ring, &sample));
    assert_int_equal(sample.tick, XCH_SAMPLES + BEYOND + 1);
    for (int l = 1; l < RT_LISTENERS; l++) assert_non_null(rt_session_add_listener(session, chosen, 1));
    assert_null(rt_session_add_listener(session, chosen, 1));
}

/* ---- lost inputs ---- */

/* A source says that it is gone: the controls that it moved last go to their safe values, others stay. */
static void announced_loss(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){0});
    xch_ring *levers, *pedals;
    rt_session_add_source(session, "levers", 0.5, &levers);
    rt_session_add_source(session, "pedals", 0.5, &pedals);
    send(levers, XCH_COMMAND_SET, 0, 1.0);
    send(levers, XCH_COMMAND_SET, 1, 1.0);
    send(pedals, XCH_COMMAND_SET, 1, 0.9); /* takes control 1 over */
    tick(session, 1);
    send(levers, XCH_COMMAND_LOST, 0, 0.0);
    send(levers, XCH_COMMAND_LOST, 0, 0.0); /* once is enough */
    tick(session, 1);
    CHECK_SAME(machine.state.controls[0], fake_safe[0]);
    CHECK_SAME(machine.state.controls[1], 0.9);
    expect_event(session, XCH_EVENT_INPUT_LOST, 0, 1);
    expect_silence(session);
    send(levers, XCH_COMMAND_SET, 0, 0.4);
    tick(session, 1);
    CHECK_SAME(machine.state.controls[0], 0.4);
    expect_event(session, XCH_EVENT_INPUT_BACK, 0, 2);
    expect_silence(session);
}

/* In real time a live source must be heard: 5 ms are 5 ticks here. */
static void silence_is_a_loss(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.realtime = true});
    xch_ring *live, *still, *unheard;
    rt_session_add_source(session, "live", 5 * fake_step, &live);
    rt_session_add_source(session, "still", 0.0, &still);
    rt_session_add_source(session, "unheard", 5 * fake_step, &unheard); /* no device has come */
    send(live, XCH_COMMAND_SET, 0, 1.0);
    send(still, XCH_COMMAND_SET, 1, 1.0);
    tick(session, 6);
    expect_silence(session);
    CHECK_SAME(machine.state.controls[0], 1.0);
    tick(session, 1);
    expect_event(session, XCH_EVENT_INPUT_LOST, 0, 6);
    CHECK_SAME(machine.state.controls[0], fake_safe[0]);
    CHECK_SAME(machine.state.controls[1], 1.0); /* made no promise */
    send(live, XCH_COMMAND_ALIVE, 0, 0.0);
    tick(session, 1);
    expect_event(session, XCH_EVENT_INPUT_BACK, 0, 7);
    for (int i = 0; i < 10; i++) { /* a sign of life every 5 ticks will do */
        tick(session, 5);
        send(live, XCH_COMMAND_ALIVE, 0, 0.0);
    }
    expect_silence(session);
}

/* At maximum speed simulated time says nothing about silence. */
static void silence_at_maximum_speed_is_none(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.realtime = false});
    xch_ring *live;
    rt_session_add_source(session, "live", 5 * fake_step, &live);
    send(live, XCH_COMMAND_ALIVE, 0, 0.0);
    tick(session, 100);
    expect_silence(session);
}

/* ---- ends ---- */

static void ends_after_its_seconds(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.seconds = 0.25});
    rt_session_run(session);
    assert_true(rt_session_is_ended(session));
    assert_int_equal(machine.state.tick, 250);
    assert_int_equal(rt_session_loop(session)->ticks, 250);
    assert_int_equal(rt_session_loop(session)->step.count, 250);
    assert_int_equal(rt_session_outcome(session).end, RT_END_FINISHED);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_FINISHED, 0, 250);
    expect_silence(session);
}

static void ends_at_its_goal(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.seconds = 0.25, .ends_at_goal = true});
    machine.goal_at = 100;
    rt_session_run(session);
    assert_int_equal(machine.state.tick, 100);
    assert_int_equal(rt_session_outcome(session).end, RT_END_FINISHED);
    assert_int_equal(rt_session_outcome(session).goal, 100);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_GOAL, 0, 100);
    expect_event(session, XCH_EVENT_FINISHED, 0, 100);
    expect_silence(session);
}

/* Who does not end there hears of it once and goes on. */
static void goes_on_behind_its_goal(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.seconds = 0.25});
    machine.goal_at = 100;
    rt_session_run(session);
    assert_int_equal(machine.state.tick, 250);
    assert_int_equal(rt_session_outcome(session).goal, 100);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_GOAL, 0, 100);
    expect_event(session, XCH_EVENT_FINISHED, 0, 250);
    expect_silence(session);
}

/* Why it has ended is to be read for a while. */
static void lingers_behind_its_exercise(void **state)
{
    (void)state;
    rt_session *session =
        open_session((rt_session_options){.seconds = 0.25, .ends_with_exercise = true, .linger = 0.02});
    machine.exercise_at = 100;
    machine.exercise_result = WORLD_FAILED;
    rt_session_run(session);
    assert_int_equal(machine.state.tick, 120);
    assert_int_equal(rt_session_outcome(session).end, RT_END_FINISHED);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_EXERCISE_FAILED, 0, 100);
    expect_event(session, XCH_EVENT_FINISHED, 0, 120);
    expect_silence(session);
}

/* Who does not end with it hears of it once and goes on. */
static void goes_on_behind_its_exercise(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.seconds = 0.25});
    machine.exercise_at = 100;
    machine.exercise_result = WORLD_FINISHED;
    rt_session_run(session);
    assert_int_equal(machine.state.tick, 250);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_EXERCISE_FINISHED, 0, 100);
    expect_event(session, XCH_EVENT_FINISHED, 0, 250);
    expect_silence(session);
}

static void tasks_are_told(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.seconds = 0.25});
    machine.notes_at = 10;
    rt_session_run(session);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    for (int i = 0; i < 25; i++) expect_event(session, XCH_EVENT_TASK_DONE, i, 10 * (int64_t)(i + 1));
    expect_event(session, XCH_EVENT_FINISHED, 0, 250);
    expect_silence(session);
}

/* Each once, when it begins, and no more than are kept. */
static void hits_are_told(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.seconds = 0.25});
    machine.hits_at = 3;
    rt_session_run(session);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    for (int i = 1; i <= WORLD_HITS_KEPT; i++) expect_event(session, XCH_EVENT_HIT, 7, 3 * (int64_t)i);
    expect_event(session, XCH_EVENT_FINISHED, 0, 250);
    expect_silence(session);
    assert_int_equal(rt_session_outcome(session).goal, -1);
}

/* Hits of objects have events of their own. */
static void incidents_are_told_with_place_and_speed(void **state)
{
    (void)state;
    xch_event event;
    rt_session *session = open_session((rt_session_options){.seconds = 0.25});
    machine.incidents_at = 100;
    rt_session_run(session);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    assert_true(xch_ring_pop(rt_session_events(session), &event));
    assert_int_equal(event.kind, XCH_EVENT_PERSON);
    assert_int_equal(event.tick, 100);
    assert_true(event.place[0] == 1.0f && event.place[1] == 2.0f && event.place[2] == 3.0f);
    assert_true(event.speed == 0.5f);
    expect_event(session, XCH_EVENT_FINISHED, 0, 250);
    expect_silence(session);
}

static void an_overturned_machine_is_told_once(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.seconds = 0.25});
    machine.overturns_at = 120;
    rt_session_run(session);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_OVERTURNED, 0, 120);
    expect_event(session, XCH_EVENT_FINISHED, 0, 250);
    expect_silence(session);
}

static void ends_with_the_script(void **state)
{
    (void)state;
    world_operator driver = {.acts = 40};
    rt_session *session = open_session((rt_session_options){0});
    rt_session_drive(session, &driver);
    rt_session_run(session);
    assert_int_equal(machine.state.tick, 40);
    CHECK_SAME(machine.state.controls[2], 39.0); /* it saw the signals before each step */
    assert_int_equal(rt_session_outcome(session).end, RT_END_FINISHED);
}

/* A given length outlives the script. */
static void seconds_rule_over_the_script(void **state)
{
    (void)state;
    world_operator driver = {.acts = 40};
    rt_session *session = open_session((rt_session_options){.seconds = 0.06});
    rt_session_drive(session, &driver);
    rt_session_run(session);
    assert_int_equal(machine.state.tick, 60);
}

static bool stop_at_ten(void *context, world_machine *m, const double *signals)
{
    (void)m;
    if (signals[0] >= 10.0) rt_session_stop(*(rt_session **)context);
    return true;
}

/* Also a run of more ticks than can be counted, which has no end of its own. */
static void stops_on_request(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.seconds = 1e300});
    const rt_hook hook = {.context = &session, .after_tick = stop_at_ten};
    rt_session_add_hook(session, &hook);
    rt_session_run(session);
    assert_int_equal(machine.state.tick, 10);
    assert_int_equal(rt_session_outcome(session).end, RT_END_STOPPED);
}

typedef struct witness {
    int64_t ticks;
    int gives_up_at, asked;
} witness;

static bool see_tick(void *context, world_machine *m, const double *signals)
{
    witness *w = context;
    w->ticks++;
    return m->state.tick == (int64_t)signals[0] && isfinite(signals[1]) &&
           (w->gives_up_at == 0 || w->ticks < w->gives_up_at);
}

static bool ready_every_other_time(void *context)
{
    return ++((witness *)context)->asked % 2 == 0;
}

static const rt_hook *hook_of(witness *w)
{
    static rt_hook hook;
    hook = (rt_hook){.context = w, .after_tick = see_tick, .ready = ready_every_other_time};
    return &hook;
}

/* The step that fails is not seen by the hooks. */
static void failed_step_stops_the_world(void **state)
{
    (void)state;
    machine.fails_at = 30;
    witness w = {0};
    rt_session *session = open_session((rt_session_options){.seconds = 1.0});
    rt_session_add_hook(session, hook_of(&w));
    rt_session_run(session);
    const rt_session_result result = rt_session_outcome(session);
    assert_int_equal(result.end, RT_END_FAILED);
    assert_int_equal(result.status, HL_NOT_CONVERGED);
    assert_int_equal(result.signal, -1);
    assert_int_equal(w.ticks, 29);
    assert_int_equal(machine.state.tick, 29);
    assert_int_equal(machine.sand_steps, 29);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_WORLD_STOPPED, HL_NOT_CONVERGED, 29);
    expect_silence(session);
}

/* One event however long it lasts; the ticks and the largest violation are counted. */
static void open_loops_are_an_event(void **state)
{
    (void)state;
    machine.opens_at = 12;
    rt_session *session = open_session((rt_session_options){.seconds = 0.03});
    rt_session_run(session);
    const rt_session_result result = rt_session_outcome(session);
    assert_int_equal(result.end, RT_END_FINISHED);
    assert_int_equal(result.open_ticks, 2);
    assert_true(result.violation == 2e-6);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_LOOPS_OPEN, 0, 12);
    expect_event(session, XCH_EVENT_FINISHED, 0, 30);
    expect_silence(session);
}

/* A signal that is not a number undoes its step; snapshots keep the last good one; the controls
 * of the step that was undone stay for the black box. */
static void bad_signal_undoes_its_step(void **state)
{
    (void)state;
    machine.not_a_number_at = 3;
    witness w = {0};
    xch_ring *ring;
    rt_session *session = open_session((rt_session_options){.seconds = 1.0});
    rt_session_add_source(session, "levers", 0.0, &ring);
    rt_session_add_hook(session, hook_of(&w));
    xch_latest *reader = rt_session_add_reader(session);
    tick(session, 2);
    send(ring, XCH_COMMAND_SET, 1, 0.625);
    rt_session_run(session);
    const rt_session_result result = rt_session_outcome(session);
    assert_int_equal(result.end, RT_END_FAILED);
    assert_int_equal(result.status, HL_NOT_FINITE);
    assert_int_equal(result.signal, 1);
    assert_int_equal(machine.state.tick, 2);
    assert_int_equal(w.ticks, 2);
    CHECK_SAME(machine.state.controls[1], 0.625);
    assert_int_equal(machine.sand_steps, 3); /* stays ahead */
    const xch_snapshot *snapshot = xch_latest_read(reader, NULL);
    assert_int_equal(snapshot->tick, 2);
    assert_true(isfinite(snapshot->signals[1]));
}

/* ---- hooks ---- */

/* A hook that gives up is told about once; it is still called, and the other one too. */
static void hook_that_gives_up(void **state)
{
    (void)state;
    witness first = {.gives_up_at = 5}, second = {0};
    rt_session *session = open_session((rt_session_options){.seconds = 0.02});
    rt_session_add_hook(session, hook_of(&first));
    rt_session_add_hook(session, hook_of(&second));
    rt_session_run(session);
    assert_int_equal(first.ticks, 20);
    assert_int_equal(second.ticks, 20);
    expect_event(session, XCH_EVENT_STARTED, 0, 0);
    expect_event(session, XCH_EVENT_RECORDER_STOPPED, 0, 5);
    expect_event(session, XCH_EVENT_FINISHED, 0, 20);
}

/* At maximum speed a hook that is not ready holds the next tick up. */
static void hook_that_needs_time(void **state)
{
    (void)state;
    witness w = {0};
    rt_session *session = open_session((rt_session_options){.seconds = 0.005});
    rt_session_add_hook(session, hook_of(&w));
    rt_session_run(session);
    assert_int_equal(w.ticks, 5);
    assert_int_equal(w.asked, 10);
}

/* ---- snapshots and events ---- */

static void snapshots_hold_the_world(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.snapshot_every = 4});
    xch_latest *first = rt_session_add_reader(session), *second = rt_session_add_reader(session);
    tick(session, 3);
    assert_null(xch_latest_read(first, NULL));
    assert_true(rt_session_tick(session, 777));
    tick(session, 3);
    for (int i = 0; i < 2; i++) {
        const xch_snapshot *snapshot = xch_latest_read(i ? second : first, NULL);
        assert_int_equal(snapshot->tick, 4);
        CHECK_SAME(snapshot->time, 4 * fake_step);
        assert_int_equal(snapshot->woke, 777);
        assert_int_equal(snapshot->signal_count, FAKE_SIGNALS);
        assert_int_equal(snapshot->signals_left, 0);
        CHECK_SAME(snapshot->signals[0], 4.0);
        CHECK_SAME(snapshot->signals[2], 2.0);
        assert_int_equal(snapshot->body_count, FAKE_BODIES);
        CHECK_SAME((double)snapshot->bodies[1].position[0], 1.0);
        CHECK_SAME((double)snapshot->bodies[1].position[1], 4.0);
        CHECK_SAME((double)snapshot->bodies[1].rotation[0], 1.0);
    }
}

/* A picture can be ready before the first tick. */
static void the_start_can_be_shown(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.snapshot_every = 4});
    xch_latest *reader = rt_session_add_reader(session);
    assert_null(xch_latest_read(reader, NULL));
    rt_session_publish_start(session);
    const xch_snapshot *snapshot = xch_latest_read(reader, NULL);
    assert_non_null(snapshot);
    assert_int_equal(snapshot->tick, 0);
    assert_int_equal(snapshot->woke, 0);
    assert_int_equal(snapshot->signal_count, FAKE_SIGNALS);
}

/* What does not fit into a snapshot is counted. */
static void snapshots_have_an_end(void **state)
{
    (void)state;
    machine.signals = XCH_SIGNALS + 5;
    machine.bodies = XCH_BODIES + 2;
    rt_session *session = open_session((rt_session_options){0});
    xch_latest *reader = rt_session_add_reader(session);
    tick(session, 1);
    const xch_snapshot *snapshot = xch_latest_read(reader, NULL);
    assert_int_equal(snapshot->signal_count, XCH_SIGNALS);
    assert_int_equal(snapshot->signals_left, 5);
    assert_int_equal(snapshot->body_count, XCH_BODIES);
    assert_int_equal(snapshot->bodies_left, 2);
    CHECK_SAME(snapshot->signals[XCH_SIGNALS - 1], XCH_SIGNALS - 1.0);
}

/* ---- sand ---- */

/* A tile a tick, grains every 16; all of it again when everything has changed. */
static void sand_for_a_picture(void **state)
{
    (void)state;
    terr_sand sand = fake_sand();
    machine.sand = &sand;
    xch_terrain terrain, other;
    xch_tile tile;
    rt_session *session = open_session((rt_session_options){0});
    assert_true(rt_session_add_terrain_reader(session, 0.0, 0.0, &terrain));
    assert_false(rt_session_add_terrain_reader(session, 0.0, 0.0, &other));
    sand.grains = 2;
    tick(session, FAKE_SAND_TILES);
    assert_int_equal(xch_ring_count(terrain.tiles), FAKE_SAND_TILES);
    assert_null(xch_latest_read(terrain.grains, NULL));
    tick(session, 4);
    assert_int_equal(xch_ring_count(terrain.tiles), FAKE_SAND_TILES); /* no change, no tile */
    const xch_grains *grains = xch_latest_read(terrain.grains, NULL);
    assert_int_equal(grains->tick, 16);
    assert_int_equal(grains->count, 2);
    while (xch_ring_pop(terrain.tiles, &tile)) assert_int_equal(tile.version, 0);
    for (int i = 0; i < FAKE_SAND_TILES; i++) sand.versions[i] = 3;
    tick(session, 16 + FAKE_SAND_TILES); /* looked at within 16 ticks, then one a tick */
    for (int i = 0; i < FAKE_SAND_TILES; i++) {
        assert_true(xch_ring_pop(terrain.tiles, &tile));
        assert_int_equal(tile.version, 3);
    }
}

/* A picture of this very tick: all that has changed, and the grains, however many calls it takes. */
static void sand_of_this_very_tick(void **state)
{
    (void)state;
    terr_sand sand = fake_sand();
    machine.sand = &sand;
    xch_terrain terrain;
    xch_tile tile = {0};
    rt_session *session = open_session((rt_session_options){0});
    assert_true(rt_session_send_terrain(session)); /* nobody looks: there is nothing to wait for */
    assert_true(rt_session_add_terrain_reader(session, 0.0, 0.0, &terrain));
    tick(session, FAKE_SAND_TILES + 1);
    for (unsigned room = xch_ring_free_places(terrain.tiles); room > 1; room--)
        assert_true(xch_ring_push(terrain.tiles, &tile)); /* room for one */
    sand.grains = 2;
    sand.versions[0] = sand.versions[FAKE_SAND_TILES - 1] = 3;
    assert_false(rt_session_send_terrain(session));
    assert_null(xch_latest_read(terrain.grains, NULL)); /* not before their ground */
    int changed = 0;
    while (xch_ring_pop(terrain.tiles, &tile)) changed += tile.version == 3;
    assert_int_equal(changed, 1);
    assert_true(rt_session_send_terrain(session));
    while (xch_ring_pop(terrain.tiles, &tile)) changed += tile.version == 3;
    assert_int_equal(changed, 2);
    const xch_grains *grains = xch_latest_read(terrain.grains, NULL);
    assert_int_equal(grains->tick, FAKE_SAND_TILES + 1);
    assert_int_equal(grains->count, 2);
}

static void no_sand_no_reader(void **state)
{
    (void)state;
    xch_terrain terrain;
    rt_session *session = open_session((rt_session_options){0});
    assert_false(rt_session_add_terrain_reader(session, 0.0, 0.0, &terrain));
}

/* Nobody takes the events out: what does not fit is counted, the world goes on. */
static void events_that_nobody_reads(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){0});
    xch_ring *ring;
    xch_latest *reader = rt_session_add_reader(session);
    rt_session_add_source(session, "loose plug", 0.5, &ring);
    for (int i = 0; i < RT_EVENTS; i++) { /* two events each */
        send(ring, XCH_COMMAND_LOST, 0, 0.0);
        send(ring, XCH_COMMAND_ALIVE, 0, 0.0);
        tick(session, 1);
    }
    assert_int_equal(xch_ring_count(rt_session_events(session)), RT_EVENTS);
    assert_int_equal(((const xch_snapshot *)xch_latest_read(reader, NULL))->events_lost, RT_EVENTS);
    assert_int_equal(rt_session_outcome(session).events_lost, RT_EVENTS);
}

/* ---- in a thread of its own ---- */

/* Real time, a command before and one during the run, a pause, a reader and a stop: nothing here depends on
 * how fast the machine is. Under the thread sanitizer this is the test of the whole exchange. */
static void real_time_in_a_thread(void **state)
{
    (void)state;
    rt_session *session = open_session((rt_session_options){.realtime = true});
    xch_ring *ring;
    xch_latest *reader = rt_session_add_reader(session);
    rt_session_add_source(session, "levers", 3600.0, &ring);
    send(ring, XCH_COMMAND_SET, 0, 1.0);
    assert_true(rt_session_start(session));
    const xch_snapshot *snapshot = NULL;
    while (!snapshot || snapshot->tick < 10) {
        snapshot = xch_latest_read(reader, NULL);
        sched_yield();
    }
    CHECK_SAME(snapshot->signals[1], (double)snapshot->tick);
    rt_session_pause(session, true);
    xch_event event = {0};
    while (event.kind != XCH_EVENT_PAUSED)
        if (!xch_ring_pop(rt_session_events(session), &event)) sched_yield();
    const int64_t paused_at = event.tick;
    send(ring, XCH_COMMAND_SET, 0, 0.0);
    rt_session_pause(session, false);
    while (event.kind != XCH_EVENT_RESUMED)
        if (!xch_ring_pop(rt_session_events(session), &event)) sched_yield();
    assert_int_equal(event.tick, paused_at);
    while (snapshot->tick < paused_at + 10) {
        snapshot = xch_latest_read(reader, NULL);
        sched_yield();
    }
    CHECK_SAME(snapshot->signals[1], (double)paused_at); /* control 0 at zero since the pause */
    rt_session_stop(session);
    rt_session_join(session);
    assert_true(rt_session_is_ended(session));
    const rt_loop *loop = rt_session_loop(session);
    assert_int_equal(rt_session_outcome(session).end, RT_END_STOPPED);
    assert_int_equal(loop->ticks, machine.state.tick);
    assert_int_equal(loop->wake.count, loop->ticks);
    assert_true(loop->ended - loop->began - loop->paused >= (loop->ticks - 1) * loop->period);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(commands_act_in_the_next_step),
                                       TEST(taps_are_seen),
                                       TEST(trembling_does_not_pile_up),
                                       TEST(commands_to_unknown_controls_do_nothing),
                                       TEST(sources_and_readers_have_an_end),
                                       TEST(latency_of_commands),
                                       TEST(acts_are_told_once_a_tick),
                                       TEST(listeners_hear_every_tick),
                                       TEST(announced_loss),
                                       TEST(silence_is_a_loss),
                                       TEST(silence_at_maximum_speed_is_none),
                                       TEST(ends_after_its_seconds),
                                       TEST(ends_at_its_goal),
                                       TEST(goes_on_behind_its_goal),
                                       TEST(lingers_behind_its_exercise),
                                       TEST(goes_on_behind_its_exercise),
                                       TEST(tasks_are_told),
                                       TEST(hits_are_told),
                                       TEST(incidents_are_told_with_place_and_speed),
                                       TEST(an_overturned_machine_is_told_once),
                                       TEST(ends_with_the_script),
                                       TEST(seconds_rule_over_the_script),
                                       TEST(stops_on_request),
                                       TEST(failed_step_stops_the_world),
                                       TEST(open_loops_are_an_event),
                                       TEST(bad_signal_undoes_its_step),
                                       TEST(hook_that_gives_up),
                                       TEST(hook_that_needs_time),
                                       TEST(snapshots_hold_the_world),
                                       TEST(the_start_can_be_shown),
                                       TEST(snapshots_have_an_end),
                                       TEST(sand_for_a_picture),
                                       TEST(sand_of_this_very_tick),
                                       TEST(no_sand_no_reader),
                                       TEST(events_that_nobody_reads),
                                       TEST(real_time_in_a_thread)};
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
