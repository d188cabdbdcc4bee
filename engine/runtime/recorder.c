/* The recorder: what the real-time loop calls, and what its thread does.
 *
 * Two rings go from the loop to the thread: a record for every tick, and saved states. A state is pushed
 * after the record of its tick, so the thread, which takes a state out first and the records after it, has
 * written the tick when it writes the state. */
#include "rt/recorder.h"

#include "black_box.h"
#include "recorder_info.h"
#include "recorder_record.h"
#include "recorder_worker.h"
#include "recording_writer.h"
#include "xch/ring.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const double default_checkpoint = 10.0; /* [s] a seek computes at most so much again */
static const double default_flush = 0.5;       /* [s] a kill loses at most so much */
static const double default_ring = 60.0;       /* [s] a disk may stall so long */
static const double default_black_box = 5.0;   /* [s] */

enum {
    STATES_WAITING = 2, /* one being written, one taken meanwhile */
    STATE_AT = 8        /* in a record of the ring of states, behind its tick */
};

struct rt_recorder {
    const char *path, *black_box_path;
    rt_recording_info info;
    /* the loop's */
    rt_black_box box;
    unsigned char *record, *state; /* being filled */
    int64_t last, next_state, state_every;
    int64_t postponed, ring_most;
    bool late; /* the state that is due has been postponed */
    bool overflowed;
    /* between them; what the rings publish is theirs to order */
    xch_ring *ticks, *states;
    atomic_bool
        failed; /* from either to the other: nothing more is recorded. It publishes nothing else: relaxed */
    /* the thread's */
    rt_worker worker;
    rt_writer writer;
    unsigned char *popped_record, *popped_state;
    struct timespec flushed;
    double flush_seconds;
};

/* ---- the thread ---- */

static void drain_ticks(rt_recorder *r)
{
    const unsigned waiting = xch_ring_count(r->ticks);
    for (unsigned i = 0; i < waiting && xch_ring_pop(r->ticks, r->popped_record); i++) {
        const rt_tick tick = rt_record_tick(r->popped_record, r->info.control_count);
        rt_writer_tick(&r->writer, &tick);
    }
}

static void drain_states(rt_recorder *r)
{
    bool state;
    do {
        state = xch_ring_pop(r->states, r->popped_state);
        drain_ticks(r);
        int64_t tick;
        memcpy(&tick, r->popped_state, sizeof tick);
        if (state) rt_writer_state(&r->writer, tick, r->popped_state + STATE_AT);
    } while (state);
}

static double seconds_since(const struct timespec *then, const struct timespec *now)
{
    return (double)(now->tv_sec - then->tv_sec) + 1e-9 * (double)(now->tv_nsec - then->tv_nsec);
}

static void work(void *of)
{
    rt_recorder *r = of;
    struct timespec now;
    drain_states(r);
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (seconds_since(&r->flushed, &now) >= r->flush_seconds) {
        rt_writer_flush(&r->writer, true);
        r->flushed = now;
    }
    if (!r->writer.failed || r->writer.file < 0) return;
    rt_writer_end(&r->writer, &(rt_recording_ending){.end = RT_END_WRITE, .note = r->writer.why});
    atomic_store_explicit(&r->failed, true, memory_order_relaxed);
}

/* ---- opening ---- */

static double or_default(double value, double otherwise)
{
    return value > 0.0 ? value : otherwise;
}

static int64_t ticks_in(double seconds, double step)
{
    const double ticks = ceil(seconds / step - 1e-6); /* forgiving the rounding of the quotient */
    return ticks > 1.0 ? (int64_t)ticks : 1;
}

static hl_status take_memory(rt_recorder *r, const rt_recorder_setup *setup, hl_arena *arena)
{
    const size_t record = rt_record_size(r->info.control_count, r->info.block_count);
    const size_t state = STATE_AT + (size_t)r->info.state_size;
    const int64_t most = 1 << 24; /* ticks: hours */
    int64_t ring = ticks_in(or_default(setup->ring_seconds, default_ring), setup->options.step);
    if (ring > most) ring = most;
    r->record = hl_arena_take(arena, 1, record);
    r->popped_record = hl_arena_take(arena, 1, record);
    r->state = hl_arena_take(arena, 1, state);
    r->popped_state = hl_arena_take(arena, 1, state);
    r->ticks = setup->path ? xch_ring_new(arena, record, (unsigned)ring) : NULL;
    r->states = setup->path ? xch_ring_new(arena, state, STATES_WAITING) : NULL;
    const bool rings = !setup->path || (r->ticks && r->states);
    return r->record && r->popped_record && r->state && r->popped_state && rings ? HL_OK : HL_OUT_OF_MEMORY;
}

static hl_status begin_file(rt_recorder *r, const world_machine *machine, char *why)
{
    world_state_save(machine, r->state);
    const hl_status status = rt_writer_begin(&r->writer, r->path, &r->info, r->last, r->state);
    if (status != HL_OK) {
        snprintf(why, RT_WHY_LENGTH, "%s", r->writer.why);
        return status;
    }
    clock_gettime(CLOCK_MONOTONIC, &r->flushed);
    if (rt_worker_start(&r->worker, work, r)) return HL_OK;
    rt_writer_end(&r->writer, &(rt_recording_ending){.end = RT_END_STOPPED, .note = ""});
    snprintf(why, RT_WHY_LENGTH, "the recorder's thread cannot be started");
    return HL_OUT_OF_MEMORY;
}

static bool copy_path(hl_arena *arena, const char *path, const char **copy)
{
    *copy = path ? hl_arena_string(arena, path, strlen(path)) : NULL;
    return !path || *copy;
}

hl_status rt_recorder_open(const rt_recorder_setup *setup, world_machine *machine, hl_arena *arena,
                           rt_recorder **recorder, char *why)
{
    const double step = setup->options.step;
    rt_recorder *r = HL_NEW(arena, rt_recorder, 1);
    *recorder = NULL;
    snprintf(why, RT_WHY_LENGTH, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (!r) return HL_OUT_OF_MEMORY;
    if (!copy_path(arena, setup->path, &r->path) || !copy_path(arena, setup->black_box, &r->black_box_path))
        return HL_OUT_OF_MEMORY;
    r->info = (rt_recording_info){.version = setup->version,
                                  .options = setup->options,
                                  .machine_text = setup->machine_text,
                                  .scenario_text = setup->scenario_text};
    r->last = world_machine_tick(machine);
    r->state_every = ticks_in(or_default(setup->checkpoint_seconds, default_checkpoint), step);
    r->next_state = r->last + r->state_every;
    r->flush_seconds = or_default(setup->flush_seconds, default_flush);
    r->writer.file = -1;
    atomic_init(&r->failed, false);
    hl_status status = rt_info_of(machine, arena, &r->info);
    if (status == HL_OK) status = take_memory(r, setup, arena);
    const int64_t keep = ticks_in(or_default(setup->black_box_seconds, default_black_box), step);
    if (status == HL_OK && r->black_box_path)
        status = rt_black_box_begin(&r->box, &r->info, machine, keep, arena);
    if (status == HL_OK && r->path) status = begin_file(r, machine, why);
    if (status != HL_OK) return status;
    why[0] = '\0';
    *recorder = r;
    return HL_OK;
}

/* ---- the loop ---- */

static void push_state(rt_recorder *r, const world_machine *machine)
{
    if (xch_ring_count(r->states) == xch_ring_capacity(r->states)) {
        r->postponed += !r->late;
        r->late = true;
        return;
    }
    memcpy(r->state, &r->last, sizeof r->last);
    world_state_save(machine, r->state + STATE_AT);
    (void)xch_ring_push(r->states, r->state); /* there was room */
    r->late = false;
    r->next_state = r->last + r->state_every;
}

void rt_recorder_tick(rt_recorder *r, const world_machine *machine)
{
    rt_record_take(r->record, machine);
    r->last++;
    if (r->black_box_path) rt_black_box_tick(&r->box, r->record, machine);
    if (!r->path || rt_recorder_failed(r)) return;
    if (!xch_ring_push(r->ticks, r->record)) {
        r->overflowed = true;
        atomic_store_explicit(&r->failed, true, memory_order_relaxed);
        return;
    }
    const int64_t waiting = xch_ring_count(r->ticks);
    if (waiting > r->ring_most) r->ring_most = waiting;
    if (r->last >= r->next_state) push_state(r, machine);
}

int64_t rt_recorder_room(const rt_recorder *r)
{
    if (!r->path || rt_recorder_failed(r)) return INT64_MAX;
    return (int64_t)xch_ring_capacity(r->ticks) - (int64_t)xch_ring_count(r->ticks);
}

bool rt_recorder_failed(const rt_recorder *r)
{
    return atomic_load_explicit(&r->failed, memory_order_relaxed);
}

/* ---- closing ---- */

static void end_file(rt_recorder *r, const rt_recording_ending *ending)
{
    rt_worker_stop(&r->worker);
    if (r->writer.file < 0) return;
    rt_recording_ending last = *ending;
    if (r->overflowed)
        last = (rt_recording_ending){.end = RT_END_OVERFLOW,
                                     .postponed = ending->postponed,
                                     .note = "writing was slower than driving for too long"};
    rt_writer_end(&r->writer, &last);
}

static void tell(const rt_recorder *r, rt_recorder_outcome *outcome)
{
    const rt_writer *w = &r->writer;
    outcome->ticks = w->written - w->first;
    outcome->bytes = w->size;
    outcome->postponed = r->postponed;
    outcome->ring_most = r->ring_most;
    outcome->recorded = !w->failed && !r->overflowed;
    if (outcome->recorded) return;
    snprintf(outcome->why, sizeof outcome->why,
             "%.200s: %.200s; it ends after tick %" PRId64 " and can be replayed so far", r->path,
             w->failed ? w->why : "writing was slower than driving for too long", w->written);
}

void rt_recorder_close(rt_recorder *r, world_machine *machine, rt_end end, hl_status status,
                       rt_recorder_outcome *outcome)
{
    *outcome = (rt_recorder_outcome){0};
    rt_record_take(r->record, machine); /* for the controls of the step that failed */
    const rt_recording_ending ending = {
        .end = end,
        .status = status,
        .note = "",
        .postponed = r->postponed,
        .controls = end == RT_END_FAILED ? rt_record_tick(r->record, r->info.control_count).controls : NULL};
    if (r->path) {
        end_file(r, &ending);
        tell(r, outcome);
    }
    if (end != RT_END_FAILED || !r->black_box_path) return;
    char why[RT_WHY_LENGTH];
    outcome->black_box = rt_black_box_write(&r->box, r->black_box_path, machine, &ending, why) == HL_OK;
    const size_t used = strlen(outcome->why);
    if (!outcome->black_box)
        snprintf(outcome->why + used, sizeof outcome->why - used, "%s%.100s: %.100s", used ? "; " : "",
                 r->black_box_path, why);
}
