/* Components without a state that carry oil from one node to another. */
#include "circuit_reader.h"

#include <math.h>

/* ---- how wide a restrictor opens ---- */

bool auth_catalogue_point(const auth_circuit_reader *c, const yaml_node_t *item, const char *key, int index,
                          const char *flow, const char *pressure_drop, double opening, double *coefficient)
{
    double Q = 0.0, drop = 0.0;
    if (!pressure_drop) {
        AUTH_COMPLAIN(c, item, key, "'%s' without 'pressure_drop'; the drop at which it flows is expected",
                      key);
        return false;
    }
    if (!auth_read_quantity(c->file, item, key, index, flow, AUTH_KIND_FLOW, AUTH_POSITIVE, &Q) ||
        !auth_read_quantity(c->file, item, "pressure_drop", -1, pressure_drop, AUTH_KIND_PRESSURE,
                            AUTH_POSITIVE, &drop))
        return false;
    if (drop < c->out->def.flow_law.transition) {
        AUTH_COMPLAIN(c, item, "pressure_drop",
                      "'pressure_drop' is %s, below the transition to laminar flow at %g Pa; a drop of at "
                      "least that is expected",
                      pressure_drop, c->out->def.flow_law.transition);
        return false;
    }
    *coefficient = Q / (opening * sqrt(drop));
    return auth_check_normal(c, item, key, "the flow coefficient", *coefficient);
}

/* C_v of a restrictor: `coefficient`, or `flow` at `pressure_drop`. @return false after a complaint */
static bool read_metering(const auth_circuit_reader *c, const yaml_node_t *item, const raw_metering *raw,
                          double *coefficient)
{
    if (raw->coefficient) {
        auth_refuse(c->file, item, "flow", "is given beside 'coefficient'");
        auth_refuse(c->file, item, "pressure_drop", "is given beside 'coefficient'");
        return auth_read_quantity(c->file, item, "coefficient", -1, raw->coefficient,
                                  AUTH_KIND_FLOW_COEFFICIENT, AUTH_POSITIVE, coefficient);
    }
    if (raw->flow)
        return auth_catalogue_point(c, item, "flow", -1, raw->flow, raw->pressure_drop, 1.0, coefficient);
    hl_report_add(c->file->report, auth_node_place(item),
                  "how much flows? 'coefficient', or 'flow' and 'pressure_drop', is expected");
    return false;
}

/* C_v = C_d A sqrt(2/rho), 002 Eq. (25) */
static bool read_orifice(const auth_circuit_reader *c, const yaml_node_t *item, const raw_throttle *raw,
                         double *coefficient)
{
    static const double sharp_edged = 0.6;
    double C_d = 0.0, A = 0.0;
    static const char why[] = "is given beside 'area'";
    auth_refuse(c->file, item, "coefficient", why);
    auth_refuse(c->file, item, "flow", why);
    auth_refuse(c->file, item, "pressure_drop", why);
    if (!auth_read_or(c, item, "discharge_coefficient", raw->discharge_coefficient, AUTH_KIND_NUMBER,
                      AUTH_POSITIVE, sharp_edged, &C_d) ||
        !auth_read_quantity(c->file, item, "area", -1, raw->area, AUTH_KIND_AREA, AUTH_POSITIVE, &A))
        return false;
    *coefficient = C_d * A * sqrt(2.0 / c->out->def.oil.density);
    return auth_check_normal(c, item, "area", "the flow coefficient", *coefficient);
}

void auth_read_throttle(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_throttle *from = raw;
    hyd_orifice_def *throttle = out;
    auth_from_to(c, item, from->from, from->to, &throttle->a, &throttle->b);
    throttle->command = auth_command_reference(c, item, from->command);
    throttle->commanded = throttle->command != HYD_NONE;
    throttle->one_way = from->one_way;
    if (from->area) {
        read_orifice(c, item, from, &throttle->coefficient);
        return;
    }
    auth_refuse(c->file, item, "discharge_coefficient", "has no effect without 'area'");
    read_metering(c, item, &from->metering, &throttle->coefficient);
}

void auth_read_leakage(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_leakage *from = raw;
    hyd_leakage_def *leakage = out;
    auth_from_to(c, item, from->from, from->to, &leakage->a, &leakage->b);
    auth_read_quantity(c->file, item, "conductance", -1, from->conductance, AUTH_KIND_CONDUCTANCE,
                       AUTH_POSITIVE, &leakage->conductance);
}

/* ---- check valve ---- */

static const double OPENING_RANGE = 1e5; /* of check valves [Pa] */

static bool read_pilot(const auth_circuit_reader *c, const yaml_node_t *item, const char *name,
                       const char *ratio, int *pilot, double *pilot_ratio)
{
    *pilot = auth_circuit_node(c, item, "pilot", name);
    if (!name) {
        auth_refuse(c->file, item, "pilot_ratio", "has no effect without 'pilot'");
        return true;
    }
    if (!ratio) {
        AUTH_COMPLAIN(c, item, "pilot", "'pilot' without 'pilot_ratio'; a ratio (e.g. 4) is expected");
        return false;
    }
    return auth_read_quantity(c->file, item, "pilot_ratio", -1, ratio, AUTH_KIND_NUMBER, AUTH_POSITIVE,
                              pilot_ratio);
}

void auth_read_check(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_check *from = raw;
    hyd_check_def *valve = out;
    hyd_check *check = &valve->check;
    auth_from_to(c, item, from->from, from->to, &valve->a, &valve->b);
    read_metering(c, item, &from->metering, &check->coefficient);
    read_pilot(c, item, from->pilot, from->pilot_ratio, &valve->x, &check->pilot_ratio);
    auth_read_or(c, item, "cracking", from->cracking, AUTH_KIND_PRESSURE, AUTH_NOT_NEGATIVE, 0.0,
                 &check->cracking);
    auth_read_or(c, item, "range", from->range, AUTH_KIND_PRESSURE, AUTH_POSITIVE, OPENING_RANGE,
                 &check->range);
}

/* ---- relief valve ---- */

/* A setting is a difference; one that does not even reach the tank's absolute pressure is a slip of units. */
static void check_setting(const auth_circuit_reader *c, const yaml_node_t *item, const raw_relief *raw,
                          const hyd_relief_def *valve)
{
    const hyd_node_def *tank = &c->out->def.nodes[valve->b];
    if (tank->kind == HYD_VOLUME || valve->relief.setting > tank->pressure) return;
    AUTH_COMPLAIN(c, item, "setting",
                  "'setting' is %s, not above the %g Pa of '%s'; a setting above tank pressure is expected",
                  raw->setting, tank->pressure, tank->name);
}

void auth_read_relief(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    static const double share = 0.1; /* of the setting */
    const raw_relief *from = raw;
    hyd_relief_def *valve = out;
    hyd_relief *relief = &valve->relief;
    const bool joined = auth_from_to(c, item, from->from, from->to, &valve->a, &valve->b);
    read_metering(c, item, &from->metering, &relief->coefficient);
    if (!auth_read_quantity(c->file, item, "setting", -1, from->setting, AUTH_KIND_PRESSURE, AUTH_POSITIVE,
                            &relief->setting))
        return;
    auth_read_or(c, item, "range", from->range, AUTH_KIND_PRESSURE, AUTH_POSITIVE, share * relief->setting,
                 &relief->range);
    if (joined) check_setting(c, item, from, valve);
}

/* ---- counterbalance valve ---- */

static void read_built_in_check(const auth_circuit_reader *c, const yaml_node_t *item,
                                const raw_built_in_check *raw, hyd_counterbalance *valve)
{
    if (!raw) return;
    read_metering(c, item, &raw->metering, &valve->check_coefficient);
    auth_read_or(c, item, "cracking", raw->cracking, AUTH_KIND_PRESSURE, AUTH_NOT_NEGATIVE, 0.0,
                 &valve->check_cracking);
    auth_read_or(c, item, "range", raw->range, AUTH_KIND_PRESSURE, AUTH_POSITIVE, OPENING_RANGE,
                 &valve->check_range);
}

void auth_read_counterbalance(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw,
                              void *out)
{
    static const double share = 0.3; /* of the setting */
    const raw_counterbalance *from = raw;
    hyd_counterbalance_def *def = out;
    hyd_counterbalance *valve = &def->valve;
    auth_from_to(c, item, from->from, from->to, &def->a, &def->b);
    read_metering(c, item, &from->metering, &valve->coefficient);
    read_pilot(c, item, from->pilot, from->pilot_ratio, &def->x, &valve->pilot_ratio);
    valve->vented = from->vented;
    read_built_in_check(c, auth_document_value(c->file->document, item, "check"), from->check, valve);
    if (auth_read_quantity(c->file, item, "setting", -1, from->setting, AUTH_KIND_PRESSURE, AUTH_POSITIVE,
                           &valve->setting))
        auth_read_or(c, item, "range", from->range, AUTH_KIND_PRESSURE, AUTH_POSITIVE, share * valve->setting,
                     &valve->range);
}

/* ---- compensator ---- */

void auth_read_compensator(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    static const double share = 0.5; /* of the margin */
    const raw_compensator *from = raw;
    hyd_compensator_def *def = out;
    hyd_compensator *valve = &def->valve;
    auth_from_to(c, item, from->from, from->to, &def->a, &def->b);
    def->x = auth_circuit_node(c, item, "pilot", from->pilot);
    read_metering(c, item, &from->metering, &valve->coefficient);
    if (auth_read_quantity(c->file, item, "margin", -1, from->margin, AUTH_KIND_PRESSURE, AUTH_POSITIVE,
                           &valve->margin))
        auth_read_or(c, item, "range", from->range, AUTH_KIND_PRESSURE, AUTH_POSITIVE, share * valve->margin,
                     &valve->range);
}
