/* One Newton system: an island, or the islands that a machine's step carries, on the trapezoidal rule of the
 * machines (002 Eq. 32-34) with the increments theta over the step as unknowns:
 *
 *   v = 2/h theta - v0,   a = 4/h^2 theta - 4/h v0 - a0
 *
 * for the centre of mass in world axes and the rotation in body axes, R = R0 exp(theta). Corrections are
 * displacements and turns in world axes. Residual of a body: inertia less forces [N, N m]. */
#include "object_internal.h"

#include <string.h>

enum { MOST_ITERATIONS = 15, ATTEMPTS = 2 }; /* iterations of an attempt */

static const double TOLERANCE = 1e-9; /* [m], [rad] in the step of a machine */
/* Islands without a machine, in tolerances: an increment of 10 nm ends the iteration, 0.01 N of a contact of
 * 1e6 N/m. If the last increment is above 10 um, 10 N of it, the island is stopped. */
static const double COARSE = 10.0, ROUGH = 1e4;
static const double SLOW = 0.1; /* ratio of successive increments above which the tangent is renewed */
/* Largest correction of a body in an iteration [m], [rad]. The size of a small object, and a rotation at
 * which the linear term is off by 1.5 % (sin 0.3): larger corrections leave the range of the linear system.
 */
static const double LONGEST = 0.1, WIDEST = 0.3;

/* ---- bodies ---- */

static void follow_theta(obj_work *work, int body)
{
    const object_state *before = &work->state->bodies[body];
    const double per = 2.0 / work->model->step, h = work->model->step;
    const hl_vec3 way = work->theta[2 * body], turn = work->theta[2 * body + 1];
    contact_motion *end = &work->end[body];
    const hl_mat3 turned = hl_quat_matrix(hl_quat_exp(turn));
    end->pose.position = hl_add(work->now[body].pose.position, way);
    end->pose.rotation = hl_mat3_mul(&work->now[body].pose.rotation, &turned);
    end->velocity = hl_add_scaled(hl_neg(before->velocity), per, way);
    const hl_vec3 spin = hl_add_scaled(hl_neg(before->spin), per, turn);
    end->turn = hl_mul(&end->pose.rotation, spin);
    work->rate[2 * body] =
        hl_sub(hl_scale(2.0 / h, hl_sub(end->velocity, before->velocity)), before->acceleration);
    work->rate[2 * body + 1] = hl_sub(hl_scale(2.0 / h, hl_sub(spin, before->spin)), before->spin_rate);
}

static void predict_body(obj_work *work, int body)
{
    const object_state *s = &work->state->bodies[body];
    const double h = work->model->step;
    work->theta[2 * body] = hl_add_scaled(hl_scale(h, s->velocity), 0.5 * h * h, s->acceleration);
    work->theta[2 * body + 1] = hl_add_scaled(hl_scale(h, s->spin), 0.5 * h * h, s->spin_rate);
    follow_theta(work, body);
}

static hl_mat3 full(const hl_sym3 *s)
{
    return (hl_mat3){{{s->xx, s->xy, s->xz}, {s->xy, s->yy, s->yz}, {s->xz, s->yz, s->zz}}};
}

/* Inverse of the right Jacobian of the exponential map, to second order: turn in body axes to theta. */
static hl_mat3 theta_by_turn(hl_vec3 theta)
{
    const hl_mat3 skew = hl_skew(theta), square = hl_mat3_mul(&skew, &skew);
    hl_mat3 J = hl_mat3_identity();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) J.m[i][j] += 0.5 * skew.m[i][j] + square.m[i][j] / 12.0;
    return J;
}

/* With tau = I alpha + omega x I omega in body axes, the moment of inertia R tau changes with a turn psi by
 * psi x R tau + R (4/h^2 I + 2/h (skew(omega) I - skew(I omega))) dtheta. */
static void body_terms(const obj_work *work, int body, double *residual, double *block)
{
    const obj_model *model = work->model;
    const object_body *b = &model->bodies[body];
    const object_state *state = &work->state->bodies[body];
    const hl_mat3 *R = &work->end[body].pose.rotation;
    const double per = 2.0 / model->step;
    const hl_vec3 spin = hl_mul_transposed(R, work->end[body].turn), alpha = work->rate[2 * body + 1];
    const hl_vec3 momentum = hl_sym_mul(&b->inertia, spin);
    const hl_vec3 moment = hl_mul(R, hl_add(hl_sym_mul(&b->inertia, alpha), hl_cross(spin, momentum)));
    const hl_vec3 force =
        hl_sub(hl_scale(b->mass, hl_sub(work->rate[2 * body], model->gravity)), state->push_force);
    const hl_vec3 rest = hl_sub(moment, state->push_moment);
    residual[0] = force.x, residual[1] = force.y, residual[2] = force.z;
    residual[3] = rest.x, residual[4] = rest.y, residual[5] = rest.z;
    if (block == NULL) return;
    const hl_mat3 I = full(&b->inertia), skew = hl_skew(spin), turning = hl_mat3_mul(&skew, &I),
                  of_momentum = hl_skew(momentum), J = theta_by_turn(work->theta[2 * body + 1]),
                  back = hl_mat3_transposed(R);
    hl_mat3 G = contact_scaled(per * per, I);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) G.m[i][j] += per * (turning.m[i][j] - of_momentum.m[i][j]);
    const hl_mat3 RG = hl_mat3_mul(R, &G), RGJ = hl_mat3_mul(&RG, &J), all = hl_mat3_mul(&RGJ, &back),
                  bent = hl_skew(moment);
    for (int i = 0; i < 3; i++) {
        block[6 * i + i] += per * per * b->mass;
        for (int j = 0; j < 3; j++) block[6 * (3 + i) + 3 + j] += all.m[i][j] - bent.m[i][j];
    }
}

/* ---- systems ---- */

static bool is_port_here(const obj_work *work, const object_pair *pair)
{
    return pair->b <= -2 && work->port_node[object_port_of(pair->b)] >= 0;
}

/* Ports of the machine that its islands, or bodies at rest, touch: the first of them, the others are moving
 * obstacles. */
static void list_ports(obj_work *work, int machine)
{
    object_system *s = &work->system;
    const obj_model *model = work->model;
    bool *touched = work->stale; /* scratch */
    for (int p = 0; p < model->port_count; p++) {
        work->port_node[p] = -1;
        touched[p] = false;
    }
    if (machine == model->machine_count) return;
    for (int k = 0; k < work->pair_count; k++) {
        const object_pair *pair = &work->pairs[k];
        if (pair->system == machine && pair->b <= -2) touched[object_port_of(pair->b)] = true;
    }
    for (int p = 0; p < model->port_count && s->port_count < MB_GUEST_PORTS; p++)
        if (touched[p] && model->ports[p].machine == machine) {
            work->port_node[p] = s->port_count;
            s->ports[s->port_count++] = p;
        }
}

static void add_island(obj_work *work, const object_island *island)
{
    object_system *s = &work->system;
    for (int i = 0; i < island->bodies; i++) {
        const int body = work->order[island->first_body + i];
        work->node[body] = s->body_count;
        s->bodies[s->body_count++] = body;
    }
    for (int i = 0; i < island->pairs; i++)
        s->pairs[s->pair_count++] = work->pair_order[island->first_pair + i];
}

static int node_of(const obj_work *work, const object_pair *pair, int end)
{
    if (pair->moving[end]) return work->node[end == 0 ? pair->a : pair->b];
    if (end == 1 && is_port_here(work, pair))
        return work->system.body_count + work->port_node[object_port_of(pair->b)];
    return -1;
}

static void shape_matrix(obj_work *work)
{
    object_system *s = &work->system;
    int count = 0;
    for (int i = 0; i < s->pair_count; i++) {
        object_pair *pair = &work->pairs[s->pairs[i]];
        const int a = node_of(work, pair, 0), b = node_of(work, pair, 1);
        if (a < 0 || b < 0) continue;
        work->node_pairs[count][0] = a;
        work->node_pairs[count++][1] = b;
    }
    object_blocks_shape(work->blocks, s->body_count, s->port_count, count, work->node_pairs, work->places);
    count = 0;
    for (int i = 0; i < s->pair_count; i++) {
        object_pair *pair = &work->pairs[s->pairs[i]];
        const int a = node_of(work, pair, 0), b = node_of(work, pair, 1);
        pair->blocks[0] = a >= 0 ? work->blocks->diagonal[a] : -1;
        pair->blocks[3] = b >= 0 ? work->blocks->diagonal[b] : -1;
        pair->blocks[1] = pair->blocks[2] = -1;
        if (a < 0 || b < 0) continue;
        pair->blocks[1] = work->places[count][0];
        pair->blocks[2] = work->places[count++][1];
    }
}

/* @param island  its number, for a machine not used: all of its islands */
void object_system_open(obj_work *work, int machine, int island)
{
    object_system *s = &work->system;
    s->machine = machine;
    s->body_count = s->port_count = s->pair_count = s->iterations = 0;
    s->last = HUGE_VAL;
    list_ports(work, machine);
    if (machine == work->model->machine_count)
        add_island(work, &work->islands[island]);
    else {
        for (int k = 0; k < work->island_count; k++)
            if (work->islands[k].machine == machine && !work->islands[k].waits)
                add_island(work, &work->islands[k]);
        for (int k = 0; k < work->pair_count; k++) {
            const object_pair *pair = &work->pairs[k];
            if (pair->system == machine && !pair->moving[0] && !pair->moving[1] && is_port_here(work, pair))
                s->pairs[s->pair_count++] = k;
        }
    }
    shape_matrix(work);
}

void object_system_predict(obj_work *work)
{
    object_system *s = &work->system;
    for (int i = 0; i < s->body_count; i++) predict_body(work, s->bodies[i]);
    s->last = HUGE_VAL;
}

/* ---- assembly ---- */

static void add_to(double *rows, hl_vec3 force, hl_vec3 moment, double sign)
{
    rows[0] += sign * force.x, rows[1] += sign * force.y, rows[2] += sign * force.z;
    rows[3] += sign * moment.x, rows[4] += sign * moment.y, rows[5] += sign * moment.z;
}

static void add_block(object_blocks *m, int block, const double *values, double sign)
{
    if (block < 0) return;
    double *to = object_block(m, block);
    if (!m->direct && block >= m->nodes) {
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++) to[6 * j + i] += sign * values[6 * i + j];
        return;
    }
    for (int i = 0; i < 36; i++) to[i] += sign * values[i];
}

/* S [1, -skew(D); 0, 1] */
static void shift_columns(const double *S, hl_vec3 D, double *to)
{
    for (int i = 0; i < 6; i++) {
        const double *row = S + 6 * (long)i;
        const hl_vec3 turn =
            hl_add(hl_v3(row[3], row[4], row[5]), hl_cross(D, hl_v3(row[0], row[1], row[2])));
        double *out = to + 6 * (long)i;
        out[0] = row[0], out[1] = row[1], out[2] = row[2];
        out[3] = turn.x, out[4] = turn.y, out[5] = turn.z;
    }
}

/* [1, -skew(D); 0, 1]^T S */
static void shift_rows(const double *S, hl_vec3 D, double *to)
{
    for (int j = 0; j < 6; j++) {
        const hl_vec3 turn =
            hl_add(hl_v3(S[18 + j], S[24 + j], S[30 + j]), hl_cross(D, hl_v3(S[j], S[6 + j], S[12 + j])));
        to[j] = S[j], to[6 + j] = S[6 + j], to[12 + j] = S[12 + j];
        to[18 + j] = turn.x, to[24 + j] = turn.y, to[30 + j] = turn.z;
    }
}

/* The matrix is that of inertia less forces. */
static void add_pair_blocks(obj_work *work, const object_pair *pair, const double *S)
{
    add_block(work->blocks, pair->blocks[0], S, -1.0);
    if (pair->blocks[3] < 0) return;
    double columns[36], rows[36], both[36];
    const hl_vec3 D = hl_sub(object_motion(work, pair->a, true)->pose.position,
                             object_motion(work, pair->b, true)->pose.position);
    shift_columns(S, D, columns);
    shift_rows(columns, D, both);
    add_block(work->blocks, pair->blocks[3], both, -1.0);
    if (pair->blocks[1] < 0) return;
    shift_rows(S, D, rows);
    add_block(work->blocks, pair->blocks[1], columns, 1.0);
    add_block(work->blocks, pair->blocks[2], rows, 1.0);
}

static void add_bodies(obj_work *work, bool renew)
{
    object_system *s = &work->system;
    for (int i = 0; i < s->body_count; i++) {
        const int body = s->bodies[i];
        double *block = renew ? object_block(work->blocks, work->blocks->diagonal[i]) : NULL;
        body_terms(work, body, s->residual + 6 * (long)i, block);
        if ((work->state->flags[body] & OBJECT_BENDING) == 0) continue;
        hl_vec3 force, moment;
        double tangent[36] = {0.0};
        object_anchor_force(work, body, &force, &moment, renew ? tangent : NULL);
        add_to(s->residual + 6 * (long)i, force, moment, -1.0);
        if (renew) add_block(work->blocks, work->blocks->diagonal[i], tangent, -1.0);
    }
}

/* Residual, and factors if `renew`. */
hl_status object_system_evaluate(obj_work *work, bool renew)
{
    object_system *s = &work->system;
    if (renew) object_blocks_clear(work->blocks);
    memset(s->residual + 6 * (long)s->body_count, 0, (size_t)s->port_count * 6 * sizeof(double));
    add_bodies(work, renew);
    for (int i = 0; i < s->pair_count; i++) {
        const object_pair *pair = &work->pairs[s->pairs[i]];
        double S[36];
        const pair_wrench w = object_pair_force(work, pair, renew ? S : NULL);
        const int a = node_of(work, pair, 0), b = node_of(work, pair, 1);
        if (a >= 0) add_to(s->residual + 6 * (long)a, w.force, w.moment_a, -1.0);
        if (b >= 0) add_to(s->residual + 6 * (long)b, hl_neg(w.force), w.moment_b, -1.0);
        if (renew) add_pair_blocks(work, pair, S);
    }
    return renew ? object_blocks_factor(work->blocks) : HL_OK;
}

/* Part of a body's correction that is taken. */
static double share_of(hl_vec3 way, hl_vec3 turn)
{
    const double far = hl_norm(way) / LONGEST, wide = hl_norm(turn) / WIDEST, most = fmax(far, wide);
    return most > 1.0 ? 1.0 / most : 1.0;
}

/* @return largest increment in tolerances; NaN when one is */
double object_system_apply(obj_work *work, const double *moves)
{
    object_system *s = &work->system;
    double size = 0.0;
    for (int i = 0; i < s->body_count; i++) {
        const int body = s->bodies[i];
        const double *m = moves + 6 * (long)i;
        for (int c = 0; c < 6; c++)
            if (!(fabs(m[c]) <= size)) size = fabs(m[c]);
        const hl_vec3 way = hl_v3(m[0], m[1], m[2]), about = hl_v3(m[3], m[4], m[5]);
        const double share = share_of(way, about);
        const hl_mat3 J = theta_by_turn(work->theta[2 * body + 1]);
        const hl_vec3 turn = hl_mul_transposed(&work->end[body].pose.rotation, about);
        work->theta[2 * body] = hl_add_scaled(work->theta[2 * body], share, way);
        work->theta[2 * body + 1] = hl_add_scaled(work->theta[2 * body + 1], share, hl_mul(&J, turn));
        follow_theta(work, body);
    }
    s->iterations++;
    return size / TOLERANCE;
}

/* ---- alone ---- */

static hl_status iterate(obj_work *work, bool keep)
{
    object_system *s = &work->system;
    bool renew = true;
    object_system_predict(work);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        if (object_system_evaluate(work, renew) != HL_OK) return HL_SINGULAR;
        for (int i = 0; i < 6 * s->body_count; i++) s->residual[i] = -s->residual[i];
        object_blocks_solve(work->blocks, s->residual, s->moves);
        const double size = object_system_apply(work, s->moves);
        if (!isfinite(size)) return HL_NOT_FINITE;
        if (size <= COARSE) return HL_OK;
        renew = !keep || size > SLOW * s->last;
        s->last = size;
    }
    return HL_NOT_CONVERGED;
}

/* The bodies stay where they are, at rest. */
static void stop(obj_work *work)
{
    const object_system *s = &work->system;
    const hl_vec3 none = hl_v3(0, 0, 0);
    for (int i = 0; i < s->body_count; i++) {
        const int body = s->bodies[i];
        work->end[body] = (contact_motion){work->now[body].pose, none, none};
        work->theta[2 * body] = work->theta[2 * body + 1] = none;
        work->rate[2 * body] = work->rate[2 * body + 1] = none;
    }
}

/* First with kept tangents, then with a new one in each iteration. If neither converges, the last iterate is
 * taken if its increment is below ROUGH. Otherwise the island is stopped, for example a light body between
 * two heavy ones. */
void object_system_solve(obj_work *work)
{
    hl_status status = iterate(work, true);
    if (status != HL_OK) status = iterate(work, false);
    if (status == HL_OK) return;
    work->report.cut++;
    if (status != HL_NOT_CONVERGED || !(work->system.last <= ROUGH)) stop(work);
}

void obj_step_rest(obj_work *work)
{
    for (int k = 0; k < work->island_count; k++) {
        object_island *island = &work->islands[k];
        if (island->waits || island->stepped) continue;
        if (island->machine < work->model->machine_count && work->carried[island->machine]) continue;
        object_system_open(work, work->model->machine_count, k);
        object_system_solve(work);
        if (work->system.iterations > work->report.iterations)
            work->report.iterations = work->system.iterations;
        island->stepped = true;
    }
}

obj_report obj_limits(const obj_model *model)
{
    int movable = 0;
    for (int i = 0; i < model->body_count; i++) movable += model->bodies[i].mass > 0.0;
    const int awake = model->most_awake + model->most_alone;
    return (obj_report){.awake = awake < movable ? awake : movable,
                        .waiting = movable,
                        .contacts = model->most_spots,
                        .iterations = ATTEMPTS * MOST_ITERATIONS};
}
