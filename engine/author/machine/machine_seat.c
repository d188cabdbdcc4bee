/* Where the operator of a machine sits, and what the steering wheel feels. */
#include "machine_reader.h"

static const auth_rule seat_rules[] = {
    AUTH_ROW_TO(spot, machine, at, seat_at, 3, LENGTH),
};

/* In the unit of a signal that only those know who know the machine. */
static void read_feel(const auth_machine_reader *m, const yaml_node_t *root, const raw_feel *raw,
                      auth_feel *feel)
{
    auth_dimension dimension;
    bool with_unit;
    const yaml_node_t *item = auth_document_value(m->file->document, root, "feel");
    feel->present = true;
    feel->torque = auth_copy_text(m->file, raw->torque);
    feel->torque_place = auth_key_place(m->file, item, "torque");
    if (auth_read_any(m->file, auth_key_place(m->file, item, "full"), "full", raw->full, &feel->full,
                      &dimension, &with_unit) &&
        feel->full == 0.0)
        AUTH_COMPLAIN(m, item, "full",
                      "'full' is 0; the signal's value at the full force of the wheel is expected");
}

void auth_read_seat(auth_machine_reader *m, const yaml_node_t *root)
{
    const raw_spot *seat = m->raw->seat;
    if (seat) {
        const yaml_node_t *item = auth_document_value(m->file->document, root, "seat");
        m->out->seat = true;
        m->out->seat_body = auth_reference(m->file, item, "body", seat->body, AUTH_BODIES);
        auth_apply_rules(m->file, item, AUTH_RULES(seat_rules), false, seat, m->out);
    }
    if (m->raw->feel) read_feel(m, root, m->raw->feel, &m->out->feel);
}
