/* One evaluation of the equations of motion and all their terms. */
#include "multibody/model_internal.h"

/* Backward recursion from the leaves to the roots: composite inertias and forces (002 Eq. 9-11, with M_bar
 * and Q_bar accumulated and the path matrix T never formed), projected on the columns: tau = R^T (M_bar Z_dot
 * - Q_bar).
 *
 * With A the plain derivative of Z, the inertia wrench about the origin is I A + Z x* (I Z); written out
 * about the centre of mass it is Newton-Euler's m g_ddot, J omega_dot + omega x J omega plus the moment of
 * the first about the origin, as in Eq. (9)-(10) (proved by tests/unit/physics/test_dynamics.c). The blocks l
 * and N of 2B = Z x* I - I Z x + (I Z) x-bar* are composed alongside: with u = Z.lin, w = Z.ang, m c the
 * first moment, I_o the second moment, l, k the momenta, 2B = [0, -2 skew(l); 0, skew(w) I_o - I_o skew(w) -
 * (skew(u) skew(mc) + skew(mc) skew(u)) - skew(k)]. */

static hl_inertia inertia_about_origin(const body_model *body, const body_motion *motion)
{
    mass_properties room;
    const mass_properties *mass = mb_mass_of(body, &room);
    const hl_vec3 c = hl_add(motion->r, hl_mul(&motion->R, mass->com));
    const double m = mass->mass;
    hl_sym3 second = hl_sym_rotated(&motion->R, &mass->inertia);
    second.xx = fma(m, c.y * c.y + c.z * c.z, second.xx);
    second.yy = fma(m, c.x * c.x + c.z * c.z, second.yy);
    second.zz = fma(m, c.x * c.x + c.y * c.y, second.zz);
    second.xy = fma(-m, c.x * c.y, second.xy);
    second.xz = fma(-m, c.x * c.z, second.xz);
    second.yz = fma(-m, c.y * c.z, second.yz);
    return (hl_inertia){m, hl_scale(m, c), second};
}

/* N of the file head. skew(w) I_o - I_o skew(w) is symmetric; u mc^T + mc u^T - 2 (u.mc) 1 likewise. */
static hl_mat3 coriolis_block(const hl_inertia *I, hl_motion Z, hl_vec3 k)
{
    const hl_vec3 w = Z.ang, u = Z.lin, c = I->first;
    const hl_sym3 *J = &I->second;
    const double xx = 2.0 * (w.y * J->xz - w.z * J->xy), yy = 2.0 * (w.z * J->xy - w.x * J->yz);
    const double zz = 2.0 * (w.x * J->yz - w.y * J->xz);
    const double xy = w.z * (J->xx - J->yy) - w.x * J->xz + w.y * J->yz;
    const double xz = w.y * (J->zz - J->xx) + w.x * J->xy - w.z * J->yz;
    const double yz = w.x * (J->yy - J->zz) - w.y * J->xy + w.z * J->xz;
    const double uc = 2.0 * hl_dot(u, c);
    const double pxy = u.x * c.y + u.y * c.x, pxz = u.x * c.z + u.z * c.x, pyz = u.y * c.z + u.z * c.y;
    return (hl_mat3){{{xx - 2.0 * u.x * c.x + uc, xy - pxy + k.z, xz - pxz - k.y},
                      {xy - pxy - k.z, yy - 2.0 * u.y * c.y + uc, yz - pyz + k.x},
                      {xz - pxz + k.y, yz - pyz - k.x, zz - 2.0 * u.z * c.z + uc}}};
}

/* out <- the body's own part; l and N only for a tangent */
static void body_alone(const body_model *body, const body_motion *motion, bool for_tangent, composite *out)
{
    out->I = inertia_about_origin(body, motion);
    const hl_wrench momentum = hl_inertia_mul(&out->I, motion->Z);
    out->f = hl_wrench_add(hl_inertia_mul(&out->I, motion->A), hl_wrench_cross(motion->Z, momentum));
    if (!for_tangent) return;
    out->l = momentum.force;
    out->N = coriolis_block(&out->I, motion->Z, momentum.moment);
}

static void composite_add(composite *sum, const composite *part, bool for_tangent)
{
    sum->I = hl_inertia_add(sum->I, part->I);
    sum->f = hl_wrench_add(sum->f, part->f);
    if (!for_tangent) return;
    sum->l = hl_add(sum->l, part->l);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum->N.m[i][j] += part->N.m[i][j];
}

static bool wrench_acts(const mb_wrench_def *wrench, const mb_work *work)
{
    return mb_time_reached(work->step_start, wrench->from) &&
           (!(wrench->until > 0.0) || !mb_time_reached(work->step_start, wrench->until));
}

static hl_wrench applied_wrench(const mb_wrench_def *wrench, const body_motion *motion)
{
    const hl_vec3 point = hl_add(motion->r, hl_mul(&motion->R, wrench->point));
    const hl_vec3 force = wrench->follows_body ? hl_mul(&motion->R, wrench->force) : wrench->force;
    const hl_vec3 moment = wrench->follows_body ? hl_mul(&motion->R, wrench->moment) : wrench->moment;
    hl_wrench about_origin = hl_force_at(force, point);
    about_origin.moment = hl_add(about_origin.moment, moment);
    return about_origin;
}

void mb_backward(const mb_model *model, mb_work *work)
{
    const bool for_tangent = !(work->skip & MB_SKIP_TANGENT);
    for (int i = 0; i < model->body_count; i++)
        body_alone(&model->bodies[i], &work->motions[i], for_tangent, &work->composites[i]);
    for (int k = 0; k < model->wrench_count; k++) {
        const mb_wrench_def *wrench = &model->wrenches[k];
        if (!wrench_acts(wrench, work)) continue;
        hl_wrench *f = &work->composites[wrench->body].f;
        *f = hl_wrench_sub(*f, applied_wrench(wrench, &work->motions[wrench->body]));
    }
    for (int i = model->body_count - 1; i >= 0; i--) {
        const body_model *body = &model->bodies[i];
        const composite *own = &work->composites[i];
        for (int c = body->column; c < body->column + body->dof; c++)
            work->tau[c] = hl_power(own->f, work->columns[c].S);
        if (body->parent != MB_GROUND) composite_add(&work->composites[body->parent], own, for_tangent);
    }
}

/* Contribution of one wrench to the tangent: a wrench that keeps its world direction does not follow the
 * body, and that difference, [-w x F; -P x (w x F) - w x M] per unit rotation w of a column, is not in the
 * composite term. */
static void tangent_of_wrench(const mb_model *model, const mb_wrench_def *wrench, double stiffness,
                              mb_work *work)
{
    const body_motion *motion = &work->motions[wrench->body];
    const hl_vec3 point = hl_add(motion->r, hl_mul(&motion->R, wrench->point));
    for (int b = wrench->body; b != MB_GROUND; b = model->bodies[b].parent)
        for (int d = model->bodies[b].column; d < model->bodies[b].column + model->bodies[b].dof; d++) {
            const hl_vec3 w = work->columns[d].S.ang;
            const hl_vec3 turned_back = hl_neg(hl_cross(w, wrench->force));
            hl_wrench change = hl_force_at(turned_back, point);
            change.moment = hl_sub(change.moment, hl_cross(w, wrench->moment));
            for (int p = wrench->body; p != MB_GROUND; p = model->bodies[p].parent)
                for (int c = model->bodies[p].column; c < model->bodies[p].column + model->bodies[p].dof; c++)
                    hl_ldu_add(work->tangent, c, d, -stiffness * hl_power(change, work->columns[c].S));
        }
}

void mb_tangent_add_wrenches(const mb_model *model, double stiffness, mb_work *work)
{
    for (int k = 0; k < model->wrench_count; k++)
        if (!model->wrenches[k].follows_body && wrench_acts(&model->wrenches[k], work))
            tangent_of_wrench(model, &model->wrenches[k], stiffness, work);
}

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
    work->skip = MB_SKIP_ROWS;
    mb_measure_values(model, state->q, state->v, state->a, 0, model->measure_count, work);
    work->skip = 0;
    mb_equation_values(model, state->time, work);
    work->skip = MB_SKIP_NOT_QUERIED;
    mb_effort_values(model, state->time, state->x, work);
    work->skip = 0;
}
