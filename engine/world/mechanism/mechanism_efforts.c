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

static bool define_springs(const auth_mechanism *author, hl_arena *arena, mb_effort_def *efforts)
{
    mb_spring *parameters = HL_NEW(arena, mb_spring, author->spring_count);
    if (!parameters) return false;
    for (int i = 0; i < author->spring_count; i++) {
        const auth_spring *s = &author->springs[i];
        parameters[i] = (mb_spring){
            .stiffness = s->stiffness, .damping = s->damping, .free = s->length, .preload = s->preload};
        efforts[i] = mb_spring_effort(s->name, distance(s), &parameters[i]);
    }
    return true;
}

static bool define_joint_springs(const auth_mechanism *author, hl_arena *arena, mb_effort_def *efforts)
{
    mb_spring *parameters = HL_NEW(arena, mb_spring, author->joint_spring_count);
    if (!parameters) return false;
    for (int i = 0; i < author->joint_spring_count; i++) {
        const auth_joint_spring *s = &author->joint_springs[i];
        parameters[i] = (mb_spring){
            .stiffness = s->stiffness, .damping = s->damping, .free = s->rest, .preload = s->preload};
        efforts[i] = mb_spring_effort(s->name, world_joint_measure(s->on), &parameters[i]);
    }
    return true;
}

static bool define_stops(const auth_mechanism *author, hl_arena *arena, mb_effort_def *efforts)
{
    mb_stop *parameters = HL_NEW(arena, mb_stop, author->stop_count);
    if (!parameters) return false;
    for (int i = 0; i < author->stop_count; i++) {
        const auth_stop *s = &author->stops[i];
        parameters[i] = (mb_stop){.lower = s->lower,
                                  .upper = s->upper,
                                  .stiffness = s->stiffness,
                                  .damping = s->damping,
                                  .ramp = s->ramp};
        efforts[i] = mb_stop_effort(s->name, world_joint_measure(s->on), &parameters[i]);
    }
    return true;
}

mb_friction world_friction_parameters(const auth_friction *f)
{
    return (mb_friction){.law = (mb_friction_law)f->law,
                         .F_c = f->coulomb,
                         .F_s = f->stiction,
                         .v_s = f->stribeck_velocity,
                         .xi = f->slope,
                         .sigma_0 = f->bristle_stiffness,
                         .sigma_1 = f->bristle_damping,
                         .sigma_2 = f->viscous,
                         .n = f->exponent,
                         .v_b = f->film_velocity,
                         .tau_hp = f->film_acceleration_time,
                         .tau_hn = f->film_deceleration_time,
                         .tau_h0 = f->film_dwell_time,
                         .v_dwell = f->dwell_velocity};
}

static bool define_friction(const auth_mechanism *author, hl_arena *arena, mb_effort_def *efforts)
{
    mb_friction *parameters = HL_NEW(arena, mb_friction, author->friction_count);
    if (!parameters) return false;
    for (int i = 0; i < author->friction_count; i++) {
        const auth_friction *f = &author->friction[i];
        parameters[i] = world_friction_parameters(f);
        efforts[i] = mb_friction_effort(f->name, world_joint_measure(f->on), &parameters[i]);
    }
    return true;
}

static mb_bushing bushing_parameters(const auth_bushing *b)
{
    mb_bushing bushing;
    for (int k = 0; k < 3; k++) {
        bushing.stiffness[k] = b->stiffness[k];
        bushing.damping[k] = b->damping[k];
        bushing.rotation_stiffness[k] = b->rotation_stiffness[k];
        bushing.rotation_damping[k] = b->rotation_damping[k];
    }
    return bushing;
}

static bool define_bushings(const auth_mechanism *author, hl_arena *arena, mb_effort_def *efforts)
{
    mb_bushing *parameters = HL_NEW(arena, mb_bushing, author->bushing_count);
    if (!parameters) return false;
    for (int i = 0; i < author->bushing_count; i++) {
        const auth_bushing *b = &author->bushings[i];
        parameters[i] = bushing_parameters(b);
        efforts[i] =
            mb_bushing_effort(b->name, b->a, world_vec3(b->a_at), hl_quat_matrix(world_turn(b->a_turn)), b->b,
                              world_vec3(b->b_at), hl_quat_matrix(world_turn(b->b_turn)), &parameters[i]);
    }
    return true;
}

static bool define_joint_forces(const auth_mechanism *author, hl_arena *arena, mb_effort_def *efforts)
{
    mb_constant_force *parameters = HL_NEW(arena, mb_constant_force, author->joint_force_count);
    if (!parameters) return false;
    for (int i = 0; i < author->joint_force_count; i++) {
        const auth_joint_force *f = &author->joint_forces[i];
        parameters[i] = (mb_constant_force){.force = f->force, .window = {f->from, f->until}};
        efforts[i] = mb_constant_effort(f->name, world_joint_measure(f->on), &parameters[i]);
    }
    return true;
}

bool world_efforts_define(const auth_mechanism *author, hl_arena *arena, mb_effort_def *efforts)
{
    const int bushings = world_effort_first(author, AUTH_EFFORT_FRICTION) + author->friction_count;
    return define_springs(author, arena, efforts) &&
           define_joint_springs(author, arena,
                                efforts + world_effort_first(author, AUTH_EFFORT_JOINT_SPRING)) &&
           define_stops(author, arena, efforts + world_effort_first(author, AUTH_EFFORT_STOP)) &&
           define_friction(author, arena, efforts + world_effort_first(author, AUTH_EFFORT_FRICTION)) &&
           define_bushings(author, arena, efforts + bushings) &&
           define_joint_forces(author, arena, efforts + world_effort_first(author, AUTH_EFFORT_JOINT_FORCE));
}
