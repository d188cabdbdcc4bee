/* Conditions on signals: `{signal: NAME, above: X}` or `below`. */
#include "condition_reader.h"
#include "schema_fields.h"

#include "hl/spelling.h"

const cyaml_schema_field_t auth_condition_fields[] = {REFERENCE(raw_condition, signal),
                                                      QUANTITY_OR_NOT(raw_condition, above),
                                                      QUANTITY_OR_NOT(raw_condition, below), CYAML_FIELD_END};

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
    const char *bound = raw->above ? "above" : "below";
    condition->value_place = auth_key_place(reader, item, bound);
    auth_read_any(reader, condition->value_place, bound, raw->above ? raw->above : raw->below,
                  &condition->value, &condition->dimension, &condition->with_unit);
}

void auth_complain_signal(hl_report *report, hl_place place, const char *name, const char *nearest)
{
    char quoted[48], hint[HL_HINT_LENGTH];
    hl_report_add(report, place,
                  "unknown signal '%s'; one of the machine is expected (`headland signals` lists them)%s",
                  auth_quote(name, quoted, sizeof quoted), hl_did_you_mean(nearest, hint));
}
