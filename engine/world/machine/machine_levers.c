/* Levers on pilot oil: their response, the lock that takes their oil away, pilots that hear of them, the
 * engine that idles while they rest. */
#include "machine_internal.h"

static const double ON = 0.5; /* a switch counts as on from here */

static int find_role(const auth_machine *author, auth_drive_role role)
{
    for (int i = 0; i < author->control_count; i++)
        if (author->controls[i].drive == role) return i;
    return -1;
}

void world_levers_define(world_machine *machine)
{
    const auth_machine *author = machine->author;
    world_levers *levers = &machine->levers;
    levers->lock = find_role(author, AUTH_DRIVE_LOCK);
    levers->auto_idle = find_role(author, AUTH_DRIVE_AUTO_IDLE);
}

static bool is_on(const world_machine *machine, int control)
{
    return control >= 0 && machine->controls[control] >= ON;
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

double world_lever(const world_machine *machine, int control)
{
    if (machine->author->controls[control].lever && is_on(machine, machine->levers.lock)) return 0.0;
    return response(&machine->author->controls[control], machine->controls[control]);
}

/* ---- pilots ---- */

/* What is left of a response when one side of it counts. */
static double on_side(double response, auth_side side)
{
    if (side == AUTH_SIDE_POSITIVE) return fmax(response, 0.0);
    if (side == AUTH_SIDE_NEGATIVE) return fmax(-response, 0.0);
    return response;
}

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

double world_pilot_command(const world_machine *machine, const auth_pilot *pilot)
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

void world_pilot_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row pressure = {"", "Pa", 1.0, pilot_pressure, "in this pilot line"};
    for (int i = 0; i < machine->author->pilot_count; i++)
        world_signal_put(machine, &pressure, "pilot.", machine->author->pilots[i].name, i, arena);
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
    double *rest = &machine->brakes.idle_rest;
    if (!(engine->idle_delay > 0.0)) return throttle;
    *rest = levers_rest(machine) ? fmin(*rest + machine->mechanism->options.step, engine->idle_delay) : 0.0;
    const bool idles = *rest >= engine->idle_delay && is_on(machine, machine->levers.auto_idle);
    return idles ? fmin(throttle, engine->idle_throttle) : throttle;
}
