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
    rig->ground.extra = 0;
    rig->tire.model = (tire_model){.radius = 0.47,
                                   .width = 0.25,
                                   .discs = 5,
                                   .stiffness = 326e3,
                                   .damping = 348.0,
                                   .axle = {0.0, 1.0, 0.0}};
    rig->tire.ground = &rig->ground;
    rig->tire.look = NULL;
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

mb_effort_def rig_effort(const tire_rig *rig)
{
    return tire_effort("tire", 0, &rig->tire);
}

effort_answer rig_ask(const tire_rig *rig, const mb_pose *pose, const double motion[TIRE_PORTS],
                      const double z[TIRE_STATES], bool jacobian)
{
    const mb_effort_def effort = rig_effort(rig);
    return effort_ask(&effort, pose, motion, z, jacobian);
}
