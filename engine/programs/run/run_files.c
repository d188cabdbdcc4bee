/* The files of a run: recording, telemetry, and the folder they lie in. */
#include "run.h"

#include "command/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool record_tick(void *context, world_machine *machine, const double *signals)
{
    (void)signals;
    rt_recorder_tick(context, machine);
    return !rt_recorder_failed(context);
}

static bool recorder_ready(void *context)
{
    return rt_recorder_room(context) > 0;
}

static bool telemetry_tick(void *context, world_machine *machine, const double *signals)
{
    if (rt_telemetry_due(context, world_machine_tick(machine)))
        rt_telemetry_row(context, world_machine_time(machine), signals);
    return true;
}

static bool telemetry_ready(void *context)
{
    return rt_telemetry_room(context) > 0;
}

bool run_cannot(const char *what, const char *why)
{
    fprintf(stderr, "headland %s: %s: %s\n", options_command(), what, why);
    return false;
}

/* Something that would be lost; an empty file, or a device, holds nothing. */
static bool holds_data(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

/* Without --out a black box is still written where one stands, should the world stop. */
static bool open_recorder(run *r)
{
    static const char box_name[] = "black-box.hlr";
    char path[RUN_PATH], box[RUN_PATH], why[RT_WHY_LENGTH];
    const bool out = r->request.out != NULL;
    const rt_recorder_setup setup = {.path = out ? run_path(r, "recording.hlr", path) : NULL,
                                     .black_box = out ? run_path(r, box_name, box) : box_name,
                                     .version = HEADLAND_VERSION,
                                     .machine_text = r->files.machine_text,
                                     .scenario_text = r->files.scenario_text,
                                     .text_count = r->files.soil_count,
                                     .texts = r->files.soil_texts,
                                     .choice_count = r->files.choice_count,
                                     .choices = r->files.choices,
                                     .options = r->options,
                                     .reserve = run_attempt_reserve(r)};
    const bool lost = out && holds_data(path);
    if (rt_recorder_open(&setup, r->machine, &r->session_arena, &r->recorder, why) != HL_OK)
        return run_cannot(out ? path : box_name, why);
    if (lost) fprintf(stderr, "headland %s: %s: overwriting an earlier recording\n", options_command(), path);
    const rt_hook hook = {r->recorder, record_tick, recorder_ready, RT_PART_RECORDER};
    return rt_session_add_hook(r->session, &hook);
}

const char *run_telemetry_name(const run *r)
{
    return r->results.store ? "telemetry.csv.zst" : "telemetry.csv";
}

static bool open_telemetry(run *r)
{
    char path[RUN_PATH], why[RT_WHY_LENGTH];
    if (!r->request.out) return true;
    const bool packed = r->results.store != NULL; /* attempts are kept for long */
    const rt_telemetry_setup setup = {.path = run_path(r, run_telemetry_name(r), path), .packed = packed};
    double *values = HL_NEW(&r->session_arena, double, world_signal_count(r->machine));
    if (!values) return run_cannot(path, hl_status_text(HL_OUT_OF_MEMORY));
    if (rt_telemetry_open(&setup, r->machine, &r->session_arena, &r->telemetry, why) != HL_OK)
        return run_cannot(path, why);
    world_machine_signals(r->machine, values);
    rt_telemetry_row(r->telemetry, world_machine_time(r->machine), values);
    const rt_hook hook = {r->telemetry, telemetry_tick, telemetry_ready, RT_PART_TELEMETRY};
    return rt_session_add_hook(r->session, &hook);
}

/* What an earlier drive has left in the folder and this one writes at its end, if at all. */
static bool clear_folder(const run *r)
{
    static const char *const names[] = {"report.json", "black-box.hlr"};
    char path[RUN_PATH];
    if (!r->request.out) return true;
    if (!make_folder(options_command(), r->request.out)) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (holds_data(run_path(r, names[i], path)) && remove(path) != 0)
            return run_cannot(path, strerror(errno));
    }
    return true;
}

bool run_files_open(run *r)
{
    if (!run_attempt_begin(r)) return false;
    if (clear_folder(r) && open_recorder(r) && open_telemetry(r)) return true;
    run_attempt_abandon(r);
    return false;
}

void run_files_close(run *r)
{
    const rt_session_result result = rt_session_outcome(r->session);
    if (r->telemetry) rt_telemetry_close(r->telemetry, &r->rows);
    if (r->recorder) rt_recorder_close(r->recorder, r->machine, result.end, result.status, &r->recorded);
}
