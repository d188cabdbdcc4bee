/* How numbers, units and dates are written for people. */
#ifndef TRAIN_WORDS_H
#define TRAIN_WORDS_H

#include "auth/training.h"

#include <stddef.h>
#include <stdint.h>

enum { WORDS_NUMBER = 64, WORDS_DATE = 64 };

/** Values of one unit are shown in another. */
typedef struct words_unit {
    double factor;    /**< shown value of one */
    const char *text; /**< empty: a plain number */
} words_unit;

/** Degrees for radians, bar for pascals, all others as they are. Lives as long as `unit`. */
words_unit words_unit_of(const char *unit);

/** "12.3 deg", "4", "-": about four digits; NaN is a dash. @return text */
const char *words_number(double value, words_unit unit, char text[WORDS_NUMBER]);

/** "2.4": points, to a tenth; "-0.0" is "0.0". @return text */
const char *words_points(double points, char text[WORDS_NUMBER]);

/** A bound of a condition in the signal's own unit. */
double words_bound(const auth_condition *bound, const char *unit);

/** "2026-11-22 13:05 UTC" of seconds since 1970. @return text */
const char *words_date(int64_t seconds, char text[WORDS_DATE]);

#endif
