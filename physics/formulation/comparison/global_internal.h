/* Internals of the global formulation. Private to physics.
 *
 * The absolute coordinates are those of an *image* of the model: the same bodies, each on a free joint of its
 * own from the ground, its joint point in the centre of mass (of the body with its payload), and the joints
 * of the tree turned into equations. Poses, measures, inertia forces and wrenches then come from the stages
 * of model_internal.h, run on the image. A body's velocity there is (x_dot, omega in body axes), the
 * coordinates of 001 are (x, Euler parameters p), and with s = p.p
 *
 *   omega = 2 G(p) p_dot / s,   omega_dot = 2 G p_ddot / s - (2 p.p_dot / s) omega,
 *
 * which holds for p of any length: the pose is that of p/|p|. */
#ifndef MB_GLOBAL_INTERNAL_H
#define MB_GLOBAL_INTERNAL_H

#include "hl/sparse.h"
#include "multibody/model_internal.h"

enum { SIX = 6, SEVEN = 7 }; /* velocities and coordinates of a body */

/* ---- image ---- */

/* How a measure of the model is found in the image: as measure `first` itself, or as the angle between
 * measures `first` (its sine) and `first` + 1 (its cosine), both up to a common positive factor. */
typedef struct image_link {
    int first;
    bool angle;
    int q_index; /* angle: the coordinate next to which it is unwound; -1 else */
} image_link;

typedef struct global_image {
    mb_model model;      /* only what kinematics.c, evaluate.c and measure.c read */
    mb_work work;        /* likewise */
    double *q, *v, *a;   /* of the image */
    int joint_equations; /* measures [0, joint_equations) are those of the joints */
    double *targets;     /* of the joint equations */
    image_link *links;   /* [measures of the model] */
} global_image;

/* Build the image. False: out of memory. */
bool mb_image_new(const mb_model *model, hl_arena *arena, global_image *image);

/* The image's bodies <- masses, centres of mass, inertias of the model's with what they carry now. RT. */
void mb_image_update_masses(const mb_model *model, global_image *image);

/* A Jacobian row in the image: body a's part, body b's part; MB_GROUND: that part is not there. */
typedef struct image_row {
    int a, b;
    double value, rate, bias; /* s, s_dot, s_dot_dot at the image's accelerations */
    double of_a[SIX], of_b[SIX];
} image_row;

/* Row of image measure `index`. RT. */
image_row mb_image_row(const global_image *image, int index);

/* Row of measure `index` of the model; angles are the ones nearest to those in `q_near`. RT. */
image_row mb_image_measure(const global_image *image, int index, const double *q_near);

/* ---- matrix ---- */

/* The block of two bodies in the lower triangle, row by row. */
typedef struct body_block {
    int row, column; /* bodies, row >= column */
    double m[SEVEN][SEVEN];
} body_block;

/* M + Phi_q^T alpha Phi_q: diagonal blocks first, then one for every two bodies that an equation joins. */
typedef struct global_matrix {
    int body_count, block_count;
    body_block *blocks;
    hl_ldu *ldu;                              /* dense and tree */
    hl_sparse *sparse;                        /* sparse */
    int *column_length, *lower_at, *upper_at; /* sparse: entries of a body's columns; where a block and its
                                                 mirror image start in the values */
} global_matrix;

/* @param joined  block_count - body_count pairs (row, column), row > column, each once */
bool mb_global_matrix_new(global_matrix *matrix, hl_arena *arena, mb_solver solver, int body_count,
                          const int (*joined)[2], int pairs);
hl_status mb_global_matrix_factor(global_matrix *matrix);
void mb_global_matrix_solve(global_matrix *matrix, double *b);

/* ---- joint coordinates and back ---- */

/* q_dot (7 numbers a body) <- joint coordinates q, v; q likewise. Leaves the image's tree origins set. RT. */
void mb_global_from_joints(const mb_model *model, const double *q, const double *v, mb_work *work,
                           global_image *image, double *q7, double *q7_dot);

/* state q, v, a <- the image's poses, velocities and accelerations. RT. */
void mb_global_to_joints(const mb_model *model, const global_image *image, mb_work *work, mb_state *state);

#endif
