/* Where the operator of a machine sits, and what the steering wheel feels. */
#include "machine_tables.h"

static const auth_field seat_fields[] = {
    REFERENCE_AS("body", auth_machine, seat_body, "bodies", "body",
                 "Body that the seat is fixed to: the cab"),
    VECTOR_AS("at", auth_machine, seat_at, LENGTH, ANY,
              "The point in its frame, vector; about 0.7 m under the `eye` of `picture`"),
};
const auth_table auth_seat_table = AUTH_TABLE(auth_machine, seat_fields, );

/* In the unit of a signal that only those know who know the machine. */
static bool read_full(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_feel *feel = item->out;
    auth_dimension dimension;
    bool with_unit;
    if (!auth_read_any(item->reader, auth_node_place(value), field->key, auth_node_text(value), &feel->full,
                       &dimension, &with_unit))
        return false;
    if (feel->full != 0.0) return true;
    COMPLAIN(item, field->key, "'full' is 0; the signal's value at the full force of the wheel is expected");
    return false;
}

static const auth_field feel_fields[] = {
    WORD(auth_feel, torque, "Name of a signal that is positive when the steering wheel is pushed to the left",
         PLACE(auth_feel, torque_place)),
    READ_INTO(QUANTITY, "full", auth_feel, full, read_full,
              "Its value at the full force of the wheel, in SI or with a unit; negative where the signal has "
              "the other "
              "sign"),
};
const auth_table auth_feel_table = AUTH_TABLE(auth_feel, feel_fields, );
