/* Options, names, scratch memory and the dispatch of a step to its formulation. */
#include "multibody/model_internal.h"

#include <string.h>

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
