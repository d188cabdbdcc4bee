/* Authored circuits as efforts of the model. */
#include "circuit_internal.h"

double world_cylinder_length_0(const auth_cylinder *cylinder, double start_length)
{
    return cylinder->length_given ? cylinder->length : start_length;
}

/* Distance of a cylinder's pins as a measure. */
static mb_measure_def pin_distance(const auth_cylinder *cylinder)
{
    return (mb_measure_def){.kind = MB_MEASURE_DISTANCE,
                            .body_a = cylinder->a,
                            .body_b = cylinder->b,
                            .point_a = world_vec3(cylinder->a_at),
                            .point_b = world_vec3(cylinder->b_at)};
}

/* ---- complaints ---- */

/* Places of a list whose items begin with name and place. */
#define PLACE(list) circuit->list[index].place

/* The hydraulics library knows lists, no places. */
hl_place world_circuit_place(const auth_circuit *circuit, const hyd_def_error *error)
{
    const int index = error->index;
    switch (error->item) {
    case HYD_ITEM_NODE:
        return PLACE(nodes);
    case HYD_ITEM_COMMAND:
        return PLACE(commands);
    case HYD_ITEM_ORIFICE:
        return PLACE(throttles);
    case HYD_ITEM_LEAKAGE:
        return PLACE(leakages);
    case HYD_ITEM_CHECK:
        return PLACE(checks);
    case HYD_ITEM_RELIEF:
        return PLACE(reliefs);
    case HYD_ITEM_COUNTERBALANCE:
        return PLACE(counterbalances);
    case HYD_ITEM_COMPENSATOR:
        return PLACE(compensators);
    case HYD_ITEM_DIRECTIONAL:
        return PLACE(directionals);
    case HYD_ITEM_LOAD_SENSING:
        return PLACE(load_sensings);
    case HYD_ITEM_PUMP:
        return PLACE(pumps);
    case HYD_ITEM_MOTOR:
        return PLACE(motors);
    case HYD_ITEM_ACCUMULATOR:
        return PLACE(accumulators);
    case HYD_ITEM_CYLINDER:
        return PLACE(cylinders);
    case HYD_ITEM_PORT:
        return index < circuit->cylinder_count ? PLACE(cylinders) : circuit->place;
    case HYD_ITEM_OIL:
    default:
        return circuit->place;
    }
}

/* l2 = l2_0 + (s - s_0) at the start, with the printed sign of 002 Eq. (43) on request */
static bool check_stroke(const auth_cylinder *c, double start, hl_report *report)
{
    const double out = start - world_cylinder_length_0(c, start);
    const double at = c->chamber + (c->sign == AUTH_SIGN_PRINTED ? -out : out);
    if (at >= 0.0 && at <= c->stroke) return true;
    hl_report_add(report, c->place,
                  "cylinder '%s': its pins are %.4g m apart at the start, which puts the piston at %.4g m of "
                  "its stroke "
                  "of %.4g m; expected `length`, `chamber` and `stroke` that fit the pins",
                  c->name, start, at, c->stroke);
    return false;
}

static bool check_size(const auth_circuit *circuit, const hyd_circuit_def *def, hl_report *report)
{
    const bool fits = def->port_count <= MB_MAX_EFFORT_PORTS && def->command_count <= WORLD_MAX_COMMANDS;
    if (!fits)
        hl_report_add(
            report, circuit->place,
            "circuit '%s' meets the mechanism in %d places and has %d commands; expected at most %d "
            "cylinders and shafts and at most %d commands",
            circuit->name, def->port_count, def->command_count, (int)MB_MAX_EFFORT_PORTS,
            (int)WORLD_MAX_COMMANDS);
    return fits;
}

/* ---- building ---- */

static hl_status define_checked(const auth_circuit *author, const double *lengths, hl_arena *arena,
                                world_ports *ports, hyd_circuit_def *def, hl_report *report)
{
    bool fits = true;
    for (int i = 0; i < author->cylinder_count; i++)
        fits &= check_stroke(&author->cylinders[i], lengths[i], report);
    if (!world_circuit_define(author, lengths, arena, ports, def)) return HL_OUT_OF_MEMORY;
    fits &= check_size(author, def, report);
    return fits ? HL_OK : HL_BAD_INPUT;
}

static hl_status make_effort(const auth_circuit *author, const hyd_circuit *circuit, const world_ports *ports,
                             hl_arena *arena, world_hydraulics **hydraulics, mb_effort_def *effort)
{
    mb_measure_def *measures = HL_NEW(arena, mb_measure_def, ports->count);
    mb_friction *seals = HL_NEW(arena, mb_friction, author->cylinder_count);
    if (measures == NULL || seals == NULL) return HL_OUT_OF_MEMORY;
    for (int p = 0; p < ports->count; p++)
        measures[p] = p < author->cylinder_count ? pin_distance(&author->cylinders[p])
                                                 : world_joint_measure(ports->on[p]);
    for (int i = 0; i < author->cylinder_count; i++)
        seals[i] = world_friction_parameters(&author->cylinders[i].friction);
    const world_hydraulics_def def = {.name = author->name,
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
    world_ports ports;
    hyd_circuit_def def;
    hyd_def_error error = {.text = ""};
    hl_status status = define_checked(author, lengths, arena, &ports, &def, report);
    if (status != HL_OK) return status;
    const hyd_circuit *built = NULL;
    status = hyd_circuit_build(&def, arena, &built, &error);
    if (status == HL_BAD_INPUT)
        hl_report_add(report, world_circuit_place(author, &error), "circuit '%s': %s", author->name,
                      error.text);
    if (status != HL_OK) return status;
    *circuit = (world_circuit){.author = author,
                               .watch = hyd_watch_new(built, arena),
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
        lengths += author->circuits[i].cylinder_count;
        if (status != HL_OK) all = status;
    }
    return all;
}
