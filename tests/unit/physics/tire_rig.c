#include "tire_rig.h"

tire_friction rig_hard_ground(void)
{
    return (tire_friction){.stiffness = {181.0, 60.0},
                           .damping = {1.0, 0.2},
                           .viscous = {0.02, 0.002},
                           .kinetic = 0.7547,
                           .stiction = 0.8385,
                           .stribeck_velocity = 0.035,
                           .exponent = 0.5};
}

void rig_open(tire_rig *rig)
{
    rig->friction = rig_hard_ground();
    rig->ground.friction = &rig->friction;
    rig->tire.model = (tire_model){.radius = 0.47,
                                   .width = 0.25,
                                   .discs = 5,
                                   .stiffness = 326e3,
                                   .damping = 348.0,
                                   .axle = {0.0, 1.0, 0.0}};
    rig->tire.ground = &rig->ground;
    rig_set_plane(rig, hl_v3(0.0, 0.0, 0.0), hl_v3(0.0, 0.0, 1.0));
}

void rig_set_plane(tire_rig *rig, hl_vec3 point, hl_vec3 normal)
{
    for (int i = 0; i < TIRE_MAX_DISCS; i++) {
        rig->ground.point[i] = point;
        rig->ground.normal[i] = normal;
    }
}

mb_pose rig_pressed(const tire_rig *rig, double deflection)
{
    return (mb_pose){.position = hl_v3(0.0, 0.0, rig->tire.model.radius - deflection),
                     .rotation = hl_mat3_identity()};
}

rig_answer rig_ask(const tire_rig *rig, const mb_pose *pose, const double motion[TIRE_PORTS],
                   const double z[TIRE_STATES], bool jacobian)
{
    rig_answer answer = {.potential = 0.0};
    const double s[TIRE_PORTS] = {pose->position.x, pose->position.y, pose->position.z};
    const mb_effort_def effort = tire_effort("tire", 0, &rig->tire);
    mb_effort_io io = {.s = s,
                       .s_dot = motion,
                       .x = z,
                       .pose = pose,
                       .jacobian = jacobian,
                       .force = answer.force,
                       .x_dot = answer.x_dot,
                       .force_s = answer.force_s,
                       .force_s_dot = answer.force_s_dot,
                       .force_x = answer.force_x,
                       .x_dot_s = answer.x_dot_s,
                       .x_dot_s_dot = answer.x_dot_s_dot,
                       .x_dot_x = answer.x_dot_x};
    effort.evaluate(effort.parameters, &io);
    answer.potential = io.potential;
    answer.idle = io.idle;
    return answer;
}
