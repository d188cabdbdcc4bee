/* Options, names, scratch memory and the dispatch of a step to its formulation. */
#include "multibody/model_internal.h"

#include "hl/dense.h"

#include <string.h>

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

/* ---- names ---- */

static const char *const FORMULATIONS[] = {"ali3p", "double-step", "penalty", "global"};
static const char *const SOLVERS[] = {"auto", "dense", "tree", "sparse"};

static bool find_name(const char *name, const char *const *names, int count, int *index)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) {
            *index = i;
            return true;
        }
    return false;
}

const char *mb_formulation_name(mb_formulation formulation)
{
    return FORMULATIONS[formulation];
}
const char *mb_solver_name(mb_solver solver)
{
    return SOLVERS[solver];
}

bool mb_formulation_parse(const char *name, mb_formulation *formulation)
{
    int index;
    if (!find_name(name, FORMULATIONS, 4, &index)) return false;
    *formulation = (mb_formulation)index;
    return true;
}

bool mb_solver_parse(const char *name, mb_solver *solver)
{
    int index;
    if (!find_name(name, SOLVERS, 4, &index)) return false;
    *solver = (mb_solver)index;
    return true;
}

mb_step_options mb_step_options_default(void)
{
    return (mb_step_options){.step = 1e-3,
                             .formulation = MB_ALI3P,
                             .solver = MB_SOLVER_AUTO,
                             .penalty = 0.0,
                             .stabilisation_frequency = 20.0,
                             .stabilisation_damping = 1.0,
                             .tolerance = 1e-9,
                             .state_tolerance = 1e-6,
                             .max_iterations = 12};
}

/* ---- work ---- */

static double *numbers(hl_arena *arena, size_t count)
{
    return HL_NEW(arena, double, count);
}

static void take_kinematics(const mb_model *model, mb_work *work, hl_arena *arena)
{
    const size_t stride = (size_t)model->column_stride;
    work->origins = HL_NEW(arena, hl_vec3, model->tree_count);
    work->motions = HL_NEW(arena, body_motion, model->body_count);
    work->columns = HL_NEW(arena, column_motion, model->column_count);
    work->composites = HL_NEW(arena, composite, model->body_count);
    work->measures = HL_NEW(arena, measure_value, model->measure_count);
    work->S_rows = numbers(arena, 6 * stride);
    work->P_rows = numbers(arena, 6 * stride);
    work->T_rows = numbers(arena, 3 * stride);
}

static void take_vectors(const mb_model *model, mb_work *work, hl_arena *arena)
{
    const size_t nq = (size_t)model->coordinate_count, nv = (size_t)model->column_count;
    const size_t m = (size_t)model->equation_count, nx = (size_t)model->state_count;
    const size_t entries = (size_t)model->most_entries, largest = nv + nx + m;
    const struct {
        double **vector;
        size_t count;
    } vectors[] = {{&work->jacobian, (size_t)model->entry_total + MB_VECTOR},
                   {&work->force, (size_t)model->measure_count},
                   {&work->force_step, (size_t)model->measure_count},
                   {&work->s_start, (size_t)model->measure_count},
                   {&work->s_dot_start, (size_t)model->measure_count},
                   {&work->x_rate, nx},
                   {&work->x_step, nx},
                   {&work->tau, nv},
                   {&work->residual, nv},
                   {&work->phi, m},
                   {&work->phi_dot, m},
                   {&work->phi_dot_dot, m},
                   {&work->hessian, entries * entries},
                   {&work->rate_gradient, (size_t)model->most_effort_entries + MB_VECTOR},
                   {&work->port_rows, MB_MAX_EFFORT_PORTS * (entries + MB_VECTOR)},
                   {&work->theta, nv},
                   {&work->delta, nv},
                   {&work->q, nq},
                   {&work->v, nv},
                   {&work->a, nv},
                   {&work->x, nx},
                   {&work->tangent_jacobian, (size_t)model->equation_entries},
                   {&work->lambda, m},
                   {&work->scratch[0], largest},
                   {&work->scratch[1], largest},
                   {&work->scratch[2], largest},
                   {&work->scratch[3], largest}};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i].vector = numbers(arena, vectors[i].count);
}

static bool take_efforts(const mb_model *model, mb_work *work, hl_arena *arena)
{
    work->effort_tangents = HL_NEW(arena, effort_tangent, model->effort_count);
    work->idle = HL_NEW(arena, bool, model->effort_count);
    if (hl_arena_failed(arena)) return false;
    for (int e = 0; e < model->effort_count; e++) {
        effort_tangent *t = &work->effort_tangents[e];
        const size_t ports = (size_t)model->efforts[e].def.ports,
                     states = (size_t)model->efforts[e].def.states;
        t->force_s = numbers(arena, ports * ports);
        t->force_s_dot = numbers(arena, ports * ports);
        t->force_x = numbers(arena, ports * states);
        t->x_dot_x = numbers(arena, states * states);
        t->block = numbers(arena, states * states);
        t->gain_s = numbers(arena, ports * states);
        t->gain_s_dot = numbers(arena, ports * states);
        t->scratch = numbers(arena, states * (states + (states > 4 * ports ? states : 4 * ports)));
        t->pivot = HL_NEW(arena, int, states);
        t->order = HL_NEW(arena, int, states);
        t->rows = HL_NEW(arena, int, states);
        t->blocks = HL_NEW(arena, state_block, states);
        if (model->efforts[e].def.stiff_states) {
            t->theta = numbers(arena, states * states);
            t->last_step = numbers(arena, states);
        }
        if (hl_arena_failed(arena)) return false;
        mb_effort_forget_theta(t, model->efforts[e].coupled); /* until something is fitted */
    }
    return true;
}

/* Double-step multiplies with the tangent only; global brings a matrix of its own. */
static bool prepare_sparse(const mb_model *model, mb_work *work, hl_arena *arena)
{
    const mb_formulation formulation = work->options.formulation;
    if (work->options.solver != MB_SOLVER_SPARSE || (formulation != MB_ALI3P && formulation != MB_PENALTY))
        return true;
    return (work->sparse = mb_sparse_tangent_new(model, arena, formulation)) != NULL;
}

static bool prepare_formulation(const mb_model *model, mb_work *work, hl_arena *arena)
{
    switch (work->options.formulation) {
    case MB_DOUBLE_STEP:
        return mb_double_step_prepare(model, work, arena);
    case MB_GLOBAL:
        return mb_global_prepare(model, work, arena);
    case MB_PENALTY:
        return mb_penalty_prepare(model, work, arena);
    case MB_ALI3P:
    default:
        return true;
    }
}

/* Penalty factors that suit the model: a closure as stiff as 1e6 of its heaviest bodies thrown about within a
 * step (1e12 N/m for 1 kg and 1 ms), or as heavy as 1e6 of them. What bodies carry changes and has no part in
 * this: the factors must not depend on when the work was made. */
static double default_penalty(const mb_model *model, const mb_step_options *options)
{
    double heaviest = 0.0;
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        const double inertia =
            (body->own.inertia.xx + body->own.inertia.yy + body->own.inertia.zz); /* at an arm of 1 m */
        heaviest = fmax(heaviest, body->own.mass > 0.0 ? body->own.mass : inertia);
    }
    if (!(heaviest > 0.0)) heaviest = 1.0;
    const bool on_positions = options->formulation == MB_ALI3P;
    return on_positions ? 1e6 * heaviest / (options->step * options->step) : 1e6 * heaviest;
}

mb_work *mb_work_new(const mb_model *model, const mb_step_options *options, hl_arena *arena)
{
    mb_work *work = HL_NEW(arena, mb_work, 1);
    if (work == NULL) return NULL;
    work->options = *options;
    if (options->numeric_tangent || options->formulation != MB_ALI3P) work->options.weak_substeps = 0;
    if (!(options->penalty > 0.0)) work->options.penalty = default_penalty(model, options);
    const bool dense = options->solver == MB_SOLVER_DENSE;
    work->tangent = hl_ldu_new(arena, model->column_count, dense ? NULL : model->pattern);
    work->before = mb_state_new(model, arena);
    work->given = mb_state_new(model, arena);
    work->all_columns = HL_NEW(arena, int, model->column_count);
    take_kinematics(model, work, arena);
    take_vectors(model, work, arena);
    if (work->tangent == NULL || !take_efforts(model, work, arena) || hl_arena_failed(arena)) return NULL;
    for (int c = 0; c < model->column_count; c++) work->all_columns[c] = c;
    const bool ok = mb_numeric_prepare(model, work, arena) && prepare_sparse(model, work, arena) &&
                    prepare_formulation(model, work, arena);
    return ok ? work : NULL;
}

const mb_step_options *mb_work_options(const mb_work *work)
{
    return &work->options;
}

/* ---- step ---- */

static bool all_finite(const double *x, size_t count)
{
    double sum = 0.0; /* a product with zero is NaN exactly for NaN and infinities */
    for (size_t i = 0; i < count; i++) sum += 0.0 * x[i];
    return sum == 0.0;
}

/* Whether something jumps at the beginning of this step. */
static bool switches_now(const mb_model *model, double time, double step)
{
    for (int i = 0; i < model->switch_count; i++)
        if (mb_time_reached(time, model->switches[i]) && !mb_time_reached(time - step, model->switches[i]))
            return true;
    return false;
}

/* Time after a step: ticks are the only clock, so that no round-off piles up; a state that was set to another
 * time, or stepped with another step before, goes on from there. */
static double next_time(const mb_state *before, double step)
{
    const double next = before->time + step, by_ticks = (double)(before->tick + 1) * step;
    return mb_time_reached(next, by_ticks) && mb_time_reached(by_ticks, next) ? by_ticks : next;
}

static bool is_explicit(mb_formulation formulation)
{
    return formulation == MB_PENALTY || formulation == MB_GLOBAL;
}

mb_loop_bounds mb_loop_bounds_of(const mb_step_options *options)
{
    if (is_explicit(options->formulation)) return (mb_loop_bounds){.noted = 1e-6, .refused = 1e-3};
    return (mb_loop_bounds){.noted = 1e-3 * options->step, .refused = 0.1 * options->step};
}

hl_status mb_restart_after_jump(const mb_model *model, mb_state *state, mb_work *work)
{
    mb_state_copy(work->given, state);
    const hl_status status = mb_consistent_accelerations(model, state, work);
    *state->nonlinearity = 1.0; /* what was measured precedes the jump */
    if (status != HL_OK) mb_state_copy(state, work->given);
    return status;
}

hl_status mb_step(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report)
{
    static const mb_step_function steps[] = {mb_step_ali3p, mb_step_double_step, mb_step_penalty,
                                             mb_step_global};
    *report = (mb_step_report){.worst_unknown = -1};
    const mb_loop_bounds bounds = mb_loop_bounds_of(&work->options);
    mb_state *given = work->before; /* the caller's state, kept apart only where a jump changes `before` */
    mb_state_copy(work->before, state);
    hl_status status = HL_OK;
    if (switches_now(model, state->time, work->options.step)) {
        given = work->given;
        status = mb_restart_after_jump(model, state, work);
        mb_state_copy(work->before, state);
    }
    work->step_start = state->time;
    if (status == HL_OK && model->state_count > 0 && is_explicit(work->options.formulation)) {
        mb_set_origins(model, state->q, work);
        if (!mb_effort_explicit_fits(model, state, work, &report->worst_unknown)) status = HL_TOO_STIFF;
    }
    if (status == HL_OK) status = steps[work->options.formulation](model, state, work, report);
    if (status == HL_OK && !all_finite(state->q, state->count)) status = HL_NOT_FINITE;
    if (status == HL_OK && report->position_violation > bounds.refused) status = HL_LOOPS_TORN;
    report->open = report->position_violation > bounds.noted;
    if (status == HL_OK) {
        state->tick = given->tick + 1;
        state->time = next_time(given, work->options.step);
    } else {
        mb_state_copy(state, given);
    }
    report->status = status;
    return status;
}
