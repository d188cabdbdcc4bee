/* The trapezoidal rule with the increment theta of the coordinates over the step as the unknown (a rotation
 * vector for quaternions), 002 Eq. (32)-(34): what ali3p and double-step share.
 *
 *   z_dot = 2/dt theta - z_dot_k,   z_ddot = 4/dt^2 theta - 4/dt z_dot_k - z_ddot_k               (33)-(34)
 */
#include "multibody/model_internal.h"

#include <string.h>

void mb_trapezoid_predict(const mb_model *model, mb_work *work)
{
    const mb_state *before = work->before;
    const double dt = work->options.step;
    for (int i = 0; i < model->column_count; i++)
        work->theta[i] = dt * before->v[i] + 0.5 * dt * dt * before->a[i];
    const double ahead = work->options.weak_substeps > 0 ? 0.0 : dt;
    for (int i = 0; i < model->state_count; i++) work->x[i] = before->x[i] + ahead * before->x_dot[i];
}

void mb_trapezoid_move(const mb_model *model, mb_work *work)
{
    memcpy(work->q, work->before->q, (size_t)model->coordinate_count * sizeof(double));
    mb_coordinates_move(model, work->q, work->theta);
}

void mb_trapezoid_rates(const mb_model *model, mb_work *work)
{
    const mb_state *before = work->before;
    const double dt = work->options.step;
    for (int i = 0; i < model->column_count; i++) {
        work->v[i] = 2.0 / dt * work->theta[i] - before->v[i];
        work->a[i] = 4.0 / (dt * dt) * work->theta[i] - 4.0 / dt * before->v[i] - before->a[i];
    }
}

void mb_trapezoid_store(const mb_model *model, const mb_work *work, mb_state *state)
{
    const size_t number = sizeof(double);
    memcpy(state->q, work->q, (size_t)model->coordinate_count * number);
    memcpy(state->v, work->v, (size_t)model->column_count * number);
    memcpy(state->a, work->a, (size_t)model->column_count * number);
    if (work->options.weak_substeps == 0) mb_effort_store_states(model, work, state);
}
