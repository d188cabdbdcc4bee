/* Shear: Mohr-Coulomb strength, mobilised by displacement as Z. Janosi and B. Hanamoto found (1961),
 *     tau = (c + p tan phi)(1 - exp(-j/K)),
 * and its mean over a contact in which j grows from the front as j = i x:
 *     (1/l) int_0^l (1 - exp(-i x/K)) dx = 1 - (1 - exp(-u))/u,   u = i l/K
 *
 * Both are odd functions. */
#include "terr/soil.h"

#include "hl/real.h"
#include "hl/trig.h"

#include <math.h>

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
