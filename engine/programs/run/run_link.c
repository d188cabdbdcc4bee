/* The instructor's link of a run. What the seat tells and what it is asked for are records; the socket is
 * io's. */
#include "run.h"

#include "program.h"

#include "io/instructor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run_link {
    io_instructor *io;
    const exercises *found;
    io_link_option *choices; /* of the exercises, then of those that cannot be read */
    int task, result, score; /* signals, -1: none */
    char message[IO_LINK_TEXT];
    xch_latest *snapshots; /* of the session that was joined; NULL: none */
};

/* An unreadable exercise stands in the list by the name of its file. */
static void list_exercises(const exercises *found, io_link_option *choices)
{
    for (int i = 0; i < found->count; i++)
        choices[i] = (io_link_option){found->list[i].path, found->list[i].scenario->training.title};
    for (int i = 0; i < found->unreadable_count; i++)
        choices[found->count + i] = (io_link_option){found->unreadable[i].path, found->unreadable[i].title};
}

static run_link *open_at(const char *path, const exercises *found)
{
    char why[300];
    run_link *link = calloc(1, sizeof *link);
    io_link_option *choices = calloc((size_t)(found->count + found->unreadable_count) + 1, sizeof *choices);
    io_instructor *io = link && choices ? io_instructor_open(path, why, sizeof why) : NULL;
    if (!io) {
        fprintf(stderr, "headland %s: --instructor: %s\n", options_command(),
                link && choices ? why : hl_status_text(HL_OUT_OF_MEMORY));
        free(choices);
        free(link);
        return NULL;
    }
    list_exercises(found, choices);
    *link = (run_link){.io = io, .found = found, .choices = choices};
    return link;
}

run_link *run_link_open(const char *seat, const exercises *found, int *status)
{
    char path[RUN_PATH];
    *status = PROGRAM_ENVIRONMENT;
    if (io_instructor_path(seat, path, sizeof path)) return open_at(path, found);
    fprintf(stderr, "headland %s: --instructor '%s': 1 to 32 letters, digits, '-' and '_' are expected\n",
            options_command(), seat);
    *status = PROGRAM_USAGE;
    return NULL;
}

void run_link_close(run_link *link)
{
    io_instructor_close(link->io);
    free(link->choices);
    free(link);
}

/* ---- joining ---- */

static io_link_signal *list_signals(const run *r, hl_arena *arena)
{
    const int count = world_signal_count(r->machine);
    io_link_signal *list = HL_NEW(arena, io_link_signal, count);
    for (int i = 0; list && i < count; i++) {
        const world_signal s = world_signal_info(r->machine, i);
        list[i] = (io_link_signal){s.name, s.unit, s.meaning, i};
    }
    return list;
}

static io_link_fault *list_faults(const run *r, hl_arena *arena)
{
    const auth_machine *machine = r->files.machine;
    io_link_fault *list = HL_NEW(arena, io_link_fault, machine->fault_count);
    for (int i = 0; list && i < machine->fault_count; i++) {
        const auth_fault *fault = &machine->faults[i];
        list[i] = (io_link_fault){fault->name, fault->meaning, fault->control,
                                  run_signal_of(r, "control.", machine->controls[fault->control].name, "")};
    }
    return list;
}

static io_link_option *list_patterns(const run *r, hl_arena *arena)
{
    const auth_machine *machine = r->files.machine;
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

bool run_link_join(run_link *link, run *r)
{
    hl_arena *arena = &r->session_arena;
    const auth_training *training = r->files.scenario ? &r->files.scenario->training : NULL;
    xch_ring *commands;
    const int source = rt_session_add_source(r->session, "instructor", 0.0, &commands);
    xch_latest *told = rt_session_add_reader(r->session);
    link->snapshots = rt_session_add_reader(r->session);
    const io_link_seat seat = {.scenario = r->files.scenario_text.path ? r->files.scenario_text.path
                                                                       : r->files.machine_text.path,
                               .title = training ? training->title : world_machine_name(r->machine),
                               .machine = world_machine_name(r->machine),
                               .variants = r->results.store ? r->results.exercise.variants : "",
                               .trainee = r->request.trainee ? r->request.trainee : "",
                               .signal_count = world_signal_count(r->machine),
                               .signals = list_signals(r, arena),
                               .fault_count = r->files.machine->fault_count,
                               .faults = list_faults(r, arena),
                               .pattern_count = r->files.machine->pattern_count,
                               .patterns = list_patterns(r, arena),
                               .exercise_count = link->found->count + link->found->unreadable_count,
                               .exercises = link->choices,
                               .task_count = training ? training->task_count : 0,
                               .tasks = list_tasks(training, arena),
                               .step = r->options.step,
                               .picture = r->window != NULL};
    if (source < 0 || !told || !link->snapshots || !seat.signals || !seat.faults || !seat.patterns ||
        !seat.tasks)
        return false;
    link->task = world_signal_find(r->machine, "task.current");
    link->result = world_signal_find(r->machine, "task.result");
    link->score = world_signal_find(r->machine, "score.total");
    *link->message = '\0';
    io_instructor_seat(link->io, &seat, told, commands, source);
    return true;
}

void run_link_leave(run_link *link)
{
    io_instructor_seat(link->io, NULL, NULL, NULL, -1);
    link->snapshots = NULL;
}

/* ---- telling ---- */

void run_link_event(run_link *link, double time, const char *kind, const char *text)
{
    io_instructor_event(link->io, time, kind, text);
}

static double signal_of(const xch_snapshot *s, int signal, double otherwise)
{
    return s && signal >= 0 && signal < s->signal_count ? s->signals[signal] : otherwise;
}

static const auth_weather *weather_of(run *r)
{
    if (r->window) return run_window_weather(r->window);
    return r->files.scenario ? &r->files.scenario->weather : NULL;
}

static void tell_state(run_link *link, run *r)
{
    const xch_snapshot *s = xch_latest_read(link->snapshots, NULL);
    const auth_weather *weather = weather_of(r);
    io_link_state state = {.attempt = r->results.id,
                           .score = signal_of(s, link->score, (double)NAN),
                           .paused = r->paused,
                           .ended = rt_session_ended(r->session),
                           .pattern = cockpit_pattern(r->cockpit),
                           .task = (int32_t)signal_of(s, link->task, 0.0) - 1,
                           .result = (int32_t)signal_of(s, link->result, 0.0)};
    if (s) r->newest_tick = s->tick;
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

/* ---- what is asked for ---- */

/* Where the value is given, within its limits. */
static void take(double value, double low, double high, double *to)
{
    if (isfinite(value)) *to = fmin(fmax(value, low), high);
}

/* For the eye alone, so it may change at any time. Limits as scenarios have them. */
static void change_weather(run *r, const double values[6])
{
    static const double day = 24.0, nearest = 10.0, farthest = 200e3, storm = 60.0;
    if (!r->window) return;
    auth_weather *weather = run_window_weather(r->window);
    take(values[0], 0.0, day, &weather->time);
    weather->time = fmod(weather->time, day);
    take(values[1], 0.0, 1.0, &weather->cloud);
    take(values[2], 0.0, 1.0, &weather->rain);
    take(values[3], nearest, farthest, &weather->visibility);
    for (int i = 0; i < 2; i++) take(values[4 + i], -storm, storm, &weather->wind[i]);
}

static void change_pattern(run *r, int pattern)
{
    auth_settings *settings = &r->window_choice.settings;
    if (pattern < 0 || pattern >= r->files.machine->pattern_count) return;
    snprintf(settings->pattern, sizeof settings->pattern, "%s", r->files.machine->patterns[pattern].name);
    cockpit_choose(r->cockpit, settings);
    if (r->window) run_window_pattern(r->window, settings->pattern);
}

/* Kept with the attempt, and shown in the instructor's list. */
static void remark(run_link *link, run *r, const char *kind, const char *text)
{
    run_remark_add(r, kind, text);
    run_link_event(link, (double)r->newest_tick * r->options.step, kind, text);
}

/* The link has moved the fault's control already. */
static void inject(run_link *link, run *r, const xch_director *request)
{
    char text[160];
    if (request->index < 0 || request->index >= r->files.machine->fault_count) return;
    snprintf(text, sizeof text, "%s: %.0f %%", r->files.machine->faults[request->index].name,
             100.0 * request->values[0]);
    r->results.spoiled = r->results.spoiled || request->values[0] > 0.0; /* 0 mends it */
    remark(link, r, "fault", text);
}

/* Among the events it stands who ended it. */
static void dismiss(run_link *link, run *r)
{
    if (!rt_session_ended(r->session)) remark(link, r, "end", "the instructor ended it");
}

/* Whether it can still be read: somebody may have worked on it since it was found. */
static bool can_load(const char *path)
{
    static machine_files files;
    hl_arena arena = {0};
    int status;
    const bool good = machine_read(options_command(), path, &arena, &files, &status);
    hl_arena_free(&arena);
    return good;
}

static void tell_unreadable(run_link *link, const run *r, const char *title, const char *why)
{
    char text[240];
    snprintf(text, sizeof text, "%.80s: %.150s", title, why);
    run_link_event(link, (double)r->newest_tick * r->options.step, "load", text);
}

static void load(run_link *link, run *r, int index)
{
    const int unread = index - link->found->count;
    if (unread >= 0 && unread < link->found->unreadable_count) {
        const unreadable *file = &link->found->unreadable[unread];
        tell_unreadable(link, r, file->name, file->why);
    }
    if (index < 0 || unread >= 0) return;
    const exercise *wanted = &link->found->list[index];
    if (!can_load(wanted->path)) {
        tell_unreadable(link, r, wanted->scenario->training.title,
                        "its files cannot be read; the reason is in the seat's terminal");
        return;
    }
    dismiss(link, r);
    r->load = wanted->path;
    r->again = false; /* the last word counts */
    rt_session_stop(r->session);
}

static void obey(run_link *link, run *r, const xch_director *request)
{
    switch ((xch_director_kind)request->kind) {
    case XCH_DIRECTOR_PAUSE:
    case XCH_DIRECTOR_RESUME:
        run_pause(r, request->kind == XCH_DIRECTOR_PAUSE);
        break;
    case XCH_DIRECTOR_RESET:
        dismiss(link, r);
        run_again(r);
        break;
    case XCH_DIRECTOR_LOAD:
        load(link, r, request->index);
        break;
    case XCH_DIRECTOR_PATTERN:
        change_pattern(r, request->index);
        break;
    case XCH_DIRECTOR_WEATHER:
        change_weather(r, request->values);
        break;
    case XCH_DIRECTOR_MESSAGE:
        snprintf(link->message, sizeof link->message, "%s", request->text);
        if (r->window) run_window_message(r->window, request->text);
        remark(link, r, "message", request->text);
        break;
    case XCH_DIRECTOR_MARK:
        remark(link, r, "mark", request->text);
        break;
    case XCH_DIRECTOR_FAULT:
        inject(link, r, request);
        break;
    case XCH_DIRECTOR_STOP:
        dismiss(link, r);
        r->load = NULL;
        r->again = false;
        rt_session_stop(r->session);
        break;
    }
}

void run_link_look(run_link *link, run *r)
{
    xch_director request;
    if (!link->snapshots) return;
    tell_state(link, r);
    while (io_instructor_request(link->io, &request)) obey(link, r, &request);
}
