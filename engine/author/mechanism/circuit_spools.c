/* Directional valves and load-sensing sections. */
#include "circuit_reader.h"

#include <math.h>

static void read_ports(const auth_circuit_reader *c, const yaml_node_t *item, const raw_directional *raw,
                       hyd_directional_def *valve)
{
    valve->P = auth_circuit_node(c, item, "P", raw->P);
    valve->A = auth_circuit_node(c, item, "A", raw->A);
    valve->B = auth_circuit_node(c, item, "B", raw->B);
    valve->T = auth_circuit_node(c, item, "T", raw->T);
    auth_check_apart(c, item, "P", "A", valve->P, valve->A);
    auth_check_apart(c, item, "P", "B", valve->P, valve->B);
    auth_check_apart(c, item, "P", "T", valve->P, valve->T);
    auth_check_apart(c, item, "A", "B", valve->A, valve->B);
    auth_check_apart(c, item, "A", "T", valve->A, valve->T);
    auth_check_apart(c, item, "B", "T", valve->B, valve->T);
}

/* ---- spool ---- */

static const auth_rule spool_rules[] = {
    AUTH_RULE_INTO(directional, hyd_directional_def, start, U_0, NUMBER, ANY, 0.0),
    AUTH_RULE_INTO(directional, hyd_directional_def, rate_limit, valve.spool.rate_limit, RATE, NOT_NEGATIVE,
                   0.0),
    AUTH_RULE_INTO(directional, hyd_directional_def, full_stroke, valve.spool.full_stroke, NUMBER, POSITIVE,
                   1.0),
    AUTH_RULE_INTO(directional, hyd_directional_def, dead_band, valve.dead_band, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_RULE_INTO(directional, hyd_directional_def, edge_blend, valve.edge_blend, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_RULE_INTO(directional, hyd_directional_def, leakage, valve.leakage, CONDUCTANCE, NOT_NEGATIVE, 0.0),
    AUTH_RULE_INTO(directional, hyd_directional_def, check_cracking, valve.check_cracking, PRESSURE,
                   NOT_NEGATIVE, 0.0),
    AUTH_RULE_INTO(directional, hyd_directional_def, check_range, valve.check_range, PRESSURE, NOT_NEGATIVE,
                   0.0),
};

/* tau = 1/(2 pi f) */
static void read_tau(const auth_circuit_reader *c, const yaml_node_t *item, const raw_directional *raw,
                     hyd_directional_def *valve)
{
    double bandwidth = 0.0; /* [rad/s]: a hertz is 2 pi of them */
    if (raw->time_constant) {
        auth_refuse(c->file, item, "bandwidth", "is given beside 'time_constant'");
        auth_read_quantity(c->file, item, "time_constant", -1, raw->time_constant, AUTH_KIND_TIME,
                           AUTH_POSITIVE, &valve->valve.spool.tau);
    } else if (!raw->bandwidth) {
        hl_report_add(c->file->report, auth_node_place(item),
                      "how fast is the spool? 'time_constant' or 'bandwidth' is expected");
    } else if (auth_read_quantity(c->file, item, "bandwidth", -1, raw->bandwidth, AUTH_KIND_ANGULAR_VELOCITY,
                                  AUTH_POSITIVE, &bandwidth)) {
        valve->valve.spool.tau = 1.0 / bandwidth;
        auth_check_normal(c, item, "bandwidth", "the time constant", valve->valve.spool.tau);
    }
}

static void check_spool(const auth_circuit_reader *c, const yaml_node_t *item, const raw_directional *raw,
                        const hyd_directional_def *valve)
{
    if (fabs(valve->U_0) > valve->valve.spool.full_stroke)
        AUTH_COMPLAIN(c, item, "start", "'start' is %s, beyond the full stroke of %g; less is expected",
                      raw->start, valve->valve.spool.full_stroke);
    if (valve->valve.dead_band + valve->valve.edge_blend >= valve->valve.spool.full_stroke)
        AUTH_COMPLAIN(c, item, raw->dead_band ? "dead_band" : "edge_blend",
                      "'dead_band' and 'edge_blend' leave nothing of the full stroke of %g; less is expected",
                      valve->valve.spool.full_stroke);
}

/* ---- edges ---- */

enum { EDGES = 4 };

/* One entry stands for all edges. */
static bool check_edges(const auth_circuit_reader *c, const yaml_node_t *item, const char *key,
                        unsigned count)
{
    if (count == 1 || count == EDGES) return true;
    AUTH_COMPLAIN(c, item, key, "'%s' has %u entries; 1 or 4 (P-A, P-B, A-T, B-T) are expected", key, count);
    return false;
}

static bool read_edge(const auth_circuit_reader *c, const yaml_node_t *item, const raw_directional *raw,
                      const hyd_directional_def *valve, int i, double *coefficient)
{
    if (raw->coefficient)
        return auth_read_quantity(c->file, item, "coefficient", i, raw->coefficient[i],
                                  AUTH_KIND_FLOW_COEFFICIENT, AUTH_NOT_NEGATIVE, coefficient);
    return auth_catalogue_point(c, item, "flow", i, raw->flow[i], raw->pressure_drop,
                                valve->valve.spool.full_stroke, coefficient);
}

static void read_edges(const auth_circuit_reader *c, const yaml_node_t *item, const raw_directional *raw,
                       hyd_directional_def *valve)
{
    if (!raw->coefficient && !raw->flow) {
        hl_report_add(c->file->report, auth_node_place(item),
                      "how much flows? 'coefficient', or 'flow' and 'pressure_drop', is expected");
        return;
    }
    if (raw->coefficient) auth_refuse(c->file, item, "flow", "is given beside 'coefficient'");
    const char *key = raw->coefficient ? "coefficient" : "flow";
    const unsigned count = raw->coefficient ? raw->coefficient_count : raw->flow_count;
    if (!check_edges(c, item, key, count)) return;
    for (int i = 0; i < (int)count; i++)
        if (!read_edge(c, item, raw, valve, i, &valve->valve.coefficient[i])) return;
    for (int i = (int)count; i < EDGES; i++) valve->valve.coefficient[i] = valve->valve.coefficient[0];
}

/* ---- centre position ---- */

static void refuse_centre_keys(const auth_circuit_reader *c, const yaml_node_t *item)
{
    static const char why[] = "has no effect with a closed centre";
    auth_refuse(c->file, item, "centre_coefficient", why);
    auth_refuse(c->file, item, "centre_flow", why);
    auth_refuse(c->file, item, "centre_width", why);
}

static void read_centre(const auth_circuit_reader *c, const yaml_node_t *item, const raw_directional *raw,
                        hyd_directional_def *valve)
{
    static const double share = 0.1; /* of the full stroke */
    valve->valve.centre = (hyd_centre)raw->centre;
    if (valve->valve.centre == HYD_CENTRE_CLOSED) {
        refuse_centre_keys(c, item);
        return;
    }
    auth_read_or(c, item, "centre_width", raw->centre_width, AUTH_KIND_NUMBER, AUTH_POSITIVE,
                 share * valve->valve.spool.full_stroke, &valve->valve.centre_width);
    if (raw->centre_coefficient) {
        auth_refuse(c->file, item, "centre_flow", "is given beside 'centre_coefficient'");
        auth_read_quantity(c->file, item, "centre_coefficient", -1, raw->centre_coefficient,
                           AUTH_KIND_FLOW_COEFFICIENT, AUTH_POSITIVE, &valve->valve.centre_coefficient);
    } else if (raw->centre_flow) {
        auth_catalogue_point(c, item, "centre_flow", -1, raw->centre_flow, raw->pressure_drop, 1.0,
                             &valve->valve.centre_coefficient);
    } else {
        AUTH_COMPLAIN(c, item, "centre",
                      "how much flows in the centre? 'centre_coefficient', or 'centre_flow' and "
                      "'pressure_drop', is expected");
    }
}

/* ---- the valve ---- */

void auth_read_directional(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_directional *from = raw;
    hyd_directional_def *valve = out;
    read_ports(c, item, from, valve);
    valve->command = auth_command_reference(c, item, from->command);
    read_tau(c, item, from, valve);
    if (!auth_apply_rules(c->file, item, AUTH_RULES(spool_rules), false, raw, out)) return;
    check_spool(c, item, from, valve);
    read_edges(c, item, from, valve);
    read_centre(c, item, from, valve);
    if (from->check_cracking && valve->valve.check_range == 0.0)
        auth_refuse(c->file, item, "check_cracking", "has no effect without 'check_range'");
    if (from->pressure_drop && !from->flow && !from->centre_flow)
        auth_refuse(c->file, item, "pressure_drop", "has no effect without 'flow'");
}

void auth_read_load_sensing(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_directional *from = raw;
    hyd_load_sensing_def *section = out;
    hyd_directional_def valve = {.name = section->name, .place = section->place};
    auth_read_directional(c, item, raw, &valve);
    *section = (hyd_load_sensing_def){.name = valve.name,
                                      .place = valve.place,
                                      .P = valve.P,
                                      .A = valve.A,
                                      .B = valve.B,
                                      .T = valve.T,
                                      .command = valve.command,
                                      .U_0 = valve.U_0,
                                      .group = (int)from->group,
                                      .section = {.valve = valve.valve}};
    auth_read_quantity(c->file, item, "margin", -1, from->margin, AUTH_KIND_PRESSURE, AUTH_POSITIVE,
                       &section->section.margin);
}
