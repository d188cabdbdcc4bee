/* headland run: drive a machine. */
#include "run.h"

#include "auth/quantity.h"
#include "command/assets.h"
#include "command/nearest.h"
#include "hl/spelling.h"
#include "program.h"
#include "results/results.h"
#include "run_score.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* In the assets: a place to try the tractor, and where nobody watches the published work cycle. */
static const char in_window[] = "scenarios/sand-field.yaml", headless[] = "scenarios/sand-transfer.yaml";

/* The same for those who ask for a variant: of the machine that comes in several. */
static const char of_variants[] = "scenarios/excavator-hopper.yaml";

const char *run_path(const run *r, const char *name, char path[RUN_PATH])
{
    snprintf(path, RUN_PATH, "%s/%s", r->request.out, name);
    return path;
}

int run_signal_of(const run *r, const char *first, const char *name, const char *last)
{
    char text[200];
    snprintf(text, sizeof text, "%s%s%s", first, name, last);
    for (char *c = text; *c; c++) *c = isspace((unsigned char)*c) ? '_' : *c;
    return world_signal_find(r->machine, text);
}

/* ---- the request ---- */

static bool refuse(const char *text)
{
    fprintf(stderr, "headland %s: %s\n", options_command(), text);
    return false;
}

static bool choose_speed(run *r)
{
    static const char *const names[] = {"realtime", "max"};
    const char *speed = r->request.speed;
    const int chosen = speed ? nearest_choose(options_command(), "speed", speed, names, 2) : 0;
    r->realtime = chosen == 0;
    if (chosen <= 0) return chosen == 0;
    return r->request.headless || refuse("--speed max needs --headless");
}

static bool is_person(const char *driver)
{
    return driver && (strcmp(driver, "keyboard") == 0 || strcmp(driver, "devices") == 0);
}

static bool is_variant(const char *text)
{
    return machine_is_choice(text) && !machine_is_parameter(text);
}

static bool sets_more_than_variants(const run_request *request)
{
    for (int i = 0; i < request->set.count; i++)
        if (!is_variant(request->set.texts[i])) return true;
    return false;
}

static bool check_request(run *r)
{
    if (!choose_speed(r)) return false;
    if (r->request.headless && r->request.driver && strcmp(r->request.driver, "keyboard") == 0)
        return refuse("--operator keyboard needs a window; with --headless give devices or a script");
    if (!r->realtime && is_person(r->request.driver))
        return refuse("--operator devices needs --speed realtime");
    if (r->request.frames && !(r->request.headless && r->request.out))
        return refuse("--frames needs --headless and --out DIR: pictures are written to DIR/frames");
    if (r->request.frames && !frames_parse(options_command(), r->request.frames, &r->pictures)) return false;
    if (r->request.trainee && r->request.out)
        return refuse(
            "give either --out or --trainee, not both: the files of an attempt are stored with the results");
    if (r->request.trainee && sets_more_than_variants(&r->request))
        return refuse("--set of a control or a parameter is not allowed with --trainee: an attempt starts as "
                      "its exercise defines");
    if (r->request.db && !r->request.trainee)
        return refuse("--db needs --trainee NAME: without a trainee nothing is stored");
    if (r->request.exercises && !r->request.seat) return refuse("--exercises needs --instructor SEAT");
    if (r->request.reference && !r->request.trainee) return refuse("--reference needs --trainee NAME");
    if (r->request.rt_report && !r->realtime)
        return refuse("--rt-report needs --speed realtime: at maximum speed there are no deadlines");
    if (r->request.headless)
        return window_without(options_command(), &r->request.window, r->request.frames != NULL);
    return window_choose(options_command(), &r->request.window, &r->window_choice);
}

/* ---- who drives ---- */

/* A script that was asked for; without a window also the scenario's own. */
static const char *choose_script(const run *r)
{
    if (is_person(r->request.driver)) return NULL;
    if (r->request.driver) return r->request.driver;
    return r->request.headless && r->files.scenario ? r->files.scenario->operator_script : NULL;
}

/* How long: the command line's word, else the scenario's, else the script's; 0: open end. */
static double choose_seconds(const run *r, double of_script)
{
    if (r->request.seconds > 0.0) return r->request.seconds;
    if (r->files.scenario && r->files.scenario->seconds > 0.0) return r->files.scenario->seconds;
    return of_script;
}

/* ---- controls at the start ---- */

/* NAME=VALUE where VALUE is a choice of the machine's variant NAME: as it is meant. */
static const char *meant_choice(const run *r, const char *name, const char *value, char hint[HL_HINT_LENGTH])
{
    char meant[HL_HINT_LENGTH] = "";
    for (int i = 0; i < r->files.machine->variant_count; i++) {
        const auth_variant *variant = &r->files.machine->variants[i];
        if (strcmp(variant->name, name) != 0) continue;
        for (int k = 0; k < variant->choice_count; k++)
            if (strcmp(variant->choices[k].name, value) == 0)
                snprintf(meant, sizeof meant, "machine.%s=%s", name, value);
    }
    return hl_did_you_mean(*meant ? meant : NULL, hint);
}

static bool unknown_control(const run *r, const char *name, const char *choice)
{
    enum { MOST = 256 };
    const char *names[MOST];
    int count = 0;
    for (; count < world_control_count(r->machine) && count < MOST; count++)
        names[count] = world_control_info(r->machine, count).name;
    const char *nearest = nearest_name(name, names, count);
    if (*choice)
        fprintf(stderr, "headland %s: --set: unknown control '%s'%s\n", options_command(), name, choice);
    else
        fprintf(stderr, "headland %s: --set: unknown control '%s'; the nearest is '%s'\n", options_command(),
                name, nearest ? nearest : "none");
    return false;
}

/* Its signal, control.NAME, does as well. */
static int find_control(const run *r, const char *name)
{
    static const char prefix[] = "control.";
    const bool is_signal = strncmp(name, prefix, sizeof prefix - 1) == 0;
    return world_control_find(r->machine, is_signal ? name + sizeof prefix - 1 : name);
}

/* CONTROL=V: a number as files write it. */
static bool set_control(const run *r, const char *text)
{
    const size_t length = strcspn(text, "=");
    char name[64], complaint[HL_MESSAGE_LENGTH], hint[HL_HINT_LENGTH];
    double value;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (text[length] != '=') {
        fprintf(stderr,
                "headland %s: --set '%s' is not understood; expected CONTROL=NUMBER, "
                "machine.VARIANT=CHOICE or machine.SECTION.NAME.KEY=VALUE\n",
                options_command(), text);
        return false;
    }
    const char *choice = meant_choice(r, name, text + length + 1, hint);
    const int control = find_control(r, name);
    if (control < 0) return unknown_control(r, name, choice);
    if (!auth_quantity_read(text + length + 1, AUTH_KIND_NUMBER, &value, complaint, sizeof complaint)) {
        fprintf(stderr, "headland %s: --set '%s': %s%s\n", options_command(), name, complaint, choice);
        return false;
    }
    const world_control info = world_control_info(r->machine, control);
    if (value < info.low || value > info.high) {
        fprintf(stderr, "headland %s: --set %s: the range of '%s' is %g to %g\n", options_command(), text,
                name, info.low, info.high);
        return false;
    }
    world_control_set(r->machine, control, value);
    return true;
}

static bool set_controls(const run *r)
{
    for (int i = 0; i < r->request.set.count; i++)
        if (!machine_is_choice(r->request.set.texts[i]) && !set_control(r, r->request.set.texts[i]))
            return false;
    world_controls_start(r->machine);
    return true;
}

/* ---- setting up ---- */

bool run_begin_session(run *r, int *status)
{
    double of_script = 0.0;
    world_operator *driver = NULL;
    r->script = choose_script(r);
    if (r->script) {
        const auth_operator *script;
        driver = machine_read_script(r->script, &r->files, r->machine, &r->session_arena, &script, status);
        if (!driver) return false;
        of_script = script->seconds;
    }
    r->seconds = choose_seconds(r, of_script);
    rt_budget_begin(&r->budget, rt_clock_monotonic());
    /* a person who has reached the goal may drive on; the run ends when the exercise is finished. The world
     * of an attempt ends at once, so that its result is stored before it is read */
    const bool lingers = !r->request.headless && !r->request.trainee;
    const rt_session_options options = {.realtime = r->realtime,
                                        .seconds = r->seconds,
                                        .priority = RUN_PRIORITY,
                                        .cpu = r->request.cpu,
                                        .ends_at_goal = r->request.headless || driver,
                                        .ends_with_exercise = true,
                                        .linger = lingers ? RUN_LINGER : 0.0,
                                        .budget = r->request.rt_report ? &r->budget : NULL};
    *status = PROGRAM_USAGE;
    if (!r->realtime && !driver && !(r->seconds > 0.0))
        return refuse("the run has no end: give --seconds or an --operator script");
    *status = PROGRAM_ENVIRONMENT;
    r->session = rt_session_new(r->machine, &options, &r->session_arena);
    if (!r->session || !run_score_begin(r)) return refuse(hl_status_text(HL_OUT_OF_MEMORY));
    rt_session_drive(r->session, driver);
    return true;
}

static const char *default_scenario(const run_request *request)
{
    for (int i = 0; i < request->set.count; i++)
        if (is_variant(request->set.texts[i])) return of_variants;
    return request->headless ? headless : in_window;
}

static bool default_path(const run_request *request, char path[RUN_PATH])
{
    char assets[RUN_PATH - sizeof of_variants - 1];
    if (!assets_need(options_command(), assets, sizeof assets)) return false;
    snprintf(path, RUN_PATH, "%s/%s", assets, default_scenario(request));
    return true;
}

static int build_and_drive(run *r, const char *path)
{
    int status = PROGRAM_USAGE;
    if (!check_request(r)) return status;
    if (!machine_read_set(options_command(), path, &r->request.set, &r->arena, &r->files, &status))
        return status;
    r->options = world_machine_options(r->files.machine, r->files.scenario);
    r->machine = machine_build(&r->files, &r->options, &r->arena, &status);
    if (!r->machine) return status;
    if (!set_controls(r)) return PROGRAM_USAGE;
    r->first_tick = world_machine_tick(r->machine);
    if (!run_begin_session(r, &status)) return status;
    return run_drive(r);
}

int run_scenario(const run_request *request, const char *path, run_link *link, char *next, int64_t *last)
{
    static run r;
    r = (run){.request = *request, .link = link};
    const int status = build_and_drive(&r, path);
    snprintf(next, RUN_PATH, "%s", r.load ? r.load : "");
    if (last) *last = r.results.last;
    hl_arena_free(&r.session_arena);
    hl_arena_free(&r.arena);
    return status;
}

/* One exercise after the other, as the instructor loads them. */
static int run_seat(const run_request *request, const char *path, run_link *link)
{
    int status;
    int count = 1;
    char at[RUN_PATH], next[RUN_PATH], folder[RUN_PATH];
    run_request drive = *request;
    snprintf(next, sizeof next, "%s", path);
    do {
        memcpy(at, next, sizeof at);
        status = run_scenario(&drive, at, link, next, NULL);
        drive.set.count = 0; /* another machine has other controls and variants, and needs another script */
        if (!is_person(drive.driver)) drive.driver = NULL;
        if (!request->out) continue;
        snprintf(folder, sizeof folder, "%s/exercise-%d", request->out, ++count);
        drive.out = folder;
    } while (*next);
    return status;
}

static int run_with_instructor(const run_request *request, const char *path)
{
    hl_arena arena = {0};
    exercises found;
    run_link *link = NULL;
    int status = PROGRAM_USAGE;
    if (exercises_find(options_command(), request->exercises, &arena, &found))
        link = run_link_open(request->seat, &found, &status);
    if (link) {
        status = run_seat(request, path, link);
        run_link_close(link);
    }
    hl_arena_free(&arena);
    return status;
}

static const help_text help = {
    .summary = "Drive a machine in a window with keyboard and devices, or without a window with a script. A "
               "scenario with tasks or a score is an exercise.",
    .arguments =
        {{"SCENARIO|MACHINE",
          "file of a scenario, an exercise or a machine (default: the tractor in front of a pile of sand; "
          "with --headless its work cycle; with --set machine.VARIANT=CHOICE the excavator at its hopper)"}},
    .examples = {"run", "run assets/scenarios/slope-15.yaml --camera chase",
                 "run assets/scenarios/excavator-field.yaml --set machine.bucket=large",
                 "run assets/exercises/1-slalom.yaml --trainee Anna",
                 "run flat --headless --speed max --operator assets/operators/loader.yaml --out drive"},
    .failed = "the simulation stopped, or a file could not be written completely",
    .files = {{"DIR/recording.hlr", "recording of the drive, for headland replay"},
              {"DIR/telemetry.csv", "one column for each signal; units in the second row"},
              {"DIR/report.json", "score, deadlines, energies, mass of the soil"}},
    .page = "docs/window.md, docs/scenario.md, docs/report.md"};

int program_run(int argc, char **argv)
{
    static run_request request = {.cpu = -1};
    run_request *q = &request;
    const option options[] = {
        {"headless", OPTION_FLAG, &q->headless, NULL, "run without window and sound"},
        {"operator", OPTION_FILE, &q->driver, "WHO",
         "devices, keyboard, or the file of an operator script (default: devices and keyboard; with "
         "--headless the scenario's script)"},
        {"seconds", OPTION_SECONDS, &q->seconds, "S",
         "duration [s] (default: the scenario's, else the script's)"},
        {"speed", OPTION_TEXT, &q->speed, "SPEED", "realtime, or max with --headless (default: realtime)"},
        {"out", OPTION_TEXT, &q->out, "DIR", "write recording.hlr, telemetry.csv and report.json into DIR"},
        {"frames", OPTION_TEXT, &q->frames, "every=S[,...]",
         "write a PNG every S seconds into DIR/frames (needs --headless and --out); also size=WxH, "
         "camera=cab|chase|orbit|bucket, quality=low|medium|high"},
        WINDOW_OPTIONS(&q->window),
        COCKPIT_OPTIONS(&q->cockpit),
        {"set", OPTION_LIST, &q->set, "NAME=VALUE",
         "set a control at the start, e.g. throttle=0.5; select a variant, e.g. machine.bucket=large; or set "
         "a parameter of the machine's file, e.g. machine.bodies.bucket.mass=\"500 kg\"; may be repeated"},
        {"trainee", OPTION_TEXT, &q->trainee, "NAME", "store the drive as an attempt of this trainee"},
        RESULTS_DB_OPTION(&q->db),
        {"reference", OPTION_FLAG, &q->reference, NULL,
         "store the drive as the reference of the exercise; it is driven by a script, --operator's or the "
         "exercise's own"},
        {"instructor", OPTION_TEXT, &q->seat, "SEAT",
         "name of this seat for headland instructor, e.g. seat-1"},
        {"exercises", OPTION_TEXT, &q->exercises, "DIR",
         "folder of additional exercises that an instructor can load"},
        {"cpu", OPTION_INDEX, &q->cpu, "N", "pin the physics thread to processor N, from 0 (default: any)"},
        {"rt-report", OPTION_FLAG, &q->rt_report, NULL,
         "measure deadline misses and latency, with a probe thread for comparison, and print them"},
        OPTION_JSON(&q->json),
        OPTION_END};
    command_line line = {.command = "run",
                         .arguments = "[SCENARIO|MACHINE]",
                         .help = &help,
                         .options = options,
                         .files = "scenarios exercises machines",
                         .fewest = 0,
                         .most = 1};
    int status;
    char path[RUN_PATH];
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (line.word_count == 0 && !default_path(q, path)) return PROGRAM_ENVIRONMENT;
    const char *first = line.word_count > 0 ? line.words[0] : path;
    return q->seat ? run_with_instructor(q, first) : run_seat(q, first, NULL);
}
