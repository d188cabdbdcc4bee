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
                  key_b, c->out->nodes[a].name);
}

static int node_reference(const auth_circuit_reader *c, const yaml_node_t *item, const char *key,
                          const char *name)
{
    return auth_name_reference(c->file, item, key, name, &c->names[AUTH_LIST_NODE], "node", "circuit");
}

int auth_flow_node(const auth_circuit_reader *c, const yaml_node_t *item, const char *key, const char *name)
{
    const int node = node_reference(c, item, key, name);
    if (node != AUTH_NOT_FOUND) c->uses[node].flow = true;
    return node;
}

int auth_pilot_node(const auth_circuit_reader *c, const yaml_node_t *item, const char *key, const char *name)
{
    if (!name) return AUTH_NONE;
    const int node = node_reference(c, item, key, name);
    if (node != AUTH_NOT_FOUND) c->uses[node].pilot = true;
    return node;
}

bool auth_from_to(const auth_circuit_reader *c, const yaml_node_t *item, const char *from_name,
                  const char *to_name, int *from, int *to)
{
    *from = auth_flow_node(c, item, "from", from_name);
    *to = auth_flow_node(c, item, "to", to_name);
    if (*from == AUTH_NOT_FOUND || *to == AUTH_NOT_FOUND) return false;
    auth_check_apart(c, item, "from", "to", *from, *to);
    return *from != *to;
}

int auth_command_reference(const auth_circuit_reader *c, const yaml_node_t *item, const char *name)
{
    if (!name) return AUTH_NONE;
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
    AUTH_SCALAR(oil, density, DENSITY, POSITIVE, 0.0),
    AUTH_SCALAR(oil, bulk_modulus, PRESSURE, POSITIVE, 0.0),
    AUTH_SCALAR(oil, bulk_slope, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(oil, air_fraction, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(oil, air_exponent, NUMBER, POSITIVE, 1.4),
    AUTH_SCALAR(oil, vapour_pressure, PRESSURE, POSITIVE, 1e4),
};

static void read_oil(const auth_circuit_reader *c, const yaml_node_t *circuit)
{
    const yaml_node_t *item = auth_document_value(c->file->document, circuit, "oil");
    auth_oil *oil = &c->out->oil;
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
    enum { SECANT = 2 };
    static const double transition = 2e5; /* 000, 002 */
    const raw_flow_law *raw = c->raw->flow;
    c->out->transition = transition;
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(c->file->document, circuit, "flow");
    c->out->secant = raw->law == SECANT;
    auth_read_or(c, item, "transition", raw->transition, AUTH_KIND_PRESSURE, AUTH_POSITIVE, transition,
                 &c->out->transition);
}

/* ---- nodes ---- */

static const auth_rule node_rules[] = {
    AUTH_SCALAR(node, pressure, PRESSURE, NOT_NEGATIVE, 1e5),
    AUTH_SCALAR(node, hose, VOLUME, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(node, hose_modulus, PRESSURE, POSITIVE, 0.0),
};

static void read_node(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    enum { SOURCE = 1 };
    const raw_node *from = raw;
    auth_node *node = out;
    node->source = from->kind == SOURCE;
    auth_apply_rules(c->file, item, AUTH_RULES(node_rules), false, raw, out);
    if (!node->source) {
        if (from->hose_modulus && !from->hose)
            AUTH_COMPLAIN(c, item, "hose_modulus", "'hose_modulus' without 'hose'; both are expected");
        if (node->pressure < c->out->oil.vapour_pressure)
            AUTH_COMPLAIN(c, item, "pressure",
                          "'pressure' is below the vapour pressure of %g Pa; a start above it is expected",
                          c->out->oil.vapour_pressure);
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
                      auth_schedule_point *point)
{
    static const auth_kind kind[2] = {AUTH_KIND_TIME, AUTH_KIND_NUMBER};
    static const auth_range range[2] = {AUTH_ANY, AUTH_ANY};
    double value[2];
    if (!auth_read_pair(c->file, item, "points", index, text, kind, range, value)) return false;
    *point = (auth_schedule_point){.time = value[0], .value = value[1]};
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
    auth_command *command = out;
    command->linear = from->between == LINES;
    if (!from->points) {
        auth_refuse(c->file, item, "between", "has no effect without 'points'");
        auth_read_or(c, item, "initial", from->initial, AUTH_KIND_NUMBER, AUTH_ANY, 0.0, &command->initial);
        return;
    }
    auth_refuse(c->file, item, "initial", "has no effect with 'points'");
    command->points = HL_NEW(c->file->arena, auth_schedule_point, from->points_count);
    *c->file->starved |= command->points == NULL;
    if (!command->points) return;
    command->point_count = (int)from->points_count;
    for (int i = 0; i < command->point_count; i++)
        if (!read_pair(c, item, i, from->points[i], &command->points[i])) return;
}

/* ---- the lists ---- */

static const struct circuit_list {
    auth_list list;
    auth_circuit_item_reader read;
} lists[AUTH_LISTS] = {
#define LIST(plural, item, type, reader)                                                                     \
    {                                                                                                        \
        AUTH_LIST_AS(circuit, plural, circuit, plural, item, type), reader                                   \
    }
    [AUTH_LIST_NODE] = LIST(nodes, node, node, read_node),
    [AUTH_LIST_COMMAND] = LIST(commands, command, command, read_command),
    [AUTH_LIST_THROTTLE] = LIST(throttles, throttle, throttle, auth_read_throttle),
    [AUTH_LIST_LEAKAGE] = LIST(leakages, leakage, leakage, auth_read_leakage),
    [AUTH_LIST_CHECK] = LIST(checks, check, check, auth_read_check),
    [AUTH_LIST_RELIEF] = LIST(reliefs, relief, relief, auth_read_relief),
    [AUTH_LIST_COUNTERBALANCE] =
        LIST(counterbalances, counterbalance, counterbalance, auth_read_counterbalance),
    [AUTH_LIST_COMPENSATOR] = LIST(compensators, compensator, compensator, auth_read_compensator),
    [AUTH_LIST_DIRECTIONAL] = LIST(directionals, directional, directional, auth_read_directional),
    [AUTH_LIST_LOAD_SENSING] = LIST(load_sensings, load_sensing, directional, auth_read_load_sensing),
    [AUTH_LIST_PUMP] = LIST(pumps, pump, pump, auth_read_pump),
    [AUTH_LIST_MOTOR] = LIST(motors, motor, motor, auth_read_motor),
    [AUTH_LIST_ACCUMULATOR] = LIST(accumulators, accumulator, accumulator, auth_read_accumulator),
    [AUTH_LIST_CYLINDER] = LIST(cylinders, cylinder, cylinder, auth_read_cylinder),
#undef LIST
};

AUTH_BEGINS_ALIKE(node);
AUTH_BEGINS_ALIKE(command);
AUTH_BEGINS_ALIKE(throttle);
AUTH_BEGINS_ALIKE(leakage);
AUTH_BEGINS_ALIKE(check);
AUTH_BEGINS_ALIKE(relief);
AUTH_BEGINS_ALIKE(counterbalance);
AUTH_BEGINS_ALIKE(compensator);
AUTH_BEGINS_ALIKE(directional);
AUTH_BEGINS_ALIKE(pump);
AUTH_BEGINS_ALIKE(motor);
AUTH_BEGINS_ALIKE(accumulator);
AUTH_BEGINS_ALIKE(cylinder);

static bool read_list(auth_circuit_reader *c, const yaml_node_t *circuit, auth_circuit_list which)
{
    const struct circuit_list *list = &lists[which];
    auth_items items;
    if (!auth_begin_list(c->file, circuit, &list->list, c->raw, c->out, &c->names[which], &items))
        return false;
    if (which == AUTH_LIST_NODE) {
        c->uses = HL_NEW(c->file->arena, auth_node_use, items.count);
        if (!c->uses) return false;
    }
    for (int i = 0; i < items.count && c->file->report->dropped == 0; i++)
        list->read(c, auth_document_entry(c->file->document, items.node, i),
                   items.raw + (size_t)i * list->list.raw_size, items.out + (size_t)i * list->list.out_size);
    return true;
}

/* ---- the whole ---- */

/* HYD_MAX_SECTIONS of hyd/circuit.h */
static void check_sections(const auth_circuit_reader *c)
{
    enum { MAX_SECTIONS = 16 };
    if (c->out->load_sensing_count > MAX_SECTIONS)
        hl_report_add(c->file->report, c->out->load_sensings[MAX_SECTIONS].place,
                      "%d load-sensing sections; at most %d in a circuit are expected",
                      c->out->load_sensing_count, (int)MAX_SECTIONS);
}

static void check_nodes(const auth_circuit_reader *c)
{
    for (int i = 0; i < c->out->node_count; i++) {
        const auth_node *node = &c->out->nodes[i];
        const auth_node_use *use = &c->uses[i];
        if (!use->flow && !(node->source && use->pilot))
            hl_report_add(c->file->report, node->place,
                          "node '%s' is not connected; a port of a component that carries oil is expected "
                          "to name it",
                          node->name);
        else if (!node->source && node->hose == 0.0 && !use->chamber)
            hl_report_add(c->file->report, node->place,
                          "volume '%s' has no volume; a 'hose' above zero, or a cylinder that opens into "
                          "it, is expected",
                          node->name);
    }
}

void auth_read_circuit(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    auth_circuit *circuit = out;
    auth_circuit_reader c = {.file = reader,
                             .raw = raw,
                             .out = circuit,
                             .names = reader->circuit_names[circuit - reader->out->circuits]};
    const int before = reader->report->count;
    read_oil(&c, item);
    read_flow_law(&c, item);
    for (auth_circuit_list which = AUTH_LIST_NODE; which < AUTH_LISTS; which++) {
        if (read_list(&c, item, which)) continue;
        *reader->starved = true;
        return;
    }
    check_sections(&c);
    /* A port that names an unknown node would leave another one unconnected. */
    if (reader->report->count == before) check_nodes(&c);
}
