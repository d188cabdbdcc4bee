/* One tick in the format of the rings. */
#include "recorder_record.h"

#include "hl/hash.h"

#include <gnu/libc-version.h>
#include <stdio.h>
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

void rt_record_fill(void *record, const world_machine *machine)
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

/* ---- information about the machine ---- */

/* The description of a machine in a recording. */

#if defined(__clang__)
#define COMPILER "clang "
#else
#define COMPILER "gcc "
#endif
#if defined(HEADLAND_ARCH)
#define PROCESSOR HEADLAND_ARCH
#else
#define PROCESSOR "compiler's default processor"
#endif
#if defined(NDEBUG)
#define ASSERTS ""
#else
#define ASSERTS ", asserts"
#endif

void rt_build_text(char *text)
{
    snprintf(text, RT_BUILD_LENGTH, "%s, C library %s", COMPILER __VERSION__ ", " PROCESSOR ASSERTS,
             gnu_get_libc_version());
}

hl_status rt_info_of(const world_machine *machine, hl_arena *arena, rt_recording_info *info)
{
    const world_block *blocks;
    char *build = HL_NEW(arena, char, RT_BUILD_LENGTH);
    if (!build) return HL_OUT_OF_MEMORY;
    rt_build_text(build);
    info->build = build;
    info->machine = world_machine_name(machine);
    info->model_hash = world_model_hash(machine);
    info->rigid_size = world_rigid_state_size(machine);
    info->capacity = world_state_capacity(machine);
    info->control_count = world_control_count(machine);
    info->block_count = world_state_blocks(machine, &blocks);
    info->controls = HL_NEW(arena, const char *, info->control_count);
    info->blocks = HL_NEW(arena, rt_block_info, info->block_count);
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < info->control_count; i++) info->controls[i] = world_control_info(machine, i).name;
    for (int i = 0; i < info->block_count; i++)
        info->blocks[i] = (rt_block_info){.name = blocks[i].name, .size = blocks[i].size};
    return HL_OK;
}
