/* Computing a recorded drive again. */
#include "rt/replay.h"

#include "recorder_info.h"
#include "recorder_record.h"
#include "recording_bytes.h"
#include "snapshot.h"
#include "terrain_out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rt_replay {
    hl_arena arena;
    rt_recording *recording;
    auth_machine *author;
    auth_scenario *scenario; /* NULL: none */
    world_machine *machine;
    int64_t tick;
    bool as_built;           /* the recorded start is the state that the texts build */
    void *state;             /* room for the largest that a saved state can be */
    double *signals;         /* room for all of them */
    rt_terrain_out *terrain; /* NULL: nobody looks at the sand */
    rt_difference difference;
};

/* ---- the world from the recording ---- */

/* The first complaint about a recorded text says it all: it was good once. */
static hl_status refuse(hl_status status, const hl_report *report, const char *what, char *why)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32] = "";
    if (report->count > 0) hl_report_line(report, 0, line, sizeof line);
    snprintf(why, RT_WHY_LENGTH, "the recorded %s is refused: %.440s", what,
             line[0] ? line : hl_status_text(status));
    return status;
}

static hl_status parse(rt_replay *r, const rt_recording_info *info, hl_report *report, char *why)
{
    const rt_text *text = &info->machine_text;
    if (!text->path) {
        snprintf(why, RT_WHY_LENGTH, "the recording has no machine file in it");
        return HL_BAD_INPUT;
    }
    hl_report_begin(report, text->path);
    hl_status status = auth_machine_parse_chosen(text->text, text->length, text->path, info->choices,
                                                 info->choice_count, &r->arena, &r->author, report);
    if (status != HL_OK) return refuse(status, report, "machine file", why);
    text = &info->scenario_text;
    if (!text->path) return HL_OK;
    hl_report_begin(report, text->path);
    status = auth_scenario_parse(text->text, text->length, text->path, &r->arena, &r->scenario, report);
    return status == HL_OK ? HL_OK : refuse(status, report, "scenario", why);
}

static const rt_text *find_text(const rt_recording_info *info, const char *path)
{
    for (int i = 0; i < info->text_count; i++)
        if (strcmp(info->texts[i].path, path) == 0) return &info->texts[i];
    return NULL;
}

/* The soils that the scenario names, from their recorded texts. */
static hl_status parse_soils(rt_replay *r, const rt_recording_info *info, hl_report *report, char *why)
{
    const int count = r->scenario && r->scenario->sand.present ? r->scenario->sand.soil_count : 0;
    for (int i = 0; i < count; i++) {
        auth_soil_file *file = &r->scenario->sand.soils[i];
        const rt_text *text = find_text(info, file->path);
        if (!text) {
            snprintf(why, RT_WHY_LENGTH, "the recording has no soil file '%.200s' in it", file->path);
            return HL_BAD_INPUT;
        }
        hl_report_begin(report, text->path);
        const hl_status status =
            auth_soil_parse(text->text, text->length, text->path, &r->arena, &file->soil, report);
        if (status != HL_OK) return refuse(status, report, "soil file", why);
    }
    return HL_OK;
}

static hl_status build(rt_replay *r, char *why)
{
    const rt_recording_info *info = rt_recording_about(r->recording);
    hl_report *reports = HL_NEW(&r->arena, hl_report, 2); /* too large for the stack */
    snprintf(why, RT_WHY_LENGTH, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (!reports) return HL_OUT_OF_MEMORY;
    hl_status status = parse(r, info, &reports[0], why);
    if (status == HL_OK) status = parse_soils(r, info, &reports[0], why);
    if (status != HL_OK) return status;
    hl_report_begin(&reports[0], info->machine_text.path);
    hl_report_begin(&reports[1], info->scenario_text.path ? info->scenario_text.path : "scenario");
    status = world_machine_build(r->author, r->scenario, &info->options, &r->arena, &reports[0], &reports[1],
                                 &r->machine);
    if (status == HL_OK) return HL_OK;
    const hl_report *told = hl_report_clean(&reports[0]) ? &reports[1] : &reports[0];
    return refuse(status, told, "world", why);
}

/* ---- refusals ---- */

static bool same_names(const rt_recording_info *a, const rt_recording_info *b, char *why)
{
    if (a->rigid_size != b->rigid_size || a->capacity != b->capacity || a->block_count != b->block_count ||
        a->control_count != b->control_count) {
        snprintf(why, RT_WHY_LENGTH,
                 "the recorded state has %d blocks of %" PRIu64 " to %" PRIu64
                 " bytes in all and %d controls; here machine '%s' "
                 "has %d blocks, %" PRIu64 " to %" PRIu64 " bytes, %d controls",
                 a->block_count, a->rigid_size, a->capacity, a->control_count, b->machine, b->block_count,
                 b->rigid_size, b->capacity, b->control_count);
        return false;
    }
    for (int i = 0; i < a->control_count; i++) {
        if (strcmp(a->controls[i], b->controls[i]) == 0) continue;
        snprintf(why, RT_WHY_LENGTH, "recorded control %d is '%.100s'; here it is '%.100s'", i + 1,
                 a->controls[i], b->controls[i]);
        return false;
    }
    for (int i = 0; i < a->block_count; i++) {
        if (strcmp(a->blocks[i].name, b->blocks[i].name) == 0 && a->blocks[i].size == b->blocks[i].size)
            continue;
        snprintf(why, RT_WHY_LENGTH,
                 "recorded state block %d is '%.100s' of %" PRIu64 " bytes; here it is '%.100s' of %" PRIu64,
                 i + 1, a->blocks[i].name, a->blocks[i].size, b->blocks[i].name, b->blocks[i].size);
        return false;
    }
    return true;
}

static bool same_machine(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    if (strcmp(recorded->machine, here->machine) != 0) {
        snprintf(why, RT_WHY_LENGTH,
                 "the recording is of machine '%.100s'; its own file builds '%.100s' here", recorded->machine,
                 here->machine);
        return false;
    }
    if (!same_names(recorded, here, why)) return false;
    if (recorded->model_hash == here->model_hash) return true;
    snprintf(why, RT_WHY_LENGTH,
             "machine '%.60s' was model %016" PRIx64
             " when it was recorded (%.60s); this program (%.60s) builds model "
             "%016" PRIx64 " of the same files: replay it with the program that recorded it",
             recorded->machine, recorded->model_hash, recorded->build, here->build, here->model_hash);
    return false;
}

static bool same_version(const rt_recording_info *recorded, const char *version, char *why)
{
    if (strcmp(recorded->version, version) == 0) return true;
    snprintf(
        why, RT_WHY_LENGTH,
        "recorded by headland %.60s; this is headland %.60s: replay it with the program that recorded it",
        recorded->version, version);
    return false;
}

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

static hl_status start(rt_replay *r, const char *version, char *why)
{
    const rt_recording_info *recorded = rt_recording_about(r->recording);
    if (!same_version(recorded, version, why)) return HL_BAD_INPUT;
    hl_status status = build(r, why);
    if (status != HL_OK) return status;
    rt_recording_info here = {0};
    status = rt_info_of(r->machine, &r->arena, &here);
    if (status == HL_OK && !same_machine(recorded, &here, why)) return HL_BAD_INPUT;
    if (status == HL_OK) {
        const uint64_t built = world_state_hash(r->machine);
        r->state = calloc(1, (size_t)recorded->capacity + 1); /* memory for what is used of it */
        r->signals = HL_NEW(&r->arena, double, world_signal_count(r->machine));
        status = r->state && r->signals ? go_to_state(r, 0) : HL_OUT_OF_MEMORY;
        r->as_built = status == HL_OK && world_state_hash(r->machine) == built;
    }
    if (status != HL_OK) snprintf(why, RT_WHY_LENGTH, "the start state: %s", hl_status_text(status));
    return status;
}

hl_status rt_replay_open(const char *path, const char *version, rt_replay **replay, char *why)
{
    *replay = NULL;
    rt_replay *r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(why, RT_WHY_LENGTH, "%s", hl_status_text(HL_OUT_OF_MEMORY));
        return HL_OUT_OF_MEMORY;
    }
    hl_status status = rt_recording_open(path, &r->recording, why);
    if (status == HL_OK) status = start(r, version, why);
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
    return replay->author;
}

const auth_scenario *rt_replay_scenario(const rt_replay *replay)
{
    return replay->scenario;
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
