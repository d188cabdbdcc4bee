/* The JSON Schemas in assets/schemas are those that the tables give. */
#include "support/check.h"

#include "json_schema/json_schema.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_committed(auth_file_kind kind)
{
    char path[1024];
    snprintf(path, sizeof path, HEADLAND_SOURCE "/assets/schemas/%s.schema.json", auth_file_kind_word(kind));
    char *made = auth_json_schema_of(kind);
    assert_non_null(made);
    const size_t length = strlen(made);
    char *committed = calloc(length + 2, 1);
    assert_non_null(committed);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is missing", path);
    const size_t read = fread(committed, 1, length + 1, file);
    fclose(file);
    if (read != length || memcmp(made, committed, length) != 0)
        fail_msg("%s is out of date: write it anew with headland_write_schema", path);
    free(committed);
    free(made);
}

static void committed_schemas_are_up_to_date(void **state)
{
    (void)state;
    for (auth_file_kind kind = AUTH_FILE_MECHANISM; kind < AUTH_FILE_KINDS; kind++) check_committed(kind);
}

/* An editor shows the description and checks the type. */
static void check_explained(const cJSON *schema, const char *kind)
{
    const cJSON *child;
    cJSON_ArrayForEach(child, cJSON_GetObjectItemCaseSensitive(schema, "properties"))
    {
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(child, "description"));
        if (!text || strlen(text) < 6) fail_msg("the key '%s' of %s is not explained", child->string, kind);
        if (!cJSON_HasObjectItem(child, "type") && !cJSON_HasObjectItem(child, "$ref") &&
            !cJSON_HasObjectItem(child, "anyOf"))
            fail_msg("the key '%s' of %s has no type", child->string, kind);
    }
    cJSON_ArrayForEach(child, schema) check_explained(child, kind);
}

static void every_key_is_explained(void **state)
{
    (void)state;
    for (auth_file_kind kind = AUTH_FILE_MECHANISM; kind < AUTH_FILE_KINDS; kind++) {
        char *text = auth_json_schema_of(kind);
        cJSON *schema = cJSON_Parse(text);
        assert_non_null(schema);
        check_explained(schema, auth_file_kind_word(kind));
        cJSON_Delete(schema);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(committed_schemas_are_up_to_date),
                                       cmocka_unit_test(every_key_is_explained)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
