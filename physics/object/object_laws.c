/* Forces of a step: of pairs in contact (object_groups.c has those of their points) and of anchors that bend.
 */
#include "object_internal.h"

/* w_0 [rad/s]: below it the rolling resistance is in proportion to the rotation. A rim of 0.25 m radius then
 * moves at 5 mm/s, the speed below which a body rests (object_accept.c). */
static const double SLOW_TURN = 0.02;

/* columns += J^T K J with J = [1, -skew(arm)], column by column: those of the turns are the cross products of
 * arm and the first three, taken row by row. */
static void add_tangent(const hl_mat3 *K, hl_vec3 arm, double columns[6][6])
{
    double c[3][6];
    for (int j = 0; j < 3; j++) {
        const hl_vec3 turned = hl_cross(arm, hl_mat3_column(K, j));
        for (int i = 0; i < 3; i++) c[j][i] = K->m[i][j];
        c[j][3] = turned.x, c[j][4] = turned.y, c[j][5] = turned.z;
    }
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 6; i++) columns[j][i] += c[j][i];
    for (int i = 0; i < 6; i++) {
        columns[3][i] += fma(arm.y, c[2][i], -(arm.z * c[1][i]));
        columns[4][i] += fma(arm.z, c[0][i], -(arm.x * c[2][i]));
        columns[5][i] += fma(arm.x, c[1][i], -(arm.y * c[0][i]));
    }
}

static void add_transposed(double columns[6][6], double *tangent)
{
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) tangent[6 * i + j] += columns[j][i];
}

/* Moment on a against the relative rotation w: -r N w/s, s^2 = w^2 + w_0^2, r the lever [m] (Coulomb's law of
 * rolling, made smooth). Its change with N is left out of the tangent. */
static hl_vec3 rolling_moment(const obj_work *work, const object_pair *pair, double normal, double *tangent)
{
    const double h = work->model->step;
    const hl_vec3 turn =
        hl_sub(object_motion(work, pair->a, true)->turn, object_motion(work, pair->b, true)->turn);
    const double size = sqrt(hl_dot(turn, turn) + SLOW_TURN * SLOW_TURN),
                 rate = pair->rolling * normal / size;
    if (tangent != NULL) {
        const hl_mat3 K = contact_outer_plus(-2.0 / h * rate, 2.0 / h * rate / (size * size), turn, turn);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) tangent[6 * (3 + i) + 3 + j] += K.m[i][j];
    }
    return hl_scale(-rate, turn);
}

static pair_wrench force_of_link(const obj_work *work, const object_pair *pair, double *tangent)
{
    hl_mat3 K;
    hl_vec3 arm;
    double columns[6][6] = {{0.0}};
    const pair_wrench all = object_link_force(work, pair, &K, &arm);
    if (tangent == NULL) return all;
    for (int i = 0; i < 36; i++) tangent[i] = 0.0;
    add_tangent(&K, arm, columns);
    add_transposed(columns, tangent);
    return all;
}

pair_wrench object_pair_force(const obj_work *work, const object_pair *pair, double *tangent)
{
    if (pair->link > 0) return force_of_link(work, pair, tangent);
    pair_wrench all;
    if (tangent != NULL)
        for (int i = 0; i < 36; i++) tangent[i] = 0.0;
    const double normal = object_points_force(work, pair, &all, tangent);
    if (!(pair->rolling > 0.0 && normal > 0.0)) return all;
    const hl_vec3 roll = rolling_moment(work, pair, normal, tangent);
    all.moment_a = hl_add(all.moment_a, roll);
    all.moment_b = hl_sub(all.moment_b, roll);
    return all;
}

/* As contact_pair_remember and contact_pair_look, in one pass. */
void object_pair_settle(obj_work *work, const object_pair *pair, pair_settled *all)
{
    const hl_vec3 none = hl_v3(0, 0, 0);
    all->touching = 0;
    all->force = all->moment_a = all->arm = none;
    all->normal = all->slip = all->approach = all->elastic = 0.0;
    all->begun = true;
    all->memory.count = 0;
    object_points_settle(work, pair, all);
    object_energy_settle(work, pair, all);
    if (!(all->normal > 0.0)) return;
    if (pair->rolling > 0.0)
        all->moment_a = hl_add(all->moment_a, rolling_moment(work, pair, all->normal, NULL));
    all->arm = hl_scale(1.0 / all->normal, all->arm);
    all->slip /= all->normal;
}

/* ---- anchors ---- */

/* The foot of a bending post is a plastic hinge: a spring and a damper hold it in place, another pair its
 * direction, up to the yield moment (return mapping, as friction of contact/pair.h). */
typedef struct hinge {
    hl_vec3 arm, force, trial, moment; /* trial: before the limit */
    double rate;                       /* of the moment with the turn [N m/rad] */
    hl_vec3 direction;                 /* of the trial moment */
    bool yields;
} hinge;

static hinge hinge_of(const obj_work *work, int body)
{
    const object_body *b = &work->model->bodies[body];
    const object_state *state = &work->state->bodies[body];
    const contact_motion *end = &work->end[body];
    const double per_u = 2.0 / work->model->step;
    const hl_mat3 before = hl_quat_matrix(state->turn);
    hinge h = {.arm = hl_neg(hl_mul(&end->pose.rotation, b->centre))};
    const mb_pose *start = &work->model->start[body];
    const hl_vec3 held = hl_sub(start->position, hl_mul(&start->rotation, b->centre));
    const hl_vec3 foot = hl_add(end->pose.position, h.arm),
                  velocity = hl_add(end->velocity, hl_cross(end->turn, h.arm));
    h.force = hl_add_scaled(hl_scale(-b->hold[0], hl_sub(foot, held)), -b->hold[1], velocity);
    const hl_vec3 turn = hl_add(state->bend, hl_mul(&before, work->theta[2 * body + 1]));
    h.trial = hl_add_scaled(hl_scale(b->hinge[0], turn), b->hinge[1], end->turn);
    const double size = hl_norm(h.trial);
    h.rate = b->hinge[0] + per_u * b->hinge[1];
    h.yields = size > b->anchor.yield;
    h.moment = hl_neg(h.trial);
    if (!h.yields) return h;
    h.direction = hl_scale(1.0 / size, h.trial);
    h.moment = hl_scale(-b->anchor.yield, h.direction);
    h.rate *= b->anchor.yield / size;
    return h;
}

void object_anchor_force(const obj_work *work, int body, hl_vec3 *force, hl_vec3 *moment, double *tangent)
{
    const object_body *b = &work->model->bodies[body];
    const hinge h = hinge_of(work, body);
    *force = h.force;
    *moment = hl_add(h.moment, hl_cross(h.arm, h.force));
    if (tangent == NULL) return;
    const double hold = b->hold[0] + 2.0 / work->model->step * b->hold[1];
    const hl_mat3 K = contact_outer_plus(-hold, 0.0, h.arm, h.arm);
    double columns[6][6] = {{0.0}};
    add_tangent(&K, h.arm, columns);
    add_transposed(columns, tangent);
    const hl_mat3 turn = contact_outer_plus(-h.rate, h.yields ? h.rate : 0.0, h.direction, h.direction);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) tangent[6 * (3 + i) + 3 + j] += turn.m[i][j];
}

/* The elastic turn that is left: as the bristle of contact/pair.h. */
void object_anchor_remember(obj_work *work, int body)
{
    const object_body *b = &work->model->bodies[body];
    const hinge h = hinge_of(work, body);
    const hl_vec3 elastic =
        hl_scale(-1.0 / b->hinge[0], hl_add_scaled(h.moment, b->hinge[1], work->end[body].turn));
    const double most = b->anchor.yield / b->hinge[0], size = hl_norm(elastic);
    work->state->bodies[body].bend = size > most ? hl_scale(most / size, elastic) : elastic;
}
