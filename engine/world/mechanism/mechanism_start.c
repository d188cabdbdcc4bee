/* Why a mechanism has no start, in the words of its file; names of the unknowns of a step. */
#include "mechanism_internal.h"

#include "circuit/circuit.h"

#include <stdio.h>

static const double met = 1e-9; /* below this a residual is round-off: it is not the positions that fail */

/* ---- closures: positions first, then velocities ---- */

/* "a residual of 0.1 (m or 1) is left", of positions or of velocities; returns "position" or "velocity". */
static const char *describe_residual(const world_mechanism *m, char *text, size_t size)
{
    const mb_assembly_report *a = &m->assembly;
    if (a->violation > met || a->violation != a->violation) {
        snprintf(text, size, "a residual of %.3g (m, rad or 1) is left after %d iterations", a->violation,
                 a->iterations);
        return "position";
    }
    const double rate = fabs(mb_equation(m->model, m->work, a->worst_equation).phi_dot);
    snprintf(text, size, "it stands well, but its rate %.3g (m/s, rad/s or 1/s) cannot be made zero", rate);
    return "velocity";
}

static bool complain_driver(const world_mechanism *m, const char *residual, const char *level,
                            hl_report *report)
{
    for (int i = 0; i < m->author->driver_count; i++) {
        const auth_driver *driver = &m->author->drivers[i];
        if (m->assembly.worst_equation != mb_model_driver_equation(m->model, i)) continue;
        const auth_joint *joint = &m->author->joints[driver->on.joint];
        if (joint->hold)
            hl_report_add(report, driver->place,
                          "driver '%s' cannot be followed at the start: its joint '%s' is held at another "
                          "%s: remove 'hold', or hold it at the %s that the driver begins with",
                          driver->name, joint->name, level, level);
        else
            hl_report_add(report, driver->place,
                          "driver '%s' cannot be followed at the start: %s; change loops, drivers or held "
                          "joints so that it can have its start %s",
                          driver->name, residual, level);
        return true;
    }
    return false;
}

static bool complain_loop(const world_mechanism *m, const char *residual, const char *level,
                          hl_report *report)
{
    for (int i = 0; i < m->author->loop_count; i++) {
        const mb_loop_def *loop = &m->author->loops[i];
        const int first = mb_model_loop_equation(m->model, i), worst = m->assembly.worst_equation;
        if (worst < first || worst >= first + mb_loop_equations(loop->type)) continue;
        if (level[0] == 'v')
            hl_report_add(report, loop->place,
                          "loop '%s' cannot be kept closed: %s; give drivers and held joints velocities that "
                          "the loops allow",
                          loop->name, residual);
        else
            hl_report_add(
                report, loop->place,
                "loop '%s' cannot be closed: %s; give start positions from which the loop can be closed",
                loop->name, residual);
        return true;
    }
    return false;
}

/* ---- accelerations: a mass matrix that is singular ---- */

/* Moment of inertia of a body about an axis of its frame through its joint point. */
static double moment_about(const auth_body *body, const auth_joint *joint, hl_vec3 axis)
{
    const double *J = body->inertia;
    const hl_vec3 n = hl_scale(1.0 / hl_norm(axis), axis);
    const hl_vec3 arm = hl_cross(n, hl_sub(world_vec3(body->centre), world_vec3(joint->child_at)));
    return J[0] * n.x * n.x + J[1] * n.y * n.y + J[2] * n.z * n.z +
           2.0 * (J[3] * n.x * n.y + J[4] * n.x * n.z + J[5] * n.y * n.z) + body->mass * hl_dot(arm, arm);
}

/* A direction of the parent's frame in the child's, at zero coordinates. */
static hl_vec3 in_child(const auth_joint *joint, const double direction[3])
{
    const hl_mat3 turned = hl_quat_matrix(hl_quat_conjugate(world_turn(joint->turn)));
    return hl_mul(&turned, world_vec3(direction));
}

/* Whether the joint lets the body turn about an axis about which it has no inertia. Only points and rods have
 * such axes: the coordinate axes, and the one towards the centre of mass. */
static bool spins_freely(const auth_body *body, const auth_joint *joint)
{
    static const double small = 1e-12; /* of the largest moment: exact zeros up to round-off */
    const hl_vec3 arm = hl_sub(world_vec3(body->centre), world_vec3(joint->child_at));
    hl_vec3 axes[4] = {hl_v3(1, 0, 0), hl_v3(0, 1, 0), hl_v3(0, 0, 1), arm};
    int count = hl_norm(arm) > 0.0 ? 4 : 3;
    double most = 0.0;
    for (int i = 0; i < 3; i++) most = fmax(most, moment_about(body, joint, axes[i]));
    switch (joint->type) {
    case MB_FIXED:
    case MB_PRISMATIC:
        return false;
    case MB_REVOLUTE:
    case MB_CYLINDRICAL:
    case MB_UNIVERSAL: /* the second axis is fixed in the child */
        axes[0] = in_child(joint, joint->type == MB_UNIVERSAL ? joint->axis2 : joint->axis);
        count = 1;
        break;
    case MB_SPHERICAL:
    case MB_FREE:
        break;
    }
    for (int i = 0; i < count; i++)
        if (moment_about(body, joint, axes[i]) <= small * most) return true;
    return false;
}

static bool carries(const auth_mechanism *a, int body)
{
    for (int i = 0; i < a->joint_count; i++)
        if (a->joints[i].parent == body) return true;
    return false;
}

/* Mass or moment of inertia, whichever is larger. */
static double size_of(const auth_body *body)
{
    return fmax(body->mass, fmax(body->inertia[0], fmax(body->inertia[1], body->inertia[2])));
}

/* The body that most probably is of the wrong size: the largest where numbers overflow, else the smallest. */
static const auth_body *extreme_body(const auth_mechanism *a, bool largest)
{
    const auth_body *extreme = &a->bodies[0];
    for (int i = 1; i < a->body_count; i++)
        if ((size_of(&a->bodies[i]) > size_of(extreme)) == largest) extreme = &a->bodies[i];
    return extreme;
}

static void complain_masses(const world_mechanism *m, hl_status status, hl_report *report)
{
    const auth_mechanism *a = m->author;
    for (int i = 0; i < a->body_count; i++) {
        if (carries(a, i) || !spins_freely(&a->bodies[i], &a->joints[i])) continue;
        hl_report_add(report, a->bodies[i].place,
                      "joint '%s' lets body '%s' turn about an axis about which it has no inertia (a 'point' "
                      "or a 'rod'): give an 'inertia' of three moments, or a 'shape' with a volume",
                      a->joints[i].name, a->bodies[i].name);
        return;
    }
    static const double huge = 1e100; /* beyond it products of masses and squares of lengths overflow */
    const bool overflows = status == HL_NOT_FINITE || size_of(extreme_body(a, true)) > huge;
    const auth_body *body = extreme_body(a, overflows);
    hl_report_add(report, body->place,
                  "no accelerations follow from the masses at the start (%s); the %s body is '%s' with a "
                  "mass of %.3g kg and moments of inertia of %.3g, %.3g, %.3g kg m2: give each body that can "
                  "move a mass and an inertia that a number can hold",
                  hl_status_text(status), overflows ? "largest" : "smallest", body->name, body->mass,
                  body->inertia[0], body->inertia[1], body->inertia[2]);
}

void world_report_assembly(const world_mechanism *m, hl_status status, hl_report *report)
{
    if (status != HL_NOT_ASSEMBLED) {
        complain_masses(m, status, report);
        return;
    }
    char residual[128];
    const char *level = describe_residual(m, residual, sizeof residual);
    if (complain_driver(m, residual, level, report) || complain_loop(m, residual, level, report)) return;
    hl_report_add(report, m->author->loop_count > 0 ? m->author->loops[0].place : m->author->bodies[0].place,
                  "the mechanism has no consistent start: %s; give start positions and velocities that its "
                  "loops and drivers allow",
                  residual);
}

/* ---- springs without a direction ---- */

hl_status world_check_springs(const world_mechanism *m, hl_report *report)
{
    static const double apart = 1e-9; /* [m]: below, round-off chooses the direction */
    hl_status status = HL_OK;
    for (int i = 0; i < m->author->spring_count; i++) {
        const auth_spring *spring = &m->author->springs[i];
        const int effort = world_effort_first(m->author, AUTH_EFFORT_SPRING) + i;
        const mb_port_value port = mb_effort_port(m->model, m->work, effort, 0);
        if (port.s > apart || port.force == 0.0) continue;
        hl_report_add(report, spring->place,
                      "spring '%s' pushes with %.3g N, but its two points coincide at the start and give it "
                      "no direction: give it two different points",
                      spring->name, port.force);
        status = HL_BAD_INPUT;
    }
    return status;
}

/* ---- the unknowns of a step in the words of the file ---- */

static const hl_place nowhere = {0, 0};

static hl_place name_column(const world_mechanism *m, int column, char *text, size_t size)
{
    for (int i = 0; i < m->author->joint_count; i++) {
        const auth_joint *joint = &m->author->joints[i];
        const int first = mb_model_column(m->model, i);
        if (column < first || column >= first + joint->dof) continue;
        if (joint->dof == 1)
            snprintf(text, size, "joint %s", joint->name);
        else
            snprintf(text, size, "joint %s, coordinate %d", joint->name, column - first + 1);
        return joint->place;
    }
    snprintf(text, size, "unknown %d", column);
    return nowhere;
}

static const auth_friction *name_friction_state(const world_mechanism *m, int state, char *text, size_t size)
{
    const int first_friction = world_effort_first(m->author, AUTH_EFFORT_FRICTION);
    for (int i = 0; i < m->author->friction_count; i++) {
        const auth_friction *friction = &m->author->friction[i];
        const int first = mb_model_effort_state(m->model, first_friction + i);
        if (state < first || state >= first + mb_friction_states(friction->parameters.law)) continue;
        snprintf(text, size, "friction %s, state %d", friction->name, state - first + 1);
        return friction;
    }
    return NULL;
}

/* Friction and circuits are the authored efforts with states. */
static hl_place name_state(const world_mechanism *m, int state, char *text, size_t size)
{
    const auth_friction *friction = name_friction_state(m, state, text, size);
    if (friction != NULL) return friction->place;
    for (int i = 0; i < m->circuit_count; i++) {
        const int first = mb_model_effort_state(m->model, world_circuit_effort(m->author, i));
        if (state < first || state >= first + m->circuits[i].hydraulics->states) continue;
        world_circuit_state_name(&m->circuits[i], state - first, text, size);
        return m->circuits[i].author->def.place;
    }
    snprintf(text, size, "effort state %d", state);
    return nowhere;
}

hl_place world_mechanism_unknown_name(const world_mechanism *mechanism, int unknown, char *text, size_t size)
{
    const mb_counts counts = mb_model_counts(mechanism->model);
    const int columns = counts.columns;
    if (unknown == columns + counts.effort_states) {
        snprintf(text, size, "objects that the machine touches");
        return nowhere;
    }
    if (unknown >= columns) return name_state(mechanism, unknown - columns, text, size);
    if (unknown >= 0) return name_column(mechanism, unknown, text, size);
    snprintf(text, size, "none");
    return nowhere;
}
