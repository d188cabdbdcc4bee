/* All doubts about a machine. */
#include "plausible.h"

#include "parts/parts.h"

#include <math.h>

/* ---- parts that need no file of their own ---- */

/* A bucket's edge is farther from its hinge than its lip, and lower where the machine starts. */
static void doubt_tools(const world_doubts *d)
{
    for (int i = 0; i < d->parts->tool_count; i++) {
        const auth_tool *tool = &d->parts->tools[i];
        const double *e = tool->profile[0], *l = tool->profile[tool->corners - 1];
        const hl_mat3 turn = hl_quat_matrix(world_turn(tool->turn));
        const hl_vec3 edge = hl_add(world_vec3(tool->at), hl_mul(&turn, hl_v3(e[0], 0, e[1]))),
                      lip = hl_add(world_vec3(tool->at), hl_mul(&turn, hl_v3(l[0], 0, l[1]))),
                      hinge = world_vec3(d->author->joints[tool->body].child_at);
        const double edge_height = world_start_point(d, tool->body, edge).z,
                     lip_height = world_start_point(d, tool->body, lip).z;
        if (edge_height <= lip_height || hl_norm(hl_sub(edge, hinge)) >= hl_norm(hl_sub(lip, hinge)))
            continue;
        hl_report_add(d->report, tool->place,
                      "tool '%s' begins at [%.3g, %.3g], %.2g m above the end of its profile at [%.3g, %.3g] "
                      "and nearer to the hinge: give the corners from the cutting edge to the upper lip",
                      tool->name, e[0], e[1], edge_height - lip_height, l[0], l[1]);
    }
}

static double largest(const double v[3])
{
    return fmax(fmax(fabs(v[0]), fabs(v[1])), fabs(v[2]));
}

static void doubt_seat(const world_doubts *d)
{
    static const double most = 15.0; /* [m] from the origin of a cab */
    const auth_picture *picture = &d->parts->picture;
    const hl_place chassis = d->author->bodies[d->parts->chassis].place;
    if (d->parts->seat && largest(d->parts->seat_at) > most)
        hl_report_add(d->report, d->author->bodies[d->parts->seat_body].place,
                      "the seat is %.4g m from the origin of its body '%s': give a point in the cab",
                      largest(d->parts->seat_at), d->author->bodies[d->parts->seat_body].name);
    if (picture->cab && largest(picture->eye) > most)
        hl_report_add(d->report, chassis,
                      "the driver's eye is %.4g m from the origin of its body: give a point in the cab",
                      largest(picture->eye));
}

/* Boxes that carry the machine sink in by its weight over the stiffness of the four corners that touch. */
static void doubt_contact(const world_doubts *d)
{
    static const double most = 0.05; /* [m] */
    const auth_contact *contact = &d->parts->contact;
    const double sinks = d->mass * d->gravity / (4.0 * contact->stiffness);
    if (d->parts->shape_count == 0) return;
    if (sinks > most)
        hl_report_add(d->report, d->parts->shapes[0].place,
                      "contact: four corners of %.4g N/m carry the machine %.2g m deep in the ground: give a "
                      "stiffness above %.2g N/m",
                      contact->stiffness, sinks, sinks / most * contact->stiffness);
    if (contact->stiction > 2.0)
        hl_report_add(d->report, d->parts->shapes[0].place,
                      "contact: friction coefficients of %.3g and %.3g: coefficients below 2 are usual",
                      contact->kinetic, contact->stiction);
    for (int h = 0; h < d->machine->contacts->count; h++) {
        const world_hitter *hitter = &d->machine->contacts->list[h];
        if (hitter->body >= d->author->body_count) break; /* of an implement, which has a file of its own */
        const auth_body *body = &d->author->bodies[hitter->body];
        if (hitter->contact.material.stiffness < contact->stiffness)
            hl_report_add(
                d->report, body->place,
                "contact: impacts of body '%s' (%.3g kg) at %.4g N/m would last less than ten steps, so %.4g "
                "N/m is used: give a smaller stiffness, a heavier body or a smaller step",
                body->name, body->mass, contact->stiffness, hitter->contact.material.stiffness);
    }
}

/* ---- the table ---- */

static const world_plausibility_check checks[] = {
    world_doubt_mechanism,    /* bodies, joints, loops, circuits */
    world_doubt_sides,        /* left and right exchanged */
    world_doubt_axles,        /* wheels of an axle that do not stand side by side */
    world_doubt_tires,        /* stiffness, friction of another unit */
    world_doubt_tracks,       /* likewise */
    world_doubt_balance,      /* a machine that tips over where it starts */
    world_doubt_stand,        /* a wheel that carries nothing, a machine that leans */
    world_doubt_engine,       /* speeds, power, consumption of another unit */
    world_doubt_driveline,    /* road speed, clutch, brakes, lead of the front wheels */
    world_doubt_wheel_motors, /* one of several motors turned the other way */
    world_doubt_followers,    /* ends of another unit, gain of the wrong sign */
    world_doubt_pairs,        /* two valves of one lever against each other */
    world_doubt_safe_values,  /* what goes on moving when the operator's input is lost */
    world_doubt_commands,     /* commands that nothing moves */
    doubt_tools,              /* a profile from the lip to the edge */
    doubt_seat,               /* a driver far from the machine */
    doubt_contact,            /* contact of another unit */
};

static double mass_of(const auth_mechanism *author)
{
    double sum = 0.0;
    for (int b = 0; b < author->body_count; b++) sum += author->bodies[b].mass;
    return sum;
}

static world_doubts begin(const world_machine *machine, hl_report *report)
{
    const world_mechanism *m = machine->mechanism;
    const double g = hl_norm(world_vec3(m->author->gravity));
    const auth_machine *parts = machine->author->alone != NULL ? machine->author->alone : machine->author;
    return (world_doubts){.machine = machine,
                          .mechanism = m,
                          .author = parts->mechanism,
                          .parts = parts,
                          .mass = mass_of(parts->mechanism),
                          .gravity = g,
                          .report = report};
}

/* Each check begins with the mechanism as it was assembled. */
static void check_all(const world_doubts *d)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        mb_evaluate_poses(d->mechanism->model, d->mechanism->start, d->mechanism->work);
        checks[i](d);
    }
}

void world_machine_warn_causes(const world_machine *machine, hl_report *report)
{
    const world_doubts d = begin(machine, report);
    check_all(&d);
}

void world_machine_warn(world_machine *machine, hl_report *warnings)
{
    world_doubts d = begin(machine, warnings);
    world_signals_evaluate(machine); /* loads of the tires at rest */
    d.rest = mb_pose_of(d.mechanism->model, d.mechanism->work, machine->chassis->body).rotation;
    d.settled = machine->start->settled;
    check_all(&d);
    machine->looked = false;
    world_signals_evaluate(machine);
}
