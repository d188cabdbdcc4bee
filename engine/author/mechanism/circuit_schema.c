/* The schema of circuits: which keys there are, what each may hold. See docs/hydraulics.md for their meaning.
 */
#include "circuit_raw.h"
#include "reader/schema_fields.h"

#include "auth/circuit.h"

/* ---- kinds of fields ---- */

/* Restrictors: `coefficient`, or `flow` at `pressure_drop`. */
#define METERED(type, key)                                                                                   \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, metering.key, 1,            \
                           AUTH_QUANTITY_LENGTH)
#define METERING(type) METERED(type, coefficient), METERED(type, flow), METERED(type, pressure_drop)
#define FROM_TO(type)  NAME(type), REFERENCE(type, from), REFERENCE(type, to)

/* ---- words ---- */

static const cyaml_strval_t flow_laws[] = {{"smooth", 1}, {"secant", 2}};
static const cyaml_strval_t balances[] = {{"mass", 1}, {"volume", 2}};
static const cyaml_strval_t node_kinds[] = {{"volume", 0}, {"source", 1}};
static const cyaml_strval_t between_words[] = {{"steps", 0}, {"lines", 1}};
static const cyaml_strval_t signs[] = {{"physical", HYD_SIGN_PHYSICAL}, {"printed", HYD_SIGN_PRINTED}};
static const cyaml_strval_t centres[] = {{"closed", HYD_CENTRE_CLOSED},
                                         {"open", HYD_CENTRE_OPEN},
                                         {"tandem", HYD_CENTRE_TANDEM},
                                         {"float", HYD_CENTRE_FLOAT}};
static const cyaml_strval_t pump_controls[] = {{"fixed", HYD_PUMP_FIXED},
                                               {"command", HYD_PUMP_COMMAND},
                                               {"load-sensing", HYD_PUMP_LOAD_SENSING},
                                               {"pressure", HYD_PUMP_PRESSURE}};

/* ---- oil, nodes, commands ---- */

static const cyaml_schema_field_t oil_fields[] = {QUANTITY(raw_oil, density),
                                                  QUANTITY(raw_oil, bulk_modulus),
                                                  QUANTITY_OR_NOT(raw_oil, bulk_slope),
                                                  QUANTITY_OR_NOT(raw_oil, air_fraction),
                                                  QUANTITY_OR_NOT(raw_oil, air_exponent),
                                                  QUANTITY_OR_NOT(raw_oil, vapour_pressure),
                                                  CYAML_FIELD_END};

static const cyaml_schema_field_t flow_law_fields[] = {
    QUANTITY_OR_NOT(raw_flow_law, transition), CHOICE_OR_NOT(raw_flow_law, law, flow_laws),
    CHOICE_OR_NOT(raw_flow_law, balance, balances), CYAML_FIELD_END};

static const cyaml_schema_field_t node_fields[] = {NAME(raw_node),
                                                   CHOICE_OR_NOT(raw_node, kind, node_kinds),
                                                   QUANTITY_OR_NOT(raw_node, pressure),
                                                   QUANTITY_OR_NOT(raw_node, hose),
                                                   QUANTITY_OR_NOT(raw_node, hose_modulus),
                                                   CYAML_FIELD_END};
ITEM(node);

static const cyaml_schema_field_t command_fields[] = {NAME(raw_command),
                                                      PAIRS_OR_NOT(raw_command, points, 1, CYAML_UNLIMITED),
                                                      CHOICE_OR_NOT(raw_command, between, between_words),
                                                      QUANTITY_OR_NOT(raw_command, initial), CYAML_FIELD_END};
ITEM(command);

/* ---- restrictors and static valves ---- */

static const cyaml_schema_field_t throttle_fields[] = {FROM_TO(raw_throttle),
                                                       METERING(raw_throttle),
                                                       QUANTITY_OR_NOT(raw_throttle, discharge_coefficient),
                                                       QUANTITY_OR_NOT(raw_throttle, area),
                                                       REFERENCE_OR_NOT(raw_throttle, command),
                                                       FLAG_OR_NOT(raw_throttle, one_way),
                                                       CYAML_FIELD_END};
ITEM(throttle);

static const cyaml_schema_field_t leakage_fields[] = {FROM_TO(raw_leakage),
                                                      QUANTITY(raw_leakage, conductance), CYAML_FIELD_END};
ITEM(leakage);

static const cyaml_schema_field_t check_fields[] = {FROM_TO(raw_check),
                                                    METERING(raw_check),
                                                    QUANTITY_OR_NOT(raw_check, cracking),
                                                    QUANTITY_OR_NOT(raw_check, range),
                                                    REFERENCE_OR_NOT(raw_check, pilot),
                                                    QUANTITY_OR_NOT(raw_check, pilot_ratio),
                                                    CYAML_FIELD_END};
ITEM(check);

static const cyaml_schema_field_t relief_fields[] = {FROM_TO(raw_relief), METERING(raw_relief),
                                                     QUANTITY(raw_relief, setting),
                                                     QUANTITY_OR_NOT(raw_relief, range), CYAML_FIELD_END};
ITEM(relief);

static const cyaml_schema_field_t built_in_check_fields[] = {QUANTITY_OR_NOT(raw_built_in_check, cracking),
                                                             QUANTITY_OR_NOT(raw_built_in_check, range),
                                                             METERING(raw_built_in_check), CYAML_FIELD_END};

static const cyaml_schema_field_t counterbalance_fields[] = {
    FROM_TO(raw_counterbalance),
    METERING(raw_counterbalance),
    QUANTITY(raw_counterbalance, setting),
    QUANTITY_OR_NOT(raw_counterbalance, range),
    REFERENCE_OR_NOT(raw_counterbalance, pilot),
    QUANTITY_OR_NOT(raw_counterbalance, pilot_ratio),
    FLAG_OR_NOT(raw_counterbalance, vented),
    PART_OR_NOT(raw_counterbalance, check, built_in_check_fields),
    CYAML_FIELD_END};
ITEM(counterbalance);

static const cyaml_schema_field_t compensator_fields[] = {FROM_TO(raw_compensator),
                                                          METERING(raw_compensator),
                                                          REFERENCE(raw_compensator, pilot),
                                                          QUANTITY(raw_compensator, margin),
                                                          QUANTITY_OR_NOT(raw_compensator, range),
                                                          CYAML_FIELD_END};
ITEM(compensator);

/* ---- valves with a spool ---- */

#define SPOOL_VALVE                                                                                          \
    NAME(raw_directional), REFERENCE(raw_directional, P), REFERENCE(raw_directional, A),                     \
        REFERENCE(raw_directional, B), REFERENCE(raw_directional, T), REFERENCE(raw_directional, command),   \
        QUANTITY_OR_NOT(raw_directional, start), QUANTITY_OR_NOT(raw_directional, time_constant),            \
        QUANTITY_OR_NOT(raw_directional, bandwidth), QUANTITY_OR_NOT(raw_directional, rate_limit),           \
        QUANTITY_OR_NOT(raw_directional, full_stroke),                                                       \
        QUANTITIES_OR_NOT(raw_directional, coefficient, 1, 4),                                               \
        QUANTITIES_OR_NOT(raw_directional, flow, 1, 4), QUANTITY_OR_NOT(raw_directional, pressure_drop),     \
        QUANTITY_OR_NOT(raw_directional, dead_band), QUANTITY_OR_NOT(raw_directional, edge_blend),           \
        CHOICE_OR_NOT(raw_directional, centre, centres),                                                     \
        QUANTITY_OR_NOT(raw_directional, centre_coefficient), QUANTITY_OR_NOT(raw_directional, centre_flow), \
        QUANTITY_OR_NOT(raw_directional, centre_width), QUANTITY_OR_NOT(raw_directional, leakage)

static const cyaml_schema_field_t directional_fields[] = {
    SPOOL_VALVE, QUANTITY_OR_NOT(raw_directional, check_cracking),
    QUANTITY_OR_NOT(raw_directional, check_range), CYAML_FIELD_END};
ITEM(directional);

static const cyaml_schema_field_t load_sensing_fields[] = {
    SPOOL_VALVE, QUANTITY(raw_directional, margin), COUNT_OR_NOT(raw_directional, group), CYAML_FIELD_END};

static const cyaml_schema_value_t load_sensing_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, raw_directional, load_sensing_fields)};

/* ---- machines, accumulators, cylinders ---- */

#define MACHINE(type)                                                                                        \
    QUANTITY(type, displacement), QUANTITY_OR_NOT(type, leakage), QUANTITY_OR_NOT(type, viscous_drag),       \
        QUANTITY_OR_NOT(type, pressure_drag), QUANTITY_OR_NOT(type, drag_speed), QUANTITY_OR_NOT(type, gear)

static const cyaml_schema_field_t pump_fields[] = {FROM_TO(raw_pump),
                                                   REFERENCE_OR_NOT(raw_pump, joint),
                                                   COUNT_OR_NOT(raw_pump, coordinate),
                                                   QUANTITY_OR_NOT(raw_pump, speed),
                                                   MACHINE(raw_pump),
                                                   CHOICE_OR_NOT(raw_pump, control, pump_controls),
                                                   REFERENCE_OR_NOT(raw_pump, command),
                                                   COUNT_OR_NOT(raw_pump, group),
                                                   QUANTITY_OR_NOT(raw_pump, start),
                                                   QUANTITY_OR_NOT(raw_pump, time_constant),
                                                   QUANTITY_OR_NOT(raw_pump, rate_limit),
                                                   QUANTITY_OR_NOT(raw_pump, least),
                                                   QUANTITY_OR_NOT(raw_pump, margin),
                                                   QUANTITY_OR_NOT(raw_pump, droop),
                                                   QUANTITY_OR_NOT(raw_pump, pressure_limit),
                                                   QUANTITY_OR_NOT(raw_pump, torque_limit),
                                                   QUANTITY_OR_NOT(raw_pump, torque_speed),
                                                   REFERENCE_OR_NOT(raw_pump, senses),
                                                   CYAML_FIELD_END};
ITEM(pump);

static const cyaml_schema_field_t motor_fields[] = {
    FROM_TO(raw_motor), REFERENCE(raw_motor, joint),          COUNT_OR_NOT(raw_motor, coordinate),
    MACHINE(raw_motor), REFERENCE_OR_NOT(raw_motor, command), QUANTITY_OR_NOT(raw_motor, least),
    CYAML_FIELD_END};
ITEM(motor);

static const cyaml_schema_field_t accumulator_fields[] = {NAME(raw_accumulator),
                                                          REFERENCE(raw_accumulator, node),
                                                          QUANTITY(raw_accumulator, gas_volume),
                                                          QUANTITY(raw_accumulator, precharge),
                                                          QUANTITY_OR_NOT(raw_accumulator, exponent),
                                                          CYAML_FIELD_END};
ITEM(accumulator);

static const cyaml_schema_field_t cushion_fields[] = {
    QUANTITY(raw_cushion, stiffness),          QUANTITY_OR_NOT(raw_cushion, damping),
    QUANTITY_OR_NOT(raw_cushion, dissipation), QUANTITY_OR_NOT(raw_cushion, ramp),
    QUANTITY_OR_NOT(raw_cushion, speed),       CYAML_FIELD_END};

static const cyaml_schema_field_t seal_fields[] = {CHOICE(raw_friction, law, friction_laws),
                                                   FRICTION_PARAMETERS, CYAML_FIELD_END};

static const cyaml_schema_field_t cylinder_fields[] = {
    NAME(raw_cylinder),
    REFERENCE(raw_cylinder, piston_side),
    REFERENCE(raw_cylinder, rod_side),
    REFERENCE(raw_cylinder, body_a),
    VECTOR_OR_NOT(raw_cylinder, at_a),
    REFERENCE(raw_cylinder, body_b),
    VECTOR_OR_NOT(raw_cylinder, at_b),
    QUANTITY_OR_NOT(raw_cylinder, piston),
    QUANTITY_OR_NOT(raw_cylinder, rod),
    QUANTITY_OR_NOT(raw_cylinder, piston_area),
    QUANTITY_OR_NOT(raw_cylinder, rod_area),
    QUANTITY(raw_cylinder, stroke),
    QUANTITY_OR_NOT(raw_cylinder, length),
    QUANTITY_OR_NOT(raw_cylinder, chamber),
    CHOICE_OR_NOT(raw_cylinder, sign, signs),
    QUANTITY_OR_NOT(raw_cylinder, chamber_modulus),
    QUANTITY_OR_NOT(raw_cylinder, least_chamber),
    QUANTITY_OR_NOT(raw_cylinder, leakage),
    PART_OR_NOT(raw_cylinder, cushion, cushion_fields),
    QUANTITY_OR_NOT(raw_cylinder, efficiency),
    QUANTITY_OR_NOT(raw_cylinder, efficiency_speed),
    PAIRS_OR_NOT(raw_cylinder, efficiency_curve, 2, HYD_SPEED_POINTS),
    PART_OR_NOT(raw_cylinder, friction, seal_fields),
    COUNT_OR_NOT(raw_cylinder, count),
    CYAML_FIELD_END};
ITEM(cylinder);

/* ---- the circuit ---- */

static const cyaml_schema_field_t circuit_fields[] = {
    NAME(raw_circuit),
    CYAML_FIELD_MAPPING_PTR("oil", CYAML_FLAG_POINTER, raw_circuit, oil, oil_fields),
    PART_OR_NOT(raw_circuit, flow, flow_law_fields),
    FLAG_OR_NOT(raw_circuit, cavitation),
    CYAML_FIELD_SEQUENCE("nodes", CYAML_FLAG_POINTER, raw_circuit, nodes, &node_value, 1, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, commands, command, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, throttles, throttle, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, leakages, leakage, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, checks, check, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, reliefs, relief, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, counterbalances, counterbalance, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, compensators, compensator, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, directionals, directional, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, load_sensings, load_sensing, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, pumps, pump, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, motors, motor, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, accumulators, accumulator, CYAML_UNLIMITED),
    LIST_OR_NOT(raw_circuit, cylinders, cylinder, CYAML_UNLIMITED),
    CYAML_FIELD_END};

const cyaml_schema_value_t auth_circuit_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, raw_circuit, circuit_fields)};
