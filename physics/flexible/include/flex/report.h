/* A body reduced in one call, and how good its reduction is. */
#ifndef FLEX_REPORT_H
#define FLEX_REPORT_H

#include "flex/body.h"

typedef struct flex_reduced {
    flex_model *model;
    flex_modes_set modes;
    flex_body *body;
} flex_reduced;

/** Build the model, reduce it, compute the body.
 *  @param reduced  out: to be freed by flex_model_free of its model, also after a failure
 *  @return HL_OK; HL_BAD_INPUT after complaints; HL_SINGULAR, HL_NOT_CONVERGED; HL_OUT_OF_MEMORY */
hl_status flex_reduced_new(const flex_def *def, hl_arena *arena, hl_report *report, flex_reduced *reduced);

/** The mode of the full model that looks most like a mode of the reduced body. */
typedef struct flex_match {
    double omega;       /**< of the full model [rad/s] */
    double correlation; /**< |v^T M v_full|, 1: the same shape */
} flex_match;

/** Displacement of a marker in the direction of a unit load there [m/N, 1/(N m)]. */
typedef struct flex_deflection {
    int marker, freedom;
    double full, reduced;
} flex_deflection;

typedef struct flex_quality {
    flex_match *matches; /**< [modes] */
    int deflection_count;
    flex_deflection *deflections; /**< six of each marker, if it has these degrees of freedom */
    /** Sums over the lumps: what the body would be with its mass in the nodes. */
    double lump_mass, lump_moment[3], lump_inertia[9];
} flex_quality;

/** Compare a reduced body with its full model.
 *  @return HL_OK; HL_SINGULAR, HL_NOT_CONVERGED; HL_OUT_OF_MEMORY */
hl_status flex_quality_of(const flex_reduced *reduced, hl_arena *arena, flex_quality *quality);

#endif
