/* The arm by hand, see excavator_arm.h. Poses come from the assembly of the loop; pins from the descriptor.
 */
#include "excavator_arm.h"

#include <math.h>
#include <string.h>

const char *const arm_names[ARM_JOINTS] = {"boom", "dipper", "bucket", "blade"};

static const double PI = 3.141592653589793;
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

static bool turn_to(arm *a, double *now, double to)
{
    const double from = *now;
    const int steps = 1 + (int)(fabs(to - from) / STEP);
    for (int i = 1; i <= steps; i++) {
        *now = from + (to - from) * i / steps;
        if (!assemble(a)) return false;
    }
    return true;
}

bool arm_turn(arm *a, int joint, double to)
{
    return turn_to(a, angle(a, a->body[joint]), to);
}

bool arm_turn_body(arm *a, const char *body, double to)
{
    return turn_to(a, angle(a, driven_body(a->e, body)), to);
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

/* ---- poses ---- */

bool arm_straight(arm *a, double boom, double dipper)
{
    return arm_extend(a, ARM_BOOM, boom) && arm_extend(a, ARM_DIPPER, dipper) && arm_turn(a, ARM_BUCKET, 0.0);
}

hl_vec3 arm_tip(const arm *a)
{
    return arm_point(a, ARM_BUCKET, arm_tip_radius(a));
}

hl_vec3 arm_pin(const arm *a)
{
    return arm_point(a, ARM_BUCKET, 0.0);
}

/* Secant. */
bool arm_reach_ground(arm *a)
{
    double before = arm_angle(a, ARM_BOOM), height = arm_tip(a).z;
    if (!arm_turn(a, ARM_BOOM, before - 0.1)) return false;
    for (int i = 0; i < 12 && fabs(arm_tip(a).z) > 1e-9; i++) {
        const double now = arm_angle(a, ARM_BOOM), z = arm_tip(a).z;
        const double next = now - z * (now - before) / (z - height);
        before = now, height = z;
        if (!arm_turn(a, ARM_BOOM, next)) return false;
    }
    return true;
}

/* Angle of a body's x axis above the horizontal, from two of its points. */
static double elevation(const arm *a, int joint)
{
    const hl_vec3 way = hl_sub(arm_point(a, joint, 1.0), arm_point(a, joint, 0.0));
    return atan2(way.z, way.x);
}

bool arm_hang(arm *a, int which, int of)
{
    static const double DOWN = -1.5707963267948966;
    return arm_turn(a, which, arm_angle(a, which) + DOWN - elevation(a, of));
}

/* The triangle of boom, dipper and the line from the boom's foot to the pin. */
bool arm_stretch(arm *a, double reach, double height)
{
    const hl_vec3 foot = arm_point(a, ARM_BOOM, 0.0), elbow = arm_point(a, ARM_DIPPER, 0.0);
    const double boom = hl_norm(hl_sub(elbow, foot)), dipper = hl_norm(hl_sub(arm_pin(a), elbow));
    const double x = reach - foot.x, z = height - foot.z, line = hypot(x, z);
    const double at_foot = acos((boom * boom + line * line - dipper * dipper) / (2.0 * boom * line)),
                 at_elbow = acos((boom * boom + dipper * dipper - line * line) / (2.0 * boom * dipper));
    return arm_turn(a, ARM_BOOM, atan2(z, x) + at_foot) && arm_turn(a, ARM_DIPPER, at_elbow - PI) &&
           arm_hang(a, ARM_BUCKET, ARM_BUCKET);
}

void arm_pose_at_start(auth_machine *author, const void *with)
{
    const arm_pose *p = with;
    driven_joint(author, "boom")->position[0] = p->boom * DRIVEN_DEGREE;
    driven_joint(author, "dipper")->position[0] = p->dipper * DRIVEN_DEGREE;
    driven_joint(author, "bucket")->position[0] = p->bucket * DRIVEN_DEGREE;
}

void arm_pose_without_ground(auth_machine *author, const void *with)
{
    for (int i = 0; i < author->shape_count; i++) author->shapes[i].ground = false;
    arm_pose_at_start(author, with);
}

/* ---- digging forces ---- */

bool arm_bucket_force(arm *a, double pressure, double *largest, double *at)
{
    enum { POINTS = 80 };
    const double area = driven_cylinder(a->e->author, "bucket")->def.cylinder.area_a;
    if (!arm_extend(a, ARM_BUCKET, 0.0)) return false;
    *largest = 0.0;
    for (int i = 1; i < POINTS; i++) {
        double lever;
        if (!arm_extend(a, ARM_BUCKET, (double)i / POINTS) || !arm_lever(a, ARM_BUCKET, &lever)) return false;
        const double force = pressure * area * fabs(lever) / arm_tip_radius(a);
        if (force > *largest) *largest = force, *at = arm_angle(a, ARM_BUCKET);
    }
    return true;
}

bool arm_dipper_force(arm *a, double pressure, double bucket, double *largest)
{
    enum { POINTS = 60 };
    const double area = driven_cylinder(a->e->author, "dipper")->def.cylinder.area_a;
    if (!arm_turn(a, ARM_BUCKET, bucket)) return false;
    const double radius =
        hl_norm(hl_sub(arm_point(a, ARM_BUCKET, arm_tip_radius(a)), arm_point(a, ARM_DIPPER, 0.0)));
    *largest = 0.0;
    for (int i = 1; i < POINTS; i++) {
        double lever;
        if (!arm_extend(a, ARM_DIPPER, (double)i / POINTS) || !arm_lever(a, ARM_DIPPER, &lever)) return false;
        *largest = fmax(*largest, pressure * area * fabs(lever) / radius);
    }
    return true;
}
