/* Results of experiments with soils: collected as JSON, printed as such or as a table. */
#include "soil_study.h"

#include "program.h"

#include <math.h>

void study_result(soil_study *study, const char *test, const char *what, const char *unit, double here,
                  double expected)
{
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "test", test);
    cJSON_AddStringToObject(row, "what", what);
    cJSON_AddStringToObject(row, "unit", unit);
    cJSON_AddNumberToObject(row, "here", here);
    if (isfinite(expected))
        cJSON_AddNumberToObject(row, "expected", expected);
    else
        cJSON_AddNullToObject(row, "expected");
    cJSON_AddItemToArray(study->rows, row);
}

bool study_made(soil_study *study, const char *test, hl_status status, const char *why)
{
    if (status == HL_OK) return true;
    fprintf(stderr, "headland soil: %s: %s: %s\n", study->path, test,
            status == HL_BAD_INPUT ? why : hl_status_text(status));
    study->status = status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_FAILED;
    return false;
}

valid_plot *study_plot(soil_study *study, const char *name, const char *title, const char *x_label,
                       const char *y_label)
{
    char heading[200];
    snprintf(heading, sizeof heading, "%s: %s", study->soil.name, title);
    return valid_results_plot(study->plots, study->stem, name, heading, x_label, y_label);
}

/* ---- table ---- */

static const char *text_of(const cJSON *row, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(row, key));
}

static void print_row(const cJSON *row)
{
    const cJSON *expected = cJSON_GetObjectItem(row, "expected");
    char text[40] = "-";
    if (cJSON_IsNumber(expected)) snprintf(text, sizeof text, "%.4g", expected->valuedouble);
    printf("  %-9s %-58s %-4s %10.4g %10s\n", text_of(row, "test"), text_of(row, "what"),
           text_of(row, "unit"), cJSON_GetObjectItem(row, "here")->valuedouble, text);
}

void study_print(const cJSON *soils)
{
    const cJSON *soil, *row;
    cJSON_ArrayForEach(soil, soils)
    {
        printf("%s (%s)\n  %-9s %-58s %-4s %10s %10s\n", text_of(soil, "soil"), text_of(soil, "file"), "test",
               "what", "unit", "here", "expected");
        cJSON_ArrayForEach(row, cJSON_GetObjectItem(soil, "results")) print_row(row);
    }
}
