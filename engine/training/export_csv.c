/* All attempts as a table (RFC 4180). Exercises have components of their own: each name has four columns. */
#include "words.h"

#include "file/template.h"
#include "hl/csv.h"
#include "train/debrief.h"

#include <math.h>
#include <string.h>

/* ---- fields ---- */

/* Whether a spreadsheet would read it as a formula, also after spaces and in wide characters. */
static bool formula(const char *text)
{
    static const uint32_t begins[] = {'=', '+', '-', '@', 0xff1d, 0xff0b, 0xff0d, 0xff20};
    if (*text == '\t' || *text == '\r' || *text == '\n') return true;
    while (*text == ' ') text++;
    if (!*text) return false;
    const uint32_t first = file_utf8_next(&text);
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (first == begins[i]) return true;
    return false;
}

static void text_field(FILE *out, const char *text)
{
    if (text && formula(text))
        hl_csv_quoted(out, "'", text);
    else
        hl_csv_text(out, text ? text : "");
}

static void text_cell(FILE *out, const char *text)
{
    fputc(',', out);
    text_field(out, text);
}

/* Empty if not finite. */
static void number_cell(FILE *out, double value)
{
    fputc(',', out);
    hl_csv_number(out, value, 10);
}

/* Empty for plain numbers. */
static void unit_cell(FILE *out, const char *unit)
{
    text_cell(out, strcmp(unit, "1") == 0 ? "" : unit);
}

static void yes_cell(FILE *out, bool yes)
{
    fputs(yes ? ",yes" : ",no", out);
}

/* ---- components ---- */

/* Names of the components of all attempts, in the order of their first appearance. */
typedef struct names {
    hl_arena *arena;
    const char **list;
    int count, room;
} names;

static bool add_name(names *n, const char *name)
{
    enum { FIRST = 32 };
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->list[i], name) == 0) return true;
    if (n->count == n->room) {
        const int room = n->room > 0 ? 2 * n->room : FIRST;
        const char **list = HL_NEW(n->arena, const char *, room);
        if (!list) return false;
        if (n->count > 0) memcpy(list, n->list, (size_t)n->count * sizeof *list);
        n->list = list;
        n->room = room;
    }
    n->list[n->count] = hl_arena_text(n->arena, name);
    return n->list[n->count++] != NULL;
}

static hl_status add_names(train_store *store, int64_t id, names *n)
{
    hl_arena arena = {0};
    train_attempt *attempt;
    hl_status status = train_attempt_read(store, id, &arena, &attempt);
    for (int i = 0; status == HL_OK && i < attempt->outcome.point_count; i++)
        if (!add_name(n, attempt->outcome.points[i].name)) status = HL_OUT_OF_MEMORY;
    hl_arena_free(&arena);
    return status;
}

/* ---- rows ---- */

static void print_head(const names *n, FILE *out)
{
    fputs("attempt,trainee,began,exercise,title,hash,machine,variants,reference,practice,result,reason,"
          "time [s],fuel [l],hits,score,passed,proof,proof reason,void,void reason",
          out);
    for (int i = 0; i < n->count; i++) {
        static const char *const what[] = {"points", "most", "value", "unit"};
        for (size_t k = 0; k < sizeof what / sizeof *what; k++) {
            char name[300];
            snprintf(name, sizeof name, "%s: %s", n->list[i], what[k]);
            text_cell(out, name);
        }
    }
    fputs("\r\n", out);
}

static void print_row(const train_attempt *a, const names *n, FILE *out)
{
    const train_outcome *o = &a->outcome;
    const bool kept = train_outcome_is_stored(o);
    char began[WORDS_DATE];
    fprintf(out, "%lld", (long long)a->id);
    text_cell(out, a->trainee_name);
    text_cell(out, words_date(a->began, began));
    text_cell(out, a->exercise.name);
    text_cell(out, a->exercise.title);
    text_cell(out, a->exercise.hash);
    text_cell(out, a->exercise.machine);
    text_cell(out, a->exercise.variants);
    yes_cell(out, a->exercise.reference);
    yes_cell(out, a->exercise.practice);
    text_cell(out, train_result_text(o->result));
    text_cell(out, o->reason);
    number_cell(out, kept ? o->time : (double)NAN);
    number_cell(out, kept ? o->fuel : (double)NAN);
    number_cell(out, kept ? o->hits : (double)NAN);
    number_cell(out, kept ? o->score : (double)NAN);
    yes_cell(out, o->passed);
    text_cell(out, train_proof_text(a->proof));
    text_cell(out, a->proof_why);
    yes_cell(out, a->voiding.voided);
    text_cell(out, a->voiding.voided ? a->voiding.why : "");
    for (int i = 0; i < n->count; i++) {
        const train_points *points = words_find_points(a, n->list[i]);
        number_cell(out, points ? points->points : (double)NAN);
        number_cell(out, points ? points->most : (double)NAN);
        number_cell(out, points ? points->value : (double)NAN);
        unit_cell(out, points ? points->unit : "");
    }
    fputs("\r\n", out);
}

static hl_status print_attempt(train_store *store, int64_t id, const names *n, FILE *out)
{
    hl_arena arena = {0};
    train_attempt *attempt;
    const hl_status status = train_attempt_read(store, id, &arena, &attempt);
    if (status == HL_OK) print_row(attempt, n, out);
    hl_arena_free(&arena);
    return status;
}

hl_status train_export_csv(train_store *store, const train_filter *filter, FILE *out)
{
    hl_arena arena = {0};
    names n = {.arena = &arena};
    train_attempt *list = NULL;
    int count = 0;
    hl_status status = train_attempts(store, filter, &arena, &list, &count);
    for (int i = 0; status == HL_OK && i < count; i++) status = add_names(store, list[i].id, &n);
    if (status == HL_OK) print_head(&n, out);
    for (int i = 0; status == HL_OK && i < count; i++) status = print_attempt(store, list[i].id, &n, out);
    hl_arena_free(&arena);
    if (status != HL_OK) return status;
    return fflush(out) == 0 && !ferror(out) ? HL_OK : HL_IO_ERROR;
}
