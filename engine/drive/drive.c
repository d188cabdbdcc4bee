/* The drive: sessions from their start to their results, one round after the other. */
#include "drv/drive.h"

#include "drv/log.h"
#include "world/training.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double linger = 4.0; /* [s]: time to read why the exercise has ended */

/* ---- the world ---- */

static bool keep_start(drv_world *world)
{
    void *start = hl_arena_take(&world->arena, world_state_size(world->machine), 1);
    if (start) world_state_save(world->machine, start);
    world->start = start;
    return start != NULL;
}

bool drv_world_load(drv_world *world, const drv_log *log, const char *path, const drv_settings *set,
                    int *status)
{
    *world = (drv_world){.start = NULL};
    world->machine = drv_load_and_build(log, path, set, &world->arena, &world->files, status);
    if (!world->machine) return false;
    *status = DRV_USAGE;
    if (!drv_set_controls(log, &world->files, world->machine, set)) return false;
    world->first_tick = world_machine_tick(world->machine);
    *status = DRV_ENVIRONMENT;
    return keep_start(world) || drv_say(log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

bool drv_world_practise(drv_world *world, const drv_log *log)
{
    if (!auth_scenario_is_exercise(world->files.scenario))
        return drv_say(log, "--practice needs an exercise: this scenario has no tasks and no score");
    world_exercise_practise(world->machine);
    return keep_start(world) || drv_say(log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

void drv_world_free(drv_world *world)
{
    hl_arena_free(&world->arena);
}

/* ---- the session of a round ---- */

double drv_seconds(const drv_options *options, const auth_scenario *scenario, double of_script)
{
    if (options->seconds > 0.0) return options->seconds;
    if (scenario && scenario->seconds > 0.0 && !options->practice) return scenario->seconds;
    return of_script;
}

/* With a display a driver may continue after the goal; the drive ends when the exercise is finished. The
 * world of an attempt ends at once, so that its result is stored before it is shown. */
static rt_session_options session_options(drv_drive *d, bool scripted)
{
    const drv_options *o = d->options;
    return (rt_session_options){.realtime = o->realtime,
                                .seconds = d->round.seconds,
                                .priority = DRV_PRIORITY,
                                .cpu = o->cpu,
                                .ends_at_goal = !o->display || scripted,
                                .ends_with_exercise = true,
                                .linger = o->display && !o->trainee ? linger : 0.0,
                                .budget = o->measure ? &d->round.timing.budget : NULL,
                                .team = d->round.timing.team};
}

static bool make_team(drv_drive *d)
{
    const drv_options *o = d->options;
    if (o->physics_threads < 2) return true;
    const double period = o->realtime ? world_machine_step_size(d->world->machine) : 0.0;
    const rt_team_options options = {.threads = o->physics_threads,
                                     .period = rt_nanoseconds(period),
                                     .priority = o->realtime ? DRV_PRIORITY : 0,
                                     .cpu = o->cpu};
    d->round.timing.team = rt_team_new(&options, &d->round.arena);
    return d->round.timing.team != NULL;
}

static bool make_session(drv_drive *d, int *status)
{
    drv_round *round = &d->round;
    double of_script = 0.0;
    world_operator *driver = NULL;
    if (d->options->script) {
        const auth_operator *script;
        driver = drv_load_script(d->log, d->options->script, &d->world->files, d->world->machine,
                                 &round->arena, &script, status);
        if (!driver) return false;
        of_script = script->seconds;
    }
    round->other_count =
        drv_load_others(d->log, &d->world->files, d->world->machine, &round->arena, round->others, status);
    if (round->other_count < 0) return false;
    round->seconds = drv_seconds(d->options, d->world->files.scenario, of_script);
    *status = DRV_USAGE;
    if (!d->options->realtime && !driver && !(round->seconds > 0.0))
        return drv_say(d->log, "the run has no end: give --seconds or an --operator script");
    *status = DRV_ENVIRONMENT;
    rt_budget_begin(&round->timing.budget, rt_clock_monotonic());
    const bool teamed = make_team(d);
    const rt_session_options options = session_options(d, driver != NULL);
    round->session = teamed ? rt_session_new(d->world->machine, &options, &round->arena) : NULL;
    if (!round->session || !drv_score_begin(&round->score, d->world->machine, round->session, &round->arena))
        return drv_say(d->log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    rt_session_drive(round->session, driver);
    rt_session_drive_others(round->session, round->others, round->other_count);
    return true;
}

bool drv_drive_prepare(drv_drive *drive, int *status)
{
    drive->round = (drv_round){.number = 1};
    drive->round.timing.process.awake = -1;
    return make_session(drive, status);
}

void drv_drive_free(drv_drive *drive)
{
    hl_arena_free(&drive->round.arena);
}

/* ---- events ---- */

/* Send events that are stored or shown, and pauses; others are parts of these, or too many. */
static void tell_director(drv_drive *d, const xch_event *event, const char *text)
{
    const char *kind = drv_event_kind(&d->world->files, event);
    const bool pause = event->kind == XCH_EVENT_PAUSED || event->kind == XCH_EVENT_RESUMED;
    const double time = (double)event->tick * world_machine_step_size(d->world->machine);
    if (d->director && (kind || pause || drv_event_is_news(event)))
        drv_director_event(d->director, time, kind ? kind : "seat", text);
}

/* Announce an event to instructor, log and display. */
static void announce(drv_drive *d, const xch_event *event)
{
    char text[DRV_EVENT_TEXT];
    drv_event_text(&d->world->files, d->round.session, event, text, sizeof text);
    tell_director(d, event, text);
    if (!drv_event_is_news(event)) return;
    drv_say(d->log, "%.3f s: %s", (double)event->tick * world_machine_step_size(d->world->machine), text);
    if (d->display) drv_display_message(d->display, text);
}

/* The result of an attempt is announced after it is stored, so that a shown result is never lost. */
static void take_events(drv_drive *d)
{
    xch_event event;
    drv_round *round = &d->round;
    while (xch_ring_pop(rt_session_events(round->session), &event)) {
        drv_journal_add(&round->journal, &event);
        if (event.kind == XCH_EVENT_PAUSED || event.kind == XCH_EVENT_RESUMED)
            round->paused = event.kind == XCH_EVENT_PAUSED;
        if (d->display && event.kind == XCH_EVENT_INPUT_BACK) drv_display_back(d->display, event.subject);
        if (d->attempt->id != 0 && drv_event_is_result(&event)) {
            round->ending = event;
            round->ended = true;
        } else {
            announce(d, &event);
        }
    }
}

static void take_news(drv_drive *d)
{
    char text[300];
    while (drv_cockpit_news(d->cockpit, text, sizeof text)) {
        drv_say(d->log, "%s", text);
        if (d->display) drv_display_message(d->display, text);
    }
}

static void look(void *context)
{
    drv_drive *d = context;
    take_events(d);
    take_news(d);
    if (d->director) drv_director_look(d->director, d);
}

/* ---- begin ---- */

static bool open_files(drv_drive *d)
{
    drv_round *round = &d->round;
    if (!drv_attempt_begin(d->attempt, round->seconds, d->options->script, &round->journal)) return false;
    const bool stored = d->attempt->store != NULL;
    if (stored) snprintf(round->folder, sizeof round->folder, "%s", d->attempt->folder);
    const drv_record_setup setup = {.log = d->log,
                                    .files = &d->world->files,
                                    .machine = d->world->machine,
                                    .session = round->session,
                                    .folder = *round->folder ? round->folder : NULL,
                                    .packed = stored,
                                    .reserve = drv_attempt_reserve(d->attempt, round->seconds)};
    return drv_record_open(&round->record, &setup, &round->arena);
}

static void tell_advice(const drv_drive *d, const char *advice)
{
    if (*advice) drv_say(d->log, "%s", advice);
}

static bool start_session(drv_drive *d)
{
    rt_team *team = d->round.timing.team;
    if (team) {
        (void)rt_team_start(team);
        tell_advice(d, rt_team_advice(team));
    }
    if (rt_session_start(d->round.session)) return true;
    if (team) rt_team_stop(team);
    return drv_say(d->log, "physics thread: %s", strerror(EAGAIN));
}

/* Switch to real time after all memory is allocated. */
static bool start(drv_drive *d)
{
    const rt_thread_options probe = {"probe", DRV_PRIORITY, d->options->cpu};
    const int64_t period = rt_nanoseconds(world_machine_step_size(d->world->machine));
    drv_timing *timing = &d->round.timing;
    if (d->options->realtime) rt_process_begin(&timing->process);
    timing->locked = timing->process.locked;
    tell_advice(d, timing->process.advice);
    if (!start_session(d)) return false;
    tell_advice(d, rt_session_thread(d->round.session)->advice);
    timing->probed = d->options->realtime && d->options->measure &&
                     rt_probe_start(&timing->probe, period, rt_probe_threshold(period), &probe);
    return true;
}

static bool join(drv_drive *d)
{
    const char *trouble = hl_status_text(HL_OUT_OF_MEMORY);
    if (!drv_cockpit_join(d->cockpit, d->round.session)) return drv_say(d->log, "cockpit: %s", trouble);
    return !d->director || drv_director_join(d->director, d) || drv_say(d->log, "instructor: %s", trouble);
}

/* @return false: nothing runs, and everything is closed again */
static bool begin(drv_drive *d)
{
    if (open_files(d) && join(d) && start(d)) return true;
    if (d->director) drv_director_leave(d->director);
    drv_record_close(&d->round.record, d->world->machine, d->round.session);
    drv_attempt_abandon(d->attempt);
    return false;
}

/* ---- end ---- */

static bool write_report(const drv_drive *d, const char *json)
{
    char path[DRV_PATH];
    if (!d->round.record.folder) return true;
    errno = 0;
    FILE *file = fopen(drv_record_path(&d->round.record, "report.json", path), "w");
    bool good = file && fprintf(file, "%s\n", json) >= 0;
    int trouble = errno; /* the first reason counts */
    if (file && fclose(file) != 0) {
        trouble = good ? errno : trouble;
        good = false;
    }
    return good || drv_say(d->log, "%s: %s", path, strerror(trouble ? trouble : EIO));
}

/* @return false after a message: the report could not be written */
static bool report(drv_drive *d)
{
    const uint64_t hash = world_state_hash(d->world->machine); /* before signals are evaluated */
    double *signals = HL_NEW(&d->round.arena, double, world_signal_count(d->world->machine));
    if (signals) world_machine_evaluate_signals(d->world->machine, signals);
    d->round.signals = signals;
    char *json = signals ? drv_report_json(d, hash) : NULL;
    if (!json) return drv_say(d->log, "report: %s", hl_status_text(HL_OUT_OF_MEMORY));
    const bool written = write_report(d, json);
    if (d->tell) d->tell(d->tell_context, d, json, written);
    free(json);
    return written;
}

static int outcome(drv_drive *d)
{
    drv_round *round = &d->round;
    const drv_record *record = &round->record;
    const rt_end end = rt_session_outcome(round->session).end;
    const bool kept =
        drv_attempt_end(d->attempt, &d->world->files, d->world->machine, end, &round->journal, &round->arena);
    if (round->ended && kept) announce(d, &round->ending);
    if (round->ended && !kept && d->display)
        drv_display_message(d->display, "The result could not be stored; the reason is in the terminal");
    const bool told = report(d), whole = !*record->recorded.why && !*record->rows.why;
    if (end == RT_END_FAILED && record->recorded.black_box)
        drv_say(d->log, "the last seconds are in %s%sblack-box.hlr", record->folder ? record->folder : "",
                record->folder ? "/" : "");
    if (*record->recorded.why) drv_say(d->log, "recording: %s", record->recorded.why);
    if (*record->rows.why) drv_say(d->log, "telemetry: %s", record->rows.why);
    return told && whole && kept && end != RT_END_FAILED ? DRV_DONE : DRV_FAILED;
}

static void stop(drv_drive *d)
{
    rt_session_join(d->round.session);
    if (d->round.timing.team) rt_team_stop(d->round.timing.team);
    if (d->round.timing.probed) rt_probe_stop(&d->round.timing.probe);
    rt_process_end(&d->round.timing.process);
    look(d);
    drv_record_close(&d->round.record, d->world->machine, d->round.session);
}

/* Store and announce the result, then leave it on the display for some time. @return drv_status */
static int conclude(drv_drive *d)
{
    drv_cockpit_leave(d->cockpit);
    stop(d);
    const int status = outcome(d);
    if (d->display && d->round.ended) d->again |= drv_display_linger(d->display, linger, look, d);
    if (d->display) drv_display_leave(d->display);
    if (d->director) drv_director_leave(d->director);
    return status;
}

/* ---- without a display ---- */

static bool open_pictures(drv_drive *d, drv_pictures **pictures, int *status)
{
    const drv_files *files = &d->world->files;
    const drv_scene_request site = {.log = d->log,
                                    .author = files->machine,
                                    .scenario = files->scenario,
                                    .machine_path = files->machine_text.path,
                                    .scenario_path = files->scenario_text.path,
                                    .assets = d->options->assets,
                                    .hud = d->options->hud,
                                    .show = d->options->show};
    char folder[DRV_PATH + 8];
    *status = DRV_ENVIRONMENT;
    snprintf(folder, sizeof folder, "%s/frames", d->round.folder);
    if (!drv_make_folder(d->log, folder)) return false;
    *pictures =
        drv_pictures_open(&d->options->pictures, folder, d->world->machine, &site, &d->round.arena, status);
    if (!*pictures) return false;
    *status = DRV_ENVIRONMENT;
    return drv_pictures_join(*pictures, d->round.session, !d->options->realtime, d->world->first_tick) ||
           drv_say(d->log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

/* Progress, events, pictures, and the end on request. @return false: a picture could not be written */
static bool wait_for_end(drv_drive *d, xch_latest *snapshots, drv_pictures *pictures)
{
    static const double most = 1e18; /* ticks: what a count holds */
    /* the world waits for pictures, so sleep shortly */
    const struct timespec slice = {.tv_nsec = pictures ? 500000 : 20000000};
    const double ticks = d->round.seconds / world_machine_step_size(d->world->machine);
    const int64_t total = (int64_t)fmin(ticks, most);
    const drv_progress *progress = d->progress.advance ? &d->progress : NULL;
    int64_t done = 0;
    bool ended = false, written = true;
    while (!ended) {
        ended =
            rt_session_is_ended(d->round.session); /* tested first: its last snapshot must still be drawn */
        look(d);
        const xch_snapshot *snapshot = xch_latest_read(snapshots, NULL);
        if (snapshot && pictures && written) {
            written = drv_pictures_serve(pictures, snapshot, ended);
            if (!written) rt_session_stop(d->round.session);
        }
        if (snapshot) done = snapshot->tick - d->world->first_tick;
        if (!drv_advance(progress, done, total)) rt_session_stop(d->round.session);
        if (!ended) nanosleep(&slice, NULL);
    }
    return written;
}

static int drive_unseen(drv_drive *d)
{
    int status = DRV_ENVIRONMENT;
    drv_pictures *pictures = NULL;
    bool written = true;
    xch_latest *snapshots = rt_session_add_reader(d->round.session);
    const bool wanted = d->options->pictures.every > 0.0;
    if (snapshots && (!wanted || open_pictures(d, &pictures, &status)) && begin(d)) {
        written = wait_for_end(d, snapshots, pictures);
        status = conclude(d);
    }
    if (pictures) drv_pictures_close(pictures);
    return written ? status : DRV_FAILED;
}

/* ---- with a display ---- */

static int drive_seen(drv_drive *d)
{
    if (!drv_display_join(d->display, d->round.session)) {
        (void)drv_say(d->log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
        return DRV_ENVIRONMENT;
    }
    if (!begin(d)) return DRV_ENVIRONMENT;
    d->again |= drv_display_loop(d->display, look, d);
    const int status = conclude(d);
    if (!drv_display_lost(d->display)) return status;
    (void)drv_say(d->log, "the connection to the display was lost");
    d->again = false;
    return DRV_FAILED;
}

/* ---- round after round ---- */

/* Files go to DIR, then to DIR/attempt-2 and so on. */
static void choose_folder(drv_drive *d)
{
    drv_round *round = &d->round;
    if (!d->options->out) return;
    if (round->number == 1)
        snprintf(round->folder, sizeof round->folder, "%s", d->options->out);
    else
        snprintf(round->folder, sizeof round->folder, "%s/attempt-%d", d->options->out, round->number);
}

/* Restore the state before the first round. */
static bool begin_anew(drv_drive *d, int *status)
{
    const int number = d->round.number + 1;
    hl_arena_free(&d->round.arena);
    d->again = false;
    world_state_restore(d->world->machine, d->world->start);
    if (!drv_drive_prepare(d, status)) return false;
    d->round.number = number;
    return true;
}

int drv_drive_run(drv_drive *d)
{
    int status;
    do {
        choose_folder(d);
        status = d->display ? drive_seen(d) : drive_unseen(d);
    } while (d->again && begin_anew(d, &status));
    return status;
}
