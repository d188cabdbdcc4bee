/* headland results: who has driven what, how well, and whether it is proved. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "results.h"

#include "command/action.h"
#include "command/program_log.h"
#include "drv/log.h"
#include "program.h"
#include "results_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what actions share ---- */

int results_refuse(const results *r, const char *text, const char *about)
{
    fprintf(stderr, "headland %s: %s%s\n", r->command, text, about);
    return PROGRAM_USAGE;
}

int results_nothing(const results *r)
{
    fprintf(stderr,
            "headland %s: no results yet in %s; headland train and headland run --trainee store results\n",
            r->command, r->path);
    return PROGRAM_USAGE;
}

int results_failed(const results *r, hl_status status)
{
    fprintf(stderr, "headland %s: %s: %s\n", r->command, r->path, train_store_why(r->store));
    if (status == HL_BAD_INPUT) return PROGRAM_USAGE;
    return status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_FAILED;
}

bool results_number(const results *r, const char *word, int64_t *attempt)
{
    char *end;
    errno = 0;
    *attempt = strtoll(word, &end, 10);
    if (end != word && !*end && !errno && *attempt > 0) return true;
    results_refuse(r, "expected the number of an attempt, as listed by headland results attempts, not ",
                   word);
    return false;
}

/* Beside the store lie the files of its attempts; all but debriefings prove something. */
static bool is_proof(const results *r, const char *out)
{
    char beside[TRAIN_PATH + 10];
    const char *name = strrchr(out, '/');
    snprintf(beside, sizeof beside, "%s-attempts", r->path);
    char *attempts = realpath(beside, NULL), *file = realpath(out, NULL);
    const size_t length = attempts ? strlen(attempts) : 0;
    const bool inside = attempts && file && strncmp(file, attempts, length) == 0 && file[length] == '/';
    free(attempts);
    free(file);
    return inside && strcmp(name ? name + 1 : out, "debrief.html") != 0;
}

bool results_spares(const results *r, const char *out)
{
    if (!drv_is_same_file(out, r->path) && !is_proof(r, out)) return true;
    fprintf(stderr, "headland %s: --out %s belongs to the results store; expected another file\n", r->command,
            out);
    return false;
}

int results_read(results *r, int64_t id, train_attempt **attempt)
{
    if (!r->store) return results_nothing(r);
    const hl_status status = train_attempt_read(r->store, id, &r->arena, attempt);
    if (status == HL_OK) return PROGRAM_DONE;
    const int failed = results_failed(r, status);
    if (status == HL_BAD_INPUT) results_refuse(r, "headland results attempts lists all attempts", "");
    return failed;
}

/* ---- names of exercises and trainees ---- */

/* @return its index; -1 after a message */
static int one_of(results *r, const char *none, const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return i;
    const char *nearest = drv_nearest(name, names, count);
    fprintf(stderr, "headland %s: %s '%s'%s%s%s\n", r->command, none, results_plain(&r->arena, name),
            nearest ? "; the nearest is '" : "", nearest ? results_plain(&r->arena, nearest) : "",
            nearest ? "'" : "");
    return -1;
}

int results_exercise(results *r, const char *exercise)
{
    const char **names;
    int count;
    const hl_status status = train_exercises(r->store, &r->arena, &names, &count);
    if (status != HL_OK) return results_failed(r, status);
    const int found = one_of(r, "no attempts at an exercise named", exercise, names, count);
    return found < 0 ? PROGRAM_USAGE : PROGRAM_DONE;
}

int results_trainee(results *r, const char **trainee)
{
    char tidy[4 * TRAIN_NAME + 1], why[TRAIN_WHY];
    train_trainee *list;
    int count;
    if (!train_name_tidy(*trainee, tidy, why)) return results_refuse(r, "", why);
    const hl_status status = train_trainees(r->store, &r->arena, &list, &count);
    const char **names = status == HL_OK ? HL_NEW(&r->arena, const char *, count) : NULL;
    if (!names) return results_failed(r, status == HL_OK ? HL_OUT_OF_MEMORY : status);
    for (int i = 0; i < count; i++) names[i] = list[i].name;
    const int found = one_of(r, "no trainee named", tidy, names, count);
    if (found < 0) return PROGRAM_USAGE;
    *trainee = names[found];
    return PROGRAM_DONE;
}

int results_choose(results *r, train_filter *filter)
{
    const int status = filter->trainee ? results_trainee(r, &filter->trainee) : PROGRAM_DONE;
    return status == PROGRAM_DONE && filter->exercise ? results_exercise(r, filter->exercise) : status;
}

/* ---- the store ---- */

static bool find_store(results *r, int *status)
{
    *status = PROGRAM_ENVIRONMENT;
    if (!r->db && !train_store_default(r->path)) {
        fprintf(stderr, "headland %s: neither XDG_DATA_HOME nor HOME is set; give --db FILE\n", r->command);
        return false;
    }
    if (!r->db) return true;
    *status = PROGRAM_USAGE;
    if (strlen(r->db) >= sizeof r->path) {
        results_refuse(r, "--db: ", strerror(ENAMETOOLONG));
        return false;
    }
    snprintf(r->path, sizeof r->path, "%s", r->db);
    if (r->makes || access(r->path, F_OK) == 0) return true;
    fprintf(stderr, "headland %s: %s: %s\n", r->command, r->path, strerror(errno));
    return false;
}

bool results_open(results *r, bool change, int *status)
{
    char why[TRAIN_WHY];
    if (!find_store(r, status)) return false;
    if (!r->makes && access(r->path, F_OK) != 0) return true;
    const hl_status opened =
        change ? train_store_open(r->path, &r->store, why) : train_store_open_read(r->path, &r->store, why);
    if (opened == HL_OK && change) drv_sweep_temporaries("debrief");
    if (opened == HL_OK) return true;
    fprintf(stderr, "headland %s: %s: %s\n", r->command, r->path, why);
    *status = opened == HL_BAD_INPUT ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT;
    return false;
}

int results_close(results *r, int status)
{
    train_store_close(r->store);
    hl_arena_free(&r->arena);
    return status;
}

/* ---- actions ---- */

static const action actions[] = {
    {"attempts", "list attempts, the newest first", results_action_attempts},
    {"trainees", "list trainees", results_action_trainees},
    {"leaderboard", "list the best results of each exercise", results_action_leaderboard},
    {"show", "show one attempt: score, points, events", results_action_show},
    {"verify", "replay recordings and accept or refuse their scores", results_action_verify},
    {"void", "exclude an attempt from the ranking, with a reason", results_action_void},
    {"unvoid", "include a voided attempt again", results_action_unvoid},
    {"export", "write all results as a table or an HTML page", results_action_export},
    {"debrief", "write the debriefing of an attempt as an HTML page", results_action_debrief},
    {"import", "import a drive that headland run --out wrote", results_action_import},
    {"rename", "rename a trainee", results_action_rename},
    {"delete", "delete a trainee, with all attempts and recordings", results_action_delete},
};

static const help_text help = {
    .summary =
        "Results of attempts at exercises: trainee, exercise, score, and whether the score is verified.",
    .files = {{"~/.local/share/headland/results.db",
               "the user's results; each action accepts --db FILE for another store"}},
    .page = "docs/results.md"};

int program_results(int argc, char **argv)
{
    static const action_group group = {.command = "results",
                                       .usage = "ACTION [OPTIONS] [ARGUMENTS]",
                                       .help = &help,
                                       .actions = actions,
                                       .count = sizeof actions / sizeof *actions};
    return action_run(&group, argc, argv);
}
