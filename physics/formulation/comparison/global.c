/* Global formulation: absolute coordinates with Euler parameters, index-1 augmented Lagrangian, classical
 * Runge-Kutta rule of fourth order: 001 section 2.1 and its paper on sparse matrices, Eq. (17)-(20):
 *
 *   (M + Phi_q^T alpha Phi_q) q_ddot_k+1 =
 *       M q_ddot_k - Phi_q^T alpha (Phi_dot_q q_dot + 2 Omega mu Phi_dot + Omega^2 Phi),   M q_ddot_0 = Q
 *
 * Equations are those of the tree's joints, of loops and drivers, and p.p = 1 of every body.
 *
 * Departures from 001:
 *  - The state holds joint coordinates. A step goes to absolute coordinates, integrates there, and comes
 *    back; what the step has drifted off the joints of the tree (O(dt^5)) is thereby projected away at its
 *    end, and only loops and drivers live on Omega and mu alone. The report tells the violation of all
 *    equations before that projection.
 *  - (19) is solved for the change d = q_ddot_k+1 - q_ddot_k, with the multipliers of (18) written out:
 *        (M + Phi_q^T alpha Phi_q) d = Q - M q_ddot_k - Phi_q^T (lambda_k + alpha (Phi_ddot_k + ...)),
 *    the same numbers, but rounding of the factors is corrected by the next iteration. The second to fourth
 *    stage of a step start from q_ddot and lambda of the one before instead of zero.
 *  - (20) asks for dt^2 |d| below the option `tolerance`: the change of a coordinate that d would make.
 *  - The option `penalty` [kg] is alpha for an equation that feels the inertia of the heaviest body, and less
 *    in proportion for the others; what an equation feels is 1 / (Phi_v M^-1 Phi_v^T) of its two bodies. One
 *    number for all is either soft for a frame of tonnes, or drowns a small link in rounding. It is
 *    multiplied by the number of bodies, since an equation may have to hold all of them: short and long
 *    chains then converge alike.
 *  - Phi = p.p - 1 meets no mass (M p = 0) nor any other equation (G p = 0): it is satisfied by one iteration
 *    whatever its alpha, here the mean moment of inertia. */
#include "global_internal.h"

#include <stdlib.h>
#include <string.h>

/* An equation in coordinates. */
typedef struct global_equation {
    int a, b;  /* bodies; MB_GROUND: none */
    int block; /* of the pair; -1 when one of them is the ground */
    double phi, phi_dot;
    double target_rate; /* Phi_ddot that is wanted less the bias: -(Phi_dot_q q_dot + 2 Omega mu Phi_dot +
                           Omega^2 Phi) */
    double alpha, lambda, rate_error;
    double of_a[SEVEN], of_b[SEVEN]; /* Phi_q */
} global_equation;

/* Rotation of a body between angular velocities and Euler parameters: omega = E p_dot, E = 2 G / s. */
typedef struct body_map {
    double E[3][4];
    hl_sym3 inverse_inertia;
    double parameter_alpha; /* of p.p - 1 */
    double norm_rate;       /* wanted p.p_ddot */
} body_map;

typedef struct global_work {
    global_image image;
    global_matrix matrix;
    int equation_count, size;   /* size: 7 numbers a body */
    double penalty_ratio;       /* alpha in units of the inertia that an equation feels */
    global_equation *equations; /* joints, then those of the model */
    body_map *maps;
    double *q, *q_dot, *q_ddot;        /* of the stage */
    double *q_start, *q_dot_start;     /* of the step */
    double *q_sum, *q_dot_sum, *x_sum; /* weighted sums of the stages' rates */
    double *force;                     /* Q at q_ddot = 0, coordinates */
    double *change;                    /* d */
} global_work;

/* ---- load ---- */

/* Inverse of a symmetric 3 x 3 matrix; zero when it is singular, as for a point mass. */
static hl_sym3 inverse_of(const hl_sym3 *J)
{
    const double xx = J->yy * J->zz - J->yz * J->yz, yy = J->xx * J->zz - J->xz * J->xz;
    const double zz = J->xx * J->yy - J->xy * J->xy, xy = J->xz * J->yz - J->xy * J->zz;
    const double xz = J->xy * J->yz - J->xz * J->yy, yz = J->xy * J->xz - J->yz * J->xx;
    const double determinant = J->xx * xx + J->xy * xy + J->xz * xz;
    if (!isnormal(determinant)) return (hl_sym3){0, 0, 0, 0, 0, 0};
    const double f = 1.0 / determinant;
    return (hl_sym3){f * xx, f * yy, f * zz, f * xy, f * xz, f * yz};
}

static int compare_pairs(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return x[0] != y[0] ? x[0] - y[0] : x[1] - y[1];
}

/* The pairs of bodies that equations join, each once.
 * @return their number */
static int list_pairs(const global_work *global, int (*pairs)[2])
{
    int count = 0, kept = 0;
    for (int e = 0; e < global->equation_count; e++) {
        const int a = global->equations[e].a, b = global->equations[e].b;
        if (a == MB_GROUND || b == MB_GROUND) continue;
        pairs[count][0] = a > b ? a : b;
        pairs[count++][1] = a > b ? b : a;
    }
    qsort(pairs, (size_t)count, sizeof pairs[0], compare_pairs);
    for (int i = 0; i < count; i++) {
        if (kept > 0 && compare_pairs(pairs[i], pairs[kept - 1]) == 0) continue;
        pairs[kept][0] = pairs[i][0];
        pairs[kept++][1] = pairs[i][1];
    }
    return kept;
}

static bool prepare_matrix(global_work *global, mb_solver solver, int body_count, hl_arena *arena)
{
    hl_arena scratch = {0};
    int(*pairs)[2] = hl_arena_take(&scratch, (size_t)global->equation_count + 1, sizeof *pairs);
    if (pairs == NULL) return false;
    const int count = list_pairs(global, pairs);
    const bool ok =
        mb_global_matrix_new(&global->matrix, arena, solver, body_count, (const int(*)[2])pairs, count);
    for (int e = 0; e < global->equation_count && ok; e++) {
        global_equation *equation = &global->equations[e];
        const int a = equation->a, b = equation->b, key[2] = {a > b ? a : b, a > b ? b : a};
        equation->block = -1;
        if (a == MB_GROUND || b == MB_GROUND) continue;
        const int(*found)[2] = bsearch(key, pairs, (size_t)count, sizeof *pairs, compare_pairs);
        equation->block = body_count + (int)(found - (const int(*)[2])pairs);
    }
    hl_arena_free(&scratch);
    return ok;
}

static bool take_vectors(const mb_model *model, global_work *global, hl_arena *arena)
{
    double **const vectors[] = {&global->q,         &global->q_dot,       &global->q_ddot,
                                &global->q_start,   &global->q_dot_start, &global->q_sum,
                                &global->q_dot_sum, &global->force,       &global->change};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = HL_NEW(arena, double, global->size);
    global->x_sum = HL_NEW(arena, double, model->state_count);
    global->maps = HL_NEW(arena, body_map, model->body_count);
    global->equations = HL_NEW(arena, global_equation, global->equation_count);
    return !hl_arena_failed(arena);
}

bool mb_global_prepare(const mb_model *model, mb_work *work, hl_arena *arena)
{
    global_work *global = HL_NEW(arena, global_work, 1);
    if (global == NULL || !mb_image_new(model, arena, &global->image)) return false;
    const int joints = global->image.joint_equations;
    global->equation_count = joints + model->equation_count;
    global->size = SEVEN * model->body_count;
    work->formulation = global;
    if (!take_vectors(model, global, arena)) return false;
    for (int e = 0; e < global->equation_count; e++) {
        const int measure = e < joints ? e : global->image.links[e - joints].first;
        global->equations[e].a = global->image.model.measures[measure].def.body_a;
        global->equations[e].b = global->image.model.measures[measure].def.body_b;
    }
    for (int i = 0; i < model->body_count; i++) {
        const hl_sym3 *J = &model->bodies[i].own.inertia;
        const double mean = (J->xx + J->yy + J->zz) / 3.0;
        global->maps[i].parameter_alpha = mean > 0.0 ? mean : 1.0;
    }
    double heaviest = 0.0;
    for (int i = 0; i < model->body_count; i++) heaviest = fmax(heaviest, model->bodies[i].own.mass);
    global->penalty_ratio =
        heaviest > 0.0 ? model->body_count * work->options.penalty / heaviest : work->options.penalty;
    return prepare_matrix(global, work->options.solver, model->body_count, arena);
}

/* ---- bodies ---- */

/* Image coordinates, velocities and accelerations of one body from q, q_dot, q_ddot (NULL: zero). */
static void map_body(const double *q, const double *q_dot, const double *q_ddot, body_map *map,
                     double *image_q, double *image_v, double *image_a)
{
    const double w = q[3], x = q[4], y = q[5], z = q[6], *rate = q_dot + 3;
    const double s = w * w + x * x + y * y + z * z, f = 2.0 / s, length = sqrt(s);
    const double p_rate = w * rate[0] + x * rate[1] + y * rate[2] + z * rate[3];
    const double E[3][4] = {
        {-f * x, f * w, f * z, -f * y}, {-f * y, -f * z, f * w, f * x}, {-f * z, f * y, -f * x, f * w}};
    memcpy(map->E, E, sizeof E);
    for (int k = 0; k < 3; k++) {
        image_q[k] = q[k];
        image_v[k] = q_dot[k];
        image_a[k] = q_ddot == NULL ? 0.0 : q_ddot[k];
        image_v[3 + k] = image_a[3 + k] = 0.0;
        for (int j = 0; j < 4; j++) {
            image_v[3 + k] = fma(E[k][j], rate[j], image_v[3 + k]);
            if (q_ddot != NULL) image_a[3 + k] = fma(E[k][j], q_ddot[3 + j], image_a[3 + k]);
        }
        image_a[3 + k] -= 2.0 * p_rate / s * image_v[3 + k];
    }
    for (int j = 0; j < 4; j++) image_q[3 + j] = q[3 + j] / length;
}

static void forward(global_work *global, const double *q_ddot)
{
    global_image *image = &global->image;
    for (int i = 0; i < image->model.body_count; i++) {
        const int at = SEVEN * i;
        map_body(global->q + at, global->q_dot + at, q_ddot == NULL ? NULL : q_ddot + at, &global->maps[i],
                 image->q + at, image->v + SIX * i, image->a + SIX * i);
    }
    mb_forward(&image->model, image->q, image->v, image->a, &image->work);
    mb_measure_values(&image->model, image->q, image->v, image->a, 0, image->model.measure_count,
                      &image->work);
}

/* seven = six T, T = diag(1, E) */
static void to_coordinates(const body_map *map, const double *six, double *seven)
{
    for (int k = 0; k < 3; k++) seven[k] = six[k];
    for (int j = 0; j < 4; j++)
        seven[3 + j] = fma(six[3], map->E[0][j], fma(six[4], map->E[1][j], six[5] * map->E[2][j]));
}

/* Wanted p.p_ddot, for Phi = p.p - 1: Phi_ddot + 2 Omega mu Phi_dot + Omega^2 Phi = 0. */
static double wanted_norm_rate(const double *p, const double *p_dot, double Omega, double mu)
{
    double square = 0.0, rate = 0.0, speed = 0.0;
    for (int j = 0; j < 4; j++) {
        square = fma(p[j], p[j], square);
        rate = fma(p[j], p_dot[j], rate);
        speed = fma(p_dot[j], p_dot[j], speed);
    }
    return -(speed + 2.0 * Omega * mu * rate + 0.5 * Omega * Omega * (square - 1.0));
}

/* ---- equations ---- */

/* Phi_v M^-1 Phi_v^T of one body */
static double admittance(const global_work *global, int body, const double *six)
{
    if (body == MB_GROUND) return 0.0;
    const hl_vec3 force = {six[0], six[1], six[2]}, moment = {six[3], six[4], six[5]};
    const double mass = global->image.model.bodies[body].own.mass;
    const double linear = mass > 0.0 ? hl_dot(force, force) / mass : 0.0;
    return linear + hl_dot(moment, hl_sym_mul(&global->maps[body].inverse_inertia, moment));
}

static void set_equation(const mb_work *work, const image_row *row, double phi, double phi_dot, double bias,
                         global_equation *equation)
{
    const global_work *global = work->formulation;
    const double Omega = work->options.stabilisation_frequency, mu = work->options.stabilisation_damping;
    const double yields = admittance(global, row->a, row->of_a) + admittance(global, row->b, row->of_b);
    equation->phi = phi;
    equation->phi_dot = phi_dot;
    equation->target_rate = -(bias + 2.0 * Omega * mu * phi_dot + Omega * Omega * phi);
    equation->alpha = yields > 0.0 ? global->penalty_ratio / yields : work->options.penalty;
    if (row->a != MB_GROUND) to_coordinates(&global->maps[row->a], row->of_a, equation->of_a);
    if (row->b != MB_GROUND) to_coordinates(&global->maps[row->b], row->of_b, equation->of_b);
}

/* equations <- measures of the image, at time `time` */
static void evaluate_equations(const mb_model *model, double time, mb_work *work)
{
    global_work *global = work->formulation;
    const global_image *image = &global->image;
    const int joints = image->joint_equations;
    for (int e = 0; e < joints; e++) {
        const image_row row = mb_image_row(image, e);
        set_equation(work, &row, row.value - image->targets[e], row.rate, row.bias, &global->equations[e]);
    }
    for (int e = 0; e < model->equation_count; e++) {
        const image_row row = mb_image_measure(image, e, work->before->q);
        work->measures[e].s = row.value;
        work->measures[e].s_dot = row.rate;
        work->measures[e].s_dot_dot = row.bias;
    }
    mb_equation_values(model, time, work);
    for (int e = 0; e < model->equation_count; e++) {
        const image_row row = mb_image_measure(image, e, work->before->q);
        set_equation(work, &row, work->phi[e], work->phi_dot[e], work->phi_dot_dot[e],
                     &global->equations[joints + e]);
    }
}

/* ---- forces ---- */

static void add_row_force(const image_row *row, double force, double *tau)
{
    for (int k = 0; k < SIX; k++) {
        if (row->a != MB_GROUND) tau[SIX * row->a + k] -= force * row->of_a[k];
        if (row->b != MB_GROUND) tau[SIX * row->b + k] -= force * row->of_b[k];
    }
}

/* motions <- poses of the stage, for the efforts that ask for them */
static void take_poses(const mb_model *model, mb_work *work)
{
    const global_work *global = work->formulation;
    for (int i = 0; i < model->body_count; i++) {
        const body_motion *seen = &global->image.work.motions[i];
        const hl_vec3 apart = hl_sub(global->image.work.origins[i], work->origins[model->bodies[i].tree]);
        work->motions[i].R = seen->R;
        work->motions[i].r = hl_add(apart, seen->r);
    }
}

/* force <- Q: inertia forces at q_ddot = 0, gravity, wrenches and efforts */
static void evaluate_forces(const mb_model *model, double time, mb_work *work)
{
    global_work *global = work->formulation;
    global_image *image = &global->image;
    image->work.step_start = work->step_start;
    mb_backward(&image->model, &image->work);
    for (int m = model->equation_count; m < model->measure_count; m++) {
        const image_row row = mb_image_measure(image, m, work->before->q);
        work->measures[m].s = row.value;
        work->measures[m].s_dot = row.rate;
    }
    take_poses(model, work);
    mb_effort_values(model, time, work->x, work);
    for (int m = model->equation_count; m < model->measure_count; m++) {
        const image_row row = mb_image_measure(image, m, work->before->q);
        add_row_force(&row, work->force[m], image->work.tau);
    }
    for (int i = 0; i < model->body_count; i++) {
        double *seven = global->force + SEVEN * i;
        to_coordinates(&global->maps[i], image->work.tau + SIX * i, seven);
        for (int k = 0; k < SEVEN; k++) seven[k] = -seven[k];
    }
}

/* ---- matrix ---- */

static void add_outer(double m[SEVEN][SEVEN], double factor, const double *u, const double *v)
{
    for (int r = 0; r < SEVEN; r++) {
        const double scaled = factor * u[r];
        for (int c = 0; c < SEVEN; c++) m[r][c] = fma(scaled, v[c], m[r][c]);
    }
}

/* diag(m 1, E^T J E + alpha 4 p p^T) */
static void mass_block(const mass_properties *mass, const body_map *map, const double *p,
                       double m[SEVEN][SEVEN])
{
    memset(m, 0, sizeof(double) * SEVEN * SEVEN);
    for (int k = 0; k < 3; k++) m[k][k] = mass->mass;
    for (int c = 0; c < 4; c++) {
        const hl_vec3 column = {map->E[0][c], map->E[1][c], map->E[2][c]};
        const hl_vec3 moment = hl_sym_mul(&mass->inertia, column);
        for (int r = 0; r < 4; r++)
            m[3 + r][3 + c] = map->E[0][r] * moment.x + map->E[1][r] * moment.y + map->E[2][r] * moment.z +
                              4.0 * map->parameter_alpha * p[r] * p[c];
    }
}

static hl_status factor_matrix(const mb_model *model, global_work *global)
{
    body_block *blocks = global->matrix.blocks;
    for (int i = 0; i < model->body_count; i++)
        mass_block(&global->image.model.bodies[i].own, &global->maps[i], global->q + SEVEN * i + 3,
                   blocks[i].m);
    for (int b = model->body_count; b < global->matrix.block_count; b++)
        memset(blocks[b].m, 0, sizeof blocks[b].m);
    for (int e = 0; e < global->equation_count; e++) {
        const global_equation *equation = &global->equations[e];
        const int a = equation->a, b = equation->b;
        const double alpha = equation->alpha;
        if (a != MB_GROUND) add_outer(blocks[a].m, alpha, equation->of_a, equation->of_a);
        if (b != MB_GROUND) add_outer(blocks[b].m, alpha, equation->of_b, equation->of_b);
        if (equation->block < 0) continue;
        if (a > b) {
            add_outer(blocks[equation->block].m, alpha, equation->of_a, equation->of_b);
        } else {
            add_outer(blocks[equation->block].m, alpha, equation->of_b, equation->of_a);
        }
    }
    return mb_global_matrix_factor(&global->matrix);
}

/* ---- accelerations ---- */

/* change <- Q - M q_ddot, and the equation of the Euler parameters */
static void inertia_residual(const mb_model *model, const global_work *global)
{
    for (int i = 0; i < model->body_count; i++) {
        const body_map *map = &global->maps[i];
        const mass_properties *mass = &global->image.model.bodies[i].own;
        const double *at = global->q_ddot + SEVEN * i, *p = global->q + SEVEN * i + 3,
                     *Q = global->force + SEVEN * i;
        double *d = global->change + SEVEN * i, turn[3] = {0}, norm_rate = 0.0, six[SIX] = {0},
               inertia[SEVEN];
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 3; k++) turn[k] = fma(map->E[k][j], at[3 + j], turn[k]);
            norm_rate = fma(p[j], at[3 + j], norm_rate);
        }
        const hl_vec3 moment = hl_sym_mul(&mass->inertia, hl_v3(turn[0], turn[1], turn[2]));
        for (int k = 0; k < 3; k++) six[k] = mass->mass * at[k];
        six[3] = moment.x, six[4] = moment.y, six[5] = moment.z;
        to_coordinates(map, six, inertia);
        const double pull = 4.0 * map->parameter_alpha * (map->norm_rate - norm_rate);
        for (int k = 0; k < SEVEN; k++) d[k] = Q[k] - inertia[k];
        for (int j = 0; j < 4; j++) d[3 + j] = fma(pull, p[j], d[3 + j]);
    }
}

/* u . v */
static double product(const double *u, const double *v)
{
    double sum = 0.0;
    for (int k = 0; k < SEVEN; k++) sum = fma(u[k], v[k], sum);
    return sum;
}

/* to += factor u */
static void add_scaled(double *to, double factor, const double *u)
{
    for (int k = 0; k < SEVEN; k++) to[k] = fma(factor, u[k], to[k]);
}

/* rate_error <- Phi_ddot + 2 Omega mu Phi_dot + Omega^2 Phi at q_ddot; lambda += share alpha rate_error (18).
 */
static void update_multipliers(global_work *global, double share)
{
    for (int e = 0; e < global->equation_count; e++) {
        global_equation *equation = &global->equations[e];
        const int a = equation->a, b = equation->b;
        double rate = -equation->target_rate;
        if (a != MB_GROUND) rate += product(equation->of_a, global->q_ddot + SEVEN * a);
        if (b != MB_GROUND) rate += product(equation->of_b, global->q_ddot + SEVEN * b);
        equation->rate_error = rate;
        equation->lambda = fma(share * equation->alpha, rate, equation->lambda);
    }
}

/* change -= Phi_q^T (lambda + alpha rate_error) */
static void subtract_constraint_forces(global_work *global)
{
    for (int e = 0; e < global->equation_count; e++) {
        const global_equation *equation = &global->equations[e];
        const double force = -fma(equation->alpha, equation->rate_error, equation->lambda);
        if (equation->a != MB_GROUND) add_scaled(global->change + SEVEN * equation->a, force, equation->of_a);
        if (equation->b != MB_GROUND) add_scaled(global->change + SEVEN * equation->b, force, equation->of_b);
    }
}

/* (19)-(20) */
static hl_status iterate(const mb_model *model, mb_work *work, mb_step_report *report)
{
    global_work *global = work->formulation;
    const double dt = work->options.step;
    update_multipliers(global, 0.0);
    for (int h = 0; h < work->options.max_iterations; h++) {
        inertia_residual(model, global);
        subtract_constraint_forces(global);
        mb_global_matrix_solve(&global->matrix, global->change);
        double most = 0.0;
        int worst = 0;
        for (int i = 0; i < global->size; i++) {
            global->q_ddot[i] += global->change[i];
            if (!(fabs(global->change[i]) <= most)) most = fabs(global->change[i]), worst = i;
        }
        update_multipliers(global, 1.0);
        report->iterations++;
        report->left = report->increment = dt * dt * most / work->options.tolerance;
        report->worst_unknown = model->bodies[worst / SEVEN].column;
        if (!isfinite(most)) return HL_NOT_FINITE;
        if (report->increment <= 1.0) return HL_OK;
    }
    return HL_NOT_CONVERGED;
}

/* q_ddot <- accelerations at (time, q, q_dot, x); x_rate likewise. */
static hl_status accelerations(const mb_model *model, double time, mb_work *work, mb_step_report *report)
{
    global_work *global = work->formulation;
    const double Omega = work->options.stabilisation_frequency, mu = work->options.stabilisation_damping;
    forward(global, NULL);
    for (int i = 0; i < model->body_count; i++)
        global->maps[i].norm_rate =
            wanted_norm_rate(global->q + SEVEN * i + 3, global->q_dot + SEVEN * i + 3, Omega, mu);
    evaluate_equations(model, time, work);
    evaluate_forces(model, time, work);
    if (factor_matrix(model, global) != HL_OK) return HL_SINGULAR;
    return iterate(model, work, report);
}

/* ---- step ---- */

static void begin(const mb_model *model, const mb_state *state, mb_work *work)
{
    global_work *global = work->formulation;
    const size_t bytes = (size_t)global->size * sizeof(double);
    mb_image_update_masses(model, &global->image);
    for (int i = 0; i < model->body_count; i++)
        global->maps[i].inverse_inertia = inverse_of(&global->image.model.bodies[i].own.inertia);
    mb_global_from_joints(model, state->q, state->v, work, &global->image, global->q, global->q_dot);
    memcpy(global->q_start, global->q, bytes);
    memcpy(global->q_dot_start, global->q_dot, bytes);
    memset(global->q_sum, 0, bytes);
    memset(global->q_dot_sum, 0, bytes);
    memset(global->q_ddot, 0, bytes);
    for (int i = 0; i < model->state_count; i++) {
        global->x_sum[i] = 0.0;
        work->x[i] = state->x[i];
    }
    for (int e = 0; e < global->equation_count; e++) global->equations[e].lambda = 0.0;
}

/* One stage: rates added to the sums with `weight`, then the point of the next stage, `next` ahead. */
static hl_status stage(const mb_model *model, double time, double weight, double next, mb_work *work,
                       mb_step_report *report)
{
    global_work *global = work->formulation;
    const hl_status status = accelerations(model, time, work, report);
    if (status != HL_OK) return status;
    mb_advance(global->q_sum, global->q_sum, weight, global->q_dot, global->size);
    mb_advance(global->q_dot_sum, global->q_dot_sum, weight, global->q_ddot, global->size);
    mb_advance(global->x_sum, global->x_sum, weight, work->x_rate, model->state_count);
    mb_advance(global->q, global->q_start, next, global->q_dot, global->size);
    mb_advance(global->q_dot, global->q_dot_start, next, global->q_ddot, global->size);
    mb_advance(work->x, work->before->x, next, work->x_rate, model->state_count);
    return HL_OK;
}

/* Violations of all equations where the step ended, with the accelerations of the last stage. */
static void evaluate_end(const mb_model *model, double time, mb_work *work, mb_step_report *report)
{
    global_work *global = work->formulation;
    mb_advance(global->q, global->q_start, 1.0, global->q_sum, global->size);
    mb_advance(global->q_dot, global->q_dot_start, 1.0, global->q_dot_sum, global->size);
    forward(global, global->q_ddot);
    evaluate_equations(model, time, work);
    double position = 0.0, velocity = 0.0, acceleration = 0.0;
    const double Omega = work->options.stabilisation_frequency, mu = work->options.stabilisation_damping;
    for (int e = 0; e < global->equation_count; e++) {
        const global_equation *equation = &global->equations[e];
        const double phi_ddot =
            -equation->target_rate - 2.0 * Omega * mu * equation->phi_dot - Omega * Omega * equation->phi;
        position = fma(equation->phi, equation->phi, position);
        velocity = fma(equation->phi_dot, equation->phi_dot, velocity);
        acceleration = fma(phi_ddot, phi_ddot, acceleration);
    }
    report->position_violation = sqrt(position);
    report->velocity_violation = sqrt(velocity);
    report->acceleration_violation = sqrt(acceleration);
}

hl_status mb_step_global(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report)
{
    const double h = work->options.step, weights[4] = {h / 6.0, h / 3.0, h / 3.0, h / 6.0};
    const double nodes[4] = {0.0, 0.5 * h, 0.5 * h, h}, nexts[4] = {0.5 * h, 0.5 * h, h, 0.0};
    const global_work *global = work->formulation;
    begin(model, state, work);
    for (int s = 0; s < 4; s++) {
        const hl_status status = stage(model, state->time + nodes[s], weights[s], nexts[s], work, report);
        if (status != HL_OK) return status;
    }
    evaluate_end(model, state->time + h, work, report);
    mb_global_to_joints(model, &global->image, work, state);
    mb_advance(state->x, state->x, 1.0, global->x_sum, model->state_count);
    for (int i = 0; i < model->state_count; i++) state->x_dot[i] = work->x_rate[i];
    for (int e = 0; e < model->equation_count; e++)
        state->lambda[e] = global->equations[global->image.joint_equations + e].lambda;
    return HL_OK;
}
