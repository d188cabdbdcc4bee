/* Levers on pilot oil: their response, the lock that takes their oil away, pilot lines that follow them, the
 * commands of valves, the engine that idles while they rest, brakes on joints that hold while levers rest. */
#include "parts/parts.h"

#include <math.h>

static const double ON = 0.5; /* a switch counts as on from here */

static int find_role(const auth_machine *author, auth_drive_role role)
{
    for (int i = 0; i < author->control_count; i++)
        if (author->controls[i].drive == role) return i;
    return -1;
}

static hl_status define(world_machine *machine, world_building *with)
{
    world_levers *levers = machine->levers = HL_NEW(with->arena, world_levers, 1);
    if (levers == NULL) return HL_OUT_OF_MEMORY;
    levers->lock = find_role(machine->author, AUTH_DRIVE_LOCK);
    levers->auto_idle = find_role(machine->author, AUTH_DRIVE_AUTO_IDLE);
    return HL_OK;
}

static bool is_on(const world_machine *machine, int control)
{
    return control >= 0 && machine->controls->values[control] >= ON;
}

/* ---- response ---- */

/* Levers rest in a dead band and answer progressively: (1 - p) s + p s^3 beyond it. */
static double response(const auth_control *control, double value)
{
    const double s = world_share(control, value);
    const double beyond = (fabs(s) - control->dead_band) / (1.0 - control->dead_band);
    if (beyond <= 0.0) return 0.0;
    return copysign(beyond * (1.0 + control->progression * (beyond * beyond - 1.0)), s);
}

/* Factor of a response by its `blocked_by` control: e.g. a digging brake keeps the axle locked. */
static double unblocked(const world_machine *machine, const auth_control *control)
{
    if (control->blocked_by < 0) return 1.0;
    const double share = world_share(&machine->author->controls[control->blocked_by],
                                     machine->controls->values[control->blocked_by]);
    return 1.0 - fmin(fabs(share), 1.0);
}

/* What is left of a response when one side of it counts. */
static double on_side(double response, auth_side side)
{
    if (side == AUTH_SIDE_POSITIVE) return fmax(response, 0.0);
    if (side == AUTH_SIDE_NEGATIVE) return fmax(-response, 0.0);
    return response;
}

/* Whether the cut-off of the load chart stops a response. */
static bool is_stopped(const world_machine *machine, int control, double response)
{
    const auth_load_chart *chart = &machine->author->load_chart;
    if (machine->lift == NULL || !(machine->lift->state.stopped > 0.0)) return false;
    for (int i = 0; i < chart->cut_off_count; i++)
        if (chart->cut_offs[i].control == control && on_side(response, chart->cut_offs[i].side) != 0.0)
            return true;
    return false;
}

double world_lever(const world_machine *machine, int control)
{
    if (machine->author->controls[control].lever && is_on(machine, machine->levers->lock)) return 0.0;
    const auth_control *author = &machine->author->controls[control];
    const double r = unblocked(machine, author) * response(author, machine->controls->values[control]);
    return is_stopped(machine, control, r) ? 0.0 : r;
}

/* ---- pilots ---- */

/* Share of the pilot's oil that other levers leave it. */
static double yielded(const world_machine *machine, const auth_pilot *pilot)
{
    double left = 1.0;
    for (int i = 0; i < pilot->yield_count; i++) {
        const struct auth_yield *yield = &pilot->yields[i];
        left *=
            1.0 - yield->share * fmin(fabs(on_side(world_lever(machine, yield->control), yield->side)), 1.0);
    }
    return left;
}

static double pilot_command(const world_machine *machine, const auth_pilot *pilot)
{
    const double s = on_side(world_lever(machine, pilot->control), pilot->side);
    const double beyond = (fabs(s) - pilot->from) / (1.0 - pilot->from);
    if (beyond <= 0.0) return 0.0;
    return pilot->full * copysign(beyond * yielded(machine, pilot), s);
}

static double pilot_pressure(const world_machine *machine, int of)
{
    const auth_pilot *pilot = &machine->author->pilots[of];
    const double s = on_side(world_lever(machine, pilot->control), pilot->side);
    return machine->author->pilot_pressure * fabs(s) * yielded(machine, pilot);
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row pressure = {"", "Pa", 1.0, pilot_pressure, "in this pilot line"};
    for (int i = 0; i < machine->author->pilot_count; i++)
        world_signal_put(machine, &pressure, "pilot.", machine->author->pilots[i].name, i, arena);
}

/* ---- commands of the circuits ---- */

static double limited(double value, double end)
{
    return fmin(fmax(value, -end), end);
}

/* A follow-up loop drives a joint coordinate to where the control points. */
static double follow_up(const world_machine *machine, const auth_control *control, double value)
{
    const world_mechanism *m = machine->mechanism;
    const double s = world_share(control, value);
    const double target = s >= 0.0 ? s * control->follow_high : -s * control->follow_low;
    const double present =
        m->state->q[mb_model_q_index(m->model, control->follow.joint) + control->follow.coordinate];
    return limited(control->follow_gain * (target - present), control->full);
}

/* How far open the valve of a control stands, as the by-pass sees it: 0 to 1 [share of its command]. */
static double opening(const world_machine *machine, int control)
{
    const auth_control *c = &machine->author->controls[control];
    const double *stuck = world_stuck_command(machine, c->circuit, c->command);
    return fabs(stuck != NULL ? *stuck / c->full : world_lever(machine, control));
}

/* Commands are written where the circuit reads them, without world_mechanism_command's search for a jump: a
 * spool is a state, and a reference that moves a little each tick acts half a step late at most. */
static void apply(world_machine *machine)
{
    const auth_machine *author = machine->author;
    for (int i = 0; i < author->control_count; i++) {
        const auth_control *control = &author->controls[i];
        if (control->circuit < 0) continue;
        const double value = machine->controls->values[i];
        *world_circuit_command(machine, control->circuit, control->command) =
            control->follows ? follow_up(machine, control, value) : control->full * world_lever(machine, i);
    }
    for (int i = 0; i < author->bypass_count; i++) {
        const auth_bypass *bypass = &author->bypasses[i];
        double most = 0.0;
        for (int c = 0; c < bypass->control_count; c++)
            most = fmax(most, opening(machine, bypass->controls[c]));
        *world_circuit_command(machine, bypass->circuit, bypass->command) =
            bypass->full * (1.0 - fmin(most, 1.0));
    }
    for (int i = 0; i < author->pilot_count; i++) {
        const auth_pilot *pilot = &author->pilots[i];
        *world_circuit_command(machine, pilot->circuit, pilot->command) = pilot_command(machine, pilot);
    }
}

/* ---- auto idle ---- */

static bool levers_rest(const world_machine *machine)
{
    for (int i = 0; i < machine->author->control_count; i++)
        if (machine->author->controls[i].lever && world_lever(machine, i) != 0.0) return false;
    return true;
}

double world_auto_idle(world_machine *machine, double throttle)
{
    const auth_engine *engine = &machine->author->engine;
    double *rest = &machine->levers->idle_rest;
    if (!(engine->idle_delay > 0.0)) return throttle;
    *rest = levers_rest(machine) ? fmin(*rest + machine->mechanism->options.step, engine->idle_delay) : 0.0;
    const bool idles = *rest >= engine->idle_delay && is_on(machine, machine->levers->auto_idle);
    return idles ? fmin(throttle, engine->idle_throttle) : throttle;
}

static void put_auto_idle(world_machine *machine)
{
    if (machine->author->engine.idle_delay > 0.0)
        world_block_put(machine, "auto idle", &machine->levers->idle_rest, sizeof(double), NULL, NULL);
}

static void forget(world_machine *machine)
{
    machine->levers->idle_rest = 0.0;
}

const world_part_row world_levers_row = {.name = "levers",
                                         .define = define,
                                         .signals = put_signals,
                                         .blocks = put_auto_idle,
                                         .forget = forget,
                                         .apply = apply};

static void put_commands(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int i = 0; i < m->circuit_count; i++)
        world_block_put(machine, m->circuits[i].author->def.name, m->circuits[i].hydraulics->commands,
                        (size_t)m->circuits[i].hydraulics->command_count * sizeof(double), NULL, NULL);
}

const world_part_row world_circuits_row = {.name = "circuits", .blocks = put_commands};

/* ---- brakes on joints that hold while levers rest ---- */

static const double CLOSING = 0.1; /* [s] in which a spring presses the oil out of a brake */

static hl_status define_brakes(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    world_brakes *brakes = machine->brakes = HL_NEW(with->arena, world_brakes, 1);
    if (brakes == NULL) return HL_OUT_OF_MEMORY;
    brakes->efforts = HL_NEW(with->arena, int, author->brake_count);
    brakes->data = HL_NEW(with->arena, drive_brake_data, author->brake_count);
    brakes->capacities = HL_NEW(with->arena, double, author->brake_count);
    brakes->closing = HL_NEW(with->arena, double, author->brake_count);
    if (brakes->efforts == NULL || brakes->data == NULL || brakes->capacities == NULL ||
        brakes->closing == NULL)
        return HL_OUT_OF_MEMORY;
    for (int b = 0; b < author->brake_count; b++)
        brakes->data[b] = (drive_brake_data){author->brakes[b].coupling, &brakes->capacities[b]};
    return HL_OK;
}

static void put_brake_efforts(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    for (int b = 0; b < author->brake_count; b++)
        machine->brakes->efforts[b] = world_effort_put(
            with, drive_brake_effort(author->brakes[b].name, world_joint_measure(author->brakes[b].on),
                                     &machine->brakes->data[b], NULL));
}

static void put_brake_blocks(world_machine *machine)
{
    const size_t size = (size_t)machine->author->brake_count * sizeof(double);
    world_block_put(machine, "times of the brakes", machine->brakes->closing, size, NULL, NULL);
    world_block_put(machine, "brakes", machine->brakes->capacities, size, NULL, NULL);
}

static void forget_brakes(world_machine *machine)
{
    for (int b = 0; b < machine->author->brake_count; b++)
        world_effort_set(machine, machine->brakes->efforts[b])[BRAKE_LOSS] = 0.0;
}

static bool is_released(const world_machine *machine, const auth_brake *brake)
{
    for (int i = 0; i < brake->control_count; i++)
        if (world_lever(machine, brake->controls[i]) != 0.0) return true;
    return false;
}

static double pedal_share(const world_machine *machine, const auth_brake *brake)
{
    double most = 0.0;
    for (int i = 0; i < brake->applier_count; i++) {
        const auth_control *control = &machine->author->controls[brake->appliers[i]];
        const double value = machine->controls->values[brake->appliers[i]];
        most = fmax(most, (value - control->low) / (control->high - control->low));
    }
    return most;
}

static void apply_brakes(world_machine *machine)
{
    const double step = machine->mechanism->options.step;
    for (int b = 0; b < machine->author->brake_count; b++) {
        const auth_brake *brake = &machine->author->brakes[b];
        double *left = &machine->brakes->closing[b];
        *left = is_released(machine, brake) ? brake->delay + CLOSING : fmax(*left - step, 0.0);
        const double spring = brake->control_count > 0 ? 1.0 - fmin(*left / CLOSING, 1.0) : 0.0;
        machine->brakes->capacities[b] = brake->torque * fmax(spring, pedal_share(machine, brake));
    }
}

/* ---- signals ---- */

static double closed(const world_machine *machine, int of)
{
    return machine->brakes->capacities[of] / machine->author->brakes[of].torque;
}

static double lost_work(const world_machine *machine, int of)
{
    return world_effort_states(machine, machine->brakes->efforts[of])[BRAKE_LOSS];
}

static void put_brake_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {"", "1", 1.0, closed, "1 while the brake is closed, 0 open"},
        {".lost_work", "J", 1.0, lost_work, "dissipated in the brake since the start"},
    };
    for (int b = 0; b < machine->author->brake_count; b++)
        world_signals_put(machine, WORLD_ROWS(rows), "brake.", machine->author->brakes[b].name, b, arena);
}

const world_part_row world_brakes_row = {.name = "brakes",
                                         .define = define_brakes,
                                         .efforts = put_brake_efforts,
                                         .signals = put_brake_signals,
                                         .blocks = put_brake_blocks,
                                         .forget = forget_brakes,
                                         .apply = apply_brakes};
