/* Time steps: formulations, options, and the report of a step. */
#ifndef MB_STEP_H
#define MB_STEP_H

#include "mb/model.h"

typedef enum mb_formulation {
    MB_ALI3P, /**< index-3 augmented Lagrangian with projections, trapezoidal rule (002 Eq. 18-21, 32-39) */
    MB_DOUBLE_STEP, /**< coordinate partitioning, trapezoidal rule on the independent coordinates (002 Eq.
                       13-17) */
    MB_PENALTY,     /**< penalty with stabilisation on the acceleration level, RK4 (001 Eq. 11) */
    MB_GLOBAL /**< absolute coordinates with Euler parameters, augmented Lagrangian, RK4 (001 Eq. 17-20) */
} mb_formulation;

typedef enum mb_solver {
    MB_SOLVER_AUTO,  /**< automatic: tree; for global above 100 bodies sparse (docs/benchmarks.md) */
    MB_SOLVER_DENSE, /**< own LDU over all columns */
    MB_SOLVER_TREE,  /**< own LDU that skips the zeros of the tree and its loops */
    MB_SOLVER_SPARSE /**< SuiteSparse KLU, or LDL where the matrix is symmetric, analysed once at load */
} mb_solver;

typedef struct mb_step_options {
    double step; /**< [s] > 0 */
    mb_formulation formulation;
    mb_solver solver;
    double penalty; /**< alpha; ali3p: [N/m] of a closure, 1e7 to 1e11 in the papers; penalty: [kg];
                         global: [kg], scaled for each equation by its inertia; 0: from the model's masses and
                       the step */
    double stabilisation_frequency; /**< Omega of penalty and global [rad/s] */
    double stabilisation_damping;   /**< mu of penalty and global [1] */
    double tolerance; /**< Newton: largest error of a coordinate that may be left [rad or m]; ali3p estimates
                         it, double-step takes the last increment for it */
    double state_tolerance; /**< the same for an effort state, in its x_scale [1] */
    int max_iterations; /**< Newton: maximum number of iterations of an attempt at a step. Double-step makes
                           one attempt; ali3p makes a second one if necessary, with a new tangent in each
                           iteration */
    bool bounded; /**< ali3p, double-step: accept the last iteration (hard real time) instead of failing; the
                     report has its increment. Both attempts together make at most
                     mb_step_most_iterations() */
    int weak_substeps; /**< ali3p: 0 for one monolithic Newton system; n > 0: weakly coupled (analytic tangent
                          only), effort states constant during a mechanics step, then n steps of their own */
    bool numeric_tangent; /**< forward differences, 002 Eq. (40)-(41), instead of the analytic tangent */
} mb_step_options;

/** The most iterations of a step, of both attempts of ali3p: five thirds of max_iterations if bounded. */
static inline int mb_step_most_iterations(const mb_step_options *options)
{
    const int most = options->max_iterations;
    return options->bounded ? most + 2 * most / 3 : 2 * most;
}

/** Defaults: ali3p, 1 ms, alpha chosen, tolerance 1e-9, 12 iterations, Omega 20 rad/s, mu 1. */
mb_step_options mb_step_options_default(void);

/** Names as in the command line: "ali3p", "double-step", "penalty", "global"; "dense", "tree", "sparse",
 * "auto". The parsers return false for an unknown name. */
const char *mb_formulation_name(mb_formulation formulation);
bool mb_formulation_parse(const char *name, mb_formulation *formulation);
const char *mb_solver_name(mb_solver solver);
bool mb_solver_parse(const char *name, mb_solver *solver);

/** Bounds of the residual |Phi| of closures and drivers after a step [m, rad or 1]. */
typedef struct mb_loop_bounds {
    double noted;   /**< beyond: `open` in the report, an event of the run */
    double refused; /**< beyond: the step fails with HL_LOOPS_TORN */
} mb_loop_bounds;

/** ali3p and double-step close loops within a step, so a residual corresponds to an error of velocity: noted
 * above 1 mm/s times the step, refused above 100 mm/s times the step (docs/mechanism.md). In penalty and
 * global, loops are springs that deflect under load at any step size: by about 1 um and 1 mm. */
mb_loop_bounds mb_loop_bounds_of(const mb_step_options *options);

/** Report of the last step. */
typedef struct mb_step_report {
    hl_status status;          /**< HL_OK, HL_NOT_CONVERGED, HL_SINGULAR, HL_NOT_FINITE, HL_TOO_STIFF,
                                    HL_RANK_LOST (penalty) or HL_LOOPS_TORN */
    int iterations;            /**< Newton iterations of all attempts (RK4: evaluations) */
    bool cut;                  /**< `bounded`: the iterations ended before they had converged */
    double increment;          /**< largest increment of the last iteration, in tolerances */
    double left;               /**< estimate of the error after it, in tolerances; at most 1 when converged */
    int worst_unknown;         /**< column, or columns + effort state, with the largest increment; columns +
                                  effort states: the guest */
    bool open;                 /**< |Phi| is above the noted bound (mb_loop_bounds) */
    double position_violation; /**< |Phi| at the end of the step, for penalty at its start [m or 1] */
    double velocity_violation; /**< |Phi_dot|; all three are Euclidean norms */
    double acceleration_violation; /**< |Phi_dot_dot| */
} mb_step_report;

typedef struct mb_work mb_work;

/** Scratch memory for steps with these options. NULL: out of memory. */
mb_work *mb_work_new(const mb_model *model, const mb_step_options *options, hl_arena *arena);

/** The options that the work was made with. */
const mb_step_options *mb_work_options(const mb_work *work);

/** Advance the state by one step. On a failure the state is unchanged, and the report has the equations that
 * did not converge. RT: allocates nothing, bounded work.
 *  @return the report's status */
hl_status mb_step(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report);

/** Columns selected by double-step as independent coordinates, by Gaussian elimination with full pivoting
 * (002 section 2.1), at the start of the last step.
 *  @param columns  out: room for mb_counts.columns
 *  @return how many; 0 for the other formulations. RT. */
int mb_independent_columns(const mb_work *work, int *columns);

/** Recompute accelerations, multipliers and effort rates after an input, such as a lever, has jumped since
 * the last step: those of its end precede the jump, and the trapezoidal rule would apply it half a step late.
 * mb_step does this automatically at the jump times of efforts and wrenches. On a failure the state is
 * unchanged. RT: allocates nothing, bounded work.
 *  @return HL_OK, HL_SINGULAR, HL_NOT_CONVERGED or HL_NOT_FINITE */
hl_status mb_restart_after_jump(const mb_model *model, mb_state *state, mb_work *work);

/* ---- start ---- */

typedef struct mb_assembly_report {
    hl_status status;   /**< what mb_assemble returned */
    int iterations;     /**< of Gauss-Newton, for the coordinates */
    double violation;   /**< largest |Phi_i| left */
    int worst_equation; /**< its index; if the velocities fail, that of the largest |Phi_dot_i| */
    int rank;           /**< rank of Phi_z: degrees of freedom = columns - rank */
} mb_assembly_report;

/** Assemble a state: coordinates by Gauss-Newton (joints with `hold` are constant), velocities as the nearest
 * ones that satisfy Phi_z v + Phi_t = 0, then consistent accelerations, multipliers and effort rates. Not RT.
 *  @return HL_OK; HL_NOT_ASSEMBLED: no consistent positions or velocities exist; HL_SINGULAR,
 *          HL_NOT_CONVERGED or HL_NOT_FINITE: accelerations cannot be computed */
hl_status mb_assemble(const mb_model *model, mb_state *state, mb_work *work, mb_assembly_report *report);

/* ---- evaluating a state ---- */

/** Evaluate poses, velocities, accelerations, measures and efforts at `state` for the queries below.
 * mb_assemble leaves the work evaluated, mb_step does not. RT. */
void mb_evaluate_state(const mb_model *model, const mb_state *state, mb_work *work);

/** Evaluate poses, velocities and accelerations alone: enough for mb_pose_of, mb_rotation,
 * mb_angular_velocity and mb_point. RT. */
void mb_evaluate_poses(const mb_model *model, const mb_state *state, mb_work *work);

/** Evaluate what the queries need beyond mb_evaluate_poses, which must have been called with the same state;
 * together they replace mb_evaluate_state except for the needs of a solver, and forces of efforts that are
 * not queried. RT. */
void mb_evaluate_rest(const mb_model *model, const mb_state *state, mb_work *work);

/** Pose of a body. */
mb_pose mb_pose_of(const mb_model *model, const mb_work *work, int body);

/** Pose, velocity and acceleration of a body's point `p` (body frame) in the world. Gravity is not part of
 * it. */
typedef struct mb_point_motion {
    hl_vec3 position, velocity, acceleration;
} mb_point_motion;
mb_point_motion mb_point(const mb_model *model, const mb_work *work, int body, hl_vec3 p);

/** Body-to-world rotation. */
hl_mat3 mb_rotation(const mb_model *model, const mb_work *work, int body);

/** Angular velocity of a body in the world [rad/s]. */
hl_vec3 mb_angular_velocity(const mb_model *model, const mb_work *work, int body);

/** Energies and momenta of the whole world. Potential energy of gravity is zero at the world's origin. */
typedef struct mb_energy {
    double kinetic, gravity, stored; /**< [J]; stored: sum of the efforts' potentials */
    hl_vec3 momentum;                /**< [kg m/s] */
    hl_vec3 angular_momentum;        /**< about the world's origin [kg m^2/s] */
} mb_energy;
mb_energy mb_energies(const mb_model *model, const mb_work *work);

/** Value, rate and generalised force of port `port` of effort `effort`. */
typedef struct mb_port_value {
    double s, s_dot, force;
} mb_port_value;
mb_port_value mb_effort_port(const mb_model *model, const mb_work *work, int effort, int port);

/** Constraint equation `equation`: Phi, its first two time derivatives. */
typedef struct mb_equation_value {
    double phi, phi_dot, phi_dot_dot;
} mb_equation_value;
mb_equation_value mb_equation(const mb_model *model, const mb_work *work, int equation);

#endif
