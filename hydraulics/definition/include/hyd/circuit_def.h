/* Definition of a hydraulic circuit: plain data, filled by readers of files and by tests, checked and built
 * by hyd_circuit_build (hyd/circuit.h). Every item begins with its name and its place in the authored file,
 * line 0 without one. The laws of the components are those of the headers named beside them. */
#ifndef HYD_CIRCUIT_DEF_H
#define HYD_CIRCUIT_DEF_H

#include "hl/report.h"

#include <stdbool.h>

enum {
    HYD_NONE = -1,         /**< no node, no port, no command */
    HYD_MAX_SECTIONS = 16, /**< load-sensing sections of a circuit */
    HYD_MAX_NODES = 128    /**< nodes of a circuit: their oil is evaluated onto the stack */
};

/* ---- oil and flow law ---- */

/** Zero-initialise, then fill; what is left zero is left out (but density and bulk_modulus must be given). */
typedef struct hyd_oil {
    double density;         /**< rho [kg/m^3] */
    double bulk_modulus;    /**< B_oil at p = 0 [Pa] */
    double bulk_slope;      /**< dB_oil/dp [1], about 10 for mineral oil; 0: constant modulus */
    double air_fraction;    /**< volume of free air at 1 atm over that of the oil [1]; 0: no air */
    double air_exponent;    /**< polytropic exponent of the air [1]; 0 stands for 1.4 */
    double vapour_pressure; /**< p_v [Pa] below which bubbles form; 0: no cavitation, p may become negative */
} hyd_oil;

/** Transition pressure when none is given [Pa]: 000, 002; 001 takes 1e5. */
#define HYD_TRANSITION 2e5

/** How sgn(dp) sqrt|dp| is continued through dp = 0. */
typedef struct hyd_flow_law {
    double transition; /**< dp_t [Pa]; 0 stands for HYD_TRANSITION */
    bool secant; /**< below dp_t dp/sqrt(dp_t), as the papers (the slope jumps at dp_t by a factor 2); false:
                    an odd cubic that meets the root with value and slope */
} hyd_flow_law;

/* ---- nodes, ports, commands ---- */

typedef enum hyd_node_kind { HYD_VOLUME, HYD_SOURCE } hyd_node_kind;

typedef struct hyd_node_def {
    const char *name;
    hl_place place;
    hyd_node_kind kind;
    double pressure;     /**< [Pa]: of a source for ever, of a volume at the start */
    double hose;         /**< volume: oil in hoses and pipes [m^3] >= 0; chambers of cylinders come on top */
    double hose_modulus; /**< B_h [Pa]; 0: rigid */
} hyd_node_def;

/** What a port measures. */
typedef enum hyd_port_kind {
    HYD_PORT_LENGTH, /**< distance of a cylinder's pins [m], force [N] */
    HYD_PORT_SHAFT   /**< angle of a shaft [rad], torque [N m] */
} hyd_port_kind;

typedef struct hyd_port_def {
    const char *name;
    hl_place place;
    hyd_port_kind kind;
} hyd_port_def;

/** A point of a schedule. */
typedef struct hyd_schedule_point {
    double time, value; /**< [s], [unit of the command] */
} hyd_schedule_point;

/** A command: a number from outside, or a function of time. */
typedef struct hyd_command_def {
    const char *name;
    hl_place place;
    int point_count;                  /**< 0: external, written by the caller */
    const hyd_schedule_point *points; /**< rising in time; before the first point its value holds */
    bool linear;    /**< straight lines between the points; false: steps, a value holds from its point on */
    double initial; /**< external: value until the caller writes one */
} hyd_command_def;

/* ---- restrictors and pressure valves ---- */

/** Throttle; with a command it is a proportional valve: C_v times the command, limited to 0 ... 1. One way it
 * lets oil pass from a to b only. */
typedef struct hyd_orifice_def {
    const char *name;
    hl_place place;
    int a, b;           /**< nodes */
    double coefficient; /**< C_v [m^3/(s sqrt(Pa))] > 0 */
    bool one_way, commanded;
    int command; /**< looked at when `commanded` */
} hyd_orifice_def;

typedef struct hyd_leakage_def {
    const char *name;
    hl_place place;
    int a, b;
    double conductance; /**< K [m^3/(s Pa)] > 0 */
} hyd_leakage_def;

/** Check valve, by hyd/check.h. */
typedef struct hyd_check {
    double coefficient; /**< C_v, fully open [m^3/(s sqrt(Pa))] */
    double cracking;    /**< p_a - p_b at which it begins to open [Pa] >= 0 */
    double range;       /**< from there to fully open [Pa] > 0 */
    double pilot_ratio; /**< area of the pilot piston over that of the seat [1]; 0: no pilot line */
} hyd_check;

typedef struct hyd_check_def {
    const char *name;
    hl_place place;
    int a, b, x; /**< from, to, pilot line (looked at when pilot_ratio is not 0) */
    hyd_check check;
} hyd_check_def;

/** Relief valve, by hyd/relief.h. */
typedef struct hyd_relief {
    double coefficient; /**< C_v, fully open [m^3/(s sqrt(Pa))] */
    double setting;     /**< p_a - p_b at which it begins to open [Pa] > 0 */
    double range;       /**< override: from there to fully open [Pa] > 0 */
} hyd_relief;

typedef struct hyd_relief_def {
    const char *name;
    hl_place place;
    int a, b; /**< protected line, tank */
    hyd_relief relief;
} hyd_relief_def;

/** Counterbalance valve, by hyd/counterbalance.h. */
typedef struct hyd_counterbalance {
    double coefficient;       /**< C_v from a to b, fully open [m^3/(s sqrt(Pa))] */
    double setting;           /**< lift pressure at which it begins to open [Pa] > 0 */
    double range;             /**< from there to fully open [Pa] > 0 */
    double pilot_ratio;       /**< R [1] >= 0 */
    bool vented;              /**< spring chamber vented: the pressure in b does not hold it shut */
    double check_coefficient; /**< C_v of the check valve from b to a; 0: none */
    double check_cracking;    /**< [Pa] >= 0 */
    double check_range;       /**< [Pa] > 0 when there is a check valve */
} hyd_counterbalance;

typedef struct hyd_counterbalance_def {
    const char *name;
    hl_place place;
    int a, b, x; /**< load, valve, pilot line (looked at when pilot_ratio is not 0) */
    hyd_counterbalance valve;
} hyd_counterbalance_def;

/** Pressure compensator, by hyd/compensator.h. */
typedef struct hyd_compensator {
    double coefficient; /**< C_v, fully open [m^3/(s sqrt(Pa))] */
    double margin;      /**< p_b - p_x at which it is half closed [Pa] > 0 */
    double range;       /**< from fully open to closed [Pa] > 0 */
} hyd_compensator;

typedef struct hyd_compensator_def {
    const char *name;
    hl_place place;
    int a, b, x; /**< supply, metering edge, load pressure */
    hyd_compensator valve;
} hyd_compensator_def;

/* ---- spool valves ---- */

/** Centre position of a 4/3 valve, by hyd/directional.h. */
typedef enum hyd_centre {
    HYD_CENTRE_CLOSED,
    HYD_CENTRE_OPEN,
    HYD_CENTRE_TANDEM,
    HYD_CENTRE_FLOAT,
    HYD_CENTRES
} hyd_centre;

/** Spool dynamics: first order, with a rate limit. */
typedef struct hyd_spool {
    double tau;         /**< time constant [s] > 0; 1/(2 pi f) for a catalogue bandwidth f */
    double rate_limit;  /**< largest |dU/dt| [unit of U per s]; 0: none */
    double full_stroke; /**< U_max [unit of U] > 0; the reference is limited to it */
} hyd_spool;

/** 4/3 directional valve, by hyd/directional.h. */
typedef struct hyd_directional {
    hyd_spool spool;
    double coefficient[4]; /**< C_v of P-A, P-B, A-T, B-T [m^3/(s sqrt(Pa)) per unit of U] */
    double dead_band;  /**< |U| that opens nothing [unit of U]; the rest is stretched: U_max stays U_max */
    double edge_blend; /**< |U| beyond the dead band over which an edge begins smoothly; 0: a corner, as
                          printed */
    hyd_centre centre;
    double centre_coefficient; /**< C_v of each edge of the centre position at U = 0 [m^3/(s sqrt(Pa))] */
    double centre_width;       /**< [unit of U] > 0 unless the centre is closed */
    double leakage;            /**< K of each of the edges P-A, P-B, A-T, B-T [m^3/(s Pa)] */
    double check_cracking; /**< of a load check before P-A and P-B: drop at which it begins to open [Pa] */
    double check_range;    /**< from there to fully open [Pa]; 0: no load check */
} hyd_directional;

typedef struct hyd_directional_def {
    const char *name;
    hl_place place;
    int P, A, B, T; /**< nodes */
    int command;    /**< U_ref */
    double U_0;     /**< spool position at the start [unit of U] */
    hyd_directional valve;
} hyd_directional_def;

/** Load-sensing section, by hyd/load_sensing.h. */
typedef struct hyd_load_sensing {
    hyd_directional valve;
    double margin; /**< pressure drop that the compensator leaves over P-A and P-B [Pa] > 0 */
} hyd_load_sensing;

typedef struct hyd_load_sensing_def {
    const char *name;
    hl_place place;
    int P, A, B, T;
    int command; /**< U_ref */
    double U_0;
    int group; /**< pumps of the same group hear of its load */
    hyd_load_sensing section;
} hyd_load_sensing_def;

/* ---- pumps, motors, accumulators ---- */

/** Displacement machine, by hyd/pump.h. */
typedef struct hyd_machine {
    double displacement;  /**< D at full stroke [m^3/rad] > 0; catalogue cm^3/rev times 1e-6/(2 pi) */
    double leakage;       /**< K, from the high to the low side [m^3/(s Pa)] >= 0 */
    double viscous_drag;  /**< c [N m s/rad] >= 0 */
    double pressure_drag; /**< k [1] >= 0; about 1 - mechanical efficiency */
    double drag_speed;    /**< w_0 [rad/s] > 0 when pressure_drag is */
} hyd_machine;

/** What moves the swash plate. */
typedef enum hyd_pump_control {
    HYD_PUMP_FIXED,        /**< e = 1, no state */
    HYD_PUMP_COMMAND,      /**< e_ref = command */
    HYD_PUMP_LOAD_SENSING, /**< e_ref falls from 1 to 0 while p_b rises from p_LS + margin - droop to p_LS +
                              margin */
    HYD_PUMP_PRESSURE      /**< constant pressure: only the limit below */
} hyd_pump_control;

typedef struct hyd_pump {
    hyd_machine machine;
    hyd_pump_control control;
    double tau;            /**< time constant of the swash plate [s] > 0 (not for fixed pumps) */
    double rate_limit;     /**< largest |de/dt| [1/s]; 0: none */
    double least;          /**< smallest e_ref [1]; negative for pumps that go over centre under a command */
    double margin;         /**< load sensing: p_b - p_LS held [Pa] */
    double droop;          /**< pressure over which e_ref goes from 1 to 0 [Pa] > 0 */
    double pressure_limit; /**< at which e_ref is brought to 0, whatever the control says [Pa]; 0: none */
    double torque_limit;   /**< T of this pump and the one it senses together [N m]; 0: none */
    double torque_speed;   /**< w_T from which on all of it is granted, below it T w/w_T [rad/s]; 0: always */
} hyd_pump;

typedef struct hyd_pump_def {
    const char *name;
    hl_place place;
    int a, b;     /**< suction, delivery */
    bool driven;  /**< turns at `speed`, no port */
    int port;     /**< shaft, when not driven */
    double speed; /**< [rad/s] */
    int command;  /**< HYD_PUMP_COMMAND: displacement fraction */
    double e_0;   /**< displacement fraction at the start, when not fixed */
    int group;    /**< load-sensing sections it listens to */
    int senses;   /**< pump whose pressure counts in the torque limit too, or HYD_NONE; looked at with one */
    hyd_pump pump;
} hyd_pump_def;

/** Hydraulic motor, by hyd/motor.h. */
typedef struct hyd_motor {
    hyd_machine machine;
    double gear;  /**< motor angle per angle of the port [1], not 0: i for a reduction i : 1; negative turns
                     the other way */
    double least; /**< displacement at command 1, as a share of the full one at command 0 [1]; not looked at
                     where there is no command */
} hyd_motor;

typedef struct hyd_motor_def {
    const char *name;
    hl_place place;
    int a, b; /**< what flows from a to b turns the shaft forwards */
    int port; /**< shaft */
    bool commanded;
    int command; /**< of the displacement (hyd_motor_share), looked at when `commanded` */
    hyd_motor motor;
} hyd_motor_def;

/** Gas accumulator, by hyd/accumulator.h. */
typedef struct hyd_accumulator {
    double gas_volume; /**< V_0 [m^3] > 0 */
    double precharge;  /**< p_0 [Pa] > 0, absolute */
    double exponent;   /**< n [1] >= 1: 1 slow, 1.4 fast */
} hyd_accumulator;

typedef struct hyd_accumulator_def {
    const char *name;
    hl_place place;
    int a; /**< a volume */
    hyd_accumulator accumulator;
} hyd_accumulator_def;

/* ---- cylinders ---- */

/** Sign of the chamber lengths. */
typedef enum hyd_stroke_sign {
    HYD_SIGN_PHYSICAL, /**< the piston-side chamber grows when the cylinder extends */
    HYD_SIGN_PRINTED /**< as printed in 002 Eq. (43) and in 000 publication II Eq. (44): only the volumes, not
                        the flows */
} hyd_stroke_sign;

enum { HYD_SPEED_POINTS = 8 };

/** Velocity-dependent coefficient of the efficiency law, 001 Fig. 5: points over |v|, joined by cubics. */
typedef struct hyd_speed_curve {
    int count;                       /**< 0: the coefficient is 1 */
    double speed[HYD_SPEED_POINTS];  /**< [m/s], rising from 0 */
    double factor[HYD_SPEED_POINTS]; /**< [1] */
} hyd_speed_curve;

/** Double-acting cylinder, by hyd/cylinder.h. */
typedef struct hyd_cylinder {
    double area_a, area_b; /**< A_2 and A_3 of 002: piston side > 0, rod side >= 0 [m^2] */
    double stroke;         /**< l [m] > 0 */
    double length_0;  /**< s_0: distance of the pins at which the piston-side chamber is chamber_0 long [m] */
    double chamber_0; /**< l2_0 [m], 0 to stroke; l3_0 = stroke - l2_0 */
    hyd_stroke_sign sign;
    double chamber_modulus;  /**< B_c [Pa]; 0: rigid */
    double least_chamber;    /**< below this length a chamber shrinks only exponentially, so that its volume
                                stays positive beyond the stops [m]; 0: plain, as printed */
    double leakage;          /**< past the piston [m^3/(s Pa)] */
    double stop_stiffness;   /**< k of the end stops [N/m]; 0: no stops */
    double stop_damping;     /**< c [N s/m], against motion into the stop */
    double stop_dissipation; /**< a [s/m] >= 0: the stop's elastic force times 1 + a u, u the speed into it */
    double stop_ramp;        /**< penetration over which c comes in by a STEP [m]; 0: at once, as 001 */
    double stop_speed;       /**< speed over which c comes in by a STEP [m/s]; 0 stands for 1e-3, as 001 */
    double efficiency;       /**< eta [1], above 0 to 1; 0 stands for 1 */
    double friction_speed; /**< speed within which the efficiency law's friction changes sign, by tanh(v/v_0)
                              [m/s] */
    hyd_speed_curve curve; /**< f(v) of Eq. (2.54) */
} hyd_cylinder;

typedef struct hyd_cylinder_def {
    const char *name;
    hl_place place;
    int a, b; /**< nodes of the piston side and of the rod side */
    int port; /**< distance of the pins */
    hyd_cylinder cylinder;
} hyd_cylinder_def;

/* ---- the circuit ---- */

/** A circuit. Names of items are unique within their list where a reader of files sees to it. */
typedef struct hyd_circuit_def {
    const char *name; /**< in front of complaints; NULL: nothing */
    hl_place place;   /**< of what belongs to no item */
    hyd_oil oil;
    hyd_flow_law flow_law; /**< of every restrictor and valve */
    bool volume_balance;   /**< as 002 Eq. (22): a litre is a litre at any pressure; false: mass is kept */
    int node_count, port_count, command_count;
    int orifice_count, leakage_count, check_count, relief_count, counterbalance_count, compensator_count;
    int directional_count, load_sensing_count, pump_count, motor_count, accumulator_count, cylinder_count;
    hyd_node_def *nodes;
    hyd_port_def *ports;
    hyd_command_def *commands;
    hyd_orifice_def *orifices;
    hyd_leakage_def *leakages;
    hyd_check_def *checks;
    hyd_relief_def *reliefs;
    hyd_counterbalance_def *counterbalances;
    hyd_compensator_def *compensators;
    hyd_directional_def *directionals;
    hyd_load_sensing_def *load_sensings;
    hyd_pump_def *pumps;
    hyd_motor_def *motors;
    hyd_accumulator_def *accumulators;
    hyd_cylinder_def *cylinders;
} hyd_circuit_def;

#endif
