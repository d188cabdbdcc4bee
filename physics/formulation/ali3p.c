/* The step of shipped machines: index-3 augmented Lagrangian with projections, on the trapezoidal rule. */

#include "multibody/model_internal.h"

#include <string.h>

/* ---- the trapezoidal rule ---- */

/* The trapezoidal rule with the increment theta of the coordinates over the step as the unknown (a rotation
 * vector for quaternions), 002 Eq. (32)-(34): what ali3p and double-step share.
 *
 *   z_dot = 2/dt theta - z_dot_k,   z_ddot = 4/dt^2 theta - 4/dt z_dot_k - z_ddot_k               (33)-(34)
 */

void mb_trapezoid_predict(const mb_model *model, mb_work *work)
{
    const mb_state *before = work->before;
    const double dt = work->options.step;
    for (int i = 0; i < model->column_count; i++)
        work->theta[i] = dt * before->v[i] + 0.5 * dt * dt * before->a[i];
    const double ahead = work->options.weak_substeps > 0 ? 0.0 : dt;
    for (int i = 0; i < model->state_count; i++) work->x[i] = before->x[i] + ahead * before->x_dot[i];
}

void mb_trapezoid_move(const mb_model *model, mb_work *work)
{
    memcpy(work->q, work->before->q, (size_t)model->coordinate_count * sizeof(double));
    mb_coordinates_move(model, work->q, work->theta);
}

void mb_trapezoid_rates(const mb_model *model, mb_work *work)
{
    const mb_state *before = work->before;
    const double dt = work->options.step;
    for (int i = 0; i < model->column_count; i++) {
        work->v[i] = 2.0 / dt * work->theta[i] - before->v[i];
        work->a[i] = 4.0 / (dt * dt) * work->theta[i] - 4.0 / dt * before->v[i] - before->a[i];
    }
}

void mb_trapezoid_store(const mb_model *model, const mb_work *work, mb_state *state)
{
    const size_t number = sizeof(double);
    memcpy(state->q, work->q, (size_t)model->coordinate_count * number);
    memcpy(state->v, work->v, (size_t)model->column_count * number);
    memcpy(state->a, work->a, (size_t)model->column_count * number);
    if (work->options.weak_substeps == 0) mb_effort_store_states(model, work, state);
}

/* ---- the step ---- */

/* Index-3 augmented Lagrangian formulation with mass-damping-stiffness-orthogonal projections and the
 * trapezoidal rule: 002 section 2.3 and Eq. (32)-(39); J. Cuadrado, D. Dopico, M. Gonzalez, M. Naya, A
 * combined penalty and recursive real-time formulation for multibody dynamics, J. Mech. Design 126 (2004).
 *
 * Primary unknown is the increment theta of the coordinates over the step (see above). Newton on
 *
 *   dt^2/4 (tau + Phi_z^T (lambda + alpha Phi)) = 0   with tangent   W + dt^2/4 Phi_z^T alpha Phi_z     (39)
 *
 * Rotation vectors are taken as they stand in W, without the tangent of the exponential map: increments above
 * about 0.2 rad a step (200 rad/s at 1 ms) may not converge. Multipliers carry noise of about alpha times the
 * round-off of Phi, and those of redundant equations are one choice of many.
 *
 * Departures from 002, each of them changing the way to the solution only:
 *  - The tangent is kept while the increments are not far from the tolerance and shrink by ten from one
 *    iteration to the next. A kept tangent may lead astray where a new one would not, past the bend of a
 *    friction law for one: a step that does not converge so is begun again, with a new tangent each time.
 *  - (20)-(21) are solved for the corrections: (W + dt^2/4 Phi_z^T alpha Phi_z)(z_dot - z_dot') =
 *    -dt^2/4 Phi_z^T alpha Phi_dot', which is the same equation, holds for rheonomic constraints as it
 *    stands, and loses no digits; likewise for accelerations with Phi_ddot'. */

enum { MAX_UPDATES = 3 }; /* of the multipliers in a step */
/* An update of the multipliers must shrink the violation to this part. */
static const double WORTHWHILE = 0.5;
/* Relative change of velocities that leaves Phi_ddot as it is: it changes Phi_ddot by that part of the
 * centripetal accelerations, where the tolerance of Newton's method leaves far more in a. */
static const double UNFELT = 1e-8;
static const double FAR =
    1e4; /* [tolerances] increments above which the tangent is renewed whatever they do */
static const double SLOW = 0.1; /* shrinking of increments above which the tangent is renewed */

static void follow_trapezoid(const mb_model *model, mb_work *work)
{
    mb_trapezoid_rates(model, work);
    mb_trapezoid_move(model, work);
}

static void predict(const mb_model *model, mb_work *work)
{
    mb_trapezoid_predict(model, work);
    for (int e = 0; e < model->equation_count; e++) work->lambda[e] = work->before->lambda[e];
}

/* lambda <- lambda + alpha Phi (19) */
static void update_multipliers(const mb_model *model, mb_work *work)
{
    for (int e = 0; e < model->equation_count; e++) work->lambda[e] += work->options.penalty * work->phi[e];
}

/* Progress of the multipliers within a step. Where closures are nearly dependent, no multiplier can remove
 * what is left of Phi: once an update does not halve the violation, the multipliers rest until the next step.
 */
typedef struct multiplier_progress {
    double violation; /* |Phi| at the last update; infinite before the first one */
    int updates;
    bool resting;
} multiplier_progress;

static void advance_multipliers(const mb_model *model, multiplier_progress *progress, mb_work *work)
{
    const double violation = mb_norm(work->phi, model->equation_count);
    progress->resting |= violation > WORTHWHILE * progress->violation || progress->updates++ == MAX_UPDATES;
    progress->violation = violation;
    if (!progress->resting) update_multipliers(model, work);
}

/* residual <- tau + Phi_z^T (lambda + alpha Phi) - J^T (what the states' own step changes), the effort
 * tangents renewed on request. */
static hl_status evaluate_residual(const mb_model *model, double time, multiplier_progress *progress,
                                   bool renew, mb_work *work)
{
    const bool weak = work->options.weak_substeps > 0; /* states held: their tangents with a step of zero */
    const double half = weak ? 0.0 : 0.5 * work->options.step;
    follow_trapezoid(model, work);
    work->skip = MB_SKIP_CLOSURE_RATES | (renew ? 0 : MB_SKIP_TANGENT);
    mb_forward(model, work->q, work->v, work->a, work);
    mb_backward(model, work);
    mb_measure_values(model, work->q, work->v, work->a, 0, model->measure_count, work);
    mb_equation_values(model, time, work);
    work->skip = 0;
    if (mb_guest_evaluate(model, renew, work) != HL_OK) return HL_SINGULAR;
    if (renew) {
        if (mb_effort_tangents(model, time, work->x, half, work) != HL_OK) return HL_SINGULAR;
    } else {
        mb_effort_values(model, time, work->x, work);
    }
    if (!weak) mb_effort_state_step(model, work->x, work->before->x, work->before->x_dot, half, work);
    mb_effort_project(model, work);
    if (!weak) mb_effort_project_step(model, work);
    if (progress != NULL) advance_multipliers(model, progress, work);
    for (int e = 0; e < model->equation_count; e++)
        work->scratch[3][e] = fma(work->options.penalty, work->phi[e], work->lambda[e]);
    memcpy(work->residual, work->tau, (size_t)model->column_count * sizeof(double));
    mb_add_constraint_forces(model, work, work->scratch[3], work->residual);
    return HL_OK;
}

/* The curvature of the efforts' lines of action weighs dt^2/4 F / (m s) in W: left out of the tangent as long
 * as the iteration shrinks without it. */
static hl_status renew_tangent(const mb_model *model, bool with_geometry, mb_work *work)
{
    const double dt = work->options.step, quarter = 0.25 * dt * dt;
    work->skip = with_geometry ? 0 : MB_SKIP_GEOMETRY;
    mb_tangent(model, 1.0, 0.5 * dt, quarter, work);
    work->skip = 0;
    mb_tangent_add_penalty(model, quarter * work->options.penalty, false, work);
    memcpy(work->tangent_jacobian, work->jacobian, (size_t)model->equation_entries * sizeof(double));
    return mb_factor(work, false);
}

/* Largest increment in tolerances; NaN when one is. */
static double step_size(const mb_model *model, const mb_work *work, int *worst)
{
    double size = 0.0;
    for (int i = 0; i < model->column_count; i++)
        mb_raise(work->delta[i] / work->options.tolerance, i, &size, worst);
    for (int i = 0; i < model->state_count; i++)
        mb_raise(work->x_step[i] / (model->x_scale[i] * work->options.state_tolerance),
                 model->column_count + i, &size, worst);
    return size;
}

/* Residual (39) as a plain function of theta and x, lambda held: for forward differences. */
static hl_status plain_residual(const mb_model *model, double time, mb_work *work, double *residual)
{
    const double quarter = 0.25 * work->options.step * work->options.step;
    follow_trapezoid(model, work);
    mb_evaluate(model, time, work->q, work->v, work->a, work->x, work);
    for (int e = 0; e < model->equation_count; e++)
        work->scratch[3][e] = fma(work->options.penalty, work->phi[e], work->lambda[e]);
    mb_add_constraint_forces(model, work, work->scratch[3], work->tau);
    for (int i = 0; i < model->column_count; i++) residual[i] = quarter * work->tau[i];
    mb_effort_state_residual(model, work->x, work->before->x, work->before->x_dot, 0.5 * work->options.step,
                             work, residual + model->column_count);
    return HL_OK;
}

/* delta, x_step <- Newton step from the residual just evaluated. */
static hl_status newton_step(const mb_model *model, double time, mb_work *work)
{
    const double half = 0.5 * work->options.step;
    if (work->options.numeric_tangent)
        return mb_numeric_step(model, time, plain_residual, work->all_columns, model->column_count, work);
    for (int i = 0; i < model->column_count; i++) work->delta[i] = -half * half * work->residual[i];
    mb_solve(work, work->delta);
    if (work->options.weak_substeps == 0) mb_effort_state_follow(model, work->delta, half, work);
    return HL_OK;
}

static void apply_step(const mb_model *model, mb_work *work)
{
    for (int i = 0; i < model->column_count; i++) work->theta[i] += work->delta[i];
    for (int i = 0; i < model->state_count; i++) work->x[i] += work->x_step[i];
}

/* ---- when an iteration ends ----
 *
 * The error that an increment leaves is estimated, and compared with the step's own. The predictor continues
 * with constant accelerations, so the first increment is dt^3/4 of the third derivative, three times the
 * local error of the trapezoidal rule (Milne's device). What Newton's method may leave is a small share of
 * it, at most the tolerance.
 *
 * Increments with one tangent shrink by a constant ratio: those to come are a geometric series. The first
 * increment has none before it. Newton's method leaves its square there times a factor, the nonlinearity,
 * that changes little from step to step: the second iteration of a step measures it, and without a
 * measurement it is taken to grow. (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section
 * IV.8, carry the ratio from step to step.) A law that cuts an increment short leaves an error that is not
 * known. */

static const double SHARE = 1e-3; /* of the first increment that may be left */
static const double LEAST = 0.1;  /* [tolerances] always permitted, however small the step's own error is */
static const double GROWTH = 1.1; /* factor a step that does not measure the nonlinearity: tenfold in 24 */
static const double FADING =
    0.5; /* smallest factor of a measurement: one lucky step does not make it small */

/* Error that may be left [tolerances] */
static double permitted_error(double first_increment)
{
    return fmin(fmax(SHARE * first_increment, LEAST), 1.0);
}

/* Estimated error after an increment [tolerances] */
static double error_left(int iteration, double increment, double last, const mb_work *work)
{
    if (work->shortened) return increment;
    if (iteration == 0) return fmin(work->nonlinearity * increment, 1.0) * increment;
    const double ratio = increment / last;
    return ratio < SLOW ? increment * ratio / (1.0 - ratio) : increment;
}

static void follow_nonlinearity(int iteration, double increment, double last, mb_work *work)
{
    double *known = &work->nonlinearity;
    if (iteration == 0) *known *= GROWTH;
    if (iteration == 1) *known = fmax(increment / (last * last), FADING * *known);
    *known = fmin(*known, 1.0);
}

/* Bounded steps make both attempts within five thirds of `max_iterations`. The first one ends after two
 * thirds of `max_iterations` if its increment is then still large: above ASTRAY [tolerances], and above a
 * tenth of the first one. Laws with a bend, of contacts that just touch, only halve the increments: those
 * leave at most 100 tolerances after 8 iterations in all exercises. Impacts begin with 1e6. Both need up to
 * 11 iterations; levers of the wheeled excavator that move at random, 19. */
static const double ASTRAY = 1e3, NO_PROGRESS = 0.1;

static bool is_astray(int iteration, double first, const mb_work *work, const mb_step_report *report)
{
    const int most = work->options.max_iterations;
    return work->options.bounded && iteration + 1 == most - most / 3 &&
           report->increment > fmax(ASTRAY, NO_PROGRESS * first);
}

/* From the prediction on, at most so many iterations; `keep`: a tangent serves for several of them. */
static hl_status iterate(const mb_model *model, double time, bool keep, int most,
                         multiplier_progress *progress, mb_work *work, mb_step_report *report)
{
    double last = HUGE_VAL, first = 0.0, permitted = 0.0;
    bool renew = true;
    predict(model, work);
    if (!work->options.numeric_tangent) mb_guest_begin(model, work);
    *progress = (multiplier_progress){.violation = HUGE_VAL};
    for (int h = 0; h < most; h++) {
        work->fit_theta = h == 0;
        if (evaluate_residual(model, time, h == 0 ? NULL : progress, renew, work) != HL_OK)
            return HL_SINGULAR;
        if (renew && renew_tangent(model, h > 0, work) != HL_OK) return HL_SINGULAR;
        const hl_status status = newton_step(model, time, work);
        if (status != HL_OK) return status;
        apply_step(model, work);
        report->iterations++;
        report->increment = step_size(model, work, &report->worst_unknown);
        mb_raise(mb_guest_follow(model, work->delta, work), model->column_count + model->state_count,
                 &report->increment, &report->worst_unknown);
        if (!isfinite(report->increment)) return HL_NOT_FINITE;
        report->left = error_left(h, report->increment, last, work);
        follow_nonlinearity(h, report->increment, last, work);
        if (h == 0) first = report->increment;
        if (h == 0) permitted = permitted_error(first);
        if (report->increment <= 1.0 || report->left <= permitted) return HL_OK;
        if (keep && is_astray(h, first, work, report)) break;
        renew = !keep || report->increment > SLOW * last || report->increment > FAR;
        last = report->increment;
    }
    return HL_NOT_CONVERGED;
}

static hl_status solve(const mb_model *model, double time, multiplier_progress *progress, mb_work *work,
                       mb_step_report *report)
{
    const int most = work->options.max_iterations;
    hl_status status = iterate(model, time, true, most, progress, work, report);
    if (status == HL_NOT_CONVERGED) {
        const int left = mb_step_most_iterations(&work->options) - report->iterations;
        work->nonlinearity = 1.0;
        status = iterate(model, time, false, left < most ? left : most, progress, work, report);
    }
    report->cut = status == HL_NOT_CONVERGED && work->options.bounded;
    return report->cut ? HL_OK : status;
}

/* correction <- -dt^2/4 (W + ...)^-1 Phi_z^T alpha violation. Phi_z must be the one that the factored matrix
 * holds: its change since, times alpha, would push the free directions. */
static void projection(const mb_model *model, const double *violation, double *correction, mb_work *work)
{
    const double factor = -0.25 * work->options.step * work->options.step * work->options.penalty;
    for (int e = 0; e < model->equation_count; e++) work->scratch[3][e] = factor * violation[e];
    memset(correction, 0, (size_t)model->column_count * sizeof(double));
    double *const present = work->jacobian;
    work->jacobian = work->tangent_jacobian;
    mb_add_constraint_forces(model, work, work->scratch[3], correction);
    work->jacobian = present;
    mb_solve(work, correction);
}

/* |before + J correction| */
static double violation_after(const mb_model *model, const mb_work *work, const double *before,
                              const double *correction)
{
    double *change = work->scratch[3];
    mb_constraint_product(model, work, correction, change);
    for (int e = 0; e < model->equation_count; e++) change[e] += before[e];
    return mb_norm(change, model->equation_count);
}

/* (20)-(21) at the converged position */
static void project(const mb_model *model, double time, const multiplier_progress *multipliers, mb_work *work,
                    mb_step_report *report)
{
    double *correction = work->delta;
    mb_evaluate_closures(model, time, MB_SKIP_TANGENT | MB_SKIP_OPEN_BODIES, work);
    if (!multipliers->resting) update_multipliers(model, work);
    report->position_violation = mb_norm(work->phi, model->equation_count);
    projection(model, work->phi_dot, correction, work);
    for (int i = 0; i < model->column_count; i++) work->v[i] += correction[i];
    report->velocity_violation = violation_after(model, work, work->phi_dot, correction);
    const double moved = mb_largest(correction, model->column_count);
    if (moved > UNFELT * (1.0 + mb_largest(work->v, model->column_count))) /* d Phi_ddot = 2 Phi_dot_z dv */
        mb_evaluate_closures(model, time, MB_SKIP_TANGENT | MB_SKIP_OPEN_BODIES, work);
    projection(model, work->phi_dot_dot, correction, work);
    for (int i = 0; i < model->column_count; i++) work->a[i] += correction[i];
    report->acceleration_violation = violation_after(model, work, work->phi_dot_dot, correction);
}

static void store(const mb_model *model, const mb_work *work, mb_state *state)
{
    mb_trapezoid_store(model, work, state);
    for (int e = 0; e < model->equation_count; e++) state->lambda[e] = work->lambda[e];
    *state->nonlinearity = work->nonlinearity;
}

hl_status mb_step_ali3p(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report)
{
    const double time = state->time + work->options.step;
    mb_set_origins(model, state->q, work);
    work->nonlinearity = *state->nonlinearity;
    memset(work->x_step, 0, (size_t)model->state_count * sizeof(double));
    if (work->options.weak_substeps > 0) mb_weak_begin(model, state, work);
    multiplier_progress multipliers;
    const hl_status status = solve(model, time, &multipliers, work, report);
    work->fit_theta = false;
    mb_guest_end(model);
    if (status != HL_OK) return status;
    follow_trapezoid(model, work);
    if (model->equation_count > 0) project(model, time, &multipliers, work, report);
    store(model, work, state);
    return work->options.weak_substeps > 0 ? mb_weak_states(model, state, work) : HL_OK;
}
