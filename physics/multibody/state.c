#include "mb/state.h"

#include "model_internal.h"

#include "hl/assert.h"
#include "hl/hash.h"

#include <math.h>
#include <string.h>

mb_state *mb_state_new(const mb_model *model, hl_arena *arena)
{
    const size_t nq = (size_t)model->coordinate_count, nv = (size_t)model->column_count;
    const size_t m = (size_t)model->equation_count, nx = (size_t)model->state_count;
    mb_state *state = HL_NEW(arena, mb_state, 1);
    if (state == NULL) return NULL;
    state->count = nq + 2 * nv + m + 2 * nx;
    state->q = HL_NEW(arena, double, state->count);
    if (state->q == NULL) return NULL;
    state->v = state->q + nq;
    state->a = state->v + nv;
    state->lambda = state->a + nv;
    state->x = state->lambda + m;
    state->x_dot = state->x + nx;
    mb_state_reset(model, state);
    return state;
}

void mb_state_reset(const mb_model *model, mb_state *state)
{
    state->tick = 0;
    state->time = 0.0;
    memset(state->q, 0, state->count * sizeof(double));
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        memcpy(state->q + body->q_index, body->q0, (size_t)mb_joint_q_count(body->type) * sizeof(double));
        memcpy(state->v + body->column, body->v0, (size_t)body->dof * sizeof(double));
    }
    if (model->state_count > 0) memcpy(state->x, model->x0, (size_t)model->state_count * sizeof(double));
}

void mb_state_copy(mb_state *to, const mb_state *from)
{
    HL_ASSERT(to->count == from->count);
    to->tick = from->tick;
    to->time = from->time;
    memcpy(to->q, from->q, from->count * sizeof(double));
}

uint64_t mb_state_hash(const mb_state *state)
{
    uint64_t hash = hl_hash(HL_HASH_START, &state->tick, sizeof state->tick);
    hash = hl_hash(hash, &state->time, sizeof state->time);
    return hl_hash(hash, state->q, state->count * sizeof(double));
}

/* p q, the first product of each number fused: gcc 12 does so here at -O3 whatever -ffp-contract says.
 * Written out, all builds come to the same bits. */
static hl_quat product(hl_quat p, hl_quat q)
{
    return (hl_quat){fma(p.w, q.w, -(p.x * q.x)) - p.y * q.y - p.z * q.z,
                     fma(p.w, q.x, p.x * q.w) + p.y * q.z - p.z * q.y,
                     fma(p.w, q.y, -(p.x * q.z)) + p.y * q.w + p.z * q.x,
                     fma(p.w, q.z, p.x * q.y) - p.y * q.x + p.z * q.w};
}

static void turn(double *q, const double *dz)
{
    const hl_quat before = {q[0], q[1], q[2], q[3]};
    const hl_quat after = hl_quat_normalized(product(before, hl_quat_exp(hl_v3(dz[0], dz[1], dz[2]))));
    q[0] = after.w, q[1] = after.x, q[2] = after.y, q[3] = after.z;
}

void mb_coordinates_move(const mb_model *model, double *q, const double *dz)
{
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        double *qi = q + body->q_index;
        const double *d = dz + body->column;
        const int scalars = body->type == MB_SPHERICAL ? 0 : body->type == MB_FREE ? 3 : body->dof;
        for (int k = 0; k < scalars; k++) qi[k] += d[k];
        if (body->type == MB_SPHERICAL || body->type == MB_FREE) turn(qi + scalars, d + scalars);
    }
}
