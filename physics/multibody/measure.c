/* Measures: scalar functions s of the configuration, their rates, Jacobians and second derivatives.
 *
 * Every measure has a unit wrench w, the wrench on body b that does the power s_dot (and -w acts on a):
 *     s_dot = w . (Z_b - Z_a)
 *     distance    |d|, d = P_b - P_a, u = d/|d|   w = [u; P_b x u]
 *     projection  a . d                           w = [a; P_b x a]
 *     dot         a . b                           w = [0; b x a]
 *     twist       (a1 . b2 - a2 . b1)/2           w = [0; b2 x a1 - b1 x a2]/2
 *     turn        none: s = 0, only s_dot is      w = [0; a]
 * so the Jacobian entry of a column is +-w . S, and all derivatives follow from the change of w when the
 * bodies move (wrench_change): s_dot_dot = w . (A_b - A_a) + w_dot . (Z_b - Z_a). Everything is
 * referred to the origin of a's tree; b's six-vectors are shifted there when its tree is another. */
#include "model_internal.h"

#include "hl/real.h"

#include <float.h>
#include <string.h>

static hl_motion shifted_motion(hl_motion m, hl_vec3 shift)
{
    return (hl_motion){hl_sub(m.lin, hl_cross(m.ang, shift)), m.ang};
}

/* Motion of one end, referred to the origin of `tree`; made in `room` unless the body's own will do. */
static const body_motion *end_of(const mb_model *model, const mb_work *work, int body, int tree,
                                 body_motion *room)
{
    if (body == MB_GROUND) {
        *room = (body_motion){
            .R = hl_mat3_identity(), .r = hl_neg(work->origins[tree]), .A = {.lin = hl_neg(model->gravity)}};
        return room;
    }
    if (model->bodies[body].tree == tree) return &work->motions[body];
    const hl_vec3 shift = hl_sub(work->origins[model->bodies[body].tree], work->origins[tree]);
    *room = work->motions[body];
    room->r = hl_add(room->r, shift);
    room->Z = shifted_motion(room->Z, shift);
    room->A = shifted_motion(room->A, shift);
    return room;
}

/* Tree whose origin everything about a measure is referred to: a's, or b's when a is the ground. */
static int measure_tree(const mb_model *model, const mb_measure_def *def)
{
    return model->bodies[def->body_a != MB_GROUND ? def->body_a : def->body_b].tree;
}

static hl_wrench pure_moment(hl_vec3 moment)
{
    return (hl_wrench){hl_v3(0, 0, 0), moment};
}

static void value_and_wrench(const mb_measure_def *def, measure_value *m)
{
    const hl_vec3 d = hl_sub(m->point_b, m->point_a);
    switch (def->kind) {
    case MB_MEASURE_DISTANCE:
        m->s = hl_norm(d);
        m->w = hl_force_at(m->s > 0.0 ? hl_scale(1.0 / m->s, d) : hl_v3(0, 0, 0), m->point_b);
        break;
    case MB_MEASURE_PROJECTION:
        m->s = hl_dot(m->axis_a, d);
        m->w = hl_force_at(m->axis_a, m->point_b);
        break;
    case MB_MEASURE_DOT:
        m->s = hl_dot(m->axis_a, m->axis_b);
        m->w = pure_moment(hl_cross(m->axis_b, m->axis_a));
        break;
    case MB_MEASURE_TWIST:
        m->s = 0.5 * (hl_dot(m->axis_a, m->axis2_b) - hl_dot(m->axis2_a, m->axis_b));
        m->w = pure_moment(
            hl_scale(0.5, hl_sub(hl_cross(m->axis2_b, m->axis_a), hl_cross(m->axis_b, m->axis2_a))));
        break;
    case MB_MEASURE_TURN:
        m->s = 0.0;
        m->w = pure_moment(m->axis_a);
        break;
    case MB_MEASURE_JOINT:
        break; /* read directly off the coordinates */
    }
}

/* Derivative of the unit wrench w when a and b move by X_a and X_b (about a's tree origin). */
static hl_wrench wrench_change(const measure_model *measure, const measure_value *m, hl_motion X_a,
                               hl_motion X_b)
{
    const hl_vec3 w_a = X_a.ang, w_b = X_b.ang;
    const hl_vec3 dp_b = hl_point_velocity(X_b, m->point_b);
    switch (measure->def.kind) {
    case MB_MEASURE_DISTANCE: {
        if (!(m->s > 0.0)) return pure_moment(hl_v3(0, 0, 0));
        const hl_vec3 u = m->w.force, dd = hl_sub(dp_b, hl_point_velocity(X_a, m->point_a));
        const hl_vec3 du = hl_scale(1.0 / m->s, hl_add_scaled(dd, -hl_dot(u, dd), u));
        return (hl_wrench){du, hl_add(hl_cross(dp_b, u), hl_cross(m->point_b, du))};
    }
    case MB_MEASURE_PROJECTION: {
        const hl_vec3 da = hl_cross(w_a, m->axis_a);
        return (hl_wrench){da, hl_add(hl_cross(dp_b, m->axis_a), hl_cross(m->point_b, da))};
    }
    case MB_MEASURE_DOT:
        return pure_moment(hl_add(hl_cross(hl_cross(w_b, m->axis_b), m->axis_a),
                                  hl_cross(m->axis_b, hl_cross(w_a, m->axis_a))));
    case MB_MEASURE_TWIST: {
        const hl_vec3 first = hl_add(hl_cross(hl_cross(w_b, m->axis2_b), m->axis_a),
                                     hl_cross(m->axis2_b, hl_cross(w_a, m->axis_a)));
        const hl_vec3 second = hl_add(hl_cross(hl_cross(w_b, m->axis_b), m->axis2_a),
                                      hl_cross(m->axis_b, hl_cross(w_a, m->axis2_a)));
        return pure_moment(hl_scale(0.5, hl_sub(first, second)));
    }
    case MB_MEASURE_TURN:
        return pure_moment(hl_cross(w_a, m->axis_a));
    case MB_MEASURE_JOINT:
    default:
        return pure_moment(hl_v3(0, 0, 0));
    }
}

static void jacobian_row(const mb_model *model, const measure_model *measure, const measure_value *m,
                         mb_work *work)
{
    /* the same wrench about b's own tree origin */
    const hl_wrench w_b = {m->w.force, hl_sub(m->w.moment, hl_cross(m->shift, m->w.force))};
    double *row = work->jacobian + measure->first_entry;
    const int *columns = model->entry_columns + measure->first_entry;
    for (int e = 0; e < measure->split; e++) row[e] = -hl_power(m->w, work->columns[columns[e]].S);
    for (int e = measure->split; e < measure->entry_count; e++)
        row[e] = hl_power(w_b, work->columns[columns[e]].S);
}

static void joint_value(const mb_model *model, const mb_measure_def *def, const double *q, const double *v,
                        const double *a, measure_value *m)
{
    const body_model *body = &model->bodies[def->body_a];
    m->s = q[body->q_index + def->column];
    m->s_dot = v[body->column + def->column];
    m->s_dot_dot = a == NULL ? 0.0 : a[body->column + def->column];
}

static void measure_value_at(const mb_model *model, int index, mb_work *work)
{
    const measure_model *measure = &model->measures[index];
    const mb_measure_def *def = &measure->def;
    measure_value *m = &work->measures[index];
    const int tree = measure_tree(model, def);
    body_motion room_a, room_b;
    const body_motion *a = end_of(model, work, def->body_a, tree, &room_a);
    const body_motion *b = end_of(model, work, def->body_b, tree, &room_b);
    m->shift = def->body_b == MB_GROUND || b != &room_b
                   ? hl_v3(0, 0, 0)
                   : hl_sub(work->origins[model->bodies[def->body_b].tree], work->origins[tree]);
    const bool points = def->kind == MB_MEASURE_DISTANCE || def->kind == MB_MEASURE_PROJECTION;
    if (points) {
        m->point_a = hl_add(a->r, hl_mul(&a->R, def->point_a));
        m->point_b = hl_add(b->r, hl_mul(&b->R, def->point_b));
    }
    if (def->kind != MB_MEASURE_DISTANCE) m->axis_a = hl_mul(&a->R, def->axis_a);
    if (!points && def->kind != MB_MEASURE_TURN) m->axis_b = hl_mul(&b->R, def->axis_b);
    if (def->kind == MB_MEASURE_TWIST) {
        m->axis2_a = hl_mul(&a->R, def->axis2_a);
        m->axis2_b = hl_mul(&b->R, def->axis2_b);
    }
    m->Z_a = a->Z;
    m->Z_b = b->Z;
    value_and_wrench(def, m);
    if (!(work->skip & MB_SKIP_ROWS)) jacobian_row(model, measure, m, work);
    const bool of_equation = index < model->equation_count;
    if (of_equation && (work->skip & MB_SKIP_CLOSURE_RATES)) return;
    const hl_motion Z = hl_motion_sub(b->Z, a->Z);
    m->s_dot = hl_power(m->w, Z);
    if (of_equation) /* nobody asks for the accelerations of the others */
        m->s_dot_dot =
            hl_power(m->w, hl_motion_sub(b->A, a->A)) + hl_power(wrench_change(measure, m, a->Z, b->Z), Z);
}

/* matrix[rows 0 to 2][column] <- v; the matrix has `columns` columns */
static void store_three(double *matrix, int columns, int column, hl_vec3 v)
{
    matrix[column] = v.x;
    matrix[columns + column] = v.y;
    matrix[2 * columns + column] = v.z;
}

/* mb_measure_values for them. */
static void mb_body_port_values(const mb_model *model, int first, mb_work *work)
{
    const measure_model *measure = &model->measures[first];
    const int body = measure->def.body_b, n = measure->entry_count;
    const int *columns = model->entry_columns + measure->first_entry;
    const body_motion *motion = &work->motions[body];
    const hl_vec3 P = hl_add(motion->r, hl_mul(&motion->R, measure->def.point_b));
    const hl_vec3 point = hl_add(work->origins[model->bodies[body].tree], P);
    const hl_vec3 velocity = hl_point_velocity(motion->Z, P), turn = motion->Z.ang;
    const double s[3] = {point.x, point.y, point.z}, s_dot[3] = {velocity.x, velocity.y, velocity.z},
                 omega[3] = {turn.x, turn.y, turn.z};
    measure_value *m = &work->measures[first];
    m->point_b = P;
    for (int k = 0; k < 3; k++) {
        m[k].s = s[k];
        m[k].s_dot = s_dot[k];
        m[3 + k].s = 0.0;
        m[3 + k].s_dot = omega[k];
    }
    if (work->skip & MB_SKIP_ROWS) return;
    double *rows = work->jacobian + measure->first_entry;
    for (int e = 0; e < n; e++) {
        const hl_motion S = work->columns[columns[e]].S;
        store_three(rows, n, e, hl_point_velocity(S, P));
        store_three(rows + 3 * n, n, e, S.ang);
    }
}

void mb_measure_values(const mb_model *model, const double *q, const double *v, const double *a, int first,
                       int end, mb_work *work)
{
    for (int i = first; i < end; i++) {
        if (model->measures[i].def.kind == MB_MEASURE_JOINT) {
            joint_value(model, &model->measures[i].def, q, v, a, &work->measures[i]);
            work->jacobian[model->measures[i].first_entry] = 1.0;
        } else if (model->measures[i].starts_body_ports) {
            mb_body_port_values(model, i, work);
            i += MB_BODY_PORTS - 1;
        } else {
            measure_value_at(model, i, work);
        }
    }
}

/* ---- second derivatives ---- */

/* Unit motion of entry j about a's tree origin. */
static hl_motion entry_motion(const mb_model *model, const mb_work *work, const measure_model *measure,
                              const measure_value *m, int j)
{
    const hl_motion S = work->columns[model->entry_columns[measure->first_entry + j]].S;
    return j < measure->split ? S : shifted_motion(S, m->shift);
}

static hl_wrench entry_wrench_change(const measure_model *measure, const measure_value *m, int j, hl_motion S)
{
    static const hl_motion still = {.lin = {.x = 0}};
    return j < measure->split ? wrench_change(measure, m, S, still) : wrench_change(measure, m, still, S);
}

/* True when column d carries column c along: d stands before c on the same path, or in the same rotation
 * block. */
static bool carries(const mb_model *model, int d, int c)
{
    if (d < c) return true; /* entries of one side lie on one path, numbered from the root */
    return d == c || (model->column_block[d] && model->column_block[c] &&
                      model->column_body[d] == model->column_body[c]);
}

void mb_measure_second_derivatives(const mb_model *model, const mb_work *work, int index, double *hessian,
                                   double *rate_gradient)
{
    const measure_model *measure = &model->measures[index];
    const measure_value *m = &work->measures[index];
    const int n = measure->entry_count;
    if (measure->def.kind == MB_MEASURE_JOINT) {
        if (hessian != NULL) hessian[0] = 0.0;
        if (rate_gradient != NULL) rate_gradient[0] = 0.0;
        return;
    }
    const int *columns = model->entry_columns + measure->first_entry;
    for (int j = 0; j < n; j++) {
        const bool of_a = j < measure->split;
        const hl_motion S_j = entry_motion(model, work, measure, m, j);
        const hl_wrench dw = entry_wrench_change(measure, m, j, S_j);
        if (rate_gradient != NULL) { /* dw . (Z_b - Z_a) + w . (dZ_b - dZ_a), dZ = S x Z + psi */
            const hl_motion psi = work->columns[columns[j]].psi;
            const hl_motion dZ = hl_motion_add(hl_motion_cross(S_j, of_a ? m->Z_a : m->Z_b),
                                               of_a ? psi : shifted_motion(psi, m->shift));
            rate_gradient[j] =
                hl_power(dw, hl_motion_sub(m->Z_b, m->Z_a)) + (of_a ? -1.0 : 1.0) * hl_power(m->w, dZ);
        }
        if (hessian == NULL) continue;
        for (int i = 0; i < n; i++) {
            const hl_motion S_i = entry_motion(model, work, measure, m, i);
            double h = hl_power(dw, S_i);
            if ((i < measure->split) == of_a && carries(model, columns[j], columns[i]))
                h += hl_power(m->w, hl_motion_cross(S_j, S_i));
            hessian[i * n + j] = i < measure->split ? -h : h;
        }
    }
}

/* Constraint equations Phi = s - target - f(t) over measures, and products with their Jacobian. */

typedef struct function_value {
    double f, f_dot, f_dot_dot;
} function_value;

static function_value evaluate_function(const mb_time_function *function, double time)
{
    double sine, cosine;
    hl_sincos(function->frequency * time + function->phase, &sine, &cosine);
    const double A = function->amplitude, w = function->frequency;
    return (function_value){.f = function->offset +
                                 (function->rate + 0.5 * function->acceleration * time) * time + A * sine,
                            .f_dot = function->rate + function->acceleration * time + A * w * cosine,
                            .f_dot_dot = function->acceleration - A * w * w * sine};
}

void mb_equation_values(const mb_model *model, double time, mb_work *work)
{
    for (int e = 0; e < model->equation_count; e++) {
        const equation_model *equation = &model->equations[e];
        const measure_value *m = &work->measures[equation->measure];
        work->phi[e] = m->s - equation->target;
        work->phi_dot[e] = m->s_dot;
        work->phi_dot_dot[e] = m->s_dot_dot;
        if (equation->driven) {
            const function_value function = evaluate_function(&equation->function, time);
            work->phi[e] -= function.f;
            work->phi_dot[e] -= function.f_dot;
            work->phi_dot_dot[e] -= function.f_dot_dot;
        }
    }
}

void mb_add_constraint_forces(const mb_model *model, const mb_work *work, const double *weight, double *y)
{
    for (int e = 0; e < model->equation_count; e++) {
        const measure_model *measure = &model->measures[e];
        const double *row = work->jacobian + measure->first_entry;
        const int *columns = model->entry_columns + measure->first_entry;
        for (int i = 0; i < measure->entry_count; i++) y[columns[i]] = fma(weight[e], row[i], y[columns[i]]);
    }
}

void mb_constraint_product(const mb_model *model, const mb_work *work, const double *x, double *rate)
{
    for (int e = 0; e < model->equation_count; e++) {
        const measure_model *measure = &model->measures[e];
        const double *row = work->jacobian + measure->first_entry;
        const int *columns = model->entry_columns + measure->first_entry;
        double sum = 0.0;
        for (int i = 0; i < measure->entry_count; i++) sum = fma(row[i], x[columns[i]], sum);
        rate[e] = sum;
    }
}

void mb_tangent_add_penalty(const mb_model *model, double factor, bool symmetric, mb_work *work)
{
    hl_ldu *W = work->tangent;
    for (int e = 0; e < model->equation_count; e++) {
        const measure_model *measure = &model->measures[e];
        const double *row = work->jacobian + measure->first_entry;
        const int *columns = model->entry_columns + measure->first_entry;
        for (int i = 0; i < measure->entry_count; i++) {
            if (row[i] == 0.0) continue;
            const double scaled = factor * row[i];
            W->diagonal[columns[i]] = fma(scaled, row[i], W->diagonal[columns[i]]);
            for (int j = 0; j < i; j++) {
                const int c = columns[i] > columns[j] ? columns[i] : columns[j];
                const int d = columns[i] + columns[j] - c;
                const size_t at = (size_t)c * (size_t)W->stride + (size_t)d;
                W->lower[at] = fma(scaled, row[j], W->lower[at]);
                if (!symmetric) W->upper[at] = fma(scaled, row[j], W->upper[at]);
            }
        }
    }
}

void mb_tangent_add_loop_geometry(const mb_model *model, double factor, const double *weight, mb_work *work)
{
    for (int e = 0; e < model->equation_count; e++) {
        const measure_model *measure = &model->measures[e];
        const int n = measure->entry_count;
        const int *columns = model->entry_columns + measure->first_entry;
        mb_measure_second_derivatives(model, work, e, work->hessian, NULL);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                hl_ldu_add(work->tangent, columns[i], columns[j],
                           factor * weight[e] * work->hessian[i * n + j]);
    }
}

void mb_evaluate_closures(const mb_model *model, double time, unsigned skip, mb_work *work)
{
    work->skip = skip;
    mb_forward(model, work->q, work->v, work->a, work);
    work->skip = 0;
    mb_measure_values(model, work->q, work->v, work->a, 0, model->equation_count, work);
    mb_equation_values(model, time, work);
}

void mb_dense_jacobian(const mb_model *model, const mb_work *work, double *J)
{
    const size_t n = (size_t)model->column_count;
    memset(J, 0, n * (size_t)model->equation_count * sizeof(double));
    for (int e = 0; e < model->equation_count; e++)
        for (int i = model->measures[e].first_entry;
             i < model->measures[e].first_entry + model->measures[e].entry_count; i++)
            J[(size_t)e * n + (size_t)model->entry_columns[i]] = work->jacobian[i];
}

double mb_closure_rounding(const mb_model *model, const mb_work *work)
{
    double farthest = 0.0;
    for (int t = 0; t < model->tree_count; t++) farthest = fmax(farthest, hl_norm(work->origins[t]));
    return 8.0 * DBL_EPSILON * farthest;
}

/* The six ports that apply any wrench to a body (mb_body_ports), treated as a block. Generic measures would
 * work (measure.c), but all six refer to one point of one body: with P the arm from the tree's origin to it
 * and S a column's unit motion, the column's six Jacobian entries are S.lin + S.ang x P,   S.ang and their
 * rates' derivatives, with Z the body's motion and dZ = S x Z + psi its change, dZ.lin + dZ.ang x P + Z.ang x
 * (S.lin + S.ang x P),   dZ.ang. The forces on them are one wrench, which joins the composites' forces on the
 * way to the root; the tangent of the composites (tangent.c) then lets it turn with the body. */
void mb_body_ports(mb_measure_def ports[MB_BODY_PORTS], int body, hl_vec3 point)
{
    static const hl_vec3 world[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++) {
        ports[k] = (mb_measure_def){.kind = MB_MEASURE_PROJECTION,
                                    .body_a = MB_GROUND,
                                    .body_b = body,
                                    .point_b = point,
                                    .axis_a = world[k]};
        ports[3 + k] = ports[k];
        ports[3 + k].kind = MB_MEASURE_TURN;
    }
}

static bool same(hl_vec3 u, hl_vec3 v)
{
    return u.x == v.x && u.y == v.y && u.z == v.z;
}

bool mb_are_body_ports(const mb_measure_def *ports, int count)
{
    mb_measure_def expected[MB_BODY_PORTS];
    if (count < MB_BODY_PORTS) return false;
    mb_body_ports(expected, ports[0].body_b, ports[0].point_b);
    bool alike = true;
    for (int k = 0; k < MB_BODY_PORTS; k++) {
        const mb_measure_def *is = &ports[k], *wanted = &expected[k];
        alike = alike && is->kind == wanted->kind && is->body_a == wanted->body_a &&
                is->body_b == wanted->body_b && same(is->point_a, wanted->point_a) &&
                same(is->point_b, wanted->point_b) && same(is->axis_a, wanted->axis_a);
    }
    return alike;
}

void mb_body_port_rates(const mb_model *model, const mb_work *work, int first, double *gradient)
{
    const measure_model *measure = &model->measures[first];
    const int n = measure->entry_count;
    const int *columns = model->entry_columns + measure->first_entry;
    const hl_motion Z = work->motions[measure->def.body_b].Z;
    const hl_vec3 P = work->measures[first].point_b;
    for (int e = 0; e < n; e++) {
        const column_motion *column = &work->columns[columns[e]];
        const hl_motion dZ = hl_motion_add(hl_motion_cross(column->S, Z), column->psi);
        const hl_vec3 carried = hl_cross(Z.ang, hl_point_velocity(column->S, P));
        store_three(gradient, n, e, hl_add(hl_point_velocity(dZ, P), carried));
        store_three(gradient + 3 * n, n, e, dZ.ang);
    }
}

void mb_body_port_project(const mb_model *model, int first, const double *force, bool lasting, mb_work *work)
{
    const hl_vec3 F = hl_v3(force[0], force[1], force[2]), M = hl_v3(force[3], force[4], force[5]);
    hl_wrench w = hl_force_at(F, work->measures[first].point_b);
    w.moment = hl_add(w.moment, M);
    for (int b = model->measures[first].def.body_b; b != MB_GROUND; b = model->bodies[b].parent) {
        const body_model *body = &model->bodies[b];
        for (int c = body->column; c < body->column + body->dof; c++)
            work->tau[c] -= hl_power(w, work->columns[c].S);
        if (lasting) work->composites[b].f = hl_wrench_sub(work->composites[b].f, w);
    }
}
