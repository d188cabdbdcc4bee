/* The tables of mechanisms and circuits, and what their files share. Private to the author room. */
#ifndef AUTHOR_MECHANISM_TABLES_H
#define AUTHOR_MECHANISM_TABLES_H

#include "reader/fields.h"

#include "auth/circuit.h"
#include "auth/mechanism.h"

extern const auth_table auth_mechanism_table, auth_body_table, auth_joint_table, auth_loop_table,
    auth_spring_table, auth_joint_spring_table, auth_stop_table, auth_friction_table, auth_seal_table,
    auth_bushing_table, auth_driver_table, auth_force_table, auth_joint_force_table, auth_point_table,
    auth_circuit_table, auth_output_table;

/** The mechanism that an item belongs to. */
auth_mechanism *auth_mechanism_of(const auth_item *item);

/** Find the scalar coordinate that `joint` and `coordinate` of an item name. @return false after a complaint
 */
bool auth_item_coordinate(const auth_item *item, auth_joint_coordinate *on);

/** Read the coordinate of an item that acts on one and whose descriptor begins as auth_joint_spring does:
 * name, place, `on`; its quantities of two kinds measure that coordinate. A table's `begin`. */
bool auth_begin_on_joint(auth_item *item);

/** Find the joint that carries a body of the mechanism.
 *  @param index  out: of the joint
 *  @return NULL: no joint carries it; a complaint has been added */
const auth_joint *auth_carrying_joint(const auth_item *item, int body, int *index);

/** Complain when two keys name the same thing: 'a' and 'b' are both 'x'; EXPECTED. @return false after a
 * complaint */
bool auth_item_differ(const auth_item *item, const char *key_a, const char *key_b, const char *expected);

/** Complain when a number made from others, named by `what`, has left the range of a double. @return false
 * after a complaint */
bool auth_item_normal(const auth_item *item, const char *key, const char *what, double value);

/** Complain when numbers of a list, or the first ones of its pairs, do not rise: a row's `check`. */
bool auth_check_rising(auth_item *item, const auth_field *field);

/** Read pairs whose first numbers rise from 0 or above into two arrays: for a row's `read`.
 *  @return false after a complaint */
bool auth_read_curve(const auth_item *item, const auth_field *field, const yaml_node_t *value, double *x,
                     double *y, int *count);

/** Put the bodies in an order in which parents stand before their children, and each joint beside the body
 * that it carries. A `check` of the row of joints. */
bool auth_order_tree(auth_item *item, const auth_field *field);

enum { AUTH_JOINT_TYPES = 7 };
extern const auth_word auth_joint_types[AUTH_JOINT_TYPES];

/** Words of a file for its enums; NULL for other numbers. */
const char *auth_joint_type_word(int value);
const char *auth_friction_law_word(int value);

/** A row for the name of an item whose descriptor has it in `member`. */
#define NAMED(type, member, ...)                                                                             \
    {                                                                                                        \
        AUTH_ROW_OF(NAME, "name", type, member, char *), .names = true, AUTH_NAMED,                          \
                                                         AUTH_MEANING(__VA_ARGS__)                           \
    }
/** A row that is checked as written; a function of another row, or of the table, reads it. */
#define UNREAD(type_, k, ...)                                                                                \
    {                                                                                                        \
        .type = AUTH_FIELD_##type_, .key = (k), .nowhere = true, .meaning = __VA_ARGS__                      \
    }
#define UNREAD_QUANTITY(k, kind_, ...)                                                                       \
    UNREAD(QUANTITY, k, __VA_ARGS__, .kind = AUTH_KIND_##kind_, .angular = AUTH_KIND_##kind_)
#define UNREAD_REFERENCE(k, ...) UNREAD(REFERENCE, k, __VA_ARGS__, AUTH_NAMED)
/** Joint and coordinate of an item, which auth_item_coordinate reads. */
#define ON_JOINT                                                                                             \
    UNREAD_REFERENCE("joint", "Name of a joint"),                                                            \
        UNREAD(COUNT, "coordinate", "1 or 2", .fallback = "1", OPTIONAL)
#define GROUND                        .also = "ground"
#define BODY_AS(k, type, member, ...) REFERENCE_AS(k, type, member, "bodies", "body", __VA_ARGS__)
/** A vector, a point or a turn, which is zero where it is left out. */
#define PLACE_AS(k, type, member, kind_, ...)                                                                \
    VECTOR_AS(k, type, member, kind_, ANY, __VA_ARGS__, DEFAULT("[0, 0, 0]"))

/* ---- circuits ---- */

extern const auth_table auth_throttle_table, auth_leakage_table, auth_check_table, auth_relief_table,
    auth_counterbalance_table, auth_compensator_table, auth_directional_table, auth_load_sensing_table,
    auth_pump_table, auth_motor_table, auth_accumulator_table, auth_cylinder_table;

/** The circuit that an item belongs to; its oil, flow law, nodes and commands have been read. */
const hyd_circuit_def *auth_circuit_of(const auth_item *item);

/** Index of the name under `key` in a list of a circuit, its "nodes" or "commands"; an unknown one is
 * complained about as an unknown `what`.
 *  @return AUTH_NOT_FOUND after a complaint */
int auth_circuit_reference(const auth_item *item, const char *key, int circuit, const char *list,
                           const char *what);

/** C_v of a restrictor from a catalogue point: the flow `value` under `key` at the drop under
 * `pressure_drop`, open by `opening`. The drop must not lie in the laminar range. @return false after a
 * complaint */
bool auth_catalogue_point(const auth_item *item, const char *key, const yaml_node_t *value, double opening,
                          double *coefficient);

/** C_v from `coefficient`, or from `flow` at `pressure_drop`: `read` of the row of the first. */
bool auth_read_metering(auth_item *item, const auth_field *field, const yaml_node_t *value);

/** Complain when `from` and `to` are one node: a `check` of the row of the second. */
bool auth_check_to(auth_item *item, const auth_field *field);

#define NODE_AS(k, type, member, ...)    REFERENCE_AS(k, type, member, "nodes", "node", __VA_ARGS__)
#define COMMAND_AS(k, type, member, ...) REFERENCE_AS(k, type, member, "commands", "command", __VA_ARGS__)
#define FROM_TO(type, a_, b_, from, to)                                                                      \
    NODE_AS("from", type, a_, from), NODE_AS("to", type, b_, to, .check = auth_check_to)
#define METERING(type, member)                                                                               \
    METERING_BY(                                                                                             \
        type, member, auth_read_metering,                                                                    \
        "Flow over the root of the pressure drop, a bare number; or give `flow` and `pressure_drop`")
#define METERING_BY(type, member, function, ...)                                                             \
    QUANTITY_AS("coefficient", type, member, FLOW_COEFFICIENT, POSITIVE, __VA_ARGS__, OPTIONAL,              \
                .read = function),                                                                           \
        UNREAD_QUANTITY("flow", FLOW, "Flow of the catalogue point, fully open", OPTIONAL),                  \
        UNREAD_QUANTITY("pressure_drop", PRESSURE,                                                           \
                        "Pressure drop of the catalogue point; at least the `transition` of the circuit",    \
                        OPTIONAL)

#endif
