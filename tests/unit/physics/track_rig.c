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

mb_effort_def track_rig_effort(const track_rig *rig)
{
    return track_effort("track", 0, (mb_measure_def){.body_a = 1}, &rig->track);
}

effort_answer track_rig_ask(const track_rig *rig, const mb_pose *pose, const double motion[TRACK_PORTS],
                            const double *z, bool jacobian)
{
    const mb_effort_def effort = track_rig_effort(rig);
    return effort_ask(&effort, pose, motion, z, jacobian);
}
