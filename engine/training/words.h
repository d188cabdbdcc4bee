/* How pages, sentences and tables show values: numbers, units, dates, points of components, and the JSON
 * values of page templates (file/template.h). */
#ifndef TRAIN_WORDS_H
#define TRAIN_WORDS_H

#include "auth/training.h"
#include "train/store.h"

#include <cjson/cJSON.h>
#include <stdio.h>

enum { WORDS_NUMBER = 64, WORDS_DATE = 64 };

/** Values of one unit are shown in another. */
typedef struct words_unit {
    double factor;    /**< shown value of one */
    const char *text; /**< empty: a plain number */
} words_unit;

/** Units of what is shown of each attempt. */
static const words_unit words_seconds = {1.0, "s"}, words_litres = {1.0, "l"}, words_plain = {1.0, ""};

/** Degrees for radians, bar for pascals, all others as they are. Valid as long as `unit`. */
words_unit words_unit_of(const char *unit);

/** "12.3 deg", "4", "-": about four digits; NaN is a dash. @return text */
const char *words_number(double value, words_unit unit, char text[WORDS_NUMBER]);

/** "2.4": points, to a tenth; "-0.0" is "0.0". @return text */
const char *words_points(double points, char text[WORDS_NUMBER]);

/** A bound of a condition in the signal's own unit. */
double words_bound(const auth_condition *bound, const char *unit);

/** "2026-11-22 13:05 UTC" of seconds since 1970. @return text */
const char *words_date(int64_t seconds, char text[WORDS_DATE]);

/** Differences of points below this are shown as 0.0. */
static const double words_noticeable = 0.05;

/** Points of a component; NULL: the attempt, which may be NULL, has no component of that name. */
const train_points *words_find_points(const train_attempt *attempt, const char *component);

/** True for the row of `score` instructions, which is not a component. */
bool words_is_extra(const train_points *points);

/* ---- values of pages ---- */

/** Write bytes as Base64 (RFC 4648), which needs no escapes in a page. */
void base64_write(FILE *out, const char *bytes, size_t count);

/** Add a text; "" for NULL. */
void html_text(cJSON *object, const char *key, const char *text);

/** Add a number with its unit, as people read it; points to a tenth. */
void html_number(cJSON *object, const char *key, double value, words_unit unit);
void html_points(cJSON *object, const char *key, double points);
void html_date(cJSON *object, const char *key, int64_t time);

void html_flag(cJSON *object, const char *key, bool value);

/** Add an empty list. @return the list */
cJSON *html_list(cJSON *object, const char *key);

/** Add an object to a list. @return the object */
cJSON *html_item(cJSON *list);

/** Add "has_KEY": whether a list that was added as KEY has items. */
void html_has(cJSON *object, const char *key);

/** Close a memory stream and add its text. @return false: memory is exhausted */
bool html_stream(cJSON *object, const char *key, FILE *stream, char **text);

/** Write a page and delete its values.
 *  @param templates  folder of NAME and style.css, which becomes the value "style"
 *  @param why        out: TRAIN_WHY, unless it is HL_OK */
hl_status html_write(cJSON *values, const char *templates, const char *name, FILE *out, char *why);

#endif
