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

#include "hl/dense.h"
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

/* Bringing a state onto its constraints before the first step: positions, velocities, accelerations,
 * multipliers. Redundant and singular closures are taken as they are: least squares of minimum norm
 * and an augmented Lagrangian for the accelerations. Not real-time. */

enum { MAX_ASSEMBLY_ITERATIONS = 100, MAX_HALVINGS = 12, MAX_ACCELERATION_ITERATIONS = 50 };

static const double LARGEST_MOVE = 0.3; /* [rad or m] of one Gauss-Newton step: keeps to the nearest branch */
static const double ASSEMBLED = 1e-11;  /* [m or 1] */
static const double ASSEMBLED_RATE =
    1e-8;                             /* [m/s or 1/s] least squares leave round-off; a conflict leaves more */
static const double HEAVY = 1e6;      /* alpha over mean inertia: an error shrinks by about this a step */
static const double ROUNDING = 1e-14; /* relative change of the accelerations that ends the iteration */
static const double CONTRADICTION = 1e-6; /* Phi_ddot left over accelerations: drivers or loops in conflict */
static const double RANK_TOLERANCE = 1e-9; /* singular values below this part of the largest count as zero */

static void evaluate_closures(const mb_model *model, const mb_state *state, mb_work *work)
{
    mb_set_origins(model, state->q, work);
    mb_forward(model, state->q, state->v, NULL, work);
    mb_measure_values(model, state->q, state->v, NULL, 0, model->equation_count, work);
    mb_equation_values(model, state->time, work);
}

/* Columns of held joints set to zero, so that least squares do not move them. */
static void hold_columns(const mb_model *model, double *J)
{
    for (int e = 0; e < model->equation_count; e++)
        for (int c = 0; c < model->column_count; c++)
            if (model->bodies[model->column_body[c]].hold)
                J[(size_t)e * (size_t)model->column_count + (size_t)c] = 0.0;
}

/* Minimum-norm solution of J x = -rhs.
 * @param x  out: columns
 * @return rank of J, or -1 when a number is not finite or memory ends */
static int minimum_norm(const mb_model *model, const mb_work *work, bool keep_held, const double *rhs,
                        double *x)
{
    const int m = model->equation_count, n = model->column_count;
    hl_arena arena = {0};
    double *J = HL_NEW(&arena, double, (size_t)m *(size_t)n);
    double *b = HL_NEW(&arena, double, m);
    int rank = -1;
    if (!hl_arena_failed(&arena)) {
        mb_dense_jacobian(model, work, J);
        if (keep_held) hold_columns(model, J);
        for (int e = 0; e < m; e++) b[e] = -rhs[e];
        rank = hl_solve_minimum_norm(J, m, n, b, RANK_TOLERANCE, x);
    }
    hl_arena_free(&arena);
    return rank;
}

/* Move along `move`, halved until the violation shrinks. */
static void guarded_move(const mb_model *model, mb_state *state, const double *move, mb_work *work)
{
    const double violation = mb_norm(work->phi, model->equation_count);
    const double size = mb_largest(move, model->column_count);
    double share = size > LARGEST_MOVE ? LARGEST_MOVE / size : 1.0;
    memcpy(work->q, state->q, (size_t)model->coordinate_count * sizeof(double));
    for (int halving = 0; halving < MAX_HALVINGS; halving++, share *= 0.5) {
        for (int i = 0; i < model->column_count; i++) work->theta[i] = share * move[i];
        memcpy(state->q, work->q, (size_t)model->coordinate_count * sizeof(double));
        mb_coordinates_move(model, state->q, work->theta);
        evaluate_closures(model, state, work);
        if (mb_norm(work->phi, model->equation_count) < violation) return;
    }
}

static void assemble_positions(const mb_model *model, mb_state *state, mb_work *work,
                               mb_assembly_report *report)
{
    evaluate_closures(model, state, work);
    for (int i = 0; i < MAX_ASSEMBLY_ITERATIONS; i++) {
        report->violation = mb_largest_at(work->phi, model->equation_count, &report->worst_equation);
        if (report->violation <= ASSEMBLED + mb_closure_rounding(model, work)) return;
        report->iterations = i + 1;
        if (minimum_norm(model, work, true, work->phi, work->delta) < 0) return;
        guarded_move(model, state, work->delta, work);
    }
}

static void assemble_velocities(const mb_model *model, mb_state *state, mb_work *work,
                                mb_assembly_report *report)
{
    evaluate_closures(model, state, work);
    if (minimum_norm(model, work, true, work->phi_dot, work->delta) >= 0)
        for (int i = 0; i < model->column_count; i++) state->v[i] += work->delta[i];
    evaluate_closures(model, state, work);
    report->rank = minimum_norm(model, work, false, work->phi_dot, work->delta);
}

/* Mean diagonal entry of M, kg and kg m^2 alike: only a scale. */
static double mean_inertia(const mb_model *model, const mb_work *work)
{
    double sum = 0.0;
    for (int i = 0; i < model->column_count; i++) sum += work->tangent->diagonal[i];
    return sum / model->column_count;
}

/* Newton steps on M a + h + Phi_z^T lambda = 0, Phi_ddot = 0 with an augmented Lagrangian; the equations are
 * linear, so each step shrinks the error by about M / alpha. */
hl_status mb_consistent_accelerations(const mb_model *model, mb_state *state, mb_work *work)
{
    const int n = model->column_count;
    if (n == 0) return HL_OK;
    memset(state->a, 0, (size_t)n * sizeof(double));
    memset(state->lambda, 0, (size_t)model->equation_count * sizeof(double));
    mb_evaluate_state(model, state, work);
    mb_mass_matrix(model, work);
    const double alpha = HEAVY * mean_inertia(model, work);
    mb_tangent_add_penalty(model, alpha, true, work);
    if (mb_factor(work, true) != HL_OK) return HL_SINGULAR;
    double most = 0.0;
    for (int i = 0; i < MAX_ACCELERATION_ITERATIONS; i++) {
        for (int e = 0; e < model->equation_count; e++)
            work->scratch[3][e] = fma(alpha, work->phi_dot_dot[e], state->lambda[e]);
        memcpy(work->delta, work->tau, (size_t)n * sizeof(double));
        mb_add_constraint_forces(model, work, work->scratch[3], work->delta);
        for (int c = 0; c < n; c++) work->delta[c] = -work->delta[c];
        mb_solve(work, work->delta);
        for (int c = 0; c < n; c++) state->a[c] += work->delta[c];
        const double change = mb_largest(work->delta, n);
        most = mb_largest(state->a, n);
        if (!isfinite(change)) return HL_NOT_FINITE;
        mb_evaluate_state(model, state, work);
        for (int e = 0; e < model->equation_count; e++) state->lambda[e] += alpha * work->phi_dot_dot[e];
        if (i > 0 && change <= ROUNDING * (1.0 + most)) break;
    }
    if (!(mb_largest(work->phi_dot_dot, model->equation_count) <= CONTRADICTION * (1.0 + most)))
        return HL_NOT_CONVERGED;
    for (int i = 0; i < model->state_count; i++) state->x_dot[i] = work->x_rate[i];
    return HL_OK;
}

hl_status mb_assemble(const mb_model *model, mb_state *state, mb_work *work, mb_assembly_report *report)
{
    *report = (mb_assembly_report){.status = HL_OK};
    if (model->equation_count > 0) {
        assemble_positions(model, state, work, report);
        if (!(report->violation <= ASSEMBLED + mb_closure_rounding(model, work)))
            return report->status = HL_NOT_ASSEMBLED;
        assemble_velocities(model, state, work, report);
        if (!(mb_largest_at(work->phi_dot, model->equation_count, &report->worst_equation) <= ASSEMBLED_RATE))
            return report->status = HL_NOT_ASSEMBLED;
    }
    return report->status = mb_consistent_accelerations(model, state, work);
}
