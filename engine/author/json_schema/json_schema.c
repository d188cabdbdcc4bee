#include "json_schema.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number with an optional unit. The exact grammar (auth/quantity.h) and the dimension are left to the
 * reader. */
static const char quantity_pattern[] = "^[ ]*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?([ "
                                       "]*[A-Za-z\xC2\xB0\xC2\xB5%/1][A-Za-z0-9\xC2\xB0\xC2\xB5% */^-]*)?$";

static cJSON *field_schema(const auth_field *field);
static void describe(const auth_table *table, const auth_field *field, cJSON *property);

static cJSON *reference(const char *name)
{
    char path[48];
    snprintf(path, sizeof path, "#/$defs/%s", name);
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "$ref", path);
    return schema;
}

static cJSON *typed(const char *type)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", type);
    return schema;
}

/* ---- tables ---- */

static cJSON *table_schema(const auth_table *table);

static cJSON *choice_schema(const auth_field *field)
{
    cJSON *schema = typed("string");
    cJSON *words = cJSON_AddArrayToObject(schema, "enum");
    for (int i = 0; i < field->word_count; i++)
        cJSON_AddItemToArray(words, cJSON_CreateString(field->words[i].word));
    return schema;
}

/* A name or text may look like a number: YAML then hands an editor a number. */
static cJSON *single_schema(const auth_field *field)
{
    if (auth_field_is_quantity(field)) return reference("quantity");
    if (field->type == AUTH_FIELD_WORDS || field->most == AUTH_NAME_LENGTH) return reference("name");
    cJSON *schema = typed("string");
    cJSON_AddNumberToObject(schema, "maxLength", field->most);
    return schema;
}

static cJSON *array_of(cJSON *entry, unsigned least, unsigned most)
{
    cJSON *list = typed("array");
    cJSON_AddItemToObject(list, "items", entry);
    if (least > 0) cJSON_AddNumberToObject(list, "minItems", least);
    if (most > 0) cJSON_AddNumberToObject(list, "maxItems", most);
    return list;
}

static cJSON *array_schema(const auth_field *field)
{
    cJSON *list = NULL;
    if (field->type == AUTH_FIELD_TABLE) /* `least` and `most` count cells, not rows */
        list = array_of(array_of(single_schema(field), 0, 0), 0, 0);
    else if (field->type == AUTH_FIELD_LIST)
        list = array_of(table_schema(field->table), field->least, field->most);
    else if (field->type == AUTH_FIELD_PAIRS)
        list = array_of(array_of(single_schema(field), auth_field_columns(field), auth_field_columns(field)),
                        field->least, field->most);
    else
        list = array_of(single_schema(field), field->least, field->most);
    if (!auth_field_takes_one(field)) return list;
    cJSON *either = cJSON_CreateObject();
    cJSON *choices = cJSON_AddArrayToObject(either, "anyOf");
    cJSON_AddItemToArray(choices, list);
    cJSON_AddItemToArray(choices, single_schema(field));
    return either;
}

static cJSON *count_schema(void)
{
    cJSON *schema = typed("integer");
    cJSON_AddNumberToObject(schema, "minimum", 0);
    return schema;
}

static cJSON *field_schema(const auth_field *field)
{
    switch (field->type) {
    case AUTH_FIELD_FLAG:
        return typed("boolean");
    case AUTH_FIELD_COUNT:
        return count_schema();
    case AUTH_FIELD_CHOICE:
        return choice_schema(field);
    case AUTH_FIELD_PART:
        return table_schema(field->table);
    case AUTH_FIELD_ANYTHING:
        return typed("object");
    case AUTH_FIELD_VECTOR:
    case AUTH_FIELD_DIRECTION:
    case AUTH_FIELD_QUANTITIES:
    case AUTH_FIELD_WORDS:
    case AUTH_FIELD_PAIRS:
    case AUTH_FIELD_TABLE:
    case AUTH_FIELD_LIST:
        return array_schema(field);
    default:
        return single_schema(field);
    }
}

/* A key with several rows means something else in each kind of item. */
static void describe_all(const auth_table *table, const auth_field *first, char *text, size_t size)
{
    *text = '\0';
    if (table->base && auth_find_field(table->base, first->key) == first) table = table->base;
    for (const auth_field *f = first; f < table->fields + table->field_count; f++) {
        const size_t used = strlen(text);
        if (strcmp(f->key, first->key) != 0) continue;
        if (used > 0) snprintf(text + used, size - used, "; ");
        auth_field_describe(table, f, text + strlen(text), size - strlen(text));
    }
}

/* Descriptions are plain text: without the marks of the pages around keys and words, and without their links.
 */
static void drop_marks(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++) {
        const char *end = *c == ']' && c[1] == '(' ? strchr(c, ')') : NULL;
        if (end) { /* "[tires](machine.md#tires)" */
            char *open = to;
            while (open > text && *open != '[') open--;
            memmove(open, open + 1, (size_t)(to - open));
            to--;
            c = end;
        } else if (*c != '`') {
            *to++ = *c;
        }
    }
    *to = '\0';
}

static void describe(const auth_table *table, const auth_field *field, cJSON *property)
{
    char text[1000];
    describe_all(table, field, text, sizeof text);
    drop_marks(text);
    cJSON_AddStringToObject(property, "description", text);
}

static cJSON *table_schema(const auth_table *table)
{
    cJSON *schema = typed("object");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    cJSON *required = cJSON_CreateArray();
    const auth_field *field;
    for (int i = 0; (field = auth_table_row(table, i)) != NULL; i++) {
        if (auth_find_field(table, field->key) != field) continue;
        cJSON *property = field_schema(field);
        describe(table, field, property);
        cJSON_AddItemToObject(properties, field->key, property);
        if (!field->optional) cJSON_AddItemToArray(required, cJSON_CreateString(field->key));
    }
    cJSON_AddItemToObject(schema, "required", required);
    cJSON_AddFalseToObject(schema, "additionalProperties");
    return schema;
}

/* ---- files ---- */

static cJSON *definitions(void)
{
    cJSON *defs = cJSON_CreateObject();
    cJSON *quantity = cJSON_AddObjectToObject(defs, "quantity");
    cJSON_AddStringToObject(quantity, "description",
                            "A number in SI units, or a text with a unit: \"80 mm\"");
    cJSON_AddItemToObject(quantity, "type",
                          cJSON_CreateStringArray((const char *const[]){"number", "string"}, 2));
    cJSON_AddStringToObject(quantity, "pattern", quantity_pattern);
    cJSON_AddNumberToObject(quantity, "maxLength", AUTH_QUANTITY_LENGTH);
    cJSON *name = cJSON_AddObjectToObject(defs, "name");
    cJSON_AddStringToObject(name, "description", "Name of an item, or of another item of this file");
    cJSON_AddItemToObject(name, "type",
                          cJSON_CreateStringArray((const char *const[]){"string", "number"}, 2));
    cJSON_AddStringToObject(name, "pattern", "^[^,\"'#]+$");
    cJSON_AddNumberToObject(name, "maxLength", AUTH_NAME_LENGTH);
    return defs;
}

static char *file_schema(cJSON *root, auth_file_kind kind)
{
    char id[64], title[64];
    snprintf(id, sizeof id, "%s.schema.json", auth_file_kind_word(kind));
    snprintf(title, sizeof title, "headland %s", auth_file_kind_word(kind));
    cJSON *file = cJSON_CreateObject();
    cJSON_AddStringToObject(file, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cJSON_AddStringToObject(file, "$id", id);
    cJSON_AddStringToObject(file, "title", title);
    while (root->child) {
        cJSON *item = cJSON_DetachItemViaPointer(root, root->child);
        cJSON_AddItemToObject(file, item->string, item);
    }
    cJSON_Delete(root);
    cJSON_AddItemToObject(file, "$defs", definitions());
    char *json = cJSON_Print(file);
    cJSON_Delete(file);
    if (!json) return NULL;
    const size_t length = strlen(json);
    char *text = malloc(length + 2);
    if (text) {
        memcpy(text, json, length);
        memcpy(text + length, "\n", 2);
    }
    free(json);
    return text;
}

extern const auth_table auth_mechanism_table, auth_machine_table, auth_soil_table, auth_rig_table,
    auth_settings_table, auth_bindings_table, auth_operator_table, auth_hud_table, auth_scenario_table,
    auth_object_type_table, auth_costs_table, auth_flexible_table, auth_flexible_body_table,
    auth_course_table;

const auth_table *auth_table_of(auth_file_kind kind)
{
    static const auth_table *const tables[AUTH_FILE_KINDS] = {
        [AUTH_FILE_MECHANISM] = &auth_mechanism_table,
        [AUTH_FILE_MACHINE] = &auth_machine_table,
        [AUTH_FILE_SOIL] = &auth_soil_table,
        [AUTH_FILE_HUD] = &auth_hud_table,
        [AUTH_FILE_SCENARIO] = &auth_scenario_table,
        [AUTH_FILE_SETTINGS] = &auth_settings_table,
        [AUTH_FILE_OPERATOR] = &auth_operator_table,
        [AUTH_FILE_BINDINGS] = &auth_bindings_table,
        [AUTH_FILE_RIG] = &auth_rig_table,
        [AUTH_FILE_OBJECT] = &auth_object_type_table,
        [AUTH_FILE_COSTS] = &auth_costs_table,
        [AUTH_FILE_FLEXIBLE] = &auth_flexible_table,
        [AUTH_FILE_FLEXIBLE_BODY] = &auth_flexible_body_table,
        [AUTH_FILE_COURSE] = &auth_course_table,
    };
    return tables[kind];
}

char *auth_json_schema_of(auth_file_kind kind)
{
    return file_schema(table_schema(auth_table_of(kind)), kind);
}
