/* Authored springs, stops, friction, bushings and joint forces as efforts of the model. */
#include "mechanism_internal.h"

int world_effort_first(const auth_mechanism *author, auth_effort_kind kind)
{
    const int springs = 0;
    const int joint_springs = springs + author->spring_count;
    const int stops = joint_springs + author->joint_spring_count;
    const int friction = stops + author->stop_count;
    const int bushings = friction + author->friction_count;
    const int joint_forces = bushings + author->bushing_count;
    switch (kind) {
    case AUTH_EFFORT_SPRING:
        return springs;
    case AUTH_EFFORT_JOINT_SPRING:
        return joint_springs;
    case AUTH_EFFORT_STOP:
        return stops;
    case AUTH_EFFORT_FRICTION:
        return friction;
    case AUTH_EFFORT_JOINT_FORCE:
        return joint_forces;
    }
    return springs;
}

int world_effort_count(const auth_mechanism *author)
{
    return world_circuit_effort(author, author->circuit_count);
}

int world_circuit_effort(const auth_mechanism *author, int circuit)
{
    return world_effort_first(author, AUTH_EFFORT_JOINT_FORCE) + author->joint_force_count + circuit;
}

mb_measure_def world_joint_measure(auth_joint_coordinate on)
{
    return (mb_measure_def){
        .kind = MB_MEASURE_JOINT, .body_a = on.joint, .body_b = MB_GROUND, .column = on.coordinate};
}

static mb_measure_def distance(const auth_spring *spring)
{
    return (mb_measure_def){.kind = MB_MEASURE_DISTANCE,
                            .body_a = spring->a,
                            .body_b = spring->b,
                            .point_a = world_vec3(spring->a_at),
                            .point_b = world_vec3(spring->b_at)};
}

void world_efforts_define(const auth_mechanism *author, mb_effort_def *efforts)
{
    for (int i = 0; i < author->spring_count; i++) {
        const auth_spring *s = &author->springs[i];
        *efforts++ = mb_spring_effort(s->name, distance(s), &s->parameters);
    }
    for (int i = 0; i < author->joint_spring_count; i++) {
        const auth_joint_spring *s = &author->joint_springs[i];
        *efforts++ = mb_spring_effort(s->name, world_joint_measure(s->on), &s->parameters);
    }
    for (int i = 0; i < author->stop_count; i++) {
        const auth_stop *s = &author->stops[i];
        *efforts++ = mb_stop_effort(s->name, world_joint_measure(s->on), &s->parameters);
    }
    for (int i = 0; i < author->friction_count; i++) {
        const auth_friction *f = &author->friction[i];
        *efforts++ = mb_friction_effort(f->name, world_joint_measure(f->on), &f->parameters);
    }
    for (int i = 0; i < author->bushing_count; i++) {
        const auth_bushing *b = &author->bushings[i];
        *efforts++ =
            mb_bushing_effort(b->name, b->a, world_vec3(b->a_at), hl_quat_matrix(world_turn(b->a_turn)), b->b,
                              world_vec3(b->b_at), hl_quat_matrix(world_turn(b->b_turn)), &b->parameters);
    }
    for (int i = 0; i < author->joint_force_count; i++) {
        const auth_joint_force *f = &author->joint_forces[i];
        *efforts++ = mb_constant_effort(f->name, world_joint_measure(f->on), &f->parameters);
    }
}
