/* Markers of flexible bodies: place, rotation, their velocities by the modal rates, accelerations. */
#include "hl/real.h"
#include "mb/flexible.h"

#include <math.h>

static const double SMALL = 0.25; /* square of an angle [rad^2]: below, the series are exact to 1e-14 */

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

/* ---- rotations ---- */

/* Factors of a rotation by the vector theta of length a, and their derivatives. */
typedef struct turn_factors {
    double sine, f1, f2; /* sin a/a, (1 - cos a)/a^2, (a - sin a)/a^3 */
    double d1, d2;       /* derivatives of f1, f2 by a, over a */
} turn_factors;

static turn_factors factors_by_series(double s)
{
    turn_factors f;
    f.f1 =
        1.0 / 2 - s * (1.0 / 24 - s * (1.0 / 720 - s * (1.0 / 40320 - s * (1.0 / 3628800 - s / 479001600))));
    f.f2 = 1.0 / 6 -
           s * (1.0 / 120 - s * (1.0 / 5040 - s * (1.0 / 362880 - s * (1.0 / 39916800 - s / 6227020800))));
    f.d1 = -1.0 / 12 + s * (1.0 / 180 - s * (1.0 / 6720 - s * (1.0 / 453600 - s / 47900160)));
    f.d2 = -1.0 / 60 + s * (1.0 / 1260 - s * (1.0 / 60480 - s * (1.0 / 4989600 - s / 622702080)));
    f.sine = 1 - s * f.f2;
    return f;
}

static turn_factors factors_of(double square)
{
    if (square < SMALL) return factors_by_series(square);
    const double a = sqrt(square);
    double sine, cosine;
    hl_sincos(a, &sine, &cosine);
    return (turn_factors){.sine = sine / a,
                          .f1 = (1 - cosine) / square,
                          .f2 = (a - sine) / (a * square),
                          .d1 = (a * sine - 2 * (1 - cosine)) / (square * square),
                          .d2 = (3 * sine - 2 * a - a * cosine) / (a * square * square)};
}

/* exp(theta~) */
static hl_mat3 rotation_of(hl_vec3 theta, const turn_factors *f)
{
    const hl_mat3 skew = hl_skew(theta), square = hl_mat3_mul(&skew, &skew);
    hl_mat3 R = hl_mat3_identity();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) R.m[i][j] += f->sine * skew.m[i][j] + f->f1 * square.m[i][j];
    return R;
}

/* T x: angular velocity, in the axes in which theta is given, when theta changes by x. */
static hl_vec3 spin_of(hl_vec3 theta, const turn_factors *f, hl_vec3 x)
{
    const hl_vec3 once = hl_cross(theta, x), twice = hl_cross(theta, once);
    return hl_add_scaled(hl_add_scaled(x, f->f1, once), f->f2, twice);
}

/* T' x for theta' = x. */
static hl_vec3 spin_bias(hl_vec3 theta, const turn_factors *f, hl_vec3 x)
{
    const hl_vec3 once = hl_cross(theta, x), twice = hl_cross(theta, once);
    const double along = hl_dot(theta, x);
    const hl_vec3 of_factors = hl_add_scaled(hl_scale(along * f->d1, once), along * f->d2, twice);
    return hl_add_scaled(of_factors, f->f2, hl_cross(x, once));
}

/* ---- markers ---- */

/* Sum of three numbers for each mode. */
static hl_vec3 combine(const double *shapes, const double *x, int n)
{
    hl_vec3 sum = hl_v3(0, 0, 0);
    for (int k = 0; k < n; k++) sum = hl_add_scaled(sum, x[k], vector_at(shapes, k));
    return sum;
}

/* x^T G y */
static double shorten(const flex_marker *m, const double *x, const double *y, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum = fma(x[k], product(&m->G[k * n], y, n), sum);
    return sum;
}

hl_vec3 mb_flexible_place(const flex_marker *m, int modes, const double *eta)
{
    hl_vec3 place = hl_add(vector_at(m->position, 0), combine(m->phi, eta, modes));
    place.x -= shorten(m, eta, eta, modes) / 2;
    return place;
}

void mb_flexible_evaluate_marker(const flex_marker *marker, int modes, const double *eta, const double *rate,
                                 mb_flexible_pose *pose)
{
    const hl_vec3 theta = combine(marker->psi, eta, modes);
    const turn_factors f = factors_of(hl_dot(theta, theta));
    pose->place = mb_flexible_place(marker, modes, eta);
    pose->rotation = rotation_of(theta, &f);
    for (int k = 0; k < modes; k++) {
        pose->linear[k] = vector_at(marker->phi, k);
        pose->linear[k].x -= product(&marker->G[k * modes], eta, modes);
        pose->angular[k] = spin_of(theta, &f, vector_at(marker->psi, k));
    }
    pose->linear_bias = hl_v3(-shorten(marker, rate, rate, modes), 0, 0);
    pose->angular_bias = spin_bias(theta, &f, combine(marker->psi, rate, modes));
}
