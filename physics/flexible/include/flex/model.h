/* Finite element model of a flexible body: nodes, stiffness and mass of all degrees of freedom, and what is
 * needed to reduce it with its root clamped. */
#ifndef FLEX_MODEL_H
#define FLEX_MODEL_H

#include "flex/element.h"
#include "flex/flex_def.h"
#include "flex/matrix.h"

#include "hl/arena.h"
#include "hl/report.h"

enum { FLEX_RIGID = 6 /* motions of a rigid body */ };

typedef struct flex_point {
    int id;                 /**< of beams: its index */
    double position[3];     /**< in the body frame [m] */
    int row[FLEX_FREEDOMS]; /**< in the matrices; -1: no such degree of freedom */
    double lump;            /**< tributary mass [kg] */
} flex_point;

typedef struct flex_model {
    int n; /**< degrees of freedom, those of the root included */
    int point_count, root;
    flex_point *points; /**< of beams: from the root to the tip */
    flex_matrix *K, *M; /**< of all degrees of freedom */
    double *rigid;      /**< 6 columns of n: translations, rotations about the root */
    double *momentum;   /**< M rigid */
    int free_count;
    int *free; /**< rows that the root does not have, rising */
    flex_matrix *K_free, *M_free;
    flex_factor *factor; /**< of K_free */
    /** Of beams: geometric stiffness of the element between points e and e + 1. NULL: imported. */
    double (*tension)[FLEX_ELEMENT][FLEX_ELEMENT];
    int marker_count;
    int *markers; /**< points of the named nodes */
} flex_model;

/** Build a model. Its complaints name the place of the section, node, mass or matrix: disconnected nodes,
 * singular stiffness, matrices that are not symmetric or do not fit, a root that is no node.
 *  @return HL_OK; HL_BAD_INPUT after complaints; HL_OUT_OF_MEMORY */
hl_status flex_model_new(const flex_def *def, hl_arena *arena, hl_report *report, flex_model **model);

/** Free what does not lie in the arena. */
void flex_model_free(flex_model *model);

#endif
