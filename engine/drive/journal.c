/* What is kept of a drive while it runs: events and remarks, recording and telemetry, fuel and peak
 * pressures. */
#include "drv/attempt.h"

#include "drv/drive.h"
#include "drv/log.h"

#include "hl/real.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Cut texts may end within a character; JSON must not: its bytes are removed. */
static void end_whole(char *text)
{
    const size_t length = strlen(text);
    size_t last = length; /* byte that the last character begins with */
    while (last > 0 && ((unsigned char)text[--last] & 0xC0) == 0x80) continue;
    const unsigned char lead = (unsigned char)text[last];
    const size_t needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (length - last < needed) text[last] = '\0';
}

/* ---- tasks ---- */

static const auth_instruction *instruction_of(const drv_files *files, const xch_event *event)
{
    return files->scenario->training.instructions[event->subject];
}

static void instruction_text(const auth_training *training, const auth_instruction *i, char *text,
                             size_t size)
{
    switch (i->kind) {
    case AUTH_DO_MESSAGE:
    case AUTH_DO_FAIL:
    case AUTH_DO_FINISH:
        snprintf(text, size, "%s", i->text);
        break;
    case AUTH_DO_SCORE:
        snprintf(text, size, "%+g points: %s", i->amount, i->text);
        break;
    case AUTH_DO_COUNT:
        snprintf(text, size, "%s: %+g", training->counters[i->of].name, i->amount);
        break;
    case AUTH_DO_MARK:
        snprintf(text, size, "%s %s", training->regions[i->of].name,
                 i->shown ? "is marked" : "is not marked any more");
        break;
    case AUTH_DO_GAUGE:
        snprintf(text, size, "gauge %s is %s", i->text, i->shown ? "shown" : "hidden");
        break;
    case AUTH_DO_IMAGE:
        snprintf(text, size, "image %s", i->text);
        break;
    case AUTH_DO_NEXT:
        snprintf(text, size, "on to '%s'", training->tasks[i->of].name);
        break;
    case AUTH_DO_SOUND:
        snprintf(text, size, "a sound");
        break;
    }
}

/* ---- what goes wrong ---- */

static bool is_incident(const xch_event *event)
{
    return event->kind >= XCH_EVENT_OVERTURNED && event->kind <= XCH_EVENT_DROPPED;
}

/* What it is about. */
static const char *incident_name(const auth_scenario *scenario, const xch_event *event)
{
    switch (event->kind) {
    case XCH_EVENT_UTILITY:
    case XCH_EVENT_NEAR:
        return scenario->utilities[event->subject].name;
    case XCH_EVENT_PERSON:
    case XCH_EVENT_DANGER:
        return scenario->persons[event->subject].name;
    case XCH_EVENT_MACHINE:
        return scenario->machines[event->subject].name;
    case XCH_EVENT_DROPPED:
        return scenario->objects[event->subject].name;
    case XCH_EVENT_OVERTURNED:
    default:
        return event->subject == 0 ? "the machine" : auth_scenario_other(scenario, event->subject - 1)->name;
    }
}

static void what_has_happened(const auth_scenario *scenario, const xch_event *event, char *text, size_t size)
{
    const char *name = incident_name(scenario, event);
    const bool by_other = event->by > 0;
    const char *other = by_other ? auth_scenario_other(scenario, event->by - 1)->name : "";
    switch (event->kind) {
    case XCH_EVENT_OVERTURNED:
        snprintf(text, size, "%s has overturned, tilted by %.0f deg", name, event->value * 180.0 / HL_PI);
        break;
    case XCH_EVENT_UTILITY:
        snprintf(text, size, "%s has been struck", name);
        break;
    case XCH_EVENT_NEAR:
        snprintf(text, size, "only %.2f m from %s", event->value, name);
        break;
    case XCH_EVENT_DANGER:
        snprintf(text, size, "%s is in the danger zone%s%s, %.1f m away", name, by_other ? " of " : "", other,
                 event->value);
        break;
    case XCH_EVENT_DROPPED:
        snprintf(text, size, "%s has been dropped from %.2f m", name, event->value);
        break;
    default:
        snprintf(text, size, "%s has been hit%s%s", name, by_other ? " by " : "", other);
        break;
    }
}

void drv_incident_text(const auth_scenario *scenario, const xch_event *event, char *text, size_t size)
{
    char what[DRV_EVENT_TEXT / 2], speed[40] = "";
    what_has_happened(scenario, event, what, sizeof what);
    if (isfinite(event->speed)) snprintf(speed, sizeof speed, ", %.1f m/s", (double)event->speed);
    snprintf(text, size, "%s; at x %.1f m, y %.1f m, z %.1f m%s", what, (double)event->place[0],
             (double)event->place[1], (double)event->place[2], speed);
    end_whole(text);
}

const char *drv_incident_kind(const xch_event *event)
{
    static const char *const kinds[] = {"overturned", "utility", "near",   "person",
                                        "danger",     "machine", "dropped"};
    return is_incident(event) ? kinds[event->kind - XCH_EVENT_OVERTURNED] : NULL;
}

/* ---- texts and kinds of events ---- */

static void coupling_text(const auth_machine *machine, const xch_event *event, char *text, size_t size)
{
    const world_coupling_note note = world_coupling_note_unpack(event->subject, event->value);
    world_coupling_note_text(machine, &note, text, size);
}

static void sling_text(const drv_files *files, const xch_event *event, char *text, size_t size)
{
    const world_sling_note note = world_sling_note_unpack(event->subject, event->value);
    world_sling_note_text(files->machine, files->scenario, &note, text, size);
}

void drv_event_text(const drv_files *files, const rt_session *session, const xch_event *event, char *text,
                    size_t size)
{
    const char *what = xch_event_text(event->kind);
    switch (event->kind) {
    case XCH_EVENT_INPUT_LOST:
    case XCH_EVENT_INPUT_BACK:
        snprintf(text, size, "%s: %s", what, rt_session_source_name(session, event->subject));
        break;
    case XCH_EVENT_WORLD_STOPPED:
        snprintf(text, size, "%s: %s", what, hl_status_text((hl_status)event->subject));
        break;
    case XCH_EVENT_HIT:
        snprintf(text, size, "%s: %s, %s", what, files->machine->mechanism->bodies[(int)event->value].name,
                 files->scenario->objects[event->subject].name);
        break;
    case XCH_EVENT_OVERTURNED:
    case XCH_EVENT_UTILITY:
    case XCH_EVENT_NEAR:
    case XCH_EVENT_PERSON:
    case XCH_EVENT_DANGER:
    case XCH_EVENT_MACHINE:
    case XCH_EVENT_DROPPED:
        drv_incident_text(files->scenario, event, text, size);
        break;
    case XCH_EVENT_COUPLING:
        coupling_text(files->machine, event, text, size);
        break;
    case XCH_EVENT_SLING:
        sling_text(files, event, text, size);
        break;
    case XCH_EVENT_LOOPS_OPEN:
        snprintf(text, size, "%s by %.3g (m, rad or 1)", what, event->value);
        break;
    case XCH_EVENT_OVERRUN:
        snprintf(text, size, "%s; %.3g ms of simulated time slipped", what, 1e3 * event->value);
        break;
    case XCH_EVENT_TASK_BEGAN:
    case XCH_EVENT_TASK_DONE:
    case XCH_EVENT_TASK_LATE:
        snprintf(text, size, "%s: %s", files->scenario->training.tasks[event->subject].name, what);
        break;
    case XCH_EVENT_INSTRUCTION:
        instruction_text(&files->scenario->training, instruction_of(files, event), text, size);
        break;
    case XCH_EVENT_EXERCISE_FINISHED:
        snprintf(text, size, "%s: %.1f of 100 points", what, event->value);
        break;
    default:
        snprintf(text, size, "%s", what);
        break;
    }
    end_whole(text);
}

static const char *instruction_kind(const auth_instruction *instruction)
{
    switch (instruction->kind) {
    case AUTH_DO_SCORE:
        return "score";
    case AUTH_DO_MESSAGE:
    case AUTH_DO_FAIL:
    case AUTH_DO_FINISH:
        return "message";
    default:
        return NULL;
    }
}

const char *drv_event_kind(const drv_files *files, const xch_event *event)
{
    switch (event->kind) {
    case XCH_EVENT_HIT:
        return "hit";
    case XCH_EVENT_COUPLING:
        return "coupling";
    case XCH_EVENT_SLING:
        return "sling";
    case XCH_EVENT_TASK_BEGAN:
    case XCH_EVENT_TASK_DONE:
    case XCH_EVENT_TASK_LATE:
        return "task";
    case XCH_EVENT_EXERCISE_FINISHED:
    case XCH_EVENT_EXERCISE_FAILED:
        return "end";
    case XCH_EVENT_INSTRUCTION:
        return instruction_kind(instruction_of(files, event));
    default:
        return drv_incident_kind(event);
    }
}

bool drv_event_is_result(const xch_event *event)
{
    return event->kind == XCH_EVENT_EXERCISE_FINISHED || event->kind == XCH_EVENT_EXERCISE_FAILED;
}

bool drv_event_is_news(const xch_event *event)
{
    return event->kind == XCH_EVENT_INPUT_LOST || event->kind == XCH_EVENT_INPUT_BACK ||
           event->kind == XCH_EVENT_RECORDER_STOPPED || event->kind == XCH_EVENT_WORLD_STOPPED ||
           event->kind == XCH_EVENT_HIT || event->kind == XCH_EVENT_GOAL ||
           event->kind == XCH_EVENT_COUPLING || event->kind == XCH_EVENT_SLING || is_incident(event) ||
           drv_event_is_result(event);
}

/* ---- storing ---- */

void drv_journal_add(drv_journal *journal, const xch_event *event)
{
    journal->event_count++;
    if (journal->kept < DRV_EVENTS) journal->events[journal->kept++] = *event;
}

void drv_remark_add(drv_journal *journal, const char *kind, const char *text)
{
    if (journal->remark_count == DRV_REMARKS) return;
    drv_remark *remark = &journal->remarks[journal->remark_count++];
    remark->tick = journal->newest_tick;
    remark->kind = kind;
    snprintf(remark->text, sizeof remark->text, "%s", text);
    end_whole(remark->text);
}

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

/* Whether data would be overwritten; not so for an empty file or a device. */
static bool holds_data(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

/* Without a folder a black box is written to the current folder if the world stops. */
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

/* Remove files of an earlier drive that this one writes only at its end. */
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

/* ---- fuel and pressures ---- */

/* RT. */
static bool watch(void *context, world_machine *machine, const double *signals)
{
    drv_score *score = context;
    (void)machine;
    for (int i = 0; i < score->pressure_count; i++)
        score->peaks[i] = fmax(score->peaks[i], signals[score->pressures[i]]);
    return true;
}

static bool is_pressure(const char *unit)
{
    double si;
    auth_dimension of;
    return auth_unit_read(unit, &si, &of) && of.kg == 1 && of.m == -1 && of.s == -2 && of.rad == 0;
}

bool drv_score_begin(drv_score *score, world_machine *machine, rt_session *session, hl_arena *arena)
{
    const int count = world_signal_count(machine);
    double *values = HL_NEW(arena, double, count);
    *score = (drv_score){.fuel_used = world_signal_find(machine, "fuel.used"),
                         .pressures = HL_NEW(arena, int, count),
                         .peaks = HL_NEW(arena, double, count)};
    if (!values || !score->pressures || !score->peaks) return false;
    world_machine_evaluate_signals(machine, values);
    if (score->fuel_used >= 0) score->fuel_used_before = values[score->fuel_used];
    for (int i = 0; i < count; i++) {
        if (!is_pressure(world_signal_info(machine, i).unit)) continue;
        score->pressures[score->pressure_count] = i;
        score->peaks[score->pressure_count++] = values[i];
    }
    return rt_session_add_hook(session, &(rt_hook){.context = score, .after_tick = watch});
}

double drv_fuel_used(const drv_score *score, const double *signals)
{
    return signals[score->fuel_used] - score->fuel_used_before;
}
