/* headland results: who has driven what, how well, and whether it is proved. */
#include "results.h"

#include "nearest.h"
#include "program.h"

#include <errno.h>
#include <inttypes.h>
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
    results_refuse(r, "expected the number of an attempt, as headland results attempts lists them, not ",
                   word);
    return false;
}

void results_file(const results *r, int64_t attempt, const char *name, char path[TRAIN_PATH])
{
    train_attempt_folder(r->path, attempt, path);
    const size_t length = strlen(path);
    snprintf(path + length, TRAIN_PATH - length, "/%s", name);
}

int results_read(results *r, int64_t id, train_attempt **attempt)
{
    if (!r->store) {
        fprintf(stderr, "headland %s: there is no attempt %" PRId64 "\n", r->command, id);
        return PROGRAM_USAGE;
    }
    const hl_status status = train_attempt_read(r->store, id, &r->arena, attempt);
    return status == HL_OK ? PROGRAM_DONE : results_failed(r, status);
}

/* ---- the store ---- */

static bool find_store(results *r, int *status)
{
    *status = PROGRAM_ENVIRONMENT;
    if (!r->db && !train_store_default(r->path)) {
        fprintf(stderr,
                "headland %s: neither XDG_DATA_HOME nor HOME says where results are; name --db FILE\n",
                r->command);
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

static const struct action {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
} actions[] = {
    {"attempts", "", "list attempts, the newest first", results_action_attempts},
    {"trainees", "", "list who has driven", results_action_trainees},
    {"leaderboard", "", "the best of each exercise", results_action_leaderboard},
    {"show", "ATTEMPT", "one attempt: score, points, what happened", results_action_show},
    {"verify", "[ATTEMPT...]", "compute recordings again and accept or refuse their scores",
     results_action_verify},
    {"export", "[FILE]", "all of it as a table or as a page", results_action_export},
    {"debrief", "ATTEMPT", "the debriefing of an attempt as a page", results_action_debrief},
    {"import", "FOLDER", "take in what headland run --out has written elsewhere", results_action_import},
    {"rename", "TRAINEE NAME", "give a trainee another name", results_action_rename},
    {"delete", "TRAINEE", "take a trainee out, with all attempts and recordings", results_action_delete},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static void print_help(FILE *out)
{
    fputs("usage: headland results ACTION [OPTIONS] [ARGUMENTS]\n\n"
          "Attempts at exercises: who has driven what, how well, and whether it is proved.\n\n",
          out);
    for (int i = 0; i < ACTIONS; i++) {
        char left[40];
        snprintf(left, sizeof left, "%s %s", actions[i].name, actions[i].arguments);
        fprintf(out, "  %-22s %s\n", left, actions[i].summary);
    }
    fputs("\n  --db FILE              the results store, of every action (default: the user's own)\n"
          "  --json                 print JSON: of lists, show and verify\n"
          "  --help                 this text; headland results ACTION --help tells about one action\n",
          out);
}

int program_results(int argc, char **argv)
{
    const char *names[ACTIONS];
    if (argc < 2) {
        print_help(stderr);
        return PROGRAM_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return PROGRAM_DONE;
    }
    for (int i = 0; i < ACTIONS; i++) {
        names[i] = actions[i].name;
        if (strcmp(argv[1], actions[i].name) == 0) return actions[i].run(argc - 1, argv + 1);
    }
    fprintf(
        stderr,
        "headland results: unknown action '%s'; the nearest is '%s' (headland results --help lists all)\n",
        argv[1], nearest_name(argv[1], names, ACTIONS));
    return PROGRAM_USAGE;
}
