/* The black box. */
#include "black_box.h"

#include "hl/assert.h"
#include "recorder_record.h"
#include "recording_writer.h"

#include <stdio.h>
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
                          .state_ticks = {now, -1}};
    box->records = hl_arena_take(arena, (size_t)box->room, box->record_size);
    for (int i = 0; i < 2; i++) box->states[i] = hl_arena_take(arena, 1, (size_t)info->state_size + 1);
    if (!box->records || !box->states[0] || !box->states[1]) return HL_OUT_OF_MEMORY;
    world_state_save(machine, box->states[0]);
    return HL_OK;
}

static unsigned char *record_of(const rt_black_box *box, int64_t tick)
{
    return box->records + (size_t)(tick % box->room) * box->record_size;
}

void rt_black_box_tick(rt_black_box *box, const void *record, const world_machine *machine)
{
    const int64_t tick = ++box->last;
    memcpy(record_of(box, tick), record, rt_record_size(box->info->control_count, box->info->block_count));
    if ((tick - box->first) % box->keep != 0) return;
    box->newest = 1 - box->newest;
    box->state_ticks[box->newest] = tick;
    world_state_save(machine, box->states[box->newest]);
}

hl_status rt_black_box_write(const rt_black_box *box, const char *path, const world_machine *machine,
                             const rt_recording_ending *ending, char *why)
{
    const int older = box->state_ticks[1 - box->newest] >= 0 ? 1 - box->newest : box->newest;
    const int64_t begin = box->state_ticks[older];
    HL_ASSERT(box->last - begin <= box->room);
    void *last_state = malloc((size_t)box->info->state_size + 1);
    rt_writer writer;
    if (!last_state) {
        snprintf(why, RT_WHY_LENGTH, "%s", hl_status_text(HL_OUT_OF_MEMORY));
        return HL_OUT_OF_MEMORY;
    }
    hl_status status = rt_writer_begin(&writer, path, box->info, begin, box->states[older]);
    if (status == HL_OK) {
        for (int64_t tick = begin + 1; tick <= box->last; tick++) {
            const rt_tick one = rt_record_tick(record_of(box, tick), box->info->control_count);
            rt_writer_tick(&writer, &one);
        }
        world_state_save(machine, last_state);
        rt_writer_state(&writer, box->last, last_state);
        rt_writer_end(&writer, ending);
        if (writer.failed) status = HL_IO_ERROR;
    }
    free(last_state);
    if (status != HL_OK) snprintf(why, RT_WHY_LENGTH, "%s", writer.why);
    return status;
}
