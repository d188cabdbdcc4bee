/* The equations at rest, linearised on the null space of the closures: for modes.c and equilibrium.c. */
#ifndef MB_MODES_INTERNAL_H
#define MB_MODES_INTERNAL_H

#include "multibody/model_internal.h"

/* Matrices are dense and row-major. */
typedef struct mb_linear {
    const mb_model *model;
    mb_work *work;
    int n, m;         /* columns, equations */
    int rank, dof;    /* of Phi_z; n - rank */
    double *Phi_z;    /* [m][n] */
    double *U;        /* [m][m] left singular vectors, in columns */
    double *singular; /* [min(m, n)] */
    double *V;   /* [n][n] right singular vectors, in rows; those from `rank` on span the null space, N^T */
    double *tau; /* [n] static residual without closures */
    double *state_tau; /* [n] what the states' own step adds to it */
    double *lambda;    /* [m] multipliers that balance tau best, of minimum norm */
    double *residual;  /* [n] tau + Phi_z^T lambda: what no closure balances */
    double *tangent;   /* [n][n] */
    double *reduced;   /* [dof][dof] N^T tangent N */
    double *mass;      /* [dof][dof] N^T M N */
    double *product;   /* [n][n] scratch */
    double *superb;    /* LAPACK's scratch */
    double stiffness;  /* largest entry of the stiffness at rest */
} mb_linear;

/* Take the memory. False: there is none. */
bool mb_linear_new(const mb_model *model, hl_arena *arena, mb_linear *linear);

/* tau, closures, multipliers, residual and stiffness (tangent and reduced) at rest in (q, x), drivers
 * standing as at `time`. Effort states follow the motion over the time `follow` [s]:
 *
 *     dx = (1 - follow x_dot_x)^-1 (follow (x_dot + x_dot_s ds) + x_dot_s_dot ds)
 *
 * Short against their own time constants: states that integrate velocities (bristles, trapped oil) act as
 * springs and the others are frozen. Long: the others settle as well. work->x_step is left at the part
 * without ds. */
hl_status mb_linear_at_rest(mb_linear *linear, double time, const double *q, const double *x, double follow);

/* Singular value decomposition of the closures at hand. */
hl_status mb_linear_closures(mb_linear *linear);

/* dz <- -Phi_z^+ phi, the smallest movement that closes the closures */
void mb_linear_close(const mb_linear *linear, double *dz);

/* lambda <- -(Phi_z^T)^+ tau, residual <- tau + Phi_z^T lambda */
void mb_linear_balance(mb_linear *linear, const double *tau);

/* tangent <- work->tangent, reduced <- N^T tangent N */
void mb_linear_reduce(mb_linear *linear);

/* y <- N^T r;  z += N y */
void mb_linear_project(const mb_linear *linear, const double *r, double *y);
void mb_linear_expand(const mb_linear *linear, const double *y, double *z);

/* Eigenvalues omega^2, rising, of the linearisation at hand; reduced <- eigenvectors in columns. HL_SINGULAR
 * when the mass matrix is not positive definite. */
hl_status mb_linear_eigenvalues(mb_linear *linear, double *squares);

/* The same for the rest in (q, x), states following at once.
 * @param stable  out: no omega^2 is negative beyond what an unbalanced force within tolerance can feign */
hl_status mb_linear_stability(mb_linear *linear, double time, const double *q, const double *x,
                              double *squares, bool *stable);

#endif
