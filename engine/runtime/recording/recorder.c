/* The recorder: the functions of the real-time loop, and its thread.
 *
 * The loop sends records, one for each tick, and saved states (black_box.h) to the thread. A state is
 * sent after the record of its tick, so the thread has written the tick when it writes the state. */
#include "rt/recording.h"

#include "black_box.h"
#include "loop/worker.h"
#include "recording_writer.h"
#include "rt/loop.h"
#include "xch/ring.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const double default_checkpoint = 10.0; /* [s] longest replay in a seek */
static const double default_flush = 0.5;       /* [s] largest loss if the process is killed */
static const double default_ring = 60.0;       /* [s] longest stall of a disk */
static const double default_black_box = 5.0;   /* [s] */

struct rt_recorder {
    const char *path, *black_box_path;
    int64_t reserve; /* [bytes] of the file on the disk */
    rt_recording_info info;
    /* the loop's */
    rt_black_box box;
    unsigned char *record; /* being filled */
    int64_t last, next_state, state_every;
    int64_t postponed, ring_most;
    bool late; /* the state that is due has been postponed */
    bool overflowed;
    /* between both; the rings order what they publish */
    xch_ring *ticks;
    rt_states states;
    atomic_size_t state_size; /* from the loop: present size of a state. Only a hint: relaxed */
    atomic_bool failed;       /* from either side: recording has ended. Publishes nothing else: relaxed */
    /* the thread's */
    rt_worker worker;
    rt_writer writer;
    bool worked; /* it was started */
    unsigned char *popped_record;
    int64_t flushed;     /* when it was flushed last [ns] */
    int64_t flush_every; /* [ns] */
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
        rt_saved_state saved;
        state = rt_states_next(&r->states, &saved);
        drain_ticks(r);
        if (!state) continue;
        rt_writer_state(&r->writer, saved.tick, rt_states_data(&r->states, &saved), (size_t)saved.size);
        rt_states_done(&r->states, &saved);
    } while (state);
}

/* Allocate memory for larger states here, where waiting does not disturb the loop. */
static void grow(rt_recorder *r)
{
    const size_t size = atomic_load_explicit(&r->state_size, memory_order_relaxed);
    if (r->path) rt_states_grow(&r->states, size);
    if (r->black_box_path) rt_black_box_grow(&r->box, size);
}

static void work(void *of)
{
    rt_recorder *r = of;
    grow(r);
    if (!r->path) return;
    drain_states(r);
    const int64_t now = rt_now();
    if (now - r->flushed >= r->flush_every) {
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

/* @return false: out of memory */
static bool take_setup(rt_recorder *r, const rt_recorder_setup *setup, const world_machine *machine,
                       hl_arena *arena)
{
    r->info = (rt_recording_info){.version = setup->version,
                                  .options = setup->options,
                                  .machine_text = setup->machine_text,
                                  .scenario_text = setup->scenario_text,
                                  .text_count = setup->text_count,
                                  .texts = setup->texts,
                                  .choice_count = setup->choice_count,
                                  .choices = setup->choices};
    r->reserve = setup->reserve;
    r->last = world_machine_tick(machine);
    r->state_every = ticks_in(or_default(setup->checkpoint_seconds, default_checkpoint), setup->options.step);
    r->next_state = r->last + r->state_every;
    r->flush_every = rt_nanoseconds(or_default(setup->flush_seconds, default_flush));
    r->path = setup->path ? hl_arena_text(arena, setup->path) : NULL;
    r->black_box_path = setup->black_box ? hl_arena_text(arena, setup->black_box) : NULL;
    return rt_info_of(machine, arena, &r->info) == HL_OK && !hl_arena_failed(arena);
}

/* @return false: out of memory */
static bool take_memory(rt_recorder *r, const rt_recorder_setup *setup, const world_machine *machine,
                        hl_arena *arena)
{
    const double step = setup->options.step;
    const size_t record = rt_record_size(r->info.control_count, r->info.block_count);
    const int64_t keep = ticks_in(or_default(setup->black_box_seconds, default_black_box), step);
    const int64_t most = 1 << 24; /* ticks: hours */
    const int64_t ring = ticks_in(or_default(setup->ring_seconds, default_ring), step);
    r->record = hl_arena_take(arena, 1, record);
    r->popped_record = hl_arena_take(arena, 1, record);
    if (hl_arena_failed(arena)) return false;
    if (r->black_box_path && rt_black_box_begin(&r->box, &r->info, machine, keep, arena) != HL_OK)
        return false;
    if (!r->path) return true;
    r->ticks = xch_ring_new(arena, record, (unsigned)(ring < most ? ring : most));
    return r->ticks && rt_states_begin(&r->states, machine, arena);
}

static void release(rt_recorder *r)
{
    rt_states_end(&r->states);
    rt_black_box_end(&r->box);
}

/* With the start state, which uses the memory of the first place for states. */
static hl_status begin_file(rt_recorder *r, const world_machine *machine, char *why)
{
    unsigned char *state = r->states.rooms[0].data;
    world_state_save(machine, state);
    r->flushed = rt_now();
    const hl_status status =
        rt_writer_begin(&r->writer, r->path, &r->info, r->last, state, world_state_size(machine));
    if (status != HL_OK) return rt_set_error(status, why, "%s", r->writer.why);
    if (r->reserve <= 0 || rt_writer_reserve(&r->writer, r->reserve)) return HL_OK;
    rt_writer_end(&r->writer, &(rt_recording_ending){.end = RT_END_WRITE, .note = ""});
    return rt_set_error(HL_IO_ERROR, why, "%s", r->writer.why);
}

/* Without a file the thread is needed only if states can grow. */
static hl_status begin_thread(rt_recorder *r, char *why)
{
    r->worked = r->path || (r->black_box_path && r->info.capacity > r->info.rigid_size);
    if (!r->worked || rt_worker_start(&r->worker, work, r)) return HL_OK;
    if (r->path) rt_writer_end(&r->writer, &(rt_recording_ending){.end = RT_END_STOPPED, .note = ""});
    return rt_set_error(HL_OUT_OF_MEMORY, why, "the recorder thread cannot be started");
}

static hl_status begin(rt_recorder *r, const rt_recorder_setup *setup, const world_machine *machine,
                       hl_arena *arena, char *why)
{
    r->writer.file = -1;
    atomic_init(&r->failed, false);
    atomic_init(&r->state_size, world_state_size(machine));
    if (!take_setup(r, setup, machine, arena) || !take_memory(r, setup, machine, arena))
        return rt_out_of_memory(why);
    const hl_status status = r->path ? begin_file(r, machine, why) : HL_OK;
    return status == HL_OK ? begin_thread(r, why) : status;
}

hl_status rt_recorder_open(const rt_recorder_setup *setup, world_machine *machine, hl_arena *arena,
                           rt_recorder **recorder, char *why)
{
    rt_recorder *r = HL_NEW(arena, rt_recorder, 1);
    *recorder = NULL;
    why[0] = '\0';
    if (!r) return rt_out_of_memory(why);
    const hl_status status = begin(r, setup, machine, arena, why);
    if (status == HL_OK)
        *recorder = r;
    else
        release(r);
    return status;
}

/* ---- the loop ---- */

static void push_state(rt_recorder *r, const world_machine *machine, size_t size)
{
    const bool saved = rt_states_save(&r->states, machine, r->last, size);
    if (saved) r->next_state = r->last + r->state_every;
    r->postponed += !saved && !r->late;
    r->late = !saved;
}

void rt_recorder_tick(rt_recorder *r, const world_machine *machine)
{
    rt_record_fill(r->record, machine);
    r->last++;
    const size_t size = world_state_size(machine);
    atomic_store_explicit(&r->state_size, size, memory_order_relaxed);
    const bool boxed = r->black_box_path && rt_black_box_tick(&r->box, r->record, machine, size);
    if (!r->path || rt_recorder_has_failed(r)) return;
    if (!xch_ring_push(r->ticks, r->record)) {
        r->overflowed = true;
        atomic_store_explicit(&r->failed, true, memory_order_relaxed);
        return;
    }
    const int64_t waiting = xch_ring_count(r->ticks);
    if (waiting > r->ring_most) r->ring_most = waiting;
    if (r->last >= r->next_state && !boxed) push_state(r, machine, size); /* one copy a tick */
}

int64_t rt_recorder_free_places(const rt_recorder *r)
{
    if (!r->path || rt_recorder_has_failed(r)) return INT64_MAX;
    return xch_ring_free_places(r->ticks);
}

bool rt_recorder_has_failed(const rt_recorder *r)
{
    return atomic_load_explicit(&r->failed, memory_order_relaxed);
}

/* ---- closing ---- */

static const char too_slow[] = "writing to the disk was too slow for too long";

static void end_file(rt_recorder *r, const rt_recording_ending *ending)
{
    if (r->writer.file < 0) return;
    rt_recording_ending last = *ending;
    if (r->overflowed)
        last =
            (rt_recording_ending){.end = RT_END_OVERFLOW, .postponed = ending->postponed, .note = too_slow};
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
             w->failed ? w->why : too_slow, w->written);
}

static void write_black_box(rt_recorder *r, const world_machine *machine, const rt_recording_ending *ending,
                            rt_recorder_outcome *outcome)
{
    char why[RT_WHY_LENGTH];
    outcome->black_box = rt_black_box_write(&r->box, r->black_box_path, machine, ending, why) == HL_OK;
    const size_t used = strlen(outcome->why);
    if (!outcome->black_box)
        snprintf(outcome->why + used, sizeof outcome->why - used, "%s%.100s: %.100s", used ? "; " : "",
                 r->black_box_path, why);
}

void rt_recorder_close(rt_recorder *r, world_machine *machine, rt_end end, hl_status status,
                       rt_recorder_outcome *outcome)
{
    *outcome = (rt_recorder_outcome){0};
    if (r->worked) rt_worker_stop(&r->worker);
    rt_record_fill(r->record, machine); /* for the controls of the failed step */
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
    if (end == RT_END_FAILED && r->black_box_path) write_black_box(r, machine, &ending, outcome);
    release(r);
}
