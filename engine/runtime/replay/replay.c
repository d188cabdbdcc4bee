/* Replay: the world is built from the recorded texts and compared with the recorded states. */
#include "rt/replay.h"

#include "recording/recording_writer.h"
#include "rt/recording.h"
#include "session/session_output.h"
#include "world/machine.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The world of a recording, built from its texts. */

typedef struct rt_replay_world {
    auth_machine *author;
    auth_scenario *scenario; /**< NULL: none */
    world_machine *machine;
} rt_replay_world;

/* ---- the world of a recording ---- */

/* ---- texts ---- */

/* The first message about a recorded text is enough: it was valid when recorded. */
static hl_status refuse_text(hl_status status, const hl_report *report, const char *what, char *why)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32] = "";
    if (report->count > 0) hl_report_line(report, 0, line, sizeof line);
    return rt_set_error(status, why, "the recorded %s is refused: %.440s", what,
                        line[0] ? line : hl_status_text(status));
}

static hl_status parse_machine(const rt_recording_info *info, hl_arena *arena, rt_replay_world *world,
                               hl_report *report, char *why)
{
    const rt_text *text = &info->machine_text;
    if (!text->path) return rt_set_error(HL_BAD_INPUT, why, "the recording contains no machine file");
    hl_report_begin(report, text->path);
    const hl_status status = auth_machine_parse_chosen(text->text, text->length, text->path, info->choices,
                                                       info->choice_count, arena, &world->author, report);
    return status == HL_OK ? HL_OK : refuse_text(status, report, "machine file", why);
}

static hl_status parse_scenario(const rt_recording_info *info, hl_arena *arena, rt_replay_world *world,
                                hl_report *report, char *why)
{
    const rt_text *text = &info->scenario_text;
    if (!text->path) return HL_OK;
    hl_report_begin(report, text->path);
    const hl_status status =
        auth_scenario_parse(text->text, text->length, text->path, arena, &world->scenario, report);
    return status == HL_OK ? HL_OK : refuse_text(status, report, "scenario", why);
}

static const rt_text *find_text(const rt_recording_info *info, const char *path)
{
    for (int i = 0; i < info->text_count; i++)
        if (strcmp(info->texts[i].path, path) == 0) return &info->texts[i];
    return NULL;
}

/* A soil, mesh or other machine of the scenario; NULL after a message. */
static const rt_text *find_named(const rt_recording_info *info, const char *path, const char *what, char *why)
{
    const rt_text *text = find_text(info, path);
    if (!text)
        rt_set_error(HL_BAD_INPUT, why, "the recording does not contain the %s file '%.200s'", what, path);
    return text;
}

/* The soils that the scenario names, from their recorded texts. */
static hl_status parse_soils(const rt_recording_info *info, hl_arena *arena, const rt_replay_world *world,
                             hl_report *report, char *why)
{
    const int count = world->scenario && world->scenario->sand.present ? world->scenario->sand.soil_count : 0;
    for (int i = 0; i < count; i++) {
        auth_soil_file *file = &world->scenario->sand.soils[i];
        const rt_text *text = find_named(info, file->path, "soil", why);
        if (!text) return HL_BAD_INPUT;
        hl_report_begin(report, text->path);
        const hl_status status =
            auth_soil_parse(text->text, text->length, text->path, arena, &file->soil, report);
        if (status != HL_OK) return refuse_text(status, report, "soil file", why);
    }
    return HL_OK;
}

/* The mesh of the scenario's ground, from its recorded bytes. */
static hl_status parse_mesh(const rt_recording_info *info, hl_arena *arena, const rt_replay_world *world,
                            hl_report *report, char *why)
{
    auth_ground *ground = world->scenario == NULL ? NULL : &world->scenario->ground;
    if (ground == NULL || ground->kind != AUTH_GROUND_MESH) return HL_OK;
    const rt_text *text = find_named(info, ground->file, "mesh", why);
    if (!text) return HL_BAD_INPUT;
    const hl_status status =
        auth_mesh_parse(text->text, text->length, text->path, arena, &ground->mesh, report);
    return status == HL_OK ? HL_OK : refuse_text(status, report, "mesh file", why);
}

/* A type of objects: by its path, which depends on where headland is installed, or by its name. */
static const rt_text *find_type(const rt_recording_info *info, const auth_object_file *file, char *why)
{
    const rt_text *text = find_text(info, file->path);
    char ending[RT_WHY_LENGTH];
    snprintf(ending, sizeof ending, "/objects/%.200s.yaml", file->name);
    for (int i = 0; i < info->text_count && !text; i++) {
        const size_t length = strlen(info->texts[i].path), tail = strlen(ending);
        if (length >= tail && strcmp(info->texts[i].path + length - tail, ending) == 0)
            text = &info->texts[i];
    }
    return text ? text : find_named(info, file->path, "object", why);
}

static hl_status parse_types(const rt_recording_info *info, hl_arena *arena, const rt_replay_world *world,
                             hl_report *report, char *why)
{
    for (int i = 0; world->scenario && i < world->scenario->object_type_count; i++) {
        auth_object_file *file = &world->scenario->object_types[i];
        const rt_text *text = find_type(info, file, why);
        if (!text) return HL_BAD_INPUT;
        hl_report_begin(report, text->path);
        const hl_status status =
            auth_object_type_parse(text->text, text->length, text->path, arena, &file->type, report);
        if (status != HL_OK) return refuse_text(status, report, "object file", why);
    }
    if (!world->scenario) return HL_OK;
    const hl_status status = auth_scenario_complete_objects(world->scenario, arena, report);
    return status == HL_OK ? HL_OK : refuse_text(status, report, "scenario", why);
}

/* The other machines.
 * @param files  out: [auth_scenario_others] */
static hl_status parse_others(const rt_recording_info *info, hl_arena *arena, const auth_scenario *scenario,
                              hl_report *report, world_file *files, char *why)
{
    for (int i = 0; i < auth_scenario_others(scenario); i++) {
        const rt_text *text = find_named(info, auth_scenario_other(scenario, i)->machine, "machine", why);
        auth_machine *author = NULL;
        if (!text) return HL_BAD_INPUT;
        hl_report_begin(report, text->path);
        const hl_status status =
            auth_machine_parse_chosen(text->text, text->length, text->path, NULL, 0, arena, &author, report);
        if (status != HL_OK) return refuse_text(status, report, "machine file", why);
        files[i] = (world_file){author, report};
    }
    return HL_OK;
}

/* Implements, and the machines joined with them. */
static hl_status join_implements(const rt_recording_info *info, hl_arena *arena, rt_replay_world *world,
                                 hl_report *report, world_file *files, char *why)
{
    const auth_scenario *scenario = world->scenario;
    auth_machine *implements[AUTH_MAX_IMPLEMENTS] = {NULL}, *joined;
    hl_status status = HL_OK;
    if (scenario == NULL || scenario->implement_count == 0) return HL_OK;
    for (int i = 0; i < scenario->implement_count; i++) {
        const rt_text *text = find_named(info, scenario->implements[i].file, "implement", why);
        if (!text) return HL_BAD_INPUT;
        hl_report_begin(report, text->path);
        status = auth_machine_parse_chosen(text->text, text->length, text->path, NULL, 0, arena,
                                           &implements[i], report);
        if (status != HL_OK) return refuse_text(status, report, "implement file", why);
    }
    hl_report_begin(report, info->scenario_text.path);
    for (int i = 0; i <= auth_scenario_others(scenario) && status == HL_OK; i++) {
        const char *name = i == 0 ? NULL : auth_scenario_other(scenario, i - 1)->name;
        status = auth_scenario_join(scenario, name, files[i].author, implements, arena, report, &joined);
        if (joined != NULL) files[i].author = joined;
    }
    return status == HL_OK ? HL_OK : refuse_text(status, report, "scenario", why);
}

/* ---- the machine ---- */

static hl_status build_machine(const rt_recording_info *info, hl_arena *arena, rt_replay_world *world,
                               char *why)
{
    hl_report *reports = HL_NEW(arena, hl_report, 2); /* too large for the stack */
    if (!reports) return rt_out_of_memory(why);
    hl_status status = parse_machine(info, arena, world, &reports[0], why);
    if (status == HL_OK) status = parse_scenario(info, arena, world, &reports[0], why);
    if (status == HL_OK) status = parse_soils(info, arena, world, &reports[0], why);
    if (status == HL_OK) status = parse_mesh(info, arena, world, &reports[0], why);
    if (status == HL_OK) status = parse_types(info, arena, world, &reports[0], why);
    world_file files[AUTH_MAX_MACHINES] = {{world->author, &reports[0]}};
    if (status == HL_OK) status = parse_others(info, arena, world->scenario, &reports[0], &files[1], why);
    if (status == HL_OK) status = join_implements(info, arena, world, &reports[0], files, why);
    if (status != HL_OK) return status;
    hl_report_begin(&reports[0], info->machine_text.path);
    hl_report_begin(&reports[1], info->scenario_text.path ? info->scenario_text.path : "scenario");
    status = world_build(files, world->scenario, &info->options, arena, &reports[1], &world->machine);
    if (status == HL_OK) return HL_OK;
    const hl_report *told = hl_report_clean(&reports[0]) ? &reports[1] : &reports[0];
    return refuse_text(status, told, "world", why);
}

/* ---- comparison ---- */

static hl_status check_version(const rt_recording_info *recorded, const char *version, char *why)
{
    if (strcmp(recorded->version, version) == 0) return HL_OK;
    return rt_set_error(
        HL_BAD_INPUT, why,
        "recorded by headland %.60s; this is headland %.60s: replay it with the program that recorded it",
        recorded->version, version);
}

static hl_status check_sizes(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    if (recorded->rigid_size == here->rigid_size && recorded->capacity == here->capacity &&
        recorded->block_count == here->block_count && recorded->control_count == here->control_count)
        return HL_OK;
    return rt_set_error(HL_BAD_INPUT, why,
                        "the recorded state has %d blocks of %" PRIu64 " to %" PRIu64
                        " bytes in all and %d controls; here machine '%s' has %d blocks, %" PRIu64
                        " to %" PRIu64 " bytes, %d controls",
                        recorded->block_count, recorded->rigid_size, recorded->capacity,
                        recorded->control_count, here->machine, here->block_count, here->rigid_size,
                        here->capacity, here->control_count);
}

static hl_status check_controls(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    for (int i = 0; i < recorded->control_count; i++)
        if (strcmp(recorded->controls[i], here->controls[i]) != 0)
            return rt_set_error(HL_BAD_INPUT, why, "recorded control %d is '%.100s'; here it is '%.100s'",
                                i + 1, recorded->controls[i], here->controls[i]);
    return HL_OK;
}

static hl_status check_blocks(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    for (int i = 0; i < recorded->block_count; i++) {
        const rt_block_info *then = &recorded->blocks[i], *now = &here->blocks[i];
        if (strcmp(then->name, now->name) != 0 || then->size != now->size)
            return rt_set_error(HL_BAD_INPUT, why,
                                "recorded state block %d is '%.100s' of %" PRIu64
                                " bytes; here it is '%.100s' of %" PRIu64,
                                i + 1, then->name, then->size, now->name, now->size);
    }
    return HL_OK;
}

static hl_status check_model(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    if (recorded->model_hash == here->model_hash) return HL_OK;
    return rt_set_error(HL_BAD_INPUT, why,
                        "machine '%.60s' was model %016" PRIx64
                        " when it was recorded (%.60s); this program (%.60s) builds model %016" PRIx64
                        " from the same files: replay it with the program that recorded it",
                        recorded->machine, recorded->model_hash, recorded->build, here->build,
                        here->model_hash);
}

static hl_status check_machine(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    if (strcmp(recorded->machine, here->machine) != 0)
        return rt_set_error(HL_BAD_INPUT, why,
                            "the recording is of machine '%.100s'; its own file builds '%.100s' here",
                            recorded->machine, here->machine);
    hl_status status = check_sizes(recorded, here, why);
    if (status == HL_OK) status = check_controls(recorded, here, why);
    if (status == HL_OK) status = check_blocks(recorded, here, why);
    return status == HL_OK ? check_model(recorded, here, why) : status;
}

/* ---- all ---- */

static hl_status build_world(const rt_recording_info *recorded, const char *version, hl_arena *arena,
                             rt_replay_world *world, char *why)
{
    rt_recording_info here = {0};
    hl_status status = check_version(recorded, version, why);
    if (status == HL_OK) status = build_machine(recorded, arena, world, why);
    if (status != HL_OK) return status;
    status = rt_info_of(world->machine, arena, &here);
    return status == HL_OK ? check_machine(recorded, &here, why) : rt_out_of_memory(why);
}

/* ---- replays ---- */

/* Computing a recorded drive again. */

struct rt_replay {
    hl_arena arena;
    rt_recording *recording;
    rt_replay_world world;
    world_machine *machine; /* the world's */
    int64_t tick;
    bool as_built;           /* the recorded start equals the state built from the texts */
    void *state;             /* room for the largest saved state */
    double *signals;         /* room for all of them */
    rt_terrain_out *terrain; /* NULL: no reader of the sand */
    rt_difference difference;
};

/* ---- open and close ---- */

/* The room fits any state of the recording. */
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

/* Restore the start state and allocate memory. */
static hl_status start(rt_replay *r, char *why)
{
    const uint64_t built = world_state_hash(r->machine);
    const uint64_t capacity = rt_recording_about(r->recording)->capacity;
    r->state = calloc(1, (size_t)capacity + 1); /* only used pages take memory */
    r->signals = HL_NEW(&r->arena, double, world_signal_count(r->machine));
    const hl_status status = r->state && r->signals ? go_to_state(r, 0) : HL_OUT_OF_MEMORY;
    if (status != HL_OK) return rt_set_error(status, why, "the start state: %s", hl_status_text(status));
    r->as_built = world_state_hash(r->machine) == built;
    return HL_OK;
}

static hl_status open_recording(rt_replay *r, const char *path, const char *version, char *why)
{
    hl_status status = rt_recording_open(path, &r->recording, why);
    if (status == HL_OK)
        status = build_world(rt_recording_about(r->recording), version, &r->arena, &r->world, why);
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

void rt_replay_publish(rt_replay *replay, xch_snapshot *snapshot)
{
    world_machine_evaluate_signals(replay->machine, replay->signals);
    snapshot_of(replay->machine, replay->signals, snapshot);
    if (!replay->terrain) return;
    rt_terrain_out_queue_changes(replay->terrain, INT32_MAX);
    (void)rt_terrain_out_tiles(replay->terrain, RT_TILES_WAITING);
    rt_terrain_out_grains(replay->terrain, replay->tick);
    rt_terrain_out_heaps(replay->terrain, replay->tick);
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

bool rt_replay_starts_as_built(const rt_replay *r)
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

/* Unchanged controls are not set, as when it was recorded. */
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

/* A step also fails if a signal after it is not finite. */
static hl_status finite_signals(rt_replay *r)
{
    const int count = world_signal_count(r->machine);
    world_machine_evaluate_signals(r->machine, r->signals);
    for (int i = 0; i < count; i++)
        if (!isfinite(r->signals[i])) return HL_NOT_FINITE;
    return HL_OK;
}

/* A recorded failure after the last tick must occur here too, with the same status. The world stays at the
 * last tick. */
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
