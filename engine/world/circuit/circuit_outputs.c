/* Outputs of circuits: pressures, positions, flows, and what cylinders do. */
#include "circuit/circuit.h"

#include "hl/status.h"

/* What an output is read from. */
typedef struct reading {
    const world_mechanism *m;
    const world_circuit *c;
    const hyd_circuit *circuit;
    const hyd_circuit_def *def;
    const double *x;
    int effort, of;
} reading;

static double commanded(const reading *r, int command)
{
    double commands[WORLD_MAX_COMMANDS];
    world_hydraulic_commands(r->c->hydraulics, r->m->state->time, commands);
    return commands[command];
}

static double pressure(const reading *r, int node)
{
    return node == HYD_NONE ? 0.0 : hyd_circuit_pressure(r->circuit, r->x, node);
}

/* ---- flows ---- */

static double throttle_flow(const reading *r)
{
    const hyd_orifice_def *o = &r->def->orifices[r->of];
    const double opening = o->commanded ? hyd_limited(commanded(r, o->command), 0.0, 1.0).y : 1.0;
    return hyd_orifice_flow(&r->def->flow_law, opening * o->coefficient, pressure(r, o->a), pressure(r, o->b))
        .Q;
}

static double leakage_flow(const reading *r)
{
    const hyd_leakage_def *l = &r->def->leakages[r->of];
    return hyd_leakage_flow(l->conductance, pressure(r, l->a), pressure(r, l->b)).Q;
}

static double check_flow(const reading *r)
{
    const hyd_check_def *v = &r->def->checks[r->of];
    return hyd_check_flow(&v->check, &r->def->flow_law, pressure(r, v->a), pressure(r, v->b),
                          v->check.pilot_ratio > 0.0 ? pressure(r, v->x) : 0.0)
        .Q;
}

static double relief_flow(const reading *r)
{
    const hyd_relief_def *v = &r->def->reliefs[r->of];
    return hyd_relief_flow(&v->relief, &r->def->flow_law, pressure(r, v->a), pressure(r, v->b)).Q;
}

static double counterbalance_flow(const reading *r)
{
    const hyd_counterbalance_def *v = &r->def->counterbalances[r->of];
    return hyd_counterbalance_flow(&v->valve, &r->def->flow_law, pressure(r, v->a), pressure(r, v->b),
                                   v->valve.pilot_ratio > 0.0 ? pressure(r, v->x) : 0.0)
        .Q;
}

static double compensator_flow(const reading *r)
{
    const hyd_compensator_def *v = &r->def->compensators[r->of];
    return hyd_compensator_flow(&v->valve, &r->def->flow_law, pressure(r, v->a), pressure(r, v->b),
                                pressure(r, v->x))
        .Q;
}

static double flow(const reading *r, auth_circuit_list list)
{
    switch ((int)list) {
    case AUTH_LIST_THROTTLE:
        return throttle_flow(r);
    case AUTH_LIST_LEAKAGE:
        return leakage_flow(r);
    case AUTH_LIST_CHECK:
        return check_flow(r);
    case AUTH_LIST_RELIEF:
        return relief_flow(r);
    case AUTH_LIST_COUNTERBALANCE:
        return counterbalance_flow(r);
    case AUTH_LIST_COMPENSATOR:
        return compensator_flow(r);
    default:
        HL_ASSERT(false);
        return 0.0;
    }
}

/* ---- cylinders ---- */

static double cylinder_output(const reading *r, auth_quantity quantity)
{
    const mb_port_value port =
        mb_effort_port(r->m->model, r->m->work, r->effort, r->c->hydraulics->cylinders[r->of].port);
    if (quantity == AUTH_OUT_LENGTH) return port.s;
    if (quantity == AUTH_OUT_RATE) return port.s_dot;
    const world_cylinder_values v = world_cylinder_look(r->c->hydraulics, r->of, port.s, port.s_dot, r->x);
    switch ((int)quantity) {
    case AUTH_OUT_FORCE:
        return v.force;
    case AUTH_OUT_FRICTION_FORCE:
        return v.friction;
    case AUTH_OUT_BRISTLE:
        return v.bristle;
    case AUTH_OUT_FILM:
        return v.film;
    case AUTH_OUT_WORK:
        return v.work;
    default:
        HL_ASSERT(false);
        return 0.0;
    }
}

/* ---- all ---- */

static double spool(const reading *r, auth_circuit_list list)
{
    return r->x[list == AUTH_LIST_LOAD_SENSING ? hyd_circuit_section_state(r->circuit, r->of)
                                               : hyd_circuit_spool_state(r->circuit, r->of)];
}

static double swash(const reading *r)
{
    const int state = hyd_circuit_swash_state(r->circuit, r->of);
    return state == HYD_NONE ? 1.0 : r->x[state]; /* fixed pumps stand at full displacement */
}

double world_circuit_output(const world_mechanism *mechanism, const auth_output *output)
{
    const world_circuit *c = &mechanism->circuits[output->circuit];
    const int effort = world_circuit_effort(mechanism->author, output->circuit);
    const reading r = {.m = mechanism,
                       .c = c,
                       .circuit = c->hydraulics->circuit,
                       .def = hyd_circuit_definition(c->hydraulics->circuit),
                       .x = mechanism->state->x + mb_model_effort_state(mechanism->model, effort),
                       .effort = effort,
                       .of = output->of};
    switch ((int)output->quantity) {
    case AUTH_OUT_PRESSURE:
        return pressure(&r, r.of);
    case AUTH_OUT_SPOOL:
        return spool(&r, output->list);
    case AUTH_OUT_SWASH:
        return swash(&r);
    case AUTH_OUT_FLOW:
        return flow(&r, output->list);
    case AUTH_OUT_COMMAND:
        return commanded(&r, r.of);
    default:
        return cylinder_output(&r, output->quantity);
    }
}
