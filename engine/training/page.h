/* Values of the page templates, as JSON (file/template.h). */
#ifndef TRAIN_PAGE_H
#define TRAIN_PAGE_H

#include "hl/status.h"
#include "words.h"

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdio.h>

/* Base64 (RFC 4648): bytes as characters that stand in a page without any escape. */

void base64_write(FILE *out, const char *bytes, size_t count);

/** Add a text; "" for NULL. */
void html_text(cJSON *object, const char *key, const char *text);

/** Add a number with its unit, as people read it; points to a tenth. */
void html_number(cJSON *object, const char *key, double value, words_unit unit);
void html_points(cJSON *object, const char *key, double points);

/** Add a flag. */
void html_flag(cJSON *object, const char *key, bool value);

/** Add an empty list. @return the list */
cJSON *html_list(cJSON *object, const char *key);

/** Add an object to a list. @return the object */
cJSON *html_item(cJSON *list);

/** Add "has_KEY": whether a list that was added as KEY has items. */
void html_has(cJSON *object, const char *key);

/** Write a page and delete its values.
 *  @param templates  folder of NAME and style.css, which becomes the value "style"
 *  @param why        out: TRAIN_WHY, unless it is HL_OK */
hl_status html_write(cJSON *values, const char *templates, const char *name, FILE *out, char *why);

#endif
