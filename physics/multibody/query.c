/* Looking at a refreshed work: points, rotations, energies, efforts, equations. */
#include "model_internal.h"

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

void mb_look(const mb_model *model, const mb_state *state, mb_work *work)
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
