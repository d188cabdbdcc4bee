/* A circuit as libcyaml reads it; see mechanism_raw.h. Private to the author room. */
#ifndef AUTHOR_CIRCUIT_RAW_H
#define AUTHOR_CIRCUIT_RAW_H

#include "mechanism_raw.h"

/** How wide a restrictor opens: a constant, or a catalogue point. */
typedef struct raw_metering {
    char *coefficient, *flow, *pressure_drop;
} raw_metering;

typedef struct raw_oil {
    char *density, *bulk_modulus, *bulk_slope, *air_fraction, *air_exponent, *vapour_pressure;
} raw_oil;

typedef struct raw_flow_law {
    char *transition;
    int law;     /* 0 not given, 1 smooth, 2 secant */
    int balance; /* 0 not given, 1 mass, 2 volume */
} raw_flow_law;

typedef struct raw_node {
    char *name, *pressure, *hose, *hose_modulus;
    int kind; /* 0 volume, 1 source */
} raw_node;

typedef struct raw_command {
    char *name, ***points, *initial;
    unsigned points_count;
    int between; /* 0 steps, 1 lines */
} raw_command;

typedef struct raw_throttle {
    char *name, *from, *to, *command, *discharge_coefficient, *area;
    bool one_way;
    raw_metering metering;
} raw_throttle;

typedef struct raw_leakage {
    char *name, *from, *to, *conductance;
} raw_leakage;

typedef struct raw_check {
    char *name, *from, *to, *pilot, *cracking, *range, *pilot_ratio;
    raw_metering metering;
} raw_check;

typedef struct raw_relief {
    char *name, *from, *to, *setting, *range;
    raw_metering metering;
} raw_relief;

typedef struct raw_built_in_check {
    char *cracking, *range;
    raw_metering metering;
} raw_built_in_check;

typedef struct raw_counterbalance {
    char *name, *from, *to, *pilot, *setting, *range, *pilot_ratio;
    bool vented;
    raw_metering metering;
    raw_built_in_check *check;
} raw_counterbalance;

typedef struct raw_compensator {
    char *name, *from, *to, *pilot, *margin, *range;
    raw_metering metering;
} raw_compensator;

/* Also a load-sensing section. */
typedef struct raw_directional {
    char *name, *P, *A, *B, *T, *command, *start, *time_constant, *bandwidth, *rate_limit, *full_stroke,
        **coefficient, **flow, *pressure_drop, *dead_band, *edge_blend, *centre_coefficient, *centre_flow,
        *centre_width, *leakage, *check_cracking, *check_range, *margin;
    unsigned coefficient_count, flow_count, group;
    int centre;
} raw_directional;

typedef struct raw_pump {
    char *name, *from, *to, *joint, *speed, *gear, *displacement, *leakage, *viscous_drag, *pressure_drag,
        *drag_speed, *command, *start, *time_constant, *rate_limit, *least, *margin, *droop, *pressure_limit,
        *torque_limit, *torque_speed, *senses;
    unsigned coordinate, group;
    int control;
} raw_pump;

typedef struct raw_motor {
    char *name, *from, *to, *joint, *gear, *displacement, *leakage, *viscous_drag, *pressure_drag,
        *drag_speed, *command, *least;
    unsigned coordinate;
} raw_motor;

typedef struct raw_accumulator {
    char *name, *node, *gas_volume, *precharge, *exponent;
} raw_accumulator;

typedef struct raw_cushion {
    char *stiffness, *damping, *dissipation, *ramp, *speed;
} raw_cushion;

typedef struct raw_cylinder {
    char *name, *piston_side, *rod_side, *body_a, *body_b, *at_a[3], *at_b[3], *piston, *rod, *piston_area,
        *rod_area, *stroke, *length, *chamber, *chamber_modulus, *least_chamber, *leakage, *efficiency,
        *efficiency_speed, ***efficiency_curve;
    unsigned efficiency_curve_count, count;
    int sign; /* 0 physical, 1 printed */
    raw_cushion *cushion;
    raw_friction *friction; /* without name, joint and coordinate */
} raw_cylinder;

struct raw_circuit {
    char *name;
    raw_oil *oil;
    raw_flow_law *flow;
    bool cavitation; /* looked at when the key is there; else true */
    raw_node *nodes;
    raw_command *commands;
    raw_throttle *throttles;
    raw_leakage *leakages;
    raw_check *checks;
    raw_relief *reliefs;
    raw_counterbalance *counterbalances;
    raw_compensator *compensators;
    raw_directional *directionals, *load_sensings;
    raw_pump *pumps;
    raw_motor *motors;
    raw_accumulator *accumulators;
    raw_cylinder *cylinders;
    unsigned nodes_count, commands_count, throttles_count, leakages_count, checks_count, reliefs_count,
        counterbalances_count, compensators_count, directionals_count, load_sensings_count, pumps_count,
        motors_count, accumulators_count, cylinders_count;
};

/** Schema of one entry of `circuits`. */
extern const cyaml_schema_value_t auth_circuit_schema;

#endif
