/* Pressure and sinkage: M. G. Bekker's law under plates and rigid wheels, the resistance of compacting a rut,
 * the sinkage that slip adds, and the height of soil that weighs as much as a load.
 *
 * Bekker (Introduction to Terrain-Vehicle Systems, 1969):
 *     p   = k z^n,   k = k_c/b + k_phi                     plate
 *     W   = b k z^n sqrt(2 r z) (3 - n)/3                  rigid wheel, first order in z/(2 r)
 *     R_c = b k z^(n+1)/(n+1)                              work of the rut per length
 * Lyasko (2010): z(i)/z(0) = (1 + i)/(1 - 0.5 i).  000 publication V Eq. (16): F(f) = eta f/(d^2 rho g).
 *
 * pow() is the C library's: there is no own one. Everything is continuous and defined where the arguments are
 * outside the physical range: below zero they count as zero. */
#include "terr/soil.h"

#include "hl/clamp.h"
#include "hl/real.h"

#include "ground/gravity.h"

#include <math.h>

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
