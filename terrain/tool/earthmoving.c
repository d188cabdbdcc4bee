/* The fundamental equation of earthmoving (A. R. Reece, The fundamental equation of earth-moving mechanics,
 * Proc. Inst. Mech. Eng. 179, 1964; E. McKyes, Soil Cutting and Tillage, 1985): a blade of width w at rake
 * beta pushes a wedge of soil up along a plane that stands at rho to the horizontal.
 *
 *   F = w (gamma g d^2 N_g + c d N_c + c_a d N_ca + q d N_q)
 *
 * Two-dimensional and static: no wedges at the sides, no inertia. The weight of the wedge gives N_g; rho is
 * the angle at which it is least, for then the wedge gives way first. */
#include "terr/soil.h"

#include "ground/gravity.h"

#include "hl/assert.h"
#include "hl/trig.h"

#include <math.h>

/* Without any friction all wedges weigh the same; a trace of it tells which one to take [rad]. */
static const double LEAST_FRICTION = 1e-3;
enum { HALVINGS = 52 }; /* bits of a double's fraction: the angle to its last digit */

static double cotangent(double angle)
{
    double sine, cosine;
    hl_sincos(angle, &sine, &cosine);
    return cosine / sine;
}

/* d/d rho of ln N_g, with cot rho - cot(beta + rho) = csc^2 rho/(cot beta + cot rho) and
 * D = sin(beta + delta + rho + phi)/sin(rho + phi). Rises through zero once, from -infinity at rho = 0 to
 * +infinity at rho = pi - beta - delta - phi. */
static double growth_of_weight(double phi, double delta, double beta, double rho)
{
    return cotangent(beta + rho) - cotangent(rho) + cotangent(rho + phi) -
           cotangent(beta + delta + rho + phi);
}

terr_wedge terr_wedge_of(double friction_angle, double steel_friction, double rake)
{
    const double phi = fmax(friction_angle, LEAST_FRICTION), delta = steel_friction, beta = rake;
    HL_ASSERT(beta > 0.0 && beta + delta + phi < HL_PI);
    double low = 0.0, high = HL_PI - beta - delta - phi;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (growth_of_weight(phi, delta, beta, middle) < 0.0)
            low = middle;
        else
            high = middle;
    }
    const double rho = 0.5 * (low + high);
    double sine, cosine;
    hl_sincos(beta + delta, &sine, &cosine);
    const double cot_beta = cotangent(beta), cot_rho = cotangent(rho), cot_slip = cotangent(rho + phi);
    const double D = cosine + sine * cot_slip;
    const double N_g = (cot_beta + cot_rho) / (2.0 * D);
    return (terr_wedge){.angle = rho,
                        .N_g = N_g,
                        .N_c = (1.0 + cot_rho * cot_slip) / D,
                        .N_ca = (1.0 - cot_beta * cot_slip) / D,
                        .N_q = 2.0 * N_g,
                        .rake = beta};
}

double terr_cutting_force(const terr_wedge *wedge, double density, double cohesion, double adhesion,
                          double width, double depth, double surcharge)
{
    const double weight = density * TERR_GRAVITY * depth * wedge->N_g + surcharge * wedge->N_q;
    return width * depth * (weight + cohesion * wedge->N_c + adhesion * wedge->N_ca);
}
