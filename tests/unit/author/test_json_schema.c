/* The JSON Schemas in assets/schemas are those that the tables give. */
#include "support/check.h"

#include "json_schema.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(committed_schemas_are_up_to_date)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
