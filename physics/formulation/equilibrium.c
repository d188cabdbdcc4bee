/* Static equilibrium by energy drainage (003 section 6) and by Newton's method.
 *
 * Drainage runs the dynamic model and takes its energy out. 003 Eq. (50) is missing from the text that we
 * have; its words ("similar to the Baumgarte equation", an additional requirement on the second derivatives
 * with the natural frequency omega_n and the states z_(t-1) and z_t) are read as
 *
 *     z_ddot <- z_ddot - 2 omega_n z_dot - omega_n^2 (z_t - z_(t-1)).
 *
 * With the implicit Euler rule, z_t - z_(t-1) = h z_dot, this multiplies the inertia of a step by
 * (1 + omega_n h)^2: short steps are drained dynamics, and long ones are Newton steps towards the
 * equilibrium, held back by omega_n^2 M; a large omega_n drifts slowly, as the paper says. Where the solver
 * chooses, omega_n = 1/h: a step loses three quarters of its momentum, and the drift quickens as h grows.
 * Long steps would run up to a saddle where the matrix of a step is not positive definite on the closures'
 * null space: there the step is taken from rest with the magnitudes of the eigenvalues, which always runs
 * downhill, and is shortened until it does not overshoot. Drainage starts from rest; drivers stand where the
 * state's time puts them.
 *
 * Newton solves  tau(z) + Phi_z^T lambda = 0,  Phi = 0  on the null space N of Phi_z:
 *
 *     dz = p + N y,   p = -Phi_z^+ Phi,   N^T K N y = -N^T (tau + K p)
 *
 * in least squares of minimum norm, so that redundant closures and neutral rigid motions are no trouble.
 *
 * Effort states must rest, too. Those that integrate velocities (bristles, trapped oil) allow a continuum of
 * equilibria and keep what the drained motion left in them; in Newton's last small moves they follow as
 * springs. A large move of Newton's would overstretch them, so models with states are always drained. Not
 * real-time. */
#include "mb/equilibrium.h"

#include "modes_internal.h"

#include <float.h>
#include <lapacke.h>
#include <string.h>

enum { MAX_STEP_ITERATIONS = 10, QUICK_ITERATIONS = 5, MAX_CLOSING_ITERATIONS = 100 };

static const double LARGEST_MOVE = 0.3; /* [rad or m] of one step: keeps to the nearest branch */
static const double CLOSED = 1e-11;     /* [m or 1] as assembled */
static const double SETTLE_TIME = 1e3;  /* [s] effort states have that long to settle ... */
static const double SETTLED = 1e-6;     /* ... to this part of their scale */
static const double NEUTRAL = 1e-13;    /* singular values of K below this part of the largest are neutral */
static const double FIRST_STEP = 1e-3, SHORTEST_STEP = 1e-10, LONGEST_STEP = 1e4; /* [s] of the drainage */
static const double HANDOVER = 1e-2; /* unbalanced force in parts of the load where Newton is first tried */

mb_equilibrium_options mb_equilibrium_options_default(void)
{
    return (mb_equilibrium_options){
        .method = MB_EQUILIBRIUM_DRAINAGE, .force_tolerance = 1e-10, .max_steps = 2000, .max_iterations = 50};
}

/* A search and where it stands. */
typedef struct search {
    const mb_model *model;
    const mb_equilibrium_options *options;
    mb_equilibrium_report *report;
    mb_linear linear;
    double time;
    double load;                  /* weight of all bodies, or the largest effort or wrench [N or N m] */
    double unbalanced;            /* largest entry of the residual */
    double *q, *v, *x;            /* the drained motion */
    double *q_try, *x_try;        /* Newton, or the end of a step in trial */
    double *force;                /* unbalanced forces at rest in (q, x) */
    double *theta, *dz, *rhs, *y; /* moves */
    double *squares;              /* omega^2, singular values */
    lapack_int *pivot;
} search;

static bool search_new(search *s, hl_arena *arena)
{
    const size_t nq = (size_t)s->model->coordinate_count, nv = (size_t)s->model->column_count;
    const size_t nx = (size_t)s->model->state_count;
    const struct {
        double **numbers;
        size_t count;
    } wanted[] = {{&s->q, nq},     {&s->v, nv},       {&s->x, nx},    {&s->q_try, nq},
                  {&s->x_try, nx}, {&s->theta, nv},   {&s->dz, nv},   {&s->rhs, nv},
                  {&s->y, nv},     {&s->squares, nv}, {&s->force, nv}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        *wanted[i].numbers = HL_NEW(arena, double, wanted[i].count);
    s->pivot = HL_NEW(arena, lapack_int, nv);
    return mb_linear_new(s->model, arena, &s->linear);
}

static void copy(double *to, const double *from, int count)
{
    memcpy(to, from, (size_t)count * sizeof(double));
}

/* ---- how far from rest ---- */

static double find_load(const mb_model *model, const mb_work *work)
{
    double mass = 0.0, load = 0.0;
    for (int i = 0; i < model->body_count; i++) {
        mass_properties room;
        mass += mb_mass_of(&model->bodies[i], &room)->mass;
    }
    for (int m = model->equation_count; m < model->measure_count; m++)
        load = fmax(load, fabs(work->force[m]));
    for (int k = 0; k < model->wrench_count; k++)
        load = fmax(load, fmax(hl_norm(model->wrenches[k].force), hl_norm(model->wrenches[k].moment)));
    return fmax(load, mass * hl_norm(model->gravity));
}

/* Largest move that the effort states would still make, in their scales. */
static double state_unrest(const search *s)
{
    double most = 0.0;
    int at = 0;
    for (int i = 0; i < s->model->state_count; i++)
        mb_raise(s->linear.work->x_step[i] / s->model->x_scale[i], i, &most, &at);
    return most;
}

static hl_status look(search *s, const double *q, const double *x)
{
    const hl_status status = mb_linear_at_rest(&s->linear, s->time, q, x, SETTLE_TIME);
    if (status != HL_OK) return status;
    s->load = find_load(s->model, s->linear.work);
    s->unbalanced = mb_largest(s->linear.residual, s->linear.n);
    return isfinite(s->unbalanced) ? HL_OK : HL_NOT_FINITE;
}

/* At rest within tolerance; coordinates of the order 1 resolve forces to eps |K| at best. */
static bool at_rest(const search *s)
{
    const double allowed = s->options->force_tolerance * s->load + 64.0 * DBL_EPSILON * s->linear.stiffness;
    return s->unbalanced <= allowed && mb_largest(s->linear.work->phi, s->linear.m) <= CLOSED &&
           state_unrest(s) <= SETTLED;
}

static bool is_stable(search *s, const double *q, const double *x)
{
    bool stable;
    return mb_linear_stability(&s->linear, s->time, q, x, s->squares, &stable) == HL_OK && stable;
}

/* ---- Newton ---- */

/* rhs <- -(weight (tau + state_tau) + tangent p) on the null space, in y; dz <- p */
static void null_space_residual(search *s, const double *tau, double weight)
{
    const mb_linear *linear = &s->linear;
    const int n = linear->n;
    mb_linear_close(linear, s->dz);
    for (int i = 0; i < n; i++) {
        double sum = weight * tau[i];
        for (int j = 0; j < n; j++) sum = fma(linear->tangent[i * n + j], s->dz[j], sum);
        s->rhs[i] = -sum;
    }
    mb_linear_project(linear, s->rhs, s->y);
}

/* dz <- Newton's step from where the search last looked */
static hl_status newton_direction(search *s)
{
    mb_linear *linear = &s->linear;
    lapack_int rank;
    for (int i = 0; i < linear->n; i++) linear->tau[i] += linear->state_tau[i];
    null_space_residual(s, linear->tau, 1.0);
    if (linear->dof > 0 && LAPACKE_dgelsd(LAPACK_ROW_MAJOR, linear->dof, linear->dof, 1, linear->reduced,
                                          linear->dof, s->y, 1, s->squares, NEUTRAL, &rank) != 0)
        return HL_NOT_FINITE;
    mb_linear_expand(linear, s->y, s->dz);
    mb_effort_state_follow(s->model, s->dz, SETTLE_TIME, linear->work);
    return isfinite(mb_largest(s->dz, linear->n)) ? HL_OK : HL_NOT_FINITE;
}

/* (q_try, x_try) += the step, shortened to the largest move. Returns the size of the move. */
static double limited_move(search *s)
{
    const double size = mb_largest(s->dz, s->linear.n),
                 share = size > LARGEST_MOVE ? LARGEST_MOVE / size : 1.0;
    for (int c = 0; c < s->linear.n; c++) s->dz[c] *= share;
    mb_coordinates_move(s->model, s->q_try, s->dz);
    for (int i = 0; i < s->model->state_count; i++) s->x_try[i] += share * s->linear.work->x_step[i];
    return share * size;
}

/* Newton from (q, x), ending in (q_try, x_try); gives up when it has moved further than `reach` in all. */
static hl_status newton(search *s, double reach)
{
    double moved = 0.0;
    copy(s->q_try, s->q, s->model->coordinate_count);
    copy(s->x_try, s->x, s->model->state_count);
    for (int i = 0; i <= s->options->max_iterations; i++) {
        hl_status status = look(s, s->q_try, s->x_try);
        if (status != HL_OK || at_rest(s)) return status;
        if (i == s->options->max_iterations || moved > reach) break;
        s->report->newton_iterations++;
        if ((status = newton_direction(s)) != HL_OK) return status;
        moved += limited_move(s);
    }
    return HL_NOT_CONVERGED;
}

/* ---- drainage ---- */

/* tau of the drained motion at the end of a step h, closures, and the tangent of h^2 tau */
static hl_status evaluate_drained(search *s, double h, double omega)
{
    const mb_model *model = s->model;
    mb_work *work = s->linear.work;
    const double drain = 2.0 * omega + omega * omega * h, inertia = (1.0 + omega * h) * (1.0 + omega * h);
    for (int c = 0; c < s->linear.n; c++) {
        work->v[c] = s->theta[c] / h;
        work->a[c] = (work->v[c] - s->v[c]) / h + drain * work->v[c]; /* tau is linear in it: + drain M v */
    }
    copy(s->q_try, s->q, model->coordinate_count);
    mb_coordinates_move(model, s->q_try, s->theta);
    work->step_start = s->time;
    mb_set_origins(model, s->q_try, work);
    mb_forward(model, s->q_try, work->v, work->a, work);
    mb_backward(model, work);
    mb_measure_values(model, s->q_try, work->v, work->a, 0, model->measure_count, work);
    mb_equation_values(model, s->time, work);
    if (mb_effort_tangents(model, s->time, s->x_try, h, work) != HL_OK) return HL_SINGULAR;
    memset(work->scratch[0], 0,
           (size_t)model->state_count * sizeof(double)); /* implicit Euler: no old rates */
    mb_effort_state_step(model, s->x_try, s->x, work->scratch[0], h, work);
    for (int m = model->equation_count; m < model->measure_count; m++) work->force[m] += work->force_step[m];
    mb_effort_project(model, work);
    if (mb_linear_closures(&s->linear) != HL_OK) return HL_NOT_FINITE;
    mb_linear_balance(&s->linear, work->tau);
    mb_tangent(model, inertia, h, h * h, work);
    mb_tangent_add_loop_geometry(model, h * h, s->linear.lambda, work);
    mb_linear_reduce(&s->linear);
    return HL_OK;
}

/* Is the symmetric part of the reduced matrix positive definite? */
static bool runs_downhill(search *s)
{
    const int dof = s->linear.dof;
    double *symmetric = s->linear.mass;
    for (int i = 0; i < dof; i++)
        for (int j = 0; j <= i; j++)
            symmetric[i * dof + j] = 0.5 * (s->linear.reduced[i * dof + j] + s->linear.reduced[j * dof + i]);
    return dof == 0 || LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', dof, symmetric, dof) == 0;
}

/* theta, x_try <- one Newton iteration of the step */
static bool improve_step(search *s, double h)
{
    mb_linear *linear = &s->linear;
    null_space_residual(s, linear->work->tau, h * h);
    if (linear->dof > 0 &&
        LAPACKE_dgesv(LAPACK_ROW_MAJOR, linear->dof, 1, linear->reduced, linear->dof, s->pivot, s->y, 1) != 0)
        return false;
    mb_linear_expand(linear, s->y, s->dz);
    mb_effort_state_follow(s->model, s->dz, h, linear->work);
    for (int c = 0; c < linear->n; c++) s->theta[c] += s->dz[c];
    for (int i = 0; i < s->model->state_count; i++) s->x_try[i] += linear->work->x_step[i];
    return mb_largest(s->theta, linear->n) <= LARGEST_MOVE; /* false for NaN, too */
}

/* y <- Y |mu|^-1 Y^T y with the eigenvalues mu and vectors Y of the reduced matrix in the metric of the mass
 * matrix; mu is `inertia` where nothing pulls, and no direction is taken to be softer. */
static bool solve_with_magnitudes(search *s, double inertia)
{
    mb_linear *linear = &s->linear;
    const int dof = linear->dof;
    if (mb_linear_eigenvalues(linear, s->squares) != HL_OK) return false;
    for (int k = 0; k < dof; k++) {
        double sum = 0.0;
        for (int i = 0; i < dof; i++) sum = fma(linear->reduced[i * dof + k], s->y[i], sum);
        s->rhs[k] = sum / fmax(fabs(s->squares[k]), inertia);
    }
    for (int i = 0; i < dof; i++) s->y[i] = mb_dot(linear->reduced + i * dof, s->rhs, dof);
    return true;
}

/* The step where the drained motion's matrix is not positive definite.
 * @return iterations, 0 when it is too long: what pulled it must not push back half as much at its end */
static int downhill_step(search *s, double h, double omega)
{
    mb_linear *linear = &s->linear;
    const int n = linear->n;
    null_space_residual(s, s->force, h * h);
    if (!solve_with_magnitudes(s, (1.0 + omega * h) * (1.0 + omega * h))) return 0;
    mb_linear_expand(linear, s->y, s->dz);
    copy(s->theta, s->dz, n);
    /* a shorter h holds back the softest directions most */
    if (!(mb_largest(s->theta, n) <= LARGEST_MOVE)) return 0;
    copy(s->q_try, s->q, s->model->coordinate_count);
    mb_coordinates_move(s->model, s->q_try, s->theta);
    if (look(s, s->q_try, s->x_try) != HL_OK) return 0;
    return mb_dot(linear->residual, s->theta, n) <= 0.5 * fabs(mb_dot(s->force, s->theta, n)) ? 1 : 0;
}

/* theta <- where the motion would be without forces: for friction, whose force turns with the velocity */
static void predict_step(search *s, double h)
{
    const double size = h * mb_largest(s->v, s->linear.n);
    const double share = s->model->state_count == 0 ? 0.0 : size > LARGEST_MOVE ? LARGEST_MOVE / size : 1.0;
    for (int c = 0; c < s->linear.n; c++) s->theta[c] = share * h * s->v[c];
}

/* A step of the drained motion, ending in theta and x_try: one that is off by a hundredth still drains.
 * Effort states change along the way and do not allow downhill steps, which do not follow the motion.
 * @return iterations, 0 when the step is too long */
static int drained_step(search *s, double h, double omega)
{
    static const double COARSE = 1e-2, FINEST = 1e-12;
    predict_step(s, h);
    copy(s->x_try, s->x, s->model->state_count);
    for (int i = 1; i <= MAX_STEP_ITERATIONS; i++) {
        if (evaluate_drained(s, h, omega) != HL_OK) return 0;
        if (i == 1 && !runs_downhill(s)) return s->model->state_count > 0 ? 0 : downhill_step(s, h, omega);
        if (!improve_step(s, h)) return 0;
        if (mb_largest(s->dz, s->linear.n) <= fmax(COARSE * mb_largest(s->theta, s->linear.n), FINEST) &&
            state_unrest(s) <= COARSE)
            return i;
    }
    return 0;
}

static void accept_step(search *s, double h)
{
    mb_coordinates_move(s->model, s->q, s->theta);
    copy(s->x, s->x_try, s->model->state_count);
    for (int c = 0; c < s->linear.n; c++) s->v[c] = s->theta[c] / h;
}

static void accept_newton(search *s)
{
    copy(s->q, s->q_try, s->model->coordinate_count);
    copy(s->x, s->x_try, s->model->state_count);
}

/* Steps until the motion rests, or has so little left that Newton reaches a stable equilibrium close by. */
static hl_status drain(search *s)
{
    double h = FIRST_STEP, handover = HANDOVER, kinetic = 0.0;
    bool moved = true;
    for (int i = 0; i < s->options->max_steps; i++) {
        if (moved) {
            const hl_status status = look(s, s->q, s->x);
            if (status != HL_OK || at_rest(s)) return status;
            copy(s->force, s->linear.residual, s->linear.n);
            /* energies compare with the work of the loads over 1 m */
            if (s->unbalanced <= handover * s->load && kinetic <= handover * s->load) {
                if (newton(s, LARGEST_MOVE) == HL_OK && is_stable(s, s->q_try, s->x_try)) {
                    accept_newton(s);
                    return HL_OK;
                }
                handover *= 0.1;
            }
        }
        const double omega = s->options->drainage_frequency > 0.0 ? s->options->drainage_frequency : 1.0 / h;
        const int iterations = drained_step(s, h, omega);
        moved = iterations > 0;
        if (moved) {
            kinetic = mb_energies(s->model, s->linear.work).kinetic;
            accept_step(s, h);
            s->report->drainage_steps++;
            if (iterations <= QUICK_ITERATIONS) h = fmin(2.0 * h, LONGEST_STEP);
        } else {
            h *= 0.25;
            if (h < SHORTEST_STEP) break;
        }
    }
    return HL_NOT_CONVERGED;
}

/* ---- the search ---- */

/* Closes what assembly left open, without regard to joints that assembly holds. */
static hl_status close_positions(search *s)
{
    for (int i = 0; i < MAX_CLOSING_ITERATIONS; i++) {
        const hl_status status = look(s, s->q_try, s->x_try);
        if (status != HL_OK) return status;
        if (mb_largest(s->linear.work->phi, s->linear.m) <= CLOSED) {
            copy(s->q, s->q_try, s->model->coordinate_count);
            return HL_OK;
        }
        mb_linear_close(&s->linear, s->dz);
        memset(s->linear.work->x_step, 0, (size_t)s->model->state_count * sizeof(double));
        limited_move(s);
    }
    return HL_NOT_ASSEMBLED;
}

static hl_status find(search *s)
{
    hl_status status = close_positions(s);
    if (status != HL_OK) return status;
    if (s->options->method == MB_EQUILIBRIUM_NEWTON && s->model->state_count == 0 &&
        newton(s, HUGE_VAL) == HL_OK && is_stable(s, s->q_try, s->x_try)) {
        s->report->method = MB_EQUILIBRIUM_NEWTON;
        accept_newton(s);
        return HL_OK;
    }
    s->report->method = MB_EQUILIBRIUM_DRAINAGE;
    return drain(s);
}

static hl_status store(search *s, mb_state *state)
{
    const mb_model *model = s->model;
    s->report->stable = is_stable(s, s->q, s->x);
    const hl_status status = look(s, s->q, s->x);
    if (status != HL_OK) return status;
    copy(state->q, s->q, model->coordinate_count);
    copy(state->x, s->x, model->state_count);
    copy(state->x_dot, s->linear.work->x_rate, model->state_count);
    copy(state->lambda, s->linear.lambda, model->equation_count);
    memset(state->v, 0, (size_t)model->column_count * sizeof(double));
    memset(state->a, 0, (size_t)model->column_count * sizeof(double));
    mb_evaluate_state(model, state, s->linear.work);
    const mb_energy energy = mb_energies(model, s->linear.work);
    s->report->potential = energy.gravity + energy.stored;
    return HL_OK;
}

hl_status mb_equilibrium(const mb_model *model, mb_state *state, const mb_equilibrium_options *options,
                         hl_arena *arena, mb_equilibrium_report *report)
{
    search s = {.model = model, .options = options, .report = report, .time = state->time};
    *report = (mb_equilibrium_report){.status = HL_OUT_OF_MEMORY, .method = options->method};
    if (!search_new(&s, arena)) return report->status;
    copy(s.q_try, state->q, model->coordinate_count);
    copy(s.x_try, state->x, model->state_count);
    copy(s.x, state->x, model->state_count);
    report->status = find(&s);
    if (report->status == HL_OK) report->status = store(&s, state);
    report->unbalanced = s.unbalanced;
    return report->status;
}
