/* Lists: trainees, attempts, leaderboards. */
#include "command/print_json.h"
#include "program.h"
#include "results.h"
#include "results_table.h"

#include "train/store.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static int no_memory(const results *r)
{
    results_refuse(r, hl_status_text(HL_OUT_OF_MEMORY), "");
    return PROGRAM_ENVIRONMENT;
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
    results_table table;
    char date[RESULTS_DATE];
    if (!results_table_begin(&table, &r->arena, heads, 3, count)) return no_memory(r);
    for (int i = 0; i < count; i++) {
        results_table_cell(&table, "%s", list[i].name);
        results_table_cell(&table, "%d", list[i].attempts);
        results_table_cell(&table, "%s", results_date(list[i].since, date));
    }
    results_table_print(&table);
    return PROGRAM_DONE;
}

static int list_trainees(results *r)
{
    train_trainee *list = NULL;
    int count = 0;
    const hl_status status = r->store ? train_trainees(r->store, &r->arena, &list, &count) : HL_OK;
    if (status != HL_OK) return results_failed(r, status);
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
    results r = {.command = "results trainees"};
    const option options[] = {RESULTS_OPTIONS(&r), OPTION_END};
    command_line line = {.command = r.command, .arguments = "", .help = &trainees_help, .options = options};
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
    results_table table;
    char date[RESULTS_DATE];
    if (!results_table_begin(&table, &r->arena, heads, 10, count)) return no_memory(r);
    for (int i = 0; i < count; i++) {
        const train_outcome *o = &list[i].outcome;
        results_table_cell(&table, "%" PRId64, list[i].id);
        results_table_cell(&table, "%s", results_date(list[i].began, date));
        results_table_cell(&table, "%s", list[i].trainee_name);
        results_table_cell(&table, "%s", list[i].exercise.name);
        results_table_cell(&table, "%s", train_result_text(o->result));
        results_table_number(&table, kept(o, o->score), 1);
        results_table_number(&table, kept(o, o->time), 1);
        results_table_number(&table, kept(o, o->fuel), 3);
        results_table_number(&table, kept(o, o->hits), 0);
        results_table_cell(&table, "%s", standing(&list[i]));
    }
    results_table_print(&table);
    return PROGRAM_DONE;
}

static int list_attempts(results *r, train_filter *filter)
{
    train_attempt *list = NULL;
    int count = 0;
    const int chosen = r->store ? results_choose(r, filter) : PROGRAM_DONE;
    if (chosen != PROGRAM_DONE) return chosen;
    const hl_status status = r->store ? train_attempts(r->store, filter, &r->arena, &list, &count) : HL_OK;
    if (status != HL_OK) return results_failed(r, status);
    const bool all = !filter->trainee && !filter->exercise;
    if (!r->json && count == 0 && (all || !r->store)) return tell_nothing(r);
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
    results r = {.command = "results attempts"};
    train_filter filter = {0};
    const option options[] = {
        {"trainee", OPTION_TEXT, &filter.trainee, "NAME", "only attempts of this trainee"},
        {"exercise", OPTION_TEXT, &filter.exercise, "NAME", "only attempts at this exercise"},
        {"most", OPTION_COUNT, &filter.most, "N", "only the newest N (default: all)"},
        RESULTS_OPTIONS(&r),
        OPTION_END};
    command_line line = {.command = r.command, .arguments = "", .help = &attempts_help, .options = options};
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
    results_table table;
    if (!results_table_begin(&table, &r->arena, heads, 9, count)) return no_memory(r);
    for (int i = 0; i < count; i++) {
        results_table_cell(&table, "%d", list[i].rank);
        results_table_cell(&table, "%s", list[i].trainee);
        results_table_number(&table, list[i].score, 1);
        results_table_cell(&table, "%d", list[i].attempts);
        results_table_number(&table, list[i].best, 1);
        results_table_number(&table, list[i].time, 1);
        results_table_number(&table, list[i].fuel, 3);
        results_table_number(&table, list[i].hits, 0);
        results_table_cell(&table, "%" PRId64, list[i].best_attempt);
    }
    results_table_print(&table);
    return PROGRAM_DONE;
}

static int one_board(results *r, const char *exercise, bool all, cJSON *boards)
{
    train_rank *list;
    int count;
    const hl_status status = train_leaderboard(r->store, exercise, all, &r->arena, &list, &count);
    if (status != HL_OK) return results_failed(r, status);
    if (!boards) {
        printf("%s\n", results_plain(&r->arena, exercise));
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
    const hl_status read = r->store ? train_exercises(r->store, &r->arena, &names, &count) : HL_OK;
    if (read != HL_OK) return results_failed(r, read);
    const int chosen = exercise && r->store ? results_exercise(r, exercise) : PROGRAM_DONE;
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
    results r = {.command = "results leaderboard"};
    const char *exercise = NULL;
    bool all = false;
    const option options[] = {
        {"exercise", OPTION_TEXT, &exercise, "NAME", "only this exercise (default: all)"},
        {"all", OPTION_FLAG, &all, NULL, "include scores that are not verified yet"},
        RESULTS_OPTIONS(&r),
        OPTION_END};
    command_line line = {
        .command = r.command, .arguments = "", .help = &leaderboard_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, results_open(&r, false, &status) ? list_boards(&r, exercise, all) : status);
}
