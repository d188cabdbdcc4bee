/* A drive as `headland run` and `headland train` ask for it: the request checked, the parts opened, the end.
 */
#include "run.h"

#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/log.h"
#include "drv/results.h"
#include "picture/window.h"
#include "program.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* What is open. */
typedef struct running {
    const run_request *request;
    drv_options options;
    window_choice choice;
    char assets[DRV_PATH];
    drv_world world;
    drv_attempt attempt;
    drv_bindings bindings;
    drv_drive drive;
    site_window window;
    progress bar;
} running;

/* ---- the request ---- */

static bool refuse(const char *text)
{
    return drv_say(&program_log, "%s", text);
}

static bool choose_speed(running *r)
{
    static const char *const names[] = {"realtime", "max"};
    const char *speed = r->request->speed;
    const int chosen = speed ? drv_choose_word(&program_log, "speed", speed, names, 2) : 0;
    r->options.realtime = chosen == 0;
    if (chosen <= 0) return chosen == 0;
    return r->request->headless || refuse("--speed max needs --headless");
}

bool run_is_person(const char *driver)
{
    return driver && (strcmp(driver, "keyboard") == 0 || strcmp(driver, "devices") == 0);
}

static bool sets_more_than_variants(const run_request *request)
{
    for (int i = 0; i < request->set.count; i++)
        if (!drv_is_choice(request->set.texts[i]) || drv_is_parameter(request->set.texts[i])) return true;
    return false;
}

static bool check_request(running *r)
{
    if (!choose_speed(r)) return false;
    if (r->request->headless && r->request->driver && strcmp(r->request->driver, "keyboard") == 0)
        return refuse("--operator keyboard needs a window; with --headless give devices or a script");
    if (!r->options.realtime && run_is_person(r->request->driver))
        return refuse("--operator devices needs --speed realtime");
    if (r->request->frames && !(r->request->headless && r->request->out))
        return refuse("--frames needs --headless and --out DIR: pictures are written to DIR/frames");
    if (r->request->frames && !drv_pictures_parse(&program_log, r->request->frames, &r->options.pictures))
        return false;
    if (r->request->trainee && r->request->out)
        return refuse(
            "give either --out or --trainee, not both: the files of an attempt are stored with the results");
    if (r->request->trainee && r->request->practice)
        return refuse("give either --practice or --trainee, not both: practice is not stored as an attempt");
    if (r->request->trainee && sets_more_than_variants(r->request))
        return refuse("--set of a control or a parameter is not allowed with --trainee: an attempt starts as "
                      "its exercise defines");
    if (r->request->db && !r->request->trainee)
        return refuse("--db needs --trainee NAME: without a trainee nothing is stored");
    if (r->request->exercises && !r->request->seat) return refuse("--exercises needs --instructor SEAT");
    if (r->request->reference && !r->request->trainee) return refuse("--reference needs --trainee NAME");
    if (r->request->physics_threads > RT_TEAM_THREADS)
        return refuse("--physics-threads: give 1 to 8 threads");
    if (r->request->headless) return window_without(&r->request->window, r->request->frames != NULL);
    return window_choose(&r->request->window, &r->choice);
}

/* ---- who drives ---- */

/* The script that is asked for; without a window also the scenario's own. NULL: none */
static const char *choose_script(const running *r)
{
    const run_request *q = r->request;
    if (run_is_person(q->driver)) return NULL;
    if (q->driver) return q->driver;
    return q->headless && r->world.files.scenario ? r->world.files.scenario->operator_script : NULL;
}

static void complete_options(running *r)
{
    const run_request *q = r->request;
    r->options.measure = q->rt_report;
    r->options.display = !q->headless;
    r->options.seconds = q->seconds;
    r->options.cpu = q->cpu;
    r->options.physics_threads = q->physics_threads;
    r->options.script = choose_script(r);
    r->options.out = q->out;
    r->options.trainee = q->trainee;
    r->options.practice = q->practice;
    r->options.set = *SETTINGS_OF(&q->set);
    r->options.hud = q->window.hud;
    r->options.show = q->window.show;
    r->options.assets = r->assets;
}

/* ---- the cockpit ---- */

static bool read_bindings(running *r, int *status)
{
    drv_bindings_reader reader = {.log = &program_log,
                                  .machine = r->world.files.machine,
                                  .machine_path = r->world.files.machine_text.path,
                                  .arena = &r->world.arena};
    if (drv_bindings_read(&reader, r->request->cockpit.bindings, &r->bindings)) return true;
    *status = reader.status;
    return false;
}

static drv_cockpit *open_cockpit(running *r, int *status)
{
    const run_request *q = r->request;
    const bool window = !q->headless, person = !r->options.script && (window || q->driver);
    const bool devices = person && (!q->driver || strcmp(q->driver, "devices") == 0);
    *status = PROGRAM_USAGE;
    if (q->cockpit.bindings && !person) {
        (void)refuse("--bindings has no effect here: no device is used; drive in a window without a script, "
                     "or give --operator devices");
        return NULL;
    }
    if (person && !read_bindings(r, status)) return NULL;
    const io_binding_files files = drv_bindings_list(&r->bindings);
    const drv_cockpit_setup setup = {.log = &program_log,
                                     .files = &r->world.files,
                                     .machine = r->world.machine,
                                     .settings = &r->drive.settings,
                                     .pattern = q->cockpit.pattern,
                                     .keyboard = person && window ? r->bindings.keyboard : NULL,
                                     .bindings = devices ? &files : NULL,
                                     .need = devices && q->driver,
                                     .wav = q->cockpit.sound,
                                     .sound = window && !q->cockpit.mute,
                                     .rig = q->cockpit.motion};
    return drv_cockpit_open(&setup, &r->world.arena, status);
}

/* The menu begins with the pattern that the command line asks for. */
static void show_pattern(running *r)
{
    if (!r->request->cockpit.pattern) return;
    const char *name = r->world.files.machine->patterns[drv_cockpit_pattern(r->drive.cockpit)].name;
    snprintf(r->drive.settings.pattern, sizeof r->drive.settings.pattern, "%s", name);
    r->choice.settings = r->drive.settings;
}

/* ---- the window ---- */

/* Names for the menu, NULL ends them. */
static const char **list_patterns(const auth_machine *machine, hl_arena *arena)
{
    const char **names = HL_NEW(arena, const char *, machine->pattern_count + 1);
    for (int i = 0; names && i < machine->pattern_count; i++) names[i] = machine->patterns[i].name;
    return names;
}

static bool open_window(running *r, int *status)
{
    const drv_files *files = &r->world.files;
    const drv_display_setup display = {.files = files,
                                       .machine = r->world.machine,
                                       .cockpit = r->drive.cockpit,
                                       .person = !r->options.script,
                                       .attempt = r->attempt.store != NULL,
                                       .interrupted = interrupt_asked};
    *status = PROGRAM_ENVIRONMENT;
    drv_display *made = drv_display_new(&display, &r->world.arena);
    const char **patterns = list_patterns(files->machine, &r->world.arena);
    if (!made || !patterns) return false;
    const site_window_setup setup = {.site = {.log = &program_log,
                                              .author = files->machine,
                                              .scenario = files->scenario,
                                              .machine_path = files->machine_text.path,
                                              .scenario_path = files->scenario_text.path},
                                     .choice = &r->choice,
                                     .help = drv_display_help(made),
                                     .patterns = patterns,
                                     .reset = true,
                                     .pictures = r->options.out,
                                     .instead = "--headless"};
    if (!site_window_open(r->world.machine, &setup, &r->world.arena, &r->window, status)) return false;
    const drv_screen screen = site_window_screen(&r->window);
    drv_display_show(made, &screen);
    r->drive.display = made;
    return true;
}

/* ---- what came of it ---- */

static void tell(void *context, const drv_drive *drive, const char *report, bool written)
{
    running *r = context;
    progress_end(&r->bar);
    if (r->request->json)
        puts(report);
    else
        run_print_summary(drive, written);
}

/* @return false: it does not hold */
static bool prove(const drv_attempt *a, int64_t id, const char *db, FILE *out)
{
    char folder[TRAIN_PATH], why[TRAIN_WHY], trouble[TRAIN_WHY];
    progress bar;
    const drv_progress steps = progress_of(&bar);
    const train_proof proof = drv_attempt_prove(a, id, &steps, why);
    progress_end(&bar);
    const drv_results store = program_store(a->store, a->path);
    train_attempt_folder(a->path, id, folder);
    if (drv_debrief_keep(&store, id, trouble))
        fprintf(out, "%-18s %s/debrief.html\n", "debriefing", folder);
    else
        drv_say(&program_log, "debriefing: %s", trouble);
    fprintf(out, "%-18s %" PRId64 ", %s%s%s (headland results %s %" PRId64 "%s%s)\n", "attempt", id,
            train_proof_text(proof), *why ? ": " : "", why, proof == TRAIN_PENDING ? "verify" : "show", id,
            db ? " --db " : "", db ? db : "");
    return proof != TRAIN_REFUSED;
}

static bool prove_all(const running *r)
{
    const drv_attempt *a = &r->attempt;
    FILE *out = r->request->json ? stderr : stdout; /* a report as JSON stands alone */
    bool good = true;
    for (int i = 0; i < a->count && i < DRV_ATTEMPTS; i++) good &= prove(a, a->ended[i], r->request->db, out);
    if (a->count > DRV_ATTEMPTS)
        drv_say(&program_log, "%d attempts are not verified yet; run headland results verify --db %s",
                a->count - DRV_ATTEMPTS, a->path);
    return good;
}

/* ---- the whole ---- */

static int drive_attempts(running *r)
{
    int status;
    const run_request *q = r->request;
    const drv_attempt_request wanted = {
        .trainee = q->trainee, .db = q->db, .reference = q->reference, .script = r->options.script};
    if (!drv_attempt_open(&r->attempt, &program_log, &wanted, &r->world.files,
                          world_machine_name(r->world.machine), &r->world.arena, &status))
        return status;
    const bool opened = q->headless || open_window(r, &status);
    if (!q->headless && q->ready) q->ready(q->ready_context);
    if (opened) status = drv_drive_run(&r->drive);
    if (r->drive.display) site_window_close(&r->window);
    progress_end(&r->bar);
    const bool good = q->unproved || prove_all(r);
    drv_attempt_close(&r->attempt);
    return good || status != PROGRAM_DONE ? status : PROGRAM_FAILED;
}

static int drive_in_cockpit(running *r)
{
    int status;
    interrupt_begin();
    (void)signal(SIGPIPE,
                 SIG_IGN); /* a reader of the report may leave: what came of the drive is kept first */
    r->drive.cockpit = open_cockpit(r, &status);
    if (!r->drive.cockpit) return status;
    show_pattern(r);
    status = drive_attempts(r);
    return drv_cockpit_close(r->drive.cockpit) || status != PROGRAM_DONE ? status : PROGRAM_FAILED;
}

static int load_and_drive(running *r, const char *path, drv_director *director)
{
    int status = PROGRAM_USAGE;
    if (!check_request(r)) return status;
    if (!drv_world_load(&r->world, &program_log, path, SETTINGS_OF(&r->request->set), &status)) return status;
    if (r->request->practice && !drv_world_practise(&r->world, &program_log)) return PROGRAM_USAGE;
    const bool pictures = !r->request->headless || r->request->frames;
    if (pictures && !drv_assets_need(&program_log, r->assets, sizeof r->assets)) return PROGRAM_ENVIRONMENT;
    complete_options(r);
    r->drive = (drv_drive){.log = &program_log,
                           .options = &r->options,
                           .world = &r->world,
                           .attempt = &r->attempt,
                           .director = director,
                           .settings = r->request->headless ? auth_settings_default() : r->choice.settings,
                           .progress = progress_of(&r->bar),
                           .tell = tell,
                           .tell_context = r};
    return drv_drive_prepare(&r->drive, &status) ? drive_in_cockpit(r) : status;
}

int run_scenario(const run_request *request, const char *path, drv_director *director, char next[DRV_PATH],
                 int64_t *last)
{
    hl_arena arena = {0};
    running *r = HL_NEW(&arena, running, 1); /* too large for the stack */
    *next = '\0';
    if (!r) return PROGRAM_ENVIRONMENT;
    r->request = request;
    const int status = load_and_drive(r, path, director);
    if (r->drive.load) snprintf(next, DRV_PATH, "%s", r->drive.load);
    if (last) *last = r->attempt.last;
    drv_drive_free(&r->drive);
    drv_world_free(&r->world);
    hl_arena_free(&arena);
    return status;
}
