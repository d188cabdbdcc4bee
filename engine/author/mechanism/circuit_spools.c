/* Directional valves and load-sensing sections. */
#include "mechanism_tables.h"

#include <math.h>
#include <string.h>

/* ---- ports ---- */

static bool check_apart(auth_item *item, const auth_field *field)
{
    static const char *const ports[] = {"P", "A", "B", "T"};
    bool good = true;
    for (int i = 0; i < 4 && strcmp(ports[i], field->key) != 0; i++)
        good &= auth_item_differ(item, ports[i], field->key, "two different nodes");
    return good;
}

/* ---- spool ---- */

/* tau = 1/(2 pi f) */
static bool read_tau(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    double *tau = (double *)(void *)((char *)item->out + field->out), bandwidth = 0.0; /* [rad/s] */
    const yaml_node_t *instead = auth_item_value(item, "bandwidth");
    if (value)
        return auth_both(auth_item_refuse(item, "bandwidth", "is given beside 'time_constant'"),
                         auth_field_quantity(item, field, value, tau));
    if (!instead) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "how fast is the spool? 'time_constant' or 'bandwidth' is expected");
        return false;
    }
    if (!auth_item_quantity(item, "bandwidth", instead, AUTH_KIND_ANGULAR_VELOCITY, AUTH_POSITIVE, NULL,
                            &bandwidth))
        return false;
    *tau = 1.0 / bandwidth;
    return auth_item_normal(item, "bandwidth", "the time constant", *tau);
}

/* ---- edges ---- */

enum { EDGES = 4 };

/* One entry stands for all edges. The full stroke has been read. */
static bool read_edges(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    double *coefficient = (double *)(void *)((char *)item->out + field->out);
    const double full_stroke =
        *(const double *)(const void *)((const char *)item->out +
                                        auth_find_field(item->table, "full_stroke")->out);
    const yaml_node_t *flow = auth_item_value(item, "flow"), *list = value ? value : flow;
    bool good = !value || auth_item_refuse(item, "flow", "is given beside 'coefficient'");
    if (!list) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "how much flows? 'coefficient', or 'flow' and 'pressure_drop', is expected");
        return false;
    }
    const char *key = value ? "coefficient" : "flow";
    const bool one = list->type == YAML_SCALAR_NODE;
    const int count = one ? 1 : auth_entry_count(list);
    if (count != 1 && count != EDGES) {
        COMPLAIN(item, key, "'%s' has %d entries; 1 or 4 (P-A, P-B, A-T, B-T) are expected", key, count);
        return false;
    }
    for (int i = 0; i < count && good; i++) {
        const yaml_node_t *entry = one ? list : auth_document_entry(item->reader->document, list, i);
        good = value ? auth_field_quantity(item, field, entry, &coefficient[i])
                     : auth_catalogue_point(item, key, entry, full_stroke, &coefficient[i]);
    }
    for (int i = count; i < EDGES; i++) coefficient[i] = coefficient[0];
    return good;
}
/* ---- centre position ---- */

#define CENTRE(kind) (1u << HYD_CENTRE_##kind)
#define JOINED       (CENTRE(OPEN) | CENTRE(TANDEM) | CENTRE(FLOAT))

static bool begin_valve(auth_item *item)
{
    const int centre = auth_item_choice(item, "centre");
    return auth_item_set_kind(item, centre, "with a closed centre");
}

static bool read_centre(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    double *coefficient = (double *)(void *)((char *)item->out + field->out);
    const yaml_node_t *flow = auth_item_value(item, "centre_flow");
    if (value)
        return auth_both(auth_item_refuse(item, "centre_flow", "is given beside 'centre_coefficient'"),
                         auth_field_quantity(item, field, value, coefficient));
    if (flow) return auth_catalogue_point(item, "centre_flow", flow, 1.0, coefficient);
    COMPLAIN(item, "centre",
             "how much flows in the centre? 'centre_coefficient', or 'centre_flow' and 'pressure_drop', is "
             "expected");
    return false;
}

/* ---- the valve ---- */

static void check_valve(auth_item *item, hyd_directional *valve, double start)
{
    const double full = valve->spool.full_stroke;
    if (fabs(start) > full)
        COMPLAIN(item, "start", "'start' is %s, beyond the full stroke of %g; less is expected",
                 auth_item_text(item, "start"), full);
    if (valve->dead_band + valve->edge_blend >= full)
        COMPLAIN(item, auth_item_has(item, "dead_band") ? "dead_band" : "edge_blend",
                 "'dead_band' and 'edge_blend' leave nothing of the full stroke of %g; less is expected",
                 full);
    if (valve->centre != HYD_CENTRE_CLOSED && !auth_item_has(item, "centre_width"))
        valve->centre_width = 0.1 * full;
    if (valve->check_range == 0.0)
        auth_item_refuse(item, "check_cracking", "has no effect without 'check_range'");
    if (!auth_item_has(item, "flow") && !auth_item_has(item, "centre_flow"))
        auth_item_refuse(item, "pressure_drop", "has no effect without 'flow'");
}

static void check_directional(auth_item *item)
{
    hyd_directional_def *valve = item->out;
    check_valve(item, &valve->valve, valve->U_0);
}

static void check_load_sensing(auth_item *item)
{
    hyd_load_sensing_def *section = item->out;
    check_valve(item, &section->section.valve, section->U_0);
}

static const auth_word centres[] = {{"closed", HYD_CENTRE_CLOSED},
                                    {"open", HYD_CENTRE_OPEN},
                                    {"tandem", HYD_CENTRE_TANDEM},
                                    {"float", HYD_CENTRE_FLOAT}};

/* `in`: where the valve lies in the descriptor */
/* NOLINTBEGIN(bugprone-macro-parentheses): a member's designator cannot stand in parentheses */
#define SPOOL_ROWS(type, in)                                                                                 \
    NAME(type, "Name of the valve"),                                                                         \
        NODE_AS("P", type, P, "Node of the pump; the four nodes are different"),                             \
        NODE_AS("A", type, A, "Node of the one consumer", .check = check_apart),                             \
        NODE_AS("B", type, B, "Node of the other consumer", .check = check_apart),                           \
        NODE_AS("T", type, T, "Node of the tank", .check = check_apart),                                     \
        COMMAND_AS("command", type, command, "Command that moves the spool"),                                \
        QUANTITY_AS("start", type, U_0, NUMBER, ANY, "Position U at the start", DEFAULT("0")),               \
        QUANTITY_AS("time_constant", type, in.spool.tau, TIME, POSITIVE,                                     \
                    "Time constant of the spool; this or `bandwidth` is required", OPTIONAL,                 \
                    .read = read_tau),                                                                       \
        UNREAD_QUANTITY(                                                                                     \
            "bandwidth", ANGULAR_VELOCITY,                                                                   \
            "Bandwidth of the spool, 1/`time_constant`, like 35 Hz; this or `time_constant` is required",    \
            OPTIONAL),                                                                                       \
        QUANTITY_AS("rate_limit", type, in.spool.rate_limit, RATE, NOT_NEGATIVE,                             \
                    "Largest |dU/dt|, times the unit of U; 0: none", DEFAULT("0")),                          \
        QUANTITY_AS("full_stroke", type, in.spool.full_stroke, NUMBER, POSITIVE,                             \
                    "Largest position U of the spool", DEFAULT("1")),                                        \
        {AUTH_ROW(QUANTITIES, "coefficient", type, in.coefficient),                                          \
         .kind = AUTH_KIND_FLOW_COEFFICIENT,                                                                 \
         .angular = AUTH_KIND_FLOW_COEFFICIENT,                                                              \
         .range = AUTH_NOT_NEGATIVE,                                                                         \
         .least = 1,                                                                                         \
         .most = EDGES,                                                                                      \
         .read = read_edges,                                                                                 \
         .meaning = "Flow over the root of the pressure drop for each unit of U, a bare number or four "     \
                    "(P-A, P-B, A-T, B-T); or give `flow` and `pressure_drop`",                              \
         OPTIONAL},                                                                                          \
        UNREAD(QUANTITIES, "flow",                                                                           \
               "Flow of the catalogue point at full stroke, one or four (P-A, P-B, A-T, B-T)", OPTIONAL,     \
               .kind = AUTH_KIND_FLOW, .angular = AUTH_KIND_FLOW, .least = 1, .most = EDGES),                \
        UNREAD_QUANTITY("pressure_drop", PRESSURE, "Pressure drop of the catalogue point, over one edge",    \
                        OPTIONAL),                                                                           \
        QUANTITY_AS("dead_band", type, in.dead_band, NUMBER, NOT_NEGATIVE,                                   \
                    "|U| that opens nothing; the rest is stretched so that full stroke stays as wide",       \
                    DEFAULT("0")),                                                                           \
        QUANTITY_AS("edge_blend", type, in.edge_blend, NUMBER, NOT_NEGATIVE,                                 \
                    "|U| beyond the dead band over which an edge begins smoothly; 0: a corner, as in the "   \
                    "papers",                                                                                \
                    DEFAULT("0")),                                                                           \
        CHOICE_AS(                                                                                           \
            "centre", type, in.centre, centres,                                                              \
            "`closed`, `open` (P, A, B, T joined), `tandem` (P-T), `float` (A, B to T): in the middle",      \
            DEFAULT("closed")),                                                                              \
        QUANTITY_AS("centre_coefficient", type, in.centre_coefficient, FLOW_COEFFICIENT, POSITIVE,           \
                    "Coefficient of each edge of the centre at U = 0; this or `centre_flow` is required "    \
                    "unless closed",                                                                         \
                    OPTIONAL, OF(JOINED), .read = read_centre),                                              \
        UNREAD_QUANTITY("centre_flow", FLOW,                                                                 \
                        "Flow of each edge of the centre at U = 0 and `pressure_drop`; this or "             \
                        "`centre_coefficient` is required unless closed",                                    \
                        OPTIONAL, OF(JOINED)),                                                               \
        QUANTITY_AS("centre_width", type, in.centre_width, NUMBER, POSITIVE,                                 \
                    "|U| over which the centre closes", OTHERWISE("a tenth of `full_stroke`"), OF(JOINED)),  \
        QUANTITY_AS("leakage", type, in.leakage, CONDUCTANCE, NOT_NEGATIVE,                                  \
                    "Leakage of each of the four edges, K", DEFAULT("0"))
/* NOLINTEND(bugprone-macro-parentheses) */

static const auth_field directional_fields[] = {
    SPOOL_ROWS(hyd_directional_def, valve),
    QUANTITY_AS(
        "check_cracking", hyd_directional_def, valve.check_cracking, PRESSURE, NOT_NEGATIVE,
        "Load check before P-A and P-B, which prevents backward flow: pressure drop at which it begins "
        "to open",
        DEFAULT("0")),
    QUANTITY_AS("check_range", hyd_directional_def, valve.check_range, PRESSURE, NOT_NEGATIVE,
                "Pressure range of the load check, from `check_cracking` to fully open; 0: no load check",
                DEFAULT("0")),
};
const auth_table auth_directional_table =
    AUTH_TABLE(hyd_directional_def, directional_fields, .place = AUTH_AT(hyd_directional_def, place),
               .begin = begin_valve, .check = check_directional);

static const auth_field load_sensing_fields[] = {
    SPOOL_ROWS(hyd_load_sensing_def, section.valve),
    QUANTITY_AS("margin", hyd_load_sensing_def, section.margin, PRESSURE, POSITIVE,
                "Pressure drop left over P-A and P-B"),
    COUNT(hyd_load_sensing_def, group, "Number; pumps of the same group follow the load", DEFAULT("0")),
};
const auth_table auth_load_sensing_table =
    AUTH_TABLE(hyd_load_sensing_def, load_sensing_fields, .place = AUTH_AT(hyd_load_sensing_def, place),
               .begin = begin_valve, .check = check_load_sensing);
