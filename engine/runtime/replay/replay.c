/* Computing a recorded drive again. */
#include "rt/replay.h"

#include "recording/recorder_record.h"
#include "recording/recording_bytes.h"
#include "recording/refuse.h"
#include "replay_world.h"
#include "session/snapshot.h"
#include "session/terrain_out.h"

#include <math.h>
#include <stdlib.h>

struct rt_replay {
    hl_arena arena;
    rt_recording *recording;
    rt_replay_world world;
    world_machine *machine; /* the world's */
    int64_t tick;
    bool as_built;           /* the recorded start is the state that the texts build */
    void *state;             /* room for the largest that a saved state can be */
    double *signals;         /* room for all of them */
    rt_terrain_out *terrain; /* NULL: nobody looks at the sand */
    rt_difference difference;
};

/* ---- open and close ---- */

/* The room takes any state of the recording, which has said how large they can be. */
static hl_status go_to_state(rt_replay *r, int index)
{
    const hl_status status = rt_recording_state(r->recording, index, r->state);
    if (status != HL_OK) return status;
    if (!world_state_fits(r->machine, r->state, rt_recording_state_size(r->recording, index)))
        return HL_BAD_INPUT;
    world_state_restore(r->machine, r->state);
    r->tick = rt_recording_state_tick(r->recording, index);
    return HL_OK;
}

/* To the start state, with memory for what comes. */
static hl_status start(rt_replay *r, char *why)
{
    const uint64_t built = world_state_hash(r->machine);
    const uint64_t capacity = rt_recording_about(r->recording)->capacity;
    r->state = calloc(1, (size_t)capacity + 1); /* memory for what is used of it */
    r->signals = HL_NEW(&r->arena, double, world_signal_count(r->machine));
    const hl_status status = r->state && r->signals ? go_to_state(r, 0) : HL_OUT_OF_MEMORY;
    if (status != HL_OK) return rt_refuse(status, why, "the start state: %s", hl_status_text(status));
    r->as_built = world_state_hash(r->machine) == built;
    return HL_OK;
}

static hl_status open_recording(rt_replay *r, const char *path, const char *version, char *why)
{
    hl_status status = rt_recording_open(path, &r->recording, why);
    if (status == HL_OK)
        status = rt_replay_build(rt_recording_about(r->recording), version, &r->arena, &r->world, why);
    if (status != HL_OK) return status;
    r->machine = r->world.machine;
    return start(r, why);
}

hl_status rt_replay_open(const char *path, const char *version, rt_replay **replay, char *why)
{
    *replay = NULL;
    rt_replay *r = calloc(1, sizeof *r);
    if (!r) return rt_out_of_memory(why);
    const hl_status status = open_recording(r, path, version, why);
    if (status == HL_OK)
        *replay = r;
    else
        rt_replay_close(r);
    return status;
}

void rt_replay_close(rt_replay *replay)
{
    if (!replay) return;
    rt_recording_close(replay->recording);
    free(replay->state);
    hl_arena_free(&replay->arena);
    free(replay);
}

world_machine *rt_replay_machine(rt_replay *replay)
{
    return replay->machine;
}

const auth_machine *rt_replay_author(const rt_replay *replay)
{
    return replay->world.author;
}

const auth_scenario *rt_replay_scenario(const rt_replay *replay)
{
    return replay->world.scenario;
}

void rt_replay_look(rt_replay *replay, xch_snapshot *snapshot)
{
    world_machine_signals(replay->machine, replay->signals);
    snapshot_of(replay->machine, replay->signals, snapshot);
    if (!replay->terrain) return;
    rt_terrain_out_look(replay->terrain, INT32_MAX);
    (void)rt_terrain_out_tiles(replay->terrain, RT_TILES_WAITING);
    rt_terrain_out_grains(replay->terrain, replay->tick);
}

bool rt_replay_add_terrain_reader(rt_replay *replay, double x, double y, xch_terrain *terrain)
{
    terr_sand *sand = world_machine_sand(replay->machine);
    if (!sand || replay->terrain) return false;
    replay->terrain = rt_terrain_out_new(sand, x, y, &replay->arena);
    if (!replay->terrain) return false;
    *terrain = replay->terrain->to;
    return true;
}

bool rt_replay_as_built(const rt_replay *r)
{
    return r->as_built;
}

const rt_recording *rt_replay_recording(const rt_replay *replay)
{
    return replay->recording;
}

rt_difference rt_replay_difference(const rt_replay *replay)
{
    return replay->difference;
}

/* ---- steps ---- */

/* Controls that stand as they did are not touched, as they were not then. */
static void feed(world_machine *machine, const double *controls, int count)
{
    for (int i = 0; i < count; i++)
        if (!rt_same_bits(world_control_get(machine, i), controls[i]))
            world_control_set(machine, i, controls[i]);
}

static rt_replay_result differ(rt_replay *r, const rt_tick *recorded, hl_status status)
{
    const world_block *blocks;
    const int count = world_state_blocks(r->machine, &blocks);
    r->difference = (rt_difference){.tick = recorded->tick, .status = status};
    for (int i = 0; i < count && status == HL_OK; i++) {
        if (rt_fold_hash(world_block_hash(&blocks[i])) == recorded->block_hashes[i]) continue;
        if (!r->difference.block) r->difference.block = blocks[i].name;
        r->difference.blocks++;
    }
    return RT_REPLAY_DIFFERS;
}

/* A step may also be said to have failed because a signal of its end was not finite. */
static hl_status finite_signals(rt_replay *r)
{
    const int count = world_signal_count(r->machine);
    world_machine_signals(r->machine, r->signals);
    for (int i = 0; i < count; i++)
        if (!isfinite(r->signals[i])) return HL_NOT_FINITE;
    return HL_OK;
}

/* Behind the last tick there may be a step that failed: it must fail here too, for the same reason. The world
 * stays at the last tick. */
static rt_replay_result step_that_failed(rt_replay *r)
{
    const rt_recording_ending ending = rt_recording_how_ended(r->recording);
    if (ending.end != RT_END_FAILED) return RT_REPLAY_END;
    world_state_save(r->machine, r->state);
    feed(r->machine, ending.controls, rt_recording_about(r->recording)->control_count);
    hl_status status = world_machine_step(r->machine);
    if (status == HL_OK) status = finite_signals(r);
    world_state_restore(r->machine, r->state);
    if (status == ending.status) return RT_REPLAY_END;
    r->difference = (rt_difference){.tick = r->tick + 1, .status = status};
    return RT_REPLAY_DIFFERS;
}

rt_replay_result rt_replay_step(rt_replay *r)
{
    rt_tick recorded;
    if (r->tick >= rt_recording_last(r->recording)) return step_that_failed(r);
    const hl_status read = rt_recording_tick(r->recording, r->tick + 1, &recorded);
    if (read != HL_OK) {
        r->difference = (rt_difference){.tick = r->tick + 1, .status = read};
        return RT_REPLAY_BROKEN;
    }
    feed(r->machine, recorded.controls, rt_recording_about(r->recording)->control_count);
    const hl_status status = world_machine_step(r->machine);
    if (status != HL_OK) return differ(r, &recorded, status);
    r->tick++;
    return world_state_hash(r->machine) == recorded.state_hash ? RT_REPLAY_OK : differ(r, &recorded, HL_OK);
}

/* The last saved state that is not after `tick`. */
static int state_before(const rt_recording *recording, int64_t tick)
{
    int index = rt_recording_states(recording) - 1;
    while (index > 0 && rt_recording_state_tick(recording, index) > tick) index--;
    return index;
}

rt_replay_result rt_replay_seek(rt_replay *r, int64_t tick)
{
    if (tick < rt_recording_first(r->recording) || tick > rt_recording_last(r->recording))
        return RT_REPLAY_END;
    const int index = state_before(r->recording, tick);
    if (tick < r->tick || r->tick < rt_recording_state_tick(r->recording, index)) {
        const hl_status status = go_to_state(r, index);
        if (status != HL_OK) {
            r->difference = (rt_difference){.tick = tick, .status = status};
            return RT_REPLAY_BROKEN;
        }
    }
    rt_replay_result result = RT_REPLAY_OK;
    while (result == RT_REPLAY_OK && r->tick < tick) result = rt_replay_step(r);
    return result;
}
