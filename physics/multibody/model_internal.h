/* What the files of this room share: the model's and the work's inside. Private to physics. */
#ifndef MB_MODEL_INTERNAL_H
#define MB_MODEL_INTERNAL_H

#include "hl/ldu.h"
#include "mb/guest.h"
#include "mb/step.h"

#include <math.h>

/* What the step does with plain vectors. Private to physics. */

/* Euclidean norm; NaN when an entry is. */
static inline double mb_norm(const double *x, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum = fma(x[i], x[i], sum);
    return sqrt(sum);
}

/* Raises *most to |value| and notes where; once *most is NaN it stays so: a comparison alone would forget it.
 */
static inline void mb_raise(double value, int where, double *most, int *at)
{
    if (isnan(*most) || fabs(value) <= *most) return;
    *most = fabs(value);
    *at = where;
}

/* Largest absolute value, and where it stands; NaN when an entry is. */
static inline double mb_largest_at(const double *x, int count, int *at)
{
    double most = 0.0;
    for (int i = 0; i < count; i++) mb_raise(x[i], i, &most, at);
    return most;
}

static inline double mb_largest(const double *x, int count)
{
    int at = 0;
    return mb_largest_at(x, count, &at);
}

static inline double mb_dot(const double *a, const double *b, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum = fma(a[i], b[i], sum);
    return sum;
}

/* to <- base + h rate */
static inline void mb_advance(double *to, const double *base, double h, const double *rate, int count)
{
    for (int i = 0; i < count; i++) to[i] = fma(h, rate[i], base[i]);
}

/* ---- model ---- */

/* Mass, centre of mass in the body's frame and inertia about it in body axes. */
typedef struct mass_properties {
    double mass;
    hl_vec3 com;
    hl_sym3 inertia;
} mass_properties;

/* A body with the joint that carries it. Rotations of the joint are split so that a revolute pose costs one
 * 3 x 3 product: child-to-parent rotation at angle z is  turn_0 + sin z turn_1 + (1 - cos z) turn_2
 * (Rodrigues' formula times `orientation`). */
typedef struct body_model {
    const char *name;
    mass_properties own;       /* without what it carries: mb_mass_of */
    const mb_payload *payload; /* NULL: never any */
    mb_joint_type type;
    int parent, tree;
    int q_index, column, dof;
    hl_vec3 parent_point, child_point, axis, axis2;
    hl_mat3 orientation;
    hl_mat3 turn_0, turn_1, turn_2; /* universal: of the first angle, without orientation */
    double q0[MB_MAX_JOINT_Q], v0[MB_MAX_JOINT_DOF];
    bool hold;
} body_model;

/* A measure with the columns that move it: those of b's path (sign +) and of a's (sign -) below their last
 * common body. Its Jacobian row lives in the work at `first_entry`. */
typedef struct measure_model {
    mb_measure_def def;
    int entry_count, first_entry; /* into entry_columns and the work's jacobian */
    int split;                    /* entries [0, split) belong to a's path, [split, entry_count) to b's */
    bool starts_body_ports;       /* this and the next five are a body's ports and evaluated together */
} measure_model;

typedef struct equation_model {
    int measure;
    double target; /* Phi = s - target - f(t) */
    bool driven;
    mb_time_function function;
} equation_model;

/* Consecutive ports of an effort that join the same two bodies: their Jacobian rows have the same columns and
 * stand in the work as a matrix [count][entries]. */
typedef struct port_group {
    int first, count; /* measures */
    bool body_ports;
} port_group;

typedef struct effort_model {
    mb_effort_def def;
    int coupled; /* states that are not quadratures; they come first */
    int first_measure, first_state;
    int first_group, group_count;
} effort_model;

typedef struct guest_link guest_link; /* multibody/guest_link.h */

struct mb_model {
    hl_vec3 gravity;
    int body_count, tree_count;
    body_model *bodies;
    int *tree_roots; /* [tree_count] body whose joint starts at the ground */
    int coordinate_count, column_count, column_stride;
    int *column_body;    /* [columns] body that a column moves */
    bool *column_block;  /* [columns] true: belongs to the rotation block of a spherical or free joint */
    int *path_run_first; /* [columns + 1] runs of the ancestors of a column, itself not included */
    hl_run *path_runs;
    int measure_count, entry_total, equation_entries;
    int most_entries, most_effort_entries; /* of one measure, of all the ports of one effort */
    measure_model *measures;
    int *entry_columns; /* [entry_total] */
    int equation_count;
    equation_model *equations; /* in the order of their measures, which are the first */
    int loop_count, driver_count;
    int *loop_equations, *driver_equations; /* first equation of each */
    int effort_count, state_count;
    effort_model *efforts;
    int group_count;
    port_group *groups;            /* room for one a port */
    double *x0, *x_scale, *x_bend; /* [state_count] */
    bool *in_closure;              /* [bodies] a constraint equation depends on the body's motion */
    int wrench_count;
    mb_wrench_def *wrenches;
    int switch_count;
    double *switches;       /* [s] times at which something jumps, in no order */
    unsigned char *pattern; /* [columns][columns] structure of the tangent */
    guest_link *guest;      /* NULL: none; scratch of a step, like the data of efforts */
};

/* ---- work ---- */

/* Motion of a body, all about the origin of its tree. */
typedef struct body_motion {
    hl_mat3 R;   /* body to world */
    hl_vec3 r;   /* body origin, from the tree's origin */
    hl_motion Z; /* velocity, 002 Eq. (2) */
    hl_motion A; /* time derivative of Z minus gravity: the base accelerates with -g */
} body_motion;

/* A velocity column: the motion that a unit rate gives (b_j of 002 Eq. 2) and its derivatives. `before` is
 * the motion of whatever the column starts from. */
typedef struct column_motion {
    hl_motion S;       /* unit motion */
    hl_motion S_dot;   /* rate of S */
    hl_motion psi;     /* Z_before x S */
    hl_motion psi_dot; /* A_before x S + Z_before x psi */
} column_motion;

/* What a body and everything it carries add up to: inertia, force, and the two blocks of
 * 2B = Z x* I - I Z x + (I Z) x-bar* that are not zero, [[0, -2 skew(l)], [0, N]]. */
typedef struct composite {
    hl_inertia I;
    hl_wrench f; /* I A + Z x* I Z - external wrenches */
    hl_vec3 l;   /* linear momentum */
    hl_mat3 N;
} composite;

typedef struct measure_value {
    double s, s_dot, s_dot_dot;
    hl_wrench w;                              /* unit effort on b; -w on a (about a's tree origin) */
    hl_vec3 point_a, point_b;                 /* from a's tree origin */
    hl_vec3 axis_a, axis_b, axis2_a, axis2_b; /* world axes */
    hl_motion Z_a, Z_b;                       /* about a's tree origin */
    hl_vec3 shift;                            /* b's tree origin minus a's */
} measure_value;

/* Coupled states of an effort that touch each other and no others (effort_blocks.c). */
typedef struct state_block {
    int first, size; /* place of the first in effort_tangent's order and pivot; number of states */
    int at;          /* place of the LU of A in effort_tangent's block, [size][size] */
} state_block;

/* Partial derivatives of an effort with its own states condensed out: with A = I - dt/2 x_dot_x and the
 * states' residual r_x, a Newton step of the states is  dx = A^-1 (-r_x + dt/2 (x_dot_s ds + x_dot_s_dot
 * ds_dot)), so that the mechanics sees the stiffness force_s + force_x A^-1 dt/2 x_dot_s, and the damping
 * likewise. Quadratures have no part in A; the rows of the gains that are theirs stay x_dot_s, x_dot_s_dot.
 */
typedef struct effort_tangent {
    double *force_s, *force_s_dot; /* [ports][ports], condensed */
    double *force_x;               /* [ports][states] */
    double *x_dot_x;               /* [states][states] */
    double *block;                 /* LU of A, a block after the other; weak coupling: [states][states] */
    int *pivot;                    /* [states] */
    state_block *blocks;           /* [block_count], at most `coupled` */
    int block_count;
    int *order;                  /* [coupled] the states, block by block, rising within one */
    int *rows;                   /* [states] scratch */
    double *gain_s, *gain_s_dot; /* [states][ports]: dx/ds, dx/ds_dot */
    double *theta;               /* [coupled][coupled]: share of the step that its end gets; NULL: 1/2 */
    double *last_step;           /* [coupled] x_step of the iteration before; with theta only */
    double *scratch;             /* [states][states + max(states, 4 ports)] */
    bool idle;                   /* the effort was, when they were asked for: none of the above is set */
} effort_tangent;

typedef struct mb_numeric mb_numeric;

enum {
    MB_SKIP_TANGENT = 1,       /* mb_forward, mb_backward: what only mb_tangent needs */
    MB_SKIP_CLOSURE_RATES = 2, /* mb_measure_values: s_dot, s_dot_dot of the equations' measures */
    MB_SKIP_OPEN_BODIES = 8,   /* mb_forward: bodies that no constraint equation depends on */
    MB_SKIP_ROWS = 16,         /* mb_measure_values: rows of the Jacobian */
    MB_SKIP_NOT_QUERIED = 32,  /* mb_effort_values: efforts that are not queried */
    MB_SKIP_GEOMETRY = 4 /* mb_tangent: second derivatives of the efforts' measures; of body ports only those
                            of their rates */
};

/* Doubles of a vector register. Rows that are read in whole vectors have room behind their ends; what is
 * computed there is not used. */
enum { MB_VECTOR = 4 };

struct mb_work {
    mb_step_options options;
    double step_start;       /* [s] begin of the step: where wrenches and efforts look up what jumps */
    bool fit_theta;          /* mb_effort_tangents: first evaluation of a step, choose theta anew */
    bool shortened;          /* mb_effort_state_follow: a state went less far than its Newton step */
    unsigned skip;           /* what the next stages may leave out, MB_SKIP_*; 0: nothing */
    hl_vec3 *origins;        /* [trees] origin of each tree in the world [m] */
    body_motion *motions;    /* [bodies] */
    column_motion *columns;  /* [columns] */
    composite *composites;   /* [bodies] */
    double *S_rows, *P_rows; /* structures of arrays for the tangent: [6][stride] */
    double *T_rows;          /* [3][stride] */
    measure_value *measures;
    double *jacobian;                /* [entry_total] d s / d z */
    double *force;                   /* [measures] generalised force on the measure, efforts only */
    bool *idle;                      /* [efforts] the last evaluation found nothing to do */
    double *force_step;              /* [measures] change of force by x_step */
    effort_tangent *effort_tangents; /* [efforts] */
    double *x_rate;                  /* [state_count] rates of the effort states */
    double *x_step;                  /* [state_count] A^-1 (-r_x) */
    double *s_start, *s_dot_start;   /* [measures] weak coupling: at the beginning of the step */
    double potential;                /* stored energy of the efforts */
    double *tau;      /* [columns] generalised force residual without constraints: M a + bias - Q */
    double *residual; /* [columns] */
    double *phi, *phi_dot, *phi_dot_dot; /* [equations] */
    hl_ldu *tangent;
    struct mb_sparse_tangent *sparse; /* tangent.c; NULL unless the sparse solver is asked for */
    double *hessian;                  /* second derivatives of one measure: [most entries^2] */
    double *rate_gradient;            /* d s_dot/dz of the ports of one effort: [most effort entries] */
    double *port_rows; /* effort_tangent.c: [MB_MAX_EFFORT_PORTS][most entries, in whole vectors] */
    /* Newton */
    double nonlinearity; /* mb_state.nonlinearity, of the step in work */
    double *theta, *delta, *q, *v, *a, *x, *lambda;
    double *scratch[4];       /* [max(columns, states, equations)] */
    mb_state *given;          /* the caller's, where a jump changes `before` */
    double *tangent_jacobian; /* [equation entries] the constraint Jacobian that the factored tangent holds */
    mb_state *before;         /* the state at the start of the step */
    int *all_columns;         /* 0, 1, ... */
    mb_numeric *numeric;      /* forward differences; NULL unless asked for */
    void *formulation;        /* data of the formulation in use */
};

/* ---- stages, in the order in which a step runs them; outputs in the work ---- */

/* Mass properties of a body and its payload together. */
mass_properties mb_body_total_mass(const body_model *body);

/* Mass properties of a body with its present payload. `room` is filled only if there is one. */
static inline const mass_properties *mb_mass_of(const body_model *body, mass_properties *room)
{
    if (body->payload == NULL || !(body->payload->mass > 0.0)) return &body->own;
    *room = mb_body_total_mass(body);
    return room;
}

/* origins <- q: trees of free bodies are referred to where the body is, so that no digits are lost far from
 * the world's origin; the others to the point of their first joint. */
void mb_set_origins(const mb_model *model, const double *q, mb_work *work);

/* motions, columns <- q, v, a (NULL a: zero). */
void mb_forward(const mb_model *model, const double *q, const double *v, const double *a, mb_work *work);

/* composites, tau <- motions, columns; the wrenches that act at work->step_start included, efforts not. */
void mb_backward(const mb_model *model, mb_work *work);

/* measures, jacobian <- motions, columns; all of the measures [first, end). */
void mb_measure_values(const mb_model *model, const double *q, const double *v, const double *a, int first,
                       int end, mb_work *work);

/* phi, phi_dot, phi_dot_dot <- measures at `time`. */
void mb_equation_values(const mb_model *model, double time, mb_work *work);

/* force, x_rate, potential, idle <- measures, motions, x. An idle effort's forces and rates are zero; its
 * states keep the value that they began the step with. */
void mb_effort_values(const mb_model *model, double time, const double *x, mb_work *work);

/* The same, and effort_tangents for the trapezoidal factor `half_step` = dt/2. HL_SINGULAR: a state block is.
 */
hl_status mb_effort_tangents(const mb_model *model, double time, const double *x, double half_step,
                             mb_work *work);

/* Whether an explicit rule of fourth order can follow the effort states: by the largest diagonal entry of
 * x_dot_x, a lower estimate of their fastest mode. If not, *worst names the unknown. */
bool mb_effort_explicit_fits(const mb_model *model, const mb_state *state, mb_work *work, int *worst);

/* ---- weak coupling (effort.c) ---- */

/* s_start, s_dot_start <- measures at the state. */
void mb_weak_begin(const mb_model *model, const mb_state *state, mb_work *work);

/* work->x <- effort states at the end of the step, work->q, v being its end, in steps of their own. */
hl_status mb_weak_states(const mb_model *model, mb_state *state, mb_work *work);

/* ---- blocks of coupled states (effort_blocks.c); the effort is not idle ---- */

/* blocks, order <- which states touch each other by x_dot_x, and, `with_theta`, by the present theta. */
void mb_effort_find_blocks(const effort_model *effort, bool with_theta, effort_tangent *t);

/* theta <- x_dot_x, as evaluated at the start of a step's iteration. */
void mb_effort_fit_theta(const effort_model *effort, double half_step, effort_tangent *t);

/* theta <- 1/2, every state a block: nothing of a former step stays. */
void mb_effort_forget_theta(effort_tangent *t, int coupled);

/* block <- LU of A = I - dt theta x_dot_x; gains <- A^-1 dt theta x_dot_s; force_s += force_x gain_s, and so
 * for s_dot. */
hl_status mb_effort_condense(const effort_model *effort, double half_step, effort_tangent *t);

/* x <- A^-1 x, of the coupled states */
void mb_effort_solve_states(const effort_tangent *t, double *x);

/* x <- theta^-1 x, of the coupled states. At the end of a step: takes the place of A's pivots. */
void mb_effort_undo_theta(const effort_tangent *t, int coupled, double *x);

/* ---- states of the efforts (effort_tangent.c) ---- */

/* residual <- x - x_k - dt ((1 - theta) x_dot_k + theta x_dot), all efforts' states. */
void mb_effort_state_residual(const mb_model *model, const double *x, const double *x_k,
                              const double *x_dot_k, double half_step, const mb_work *work, double *residual);

/* x_step <- the states' own Newton step from their residual; force_step <- what it changes on the ports. */
void mb_effort_state_step(const mb_model *model, const double *x, const double *x_k, const double *x_dot_k,
                          double half_step, mb_work *work);

/* x_step += gains * J dz: what a step dz of the coordinates adds to the states' step; then that of the
 * quadratures, which follow all others. shortened <- whether a law of the states cut their step. */
void mb_effort_state_follow(const mb_model *model, const double *dz, double half_step, mb_work *work);

/* state->x, x_dot <- work->x at the end of a step, rates by the rule itself (33). */
void mb_effort_store_states(const mb_model *model, const mb_work *work, mb_state *state);

/* tau -= J^T force of the efforts. What acts on body ports joins the composites' forces, for mb_tangent. */
void mb_effort_project(const mb_model *model, mb_work *work);

/* tau -= J^T force_step */
void mb_effort_project_step(const mb_model *model, mb_work *work);

/* phi, phi_dot, phi_dot_dot <- work->q, v, a at `time`; `skip` as in work->skip. */
void mb_evaluate_closures(const mb_model *model, double time, unsigned skip, mb_work *work);

/* J <- constraint Jacobian, row-major [equations][columns]. */
void mb_dense_jacobian(const mb_model *model, const mb_work *work, double *J);

/* Round-off of positions in a closure [m]: a few units in the last place of the farthest tree origin. */
double mb_closure_rounding(const mb_model *model, const mb_work *work);

/* y += sum over equations of J_e^T weight_e; J_e^T the transposed constraint Jacobian. */
void mb_add_constraint_forces(const mb_model *model, const mb_work *work, const double *weight, double *y);

/* rate_e = J_e x for all equations. */
void mb_constraint_product(const mb_model *model, const mb_work *work, const double *x, double *rate);

/* tangent <- mass * M + damping * C + stiffness * K of tau (002: W with 1, dt/2, dt^2/4), efforts included;
 * after mb_backward and mb_effort_project. */
void mb_tangent(const mb_model *model, double mass, double damping, double stiffness, mb_work *work);

/* tangent(lower) <- M, nothing else. */
void mb_mass_matrix(const mb_model *model, mb_work *work);

/* tangent += factor * J^T J of the constraints. */
void mb_tangent_add_penalty(const mb_model *model, double factor, bool symmetric, mb_work *work);

/* tangent += the parts that wrenches and efforts leave (called by mb_tangent). */
void mb_tangent_add_wrenches(const mb_model *model, double stiffness, mb_work *work);
void mb_tangent_add_efforts(const mb_model *model, double damping, double stiffness, mb_work *work);

/* tangent += factor * sum_e weight_e d^2 Phi_e / dz dz. */
void mb_tangent_add_loop_geometry(const mb_model *model, double factor, const double *weight, mb_work *work);

/* Evaluate everything that tau, phi and the efforts need at (time, q, v, a, x). */
void mb_evaluate(const mb_model *model, double time, const double *q, const double *v, const double *a,
                 const double *x, mb_work *work);

/* Consistent accelerations, multipliers and effort rates at the state's q, v, x. */
hl_status mb_consistent_accelerations(const mb_model *model, mb_state *state, mb_work *work);

/* ---- measures ---- */

/* ---- body ports (measure.c): six measures from `first` on ---- */

enum { MB_BODY_PORTS = 6 };

/* Whether the first six of `count` measures are those of mb_body_ports. */
bool mb_are_body_ports(const mb_measure_def *ports, int count);

/* gradient[6][entries] <- d s_dot/dz */
void mb_body_port_rates(const mb_model *model, const mb_work *work, int first, double *gradient);

/* tau -= J^T force; `lasting`: the composites' forces take it, too. */
void mb_body_port_project(const mb_model *model, int first, const double *force, bool lasting, mb_work *work);

/* Second derivatives of a measure: hessian[i*entries + j] = d^2 s / dz_i dz_j over its entries, and
 * rate_gradient[j] = d s_dot / d z_j. Either may be NULL. */
void mb_measure_second_derivatives(const mb_model *model, const mb_work *work, int index, double *hessian,
                                   double *rate_gradient);

/* ---- guests (guest_link.c, guest.c); those of a step do nothing for a model without one ---- */

/* model->guest, whose efforts begin with number `first_effort`. False: out of memory. */
bool mb_guest_new(mb_model *model, const mb_guest *guest, int first_effort, hl_arena *arena);

/* The effort of body `index` of the guest. */
mb_effort_def mb_guest_effort(const mb_model *model, int index);

/* An attempt at a step begins; it ends, and forces are those of the state again. */
void mb_guest_begin(const mb_model *model, const mb_work *work);
void mb_guest_end(const mb_model *model);

/* Forces, and the tangent on request, for the motions of this iteration: before the efforts are evaluated. */
hl_status mb_guest_evaluate(const mb_model *model, bool renew, const mb_work *work);

/* What couples bodies of the guest: tangent -= stiffness J_i^T S_ij J_j. */
void mb_tangent_add_guest(const mb_model *model, double stiffness, const mb_work *work);

/* The guest's own step after the correction dz. @return its largest increment, in tolerances */
double mb_guest_follow(const mb_model *model, const double *dz, const mb_work *work);

/* ---- forward differences ---- */

/* residual <- the formulation's residual and the effort states' at work->theta, work->x. */
typedef hl_status (*mb_residual_function)(const mb_model *model, double time, mb_work *work,
                                          double *residual);

bool mb_numeric_prepare(const mb_model *model, mb_work *work, hl_arena *arena);

/* delta (entries `columns`), x_step <- one Newton step with a tangent by forward differences, 002 Eq.
 * (40)-(41). */
hl_status mb_numeric_step(const mb_model *model, double time, mb_residual_function residual,
                          const int *columns, int count, mb_work *work);

/* ---- trapezoidal rule (ali3p.c), from work->before ---- */

/* theta, x <- where the step leads with the accelerations and rates of its start; weakly coupled states stay.
 */
void mb_trapezoid_predict(const mb_model *model, mb_work *work);

/* q <- theta;  v, a <- theta (33)-(34). */
void mb_trapezoid_move(const mb_model *model, mb_work *work);
void mb_trapezoid_rates(const mb_model *model, mb_work *work);

/* state <- q, v, a and, unless they take steps of their own, the effort states of the step's end. */
void mb_trapezoid_store(const mb_model *model, const mb_work *work, mb_state *state);

/* ---- formulations ---- */

typedef hl_status (*mb_step_function)(const mb_model *model, mb_state *state, mb_work *work,
                                      mb_step_report *report);
hl_status mb_step_ali3p(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report);
hl_status mb_step_double_step(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report);
hl_status mb_step_penalty(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report);
hl_status mb_step_global(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report);
bool mb_double_step_prepare(const mb_model *model, mb_work *work, hl_arena *arena);
bool mb_penalty_prepare(const mb_model *model, mb_work *work, hl_arena *arena);
bool mb_global_prepare(const mb_model *model, mb_work *work, hl_arena *arena);

/* ---- factoring and solving with the tangent, by the solver of the options (tangent.c) ---- */

/* Only with MB_SOLVER_SPARSE. @return NULL: out of memory */
struct mb_sparse_tangent *mb_sparse_tangent_new(const mb_model *model, hl_arena *arena,
                                                mb_formulation formulation);

/* Factor work->tangent. `symmetric`: only its lower triangle and diagonal are set. RT. */
hl_status mb_factor(mb_work *work, bool symmetric);

/* Solve with the factored tangent, in place. RT. */
void mb_solve(const mb_work *work, double *b);

#endif
