/* The arm by hand, see excavator_arm.h. Poses come from the assembly of the loop; pins from the descriptor.
 */
#include "excavator_arm.h"

#include <math.h>
#include <string.h>

const char *const arm_names[ARM_JOINTS] = {"boom", "dipper", "bucket", "blade"};

static const double STEP = 0.05; /* [rad] from which the assembly finds the loop closed again */
static const double TURN = 1e-4; /* [rad] of central differences: truncation 1e-8, round-off 1e-12/1e-4 */

static double *angle(const arm *a, int body)
{
    return &a->state->q[mb_model_q_index(a->e->mechanism->model, body)];
}

double arm_angle(const arm *a, int joint)
{
    return *angle(a, a->body[joint]);
}

double arm_angle_of(const arm *a, const char *body)
{
    return *angle(a, driven_body(a->e, body));
}

static bool assemble(arm *a)
{
    mb_assembly_report report;
    const world_mechanism *m = a->e->mechanism;
    if (mb_assemble(m->model, a->state, m->work, &report) == HL_OK) return true;
    valid_failed(a->e->run, "arm: the loop does not close, %g left", report.violation);
    return false;
}

bool arm_begin(driven *e, arm *a)
{
    *a = (arm){.e = e, .state = mb_state_new(e->mechanism->model, valid_arena(e->run))};
    if (!a->state) return false;
    mb_state_copy(a->state, e->mechanism->state);
    for (int i = 0; i < ARM_JOINTS; i++) a->body[i] = driven_body(e, arm_names[i]);
    double *chassis = angle(a, e->author->chassis);
    memset(chassis, 0, 7 * sizeof *chassis);
    chassis[3] = 1.0;
    *angle(a, driven_body(e, "upper")) = 0.0;
    return assemble(a);
}

bool arm_turn(arm *a, int joint, double to)
{
    double *now = angle(a, a->body[joint]);
    const double from = *now;
    const int steps = 1 + (int)(fabs(to - from) / STEP);
    for (int i = 1; i <= steps; i++) {
        *now = from + (to - from) * i / steps;
        if (!assemble(a)) return false;
    }
    return true;
}

double arm_length(const arm *a, int joint)
{
    const auth_cylinder *c = driven_cylinder(a->e->author, arm_names[joint]);
    return hl_norm(hl_sub(driven_point(a->e, c->b, c->b_at), driven_point(a->e, c->a, c->a_at)));
}

bool arm_lever(arm *a, int joint, double *lever)
{
    const double at = arm_angle(a, joint);
    if (!arm_turn(a, joint, at + TURN)) return false;
    const double more = arm_length(a, joint);
    if (!arm_turn(a, joint, at - TURN)) return false;
    *lever = (more - arm_length(a, joint)) / (2.0 * TURN);
    return arm_turn(a, joint, at);
}

/* Newton's method, no more than 0.3 rad at a time: levers of cylinders change slowly. */
bool arm_extend(arm *a, int joint, double share)
{
    const auth_cylinder *c = driven_cylinder(a->e->author, arm_names[joint]);
    const double length = c->def.cylinder.length_0 + share * c->def.cylinder.stroke;
    for (int i = 0; i < 30; i++) {
        double lever;
        const double missing = length - arm_length(a, joint);
        if (fabs(missing) < 1e-10) return true;
        if (!arm_lever(a, joint, &lever)) return false;
        const double turn = fmax(-0.3, fmin(missing / lever, 0.3));
        if (!arm_turn(a, joint, arm_angle(a, joint) + turn)) return false;
    }
    valid_failed(a->e->run, "the %s cylinder does not reach %g m", arm_names[joint], length);
    return false;
}

hl_vec3 arm_point(const arm *a, int joint, double x)
{
    return driven_point(a->e, a->body[joint], (const double[3]){x, 0.0, 0.0});
}

double arm_tip_radius(const arm *a)
{
    const auth_mechanism *m = a->e->author->mechanism;
    for (int i = 0; i < m->point_count; i++)
        if (strcmp(m->points[i].name, "bucket_tip") == 0) return m->points[i].at[0];
    valid_failed(a->e->run, "the excavator has no point 'bucket_tip'");
    return (double)NAN;
}
