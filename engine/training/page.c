#include "page.h"

#include "file/template.h"
#include "train/store.h"

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

/* ---- pictures in a page ---- */

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
