/* Bringing a state onto its constraints before the first step: positions, velocities, accelerations,
 * multipliers. Redundant and singular closures are taken as they are: least squares of minimum norm
 * and an augmented Lagrangian for the accelerations. Not real-time. */
#include "formulation/solver.h"

#include "hl/dense.h"

#include <string.h>

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
