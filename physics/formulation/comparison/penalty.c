/* Penalty formulation in joint coordinates, integrated by the classical Runge-Kutta rule of fourth order: 001
 * Eq. (11), as the tractor papers use it (000 publications IV and V):
 *
 *   (M + Phi_z^T alpha Phi_z) z_ddot =
 *       Q - Phi_z^T alpha (Phi_dot_z z_dot + 2 Omega mu Phi_dot + Omega^2 Phi)
 *
 * Near a dead centre Phi_z loses rank: in the direction that it loses, the penalty holds nothing, and the
 * loops may leave on another branch. Such a step is refused (loses_rank).
 *
 * Quaternions are integrated as four numbers, q_dot = q (0, omega)/2, and normalised after the step: their
 * norm drifts by O(dt^5) a step, below the rule's own error. */

#include "multibody/model_internal.h"

#include <string.h>

/* Forces lambda that turn the mechanism this much less than the best placed equation would (as their square)
 * act in a direction without rank. Mechanisms away from dead centres stay above 5e-3; passages at steps of 5
 * ms and less go below 5e-6 (tests/unit/physics/test_singular.c). */
static const double LEAST_GRIP = 2e-5;
/* Accelerations that the penalty leaves open in such a direction, in those that it ought to take away: above
 * this they are no round-off of redundant equations. */
static const double OPEN_SHARE = 1e-4;

typedef struct rk4_work {
    double *mass;                  /* diagonal of M */
    double *q_sum, *v_sum, *x_sum; /* weighted sums of the stages' rates */
    double *q_rate;
} rk4_work;

bool mb_penalty_prepare(const mb_model *model, mb_work *work, hl_arena *arena)
{
    rk4_work *rk4 = HL_NEW(arena, rk4_work, 1);
    if (rk4 == NULL) return false;
    rk4->mass = HL_NEW(arena, double, model->column_count);
    rk4->q_sum = HL_NEW(arena, double, model->coordinate_count);
    rk4->q_rate = HL_NEW(arena, double, model->coordinate_count);
    rk4->v_sum = HL_NEW(arena, double, model->column_count);
    rk4->x_sum = HL_NEW(arena, double, model->state_count);
    work->formulation = rk4;
    return !hl_arena_failed(arena);
}

/* ---- rank ---- */

/* What the mechanism's masses make of equation `e`: grip = sum of J^2/M, the acceleration of the equation by
 * a unit multiplier, with M reduced to its diagonal; demand = |Phi_ddot| without any multiplier, at most. */
typedef struct equation_share {
    double grip, demand;
} equation_share;

static equation_share share_of(const mb_model *model, const mb_work *work, int e)
{
    const rk4_work *rk4 = work->formulation;
    const measure_model *measure = &model->measures[e];
    const double *row = work->jacobian + measure->first_entry;
    const int *columns = model->entry_columns + measure->first_entry;
    equation_share share = {0.0, fabs(work->scratch[1][e])};
    for (int i = 0; i < measure->entry_count; i++) {
        const double mobility = fabs(row[i]) / rk4->mass[columns[i]];
        share.grip = fma(mobility, fabs(row[i]), share.grip);
        share.demand = fma(mobility, fabs(work->tau[columns[i]]), share.demand);
    }
    return share;
}

/* With S = Phi_z M^-1 Phi_z^T the equations' accelerations r = lambda/alpha are what (1 + alpha S)^-1 leaves
 * of the demand: where S is next to nothing, all. Multipliers grow as 1/S there, so that lambda points that
 * way: lambda^T S lambda/|lambda|^2 against the largest grip of an equation tells of the rank whatever alpha
 * is. What the tolerance allows as a violation, held by Omega, is not looked at. */
static bool loses_rank(const mb_model *model, mb_work *work)
{
    const rk4_work *rk4 = work->formulation;
    const mb_step_options *options = &work->options;
    const double Omega = options->stabilisation_frequency;
    const double lambda = mb_norm(work->lambda, model->equation_count), open = lambda / options->penalty;
    if (!(open > Omega * Omega * options->tolerance)) return false;
    double *force = work->scratch[2], moved = 0.0, best = 0.0, demand = 0.0;
    memset(force, 0, (size_t)model->column_count * sizeof(double));
    mb_add_constraint_forces(model, work, work->lambda, force);
    for (int c = 0; c < model->column_count; c++) moved += force[c] * force[c] / rk4->mass[c];
    for (int e = 0; e < model->equation_count; e++) {
        const equation_share share = share_of(model, work, e);
        best = fmax(best, share.grip);
        demand = fma(share.demand, share.demand, demand);
    }
    return moved < LEAST_GRIP * best * lambda * lambda && open > OPEN_SHARE * sqrt(demand);
}

/* ---- stages ---- */

/* a <- accelerations at (time, q, v, x), with the measures, equations and effort rates evaluated there. */
static hl_status accelerations(const mb_model *model, double time, const double *q, const double *v,
                               const double *x, double *a, mb_work *work)
{
    const mb_step_options *options = &work->options;
    const double Omega = options->stabilisation_frequency, mu = options->stabilisation_damping;
    const rk4_work *rk4 = work->formulation;
    work->skip = MB_SKIP_TANGENT;
    mb_evaluate(model, time, q, v, NULL, x, work);
    work->skip = 0;
    mb_mass_matrix(model, work);
    memcpy(rk4->mass, work->tangent->diagonal, (size_t)model->column_count * sizeof(double));
    double *wanted = work->scratch[1]; /* Phi_ddot without accelerations, and what pulls Phi back */
    for (int e = 0; e < model->equation_count; e++) {
        wanted[e] = work->phi_dot_dot[e] + 2.0 * Omega * mu * work->phi_dot[e] + Omega * Omega * work->phi[e];
        work->lambda[e] = options->penalty * wanted[e];
    }
    memcpy(a, work->tau, (size_t)model->column_count * sizeof(double));
    mb_add_constraint_forces(model, work, work->lambda, a);
    mb_tangent_add_penalty(model, options->penalty, true, work);
    if (mb_factor(work, true) != HL_OK) return HL_SINGULAR;
    for (int c = 0; c < model->column_count; c++) a[c] = -a[c];
    mb_solve(work, a);
    /* lambda = alpha (Phi_ddot + ...) with the accelerations just found */
    mb_constraint_product(model, work, a, work->scratch[0]);
    for (int e = 0; e < model->equation_count; e++) work->lambda[e] += options->penalty * work->scratch[0][e];
    return loses_rank(model, work) ? HL_RANK_LOST : HL_OK;
}

static void quaternion_rate(const double *q, const double *omega, double *rate)
{
    const hl_quat product =
        hl_quat_mul((hl_quat){q[0], q[1], q[2], q[3]}, (hl_quat){0.0, omega[0], omega[1], omega[2]});
    rate[0] = 0.5 * product.w, rate[1] = 0.5 * product.x, rate[2] = 0.5 * product.y,
    rate[3] = 0.5 * product.z;
}

static void coordinate_rates(const mb_model *model, const double *q, const double *v, double *rate)
{
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        const int at = body->q_index, column = body->column;
        const int scalars = body->type == MB_SPHERICAL ? 0 : body->type == MB_FREE ? 3 : body->dof;
        for (int k = 0; k < scalars; k++) rate[at + k] = v[column + k];
        if (body->type == MB_SPHERICAL || body->type == MB_FREE)
            quaternion_rate(q + at + scalars, v + column + scalars, rate + at + scalars);
    }
}

static void normalise_quaternions(const mb_model *model, double *q)
{
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        if (body->type != MB_SPHERICAL && body->type != MB_FREE) continue;
        double *r = q + body->q_index + (body->type == MB_FREE ? 3 : 0);
        const hl_quat unit = hl_quat_normalized((hl_quat){r[0], r[1], r[2], r[3]});
        r[0] = unit.w, r[1] = unit.x, r[2] = unit.y, r[3] = unit.z;
    }
}

/* One stage: rates at (q, v, x), added to the sums with `weight`; then the point of the next stage, `next`
 * ahead. */
static hl_status stage(const mb_model *model, double time, double weight, double next, mb_work *work)
{
    rk4_work *rk4 = work->formulation;
    const mb_state *before = work->before;
    const hl_status status = accelerations(model, time, work->q, work->v, work->x, work->a, work);
    if (status != HL_OK) return status;
    coordinate_rates(model, work->q, work->v, rk4->q_rate);
    mb_advance(rk4->q_sum, rk4->q_sum, weight, rk4->q_rate, model->coordinate_count);
    mb_advance(rk4->v_sum, rk4->v_sum, weight, work->a, model->column_count);
    mb_advance(rk4->x_sum, rk4->x_sum, weight, work->x_rate, model->state_count);
    mb_advance(work->q, before->q, next, rk4->q_rate, model->coordinate_count);
    mb_advance(work->v, before->v, next, work->a, model->column_count);
    mb_advance(work->x, before->x, next, work->x_rate, model->state_count);
    normalise_quaternions(model, work->q);
    return HL_OK;
}

static void begin(const mb_model *model, mb_work *work)
{
    rk4_work *rk4 = work->formulation;
    memset(rk4->q_sum, 0, (size_t)model->coordinate_count * sizeof(double));
    memset(rk4->v_sum, 0, (size_t)model->column_count * sizeof(double));
    memset(rk4->x_sum, 0, (size_t)model->state_count * sizeof(double));
    memcpy(work->q, work->before->q, (size_t)model->coordinate_count * sizeof(double));
    memcpy(work->v, work->before->v, (size_t)model->column_count * sizeof(double));
    memcpy(work->x, work->before->x, (size_t)model->state_count * sizeof(double));
}

hl_status mb_step_penalty(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report)
{
    const double h = work->options.step, weights[4] = {h / 6.0, h / 3.0, h / 3.0, h / 6.0};
    const double nodes[4] = {0.0, 0.5 * h, 0.5 * h, h}, nexts[4] = {0.5 * h, 0.5 * h, h, 0.0};
    const rk4_work *rk4 = work->formulation;
    mb_set_origins(model, state->q, work);
    begin(model, work);
    for (int s = 0; s < 4; s++) {
        const hl_status status = stage(model, state->time + nodes[s], weights[s], nexts[s], work);
        if (status != HL_OK) return status;
        if (s > 0) continue; /* the first stage stands at the step's beginning: its figures cost nothing */
        report->position_violation = mb_norm(work->phi, model->equation_count);
        report->velocity_violation = mb_norm(work->phi_dot, model->equation_count);
        mb_constraint_product(model, work, work->a, work->scratch[0]);
        for (int e = 0; e < model->equation_count; e++) work->scratch[0][e] += work->phi_dot_dot[e];
        report->acceleration_violation = mb_norm(work->scratch[0], model->equation_count);
    }
    report->iterations = 4;
    mb_advance(state->q, state->q, 1.0, rk4->q_sum, model->coordinate_count);
    mb_advance(state->v, state->v, 1.0, rk4->v_sum, model->column_count);
    mb_advance(state->x, state->x, 1.0, rk4->x_sum, model->state_count);
    normalise_quaternions(model, state->q);
    for (int c = 0; c < model->column_count; c++) state->a[c] = work->a[c];
    for (int i = 0; i < model->state_count; i++) state->x_dot[i] = work->x_rate[i];
    for (int e = 0; e < model->equation_count; e++) state->lambda[e] = work->lambda[e];
    return HL_OK;
}
