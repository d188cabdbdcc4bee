/* A mechanism file as libcyaml reads it: every quantity still a text, every reference a name. NULL or zero
 * where the file is silent. Private to the author room; members are called like the keys of the file. */
#ifndef AUTHOR_MECHANISM_RAW_H
#define AUTHOR_MECHANISM_RAW_H

#include "reader/schema.h"

#include <stdbool.h>

/** What files of all kinds begin with. */
typedef struct raw_head {
    int headland;
    unsigned version;
    char *name, *description;
} raw_head;

typedef struct raw_simulation {
    char *seconds, *step, *penalty, *tolerance, *output_step;
    int formulation, solver; /* from 1; 0: not given */
    unsigned iterations;
} raw_simulation;

typedef enum raw_shape_kind {
    SHAPE_POINT,
    SHAPE_ROD,
    SHAPE_BOX,
    SHAPE_CYLINDER,
    SHAPE_SPHERE
} raw_shape_kind;
typedef enum raw_axis { AXIS_NONE, AXIS_X, AXIS_Y, AXIS_Z } raw_axis;

typedef struct raw_body_shape {
    raw_shape_kind kind;
    char *length, *size[3], *radius;
    raw_axis axis;
} raw_body_shape;

typedef struct raw_body {
    char *name, *mass, *density, *centre[3], **inertia;
    unsigned inertia_count;
    bool massless;
    raw_body_shape *shape;
} raw_body;

typedef struct raw_joint {
    char *name, *parent, *child, *at[3], *child_at[3], *axis[3], *axis2[3], *turn[3], **position, **velocity;
    unsigned position_count, velocity_count;
    int type;
    bool hold;
} raw_joint;

typedef struct raw_loop {
    char *name, *a, *b, *a_at[3], *b_at[3], *a_axis[3], *b_axis[3], *a_normal[3], *b_normal[3], *distance;
    int type;
} raw_loop;

typedef struct raw_spring {
    char *name, *a, *b, *a_at[3], *b_at[3], *stiffness, *damping, *length, *preload;
} raw_spring;

typedef struct raw_joint_spring {
    char *name, *joint, *stiffness, *damping, *rest, *preload;
    unsigned coordinate;
} raw_joint_spring;

typedef struct raw_stop {
    char *name, *joint, *lower, *upper, *stiffness, *damping, *ramp;
    unsigned coordinate;
} raw_stop;

typedef struct raw_friction {
    char *name, *joint, *coulomb, *stiction, *stribeck_velocity, *slope, *bristle_stiffness, *bristle_damping,
        *viscous, *exponent, *film_velocity, *film_acceleration_time, *film_deceleration_time,
        *film_dwell_time, *dwell_velocity;
    int law;
    unsigned coordinate;
} raw_friction;

typedef struct raw_bushing {
    char *name, *a, *b, *a_at[3], *b_at[3], *a_turn[3], *b_turn[3], *stiffness[3], *damping[3],
        *rotation_stiffness[3], *rotation_damping[3];
} raw_bushing;

typedef struct raw_driver {
    char *name, *joint, *offset, *rate, *acceleration, *amplitude, *frequency, *phase;
    unsigned coordinate;
} raw_driver;

typedef struct raw_force {
    char *name, *body, *at[3], *force[3], *moment[3], *from, *until;
    int frame; /* 0 world, 1 body */
} raw_force;

typedef struct raw_joint_force {
    char *name, *joint, *force, *from, *until;
    unsigned coordinate;
} raw_joint_force;

typedef struct raw_point {
    char *name, *body, *at[3];
} raw_point;

typedef struct raw_output {
    char *name, *meaning, *joint, *point, *to, *above, *body, *spring, *joint_spring, *stop, *friction,
        *joint_force, *loop;
    char *circuit, *node, *command, *throttle, *leakage, *check, *relief, *counterbalance, *compensator,
        *directional, *load_sensing, *pump, *cylinder; /* of a circuit */
    int quantity;
    unsigned coordinate;
} raw_output;

/** circuit_raw.h */
typedef struct raw_circuit raw_circuit;

typedef struct raw_mechanism {
    raw_head head;
    char *gravity[3];
    raw_simulation *simulation;
    raw_body *bodies;
    raw_joint *joints;
    raw_loop *loops;
    raw_spring *springs;
    raw_joint_spring *joint_springs;
    raw_stop *stops;
    raw_friction *friction;
    raw_bushing *bushings;
    raw_driver *drivers;
    raw_force *forces;
    raw_joint_force *joint_forces;
    raw_circuit *circuits;
    raw_point *points;
    raw_output *outputs;
    unsigned bodies_count, joints_count, loops_count, springs_count, joint_springs_count, stops_count,
        friction_count, bushings_count, drivers_count, forces_count, joint_forces_count, circuits_count,
        points_count, outputs_count;
} raw_mechanism;

/** Schema of the whole file: a pointer to a raw_mechanism. */
extern const cyaml_schema_value_t auth_mechanism_schema;

/** Word of an enumerated value as the file writes it, e.g. of a formulation. */
const char *auth_formulation_word(int value);
const char *auth_solver_word(int value);
const char *auth_joint_type_word(int value);
const char *auth_loop_type_word(int value);
const char *auth_friction_law_word(int value);
const char *auth_output_quantity_word(int value);

#endif
