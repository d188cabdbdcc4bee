/* The drive of `headland run`: what rides along, the window or the wait, events. */
#include "run.h"

#include "folder.h"
#include "interrupt.h"
#include "program.h"
#include "progress.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- recorder and telemetry ---- */

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

static bool cannot(const char *path, const char *why)
{
    fprintf(stderr, "headland run: %s: %s\n", path, why);
    return false;
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
                                     .options = r->options};
    if (rt_recorder_open(&setup, r->machine, &r->session_arena, &r->recorder, why) != HL_OK)
        return cannot(out ? path : box_name, why);
    const rt_hook hook = {r->recorder, record_tick, recorder_ready};
    return rt_session_add_hook(r->session, &hook);
}

static bool open_telemetry(run *r)
{
    char path[RUN_PATH], why[RT_WHY_LENGTH];
    if (!r->request.out) return true;
    const rt_telemetry_setup setup = {.path = run_path(r, "telemetry.csv", path)};
    double *values = HL_NEW(&r->session_arena, double, world_signal_count(r->machine));
    if (!values) return cannot(path, hl_status_text(HL_OUT_OF_MEMORY));
    if (rt_telemetry_open(&setup, r->machine, &r->session_arena, &r->telemetry, why) != HL_OK)
        return cannot(path, why);
    world_machine_signals(r->machine, values);
    rt_telemetry_row(r->telemetry, world_machine_time(r->machine), values);
    const rt_hook hook = {r->telemetry, telemetry_tick, telemetry_ready};
    return rt_session_add_hook(r->session, &hook);
}

static void close_all(run *r)
{
    const rt_session_result result = rt_session_outcome(r->session);
    if (r->telemetry) rt_telemetry_close(r->telemetry, &r->rows);
    if (r->recorder) rt_recorder_close(r->recorder, r->machine, result.end, result.status, &r->recorded);
}

/* ---- events ---- */

void run_event_text(const run *r, const xch_event *event, char *text, size_t size)
{
    const char *what = xch_event_text(event->kind);
    switch (event->kind) {
    case XCH_EVENT_INPUT_LOST:
    case XCH_EVENT_INPUT_BACK:
        snprintf(text, size, "%s: %s", what, rt_session_source_name(r->session, event->subject));
        break;
    case XCH_EVENT_WORLD_STOPPED:
        snprintf(text, size, "%s: %s", what, hl_status_text((hl_status)event->subject));
        break;
    case XCH_EVENT_HIT:
        snprintf(text, size, "%s: %s, %s", what, r->files.machine->mechanism->bodies[(int)event->value].name,
                 r->files.scenario->objects[event->subject].name);
        break;
    case XCH_EVENT_OVERRUN:
        snprintf(text, size, "%s; %.3g ms of simulated time slipped", what, 1e3 * event->value);
        break;
    default:
        snprintf(text, size, "%s", what);
        break;
    }
}

/* Beginning, end and pauses show anyway, and overruns may be many: the report counts them. Of hits no more
 * than WORLD_HITS_KEPT are told. */
static bool is_news(const xch_event *event)
{
    return event->kind == XCH_EVENT_INPUT_LOST || event->kind == XCH_EVENT_INPUT_BACK ||
           event->kind == XCH_EVENT_RECORDER_STOPPED || event->kind == XCH_EVENT_WORLD_STOPPED ||
           event->kind == XCH_EVENT_HIT || event->kind == XCH_EVENT_GOAL;
}

static void take_events(run *r)
{
    xch_event event;
    while (xch_ring_pop(rt_session_events(r->session), &event)) {
        char text[200];
        r->event_count++;
        if (r->events_kept < RUN_EVENTS) r->events[r->events_kept++] = event;
        if (r->window && event.kind == XCH_EVENT_INPUT_BACK) run_window_back(r->window, event.subject);
        if (!is_news(&event)) continue;
        run_event_text(r, &event, text, sizeof text);
        fprintf(stderr, "headland run: %.3f s: %s\n", (double)event.tick * r->options.step, text);
        if (r->window) run_window_message(r->window, text);
    }
}

static void take_news(run *r)
{
    char text[300];
    while (cockpit_news(r->cockpit, text, sizeof text)) {
        fprintf(stderr, "headland run: %s\n", text);
        if (r->window) run_window_message(r->window, text);
    }
}

static void look(void *context)
{
    run *r = context;
    take_events(r);
    take_news(r);
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
    if (*advice) fprintf(stderr, "headland run: %s\n", advice);
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
    if (!rt_session_start(r->session)) return cannot("physics thread", strerror(EAGAIN));
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
    close_all(r);
}

static int outcome(run *r)
{
    const rt_session_result result = rt_session_outcome(r->session);
    const bool told = run_report(r), whole = !*r->recorded.why && !*r->rows.why;
    if (result.end == RT_END_FAILED && r->recorded.black_box)
        fprintf(stderr, "headland run: the last seconds are in %s%sblack-box.hlr\n",
                r->request.out ? r->request.out : "", r->request.out ? "/" : "");
    if (*r->recorded.why) fprintf(stderr, "headland run: recording: %s\n", r->recorded.why);
    if (*r->rows.why) fprintf(stderr, "headland run: telemetry: %s\n", r->rows.why);
    return told && whole && result.end != RT_END_FAILED ? PROGRAM_DONE : PROGRAM_FAILED;
}

static bool open_files(run *r)
{
    return (r->request.out == NULL || make_folder("run", r->request.out)) && open_recorder(r) &&
           open_telemetry(r);
}

static bool join_cockpit(run *r)
{
    return cockpit_join(r->cockpit, r->session) || cannot("cockpit", hl_status_text(HL_OUT_OF_MEMORY));
}

static int drive_headless(run *r)
{
    int status = PROGRAM_ENVIRONMENT;
    run_frames *pictures = NULL;
    xch_latest *snapshots = rt_session_add_reader(r->session);
    const bool wanted = r->pictures.every > 0.0;
    if (wanted) pictures = run_frames_open(r, &status);
    if (!snapshots || (wanted && !pictures) || !open_files(r) || !join_cockpit(r) || !start(r)) {
        close_all(r);
        if (pictures) run_frames_close(pictures);
        return status;
    }
    const bool written = wait_for_end(r, snapshots, pictures);
    cockpit_leave(r->cockpit);
    stop(r);
    if (pictures) run_frames_close(pictures);
    status = outcome(r);
    return written ? status : PROGRAM_FAILED;
}

/* ---- in a window ---- */

/* From joining the session to what came of it. @return whether the drive is to begin anew */
static bool drive_attempt(run *r, int *status)
{
    *status = PROGRAM_ENVIRONMENT;
    if (!run_window_join(r->window, r->session)) {
        fprintf(stderr, "headland run: %s\n", hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    if (!open_files(r) || !join_cockpit(r) || !start(r)) {
        close_all(r);
        return false;
    }
    const bool anew = run_window_loop(r->window, look, r);
    cockpit_leave(r->cockpit);
    run_window_leave(r->window);
    stop(r);
    *status = outcome(r);
    if (!run_window_lost(r->window)) return anew;
    fprintf(stderr, "headland run: the display is gone\n");
    *status = PROGRAM_FAILED;
    return false;
}

/* Everything as it was before the first attempt; what it writes goes to DIR/attempt-2 and so on.
 *  @param from  the state at the start */
static bool begin_anew(run *r, const void *from, const char *out, int *status)
{
    r->attempt++;
    r->recorder = NULL;
    r->telemetry = NULL;
    r->recorded = (rt_recorder_outcome){0};
    r->rows = (rt_telemetry_outcome){0};
    r->event_count = r->events_kept = 0;
    r->probed = false;
    hl_arena_free(&r->session_arena);
    world_state_restore(r->machine, from);
    if (out != NULL) {
        snprintf(r->folder, sizeof r->folder, "%s/attempt-%d", out, r->attempt);
        r->request.out = r->folder;
    }
    return run_begin_session(r, status);
}

static int drive_in_window(run *r)
{
    int status = PROGRAM_ENVIRONMENT;
    const char *out = r->request.out;
    void *from = hl_arena_take(&r->arena, world_state_size(r->machine), 1);
    if (from == NULL) return status;
    world_state_save(r->machine, from);
    r->attempt = 1;
    r->window =
        run_window_open(r->machine, &r->files, &r->window_choice, r->cockpit, out, &r->arena, &status);
    if (r->window == NULL) return status;
    while (drive_attempt(r, &status) && begin_anew(r, from, out, &status)) continue;
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
    snprintf(settings->pattern, sizeof settings->pattern, "%s", r->request.cockpit.pattern);
}

int run_drive(run *r)
{
    int status;
    interrupt_begin();
    r->cockpit = open_cockpit(r, &status);
    if (r->cockpit == NULL) return status;
    show_pattern(r);
    status = r->request.headless ? drive_headless(r) : drive_in_window(r);
    return cockpit_close(r->cockpit) || status != PROGRAM_DONE ? status : PROGRAM_FAILED;
}
