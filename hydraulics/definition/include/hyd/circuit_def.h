/* Definition of a hydraulic circuit: plain data, filled by readers of files and by tests. hyd_circuit_build
 * (hyd/circuit.h) checks and builds it. Every item begins with its name and its place in the authored file;
 * line 0: no file. The laws of the components are in the headers named beside them. */
#ifndef HYD_CIRCUIT_DEF_H
#define HYD_CIRCUIT_DEF_H

#include "hl/report.h"

#include <stdbool.h>

enum {
    HYD_NONE = -1,         /**< no node, no port, no command */
    HYD_MAX_SECTIONS = 16, /**< load-sensing sections of a circuit */
    HYD_MAX_NODES = 128    /**< nodes of a circuit; the oil of all nodes is evaluated on the stack */
};

/* ---- oil and flow law ---- */

/** Zero-initialise, then fill. An effect whose fields are zero is omitted; density and bulk_modulus are
 * required. */
typedef struct hyd_oil {
    double density;         /**< rho [kg/m^3] */
    double bulk_modulus;    /**< B_oil at p = 0 [Pa] */
    double bulk_slope;      /**< dB_oil/dp [1], about 10 for mineral oil; 0: constant modulus */
    double air_fraction;    /**< volume of free air at 1 atm over that of the oil [1]; 0: no air */
    double air_exponent;    /**< polytropic exponent of the air [1]; 0 stands for 1.4 */
    double vapour_pressure; /**< p_v [Pa] below which bubbles form; 0: no cavitation, p may become negative */
} hyd_oil;

/** Default transition pressure [Pa], from 000 and 002; 001 uses 1e5. */
#define HYD_TRANSITION 2e5

/** How sgn(dp) sqrt|dp| is continued through dp = 0. */
typedef struct hyd_flow_law {
    double transition; /**< dp_t [Pa]; 0 stands for HYD_TRANSITION */
    bool secant; /**< true: dp/sqrt(dp_t) below dp_t, as in the papers (the slope changes by a factor of 2 at
                    dp_t); false: an odd cubic with the value and slope of the root at dp_t */
} hyd_flow_law;

/* ---- nodes, ports, commands ---- */

typedef enum hyd_node_kind { HYD_VOLUME, HYD_SOURCE } hyd_node_kind;

typedef struct hyd_node_def {
    const char *name;
    hl_place place;
    hyd_node_kind kind;
    double pressure;     /**< [Pa]; constant for a source, initial for a volume */
    double hose;         /**< volume: oil in hoses and pipes [m^3] >= 0, without the chambers of cylinders */
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

/** A command: an external number, or a function of time. */
typedef struct hyd_command_def {
    const char *name;
    hl_place place;
    int point_count; /**< 0: external, written by the caller */
    const hyd_schedule_point
        *points;    /**< increasing in time; before the first point the command has its value */
    bool linear;    /**< true: linear between the points; false: steps, constant up to the next point */
    double initial; /**< external: initial value */
} hyd_command_def;

/* ---- restrictors and pressure valves ---- */

/** Throttle. With a command it is a proportional valve: C_v times the command, limited to 0 ... 1. A one-way
 * throttle passes oil only from a to b. */
typedef struct hyd_orifice_def {
    const char *name;
    hl_place place;
    int a, b;           /**< nodes */
    double coefficient; /**< C_v [m^3/(s sqrt(Pa))] > 0 */
    bool one_way, commanded;
    int command; /**< used if `commanded` */
} hyd_orifice_def;

typedef struct hyd_leakage_def {
    const char *name;
    hl_place place;
    int a, b;
    double conductance; /**< K [m^3/(s Pa)] > 0 */
} hyd_leakage_def;

/** Check valve, by hyd/valves.h. */
typedef struct hyd_check {
    double coefficient; /**< C_v, fully open [m^3/(s sqrt(Pa))] */
    double cracking;    /**< p_a - p_b at which it begins to open [Pa] >= 0 */
    double range;       /**< from there to fully open [Pa] > 0 */
    double pilot_ratio; /**< area of the pilot piston divided by that of the seat [1]; 0: no pilot line */
} hyd_check;

typedef struct hyd_check_def {
    const char *name;
    hl_place place;
    int a, b, x; /**< from, to, pilot line (used if pilot_ratio is not 0) */
    hyd_check check;
} hyd_check_def;

/** Relief valve, by hyd/valves.h. */
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

/** Counterbalance valve, by hyd/valves.h. */
typedef struct hyd_counterbalance {
    double coefficient;       /**< C_v from a to b, fully open [m^3/(s sqrt(Pa))] */
    double setting;           /**< lift pressure at which it begins to open [Pa] > 0 */
    double range;             /**< from there to fully open [Pa] > 0 */
    double pilot_ratio;       /**< R [1] >= 0 */
    bool vented;              /**< spring chamber vented: the pressure in b does not close the valve */
    double check_coefficient; /**< C_v of the check valve from b to a; 0: none */
    double check_cracking;    /**< [Pa] >= 0 */
    double check_range;       /**< [Pa] > 0 if there is a check valve */
} hyd_counterbalance;

typedef struct hyd_counterbalance_def {
    const char *name;
    hl_place place;
    int a, b, x; /**< load, valve, pilot line (used if pilot_ratio is not 0) */
    hyd_counterbalance valve;
} hyd_counterbalance_def;

/** Pressure compensator, by hyd/valves.h. */
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

/** Centre position of a 4/3 valve, by hyd/valves.h. */
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

/** 4/3 directional valve, by hyd/valves.h. */
typedef struct hyd_directional {
    hyd_spool spool;
    double coefficient[4]; /**< C_v of P-A, P-B, A-T, B-T [m^3/(s sqrt(Pa)) per unit of U] */
    double dead_band;  /**< |U| without an opening [unit of U]; the remaining range is scaled so that U_max
                          still opens fully */
    double edge_blend; /**< range of |U| beyond the dead band over which an edge opens smoothly; 0: a corner,
                          as printed */
    hyd_centre centre;
    double centre_coefficient; /**< C_v of each edge of the centre position at U = 0 [m^3/(s sqrt(Pa))] */
    double centre_width;       /**< [unit of U] > 0 unless the centre is closed */
    double leakage;            /**< K of each of the edges P-A, P-B, A-T, B-T [m^3/(s Pa)] */
    double
        check_cracking; /**< load check before P-A and P-B: pressure drop at which it begins to open [Pa] */
    double check_range; /**< from there to fully open [Pa]; 0: no load check */
} hyd_directional;

typedef struct hyd_directional_def {
    const char *name;
    hl_place place;
    int P, A, B, T; /**< nodes */
    int command;    /**< U_ref */
    double U_0;     /**< initial spool position [unit of U] */
    hyd_directional valve;
} hyd_directional_def;

/** Load-sensing section, by hyd/valves.h. */
typedef struct hyd_load_sensing {
    hyd_directional valve;
    double margin; /**< pressure drop over P-A and P-B that the compensator holds [Pa] > 0 */
} hyd_load_sensing;

typedef struct hyd_load_sensing_def {
    const char *name;
    hl_place place;
    int P, A, B, T;
    int command; /**< U_ref */
    double U_0;
    int group; /**< group: its load controls the pumps of the same group */
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
    HYD_PUMP_PRESSURE      /**< constant pressure: e_ref depends only on the pressure limit below */
} hyd_pump_control;

typedef struct hyd_pump {
    hyd_machine machine;
    hyd_pump_control control;
    double tau;        /**< time constant of the swash plate [s] > 0 (not for fixed pumps) */
    double rate_limit; /**< largest |de/dt| [1/s]; 0: none */
    double least;      /**< smallest e_ref [1]; negative for commanded pumps that can reverse their flow */
    double margin;     /**< load sensing: setpoint of p_b - p_LS [Pa] */
    double droop;      /**< pressure range in which e_ref falls from 1 to 0 [Pa] > 0 */
    double pressure_limit; /**< pressure at which e_ref is 0 for any control [Pa]; 0: none */
    double torque_limit;   /**< limit T of the total torque of this pump and the sensed one [N m]; 0: none */
    double
        torque_speed; /**< w_T [rad/s]: the limit is T from this speed on, and T w/w_T below; 0: always T */
} hyd_pump;

typedef struct hyd_pump_def {
    const char *name;
    hl_place place;
    int a, b;     /**< suction, delivery */
    bool driven;  /**< true: turns at `speed`, without a port */
    int port;     /**< shaft, when not driven */
    double speed; /**< [rad/s] */
    int command;  /**< HYD_PUMP_COMMAND: displacement fraction */
    double e_0;   /**< initial displacement fraction, if not fixed */
    int group;    /**< group of load-sensing sections that control it */
    int senses; /**< pump whose pressure also counts in the torque limit, or HYD_NONE; used only with a torque
                   limit */
    hyd_pump pump;
} hyd_pump_def;

/** Hydraulic motor, by hyd/pump.h. */
typedef struct hyd_motor {
    hyd_machine machine;
    double gear;  /**< motor angle per angle of the port [1], not 0: i for a reduction i : 1; negative:
                     opposite directions */
    double least; /**< displacement at command 1 divided by that at command 0 [1]; used only with a command */
} hyd_motor;

typedef struct hyd_motor_def {
    const char *name;
    hl_place place;
    int a, b; /**< flow from a to b turns the shaft forwards */
    int port; /**< shaft */
    bool commanded;
    int command; /**< of the displacement (hyd_motor_share), used if `commanded` */
    hyd_motor motor;
} hyd_motor_def;

/** Gas accumulator, by hyd/oil.h. */
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
    HYD_SIGN_PRINTED   /**< as printed in 002 Eq. (43) and in 000 publication II Eq. (44): affects only the
                          volumes, not the flows */
} hyd_stroke_sign;

enum { HYD_SPEED_POINTS = 8 };

/** Velocity-dependent coefficient of the efficiency law, 001 Fig. 5: points over |v|, interpolated by cubics.
 */
typedef struct hyd_speed_curve {
    int count;                       /**< 0: the coefficient is 1 */
    double speed[HYD_SPEED_POINTS];  /**< [m/s], increasing from 0 */
    double factor[HYD_SPEED_POINTS]; /**< [1] */
} hyd_speed_curve;

/** Double-acting cylinder, by hyd/cylinder.h. */
typedef struct hyd_cylinder {
    double area_a, area_b; /**< A_2 and A_3 of 002: piston side > 0, rod side >= 0 [m^2] */
    double stroke;         /**< l [m] > 0 */
    double length_0;  /**< s_0: distance of the pins at which the piston-side chamber has the length chamber_0
                         [m] */
    double chamber_0; /**< l2_0 [m], 0 to stroke; l3_0 = stroke - l2_0 */
    hyd_stroke_sign sign;
    double chamber_modulus; /**< B_c [Pa]; 0: rigid */
    double least_chamber;   /**< below this length a chamber shrinks exponentially, so that its volume remains
                               positive beyond the stops [m]; 0: linear, as printed */
    double leakage;         /**< leakage past the piston [m^3/(s Pa)] */
    double stop_stiffness;  /**< k of the end stops [N/m]; 0: no stops */
    double stop_damping;    /**< c [N s/m], only for motion into the stop */
    double stop_dissipation; /**< a [s/m] >= 0: factor 1 + a u of the stop's elastic force, u the speed into
                                the stop */
    double stop_ramp;      /**< penetration over which c rises by a STEP [m]; 0: full c at once, as in 001 */
    double stop_speed;     /**< speed range in which c rises by a STEP [m/s]; 0 stands for 1e-3, as in 001 */
    double efficiency;     /**< eta [1], above 0 to 1; 0 stands for 1 */
    double friction_speed; /**< v_0 in tanh(v/v_0), the sign of the efficiency law's friction [m/s] */
    hyd_speed_curve curve; /**< f(v) of Eq. (2.54) */
} hyd_cylinder;

typedef struct hyd_cylinder_def {
    const char *name;
    hl_place place;
    int a, b; /**< node of the piston side, node of the rod side */
    int port; /**< distance of the pins */
    hyd_cylinder cylinder;
} hyd_cylinder_def;

/* ---- the circuit ---- */

/** A circuit. Readers of files make sure that names are unique within a list; nothing else requires it. */
typedef struct hyd_circuit_def {
    const char *name; /**< prefix of error messages; NULL: none */
    hl_place place;   /**< place for errors without an item */
    hyd_oil oil;
    hyd_flow_law flow_law; /**< of every restrictor and valve */
    bool volume_balance;   /**< true: volume is balanced, at any pressure, as in 002 Eq. (22); false: mass is
                              balanced */
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
