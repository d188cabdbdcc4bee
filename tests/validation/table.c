/* Rows as a table for people and as JSON for machines. */
#include "run_internal.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

/* ---- table ---- */

/* Width in columns of UTF-8 text: continuation bytes take none. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* Longer texts (complaints of a case that failed) may stick out. */
enum { WIDEST = 72 };

static void print_padded(FILE *out, const char *text, int width)
{
    fprintf(out, "%s%*s  ", text, max_int(width - width_of(text), 0), "");
}

static void format_number(char *text, size_t size, double value, int digits)
{
    if (isnan(value))
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%.*g", digits, value);
}

static void print_row(FILE *out, const valid_row *row, int case_width, int what_width)
{
    char published[40], here[40], difference[40], tolerance[40];
    /* Without a published number the row bounds `here` itself. */
    format_number(published, sizeof published, row->published, 13);
    format_number(here, sizeof here, row->here, 13);
    format_number(difference, sizeof difference,
                  isnan(row->published) ? row->here : row->here - row->published, 3);
    format_number(tolerance, sizeof tolerance, row->tolerance, 3);
    print_padded(out, row->case_name, case_width);
    print_padded(out, row->what, what_width);
    fprintf(out, "%-8s %19s %19s %10s %10s  %-5s %s\n", row->unit, published, here, difference, tolerance,
            row->holds ? "holds" : "FAILS", row->source);
}

bool valid_print_table(const valid_results *results, FILE *out)
{
    int case_width = 4, what_width = 4;
    for (int i = 0; i < results->count; i++) {
        case_width = max_int(case_width, width_of(results->rows[i].case_name));
        const int width = width_of(results->rows[i].what);
        if (width <= WIDEST) what_width = max_int(what_width, width);
    }
    print_padded(out, "case", case_width);
    print_padded(out, "what", what_width);
    fprintf(out, "%-8s %19s %19s %10s %10s  %-5s %s\n", "unit", "published", "here", "difference",
            "tolerance", "", "source");
    for (int i = 0; i < results->count; i++) print_row(out, &results->rows[i], case_width, what_width);
    const int failed = valid_results_failed(results);
    fprintf(out, "\n%d row%s, %d hold%s, %d do%s not\n", results->count, results->count == 1 ? "" : "s",
            results->count - failed, results->count - failed == 1 ? "s" : "", failed,
            failed == 1 ? "es" : "");
    return fflush(out) == 0;
}

/* ---- JSON ---- */

/* JSON has no NaN and no infinity: null stands for both. */
static void add_number(cJSON *object, const char *key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
    else
        cJSON_AddNullToObject(object, key);
}

static cJSON *row_json(const valid_row *row)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "case", row->case_name);
    cJSON_AddStringToObject(object, "what", row->what);
    cJSON_AddStringToObject(object, "unit", row->unit);
    cJSON_AddStringToObject(object, "source", row->source);
    add_number(object, "published", row->published);
    add_number(object, "here", row->here);
    add_number(object, "tolerance", row->tolerance);
    cJSON_AddBoolToObject(object, "holds", row->holds);
    cJSON_AddStringToObject(object, "reason", row->reason);
    return object;
}

bool valid_print_json(const valid_results *results, FILE *out)
{
    cJSON *root = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(root, "rows");
    for (int i = 0; i < results->count; i++) cJSON_AddItemToArray(rows, row_json(&results->rows[i]));
    char *text = cJSON_Print(root);
    const bool written = text && fprintf(out, "%s\n", text) > 0 && fflush(out) == 0;
    cJSON_free(text);
    cJSON_Delete(root);
    return written;
}
