/* The multibody model and its state. */
#ifndef MB_MODEL_H
#define MB_MODEL_H

#include "hl/arena.h"
#include "hl/quat.h"
#include "hl/spatial.h"
#include "hl/status.h"
#include "mb/model_def.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- model ---- */

/* The multibody model: a tree of bodies in joint coordinates, closed by loop constraints, loaded by efforts.
 *
 *   definition (mb_def, plain data) --mb_model_build--> model (const) + state + work (mb/step.h)
 *
 * Bodies and their joints form any number of trees rooted in the ground. A joint contributes coordinates q
 * (quaternions for spherical and free joints) and the same or a smaller number of velocity columns v;
 * increments of q live in the tangent space of v. Relations of two bodies beyond the tree use *measures*,
 * scalar functions of the configuration (a joint coordinate, a distance, a projection, the cosine between two
 * axes):
 *
 *   - a loop closure or a driver prescribes values of measures: constraint equations, Phi = 0
 *   - an effort (force element) applies a generalised force to measures and may have states (springs,
 *     dampers, friction, tires, hydraulics): Q and the differential equations of the states
 *
 * Formulations, states and Newton blocks are the same for all of them. */

/* ---- joints and bodies ---- */

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
    bool hold;                   /**< assembly keeps q0 and v0; otherwise they are initial guesses */
} mb_joint_def;

/** Mass that is carried as part of a body and may change between steps: a load of soil at rest in a bucket.
 * The caller conserves momentum: added mass has the body's velocity. After a large change,
 * mb_restart_after_jump computes the new accelerations; otherwise the next step starts with the old ones. */
typedef struct mb_payload {
    double mass;     /**< [kg] >= 0; 0: none, other members are unused */
    hl_vec3 com;     /**< in the body's frame [m] */
    hl_sym3 inertia; /**< about its own centre of mass, in body axes [kg m^2] */
} mb_payload;

typedef struct mb_body_def {
    const char *name;
    double mass;               /**< [kg] >= 0; a massless body needs mass further out in its subtree */
    hl_vec3 com;               /**< centre of mass in the body frame [m] */
    hl_sym3 inertia;           /**< about the centre of mass, in body axes [kg m^2] */
    const mb_payload *payload; /**< NULL: none; outlives the model, written between steps only */
    mb_joint_def joint;
} mb_body_def;

/* ---- constraints ---- */

/** Number of constraint equations of a loop closure. */
int mb_loop_equations(mb_loop_type type);

/** A rheonomic driver: measure(q) - f(t) = 0. */
typedef struct mb_driver_def {
    const char *name;
    mb_measure_def measure;
    mb_time_function function;
} mb_driver_def;

/* ---- efforts ---- */

/** True from the step that begins at time `at`, with a tolerance for the round-off of summed steps. */
static inline bool mb_time_reached(double step_start, double at)
{
    return step_start >= at - 1e-9 * (1.0 + fabs(at));
}

/** Pose of a body: its origin and its axes in the world. */
typedef struct mb_pose {
    hl_vec3 position;
    hl_mat3 rotation; /**< body to world */
} mb_pose;

/** Inputs and outputs of an effort. Matrices are row-major: x_dot_s[i*ports + j] = d x_dot_i / d s_j. */
typedef struct mb_effort_io {
    double time;         /**< [s] */
    double step_start;   /**< [s] start of the step: read inputs that jump in time (switches) at this time, so
                            that they are constant during the step */
    const double *s;     /**< values of its measures, `ports` numbers */
    const double *s_dot; /**< their rates */
    const double *x;     /**< its own states, `states` numbers */
    const mb_pose *pose; /**< poses of the requested bodies, `pose_count` */
    bool jacobian;       /**< fill the partial derivatives too (initially zero) */
    double *force;       /**< out: generalised force on each measure; positive increases the measure */
    double *x_dot;       /**< out: rates of the states */
    double potential;    /**< out: stored energy [J], 0 if none */
    bool idle; /**< out: no forces and no state rates, independent of its ports in this evaluation; it is not
                  assembled */
    double *force_s, *force_s_dot, *force_x; /**< out: partial derivatives of force */
    double *x_dot_s, *x_dot_s_dot, *x_dot_x; /**< out: partial derivatives of x_dot */
} mb_effort_io;

/** RT: called several times a step; must be a pure function of its arguments. */
typedef void (*mb_effort_function)(const void *parameters, mb_effort_io *io);

/** Generalised forces on one or more measures, with optional states: the interface of springs, friction laws
 * and hydraulics to the Newton system. */
typedef struct mb_effort_def {
    const char *name;
    int ports; /**< number of measures, up to MB_MAX_EFFORT_PORTS; 0 for an effort of states alone */
    mb_measure_def measure[MB_MAX_EFFORT_PORTS];
    int states;        /**< number of own states, 0 or more */
    const double *x0;  /**< initial states; NULL: zeros */
    bool stiff_states; /**< states that may be much faster than a step: their integration damps fast modes
                          (effort_tangent.c); otherwise the plain trapezoidal rule */
    int quadratures; /**< number of last states that only integrate their rates (work, fuel): no force and no
                        rate depends on them. They use the trapezoidal rule and do not affect convergence */
    const double *x_scale; /**< size of a unit of each state for convergence; NULL: 1 */
    const double *x_bend;  /**< kink in the laws of a state, e.g. the boiling pressure of oil: a Newton step
                              ends there instead of passing it. -infinite: none; NULL: none for all states */
    int pose_count; /**< bodies whose poses evaluate is given, 0 to MB_MAX_EFFORT_POSES. Derivatives with
                       respect to a pose are given through the ports of mb_body_ports */
    int pose_body[MB_MAX_EFFORT_POSES];
    bool not_queried;       /**< mb_evaluate_rest leaves it out: no query reads its forces, and it stores no
                               potential energy */
    int switch_count;       /**< times at which force or x_dot jump, see mb_effort_io.step_start */
    const double *switches; /**< [s], like the parameters kept by the caller */
    mb_effort_function evaluate;
    const void *parameters; /**< outlives the model; not copied */
} mb_effort_def;

/** Six ports with which an effort can apply any wrench to a body at the point `point` (body frame). The first
 * three are along the world axes: s is the position of the point, s_dot its velocity. The other three are
 * rotations about the world axes: s_dot is the body's angular velocity. Increments of the turns are those of
 * the body's rotation vector in world axes, so that force_s covers all changes of the pose. */
void mb_body_ports(mb_measure_def ports[6], int body, hl_vec3 point);

/* ---- definition and model ---- */

typedef struct mb_def {
    hl_vec3 gravity; /**< [m/s^2], in world axes */
    int body_count, loop_count, driver_count, effort_count, wrench_count;
    const mb_body_def *bodies;
    const mb_loop_def *loops;
    const mb_driver_def *drivers;
    const mb_effort_def *efforts;
    const mb_wrench_def *wrenches;
    const struct mb_guest *guest; /**< mb/guest.h; copied; NULL: none */
} mb_def;

typedef struct mb_model mb_model;

/** Place of an error in a definition. */
typedef struct mb_def_error {
    char text[200]; /**< what is wrong and what is expected; empty without error */
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

/* ---- state ---- */

/* The state: every number that changes, in flat arrays inside one block. Copying it is a checkpoint. */

typedef struct mb_state {
    int64_t tick;         /**< steps taken */
    double time;          /**< [s] */
    double *q;            /**< coordinates, mb_counts.coordinates */
    double *v;            /**< velocities, mb_counts.columns */
    double *a;            /**< accelerations, mb_counts.columns */
    double *lambda;       /**< multipliers of the constraint equations, mb_counts.equations */
    double *x;            /**< states of the efforts */
    double *x_dot;        /**< their rates at the end of the last step */
    double *nonlinearity; /**< ali3p: error that a first Newton increment leaves, over its square, both in
                             tolerances; one number, 1 where it is unknown */
    size_t count;         /**< number of doubles from q on, contiguous */
} mb_state;

/** A state of the model at its initial coordinates and velocities, not yet assembled. NULL: out of memory. */
mb_state *mb_state_new(const mb_model *model, hl_arena *arena);

/** Set a state back to the model's initial values. */
void mb_state_reset(const mb_model *model, mb_state *state);

/** Copy all numbers of `from` into `to`; both must belong to the same model. */
void mb_state_copy(mb_state *to, const mb_state *from);

/** Hash of all bits of a state (hl/hash.h): equal bits, equal hash. */
uint64_t mb_state_hash(const mb_state *state);

/** Move the coordinates q along the tangent increments dz: scalars are added, quaternions rotated by the
 * exponential map. RT. */
void mb_coordinates_move(const mb_model *model, double *q, const double *dz);

#endif
