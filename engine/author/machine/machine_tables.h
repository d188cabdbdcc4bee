/* Tables of the parts of a machine, and what their files share. Private to the author room. */
#ifndef AUTHOR_MACHINE_TABLES_H
#define AUTHOR_MACHINE_TABLES_H

#include "mechanism/mechanism_tables.h"

#include "auth/machine.h"

extern const auth_table auth_machine_table, auth_tire_table, auth_tire_friction_table, auth_wheel_table,
    auth_track_table, auth_shape_table, auth_contact_table, auth_tool_table, auth_fault_table,
    auth_seat_table, auth_feel_table, auth_picture_table, auth_voice_table;

/** The machine that an item belongs to. */
auth_machine *auth_machine_of(const auth_item *item);

/** Find the joint that carries a body of the mechanism.
 *  @param index  out: of the joint
 *  @return NULL: there is none, a complaint has been made */
const auth_joint *auth_carrying_joint(const auth_item *item, int body, int *index);

/** Index of the name under `key` in a list of a circuit, its "nodes" or "commands"; an unknown one is
 * complained about as an unknown `what`.
 *  @return AUTH_NOT_FOUND after a complaint */
int auth_circuit_reference(const auth_item *item, const char *key, int circuit, const char *list,
                           const char *what);

/** Complain about shapes without a law of contact, and about the law without shapes: a `check` of its row. */
bool auth_check_contact_and_shapes(auth_item *item, const auth_field *field);

/** Add the controls and leaks of faults after those of the file, once all of it has been read and is good. */
void auth_add_faults(auth_item *item);

#endif
