/* Bodies, joints, loops and circuits whose figures are hardly meant. */
#include "plausible.h"

#include "hyd/circuit.h"

#include <math.h>

static const double TURN = 6.283185307179586; /* [rad] */

/* ---- bodies ---- */

/* Density of the box of uniform density that has the body's mass and inertia [kg/m^3]; 0: a point, a rod or a
 * plate, whose thickness is not known well. The second moments of a box with edges a, b, c are m a^2/12 and
 * so on; their product is the determinant of P = tr(J)/2 - J. */
static double density_of(const auth_body *body)
{
    const double *J = body->inertia, half = 0.5 * (J[0] + J[1] + J[2]);
    const double xx = half - J[0], yy = half - J[1], zz = half - J[2], xy = -J[3], xz = -J[4], yz = -J[5];
    const double product = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    const double thinnest = 1e-4 * half * half * half; /* a rod ten times as long as thick, a thin plate */
    if (!(product > thinnest) || body->mass <= 0.0) return 0.0;
    const double edge = 12.0 / body->mass;
    return body->mass / sqrt(edge * edge * edge * product);
}

/* Iridium has 22600 kg/m^3; a frame of sheet that fills its box with a thousandth has 8 kg/m^3. */
static void doubt_densities(const world_doubts *d)
{
    static const double most = 22600.0, least = 0.5; /* [kg/m^3] */
    if (d->parts == NULL) return;
    for (int b = 0; b < d->author->body_count; b++) {
        const auth_body *body = &d->author->bodies[b];
        const double density = density_of(body);
        if (density <= 0.0 || (density <= most && density >= least)) continue;
        hl_report_add(d->report, body->place,
                      "body '%s' has a mass of %.4g kg and moments of inertia of %.3g, %.3g, %.3g kg m2, "
                      "those of a box of %.3g kg/m3 (steel: 7850 kg/m3): correct the mass or the inertia",
                      body->name, body->mass, body->inertia[0], body->inertia[1], body->inertia[2], density);
    }
}

/* Rods and plates, whose density is not known, are no larger than machines all the same: a rod of 35 m has a
 * radius of gyration of 10 m. */
static void doubt_gyration(const world_doubts *d)
{
    static const double most = 10.0; /* [m] */
    for (int b = 0; d->parts != NULL && b < d->author->body_count; b++) {
        const auth_body *body = &d->author->bodies[b];
        const double half = 0.5 * (body->inertia[0] + body->inertia[1] + body->inertia[2]);
        if (body->mass <= 0.0 || density_of(body) > 0.0 || half <= most * most * body->mass) continue;
        hl_report_add(d->report, body->place,
                      "body '%s' has a mass of %.4g kg and moments of inertia of %.3g, %.3g, %.3g kg m2: a "
                      "radius of gyration of %.3g m, above %g m: correct the mass or the inertia",
                      body->name, body->mass, body->inertia[0], body->inertia[1], body->inertia[2],
                      sqrt(half / body->mass), most);
    }
}

/* One that hangs on the machine and outweighs all the rest. */
static void doubt_masses(const world_doubts *d)
{
    if (d->parts == NULL) return;
    for (int b = 0; b < d->author->body_count; b++) {
        const auth_body *body = &d->author->bodies[b];
        const double rest = d->mass - body->mass;
        if (b == d->parts->chassis || body->mass <= rest) continue;
        hl_report_add(d->report, body->place,
                      "body '%s' has a mass of %.4g kg, more than all other bodies together (%.4g kg): "
                      "correct its mass",
                      body->name, body->mass, rest);
    }
}

static double farthest(const double at[3])
{
    return fmax(fmax(fabs(at[0]), fabs(at[1])), fabs(at[2]));
}

static void doubt_point(const world_doubts *d, hl_place place, const char *kind, const char *name,
                        const char *what, const double at[3])
{
    static const double most = 30.0; /* [m] of machines that drive on roads and sites */
    if (farthest(at) <= most) return;
    hl_report_add(
        d->report, place,
        "%s '%s' has its %s %.4g m from the body's origin: give less than %g m, or a unit such as \"%g mm\"",
        kind, name, what, farthest(at), most, farthest(at));
}

static void doubt_distances(const world_doubts *d)
{
    if (d->parts == NULL) return;
    for (int b = 0; b < d->author->body_count; b++) {
        const auth_body *body = &d->author->bodies[b];
        const auth_joint *joint = &d->author->joints[b];
        doubt_point(d, body->place, "body", body->name, "centre", body->centre);
        doubt_point(d, joint->place, "joint", joint->name, "point 'at'", joint->at);
        doubt_point(d, joint->place, "joint", joint->name, "point 'child_at'", joint->child_at);
    }
    for (int i = 0; i < d->parts->shape_count; i++) {
        const auth_shape *shape = &d->parts->shapes[i];
        doubt_point(d, shape->place, "shape", shape->name, "centre", shape->at);
        doubt_point(d, shape->place, "shape", shape->name, "far end", shape->size);
    }
}

static void doubt_gravity(const world_doubts *d)
{
    const double *g = d->author->gravity;
    if (d->parts == NULL || (g[2] < 0.0 && -g[2] >= 1.0 && -g[2] <= 30.0)) return;
    hl_report_add(
        d->report, d->author->bodies[d->parts->chassis].place,
        "gravity is [%.3g, %.3g, %.3g] m/s2, but a machine stands on its wheels along z: give [0, 0, -9.81]",
        g[0], g[1], g[2]);
}

/* ---- joints ---- */

static bool is_angle(const auth_joint *joint, int coordinate)
{
    switch (joint->type) {
    case MB_REVOLUTE:
    case MB_UNIVERSAL:
        return true;
    case MB_CYLINDRICAL:
        return coordinate == 1;
    case MB_FREE:
        return coordinate >= 3;
    case MB_SPHERICAL:
        return true;
    case MB_FIXED:
    case MB_PRISMATIC:
    default:
        return false;
    }
}

/* A number without a unit is in radians. */
static void doubt_angles(const world_doubts *d)
{
    for (int j = 0; j < d->author->joint_count; j++) {
        const auth_joint *joint = &d->author->joints[j];
        for (int k = 0; k < joint->dof; k++)
            if (is_angle(joint, k) && fabs(joint->position[k]) > TURN)
                hl_report_add(d->report, joint->place,
                              "joint '%s' starts at %.4g rad, %.1f turns: give an angle within one turn, "
                              "such as \"%g deg\"",
                              joint->name, joint->position[k], fabs(joint->position[k]) / TURN,
                              joint->position[k]);
    }
}

static void doubt_stop(const world_doubts *d, const auth_stop *stop)
{
    const auth_joint *joint = &d->author->joints[stop->on.joint];
    const double at = joint->position[stop->on.coordinate], slack = 1e-3;
    if (stop->on.angular && fmax(fabs(stop->parameters.lower), fabs(stop->parameters.upper)) > 2.0 * TURN)
        hl_report_add(
            d->report, stop->place,
            "stop '%s' lies at %.4g and %.4g rad, more than two turns away; \"%g deg\" and \"%g deg\"?",
            stop->name, stop->parameters.lower, stop->parameters.upper, stop->parameters.lower,
            stop->parameters.upper);
    if (at < stop->parameters.lower - slack || at > stop->parameters.upper + slack)
        hl_report_add(d->report, stop->place,
                      "stop '%s' holds joint '%s' between %.4g and %.4g, but it starts at %.4g: start it "
                      "between the stops",
                      stop->name, joint->name, stop->parameters.lower, stop->parameters.upper, at);
}

static void doubt_stops(const world_doubts *d)
{
    for (int i = 0; i < d->author->stop_count; i++) doubt_stop(d, &d->author->stops[i]);
}

/* ---- loops ---- */

/* How far a loop is open at the positions that the file gives [m]; its axes are not looked at. */
static double gap_of(const world_doubts *d, const mb_loop_def *loop, const mb_work *at_file)
{
    const mb_model *model = d->mechanism->model;
    hl_vec3 a = loop->point_a, b = loop->point_b;
    if (loop->body_a != MB_GROUND) a = mb_point(model, at_file, loop->body_a, a).position;
    if (loop->body_b != MB_GROUND) b = mb_point(model, at_file, loop->body_b, b).position;
    if (loop->type == MB_LOOP_DISTANCE) return fabs(hl_norm(hl_sub(b, a)) - loop->distance);
    if (loop->type == MB_LOOP_SPHERICAL || loop->type == MB_LOOP_REVOLUTE || loop->type == MB_LOOP_UNIVERSAL)
        return hl_norm(hl_sub(b, a));
    return 0.0;
}

/* The size of what a loop joins: from its pins to the joints of their bodies [m]. */
static double size_of(const world_doubts *d, const mb_loop_def *loop)
{
    double size = 0.0;
    const struct {
        int body;
        hl_vec3 at;
    } ends[] = {{loop->body_a, loop->point_a}, {loop->body_b, loop->point_b}};
    for (int i = 0; i < 2; i++) {
        if (ends[i].body == MB_GROUND) continue;
        const auth_joint *joint = &d->author->joints[ends[i].body];
        size = fmax(size, hl_norm(hl_sub(ends[i].at, world_vec3(joint->child_at))));
    }
    return size;
}

/* Assembly closes a loop whatever its lengths are, by turning joints away from the positions that the file
 * gives. Where the file gives positions that nearly close all loops but one, a length of that one is wrong.
 */
static void doubt_loops(const world_doubts *d)
{
    static const double most = 0.02; /* of the loop's size: positions rounded to a degree */
    hl_arena arena = {0};
    const mb_model *model = d->mechanism->model;
    mb_state *at_file = mb_state_new(model, &arena);
    for (int i = 0; at_file != NULL && d->parts != NULL && i < d->author->loop_count; i++) {
        const mb_loop_def *loop = &d->author->loops[i];
        mb_evaluate_poses(model, at_file, d->mechanism->work);
        const double gap = gap_of(d, loop, d->mechanism->work), size = size_of(d, loop);
        if (gap <= most * size) continue;
        hl_report_add(d->report, loop->place,
                      "loop '%s' is open by %.4g m at the positions that the file gives, %.0f %% of its "
                      "size; assembly will turn the joints until it closes: correct lengths or positions",
                      loop->name, gap, 100.0 * gap / size);
    }
    mb_evaluate_poses(model, d->mechanism->start, d->mechanism->work);
    hl_arena_free(&arena);
}

static void doubt_circuits(const world_doubts *d)
{
    for (int i = 0; i < d->mechanism->circuit_count; i++)
        hyd_circuit_warn(hyd_circuit_definition(d->mechanism->circuits[i].hydraulics->circuit), d->report);
}

/* ---- the table ---- */

static const world_plausibility_check checks[] = {
    doubt_gravity,   /* upwards, along another axis, of another unit */
    doubt_densities, /* mass and inertia that do not belong together */
    doubt_gyration,  /* likewise, of rods */
    doubt_masses,    /* a part heavier than the machine */
    doubt_distances, /* millimetres taken for metres */
    doubt_angles,    /* degrees taken for radians */
    doubt_stops,     /* likewise; a start beyond them */
    doubt_loops,     /* a length that does not fit the positions */
    doubt_circuits,  /* ports, settings, figures of the hydraulics */
};

void world_doubt_mechanism(const world_doubts *d)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) checks[i](d);
}

void world_mechanism_warn(const world_mechanism *mechanism, hl_report *warnings)
{
    const world_doubts d = {.mechanism = mechanism, .author = mechanism->author, .report = warnings};
    mb_evaluate_poses(mechanism->model, mechanism->start, mechanism->work);
    world_doubt_mechanism(&d);
    mb_evaluate_poses(mechanism->model, mechanism->state, mechanism->work);
}
