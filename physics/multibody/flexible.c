#include "mb/flexible.h"

#include <math.h>

struct mb_flexible {
    const flex_body *body;
    int n;
    hl_sym3 J0;
    hl_sym3 *J1; /* [n] J1_k + J1_k^T */
    hl_sym3 *J2; /* [n][n] J2_kl + J2_lk */
    hl_vec3 *B;  /* [n][n] column l of B_k */
};

static hl_vec3 vector_at(const double *numbers, int k)
{
    return hl_v3(numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]);
}

static double product(const double *row, const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum = fma(row[i], x[i], sum);
    return sum;
}

/* x^T matrix y */
static double bilinear(const double *matrix, const double *x, const double *y, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum = fma(x[k], product(&matrix[k * n], y, n), sum);
    return sum;
}

/* ---- sums formed once ---- */

/* A + A^T of A = tr(N) 1 - N^T. */
static hl_sym3 twice_symmetric(const double N[9])
{
    const double trace = N[0] + N[4] + N[8];
    return (hl_sym3){2 * (trace - N[0]), 2 * (trace - N[4]), 2 * (trace - N[8]),
                     -(N[1] + N[3]),     -(N[2] + N[6]),     -(N[5] + N[7])};
}

/* sum m phi_k x phi_l of sum m phi_k phi_l^T. */
static hl_vec3 axial(const double P[9])
{
    return hl_v3(P[5] - P[7], P[6] - P[2], P[1] - P[3]);
}

mb_flexible *mb_flexible_new(const flex_body *body, hl_arena *arena)
{
    const int n = body->modes;
    mb_flexible *f = HL_NEW(arena, mb_flexible, 1);
    hl_sym3 *J1 = HL_NEW(arena, hl_sym3, n), *J2 = HL_NEW(arena, hl_sym3, n * n);
    hl_vec3 *B = HL_NEW(arena, hl_vec3, n * n);
    if (hl_arena_failed(arena)) return NULL;
    const double *J = body->inertia;
    *f = (mb_flexible){body, n, {J[0], J[4], J[8], J[1], J[2], J[5]}, J1, J2, B};
    for (int k = 0; k < n; k++) {
        J1[k] = twice_symmetric(&body->N[9 * k]);
        for (int l = 0; l < n; l++) { /* P_lk = P_kl^T: the sum of both is twice the symmetric part */
            J2[k * n + l] = twice_symmetric(&body->P[9 * (k * n + l)]);
            B[k * n + l] = axial(&body->P[9 * (k * n + l)]);
        }
    }
    return f;
}

/* ---- inertia ---- */

static void add_scaled(hl_sym3 *to, double s, const hl_sym3 *a)
{
    to->xx = fma(s, a->xx, to->xx);
    to->yy = fma(s, a->yy, to->yy);
    to->zz = fma(s, a->zz, to->zz);
    to->xy = fma(s, a->xy, to->xy);
    to->xz = fma(s, a->xz, to->xz);
    to->yz = fma(s, a->yz, to->yz);
}

/* J,k: derivative of the inertia by a modal coordinate. */
static hl_sym3 inertia_slope(const mb_flexible *f, const double *eta, int k)
{
    hl_sym3 slope = f->J1[k];
    for (int l = 0; l < f->n; l++) add_scaled(&slope, eta[l], &f->J2[k * f->n + l]);
    const double shorter = 2 * product(&f->body->Cx[k * f->n], eta, f->n);
    slope.yy -= shorter;
    slope.zz -= shorter;
    return slope;
}

void mb_flexible_evaluate(const mb_flexible *f, const double *eta, mb_flexible_inertia *to)
{
    const flex_body *b = f->body;
    to->mass = b->mass;
    to->first_moment = vector_at(b->first_moment, 0);
    to->inertia = f->J0;
    for (int k = 0; k < f->n; k++) {
        const hl_vec3 S = vector_at(b->S, k);
        const double shorter = product(&b->C0[k * f->n], eta, f->n);
        /* J is quadratic in eta: half of the sum of its slopes at 0 and at eta */
        hl_sym3 slope = inertia_slope(f, eta, k);
        add_scaled(&slope, 1, &f->J1[k]);
        add_scaled(&to->inertia, eta[k] / 2, &slope);
        to->first_moment = hl_add_scaled(to->first_moment, eta[k], S);
        to->first_moment.x -= eta[k] * shorter / 2;
        to->S_t[k] = hl_v3(S.x - shorter, S.y, S.z);
        to->S_r[k] = vector_at(b->R, k);
        for (int j = 0; j < f->n; j++) to->S_r[k] = hl_add_scaled(to->S_r[k], eta[j], f->B[j * f->n + k]);
    }
}

/* ---- equations ---- */

/* Sum of vectors with the weights x. */
static hl_vec3 combine(const hl_vec3 *vectors, const double *x, int n)
{
    hl_vec3 sum = hl_v3(0, 0, 0);
    for (int k = 0; k < n; k++) sum = hl_add_scaled(sum, x[k], vectors[k]);
    return sum;
}

void mb_flexible_velocity_terms(const mb_flexible *f, const mb_flexible_inertia *i,
                                const mb_flexible_motion *motion, mb_flexible_wrench *to)
{
    const flex_body *b = f->body;
    const int n = f->n;
    const hl_vec3 w = motion->angular_velocity;
    const hl_vec3 momentum = combine(i->S_t, motion->rate, n), turn = combine(i->S_r, motion->rate, n);
    to->force = hl_cross(w, hl_add(hl_cross(w, i->first_moment), hl_scale(2, momentum)));
    to->force.x -= bilinear(b->C0, motion->rate, motion->rate, n);
    to->moment = hl_cross(w, hl_add(hl_sym_mul(&i->inertia, w), turn));
    for (int k = 0; k < n; k++) {
        const hl_sym3 slope = inertia_slope(f, motion->eta, k);
        const hl_vec3 Jw = hl_sym_mul(&slope, w), coriolis = combine(&f->B[k * n], motion->rate, n);
        to->moment = hl_add_scaled(to->moment, motion->rate[k], Jw);
        const double *K = &b->K[k * n], *M = &b->M[k * n];
        const double damping =
            b->damping[0] * product(M, motion->rate, n) + b->damping[1] * product(K, motion->rate, n);
        to->modal[k] = product(K, motion->eta, n) + damping - 2 * hl_dot(w, coriolis) - hl_dot(w, Jw) / 2;
    }
}

void mb_flexible_add_accelerations(const mb_flexible *f, const mb_flexible_inertia *i, hl_vec3 a,
                                   hl_vec3 turn, const double *modal, mb_flexible_wrench *to)
{
    hl_vec3 force = hl_add(hl_scale(i->mass, a), hl_cross(turn, i->first_moment));
    hl_vec3 moment = hl_add(hl_cross(i->first_moment, a), hl_sym_mul(&i->inertia, turn));
    to->force = hl_add(to->force, hl_add(force, combine(i->S_t, modal, f->n)));
    to->moment = hl_add(to->moment, hl_add(moment, combine(i->S_r, modal, f->n)));
    for (int k = 0; k < f->n; k++)
        to->modal[k] +=
            hl_dot(i->S_t[k], a) + hl_dot(i->S_r[k], turn) + product(&f->body->M[k * f->n], modal, f->n);
}

void mb_flexible_mass_matrix(const mb_flexible *f, const mb_flexible_inertia *i, double *matrix)
{
    const int n = 6 + f->n;
    for (int column = 0; column < n; column++) {
        double unit[6 + FLEX_MAX_MODES] = {0};
        unit[column] = 1;
        mb_flexible_wrench w = {0};
        mb_flexible_add_accelerations(f, i, vector_at(unit, 0), vector_at(unit, 1), &unit[6], &w);
        const double top[6] = {w.force.x, w.force.y, w.force.z, w.moment.x, w.moment.y, w.moment.z};
        for (int row = 0; row < n; row++) matrix[row * n + column] = row < 6 ? top[row] : w.modal[row - 6];
    }
}

/* ---- momentum and energy ---- */

void mb_flexible_momentum(const mb_flexible *f, const mb_flexible_inertia *i, hl_vec3 velocity,
                          const mb_flexible_motion *motion, mb_flexible_wrench *to)
{
    *to = (mb_flexible_wrench){0};
    mb_flexible_add_accelerations(f, i, velocity, motion->angular_velocity, motion->rate, to);
}

double mb_flexible_kinetic(const mb_flexible *f, const mb_flexible_inertia *i, hl_vec3 velocity,
                           const mb_flexible_motion *motion)
{
    mb_flexible_wrench momentum;
    mb_flexible_momentum(f, i, velocity, motion, &momentum);
    return (hl_dot(momentum.force, velocity) + hl_dot(momentum.moment, motion->angular_velocity) +
            product(momentum.modal, motion->rate, f->n)) /
           2;
}

double mb_flexible_strain(const mb_flexible *f, const double *eta)
{
    return bilinear(f->body->K, eta, eta, f->n) / 2;
}
