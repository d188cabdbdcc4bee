/* Authored circuits as efforts of the model. Their ports are the cylinders' pins in their order, then the
 * shafts of pumps and motors, each once. */
#include "circuit/circuit.h"

/* Distance of a cylinder's pins as a measure. */
static mb_measure_def pin_distance(const auth_cylinder *cylinder)
{
    return (mb_measure_def){.kind = MB_MEASURE_DISTANCE,
                            .body_a = cylinder->a,
                            .body_b = cylinder->b,
                            .point_a = world_vec3(cylinder->a_at),
                            .point_b = world_vec3(cylinder->b_at)};
}

/* ---- ports ---- */

/** Where a circuit meets the mechanism. */
typedef struct circuit_ports {
    hyd_port_def *defs;
    auth_joint_coordinate *on; /* of shafts */
    int count;
} circuit_ports;

static int add_port(circuit_ports *ports, const char *name, hl_place place, hyd_port_kind kind)
{
    ports->defs[ports->count] = (hyd_port_def){.name = name, .place = place, .kind = kind};
    return ports->count++;
}

/* Port of a shaft, a new one or the one that is there already. */
static int shaft_port(circuit_ports *ports, hl_place place, auth_joint_coordinate on)
{
    for (int p = 0; p < ports->count; p++)
        if (ports->defs[p].kind == HYD_PORT_SHAFT && ports->on[p].joint == on.joint &&
            ports->on[p].coordinate == on.coordinate)
            return p;
    ports->on[ports->count] = on;
    return add_port(ports, "shaft", place, HYD_PORT_SHAFT);
}

/* The definition with what the file leaves to the mechanism: ports, and lengths of cylinders whose pins were
 * measured. False: out of memory. */
static bool complete(const auth_circuit *author, const double *lengths, hl_arena *arena, circuit_ports *ports,
                     hyd_circuit_def *def)
{
    *def = author->def;
    const int most = def->cylinder_count + def->pump_count + def->motor_count;
    def->cylinders = HL_NEW(arena, hyd_cylinder_def, def->cylinder_count);
    def->pumps = HL_NEW(arena, hyd_pump_def, def->pump_count);
    def->motors = HL_NEW(arena, hyd_motor_def, def->motor_count);
    def->ports = HL_NEW(arena, hyd_port_def, most);
    *ports = (circuit_ports){.defs = def->ports, .on = HL_NEW(arena, auth_joint_coordinate, most)};
    if (!def->cylinders || !def->pumps || !def->motors || !def->ports || !ports->on) return false;
    for (int i = 0; i < def->cylinder_count; i++) {
        hyd_cylinder_def *c = &def->cylinders[i];
        *c = author->cylinders[i].def;
        c->port = add_port(ports, c->name, c->place, HYD_PORT_LENGTH);
        if (!author->cylinders[i].length_given) c->cylinder.length_0 = lengths[i];
    }
    for (int i = 0; i < def->pump_count; i++) {
        hyd_pump_def *p = &def->pumps[i];
        *p = author->pumps[i].def;
        p->port = p->driven ? HYD_NONE : shaft_port(ports, p->place, author->pumps[i].on);
    }
    for (int i = 0; i < def->motor_count; i++) {
        def->motors[i] = author->motors[i].def;
        def->motors[i].port = shaft_port(ports, def->motors[i].place, author->motors[i].on);
    }
    def->port_count = ports->count;
    return true;
}

/* ---- checks ---- */

/* l2 = l2_0 + (s - s_0) at the start, with the printed sign of 002 Eq. (43) on request */
static bool check_stroke(const hyd_cylinder_def *def, double start, hl_report *report)
{
    const hyd_cylinder *c = &def->cylinder;
    const double out = start - c->length_0;
    const double at = c->chamber_0 + (c->sign == HYD_SIGN_PRINTED ? -out : out);
    if (at >= 0.0 && at <= c->stroke) return true;
    hl_report_add(report, def->place,
                  "cylinder '%s': its pins are %.4g m apart at the start, which puts the piston at %.4g m of "
                  "its stroke of %.4g m: correct `length`, `chamber` or `stroke`",
                  def->name, start, at, c->stroke);
    return false;
}

static bool check_size(const hyd_circuit_def *def, hl_report *report)
{
    if (def->port_count <= MB_MAX_EFFORT_PORTS && def->command_count <= WORLD_MAX_COMMANDS) return true;
    hl_report_add(report, def->place,
                  "circuit '%s' meets the mechanism in %d places and has %d commands: at most %d cylinders "
                  "and shafts and at most %d commands are possible",
                  def->name, def->port_count, def->command_count, (int)MB_MAX_EFFORT_PORTS,
                  (int)WORLD_MAX_COMMANDS);
    return false;
}

/* ---- building ---- */

static hl_status define_checked(const auth_circuit *author, const double *lengths, hl_arena *arena,
                                circuit_ports *ports, hyd_circuit_def *def, hl_report *report)
{
    if (!complete(author, lengths, arena, ports, def)) return HL_OUT_OF_MEMORY;
    bool fits = true;
    for (int i = 0; i < def->cylinder_count; i++)
        fits &= check_stroke(&def->cylinders[i], lengths[i], report);
    fits &= check_size(def, report);
    return fits ? HL_OK : HL_BAD_INPUT;
}

static hl_status make_effort(const auth_circuit *author, const hyd_circuit *circuit,
                             const circuit_ports *ports, hl_arena *arena, world_hydraulics **hydraulics,
                             mb_effort_def *effort)
{
    mb_measure_def *measures = HL_NEW(arena, mb_measure_def, ports->count);
    mb_friction *seals = HL_NEW(arena, mb_friction, author->def.cylinder_count);
    if (measures == NULL || seals == NULL) return HL_OUT_OF_MEMORY;
    for (int p = 0; p < ports->count; p++)
        measures[p] = p < author->def.cylinder_count ? pin_distance(&author->cylinders[p])
                                                     : world_joint_measure(ports->on[p]);
    for (int i = 0; i < author->def.cylinder_count; i++) seals[i] = author->cylinders[i].friction;
    const world_hydraulics_def def = {.name = author->def.name,
                                      .circuit = circuit,
                                      .measures = measures,
                                      .seals = seals,
                                      .work = true,
                                      .stiff = true};
    return world_hydraulic_effort(&def, arena, hydraulics, effort);
}

static hl_status build(const auth_circuit *author, const double *lengths, hl_arena *arena, hl_report *report,
                       world_circuit *circuit, mb_effort_def *effort)
{
    circuit_ports ports;
    hyd_circuit_def def;
    hl_status status = define_checked(author, lengths, arena, &ports, &def, report);
    if (status != HL_OK) return status;
    const hyd_circuit *built = NULL;
    status = hyd_circuit_build(&def, arena, &built, report);
    if (status != HL_OK) return status;
    *circuit = (world_circuit){.author = author,
                               .watch = hyd_event_counters_new(built, arena),
                               .s = HL_NEW(arena, double, ports.count),
                               .s_dot = HL_NEW(arena, double, ports.count),
                               .rates = HL_NEW(arena, double, hyd_circuit_counts(built).states)};
    if (circuit->watch.active == NULL || circuit->s == NULL || circuit->s_dot == NULL ||
        circuit->rates == NULL)
        return HL_OUT_OF_MEMORY;
    return make_effort(author, built, &ports, arena, &circuit->hydraulics, effort);
}

hl_status world_circuits_build(world_mechanism *mechanism, const double *lengths, hl_arena *arena,
                               hl_report *report, mb_effort_def *efforts)
{
    const auth_mechanism *author = mechanism->author;
    mechanism->circuit_count = author->circuit_count;
    mechanism->circuits = HL_NEW(arena, world_circuit, author->circuit_count);
    if (mechanism->circuits == NULL) return HL_OUT_OF_MEMORY;
    hl_status all = HL_OK;
    for (int i = 0; i < author->circuit_count && all != HL_OUT_OF_MEMORY; i++) {
        const hl_status status =
            build(&author->circuits[i], lengths, arena, report, &mechanism->circuits[i], &efforts[i]);
        lengths += author->circuits[i].def.cylinder_count;
        if (status != HL_OK) all = status;
    }
    return all;
}
