/* Friction law of a tire: lumped LuGre in two directions, normalised by the normal force. Source: 000
 * publication V Eq. (26)-(28) and publication IV Eq. (20)-(22); tire/tire.h tells the departures.
 *
 *   s     |v|, slip speed of both directions together            [m/s]
 *   g     Stribeck curve, Eq. (28)                                [1]
 *   A_i   rate at which bristles straighten, sigma_0i s/g + kappa_i w   [1/s]
 *   lambda_i  share of the bristles' damping that is left, sigma_0i/(sigma_0i + sigma_1i A_i)   [1]
 *
 *   z_dot_i = v_i + kappa_i w z'_i - A_i z_i
 *   f_i     = -(lambda_i (sigma_0i z_i + sigma_1i (v_i + kappa_i w z'_i)) + sigma_2i v_i)
 *
 * z' of the bristles that come into the patch is 0 under a tire; a track's carry theirs along (track.h). f_i
 * is the papers' -(sigma_0 z + lambda sigma_1 z_dot + sigma_2 v): put z_dot in and collect z and v.
 *
 * Corner: at s = 0 the derivative of s is taken as zero, the mean of all directions. g with an exponent
 * below one has an infinite slope there; only s dg/ds is needed, which is finite. */
#include "tire_internal.h"

#include "hl/real.h"

/* s/g and its derivative. y = (s/v_s)^alpha,  g = mu_c + (mu_s - mu_c) e^-y,  s dg/ds = -alpha y (g - mu_c)
 */
static tire_function speed_over_curve(const tire_friction *f, double s)
{
    if (f->stiction <= f->kinetic) return (tire_function){s / f->kinetic, 1.0 / f->kinetic};
    const double y = hl_pow(s / f->stribeck_velocity, f->exponent);
    const double excess = (f->stiction - f->kinetic) * hl_exp(-y), g = f->kinetic + excess;
    return (tire_function){s / g, (1.0 + f->exponent * y * excess / g) / g};
}

void tire_law_evaluate(const tire_friction *friction, const double v[2], double w, const double z[2],
                       const double fresh[2], tire_law *law)
{
    const tire_friction *f = friction;
    const double s = sqrt(fma(v[0], v[0], v[1] * v[1]));
    const tire_function h = speed_over_curve(f, s); /* s/g */
    const double s_v[2] = {s > 0.0 ? v[0] / s : 0.0, s > 0.0 ? v[1] / s : 0.0};
    for (int i = 0; i < 2; i++) {
        const double sigma_0 = f->stiffness[i], sigma_1 = f->damping[i], sigma_2 = f->viscous[i];
        const double kappa = f->slip_stiffness[i] > 0.0 ? sigma_0 / f->slip_stiffness[i] : 0.0;
        const double A = sigma_0 * h.value + kappa * w, lambda = sigma_0 / (sigma_0 + sigma_1 * A);
        const double bristle = sigma_0 * z[i] + sigma_1 * (v[i] + kappa * w * fresh[i]);
        const double force_A = bristle * lambda * lambda * sigma_1 / sigma_0; /* d f / d A */
        law->z_dot[i] = v[i] + kappa * w * fresh[i] - A * z[i];
        law->force[i] = -(lambda * bristle + sigma_2 * v[i]);
        for (int j = 0; j < 2; j++) {
            const double A_v = sigma_0 * h.slope * s_v[j];
            law->z_dot_v[i][j] = -z[i] * A_v;
            law->force_v[i][j] = force_A * A_v;
        }
        law->z_dot_v[i][i] += 1.0;
        law->force_v[i][i] -= lambda * sigma_1 + sigma_2;
        law->z_dot_w[i] = (fresh[i] - z[i]) * kappa;
        law->force_w[i] = (force_A - lambda * sigma_1 * fresh[i]) * kappa;
        law->z_dot_z[i] = -A;
        law->force_z[i] = -lambda * sigma_0;
    }
}
