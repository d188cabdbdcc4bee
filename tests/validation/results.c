/* Rows: how they come in and when they hold. */
#include "run_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *valid_grow(void *old, size_t count, size_t size)
{
    void *grown = size > 0 && count <= SIZE_MAX / size ? realloc(old, count * size) : NULL;
    if (!grown) {
        fputs("headland: out of memory while validating\n", stderr);
        abort();
    }
    return grown;
}

char *valid_copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(valid_grow(NULL, size, 1), text, size);
}

valid_results *valid_results_new(const char *assets, bool plots)
{
    valid_results *results = valid_grow(NULL, 1, sizeof *results);
    *results = (valid_results){.assets = assets, .plots_wanted = plots};
    return results;
}

void valid_results_free(valid_results *results)
{
    if (!results) return;
    for (int i = 0; i < results->count; i++) {
        free(results->rows[i].what);
        free(results->rows[i].unit);
        free(results->rows[i].source);
        free(results->rows[i].reason);
    }
    free(results->rows);
    valid_plots_free(results->plots);
    free(results);
}

int valid_results_failed(const valid_results *results)
{
    int failed = 0;
    for (int i = 0; i < results->count; i++) failed += !results->rows[i].holds;
    return failed;
}

static void add_row(valid_run *run, const char *what, const char *unit, const char *source,
                    const char *reason, valid_row row)
{
    valid_results *results = run->results;
    if (results->count == results->capacity) {
        results->capacity = results->capacity ? 2 * results->capacity : 32;
        results->rows = valid_grow(results->rows, (size_t)results->capacity, sizeof *results->rows);
    }
    row.case_name = run->the_case->name;
    row.what = valid_copy(what);
    row.unit = valid_copy(unit);
    row.source = valid_copy(source);
    row.reason = valid_copy(reason);
    results->rows[results->count++] = row;
}

void valid_published(valid_run *run, const char *what, const char *unit, const char *source, double published,
                     double here, double tolerance, const char *reason)
{
    /* A comparison with a NaN is false: what is not a number does not hold. */
    const valid_row row = {.published = published,
                           .here = here,
                           .tolerance = tolerance,
                           .holds = fabs(here - published) <= tolerance};
    add_row(run, what, unit, source, reason, row);
}

void valid_not_above(valid_run *run, const char *what, const char *unit, const char *source, double published,
                     double printed, double here, const char *reason)
{
    const valid_row row = {
        .published = published, .here = here, .tolerance = printed, .holds = here <= published + printed};
    add_row(run, what, unit, source, reason, row);
}

void valid_bound(valid_run *run, const char *what, const char *unit, const char *source, double here,
                 double bound, const char *reason)
{
    const valid_row row = {
        .published = (double)NAN, .here = here, .tolerance = bound, .holds = fabs(here) <= bound};
    add_row(run, what, unit, source, reason, row);
}

void valid_failed(valid_run *run, const char *format, ...)
{
    char text[HL_MESSAGE_LENGTH + HL_FILE_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const valid_row row = {.published = (double)NAN, .here = (double)NAN, .tolerance = 0.0, .holds = false};
    add_row(run, text, "1", "could not be computed", "", row);
}

void valid_results_run(valid_results *results, const valid_case *a_case)
{
    valid_run run = {.results = results, .the_case = a_case};
    const int before = results->count;
    a_case->run(&run);
    if (results->count == before) valid_failed(&run, "the case handed in no row");
    free(run.values);
    hl_arena_free(&run.arena);
}

const valid_case *valid_case_find(const char *name)
{
    for (int i = 0; i < valid_case_count(); i++)
        if (strcmp(valid_case_at(i)->name, name) == 0) return valid_case_at(i);
    return NULL;
}
