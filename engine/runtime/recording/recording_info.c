/* The description of a machine in a recording. */
#include "recording_info.h"

#include <gnu/libc-version.h>
#include <stdio.h>

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
