#include "circuit_internal.h"
#include "hyd/circuit.h"

#include <math.h>

typedef struct doubter {
    const hyd_circuit_def *def;
    hl_report *report;
} doubter;

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
doubt(const doubter *d, hl_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    hyd_complain(d->def, d->report, place, format, arguments);
    va_end(arguments);
}

static const double PASCAL_MPA = 1e-6; /* for messages */

/* ---- what nodes are for ---- */

/* A tank: a source below this pressure. Charge pumps and return lines under pressure stay below it, supplies
 * of valves lie above [Pa]. */
static const double TANK_PRESSURE = 1e6;

static bool is_tank(const hyd_circuit_def *def, int node)
{
    return def->nodes[node].kind == HYD_SOURCE && def->nodes[node].pressure < TANK_PRESSURE;
}

static bool is_delivery(const hyd_circuit_def *def, int node)
{
    if (def->nodes[node].kind == HYD_SOURCE) return def->nodes[node].pressure >= TANK_PRESSURE;
    for (int i = 0; i < def->pump_count; i++)
        if (def->pumps[i].b == node) return true;
    return false;
}

/* Whether a load is on the node: a chamber of a cylinder, a port of a motor. */
static bool is_loaded(const hyd_circuit_def *def, int node)
{
    for (int i = 0; i < def->cylinder_count; i++)
        if (def->cylinders[i].a == node || def->cylinders[i].b == node) return true;
    for (int i = 0; i < def->motor_count; i++)
        if (def->motors[i].a == node || def->motors[i].b == node) return true;
    return false;
}

static const char *name_of(const hyd_circuit_def *def, int node)
{
    return def->nodes[node].name;
}

/* ---- ports exchanged ---- */

static void check_pump_ports(const doubter *d)
{
    const hyd_circuit_def *def = d->def;
    for (int i = 0; i < def->pump_count; i++) {
        const hyd_pump_def *pump = &def->pumps[i];
        if (is_tank(def, pump->b) && !is_tank(def, pump->a))
            doubt(d, d->def->pumps[i].place,
                  "pump '%s' draws from '%s' and delivers into the tank '%s'; 'from' the tank 'to' the line "
                  "that "
                  "it feeds is expected",
                  pump->name, name_of(def, pump->a), name_of(def, pump->b));
    }
}

static void check_valve_ports(const doubter *d, hl_place place, const char *name, int P, int T)
{
    const hyd_circuit_def *def = d->def;
    const bool fed_by_tank = is_tank(def, P) && !is_tank(def, T);
    const bool drains_to_pump = is_delivery(def, T) && !is_delivery(def, P);
    if (fed_by_tank || drains_to_pump)
        doubt(d, place,
              "valve '%s' has its supply 'P' on '%s' and its return 'T' on '%s', which is under pressure; "
              "'P' on "
              "the line that a pump feeds and 'T' on the tank are expected",
              name, name_of(def, P), name_of(def, T));
}

static void check_directionals(const doubter *d)
{
    for (int i = 0; i < d->def->directional_count; i++) {
        const hyd_directional_def *v = &d->def->directionals[i];
        check_valve_ports(d, d->def->directionals[i].place, v->name, v->P, v->T);
    }
    for (int i = 0; i < d->def->load_sensing_count; i++) {
        const hyd_load_sensing_def *v = &d->def->load_sensings[i];
        check_valve_ports(d, d->def->load_sensings[i].place, v->name, v->P, v->T);
    }
}

static void check_relief_ports(const doubter *d)
{
    for (int i = 0; i < d->def->relief_count; i++) {
        const hyd_relief_def *relief = &d->def->reliefs[i];
        if (is_tank(d->def, relief->a) && !is_tank(d->def, relief->b))
            doubt(d, d->def->reliefs[i].place,
                  "relief valve '%s' protects the tank '%s' and opens into '%s'; 'from' the line 'to' the "
                  "tank is "
                  "expected",
                  relief->name, name_of(d->def, relief->a), name_of(d->def, relief->b));
    }
}

/* A check valve from a working port to the tank holds no load. */
static void check_check_ports(const doubter *d)
{
    for (int i = 0; i < d->def->check_count; i++) {
        const hyd_check_def *check = &d->def->checks[i];
        if (is_loaded(d->def, check->a) && is_tank(d->def, check->b) && check->check.cracking < TANK_PRESSURE)
            doubt(d, d->def->checks[i].place,
                  "check valve '%s' drains '%s', which carries a load, to the tank '%s' above %.3g MPa; "
                  "'from' the "
                  "tank 'to' the line is expected",
                  check->name, name_of(d->def, check->a), name_of(d->def, check->b),
                  check->check.cracking * PASCAL_MPA);
    }
}

static void check_counterbalances(const doubter *d)
{
    for (int i = 0; i < d->def->counterbalance_count; i++) {
        const hyd_counterbalance_def *valve = &d->def->counterbalances[i];
        if (is_loaded(d->def, valve->a) || !is_loaded(d->def, valve->b)) continue;
        doubt(d, d->def->counterbalances[i].place,
              "counterbalance valve '%s' lies 'from' '%s' 'to' '%s', which carries the load: it holds "
              "nothing; 'from' "
              "the load 'to' the valve is expected",
              valve->name, name_of(d->def, valve->a), name_of(d->def, valve->b));
    }
}

/* ---- settings without effect ---- */

static double relief_opens(const hyd_circuit_def *def, const hyd_relief_def *relief)
{
    const hyd_node_def *tank = &def->nodes[relief->b];
    return relief->relief.setting + (tank->kind == HYD_SOURCE ? tank->pressure : 0.0);
}

/* A load-sensing pump holds its line by the margin above the load, by the margin alone when nothing moves. */
static void check_standby(const doubter *d, int index)
{
    const hyd_circuit_def *def = d->def;
    const hyd_relief_def *relief = &def->reliefs[index];
    for (int i = 0; i < def->pump_count; i++) {
        const hyd_pump_def *pump = &def->pumps[i];
        const double standby = pump->pump.margin + pump->pump.droop;
        if (pump->pump.control != HYD_PUMP_LOAD_SENSING || pump->b != relief->a) continue;
        if (relief_opens(def, relief) > standby) continue;
        doubt(d, d->def->reliefs[index].place,
              "relief valve '%s' opens at %.3g MPa, below what pump '%s' holds without a load (margin and "
              "droop: "
              "%.3g MPa): no load can be moved; a setting above the highest load is expected",
              relief->name, relief_opens(def, relief) * PASCAL_MPA, pump->name, standby * PASCAL_MPA);
    }
}

static void check_reliefs(const doubter *d)
{
    static const double least = 1e6, most = 1e8; /* [Pa] of a pump's line; of any */
    const hyd_circuit_def *def = d->def;
    for (int i = 0; i < def->relief_count; i++) {
        const hyd_relief_def *relief = &def->reliefs[i];
        const hyd_node_def *line = &def->nodes[relief->a];
        const double opens = relief_opens(def, relief);
        check_standby(d, i);
        if (line->kind == HYD_VOLUME && line->pressure > opens)
            doubt(d, d->def->reliefs[i].place,
                  "relief valve '%s' opens at %.3g MPa, but '%s' starts at %.3g MPa; a setting above the "
                  "pressures "
                  "of work is expected",
                  relief->name, opens * PASCAL_MPA, line->name, line->pressure * PASCAL_MPA);
        else if (opens > most || (opens < least && is_delivery(def, relief->a)))
            doubt(d, d->def->reliefs[i].place,
                  "relief valve '%s' opens at %.3g MPa; 1 to 100 MPa are expected of a pump's line",
                  relief->name, opens * PASCAL_MPA);
    }
}

static bool has_outlet(const hyd_circuit_def *def, int node)
{
    for (int i = 0; i < def->relief_count; i++)
        if (def->reliefs[i].a == node) return true;
    for (int i = 0; i < def->orifice_count; i++)
        if (!def->orifices[i].commanded && (def->orifices[i].a == node || def->orifices[i].b == node))
            return true;
    for (int i = 0; i < def->check_count; i++)
        if (def->checks[i].a == node) return true;
    for (int i = 0; i < def->accumulator_count; i++)
        if (def->accumulators[i].a == node) return true;
    return is_loaded(def, node);
}

/* A pump of fixed displacement delivers whatever the pressure is. */
static void check_unprotected(const doubter *d)
{
    for (int i = 0; i < d->def->pump_count; i++) {
        const hyd_pump_def *pump = &d->def->pumps[i];
        if (pump->pump.control != HYD_PUMP_FIXED || d->def->nodes[pump->b].kind == HYD_SOURCE) continue;
        if (has_outlet(d->def, pump->b)) continue;
        doubt(d, d->def->pumps[i].place,
              "pump '%s' has a fixed displacement and no relief valve on '%s': with all valves closed the "
              "pressure "
              "has no limit; a relief valve from there to the tank is expected",
              pump->name, name_of(d->def, pump->b));
    }
}

/* A section that asks for more than the pump's margin never gets its flow. */
static void check_margins(const doubter *d)
{
    const hyd_circuit_def *def = d->def;
    for (int i = 0; i < def->load_sensing_count; i++)
        for (int p = 0; p < def->pump_count; p++) {
            const hyd_load_sensing_def *section = &def->load_sensings[i];
            const hyd_pump_def *pump = &def->pumps[p];
            if (pump->pump.control != HYD_PUMP_LOAD_SENSING || pump->group != section->group) continue;
            if (section->section.margin <= pump->pump.margin) continue;
            doubt(d, d->def->load_sensings[i].place,
                  "section '%s' wants a margin of %.3g MPa, but pump '%s' gives %.3g MPa; a margin below the "
                  "pump's "
                  "is expected",
                  section->name, section->section.margin * PASCAL_MPA, pump->name,
                  pump->pump.margin * PASCAL_MPA);
        }
}

static void check_pressure_limits(const doubter *d)
{
    for (int i = 0; i < d->def->pump_count; i++) {
        const hyd_pump *pump = &d->def->pumps[i].pump;
        if (pump->pressure_limit <= 0.0 || pump->control == HYD_PUMP_FIXED) continue;
        const double least = pump->control == HYD_PUMP_LOAD_SENSING ? pump->margin + pump->droop : 0.0;
        if (pump->pressure_limit > least && pump->pressure_limit < 1e8) continue;
        doubt(d, d->def->pumps[i].place,
              "pump '%s' is cut off at %.3g MPa; more than its margin and droop of %.3g MPa, and less than "
              "100 MPa, "
              "are expected",
              d->def->pumps[i].name, pump->pressure_limit * PASCAL_MPA, least * PASCAL_MPA);
    }
}

/* A side without area, on the line under pressure, moves nothing. */
static void check_sides(const doubter *d)
{
    for (int i = 0; i < d->def->cylinder_count; i++) {
        const hyd_cylinder_def *c = &d->def->cylinders[i];
        if (c->cylinder.area_b > 0.0 || is_tank(d->def, c->b) || !is_tank(d->def, c->a)) continue;
        doubt(d, d->def->cylinders[i].place,
              "cylinder '%s' has its rod side, which has no area, on '%s' and its piston side on the tank "
              "'%s'; "
              "'piston_side' on the line and 'rod_side' on the tank are expected",
              c->name, name_of(d->def, c->b), name_of(d->def, c->a));
    }
}

/* ---- figures of another unit ---- */

static const double LEAST_RANGE = 1e4; /* [Pa] over which a valve opens, or that a margin leaves */

static void check_range(const doubter *d, hl_place place, const char *what, const char *name, double range)
{
    if (range < LEAST_RANGE)
        doubt(d, place, "%s of '%s' is %.3g Pa; more than %g bar, with its unit, is expected", what, name,
              range, LEAST_RANGE * 1e-5);
}

static void check_ranges(const doubter *d)
{
    const hyd_circuit_def *def = d->def;
    for (int i = 0; i < def->relief_count; i++)
        check_range(d, d->def->reliefs[i].place, "the range of relief valve", def->reliefs[i].name,
                    def->reliefs[i].relief.range);
    for (int i = 0; i < def->load_sensing_count; i++)
        check_range(d, d->def->load_sensings[i].place, "the margin of section", def->load_sensings[i].name,
                    def->load_sensings[i].section.margin);
    for (int i = 0; i < def->pump_count; i++)
        if (def->pumps[i].pump.control == HYD_PUMP_LOAD_SENSING)
            check_range(d, d->def->pumps[i].place, "the margin of pump", def->pumps[i].name,
                        def->pumps[i].pump.margin);
}

/* End cushions that full pressure presses through half of the stroke, or that begin only there. */
static void check_cushions(const doubter *d)
{
    static const double pressure = 2e7; /* [Pa] of work */
    for (int i = 0; i < d->def->cylinder_count; i++) {
        const hyd_cylinder *c = &d->def->cylinders[i].cylinder;
        if (c->stop_stiffness <= 0.0) continue;
        const double way = pressure * c->area_a / c->stop_stiffness;
        if (way <= 0.5 * c->stroke && c->stop_ramp <= 0.5 * c->stroke) continue;
        doubt(d, d->def->cylinders[i].place,
              "the cushions of cylinder '%s' have %.3g N/m and a ramp of %.3g m: 20 MPa press it %.3g m into "
              "them, of a "
              "stroke of %.3g m; some millimetres are expected",
              d->def->cylinders[i].name, c->stop_stiffness, c->stop_ramp, way, c->stroke);
    }
}

static void check_oil(const doubter *d)
{
    const hyd_oil *oil = &d->def->oil;
    if (!(oil->density >= 600.0 && oil->density <= 1500.0))
        doubt(d, d->def->place, "oil of %.4g kg/m3; 600 to 1500 kg/m3 are expected of hydraulic fluids",
              oil->density);
    if (!(oil->bulk_modulus >= 1e8 && oil->bulk_modulus <= 1e10))
        doubt(d, d->def->place, "oil with a bulk modulus of %.4g MPa; 100 to 10000 MPa are expected",
              oil->bulk_modulus * PASCAL_MPA);
}

static void check_nodes(const doubter *d)
{
    for (int i = 0; i < d->def->node_count; i++) {
        const hyd_node_def *node = &d->def->nodes[i];
        if (node->hose >= 0.2)
            doubt(d, d->def->nodes[i].place,
                  "node '%s' has %.4g l of oil in its hoses; below 200 l is expected", node->name,
                  node->hose * 1e3);
        if (node->hose_modulus > 0.0 && (node->hose_modulus < 1e6 || node->hose_modulus > 1e12))
            doubt(d, d->def->nodes[i].place, "node '%s' has hoses of %.3g MPa; 1 to 1000000 MPa are expected",
                  node->name, node->hose_modulus * PASCAL_MPA);
        if (node->pressure > 1e8)
            doubt(d, d->def->nodes[i].place, "node '%s' starts at %.4g MPa; below 100 MPa is expected",
                  node->name, node->pressure * PASCAL_MPA);
        if (node->kind == HYD_SOURCE && node->pressure > 0.0 && node->pressure < 5e4)
            doubt(d, d->def->nodes[i].place,
                  "source '%s' has %.4g Pa, below the atmosphere: nothing can be drawn from it; an absolute "
                  "pressure, 1 "
                  "bar of an open tank, is expected",
                  node->name, node->pressure);
        if (node->kind == HYD_VOLUME && node->pressure > 0.0 && node->pressure < 1e3)
            doubt(d, d->def->nodes[i].place,
                  "node '%s' starts at %.4g Pa, nearly a vacuum; an absolute pressure with a unit, such as "
                  "\"1 bar\", "
                  "is expected",
                  node->name, node->pressure);
    }
}

/* Flow of an edge or a valve at 1 MPa, in litres a minute. */
static double capacity(double coefficient)
{
    return coefficient * sqrt(1e6) * 6e4;
}

static const double MOST_FLOW = 6000.0; /* [l/min] of a valve at 1 MPa: nominal width of 60 mm and more */

static void check_capacity(const doubter *d, hl_place place, const char *what, const char *name,
                           double coefficient, double least)
{
    const double flow = capacity(coefficient);
    if (flow > MOST_FLOW || flow < least)
        doubt(d, place, "%s '%s' passes %.3g l/min at 1 MPa; %.2g to %g l/min are expected", what, name, flow,
              least, MOST_FLOW);
}

static void check_spool(const doubter *d, hl_place place, const char *name, const hyd_directional *valve)
{
    double widest = 0.0;
    for (int k = 0; k < 4; k++) widest = fmax(widest, valve->coefficient[k]);
    check_capacity(d, place, "valve", name, widest * valve->spool.full_stroke, 0.05);
    if (valve->spool.tau > 2.0)
        doubt(d, place, "valve '%s' has a time constant of %.3g s; below 2 s is expected", name,
              valve->spool.tau);
}

static void check_capacities(const doubter *d)
{
    const hyd_circuit_def *def = d->def;
    for (int i = 0; i < def->directional_count; i++)
        check_spool(d, d->def->directionals[i].place, def->directionals[i].name, &def->directionals[i].valve);
    for (int i = 0; i < def->load_sensing_count; i++)
        check_spool(d, d->def->load_sensings[i].place, def->load_sensings[i].name,
                    &def->load_sensings[i].section.valve);
    for (int i = 0; i < def->orifice_count; i++)
        check_capacity(d, d->def->orifices[i].place, "throttle", def->orifices[i].name,
                       def->orifices[i].coefficient, 0.0);
    for (int i = 0; i < def->relief_count; i++)
        check_capacity(d, d->def->reliefs[i].place, "relief valve", def->reliefs[i].name,
                       def->reliefs[i].relief.coefficient, 0.05);
    for (int i = 0; i < def->check_count; i++)
        check_capacity(d, d->def->checks[i].place, "check valve", def->checks[i].name,
                       def->checks[i].check.coefficient, 0.05);
}

static void check_displacements(const doubter *d)
{
    static const double litres_a_turn = 2e3 * 3.14159265358979323846; /* of 1 m^3/rad */
    for (int i = 0; i < d->def->pump_count; i++) {
        const hyd_pump_def *pump = &d->def->pumps[i];
        const double litres = fabs(pump->pump.machine.displacement) * litres_a_turn;
        if (litres > 5.0 || litres < 1e-4)
            doubt(d, d->def->pumps[i].place,
                  "pump '%s' displaces %.3g cm3 for one turn of its shaft; 0.1 to 5000 cm3 are expected",
                  pump->name, litres * 1e3);
    }
}

/* A bore of more than 1 m, or below 4 mm; a stroke of more than 20 m. Cylinders side by side are one. */
static void check_cylinders(const doubter *d)
{
    for (int i = 0; i < d->def->cylinder_count; i++) {
        const hyd_cylinder *c = &d->def->cylinders[i].cylinder;
        const char *name = d->def->cylinders[i].name;
        const double bore = 2.0 * sqrt(c->area_a / 3.14159265358979323846);
        if (bore > 1.5 || bore < 4e-3)
            doubt(d, d->def->cylinders[i].place,
                  "cylinder '%s' has pistons of %.4g m2 altogether, as of a bore of %.4g mm; 4 to 1500 mm "
                  "are expected",
                  name, c->area_a, bore * 1e3);
        if (c->stroke > 20.0 || c->stroke < 5e-3)
            doubt(d, d->def->cylinders[i].place,
                  "cylinder '%s' has a stroke of %.4g m; 5 mm to 20 m are expected", name, c->stroke);
    }
}

/* ---- the table ---- */

static void (*const checks[])(const doubter *) = {
    check_pump_ports,      /* suction and delivery exchanged */
    check_directionals,    /* supply and return of a valve exchanged */
    check_relief_ports,    /* a relief valve that opens out of the tank */
    check_check_ports,     /* an anti-cavitation valve the wrong way round */
    check_counterbalances, /* a counterbalance valve the wrong way round */
    check_reliefs,         /* settings below standby, below the start, of another unit */
    check_sides,           /* a plunger's cylinder turned round */
    check_unprotected,     /* a fixed pump without a relief valve */
    check_margins,         /* a section that asks for more than its pump's margin */
    check_pressure_limits, /* a pump cut off before it works */
    check_oil,             /* density and bulk modulus of another unit */
    check_nodes,           /* hoses and pressures of another unit */
    check_ranges,          /* pressures without a unit */
    check_capacities,      /* flows of another unit, slow spools */
    check_displacements,   /* displacement of another unit */
    check_cylinders,       /* bore and stroke of another unit */
    check_cushions,        /* end stops too soft to be any */
};

void hyd_circuit_warn(const hyd_circuit_def *def, hl_report *report)
{
    const doubter d = {def, report};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) checks[i](&d);
}
