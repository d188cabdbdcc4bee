/* Building a model: what beams and imported matrices fill in. */
#ifndef FLEX_MODEL_INTERNAL_H
#define FLEX_MODEL_INTERNAL_H

#include "flex/model.h"

/** Points, matrices, lumps, tension and markers of a beam. @return as flex_model_new */
hl_status model_of_beam(const flex_def *def, hl_arena *arena, hl_report *report, flex_model *model);

/** Points, matrices and markers of imported matrices. @return as flex_model_new */
hl_status model_of_import(const flex_def *def, hl_arena *arena, hl_report *report, flex_model *model);

/** Check that the matrices have one mass and no supports; fill the lumps. Needs the rigid motions.
 *  @return as flex_model_new */
hl_status model_check_import(const flex_def *def, hl_arena *arena, hl_report *report, flex_model *model);

#endif
