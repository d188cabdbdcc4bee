/* Tables of the parts of a machine, and what their files share. Private to the author room. */
#ifndef AUTHOR_MACHINE_TABLES_H
#define AUTHOR_MACHINE_TABLES_H

#include "mechanism/mechanism_tables.h"

#include "auth/machine.h"

extern const auth_table auth_machine_table, auth_variant_table, auth_engine_table, auth_driveline_table,
    auth_control_table, auth_bypass_table, auth_pilot_table, auth_brake_table, auth_pattern_table,
    auth_tire_table, auth_tire_friction_table, auth_wheel_table, auth_track_table, auth_shape_table,
    auth_contact_table, auth_tool_table, auth_fault_table, auth_seat_table, auth_feel_table,
    auth_picture_table, auth_voice_table;

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

/** What moves a command of a circuit: name of a control, by-pass or pilot; NULL: nothing.
 *  @param before  item of the machine: only what is read before it counts; NULL: all counts
 *  @param what    out: "control" */
const char *auth_command_mover(const auth_machine *machine, int circuit, int command, const void *before,
                               const char **what);

/** Read the `command` of an item with a `circuit`: one that nothing else moves. Both become AUTH_NONE after a
 * complaint, or when left out. A row's `read`. */
bool auth_read_command(auth_item *item, const auth_field *field, const yaml_node_t *value);

/** Complain about a number that is 0. A row's `check`. */
bool auth_check_not_zero(auth_item *item, const auth_field *field);

/** Rows of items that move a command. */
#define CIRCUIT(type, ...)                                                                                   \
    REFERENCE(type, circuit, "circuits", "circuit", "Circuit of the command", __VA_ARGS__)
#define COMMAND(type, ...)                                                                                   \
    READ_INTO(REFERENCE, "command", type, command, auth_read_command, __VA_ARGS__, AUTH_NAMED)

/** Check all controls together: roles used twice, or without effect. A `check` of their row; engine and
 * driveline have been read. */
bool auth_check_controls(auth_item *item, const auth_field *field);

/** Refuse the supply of pilot lines of a machine without pilots. A `check` of its row. */
bool auth_check_pilot_pressure(auth_item *item, const auth_field *field);

#endif
