/* The state of a world as named blocks: saved, restored, hashed. The rigid ones lie flat in memory and have
 * constant sizes; the sand, the last, saves itself, at the size that it has. */
#include "machine/machine.h"

#include "hl/hash.h"

#include <string.h>

/* ---- blocks ---- */

static void put(world *w, const world_block *block, const world_machine *machine, world_block_fits fits)
{
    if (block->size == 0 && block->hash == NULL) return;
    const int at = w->block_count++;
    if (w->blocks == NULL) return;
    w->blocks[at] = *block;
    w->checks[at] = (world_block_check){machine, fits};
}

void world_block_put(world_machine *machine, const char *name, void *data, size_t size,
                     uint64_t (*hash)(const void *), world_block_fits fits)
{
    put(machine->world, &(world_block){name, data, size, hash}, machine, fits);
}

static uint64_t sand_hash(const void *data)
{
    return terr_sand_hash(data);
}

static void put_all(world *w)
{
    w->block_count = 0;
    for (int i = 0; i < w->machine_count; i++) WORLD_EACH_PART(w->machines[i], blocks);
    if (w->site.sand != NULL) put(w, &(world_block){"sand", w->site.sand, 0, sand_hash}, NULL, NULL);
}

bool world_blocks_define(world *w, hl_arena *arena)
{
    put_all(w);
    w->blocks = HL_NEW(arena, world_block, w->block_count);
    w->checks = HL_NEW(arena, world_block_check, w->block_count);
    if (w->blocks == NULL || w->checks == NULL) return false;
    put_all(w);
    return true;
}

int world_state_blocks(const world_machine *machine, const world_block **blocks)
{
    *blocks = machine->world->blocks;
    return machine->world->block_count;
}

/* ---- without the sand ---- */

size_t world_rigid_state_size(const world_machine *machine)
{
    size_t size = 0;
    for (int i = 0; i < machine->world->block_count; i++) size += machine->world->blocks[i].size;
    return size;
}

void world_rigid_state_save(const world_machine *machine, void *to)
{
    unsigned char *at = to;
    for (int i = 0; i < machine->world->block_count; i++) {
        const world_block *block = &machine->world->blocks[i];
        if (block->size > 0) memcpy(at, block->data, block->size);
        at += block->size;
    }
}

void world_rigid_state_restore(world_machine *machine, const void *from)
{
    const unsigned char *at = from;
    for (int i = 0; i < machine->world->machine_count; i++) {
        machine->world->machines[i]->looked = machine->world->machines[i]->posed = false;
        machine->world->machines[i]->ground_noted = false;
    }
    for (int i = 0; i < machine->world->block_count; i++) {
        const world_block *block = &machine->world->blocks[i];
        if (block->size > 0) memcpy(block->data, at, block->size);
        at += block->size;
    }
}

/* ---- all of it: the sand behind the rigid blocks ---- */

size_t world_state_size(const world_machine *machine)
{
    const size_t sand = machine->site->sand == NULL ? 0 : terr_sand_state_size(machine->site->sand);
    return world_rigid_state_size(machine) + sand;
}

size_t world_state_capacity(const world_machine *machine)
{
    const size_t sand = machine->site->sand == NULL ? 0 : terr_sand_state_capacity(machine->site->sand);
    return world_rigid_state_size(machine) + sand;
}

void world_state_save(const world_machine *machine, void *to)
{
    unsigned char *at = to;
    world_rigid_state_save(machine, at);
    if (machine->site->sand != NULL)
        terr_sand_save(machine->site->sand, at + world_rigid_state_size(machine));
}

void world_state_restore(world_machine *machine, const void *from)
{
    const unsigned char *at = from;
    world_rigid_state_restore(machine, at);
    if (machine->site->sand != NULL)
        terr_sand_restore(machine->site->sand, at + world_rigid_state_size(machine));
}

static bool counts_fit(const world *w, const void *from)
{
    const unsigned char *at = from;
    for (int i = 0; i < w->block_count; i++) {
        const world_block_check *check = &w->checks[i];
        if (check->fits != NULL && !check->fits(check->machine, at)) return false;
        at += w->blocks[i].size;
    }
    return true;
}

bool world_state_fits(world_machine *machine, const void *from, size_t size)
{
    const size_t rigid = world_rigid_state_size(machine);
    if (size < rigid || !counts_fit(machine->world, from)) return false;
    if (machine->site->sand == NULL) return size == rigid;
    return terr_sand_fits(machine->site->sand, (const char *)from + rigid, size - rigid);
}

/* ---- hashes ---- */

uint64_t world_block_hash(const world_block *block)
{
    return block->hash != NULL ? block->hash(block->data) : hl_hash(HL_HASH_START, block->data, block->size);
}

uint64_t world_hash_join(uint64_t whole, uint64_t of_block)
{
    return hl_hash(whole, &of_block, sizeof of_block);
}

uint64_t world_state_hash(const world_machine *machine)
{
    uint64_t hash = HL_HASH_START;
    for (int i = 0; i < machine->world->block_count; i++)
        hash = world_hash_join(hash, world_block_hash(&machine->world->blocks[i]));
    return hash;
}

uint64_t world_model_hash(const world_machine *machine)
{
    return machine->world->model_hash;
}
