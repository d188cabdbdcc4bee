/* The drive of `headland run`: the window or the wait, events, rounds. */
#include "run.h"

#include "command/interrupt.h"
#include "command/progress.h"
#include "program.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- events ---- */

/* Beginning, end and pauses show anyway, and overruns may be many: the report counts them. Of hits no more
 * than WORLD_HITS_KEPT are told. */
static bool is_news(const xch_event *event)
{
    return event->kind == XCH_EVENT_INPUT_LOST || event->kind == XCH_EVENT_INPUT_BACK ||
           event->kind == XCH_EVENT_RECORDER_STOPPED || event->kind == XCH_EVENT_WORLD_STOPPED ||
           event->kind == XCH_EVENT_HIT || event->kind == XCH_EVENT_GOAL ||
           event->kind == XCH_EVENT_EXERCISE_FINISHED || event->kind == XCH_EVENT_EXERCISE_FAILED;
}

/* What the results keep, what the driver is told, and pauses. Others are parts of these, or too many. */
static void tell_instructor(run *r, const xch_event *event, const char *text)
{
    const char *kind = run_event_kind(r, event);
    const bool pause = event->kind == XCH_EVENT_PAUSED || event->kind == XCH_EVENT_RESUMED;
    if (r->link && (kind || pause || is_news(event)))
        run_link_event(r->link, (double)event->tick * r->options.step, kind ? kind : "seat", text);
}

static bool is_result(const xch_event *event)
{
    return event->kind == XCH_EVENT_EXERCISE_FINISHED || event->kind == XCH_EVENT_EXERCISE_FAILED;
}

/* To instructor, terminal and window. */
static void announce(run *r, const xch_event *event)
{
    char text[200];
    run_event_text(r, event, text, sizeof text);
    tell_instructor(r, event, text);
    if (!is_news(event)) return;
    fprintf(stderr, "headland %s: %.3f s: %s\n", options_command(), (double)event->tick * r->options.step,
            text);
    if (r->window) run_window_message(r->window, text);
}

/* The result of an attempt is announced once it is stored: what a trainee has read is never lost. */
static void take_events(run *r)
{
    xch_event event;
    while (xch_ring_pop(rt_session_events(r->session), &event)) {
        r->event_count++;
        if (event.kind == XCH_EVENT_PAUSED || event.kind == XCH_EVENT_RESUMED)
            r->paused = event.kind == XCH_EVENT_PAUSED;
        if (r->events_kept < RUN_EVENTS) r->events[r->events_kept++] = event;
        if (r->window && event.kind == XCH_EVENT_INPUT_BACK) run_window_back(r->window, event.subject);
        if (r->results.id != 0 && is_result(&event)) {
            r->ending = event;
            r->ended = true;
        } else {
            announce(r, &event);
        }
    }
}

static void take_news(run *r)
{
    char text[300];
    while (cockpit_news(r->cockpit, text, sizeof text)) {
        fprintf(stderr, "headland %s: %s\n", options_command(), text);
        if (r->window) run_window_message(r->window, text);
    }
}

static void look(void *context)
{
    run *r = context;
    take_events(r);
    take_news(r);
    if (r->link) run_link_look(r->link, r);
}

/* ---- driving ---- */

/* Without a window: progress, events, pictures, and the end on request.
 * @return false: a picture could not be written */
static bool wait_for_end(run *r, xch_latest *snapshots, run_frames *pictures)
{
    /* the world waits for pictures: not for long */
    const struct timespec slice = {.tv_nsec = pictures ? 500000 : 20000000};
    static const double most = 1e18; /* ticks: what a count holds */
    progress bar = progress_begin((long)fmin(r->seconds / r->options.step, most));
    bool ended = false, written = true;
    while (!ended) {
        ended = rt_session_ended(r->session); /* first: what it published last is still to be drawn */
        look(r);
        if (interrupt_asked()) rt_session_stop(r->session);
        const xch_snapshot *snapshot = xch_latest_read(snapshots, NULL);
        if (snapshot && pictures && written) {
            written = run_frames_take(pictures, snapshot, ended);
            if (!written) rt_session_stop(r->session);
        }
        if (snapshot) progress_show(&bar, (long)(snapshot->tick - r->first_tick), NULL);
        if (!ended) nanosleep(&slice, NULL);
    }
    progress_end(&bar);
    return written;
}

static void tell_advice(const char *advice)
{
    if (*advice) fprintf(stderr, "headland %s: %s\n", options_command(), advice);
}

/* Real time is asked for now that all memory is taken. */
static bool start(run *r)
{
    const rt_thread_options probe = {"probe", RUN_PRIORITY, r->request.cpu};
    const int64_t period = rt_nanoseconds(r->options.step);
    r->process.awake = -1;
    if (r->realtime) rt_process_begin(&r->process);
    r->locked = r->process.locked;
    tell_advice(r->process.advice);
    if (!rt_session_start(r->session)) return run_cannot("physics thread", strerror(EAGAIN));
    tell_advice(rt_session_thread(r->session)->advice);
    r->probed = r->request.rt_report && rt_probe_start(&r->probe, period, rt_probe_threshold(period), &probe);
    return true;
}

static void stop(run *r)
{
    rt_session_join(r->session);
    if (r->probed) rt_probe_stop(&r->probe);
    rt_process_end(&r->process);
    look(r);
    run_files_close(r);
}

static int outcome(run *r)
{
    const rt_session_result result = rt_session_outcome(r->session);
    const bool kept = run_attempt_end(r);
    if (r->ended && kept) announce(r, &r->ending);
    if (r->ended && !kept && r->window)
        run_window_message(r->window, "The result could not be stored; the reason is in the terminal");
    const bool told = run_report(r), whole = !*r->recorded.why && !*r->rows.why;
    if (result.end == RT_END_FAILED && r->recorded.black_box)
        fprintf(stderr, "headland %s: the last seconds are in %s%sblack-box.hlr\n", options_command(),
                r->request.out ? r->request.out : "", r->request.out ? "/" : "");
    if (*r->recorded.why) fprintf(stderr, "headland %s: recording: %s\n", options_command(), r->recorded.why);
    if (*r->rows.why) fprintf(stderr, "headland %s: telemetry: %s\n", options_command(), r->rows.why);
    return told && whole && kept && result.end != RT_END_FAILED ? PROGRAM_DONE : PROGRAM_FAILED;
}

static bool join_cockpit(run *r)
{
    return cockpit_join(r->cockpit, r->session) || run_cannot("cockpit", hl_status_text(HL_OUT_OF_MEMORY));
}

static bool join_link(run *r)
{
    return r->link == NULL || run_link_join(r->link, r) ||
           run_cannot("instructor", hl_status_text(HL_OUT_OF_MEMORY));
}

/* @return false: nothing runs; what was opened is closed again */
static bool begin(run *r)
{
    if (run_files_open(r) && join_cockpit(r) && join_link(r) && start(r)) return true;
    if (r->link) run_link_leave(r->link);
    run_files_close(r);
    run_attempt_abandon(r);
    return false;
}

/* The world has ended: what came of it is stored and announced, then a person has time to read it.
 * @return exit status */
static int conclude(run *r)
{
    cockpit_leave(r->cockpit);
    stop(r);
    const int status = outcome(r);
    if (r->window && r->ended) r->again |= run_window_linger(r->window, RUN_LINGER, look, r);
    if (r->window) run_window_leave(r->window);
    if (r->link) run_link_leave(r->link);
    return status;
}

static int drive_headless(run *r)
{
    int status = PROGRAM_ENVIRONMENT;
    run_frames *pictures = NULL;
    xch_latest *snapshots = rt_session_add_reader(r->session);
    const bool wanted = r->pictures.every > 0.0;
    if (wanted) pictures = run_frames_open(r, &status);
    if (!snapshots || (wanted && !pictures) || !begin(r)) {
        if (pictures) run_frames_close(pictures);
        return status;
    }
    const bool written = wait_for_end(r, snapshots, pictures);
    status = conclude(r);
    if (pictures) run_frames_close(pictures);
    return written ? status : PROGRAM_FAILED;
}

/* From joining the session to what came of it. */
static int drive_in_window(run *r)
{
    if (!run_window_join(r->window, r->session)) {
        fprintf(stderr, "headland %s: %s\n", options_command(), hl_status_text(HL_OUT_OF_MEMORY));
        return PROGRAM_ENVIRONMENT;
    }
    if (!begin(r)) return PROGRAM_ENVIRONMENT;
    r->again |= run_window_loop(r->window, look, r);
    const int status = conclude(r);
    if (!run_window_lost(r->window)) return status;
    fprintf(stderr, "headland %s: the connection to the display was lost\n", options_command());
    r->again = false;
    return PROGRAM_FAILED;
}

void run_pause(run *r, bool pause)
{
    if (r->window)
        run_window_pause(r->window, pause);
    else
        rt_session_pause(r->session, pause);
}

/* ---- once more ---- */

void run_again(run *r)
{
    r->again = true;
    r->load = NULL;
    rt_session_stop(r->session);
}

/* Everything as it was before the first round; what it writes goes to DIR/attempt-2 and so on.
 *  @param from  the state at the start */
static bool begin_anew(run *r, const void *from, const char *out, int *status)
{
    r->round++;
    r->recorder = NULL;
    r->telemetry = NULL;
    r->recorded = (rt_recorder_outcome){0};
    r->rows = (rt_telemetry_outcome){0};
    r->event_count = r->events_kept = r->remark_count = 0;
    r->newest_tick = 0;
    r->probed = r->paused = r->again = r->ended = false;
    hl_arena_free(&r->session_arena);
    world_state_restore(r->machine, from);
    if (out != NULL) {
        snprintf(r->folder, sizeof r->folder, "%s/attempt-%d", out, r->round);
        r->request.out = r->folder;
    }
    return run_begin_session(r, status);
}

static int drive_rounds(run *r)
{
    int status = PROGRAM_ENVIRONMENT;
    const char *out = r->request.out;
    void *from = hl_arena_take(&r->arena, world_state_size(r->machine), 1);
    if (from == NULL) return status;
    world_state_save(r->machine, from);
    r->round = 1;
    do status = r->window ? drive_in_window(r) : drive_headless(r);
    while (r->again && begin_anew(r, from, out, &status));
    return status;
}

static int drive(run *r)
{
    int status = PROGRAM_ENVIRONMENT;
    if (r->request.headless) return drive_rounds(r);
    const run_window_setup setup = {.files = &r->files,
                                    .choice = &r->window_choice,
                                    .cockpit = r->cockpit,
                                    .pictures = r->request.out,
                                    .person = r->script == NULL,
                                    .attempt = r->results.store != NULL};
    r->window = run_window_open(r->machine, &setup, &r->arena, &status);
    if (r->request.ready) r->request.ready(r->request.ready_context);
    if (r->window == NULL) return status;
    status = drive_rounds(r);
    run_window_close(r->window);
    return status;
}

static cockpit *open_cockpit(run *r, int *status)
{
    const char *driver = r->request.driver;
    const bool window = !r->request.headless, person = r->script == NULL && (window || driver != NULL);
    const bool devices = person && (driver == NULL || strcmp(driver, "devices") == 0);
    const auth_settings settings = window ? r->window_choice.settings : auth_settings_default();
    const cockpit_setup setup = {.request = &r->request.cockpit,
                                 .files = &r->files,
                                 .machine = r->machine,
                                 .settings = &settings,
                                 .keyboard = person && window,
                                 .devices = devices,
                                 .need = devices && driver != NULL,
                                 .sound = window};
    return cockpit_open(&setup, &r->arena, status);
}

/* The menu begins with the pattern that the command line asks for. */
static void show_pattern(run *r)
{
    auth_settings *settings = &r->window_choice.settings;
    if (r->request.cockpit.pattern == NULL) return;
    const auth_pattern *pattern = &r->files.machine->patterns[cockpit_pattern(r->cockpit)];
    snprintf(settings->pattern, sizeof settings->pattern, "%s", pattern->name);
}

int run_drive(run *r)
{
    int status;
    interrupt_begin();
    (void)signal(SIGPIPE, SIG_IGN); /* who reads the report may leave: what came of the drive is kept first */
    r->cockpit = open_cockpit(r, &status);
    if (r->cockpit == NULL) return status;
    show_pattern(r);
    if (run_attempt_open(r, &status)) {
        status = drive(r);
        if (!run_attempt_close(r) && status == PROGRAM_DONE) status = PROGRAM_FAILED;
    }
    return cockpit_close(r->cockpit) || status != PROGRAM_DONE ? status : PROGRAM_FAILED;
}
