/* The effort of a hydraulic circuit: see circuit/circuit.h. */
#include "circuit/circuit.h"

#include <string.h>

/* A unit of a state for convergence. With the default state tolerance of 1e-6 the papers' 1e-2 Pa and 1e-7 V
 * come out (002 section 5; hyd_circuit_scale is in proportion). Bristles bend by F_s/sigma_0, about 1e-4 m.
 * Work is a quadrature and has none. */
static const double CIRCUIT_UNIT = 1e4, BRISTLE_UNIT = 1e-4, FILM_UNIT = 1.0, NO_UNIT = 1.0;

/* ---- commands ---- */

/* Straight lines are continuous in time: read where they are evaluated they keep the order of the rule; held
 * over the step they would come half a step late. What jumps, and what comes from outside, holds for the
 * whole step. */
static void replace_lines(const world_hydraulics *h, double time, double *commands)
{
    const hyd_circuit_def *def = hyd_circuit_definition(h->circuit);
    double now[WORLD_MAX_COMMANDS];
    hyd_circuit_sample_commands(h->circuit, time, now);
    for (int i = 0; i < h->command_count; i++)
        if (def->commands[i].linear && def->commands[i].point_count > 0) commands[i] = now[i];
}

static void sample_commands(const world_hydraulics *h, double step_start, double time, double *commands)
{
    memcpy(commands, h->commands, (size_t)h->command_count * sizeof *commands);
    hyd_circuit_sample_commands(h->circuit, step_start, commands);
    if (h->any_linear) replace_lines(h, time, commands);
}

void world_hydraulic_commands(const world_hydraulics *hydraulics, double time, double *commands)
{
    sample_commands(hydraulics, time, time, commands);
}

/* ---- evaluation ---- */

static mb_friction_value seal_friction(const world_cylinder *c, double v, const double *x)
{
    const int states = mb_friction_states(c->seal.law);
    const double q = states > 0 ? x[c->seal_state] : 0.0, h = states > 1 ? x[c->seal_state + 1] : 0.0;
    return mb_friction_evaluate(&c->seal, v, q, h);
}

static hyd_cylinder_force oil_force(const world_hydraulics *h, const world_cylinder *c, double s, double v,
                                    const double *x)
{
    return hyd_cylinder_push(c->cylinder, s, v, hyd_circuit_pressure(h->circuit, x, c->node_a),
                             hyd_circuit_pressure(h->circuit, x, c->node_b));
}

static void add_seal(const world_hydraulics *h, const world_cylinder *c, const mb_friction_value *f,
                     mb_effort_io *io)
{
    const int p = c->port, q = c->seal_state, states = mb_friction_states(c->seal.law), n = h->states;
    io->force[p] -= f->force;
    if (states > 0) io->x_dot[q] = f->q_dot;
    if (states > 1) io->x_dot[q + 1] = f->h_dot;
    if (!io->jacobian) return;
    io->force_s_dot[p * h->ports + p] -= f->force_v;
    if (states > 0) {
        io->force_x[p * n + q] = -f->force_q;
        io->x_dot_s_dot[q * h->ports + p] = f->q_dot_v;
        io->x_dot_x[q * n + q] = f->q_dot_q;
    }
    if (states > 1) { /* q does not act on h */
        io->force_x[p * n + q + 1] = -f->force_h;
        io->x_dot_s_dot[(q + 1) * h->ports + p] = f->h_dot_v;
        io->x_dot_x[q * n + q + 1] = f->q_dot_h;
        io->x_dot_x[(q + 1) * n + q + 1] = f->h_dot_h;
    }
}

/* W_dot = F v */
static void add_work(const world_hydraulics *h, const world_cylinder *c, const mb_friction_value *f,
                     mb_effort_io *io)
{
    const int p = c->port, w = c->work_state, states = mb_friction_states(c->seal.law);
    const double v = io->s_dot[p];
    const hyd_cylinder_force oil = oil_force(h, c, io->s[p], v, io->x);
    io->x_dot[w] = (oil.F - f->force) * v;
    if (!io->jacobian) return;
    double *row = io->x_dot_x + w * h->states;
    io->x_dot_s[w * h->ports + p] = oil.F_s * v;
    io->x_dot_s_dot[w * h->ports + p] = oil.F - f->force + (oil.F_v - f->force_v) * v;
    if (c->pressure_a != HYD_NONE) /* both chambers may be on one node */
        row[c->pressure_a] += oil.F_a * v * hyd_circuit_pressure_slope(h->circuit, io->x, c->node_a);
    if (c->pressure_b != HYD_NONE)
        row[c->pressure_b] += oil.F_b * v * hyd_circuit_pressure_slope(h->circuit, io->x, c->node_b);
    if (states > 0) row[c->seal_state] = -f->force_q * v;
    if (states > 1) row[c->seal_state + 1] = -f->force_h * v;
}

static void evaluate_circuit(const world_hydraulics *h, mb_effort_io *io)
{
    double commands[WORLD_MAX_COMMANDS];
    sample_commands(h, io->step_start, io->time, commands);
    hyd_io oil = {.s = io->s,
                  .s_dot = io->s_dot,
                  .x = io->x,
                  .commands = commands,
                  .jacobian = io->jacobian,
                  .port_stride = h->ports,
                  .state_stride = h->states,
                  .force = io->force,
                  .x_dot = io->x_dot,
                  .force_s = io->force_s,
                  .force_s_dot = io->force_s_dot,
                  .force_x = io->force_x,
                  .x_dot_s = io->x_dot_s,
                  .x_dot_s_dot = io->x_dot_s_dot,
                  .x_dot_x = io->x_dot_x};
    hyd_circuit_evaluate(h->circuit, &oil);
}

static void evaluate(const void *parameters, mb_effort_io *io)
{
    const world_hydraulics *h = parameters;
    evaluate_circuit(h, io);
    for (int i = 0; i < h->cylinder_count; i++) {
        const world_cylinder *c = &h->cylinders[i];
        const mb_friction_value f = seal_friction(c, io->s_dot[c->port], io->x);
        if (c->seal.law != MB_FRICTION_NONE) add_seal(h, c, &f, io);
        if (c->work_state != HYD_NONE) add_work(h, c, &f, io);
    }
}

/* Friction of the efficiency law: what the cylinder's force lacks from its pressure force without end stops.
 */
static double efficiency_friction(const world_hydraulics *h, const world_cylinder *c, double s, double v,
                                  const double *x)
{
    hyd_cylinder bare = *c->cylinder;
    bare.stop_stiffness = bare.stop_damping = 0.0;
    world_cylinder free = *c;
    free.cylinder = &bare;
    const hyd_cylinder_force oil = oil_force(h, &free, s, v, x);
    return oil.F - oil.pressure_force;
}

world_cylinder_values world_cylinder_look(const world_hydraulics *hydraulics, int cylinder, double s,
                                          double s_dot, const double *x)
{
    const world_cylinder *c = &hydraulics->cylinders[cylinder];
    const int states = mb_friction_states(c->seal.law);
    const double seal = seal_friction(c, s_dot, x).force;
    return (world_cylinder_values){.length = s,
                                   .rate = s_dot,
                                   .force = oil_force(hydraulics, c, s, s_dot, x).F - seal,
                                   .friction = efficiency_friction(hydraulics, c, s, s_dot, x) - seal,
                                   .bristle = states > 0 ? x[c->seal_state] : 0.0,
                                   .film = states > 1 ? x[c->seal_state + 1] : 0.0,
                                   .work = c->work_state != HYD_NONE ? x[c->work_state] : 0.0};
}

/* ---- making ---- */

static world_cylinder make_cylinder(const hyd_circuit *circuit, const hyd_cylinder_def *def)
{
    return (world_cylinder){.cylinder = &def->cylinder,
                            .port = def->port,
                            .node_a = def->a,
                            .node_b = def->b,
                            .pressure_a = hyd_circuit_pressure_state(circuit, def->a),
                            .pressure_b = hyd_circuit_pressure_state(circuit, def->b),
                            .seal_state = HYD_NONE,
                            .work_state = HYD_NONE};
}

/* Cylinders, and the numbering of the states. */
static bool list_cylinders(const world_hydraulics_def *def, hl_arena *arena, world_hydraulics *h)
{
    const hyd_circuit_def *circuit = hyd_circuit_definition(def->circuit);
    world_cylinder *cylinders = HL_NEW(arena, world_cylinder, circuit->cylinder_count);
    if (cylinders == NULL) return false;
    for (int i = 0; i < circuit->cylinder_count; i++) {
        cylinders[i] = make_cylinder(def->circuit, &circuit->cylinders[i]);
        if (def->seals != NULL) cylinders[i].seal = def->seals[i];
        const int states = mb_friction_states(cylinders[i].seal.law);
        if (states > 0) cylinders[i].seal_state = h->states;
        h->states += states;
    }
    for (int i = 0; def->work && i < circuit->cylinder_count; i++) cylinders[i].work_state = h->states++;
    h->cylinder_count = circuit->cylinder_count;
    h->cylinders = cylinders;
    return true;
}

static bool list_commands(const hyd_circuit *circuit, hl_arena *arena, world_hydraulics *h)
{
    const hyd_circuit_def *def = hyd_circuit_definition(circuit);
    h->commands = HL_NEW(arena, double, h->command_count);
    if (h->commands == NULL) return false;
    hyd_circuit_initial_commands(circuit, h->commands);
    for (int i = 0; i < h->command_count; i++)
        h->any_linear |= def->commands[i].linear && def->commands[i].point_count > 0;
    return true;
}

/* Seals start unbent and dry, work at nothing. */
static bool list_states(const world_hydraulics *h, hl_arena *arena, mb_effort_def *effort)
{
    const int own = hyd_circuit_counts(h->circuit).states;
    const double boils = hyd_circuit_definition(h->circuit)->oil.vapour_pressure;
    double *x0 = HL_NEW(arena, double, h->states), *scale = HL_NEW(arena, double, h->states);
    double *bend = HL_NEW(arena, double, h->states);
    if (x0 == NULL || scale == NULL || bend == NULL) return false;
    const int volumes = hyd_circuit_counts(h->circuit).volumes;
    for (int i = 0; i < h->states; i++) bend[i] = i < volumes && boils > 0.0 ? boils : -HUGE_VAL;
    for (int i = 0; i < own; i++) {
        x0[i] = hyd_circuit_initial(h->circuit)[i];
        scale[i] = CIRCUIT_UNIT * hyd_circuit_scale(h->circuit)[i];
    }
    for (int i = 0; i < h->cylinder_count; i++) {
        const world_cylinder *c = &h->cylinders[i];
        const int states = mb_friction_states(c->seal.law);
        if (states > 0) scale[c->seal_state] = BRISTLE_UNIT;
        if (states > 1) scale[c->seal_state + 1] = FILM_UNIT;
        if (c->work_state == HYD_NONE) continue;
        scale[c->work_state] = NO_UNIT;
        effort->quadratures++;
    }
    effort->states = h->states;
    effort->x0 = x0;
    effort->x_scale = scale;
    effort->x_bend = bend;
    return true;
}

/* Rates jump where a schedule steps; where a straight line has a corner they only bend. Before its first
 * point a schedule holds that point's value. */
static bool list_switches(const hyd_circuit *circuit, hl_arena *arena, mb_effort_def *effort)
{
    const hyd_circuit_def *def = hyd_circuit_definition(circuit);
    int count = 0;
    for (int i = 0; i < def->command_count; i++)
        if (!def->commands[i].linear && def->commands[i].point_count > 1)
            count += def->commands[i].point_count - 1;
    double *switches = HL_NEW(arena, double, count);
    if (switches == NULL) return false;
    effort->switches = switches;
    effort->switch_count = count;
    for (int i = 0; i < def->command_count; i++)
        for (int k = 1; !def->commands[i].linear && k < def->commands[i].point_count; k++)
            *switches++ = def->commands[i].points[k].time;
    return true;
}

hl_status world_hydraulic_effort(const world_hydraulics_def *def, hl_arena *arena,
                                 world_hydraulics **hydraulics, mb_effort_def *effort)
{
    const hyd_counts counts = hyd_circuit_counts(def->circuit);
    if (counts.ports > MB_MAX_EFFORT_PORTS || counts.commands > WORLD_MAX_COMMANDS) return HL_BAD_INPUT;
    world_hydraulics *h = HL_NEW(arena, world_hydraulics, 1);
    if (h == NULL) return HL_OUT_OF_MEMORY;
    *h = (world_hydraulics){.circuit = def->circuit,
                            .ports = counts.ports,
                            .states = counts.states,
                            .command_count = counts.commands};
    *effort = (mb_effort_def){.name = def->name,
                              .ports = counts.ports,
                              .stiff_states = def->stiff,
                              .not_queried = true, /* outputs of circuits read its states */
                              .evaluate = evaluate,
                              .parameters = h};
    memcpy(effort->measure, def->measures, (size_t)counts.ports * sizeof *def->measures);
    if (!list_cylinders(def, arena, h) || !list_commands(def->circuit, arena, h) ||
        !list_states(h, arena, effort) || !list_switches(def->circuit, arena, effort))
        return HL_OUT_OF_MEMORY;
    *hydraulics = h;
    return HL_OK;
}
