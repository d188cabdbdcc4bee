/* Soils, and the published laws of soil mechanics and terramechanics as equation functions: numbers in,
 * numbers out, no state.
 *
 * Sources: M. G. Bekker (pressure and sinkage), Z. Janosi and B. Hanamoto (shear), A. R. Reece (fundamental
 * equation of earthmoving), 000 publication V Eq. (12)-(16) (pressure through layers, pressing).  */
#ifndef TERR_SOIL_H
#define TERR_SOIL_H

/** Standard gravity [m/s^2] (3rd CGPM, 1901): the measured constants of the laws hold for it. */
#define TERR_GRAVITY 9.80665

/** A soil. Loose: dug, poured or fallen; bank: undisturbed or compacted. */
typedef struct terr_soil {
    const char *name;
    double loose_density, bank_density; /**< rho [kg/m^3]; bank/loose - 1 is the swell */
    double repose;                      /**< angle of repose of loose soil [rad] */
    double friction_angle;              /**< phi, internal, of bank soil [rad] */
    double cohesion;                    /**< c of bank soil [Pa]; loose soil has none */
    double steel_friction;              /**< delta, soil on steel [rad] */
    double adhesion;                    /**< c_a, soil on steel [Pa] */
    double bekker_cohesive;             /**< k_c [N/m^(n+1)] */
    double bekker_frictional;           /**< k_phi [N/m^(n+2)] */
    double bekker_exponent;             /**< n [1] */
    double janosi_displacement;         /**< K [m] */
    double tip_pressure;                /**< resistance of a tooth or an edge, over its depth [Pa/m] */
    double pressing;                    /**< eta of 000 publication V Eq. (16) [1] */
    double solid_share;                 /**< of the volume of loose soil: 1/(1 + void ratio) */
    double restitution;                 /**< of two grains [1] */
    double sliding_friction;            /**< between grains [1] */
    double rolling_friction; /**< between grains: resisting moment over normal force and radius [1] */
} terr_soil;

/* ---- pressure and sinkage ---- */

/** Bekker: p = (k_c/b + k_phi) z^n [Pa].
 *  @param width  b, the smaller side of the loaded area [m] > 0
 *  @param sinkage  z [m]; below 0: no pressure. RT. */
double terr_bekker_pressure(const terr_soil *soil, double width, double sinkage);

/** Its inverse: z [m] at p [Pa]. RT. */
double terr_bekker_sinkage(const terr_soil *soil, double width, double pressure);

/** Load that a rigid wheel carries at sinkage z, Bekker: W = b k z^n sqrt(2 r z) (3 - n)/3 [N]. RT. */
double terr_bekker_wheel_load(const terr_soil *soil, double width, double radius, double sinkage);

/** Resistance of compacting a rut of depth z, Bekker: R_c = b k z^(n+1)/(n+1) [N]. RT. */
double terr_compaction_resistance(const terr_soil *soil, double width, double sinkage);

/** Lyasko (2010): sinkage of a slipping wheel over that of a rolling one, (1 + i)/(1 - 0.5 i), 0 <= i <= 1.
 * RT. */
double terr_slip_sinkage(double slip);

/* ---- shear ---- */

/** Mohr-Coulomb with Janosi-Hanamoto: tau = (c + p tan phi)(1 - exp(-j/K)) [Pa]. RT. */
double terr_janosi_shear(const terr_soil *soil, double pressure, double displacement);

/** Share of the shear strength that a contact of length l mobilises at slip i, its mean over j = i x:
 * 1 - (1 - exp(-i l/K)) K/(i l) [1]. RT. */
double terr_janosi_mobilised(const terr_soil *soil, double slip, double length);

/* ---- earthmoving ---- */

/** Factors of the fundamental equation of earthmoving for one blade: F = w (rho g d^2 N_g + c d N_c + c_a d
 * N_ca + q d N_q). The passive wedge's angle minimises N_g. */
typedef struct terr_wedge {
    double angle; /**< of the wedge's slip plane to the horizontal [rad] */
    double N_g, N_c, N_ca, N_q;
    double rake; /**< beta, blade to the horizontal [rad] */
} terr_wedge;

/** @param rake  beta, above 0, below pi - friction angles [rad]. Not RT: searches */
terr_wedge terr_wedge_of(double friction_angle, double steel_friction, double rake);

/** F [N], along the normal of the blade turned by delta. RT.
 *  @param density    of the soil in front [kg/m^3]
 *  @param cohesion, adhesion  [Pa]
 *  @param width, depth  w, d [m]
 *  @param surcharge  q, vertical pressure of soil on the surface in front of the blade [Pa] */
double terr_cutting_force(const terr_wedge *wedge, double density, double cohesion, double adhesion,
                          double width, double depth, double surcharge);

/* ---- pressing ---- */

/** 000 publication V Eq. (16): height of a square column that weighs f, times eta: F(f) = eta f/(d^2 rho g)
 * [m]. RT. */
double terr_pressing_height(const terr_soil *soil, double cell, double force);

/** Weights of pressure after `layers` layers along one direction, Eq. (12)-(14) with phi = (1/4, 1/2, 1/4):
 * the binomial a_s, s = -layers to layers. For studies of pressure in depth. The field's step does not use
 * it: yielding under a load follows Bekker's law (terr/press.h), whose k_c and k_phi are measured on whole
 * plates and include the spreading; spreading the load first would count it twice. The shares of soil pushed
 * aside, by differences of F(f), would hardly change, because F is metres high.
 *  @param layers   0 or more; exact up to 26
 *  @param weights  out: 2 layers + 1 numbers, sum 1. RT: layers^2 additions */
void terr_layer_weights(int layers, double *weights);

#endif
