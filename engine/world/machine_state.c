/* The state of a machine as named blocks: saved, restored, hashed. Only numbers without padding stand in it.
 */
#include "machine_internal.h"

#include "hl/hash.h"

#include <string.h>

_Static_assert(sizeof(drive_logic) % sizeof(double) == 0, "the control unit's state is doubles alone");
_Static_assert(sizeof(drive_inputs) % sizeof(double) == 0, "the driveline's inputs are doubles alone");

static void add(world_machine *machine, const char *name, void *data, size_t size)
{
    if (size > 0) machine->blocks[machine->block_count++] = (world_block){name, data, size};
}

static void add_doubles(world_machine *machine, const char *name, double *data, int count)
{
    add(machine, name, data, (size_t)count * sizeof(double));
}

bool world_blocks_define(world_machine *machine, hl_arena *arena)
{
    enum { BLOCKS_BESIDE_CIRCUITS = 11 };
    const world_mechanism *m = machine->mechanism;
    mb_state *s = m->state;
    const mb_counts counts = mb_model_counts(m->model);
    machine->blocks = HL_NEW(arena, world_block, BLOCKS_BESIDE_CIRCUITS + m->circuit_count);
    if (machine->blocks == NULL) return false;
    add(machine, "tick", &s->tick, sizeof s->tick);
    add(machine, "time", &s->time, sizeof s->time);
    add_doubles(machine, "coordinates", s->q, counts.coordinates);
    add_doubles(machine, "velocities", s->v, counts.columns);
    add_doubles(machine, "accelerations", s->a, counts.columns);
    add_doubles(machine, "multipliers", s->lambda, counts.equations);
    add_doubles(machine, "pressures, bristles and other effort states", s->x, counts.effort_states);
    add_doubles(machine, "rates of the effort states", s->x_dot, counts.effort_states);
    add_doubles(machine, "controls", machine->controls, machine->author->control_count);
    if (machine->drive != NULL) {
        add(machine, "control unit", &machine->drive->logic, sizeof machine->drive->logic);
        add(machine, "driveline inputs", &machine->drive->inputs, sizeof machine->drive->inputs);
    }
    for (int i = 0; i < m->circuit_count; i++)
        add_doubles(machine, m->circuits[i].author->name, m->circuits[i].hydraulics->commands,
                    m->circuits[i].hydraulics->command_count);
    return true;
}

int world_state_blocks(const world_machine *machine, const world_block **blocks)
{
    *blocks = machine->blocks;
    return machine->block_count;
}

size_t world_state_size(const world_machine *machine)
{
    size_t size = 0;
    for (int i = 0; i < machine->block_count; i++) size += machine->blocks[i].size;
    return size;
}

void world_state_save(const world_machine *machine, void *to)
{
    unsigned char *at = to;
    for (int i = 0; i < machine->block_count; i++) {
        memcpy(at, machine->blocks[i].data, machine->blocks[i].size);
        at += machine->blocks[i].size;
    }
}

void world_state_restore(world_machine *machine, const void *from)
{
    const unsigned char *at = from;
    for (int i = 0; i < machine->block_count; i++) {
        memcpy(machine->blocks[i].data, at, machine->blocks[i].size);
        at += machine->blocks[i].size;
    }
}

uint64_t world_block_hash(const world_block *block)
{
    return hl_hash(HL_HASH_START, block->data, block->size);
}

uint64_t world_state_hash(const world_machine *machine)
{
    uint64_t hash = HL_HASH_START;
    for (int i = 0; i < machine->block_count; i++)
        hash = hl_hash(hash, machine->blocks[i].data, machine->blocks[i].size);
    return hash;
}

uint64_t world_model_hash(const world_machine *machine)
{
    return machine->model_hash;
}
