/* One evaluation of the equations of motion and all their terms. */
#include "multibody/model_internal.h"

void mb_evaluate(const mb_model *model, double time, const double *q, const double *v, const double *a,
                 const double *x, mb_work *work)
{
    mb_forward(model, q, v, a, work);
    mb_backward(model, work);
    mb_measure_values(model, q, v, a, 0, model->measure_count, work);
    mb_equation_values(model, time, work);
    mb_effort_values(model, time, x, work);
    mb_effort_project(model, work);
}

void mb_evaluate_state(const mb_model *model, const mb_state *state, mb_work *work)
{
    work->step_start = state->time;
    mb_set_origins(model, state->q, work);
    mb_evaluate(model, state->time, state->q, state->v, state->a, state->x, work);
}

void mb_evaluate_rest(const mb_model *model, const mb_state *state, mb_work *work)
{
    work->step_start = state->time;
    mb_measure_values(model, state->q, state->v, state->a, 0, model->measure_count, work);
    mb_equation_values(model, state->time, work);
    mb_effort_values(model, state->time, state->x, work);
}
