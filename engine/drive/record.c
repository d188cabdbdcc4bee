#include "drv/attempt.h"

#include "drv/log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- hooks ---- */

static bool record_tick(void *context, world_machine *machine, const double *signals)
{
    (void)signals;
    rt_recorder_tick(context, machine);
    return !rt_recorder_has_failed(context);
}

static bool recorder_ready(void *context)
{
    return rt_recorder_free_places(context) > 0;
}

static bool telemetry_tick(void *context, world_machine *machine, const double *signals)
{
    if (rt_telemetry_is_due(context, world_machine_tick(machine)))
        rt_telemetry_row(context, world_machine_time(machine), signals);
    return true;
}

static bool telemetry_ready(void *context)
{
    return rt_telemetry_free_places(context) > 0;
}

/* ---- files ---- */

const char *drv_record_path(const drv_record *record, const char *name, char path[DRV_PATH])
{
    snprintf(path, DRV_PATH, "%s/%s", record->folder, name);
    return path;
}

const char *drv_telemetry_name(const drv_record *record)
{
    return record->packed ? "telemetry.csv.zst" : "telemetry.csv";
}

/* Something that would be lost; an empty file, or a device, holds nothing. */
static bool holds_data(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

/* Without a folder a black box is still written to the current one, if the world stops. */
static bool open_recorder(drv_record *record, const drv_record_setup *s, hl_arena *arena)
{
    static const char box_name[] = "black-box.hlr";
    char path[DRV_PATH], box[DRV_PATH], why[RT_WHY_LENGTH];
    const bool out = record->folder != NULL;
    const rt_recorder_setup setup = {.path = out ? drv_record_path(record, "recording.hlr", path) : NULL,
                                     .black_box = out ? drv_record_path(record, box_name, box) : box_name,
                                     .version = HEADLAND_VERSION,
                                     .machine_text = s->files->machine_text,
                                     .scenario_text = s->files->scenario_text,
                                     .text_count = s->files->named_count,
                                     .texts = s->files->named_texts,
                                     .choice_count = s->files->choice_count,
                                     .choices = s->files->choices,
                                     .options = world_machine_options(s->files->machine, s->files->scenario),
                                     .reserve = s->reserve};
    const bool lost = out && holds_data(path);
    if (rt_recorder_open(&setup, s->machine, arena, &record->recorder, why) != HL_OK)
        return drv_say(s->log, "%s: %s", out ? path : box_name, why);
    if (lost) drv_say(s->log, "%s: overwriting an earlier recording", path);
    const rt_hook hook = {record->recorder, record_tick, recorder_ready, RT_PART_RECORDER};
    return rt_session_add_hook(s->session, &hook);
}

static bool open_telemetry(drv_record *record, const drv_record_setup *s, hl_arena *arena)
{
    char path[DRV_PATH], why[RT_WHY_LENGTH];
    if (!record->folder) return true;
    const rt_telemetry_setup setup = {.path = drv_record_path(record, drv_telemetry_name(record), path),
                                      .packed = record->packed};
    double *values = HL_NEW(arena, double, world_signal_count(s->machine));
    if (!values) return drv_say(s->log, "%s: %s", path, hl_status_text(HL_OUT_OF_MEMORY));
    if (rt_telemetry_open(&setup, s->machine, arena, &record->telemetry, why) != HL_OK)
        return drv_say(s->log, "%s: %s", path, why);
    world_machine_evaluate_signals(s->machine, values);
    rt_telemetry_row(record->telemetry, world_machine_time(s->machine), values);
    const rt_hook hook = {record->telemetry, telemetry_tick, telemetry_ready, RT_PART_TELEMETRY};
    return rt_session_add_hook(s->session, &hook);
}

/* What an earlier drive has left in the folder and this one writes at its end, if at all. */
static bool clear_folder(const drv_record *record, const drv_log *log)
{
    static const char *const names[] = {"report.json", "black-box.hlr"};
    char path[DRV_PATH];
    if (!record->folder) return true;
    if (!drv_make_folder(log, record->folder)) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (holds_data(drv_record_path(record, names[i], path)) && remove(path) != 0)
            return drv_say(log, "%s: %s", path, strerror(errno));
    }
    return true;
}

bool drv_record_open(drv_record *record, const drv_record_setup *setup, hl_arena *arena)
{
    *record = (drv_record){.folder = setup->folder, .packed = setup->packed};
    return clear_folder(record, setup->log) && open_recorder(record, setup, arena) &&
           open_telemetry(record, setup, arena);
}

void drv_record_close(drv_record *record, world_machine *machine, const rt_session *session)
{
    const rt_session_result result = rt_session_outcome(session);
    if (record->telemetry) rt_telemetry_close(record->telemetry, &record->rows);
    if (record->recorder)
        rt_recorder_close(record->recorder, machine, result.end, result.status, &record->recorded);
}
