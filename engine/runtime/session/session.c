/* A session: its sources of commands, the tick, its beginning and its end. */
#include "session_internal.h"

#include "world/training.h"

#include <math.h>

/* ---- sources of commands ---- */

/* Ticks of a duration [s], rounded up. */
static int64_t ticks_in(const rt_session *session, double seconds)
{
    static const double most = 1e18; /* more than any run, and no overflow */
    return llround(fmin(ceil(seconds / world_machine_step_size(session->machine) - 1e-6), most));
}

/* Most commands that wait after a tap. An axis that jitters between two counts faster than the world ticks is
 * a row of taps too: if they piled up, its whole device would be late. */
static const unsigned most_after_tap = 4;

/* The controls that the source moved last go to their safe values. */
static void lose_source(rt_session *session, int source)
{
    session_source *s = &session->sources[source];
    if (s->lost) return;
    s->lost = true;
    const int controls = world_control_count(session->machine);
    for (int i = 0; i < controls; i++) {
        if (session->owner[i] != source) continue;
        world_control_set(session->machine, i, world_control_info(session->machine, i).safe);
        session->owner[i] = -1;
    }
    session_post(session, XCH_EVENT_INPUT_LOST, source, 0.0);
}

static void note_source(rt_session *session, int source)
{
    session_source *s = &session->sources[source];
    s->heard = world_machine_tick(session->machine);
    if (!s->lost) return;
    s->lost = false;
    session_post(session, XCH_EVENT_INPUT_BACK, source, 0.0);
}

/* The tick acts on an event of that time. */
static void record_latency(rt_session *session, int64_t event)
{
    if (event <= 0 || session->woke <= 0) return;
    rt_histogram_add(&session->latency, session->woke - event);
    if (session->event == 0 || event < session->event) session->event = event;
}

static void apply_command(rt_session *session, int source, const xch_command *command)
{
    if (command->kind == XCH_COMMAND_LOST) {
        lose_source(session, source);
        return;
    }
    note_source(session, source);
    if (command->kind != XCH_COMMAND_SET || command->control < 0 ||
        command->control >= world_control_count(session->machine))
        return;
    if (command->value != world_control_get(session->machine, command->control))
        atomic_store_explicit(&session->moved, true, memory_order_relaxed);
    world_control_set(session->machine, command->control, command->value);
    record_latency(session, command->time);
    session->owner[command->control] = source;
}

/* Whether it moves the control back to where it was at the last tick. */
static bool undoes(const rt_session *session, const xch_command *command)
{
    if (command->kind != XCH_COMMAND_SET || command->control < 0 ||
        command->control >= world_control_count(session->machine))
        return false;
    const double began = session->began[command->control];
    return command->value == began && world_control_get(session->machine, command->control) != began;
}

/* The postponed command, else one from the ring, into `next`. */
static bool take(session_source *source)
{
    const bool waited = source->waits;
    source->waits = false;
    return waited || xch_ring_pop(source->ring, &source->next);
}

/* Bounded: commands pushed meanwhile wait for the next tick. */
static void read_source(rt_session *session, int index, bool paused)
{
    session_source *source = &session->sources[index];
    for (int i = 0; i < RT_COMMANDS && take(source); i++) {
        if (!paused && xch_ring_count(source->ring) < most_after_tap && undoes(session, &source->next)) {
            source->waits = true;
            return;
        }
        apply_command(session, index, &source->next);
    }
}

/* Read all pending commands. If a control is moved and moved back between two ticks (a short press of a
 * button), it is moved back one tick later, so that the world notices it. RT.
 * @param paused  no tick follows, so no command is delayed */
static void read_commands(rt_session *session, bool paused)
{
    const int controls = world_control_count(session->machine);
    for (int i = 0; i < controls; i++) session->began[i] = world_control_get(session->machine, i);
    for (int i = 0; i < session->source_count; i++) read_source(session, i, paused);
}

/* Find live sources that no longer send commands. RT. */
static void watch_sources(rt_session *session)
{
    if (!session->realtime) return;
    const int64_t tick = world_machine_tick(session->machine);
    for (int i = 0; i < session->source_count; i++) {
        const session_source *s = &session->sources[i];
        if (s->patience > 0 && s->heard >= 0 && tick - s->heard > s->patience) lose_source(session, i);
    }
}

int rt_session_add_source(rt_session *session, const char *name, double patience, xch_ring **ring)
{
    if (session->source_count == RT_SOURCES) return -1;
    *ring = xch_ring_new(session->arena, sizeof(xch_command), RT_COMMANDS);
    if (!*ring) return -1;
    session->sources[session->source_count] =
        (session_source){.name = name, .patience = ticks_in(session, patience), .heard = -1, .ring = *ring};
    return session->source_count++;
}

const char *rt_session_source_name(const rt_session *session, int source)
{
    return source >= 0 && source < session->source_count ? session->sources[source].name : "";
}

/* ---- the tick ---- */

static bool fail(rt_session *session, hl_status status, int signal)
{
    session->result.end = RT_END_FAILED;
    session->result.status = status;
    session->result.signal = signal;
    session_post(session, XCH_EVENT_WORLD_STOPPED, (int)status, 0.0);
    return false;
}

static bool finish(rt_session *session)
{
    session->result.end = RT_END_FINISHED;
    session_post(session, XCH_EVENT_FINISHED, 0, 0.0);
    return false;
}

/* First signal that is not finite, -1 when all are. */
static int not_finite(const rt_session *session)
{
    for (int i = 0; i < session->signal_count; i++)
        if (!isfinite(session->signals[i])) return i;
    return -1;
}

static void call_hooks(rt_session *session)
{
    for (int i = 0; i < session->hook_count; i++) {
        session_hook *hook = &session->hooks[i];
        if (!hook->calls.after_tick) continue;
        const bool records = hook->calls.after_tick(hook->calls.context, session->machine, session->signals);
        rt_budget_ended(session->budget, hook->calls.part ? hook->calls.part : RT_PART_NEWS);
        if (!records && !hook->told) session_post(session, XCH_EVENT_RECORDER_STOPPED, i, 0.0);
        hook->told = hook->told || !records;
    }
}

/* Restore the state of the last good tick, with the controls of the failed step for the black box. Only the
 * rigid part is restored. A failed step leaves the sand unchanged. If a signal is not finite after a good
 * step, the sand has made that step and stays one tick ahead: copying it at every tick would cost more than
 * its step. The session ends there, and the black box leaves such a state out. */
static void restore_good(rt_session *session)
{
    const int controls = world_control_count(session->machine);
    for (int i = 0; i < controls; i++) session->acted[i] = world_control_get(session->machine, i);
    world_rigid_state_restore(session->machine, session->good);
    for (int i = 0; i < controls; i++) world_control_set(session->machine, i, session->acted[i]);
}

/* A good step with finite signals, or the state of the last one, which ends the session. */
static bool step(rt_session *session)
{
    const hl_status status = world_machine_step(session->machine);
    if (status == HL_OK) world_machine_evaluate_signals(session->machine, session->signals);
    const int bad = status == HL_OK ? not_finite(session) : -1;
    if (status == HL_OK && bad < 0) {
        world_rigid_state_save(session->machine, session->good);
        rt_budget_ended(session->budget, RT_PART_SIGNALS);
        return true;
    }
    restore_good(session);
    return fail(session, status == HL_OK ? HL_NOT_FINITE : status, bad);
}

/* Loops that the step left open: an event at the begin, and a count of ticks for the report. */
static void watch_loops(rt_session *session)
{
    const double violation = world_loop_violation(session->machine);
    const bool open = world_loops_open(session->machine);
    session->result.violation = fmax(session->result.violation, violation);
    session->result.open_ticks += open;
    if (open && !session->loops_open) session_post(session, XCH_EVENT_LOOPS_OPEN, 0, violation);
    session->loops_open = open;
}

static void post_hits(rt_session *session)
{
    const int hits = world_hit_count(session->machine);
    for (; session->hits < hits && session->hits < WORLD_HITS_KEPT; session->hits++) {
        const world_hit hit = world_hit_at(session->machine, session->hits);
        session_post(session, XCH_EVENT_HIT, hit.object, hit.body);
    }
}

/* Events of tasks since the last tick. */
static void post_notes(rt_session *session)
{
    static const xch_event_kind kinds[] = {[WORLD_NOTE_TASK_BEGAN] = XCH_EVENT_TASK_BEGAN,
                                           [WORLD_NOTE_TASK_DONE] = XCH_EVENT_TASK_DONE,
                                           [WORLD_NOTE_TASK_LATE] = XCH_EVENT_TASK_LATE,
                                           [WORLD_NOTE_INSTRUCTION] = XCH_EVENT_INSTRUCTION};
    const int64_t notes = world_note_count(session->machine);
    if (notes - session->notes > WORLD_NOTES_KEPT) session->notes = notes - WORLD_NOTES_KEPT;
    for (; session->notes < notes; session->notes++) {
        const world_note note = world_note_at(session->machine, session->notes);
        session_post(session, kinds[note.kind], note.of, 0.0);
    }
}

static xch_event_kind kind_of_incident(int kind)
{
    switch (kind) {
    case AUTH_ENDING_UTILITY:
        return XCH_EVENT_UTILITY;
    case AUTH_ENDING_NEAR:
        return XCH_EVENT_NEAR;
    case AUTH_ENDING_PERSON:
        return XCH_EVENT_PERSON;
    case AUTH_ENDING_DANGER:
        return XCH_EVENT_DANGER;
    case AUTH_ENDING_HIT:
        return XCH_EVENT_HIT;
    case AUTH_ENDING_MACHINE:
        return XCH_EVENT_MACHINE;
    case AUTH_ENDING_DROPPED:
        return XCH_EVENT_DROPPED;
    case AUTH_ENDING_OVERTURNED:
    default:
        return XCH_EVENT_OVERTURNED;
    }
}

xch_event rt_incident_event(const world_incident *what)
{
    return (xch_event){.tick = what->tick,
                       .value = what->value,
                       .kind = (int16_t)kind_of_incident(what->kind),
                       .by = what->by,
                       .subject = what->of,
                       .place = {(float)what->place[0], (float)what->place[1], (float)what->place[2]},
                       .speed = (float)what->speed};
}

/* Machines that overturn, observed here since most scenarios keep no incidents: once each. */
static void watch_overturned(rt_session *session)
{
    const int machines = world_machine_count(session->machine);
    for (int i = 0; i < machines; i++) {
        world_incident what;
        if (session->overturned >> i & 1u || !world_has_overturned(session->machine, i, &what)) continue;
        session->overturned |= 1u << i;
        what.of = i;
        session_post_event(session, rt_incident_event(&what));
    }
}

/* Incidents that the world keeps, since the last tick. Hits of objects have events of their own. */
static void post_incidents(rt_session *session)
{
    const int64_t count = world_incident_count(session->machine);
    if (count - session->incidents > WORLD_INCIDENTS_KEPT) session->incidents = count - WORLD_INCIDENTS_KEPT;
    for (; session->incidents < count; session->incidents++) {
        const world_incident what = world_incident_at(session->machine, session->incidents);
        if (what.kind != AUTH_ENDING_OVERTURNED && what.kind != AUTH_ENDING_HIT)
            session_post_event(session, rt_incident_event(&what));
    }
}

static void post_couplings(rt_session *session)
{
    const int64_t notes = world_coupling_note_count(session->machine);
    if (notes - session->couplings > WORLD_COUPLING_NOTES) session->couplings = notes - WORLD_COUPLING_NOTES;
    for (; session->couplings < notes; session->couplings++) {
        const world_coupling_note note = world_coupling_note_at(session->machine, session->couplings);
        int32_t subject;
        double value;
        world_coupling_note_pack(&note, &subject, &value);
        session_post(session, XCH_EVENT_COUPLING, subject, value);
    }
}

static void post_slings(rt_session *session)
{
    const int64_t notes = world_sling_note_count(session->machine);
    if (notes - session->slings > WORLD_SLING_NOTES) session->slings = notes - WORLD_SLING_NOTES;
    for (; session->slings < notes; session->slings++) {
        const world_sling_note note = world_sling_note_at(session->machine, session->slings);
        int32_t subject;
        double value;
        world_sling_note_pack(&note, &subject, &value);
        session_post(session, XCH_EVENT_SLING, subject, value);
    }
}

/* @return whether this ends the run */
static bool exercise_over(rt_session *session)
{
    const world_result result = world_exercise_result(session->machine);
    if (result == WORLD_GOES_ON) return false;
    const int64_t tick = world_machine_tick(session->machine);
    if (session->exercise_end < 0) {
        session->exercise_end = tick;
        session_post(session,
                     result == WORLD_FINISHED ? XCH_EVENT_EXERCISE_FINISHED : XCH_EVENT_EXERCISE_FAILED, 0,
                     world_score_total(session->machine));
    }
    return session->ends_with_exercise && tick >= session->exercise_end + session->linger;
}

/* @return whether this ends the run */
static bool reaches_goal(rt_session *session)
{
    if (session->result.goal < 0 && world_goal_reached(session->machine)) {
        session->result.goal = world_machine_tick(session->machine);
        session_post(session, XCH_EVENT_GOAL, 0, 0.0);
    }
    return session->ends_at_goal && session->result.goal >= 0;
}

/* Commands of people and of the script. @return false: the script has ended */
static bool apply_commands(rt_session *session)
{
    read_commands(session, false);
    watch_sources(session);
    for (int i = 0; i < session->other_count; i++)
        world_operator_act(session->others[i], session->machine, session->signals);
    const bool driven =
        !session->driver || world_operator_act(session->driver, session->machine, session->signals);
    rt_budget_ended(session->budget, RT_PART_COMMANDS);
    return driven;
}

/* @return whether an event of this tick ends the run */
static bool post_news(rt_session *session)
{
    watch_loops(session);
    post_hits(session);
    watch_overturned(session);
    post_incidents(session);
    post_notes(session);
    post_couplings(session);
    post_slings(session);
    const bool reached = reaches_goal(session), done = exercise_over(session) || reached;
    rt_budget_ended(session->budget, RT_PART_NEWS);
    return done;
}

/* Publish the state to listeners, snapshots and tiles. */
static void publish_state(rt_session *session)
{
    const int64_t tick = world_machine_tick(session->machine);
    session_push_act(session);
    session_publish_samples(session);
    rt_budget_ended(session->budget, RT_PART_SAMPLES);
    if (tick % session->snapshot_every == 0) session_publish(session, session->woke);
    rt_budget_ended(session->budget, RT_PART_SNAPSHOT);
    session_show_sand(session, tick);
    rt_budget_ended(session->budget, RT_PART_SAND);
}

bool rt_session_tick(rt_session *session, int64_t woke)
{
    session->woke = woke;
    session->event = 0;
    rt_budget_tick(session->budget);
    if (!apply_commands(session) && session->last_tick == 0) return finish(session);
    const bool good = step(session);
    rt_team_rest(session->team);
    if (!good) return false;
    const bool done = post_news(session);
    call_hooks(session);
    publish_state(session);
    rt_budget_count(session->budget, session->machine);
    rt_budget_finish(session->budget);
    const int64_t tick = world_machine_tick(session->machine);
    return !done && (session->last_tick == 0 || tick < session->last_tick) ? true : finish(session);
}

/* ---- what the loop calls ---- */

static bool loop_tick(void *context, int64_t woke)
{
    return rt_session_tick(context, woke);
}

static void loop_late(void *context, int64_t slipped)
{
    rt_session *session = context;
    session_post(session, XCH_EVENT_OVERRUN, 0, 1e-9 * (double)(slipped * session->loop.period));
}

static bool loop_ready(void *context)
{
    const rt_session *session = context;
    for (int i = 0; i < session->hook_count; i++) {
        const session_hook *hook = &session->hooks[i];
        if (hook->calls.ready && !hook->calls.ready(hook->calls.context)) return false;
    }
    return true;
}

/* Controls that move while paused act after the pause. */
static void loop_idle(void *context)
{
    rt_session *session = context;
    session->woke = 0;
    read_commands(session, true);
}

static void loop_pause(void *context, bool paused)
{
    session_post(context, paused ? XCH_EVENT_PAUSED : XCH_EVENT_RESUMED, 0, 0.0);
}

/* ---- beginning and end ---- */

static bool allocate(rt_session *session, hl_arena *arena)
{
    const int controls = world_control_count(session->machine);
    session->signal_count = world_signal_count(session->machine);
    session->owner = HL_NEW(arena, int, controls);
    session->began = HL_NEW(arena, double, controls);
    session->acted = HL_NEW(arena, double, controls);
    session->signals = HL_NEW(arena, double, session->signal_count);
    session->good = hl_arena_take(arena, 1, world_rigid_state_size(session->machine));
    session->events = xch_ring_new(arena, sizeof(xch_event), RT_EVENTS);
    session->acts = xch_ring_new(arena, sizeof(xch_act), RT_ACTS);
    if (hl_arena_failed(arena)) return false;
    for (int i = 0; i < controls; i++) session->owner[i] = -1;
    return true;
}

static void world_part_ended(void *context, world_part part)
{
    rt_budget_ended(context, (rt_part)(RT_PART_WORLD + (int)part));
}

/* A machine may have been measured in a session before. */
static void measure(rt_session *session, rt_budget *budget)
{
    session->budget = budget;
    world_machine_set_timer(session->machine, budget ? world_part_ended : NULL, budget);
}

/* @return false: memory is exhausted */
static bool take_team(rt_session *session, rt_team *team)
{
    session->team = team;
    const hl_team *blocks = team ? rt_team_blocks(team) : NULL;
    return world_machine_set_team(session->machine, blocks, session->arena) == HL_OK;
}

static void take_options(rt_session *session, const rt_session_options *options)
{
    if (options->seconds > 0.0)
        session->last_tick = world_machine_tick(session->machine) + ticks_in(session, options->seconds);
    session->realtime = options->realtime;
    session->ends_at_goal = options->ends_at_goal;
    session->ends_with_exercise = options->ends_with_exercise;
    session->linger = ticks_in(session, options->linger);
    session->exercise_end = -1;
    session->snapshot_every = options->snapshot_every > 0 ? options->snapshot_every : 1;
    session->thread_options = (rt_thread_options){
        .name = "physics", .priority = options->realtime ? options->priority : 0, .cpu = options->cpu};
}

rt_session *rt_session_new(world_machine *machine, const rt_session_options *options, hl_arena *arena)
{
    rt_session *session = HL_NEW(arena, rt_session, 1);
    if (!session) return NULL;
    session->machine = machine;
    session->arena = arena;
    if (!allocate(session, arena)) return NULL;
    take_options(session, options);
    measure(session, options->budget);
    if (!take_team(session, options->team)) return NULL;
    session->result =
        (rt_session_result){.end = RT_END_STOPPED, .signal = -1, .goal = -1}; /* replaced by other ends */
    atomic_init(&session->ended, false);
    atomic_init(&session->moved, false);
    const rt_loop_calls calls = {session, loop_tick, loop_late, loop_ready, loop_idle, loop_pause};
    rt_loop_begin(&session->loop, options->realtime ? rt_nanoseconds(world_machine_step_size(machine)) : 0,
                  rt_clock_monotonic(), &calls);
    world_machine_evaluate_signals(machine, session->signals);
    world_rigid_state_save(machine, session->good);
    session->hits = world_hit_count(machine);
    session->incidents = world_incident_count(machine);
    session->couplings = world_coupling_note_count(machine);
    session->slings = world_sling_note_count(machine);
    return session;
}

bool rt_session_add_hook(rt_session *session, const rt_hook *hook)
{
    if (session->hook_count == RT_HOOKS) return false;
    session->hooks[session->hook_count++] = (session_hook){.calls = *hook};
    return true;
}

void rt_session_drive_others(rt_session *session, world_operator *const *drivers, int count)
{
    session->others = drivers;
    session->other_count = count;
}

void rt_session_drive(rt_session *session, world_operator *driver)
{
    session->driver = driver;
}

void rt_session_run(rt_session *session)
{
    session_post(session, XCH_EVENT_STARTED, 0, 0.0);
    session_publish(session, 0);
    rt_loop_run(&session->loop);
    atomic_store_explicit(&session->ended, true, memory_order_release);
}

static void run_in_thread(void *context)
{
    rt_session_run(context);
}

bool rt_session_start(rt_session *session)
{
    return rt_thread_start(&session->thread, &session->thread_options, run_in_thread, session);
}

void rt_session_join(rt_session *session)
{
    rt_thread_join(&session->thread);
    (void)take_team(session, NULL);
}

void rt_session_pause(rt_session *session, bool pause)
{
    rt_loop_pause(&session->loop, pause);
}

void rt_session_stop(rt_session *session)
{
    rt_loop_stop(&session->loop);
}

bool rt_session_is_moved(const rt_session *session)
{
    return atomic_load_explicit(&session->moved, memory_order_relaxed);
}

bool rt_session_is_ended(const rt_session *session)
{
    return atomic_load_explicit(&session->ended, memory_order_acquire);
}

/* ---- after the end ---- */

rt_session_result rt_session_outcome(const rt_session *session)
{
    return session->result;
}

const rt_loop *rt_session_loop(const rt_session *session)
{
    return &session->loop;
}

const rt_histogram *rt_session_latency(const rt_session *session)
{
    return &session->latency;
}

const rt_thread *rt_session_thread(const rt_session *session)
{
    return &session->thread;
}
