/* From joint coordinates to absolute ones and back.
 *
 * Back: the coordinates of a joint are read off the pose of its body relative to the pose of the parent;
 * whatever of that relative pose the joint does not allow, the constraint drift of one step, is dropped.
 * Velocities and accelerations are those of the joint's columns that fit the relative motion best, about the
 * joint's point. atan2 is the C library's: two libraries may differ in its last bit. */
#include "global_internal.h"

#include "hl/dense.h"
#include "hl/real.h"

#include <string.h>

/* ---- to absolute coordinates ---- */

/* p_dot = G^T omega / 2 for p of length one */
static void parameter_rates(hl_quat p, hl_vec3 omega, double *rate)
{
    const hl_quat r = hl_quat_mul(p, (hl_quat){0.0, omega.x, omega.y, omega.z});
    rate[0] = 0.5 * r.w, rate[1] = 0.5 * r.x, rate[2] = 0.5 * r.y, rate[3] = 0.5 * r.z;
}

static void store(double *to, hl_vec3 v)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

void mb_global_from_joints(const mb_model *model, const double *q, const double *v, mb_work *work,
                           global_image *image, double *q7, double *q7_dot)
{
    mb_set_origins(model, q, work);
    mb_forward(model, q, v, NULL, work);
    for (int i = 0; i < model->body_count; i++) {
        const body_motion *motion = &work->motions[i];
        const hl_vec3 com = hl_add(motion->r, hl_mul(&motion->R, image->model.bodies[i].own.com));
        const hl_quat p = hl_quat_from_matrix(&motion->R);
        double *at = q7 + SEVEN * i, *rate = q7_dot + SEVEN * i;
        store(at, hl_add(work->origins[model->bodies[i].tree], com));
        at[3] = p.w, at[4] = p.x, at[5] = p.y, at[6] = p.z;
        store(rate, hl_point_velocity(motion->Z, com));
        parameter_rates(p, hl_mul_transposed(&motion->R, motion->Z.ang), rate + 3);
    }
    mb_set_origins(&image->model, q7, &image->work);
}

/* ---- poses back to coordinates ---- */

/* The pose of a body relative to its parent. */
typedef struct relative_pose {
    hl_mat3 turn;  /* child to parent, with the joint's orientation at zero taken off */
    hl_vec3 shift; /* from the parent's joint point to the child's, in the parent's axes [m] */
} relative_pose;

static double nearest_angle(double sine, double cosine, double near)
{
    const double turn = 2.0 * HL_PI;
    return near + remainder(hl_atan2(sine, cosine) - near, turn);
}

static double angle_about(hl_vec3 axis, const hl_mat3 *turn, double near)
{
    const hl_vec3 n1 = hl_any_orthogonal(axis), n2 = hl_cross(axis, n1);
    const hl_vec3 m1 = hl_mul(turn, n1), m2 = hl_mul(turn, n2);
    return nearest_angle(hl_dot(n2, m1) - hl_dot(n1, m2), hl_dot(n1, m1) + hl_dot(n2, m2), near);
}

/* turn = Rot(axis, q[0]) Rot(axis2, q[1]) */
static void universal_angles(const body_model *body, const hl_mat3 *turn, double *q)
{
    const hl_vec3 u = body->axis, u2 = body->axis2;
    const double lean = hl_dot(u, u2);
    const hl_vec3 n1 = hl_add_scaled(u2, -lean, u), n2 = hl_cross(u, n1), seen = hl_mul(turn, u2);
    const hl_vec3 m1 = hl_add_scaled(u, -lean, u2), m2 = hl_cross(u2, m1), back = hl_mul_transposed(turn, u);
    q[0] = nearest_angle(hl_dot(n2, seen), hl_dot(n1, seen), q[0]);
    q[1] = nearest_angle(-hl_dot(m2, back), hl_dot(m1, back), q[1]);
}

/* The quaternion of joints that turn freely: orientation comes before the turn there. Sign as before. */
static void free_rotation(const body_model *body, const relative_pose *pose, double *q)
{
    const hl_mat3 turned = hl_mat3_mul(&pose->turn, &body->orientation);
    const hl_mat3 base = hl_mat3_transposed(&body->orientation), turn = hl_mat3_mul(&base, &turned);
    const hl_quat p = hl_quat_from_matrix(&turn);
    const double sign = p.w * q[0] + p.x * q[1] + p.y * q[2] + p.z * q[3] < 0.0 ? -1.0 : 1.0;
    q[0] = sign * p.w, q[1] = sign * p.x, q[2] = sign * p.y, q[3] = sign * p.z;
}

/* q <- pose; q holds the coordinates before, for the right turn and sign */
static void joint_coordinates(const body_model *body, const relative_pose *pose, double *q)
{
    switch (body->type) {
    case MB_FIXED:
        break;
    case MB_REVOLUTE:
        q[0] = angle_about(body->axis, &pose->turn, q[0]);
        break;
    case MB_PRISMATIC:
        q[0] = hl_dot(body->axis, pose->shift);
        break;
    case MB_CYLINDRICAL:
        q[0] = hl_dot(body->axis, pose->shift);
        q[1] = angle_about(body->axis, &pose->turn, q[1]);
        break;
    case MB_UNIVERSAL:
        universal_angles(body, &pose->turn, q);
        break;
    case MB_SPHERICAL:
        free_rotation(body, pose, q);
        break;
    case MB_FREE:
        store(q, pose->shift);
        free_rotation(body, pose, q + 3);
        break;
    }
}

static hl_vec3 world_point(const mb_work *work, int index, hl_vec3 p)
{
    const body_motion *motion = &work->motions[index];
    return hl_add(work->origins[index], hl_add(motion->r, hl_mul(&motion->R, p)));
}

static relative_pose pose_of(const mb_model *model, const mb_work *bodies, int index)
{
    const body_model *body = &model->bodies[index];
    const bool grounded = body->parent == MB_GROUND;
    const hl_mat3 parent = grounded ? hl_mat3_identity() : bodies->motions[body->parent].R;
    const hl_vec3 from =
        grounded ? body->parent_point : world_point(bodies, body->parent, body->parent_point);
    const hl_vec3 to = world_point(bodies, index, body->child_point);
    const hl_mat3 back = hl_mat3_transposed(&parent), oriented_back = hl_mat3_transposed(&body->orientation);
    const hl_mat3 turn = hl_mat3_mul(&back, &bodies->motions[index].R);
    return (relative_pose){hl_mat3_mul(&turn, &oriented_back), hl_mul(&back, hl_sub(to, from))};
}

/* ---- motions back to velocities and accelerations ---- */

/* The same motion about a point instead of the origin. */
static hl_motion about(hl_motion m, hl_vec3 point)
{
    return (hl_motion){hl_point_velocity(m, point), m.ang};
}

/* Least squares: x minimises |sum_k x_k S_k - m|, |.|^2 = lin^2 + ang^2 (1 rad counts as 1 m). */
static void fit(const hl_motion *S, int dof, hl_motion m, double *x)
{
    double normal[MB_MAX_JOINT_DOF * MB_MAX_JOINT_DOF];
    int pivot[MB_MAX_JOINT_DOF];
    for (int i = 0; i < dof; i++) {
        for (int j = 0; j < dof; j++)
            normal[i * dof + j] = hl_dot(S[i].lin, S[j].lin) + hl_dot(S[i].ang, S[j].ang);
        x[i] = hl_dot(S[i].lin, m.lin) + hl_dot(S[i].ang, m.ang);
    }
    /* the columns of a joint are independent unless a universal joint has its axes in line: then x is not
     * used */
    if (dof > 0 && hl_lu_factor(normal, dof, pivot) == HL_OK) hl_lu_solve(normal, dof, pivot, x, 1);
}

/* Velocity and acceleration of a body relative to its parent, about its joint point. */
typedef struct relative_motion {
    hl_motion Z, A;
} relative_motion;

static relative_motion motion_of(const mb_model *model, const mb_work *bodies, int index)
{
    const body_model *body = &model->bodies[index];
    const hl_vec3 point = world_point(bodies, index, body->child_point);
    const hl_vec3 arm = hl_sub(point, bodies->origins[index]);
    relative_motion m = {about(bodies->motions[index].Z, arm), about(bodies->motions[index].A, arm)};
    if (body->parent == MB_GROUND) {
        m.A.lin = hl_add(m.A.lin, model->gravity); /* gravity is an acceleration of the ground */
        return m;
    }
    const hl_vec3 lever = hl_sub(point, bodies->origins[body->parent]);
    m.Z = hl_motion_sub(m.Z, about(bodies->motions[body->parent].Z, lever));
    m.A = hl_motion_sub(m.A, about(bodies->motions[body->parent].A, lever));
    return m;
}

/* x <- velocities (or, with `v`, accelerations) of all joints; the model's own columns stand in `work`. */
static void fit_joints(const mb_model *model, const mb_work *bodies, const mb_work *work, const double *v,
                       double *x)
{
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        const relative_motion relative = motion_of(model, bodies, i);
        const hl_vec3 point =
            hl_sub(world_point(bodies, i, body->child_point), work->origins[model->bodies[i].tree]);
        hl_motion S[MB_MAX_JOINT_DOF], target = v == NULL ? relative.Z : relative.A;
        for (int k = 0; k < body->dof; k++) {
            const column_motion *column = &work->columns[body->column + k];
            S[k] = about(column->S, point);
            if (v != NULL)
                target = hl_motion_add_scaled(target, -v[body->column + k], about(column->S_dot, point));
        }
        fit(S, body->dof, target, x + body->column);
    }
}

void mb_global_to_joints(const mb_model *model, const global_image *image, mb_work *work, mb_state *state)
{
    const mb_work *bodies = &image->work;
    for (int i = 0; i < model->body_count; i++) {
        const relative_pose pose = pose_of(model, bodies, i);
        joint_coordinates(&model->bodies[i], &pose, state->q + model->bodies[i].q_index);
    }
    mb_set_origins(model, state->q, work);
    mb_forward(model, state->q, state->v, NULL,
               work); /* the columns' motions do not depend on the velocities */
    fit_joints(model, bodies, work, NULL, state->v);
    mb_forward(model, state->q, state->v, NULL, work); /* their rates do */
    fit_joints(model, bodies, work, state->v, state->a);
}
