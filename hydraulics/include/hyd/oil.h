/* Oil, and how much of it a control volume takes: the lumped fluid theory, 002 Eq. (22)-(23).
 *
 *   dp/dt = B_e/V (sum Q - dV/dt),   1/B_e = 1/B_oil + sum V_s/(V B_s)
 *
 * is written with the capacity C = V/B_e = V/B_oil + sum V_s/B_s [m^3/Pa]:  C dp/dt = sum Q - dV/dt.
 * Entrained air, vapour and accumulators are further terms of C. All pressures are absolute. */
#ifndef HYD_OIL_H
#define HYD_OIL_H

/** Zero-initialise, then fill; what is left zero is left out (but density and bulk_modulus must be given). */
typedef struct hyd_oil {
    double density;         /**< rho [kg/m^3] */
    double bulk_modulus;    /**< B_oil at p = 0 [Pa] */
    double bulk_slope;      /**< dB_oil/dp [1], about 10 for mineral oil; 0: constant modulus */
    double air_fraction;    /**< volume of free air at 1 atm over that of the oil [1]; 0: no air */
    double air_exponent;    /**< polytropic exponent of the air [1]; 0 stands for 1.4 */
    double vapour_pressure; /**< p_v [Pa] below which bubbles form; 0: no cavitation, p may become negative */
} hyd_oil;

/** A control volume, as far as its capacity is concerned. */
typedef struct hyd_volume {
    double hose;         /**< V_h, volume of hoses and pipes [m^3] */
    double hose_modulus; /**< B_h [Pa]; 0: rigid */
    double largest;      /**< the most it can hold, chambers included [m^3]: sizes the vapour's capacity */
} hyd_volume;

/** Capacity of a volume, its derivatives, and what it stores above p = 0. */
typedef struct hyd_capacity {
    double C;      /**< [m^3/Pa] */
    double C_p;    /**< d C / d p [m^3/Pa^2] */
    double C_V;    /**< d C / d V of the oil volume [1/Pa] */
    double stored; /**< what goes in above p = 0, the bubbles taken off: its derivative by p is C [m^3] */
} hyd_capacity;

/** The share of the oil itself, its air and its vapour, and of the hose; V is the whole volume [m^3], hose
 * and chambers. Chambers (V_c/B_c) and accumulators are added by the caller.
 *
 *  Vapour: below p_v a further capacity V_largest/w sets in by a STEP over w = p_v/2; when all the oil is
 * gone the pressure has come down to p_v - 3/2 w = p_v/4: the floor. The bubbles' volume is a function of p
 * alone, so that no oil is lost or gained while they form and vanish. RT. */
hyd_capacity hyd_volume_capacity(const hyd_oil *oil, const hyd_volume *volume, double V, double p);

/** B_e of 002 Eq. (23) for a volume of a hose and a cylinder chamber, without air and vapour, at p = 0 [Pa].
 */
double hyd_effective_modulus(const hyd_oil *oil, double hose, double hose_modulus, double chamber,
                             double chamber_modulus);

/** Volume of the bubbles [m^3], 0 above the vapour pressure. RT. */
double hyd_vapour_volume(const hyd_oil *oil, double largest, double p);

#endif
