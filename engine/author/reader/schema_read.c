/* A checked document into structs: written out once more in the plainest YAML, then read by libcyaml. Lists
 * that the author wrote as one value, byte order marks, tags and line ends are gone by then. */
#include "schema.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct plain_text {
    unsigned char *bytes;
    size_t length, size;
} plain_text;

static int write_bytes(void *context, unsigned char *bytes, size_t length)
{
    plain_text *text = context;
    if (text->size - text->length < length) {
        const size_t size = 2 * text->size + length + 4096;
        unsigned char *grown = realloc(text->bytes, size);
        if (!grown) return 0;
        text->bytes = grown;
        text->size = size;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return 1;
}

/* ---- writing ---- */

typedef struct writer {
    const auth_document *document;
    yaml_emitter_t emitter;
} writer;

static bool put_node(writer *w, const yaml_node_t *node, const cyaml_schema_value_t *schema);

static bool put_scalar(writer *w, const yaml_node_t *node)
{
    yaml_event_t event;
    return yaml_scalar_event_initialize(&event, NULL, NULL, node->data.scalar.value,
                                        (int)node->data.scalar.length, 1, 1,
                                        YAML_DOUBLE_QUOTED_SCALAR_STYLE) &&
           yaml_emitter_emit(&w->emitter, &event);
}

/* In the place of a value that libcyaml ignores. */
static bool put_nothing(writer *w)
{
    static const yaml_char_t nothing[] = "";
    yaml_event_t event;
    return yaml_scalar_event_initialize(&event, NULL, NULL, nothing, 0, 1, 1,
                                        YAML_DOUBLE_QUOTED_SCALAR_STYLE) &&
           yaml_emitter_emit(&w->emitter, &event);
}

/* The entries of a list; of a table those of its rows. */
static bool put_entries(writer *w, const yaml_node_t *list, const cyaml_schema_value_t *schema)
{
    const yaml_node_item_t *item = list->data.sequence.items.start;
    for (; item < list->data.sequence.items.top; item++) {
        const yaml_node_t *entry = auth_document_node(w->document, *item);
        const bool row = auth_schema_is_table(schema) && entry->type == YAML_SEQUENCE_NODE;
        if (!(row ? put_entries(w, entry, schema) : put_node(w, entry, schema->sequence.entry))) return false;
    }
    return true;
}

static bool put_list(writer *w, const yaml_node_t *node, const cyaml_schema_value_t *schema)
{
    yaml_event_t event;
    if (!yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE) ||
        !yaml_emitter_emit(&w->emitter, &event))
        return false;
    if (node->type == YAML_SCALAR_NODE) {
        if (!put_scalar(w, node)) return false;
    } else {
        if (!put_entries(w, node, schema)) return false;
    }
    return yaml_sequence_end_event_initialize(&event) && yaml_emitter_emit(&w->emitter, &event);
}

static const cyaml_schema_value_t *field_value(const cyaml_schema_value_t *schema, const char *key)
{
    const cyaml_schema_field_t *field = schema->mapping.fields;
    while (field->key && strcmp(field->key, key) != 0) field++;
    return field->key ? &field->value : NULL;
}

static bool put_mapping(writer *w, const yaml_node_t *node, const cyaml_schema_value_t *schema)
{
    yaml_event_t event;
    if (!yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE) ||
        !yaml_emitter_emit(&w->emitter, &event))
        return false;
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    for (; pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = auth_document_node(w->document, pair->key);
        const cyaml_schema_value_t *value = field_value(schema, auth_node_text(key));
        if (!value || !put_scalar(w, key) ||
            !put_node(w, auth_document_node(w->document, pair->value), value))
            return false;
    }
    return yaml_mapping_end_event_initialize(&event) && yaml_emitter_emit(&w->emitter, &event);
}

static bool put_node(writer *w, const yaml_node_t *node, const cyaml_schema_value_t *schema)
{
    switch (schema->type) {
    case CYAML_MAPPING:
        return put_mapping(w, node, schema);
    case CYAML_SEQUENCE:
    case CYAML_SEQUENCE_FIXED:
        return put_list(w, node, schema);
    case CYAML_IGNORE:
        return put_nothing(w);
    default:
        return put_scalar(w, node);
    }
}

static bool put_document(writer *w, const cyaml_schema_value_t *schema)
{
    yaml_event_t event;
    return yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) &&
           yaml_emitter_emit(&w->emitter, &event) &&
           yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) &&
           yaml_emitter_emit(&w->emitter, &event) && put_node(w, auth_document_root(w->document), schema) &&
           yaml_document_end_event_initialize(&event, 1) && yaml_emitter_emit(&w->emitter, &event) &&
           yaml_stream_end_event_initialize(&event) && yaml_emitter_emit(&w->emitter, &event);
}

static bool write_plain(const auth_document *document, const cyaml_schema_value_t *schema, plain_text *text)
{
    writer w = {.document = document};
    if (!yaml_emitter_initialize(&w.emitter)) return false;
    yaml_emitter_set_output(&w.emitter, write_bytes, text);
    yaml_emitter_set_width(&w.emitter, -1);
    yaml_emitter_set_unicode(&w.emitter, 1);
    const bool good = put_document(&w, schema);
    yaml_emitter_delete(&w.emitter);
    return good;
}

/* ---- reading ---- */

static const cyaml_config_t config = {.log_fn = NULL,
                                      .mem_fn = cyaml_mem,
                                      .log_level = CYAML_LOG_ERROR,
                                      .flags = (cyaml_cfg_flags_t)(CYAML_CFG_NO_ALIAS)};

hl_status auth_schema_read(const auth_document *document, const cyaml_schema_value_t *schema, void **raw,
                           hl_report *report)
{
    plain_text text = {NULL, 0, 0};
    *raw = NULL;
    if (!write_plain(document, schema, &text)) {
        free(text.bytes);
        return HL_OUT_OF_MEMORY; /* a checked document offers no other reason */
    }
    const cyaml_err_t error = cyaml_load_data(text.bytes, text.length, &config, schema, raw, NULL);
    free(text.bytes);
    if (error == CYAML_OK) return HL_OK;
    if (error == CYAML_ERR_OOM) return HL_OUT_OF_MEMORY;
    hl_report_add(report, auth_node_place(auth_document_root(document)),
                  "the file does not fit its schema: %s", cyaml_strerror(error));
    return HL_BAD_INPUT;
}

void auth_schema_free(const cyaml_schema_value_t *schema, void *raw)
{
    if (raw) cyaml_free(&config, schema, raw, 0);
}
