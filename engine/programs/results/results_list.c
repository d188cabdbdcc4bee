/* headland results: lists of trainees, attempts and leaderboards; one attempt with its points and events. */
#include "program.h"
#include "results.h"

#include "train/store.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int no_memory(void)
{
    return program_end(PROGRAM_ENVIRONMENT, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

enum { DATE = 32 };

/* Seconds since 1970 as "2026-11-22 13:05 UTC". */
static const char *date_text(int64_t seconds, char text[DATE])
{
    struct tm date;
    const time_t time = (time_t)seconds;
    if (!gmtime_r(&time, &date) || strftime(text, DATE, "%Y-%m-%d %H:%M UTC", &date) == 0)
        snprintf(text, DATE, "-");
    return text;
}

/* A list of nothing: not a mistake. */
static int tell_nothing(const results *r)
{
    (void)results_nothing(r);
    return PROGRAM_DONE;
}

/* ---- trainees ---- */

static int print_trainees(results *r, const train_trainee *list, int count)
{
    static const char *const heads[] = {"trainee", ">attempts", "since"};
    text_table table;
    char date[DATE];
    if (!table_begin(&table, &r->arena, heads, 3, count)) return no_memory();
    for (int i = 0; i < count; i++) {
        table_cell(&table, "%s", list[i].name);
        table_cell(&table, "%d", list[i].attempts);
        table_cell(&table, "%s", date_text(list[i].since, date));
    }
    table_print(&table);
    return PROGRAM_DONE;
}

static int list_trainees(results *r)
{
    train_trainee *list = NULL;
    int count = 0;
    const hl_status status = r->kept.store ? train_trainees(r->kept.store, &r->arena, &list, &count) : HL_OK;
    if (status != HL_OK) return drv_results_fail(&r->kept, status);
    if (!r->json && count == 0) return tell_nothing(r);
    if (!r->json) return print_trainees(r, list, count);
    cJSON *root = cJSON_CreateObject(), *array = cJSON_AddArrayToObject(root, "trainees");
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(array, train_json_trainee(&list[i]));
    return print_json(root);
}

static const help_text trainees_help = {
    .summary = "List the trainees, their number of attempts and the date of the first one.",
    .examples = {"results trainees"},
    .page = "docs/results.md"};

int results_action_trainees(int argc, char **argv)
{
    results r = {0};
    const option options[] = {RESULTS_OPTIONS(&r), OPTION_END};
    command_line line = {.command = "results trainees", .help = &trainees_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, results_open(&r, false, &status) ? list_trainees(&r) : status);
}

/* ---- attempts ---- */

/* Why it has no rank, or how far its proof is; there is nothing to prove without a recording. */
static const char *standing(const train_attempt *a)
{
    if (a->voiding.voided) return "void";
    if (a->exercise.reference) return "reference";
    if (a->exercise.practice) return "practice";
    return *a->outcome.recording_hash ? train_proof_text(a->proof) : "-";
}

/* A number of an outcome, if one is kept. */
static double kept(const train_outcome *o, double value)
{
    return train_outcome_is_stored(o) ? value : (double)NAN;
}

static int print_attempts(results *r, const train_attempt *list, int count)
{
    static const char *const heads[] = {">attempt", "began",     "trainee",   "exercise", "result",
                                        ">score",   ">time [s]", ">fuel [l]", ">hits",    "proof"};
    text_table table;
    char date[DATE];
    if (!table_begin(&table, &r->arena, heads, 10, count)) return no_memory();
    for (int i = 0; i < count; i++) {
        const train_outcome *o = &list[i].outcome;
        table_cell(&table, "%" PRId64, list[i].id);
        table_cell(&table, "%s", date_text(list[i].began, date));
        table_cell(&table, "%s", list[i].trainee_name);
        table_cell(&table, "%s", list[i].exercise.name);
        table_cell(&table, "%s", train_result_text(o->result));
        table_number(&table, kept(o, o->score), 1);
        table_number(&table, kept(o, o->time), 1);
        table_number(&table, kept(o, o->fuel), 3);
        table_number(&table, kept(o, o->hits), 0);
        table_cell(&table, "%s", standing(&list[i]));
    }
    table_print(&table);
    return PROGRAM_DONE;
}

static int list_attempts(results *r, train_filter *filter)
{
    train_attempt *list = NULL;
    int count = 0;
    const int chosen = r->kept.store ? results_choose(r, filter) : PROGRAM_DONE;
    if (chosen != PROGRAM_DONE) return chosen;
    const hl_status status =
        r->kept.store ? train_attempts(r->kept.store, filter, &r->arena, &list, &count) : HL_OK;
    if (status != HL_OK) return drv_results_fail(&r->kept, status);
    const bool all = !filter->trainee && !filter->exercise;
    if (!r->json && count == 0 && (all || !r->kept.store)) return tell_nothing(r);
    if (!r->json) return print_attempts(r, list, count);
    cJSON *root = cJSON_CreateObject(), *array = cJSON_AddArrayToObject(root, "attempts");
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(array, train_json_attempt(&list[i]));
    return print_json(root);
}

static const help_text attempts_help = {
    .summary = "List attempts, the newest first.",
    .examples = {"results attempts", "results attempts --trainee Anna --most 10"},
    .page = "docs/results.md"};

int results_action_attempts(int argc, char **argv)
{
    results r = {0};
    train_filter filter = {0};
    const option options[] = {
        {"trainee", OPTION_TEXT, &filter.trainee, "NAME", "only attempts of this trainee"},
        {"exercise", OPTION_TEXT, &filter.exercise, "NAME", "only attempts at this exercise"},
        {"most", OPTION_COUNT, &filter.most, "N", "only the newest N (default: all)"},
        RESULTS_OPTIONS(&r),
        OPTION_END};
    command_line line = {.command = "results attempts", .help = &attempts_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, results_open(&r, false, &status) ? list_attempts(&r, &filter) : status);
}

/* ---- leaderboards ---- */

static int tell_no_rank(const results *r, bool all)
{
    if (all)
        puts("no ranks yet: only finished attempts count");
    else
        printf("no ranks yet: only finished attempts that are accepted count (headland results verify%s%s)\n",
               r->db ? " --db " : "", r->db ? r->db : "");
    return PROGRAM_DONE;
}

static int print_ranks(results *r, const train_rank *list, int count)
{
    static const char *const heads[] = {">rank",     "trainee",   ">score", ">attempts", ">best",
                                        ">time [s]", ">fuel [l]", ">hits",  ">attempt"};
    text_table table;
    if (!table_begin(&table, &r->arena, heads, 9, count)) return no_memory();
    for (int i = 0; i < count; i++) {
        table_cell(&table, "%d", list[i].rank);
        table_cell(&table, "%s", list[i].trainee);
        table_number(&table, list[i].score, 1);
        table_cell(&table, "%d", list[i].attempts);
        table_number(&table, list[i].best, 1);
        table_number(&table, list[i].time, 1);
        table_number(&table, list[i].fuel, 3);
        table_number(&table, list[i].hits, 0);
        table_cell(&table, "%" PRId64, list[i].best_attempt);
    }
    table_print(&table);
    return PROGRAM_DONE;
}

static int one_board(results *r, const char *exercise, bool all, cJSON *boards)
{
    train_rank *list;
    int count;
    const hl_status status = train_leaderboard(r->kept.store, exercise, all, &r->arena, &list, &count);
    if (status != HL_OK) return drv_results_fail(&r->kept, status);
    if (!boards) {
        printf("%s\n", plain_text(&r->arena, exercise));
        return count > 0 ? print_ranks(r, list, count) : tell_no_rank(r, all);
    }
    cJSON *board = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(board, "exercise", exercise);
    cJSON *ranks = cJSON_AddArrayToObject(board, "ranks");
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(ranks, train_json_rank(&list[i]));
    cJSON_AddItemToArray(boards, board);
    return PROGRAM_DONE;
}

/* @param names  of exercises */
static int print_boards(results *r, const char *const *names, int count, bool all)
{
    cJSON *root = r->json ? cJSON_CreateObject() : NULL;
    cJSON *boards = root ? cJSON_AddArrayToObject(root, "leaderboards") : NULL;
    int status = PROGRAM_DONE;
    for (int i = 0; status == PROGRAM_DONE && i < count; i++) {
        if (!root && i > 0) putchar('\n');
        status = one_board(r, names[i], all, boards);
    }
    if (!root) return status;
    if (status == PROGRAM_DONE) return print_json(root);
    cJSON_Delete(root);
    return status;
}

/* @param exercise  NULL: each */
static int list_boards(results *r, const char *exercise, bool all)
{
    const char **names = NULL;
    int count = 0;
    const hl_status read = r->kept.store ? train_exercises(r->kept.store, &r->arena, &names, &count) : HL_OK;
    if (read != HL_OK) return drv_results_fail(&r->kept, read);
    const int chosen =
        exercise && r->kept.store ? drv_find_exercise(&r->kept, exercise, &r->arena) : PROGRAM_DONE;
    if (chosen != PROGRAM_DONE) return chosen;
    if (!r->json && count == 0) return tell_nothing(r);
    return exercise && count > 0 ? print_boards(r, &exercise, 1, all) : print_boards(r, names, count, all);
}

static const help_text leaderboard_help = {
    .summary = "List the best results of each exercise. Only accepted scores count (headland results "
               "verify). If an exercise counts N attempts, the mean of a trainee's first N attempts is "
               "ranked, otherwise the best attempt.",
    .examples = {"results leaderboard", "results leaderboard --exercise slalom --json"},
    .page = "docs/results.md"};

int results_action_leaderboard(int argc, char **argv)
{
    results r = {0};
    const char *exercise = NULL;
    bool all = false;
    const option options[] = {
        {"exercise", OPTION_TEXT, &exercise, "NAME", "only this exercise (default: all)"},
        {"all", OPTION_FLAG, &all, NULL, "include scores that are not verified yet"},
        RESULTS_OPTIONS(&r),
        OPTION_END};
    command_line line = {.command = "results leaderboard", .help = &leaderboard_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, results_open(&r, false, &status) ? list_boards(&r, exercise, all) : status);
}

/* ---- one attempt ---- */

static void line_of(results *r, const char *what, const char *text)
{
    if (*text) printf("%-12s %s\n", what, plain_text(&r->arena, text));
}

/* The name is what lists have, and what --exercise asks for. */
static const char *exercise_text(const train_attempt *a, char text[TRAIN_WHY])
{
    const char *title = a->exercise.title, *name = a->exercise.name;
    if (strcmp(title, name) == 0) return name;
    snprintf(text, TRAIN_WHY, "%s (%s)", title, name);
    return text;
}

static void print_head(results *r, const train_attempt *a)
{
    char text[TRAIN_WHY + 64], exercise[TRAIN_WHY], date[DATE];
    snprintf(text, sizeof text, "%" PRId64 ", %s%s%s", a->id, date_text(a->began, date),
             a->exercise.reference ? ", reference" : "", a->exercise.practice ? ", practice" : "");
    line_of(r, "attempt", text);
    line_of(r, "trainee", a->trainee_name);
    line_of(r, "exercise", exercise_text(a, exercise));
    line_of(r, "machine", a->exercise.machine);
    line_of(r, "variants", a->exercise.variants);
    snprintf(text, sizeof text, "%s%s%.400s", train_result_text(a->outcome.result),
             *a->outcome.reason ? ": " : "", a->outcome.reason);
    line_of(r, "result", text);
    snprintf(text, sizeof text, "%s%s%.400s", train_proof_text(a->proof), *a->proof_why ? ": " : "",
             a->proof_why);
    line_of(r, "proof", text);
}

/* Every decision about it, the oldest first. */
static bool print_voidings(results *r, int64_t id)
{
    train_voiding *list;
    int count;
    char text[TRAIN_WHY + 1024], date[DATE];
    if (train_attempt_voidings(r->kept.store, id, &r->arena, &list, &count) != HL_OK) return false;
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%s, %s: %s", date_text(list[i].at, date), list[i].instructor,
                 list[i].why);
        line_of(r, list[i].voided ? "void" : "not void", text);
    }
    return true;
}

/* The attempt as JSON, with the decisions about it. NULL: they cannot be read */
static cJSON *whole_json(results *r, const train_attempt *attempt)
{
    train_voiding *list;
    int count;
    if (train_attempt_voidings(r->kept.store, attempt->id, &r->arena, &list, &count) != HL_OK) return NULL;
    cJSON *root = train_json_whole(attempt), *array = cJSON_AddArrayToObject(root, "voidings");
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(array, train_json_voiding(&list[i]));
    return root;
}

static void print_outcome(const train_outcome *o)
{
    printf("%-12s %.1f of 100, %s\n", "score", o->score, o->passed ? "passed" : "not passed");
    printf("%-12s %.1f s\n", "time", o->time);
    if (!isnan(o->fuel)) printf("%-12s %.3f l\n", "fuel", o->fuel);
    printf("%-12s %d\n", "hits", o->hits);
}

static void number_with_unit(text_table *table, double value, const char *unit)
{
    const bool plain = *unit == '\0' || strcmp(unit, "1") == 0;
    if (isnan(value))
        table_cell(table, "-");
    else
        table_cell(table, "%.4g%s%s", value, plain ? "" : " ", plain ? "" : unit);
}

static bool print_points(results *r, const train_outcome *o)
{
    static const char *const heads[] = {"points of", ">value", ">best", ">worst", ">points", ">of"};
    text_table table;
    if (!table_begin(&table, &r->arena, heads, 6, o->point_count)) return false;
    for (int i = 0; i < o->point_count; i++) {
        const train_points *p = &o->points[i];
        table_cell(&table, "%s", *p->text ? p->text : p->name);
        number_with_unit(&table, p->value, p->unit);
        number_with_unit(&table, p->best, p->unit);
        number_with_unit(&table, p->worst, p->unit);
        table_number(&table, p->points, 1);
        table_number(&table, p->most, 1);
    }
    putchar('\n');
    table_print(&table);
    return true;
}

static bool print_events(results *r, const train_outcome *o)
{
    static const char *const heads[] = {">time [s]", "kind", "what"};
    text_table table;
    if (!table_begin(&table, &r->arena, heads, 3, o->event_count)) return false;
    for (int i = 0; i < o->event_count; i++) {
        table_number(&table, o->events[i].time, 1);
        table_cell(&table, "%s", o->events[i].kind);
        table_cell(&table, "%s", o->events[i].text);
    }
    putchar('\n');
    table_print(&table);
    return true;
}

static int show(results *r, const char *word)
{
    int64_t id;
    train_attempt *attempt;
    if (!results_number(word, &id)) return PROGRAM_USAGE;
    const int status = results_read(r, id, &attempt);
    if (status != PROGRAM_DONE) return status;
    if (r->json) {
        cJSON *root = whole_json(r, attempt);
        return root ? print_json(root) : drv_results_fail(&r->kept, HL_IO_ERROR);
    }
    const train_outcome *o = &attempt->outcome;
    print_head(r, attempt);
    if (!print_voidings(r, id)) return drv_results_fail(&r->kept, HL_IO_ERROR);
    if (!train_outcome_is_stored(o)) return PROGRAM_DONE;
    print_outcome(o);
    const bool good =
        (o->point_count == 0 || print_points(r, o)) && (o->event_count == 0 || print_events(r, o));
    return good ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
}

static const help_text show_help = {
    .summary = "Show one attempt: its score, the points of each component, the events.",
    .arguments = {{"ATTEMPT", "number of the attempt, as listed by headland results attempts"}},
    .examples = {"results show 17"},
    .page = "docs/results.md"};

int results_action_show(int argc, char **argv)
{
    results r = {0};
    const option options[] = {RESULTS_OPTIONS(&r), OPTION_END};
    command_line line = {
        .command = "results show", .arguments = "ATTEMPT", .help = &show_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, results_open(&r, false, &status) ? show(&r, line.words[0]) : status);
}
