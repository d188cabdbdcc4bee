/* One tick in the format of the rings. */
#include "recorder_record.h"

#include "hl/hash.h"

#include <string.h>

enum { CONTROLS_AT = sizeof(int64_t) + sizeof(uint64_t) };

size_t rt_record_size(int controls, int blocks)
{
    return CONTROLS_AT + (size_t)controls * sizeof(double) + (size_t)blocks * sizeof(uint16_t);
}

uint16_t rt_fold_hash(uint64_t hash)
{
    return (uint16_t)((hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) & UINT16_MAX);
}

void rt_record_take(void *record, const world_machine *machine)
{
    const int controls = world_control_count(machine);
    const world_block *blocks;
    const int block_count = world_state_blocks(machine, &blocks);
    const int64_t tick = world_machine_tick(machine);
    uint64_t whole = HL_HASH_START;
    unsigned char *bytes = (unsigned char *)record + CONTROLS_AT;
    for (int i = 0; i < controls; i++, bytes += sizeof(double)) {
        const double value = world_control_get(machine, i);
        memcpy(bytes, &value, sizeof value);
    }
    for (int i = 0; i < block_count; i++, bytes += sizeof(uint16_t)) {
        const uint64_t hash = world_block_hash(&blocks[i]);
        const uint16_t folded = rt_fold_hash(hash);
        whole = world_hash_join(whole, hash);
        memcpy(bytes, &folded, sizeof folded);
    }
    memcpy(record, &tick, sizeof tick);
    memcpy((unsigned char *)record + sizeof tick, &whole, sizeof whole);
}

rt_tick rt_record_tick(const void *record, int controls)
{
    rt_tick tick;
    const unsigned char *bytes = record;
    memcpy(&tick.tick, bytes, sizeof tick.tick);
    memcpy(&tick.state_hash, bytes + sizeof tick.tick, sizeof tick.state_hash);
    bytes += CONTROLS_AT;
    tick.controls = (const double *)(const void *)bytes;
    bytes += (size_t)controls * sizeof(double);
    tick.block_hashes = (const uint16_t *)(const void *)bytes;
    return tick;
}
