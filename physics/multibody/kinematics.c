/* Forward recursion from the roots to the leaves: poses, velocities Z (002 Eq. 2) and accelerations
 * (002 Eq. 3).
 *
 * Six-vectors are referred to the origin of the body's tree. A column with unit motion S that starts from
 * something moving with Z, A contributes
 *
 *   Z' = Z + S v,   A' = A + S a + S_dot v,   S_dot = Z' x S,
 *
 * and the tangent (tangent.c) needs psi = Z x S and psi_dot = A x S + Z x psi (Singh, Russell, Wensing,
 * Efficient Analytical Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra, IEEE RA-L 7(2),
 * 2022). Gravity enters as an acceleration -g of the ground. */
#include "model_internal.h"

#include "hl/real.h"

#include <string.h>

/* The running end of the chain while the columns of one joint are added. */
typedef struct chain_end {
    hl_motion Z, A;
    bool for_tangent;
} chain_end;

static hl_motion turning(hl_vec3 axis, hl_vec3 point)
{
    return (hl_motion){hl_cross(point, axis), axis};
}

static hl_motion sliding(hl_vec3 axis)
{
    return (hl_motion){axis, hl_v3(0, 0, 0)};
}

/* One scalar column: S is fixed in what it starts from, and in what it carries. */
static inline void add_column(column_motion *column, hl_motion S, double v, double a, chain_end *end)
{
    column->S = S;
    column->psi = hl_motion_cross(end->Z, S);
    if (end->for_tangent)
        column->psi_dot = hl_motion_add(hl_motion_cross(end->A, S), hl_motion_cross(end->Z, column->psi));
    column->S_dot = column->psi;
    end->Z = hl_motion_add_scaled(end->Z, v, S);
    end->A = hl_motion_add_scaled(hl_motion_add_scaled(end->A, a, S), v, column->S_dot);
}

/* Three columns of a rotation: the axes are the child's and turn with it. */
static void add_rotation(column_motion *columns, const hl_mat3 *R, hl_vec3 point, const double *v,
                         const double *a, chain_end *end)
{
    const chain_end before = *end;
    for (int k = 0; k < 3; k++) {
        column_motion *column = &columns[k];
        column->S = turning(hl_mat3_column(R, k), point);
        column->psi = hl_motion_cross(before.Z, column->S);
        if (before.for_tangent)
            column->psi_dot =
                hl_motion_add(hl_motion_cross(before.A, column->S), hl_motion_cross(before.Z, column->psi));
        end->Z = hl_motion_add_scaled(end->Z, v[k], column->S);
    }
    for (int k = 0; k < 3; k++) {
        columns[k].S_dot = hl_motion_cross(end->Z, columns[k].S);
        end->A =
            hl_motion_add_scaled(hl_motion_add_scaled(end->A, a[k], columns[k].S), v[k], columns[k].S_dot);
    }
}

/* turn_0 + sin z turn_1 + (1 - cos z) turn_2 */
static inline hl_mat3 turned(const body_model *body, double z)
{
    double sine, cosine;
    hl_sincos(z, &sine, &cosine);
    hl_mat3 rotation;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            rotation.m[i][j] = fma(1.0 - cosine, body->turn_2.m[i][j],
                                   fma(sine, body->turn_1.m[i][j], body->turn_0.m[i][j]));
    return rotation;
}

static hl_quat quaternion_at(const double *q)
{
    return (hl_quat){q[0], q[1], q[2], q[3]};
}

/* Orientation of the child, and of the intermediate frame that carries the second axis of a universal joint.
 */
static hl_mat3 child_rotation(const body_model *body, const hl_mat3 *parent, const double *q,
                              hl_mat3 *intermediate)
{
    hl_mat3 relative;
    switch (body->type) {
    case MB_REVOLUTE:
        relative = turned(body, q[0]);
        break;
    case MB_CYLINDRICAL:
        relative = turned(body, q[1]);
        break;
    case MB_UNIVERSAL: {
        const hl_mat3 first = turned(body, q[0]);
        *intermediate = hl_mat3_mul(parent, &first);
        const hl_mat3 second = hl_quat_matrix(hl_quat_about(body->axis2, q[1]));
        const hl_mat3 oriented = hl_mat3_mul(&second, &body->orientation);
        return hl_mat3_mul(intermediate, &oriented);
    }
    case MB_SPHERICAL:
    case MB_FREE: {
        const hl_mat3 turn = hl_quat_matrix(quaternion_at(body->type == MB_FREE ? q + 3 : q));
        relative = hl_mat3_mul(&body->orientation, &turn);
        break;
    }
    case MB_FIXED:
    case MB_PRISMATIC:
    default:
        relative = body->orientation;
        break;
    }
    return hl_mat3_mul(parent, &relative);
}

static void body_forward(const body_model *body, const body_motion *parent, const double *q, const double *v,
                         const double *a, bool for_tangent, column_motion *columns, body_motion *motion)
{
    hl_mat3 intermediate = parent->R;
    motion->R = child_rotation(body, &parent->R, q, &intermediate);
    hl_vec3 point = hl_add(parent->r, hl_mul(&parent->R, body->parent_point));
    const hl_vec3 axis = hl_mul(&parent->R, body->axis);
    chain_end end = {parent->Z, parent->A, for_tangent};
    switch (body->type) {
    case MB_FIXED:
        break;
    case MB_REVOLUTE:
        add_column(&columns[0], turning(axis, point), v[0], a[0], &end);
        break;
    case MB_PRISMATIC:
        add_column(&columns[0], sliding(axis), v[0], a[0], &end);
        point = hl_add_scaled(point, q[0], axis);
        break;
    case MB_CYLINDRICAL:
        add_column(&columns[0], sliding(axis), v[0], a[0], &end);
        point = hl_add_scaled(point, q[0], axis);
        add_column(&columns[1], turning(axis, point), v[1], a[1], &end);
        break;
    case MB_UNIVERSAL:
        add_column(&columns[0], turning(axis, point), v[0], a[0], &end);
        add_column(&columns[1], turning(hl_mul(&intermediate, body->axis2), point), v[1], a[1], &end);
        break;
    case MB_SPHERICAL:
        add_rotation(columns, &motion->R, point, v, a, &end);
        break;
    case MB_FREE:
        for (int k = 0; k < 3; k++)
            add_column(&columns[k], sliding(hl_mat3_column(&parent->R, k)), v[k], a[k], &end);
        point = hl_add(point, hl_mul(&parent->R, hl_v3(q[0], q[1], q[2])));
        add_rotation(columns + 3, &motion->R, point, v + 3, a + 3, &end);
        break;
    }
    motion->r = hl_sub(point, hl_mul(&motion->R, body->child_point));
    motion->Z = end.Z;
    motion->A = end.A;
}

/* The ground as a parent in a tree whose origin is at `origin`. */
static body_motion ground_motion(const mb_model *model, hl_vec3 origin)
{
    return (body_motion){.R = hl_mat3_identity(), .r = hl_neg(origin), .A = {.lin = hl_neg(model->gravity)}};
}

void mb_set_origins(const mb_model *model, const double *q, mb_work *work)
{
    for (int t = 0; t < model->tree_count; t++) {
        const body_model *root = &model->bodies[model->tree_roots[t]];
        work->origins[t] = root->parent_point;
        if (root->type == MB_FREE) {
            const double *x = q + root->q_index;
            work->origins[t] = hl_add(root->parent_point, hl_v3(x[0], x[1], x[2]));
        }
    }
}

void mb_forward(const mb_model *model, const double *q, const double *v, const double *a, mb_work *work)
{
    static const double at_rest[MB_MAX_JOINT_DOF] = {0};
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        if ((work->skip & MB_SKIP_OPEN_BODIES) && !model->in_closure[i]) continue;
        body_motion ground;
        const body_motion *parent = &ground;
        if (body->parent == MB_GROUND) {
            ground = ground_motion(model, work->origins[body->tree]);
        } else {
            parent = &work->motions[body->parent];
        }
        body_forward(body, parent, q + body->q_index, v + body->column,
                     a == NULL ? at_rest : a + body->column, !(work->skip & MB_SKIP_TANGENT),
                     work->columns + body->column, &work->motions[i]);
    }
}
