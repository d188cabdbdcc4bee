/* Where bodies are at the begin of a step and are predicted to be at its end, and from which distance on
 * contacts are looked for. */
#include "object_internal.h"

static const double MARGIN = 1e-3;     /* [m] of a body at rest */
static const double SLOW = 0.02;       /* [m/s] below which the margin does not change */
static const double HARDLY = 2e-5;     /* [m] displacement below which contacts are kept: 1 ms at SLOW */
static const double STEPS_AHEAD = 2.0; /* steps of motion that a margin covers */
static const double MOST_MARGIN = 0.1; /* [m] bounds the number of candidate pairs of fast bodies */

double object_margin(const contact_motion *m, double radius, double h)
{
    const double speed = hl_norm(m->velocity) + radius * hl_norm(m->turn);
    return hl_min(MARGIN + STEPS_AHEAD * h * hl_max(speed, SLOW), MOST_MARGIN);
}

/* A body that has hardly moved since its contacts were found keeps them: the same poses give the same points,
 * which are fixed in the frames of both bodies. */
static bool has_hardly_moved(const object_state *state, const mb_pose *pose, double radius, double margin)
{
    if (margin != state->seen_margin) return false;
    double most = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            most = hl_max(most, fabs(pose->rotation.m[i][j] - state->seen.rotation.m[i][j]));
    return radius * most + hl_norm(hl_sub(pose->position, state->seen.position)) < HARDLY;
}

static void note_same(obj_work *work, int body)
{
    const mb_pose *p = &work->ahead[body], *q = &work->last_ahead[body];
    bool same = work->margin[body] == work->last_margin[body] && p->position.x == q->position.x &&
                p->position.y == q->position.y && p->position.z == q->position.z;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) same = same && p->rotation.m[i][j] == q->rotation.m[i][j];
    work->same[body] = same;
}

/* Poses now and at the end of the step, of a body that takes part in it. */
void object_prepare(obj_work *work, int body)
{
    const obj_model *model = work->model;
    const object_state *state = &work->state->bodies[body];
    const double h = model->step;
    contact_motion *now = &work->now[body];
    now->pose = object_state_pose(state);
    if ((work->state->flags[body] & OBJECT_AWAKE) == 0) {
        now->velocity = now->turn = hl_v3(0, 0, 0);
        work->ahead[body] = now->pose;
        work->margin[body] = OBJECT_STILL_MARGIN;
        note_same(work, body);
        return;
    }
    now->velocity = state->velocity;
    now->turn = hl_mul(&now->pose.rotation, state->spin);
    const hl_vec3 way = hl_add_scaled(hl_scale(h, state->velocity), 0.5 * h * h, state->acceleration),
                  turn = hl_add_scaled(hl_scale(h, state->spin), 0.5 * h * h, state->spin_rate);
    const hl_mat3 turned = hl_quat_matrix(hl_quat_exp(turn));
    work->ahead[body] = (mb_pose){hl_add(now->pose.position, way), hl_mat3_mul(&now->pose.rotation, &turned)};
    work->margin[body] = object_margin(now, model->bodies[body].radius, h);
    if (has_hardly_moved(state, &work->ahead[body], model->bodies[body].radius, work->margin[body]))
        work->ahead[body] = state->seen;
    note_same(work, body);
}
