#include "words.h"

#include "file/template.h"
#include "train/debrief.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- units ---- */

static const double degrees = 57.295779513082323; /* 180/pi: degrees of a radian */

words_unit words_unit_of(const char *unit)
{
    const words_unit shown[] = {{degrees, "deg"}, {degrees, "deg/s"}, {1e-5, "bar"}, {1.0, ""}};
    static const char *const units[] = {"rad", "rad/s", "Pa", "1"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(unit, units[i]) == 0) return shown[i];
    return (words_unit){1.0, unit};
}

double words_bound(const auth_condition *bound, const char *unit)
{
    double si = 1.0;
    auth_dimension dimension;
    if (!bound->with_unit || !auth_unit_read(unit, &si, &dimension)) return bound->value;
    return bound->value / si;
}

/* ---- numbers ---- */

static const double large = 1e6;     /* from this number on with an exponent */
static const double rounding = 1e-9; /* relative error of a whole number after a change of units */

const char *words_number(double value, words_unit unit, char text[WORDS_NUMBER])
{
    const double shown = value * unit.factor;
    const int digits = fabs(shown) >= 999.95 ? 0 : fabs(shown) >= 9.9995 ? 1 : 2;
    if (!isfinite(shown))
        snprintf(text, WORDS_NUMBER, "-");
    else if (fabs(shown) >= large)
        snprintf(text, WORDS_NUMBER, "%.4g%s%s", shown, *unit.text ? " " : "", unit.text);
    else if (fabs(shown - round(shown)) <= rounding * fabs(shown))
        snprintf(text, WORDS_NUMBER, "%.0f%s%s", round(shown) + 0.0, *unit.text ? " " : "", unit.text);
    else if (fabs(shown) < 0.1)
        snprintf(text, WORDS_NUMBER, "%.2g%s%s", shown, *unit.text ? " " : "", unit.text);
    else
        snprintf(text, WORDS_NUMBER, "%.*f%s%s", digits, shown, *unit.text ? " " : "", unit.text);
    return text;
}

const char *words_points(double points, char text[WORDS_NUMBER])
{
    const double tenths = round(10.0 * points);
    snprintf(text, WORDS_NUMBER, "%.1f", tenths == 0.0 ? 0.0 : 0.1 * tenths);
    return text;
}

/* ---- dates ---- */

/* Days since 1970-01-01 to year, month, day of the Gregorian calendar, counted in eras of 400 years that
 * begin in March, so that the leap day is the last of its year. */
static void civil(int64_t days, int64_t *year, int *month, int *day)
{
    enum { ERA = 146097 /* days of 400 years */, TO_MARCH_0000 = 719468 };
    const int64_t shifted = days + TO_MARCH_0000;
    const int64_t era = (shifted >= 0 ? shifted : shifted - ERA + 1) / ERA;
    const int of_era = (int)(shifted - era * ERA);
    const int year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int from_march = (5 * of_year + 2) / 153; /* months from March on: five have 153 days */
    *day = of_year - (153 * from_march + 2) / 5 + 1;
    *month = from_march < 10 ? from_march + 3 : from_march - 9;
    *year = year_of_era + era * 400 + (*month <= 2);
}

const char *words_date(int64_t seconds, char text[WORDS_DATE])
{
    enum { DAY = 86400 };
    const int64_t days = seconds >= 0 ? seconds / DAY : (seconds - DAY + 1) / DAY;
    const int of_day = (int)(seconds - days * DAY);
    int64_t year;
    int month, day;
    civil(days, &year, &month, &day);
    snprintf(text, WORDS_DATE, "%04" PRId64 "-%02d-%02d %02d:%02d UTC", year, month, day, of_day / 3600,
             of_day / 60 % 60);
    return text;
}

/* ---- points ---- */

void train_points_text(const train_points *points, char text[TRAIN_POINTS_TEXT])
{
    char value[WORDS_NUMBER], best[WORDS_NUMBER], worst[WORDS_NUMBER];
    const words_unit unit = words_unit_of(points->unit);
    *text = '\0';
    if (isnan(points->value)) return;
    snprintf(text, TRAIN_POINTS_TEXT, "%s (best %s, nothing at %s)", words_number(points->value, unit, value),
             words_number(points->best, unit, best), words_number(points->worst, unit, worst));
}

const train_points *words_find_points(const train_attempt *attempt, const char *component)
{
    for (int i = 0; attempt && i < attempt->outcome.point_count; i++)
        if (strcmp(attempt->outcome.points[i].name, component) == 0) return &attempt->outcome.points[i];
    return NULL;
}

bool words_is_extra(const train_points *points)
{
    return strcmp(points->name, "extra") == 0;
}

/* ---- values of pages ---- */

void html_text(cJSON *object, const char *key, const char *text)
{
    (void)cJSON_AddStringToObject(object, key, text ? text : "");
}

void html_number(cJSON *object, const char *key, double value, words_unit unit)
{
    char text[WORDS_NUMBER];
    html_text(object, key, words_number(value, unit, text));
}

void html_points(cJSON *object, const char *key, double points)
{
    char text[WORDS_NUMBER];
    html_text(object, key, words_points(points, text));
}

void html_date(cJSON *object, const char *key, int64_t time)
{
    char date[WORDS_DATE];
    html_text(object, key, words_date(time, date));
}

void html_flag(cJSON *object, const char *key, bool value)
{
    (void)cJSON_AddBoolToObject(object, key, value);
}

cJSON *html_list(cJSON *object, const char *key)
{
    return cJSON_AddArrayToObject(object, key);
}

cJSON *html_item(cJSON *list)
{
    cJSON *item = cJSON_CreateObject();
    (void)cJSON_AddItemToArray(list, item);
    return item;
}

void html_has(cJSON *object, const char *key)
{
    char name[80];
    snprintf(name, sizeof name, "has_%s", key);
    html_flag(object, name, cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(object, key)) > 0);
}

bool html_stream(cJSON *object, const char *key, FILE *stream, char **text)
{
    const bool good = fclose(stream) == 0;
    html_text(object, key, good ? *text : "");
    free(*text);
    return good;
}

hl_status html_write(cJSON *values, const char *templates, const char *name, FILE *out, char *why)
{
    char trouble[FILE_TEMPLATE_WHY];
    hl_arena arena = {0};
    hl_status status = HL_IO_ERROR;
    const char *page = file_template_read(templates, name, &arena, trouble);
    const char *style = page ? file_template_read(templates, "style.css", &arena, trouble) : NULL;
    if (style) {
        html_text(values, "style", style);
        status = file_template_write(page, values, out, trouble);
        if (status == HL_OK && (fflush(out) != 0 || ferror(out))) status = HL_IO_ERROR;
    }
    if (status == HL_BAD_INPUT)
        snprintf(why, TRAIN_WHY, "%.80s/%s: %s", templates, name, trouble);
    else if (status != HL_OK)
        snprintf(why, TRAIN_WHY, "%s", style ? hl_status_text(status) : trouble);
    cJSON_Delete(values);
    hl_arena_free(&arena);
    return status;
}

void base64_write(FILE *out, const char *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        const size_t here = count - i < 3 ? count - i : 3;
        unsigned three = 0;
        for (size_t k = 0; k < 3; k++) three = three << 8 | (k < here ? (unsigned char)bytes[i + k] : 0U);
        for (size_t k = 0; k < 4; k++) fputc(k <= here ? digits[three >> (18 - 6 * k) & 63U] : '=', out);
    }
}
