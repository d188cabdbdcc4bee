#include "track_rig.h"

void track_rig_open(track_rig *rig, int stations, double y)
{
    static const double LENGTH = 3.65, RADIUS = 0.2;
    rig->track = (track_effort_data){.model = {.stations = stations,
                                               .pitch_radius = 0.36,
                                               .width = 0.6,
                                               .stiffness = 30e6 / stations,
                                               .damping = 600e3 / stations},
                                     .ground = &rig->ground};
    for (int i = 0; i < stations; i++) {
        const double x = LENGTH * (0.5 - (double)i / (stations - 1));
        rig->track.model.station[i] = (track_station){hl_v3(x, y, RADIUS), RADIUS};
    }
    for (int i = 0; i < TRACK_MAX_STATIONS; i++) {
        rig->ground.friction[i] = (tire_friction){.stiffness = {28.0, 28.0},
                                                  .kinetic = 0.7,
                                                  .stiction = 0.7,
                                                  .stribeck_velocity = 0.1,
                                                  .exponent = 1.0};
        rig->ground.inflow[i][0] = rig->ground.inflow[i][1] = 0.0;
    }
    track_rig_set_plane(rig, hl_v3(0, 0, 0), hl_v3(0, 0, 1));
}

void track_rig_set_plane(track_rig *rig, hl_vec3 point, hl_vec3 normal)
{
    for (int i = 0; i < TRACK_MAX_STATIONS; i++) {
        rig->ground.point[i] = point;
        rig->ground.normal[i] = normal;
    }
}

double track_rig_length(const track_rig *rig)
{
    double length = 0.0;
    for (int i = 0; i < rig->track.model.stations; i++) length += track_share(&rig->track.model, i);
    return length;
}

track_answer track_rig_ask(const track_rig *rig, const mb_pose *pose, const double motion[TRACK_PORTS],
                           const double *z, bool jacobian)
{
    track_answer answer = {.potential = 0.0};
    const double s[TRACK_PORTS] = {pose->position.x, pose->position.y, pose->position.z};
    const mb_effort_def effort = track_effort("track", 0, (mb_measure_def){.body_a = 1}, &rig->track);
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
