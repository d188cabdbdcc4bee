/* Conditions on signals: `{signal: NAME, above: X}` or `below`. */
#include "condition_reader.h"
#include "fields.h"

#include "hl/report.h"

#include <string.h>

static bool begin(auth_item *item)
{
    const bool above = auth_item_has(item, "above");
    if (above != auth_item_has(item, "below")) return true;
    hl_report_add(item->reader->report, auth_node_place(item->node),
                  "'%s' with %s of 'above' and 'below'; one of them is expected", item->key,
                  above ? "both" : "none");
    return false;
}

static bool read_bound(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_condition *condition = item->out;
    if (!value) return true;
    condition->above = strcmp(field->key, "above") == 0;
    condition->value_place = auth_node_place(value);
    return auth_read_any(item->reader, condition->value_place, field->key, auth_node_text(value),
                         &condition->value, &condition->dimension, &condition->with_unit);
}

static const auth_field fields[] = {
    WORD(auth_condition, signal, "Name of a signal", PLACE(auth_condition, place)),
    READ(QUANTITY, "above", read_bound, "The condition holds while the signal is above this value", OPTIONAL),
    READ(QUANTITY, "below", read_bound, "The condition holds while the signal is below this value", OPTIONAL),
};
const auth_table auth_condition_table = AUTH_TABLE(auth_condition, fields, .begin = begin);

void auth_report_unknown_signal(hl_report *report, hl_place place, const char *name, const char *nearest)
{
    char quoted[48], hint[HL_HINT_LENGTH];
    hl_report_add(report, place,
                  "unknown signal '%s'; one of the machine is expected (`headland signals` lists them)%s",
                  auth_quote(name, quoted, sizeof quoted), hl_did_you_mean(nearest, hint));
}
