/* The multibody model: a tree of bodies in joint coordinates, closed by loop constraints, loaded by efforts.
 *
 *   definition (mb_def, plain data) --mb_model_build--> model (const) + state (mb/state.h) + work (mb/step.h)
 *
 * Bodies and their joints form any number of trees rooted in the ground. A joint contributes coordinates q
 * (quaternions for spherical and free joints) and the same or a smaller number of velocity columns v;
 * increments of q live in the tangent space of v. Everything that relates two bodies beyond the tree is said
 * with *measures*, scalar functions of the configuration (a joint coordinate, a distance, a projection, the
 * cosine between two axes):
 *
 *   - a loop closure or a driver asks measures to have a value: constraint equations, Phi = 0
 *   - an effort puts a generalised force on measures and may carry states of its own (springs, dampers,
 *     friction, tires, hydraulics): Q and the states' differential equations
 *
 * Formulations, states and Newton blocks are then the same for all of them. */
#ifndef MB_MODEL_H
#define MB_MODEL_H

#include "hl/arena.h"
#include "hl/quat.h"
#include "hl/spatial.h"
#include "hl/status.h"

#include <stdbool.h>

enum {
    MB_GROUND = -1,           /**< body index of the ground */
    MB_MAX_JOINT_DOF = 6,     /**< velocity columns of a free joint */
    MB_MAX_JOINT_Q = 7,       /**< coordinates of a free joint: x y z, quaternion w x y z */
    MB_MAX_EFFORT_PORTS = 16, /**< measures that one effort may act on */
    MB_MAX_EFFORT_POSES = 2   /**< bodies whose poses an effort may be given */
};

/* ---- joints and bodies ---- */

/** Joint types; the order of coordinates is that of the list. Angles in rad, displacements in m.
 *  fixed        0 columns
 *  revolute     1: angle about `axis`
 *  prismatic    1: displacement along `axis`
 *  cylindrical  2: displacement along, then angle about `axis`
 *  universal    2: angle about `axis` (fixed in the parent), then about `axis2` (fixed in the child)
 *  spherical    3: q = quaternion (4), v = angular velocity relative to the parent, in the child's axes
 *  free         6: q = displacement in the parent's axes (3) and quaternion (4), v = its rate in the parent's
 *                  axes (3) and relative angular velocity in the child's axes (3) */
typedef enum mb_joint_type {
    MB_FIXED,
    MB_REVOLUTE,
    MB_PRISMATIC,
    MB_CYLINDRICAL,
    MB_UNIVERSAL,
    MB_SPHERICAL,
    MB_FREE
} mb_joint_type;

/** Number of velocity columns of a joint type, 0 to 6. */
int mb_joint_dof(mb_joint_type type);

/** Number of coordinates in q of a joint type, 0 to 7. */
int mb_joint_q_count(mb_joint_type type);

/** The joint that carries a body. With all coordinates zero the child's frame has the orientation
 * `orientation` relative to the parent and the child's point `child_point` lies on the parent's point
 * `parent_point`. */
typedef struct mb_joint_def {
    mb_joint_type type;
    int parent;                  /**< body index smaller than the child's own, or MB_GROUND */
    hl_vec3 parent_point;        /**< [m], in the parent's frame */
    hl_vec3 child_point;         /**< [m], in the child's frame */
    hl_quat orientation;         /**< child's frame to parent's frame at zero coordinates */
    hl_vec3 axis;                /**< unit vector in the parent's frame */
    hl_vec3 axis2;               /**< universal: unit vector in the parent's frame at zero coordinates */
    double q0[MB_MAX_JOINT_Q];   /**< initial coordinates; quaternions: unit, all zero for the identity */
    double v0[MB_MAX_JOINT_DOF]; /**< initial velocities */
    bool hold;                   /**< assembly keeps q0 and v0; else they are first guesses */
} mb_joint_def;

/** Mass that a body carries as a part of it, and that may change between steps: a load of soil at rest in a
 * bucket. Whoever changes it sees to momentum: what is added has the body's velocity. Where much is changed
 * at once, mb_pass_jump finds the accelerations that belong to it; without, the next step still begins with
 * those of before. */
typedef struct mb_payload {
    double mass;     /**< [kg] >= 0; 0: none, the rest is not looked at */
    hl_vec3 com;     /**< in the body's frame [m] */
    hl_sym3 inertia; /**< about its own centre of mass, in body axes [kg m^2] */
} mb_payload;

typedef struct mb_body_def {
    const char *name;
    double mass;               /**< [kg] >= 0; massless bodies need mass further out in their subtree */
    hl_vec3 com;               /**< centre of mass in the body frame [m] */
    hl_sym3 inertia;           /**< about the centre of mass, in body axes [kg m^2] */
    const mb_payload *payload; /**< NULL: never any; outlives the model, written between steps only */
    mb_joint_def joint;
} mb_body_def;

/* ---- measures ---- */

typedef enum mb_measure_kind {
    MB_MEASURE_JOINT,    /**< coordinate `column` of the joint of body_a (scalar joints only) [m] or [rad] */
    MB_MEASURE_DISTANCE, /**< |P_b - P_a| [m]; must stay away from zero */
    MB_MEASURE_PROJECTION, /**< axis_a . (P_b - P_a) [m] */
    MB_MEASURE_DOT,        /**< axis_a . axis_b [1] */
    MB_MEASURE_TURN, /**< a quasi-coordinate: its rate is axis_a . (omega_b - omega_a), its value always 0; a
                        force on it is a moment about axis_a [rad]. For efforts only */
    MB_MEASURE_TWIST /**< (axis_a . axis2_b - axis2_a . axis_b)/2: minus the sine of the angle by which b is
                          turned about axis_a x axis2_a [1] */
} mb_measure_kind;

/** A scalar function of the configuration. Points and axes are given in their body's frame. */
typedef struct mb_measure_def {
    mb_measure_kind kind;
    int body_a, body_b;
    hl_vec3 point_a, point_b; /**< [m] */
    hl_vec3 axis_a, axis_b, axis2_a, axis2_b;
    int column; /**< MB_MEASURE_JOINT: which coordinate of the joint of body_a, from 0 */
} mb_measure_def;

/* ---- constraints ---- */

/** Function of time: f(t) = offset + rate t + acceleration t^2/2 + amplitude sin(frequency t + phase). */
typedef struct mb_time_function {
    double offset, rate, acceleration;  /**< [m or rad], and per s, per s^2 */
    double amplitude, frequency, phase; /**< [m or rad], [rad/s], [rad] */
} mb_time_function;

typedef enum mb_loop_type {
    MB_LOOP_REVOLUTE,    /**< 5 equations: points coincide, axes parallel */
    MB_LOOP_SPHERICAL,   /**< 3: points coincide */
    MB_LOOP_UNIVERSAL,   /**< 4: points coincide, axes at right angles */
    MB_LOOP_CYLINDRICAL, /**< 4: point b on the axis through point a, axes parallel */
    MB_LOOP_PRISMATIC,   /**< 5: cylindrical, and no turn about the axis */
    MB_LOOP_DISTANCE     /**< 1: |P_b - P_a| = distance */
} mb_loop_type;

/** Number of constraint equations of a loop closure. */
int mb_loop_equations(mb_loop_type type);

/** A cut joint between two bodies (or a body and the ground). */
typedef struct mb_loop_def {
    const char *name;
    mb_loop_type type;
    int body_a, body_b;
    hl_vec3 point_a, point_b;   /**< [m], in the frames of a and b */
    hl_vec3 axis_a, axis_b;     /**< unit vectors, in the frames of a and b */
    hl_vec3 normal_a, normal_b; /**< prismatic: unit vectors normal to the axes that stay parallel */
    double distance;            /**< MB_LOOP_DISTANCE: [m] > 0 */
} mb_loop_def;

/** A rheonomic driver: measure(q) - f(t) = 0. */
typedef struct mb_driver_def {
    const char *name;
    mb_measure_def measure;
    mb_time_function function;
} mb_driver_def;

/* ---- efforts ---- */

/** True from the step on that begins at time `at`: times are sums of steps and carry round-off. */
static inline bool mb_time_reached(double step_start, double at)
{
    return step_start >= at - 1e-9 * (1.0 + fabs(at));
}

/** Where a body is: its origin and its axes in the world. */
typedef struct mb_pose {
    hl_vec3 position;
    hl_mat3 rotation; /**< body to world */
} mb_pose;

/** What an effort is given and what it gives back. Matrices are row-major: x_dot_s[i*ports + j] = d x_dot_i /
 * d s_j. */
typedef struct mb_effort_io {
    double time;         /**< [s] */
    double step_start;   /**< [s] when the step began: what jumps with time (a switch) is to be read here, so
                            that it acts for the whole step that it begins */
    const double *s;     /**< values of its measures, `ports` numbers */
    const double *s_dot; /**< their rates */
    const double *x;     /**< its own states, `states` numbers */
    const mb_pose *pose; /**< of the bodies that it asked for, `pose_count` of them */
    bool jacobian;       /**< fill the partial derivatives too (they come zeroed) */
    double *force;       /**< out: generalised force on each measure; positive drives the measure up */
    double *x_dot;       /**< out: rates of the states */
    double potential;    /**< out: stored energy [J], 0 when there is none */
    bool idle;           /**< out: no force and no rate of a state, whatever its ports do in this evaluation:
                            nothing of it need be assembled */
    double *force_s, *force_s_dot, *force_x; /**< out: partial derivatives of force */
    double *x_dot_s, *x_dot_s_dot, *x_dot_x; /**< out: partial derivatives of x_dot */
} mb_effort_io;

/** RT: called several times a step; must be a pure function of its arguments. */
typedef void (*mb_effort_function)(const void *parameters, mb_effort_io *io);

/** Generalised forces on one or more measures, with optional states: the port through which springs, friction
 *  laws and hydraulics enter the Newton system. */
typedef struct mb_effort_def {
    const char *name;
    int ports; /**< number of measures, up to MB_MAX_EFFORT_PORTS; 0 for an effort of states alone */
    mb_measure_def measure[MB_MAX_EFFORT_PORTS];
    int states;        /**< number of own states, 0 or more */
    const double *x0;  /**< initial states; NULL stands for zeros */
    bool stiff_states; /**< states that may be much faster than a step: integrated so that fast modes die out
                            instead of ringing (effort_states.c); else the trapezoidal rule as it is */
    int quadratures;   /**< how many of the last states only add up their rates (work, fuel): no force and no
                          rate depends on them. They follow the trapezoidal rule and never decide convergence */
    const double *x_scale; /**< size of a unit of each state for convergence; NULL: 1 */
    const double *x_bend;  /**< where the laws of a state bend sharply, as where oil begins to boil: Newton's
                              steps end there rather than pass. -infinite: nowhere; NULL: no state's do */
    int pose_count; /**< bodies whose poses evaluate is given, 0 to MB_MAX_EFFORT_POSES. Derivatives with
                       respect to a pose are said through the ports of mb_body_ports */
    int pose_body[MB_MAX_EFFORT_POSES];
    int switch_count;       /**< times at which force or x_dot jump, see mb_effort_io.step_start */
    const double *switches; /**< [s], like the parameters kept by the caller */
    mb_effort_function evaluate;
    const void *parameters; /**< outlives the model; copied by nobody */
} mb_effort_def;

/** Six ports through which an effort can put any wrench on a body at its point `point` (body frame): three
 * projections on the world axes, s the point's position and s_dot its velocity, then three turns about the
 * world axes, s_dot the body's angular velocity. Increments of the turns are those of the body's rotation
 * vector in world axes, so that force_s speaks of all changes of the pose. */
void mb_body_ports(mb_measure_def ports[6], int body, hl_vec3 point);

/** A constant wrench on a body, in world axes or following the body. */
typedef struct mb_wrench_def {
    const char *name;
    int body;
    hl_vec3 point;         /**< where the force acts, in the body frame [m] */
    hl_vec3 force, moment; /**< [N], [N m] */
    bool follows_body;     /**< components are in the body frame and turn with it */
    double from, until;    /**< acts while from <= t < until [s]; until 0 stands for ever */
} mb_wrench_def;

/* ---- definition and model ---- */

typedef struct mb_def {
    hl_vec3 gravity; /**< [m/s^2], in world axes */
    int body_count, loop_count, driver_count, effort_count, wrench_count;
    const mb_body_def *bodies;
    const mb_loop_def *loops;
    const mb_driver_def *drivers;
    const mb_effort_def *efforts;
    const mb_wrench_def *wrenches;
} mb_def;

typedef struct mb_model mb_model;

/** Where a definition was refused. */
typedef struct mb_def_error {
    char text[200]; /**< what is wrong and what is expected; empty when nothing is */
} mb_def_error;

/** Build a model: order columns, expand loops into equations, analyse sparsity. Copies all of `def` but the
 * effort parameters and names, which must outlive the model.
 *  @param error  filled when the result is HL_BAD_INPUT
 *  @return HL_OK, HL_BAD_INPUT or HL_OUT_OF_MEMORY */
hl_status mb_model_build(const mb_def *def, hl_arena *arena, mb_model **model, mb_def_error *error);

/** Counts of a model. `dof` = columns - rank of the closures is known only at a configuration: see
 * mb_assemble. */
typedef struct mb_counts {
    int bodies, coordinates /* of q */, columns /* of v */, equations /* Phi */, efforts, effort_states;
} mb_counts;

mb_counts mb_model_counts(const mb_model *model);

/** First coordinate in q of the joint that carries `body`. */
int mb_model_q_index(const mb_model *model, int body);

/** First velocity column of the joint that carries `body`. */
int mb_model_column(const mb_model *model, int body);

/** First equation of loop `loop`, and of driver `driver`. */
int mb_model_loop_equation(const mb_model *model, int loop);
int mb_model_driver_equation(const mb_model *model, int driver);

/** First own state of effort `effort` in the state's x. */
int mb_model_effort_state(const mb_model *model, int effort);

#endif
