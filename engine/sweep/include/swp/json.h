/* Values of reports as JSON: what cannot be told is null. */
#ifndef SWP_JSON_H
#define SWP_JSON_H

#include <cjson/cJSON.h>
#include <math.h>

/** A number, null where it is not finite. */
static inline void json_add_number(cJSON *object, const char *key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
    else
        cJSON_AddNullToObject(object, key);
}

/** A text, null where it is NULL or empty. */
static inline void json_add_text(cJSON *object, const char *key, const char *text)
{
    if (text && *text)
        cJSON_AddStringToObject(object, key, text);
    else
        cJSON_AddNullToObject(object, key);
}

#endif
