/* Laws of soils: sinkage under pressure, shear along a contact, layers. */
#include "terr/soil.h"
#include "hl/clamp.h"
#include "hl/real.h"
#include "hl/status.h"

#include <math.h>

/* ---- sinkage ---- */

/* k = k_c/b + k_phi [N/m^(n+2)] */
static double sinkage_modulus(const terr_soil *soil, double width)
{
    return soil->bekker_cohesive / width + soil->bekker_frictional;
}

double terr_bekker_pressure(const terr_soil *soil, double width, double sinkage)
{
    if (!(sinkage > 0.0)) return 0.0;
    return sinkage_modulus(soil, width) * hl_pow(sinkage, soil->bekker_exponent);
}

double terr_bekker_sinkage(const terr_soil *soil, double width, double pressure)
{
    if (!(pressure > 0.0)) return 0.0;
    return hl_pow(pressure / sinkage_modulus(soil, width), 1.0 / soil->bekker_exponent);
}

double terr_bekker_wheel_load(const terr_soil *soil, double width, double radius, double sinkage)
{
    if (!(sinkage > 0.0)) return 0.0;
    const double shape = (3.0 - soil->bekker_exponent) / 3.0; /* of the pressure over the arc */
    return width * terr_bekker_pressure(soil, width, sinkage) * sqrt(2.0 * radius * sinkage) * shape;
}

double terr_compaction_resistance(const terr_soil *soil, double width, double sinkage)
{
    return width * terr_bekker_pressure(soil, width, sinkage) * fmax(sinkage, 0.0) /
           (soil->bekker_exponent + 1.0);
}

double terr_slip_sinkage(double slip)
{
    const double i = hl_clamp(slip, 0.0, 1.0);
    return (1.0 + i) / (1.0 - 0.5 * i);
}

double terr_pressing_height(const terr_soil *soil, double cell, double force)
{
    return soil->pressing * force / (cell * cell * soil->loose_density * TERR_GRAVITY);
}

/* ---- shear ---- */

/* Shear: Mohr-Coulomb strength, mobilised by displacement as Z. Janosi and B. Hanamoto found (1961),
 *     tau = (c + p tan phi)(1 - exp(-j/K)),
 * and its mean over a contact in which j grows from the front as j = i x:
 *     (1/l) int_0^l (1 - exp(-i x/K)) dx = 1 - (1 - exp(-u))/u,   u = i l/K
 *
 * Both are odd functions. */

/* Below this u the mean is taken from its series, of which the first term left out is u^6/5040, 4e-14 of the
 * whole, u/2; above, cancellation costs 2 eps/u, 4e-14 of the whole at most. */
static const double SMALL_SHEAR = 0.01;

double terr_janosi_shear(const terr_soil *soil, double pressure, double displacement)
{
    double sine, cosine;
    hl_sincos(soil->friction_angle, &sine, &cosine);
    const double strength = soil->cohesion + fmax(pressure, 0.0) * sine / cosine;
    return copysign(strength * -hl_expm1(-fabs(displacement) / soil->janosi_displacement), displacement);
}

double terr_janosi_mobilised(const terr_soil *soil, double slip, double length)
{
    const double u = fabs(slip) * length / soil->janosi_displacement;
    const double share =
        u < SMALL_SHEAR ? u * (1.0 / 2.0 - u * (1.0 / 6.0 - u * (1.0 / 24.0 - u * (1.0 / 120.0 - u / 720.0))))
                        : 1.0 + hl_expm1(-u) / u;
    return copysign(share, slip);
}

/* ---- layers ---- */

/* How pressure spreads with depth: 000 publication V Eq. (12)-(14). Each block passes phi(-1), phi(0), phi(1)
 * of its pressure to the three blocks under it; after n layers a block's share lies on 2 n + 1 blocks as the
 * n-fold convolution of phi. With phi = (1/4, 1/2, 1/4) that is the binomial a_s = C(2 n, n + s)/4^n, and in
 * two directions with phi_kl = phi_k phi_l the product a_s a_t.
 *
 * All numbers are whole multiples of 4^-n: exact up to 26 layers. terr/soil.h explains why loads on the field
 * are not spread in this way. */

void terr_layer_weights(int layers, double *weights)
{
    HL_ASSERT(layers >= 0);
    weights[0] = 1.0; /* a^0_0 = 1 */
    for (int n = 1; n <= layers; n++) {
        /* a^n_s = a^(n-1)_(s-1)/4 + a^(n-1)_s/2 + a^(n-1)_(s+1)/4 in place, from the far end */
        weights[2 * n - 1] = weights[2 * n] = 0.0;
        for (int k = 2 * n; k >= 0; k--) {
            const double first = k >= 2 ? weights[k - 2] : 0.0, second = k >= 1 ? weights[k - 1] : 0.0;
            weights[k] = 0.25 * first + 0.5 * second + 0.25 * weights[k];
        }
    }
}
