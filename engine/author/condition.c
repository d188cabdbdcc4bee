/* Conditions on signals: `{signal: NAME, above: X}` or `below`. */
#include "condition_reader.h"
#include "schema_fields.h"

const cyaml_schema_field_t auth_condition_fields[] = {REFERENCE(raw_condition, signal),
                                                      QUANTITY_OR_NOT(raw_condition, above),
                                                      QUANTITY_OR_NOT(raw_condition, below), CYAML_FIELD_END};

bool auth_read_signal_value(const auth_reader *reader, const yaml_node_t *item, const char *key,
                            const char *text, double *value, auth_dimension *dimension, bool *with_unit)
{
    char complaint[HL_MESSAGE_LENGTH - 80];
    if (auth_quantity_read_any(text, value, dimension, with_unit, complaint, sizeof complaint)) return true;
    hl_report_add(reader->report, auth_key_place(reader, item, key), "'%s': %s", key, complaint);
    return false;
}

void auth_read_condition(const auth_reader *reader, const yaml_node_t *parent, const char *key,
                         const raw_condition *raw, auth_condition *condition)
{
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(reader->document, parent, key);
    condition->signal = auth_copy_text(reader, raw->signal);
    condition->place = auth_key_place(reader, item, "signal");
    condition->above = raw->above != NULL;
    if ((raw->above != NULL) == (raw->below != NULL)) {
        hl_report_add(reader->report, auth_node_place(item),
                      "'%s' with %s of 'above' and 'below'; one of them is expected", key,
                      raw->above ? "both" : "none");
        return;
    }
    auth_read_signal_value(reader, item, raw->above ? "above" : "below", raw->above ? raw->above : raw->below,
                           &condition->value, &condition->dimension, &condition->with_unit);
}
