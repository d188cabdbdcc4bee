/* A hydraulic circuit of a mechanism file (`circuits:`) as a plain descriptor: names resolved to indices,
 * every quantity in SI, defaults filled in, every item with its place. docs/hydraulics.md explains the keys,
 * equations and defaults. The structs follow the definition structs of hyd/circuit.h, except that cylinders,
 * pumps and motors name bodies and joints instead of ports.
 *
 * What is checked here: units, ranges, names, that every node is connected and every volume has one. What is
 * checked by whoever builds the model: that a cylinder's stroke fits the distance of its pins. */
#ifndef AUTH_CIRCUIT_H
#define AUTH_CIRCUIT_H

#include "auth/mechanism.h"

enum {
    AUTH_NONE = -1,       /**< no node, no command */
    AUTH_SPEED_POINTS = 8 /**< most points of an efficiency curve */
};

/** Zero where left out, as in hyd_oil. */
typedef struct auth_oil {
    double density;         /**< [kg/m^3] */
    double bulk_modulus;    /**< [Pa] */
    double bulk_slope;      /**< dB/dp [1] */
    double air_fraction;    /**< [1] */
    double air_exponent;    /**< [1], default 1.4 */
    double vapour_pressure; /**< [Pa]; 0 with `cavitation: false`, else default 10 kPa */
} auth_oil;

typedef struct auth_node {
    const char *name;
    hl_place place;
    bool source;         /**< `kind: source`: constant pressure; else a control volume */
    double pressure;     /**< [Pa], absolute: for ever, or at the start (default 1 bar) */
    double hose;         /**< [m^3] */
    double hose_modulus; /**< [Pa]; 0: rigid */
} auth_node;

typedef struct auth_schedule_point {
    double time, value; /**< [s], [unit of the command] */
} auth_schedule_point;

typedef struct auth_command {
    const char *name;
    hl_place place;
    int point_count; /**< 0: external */
    auth_schedule_point *points;
    bool linear;    /**< straight lines between the points; false: steps */
    double initial; /**< external: until somebody writes it */
} auth_command;

typedef struct auth_throttle {
    const char *name;
    hl_place place;
    int from, to;       /**< nodes */
    double coefficient; /**< C_v [m^3/(s sqrt(Pa))], from whatever the file gives */
    int command;        /**< opening 0 to 1, or AUTH_NONE */
    bool one_way;       /**< from -> to only */
} auth_throttle;

typedef struct auth_leakage {
    const char *name;
    hl_place place;
    int from, to;
    double conductance; /**< K [m^3/(s Pa)] */
} auth_leakage;

typedef struct auth_check {
    const char *name;
    hl_place place;
    int from, to, pilot; /**< pilot: AUTH_NONE without pilot line */
    double coefficient, cracking, range;
    double pilot_ratio; /**< 0 without pilot line */
} auth_check;

typedef struct auth_relief {
    const char *name;
    hl_place place;
    int from, to;
    double coefficient, setting, range; /**< setting: p_from - p_to at which it begins to open [Pa] */
} auth_relief;

typedef struct auth_counterbalance {
    const char *name;
    hl_place place;
    int from, to, pilot; /**< load, valve, pilot line or AUTH_NONE */
    double coefficient, setting, range, pilot_ratio;
    bool vented;
    double check_coefficient, check_cracking, check_range; /**< check_coefficient 0: no check valve */
} auth_counterbalance;

typedef struct auth_compensator {
    const char *name;
    hl_place place;
    int from, to, pilot; /**< supply, metering edge, load pressure */
    double coefficient, margin, range;
} auth_compensator;

/** In the order of hyd_centre. */
typedef enum auth_centre {
    AUTH_CENTRE_CLOSED,
    AUTH_CENTRE_OPEN,
    AUTH_CENTRE_TANDEM,
    AUTH_CENTRE_FLOAT
} auth_centre;

/** Directional valve; a load-sensing section is one with a margin and a group. */
typedef struct auth_directional {
    const char *name;
    hl_place place;
    int P, A, B, T;        /**< nodes */
    int command;           /**< U_ref */
    double start;          /**< U_0 [unit of U] */
    double tau;            /**< [s], from `time_constant` or `bandwidth` */
    double rate_limit;     /**< [unit of U per s]; 0: none */
    double full_stroke;    /**< U_max */
    double coefficient[4]; /**< P-A, P-B, A-T, B-T [m^3/(s sqrt(Pa)) per unit of U] */
    double dead_band, edge_blend;
    auth_centre centre;
    double centre_coefficient, centre_width;
    double leakage;                     /**< each edge [m^3/(s Pa)] */
    double check_cracking, check_range; /**< load check before P-A and P-B [Pa]; range 0: none */
    double margin;                      /**< sections: drop left over the metering edge [Pa] */
    int group;                          /**< sections: which pumps hear of the load */
} auth_directional;

/** In the order of hyd_pump_control. */
typedef enum auth_pump_control {
    AUTH_PUMP_FIXED,
    AUTH_PUMP_COMMAND,
    AUTH_PUMP_LOAD_SENSING,
    AUTH_PUMP_PRESSURE
} auth_pump_control;

/** What pumps and motors have in common, as hyd_machine. */
typedef struct auth_displacement_machine {
    double displacement; /**< [m^3/rad] */
    double leakage, viscous_drag, pressure_drag, drag_speed;
} auth_displacement_machine;

typedef struct auth_pump {
    const char *name;
    hl_place place;
    int from, to;             /**< suction, delivery */
    bool driven;              /**< turns at `speed`; false: with the joint coordinate `on` */
    auth_joint_coordinate on; /**< an angle */
    double gear;              /**< pump angle per angle of the joint [1]; already multiplied into `machine` */
    double speed;             /**< [rad/s] */
    auth_displacement_machine machine; /**< as seen from the joint */
    auth_pump_control control;
    int command; /**< displacement fraction; AUTH_NONE unless AUTH_PUMP_COMMAND */
    int group;
    double start; /**< displacement fraction at the start */
    double tau, rate_limit, least, margin, droop, pressure_limit;
    double torque_limit; /**< of it and the pump it senses, as seen from the joint [N m]; 0: none */
    double torque_speed; /**< of the joint, from which on all of the limit is granted [rad/s]; 0: always */
    int senses;          /**< index of another pump, AUTH_NONE: none */
} auth_pump;

typedef struct auth_motor {
    const char *name;
    hl_place place;
    int from, to; /**< oil from -> to drives the coordinate up */
    auth_joint_coordinate on;
    auth_displacement_machine machine;
    double gear;  /**< motor angle per angle of the joint [1], not 0 */
    int command;  /**< of the displacement: 0 full, 1 `least` of it; AUTH_NONE: always full */
    double least; /**< [1] */
} auth_motor;

typedef struct auth_accumulator {
    const char *name;
    hl_place place;
    int node; /**< a volume */
    double gas_volume, precharge, exponent;
} auth_accumulator;

typedef enum auth_stroke_sign { AUTH_SIGN_PHYSICAL, AUTH_SIGN_PRINTED } auth_stroke_sign;

/** Twin cylinders (`count`) are one of the summed areas: what grows with their number is multiplied already,
 * friction included. */
typedef struct auth_cylinder {
    const char *name;
    hl_place place;
    int piston_side, rod_side;    /**< nodes */
    int a, b;                     /**< bodies of the pins, one may be AUTH_GROUND */
    double a_at[3], b_at[3];      /**< pins in the frames of a and b [m] */
    double area_piston, area_rod; /**< [m^2]: of the piston, of the ring around the rod */
    double stroke;                /**< l [m] */
    bool length_given;            /**< false: `length` is the distance of the pins once assembled */
    double length;                /**< s_0 [m] */
    double chamber;               /**< l2_0 [m], piston-side chamber at s_0 */
    auth_stroke_sign sign;
    double chamber_modulus, least_chamber;
    double leakage; /**< past the piston [m^3/(s Pa)] */
    double stop_stiffness, stop_damping, stop_dissipation, stop_ramp,
        stop_speed; /**< of the cushions; stiffness 0: none */
    double efficiency, efficiency_speed;
    int curve_count;
    double curve_speed[AUTH_SPEED_POINTS], curve_factor[AUTH_SPEED_POINTS];
    int count;              /**< cylinders side by side */
    auth_friction friction; /**< of the seals, on the distance of the pins; AUTH_FRICTION_NONE: none. Carries
                               the cylinder's name and place; `on` is not used */
} auth_cylinder;

struct auth_circuit {
    const char *name;
    hl_place place;
    auth_oil oil;
    double transition; /**< of every restrictor [Pa], default 2 bar */
    bool secant;       /**< law: secant; else smooth */
    int node_count, command_count, throttle_count, leakage_count, check_count, relief_count,
        counterbalance_count, compensator_count, directional_count, load_sensing_count, pump_count,
        motor_count, accumulator_count, cylinder_count;
    auth_node *nodes;
    auth_command *commands;
    auth_throttle *throttles;
    auth_leakage *leakages;
    auth_check *checks;
    auth_relief *reliefs;
    auth_counterbalance *counterbalances;
    auth_compensator *compensators;
    auth_directional *directionals;
    auth_directional *load_sensings;
    auth_pump *pumps;
    auth_motor *motors;
    auth_accumulator *accumulators;
    auth_cylinder *cylinders;
};

#endif
