/* Checks of a definition, at load. The first error of each item is reported, at its place. */
#include "circuit_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* What is being looked at, and where the complaint goes. */
typedef struct checker {
    const hyd_circuit_def *def;
    hl_report *report;
    hl_place place;
    const char *word, *name; /* "relief valve", its name or NULL */
} checker;

void hyd_complain(const hyd_circuit_def *def, hl_report *report, hl_place place, const char *format,
                  va_list arguments)
{
    char text[HL_MESSAGE_LENGTH];
    vsnprintf(text, sizeof text, format, arguments);
    if (def->name != NULL)
        hl_report_add(report, place, "circuit '%s': %s", def->name, text);
    else
        hl_report_add(report, place, "%s", text);
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
complain(const checker *c, hl_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    hyd_complain(c->def, c->report, place, format, arguments);
    va_end(arguments);
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
refuse(const checker *c, const char *format, ...)
{
    char text[HL_MESSAGE_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (c->name != NULL)
        complain(c, c->place, "%s '%s': %s", c->word, c->name, text);
    else
        complain(c, c->place, "%s: %s", c->word, text);
    return false;
}

/* ---- numbers ---- */

static bool above_zero(const checker *c, const char *what, double value)
{
    return (value > 0.0 && isfinite(value)) || refuse(c, "%s is %g; it must be above 0", what, value);
}

static bool not_negative(const checker *c, const char *what, double value)
{
    return (value >= 0.0 && isfinite(value)) || refuse(c, "%s is %g; it must not be negative", what, value);
}

static bool finite(const checker *c, const char *what, double value)
{
    return isfinite(value) || refuse(c, "%s is not a finite number", what);
}

static bool within(const checker *c, const char *what, double value, double low, double high)
{
    return (value >= low && value <= high) ||
           refuse(c, "%s is %g; it must lie within %g and %g", what, value, low, high);
}

/* ---- connections ---- */

static bool is_node(const checker *c, const char *which, int node)
{
    if (node == HYD_NONE) return refuse(c, "port %s is not connected; name a node", which);
    return (node >= 0 && node < c->def->node_count) || refuse(c, "port %s: there is no node %d", which, node);
}

static bool two_nodes(const checker *c, int a, int b)
{
    if (!is_node(c, "a", a) || !is_node(c, "b", b)) return false;
    return a != b || refuse(c, "both ends are on node '%s'; they must differ", c->def->nodes[a].name);
}

static bool is_port(const checker *c, int port, hyd_port_kind kind)
{
    if (port < 0 || port >= c->def->port_count)
        return refuse(c,
                      kind == HYD_PORT_SHAFT ? "its shaft is not connected" : "its pins are not connected");
    return c->def->ports[port].kind == kind ||
           refuse(c, "port '%s' measures a %s; it needs a %s", c->def->ports[port].name,
                  kind == HYD_PORT_SHAFT ? "length" : "shaft", kind == HYD_PORT_SHAFT ? "shaft" : "length");
}

static bool is_command(const checker *c, int command)
{
    return (command >= 0 && command < c->def->command_count) || refuse(c, "it has no command");
}

/* ---- oil, nodes, commands ---- */

static bool check_oil(const checker *c)
{
    const hyd_oil *oil = &c->def->oil;
    if (!above_zero(c, "density", oil->density) || !above_zero(c, "bulk modulus", oil->bulk_modulus) ||
        !not_negative(c, "slope of the bulk modulus", oil->bulk_slope) ||
        !not_negative(c, "vapour pressure", oil->vapour_pressure) ||
        !not_negative(c, "transition pressure", c->def->flow_law.transition))
        return false;
    if (oil->air_exponent != 0.0 && !within(c, "exponent of the air", oil->air_exponent, 1.0, 1.7))
        return false;
    return within(c, "air fraction", oil->air_fraction, 0.0, 0.5);
}

/* Oil in a volume at the start, chambers included. */
static double start_volume(const hyd_circuit_def *def, int node)
{
    double V = def->nodes[node].hose;
    for (int i = 0; i < def->cylinder_count; i++) {
        const hyd_cylinder_def *cylinder = &def->cylinders[i];
        const hyd_chambers chambers = hyd_cylinder_chambers(&cylinder->cylinder, cylinder->cylinder.length_0);
        if (cylinder->a == node) V += cylinder->cylinder.area_a * chambers.a.y;
        if (cylinder->b == node) V += cylinder->cylinder.area_b * chambers.b.y;
    }
    return V;
}

static bool check_node(const checker *c, int i)
{
    const hyd_node_def *node = &c->def->nodes[i];
    if (!finite(c, "pressure", node->pressure)) return false;
    if (node->kind == HYD_SOURCE) return true;
    if (!not_negative(c, "hose volume", node->hose) || !not_negative(c, "hose modulus", node->hose_modulus))
        return false;
    if (!(start_volume(c->def, i) > 0.0))
        return refuse(c,
                      "it has no volume; a 'hose' above zero, or a cylinder that opens into it, is expected");
    return node->pressure >= c->def->oil.vapour_pressure || c->def->oil.vapour_pressure == 0.0 ||
           refuse(c, "its pressure at the start, %g Pa, is below the vapour pressure, %g Pa", node->pressure,
                  c->def->oil.vapour_pressure);
}

static bool check_command(const checker *c, int i)
{
    const hyd_command_def *command = &c->def->commands[i];
    if (!finite(c, "initial value", command->initial)) return false;
    for (int k = 0; k < command->point_count; k++) {
        if (!finite(c, "a point's time", command->points[k].time) ||
            !finite(c, "a point's value", command->points[k].value))
            return false;
        if (k > 0 && !(command->points[k].time > command->points[k - 1].time))
            return refuse(c, "the time of point %d, %g s, does not come after that of the point before",
                          k + 1, command->points[k].time);
    }
    return true;
}

/* ---- restrictors and pressure valves ---- */

static bool check_orifice(const checker *c, int i)
{
    const hyd_orifice_def *o = &c->def->orifices[i];
    return two_nodes(c, o->a, o->b) && above_zero(c, "flow coefficient", o->coefficient) &&
           (!o->commanded || is_command(c, o->command));
}

static bool check_leakage(const checker *c, int i)
{
    const hyd_leakage_def *l = &c->def->leakages[i];
    return two_nodes(c, l->a, l->b) && above_zero(c, "conductance", l->conductance);
}

static bool check_check(const checker *c, int i)
{
    const hyd_check_def *v = &c->def->checks[i];
    return two_nodes(c, v->a, v->b) && above_zero(c, "flow coefficient", v->check.coefficient) &&
           not_negative(c, "cracking pressure", v->check.cracking) &&
           above_zero(c, "range", v->check.range) && not_negative(c, "pilot ratio", v->check.pilot_ratio) &&
           (v->check.pilot_ratio == 0.0 || is_node(c, "x", v->x));
}

static bool check_relief(const checker *c, int i)
{
    const hyd_relief_def *v = &c->def->reliefs[i];
    if (!two_nodes(c, v->a, v->b) || !above_zero(c, "flow coefficient", v->relief.coefficient) ||
        !above_zero(c, "setting", v->relief.setting) || !above_zero(c, "range", v->relief.range))
        return false;
    const hyd_node_def *out = &c->def->nodes[v->b];
    return out->kind != HYD_SOURCE || v->relief.setting > out->pressure ||
           refuse(c, "its setting, %g Pa, is not above the pressure of '%s', %g Pa", v->relief.setting,
                  out->name, out->pressure);
}

static bool check_counterbalance(const checker *c, int i)
{
    const hyd_counterbalance_def *d = &c->def->counterbalances[i];
    const hyd_counterbalance *v = &d->valve;
    return two_nodes(c, d->a, d->b) && above_zero(c, "flow coefficient", v->coefficient) &&
           above_zero(c, "setting", v->setting) && above_zero(c, "range", v->range) &&
           not_negative(c, "pilot ratio", v->pilot_ratio) &&
           (v->pilot_ratio == 0.0 || is_node(c, "x", d->x)) &&
           not_negative(c, "flow coefficient of the check valve", v->check_coefficient) &&
           not_negative(c, "cracking pressure of the check valve", v->check_cracking) &&
           (v->check_coefficient == 0.0 || above_zero(c, "range of the check valve", v->check_range));
}

static bool check_compensator(const checker *c, int i)
{
    const hyd_compensator_def *v = &c->def->compensators[i];
    return two_nodes(c, v->a, v->b) && is_node(c, "x", v->x) &&
           above_zero(c, "flow coefficient", v->valve.coefficient) &&
           above_zero(c, "margin", v->valve.margin) && above_zero(c, "range", v->valve.range);
}

/* ---- spools ---- */

static bool four_nodes(const checker *c, int P, int A, int B, int T)
{
    if (!is_node(c, "P", P) || !is_node(c, "A", A) || !is_node(c, "B", B) || !is_node(c, "T", T))
        return false;
    const bool differ = P != A && P != B && P != T && A != B && A != T && B != T;
    return differ || refuse(c, "two of its ports are on the same node; P, A, B and T must differ");
}

static bool spool_valve(const checker *c, const hyd_directional *v, double U_0)
{
    if (!above_zero(c, "time constant", v->spool.tau) ||
        !above_zero(c, "full stroke", v->spool.full_stroke) ||
        !not_negative(c, "rate limit", v->spool.rate_limit) ||
        !not_negative(c, "edge blend", v->edge_blend) || !not_negative(c, "leakage", v->leakage) ||
        !not_negative(c, "centre coefficient", v->centre_coefficient) ||
        !not_negative(c, "load check's cracking pressure", v->check_cracking) ||
        !not_negative(c, "load check's range", v->check_range))
        return false;
    for (int edge = 0; edge < 4; edge++)
        if (!not_negative(c, "flow coefficient", v->coefficient[edge])) return false;
    if (!(v->dead_band >= 0.0 && v->dead_band < v->spool.full_stroke))
        return refuse(c, "dead band is %g; it must lie within 0 and the full stroke, %g", v->dead_band,
                      v->spool.full_stroke);
    if (v->centre != HYD_CENTRE_CLOSED && !above_zero(c, "centre width", v->centre_width)) return false;
    return within(c, "spool position at the start", U_0, -v->spool.full_stroke, v->spool.full_stroke);
}

static bool check_directional(const checker *c, int i)
{
    const hyd_directional_def *v = &c->def->directionals[i];
    return four_nodes(c, v->P, v->A, v->B, v->T) && is_command(c, v->command) &&
           spool_valve(c, &v->valve, v->U_0);
}

static bool check_section(const checker *c, int i)
{
    const hyd_load_sensing_def *v = &c->def->load_sensings[i];
    return four_nodes(c, v->P, v->A, v->B, v->T) && is_command(c, v->command) &&
           spool_valve(c, &v->section.valve, v->U_0) && above_zero(c, "margin", v->section.margin);
}

/* ---- machines ---- */

static bool machine(const checker *c, const hyd_machine *m)
{
    return above_zero(c, "displacement", m->displacement) && not_negative(c, "leakage", m->leakage) &&
           not_negative(c, "viscous drag", m->viscous_drag) &&
           not_negative(c, "pressure drag", m->pressure_drag) &&
           (m->pressure_drag == 0.0 || above_zero(c, "drag speed", m->drag_speed));
}

static bool swash_plate(const checker *c, const hyd_pump_def *pump)
{
    const hyd_pump *p = &pump->pump;
    if (p->control == HYD_PUMP_FIXED) return true;
    if (!above_zero(c, "time constant", p->tau) || !not_negative(c, "rate limit", p->rate_limit) ||
        !within(c, "least displacement", p->least, -1.0, 1.0) ||
        !not_negative(c, "pressure limit", p->pressure_limit) ||
        !not_negative(c, "torque limit", p->torque_limit) ||
        !not_negative(c, "speed of the torque limit", p->torque_speed))
        return false;
    if (p->control == HYD_PUMP_LOAD_SENSING && !above_zero(c, "margin", p->margin)) return false;
    if (p->control == HYD_PUMP_PRESSURE && !above_zero(c, "pressure limit", p->pressure_limit)) return false;
    const bool droops = p->control != HYD_PUMP_COMMAND || p->pressure_limit > 0.0;
    if (droops && !above_zero(c, "droop", p->droop)) return false;
    if (p->control == HYD_PUMP_COMMAND && !is_command(c, pump->command)) return false;
    return within(c, "displacement at the start", pump->e_0, -1.0, 1.0);
}

/* A pump does not sense itself: its own pressure counts already. */
static bool sensed_pump(const checker *c, int i)
{
    const hyd_pump_def *p = &c->def->pumps[i];
    if (p->pump.torque_limit == 0.0 || p->senses == HYD_NONE) return true;
    return (p->senses >= 0 && p->senses < c->def->pump_count && p->senses != i) ||
           refuse(c, "it senses pump %d; another one of the %d is expected", p->senses, c->def->pump_count);
}

static bool check_pump(const checker *c, int i)
{
    const hyd_pump_def *p = &c->def->pumps[i];
    return two_nodes(c, p->a, p->b) && machine(c, &p->pump.machine) &&
           (p->driven ? finite(c, "speed", p->speed) : is_port(c, p->port, HYD_PORT_SHAFT)) &&
           swash_plate(c, p) && sensed_pump(c, i);
}

static bool check_motor(const checker *c, int i)
{
    const hyd_motor_def *m = &c->def->motors[i];
    if (!two_nodes(c, m->a, m->b) || !machine(c, &m->motor.machine) || !is_port(c, m->port, HYD_PORT_SHAFT))
        return false;
    if (m->commanded && (!is_command(c, m->command) || !above_zero(c, "least displacement", m->motor.least) ||
                         !within(c, "least displacement", m->motor.least, 0.0, 1.0)))
        return false;
    return (isfinite(m->motor.gear) && m->motor.gear != 0.0) ||
           refuse(c, "gear is %g; it must not be 0", m->motor.gear);
}

static bool check_accumulator(const checker *c, int i)
{
    const hyd_accumulator_def *a = &c->def->accumulators[i];
    if (!is_node(c, "a", a->a) || !above_zero(c, "gas volume", a->accumulator.gas_volume) ||
        !above_zero(c, "precharge", a->accumulator.precharge))
        return false;
    if (c->def->nodes[a->a].kind != HYD_VOLUME)
        return refuse(c, "'%s' is a source; it must be a volume", c->def->nodes[a->a].name);
    return within(c, "exponent", a->accumulator.exponent, 1.0, 2.0);
}

/* ---- cylinders ---- */

static bool speed_curve(const checker *c, const hyd_speed_curve *curve)
{
    if (curve->count < 0 || curve->count > HYD_SPEED_POINTS)
        return refuse(c, "its speed curve has %d points; there may be %d", curve->count, HYD_SPEED_POINTS);
    for (int i = 0; i < curve->count; i++) {
        if (!not_negative(c, "speed of a point", curve->speed[i]) ||
            !not_negative(c, "factor of a point", curve->factor[i]))
            return false;
        if (i > 0 && !(curve->speed[i] > curve->speed[i - 1]))
            return refuse(c, "the speeds of its curve must rise");
    }
    return true;
}

static bool stroke_fits(const checker *c, const hyd_cylinder *cylinder)
{
    if (!above_zero(c, "stroke", cylinder->stroke) ||
        !above_zero(c, "distance of the pins", cylinder->length_0))
        return false;
    if (!(cylinder->chamber_0 >= 0.0 && cylinder->chamber_0 <= cylinder->stroke))
        return refuse(c, "its stroke does not fit its pins: %g m apart they put the piston at %g m of %g m",
                      cylinder->length_0, cylinder->chamber_0, cylinder->stroke);
    return cylinder->length_0 > cylinder->chamber_0 ||
           refuse(c, "its stroke does not fit its pins: retracted they would be %g m apart",
                  cylinder->length_0 - cylinder->chamber_0);
}

static bool check_cylinder(const checker *c, int i)
{
    const hyd_cylinder_def *d = &c->def->cylinders[i];
    const hyd_cylinder *cylinder = &d->cylinder;
    if (!two_nodes(c, d->a, d->b) || !is_port(c, d->port, HYD_PORT_LENGTH) ||
        !above_zero(c, "area of the piston side", cylinder->area_a) ||
        !not_negative(c, "area of the rod side", cylinder->area_b) || !stroke_fits(c, cylinder))
        return false;
    if (!not_negative(c, "chamber modulus", cylinder->chamber_modulus) ||
        !not_negative(c, "least chamber", cylinder->least_chamber) ||
        !not_negative(c, "leakage", cylinder->leakage) ||
        !not_negative(c, "stiffness of the stops", cylinder->stop_stiffness) ||
        !not_negative(c, "damping of the stops", cylinder->stop_damping) ||
        !not_negative(c, "dissipation of the stops", cylinder->stop_dissipation) ||
        !not_negative(c, "ramp of the stops", cylinder->stop_ramp) ||
        !not_negative(c, "speed of the stops", cylinder->stop_speed) || !speed_curve(c, &cylinder->curve))
        return false;
    if (!within(c, "efficiency", cylinder->efficiency, 0.0, 1.0)) return false;
    const bool rubs = cylinder->efficiency > 0.0 && cylinder->efficiency < 1.0;
    return !rubs || above_zero(c, "friction speed", cylinder->friction_speed);
}

/* ---- what nothing is connected to ---- */

static bool touches(const hyd_circuit_def *def, int node)
{
#define ANY(list, condition)                                                                                 \
    for (int i = 0; i < def->list##_count; i++)                                                              \
        if (condition) return true;
    ANY(orifice, def->orifices[i].a == node || def->orifices[i].b == node)
    ANY(leakage, def->leakages[i].a == node || def->leakages[i].b == node)
    ANY(check, def->checks[i].a == node || def->checks[i].b == node)
    ANY(relief, def->reliefs[i].a == node || def->reliefs[i].b == node)
    ANY(counterbalance, def->counterbalances[i].a == node || def->counterbalances[i].b == node)
    ANY(compensator, def->compensators[i].a == node || def->compensators[i].b == node)
    ANY(directional, def->directionals[i].P == node || def->directionals[i].A == node ||
                         def->directionals[i].B == node || def->directionals[i].T == node)
    ANY(load_sensing, def->load_sensings[i].P == node || def->load_sensings[i].A == node ||
                          def->load_sensings[i].B == node || def->load_sensings[i].T == node)
    ANY(pump, def->pumps[i].a == node || def->pumps[i].b == node)
    ANY(motor, def->motors[i].a == node || def->motors[i].b == node)
    ANY(cylinder, def->cylinders[i].a == node || def->cylinders[i].b == node)
    if (def->nodes[node].kind == HYD_VOLUME) return false;
    /* of a source its pressure alone may be looked at */
    ANY(check, def->checks[i].check.pilot_ratio != 0.0 && def->checks[i].x == node)
    ANY(counterbalance, def->counterbalances[i].valve.pilot_ratio != 0.0 && def->counterbalances[i].x == node)
    ANY(compensator, def->compensators[i].x == node)
    return false;
}

static bool turns(const hyd_circuit_def *def, int port)
{
    ANY(cylinder, def->cylinders[i].port == port)
    ANY(motor, def->motors[i].port == port)
    ANY(pump, !def->pumps[i].driven && def->pumps[i].port == port)
#undef ANY
    return false;
}

static bool check_touched(const checker *c, int i)
{
    return touches(c->def, i) ||
           refuse(
               c,
               "nothing is connected to it; a port of a component that carries oil is expected to name it");
}

static bool check_port(const checker *c, int i)
{
    return turns(c->def, i) || refuse(c, "nothing is connected to it");
}

/* ---- all ---- */

/* A list of the definition. Every item begins with its name and its place. */
typedef struct list_check {
    const char *word;
    int count;
    const void *items;
    size_t size;
    bool (*check)(const checker *c, int index);
} list_check;

static checker checker_of(const hyd_circuit_def *def, hl_report *report, const list_check *list, int index)
{
    const char *item = (const char *)list->items + (size_t)index * list->size;
    return (checker){.def = def,
                     .report = report,
                     .place = *(const hl_place *)(const void *)(item + sizeof(char *)),
                     .word = list->word,
                     .name = *(const char *const *)(const void *)item};
}

static bool check_lists(const hyd_circuit_def *def, hl_report *report, const list_check *lists, size_t count)
{
    bool good = true;
    for (size_t l = 0; l < count; l++)
        for (int i = 0; i < lists[l].count; i++) {
            const checker c = checker_of(def, report, &lists[l], i);
            good &= lists[l].check(&c, i);
        }
    return good;
}

/* Complaints about other items mention names. */
static bool check_names(const hyd_circuit_def *def, hl_report *report, const list_check *lists, size_t count)
{
    bool good = true;
    for (size_t l = 0; l < count; l++)
        for (int i = 0; i < lists[l].count; i++) {
            const checker c = checker_of(def, report, &lists[l], i);
            if (c.name == NULL) good = refuse(&c, "item %d has no name", i + 1);
        }
    return good;
}

static bool check_sections(const hyd_circuit_def *def, hl_report *report)
{
    const checker c = {def, report, def->place, "load-sensing sections", NULL};
    return def->load_sensing_count <= HYD_MAX_SECTIONS ||
           refuse(&c, "there are %d; at most %d in a circuit are expected", def->load_sensing_count,
                  HYD_MAX_SECTIONS);
}

static bool check_node_count(const hyd_circuit_def *def, hl_report *report)
{
    const checker c = {def, report, def->place, "nodes", NULL};
    return def->node_count <= HYD_MAX_NODES ||
           refuse(&c, "there are %d; at most %d in a circuit are expected", def->node_count, HYD_MAX_NODES);
}

bool hyd_circuit_check(const hyd_circuit_def *def, hl_report *report)
{
#define LIST(word, list, check)                                                                              \
    {                                                                                                        \
        word, def->list##_count, def->list##s, sizeof *def->list##s, check                                   \
    }
    const list_check lists[] = {LIST("node", node, check_node),
                                LIST("command", command, check_command),
                                LIST("orifice", orifice, check_orifice),
                                LIST("leakage", leakage, check_leakage),
                                LIST("check valve", check, check_check),
                                LIST("relief valve", relief, check_relief),
                                LIST("counterbalance valve", counterbalance, check_counterbalance),
                                LIST("compensator", compensator, check_compensator),
                                LIST("directional valve", directional, check_directional),
                                LIST("load-sensing section", load_sensing, check_section),
                                LIST("pump", pump, check_pump),
                                LIST("motor", motor, check_motor),
                                LIST("accumulator", accumulator, check_accumulator),
                                LIST("cylinder", cylinder, check_cylinder)},
                     connections[] = {LIST("node", node, check_touched), LIST("port", port, check_port)};
#undef LIST
    const size_t count = sizeof lists / sizeof *lists, connected = sizeof connections / sizeof *connections;
    const checker oil = {def, report, def->place, "oil", NULL};
    if (!check_names(def, report, lists, count) || !check_names(def, report, connections, connected))
        return false;
    bool good = check_oil(&oil);
    good &= check_lists(def, report, lists, count);
    good &= check_node_count(def, report);
    good &= check_sections(def, report);
    /* an end that names no node would leave another one unconnected */
    return good && check_lists(def, report, connections, connected);
}
