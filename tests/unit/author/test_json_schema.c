/* The JSON Schemas in assets/schemas and the key tables of the pages are those that the tables give. */
#include "support/check.h"

#include "json_schema/json_schema.h"

#include <cjson/cJSON.h>
#include <dirent.h>
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

/* ---- pages ---- */

static char *read_page(const char *path)
{
    enum { MOST = 1 << 20 };
    char *text = calloc(MOST, 1);
    assert_non_null(text);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be read", path);
    const size_t length = fread(text, 1, MOST - 1, file);
    fclose(file);
    assert_true(length < MOST - 1);
    return text;
}

static int check_page(const char *name)
{
    char path[1024], wrong[300];
    snprintf(path, sizeof path, HEADLAND_SOURCE "/docs/%s", name);
    char *page = read_page(path), *made = auth_page_with_keys(page, wrong, sizeof wrong);
    if (!made) {
        fail_msg("%s: %s", path, wrong);
        return 0;
    }
    if (strcmp(page, made) != 0)
        fail_msg("%s is out of date: headland_write_schema assets/schemas docs/*.md", path);
    const bool has_keys = strstr(page, "<!-- keys: ") != NULL;
    free(made);
    free(page);
    return has_keys;
}

static void key_tables_of_pages_are_up_to_date(void **state)
{
    (void)state;
    int pages = 0;
    DIR *folder = opendir(HEADLAND_SOURCE "/docs");
    assert_non_null(folder);
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        if (strstr(entry->d_name, ".md")) pages += check_page(entry->d_name);
    closedir(folder);
    assert_true(pages >= 7);
}

static void markers_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *page, *wrong;
    } list[] = {
        {"<!-- keys: soli -->\n<!-- end of keys -->\n", "there is no table 'soli'"},
        {"<!-- keys: rig.tlit -->\n<!-- end of keys -->\n", "there is no table 'rig.tlit'"},
        {"<!-- keys: rig.engage -->\n<!-- end of keys -->\n", "there is no table 'rig.engage'"},
        {"<!-- keys: rig silence engage -->\n<!-- end of keys -->\n", "with keys from 'silence' to 'engage'"},
        {"<!-- keys: rig -->\n", "'<!-- end of keys -->' is missing after the keys of 'rig'"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char wrong[300];
        assert_null(auth_page_with_keys(list[i].page, wrong, sizeof wrong));
        if (!strstr(wrong, list[i].wrong)) fail_msg("%s: %s", list[i].page, wrong);
    }
}

static void a_table_stands_between_its_markers(void **state)
{
    (void)state;
    char wrong[300];
    char *made = auth_page_with_keys("a\n<!-- keys: rig engage engage -->\nold\n<!-- end of keys -->\nb\n",
                                     wrong, sizeof wrong);
    assert_non_null(made);
    assert_string_equal(made,
                        "a\n<!-- keys: rig engage engage -->\n| Key | Meaning | Default |\n|---|---|---|\n"
                        "| `engage` | Ramp from parked to running, and back, 1 to 20 s | 4 s |\n"
                        "<!-- end of keys -->\nb\n");
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(committed_schemas_are_up_to_date), cmocka_unit_test(every_key_is_explained),
        cmocka_unit_test(key_tables_of_pages_are_up_to_date), cmocka_unit_test(markers_are_checked),
        cmocka_unit_test(a_table_stands_between_its_markers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
