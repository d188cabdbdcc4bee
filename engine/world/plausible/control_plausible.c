/* Controls whose figures are hardly meant: followers, safe values, commands that nothing moves. */
#include "plausible.h"

#include <math.h>

/* ---- followers: what a steering wheel turns ---- */

static void doubt_ends(const world_doubts *d, const auth_control *control)
{
    static const double angle = 3.14159265358979323846, way = 20.0; /* [rad], [m] */
    const double low = control->follow_low, high = control->follow_high;
    const char *unit = control->follow.angular ? "rad" : "m";
    const char *meant = control->follow.angular ? "deg" : "mm";
    if (fmax(fabs(low), fabs(high)) > (control->follow.angular ? angle : way))
        hl_report_add(d->report, control->place,
                      "control '%s' follows from %.4g to %.4g %s, beyond what joint '%s' can reach: give the "
                      "ends with their unit, such as \"%g %s\"",
                      control->name, low, high, unit, d->author->joints[control->follow.joint].name, high,
                      meant);
    else if (low * high > 0.0)
        hl_report_add(d->report, control->place,
                      "control '%s' follows from %.4g to %.4g %s, on one side of 0, where the control rests: "
                      "give ends on both sides",
                      control->name, low, high, unit);
}

static void doubt_stops_of(const world_doubts *d, const auth_control *control)
{
    for (int i = 0; i < d->author->stop_count; i++) {
        const auth_stop *stop = &d->author->stops[i];
        const double low = fmin(control->follow_low, control->follow_high),
                     high = fmax(control->follow_low, control->follow_high), slack = 0.02 * (high - low);
        if (stop->on.joint != control->follow.joint || stop->on.coordinate != control->follow.coordinate)
            continue;
        if (low >= stop->parameters.lower - slack && high <= stop->parameters.upper + slack) continue;
        hl_report_add(d->report, control->place,
                      "control '%s' follows from %.4g to %.4g, but the stop '%s' holds the joint between "
                      "%.4g and %.4g: give ends within the stops",
                      control->name, low, high, stop->name, stop->parameters.lower, stop->parameters.upper);
    }
}

/* Oil that a node takes up for each unit of the velocity in `state` [m^3/s]. */
static double oil_into(const world_doubts *d, int of, int node)
{
    const auth_circuit *circuit = &d->author->circuits[of];
    const int effort = world_circuit_effort(d->mechanism->author, of);
    double oil = 0.0;
    for (int i = 0; i < circuit->def.cylinder_count; i++) {
        const auth_cylinder *c = &circuit->cylinders[i];
        const double rate = mb_effort_port(d->mechanism->model, d->mechanism->work, effort, i).s_dot;
        if (c->def.a == node) oil += c->def.cylinder.area_a * rate;
        if (c->def.b == node) oil -= c->def.cylinder.area_b * rate;
    }
    return oil;
}

static double oil_of_motors(const world_doubts *d, int of, int node, const double *v)
{
    const auth_circuit *circuit = &d->author->circuits[of];
    double oil = 0.0;
    for (int i = 0; i < circuit->def.motor_count; i++) {
        const auth_motor *motor = &circuit->motors[i];
        const double rate = v[mb_model_column(d->mechanism->model, motor->on.joint) + motor->on.coordinate];
        if (motor->def.a == node) oil += motor->def.motor.machine.displacement * rate;
        if (motor->def.b == node) oil -= motor->def.motor.machine.displacement * rate;
    }
    return oil;
}

/* Oil that flows into a node while a coordinate rises by one a second and the loops stay closed; 0 when the
 * node does not move it. */
static double oil_for(const world_doubts *d, int circuit, int node, auth_joint_coordinate on)
{
    hl_arena arena = {0};
    mb_assembly_report assembly;
    const mb_model *model = d->mechanism->model;
    mb_state *moving = mb_state_new(model, &arena);
    double oil = 0.0;
    if (moving != NULL) {
        mb_state_copy(moving, d->mechanism->start);
        for (int c = 0; c < mb_model_counts(model).columns; c++) moving->v[c] = 0.0;
        moving->v[mb_model_column(model, on.joint) + on.coordinate] = 1.0;
        if (mb_assemble(model, moving, d->mechanism->work, &assembly) == HL_OK)
            oil = oil_into(d, circuit, node) + oil_of_motors(d, circuit, node, moving->v);
    }
    hl_arena_free(&arena);
    return oil;
}

/* The working port that a positive command feeds. */
static int fed_by(const auth_circuit *circuit, int command)
{
    for (int i = 0; i < circuit->def.directional_count; i++)
        if (circuit->def.directionals[i].command == command) return circuit->def.directionals[i].A;
    for (int i = 0; i < circuit->def.load_sensing_count; i++)
        if (circuit->def.load_sensings[i].command == command) return circuit->def.load_sensings[i].A;
    return HYD_NONE;
}

static void doubt_gain(const world_doubts *d, const auth_control *control)
{
    const auth_circuit *circuit = &d->author->circuits[control->circuit];
    const int node = fed_by(circuit, control->command);
    if (node == HYD_NONE) return;
    const double oil = oil_for(d, control->circuit, node, control->follow);
    if (oil * control->follow_gain >= 0.0) return;
    hl_report_add(d->report, control->place,
                  "control '%s' has a gain of %.4g, but a positive command of '%s' feeds '%s', which drives "
                  "joint '%s' %s: the joint runs away to one end; give a gain of %.4g",
                  control->name, control->follow_gain, circuit->def.commands[control->command].name,
                  circuit->def.nodes[node].name, d->author->joints[control->follow.joint].name,
                  oil > 0.0 ? "up" : "down", -control->follow_gain);
}

void world_doubt_followers(const world_doubts *d)
{
    for (int i = 0; i < d->parts->control_count; i++) {
        const auth_control *control = &d->parts->controls[i];
        if (!control->follows) continue;
        doubt_ends(d, control);
        doubt_stops_of(d, control);
        doubt_gain(d, control);
    }
}

/* ---- two valves of one function ---- */

/* The lever that moves a command, and whether it does so in its own direction. */
static int lever_of(const auth_machine *machine, int circuit, int command, bool *along)
{
    for (int i = 0; i < machine->control_count; i++) {
        const auth_control *control = &machine->controls[i];
        *along = control->full > 0.0;
        if (control->circuit == circuit && control->command == command && !control->follows) return i;
    }
    for (int i = 0; i < machine->pilot_count; i++) {
        const auth_pilot *pilot = &machine->pilots[i];
        *along = (pilot->full > 0.0) != (pilot->side == AUTH_SIDE_NEGATIVE);
        if (pilot->circuit == circuit && pilot->command == command) return pilot->control;
    }
    return -1;
}

/* Ports and command of a valve, a directional one or a section. */
typedef struct valve_lines {
    const char *name;
    hl_place place;
    int A, B, command;
} valve_lines;

static valve_lines valve_of(const hyd_circuit_def *def, int valve)
{
    const hyd_directional_def *d = &def->directionals[valve];
    if (valve < def->directional_count) return (valve_lines){d->name, d->place, d->A, d->B, d->command};
    const hyd_load_sensing_def *s = &def->load_sensings[valve - def->directional_count];
    return (valve_lines){s->name, s->place, s->A, s->B, s->command};
}

/* Valves on the same two lines that one lever moves feed the same of both. */
static void doubt_pair(const world_doubts *d, int circuit, valve_lines a, valve_lines b)
{
    bool one, other;
    const bool crossed = a.A == b.B && a.B == b.A;
    const int lever = lever_of(d->parts, circuit, a.command, &one);
    if (!crossed && !(a.A == b.A && a.B == b.B)) return;
    if (lever < 0 || lever != lever_of(d->parts, circuit, b.command, &other) || crossed == (one != other))
        return;
    const hyd_circuit_def *c = &d->author->circuits[circuit].def;
    hl_report_add(
        d->report, b.place,
        "circuit '%s': valve '%s' feeds '%s' where valve '%s', which control '%s' moves as well, feeds '%s': "
        "they work against each other: exchange 'A' and 'B', or change the sign of 'full'",
        c->name, b.name, c->nodes[one == other ? b.A : b.B].name, a.name, d->parts->controls[lever].name,
        c->nodes[a.A].name);
}

void world_doubt_pairs(const world_doubts *d)
{
    for (int c = 0; c < d->author->circuit_count; c++) {
        const hyd_circuit_def *def = &d->author->circuits[c].def;
        const int sections = def->directional_count, count = sections + def->load_sensing_count;
        for (int i = 0; i < count; i++)
            for (int k = i + 1; k < (i < sections ? sections : count); k++)
                doubt_pair(d, c, valve_of(def, i), valve_of(def, k));
    }
}

/* ---- safe values ---- */

static void doubt_safe_role(const world_doubts *d, const auth_control *control, double expected,
                            const char *what)
{
    if (control->safe == expected) return;
    hl_report_add(d->report, control->place,
                  "control '%s' goes to %.4g when the operator's input is lost: %s; give a 'safe' of %g",
                  control->name, control->safe, what, expected);
}

void world_doubt_safe_values(const world_doubts *d)
{
    for (int i = 0; i < d->parts->control_count; i++) {
        const auth_control *control = &d->parts->controls[i];
        if (control->drive == AUTH_DRIVE_THROTTLE)
            doubt_safe_role(d, control, control->low, "the engine runs up");
        else if (control->drive == AUTH_DRIVE_DIRECTION)
            doubt_safe_role(d, control, 0.0, "the machine drives on");
        else if (control->lever && !control->follows)
            doubt_safe_role(d, control, 0.0, "the lever stays moved");
    }
}

/* ---- commands ---- */

static bool is_moved(const auth_machine *machine, int circuit, int command)
{
    for (int i = 0; i < machine->control_count; i++)
        if (machine->controls[i].circuit == circuit && machine->controls[i].command == command) return true;
    for (int i = 0; i < machine->bypass_count; i++)
        if (machine->bypasses[i].circuit == circuit && machine->bypasses[i].command == command) return true;
    for (int i = 0; i < machine->pilot_count; i++)
        if (machine->pilots[i].circuit == circuit && machine->pilots[i].command == command) return true;
    for (int i = 0; i < machine->fault_count; i++)
        if (machine->faults[i].kind == AUTH_FAULT_LEAK && machine->faults[i].circuit == circuit &&
            machine->faults[i].command == command)
            return true;
    return false;
}

void world_doubt_commands(const world_doubts *d)
{
    for (int c = 0; c < d->author->circuit_count; c++)
        for (int k = 0; k < d->author->circuits[c].def.command_count; k++) {
            const auth_circuit *circuit = &d->author->circuits[c];
            const hyd_command_def *command = &circuit->def.commands[k];
            if (command->point_count > 0 || is_moved(d->parts, c, k)) continue;
            hl_report_add(d->report, command->place,
                          "circuit '%s': nothing moves command '%s', which stays at %.4g: add a control, a "
                          "bypass or a pilot with this command, or give it 'points'",
                          circuit->def.name, command->name, command->initial);
        }
}
