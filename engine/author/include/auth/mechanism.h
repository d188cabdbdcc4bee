/* A mechanism file (`headland: mechanism`) as a plain descriptor. Names are resolved to indices, quantities
 * are in SI, and each item has its place for later error messages. docs/mechanism.md explains the file.
 *
 * Checked here: syntax, known keys, units, finite numbers within their ranges, unique names, known references
 * (with the most similar spelling), one joint per body, no cycle in the tree, physically possible inertias.
 * Checked when the model is built: the loops can be closed. */
#ifndef AUTH_MECHANISM_H
#define AUTH_MECHANISM_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"
#include "mb/model_def.h"

#include <stdbool.h>

enum { AUTH_MAX_ITERATIONS = 1000 };

typedef struct auth_body {
    const char *name;
    hl_place place;
    double mass; /**< [kg]; from `mass`, or `density` times the volume of `shape`; 0 with `massless: true` */
    double centre[3];  /**< centre of mass in the body frame [m] */
    double inertia[6]; /**< xx yy zz xy xz yz about the centre of mass, body axes [kg m^2]; from `inertia` or
                          `shape` */
} auth_body;

typedef struct auth_joint {
    const char *name;
    hl_place place;
    mb_joint_type type;
    int parent, child;  /**< body indices, parent may be MB_GROUND */
    double at[3];       /**< joint point in the parent's frame [m] */
    double child_at[3]; /**< joint point in the child's frame [m] */
    double axis[3];     /**< unit vector, parent's frame (default z) */
    double axis2[3]; /**< universal: unit vector, parent's frame at zero coordinates (default: y, or x if axis
                        is y) */
    double turn[3];  /**< rotation vector of the child's frame relative to the parent's at zero coordinates
                        [rad] */
    int dof;         /**< 0 to 6, by type */
    double position[MB_MAX_JOINT_DOF]; /**< initial coordinates: revolute angle; prismatic displacement;
                                      cylindrical displacement, angle; universal two angles; spherical
                                      rotation vector; free displacement, then rotation vector [m, rad] */
    double velocity[MB_MAX_JOINT_DOF]; /**< initial velocities [m/s, rad/s] */
    bool hold;                         /**< assembly does not change position and velocity */
} auth_joint;

/** Spring and damper between two points. */
typedef struct auth_spring {
    const char *name;
    hl_place place;
    int a, b;
    double a_at[3], b_at[3]; /**< [m] */
    mb_spring parameters;    /**< `length` is its free length */
} auth_spring;

/** A scalar coordinate of a joint. `coordinate` counts from 1 in the file, from 0 here; spherical and free
 * joints have no scalar coordinates. `angular`: the unit is rad, not m. */
typedef struct auth_joint_coordinate {
    int joint;
    int coordinate;
    bool angular;
} auth_joint_coordinate;

/** Spring and damper on a joint coordinate. */
typedef struct auth_joint_spring {
    const char *name;
    hl_place place;
    auth_joint_coordinate on;
    mb_spring parameters; /**< `rest` is its free length */
} auth_joint_spring;

/** Compliant stops of a joint coordinate. */
typedef struct auth_stop {
    const char *name;
    hl_place place;
    auth_joint_coordinate on;
    mb_stop parameters; /**< `ramp` defaults to 1 mm or 1 mrad */
} auth_stop;

/** Joint friction. The keys of the file are words (coulomb, stiction, ...) for the papers' symbols. */
typedef struct auth_friction {
    const char *name;
    hl_place place;
    auth_joint_coordinate on;
    mb_friction parameters;
} auth_friction;

typedef struct auth_bushing {
    const char *name;
    hl_place place;
    int a, b;
    double a_at[3], b_at[3];     /**< [m] */
    double a_turn[3], b_turn[3]; /**< rotation vectors: the bushing's axes in the frames of a and b [rad] */
    mb_bushing parameters;
} auth_bushing;

typedef struct auth_driver {
    const char *name;
    hl_place place;
    auth_joint_coordinate on;
    mb_time_function function;
} auth_driver;

/** A force or torque on a joint coordinate. */
typedef struct auth_joint_force {
    const char *name;
    hl_place place;
    auth_joint_coordinate on;
    mb_constant_force parameters;
} auth_joint_force;

/** A named point of a body (or of the ground). */
typedef struct auth_point {
    const char *name;
    hl_place place;
    int body;
    double at[3]; /**< [m] */
} auth_point;

/** Quantity of an output, `quantity:` in the file. Each comment gives the word and the key of the item. */
typedef enum auth_quantity {
    AUTH_OUT_JOINT_POSITION,     /**< joint-position     joint (+ coordinate) */
    AUTH_OUT_JOINT_VELOCITY,     /**< joint-velocity     joint (+ coordinate) */
    AUTH_OUT_JOINT_ACCELERATION, /**< joint-acceleration joint (+ coordinate) */
    AUTH_OUT_POINT_POSITION,     /**< point-position     point: three columns NAME.x NAME.y NAME.z */
    AUTH_OUT_POINT_VELOCITY,     /**< point-velocity     point: three columns */
    AUTH_OUT_ANGULAR_VELOCITY,   /**< angular-velocity   body: three columns */
    AUTH_OUT_LENGTH,    /**< length             spring: distance; joint spring, friction, stop: coordinate */
    AUTH_OUT_RATE,      /**< rate               its time derivative, same items */
    AUTH_OUT_FORCE,     /**< force              spring, joint spring, stop, friction, joint force */
    AUTH_OUT_BRISTLE,   /**< bristle            friction (LuGre) */
    AUTH_OUT_FILM,      /**< film               friction (modified LuGre) */
    AUTH_OUT_KINETIC,   /**< kinetic-energy */
    AUTH_OUT_POTENTIAL, /**< potential-energy   gravity + stored */
    AUTH_OUT_TOTAL,     /**< total-energy */
    AUTH_OUT_MOMENTUM,  /**< momentum: three columns */
    AUTH_OUT_ANGULAR_MOMENTUM,   /**< angular-momentum: three columns */
    AUTH_OUT_POSITION_VIOLATION, /**< position-violation      |Phi| of one loop, or of all without `loop` */
    AUTH_OUT_VELOCITY_VIOLATION, /**< velocity-violation */
    AUTH_OUT_ACCELERATION_VIOLATION, /**< acceleration-violation */
    AUTH_OUT_ITERATIONS,             /**< iterations         Newton iterations of the last step */
    /* of circuits: `circuit` and the key of the item. Cylinders also have length, rate, force, bristle and
     * film
     */
    AUTH_OUT_PRESSURE,       /**< pressure           node [Pa] */
    AUTH_OUT_SPOOL,          /**< spool              directional or load_sensing [unit of U] */
    AUTH_OUT_SWASH,          /**< swash              pump: displacement fraction [1] */
    AUTH_OUT_FLOW,           /**< flow               throttle ... compensator: from -> to [m^3/s] */
    AUTH_OUT_COMMAND,        /**< command            command [its unit] */
    AUTH_OUT_FRICTION_FORCE, /**< friction-force     cylinder: of its seals or efficiency law; positive
                              * extends [N] */
    AUTH_OUT_WORK,           /**< work               cylinder: integral of its force over the stroke [J] */
    /* of machines: x of a body's frame points forward, y to the left, z up; z of the world is up */
    AUTH_OUT_ROLL,    /**< roll               body: turn about its x against the horizontal, right side down
                       * positive, -pi to pi [rad] */
    AUTH_OUT_PITCH,   /**< pitch              body: of its x above the horizontal, -pi/2 to pi/2 [rad] */
    AUTH_OUT_HEADING, /**< heading            body: of its x in the horizontal, from x of the world towards y,
                       * -pi to pi [rad] */
    AUTH_OUT_DISTANCE, /**< distance           point, `to` another point [m] */
    AUTH_OUT_REACH,    /**< reach              point, `to` another point: in the horizontal [m] */
    AUTH_OUT_HEIGHT,   /**< height             point: above z = 0, or `above` another point [m] */
    AUTH_OUT_SPEED     /**< speed              point: along x of its body [m/s] */
} auth_quantity;

/** The list of a circuit that `of` of an output refers to. */
typedef enum auth_circuit_list {
    AUTH_LIST_NODE,
    AUTH_LIST_COMMAND,
    AUTH_LIST_THROTTLE,
    AUTH_LIST_LEAKAGE,
    AUTH_LIST_CHECK,
    AUTH_LIST_RELIEF,
    AUTH_LIST_COUNTERBALANCE,
    AUTH_LIST_COMPENSATOR,
    AUTH_LIST_DIRECTIONAL,
    AUTH_LIST_LOAD_SENSING,
    AUTH_LIST_PUMP,
    AUTH_LIST_MOTOR,
    AUTH_LIST_ACCUMULATOR,
    AUTH_LIST_CYLINDER,
    AUTH_LISTS
} auth_circuit_list;

/** The list of efforts that `of` of an output refers to. */
typedef enum auth_effort_kind {
    AUTH_EFFORT_SPRING,
    AUTH_EFFORT_JOINT_SPRING,
    AUTH_EFFORT_STOP,
    AUTH_EFFORT_FRICTION,
    AUTH_EFFORT_JOINT_FORCE
} auth_effort_kind;

typedef struct auth_output {
    const char *name;
    hl_place place;
    auth_quantity quantity;
    const char *meaning;          /**< may be empty */
    int of;                       /**< index of the joint, point, body, loop or effort; -1: none */
    int of2;                      /**< index of the point under `to` or `above`; -1: none */
    int coordinate;               /**< joints: from 0 */
    bool angular;                 /**< joints and joint efforts: rad rather than m */
    auth_effort_kind effort_kind; /**< outputs of efforts */
    int circuit; /**< index of the circuit; -1: not of a circuit. Check this first: `length` is a quantity of
                    both cylinders and springs */
    auth_circuit_list list; /**< outputs of circuits: list that `of` refers to */
} auth_output;

/** `simulation:` defaults given by the file; zero or NULL if not given. */
typedef struct auth_simulation {
    double seconds, step;    /**< [s] */
    const char *formulation; /**< name as on the command line; checked to be known */
    const char *solver;
    double penalty; /**< alpha */
    double tolerance;
    int max_iterations; /**< at most AUTH_MAX_ITERATIONS */
    double output_step; /**< [s] between rows of the output file; 0: every step */
} auth_simulation;

/** A hydraulic circuit: auth/circuit.h. */
typedef struct auth_circuit auth_circuit;

typedef struct auth_mechanism {
    const char *name;
    const char *description;
    double gravity[3]; /**< [m/s^2], default (0, 0, -9.81) */
    auth_simulation simulation;
    int body_count, joint_count, loop_count, spring_count, joint_spring_count, stop_count, friction_count,
        bushing_count, driver_count, force_count, joint_force_count, circuit_count, point_count, output_count;
    auth_body *bodies;  /**< parents before their children */
    auth_joint *joints; /**< joints[i] carries bodies[i] */
    mb_loop_def *loops;
    auth_spring *springs;
    auth_joint_spring *joint_springs;
    auth_stop *stops;
    auth_friction *friction;
    auth_bushing *bushings;
    auth_driver *drivers;
    mb_wrench_def *forces;
    auth_joint_force *joint_forces;
    auth_circuit *circuits;
    auth_point *points;
    auth_output *outputs;
} auth_mechanism;

/** Read a mechanism file. All memory comes from the arena.
 *  @param report  receives all errors that can be found in one pass
 *  @return HL_OK; HL_BAD_INPUT with complaints; HL_IO_ERROR with one complaint when the file cannot be read;
 *          HL_OUT_OF_MEMORY */
hl_status auth_mechanism_read(const char *path, hl_arena *arena, auth_mechanism **mechanism,
                              hl_report *report);

/** The same for a text in memory; `name` is used as file name in messages. */
hl_status auth_mechanism_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                               auth_mechanism **mechanism, hl_report *report);

#endif
