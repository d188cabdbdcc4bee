/* The tables of circuits, and what their files share. Private to the author room. */
#ifndef AUTHOR_CIRCUIT_TABLES_H
#define AUTHOR_CIRCUIT_TABLES_H

#include "mechanism_tables.h"

extern const auth_table auth_throttle_table, auth_leakage_table, auth_check_table, auth_relief_table,
    auth_counterbalance_table, auth_compensator_table, auth_directional_table, auth_load_sensing_table,
    auth_pump_table, auth_motor_table, auth_accumulator_table, auth_cylinder_table;

/** The circuit that an item belongs to; its oil, flow law, nodes and commands have been read. */
const hyd_circuit_def *auth_circuit_of(const auth_item *item);

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
