/* headland train: menu, briefing, drive, debriefing. */
#include "train.h"

#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/log.h"
#include "program.h"
#include "results/results.h"

#include <stdio.h>
#include <string.h>

/* ---- the drive ---- */

/* Choices of the menu as `--set` has them. */
static void choose_variants(train *t, run_request *drive, char texts[RND_MAX_VARIANTS][200], hl_arena *arena)
{
    static hl_report report; /* too large for the stack */
    const auth_scenario *scenario = train_chosen(t)->scenario;
    auth_variant *variants;
    rt_text text;
    char why[RT_WHY_LENGTH];
    drive->set.count = 0;
    if (rt_text_read(scenario->machine, arena, &text, why) != HL_OK) return;
    hl_report_begin(&report, text.path);
    const int count = auth_machine_variants(text.text, text.length, text.path, arena, &variants, &report);
    for (int i = 0; i < count && i < RND_MAX_VARIANTS; i++) {
        const int chosen = t->choice.choices[i];
        if (chosen < 0 || chosen >= variants[i].choice_count) continue;
        snprintf(texts[i], sizeof texts[i], "machine.%s=%s", variants[i].name,
                 variants[i].choices[chosen].name);
        drive->set.texts[drive->set.count++] = texts[i];
    }
}

static void close_pages(void *context)
{
    train *t = context;
    if (t->pages) rnd_pages_close(t->pages);
    t->pages = NULL;
}

/* What an instructor loads meanwhile is driven too, and is then the exercise that is spoken of. */
static int drive(train *t)
{
    hl_arena arena = {0};
    char texts[RND_MAX_VARIANTS][200], next[DRV_PATH], at[DRV_PATH];
    run_request request = t->request.drive;
    int status;
    choose_variants(t, &request, texts, &arena);
    request.practice = t->practice;
    request.trainee = t->practice ? NULL : t->choice.trainee;
    request.db = t->practice ? NULL : t->path;
    request.unproved = true;
    request.ready = close_pages;
    request.ready_context = t;
    snprintf(next, sizeof next, "%s", train_chosen(t)->path);
    do {
        memcpy(at, next, sizeof at);
        status = run_scenario(&request, at, t->director, next, &t->attempt);
        for (int i = 0; *next && i < t->found.count; i++)
            if (strcmp(t->found.list[i].path, next) == 0) t->choice.exercise = i;
        if (*next) { /* another machine has other variants */
            request.set.count = 0;
            request.practice = t->practice = false;
            request.trainee = t->choice.trainee;
            request.db = t->path;
            memset(t->choice.choices, 0, sizeof t->choice.choices);
        }
    } while (*next);
    close_pages(t);
    hl_arena_free(&arena);
    return status;
}

/* ---- round and round ---- */

static rnd_pages *open_pages(const train *t)
{
    char error[300];
    rnd_pages *pages = rnd_pages_open("headland", &t->settings, interrupt_asked, error, sizeof error);
    if (!pages) drv_say(&program_log, "%s", error);
    return pages;
}

/* Who drives what: menu and briefing. @return RND_ANSWER_GO: drive; the pages stay until that is there */
static rnd_answer choose(train *t, bool again)
{
    rnd_pages *pages = open_pages(t);
    if (!pages) return RND_ANSWER_LOST;
    rnd_answer answer = again ? RND_ANSWER_GO : RND_ANSWER_BACK;
    do {
        if (answer == RND_ANSWER_BACK) answer = train_menu(t, pages);
        if (answer == RND_ANSWER_GO) answer = train_briefing(t, pages);
    } while (answer == RND_ANSWER_BACK);
    t->pages = pages;
    t->practice = answer == RND_ANSWER_PRACTISE;
    if (t->practice) answer = RND_ANSWER_GO;
    if (answer == RND_ANSWER_GO)
        rnd_pages_wait(pages, train_chosen(t)->scenario->training.title, "Preparing the machine ...");
    else
        close_pages(t);
    return answer;
}

static rnd_answer debrief(train *t)
{
    rnd_pages *pages = open_pages(t);
    if (!pages) return RND_ANSWER_LOST;
    const rnd_answer answer =
        t->attempt > 0
            ? train_debriefing(t, pages)
            : rnd_pages_tell(pages, "No result",
                             "The exercise could not be run, or its result could not be stored (then it is "
                             "saved beside the recording). The reason is in the terminal.");
    rnd_pages_close(pages);
    return answer;
}

static int go_round(train *t)
{
    bool again = false;
    int worst = PROGRAM_DONE;
    for (;;) {
        rnd_answer answer = choose(t, again);
        if (answer == RND_ANSWER_LOST) return PROGRAM_ENVIRONMENT;
        if (answer != RND_ANSWER_GO) return worst;
        t->attempt = 0;
        const int status = drive(t);
        if (status == PROGRAM_ENVIRONMENT) return status;
        worst = status > worst ? status : worst;
        if (interrupt_asked()) return worst;
        again = false;
        if (t->practice && status == PROGRAM_DONE) continue; /* to the menu: nothing is stored */
        answer = debrief(t);
        if (answer == RND_ANSWER_LOST) return PROGRAM_ENVIRONMENT;
        if (answer == RND_ANSWER_QUIT) return worst;
        again = answer == RND_ANSWER_AGAIN;
    }
}

/* ---- setting up ---- */

static bool set_up(train *t, int *status)
{
    window_choice choice;
    char assets[TRAIN_PATH];
    *status = PROGRAM_USAGE;
    if (!window_choose(&t->request.drive.window, &choice)) return false;
    t->settings = choice.settings;
    const bool has_assets = drv_assets_find(NULL, assets, sizeof assets);
    if (!drv_exercises_find(&program_log, has_assets ? assets : NULL, t->request.exercises, &t->arena,
                            &t->found))
        return false;
    if (t->found.count == 0)
        return drv_say(&program_log, "no exercise found; set HEADLAND_ASSETS, or give --exercises DIR");
    if (!drv_store_open(&program_log, t->request.db, t->path, &t->store, status)) return false;
    if (t->request.trainee) snprintf(t->choice.trainee, sizeof t->choice.trainee, "%s", t->request.trainee);
    if (t->request.drive.seat)
        t->director = drv_director_open(&program_log, t->request.drive.seat, &t->found, status);
    return !t->request.drive.seat || t->director;
}

static const help_text help = {
    .summary = "Train in a window: choose an exercise, read the briefing, drive, see the debriefing.",
    .examples = {"train", "train --trainee Anna --instructor seat-1"},
    .failed = "a drive could not be stored",
    .page = "docs/training.md"};

int program_train(int argc, char **argv)
{
    static train t;
    t.request.drive.cpu = -1;
    run_request *q = &t.request.drive;
    const option options[] = {
        {"trainee", OPTION_TEXT, &t.request.trainee, "NAME",
         "name of the trainee (default: ask in the menu)"},
        RESULTS_DB_OPTION(&t.request.db),
        {"exercises", OPTION_TEXT, &t.request.exercises, "DIR", "folder of additional exercises"},
        {"unlocked", OPTION_FLAG, &t.request.unlocked, NULL,
         "start any exercise, also before the modules that its course requires"},
        {"instructor", OPTION_TEXT, &q->seat, "SEAT",
         "name of this seat for headland instructor, e.g. seat-1"},
        {"operator", OPTION_FILE, &q->driver, "WHO",
         "devices, keyboard, or the file of an operator script (default: devices and keyboard)"},
        WINDOW_OPTIONS(&q->window),
        COCKPIT_OPTIONS(&q->cockpit),
        OPTION_END};
    command_line line = {.command = "train", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    interrupt_begin();
    if (set_up(&t, &status)) status = go_round(&t);
    if (t.director) drv_director_close(t.director);
    if (t.store) train_store_close(t.store);
    hl_arena_free(&t.arena);
    return status;
}
