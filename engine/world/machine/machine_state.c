/* The state of a machine as named blocks: saved, restored, hashed. The rigid ones lie flat in memory and have
 * constant sizes; the sand, the last, saves itself, at the size that it has. */
#include "machine_internal.h"

#include "hl/hash.h"

#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(drive_logic) % sizeof(double) == 0, "the control unit's state is doubles alone");
_Static_assert(sizeof(drive_inputs) % sizeof(double) == 0, "the driveline's inputs are doubles alone");
_Static_assert(sizeof(contact_memory) == (1 + 2 * CONTACT_MAX_POINTS) * sizeof(double),
               "no padding: it is hashed");
_Static_assert(sizeof(world_fault) % sizeof(double) == 0, "a fault is doubles alone");
_Static_assert(sizeof(mb_payload) % sizeof(double) == 0, "a payload is doubles alone");
_Static_assert(sizeof(terr_wheel_soil) % sizeof(double) == 0, "the soil under a tire is doubles alone");
_Static_assert(sizeof(terr_track_soil) % sizeof(double) == 0, "the soil under a track is doubles alone");

/* ---- blocks ---- */

static void add(world_machine *machine, const char *name, void *data, size_t size)
{
    if (size > 0) machine->blocks[machine->block_count++] = (world_block){name, data, size, NULL};
}

static void add_doubles(world_machine *machine, const char *name, double *data, int count)
{
    add(machine, name, data, (size_t)count * sizeof(double));
}

/* Its two flags have padding behind them, which may hold anything. */
static uint64_t medium_hash(const void *data)
{
    enum {
        LIMITS = offsetof(contact_medium, loaded) - offsetof(contact_medium, point),
        WRENCH = sizeof(contact_medium) - offsetof(contact_medium, load_point)
    };
    const contact_medium *medium = data;
    const uint64_t flags[2] = {medium->resists, medium->loaded};
    const uint64_t hash = hl_hash(hl_hash(HL_HASH_START, flags, sizeof flags), &medium->point, LIMITS);
    return hl_hash(hash, &medium->load_point, WRENCH);
}

static uint64_t sand_hash(const void *data)
{
    return terr_sand_hash(data);
}

/* What the sand's last step left for the machine's next one, and the sand itself. */
static void add_sand(world_machine *machine)
{
    for (int t = 0; t < machine->tool_count; t++)
        machine->blocks[machine->block_count++] = (world_block){
            machine->tools[t].author->name, &machine->media[t], sizeof machine->media[t], medium_hash};
    add(machine, "payloads", machine->payloads, (size_t)machine->tool_count * sizeof *machine->payloads);
    add(machine, "soil under the tires", machine->wheel_soils,
        (size_t)machine->wheel_count * sizeof *machine->wheel_soils);
    add(machine, "soil under the tracks", machine->track_soils,
        (size_t)machine->track_count * sizeof *machine->track_soils);
    machine->blocks[machine->block_count++] = (world_block){"sand", machine->sand, 0, sand_hash};
}

bool world_blocks_define(world_machine *machine, hl_arena *arena)
{
    enum { BLOCKS_BESIDE_LISTS = 24 };
    const world_mechanism *m = machine->mechanism;
    mb_state *s = m->state;
    const mb_counts counts = mb_model_counts(m->model);
    machine->blocks =
        HL_NEW(arena, world_block,
               BLOCKS_BESIDE_LISTS + m->circuit_count + machine->tool_count + WORLD_TRAINING_BLOCKS);
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
    add_doubles(machine, "controls before", machine->controls_before, machine->author->control_count);
    add_doubles(machine, "way of the controls", machine->travel, 1);
    if (machine->drive != NULL && machine->drive->alone)
        add(machine, "engine inputs", &machine->drive->inputs.engine, sizeof machine->drive->inputs.engine);
    if (machine->drive != NULL && !machine->drive->alone) {
        add(machine, "control unit", &machine->drive->logic, sizeof machine->drive->logic);
        add(machine, "driveline inputs", &machine->drive->inputs, sizeof machine->drive->inputs);
    }
    if (machine->author->engine.idle_delay > 0.0)
        add_doubles(machine, "auto idle", &machine->brakes.idle_rest, 1);
    add_doubles(machine, "times of the brakes", machine->brakes.closing, machine->author->brake_count);
    add_doubles(machine, "brakes", machine->brakes.capacities, machine->author->brake_count);
    for (int i = 0; i < m->circuit_count; i++)
        add_doubles(machine, m->circuits[i].author->def.name, m->circuits[i].hydraulics->commands,
                    m->circuits[i].hydraulics->command_count);
    add(machine, "approach speeds of contacts", machine->memories,
        (size_t)machine->hitter_count * sizeof *machine->memories);
    add(machine, "faults", machine->faults, (size_t)machine->author->fault_count * sizeof *machine->faults);
    if (machine->hits != NULL)
        machine->blocks[machine->block_count++] =
            (world_block){"hits", machine->hits, sizeof *machine->hits, world_hits_hash};
    if (machine->hits != NULL)
        add_doubles(machine, "hits of objects", machine->object_hits, machine->object_count);
    add_doubles(machine, "zones", machine->zone_masses, machine->zone_count);
    machine->block_count += world_training_blocks(machine, &machine->blocks[machine->block_count]);
    if (machine->sand != NULL) add_sand(machine);
    return true;
}

int world_state_blocks(const world_machine *machine, const world_block **blocks)
{
    *blocks = machine->blocks;
    return machine->block_count;
}

/* ---- without the sand ---- */

size_t world_rigid_state_size(const world_machine *machine)
{
    size_t size = 0;
    for (int i = 0; i < machine->block_count; i++) size += machine->blocks[i].size;
    return size;
}

void world_rigid_state_save(const world_machine *machine, void *to)
{
    unsigned char *at = to;
    for (int i = 0; i < machine->block_count; i++) {
        const world_block *block = &machine->blocks[i];
        if (block->size > 0) memcpy(at, block->data, block->size);
        at += block->size;
    }
}

void world_rigid_state_restore(world_machine *machine, const void *from)
{
    const unsigned char *at = from;
    machine->looked = false;
    for (int i = 0; i < machine->block_count; i++) {
        const world_block *block = &machine->blocks[i];
        if (block->size > 0) memcpy(block->data, at, block->size);
        at += block->size;
    }
}

/* ---- all of it: the sand behind the rigid blocks ---- */

size_t world_state_size(const world_machine *machine)
{
    const size_t sand = machine->sand == NULL ? 0 : terr_sand_state_size(machine->sand);
    return world_rigid_state_size(machine) + sand;
}

size_t world_state_capacity(const world_machine *machine)
{
    const size_t sand = machine->sand == NULL ? 0 : terr_sand_state_capacity(machine->sand);
    return world_rigid_state_size(machine) + sand;
}

void world_state_save(const world_machine *machine, void *to)
{
    unsigned char *at = to;
    world_rigid_state_save(machine, at);
    if (machine->sand != NULL) terr_sand_save(machine->sand, at + world_rigid_state_size(machine));
}

void world_state_restore(world_machine *machine, const void *from)
{
    const unsigned char *at = from;
    world_rigid_state_restore(machine, at);
    if (machine->sand != NULL) terr_sand_restore(machine->sand, at + world_rigid_state_size(machine));
}

/* Of the rigid blocks the contacts, the hits and the tasks alone have counts and indices. */
static bool counts_fit(const world_machine *machine, const void *from)
{
    const unsigned char *at = from;
    for (int i = 0; i < machine->block_count; i++) {
        const world_block *block = &machine->blocks[i];
        if (block->data == machine->memories && !world_contacts_fit(machine, at)) return false;
        if (block->data == machine->hits && !world_hits_fit(machine, at)) return false;
        if (!world_training_fits(machine, block->data, at)) return false;
        at += block->size;
    }
    return true;
}

bool world_state_fits(world_machine *machine, const void *from, size_t size)
{
    const size_t rigid = world_rigid_state_size(machine);
    if (size < rigid || !counts_fit(machine, from)) return false;
    if (machine->sand == NULL) return size == rigid;
    return terr_sand_fits(machine->sand, (const char *)from + rigid, size - rigid);
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
    for (int i = 0; i < machine->block_count; i++)
        hash = world_hash_join(hash, world_block_hash(&machine->blocks[i]));
    return hash;
}

uint64_t world_model_hash(const world_machine *machine)
{
    return machine->model_hash;
}
