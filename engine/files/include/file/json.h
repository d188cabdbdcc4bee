/* Values of reports as JSON: what is not known is null. */
#ifndef FILE_JSON_H
#define FILE_JSON_H

#include <cjson/cJSON.h>
#include <math.h>

/** Add a number; null where it is not finite. */
static inline void json_add_number(cJSON *object, const char *key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
    else
        cJSON_AddNullToObject(object, key);
}

/** Add a text; null where it is NULL or empty. */
static inline void json_add_text(cJSON *object, const char *key, const char *text)
{
    if (text && *text)
        cJSON_AddStringToObject(object, key, text);
    else
        cJSON_AddNullToObject(object, key);
}

#endif
