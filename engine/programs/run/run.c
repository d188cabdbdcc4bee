/* headland run: drive a machine. */
#include "run.h"

#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/log.h"
#include "program.h"
#include "results/results.h"

#include <stdio.h>
#include <string.h>

/* In the assets: a place to try the tractor, and without a window the published work cycle. */
static const char in_window[] = "scenarios/sand-field.yaml", headless[] = "scenarios/sand-transfer.yaml";

/* The default with a variant: a machine that comes in several. */
static const char of_variants[] = "scenarios/excavator-hopper.yaml";

/* ---- one exercise after the other ---- */

/* As the instructor loads them. */
static int run_seat(const run_request *request, const char *path, drv_director *director)
{
    int status;
    int count = 1;
    char at[DRV_PATH], next[DRV_PATH], folder[DRV_PATH];
    run_request drive = *request;
    snprintf(next, sizeof next, "%s", path);
    do {
        memcpy(at, next, sizeof at);
        status = run_scenario(&drive, at, director, next, NULL);
        drive.set.count = 0; /* another machine has other controls and variants, and needs another script */
        if (!run_is_person(drive.driver)) drive.driver = NULL;
        if (!request->out) continue;
        snprintf(folder, sizeof folder, "%s/exercise-%d", request->out, ++count);
        drive.out = folder;
    } while (*next);
    return status;
}

static int run_with_instructor(const run_request *request, const char *path)
{
    hl_arena arena = {0};
    drv_exercises found;
    drv_director *director = NULL;
    char assets[DRV_PATH];
    const bool has_assets = drv_assets_find(NULL, assets, sizeof assets);
    int status = PROGRAM_USAGE;
    if (drv_exercises_find(&program_log, has_assets ? assets : NULL, request->exercises, &arena, &found))
        director = drv_director_open(&program_log, request->seat, &found, &status);
    if (director) {
        status = run_seat(request, path, director);
        drv_director_close(director);
    }
    hl_arena_free(&arena);
    return status;
}

/* ---- the command ---- */

static bool is_variant(const char *text)
{
    return drv_is_choice(text) && !drv_is_parameter(text);
}

static const char *default_scenario(const run_request *request)
{
    for (int i = 0; i < request->set.count; i++)
        if (is_variant(request->set.texts[i])) return of_variants;
    return request->headless ? headless : in_window;
}

static bool default_path(const run_request *request, char path[DRV_PATH])
{
    char assets[DRV_PATH - sizeof of_variants - 1];
    if (!drv_assets_need(&program_log, assets, sizeof assets)) return false;
    snprintf(path, DRV_PATH, "%s/%s", assets, default_scenario(request));
    return true;
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
        {"practice", OPTION_FLAG, &q->practice, NULL,
         "practise an exercise: it has no end and no score, and is not stored as an attempt"},
        {"reference", OPTION_FLAG, &q->reference, NULL,
         "store the drive as the reference of the exercise; it is driven by a script, --operator's or the "
         "exercise's own"},
        {"instructor", OPTION_TEXT, &q->seat, "SEAT",
         "name of this seat for headland instructor, e.g. seat-1"},
        {"exercises", OPTION_TEXT, &q->exercises, "DIR",
         "folder of additional exercises that an instructor can load"},
        {"cpu", OPTION_INDEX, &q->cpu, "N", "pin the physics thread to processor N, from 0 (default: any)"},
        OPTION_PHYSICS_THREADS(&q->physics_threads),
        {"rt-report", OPTION_FLAG, &q->rt_report, NULL,
         "measure deadline misses and latency, with a probe thread for comparison, and parts and counts of "
         "ticks, and print them; at maximum speed only the latter"},
        OPTION_JSON(&q->json),
        OPTION_END};
    command_line line = {.command = "run",
                         .arguments = "[SCENARIO|MACHINE]",
                         .help = &help,
                         .options = options,
                         .files = "scenarios exercises machines"};
    int status;
    char path[DRV_PATH];
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (line.word_count == 0 && !default_path(q, path)) return PROGRAM_ENVIRONMENT;
    const char *first = line.word_count > 0 ? line.words[0] : path;
    return q->seat ? run_with_instructor(q, first) : run_seat(q, first, NULL);
}
