/* M + Phi_q^T alpha Phi_q in blocks of seven by seven, one for every two bodies that an equation joins, and
 * its factorisation: dense, from the leaves to the root (hl/ldu.h; a tree fills nothing in), or sparse
 * (hl/sparse.h). Only the first two keep a square array of numbers. */
#include "global_internal.h"

#include "hl/dense.h"
#include "hl/real.h"

#include <stdlib.h>
#include <string.h>

/* From joint coordinates to absolute ones and back.
 *
 * Back: the coordinates of a joint are read off the pose of its body relative to the pose of the parent;
 * whatever of that relative pose the joint does not allow, the constraint drift of one step, is dropped.
 * Velocities and accelerations are those of the joint's columns that fit the relative motion best, about the
 * joint's point. atan2 is the C library's: two libraries may differ in its last bit. */

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

/* Own factorisation up to here: a tenth faster on chains (tests/bench/bench_sparse.c), but its square array
 * takes 8 MB for 100 bodies already. */
enum { MOST_BODIES_OWN = 100 };

/* ---- own factorisation ---- */

static bool new_ldu(global_matrix *matrix, hl_arena *arena, bool dense)
{
    const int n = SEVEN * matrix->body_count;
    hl_arena scratch = {0};
    unsigned char *pattern = dense ? NULL : HL_NEW(&scratch, unsigned char, (size_t)n *(size_t)n);
    if (!dense && pattern == NULL) return false;
    for (int b = 0; b < matrix->block_count && !dense; b++)
        for (int r = 0; r < SEVEN; r++) {
            const body_block *block = &matrix->blocks[b];
            const size_t row = (size_t)(SEVEN * block->row + r) * (size_t)n;
            memset(pattern + row + SEVEN * (size_t)block->column, 1, SEVEN);
        }
    matrix->ldu = hl_ldu_new(arena, n, pattern);
    hl_arena_free(&scratch);
    return matrix->ldu != NULL;
}

static void copy_to_ldu(const global_matrix *matrix)
{
    hl_ldu *ldu = matrix->ldu;
    hl_ldu_clear(ldu);
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        const bool diagonal = block->row == block->column;
        for (int r = 0; r < SEVEN; r++) {
            const size_t row = (size_t)(SEVEN * block->row + r);
            const int count = diagonal ? r : SEVEN;
            memcpy(ldu->lower + row * (size_t)ldu->stride + SEVEN * (size_t)block->column, block->m[r],
                   (size_t)count * sizeof(double));
            if (diagonal) ldu->diagonal[row] = block->m[r][r];
        }
    }
}

/* ---- sparse ---- */

/* Row bodies of every column body, rising: joined[start[j] ... start[j+1] - 1], the diagonal included. */
typedef struct adjacency {
    int *start, *rows;
} adjacency;

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static bool list_neighbours(const global_matrix *matrix, hl_arena *arena, adjacency *list)
{
    const int n = matrix->body_count, entries = 2 * matrix->block_count - n;
    list->start = HL_NEW(arena, int, n + 1);
    list->rows = HL_NEW(arena, int, entries);
    int *next = HL_NEW(arena, int, n + 1);
    if (hl_arena_failed(arena)) return false;
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        list->start[block->column + 1]++;
        if (block->row != block->column) list->start[block->row + 1]++;
    }
    for (int j = 0; j < n; j++) next[j + 1] = list->start[j + 1] += list->start[j];
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        list->rows[next[block->column]++] = block->row;
        if (block->row != block->column) list->rows[next[block->row]++] = block->column;
    }
    for (int j = 0; j < n; j++)
        qsort(list->rows + list->start[j], (size_t)(list->start[j + 1] - list->start[j]), sizeof(int),
              compare_ints);
    return true;
}

/* Position in the values of entry (0,0) of block (i,j). All columns of a body have the same rows. */
static int block_at(const adjacency *list, int i, int j)
{
    int rank = 0;
    while (list->rows[list->start[j] + rank] != i) rank++;
    return SEVEN * SEVEN * list->start[j] + SEVEN * rank;
}

static bool index_blocks(global_matrix *matrix, hl_arena *arena, const adjacency *list)
{
    matrix->column_length = HL_NEW(arena, int, matrix->body_count);
    matrix->lower_at = HL_NEW(arena, int, matrix->block_count);
    matrix->upper_at = HL_NEW(arena, int, matrix->block_count);
    if (hl_arena_failed(arena)) return false;
    for (int j = 0; j < matrix->body_count; j++)
        matrix->column_length[j] = SEVEN * (list->start[j + 1] - list->start[j]);
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        matrix->lower_at[b] = block_at(list, block->row, block->column);
        matrix->upper_at[b] = block_at(list, block->column, block->row);
    }
    return true;
}

static bool new_sparse(global_matrix *matrix, hl_arena *arena)
{
    hl_arena scratch = {0};
    adjacency list;
    const int n = matrix->body_count;
    bool ok = list_neighbours(matrix, &scratch, &list) && index_blocks(matrix, arena, &list);
    int *start = HL_NEW(&scratch, int, SEVEN *n + 1);
    int *rows = ok ? HL_NEW(&scratch, int, SEVEN *SEVEN *(size_t)list.start[n]) : NULL;
    ok = ok && !hl_arena_failed(&scratch);
    int count = 0;
    for (int column = 0; column < SEVEN * n && ok; column++) {
        const int body = column / SEVEN;
        for (int k = list.start[body]; k < list.start[body + 1]; k++)
            for (int r = 0; r < SEVEN; r++) rows[count++] = SEVEN * list.rows[k] + r;
        start[column + 1] = count;
    }
    matrix->sparse = ok ? hl_sparse_new(arena, HL_SPARSE_LDL, SEVEN * n, start, rows, NULL) : NULL;
    hl_arena_free(&scratch);
    return matrix->sparse != NULL;
}

static void copy_to_sparse(const global_matrix *matrix)
{
    double *values = hl_sparse_values(matrix->sparse);
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        const int below = matrix->column_length[block->column], beyond = matrix->column_length[block->row];
        double *lower = values + matrix->lower_at[b], *upper = values + matrix->upper_at[b];
        for (int r = 0; r < SEVEN; r++)
            for (int c = 0; c < SEVEN; c++) lower[c * below + r] = upper[r * beyond + c] = block->m[r][c];
    }
}

/* ---- any ---- */

bool mb_global_matrix_new(global_matrix *matrix, hl_arena *arena, mb_solver solver, int body_count,
                          const int (*joined)[2], int pairs)
{
    matrix->body_count = body_count;
    matrix->block_count = body_count + pairs;
    matrix->blocks = HL_NEW(arena, body_block, matrix->block_count);
    if (matrix->blocks == NULL) return false;
    for (int i = 0; i < body_count; i++) matrix->blocks[i].row = matrix->blocks[i].column = i;
    for (int p = 0; p < pairs; p++) {
        matrix->blocks[body_count + p].row = joined[p][0];
        matrix->blocks[body_count + p].column = joined[p][1];
    }
    const bool automatic = solver == MB_SOLVER_AUTO;
    if (solver == MB_SOLVER_SPARSE || (automatic && body_count > MOST_BODIES_OWN))
        return new_sparse(matrix, arena);
    return new_ldu(matrix, arena, solver == MB_SOLVER_DENSE);
}

hl_status mb_global_matrix_factor(global_matrix *matrix)
{
    if (matrix->sparse != NULL) {
        copy_to_sparse(matrix);
        return hl_sparse_factor(matrix->sparse);
    }
    copy_to_ldu(matrix);
    return hl_ldu_factor(matrix->ldu, true);
}

void mb_global_matrix_solve(global_matrix *matrix, double *b)
{
    if (matrix->sparse != NULL) {
        hl_sparse_solve(matrix->sparse, b);
    } else {
        hl_ldu_solve(matrix->ldu, b);
    }
}
