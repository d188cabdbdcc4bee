#include "words.h"

#include "train/debrief.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
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

static const double large = 1e6;     /* from there on with an exponent */
static const double rounding = 1e-9; /* relative: what a change of units leaves of a whole number */

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
    const int from_march = (5 * of_year + 2) / 153; /* months from March on: 153 days each five */
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

void train_points_text(const train_points *points, char text[TRAIN_POINTS_TEXT])
{
    char value[WORDS_NUMBER], best[WORDS_NUMBER], worst[WORDS_NUMBER];
    const words_unit unit = words_unit_of(points->unit);
    *text = '\0';
    if (isnan(points->value)) return;
    snprintf(text, TRAIN_POINTS_TEXT, "%s (best %s, nothing at %s)", words_number(points->value, unit, value),
             words_number(points->best, unit, best), words_number(points->worst, unit, worst));
}
