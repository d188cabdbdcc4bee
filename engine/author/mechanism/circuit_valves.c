/* Components without a state that carry oil from one node to another. */
#include "mechanism_tables.h"

#include <math.h>

/* ---- throttle, leakage ---- */

/* C_v = C_d A sqrt(2/rho), 002 Eq. (25), or as all restrictors */
static bool read_throttle(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    static const double sharp_edged = 0.6;
    static const char why[] = "is given beside 'area'";
    const yaml_node_t *area = auth_item_value(item, "area"),
                      *C = auth_item_value(item, "discharge_coefficient");
    double *coefficient = (double *)(void *)((char *)item->out + field->out), C_d = sharp_edged, A = 0.0;
    if (!area)
        return auth_both(auth_item_refuse(item, "discharge_coefficient", "has no effect without 'area'"),
                         auth_read_metering(item, field, value));
    const bool alone = auth_both(
        auth_item_refuse(item, "coefficient", why),
        auth_both(auth_item_refuse(item, "flow", why), auth_item_refuse(item, "pressure_drop", why)));
    if ((C && !auth_item_quantity(item, "discharge_coefficient", C, AUTH_KIND_NUMBER, AUTH_POSITIVE, NULL,
                                  &C_d)) ||
        !auth_item_quantity(item, "area", area, AUTH_KIND_AREA, AUTH_POSITIVE, NULL, &A) || !alone)
        return false;
    *coefficient = C_d * A * sqrt(2.0 / auth_circuit_of(item)->oil.density);
    return auth_item_normal(item, "area", "the flow coefficient", *coefficient);
}

static const auth_field throttle_fields[] = {
    NAME(hyd_orifice_def, "Name of the throttle"),
    FROM_TO(hyd_orifice_def, a, b, "Node that the oil comes from", "Node that the oil goes to"),
    METERING_BY(hyd_orifice_def, coefficient, read_throttle,
                "Flow over the root of the pressure drop, a bare number; or give `flow` and `pressure_drop`"),
    UNREAD_QUANTITY("discharge_coefficient", NUMBER, "C_d [1], with `area`", OTHERWISE("0.6")),
    UNREAD_QUANTITY("area", AREA, "Area of the opening, A; instead of `flow` or `coefficient`", OPTIONAL),
    COMMAND_AS("command", hyd_orifice_def, command,
               "Command of its opening, 0 to 1: makes it a proportional valve", OTHERWISE("always open"),
               GIVEN(hyd_orifice_def, commanded)),
    FLAG(hyd_orifice_def, one_way,
         "`true`: oil passes from -> to only, as in regeneration from one side of a cylinder to the other",
         DEFAULT("false")),
};
const auth_table auth_throttle_table =
    AUTH_TABLE(hyd_orifice_def, throttle_fields, .place = AUTH_AT(hyd_orifice_def, place));

static const auth_field leakage_fields[] = {
    NAME(hyd_leakage_def, "Name of the leak"),
    FROM_TO(hyd_leakage_def, a, b, "Node that the oil comes from", "Node that the oil goes to"),
    QUANTITY(hyd_leakage_def, conductance, CONDUCTANCE, POSITIVE, "Flow over pressure, K"),
};
const auth_table auth_leakage_table =
    AUTH_TABLE(hyd_leakage_def, leakage_fields, .place = AUTH_AT(hyd_leakage_def, place));

/* ---- check valve ---- */

static bool check_pilot(auth_item *item, const auth_field *field)
{
    if (auth_item_has(item, "pilot") && !auth_item_has(item, field->key)) {
        COMPLAIN(item, "pilot", "'pilot' without 'pilot_ratio'; a ratio (e.g. 4) is expected");
        return false;
    }
    return auth_item_has(item, "pilot") ||
           auth_item_refuse(item, field->key, "has no effect without 'pilot'");
}

#define PILOT(type, x_, ratio)                                                                               \
    NODE_AS("pilot", type, x_, "Pilot node, with `pilot_ratio`", OTHERWISE("no pilot line")),                \
        QUANTITY_AS("pilot_ratio", type, ratio, NUMBER, POSITIVE,                                            \
                    "Area ratio R of the pilot line [1], with `pilot`", OPTIONAL, .check = check_pilot)
#define OPENING(type, cracking_, range_)                                                                     \
    QUANTITY_AS("cracking", type, cracking_, PRESSURE, NOT_NEGATIVE,                                         \
                "Pressure difference at which it begins to open", DEFAULT("0")),                             \
        QUANTITY_AS("range", type, range_, PRESSURE, POSITIVE, "From `cracking` to fully open",              \
                    DEFAULT("1 bar"))

static const auth_field check_fields[] = {
    NAME(hyd_check_def, "Name of the valve"),
    FROM_TO(hyd_check_def, a, b, "Node that the oil comes from", "Node that the oil goes to"),
    METERING(hyd_check_def, check.coefficient),
    OPENING(hyd_check_def, check.cracking, check.range),
    PILOT(hyd_check_def, x, check.pilot_ratio),
};
const auth_table auth_check_table =
    AUTH_TABLE(hyd_check_def, check_fields, .place = AUTH_AT(hyd_check_def, place));

/* ---- relief valve ---- */

/* A setting is a difference; one that does not even reach the tank's absolute pressure is a slip of units. */
static void check_relief(auth_item *item)
{
    hyd_relief_def *valve = item->out;
    const hyd_node_def *tank = &auth_circuit_of(item)->nodes[valve->b];
    if (valve->relief.range == 0.0) valve->relief.range = 0.1 * valve->relief.setting;
    if (tank->kind == HYD_SOURCE && valve->relief.setting <= tank->pressure)
        COMPLAIN(item, "setting",
                 "'setting' is %s, not above the %g Pa of '%s'; a setting above tank pressure is expected",
                 auth_item_text(item, "setting"), tank->pressure, tank->name);
}

/* The pressure override of a catalogue: from the setting to the pressure of the nominal flow. */
static bool read_full_flow(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    hyd_relief *relief = &((hyd_relief_def *)item->out)->relief;
    double full = 0.0;
    if (!value) return true;
    if (!auth_both(auth_item_refuse(item, "range", "is given beside 'full_flow'"),
                   auth_field_quantity(item, field, value, &full)))
        return false;
    relief->range = full - relief->setting;
    if (relief->range > 0.0) return true;
    COMPLAIN(item, field->key, "'full_flow' is %s, not above the 'setting' of %s; more is expected",
             auth_node_text(value), auth_item_text(item, "setting"));
    return false;
}

static const auth_field relief_fields[] = {
    NAME(hyd_relief_def, "Name of the valve"),
    FROM_TO(hyd_relief_def, a, b, "Node of the protected line", "Node of the tank"),
    METERING(hyd_relief_def, relief.coefficient),
    QUANTITY_AS(
        "setting", hyd_relief_def, relief.setting, PRESSURE, POSITIVE,
        "Pressure drop at which it begins to open; towards a source it must exceed the source's pressure: "
        "for smaller settings take a check valve"),
    QUANTITY_AS("range", hyd_relief_def, relief.range, PRESSURE, POSITIVE, "From `setting` to fully open",
                OTHERWISE("a tenth of `setting`")),
    READ(QUANTITY, "full_flow", read_full_flow,
         "Pressure drop at which it is fully open, above `setting`, as catalogues print it; instead of "
         "`range`",
         OTHERWISE("by `range`"), .kind = AUTH_KIND_PRESSURE, .angular = AUTH_KIND_PRESSURE,
         .range = AUTH_POSITIVE),
};
const auth_table auth_relief_table =
    AUTH_TABLE(hyd_relief_def, relief_fields, .place = AUTH_AT(hyd_relief_def, place), .check = check_relief);

/* ---- counterbalance valve ---- */

static void check_counterbalance(auth_item *item)
{
    hyd_counterbalance *valve = &((hyd_counterbalance_def *)item->out)->valve;
    if (!auth_item_has(item, "range")) valve->range = 0.3 * valve->setting;
}

static const auth_field built_in_fields[] = {
    OPENING(hyd_counterbalance, check_cracking, check_range),
    METERING(hyd_counterbalance, check_coefficient),
};
static const auth_table built_in_check = AUTH_TABLE(hyd_counterbalance, built_in_fields, );

static const auth_field counterbalance_fields[] = {
    NAME(hyd_counterbalance_def, "Name of the valve"),
    FROM_TO(hyd_counterbalance_def, a, b, "Node of the load", "Node of the valve"),
    METERING(hyd_counterbalance_def, valve.coefficient),
    QUANTITY_AS("setting", hyd_counterbalance_def, valve.setting, PRESSURE, POSITIVE,
                "Pressure difference at which it begins to open"),
    QUANTITY_AS("range", hyd_counterbalance_def, valve.range, PRESSURE, POSITIVE,
                "From `setting` to fully open", OTHERWISE("0.3 of `setting`")),
    PILOT(hyd_counterbalance_def, x, valve.pilot_ratio),
    FLAG_AS("vented", hyd_counterbalance_def, valve.vented,
            "`true`: the spring chamber is vented, d = p_from + R p_pilot", DEFAULT("false")),
    PART_AS("check", hyd_counterbalance_def, valve, built_in_check, "Built-in check valve",
            OTHERWISE("none")),
};
const auth_table auth_counterbalance_table =
    AUTH_TABLE(hyd_counterbalance_def, counterbalance_fields, .place = AUTH_AT(hyd_counterbalance_def, place),
               .check = check_counterbalance);

/* ---- compensator ---- */

static void check_compensator(auth_item *item)
{
    hyd_compensator *valve = &((hyd_compensator_def *)item->out)->valve;
    if (!auth_item_has(item, "range")) valve->range = 0.5 * valve->margin;
}

static const auth_field compensator_fields[] = {
    NAME(hyd_compensator_def, "Name of the valve"),
    FROM_TO(hyd_compensator_def, a, b, "Node of the supply", "Node of the metering edge"),
    METERING(hyd_compensator_def, valve.coefficient),
    NODE_AS("pilot", hyd_compensator_def, x, "Node of the load pressure"),
    QUANTITY_AS("margin", hyd_compensator_def, valve.margin, PRESSURE, POSITIVE,
                "Pressure of `to` over that of `pilot` at which it is half closed"),
    QUANTITY_AS("range", hyd_compensator_def, valve.range, PRESSURE, POSITIVE, "From fully open to closed",
                OTHERWISE("half of `margin`")),
};
const auth_table auth_compensator_table =
    AUTH_TABLE(hyd_compensator_def, compensator_fields, .place = AUTH_AT(hyd_compensator_def, place),
               .check = check_compensator);
