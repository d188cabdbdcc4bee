#include "json_schema.h"

#include "hud/hud_raw.h"
#include "machine/machine_raw.h"
#include "scenario/operator_raw.h"
#include "scenario/scenario_raw.h"
#include "scenario/soil_raw.h"
#include "seat/bindings_raw.h"
#include "seat/rig_raw.h"
#include "seat/settings_raw.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number with an optional unit. The exact grammar (auth/quantity.h) and the dimension are left to the
 * reader. */
static const char quantity_pattern[] = "^[ ]*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?([ "
                                       "]*[A-Za-z\xC2\xB0\xC2\xB5%/1][A-Za-z0-9\xC2\xB0\xC2\xB5% */^-]*)?$";

/* Where a value stands: the kind of its file, and the key of the mapping or list that holds it; "": the file.
 */
typedef struct spot {
    auth_file_kind kind;
    const char *where;
} spot;

static cJSON *value_schema(const cyaml_schema_value_t *value, spot at);

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

/* A name or text may look like a number: YAML then hands an editor a number. */
static cJSON *string_schema(const cyaml_schema_value_t *value)
{
    if (auth_schema_is_quantity(value)) return reference("quantity");
    if (value->string.max == AUTH_NAME_LENGTH) return reference("name");
    cJSON *schema = typed("string");
    cJSON_AddNumberToObject(schema, "maxLength", value->string.max);
    return schema;
}

static cJSON *enum_schema(const cyaml_schema_value_t *value)
{
    cJSON *schema = typed("string");
    cJSON *words = cJSON_AddArrayToObject(schema, "enum");
    for (uint32_t i = 0; i < value->enumeration.count; i++)
        cJSON_AddItemToArray(words, cJSON_CreateString(value->enumeration.strings[i].str));
    return schema;
}

static cJSON *list_schema(const cyaml_schema_value_t *value, spot at)
{
    cJSON *list = typed("array");
    if (auth_schema_is_table(value)) {
        cJSON *row = typed("array");
        cJSON_AddItemToObject(row, "items", value_schema(value->sequence.entry, at));
        cJSON_AddItemToObject(list, "items", row); /* `min` and `max` count cells, not rows */
    } else {
        cJSON_AddItemToObject(list, "items", value_schema(value->sequence.entry, at));
        if (value->sequence.min > 0) cJSON_AddNumberToObject(list, "minItems", value->sequence.min);
        if (value->sequence.max != CYAML_UNLIMITED)
            cJSON_AddNumberToObject(list, "maxItems", value->sequence.max);
    }
    if (!auth_schema_takes_one(value)) return list;
    cJSON *either = cJSON_CreateObject();
    cJSON *choices = cJSON_AddArrayToObject(either, "anyOf");
    cJSON_AddItemToArray(choices, list);
    cJSON_AddItemToArray(choices, reference(auth_schema_is_quantity(value) ? "quantity" : "name"));
    return either;
}

static void add_meaning(cJSON *schema, spot at, const char *key)
{
    const char *meaning = auth_key_meaning(at.kind, at.where, key);
    if (meaning) cJSON_AddStringToObject(schema, "description", meaning);
}

static cJSON *mapping_schema(const cyaml_schema_value_t *value, spot at)
{
    cJSON *schema = typed("object");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    cJSON *required = cJSON_CreateArray();
    for (const cyaml_schema_field_t *field = value->mapping.fields; field->key; field++) {
        cJSON *property = value_schema(&field->value, (spot){at.kind, field->key});
        add_meaning(property, at, field->key);
        cJSON_AddItemToObject(properties, field->key, property);
        if (!(field->value.flags & CYAML_FLAG_OPTIONAL))
            cJSON_AddItemToArray(required, cJSON_CreateString(field->key));
    }
    cJSON_AddItemToObject(schema, "required", required);
    cJSON_AddFalseToObject(schema, "additionalProperties");
    return schema;
}

static cJSON *value_schema(const cyaml_schema_value_t *value, spot at)
{
    switch (value->type) {
    case CYAML_MAPPING:
        return mapping_schema(value, at);
    case CYAML_SEQUENCE:
    case CYAML_SEQUENCE_FIXED:
        return list_schema(value, at);
    case CYAML_IGNORE:
        return typed("object");
    case CYAML_ENUM:
        return enum_schema(value);
    case CYAML_BOOL:
        return typed("boolean");
    case CYAML_UINT: {
        cJSON *schema = typed("integer");
        cJSON_AddNumberToObject(schema, "minimum", 0);
        return schema;
    }
    default:
        return string_schema(value);
    }
}

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

static char *file_schema(const cyaml_schema_value_t *schema, auth_file_kind kind)
{
    char id[64], title[64];
    snprintf(id, sizeof id, "%s.schema.json", auth_file_kind_word(kind));
    snprintf(title, sizeof title, "headland %s", auth_file_kind_word(kind));
    cJSON *root = value_schema(schema, (spot){kind, ""}), *file = cJSON_CreateObject();
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

char *auth_json_schema_of(auth_file_kind kind)
{
    static const cyaml_schema_value_t *const schemas[AUTH_FILE_KINDS] = {
        [AUTH_FILE_MECHANISM] = &auth_mechanism_schema,
        [AUTH_FILE_MACHINE] = &auth_machine_schema,
        [AUTH_FILE_SCENARIO] = &auth_scenario_schema,
        [AUTH_FILE_OPERATOR] = &auth_operator_schema,
        [AUTH_FILE_SOIL] = &auth_soil_schema,
        [AUTH_FILE_HUD] = &auth_hud_schema,
        [AUTH_FILE_SETTINGS] = &auth_settings_schema,
        [AUTH_FILE_BINDINGS] = &auth_bindings_schema,
        [AUTH_FILE_RIG] = &auth_rig_schema,
    };
    return file_schema(schemas[kind], kind);
}
