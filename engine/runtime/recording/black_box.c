#include "black_box.h"

#include "recorder_record.h"
#include "recording_writer.h"
#include "refuse.h"

#include <stdlib.h>
#include <string.h>

hl_status rt_black_box_begin(rt_black_box *box, const rt_recording_info *info, const world_machine *machine,
                             int64_t keep, hl_arena *arena)
{
    const size_t record = rt_record_size(info->control_count, info->block_count);
    const int64_t now = world_machine_tick(machine);
    *box = (rt_black_box){.info = info,
                          .keep = keep,
                          .first = now,
                          .last = now,
                          .record_size = (record + sizeof(double) - 1) / sizeof(double) * sizeof(double),
                          .room = 2 * keep,
                          .state_ticks = {now, -1},
                          .next_state = now + keep};
    box->records = hl_arena_take(arena, (size_t)box->room, box->record_size);
    if (!box->records) return HL_OUT_OF_MEMORY;
    box->state_sizes[0] = world_state_size(machine);
    for (int i = 0; i < 2; i++)
        if (!rt_state_buffer_reserve(&box->states[i], (size_t)info->capacity, box->state_sizes[0]))
            return HL_OUT_OF_MEMORY;
    world_state_save(machine, box->states[0].data);
    return HL_OK;
}

void rt_black_box_end(rt_black_box *box)
{
    for (int i = 0; i < 2; i++) rt_state_buffer_free(&box->states[i]);
}

void rt_black_box_grow(rt_black_box *box, size_t size)
{
    for (int i = 0; i < 2; i++) rt_state_buffer_grow(&box->states[i], size);
}

static unsigned char *record_of(const rt_black_box *box, int64_t tick)
{
    return box->records + (size_t)(tick % box->room) * box->record_size;
}

bool rt_black_box_tick(rt_black_box *box, const void *record, const world_machine *machine, size_t size)
{
    const int64_t tick = ++box->last;
    memcpy(record_of(box, tick), record, rt_record_size(box->info->control_count, box->info->block_count));
    const int older = 1 - box->newest;
    if (tick < box->next_state || !rt_state_buffer_fits(&box->states[older], size)) return false;
    world_state_save(machine, box->states[older].data);
    box->state_sizes[older] = size;
    box->state_ticks[older] = tick;
    box->newest = older;
    box->next_state = tick + box->keep;
    return true;
}

/* The older state from which all ticks are there, else the newer one. When that had to wait for memory they
 * may not reach back to either. @return false then */
static bool choose_state(const rt_black_box *box, int *state)
{
    for (int i = 0; i < 2; i++) {
        *state = i == 0 ? 1 - box->newest : box->newest;
        const int64_t tick = box->state_ticks[*state];
        if (tick >= 0 && box->last - tick <= box->room) return true;
    }
    return false;
}

/* Whether what grows is as it was at the last good tick: not so when the step went well and it was a signal
 * behind it that failed. */
static bool at_last_tick(const rt_black_box *box, const world_machine *machine)
{
    const world_block *blocks;
    const int count = world_state_blocks(machine, &blocks);
    if (box->last == box->first) return true;
    const rt_tick last = rt_record_tick(record_of(box, box->last), box->info->control_count);
    for (int i = 0; i < count; i++)
        if (blocks[i].size == 0 && rt_fold_hash(world_block_hash(&blocks[i])) != last.block_hashes[i])
            return false;
    return true;
}

/* The ticks since `begin`, and the state that they lead to. */
static void write_ticks(const rt_black_box *box, rt_writer *writer, int64_t begin,
                        const world_machine *machine, void *state)
{
    for (int64_t tick = begin + 1; tick <= box->last; tick++) {
        const rt_tick one = rt_record_tick(record_of(box, tick), box->info->control_count);
        rt_writer_tick(writer, &one);
    }
    if (!at_last_tick(box, machine)) return;
    world_state_save(machine, state);
    rt_writer_state(writer, box->last, state, world_state_size(machine));
}

hl_status rt_black_box_write(const rt_black_box *box, const char *path, const world_machine *machine,
                             const rt_recording_ending *ending, char *why)
{
    int from;
    rt_writer writer;
    if (!choose_state(box, &from))
        return rt_set_error(HL_OUT_OF_MEMORY, why, "the state grew faster than its buffer");
    const int64_t begin = box->state_ticks[from];
    void *last_state = malloc(world_state_size(machine) + 1);
    if (!last_state) return rt_out_of_memory(why);
    hl_status status =
        rt_writer_begin(&writer, path, box->info, begin, box->states[from].data, box->state_sizes[from]);
    if (status == HL_OK) {
        write_ticks(box, &writer, begin, machine, last_state);
        rt_writer_end(&writer, ending);
        if (writer.failed) status = HL_IO_ERROR;
    }
    free(last_state);
    return status == HL_OK ? HL_OK : rt_set_error(status, why, "%s", writer.why);
}
