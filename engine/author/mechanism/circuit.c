/* Circuits: oil, nodes, commands, the order in which the lists are read, and what only the whole circuit
 * shows. */
#include "circuit_reader.h"

#include <math.h>

/* ---- what the readers share ---- */

bool auth_check_normal(const auth_circuit_reader *c, const yaml_node_t *item, const char *key,
                       const char *what, double value)
{
    if (isnormal(value)) return true;
    AUTH_COMPLAIN(c, item, key, "%s comes out as %g; one within the range of numbers is expected", what,
                  value);
    return false;
}

void auth_check_within(const auth_circuit_reader *c, const yaml_node_t *item, const char *key, double value,
                       double low, double high)
{
    if (auth_given(c->file, item, key)) auth_check_range(c->file, item, key, value, low, high);
}

void auth_check_apart(const auth_circuit_reader *c, const yaml_node_t *item, const char *key_a,
                      const char *key_b, int a, int b)
{
    if (a != b || a == AUTH_NOT_FOUND) return;
    AUTH_COMPLAIN(c, item, key_b, "'%s' and '%s' are both '%s'; two different nodes are expected", key_a,
                  key_b, c->out->def.nodes[a].name);
}

int auth_circuit_node(const auth_circuit_reader *c, const yaml_node_t *item, const char *key,
                      const char *name)
{
    if (!name) return HYD_NONE;
    return auth_name_reference(c->file, item, key, name, &c->names[AUTH_LIST_NODE], "node", "circuit");
}

bool auth_from_to(const auth_circuit_reader *c, const yaml_node_t *item, const char *from_name,
                  const char *to_name, int *from, int *to)
{
    *from = auth_circuit_node(c, item, "from", from_name);
    *to = auth_circuit_node(c, item, "to", to_name);
    if (*from == AUTH_NOT_FOUND || *to == AUTH_NOT_FOUND) return false;
    auth_check_apart(c, item, "from", "to", *from, *to);
    return *from != *to;
}

int auth_command_reference(const auth_circuit_reader *c, const yaml_node_t *item, const char *name)
{
    if (!name) return HYD_NONE;
    return auth_name_reference(c->file, item, "command", name, &c->names[AUTH_LIST_COMMAND], "command",
                               "circuit");
}

bool auth_read_or(const auth_circuit_reader *c, const yaml_node_t *item, const char *key, const char *text,
                  auth_kind kind, auth_range range, double fallback, double *value)
{
    *value = fallback;
    return !text || auth_read_quantity(c->file, item, key, -1, text, kind, range, value);
}

/* ---- oil and flow law ---- */

static const auth_rule oil_rules[] = {
    AUTH_RULE_INTO(oil, hyd_oil, density, density, DENSITY, POSITIVE, 0.0),
    AUTH_RULE_INTO(oil, hyd_oil, bulk_modulus, bulk_modulus, PRESSURE, POSITIVE, 0.0),
    AUTH_RULE_INTO(oil, hyd_oil, bulk_slope, bulk_slope, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_RULE_INTO(oil, hyd_oil, air_fraction, air_fraction, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_RULE_INTO(oil, hyd_oil, air_exponent, air_exponent, NUMBER, POSITIVE, 1.4),
    AUTH_RULE_INTO(oil, hyd_oil, vapour_pressure, vapour_pressure, PRESSURE, POSITIVE, 1e4),
};

static void read_oil(const auth_circuit_reader *c, const yaml_node_t *circuit)
{
    const yaml_node_t *item = auth_document_value(c->file->document, circuit, "oil");
    hyd_oil *oil = &c->out->def.oil;
    auth_apply_rules(c->file, item, AUTH_RULES(oil_rules), false, c->raw->oil, oil);
    auth_check_within(c, item, "air_fraction", oil->air_fraction, 0.0, 0.5);
    auth_check_within(c, item, "air_exponent", oil->air_exponent, 1.0, 1.7);
    if (!auth_given(c->file, item, "air_fraction"))
        auth_refuse(c->file, item, "air_exponent", "has no effect without 'air_fraction'");
    if (!auth_given(c->file, circuit, "cavitation") || c->raw->cavitation) return;
    auth_refuse(c->file, item, "vapour_pressure", "has no effect with 'cavitation: false'");
    oil->vapour_pressure = 0.0;
}

static void read_flow_law(const auth_circuit_reader *c, const yaml_node_t *circuit)
{
    enum { SECANT = 2, VOLUME = 2 };
    const raw_flow_law *raw = c->raw->flow;
    hyd_flow_law *law = &c->out->def.flow_law;
    law->transition = HYD_TRANSITION;
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(c->file->document, circuit, "flow");
    law->secant = raw->law == SECANT;
    c->out->def.volume_balance = raw->balance == VOLUME;
    auth_read_or(c, item, "transition", raw->transition, AUTH_KIND_PRESSURE, AUTH_POSITIVE, HYD_TRANSITION,
                 &law->transition);
}

/* ---- nodes ---- */

static const auth_rule node_rules[] = {
    AUTH_RULE_INTO(node, hyd_node_def, pressure, pressure, PRESSURE, NOT_NEGATIVE, 1e5),
    AUTH_RULE_INTO(node, hyd_node_def, hose, hose, VOLUME, NOT_NEGATIVE, 0.0),
    AUTH_RULE_INTO(node, hyd_node_def, hose_modulus, hose_modulus, PRESSURE, POSITIVE, 0.0),
};

static void read_node(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_node *from = raw;
    hyd_node_def *node = out;
    node->kind = (hyd_node_kind)from->kind;
    auth_apply_rules(c->file, item, AUTH_RULES(node_rules), false, raw, out);
    if (node->kind == HYD_VOLUME) {
        if (from->hose_modulus && !from->hose)
            AUTH_COMPLAIN(c, item, "hose_modulus", "'hose_modulus' without 'hose'; both are expected");
        if (node->pressure < c->out->def.oil.vapour_pressure)
            AUTH_COMPLAIN(c, item, "pressure",
                          "'pressure' is below the vapour pressure of %g Pa; a start above it is expected",
                          c->out->def.oil.vapour_pressure);
        return;
    }
    auth_refuse(c->file, item, "hose", "has no effect on a source");
    auth_refuse(c->file, item, "hose_modulus", "has no effect on a source");
    if (!from->pressure)
        AUTH_COMPLAIN(c, item, "name", "source '%s' has no 'pressure'; a pressure (e.g. %s) is expected",
                      node->name, auth_kind_example(AUTH_KIND_PRESSURE));
}

/* ---- commands ---- */

static bool read_pair(const auth_circuit_reader *c, const yaml_node_t *item, int index, char *const text[2],
                      hyd_schedule_point *point)
{
    static const auth_kind kind[2] = {AUTH_KIND_TIME, AUTH_KIND_NUMBER};
    static const auth_range range[2] = {AUTH_ANY, AUTH_ANY};
    double value[2];
    if (!auth_read_pair(c->file, item, "points", index, text, kind, range, value)) return false;
    *point = (hyd_schedule_point){.time = value[0], .value = value[1]};
    if (index == 0 || point->time > point[-1].time) return true;
    hl_report_add(c->file->report, auth_entry_place(c->file, item, "points", index),
                  "'points': the time %s is not after that of the point before; rising times are expected",
                  text[0]);
    return false;
}

static void read_command(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    enum { LINES = 1 };
    const raw_command *from = raw;
    hyd_command_def *command = out;
    command->linear = from->between == LINES;
    if (!from->points) {
        auth_refuse(c->file, item, "between", "has no effect without 'points'");
        auth_read_or(c, item, "initial", from->initial, AUTH_KIND_NUMBER, AUTH_ANY, 0.0, &command->initial);
        return;
    }
    auth_refuse(c->file, item, "initial", "has no effect with 'points'");
    hyd_schedule_point *points = HL_NEW(c->file->arena, hyd_schedule_point, from->points_count);
    *c->file->starved |= points == NULL;
    if (points == NULL) return;
    command->points = points;
    command->point_count = (int)from->points_count;
    for (int i = 0; i < command->point_count; i++)
        if (!read_pair(c, item, i, from->points[i], &points[i])) return;
}

/* ---- the lists ---- */

static const struct circuit_list {
    auth_list list;
    auth_circuit_item_reader read;
} lists[AUTH_LISTS] = {
#define LIST(key, raw, list, item, type, reader)                                                             \
    {                                                                                                        \
        AUTH_LIST_AS(circuit, key, circuit, list##s, def.item##_count, raw, type), reader                    \
    }
    [AUTH_LIST_NODE] = LIST(nodes, node, def.node, node, hyd_node_def, read_node),
    [AUTH_LIST_COMMAND] = LIST(commands, command, def.command, command, hyd_command_def, read_command),
    [AUTH_LIST_THROTTLE] =
        LIST(throttles, throttle, def.orifice, orifice, hyd_orifice_def, auth_read_throttle),
    [AUTH_LIST_LEAKAGE] = LIST(leakages, leakage, def.leakage, leakage, hyd_leakage_def, auth_read_leakage),
    [AUTH_LIST_CHECK] = LIST(checks, check, def.check, check, hyd_check_def, auth_read_check),
    [AUTH_LIST_RELIEF] = LIST(reliefs, relief, def.relief, relief, hyd_relief_def, auth_read_relief),
    [AUTH_LIST_COUNTERBALANCE] = LIST(counterbalances, counterbalance, def.counterbalance, counterbalance,
                                      hyd_counterbalance_def, auth_read_counterbalance),
    [AUTH_LIST_COMPENSATOR] = LIST(compensators, compensator, def.compensator, compensator,
                                   hyd_compensator_def, auth_read_compensator),
    [AUTH_LIST_DIRECTIONAL] = LIST(directionals, directional, def.directional, directional,
                                   hyd_directional_def, auth_read_directional),
    [AUTH_LIST_LOAD_SENSING] = LIST(load_sensings, directional, def.load_sensing, load_sensing,
                                    hyd_load_sensing_def, auth_read_load_sensing),
    [AUTH_LIST_PUMP] = LIST(pumps, pump, pump, pump, auth_pump, auth_read_pump),
    [AUTH_LIST_MOTOR] = LIST(motors, motor, motor, motor, auth_motor, auth_read_motor),
    [AUTH_LIST_ACCUMULATOR] = LIST(accumulators, accumulator, def.accumulator, accumulator,
                                   hyd_accumulator_def, auth_read_accumulator),
    [AUTH_LIST_CYLINDER] = LIST(cylinders, cylinder, cylinder, cylinder, auth_cylinder, auth_read_cylinder),
#undef LIST
};

AUTH_BEGINS(node, hyd_node_def);
AUTH_BEGINS(command, hyd_command_def);
AUTH_BEGINS(throttle, hyd_orifice_def);
AUTH_BEGINS(leakage, hyd_leakage_def);
AUTH_BEGINS(check, hyd_check_def);
AUTH_BEGINS(relief, hyd_relief_def);
AUTH_BEGINS(counterbalance, hyd_counterbalance_def);
AUTH_BEGINS(compensator, hyd_compensator_def);
AUTH_BEGINS(directional, hyd_directional_def);
AUTH_BEGINS(directional, hyd_load_sensing_def);
_Static_assert(offsetof(auth_pump, def) == 0 && offsetof(hyd_pump_def, place) == sizeof(char *),
               "see auth_list");
_Static_assert(offsetof(auth_motor, def) == 0 && offsetof(hyd_motor_def, place) == sizeof(char *),
               "see auth_list");
AUTH_BEGINS(accumulator, hyd_accumulator_def);
_Static_assert(offsetof(auth_cylinder, def) == 0 && offsetof(hyd_cylinder_def, place) == sizeof(char *),
               "see auth_list");

static bool read_list(auth_circuit_reader *c, const yaml_node_t *circuit, auth_circuit_list which)
{
    const struct circuit_list *list = &lists[which];
    auth_items items;
    if (!auth_begin_list(c->file, circuit, &list->list, c->raw, c->out, &c->names[which], &items))
        return false;
    for (int i = 0; i < items.count && c->file->report->dropped == 0; i++)
        list->read(c, auth_document_entry(c->file->document, items.node, i),
                   items.raw + (size_t)i * list->list.raw_size, items.out + (size_t)i * list->list.out_size);
    return true;
}

/* ---- the whole ---- */

void auth_read_circuit(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    auth_circuit *circuit = out;
    auth_circuit_reader c = {.file = reader,
                             .raw = raw,
                             .out = circuit,
                             .names = reader->circuit_names[circuit - reader->out->circuits]};
    read_oil(&c, item);
    read_flow_law(&c, item);
    for (auth_circuit_list which = AUTH_LIST_NODE; which < AUTH_LISTS; which++) {
        if (read_list(&c, item, which)) continue;
        *reader->starved = true;
        return;
    }
}
