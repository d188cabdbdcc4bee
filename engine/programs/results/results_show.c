/* One attempt: what it is of, what came of it, its points, what happened. */
#include "command/print_json.h"
#include "program.h"
#include "results.h"
#include "results_table.h"

#include "train/store.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void line_of(results *r, const char *what, const char *text)
{
    if (*text) printf("%-12s %s\n", what, results_plain(&r->arena, text));
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
    char text[TRAIN_WHY + 64], exercise[TRAIN_WHY], date[RESULTS_DATE];
    snprintf(text, sizeof text, "%" PRId64 ", %s%s%s", a->id, results_date(a->began, date),
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
    char text[TRAIN_WHY + 1024], date[RESULTS_DATE];
    if (train_attempt_voidings(r->store, id, &r->arena, &list, &count) != HL_OK) return false;
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%s, %s: %s", results_date(list[i].at, date), list[i].instructor,
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
    if (train_attempt_voidings(r->store, attempt->id, &r->arena, &list, &count) != HL_OK) return NULL;
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

static void number_with_unit(results_table *table, double value, const char *unit)
{
    const bool plain = *unit == '\0' || strcmp(unit, "1") == 0;
    if (isnan(value))
        results_table_cell(table, "-");
    else
        results_table_cell(table, "%.4g%s%s", value, plain ? "" : " ", plain ? "" : unit);
}

static bool print_points(results *r, const train_outcome *o)
{
    static const char *const heads[] = {"points of", ">value", ">best", ">worst", ">points", ">of"};
    results_table table;
    if (!results_table_begin(&table, &r->arena, heads, 6, o->point_count)) return false;
    for (int i = 0; i < o->point_count; i++) {
        const train_points *p = &o->points[i];
        results_table_cell(&table, "%s", *p->text ? p->text : p->name);
        number_with_unit(&table, p->value, p->unit);
        number_with_unit(&table, p->best, p->unit);
        number_with_unit(&table, p->worst, p->unit);
        results_table_number(&table, p->points, 1);
        results_table_number(&table, p->most, 1);
    }
    putchar('\n');
    results_table_print(&table);
    return true;
}

static bool print_events(results *r, const train_outcome *o)
{
    static const char *const heads[] = {">time [s]", "kind", "what"};
    results_table table;
    if (!results_table_begin(&table, &r->arena, heads, 3, o->event_count)) return false;
    for (int i = 0; i < o->event_count; i++) {
        results_table_number(&table, o->events[i].time, 1);
        results_table_cell(&table, "%s", o->events[i].kind);
        results_table_cell(&table, "%s", o->events[i].text);
    }
    putchar('\n');
    results_table_print(&table);
    return true;
}

static int show(results *r, const char *word)
{
    int64_t id;
    train_attempt *attempt;
    if (!results_number(r, word, &id)) return PROGRAM_USAGE;
    const int status = results_read(r, id, &attempt);
    if (status != PROGRAM_DONE) return status;
    if (r->json) {
        cJSON *root = whole_json(r, attempt);
        return root ? print_json(root) : results_failed(r, HL_IO_ERROR);
    }
    const train_outcome *o = &attempt->outcome;
    print_head(r, attempt);
    if (!print_voidings(r, id)) return results_failed(r, HL_IO_ERROR);
    if (!train_outcome_is_stored(o)) return PROGRAM_DONE;
    print_outcome(o);
    const bool good =
        (o->point_count == 0 || print_points(r, o)) && (o->event_count == 0 || print_events(r, o));
    return good ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
}

static const help_text help = {
    .summary = "Show one attempt: its score, the points of each component, the events.",
    .arguments = {{"ATTEMPT", "number of the attempt, as listed by headland results attempts"}},
    .examples = {"results show 17"},
    .page = "docs/results.md"};

int results_action_show(int argc, char **argv)
{
    results r = {.command = "results show"};
    const option options[] = {RESULTS_OPTIONS(&r), OPTION_END};
    command_line line = {.command = r.command,
                         .arguments = "ATTEMPT",
                         .help = &help,
                         .options = options,
                         .fewest = 1,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, results_open(&r, false, &status) ? show(&r, line.words[0]) : status);
}
