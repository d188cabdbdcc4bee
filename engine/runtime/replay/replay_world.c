/* The world of a recording: built from its texts, and compared with the recorded states. */
#include "replay_world.h"

#include "recording/recording_info.h"
#include "recording/refuse.h"

#include <inttypes.h>
#include <string.h>

/* ---- texts ---- */

/* The first complaint about a recorded text says it all: it was good once. */
static hl_status refuse_text(hl_status status, const hl_report *report, const char *what, char *why)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32] = "";
    if (report->count > 0) hl_report_line(report, 0, line, sizeof line);
    return rt_refuse(status, why, "the recorded %s is refused: %.440s", what,
                     line[0] ? line : hl_status_text(status));
}

static hl_status parse_machine(const rt_recording_info *info, hl_arena *arena, rt_replay_world *world,
                               hl_report *report, char *why)
{
    const rt_text *text = &info->machine_text;
    if (!text->path) return rt_refuse(HL_BAD_INPUT, why, "the recording contains no machine file");
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

/* A file that the scenario names beside its machine; NULL after a refusal. */
static const rt_text *find_named(const rt_recording_info *info, const char *path, const char *what, char *why)
{
    const rt_text *text = find_text(info, path);
    if (!text)
        rt_refuse(HL_BAD_INPUT, why, "the recording does not contain the %s file '%.200s'", what, path);
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

/* The machines beside the driven one.
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

/* ---- the machine ---- */

static hl_status build_machine(const rt_recording_info *info, hl_arena *arena, rt_replay_world *world,
                               char *why)
{
    hl_report *reports = HL_NEW(arena, hl_report, 2); /* too large for the stack */
    if (!reports) return rt_out_of_memory(why);
    hl_status status = parse_machine(info, arena, world, &reports[0], why);
    if (status == HL_OK) status = parse_scenario(info, arena, world, &reports[0], why);
    if (status == HL_OK) status = parse_soils(info, arena, world, &reports[0], why);
    world_file files[AUTH_MAX_MACHINES] = {{world->author, &reports[0]}};
    if (status == HL_OK) status = parse_others(info, arena, world->scenario, &reports[0], &files[1], why);
    if (status != HL_OK) return status;
    hl_report_begin(&reports[0], info->machine_text.path);
    hl_report_begin(&reports[1], info->scenario_text.path ? info->scenario_text.path : "scenario");
    status = world_build(files, world->scenario, &info->options, arena, &reports[1], &world->machine);
    if (status == HL_OK) return HL_OK;
    const hl_report *told = hl_report_clean(&reports[0]) ? &reports[1] : &reports[0];
    return refuse_text(status, told, "world", why);
}

/* ---- is it the same? ---- */

static hl_status check_version(const rt_recording_info *recorded, const char *version, char *why)
{
    if (strcmp(recorded->version, version) == 0) return HL_OK;
    return rt_refuse(
        HL_BAD_INPUT, why,
        "recorded by headland %.60s; this is headland %.60s: replay it with the program that recorded it",
        recorded->version, version);
}

static hl_status check_sizes(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    if (recorded->rigid_size == here->rigid_size && recorded->capacity == here->capacity &&
        recorded->block_count == here->block_count && recorded->control_count == here->control_count)
        return HL_OK;
    return rt_refuse(HL_BAD_INPUT, why,
                     "the recorded state has %d blocks of %" PRIu64 " to %" PRIu64
                     " bytes in all and %d controls; here machine '%s' has %d blocks, %" PRIu64 " to %" PRIu64
                     " bytes, %d controls",
                     recorded->block_count, recorded->rigid_size, recorded->capacity, recorded->control_count,
                     here->machine, here->block_count, here->rigid_size, here->capacity, here->control_count);
}

static hl_status check_controls(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    for (int i = 0; i < recorded->control_count; i++)
        if (strcmp(recorded->controls[i], here->controls[i]) != 0)
            return rt_refuse(HL_BAD_INPUT, why, "recorded control %d is '%.100s'; here it is '%.100s'", i + 1,
                             recorded->controls[i], here->controls[i]);
    return HL_OK;
}

static hl_status check_blocks(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    for (int i = 0; i < recorded->block_count; i++) {
        const rt_block_info *then = &recorded->blocks[i], *now = &here->blocks[i];
        if (strcmp(then->name, now->name) != 0 || then->size != now->size)
            return rt_refuse(HL_BAD_INPUT, why,
                             "recorded state block %d is '%.100s' of %" PRIu64
                             " bytes; here it is '%.100s' of %" PRIu64,
                             i + 1, then->name, then->size, now->name, now->size);
    }
    return HL_OK;
}

static hl_status check_model(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    if (recorded->model_hash == here->model_hash) return HL_OK;
    return rt_refuse(HL_BAD_INPUT, why,
                     "machine '%.60s' was model %016" PRIx64
                     " when it was recorded (%.60s); this program (%.60s) builds model %016" PRIx64
                     " from the same files: replay it with the program that recorded it",
                     recorded->machine, recorded->model_hash, recorded->build, here->build, here->model_hash);
}

static hl_status check_machine(const rt_recording_info *recorded, const rt_recording_info *here, char *why)
{
    if (strcmp(recorded->machine, here->machine) != 0)
        return rt_refuse(HL_BAD_INPUT, why,
                         "the recording is of machine '%.100s'; its own file builds '%.100s' here",
                         recorded->machine, here->machine);
    hl_status status = check_sizes(recorded, here, why);
    if (status == HL_OK) status = check_controls(recorded, here, why);
    if (status == HL_OK) status = check_blocks(recorded, here, why);
    return status == HL_OK ? check_model(recorded, here, why) : status;
}

/* ---- the whole ---- */

hl_status rt_replay_build(const rt_recording_info *recorded, const char *version, hl_arena *arena,
                          rt_replay_world *world, char *why)
{
    rt_recording_info here = {0};
    hl_status status = check_version(recorded, version, why);
    if (status == HL_OK) status = build_machine(recorded, arena, world, why);
    if (status != HL_OK) return status;
    status = rt_info_of(world->machine, arena, &here);
    return status == HL_OK ? check_machine(recorded, &here, why) : rt_out_of_memory(why);
}
