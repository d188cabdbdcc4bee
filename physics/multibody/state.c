#include "model_internal.h"

#include "hl/hash.h"
#include "hl/status.h"
#include "mb/model.h"

#include <math.h>
#include <string.h>

mb_state *mb_state_new(const mb_model *model, hl_arena *arena)
{
    const size_t nq = (size_t)model->coordinate_count, nv = (size_t)model->column_count;
    const size_t m = (size_t)model->equation_count, nx = (size_t)model->state_count;
    mb_state *state = HL_NEW(arena, mb_state, 1);
    if (state == NULL) return NULL;
    state->count = nq + 2 * nv + m + 2 * nx + 1;
    state->q = HL_NEW(arena, double, state->count);
    if (state->q == NULL) return NULL;
    state->v = state->q + nq;
    state->a = state->v + nv;
    state->lambda = state->a + nv;
    state->x = state->lambda + m;
    state->x_dot = state->x + nx;
    state->nonlinearity = state->x_dot + nx;
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
    *state->nonlinearity = 1.0;
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

/* ---- what a state says ---- */

/* Looking at a refreshed work: points, rotations, energies, efforts, equations. */

static const body_motion *motion_of(const mb_work *work, int body)
{
    return &work->motions[body];
}

mb_point_motion mb_point(const mb_model *model, const mb_work *work, int body, hl_vec3 p)
{
    if (body == MB_GROUND) return (mb_point_motion){.position = p};
    const body_motion *motion = motion_of(work, body);
    const hl_vec3 r = hl_add(motion->r, hl_mul(&motion->R, p));
    const hl_vec3 velocity = hl_point_velocity(motion->Z, r);
    const hl_vec3 spatial =
        hl_point_velocity(motion->A, r); /* + w x v makes it the acceleration of the point */
    return (mb_point_motion){.position = hl_add(work->origins[model->bodies[body].tree], r),
                             .velocity = velocity,
                             .acceleration =
                                 hl_add(hl_add(spatial, hl_cross(motion->Z.ang, velocity)), model->gravity)};
}

hl_mat3 mb_rotation(const mb_model *model, const mb_work *work, int body)
{
    (void)model;
    return body == MB_GROUND ? hl_mat3_identity() : motion_of(work, body)->R;
}

hl_vec3 mb_angular_velocity(const mb_model *model, const mb_work *work, int body)
{
    (void)model;
    return body == MB_GROUND ? hl_v3(0, 0, 0) : motion_of(work, body)->Z.ang;
}

void mb_evaluate_poses(const mb_model *model, const mb_state *state, mb_work *work)
{
    mb_set_origins(model, state->q, work);
    work->skip = MB_SKIP_TANGENT;
    mb_forward(model, state->q, state->v, state->a, work);
    work->skip = 0;
}

mb_pose mb_pose_of(const mb_model *model, const mb_work *work, int body)
{
    if (body == MB_GROUND) return (mb_pose){.rotation = hl_mat3_identity()};
    const body_motion *motion = motion_of(work, body);
    return (mb_pose){hl_add(work->origins[model->bodies[body].tree], motion->r), motion->R};
}

mb_energy mb_energies(const mb_model *model, const mb_work *work)
{
    mb_energy energy = {.stored = work->potential};
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        const body_motion *motion = motion_of(work, i);
        const hl_vec3 w = hl_mul_transposed(&motion->R, motion->Z.ang); /* body axes */
        mass_properties room;
        const mass_properties *mass = mb_mass_of(body, &room);
        const mb_point_motion com = mb_point(model, work, i, mass->com);
        const hl_vec3 spin = hl_sym_mul(&mass->inertia, w), momentum = hl_scale(mass->mass, com.velocity);
        energy.kinetic += 0.5 * (hl_dot(momentum, com.velocity) + hl_dot(w, spin));
        energy.gravity -= mass->mass * hl_dot(model->gravity, com.position);
        energy.momentum = hl_add(energy.momentum, momentum);
        energy.angular_momentum = hl_add(energy.angular_momentum,
                                         hl_add(hl_cross(com.position, momentum), hl_mul(&motion->R, spin)));
    }
    return energy;
}

mb_port_value mb_effort_port(const mb_model *model, const mb_work *work, int effort, int port)
{
    const int measure = model->efforts[effort].first_measure + port;
    return (mb_port_value){work->measures[measure].s, work->measures[measure].s_dot, work->force[measure]};
}

mb_equation_value mb_equation(const mb_model *model, const mb_work *work, int equation)
{
    (void)model;
    return (mb_equation_value){work->phi[equation], work->phi_dot[equation], work->phi_dot_dot[equation]};
}

/* ---- payloads ---- */

/* What a body and its payload weigh together. In a file of its own: it is seldom called, and must not burden
 * the loop over the bodies (evaluate.c) by being expanded there. */

/* Huygens-Steiner: both about their common centre of mass. */
mass_properties mb_body_total_mass(const body_model *body)
{
    const mass_properties *own = &body->own;
    const mb_payload *load = body->payload;
    const double mass = own->mass + load->mass, share = load->mass / mass;
    const hl_vec3 d = hl_sub(load->com, own->com);
    const double r = own->mass * share; /* reduced mass */
    const hl_sym3 apart = {r * (d.y * d.y + d.z * d.z),
                           r * (d.x * d.x + d.z * d.z),
                           r * (d.x * d.x + d.y * d.y),
                           -r * d.x * d.y,
                           -r * d.x * d.z,
                           -r * d.y * d.z};
    return (mass_properties){mass, hl_add_scaled(own->com, share, d),
                             hl_sym_add(hl_sym_add(own->inertia, load->inertia), apart)};
}
