/* A reduced flexible body, as plain data: its inertia invariants, modal stiffness and markers, all in the
 * axes of the body frame, whose origin is the clamped root. flex/body.h makes it of a finite element model; a
 * machine carries it in a file. Modes k, l; m_i, x_i, phi_i: tributary mass, place and translations of node
 * i. */
#ifndef FLEX_BODY_DEF_H
#define FLEX_BODY_DEF_H

enum {
    FLEX_MAX_MODES = 24,  /**< of a reduced body */
    FLEX_MAX_MARKERS = 16 /**< named nodes */
};

/** A node to which joints and force elements can be attached; displacement phi eta - 1/2 (eta^T G eta) e_x,
 * rotation psi eta. */
typedef struct flex_marker {
    const char *name;
    double position[3]; /**< [m] */
    double *phi, *psi;  /**< [modes][3]: translation, rotation of each mode */
    double *G;          /**< [modes][modes] foreshortening by bending; all 0 without it */
} flex_marker;

typedef struct flex_body {
    const char *name, *description;
    int modes;
    double mass;            /**< [kg] */
    double first_moment[3]; /**< mass times centre [kg m] */
    double inertia[9];      /**< about the root, row by row [kg m^2] */
    double *S, *R;          /**< [modes][3]: integrals of phi dm, of x cross phi dm */
    double *M, *K;          /**< [modes][modes] modal mass, stiffness */
    double *N;              /**< [modes][9] sum m_i x_i phi_ik^T, row by row */
    double *P;              /**< [modes][modes][9] sum m_i phi_ik phi_il^T; P_lk = P_kl^T */
    double *C0, *Cx;        /**< [modes][modes] sum m_i G_i, sum m_i x_i G_i: own mass shortened by bending */
    double damping[2];      /**< modal damping: share of M [1/s], share of K [s] */
    int marker_count;
    flex_marker *markers;
} flex_body;

#endif
