/* Reports of the seat and requests to it are records; io handles the socket. */
#include "drv/drive.h"

#include "io/instructor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct drv_director {
    const drv_log *log;
    io_instructor *io;
    const drv_exercises *found;
    io_link_option *choices; /* of the exercises, then of those that cannot be read */
    int task, result, score; /* signals, -1: none */
    char message[IO_LINK_TEXT];
    xch_latest *snapshots; /* of the session that was joined; NULL: none */
};

/* Unreadable exercises are listed by the names of their files. */
static void list_exercises(const drv_exercises *found, io_link_option *choices)
{
    for (int i = 0; i < found->count; i++)
        choices[i] = (io_link_option){found->list[i].path, found->list[i].scenario->training.title};
    for (int i = 0; i < found->unreadable_count; i++)
        choices[found->count + i] = (io_link_option){found->unreadable[i].path, found->unreadable[i].title};
}

static drv_director *open_at(const drv_log *log, const char *path, const drv_exercises *found)
{
    char why[300];
    drv_director *link = calloc(1, sizeof *link);
    io_link_option *choices = calloc((size_t)(found->count + found->unreadable_count) + 1, sizeof *choices);
    io_instructor *io = link && choices ? io_instructor_open(path, why, sizeof why) : NULL;
    if (!io) {
        drv_say(log, "--instructor: %s", link && choices ? why : hl_status_text(HL_OUT_OF_MEMORY));
        free(choices);
        free(link);
        return NULL;
    }
    list_exercises(found, choices);
    *link = (drv_director){.log = log, .io = io, .found = found, .choices = choices};
    return link;
}

drv_director *drv_director_open(const drv_log *log, const char *seat, const drv_exercises *found, int *status)
{
    char path[DRV_PATH];
    *status = DRV_ENVIRONMENT;
    if (io_instructor_path(seat, path, sizeof path)) return open_at(log, path, found);
    *status = DRV_USAGE;
    (void)drv_say(log, "--instructor '%s': give a name of 1 to 32 letters, digits, '-' and '_'", seat);
    return NULL;
}

void drv_director_close(drv_director *director)
{
    io_instructor_close(director->io);
    free(director->choices);
    free(director);
}

/* ---- joining ---- */

static io_link_signal *list_signals(const drv_drive *drive, hl_arena *arena)
{
    const int count = world_signal_count(drive->world->machine);
    io_link_signal *list = HL_NEW(arena, io_link_signal, count);
    for (int i = 0; list && i < count; i++) {
        const world_signal s = world_signal_info(drive->world->machine, i);
        list[i] = (io_link_signal){s.name, s.unit, s.meaning, i};
    }
    return list;
}

static io_link_fault *list_faults(const drv_drive *drive, hl_arena *arena)
{
    const auth_machine *machine = drive->world->files.machine;
    io_link_fault *list = HL_NEW(arena, io_link_fault, machine->fault_count);
    for (int i = 0; list && i < machine->fault_count; i++) {
        const auth_fault *fault = &machine->faults[i];
        list[i] = (io_link_fault){
            fault->name, fault->meaning, fault->control,
            drv_signal_of(drive->world->machine, "control.", machine->controls[fault->control].name, "")};
    }
    return list;
}

static io_link_option *list_patterns(const drv_drive *drive, hl_arena *arena)
{
    const auth_machine *machine = drive->world->files.machine;
    io_link_option *list = HL_NEW(arena, io_link_option, machine->pattern_count);
    for (int i = 0; list && i < machine->pattern_count; i++)
        list[i] = (io_link_option){machine->patterns[i].name, machine->patterns[i].meaning};
    return list;
}

static io_link_option *list_tasks(const auth_training *training, hl_arena *arena)
{
    io_link_option *list = HL_NEW(arena, io_link_option, training ? training->task_count : 0);
    for (int i = 0; list && training && i < training->task_count; i++)
        list[i] = (io_link_option){training->tasks[i].name, training->tasks[i].text};
    return list;
}

bool drv_director_join(drv_director *director, drv_drive *drive)
{
    hl_arena *arena = &drive->round.arena;
    const auth_training *training =
        drive->world->files.scenario ? &drive->world->files.scenario->training : NULL;
    xch_ring *commands;
    const int source = rt_session_add_source(drive->round.session, "instructor", 0.0, &commands);
    xch_latest *told = rt_session_add_reader(drive->round.session);
    director->snapshots = rt_session_add_reader(drive->round.session);
    const io_link_seat seat = {
        .scenario = drive->world->files.scenario_text.path ? drive->world->files.scenario_text.path
                                                           : drive->world->files.machine_text.path,
        .title = training ? training->title : world_machine_name(drive->world->machine),
        .machine = world_machine_name(drive->world->machine),
        .variants = drive->attempt->store ? drive->attempt->exercise.variants : "",
        .trainee = drive->options->trainee ? drive->options->trainee : "",
        .signal_count = world_signal_count(drive->world->machine),
        .signals = list_signals(drive, arena),
        .fault_count = drive->world->files.machine->fault_count,
        .faults = list_faults(drive, arena),
        .pattern_count = drive->world->files.machine->pattern_count,
        .patterns = list_patterns(drive, arena),
        .exercise_count = director->found->count + director->found->unreadable_count,
        .exercises = director->choices,
        .task_count = training ? training->task_count : 0,
        .tasks = list_tasks(training, arena),
        .step = world_machine_step_size(drive->world->machine),
        .picture = drive->display != NULL};
    if (source < 0 || !told || !director->snapshots || !seat.signals || !seat.faults || !seat.patterns ||
        !seat.tasks)
        return false;
    director->task = world_signal_find(drive->world->machine, "task.current");
    director->result = world_signal_find(drive->world->machine, "task.result");
    director->score = world_signal_find(drive->world->machine, "score.total");
    *director->message = '\0';
    io_instructor_seat(director->io, &seat, told, commands, source);
    return true;
}

void drv_director_leave(drv_director *director)
{
    io_instructor_seat(director->io, NULL, NULL, NULL, -1);
    director->snapshots = NULL;
}

/* ---- reports ---- */

void drv_director_event(drv_director *director, double time, const char *kind, const char *text)
{
    io_instructor_event(director->io, time, kind, text);
}

static double signal_of(const xch_snapshot *s, int signal, double otherwise)
{
    return s && signal >= 0 && signal < s->signal_count ? s->signals[signal] : otherwise;
}

static const auth_weather *weather_of(drv_drive *drive)
{
    if (drive->display) return drv_display_weather(drive->display);
    return drive->world->files.scenario ? &drive->world->files.scenario->weather : NULL;
}

static void tell_state(drv_director *link, drv_drive *drive)
{
    const xch_snapshot *s = xch_latest_read(link->snapshots, NULL);
    const auth_weather *weather = weather_of(drive);
    io_link_state state = {.attempt = drive->attempt->id,
                           .score = signal_of(s, link->score, (double)NAN),
                           .paused = drive->round.paused,
                           .ended = rt_session_is_ended(drive->round.session),
                           .pattern = drv_cockpit_pattern(drive->cockpit),
                           .task = (int32_t)signal_of(s, link->task, 0.0) - 1,
                           .result = (int32_t)signal_of(s, link->result, 0.0)};
    if (s) drive->round.journal.newest_tick = s->tick;
    if (weather) {
        state.time_of_day = weather->time;
        state.cloud = weather->cloud;
        state.rain = weather->rain;
        state.visibility = weather->visibility;
        for (int i = 0; i < 2; i++) state.wind[i] = weather->wind[i];
    }
    memcpy(state.message, link->message, sizeof state.message);
    io_instructor_state(link->io, &state);
}

/* ---- pause, stop, repeat, load ---- */

void drv_drive_pause(drv_drive *drive, bool pause)
{
    if (drive->display)
        drv_display_pause(drive->display, pause);
    else
        rt_session_pause(drive->round.session, pause);
}

/* The last request counts. */
static void end_for(drv_drive *d, bool again, const char *load)
{
    d->again = again;
    d->load = load;
    rt_session_stop(d->round.session);
}

void drv_drive_stop(drv_drive *drive)
{
    end_for(drive, false, NULL);
}

void drv_drive_again(drv_drive *drive)
{
    end_for(drive, true, NULL);
}

void drv_drive_load(drv_drive *drive, const char *path)
{
    end_for(drive, false, path);
}

/* ---- requests ---- */

/* Set a given value, within its limits. */
static void take(double value, double low, double high, double *to)
{
    if (isfinite(value)) *to = fmin(fmax(value, low), high);
}

/* Only visible, so it may change at any time. Limits as in scenarios. */
static void change_weather(drv_drive *drive, const double values[6])
{
    static const double day = 24.0, nearest = 10.0, farthest = 200e3, storm = 60.0;
    auth_weather *weather = drive->display ? drv_display_weather(drive->display) : NULL;
    if (!weather) return;
    take(values[0], 0.0, day, &weather->time);
    weather->time = fmod(weather->time, day);
    take(values[1], 0.0, 1.0, &weather->cloud);
    take(values[2], 0.0, 1.0, &weather->rain);
    take(values[3], nearest, farthest, &weather->visibility);
    for (int i = 0; i < 2; i++) take(values[4 + i], -storm, storm, &weather->wind[i]);
}

static void change_pattern(drv_drive *drive, int pattern)
{
    auth_settings *settings = &drive->settings;
    if (pattern < 0 || pattern >= drive->world->files.machine->pattern_count) return;
    snprintf(settings->pattern, sizeof settings->pattern, "%s",
             drive->world->files.machine->patterns[pattern].name);
    drv_cockpit_choose(drive->cockpit, settings);
    if (drive->display) drv_display_pattern(drive->display, settings->pattern);
}

/* Stored with the attempt, and shown in the instructor's list. */
static void remark(drv_director *link, drv_drive *drive, const char *kind, const char *text)
{
    drv_remark_add(&drive->round.journal, kind, text);
    drv_director_event(
        link, (double)drive->round.journal.newest_tick * world_machine_step_size(drive->world->machine), kind,
        text);
}

/* The link has already moved the fault's control. */
static void inject(drv_director *link, drv_drive *drive, const xch_director *request)
{
    char text[160];
    if (request->index < 0 || request->index >= drive->world->files.machine->fault_count) return;
    snprintf(text, sizeof text, "%s: %.0f %%", drive->world->files.machine->faults[request->index].name,
             100.0 * request->values[0]);
    drive->attempt->spoiled = drive->attempt->spoiled || request->values[0] > 0.0; /* 0 repairs it */
    remark(link, drive, "fault", text);
}

/* Record that the instructor ended it. */
static void dismiss(drv_director *link, drv_drive *drive)
{
    if (!rt_session_is_ended(drive->round.session)) remark(link, drive, "end", "the instructor ended it");
}

/* Whether it can still be read: it may have been edited. */
static bool can_load(const drv_log *log, const char *path)
{
    drv_files files;
    hl_arena arena = {0};
    int status;
    const bool good = drv_load(log, path, NULL, &arena, &files, &status);
    hl_arena_free(&arena);
    return good;
}

static void tell_unreadable(drv_director *link, const drv_drive *drive, const char *title, const char *why)
{
    char text[240];
    snprintf(text, sizeof text, "%.80s: %.150s", title, why);
    drv_director_event(
        link, (double)drive->round.journal.newest_tick * world_machine_step_size(drive->world->machine),
        "load", text);
}

static void load(drv_director *link, drv_drive *drive, int index)
{
    const int unread = index - link->found->count;
    if (unread >= 0 && unread < link->found->unreadable_count) {
        const drv_unreadable *file = &link->found->unreadable[unread];
        tell_unreadable(link, drive, file->name, file->why);
    }
    if (index < 0 || unread >= 0) return;
    const drv_exercise *wanted = &link->found->list[index];
    if (!can_load(link->log, wanted->path)) {
        tell_unreadable(link, drive, wanted->scenario->training.title,
                        "its files cannot be read; the reason is in the seat's terminal");
        return;
    }
    dismiss(link, drive);
    drv_drive_load(drive, wanted->path);
}

void drv_director_act(drv_director *director, drv_drive *drive, const xch_director *request)
{
    switch ((xch_director_kind)request->kind) {
    case XCH_DIRECTOR_PAUSE:
    case XCH_DIRECTOR_RESUME:
        drv_drive_pause(drive, request->kind == XCH_DIRECTOR_PAUSE);
        break;
    case XCH_DIRECTOR_RESET:
        dismiss(director, drive);
        drv_drive_again(drive);
        break;
    case XCH_DIRECTOR_LOAD:
        load(director, drive, request->index);
        break;
    case XCH_DIRECTOR_PATTERN:
        change_pattern(drive, request->index);
        break;
    case XCH_DIRECTOR_WEATHER:
        change_weather(drive, request->values);
        break;
    case XCH_DIRECTOR_MESSAGE:
        snprintf(director->message, sizeof director->message, "%s", request->text);
        if (drive->display) drv_display_message(drive->display, request->text);
        remark(director, drive, "message", request->text);
        break;
    case XCH_DIRECTOR_MARK:
        remark(director, drive, "mark", request->text);
        break;
    case XCH_DIRECTOR_FAULT:
        inject(director, drive, request);
        break;
    case XCH_DIRECTOR_STOP:
        dismiss(director, drive);
        drv_drive_stop(drive);
        break;
    }
}

void drv_director_look(drv_director *director, drv_drive *drive)
{
    xch_director request;
    if (!director->snapshots) return;
    tell_state(director, drive);
    while (io_instructor_request(director->io, &request)) drv_director_act(director, drive, &request);
}
