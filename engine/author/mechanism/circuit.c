/* Circuits: oil, nodes, commands, and the lists of a circuit. */
#include "mechanism_tables.h"

/* ---- oil and flow law ---- */

static void check_oil(auth_item *item)
{
    if (!auth_item_has(item, "air_fraction"))
        auth_item_refuse(item, "air_exponent", "has no effect without 'air_fraction'");
}

static const auth_field oil_fields[] = {
    QUANTITY(hyd_oil, density, DENSITY, POSITIVE, "Density of the oil"),
    QUANTITY(hyd_oil, bulk_modulus, PRESSURE, POSITIVE, "At zero pressure, B_oil"),
    QUANTITY(hyd_oil, bulk_slope, NUMBER, NOT_NEGATIVE,
             "Rise of the bulk modulus over the pressure [1]; about 10 for mineral oil", DEFAULT("0")),
    QUANTITY(hyd_oil, air_fraction, NUMBER, NOT_NEGATIVE,
             "Volume of free air at 1 atm over that of the oil [1]", SPAN("0 to 0.5"), DEFAULT("0")),
    QUANTITY(hyd_oil, air_exponent, NUMBER, POSITIVE, "Polytropic exponent of the air [1]", SPAN("1 to 1.7"),
             DEFAULT("1.4")),
    QUANTITY(hyd_oil, vapour_pressure, PRESSURE, POSITIVE, "Pressure below which bubbles form, p_v",
             DEFAULT("10 kPa")),
};
static const auth_table oil = AUTH_TABLE(hyd_oil, oil_fields, .check = check_oil);

static const auth_word flow_laws[] = {{"smooth", 0}, {"secant", 1}};

static const auth_word balances[] = {{"mass", 0}, {"volume", 1}};

static bool read_balance(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_circuit *circuit = item->parent->out;
    (void)value;
    circuit->def.volume_balance = auth_item_choice(item, field->key) == 1;
    return true;
}

static const auth_field law_fields[] = {
    QUANTITY(hyd_flow_law, transition, PRESSURE, POSITIVE,
             "Pressure drop below which the law is smooth at zero", DEFAULT("2 bar")),
    SWITCH_AS("law", hyd_flow_law, secant, flow_laws, "Law below the transition", DEFAULT("smooth")),
    UNREAD(CHOICE, "balance",
           "`mass`: oil keeps its mass at every pressure; `volume`: a litre is a litre at any pressure, as "
           "the papers; of the whole circuit: [above](#balance-of-mass)",
           DEFAULT("mass"), .words = balances, .word_count = AUTH_COUNT_OF(balances), .read = read_balance),
};
static const auth_table law = AUTH_TABLE(hyd_flow_law, law_fields, );

static bool read_cavitation(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_circuit *circuit = item->out;
    const auth_reader *reader = item->reader;
    (void)field;
    if (!value || auth_node_text(value)[0] == 't') return true;
    const int before = reader->report->count;
    circuit->def.oil.vapour_pressure = 0.0;
    auth_refuse(reader, auth_item_value(item, "oil"), "vapour_pressure",
                "has no effect with 'cavitation: false'");
    return reader->report->count == before;
}

/* ---- nodes ---- */

enum { IN_VOLUME = 1 << HYD_VOLUME };

static bool begin_node(auth_item *item)
{
    const int kind = auth_item_choice(item, "kind");
    return auth_item_set_kind(item, kind, kind == HYD_SOURCE ? "on a source" : "on a volume");
}

static bool check_pressure(auth_item *item, const auth_field *field)
{
    const hyd_node_def *node = item->out;
    if (auth_item_has(item, field->key)) {
        const double vapour = auth_circuit_of(item)->oil.vapour_pressure;
        if (node->kind == HYD_SOURCE || node->pressure >= vapour) return true;
        COMPLAIN(item, field->key,
                 "'pressure' is below the vapour pressure of %g Pa; a start above it is expected", vapour);
        return false;
    }
    if (node->kind != HYD_SOURCE) return true;
    COMPLAIN(item, "name", "source '%s' has no 'pressure'; a pressure (e.g. %s) is expected", node->name,
             auth_kind_example(AUTH_KIND_PRESSURE));
    return false;
}

static bool check_hose_modulus(auth_item *item, const auth_field *field)
{
    if (!auth_item_has(item, field->key) || auth_item_has(item, "hose")) return true;
    COMPLAIN(item, field->key, "'hose_modulus' without 'hose'; both are expected");
    return false;
}

static const auth_word node_kinds[] = {{"volume", HYD_VOLUME}, {"source", HYD_SOURCE}};
static const auth_field node_fields[] = {
    NAME(hyd_node_def, "Name of the node"),
    CHOICE(hyd_node_def, kind, node_kinds, "Kind of node", DEFAULT("volume")),
    QUANTITY(hyd_node_def, pressure, PRESSURE, NOT_NEGATIVE,
             "Constant pressure of a source, initial pressure of a volume", DEFAULT("1 bar"),
             .otherwise = "1 bar; required for sources", .check = check_pressure),
    QUANTITY(hyd_node_def, hose, VOLUME, NOT_NEGATIVE, "Volume: oil in hoses and pipes V_h", DEFAULT("0"),
             .otherwise = "0; chambers of cylinders come on top", OF(IN_VOLUME)),
    QUANTITY(hyd_node_def, hose_modulus, PRESSURE, POSITIVE, "B_h of the hose", OTHERWISE("rigid"),
             OF(IN_VOLUME), .check = check_hose_modulus),
};
static const auth_table node_table =
    AUTH_TABLE(hyd_node_def, node_fields, .place = AUTH_AT(hyd_node_def, place), .begin = begin_node);

/* ---- commands ---- */

_Static_assert(sizeof(hyd_schedule_point) == 2 * sizeof(double), "a point is a pair");

static bool check_between(auth_item *item, const auth_field *field)
{
    return auth_item_has(item, "points") ||
           auth_item_refuse(item, field->key, "has no effect without 'points'");
}

static bool check_initial(auth_item *item, const auth_field *field)
{
    return !auth_item_has(item, "points") ||
           auth_item_refuse(item, field->key, "has no effect with 'points'");
}

static const auth_word between_words[] = {{"steps", 0}, {"lines", 1}};
static const auth_field command_fields[] = {
    NAME(hyd_command_def, "Name of the command"),
    PAIRS_AS("points", hyd_command_def, points, point_count, TIME, NUMBER, 1, 0,
             "List of [time, value], times rising: a schedule; without it the command comes from outside",
             OPTIONAL, .check = auth_check_rising),
    SWITCH_AS("between", hyd_command_def, linear, between_words,
              "`steps`: a value holds from its point on; `lines`: straight lines", DEFAULT("steps"),
              .check = check_between),
    QUANTITY(hyd_command_def, initial, NUMBER, ANY,
             "Value until another one is written, only without `points`", DEFAULT("0"),
             .check = check_initial),
};
static const auth_table command =
    AUTH_TABLE(hyd_command_def, command_fields, .place = AUTH_AT(hyd_command_def, place));

/* ---- the circuit ---- */

#define ITEMS(key, list, count_, table, ...)                                                                 \
    LIST_AS(key, auth_circuit, list, def.count_##_count, table, 0, 0, __VA_ARGS__, OTHERWISE("empty"))

static const auth_field circuit_fields[] = {
    NAMED(auth_circuit, def.name, "Name of the circuit"),
    PART_AS("oil", auth_circuit, def.oil, oil, "Properties of the oil"),
    PART_AS("flow", auth_circuit, def.flow_law, law, "Law of all restrictors and of the balance",
            .defaults = true, OTHERWISE("{transition: 2 bar, law: smooth, balance: mass}")),
    UNREAD(FLAG, "cavitation",
           "`false`: bubbles are left out and pressures may become negative (academic cases)",
           DEFAULT("true"), .read = read_cavitation),
    LIST_AS("nodes", auth_circuit, def.nodes, def.node_count, node_table, 1, 0,
            "Volumes and sources: a list, at least one"),
    ITEMS("commands", def.commands, command, command, "Numbers that move valves and pumps"),
    ITEMS("throttles", def.orifices, orifice, auth_throttle_table, "Throttles"),
    ITEMS("leakages", def.leakages, leakage, auth_leakage_table, "Laminar leaks"),
    ITEMS("checks", def.checks, check, auth_check_table, "Check valves"),
    ITEMS("reliefs", def.reliefs, relief, auth_relief_table, "Relief valves"),
    ITEMS("counterbalances", def.counterbalances, counterbalance, auth_counterbalance_table,
          "Counterbalance valves"),
    ITEMS("compensators", def.compensators, compensator, auth_compensator_table, "Pressure compensators"),
    ITEMS("directionals", def.directionals, directional, auth_directional_table, "Directional valves"),
    ITEMS("load_sensings", def.load_sensings, load_sensing, auth_load_sensing_table, "Load-sensing valves"),
    ITEMS("pumps", pumps, pump, auth_pump_table, "Pumps"),
    ITEMS("motors", motors, motor, auth_motor_table, "Motors"),
    ITEMS("accumulators", def.accumulators, accumulator, auth_accumulator_table, "Gas accumulators"),
    ITEMS("cylinders", cylinders, cylinder, auth_cylinder_table, "Cylinders"),
};
const auth_table auth_circuit_table =
    AUTH_TABLE(auth_circuit, circuit_fields, .what = "circuit", .place = AUTH_AT(auth_circuit, def.place));
