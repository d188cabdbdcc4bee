/* A mechanism ready to run: the model built from an authored mechanism, its assembled start state, its work
 * and its outputs. Pure: no files, no clocks. */
#ifndef WORLD_MECHANISM_H
#define WORLD_MECHANISM_H

#include "auth/mechanism.h"
#include "mb/step.h"

typedef struct world_mechanism {
    const auth_mechanism *author;
    mb_model *model;
    mb_state *state; /**< assembled; owned by whoever steps */
    mb_work *work;
    mb_step_options options; /**< what the work was made with */
    mb_assembly_report assembly;
    mb_step_report report; /**< of the last step */
    int output_count;      /**< output columns, time not counted */
    const char *const *output_names, *const *output_units;
} world_mechanism;

/** Options for a mechanism: the defaults, overridden by the file's `simulation:` section. */
mb_step_options world_mechanism_options(const auth_mechanism *author);

/** Build and assemble. All memory comes from the arena, which must outlive the mechanism.
 *  @param report  complaints with places, e.g. the loop that cannot be closed
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_mechanism_build(const auth_mechanism *author, const mb_step_options *options, hl_arena *arena,
                                hl_report *report, world_mechanism **mechanism);

/** One step; the result is kept in mechanism->report too. RT. */
hl_status world_mechanism_step(world_mechanism *mechanism);

/** Evaluate all outputs at the present state.
 *  @param values  out: output_count numbers, SI units. RT. */
void world_mechanism_outputs(const world_mechanism *mechanism, double *values);

/** What a column (velocity or effort state) belongs to, in words: "joint z3", "friction seal, state 1". */
void world_mechanism_unknown_name(const world_mechanism *mechanism, int unknown, char *text, size_t size);

#endif
