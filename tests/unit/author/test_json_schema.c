/* The JSON Schema in assets/schemas is the one that the tables give. */
#include "support/check.h"

#include "json_schema.h"
#include "mechanism_raw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void committed_schema_is_up_to_date(void **state)
{
    (void)state;
    char *made = auth_json_schema(&auth_mechanism_schema, "mechanism.schema.json", "headland mechanism");
    assert_non_null(made);
    const size_t length = strlen(made);
    char *committed = calloc(length + 2, 1);
    assert_non_null(committed);
    FILE *file = fopen(HEADLAND_SOURCE "/assets/schemas/mechanism.schema.json", "rb");
    assert_non_null(file);
    const size_t read = fread(committed, 1, length + 1, file);
    fclose(file);
    if (read != length || memcmp(made, committed, length) != 0)
        fail_msg(
            "assets/schemas/mechanism.schema.json is out of date: write it anew with headland_write_schema");
    free(committed);
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(committed_schema_is_up_to_date)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
